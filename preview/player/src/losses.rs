//! Which terms of a colorplot lose digits in single precision, as the author is told.

use cindyscript_applet::TextRange;
use cindyscript_interpreter::{LossKind, PixelEvaluator};
use cindyscript_shader::FrameUniforms;

use crate::source::Source;

/// A term that loses digits.
#[derive(Clone, Debug, PartialEq)]
pub struct TermLoss {
    /// Where it stands, in bytes of the file.
    pub range: TextRange,
    /// How it loses them.
    pub kind: LossKind,
    /// How many decimal digits.
    pub digits: f64,
}

/// The terms of a colorplot that lose digits at some places of the world: those that lose most first.
pub fn losses(
    source: &Source,
    evaluator: &PixelEvaluator,
    frame: &FrameUniforms,
    places: &[[f64; 2]],
) -> Vec<TermLoss> {
    let Some(facts) = source.facts() else {
        return Vec::new();
    };
    let beside = [frame.world_x, frame.world_y].map(|[a, b, _]| a + b);
    let losses = evaluator.losses(places, beside).into_iter();
    losses
        .map(|loss| TermLoss {
            range: facts.to_file(loss.script, loss.range),
            kind: loss.kind,
            digits: loss.digits,
        })
        .collect()
}
