//! EvaluatedText of terms.

pub(crate) mod access;
mod assign;
pub(crate) mod breakpoints;
pub(crate) mod builtin;
mod call;
mod closure;
mod events;
mod lazy;
mod limits;
pub(crate) mod log;
mod loops;
pub(crate) mod plots;
mod probe;
pub(crate) mod recorder;
pub(crate) mod snippets;
pub(crate) mod state;
pub(crate) mod variables;

use cindyscript_hir::builtins::BuiltinId;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{Children, Program, TermId};
use smallvec::SmallVec;
use typed_arena::Arena;

use crate::code::revision::Revision;
use crate::code::{Code, Growth, Node};
use crate::error::{Halt, NOWHERE};
use crate::memory;
use crate::value::Value;
use crate::value::dictionary::{Dictionary, EntryContent};
use crate::value::print::print_to;
use crate::value::text::Text;
use crate::work::{self, Watch};

use self::builtin::Builtins;
pub(crate) use self::limits::Limits;
use self::limits::stack_address;
use self::plots::PlotHost;
use self::snippets::Imports;
use self::state::State;
use self::variables::Binding;

/// One run: evaluates terms of a program.
///
/// The program may grow meanwhile: what is borrowed from an older revision stays valid.
pub(crate) struct Machine<'a> {
    pub(crate) program: &'a Program,
    pub(crate) code: &'a Code,
    pub(crate) revision: &'a Revision,
    /// Where new revisions are kept, if the program may grow.
    pub(crate) revisions: Option<&'a Arena<Revision>>,
    /// The host that paints colorplots into images, if it runs scripts and not a pixel.
    host: Option<&'a dyn PlotHost>,
    builtins: &'a Builtins,
    pub(crate) state: &'a mut State,
    limits: Limits,
    steps: u64,
    rounds: u64,
    /// The address of the stack where the run began.
    stack: usize,
    /// How far the stack may go before that is looked at.
    stack_bound: usize,
    /// The innermost loop that runs: what is named when the run takes too long.
    pub(crate) innermost_loop: Option<TermId>,
    /// How many texts that came while the script runs are running, one in another.
    pub(crate) texts: u32,
    /// Those of them that are libraries.
    pub(crate) imports: Imports,
    /// Lets builtins know when the run has to end.
    _watch: Watch,
}

/// Rights of a run of scripts that the evaluation of a pixel lacks.
#[derive(Clone, Copy)]
pub(crate) struct Scripts<'a> {
    /// Keeps the revisions of the program that come while it runs.
    pub(crate) revisions: &'a Arena<Revision>,
    /// Paints colorplots into images.
    pub(crate) host: &'a dyn PlotHost,
}

pub(crate) type Evaluated = Result<Value, Halt>;

