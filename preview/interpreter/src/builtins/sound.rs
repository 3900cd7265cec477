//! Tones and lists of samples, as CindyJS plays them.
//!
//! A call of CindyJS throws an error if Web Audio cannot take one of its numbers. Here, such a call does
//! nothing but warn.

use std::sync::Arc;

use cindyscript_hir::program::{Special, TermId, TermKind};
use cindyscript_sound::{
    MAX_HARMONICS, MAX_SAMPLES, Phases, SAMPLE_RATE, SoundCommand, ToneCall, ToneSetting, WaveCall,
    WaveKind,
};
use smol_str::SmolStr;

use super::{Row, SpecialRow, lazy, row};
use crate::context::Context;
use crate::machine::variables::Binding;
use crate::machine::{Evaluated, Machine};
use crate::value::{List, Value};

pub(super) const ROWS: &[Row] = &[
    row("stopsound", 0, |context, _| {
        play(context, SoundCommand::Stop)
    }),
    // Without a line, nothing changes.
    row("playsin", 0, |context, _| match context.modifier("line") {
        Some(_) => tone(context, None),
        None => Value::Undefined,
    }),
    row("playsin", 1, |context, a| tone(context, Some(&a[0]))),
    row("playwave", 1, |context, a| match a[0].list() {
        Some(list) => wave(context, list),
        None => Value::Undefined,
    }),
];

pub(super) const SPECIAL_ROWS: &[SpecialRow] = &[lazy("playfunction", Some(1), function)];

/// The variables of a function that is played.
const VARIABLES: [&str; 3] = ["x", "y", "t"];

/// Names of lines are cut to so many characters.
const LONGEST_NAME: usize = 100;

/// Reasons why a call plays nothing, or less.
const TOO_MANY: &str = "too many sounds at once; this one is not played";
const TOO_LONG: &str = "the sound is too long: at most 95 seconds of samples are played at once";
const TOO_RICH: &str = "a tone has at most 512 harmonics; the others are left out";

fn play(context: &mut Context, command: SoundCommand) -> Value {
    match context.sound.play(command) {
        true => Value::Undefined,
        false => context.warn(TOO_MANY),
    }
}

/// The line of a call.
fn line(context: &Context) -> Arc<str> {
    let name = context.modifier("line").map(|value| context.print(value));
    let name = name.as_deref().unwrap_or("0");
    match name.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => name[..end].into(),
        None => name.into(),
    }
}

/// A number that Web Audio takes.
fn taken(name: &str, number: f64) -> Result<f64, String> {
    match (number as f32).is_finite() {
        true => Ok(number),
        false => Err(format!(
            "`{name}` is infinite or no number, so nothing is played"
        )),
    }
}

/// The number of a modifier. Other values have no effect.
fn number(context: &Context, name: &str) -> Result<Option<f64>, String> {
    let number = context.modifier(name).and_then(Value::real);
    number.map(|number| taken(name, number)).transpose()
}

/// The duration of a modifier, in seconds.
fn seconds(context: &Context, name: &str) -> Result<Option<f64>, String> {
    Ok(number(context, name)?.map(|seconds| seconds.max(0.0)))
}

/// The numbers of a modifier, up to a limit. A value that is no list has no effect.
fn numbers(context: &Context, name: &str) -> Result<Option<Vec<f64>>, String> {
    let Some(list) = context.modifier(name).and_then(Value::list) else {
        return Ok(None);
    };
    let values = list.iter().take(MAX_HARMONICS);
    let numbers = values.map(|value| taken(name, value.real().unwrap_or(0.0)));
    numbers.collect::<Result<_, _>>().map(Some)
}

fn tone(context: &mut Context, frequency: Option<&Value>) -> Value {
    match tone_call(context, frequency) {
        Ok(call) => {
            let harmonics = context.modifier("harmonics").and_then(Value::list);
            if harmonics.is_some_and(|list| list.len() > MAX_HARMONICS) {
                context.warn(TOO_RICH);
            }
            play(context, SoundCommand::Tone(call))
        }
        Err(reason) => context.warn(reason),
    }
}

