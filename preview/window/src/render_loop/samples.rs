//! How precisely colorplots are computed: more precisely where samples of the picture say that it has to
//! be, and what the window and the editor say of it.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use cindyscript_hir::program::PlotId;
use cindyscript_interpreter::LossKind;
use cindyscript_player::Session;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::diagnostic::byte_range;
use cindyscript_player::losses::TermLoss;
use cindyscript_player::precision::{ComputedIn, PlotPrecision, PrecisionSetting};
use cindyscript_protocol::{FromPreview, Loss, LossyPlot, LossyTerm, Numbers, Version};
use cindyscript_render::FrameLoop;
use cindyscript_render::frame_loop::{Readiness, Verdict};
use cindyscript_shader::Precision;

use super::{RenderLoop, WindowProxy};
use crate::overlay;
use crate::precise;

/// What was told of the precision of colorplots.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// What the window says by itself.
    mark: Option<String>,
    /// What the editor knows: of which version, and the colorplots.
    lossy: Option<(Version, Vec<LossyPlot>)>,
}

impl Told {
    /// Whether an editor is to be told that these colorplots of a version are lossy.
    fn is_news(&mut self, version: Version, plots: &[LossyPlot]) -> bool {
        let is_known = match &self.lossy {
            Some((of, told)) => told == plots && (*of == version || plots.is_empty()),
            None => plots.is_empty(),
        };
        if !is_known {
            self.lossy = Some((version, plots.to_vec()));
        }
        !is_known
    }
}

impl<P: WindowProxy> RenderLoop<P> {
    /// Goes on comparing the picture with samples of it, and has it painted in another precision where
    /// they say so.
    pub(super) fn follow_samples(&mut self) {
        if self.is_looked_at() && self.frames.compare_samples() {
            self.prepare_again();
        }
        self.tell_precision();
        if !self.outbox.has_reader() {
            return;
        }
        // Nobody has the text of a draft.
        let source = self.frames.session().map(Session::source);
        let source = source.filter(|source| !source.is_draft);
        if let Some(version) = source.map(|source| source.version) {
            let plots = lossy(&self.frames);
            if self.precision_told.is_news(version, &plots) {
                self.outbox.send(&FromPreview::Precision { version, plots });
            }
        }
    }

    /// How long until there is more to do about it.
    pub(super) fn samples_due(&self) -> Option<Duration> {
        let due = self.is_looked_at().then(|| self.frames.samples_due());
        due.flatten()
    }

    /// Whether somebody sees the picture.
    fn is_looked_at(&self) -> bool {
        self.state.is_visible() && !self.state.is_hidden(Instant::now())
    }

    /// Has the frame painted with programs that have come, or that are to come.
    pub(super) fn prepare_again(&mut self) {
        match self.frames.prepare(&mut self.worker) {
            Ok(Readiness::Ready) => self.begin_frame(Instant::now()),
            Ok(Readiness::Awaiting) => {}
            // The frame that wanted it is gone: another one may want it as well.
            Ok(Readiness::Dropped) => self.state.frame_is_due(),
            Err(error) => self.recover(error.into()),
        }
    }

    /// Has the times and the window say how precisely the colorplots of the picture are computed.
    pub(super) fn tell_precision(&mut self) {
        let setting = self.frames.precision_setting();
        let plot = self.frames.precision();
        let plot = plot.as_ref();
        let words = plot.map(|plot| precise::in_words(plot, setting));
        let mark = plot.and_then(|plot| precise::mark(plot, setting));
        if self.hud.precision != words || self.precision_told.mark != mark {
            self.hud.precision = words;
            self.precision_told.mark = mark;
            self.state.overlay_changed();
        }
    }

    /// Whether the window says something by itself.
    pub(super) fn has_precision_note(&self) -> bool {
        self.precision_told.mark.is_some() && self.panels.is_empty()
    }

    /// What the window says by itself, where no panel does.
    pub(super) fn precision_note(&self) -> Option<Bitmap> {
        let mark = self.precision_told.mark.as_ref();
        let mark = mark.filter(|_| self.has_precision_note())?;
        let palette = self.look.scheme.palette();
        Some(overlay::note(
            mark,
            &self.own_canvas(),
            &self.fonts,
            palette,
        ))
    }
}

/// The colorplots of the frame for which single precision is not enough, in their order in the text.
fn lossy(frames: &FrameLoop) -> Vec<LossyPlot> {
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
    // One that is drawn several times is told of once.
    plots.dedup_by_key(|plot| plot.range.start);
    plots
}

/// Whether more than single precision was wanted for what the pixels of a colorplot are.
fn is_more_than_single(plot: &PlotPrecision, setting: PrecisionSetting) -> bool {
    let is_more = match plot.computed {
        ComputedIn::Shader(Precision::Single) | ComputedIn::Interpreter => false,
        ComputedIn::Shader(Precision::Double | Precision::Native | Precision::Perturbed) => true,
    };
    plot.narrowest.is_some() || is_more && setting == PrecisionSetting::Auto
}

/// What a colorplot is computed in, or will be once its program is made; none where no shader does it.
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
        let mut told = Told::default();
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
