//! The construction, as far as scripts see it: free points and their coordinates.

use cindyscript_applet::{Applet, Element};
use num_complex::Complex64;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::dictionary::Dictionary;

/// An element of the construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ElementId(u32);

/// A free point.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Its name.
    pub name: SmolStr,
    /// Homogeneous coordinates.
    pub position: [Complex64; 3],
    /// Radius in pixels.
    pub size: Option<f64>,
    /// Red, green, blue, 0 to 1.
    pub color: Option<[f64; 3]>,
    /// Opacity, 0 to 1.
    pub alpha: Option<f64>,
    /// Whether its name stands beside it.
    pub labeled: bool,
    /// Whether it is drawn.
    pub visible: bool,
    /// Whether the mouse leaves it where it is.
    pub pinned: bool,
}

impl Point {
    /// The coordinates in the plane; `None` for a point at infinity or a complex one.
    #[must_use]
    pub fn xy(&self) -> Option<[f64; 2]> {
        let [x, y] = self.affine();
        let real = x.im.abs() < 1e-10 && y.im.abs() < 1e-10;
        (real && x.re.is_finite() && y.re.is_finite()).then_some([x.re, y.re])
    }

    /// The coordinates divided by the homogeneous one.
    pub(crate) fn affine(&self) -> [Complex64; 2] {
        let [x, y, z] = self.position;
        if z == Complex64::ONE {
            [x, y]
        } else {
            [x / z, y / z]
        }
    }
}

/// All free points of one applet, and the names of its other elements.
#[derive(Clone, Debug, Default)]
pub(crate) struct Geometry {
    points: Vec<Point>,
    names: FxHashMap<SmolStr, Option<ElementId>>,
    /// What scripts attach to elements: `A:"key"`.
    user_data: FxHashMap<ElementId, Dictionary>,
    /// The positions at the start of the animation.
    saved: Option<Vec<[Complex64; 3]>>,
}

impl Geometry {
    /// The construction of an applet. Of elements with the same name the last one counts.
    pub(crate) fn of(applet: &Applet) -> Geometry {
        let mut geometry = Geometry::default();
        for element in &applet.geometry {
            geometry.add(element);
        }
        geometry
    }

    fn add(&mut self, element: &Element) {
        let name = SmolStr::new(&element.name);
        let free = element.kind == "Free" || element.kind == "FreePoint";
        let id = match element.position {
            Some(position) if free => {
                let id = ElementId(self.points.len() as u32);
                self.points.push(Point {
                    name: name.clone(),
                    position,
                    size: element.size,
                    color: element.color,
                    alpha: element.alpha,
                    labeled: element.labeled,
                    visible: element.visible,
                    pinned: element.pinned,
                });
                Some(id)
            }
            _ => None,
        };
        self.names.insert(name, id);
    }

    /// The element of that name: `Some(None)` is one that is not available yet.
    pub(crate) fn find(&self, name: &str) -> Option<Option<ElementId>> {
        self.names.get(name).copied()
    }

    pub(crate) fn points(&self) -> &[Point] {
        &self.points
    }

    pub(crate) fn point(&self, id: ElementId) -> Option<&Point> {
        self.points.get(id.0 as usize)
    }

    pub(crate) fn point_mut(&mut self, id: ElementId) -> Option<&mut Point> {
        self.points.get_mut(id.0 as usize)
    }

    pub(crate) fn name(&self, id: ElementId) -> Option<&str> {
        self.point(id).map(|point| point.name.as_str())
    }

    pub(crate) fn user_data(&self, id: ElementId) -> Option<&Dictionary> {
        self.user_data.get(&id)
    }

    pub(crate) fn user_data_mut(&mut self, id: ElementId) -> &Dictionary {
        self.user_data.entry(id).or_default()
    }

    /// Remembers where everything is, unless something is remembered already.
    pub(crate) fn save(&mut self) {
        if self.saved.is_none() {
            self.saved = Some(self.points.iter().map(|point| point.position).collect());
        }
    }

    /// Puts everything back where [`Geometry::save`] found it.
    pub(crate) fn restore(&mut self) {
        for (point, position) in self
            .points
            .iter_mut()
            .zip(self.saved.take().unwrap_or_default())
        {
            point.position = position;
        }
    }
}
