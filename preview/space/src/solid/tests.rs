#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::f64::consts::{PI, TAU};

use super::*;
use crate::mesh::{Topology, grid};
use crate::scene::{Rod, Sphere};

const MATERIAL: Material = Material {
    colour: [1.0, 0.0, 0.0],
    alpha: 1.0,
    shininess: 60.0,
};

fn sphere(radius: f32) -> Sphere {
    Sphere {
        // Homogeneous coordinates of 1, 2, 3.
        centre: [2.0, 4.0, 6.0, 2.0],
        radius,
        material: MATERIAL,
    }
}

fn rod(to: [f32; 3], radius: f32) -> Rod {
    let [x, y, z] = to;
    Rod {
        ends: [[0.0, 0.0, 0.0, 1.0], [x, y, z, 1.0]],
        radius,
        material: MATERIAL,
    }
}

/// The triangles of a grid of points, where both parameters go from 0 to 1.
fn surface(
    [rows, columns]: [usize; 2],
    topology: Topology,
    point: impl Fn(f64, f64) -> [f64; 3],
) -> Vec<Triangle> {
    let parts = |count: usize, closes: bool| (count - usize::from(!closes)) as f64;
    let all = [
        parts(rows, topology.closes_columns),
        parts(columns, topology.closes_rows),
    ];
    let vertex = |at: usize| {
        let [row, column] = [at / columns, at % columns].map(|it| it as f64);
        let [x, y, z] = point(row / all[0], column / all[1]).map(|entry| entry as f32);
        Vertex {
            position: [x, y, z, 1.0],
            normal: [0.0; 3],
            colour: [1.0; 3],
        }
    };
    let mut triangles = Vec::new();
    grid([rows, columns], topology, |[a, b, c, d]| {
        for corners in [[a, b, c], [a, c, d]] {
            triangles.push(Triangle {
                corners: corners.map(vertex),
                alpha: 1.0,
                shininess: 60.0,
            });
        }
    });
    triangles
}

fn of(change: impl FnOnce(&mut SpaceScene)) -> SpaceScene {
    let mut scene = SpaceScene::default();
    change(&mut scene);
    scene
}

/// The model of a scene, in its units.
fn solid(scene: &SpaceScene, options: &SolidOptions) -> Solid {
    let options = SolidOptions {
        scale: 1.0,
        ..options.clone()
    };
    Solid::of_scene(scene, &options).unwrap()
}

/// Checks that each edge has two triangles, which go along it in opposite directions.
#[track_caller]
fn check_closed(solid: &Solid) {
    let mut edges = HashMap::new();
    for face in &solid.faces {
        for at in 0..3 {
            *edges.entry((face[at], face[(at + 1) % 3])).or_insert(0) += 1;
        }
    }
    for ((a, b), count) in &edges {
        assert_eq!((*count, edges.get(&(*b, *a))), (1, Some(&1)), "{a} {b}");
    }
    assert_eq!(solid.open_edges(), 0);
    let used: std::collections::HashSet<u32> = solid.faces.iter().flatten().copied().collect();
    assert_eq!(used.len(), solid.points.len());
}

#[track_caller]
fn check_volume(solid: &Solid, expected: f64, share: f64) {
    check_closed(solid);
    let volume = solid.volume();
    let off = (volume / expected - 1.0).abs();
    assert!(off <= share, "{volume}, not {expected}");
}

#[test]
fn spheres_and_rods_have_their_volumes_at_each_quality() {
    for sides in [8, 11, 16, 37, 64] {
        let options = SolidOptions {
            sphere_sides: Some(sides),
            rod_sides: Some(sides),
            ..SolidOptions::default()
        };
        let ball = of(|scene| scene.spheres.push(sphere(0.5)));
        check_volume(&solid(&ball, &options), PI / 6.0, 1e-4);
        for to in [[3.0, 0.0, 0.0], [-1.0, 2.0, 2.0], [0.0, 0.0, -3.0]] {
            let scene = of(|scene| scene.rods.push(rod(to, 0.5)));
            let volume = PI * 0.25 * 3.0 + PI / 6.0;
            check_volume(&solid(&scene, &options), volume, 1e-4);
        }
        let scene = of(|scene| scene.rods.push(rod([0.0; 3], 0.5)));
        check_volume(&solid(&scene, &options), PI / 6.0, 1e-4);
    }
}

#[test]
fn radius_factor_and_scale_change_the_size() {
    let scene = of(|scene| scene.spheres.push(sphere(1.0)));
    let options = SolidOptions {
        radius_factor: 0.5,
        ..SolidOptions::default()
    };
    let solid = Solid::of_scene(&scene, &options).unwrap();
    check_volume(&solid, 4.0 / 3.0 * PI * 125.0, 1e-4);
    assert!(solid.size().iter().all(|side| (side - 10.0).abs() < 0.05));
}

