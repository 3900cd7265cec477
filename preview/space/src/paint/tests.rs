//! Pictures of small scenes.

use super::lens::Lens;
use super::{Painter, is_affordable, paint};
use crate::camera::SpaceCamera;
use crate::mipmap::Mipmap;
use crate::scene::{Material, Rod, SpaceScene, Sphere, Triangle, Vertex};

const SIZE: [u32; 2] = [64, 48];

fn material(alpha: f32) -> Material {
    Material {
        colour: [1.0, 0.0, 0.0],
        alpha,
        shininess: 0.0,
    }
}

fn sphere(centre: [f32; 3], radius: f32, alpha: f32) -> Sphere {
    let [x, y, z] = centre;
    Sphere {
        centre: [x, y, z, 1.0],
        radius,
        material: material(alpha),
    }
}

fn triangle(corners: [[f32; 4]; 3], colour: [f32; 3]) -> Triangle {
    let corner = |position| Vertex {
        position,
        normal: [0.0, 0.0, 1.0],
        colour,
    };
    Triangle {
        corners: corners.map(corner),
        alpha: 1.0,
        shininess: 0.0,
    }
}

/// A triangle perpendicular to the default direction of sight, that fills the picture.
fn wall(z: f32, colour: [f32; 3]) -> Triangle {
    let corners = [[-30.0, -10.0], [30.0, -10.0], [0.0, 40.0]];
    triangle(corners.map(|[x, y]| [x, y, z, 1.0]), colour)
}

fn pixel(scene: &SpaceScene, [x, y]: [usize; 2]) -> [u8; 4] {
    let pixels = paint(scene, &SpaceCamera::default(), None, SIZE);
    assert_eq!(pixels.len(), 4 * 64 * 48);
    let at = 4 * (64 * y + x);
    [pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]]
}

const MIDDLE: [usize; 2] = [32, 24];
const CORNER: [usize; 2] = [0, 0];
const WHITE: [u8; 4] = [255; 4];

#[test]
fn picture_without_shapes_is_the_background() {
    let scene = SpaceScene {
        background: [0.0, 0.0, 1.0],
        ..SpaceScene::default()
    };
    assert_eq!(pixel(&scene, CORNER), [0, 0, 255, 255]);
    assert!(paint(&scene, &SpaceCamera::default(), None, [0, 5]).is_empty());
}

#[test]
fn sphere_is_brightest_in_its_middle() {
    let scene = SpaceScene {
        spheres: vec![sphere([0.0; 3], 1.0, 1.0)],
        ..SpaceScene::default()
    };
    assert_eq!(pixel(&scene, MIDDLE), [255, 0, 0, 255]);
    assert!(pixel(&scene, [38, 24])[0] < 240);
    assert_eq!(pixel(&scene, CORNER), WHITE);
}

#[test]
fn rod_has_round_ends() {
    let scene = SpaceScene {
        rods: vec![Rod {
            ends: [[-1.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0]],
            radius: 0.5,
            material: material(1.0),
        }],
        ..SpaceScene::default()
    };
    assert_eq!(pixel(&scene, MIDDLE), [254, 0, 0, 255]);
    // The end of the axis is 12 pixels from the middle, that of the rod 6 more.
    assert_ne!(pixel(&scene, [48, 24]), WHITE);
    assert_eq!(pixel(&scene, [48, 28]), WHITE);
}

#[test]
fn rod_seen_along_its_axis_has_a_middle() {
    for ends in [[0.0, 1.0], [1.0, 0.0]] {
        let scene = |alpha| SpaceScene {
            rods: vec![Rod {
                ends: ends.map(|z| [0.0, 0.0, z, 1.0]),
                radius: 0.5,
                material: material(alpha),
            }],
            background: [0.0; 3],
            ..SpaceScene::default()
        };
        let middle = |alpha| {
            let pixels = paint(&scene(alpha), &SpaceCamera::default(), None, [65, 49]);
            pixels[4 * (65 * 24 + 32)..][..4].to_vec()
        };
        assert_eq!(middle(1.0), [255, 0, 0, 255]);
        // As much as a sphere covers that is painted three times.
        assert_eq!(middle(0.5)[1..3], [0, 0]);
    }
}

#[test]
fn nearest_triangle_hides_the_others() {
    let (near, far) = (wall(1.0, [0.0, 1.0, 0.0]), wall(0.0, [1.0, 0.0, 0.0]));
    for triangles in [vec![near, far], vec![far, near]] {
        let scene = SpaceScene {
            triangles,
            ..SpaceScene::default()
        };
        assert_eq!(pixel(&scene, MIDDLE), [0, 255, 0, 255]);
    }
}

