//! A tab of an editor, as the program without a window sees it.

use std::io::BufReader;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use cindyscript_protocol::{
    CursorForm, FromPreview, MessageReader, Received, TabEvent, TabKey, TabNotice, TabPicture,
    ToPreview, write,
};
use image::RgbImage;

use crate::PATIENCE;

/// All of a picture of a size.
pub(crate) fn whole([width, height]: [u32; 2]) -> [u32; 4] {
    [0, 0, width, height]
}

/// The program, and the tab that shows its pictures.
pub(crate) struct Tab {
    program: Child,
    pub(crate) input: Option<ChildStdin>,
    messages: Receiver<FromPreview>,
    pub(crate) shown: RgbImage,
    /// The size that it has, until there is a picture of it.
    awaited: Option<[u32; 2]>,
    pub(crate) cursor: CursorForm,
}

impl Drop for Tab {
    fn drop(&mut self) {
        drop(self.program.kill());
        drop(self.program.wait());
    }
}

impl Tab {
    /// One that nobody looks at yet. Painted on the CPU: this is not about how.
    pub(crate) fn new(text: &str) -> Tab {
        let mut tab = Tab::start(&["--cpu"], "");
        tab.open(text, 1);
        tab
    }

    /// One without a text, where the environment names a display. Nothing can be kept.
    pub(crate) fn start(arguments: &[&str], display: &str) -> Tab {
        Tab::start_keeping(arguments, display, Path::new("/dev/null"))
    }

