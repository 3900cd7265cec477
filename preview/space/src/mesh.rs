//! Polygons and grids, as triangles.

use crate::scene::{Material, Triangle, Vertex};
use crate::vector::{cross, dehomogenized, minus, normalized, plus, scaled};

/// A corner of a polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// Homogeneous coordinates.
    pub position: [f64; 4],
    /// The direction perpendicular to the surface; none for that of the polygon.
    pub normal: Option<[f64; 3]>,
    /// The colour; none for that of the material.
    pub colour: Option<[f64; 3]>,
}

/// The ends of a grid that are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Topology {
    /// The last point of each row and its first one.
    pub closes_rows: bool,
    /// The last point of each column and its first one.
    pub closes_columns: bool,
}

/// Adds the triangles of a polygon. One with more than four corners becomes a fan around the sum of
/// their homogeneous coordinates.
pub fn polygon(corners: &[Corner], material: &Material, triangles: &mut Vec<Triangle>) {
    let default = normal(corners);
    let normals = corners
        .iter()
        .map(|corner| corner.normal.unwrap_or(default));
    let normals: Vec<[f64; 3]> = normals.collect();
    let vertex = |index: usize| {
        let colour = corners[index]
            .colour
            .map(|colour| colour.map(|it| it as f32));
        Vertex {
            position: corners[index].position.map(|entry| entry as f32),
            normal: normals[index].map(|entry| entry as f32),
            colour: colour.unwrap_or(material.colour),
        }
    };
    let mut add = |corners: [Vertex; 3]| {
        triangles.push(Triangle {
            corners,
            alpha: material.alpha,
            shininess: material.shininess,
        });
    };
    match corners.len() {
        3 => add([0, 1, 2].map(vertex)),
        4 => {
            add([0, 1, 3].map(vertex));
            add([3, 1, 2].map(vertex));
        }
        count => {
            let sum = corners.iter().fold([0.0; 4], |sum, corner| {
                [0, 1, 2, 3].map(|i| sum[i] + corner.position[i])
            });
            let has_normals = corners.iter().any(|corner| corner.normal.is_some());
            let middle_normal = if has_normals {
                normals.iter().fold([0.0; 3], |sum, it| plus(sum, *it))
            } else {
                default
            };
            let middle = Vertex {
                position: sum.map(|entry| entry as f32),
                normal: middle_normal.map(|entry| entry as f32),
                colour: material.colour,
            };
            for index in 0..count {
                let previous = (index + count - 1) % count;
                add([vertex(previous), vertex(index), middle]);
            }
        }
    }
}

/// The direction perpendicular to a polygon: of length 1 for a triangle.
fn normal(corners: &[Corner]) -> [f64; 3] {
    let places = corners.iter().map(|it| dehomogenized(it.position));
    let places: Vec<[f64; 3]> = places.collect();
    if let [a, b, c] = places[..] {
        return normalized(cross(minus(b, a), minus(c, a)));
    }
    let count = places.len();
    let turn = |index: usize| {
        let [before, here, after] =
            [index + count - 1, index, index + 1].map(|it| places[it % count]);
        cross(minus(here, before), minus(here, after))
    };
    (0..count).map(turn).fold([0.0; 3], plus)
}

/// Calls `face` with the places of the corners of each face of a grid of `rows` by `columns` points,
/// row by row.
pub fn grid([rows, columns]: [usize; 2], topology: Topology, mut face: impl FnMut([usize; 4])) {
    if columns == 0 {
        return;
    }
    let row_ends = if topology.closes_columns {
        rows
    } else {
        rows.saturating_sub(1)
    };
    for row in 0..row_ends {
        let (here, next) = (row * columns, (row + 1) % rows * columns);
        for column in 1..columns {
            face([
                here + column - 1,
                here + column,
                next + column,
                next + column - 1,
            ]);
        }
        if topology.closes_rows {
            face([here + columns - 1, here, next, next + columns - 1]);
        }
    }
}

