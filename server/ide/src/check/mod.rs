//! The diagnostics of an applet that can be found without running it.

mod certain;
mod clock;
mod code;
mod colours;
mod construction;
mod counter;
mod drawing;
mod drift;
mod elements;
mod endless;
mod first;
mod foreign;
mod in_force;
mod joined;
mod leaks;
mod meant;
mod modifiers;
mod names;
mod nearest;
mod never_equal;
mod operands;
mod own_copy;
mod page;
mod picture;
mod pixel;
mod plots;
mod signs;
mod slips;
mod unset;
mod unsettled;
mod unused;
mod usage;

use std::rc::Rc;

use cindyscript_diagnostic::{Code, Diagnostic, Related, Severity};
use cindyscript_hir::builtins::{Form, Side};
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{CalleeId, Children, PlotForm, TermId, TermKind};
use cindyscript_hir::types::{Type, several};
use cindyscript_infer::{
    Body, BodyId, BodyKind, Enclosing, OpaqueCode, Ranges, Role, SlotId, Solution, builtin_type,
};
use cindyscript_pixel::PixelProgram;
use rustc_hash::{FxHashMap, FxHashSet};
use text_size::{TextRange, TextSize};

use crate::analysis::AppletAnalysis;
use foreign::Advice;
pub(crate) use leaks::own_names;
use nearest::nearest;

/// All diagnostics of an applet's scripts.
pub(crate) fn check(analysis: &AppletAnalysis, solution: &Solution) -> Vec<Diagnostic> {
    let found = faults_of(analysis, solution);
    let mut found = in_force::whatever_is_in_force(analysis, found);
    found.extend(slips::replaced(analysis));
    found
}

/// All diagnostics where all definitions of a function are in force at once.
fn faults_of(analysis: &AppletAnalysis, solution: &Solution) -> Vec<Diagnostic> {
    let mut checker = Checker::new(analysis, solution);
    checker.before_run = true;
    checker.misdefinitions();
    checker.slips();
    checker.calls();
    checker.plots();
    checker.quieted = std::mem::take(&mut checker.quiet).into_iter().collect();
    checker.settings();
    checker.elements();
    checker.construction();
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
    analysis: &AppletAnalysis,
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

struct Checker<'a> {
    analysis: &'a AppletAnalysis,
    solution: &'a Solution,
    found: Vec<Diagnostic>,
    /// Codes that have been said of a term: they are not said again for another signature.
    said: FxHashSet<(TermId, Code)>,
    /// The number of faults that keep a colorplot from being a pixel program, said or not.
    faults: usize,
    /// Operations without a meaning, by the value that a variable in them has and its type.
    mistaken: FxHashMap<(TermId, Type), (usize, TermId)>,
    opaque: &'a OpaqueCode,
    /// Uses by scripts of the variables that colorplots assign, once they were asked for.
    uses_on_the_cpu: Option<Rc<FxHashMap<NameId, own_copy::Uses>>>,
    /// For each parameter of definitions that are written as assignments, the terms of those.
    misdefined: FxHashMap<NameId, Ranges<TermId>>,
    /// The functions of the applet by their names in lower case, once one was looked for.
    functions: Option<Rc<FxHashMap<String, Vec<CalleeId>>>>,
    /// Messages about types that may be others when the applet runs.
    drifting: FxHashSet<String>,
    /// The number of names that were looked for among similar ones, of each kind of names.
    suggested: FxHashMap<&'static str, usize>,
    /// The colorplots that paint one colour, by the places where that is said.
    painted: FxHashMap<TextRange, TextRange>,
    /// Features that the preview lacks, as far as that was said.
    absent: FxHashSet<&'static str>,
    /// Names that would exist but for mistakes that were reported.
    meant: FxHashSet<&'a str>,
    /// Calls that were meant in another way, from the first term to the last: names in them are not
    /// missed.
    quiet: Vec<(TermId, TermId)>,
    quieted: Ranges<TermId>,
    /// Names that were meant as parts of names, before and behind an `_` or a `-`.
    underscored: FxHashSet<NameId>,
    /// Colorplots whose arguments are mixed up, and what stands behind `def f(x):`: nothing else is
    /// said of them.
    told: Vec<TextRange>,
    /// Whether only what is certain before the applet runs is an error: a uniform of a complex type
    /// may turn out to be real.
    before_run: bool,
}

impl<'a> Checker<'a> {
    /// The beginning of a message that is told at another place already.
    const AS_WELL: &'static str = "here as well: ";

