#![allow(clippy::unwrap_used)]

use super::*;

const CANVAS: Canvas = Canvas {
    device: [600, 400],
    scale: 1.0,
};

fn playing(seconds: f64) -> Shown {
    Shown {
        playback: Some(Playback {
            seconds,
            paused: false,
            speed: 1.0,
            range: None,
        }),
        moved: false,
    }
}

/// Controls that the pointer has made appear.
fn shown(shown: Shown) -> Controls {
    shown_on(shown, CANVAS)
}

fn shown_on(shown: Shown, canvas: Canvas) -> Controls {
    let mut controls = Controls::default();
    controls.pointer_moved(Some([10.0, 10.0]));
    controls.lay_out(shown, canvas, Instant::now());
    controls
}

/// Clicks there, and returns what comes of it.
fn click(controls: &mut Controls, what: Shown, at: Pos2) -> Vec<Command> {
    let mut commands = Vec::new();
    controls.pointer_moved(Some([f64::from(at.x), f64::from(at.y)]));
    let mut step = |controls: &mut Controls| {
        commands.extend(controls.lay_out(what, CANVAS, Instant::now()).commands);
    };
    step(controls);
    assert!(controls.press());
    step(controls);
    assert!(controls.release());
    step(controls);
    commands
}

/// The middle of a button, counted from the left.
fn button_at(controls: &Controls, index: usize) -> Pos2 {
    let area = controls.area.unwrap();
    let first = area.left() + f32::from(PADDING.left) + BUTTON / 2.0;
    pos2(first + index as f32 * (BUTTON + SPACING), area.center().y)
}

#[test]
fn they_are_hidden_until_the_pointer_moves_and_when_it_rests() {
    let mut controls = Controls::default();
    let now = Instant::now();
    controls.lay_out(playing(0.0), CANVAS, now);
    assert!(controls.bitmaps().is_empty());
    assert_eq!(controls.due(now), None);
    let mut controls = shown(playing(0.0));
    assert_eq!(controls.bitmaps().len(), 1);
    assert!(controls.due(Instant::now()).is_some());
    let later = Instant::now() + CONTROLS_REST;
    assert!(controls.lay_out(playing(1.0), CANVAS, later).changed);
    assert!(controls.bitmaps().is_empty());
    assert_eq!(controls.height(), 0.0);
}

#[test]
fn they_are_where_they_are_seen_from_the_first_time_on() {
    let controls = shown(playing(0.0));
    let [bar] = controls.bitmaps() else {
        panic!("{} bitmaps", controls.bitmaps().len())
    };
    let area = controls.area.unwrap();
    assert!(area.top() > 300.0 && area.left() > 0.0, "{area:?}");
    assert!((bar.offset()[1] as f32 - area.top()).abs() < 2.0);
}

#[test]
fn they_stay_while_the_pointer_is_over_them_and_go_when_it_leaves_the_window() {
    let mut controls = shown(playing(0.0));
    let at = button_at(&controls, 0);
    controls.pointer_moved(Some([f64::from(at.x), f64::from(at.y)]));
    controls.lay_out(playing(0.0), CANVAS, Instant::now() + 2 * CONTROLS_REST);
    assert!(!controls.bitmaps().is_empty());
    controls.pointer_moved(None);
    controls.lay_out(playing(0.0), CANVAS, Instant::now());
    assert!(controls.bitmaps().is_empty());
}

#[test]
fn buttons_say_what_the_user_wants() {
    let mut controls = shown(playing(3.0));
    for (index, command) in [
        (0, Command::StartAnew),
        (1, Command::TogglePause),
        (2, Command::Step),
        (3, Command::ToggleLoop),
        (4, Command::ResetView),
    ] {
        let at = button_at(&controls, index);
        assert_eq!(click(&mut controls, playing(3.0), at), [command]);
    }
}

#[test]
fn time_is_dragged() {
    let mut controls = shown(playing(3.0));
    let right = controls.area.unwrap().right_center() - vec2(40.0, 0.0);
    let commands = click(&mut controls, playing(3.0), right);
    let [Command::Seek(seconds), ..] = commands[..] else {
        panic!("{commands:?}")
    };
    assert!(seconds > 5.0 && seconds < 10.0, "{seconds}");
}

#[test]
fn the_picture_has_the_pointer_elsewhere() {
    let mut controls = shown(playing(3.0));
    assert!(!controls.have_pointer());
    assert!(!controls.press());
    assert!(!controls.release());
    // What the user does with the picture is not hidden by them.
    controls.lay_out(playing(3.0), CANVAS, Instant::now());
    assert!(controls.bitmaps().is_empty());
}

#[test]
fn an_applet_that_stands_still_has_no_time_and_a_small_window_no_controls() {
    let still = shown(Shown::default());
    let playing_too = shown(playing(0.0));
    let width = |controls: &Controls| controls.area.unwrap().width();
    assert!(width(&still) < width(&playing_too));
    for (device, is_small) in [([40, 30], true), ([600, 100], true), ([200, 150], false)] {
        let controls = shown_on(playing(0.0), Canvas { device, scale: 1.0 });
        assert_eq!(controls.bitmaps().is_empty(), is_small);
        for bitmap in controls.bitmaps() {
            for (axis, side) in device.into_iter().enumerate() {
                let end = bitmap.offset()[axis].cast_unsigned() + bitmap.size()[axis];
                assert!(end <= side);
            }
        }
    }
}
