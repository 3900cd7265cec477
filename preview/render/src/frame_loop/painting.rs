//! Painting a frame, as far as there is time: on the GPU, and on the CPU from coarse to fine; and looking
//! for loops without end where that takes long.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cindyscript_hir::program::PlotId;
use cindyscript_interpreter::platform::Instant;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::diagnostic::AppletDiagnostic;
use cindyscript_player::frame::PlotDraw;

use super::FrameLoop;
use crate::cpu::{PixelKind, PlotEvaluator, RenderJob, Until};
use crate::gpu::{GpuError, GpuScene};
use crate::placement::Placed;
use crate::policy::LONG_PICTURE;
use crate::scene::scene;

/// What the CPU paints of a frame.
pub(super) struct CpuPlot {
    pub(super) draw: PlotDraw,
    pub(super) job: RenderJob,
}

/// How far the picture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Nothing of the frame is painted: the picture is that of an earlier one.
    Nothing,
    /// A part of the frame is painted.
    Partial,
    /// The frame is painted, but coarsely.
    Coarse,
    /// The frame is painted.
    Complete,
}

/// How long painting may take before others have their turn.
#[derive(Clone, Copy, Debug)]
pub enum Budget<'a> {
    /// Until the picture is complete, however long a pixel takes.
    Complete,
    /// For so long, and at least one step.
    Slice {
        /// For a first, coarse picture on the CPU.
        coarse: Duration,
        /// For all the rest.
        slice: Duration,
        /// Set by whoever wants something else meanwhile; cleared when painting begins.
        hurry: &'a AtomicBool,
    },
}

impl FrameLoop {
    /// Paints more of the frame. How far the picture is then.
    ///
    /// # Errors
    /// What the device says.
    pub fn paint(&mut self, budget: Budget<'_>) -> Result<Progress, GpuError> {
        if matches!(self.progress, Progress::Nothing | Progress::Coarse) {
            self.begin(budget)?;
        }
        if self.progress == Progress::Complete {
            return Ok(Progress::Complete);
        }
        budget.begin();
        let began = Instant::now();
        let picture = &mut self.picture;
        let renderer = &self.renderer;
        let complete =
            renderer.with_costs(|costs| picture.go_on(costs, || budget.is_over(began)))?;
        if let Budget::Complete = budget {
            self.finish()?;
        }
        // Where nothing limits it, what was given up stays so.
        let fine =
            matches!(budget, Budget::Complete) || self.jobs.iter().all(|plot| plot.job.is_done());
        self.progress = match (complete, fine) {
            (false, _) => Progress::Partial,
            (true, false) => Progress::Coarse,
            (true, true) => Progress::Complete,
        };
        self.sampling.painted(self.progress);
        Ok(self.progress)
    }

    /// Makes a scene of the frame, in which what the CPU paints is coarse at first and then finer
    /// than before, and begins to paint it.
    ///
    /// # Errors
    /// What the device says of the picture before.
    pub fn begin(&mut self, budget: Budget<'_>) -> Result<(), GpuError> {
        let Some(scene) = self.scene(budget) else {
            self.progress = Progress::Complete;
            return Ok(());
        };
        let picture = &mut self.picture;
        self.renderer
            .with_costs(|costs| picture.begin(&scene, costs))?;
        let refused = self.picture.take_refusals();
        self.refused = self.diagnostics_of(refused);
        self.progress = Progress::Partial;
        Ok(())
    }

    /// The scene of the frame, in which the CPU has gone on with what it paints. None where nothing
    /// plays.
    pub(super) fn scene(&mut self, budget: Budget<'_>) -> Option<GpuScene> {
        let session = self.session.as_ref()?;
        budget.begin();
        let began = Instant::now();
        let first = self.progress == Progress::Nothing;
        let programs = self.renderer.programs();
        let (jobs, before) = (&mut self.jobs, &mut self.jobs_before);
        let mut painted = Vec::new();
        let mut index = 0;
        let scene = scene(&self.frame, &programs, &self.canvas, &self.fonts, |draw| {
            if index == jobs.len() {
                let program = programs.get(draw.call.plot.index());
                let evaluator = session.evaluator(&draw.call);
                let evaluator = PlotEvaluator::new(evaluator, &draw.call, program);
                let (frame, region) = (draw.frame, draw.region);
                let patient = matches!(budget, Budget::Complete);
                let mut job = RenderJob::new(evaluator, frame, region, PixelKind::Colour, patient);
                if let Some(before) = before.get(index).filter(|_| !patient) {
                    match before.draw.is_like(draw) {
                        true => job.show_again(&before.job),
                        false => {
                            let [own, other] = [draw, &before.draw].map(Placed::of);
                            job.show_before(&own, (&other, &before.job));
                        }
                    }
                }
                let draw = draw.clone();
                jobs.push(CpuPlot { draw, job });
            }
            let plot = jobs.get_mut(index);
            index += 1;
            plot.map_or_else(Bitmap::default, |CpuPlot { job, .. }| {
                job.go_on(budget.until(first, began), || budget.is_hurried());
                painted.push((draw.call.plot, job.spent()));
                job.bitmap()
            })
        });
        before.clear();
        for error in self.jobs.iter().filter_map(|plot| plot.job.error()) {
            self.endless.add(session.diagnostic(error));
        }
        self.learn_times(&painted);
        Some(scene)
    }

