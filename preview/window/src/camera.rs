//! The camera of applets that want one: that of the machine, one that the user names, images, a
//! video, or a test card.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use cindyscript_interpreter::picture::{Picture, Pixels};
use cindyscript_interpreter::{Film, Sequence};

use crate::decoder::{Decoder, Input, Stream};
use crate::device;
use crate::film;
use crate::still::Room;

/// What the camera sees. It is switched on when an applet asks for it, and off when nobody looks
/// any more. Clones see the same.
#[derive(Clone, Debug, Default)]
pub struct Camera {
    sees: Sees,
    decoder: Decoder,
    /// What it sees while somebody looks.
    open: Arc<Mutex<Option<Weak<Seen>>>>,
    /// What is to be said about it.
    notice: Arc<Mutex<Option<String>>>,
}

#[derive(Clone, Debug, Default)]
enum Sees {
    #[default]
    TestCard,
    /// What is in front of the machine, if it has a camera.
    Machine,
    Images(Arc<Sequence>),
    Decoded(Input),
}

impl Camera {
    /// A camera that sees what the user has chosen: `on`, the machine's camera, or a test card
    /// where there is none; `off`, the test card; an image, still or animated, images that are
    /// numbered or those of a folder; a video; or a device ([`device::named`]). With nothing chosen,
    /// the test card.
    ///
    /// # Errors
    /// There are no such images; the reason in one line.
    pub fn choose(chosen: Option<&Path>, decoder: Decoder) -> Result<Camera, String> {
        let sees = match chosen {
            None => Sees::TestCard,
            Some(path) => {
                sees(path).map_err(|reason| format!("camera {}: {reason}", path.display()))?
            }
        };
        Ok(Camera {
            sees,
            decoder,
            open: Arc::default(),
            notice: Arc::default(),
        })
    }

    /// What decodes it, and all other videos.
    pub(crate) fn decoder(&self) -> &Decoder {
        &self.decoder
    }

    /// What it sees.
    pub(crate) fn film(&self) -> Option<Arc<dyn Film>> {
        let mut open = lock(&self.open);
        if let Some(seen) = open.as_ref().and_then(Weak::upgrade) {
            return Some(seen);
        }
        let seen = Arc::new(self.switch_on()?);
        *open = Some(Arc::downgrade(&seen));
        Some(seen)
    }

    /// Something that the user should know, once: the machine's own camera has been switched on,
    /// though nobody named it.
    pub(crate) fn take_notice(&self) -> Option<String> {
        lock(&self.notice).take()
    }

    fn switch_on(&self) -> Option<Seen> {
        let input = match &self.sees {
            Sees::TestCard => None,
            Sees::Machine => device::of_this_machine(),
            Sees::Images(images) => return Some(Seen::Images(Arc::clone(images))),
            Sees::Decoded(input) => Some(input.clone()),
        };
        let card = test_card()?;
        if let (Sees::Machine, Some(Input::Opened { name, .. })) = (&self.sees, &input) {
            let name = name.to_string_lossy();
            *lock(&self.notice) = Some(format!(
                "the camera is on, {name}: `cameravideo()` asked for it; not with --camera off"
            ));
        }
        let (stream, failed) = match input.map(|input| Stream::open(&self.decoder, input)) {
            None => (None, None),
            Some(Ok(stream)) => (Some(stream), None),
            Some(Err(reason)) => (None, Some(reason)),
        };
        Some(Seen::Decoded {
            stream,
            failed,
            card,
            told: AtomicBool::new(false),
            notice: Arc::clone(&self.notice),
        })
    }
}

/// What is seen while somebody looks.
#[derive(Debug)]
enum Seen {
    Images(Arc<Sequence>),
    Decoded {
        stream: Option<Stream>,
        /// Why there is no stream, if there should be one.
        failed: Option<String>,
        /// What is shown in its place.
        card: Picture,
        /// Whether the user has been told of what is wrong.
        told: AtomicBool,
        notice: Arc<Mutex<Option<String>>>,
    },
}

impl Film for Seen {
    fn at(&self, seconds: f64) -> Option<Picture> {
        match self {
            Seen::Images(images) => images.at(seconds),
            Seen::Decoded { stream, card, .. } => match stream {
                None => Some(card.clone()),
                Some(stream) => {
                    let seen = stream.at(seconds);
                    seen.or_else(|| stream.is_blind().then(|| card.clone()))
                }
            },
        }
    }

