//! Values that nobody uses: `append(l, x);`, which leaves `l` as it is, and `a == 1;`.

use cindyscript_diagnostic::Code;
use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::program::{Children, IterationKind, TermId, TermKind};

use super::names::write;
use crate::checker::Checker;

/// Branches and statements around a value are followed so deep.
const DEPTH: usize = 64;

impl Checker<'_> {
    /// Looks at the statements before the last, whose values nobody uses.
    pub(crate) fn unused_values(&mut self, statements: Children) {
        let program = &self.analysis.program;
        let Some((_, before)) = program.children(statements).split_last() else {
            return;
        };
        for &statement in before {
            self.unused(statement, DEPTH, true);
        }
    }

    /// The last statements of scripts, whose values nobody uses either. They may stand there to be
    /// looked at, unless they make a list.
    pub(crate) fn last_statements(&mut self) {
        let program = &self.analysis.program;
        for script in &program.scripts {
            if let TermKind::Sequence(statements) = program.kind(script.root)
                && let Some(&last) = program.children(statements).last()
            {
                self.unused(last, DEPTH, false);
            }
        }
    }

    /// Looks at a term whose value nobody uses.
    fn unused(&mut self, term: TermId, depth: usize, is_certain: bool) {
        let Some(depth) = depth.checked_sub(1) else {
            return;
        };
        let program = &self.analysis.program;
        match program.kind(term) {
            TermKind::Sequence(statements) => {
                if let Some(&last) = program.children(statements).last() {
                    self.unused(last, depth, true);
                }
            }
            TermKind::If {
                then, otherwise, ..
            } => {
                for branch in [Some(then), otherwise].into_iter().flatten() {
                    self.unused(branch, depth, true);
                }
            }
            TermKind::While { body, .. } => self.unused(body, depth, true),
            TermKind::Iterate(id) => {
                let iteration = program.iteration(id);
                match iteration.kind {
                    IterationKind::Repeat | IterationKind::ForAll => {
                        self.assigned_element(term, iteration);
                        self.unused(iteration.body, depth, true);
                    }
                    IterationKind::Sort | IterationKind::Select => {
                        self.unchanged(term, iteration.domain);
                    }
                    IterationKind::Apply
                    | IterationKind::Sum
                    | IterationKind::Product
                    | IterationKind::Max
                    | IterationKind::Min => {}
                }
            }
            TermKind::Call {
                callee, arguments, ..
            } => {
                let row = program.callee(callee);
                let Some(builtin) = row.plain_builtin() else {
                    return self.assigned_parameter(term, row, arguments);
                };
                let row = builtin.row();
                let given = program.children(arguments);
                if row.is_figure {
                    self.undrawn(term);
                    return;
                }
                match (row.copies, given) {
                    (Some(place), _) => {
                        if let Some(&changed) = given.get(usize::from(place)) {
                            self.unchanged(term, changed);
                        }
                    }
                    (None, &[target, value]) if is_certain && builtin.is(Intrinsic::Equal) => {
                        self.unused_comparison(term, target, self.analysis.written(value));
                    }
                    // `a <- 1`
                    (None, &[target, _]) if is_certain && builtin.is(Intrinsic::Less) => {
                        let behind = self.analysis.written(term);
                        let behind = behind.strip_prefix(self.analysis.written(target));
                        let value = behind.and_then(|rest| rest.trim_start().strip_prefix("<-"));
                        if let Some(value) = value {
                            self.unused_comparison(term, target, value.trim_start());
                        }
                    }
                    (None, &[changed, by])
                        if is_certain
                            && matches!(
                                builtin.operator(),
                                Some(
                                    Intrinsic::Add
                                        | Intrinsic::Subtract
                                        | Intrinsic::Multiply
                                        | Intrinsic::Divide
                                )
                            )
                            && match program.kind(by) {
                                TermKind::Number(_) | TermKind::Variable(_) => true,
                                // `A + [1, 0]`
                                TermKind::List(_) => matches!(
                                    builtin.operator(),
                                    Some(Intrinsic::Add | Intrinsic::Subtract)
                                ),
                                _ => false,
                            } =>
                    {
                        self.unchanged(term, changed);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// A value that was to take the place of what it is made of.
    fn unchanged(&mut self, term: TermId, changed: TermId) {
        let program = &self.analysis.program;
        let is_defined = |name| self.analysis.defined().contains(name);
        if !program.root_of_elements(changed).is_some_and(is_defined) {
            return;
        }
        let [name, written] = [changed, term].map(|part| self.analysis.written(part));
        // A point of the construction is moved by its coordinates.
        let target = match self.element_named(name) {
            Some(_) => format!("{name}.xy"),
            None => name.to_owned(),
        };
        let instead = format!("{target} = {written}");
        let fix = write(self.analysis.range(term), &instead);
        let message = format!("nobody uses this value: `{name}` stays as it is");
        let help = format!("write {target} = {}", self.analysis.text(term));
        if let Some(said) = self.say(term, Code::UnusedValue, message) {
            said.help = Some(help);
            said.fix = Some(fix);
        }
    }

    /// `circle([0, 0], 1);`
    fn undrawn(&mut self, term: TermId) {
        let called = self.called(term);
        let written = self.analysis.written(term);
        let name = written.get(..usize::from(called.len())).unwrap_or_default();
        let drawn = format!("draw({written})");
        let fix = write(self.analysis.range(term), &drawn);
        let message = format!("`{name}` draws nothing: nobody uses this value");
        let help = format!("write draw({})", self.analysis.text(term));
        if let Some(said) = self.say(term, Code::UnusedValue, message) {
            said.help = Some(help);
            said.fix = Some(fix);
        }
    }

    /// `a == 1;`, where an assignment is meant.
    fn unused_comparison(&mut self, statement: TermId, target: TermId, value: &str) {
        let program = &self.analysis.program;
        if program.root_of_elements(target).is_none() {
            return;
        }
        if let Some(name) = program.name_of(target) {
            self.meant.insert(program.names.text(name));
        }
        let target = self.analysis.written(target);
        let fix = write(
            self.analysis.range(statement),
            &format!("{target} = {value}"),
        );
        let message = "this compares, and nobody asks for the result";
        let said = self.say(statement, Code::UnusedComparison, message);
        if let Some(said) = said {
            said.help = Some("to assign, write `=`".to_owned());
            said.fix = Some(fix);
        }
    }
}
