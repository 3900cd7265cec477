//! The scales of loops, whose rounds a debugger goes to.

use super::*;

fn stopped(rows: &[(&str, u32, u32)]) -> ControlsContent {
    let rows = rows.iter().map(|(name, round, rounds)| LoopRow {
        name: (*name).to_owned(),
        round: *round,
        rounds: *rounds,
    });
    ControlsContent {
        loops: rows.collect(),
        ..ControlsContent::default()
    }
}

#[test]
fn scales_of_loops_stay_without_the_bar_and_leave_room_for_it() {
    let shown = stopped(&[("while, line 6", 3, 9), ("repeat, line 5", 17, 100)]);
    let mut controls = Controls::new(Fonts::default());
    controls.lay_out(&shown, CANVAS, Instant::now());
    assert_eq!((controls.bar, controls.bitmaps().len()), (None, 1));
    let scales = controls.rounds.unwrap();
    let height = controls.height();
    assert!(
        (height - f64::from(400.0 - scales.top())).abs() < 1.0,
        "{height}"
    );
    controls.pointer_moved(Some([10.0, 10.0]));
    controls.lay_out(&shown, CANVAS, Instant::now());
    assert_eq!(controls.rounds, Some(scales));
    assert!(controls.bar.unwrap().top() >= scales.bottom());
    controls.lay_out(&ControlsContent::default(), CANVAS, Instant::now());
    assert_eq!(controls.rounds, None);
}

#[test]
fn click_on_a_scale_goes_to_a_round_of_its_loop() {
    let shown = stopped(&[("while, line 6", 3, 9), ("repeat, line 5", 0, 100)]);
    let mut controls = shown_on(shown.clone(), CANVAS);
    let scales = controls.rounds.unwrap();
    // Near the right end, which the longest number takes.
    let first = pos2(scales.right() - 100.0, scales.top() + 16.0);
    let commands = click(&mut controls, &shown, first);
    let is_near = |command: &Command| matches!(command, Command::GoToRound(0, 7..=9));
    assert!(
        !commands.is_empty() && commands.iter().all(is_near),
        "{commands:?}"
    );
    let second = pos2(scales.center().x, scales.bottom() - 16.0);
    let commands = click(&mut controls, &shown, second);
    let is_middle = |command: &Command| matches!(command, Command::GoToRound(1, 35..=65));
    assert!(
        !commands.is_empty() && commands.iter().all(is_middle),
        "{commands:?}"
    );
}

#[test]
fn scales_fit_narrow_windows() {
    let shown = stopped(&[("repeat, line 5", 17, 65_535)]);
    for width in [90, 200, 320] {
        let canvas = Canvas {
            device: [width, 200],
            scale: 1.0,
        };
        let controls = shown_on(shown.clone(), canvas);
        let scales = controls.rounds.unwrap();
        assert!(
            scales.left() >= 0.0 && scales.right() <= width as f32,
            "{scales:?}"
        );
    }
}
