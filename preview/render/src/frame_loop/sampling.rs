//! When pixels of the picture are compared with the interpreter's, and what follows: a colorplot that
//! single precision does not suffice for is made in double, and is single again when it does.
//!
//! Each picture is looked at once, when it is complete, by a thread that does nothing else; while the
//! picture moves, a few times a second at most and for a small part of the time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::Duration;

use cindyscript_hir::program::PlotId;
use cindyscript_interpreter::platform::{Instant, spawn};
use cindyscript_player::Session;
use cindyscript_player::frame::PlotDraw;
use cindyscript_player::plot_view::Shown;
use cindyscript_player::precision::PrecisionSetting;
use cindyscript_player::region::Region;
use cindyscript_shader::{FrameUniforms, Precision};
use rustc_hash::FxHashMap;

use super::{FrameLoop, Progress};
use crate::compile::ShaderProgram;
use crate::gpu::GpuError;
use crate::policy::{
    SAMPLES_PERIOD, SAMPLES_POLL, SAMPLES_REST, SAMPLES_TIME, SAMPLES_TIME_WAITED,
};
use crate::samples::{Samples, Verdict};

/// The comparisons, as far as they are.
#[derive(Debug, Default)]
pub(super) struct Sampling {
    /// There may be a picture that nobody has looked at.
    outdated: bool,
    /// What was looked at last of each colorplot, and what that has shown.
    looked: FxHashMap<PlotId, (Sampled, Verdict)>,
    running: Option<Running>,
    /// Who compares; none as long as there was nothing to compare.
    comparer: Option<Comparer>,
    /// When the next one may begin.
    rests: Option<Instant>,
}

/// A comparison that runs.
#[derive(Debug)]
struct Running {
    plot: PlotId,
    sampled: Sampled,
    began: Instant,
}

/// The thread that compares, as long as whoever asks for it is there.
#[derive(Debug)]
struct Comparer {
    samples: Sender<Samples>,
    verdicts: Receiver<Verdict>,
}

impl Comparer {
    /// None if the system has no thread.
    fn start() -> Option<Comparer> {
        let (samples, asked) = channel::<Samples>();
        let (tell, verdicts) = channel();
        let compare = move || {
            for samples in asked {
                let run = AssertUnwindSafe(|| samples.run());
                // A comparison that failed says nothing, and a device that fails is found out by whoever
                // paints.
                let verdict = catch_unwind(run).ok().and_then(Result::ok);
                if tell.send(verdict.unwrap_or(Verdict::Suffices)).is_err() {
                    break;
                }
            }
        };
        spawn("samples", compare).ok()?;
        Some(Comparer { samples, verdicts })
    }
}

/// What decides what the pixels of a colorplot look like.
#[derive(Clone, Debug)]
struct Sampled {
    single: Arc<ShaderProgram>,
    frame: FrameUniforms,
    region: Region,
    uniforms: Vec<u8>,
}

impl Sampling {
    /// Nothing that was looked at is there any more.
    pub(super) fn forget(&mut self) {
        // Of one that still runs, the verdict would be taken for that of the next.
        let comparer = self.comparer.take().filter(|_| self.running.is_none());
        *self = Sampling {
            comparer,
            ..Sampling::default()
        };
    }

    /// More of the picture was painted.
    pub(super) fn painted(&mut self, progress: Progress) {
        self.outdated |= progress == Progress::Complete;
    }

    /// What there is to know may be another thing now.
    pub(super) fn changed(&mut self) {
        self.outdated = true;
    }

    /// The part of a colorplot's pixels that come out wrong in single precision, as far as is known.
    pub(super) fn differing(&self, plot: PlotId) -> Option<f64> {
        match self.looked.get(&plot)?.1 {
            Verdict::Lacks { share, .. } => Some(share),
            Verdict::Suffices | Verdict::Narrow { .. } => None,
        }
    }

    /// Has the pixels of a colorplot compared. Whether somebody does.
    fn begin(&mut self, samples: Samples, sampled: Sampled) -> bool {
        let plot = samples.draw.call.plot;
        if self.comparer.is_none() {
            self.comparer = Comparer::start();
        }
        let comparer = self.comparer.as_ref();
        let is_begun = comparer.is_some_and(|it| it.samples.send(samples).is_ok());
        if is_begun {
            self.running = Some(Running {
                plot,
                sampled,
                began: Instant::now(),
            });
        }
        is_begun
    }

