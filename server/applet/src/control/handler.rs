//! The JavaScript of handlers, as far as it runs CindyScript.

use cindyscript_diagnostic::{Code, Diagnostic, Severity};
use oxc_allocator::Allocator;
use oxc_ast::ast::{
    ArrowFunctionBody, AssignmentTarget, CallExpression, Expression, IdentifierReference, Statement,
};
use oxc_parser::Parser;
use oxc_span::{GetSpan, SourceType};
use oxc_syntax::operator::{BinaryOperator, LogicalOperator, UnaryOperator};
use text_size::{TextRange, TextSize};

use super::markup::ControlElement;
use super::{
    CodeTemplate, ControlAction, ControlHandler, ControlProperty, ControlRead, ControlTrigger,
    TemplatePiece,
};
use crate::evaluate::Evaluator;
use crate::javascript::{Located, Scope, range_of};
use crate::nesting;
use crate::stack::SHALLOW;
use crate::tag::Attribute;
use crate::{ConstantValue, SourceText};

/// Makes an action of a script.
type Runs = fn(CodeTemplate) -> ControlAction;

/// The methods of an applet that run CindyScript.
const RUNS: [(&str, Runs); 2] = [
    ("evokeCS", ControlAction::Run),
    ("evalcs", ControlAction::Evaluate),
];
/// The methods of an applet for its animation.
const PLAYS: [(&str, ControlAction); 3] = [
    ("play", ControlAction::Play),
    ("pause", ControlAction::Pause),
    ("stop", ControlAction::Stop),
];

type Expr<'a> = Located<&'a Expression<'a>>;

/// True if a text calls one of the methods.
pub(super) fn may_run_scripts(text: &str) -> bool {
    ends_of_calls(text).next().is_some()
}

/// Counts the calls of these methods of something in a script.
pub(super) fn calls(text: &str) -> usize {
    let starts = ends_of_calls(text).map(|(name, end)| end - name.len());
    let is_method = |start: &usize| text[..*start].trim_end().ends_with('.');
    starts.filter(is_method).count()
}

/// The methods that a text calls, and where their names end.
fn ends_of_calls(text: &str) -> impl Iterator<Item = (&'static str, usize)> {
    let plays = PLAYS.iter().map(|(name, _)| *name);
    let names = RUNS.iter().map(|(name, _)| *name).chain(plays);
    names.flat_map(move |name| {
        let ends = text.match_indices(name).map(|(at, _)| at + name.len());
        let is_call = |end: &usize| text[*end..].trim_start().starts_with('(');
        ends.filter(is_call).map(move |end| (name, end))
    })
}

/// Reads the handlers of a page.
pub(super) struct Reader<'s, 'a> {
    scope: &'s Scope<'a>,
    file: &'s str,
    applets: usize,
    pub(super) problems: Vec<Diagnostic>,
}

impl<'s, 'a> Reader<'s, 'a> {
    pub(super) fn new(scope: &'s Scope<'a>, file: &'s str, applets: usize) -> Self {
        Reader {
            scope,
            file,
            applets,
            problems: Vec::new(),
        }
    }

