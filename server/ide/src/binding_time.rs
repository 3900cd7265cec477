//! The place and time at which something is computed: the split (D and U) as a property of the places in
//! the text.

use cindyscript_hir::builtins::{Category, Effect};
use cindyscript_hir::presets;
use std::ops::Range;

use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_infer::{BodyKind, Role, SlotId};

use crate::analysis::AppletAnalysis;

/// The place and time at which something is computed, from the earliest to the latest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BindingTime {
    /// By a script, on the CPU: no colorplot evaluates it.
    Script,
    /// For a colorplot, with the same value in all frames.
    Constant,
    /// U: once a frame on the CPU, for a colorplot.
    Frame,
    /// D: at every pixel.
    Pixel,
}

impl BindingTime {
    /// In words, to follow *computed*.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Script => "on the CPU",
            Self::Constant | Self::Frame => "once per frame on the CPU",
            Self::Pixel => "at every pixel",
        }
    }
}

impl AppletAnalysis {
    /// The place and time at which the value of a slot is computed, constant or not. The parts of a
    /// term of U belong to it.
    pub(crate) fn binding_time(&self, slot: SlotId) -> BindingTime {
        let solution = &*self.solution;
        let data = solution.slot(slot);
        let body = solution.body(solution.enclosing_body(data.body));
        match (body.pixel, data.role, body.kind) {
            (Some(_), Role::Uniform, _) | (None, _, BodyKind::Uniform) => BindingTime::Frame,
            (Some(_), ..) => BindingTime::Pixel,
            (None, ..) => BindingTime::Script,
        }
    }
}

/// Kinds of builtins whose values depend on their arguments alone.
const TIMELESS: [Category; 6] = [
    Category::Operator,
    Category::Arithmetic,
    Category::Boolean,
    Category::List,
    Category::Matrix,
    Category::Color,
];

/// Something that is known of each of some consecutive terms.
#[derive(Clone, Debug)]
pub(crate) struct OfTerms<T> {
    first: u32,
    known: Vec<T>,
}

impl<T> OfTerms<T> {
    /// What is known of a term.
    pub(crate) fn get(&self, term: TermId) -> Option<&T> {
        self.known.get(term.0.checked_sub(self.first)? as usize)
    }

    fn get_mut(&mut self, term: TermId) -> Option<&mut T> {
        self.known.get_mut(term.0.checked_sub(self.first)? as usize)
    }
}

/// The binding time of each of the terms of some statements. What is computed at several times has
/// the latest.
pub(crate) fn binding_times(applet: &AppletAnalysis, terms: Range<u32>) -> OfTerms<BindingTime> {
    let program = &*applet.program;
    let solution = &*applet.solution;
    let mut times = OfTerms {
        first: terms.start,
        known: vec![BindingTime::Script; terms.len()],
    };
    if program.plots.is_empty() {
        return times;
    }
    let constants = constants(applet, terms.clone());
    let mut raise = |term: TermId, time: BindingTime| {
        if let Some(known) = times.get_mut(term) {
            *known = (*known).max(time);
        }
    };
    for &body in &solution.reachable {
        let body = solution.body(body);
        if body.pixel.is_none() {
            continue;
        }
        for (term, slot) in solution.evaluated_in(body, terms.clone()) {
            if slot.role != Role::Uniform {
                raise(term, BindingTime::Pixel);
                continue;
            }
            for below in program.subtree(term) {
                let time = match constants.get(below) {
                    Some(true) => BindingTime::Constant,
                    _ => BindingTime::Frame,
                };
                raise(below, time);
            }
        }
    }
    times
}

/// Whether each of the terms of some statements has one value for all times, as far as its text
/// says.
pub(crate) fn constants(applet: &AppletAnalysis, terms: Range<u32>) -> OfTerms<bool> {
    let program = &*applet.program;
    let mut constants = OfTerms {
        first: terms.start,
        known: Vec::with_capacity(terms.len()),
    };
    for term in terms.map(TermId) {
        let is_possible = match program.kind(term) {
            TermKind::Number(_)
            | TermKind::Text(_)
            | TermKind::List(_)
            | TermKind::Index { .. }
            | TermKind::If { .. } => true,
            // Those that somebody assigns to are no presets any more.
            TermKind::Variable(name) => {
                applet.facts.given.contains_key(&name)
                    && presets::find(program.names.text(name)).is_some()
            }
            TermKind::Call { .. } => {
                let row = program.builtin_call(term).map(|(builtin, _)| builtin.row());
                row.is_some_and(|row| {
                    row.effect == Effect::None && TIMELESS.contains(&row.category)
                })
            }
            _ => false,
        };
        let mut is_constant = is_possible;
        program.for_each_operand(term, |operand| {
            is_constant &= constants.get(operand) == Some(&true);
        });
        constants.known.push(is_constant);
    }
    constants
}
