//! The colorplots for which single precision is not enough, on their way to the editor.

use std::collections::HashMap;

use cindyscript_hir::program::PlotId;
use cindyscript_interpreter::LossKind;
use cindyscript_player::Session;
use cindyscript_player::diagnostic::byte_range;
use cindyscript_player::losses::TermLoss;
use cindyscript_player::precision::{ComputedIn, PlotPrecision, PrecisionSetting};
use cindyscript_protocol::{Loss, LossyPlot, LossyTerm, Numbers, Version};
use cindyscript_shader::Precision;

use crate::frame_loop::{FrameLoop, Verdict};

/// The colorplots of the last message, and their version.
#[derive(Debug, Default)]
pub struct ToldLossy(Option<(Version, Vec<LossyPlot>)>);

impl ToldLossy {
    /// True if the editor does not know these lossy colorplots of a version.
    pub fn is_news(&mut self, version: Version, plots: &[LossyPlot]) -> bool {
        let is_known = match &self.0 {
            Some((of, told)) => told == plots && (*of == version || plots.is_empty()),
            None => plots.is_empty(),
        };
        if !is_known {
            self.0 = Some((version, plots.to_vec()));
        }
        !is_known
    }
}

/// The colorplots of the frame for which single precision is not enough, in their order in the text.
pub fn lossy(frames: &FrameLoop) -> Vec<LossyPlot> {
    let source = frames.session().map(Session::source);
    let Some((source, facts)) = source.and_then(|source| Some((source, source.facts()?))) else {
        return Vec::new();
    };
    let setting = frames.precision_setting();
    let verdicts: HashMap<PlotId, &Verdict> = frames.verdicts().collect();
    let plots = frames.precisions().into_iter();
    let plots = plots.filter_map(|(plot, precision)| {
        // Beyond f64 nobody has exact values to compare with.
        let (share, losses) = match verdicts.get(&plot) {
            Some(Verdict::Lacks { share, losses }) => (Some(*share), losses.as_slice()),
            Some(Verdict::Narrow { losses }) => (None, losses.as_slice()),
            Some(Verdict::Suffices) | None if is_more_than_single(&precision, setting) => {
                (None, [].as_slice())
            }
            Some(Verdict::Suffices) | None => return None,
        };
        let range = source.range_of(facts.program.plots.get(plot.index())?.term)?;
        Some(LossyPlot {
            range: byte_range(range),
            computed: numbers(&precision, setting)?,
            lacking: precision.lacking.as_ref().map(|why| why.message.clone()),
            differing: share.map(|share| (100.0 * share).round() as u32),
            terms: losses.iter().map(term).collect(),
        })
    });
    let mut plots: Vec<LossyPlot> = plots.collect();
    plots.sort_by_key(|plot| plot.range.start);
    // A colorplot may be drawn several times.
    plots.dedup_by_key(|plot| plot.range.start);
    plots
}

/// True if the pixels of a colorplot need more than single precision.
fn is_more_than_single(plot: &PlotPrecision, setting: PrecisionSetting) -> bool {
    let is_more = match plot.computed {
        ComputedIn::Shader(Precision::Single) | ComputedIn::Interpreter => false,
        ComputedIn::Shader(Precision::Double | Precision::Native | Precision::Perturbed) => true,
    };
    plot.narrowest.is_some() || is_more && setting == PrecisionSetting::Auto
}

/// The numbers of a colorplot, also of one whose program comes later; none where no shader paints it.
fn numbers(plot: &PlotPrecision, setting: PrecisionSetting) -> Option<Numbers> {
    match plot.computed {
        ComputedIn::Shader(Precision::Single) => {
            let is_made = setting == PrecisionSetting::Auto && plot.lacking.is_none();
            Some(if is_made {
                Numbers::Double
            } else {
                Numbers::Single
            })
        }
        ComputedIn::Shader(Precision::Double | Precision::Native) => Some(Numbers::Double),
        ComputedIn::Shader(Precision::Perturbed) => Some(Numbers::Orbit),
        ComputedIn::Interpreter => None,
    }
}

fn term(loss: &TermLoss) -> LossyTerm {
    LossyTerm {
        range: byte_range(loss.range),
        kind: match loss.kind {
            LossKind::Cancellation => Loss::Cancellation,
            LossKind::Large => Loss::Large,
            LossKind::Accumulated => Loss::Accumulated,
        },
        digits: loss.digits.round().max(1.0) as u32,
    }
}

#[cfg(test)]
mod tests {
    use cindyscript_protocol::ByteRange;

    use super::*;

    #[test]
    fn an_editor_is_told_what_changes() {
        let mut told = ToldLossy::default();
        let plot = |end| LossyPlot {
            range: ByteRange { start: 0, end },
            computed: Numbers::Double,
            lacking: None,
            differing: Some(5),
            terms: Vec::new(),
        };
        assert!(!told.is_news(1, &[]));
        assert!(told.is_news(1, &[plot(9)]));
        assert!(!told.is_news(1, &[plot(9)]));
        assert!(told.is_news(2, &[plot(9)]));
        assert!(told.is_news(2, &[plot(10)]));
        assert!(told.is_news(3, &[]));
        assert!(!told.is_news(4, &[]));
    }
}
