//! Goes through all scripts in the order of evaluation, statement by statement, and collects the
//! names in them, with what each means as far as the text around it says. Statements that an
//! earlier version has in common are taken from there.

use cindyscript_hir::builtins::{Binds, Category, LATER, Mode};
use cindyscript_hir::document::{Document, Imported};
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{
    FunctionId, OperandScope, PlotForm, PlotId, Program, ScriptId, SpecialId, TermId, TermKind,
};
use cindyscript_infer::Inference;
use cindyscript_syntax::Child;
use cindyscript_syntax::ast::{Expr, Script};
use text_size::TextSize;

use super::reuse::Earlier;
use super::rows::{CalleeKey, CollectedRows, Statement, Target, Written};
use super::scope::{FrameKind, Head, Place};
use super::{Access, Binding, Computed, Form, Owner};

/// Collects the names of the scripts of an applet.
pub(super) fn collect(
    inference: &Inference,
    document: &Document,
    applet: usize,
    earlier: Option<&CollectedRows>,
) -> CollectedRows {
    let program = &*inference.program;
    let callees = program.callees.iter().map(|callee| CalleeKey {
        name: callee.name.clone(),
        arity: callee.arity,
        builtin: callee.plain_builtin(),
    });
    let callees: Vec<CalleeKey> = callees.collect();
    let scripts = document.scripts(applet);
    let imported = document.imported(applet).iter();
    let scripts: Vec<Script<'_>> = scripts
        .chain(imported.filter_map(Imported::script))
        .collect();
    let same_scripts = earlier.filter(|found| found.scripts.len() == scripts.len());
    let earlier = same_scripts.and_then(|found| Earlier::new(found, &program.names, &callees));
    let mut collector = Collector::new(inference, document, applet);
    if let Some(earlier) = same_scripts {
        collector.found.reserve(earlier);
    }
    collector.found.names = program.names.clone();
    collector.found.callees = callees;
    for _ in &scripts {
        collector.found.scopes.open_frame(FrameKind::Script);
    }
    for (script, id) in scripts.into_iter().zip((0..).map(ScriptId)) {
        collector.script(id, script, earlier.as_ref());
    }
    collector.found
}

/// What is still to be done.
enum Step {
    Term(TermId),
    /// Of an assignment; whether a part of it is assigned.
    Target(TermId, bool),
    /// Names that the function around has from here on.
    Declare(TermId),
    /// What is bound within the frame from here on.
    Head(Head),
    /// A part that may not run begins, which may be the body of a loop.
    Branch(TermId, bool),
    EndOfBranch,
    Owner(Owner),
    /// Into another frame.
    Enter(Box<State>),
    /// Back to what was before another frame.
    Back(Box<State>),
}

/// Where the walk is.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) frame: u32,
    pub(super) head: Head,
    pub(super) owner: Owner,
    /// The parts around that may not run.
    branches: Vec<TermId>,
    /// The outermost loop around in the frame.
    around: Option<TermId>,
    /// How many branches are within it.
    depth: usize,
    /// How many names are free in the frames around this one.
    free: usize,
}

impl State {
    fn new(frame: u32, owner: Owner, free: usize) -> Self {
        Self {
            frame,
            head: None,
            owner,
            branches: Vec::new(),
            around: None,
            depth: 0,
            free,
        }
    }
}

/// Collects the names of an applet's scripts.
pub(super) struct Collector<'a> {
    pub(super) inference: &'a Inference,
    pub(super) program: &'a Program,
    document: &'a Document,
    applet: usize,
    pub(super) found: CollectedRows,
    /// Of the statement that is gone through.
    pub(super) computed: Computed,
    has_plots: bool,
    pub(super) state: State,
    steps: Vec<Step>,
    /// The names that are free in the frames around, with the terms; those of the innermost frame
    /// last.
    pub(super) free: Vec<(NameId, TermId)>,
}

impl<'a> Collector<'a> {
    fn new(inference: &'a Inference, document: &'a Document, applet: usize) -> Self {
        let program = &*inference.program;
        let found = CollectedRows {
            plots: vec![Owner::Page; program.plots.len()],
            ..CollectedRows::default()
        };
        Self {
            inference,
            program,
            document,
            applet,
            found,
            computed: Computed::default(),
            has_plots: false,
            state: State::new(0, Owner::Page, 0),
            steps: Vec::new(),
            free: Vec::new(),
        }
    }

