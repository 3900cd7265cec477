//! The pixel program: the typed program of one colorplot, the terms in D with their final types,
//! ready to become a shader. [`extract`] makes it from the results of the inference.
//!
//! Must not depend on: shading languages, GPU, messages (the reasons for a missing program are in
//! `lint`).
//!
//! Every up-cast of the paper's §Transcompilation step 2 is a [`NodeKind::Convert`], every builtin
//! carries the signature that was chosen, every variable its one type. So consumers make no decisions
//! about types.

mod effects;
mod extract;
mod fold;
mod refusal;

use cindyscript_hir::builtins::BuiltinId;
use cindyscript_hir::id;
use cindyscript_hir::program::{IterationKind, PlotId, TermId};
use cindyscript_hir::types::{ColourConversion, Type};
use cindyscript_infer::split::Coordinate;
use smol_str::SmolStr;

pub use effects::{Access, NodeEffect};
pub use extract::extract;
pub use fold::fold;
pub use refusal::{Reason, Refusal};

id! {
    /// A node: [`PixelProgram::nodes`].
    NodeId
}
id! {
    /// A variable: [`PixelProgram::variables`].
    VariableId
}
id! {
    /// A monomorphic function: [`PixelProgram::functions`].
    PixelFunctionId
}
id! {
    /// A uniform: [`PixelProgram::uniforms`].
    UniformId
}

/// The program that runs at every pixel.
#[derive(Clone, Debug, PartialEq)]
pub struct PixelProgram {
    /// The colorplot.
    pub plot: PlotId,
    /// The variables that hold the pixel's position on entry.
    pub pixel: Vec<(VariableId, Coordinate)>,
    /// The variable, if one is wanted, that holds on entry how wide the view is in the world.
    pub view_width: Option<VariableId>,
    /// All nodes; operands stand before their users.
    pub nodes: Vec<PixelNode>,
    /// All variables.
    pub variables: Vec<Variable>,
    /// The functions, each after those that it calls.
    pub functions: Vec<PixelFunction>,
    /// The values that come from the CPU.
    pub uniforms: Vec<Uniform>,
    /// The expression of the colorplot.
    pub body: NodeId,
    /// The meaning of its value as a colour.
    pub colour: ColourConversion,
}

impl PixelProgram {
    /// A node.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &PixelNode {
        &self.nodes[id.index()]
    }

    /// A variable.
    #[must_use]
    pub fn variable(&self, id: VariableId) -> &Variable {
        &self.variables[id.index()]
    }

    /// A function.
    #[must_use]
    pub fn function(&self, id: PixelFunctionId) -> &PixelFunction {
        &self.functions[id.index()]
    }
}

/// An expression of a pixel program.
#[derive(Clone, Debug, PartialEq)]
pub struct PixelNode {
    /// Its operation.
    pub kind: NodeKind,
    /// The type of its value. ⊥ for what has no value (an empty statement, a loop without rounds).
    pub ty: Type,
    /// The term that it comes from.
    pub term: TermId,
}

/// The kinds of nodes.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind {
    /// The undefined value.
    Undefined,
    /// A number from the CPU, already of this node's type.
    Uniform(UniformId),
    /// A number whose value decides code: an index into a list, a bound known to the text.
    Constant(f64),
    /// The value of a variable.
    Load(VariableId),
    /// Assignment; the value has the variable's type, and so has the node.
    Store {
        /// The variable.
        variable: VariableId,
        /// What is stored.
        value: NodeId,
    },
    /// Assignment to an element of a list, or of a list in it. Where there is no such element,
    /// nothing changes. The node's value is what is stored.
    StoreElement {
        /// The variable.
        variable: VariableId,
        /// The indices, that of the outermost list first: see [`NodeKind::Index`].
        path: Vec<NodeId>,
        /// What is stored: it has the element's type.
        value: NodeId,
    },
    /// The pixel is left as it is: the program ends.
    Discard,
    /// The operand, embedded into the larger type [`PixelNode::ty`].
    Convert(NodeId),
    /// All in order; the value of the last.
    Sequence(Vec<NodeId>),
    /// A list of the operands, which have the element's type.
    List(Vec<NodeId>),
    /// One element of a list. The index is a [`NodeKind::Constant`] or an int computed per pixel;
    /// 1-based, negative from the end.
    Index {
        /// The list.
        base: NodeId,
        /// An int.
        index: NodeId,
    },
    /// An operator or builtin function; the operands have the types of the signature chosen.
    Builtin {
        /// Which.
        builtin: BuiltinId,
        /// Its arguments.
        arguments: Vec<NodeId>,
    },
    /// `base ^ exponent` with an integer exponent that is written in the text.
    Power {
        /// Scalar, int, real or complex.
        base: NodeId,
        /// The exponent; negative ones are reciprocals.
        exponent: i32,
    },
    /// `if`; both branches have this node's type when it is not ⊥, and no value is needed when
    /// it is.
    If {
        /// A boolean.
        condition: NodeId,
        /// The branch for a true condition.
        then: NodeId,
        /// The branch for a false condition.
        otherwise: Option<NodeId>,
    },
    /// `while`; the value of the last round.
    While {
        /// A boolean.
        condition: NodeId,
        /// The body.
        body: NodeId,
    },
    /// A loop. For `repeat` the domain is an int, the number of rounds, and `element` counts
    /// 1, 2, ...; otherwise the domain is a list and `element` is each of its elements in turn. For
    /// `sort`, the body's value is the key that the elements are ordered by.
    Iterate {
        /// Says what becomes of the values of the body.
        kind: IterationKind,
        /// The list or the number of rounds.
        domain: NodeId,
        /// The running variable.
        element: VariableId,
        /// The variable for the 1-based index.
        index: Option<VariableId>,
        /// The body.
        body: NodeId,
    },
    /// A call of a user's function; the arguments have the parameters' types.
    Call {
        /// Which, monomorphic.
        function: PixelFunctionId,
        /// Its arguments.
        arguments: Vec<NodeId>,
    },
    /// The colour of an image at a place: [`PixelNode::ty`] is a list of 3, or of 4 with alpha.
    Sample(Box<Sample>),
}

