//! The diagnostics that rules have made so far, and the places where one of them speaks for others.

use cindyscript_diagnostic::{Code, Diagnostic, Related, Severity};
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::TermId;
use cindyscript_hir::types::Type;
use cindyscript_infer::{Body, Enclosing, Ranges};
use rustc_hash::{FxHashMap, FxHashSet};
use text_size::{TextRange, TextSize};

use crate::advice::{Suggestion, nearest};
use crate::context::Context;
use crate::mismatch::{Mismatch, Mismatches, spelled};

/// The most names of a kind that mean nothing for which similar ones are looked for.
pub(crate) const MOST_SUGGESTIONS: usize = 100;

/// The help where a colorplot has no pixel program.
pub(crate) const ON_THE_CPU: &str = "this colorplot is painted on the CPU instead, which is slower";

/// The diagnostics that rules have made so far.
pub(crate) struct Sink<'a> {
    cx: &'a Context<'a>,
    pub(crate) found: Vec<Diagnostic>,
    /// The codes of the diagnostics of each term: a second one, for another signature, is left out.
    pub(crate) said: FxHashSet<(TermId, Code)>,
    /// The number of faults that keep a colorplot from being a pixel program, said or not.
    pub(crate) faults: usize,
    mismatches: Mismatches,
    /// Texts about which a diagnostic of a kind is made once.
    once: FxHashSet<(&'static str, String)>,
    /// For each parameter of definitions that are written as assignments, the terms of those.
    pub(crate) misdefined: FxHashMap<NameId, Ranges<TermId>>,
    /// The number of names that were looked for among similar ones, of each kind of names.
    pub(crate) suggested: FxHashMap<&'static str, usize>,
    /// The colorplots that paint one colour, by the ranges of the diagnostics about that.
    pub(crate) painted: FxHashMap<TextRange, TextRange>,
    /// Names that would exist but for mistakes that were reported.
    pub(crate) meant: FxHashSet<String>,
    /// Calls that were meant in another way, from the first term to the last: names in them are not
    /// missed.
    quiet: Vec<(TermId, TermId)>,
    pub(crate) quieted: Ranges<TermId>,
    /// Names that were meant as parts of names, before and behind an `_` or a `-`.
    pub(crate) underscored: FxHashSet<NameId>,
    /// Ranges of which nothing is reported but the order of arguments.
    pub(crate) told: Vec<TextRange>,
    /// True while the types at the pixels of a colorplot are checked.
    pub(crate) at_pixels: bool,
}

impl<'a> Sink<'a> {
    pub(crate) fn new(cx: &'a Context<'a>) -> Self {
        Self {
            cx,
            found: Vec::new(),
            said: FxHashSet::default(),
            faults: 0,
            mismatches: Mismatches::default(),
            once: FxHashSet::default(),
            misdefined: FxHashMap::default(),
            suggested: FxHashMap::default(),
            painted: FxHashMap::default(),
            meant: FxHashSet::default(),
            quiet: Vec::new(),
            quieted: Ranges::default(),
            underscored: FxHashSet::default(),
            told: Vec::new(),
            at_pixels: false,
        }
    }

    /// True if this is the first time that a kind of diagnostic is about a text.
    pub(crate) fn is_first(&mut self, kind: &'static str, text: &str) -> bool {
        self.once.insert((kind, text.to_owned()))
    }

    /// Ends the rules about the text: from here on names in the calls that were meant in another way
    /// are not missed.
    pub(crate) fn end_of_text(&mut self) {
        self.quieted = std::mem::take(&mut self.quiet).into_iter().collect();
    }

    /// The diagnostics.
    pub(crate) fn into_diagnostics(mut self) -> Vec<Diagnostic> {
        let told = self.told.iter();
        let told: Enclosing<TextSize> = told.map(|range| (range.start(), range.end())).collect();
        self.found.retain(|one| {
            one.code == Code::ArgumentOrder || !told.hold(one.range.start(), one.range.end())
        });
        self.without_consequences()
    }

