//! A program made ready to run: builtins resolved, literals made values.
//!
//! There is one node for each term of the program, at the same index, so that every node has its
//! place in the text, and so that a term can be replaced by a constant: that is how the uniforms
//! of a colorplot are not computed again at each pixel.

pub(crate) mod revision;
pub(crate) mod statement;
pub(crate) mod trace;
pub(crate) mod watch;

use std::sync::Arc;

use cindyscript_hir::builtins::{BuiltinId, Form, Intrinsic};
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{
    CalleeId, Children, FunctionId, IterationId, ModifierRange, PlotId, Program, SpecialId, TermId,
    TermKind,
};
use num_complex::Complex64;

use self::statement::Recorded;
use self::watch::Watched;
use crate::value::Value;
use crate::value::number::{product_at_pixels, quotient_at_pixels, quotient_of_reals};

/// What is evaluated in place of a term.
#[derive(Clone)]
pub(crate) enum Node {
    Constant(Value),
    Variable(NameId),
    Sequence(Children),
    List(Children),
    Dictionary(Children),
    Assign {
        target: TermId,
        value: TermId,
    },
    /// `x = x + a + b`, `l = l :> a`: what the variable holds grows in place, if nobody else holds
    /// it.
    Grow {
        name: NameId,
        growth: Growth,
        builtin: BuiltinId,
        target: TermId,
        value: TermId,
        operands: Arc<[TermId]>,
    },
    Define(FunctionId),
    /// Code as a value.
    Code(FunctionId),
    DefineLazy {
        target: TermId,
        body: TermId,
    },
    Undefine(CalleeId),
    Index {
        base: TermId,
        index: TermId,
    },
    Field {
        base: TermId,
        name: NameId,
    },
    /// `base.r` and the like at a pixel, where they are the components of colours.
    Component {
        base: TermId,
        index: usize,
        name: NameId,
    },
    UserData {
        base: TermId,
        key: TermId,
    },
    /// A builtin of one argument, without modifiers.
    Unary {
        builtin: BuiltinId,
        operand: TermId,
    },
    /// A builtin that writes the name of the variable that is its argument.
    Diagnostic {
        name: NameId,
        operand: TermId,
    },
    /// The question whether a variable has no value: one that has none is not complained about.
    IsUndefined {
        builtin: BuiltinId,
        name: NameId,
        operand: TermId,
    },
    /// A builtin of two arguments, without modifiers.
    Binary {
        quick: Quick,
        builtin: BuiltinId,
        left: TermId,
        right: TermId,
    },
    /// Any other call of a builtin.
    Builtin {
        builtin: BuiltinId,
        arguments: Children,
        modifiers: ModifierRange,
    },
    /// A call of what the applet defines.
    Call {
        callee: CalleeId,
        arguments: Children,
        modifiers: ModifierRange,
    },
    /// A call of `cgleval`.
    RunCode {
        callee: CalleeId,
        arguments: Children,
        modifiers: ModifierRange,
    },
    /// A builtin that is not available here.
    Unavailable(BuiltinId),
    /// A name that nothing defines.
    Unknown(CalleeId),
    If {
        condition: TermId,
        then: TermId,
        otherwise: Option<TermId>,
    },
    While {
        condition: TermId,
        body: TermId,
    },
    Iterate(IterationId),
    Regional(Children),
    Plot(PlotId),
    /// A builtin that evaluates its arguments itself.
    Special {
        builtin: BuiltinId,
        special: SpecialId,
    },
    /// Any of these, of which values are kept.
    Watched(Box<Watched>),
    /// Any of these, of which values are noted in a trace.
    Traced(Box<Node>),
    /// Any of these, of which a recorder is notified.
    Recorded(Box<Recorded>),
}

/// What an operator of [`Node::Grow`] does to what a variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Growth {
    /// Adds to a number, or prints into a string.
    Sum,
    /// Appends an element to a list.
    Append,
    /// Appends the elements of a list to a list.
    Concatenation,
}

impl Growth {
    fn of(intrinsic: Intrinsic) -> Option<Growth> {
        match intrinsic {
            Intrinsic::Add => Some(Growth::Sum),
            Intrinsic::Append => Some(Growth::Append),
            Intrinsic::Concatenate => Some(Growth::Concatenation),
            _ => None,
        }
    }
}

/// Operators that are applied to plain numbers without a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quick {
    Add,
    Subtract,
    Multiply,
    Divide,
    /// The same at pixels, where real numbers stay real, infinite ones too.
    MultiplyAtPixels,
    DivideAtPixels,
    Less,
    Greater,
    LessOrEqual,
    GreaterOrEqual,
    Equal,
    NotEqual,
    /// None of these.
    Other,
}

