//! Trees to the rows of a [`Program`], as they are written: calls are lowered as calls, and get
//! their meaning in a second pass, when it is known which names the applet defines itself.

mod code;

use cindyscript_syntax::AssignOp;
use cindyscript_syntax::ast::{self, Argument, Assign, Call, Expr, LiteralValue, Script};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use text_size::TextRange;

use crate::builtins;
use crate::names::NameId;
use crate::program::{
    Callee, CalleeId, Children, Function, FunctionId, FunctionParameter, Modifier, ModifierRange,
    Program, ScriptId, Term, TermId, TermKind, TextId,
};
use crate::resolve::{has_code, resolve};

/// Lowers a text that a script evaluates, over the names and functions of a program.
pub fn extend(program: &Program, script: Script<'_>) -> (Program, TermId) {
    let callees = program.callees.iter().zip((0..).map(CalleeId));
    let callees = callees.map(|(callee, id)| {
        let key = (lower_case(&callee.name), callee.arity);
        (key, KnownCallee::new(id))
    });
    let mut lowerer = Lowerer {
        callees: callees.collect(),
        program: program.clone(),
        script: ScriptId::RUN_TIME,
        ..Lowerer::default()
    };
    let root = lowerer.statements(script.node().range(), script.statements());
    let first = FunctionId(program.functions.len() as u32);
    (
        Lowerer::resolve(lowerer.program, first, &lowerer.calls),
        root,
    )
}

/// Functions are the same in any case.
pub(crate) fn lower_case(name: &str) -> SmolStr {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) || !name.is_ascii() {
        SmolStr::new(name.to_lowercase())
    } else {
        SmolStr::new(name)
    }
}

/// A callee that was mentioned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownCallee {
    pub id: CalleeId,
    /// True if it is spelled in several ways, in this version or in one before it.
    pub is_mixed: bool,
}

impl KnownCallee {
    fn new(id: CalleeId) -> Self {
        let is_mixed = false;
        Self { id, is_mixed }
    }
}

/// The rows of what is lowered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lowerer {
    /// Calls are calls here, and callees have no definitions.
    pub program: Program,
    /// The script that is being lowered.
    pub script: ScriptId,
    pub callees: FxHashMap<(SmolStr, u32), KnownCallee>,
    /// Calls of functions that may turn out to be control structures.
    pub calls: Vec<TermId>,
    /// The names that each of the codes around binds, the innermost last.
    codes: Vec<Vec<NameId>>,
}

impl Lowerer {
    /// Makes room for about as many rows as there were in another version.
    pub(crate) fn reserve(&mut self, version: &Program) {
        fn with_room<T>(table: &mut Vec<T>, like: &[T]) {
            const MORE: usize = 256;
            table.reserve(like.len() + MORE);
        }
        let program = &mut self.program.rows;
        with_room(&mut program.terms, &version.terms);
        with_room(&mut program.actions, &version.actions);
        with_room(&mut program.children, &version.children);
        with_room(&mut program.modifiers, &version.modifiers);
        with_room(&mut program.texts, &version.texts);
        with_room(&mut program.functions, &version.functions);
    }

    /// Gives calls their meaning, now that all functions are known, those from `first` on being
    /// new.
    pub(crate) fn resolve(mut program: Program, first: FunctionId, calls: &[TermId]) -> Program {
        let rows = &mut program.rows;
        let new = rows.functions.iter().enumerate().skip(first.index());
        for (index, function) in new {
            let callee = &mut rows.callees[function.callee.index()];
            callee.definitions.push(FunctionId(index as u32));
        }
        for &call in calls {
            resolve(&mut program, call);
        }
        program
    }

    fn next(&self) -> TermId {
        TermId(self.program.terms.len() as u32)
    }

    pub(crate) fn push(&mut self, first: TermId, range: TextRange, kind: TermKind) -> TermId {
        self.program.push(Term {
            kind,
            range,
            script: self.script,
            first,
        })
    }

    pub(crate) fn children(&mut self, ids: &[TermId]) -> Children {
        let start = self.program.children.len() as u32;
        self.program.rows.children.extend_from_slice(ids);
        Children {
            start,
            len: ids.len() as u32,
        }
    }

    fn modifiers(&mut self, named: Vec<Modifier>) -> ModifierRange {
        let modifiers = match named.len() as u32 {
            0 => ModifierRange::default(),
            len => ModifierRange {
                start: self.program.modifiers.len() as u32,
                len,
            },
        };
        self.program.rows.modifiers.extend(named);
        modifiers
    }

