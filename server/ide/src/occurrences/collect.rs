//! Goes through all scripts in the order of evaluation and collects the names in them, with what
//! each means as far as the text around it says.

use cindyscript_applet::Applet;
use cindyscript_hir::builtins::{Binds, BuiltinId, Category, LATER, Mode, Named};
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{
    CalleeId, Children, FunctionId, OperandScope, PlotForm, PlotId, Program, ScriptId, SpecialId,
    TermId, TermKind,
};
use cindyscript_infer::Inference;
use cindyscript_syntax::{SyntaxKind, tokens};
use smol_str::SmolStr;
use text_size::{TextRange, TextSize};

use super::scope::{FrameKind, Head, Node, Place, Scopes};
use super::{Access, Binding, Computed, Form, Owner};

/// What a name denotes, before it is known which variables may be the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A variable that is bound in its frame.
    Bound(Node),
    /// One that is not.
    Free(u32, NameId),
    /// A function.
    Function(CalleeId),
    /// A variable of the whole applet, or the element of this name.
    Element(SmolStr),
    /// An image.
    Image(SmolStr),
}

/// An occurrence as it is found.
#[derive(Clone, Debug)]
pub(super) struct Raw {
    pub(super) target: Target,
    pub(super) access: Access,
    pub(super) form: Form,
    /// In bytes of the script, or of the file where there is none.
    pub(super) range: TextRange,
    pub(super) script: Option<ScriptId>,
    pub(super) owner: Owner,
    pub(super) term: Option<TermId>,
}

/// A call of a function of the applet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    pub(super) callee: CalleeId,
    pub(super) term: TermId,
    pub(super) at: Place,
    /// Whether it stands in a colorplot.
    pub(super) is_at_pixels: bool,
}

/// All that is found.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub(super) raw: Vec<Raw>,
    pub(super) scopes: Scopes,
    pub(super) calls: Vec<Call>,
    /// What modifiers of calls give to functions.
    pub(super) given: Vec<(CalleeId, NameId, Node)>,
    /// Names of which it is not known from the text how they are bound.
    pub(super) unbound: Vec<NameId>,
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
struct State {
    frame: u32,
    head: Head,
    owner: Owner,
    /// The parts around that may not run.
    branches: Vec<TermId>,
    /// The outermost loop around in the frame.
    around: Option<TermId>,
    /// How many branches are within it.
    depth: usize,
}

/// Collects the names of an applet's scripts.
pub(super) struct Collector<'a> {
    inference: &'a Inference,
    program: &'a Program,
    source: &'a Applet,
    pub(super) found: Found,
    pub(super) computed: Computed,
    /// What each colorplot stands in.
    pub(super) plots: Vec<Owner>,
    state: State,
    steps: Vec<Step>,
}

impl<'a> Collector<'a> {
    pub(super) fn new(inference: &'a Inference, source: &'a Applet) -> Self {
        let program = &*inference.program;
        Self {
            inference,
            program,
            source,
            found: Found::default(),
            computed: Computed::default(),
            plots: vec![Owner::Page; program.plots.len()],
            state: State {
                frame: 0,
                head: None,
                owner: Owner::Page,
                branches: Vec::new(),
                around: None,
                depth: 0,
            },
            steps: Vec::new(),
        }
    }

    /// Goes through all scripts.
    pub(super) fn collect(&mut self) {
        for (script, id) in self.program.scripts.iter().zip((0..).map(ScriptId)) {
            self.state = State {
                frame: self.found.scopes.open_frame(FrameKind::Script),
                head: None,
                owner: Owner::Script(id),
                branches: Vec::new(),
                around: None,
                depth: 0,
            };
            self.steps.push(Step::Term(script.root));
            while let Some(step) = self.steps.pop() {
                let behind = self.steps.len();
                self.step(step);
                // The first comes first.
                if let Some(new) = self.steps.get_mut(behind..) {
                    new.reverse();
                }
            }
            self.found
                .scopes
                .close_frame(self.program, self.state.frame);
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
            Step::Enter(state) => self.state = *state,
            Step::Back(state) => {
                self.found
                    .scopes
                    .close_frame(self.program, self.state.frame);
                self.state = *state;
            }
        }
    }

    fn place(&self) -> Place {
        let frame = self.found.scopes.frames.get(self.state.frame as usize);
        Place {
            frame: self.state.frame,
            head: self.state.head,
            count: frame.map_or(0, |frame| frame.count),
            branch: self.state.branches.last().copied(),
        }
    }

    fn note(&mut self, term: TermId, range: TextRange, target: Target, access: Access, form: Form) {
        if range.is_empty() {
            return;
        }
        self.found.raw.push(Raw {
            target,
            access,
            form,
            range,
            script: Some(self.program.term(term).script),
            owner: self.state.owner,
            term: Some(term),
        });
    }