    /// The handlers of an element, each with the applet that its actions are for.
    pub(super) fn handlers(&mut self, element: &ControlElement) -> Vec<(usize, ControlHandler)> {
        let mut handlers = Vec::new();
        for attribute in &element.handlers {
            let value = &*attribute.value;
            if !may_run_scripts(value) {
                continue;
            }
            let Some(trigger) = trigger(&attribute.name) else {
                let message = format!("the preview does not run `{}` handlers", attribute.name);
                self.not_run(attribute.range, message);
                continue;
            };
            if !nesting::depth(value, false).is_ok_and(|depth| depth <= SHALLOW) {
                self.not_run(
                    attribute.range,
                    "the preview cannot read this handler".to_owned(),
                );
                continue;
            }
            let mut found = self.read(attribute, trigger);
            found.sort_by_key(|(applet, ..)| *applet);
            for part in found.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
                let trigger = part[0].1;
                let actions = part.iter().map(|(.., action)| action.clone()).collect();
                handlers.push((part[0].0, ControlHandler { trigger, actions }));
            }
        }
        handlers
    }

    /// The actions of a handler, each with its applet and its event.
    fn read(
        &mut self,
        attribute: &Attribute<'_>,
        trigger: ControlTrigger,
    ) -> Vec<(usize, ControlTrigger, ControlAction)> {
        let allocator = Allocator::default();
        let value = &*attribute.value;
        let parsed = Parser::new(&allocator, value, SourceType::cjs()).parse();
        if let Some(error) = parsed.diagnostics.errors().next() {
            let message = format!("this handler does not parse: {}", error.message);
            let problem = Diagnostic::new(Code::HandlerNotRun, attribute.range, message);
            self.problems.push(problem.severity(Severity::Warning));
            return Vec::new();
        }
        // With character references, the file has another text than the handler.
        let is_literal = attribute.is_literal();
        let nothing = Scope::default();
        let (file, base) = match is_literal {
            true => (self.file, attribute.range.start()),
            false => (value, TextSize::new(0)),
        };
        let mut handler = Handler {
            page: self.scope,
            applets: self.applets,
            default: 0,
            evaluator: Evaluator::new(&nothing, file),
            base,
            whole: (!is_literal).then_some(attribute.range),
            trigger,
            actions: Vec::new(),
            not_run: Vec::new(),
        };
        for statement in &parsed.program.body {
            handler.statement(statement);
        }
        let Handler {
            actions, not_run, ..
        } = handler;
        for (range, message) in not_run {
            self.not_run(range, message);
        }
        actions
    }

    /// The actions of an applet's `oninit`, each with the applet that it is for.
    pub(super) fn at_start(&mut self, applet: usize) -> Vec<(usize, ControlAction)> {
        let Some(function) = self.oninit(applet) else {
            return Vec::new();
        };
        let nothing = Scope::default();
        let mut handler = Handler {
            page: self.scope,
            applets: self.applets,
            default: applet,
            evaluator: Evaluator::new(&nothing, self.file),
            base: function.base,
            whole: None,
            trigger: ControlTrigger::Press,
            actions: Vec::new(),
            not_run: Vec::new(),
        };
        match function.node.without_parentheses() {
            Expression::FunctionExpression(function) => {
                let body = function.body.iter();
                for statement in body.flat_map(|body| &body.statements) {
                    handler.statement(statement);
                }
            }
            Expression::ArrowFunctionExpression(function) => match &function.body {
                ArrowFunctionBody::FunctionBody(body) => {
                    for statement in &body.statements {
                        handler.statement(statement);
                    }
                }
                body => {
                    if let Some(expression) = body.as_expression() {
                        handler.expression(expression);
                    }
                }
            },
            other => {
                let reason = "the preview runs `oninit` only if its function is written here";
                handler.not_run(other, reason);
            }
        }
        let Handler {
            actions, not_run, ..
        } = handler;
        for (range, message) in not_run {
            self.not_run(range, message);
        }
        let actions = actions.into_iter();
        actions
            .map(|(applet, _, action)| (applet, action))
            .collect()
    }

    /// The setting `oninit` of the call that makes an applet.
    fn oninit(&self, applet: usize) -> Option<Expr<'a>> {
        let call = self.scope.calls.get(applet)?;
        let settings = call.with(call.node.arguments.first()?.as_expression()?);
        let Expression::ObjectExpression(object) = self.resolved(settings).node else {
            return None;
        };
        let base = self.resolved(settings);
        let oninit = object.properties.iter().find_map(|property| {
            let property = property.as_property()?;
            property
                .key
                .is_specific_static_name("oninit")
                .then_some(&property.value)
        });
        Some(self.resolved(base.with(oninit?)))
    }

    /// An expression, or what the variable holds that it is.
    fn resolved(&self, expression: Expr<'a>) -> Expr<'a> {
        let node = expression.node.without_parentheses();
        if let Expression::Identifier(name) = node
            && let Some(binding) = self.scope.bindings.get(name.name.as_str())
            && let Some(initializer) = binding.initializer
            && binding.declarations == 1
        {
            return initializer;
        }
        expression.with(node)
    }

    fn not_run(&mut self, range: TextRange, message: String) {
        let message = format!("in a browser, {message}");
        let problem = Diagnostic::new(Code::HandlerNotRun, range, message).help(
            "there, a handler calls `evokeCS` with strings, `this.value` and `this.checked`, or \
             `play`, `pause` and `stop`",
        );
        self.problems.push(problem);
    }
}

