//! Following changes on disk.

use std::collections::BTreeSet;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use notify::event::ModifyKind;
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

/// Editors write in several steps; what follows within this time belongs to the same save.
const SAVE: Duration = Duration::from_millis(15);

/// What follows changes of some files.
#[derive(Debug)]
pub(crate) struct Watch {
    files: Followed,
    folders: Arc<Mutex<Folders>>,
}

/// The keys of the files that are followed.
type Followed = Arc<Mutex<BTreeSet<PathBuf>>>;

/// Something that happened on disk.
#[derive(Debug, Default)]
struct Change {
    /// The followed files that it is about.
    keys: BTreeSet<PathBuf>,
    /// The folders on the way to followed files that came or went: watches on them, and on what is
    /// below, may be those of a folder that is elsewhere now, or nowhere.
    moved: BTreeSet<PathBuf>,
}

impl Watch {
    /// Follows nothing yet.
    ///
    /// # Errors
    /// The system follows no files.
    pub(crate) fn start(
        changed: impl FnMut(BTreeSet<PathBuf>) + Send + 'static,
    ) -> notify::Result<Watch> {
        let files = Followed::default();
        let (sender, changes) = mpsc::channel();
        let watcher = {
            let files = Arc::clone(&files);
            notify::recommended_watcher(move |event| {
                let change = concerned(event, &lock(&files));
                if !change.keys.is_empty() {
                    let _ = sender.send(change);
                }
            })?
        };
        let folders = Arc::new(Mutex::new(Folders {
            watcher,
            watched: BTreeSet::new(),
        }));
        // It ends with the watcher, which holds the other end of the channel.
        let watched = Arc::downgrade(&folders);
        thread::spawn(move || tell(&changes, &watched, changed));
        Ok(Watch { files, folders })
    }

    /// Follows a file as well. Where that is not possible, nothing is told of it.
    pub(crate) fn follow(&self, key: &Path) {
        if lock(&self.files).insert(key.to_owned()) {
            lock(&self.folders).watch(key);
        }
    }
}

/// The folders that are watched, and not the files: editors that save by renaming a new file to the
/// old one's name leave a watch on the file with nothing to see.
#[derive(Debug)]
struct Folders {
    watcher: RecommendedWatcher,
    watched: BTreeSet<PathBuf>,
}

impl Folders {
    /// Watches the folder of a file, or the nearest one above it that is there, and the one above
    /// that: the latter tells that the former goes or comes.
    fn watch(&mut self, key: &Path) {
        let nearest = || key.ancestors().skip(1).find(|folder| folder.is_dir());
        let mut found = nearest();
        while let Some(folder) = found {
            for folder in folder.ancestors().take(2) {
                if !self.watched.contains(folder)
                    && let Ok(()) = self.watcher.watch(folder, RecursiveMode::NonRecursive)
                {
                    self.watched.insert(folder.to_owned());
                }
            }
            // One may have come before the watch.
            found = nearest().filter(|now| *now != folder);
        }
    }

    /// Watches anew what is at or below a folder that came or went.
    fn renew(&mut self, moved: &Path, keys: &BTreeSet<PathBuf>) {
        for folder in below(&self.watched, moved) {
            // A folder that is gone has taken its watch along.
            drop(self.watcher.unwatch(&folder));
            self.watched.remove(&folder);
        }
        for key in below(keys, moved) {
            self.watch(&key);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A path and those below it, of a set.
fn below(paths: &BTreeSet<PathBuf>, path: &Path) -> BTreeSet<PathBuf> {
    let from = paths.range::<Path, _>((Bound::Included(path), Bound::Unbounded));
    from.take_while(|it| it.starts_with(path))
        .cloned()
        .collect()
}

/// The followed files that an event is about. An error may have swallowed events: then all of them.
fn concerned(event: notify::Result<notify::Event>, files: &BTreeSet<PathBuf>) -> Change {
    let event = match event {
        Ok(event) if !event.need_rescan() => event,
        Ok(_) | Err(_) => {
            return Change {
                keys: files.clone(),
                moved: BTreeSet::new(),
            };
        }
    };
    let mut change = Change::default();
    if event.kind.is_access() {
        return change;
    }
    let moves = matches!(
        event.kind,
        EventKind::Create(_) | EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_))
    );
    for path in event.paths {
        if files.contains(&path) {
            change.keys.insert(path);
        } else if moves {
            let keys = below(files, &path);
            if !keys.is_empty() {
                change.keys.extend(keys);
                change.moved.insert(path);
            }
        }
    }
    change
}

/// Tells changes, those of one save together, until there can be no more.
fn tell(
    changes: &Receiver<Change>,
    folders: &Weak<Mutex<Folders>>,
    mut changed: impl FnMut(BTreeSet<PathBuf>),
) {
    while let Ok(Change {
        mut keys,
        mut moved,
    }) = changes.recv()
    {
        while let Ok(more) = changes.recv_timeout(SAVE) {
            keys.extend(more.keys);
            moved.extend(more.moved);
        }
        if let Some(folders) = folders.upgrade() {
            let mut folders = lock(&folders);
            moved.iter().for_each(|moved| folders.renew(moved, &keys));
        }
        changed(keys);
    }
}
