//! What colorplots compute at a place.

use super::*;
use crate::session::{Probe, composed};

/// A canvas of 80 by 60 CSS pixels.
fn canvas_of(scale: u8) -> Canvas {
    Canvas::new([80.0, 60.0], scale.into())
}

/// What a script shows at a place of a canvas of 80 by 60 CSS pixels, from -4 to 4 and from -3 to 3,
/// with two device pixels each.
fn probes(script: &str, at: [f64; 2]) -> Vec<Probe> {
    let page = format!(
        "<canvas id=\"c\"></canvas>\
         <script id=\"csdraw\" type=\"text/x-cindyscript\">{script}</script>\
         <script>CindyJS({{scripts: \"cs*\", ports: [{{id: \"c\", width: 80, height: 60, \
         transform: [{{visibleRect: [-4, 3, 4, -3]}}]}}]}});</script>"
    );
    let mut session = Session::new(source(&page), canvas_of(2), services(), 0, 0.0);
    let frame = session.frame(0.0);
    assert_eq!(frame.errors, []);
    session.probe(&frame, at, None)
}

/// The numbers of a list.
fn numbers(value: &Value) -> Vec<f64> {
    let Value::List(list) = value else {
        panic!("{value:?}");
    };
    list.iter().filter_map(|item| item.real()).collect()
}

#[test]
fn values_are_exact_and_places_the_middle_of_the_pixel() {
    let [probe] = &probes("colorplot([#.x, #.y, 1/3 + 1, 0.5]);", [40.3, 30.9])[..] else {
        panic!("one colorplot");
    };
    let [x, y] = probe.place;
    assert!((x - 0.025).abs() < 1e-12 && (y + 0.075).abs() < 1e-12);
    assert_eq!(numbers(&probe.value), [x, y, 1.0 / 3.0 + 1.0, 0.5]);
    assert_eq!(probe.colour, [x as f32, 0.0, 1.0, 0.5]);
    assert_eq!(probe.diagnostic, None);
}

#[test]
fn only_what_paints_there_is_asked_from_back_to_front() {
    let script = "colorplot(1); colorplot(0.25, [-4, -3], [0, 0]);";
    let seen = |at| -> Vec<_> {
        let probes = probes(script, at);
        let seen = probes.iter().map(|probe| (probe.plot.0, probe.colour[0]));
        seen.collect()
    };
    assert_eq!(seen([10.0, 50.0]), [(0, 1.0), (1, 0.25)]);
    assert_eq!(seen([70.0, 50.0]), [(0, 1.0)]);
    assert_eq!(seen([80.0, 50.0]), []);
    assert_eq!(seen([-0.1, 50.0]), []);
}

#[test]
fn what_has_no_end_at_a_place_says_so() {
    let [probe] = &probes("colorplot(while(#.x > 0, 1); 1);", [70.0, 10.0])[..] else {
        panic!("one colorplot");
    };
    let diagnostic = probe.diagnostic.as_ref().map(|diagnostic| diagnostic.fatal);
    assert_eq!(diagnostic, Some(true));
    assert!(probe.value.is_undefined());
    let [probe] = &probes("colorplot(while(#.x > 0, 1); 1);", [10.0, 10.0])[..] else {
        panic!("one colorplot");
    };
    assert_eq!((probe.colour, &probe.diagnostic), ([1.0; 4], &None));
}

/// The variables on the way to a value, with their values and how many they have had.
fn variables(script: &str) -> Vec<String> {
    let [probe] = &probes(script, [60.3, 30.9])[..] else {
        panic!("one colorplot");
    };
    let shown = probe.variables.iter();
    let shown = shown.map(|seen| format!("{} = {} × {}", seen.name, seen.value, seen.times));
    shown.collect()
}