    fn new(analysis: &'a AppletAnalysis, solution: &'a Solution) -> Self {
        Self {
            analysis,
            solution,
            found: Vec::new(),
            said: FxHashSet::default(),
            faults: 0,
            mistaken: FxHashMap::default(),
            misdefined: FxHashMap::default(),
            functions: None,
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
            before_run: false,
            uses_on_the_cpu: None,
        }
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
    fn say(
        &mut self,
        term: TermId,
        code: Code,
        message: impl Into<String>,
    ) -> Option<&mut Diagnostic> {
        self.say_as(term, code, code.severity(), message)
    }

    /// The same where the place decides how bad it is.
    fn say_as(
        &mut self,
        term: TermId,
        code: Code,
        severity: Severity,
        message: impl Into<String>,
    ) -> Option<&mut Diagnostic> {
        self.faults += usize::from(severity != Severity::Hint);
        if !self.said.insert((term, code)) {
            return None;
        }
        let said = self.analysis.diagnostic(term, code, message);
        self.found.push(said.severity(severity));
        self.found.last_mut()
    }

    /// Whether a diagnostic of one of these codes was said of a term.
    fn is_said(&self, term: TermId, codes: &[Code]) -> bool {
        let mut codes = codes.iter();
        codes.any(|&code| self.said.contains(&(term, code)))
    }

    /// Names without a value, and operations on the CPU that have no meaning for the types that they
    /// get.
    fn cpu(&mut self, id: BodyId) {
        let body = self.solution.body(id);
        if body.side() == Side::Gpu {
            return; // functions of pixel programs are checked with their colorplot
        }
        let program = &self.analysis.program;
        for (term, slot) in self.solution.evaluated(body) {
            let kind = program.kind(term);
            let may_have_modifiers = match kind {
                TermKind::Call { modifiers, .. } => !modifiers.is_empty(),
                TermKind::Special(_) | TermKind::Iterate(_) => true,
                _ => false,
            };
            if may_have_modifiers {
                self.modifiers(body, term);
            }
            self.certain(body, term);
            if let TermKind::Call {
                callee, arguments, ..
            } = kind
            {
                self.never_equal(body, term, program.callee(callee), arguments);
            }
            self.domain(body, term);
            match kind {
                TermKind::Variable(name) => self.name(term, name, slot),
                TermKind::Plot(plot) => self.corners(body, program.plot(plot).form),
                TermKind::Call {
                    callee, arguments, ..
                } if program.callee(callee).runs_code() => {
                    self.code_call(body, term, program.callee(callee), arguments);
                }
                TermKind::Call {
                    callee, arguments, ..
                } if program.callee(callee).draws() => {
                    self.drawing(body, term, program.callee(callee), arguments);
                }
                TermKind::Call {
                    callee, arguments, ..
                } if self.solution.refused.contains(&body.slot(term)) => {
                    let types = self.operands(body, arguments);
                    // On the CPU, types are only an estimate: what is certain is said, no more.
                    if types.iter().all(is_certain) {
                        self.signature(body, term, callee, arguments, &types);
                    }
                }
                _ => {}
            }
        }
    }

    /// The corners of what a colorplot paints are points.
    fn corners(&mut self, body: &Body, form: PlotForm) {
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
            let message = format!(
                "a corner of what is painted is a point [x, y], this is {}",
                ty.in_words()
            );
            let severity = Severity::Warning;
            let (corner_only, ty_only) = ([corner], std::slice::from_ref(ty));
            if self.is_told(body, corner, &corner_only, ty_only, severity, &message) {
                return;
            }
            let related = self.origin(body, corner).skip(1).collect();
            if let Some(said) = self.say_as(corner, Code::NotAPoint, severity, message) {
                said.related = related;
            }
            return;
        }
    }

    fn operands(&self, body: &Body, operands: Children) -> Vec<Type> {
        let operands = self.analysis.program.children(operands);
        operands
            .iter()
            .map(|&operand| self.solution.ty(body.slot(operand)).clone())
            .collect()
    }

