//! What paints the colorplots, and how long that takes: as the author is told.

use std::time::Duration;

use cindyscript_hir::program::PlotId;
use cindyscript_player::diagnostic::AppletDiagnostic;

use super::FrameLoop;
use crate::compile::PlotProgram;
use crate::cpu::RenderJob;

/// What is known of a colorplot that has run.
#[derive(Clone, Debug, PartialEq)]
pub struct PlotCost {
    /// Which it is.
    pub plot: PlotId,
    /// What paints it.
    pub painter: Painter,
    /// How long that takes in a frame, or took last where the picture stands still; none where
    /// nobody can tell.
    pub time: Option<Duration>,
}

/// What paints a colorplot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Painter {
    /// The GPU.
    Gpu,
    /// A driver that runs shaders on the CPU.
    Software,
    /// The CPU: why, though there is a GPU.
    Cpu(Option<String>),
}

impl FrameLoop {
    /// What is known of the colorplots that have run, on the screen and into images.
    pub fn plot_costs(&self) -> Vec<PlotCost> {
        let programs = self.renderer.programs();
        let shader_runner = match self.picture.gpu() {
            Some(gpu) if gpu.is_software() => Painter::Software,
            _ => Painter::Gpu,
        };
        let seen = |plot| self.frame.plots().any(|draw| draw.call.plot == plot);
        let cost = |(index, program): (u32, &PlotProgram)| {
            let plot = PlotId(index);
            let (time, has_run) = self
                .renderer
                .with_costs(|costs| (costs.times.get(plot), costs.times.has_run(plot)));
            if !has_run && !seen(plot) {
                return None;
            }
            let painter = match program {
                _ if self.renderer.is_read_back(plot) => {
                    Painter::Cpu(Some("a script reads its pixels".to_owned()))
                }
                PlotProgram::Shader(_) => shader_runner.clone(),
                PlotProgram::Unmade => Painter::Cpu(None),
                PlotProgram::Interpreted { reasons, .. } => {
                    Painter::Cpu(reasons.first().map(|reason| reason.message.clone()))
                }
            };
            Some(PlotCost {
                plot,
                painter,
                time,
            })
        };
        (0..).zip(programs.iter()).filter_map(cost).collect()
    }

    /// Whether the CPU has found a pixel with a colour in what it paints for this reason: where a name
    /// has no value, a colorplot may have none. `None` as long as that is not known.
    pub fn is_painted(&self, reason: &AppletDiagnostic) -> Option<bool> {
        let programs = self.renderer.programs();
        let is_of = |plot: PlotId| match programs.get(plot.index()) {
            Some(PlotProgram::Interpreted { reasons, .. }) => reasons.contains(reason),
            _ => false,
        };
        let jobs = self.jobs.iter().filter(|it| is_of(it.draw.call.plot));
        let jobs: Vec<&RenderJob> = jobs.map(|it| &it.job).collect();
        if jobs.iter().any(|job| job.has_colour()) {
            return Some(true);
        }
        let is_known = !jobs.is_empty() && jobs.iter().all(|job| job.is_covered());
        is_known.then_some(false)
    }

    /// Takes the times that have come back from the GPU, without waiting; whether there were some.
    pub fn collect_times(&mut self) -> bool {
        if self.awaits_times()
            && let Some(gpu) = self.picture.gpu()
        {
            gpu.ask();
        }
        self.renderer.with_costs(|costs| costs.times.collect())
    }

    /// How many pipelines are kept, where there is a GPU.
    pub fn pipelines(&self) -> Option<usize> {
        self.renderer.pipelines()
    }

    /// The memory of the GPU that is taken, in bytes, if the driver says so.
    pub fn gpu_bytes(&self) -> Option<u64> {
        self.picture.gpu()?.bytes()
    }

    /// Whether times are on their way from the GPU.
    pub fn awaits_times(&self) -> bool {
        self.renderer.with_costs(|costs| costs.times.is_awaiting())
    }

    /// Colorplots that the CPU paints in this frame, each with how long it has taken if it is done.
    pub(super) fn learn_times(&self, painted: &[(PlotId, Option<Duration>)]) {
        self.renderer.with_costs(|costs| {
            for (plot, _) in painted {
                let all = painted.iter().filter(|(other, _)| other == plot);
                if let Some(took) = all.map(|(_, took)| *took).sum() {
                    costs.times.set(*plot, took);
                }
            }
        });
    }
}
