//! Files that were dropped upon the window: which image of the applet each is for.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use cindyscript_interpreter::{DroppedContent, DroppedFile, DroppedPicture, ImageMemory};
use cindyscript_player::Session;
use cindyscript_player::session::{Key, UserEvent};

use super::{LoopEvent, RenderLoop, WindowProxy};
use crate::images::{Exchange, is_media, name_of};
use crate::policy::DROP_PATIENCE;
use crate::resource::contents;
use crate::still::picture;

/// A file that was dropped, until it is known which of several images it is for.
#[derive(Debug)]
pub(super) struct Dropped {
    path: PathBuf,
    /// The images of the applet.
    images: Vec<String>,
    /// While other programs drag, the window does not hear where the pointer is: it may say so until
    /// then, and after that the user is asked.
    pointer_until: Instant,
}

impl Dropped {
    /// How long until the user is asked.
    pub(super) fn due(&self) -> Option<Duration> {
        let left = self.pointer_until.checked_duration_since(Instant::now());
        left.filter(|left| !left.is_zero())
    }

    fn question(&self) -> String {
        let names = self.images.iter().take(9).zip(1..);
        let names = names.map(|(image, key)| format!("{key} {image}"));
        let names: Vec<String> = names.collect();
        format!(
            "which image is {} for: {}? Press its number or click on it; Escape for none",
            name_of(&self.path),
            names.join(", ")
        )
    }
}

/// Why a file that is dropped takes the place of none of an applet's images.
fn refusal(path: &Path, images: &[String]) -> Option<String> {
    let name = name_of(path);
    if !is_media(path) {
        return Some(format!(
            "{name} is no picture and no video: only those take the place of an image"
        ));
    }
    let has_none = images.is_empty();
    has_none.then(|| format!("this applet has no image whose place {name} could take"))
}

/// Files that were dropped for the script `ondrop`. They come one by one: the script gets those that
/// come within a while, at the place where the pointer is then.
#[derive(Debug)]
pub(super) struct ScriptDrop {
    paths: Vec<PathBuf>,
    until: Instant,
}

impl ScriptDrop {
    /// The time left until the script gets them.
    pub(super) fn due(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }
}