#[test]
fn edges_are_smooth_unless_antialias_is_off() {
    let corners = [
        [0.0, -1.0, 0.0, 1.0],
        [1.0, 1.0, 0.0, 1.0],
        [-1.0, 1.0, 0.0, 1.0],
    ];
    let shades = |antialias| {
        let scene = SpaceScene {
            triangles: vec![triangle(corners, [0.0; 3])],
            antialias,
            ..SpaceScene::default()
        };
        let pixels = paint(&scene, &SpaceCamera::default(), None, SIZE);
        pixels
            .chunks(4)
            .filter(|it| !matches!(it[0], 0 | 255))
            .count()
    };
    assert!(shades(true) > 20);
    assert_eq!(shades(false), 0);
}

#[test]
fn triangle_behind_the_camera_ends_at_it() {
    let floor = [
        [-50.0, -1.0, -90.0, 1.0],
        [50.0, -1.0, -90.0, 1.0],
        [0.0, -1.0, 90.0, 1.0],
    ];
    let scene = SpaceScene {
        triangles: vec![triangle(floor, [0.0; 3])],
        ..SpaceScene::default()
    };
    assert_eq!(pixel(&scene, [32, 47]), [0, 0, 0, 255]);
    assert_eq!(pixel(&scene, CORNER), WHITE);
}

#[test]
fn translucent_shapes_are_painted_three_times_on_each_side() {
    let scene = SpaceScene {
        spheres: vec![sphere([0.0; 3], 1.0, 0.5)],
        background: [0.0; 3],
        ..SpaceScene::default()
    };
    // Colours come close to that of the sphere, alpha to the sphere's: as in Cindy3D, the page shines
    // through. No colour is brighter than its alpha.
    assert_eq!(pixel(&scene, MIDDLE), [129, 0, 0, 129]);
}

#[test]
fn shapes_that_are_no_numbers_are_not_seen() {
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0] {
        let mut bad = wall(0.0, [0.0; 3]);
        bad.corners[1].position = [value; 4];
        let scene = SpaceScene {
            spheres: vec![sphere([0.0; 3], value, 1.0), sphere([value; 3], 1.0, 1.0)],
            rods: vec![Rod {
                ends: [[value; 4], [1.0; 4]],
                radius: value,
                material: material(value),
            }],
            triangles: vec![bad],
            background: [f64::from(value); 3],
            ..SpaceScene::default()
        };
        assert_eq!(
            paint(&scene, &SpaceCamera::default(), None, SIZE).len(),
            4 * 64 * 48
        );
    }
    let mut camera = SpaceCamera::default();
    camera.look_at([0.0; 3], [0.0; 3], [0.0; 3]);
    let scene = SpaceScene {
        triangles: vec![wall(0.0, [0.0; 3])],
        ..SpaceScene::default()
    };
    assert_eq!(paint(&scene, &camera, None, SIZE)[..4], WHITE);
}

#[test]
fn texture_lies_on_triangles() {
    let mut textured = wall(0.0, [0.0; 3]);
    // The place in the texture grows by 1 from left to right at the corners.
    for (corner, u) in textured.corners.iter_mut().zip([0.0, 1.0, 0.5]) {
        corner.colour = [u, 0.5, 1.0];
    }
    let scene = SpaceScene {
        triangles: vec![textured],
        is_textured: true,
        ..SpaceScene::default()
    };
    assert_eq!(pixel(&scene, MIDDLE), WHITE);
    let pixels = [[0, 0, 255, 255], [255, 0, 0, 255]].concat();
    let texture = Mipmap::new([2, 1], &pixels).expect("a texture");
    let pixels = paint(&scene, &SpaceCamera::default(), Some(&texture), SIZE);
    let [left, right] = [0, 63].map(|x| &pixels[4 * (64 * 24 + x)..][..4]);
    assert!(left[2] > left[0], "{left:?}");
    assert!(right[0] > right[2], "{right:?}");
}

#[test]
fn supersampled_picture_is_smooth_and_opaque() {
    let scene = SpaceScene {
        spheres: vec![sphere([0.0; 3], 1.0, 0.5)],
        background: [0.0; 3],
        supersample: 4,
        ..SpaceScene::default()
    };
    let pixels = paint(&scene, &SpaceCamera::default(), None, SIZE);
    assert!(pixels.chunks(4).all(|pixel| pixel[3] == 255));
    let shades = pixels.chunks(4).filter(|it| (1..100).contains(&it[0]));
    assert!(shades.count() > 30);
}

#[test]
fn shapes_that_would_take_too_long_are_left_out() {
    let scene = |count| SpaceScene {
        spheres: vec![sphere([0.0; 3], 4.0, 0.5); count],
        ..SpaceScene::default()
    };
    let camera = SpaceCamera::default();
    assert!(is_affordable(&scene(20), &camera, [500, 500]));
    assert!(!is_affordable(&scene(20_000), &camera, [500, 500]));
    assert!(is_affordable(&scene(1_000), &camera, SIZE));
    let scene = scene(1_000_000);
    let painter = Painter::new(&scene, None, Lens::new(&camera, SIZE));
    assert_eq!(painter.spheres[0], 0..48);
    assert!(painter.spheres[999_999].is_empty());
}
