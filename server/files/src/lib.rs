//! The files beside a page: libraries that it imports and images that it names. Open documents take
//! precedence over files on disk. Subscribers are notified of changes. Other files are read from disk,
//! or requested from the client. Files that the programs write are [part files](part_file) until they
//! are complete.
//!
//! Must not depend on: protocols of editors, the use of a file, the network.

use std::collections::{BTreeSet, HashMap};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cindyscript_applet::{Image, decode, locate, missing_image};
use cindyscript_hir::document::Libraries;
use data_url::DataUrl;
pub use ropey::Rope;

use client::Client;
use disk::Disk;
pub use page::{PageError, STANDARD_INPUT, file_before_place, read_page};
use watch::Watch;

mod client;
mod disk;
pub mod interrupt;
mod page;
pub mod part_file;
mod watch;

/// The files of a machine as an author has them. Cheap to clone; clones share everything.
#[derive(Clone, Debug, Default)]
pub struct Files(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    /// The texts of files that are open in the editor, saved or not.
    open: Mutex<HashMap<PathBuf, Open>>,
    source: Source,
}

/// The source of the files that no editor has open.
#[derive(Debug)]
enum Source {
    Disk(Disk),
    Client(Client),
}

impl Default for Source {
    fn default() -> Source {
        Source::Disk(Disk::default())
    }
}

/// A file that is open in the editor.
#[derive(Debug)]
struct Open {
    rope: Rope,
    /// The text as a library, once a page has asked for it: pages do so at each keystroke.
    text: Option<Arc<str>>,
}

impl Open {
    fn new(rope: Rope) -> Self {
        Self { rope, text: None }
    }

    fn text(&mut self) -> Arc<str> {
        let text = self
            .text
            .get_or_insert_with(|| self.rope.to_string().into());
        Arc::clone(text)
    }
}

impl Files {
    /// Files that are followed: `changed` is called, on a thread of its own, with the
    /// [keys](key) of those that were asked for and have changed on disk since.
    ///
    /// # Errors
    /// The system follows no files; the reason in one line.
    pub fn followed(
        changed: impl FnMut(BTreeSet<PathBuf>) + Send + 'static,
    ) -> Result<Files, String> {
        let watch = Watch::start(changed).map_err(|error| error.to_string())?;
        Ok(Files::from(Source::Disk(Disk::followed(watch))))
    }

    /// The files of a client: `ask` has it [answer](Self::answer) with the text of a file, given its key.
    pub fn of_client(ask: impl Fn(&Path) + Send + Sync + 'static) -> Files {
        Files::from(Source::Client(Client::new(Box::new(ask))))
    }

    fn from(source: Source) -> Files {
        Files(Arc::new(Shared {
            open: Mutex::default(),
            source,
        }))
    }

    /// Takes the client's answer: the text of a file, or that the file does not exist.
    pub fn answer(&self, key: PathBuf, text: Option<Rope>) {
        if let Source::Client(client) = &self.0.source {
            client.answer(key, text);
        }
    }

    /// Files have changed: what the client said of them no longer counts.
    pub fn changed(&self, keys: &BTreeSet<PathBuf>) {
        if let Source::Client(client) = &self.0.source {
            client.forget(keys);
        }
    }

    /// True if a file exists, as far as a client has said so.
    pub fn is_there(&self, key: &Path) -> bool {
        match &self.0.source {
            Source::Disk(_) => key.is_file(),
            Source::Client(client) => self.opened(key).or_else(|| client.text(key)).is_some(),
        }
    }

    /// A file is open in the editor with this text.
    pub fn open(&self, key: PathBuf, text: Rope) {
        lock(&self.0.open).insert(key, Open::new(text));
    }

    /// A file is no longer open: it counts as it is on disk.
    pub fn close(&self, key: &Path) {
        lock(&self.0.open).remove(key);
    }

    /// These files are open, and no others.
    pub fn set_open(&self, files: HashMap<PathBuf, Rope>) {
        let files = files.into_iter().map(|(key, text)| (key, Open::new(text)));
        *lock(&self.0.open) = files.collect();
    }

    /// The text of a file that is open.
    pub fn opened(&self, key: &Path) -> Option<Rope> {
        Some(lock(&self.0.open).get(key)?.rope.clone())
    }

    /// True if a file is open, whatever path leads there.
    pub fn is_open(&self, path: &Path) -> bool {
        // To resolve the links of a path takes many calls of the system.
        let has_name = |open: &PathBuf| open.file_name() == path.file_name();
        let is_likely = lock(&self.0.open).keys().any(has_name);
        is_likely && lock(&self.0.open).contains_key(&key(path))
    }

    /// From now on, changes of this file on disk are told.
    pub fn follow(&self, key: &Path) {
        if let Source::Disk(disk) = &self.0.source {
            disk.follow(key);
        }
    }

    /// The text of the library that a page names.
    ///
    /// # Errors
    /// There is none that can be read; the reason in one line.
    pub fn library(&self, page: &Path, name: &str) -> Result<Arc<str>, String> {
        if let Some(text) = in_address(name) {
            return text;
        }
        let path = locate(page, name)?;
        self.read(&key(&path), name)
    }