    /// The result of the comparison that runs, if it is there, and which program that is about.
    fn take(&mut self) -> Option<(PlotId, Arc<ShaderProgram>, Verdict)> {
        let verdict = match self.comparer.as_ref()?.verdicts.try_recv() {
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Verdict::Suffices,
            Ok(verdict) => verdict,
        };
        let Running {
            plot,
            sampled,
            began,
        } = self.running.take()?;
        let now = Instant::now();
        let rest = now.saturating_duration_since(began) * SAMPLES_REST;
        self.rests = Some(now + rest.max(SAMPLES_PERIOD));
        let single = Arc::clone(&sampled.single);
        self.looked.insert(plot, (sampled, verdict.clone()));
        Some((plot, single, verdict))
    }
}

impl Sampled {
    fn new(single: &Arc<ShaderProgram>, draw: &PlotDraw) -> Option<Sampled> {
        Some(Sampled {
            single: Arc::clone(single),
            // Whoever has random numbers is not looked at.
            frame: FrameUniforms {
                seed: 0,
                ..draw.frame
            },
            region: draw.region,
            uniforms: single.uniforms(&draw.call)?,
        })
    }
}

impl PartialEq for Sampled {
    fn eq(&self, other: &Sampled) -> bool {
        Arc::ptr_eq(&self.single, &other.single)
            && (self.frame, self.region) == (other.frame, other.region)
            && self.uniforms == other.uniforms
    }
}

/// The precision that tells the pixels of a colorplot apart.
fn needed(draw: &PlotDraw) -> Precision {
    PrecisionSetting::Auto.of(&draw.frame, Precision::Single, false, 0.0)
}

impl FrameLoop {
    /// What is known of the colorplots of the frame for which single precision is not enough.
    pub fn verdicts(&self) -> impl Iterator<Item = (PlotId, &Verdict)> {
        let plots = self.sampling.looked.iter();
        let seen = |plot: PlotId| self.frame.plots().any(|draw| draw.call.plot == plot);
        // Places in an older version mean others.
        let plots =
            plots.filter(|(plot, (sampled, _))| self.renderer.has_single(**plot, &sampled.single));
        let verdicts = plots.map(|(plot, (_, verdict))| (*plot, verdict));
        verdicts.filter(move |(plot, verdict)| **verdict != Verdict::Suffices && seen(*plot))
    }

    /// Goes on comparing pixels of the picture with the interpreter's, if it is time, and waits for
    /// nothing. Whether a colorplot of the frame is to be painted in another precision:
    /// [`prepare`](Self::prepare) has it made then.
    pub fn compare_samples(&mut self) -> bool {
        if self.sampling.running.is_some() {
            let Some((plot, single, verdict)) = self.sampling.take() else {
                return false;
            };
            // Another version may have come meanwhile, of which that says nothing.
            return self.renderer.has_single(plot, &single) && self.conclude(plot, &verdict);
        }
        let rests = self.sampling.rests.is_some_and(|end| Instant::now() < end);
        if !self.sampling.outdated || rests || self.progress != Progress::Complete {
            return false;
        }
        let Some((samples, sampled)) = self.next_samples(SAMPLES_TIME) else {
            self.sampling.outdated = false;
            return self.forget_samples();
        };
        if !self.sampling.begin(samples, sampled) {
            self.sampling.outdated = false;
        }
        false
    }

    /// The same for all colorplots of the frame, waiting for it.
    ///
    /// # Errors
    /// What the device says.
    pub fn compare_all_samples(&mut self) -> Result<bool, GpuError> {
        let mut changed = false;
        while let Some((samples, sampled)) = self.next_samples(SAMPLES_TIME_WAITED) {
            let plot = samples.draw.call.plot;
            let verdict = samples.run()?;
            self.sampling
                .looked
                .insert(plot, (sampled, verdict.clone()));
            changed |= self.conclude(plot, &verdict);
        }
        Ok(self.forget_samples() || changed)
    }

