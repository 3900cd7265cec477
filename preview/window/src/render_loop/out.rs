//! What the user takes out of the window: the picture that is seen, a recording of what plays.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use cindyscript_interpreter::ModelOrder;
use cindyscript_player::Session;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::source::ReceivedText;
use cindyscript_space::SolidFormat;

use super::job::{Job, JobOutcome, OfflineFrames};
use super::{RenderLoop, WindowProxy};
use crate::controls::{PictureOptions, RecordingOptions};
use crate::headless::{FRAME, HeadlessOptions};
use crate::model::NO_SCENE;
use crate::policy::JOB_POLL;

/// So much is recorded where no range is chosen, in seconds: from what is seen on.
const RECORDED: f64 = 5.0;

impl<P: WindowProxy> RenderLoop<P> {
    /// Saves the picture beside the applet, transparent where nothing is drawn and without what lies
    /// over it.
    pub(super) fn save_picture(&mut self) {
        if let Some((applet, picture)) = self.seen() {
            self.jobs.push(Job::picture(applet, picture));
        }
    }

    /// Saves the picture in another size, painted anew from what the text says.
    pub(super) fn save_picture_as(&mut self, options: PictureOptions) {
        let now = self.frame_seen();
        let PictureOptions { times, supersample } = options;
        if let Some(frames) = self.offline([now, now], times, supersample) {
            self.jobs.push(Job::enlarged(frames));
        }
    }

    /// True if the applet shows a scene in space.
    pub(super) fn has_scene(&self) -> bool {
        let session = self.frames.session();
        session.is_some_and(|session| session.scene_in_space().is_some())
    }

    /// Saves a model of the scene in space beside the applet.
    pub(super) fn save_scene(&mut self, format: SolidFormat) {
        let session = self.frames.session();
        match session.and_then(|session| session.model_of_scene(format)) {
            Some(order) => self.save_model(order),
            None => self.note(NO_SCENE.to_owned()),
        }
    }

    /// Saves the models that scripts have asked for.
    pub(super) fn save_models(&mut self) {
        let session = self.frames.session_mut();
        let orders = session.map(Session::take_models).unwrap_or_default();
        for order in orders {
            self.save_model(order);
        }
    }

    fn save_model(&mut self, order: ModelOrder) {
        if let Some(session) = self.frames.session() {
            let applet = session.source().document.name().into();
            self.jobs.push(Job::model(applet, order));
        }
    }

    /// Gives the same picture to the clipboard.
    pub(super) fn copy_picture(&mut self) {
        if let Some((_, picture)) = self.seen() {
            let clipboard = self.clipboard.clone();
            self.jobs.push(Job::copy(clipboard, picture));
        }
    }

    /// Gives what the panel shows of what scripts have printed to the clipboard.
    pub(super) fn copy_output(&mut self) {
        let text = self.controls.output_shown(&self.console.text());
        if text.is_empty() {
            self.bar.notice = Some("nothing is printed that could be copied".to_owned());
            self.state.overlay_changed();
            return;
        }
        let clipboard = self.clipboard.clone();
        self.jobs.push(Job::copy_output(clipboard, text));
    }

    /// The file of the applet, and its picture as far as it is painted.
    fn seen(&mut self) -> Option<(PathBuf, Bitmap)> {
        let applet = self.frames.session()?.source().document.name().into();
        let finished = self.frames.finish();
        match finished.and_then(|()| self.frames.picture().read()) {
            Ok(picture) => Some((applet, picture)),
            Err(error) => {
                self.bar.notice = Some(format!("the picture cannot be had: {error}"));
                self.state.overlay_changed();
                None
            }
        }
    }

