//! The construction, as scripts see it.
//!
//! What elements are and how they move is the business of [`cindyscript_geometry`]; here are their
//! fields, what scripts attach to them, and what is being dragged.

mod field;
mod function_system;
mod paint;
mod physics;
mod pick;
mod text;
mod trail;

use std::sync::Arc;

use cindyscript_applet::Applet;
use cindyscript_geometry::{
    Appearance, Construction, Definition, DefinitionError, Element, ElementKind, ElementValue,
    Physics, Snapshot, Velocities,
};
use num_complex::Complex64;
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::context::draw::TextBox;
use crate::memory::is_refused;
use crate::value::dictionary::Dictionary;
use crate::value::element_id::ElementRef;
use crate::value::print::ElementNames;
use crate::value::{Usage, Value};
use crate::work;

pub(crate) use field::Written;
pub use pick::Grip;

/// A point, as it is at the moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Its name.
    pub name: SmolStr,
    /// Where it is in the plane; `None` for a point at infinity or a complex one.
    pub position: Option<[f64; 2]>,
    /// How it looks.
    pub appearance: Appearance,
    /// Whether it can be moved, pinned or not.
    pub movable: bool,
}

impl Point {
    /// The coordinates in the plane; `None` for a point at infinity or a complex one.
    #[must_use]
    pub fn xy(&self) -> Option<[f64; 2]> {
        self.position
    }
}

/// The construction of one applet, and what scripts attach to its elements.
#[derive(Clone, Debug, Default)]
pub(crate) struct Geometry {
    construction: Arc<Construction>,
    physics: Physics,
    /// `A:"key"`.
    user_data: FxHashMap<ElementRef, Dictionary>,
    /// The elements that scripts have made.
    created: FxHashSet<cindyscript_geometry::ElementId>,
    /// Places and velocities at the start of the animation.
    saved: Option<Arc<(Snapshot, Velocities)>>,
    /// Another number whenever an element comes or goes.
    version: u64,
    /// What lies on what, and the version of which that is true.
    incidences: Option<(u64, Arc<Incidences>)>,
    /// What moving points have left behind.
    marks: FxHashMap<ElementRef, trail::Marks>,
    /// Where texts stand, in the pixels that scripts count in.
    text_boxes: FxHashMap<ElementRef, TextBox>,
    /// The picture of the iterated function systems in the last frame.
    system_picture: Option<Arc<function_system::SystemPicture>>,
    /// The same of the construction before this one.
    kept_picture: Option<Arc<function_system::SystemPicture>>,
}

type Incidences = FxHashMap<cindyscript_geometry::ElementId, Vec<cindyscript_geometry::ElementId>>;

impl ElementNames for Geometry {
    fn name(&self, id: ElementRef) -> Option<&str> {
        self.get(id).map(|element| element.name.as_str())
    }
}

impl Geometry {
    /// The construction of an applet. What cannot be computed is left out.
    pub(crate) fn of(applet: &Applet) -> Geometry {
        let (construction, _) = Construction::of(applet);
        Geometry {
            physics: Physics::of(applet, &construction),
            construction: Arc::new(construction),
            ..Geometry::default()
        }
    }

    pub(crate) fn construction(&self) -> &Construction {
        &self.construction
    }

    pub(crate) fn construction_mut(&mut self) -> &mut Construction {
        // The elements that depend on the changed one are computed anew.
        work::spend(self.construction.len());
        Arc::make_mut(&mut self.construction)
    }

    /// Another number whenever an element comes or goes.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// The element of that name.
    pub(crate) fn find(&self, name: &str) -> Option<ElementRef> {
        self.handle(self.construction.find(name)?)
    }

    fn handle(&self, id: cindyscript_geometry::ElementId) -> Option<ElementRef> {
        let kind = self.construction.get(id)?.kind();
        Some(ElementRef { id, kind })
    }