fn tone_call(context: &Context, frequency: Option<&Value>) -> Result<ToneCall, String> {
    let is_change = frequency.is_none();
    let frequency = match frequency {
        Some(value) => Some(taken("frequency", value.real().unwrap_or(f64::NAN))?),
        None => number(context, "freq")?,
    };
    let duration = match number(context, "duration")? {
        Some(duration) => Some(duration),
        None => number(context, "stop")?,
    };
    let phases = match context.modifier("phaseshift").and_then(Value::real) {
        Some(phase) => Some(Phases::Multiples(taken("phaseshift", phase)?)),
        None => numbers(context, "phaseshift")?.map(Phases::Each),
    };
    let boolean = |name| match context.modifier(name) {
        Some(Value::Boolean(value)) => Some(*value),
        _ => None,
    };
    let settings = [
        frequency.map(ToneSetting::Frequency),
        number(context, "damp")?.map(ToneSetting::Damping),
        duration.map(ToneSetting::Duration),
        numbers(context, "harmonics")?.map(ToneSetting::Harmonics),
        numbers(context, "partials")?.map(ToneSetting::Partials),
        seconds(context, "attack")?.map(ToneSetting::Attack),
        seconds(context, "release")?.map(ToneSetting::Release),
        number(context, "pan")?.map(ToneSetting::Pan),
        boolean("precompute").map(ToneSetting::Precomputed),
        phases.map(ToneSetting::Phases),
    ];
    Ok(ToneCall {
        line: line(context),
        is_change,
        restarts: boolean("restart").unwrap_or(!is_change),
        settings: settings.into_iter().flatten().collect(),
    })
}

/// The call of a function that plays samples, with modifiers of the context.
fn wave_call(context: &Context, kind: WaveKind, samples: Vec<f32>) -> Result<WaveCall, String> {
    Ok(WaveCall {
        line: line(context),
        kind,
        samples: samples.into(),
        amplitude: number(context, "amp")?.unwrap_or(0.5),
        start: seconds(context, "start")?.unwrap_or(0.0),
        duration: number(context, "duration")?.unwrap_or(1.0),
        attack: seconds(context, "attack")?.unwrap_or(0.01),
        release: seconds(context, "release")?.unwrap_or(0.01),
    })
}

fn wave(context: &mut Context, list: &List) -> Value {
    if list.len() > MAX_SAMPLES {
        return context.warn(TOO_LONG);
    }
    // Other values than numbers are silent.
    let sample = |value: Value| value.real().unwrap_or(0.0) as f32;
    let samples = list.iter().map(sample).collect();
    match wave_call(context, WaveKind::List, samples) {
        Ok(call) => play(context, SoundCommand::Wave(call)),
        Err(reason) => context.warn(reason),
    }
}

fn function(machine: &mut Machine<'_>, id: TermId, special: &Special) -> Evaluated {
    let program = machine.program;
    let &[code] = program.children(special.arguments) else {
        return Ok(Value::Undefined);
    };
    let mut modifiers = Vec::new();
    for (name, value) in machine.modifiers(special.modifiers)? {
        modifiers.push((SmolStr::new(program.names.text(name)), value));
    }
    let outer = std::mem::replace(&mut machine.state.context.modifiers, modifiers);
    let call = wave_call(&machine.state.context, WaveKind::Function, Vec::new());
    let damping = number(&machine.state.context, "damp");
    let modifiers = std::mem::replace(&mut machine.state.context.modifiers, outer);
    let is_silent = modifiers
        .iter()
        .any(|(name, value)| name == "silent" && matches!(value, Value::Boolean(true)));
    let (mut call, damping) = match (call, damping) {
        (Ok(call), Ok(damping)) => (call, damping.unwrap_or(0.0)),
        (Err(reason), _) | (_, Err(reason)) => return Ok(machine.warn(id, || reason)),
    };
    let count = (call.duration * f64::from(SAMPLE_RATE)).ceil();
    if count > MAX_SAMPLES as f64 {
        return Ok(machine.warn(id, || TOO_LONG.to_owned()));
    }
    // A variable that has a value is a constant. CindyJS looks for another one from the end.
    let mut names = program
        .subtree(code)
        .rev()
        .filter_map(|term| match program.kind(term) {
            TermKind::Variable(name) => Some(name),
            _ => None,
        });
    let variable = names
        .find(|name| VARIABLES.contains(&program.names.text(*name)) && machine.is_unset(*name));
    let mut samples = Vec::with_capacity(count as usize);
    for index in 0..count as usize {
        let time = index as f64 / f64::from(SAMPLE_RATE);
        machine.step(id)?;
        let value = machine.scoped(|machine| {
            if let Some(variable) = variable {
                let variables = &mut machine.state.variables;
                variables.hide(variable, Binding::Value(time.into()));
            }
            machine.eval(code)
        })?;
        let sample = value.real().unwrap_or(0.0) * call.amplitude * (-damping * time).exp();
        samples.push(sample as f32);
    }
    call.samples = samples.into();
    let context = &mut machine.state.context;
    context.term = id;
    Ok(match is_silent {
        true => Value::Undefined,
        false => play(context, SoundCommand::Wave(call)),
    })
}
