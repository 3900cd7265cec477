#![allow(clippy::unwrap_used)]

use super::bar::PADDING;
use super::button::{BUTTON, SPACING};
use super::*;

mod look;
mod page;
mod room;
mod rounds;
mod values;

const CANVAS: Canvas = Canvas {
    device: [600, 400],
    scale: 1.0,
};

fn playing(seconds: f64) -> ControlsContent {
    ControlsContent {
        playback: Some(PlaybackState {
            seconds,
            paused: false,
            speed: 1.0,
            range: None,
            backwards: false,
        }),
        ..ControlsContent::default()
    }
}

/// Controls that the pointer has made appear.
fn shown(shown: ControlsContent) -> Controls {
    shown_on(shown, CANVAS)
}

fn shown_on(shown: ControlsContent, canvas: Canvas) -> Controls {
    let mut controls = Controls::new(Fonts::default());
    controls.pointer_moved(Some([10.0, 10.0]));
    controls.lay_out(&shown, canvas, Instant::now());
    controls
}

/// Clicks there, and returns what comes of it.
fn click(controls: &mut Controls, what: &ControlsContent, at: Pos2) -> Vec<Command> {
    click_on(controls, what, CANVAS, at)
}

fn click_on(
    controls: &mut Controls,
    what: &ControlsContent,
    canvas: Canvas,
    at: Pos2,
) -> Vec<Command> {
    let mut commands = Vec::new();
    controls.pointer_moved(Some([f64::from(at.x), f64::from(at.y)]));
    let mut step = |controls: &mut Controls| {
        commands.extend(controls.lay_out(what, canvas, Instant::now()).commands);
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
    let area = controls.bar.unwrap();
    let first = area.left() + f32::from(PADDING.left) + BUTTON / 2.0;
    pos2(first + index as f32 * (BUTTON + SPACING), area.center().y)
}

#[test]
fn they_are_hidden_until_the_pointer_moves_and_when_it_rests() {
    let mut controls = Controls::new(Fonts::default());
    let now = Instant::now();
    controls.lay_out(&playing(0.0), CANVAS, now);
    assert!(controls.bitmaps().is_empty());
    assert_eq!(controls.due(now), None);
    let mut controls = shown(playing(0.0));
    assert_eq!(controls.bitmaps().len(), 1);
    assert!(controls.due(Instant::now()).is_some());
    let later = Instant::now() + CONTROLS_REST;
    assert!(controls.lay_out(&playing(1.0), CANVAS, later).changed);
    assert!(controls.bitmaps().is_empty());
    assert_eq!(controls.height(), 0.0);
}

#[test]
fn they_are_where_they_are_seen_from_the_first_time_on() {
    let controls = shown(playing(0.0));
    let [bar] = controls.bitmaps() else {
        panic!("{} bitmaps", controls.bitmaps().len())
    };
    let area = controls.bar.unwrap();
    assert!(area.top() > 300.0 && area.left() > 0.0, "{area:?}");
    assert!((bar.offset()[1] as f32 - area.top()).abs() < 2.0);
}

#[test]
fn they_stay_while_the_pointer_is_over_them_and_go_when_it_leaves_the_window() {
    let mut controls = shown(playing(0.0));
    let at = button_at(&controls, 0);
    controls.pointer_moved(Some([f64::from(at.x), f64::from(at.y)]));
    controls.lay_out(&playing(0.0), CANVAS, Instant::now() + 2 * CONTROLS_REST);
    assert!(!controls.bitmaps().is_empty());
    controls.pointer_moved(None);
    controls.lay_out(&playing(0.0), CANVAS, Instant::now());
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
        assert_eq!(click(&mut controls, &playing(3.0), at), [command]);
    }
}