    /// All elements, in the order in which they are computed.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ElementRef, &Element)> {
        self.construction.iter().map(|(id, element)| {
            let kind = element.kind();
            (ElementRef { id, kind }, element)
        })
    }

    /// An element, unless it has been removed.
    pub(crate) fn get(&self, id: ElementRef) -> Option<&Element> {
        self.construction.get(id.id)
    }

    /// What arithmetic sees: coordinates of points, numbers that are measured, other elements as
    /// they are.
    pub(crate) fn plain(&self, id: ElementRef) -> Value {
        match self.get(id).map(|element| &element.value) {
            Some(ElementValue::Number(number)) => (*number).into(),
            Some(ElementValue::Angle(angle)) => Value::Angle(*angle),
            Some(shape @ ElementValue::Point(_)) => match shape.affine() {
                Some(xy) => tagged(xy, Usage::Point),
                None => Value::Undefined,
            },
            _ => Value::Element(id),
        }
    }

    /// The value that a shader sees: lines are their homogeneous coordinates besides.
    pub(crate) fn for_pixels(&self, id: ElementRef) -> Value {
        match self.get(id).map(|element| &element.value) {
            Some(ElementValue::Line(line)) => tagged(*line, Usage::Line),
            _ => self.plain(id),
        }
    }

    /// Homogeneous coordinates of points and lines; as in CindyJS, segments have none.
    pub(crate) fn homogeneous(&self, id: ElementRef) -> Option<([Complex64; 3], Usage)> {
        match self.get(id)?.value {
            ElementValue::Point(point) => Some((point, Usage::Point)),
            ElementValue::Line(line) => Some((line, Usage::Line)),
            _ => None,
        }
    }

    /// Where a point is in the plane.
    pub(crate) fn xy(&self, id: ElementRef) -> Option<[f64; 2]> {
        match &self.get(id)?.value {
            shape @ ElementValue::Point(_) => shape.xy(),
            _ => None,
        }
    }

    pub(crate) fn user_data(&self, id: ElementRef) -> Option<&Dictionary> {
        self.user_data.get(&id)
    }

    pub(crate) fn user_data_mut(&mut self, id: ElementRef) -> &Dictionary {
        self.user_data.entry(id).or_default()
    }

    /// A new element; see [`Construction::create`].
    pub(crate) fn create(&mut self, definition: Definition) -> Result<ElementRef, DefinitionError> {
        let before = self.construction.len();
        let id = self.construction_mut().create(definition)?;
        let new = self.construction.iter().skip(before).map(|(id, _)| id);
        self.created.extend(new);
        self.version += 1;
        // It has just been made.
        let kind = self
            .construction
            .get(id)
            .map_or(ElementKind::Value, Element::kind);
        Ok(ElementRef { id, kind })
    }

    /// Creates an element, unless there is one that is always the same: then that one.
    pub(crate) fn create_once(
        &mut self,
        definition: Definition,
    ) -> Result<ElementRef, DefinitionError> {
        let id = self.create(definition)?;
        let twin = self.construction.duplicate(id.id, work::spend);
        match twin.and_then(|twin| self.handle(twin)) {
            Some(twin) => {
                self.remove(id);
                Ok(twin)
            }
            None => Ok(id),
        }
    }

    /// The elements that lie on an element, or on which it lies, whatever moves.
    pub(crate) fn incident(&mut self, id: ElementRef) -> Vec<ElementRef> {
        let current = self.incidences.as_ref();
        let incidences = match current.filter(|(version, _)| *version == self.version) {
            Some((_, incidences)) => Arc::clone(incidences),
            None => {
                let incidences: Arc<Incidences> = Arc::new(
                    self.construction
                        .incidences(work::spend)
                        .into_iter()
                        .collect(),
                );
                if !is_refused() {
                    self.incidences = Some((self.version, Arc::clone(&incidences)));
                }
                incidences
            }
        };
        let incident = incidences.get(&id.id).into_iter().flatten();
        incident.filter_map(|other| self.handle(*other)).collect()
    }

    /// What an element is computed from.
    pub(crate) fn arguments(&self, id: ElementRef) -> Vec<ElementRef> {
        let arguments = self.get(id).map_or(&[][..], |element| &element.args);
        arguments.iter().filter_map(|id| self.handle(*id)).collect()
    }

    /// Removes an element and all that depends on it.
    pub(crate) fn remove(&mut self, id: ElementRef) {
        let removed = self.construction_mut().remove(id.id);
        let stays = |element: &ElementRef| !removed.contains(&element.id);
        self.user_data.retain(|element, _| stays(element));
        self.marks.retain(|element, _| stays(element));
        self.created.retain(|id| !removed.contains(id));
        self.version += 1;
    }

    /// Moves an element as the mouse does; `false` if it cannot be moved.
    pub(crate) fn move_to(&mut self, id: ElementRef, position: [f64; 2]) -> bool {
        self.construction_mut().move_to(id.id, position)
    }

    /// All points.
    pub(crate) fn points(&self) -> Vec<Point> {
        let points = self.iter().filter(|(id, _)| id.kind == ElementKind::Point);
        points
            .map(|(_, element)| Point {
                name: element.name.clone(),
                position: element.value.xy(),
                appearance: element.appearance.clone(),
                movable: element.is_movable(),
            })
            .collect()
    }

    /// Remembers where everything is, unless something is remembered already.
    pub(crate) fn save(&mut self) {
        if self.saved.is_none() {
            let velocities = self.physics.save();
            self.saved = Some(Arc::new((self.construction.save(), velocities)));
        }
    }

    /// Puts everything back where [`Geometry::save`] found it.
    pub(crate) fn restore(&mut self) {
        if let Some(saved) = self.saved.take() {
            let (places, velocities) = &*saved;
            self.physics.restore(velocities);
            self.construction_mut().restore(places);
        }
    }
}

/// A list of numbers that stands for something.
pub(crate) fn tagged<const N: usize>(numbers: [Complex64; N], usage: Usage) -> Value {
    match numbers.into() {
        Value::List(list) => Value::List(list.with_usage(usage)),
        other => other,
    }
}
