//! The files that an applet is read from: no output replaces them.

use std::path::{Path, PathBuf};

use cindyscript_applet::{locate, parse_file};
use cindyscript_player::source::ReceivedText;

/// The files of an applet that exist, by their paths without links.
pub(crate) struct OwnFiles {
    page: Option<PathBuf>,
    used: Vec<PathBuf>,
}

impl OwnFiles {
    /// The file of a text, and the images, scripts and libraries that its page names.
    pub(crate) fn of(text: &ReceivedText) -> OwnFiles {
        let file = Path::new(&text.path);
        let page = parse_file(&text.path, &text.text);
        let images = page.applets.iter().flat_map(|applet| &applet.images);
        let images = images.filter_map(|image| image.url.as_deref());
        let imports = page.applets.iter().flat_map(|applet| &applet.imports);
        let imports = imports.map(|import| import.path.as_str());
        let scripts = page.external.iter().map(|script| script.url.as_str());
        let used = images.chain(imports).chain(scripts).filter_map(|name| {
            let path = locate(file, name).ok()?;
            let library = path.with_added_extension("cjs");
            path.canonicalize().or_else(|_| library.canonicalize()).ok()
        });
        OwnFiles {
            page: file.canonicalize().ok(),
            used: used.collect(),
        }
    }

    /// Refuses an output that replaces one of these files, also through links. `option` names the
    /// output on the command line.
    ///
    /// # Errors
    /// The output is one of these files; what to do in one line.
    pub(crate) fn protect(&self, output: &Path, option: &str) -> anyhow::Result<()> {
        let name = output.display();
        let Ok(path) = output.canonicalize() else {
            return Ok(());
        };
        if self.page.as_ref() == Some(&path) {
            anyhow::bail!("{name}: this is the applet itself: name another file with `{option}`");
        }
        if self.used.contains(&path) {
            anyhow::bail!("{name}: the applet uses this file: name another one with `{option}`");
        }
        Ok(())
    }
}
