//! The files of this machine.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use cindyscript_applet::decode;

use crate::watch::Watch;
use crate::{lock, no_file};

/// Larger files are no libraries, in bytes.
const LARGEST: u64 = 1 << 20;

/// A file that was changed so recently may change again without another time.
const SETTLED: Duration = Duration::from_secs(3);

#[derive(Debug, Default)]
pub(crate) struct Disk {
    /// Files that were read: each keystroke needs the text of all libraries.
    known: Mutex<HashMap<PathBuf, Known>>,
    /// Follows changes if somebody wants to know of them.
    watch: Option<Watch>,
}

/// A file that was read.
#[derive(Debug)]
struct Known {
    /// When it was changed last, and how long it is.
    stamp: (SystemTime, u64),
    text: Arc<str>,
}

impl Disk {
    pub(crate) fn followed(watch: Watch) -> Disk {
        Disk {
            known: Mutex::default(),
            watch: Some(watch),
        }
    }

    /// Follows the changes of a file.
    pub(crate) fn follow(&self, key: &Path) {
        if let Some(watch) = &self.watch {
            watch.follow(key);
        }
    }

    /// The text of the library that a page names.
    pub(crate) fn read(&self, key: &Path, name: &str) -> Result<Arc<str>, String> {
        let failed = |error: std::io::Error| match error.kind() {
            // A browser has no disk.
            ErrorKind::NotFound | ErrorKind::Unsupported => no_file(name),
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
        if let Some(known) = lock(&self.known).get(key)
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
            lock(&self.known).insert(key.to_owned(), Known { stamp, text });
        }
        Ok(text)
    }
}
