//! What is wrong with an applet, as far as one can tell without running it.

use rustc_hash::FxHashSet;

use crate::analysis::AppletAnalysis;
use crate::builtins::{self, BuiltinId, Form, Side};
use crate::diagnostic::{Diagnostic, Fix, Related, Severity};
use crate::infer::{Body, BodyId, BodyKind, Role, Slot, SlotId, Solution, Subject, builtin_type, literal};
use crate::program::{Callee, CalleeId, Children, TermId, TermKind};
use crate::types::{Scalar, Type};

/// All diagnostics of an applet's scripts.
pub(crate) fn check(analysis: &AppletAnalysis, solution: &Solution) -> Vec<Diagnostic> {
    let mut checker = Checker::new(analysis, solution);
    checker.calls();
    let live = solution.live();
    checker.names(&live);
    for &body in &live {
        match solution.body(body).kind {
            BodyKind::Plot(_) => checker.plot(body),
            BodyKind::Script(_) | BodyKind::Function(_) | BodyKind::Uniform => checker.cpu(body),
        }
    }
    checker.found
}

/// The reasons why one colorplot cannot run at every pixel.
pub(crate) fn check_plot(
    analysis: &AppletAnalysis,
    solution: &Solution,
    plot: BodyId,
) -> Vec<Diagnostic> {
    let mut checker = Checker::new(analysis, solution);
    checker.plot(plot);
    checker.found.retain(|diagnostic| diagnostic.severity == Severity::Error);
    checker.found
}

struct Checker<'a> {
    analysis: &'a AppletAnalysis,
    solution: &'a Solution,
    found: Vec<Diagnostic>,
    /// What has been said about a term is not said again for another signature.
    said: FxHashSet<(TermId, &'static str)>,
}

impl<'a> Checker<'a> {
    fn new(analysis: &'a AppletAnalysis, solution: &'a Solution) -> Self {
        Self { analysis, solution, found: Vec::new(), said: FxHashSet::default() }
    }

    fn say(
        &mut self,
        term: TermId,
        code: &'static str,
        severity: Severity,
        message: impl Into<String>,
    ) -> Option<&mut Diagnostic> {
        if !self.said.insert((term, code)) {
            return None;
        }
        self.found.push(self.analysis.diagnostic(term, code, severity, message));
        self.found.last_mut()
    }

    /// Calls of what does not exist, or with another number of arguments.
    fn calls(&mut self) {
        let program = &self.analysis.program;
        for index in 0..program.terms.len() as u32 {
            let term = TermId(index);
            let TermKind::Call { callee, arguments, .. } = program.kind(term) else { continue };
            let row = program.callee(callee);
            if !row.definitions.is_empty() {
                continue;
            }
            match row.builtin {
                Some(id) if id.row().form == Form::Unavailable => {
                    let message = format!("`{}` is not available in the preview", row.name);
                    self.say(term, "not-available", Severity::Hint, message);
                }
                // A special form that lowering could not make sense of.
                Some(id) if id.row().form == Form::Special => {
                    let message = format!(
                        "the second argument of `{}` must be the name of the running variable",
                        row.name
                    );
                    self.say(term, "not-a-name", Severity::Error, message);
                }
                Some(_) => {}
                None => self.unknown_call(term, row, arguments),
            }
        }
    }