    fn trouble(&self) -> Option<Arc<str>> {
        let Seen::Decoded {
            stream,
            failed,
            told,
            notice,
            ..
        } = self
        else {
            return None;
        };
        let (what, reason) = match stream {
            None => ("the camera shows a test card", failed.as_deref()?.into()),
            Some(stream) => {
                let reason = stream.trouble()?;
                let what = if stream.is_blind() {
                    "the camera shows a test card"
                } else {
                    "the camera has stopped"
                };
                (what, reason)
            }
        };
        let message = format!("{what}: {reason}");
        if !told.swap(true, Ordering::Relaxed) {
            *lock(notice) = Some(message.clone());
        }
        Some(message.into())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a user's word means.
fn sees(chosen: &Path) -> Result<Sees, String> {
    if chosen == Path::new("on") {
        return Ok(Sees::Machine);
    }
    if chosen == Path::new("off") {
        return Ok(Sees::TestCard);
    }
    if let Some(input) = chosen.to_str().and_then(device::named) {
        return input.map(Sees::Decoded);
    }
    if chosen.is_dir() || chosen.is_file() && film::is_images(chosen) {
        return film::open(chosen, &mut Room::new()).map(|images| Sees::Images(images.into()));
    }
    // A pipe would be waited for, and some devices have no end.
    match chosen.metadata() {
        Ok(metadata) if metadata.is_file() => Ok(Sees::Decoded(Input::File(chosen.to_owned()))),
        Ok(_) => Err("this is neither a file nor a folder".to_owned()),
        Err(_) => Err("there is no such file".to_owned()),
    }
}

const SIZE: [u32; 2] = [640, 480];

/// White, yellow, cyan, green, magenta, red, blue, black.
const BARS: [[u8; 3]; 8] = [
    [255, 255, 255],
    [255, 255, 0],
    [0, 255, 255],
    [0, 255, 0],
    [255, 0, 255],
    [255, 0, 0],
    [0, 0, 255],
    [0, 0, 0],
];

/// Bars of colour, a ramp of grey, and a circle that shows whether all directions are alike.
fn test_card() -> Option<Picture> {
    let [width, height] = SIZE;
    let pixels = (0..height).flat_map(|y| (0..width).flat_map(move |x| pixel(x, y)));
    Pixels::new(SIZE, pixels.collect()).map(Picture::from_pixels)
}

fn pixel(x: u32, y: u32) -> [u8; 4] {
    let [width, height] = SIZE;
    let centre = SIZE.map(|side| f64::from(side) / 2.0);
    let from_centre = (f64::from(x) - centre[0]).hypot(f64::from(y) - centre[1]);
    let [r, g, b] = if (from_centre - 0.45 * f64::from(height)).abs() < 3.0 {
        [128; 3]
    } else if 4 * y < 3 * height {
        let bar = (x * BARS.len() as u32 / width) as usize;
        BARS.get(bar).copied().unwrap_or_default()
    } else {
        [(x * 255 / width) as u8; 3]
    };
    [r, g, b, 255]
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::path::PathBuf;

    use super::*;

    #[test]
    fn what_is_no_file_is_no_camera() {
        let refused = |chosen: &str| {
            let camera = Camera::choose(Some(Path::new(chosen)), Decoder::default());
            camera.err().unwrap_or_default()
        };
        assert!(refused("no-such-file.mp4").contains("no such file"));
        assert!(refused("lavfi:ladspa=file=./evil.so").contains("lavfi"));
        assert!(refused("/dev/zero").contains("no camera"));
        #[cfg(unix)]
        assert!(refused("/proc/self/fd/0").contains("camera /proc"));
    }

    #[test]
    fn what_is_wrong_with_a_camera_is_told_once() {
        let nobody = Decoder::new(Some(PathBuf::from("no-such-decoder")));
        let camera = Camera::choose(Some(Path::new("/dev/video7")), nobody).unwrap();
        assert_eq!(camera.take_notice(), None);
        let film = camera.film().unwrap();
        let trouble = film.trouble().unwrap();
        assert!(trouble.contains("test card"), "{trouble}");
        assert_eq!(camera.take_notice().as_deref(), Some(&*trouble));
        assert_eq!(film.trouble(), Some(trouble));
        assert_eq!(camera.take_notice(), None);
        // The test card itself is what was asked for.
        let camera = Camera::choose(Some(Path::new("off")), Decoder::default()).unwrap();
        assert_eq!(camera.film().unwrap().trouble(), None);
        assert_eq!(camera.take_notice(), None);
    }
}
