//! What holds wherever free elements are moved: which points lie on which lines and conics, and
//! which elements are one and the same.
//!
//! Nothing is derived: what is true where everything is, and stays true at a few other places
//! taken at random, is a theorem as far as one can tell (Kortenkamp, Richter-Gebert: *Using
//! automatic theorem proving to improve the usability of geometry software*, 2004).

use crate::algebra::{EPSILON_REAL, apply, distance, dot, norm, scale};
use crate::{
    Complex64, Conic, Construction, Element, ElementId, ElementValue, Matrix, SpecialType, Vector,
};

/// How many other places are tried.
const TRIALS: u32 = 3;

/// Pairs of elements of which something is true.
type Pairs = Vec<(usize, usize)>;

impl Construction {
    /// Which points lie on which lines, segments' lines and conics, whatever moves: for each
    /// element those incident to it, in the order in which they are computed. `go_on` gets the
    /// size of each part of the work before it begins; nothing is incident once it returns `false`.
    pub fn incidences(
        &self,
        mut go_on: impl FnMut(usize) -> bool,
    ) -> Vec<(ElementId, Vec<ElementId>)> {
        let curves = |shape: &ElementValue| {
            matches!(shape, ElementValue::Conic(_)) || shape.line().is_some()
        };
        let mut pairs = Pairs::new();
        for (i, a) in self.elements.iter().enumerate() {
            if !go_on(self.elements.len()) {
                break;
            }
            for (j, b) in self.elements.iter().enumerate() {
                if matches!(a.value, ElementValue::Point(_))
                    && curves(&b.value)
                    && is_incident(&a.value, &b.value)
                {
                    pairs.push((i, j));
                }
            }
        }
        self.keep_theorems(&mut pairs, is_incident, &mut go_on);
        let mut incidences: Vec<(ElementId, Vec<ElementId>)> = self
            .elements
            .iter()
            .map(|element| (element.id, Vec::new()))
            .collect();
        for (point, curve) in pairs {
            let (point_id, curve_id) = (incidences[point].0, incidences[curve].0);
            incidences[point].1.push(curve_id);
            incidences[curve].1.push(point_id);
        }
        incidences
    }

    /// An older element that is the same as this one, whatever moves. `go_on` gets the size of each
    /// part of the work before it begins; there is no result once it returns `false`.
    pub fn duplicate(
        &self,
        id: ElementId,
        mut go_on: impl FnMut(usize) -> bool,
    ) -> Option<ElementId> {
        let index = self.index(id)?;
        let new = self.elements.get(index)?;
        // An older one does not move with it.
        if new.is_free() || !go_on(index) {
            return None;
        }
        let mut pairs: Pairs = self
            .elements
            .iter()
            .take(index)
            .enumerate()
            .filter(|(_, old)| old.kind() == new.kind() && is_same(&new.value, &old.value))
            .map(|(old, _)| (index, old))
            .collect();
        self.keep_theorems(&mut pairs, is_same, &mut go_on);
        // Of several, CindyJS takes the last.
        let (_, old) = pairs.last()?;
        Some(self.elements.get(*old)?.id)
    }

    /// Keeps the pairs of which something stays true while all that is free moves.
    fn keep_theorems(
        &self,
        pairs: &mut Pairs,
        holds: fn(&ElementValue, &ElementValue) -> bool,
        go_on: &mut dyn FnMut(usize) -> bool,
    ) {
        if pairs.is_empty() {
            return;
        }
        let mut trial = self.clone();
        trial.snap = None;
        let mut noise = Noise(0x2545_f491_4f6c_dd1d);
        for _ in 0..TRIALS {
            for index in 0..trial.elements.len() {
                // A movement copies the state of all elements.
                if !go_on(trial.elements.len()) {
                    pairs.clear();
                }
                if pairs.is_empty() {
                    return;
                }
                trial.shake(index, &mut noise);
            }
            pairs.retain(|&(a, b)| holds(&trial.elements[a].value, &trial.elements[b].value));
        }
    }

    /// Moves an element a little, if it is free.
    fn shake(&mut self, index: usize, noise: &mut Noise) {
        let element = &self.elements[index];
        if !element.is_free() {
            return;
        }
        let id = element.id;
        match &element.value {
            ElementValue::Point(vector) | ElementValue::Line(vector) => {
                let length = norm(vector);
                let moved = vector.map(|entry| entry + noise.next() * length);
                self.set_homogeneous(id, moved);
            }
            ElementValue::Conic(conic) if element.is(SpecialType::CircleByRadius) => {
                let radius = conic.radius() * (1.0 + noise.next());
                self.set_radius(id, radius);
            }
            _ => {}
        }
    }
}

impl Element {
    /// True if it moves although nothing else does.
    fn is_free(&self) -> bool {
        let moves = match &self.value {
            ElementValue::Point(_) | ElementValue::Line(_) => true,
            ElementValue::Conic(_) => self.is(SpecialType::CircleByRadius),
            _ => false,
        };
        moves && self.is_movable() && !self.appearance.pinned
    }
}

/// Whether a point lies on a line or a conic.
fn is_incident(point: &ElementValue, curve: &ElementValue) -> bool {
    let Some(point) = point.point() else {
        return false;
    };
    let value = match curve {
        ElementValue::Conic(conic) => dot(point, apply(conic.matrix, point)).norm(),
        _ => match curve.line() {
            Some(line) => dot(unit(point), unit(line)).norm(),
            None => return false,
        },
    };
    value < EPSILON_REAL
}

fn unit(vector: Vector) -> Vector {
    scale(Complex64::from(1.0 / norm(&vector)), vector)
}

/// Whether two elements of one kind are the same.
fn is_same(a: &ElementValue, b: &ElementValue) -> bool {
    match (a, b) {
        (ElementValue::Point(a), ElementValue::Point(b))
        | (ElementValue::Line(a), ElementValue::Line(b)) => close(*a, *b),
        (ElementValue::Segment(a), ElementValue::Segment(b)) => {
            close(a.start, b.start) && close(a.end, b.end)
                || close(a.start, b.end) && close(a.end, b.start)
        }
        (
            ElementValue::Conic(Conic { matrix: a, .. }),
            ElementValue::Conic(Conic { matrix: b, .. }),
        ) => close(entries(a), entries(b)),
        (ElementValue::Points(a), ElementValue::Points(b))
        | (ElementValue::Lines(a), ElementValue::Lines(b)) => {
            are_permuted(a, b, |a, b| close(*a, *b))
        }
        (ElementValue::Conics(a), ElementValue::Conics(b)) => {
            are_permuted(a, b, |a, b| close(entries(a), entries(b)))
        }
        _ => false,
    }
}

fn entries(matrix: &Matrix) -> [Complex64; 9] {
    std::array::from_fn(|i| matrix[i / 3][i % 3])
}

fn close<const N: usize>(a: [Complex64; N], b: [Complex64; N]) -> bool {
    distance(a, b) < EPSILON_REAL
}

/// Whether two lists hold the same things in some order.
fn are_permuted<T>(a: &[T], b: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut free: Vec<&T> = b.iter().collect();
    a.iter().all(|item| {
        let place = free.iter().position(|other| same(item, other));
        place.map(|place| free.swap_remove(place)).is_some()
    })
}

/// Small complex numbers without a pattern, the same ones each time.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> Complex64 {
        Complex64::new(self.real(), 0.0)
    }

    /// From -0.05 to 0.05.
    fn real(&mut self) -> f64 {
        // Marsaglia's xorshift.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) as f64 / (1u64 << 53) as f64 - 0.5) * 0.1
    }
}
