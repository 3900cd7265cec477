//! The diagnostics of an applet that can be found without running it.

use std::cell::OnceCell;
use std::rc::Rc;

use cindyscript_analysis::{Doubt, InferredApplet};
use cindyscript_applet::GeometryEntry;
use cindyscript_diagnostic::{Code, Diagnostic, Severity};
use cindyscript_hir::builtins::{Intrinsic, Side, sign};
use cindyscript_hir::names::{NameId, NameSet};
use cindyscript_hir::program::{Callee, CalleeId, Children, PlotForm, TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::{Body, BodyId, BodyKind, Enclosing, OpaqueCode, Ranges, Solution};
use cindyscript_pixel::PixelProgram;
use rustc_hash::{FxHashMap, FxHashSet};
use text_size::{TextRange, TextSize};

use crate::in_force::whatever_is_in_force;
use crate::rules::drift::Unknown;
use crate::rules::effect::Whole;
use crate::rules::mismatch::{Mismatch, MismatchKind};
use crate::rules::nearest::{Suggestion, nearest};
use crate::rules::own_copy::Uses;
use crate::rules::{callers, slips};

/// The diagnostics of an applet's scripts.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The diagnostics, in no order. None is about the text of a library.
    pub diagnostics: Vec<Diagnostic>,
    /// The types that are guesses because of some of them.
    pub doubt: Doubt,
}

/// Finds what is wrong with the scripts of an applet.
#[must_use]
pub fn check(applet: &InferredApplet) -> Findings {
    let mut diagnostics = whatever_is_in_force(applet, faults_of(applet));
    diagnostics.extend(slips::replaced(applet));
    let doubt = Doubt::of(applet, &diagnostics);
    doubt.quieten(applet, &mut diagnostics);
    diagnostics.extend(callers::callers(applet));
    applet.leave_out_libraries(&mut diagnostics);
    Findings { diagnostics, doubt }
}

/// All diagnostics where all definitions of a function are in force at once.
pub(crate) fn faults_of(analysis: &InferredApplet) -> Vec<Diagnostic> {
    let solution = &analysis.solution;
    let mut checker = Checker::new(analysis, solution);
    checker.before_run = true;
    let callees = analysis.program.callees.iter();
    checker.checks_on_the_cpu = callees.map(CallCheck::of).collect();
    checker.misdefinitions();
    checker.slips();
    checker.calls();
    checker.plots();
    checker.quieted = std::mem::take(&mut checker.quiet).into_iter().collect();
    checker.settings();
    checker.elements();
    checker.construction();
    checker.colours_of_elements();
    checker.images();
    checker.unsettled();
    checker.leaks();
    checker.times();
    for &body in &solution.reachable {
        match solution.body(body).kind {
            BodyKind::Plot(_) => drop(checker.plot(body)),
            BodyKind::Script(_)
            | BodyKind::Function(_)
            | BodyKind::Uniform
            | BodyKind::Round(_) => checker.cpu(body),
        }
    }
    let told = std::mem::take(&mut checker.told).into_iter();
    let told: Enclosing<TextSize> = told.map(|range| (range.start(), range.end())).collect();
    checker.found.retain(|one| {
        one.code == Code::ArgumentOrder || !told.hold(one.range.start(), one.range.end())
    });
    checker.without_consequences()
}

/// The reasons why one colorplot cannot run at every pixel; if there are none, its program, unless
/// too little was known for one to be made.
pub(crate) fn check_plot(
    analysis: &InferredApplet,
    solution: &Solution,
    plot: BodyId,
) -> Result<Option<PixelProgram>, Vec<Diagnostic>> {
    let mut checker = Checker::new(analysis, solution);
    let program = checker.plot(plot);
    let mut errors = checker.found;
    errors.retain(|diagnostic| diagnostic.severity == Severity::Error);
    match errors.is_empty() {
        true => Ok(program),
        false => Err(errors),
    }
}

