//! The rounds of loops: shown as variables, and changed to go to another one.

use cindyscript_player::Session;
use cindyscript_player::session::ShownLoop;
use serde_json::{Value as Json, json};

use super::{Adapter, Debuggee, Handled, read};
use crate::protocol::{GoToRoundArguments, Variable, frame_index};

/// The rounds of the loops around a stack frame, innermost first.
pub(super) fn rounds(session: &mut Session, frame: usize) -> Vec<Variable> {
    let loops = session.loops(frame);
    let shown = loops.iter().zip(names(&loops)).map(|(at, name)| Variable {
        name,
        value: shown(at),
        ty: "round".to_owned(),
        ..Variable::default()
    });
    shown.collect()
}

/// The names of loops: with the line, and where others of the same name begin in it, with the column.
fn names(loops: &[ShownLoop]) -> Vec<String> {
    let is_alike = |a: &ShownLoop, b: &ShownLoop| a.name == b.name && a.place.line == b.place.line;
    let name = |at: &ShownLoop| {
        let name = format!("{}, line {}", at.name, at.place.line);
        match loops.iter().filter(|other| is_alike(at, other)).count() {
            1 => name,
            _ => format!("{name}, column {}", at.place.column),
        }
    };
    loops.iter().map(name).collect()
}

fn shown(at: &ShownLoop) -> String {
    format!("{} of {}", at.round, at.rounds)
}

impl Adapter {
    /// Goes to a round of the loop with a name. `value` is the number of the round: `17`, or `17 of 100`.
    pub(super) fn set_round(
        &mut self,
        frame: usize,
        wanted: &str,
        value: &str,
        debuggee: &mut dyn Debuggee,
    ) -> Handled {
        let loops = self.stopped(debuggee)?.loops(frame);
        let place = names(&loops).iter().position(|name| name == wanted);
        let number = value.split(" of ").next().unwrap_or_default().trim();
        // No loop has a round with this number.
        let round = number.parse().unwrap_or(0);
        let shown = self.leap(frame, place.unwrap_or(usize::MAX), round, debuggee)?;
        Ok(json!({"value": shown, "type": "round", "variablesReference": 0}))
    }

    pub(super) fn go_to_round(&mut self, arguments: &Json, debuggee: &mut dyn Debuggee) -> Handled {
        let arguments: GoToRoundArguments = read(arguments)?;
        let frame = frame_index(arguments.frame_id);
        self.leap(frame, arguments.place, arguments.round, debuggee)?;
        Ok(Json::Null)
    }

    /// The user goes to a round of a loop in the preview, by the place of the loop in
    /// [`Session::loops_nearby`]: what is to be sent to the client.
    pub fn choose_round(
        &mut self,
        place: usize,
        round: u32,
        debuggee: &mut dyn Debuggee,
    ) -> Vec<Json> {
        let session = self.stopped(debuggee);
        if session.is_ok_and(|session| session.go_to_round_nearby(place, round).is_ok()) {
            self.stop(debuggee, Some("goto"));
        }
        self.take()
    }

    /// Stops in a round of a loop around a stack frame: the round as it is shown.
    fn leap(
        &mut self,
        frame: usize,
        place: usize,
        round: u32,
        debuggee: &mut dyn Debuggee,
    ) -> Result<String, String> {
        let session = self.stopped(debuggee)?;
        let rounds = session.loops(frame).get(place).map_or(0, |at| at.rounds);
        session.go_to_round(frame, place, round)?;
        self.stop(debuggee, Some("goto"));
        Ok(format!("{round} of {rounds}"))
    }
}
