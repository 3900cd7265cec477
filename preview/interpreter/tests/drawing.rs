//! What commands put on the display list.
#![allow(clippy::unwrap_used)]

mod support;

use cindyscript_interpreter::display::{
    Cap, Colour, Drawing, FillRule, Join, Path, PathSegment, Stroke,
};
use cindyscript_interpreter::picture::PictureContent;

/// The drawings of a script on a canvas of 500 by 500 pixels, 25 to the unit, with the origin at
/// (250.5, 249.5), a line each.
#[track_caller]
fn check(script: &str, expected: &[&str]) {
    let mut outcome = support::run(script);
    assert!(outcome.errors.is_empty(), "{script}: {:?}", outcome.errors);
    let drawings = outcome.interpreter.take_display_list();
    let lines: Vec<String> = drawings.iter().map(line).collect();
    assert_eq!(lines, expected, "{script}");
}

fn line(drawing: &Drawing) -> String {
    match drawing {
        Drawing::Plot(_) => "plot".to_owned(),
        Drawing::Fill { path, rule, colour } => {
            let rule = match rule {
                FillRule::NonZero => "",
                FillRule::EvenOdd => " evenodd",
            };
            format!("fill{rule} {}: {}", paint(*colour), outline(path))
        }
        Drawing::Stroke {
            path,
            stroke,
            colour,
        } => {
            let look = look(stroke);
            format!("stroke {look} {}: {}", paint(*colour), outline(path))
        }
        Drawing::Text(text) => format!(
            "text {}{}{} {}{} {}{}: {} {:?}",
            number(text.style.size),
            if text.style.bold { " bold" } else { "" },
            if text.style.italic { " italic" } else { "" },
            text.style.family,
            match text.angle {
                0.0 => String::new(),
                angle => format!(" turned {}", number(angle)),
            },
            paint(text.colour),
            text.outline
                .as_ref()
                .map_or_else(String::new, |outline| format!(
                    " outlined {} {}",
                    look(&outline.stroke),
                    paint(outline.colour)
                )),
            place(text.origin),
            text.text
        ),
        Drawing::Picture(picture) => {
            let [a, b, c, d, e, f] = picture.transform.map(number);
            let [width, height] = picture.picture.size();
            format!(
                "picture {width}×{height} [{a} {b} {c} {d} {e} {f}]{}{}",
                match picture.alpha {
                    1.0 => String::new(),
                    alpha => format!(" alpha {}", number(alpha)),
                },
                if picture.smooth { "" } else { " squares" },
            )
        }
        Drawing::Clip(areas) => {
            let areas: Vec<_> = areas.iter().map(|(path, _)| outline(path)).collect();
            format!("clip {}", areas.join(" and "))
        }
        Drawing::Clear => "clear".to_owned(),
    }
}

fn number(number: f64) -> String {
    let rounded = (number * 100.0).round() / 100.0;
    format!("{}", rounded + 0.0)
}

fn place([x, y]: [f64; 2]) -> String {
    format!("{},{}", number(x), number(y))
}

fn paint([r, g, b, a]: Colour) -> String {
    let [r, g, b] = [r, g, b].map(|part| (part * 255.0).round());
    match a {
        1.0 => format!("{r},{g},{b}"),
        a => format!("{r},{g},{b},{}", number(a)),
    }
}

fn look(stroke: &Stroke) -> String {
    let mut text = number(stroke.width);
    match stroke.cap {
        Cap::Round => {}
        Cap::Butt => text += " butt",
        Cap::Square => text += " square",
    }
    match stroke.join {
        Join::Round => {}
        Join::Bevel => text += " bevel",
        Join::Miter => text += &format!(" miter {}", stroke.miter_limit),
    }
    if !stroke.dashes.is_empty() {
        let dashes: Vec<_> = stroke.dashes.iter().copied().map(number).collect();
        text += &format!(" dashed {}", dashes.join(" "));
    }
    text
}

