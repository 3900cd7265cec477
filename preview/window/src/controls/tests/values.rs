//! What is set and chosen in panels.

use cindyscript_player::parameters::{
    GivenScale, ParameterRow, ParameterValue, Scale, SettableValue,
};

use cindyscript_space::SolidFormat;

use super::*;
use crate::movie::Format;

fn parameters() -> ControlsContent {
    let row = |name: &str, value| ParameterRow {
        name: name.to_owned(),
        value,
    };
    let scale = |from, to, step, logarithmic| Scale {
        from,
        to,
        step,
        base: 0.0,
        logarithmic,
        whole: false,
        given: GivenScale::Step,
    };
    let rows = vec![
        row(
            "a",
            SettableValue::Number(0.5, scale(0.0, 1.0, Some(0.01), false)),
        ),
        row(
            "wide",
            SettableValue::Number(1.0, scale(0.01, 100.0, None, true)),
        ),
        row("on", SettableValue::Switch(true)),
        row(
            "sky",
            SettableValue::Colour {
                rgba: [0.4, 0.6, 1.0, 1.0],
                has_opacity: false,
            },
        ),
    ];
    let parameters = Parameters {
        rows,
        ..Parameters::default()
    };
    ControlsContent {
        panels: vec![PanelContent::Parameters(parameters)],
        ..ControlsContent::default()
    }
}

/// A place in the panel at the right edge: in a row, at a part of what stands beside the name.
fn in_row(controls: &Controls, row: usize, part: f32) -> Pos2 {
    let area = controls.panels.all[0].shrink2(vec2(8.0, 6.0));
    let pitch = BUTTON + 3.0;
    let left = area.left() + 72.0;
    pos2(
        left + part * (area.right() - left),
        area.top() + (row as f32 + 1.5) * pitch,
    )
}

#[test]
fn parameters_are_set_with_the_pointer() {
    let what = parameters();
    let mut controls = shown(what.clone());
    let at = in_row(&controls, 0, 0.5);
    let set = click(&mut controls, &what, at);
    let [Command::Set(0, ParameterValue::Number(value)), ..] = set[..] else {
        panic!("{set:?}");
    };
    assert!((0.55..0.95).contains(&value), "{value}");
    let at = in_row(&controls, 1, 0.05);
    let set = click(&mut controls, &what, at);
    let [Command::Set(1, ParameterValue::Number(value)), ..] = set[..] else {
        panic!("{set:?}");
    };
    assert!((0.01..0.1).contains(&value), "{value}");
    let at = in_row(&controls, 2, 0.05);
    let set = click(&mut controls, &what, at);
    assert_eq!(set, [Command::Set(2, ParameterValue::Switch(false))]);
    // A colour opens a field and a bar below its row.
    let height = controls.panels.all[0].height();
    let at = in_row(&controls, 3, 0.1);
    assert_eq!(click(&mut controls, &what, at), []);
    // egui finds out how large the panel has become.
    std::thread::sleep(Duration::from_millis(50));
    controls.lay_out(&what, CANVAS, Instant::now());
    assert!(controls.panels.all[0].height() > height + 100.0);
    let below = pos2(controls.panels.all[0].right() - 10.0, at.y + 20.0);
    let set = click(&mut controls, &what, below);
    let [
        Command::Set(3, ParameterValue::Colour([red, green, blue, opacity])),
        ..,
    ] = set[..]
    else {
        panic!("{set:?}");
    };
    assert!(
        red < 0.1 && green < 0.5 && blue > 0.9 && opacity == 1.0,
        "{set:?}"
    );
}

#[test]
fn points_are_moved_to_places_that_are_written() {
    let row = |name: &str, at| PointRow {
        name: name.to_owned(),
        at,
    };
    let parameters = Parameters {
        points: vec![row("A", [1.0, 2.0]), row("B", [-0.5, 0.25])],
        pixel: 0.02,
        ..Parameters::default()
    };
    let what = ControlsContent {
        panels: vec![PanelContent::Parameters(parameters)],
        ..ControlsContent::default()
    };
    let mut controls = shown(what.clone());
    // Below the title, the row of the second point.
    let at = in_row(&controls, 2, 0.1);
    assert_eq!(click(&mut controls, &what, at), []);
    assert!(controls.take_keys());
    for name in ["2", ".", "5", "Enter"] {
        let typed = name.chars().next().filter(|_| name.len() == 1);
        controls.key_pressed(&Key {
            name: name.to_owned(),
            typed: typed.map(u32::from),
            ..Key::default()
        });
        let outcome = controls.lay_out(&what, CANVAS, Instant::now());
        let expected: &[Command] = match name {
            "Enter" => &[Command::PlacePoint(1, [2.5, 0.25])],
            _ => &[],
        };
        assert_eq!(outcome.commands, expected, "{name}");
    }
}