    /// Whether a call has a meaning if its complex arguments happen to be real, as a square root
    /// of what is never negative is. At a pixel, only what comes from the CPU may be so.
    fn may_be_real(
        &self,
        body: &Body,
        callee: CalleeId,
        arguments: Children,
        types: &[Type],
    ) -> bool {
        let program = &self.analysis.program;
        let operands = program.children(arguments).iter().zip(types);
        let real: Vec<Type> = operands
            .map(
                |(&operand, ty)| match self.solution.slot(body.slot(operand)).role {
                    Role::Uniform => ty.if_real(),
                    _ if body.side() == Side::Cpu => ty.if_real(),
                    _ => ty.clone(),
                },
            )
            .collect();
        let builtin = program.callee(callee).builtin;
        real != types
            && builtin.is_some_and(|builtin| {
                builtin_type(
                    self.analysis.numbers(),
                    builtin,
                    body.side(),
                    arguments,
                    &real,
                )
                .is_some()
            })
    }

    /// Whether some operand at a pixel is complex only because a value from the CPU is.
    fn hangs_on_uniform(&self, body: &Body, operands: &[TermId]) -> bool {
        let story = self.analysis.provenance(self.solution);
        let mut operands = operands.iter();
        operands.any(|&operand| story.hangs_on_uniform(body.slot(operand)))
    }

    fn signature(
        &mut self,
        body: &Body,
        term: TermId,
        callee: CalleeId,
        arguments: Children,
        types: &[Type],
    ) {
        let side = body.side();
        let program = &self.analysis.program;
        let row = program.callee(callee);
        let Some(builtin) = row.builtin else { return };
        if !row.definitions.is_empty() || builtin.row().form != Form::Strict {
            return;
        }
        if builtin_type(self.analysis.numbers(), builtin, side, arguments, types).is_some()
            || self.said.contains(&(term, Code::ArgumentSeparator))
        {
            return;
        }
        let operands = program.children(arguments);
        let may_be_real = self.may_be_real(body, callee, arguments, types);
        if side == Side::Cpu && may_be_real {
            return;
        }
        let given = several(types);
        let name = builtin.name();
        // Whether the CPU has the operation for these types. Not for complex numbers: for them it
        // has it only where they happen to be real.
        let on_cpu = || {
            !types.contains(&Type::COMPLEX)
                && builtin_type(
                    self.analysis.numbers(),
                    builtin,
                    Side::Cpu,
                    arguments,
                    types,
                )
                .is_some()
        };
        if side == Side::Gpu && builtin.overloads(Side::Gpu).is_empty() {
            self.not_on_gpu(term, name);
            return;
        }
        let is_on_cpu = side == Side::Gpu && on_cpu();
        let name = spelled(name);
        let message = match is_on_cpu {
            true => format!("`{name}` of {given} is not available at every pixel"),
            false => format!("`{name}` is not defined for {given}"),
        };
        let severity = match side {
            Side::Gpu
                if self.before_run && (may_be_real || self.hangs_on_uniform(body, operands)) =>
            {
                Severity::Hint
            }
            Side::Gpu if is_on_cpu => self.refusal(),
            Side::Gpu => Severity::Error,
            Side::Cpu => Severity::Warning,
        };
        if self.is_told(body, term, operands, types, severity, &message) {
            return;
        }
        let foreign = self.foreign_operator(term, name, operands, types);
        let advice = foreign.or_else(|| match side {
            Side::Gpu => self.hash_advice(operands),
            Side::Cpu => None,
        });
        let (help, fix) = match advice {
            Some(Advice { help, fix }) => (Some(help), fix),
            None if is_on_cpu => (Some(ON_THE_CPU.to_owned()), None),
            None => match self.meant_by_operation(body, term, name, operands, types) {
                Some(Advice { help, fix }) => (Some(help), fix),
                None => (builtin.takes(side, types), None),
            },
        };
        let related = operands.iter().zip(types);
        let related = related
            .flat_map(|(&operand, ty)| self.origin_of(body, operand, ty))
            .collect();
        let code = match is_on_cpu {
            true => Code::NotOnGpu,
            false => Code::NoSignature,
        };
        if let Some(said) = self.say_as(term, code, severity, message) {
            said.help = help;
            said.fix = fix;
            said.related = related;
        }
    }

    /// Whether this is told already: where the same was said of the same variable, with the value
    /// that it is set to at the same place, or where the variable is set to what comes of an
    /// operation that has no meaning for it. It is added there.
    fn is_told(
        &mut self,
        body: &Body,
        term: TermId,
        operands: &[TermId],
        types: &[Type],
        severity: Severity,
        message: &str,
    ) -> bool {
        let next = (self.found.len(), term);
        let mut told = None;
        for (&operand, ty) in operands.iter().zip(types) {
            let Some((name, value)) = self.value(body, operand) else {
                continue;
            };
            let (place, first) = *self.mistaken.entry((value, ty.clone())).or_insert(next);
            let is_same = self
                .found
                .get(place)
                .is_some_and(|one| one.message == message);
            if place != next.0 && (is_same || self.is_set_to(name, first)) {
                told = Some(place);
            }
        }
        let range = self.analysis.range(term);
        let Some(told) = told.and_then(|told| self.found.get_mut(told)) else {
            return false;
        };
        told.severity = told.severity.min(severity);
        self.faults += usize::from(severity != Severity::Hint);
        let is_new = told.range != range && told.related.iter().all(|one| one.range != range);
        if is_new {
            told.related.push(Related {
                range,
                message: format!("{}{message}", Self::AS_WELL),
            });
        }
        true
    }