    /// How long until there is more to compare.
    pub fn samples_due(&self) -> Option<Duration> {
        if self.sampling.running.is_some() {
            return Some(SAMPLES_POLL);
        }
        let is_due = self.sampling.outdated && self.progress == Progress::Complete;
        let rests = self.sampling.rests;
        is_due.then(|| {
            rests.map_or(Duration::ZERO, |end| {
                end.saturating_duration_since(Instant::now())
            })
        })
    }

    /// The colorplots of the frame of which there is something to compare: of those that are drawn
    /// several times, the largest.
    fn compared_plots(&self) -> Vec<(&PlotDraw, Arc<ShaderProgram>)> {
        let is_result = |session: &Session| session.source().shown == Shown::Result;
        if self.renderer.precision() == PrecisionSetting::Double
            || !self.session.as_ref().is_some_and(is_result)
            || self.picture.gpu().is_none()
        {
            return Vec::new();
        }
        let mut largest: Vec<&PlotDraw> = Vec::new();
        // Of some, nothing is seen.
        let seen = self.frame.plots().filter(|draw| !draw.region.is_empty());
        for draw in seen {
            let pixels =
                |draw: &PlotDraw| u64::from(draw.region.width) * u64::from(draw.region.height);
            let same = |other: &&mut &PlotDraw| other.call.plot == draw.call.plot;
            match largest.iter_mut().find(same) {
                Some(other) if pixels(other) < pixels(draw) => *other = draw,
                Some(_) => {}
                None => largest.push(draw),
            }
        }
        let compared = largest.into_iter().filter_map(|draw| {
            let plot = draw.call.plot;
            let single = self.renderer.single(&draw.call)?;
            let is_endless = || {
                self.renderer
                    .with_costs(|costs| costs.endless(plot).is_some())
            };
            // Beyond f64, nobody has the exact values.
            let is_exact = needed(draw) != Precision::Perturbed;
            let is_open = is_exact && single.is_comparable() && !is_endless();
            is_open.then_some((draw, single))
        });
        compared.collect()
    }

    /// What is to be compared next, for so long; nothing if all is known.
    fn next_samples(&self, time: Duration) -> Option<(Samples, Sampled)> {
        let (session, gpu) = (self.session.as_ref()?, self.picture.gpu()?);
        self.compared_plots()
            .into_iter()
            .find_map(|(draw, single)| {
                let plot = draw.call.plot;
                let sampled = Sampled::new(&single, draw)?;
                let known = self.sampling.looked.get(&plot);
                if known.is_some_and(|(known, _)| *known == sampled) {
                    return None;
                }
                let samples = Samples {
                    gpu: gpu.clone(),
                    draw: draw.clone(),
                    evaluator: session.evaluator(&draw.call),
                    single,
                    double: self.renderer.double(&draw.call),
                    lacked: self.renderer.lacks(plot),
                    is_narrow: needed(draw) != Precision::Single,
                    time,
                };
                Some((samples, sampled))
            })
    }

    /// Nothing is known any more of colorplots that cannot be compared now; whether one of them is to
    /// be painted in another precision.
    fn forget_samples(&mut self) -> bool {
        let shows_result = self
            .session
            .as_ref()
            .is_some_and(|session| session.source().shown == Shown::Result);
        if !shows_result {
            return false;
        }
        let compared: Vec<PlotId> = self
            .compared_plots()
            .iter()
            .map(|(draw, _)| draw.call.plot)
            .collect();
        self.sampling
            .looked
            .retain(|plot, _| compared.contains(plot));
        let forgotten = self.renderer.lacking();
        let forgotten = forgotten.iter().filter(|plot| !compared.contains(plot));
        let mut changed = false;
        for plot in forgotten {
            changed |= self.conclude(*plot, &Verdict::Suffices);
        }
        changed
    }

    /// Samples of a colorplot have said something; whether it is to be painted in another precision.
    fn conclude(&mut self, plot: PlotId, verdict: &Verdict) -> bool {
        let lacks = match verdict {
            Verdict::Lacks { .. } => true,
            Verdict::Suffices | Verdict::Narrow { .. } => false,
        };
        let changed = self.renderer.set_lacks(plot, lacks)
            && self.renderer.precision() == PrecisionSetting::Auto;
        if changed {
            self.paint_again();
        }
        changed
    }
}
