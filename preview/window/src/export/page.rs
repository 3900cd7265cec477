//! What has to be changed in a page so that it needs no file beside it.

use std::collections::HashSet;
use std::sync::Arc;

use cindyscript_applet::{Applet, Image, ImportKind, Load, LoadKind, TextRange, loads};
use cindyscript_ide::document_links::{FileLink, document_links};
use cindyscript_player::source::Source;

use super::content::TextKind;
use super::data_url::is_data;
use super::embedding::{Embedding, Origin, Use};
use super::release::CindyJs;
use super::{Edit, Places, style};

/// Edits of what the applets of a file name: images, videos, libraries.
pub(super) fn applet_edits(
    source: &Source,
    origin: &Origin,
    embedding: &mut Embedding,
) -> Vec<Edit> {
    let document = &source.document;
    let links = document_links(&source.analysis);
    let applets = document.applets().iter();
    let images = applets.clone().flat_map(|applet| &applet.images);
    let mut edits: Vec<Edit> = images
        .clone()
        .filter_map(|image| image_edit(image, &links, origin, embedding))
        .collect();
    edits.extend(applets.flat_map(packages));
    let images = images.map(|image| image.range);
    let known = Places::new(images.chain(edits.iter().map(|(range, _)| *range)));
    let scripts = document.page().external.iter();
    let scripts: HashSet<TextRange> = scripts.map(|script| script.range).collect();
    let is_library = |link: &&FileLink| {
        !scripts.contains(&link.range) && !known.contain(link.range) && !is_data(&link.url)
    };
    let libraries = links.iter().filter(is_library);
    edits.extend(libraries.map(|link| (link.range, embedding.library(origin, &link.url))));
    edits
}

fn image_edit(
    image: &Image,
    links: &[FileLink],
    origin: &Origin,
    embedding: &mut Embedding,
) -> Option<Edit> {
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
    let first = links.partition_point(|link| link.range.start() < image.range.start());
    let place = links
        .get(first)
        .filter(|link| image.range.contains_range(link.range));
    let Some(place) = place else {
        let reason = format!("write the address of `{}` here as a string", image.name);
        return Some((image.range, Err(reason)));
    };
    Some((place.range, embedding.url(origin, url, Use::Media)))
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

/// Edits of what a page loads by its tags and styles.
pub(super) fn tag_edits(
    page: &str,
    origin: &Origin,
    cindyjs: &CindyJs,
    embedding: &mut Embedding,
) -> Vec<Edit> {
    let found = loads(page);
    let files = found.files.iter().filter_map(|load| {
        let new = replacement(load, origin, cindyjs, embedding)?;
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
        let new = style::inlined(css, |url| embedding.url(origin, url, Use::Any));
        if new.as_deref() != Ok(css) {
            edits.push((range, new.map(Arc::from)));
        }
    }
    edits
}

/// What stands in place of the address of a file; none where it stays.
fn replacement(
    load: &Load,
    origin: &Origin,
    cindyjs: &CindyJs,
    embedding: &mut Embedding,
) -> Option<Result<Arc<str>, String>> {
    let url = load.url.trim();
    let used_as = match load.kind {
        LoadKind::Base => return load.is_other_base().then(|| Err(base(url))),
        LoadKind::Frame | LoadKind::Candidates => None,
        LoadKind::Script => Some(Use::Text(TextKind::Script)),
        LoadKind::Stylesheet => Some(Use::Text(TextKind::Style)),
        LoadKind::Media => Some(Use::Any),
    };
    if is_data(url) || url.starts_with('#') {
        return None;
    }
    if CindyJs::file(url).is_some() {
        return embedding.url_of_release(cindyjs, url, used_as.unwrap_or(Use::Media));
    }
    if CindyJs::is_remote(url) {
        return None;
    }
    Some(match used_as {
        Some(used_as) => embedding.url(origin, url, used_as),
        None if load.kind == LoadKind::Candidates => candidates(url, origin, embedding),
        None => Err(format!(
            "`{url}` is a page in this page, which does not fit into one; put its text here, or \
             leave it out"
        )),
    })
}

/// Why the addresses of a page cannot be relative to another folder.
fn base(url: &str) -> String {
    format!(
        "`<base href>` makes all addresses relative to `{url}`; leave it out, and write them \
         relative to the page"
    )
}

/// The images of a `srcset`, each with its condition.
fn candidates(list: &str, origin: &Origin, embedding: &mut Embedding) -> Result<Arc<str>, String> {
    // Commas stand in such addresses, too.
    if list.contains("data:") {
        return Ok(list.into());
    }
    let candidates = list.split(',').map(|candidate| {
        let candidate = candidate.trim();
        let parts = candidate.split_once(char::is_whitespace);
        let (url, condition) = parts.unwrap_or((candidate, ""));
        if CindyJs::is_remote(url) || url.is_empty() {
            return Ok(candidate.to_owned());
        }
        let url = embedding.url(origin, url, Use::Media)?;
        Ok(format!("{url} {condition}"))
    });
    let candidates: Vec<String> = candidates.collect::<Result<_, String>>()?;
    Ok(candidates.join(", ").into())
}
