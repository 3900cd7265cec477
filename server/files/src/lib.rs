//! The files beside a page: libraries that it imports and images that it names. What is open in an
//! editor counts as the editor has it, and whoever wants to know is told when one of them changes.
//! Files that the programs write are [part files](part_file) until they are whole.
//!
//! This crate deliberately knows nothing of CindyScript, of editors' protocols and of what is done
//! with a file; it reads nothing from the network.

use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use cindyscript_applet::{Image, decode, locate, missing_image};
use cindyscript_hir::document::Libraries;
use data_url::DataUrl;
pub use ropey::Rope;

pub use page::{PageError, STANDARD_INPUT, read_page};
use watch::Watch;

pub mod interrupt;
mod page;
pub mod part_file;
mod watch;

/// Larger files are no libraries, in bytes.
const LARGEST: u64 = 1 << 20;

/// A file that was changed so recently may change again without another time.
const SETTLED: Duration = Duration::from_secs(3);

/// The files of a machine as an author has them. Cheap to clone; clones share everything.
#[derive(Clone, Debug, Default)]
pub struct Files(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    /// The texts of files that are open in the editor, saved or not.
    open: Mutex<HashMap<PathBuf, Open>>,
    /// What was read: a library is asked for at each keystroke.
    known: Mutex<HashMap<PathBuf, Known>>,
    /// What follows changes on disk, if somebody wants to know of them.
    watch: Option<Watch>,
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
}

/// A file that was read.
#[derive(Debug)]
struct Known {
    /// When it was changed last, and how long it is.
    stamp: (SystemTime, u64),
    text: Arc<str>,
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
        Ok(Files(Arc::new(Shared {
            watch: Some(watch),
            ..Shared::default()
        })))
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

    /// From now on, changes of this file on disk are told.
    pub fn follow(&self, key: &Path) {
        if let Some(watch) = &self.0.watch {
            watch.follow(key);
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
        if let Some(Open { rope, text }) = lock(&self.0.open).get_mut(key) {
            let text = text.get_or_insert_with(|| rope.to_string().into());
            return Ok(Arc::clone(text));
        }
        let failed = |error: std::io::Error| match error.kind() {
            // A browser has no files but those that are open.
            ErrorKind::NotFound | ErrorKind::Unsupported => {
                format!("there is no file `{name}` beside the page")
            }
            _ => format!("`{name}` cannot be read: {error}"),
        };
        // A pipe would be waited for.
        let metadata = fs::metadata(key).map_err(failed)?;
        if !metadata.is_file() {
            return Err(format!("`{name}` is not a file"));
        }
        let changed = metadata.modified().ok();
        let changed = changed.filter(|at| at.elapsed().is_ok_and(|since| since > SETTLED));
        let stamp = changed.map(|changed| (changed, metadata.len()));
        if let Some(known) = lock(&self.0.known).get(key)
            && Some(known.stamp) == stamp
        {
            return Ok(Arc::clone(&known.text));
        }
        let mut bytes = Vec::new();
        let file = File::open(key).map_err(failed)?;
        file.take(LARGEST + 1)
            .read_to_end(&mut bytes)
            .map_err(failed)?;
        if bytes.len() as u64 > LARGEST {
            return Err(format!("`{name}` is larger than {} MiB", LARGEST >> 20));
        }
        let text = decode(&bytes).map_err(|error| {
            let (line, column) = (error.line, error.column);
            format!("{name}:{line}:{column}: {}", error.message)
        })?;
        let text: Arc<str> = text.into();
        if let Some(stamp) = stamp {
            let text = Arc::clone(&text);
            lock(&self.0.known).insert(key.to_owned(), Known { stamp, text });
        }
        Ok(text)
    }
}

/// The text of a library whose address has it in it: a `data:` URL. None where it names a file.
fn in_address(name: &str) -> Option<Result<Arc<str>, String>> {
    let url = DataUrl::process(name).ok()?;
    let text = url.decode_to_vec().map_err(|_| ()).and_then(|(bytes, _)| {
        let text = decode(&bytes).map_err(|_| ())?;
        Ok(text.into())
    });
    Some(text.map_err(|()| "this `data:` URL has no text in it".to_owned()))
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
        _ => path.to_owned(),
    }
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

    /// The files that the page has asked for and that are open in the editor.
    pub fn opened(&self) -> Vec<(PathBuf, Rope)> {
        let asked = lock(&self.asked);
        let open = asked.iter();
        open.filter_map(|key| Some((key.clone(), self.files.opened(key)?)))
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

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::sync::mpsc;

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