    /// The text of a script, of which the last ones are imported while others run.
    pub(super) fn text_of(&self, script: ScriptId) -> &'a str {
        let applet = self.document.applets().get(self.applet);
        let scripts = applet.map_or(&[][..], |applet| &applet.scripts);
        let behind = script.index().checked_sub(scripts.len());
        match (scripts.get(script.index()), behind) {
            (Some(script), _) => script.source.text(),
            (None, Some(behind)) => {
                let library = self.document.imported(self.applet).get(behind);
                library.map_or("", |library| library.text())
            }
            (None, None) => "",
        }
    }

    fn script(&mut self, id: ScriptId, script: Script<'_>, earlier: Option<&Earlier<'_>>) {
        let program = self.program;
        let root = program.scripts.get(id.index()).map(|script| script.root);
        let statements = match root.map(|root| program.kind(root)) {
            Some(TermKind::Sequence(statements)) => program.children(statements),
            _ => &[],
        };
        let kept = earlier.and_then(|earlier| {
            let kept = earlier.statements(id.index(), script, statements.len())?;
            Some((earlier, kept))
        });
        let mut written = Vec::with_capacity(statements.len());
        while let Some(&statement) = statements.get(written.len()) {
            let last = written.last().map(|last: &Statement| last.child);
            let child = next_statement(script, last);
            let run = kept.as_ref().and_then(|(earlier, kept)| {
                let run = kept.run(written.len(), child)?;
                Some((earlier, run))
            });
            match run {
                Some((earlier, run)) => {
                    let (terms, functions) = self.before(statement);
                    let start = program.term(statement).range.start();
                    let here = (start, terms, functions);
                    self.found.copy(earlier, &run, here, &mut written);
                }
                None => written.push(self.statement(id, statement, child)),
            }
        }
        let end = root.map_or((0, 0), |root| (root.0, self.functions_before(root)));
        self.found.scripts.push(Written {
            tree: script.node().green().to_owned(),
            end: self.found.counts(end.0, end.1),
            statements: written,
        });
    }

    /// The terms and functions before those of a statement.
    fn before(&self, statement: TermId) -> (u32, u32) {
        let first = self.program.term(statement).first;
        (first.0, self.functions_before(first))
    }

    fn functions_before(&self, term: TermId) -> u32 {
        let functions = &self.program.functions;
        functions.partition_point(|function| function.body < term) as u32
    }

    /// Goes through a statement at the top of a script.
    fn statement(&mut self, script: ScriptId, statement: TermId, child: u32) -> Statement {
        let (terms, functions) = self.before(statement);
        let begin = self.found.counts(terms, functions);
        self.state = State::new(script.0, Owner::Script(script), 0);
        (self.computed, self.has_plots) = (Computed::default(), false);
        self.free.clear();
        self.steps.push(Step::Term(statement));
        while let Some(step) = self.steps.pop() {
            let behind = self.steps.len();
            self.step(step);
            // The first comes first.
            if let Some(new) = self.steps.get_mut(behind..) {
                new.reverse();
            }
        }
        if let Some(new) = self.found.raw.get_mut(begin.raw as usize..) {
            new.sort_by_key(|raw| (raw.range.start(), raw.range.end()));
        }
        Statement {
            begin,
            start: self.program.term(statement).range.start(),
            child,
            computed: self.computed,
            has_plots: self.has_plots,
        }
    }

    fn step(&mut self, step: Step) {
        match step {
            Step::Term(term) => self.term(term),
            Step::Target(target, is_part) => self.target(target, is_part),
            Step::Declare(term) => self.declare(term),
            Step::Head(head) => self.state.head = head,
            Step::Owner(owner) => self.state.owner = owner,
            Step::Branch(branch, is_loop) => {
                self.state.branches.push(branch);
                if is_loop && self.state.around.is_none() {
                    self.state.around = Some(branch);
                    self.state.depth = self.state.branches.len();
                }
            }
            Step::EndOfBranch => {
                if self.state.branches.len() == self.state.depth {
                    self.state.around = None;
                    self.state.depth = 0;
                }
                self.state.branches.pop();
            }
            Step::Enter(state) => {
                self.state = *state;
                self.state.free = self.free.len();
            }
            Step::Back(state) => {
                let free = self.free.drain(self.state.free..);
                let scopes = &mut self.found.scopes;
                scopes.close_frame(self.program, self.state.frame, free);
                self.state = *state;
            }
        }
    }

    pub(super) fn place(&self) -> Place {
        let frame = self.found.scopes.frames.get(self.state.frame as usize);
        Place {
            frame: self.state.frame,
            head: self.state.head,
            count: frame.map_or(0, |frame| frame.count),
            branch: self.state.branches.last().copied(),
        }
    }

    fn term(&mut self, term: TermId) {
        let program = self.program;
        match program.kind(term) {
            TermKind::Variable(name) => self.variable(term, name, Access::Reads),
            TermKind::Assign { target, value } => {
                self.steps
                    .extend([Step::Term(value), Step::Target(target, false)]);
            }
            TermKind::DefineLazy { target, body } => {
                self.steps.push(Step::Target(target, false));
                self.enter(FrameKind::Later, body, self.state.owner);
            }
            TermKind::Define(function) => self.define(term, function),
            TermKind::Code(function) => self.code(term, function),
            TermKind::Undefine(callee) => self.call_name(term, callee, Access::Writes),
            TermKind::Regional(names) => {
                let names = program.children(names).iter();
                self.steps.extend(names.map(|&name| Step::Declare(name)));
            }
            TermKind::Plot(plot) => self.plot(term, plot),
            TermKind::Special(special) => self.special(term, special),
            // Broken text has parts that belong to nothing.
            TermKind::Undefined | TermKind::Dictionary(_) => {
                let first = program.term(term).first.0;
                let start = self.steps.len();
                let mut next = term.0;
                while next > first {
                    let part = TermId(next - 1);
                    self.steps.push(Step::Term(part));
                    next = program.term(part).first.0;
                }
                if let Some(parts) = self.steps.get_mut(start..) {
                    parts.reverse();
                }
            }
            kind => {
                if let TermKind::Call { callee, .. } = kind {
                    self.call(term, callee);
                }
                self.operands(term);
            }
        }
    }

    /// The operands of a term, with what it binds in them.
    fn operands(&mut self, term: TermId) {
        let program = self.program;
        let head = self.state.head;
        let kind = program.kind(term);
        let mut inner = head;
        if let TermKind::Iterate(id) = kind {
            let iteration = program.iteration(id);
            let is_sure = !iteration.may_be_two_values();
            let named = [
                (Some(iteration.element), iteration.element_term),
                (iteration.index, iteration.index_term),
            ];
            for (name, naming) in named {
                let Some(name) = name else { continue };
                let by = Binding::Builtin(term);
                let node = self.found.scopes.node(name, by, naming.is_none());
                inner = self.found.scopes.bind_inner(inner, name, node, is_sure);
                if let Some(naming) = naming {
                    self.naming(naming, node);
                }
            }
        }
        let steps = &mut self.steps;
        program.for_each_scoped_operand(term, |operand, scope| match scope {
            OperandScope::Loop(_) => steps.extend([
                Step::Head(inner),
                Step::Branch(operand, true),
                Step::Term(operand),
                Step::EndOfBranch,
                Step::Head(head),
            ]),
            OperandScope::Same | OperandScope::Code(_) | OperandScope::Function(_) => match kind {
                TermKind::If { condition, .. } if operand != condition => steps.extend([
                    Step::Branch(operand, false),
                    Step::Term(operand),
                    Step::EndOfBranch,
                ]),
                TermKind::While { .. } => steps.extend([
                    Step::Branch(operand, true),
                    Step::Term(operand),
                    Step::EndOfBranch,
                ]),
                _ => steps.push(Step::Term(operand)),
            },
        });
    }

    /// Another frame: its names are not those of the text around it.
    fn enter(&mut self, kind: FrameKind, body: TermId, owner: Owner) -> u32 {
        let frame = self.found.scopes.open_frame(kind);
        let inside = State::new(frame, owner, 0);
        // Both are steps, for what is to be done before the body.
        self.steps.extend([
            Step::Enter(Box::new(inside)),
            Step::Term(body),
            Step::Back(Box::new(self.state.clone())),
        ]);
        frame
    }

    fn define(&mut self, term: TermId, id: FunctionId) {
        let function = self.program.function(id);
        let target = Target::Function(function.callee);
        self.note(
            term,
            function.name_range,
            target,
            Access::Defines,
            Form::Name,
        );
        let kind = FrameKind::Function(id, function.callee);
        let frame = self.enter(kind, function.body, Owner::Function(id));
        self.parameters(term, id, frame, Binding::Function(id));
    }

    fn parameters(&mut self, term: TermId, id: FunctionId, frame: u32, by: Binding) {
        let owner = std::mem::replace(&mut self.state.owner, Owner::Function(id));
        for parameter in self.program.function(id).named_parameters() {
            if self.program.names.text(parameter.name).is_empty() {
                continue;
            }
            let node = self
                .found
                .scopes
                .declare(frame, parameter.name, by, None, None);
            let target = Target::Bound(node);
            self.note(term, parameter.range, target, Access::Declares, Form::Name);
        }
        self.state.owner = owner;
    }

    fn code(&mut self, term: TermId, id: FunctionId) {
        let program = self.program;
        let captured = program.captured(id);
        let values = captured.iter().map(|modifier| Step::Term(modifier.value));
        self.steps.extend(values);
        let body = program.function(id).body;
        let frame = self.enter(FrameKind::Code(id), body, self.state.owner);
        self.parameters(term, id, frame, Binding::Code(id));
        for modifier in captured {
            if !modifier.range.is_empty() {
                let by = Binding::Code(id);
                let node = self
                    .found
                    .scopes
                    .declare(frame, modifier.name, by, None, None);
                let target = Target::Bound(node);
                self.note(term, modifier.range, target, Access::Declares, Form::Name);
            } else if let Target::Bound(node) = self.meaning(modifier.name, modifier.value) {
                // What the code around binds.
                let scopes = &mut self.found.scopes;
                scopes.declare_as(frame, modifier.name, node, None, None);
            }
        }
    }

    fn plot(&mut self, term: TermId, id: PlotId) {
        let program = self.program;
        let plot = program.plot(id);
        match plot.form {
            PlotForm::View | PlotForm::Rectangle { .. } => {}
            PlotForm::Image { image } | PlotForm::PlacedImage { image, .. } => {
                self.image(image, Access::Changes);
            }
        }
        self.has_plots = true;
        if let Some(owner) = self.found.plots.get_mut(id.index()) {
            *owner = self.state.owner;
        }
        let (head, mut inner) = (self.state.head, self.state.head);
        if let Some(split) = self.inference.facts.split.get(id) {
            let pixel = split.pixel.iter().map(|pixel| (pixel.name, true));
            let assigned = split.assigned.iter().map(|&name| (name, false));
            let mut bound: Vec<NameId> = Vec::new();
            for (name, is_implicit) in pixel.chain(assigned) {
                if bound.contains(&name) {
                    continue;
                }
                bound.push(name);
                let scopes = &mut self.found.scopes;
                let node = scopes.node(name, Binding::Plot(id), is_implicit);
                inner = scopes.bind_inner(inner, name, node, true);
            }
        }
        let owner = self.state.owner;
        let steps = &mut self.steps;
        program.for_each_operand(term, |operand| match operand == plot.body {
            true => steps.extend([
                Step::Head(inner),
                Step::Owner(Owner::Plot(id)),
                Step::Branch(operand, false),
                Step::Term(operand),
                Step::EndOfBranch,
                Step::Owner(owner),
                Step::Head(head),
            ]),
            false => steps.push(Step::Term(operand)),
        });
    }

    fn special(&mut self, term: TermId, id: SpecialId) {
        let program = self.program;
        let special = program.special(id);
        let builtin = special.builtin;
        self.named_by(builtin, special.arguments);
        let head = self.state.head;
        let mut inner = head;
        let modifiers = program.modifiers(special.modifiers);
        for name in program.special_names(id) {
            let is_variable = special.variable == Some(name);
            let is_implicit = is_variable && special.variable_term.is_none();
            let node = self
                .found
                .scopes
                .node(name, Binding::Builtin(term), is_implicit);
            inner = self.found.scopes.bind_inner(inner, name, node, true);
            if let Some(naming) = special.variable_term.filter(|_| is_variable) {
                self.naming(naming, node);
            }
            if special.binding.binds == Binds::Modifiers {
                for modifier in modifiers.iter().filter(|modifier| modifier.name == name) {
                    let target = Target::Bound(node);
                    self.note(term, modifier.range, target, Access::Declares, Form::Name);
                }
            }
        }
        let values = modifiers.iter().map(|modifier| Step::Term(modifier.value));
        self.steps.extend(values);
        let is_later = builtin.row().form == LATER;
        let is_of_variables = builtin.row().category == Category::Variables;
        for (mode, argument) in program.special_arguments(id) {
            match mode {
                Mode::Value => self.steps.push(Step::Term(argument)),
                Mode::Code if is_later => {
                    self.enter(FrameKind::Later, argument, self.state.owner);
                }
                Mode::Code => self.steps.extend([
                    Step::Head(inner),
                    Step::Branch(argument, true),
                    Step::Term(argument),
                    Step::EndOfBranch,
                    Step::Head(head),
                ]),
                Mode::Name if special.variable_term == Some(argument) => {}
                Mode::Name if special.binding.binds == Binds::Names => {
                    self.steps.push(Step::Declare(argument));
                }
                Mode::Name => {
                    // What it means from there on is what it was before.
                    if let Some(name) = program.name_of(argument).filter(|_| is_of_variables) {
                        self.found.unbound.push(name);
                    }
                    self.steps.push(Step::Term(argument));
                }
            }
        }
    }

    /// A name that the function around has from here on; at the top of a script it stays what it is.
    fn declare(&mut self, term: TermId) {
        let Some(name) = self.program.name_of(term) else {
            return self.term(term);
        };
        let frame = self.state.frame;
        let kind = self
            .found
            .scopes
            .frames
            .get(frame as usize)
            .map(|frame| frame.kind);
        let by = match kind {
            Some(FrameKind::Function(id, _)) => Binding::Function(id),
            Some(FrameKind::Code(id)) => Binding::Code(id),
            Some(FrameKind::Later) => Binding::Later,
            Some(FrameKind::Script) | None => return self.variable(term, name, Access::Declares),
        };
        let branch = self.state.branches.last().copied();
        let around = self.state.around;
        let node = self.found.scopes.declare(frame, name, by, branch, around);
        self.naming(term, node);
    }

    fn target(&mut self, target: TermId, is_part: bool) {
        let access = match is_part {
            true => Access::Changes,
            false => Access::Writes,
        };
        match self.program.kind(target) {
            TermKind::Variable(name) => self.variable(target, name, access),
            TermKind::List(targets) => {
                let targets = self.program.children(targets).iter();
                let targets = targets.map(|&target| Step::Target(target, is_part));
                self.steps.extend(targets);
            }
            TermKind::Index { base, index } => {
                self.steps
                    .extend([Step::Term(index), Step::Target(base, true)]);
            }
            TermKind::Field { base, .. } => self.steps.push(Step::Target(base, true)),
            TermKind::UserData { base, key } => {
                self.steps
                    .extend([Step::Term(key), Step::Target(base, true)]);
            }
            _ => self.term(target),
        }
    }
}

/// Which child of a script's tree is the next statement behind one, or the first.
pub(super) fn next_statement(script: Script<'_>, last: Option<u32>) -> u32 {
    let first = last.map_or(0, |last| last + 1);
    // Where the children stand does not matter.
    let children = script
        .node()
        .children_from(first as usize, TextSize::new(0));
    let is_statement = |child: Child<'_>| child.into_node().and_then(Expr::cast).is_some();
    let between = children.take_while(|&child| !is_statement(child)).count();
    first + between as u32
}
