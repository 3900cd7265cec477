//! Convex hulls in three dimensions, by Quickhull (Barber, Dobkin, Huhdanpaa: *The Quickhull
//! Algorithm for Convex Hulls*, ACM TOMS 22, 1996).
//!
//! Facets that lie in one plane up to rounding are merged, so that a facet may have any number of
//! corners. The order in which points are added, and with it that of facets and of their corners,
//! is that of CindyJS: scripts select facets by number.

use std::collections::BTreeMap;
use std::fmt;

use crate::work::spend;

type Vector = [f64; 3];

/// A convex hull.
#[derive(Debug, PartialEq)]
pub(crate) struct Hull {
    /// The points on it that are corners, by number, in ascending order.
    pub(crate) vertices: Vec<usize>,
    /// The corners of each facet, counter-clockwise seen from outside: indices into `vertices`.
    pub(crate) facets: Vec<Vec<usize>>,
}

/// A reason why points have no convex hull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoHull {
    /// There are fewer than four points.
    TooFew,
    /// All points lie in one place.
    OnePlace,
    /// All points lie on a line.
    OneLine,
    /// All points lie in a plane.
    OnePlane,
    /// Rounding errors are larger than the hull is thick.
    Rounding,
    /// The run had to end: see [`crate::memory::take_refusal`].
    Ended,
}

impl fmt::Display for NoHull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoHull::TooFew => "a convex hull needs at least 4 points",
            NoHull::OnePlace => "the points lie in one place: they have no convex hull",
            NoHull::OneLine => "the points lie on a line: they have no convex hull",
            NoHull::OnePlane => "the points lie in a plane: they have no convex hull",
            NoHull::Rounding => "the points are too close to a plane for a convex hull",
            NoHull::Ended => "interrupted",
        })
    }
}

/// The convex hull of points.
pub(crate) fn convex_hull(points: &[Vector]) -> Result<Hull, NoHull> {
    if points.len() < 4 {
        return Err(NoHull::TooFew);
    }
    let mut builder = Builder {
        points,
        tolerance: 0.0,
        edges: Vec::new(),
        facets: Vec::new(),
        waiting: BTreeMap::new(),
        turn: 0,
        unclaimed: Vec::new(),
    };
    builder.simplex()?;
    while let Some((facet, place)) = builder.farthest()? {
        builder.add(facet, place)?;
    }
    Ok(builder.finish())
}

fn difference(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn sum(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// The vector of length 1; unchanged if its length is 1 up to rounding.
fn normalized(vector: Vector) -> Vector {
    let square = dot(vector, vector);
    let error = square - 1.0;
    if !(-4.0 * f64::EPSILON..=2.0 * f64::EPSILON).contains(&error) {
        let length = square.sqrt();
        return vector.map(|part| part / length);
    }
    vector
}

fn charge(work: usize) -> Result<(), NoHull> {
    spend(work).then_some(()).ok_or(NoHull::Ended)
}

/// A directed edge of a facet; the facet lies to its left, seen from outside.
#[derive(Clone, Copy, Debug)]
struct Edge {
    /// The point where it ends.
    head: usize,
    next: usize,
    previous: usize,
    /// The edge of the facet beside it that runs the other way.
    twin: usize,
    facet: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    OnHull,
    /// On the hull, but not convex beside a smaller facet: a second pass merges it.
    NotConvex,
    Removed,
}

#[derive(Clone, Debug)]
struct Facet {
    /// The edge at which walks around it begin.
    first: usize,
    corners: usize,
    normal: Vector,
    /// The product of the normal and any point in its plane.
    offset: f64,
    centre: Vector,
    /// Twice its area.
    area: f64,
    state: State,
    /// The points outside that it is to be replaced for, the last one added last.
    outside: Vec<usize>,
    /// The key in [`Builder::waiting`] while the facet has such points.
    turn: u64,
}

impl Facet {
    fn distance(&self, point: Vector) -> f64 {
        dot(self.normal, point) - self.offset
    }
}

/// A pass over new facets: says which facets beside one are merged with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    /// Facets beside it that are not convex as the larger of both sees it.
    Larger,
    /// Facets beside it that are not convex as either sees it.
    Either,
}

struct Builder<'a> {
    points: &'a [Vector],
    /// Distances up to this are 0.
    tolerance: f64,
    edges: Vec<Edge>,
    facets: Vec<Facet>,
    /// The facets that have points outside, in the order in which they got the first one.
    waiting: BTreeMap<u64, usize>,
    turn: u64,
    /// The points whose facet has been removed.
    unclaimed: Vec<usize>,
}