#[test]
fn a_coordinate_with_more_digits_than_are_shown_stays_until_another_is_written() {
    let parameters = Parameters {
        points: vec![PointRow {
            name: "A".to_owned(),
            at: [0.123_456_789_123, 0.5],
        }],
        pixel: 0.02,
        ..Parameters::default()
    };
    let what = ControlsContent {
        panels: vec![PanelContent::Parameters(parameters)],
        ..ControlsContent::default()
    };
    let mut controls = shown(what.clone());
    for _ in 0..4 {
        assert_eq!(press(&mut controls, &what, "Tab"), []);
    }
    // Another digit behind all of them.
    let mut controls = shown(what.clone());
    (0..2).for_each(|_| assert_eq!(press(&mut controls, &what, "Tab"), []));
    assert_eq!(press(&mut controls, &what, "End"), []);
    controls.key_pressed(&Key {
        name: "4".to_owned(),
        typed: Some(u32::from('4')),
        ..Key::default()
    });
    let placed = [Command::PlacePoint(0, [0.123_456_789_123_4, 0.5])];
    assert_eq!(press(&mut controls, &what, "Enter"), placed);
}

/// Numbers that no slider of theirs has.
fn between_steps() -> ControlsContent {
    let row = |name: &str, value, from, to, step| {
        let scale = Scale {
            from,
            to,
            step,
            base: from,
            logarithmic: step.is_none(),
            whole: false,
            given: GivenScale::Step,
        };
        ParameterRow {
            name: name.to_owned(),
            value: SettableValue::Number(value, scale),
        }
    };
    let parameters = Parameters {
        rows: vec![
            row("e", std::f64::consts::E, 0.0, 10.0, Some(0.01)),
            row("k", 7.0, 0.0, 100.0, Some(5.0)),
            row("c", 3.0, 0.5, 10.0, Some(1.0)),
            row("m", 0.0, 0.01, 10.0, None),
            row("third", 1.0 / 3.0, 0.1, 1e10, None),
        ],
        ..Parameters::default()
    };
    ControlsContent {
        panels: vec![PanelContent::Parameters(parameters)],
        ..ControlsContent::default()
    }
}

#[test]
fn numbers_between_the_steps_of_their_scale_stay_until_they_are_set() {
    let what = between_steps();
    let mut controls = shown(what.clone());
    for x in 0..9 {
        controls.pointer_moved(Some([f64::from(x), 9.0]));
        let outcome = controls.lay_out(&what, CANVAS, Instant::now());
        assert_eq!(outcome.commands, []);
    }
    // However long they are, they have their place.
    let panel = controls.panels.all[0];
    assert!(panel.width() < 263.0, "{panel:?}");
    // Each slider and each number is come to and left.
    for tab in 0..12 {
        assert_eq!(press(&mut controls, &what, "Tab"), [], "{tab}");
    }
    // The second slider, then its number.
    let mut controls = shown(what.clone());
    (0..4).for_each(|_| assert_eq!(press(&mut controls, &what, "Tab"), []));
    for (key, expected) in [("ArrowRight", 10.0), ("ArrowLeft", 5.0)] {
        let set = [Command::Set(1, ParameterValue::Number(expected))];
        assert_eq!(press(&mut controls, &what, key), set, "{key}");
    }
    assert_eq!(press(&mut controls, &what, "Tab"), []);
    for (key, expected) in [("ArrowUp", 10.0), ("ArrowDown", 5.0)] {
        let set = [Command::Set(1, ParameterValue::Number(expected))];
        assert_eq!(press(&mut controls, &what, key), set, "{key}");
    }
}

