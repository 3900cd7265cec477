//! `textDocument/documentLink`.

use std::path::Path;

use cindyscript_applet::locate;
use cindyscript_ide::document_links::{self, FileLink};
use text_size::TextSize;

use crate::snapshot::Snapshot;
use tower_lsp::ls_types::{DocumentLink, DocumentLinkOptions, Uri, WorkDoneProgressOptions};

/// What the server says of it.
pub(crate) fn options() -> DocumentLinkOptions {
    DocumentLinkOptions {
        resolve_provider: Some(false),
        work_done_progress_options: WorkDoneProgressOptions::default(),
    }
}

/// The places that name files which are there. A page that has no file yet has nothing beside it.
pub(crate) fn document_links(snapshot: &Snapshot) -> Vec<DocumentLink> {
    let links = found(snapshot).map(|(link, target)| DocumentLink {
        range: snapshot.to_range(link.range),
        target: Some(target),
        tooltip: None,
        data: None,
    });
    links.collect()
}

/// The file that is named at an offset, if it is there.
pub(crate) fn file_at(snapshot: &Snapshot, offset: TextSize) -> Option<Uri> {
    let mut links = found(snapshot);
    let (_, target) = links.find(|(link, _)| link.range.contains_inclusive(offset))?;
    Some(target)
}

fn found(snapshot: &Snapshot) -> impl Iterator<Item = (FileLink, Uri)> {
    let page = Path::new(snapshot.analysis.document.name());
    let links = match page.is_absolute() {
        true => document_links::document_links(&snapshot.analysis),
        false => Vec::new(),
    };
    links.into_iter().filter_map(move |link| {
        let path = locate(page, &link.url).ok().filter(|path| path.is_file())?;
        Some((link, Uri::from_file_path(path)?))
    })
}
