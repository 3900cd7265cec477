//! The places of variables at a pixel that a debugger steps through.
#![allow(clippy::unwrap_used)]

use num_complex::Complex64;

use super::*;
use crate::session::{DebugSettings, PixelTrail, PixelTrails};

/// A script at a pixel of a canvas of 80 by 60 CSS pixels, from -4 to 4 and from -3 to 3, with two device
/// pixels each.
fn debugged(script: &str, at: [f64; 2]) -> Session {
    let page = format!(
        "<canvas id=\"c\"></canvas>\
         <script id=\"csdraw\" type=\"text/x-cindyscript\">{script}</script>\
         <script>CindyJS({{scripts: \"cs*\", ports: [{{id: \"c\", width: 80, height: 60, \
         transform: [{{visibleRect: [-4, 3, 4, -3]}}]}}]}});</script>"
    );
    let canvas = Canvas::new([80.0, 60.0], 2.0);
    let mut session = Session::new(source(&page), canvas, services(), 0, 0.0);
    let frame = session.frame(0.0);
    session.set_debugging(DebugSettings::default());
    session.debug_pixel(&frame, at, None).unwrap();
    session
}

fn at_step(session: &mut Session, step: u64) -> PixelTrails {
    session.recording().unwrap().go_to(step);
    session.pixel_trails().unwrap()
}

/// A place of the plane in CSS pixels.
fn seen(z: Complex64) -> [f64; 2] {
    [(z.re + 4.0) * 10.0, (3.0 - z.im) * 10.0]
}

fn is_near(a: [f64; 2], b: [f64; 2]) -> bool {
    (0..2).all(|axis: usize| (a[axis] - b[axis]).abs() < 1e-9 * a[axis].abs().max(1.0))
}

const JULIA: &str =
    "colorplot(z = complex(#); repeat(12, z = z^2 + complex([0.3, 0.5]); k = 1); |z|);";

#[test]
fn trail_of_a_julia_set_is_its_orbit() {
    let at = [38.2, 32.6];
    let mut session = debugged(JULIA, at);
    // The middle of the device pixel.
    let mut z = Complex64::new(38.25 / 10.0 - 4.0, 3.0 - 32.75 / 10.0);
    let mut orbit = vec![z];
    for _ in 0..12 {
        z = z * z + Complex64::new(0.3, 0.5);
        orbit.push(z);
    }
    // Each round has two statements.
    for (step, passed) in [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (26, 13)] {
        let PixelTrails { pixel, trails, .. } = at_step(&mut session, step);
        assert!(is_near(pixel, [38.25, 32.75]), "{pixel:?}");
        let [trail] = &trails[..] else {
            panic!("{trails:?}");
        };
        assert_eq!((trail.name.as_str(), trail.number), ("z", 0));
        let [places] = &trail.parts[..] else {
            panic!("{trail:?}");
        };
        assert_eq!(places.len(), 13);
        let mut pairs = places.iter().zip(&orbit);
        assert!(
            pairs.all(|(place, z)| is_near(*place, seen(*z))),
            "{places:?}"
        );
        assert_eq!(
            (trail.passed, trail.is_there),
            (passed, passed > 0),
            "{step}"
        );
        let here = passed.checked_sub(1).map(|last| places[last]);
        assert_eq!(trail.here(), here);
    }
}

#[test]
fn places_nearest_to_the_step_are_kept_of_a_long_run() {
    let script = "colorplot(p = [0, 0]; repeat(5000, k, p = [k, #.x]); 1);";
    let mut session = debugged(script, [40.0, 30.0]);
    let mut ends = |step| {
        let mut trails = at_step(&mut session, step).trails;
        let PixelTrail { parts, passed, .. } = trails.remove(0);
        let [places] = &parts[..] else {
            panic!("one call");
        };
        let [first, .., last] = &places[..] else {
            panic!("many places");
        };
        let round = |place: &[f64; 2]| ((place[0] / 10.0 - 4.0) * 1e6).round() / 1e6;
        (places.len(), passed, round(first), round(last))
    };
    assert_eq!(ends(0), (300, 0, 0.0, 299.0));
    assert_eq!(ends(100), (300, 99, 0.0, 299.0));
    assert_eq!(ends(3002), (300, 150, 2851.0, 3150.0));
    assert_eq!(ends(u64::MAX), (300, 300, 4701.0, 5000.0));
}

#[test]
fn place_in_space_that_was_set_last_is_shown() {
    let script = "colorplot(p = [0, 0, #.x]; repeat(2, k, p = p + [1, 0, 0]; n = [k, 0, 0]); 1);";
    let mut session = debugged(script, [40.0, 30.0]);
    let mut shown = |step| {
        let space = at_step(&mut session, step).space;
        space.map(|trail| (trail.name, trail.number, trail.passed, trail.is_there))
    };
    assert_eq!(shown(0), None);
    assert_eq!(shown(1), Some(("p".to_owned(), 0, 1, true)));
    assert_eq!(shown(3), Some(("p".to_owned(), 0, 2, true)));
    assert_eq!(shown(4), Some(("n".to_owned(), 1, 1, true)));
    assert_eq!(shown(5), Some(("p".to_owned(), 0, 3, true)));
}

#[test]
fn pixels_have_trails_and_scripts_have_none() {
    let mut session = debugged(JULIA, [30.0, 40.0]);
    session.end_recording();
    assert_eq!(session.pixel_trails(), None);
}
