//! Constant folding of JavaScript expressions.

mod number;
mod text;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use oxc_ast::ast::{
    Argument, ArrayExpressionElement, BinaryExpression, CallExpression, ComputedMemberExpression,
    Expression, ObjectPropertyKind, PropertyKey, PropertyKind, StaticMemberExpression,
    TaggedTemplateExpression, UnaryExpression,
};
use oxc_span::GetSpan;
use oxc_syntax::operator::{BinaryOperator, UnaryOperator};
use text_size::{TextRange, TextSize};

use self::number::{arithmetic, math_constant, math_function, unit_interval};
use self::text::plain_text;
use crate::counting::{Counting, Step};
use crate::javascript::{Binding, Call, Located, Scope, Update, range_of};
use crate::{Constant, ConstantValue, Property, SourceText};

/// More constants than a page has: variables that double one another would grow without end.
const BUDGET: usize = 200_000;

/// Loops that go on for longer are given up: more elements than a construction has.
const MAX_ROUNDS: usize = 10_000;

/// Chains of variables that name one another end here, circles among them.
const MAX_DEPTH: usize = 64;

type Expr<'a> = Located<&'a Expression<'a>>;

/// Evaluates expressions among the variables of a page.
pub(crate) struct Evaluator<'s, 'a> {
    scope: &'s Scope<'a>,
    /// The text of the file.
    file: &'s str,
    budget: Cell<usize>,
    depth: Cell<usize>,
    /// Counters and variables of the loops that are run, the innermost last.
    locals: RefCell<Vec<(&'a str, Constant)>>,
    /// How often the loop that is run has been run through.
    round: Cell<usize>,
    /// The calls of `Math.random` met so far, by their places and the loop's round, numbered.
    chances: RefCell<HashMap<(TextSize, usize), u64>>,
}

impl<'s, 'a> Evaluator<'s, 'a> {
    pub(crate) fn new(scope: &'s Scope<'a>, file: &'s str) -> Evaluator<'s, 'a> {
        Evaluator {
            scope,
            file,
            budget: Cell::new(BUDGET),
            depth: Cell::new(0),
            locals: RefCell::default(),
            round: Cell::new(0),
            chances: RefCell::default(),
        }
    }

    /// The value of an expression; its parts may be [`ConstantValue::Unknown`].
    pub(crate) fn evaluate(&self, expr: Expr<'a>) -> Constant {
        let range = range_of(expr);
        let Some(budget) = self.budget.get().checked_sub(1) else {
            return Constant {
                value: ConstantValue::Unknown,
                range,
            };
        };
        self.budget.set(budget);
        let value = match expr.node {
            Expression::NullLiteral(_) => ConstantValue::Null,
            Expression::BooleanLiteral(b) => ConstantValue::Bool(b.value),
            Expression::NumericLiteral(n) => ConstantValue::Number(n.value),
            Expression::StringLiteral(_) => ConstantValue::String(self.unescaped(inner(range, 1))),
            Expression::TemplateLiteral(template) => self.template(expr.with(&**template)),
            Expression::TaggedTemplateExpression(tagged) => self.raw(expr.with(&**tagged)),
            Expression::ParenthesizedExpression(inner) => {
                return self.evaluate(expr.with(&inner.expression));
            }
            // `(1, 2)` is its last value.
            Expression::SequenceExpression(sequence) => match sequence.expressions.last() {
                Some(last) => return self.evaluate(expr.with(last)),
                None => ConstantValue::Unknown,
            },
            Expression::ArrayExpression(array) => {
                let mut items = Vec::with_capacity(array.elements.len());
                for element in &array.elements {
                    self.element(expr.with(element), &mut items);
                }
                ConstantValue::Array(items)
            }
            Expression::ObjectExpression(object) => {
                let mut properties = Vec::with_capacity(object.properties.len());
                for property in &object.properties {
                    self.property(expr.with(property), &mut properties);
                }
                ConstantValue::Object(properties)
            }
            Expression::Identifier(name) => self.identifier(&name.name),
            Expression::UnaryExpression(unary) => self.unary(expr.with(&**unary)),
            Expression::BinaryExpression(binary) => self.binary(expr.with(&**binary)),
            Expression::ConditionalExpression(conditional) => {
                match self.evaluate(expr.with(&conditional.test)).truthy() {
                    Some(true) => return self.evaluate(expr.with(&conditional.consequent)),
                    Some(false) => return self.evaluate(expr.with(&conditional.alternate)),
                    None => ConstantValue::Unknown,
                }
            }
            Expression::StaticMemberExpression(member) => self.member(expr.with(&**member)),
            Expression::ComputedMemberExpression(member) => self.element_of(expr.with(&**member)),
            Expression::AssignmentExpression(assignment) if assignment.operator.is_assign() => {
                return self.evaluate(expr.with(&assignment.right));
            }
            Expression::CallExpression(call) => self.call(expr.with(&**call)),
            _ => ConstantValue::Unknown,
        };
        Constant { value, range }
    }

