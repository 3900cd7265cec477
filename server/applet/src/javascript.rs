//! The JavaScript of a page: where `CindyJS` is called, and what its variables hold.

use cindyscript_diagnostic::{Code, Diagnostic, Fix};
use std::collections::HashMap;

use oxc_allocator::Allocator;
use oxc_ast::AstKind;
use oxc_ast::ast::{
    Argument, AssignmentExpression, AssignmentTarget, BinaryExpression, CallExpression, Expression,
    ForStatement,
};
use oxc_ast_visit::Visit;
use oxc_parser::{Parser, ParserReturn};
use oxc_span::{GetSpan, SourceType, Span};
use text_size::{TextRange, TextSize};

use crate::counting::Counting;
use crate::nesting;
use crate::recovery::recovered;
use crate::stack::{SHALLOW, with_stack};
use crate::wording;
use crate::{HostCode, HostFunction};

/// A syntax node of one script, with the script's offset in the file.
#[derive(Clone, Copy)]
pub(crate) struct Located<T> {
    pub(crate) node: T,
    pub(crate) base: TextSize,
}

impl<T> Located<T> {
    pub(crate) fn with<U>(self, node: U) -> Located<U> {
        Located {
            node,
            base: self.base,
        }
    }

    pub(crate) fn file_range(self, span: Span) -> TextRange {
        file_range(span, self.base)
    }
}

/// A call that makes an applet.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a> {
    pub(crate) arguments: &'a [Argument<'a>],
    pub(crate) span: Span,
}

fn file_range(span: Span, base: TextSize) -> TextRange {
    TextRange::new(
        TextSize::new(span.start),
        TextSize::new(span.end.max(span.start)),
    ) + base
}

/// What is known about a variable. Only the name counts: a name declared twice anywhere on the
/// page is unknown.
#[derive(Default)]
pub(crate) struct Binding<'a> {
    pub(crate) declarations: usize,
    pub(crate) initializer: Option<Located<&'a Expression<'a>>>,
    /// What is added to it by code that certainly runs once.
    pub(crate) updates: Vec<Located<Update<'a>>>,
    /// Where it is changed in a way that only running the page could tell.
    pub(crate) changed: Option<TextRange>,
}

/// A change of a variable that we can follow.
#[derive(Clone, Copy)]
pub(crate) enum Update<'a> {
    /// `name.push(...)`
    Push(&'a CallExpression<'a>),
    /// `name.property = value`
    Property(&'a str, &'a Expression<'a>),
    /// A loop of pushes, to this list and to others.
    Loop(&'a ForStatement<'a>),
}

/// All scripts of a page together, as they share their globals.
#[derive(Default)]
pub(crate) struct Scope<'a> {
    pub(crate) bindings: HashMap<&'a str, Binding<'a>>,
    /// Calls of `CindyJS`, `CindyJS.newInstance` and their older name `createCindy`, with `new` as well.
    pub(crate) calls: Vec<Located<Call<'a>>>,
    /// What the page does to the scripts while it runs.
    pub(crate) host: HostCode,
    /// The parts of the file that are read otherwise than they stand there.
    pub(crate) half_typed: Vec<TextRange>,
}

impl<'a> Scope<'a> {
    /// Adds the declarations and calls of a script that starts at `base` of the file and does not
    /// nest deeper than the stack allows: see [`crate::nesting`].
    pub(crate) fn add_script(
        &mut self,
        allocator: &'a Allocator,
        text: &'a str,
        base: TextSize,
        source_type: SourceType,
        problems: &mut Vec<Diagnostic>,
    ) {
        let mut parsed = Parser::new(allocator, text, source_type).parse();
        let is_broken = |parsed: &ParserReturn<'_>| parsed.diagnostics.errors().next().is_some();
        let recovered = is_broken(&parsed).then(|| recovered(text)).flatten();
        // Recovery may uncover brackets, by leaving out a quotation mark: the stack has room for no more
        // than were there before.
        let depth = |text: &str| nesting::depth(text, source_type.is_module()).ok();
        let bound = depth(text).unwrap_or_default().max(SHALLOW);
        let recovered = recovered.filter(|it| depth(&it.text).is_some_and(|depth| depth <= bound));
        let again = recovered.and_then(|recovered| {
            let text: &'a str = allocator.alloc_str(&recovered.text);
            let again = Parser::new(allocator, text, source_type).parse();
            (!is_broken(&again)).then_some((again, recovered))
        });
        if let Some((again, recovered)) = again {
            let code = Code::JavaScriptSyntax;
            let mut problem = Diagnostic::new(code, recovered.at + base, recovered.message);
            problem.fix = recovered
                .instead
                .map(|(at, list)| Fix::new(at + base, &*list, format!("write `{list}`")));
            problems.push(problem);
            let changed = recovered.changed.into_iter().map(|range| range + base);
            self.half_typed.extend(changed);
            parsed = again;
        }
        // The first error is what went wrong; further ones tend to follow from it.
        if let Some(error) = parsed.diagnostics.errors().next() {
            let range = error
                .labels
                .first()
                .map_or(TextRange::empty(base), |label| {
                    file_range(label_span(label, text), base)
                });
            let plain = wording::plain(&error.message);
            let help = plain.is_none().then(|| error.help.as_ref());
            let message = plain
                .unwrap_or_else(|| format!("JavaScript syntax: {}", lower_first(&error.message)));
            let mut problem = Diagnostic::new(Code::JavaScriptSyntax, range, message);
            problem.help = help.flatten().map(ToString::to_string);
            problems.push(problem);
        }
        let program = allocator.alloc(parsed.program);
        Collector {
            scope: self,
            base,
            uncertain: 0,
            followed: None,
        }
        .visit_program(program);
    }
}