    fn callee(&mut self, name: &str, arity: usize) -> CalleeId {
        let key = (lower_case(name), arity as u32);
        if let Some(known) = self.callees.get_mut(&key) {
            known.is_mixed |= self.program.callee(known.id).name != name;
            return known.id;
        }
        let id = CalleeId(self.program.callees.len() as u32);
        self.program.rows.callees.push(Callee {
            name: SmolStr::new(name),
            arity: key.1,
            builtin: builtins::find(&key.0, arity),
            definitions: Vec::new(),
        });
        self.callees.insert(key, KnownCallee::new(id));
        id
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
            modifiers: ModifierRange::default(),
        };
        self.push(first, range, kind)
    }

    fn number(&mut self, range: TextRange, value: f64) -> TermId {
        self.push(self.next(), range, TermKind::Number(value))
    }

    fn variable(&mut self, range: TextRange, name: &str) -> TermId {
        let name = self.program.rows.names.intern(name);
        self.push(self.next(), range, TermKind::Variable(name))
    }

    fn text(&mut self, range: TextRange, text: &str) -> TermId {
        self.program.rows.texts.push(SmolStr::new(text));
        let id = TextId(self.program.texts.len() as u32 - 1);
        self.push(self.next(), range, TermKind::Text(id))
    }

    /// Lowers an expression; its root is the last of its terms.
    pub(crate) fn expr(&mut self, expr: Expr<'_>) -> TermId {
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
            Expr::Prefix(_) | Expr::Postfix(_) | Expr::Binary(_) | Expr::Superscript(_) => {
                self.operation(expr)
            }
            Expr::Subscript(_) | Expr::Index(_) | Expr::Field(_) | Expr::Userdata(_) => {
                self.part(expr)
            }
            Expr::Abs(abs) => {
                let ids = self.elements(abs.elements(), range);
                self.operator(first, range, builtins::sign::BARS, &ids)
            }
            Expr::List(list) => {
                let ids = self.elements(list.elements(), range);
                let children = self.children(&ids);
                self.push(first, range, TermKind::List(children))
            }
            Expr::Dict(dict) => self.dictionary(dict),
            Expr::Call(call) => self.call(call),
            Expr::Assign(assign) => self.assign(assign),
            Expr::Undefine(undefine) => match undefine.target() {
                Some(Expr::Call(call)) => {
                    let callee = self.callee(&call.name(), positional(call).count());
                    self.push(first, range, TermKind::Undefine(callee))
                }
                _ => self.undefined(range),
            },
            // The rest of broken syntax stays for its names and hovers; it has no value.
            Expr::Error(malformed) => {
                for expr in malformed.exprs() {
                    self.expr(expr);
                }
                self.push(first, range, TermKind::Undefined)
            }
        }
    }

    /// An operator with its operands.
    fn operation(&mut self, expr: Expr<'_>) -> TermId {
        let first = self.next();
        let range = expr.range();
        match expr {
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
            _ => self.undefined(range),
        }
    }

    /// A part of a value: an element of a list, a field, a value under a key.
    fn part(&mut self, expr: Expr<'_>) -> TermId {
        let first = self.next();
        let range = expr.range();
        match expr {
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
                let name = self.program.rows.names.intern(&field.name());
                self.push(first, range, TermKind::Field { base, name })
            }
            Expr::Userdata(userdata) => {
                let base = self.optional(userdata.base(), range);
                let key = self.optional(userdata.key(), range);
                self.push(first, range, TermKind::UserData { base, key })
            }
            _ => self.undefined(range),
        }
    }

    fn elements<'a>(
        &mut self,
        elements: impl Iterator<Item = Option<Expr<'a>>>,
        range: TextRange,
    ) -> Vec<TermId> {
        elements
            .map(|element| self.optional(element, range))
            .collect()
    }

    fn dictionary(&mut self, dict: ast::Dict<'_>) -> TermId {
        let first = self.next();
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
        self.push(first, dict.range(), TermKind::Dictionary(children))
    }

    fn call(&mut self, call: Call<'_>) -> TermId {
        if let Some(code) = self.code(call) {
            return code;
        }
        let first = self.next();
        let mut ids = Vec::new();
        let mut named = Vec::new();
        for argument in call.arguments() {
            match argument {
                Argument::Expr(expr) => ids.push(self.expr(expr)),
                Argument::Empty(range) => ids.push(self.undefined(range)),
                Argument::Modifier(modifier) => named.push(self.modifier(modifier)),
            }
        }
        let name = call.name();
        if name.eq_ignore_ascii_case(builtins::REGIONAL) {
            self.bind_in_code(&ids);
            let children = self.children(&ids);
            return self.push(first, call.range(), TermKind::Regional(children));
        }
        let callee = self.callee(&name, ids.len());
        let arguments = self.children(&ids);
        let modifiers = self.modifiers(named);
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
        if builtin.is_some_and(has_code) {
            self.calls.push(id);
        }
        id
    }

    fn modifier(&mut self, modifier: ast::Modifier<'_>) -> Modifier {
        let name = self.program.rows.names.intern(&modifier.name());
        let value = self.optional(modifier.value(), modifier.range());
        let range = modifier.name_range();
        Modifier { name, range, value }
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
                        FunctionParameter {
                            name: self.program.rows.names.intern(&text),
                            range,
                        }
                    })
                    .collect();
                let id = FunctionId(self.program.functions.len() as u32);
                self.program.rows.functions.push(Function {
                    callee,
                    parameters,
                    body,
                    name_range: call.name_range(),
                    script: self.script,
                    captured: None,
                });
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
