//! Colorplots in the coordinate systems that scripts make by `translate`, `scale` and `rotate`.

use super::*;
use crate::exact::nearest;
use crate::frame::PlotDraw;

/// Returns the first colorplot of a script on 500 by 500 pixels from -4 to 4.
fn plot(script: &str) -> PlotDraw {
    let page = format!(
        r#"<canvas id="c"></canvas>
<script id="csdraw" type="text/x-cindyscript">{script}</script>
<script>CindyJS({{scripts: "cs*", ports: [{{id: "c", width: 500, height: 500,
  transform: [{{visibleRect: [-4, 4, 4, -4]}}]}}]}});</script>"#
    );
    let canvas = Canvas {
        device: [500, 500],
        scale: 1.0,
    };
    let mut session = Session::new(source(&page), canvas, services(), 0, 0.0);
    let frame = session.frame(0.0);
    assert_eq!(frame.errors, [], "{script}");
    frame.plots().next().cloned().expect("there is a plot")
}

/// Checks the edges of what is painted, and the coordinates at a pixel.
#[track_caller]
fn check(script: &str, [left, top, right, bottom]: [u32; 4], pixel: [f64; 2], place: [f64; 2]) {
    let PlotDraw {
        region,
        frame,
        centre,
        ..
    } = plot(script);
    let expected = Region {
        x: left,
        y: top,
        width: right - left,
        height: bottom - top,
    };
    assert_eq!(region, expected, "{script}");
    let at = |[x, y]: [f64; 2]| [frame.world_x, frame.world_y].map(|[a, b, c]| a * x + b * y + c);
    let near = |[a, b]: [f64; 2], [c, d]: [f64; 2]| (a - c).hypot(b - d) < 1e-3;
    assert!(near(at(pixel), place), "{script}: {:?}", at(pixel));
    let centre = centre.each_ref().map(nearest);
    assert!(near(centre, at([250.0; 2])), "{script}: {centre:?}");
}

#[test]
fn colorplot_of_the_world_is_where_the_world_is() {
    check(
        "colorplot([#.x, 0, 0], [-1, -1], [1, 1])",
        [188, 188, 313, 313],
        [312.5, 250.0],
        [1.0, 0.0],
    );
}

#[test]
fn colorplot_after_translate_or_scale_moves_with_the_coordinates() {
    check(
        "translate([1, 0]); colorplot([#.x, 0, 0], [-1, -1], [1, 1])",
        [250, 188, 375, 313],
        [312.5, 250.0],
        [0.0, 0.0],
    );
    check(
        "translate([1, 0]); scale(0.5); colorplot([#.x, 0, 0], [2, 2], [0, -2])",
        [313, 188, 375, 313],
        [375.0, 187.5],
        [2.0, 2.0],
    );
    let all = [0, 0, 500, 500];
    check(
        "translate([1, 0]); colorplot([#.x, 0, 0])",
        all,
        [0.0, 500.0],
        [-5.0, -4.0],
    );
    check(
        "gsave(); translate([1, 0]); grestore(); colorplot([#.x, 0, 0])",
        all,
        [0.0, 500.0],
        [-4.0, -4.0],
    );
}

#[test]
fn colorplot_after_rotate_turns_with_the_coordinates() {
    let half = 0.5 * f64::sqrt(3.0);
    check(
        "rotate(30°); colorplot([#.x, 0, 0])",
        [0, 0, 500, 500],
        [312.5, 250.0],
        [half, -0.5],
    );
}

/// The numbers are those of CindyGL's picture.
#[test]
fn rectangle_after_rotate_is_level_as_in_cindygl() {
    let script = "rotate(30°); colorplot([#.x, 0, 0], [-1, -1], [1, 1])";
    let edges = [79, 204, 421, 296];
    check(script, edges, [79.247, 295.753], [-1.0, -1.0]);
    check(script, edges, [420.753, 295.753], [1.0, -1.0]);
    check(script, edges, [79.247, 204.247], [-1.0, -0.464]);
}

#[test]
fn image_of_a_colorplot_lies_on_the_lower_corners_of_the_system() {
    let view = plot("translate([1, 0]); scale(2); colorplot([#.x, 0, 0])")
        .frame
        .view;
    assert_eq!(view, [[-2.5, -2.0], [1.5, -2.0]]);
}