/// A knot of CindyJS's examples: closed, in space.
fn knot(count: u32) -> Vec<[f64; 3]> {
    let point = |at: u32| {
        let angle = TAU * f64::from(at) / f64::from(count);
        let wide = 1.0 + 0.3 * (5.0 * angle).cos();
        let (sine, cosine) = (3.0 * angle).sin_cos();
        [sine * wide, cosine * wide, 0.3 * (5.0 * angle).sin()]
    };
    (0..count).map(point).collect()
}

fn tube(path: &[[f64; 3]], radius: f64, is_closed: bool) -> Result<Solid, SolidError> {
    let options = SolidOptions {
        scale: 1.0,
        rod_sides: Some(16),
        ..SolidOptions::default()
    };
    Solid::of_tube(path, radius, is_closed, &options)
}

#[test]
fn tubes_have_their_volumes() {
    let path = knot(900);
    let length: f64 = (0..900)
        .map(|at| crate::vector::length(minus(path[(at + 1) % 900], path[at])))
        .sum();
    let area = PI * 0.01;
    check_volume(&tube(&path, 0.1, true).unwrap(), length * area, 0.01);
    let ends = 4.0 / 3.0 * PI * 0.001;
    let open = length - crate::vector::length(minus(path[899], path[0]));
    check_volume(&tube(&path, 0.1, false).unwrap(), open * area + ends, 0.01);
    // The first point again at the end.
    let again: Vec<[f64; 3]> = path.iter().chain(&path[..1]).copied().collect();
    check_volume(&tube(&again, 0.1, true).unwrap(), length * area, 0.01);
    let straight = [
        [0.0, 0.0, 0.0],
        [0.0, 0.0, 1.0],
        [0.0, 0.0, 1.0],
        [0.0, 0.0, 2.0],
    ];
    check_volume(
        &tube(&straight, 0.1, false).unwrap(),
        2.0 * area + ends,
        1e-3,
    );
}

#[test]
fn tubes_of_odd_paths_are_closed() {
    let back = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 0.0, 0.0],
        [1.0, 1.0, 0.0],
    ];
    for is_closed in [false, true] {
        for count in 1..=4 {
            check_closed(&tube(&back[..count], 0.1, is_closed).unwrap());
        }
    }
    let lost = [
        [0.0, f64::NAN, 0.0],
        [0.0; 3],
        [f64::INFINITY; 3],
        [1.0, 0.0, 0.0],
    ];
    let solid = tube(&lost, 0.1, false).unwrap();
    check_closed(&solid);
    assert_eq!(solid.left_out(), 2);
}

#[test]
fn tubes_without_a_model_have_a_reason() {
    assert_eq!(tube(&[], 1.0, true), Err(SolidError::Empty));
    for radius in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(tube(&knot(9), radius, true), Err(SolidError::Empty));
    }
    assert_eq!(tube(&knot(200_000), 1.0, true), Err(SolidError::TooLarge));
}

#[test]
fn open_surface_gets_a_thickness() {
    let square = surface([5, 7], Topology::default(), |x, y| [x, y, 0.0]);
    let scene = of(|scene| scene.triangles = square);
    let mut options = SolidOptions {
        has_round_rims: false,
        ..SolidOptions::default()
    };
    check_volume(&solid(&scene, &options), 0.2, 1e-5);
    options.has_round_rims = true;
    let round = solid(&scene, &options);
    check_volume(&round, 0.2 + 4.0 * PI * 0.01 / 2.0, 0.03);
    options.thickness = None;
    let thin = solid(&scene, &options);
    assert_eq!((thin.faces(), thin.open_edges()), (48, 20));
}

#[test]
fn closed_surface_is_a_solid() {
    let both = Topology {
        closes_rows: true,
        closes_columns: true,
    };
    let torus = |u: f64, v: f64| {
        let ((a, b), (c, d)) = ((TAU * u).sin_cos(), (TAU * v).sin_cos());
        [b * (1.0 + 0.3 * d), a * (1.0 + 0.3 * d), 0.3 * c]
    };
    let volume = 2.0 * PI * PI * 0.09;
    let open = Topology::default();
    for (size, topology) in [([80, 60], both), ([81, 61], open)] {
        // The second one ends where it begins, up to rounding.
        let scene = of(|scene| scene.triangles = surface(size, topology, torus));
        check_volume(&solid(&scene, &SolidOptions::default()), volume, 0.01);
    }
    // A sphere whose rows at the poles are one point.
    let ball = surface([60, 81], open, |u, v| {
        let ((a, b), (c, d)) = ((PI * u).sin_cos(), (TAU * v).sin_cos());
        [a * c, a * d, b]
    });
    let scene = of(|scene| scene.triangles = ball);
    let solid = solid(&scene, &SolidOptions::default());
    check_volume(&solid, 4.0 / 3.0 * PI, 0.01);
    assert_eq!(solid.left_out(), 160);
}