    fn unknown_call(&mut self, term: TermId, row: &Callee, arguments: Children) {
        let program = &self.analysis.program;
        if row.name.chars().next().is_none_or(|first| !first.is_alphabetic()) {
            return; // an operator with a missing operand: the parser has said so
        }
        let lower = row.name.to_lowercase();
        let own: Vec<&Callee> = program
            .callees
            .iter()
            .filter(|other| !other.definitions.is_empty() && other.name.to_lowercase() == lower)
            .collect();
        let arities = builtins::arities(&row.name);
        if own.is_empty() && arities.is_empty() {
            let message = format!("the function `{}` is not defined", row.name);
            let candidates = program
                .callees
                .iter()
                .filter(|other| !other.definitions.is_empty())
                .map(|other| other.name.as_str())
                .chain(builtins::all().map(|builtin| builtin.name()));
            let help = nearest(&row.name, candidates).map(|name| format!("did you mean `{name}`?"));
            if let Some(said) = self.say(term, "undefined-function", Severity::Error, message) {
                said.help = help;
            }
            return;
        }
        let mut counts: Vec<String> = own.iter().map(|other| other.arity.to_string()).collect();
        counts.extend(arities.iter().flatten().map(ToString::to_string));
        counts.sort();
        counts.dedup();
        let message = format!(
            "`{}` takes {} argument{}, not {}",
            row.name,
            counts.join(" or "),
            if counts == ["1"] { "" } else { "s" },
            arguments.len(),
        );
        let related = own
            .iter()
            .flat_map(|other| &other.definitions)
            .map(|&definition| {
                let function = program.function(definition);
                Related {
                    range: self.analysis.to_file(function.script, function.name_range),
                    message: format!("`{}` is defined here", row.name),
                }
            })
            .collect();
        if let Some(said) = self.say(term, "wrong-arity", Severity::Error, message) {
            said.related = related;
        }
    }

    /// Names that are read and that nothing gives a value.
    fn names(&mut self, live: &[BodyId]) {
        let program = &self.analysis.program;
        for &id in live {
            let body = self.solution.body(id);
            if body.side() == Side::Gpu {
                continue;
            }
            for_each_evaluated(self.analysis, self.solution, body, &mut |term, slot| {
                let TermKind::Variable(name) = program.kind(term) else { return };
                if self.analysis.facts.defined.contains(&name)
                    || self.solution.global(name) != Some(slot.link)
                {
                    return;
                }
                let text = program.names.text(name);
                if text.is_empty() || text.starts_with('#') && text != "#" {
                    return;
                }
                let message = match text {
                    "#" => "`#` has a value only inside of loops and colorplots".to_owned(),
                    _ => format!("`{text}` is never given a value"),
                };
                let known = self.analysis.facts.defined.iter().map(|&id| program.names.text(id));
                let help = nearest(text, known).map(|name| format!("did you mean `{name}`?"));
                if let Some(said) = self.say(term, "undefined-name", Severity::Warning, message) {
                    said.help = help;
                }
            });
        }
    }

    /// Operations on the CPU that have no meaning for the types that they get.
    fn cpu(&mut self, id: BodyId) {
        let body = self.solution.body(id);
        if body.side() == Side::Gpu {
            return; // functions of pixel programs are checked with their colorplot
        }
        let program = &self.analysis.program;
        for_each_evaluated(self.analysis, self.solution, body, &mut |term, _| {
            let TermKind::Call { callee, arguments, .. } = program.kind(term) else { return };
            let types = self.operands(body, arguments);
            // On the CPU, types are only an estimate: what is certain is said, no more.
            if types.iter().all(is_certain) {
                self.signature(term, callee, arguments, &types, Side::Cpu);
            }
        });
    }

    fn operands(&self, body: &Body, operands: Children) -> Vec<Type> {
        let operands = self.analysis.program.children(operands);
        operands.iter().map(|&operand| self.solution.ty(body.slot(operand)).clone()).collect()
    }

