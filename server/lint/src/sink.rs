//! The diagnostics that rules have made so far, and the places that rules leave alone because of them.

use cindyscript_diagnostic::{Code, Diagnostic, Fix, Related, Replaced, Severity};
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::TermId;
use cindyscript_hir::types::Type;
use cindyscript_infer::{Body, Enclosing, Ranges};
use rustc_hash::{FxHashMap, FxHashSet};
use text_size::{TextRange, TextSize};

use crate::advice::{Advice, Suggestion, nearest};
use crate::context::Context;
use crate::mismatch::{Mismatch, Mismatches, spelled};

/// The most names of a kind that mean nothing for which similar ones are looked for.
pub(crate) const MOST_SUGGESTIONS: usize = 100;

/// The help where a colorplot has no pixel program.
pub(crate) const ON_THE_CPU: &str = "the CPU paints this colorplot, which is slower";

/// The diagnostics that rules have made so far.
pub(crate) struct Sink<'a> {
    cx: &'a Context<'a>,
    pub(crate) found: Vec<Diagnostic>,
    /// The codes of the diagnostics of each term: a second one, for another signature, is left out.
    pub(crate) reported: FxHashSet<(TermId, Code)>,
    /// The number of faults that keep a colorplot from being a pixel program, reported or not.
    pub(crate) faults: usize,
    mismatches: Mismatches,
    /// Texts about which a diagnostic of a kind is made once.
    once: FxHashSet<(&'static str, String)>,
    /// For each parameter of definitions that are written as assignments, the terms of those.
    pub(crate) misdefined: FxHashMap<NameId, Ranges<TermId>>,
    /// The number of names that were looked for among similar ones, of each kind of names.
    pub(crate) suggested: FxHashMap<&'static str, usize>,
    /// Names that would exist but for mistakes that were reported.
    pub(crate) intended: FxHashSet<String>,
    /// Calls with a mistake that explains the names in them, from the first term to the last.
    quiet: Vec<(TermId, TermId)>,
    pub(crate) quieted: Ranges<TermId>,
    /// Parts of intended names, before and behind an `_` or a `-`.
    pub(crate) underscored: FxHashSet<NameId>,
    /// Ranges of which nothing is reported but the order of arguments.
    pub(crate) skipped: Vec<TextRange>,
    /// True while the types at the pixels of a colorplot are checked.
    pub(crate) at_pixels: bool,
}

/// The last diagnostic, to be completed; nothing if the sink has left it out.
pub(crate) struct Report<'s>(Option<&'s mut Diagnostic>);

impl Report<'_> {
    /// Calls `complete` with the diagnostic.
    pub(crate) fn with(mut self, complete: impl FnOnce(&mut Diagnostic)) -> Self {
        if let Some(diagnostic) = &mut self.0 {
            complete(diagnostic);
        }
        self
    }

    /// Sets the help.
    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        self.with(|diagnostic| diagnostic.help = Some(help.into()))
    }

    /// Sets the help, if there is one.
    pub(crate) fn help_if_known(self, help: Option<String>) -> Self {
        self.with(|diagnostic| diagnostic.help = help)
    }

    /// Sets the fix, if there is one.
    pub(crate) fn with_fix(self, fix: impl Into<Option<Fix>>) -> Self {
        self.with(|diagnostic| diagnostic.fix = fix.into())
    }

    /// Sets the help and the fix, if there is advice.
    pub(crate) fn advice(self, advice: impl Into<Option<Advice>>) -> Self {
        self.with(|diagnostic| {
            if let Some(Advice { help, fix }) = advice.into() {
                diagnostic.help = Some(help);
                diagnostic.fix = fix;
            }
        })
    }

    /// Sets help and fixes to the suggested names, if there are any.
    pub(crate) fn suggestion(
        self,
        suggestion: Option<Suggestion<'_>>,
        change: impl Fn(&str) -> Option<Fix>,
    ) -> Self {
        self.with(|diagnostic| {
            if let Some(suggestion) = suggestion {
                suggestion.put(diagnostic, change);
            }
        })
    }

    /// Sets the place at which it is shown.
    pub(crate) fn at(self, range: TextRange) -> Self {
        self.with(|diagnostic| diagnostic.range = range)
    }

    /// Sets the place at which it is shown. What it was shown at is what it is about.
    pub(crate) fn shown_at(self, range: TextRange) -> Self {
        self.with(|diagnostic| {
            diagnostic.about = Some(std::mem::replace(&mut diagnostic.range, range));
        })
    }

    /// Adds other places that belong to it.
    pub(crate) fn related(self, related: impl IntoIterator<Item = Related>) -> Self {
        self.with(|diagnostic| diagnostic.related.extend(related))
    }
}

