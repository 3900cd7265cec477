//! Whether loops end by themselves, looked at where the text has become naga's module.
//!
//! The window has drivers run modules without counters of its own in their loops, and so each loop
//! has to have one: in every round it changes a variable, and it ends by a test of that variable.

use std::collections::{HashMap, HashSet};

use naga::{Block, Expression, Function, Handle, LocalVariable, Module, Statement};

/// The name of a function with a loop that no counter ends, if there is one.
pub(crate) fn unbounded(module: &Module) -> Option<String> {
    let entry_points = module.entry_points.iter().map(|entry| &entry.function);
    let functions = module.functions.iter().map(|(_, function)| function);
    let mut all = functions.chain(entry_points);
    let found = all.find(|function| !is_bounded(function, &function.body))?;
    Some(found.name.clone().unwrap_or_default())
}

fn is_bounded(function: &Function, block: &Block) -> bool {
    // As deep as the text is nested, which is bounded.
    let within = |block| is_bounded(function, block);
    block.iter().all(|statement| match statement {
        Statement::Block(block) => within(block),
        Statement::If { accept, reject, .. } => within(accept) && within(reject),
        Statement::Switch { cases, .. } => cases.iter().all(|case| within(&case.body)),
        Statement::Loop {
            body,
            continuing,
            break_if,
        } => {
            let mut round = Round {
                function,
                tests: break_if.iter().copied().collect(),
                ends: false,
                changed: HashSet::default(),
                parts: HashMap::default(),
            };
            round.read(body, &[]);
            round.read(continuing, &[]);
            round.is_counted() && within(body) && within(continuing)
        }
        _ => true,
    })
}

/// A variable: one of the function, or of the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Variable {
    Local(Handle<LocalVariable>),
    Global(Handle<naga::GlobalVariable>),
}

/// What a round of a loop does.
struct Round<'a> {
    function: &'a Function,
    /// The tests that end the loop.
    tests: Vec<Handle<Expression>>,
    /// Whether the first round is the last.
    ends: bool,
    /// What every round changes.
    changed: HashSet<Variable>,
    /// What the variables are computed of in which naga keeps `a && b` and `a || b`.
    parts: HashMap<Handle<LocalVariable>, Vec<Handle<Expression>>>,
}

impl Round<'_> {
    /// Reads a part of the round that runs where all `conditions` say so.
    fn read(&mut self, block: &Block, conditions: &[Handle<Expression>]) {
        for statement in block.iter() {
            match statement {
                Statement::Block(block) => self.read(block, conditions),
                Statement::If {
                    condition,
                    accept,
                    reject,
                } => {
                    let breaks = |branch: &Block| {
                        let mut statements = branch.iter();
                        statements.any(|statement| matches!(statement, Statement::Break))
                    };
                    let ends = [accept, reject].map(breaks);
                    let constant = self.constant(*condition).map(|holds| [holds, !holds]);
                    // A loop that runs once.
                    self.ends |= conditions.is_empty()
                        && constant
                            .is_some_and(|runs| (runs[0] && ends[0]) || (runs[1] && ends[1]));
                    let ends = ends.contains(&true);
                    if ends && conditions.is_empty() {
                        self.tests.push(*condition);
                    }
                    let conditions = [conditions, &[*condition]].concat();
                    self.read(accept, &conditions);
                    self.read(reject, &conditions);
                }
                Statement::Store { pointer, value } => {
                    let Some(variable) = self.variable(*pointer) else {
                        continue;
                    };
                    if let Variable::Local(local) = variable
                        && self.function.local_variables[local].name.is_none()
                    {
                        let parts = self.parts.entry(local).or_default();
                        parts.push(*value);
                        parts.extend(conditions);
                    }
                    if conditions.is_empty() {
                        self.changed.insert(variable);
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether a test that ends the loop is of something that every round changes.
    fn is_counted(&self) -> bool {
        if self.ends {
            return true;
        }
        let mut rest = self.tests.clone();
        let mut seen = HashSet::new();
        while let Some(id) = rest.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.function.expressions[id] {
                Expression::Load { pointer } => match self.variable(pointer) {
                    // Not counted itself: it is computed anew.
                    Some(Variable::Local(local)) if self.parts.contains_key(&local) => {
                        rest.extend(&self.parts[&local]);
                    }
                    Some(variable) if self.changed.contains(&variable) => return true,
                    _ => {}
                },
                Expression::Unary { expr, .. } | Expression::As { expr, .. } => rest.push(expr),
                Expression::Binary { left, right, .. } => rest.extend([left, right]),
                _ => {}
            }
        }
        false
    }

    /// What a test says that says the same every time.
    fn constant(&self, id: Handle<Expression>) -> Option<bool> {
        match self.function.expressions[id] {
            Expression::Literal(naga::Literal::Bool(truth)) => Some(truth),
            Expression::Unary {
                op: naga::UnaryOperator::LogicalNot,
                expr,
            } => Some(!self.constant(expr)?),
            _ => None,
        }
    }

    /// The variable that a pointer points into.
    fn variable(&self, mut pointer: Handle<Expression>) -> Option<Variable> {
        loop {
            match self.function.expressions[pointer] {
                Expression::LocalVariable(local) => return Some(Variable::Local(local)),
                Expression::GlobalVariable(global) => return Some(Variable::Global(global)),
                Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => {
                    pointer = base;
                }
                _ => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(body: &str, expected: bool) {
        let text = format!("var<private> left: u32 = 9u; fn f(x: i32) {{ {body} }}");
        let parsed = naga::front::wgsl::parse_str(&text);
        let found = parsed.map(|module| unbounded(&module));
        let expected = (!expected).then(|| "f".to_owned());
        assert_eq!(found.ok(), Some(expected), "{body}");
    }

    #[test]
    fn loops_that_count() {
        check("for (var k = 0; k < x; k += 1) { }", true);
        check("loop { if !(false) { break; } }", true);
        check("loop { if left == 0u { break; } left -= 1u; }", true);
        check(
            "var k = 3; loop { if k < x && x > 2 { break; } k += 1; }",
            true,
        );
        check(
            "var k = 3; loop { k -= 1; { if !(k > 0 || x < k) { break; } } }",
            true,
        );
        check(
            "var k = 3; loop { continuing { k -= 1; break if k < 0; } }",
            true,
        );
    }

    #[test]
    fn loops_that_may_not() {
        check("loop { if x > 0 { break; } }", false);
        check(
            "loop { if left == 0u { break; } if x > 0 { left -= 1u; } }",
            false,
        );
        check(
            "var k = 3; loop { if x > 1 { if k == 0 { break; } } k -= 1; }",
            false,
        );
        check(
            "for (var k = 0; k < x; k += 1) { loop { if x == 1 { break; } } }",
            false,
        );
        check("while x > 0 { }", false);
        check("loop { if !(true) { break; } }", false);
    }
}