    fn signature(
        &mut self,
        term: TermId,
        callee: CalleeId,
        arguments: Children,
        types: &[Type],
        side: Side,
    ) {
        let program = &self.analysis.program;
        let row = program.callee(callee);
        let Some(builtin) = row.builtin else { return };
        if !row.definitions.is_empty() || builtin.row().form != Form::Strict {
            return;
        }
        if builtin_type(program, builtin, side, arguments, types).is_some() {
            return;
        }
        let given = list_of(types);
        let name = builtin.name();
        if side == Side::Gpu && builtin.overloads(Side::Gpu).is_empty() {
            self.not_on_gpu(term, name);
            return;
        }
        let message = format!("`{}` is not defined for {given}", spelled(name));
        let severity = match side {
            Side::Gpu => Severity::Error,
            Side::Cpu => Severity::Warning,
        };
        let help = nearest_signature(builtin, side, types)
            .map(|text| format!("the nearest signature is {text}"));
        let story = self.analysis.story(self.solution);
        let body = self.current(term);
        let mut related = Vec::new();
        if let Some(body) = body {
            for (&operand, ty) in program.children(arguments).iter().zip(types) {
                related.push(Related {
                    range: self.analysis.range(operand),
                    message: format!("this is {ty}"),
                });
                let steps = story.why(body.slot(operand));
                related.extend(steps.into_iter().take(2).map(|step| Related {
                    range: step.range,
                    message: step.text,
                }));
            }
        }
        if let Some(said) = self.say(term, "no-signature", severity, message) {
            said.help = help;
            said.related = related;
        }
    }

