//! The places at which a run stops, as the host asks for them and as the machine looks for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cindyscript_diagnostic::Diagnostic;
use cindyscript_hir::builtins::{BuiltinId, Effect, Form};
use cindyscript_hir::program::{FunctionId, Program, TermId, TermKind};
use cindyscript_infer::split_program::SplitProgram;
use rustc_hash::{FxHashMap, FxHashSet};

/// Flags that reach a debugger while a script runs.
#[derive(Clone, Debug, Default)]
pub struct DebuggerFlags {
    /// Once this is set, the next run stops at its first statement, and one that is
    /// [interrupted](crate::Interpreter::interrupt) stops where it is. A recording that has a stop ends. The stop
    /// clears it.
    pub pause: Arc<AtomicBool>,
    /// Once this is set, nothing is recorded any more: what runs is repeated as if no debugger were there.
    pub leave: Arc<AtomicBool>,
}

impl DebuggerFlags {
    /// True if the host wants to stop or to leave.
    pub(crate) fn is_set(&self) -> bool {
        self.pause.load(Ordering::Relaxed) || self.leave.load(Ordering::Relaxed)
    }
}

/// A place at which scripts stop, or write a message.
#[derive(Clone, Debug, PartialEq)]
pub struct Breakpoint {
    /// The place.
    pub place: BreakpointPlace,
    /// An expression; where it is not `true`, the breakpoint is not hit.
    pub condition: Option<String>,
    /// The hits that stop, of those where the condition holds.
    pub hits: HitCondition,
    /// The parts of the message that is written instead of a stop.
    pub message: Option<Vec<MessagePart>>,
}

impl Breakpoint {
    /// One that stops at each hit.
    #[must_use]
    pub fn at(place: BreakpointPlace) -> Breakpoint {
        Breakpoint {
            place,
            condition: None,
            hits: HitCondition::Always,
            message: None,
        }
    }

    /// Reads the expressions.
    ///
    /// # Errors
    /// The first mistake of their syntax.
    pub fn check(&self) -> Result<(), String> {
        let parts = self.message.iter().flatten();
        let parts = parts.filter_map(MessagePart::expression);
        for text in self.condition.as_deref().into_iter().chain(parts) {
            expression(text, &mut SplitProgram::default())?;
        }
        Ok(())
    }
}

/// The place of a [`Breakpoint`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BreakpointPlace {
    /// Before a statement runs.
    Statement(TermId),
    /// When a function is called.
    Function(FunctionId),
}

/// The hits of a breakpoint that stop, counted from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HitCondition {
    /// All.
    #[default]
    Always,
    /// This one.
    Equal(u64),
    /// Those after this one.
    Greater(u64),
    /// This one and those after it.
    AtLeast(u64),
    /// Those before this one.
    Less(u64),
    /// Those up to this one.
    AtMost(u64),
    /// Each whose number is a multiple of this one.
    Every(u64),
}

impl HitCondition {
    /// True if some hit fulfils it.
    #[must_use]
    pub fn can_hold(self) -> bool {
        match self {
            HitCondition::Equal(number)
            | HitCondition::AtMost(number)
            | HitCondition::Every(number) => number > 0,
            HitCondition::Less(number) => number > 1,
            HitCondition::Always | HitCondition::Greater(_) | HitCondition::AtLeast(_) => true,
        }
    }

    fn holds(self, hit: u64) -> bool {
        match self {
            HitCondition::Always => true,
            HitCondition::Equal(number) => hit == number,
            HitCondition::Greater(number) => hit > number,
            HitCondition::AtLeast(number) => hit >= number,
            HitCondition::Less(number) => hit < number,
            HitCondition::AtMost(number) => hit <= number,
            HitCondition::Every(number) => number > 0 && hit.is_multiple_of(number),
        }
    }
}

/// A part of the message of a breakpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessagePart {
    /// A text without expressions.
    Text(String),
    /// An expression, of which the value is written.
    Expression(String),
}

impl MessagePart {
    /// The expression, if it is one.
    pub(crate) fn expression(&self) -> Option<&str> {
        match self {
            MessagePart::Text(_) => None,
            MessagePart::Expression(text) => Some(text),
        }
    }
}

/// Everything that stops a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StopSettings {
    /// The breakpoints.
    pub breakpoints: Vec<Breakpoint>,
    /// True if an error stops that ends a script.
    pub errors: bool,
    /// True if a warning stops: a value is undefined, and the script goes on.
    pub warnings: bool,
    /// The runs of so many frames are kept, to go back to them.
    pub past_frames: usize,
}

/// The breakpoints of a program with their expressions behind it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stops {
    pub(crate) all: Vec<Stop>,
    by_place: FxHashMap<BreakpointPlace, Vec<usize>>,
    pub(crate) errors: bool,
    pub(crate) warnings: bool,
    /// The expressions that change nothing.
    pure: FxHashSet<TermId>,
}

