//! The scenes that the builtins of Cindy3D record: the same as the plugin of CindyJS sends to WebGL.
#![allow(clippy::unwrap_used)]

mod support;

use std::sync::Arc;

use cindyscript_interpreter::Interpreter;
use cindyscript_interpreter::display::PictureInSpace;
use cindyscript_space::{Frame, Light, Motion, SpaceCamera, SpaceScene};

/// The pictures in space of a script that has no errors.
#[track_caller]
fn pictures(script: &str) -> Vec<PictureInSpace> {
    let outcome = support::run(script);
    assert!(outcome.errors.is_empty(), "{script}: {:?}", outcome.errors);
    outcome.interpreter.pictures_in_space().collect()
}

/// The picture of a script between `begin3d` and `end3d`.
#[track_caller]
fn picture(script: &str) -> PictureInSpace {
    let mut pictures = pictures(&format!("begin3d(); {script}; end3d()"));
    assert_eq!(pictures.len(), 1);
    pictures.remove(0)
}

#[track_caller]
fn scene(script: &str) -> Arc<SpaceScene> {
    picture(script).scene
}

/// The camera of the first picture in space.
fn camera(interpreter: &Interpreter) -> SpaceCamera {
    interpreter.pictures_in_space().next().unwrap().camera
}

/// The messages of a script.
fn messages(script: &str) -> Vec<String> {
    let errors = support::run(script).errors.into_iter();
    errors.map(|error| error.message).collect()
}

/// The spheres of a scene: centre, radius, colour, alpha, shininess.
#[track_caller]
fn spheres(script: &str, expected: &[&str]) {
    let scene = scene(script);
    let lines = scene.spheres.iter().map(|sphere| {
        let material = sphere.material;
        format!(
            "{:?} r {} {:?} {} {}",
            sphere.centre, sphere.radius, material.colour, material.alpha, material.shininess
        )
    });
    assert_eq!(lines.collect::<Vec<_>>(), expected, "{script}");
}

/// The rods of a scene: the ends, radius and colour.
#[track_caller]
fn rods(script: &str, expected: &[&str]) {
    let scene = scene(script);
    let lines = scene.rods.iter().map(|rod| {
        let [[a, b, c, _], [d, e, f, _]] = rod.ends;
        let colour = rod.material.colour;
        format!("{a} {b} {c} to {d} {e} {f} r {} {colour:?}", rod.radius)
    });
    assert_eq!(lines.collect::<Vec<_>>(), expected, "{script}");
}

/// The triangles of a scene: the first two coordinates of each corner, and the last ones where they are
/// not 1.
#[track_caller]
fn triangles(script: &str, expected: &[&str]) {
    let scene = scene(script);
    let lines = scene.triangles.iter().map(|triangle| {
        let corners = triangle.corners.map(|corner| match corner.position {
            [x, y, _, 1.0] => format!("{x} {y}"),
            [x, y, _, w] => format!("{x} {y} / {w}"),
        });
        corners.join(", ")
    });
    assert_eq!(lines.collect::<Vec<_>>(), expected, "{script}");
}

#[test]
fn points_are_spheres_of_the_size_of_points() {
    spheres(
        "draw3d([1, 2, 3])",
        &["[1.0, 2.0, 3.0, 1.0] r 0.05 [1.0, 0.0, 0.0] 1 60"],
    );
    spheres(
        "size3d(2); color3d([0, 0, 2]); shininess3d(200); draw3d([1])",
        &["[1.0, 0.0, 0.0, 1.0] r 0.1 [0.0, 0.0, 1.0] 1 128"],
    );
    spheres(
        "draw3d([1, 2, 3, 4, 5], color -> 0.25, alpha -> 0.5, shininess -> 7, size -> 20)",
        &["[1.0, 2.0, 3.0, 4.0] r 1 [0.25, 0.25, 0.25] 0.5 7"],
    );
}

#[test]
fn spheres_look_like_surfaces() {
    spheres(
        "alpha3d(0.25); surfaceshininess3d(3); drawsphere3d([0, 0, 0], 2)",
        &["[0.0, 0.0, 0.0, 1.0] r 2 [0.0, 1.0, 0.0] 0.25 3"],
    );
    spheres(
        "surfacecolor3d([1, 1, 0]); surfacealpha3d(-1); drawsphere3d([0, 0, 0], 2, size -> 7)",
        &["[0.0, 0.0, 0.0, 1.0] r 2 [1.0, 1.0, 0.0] 0 60"],
    );
}

