//! The applet around the script: input, animation, view.

use super::{Row, row};
use crate::context::Context;
use crate::value::{Usage, Value};
use crate::world::Playback;

pub(super) const ROWS: &[Row] = &[
    row("mouse", 0, |context, _| context.mouse.into()),
    row("key", 0, |context, _| Value::String(context.key.clone())),
    // Applets ask what they run in: a CindyJS, as far as they can tell.
    row("version", 0, |_, _| {
        let name = Value::from("CindyJS");
        let numbers = [0.0, 8.0, 43.0].map(Value::from);
        std::iter::once(name).chain(numbers).collect()
    }),
    row("keycode", 0, |context, _| {
        f64::from(context.key_code).into()
    }),
    row("playanimation", 0, |context, _| {
        play(context, Playback::Playing)
    }),
    row("pauseanimation", 0, |context, _| {
        play(context, Playback::Paused)
    }),
    row("stopanimation", 0, |context, _| {
        play(context, Playback::Stopped)
    }),
    row("repaint", 0, |context, _| {
        context.requests.repaint = true;
        Value::Undefined
    }),
    row("use8bittextures", 0, |context, _| {
        context.requests.eight_bit_textures = true;
        Value::Undefined
    }),
    row("forcerecompile", 0, |context, _| {
        context.requests.recompile = true;
        Value::Undefined
    }),
    row("screenresolution", 0, |context, _| {
        context.graphics.matrix().resolution().into()
    }),
    row("screenbounds", 0, |context, _| {
        let [width, height] = context.graphics.canvas_size();
        let corners = [[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]];
        corners
            .map(|corner| {
                let [x, y] = context.graphics.to_world(corner);
                match [x, y, 1.0].into() {
                    Value::List(list) => Value::List(list.with_usage(Usage::Point)),
                    other => other,
                }
            })
            .into()
    }),
];

fn play(context: &mut Context, playback: Playback) -> Value {
    context.set_playback(playback);
    Value::Undefined
}
