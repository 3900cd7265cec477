//! Messages of the editor, and messages for it.

use std::time::Duration;

use cindyscript_interpreter::platform::Instant;
use cindyscript_player::Session;
use cindyscript_player::source::ReceivedText;
use cindyscript_protocol::{FromPreview, PROTOCOL, PixelValue, Problem, ToPreview, Version};
use cindyscript_render::compile::milliseconds;
use cindyscript_render::gpu::{Gpu, GpuError};
use cindyscript_render::lossy::lossy;
use cindyscript_render::policy::PIXEL_PERIOD;
use serde_json::json;

use super::Playing;
use crate::wake::wake_all;

/// Between two messages about frames.
const STATUS_PERIOD: Duration = Duration::from_secs(1);

/// The frames since the last message about them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Status {
    since: Instant,
    frames: u32,
    pub(super) milliseconds: f64,
}

impl Status {
    pub(super) fn new() -> Status {
        Status {
            since: Instant::now(),
            frames: 0,
            milliseconds: 0.0,
        }
    }
}

impl Playing {
    /// Sends the first message.
    pub(super) fn greet(&mut self, no_gpu: Option<GpuError>) {
        if let Some(gpu) = self.presenter.gpu() {
            gpu.call_when_lost(wake_all);
        }
        let adapter = match no_gpu {
            None => self.presenter.gpu().map(Gpu::name),
            Some(GpuError::NoAdapter(_)) => Some("CPU: this browser has no WebGPU".to_owned()),
            Some(why) => Some(format!("CPU: {why}")),
        };
        self.messages.push(FromPreview::Hello {
            protocol: PROTOCOL,
            program: concat!("cindyscript-preview-web ", env!("CARGO_PKG_VERSION")).to_owned(),
            adapter,
        });
    }

    /// Takes a message of the editor.
    pub(crate) fn receive(&mut self, message: ToPreview) {
        match message {
            ToPreview::Open {
                path,
                text,
                version,
                open,
            } => {
                let open = open.into_iter();
                let open = open.map(|file| (file.path.into(), file.text.into()));
                self.environment.files.set_open(open.collect());
                self.worker.read(ReceivedText {
                    path,
                    text,
                    version,
                    arrived: Instant::now(),
                });
            }
            ToPreview::Focus => drop(self.canvas.focus()),
            ToPreview::Selection { version, range } => {
                if self.selection.set(version, range) {
                    self.follow_selection();
                }
            }
            ToPreview::DrawSelection => {
                let is_drawn = &mut self.selection.drawn.is_drawn;
                *is_drawn = !*is_drawn;
                self.follow_selection();
            }
            ToPreview::Shutdown => self.messages.push(FromPreview::Closed),
            // A preview in a browser has no debug adapter.
            ToPreview::Debug { .. } => self.messages.push(FromPreview::Debug {
                content: json!({"seq": 0, "type": "event", "event": "terminated"}),
            }),
            // Only a preview that sends its pictures has a tab.
            ToPreview::Tab { .. } => {}
        }
    }

    /// Files beside the page may have changed.
    pub(crate) fn read_files_again(&mut self) {
        self.worker.read_files_again();
    }

    /// Shows the applet that the cursor is in, and draws the selection if the user wants that.
    pub(super) fn follow_selection(&mut self) {
        let Some(source) = self.frames.session().map(Session::source) else {
            return;
        };
        let range = self.selection.range(source);
        let place = self.selection.place(source).flatten();
        let applet = place.and_then(|place| source.other_applet_at(place));
        let shown = self.selection.wanted(source);
        if let Some(applet) = applet {
            self.worker.choose_applet(applet);
        }
        if let Some(shown) = shown {
            self.worker.show(shown);
        }
        let time = self.selection.drawn.time;
        self.with_session(|session| session.select(range, time));
        self.inspector.changed();
    }