/// True if a text is JavaScript, a script or a module, without a syntax error.
#[must_use]
pub fn is_javascript(text: &str) -> bool {
    let is_valid = |source_type| {
        let allocator = Allocator::default();
        let parsed = Parser::new(&allocator, text, source_type).parse();
        parsed.diagnostics.errors().next().is_none()
    };
    [SourceType::cjs(), SourceType::mjs()]
        .into_iter()
        .any(|source_type| {
            let depth = nesting::depth(text, source_type.is_module());
            depth.is_ok_and(|depth| with_stack(depth, || is_valid(source_type)) == Some(true))
        })
}

/// The label's part of the text, at whole characters.
fn label_span(label: &oxc_span::LabeledSpan, text: &str) -> Span {
    let boundary = |offset: usize| {
        u32::try_from(text.floor_char_boundary(offset.min(text.len()))).unwrap_or(u32::MAX)
    };
    let (start, len) = (label.offset() as usize, label.len() as usize);
    Span::new(boundary(start), boundary(start.saturating_add(len)))
}

fn lower_first(message: &str) -> String {
    let mut chars = message.trim_end_matches('.').chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => String::new(),
    }
}

struct Collector<'s, 'a> {
    scope: &'s mut Scope<'a>,
    base: TextSize,
    /// How many nodes around this one may run never or more than once.
    uncertain: usize,
    /// The loop around this node of which it is known what it does.
    followed: Option<Span>,
}

fn is_uncertain(kind: &AstKind<'_>) -> bool {
    matches!(
        kind,
        AstKind::Function(_)
            | AstKind::ArrowFunctionExpression(_)
            | AstKind::ForStatement(_)
            | AstKind::ForInStatement(_)
            | AstKind::ForOfStatement(_)
            | AstKind::WhileStatement(_)
            | AstKind::DoWhileStatement(_)
            | AstKind::IfStatement(_)
            | AstKind::SwitchStatement(_)
            | AstKind::TryStatement(_)
            | AstKind::ConditionalExpression(_)
            | AstKind::LogicalExpression(_)
            | AstKind::Class(_)
    )
}

impl<'a> Visit<'a> for Collector<'_, 'a> {
    fn enter_node(&mut self, kind: AstKind<'a>) {
        self.uncertain += usize::from(is_uncertain(&kind));
        match kind {
            AstKind::BindingIdentifier(name) => self.binding(name.name.as_str()).declarations += 1,
            AstKind::VariableDeclarator(declarator) => {
                let base = self.base;
                if let (Some(name), Some(init)) = (
                    declarator.id.get_identifier_name(),
                    declarator.init.as_ref(),
                ) {
                    self.binding(name.as_str()).initializer = Some(Located { node: init, base });
                }
            }
            AstKind::ForStatement(statement) => self.counting(statement),
            AstKind::CallExpression(call) => self.call(call),
            AstKind::NewExpression(new) => self.applet(&new.callee, &new.arguments, new.span),
            AstKind::AssignmentExpression(assignment) => self.assignment(assignment),
            AstKind::UpdateExpression(update) => {
                if let Some(name) = update.argument.get_identifier_name() {
                    self.change(name, update.span);
                }
            }
            _ => {}
        }
    }

    fn leave_node(&mut self, kind: AstKind<'a>) {
        if let AstKind::ForStatement(statement) = kind
            && self.followed == Some(statement.span)
        {
            self.followed = None;
        }
        self.uncertain -= usize::from(is_uncertain(&kind));
    }

    /// Chains of `+` run to thousands of strings and lean to the left: no recursion there.
    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        let mut chain = it;
        loop {
            self.visit_expression(&chain.right);
            match &chain.left {
                Expression::BinaryExpression(left) => chain = left,
                left => return self.visit_expression(left),
            }
        }
    }
}