impl NodeKind {
    /// Visits the direct operands, in the order in which they are evaluated.
    pub fn for_each_operand(&self, mut visit: impl FnMut(NodeId)) {
        match self {
            Self::Undefined
            | Self::Discard
            | Self::Uniform(_)
            | Self::Constant(_)
            | Self::Load(_) => {}
            Self::Store { value: operand, .. }
            | Self::Convert(operand)
            | Self::Power { base: operand, .. } => visit(*operand),
            Self::StoreElement { path, value, .. } => {
                visit(*value);
                path.iter().copied().for_each(visit);
            }
            Self::Sequence(operands)
            | Self::List(operands)
            | Self::Builtin {
                arguments: operands,
                ..
            }
            | Self::Call {
                arguments: operands,
                ..
            } => operands.iter().copied().for_each(visit),
            Self::Index { base, index } => {
                visit(*base);
                visit(*index);
            }
            Self::If {
                condition,
                then,
                otherwise,
            } => {
                visit(*condition);
                visit(*then);
                otherwise.iter().copied().for_each(visit);
            }
            Self::While { condition, body } => {
                visit(*condition);
                visit(*body);
            }
            Self::Iterate { domain, body, .. } => {
                visit(*domain);
                visit(*body);
            }
            Self::Sample(sample) => sample.for_each_operand(visit),
        }
    }
}

impl NodeKind {
    /// Puts other nodes in the place of the direct operands.
    pub fn map_operands(&mut self, mut map: impl FnMut(NodeId) -> NodeId) {
        let mut replace = |node: &mut NodeId| *node = map(*node);
        match self {
            Self::Undefined
            | Self::Discard
            | Self::Uniform(_)
            | Self::Constant(_)
            | Self::Load(_) => {}
            Self::Store { value: operand, .. }
            | Self::Convert(operand)
            | Self::Power { base: operand, .. } => replace(operand),
            Self::StoreElement { path, value, .. } => {
                replace(value);
                path.iter_mut().for_each(replace);
            }
            Self::Sequence(operands)
            | Self::List(operands)
            | Self::Builtin {
                arguments: operands,
                ..
            }
            | Self::Call {
                arguments: operands,
                ..
            } => operands.iter_mut().for_each(replace),
            Self::Index { base, index } => [base, index].into_iter().for_each(replace),
            Self::If {
                condition,
                then,
                otherwise,
            } => {
                let always = [condition, then].into_iter();
                always.chain(otherwise).for_each(replace);
            }
            Self::While { condition, body } => [condition, body].into_iter().for_each(replace),
            Self::Iterate { domain, body, .. } => [domain, body].into_iter().for_each(replace),
            Self::Sample(sample) => sample.operands_mut().for_each(replace),
        }
    }

    /// Puts other variables in the place of those that it reads, sets or binds.
    pub fn map_variables(&mut self, mut map: impl FnMut(VariableId) -> VariableId) {
        match self {
            Self::Load(variable)
            | Self::Store { variable, .. }
            | Self::StoreElement { variable, .. } => *variable = map(*variable),
            Self::Iterate { element, index, .. } => {
                *element = map(*element);
                *index = index.map(map);
            }
            Self::Undefined
            | Self::Uniform(_)
            | Self::Constant(_)
            | Self::Discard
            | Self::Convert(_)
            | Self::Sequence(_)
            | Self::List(_)
            | Self::Index { .. }
            | Self::Builtin { .. }
            | Self::Power { .. }
            | Self::If { .. }
            | Self::While { .. }
            | Self::Call { .. }
            | Self::Sample(_) => {}
        }
    }

