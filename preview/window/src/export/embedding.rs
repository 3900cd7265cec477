//! The files that come into a page: only those in the folders of which the user knows, and only what
//! pages are made of.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cindyscript_applet::locate;
use cindyscript_files::part_file::in_words;
use cindyscript_hir::document::{Document, Libraries};
use cindyscript_ide::analyse;
use cindyscript_ide::document_links::document_links;

use super::content::{TextKind, media_type, text};
use super::data_url::{data_url, is_data};
use super::release::{self, CindyJs};
use super::{Edit, edited, style};
use crate::resource::contents;

/// The most that comes into a page, in bytes.
const LARGEST: usize = 256 << 20;

/// The side that names a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Owner {
    /// The page: files beside it and in the included folders.
    Page,
    /// CindyJS: files in its folder.
    CindyJs,
}

/// The file whose URLs are relative to it.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    pub(super) owner: Owner,
    pub(super) file: PathBuf,
}

/// The use that a page makes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Use {
    /// An image, a film, a sound, a font or subtitles.
    Media,
    Text(TextKind),
    /// Any of these but a library.
    Any,
}

/// A file that came into a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Embedded {
    /// The MIME type.
    pub mime_type: &'static str,
    /// In bytes.
    pub size: usize,
}

/// Libraries of which only the names count.
#[derive(Debug)]
struct Unread;

impl Libraries for Unread {
    fn read(&self, _: &str) -> Result<Arc<str>, String> {
        Ok("".into())
    }
}

/// A URL, the folder that it is relative to, and what it is used as.
type Request = (Owner, PathBuf, String, Use);

/// The files that come into one page.
#[derive(Debug, Default)]
pub(super) struct Embedding {
    /// The folders without links whose files may come into the page.
    folders: Vec<PathBuf>,
    /// The folder of CindyJS.
    cindyjs: Option<PathBuf>,
    /// The names of the files that CindyJS loads while the page runs.
    loaded: Vec<&'static str>,
    known: HashMap<Request, Result<Arc<str>, String>>,
    files: BTreeMap<PathBuf, Embedded>,
    /// The files that are being read, each of which names the next.
    open: Vec<PathBuf>,
    /// The length of all URLs together, in bytes.
    size: usize,
}

impl Embedding {
    /// For a page of this text, with files in its folder and in others.
    ///
    /// # Errors
    /// A folder is not there; the reason in one line.
    pub(super) fn new(
        page: &Path,
        text: &str,
        included: &[PathBuf],
        cindyjs: &CindyJs,
    ) -> Result<Embedding, String> {
        let beside = match page.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let canonical = |folder: &Path| match folder.canonicalize() {
            Ok(path) if path.is_dir() => Ok(path),
            Ok(_) => Err(format!("{}: this is not a folder", folder.display())),
            Err(error) => Err(format!("{}: {}", folder.display(), in_words(&error))),
        };
        let folders = [beside]
            .into_iter()
            .chain(included.iter().map(PathBuf::as_path));
        Ok(Embedding {
            folders: folders.map(canonical).collect::<Result<_, _>>()?,
            cindyjs: cindyjs.folder().map(canonical).transpose()?,
            loaded: release::loaded(text),
            ..Embedding::default()
        })
    }

    /// The files that came into the page, by their paths without links.
    pub(super) fn into_files(self) -> BTreeMap<PathBuf, Embedded> {
        self.files
    }

    /// Returns the URL that a page has in place of that of a file.
    ///
    /// # Errors
    /// The file may not come into the page, or something that it names may not; the reason in one line.
    pub(super) fn url(
        &mut self,
        origin: &Origin,
        url: &str,
        used_as: Use,
    ) -> Result<Arc<str>, String> {
        let folder = origin.file.parent().unwrap_or(Path::new(""));
        let request = (origin.owner, folder.to_owned(), url.to_owned(), used_as);
        let found = match self.known.get(&request) {
            Some(found) => found.clone(),
            None => {
                let found = self.embed(origin, url, used_as).map(Arc::from);
                self.known.insert(request, found.clone());
                found
            }
        };
        if let Ok(found) = &found {
            self.size = self.size.saturating_add(found.len());
            if self.size > LARGEST {
                let largest = LARGEST >> 20;
                return Err(format!(
                    "with `{url}` the page would have more than {largest} MiB"
                ));
            }
        }
        found
    }

    /// The URL that a page has in place of one that means one of CindyJS's files. None if the URL stays.
    ///
    /// # Errors
    /// The folder does not have the file; what to do in one line.
    pub(super) fn url_of_release(
        &mut self,
        cindyjs: &CindyJs,
        url: &str,
        used_as: Use,
    ) -> Option<Result<Arc<str>, String>> {
        let name = CindyJs::file(url)?;
        match cindyjs {
            CindyJs::Site if CindyJs::is_remote(url) => None,
            CindyJs::Site => Some(Ok(format!("{}{name}", release::CDN).into())),
            CindyJs::Folder(folder) => Some(self.own(folder, name, used_as)),
        }
    }

    /// The URL of one of CindyJS's files.
    fn own(&mut self, folder: &Path, name: &str, used_as: Use) -> Result<Arc<str>, String> {
        let origin = Origin {
            owner: Owner::CindyJs,
            file: folder.join("Cindy.js"),
        };
        self.url(&origin, name, used_as)
    }