#[test]
fn a_click_may_last_for_slow_frames() {
    let mut controls = shown(playing(3.0));
    let at = button_at(&controls, 1);
    controls.pointer_moved(Some([f64::from(at.x), f64::from(at.y)]));
    let start = Instant::now();
    let mut commands = Vec::new();
    let mut frame = |controls: &mut Controls, seconds| {
        let now = start + Duration::from_secs(seconds);
        commands.extend(controls.lay_out(&playing(3.0), CANVAS, now).commands);
    };
    frame(&mut controls, 0);
    assert!(controls.press());
    frame(&mut controls, 1);
    assert!(controls.release());
    frame(&mut controls, 2);
    assert_eq!(commands, [Command::TogglePause]);
}

#[test]
fn time_is_dragged() {
    let mut controls = shown(playing(3.0));
    let right = controls.bar.unwrap().right_center() - vec2(40.0, 0.0);
    let commands = click(&mut controls, &playing(3.0), right);
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
    controls.lay_out(&playing(3.0), CANVAS, Instant::now());
    assert!(controls.bitmaps().is_empty());
}

#[test]
fn an_applet_that_stands_still_has_no_time_and_a_small_window_no_controls() {
    let still = shown(ControlsContent::default());
    let playing_too = shown(playing(0.0));
    let width = |controls: &Controls| controls.bar.unwrap().width();
    assert!(width(&still) < width(&playing_too));
    for (device, is_small) in [
        ([40, 30], true),
        ([600, 100], true),
        ([200, 150], false),
        ([180, 120], false),
        ([90, 110], false),
    ] {
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

#[test]
fn what_the_bar_has_no_room_for_is_in_a_menu() {
    let what = playing(3.0);
    let canvas = Canvas {
        device: [100, 300],
        scale: 1.0,
    };
    let mut controls = shown_on(what.clone(), canvas);
    let press_at = |controls: &mut Controls, at: Pos2| {
        let mut commands = Vec::new();
        for step in 0..3 {
            controls.pointer_moved(Some([f64::from(at.x), f64::from(at.y)]));
            match step {
                1 => assert!(controls.press()),
                2 => assert!(controls.release()),
                _ => {}
            }
            commands.extend(controls.lay_out(&what, canvas, Instant::now()).commands);
        }
        commands
    };
    let at = button_at(&controls, 0);
    assert_eq!(press_at(&mut controls, at), [Command::TogglePause]);
    let at = button_at(&controls, 1);
    assert_eq!(press_at(&mut controls, at), []);
    std::thread::sleep(Duration::from_millis(50));
    controls.lay_out(&what, canvas, Instant::now());
    let menu = controls.menu.unwrap();
    assert!(menu.top() > 0.0 && menu.right() < 100.0, "{menu:?}");
    // It has the pointer, and goes once something is chosen.
    let at = menu.left_top() + vec2(20.0, 10.0);
    assert_eq!(
        press_at(&mut controls, at),
        [Command::SeekBy(f64::NEG_INFINITY)]
    );
    assert_eq!(controls.menu, None);
    // A press elsewhere closes it as well.
    let at = button_at(&controls, 1);
    assert_eq!(press_at(&mut controls, at), []);
    assert!(controls.menu.is_some());
    controls.pointer_moved(Some([1.0, 1.0]));
    assert!(!controls.press());
    controls.lay_out(&what, canvas, Instant::now());
    assert_eq!(controls.menu, None);
}

#[test]
fn panels_stay_at_their_edge_when_they_become_larger() {
    let what = with_panels(vec![PanelContent::Keys(Container::Window, false)]);
    let mut canvas = Canvas {
        device: [400, 300],
        scale: 1.0,
    };
    let mut controls = shown_on(what.clone(), canvas);
    let first = controls.panels.all[0].size();
    for scale in [1.1, 1.25, 1.0] {
        canvas.scale = scale;
        controls.lay_out(&what, canvas, Instant::now());
        let left = controls.panels.all[0].left();
        assert!((left - MARGIN).abs() < 1.0, "{left}");
    }
    // And are as they were when they are as large as they were.
    assert_eq!(controls.panels.all[0].size(), first);
}

#[test]
fn the_bar_fits_any_window_that_has_room_for_controls() {
    for width in (80..700).step_by(10) {
        for what in [playing(3.0), ControlsContent::default()] {
            let canvas = Canvas {
                device: [width, 300],
                scale: 1.0,
            };
            let controls = shown_on(what, canvas);
            let bar = controls.bar.unwrap();
            assert!(bar.left() >= 0.0 && bar.right() <= width as f32, "{bar:?}");
        }
    }
}

fn with_panels(panels: Vec<PanelContent>) -> ControlsContent {
    ControlsContent {
        panels,
        ..playing(3.0)
    }
}

fn output(text: &str) -> PanelContent {
    PanelContent::Console(text.into())
}

/// Whether a bitmap has light pixels, as letters are.
fn has_letters(bitmap: &Bitmap) -> bool {
    let mut pixels = bitmap.rgba().chunks_exact(4);
    pixels.any(|pixel| pixel[..3].iter().all(|part| *part > 150))
}

#[test]
fn panels_stay_while_the_pointer_rests_and_do_not_lie_over_one_another() {
    let shown = with_panels(vec![
        PanelContent::Hud(Box::default()),
        PanelContent::Keys(Container::Window, false),
        output("one\ntwo\n"),
    ]);
    let mut controls = Controls::new(Fonts::default());
    controls.lay_out(&shown, CANVAS, Instant::now());
    assert_eq!(controls.bitmaps().len(), 3);
    assert!(controls.bitmaps().iter().all(has_letters));
    let areas = controls.panels.all.clone();
    // Wide enough for the longest line of the keys.
    assert!(areas[2].width() > 330.0, "{areas:?}");
    for (index, area) in areas.iter().enumerate() {
        assert!(Rect::from_min_size(Pos2::ZERO, vec2(600.0, 400.0)).contains_rect(*area));
        let others = &areas[index + 1..];
        assert!(
            others.iter().all(|other| !other.intersects(*area)),
            "{areas:?}"
        );
    }
    // The bar stands above the output.
    controls.pointer_moved(Some([550.0, 60.0]));
    controls.lay_out(&shown, CANVAS, Instant::now());
    let bar = controls.bar.unwrap();
    assert!(areas.iter().all(|area| !area.intersects(bar)), "{bar:?}");
    let none = with_panels(Vec::new());
    let later = Instant::now() + CONTROLS_REST;
    assert!(controls.lay_out(&none, CANVAS, later).changed);
    assert!(controls.bitmaps().is_empty());
}

#[test]
fn what_is_read_makes_room_for_what_is_worked_with() {
    let hud = Hud {
        painter: "an adapter with a long name, as they have (with its backend)".to_owned(),
        ..Hud::default()
    };
    let panels = vec![
        PanelContent::Hud(Box::new(hud)),
        PanelContent::Parameters(Parameters::default()),
    ];
    let controls = shown_on(with_panels(panels), CANVAS);
    let [right, left] = controls.panels.all[..] else {
        panic!("{:?}", controls.panels)
    };
    assert!(left.right() < right.left(), "{left:?} {right:?}");
}

#[test]
fn panels_fit_any_window_that_has_room_for_controls() {
    let lines = "a line that is longer than the window is wide, and says nothing else\n".repeat(99);
    for (device, scale) in [([200, 150], 1.0), ([500, 400], 2.0), ([900, 160], 1.0)] {
        let canvas = Canvas { device, scale };
        let panels = vec![
            PanelContent::Hud(Box::default()),
            PanelContent::Keys(Container::Window, false),
            output(&lines),
        ];
        let controls = shown_on(with_panels(panels), canvas);
        let size = canvas.css().map(|side| side as f32);
        let window = Rect::from_min_size(Pos2::ZERO, size.into());
        for area in &controls.panels.all {
            assert!(window.contains_rect(*area), "{area:?} in {size:?}");
        }
    }
}

fn named(name: &str) -> Key {
    Key {
        name: name.to_owned(),
        ..Key::default()
    }
}

#[test]
fn what_is_read_is_scrolled_with_keys_where_there_is_more_than_is_seen() {
    let canvas = Canvas {
        device: [500, 500],
        scale: 1.0,
    };
    let keys = || PanelContent::Keys(Container::Window, false);
    let lines = "a line\n".repeat(99);
    for panels in [
        vec![keys()],
        vec![output(&lines)],
        vec![keys(), output(&lines)],
    ] {
        let what = with_panels(panels);
        let mut controls = shown_on(what.clone(), canvas);
        let mut now = Instant::now();
        let mut after = |name: &str| {
            assert!(controls.scroll(&named(name)), "{name}");
            // The text moves and the bar beside it fades within a second.
            for _ in 0..4 {
                now += Duration::from_secs(1);
                controls.lay_out(&what, canvas, now);
            }
            controls.bitmaps().to_vec()
        };
        let [first, second, paged] = ["Home", "ArrowDown", "PageDown"].map(&mut after);
        assert!(first != second && second != paged);
        let last = after("End");
        assert!(last != paged);
        assert!(after("PageDown") == last);
        assert!(after("Home") == first);
        assert!(!controls.scroll(&named("ArrowLeft")));
    }
    let mut controls = shown_on(with_panels(vec![output("a line\n")]), canvas);
    assert!(!controls.scroll(&named("ArrowDown")));
}

#[test]
fn the_meanings_of_keys_are_broken_where_they_have_little_room() {
    let panels = || vec![PanelContent::Keys(Container::Window, false)];
    let size = |width| {
        let canvas = Canvas {
            device: [width, 3000],
            scale: 1.0,
        };
        let controls = shown_on(with_panels(panels()), canvas);
        controls.panels.all[0].size()
    };
    let (wide, narrow) = (size(1400), size(300));
    assert!(wide.x > 500.0 && wide.x < 1000.0, "{wide:?}");
    assert!(
        narrow.x < 300.0 - MARGIN && narrow.y > 1.3 * wide.y,
        "{narrow:?} {wide:?}"
    );
}

/// The size of the panel of keys in a window of a width, with a text in its search field.
fn size_of_keys(width: u32, searched: &str) -> Vec2 {
    let panels = vec![PanelContent::Keys(Container::Window, false)];
    let shown = with_panels(panels);
    let canvas = Canvas {
        device: [width, 3000],
        scale: 1.0,
    };
    let mut controls = shown_on(shown.clone(), canvas);
    controls.settings.keys = searched.to_owned();
    controls.laid_out = None;
    controls.lay_out(&shown, canvas, Instant::now());
    controls.panels.all[0].size()
}

#[test]
fn keys_stand_in_two_columns_where_there_is_room() {
    let (two, one) = (size_of_keys(700, ""), size_of_keys(500, ""));
    assert!(two.x > one.x && two.y < 0.7 * one.y, "{two:?} {one:?}");
}

#[test]
fn keys_are_searched_for() {
    let height = |searched| size_of_keys(500, searched).y;
    // In either case, in what they do, in their names and in the title of their group.
    for searched in ["LOOP", "page up", "points and v"] {
        assert!(height(searched) < 0.5 * height(""), "{searched}");
    }
    assert!(height("no such key") < height("loop"));
}

#[test]
fn escape_ends_the_search_for_a_key_before_it_closes_the_keys() {
    let shown = with_panels(vec![PanelContent::Keys(Container::Window, false)]);
    let mut controls = Controls::new(Fonts::default());
    let lay_out = |controls: &mut Controls| controls.lay_out(&shown, CANVAS, Instant::now());
    lay_out(&mut controls);
    controls.key_pressed(&named("Tab"));
    lay_out(&mut controls);
    assert!(controls.take_keys());
    controls.key_pressed(&Key {
        typed: Some('q'.into()),
        ..named("q")
    });
    lay_out(&mut controls);
    assert_eq!(controls.settings.keys, "q");
    assert!(controls.takes(&named("Escape")));
    controls.key_pressed(&named("Escape"));
    lay_out(&mut controls);
    assert_eq!(controls.settings.keys, "");
    assert!(!controls.takes(&named("Escape")));
}

#[test]
fn what_is_written_into_the_filter_hides_the_other_lines() {
    let shown = with_panels(vec![output("apple\nbanana\n")]);
    let mut controls = Controls::new(Fonts::default());
    let lay_out = |controls: &mut Controls| controls.lay_out(&shown, CANVAS, Instant::now());
    lay_out(&mut controls);
    assert!(!controls.take_keys());
    let panel = controls.panels.all[0];
    let field = panel.left_top() + vec2(190.0, 18.0);
    click(&mut controls, &shown, field);
    assert!(controls.take_keys());
    let before = controls.bitmaps().to_vec();
    for letter in ["X", "y"] {
        controls.key_pressed(&Key {
            name: letter.to_owned(),
            typed: letter.chars().next().map(u32::from),
            ..Key::default()
        });
    }
    lay_out(&mut controls);
    assert_eq!(controls.settings.console, "Xy");
    // Nothing blinks there.
    let rests = |controls: &mut Controls| {
        std::thread::sleep(Duration::from_millis(50));
        lay_out(controls);
        controls.due.is_none()
    };
    assert!((0..20).any(|_| rests(&mut controls)));
    // What is copied is what is shown.
    assert_eq!(controls.output_shown("apple\nfoxy\n"), "foxy\n");
    assert_ne!(controls.bitmaps(), before);
    // A press elsewhere ends it.
    controls.pointer_moved(Some([300.0, 50.0]));
    assert!(!controls.press());
    lay_out(&mut controls);
    assert!(!controls.take_keys());
}

#[test]
fn a_panel_is_closed_with_its_button() {
    let shown = with_panels(vec![output("")]);
    let mut controls = Controls::new(Fonts::default());
    controls.lay_out(&shown, CANVAS, Instant::now());
    let panel = controls.panels.all[0];
    let close = panel.right_top() + vec2(-20.0, 18.0);
    assert_eq!(
        click(&mut controls, &shown, close),
        [Command::Toggle(Panel::Console)]
    );
}

#[test]
fn the_ends_of_what_is_played_again_are_dragged() {
    let shown_with = |range| ControlsContent {
        playback: Some(PlaybackState {
            range: Some(range),
            ..playing(3.0).playback.unwrap()
        }),
        ..ControlsContent::default()
    };
    let what = shown_with([2.0, 8.0]);
    let mut controls = shown(what.clone());
    let bar = controls.bar.unwrap();
    let lay_out = |controls: &mut Controls| controls.lay_out(&what, CANVAS, Instant::now());
    // The scale has ten seconds, and its right end is within the bar; the ends are below its middle.
    let right = bar.right() - f32::from(PADDING.right) - 6.0;
    let y = bar.center().y + 6.0;
    let mut left_end = None;
    for x in bar.left() as i32..right as i32 {
        controls.pointer_moved(Some([x.into(), y.into()]));
        lay_out(&mut controls);
        controls.press();
        lay_out(&mut controls);
        controls.pointer_moved(Some([f64::from(x) + 6.0, y.into()]));
        let commands = lay_out(&mut controls).commands;
        controls.release();
        lay_out(&mut controls);
        if let Some(Command::Loop(range)) = commands.last() {
            left_end.get_or_insert(*range);
        }
    }
    let [begin, end] = left_end.unwrap();
    assert!(begin > 1.5 && begin < 3.5 && end == 8.0, "{begin} {end}");
}

#[test]
fn time_goes_backwards_only_where_it_can() {
    let speeds_of = |backwards| speeds(backwards).collect::<Vec<f64>>();
    assert!(speeds_of(false).iter().all(|speed| *speed > 0.0));
    assert_eq!(speeds_of(true).len(), 2 * speeds_of(false).len());
    assert!(speeds_of(true).is_sorted());
}

#[test]
fn where_scripts_take_keys_the_panel_of_the_keys_says_so() {
    let text = |listens| {
        let mut controls = Controls::new(Fonts::default());
        let shown = with_panels(vec![PanelContent::Keys(Container::Window, listens)]);
        controls.lay_out(&shown, CANVAS, Instant::now());
        controls.bitmaps()[0].clone()
    };
    assert_ne!(text(true), text(false));
}
