//! How precisely the colorplots of a frame are computed, and what the user wants of that.

use cindyscript_hir::program::PlotId;
use cindyscript_player::frame::PlotDraw;
use cindyscript_player::precision::{
    ComputedIn, PlotPrecision, PrecisionSetting, narrowest, narrowest_in_range,
};
use cindyscript_shader::Precision;

use super::FrameLoop;
use crate::compile::PlotProgram;

impl FrameLoop {
    /// How precisely each colorplot of the frame is computed, in the order in which they are painted.
    pub fn precisions(&self) -> Vec<(PlotId, PlotPrecision)> {
        let programs = self.renderer.programs();
        let of_plot = |draw: &PlotDraw| {
            let plot = draw.call.plot;
            let (computed, lacking, carries) = match programs.get(plot.index())? {
                PlotProgram::Shader(shader) => (
                    ComputedIn::Shader(shader.precision()),
                    shader.lacking().cloned().or(shader.orbit_diagnostic()),
                    shader.carries(),
                ),
                PlotProgram::Interpreted { .. } | PlotProgram::Unmade => {
                    (ComputedIn::Interpreter, None, false)
                }
            };
            let narrowest = match carries {
                true => narrowest_in_range(&draw.frame),
                false => narrowest(&draw.frame, computed, self.renderer.size(draw)),
            };
            // Where f64 tells the pixels apart, nobody lacks an orbit.
            let is_native = computed == ComputedIn::Shader(Precision::Native);
            let lacking = lacking.filter(|_| !is_native || narrowest.is_some());
            let is_single = computed == ComputedIn::Shader(Precision::Single);
            let precision = PlotPrecision {
                computed,
                lacking,
                narrowest,
                differing: is_single.then(|| self.sampling.differing(plot)).flatten(),
            };
            Some((plot, precision))
        };
        self.frame.plots().filter_map(of_plot).collect()
    }

    /// How precisely the colorplots of the frame are computed: of several, one that is not precise
    /// enough, or else the most precise. None where there is no colorplot.
    pub fn precision(&self) -> Option<PlotPrecision> {
        let precisions = self.precisions().into_iter().map(|(_, plot)| plot);
        precisions.max_by_key(|plot| (plot.ends(), plot.lacking.is_some(), plot.computed))
    }

    /// What the user wants of the precision of colorplots.
    pub fn precision_setting(&self) -> PrecisionSetting {
        self.renderer.precision()
    }

    /// How precisely colorplots are computed from the next frame on.
    pub fn set_precision(&mut self, setting: PrecisionSetting) {
        self.renderer.set_precision(setting);
        self.sampling.changed();
    }
}
