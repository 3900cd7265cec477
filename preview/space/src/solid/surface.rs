//! Surfaces of triangles, with a thickness where they are open.

use std::collections::{HashMap, HashSet};
use std::f64::consts::PI;

use super::{Solid, SolidError, SolidOptions, direction, normal};
use crate::scene::Triangle;
use crate::vector::{cross, dehomogenized, dot, minus, plus, scaled};

/// Corners nearer to each other than this part of the surface's size are one.
const SAME: f64 = 1e-5;

/// The parts of a round rim.
const RIM: usize = 6;

/// Triangles with common corners.
struct Patches {
    points: Vec<[f64; 3]>,
    /// The corners, by their places among the points.
    faces: Vec<[u32; 3]>,
    /// The face on the other side of each edge, and its edge there: that from corner `i` to the next.
    /// None where the surface ends.
    others: Vec<[Option<(u32, u8)>; 3]>,
    /// The patch that each face belongs to.
    patches: Vec<u32>,
    /// The patches that end nowhere.
    is_closed: Vec<bool>,
}

impl Solid {
    /// Adds a surface.
    pub(super) fn add_surface(
        &mut self,
        triangles: &[Triangle],
        options: &SolidOptions,
    ) -> Result<(), SolidError> {
        let limit = f64::from(f32::MAX) / (4.0 * self.scale.abs()).max(1.0);
        let mut corners = Vec::with_capacity(triangles.len());
        for triangle in triangles {
            let places = triangle
                .corners
                .map(|it| dehomogenized(it.position.map(f64::from)));
            let fits = places
                .as_flattened()
                .iter()
                .all(|entry| entry.abs() < limit);
            match fits {
                true => corners.push(places),
                false => self.left_out += 1,
            }
        }
        let (mut surface, flat) = Patches::new(&corners);
        self.left_out += flat;
        surface.turn_outwards();
        let thickness = options.thickness.filter(|it| *it > 0.0 && *it < limit);
        let parts = if options.has_round_rims { RIM } else { 1 };
        self.reserve(surface.size(thickness.is_some(), parts))?;
        surface.add_to(self, thickness, parts);
        Ok(())
    }
}

impl Patches {
    /// Joins triangles at their common edges. Also the number of those without extent, which are left out.
    fn new(corners: &[[[f64; 3]; 3]]) -> (Patches, usize) {
        let (points, all) = welded(corners);
        let has_extent = |[a, b, c]: &[u32; 3]| a != b && b != c && c != a;
        let mut faces: Vec<[u32; 3]> = all
            .iter()
            .filter(|face| has_extent(face))
            .copied()
            .collect();
        let flat = all.len() - faces.len();
        // Scripts draw triangles again, or from the other side.
        let mut known = HashSet::with_capacity(faces.len());
        faces.retain(|face| {
            let mut corners = *face;
            corners.sort_unstable();
            known.insert(corners)
        });
        let others = neighbours(&faces);
        let mut surface = Patches {
            points,
            patches: vec![u32::MAX; faces.len()],
            faces,
            others,
            is_closed: Vec::new(),
        };
        for face in 0..surface.faces.len() {
            if surface.patches[face] == u32::MAX {
                surface.orient(face);
            }
        }
        (surface, flat)
    }

    /// Turns all triangles that hang together with one as that is, and makes a patch of them. A surface with
    /// one side only is cut.
    fn orient(&mut self, first: usize) {
        let patch = self.is_closed.len() as u32;
        self.patches[first] = patch;
        self.is_closed.push(true);
        let mut waiting = vec![first];
        while let Some(face) = waiting.pop() {
            for edge in 0..3 {
                let Some((other, there)) = self.others[face][edge] else {
                    self.is_closed[patch as usize] = false;
                    continue;
                };
                let (other, there) = (other as usize, there as usize);
                let is_turned = self.faces[face][edge] == self.faces[other][there];
                match (self.patches[other] == u32::MAX, is_turned) {
                    (true, is_turned) => {
                        if is_turned {
                            self.turn(other);
                        }
                        self.patches[other] = patch;
                        waiting.push(other);
                    }
                    (false, false) => {}
                    (false, true) => {
                        self.others[face][edge] = None;
                        self.others[other][there] = None;
                        self.is_closed[patch as usize] = false;
                    }
                }
            }
        }
    }

    /// Turns a triangle over.
    fn turn(&mut self, face: usize) {
        // From abc to acb: the edges ab, bc, ca become ac, cb, ba.
        self.faces[face].swap(1, 2);
        self.others[face].swap(0, 2);
        for edge in 0..3 {
            if let Some((other, there)) = self.others[face][edge] {
                self.others[other as usize][there as usize] = Some((face as u32, edge as u8));
            }
        }
    }

