//! Sounds come with the frame after the scripts that ask for them.

use cindyscript_sound::{SoundCommand, ToneSetting};

use super::*;

/// A page with a script for each event, on which `mousedown` plays 30 Hz.
fn page(draw: &str) -> String {
    format!(
        r#"<script id="csinit" type="text/x-cindyscript">playsin(10);</script>
        <script id="csdraw" type="text/x-cindyscript">{draw}</script>
        <script id="csmousedown" type="text/x-cindyscript">playsin(30);</script>
        <script>CindyJS({{scripts: "cs*", ports: [{{id: "CSCanvas", width: 200, height: 200}}]}});</script>"#
    )
}

/// The frequencies of a frame; none for the end of all sounds.
fn frequencies(frame: &FrameDescription) -> Vec<Option<f64>> {
    let sounds = frame.sounds.iter().map(|sound| match sound {
        SoundCommand::Tone(call) => match call.settings.first() {
            Some(ToneSetting::Frequency(frequency)) => Some(*frequency),
            other => panic!("{other:?}"),
        },
        SoundCommand::Stop => None,
        SoundCommand::Wave(call) => panic!("{call:?}"),
    });
    sounds.collect()
}

#[test]
fn sounds_are_in_frames_and_those_of_the_user_are_not_repeated_after_an_edit() {
    let canvas = Canvas {
        device: [200, 200],
        scale: 1.0,
    };
    let mut session = Session::new(source(&page("playsin(20)")), canvas, services(), 0, 0.0);
    assert_eq!(
        frequencies(&session.frame(0.0)),
        [None, Some(10.0), Some(20.0)]
    );
    session.pointer_pressed();
    assert_eq!(frequencies(&session.frame(0.1)), [Some(30.0), Some(20.0)]);
    session.pointer_released();
    assert_eq!(frequencies(&session.frame(0.2)), [Some(20.0)]);
    for frequency in [40.0, 50.0] {
        session.load(source(&page(&format!("a = 1; playsin({frequency} + a)"))));
        let expected = [None, Some(10.0), Some(frequency + 1.0)];
        assert_eq!(frequencies(&session.frame(0.3)), expected);
    }
}

#[test]
fn applet_with_sound_does_not_follow_time() {
    let canvas = Canvas {
        device: [200, 200],
        scale: 1.0,
    };
    let follows = |draw: &str| {
        let text = page(draw)
            .replace("playsin(10);", "")
            .replace("playsin(30);", "");
        Session::new(source(&text), canvas, services(), 0, 0.0).follows_time()
    };
    assert!(follows("draw([seconds(), 0])"));
    assert!(!follows("draw([seconds(), 0]); playsin(440)"));
    assert!(!follows("draw([seconds(), 0]); playfunction(sin(x))"));
}
