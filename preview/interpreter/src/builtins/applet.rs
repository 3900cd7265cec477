//! The applet around the script: input, animation, view.

use cindyscript_hir::plugins;

use super::{Row, raw, row};
use crate::context::Context;
use crate::context::dropped_files::dropped;
use crate::value::text::Text;
use crate::value::{Usage, Value};

/// Calls of `javascript` between two frames.
const MOST_GIVEN: usize = 100;
/// Bytes of the JavaScript of a call.
const LONGEST_GIVEN: usize = 1 << 20;

pub(super) const ROWS: &[Row] = &[
    raw("self", 0, |context, _| context.this.clone()),
    // Applets ask what they run in: a CindyJS, as far as they can tell.
    row("version", 0, |_, _| {
        let name = Value::from("CindyJS");
        let numbers = [0.0, 8.0, 43.0].map(Value::from);
        std::iter::once(name).chain(numbers).collect()
    }),
    // Whether a plugin is there: of CindyJS's, only what the preview brings along.
    row("use", 1, |_, arguments| match arguments[0].string() {
        Some(name) => plugins::find(name)
            .is_some_and(|plugin| plugin.is_found_by_use)
            .into(),
        None => Value::Undefined,
    }),
    row("mouse", 0, mouse),
    row("mover", 0, |context, _| {
        context.input.mover.map_or(Value::Undefined, Value::Element)
    }),
    row("multiid", 0, |context, _| {
        f64::from(context.input.touch).into()
    }),
    row("multiidlist", 0, |context, _| {
        let touches = context.input.touches.keys();
        touches.map(|id| f64::from(*id)).collect()
    }),
    row("dropped", 0, |context, _| dropped(context)),
    row("droppoint", 0, |context, _| {
        let drop = context.input.drop.as_ref();
        drop.map_or(Value::Undefined, |drop| {
            let [x, y] = drop.at;
            [x, y, 1.0].into()
        })
    }),
    row("key", 0, |context, _| {
        Value::String(context.input.key.clone())
    }),
    row("keycode", 0, |context, _| {
        f64::from(context.input.key_code).into()
    }),
    row("pauseanimation", 0, |context, _| {
        context.animation.pause();
        Value::Undefined
    }),
    row("setsimulationspeed", 1, |context, arguments| {
        if let Some(speed) = arguments[0].real() {
            context.animation.speed = speed;
        }
        Value::Undefined
    }),
    row("setsimulationquality", 1, |context, arguments| {
        if let Some(level) = arguments[0].number() {
            context.geometry.physics_mut().set_quality(level.re);
        }
        Value::Undefined
    }),
    // CindyJS notes it where nothing reads it.
    row("setsimulationaccuracy", 1, |_, _| Value::Undefined),
    row("javascript", 1, |context, arguments| match &arguments[0] {
        Value::String(code) => give_to_page(context, code),
        _ => Value::Undefined,
    }),
    row("repaint", 0, |context, _| {
        context.wants_frame = true;
        Value::Undefined
    }),
    // Textures have the format that the device has, and programs are compiled when they have to be.
    row("use8bittextures", 0, |_, _| Value::Undefined),
    row("forcerecompile", 0, |_, _| Value::Undefined),
    row("screenresolution", 0, |context, _| {
        context.graphics.matrix().resolution().into()
    }),
    row("cglviewrect", 0, |context, _| {
        let [_, upper_right, _, lower_left] = context.graphics.screen();
        [lower_left, upper_right].concat().into_iter().collect()
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

/// Where the pointer is, or with `id` one of the touches.
fn mouse(context: &mut Context, _: &[Value]) -> Value {
    let Some(id) = context.modifier("id") else {
        return context.input.mouse.into();
    };
    // CindyJS looks the number up as it is: 1.5 is no touch.
    let id = id.real().filter(|id| id.fract() == 0.0 && *id >= 0.0);
    let touch = id.and_then(|id| context.input.touches.get(&(id as u32)));
    touch.map_or(Value::Undefined, |position| (*position).into())
}

/// Notes JavaScript for the page, which runs it when the script has ended.
fn give_to_page(context: &mut Context, code: &Text) -> Value {
    let place = context.reports.place(context.term);
    let Some(given) = &mut context.javascript else {
        return context
            .warn("not run: JavaScript runs only where the installed preview plays a page");
    };
    if code.len() > LONGEST_GIVEN {
        return context.warn("not run: this JavaScript has more than 1 MB");
    }
    if given.len() == MOST_GIVEN {
        return context.warn("not run: more than 100 calls of `javascript` between two frames");
    }
    given.push((code.clone(), place));
    Value::Undefined
}