    /// The diagnostics without those that only follow from others: one colour in a whole colorplot
    /// in which something is wrong, and a chain of comparisons that is none, for an `and` in it is
    /// a part of a name.
    fn without_consequences(self) -> Vec<Diagnostic> {
        let is_consequence =
            |one: &Diagnostic| matches!(one.code, Code::OneColour | Code::ChainedComparison);
        let mut found = self.found;
        if !found.iter().any(is_consequence) {
            return found;
        }
        let is_wrong =
            |one: &&Diagnostic| one.severity <= Severity::Warning && one.code != Code::OneColour;
        let mut wrong: Vec<(TextRange, bool)> = found
            .iter()
            .filter(is_wrong)
            .map(|one| (one.range, one.code == Code::SpacedName))
            .collect();
        wrong.sort_unstable_by_key(|(range, _)| range.start());
        let within = |whole: TextRange, only_names: bool| {
            let from = wrong.partition_point(|(range, _)| range.start() < whole.start());
            let after = wrong.iter().skip(from);
            let mut after = after.take_while(|(range, _)| range.start() < whole.end());
            after.any(|(range, is_name)| whole.contains_range(*range) && (*is_name || !only_names))
        };
        found.retain(|one| match one.code {
            Code::OneColour => {
                let whole = self.painted.get(&one.range);
                whole.is_none_or(|&whole| !within(whole, false))
            }
            Code::ChainedComparison => !within(one.range, true),
            _ => true,
        });
        found
    }

    /// Says something of a term; none if the same was said of it before.
    pub(crate) fn say(
        &mut self,
        term: TermId,
        code: Code,
        message: impl Into<String>,
    ) -> Option<&mut Diagnostic> {
        self.say_as(term, code, code.severity(), message)
    }

    /// The same where the place decides how bad it is.
    pub(crate) fn say_as(
        &mut self,
        term: TermId,
        code: Code,
        severity: Severity,
        message: impl Into<String>,
    ) -> Option<&mut Diagnostic> {
        let severity = self.certainty(term, code, severity);
        self.faults += usize::from(severity != Severity::Hint);
        if !self.said.insert((term, code)) {
            return None;
        }
        let said = self.cx.applet.diagnostic(term, code, message);
        self.found.push(said.severity(severity));
        self.found.last_mut()
    }

    /// Says something of a call where the name of the function stands.
    pub(crate) fn say_of_call(
        &mut self,
        call: TermId,
        code: Code,
        severity: Severity,
        message: impl Into<String>,
    ) -> Option<&mut Diagnostic> {
        let name = self.cx.called(call);
        let said = self.say_as(call, code, severity, message)?;
        said.about = Some(std::mem::replace(&mut said.range, name));
        Some(said)
    }

    /// The severity of a fault. Types are upper bounds: before the applet runs, a fault at pixels is
    /// a hint unless it is left where each value from the CPU turns out to be real.
    pub(crate) fn certainty(&self, term: TermId, code: Code, severity: Severity) -> Severity {
        if !self.cx.before_run || !self.at_pixels || severity > Severity::Warning {
            return severity;
        }
        match self.cx.inevitable().contains(&(term, code)) {
            true => severity,
            false => Severity::Hint,
        }
    }

    /// Whether a diagnostic of one of these codes was said of a term.
    pub(crate) fn is_said(&self, term: TermId, codes: &[Code]) -> bool {
        let mut codes = codes.iter();
        codes.any(|&code| self.said.contains(&(term, code)))
    }

    /// Why a colorplot has no pixel program although it has a meaning. That is no mistake: the
    /// preview then paints it on the CPU.
    pub(crate) fn refuse(
        &mut self,
        term: TermId,
        code: Code,
        message: impl Into<String>,
    ) -> Option<&mut Diagnostic> {
        let said = self.say_as(term, code, self.refusal(), message)?;
        said.help = Some(ON_THE_CPU.to_owned());
        Some(said)
    }

    /// The severity of a reason why a colorplot has no pixel program: before the applet runs, a
    /// warning.
    pub(crate) fn refusal(&self) -> Severity {
        match self.cx.before_run {
            true => Severity::Warning,
            false => Severity::Error,
        }
    }