/// The event of an attribute.
fn trigger(attribute: &str) -> Option<ControlTrigger> {
    Some(match attribute {
        "onclick" | "ondblclick" | "onmousedown" | "onmouseup" | "onpointerdown"
        | "onpointerup" | "ontouchstart" | "ontouchend" => ControlTrigger::Press,
        "oninput" => ControlTrigger::Input,
        "onchange" | "onblur" => ControlTrigger::Change,
        "onkeypress" | "onkeydown" | "onkeyup" => ControlTrigger::Key,
        _ => return None,
    })
}

/// A handler that is read.
struct Handler<'s, 'a, 'h> {
    page: &'s Scope<'a>,
    applets: usize,
    /// The applet of calls of which it is not known whose they are.
    default: usize,
    evaluator: Evaluator<'s, 'h>,
    base: TextSize,
    /// The place of everything, if the file does not have the text as it is.
    whole: Option<TextRange>,
    trigger: ControlTrigger,
    actions: Vec<(usize, ControlTrigger, ControlAction)>,
    /// The parts that are not run, with the reasons.
    not_run: Vec<(TextRange, String)>,
}

impl<'h> Handler<'_, '_, 'h> {
    fn at<T>(&self, node: T) -> Located<T> {
        Located {
            node,
            base: self.base,
        }
    }

    fn range(&self, node: &impl GetSpan) -> TextRange {
        self.whole.unwrap_or_else(|| range_of(self.at(node)))
    }

    fn not_run(&mut self, node: &impl GetSpan, reason: &str) {
        let range = self.range(node);
        self.not_run.push((range, reason.to_owned()));
    }

    fn statement(&mut self, statement: &'h Statement<'h>) {
        match statement {
            Statement::EmptyStatement(_) | Statement::ReturnStatement(_) => {}
            Statement::BlockStatement(block) => {
                for statement in &block.body {
                    self.statement(statement);
                }
            }
            Statement::ExpressionStatement(statement) => self.expression(&statement.expression),
            Statement::IfStatement(choice)
                if choice.alternate.is_none() && self.is_enter(&choice.test) =>
            {
                self.on_enter(|handler| handler.statement(&choice.consequent));
            }
            other => self.not_run(
                other,
                "the preview does not run this statement of JavaScript",
            ),
        }
    }