/// The MIME types of files, by their endings.
const MIME_TYPES: [(&str, &str); 17] = [
    ("bmp", "image/bmp"),
    ("css", "text/css"),
    ("csv", "text/csv"),
    ("gif", "image/gif"),
    ("htm", "text/html"),
    ("html", "text/html"),
    ("jpeg", "image/jpeg"),
    ("jpg", "image/jpeg"),
    ("js", "text/javascript"),
    ("json", "application/json"),
    ("md", "text/markdown"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("tsv", "text/tab-separated-values"),
    ("txt", "text/plain"),
    ("webp", "image/webp"),
    ("xml", "text/xml"),
];

/// A file as the script gets it; why it has no content.
fn dropped_file(path: &Path) -> (DroppedFile, Option<String>) {
    let ending = path.extension().unwrap_or_default();
    let mime = MIME_TYPES
        .iter()
        .find(|(known, _)| ending.eq_ignore_ascii_case(known))
        .map_or("", |(_, mime)| *mime);
    let name = name_of(path);
    let content = script_content(path, &name, mime);
    let reason = content
        .as_ref()
        .err()
        .map(|reason| format!("{name} {reason}"));
    let file = DroppedFile {
        content: content.unwrap_or(DroppedContent::Nothing),
        mime: mime.to_owned(),
        name,
    };
    (file, reason)
}

fn script_content(path: &Path, name: &str, mime: &str) -> Result<DroppedContent, String> {
    if mime.is_empty() {
        return Err("is no picture, text or JSON: the script gets only its name".to_owned());
    }
    let bytes = contents(path)?;
    if mime.starts_with("image/") {
        let picture = picture(bytes, &mut ImageMemory::default());
        let picture = picture.map_err(|reason| format!("cannot be shown: {reason}"))?;
        return Ok(DroppedContent::Picture(DroppedPicture::new(name, picture)));
    }
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_start_matches('\u{feff}').to_owned();
    Ok(match mime {
        "application/json" => DroppedContent::Json(text),
        _ => DroppedContent::Text(text),
    })
}

impl<P: WindowProxy> RenderLoop<P> {
    /// A file is held over the window, or no longer.
    pub(super) fn hover(&mut self, path: Option<&Path>) {
        let is_for_script = self.frames.session().is_some_and(Session::takes_drops);
        let hint = |path| match is_for_script {
            true => format!("the script `ondrop` gets {}", name_of(path)),
            false => format!("{} can take the place of an image", name_of(path)),
        };
        self.bar.notice = path.map(hint);
        self.state.overlay_changed();
    }

    /// Gives the script `ondrop` the files that were dropped, once no more come.
    pub(super) fn run_ondrop(&mut self) {
        let drop = self.script_drop.take_if(|drop| drop.due().is_zero());
        let Some(ScriptDrop { paths, .. }) = drop else {
            return;
        };
        let canvas = self.placement.canvas.css();
        let at = self
            .pointer_on_canvas()
            .unwrap_or(canvas.map(|side| side / 2.0));
        let sender = self.events.sender();
        // Pictures may take a while.
        thread::spawn(move || {
            let (files, reasons): (Vec<_>, Vec<_>) =
                paths.iter().map(|path| dropped_file(path)).unzip();
            sender.send(LoopEvent::User(UserEvent::Dropped(files.into(), at)));
            let reasons: Vec<String> = reasons.into_iter().flatten().collect();
            if !reasons.is_empty() {
                sender.send(LoopEvent::Notice(reasons.join("; ")));
            }
        });
    }

    /// A file is dropped upon the window.
    pub(super) fn dropped(&mut self, path: PathBuf) {
        if self.frames.session().is_some_and(Session::takes_drops) {
            self.bar.notice = None;
            self.state.overlay_changed();
            let before = self.script_drop.take();
            let mut paths = before.map(|drop| drop.paths).unwrap_or_default();
            paths.push(path);
            let until = Instant::now() + DROP_PATIENCE;
            self.script_drop = Some(ScriptDrop { paths, until });
            return;
        }
        self.dropped = None;
        self.state.overlay_changed();
        let applet = self.frames.session().map(Session::source);
        let applet = applet.and_then(|source| source.applet());
        let images = applet.map_or(&[][..], |applet| &applet.images);
        let images: Vec<String> = images.iter().map(|image| image.name.clone()).collect();
        self.bar.notice = refusal(&path, &images);
        if self.bar.notice.is_some() {
            return;
        }
        self.dropped = Some(Dropped {
            path,
            images,
            pointer_until: Instant::now() + DROP_PATIENCE,
        });
        self.choose_only();
        self.choose_at_pointer();
    }

    fn choose_only(&mut self) {
        let images = self.dropped.as_ref().map(|dropped| &dropped.images);
        if let Some([only]) = images.map(Vec::as_slice) {
            self.choose(only.clone());
        }
    }

    /// The image under the pointer is meant, if there is one.
    pub(super) fn choose_at_pointer(&mut self) {
        let at = self.pointer_on_canvas();
        let Some(at) = at.filter(|_| self.dropped.is_some()) else {
            return;
        };
        let frame = self.frames.frame().clone();
        let session = self.frames.session_mut();
        if let Some(image) = session.and_then(|session| session.image_at(&frame, at)) {
            self.choose(image);
        }
    }

    fn choose(&mut self, image: String) {
        if let Some(Dropped { path, .. }) = self.dropped.take() {
            self.worker.exchange(Exchange::Replace(image, path));
        }
        self.ask_about_dropped();
    }

    /// A key goes down: whether it answers which image a file is for.
    pub(super) fn answers_dropped(&mut self, key: &Key) -> bool {
        let Some(dropped) = &self.dropped else {
            return false;
        };
        let number = key
            .name
            .parse()
            .ok()
            .and_then(|key: usize| key.checked_sub(1));
        let image = number.and_then(|number| dropped.images.get(number).cloned());
        match image {
            Some(image) => self.choose(image),
            None if key.name == "Escape" => {
                self.dropped = None;
                self.ask_about_dropped();
            }
            None => return false,
        }
        true
    }

    /// Asks in the bar which image a file is for, once nobody has said so for a while.
    pub(super) fn ask_about_dropped(&mut self) {
        let dropped = self.dropped.as_ref();
        let asked = dropped.filter(|dropped| dropped.due().is_none());
        let question = asked.map(Dropped::question);
        if question != self.bar.question {
            self.bar.question = question;
            self.state.overlay_changed();
        }
    }

    /// All images are those of the page again.
    pub(super) fn take_images_back(&mut self) {
        self.dropped = None;
        self.worker.exchange(Exchange::TakeBack);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::fs;

    use cindyscript_player::bitmap::Bitmap;

    use super::*;
    use crate::picture_file::write_png;

    #[test]
    fn a_file_that_is_no_image_is_refused_and_so_is_one_where_there_is_none() {
        let folder = std::env::temp_dir().join(format!("refused-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = |name: &str| folder.join(name);
        fs::write(file("a.txt"), "no picture").unwrap();
        fs::write(file("named.png"), "no picture either").unwrap();
        write_png(
            &Bitmap::new([0, 0], [1; 2]),
            fs::File::create(file("a.png")).unwrap(),
        )
        .unwrap();
        let images = ["i".to_owned()];
        let no_picture = |name| {
            format!("{name} is no picture and no video: only those take the place of an image")
        };
        for name in ["a.txt", "named.png", "nothing.png"] {
            assert_eq!(refusal(&file(name), &images), Some(no_picture(name)));
        }
        assert_eq!(
            refusal(&folder, &images),
            Some(no_picture(&name_of(&folder)))
        );
        assert_eq!(refusal(&file("a.png"), &images), None);
        let none = "this applet has no image whose place a.png could take";
        assert_eq!(refusal(&file("a.png"), &[]).as_deref(), Some(none));
        drop(fs::remove_dir_all(&folder));
    }

    #[test]
    fn dropped_file_is_read_by_its_ending() {
        let folder = std::env::temp_dir().join(format!("for-script-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let read = |name: &str, bytes: &[u8]| {
            fs::write(folder.join(name), bytes).unwrap();
            let (file, reason) = dropped_file(&folder.join(name));
            assert_eq!(file.name, name);
            (file.mime, file.content, reason)
        };
        let text = |mime: &str, content| (mime.to_owned(), content, None);
        assert_eq!(
            read("a.CSV", "\u{feff}1,2".as_bytes()),
            text("text/csv", DroppedContent::Text("1,2".to_owned()))
        );
        assert_eq!(
            read("a.json", b"[1]"),
            text("application/json", DroppedContent::Json("[1]".to_owned()))
        );
        let (mime, content, reason) = read("a.png", b"no picture");
        assert_eq!(
            (mime.as_str(), content),
            ("image/png", DroppedContent::Nothing)
        );
        assert!(reason.unwrap().starts_with("a.png cannot be shown: "));
        let (mime, content, reason) = read("a.exe", b"");
        assert_eq!((mime.as_str(), content), ("", DroppedContent::Nothing));
        let expected = "a.exe is no picture, text or JSON: the script gets only its name";
        assert_eq!(reason.as_deref(), Some(expected));
        let png = fs::File::create(folder.join("b.png")).unwrap();
        write_png(&Bitmap::new([0, 0], [1; 2]), png).unwrap();
        let (file, reason) = dropped_file(&folder.join("b.png"));
        assert!(matches!(file.content, DroppedContent::Picture(_)) && reason.is_none());
        drop(fs::remove_dir_all(&folder));
    }
}