#[test]
fn what_has_a_value_on_the_way_is_told_in_the_order_of_the_text() {
    let script = "k = 3; s = [1, 2]; f(t) := (w = 2 * t; w + k); \
                  colorplot(a = f(k - 1); b = if(#.x > 0, a, c = 7); l = [0, 0]; l_2 = k; \
                  repeat(4, i, b = b + i); b / k + f(1) * s_1);";
    assert_eq!(
        variables(script),
        [
            "t = 1 × 2",
            "w = 2 × 2",
            "k = 3 × 1",
            "a = 7 × 1",
            "k - 1 = 2 × 1",
            "b = 7 × 1",
            "l = [0, 0] × 1",
            "l_2 = 3 × 1",
            "i = 4 × 4",
            "b = 17 × 4",
            "s_1 = 1 × 1",
        ]
    );
}

#[test]
fn a_value_that_is_not_computed_is_not_told() {
    let told = variables("colorplot(if(#.x < 0, a = 1, b = 2); 0.5);");
    assert_eq!(told, ["b = 2 × 1"]);
}

#[test]
fn colours_of_several_are_those_of_the_picture() {
    let probes = probes(
        "colorplot([1, 0.5, 0]); colorplot([0, 0, 0.5, 0.5]);",
        [1.0, 1.0],
    );
    assert_eq!(composed(&probes), [0.5, 0.25, 0.5, 1.0]);
    assert_eq!(composed(&[]), [0.0; 4]);
}

#[test]
fn what_paints_at_a_place_is_found_in_the_text() {
    let page = "<canvas id=\"c\"></canvas>\
         <script id=\"csdraw\" type=\"text/x-cindyscript\">colorplot(1, [-4, -3], [0, 3]); \
         colorplot([0, 0, 0, 0], [-4, -3], [-2, 3]);</script>\
         <script>CindyJS({scripts: \"cs*\", ports: [{id: \"c\", width: 80, height: 60, \
         transform: [{visibleRect: [-4, 3, 4, -3]}]}], geometry: [\
         {name: \"A\", type: \"Free\", pos: [1, 1]}, {name: \"B\", type: \"Free\", pos: [3, 1]}, \
         {name: \"s\", type: \"Segment\", args: [\"A\", \"B\"]}, \
         {name: \"C\", type: \"CircleMP\", args: [\"A\", \"B\"], visible: false}]});</script>";
    let mut session = Session::new(source(page), canvas_of(1), services(), 0, 0.0);
    let frame = session.frame(0.0);
    let found = |at: [f64; 2]| {
        let range = session.source_at(&frame, at, None)?;
        Some(&page[std::ops::Range::from(range)])
    };
    assert_eq!(found([51.0, 21.0]), Some("\"A\""));
    assert_eq!(found([60.0, 20.0]), Some("\"s\""));
    assert_eq!(found([42.0, 20.0]), None, "on the line of the segment");
    assert_eq!(found([50.0, 40.0]), None, "on what is not shown");
    let plot = Some("colorplot(1, [-4, -3], [0, 3])");
    assert_eq!(found([30.0, 30.0]), plot);
    assert_eq!(found([5.0, 30.0]), plot, "through what is transparent");
}

/// What is selected in a colorplot, with its value, and that of the pixel.
fn selected(script: &str, selected: &str) -> String {
    let page = format!(
        "<canvas id=\"c\"></canvas>\
         <script id=\"csdraw\" type=\"text/x-cindyscript\">{script}</script>\
         <script>CindyJS({{scripts: \"cs*\", ports: [{{id: \"c\", width: 80, height: 60, \
         transform: [{{visibleRect: [-4, 3, 4, -3]}}]}}]}});</script>"
    );
    let mut session = Session::new(source(&page), canvas_of(1), services(), 0, 0.0);
    let frame = session.frame(0.0);
    let start = page.find(selected).expect("what is selected") as u32;
    let range = TextRange::at(start.into(), (selected.len() as u32).into());
    session.select(Some(range), None);
    let probed = session.probe(&frame, [49.0, 30.0], None);
    let print = |value| session.print(value);
    let seen = probed[0].selected.as_ref();
    let seen = seen.map(|seen| format!("{} is {}", seen.name, print(&seen.value)));
    format!("{seen:?}, the pixel {}", print(&probed[0].value))
}

