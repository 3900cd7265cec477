//! From nodes to statements and expressions.
//!
//! Expressions stay expressions while they are short; what is long, or would be read after
//! something later changes it, becomes a `let`. So values are computed in the script's order, and
//! WGSL's limits on nesting are never near. Control flow becomes statements; where its value is
//! needed, the statements assign it to a variable, and where not, there is none.

pub(crate) mod budget;
mod control;
mod expression;
mod function;
mod index;
mod numbers;
mod perturb;
mod rounds;
mod sample;
mod store;
mod writer;

use cindyscript_pixel::{NodeId, NodeKind, PixelProgram, VariableId};

use crate::error::ShaderError;
use crate::image::{Filtering, ImageSlot, Images};
use crate::iteration::PolynomialIteration;
use crate::layout::Literal;
use crate::layout::{Load, UniformLayout};
use crate::library::{Library, Op, Operand};
use crate::options::ModuleOptions;
use crate::repr::Repr;
use crate::span::SpanMap;
use crate::usage::{Usage, VariableScope};
use budget::Budget;
use writer::Writer;

/// Expressions longer than this become temporaries; in bytes.
const MAX_LENGTH: usize = 80;
/// Expressions nested more deeply than this become temporaries.
const MAX_DEPTH: u32 = 8;

/// The text of a module, before naga has seen it.
#[derive(Debug)]
pub(crate) struct ModuleText {
    pub(crate) wgsl: String,
    pub(crate) spans: SpanMap,
    pub(crate) images: Vec<ImageSlot>,
    /// Whether values of uniforms stand in it.
    pub(crate) has_values: bool,
    /// The rounds that its loops share.
    pub(crate) rounds: u32,
}

/// The reason why there is no text.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The program asks for something that WGSL cannot do.
    Errors(Vec<ShaderError>),
    /// With all calls written out there is too much; how long each function is then, in nodes.
    TooLong(Vec<f64>),
}

impl Refusal {
    /// An error about the colorplot as a whole.
    pub(crate) fn of_plot(program: &PixelProgram, message: String) -> Refusal {
        let term = program.node(program.body).term;
        Refusal::Errors(vec![ShaderError { term, message }])
    }
}

impl From<Vec<ShaderError>> for Refusal {
    fn from(errors: Vec<ShaderError>) -> Refusal {
        Refusal::Errors(errors)
    }
}

/// A value: an expression that has not been evaluated yet.
#[derive(Clone, Debug)]
struct Value {
    operand: Operand,
    /// How deeply it is nested.
    depth: u32,
    /// Whether it is the same wherever in the function it is evaluated.
    stable: bool,
    /// Whether naga can compute it, and would reject the module for what comes out.
    literal: bool,
}

impl Value {
    fn literal(text: impl Into<String>, repr: Repr) -> Self {
        let operand = Operand::atom(text, repr);
        Self {
            operand,
            depth: 0,
            stable: true,
            literal: true,
        }
    }

    fn zero(repr: &Repr) -> Self {
        Self::literal(repr.zero(), repr.clone())
    }

    /// A name that is assigned once.
    fn constant(name: impl Into<String>, repr: Repr) -> Self {
        Self {
            literal: false,
            ..Self::literal(name, repr)
        }
    }

    fn text(&self) -> &str {
        &self.operand.text
    }

    /// Whether it may be written twice.
    fn is_name(&self) -> bool {
        self.operand
            .text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_.".contains(&byte))
    }
}

/// What becomes of a node's value.
#[derive(Clone, Copy, Debug)]
enum Sink<'a> {
    /// Nobody needs it.
    Discard,
    /// It is assigned to this variable.
    Assign(&'a str, &'a Repr),
}

struct Emitter<'a> {
    program: &'a PixelProgram,
    usage: &'a Usage,
    layout: &'a UniformLayout,
    /// The uniforms that stand in the text.
    literals: Vec<Option<Literal>>,
    images: Images,
    filtering: Filtering,
    /// What is computed as its difference to an orbit.
    iteration: Option<&'a PolynomialIteration>,
    budget: Budget,
    library: Library,
    writer: Writer,
    /// The variables' identifiers, where they have one yet.
    names: Vec<String>,
    functions: Vec<String>,
    /// Temporaries in the current function.
    temporaries: u32,
    errors: Vec<ShaderError>,
}