    /// Turns closed patches so that their volume is positive.
    fn turn_outwards(&mut self) {
        let mut volumes = vec![0.0; self.is_closed.len()];
        for (face, patch) in self.faces.iter().zip(&self.patches) {
            let [a, b, c] = self.corners(face);
            volumes[*patch as usize] += dot(a, cross(b, c));
        }
        for face in 0..self.faces.len() {
            let patch = self.patches[face] as usize;
            if self.is_closed[patch] && volumes[patch] < 0.0 {
                self.turn(face);
            }
        }
    }

    fn corners(&self, face: &[u32; 3]) -> [[f64; 3]; 3] {
        face.map(|at| self.points[at as usize])
    }

    /// The number of triangles of the model.
    fn size(&self, is_thick: bool, parts: usize) -> usize {
        let patches = self.patches.iter();
        let open = patches.filter(|patch| !self.is_closed[**patch as usize]);
        let open = if is_thick { open.count() } else { 0 };
        let ends = self.others.as_flattened().iter();
        let ends = ends.filter(|other| other.is_none()).count();
        let rims = if is_thick { 2 * parts * ends } else { 0 };
        self.faces.len() + open + rims
    }

    /// The point of each corner of each face: corners at one place are one only if faces join them.
    fn fans(&self) -> (Vec<[u32; 3]>, usize) {
        let mut fans = Fans((0..3 * self.faces.len() as u32).collect());
        for (face, others) in self.others.iter().enumerate() {
            for (edge, other) in others.iter().enumerate() {
                if let Some((other, there)) = *other {
                    let [a, b] = [edge, (edge + 1) % 3].map(|at| (3 * face + at) as u32);
                    let [c, d] = [there, (there + 1) % 3].map(|at| 3 * other + u32::from(at));
                    fans.join(a, d);
                    fans.join(b, c);
                }
            }
        }
        let mut numbers = HashMap::new();
        let mut number = |corner: u32| {
            let next = numbers.len() as u32;
            *numbers.entry(fans.find(corner)).or_insert(next)
        };
        let of_face = |face: u32| [0, 1, 2].map(|at| number(3 * face + at));
        let fans = (0..self.faces.len() as u32).map(of_face).collect();
        (fans, numbers.len())
    }

    /// Adds all of it to a model; open patches with so much on either side, if given.
    fn add_to(&self, solid: &mut Solid, thickness: Option<f64>, parts: usize) {
        let (fans, count) = self.fans();
        let mut points = vec![[0.0; 3]; count];
        let mut normals = vec![[0.0; 3]; count];
        let mut outwards = vec![None; count];
        for (face, fan) in fans.iter().enumerate() {
            let corners = self.corners(&self.faces[face]);
            let [a, b, c] = corners;
            let area = cross(minus(b, a), minus(c, a));
            for at in 0..3 {
                let [point, next] = [at, (at + 1) % 3].map(|at| fan[at] as usize);
                points[point] = corners[at];
                normals[point] = plus(normals[point], area);
                if self.others[face][at].is_none() {
                    let along = minus(corners[(at + 1) % 3], corners[at]);
                    let out = direction(cross(along, normal(corners))).unwrap_or([0.0; 3]);
                    for end in [point, next] {
                        outwards[end] = Some(plus(outwards[end].unwrap_or_default(), out));
                    }
                }
            }
        }
        let mut rims = Rims {
            thickness: thickness.unwrap_or(0.0),
            parts,
            tops: vec![u32::MAX; count],
            rims: vec![u32::MAX; count],
        };
        for (face, fan) in fans.iter().enumerate() {
            let is_thick = thickness.is_some() && !self.is_closed[self.patches[face] as usize];
            for at in fan.map(|at| at as usize) {
                if rims.tops[at] == u32::MAX {
                    match is_thick {
                        true => rims.add(solid, at, [points[at], normals[at]], outwards[at]),
                        false => rims.tops[at] = solid.add_point(points[at]),
                    }
                }
            }
            let tops = fan.map(|at| rims.tops[at as usize]);
            solid.faces.push(tops);
            let ends = (0..3).filter(|edge| self.others[face][*edge].is_none());
            if is_thick {
                let [a, b, c] = tops.map(|top| top + 1);
                solid.faces.push([a, c, b]);
                ends.for_each(|edge| rims.join(solid, fan[edge], fan[(edge + 1) % 3]));
            } else {
                solid.open_edges += ends.count();
            }
        }
    }
}

/// The points of thick patches.
struct Rims {
    /// Half of the thickness.
    thickness: f64,
    /// The parts of a rim.
    parts: usize,
    /// For each point, that of the model above it; the next one is below it.
    tops: Vec<u32>,
    /// The first of the points between these, where the surface ends.
    rims: Vec<u32>,
}

