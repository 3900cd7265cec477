//! `textDocument/documentLink`.

use cindyscript_ide::definition::image_urls;
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

/// The places that name files which are there.
pub(crate) fn document_links(snapshot: &Snapshot) -> Vec<DocumentLink> {
    let links = found(snapshot).map(|(link, target)| DocumentLink {
        range: snapshot.to_range(link.range),
        target: Some(target),
        tooltip: None,
        data: None,
    });
    links.collect()
}

/// The files that a place names which are there: by their names, or by those of images that the page
/// takes from them.
pub(crate) fn files_at(snapshot: &Snapshot, offset: TextSize) -> Vec<Uri> {
    let urls = image_urls(&snapshot.analysis, offset).into_iter();
    let images = urls.filter_map(|url| snapshot.file_beside(url));
    let links = found(snapshot).filter(|(link, _)| link.range.contains_inclusive(offset));
    images.chain(links.map(|(_, target)| target)).collect()
}

fn found(snapshot: &Snapshot) -> impl Iterator<Item = (FileLink, Uri)> {
    let links = document_links::document_links(&snapshot.analysis).into_iter();
    links.filter_map(|link| {
        let target = snapshot.file_beside(&link.url)?;
        Some((link, target))
    })
}