/// What is looked at where something is called on the CPU.
#[derive(Clone, Copy)]
pub(crate) enum CallCheck {
    /// Only that it has a signature for its arguments.
    Signature,
    Division,
    Equality,
    Nearness,
    /// Instead of a signature, the code that runs.
    Code,
    /// Instead of a signature, what can be drawn.
    Drawing,
}

impl CallCheck {
    fn of(callee: &Callee) -> Self {
        match callee.intrinsic() {
            Some(Intrinsic::Divide) => Self::Division,
            Some(Intrinsic::Equal | Intrinsic::Unequal) => Self::Equality,
            Some(Intrinsic::Near) => Self::Nearness,
            _ if callee.runs_code() => Self::Code,
            _ if callee.draws() => Self::Drawing,
            _ => Self::Signature,
        }
    }
}

pub(crate) struct Checker<'a> {
    pub(crate) analysis: &'a InferredApplet,
    pub(crate) solution: &'a Solution,
    pub(crate) found: Vec<Diagnostic>,
    /// Codes that have been said of a term: they are not said again for another signature.
    pub(crate) said: FxHashSet<(TermId, Code)>,
    /// The number of faults that keep a colorplot from being a pixel program, said or not.
    pub(crate) faults: usize,
    /// Operations without a meaning, by the value that a variable in them has and its type.
    pub(crate) mistaken: FxHashMap<(TermId, Type), (usize, TermId)>,
    /// What is wrong, for each diagnostic that is about such an operation.
    pub(crate) mismatches: FxHashMap<usize, Mismatch>,
    /// Of diagnostics that are about several places, all of those.
    pub(crate) places: FxHashMap<usize, FxHashSet<TextRange>>,
    pub(crate) opaque: &'a OpaqueCode,
    /// True if a part of the page's JavaScript cannot be read: that may give names a value.
    pub(crate) is_page_half_read: bool,
    /// Uses by scripts of the variables that colorplots assign, once they were asked for.
    pub(crate) uses_on_the_cpu: Option<Rc<FxHashMap<NameId, Uses>>>,
    /// For each parameter of definitions that are written as assignments, the terms of those.
    pub(crate) misdefined: FxHashMap<NameId, Ranges<TermId>>,
    /// The functions of the applet by their names in lower case, once one was looked for.
    pub(crate) functions: Option<Rc<FxHashMap<String, Vec<CalleeId>>>>,
    /// The elements of the construction by their names, once one was looked for.
    pub(crate) elements: OnceCell<FxHashMap<&'a str, &'a GeometryEntry>>,
    /// The names of variables of functions, loops, modifiers and `regional`, once one was looked for.
    pub(crate) bound: OnceCell<NameSet>,
    /// The values that are assigned to variables as a whole, of those whose elements are assigned.
    pub(crate) wholes: FxHashMap<NameId, Option<Whole>>,
    /// What was said not to be known of which expressions, as they are written.
    pub(crate) drifting: FxHashSet<(Unknown, String)>,
    /// The number of names that were looked for among similar ones, of each kind of names.
    pub(crate) suggested: FxHashMap<&'static str, usize>,
    /// The colorplots that paint one colour, by the places where that is said.
    pub(crate) painted: FxHashMap<TextRange, TextRange>,
    /// Features that the preview lacks, as far as that was said.
    pub(crate) absent: FxHashSet<&'static str>,
    /// Names that would exist but for mistakes that were reported.
    pub(crate) meant: FxHashSet<&'a str>,
    /// Calls that were meant in another way, from the first term to the last: names in them are not
    /// missed.
    pub(crate) quiet: Vec<(TermId, TermId)>,
    pub(crate) quieted: Ranges<TermId>,
    /// Names that were meant as parts of names, before and behind an `_` or a `-`.
    pub(crate) underscored: FxHashSet<NameId>,
    /// Colorplots whose arguments are mixed up, and what stands behind `def f(x):`: nothing else is
    /// said of them.
    pub(crate) told: Vec<TextRange>,
    /// What is looked at in calls on the CPU, by what is called.
    pub(crate) checks_on_the_cpu: Vec<CallCheck>,
    /// Whether only what is certain before the applet runs is an error: a uniform of a complex type
    /// may turn out to be real.
    pub(crate) before_run: bool,
    /// True while the types at the pixels of a colorplot are checked.
    pub(crate) at_pixels: bool,
    /// The faults at pixels that are left where the values from the CPU turn out to be real, once
    /// there was one.
    pub(crate) inevitable: Option<FxHashSet<(TermId, Code)>>,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(analysis: &'a InferredApplet, solution: &'a Solution) -> Self {
        let page = analysis.document.page();
        Self {
            analysis,
            solution,
            found: Vec::new(),
            said: FxHashSet::default(),
            faults: 0,
            mistaken: FxHashMap::default(),
            mismatches: FxHashMap::default(),
            places: FxHashMap::default(),
            misdefined: FxHashMap::default(),
            functions: None,
            elements: OnceCell::new(),
            bound: OnceCell::new(),
            wholes: FxHashMap::default(),
            drifting: FxHashSet::default(),
            suggested: FxHashMap::default(),
            painted: FxHashMap::default(),
            absent: FxHashSet::default(),
            meant: FxHashSet::default(),
            quiet: Vec::new(),
            quieted: Ranges::default(),
            told: Vec::new(),
            underscored: FxHashSet::default(),
            opaque: &analysis.facts.opaque,
            is_page_half_read: page
                .problems
                .iter()
                .any(|it| it.code == Code::JavaScriptSyntax),
            checks_on_the_cpu: Vec::new(),
            before_run: false,
            at_pixels: false,
            inevitable: None,
            uses_on_the_cpu: None,
        }
    }

    /// The diagnostics without those that only follow from others: one colour in a whole colorplot
    /// in which something is wrong, and a chain of comparisons that is none, for an `and` in it is
    /// a part of a name.
    pub(crate) fn without_consequences(self) -> Vec<Diagnostic> {
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
        let said = self.analysis.diagnostic(term, code, message);
        self.found.push(said.severity(severity));
        self.found.last_mut()
    }

    /// The severity of a fault. Types are upper bounds: before the applet runs, a fault at pixels is
    /// a hint unless it is left where each value from the CPU turns out to be real.
    pub(crate) fn certainty(&mut self, term: TermId, code: Code, severity: Severity) -> Severity {
        if !self.before_run || !self.at_pixels || severity > Severity::Warning {
            return severity;
        }
        let analysis = self.analysis;
        let inevitable = self.inevitable.get_or_insert_with(|| {
            let solution = analysis.with_real_uniforms();
            let mut checker = Checker::new(analysis, &solution);
            for &body in &solution.reachable {
                if let BodyKind::Plot(_) = solution.body(body).kind {
                    checker.plot(body);
                }
            }
            checker.said
        });
        match inevitable.contains(&(term, code)) {
            true => severity,
            false => Severity::Hint,
        }
    }

    /// Whether a diagnostic of one of these codes was said of a term.
    pub(crate) fn is_said(&self, term: TermId, codes: &[Code]) -> bool {
        let mut codes = codes.iter();
        codes.any(|&code| self.said.contains(&(term, code)))
    }

    /// Names without a value, and operations on the CPU that have no meaning for the types that they
    /// get.
    pub(crate) fn cpu(&mut self, id: BodyId) {
        let body = self.solution.body(id);
        if body.side() == Side::Gpu {
            return; // functions of pixel programs are checked with their colorplot
        }
        let program = &self.analysis.program;
        for (term, slot) in self.solution.evaluated(body) {
            match program.kind(term) {
                TermKind::Variable(name) => self.name(term, name, slot),
                TermKind::Plot(plot) => self.corners(body, program.plot(plot).form),
                TermKind::Special(_) => self.modifiers(body, term),
                TermKind::Iterate(id) => {
                    self.modifiers(body, term);
                    self.domain(body, term, program.iteration(id));
                }
                TermKind::Call {
                    callee,
                    arguments,
                    modifiers,
                } => {
                    if !modifiers.is_empty() {
                        self.modifiers(body, term);
                    }
                    self.call_on_the_cpu(body, term, callee, arguments);
                }
                kind => self.certain(body, term, kind),
            }
        }
    }

    pub(crate) fn call_on_the_cpu(
        &mut self,
        body: &Body,
        term: TermId,
        id: CalleeId,
        arguments: Children,
    ) {
        let callee = self.analysis.program.callee(id);
        match self.checks_on_the_cpu[id.index()] {
            CallCheck::Signature => {}
            CallCheck::Division => self.division_by_zero(arguments),
            CallCheck::Equality => self.never_equal(body, term, callee, arguments),
            CallCheck::Nearness => self.exact_values_nearly_equal(body, term, arguments),
            CallCheck::Code => return self.code_call(body, term, callee, arguments),
            CallCheck::Drawing => return self.drawing(body, term, callee, arguments),
        }
        if self.solution.refused.contains(&body.slot(term)) {
            let types = self.operands(body, arguments);
            // On the CPU, types are only an estimate: what is certain is said, no more.
            if types.iter().all(|ty| is_certain(ty) || *ty == Type::Point) {
                self.signature(body, term, id, arguments, &types);
            }
        }
    }

    /// The corners of what a colorplot paints are points.
    pub(crate) fn corners(&mut self, body: &Body, form: PlotForm) {
        let corners = match form {
            PlotForm::View | PlotForm::Image { .. } => return,
            PlotForm::Rectangle { from, to } => [from, to],
            PlotForm::PlacedImage { left, right, .. } => [left, right],
        };
        for corner in corners {
            let ty = self.solution.ty(body.slot(corner));
            let is_point = match ty {
                Type::List(list) => !matches!(list.element, Type::List(_)),
                _ => false,
            };
            if !is_certain(ty) || is_point {
                continue;
            }
            let mismatch = Mismatch {
                kind: MismatchKind::Corner,
                types: vec![ty.clone()],
            };
            let severity = Severity::Warning;
            let (corner_only, ty_only) = ([corner], std::slice::from_ref(ty));
            if self.is_told(body, corner, &corner_only, ty_only, severity, &mismatch) {
                return;
            }
            let related = self.origin(body, corner).skip(1).collect();
            if let Some(said) = self.say_mismatch(corner, severity, mismatch) {
                said.related = related;
            }
            return;
        }
    }

    pub(crate) fn operands(&self, body: &Body, operands: Children) -> Vec<Type> {
        let operands = self.analysis.program.children(operands);
        operands
            .iter()
            .map(|&operand| self.solution.ty(body.slot(operand)).clone())
            .collect()
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
        match self.before_run {
            true => Severity::Warning,
            false => Severity::Error,
        }
    }
}

/// The most names of a kind that mean nothing for which similar ones are looked for.
pub(crate) const MOST_SUGGESTIONS: usize = 100;

/// The help where a colorplot has no pixel program.
pub(crate) const ON_THE_CPU: &str = "this colorplot is painted on the CPU instead, which is slower";

pub(crate) fn is_certain(ty: &Type) -> bool {
    match ty {
        Type::Scalar(_) | Type::String | Type::ScalarOrString(_) => true,
        Type::List(list) => list.len.is_some_and(|len| len > 0) && is_certain(&list.element),
        Type::Tuple(tuple) => tuple.components().iter().all(is_certain),
        _ => false,
    }
}

pub(crate) fn spelled(name: &str) -> &str {
    if name == sign::BARS { "|...|" } else { name }
}
