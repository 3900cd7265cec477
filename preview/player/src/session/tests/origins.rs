//! Where in the text stands what paints at a place.

use super::*;

/// What of a script, which draws on a canvas of 80 by 60 CSS pixels, from -4 to 4 and from -3 to 3,
/// paints at places, in CSS pixels.
fn painters(script: &str, places: &[[f64; 2]]) -> Vec<String> {
    let page = format!(
        "<canvas id=\"c\"></canvas>\
         <script id=\"csdraw\" type=\"text/x-cindyscript\">{script}</script>\
         <script>CindyJS({{scripts: \"cs*\", ports: [{{id: \"c\", width: 80, height: 60, \
         transform: [{{visibleRect: [-4, 3, 4, -3]}}]}}], geometry: [\
         {{name: \"A\", type: \"Free\", pos: [-3.5, -2.5]}}]}});</script>"
    );
    let canvas = Canvas::new([80.0, 60.0], 2.0);
    let mut session = Session::new(source(&page), canvas, services(), 0, 0.0);
    let frame = session.frame(0.0);
    let found = places.iter().map(|at| {
        let range = session.source_at(&frame, *at, None);
        range.map_or_else(String::new, |range| page[range].to_owned())
    });
    found.collect()
}

const MIDDLE: [f64; 2] = [40.0, 30.0];

#[test]
fn of_several_drawings_the_one_in_front_is_found() {
    let script = "colorplot(1); fillcircle((0, 0), 2); fillpoly([[0, 0], [2, 0], [2, 2]]); \
                  draw([-4, 1], [4, 1]); draw((-3, 2));";
    let places = [
        [32.0, 35.0],
        // In the triangle, and just outside of it.
        [55.0, 27.0],
        [55.0, 32.0],
        // On the line, and beside it.
        [70.0, 20.0],
        [70.0, 23.0],
        [70.0, 27.0],
        [10.0, 10.0],
        // The construction lies over all of them.
        [5.0, 55.0],
    ];
    let found = painters(script, &places);
    let expected = [
        "fillcircle((0, 0), 2)",
        "fillpoly([[0, 0], [2, 0], [2, 2]])",
        "fillcircle((0, 0), 2)",
        "draw([-4, 1], [4, 1])",
        "draw([-4, 1], [4, 1])",
        "colorplot(1)",
        "draw((-3, 2))",
        "\"A\"",
    ];
    assert_eq!(found, expected);
}

#[test]
fn what_draws_is_found_where_it_stands_in_functions_and_loops() {
    let script = "f(r) := (k = r; drawcircle((0, 0), k)); repeat(3, i, f(i)); \
                  plot(sin(x) - 2);";
    let found = painters(script, &[[40.0, 20.0], [40.0, 50.0], [40.0, 33.0]]);
    assert_eq!(found, ["drawcircle((0, 0), k)", "plot(sin(x) - 2)", ""]);
}

#[test]
fn text_is_found_between_its_letters() {
    let script = "drawtext((-2, 0), \"l l\", size -> 30);";
    assert_eq!(
        painters(script, &[[34.0, 22.0], [70.0, 22.0]]),
        ["drawtext((-2, 0), \"l l\", size -> 30)", ""]
    );
}

#[test]
fn what_is_clipped_or_wiped_away_is_not_found() {
    let script = "fillcircle((0, 0), 1); clrscr(); gsave(); \
                  clip(polygon([[1, -3], [4, -3], [4, 3], [1, 3]])); fillcircle((0, 0), 3); \
                  grestore(); draw((-2, 2));";
    let found = painters(script, &[MIDDLE, [60.0, 30.0], [20.0, 10.0]]);
    assert_eq!(found, ["", "fillcircle((0, 0), 3)", "draw((-2, 2))"]);
}

#[test]
fn what_is_drawn_into_an_image_is_the_image_where_that_is_shown() {
    let script = "createimage(\"i\", 20, 20); \
                  canvas((-1, -1), (1, -1), \"i\", fillcircle((0, 0), 9)); \
                  drawimage((-1, -1), (1, -1), \"i\");";
    assert_eq!(
        painters(script, &[MIDDLE]),
        ["drawimage((-1, -1), (1, -1), \"i\")"]
    );
}