impl Rims {
    /// Adds the points of the model for a point with its normal; with those of the rim where there is a
    /// direction out of the surface.
    fn add(
        &mut self,
        solid: &mut Solid,
        at: usize,
        [point, normal]: [[f64; 3]; 2],
        out: Option<[f64; 3]>,
    ) {
        let up = direction(normal).unwrap_or([0.0, 0.0, 1.0]);
        let place = |angle: f64, out: [f64; 3]| {
            let (sine, cosine) = angle.sin_cos();
            let by = plus(scaled(up, cosine), scaled(out, sine));
            plus(point, scaled(by, self.thickness))
        };
        self.tops[at] = solid.add_point(place(0.0, [0.0; 3]));
        solid.add_point(place(PI, [0.0; 3]));
        if let Some(out) = out {
            let out = direction(minus(out, scaled(up, dot(out, up)))).unwrap_or_default();
            self.rims[at] = solid.points.len() as u32;
            for part in 1..self.parts {
                solid.add_point(place(PI * part as f64 / self.parts as f64, out));
            }
        }
    }

    /// The point of a rim, from the upper to the lower side.
    fn point(&self, of: u32, part: usize) -> u32 {
        let top = self.tops[of as usize];
        match part {
            0 => top,
            _ if part == self.parts => top + 1,
            _ => self.rims[of as usize] + part as u32 - 1,
        }
    }

    /// Adds the rim along an edge.
    fn join(&self, solid: &mut Solid, from: u32, to: u32) {
        for part in 0..self.parts {
            let [a, c] = [part, part + 1].map(|part| self.point(from, part));
            let [b, d] = [part, part + 1].map(|part| self.point(to, part));
            solid.faces.extend([[b, a, c], [b, c, d]]);
        }
    }
}

/// Numbers that are joined in sets.
struct Fans(Vec<u32>);

impl Fans {
    fn find(&mut self, of: u32) -> u32 {
        let mut at = of;
        while self.0[at as usize] != at {
            let above = self.0[at as usize];
            self.0[at as usize] = self.0[above as usize];
            at = above;
        }
        at
    }

    fn join(&mut self, a: u32, b: u32) {
        let [a, b] = [self.find(a), self.find(b)];
        let [low, high] = [a.min(b), a.max(b)];
        self.0[high as usize] = low;
    }
}

/// The face on the other side of each edge, and its edge there; none where there is no face, or several.
fn neighbours(faces: &[[u32; 3]]) -> Vec<[Option<(u32, u8)>; 3]> {
    let mut edges = Vec::with_capacity(3 * faces.len());
    for (face, corners) in faces.iter().enumerate() {
        for at in 0..3_u8 {
            let [a, b] = [at, (at + 1) % 3].map(|at| corners[usize::from(at)]);
            edges.push(([a.min(b), a.max(b)], face as u32, at));
        }
    }
    edges.sort_unstable();
    let mut others = vec![[None; 3]; faces.len()];
    for same in edges.chunk_by(|a, b| a.0 == b.0) {
        if let [(_, face, edge), (_, other, there)] = *same {
            others[face as usize][usize::from(edge)] = Some((other, there));
            others[other as usize][usize::from(there)] = Some((face, edge));
        }
    }
    others
}

/// The corners of triangles, those at nearly one place as one point.
fn welded(corners: &[[[f64; 3]; 3]]) -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
    let all = || corners.as_flattened().iter();
    let bound = |worse: fn(f64, f64) -> f64, start: f64| {
        all().fold([start; 3], |so_far, it| {
            [0, 1, 2].map(|i| worse(so_far[i], it[i]))
        })
    };
    let low = bound(f64::min, f64::INFINITY);
    let extent = minus(bound(f64::max, f64::NEG_INFINITY), low);
    let near = SAME * extent.into_iter().fold(f64::MIN_POSITIVE, f64::max);
    let cell = |point: &[f64; 3], by: f64| {
        [0, 1, 2].map(|i| ((point[i] - low[i] + by) / (4.0 * near)).floor() as i64)
    };
    let mut points: Vec<[f64; 3]> = Vec::new();
    let mut cells: HashMap<[i64; 3], Vec<u32>> = HashMap::new();
    let mut weld = |point: &[f64; 3]| {
        let [from, to] = [-near, near].map(|by| cell(point, by));
        let is_near = |at: &&u32| {
            let by = minus(points[**at as usize], *point);
            dot(by, by) <= near * near
        };
        for x in from[0]..=to[0] {
            for y in from[1]..=to[1] {
                for z in from[2]..=to[2] {
                    let found = cells
                        .get(&[x, y, z])
                        .and_then(|cell| cell.iter().find(is_near));
                    if let Some(found) = found {
                        return *found;
                    }
                }
            }
        }
        let index = points.len() as u32;
        points.push(*point);
        cells.entry(cell(point, 0.0)).or_default().push(index);
        index
    };
    let faces = corners
        .iter()
        .map(|face| [0, 1, 2].map(|at| weld(&face[at])));
    let faces = faces.collect();
    (points, faces)
}