#[test]
fn what_is_computed_at_a_pixel_leads_into_the_text() {
    use super::probe::{
        Computed, DrawnSelection, GpuReading, PlotReading, Reading, Readings, VariableReading,
    };
    let variable = |name: &str, range| VariableReading {
        name: name.to_owned(),
        range,
        line: 7,
        value: ["0.5", "real"].map(str::to_owned),
        time: 3,
        times: 3,
        gpu: None,
    };
    let reading = Reading {
        pixel: Some([3, 4]),
        place: [0.5, 0.25],
        painted: Some([0, 128, 0, 255]),
        computed: Some([0.0, 0.5, 0.9, 1.0]),
        plots: [PlotReading {
            line: Some(7),
            computed: Computed::Gpu,
            value: ["0.5", "real"].map(str::to_owned),
            gpu: None,
            selected: Some(variable("alpha * 2", [70, 79])),
            variables: vec![variable("alpha", [40, 45]), variable("beta", [60, 64])],
            error: Some("it takes too long".to_owned()),
        }]
        .into(),
    };
    let with = |reading| {
        with_panels(vec![PanelContent::Probe(
            Readings {
                pointer: Some(reading),
                ..Readings::default()
            }
            .into(),
            DrawnSelection::default(),
        )])
    };
    let empty = with_panels(vec![PanelContent::Probe(
        Default::default(),
        DrawnSelection::default(),
    )]);
    let mut of_the_gpu = reading.clone();
    of_the_gpu.plots = of_the_gpu
        .plots
        .iter()
        .map(|plot| PlotReading {
            gpu: Some(GpuReading {
                name: "f32",
                value: "0.50000006".to_owned(),
                off: Some("6e-8".to_owned()),
                times: None,
                is_far: false,
            }),
            ..plot.clone()
        })
        .collect();
    let (shown, of_the_gpu) = (with(reading), with(of_the_gpu));
    let mut controls = Controls::new(Fonts::default());
    controls.lay_out(&empty, CANVAS, Instant::now());
    let small = controls.panels.all[0];
    controls.lay_out(&shown, CANVAS, Instant::now());
    // It is as high as what it shows.
    controls.pointer_moved(Some([1.0, 1.0]));
    controls.lay_out(&shown, CANVAS, Instant::now());
    let panel = controls.panels.all[0];
    assert!(panel.height() > 2.0 * small.height(), "{panel:?}");
    choose_what_is_drawn(&mut controls, &shown, panel);
    for (above, range) in [(17.0, [60, 64]), (39.0, [40, 45])] {
        let at = panel.left_bottom() + vec2(26.0, -above);
        let [start, end] = range;
        let expected = [Command::RevealRange(start, end)];
        assert_eq!(click(&mut controls, &shown, at), expected);
    }
    // What the GPU has stands in a row of its own.
    controls.lay_out(&of_the_gpu, CANVAS, Instant::now());
    controls.lay_out(&of_the_gpu, CANVAS, Instant::now());
    assert!(controls.panels.all[0].height() > panel.height() + 10.0);
}

/// The switch and the number at the top of a panel with a selected expression of three values.
fn choose_what_is_drawn(controls: &mut Controls, shown: &ControlsContent, panel: egui::Rect) {
    let mut rows = (20..120)
        .step_by(4)
        .map(|y| panel.left_top() + vec2(16.0, y as f32));
    let row = rows.find(|at| click(controls, shown, *at) == [Command::DrawSelection]);
    let number = row.unwrap() + vec2(170.0, 0.0);
    let mut commands = Vec::new();
    for (step, x) in [0.0, 0.0, 40.0, 40.0].into_iter().enumerate() {
        let at = number + vec2(x, 0.0);
        controls.pointer_moved(Some([f64::from(at.x), f64::from(at.y)]));
        match step {
            1 => assert!(controls.press()),
            3 => assert!(controls.release()),
            _ => {}
        }
        commands.extend(controls.lay_out(shown, CANVAS, Instant::now()).commands);
    }
    let chosen = |command: &Command| matches!(command, Command::DrawValue(Some(1..=3)));
    assert!(commands.iter().any(chosen), "{commands:?}");
}

fn press(controls: &mut Controls, shown: &ControlsContent, name: &str) -> Vec<Command> {
    let key = Key {
        name: name.to_owned(),
        ..Key::default()
    };
    assert!(controls.takes(&key) || controls.take_keys(), "{name}");
    controls.key_pressed(&key);
    controls.lay_out(shown, CANVAS, Instant::now()).commands
}

/// Writes letter by letter into what has been come to.
fn write(controls: &mut Controls, shown: &ControlsContent, text: &str) {
    for letter in text.chars() {
        controls.key_pressed(&Key {
            name: letter.to_string(),
            typed: Some(letter.into()),
            ..Key::default()
        });
        controls.lay_out(shown, CANVAS, Instant::now());
    }
}

#[test]
fn a_number_that_is_typed_keeps_its_digits() {
    let mut what = parameters();
    let [PanelContent::Parameters(parameters)] = &mut what.panels[..] else {
        panic!()
    };
    let SettableValue::Number(_, scale) = &mut parameters.rows[0].value else {
        panic!()
    };
    scale.given = GivenScale::Nothing;
    let mut controls = Controls::new(Fonts::default());
    controls.lay_out(&what, CANVAS, Instant::now());
    // To what closes the panel, the slider, its number.
    (0..3).for_each(|_| assert_eq!(press(&mut controls, &what, "Tab"), []));
    write(&mut controls, &what, "7.1234");
    let set = [Command::Set(0, ParameterValue::Typed(7.1234))];
    assert_eq!(press(&mut controls, &what, "Tab"), set);
}