    fn read(&self, key: &Path, name: &str) -> Result<Arc<str>, String> {
        self.follow(key);
        if let Some(open) = lock(&self.0.open).get_mut(key) {
            return Ok(open.text());
        }
        match &self.0.source {
            Source::Disk(disk) => disk.read(key, name),
            Source::Client(client) => client.read(key, name),
        }
    }
}

/// The text of a library whose address has it in it: a `data:` URL. None where it names a file.
fn in_address(name: &str) -> Option<Result<Arc<str>, String>> {
    let no_text = |_| "this `data:` URL has no text in it".to_owned();
    let text = data_in_address(name)?.map_err(no_text).and_then(|bytes| {
        let text = decode(&bytes);
        text.map(Arc::from).map_err(|error| no_text(error.message))
    });
    Some(text)
}

/// The data that an address has in it: a `data:` URL. None where it names a file.
///
/// # Errors
/// It is damaged; the reason in one line.
#[must_use]
pub fn data_in_address(url: &str) -> Option<Result<Vec<u8>, String>> {
    let is_data = url
        .get(..5)
        .is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"));
    let data = || Some(DataUrl::process(url).ok()?.decode_to_vec().ok()?.0);
    is_data.then(|| data().ok_or_else(|| "this `data:` URL is not valid".to_owned()))
}

/// The one path by which a file is known, whatever path leads there: its folder without links, and its
/// name. The file need not exist.
#[must_use]
pub fn key(path: &Path) -> PathBuf {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    match (folder.canonicalize(), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => without_dots(path),
    }
}

/// A path once each `..` has taken away the folder before.
fn without_dots(path: &Path) -> PathBuf {
    let mut short = PathBuf::new();
    for part in path.components() {
        match (part, short.components().next_back()) {
            (Component::ParentDir, Some(Component::Normal(_))) => drop(short.pop()),
            _ => short.push(part),
        }
    }
    short
}

/// The files beside one page.
#[derive(Debug)]
pub struct Beside {
    page: PathBuf,
    files: Files,
    /// The keys of all that the page has asked for.
    asked: Mutex<BTreeSet<PathBuf>>,
}

impl Beside {
    /// Those beside a page, which need not exist.
    pub fn new(page: impl Into<PathBuf>, files: Files) -> Arc<Beside> {
        Arc::new(Beside {
            page: page.into(),
            files,
            asked: Mutex::default(),
        })
    }

    /// The key of the file that a URL of the page means, if it is there.
    pub fn find(&self, url: &str) -> Option<PathBuf> {
        let key = key(&locate(&self.page, url).ok()?);
        self.files.is_there(&key).then_some(key)
    }

    /// The keys of all files that the page has asked for.
    pub fn asked(&self) -> BTreeSet<PathBuf> {
        lock(&self.asked).clone()
    }

    /// True if the page has asked for one of these files, by their keys, or for one below one of these
    /// folders.
    pub fn asks_for(&self, keys: &BTreeSet<PathBuf>) -> bool {
        let asked = lock(&self.asked);
        let mut keys = keys.iter();
        keys.any(|key| {
            let first = asked.range::<PathBuf, _>(key..).next();
            first.is_some_and(|first| first.starts_with(key))
        })
    }

    /// The files that the page has asked for and that are not as they are on disk: the editor has them open,
    /// or the client has sent them.
    pub fn opened(&self) -> Vec<(PathBuf, Rope)> {
        let asked = lock(&self.asked);
        let text = |key: &PathBuf| match &self.files.0.source {
            Source::Disk(_) => self.files.opened(key),
            Source::Client(client) => self.files.opened(key).or_else(|| client.text(key)),
        };
        asked
            .iter()
            .filter_map(|key| Some((key.clone(), text(key)?)))
            .collect()
    }

    fn ask(&self, path: &Path) -> PathBuf {
        let key = key(path);
        lock(&self.asked).insert(key.clone());
        key
    }
}

impl Libraries for Beside {
    fn read(&self, name: &str) -> Result<Arc<str>, String> {
        if let Some(text) = in_address(name) {
            return text;
        }
        let key = self.ask(&locate(&self.page, name)?);
        self.files.read(&key, name)
    }

    fn missing(&self, image: &Image) -> Option<String> {
        let missing = missing_image(&self.page, image)?;
        // It may be put there.
        if let Some(path) = image
            .url
            .as_deref()
            .and_then(|url| locate(&self.page, url.trim()).ok())
        {
            self.files.follow(&self.ask(&path));
        }
        Some(missing)
    }
}