/// Straight lines by their places; anything with curves by its bounds.
fn outline(path: &Path) -> String {
    let curved = |segment: &&PathSegment| {
        matches!(segment, PathSegment::Quadratic(..) | PathSegment::Cubic(..))
    };
    if path.segments.iter().any(|segment| curved(&segment)) {
        let (mut least, mut greatest) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for segment in &path.segments {
            let (PathSegment::Move(end)
            | PathSegment::Line(end)
            | PathSegment::Quadratic(_, end)
            | PathSegment::Cubic(_, _, end)) = *segment
            else {
                continue;
            };
            for i in 0..2 {
                least[i] = least[i].min(end[i]);
                greatest[i] = greatest[i].max(end[i]);
            }
        }
        let closed = matches!(path.segments.last(), Some(PathSegment::Close));
        let kind = if closed { "closed curve" } else { "curve" };
        return format!("{kind} {} to {}", place(least), place(greatest));
    }
    let segments = path.segments.iter().map(|segment| match *segment {
        PathSegment::Move(to) => format!("M {}", place(to)),
        PathSegment::Line(to) => format!("L {}", place(to)),
        _ => "Z".to_owned(),
    });
    segments.collect::<Vec<_>>().join(" ")
}

#[test]
fn points() {
    check(
        "draw([1, 2])",
        &[
            "fill 0,255,0: closed curve 271.5,195.5 to 279.5,203.5",
            "stroke 1.2 butt miter 10 0,0,0: closed curve 270.9,194.9 to 280.1,204.1",
        ],
    );
    check(
        "draw([2, 0, 2], color -> [1, 0.5, 0], size -> 10, border -> false, alpha -> 0.5)",
        &["fill 255,127,0,0.5: closed curve 265.5,239.5 to 285.5,259.5"],
    );
}

#[test]
fn segments() {
    check(
        "draw([0, 0], [1, 1]); draw([[0, 0], [0, 1, 2]], color -> red(1), size -> 3)",
        &[
            "stroke 1 0,0,255: M 250.5,249.5 L 275.5,224.5",
            "stroke 3 255,0,0: M 250.5,249.5 L 250.5,237",
        ],
    );
    // Clipped at the edge of the canvas, and drawn longer or shorter.
    check(
        "draw([0, 0], [100, 0]); draw([0, 0], [2, 0], overhang -> 1.5); draw([0,30], [9,30])",
        &[
            "stroke 1 0,0,255: M 500.71,249.5 L 250.5,249.5",
            "stroke 1 0,0,255: M 225.5,249.5 L 325.5,249.5",
        ],
    );
    check(
        "draw([0, 0], [2, 0], dashtype -> 1, size -> 4); draw([0, 0], [2, 0], dashing -> 5,
           lineCap -> \"butt\", lineJoin -> \"miter\", miterLimit -> 3.4)",
        &[
            "stroke 4 dashed 20 20 0,0,255: M 250.5,249.5 L 300.5,249.5",
            "stroke 1 butt miter 3 dashed 10 5 0,0,255: M 250.5,249.5 L 300.5,249.5",
        ],
    );
    check(
        "drawall([[0, 0], [[0, 0], [1, 0]]], size -> 2)",
        &[
            "fill 0,255,0: closed curve 248.5,247.5 to 252.5,251.5",
            "stroke 0.6 butt miter 10 0,0,0: closed curve 248.2,247.2 to 252.8,251.8",
            "stroke 2 0,0,255: M 250.5,249.5 L 275.5,249.5",
        ],
    );
}

#[test]
fn arrows() {
    check(
        "draw([0, 0], [2, 0], arrow -> true)",
        &[
            "stroke 1 0,0,255: M 250.5,249.5 L 300.5,249.5",
            "stroke 1 0,0,255: M 290.5,244.5 L 300.5,249.5 L 290.5,254.5",
        ],
    );
    check(
        "draw([0, 0], [4, 0], arrowshape -> \"jet\", arrowsides -> \"<==>\", arrowsize -> 2, size -> 2)",
        &[
            "stroke 2 0,0,255: M 270.5,249.5 L 330.5,249.5",
            "fill 0,0,255: M 320.5,239.5 L 350.5,249.5 L 320.5,259.5 L 330.5,249.5 Z",
            "stroke 1 0,0,255: M 320.5,239.5 L 350.5,249.5 L 320.5,259.5 L 330.5,249.5 Z",
            "fill 0,0,255: M 280.5,239.5 L 250.5,249.5 L 280.5,259.5 L 270.5,249.5 Z",
            "stroke 1 0,0,255: M 280.5,239.5 L 250.5,249.5 L 280.5,259.5 L 270.5,249.5 Z",
        ],
    );
}