#[test]
fn invalid_colour_changes_no_default_and_is_grey_in_a_modifier() {
    spheres(
        "color3d([1, 0]); draw3d([0, 0, 0]); draw3d([0, 0, 0], color -> \"red\")",
        &[
            "[0.0, 0.0, 0.0, 1.0] r 0.05 [1.0, 0.0, 0.0] 1 60",
            "[0.0, 0.0, 0.0, 1.0] r 0.05 [0.5, 0.5, 0.5] 1 60",
        ],
    );
}

#[test]
fn defaults_of_points_and_lines_are_apart() {
    spheres(
        "pointcolor3d([0, 1, 1]); pointsize3d(3); pointshininess3d(1); linesize3d(9); draw3d([0, 0, 0])",
        &["[0.0, 0.0, 0.0, 1.0] r 0.15 [0.0, 1.0, 1.0] 1 1"],
    );
    rods(
        "linecolor3d([0, 1, 1]); linesize3d(3); pointsize3d(9); draw3d([0, 0, 0], [1, 2, 3])",
        &["0 0 0 to 1 2 3 r 0.15 [0.0, 1.0, 1.0]"],
    );
    let shiny = scene("lineshininess3d(9); draw3d([0, 0, 0], [1, 2, 3])");
    assert_eq!(shiny.rods[0].material.shininess, 9.0);
}

#[test]
fn negative_size_changes_nothing() {
    rods(
        "size3d(-1); draw3d([0, 0, 0], [1, 0, 0])",
        &["0 0 0 to 1 0 0 r 0.05 [0.0, 0.0, 1.0]"],
    );
}

#[test]
fn gsave3d_and_grestore3d_keep_all_looks() {
    spheres(
        "gsave3d(); color3d([0, 1, 0]); size3d(2); grestore3d(); draw3d([0, 0, 0])",
        &["[0.0, 0.0, 0.0, 1.0] r 0.05 [1.0, 0.0, 0.0] 1 60"],
    );
    spheres(
        "color3d([0, 1, 0]); grestore3d(); draw3d([0, 0, 0])",
        &["[0.0, 0.0, 0.0, 1.0] r 0.05 [1.0, 0.0, 0.0] 1 60"],
    );
}

#[test]
fn paths_are_rods() {
    let points = "[[0, 0, 0], [1, 0, 0], [1, 1, 0]]";
    let blue = "r 0.05 [0.0, 0.0, 1.0]";
    let there = [
        format!("0 0 0 to 1 0 0 {blue}"),
        format!("1 0 0 to 1 1 0 {blue}"),
    ];
    let back = format!("1 1 0 to 0 0 0 {blue}");
    rods(&format!("connect3d({points})"), &[&there[0], &there[1]]);
    rods(
        &format!("drawpoly3d({points})"),
        &[&back, &there[0], &there[1]],
    );
    rods("connect3d([[0, 0, 0]]); drawpoly3d([])", &[]);
}

#[test]
fn polygons_are_triangles() {
    triangles("fillpoly3d([[0, 0], [1, 0], [0, 1]])", &["0 0, 1 0, 0 1"]);
    triangles(
        "fillpoly3d([[0, 0], [1, 0], [1, 1], [0, 1]])",
        &["0 0, 1 0, 0 1", "0 1, 1 0, 1 1"],
    );
    triangles(
        "fillpoly3d([[0, 0], [1, 0], [2, 1], [1, 2], [0, 1]])",
        &[
            "0 1, 0 0, 4 4 / 5",
            "0 0, 1 0, 4 4 / 5",
            "1 0, 2 1, 4 4 / 5",
            "2 1, 1 2, 4 4 / 5",
            "1 2, 0 1, 4 4 / 5",
        ],
    );
    triangles("fillpoly3d([[0, 0]])", &[]);
}