/// The message for a missing file.
fn no_file(name: &str) -> String {
    format!("there is no file `{name}` beside the page")
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::fs::{self, File};
    use std::sync::mpsc;
    use std::time::{Duration, SystemTime};

    use super::*;

    /// A folder of a test's own.
    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("cindyscript-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_library_may_stand_in_its_address() {
        let beside = Beside::new("/nowhere/page.html", Files::default());
        let read = |name: &str| beside.read(name);
        let text = read("data:text/plain;charset=utf-8;base64,YSA9IDE7#.cjs");
        assert_eq!(text.as_deref(), Ok("a = 1;"));
        assert!(read("data:text/plain;base64,/w==#.cjs").is_err());
        assert!(beside.asked().is_empty());
    }

    #[test]
    fn a_file_is_read_again_when_it_has_changed() {
        let folder = folder("library");
        let path = folder.join("a.cjs");
        let write = |text: &str, seconds: u64| {
            fs::write(&path, text).unwrap();
            let file = File::options().write(true).open(&path).unwrap();
            let ago = SystemTime::now() - Duration::from_secs(seconds);
            file.set_modified(ago).unwrap();
        };
        let beside = Beside::new(folder.join("page.html"), Files::default());
        write("one", 100);
        let first = beside.read("a.cjs").unwrap();
        assert!(Arc::ptr_eq(&first, &beside.read("a.cjs").unwrap()));
        write("two", 50);
        assert_eq!(&*beside.read("a.cjs").unwrap(), "two");
        // Too new to be sure.
        write("now", 0);
        let first = beside.read("a.cjs").unwrap();
        assert!(!Arc::ptr_eq(&first, &beside.read("a.cjs").unwrap()));
        fs::remove_dir_all(&folder).unwrap();
        assert!(beside.read("a.cjs").is_err());
    }

    #[test]
    fn what_is_open_counts_as_the_editor_has_it() {
        let folder = folder("open");
        fs::write(folder.join("a.cjs"), "saved").unwrap();
        let files = Files::default();
        let beside = Beside::new(folder.join("page.html"), files.clone());
        assert_eq!(&*beside.read("a.cjs").unwrap(), "saved");
        // The same file by another path.
        let path = folder
            .join("../")
            .join(folder.file_name().unwrap())
            .join("a.cjs");
        files.open(key(&path), Rope::from_str("typed"));
        let first = beside.read("a.cjs").unwrap();
        assert_eq!(&*first, "typed");
        assert!(Arc::ptr_eq(&first, &beside.read("a.cjs").unwrap()));
        assert_eq!(beside.opened().len(), 1);
        files.close(&key(&path));
        assert_eq!(&*beside.read("a.cjs").unwrap(), "saved");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn changes_of_what_was_asked_for_are_told() {
        let folder = folder("followed");
        fs::write(folder.join("a.cjs"), "one").unwrap();
        let (sender, changes) = mpsc::channel();
        let files = Files::followed(move |keys| drop(sender.send(keys))).unwrap();
        let beside = Beside::new(folder.join("page.html"), files);
        beside.read("a.cjs").unwrap();
        assert!(beside.read("new.cjs").is_err());
        fs::write(folder.join("other.cjs"), "nobody asked").unwrap();
        let told = || changes.recv_timeout(Duration::from_secs(20)).unwrap();
        for name in ["a.cjs", "new.cjs"] {
            fs::write(folder.join(name), "two").unwrap();
            let keys = told();
            assert_eq!(keys, BTreeSet::from([key(&folder.join(name))]));
            assert!(beside.asks_for(&keys));
            assert_eq!(&*beside.read(name).unwrap(), "two");
        }
        assert!(beside.asks_for(&BTreeSet::from([key(&folder)])));
        assert!(!beside.asks_for(&BTreeSet::from([key(&folder.join("a"))])));
        // Editors save by renaming, too.
        fs::rename(folder.join("other.cjs"), folder.join("a.cjs")).unwrap();
        assert!(told().contains(&key(&folder.join("a.cjs"))));
        fs::remove_dir_all(&folder).unwrap();
    }

    /// Waits until a library has this text, or is gone.
    fn wait(changes: &mpsc::Receiver<BTreeSet<PathBuf>>, beside: &Beside, expected: Option<&str>) {
        while beside.read("sub/a.cjs").ok().as_deref() != expected {
            changes.recv_timeout(Duration::from_secs(20)).unwrap();
        }
    }

    #[test]
    fn library_is_followed_when_its_folder_goes_and_comes() {
        let folder = key(&folder("moved"));
        let sub = folder.join("deep/sub");
        let write = |text: &str| fs::write(sub.join("a.cjs"), text).unwrap();
        fs::create_dir_all(&sub).unwrap();
        write("one");
        let (sender, changes) = mpsc::channel();
        let files = Files::followed(move |keys| drop(sender.send(keys))).unwrap();
        let beside = Beside::new(folder.join("deep/page.html"), files);
        let wait = |expected| wait(&changes, &beside, expected);
        wait(Some("one"));
        // Removed and made again.
        fs::remove_dir_all(&sub).unwrap();
        wait(None);
        fs::create_dir_all(&sub).unwrap();
        write("two");
        wait(Some("two"));
        write("three");
        wait(Some("three"));
        // Renamed away, back, and again with a folder above.
        for moved in [sub.clone(), folder.join("deep")] {
            let away = folder.join("away");
            fs::rename(&moved, &away).unwrap();
            wait(None);
            fs::rename(&away, &moved).unwrap();
            wait(Some("three"));
        }
        write("four");
        wait(Some("four"));
        fs::remove_dir_all(&folder).unwrap();
    }
}