    fn identifier(&self, name: &str) -> ConstantValue {
        match name {
            "Infinity" => ConstantValue::Number(f64::INFINITY),
            "NaN" => ConstantValue::Number(f64::NAN),
            // Absent and null are the same to CindyJS.
            "undefined" => ConstantValue::Null,
            name => {
                let local = self.local(name).or_else(|| self.variable(name));
                local.unwrap_or(ConstantValue::Unknown)
            }
        }
    }

    /// `Math.PI`, `settings.scripts`
    fn member(&self, expr: Located<&'a StaticMemberExpression<'a>>) -> ConstantValue {
        let (member, name) = (expr.node, expr.node.property.name.as_str());
        if is_global(&member.object, "Math") {
            return math_constant(name).map_or(ConstantValue::Unknown, ConstantValue::Number);
        }
        let object = self.evaluate(expr.with(&member.object));
        let value = object.get(name).map(|found| found.value.clone());
        value.unwrap_or(ConstantValue::Unknown)
    }

    /// ``String.raw`…` `` without expressions in it.
    fn raw(&self, expr: Located<&'a TaggedTemplateExpression<'a>>) -> ConstantValue {
        let tagged = expr.node;
        match &tagged.tag {
            Expression::StaticMemberExpression(tag)
                if tag.property.name == "raw"
                    && is_global(&tag.object, "String")
                    && tagged.quasi.expressions.is_empty() =>
            {
                let range = inner(expr.file_range(tagged.quasi.span), 1);
                ConstantValue::String(SourceText::contiguous(self.text(range), range.start()))
            }
            _ => ConstantValue::Unknown,
        }
    }

    fn unary(&self, expr: Located<&'a UnaryExpression<'a>>) -> ConstantValue {
        let argument = self.evaluate(expr.with(&expr.node.argument));
        match (expr.node.operator, argument.as_number(), argument.truthy()) {
            (UnaryOperator::UnaryNegation, Some(n), _) => ConstantValue::Number(-n),
            (UnaryOperator::UnaryPlus, Some(n), _) => ConstantValue::Number(n),
            (UnaryOperator::LogicalNot, _, Some(b)) => ConstantValue::Bool(!b),
            (UnaryOperator::Void, ..) => ConstantValue::Null,
            _ => ConstantValue::Unknown,
        }
    }

    /// `object[index]`
    fn element_of(&self, expr: Located<&'a ComputedMemberExpression<'a>>) -> ConstantValue {
        let object = self.evaluate(expr.with(&expr.node.object));
        let index = self.evaluate(expr.with(&expr.node.expression));
        let item = match (object.as_array(), index.as_number(), index.as_str()) {
            (Some(items), Some(n), _) if n >= 0.0 && n.fract() == 0.0 => items.get(n as usize),
            (_, _, Some(name)) => object.get(name),
            _ => None,
        };
        item.map_or(ConstantValue::Unknown, |c| c.value.clone())
    }

