//! What has to be changed in a page so that it needs no file beside it.

use std::path::Path;

use cindyscript_applet::{Applet, Image, ImportKind, Load, LoadKind, TextRange, loads};
use cindyscript_hir::document::Document;
use cindyscript_ide::analyse;
use cindyscript_ide::document_links::{FileLink, document_links};
use cindyscript_player::source::Source;

use super::data_url::{data_url, is_data};
use super::release::CindyJs;
use super::{Edit, bytes, style};

/// Libraries that import one another are followed so far.
const DEEPEST: usize = 16;

/// Edits of what the applets of a file name: images, videos, libraries.
pub(super) fn applet_edits(source: &Source, beside: &Path) -> Vec<Edit> {
    let document = &source.document;
    let links = document_links(&source.analysis);
    let applets = document.applets().iter();
    let images = applets.clone().flat_map(|applet| &applet.images);
    let mut edits: Vec<Edit> = images
        .filter_map(|image| image_edit(image, &links, beside))
        .collect();
    edits.extend(applets.flat_map(packages));
    let is_library = |link: &&FileLink| {
        let place = link.range;
        let external = &document.page().external;
        !external.iter().any(|script| script.range == place)
            && !edits.iter().any(|(range, _)| range.contains_range(place))
            && !is_data(&link.url)
            && !is_image(document, place)
    };
    let libraries: Vec<Edit> = links
        .iter()
        .filter(is_library)
        .map(|link| (link.range, library(beside, &link.url, 0)))
        .collect();
    edits.extend(libraries);
    edits
}

fn is_image(document: &Document, place: TextRange) -> bool {
    let mut images = document.applets().iter().flat_map(|applet| &applet.images);
    images.any(|image| image.range.contains_range(place))
}

fn image_edit(image: &Image, links: &[FileLink], beside: &Path) -> Option<Edit> {
    let Some(url) = image.url.as_deref().map(str::trim) else {
        let reason = format!(
            "the address of `{}` is known only when the page runs; write it here as a string",
            image.name
        );
        return Some((image.range, Err(reason)));
    };
    if is_data(url) || CindyJs::is_remote(url) {
        return None;
    }
    let place = links
        .iter()
        .find(|link| image.range.contains_range(link.range));
    let Some(place) = place else {
        let reason = format!("write the address of `{}` here as a string", image.name);
        return Some((image.range, Err(reason)));
    };
    let file = bytes(beside, url);
    let url = file.map(|(bytes, path)| data_url(&path, &bytes));
    Some((place.range, url))
}

fn packages(applet: &Applet) -> impl Iterator<Item = Edit> {
    let imports = applet.imports.iter();
    let packages = imports.filter(|import| import.kind == ImportKind::Package);
    packages.map(|import| {
        let reason = "a package of libraries does not fit into one page; name its libraries one by \
                      one, as `import: {init: [\"library.cjs\"]}`";
        (import.range, Err(reason.to_owned()))
    })
}

/// A library, with those that it imports in it, as an address that CindyJS takes for one.
fn library(beside: &Path, url: &str, depth: usize) -> Result<String, String> {
    if CindyJs::is_remote(url) {
        return Ok(url.to_owned());
    }
    if depth > DEEPEST {
        return Err(format!("`{url}` imports libraries that import it"));
    }
    let (bytes, path) = bytes(beside, url)?;
    let text = cindyscript_applet::decode(&bytes)
        .map_err(|error| format!("{url}:{}:{}: {}", error.line, error.column, error.message))?;
    let analysis = analyse(&Document::open(url, text.as_str()));
    let links = document_links(&analysis).into_iter();
    let edits = links.map(|link| {
        let inner = library(beside, &link.url, depth + 1);
        (link.range, inner)
    });
    let text = super::edited(&text, edits.collect()).map_err(|refusals| {
        let reason = refusals.into_iter().next().map(|(_, reason)| reason);
        format!("`{url}`: {}", reason.unwrap_or_default())
    })?;
    // CindyJS looks for the ending, and the browser ignores what is behind `#`.
    Ok(format!("{}#.cjs", data_url(&path, text.as_bytes())))
}

/// Edits of what a page loads by its tags; `text` is that of the applet's file.
pub(super) fn tag_edits(page: &str, beside: &Path, cindyjs: &CindyJs, text: &str) -> Vec<Edit> {
    let found = loads(page);
    let files = found.files.iter().filter_map(|load| {
        let new = replacement(load, beside, cindyjs, text)?;
        let unquoted = "write this address without `&`, or put the file under another name";
        Some(match load.range {
            Some(range) => (range, new),
            None => (load.tag, new.and(Err(unquoted.to_owned()))),
        })
    });
    let mut edits: Vec<Edit> = files.collect();
    for range in found.styles {
        let css = page.get(std::ops::Range::<usize>::from(range));
        let css = css.unwrap_or_default();
        let new = style::inlined(css, beside);
        if new.as_deref() != Ok(css) {
            edits.push((range, new));
        }
    }
    edits
}

/// What stands in place of the address of a file; none where it stays.
fn replacement(
    load: &Load,
    beside: &Path,
    cindyjs: &CindyJs,
    text: &str,
) -> Option<Result<String, String>> {
    let url = load.url.trim();
    if is_data(url) || url.starts_with('#') {
        return None;
    }
    if CindyJs::file(url).is_some() {
        return cindyjs.url(url, text);
    }
    if CindyJs::is_remote(url) {
        return None;
    }
    Some(match load.kind {
        LoadKind::Script | LoadKind::Media => {
            bytes(beside, url).map(|(bytes, path)| data_url(&path, &bytes))
        }
        LoadKind::Stylesheet => bytes(beside, url).and_then(|(bytes, path)| {
            let css = style::inlined(&String::from_utf8_lossy(&bytes), &path)?;
            Ok(data_url(&path, css.as_bytes()))
        }),
        LoadKind::Candidates => candidates(url, beside),
        LoadKind::Frame => Err(format!(
            "`{url}` is a page in this page, which does not fit into one; put its text here, or \
             leave it out"
        )),
    })
}

/// The images of a `srcset`, each with its condition.
fn candidates(list: &str, beside: &Path) -> Result<String, String> {
    // Commas stand in such addresses, too.
    if list.contains("data:") {
        return Ok(list.to_owned());
    }
    let candidates = list.split(',').map(|candidate| {
        let candidate = candidate.trim();
        let (url, condition) = candidate.split_once(' ').unwrap_or((candidate, ""));
        if CindyJs::is_remote(url) || url.is_empty() {
            return Ok(candidate.to_owned());
        }
        let (bytes, path) = bytes(beside, url)?;
        Ok(format!("{} {condition}", data_url(&path, &bytes)))
    });
    let candidates: Vec<String> = candidates.collect::<Result<_, String>>()?;
    Ok(candidates.join(", "))
}