    /// Whether a variable, or an element of it, is set to something that a term is a part of.
    fn is_set_to(&self, name: NameId, part: TermId) -> bool {
        let program = &self.analysis.program;
        let mut around = self.analysis.around(part);
        around.any(|outer| {
            matches!(program.kind(outer), TermKind::Assign { target, value }
                if part <= value && program.root_of_elements(target) == Some(name))
        })
    }

    /// The name that is probably meant by one of a kind that is none: only for the first few of a
    /// kind, since a text in which there are more has another problem.
    fn nearest<'n>(
        &mut self,
        kind: &'static str,
        name: &str,
        candidates: impl Iterator<Item = &'n str>,
    ) -> Option<&'n str> {
        let suggested = self.suggested.entry(kind).or_default();
        *suggested += 1;
        if *suggested > MOST_SUGGESTIONS {
            return None;
        }
        nearest(name, candidates)
    }

    /// The variable that an operand is, and the value that it has its type from, if it is set to
    /// something.
    fn value(&self, body: &Body, operand: TermId) -> Option<(NameId, TermId)> {
        let name = self.analysis.program.name_of(operand)?;
        let linked = |slot: SlotId| {
            let link = self.solution.slot(slot).link;
            link.is_some().then_some(link)
        };
        let mut slot = body.slot(operand);
        // A uniform is a variable on the CPU.
        if self.solution.slot(slot).role == Role::Uniform {
            slot = linked(slot)?;
        }
        let variable = linked(slot)?;
        let value = self.analysis.provenance(self.solution).assigned(variable)?;
        Some((name, value))
    }

    fn not_on_gpu(&mut self, term: TermId, name: &str) {
        let message = format!("`{}` is not available at every pixel", spelled(name));
        if let Some(said) = self.refuse(term, Code::NotOnGpu, message) {
            said.help = Some(format!(
                "compute it once a frame, outside of the colorplot, if it does not depend on the \
                 pixel; {ON_THE_CPU}"
            ));
        }
    }

    /// Why a colorplot has no pixel program although it has a meaning. That is no mistake: the
    /// preview then paints it on the CPU.
    fn refuse(
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
    fn refusal(&self) -> Severity {
        match self.before_run {
            true => Severity::Warning,
            false => Severity::Error,
        }
    }

    /// The type of an operand and where it comes from, as related places.
    fn origin(&self, body: &Body, operand: TermId) -> impl Iterator<Item = Related> {
        self.origin_of(body, operand, self.solution.ty(body.slot(operand)))
    }

    /// The same where the operand's type is not what it came to in the end.
    fn origin_of(
        &self,
        body: &Body,
        operand: TermId,
        ty: &Type,
    ) -> impl Iterator<Item = Related> + use<> {
        let slot = body.slot(operand);
        let what = Related {
            range: self.analysis.range(operand),
            message: format!("this is {}", ty.in_words()),
        };
        let story = self.analysis.provenance(self.solution).of_before();
        let steps = story.why(slot).into_iter();
        let steps = steps.take(2).map(|step| Related {
            range: step.range,
            message: step.text,
        });
        std::iter::once(what).chain(steps)
    }
}

/// For so many names of a kind that mean nothing, similar ones are looked for.
const MOST_SUGGESTIONS: usize = 100;

/// The help where a colorplot has no pixel program.
const ON_THE_CPU: &str = "this colorplot is painted on the CPU instead, which is slower";

fn is_certain(ty: &Type) -> bool {
    match ty {
        Type::Scalar(_) | Type::String | Type::ScalarOrString(_) => true,
        Type::List(list) => list.len.is_some_and(|len| len > 0) && is_certain(&list.element),
        Type::Tuple(tuple) => tuple.components().iter().all(is_certain),
        _ => false,
    }
}

fn spelled(name: &str) -> &str {
    if name == "|.|" { "|...|" } else { name }
}