    /// A body in which a term stands, to look causes up in.
    fn current(&self, term: TermId) -> Option<&'a Body> {
        let live = self.solution.live();
        live.into_iter().map(|id| self.solution.body(id)).find(|body| body.contains(term))
    }

    fn not_on_gpu(&mut self, term: TermId, name: &str) {
        let message = format!("`{}` is not available at every pixel", spelled(name));
        if let Some(said) = self.say(term, "not-on-gpu", Severity::Error, message) {
            said.help = Some(
                "compute it once a frame, outside of the colorplot, if it does not depend on the \
                 pixel"
                    .to_owned(),
            );
        }
    }

    /// Why a colorplot cannot run at every pixel.
    fn plot(&mut self, plot: BodyId) {
        let before = self.errors();
        let mut bodies = Vec::new();
        if let Some(call) = self.pixel_bodies(plot, &mut bodies, &mut Vec::new()) {
            let name = self.analysis.text(call);
            let message = format!("`{name}` calls itself: recursion is not possible at pixels");
            self.say(call, "recursion", Severity::Error, message);
        }
        for &body in &bodies {
            self.pixel_body(self.solution.body(body));
        }
        let body = self.solution.body(plot);
        let ty = self.solution.ty(body.slot(body.root));
        if self.errors() == before {
            self.colour(body, ty);
        }
    }

    fn errors(&self) -> usize {
        self.found.iter().filter(|found| found.severity == Severity::Error).count()
    }

    /// The bodies that run at every pixel, and a call that closes a circle if there is one.
    fn pixel_bodies(
        &self,
        id: BodyId,
        bodies: &mut Vec<BodyId>,
        path: &mut Vec<BodyId>,
    ) -> Option<TermId> {
        if bodies.contains(&id) {
            return None;
        }
        path.push(id);
        bodies.push(id);
        let body = self.solution.body(id);
        let mut circle = None;
        for term in (body.first.0..=body.root.0).map(TermId) {
            for &callee in self.solution.calls.get(&body.slot(term)).into_iter().flatten() {
                if path.contains(&callee) {
                    circle = circle.or(Some(term));
                } else {
                    circle = circle.or(self.pixel_bodies(callee, bodies, path));
                }
            }
        }
        path.pop();
        circle
    }

    fn pixel_body(&mut self, body: &Body) {
        let program = &self.analysis.program;
        for_each_evaluated(self.analysis, self.solution, body, &mut |term, slot| {
            if slot.role == Role::Uniform {
                if slot.ty.has_top() && slot.link.is_some() {
                    let ty = self.solution.ty(slot.link);
                    let message = format!("a value of type {ty} cannot be used at every pixel");
                    self.say(term, "not-on-gpu", Severity::Error, message);
                }
                return;
            }
            let ty = |term: TermId| self.solution.ty(body.slot(term));
            match program.kind(term) {
                TermKind::Call { callee, arguments, .. } => {
                    let types = self.operands(body, arguments);
                    if types.iter().any(Type::has_top) {
                        return;
                    }
                    let row = program.callee(callee);
                    if row.definitions.is_empty()
                        && let Some(builtin) = row.builtin
                        && (builtin.row().form != Form::Strict
                            || builtin.overloads(Side::Gpu).is_empty())
                    {
                        self.not_on_gpu(term, builtin.name());
                        return;
                    }
                    self.signature(term, callee, arguments, &types, Side::Gpu);
                }
                TermKind::List(operands) if slot.ty.has_top() => {
                    self.list_clash(body, term, operands);
                }
                TermKind::If { condition, .. } => {
                    self.condition(condition, ty(condition));
                    self.clash(body.slot(term), term);
                }
                TermKind::While { condition, .. } => self.condition(condition, ty(condition)),
                TermKind::Index { base, index } => self.index(base, index, ty(base)),
                TermKind::Field { base, name }
                    if slot.ty.has_top() && !ty(base).has_top() =>
                {
                    let name = program.names.text(name);
                    let message = format!("`.{name}` does not exist for {}", ty(base));
                    let help = match ty(base) {
                        Type::Scalar(Scalar::Complex) => Some(
                            "the parts of a complex number are `re(...)` and `im(...)`".to_owned(),
                        ),
                        _ => None,
                    };
                    if let Some(said) = self.say(term, "no-such-field", Severity::Error, message) {
                        said.help = help;
                    }
                }
                TermKind::Text(_) | TermKind::Dictionary(_) | TermKind::UserData { .. } => {
                    let message = "strings and dictionaries are not available at every pixel";
                    self.say(term, "not-on-gpu", Severity::Error, message);
                }
                _ => {}
            }
        });
        // Variables: the places that disagree are those that assign to them.
        let owned = self.solution.slots.iter().enumerate().filter(|(_, slot)| {
            matches!(slot.subject, Subject::Variable(_))
                && slot.ty.has_top()
                && std::ptr::eq(self.solution.body(slot.body), body)
        });
        let clashes: Vec<SlotId> = owned.map(|(index, _)| SlotId(index as u32)).collect();
        for slot in clashes {
            self.clash(slot, body.root);
        }
    }

    fn condition(&mut self, term: TermId, ty: &Type) {
        if matches!(ty, Type::Unset | Type::Top | Type::Scalar(Scalar::Boolean)) {
            return;
        }
        let message = format!("a condition must be boolean, this is {ty}");
        self.say(term, "not-a-condition", Severity::Error, message);
    }

    fn index(&mut self, base: TermId, index: TermId, ty: &Type) {
        match ty {
            Type::Unset | Type::Top => {}
            Type::List(list) => {
                let Some(value) = literal(&self.analysis.program, index) else { return };
                let value = value.floor();
                if let Some(len) = list.len
                    && (value == 0.0 || value.abs() > f64::from(len))
                {
                    let message = format!("index {value} of a list of {len} elements");
                    self.say(index, "index-out-of-range", Severity::Error, message);
                }
            }
            ty => {
                let message = format!("only lists have elements, this is {ty}");
                self.say(base, "not-a-list", Severity::Error, message);
            }
        }
    }

    fn list_clash(&mut self, body: &Body, term: TermId, operands: Children) {
        let operands = self.analysis.program.children(operands);
        let types: Vec<&Type> =
            operands.iter().map(|&operand| self.solution.ty(body.slot(operand))).collect();
        if types.iter().any(|ty| ty.has_top()) {
            return;
        }
        let Some(first) = types.iter().position(|ty| !ty.is_unset()) else { return };
        let Some(other) =
            types.iter().position(|ty| types[first].join(ty).on_gpu().has_top())
        else {
            return;
        };
        let message = format!(
            "the elements of this list have no common type: {} and {}",
            types[first], types[other]
        );
        let related = [first, other].map(|place| Related {
            range: self.analysis.range(operands[place]),
            message: format!("this is {}", types[place]),
        });
        if let Some(said) = self.say(term, "no-common-type", Severity::Error, message) {
            said.related = related.into();
        }
    }

    /// A join that has become ⊤, if that is not because something that flows into it was ⊤.
    fn clash(&mut self, slot: SlotId, fallback: TermId) {
        let data = self.solution.slot(slot);
        if !data.ty.has_top() {
            return;
        }
        let story = self.analysis.story(self.solution);
        let Some((before, culprit)) = story.clash(slot) else { return };
        let (ty_before, ty_culprit) = (self.solution.ty(before), self.solution.ty(culprit));
        if ty_before.has_top() || ty_culprit.has_top() {
            return;
        }
        let place = |slot: SlotId| match self.solution.slot(slot).subject {
            Subject::Term(term) => term,
            Subject::Variable(_) => fallback,
        };
        let (term, what) = match data.subject {
            Subject::Variable(name) => {
                let name = self.analysis.program.names.text(name);
                (place(culprit), format!("`{name}`"))
            }
            Subject::Term(term) => (term, "this".to_owned()),
        };
        let message = format!("{what} has no common type: {ty_before} and {ty_culprit}");
        let mut related = Vec::new();
        for (slot, ty) in [(before, ty_before), (culprit, ty_culprit)] {
            related.push(Related {
                range: self.analysis.range(place(slot)),
                message: format!("here it is {ty}"),
            });
            related.extend(story.why(slot).into_iter().take(3).map(|step| Related {
                range: step.range,
                message: step.text,
            }));
        }
        if let Some(said) = self.say(term, "no-common-type", Severity::Error, message) {
            said.related = related;
        }
    }

    /// The value of a colorplot must be a colour.
    fn colour(&mut self, body: &Body, ty: &Type) {
        if ty.colour().is_some() || ty.has_top() {
            return;
        }
        let mut term = body.root;
        // Point at the value, not at all that is computed before it.
        while let TermKind::Sequence(operands) = self.analysis.program.kind(term)
            && let Some(&last) = self.analysis.program.children(operands).last()
        {
            term = last;
        }
        let slot = body.slot(term);
        if ty.is_unset() {
            if self.solution.unknown.is_empty() && !has_calls(self.analysis, body) {
                let message = "this colorplot has no value";
                self.say(term, "not-a-colour", Severity::Error, message);
            }
            return;
        }
        let message = format!("a colour is a real number or a list of 3 or 4, this is {ty}");
        let range = self.analysis.range(term);
        let text = self.analysis.document.text();
        let written = text.get(std::ops::Range::<usize>::from(range)).unwrap_or("").to_owned();
        let related = self.analysis.story(self.solution).why(slot);
        if let Some(said) = self.say(term, "not-a-colour", Severity::Error, message) {
            said.related = related
                .into_iter()
                .map(|step| Related { range: step.range, message: step.text })
                .collect();
            if *ty == Type::COMPLEX {
                said.help =
                    Some("take the real part `re(...)` or the absolute value `|...|`".to_owned());
                said.fix = Some(Fix {
                    range,
                    text: format!("re({written})"),
                    title: "take the real part".to_owned(),
                });
            }
        }
    }
}