#[test]
fn what_is_in_a_panel_is_reached_and_set_by_key() {
    let shown = parameters();
    let mut controls = Controls::new(Fonts::default());
    controls.lay_out(&shown, CANVAS, Instant::now());
    let arrow = |name: &str| Key {
        name: name.to_owned(),
        ..Key::default()
    };
    // Where nothing was come to, arrows move the picture.
    assert!(!controls.takes(&arrow("ArrowRight")));
    let mut set = Vec::new();
    // To what closes the panel, the slider, its number, the next slider, its number, the switch, and
    // the colour.
    for key in [
        "Tab",
        "Tab",
        "ArrowRight",
        "Tab",
        "Tab",
        "Tab",
        "Tab",
        " ",
        "Tab",
        "Enter",
        "Tab",
        "ArrowRight",
    ] {
        set.extend(press(&mut controls, &shown, key));
    }
    let [
        Command::Set(0, ParameterValue::Number(number)),
        Command::Set(2, ParameterValue::Switch(false)),
        Command::Set(3, ParameterValue::Colour(_)),
    ] = set[..]
    else {
        panic!("{set:?}")
    };
    assert!(number > 0.5, "{number}");
    // Escape leaves it, and then the panel.
    press(&mut controls, &shown, "Escape");
    assert!(!controls.takes(&arrow("Escape")));
}

#[test]
fn pictures_and_recordings_are_saved_as_chosen() {
    let status = |is_busy| {
        with_panels(vec![PanelContent::Save(SaveStatus {
            size: [600, 400],
            is_playing: true,
            is_busy,
            has_scene: false,
        })])
    };
    let mut controls = shown(status(false));
    let mut choose = |status: &ControlsContent, tabs: usize| -> Vec<Command> {
        for _ in 0..tabs {
            assert_eq!(press(&mut controls, status, "Tab"), []);
        }
        press(&mut controls, status, "Enter")
    };
    let idle = status(false);
    // Behind what closes the panel and two smaller sizes.
    assert_eq!(choose(&idle, 4), []);
    let picture = Command::SavePictureAs(PictureOptions {
        times: 4.0,
        supersample: 2,
    });
    assert_eq!(choose(&idle, 6), [picture]);
    // GIF, and the least pictures in a second.
    assert_eq!(choose(&idle, 4), []);
    assert_eq!(choose(&idle, 6), []);
    let recording = Command::RecordAs(RecordingOptions {
        format: Some(Format::Gif),
        times: 1.0,
        rate: Some(15),
    });
    assert_eq!(choose(&idle, 3), [recording]);
    // Not while something is written.
    assert_eq!(choose(&status(true), 0), []);
}

#[test]
fn models_are_saved_in_the_format_that_is_chosen() {
    let what = with_panels(vec![PanelContent::Save(SaveStatus {
        size: [600, 400],
        is_playing: false,
        is_busy: false,
        has_scene: true,
    })]);
    let mut controls = shown(what.clone());
    // Behind what closes the panel, four sizes, the width, three samples, and the button of the picture.
    for _ in 0..12 {
        assert_eq!(press(&mut controls, &what, "Tab"), []);
    }
    assert_eq!(press(&mut controls, &what, "Enter"), []);
    assert_eq!(press(&mut controls, &what, "Tab"), []);
    let saved = Command::SaveModel(SolidFormat::Obj);
    assert_eq!(press(&mut controls, &what, "Enter"), [saved]);
}

#[test]
fn a_picture_is_as_wide_as_is_written() {
    let what = with_panels(vec![PanelContent::Save(SaveStatus {
        size: [600, 400],
        is_playing: true,
        is_busy: false,
        has_scene: false,
    })]);
    let mut controls = shown(what.clone());
    // Behind what closes the panel and four sizes.
    for _ in 0..6 {
        assert_eq!(press(&mut controls, &what, "Tab"), []);
    }
    write(&mut controls, &what, "1500");
    for _ in 0..4 {
        assert_eq!(press(&mut controls, &what, "Tab"), []);
    }
    let picture = Command::SavePictureAs(PictureOptions {
        times: 2.5,
        supersample: 2,
    });
    assert_eq!(press(&mut controls, &what, "Enter"), [picture]);
}

#[test]
fn a_key_counts_that_comes_before_the_panel_is_seen() {
    let shown = parameters();
    let mut controls = Controls::new(Fonts::default());
    press(&mut controls, &shown, "Tab");
    press(&mut controls, &shown, "Tab");
    let set = press(&mut controls, &shown, "ArrowRight");
    assert!(matches!(set[..], [Command::Set(0, _)]), "{set:?}");
}