#[test]
fn polygon_takes_a_normal_for_each_corner() {
    let scene = scene("fillpoly3d([[0, 0], [1, 0], [0, 1]], [[1, 2, 3], [4], [5, 6]])");
    let normals = scene.triangles[0].corners.map(|corner| corner.normal);
    assert_eq!(normals, [[1.0, 2.0, 3.0], [4.0, 0.0, 0.0], [5.0, 6.0, 0.0]]);
    triangles("fillpoly3d([[0, 0], [1, 0], [0, 1]], [[1, 2, 3]])", &[]);
}

#[test]
fn triangle_takes_colours_and_normals() {
    let script = "triangle3d([[0, 0], [1, 0], [0, 1]], alpha -> 0.5, colors -> [0, [1, 0, 0], 1], \
                  normals -> [[1], [2], [3]])";
    let scene = scene(script);
    let corners = scene.triangles[0].corners;
    assert_eq!(
        corners.map(|it| it.colour),
        [[0.0; 3], [1.0, 0.0, 0.0], [1.0; 3]]
    );
    assert_eq!(corners.map(|it| it.normal[0]), [1.0, 2.0, 3.0]);
    assert_eq!(scene.triangles[0].alpha, 0.5);
    triangles("triangle3d([[0, 0], [1, 0]])", &[]);
    triangles("triangle3d([[0, 0], [1, 0], [0, 1]], colors -> [0])", &[]);
}

const POINTS: &str = "[[0, 0], [1, 0], [0, 1], [1, 1]]";

#[test]
fn mesh_has_two_triangles_for_each_face() {
    let open = ["0 0, 1 0, 0 1", "0 1, 1 0, 1 1"];
    triangles(&format!("mesh3d(2, 2, {POINTS})"), &open);
    let rows = ["1 0, 0 0, 1 1", "1 1, 0 0, 0 1"];
    triangles(
        &format!("mesh3d(2, 2, {POINTS}, topology -> \"closeRows\")"),
        &[open, rows].concat(),
    );
    let columns = ["0 1, 1 1, 0 0", "0 0, 1 1, 1 0"];
    triangles(
        &format!("mesh3d(2, 2, {POINTS}, topology -> \"closecolumns\")"),
        &[open, columns].concat(),
    );
    let both = scene(&format!(
        "mesh3d(2, 2, {POINTS}, topology -> \"closeboth\")"
    ));
    assert_eq!(both.triangles.len(), 8);
}

#[test]
fn mesh_has_normals_by_face_by_vertex_or_as_given() {
    let normals = |more: &str| {
        let scene = scene(&format!("mesh3d(2, 2, {POINTS}{more})"));
        scene.triangles[0].corners.map(|corner| corner.normal)
    };
    assert_eq!(normals(""), [[0.0, 0.0, -4.0]; 3]);
    assert_eq!(
        normals(", normaltype -> \"perVertex\""),
        [[0.0, 0.0, 4.0]; 3]
    );
    let given = normals(", [[1], [2], [3], [4]]");
    assert_eq!(given.map(|normal| normal[0]), [1.0, 2.0, 3.0]);
}

#[test]
fn mesh_has_colours_by_vertex_or_face_with_smooth_normals_only() {
    let colours = |more: &str| {
        let scene = scene(&format!(
            "mesh3d(2, 2, {POINTS}, colors -> [0, 0.5, 1, 0]{more})"
        ));
        scene.triangles[0].corners.map(|corner| corner.colour[0])
    };
    assert_eq!(colours(", normaltype -> \"pervertex\""), [0.0, 0.5, 1.0]);
    let by_face = ", normaltype -> \"pervertex\", colortype -> \"perface\"";
    assert_eq!(colours(by_face), [0.0; 3]);
    // Green.
    assert_eq!(colours(""), [0.0; 3]);
}

#[test]
fn mesh_without_columns_has_no_faces_however_many_rows() {
    assert_eq!(scene("mesh3d(10^18, 0, [])").shapes(), 0);
    assert_eq!(scene("mesh3d(0, 10^18, [])").shapes(), 0);
}

#[test]
fn modifier_that_is_no_number_changes_nothing() {
    spheres(
        "draw3d([0, 0, 0], alpha -> \"x\", shininess -> [1])",
        &["[0.0, 0.0, 0.0, 1.0] r 0.05 [1.0, 0.0, 0.0] 1 60"],
    );
}

