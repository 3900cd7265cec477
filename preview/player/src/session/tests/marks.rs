//! The element of the construction that a place of the text is about.
#![allow(clippy::unwrap_used)]

use cindyscript_applet::TextSize;
use cindyscript_interpreter::display::PathSegment;

use super::*;
use crate::session::MarkPart;

/// On a canvas of 80 by 60 CSS pixels, ten to the unit, the origin in its middle.
const PAGE: &str = "<canvas id=\"c\"></canvas>\
     <script id=\"csdraw\" type=\"text/x-cindyscript\">p = A.x; element(\"g\").size = 3;</script>\
     <script>CindyJS({scripts: \"cs*\", ports: [{id: \"c\", width: 80, height: 60, \
     transform: [{visibleRect: [-4, 3, 4, -3]}]}], geometry: [\
     {name: \"A\", type: \"Free\", pos: [1, 2], visible: false}, \
     {name: \"B\", type: \"Free\", pos: [2, 2]}, \
     {name: \"g\", type: \"Join\", args: [\"A\", \"B\"]}, \
     {name: \"P\", type: \"Meet\", args: [\"g\", \"g\"]}, \
     {name: \"T\", type: \"Text\", pos: [0, 0], text: \"text\"}, \
     {name: \"U\", type: \"Button\", pos: [0, 1], text: \"press\", script: \"1\"}]});</script>";

fn played() -> Session {
    let canvas = Canvas::new([80.0, 60.0], 2.0);
    let mut session = Session::new(source(PAGE), canvas, services(), 0, 0.0);
    session.frame(0.0);
    session
}

/// The left upper and the right lower end of the places that parts are made of.
fn bounds(parts: &[MarkPart]) -> [[f64; 2]; 2] {
    let paths = parts.iter().map(|part| match part {
        MarkPart::Area(path) | MarkPart::Line(path, _) => path,
    });
    let places = paths.flat_map(|path| &path.segments);
    let places = places.filter_map(|segment| match segment {
        PathSegment::Move(to) | PathSegment::Line(to) => Some(*to),
        PathSegment::Quadratic(_, to) | PathSegment::Cubic(_, _, to) => Some(*to),
        PathSegment::Close => None,
    });
    let start = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
    places.fold(start, |[least, most], at| {
        [
            [0, 1].map(|axis| least[axis].min(at[axis])),
            [0, 1].map(|axis| most[axis].max(at[axis])),
        ]
    })
}

#[test]
fn entries_of_the_page_and_names_are_about_elements() {
    let session = played();
    let about = |before: &str| {
        let end = PAGE.find(before).unwrap() + before.len();
        let at = TextSize::try_from(end).unwrap();
        session.element_in_text(TextRange::empty(at))
    };
    assert_eq!(about("p = "), Some("A"));
    assert_eq!(about("element(\""), Some("g"));
    assert_eq!(about("pos: ["), Some("A"));
    assert_eq!(about("type: \"Jo"), Some("g"));
    // The arguments of an entry are those elements.
    assert_eq!(about("args: [\"A\", \""), Some("B"));
    assert_eq!(about("csdr"), None);
    assert_eq!(about("visibleRect: "), None);
}

#[test]
fn elements_have_parts_where_they_are_seen() {
    let mut session = played();
    let mut bounds = |name| bounds(&session.parts_of_element(name));
    // A point that is not visible is there as well.
    let [least, most] = bounds("A");
    assert!(least[0] < 50.0 && most[0] > 50.0 && least[1] < 10.0 && most[1] > 10.0);
    assert!(most[0] - least[0] < 15.0);
    let [least, most] = bounds("g");
    assert!(least[0] <= 0.0 && most[0] >= 80.0, "{least:?} {most:?}");
    assert!((least[1] - 10.0).abs() < 1e-6 && (most[1] - 10.0).abs() < 1e-6);
    for (name, y) in [("T", 30.0), ("U", 20.0)] {
        let [least, most] = bounds(name);
        assert!(
            most[0] - least[0] > 15.0 && most[1] - least[1] > 8.0,
            "{name}"
        );
        assert!(
            least[1] < y && y < most[1] + 5.0,
            "{name} {least:?} {most:?}"
        );
    }
    // This has no place, and this is none.
    assert_eq!(session.parts_of_element("P"), []);
    assert_eq!(session.parts_of_element("Q"), []);
}
