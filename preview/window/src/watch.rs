//! Following the saves of a file.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use notify::{RecursiveMode, Watcher};

use crate::vital;

/// Editors write in several steps; what follows within this time belongs to the same save.
const SETTLE: Duration = Duration::from_millis(15);

/// Calls `saved` on a thread of its own after each save of a file, until the process ends.
///
/// The folder is watched and not the file: editors that save by renaming a new file to the old
/// one's name leave a watch on the file with nothing to see.
///
/// # Errors
/// The folder cannot be watched.
pub fn watch(file: &Path, mut saved: impl FnMut() + Send + 'static) -> notify::Result<()> {
    let name: OsString = file.file_name().unwrap_or_default().to_owned();
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    let (sender, events) = mpsc::channel();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        // An error may have swallowed the save.
        let concerns = event.as_ref().map_or(true, |event| {
            !event.kind.is_access()
                && event
                    .paths
                    .iter()
                    .any(|path| path.file_name() == Some(&name))
        });
        if concerns {
            let _ = sender.send(());
        }
    })?;
    watcher.watch(&folder, RecursiveMode::NonRecursive)?;
    vital::spawn("what follows the saves", move || {
        let _watcher = watcher;
        while events.recv().is_ok() {
            while let Ok(()) = events.recv_timeout(SETTLE) {}
            saved();
            if let Err(RecvTimeoutError::Disconnected) = events.recv_timeout(Duration::ZERO) {
                return;
            }
        }
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::fs;

    use super::*;

    #[test]
    fn saves_are_seen_in_place_and_by_renaming() {
        let folder = std::env::temp_dir().join(format!("cindyscript-watch-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("a.cindyscript");
        fs::write(&file, "1").unwrap();
        let (sender, saves) = mpsc::channel();
        watch(&file, move || {
            let _ = sender.send(());
        })
        .unwrap();
        let wait = Duration::from_secs(20);
        fs::write(&file, "2").unwrap();
        saves.recv_timeout(wait).unwrap();
        while saves.recv_timeout(Duration::from_millis(200)).is_ok() {}
        let other = folder.join("a.new");
        fs::write(&other, "3").unwrap();
        assert!(
            saves.recv_timeout(Duration::from_millis(200)).is_err(),
            "another file"
        );
        fs::rename(&other, &file).unwrap();
        saves.recv_timeout(wait).unwrap();
        fs::remove_dir_all(&folder).unwrap();
    }
}