#[test]
fn component_of_a_colour_that_is_no_number_is_0() {
    spheres(
        "color3d([1, \"a\", 0.5]); draw3d([0, 0, 0])",
        &["[0.0, 0.0, 0.0, 1.0] r 0.05 [1.0, 0.0, 0.5] 1 60"],
    );
}

#[test]
fn shapes_of_the_last_begin3d_are_shown() {
    let spheres = |script: &str| pictures(script)[0].scene.spheres.len();
    assert_eq!(
        spheres("begin3d(); draw3d([0, 0, 0]); begin3d(); end3d()"),
        0
    );
    assert_eq!(
        spheres("begin3d(); draw3d([0, 0, 0]); end3d(); begin3d()"),
        1
    );
    assert!(pictures("begin3d(); draw3d([0, 0, 0])").is_empty());
}

#[test]
fn canvases_have_names() {
    let pictures = pictures("begin3d(name -> \"B\"); end3d(); begin3d(name -> 1); end3d()");
    let names: Vec<&str> = pictures.iter().map(|picture| &*picture.canvas).collect();
    assert_eq!(names, ["B", "Cindy3D"]);
}

#[test]
fn settings_of_a_canvas_are_those_of_its_first_begin3d() {
    let script = "begin3d(antialias -> false, supersample -> 2.5); begin3d(); end3d()";
    let scene = &pictures(script)[0].scene;
    assert!(!scene.antialias);
    assert_eq!(scene.supersample, 2);
}

#[test]
fn background_and_lights_stay() {
    let script = "begin3d(); background3d(0); ambientlight3d([0, 0.5, 1]); disablelight3d(0); \
                  begin3d(); end3d()";
    let scene = &pictures(script)[0].scene;
    assert_eq!(scene.background, [0.0; 3]);
    assert_eq!(scene.ambient, [0.0, 0.5, 1.0]);
    assert_eq!(scene.lights, [None]);
}

#[test]
fn lights_have_places_colours_and_frames() {
    let scene = scene(
        "pointlight3d(0); directionallight3d(1, direction -> [1, 2], diffuse -> 0.5); \
         spotlight3d(3, position -> [1, 2, 3], cutoffangle -> 0, exponent -> 2, frame -> \"world\", \
         specular -> [0, 0, 1])",
    );
    assert_eq!(scene.lights.len(), 4);
    assert_eq!(scene.lights[0], Some(Light::default()));
    let far = scene.lights[1].as_ref().unwrap();
    assert_eq!(far.position, [1.0, 2.0, 0.0, 0.0]);
    assert_eq!(far.diffuse, [0.5; 3]);
    assert_eq!(scene.lights[2], None);
    let light = scene.lights[3].as_ref().unwrap();
    assert_eq!(
        (light.frame, light.specular),
        (Frame::World, [0.0, 0.0, 1.0])
    );
    let spot = light.spot.as_ref().unwrap();
    assert_eq!(spot.direction, [0.0, -1.0, 0.0, 0.0]);
    assert_eq!((spot.cosine, spot.exponent), (1.0, 2.0));
}

#[test]
fn camera_is_where_the_script_puts_it() {
    let mut camera = SpaceCamera::default();
    camera.look_at([1.0, 2.0, 3.0], [0.0; 3], [0.0, 0.0, 1.0]);
    camera.half_angle = 0.5;
    camera.depth_range = [1.0, 9.0];
    let script =
        "lookat3d([2, 4, 6, 2], [0, 0, 0], [0, 0, 1]); fieldofview3d(0.5); depthrange3d(1, 9)";
    assert_eq!(picture(script).camera, camera);
    let kept = "; lookat3d(1, [0], [1]); fieldofview3d(\"a\"); depthrange3d(2, 1)";
    assert_eq!(picture(&format!("{script}{kept}")).camera, camera);
    assert_eq!(picture("fieldofview3d(9)").camera.half_angle, 3.13);
}

#[test]
fn camera_that_is_moved_stays_until_the_script_moves_it() {
    let script = "begin3d(); end3d()";
    let mut interpreter = support::run(script).interpreter;
    interpreter.move_camera("Cindy3D", Motion::Approach(2.0));
    let moved = camera(&interpreter);
    assert_ne!(moved, SpaceCamera::default());
    let mut interpreter = support::run_in(interpreter).interpreter;
    assert_eq!(camera(&interpreter), moved);
    assert_eq!(interpreter.moved_cameras().count(), 1);
    interpreter.reset_cameras();
    assert_eq!(camera(&interpreter), SpaceCamera::default());
    assert_eq!(interpreter.moved_cameras().count(), 0);
}

