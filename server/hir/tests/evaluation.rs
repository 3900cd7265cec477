//! What a term does, in the order of evaluation.
#![allow(clippy::unwrap_used)]

use cindyscript_hir::document::Document;
use cindyscript_hir::lowering::Lowering;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{
    Branch, CalleeId, Evaluation, Followed, Program, TermId, TermKind, evaluate,
};

/// Writes down what it is told. Calls are followed.
struct Record<'a> {
    program: &'a Program,
    said: Vec<String>,
}

impl Record<'_> {
    fn say(&mut self, what: &str, name: NameId) {
        let name = self.program.names.text(name);
        self.said.push(format!("{what}{name}"));
    }
}

impl Evaluation for Record<'_> {
    fn read(&mut self, name: NameId, _: TermId) {
        self.say("", name);
    }

    fn write(&mut self, name: NameId, _: TermId, _: TermId) {
        self.say("=", name);
    }

    fn bind(&mut self, names: &[NameId]) {
        names.iter().for_each(|&name| self.say("+", name));
    }

    fn unbind(&mut self, names: &[NameId]) {
        names.iter().for_each(|&name| self.say("-", name));
    }

    fn branch(&mut self, branch: Branch) {
        self.said.push(format!("{branch:?}"));
    }

    fn call(&mut self, _: TermId, callee: CalleeId) -> Option<Followed> {
        let function = self
            .program
            .function(*self.program.callee(callee).definitions.last()?);
        let parameters = function.parameters.iter();
        let names: Vec<NameId> = parameters.map(|parameter| parameter.name).collect();
        self.bind(&names);
        let body = function.body;
        Some(Followed { body, names })
    }

    fn skips(&self, term: TermId) -> bool {
        matches!(self.program.kind(term), TermKind::Plot(_))
    }
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let document = Document::open("test.cindyscript", text);
    let scripts: Vec<_> = document.scripts(0).map(|script| (None, script)).collect();
    let (_, program) = Lowering::new(&scripts, None);
    let mut record = Record {
        program: &program,
        said: Vec::new(),
    };
    evaluate(&program, program.scripts[0].root, &mut record);
    assert_eq!(record.said.join(" "), expected, "{text}");
}

#[test]
fn values_come_before_what_they_are_assigned_to() {
    check("a = b + c", "b c =a");
    check("[a, b] = c", "c =a =b");
    // What an element is set in was there before.
    check("a_k = b", "b a k");
}

#[test]
fn a_condition_branches() {
    check("if(a, b = 1, c = 1); d", "a Then =b Otherwise =c End d");
    check("if(a, b)", "a Then b Otherwise End");
}

#[test]
fn loops_and_builtins_with_code_bind_names_in_it_alone() {
    check("apply(k, # + k)", "k +# # k -#");
    check("forall(a, k, i, k + i)", "a +k +i k i -k -i");
    check("eval(a + b, a -> b)", "b +a a b -a");
}

#[test]
fn what_is_only_defined_does_not_run_and_calls_are_followed() {
    check("f(x) := x + y; f(a); y", "a +x x y -x y");
    check("f(x) := f(x); a", "a");
    check("a ::= b; regional(c); colorplot(d)", "");
}