    /// The same, which keeps states in a folder.
    pub(crate) fn start_keeping(arguments: &[&str], display: &str, states: &Path) -> Tab {
        let mut program = Command::new(env!("CARGO_BIN_EXE_cindyscript-preview"))
            .args(["--stdio", "--no-window"])
            .args(arguments)
            .env("DISPLAY", display)
            .env_remove("WAYLAND_DISPLAY")
            .env("XDG_STATE_HOME", states)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, messages) = channel();
        let output = BufReader::new(program.stdout.take().unwrap());
        thread::spawn(move || {
            for message in MessageReader::<_, FromPreview>::new(output) {
                if let Ok(Received::Known(message)) = message {
                    drop(sender.send(message));
                }
            }
        });
        Tab {
            input: program.stdin.take(),
            program,
            messages,
            shown: RgbImage::default(),
            awaited: None,
            cursor: CursorForm::Default,
        }
    }

    pub(crate) fn open(&mut self, text: &str, version: i32) {
        self.open_at(Path::new("/tmp/a.html"), text, version);
    }

    pub(crate) fn open_at(&mut self, path: &Path, text: &str, version: i32) {
        self.send(&ToPreview::Open {
            path: path.to_str().unwrap().to_owned(),
            text: text.to_owned(),
            version,
            open: Vec::new(),
        });
    }

    pub(crate) fn send(&mut self, message: &ToPreview) {
        write(self.input.as_mut().unwrap(), message).unwrap();
    }

    pub(crate) fn tell(&mut self, event: TabEvent) {
        self.send(&ToPreview::Tab { event });
    }

    /// Somebody looks at it.
    pub(crate) fn look(&mut self, size: [u32; 2]) {
        self.awaited = size.iter().all(|side| *side > 0).then_some(size);
        self.tell(TabEvent::Resized { size, scale: 1.0 });
        self.tell(TabEvent::Watched { watched: true });
    }

    pub(crate) fn message(&self, patience: Duration) -> Option<FromPreview> {
        match self.messages.recv_timeout(patience) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => panic!("it has ended"),
        }
    }

    /// The next picture, which the tab does not show yet.
    pub(crate) fn next(&mut self, patience: Duration) -> Option<TabPicture> {
        let end = Instant::now() + patience;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.message(left)? {
                FromPreview::Picture(picture) if self.is_early(&picture) => {
                    let number = picture.number;
                    self.tell(TabEvent::Taken { number });
                }
                FromPreview::Picture(picture) => return Some(picture),
                FromPreview::Cursor { form } => self.cursor = form,
                _ => {}
            }
        }
    }

    /// True if a picture was on its way before the tab had said its size.
    fn is_early(&mut self, picture: &TabPicture) -> bool {
        let is_early = self.awaited.is_some_and(|size| size != picture.size);
        if !is_early {
            self.awaited = None;
        }
        is_early
    }

    /// The next notice of the kind `wanted`; the tab shows pictures meanwhile.
    pub(crate) fn hear<T>(&mut self, wanted: impl Fn(TabNotice) -> Option<T>) -> T {
        let end = Instant::now() + PATIENCE;
        loop {
            assert!(Instant::now() < end, "it is not told");
            match self.message(PATIENCE) {
                Some(FromPreview::Notice { notice }) => {
                    if let Some(found) = wanted(notice) {
                        return found;
                    }
                }
                Some(FromPreview::Picture(picture)) => self.show(&picture),
                _ => {}
            }
        }
    }

    pub(crate) fn key(&mut self, name: &str, control: bool) {
        let key = TabKey {
            name: name.to_owned(),
            control,
            ..TabKey::default()
        };
        self.tell(TabEvent::KeyPressed(key.clone()));
        self.tell(TabEvent::KeyReleased(key));
    }

    /// Shows a picture, and says so.
    pub(crate) fn show(&mut self, picture: &TabPicture) {
        let bytes = BASE64_STANDARD.decode(&picture.data).unwrap();
        let part = image::load_from_memory(&bytes).unwrap().to_rgb8();
        let [x, y, width, height] = picture.region;
        assert_eq!(part.dimensions(), (width, height));
        if self.shown.dimensions() != picture.size.into() {
            assert_eq!(picture.region, whole(picture.size));
            self.shown = RgbImage::new(picture.size[0], picture.size[1]);
        }
        image::imageops::replace(&mut self.shown, &part, x.into(), y.into());
        let number = picture.number;
        self.tell(TabEvent::Taken { number });
    }

    /// Shows pictures until the colour of a corner is as it should be.
    pub(crate) fn until(&mut self, is_it: impl Fn([u8; 3]) -> bool) {
        let end = Instant::now() + PATIENCE;
        loop {
            let corner = self.shown.get_pixel_checked(3, 3).map(|pixel| pixel.0);
            if corner.is_some_and(&is_it) {
                return;
            }
            let left = end.saturating_duration_since(Instant::now());
            let picture = self.next(left);
            let picture = picture.unwrap_or_else(|| panic!("the corner is {corner:?}"));
            self.show(&picture);
        }
    }

    /// Shows pictures until the tab shows what it should.
    pub(crate) fn shown_when(&mut self, what: &str, is_it: impl Fn(&RgbImage) -> bool) -> RgbImage {
        let end = Instant::now() + PATIENCE;
        while !is_it(&self.shown) {
            let left = end.saturating_duration_since(Instant::now());
            let picture = self.next(left);
            self.show(&picture.unwrap_or_else(|| panic!("not shown: {what}")));
        }
        self.shown.clone()
    }

    pub(crate) fn drag(&mut self, from: [f64; 2], to: [f64; 2]) {
        self.tell(TabEvent::PointerMoved { at: from });
        self.press(false);
        self.tell(TabEvent::PointerMoved { at: to });
        self.tell(TabEvent::PointerReleased);
    }

    pub(crate) fn press(&mut self, control: bool) {
        let pans = false;
        self.tell(TabEvent::PointerPressed { pans, control });
    }

    /// Waits until the program has ended, in order.
    pub(crate) fn ends(mut self) {
        drop(self.input.take());
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.program.try_wait().unwrap() {
                assert_eq!(status.code(), Some(0));
                return;
            }
            assert!(Instant::now() < end, "it goes on");
            thread::sleep(Duration::from_millis(10));
        }
    }
}
