//! `textDocument/documentLink`.

use std::path::Path;

use cindyscript_applet::locate;
use cindyscript_ide::document_links;

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
    let page = Path::new(snapshot.analysis.document.name());
    if !page.is_absolute() {
        return Vec::new();
    }
    let links = document_links::document_links(&snapshot.analysis).into_iter();
    let links = links.filter_map(|link| {
        let path = locate(page, &link.url).ok().filter(|path| path.is_file())?;
        Some(DocumentLink {
            range: snapshot.to_range(link.range),
            target: Some(Uri::from_file_path(path)?),
            tooltip: None,
            data: None,
        })
    });
    links.collect()
}
