//! The room that panels have beside one another, in windows as they are first and with larger letters.

use std::sync::Arc;

use cindyscript_player::parameters::{GivenScale, ParameterRow, Scale, SettableValue};

use super::super::loupe::{Loupe, REACH};
use super::super::probe::{
    Computed, DrawnSelection, PlotReading, Reading, Readings, VariableReading,
};
use super::*;

/// Windows as they are first, at some scales, and smaller and larger ones.
const CANVASES: [([u32; 2], f64); 6] = [
    ([500, 500], 1.0),
    ([500, 500], 1.1),
    ([500, 500], 1.25),
    ([500, 500], 1.5),
    ([600, 400], 1.0),
    ([1200, 900], 1.0),
];

fn hud() -> PanelContent {
    PanelContent::Hud(Box::new(Hud {
        painter: "an adapter with a long name, as they have (with its backend)".to_owned(),
        graph: Arc::new([[1.0, 12.0], [0.0, 16.0]]),
        ..Hud::default()
    }))
}

fn reading() -> Reading {
    let variable = VariableReading {
        name: "aVariableWithALongName".to_owned(),
        range: [0, 22],
        line: 12,
        value: ["-0.123456789012 + 0.123456789012 i", "complex"].map(str::to_owned),
        time: 200,
        times: 200,
        gpu: None,
    };
    let plot = PlotReading {
        line: Some(12),
        computed: Computed::Cpu,
        value: ["[0.123456789012, 0.123456789012, 1]", "colour"].map(str::to_owned),
        gpu: None,
        selected: Some(variable.clone()),
        variables: vec![variable],
        error: None,
    };
    Reading {
        pixel: Some([1234, 1234]),
        place: [-0.123_456, -0.123_456],
        painted: Some([123, 234, 123, 254]),
        computed: Some([0.123_456, 0.654_321, 0.123_456, 0.912_345]),
        plots: Arc::new([plot]),
    }
}

/// With pixels that are kept at two places, beside that under the pointer.
fn probe(pointer: Reading) -> PanelContent {
    let side = 2 * REACH + 1;
    let readings = Readings {
        kept: vec![reading(), reading()],
        pointer: Some(pointer),
        loupe: Some(Loupe {
            middle: [REACH; 2],
            pixels: Bitmap::new([0, 0], [side, side]),
            background: [1.0; 3],
        }),
    };
    PanelContent::Probe(Arc::new(readings), DrawnSelection::default())
}

fn parameters() -> PanelContent {
    let scale = Scale {
        from: 0.0,
        to: 1.0,
        step: Some(0.01),
        base: 0.0,
        logarithmic: false,
        whole: false,
        given: GivenScale::Step,
    };
    let row = ParameterRow {
        name: "aLongName".to_owned(),
        value: SettableValue::Number(0.5, scale),
    };
    PanelContent::Parameters(Parameters {
        rows: vec![row],
        points: vec![PointRow {
            name: "A".to_owned(),
            at: [-1.234_567_8, 12.345_678],
        }],
        unwritten: true,
        ..Parameters::default()
    })
}

fn save() -> PanelContent {
    PanelContent::Save(SaveStatus {
        size: [500, 500],
        is_playing: true,
        is_busy: false,
        has_scene: false,
    })
}

#[test]
fn panels_do_not_lie_over_one_another_and_are_closed_at_their_edge() {
    let keys = || PanelContent::Keys(Container::Window, false);
    for (device, scale) in CANVASES {
        let canvas = Canvas { device, scale };
        let size = canvas.css().map(|side| side as f32);
        let window = Rect::from_min_size(Pos2::ZERO, size.into());
        for panels in [
            vec![hud(), probe(reading())],
            vec![hud(), parameters()],
            vec![hud(), save()],
            vec![hud(), parameters(), save()],
            vec![
                hud(),
                keys(),
                output("one\n"),
                parameters(),
                probe(reading()),
                save(),
            ],
        ] {
            let names: Vec<Panel> = panels.iter().map(PanelContent::panel).collect();
            let said = format!("{names:?} on {device:?} at {scale}");
            let what = with_panels(panels);
            let mut controls = shown_on(what.clone(), canvas);
            let areas = controls.panels.all.clone();
            for (index, area) in areas.iter().enumerate() {
                assert!(window.contains_rect(*area), "{said}: {area:?}");
                let others = &areas[index + 1..];
                let is_apart = others.iter().all(|other| !other.intersects(*area));
                assert!(is_apart, "{said}: {areas:?}");
            }
            // Nor over what is written on the picture beside them.
            let right = areas
                .iter()
                .filter(|area| area.right() > size[0] - 2.0 * MARGIN);
            let right = right.filter(|area| area.top() < 2.0 * MARGIN);
            for area in right {
                let reach = controls.width_at_right() as f32;
                assert!(
                    area.left() >= size[0] - reach - 0.5,
                    "{said}: {area:?} {reach}"
                );
                // With the line around it.
                let widest = (size[0] / 2.0).min(260.0);
                assert!(area.width() <= widest + 2.5, "{said}: {area:?}");
                let close = area.right_top() + vec2(-20.0, 18.0);
                let commands = click_on(&mut controls, &what, canvas, close);
                assert!(
                    matches!(commands[..], [Command::Toggle(_)]),
                    "{said}: {area:?} {commands:?}"
                );
            }
        }
    }
}

#[test]
fn the_pixel_under_the_pointer_is_seen_however_many_are_kept() {
    let canvas = Canvas {
        device: [500, 250],
        scale: 1.0,
    };
    let seen = |pixel| {
        let pointer = Reading {
            pixel: Some(pixel),
            ..reading()
        };
        let what = with_panels(vec![probe(pointer)]);
        shown_on(what, canvas).bitmaps().to_vec()
    };
    assert!(seen([1234, 1234]) != seen([4321, 4321]));
}