impl Quick {
    fn of(builtin: BuiltinId) -> Quick {
        match builtin.intrinsic() {
            Some(Intrinsic::Add) => Quick::Add,
            Some(Intrinsic::Subtract) => Quick::Subtract,
            Some(Intrinsic::Multiply) => Quick::Multiply,
            Some(Intrinsic::Divide) => Quick::Divide,
            Some(Intrinsic::Less) => Quick::Less,
            Some(Intrinsic::Greater) => Quick::Greater,
            Some(Intrinsic::LessOrEqual) => Quick::LessOrEqual,
            Some(Intrinsic::GreaterOrEqual) => Quick::GreaterOrEqual,
            Some(Intrinsic::Equal) => Quick::Equal,
            Some(Intrinsic::Unequal) => Quick::NotEqual,
            _ => Quick::Other,
        }
    }

    /// What it is at pixels.
    fn at_pixels(self) -> Quick {
        match self {
            Quick::Multiply => Quick::MultiplyAtPixels,
            Quick::Divide => Quick::DivideAtPixels,
            other => other,
        }
    }

    /// The value for two numbers; `None` leaves it to the builtin.
    #[inline]
    pub(crate) fn apply(self, a: Complex64, b: Complex64) -> Option<Value> {
        let real = a.im == 0.0 && b.im == 0.0;
        Some(match self {
            Quick::Add => Value::Number(a + b),
            Quick::Subtract => Value::Number(a - b),
            Quick::Multiply => Value::Number(a * b),
            Quick::Divide if real && b.re != 0.0 => {
                Value::Number(quotient_of_reals(a.re, b.re).into())
            }
            Quick::MultiplyAtPixels => Value::Number(product_at_pixels(a, b)),
            Quick::DivideAtPixels if b.im == 0.0 => Value::Number(quotient_at_pixels(a, b.re)),
            Quick::Less if real => Value::Boolean(a.re < b.re),
            Quick::Greater if real => Value::Boolean(a.re > b.re),
            Quick::LessOrEqual if real => Value::Boolean(a.re <= b.re),
            Quick::GreaterOrEqual if real => Value::Boolean(a.re >= b.re),
            Quick::Equal => Value::Boolean(a == b),
            Quick::NotEqual => Value::Boolean(a != b),
            _ => return None,
        })
    }
}

static UNDEFINED: Node = Node::Constant(Value::Undefined);

/// The nodes of a program.
#[derive(Clone)]
pub(crate) struct Code {
    nodes: Vec<Node>,
}

impl Code {
    /// What it takes for a term, in bytes.
    pub(crate) const BYTES_A_TERM: usize = size_of::<Node>();

    pub(crate) fn new(program: &Program) -> Code {
        let nodes = program
            .terms
            .iter()
            .map(|term| node(program, term.kind))
            .collect();
        Code { nodes }
    }

    /// The same code as colorplots run it, with these terms already evaluated.
    pub(crate) fn for_pixels(&self, program: &Program, constants: &[(TermId, &Value)]) -> Code {
        let mut code = self.clone();
        for node in &mut code.nodes {
            if let Node::Field { base, name } = *node
                && let Some(index) = component(program.names.text(name))
            {
                *node = Node::Component { base, index, name };
            }
            if let Node::Binary { quick, .. } = node {
                *quick = quick.at_pixels();
            }
        }
        for &(term, value) in constants {
            if let Some(node) = code.nodes.get_mut(term.index()) {
                *node = Node::Constant(value.clone());
            }
        }
        code
    }

    /// The node of a term, to change; none if it is already evaluated.
    pub(crate) fn node_mut(&mut self, id: TermId) -> Option<&mut Node> {
        let node = self.nodes.get_mut(id.index())?;
        (!matches!(node, Node::Constant(_))).then_some(node)
    }