    /// The first argument of a call; none if there is none.
    pub(crate) fn first_argument(&self, call: Located<Call<'a>>) -> Option<Constant> {
        let argument = call.node.arguments.first()?;
        Some(match argument.as_expression() {
            Some(expression) => self.evaluate(call.with(expression)),
            None => Constant {
                value: ConstantValue::Unknown,
                range: call.file_range(argument.span()),
            },
        })
    }

    /// Where containers among the settings of a call are changed by code that only a running
    /// page could follow: the argument itself and the variables that its properties name.
    pub(crate) fn changes(&self, call: Located<Call<'a>>) -> Vec<TextRange> {
        let Some(argument) = call
            .node
            .arguments
            .first()
            .and_then(Argument::as_expression)
        else {
            return Vec::new();
        };
        let mut named = vec![argument];
        if let Expression::ObjectExpression(object) = argument {
            named.extend(
                object
                    .properties
                    .iter()
                    .filter_map(|property| match property {
                        ObjectPropertyKind::ObjectProperty(property) => Some(&property.value),
                        ObjectPropertyKind::SpreadProperty(_) => None,
                    }),
            );
        }
        let changed = |expression: &Expression<'a>| match expression {
            Expression::Identifier(name) => {
                let binding = self.scope.bindings.get(name.name.as_str())?;
                // Where the variable is unknown altogether, its setting says so.
                binding
                    .changed
                    .filter(|_| self.variable(name.name.as_str()).is_some())
            }
            _ => None,
        };
        named.into_iter().filter_map(changed).collect()
    }

