//! What the pointer takes hold of.

use cindyscript_geometry::{Conic, Element, ElementKind, ElementValue};
use smol_str::SmolStr;

use super::Geometry;
use crate::context::draw::Graphics;
use crate::value::element_id::ElementRef;

/// Circles and lines are taken only if no point is nearer by this much, in pixels.
const CIRCLE_HANDICAP: f64 = 30.0;
const LINE_HANDICAP: f64 = 25.0;
/// Texts are taken from no further away, in pixels.
const TEXT_REACH: f64 = 20.0;
/// Of two that are as near as this, in pixels, the later one is taken.
const TIE: f64 = 0.2;

/// An element that the pointer holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Grip {
    /// Its name.
    pub name: SmolStr,
    /// How far the pointer was from it, in pixels. CindyJS takes the nearest element however far
    /// it is.
    pub distance: f64,
    pub(super) element: ElementRef,
    /// From the pointer to the element, in world units.
    offset: [f64; 2],
}

impl Grip {
    /// The element.
    #[must_use]
    pub fn element(&self) -> ElementRef {
        self.element
    }

    /// The same of another element.
    pub(crate) fn of(&self, element: ElementRef) -> Grip {
        Grip {
            element,
            ..self.clone()
        }
    }

    /// Where the element shall be if the pointer is here.
    pub(crate) fn target(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [x + self.offset[0], y + self.offset[1]]
    }
}

impl Geometry {
    /// The movable element nearest to a place.
    pub(crate) fn pick(&self, at: [f64; 2], graphics: &Graphics) -> Option<Grip> {
        let scale = graphics.scale();
        let pixel = graphics.to_pixel(at);
        let mut nearest: Option<(f64, Grip)> = None;
        for (id, element) in self.iter() {
            let look = &element.appearance;
            if !element.is_movable() || look.pinned || !look.visible {
                continue;
            }
            let Some((offset, handicap)) = way_to(element, at) else {
                continue;
            };
            let distance = match self.text_boxes.get(&id) {
                Some(room) => room.distance(pixel),
                None => offset[0].hypot(offset[1]) * scale,
            };
            if element.kind() == ElementKind::Text
                && (distance > TEXT_REACH || !self.text_boxes.contains_key(&id))
            {
                continue;
            }
            let rank = distance + handicap;
            if look.narrow.is_some_and(|reach| distance > reach) || rank.is_nan() {
                continue;
            }
            if nearest.as_ref().is_none_or(|(least, _)| rank < least + TIE) {
                let grip = Grip {
                    name: element.name.clone(),
                    distance,
                    element: id,
                    offset,
                };
                nearest = Some((rank, grip));
            }
        }
        nearest.map(|(_, grip)| grip)
    }
}

/// From a place to the nearest place of an element, in world units, and its handicap in pixels.
fn way_to(element: &Element, [x, y]: [f64; 2]) -> Option<([f64; 2], f64)> {
    let real =
        |number: cindyscript_geometry::Complex64| (number.im.abs() < 1e-6).then_some(number.re);
    match element.kind() {
        ElementKind::Text if element.widget.as_ref().is_some_and(|w| w.dock.is_some()) => None,
        ElementKind::Point | ElementKind::Text => {
            let [px, py] = element.value.xy()?;
            Some(([px - x, py - y], 0.0))
        }
        ElementKind::Conic => {
            let conic = element.value.conic()?;
            let [cx, cy, cz] = conic.center();
            let (cx, cy) = (real(cx / cz)?, real(cy / cz)?);
            let radius = real(conic.radius())?;
            let (dx, dy) = (x - cx, y - cy);
            let factor = radius / dx.hypot(dy) - 1.0;
            let offset = [dx * factor, dy * factor];
            factor.is_finite().then_some((offset, CIRCLE_HANDICAP))
        }
        ElementKind::Line | ElementKind::Segment => {
            let [a, b, c] = element.value.line()?;
            let (a, b, c) = (real(a)?, real(b)?, real(c)?);
            let factor = -(a * x + b * y + c) / (a * a + b * b);
            let offset = [a * factor, b * factor];
            factor.is_finite().then_some((offset, LINE_HANDICAP))
        }
        _ => None,
    }
}

/// What is seen this near to a place, in pixels, is what is meant by it.
const REACH: f64 = 5.0;

impl Geometry {
    /// The element that is seen at a place: points before texts, these before lines, these before
    /// circles.
    pub(crate) fn seen_at(&self, at: [f64; 2], graphics: &Graphics) -> Option<ElementRef> {
        let scale = graphics.scale();
        let pixel = graphics.to_pixel(at);
        let rank = |id: ElementRef, element: &Element| {
            let look = &element.appearance;
            if !element.is_showing() || !look.visible {
                return None;
            }
            let (kind, reach, distance) = match (element.kind(), self.text_boxes.get(&id)) {
                (ElementKind::Text, room) => (1, 0.0, room?.distance(pixel)),
                (kind, _) => {
                    let ([x, y], _) = way_to(element, at)?;
                    if !is_on(&element.value, [at[0] + x, at[1] + y]) {
                        return None;
                    }
                    let distance = x.hypot(y) * scale;
                    match kind {
                        ElementKind::Point => (0, REACH.max(look.size), distance),
                        ElementKind::Line | ElementKind::Segment => (2, REACH, distance),
                        _ => (3, REACH, distance),
                    }
                }
            };
            (distance <= reach).then_some((kind, distance))
        };
        let seen = self
            .iter()
            .filter_map(|(id, element)| Some((rank(id, element)?, id)));
        let nearest = seen.min_by(|((kind, distance), _), ((other, further), _)| {
            kind.cmp(other).then(distance.total_cmp(further))
        });
        nearest.map(|(_, id)| id)
    }
}

/// How near the mouse an element must be to be named by `elementsatmouse`, in world units.
const NEAR: f64 = 0.5;

impl Geometry {
    /// The points, lines, segments, circles and arcs near a place.
    pub(crate) fn near(&self, at: [f64; 2]) -> Vec<ElementRef> {
        let is_near = |element: &Element| {
            let way = way_to(element, at).map(|(way, _)| way);
            element.kind() != ElementKind::Text
                && way.is_some_and(|[x, y]| {
                    x.hypot(y) < NEAR && is_on(&element.value, [at[0] + x, at[1] + y])
                })
        };
        let mut near: Vec<ElementRef> = self
            .iter()
            .filter(|(_, element)| is_near(element))
            .map(|(id, _)| id)
            .collect();
        near.sort_by_key(|id| match id.kind() {
            ElementKind::Point => 0,
            ElementKind::Line | ElementKind::Segment => 1,
            _ => 2,
        });
        near
    }
}

/// Whether a place on the line of a segment or on the circle of an arc is on these themselves.
fn is_on(shape: &ElementValue, at: [f64; 2]) -> bool {
    /// Positive if three places turn to the left.
    fn turn(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    }
    let place = |vector| ElementValue::Point(vector).xy();
    match shape {
        ElementValue::Segment(segment) => match (place(segment.start), place(segment.end)) {
            (Some(start), Some(end)) => {
                let along = |to: [f64; 2]| {
                    (to[0] - start[0]) * (end[0] - start[0])
                        + (to[1] - start[1]) * (end[1] - start[1])
                };
                (0.0..=along(end)).contains(&along(at))
            }
            _ => true,
        },
        ElementValue::Conic(Conic { arc: Some(arc), .. }) => match arc.map(place) {
            [Some(start), Some(via), Some(end)] => {
                turn(start, end, via) * turn(start, end, at) >= 0.0
            }
            _ => true,
        },
        _ => true,
    }
}