    /// Records what plays: the range that is played again and again, or five seconds from what is seen
    /// on; beside the applet, as if each frame had taken 1/60 s. A recording that is under way ends, and what
    /// it has is kept.
    pub(super) fn record(&mut self, options: RecordingOptions) {
        if let Some(job) = self.long_job() {
            return job.end();
        }
        let Some(session) = self.frames.session() else {
            return;
        };
        if !session.is_playing() {
            let notice = "nothing moves here, so there is nothing to record; s saves the picture";
            self.bar.notice = Some(notice.to_owned());
            self.state.overlay_changed();
            return;
        }
        let now = self.seeking.unwrap_or_else(|| session.seconds());
        let range = self.clock.range().unwrap_or([now, now + RECORDED]);
        // The first frame of all is at 1/60 s.
        let [before, last] = range.map(frame_at);
        let frames = [before + 1, last.max(before + 1)];
        if let Some(frames) = self.offline(frames, options.times, 1) {
            self.jobs.push(Job::recording(frames, options));
        }
    }

    /// The number of the frame that is seen, from 1.
    fn frame_seen(&self) -> u32 {
        let session = self.frames.session();
        let playing = session.filter(|session| session.is_playing());
        playing.map_or(1, |session| {
            let seconds = self.seeking.unwrap_or_else(|| session.seconds());
            frame_at(seconds).max(1)
        })
    }

    /// Frames of the applet as it is, to be painted anew so much larger along each side, each pixel as
    /// the mean of some.
    fn offline(&self, frames: [u32; 2], times: f64, supersample: u32) -> Option<OfflineFrames> {
        let session = self.frames.session()?;
        let document = &session.source().document;
        let canvas = self.placement.canvas;
        let css = canvas.css();
        let css = css.map(|side| (side.round() as u32).max(1));
        // As wide as is said, where pixels are not whole CSS pixels.
        let scale = f64::from(canvas.device[0]) / f64::from(css[0]);
        let gpu = self
            .presenter
            .as_ref()
            .and_then(|presenter| presenter.gpu());
        let ffmpeg = self.environment.camera.decoder().clone();
        Some(OfflineFrames {
            text: ReceivedText {
                path: document.name().to_owned(),
                text: document.text().to_owned(),
                version: session.source().version,
                arrived: Instant::now(),
            },
            user: session.user_state(),
            options: HeadlessOptions {
                size: Some(css),
                fills: true,
                scale: scale * times,
                supersample,
                precision: self.frames.precision_setting(),
                decoder: ffmpeg.chosen(),
                ..HeadlessOptions::default()
            },
            gpu: gpu.cloned(),
            ffmpeg,
            frames,
        })
    }

    /// Gives up what is under way that takes long; whether there was something.
    pub(super) fn cancel_job(&self) -> bool {
        self.long_job().map(Job::cancel).is_some()
    }

    /// What is under way that takes long, if something is.
    fn long_job(&self) -> Option<&Job> {
        self.jobs.iter().find(|job| job.is_long)
    }

    /// Whether something is under way that takes long.
    pub(super) fn has_long_job(&self) -> bool {
        self.long_job().is_some()
    }

    /// When the bar has to tell more of what is written.
    pub(super) fn jobs_due(&self) -> Option<Duration> {
        (!self.jobs.is_empty()).then_some(JOB_POLL)
    }

    /// Tells in the bar how far it is, and what came of it.
    pub(super) fn tell_jobs(&mut self) {
        let before = self.bar.work.take();
        let (bar, proxy) = (&mut self.bar, &self.proxy);
        let mut ended = false;
        self.jobs.retain(|job| match job.outcome() {
            Some(JobOutcome { told, written }) => {
                bar.notice = Some(told);
                if let Some(path) = written {
                    proxy.written(&path);
                }
                ended = true;
                false
            }
            None => {
                if job.is_long {
                    bar.work = Some(job.progress());
                }
                true
            }
        });
        if ended || self.bar.work != before {
            self.state.overlay_changed();
        }
    }
}

/// The number of the frame at a time, in seconds; 0 before the first.
fn frame_at(seconds: f64) -> u32 {
    (seconds / FRAME).round() as u32
}