/// A breakpoint whose expressions are terms.
#[derive(Clone, Debug)]
pub(crate) struct Stop {
    pub(crate) condition: Option<TermId>,
    pub(crate) hits: HitCondition,
    pub(crate) message: Option<Vec<StopPart>>,
}

/// The hits and failures of a breakpoint so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StopCount {
    pub(crate) hits: u64,
    /// True if a message has told that an expression of it fails.
    pub(crate) has_failed: bool,
}

/// A part of the message of a [`Stop`].
#[derive(Clone, Debug)]
pub(crate) enum StopPart {
    Text(String),
    Expression(TermId),
}

impl Stop {
    pub(crate) fn stops_at(&self, hit: u64) -> bool {
        self.hits.holds(hit)
    }
}

impl Stops {
    /// The breakpoints, and the program with their expressions. One whose expressions cannot be read
    /// is never hit.
    pub(crate) fn new(settings: &StopSettings, program: &SplitProgram) -> (Stops, SplitProgram) {
        let mut program = program.clone();
        let mut stops = Stops {
            errors: settings.errors,
            warnings: settings.warnings,
            ..Stops::default()
        };
        for (index, breakpoint) in settings.breakpoints.iter().enumerate() {
            match stop(breakpoint, &mut program) {
                Ok(stop) => {
                    let place = stops.by_place.entry(breakpoint.place).or_default();
                    place.push(index);
                    stops.all.push(stop);
                }
                Err(_) => stops.all.push(Stop {
                    condition: None,
                    hits: HitCondition::Every(0),
                    message: None,
                }),
            }
        }
        let expressions = stops.all.iter().flat_map(Stop::expressions);
        let pure = expressions.filter(|term| is_pure(&program.program, *term));
        stops.pure = pure.collect();
        (stops, program)
    }

    /// The breakpoints at a place.
    #[inline]
    pub(crate) fn at(&self, place: BreakpointPlace) -> &[usize] {
        self.by_place.get(&place).map_or(&[], Vec::as_slice)
    }

    /// The places of all breakpoints.
    pub(crate) fn places(&self) -> impl Iterator<Item = BreakpointPlace> {
        self.by_place.keys().copied()
    }

    /// True if the evaluation of an expression changes nothing.
    pub(crate) fn is_pure(&self, expression: TermId) -> bool {
        self.pure.contains(&expression)
    }
}

impl Stop {
    fn expressions(&self) -> impl Iterator<Item = TermId> {
        let parts = self.message.iter().flatten();
        let parts = parts.filter_map(|part| match part {
            StopPart::Expression(term) => Some(*term),
            StopPart::Text(_) => None,
        });
        self.condition.into_iter().chain(parts)
    }
}

fn stop(breakpoint: &Breakpoint, program: &mut SplitProgram) -> Result<Stop, String> {
    let condition = breakpoint.condition.as_deref();
    let condition = condition
        .map(|text| expression(text, program))
        .transpose()?;
    let mut message = None;
    for part in breakpoint.message.iter().flatten() {
        let part = match part {
            MessagePart::Text(text) => StopPart::Text(text.clone()),
            MessagePart::Expression(text) => StopPart::Expression(expression(text, program)?),
        };
        message.get_or_insert_with(Vec::new).push(part);
    }
    Ok(Stop {
        condition,
        hits: breakpoint.hits,
        message: message.or_else(|| breakpoint.message.as_ref().map(|_| Vec::new())),
    })
}

/// Adds a text to a program: its root.
///
/// # Errors
/// The first mistake of its syntax.
pub(crate) fn expression(text: &str, program: &mut SplitProgram) -> Result<TermId, String> {
    let extended = program.extended(text);
    let mut errors = extended.errors.into_iter();
    if let Some(error) = errors.find(Diagnostic::is_error) {
        return Err(error.message);
    }
    *program = extended.program;
    Ok(extended.root)
}

/// True if the evaluation of a term changes nothing, and gives the same value when it is repeated.
fn is_pure(program: &Program, root: TermId) -> bool {
    let actions = program.actions.iter();
    // A variable or an entry may stand for code.
    let mut kinds = actions.map(|&term| program.kind(term));
    let has_code = kinds.any(|kind| matches!(kind, TermKind::DefineLazy { .. }));
    !has_code
        && program.subtree(root).all(|term| match program.kind(term) {
            TermKind::Undefined
            | TermKind::Number(_)
            | TermKind::Text(_)
            | TermKind::Variable(_)
            | TermKind::Sequence(_)
            | TermKind::List(_)
            | TermKind::Index { .. }
            | TermKind::Field { .. }
            | TermKind::UserData { .. }
            | TermKind::If { .. } => true,
            TermKind::Call { callee, .. } => {
                let builtin = program.callee(callee).plain_builtin();
                let row = builtin.map(BuiltinId::row);
                row.is_some_and(|row| row.effect == Effect::None && row.form == Form::Strict)
            }
            _ => false,
        })
}