#[test]
fn surfaces_that_are_no_manifolds_become_closed() {
    let strip = surface([40, 5], Topology::default(), |u, v| {
        let ((a, b), (c, d)) = ((TAU * u).sin_cos(), (PI * u).sin_cos());
        let wide = 0.4 * (v - 0.5);
        [b * (1.0 + wide * d), a * (1.0 + wide * d), wide * c]
    });
    let pages = [0.0, 2.0, 4.0].map(|angle: f64| {
        let (sine, cosine) = angle.sin_cos();
        surface([3, 3], Topology::default(), |u, v| {
            [v * cosine, v * sine, u]
        })
    });
    let cross = surface([3, 3], Topology::default(), |u, v| {
        [u * v, u * (1.0 - v), 0.0]
    });
    let twice = [cross.clone(), cross].concat();
    for triangles in [strip, pages.concat(), twice] {
        let scene = of(|scene| scene.triangles = triangles);
        let solid = solid(&scene, &SolidOptions::default());
        check_closed(&solid);
        assert!(solid.volume() > 0.01, "{}", solid.volume());
    }
}

#[test]
fn shapes_on_a_surface_are_wider() {
    let square = surface([2, 2], Topology::default(), |x, y| [x, y, 0.0]);
    let scene = of(|scene| {
        scene.triangles = square;
        scene.spheres.push(sphere(0.1));
    });
    let options = SolidOptions::default();
    let all = solid(&scene, &options);
    check_closed(&all);
    let without = SolidOptions {
        has_spheres: false,
        ..options
    };
    let ball = all.volume() - solid(&scene, &without).volume();
    assert!(
        (ball / (4.0 / 3.0 * PI * 0.008) - 1.0).abs() < 1e-3,
        "{ball}"
    );
}

#[test]
fn shapes_without_size_or_place_are_left_out() {
    let scene = of(|scene| {
        for radius in [f32::NAN, 0.0, -1.0, f32::INFINITY, 1.0] {
            scene.spheres.push(sphere(radius));
        }
        scene.spheres.push(Sphere {
            centre: [1.0, 0.0, 0.0, 0.0],
            ..sphere(1.0)
        });
        scene.rods.push(rod([f32::NAN; 3], 1.0));
        scene.rods.push(rod([f32::MAX; 3], 1.0));
        scene.triangles = surface([2, 2], Topology::default(), |x, _| [x, f64::NAN, 0.0]);
    });
    let solid = solid(&scene, &SolidOptions::default());
    check_closed(&solid);
    assert_eq!(solid.left_out(), 9);
    assert!(solid.points.as_flattened().iter().all(|it| it.is_finite()));
}

#[test]
fn scenes_without_a_model_have_a_reason() {
    let check = |scene: &SpaceScene, expected: SolidError| {
        assert_eq!(
            Solid::of_scene(scene, &SolidOptions::default()),
            Err(expected)
        );
    };
    check(&SpaceScene::default(), SolidError::Empty);
    check(&of(|it| it.spheres.push(sphere(0.0))), SolidError::Empty);
    let many = of(|scene| scene.spheres = vec![sphere(1.0); 1_000_000]);
    check(&many, SolidError::TooLarge);
    let square = surface([2, 2], Topology::default(), |x, y| [x, y, 0.0]);
    let apart = |at: usize| {
        let mut triangle = square[0];
        for corner in &mut triangle.corners {
            corner.position[0] += 2.0 * (at % 500) as f32;
            corner.position[1] += 2.0 * (at / 500) as f32;
        }
        triangle
    };
    let many = of(|scene| scene.triangles = (0..200_000).map(apart).collect());
    check(&many, SolidError::TooLarge);
}

#[test]
fn many_shapes_have_fewer_sides() {
    let faces = |count: usize| {
        let scene = of(|scene| scene.spheres = vec![sphere(1.0); count]);
        solid(&scene, &SolidOptions::default()).faces()
    };
    assert!(faces(1) > 3_000);
    assert!(faces(10_000) <= ROUND_FACES);
}

