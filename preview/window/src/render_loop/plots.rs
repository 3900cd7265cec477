//! The painter and the time of each colorplot, for the panel of the times and for the editor.

use std::time::Duration;

use cindyscript_player::Session;
use cindyscript_protocol::{FromPreview, PlotTime};

use super::{RenderLoop, WindowProxy};
use crate::policy::PIXEL_POLL;

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
        let Some(plots) = self.plots.look(&self.frames) else {
            return;
        };
        if let Some(source) = self.frames.session().map(Session::source) {
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
