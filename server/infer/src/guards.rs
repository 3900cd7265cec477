//! What conditions say about variables: in the first branch of `if(x >= 0, .., ..)`, and in the
//! second of `if(x < 0, .., ..)`, `x` is not negative.
//!
//! A comparison guards an occurrence of a variable if it has been made on every way there and
//! nothing on the way can have assigned to the variable since. That is read from the text alone;
//! whether what the variable is compared with is not negative is up to its type. Comparisons of
//! what is not real have no value, so that neither branch runs; what is not a number compares as
//! false, so that a comparison that does not hold only says something where the other side is a
//! number in the text.

use cindyscript_hir::builtins::{BuiltinId, Form, Intrinsic, Opaque};
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{
    Callee, CalleeId, FunctionId, OperandScope, Program, TermId, TermKind, assigned_names,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::rules::literal;
use crate::split::Summaries;

/// A comparison after which a variable is not below something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The comparison.
    pub comparison: TermId,
    /// What the variable is not below, an operand of the comparison.
    pub bound: TermId,
}

/// The guards of all occurrences of variables that have some.
#[derive(Debug, Default)]
pub struct Guards(FxHashMap<TermId, Vec<Guard>>);

impl Guards {
    /// Finds the guards of all occurrences of variables.
    pub fn new(program: &Program, summaries: &Summaries) -> Self {
        let mut finder = Finder::new(program, summaries);
        for &term in &program.actions {
            match program.kind(term) {
                TermKind::If {
                    condition,
                    then,
                    otherwise,
                } => {
                    finder.branch(condition, true, then);
                    if let Some(otherwise) = otherwise {
                        finder.branch(condition, false, otherwise);
                    }
                }
                // It is tested before each round.
                TermKind::While { condition, body } => finder.branch(condition, true, body),
                _ => {}
            }
        }
        Self(finder.found)
    }

    /// The guards of an occurrence of a variable.
    pub fn of(&self, occurrence: TermId) -> &[Guard] {
        self.0.get(&occurrence).map_or(&[], Vec::as_slice)
    }
}

/// What is known of a variable at a place.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Fact {
    name: NameId,
    guard: Guard,
}

struct Finder<'a> {
    program: &'a Program,
    summaries: &'a Summaries,
    /// Variables with code: to read one may do anything, and each time it has another value.
    lazy: FxHashSet<NameId>,
    /// Whether functions may run code that is not seen here.
    runs_opaque_code: bool,
    found: FxHashMap<TermId, Vec<Guard>>,
}

impl<'a> Finder<'a> {
    fn new(program: &'a Program, summaries: &'a Summaries) -> Self {
        let mut lazy = Vec::new();
        for &term in &program.actions {
            if let TermKind::DefineLazy { target, .. } = program.kind(term) {
                assigned_names(program, target, &mut lazy);
            }
        }
        let lazy: FxHashSet<NameId> = lazy.into_iter().collect();
        let mut specials = program.specials.iter();
        let runs_opaque_code = !lazy.is_empty()
            || program.calls_of(is_opaque).next().is_some()
            || specials.any(|special| runs_text(special.builtin));
        Self {
            program,
            summaries,
            lazy,
            runs_opaque_code,
            found: FxHashMap::default(),
        }
    }

    /// Finds what a condition says about the variables in one of its branches.
    fn branch(&mut self, condition: TermId, holds: bool, branch: TermId) {
        let mut facts = Vec::new();
        self.facts(condition, holds, &mut facts);
        if !facts.is_empty() {
            // The condition itself may assign to them.
            self.walk(condition, &mut facts, false);
            self.walk(branch, &mut facts, true);
        }
    }