impl<'a> Collector<'_, 'a> {
    fn binding(&mut self, name: &'a str) -> &mut Binding<'a> {
        self.scope.bindings.entry(name).or_default()
    }

    fn change(&mut self, name: &'a str, span: Span) {
        let range = file_range(span, self.base);
        self.binding(name).changed.get_or_insert(range);
    }

    fn update(&mut self, name: &'a str, update: Update<'a>, span: Span) {
        if self.uncertain > 0 {
            self.change(name, span);
        } else {
            let base = self.base;
            self.binding(name)
                .updates
                .push(Located { node: update, base });
        }
    }

    /// A loop, which counts as uncertain itself.
    fn counting(&mut self, statement: &'a ForStatement<'a>) {
        if self.uncertain > 1 || self.followed.is_some() {
            return;
        }
        let Some(counting) = Counting::of(statement) else {
            return;
        };
        self.followed = Some(statement.span);
        let update = Located {
            node: Update::Loop(statement),
            base: self.base,
        };
        for list in counting.lists() {
            self.binding(list).updates.push(update);
        }
    }

    /// Notes a call if it makes an applet.
    fn applet(&mut self, callee: &Expression<'a>, arguments: &'a [Argument<'a>], span: Span) {
        if is_cindy_call(callee) {
            let (node, base) = (Call { arguments, span }, self.base);
            self.scope.calls.push(Located { node, base });
        }
    }

    fn call(&mut self, call: &'a CallExpression<'a>) {
        self.applet(&call.callee, &call.arguments, call.span);
        let Expression::StaticMemberExpression(callee) = &call.callee else {
            return;
        };
        match (callee.property.name.as_str(), call.arguments.as_slice()) {
            ("evokeCS", _) => self.scope.host.runs_code = true,
            ("defineFunction", [Argument::StringLiteral(name), arity, ..]) => {
                let arity = match arity {
                    Argument::NumericLiteral(number) => Some(number.value as u32),
                    _ => None,
                };
                let name = name.value.to_lowercase();
                self.scope.host.functions.push(HostFunction { name, arity });
            }
            _ => {}
        }
        if let Expression::Identifier(object) = &callee.object {
            match callee.property.name.as_str() {
                "push" if self.followed.is_some() => {}
                "push" => self.update(object.name.as_str(), Update::Push(call), call.span),
                "unshift" | "splice" | "pop" | "shift" | "reverse" | "sort" | "fill" => {
                    self.change(object.name.as_str(), call.span);
                }
                _ => {}
            }
        }
    }

    fn assignment(&mut self, assignment: &'a AssignmentExpression<'a>) {
        match &assignment.left {
            AssignmentTarget::AssignmentTargetIdentifier(name) => {
                let (base, certain) = (self.base, self.uncertain == 0);
                let binding = self.binding(name.name.as_str());
                if certain && assignment.operator.is_assign() && binding.initializer.is_none() {
                    // The first value, be it declared before or a global that never is.
                    binding.initializer = Some(Located {
                        node: &assignment.right,
                        base,
                    });
                    binding.declarations = binding.declarations.max(1);
                } else {
                    self.change(name.name.as_str(), assignment.span);
                }
            }
            AssignmentTarget::StaticMemberExpression(member) => {
                if let Expression::Identifier(object) = &member.object {
                    let (object, property) = (object.name.as_str(), member.property.name.as_str());
                    if assignment.operator.is_assign() {
                        let update = Update::Property(property, &assignment.right);
                        self.update(object, update, assignment.span);
                    } else {
                        self.change(object, assignment.span);
                    }
                }
            }
            _ => {}
        }
    }
}

/// `CindyJS`, `createCindy`, `CindyJS.newInstance`, and the same with `window.` before.
fn is_cindy_call(callee: &Expression<'_>) -> bool {
    const NAMES: [&str; 2] = ["CindyJS", "createCindy"];
    match callee.without_parentheses() {
        Expression::Identifier(name) => NAMES.contains(&name.name.as_str()),
        Expression::StaticMemberExpression(member) => {
            match (
                member.object.without_parentheses(),
                member.property.name.as_str(),
            ) {
                (Expression::Identifier(object), "newInstance") => {
                    NAMES.contains(&object.name.as_str())
                }
                (Expression::Identifier(object), property) => {
                    object.name == "window" && NAMES.contains(&property)
                }
                _ => false,
            }
        }
        _ => false,
    }
}

/// The range of any node.
pub(crate) fn range_of(node: Located<&impl GetSpan>) -> TextRange {
    node.file_range(node.node.span())
}
