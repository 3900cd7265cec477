//! What is given out while the applet plays on: the picture that is seen, as a file or to the clipboard,
//! and a recording. Each on a thread of its own, asked now and then how far it is.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use cindyscript_interpreter::ModelOrder;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::session::UserState;
use cindyscript_player::source::ReceivedText;
use cindyscript_render::gpu::Gpu;

use crate::clipboard::Clipboard;
use crate::controls::RecordingOptions;
use crate::decoder::Decoder;
use crate::headless::{HeadlessOptions, Offline};
use crate::model;
use crate::movie::{FRAME_RATE, Format, Movie, Plan};
use crate::picture_file::{free_name, write_beside};
use crate::recording::{Cut, record};

/// Something that is being given out. What is not complete when this goes is not there.
pub(super) struct Job {
    told: Arc<Told>,
    thread: Option<JoinHandle<()>>,
    /// Whether the user is told how far it is, and may end it.
    pub(super) is_long: bool,
}

/// What the thread says, and what it is told.
#[derive(Default)]
struct Told {
    /// How far it is.
    progress: Mutex<String>,
    /// What came of it.
    outcome: Mutex<Option<JobOutcome>>,
    cancelled: AtomicBool,
    /// Whether what was done until then is kept.
    is_kept: AtomicBool,
}

/// What comes of a job.
pub(super) struct JobOutcome {
    /// It, in words.
    pub(super) told: String,
    /// The file that was written.
    pub(super) written: Option<PathBuf>,
}

impl JobOutcome {
    fn of(told: String) -> JobOutcome {
        JobOutcome {
            told,
            written: None,
        }
    }

    fn written(told: String, path: PathBuf) -> JobOutcome {
        JobOutcome {
            told,
            written: Some(path),
        }
    }
}

impl Told {
    fn progress(&self, text: String) {
        *lock(&self.progress) = text;
    }
}

impl Job {
    fn start(is_long: bool, work: impl FnOnce(&Told) -> JobOutcome + Send + 'static) -> Job {
        let told = Arc::<Told>::default();
        let teller = Arc::clone(&told);
        let thread = thread::spawn(move || {
            let outcome = work(&teller);
            *lock(&teller.outcome) = Some(outcome);
        });
        Job {
            told,
            thread: Some(thread),
            is_long,
        }
    }

    /// Writes a picture beside an applet.
    pub(super) fn picture(applet: PathBuf, picture: Bitmap) -> Job {
        Job::start(false, move |_| match write_beside(&applet, &picture) {
            Ok(path) => JobOutcome::written(format!("saved as {}", path.display()), path),
            Err(error) => JobOutcome::of(format!("the picture is not saved: {error:#}")),
        })
    }

    /// Writes a model beside an applet, with a number in its name where there is such a file.
    pub(super) fn model(applet: PathBuf, order: ModelOrder) -> Job {
        Job::start(false, move |_| match model::write_beside(&applet, &order) {
            Ok((path, about)) => {
                JobOutcome::written(format!("saved as {}: {about}", path.display()), path)
            }
            Err(error) => JobOutcome::of(format!("the model is not saved: {error:#}")),
        })
    }

    /// Gives a picture to the clipboard.
    pub(super) fn copy(clipboard: Clipboard, picture: Bitmap) -> Job {
        Job::start(false, move |told| {
            let taken = clipboard.take_picture(&picture, &told.cancelled);
            JobOutcome::of(match taken {
                Ok(()) => "the picture is in the clipboard".to_owned(),
                Err(error) => {
                    format!("the clipboard does not take the picture: {error}; s saves it")
                }
            })
        })
    }

    /// Gives what scripts have printed to the clipboard.
    pub(super) fn copy_output(clipboard: Clipboard, text: String) -> Job {
        let lines = match text.lines().count() {
            1 => "a line is".to_owned(),
            count => format!("{count} lines are"),
        };
        Job::start(false, move |told| {
            let taken = clipboard.take_text(text, &told.cancelled);
            JobOutcome::of(match taken {
                Ok(()) => format!("{lines} in the clipboard"),
                Err(error) => format!("the clipboard does not take what was printed: {error}"),
            })
        })
    }

    /// Gives a line of text to the clipboard.
    pub(super) fn copy_line(clipboard: Clipboard, line: String) -> Job {
        Job::start(false, move |told| {
            let taken = clipboard.take_text(line.clone(), &told.cancelled);
            JobOutcome::of(match taken {
                Ok(()) => format!("in the clipboard: {line}"),
                Err(error) => format!("the clipboard does not take the view: {error}"),
            })
        })
    }

    /// Paints a picture of an applet anew, and writes it beside.
    pub(super) fn enlarged(frames: OfflineFrames) -> Job {
        Job::start(true, move |told| match frames.picture(told) {
            Ok(Some(path)) => JobOutcome::written(format!("saved as {}", path.display()), path),
            Ok(None) => {
                JobOutcome::of("the picture was not waited for; nothing is saved".to_owned())
            }
            Err(error) => JobOutcome::of(format!("the picture is not saved: {error:#}")),
        })
    }

