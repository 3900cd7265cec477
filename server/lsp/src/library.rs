//! The files beside a document that it imports.

use std::collections::HashMap;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use cindyscript_applet::Image;
use cindyscript_hir::document::Libraries;

/// Larger files are no libraries.
const LARGEST: u64 = 1 << 20;

/// The folder of a document.
#[derive(Debug)]
pub(crate) struct Beside {
    document: PathBuf,
    /// What was read, by its name: a library is asked for at each keystroke.
    known: Mutex<HashMap<String, Known>>,
}

/// A file that was read.
#[derive(Debug)]
struct Known {
    /// When it was changed last, and how long it is.
    stamp: (SystemTime, u64),
    text: Arc<str>,
}

/// A file that was changed so recently may change again without another time.
const SETTLED: Duration = Duration::from_secs(3);

impl Beside {
    pub(crate) fn new(document: impl Into<PathBuf>) -> Arc<Beside> {
        Arc::new(Beside {
            document: document.into(),
            known: Mutex::default(),
        })
    }
}

impl Libraries for Beside {
    fn read(&self, name: &str) -> Result<Arc<str>, String> {
        let path = cindyscript_applet::locate(&self.document, name)?;
        let failed = |error: std::io::Error| match error.kind() {
            ErrorKind::NotFound => format!("there is no file `{name}` beside the page"),
            _ => format!("`{name}` cannot be read: {error}"),
        };
        // A pipe would be waited for.
        let metadata = std::fs::metadata(&path).map_err(failed)?;
        if !metadata.is_file() {
            return Err(format!("`{name}` is not a file"));
        }
        let changed = metadata.modified().ok();
        let changed = changed.filter(|at| at.elapsed().is_ok_and(|since| since > SETTLED));
        let stamp = changed.map(|changed| (changed, metadata.len()));
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(name)
            && Some(known.stamp) == stamp
        {
            return Ok(Arc::clone(&known.text));
        }
        let mut bytes = Vec::new();
        let file = File::open(&path).map_err(failed)?;
        file.take(LARGEST + 1)
            .read_to_end(&mut bytes)
            .map_err(failed)?;
        if bytes.len() as u64 > LARGEST {
            return Err(format!("`{name}` is larger than {} MiB", LARGEST >> 20));
        }
        let text = cindyscript_applet::decode(&bytes);
        let text = text.map_err(|error| format!("{name}:{}: {}", error.line, error.message))?;
        let text: Arc<str> = text.into();
        if let Some(stamp) = stamp {
            let text = Arc::clone(&text);
            known.insert(name.to_owned(), Known { stamp, text });
        }
        Ok(text)
    }

    fn missing(&self, image: &Image) -> Option<String> {
        cindyscript_applet::missing_image(&self.document, image)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_file_is_read_again_when_it_has_changed() {
        let folder =
            std::env::temp_dir().join(format!("cindyscript-library-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.cjs");
        let write = |text: &str, seconds: u64| {
            std::fs::write(&path, text).unwrap();
            let file = File::options().write(true).open(&path).unwrap();
            let ago = SystemTime::now() - Duration::from_secs(seconds);
            file.set_modified(ago).unwrap();
        };
        let beside = Beside::new(folder.join("page.html"));
        write("one", 100);
        let first = beside.read("a.cjs").unwrap();
        assert!(Arc::ptr_eq(&first, &beside.read("a.cjs").unwrap()));
        write("two", 50);
        assert_eq!(&*beside.read("a.cjs").unwrap(), "two");
        // Too new to be sure.
        write("now", 0);
        let first = beside.read("a.cjs").unwrap();
        assert!(!Arc::ptr_eq(&first, &beside.read("a.cjs").unwrap()));
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(beside.read("a.cjs").is_err());
    }
}