#[test]
fn lines_polygons_circles() {
    check(
        "draw(join([0, 0], [1, 1]))",
        &["stroke 1 0,0,255: M 500.71,-0.71 L -0.71,500.71"],
    );
    check(
        "connect([[0, 0], [1, 0], [1, 1]]); fillpoly([[0, 0], [1, 0], [1, 1]], color -> [1, 0, 0]);
           drawpoly([[0, 0], [1, 0]], fillcolor -> [0, 1, 0], fillalpha -> 0.3)",
        &[
            "stroke 1 0,0,255: M 250.5,249.5 L 275.5,249.5 L 275.5,224.5",
            "fill 255,0,0: M 250.5,249.5 L 275.5,249.5 L 275.5,224.5 Z",
            "fill 0,255,0,0.3: M 250.5,249.5 L 275.5,249.5 Z",
            "stroke 1 0,0,255: M 250.5,249.5 L 275.5,249.5 Z",
        ],
    );
    check(
        "drawcircle([0, 0], 2); fillcircle([0, 0], -1, alpha -> 0.5)",
        &[
            "stroke 1 miter 10 0,0,255: closed curve 200.5,199.5 to 300.5,299.5",
            "fill 0,0,255,0.5: closed curve 225.5,224.5 to 275.5,274.5",
        ],
    );
    check(
        "drawarc([1, 0], [0, 1], [-1, 0]); drawarc([0, 0], [1, 0], [2, 0]); drawarc([0, 0], [2, 0], [1, 0])",
        &[
            "stroke 1 0,0,255: curve 225.5,224.5 to 275.5,249.5",
            "stroke 1 0,0,255: M 250.5,249.5 L 300.5,249.5",
            "stroke 1 0,0,255: M 250.5,249.5 L -0.71,249.5",
            "stroke 1 0,0,255: M 500.71,249.5 L 275.5,249.5",
        ],
    );
    check(
        "drawconic([1, 1, 0, 0, 0, -4])",
        &["stroke 1 0,0,255: closed curve 200.5,199.5 to 300.5,299.5"],
    );
}

#[test]
fn the_graphics_state() {
    check(
        "color([1, 0, 0]); linesize(3); gsave(); translate([1, 0]); scale(2); alpha(0.5);
           draw([0, 0], [1, 0]); grestore(); draw([0, 0], [1, 0]); greset(); draw([0, 0], [1, 0])",
        &[
            "stroke 3 255,0,0,0.5: M 275.5,249.5 L 325.5,249.5",
            "stroke 3 255,0,0: M 250.5,249.5 L 275.5,249.5",
            "stroke 1 0,0,255: M 250.5,249.5 L 275.5,249.5",
        ],
    );
    check(
        "rotate(90°); draw([0, 0], [1, 0]); gsave(); clip([[0, 0], [1, 0], [0, 1]]);
           grestore(); clrscr()",
        &[
            "stroke 1 0,0,255: M 250.5,249.5 L 250.5,224.5",
            "clip M 250.5,249.5 L 250.5,224.5 L 225.5,249.5 Z",
            "clip ",
            "clear",
        ],
    );
}