impl<'a> Sink<'a> {
    pub(crate) fn new(cx: &'a Context<'a>) -> Self {
        Self {
            cx,
            found: Vec::new(),
            reported: FxHashSet::default(),
            faults: 0,
            mismatches: Mismatches::default(),
            once: FxHashSet::default(),
            misdefined: FxHashMap::default(),
            suggested: FxHashMap::default(),
            intended: FxHashSet::default(),
            quiet: Vec::new(),
            quieted: Ranges::default(),
            underscored: FxHashSet::default(),
            skipped: Vec::new(),
            at_pixels: false,
        }
    }

    /// True if this is the first time that a kind of diagnostic is about a text.
    pub(crate) fn is_first(&mut self, kind: &'static str, text: &str) -> bool {
        self.once.insert((kind, text.to_owned()))
    }

    /// Ends the rules about the text: from here on, names in the marked calls have no diagnostic.
    pub(crate) fn end_of_text(&mut self) {
        self.quieted = std::mem::take(&mut self.quiet).into_iter().collect();
    }

    /// The diagnostics.
    pub(crate) fn into_diagnostics(mut self) -> Vec<Diagnostic> {
        let told = self.skipped.iter();
        let told: Enclosing<TextSize> = told.map(|range| (range.start(), range.end())).collect();
        self.found.retain(|one| {
            one.code == Code::ArgumentOrder || !told.hold(one.range.start(), one.range.end())
        });
        Self::without_replaced(self.found)
    }

    /// The diagnostics without those that others replace.
    fn without_replaced(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        if found.iter().all(|one| one.code.replaced().is_empty()) {
            return found;
        }
        let faults = found.iter();
        let faults = faults.filter(|one| one.severity <= Severity::Warning);
        let faults = faults.map(|one| (one.range, one.extent(), one.code));
        let mut faults: Vec<(TextRange, TextRange, Code)> = faults.collect();
        faults.sort_unstable_by_key(|(range, ..)| range.start());
        let mut around: FxHashMap<Code, Enclosing<TextSize>> = FxHashMap::default();
        found.retain(|one| {
            let whole = one.extent();
            let mut places = one.code.replaced().iter();
            !places.any(|place| match place {
                Replaced::AtTheSame(_) => false,
                Replaced::Inside(codes) => {
                    let from = faults.partition_point(|(range, ..)| range.start() < whole.start());
                    let after = faults.iter().skip(from);
                    let mut inside = after.take_while(|(range, ..)| range.start() < whole.end());
                    inside.any(|&(range, _, by)| {
                        let is_cause = codes.contains(&by) || codes.is_empty() && by != one.code;
                        is_cause && whole.contains_range(range)
                    })
                }
                Replaced::Around(codes) => {
                    let causes = faults.iter().filter(|(.., by)| codes.contains(by));
                    let causes = causes.map(|(_, around, _)| (around.start(), around.end()));
                    let around = around.entry(one.code).or_insert_with(|| causes.collect());
                    around.hold(whole.start(), whole.end())
                }
            })
        });
        found
    }