    /// What a name means where a term stands.
    fn meaning(&mut self, name: NameId, term: TermId) -> Target {
        let (frame, at) = (self.state.frame, self.place());
        let scopes = &mut self.found.scopes;
        let meaning = scopes.meaning(self.program, at, term, name);
        if meaning.may_be_free {
            scopes.note_free(frame, name, term);
        }
        let mut nodes = meaning.nodes();
        let Some(first) = nodes.next() else {
            return Target::Free(frame, name);
        };
        for other in nodes {
            scopes.same.push((first, other));
        }
        if meaning.may_be_free {
            scopes.either.push((first, frame));
        }
        Target::Bound(first)
    }

    fn variable(&mut self, term: TermId, name: NameId, access: Access) {
        let target = self.meaning(name, term);
        self.note(
            term,
            self.program.term(term).range,
            target,
            access,
            Form::Name,
        );
    }

    /// A name that names what is bound, and is no variable to be looked up.
    fn naming(&mut self, term: TermId, node: Node) {
        let range = self.program.term(term).range;
        self.note(
            term,
            range,
            Target::Bound(node),
            Access::Declares,
            Form::Name,
        );
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
            _ => match kind {
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
        let inside = State {
            frame,
            head: None,
            owner,
            branches: Vec::new(),
            around: None,
            depth: 0,
        };
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
        if let Some(owner) = self.plots.get_mut(id.index()) {
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

    /// The name of a call; an operator has none.
    fn call_name(&mut self, term: TermId, callee: CalleeId, access: Access) {
        let data = self.program.term(term);
        let script = self.source.scripts.get(data.script.index());
        let text = script.map_or("", |script| script.source.text());
        let call = text.get(std::ops::Range::<usize>::from(data.range));
        let first = tokens(call.unwrap_or_default()).next();
        let name = first.filter(|(kind, _)| *kind == SyntaxKind::IDENT);
        let range = name.map(|(_, range)| range + data.range.start());
        // What a library says is found where the page names that.
        let range = match script {
            Some(_) => range,
            None => Some(TextRange::at(data.range.start(), TextSize::new(1))),
        };
        if let Some(range) = range {
            self.note(term, range, Target::Function(callee), access, Form::Name);
        }
    }

    fn call(&mut self, term: TermId, callee: CalleeId) {
        let program = self.program;
        let row = program.callee(callee);
        let TermKind::Call {
            arguments,
            modifiers,
            ..
        } = program.kind(term)
        else {
            return;
        };
        if let Some(builtin) = row.plain_builtin() {
            self.named_by(builtin, arguments);
            return;
        }
        if row.runs_code() {
            return;
        }
        self.call_name(term, callee, Access::Calls);
        for modifier in program.modifiers(modifiers) {
            let by = Binding::Modifier(term);
            let node = self.found.scopes.node(modifier.name, by, false);
            self.found.given.push((callee, modifier.name, node));
            let target = Target::Bound(node);
            self.note(term, modifier.range, target, Access::Declares, Form::Name);
        }
        self.found.calls.push(Call {
            callee,
            term,
            at: self.place(),
            is_at_pixels: matches!(self.state.owner, Owner::Plot(_)),
        });
    }

    /// What is named by strings among the arguments of a builtin.
    fn named_by(&mut self, builtin: BuiltinId, arguments: Children) {
        let creates = builtin.row().image.is_some_and(|image| image.is_created);
        for (place, &argument) in self.program.children(arguments).iter().enumerate() {
            match builtin.named_by(place) {
                Some(Named::Image) if creates => self.image(argument, Access::Declares),
                Some(Named::Image) => self.image(argument, Access::Reads),
                Some(Named::Element) => self.element(argument, Access::Reads),
                Some(Named::NewElement) => self.element(argument, Access::Declares),
                Some(Named::Kind | Named::Plugin) | None => {}
            }
        }
    }

    fn image(&mut self, term: TermId, access: Access) {
        match self.program.kind(term) {
            TermKind::Text(text) => {
                let name = SmolStr::new(self.program.text(text));
                let length = TextSize::of(name.as_str());
                self.text(term, length, Target::Image(name), access);
            }
            _ => self.computed.images = true,
        }
    }

    fn element(&mut self, term: TermId, access: Access) {
        match self.program.kind(term) {
            TermKind::Text(text) => {
                let name = SmolStr::new(self.program.text(text));
                let length = TextSize::of(name.as_str());
                self.text(term, length, Target::Element(name), access);
            }
            TermKind::List(names) => {
                for &name in self.program.children(names) {
                    self.element(name, access);
                }
            }
            _ => self.computed.elements = true,
        }
    }

    /// The content of a string, which has this length.
    fn text(&mut self, term: TermId, length: TextSize, target: Target, access: Access) {
        let whole = self.program.term(term).range;
        let quote = TextSize::of('"');
        // One that is not closed names nothing yet.
        if whole.len() == quote + length + quote {
            let range = TextRange::at(whole.start() + quote, length);
            self.note(term, range, target, access, Form::Text);
        }
    }
}