#[test]
fn text() {
    check(
        "drawtext([0, 0], \"ab\"); drawtext([0, 0], 3/2, size -> 10, align -> \"right\",
           offset -> [1, 2], bold -> true, italics -> true, family -> \"serif\", color -> [1, 0, 0])",
        &[
            "text 20 sans-serif 0,0,0: 250.5,249.5 \"ab\"",
            "text 10 bold italic serif 255,0,0: 233.5,247.5 \"1.5\"",
        ],
    );
    check(
        "textsize(10); drawtext([0, 0], \"a\" + newline + \"b\", align -> \"mid\", angle -> 1);
           drawtext([0, 0], \"a\", angle -> 90°)",
        &[
            "text 10 sans-serif 0,0,0: 247.5,249.5 \"a\"",
            "text 10 sans-serif 0,0,0: 247.5,264 \"b\"",
            "text 10 sans-serif turned 1.57 0,0,0: 250.5,249.5 \"a\"",
        ],
    );
    check(
        "drawtable([0, 0], [[1, 2], [3]], size -> 10, width -> 20)",
        &[
            "stroke 10 0,0,255: M 250.5,233.5 L 290.5,233.5 M 270.5,217.5 L 270.5,249.5",
            "stroke 11 0,0,255: M 250.5,217.5 L 290.5,217.5 L 290.5,249.5 L 250.5,249.5 Z",
            "text 10 sans-serif 0,0,0 outlined 11 0,0,255: 255.3,228.7 \"1\"",
            "text 10 sans-serif 0,0,0 outlined 11 0,0,255: 275.3,228.7 \"2\"",
            "text 10 sans-serif 0,0,0 outlined 11 0,0,255: 255.3,244.7 \"3\"",
            "text 10 sans-serif 0,0,0 outlined 11 0,0,255: 275.3,244.7 \"_??_\"",
        ],
    );
}

#[test]
fn text_with_outlines() {
    check(
        "drawtext([0, 0], \"a\", outlinewidth -> 3, outlinecolor -> [1, 0, 0], alpha -> 0.5);
           drawtext([0, 0], \"b\", outlinewidth -> 3); drawtext([0, 0], \"c\")",
        &[
            "text 20 sans-serif 0,0,0,0.5 outlined 3 butt miter 10 255,0,0,0.5: 250.5,249.5 \"a\"",
            "text 20 sans-serif 0,0,0: 250.5,249.5 \"b\"",
            "text 20 sans-serif 0,0,0: 250.5,249.5 \"c\"",
        ],
    );
    // The letters of a table have the line that was drawn last; of their lines, the first is left.
    check(
        "draw([0, 0], [1, 0], size -> 3); fillpoly([], color -> [1, 0, 0]);
           drawtable([0, 0], [\"a\" + newline + \"b\"], border -> false, alpha -> 0.5)",
        &[
            "stroke 3 0,0,255: M 250.5,249.5 L 275.5,249.5",
            "fill 255,0,0: ",
            "text 20 sans-serif 0,0,0 outlined 1 255,0,0: 260.1,239.9 \"a\"",
        ],
    );
}

#[test]
fn lines_without_width_are_as_wide_as_the_last_one() {
    check(
        "draw([0, 0], [1, 0], size -> 3); drawpoly([[0, 0], [1, 0]], size -> 0)",
        &[
            "stroke 3 0,0,255: M 250.5,249.5 L 275.5,249.5",
            "stroke 3 0,0,255: M 250.5,249.5 L 275.5,249.5 Z",
        ],
    );
}

#[test]
fn graphs() {
    // Straight pieces of a twentieth.
    let script = "plot(2*x, start -> 0, stop -> 0.1, color -> [1, 0, 0], size -> 2)";
    let points: Vec<_> = (0..=2)
        .map(|i| {
            let kind = if i == 0 { "M" } else { "L" };
            format!(
                "{kind} {},{}",
                250.5 + 1.25 * f64::from(i),
                249.5 - 2.5 * f64::from(i)
            )
        })
        .collect();
    check(
        script,
        &[&format!(
            "stroke 2 butt miter 10 255,0,0: {}",
            points.join(" ")
        )],
    );
    // A jump ends the line.
    check(
        "plot(if(t > 0.05, 1, 0), start -> 0, stop -> 0.05)",
        &[
            "stroke 1 butt miter 10 0,0,255: M 250.5,249.5 L 251.13,249.5 L 251.75,249.5",
            "stroke 1 butt miter 10 0,0,255: M 251.79,224.5 L 251.81,224.5 L 251.83,224.5 \
             L 251.87,224.5 L 251.91,224.5 L 251.98,224.5 L 252.06,224.5 L 252.22,224.5 \
             L 252.38,224.5 L 252.69,224.5 L 253,224.5",
        ],
    );
    check(
        "plot([cos(t), sin(t)], start -> 0, stop -> 2, steps -> 2)",
        &["stroke 1 butt miter 10 0,0,255: M 275.5,249.5 L 264.01,228.46"],
    );
    check(
        "x = 7; plot(x, start -> 0, stop -> 0.05); plot(\"a\"); draw([x, 0], [x, 1])",
        &[
            "stroke 1 butt miter 10 0,0,255: M 250.5,249.5 L 251.75,248.25 L 253,247",
            "stroke 1 0,0,255: M 425.5,249.5 L 425.5,224.5",
        ],
    );
}

#[test]
fn pictures() {
    check(
        "createimage(\"a\", 100, 50); drawimage([0, 0], [4, 0], \"a\");
           drawimage([0, 0], [4, 0], [0, 4], \"a\", alpha -> 0.5, interpolate -> false);
           drawimage([0, 0], \"a\", scale -> 72/25, flipx -> true)",
        &[
            "picture 100×50 [1 0 0 1 250.5 199.5]",
            "picture 100×50 [1 0 0 2 250.5 149.5] alpha 0.5 squares",
            "picture 100×50 [-1 0 0 1 300.5 224.5]",
        ],
    );
    // In pixels of the picture.
    let mut outcome = support::run(
        "createimage(\"a\", 100, 50);
         canvas([0, 0], [4, 0], \"a\", clip([[0, 0], [4, 0], [4, 1]]); draw([0, 0], [4, 2], size -> 3))",
    );
    assert!(outcome.errors.is_empty(), "{:?}", outcome.errors);
    assert!(outcome.interpreter.take_display_list().is_empty());
    let picture = outcome.interpreter.image("a").unwrap();
    let PictureContent::Drawn { base, drawings } = picture.content() else {
        panic!("{picture:?} has been painted");
    };
    assert!(matches!(base.content(), PictureContent::Blank));
    let lines: Vec<_> = drawings.iter().map(line).collect();
    let expected = [
        "clip M 0,50 L 100,50 L 100,25 Z",
        "stroke 3 0,0,255: M 0,50 L 100,0",
        "clip ",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn a_picture_in_itself_is_what_it_was_then() {
    let mut outcome = support::run(
        "createimage(\"a\", 10, 10);
         canvas([0, 0], [1, 0], \"a\", draw([0, 0], [1, 0]); drawimage([0, 0], [1, 0], \"a\"))",
    );
    let picture = outcome.interpreter.image("a").unwrap();
    let PictureContent::Drawn { base, drawings } = picture.content() else {
        panic!("{picture:?} has been painted");
    };
    assert!(matches!(&drawings[..], [Drawing::Picture(inner)] if inner.picture.is_same(&base)));
    assert!(matches!(base.content(), PictureContent::Drawn { .. }));
}

#[test]
fn too_much_is_left_out_and_said() {
    let mut outcome = support::run("repeat(2000000, draw([0, 0], [1, 0]))");
    assert!(outcome.interpreter.take_display_list().len() < 1_000_000);
    assert_eq!(outcome.errors.len(), 1);
    let outcome = support::run("repeat(20000, gsave())");
    assert_eq!(outcome.errors.len(), 1);
}

#[test]
fn colours_last_until_the_end_of_a_frame() {
    let text =
        "// %% init\ncolor([1, 0, 0]); translate([1, 0]);\n// %% draw\ndraw([0, 0], [1, 0]);";
    let mut interpreter = support::load("test.cindyscript", text);
    let mut frame = || {
        interpreter.begin_frame();
        interpreter.run_event(cindyscript_applet::Event::Draw);
        interpreter.end_frame();
        let drawings = interpreter.take_display_list();
        drawings.iter().map(line).collect::<Vec<_>>()
    };
    assert_eq!(frame(), ["stroke 1 0,0,255: M 250.5,249.5 L 275.5,249.5"]);
    interpreter.run_event(cindyscript_applet::Event::Init);
    let mut frame = || {
        interpreter.begin_frame();
        interpreter.run_event(cindyscript_applet::Event::Draw);
        interpreter.end_frame();
        let drawings = interpreter.take_display_list();
        drawings.iter().map(line).collect::<Vec<_>>()
    };
    assert_eq!(frame(), ["stroke 1 255,0,0: M 250.5,249.5 L 275.5,249.5"]);
    assert_eq!(frame(), ["stroke 1 0,0,255: M 250.5,249.5 L 275.5,249.5"]);
}

#[test]
fn shapes() {
    check(
        "fill(circle([0, 0], 1)); draw(polygon([[0, 0], [1, 0], [1, 1]]), color -> [1, 0, 0]);
           fillpoly(polygon([[0, 0], [1, 0], [1, 1]])); clip(screen()); clip(circle([0, 0], 1))",
        &[
            "fill 0,0,255: closed curve 225.5,224.5 to 275.5,274.5",
            "stroke 1 255,0,0: M 250.5,249.5 L 275.5,249.5 L 275.5,224.5 Z",
            "fill 0,0,255: M 250.5,249.5 L 275.5,249.5 L 275.5,224.5 Z",
            "clip M 0,0 L 500,0 L 500,500 L 0,500 Z",
            "clip M 0,0 L 500,0 L 500,500 L 0,500 Z and closed curve 225.5,224.5 to 275.5,274.5",
        ],
    );
    // Left of the line x = 1.
    check(
        "fill(halfplane(join([1, 0], [1, 1]), [0, 0]))",
        &[
            "fill 0,0,255: M 275.5,-12250.5 L -24724.5,-12250.5 L -24724.5,12749.5 \
             L 275.5,12749.5 Z",
        ],
    );
}

#[test]
fn half_plane_of_a_point_on_its_line_is_empty() {
    check(
        "h = halfplane(join([-1, 0], [1, 0]), [0.5, 0]); k = circle([0, 0], 1);
           fill(h); fill(k ~~ h); clip(h)",
        &["fill 0,0,255: ", "fill 0,0,255: ", "clip "],
    );
    check("fill(halfplane([0, 0, 1], [0, 0]))", &["fill 0,0,255: "]);
}

#[test]
fn combined_shapes() {
    let squares = "a = polygon([[0, 0], [2, 0], [2, 2], [0, 2]]);
                   b = polygon([[1, 1], [3, 1], [3, 3], [1, 3]]);
                   c = polygon([[0.5, 0.5], [1.5, 0.5], [1.5, 1.5], [0.5, 1.5]]);";
    check(
        &format!("{squares} fill(a ~~ b); fill(common(a, b))"),
        &[
            "fill 0,0,255: M 275.5,199.5 L 275.5,224.5 L 300.5,224.5 L 300.5,199.5 Z",
            "fill 0,0,255: M 275.5,199.5 L 275.5,224.5 L 300.5,224.5 L 300.5,199.5 Z",
        ],
    );
    check(
        &format!("{squares} draw(a ++ b); draw(a -- b)"),
        &[
            "stroke 1 0,0,255: M 250.5,199.5 L 250.5,249.5 L 300.5,249.5 L 300.5,224.5 \
             L 325.5,224.5 L 325.5,174.5 L 275.5,174.5 L 275.5,199.5 Z",
            "stroke 1 0,0,255: M 250.5,199.5 L 250.5,249.5 L 300.5,249.5 L 300.5,224.5 \
             L 275.5,224.5 L 275.5,199.5 Z",
        ],
    );
    // The outline of a hole winds the other way.
    check(
        &format!("{squares} fill(a -- c)"),
        &[
            "fill 0,0,255: M 250.5,199.5 L 250.5,249.5 L 300.5,249.5 L 300.5,199.5 Z \
             M 263,237 L 263,212 L 288,212 L 288,237 Z",
        ],
    );
    // Nothing is left; corners beyond all bounds; edges that cross too often.
    check(
        &format!(
            "{squares} fill(a -- a); clip(a ~~ circle([9, 9], 1)); fill(a ++ circle([1e300, 0], 1));
             star = polygon(apply(1..2000, [sin(#^2), cos(#^3)])); fill(star ++ a)"
        ),
        &["fill 0,0,255: ", "clip "],
    );
}