    /// Reads what runs if the key is Enter.
    fn on_enter(&mut self, read: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.trigger, ControlTrigger::Enter);
        read(self);
        self.trigger = outer;
    }

    /// True for a comparison of the key with Enter: `event.key == "Enter"`.
    fn is_enter(&self, test: &Expression<'_>) -> bool {
        let Expression::BinaryExpression(test) = test.without_parentheses() else {
            return false;
        };
        let is_equal = matches!(
            test.operator,
            BinaryOperator::Equality | BinaryOperator::StrictEquality
        );
        let is_code = match &test.right {
            Expression::NumericLiteral(code) => code.value == 13.0,
            Expression::StringLiteral(name) => name.value == "Enter",
            _ => false,
        };
        self.trigger == ControlTrigger::Key && is_equal && is_code && is_of_event(&test.left)
    }

    fn expression(&mut self, expression: &'h Expression<'h>) {
        match expression.without_parentheses() {
            Expression::SequenceExpression(sequence) => {
                for expression in &sequence.expressions {
                    self.expression(expression);
                }
            }
            Expression::LogicalExpression(logical)
                if logical.operator == LogicalOperator::And && self.is_enter(&logical.left) =>
            {
                self.on_enter(|handler| handler.expression(&logical.right));
            }
            Expression::CallExpression(call) => self.call(call),
            Expression::AssignmentExpression(assignment) if assignment.operator.is_assign() => {
                let AssignmentTarget::StaticMemberExpression(target) = &assignment.left else {
                    return self.not_run(&**assignment, "the preview does not set this variable");
                };
                let id = element_id(&target.object).filter(|_| target.property.name == "value");
                let (Some(id), Some(value)) = (id, self.template(&assignment.right)) else {
                    return self.not_run(&**assignment, "the preview does not set this property");
                };
                self.act(0..self.applets, &ControlAction::SetValue { id, value });
            }
            other => self.not_run(other, "the preview does not run this expression"),
        }
    }

    fn call(&mut self, call: &'h CallExpression<'h>) {
        let Expression::StaticMemberExpression(callee) = &call.callee else {
            return self.not_run(call, "the preview does not call functions of the page");
        };
        let method = callee.property.name.as_str();
        let applet = self.applet(&callee.object);
        if let Some((_, action)) = PLAYS.iter().find(|(name, _)| *name == method) {
            return self.act(applet..applet + 1, action);
        }
        let Some((_, run)) = RUNS.iter().find(|(name, _)| *name == method) else {
            return match method {
                // They keep a browser from what it would do.
                "preventDefault" | "stopPropagation" | "blur" | "focus" => {}
                _ => self.not_run(call, &format!("the preview does not call `{method}`")),
            };
        };
        let code = call.arguments.first().and_then(|it| it.as_expression());
        match code.map(|code| (code, self.template(code))) {
            Some((_, Some(code))) => self.act(applet..applet + 1, &run(code)),
            Some((code, None)) => {
                self.not_run(code, "this script is known only when the page runs");
            }
            None => self.not_run(call, "there is no script to run"),
        }
    }

    fn act(&mut self, applets: std::ops::Range<usize>, action: &ControlAction) {
        let trigger = self.trigger;
        let actions = applets.map(|applet| (applet, trigger, action.clone()));
        self.actions.extend(actions);
    }

    /// The applet that an expression stands for; the default if that is not known.
    fn applet(&self, object: &Expression<'_>) -> usize {
        let found = match object.without_parentheses() {
            Expression::Identifier(name) => self.bound(name),
            Expression::ComputedMemberExpression(member) => match &member.expression {
                Expression::NumericLiteral(index) => Some(index.value as usize),
                _ => None,
            },
            _ => None,
        };
        found
            .filter(|applet| *applet < self.applets)
            .unwrap_or(self.default)
    }

    /// The applet that a variable of the page holds.
    fn bound(&self, name: &IdentifierReference<'_>) -> Option<usize> {
        let initializer = self.page.bindings.get(name.name.as_str())?.initializer?;
        let range = range_of(initializer);
        let mut calls = self.page.calls.iter();
        calls.position(|call| call.file_range(call.node.span) == range)
    }

    /// A text that is known but for the states of controls.
    fn template(&self, expression: &'h Expression<'h>) -> Option<CodeTemplate> {
        let mut pieces = Vec::new();
        self.pieces(expression, &mut pieces)?;
        Some(CodeTemplate {
            pieces,
            range: self.range(expression),
        })
    }

    /// Appends the pieces of a text; whether JavaScript takes it for a string.
    fn pieces(
        &self,
        expression: &'h Expression<'h>,
        pieces: &mut Vec<TemplatePiece>,
    ) -> Option<bool> {
        let expression = expression.without_parentheses();
        match expression {
            Expression::BinaryExpression(sum) if sum.operator == BinaryOperator::Addition => {
                let mut operands = vec![&sum.right];
                let mut first = &sum.left;
                while let Expression::BinaryExpression(left) = first
                    && left.operator == BinaryOperator::Addition
                {
                    operands.push(&left.right);
                    first = &left.left;
                }
                let mut is_string = self.pieces(first, pieces)?;
                for operand in operands.into_iter().rev() {
                    let joins = self.pieces(operand, pieces)?;
                    // Else it is a sum of numbers.
                    if !is_string && !joins {
                        return None;
                    }
                    is_string = true;
                }
                return Some(true);
            }
            Expression::TemplateLiteral(template) => {
                for (index, quasi) in template.quasis.iter().enumerate() {
                    let range = self.at(()).file_range(quasi.span);
                    pieces.push(TemplatePiece::Text(
                        self.placed(self.evaluator.unescaped(range)),
                    ));
                    if let Some(hole) = template.expressions.get(index) {
                        self.pieces(hole, pieces)?;
                    }
                }
                return Some(true);
            }
            _ => {}
        }
        if let Some((of, read)) = property(expression) {
            let range = self.range(expression);
            pieces.push(TemplatePiece::Property(ControlProperty { of, read, range }));
            return Some(read == ControlRead::Value);
        }
        let constant = self.evaluator.evaluate(self.at(expression) as Expr<'h>);
        let text = self.evaluator.stringified(&constant)?;
        pieces.push(TemplatePiece::Text(self.placed(text)));
        Some(matches!(constant.value, ConstantValue::String(_)))
    }

    /// A text of the handler with its place in the file.
    fn placed(&self, text: SourceText) -> SourceText {
        match self.whole {
            Some(whole) => SourceText::inserted(text.text(), whole),
            None => text,
        }
    }
}

