//! Times since 1970 that are compared with small numbers, or that reach pixels. These are numbers of
//! ten digits, and a pixel's numbers have seven: such a picture moves only every two minutes, in CindyGL
//! as here.

use cindyscript_diagnostic::{Code, Related, Severity};
use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{Program, TermId, TermKind};
use cindyscript_infer::Role;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::context::Context;
use crate::sink::Sink;

/// Variables that get their times from one another are followed so far.
const ROUNDS: usize = 8;

/// Depth to which sums and variables are followed to a time.
const DEPTH: usize = 8;

/// Numbers below this are no times since 1970.
const SMALL: f64 = 1e6;

/// Says where a colorplot gets a time since 1970.
pub(crate) fn times(cx: &Context, sink: &mut Sink) {
    let program = &cx.applet.program;
    let Some(times) = Times::of(program) else {
        return;
    };
    for &id in &cx.solution.reachable {
        let body = cx.solution.body(id);
        if body.pixel.is_none() {
            continue;
        }
        for (term, data) in cx.solution.evaluated(body) {
            if data.role == Role::Uniform && times.terms[term.index()] {
                time(cx, sink, program, &times, term);
            }
        }
    }
    compared_times(cx, sink, program, &times);
}

/// `if(seconds() > 5, ...)`, which is always true.
fn compared_times(cx: &Context, sink: &mut Sink, program: &Program, times: &Times) {
    use Intrinsic::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, Unequal};
    let mut known = FxHashMap::default();
    for term in program.term_ids().map(TermId) {
        let Some((callee, arguments)) = program.call(term) else {
            continue;
        };
        let &[a, b] = arguments else {
            continue;
        };
        let is_left_larger = match callee.operator() {
            Some(Less | LessOrEqual) => false,
            Some(Greater | GreaterOrEqual) => true,
            // These have the same answer on either side.
            Some(Equal | Unequal) => true,
            _ => continue,
        };
        let is_small = |term: TermId| {
            let number = cx.applet.numbers().of(term);
            number.is_some_and(|number| number.abs() < SMALL)
        };
        let mut is_late = |term: TermId| is_late(cx, times, &mut known, term, DEPTH);
        let (time, is_left) = match () {
            () if is_small(b) && is_late(a) => (a, true),
            () if is_small(a) && is_late(b) => (b, false),
            () => continue,
        };
        let answer = match callee.operator() {
            Some(Equal) => false,
            Some(Unequal) => true,
            _ => is_left == is_left_larger,
        };
        let text = cx.applet.text(time);
        let message =
            format!("`{text}` counts from 1970 and has ten digits: the result is always {answer}");
        let severity = Severity::Hint;
        sink.report_as(term, Code::TimeSince1970, severity, message)
            .help(times.help().to_owned());
    }
}

/// True if a term certainly is the time since 1970 in seconds or smaller units. `known` has that of
/// variables.
fn is_late(
    cx: &Context,
    times: &Times,
    known: &mut FxHashMap<NameId, bool>,
    term: TermId,
    depth: usize,
) -> bool {
    use Intrinsic::{Add, Ceil, Floor, Re, Round, Seconds, Subtract, Timestamp};
    let program = &cx.applet.program;
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    match program.kind(term) {
        TermKind::Call {
            callee, arguments, ..
        } => match (
            program.callee(callee).intrinsic(),
            program.children(arguments),
        ) {
            (Some(Seconds), []) => times.is_clock,
            (Some(Timestamp), []) => true,
            (Some(Add | Subtract), &[time, number]) => {
                cx.is_number(number) && is_late(cx, times, known, time, depth)
            }
            (Some(Floor | Round | Ceil | Re), &[time]) => is_late(cx, times, known, time, depth),
            _ => false,
        },
        TermKind::Variable(name) => {
            if let Some(&known) = known.get(&name) {
                return known;
            }
            // One that is computed from itself is no certain time.
            known.insert(name, false);
            let assignments = cx.applet.assignments().of(name);
            let is_late = !assignments.is_empty()
                && assignments
                    .iter()
                    .all(|&assignment| match program.kind(assignment) {
                        TermKind::Assign { target, value } => {
                            program.name_of(target) == Some(name)
                                && is_late(cx, times, known, value, depth)
                        }
                        _ => false,
                    })
                && !cx.is_bound(name);
            known.insert(name, is_late);
            is_late
        }
        _ => false,
    }
}

