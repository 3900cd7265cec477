//! The controls of the page.

use cindyscript_protocol::{PageControlKind, PageOption, ShownControl};

use super::*;

fn row(label: &str, kind: PageControlKind, value: &str) -> ShownControl {
    ShownControl {
        label: label.to_owned(),
        kind,
        value: value.to_owned(),
        checked: false,
    }
}

fn rows() -> Vec<ShownControl> {
    let range = PageControlKind::Range {
        min: 0.0,
        max: 10.0,
        step: Some(1.0),
    };
    let option = |label: &str| PageOption {
        label: label.to_owned(),
        value: label.to_lowercase(),
    };
    vec![
        row("Go", PageControlKind::Button, ""),
        row("Stop", PageControlKind::Button, ""),
        row("Axes", PageControlKind::Checkbox, "on"),
        row("Size", range, "5"),
        row("f(x)", PageControlKind::Text, "x"),
        row(
            "Curve",
            PageControlKind::Select {
                options: vec![option("One"), option("Two")],
            },
            "one",
        ),
    ]
}

fn content(rows: Vec<ShownControl>) -> ControlsContent {
    ControlsContent {
        panels: vec![PanelContent::Page(rows)],
        has_page_controls: true,
        ..ControlsContent::default()
    }
}

/// A place in a row of the panel, from the left, in points.
fn at(controls: &Controls, row: usize, left: f32) -> Pos2 {
    let area = controls.panels.all[0].shrink2(vec2(8.0, 6.0));
    pos2(
        area.left() + left,
        area.top() + (row as f32 + 1.5) * (BUTTON + 3.0),
    )
}

/// Clicks there, and returns what is done to controls of the page.
fn operate(
    controls: &mut Controls,
    what: &ControlsContent,
    at: Pos2,
) -> Vec<(usize, ControlInput)> {
    controls.pointer_moved(Some([f64::from(at.x), f64::from(at.y)]));
    let mut operated = Vec::new();
    let mut step = |controls: &mut Controls| {
        operated.extend(controls.lay_out(what, CANVAS, Instant::now()).operated);
    };
    step(controls);
    assert!(controls.press());
    step(controls);
    assert!(controls.release());
    step(controls);
    operated
}

#[test]
fn controls_of_the_page_are_operated_with_the_pointer() {
    let what = content(rows());
    let mut controls = shown(what.clone());
    let place = at(&controls, 0, 12.0);
    let pressed = operate(&mut controls, &what, place);
    assert_eq!(pressed, [(0, ControlInput::Press)]);
    let place = at(&controls, 1, 10.0);
    let checked = operate(&mut controls, &what, place);
    assert_eq!(checked, [(2, ControlInput::Check { checked: true })]);
    let place = at(&controls, 2, 80.0);
    let slid = operate(&mut controls, &what, place);
    let [
        (3, ControlInput::Set { value }),
        ..,
        (3, ControlInput::Done),
    ] = &slid[..]
    else {
        panic!("{slid:?}");
    };
    assert!(value.parse::<f64>().unwrap() < 5.0, "{value}");
    // A list opens below its row, and closes with a choice.
    let place = at(&controls, 4, 90.0);
    assert_eq!(operate(&mut controls, &what, place), []);
    let panel = controls.panels.all[0];
    let place = pos2(panel.left() + 20.0, panel.bottom() - 14.0);
    let chosen = operate(&mut controls, &what, place);
    let expected = [
        ControlInput::Set {
            value: "two".to_owned(),
        },
        ControlInput::Done,
    ];
    assert_eq!(chosen, expected.map(|input| (5, input)));
}

#[test]
fn text_field_takes_keys_until_enter() {
    let what = content(rows());
    let mut controls = shown(what.clone());
    let place = at(&controls, 3, 100.0);
    assert_eq!(operate(&mut controls, &what, place), []);
    assert!(controls.take_keys());
    let mut press = |name: &str, what: &ControlsContent| {
        let typed = name
            .chars()
            .next()
            .filter(|_| name.len() == 1)
            .map(u32::from);
        controls.key_pressed(&Key {
            name: name.to_owned(),
            typed,
            ..Key::default()
        });
        controls.lay_out(what, CANVAS, Instant::now()).operated
    };
    let mut typed = rows();
    let set = press("2", &what);
    let [(4, ControlInput::Set { value: text })] = &set[..] else {
        panic!("{set:?}");
    };
    assert_eq!(text, "x2");
    typed[4].value.clone_from(text);
    let entered = press("Enter", &content(typed));
    assert_eq!(entered.first(), Some(&(4, ControlInput::Enter)));
}

#[test]
fn tab_and_space_operate_a_button() {
    let what = content(rows());
    let mut controls = shown(what.clone());
    let mut press = |name: &str| {
        let key = Key {
            name: name.to_owned(),
            ..Key::default()
        };
        assert!(controls.takes(&key), "{name}");
        controls.key_pressed(&key);
        controls.lay_out(&what, CANVAS, Instant::now()).operated
    };
    for _ in 0..10 {
        press("Tab");
        if let [(0, ControlInput::Press)] = press(" ")[..] {
            return;
        }
    }
    panic!("Tab comes to no button");
}

#[test]
fn many_controls_with_long_texts_have_room() {
    let long = "a very long text without an end ".repeat(20);
    let mut all = Vec::new();
    for _ in 0..100 {
        all.extend(rows().into_iter().map(|row| ShownControl {
            label: long.clone(),
            ..row
        }));
    }
    let controls = shown(content(all));
    let area = controls.panels.all[0];
    assert!(area.width() < 320.0 && area.height() < 400.0, "{area:?}");
}