#[test]
fn files_have_all_triangles() {
    let scene = of(|scene| scene.spheres.push(sphere(1.0)));
    let solid = solid(&scene, &SolidOptions::default());
    let write = |format| {
        let mut bytes = Vec::new();
        solid.write(format, &mut bytes).unwrap();
        bytes
    };
    let stl = write(SolidFormat::Stl);
    assert_eq!(stl.len(), 84 + 50 * solid.faces());
    assert!(!stl.starts_with(b"solid"));
    assert_eq!(stl[80..84], (solid.faces() as u32).to_le_bytes());
    let number = |at: usize| f32::from_le_bytes(stl[at..at + 4].try_into().unwrap());
    let length: f32 = (0..3).map(|at| number(84 + 4 * at).powi(2)).sum();
    assert!((length - 1.0).abs() < 1e-5);
    let first = solid.points[solid.faces[0][0] as usize];
    assert_eq!([number(96), number(100), number(104)], first);
    let obj = String::from_utf8(write(SolidFormat::Obj)).unwrap();
    let lines = |start: &str| obj.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(
        [lines("v "), lines("f ")],
        [solid.points.len(), solid.faces()]
    );
    let [a, b, c] = solid.faces[0].map(|at| at + 1);
    assert!(obj.contains(&format!("\nf {a} {b} {c}\n")));
}

#[test]
fn ending_of_a_name_is_its_format() {
    assert_eq!(SolidFormat::of("a.b.STL"), Some(SolidFormat::Stl));
    assert_eq!(SolidFormat::of("mesh.obj"), Some(SolidFormat::Obj));
    assert_eq!(SolidFormat::of("mesh.ply"), None);
    assert_eq!(SolidFormat::of("stl"), None);
}

#[test]
fn shown_model_has_the_size_of_the_scene() {
    let scene = of(|scene| scene.spheres.push(sphere(1.0)));
    let solid = Solid::of_scene(&scene, &SolidOptions::default()).unwrap();
    let shown = solid.shown(&MATERIAL);
    assert_eq!(shown.len(), solid.faces());
    let highest = shown.iter().flat_map(|it| it.corners);
    let highest = highest.map(|it| it.position[0]).fold(0.0, f32::max);
    assert!((highest - 2.0).abs() < 0.01, "{highest}");
}

/// The surface of a function on a grid around the origin.
fn level(count: usize, side: f64, at: impl Fn([f64; 3]) -> f64, level: f64) -> Solid {
    let step = 2.0 * side / (count - 1) as f64;
    let place = |index: usize| {
        let steps = [index % count, index / count % count, index / count / count];
        steps.map(|steps| steps as f64 * step - side)
    };
    let all = count * count * count;
    let values: Vec<f64> = (0..all).map(|index| at(place(index))).collect();
    let grid = LevelGrid {
        values: &values,
        count,
        origin: [-side; 3],
        step,
    };
    let faces = grid.surface(level).unwrap();
    let scene = of(|scene| scene.triangles = triangles(&faces, &MATERIAL));
    solid(&scene, &SolidOptions::default())
}

#[test]
fn surface_of_a_function_is_closed() {
    let ball = |[x, y, z]: [f64; 3]| x * x + y * y + z * z;
    let solid = level(41, 1.5, ball, 1.0);
    check_volume(&solid, 4.0 / 3.0 * PI, 0.01);
    // The surface goes through points of the grid.
    let cross = level(21, 1.0, |[x, y, z]| x.abs() + y.abs() + z.abs(), 0.5);
    check_volume(&cross, 4.0 / 3.0 * 0.125, 0.01);
    // The surface ends where the function has no value.
    let half = level(
        21,
        1.5,
        |it| if it[0] > 0.1 { f64::NAN } else { ball(it) },
        1.0,
    );
    check_closed(&half);
}

#[test]
fn surface_is_cut_off_at_a_sphere() {
    let square = surface([9, 9], Topology::default(), |x, y| {
        [2.0 * x - 1.0, 2.0 * y - 1.0, 0.0]
    });
    let corner = |it: &Vertex| it.position.map(f64::from);
    let faces: Vec<[[f64; 3]; 3]> = square
        .iter()
        .map(|it| [0, 1, 2].map(|at| dehomogenized(corner(&it.corners[at]))))
        .collect();
    let kept = clip(&faces, [0.0; 3], 0.9);
    let scene = of(|scene| scene.triangles = triangles(&kept, &MATERIAL));
    let options = SolidOptions {
        has_round_rims: false,
        ..SolidOptions::default()
    };
    check_volume(&solid(&scene, &options), PI * 0.81 * 0.2, 0.05);
    assert!(clip(&faces, [5.0; 3], 1.0).is_empty());
}
