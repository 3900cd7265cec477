//! Following changes on disk.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use notify::{RecommendedWatcher, RecursiveMode, Watcher};

/// Editors write in several steps; what follows within this time belongs to the same save.
const SAVE: Duration = Duration::from_millis(15);

/// What follows changes of some files.
#[derive(Debug)]
pub(crate) struct Watch {
    /// The keys of the files that are followed.
    files: Arc<Mutex<BTreeSet<PathBuf>>>,
    /// Watches their folders and not the files: editors that save by renaming a new file to the old
    /// one's name leave a watch on the file with nothing to see.
    folders: Mutex<(RecommendedWatcher, BTreeSet<PathBuf>)>,
}

impl Watch {
    /// Follows nothing yet.
    ///
    /// # Errors
    /// The system follows no files.
    pub(crate) fn start(
        changed: impl FnMut(BTreeSet<PathBuf>) + Send + 'static,
    ) -> notify::Result<Watch> {
        let files: Arc<Mutex<BTreeSet<PathBuf>>> = Arc::default();
        let (sender, changes) = mpsc::channel();
        let watcher = {
            let files = Arc::clone(&files);
            notify::recommended_watcher(move |event| {
                let keys = concerned(event, &files);
                if !keys.is_empty() {
                    let _ = sender.send(keys);
                }
            })?
        };
        // It ends with the watcher, which holds the other end of the channel.
        thread::spawn(move || tell(&changes, changed));
        Ok(Watch {
            files,
            folders: Mutex::new((watcher, BTreeSet::new())),
        })
    }

    /// Follows a file as well. Where that is not possible, nothing is told of it.
    pub(crate) fn follow(&self, key: &Path) {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if !files.insert(key.to_owned()) {
            return;
        }
        drop(files);
        let Some(folder) = key.parent() else { return };
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        let (watcher, watched) = &mut *folders;
        if !watched.contains(folder) && watcher.watch(folder, RecursiveMode::NonRecursive).is_ok() {
            watched.insert(folder.to_owned());
        }
    }
}

/// The followed files that an event is about. An error may have swallowed events: then all of them.
fn concerned(
    event: notify::Result<notify::Event>,
    files: &Mutex<BTreeSet<PathBuf>>,
) -> BTreeSet<PathBuf> {
    let files = files.lock().unwrap_or_else(PoisonError::into_inner);
    match event {
        Ok(event) if event.kind.is_access() => BTreeSet::new(),
        Ok(event) if !event.need_rescan() => {
            let paths = event.paths.into_iter();
            paths.filter(|path| files.contains(path)).collect()
        }
        Ok(_) | Err(_) => files.clone(),
    }
}

/// Tells changes, those of one save together, until there can be no more.
fn tell(changes: &Receiver<BTreeSet<PathBuf>>, mut changed: impl FnMut(BTreeSet<PathBuf>)) {
    while let Ok(mut keys) = changes.recv() {
        while let Ok(more) = changes.recv_timeout(SAVE) {
            keys.extend(more);
        }
        changed(keys);
    }
}
