//! Trees to one [`Program`].
//!
//! Calls are lowered as calls first and become loops, branches and colorplots in a second pass,
//! when it is known which names the applet defines itself: a user's function shadows a builtin.

use cindyscript_applet::Event;
use cindyscript_syntax::AssignOp;
use cindyscript_syntax::ast::{Argument, Assign, Call, Expr, LiteralValue, Script};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use text_size::TextRange;

use crate::builtins::{self, Binding, Binds, BuiltinId, Form, Mode};
use crate::names::NameId;
use crate::program::{
    Callee, CalleeId, Children, Function, FunctionId, Iteration, IterationId, IterationKind,
    Modifier, Modifiers, Parameter, Plot, PlotForm, PlotId, Program, ScriptBody, ScriptId, Special,
    SpecialId, Term, TermId, TermKind, TextId,
};

/// Lowers all scripts of an applet; those without an event are imported by others while they run.
pub(crate) fn lower<'a>(scripts: impl Iterator<Item = (Option<Event>, Script<'a>)>) -> Program {
    let mut lowerer = Lowerer::default();
    for (index, (event, script)) in scripts.enumerate() {
        lowerer.script = ScriptId(index as u32);
        let root = lowerer.script(script);
        lowerer.program.scripts.push(ScriptBody { event, root });
    }
    lowerer.finish()
}

/// Lowers a text that a script evaluates, over the names and functions of a program.
pub(crate) fn extend(program: &Program, script: Script<'_>) -> (Program, TermId) {
    let program = program.clone();
    let callees = program.callees.iter().enumerate();
    let mut lowerer = Lowerer {
        callees: callees
            .map(|(index, callee)| {
                (
                    (lower_case(&callee.name), callee.arity),
                    CalleeId(index as u32),
                )
            })
            .collect(),
        program,
        script: ScriptId::RUN_TIME,
        calls: Vec::new(),
    };
    let root = lowerer.script(script);
    (lowerer.finish(), root)
}

/// Functions are the same in any case.
fn lower_case(name: &str) -> SmolStr {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) || !name.is_ascii() {
        SmolStr::new(name.to_lowercase())
    } else {
        SmolStr::new(name)
    }
}

struct Lowerer {
    program: Program,
    script: ScriptId,
    callees: FxHashMap<(SmolStr, u32), CalleeId>,
    /// Calls of functions that may turn out to be control structures.
    calls: Vec<TermId>,
}

impl Default for Lowerer {
    fn default() -> Self {
        Self {
            program: Program::default(),
            script: ScriptId(0),
            callees: FxHashMap::default(),
            calls: Vec::new(),
        }
    }
}

impl Lowerer {
    fn script(&mut self, script: Script<'_>) -> TermId {
        self.statements(script.node().range(), script.statements())
    }

    /// Gives calls their meaning, now that all functions are known.
    fn finish(self) -> Program {
        let mut program = self.program;
        for call in self.calls {
            resolve(&mut program, call);
        }
        program
    }

    fn next(&self) -> TermId {
        TermId(self.program.terms.len() as u32)
    }

    fn push(&mut self, first: TermId, range: TextRange, kind: TermKind) -> TermId {
        let id = self.next();
        self.program.terms.push(Term {
            kind,
            range,
            script: self.script,
            first,
        });
        id
    }

    fn children(&mut self, ids: &[TermId]) -> Children {
        let start = self.program.children.len() as u32;
        self.program.children.extend_from_slice(ids);
        Children {
            start,
            len: ids.len() as u32,
        }
    }

    fn callee(&mut self, name: &str, arity: usize) -> CalleeId {
        let key = lower_case(name);
        let callees = &mut self.program.callees;
        *self
            .callees
            .entry((key, arity as u32))
            .or_insert_with_key(|(key, _)| {
                callees.push(Callee {
                    name: SmolStr::new(name),
                    arity: arity as u32,
                    builtin: builtins::find(key, arity),
                    definitions: Vec::new(),
                });
                CalleeId(callees.len() as u32 - 1)
            })
    }