/// The directions perpendicular to a surface at the points of a grid: sums of those of the faces
/// around, times 4 over their number.
pub fn normals(
    [rows, columns]: [usize; 2],
    topology: Topology,
    points: &[[f64; 4]],
) -> Vec<[f64; 3]> {
    let places = points.iter().map(|point| dehomogenized(*point));
    let places: Vec<[f64; 3]> = places.collect();
    let all = rows * columns;
    let at = |index: usize| places[index % all];
    let normal = |index: usize| {
        let (row, column) = (index / columns, index % columns);
        let [above, below] = [
            topology.closes_columns || row > 0,
            topology.closes_columns || row + 1 < rows,
        ];
        let [left, right] = [
            topology.closes_rows || column > 0,
            topology.closes_rows || column + 1 < columns,
        ];
        let [west, east] = [at(index + all - 1), at(index + 1)];
        let [south, north] = [at(index + all - columns), at(index + columns)];
        let faces = [
            (above && left, west, south),
            (below && left, north, west),
            (below && right, east, north),
            (above && right, south, east),
        ];
        let mut sum = [0.0; 3];
        let mut count = 0.0;
        for (_, a, b) in faces.into_iter().filter(|(is_there, ..)| *is_there) {
            sum = plus(sum, cross(minus(a, at(index)), minus(b, at(index))));
            count += 1.0;
        }
        scaled(sum, 4.0 / count)
    };
    (0..all.min(points.len())).map(normal).collect()
}

#[cfg(test)]
mod tests {
    use super::{Corner, Topology, grid, normals, polygon};
    use crate::scene::Material;

    const MATERIAL: Material = Material {
        colour: [0.0, 1.0, 0.0],
        alpha: 1.0,
        shininess: 60.0,
    };

    fn corners(count: u8) -> Vec<Corner> {
        let corner = |index: u8| {
            let (sine, cosine) = (f64::from(index) * 1.2).sin_cos();
            Corner {
                position: [cosine, sine, 0.0, 1.0],
                normal: None,
                colour: None,
            }
        };
        (0..count).map(corner).collect()
    }

    #[test]
    fn polygon_with_five_corners_is_a_fan() {
        let mut triangles = Vec::new();
        polygon(&corners(5), &MATERIAL, &mut triangles);
        assert_eq!(triangles.len(), 5);
        assert_eq!(triangles[0].corners[2].position[3], 5.0);
    }

    #[test]
    fn polygons_of_three_and_four_corners_need_no_middle() {
        for (count, expected) in [(3, 1), (4, 2)] {
            let mut triangles = Vec::new();
            polygon(&corners(count), &MATERIAL, &mut triangles);
            assert_eq!(triangles.len(), expected);
        }
    }

    fn faces(closes_rows: bool, closes_columns: bool) -> Vec<[usize; 4]> {
        let mut faces = Vec::new();
        let topology = Topology {
            closes_rows,
            closes_columns,
        };
        grid([2, 3], topology, |face| faces.push(face));
        faces
    }

    #[test]
    fn open_grid_has_a_face_less_than_points_in_each_direction() {
        assert_eq!(faces(false, false), [[0, 1, 4, 3], [1, 2, 5, 4]]);
    }

    #[test]
    fn closed_grid_joins_its_ends() {
        assert_eq!(faces(true, false)[2], [2, 0, 3, 5]);
        assert_eq!(faces(false, true)[2..], [[3, 4, 1, 0], [4, 5, 2, 1]]);
        assert_eq!(faces(true, true)[5], [5, 3, 0, 2]);
    }

    #[test]
    fn grids_without_points_have_no_faces() {
        let closed = Topology {
            closes_rows: true,
            closes_columns: true,
        };
        for size in [[0, 0], [0, usize::MAX], [usize::MAX, 0]] {
            grid(size, closed, |face| panic!("{face:?}"));
            assert!(normals(size, closed, &[]).is_empty());
        }
    }

    #[test]
    fn normals_of_a_flat_grid_agree() {
        let points: Vec<[f64; 4]> = (0..9u8)
            .map(|it| [f64::from(it % 3), f64::from(it / 3), 0.0, 1.0])
            .collect();
        let normals = normals([3, 3], Topology::default(), &points);
        assert!(
            normals.iter().all(|it| *it == [0.0, 0.0, 4.0]),
            "{normals:?}"
        );
    }
}
