//! What nodes do besides having a value.

use cindyscript_hir::builtins::Effect;

use crate::{NodeKind, PixelFunctionId, VariableId};

/// What a node does with a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Its value is that of the variable.
    Read,
    /// It assigns to the variable, or to an element of it; its value is what is stored.
    Write,
    /// It is a loop, and the variable has another value in each round.
    Bind,
}

/// What a node does besides having a value, itself and not by its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeEffect {
    /// Nothing.
    None,
    /// It assigns to a variable.
    Assign,
    /// It runs operands again and again: one that does nothing else may have no end.
    Repeat,
    /// It takes the next random number.
    Random,
    /// It ends the program.
    Discard,
    /// Whatever the function does.
    Call(PixelFunctionId),
}

impl NodeKind {
    /// The variables that it reads, sets or binds, each with what it does with it.
    pub fn accesses(&self) -> impl Iterator<Item = (VariableId, Access)> + use<> {
        let accesses = match self {
            Self::Load(variable) => [Some((*variable, Access::Read)), None],
            Self::Store { variable, .. } | Self::StoreElement { variable, .. } => {
                [Some((*variable, Access::Write)), None]
            }
            Self::Iterate { element, index, .. } => [
                Some((*element, Access::Bind)),
                index.map(|index| (index, Access::Bind)),
            ],
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
            | Self::Sample(_) => [None, None],
        };
        accesses.into_iter().flatten()
    }

    /// What it does besides having a value.
    #[must_use]
    pub fn effect(&self) -> NodeEffect {
        match self {
            Self::Store { .. } | Self::StoreElement { .. } => NodeEffect::Assign,
            Self::While { .. } | Self::Iterate { .. } => NodeEffect::Repeat,
            Self::Discard => NodeEffect::Discard,
            Self::Call { function, .. } => NodeEffect::Call(*function),
            Self::Builtin { builtin, .. } => match builtin.row().effect {
                Effect::Random => NodeEffect::Random,
                // What changes the state of the applet is nothing that pixels can do.
                Effect::None | Effect::State => NodeEffect::None,
            },
            Self::Undefined
            | Self::Uniform(_)
            | Self::Constant(_)
            | Self::Load(_)
            | Self::Convert(_)
            | Self::Sequence(_)
            | Self::List(_)
            | Self::Index { .. }
            | Self::Power { .. }
            | Self::If { .. }
            | Self::Sample(_) => NodeEffect::None,
        }
    }
}