/// Whether a value may come from a function of the user's that was not followed.
fn has_calls(analysis: &AppletAnalysis, body: &Body) -> bool {
    (body.first.0..=body.root.0).any(|term| match analysis.program.kind(TermId(term)) {
        TermKind::Call { callee, .. } => {
            let row = analysis.program.callee(callee);
            row.definitions.is_empty() && row.builtin.is_none_or(|id| id.row().form != Form::Strict)
        }
        _ => false,
    })
}

/// Calls `visit` with the terms of a body that are evaluated in it, operands first: not with the
/// bodies of functions, nor with what lies below a term of U.
pub(crate) fn for_each_evaluated(
    analysis: &AppletAnalysis,
    solution: &Solution,
    body: &Body,
    visit: &mut dyn FnMut(TermId, &Slot),
) {
    fn walk(
        analysis: &AppletAnalysis,
        solution: &Solution,
        body: &Body,
        term: TermId,
        visit: &mut dyn FnMut(TermId, &Slot),
    ) {
        let program = &analysis.program;
        let slot = solution.slot(body.slot(term));
        if slot.role != Role::Uniform {
            match program.kind(term) {
                TermKind::Define(_) | TermKind::Regional(_) => {}
                TermKind::Assign { target, value } => {
                    walk(analysis, solution, body, value, visit);
                    walk_target(analysis, solution, body, target, visit);
                }
                TermKind::DefineLazy { body: code, .. } => {
                    walk(analysis, solution, body, code, visit);
                }
                TermKind::Plot(plot) => {
                    let inner = program.plot(plot).body;
                    program.for_each_operand(term, |operand| {
                        if operand != inner {
                            walk(analysis, solution, body, operand, visit);
                        }
                    });
                }
                _ => program.for_each_operand(term, |operand| {
                    walk(analysis, solution, body, operand, visit);
                }),
            }
        }
        visit(term, slot);
    }

    fn walk_target(
        analysis: &AppletAnalysis,
        solution: &Solution,
        body: &Body,
        target: TermId,
        visit: &mut dyn FnMut(TermId, &Slot),
    ) {
        match analysis.program.kind(target) {
            TermKind::Index { base, index } => {
                walk_target(analysis, solution, body, base, visit);
                walk(analysis, solution, body, index, visit);
            }
            TermKind::List(targets) => {
                for &target in analysis.program.children(targets) {
                    walk_target(analysis, solution, body, target, visit);
                }
            }
            _ => {}
        }
    }

    walk(analysis, solution, body, body.root, visit);
}