/// Writes the module.
pub(crate) fn emit(
    program: &PixelProgram,
    usage: &Usage,
    layout: &UniformLayout,
    literals: Vec<Option<Literal>>,
    images: Images,
    options: ModuleOptions<'_>,
    is_folded: bool,
) -> Result<ModuleText, Refusal> {
    let has_values = literals.iter().any(Option::is_some);
    let mut emitter = Emitter {
        program,
        usage,
        layout,
        literals,
        images,
        filtering: options.filtering,
        iteration: options.iteration,
        budget: Budget::default(),
        library: Library::new(options.precision.double()),
        writer: Writer::new(program.node(program.body).term),
        names: vec![String::new(); program.variables.len()],
        functions: Vec::new(),
        temporaries: 0,
        errors: Vec::new(),
    };
    emitter.budget = emitter.budget(options.most, is_folded)?;
    emitter.module(options.precision, options.output);
    if !emitter.errors.is_empty() {
        return Err(Refusal::Errors(emitter.errors));
    }
    let (wgsl, spans) = emitter.writer.finish(&emitter.library.into_text());
    Ok(ModuleText {
        wgsl,
        spans,
        images: emitter.images.slots,
        has_values,
        rounds: emitter.budget.rounds,
    })
}

/// The nesting depth of an expression that is made of these values.
fn depth_above(parts: &[&Value]) -> u32 {
    parts.iter().map(|part| part.depth).max().unwrap_or(0) + 1
}

