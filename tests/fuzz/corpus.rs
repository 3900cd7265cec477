//! The texts that inputs are made of: the applets of this repository and the blocks of its
//! specifications; where `CINDYJS_DIR` names a checkout of CindyJS, the gallery of CindyGL too.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// A text that is right.
pub(crate) struct Original {
    /// The path of the file that the text is said to be; images beside it are found.
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

/// All texts, in the same order each time.
pub(crate) struct Corpus {
    /// HTML pages.
    pub(crate) pages: Vec<Original>,
    /// Bare scripts.
    pub(crate) scripts: Vec<Original>,
}

impl Corpus {
    pub(crate) fn read() -> Corpus {
        let own = Path::new(env!("CARGO_MANIFEST_DIR"));
        let gallery = env::var_os("CINDYJS_DIR").filter(|folder| !folder.is_empty());
        let gallery = gallery.map(|root| Path::new(&root).join("examples/cindygl"));
        let mut pages: Vec<Original> = [Some(own.join("applets")), gallery]
            .into_iter()
            .flatten()
            .flat_map(|folder| files(&folder, "html"))
            .collect();
        let mut scripts = Vec::new();
        for file in files(&own.join("types"), "md") {
            for (number, block) in file.text.split("```").enumerate().skip(1).step_by(2) {
                let (kind, text) = block.split_once('\n').unwrap_or_default();
                let name = format!("{}.{number}.{kind}", file.path.display());
                let original = Original {
                    path: PathBuf::from(name),
                    text: text.to_owned(),
                };
                match kind {
                    "cindyscript" => scripts.push(original),
                    "html" => pages.push(original),
                    _ => {}
                }
            }
        }
        assert!(!pages.is_empty() && !scripts.is_empty(), "no texts");
        Corpus { pages, scripts }
    }
}

/// The files of a folder with this extension, by their names.
fn files(folder: &Path, extension: &str) -> Vec<Original> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension() == Some(extension.as_ref()));
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read(&path).ok()?;
        let text = String::from_utf8_lossy(&text).into_owned();
        Some(Original { path, text })
    };
    paths.into_iter().filter_map(read).collect()
}