fn is_certain(ty: &Type) -> bool {
    match ty {
        Type::Scalar(_) | Type::String => true,
        Type::List(list) => list.len.is_some_and(|len| len > 0) && is_certain(&list.element),
        _ => false,
    }
}

fn spelled(name: &str) -> &str {
    if name == "|.|" { "|...|" } else { name }
}

fn list_of(types: &[Type]) -> String {
    let texts: Vec<String> = types.iter().map(ToString::to_string).collect();
    match texts.as_slice() {
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
        [] => "no arguments".to_owned(),
    }
}

/// The signature that wants the fewest arguments changed, in the paper's names.
fn nearest_signature(builtin: BuiltinId, side: Side, types: &[Type]) -> Option<String> {
    let overloads = builtin.overloads(side).iter().filter(|one| one.arity() == types.len());
    let best = overloads.max_by_key(|overload| overload.likeness(types))?;
    let text = best.text.replace("nonneg", "real").replace("nat", "int");
    let (parameters, result) = text.split_once("->")?;
    let result = result.trim();
    // A rule for the result, such as `self(a, b)`, says nothing to the author.
    if result.contains("self") || result.contains("call") || result.contains("join") {
        return Some(format!("({})", parameters.trim()));
    }
    Some(format!("({}) -> {result}", parameters.trim()))
}

/// The candidate that differs least from a name, if it differs little.
fn nearest<'n>(name: &str, candidates: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let limit = (name.chars().count() / 3).clamp(0, 2);
    candidates
        .filter(|candidate| *candidate != name)
        .map(|candidate| (distance(name, candidate, limit), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Edits between two names, case aside; more than `limit` is only said to be more.
fn distance(a: &str, b: &str, limit: usize) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    if a.len().abs_diff(b.len()) > limit {
        return limit + 1;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let cost = if x == y { diagonal } else { 1 + diagonal.min(row[j]).min(row[j + 1]) };
            diagonal = row[j + 1];
            row[j + 1] = cost;
        }
    }
    row[b.len()]
}