    /// Puts another function in the place of the one that it calls.
    pub fn map_function(&mut self, map: impl FnOnce(PixelFunctionId) -> PixelFunctionId) {
        match self {
            Self::Call { function, .. } => *function = map(*function),
            Self::Undefined
            | Self::Uniform(_)
            | Self::Constant(_)
            | Self::Load(_)
            | Self::Store { .. }
            | Self::StoreElement { .. }
            | Self::Discard
            | Self::Convert(_)
            | Self::Sequence(_)
            | Self::List(_)
            | Self::Index { .. }
            | Self::Builtin { .. }
            | Self::Power { .. }
            | Self::If { .. }
            | Self::While { .. }
            | Self::Iterate { .. }
            | Self::Sample(_) => {}
        }
    }
}

/// `imagergb` or `imagergba`. Places are complex numbers, lists of two coordinates, or lists of
/// three homogeneous ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Where the image lies.
    pub frame: ImageFrame,
    /// The image: a string.
    pub image: NodeId,
    /// The place that is looked at.
    pub place: NodeId,
    /// Whether pixels are blended.
    pub interpolate: Setting,
    /// Whether the image repeats outside of its frame; otherwise there is transparent black.
    pub repeat: Setting,
    /// Whether small images are blended from several sizes.
    pub mipmap: Setting,
}

/// Where an image lies in the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageFrame {
    /// Its lower corners are those of the view.
    View,
    /// Its lower left and lower right corner are given.
    Corners([NodeId; 2]),
    /// From 0 to 1 in both directions, whatever its shape.
    Unit,
}

impl ImageFrame {
    /// The corners that are given.
    pub fn corners(self) -> impl Iterator<Item = NodeId> {
        let corners = match self {
            Self::Corners(corners) => Some(corners),
            Self::View | Self::Unit => None,
        };
        corners.into_iter().flatten()
    }
}

/// The value of a modifier that is a boolean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Written in the text, or the default.
    Known(bool),
    /// A boolean.
    Computed(NodeId),
}

impl Sample {
    /// Whether no modifier is computed.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        let settings = [self.interpolate, self.repeat, self.mipmap];
        settings
            .iter()
            .all(|setting| matches!(setting, Setting::Known(_)))
    }

    /// The operands, in no order.
    fn operands_mut(&mut self) -> impl Iterator<Item = &mut NodeId> {
        let corners = match &mut self.frame {
            ImageFrame::Corners(corners) => corners.as_mut_slice(),
            ImageFrame::View | ImageFrame::Unit => &mut [],
        };
        let settings = [&mut self.interpolate, &mut self.repeat, &mut self.mipmap];
        let settings = settings.into_iter().filter_map(|setting| match setting {
            Setting::Computed(node) => Some(node),
            Setting::Known(_) => None,
        });
        let places = [&mut self.image, &mut self.place];
        corners.iter_mut().chain(places).chain(settings)
    }

    /// Visits the operands, in the order in which they are evaluated.
    pub fn for_each_operand(&self, mut visit: impl FnMut(NodeId)) {
        self.frame.corners().for_each(&mut visit);
        visit(self.image);
        visit(self.place);
        for setting in [self.interpolate, self.repeat, self.mipmap] {
            if let Setting::Computed(node) = setting {
                visit(node);
            }
        }
    }
}

/// A variable of a pixel program.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// The author's name, or `#`.
    pub name: SmolStr,
    /// Its one type. ⊥ if it is never assigned a value.
    pub ty: Type,
    /// The function that owns it; `None` for those of the whole program (assigned globals and the
    /// pixel) and of the colorplot's own expression.
    pub owner: Option<PixelFunctionId>,
}

/// A user's function at one signature.
#[derive(Clone, Debug, PartialEq)]
pub struct PixelFunction {
    /// The author's name.
    pub name: SmolStr,
    /// The parameters, among [`PixelProgram::variables`].
    pub parameters: Vec<VariableId>,
    /// The body.
    pub body: NodeId,
    /// The type of its value.
    pub result: Type,
}

/// A value that comes from the CPU once a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Uniform {
    /// Its place in `Plot::uniforms`.
    pub source: usize,
    /// The term that is evaluated.
    pub term: TermId,
    /// The type in which the pixel program wants it; values of smaller types are embedded.
    pub ty: Type,
    /// The number that the text says, if it says one.
    pub literal: Option<f64>,
}