    pub(crate) fn not_on_gpu(&mut self, term: TermId, name: &str) {
        // One mistake, one problem.
        if self.is_said(term, Code::NO_FUNCTION) || self.is_said(term, &[Code::NotAvailable]) {
            self.faults += 1;
            return;
        }
        let message = format!("`{}` is not available at every pixel", spelled(name));
        if let Some(said) = self.refuse(term, Code::NotOnGpu, message) {
            said.help = Some(format!(
                "compute it once a frame, outside of the colorplot, if it does not depend on the \
                 pixel; {ON_THE_CPU}, and the published page does not show it"
            ));
        }
    }

    /// Says a mismatch of a term; none if the same code was said of it before.
    pub(crate) fn say_mismatch(
        &mut self,
        term: TermId,
        severity: Severity,
        mismatch: Mismatch,
    ) -> Option<&mut Diagnostic> {
        let place = self.found.len();
        let said = self.say_as(term, mismatch.code(), severity, mismatch.message());
        if said.is_some() {
            self.mismatches.of.insert(place, mismatch);
        }
        self.found.get_mut(place)
    }

    /// Whether a mismatch is told already: where the same was said of the same variable, with the value
    /// that it is set to at the same place, or where the variable is set to what comes of an
    /// operation that has no meaning for it. It is added there.
    pub(crate) fn is_told(
        &mut self,
        body: &Body,
        term: TermId,
        operands: &[TermId],
        types: &[Type],
        severity: Severity,
        mismatch: &Mismatch,
    ) -> bool {
        let next = (self.found.len(), term);
        let mut told = None;
        for (&operand, ty) in operands.iter().zip(types) {
            let Some((name, value)) = self.cx.assigned_value(body, operand) else {
                continue;
            };
            let (place, first) = *self
                .mismatches
                .first
                .entry((value, ty.clone()))
                .or_insert(next);
            let is_same = self
                .mismatches
                .of
                .get(&place)
                .is_some_and(|one| one.is_same(mismatch));
            if place != next.0 && (is_same || self.cx.is_set_to(name, first)) {
                told = Some(place);
            }
        }
        let range = self.cx.applet.range(term);
        let told = told.and_then(|place| Some((place, self.found.get_mut(place)?)));
        let Some((place, told)) = told else {
            return false;
        };
        told.severity = told.severity.min(severity);
        self.said.insert((term, mismatch.code()));
        self.faults += usize::from(severity != Severity::Hint);
        let places = self.mismatches.places.entry(place).or_insert_with(|| {
            let related = told.related.iter().map(|one| one.range);
            related.chain([told.range]).collect()
        });
        if places.insert(range) {
            told.related.push(Related {
                range,
                message: format!("here as well: {}", mismatch.message()),
            });
            told.as_well.push(range);
        }
        true
    }

    /// The names that are probably meant by one of a kind that is none: only for the first few of a
    /// kind, since a text in which there are more has another problem.
    pub(crate) fn nearest<'n>(
        &mut self,
        kind: &'static str,
        name: &str,
        candidates: impl Iterator<Item = &'n str>,
    ) -> Option<Suggestion<'n>> {
        let suggested = self.suggested.entry(kind).or_default();
        *suggested += 1;
        if *suggested > MOST_SUGGESTIONS {
            return None;
        }
        nearest(name, candidates)
    }

    /// Names in a call that was meant in another way are not missed.
    pub(crate) fn quieten(&mut self, call: TermId) {
        let first = self.cx.applet.program.term(call).first;
        self.quiet.push((first, call));
    }

    /// Of the call around a call that is closed too early, nothing else is told.
    pub(crate) fn told_of_rest(&mut self, call: TermId) {
        if let Some(parent) = self.cx.applet.parent(call) {
            self.quieten(parent);
            let end = self.cx.applet.range(parent).end();
            let rest = TextRange::new(self.cx.applet.range(call).end().min(end), end);
            self.told.push(rest);
        }
    }
}