    /// Records an applet, beside it.
    pub(super) fn recording(frames: OfflineFrames, options: RecordingOptions) -> Job {
        Job::start(true, move |told| match frames.movie(options, told) {
            Ok(Some(path)) => {
                let why = match (options.format, Format::of(&path)) {
                    (None, Ok(Format::Gif)) => {
                        ", in 256 colours: there is no ffmpeg to write an .mp4"
                    }
                    _ => "",
                };
                JobOutcome::written(format!("recorded as {}{why}", path.display()), path)
            }
            Ok(None) => {
                JobOutcome::of("the recording was given up; nothing is kept of it".to_owned())
            }
            Err(error) => JobOutcome::of(format!("nothing is recorded: {error:#}")),
        })
    }

    /// Gives it up as soon as that can be.
    pub(super) fn cancel(&self) {
        self.told.cancelled.store(true, Ordering::Relaxed);
    }

    /// Ends it as soon as that can be, and keeps what it has done if that makes a file of its own.
    pub(super) fn end(&self) {
        self.told.is_kept.store(true, Ordering::Relaxed);
        self.cancel();
    }

    /// Ends it, and waits for that. What came of it, in words.
    pub(super) fn close(mut self) -> Option<String> {
        self.end();
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
        self.outcome().map(|outcome| outcome.told)
    }

    /// How far it is.
    pub(super) fn progress(&self) -> String {
        lock(&self.told.progress).clone()
    }

    /// What came of it, once it has ended.
    pub(super) fn outcome(&self) -> Option<JobOutcome> {
        if !self.thread.as_ref().is_none_or(JoinHandle::is_finished) {
            return None;
        }
        let outcome = lock(&self.told.outcome).take();
        let fault = || JobOutcome::of("nothing is written, by a fault of the preview".to_owned());
        Some(outcome.unwrap_or_else(fault))
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.cancel();
        // It takes away what is half done.
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// Frames of an applet that are painted anew and written beside it.
pub(super) struct OfflineFrames {
    pub(super) text: ReceivedText,
    /// What the user has done to the applet.
    pub(super) user: UserState,
    pub(super) options: HeadlessOptions,
    pub(super) gpu: Option<Gpu>,
    pub(super) ffmpeg: Decoder,
    /// From and to.
    pub(super) frames: [u32; 2],
}

impl OfflineFrames {
    fn open(&self) -> anyhow::Result<Offline> {
        let (gpu, user) = (self.gpu.clone(), self.user.clone());
        Ok(Offline::open(
            gpu,
            self.text.clone(),
            &self.options,
            Some(user),
        )?)
    }

    /// Which frames become pictures, of so many in a second.
    fn cut(&self, rate: u32) -> Cut {
        let [first, last] = self.frames;
        Cut { first, last, rate }
    }

    /// Writes the first frame as a picture, transparent where nothing is drawn. Where it lies then; none
    /// if it was cancelled.
    fn picture(&self, told: &Told) -> anyhow::Result<Option<PathBuf>> {
        let mut applet = self.open()?;
        let [width, height] = applet.size();
        // An applet at rest has one frame, whatever time has passed.
        let cut = Cut {
            last: self.frames[0],
            ..self.cut(FRAME_RATE)
        };
        let goes_on = |_| {
            told.progress(format!(
                "painting {width} × {height} pixels; Escape gives it up"
            ));
            !told.cancelled.load(Ordering::Relaxed)
        };
        let mut painted = None;
        record(&mut applet, cut, None, goes_on, |_, picture| {
            painted = Some(picture.clone());
            Ok(())
        })?;
        let painted = painted.filter(|_| !told.cancelled.load(Ordering::Relaxed));
        let applet = Path::new(&self.text.path);
        painted
            .map(|picture| write_beside(applet, &picture))
            .transpose()
    }

    /// Writes all frames as a movie; without another wish as an MP4 where there is `ffmpeg`, else as a
    /// GIF. Where it lies then; none if it was cancelled.
    fn movie(&self, options: RecordingOptions, told: &Told) -> anyhow::Result<Option<PathBuf>> {
        let format = options
            .format
            .unwrap_or_else(|| match self.ffmpeg.starts() {
                true => Format::Mp4,
                false => Format::Gif,
            });
        let cut = self.cut(options.rate.unwrap_or(format.rate()));
        let path = free_name(Path::new(&self.text.path), format.ending());
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let mut applet = self.open()?;
        let plan = Plan {
            size: applet.size(),
            count: cut.count(),
            rate: cut.rate,
            ffmpeg: &self.ffmpeg,
        };
        let mut movie = Movie::create(&path, &plan)?;
        let background = (!format.has_alpha()).then(|| applet.background());
        let goes_on = |stage| {
            let percent = (100.0 * cut.share(stage)).floor();
            told.progress(format!(
                "recording {name}: {percent} %; m ends it, Escape gives it up"
            ));
            !told.cancelled.load(Ordering::Relaxed)
        };
        // An applet that rests counts no frames; its pictures do.
        let mut last = None;
        let whole = record(&mut applet, cut, background, goes_on, |frame, picture| {
            last = Some(frame);
            movie.add(picture)
        })?;
        let is_kept = whole || last.is_some() && told.is_kept.load(Ordering::Relaxed);
        if is_kept {
            movie.finish(&applet.sound([cut.first, last.unwrap_or(cut.first)]))?;
        }
        Ok(is_kept.then_some(path.clone()))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
