//! What paints the colorplots, and how long that takes: for the panel of the times, and for the
//! editor, which is told a few times a second at most and only of what can be noticed.

use std::time::{Duration, Instant};

use cindyscript_player::diagnostic::byte_range;
use cindyscript_protocol::{FromPreview, Painter, PlotTime, Version};
use cindyscript_render::{FrameLoop, frame_loop};

use super::{RenderLoop, WindowProxy};
use crate::policy::{PIXEL_POLL, PLOTS_PERIOD};

/// A change that is smaller than this part of a time is noise.
const NOISE: f64 = 0.2;
/// And so is one of less than this, in milliseconds.
const LITTLE: f64 = 0.05;

/// What is known, and what was told.
#[derive(Debug, Default)]
pub(super) struct Plots {
    /// Something was painted since it was looked at, or has come back from the GPU.
    outdated: bool,
    looked: Option<Instant>,
    told: Option<(Version, Vec<PlotTime>)>,
}

impl Plots {
    /// Something was painted.
    pub(super) fn changed(&mut self) {
        self.outdated = true;
    }

    /// How long until there is something to look at.
    fn due(&self) -> Option<Duration> {
        let passed = self.looked.map_or(PLOTS_PERIOD, |looked| looked.elapsed());
        self.outdated.then(|| PLOTS_PERIOD.saturating_sub(passed))
    }

    /// What there is to tell of a version; none where nobody would notice.
    fn tell(&mut self, version: Version, plots: &[PlotTime]) -> bool {
        let is_known = match &self.told {
            Some((of, told)) => *of == version && is_alike(told, plots),
            None => plots.is_empty(),
        };
        if !is_known {
            self.told = Some((version, plots.to_vec()));
        }
        !is_known
    }
}

/// Whether nobody would notice a difference.
fn is_alike(old: &[PlotTime], new: &[PlotTime]) -> bool {
    let alike = |(old, new): (&PlotTime, &PlotTime)| {
        let time = match (old.ms, new.ms) {
            (Some(old), Some(new)) => (old - new).abs() <= (old * NOISE).max(LITTLE),
            (old, new) => old == new,
        };
        time && old.range == new.range && old.painter == new.painter
    };
    old.len() == new.len() && old.iter().zip(new).all(alike)
}

/// What paints the colorplots of the version that plays, in their order in the text.
fn plots(frames: &FrameLoop) -> Vec<PlotTime> {
    let source = frames.session().map(cindyscript_player::Session::source);
    let Some((source, facts)) = source.and_then(|source| Some((source, source.facts()?))) else {
        return Vec::new();
    };
    let costs = frames.plot_costs().into_iter();
    let mut plots: Vec<PlotTime> = costs
        .filter_map(|cost| {
            Some(PlotTime {
                range: byte_range(source.range_of(facts.program.plot(cost.plot).term)?),
                painter: match cost.painter {
                    frame_loop::Painter::Gpu => Painter::Gpu,
                    frame_loop::Painter::Cpu(why) => Painter::Cpu { why },
                },
                ms: cost.time.map(|time| time.as_secs_f64() * 1e3),
            })
        })
        .collect();
    plots.sort_by_key(|plot| plot.range.start);
    plots
}

impl<P: WindowProxy> RenderLoop<P> {
    /// How long until there is something to do about it.
    pub(super) fn plots_due(&self) -> Option<Duration> {
        let coming = self.frames.awaits_times().then_some(PIXEL_POLL);
        [coming, self.plots.due()].into_iter().flatten().min()
    }

    /// Looks at what paints the colorplots, if it is time, and tells of it.
    pub(super) fn tell_plots(&mut self) {
        if self.frames.collect_times() {
            self.plots.changed();
        }
        if !self.plots.due().is_some_and(|due| due.is_zero()) {
            return;
        }
        (self.plots.outdated, self.plots.looked) = (false, Some(Instant::now()));
        let plots = plots(&self.frames);
        if let Some(source) = self
            .frames
            .session()
            .map(cindyscript_player::Session::source)
        {
            // Nobody has the text of a draft.
            if !source.is_draft && self.plots.tell(source.version, &plots) {
                self.outbox.send(&FromPreview::Plots {
                    version: source.version,
                    plots: plots.clone(),
                });
            }
            let line = |plot: &PlotTime| source.place(plot.range.start.into()).line;
            self.hud.plots = plots
                .iter()
                .map(|plot| (line(plot), plot.clone()))
                .collect();
        }
        self.hud.pipelines = self.frames.pipelines();
        self.hud.gpu_bytes = match self.panels.contains(&crate::controls::Panel::Hud) {
            true => self.frames.gpu_bytes(),
            false => None,
        };
    }
}

#[cfg(test)]
mod tests {
    use cindyscript_protocol::ByteRange;

    use super::*;

    #[test]
    fn only_what_can_be_noticed_is_told() {
        let plot = |ms| PlotTime {
            range: ByteRange { start: 0, end: 9 },
            painter: Painter::Gpu,
            ms,
        };
        let mut plots = Plots::default();
        assert!(!plots.tell(1, &[]));
        for (version, ms, is_told) in [
            (1, None, true),
            (1, Some(0.5), true),
            (1, Some(0.55), false),
            (1, Some(0.7), true),
            (2, Some(0.7), true),
            (2, Some(0.01), true),
            (2, Some(0.04), false),
        ] {
            assert_eq!(plots.tell(version, &[plot(ms)]), is_told, "{ms:?}");
        }
        assert!(plots.tell(2, &[]));
    }
}
