//! What colorplots compute at a place.

use super::*;
use crate::session::Probe;

/// What a script shows at a place of a canvas of 80 by 60 CSS pixels, from -4 to 4 and from -3 to 3,
/// with two device pixels each.
fn probes(script: &str, at: [f64; 2]) -> Vec<Probe> {
    let page = format!(
        "<canvas id=\"c\"></canvas>\
         <script id=\"csdraw\" type=\"text/x-cindyscript\">{script}</script>\
         <script>CindyJS({{scripts: \"cs*\", ports: [{{id: \"c\", width: 80, height: 60, \
         transform: [{{visibleRect: [-4, 3, 4, -3]}}]}}]}});</script>"
    );
    let canvas = Canvas {
        device: [160, 120],
        scale: 2.0,
    };
    let mut session = Session::new(source(&page), canvas, services(), 0, 0.0);
    let frame = session.frame(0.0);
    assert_eq!(frame.errors, []);
    session.probe(&frame, at)
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
    assert_eq!(probe.trouble, None);
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
    let trouble = probe.trouble.as_ref().map(|trouble| trouble.fatal);
    assert_eq!(trouble, Some(true));
    assert!(probe.value.is_undefined());
    let [probe] = &probes("colorplot(while(#.x > 0, 1); 1);", [10.0, 10.0])[..] else {
        panic!("one colorplot");
    };
    assert_eq!((probe.colour, &probe.trouble), ([1.0; 4], &None));
}