    fn undefined(&mut self, range: TextRange) -> TermId {
        self.push(self.next(), range, TermKind::Undefined)
    }

    fn optional(&mut self, expr: Option<Expr<'_>>, range: TextRange) -> TermId {
        match expr {
            Some(expr) => self.expr(expr),
            None => self.undefined(TextRange::empty(range.end())),
        }
    }

    fn statements<'a>(
        &mut self,
        range: TextRange,
        statements: impl Iterator<Item = Expr<'a>>,
    ) -> TermId {
        let first = self.next();
        let ids: Vec<_> = statements.map(|statement| self.expr(statement)).collect();
        let children = self.children(&ids);
        self.push(first, range, TermKind::Sequence(children))
    }

    fn operator(&mut self, first: TermId, range: TextRange, name: &str, ids: &[TermId]) -> TermId {
        let callee = self.callee(name, ids.len());
        let arguments = self.children(ids);
        let kind = TermKind::Call {
            callee,
            arguments,
            modifiers: Modifiers::default(),
        };
        self.push(first, range, kind)
    }

    fn number(&mut self, range: TextRange, value: f64) -> TermId {
        self.push(self.next(), range, TermKind::Number(value))
    }

    fn variable(&mut self, range: TextRange, name: &str) -> TermId {
        let name = self.program.names.intern(name);
        self.push(self.next(), range, TermKind::Variable(name))
    }

    fn text(&mut self, range: TextRange, text: &str) -> TermId {
        self.program.texts.push(SmolStr::new(text));
        let id = TextId(self.program.texts.len() as u32 - 1);
        self.push(self.next(), range, TermKind::Text(id))
    }

    fn expr(&mut self, expr: Expr<'_>) -> TermId {
        let first = self.next();
        let range = expr.range();
        match expr {
            Expr::Literal(literal) => match literal.value() {
                LiteralValue::Number(value) => self.number(range, value),
                LiteralValue::String(text) => self.text(range, text),
            },
            Expr::Name(name) => self.variable(range, &name.text()),
            Expr::Paren(paren) => self.optional(paren.inner(), range),
            Expr::Sequence(sequence) => self.statements(range, sequence.statements()),
            Expr::Prefix(prefix) => {
                let operand = self.optional(prefix.operand(), range);
                self.operator(first, range, prefix.op().as_str(), &[operand])
            }
            Expr::Postfix(postfix) => {
                let operand = self.optional(postfix.operand(), range);
                self.operator(first, range, postfix.op().as_str(), &[operand])
            }
            Expr::Binary(binary) => {
                let lhs = self.optional(binary.lhs(), binary.op_range());
                let rhs = self.optional(binary.rhs(), range);
                self.operator(first, range, binary.op().as_str(), &[lhs, rhs])
            }
            Expr::Superscript(power) => {
                let base = self.optional(power.base(), range);
                let exponent = self.number(power.value_range(), power.value());
                self.operator(first, range, "^", &[base, exponent])
            }
            Expr::Subscript(subscript) => {
                let base = self.optional(subscript.base(), range);
                let index = self.number(subscript.value_range(), subscript.value());
                self.push(first, range, TermKind::Index { base, index })
            }
            Expr::Index(index) => {
                let base = self.optional(index.base(), range);
                let index = self.optional(index.index(), range);
                self.push(first, range, TermKind::Index { base, index })
            }
            Expr::Field(field) => {
                let base = self.optional(field.base(), range);
                let name = self.program.names.intern(&field.name());
                self.push(first, range, TermKind::Field { base, name })
            }
            Expr::Userdata(userdata) => {
                let base = self.optional(userdata.base(), range);
                let key = self.optional(userdata.key(), range);
                self.push(first, range, TermKind::UserData { base, key })
            }
            Expr::Abs(abs) => {
                let ids: Vec<_> = abs
                    .elements()
                    .map(|element| self.optional(element, range))
                    .collect();
                self.operator(first, range, "|.|", &ids)
            }
            Expr::List(list) => {
                let ids: Vec<_> = list
                    .elements()
                    .map(|element| self.optional(element, range))
                    .collect();
                let children = self.children(&ids);
                self.push(first, range, TermKind::List(children))
            }
            Expr::Dict(dict) => {
                let mut ids = Vec::new();
                for entry in dict.entries() {
                    match entry.key() {
                        Some(key) => {
                            ids.push(self.text(entry.key_range(), key));
                            ids.push(self.optional(entry.value(), entry.key_range()));
                        }
                        // Left out, and kept for its names and hovers.
                        None => drop(self.optional(entry.value(), entry.key_range())),
                    }
                }
                let children = self.children(&ids);
                self.push(first, range, TermKind::Dictionary(children))
            }
            Expr::Call(call) => self.call(call),
            Expr::Assign(assign) => self.assign(assign),
            Expr::Undefine(undefine) => match undefine.target() {
                Some(Expr::Call(call)) => {
                    let callee = self.callee(&call.name(), positional(call).count());
                    self.push(first, range, TermKind::Undefine(callee))
                }
                _ => self.undefined(range),
            },
            // What is left of broken syntax is kept for its names and hovers; it has no value.
            Expr::Error(malformed) => {
                for expr in malformed.exprs() {
                    self.expr(expr);
                }
                self.push(first, range, TermKind::Undefined)
            }
        }
    }

    fn call(&mut self, call: Call<'_>) -> TermId {
        let first = self.next();
        let mut ids = Vec::new();
        let mut named = Vec::new();
        for argument in call.arguments() {
            match argument {
                Argument::Expr(expr) => ids.push(self.expr(expr)),
                Argument::Empty(range) => ids.push(self.undefined(range)),
                Argument::Modifier(modifier) => {
                    let name = self.program.names.intern(&modifier.name());
                    let value = self.optional(modifier.value(), modifier.range());
                    let range = modifier.name_range();
                    named.push(Modifier { name, range, value });
                }
            }
        }
        let name = call.name();
        if name.eq_ignore_ascii_case("regional") {
            let children = self.children(&ids);
            return self.push(first, call.range(), TermKind::Regional(children));
        }
        let callee = self.callee(&name, ids.len());
        let arguments = self.children(&ids);
        let start = self.program.modifiers.len() as u32;
        let modifiers = Modifiers {
            start,
            len: named.len() as u32,
        };
        self.program.modifiers.extend(named);
        let id = self.push(
            first,
            call.range(),
            TermKind::Call {
                callee,
                arguments,
                modifiers,
            },
        );
        let builtin = self.program.callee(callee).builtin;
        let has_code = |id: BuiltinId| {
            matches!(id.row().form, Form::Special | Form::Code(_)) || is_extremum(id.name())
        };
        if builtin.is_some_and(has_code) {
            self.calls.push(id);
        }
        id
    }

    fn assign(&mut self, assign: Assign<'_>) -> TermId {
        let first = self.next();
        let range = assign.range();
        match (assign.op(), assign.target()) {
            (AssignOp::Define, Some(Expr::Call(call))) => {
                let body = self.optional(assign.value(), range);
                let callee = self.callee(&call.name(), positional(call).count());
                let parameters = positional(call)
                    .map(|argument| {
                        let (text, range) = match argument {
                            Argument::Expr(Expr::Name(name)) => (name.text(), name.range()),
                            Argument::Expr(other) => ("".into(), other.range()),
                            Argument::Modifier(modifier) => (modifier.name(), modifier.range()),
                            Argument::Empty(range) => ("".into(), range),
                        };
                        Parameter {
                            name: self.program.names.intern(&text),
                            range,
                        }
                    })
                    .collect();
                let id = FunctionId(self.program.functions.len() as u32);
                self.program.functions.push(Function {
                    callee,
                    parameters,
                    body,
                    name_range: call.name_range(),
                    script: self.script,
                });
                self.program.callees[callee.index()].definitions.push(id);
                self.push(first, range, TermKind::Define(id))
            }
            (AssignOp::Define, target) => {
                let target = self.optional(target, range);
                let body = self.optional(assign.value(), range);
                self.push(first, range, TermKind::DefineLazy { target, body })
            }
            (AssignOp::Assign, target) => {
                let target = self.optional(target, range);
                let value = self.optional(assign.value(), range);
                self.push(first, range, TermKind::Assign { target, value })
            }
            // Parsed by CindyJS, without any effect.
            (AssignOp::DefineUserdata, _) => self.undefined(range),
        }
    }
}

