//! The pages and scripts of a workspace that are not open: what is wrong with them, analysed again
//! when they or the files beside them have changed.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use cindyscript_applet::decode;
use cindyscript_files::{Beside, Files, key};
use cindyscript_ide::observed::Observations;
use ropey::Rope;
use tower_lsp::ls_types::{Diagnostic, Uri, WorkspaceFolder};

use crate::diagnostics::{diagnostics, more_diagnostics};
use crate::session::Surroundings;
use crate::settings::Settings;
use crate::snapshot::{Job, Newest};

/// More files of a workspace are not looked at.
const MOST_FILES: usize = 1_000;

/// Larger files are not looked at, in bytes: they are bundles.
const LARGEST: u64 = 1 << 20;

/// Folders deeper than this below that of the workspace are not looked at.
const DEEPEST: usize = 12;

/// Folders that hold what others have made.
const FOREIGN: [&str; 4] = ["node_modules", "target", "build", "dist"];

/// When a file was changed last, and how long it is; nothing if it is not there.
type Stamp = Option<(SystemTime, u64)>;

fn stamp(path: &Path) -> Stamp {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

/// The folders of a workspace, and what is known of the files in them.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    folders: Vec<PathBuf>,
    known: Mutex<HashMap<PathBuf, Known>>,
}

/// What is known of a file.
#[derive(Debug)]
struct Known {
    /// It and the files beside it that it names, as they were then.
    read: Vec<(PathBuf, Stamp)>,
    settings: Settings,
    diagnostics: Arc<[Diagnostic]>,
}

impl Known {
    fn holds(&self, settings: &Settings) -> bool {
        let same = |(path, before): &(PathBuf, Stamp)| stamp(path) == *before;
        self.settings == *settings && self.read.iter().all(same)
    }
}

impl Workspace {
    /// The workspace of these folders, as far as they are on this machine.
    pub(crate) fn new(folders: Vec<WorkspaceFolder>) -> Self {
        let folders = folders.into_iter();
        let folders = folders.filter_map(|folder| Some(folder.uri.to_file_path()?.into_owned()));
        Self {
            folders: folders.collect(),
            known: Mutex::default(),
        }
    }

    /// The diagnostics of each page and script that is not open, by its file, for as long as they are
    /// wanted.
    pub(crate) fn diagnostics(
        &self,
        around: &Surroundings,
        are_wanted: &dyn Fn() -> bool,
    ) -> Vec<(Uri, Arc<[Diagnostic]>)> {
        let mut found = BTreeSet::new();
        for folder in &self.folders {
            find(folder, DEEPEST, &mut found);
        }
        let wanted = found.iter().take_while(|_| are_wanted());
        let of_each = wanted.filter_map(|path| {
            let uri = Uri::from_file_path(path).filter(|uri| !is_open(&around.files, uri))?;
            let diagnostics = self.diagnostics_of(path, &uri, around)?;
            Some((uri, diagnostics))
        });
        let all = of_each.collect();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|path, _| found.contains(path));
        all
    }

    /// The diagnostics of a file; nothing if it is not one of CindyScript.
    fn diagnostics_of(
        &self,
        path: &Path,
        uri: &Uri,
        around: &Surroundings,
    ) -> Option<Arc<[Diagnostic]>> {
        let settings = &around.settings;
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known().get(path).filter(|known| known.holds(settings)) {
            return Some(Arc::clone(&known.diagnostics));
        }
        let own = stamp(path).filter(|(_, length)| *length <= LARGEST)?;
        let text = decode(&fs::read(path).ok()?).ok()?;
        let beside = Beside::new(path, around.files.clone());
        let job = Job {
            uri: uri.clone(),
            name: path.to_string_lossy().into(),
            text: Rope::from_str(&text),
            version: 0,
            generation: 0,
            encoding: around.encoding,
            newest: Newest::new(0),
            beside: Some(Arc::clone(&beside)),
            fades: false,
            earlier: None,
        };
        let snapshot = job.run()?;
        let more = more_diagnostics(&snapshot, settings, &Observations::default());
        let diagnostics: Arc<[Diagnostic]> = diagnostics(&snapshot, &more, &[]).into();
        let asked = beside.asked().into_iter();
        let asked = asked.map(|path| {
            let stamp = stamp(&path);
            (path, stamp)
        });
        let read = asked.chain([(path.to_owned(), Some(own))]).collect();
        known().insert(
            path.to_owned(),
            Known {
                read,
                settings: settings.clone(),
                diagnostics: Arc::clone(&diagnostics),
            },
        );
        Some(diagnostics)
    }
}

/// Whether a file is open in the editor.
pub(crate) fn is_open(files: &Files, uri: &Uri) -> bool {
    let path = uri.to_file_path();
    path.is_some_and(|path| files.opened(&key(&path)).is_some())
}

/// Finds the pages and scripts of a folder.
fn find(folder: &Path, depth: usize, found: &mut BTreeSet<PathBuf>) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        if found.len() >= MOST_FILES {
            return;
        }
        let name = entry.file_name();
        let name = name.to_string_lossy();
        // A link may lead anywhere, and in a circle.
        let Ok(kind) = entry.file_type() else {
            continue;
        };
        if kind.is_dir() && depth > 0 && !name.starts_with('.') && !FOREIGN.contains(&&*name) {
            find(&entry.path(), depth - 1, found);
        }
        // What is in a library depends on the page that imports it.
        let extension = name.rsplit('.').next().unwrap_or_default();
        if kind.is_file() && matches!(extension, "html" | "htm" | "cindyscript") {
            found.insert(entry.path());
        }
    }
}