/// True for what an event says: `event.which`, `event.which ? event.which : event.keyCode`.
fn is_of_event(expression: &Expression<'_>) -> bool {
    const KEYS: [&str; 4] = ["which", "keyCode", "key", "code"];
    match expression.without_parentheses() {
        Expression::ConditionalExpression(choice) => {
            is_of_event(&choice.consequent) && is_of_event(&choice.alternate)
        }
        Expression::LogicalExpression(logical) => {
            is_of_event(&logical.left) && is_of_event(&logical.right)
        }
        Expression::StaticMemberExpression(member) => KEYS.contains(&member.property.name.as_str()),
        _ => false,
    }
}

/// The id of an element that an expression finds: `document.getElementById("id")`.
fn element_id(expression: &Expression<'_>) -> Option<String> {
    let Expression::CallExpression(call) = expression.without_parentheses() else {
        return None;
    };
    let Expression::StaticMemberExpression(callee) = &call.callee else {
        return None;
    };
    let is_search = match callee.property.name.as_str() {
        "getElementById" => "",
        "querySelector" => "#",
        _ => return None,
    };
    match call.arguments.first()?.as_expression()? {
        Expression::StringLiteral(id) => id.value.strip_prefix(is_search).map(str::to_owned),
        _ => None,
    }
}

/// A property of a control that an expression reads: `this.value`, `Number(event.target.value)`.
fn property(expression: &Expression<'_>) -> Option<(Option<String>, ControlRead)> {
    match expression.without_parentheses() {
        Expression::StaticMemberExpression(member) => {
            let of = match member.object.without_parentheses() {
                Expression::ThisExpression(_) => None,
                Expression::StaticMemberExpression(target)
                    if matches!(target.property.name.as_str(), "target" | "currentTarget") =>
                {
                    None
                }
                other => Some(element_id(other)?),
            };
            let read = match member.property.name.as_str() {
                "value" => ControlRead::Value,
                "valueAsNumber" => ControlRead::Number,
                "checked" => ControlRead::Checked,
                _ => return None,
            };
            Some((of, read))
        }
        Expression::UnaryExpression(unary) if unary.operator == UnaryOperator::UnaryPlus => {
            as_number(&unary.argument)
        }
        Expression::CallExpression(call) => {
            let argument = call.arguments.first().and_then(|it| it.as_expression());
            match (&call.callee, argument) {
                (Expression::Identifier(function), Some(argument)) => match &*function.name {
                    "Number" | "parseFloat" => as_number(argument),
                    "String" => property(argument),
                    _ => None,
                },
                (Expression::StaticMemberExpression(method), None) => {
                    property(&method.object).filter(|_| method.property.name == "toString")
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn as_number(expression: &Expression<'_>) -> Option<(Option<String>, ControlRead)> {
    let (of, read) = property(expression)?;
    (read != ControlRead::Checked).then_some((of, ControlRead::Number))
}
