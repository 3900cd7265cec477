//! Builtins that run scripts: those of the animation's start and end, code that is put off.

use cindyscript_applet::Event;
use cindyscript_hir::program::{Special, TermId};

use super::{SpecialRow, lazy};
use crate::context::animation::Playback;
use crate::machine::{Evaluated, Machine};
use crate::value::Value;

pub(super) const ROWS: &[SpecialRow] = &[
    lazy("playanimation", Some(0), play),
    lazy("stopanimation", Some(0), stop),
    lazy("settimeout", Some(2), set_timeout),
];

/// The start's script runs before the call ends.
fn play(machine: &mut Machine<'_>, _: TermId, _: &Special) -> Evaluated {
    if machine.state.context.play() {
        machine.run_event(Event::SimulationStart)?;
    }
    Ok(Value::Undefined)
}

/// The end's script still finds the construction where the animation has brought it.
fn stop(machine: &mut Machine<'_>, _: TermId, _: &Special) -> Evaluated {
    if machine.state.context.animation.playback == Playback::Playing {
        machine.run_event(Event::SimulationStop)?;
    }
    machine.state.context.stop();
    Ok(Value::Undefined)
}

fn set_timeout(machine: &mut Machine<'_>, id: TermId, special: &Special) -> Evaluated {
    let &[delay, code] = machine.program.children(special.arguments) else {
        return Ok(Value::Undefined);
    };
    let delay = machine.eval_plain(delay)?;
    let Some(seconds) = delay.real() else {
        return Ok(Value::Undefined);
    };
    let code = machine.lazy(code);
    if !machine.state.context.animation.wait(seconds, code) {
        return Ok(machine.warn(id, || {
            "too many calls of `settimeout` are waiting".to_owned()
        }));
    }
    Ok(Value::Undefined)
}