/// What is assigned to is assigned nevertheless.
#[test]
fn a_selected_target_is_what_it_is_assigned() {
    let check = |script: &str, name: &str, expected: &str| {
        assert_eq!(selected(script, name), expected, "{script}");
    };
    let one = "colorplot(first = #.x; first)";
    check(one, "first", "Some(\"first is 0.95\"), the pixel 0.95");
    let element = "colorplot(list = [0, 0]; list_2 = #.x; list_2)";
    check(
        element,
        "list_2",
        "Some(\"list_2 is 0.95\"), the pixel 0.95",
    );
    let several = "colorplot([first, second] = [#.x, 2]; first)";
    let all = "[first, second] is [0.95, 2]";
    check(several, "first", &format!("Some({all:?}), the pixel 0.95"));
}

#[test]
fn a_selected_expression_has_a_value_of_its_own() {
    let script = "k = 3; f(t) := 2*t; colorplot(a = f(#.x) + k; repeat(3, j, a = a + j*j); a);";
    let page = format!(
        "<canvas id=\"c\"></canvas>\
         <script id=\"csdraw\" type=\"text/x-cindyscript\">{script}</script>\
         <script>CindyJS({{scripts: \"cs*\", ports: [{{id: \"c\", width: 80, height: 60, \
         transform: [{{visibleRect: [-4, 3, 4, -3]}}]}}]}});</script>"
    );
    let mut session = Session::new(source(&page), canvas_of(1), services(), 0, 0.0);
    let frame = session.frame(0.0);
    let mut probed = |selected: &str, time: Option<u32>| {
        let start = page.find(selected).unwrap_or_default() as u32;
        let end = start + selected.len() as u32;
        session.select(Some(TextRange::new(start.into(), end.into())), time);
        session.probe(&frame, [49.0, 30.0], None)[0].clone()
    };
    let mut seen_at = |selected: &str, time: Option<u32>| {
        let seen = probed(selected, time).selected?;
        let value = (seen.value.real()? * 1e6).round() / 1e6;
        Some((seen.name, value, seen.time, seen.times))
    };
    let mut seen = |selected: &str| {
        let (name, value, _, times) = seen_at(selected, None)?;
        Some((name, value, times))
    };
    let is = |name: &str, value: f64, times: u64| Some((name.to_owned(), value, times));
    // The middle of the pixel is at 0.95.
    assert_eq!(seen("2*t"), is("2*t", 1.9, 1));
    assert_eq!(seen("j*j"), is("j*j", 9.0, 3));
    assert_eq!(seen("a + j*j"), is("a", 18.9, 3));
    assert_eq!(seen("a = a + j*j"), is("a", 18.9, 3));
    assert_eq!(seen("#.x"), is("#.x", 0.95, 1));
    assert_eq!(seen("k = 3"), None);
    // One of several values, as it is drawn.
    for (time, square, sum) in [(1, 1.0, 5.9), (2, 4.0, 9.9), (3, 9.0, 18.9), (9, 9.0, 18.9)] {
        let of = |name: &str, value| Some((name.to_owned(), value, u64::from(time.min(3)), 3));
        assert_eq!(seen_at("j*j", Some(time)), of("j*j", square));
        for assigned in ["a + j*j", "a = a + j*j"] {
            assert_eq!(seen_at(assigned, Some(time)), of("a", sum), "{assigned}");
        }
    }
    // It is no variable on the way.
    let names = probed("j*j", None).variables.into_iter().map(|it| it.name);
    assert!(!names.collect::<Vec<_>>().contains(&"j*j".to_owned()));
}
