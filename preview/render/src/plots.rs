//! The painter and the time of each colorplot, on their way to the editor: a few times a second at
//! most, and only changes that can be noticed.

use std::time::Duration;

use cindyscript_interpreter::platform::Instant;
use cindyscript_player::Session;
use cindyscript_player::diagnostic::byte_range;
use cindyscript_protocol::{Painter, PlotTime, Version};

use crate::frame_loop::{self, FrameLoop};
use crate::policy::PLOTS_PERIOD;

/// A change that is smaller than this part of a time is noise.
const NOISE: f64 = 0.2;
/// And so is one of less than this, in milliseconds.
const LITTLE: f64 = 0.05;

/// The times of the last message, and the next look at them.
#[derive(Debug, Default)]
pub struct Plots {
    /// Something was painted since it was looked at, or has come back from the GPU.
    outdated: bool,
    looked: Option<Instant>,
    told: Option<(Version, Vec<PlotTime>)>,
}

impl Plots {
    /// Something was painted.
    pub fn changed(&mut self) {
        self.outdated = true;
    }

    /// The time until there is something to look at.
    pub fn due(&self) -> Option<Duration> {
        let passed = self.looked.map_or(PLOTS_PERIOD, |looked| looked.elapsed());
        self.outdated.then(|| PLOTS_PERIOD.saturating_sub(passed))
    }

    /// The colorplots that run, if it is time to look at them.
    pub fn look(&mut self, frames: &FrameLoop) -> Option<Vec<PlotTime>> {
        if !self.due().is_some_and(|due| due.is_zero()) {
            return None;
        }
        (self.outdated, self.looked) = (false, Some(Instant::now()));
        Some(plots(frames))
    }

    /// True if the editor knows other colorplots or times of a version, and somebody would notice.
    pub fn tell(&mut self, version: Version, plots: &[PlotTime]) -> bool {
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

/// True if nobody would notice a difference.
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

/// The painters and times of the colorplots, in their order in the text.
fn plots(frames: &FrameLoop) -> Vec<PlotTime> {
    let source = frames.session().map(Session::source);
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
                    frame_loop::Painter::Software => Painter::Software,
                    frame_loop::Painter::Cpu(why) => Painter::Cpu { why },
                },
                ms: cost.time.map(|time| time.as_secs_f64() * 1e3),
            })
        })
        .collect();
    plots.sort_by_key(|plot| plot.range.start);
    plots
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