    fn text(&self, range: TextRange) -> &'s str {
        self.file
            .get(std::ops::Range::<usize>::from(range))
            .unwrap_or("")
    }

    fn local(&self, name: &str) -> Option<ConstantValue> {
        let locals = self.locals.borrow();
        let found = locals.iter().rev().find(|(local, _)| *local == name);
        found.map(|(_, constant)| constant.value.clone())
    }

    fn variable(&self, name: &str) -> Option<ConstantValue> {
        let binding = self
            .scope
            .bindings
            .get(name)
            .filter(|b| b.declarations == 1)?;
        let depth = self.depth.get();
        if depth >= MAX_DEPTH {
            return None;
        }
        self.depth.set(depth + 1);
        let value = self.bound(name, binding);
        self.depth.set(depth);
        value
    }

    fn bound(&self, list: &str, binding: &Binding<'a>) -> Option<ConstantValue> {
        let mut value = self.evaluate(binding.initializer?).value;
        for update in &binding.updates {
            match (&mut value, update.node) {
                (ConstantValue::Array(items), Update::Push(call)) => {
                    for argument in &call.arguments {
                        self.argument(update.with(argument), items);
                    }
                }
                (ConstantValue::Array(items), Update::Loop(statement)) => {
                    if let Some(counting) = Counting::of(statement) {
                        self.round.set(0);
                        let before = items.len();
                        if self.run(update.with(&counting), list, items).is_none() {
                            self.locals.borrow_mut().clear();
                            items.truncate(before);
                            items.push(Constant {
                                value: ConstantValue::Unknown,
                                range: update.file_range(statement.span),
                            });
                        }
                        self.round.set(0);
                    }
                }
                (ConstantValue::Object(properties), Update::Property(name, expression)) => {
                    let constant = self.evaluate(update.with(expression));
                    properties.push(Property {
                        name: name.to_owned(),
                        name_range: constant.range,
                        value: constant,
                    });
                }
                _ => {}
            }
        }
        // A number or string is what it was last set to; a list that grows is mostly known.
        let is_container = matches!(value, ConstantValue::Array(_) | ConstantValue::Object(_));
        (is_container || binding.changed.is_none()).then_some(value)
    }

    /// Appends what a loop appends to a list. None if it goes on for too long, or its bounds are
    /// unknown: then a part is missing.
    fn run(
        &self,
        counting: Located<&Counting<'a>>,
        list: &str,
        items: &mut Vec<Constant>,
    ) -> Option<()> {
        let number = |expression| self.evaluate(counting.with(expression)).as_number();
        let start = number(counting.node.start)?;
        let limit = number(counting.node.limit)?;
        let step = counting.node.step.map_or(Some(1.0), number)?;
        let range = range_of(counting.with(counting.node.start));
        let outside = self.locals.borrow().len();
        let mut count = start;
        while count < limit || counting.node.inclusive && count == limit {
            self.round.set(self.round.get() + 1);
            if self.round.get() > MAX_ROUNDS {
                return None;
            }
            let value = ConstantValue::Number(count);
            let counter = (counting.node.name, Constant { value, range });
            self.locals.borrow_mut().push(counter);
            for step in &counting.node.body {
                match step {
                    Step::Push(name, call) if *name == list => {
                        for argument in &call.arguments {
                            self.argument(counting.with(argument), items);
                        }
                    }
                    Step::Push(..) => {}
                    Step::Declaration(name, expression) => {
                        let constant = self.evaluate(counting.with(*expression));
                        self.locals.borrow_mut().push((name, constant));
                    }
                    Step::Loop(inner) => self.run(counting.with(inner), list, items)?,
                }
            }
            self.locals.borrow_mut().truncate(outside);
            count += step;
        }
        Some(())
    }

    fn element(&self, element: Located<&'a ArrayExpressionElement<'a>>, items: &mut Vec<Constant>) {
        match (element.node, element.node.as_expression()) {
            (_, Some(expression)) => items.push(self.evaluate(element.with(expression))),
            (ArrayExpressionElement::SpreadElement(spread), _) => {
                self.spread(element.with(&spread.argument), items);
            }
            (other, None) => {
                let range = element.file_range(other.span());
                items.push(Constant {
                    value: ConstantValue::Unknown,
                    range,
                });
            }
        }
    }

    fn argument(&self, argument: Located<&'a Argument<'a>>, items: &mut Vec<Constant>) {
        match (argument.node, argument.node.as_expression()) {
            (_, Some(expression)) => items.push(self.evaluate(argument.with(expression))),
            (Argument::SpreadElement(spread), _) => {
                self.spread(argument.with(&spread.argument), items);
            }
            _ => {}
        }
    }

    fn spread(&self, expr: Expr<'a>, items: &mut Vec<Constant>) {
        let constant = self.evaluate(expr);
        match constant.value {
            ConstantValue::Array(inner) => items.extend(inner),
            _ => items.push(Constant {
                value: ConstantValue::Unknown,
                range: constant.range,
            }),
        }
    }

    fn property(&self, node: Located<&'a ObjectPropertyKind<'a>>, properties: &mut Vec<Property>) {
        match node.node {
            ObjectPropertyKind::ObjectProperty(property) => {
                let name = match &property.key {
                    PropertyKey::StaticIdentifier(name) => Some(name.name.to_string()),
                    PropertyKey::PrivateIdentifier(_) => None,
                    key => key
                        .as_expression()
                        .and_then(|key| plain_text(&self.evaluate(node.with(key)))),
                };
                let value = if property.kind == PropertyKind::Init {
                    self.evaluate(node.with(&property.value))
                } else {
                    Constant {
                        value: ConstantValue::Unknown,
                        range: node.file_range(property.span),
                    }
                };
                if let Some(name) = name {
                    let name_range = node.file_range(property.key.span());
                    properties.push(Property {
                        name,
                        name_range,
                        value,
                    });
                }
            }
            ObjectPropertyKind::SpreadProperty(spread) => {
                let constant = self.evaluate(node.with(&spread.argument));
                if let ConstantValue::Object(inner) = constant.value {
                    properties.extend(inner);
                }
            }
        }
    }

    /// A chain of one operator or of several, from the left.
    fn binary(&self, expr: Located<&'a BinaryExpression<'a>>) -> ConstantValue {
        let mut links = vec![(expr.node.operator, &expr.node.right)];
        let mut first = &expr.node.left;
        while let Expression::BinaryExpression(left) = first {
            links.push((left.operator, &left.right));
            first = &left.left;
        }
        let mut value = self.evaluate(expr.with(first));
        let mut parts: Vec<SourceText> = Vec::new();
        for (operator, operand) in links.into_iter().rev() {
            let operand = self.evaluate(expr.with(operand));
            if operator == BinaryOperator::Addition
                && (!parts.is_empty() || value.as_str().is_some() || operand.as_str().is_some())
            {
                if parts.is_empty() {
                    let Some(source) = self.stringified(&value) else {
                        return ConstantValue::Unknown;
                    };
                    parts.push(source);
                }
                let Some(source) = self.stringified(&operand) else {
                    return ConstantValue::Unknown;
                };
                parts.push(source);
                continue;
            }
            let (Some(a), Some(b)) = (value.as_number(), operand.as_number()) else {
                return ConstantValue::Unknown;
            };
            let Some(result) = arithmetic(operator, a, b).filter(|_| parts.is_empty()) else {
                return ConstantValue::Unknown;
            };
            value = Constant {
                value: ConstantValue::Number(result),
                range: value.range,
            };
        }
        if parts.is_empty() {
            value.value
        } else {
            ConstantValue::String(SourceText::concat_all(&parts))
        }
    }

    fn call(&self, call: Located<&'a CallExpression<'a>>) -> ConstantValue {
        let Expression::StaticMemberExpression(callee) = &call.node.callee else {
            return ConstantValue::Unknown;
        };
        let method = callee.property.name.as_str();
        let mut arguments = Vec::new();
        for argument in &call.node.arguments {
            self.argument(call.with(argument), &mut arguments);
        }
        if is_global(&callee.object, "Math") {
            if method == "random" {
                let place = call.file_range(call.node.span).start();
                return ConstantValue::Number(self.random(place));
            }
            let numbers: Option<Vec<f64>> = arguments.iter().map(Constant::as_number).collect();
            return numbers
                .and_then(|numbers| math_function(method, &numbers))
                .map_or(ConstantValue::Unknown, ConstantValue::Number);
        }
        match (method, self.evaluate(call.with(&callee.object)).value) {
            ("concat", ConstantValue::Array(mut items)) => {
                for argument in arguments {
                    match argument.value {
                        ConstantValue::Array(more) => items.extend(more),
                        _ => items.push(argument),
                    }
                }
                ConstantValue::Array(items)
            }
            ("join", ConstantValue::Array(items)) => {
                let separator = arguments.first().map_or(Some(","), Constant::as_str);
                match separator.and_then(|separator| self.joined(&items, separator)) {
                    Some(source) => ConstantValue::String(source),
                    None => ConstantValue::Unknown,
                }
            }
            _ => ConstantValue::Unknown,
        }
    }

    /// What `Math.random()` gives at a place: as good as any other number, and the same after an
    /// edit elsewhere, so that a construction stays as it is while its page is written.
    fn random(&self, place: TextSize) -> f64 {
        let mut chances = self.chances.borrow_mut();
        let next = chances.len() as u64;
        unit_interval(*chances.entry((place, self.round.get())).or_insert(next))
    }
}

/// `range` without so many bytes at either end.
fn inner(range: TextRange, quote: u32) -> TextRange {
    let start = range.start() + TextSize::new(quote);
    let end = range
        .end()
        .checked_sub(TextSize::new(quote))
        .unwrap_or(start);
    TextRange::new(start, end.max(start))
}

fn is_global(expression: &Expression<'_>, name: &str) -> bool {
    matches!(expression, Expression::Identifier(identifier) if identifier.name == name)
}