impl Emitter<'_> {
    fn repr(&self, id: NodeId) -> &Repr {
        &self.usage.nodes[id.index()]
    }

    fn variable(&self, id: VariableId) -> &Repr {
        &self.usage.variables[id.index()]
    }

    /// Whether a variable exists in WGSL.
    fn exists(&self, id: VariableId) -> bool {
        self.usage.scopes[id.index()] != VariableScope::Unused && *self.variable(id) != Repr::Unit
    }

    fn has_effects(&self, id: NodeId) -> bool {
        self.usage.effects[id.index()]
    }

    fn error(&mut self, message: String) {
        self.errors.push(ShaderError {
            term: self.writer.term(),
            message,
        });
    }

    fn temporary(&mut self, prefix: &str) -> String {
        self.temporaries += 1;
        format!("{prefix}{}", self.temporaries)
    }

    /// Evaluates a value here and now.
    fn spill(&mut self, value: Value) -> Value {
        if value.operand.repr == Repr::Unit {
            return value;
        }
        // naga computes what it can, through `let` as well, but not through `var`.
        let keyword = if value.literal { "var" } else { "let" };
        let name = self.temporary("t");
        self.writer
            .line(&format!("{keyword} {name} = {};", value.text()));
        Value::constant(name, value.operand.repr)
    }

    fn spill_literal(&mut self, value: Value) -> Value {
        if value.literal {
            self.spill(value)
        } else {
            value
        }
    }

    /// A new variable, which is zero.
    fn declare(&mut self, repr: &Repr) -> String {
        let name = self.temporary("t");
        self.writer.line(&format!("var {name}: {repr};"));
        name
    }

    /// The expression made of some values, evaluated if it has become too large.
    fn combine(&mut self, operand: Operand, parts: &[&Value]) -> Value {
        self.spill_large(Value {
            operand,
            depth: depth_above(parts),
            stable: parts.iter().all(|part| part.stable),
            literal: false,
        })
    }

    fn spill_large(&mut self, value: Value) -> Value {
        if value.depth > MAX_DEPTH || value.text().len() > MAX_LENGTH {
            self.spill(value)
        } else {
            value
        }
    }

    fn convert(&mut self, value: Value, to: &Repr) -> Value {
        if value.operand.repr == *to {
            return value;
        }
        let Value {
            operand,
            depth,
            stable,
            literal,
        } = value;
        let operand = self.library.convert(operand, to);
        Value {
            operand,
            depth: depth + 1,
            stable,
            literal,
        }
    }

    /// A node's value in a representation; zero if it has none.
    fn value_as(&mut self, id: NodeId, want: &Repr) -> Value {
        if matches!(want, Repr::Real | Repr::Double)
            && *self.repr(id) == Repr::Int
            && let NodeKind::Builtin { builtin, arguments } = &self.program.node(id).kind
            && Op::of(*builtin, arguments.len()).is_some_and(Op::is_rounding)
        {
            // Whole, but not by way of an int, which is small.
            return self.builtin(id, *builtin, arguments, want);
        }
        let value = self.value(id);
        self.convert(value, want)
    }

    /// The values of nodes that are evaluated one after the other, each in its own
    /// representation.
    fn values(&mut self, ids: &[NodeId]) -> Vec<Value> {
        self.values_by(ids, Self::value)
    }

    /// The same by another function for the value of one.
    fn values_by(
        &mut self,
        ids: &[NodeId],
        value_of: impl Fn(&mut Self, NodeId) -> Value,
    ) -> Vec<Value> {
        let last_effect = ids
            .iter()
            .rposition(|&id| self.has_effects(id))
            .unwrap_or(0);
        let mut values = Vec::with_capacity(ids.len());
        for (position, &id) in ids.iter().enumerate() {
            let value = value_of(self, id);
            let later_effects = position < last_effect;
            values.push(if later_effects && !value.stable {
                self.spill(value)
            } else {
                value
            });
        }
        values
    }

    /// A node's value. What must happen before is written.
    fn value(&mut self, id: NodeId) -> Value {
        let outer = self.writer.enter(self.program.node(id).term);
        let value = self.value_of_kind(id);
        self.writer.leave(outer);
        value
    }

    fn value_of_kind(&mut self, id: NodeId) -> Value {
        let program = self.program;
        let repr = self.repr(id).clone();
        match &program.node(id).kind {
            NodeKind::Undefined => Value::zero(&repr),
            NodeKind::Discard => {
                self.writer.line("discard;");
                Value::zero(&repr)
            }
            NodeKind::Uniform(uniform) if self.images.first(*uniform).is_some() => {
                self.image_numbers(*uniform, &repr)
            }
            NodeKind::Uniform(uniform) => {
                let value = self.uniform(uniform.index());
                self.convert(value, &repr)
            }
            NodeKind::Constant(number) => {
                let real = Value::literal(self.constant(*number, &repr), repr.clone());
                self.convert(real, &repr)
            }
            NodeKind::Load(variable) => self.load(*variable),
            NodeKind::Store { variable, value } => {
                self.store(id, *variable, *value);
                self.load(*variable)
            }
            NodeKind::StoreElement {
                variable,
                path,
                value,
            } => self.store_element(*variable, path, *value, &repr),
            NodeKind::Convert(operand) => self.value_as(*operand, &repr),
            NodeKind::Sequence(items) => self.sequence(items, &repr),
            NodeKind::List(items) => self.list(items, &repr),
            NodeKind::Index { base, index } => self.index(*base, *index, &repr),
            NodeKind::Builtin { builtin, arguments } => {
                self.builtin(id, *builtin, arguments, &repr)
            }
            NodeKind::Power { base, exponent } => self.power(*base, *exponent, &repr),
            NodeKind::Call {
                function,
                arguments,
            } => {
                let call = self.call(function.index(), arguments);
                self.called(id, call)
            }
            NodeKind::If { .. } | NodeKind::While { .. } => self.assigned_value(id, repr),
            NodeKind::Iterate { .. } => self.iterate(id, repr),
            NodeKind::Sample(sample) => self.sample(sample, &repr),
        }
    }

    /// The value of the last of some nodes, after the others were run.
    fn sequence(&mut self, items: &[NodeId], repr: &Repr) -> Value {
        let Some((last, before)) = items.split_last() else {
            return Value::zero(repr);
        };
        before
            .iter()
            .for_each(|item| self.run(*item, Sink::Discard));
        self.value_as(*last, repr)
    }

    /// The value of a branch or of a loop, which assigns it to a new variable.
    fn assigned_value(&mut self, id: NodeId, repr: Repr) -> Value {
        if repr == Repr::Unit {
            self.run(id, Sink::Discard);
            return Value::zero(&repr);
        }
        let result = self.declare(&repr);
        let sink = Sink::Assign(&result, &repr);
        match self.program.node(id).kind {
            NodeKind::While { condition, body } => self.while_loop(id, condition, body, sink),
            _ => self.run(id, sink),
        }
        Value::constant(result, repr)
    }

    /// The value of a call, evaluated at once if it has effects.
    fn called(&mut self, id: NodeId, call: Value) -> Value {
        let repr = self.repr(id);
        if *repr == Repr::Unit {
            let nothing = Value::zero(repr);
            self.writer.line(&format!("{};", call.text()));
            return nothing;
        }
        if self.has_effects(id) {
            self.spill(call)
        } else {
            self.spill_large(call)
        }
    }

    /// A uniform, as it lies in the buffer or stands in the text.
    fn uniform(&mut self, uniform: usize) -> Value {
        let repr = self.layout.repr(uniform).clone();
        if self.literals[uniform].is_some() {
            return Value::constant(fixed_name(uniform), repr);
        }
        match self.layout.load(uniform) {
            Load::Inline(_) if repr.is_empty() => Value::zero(&repr),
            Load::Inline(text) => Value::constant(text, repr),
            Load::Function { name, text } => {
                self.library.define(&name, |_| text);
                Value::constant(format!("{name}()"), repr)
            }
        }
    }

    /// Evaluates a node for its effects, and for its value if the sink wants it.
    fn run(&mut self, id: NodeId, sink: Sink<'_>) {
        let outer = self.writer.enter(self.program.node(id).term);
        match sink {
            Sink::Discard => self.discard(id),
            Sink::Assign(name, repr) => match &self.program.node(id).kind {
                NodeKind::Sequence(items) if !items.is_empty() => {
                    for (position, item) in items.iter().enumerate() {
                        let last = position + 1 == items.len();
                        self.run(*item, if last { sink } else { Sink::Discard });
                    }
                }
                NodeKind::If {
                    condition,
                    then,
                    otherwise,
                } => {
                    self.branch(*condition, *then, *otherwise, sink);
                }
                _ => {
                    let value = self.value_as(id, repr);
                    self.writer.line(&format!("{name} = {};", value.text()));
                }
            },
        }
        self.writer.leave(outer);
    }

    fn discard(&mut self, id: NodeId) {
        if !self.has_effects(id) {
            return;
        }
        match &self.program.node(id).kind {
            NodeKind::Discard => self.writer.line("discard;"),
            NodeKind::Store { variable, value } => self.store(id, *variable, *value),
            NodeKind::StoreElement {
                variable,
                path,
                value,
            } => {
                let repr = self.repr(id).clone();
                self.store_element(*variable, path, *value, &repr);
            }
            NodeKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.branch(*condition, *then, *otherwise, Sink::Discard);
            }
            NodeKind::While { condition, body } => {
                self.while_loop(id, *condition, *body, Sink::Discard);
            }
            NodeKind::Iterate { .. } => {
                self.iterate(id, Repr::Unit);
            }
            NodeKind::Call {
                function,
                arguments,
            } => {
                let call = self.call(function.index(), arguments);
                self.writer.line(&format!("{};", call.text()));
            }
            kind => kind.for_each_operand(|operand| self.run(operand, Sink::Discard)),
        }
    }

    /// A number in the text, as near as the type can hold it.
    fn constant(&self, number: f64, repr: &Repr) -> String {
        let number = if number.is_nan() { 0.0 } else { number };
        let single = number.clamp(f32::MIN.into(), f32::MAX.into());
        match repr {
            Repr::Bool => (number != 0.0).to_string(),
            Repr::Int => format!("i32({})", number.round() as i32),
            Repr::Complex => format!("vec2f({:?}, 0.0)", single as f32),
            Repr::Double => self.library.format().real(number),
            Repr::DoubleComplex => self.library.format().complex(number),
            Repr::Real => format!("{:?}", single as f32),
            other => other.zero(),
        }
    }

    fn load(&self, variable: VariableId) -> Value {
        let repr = self.variable(variable).clone();
        if !self.exists(variable) {
            return Value::zero(&repr);
        }
        let stable = !self.usage.assigned[variable.index()];
        Value {
            stable,
            ..Value::constant(self.names[variable.index()].clone(), repr)
        }
    }
}

/// The name of a uniform that stands in the text.
fn fixed_name(uniform: usize) -> String {
    format!("fixed_u{uniform}")
}
