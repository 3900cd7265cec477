//! Loops that count and fill lists: `for (let i = 0; i < n; i++) { points.push(...); }`.

use oxc_ast::ast::{
    AssignmentTarget, BindingPattern, CallExpression, Expression, ForStatement, ForStatementInit,
    Statement, VariableDeclarator,
};
use oxc_syntax::operator::{AssignmentOperator, BinaryOperator, UpdateOperator};

/// A loop over numbers.
pub(crate) struct Counting<'a> {
    /// The variable that counts.
    pub(crate) name: &'a str,
    pub(crate) start: &'a Expression<'a>,
    /// It counts up to this.
    pub(crate) limit: &'a Expression<'a>,
    /// Whether the limit itself is counted.
    pub(crate) inclusive: bool,
    /// By how much it counts; 1 if there is none.
    pub(crate) step: Option<&'a Expression<'a>>,
    pub(crate) body: Vec<Step<'a>>,
}

/// A statement of the body.
pub(crate) enum Step<'a> {
    /// `name.push(...)`
    Push(&'a str, &'a CallExpression<'a>),
    /// `const name = value;`
    Declaration(&'a str, &'a Expression<'a>),
    Loop(Counting<'a>),
}

impl<'a> Counting<'a> {
    /// The loop, if it does nothing else.
    pub(crate) fn of(statement: &'a ForStatement<'a>) -> Option<Counting<'a>> {
        let Some(ForStatementInit::VariableDeclaration(init)) = &statement.init else {
            return None;
        };
        let [variable] = init.declarations.as_slice() else {
            return None;
        };
        let (name, start) = declared(variable)?;
        let is_counter = |expression: &Expression<'a>| matches!(expression, Expression::Identifier(other) if other.name == name);
        let Expression::BinaryExpression(test) = statement.test.as_ref()? else {
            return None;
        };
        let inclusive = match test.operator {
            BinaryOperator::LessThan => false,
            BinaryOperator::LessEqualThan => true,
            _ => return None,
        };
        let step = match statement.update.as_ref()? {
            Expression::UpdateExpression(update)
                if update.operator == UpdateOperator::Increment
                    && update.argument.get_identifier_name() == Some(name) =>
            {
                None
            }
            Expression::AssignmentExpression(update)
                if update.operator == AssignmentOperator::Addition
                    && matches!(&update.left, AssignmentTarget::AssignmentTargetIdentifier(other) if other.name == name) =>
            {
                Some(&update.right)
            }
            _ => return None,
        };
        if !is_counter(&test.left) {
            return None;
        }
        let mut body = Vec::new();
        steps(&statement.body, &mut body)?;
        Some(Counting {
            name,
            start,
            limit: &test.right,
            inclusive,
            step,
            body,
        })
    }

    /// The lists that it fills.
    pub(crate) fn lists(&self) -> Vec<&'a str> {
        let mut names: Vec<&str> = Vec::new();
        for step in &self.body {
            match step {
                Step::Push(name, _) => names.push(name),
                Step::Loop(inner) => names.extend(inner.lists()),
                Step::Declaration(..) => {}
            }
        }
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// A statement's steps; none if it does something else.
fn steps<'a>(statement: &'a Statement<'a>, body: &mut Vec<Step<'a>>) -> Option<()> {
    match statement {
        Statement::BlockStatement(block) => {
            for statement in &block.body {
                steps(statement, body)?;
            }
        }
        Statement::EmptyStatement(_) => {}
        Statement::ForStatement(inner) => body.push(Step::Loop(Counting::of(inner)?)),
        Statement::VariableDeclaration(declaration) => {
            for variable in &declaration.declarations {
                let (name, value) = declared(variable)?;
                body.push(Step::Declaration(name, value));
            }
        }
        Statement::ExpressionStatement(statement) => {
            let Expression::CallExpression(call) = &statement.expression else {
                return None;
            };
            let Expression::StaticMemberExpression(callee) = &call.callee else {
                return None;
            };
            match &callee.object {
                Expression::Identifier(list) if callee.property.name == "push" => {
                    body.push(Step::Push(list.name.as_str(), call));
                }
                _ => return None,
            }
        }
        _ => return None,
    }
    Some(())
}

fn declared<'a>(variable: &'a VariableDeclarator<'a>) -> Option<(&'a str, &'a Expression<'a>)> {
    match &variable.id {
        BindingPattern::BindingIdentifier(name) => {
            Some((name.name.as_str(), variable.init.as_ref()?))
        }
        _ => None,
    }
}
