//! The pages and scripts of a workspace that are not open: what is wrong with them, and what they
//! define. They are analysed again when they or the files beside them have changed.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use cindyscript_applet::decode;
use cindyscript_files::{Beside, Files};
use cindyscript_ide::observations::Observations;
use ropey::Rope;
use tower_lsp::ls_types::{Diagnostic, Uri, WorkspaceFoldersChangeEvent, WorkspaceSymbol};

use crate::client_features::ClientFeatures;
use crate::diagnostics::{diagnostics, more_diagnostics};
use crate::platform;
use crate::requests::structure;
use crate::session::WorkspaceContext;
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
    folders: Mutex<Vec<PathBuf>>,
    known: Mutex<HashMap<PathBuf, Known>>,
    features: ClientFeatures,
}

/// What is known of a file that is not open.
#[derive(Clone, Debug)]
pub(crate) struct ClosedFile {
    pub(crate) uri: Uri,
    pub(crate) diagnostics: Arc<[Diagnostic]>,
    pub(crate) symbols: Arc<[WorkspaceSymbol]>,
}

/// What is known of a file, and what that depends on.
#[derive(Debug)]
struct Known {
    /// It and the files beside it that it names, as they were then.
    read: Vec<(PathBuf, Stamp)>,
    settings: Settings,
    seen: ClosedFile,
}

impl Known {
    fn holds(&self, settings: &Settings) -> bool {
        let same = |(path, before): &(PathBuf, Stamp)| stamp(path) == *before;
        self.settings == *settings && self.read.iter().all(same)
    }
}

impl Workspace {
    /// The workspace of these folders, as far as they are on this machine.
    pub(crate) fn new(folders: impl Iterator<Item = Uri>, features: ClientFeatures) -> Self {
        Self {
            folders: Mutex::new(
                folders
                    .filter_map(|folder| platform::path(&folder))
                    .collect(),
            ),
            known: Mutex::default(),
            features,
        }
    }

    /// Folders come to the workspace, and others leave it.
    pub(crate) fn change(&self, change: WorkspaceFoldersChangeEvent) {
        let mut folders = lock(&self.folders);
        let removed = change
            .removed
            .iter()
            .filter_map(|folder| platform::path(&folder.uri));
        let removed: Vec<PathBuf> = removed.collect();
        folders.retain(|folder| !removed.contains(folder));
        for added in change
            .added
            .iter()
            .filter_map(|folder| platform::path(&folder.uri))
        {
            if !folders.contains(&added) {
                folders.push(added);
            }
        }
    }

    /// What is known of each page and script that is not open, for as long as that is wanted.
    pub(crate) fn look(
        &self,
        context: &WorkspaceContext,
        is_wanted: &dyn Fn() -> bool,
    ) -> Vec<ClosedFile> {
        let mut found = BTreeSet::new();
        let folders = lock(&self.folders).clone();
        for folder in &folders {
            find(folder, DEEPEST, &mut found);
        }
        let wanted = found.iter().take_while(|_| is_wanted());
        let of_each = wanted.filter_map(|path| {
            let uri = platform::uri(path).filter(|uri| !is_open(&context.files, uri))?;
            self.of_file(path, uri, context)
        });
        let all = of_each.collect();
        lock(&self.known).retain(|path, _| found.contains(path));
        all
    }

    /// What is known of a file; nothing if it is not one of CindyScript.
    fn of_file(&self, path: &Path, uri: Uri, context: &WorkspaceContext) -> Option<ClosedFile> {
        let settings = &context.settings;
        let known = lock(&self.known)
            .get(path)
            .filter(|known| known.holds(settings))
            .map(|known| known.seen.clone());
        if known.is_some() {
            return known;
        }
        let own = stamp(path).filter(|(_, length)| *length <= LARGEST)?;
        let text = decode(&fs::read(path).ok()?).ok()?;
        let beside = Beside::new(path, context.files.clone());
        let job = Job {
            uri: uri.clone(),
            name: path.to_string_lossy().into(),
            text: Rope::from_str(&text),
            version: 0,
            generation: 0,
            encoding: context.encoding,
            newest: Newest::new(0),
            beside: Some(Arc::clone(&beside)),
            fades: false,
            earlier: None,
        };
        let snapshot = job.run()?;
        let more = more_diagnostics(&snapshot, settings, &Observations::default());
        let seen = ClosedFile {
            uri,
            diagnostics: diagnostics(&snapshot, &more, &[], self.features).into(),
            symbols: structure::symbols_of_document(&snapshot, &|_| true).into(),
        };
        let asked = beside.asked().into_iter();
        let asked = asked.map(|path| {
            let stamp = stamp(&path);
            (path, stamp)
        });
        let read = asked.chain([(path.to_owned(), Some(own))]).collect();
        lock(&self.known).insert(
            path.to_owned(),
            Known {
                read,
                settings: settings.clone(),
                seen: seen.clone(),
            },
        );
        Some(seen)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a file is open in the editor.
pub(crate) fn is_open(files: &Files, uri: &Uri) -> bool {
    platform::path(uri).is_some_and(|path| files.is_open(&path))
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