    /// The value of a term that is already evaluated, to change.
    pub(crate) fn constant_mut(&mut self, id: TermId) -> Option<&mut Value> {
        match self.nodes.get_mut(id.index())? {
            Node::Constant(value) => Some(value),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn node(&self, id: TermId) -> &Node {
        // A dictionary may outlive the program that its code is from.
        self.nodes.get(id.index()).unwrap_or(&UNDEFINED)
    }
}

/// The place in a colour of the component of a name.
fn component(name: &str) -> Option<usize> {
    ["r", "g", "b", "a"].iter().position(|known| *known == name)
}

fn node(program: &Program, kind: TermKind) -> Node {
    match kind {
        TermKind::Undefined => Node::Constant(Value::Undefined),
        TermKind::Number(number) => Node::Constant(number.into()),
        TermKind::Text(text) => Node::Constant(program.text(text).into()),
        TermKind::Variable(name) => Node::Variable(name),
        TermKind::Sequence(operands) => Node::Sequence(operands),
        TermKind::List(operands) => Node::List(operands),
        TermKind::Dictionary(operands) => Node::Dictionary(operands),
        TermKind::Assign { target, value } => {
            grow(program, target, value).unwrap_or(Node::Assign { target, value })
        }
        TermKind::Define(function) => Node::Define(function),
        TermKind::Code(function) => Node::Code(function),
        TermKind::DefineLazy { target, body } => Node::DefineLazy { target, body },
        TermKind::Undefine(callee) => Node::Undefine(callee),
        TermKind::Index { base, index } => Node::Index { base, index },
        TermKind::Field { base, name } => Node::Field { base, name },
        TermKind::UserData { base, key } => Node::UserData { base, key },
        TermKind::Call {
            callee,
            arguments,
            modifiers,
        } => call(program, callee, arguments, modifiers),
        TermKind::If {
            condition,
            then,
            otherwise,
        } => Node::If {
            condition,
            then,
            otherwise,
        },
        TermKind::While { condition, body } => Node::While { condition, body },
        TermKind::Iterate(iteration) => Node::Iterate(iteration),
        TermKind::Regional(names) => Node::Regional(names),
        TermKind::Plot(plot) => Node::Plot(plot),
        TermKind::Special(special) => {
            let builtin = program.special(special).builtin;
            Node::Special { builtin, special }
        }
    }
}

/// `x = x + a`, for a variable and an operator that builds lists and strings.
fn grow(program: &Program, target: TermId, value: TermId) -> Option<Node> {
    let name = program.name_of(target)?;
    let binary = |term: TermId| {
        let TermKind::Call {
            callee,
            arguments,
            modifiers,
        } = program.kind(term)
        else {
            return None;
        };
        let &[left, right] = program.children(arguments) else {
            return None;
        };
        match call(program, callee, arguments, modifiers) {
            Node::Binary { builtin, .. } => Some((builtin, left, right)),
            _ => None,
        }
    };
    let (builtin, ..) = binary(value)?;
    let growth = Growth::of(program.intrinsic(value)?)?;
    let (mut left, mut operands) = (value, Vec::new());
    while let Some((other, inner, right)) = binary(left)
        && other == builtin
    {
        operands.push(right);
        left = inner;
    }
    operands.reverse();
    (program.name_of(left)? == name).then(|| Node::Grow {
        name,
        growth,
        builtin,
        target,
        value,
        operands: operands.into(),
    })
}

fn call(program: &Program, id: CalleeId, arguments: Children, modifiers: ModifierRange) -> Node {
    let callee = program.callee(id);
    if callee.runs_code() {
        return Node::RunCode {
            callee: id,
            arguments,
            modifiers,
        };
    }
    if !callee.definitions.is_empty() {
        return Node::Call {
            callee: id,
            arguments,
            modifiers,
        };
    }
    let Some(builtin) = callee.builtin else {
        return Node::Unknown(id);
    };
    match builtin.row().form {
        Form::Strict if !(builtin.row().gpu.is_empty() && builtin.row().cpu.is_empty()) => {}
        Form::Unavailable | Form::OutOfScope(_) | Form::Special(_) => {
            return Node::Unavailable(builtin);
        }
        Form::Strict | Form::Control(_) | Form::Evaluate | Form::Notation => {
            return Node::Unknown(id);
        }
    }
    match *program.children(arguments) {
        [operand]
            if builtin.is(Intrinsic::Diagnose)
                && let Some(name) = program.name_of(operand) =>
        {
            Node::Diagnostic { name, operand }
        }
        [operand]
            if builtin.is(Intrinsic::IsUndefined)
                && let Some(name) = program.name_of(operand) =>
        {
            Node::IsUndefined {
                builtin,
                name,
                operand,
            }
        }
        [operand] if program.modifiers(modifiers).is_empty() => Node::Unary { builtin, operand },
        [left, right] if program.modifiers(modifiers).is_empty() => Node::Binary {
            quick: Quick::of(builtin),
            builtin,
            left,
            right,
        },
        _ => Node::Builtin {
            builtin,
            arguments,
            modifiers,
        },
    }
}