impl<'a> Machine<'a> {
    pub(crate) fn new(
        revision: &'a Revision,
        scripts: Option<Scripts<'a>>,
        builtins: &'a Builtins,
        state: &'a mut State,
        limits: Limits,
    ) -> Machine<'a> {
        // What others were refused on this thread is not this run's concern.
        memory::take_refusal();
        let watch = work::watch(&state.context.interrupt, state.context.deadline);
        Machine {
            program: &revision.program,
            code: &revision.code,
            revision,
            revisions: scripts.map(|scripts| scripts.revisions),
            host: scripts.map(|scripts| scripts.host),
            builtins,
            state,
            limits,
            steps: 0,
            rounds: 0,
            stack: stack_address(),
            stack_bound: limits.stack.usual,
            innermost_loop: None,
            texts: 0,
            imports: Imports::default(),
            _watch: watch,
        }
    }

    /// Goes on with another revision of the program.
    pub(crate) fn enter(&mut self, revision: &'a Revision) {
        self.revision = revision;
        self.program = &revision.program;
        self.code = &revision.code;
    }

    /// Keeps a revision for the rest of the run; while a recorder is there, with code that notifies it.
    pub(crate) fn keep(
        &mut self,
        revisions: &'a Arena<Revision>,
        revision: Revision,
    ) -> &'a Revision {
        let recorder = self.state.recorder.get_mut();
        revisions.alloc(match recorder {
            Some(recorder) => recorder.recorded(revision),
            None => revision,
        })
    }

    /// The value of a term, where it is often a number that is there already: saves the call of
    /// [`Machine::eval`], whose frame has to hold every kind of term.
    #[inline]
    fn operand(&mut self, id: TermId) -> Evaluated {
        match self.code.node(id) {
            Node::Constant(Value::Number(number)) => Ok(Value::Number(*number)),
            Node::Variable(name) => match self.state.variables.get(*name) {
                Binding::Value(Value::Number(number)) => Ok(Value::Number(*number)),
                _ => self.variable(id, *name),
            },
            _ => self.eval(id),
        }
    }

    /// The value of a term.
    #[inline]
    pub(crate) fn eval(&mut self, id: TermId) -> Evaluated {
        let code = self.code;
        self.eval_node(id, code.node(id))
    }

    /// The value of a term whose node this is.
    pub(crate) fn eval_node(&mut self, id: TermId, node: &Node) -> Evaluated {
        match node {
            Node::Constant(value) => return Ok(value.clone()),
            Node::Variable(name) => return self.variable(id, *name),
            _ => self.check_stack(id)?,
        }
        let program = self.program;
        match node {
            Node::Unary { builtin, operand } => {
                let operand = self.operand(*operand)?;
                self.apply(id, *builtin, &mut [operand])
            }
            Node::Binary {
                quick,
                builtin,
                left,
                right,
            } => {
                let left = self.operand(*left)?;
                let right = self.operand(*right)?;
                if let (Value::Number(a), Value::Number(b)) = (&left, &right)
                    && let Some(value) = quick.apply(*a, *b)
                {
                    return Ok(value);
                }
                self.apply(id, *builtin, &mut [left, right])
            }
            Node::Sequence(operands) => {
                let Some((last, others)) = program.children(*operands).split_last() else {
                    return Ok(Value::Undefined);
                };
                for &operand in others {
                    self.run(operand)?;
                }
                self.eval(*last)
            }
            Node::List(operands) => {
                let list = self.list(*operands)?;
                self.checked(id, list)
            }
            Node::Dictionary(operands) => self.dictionary(*operands),
            Node::Assign { target, value } => {
                let value = self.eval(*value)?;
                self.assign(*target, value.clone())?;
                Ok(value)
            }
            Node::Grow {
                name,
                growth,
                builtin,
                target,
                value,
                operands,
            } => self.grow(*name, (*growth, *builtin), (*target, *value), operands),
            Node::Index { base, index } => {
                let base = self.eval(*base)?;
                let index = self.eval(*index)?;
                let value = self.index(id, &base, &index);
                self.checked(id, value)
            }
            Node::Field { base, name } => {
                let base = self.eval(*base)?;
                self.field(id, &base, *name)
            }
            Node::Builtin {
                builtin,
                arguments,
                modifiers,
            } => self.builtin(id, *builtin, *arguments, *modifiers),
            Node::Call {
                callee,
                arguments,
                modifiers,
            } => self.call(id, *callee, *arguments, *modifiers),
            Node::If {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.eval(*condition)?;
                match (condition, otherwise) {
                    (Value::Boolean(true), _) => self.eval(*then),
                    (Value::Boolean(false), Some(otherwise)) => self.eval(*otherwise),
                    (Value::Boolean(false) | Value::Undefined, _) => Ok(Value::Undefined),
                    (other, _) => Ok(self.warn(id, || {
                        format!("the condition of `if` is {}, not a boolean", kind(&other))
                    })),
                }
            }
            Node::While { condition, body } => self.while_loop(id, *condition, *body),
            Node::Iterate(iteration) => self.iterate(id, *iteration, true),
            _ => self.eval_other(id, node),
        }
    }

    /// The value of a term of a rarer kind.
    #[inline(never)]
    fn eval_other(&mut self, id: TermId, node: &Node) -> Evaluated {
        let (code, program) = (self.code, self.program);
        match node {
            Node::Diagnostic { name, operand } => {
                let value = self.operand(*operand)?;
                let context = &mut self.state.context;
                let name = program.names.text(*name);
                Ok(context.print_diagnostic(name, &value))
            }
            Node::IsUndefined { name, .. } if self.is_unset(*name) => Ok(true.into()),
            Node::IsUndefined {
                builtin, operand, ..
            } => {
                let operand = self.operand(*operand)?;
                self.apply(id, *builtin, &mut [operand])
            }
            Node::Define(function) => {
                let callee = program.function(*function).callee;
                self.state.functions[callee.index()] = Some(*function);
                Ok(Value::Undefined)
            }
            Node::Code(function) => self.make_code(id, *function),
            Node::DefineLazy { target, body } => {
                self.define(*target, *body)?;
                Ok(Value::Undefined)
            }
            Node::Undefine(callee) => {
                self.state.functions[callee.index()] = None;
                Ok(Value::Undefined)
            }
            Node::Component { base, index, name } => {
                let base = self.eval(*base)?;
                match base.list() {
                    Some(list) => Ok(list.get(*index).unwrap_or_default()),
                    None => self.field(id, &base, *name),
                }
            }
            Node::UserData { base, key } => {
                let base = self.eval(*base)?;
                let key = self.eval(*key)?;
                self.user_data(id, &base, &key)
            }
            Node::RunCode {
                callee,
                arguments,
                modifiers,
            } => match self.state.functions[callee.index()] {
                // A function of the applet's own.
                Some(_) => self.call(id, *callee, *arguments, *modifiers),
                None => self.run_code(id, *callee, *arguments),
            },
            Node::Unavailable(builtin) => Ok(self.unavailable(id, *builtin)),
            Node::Unknown(callee) => Ok(self.unknown(id, *callee)),
            Node::Regional(names) => {
                for &name in program.children(*names) {
                    if let Node::Variable(name) = code.node(name) {
                        let unset = Binding::Value(Value::Undefined);
                        self.state.variables.hide(*name, unset);
                    }
                }
                Ok(Value::Undefined)
            }
            Node::Plot(plot) => self.plot(id, *plot),
            Node::Special { builtin, special } => {
                let Some(row) = self.builtins.special_row(*builtin) else {
                    return Ok(self.unavailable(id, *builtin));
                };
                self.state.context.term = id;
                let value = (row.function)(self, id, program.special(*special))?;
                self.checked(id, value)
            }
            Node::Watched(watched) => self.watched(id, watched),
            Node::Traced(inner) => self.traced(id, inner),
            Node::Recorded(recorded) => self.recorded(id, recorded, true),
            // Evaluated by [`Machine::eval_node`].
            Node::Constant(_)
            | Node::Variable(_)
            | Node::Unary { .. }
            | Node::Binary { .. }
            | Node::Sequence(_)
            | Node::List(_)
            | Node::Dictionary(_)
            | Node::Assign { .. }
            | Node::Grow { .. }
            | Node::Index { .. }
            | Node::Field { .. }
            | Node::Builtin { .. }
            | Node::Call { .. }
            | Node::If { .. }
            | Node::While { .. }
            | Node::Iterate(_) => Ok(Value::Undefined),
        }
    }

    /// Evaluates a term whose value nobody uses: an `apply` collects no values, and lists that they
    /// would hold can grow in place.
    pub(crate) fn run(&mut self, id: TermId) -> Result<(), Halt> {
        match self.code.node(id) {
            Node::Iterate(iteration) => {
                self.check_stack(id)?;
                self.iterate(id, *iteration, false).map(drop)
            }
            Node::Recorded(recorded) => self.recorded(id, recorded, false).map(drop),
            _ => self.eval(id).map(drop),
        }
    }

    /// `x = x + a + b`: see [`Node::Grow`].
    #[inline(never)]
    fn grow(
        &mut self,
        name: NameId,
        (growth, builtin): (Growth, BuiltinId),
        (target, value): (TermId, TermId),
        operands: &[TermId],
    ) -> Evaluated {
        let total = self.operand(target)?;
        // All operands are evaluated before the variable lets go of what it holds.
        let mut values: SmallVec<[Value; 2]> = SmallVec::with_capacity(operands.len());
        for &operand in operands {
            values.push(self.operand(operand)?);
        }
        let variables = &mut self.state.variables;
        variables.set(name, Binding::Value(Value::Undefined));
        let grown = match (growth, total) {
            (Growth::Sum, Value::String(text)) => self.grow_text(text, &values),
            (Growth::Append, Value::List(list)) => list.extended(values.into_iter()).into(),
            (_, mut total) => {
                for operand in values {
                    total = match (growth, total, operand) {
                        (Growth::Sum, Value::Number(a), Value::Number(b)) => Value::Number(a + b),
                        (Growth::Concatenation, Value::List(list), Value::List(more)) => {
                            let grown = list.extended(more.iter());
                            self.checked(value, grown.into())?
                        }
                        (_, total, operand) => self.apply(value, builtin, &mut [total, operand])?,
                    };
                }
                total
            }
        };
        let grown = self.checked(value, grown)?;
        let variables = &mut self.state.variables;
        variables.set(name, Binding::Value(grown.clone()));
        Ok(grown)
    }

    /// A string with the printed forms of values appended; undefined if it takes too much memory.
    fn grow_text(&self, mut text: Text, values: &[Value]) -> Value {
        let context = &self.state.context;
        let fits = values.iter().all(|value| match value {
            Value::String(more) => text.push_str(more),
            Value::Element(id) => text.push_str(&context.print(&context.coordinates(*id))),
            value => text.append(|end| print_to(end, value, Some(&context.geometry))),
        });
        if fits {
            Value::String(text)
        } else {
            Value::Undefined
        }
    }

    /// The value of a term in which points have become their coordinates.
    pub(crate) fn eval_plain(&mut self, id: TermId) -> Evaluated {
        let value = self.eval(id)?;
        Ok(self.state.context.plain(value))
    }

    #[inline(never)]
    fn variable(&mut self, id: TermId, name: NameId) -> Evaluated {
        match self.state.variables.get(name) {
            Binding::Value(value) => Ok(value.clone()),
            Binding::Code(code) => {
                let body = code.body(self.state.generation);
                let foreign = body.is_none().then(|| code.clone());
                self.check_stack(id)?;
                self.step(id)?;
                match (body, foreign) {
                    (Some(body), _) => self.eval(body),
                    (None, foreign) => {
                        foreign.map_or(Ok(Value::Undefined), |code| self.eval_lazy(id, &code))
                    }
                }
            }
            Binding::Unset => match self.state.element(self.program, name) {
                Some(element) => Ok(Value::Element(element)),
                None => Ok(self.warn_name(id, name, "has no value yet")),
            },
        }
    }

    /// The value of a variable, where nothing says that it has none.
    pub(crate) fn value_of(&mut self, name: NameId) -> Evaluated {
        if self.is_unset(name) {
            return Ok(Value::Undefined);
        }
        let value = self.variable(NOWHERE, name)?;
        Ok(self.state.context.plain(value))
    }

    /// Whether reading a variable would find nothing.
    pub(crate) fn is_unset(&mut self, name: NameId) -> bool {
        matches!(self.state.variables.get(name), Binding::Unset)
            && self.state.element(self.program, name).is_none()
    }

    #[inline(never)]
    fn list(&mut self, operands: Children) -> Evaluated {
        let program = self.program;
        Ok(match *program.children(operands) {
            // The lists of most scripts: built without growing.
            [a] => [self.operand(a)?].into(),
            [a, b] => [self.operand(a)?, self.operand(b)?].into(),
            [a, b, c] => [self.operand(a)?, self.operand(b)?, self.operand(c)?].into(),
            ref operands => {
                let mut items = Vec::with_capacity(operands.len());
                for &operand in operands {
                    items.push(self.eval(operand)?);
                }
                items.into_iter().collect()
            }
        })
    }

    #[inline(never)]
    fn dictionary(&mut self, operands: Children) -> Evaluated {
        let dictionary = Dictionary::default();
        for pair in self.program.children(operands).chunks_exact(2) {
            let key = self.eval(pair[0])?;
            let value = self.eval(pair[1])?;
            if let (Some(key), false) = (key.string(), value.is_undefined()) {
                dictionary.set(key, EntryContent::Value(value));
            }
        }
        Ok(Value::Dictionary(dictionary))
    }

    /// Applies a builtin.
    #[inline(never)]
    fn apply(&mut self, id: TermId, builtin: BuiltinId, arguments: &mut [Value]) -> Evaluated {
        let Some(row) = self.builtins.row(builtin) else {
            return Ok(self.unavailable(id, builtin));
        };
        let context = &mut self.state.context;
        if !row.takes_elements {
            for argument in &mut *arguments {
                if let Value::Element(element) = argument {
                    *argument = context.coordinates(*element);
                }
            }
        }
        context.term = id;
        let value = match row.spend(arguments) {
            true => (row.function)(context, arguments),
            false => Value::Undefined,
        };
        if self.steps > 0 {
            // A loop may make it again and again.
            work::owe(value.extent());
        }
        self.checked(id, value)
    }

    /// A value that was just made; ends the run if it, or a part of it, was not made because that
    /// would take too much memory or time.
    #[inline]
    pub(crate) fn checked(&mut self, id: TermId, value: Value) -> Evaluated {
        match memory::take_refusal() {
            Some(refusal) => Err(self.refused(id, refusal)),
            None => Ok(value),
        }
    }

    /// Reports a warning at a term; its value is undefined.
    #[inline(never)]
    pub(crate) fn warn(&mut self, id: TermId, message: impl FnOnce() -> String) -> Value {
        self.state.context.reports.warn(id, message);
        Value::Undefined
    }

    #[inline(never)]
    fn warn_name(&mut self, id: TermId, name: NameId, what: &str) -> Value {
        let program = self.program;
        self.warn(id, || format!("`{}` {what}", program.names.text(name)))
    }
}

/// What a value is, for messages.
pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Undefined => "undefined",
        Value::Boolean(_) => "a boolean",
        Value::Number(_) | Value::Angle(_) => "a number",
        Value::String(_) => "a string",
        Value::List(_) => "a list",
        Value::Dictionary(_) => "a dictionary",
        Value::Element(_) => "an element",
        Value::Shape(_) => "a shape",
        Value::Code(_) => "code",
    }
}