    /// Sends the output of scripts, the values of variables and uniforms, and the times and precision of
    /// colorplots.
    pub(super) fn tell_all(&mut self) {
        if let Some(text) = self.console.tell() {
            self.messages.push(FromPreview::Output { text });
        }
        if let Some(session) = self.frames.session()
            && let Some((version, values)) = self.values.tell(session, self.frames.frame())
        {
            self.messages.push(FromPreview::Values { version, values });
        }
        self.tell_plots();
        self.tell_pixel();
    }

    /// The time until there is something to do about the times of colorplots.
    pub(super) fn plots_due(&self) -> Option<Duration> {
        let coming = self.frames.awaits_times().then_some(PIXEL_PERIOD);
        [coming, self.plots.due()].into_iter().flatten().min()
    }

    fn tell_plots(&mut self) {
        if self.frames.collect_times() {
            self.plots.changed();
        }
        let Some(plots) = self.plots.look(&self.frames) else {
            return;
        };
        let lossy = lossy(&self.frames);
        // Nobody has the text of a draft.
        let source = self.frames.session().map(Session::source);
        let Some(source) = source.filter(|source| !source.is_draft) else {
            return;
        };
        let version = source.version;
        if self.lossy.is_news(version, &lossy) {
            let plots = lossy;
            self.messages
                .push(FromPreview::Precision { version, plots });
        }
        if self.plots.tell(version, &plots) {
            self.messages.push(FromPreview::Plots { version, plots });
        }
    }

    /// The version that plays, and the values at the inspected pixel.
    fn pixel_wanted(&self) -> Option<(Version, &[PixelValue])> {
        let version = self.frames.session()?.source().version;
        Some((version, self.inspector.values()))
    }

    /// The time until the next look at a pixel, or the next message about one.
    pub(super) fn pixel_due(&self) -> Option<Duration> {
        let wanted = self.pixel_wanted();
        let told = wanted.and_then(|(version, values)| self.told_pixel.due(version, values));
        told.into_iter().chain(self.inspector.due()).min()
    }

    fn tell_pixel(&mut self) {
        let Some((version, values)) = self.pixel_wanted() else {
            return;
        };
        let values = values.to_vec();
        if self.told_pixel.tell(version, &values) {
            self.messages.push(FromPreview::Pixel { version, values });
        }
    }

    /// Tells once a second how the animation goes.
    pub(super) fn count_frame(&mut self, took: f64) {
        self.status.frames += 1;
        self.status.milliseconds += took;
        let passed = self.status.since.elapsed();
        if passed >= STATUS_PERIOD {
            let frames = f64::from(self.status.frames);
            if self.is_animated() {
                self.messages.push(FromPreview::Status {
                    frames_per_second: frames / passed.as_secs_f64(),
                    frame_ms: self.status.milliseconds / frames,
                });
            }
            self.status = Status::new();
        }
    }

    /// Tells that a version is shown.
    pub(super) fn tell_receipt(&mut self) {
        let Some(owed) = self.owed.take_if(|owed| owed.is_shown) else {
            return;
        };
        let mut stages = owed.build.stages;
        stages.present = owed.began.map(|began| milliseconds(began, Instant::now()));
        let Some(version) = owed.version else { return };
        self.messages.push(FromPreview::Receipt {
            version,
            stages,
            structural: owed.build.structural,
            gpu_bytes: self.frames.gpu_bytes(),
        });
    }

    /// Sends the problems at run time if they have changed.
    pub(super) fn tell_problems(&mut self) {
        let Some(session) = self.frames.session() else {
            return;
        };
        let reasons = self.frames.reasons();
        let all = self.frames.diagnostics().chain(&reasons);
        let problems: Vec<Problem> = all.map(Problem::from).collect();
        // Nobody has the text of a draft.
        if problems != self.problems && !session.source().is_draft {
            self.messages.push(FromPreview::Problems {
                version: session.source().version,
                problems: problems.clone(),
            });
            self.problems = problems;
        }
    }
}