    fn embed(&mut self, origin: &Origin, url: &str, used_as: Use) -> Result<String, String> {
        let path = self.find(origin, url)?;
        let named = |reason: String| format!("`{url}` {reason}");
        let bytes = contents(&path).map_err(named)?;
        let media = media_type(&bytes).filter(|_| !matches!(used_as, Use::Text(_)));
        if let Some(mime_type) = media {
            self.note(path, mime_type, bytes.len());
            return Ok(data_url(mime_type, &bytes));
        }
        let ending = path.extension().and_then(|ending| ending.to_str());
        let kind = match (used_as, ending) {
            (Use::Text(kind), _) => kind,
            (Use::Any, Some("css")) => TextKind::Style,
            (Use::Any, Some("js" | "mjs")) => TextKind::Script,
            (Use::Any | Use::Media, _) => {
                let reason = "is no image, film, sound or font by its content; such files stay out of \
                              the page";
                return Err(named(reason.to_owned()));
            }
        };
        let text = text(&path, &bytes, kind).map_err(named)?;
        let text = self
            .whole(origin, path.clone(), kind, &text)
            .map_err(|reason| match reason.starts_with('`') {
                true => format!("`{url}`: {reason}"),
                false => named(reason),
            })?;
        self.note(path, kind.mime_type(), bytes.len());
        let url = data_url(kind.mime_type(), text.as_bytes());
        Ok(match kind {
            // CindyJS looks for the ending, and browsers ignore it there.
            TextKind::Library => url + "#.cjs",
            TextKind::Style | TextKind::Script => url,
        })
    }

    /// The file that a URL means.
    fn find(&self, origin: &Origin, url: &str) -> Result<PathBuf, String> {
        let is_page = origin.owner == Owner::Page;
        let path = locate(&origin.file, url)?;
        let Ok(path) = path.canonicalize() else {
            return Err(match &self.cindyjs {
                Some(folder) if !is_page => format!(
                    "`{url}` of CindyJS is not in {}; --cindyjs names another folder",
                    folder.display()
                ),
                _ => format!(
                    "there is no file `{url}` beside the page; put it there, or mend its name"
                ),
            });
        };
        let (mut own, mut pages) = (self.cindyjs.iter(), self.folders.iter());
        let is_allowed = match is_page {
            true => pages.any(|folder| path.starts_with(folder)),
            false => own.any(|folder| path.starts_with(folder)),
        };
        if is_allowed {
            return Ok(path);
        }
        Err(match is_page {
            true => format!(
                "`{url}` lies outside of the page's folder; if its folder may be given away, name it \
                 with --include FOLDER"
            ),
            false => format!("`{url}` lies outside of the folder of CindyJS"),
        })
    }

    /// The text of a file with the files that it names in it.
    fn whole(
        &mut self,
        origin: &Origin,
        path: PathBuf,
        kind: TextKind,
        text: &str,
    ) -> Result<String, String> {
        if self.open.contains(&path) {
            return Err("names itself, or a file that names it".to_owned());
        }
        let itself = Origin {
            owner: origin.owner,
            file: path.clone(),
        };
        self.open.push(path);
        let whole = match (kind, origin.owner) {
            (TextKind::Style, _) => style::inlined(text, |url| self.url(&itself, url, Use::Any)),
            // Imports of libraries are relative to the page.
            (TextKind::Library, _) => self.with_imports(origin, text),
            (TextKind::Script, Owner::CindyJs) => self.with_own_files(text, &itself),
            (TextKind::Script, Owner::Page) => Ok(text.to_owned()),
        };
        self.open.pop();
        whole
    }

    fn with_own_files(&mut self, script: &str, itself: &Origin) -> Result<String, String> {
        let mut code = release::with_own_files(script, |name| self.url(itself, name, Use::Any));
        if let Some(folder) = itself.file.parent()
            && itself.file.file_name() == Some("Cindy.js".as_ref())
        {
            let loaded = self.loaded.clone();
            code.push_str(&release::loader(&loaded, |name| {
                self.own(folder, name, Use::Text(TextKind::Script))
            })?);
        }
        Ok(code)
    }

    fn with_imports(&mut self, origin: &Origin, text: &str) -> Result<String, String> {
        let document = Document::open_with("library.cjs", text, Arc::new(Unread));
        let links = document_links(&analyse(&document)).into_iter();
        let links = links.filter(|link| !is_data(&link.url) && !CindyJs::is_remote(&link.url));
        let edits: Vec<Edit> = links
            .map(|link| (link.range, self.library(origin, &link.url)))
            .collect();
        edited(text, edits).map_err(|refusals| {
            let reason = refusals.into_iter().next().map(|(_, reason)| reason);
            reason.unwrap_or_default()
        })
    }

    /// As [`Embedding::url`], of a library, which may be on another machine.
    pub(super) fn library(&mut self, origin: &Origin, url: &str) -> Result<Arc<str>, String> {
        match CindyJs::is_remote(url) {
            true => Ok(url.into()),
            false => self.url(origin, url, Use::Text(TextKind::Library)),
        }
    }

    fn note(&mut self, path: PathBuf, mime_type: &'static str, size: usize) {
        self.files.insert(path, Embedded { mime_type, size });
    }
}
