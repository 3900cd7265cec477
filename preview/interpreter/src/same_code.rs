//! Code of one program, found again in another: what a value holds outlives the text that it is
//! from, and most of a text is the same after an edit.

use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{FunctionId, Modifier, Program, ScriptId, TermId, TermKind};

/// The code of the text that says the same as code of another program; none if there is none.
pub(crate) fn same_function(
    program: &Program,
    other: &Program,
    function: FunctionId,
) -> Option<FunctionId> {
    let wanted = other.function(function);
    let mut all = (0..program.functions.len() as u32).map(FunctionId);
    all.find(|&id| {
        let here = program.function(id);
        let both = Both {
            here: program,
            there: other,
        };
        here.script != ScriptId::RUN_TIME
            && here.is_code() == wanted.is_code()
            && both.same_function(id, function)
    })
}

/// Two programs.
#[derive(Clone, Copy)]
struct Both<'a> {
    here: &'a Program,
    there: &'a Program,
}

impl Both<'_> {
    fn same_function(self, here: FunctionId, there: FunctionId) -> bool {
        let (a, b) = (self.here.function(here), self.there.function(there));
        let mut parameters = a.parameters.iter().zip(&b.parameters);
        a.parameters.len() == b.parameters.len()
            && parameters.all(|(a, b)| self.same_name(a.name, b.name))
            && self.same_modifiers(self.here.captured(here), self.there.captured(there))
            && self.same_term(a.body, b.body)
    }

    fn same_name(self, here: NameId, there: NameId) -> bool {
        self.here.names.text(here) == self.there.names.text(there)
    }

    /// The same names: their values are operands of what they belong to.
    fn same_modifiers(self, here: &[Modifier], there: &[Modifier]) -> bool {
        let mut pairs = here.iter().zip(there);
        here.len() == there.len() && pairs.all(|(a, b)| self.same_name(a.name, b.name))
    }

    fn same_term(self, here: TermId, there: TermId) -> bool {
        if !self.same_head(here, there) {
            return false;
        }
        let operands = |program: &Program, term: TermId| {
            let mut operands = Vec::new();
            program.for_each_operand(term, |operand| operands.push(operand));
            operands
        };
        let (a, b) = (operands(self.here, here), operands(self.there, there));
        a.len() == b.len() && a.iter().zip(&b).all(|(&a, &b)| self.same_term(a, b))
    }

    /// What terms are besides their operands.
    fn same_head(self, here: TermId, there: TermId) -> bool {
        let (a, b) = (self.here.kind(here), self.there.kind(there));
        let builtin_modifiers =
            || match (self.here.builtin_call(here), self.there.builtin_call(there)) {
                (Some((_, a)), Some((_, b))) => self.same_modifiers(a, b),
                (None, None) => true,
                _ => false,
            };
        match (a, b) {
            (TermKind::Number(a), TermKind::Number(b)) => a == b,
            (TermKind::Text(a), TermKind::Text(b)) => self.here.text(a) == self.there.text(b),
            (TermKind::Variable(a), TermKind::Variable(b))
            | (TermKind::Field { name: a, .. }, TermKind::Field { name: b, .. }) => {
                self.same_name(a, b)
            }
            (
                TermKind::Call {
                    callee: a,
                    modifiers: of_a,
                    ..
                },
                TermKind::Call {
                    callee: b,
                    modifiers: of_b,
                    ..
                },
            ) => {
                let (a, b) = (self.here.callee(a), self.there.callee(b));
                let modifiers = (self.here.modifiers(of_a), self.there.modifiers(of_b));
                (&a.name, a.arity) == (&b.name, b.arity)
                    && a.definitions.is_empty() == b.definitions.is_empty()
                    && self.same_modifiers(modifiers.0, modifiers.1)
            }
            (TermKind::Undefine(a), TermKind::Undefine(b)) => {
                let (a, b) = (self.here.callee(a), self.there.callee(b));
                (&a.name, a.arity) == (&b.name, b.arity)
            }
            (TermKind::Define(a), TermKind::Define(b)) => {
                let name = |program: &Program, id| {
                    program.callee(program.function(id).callee).name.clone()
                };
                name(self.here, a) == name(self.there, b) && self.same_function(a, b)
            }
            (TermKind::Code(a), TermKind::Code(b)) => self.same_function(a, b),
            (TermKind::Iterate(a), TermKind::Iterate(b)) => {
                let (a, b) = (self.here.iteration(a), self.there.iteration(b));
                let index = match (a.index, b.index) {
                    (Some(a), Some(b)) => self.same_name(a, b),
                    (a, b) => a.is_none() && b.is_none(),
                };
                a.kind == b.kind
                    && self.same_name(a.element, b.element)
                    && index
                    && builtin_modifiers()
            }
            (TermKind::Special(a), TermKind::Special(b)) => {
                let (a, b) = (self.here.special(a), self.there.special(b));
                a.builtin == b.builtin && builtin_modifiers()
            }
            (TermKind::Plot(a), TermKind::Plot(b)) => {
                let (a, b) = (self.here.plot(a).form, self.there.plot(b).form);
                std::mem::discriminant(&a) == std::mem::discriminant(&b)
            }
            // These are what their operands are.
            (
                TermKind::Undefined
                | TermKind::Sequence(_)
                | TermKind::List(_)
                | TermKind::Dictionary(_)
                | TermKind::Assign { .. }
                | TermKind::DefineLazy { .. }
                | TermKind::Index { .. }
                | TermKind::UserData { .. }
                | TermKind::If { .. }
                | TermKind::While { .. }
                | TermKind::Regional(_),
                _,
            ) => std::mem::discriminant(&a) == std::mem::discriminant(&b),
            (
                TermKind::Number(_)
                | TermKind::Text(_)
                | TermKind::Variable(_)
                | TermKind::Field { .. }
                | TermKind::Call { .. }
                | TermKind::Undefine(_)
                | TermKind::Define(_)
                | TermKind::Code(_)
                | TermKind::Iterate(_)
                | TermKind::Special(_)
                | TermKind::Plot(_),
                _,
            ) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use cindyscript_hir::document::Document;
    use cindyscript_ide::analyse;

    fn program(text: &str) -> Arc<Program> {
        let document = Document::open("test.cindyscript", text);
        Arc::clone(&analyse(&document).applets[0].program)
    }

    #[test]
    fn the_same_code_is_found_in_another_text() {
        let check = |before: &str, after: &str, expected: Option<u32>| {
            let found = same_function(&program(after), &program(before), FunctionId(0));
            assert_eq!(found, expected.map(FunctionId), "{before} -> {after}");
        };
        let code = "f = cgllazy((x, y), apply(1..3, k, k * x + sin(y)) + [a.x], b -> 2)";
        check(code, code, Some(0));
        check(code, &format!("z = 3; {code}; g = cgllazy(x, x)"), Some(0));
        check(code, &format!("g = cgllazy(x, x); {code}"), Some(1));
        check(code, &code.replace("1..3", "1..4"), None);
        check(code, &code.replace("sin", "cos"), None);
        check(code, &code.replace("b ->", "c ->"), None);
        check(code, &code.replace("(x, y)", "(y, x)"), None);
        check(code, &format!("sin(x) := x; {code}"), None);
    }
}