#[test]
fn camera_that_is_moved_keeps_only_its_place() {
    let mut before = support::run("begin3d(); fieldofview3d(2); end3d()").interpreter;
    before.move_camera("Cindy3D", Motion::Orbit([10.0, 0.0]));
    let mut after = support::load("test.cindyscript", "begin3d(); end3d()");
    after.set_cameras(before.moved_cameras().collect());
    let mut after = support::run_in(after).interpreter;
    let moved = camera(&after);
    assert_eq!(moved.pose, camera(&before).pose);
    assert_eq!(moved.half_angle, SpaceCamera::default().half_angle);
    after.reset_cameras();
    assert_eq!(camera(&after), SpaceCamera::default());
    // A script changes the angle after the user has moved the camera.
    let script = "begin3d(); if(n > 0, fieldofview3d(1)); n = 1; end3d()";
    let mut interpreter = support::run(script).interpreter;
    interpreter.move_camera("Cindy3D", Motion::Orbit([10.0, 0.0]));
    let mut interpreter = support::run_in(interpreter).interpreter;
    interpreter.reset_cameras();
    let reset = camera(&interpreter);
    assert_eq!(reset.half_angle, 1.0);
    assert_eq!(reset.pose, SpaceCamera::default().pose);
}

#[test]
fn functions_that_do_nothing_do_nothing() {
    let scene = scene("renderhints3d(); fillcircle3d([0, 0, 0], [0, 0, 1], 1)");
    assert_eq!(scene.shapes(), 0);
}

#[test]
fn drawing_outside_of_begin3d_is_reported() {
    let expected = ["call `begin3d()` before, and `end3d()` after it"];
    for script in [
        "draw3d([0, 0, 0])",
        "color3d(1)",
        "end3d()",
        "gsave3d()",
        "mesh3d(0, 0, [])",
    ] {
        assert_eq!(messages(script), expected, "{script}");
    }
}

#[test]
fn invalid_points_are_reported() {
    for (script, expected) in [
        ("draw3d(1)", "a point in space is a list of three numbers"),
        (
            "connect3d([[0, 0, 0], 1])",
            "a point in space is a list of three numbers",
        ),
        ("fillpoly3d(1)", "this takes a list of points in space"),
        (
            "mesh3d(2, 2, [[0]])",
            "a grid has as many points as rows times columns",
        ),
        (
            "pointlight3d(-1)",
            "the index of a light is a whole number from 0 to 31",
        ),
    ] {
        let script = format!("begin3d(); {script}; end3d()");
        assert_eq!(messages(&script), [expected], "{script}");
    }
}

#[test]
fn too_many_shapes_are_left_out() {
    let script =
        "begin3d(); p = [0, 0, 0]; l = apply(1..50000, p); repeat(30, connect3d(l)); end3d()";
    let outcome = support::run(script);
    assert_eq!(outcome.errors.len(), 1, "{:?}", outcome.errors);
    let message = "too much is drawn in space; the rest is left out";
    assert_eq!(outcome.errors[0].message, message);
    let scene = outcome
        .interpreter
        .pictures_in_space()
        .next()
        .unwrap()
        .scene;
    assert!(scene.shapes() > 900_000 && scene.shapes() <= cindyscript_space::MAX_SHAPES);
}

#[test]
fn texture_makes_places_of_colours() {
    let script = "createimage(\"t\", 2, 2); begin3d(); mesh3d(2, 2, [[0, 0], [1, 0], [0, 1], [1, 1]], \
                  normaltype -> \"pervertex\", texture -> \"t\", uv -> [[0, 0], [1, 0.5], [0, 2, 4], [1]]); \
                  end3d()";
    let picture = pictures(script).remove(0);
    assert!(picture.scene.is_textured);
    assert!(picture.texture.is_some());
    let places = picture.scene.triangles[0]
        .corners
        .map(|corner| corner.colour);
    assert_eq!(places, [[0.0, 0.0, 1.0], [1.0, 0.5, 1.0], [0.0, 2.0, 4.0]]);
}
