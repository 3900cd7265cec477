//! What a colorplot shows: its result, or something else that its program computes at every pixel.
//!
//! What shows something else is a pixel program like any other, made of the colorplot's own: so the GPU
//! and the CPU paint it alike, and neither knows of it.

mod colour;
pub mod disagreement;
mod expression;
mod field;
mod nearby;
mod rewrite;
pub mod rounds;
#[cfg(test)]
mod tests;
pub mod values;

use std::fmt;
use std::sync::Arc;

use cindyscript_applet::TextRange;
use cindyscript_hir::program::TermId;
use cindyscript_hir::types::Type;
use cindyscript_pixel::PixelProgram;
use cindyscript_shader::Promoted;

/// What the programs of a version show.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shown {
    /// What the colorplots paint.
    #[default]
    Result,
    /// An expression, in the colorplots that compute it; the others show their results.
    Expression(Expression),
    /// How many rounds all loops of a pixel take together, in colours from none to the most.
    Rounds {
        /// The most, which has the last colour.
        most: u32,
    },
    /// How far the colours are apart that single and double precision have, on a scale.
    Disagreement,
}

/// An expression of the text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Expression {
    /// Where it stands, in bytes of the file. Of what is no whole expression, the smallest one around
    /// it.
    pub range: TextRange,
    /// What stands there: where something else does by now, it is not shown.
    pub text: Arc<str>,
    /// Which of its values at a pixel is shown, counted from 1; the last if none.
    pub time: Option<u32>,
}

/// Where an expression stands that is shown, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownExpression {
    /// All of it, in bytes of the file.
    pub range: TextRange,
    /// The type of its values.
    pub ty: Type,
}

/// The program that shows something instead of the result.
pub(crate) struct ShownProgram {
    pub(crate) program: PixelProgram,
    /// What it shows.
    pub(crate) expression: ShownExpression,
    /// What of it is to be computed in double precision, and all else in single; none where that does
    /// not matter.
    pub(crate) double: Option<Promoted>,
}

/// Why an expression is not shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotShown {
    /// No program computes it.
    Elsewhere,
    /// The text is not what it was.
    Outdated,
    /// It does not depend on the pixel.
    Uniform,
    /// It is done for its effects.
    NoValue,
    /// There is no drawing for its type.
    NoDrawing(Type),
    /// The colorplot paints an image that programs read again.
    InImage,
    /// The interpreter paints the colorplot, which has no program.
    Interpreted,
    /// Whoever compares them needs the same numbers twice.
    Random,
    /// The CPU paints the colorplot, in one precision.
    Exact,
    /// The GPU does not take the program of both precisions.
    TooMuch,
    /// There are no rounds of loops to be counted.
    NoLoops,
}

impl fmt::Display for NotShown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotShown::Elsewhere => f.write_str("no colorplot computes it"),
            NotShown::Outdated => f.write_str("the text has changed since"),
            NotShown::Uniform => f.write_str("it is the same at all pixels"),
            NotShown::NoValue => f.write_str("it has no value"),
            NotShown::NoDrawing(ty) => write!(f, "values of type {ty} cannot be drawn"),
            NotShown::InImage => {
                f.write_str("its colorplot paints an image, which programs read again")
            }
            NotShown::Interpreted => {
                f.write_str("its colorplot has no typed program: the interpreter paints it")
            }
            NotShown::Random => f.write_str("the colorplot draws random numbers"),
            NotShown::Exact => f.write_str("the CPU paints the colorplot, in numbers of 64 bits"),
            NotShown::TooMuch => {
                f.write_str("the GPU does not take the program of both precisions at once")
            }
            NotShown::NoLoops => f.write_str("no colorplot has loops"),
        }
    }
}

impl Shown {
    /// The program that shows it instead of the result. `written` says where a term stands in the
    /// file.
    ///
    /// # Errors
    /// Why this colorplot shows its result.
    pub(crate) fn program(
        &self,
        program: &PixelProgram,
        written: impl Fn(TermId) -> Option<TextRange>,
    ) -> Result<ShownProgram, NotShown> {
        let whole = |ty| ShownExpression {
            range: written(program.node(program.body).term).unwrap_or_default(),
            ty,
        };
        match self {
            Shown::Result => Err(NotShown::Elsewhere),
            Shown::Expression(expression) => {
                let (program, expression) = expression::show(program, expression, written)?;
                Ok(ShownProgram {
                    program,
                    expression,
                    double: None,
                })
            }
            Shown::Rounds { most } => Ok(ShownProgram {
                program: rounds::show(program, *most).ok_or(NotShown::NoValue)?,
                expression: whole(Type::INT),
                double: None,
            }),
            Shown::Disagreement => {
                let (shown, promoted) = disagreement::show(program)?;
                Ok(ShownProgram {
                    program: shown,
                    expression: whole(Type::REAL),
                    double: Some(promoted),
                })
            }
        }
    }
}