/// The arguments by position.
fn positional(call: Call<'_>) -> impl Iterator<Item = Argument<'_>> {
    call.arguments()
        .filter(|argument| !matches!(argument, Argument::Modifier(_)))
}

/// `max` and `min` of two arguments are functions of two values, unless the second is code.
fn is_extremum(name: &str) -> bool {
    matches!(name, "max" | "min")
}

/// Turns a call of a builtin with code among its arguments into the term that it means.
fn resolve(program: &mut Program, call: TermId) {
    let TermKind::Call {
        callee,
        arguments,
        modifiers,
    } = program.kind(call)
    else {
        return;
    };
    let callee = program.callee(callee);
    let Some(builtin) = callee.builtin.filter(|_| callee.definitions.is_empty()) else {
        return;
    };
    if let Form::Code(binding) = builtin.row().form {
        let (variable, variable_term) = bound_variable(program, binding, arguments);
        let id = SpecialId(program.specials.len() as u32);
        program.specials.push(Special {
            builtin,
            binding,
            arguments,
            modifiers,
            variable,
            variable_term,
        });
        if matches!(builtin.name(), "diff" | "simplify") {
            forget_definitions(program, call);
        }
        program.terms[call.index()].kind = TermKind::Special(id);
        return;
    }
    let arguments: Vec<TermId> = program.children(arguments).to_vec();
    let kind = match (builtin.name(), arguments.as_slice()) {
        ("if", &[condition, then]) => TermKind::If {
            condition,
            then,
            otherwise: None,
        },
        ("if", &[condition, then, otherwise]) => TermKind::If {
            condition,
            then,
            otherwise: Some(otherwise),
        },
        ("while", &[condition, body]) => TermKind::While { condition, body },
        ("colorplot", arguments) => {
            let (form, body) = match *arguments {
                [body] => (PlotForm::View, body),
                [image, body] => (PlotForm::Image { image }, body),
                [body, from, to] => (PlotForm::Rectangle { from, to }, body),
                [left, right, image, body] => (PlotForm::PlacedImage { left, right, image }, body),
                _ => return,
            };
            let id = PlotId(program.plots.len() as u32);
            program.plots.push(Plot {
                term: call,
                form,
                body,
                pixel: Vec::new(),
                uniforms: Vec::new(),
                assigned: Vec::new(),
            });
            TermKind::Plot(id)
        }
        (name, arguments) => {
            let Some(kind) = iteration_kind(name) else {
                return;
            };
            if is_extremum(name) && arguments.len() == 2 && !mentions_hash(program, arguments[1]) {
                return;
            }
            let (domain, element_term, index_term, body) = match *arguments {
                [domain, body] => (domain, None, None, body),
                [domain, element, body] => (domain, Some(element), None, body),
                [domain, element, index, body] => (domain, Some(element), Some(index), body),
                _ => return,
            };
            let index = index_term.and_then(|term| program.name_of(term));
            let element = match element_term {
                None => program.names.intern("#"),
                Some(term) => match program.name_of(term) {
                    Some(name) => name,
                    None => return,
                },
            };
            let id = IterationId(program.iterations.len() as u32);
            program.iterations.push(Iteration {
                kind,
                domain,
                element,
                element_term,
                index,
                index_term,
                body,
                modifiers,
            });
            TermKind::Iterate(id)
        }
    };
    program.terms[call.index()].kind = kind;
}

/// What code defines in which something else will stand in the place of `#` is known only when it
/// runs.
fn forget_definitions(program: &mut Program, call: TermId) {
    let first = program.term(call).first.index();
    for index in first..call.index() {
        if let TermKind::Define(function) = program.terms[index].kind {
            let callee = program.function(function).callee;
            let definitions = &mut program.callees[callee.index()].definitions;
            definitions.retain(|id| *id != function);
        }
    }
}

/// The variable that code runs with, and the argument that names it.
fn bound_variable(
    program: &mut Program,
    binding: &Binding,
    arguments: Children,
) -> (Option<NameId>, Option<TermId>) {
    let code = program.children(arguments).iter().enumerate();
    let code = code
        .filter(|(place, _)| binding.mode(*place) == Mode::Code)
        .map(|(_, &argument)| argument)
        .next();
    let name = match binding.binds {
        Binds::Nothing | Binds::Modifiers | Binds::Names => return (None, None),
        Binds::Hash(_) => "#",
        Binds::Graph(place) => {
            let named = program.children(arguments).get(usize::from(place));
            if let Some(&term) = named
                && let Some(name) = program.name_of(term)
            {
                return (Some(name), Some(term));
            }
            code.map_or("#", |code| graph_variable(program, code))
        }
        Binds::Formula(_) => {
            if let Some(code) = code
                && let TermKind::Call {
                    callee, arguments, ..
                } = program.kind(code)
                && !program.callee(callee).definitions.is_empty()
                && let Some(&term) = program.children(arguments).first()
                && let Some(name) = program.name_of(term)
            {
                return (Some(name), None);
            }
            "x"
        }
    };
    (Some(program.names.intern(name)), None)
}

/// The variable of a graph: the first of x, y, z, t that stands in its text, whatever binds it
/// there. CindyJS does not look into fields, user data and modifiers.
fn graph_variable(program: &Program, code: TermId) -> &'static str {
    const NAMES: [&str; 4] = ["x", "y", "z", "t"];
    fn walk(program: &Program, term: TermId, found: &mut usize) {
        match program.kind(term) {
            TermKind::Variable(name) => {
                let text = program.names.text(name);
                let place = NAMES.iter().position(|candidate| *candidate == text);
                *found = place.unwrap_or(NAMES.len()).min(*found);
            }
            TermKind::Field { .. } | TermKind::UserData { .. } => {}
            TermKind::Call { arguments, .. } => {
                for &argument in program.children(arguments) {
                    walk(program, argument, found);
                }
            }
            TermKind::Iterate(id) => {
                let iteration = program.iteration(id);
                let names = [iteration.element_term, iteration.index_term];
                for term in names
                    .into_iter()
                    .flatten()
                    .chain([iteration.domain, iteration.body])
                {
                    walk(program, term, found);
                }
            }
            TermKind::Special(id) => {
                for (_, argument) in program.special_arguments(id) {
                    walk(program, argument, found);
                }
            }
            _ => program.for_each_operand(term, |operand| walk(program, operand, found)),
        }
    }
    let mut found = NAMES.len();
    walk(program, code, &mut found);
    NAMES.get(found).copied().unwrap_or("#")
}

fn iteration_kind(name: &str) -> Option<IterationKind> {
    use IterationKind::{Apply, ForAll, Max, Min, Product, Repeat, Select, Sort, Sum};
    let mut kinds = [Repeat, ForAll, Apply, Select, Sum, Product, Sort, Max, Min].into_iter();
    kinds.find(|kind| kind.name() == name)
}

fn mentions_hash(program: &Program, term: TermId) -> bool {
    let Some(hash) = program.names.get("#") else {
        return false;
    };
    let first = program.term(term).first.index();
    program.terms[first..=term.index()]
        .iter()
        .any(|term| term.kind == TermKind::Variable(hash))
}