impl Builder<'_> {
    /// Begins with a tetrahedron of points that are far from each other.
    fn simplex(&mut self) -> Result<(), NoHull> {
        let points = self.points;
        charge(points.len().saturating_mul(4))?;
        let ends = [0, 1, 2].map(|axis| {
            let (mut least, mut largest) = (0, 0);
            for (index, point) in points.iter().enumerate() {
                if point[axis] > points[largest][axis] {
                    largest = index;
                } else if point[axis] < points[least][axis] {
                    least = index;
                }
            }
            (least, largest)
        });
        let (mut tolerance, mut longest, mut farthest) = (0.0, 0.0, (0, 0));
        for (axis, (least, largest)) in ends.into_iter().enumerate() {
            let [low, high] = [least, largest].map(|end| points[end][axis]);
            tolerance += high.abs().max(low.abs());
            if high - low > longest {
                (longest, farthest) = (high - low, (largest, least));
            }
        }
        self.tolerance = 3.0 * f64::EPSILON * tolerance;
        if longest <= self.tolerance {
            return Err(NoHull::OnePlace);
        }
        let (a, b) = farthest;
        let along = normalized(difference(points[b], points[a]));
        let away = |point: Vector| cross(along, difference(point, points[a]));
        let (c, square) = self.extreme(&[a, b], |point| dot(away(point), away(point)));
        let c = c.filter(|_| square.sqrt() > 100.0 * self.tolerance);
        let c = c.ok_or(NoHull::OneLine)?;
        let normal = normalized(away(points[c]));
        let offset = dot(points[c], normal);
        let height = |point: Vector| dot(point, normal) - offset;
        let (d, distance) = self.extreme(&[a, b, c], |point| height(point).abs());
        let d = d.filter(|_| distance >= 100.0 * self.tolerance);
        let d = d.ok_or(NoHull::OnePlane)?;
        let corners = if height(points[d]) < 0.0 {
            [[a, b, c], [d, b, a], [d, c, b], [d, a, c]]
        } else {
            [[a, c, b], [d, a, b], [d, b, c], [d, c, a]]
        };
        for corners in corners {
            self.triangle(corners)?;
        }
        for edge in 0..self.edges.len() {
            let ends = |edge: usize| (self.tail(edge), self.edges[edge].head);
            let (tail, head) = ends(edge);
            let mut edges = 0..self.edges.len();
            if let Some(twin) = edges.find(|&twin| ends(twin) == (head, tail)) {
                self.pair(edge, twin);
            }
        }
        for index in (0..points.len()).filter(|index| ![a, b, c, d].contains(index)) {
            let (mut most, mut facet) = (self.tolerance, None);
            for (at, candidate) in self.facets.iter().enumerate() {
                let distance = candidate.distance(points[index]);
                if distance > most {
                    (most, facet) = (distance, Some(at));
                }
            }
            if let Some(facet) = facet {
                self.claim(index, facet);
            }
        }
        Ok(())
    }

    /// The first point with the largest positive measure, and that; without the points `except`.
    fn extreme(&self, except: &[usize], measure: impl Fn(Vector) -> f64) -> (Option<usize>, f64) {
        let mut best = (None, 0.0);
        for (index, point) in self.points.iter().enumerate() {
            let size = measure(*point);
            if size > best.1 && !except.contains(&index) {
                best = (Some(index), size);
            }
        }
        best
    }

    /// The point that is added next: the farthest one outside of the facet that has waited longest.
    fn farthest(&mut self) -> Result<Option<(usize, usize)>, NoHull> {
        let Some((_, &facet)) = self.waiting.first_key_value() else {
            return Ok(None);
        };
        let waiting = &self.facets[facet];
        charge(waiting.outside.len())?;
        let (mut most, mut farthest) = (0.0, None);
        for (place, &point) in waiting.outside.iter().enumerate().rev() {
            let distance = waiting.distance(self.points[point]);
            if distance > most {
                (most, farthest) = (distance, Some(place));
            }
        }
        Ok(farthest.map(|place| (facet, place)))
    }

    /// Adds a point outside of a facet: the facets that see it are replaced.
    fn add(&mut self, facet: usize, place: usize) -> Result<(), NoHull> {
        self.unclaimed.clear();
        let eye = self.facets[facet].outside.remove(place);
        if self.facets[facet].outside.is_empty() {
            self.waiting.remove(&self.facets[facet].turn);
        }
        let horizon = self.horizon(self.points[eye], facet)?;
        let first = self.facets.len();
        let mut before = None;
        for edge in horizon {
            let (tail, head, twin) = (
                self.tail(edge),
                self.edges[edge].head,
                self.edges[edge].twin,
            );
            let start = self.triangle([eye, tail, head])?;
            self.pair(self.edges[start].previous, twin);
            if let Some(before) = before.replace(start) {
                self.pair(self.edges[start].next, before);
            }
        }
        let begin = self.facets.get(first).ok_or(NoHull::Rounding)?.first;
        if let Some(last) = before {
            self.pair(self.edges[begin].next, last);
        }
        let new = first..self.facets.len();
        for facet in new.clone() {
            if self.facets[facet].state == State::OnHull {
                while self.merge_beside(facet, Pass::Larger)? {}
            }
        }
        for facet in new.clone() {
            if self.facets[facet].state == State::NotConvex {
                self.facets[facet].state = State::OnHull;
                while self.merge_beside(facet, Pass::Either)? {}
            }
        }
        self.claim_again(new)
    }

    /// Removes the facets that see a point; the edges around them, counter-clockwise.
    fn horizon(&mut self, eye: Vector, facet: usize) -> Result<Vec<usize>, NoHull> {
        let mut horizon = Vec::new();
        self.remove(facet);
        let first = self.facets[facet].first;
        // Walks around facets that are not complete: the edge to look at, and the one that ends it.
        let mut walks = vec![(first, first)];
        while let Some((edge, end)) = walks.pop() {
            charge(1)?;
            let Edge { next, twin, .. } = self.edges[edge];
            if next != end {
                walks.push((next, end));
            }
            let beside = self.edges[twin].facet;
            if self.facets[beside].state != State::OnHull {
                continue;
            }
            if self.facets[beside].distance(eye) > self.tolerance {
                self.remove(beside);
                walks.push((self.edges[twin].next, twin));
            } else {
                horizon.push(edge);
            }
        }
        Ok(horizon)
    }

    /// Removes a facet; the points outside of it have none.
    fn remove(&mut self, facet: usize) {
        let outside = self.release(facet);
        self.unclaimed.extend(outside);
        self.facets[facet].state = State::Removed;
    }

    /// Takes the points outside of a facet from it, the last one added first.
    fn release(&mut self, facet: usize) -> impl Iterator<Item = usize> + use<> {
        let facet = &mut self.facets[facet];
        if !facet.outside.is_empty() {
            self.waiting.remove(&facet.turn);
        }
        std::mem::take(&mut facet.outside).into_iter().rev()
    }

    fn claim(&mut self, point: usize, facet: usize) {
        let claiming = &mut self.facets[facet];
        if claiming.outside.is_empty() {
            self.turn += 1;
            claiming.turn = self.turn;
            self.waiting.insert(self.turn, facet);
        }
        claiming.outside.push(point);
    }

    /// Gives each point without a facet to a new one that it lies outside of. All other points are
    /// inside of the hull.
    fn claim_again(&mut self, new: std::ops::Range<usize>) -> Result<(), NoHull> {
        for point in std::mem::take(&mut self.unclaimed) {
            let (mut most, mut claiming) = (self.tolerance, None);
            let candidates = new.clone().zip(&self.facets[new.clone()]);
            for (facet, candidate) in candidates {
                charge(1)?;
                if candidate.state != State::OnHull {
                    continue;
                }
                let distance = candidate.distance(self.points[point]);
                if distance > most {
                    (most, claiming) = (distance, Some(facet));
                }
                if most > 1000.0 * self.tolerance {
                    break;
                }
            }
            if let Some(facet) = claiming {
                self.claim(point, facet);
            }
        }
        Ok(())
    }

    /// Merges a facet with the first one beside it that is not convex; `false` if all are.
    fn merge_beside(&mut self, facet: usize, pass: Pass) -> Result<bool, NoHull> {
        let first = self.facets[facet].first;
        let (mut edge, mut convex) = (first, true);
        loop {
            charge(1)?;
            let beside = self.beside(edge);
            let [here, there] = [&self.facets[facet], &self.facets[beside]];
            let sees = here.distance(there.centre) > -self.tolerance;
            let is_seen = there.distance(here.centre) > -self.tolerance;
            let (merges, fits) = match pass {
                Pass::Either => (sees || is_seen, true),
                Pass::Larger if here.area > there.area => (sees, !is_seen),
                Pass::Larger => (is_seen, !sees),
            };
            if merges {
                for removed in self.merge(facet, edge)?.into_iter().flatten() {
                    self.hand_over(removed, facet)?;
                }
                return Ok(true);
            }
            convex &= fits;
            edge = self.edges[edge].next;
            if edge == first {
                break;
            }
        }
        if !convex {
            self.facets[facet].state = State::NotConvex;
        }
        Ok(false)
    }

    /// Gives the points outside of a removed facet to the one that it was merged with.
    fn hand_over(&mut self, removed: usize, facet: usize) -> Result<(), NoHull> {
        for point in self.release(removed) {
            charge(1)?;
            if self.facets[facet].distance(self.points[point]) > self.tolerance {
                self.claim(point, facet);
            } else {
                self.unclaimed.push(point);
            }
        }
        Ok(())
    }

    /// Merges a facet with the one beside an edge of it; the facets that are gone.
    fn merge(&mut self, facet: usize, edge: usize) -> Result<[Option<usize>; 3], NoHull> {
        let other = self.beside(edge);
        self.facets[other].state = State::Removed;
        let shared = self.edges[edge];
        let opposite = self.edges[shared.twin];
        // Both may share several edges, one after the other.
        let (mut before, mut other_after) = (shared.previous, opposite.next);
        while self.beside(before) == other {
            if before == edge {
                return Err(NoHull::Rounding);
            }
            before = self.edges[before].previous;
            other_after = self.edges[other_after].next;
        }
        let (mut after, mut other_before) = (shared.next, opposite.previous);
        while self.beside(after) == other {
            after = self.edges[after].next;
            other_before = self.edges[other_before].previous;
        }
        let end = self.edges[other_before].next;
        let mut moved = other_after;
        while moved != end {
            charge(1)?;
            self.edges[moved].facet = facet;
            moved = self.edges[moved].next;
        }
        if self.facets[facet].first == edge {
            self.facets[facet].first = after;
        }
        let at_head = self.connect(facet, other_before, after)?;
        let at_tail = self.connect(facet, before, other_after)?;
        self.measure(facet)?;
        self.check(facet)?;
        Ok([Some(other), at_head, at_tail])
    }

    /// Makes one edge of a facet follow another one. Where both lie beside the same facet, they
    /// become one edge; that facet is gone if it was a triangle.
    fn connect(
        &mut self,
        facet: usize,
        previous: usize,
        edge: usize,
    ) -> Result<Option<usize>, NoHull> {
        let beside = self.beside(edge);
        if self.beside(previous) != beside {
            self.follow(previous, edge);
            return Ok(None);
        }
        if self.facets[facet].first == previous {
            self.facets[facet].first = edge;
        }
        let opposite = self.edges[self.edges[edge].twin];
        let (twin, gone) = if self.facets[beside].corners == 3 {
            self.facets[beside].state = State::Removed;
            (self.edges[opposite.previous].twin, Some(beside))
        } else {
            let twin = opposite.next;
            let redundant = self.edges[twin].previous;
            if self.facets[beside].first == redundant {
                self.facets[beside].first = twin;
            }
            self.follow(self.edges[redundant].previous, twin);
            (twin, None)
        };
        self.follow(self.edges[previous].previous, edge);
        self.pair(edge, twin);
        if gone.is_none() {
            self.measure(beside)?;
        }
        Ok(gone)
    }

    /// A triangle with these corners, not paired yet; its edge that ends at the first of them.
    fn triangle(&mut self, corners: [usize; 3]) -> Result<usize, NoHull> {
        let (facet, first) = (self.facets.len(), self.edges.len());
        for (index, head) in corners.into_iter().enumerate() {
            self.edges.push(Edge {
                head,
                next: first + (index + 1) % 3,
                previous: first + (index + 2) % 3,
                twin: first + index,
                facet,
            });
        }
        self.facets.push(Facet {
            first,
            corners: 3,
            normal: [0.0; 3],
            offset: 0.0,
            centre: [0.0; 3],
            area: 0.0,
            state: State::OnHull,
            outside: Vec::new(),
            turn: 0,
        });
        self.measure(facet)?;
        Ok(first)
    }

    /// Computes the plane of a facet, its centre and its area.
    fn measure(&mut self, facet: usize) -> Result<(), NoHull> {
        let edges = self.around(facet)?;
        let point = |edge: usize| self.points[self.edges[edge].head];
        let spoke = |edge: usize| difference(point(edges[0]), point(edge));
        let mut normal = [0.0; 3];
        for pair in edges[1..].windows(2) {
            normal = sum(normal, cross(spoke(pair[0]), spoke(pair[1])));
        }
        let centre = edges.iter().map(|&edge| point(edge));
        let centre = centre.fold([0.0; 3], sum);
        let centre = centre.map(|part| part / edges.len() as f64);
        let area = dot(normal, normal).sqrt();
        let normal = normal.map(|part| part / area);
        let measured = &mut self.facets[facet];
        measured.corners = edges.len();
        measured.area = area;
        measured.normal = normal;
        measured.offset = dot(normal, centre);
        measured.centre = centre;
        Ok(())
    }

    /// The edges of a facet, from its first one.
    fn around(&self, facet: usize) -> Result<Vec<usize>, NoHull> {
        let first = self.facets[facet].first;
        let mut edges = vec![first];
        let mut edge = self.edges[first].next;
        while edge != first {
            if edges.len() > self.edges.len() {
                return Err(NoHull::Rounding);
            }
            edges.push(edge);
            edge = self.edges[edge].next;
        }
        charge(edges.len())?;
        Ok(edges)
    }

    /// Checks that a merged facet is a polygon between facets of the hull. Rounding errors may
    /// break it where points lie very close together.
    fn check(&self, facet: usize) -> Result<(), NoHull> {
        let edges = self.around(facet)?;
        let fits = edges.iter().all(|&edge| {
            let Edge { head, twin, .. } = self.edges[edge];
            self.edges[twin].twin == edge
                && self.edges[twin].head == self.tail(edge)
                && self.tail(twin) == head
                && self.facets[self.edges[twin].facet].state != State::Removed
        });
        (fits && edges.len() >= 3)
            .then_some(())
            .ok_or(NoHull::Rounding)
    }

    fn finish(self) -> Hull {
        let mut facets = Vec::new();
        let mut places = vec![None; self.points.len()];
        for facet in 0..self.facets.len() {
            if self.facets[facet].state == State::OnHull
                && let Ok(edges) = self.around(facet)
            {
                let corners = edges.iter().map(|&edge| self.edges[edge].head);
                facets.push(corners.collect::<Vec<_>>());
            }
        }
        for &corner in facets.iter().flatten() {
            places[corner] = Some(0);
        }
        let mut vertices = Vec::new();
        for (point, place) in places.iter_mut().enumerate() {
            if let Some(place) = place {
                *place = vertices.len();
                vertices.push(point);
            }
        }
        for corner in facets.iter_mut().flatten() {
            *corner = places[*corner].unwrap_or_default();
        }
        Hull { vertices, facets }
    }

    fn tail(&self, edge: usize) -> usize {
        self.edges[self.edges[edge].previous].head
    }

    /// The facet on the other side of an edge.
    fn beside(&self, edge: usize) -> usize {
        self.edges[self.edges[edge].twin].facet
    }

    fn pair(&mut self, a: usize, b: usize) {
        self.edges[a].twin = b;
        self.edges[b].twin = a;
    }

    fn follow(&mut self, previous: usize, edge: usize) {
        self.edges[previous].next = edge;
        self.edges[edge].previous = previous;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facets_in_one_plane_are_merged() {
        let sides = [1.0, -1.0];
        let mut points: Vec<Vector> = Vec::new();
        for x in sides {
            for y in sides {
                points.extend(sides.map(|z| [x, y, z]));
            }
        }
        points.push([0.0; 3]);
        points.extend(points.clone());
        let hull = convex_hull(&points).unwrap_or_else(|reason| panic!("{reason}"));
        let vertices: Vec<Vector> = hull.vertices.iter().map(|&point| points[point]).collect();
        assert_eq!(vertices, points[..8]);
        let expected = [
            [5, 4, 0, 1],
            [2, 0, 4, 6],
            [2, 3, 1, 0],
            [7, 6, 4, 5],
            [7, 5, 1, 3],
            [7, 3, 2, 6],
        ];
        assert_eq!(hull.facets, expected);
    }

    #[test]
    fn points_without_volume_have_no_hull() {
        let hull = |points: &[Vector]| convex_hull(points).map(|hull| hull.facets.len());
        let of = |place: fn(f64) -> Vector| (0..9).map(|k| place(f64::from(k))).collect::<Vec<_>>();
        assert_eq!(hull(&of(|k| [k, 0.0, 0.0])[..3]), Err(NoHull::TooFew));
        assert_eq!(hull(&of(|_| [1.0, 2.0, 3.0])), Err(NoHull::OnePlace));
        assert_eq!(hull(&of(|k| [k, 2.0 * k, 1.0])), Err(NoHull::OneLine));
        assert_eq!(hull(&of(|k| [k, k * k, 1.0])), Err(NoHull::OnePlane));
        let mut points = of(|k| [k, k * k, k * k * k]);
        points[0][2] = f64::NAN;
        assert!(hull(&points).is_err());
        points.rotate_left(1);
        assert_eq!(hull(&points), Ok(12));
        assert_eq!(
            hull(&of(|k| [k, k * k, f64::INFINITY])),
            Err(NoHull::OnePlace)
        );
    }

    /// Each facet has all points on its inner side, and each edge has its twin.
    #[test]
    fn hulls_of_points_on_a_grid_are_convex() {
        let mut random = crate::random::Random::new(7);
        for count in (4..60).cycle().take(500) {
            let mut place = || (random.uniform() * 5.0).floor();
            let points: Vec<Vector> = (0..count).map(|_| [place(), place(), place()]).collect();
            let Ok(Hull { vertices, facets }) = convex_hull(&points) else {
                continue;
            };
            let mut edges = std::collections::HashSet::new();
            for facet in &facets {
                let corner = |index: usize| points[vertices[facet[index % facet.len()]]];
                let normal = cross(
                    difference(corner(1), corner(0)),
                    difference(corner(2), corner(1)),
                );
                for point in &points {
                    let height = dot(normal, difference(*point, corner(0)));
                    assert!(height < 1e-9, "{points:?}");
                }
                let next = facet.iter().cycle().skip(1);
                edges.extend(facet.iter().copied().zip(next.copied()));
            }
            assert!(edges.iter().all(|&(a, b)| edges.contains(&(b, a))));
            assert_eq!(vertices.len() + facets.len(), edges.len() / 2 + 2);
        }
    }
}
