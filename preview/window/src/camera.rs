//! The camera of applets that want one: that of the machine, one that the user names, images, a
//! video, or a test card.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use cindyscript_interpreter::picture::{Picture, Pixels};
use cindyscript_interpreter::{Film, ImageMemory, Sequence};

use crate::decoder::{Decoder, Input, VideoStream};
use crate::device::{self, Device};
use crate::film;

/// What the camera sees. It is switched on when an applet asks for it, and off when nobody looks
/// any more. Clones see the same.
#[derive(Clone, Debug, Default)]
pub struct Camera {
    /// What was chosen when it was made.
    sees: Sees,
    /// What the user has chosen since, by its name; none is what was chosen first.
    chosen: Arc<Mutex<Option<String>>>,
    decoder: Decoder,
    /// What it sees while somebody looks.
    open: Arc<Mutex<Option<Weak<Live>>>>,
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
            chosen: Arc::default(),
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
        if let Some(live) = open.as_ref().and_then(Weak::upgrade) {
            return Some(live);
        }
        let live = Arc::new(Live(Mutex::new(Arc::new(self.switch_on()?))));
        *open = Some(Arc::downgrade(&live));
        Some(live)
    }

    /// What the user has chosen besides, by its name, for the next time.
    pub(crate) fn chosen(&self) -> Option<String> {
        lock(&self.chosen).clone()
    }

    /// Chooses what was [chosen](Self::chosen) before; one that is gone is not chosen.
    pub(crate) fn choose_again(&self, name: &str) {
        if names(&self.sees, &device::of_this_machine())
            .iter()
            .any(|known| known == name)
        {
            *lock(&self.chosen) = Some(name.to_owned());
        }
    }

    /// Sees the next of what there is to see: the cameras of this machine, what was chosen at the
    /// start, the test card. What that is, in a line for the user.
    pub(crate) fn choose_next(&self) -> String {
        let devices = device::of_this_machine();
        let names = names(&self.sees, &devices);
        let now = self.chosen();
        let place = names.iter().position(|name| Some(name) == now.as_ref());
        let Some(next) = names.get((place.unwrap_or(0) + 1) % names.len().max(1)) else {
            return "there is no camera".to_owned();
        };
        if names.len() == 1 {
            return format!("there is nothing else for the camera to see than {next}");
        }
        *lock(&self.chosen) = Some(next.clone());
        let live = lock(&self.open).as_ref().and_then(Weak::upgrade);
        if let Some(live) = live
            && let Some(seen) = self.switch_on()
        {
            *lock(&live.0) = Arc::new(seen);
            // It says what the line below says as well.
            self.take_notice();
        }
        format!("the camera sees {next}")
    }

    /// Something that the user should know, once: the machine's own camera has been switched on,
    /// though nobody named it.
    pub(crate) fn take_notice(&self) -> Option<String> {
        lock(&self.notice).take()
    }

    fn switch_on(&self) -> Option<Seen> {
        let mut devices = device::of_this_machine().into_iter();
        let chosen = self.chosen();
        let is_chosen = |device: &Device| chosen.as_ref() == Some(&device.name);
        let input = match (&self.sees, &chosen) {
            (_, Some(name)) if name == TEST_CARD => None,
            (_, Some(name)) if name != AT_START => devices.find(is_chosen).map(|it| it.input),
            (Sees::TestCard, _) => None,
            (Sees::Machine, _) => devices.next().map(|device| device.input),
            (Sees::Images(images), _) => return Some(Seen::Images(Arc::clone(images))),
            (Sees::Decoded(input), _) => Some(input.clone()),
        };
        let card = test_card()?;
        if let (Sees::Machine, Some(Input::Opened { name, .. })) = (&self.sees, &input) {
            let name = name.to_string_lossy();
            *lock(&self.notice) = Some(format!(
                "the camera is on, {name}: `cameravideo()` asked for it; not with --camera off"
            ));
        }
        let (stream, failed) = match input.map(|input| VideoStream::open(&self.decoder, input)) {
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

/// What a user is told of the test card, and of what was chosen by `--camera`.
const TEST_CARD: &str = "a test card";
const AT_START: &str = "what --camera says";

/// What there is to see, beginning with what is seen if nothing is chosen.
fn names(sees: &Sees, devices: &[Device]) -> Vec<String> {
    let first = matches!(sees, Sees::Images(_) | Sees::Decoded(_)).then(|| AT_START.to_owned());
    let devices = devices.iter().map(|device| device.name.clone());
    let card = [TEST_CARD.to_owned()];
    let mut names: Vec<String> = first.into_iter().chain(devices).chain(card).collect();
    if matches!(sees, Sees::TestCard) {
        names.rotate_right(1);
    }
    names
}

/// What is seen, and may become something else while somebody looks.
#[derive(Debug)]
struct Live(Mutex<Arc<Seen>>);

impl Film for Live {
    fn at(&self, seconds: f64) -> Option<Picture> {
        let seen = Arc::clone(&lock(&self.0));
        seen.at(seconds)
    }

    fn failure(&self) -> Option<Arc<str>> {
        let seen = Arc::clone(&lock(&self.0));
        seen.failure()
    }
}

/// What is seen while somebody looks.
#[derive(Debug)]
enum Seen {
    Images(Arc<Sequence>),
    Decoded {
        stream: Option<VideoStream>,
        /// Why there is no stream, if there should be one.
        failed: Option<String>,
        /// What is shown in its place.
        card: Picture,
        /// Whether the user has been told of what is wrong.
        told: AtomicBool,
        notice: Arc<Mutex<Option<String>>>,
    },
}

impl Seen {
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

    fn failure(&self) -> Option<Arc<str>> {
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
                let reason = stream.failure()?;
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
        return film::open(chosen, &mut ImageMemory::default())
            .map(|images| Sees::Images(images.into()));
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

    use cindyscript_player::bitmap::Bitmap;

    use super::*;
    use crate::picture_file::write_png;

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
    fn what_is_seen_changes_while_somebody_looks() {
        let folder = std::env::temp_dir().join(format!("cameras-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("small.png");
        let file = std::fs::File::create(&path).unwrap();
        write_png(&Bitmap::new([0, 0], [3, 2]), file).unwrap();
        let camera = Camera::choose(Some(&path), Decoder::default()).unwrap();
        let film = camera.film().unwrap();
        let size = || film.at(0.0).map(|picture| picture.size());
        assert_eq!(size(), Some([3, 2]));
        // Cameras of this machine, if it has some, come before the test card.
        while !camera.choose_next().ends_with(TEST_CARD) {}
        assert_eq!(size(), Some(SIZE));
        assert_eq!(camera.chosen().as_deref(), Some(TEST_CARD));
        assert_eq!(camera.choose_next(), "the camera sees what --camera says");
        assert_eq!(size(), Some([3, 2]));
        std::fs::remove_dir_all(&folder).unwrap();
        // What was chosen is chosen again.
        let again = Camera::choose(Some("on".as_ref()), Decoder::default()).unwrap();
        again.choose_again("a camera that is gone");
        assert_eq!(again.chosen(), None);
        again.choose_again(TEST_CARD);
        assert_eq!(again.film().unwrap().failure(), None);
        assert_eq!(again.chosen().as_deref(), Some(TEST_CARD));
    }

    #[test]
    fn cameras_come_in_their_order_and_what_was_chosen_at_the_start_is_the_first() {
        let device = |name: &str| Device {
            name: name.to_owned(),
            input: Input::File(PathBuf::from(name)),
        };
        let devices = [device("Front"), device("Back")];
        assert_eq!(
            names(&Sees::Machine, &devices),
            ["Front", "Back", TEST_CARD]
        );
        assert_eq!(
            names(&Sees::TestCard, &devices),
            [TEST_CARD, "Front", "Back"]
        );
        assert_eq!(names(&Sees::Machine, &[]), [TEST_CARD]);
        let file = Sees::Decoded(Input::File(PathBuf::from("a.mp4")));
        assert_eq!(names(&file, &[]), [AT_START, TEST_CARD]);
    }

    #[test]
    fn what_is_wrong_with_a_camera_is_told_once() {
        let nobody = Decoder::new(Some(PathBuf::from("no-such-decoder")));
        let camera = Camera::choose(Some(Path::new("/dev/video7")), nobody).unwrap();
        assert_eq!(camera.take_notice(), None);
        let film = camera.film().unwrap();
        let failure = film.failure().unwrap();
        assert!(failure.contains("test card"), "{failure}");
        assert_eq!(camera.take_notice().as_deref(), Some(&*failure));
        assert_eq!(film.failure(), Some(failure));
        assert_eq!(camera.take_notice(), None);
        // The test card itself is what was asked for.
        let camera = Camera::choose(Some(Path::new("off")), Decoder::default()).unwrap();
        assert_eq!(camera.film().unwrap().failure(), None);
        assert_eq!(camera.take_notice(), None);
    }
}