fn time(cx: &Context, sink: &mut Sink, program: &Program, times: &Times, term: TermId) {
    let text = cx.applet.text(term);
    let message =
        format!("`{text}` counts from 1970, so the picture changes only every two minutes");
    let help = times.help();
    // The assignment that the value comes from, if it comes from one.
    let mut below = program.subtree(term);
    let source = below.find_map(|below| {
        let name = program
            .name_of(below)
            .filter(|_| times.terms[below.index()])?;
        let mut terms = program.terms.iter();
        let value = terms.find_map(|row| match row.kind {
            TermKind::Assign { target, value }
                if program.name_of(target) == Some(name) && times.terms[value.index()] =>
            {
                Some(value)
            }
            _ => None,
        })?;
        Some((name, value))
    });
    let related = source.map(|(name, value)| Related {
        range: cx.applet.range(value),
        message: format!("`{}` gets it here", program.names.text(name)),
    });
    sink.report(term, Code::TimeSince1970, message)
        .help(help.to_owned())
        .related(related);
}

/// The terms that are times since 1970, as far as the text tells.
struct Times {
    terms: Vec<bool>,
    /// True if `seconds()` is one.
    is_clock: bool,
}

impl Times {
    /// The advice for such a time.
    fn help(&self) -> &'static str {
        match self.is_clock {
            true => "call `resetclock()` in the init script: then `seconds()` starts at 0",
            false => "subtract the time of the start: `t0 = timestamp()` in the init script",
        }
    }

    /// Empty if there is no such term.
    fn of(program: &Program) -> Option<Self> {
        let calls = |intrinsic| program.callees.iter().any(|callee| callee.is(intrinsic));
        let is_clock = calls(Intrinsic::Seconds) && !calls(Intrinsic::ResetClock);
        if !is_clock && !calls(Intrinsic::Timestamp) {
            return None;
        }
        let mut times = Self {
            terms: vec![false; program.terms.len()],
            is_clock,
        };
        let mut names = FxHashSet::default();
        for _ in 0..ROUNDS {
            let before = names.len();
            // Operands stand before what they are operands of.
            for index in 0..program.terms.len() {
                let term = TermId(index as u32);
                times.terms[index] = times.is_time(program, &names, term);
                if let TermKind::Assign { target, value } = program.kind(term)
                    && times.terms[value.index()]
                {
                    names.extend(program.name_of(target));
                }
            }
            if names.len() == before {
                break;
            }
        }
        Some(times)
    }

    fn is_time(&self, program: &Program, names: &FxHashSet<NameId>, term: TermId) -> bool {
        let is = |term: TermId| self.terms[term.index()];
        match program.kind(term) {
            TermKind::Variable(name) => names.contains(&name),
            TermKind::Sequence(statements) => program
                .children(statements)
                .last()
                .is_some_and(|&last| is(last)),
            TermKind::List(elements) => program.children(elements).iter().any(|&one| is(one)),
            TermKind::Assign { value, .. } => is(value),
            TermKind::If {
                then, otherwise, ..
            } => is(then) || otherwise.is_some_and(is),
            TermKind::Call {
                callee, arguments, ..
            } => {
                let row = program.callee(callee);
                if let &[function] = row.definitions.as_slice() {
                    return is(program.function(function).body);
                }
                use Intrinsic::{
                    Add, Ceil, Divide, Floor, Multiply, Negate, Plus, Re, Round, Subtract,
                };
                let operands = program.children(arguments);
                match (row.intrinsic(), operands) {
                    (Some(Intrinsic::Seconds), []) => self.is_clock,
                    (Some(Intrinsic::Timestamp), []) => true,
                    (Some(Add | Multiply), &[a, b]) => is(a) || is(b),
                    // The difference of two times is short.
                    (Some(Subtract), &[a, b]) => is(a) != is(b),
                    (Some(Divide), &[a, _])
                    | (Some(Plus | Negate | Floor | Round | Ceil | Re), &[a]) => is(a),
                    _ => false,
                }
            }
            _ => false,
        }
    }
}
