//! The pictures of frames before the one that is stopped.
#![allow(clippy::unwrap_used)]

use cindyscript_interpreter::StepMotion;

use super::*;
use crate::session::{BreakpointRules, DebugSettings, LineBreakpoint};

/// Each frame counts, moves a point and draws something.
const PAGE: &str = r#"<canvas id="c"></canvas>
<script id="csinit" type="text/x-cindyscript">n = 0; d = {"n": 0};</script>
<script id="csdraw" type="text/x-cindyscript">
n = n + 1;
d:"n" = n;
A.xy = [n, 0];
colorplot([n + 0 * #.x, 0, 0]);
</script><script>CindyJS({scripts: "cs*", animation: {autoplay: true},
geometry: [{name: "A", type: "Free", pos: [0, 0, 1]},
  {name: "T", type: "EvaluateText", text: "d:\"n\" = d:\"n\" + 100"}],
ports: [{id: "c", width: 80, height: 60}]});</script>"#;

/// The value of `n` in a colorplot, and the number of items.
fn seen(session: &Session, frame: &FrameDescription) -> (String, usize) {
    let values = &frame.plots().next().unwrap().call.uniforms;
    (session.print(&values[0]), frame.items.len())
}

#[test]
fn picture_of_an_earlier_frame_is_that_which_it_had() {
    let canvas = Canvas::new([80.0, 60.0], 1.0);
    let mut session = Session::new(source(PAGE), canvas, services(), 0, 0.0);
    let line = LineBreakpoint {
        library: None,
        line: 4,
        column: None,
        rules: BreakpointRules {
            condition: Some("n == 5".to_owned()),
            ..BreakpointRules::default()
        },
    };
    session.set_debugging(DebugSettings {
        lines: vec![line],
        past_frames: 10,
        ..DebugSettings::default()
    });
    let frames: Vec<_> = (0..6).map(|n| session.frame(f64::from(n))).collect();
    assert_eq!(seen(&session, &frames[4]).0, "5");
    let recording = session.recording().unwrap();
    let step = recording.hits()[0].step;
    recording.go_to(step);
    assert!(session.past_frame().is_none());
    let mut shown = Vec::new();
    while session.move_in_recording(StepMotion::Back) {
        let ago = session.frames_ago();
        if let Some(past) = session.past_frame() {
            let number = 5 - ago.unwrap() as usize;
            assert_eq!(seen(&session, &past), seen(&session, &frames[number]));
            shown.push(number);
        }
    }
    shown.dedup();
    assert_eq!(shown, [4, 3, 2, 1, 0]);
    let entries = session.evaluate_in_frame(0, "d").unwrap().printed;
    assert_eq!(entries, "{n:0}");
}
