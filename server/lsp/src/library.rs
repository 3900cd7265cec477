//! The files beside a document that it imports.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::PathBuf;
use std::sync::Arc;

use cindyscript_analysis::Libraries;

/// Larger files are no libraries.
const LARGEST: u64 = 1 << 20;

/// The folder of a document.
#[derive(Debug)]
pub(crate) struct Beside {
    document: PathBuf,
}

impl Beside {
    pub(crate) fn new(document: impl Into<PathBuf>) -> Arc<Beside> {
        Arc::new(Beside {
            document: document.into(),
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
        if !std::fs::metadata(&path).map_err(failed)?.is_file() {
            return Err(format!("`{name}` is not a file"));
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
        Ok(text.into())
    }
}