    /// What is known where a condition holds, or where it does not.
    fn facts(&self, condition: TermId, holds: bool, facts: &mut Vec<Fact>) {
        let program = self.program;
        let arguments = match program.kind(condition) {
            TermKind::Sequence(operands) => {
                if let Some(&last) = program.children(operands).last() {
                    self.facts(last, holds, facts);
                }
                return;
            }
            TermKind::Call { arguments, .. } => arguments,
            _ => return,
        };
        let Some(intrinsic) = program.intrinsic(condition) else {
            return;
        };
        match (intrinsic, program.children(arguments)) {
            (Intrinsic::Not, &[operand]) => self.facts(operand, !holds, facts),
            (Intrinsic::And, &[left, right]) if holds => {
                self.facts(left, holds, facts);
                self.facts(right, holds, facts);
            }
            (Intrinsic::Or, &[left, right]) if !holds => {
                self.facts(left, holds, facts);
                self.facts(right, holds, facts);
            }
            (comparison, &[left, right]) => {
                use Intrinsic::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, Unequal};
                let (at_least, at_most) = match (comparison, holds) {
                    (Greater | GreaterOrEqual, true) | (Less | LessOrEqual, false) => (true, false),
                    (Less | LessOrEqual, true) | (Greater | GreaterOrEqual, false) => (false, true),
                    (Equal, true) | (Unequal, false) => (true, true),
                    _ => return,
                };
                let mut fact = |variable, bound| {
                    let guard = Guard {
                        comparison: condition,
                        bound,
                    };
                    let is_number = || literal(program, bound).is_some();
                    if let Some(name) = self.variable(variable)
                        && (holds || is_number())
                    {
                        facts.push(Fact { name, guard });
                    }
                };
                if at_least {
                    fact(left, right);
                }
                if at_most {
                    fact(right, left);
                }
            }
            _ => {}
        }
    }

    /// The variable that a term is, perhaps in brackets.
    fn variable(&self, term: TermId) -> Option<NameId> {
        match self.program.kind(term) {
            TermKind::Variable(name) => Some(name).filter(|name| !self.lazy.contains(name)),
            TermKind::Sequence(operands) => match *self.program.children(operands) {
                [only] => self.variable(only),
                _ => None,
            },
            _ => None,
        }
    }

    /// Follows the evaluation of a term: notes the guards of the variables in it, if that is what
    /// is wanted, and leaves the facts that are still known behind it.
    fn walk(&mut self, term: TermId, facts: &mut Vec<Fact>, note: bool) {
        if facts.is_empty() {
            return;
        }
        let program = self.program;
        match program.kind(term) {
            TermKind::Variable(name) => {
                if self.lazy.contains(&name) {
                    facts.clear();
                }
                let known = facts.iter().filter(|fact| fact.name == name);
                if note && known.clone().next().is_some() {
                    let guards = self.found.entry(term).or_default();
                    guards.extend(known.map(|fact| fact.guard));
                }
            }
            TermKind::Assign { target, value } => {
                self.walk(value, facts, note);
                self.walk_target(target, facts, note);
            }
            TermKind::DefineLazy { target, .. } => self.walk_target(target, facts, note),
            TermKind::Define(_) | TermKind::Undefine(_) => {}
            TermKind::Regional(_) => forget(facts, program.declared_by(term)),
            TermKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.walk(condition, facts, note);
                let mut after = facts.clone();
                self.walk(then, &mut after, note);
                if let Some(otherwise) = otherwise {
                    self.walk(otherwise, facts, note);
                }
                facts.retain(|fact| after.contains(fact));
            }
            TermKind::While { condition, body } => self.rounds(&[condition, body], facts, note),
            TermKind::Iterate(_) | TermKind::Special(_) => self.walk_scoped(term, facts, note),
            TermKind::Plot(plot) => {
                // What it assigns at pixels is its own.
                let body = program.plot(plot).body;
                program.for_each_operand(term, |operand| {
                    if operand != body {
                        self.walk(operand, facts, note);
                    }
                });
            }
            TermKind::Call { callee, .. } => self.walk_call(term, callee, facts, note),
            _ => program.for_each_operand(term, |operand| self.walk(operand, facts, note)),
        }
    }

    fn walk_call(&mut self, term: TermId, callee: CalleeId, facts: &mut Vec<Fact>, note: bool) {
        let program = self.program;
        program.for_each_operand(term, |operand| self.walk(operand, facts, note));
        for &function in &program.callee(callee).definitions {
            if facts.is_empty() {
                break;
            }
            self.call(function, facts);
        }
        if runs_code(program, term) || program.callee(callee).runs_code() {
            facts.clear();
        }
    }

    /// Follows a term that binds names in its operands.
    fn walk_scoped(&mut self, term: TermId, facts: &mut Vec<Fact>, note: bool) {
        let program = self.program;
        forget(facts, program.declared_by(term));
        program.for_each_scoped_operand(term, |operand, scope| {
            forget(facts, program.bound_in(scope));
            match scope {
                OperandScope::Loop(_) => self.rounds(&[operand], facts, note),
                // Code may run several times, or never.
                OperandScope::Code(_) => self.walk(operand, facts, false),
                OperandScope::Same | OperandScope::Function(_) => {
                    self.walk(operand, facts, note);
                }
            }
        });
        if runs_code(program, term) {
            facts.clear();
        }
    }

    /// What is evaluated again and again: only what no round changes is known in it.
    fn rounds(&mut self, terms: &[TermId], facts: &mut Vec<Fact>, note: bool) {
        for &term in terms {
            self.walk(term, facts, false);
        }
        if note {
            for &term in terms {
                self.walk(term, &mut facts.clone(), true);
            }
        }
    }

    fn walk_target(&mut self, target: TermId, facts: &mut Vec<Fact>, note: bool) {
        let program = self.program;
        match program.kind(target) {
            TermKind::Variable(name) => facts.retain(|fact| fact.name != name),
            TermKind::Index { base, index } => {
                self.walk(index, facts, note);
                self.walk_target(base, facts, note);
            }
            TermKind::List(targets) => {
                for &target in program.children(targets) {
                    self.walk_target(target, facts, note);
                }
            }
            _ => self.walk(target, facts, note),
        }
    }

    fn call(&self, function: FunctionId, facts: &mut Vec<Fact>) {
        if self.runs_opaque_code {
            facts.clear();
        }
        let writes = &self.summaries.function(function).writes;
        facts.retain(|fact| !writes.all.contains(fact.name));
    }
}

/// Forgets what is known of variables that mean something else from here on.
fn forget(facts: &mut Vec<Fact>, names: impl Iterator<Item = NameId>) {
    for name in names {
        facts.retain(|fact| fact.name != name);
    }
}

/// Whether a call runs code that does not stand in the program, or cannot be looked at.
fn runs_code(program: &Program, term: TermId) -> bool {
    match program.kind(term) {
        TermKind::Call { callee, .. } => is_opaque(program.callee(callee)),
        TermKind::Special(id) => runs_text(program.special(id).builtin),
        _ => false,
    }
}

fn is_opaque(callee: &Callee) -> bool {
    callee.definitions.is_empty() && callee.builtin.is_none_or(runs_text)
}

fn runs_text(builtin: BuiltinId) -> bool {
    let row = builtin.row();
    matches!(row.form, Form::Unavailable | Form::OutOfScope(_)) || row.opaque == Some(Opaque::Text)
}
