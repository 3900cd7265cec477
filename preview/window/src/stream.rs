//! Pictures for a tab of the editor: brought back from where they are painted, encoded on a thread
//! of their own, and sent as messages at the pace that the link allows.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::region::Region;
use cindyscript_protocol::{FromPreview, PictureFormat, TabPicture};
use cindyscript_render::Presenter;
use cindyscript_render::gpu::{Gpu, Presented};
use cindyscript_render::picture::FramePicture;
use cindyscript_render::presenter::PresentError;

use crate::encoding::{changed, encoded, in_base64};
use crate::outbox::Outbox;
use crate::pace::Pace;
use crate::policy::{PICTURE_AT_REST, PICTURE_ON_ITS_WAY};
use crate::vital;

/// What is larger is sent with losses, in bytes: whoever reads the messages keeps a line in memory.
const LARGEST: usize = 8 << 20;

/// The way to the tab. Clones are the same way.
#[derive(Clone, Debug, Default)]
pub struct TabLink(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    watch: Watch,
    pace: Pace,
}

/// Whether somebody looks at the tab.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Watch {
    /// Nobody does.
    #[default]
    Unwatched,
    /// Somebody does, and sees nothing yet.
    Empty,
    /// Somebody does, and sees a picture.
    Filled,
}

impl TabLink {
    /// Somebody looks at the tab, which is empty; or nobody does.
    pub fn watch(&self, watched: bool) {
        let mut state = self.lock();
        state.pace.forget();
        state.watch = match watched {
            true => Watch::Empty,
            false => Watch::Unwatched,
        };
    }

    /// The tab shows a picture.
    pub fn take(&self, number: u64) {
        self.lock().pace.take(number, Instant::now());
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A picture to be sent.
#[derive(Debug)]
struct Job {
    number: u64,
    picture: Bitmap,
    /// Whether the tab shows nothing of what was sent before.
    whole: bool,
}

/// Starts the thread that encodes and sends. `room` is called when a picture did not have to be
/// sent. The second value shows pictures, painted on this GPU or in memory.
pub fn start(
    link: &TabLink,
    outbox: Outbox,
    room: impl Fn() + Send + 'static,
) -> impl Fn(Option<Gpu>) -> Stream + Clone + Send + 'static {
    let (sender, jobs) = channel();
    let encoder = Encoder {
        link: link.clone(),
        outbox,
        shown: Bitmap::default(),
        lossy: Region::default(),
        density: 0.5,
    };
    vital::spawn("what sends the pictures", move || encoder.run(&jobs, room));
    let link = link.clone();
    move |gpu| Stream {
        gpu,
        size: [0, 0],
        link: link.clone(),
        encoder: sender.clone(),
    }
}

/// Sends pictures to a tab of the editor; while nobody looks at it, they are shown nowhere.
pub struct Stream {
    gpu: Option<Gpu>,
    size: [u32; 2],
    link: TabLink,
    encoder: Sender<Job>,
}

impl Presenter for Stream {
    fn gpu(&self) -> Option<&Gpu> {
        self.gpu.as_ref()
    }

    fn has_room(&self) -> bool {
        let state = self.link.lock();
        state.watch == Watch::Unwatched || state.pace.has_room()
    }

    fn resize(&mut self, size: [u32; 2]) {
        self.size = size;
    }

    fn present(
        &mut self,
        picture: &FramePicture,
        corner: [u32; 2],
        overlays: &[Bitmap],
        background: [f64; 3],
    ) -> Result<Presented, PresentError> {
        if self.link.lock().watch == Watch::Unwatched {
            return Ok(Presented::Shown);
        }
        let picture = picture.composed(corner, self.size, overlays, background)?;
        let mut state = self.link.lock();
        let whole = match state.watch {
            Watch::Unwatched => return Ok(Presented::Shown),
            Watch::Empty => true,
            Watch::Filled => false,
        };
        state.watch = Watch::Filled;
        let number = state.pace.begin(Instant::now());
        // The thread is there as long as the process.
        drop(self.encoder.send(Job {
            number,
            picture,
            whole,
        }));
        Ok(Presented::Shown)
    }
}

/// Encodes pictures and sends them.
struct Encoder {
    link: TabLink,
    outbox: Outbox,
    /// What the tab shows once all that was sent is there.
    shown: Bitmap,
    /// The part of it that was sent with losses.
    lossy: Region,
    /// Bytes a pixel of what was sent last without losses.
    density: f64,
}

impl Encoder {
    fn run(mut self, jobs: &Receiver<Job>, room: impl Fn()) {
        loop {
            let job = match self.lossy.is_empty() {
                true => jobs.recv().map_err(RecvTimeoutError::from),
                false => jobs.recv_timeout(PICTURE_AT_REST),
            };
            match job {
                Ok(job) => {
                    if !self.show(job) {
                        room();
                    }
                }
                Err(RecvTimeoutError::Timeout) => self.sharpen(),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Sends what is new in a picture; whether there was something.
    fn show(&mut self, job: Job) -> bool {
        let Job {
            number,
            picture,
            whole,
        } = job;
        let region = match whole {
            true => Region::all(picture.size()),
            false => changed(&self.shown, &picture),
        };
        if whole || self.shown.size() != picture.size() {
            self.lossy = Region::default();
        }
        self.shown = picture;
        if region.is_empty() {
            self.link.lock().pace.cancel(number);
            return false;
        }
        let pixels = region.width as usize * region.height as usize;
        let bytes = (pixels as f64 * self.density) as usize;
        let takes = self.link.lock().pace.time_for(bytes);
        let exact = match takes > PICTURE_ON_ITS_WAY {
            true => None,
            false => self.exact(region),
        };
        match exact {
            Some(bytes) => {
                self.send(number, region, PictureFormat::Webp, &bytes);
                true
            }
            None => match encoded(&self.shown, region, PictureFormat::Jpeg) {
                Ok(bytes) => {
                    self.lossy = self.lossy.union(region);
                    self.send(number, region, PictureFormat::Jpeg, &bytes);
                    true
                }
                // A picture of no size.
                Err(_) => {
                    self.link.lock().pace.cancel(number);
                    false
                }
            },
        }
    }

    /// What was sent with losses stands still: sends it without.
    fn sharpen(&mut self) {
        let region = std::mem::take(&mut self.lossy);
        if let Some(bytes) = self.exact(region) {
            let mut state = self.link.lock();
            if state.watch != Watch::Filled {
                return;
            }
            let number = state.pace.begin(Instant::now());
            drop(state);
            self.send(number, region, PictureFormat::Webp, &bytes);
        }
    }

    /// A part of the picture without losses, if that is not too large.
    fn exact(&mut self, region: Region) -> Option<Vec<u8>> {
        let bytes = encoded(&self.shown, region, PictureFormat::Webp).ok()?;
        let pixels = f64::from(region.width) * f64::from(region.height);
        self.density = bytes.len() as f64 / pixels;
        (bytes.len() <= LARGEST).then_some(bytes)
    }

    fn send(&mut self, number: u64, region: Region, format: PictureFormat, bytes: &[u8]) {
        if format == PictureFormat::Webp && region == region.union(self.lossy) {
            self.lossy = Region::default();
        }
        let Region {
            x,
            y,
            width,
            height,
        } = region;
        let message = FromPreview::Picture(TabPicture {
            number,
            size: self.shown.size(),
            region: [x, y, width, height],
            format,
            data: in_base64(bytes),
        });
        self.link
            .lock()
            .pace
            .send(number, bytes.len(), Instant::now());
        self.outbox.send(&message);
    }
}