    /// What was not painted, as the author is told.
    pub(super) fn diagnostics_of(
        &self,
        refused: Vec<(Option<PlotId>, String)>,
    ) -> Vec<AppletDiagnostic> {
        let Some(session) = &self.session else {
            return Vec::new();
        };
        let refused = refused.into_iter();
        refused
            .map(|(plot, message)| session.diagnostic_of_plot(plot, message))
            .collect()
    }

    /// Waits until what was given to the GPU is painted: the picture is shown without that, and the
    /// scripts of the next frame run meanwhile.
    ///
    /// # Errors
    /// What the device says.
    pub fn finish(&mut self) -> Result<(), GpuError> {
        let picture = &mut self.picture;
        self.renderer.with_costs(|costs| picture.finish(costs))
    }

    /// Looks for loops without end if it is time, and paints no more of them than takes no time:
    /// at the first frame of a version, and at others that are long. The picture has been `waited`
    /// for so long. Goes on at the next call if somebody is in a `hurry`. Whether there are some.
    pub fn find_endless_loops(&mut self, waited: Duration, hurry: &AtomicBool) -> bool {
        let Some(session) = &self.session else {
            return false;
        };
        let partial = self.progress == Progress::Partial;
        let picture = &mut self.picture;
        let left = self.renderer.with_costs(|costs| picture.time_left(costs));
        let long = partial && waited.max(left) > LONG_PICTURE;
        if partial && !long {
            return false;
        }
        let endless = &mut self.endless;
        if endless.is_due(long) {
            endless.search(session, &self.frame, &self.renderer.programs());
        }
        endless.search_images(self.renderer.take_painted_first());
        let found = endless.go_on(session, hurry);
        let any = !found.is_empty();
        for (plot, error) in found {
            self.renderer.with_costs(|costs| {
                costs.set_endless(plot, error);
                picture.abandon(plot, costs);
            });
        }
        any
    }

    /// Whether there is more to look at for [`find_endless_loops`](Self::find_endless_loops).
    pub fn goes_on_searching(&self) -> bool {
        self.progress != Progress::Partial && self.endless.is_pending()
    }

    /// Looks for loops without end in each colorplot of the frame, only to tell of them.
    pub fn tell_endless_loops(&mut self) {
        if let Some(session) = &self.session {
            let endless = &mut self.endless;
            endless.search(session, &self.frame, &self.renderer.programs());
            endless.search_images(self.renderer.take_painted_first());
            endless.finish(session);
        }
    }

    /// How long it will take until the picture is complete, as far as is known.
    pub fn time_left(&self) -> Duration {
        self.renderer
            .with_costs(|costs| self.picture.time_left(costs))
    }
}

impl Budget<'_> {
    /// Painting begins: what somebody wanted before has had its turn.
    fn begin(&self) {
        if let Budget::Slice { hurry, .. } = self {
            hurry.store(false, Ordering::Relaxed);
        }
    }

    fn is_hurried(&self) -> bool {
        match self {
            Budget::Complete => false,
            Budget::Slice { hurry, .. } => hurry.load(Ordering::Relaxed),
        }
    }

    /// Whether painting that began then has taken as long as it may.
    fn is_over(&self, began: Instant) -> bool {
        match self {
            Budget::Complete => false,
            Budget::Slice { slice, .. } => began.elapsed() > *slice || self.is_hurried(),
        }
    }

    /// How far the CPU goes on with a colorplot of a picture that it began to paint then.
    fn until(&self, first: bool, began: Instant) -> Until {
        match self {
            Budget::Complete => Until::Done,
            Budget::Slice { coarse, .. } if first => {
                Until::Level(coarse.saturating_sub(began.elapsed()))
            }
            Budget::Slice { slice, .. } => Until::Time(slice.saturating_sub(began.elapsed())),
        }
    }
}