    /// Reports something about a term, once.
    pub(crate) fn report(
        &mut self,
        term: TermId,
        code: Code,
        message: impl Into<String>,
    ) -> Report<'_> {
        self.report_as(term, code, code.severity(), message)
    }

    /// The same where the place decides how bad it is.
    pub(crate) fn report_as(
        &mut self,
        term: TermId,
        code: Code,
        severity: Severity,
        message: impl Into<String>,
    ) -> Report<'_> {
        let severity = self.certainty(term, code, severity);
        self.faults += usize::from(severity != Severity::Hint);
        let is_caused = |place: &Replaced| match place {
            Replaced::AtTheSame(causes) => self.is_reported(term, causes),
            Replaced::Inside(_) | Replaced::Around(_) => false,
        };
        if code.replaced().iter().any(is_caused) || !self.reported.insert((term, code)) {
            return Report(None);
        }
        let said = self.cx.applet.diagnostic(term, code, message);
        self.found.push(said.severity(severity));
        Report(self.found.last_mut())
    }

    /// Reports something about a call, at the name of the function.
    pub(crate) fn report_call(
        &mut self,
        call: TermId,
        code: Code,
        severity: Severity,
        message: impl Into<String>,
    ) -> Report<'_> {
        let name = self.cx.called(call);
        self.report_as(call, code, severity, message).shown_at(name)
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

    /// True if a term has a diagnostic of one of these codes.
    fn is_reported(&self, term: TermId, codes: &[Code]) -> bool {
        let mut codes = codes.iter();
        codes.any(|&code| self.reported.contains(&(term, code)))
    }

    /// Why a colorplot has no pixel program although it has a meaning. That is no mistake: the
    /// preview then paints it on the CPU.
    pub(crate) fn refuse(
        &mut self,
        term: TermId,
        code: Code,
        message: impl Into<String>,
    ) -> Report<'_> {
        let refusal = self.refusal();
        self.report_as(term, code, refusal, message)
            .help(ON_THE_CPU)
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
        let message = format!("`{}` is not available at every pixel", spelled(name));
        self.refuse(term, Code::NotOnGpu, message).help(format!(
            "compute it outside of the colorplot if it does not depend on the pixel; {ON_THE_CPU}, \
                 and the published page does not show it"
        ));
    }

    /// Reports a mismatch of a term, once for each code.
    pub(crate) fn report_mismatch(
        &mut self,
        term: TermId,
        severity: Severity,
        mismatch: Mismatch,
    ) -> Report<'_> {
        let place = self.found.len();
        self.report_as(term, mismatch.code(), severity, mismatch.message());
        if self.found.len() > place {
            self.mismatches.of.insert(place, mismatch);
        }
        Report(self.found.get_mut(place))
    }

    /// Adds a mismatch to the diagnostic with the same cause, if there is one. The cause is the same
    /// if the same variable has its value from the same place. It is the same as well if the
    /// variable is set to the result of an operation that has no meaning for it.
    pub(crate) fn merge(
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
        self.reported.insert((term, mismatch.code()));
        self.faults += usize::from(severity != Severity::Hint);
        let places = self.mismatches.places.entry(place).or_insert_with(|| {
            let related = told.related.iter().map(|one| one.range);
            related.chain([told.range]).collect()
        });
        if places.insert(range) {
            told.related.push(Related {
                range,
                message: format!("the same here: {}", mismatch.message()),
            });
            told.as_well.push(range);
        }
        true
    }

    /// The similar names of a kind, for the first few names that mean nothing: a text with more of them
    /// has another problem.
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

    /// Leaves alone the names in a call: its own mistake explains them.
    pub(crate) fn skip_names(&mut self, call: TermId) {
        let first = self.cx.applet.program.term(call).first;
        self.quiet.push((first, call));
    }

    /// Leaves alone the rest of the call around a call that is closed too early.
    pub(crate) fn skip_rest(&mut self, call: TermId) {
        if let Some(parent) = self.cx.applet.parent(call) {
            self.skip_names(parent);
            let end = self.cx.applet.range(parent).end();
            let rest = TextRange::new(self.cx.applet.range(call).end().min(end), end);
            self.skipped.push(rest);
        }
    }
}
