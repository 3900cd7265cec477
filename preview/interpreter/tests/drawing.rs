//! What commands put on the display list.
#![allow(clippy::unwrap_used)]

mod support;

use cindyscript_interpreter::display::{
    Cap, Colour, Drawing, FillRule, Join, Path, Segment, Stroke,
};

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
            "text {}{}{} {}{} {}: {} {:?}",
            number(text.style.size),
            if text.style.bold { " bold" } else { "" },
            if text.style.italic { " italic" } else { "" },
            text.style.family,
            match text.angle {
                0.0 => String::new(),
                angle => format!(" turned {}", number(angle)),
            },
            paint(text.colour),
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
    let curved =
        |segment: &&Segment| matches!(segment, Segment::Quadratic(..) | Segment::Cubic(..));
    if path.segments.iter().any(|segment| curved(&segment)) {
        let (mut least, mut greatest) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for segment in &path.segments {
            let (Segment::Move(end)
            | Segment::Line(end)
            | Segment::Quadratic(_, end)
            | Segment::Cubic(_, _, end)) = *segment
            else {
                continue;
            };
            for i in 0..2 {
                least[i] = least[i].min(end[i]);
                greatest[i] = greatest[i].max(end[i]);
            }
        }
        let closed = matches!(path.segments.last(), Some(Segment::Close));
        let kind = if closed { "closed curve" } else { "curve" };
        return format!("{kind} {} to {}", place(least), place(greatest));
    }
    let segments = path.segments.iter().map(|segment| match *segment {
        Segment::Move(to) => format!("M {}", place(to)),
        Segment::Line(to) => format!("L {}", place(to)),
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
            "stroke 1.2 butt 0,0,0: closed curve 270.9,194.9 to 280.1,204.1",
        ],
    );
    check(
        "draw([2, 0, 2], color -> [1, 0.5, 0], size -> 10, border -> false, alpha -> 0.5)",
        &["fill 255,127,0,0.5: closed curve 265.5,239.5 to 285.5,259.5"],
    );
}
