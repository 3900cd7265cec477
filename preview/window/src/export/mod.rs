//! `export FILE --html OUT`: an applet as one page that runs in any browser, with what it shows in it.
//!
//! A page keeps its text, but for the addresses of files beside it: each becomes a `data:` URL. A bare
//! script becomes a page. CindyJS itself comes from its site, or from a folder and then lies in the
//! page, too. What JavaScript loads by itself is told, where it names it in a string.

mod data_url;
mod left_out;
mod page;
mod release;
mod script;
mod style;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cindyscript_applet::{Applet, TextRange, is_page};
use cindyscript_ide::portability::portability;
use cindyscript_player::source::Source;

use crate::file;
use crate::message::complain;
use crate::part_file::{PartFile, unwritable};
use crate::reader;
use crate::report::{NOTHING, print, say_diagnostics};
pub(crate) use release::CindyJs;

/// How an applet is exported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportOptions {
    /// Where the page goes.
    pub html: PathBuf,
    /// The folder of CindyJS's own files, which then lie in the page; none is its site.
    pub cindyjs: Option<PathBuf>,
}

/// Something of a file that has to be changed, in bytes of the file: what comes there instead, or why
/// nothing can.
type Edit = (TextRange, Result<String, String>);

/// What keeps an applet from becoming one page: where, if it is in its file, and why.
type Refusal = (Option<TextRange>, String);

/// An applet as one page, and what is worth knowing of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Exported {
    pub(crate) html: String,
    /// What it names and does not have, and where that stands in the file of the applet.
    pub(crate) left_out: Vec<(TextRange, String)>,
}

/// An applet as one page.
///
/// # Errors
/// All that cannot be put into the page, with what to do about it.
pub(crate) fn export(source: &Source, cindyjs: &CindyJs) -> Result<Exported, Vec<Refusal>> {
    let (name, text) = (source.document.name(), source.document.text());
    let beside = Path::new(name);
    let mut edits = page::applet_edits(source, beside);
    if is_page(name, text) {
        edits.extend(page::tag_edits(text, beside, cindyjs, text));
        let left_out = left_out::left_out(text, beside, &edits);
        let html = edited(text, edits).map_err(|refusals| placed(refusals, true))?;
        return Ok(Exported { html, left_out });
    }
    edits.extend(script::ends(text));
    let script = edited(text, edits).map_err(|refusals| placed(refusals, true))?;
    let page = script::page(name, &script);
    let edits = page::tag_edits(&page, beside, cindyjs, text);
    let html = edited(&page, edits).map_err(|refusals| placed(refusals, false))?;
    Ok(Exported {
        html,
        left_out: Vec::new(),
    })
}

/// The text with all edits.
fn edited(text: &str, mut edits: Vec<Edit>) -> Result<String, Vec<(TextRange, String)>> {
    edits.sort_by_key(|(range, _)| range.start());
    // What a loop of the page's JavaScript names several times stands there once.
    edits.dedup_by_key(|(range, _)| *range);
    let mut result = String::with_capacity(text.len());
    let mut refusals = Vec::new();
    let mut copied = 0;
    for (range, edit) in edits {
        match edit {
            Ok(new) => {
                let start = usize::from(range.start());
                result.push_str(text.get(copied..start).unwrap_or_default());
                result.push_str(&new);
                copied = usize::from(range.end());
            }
            Err(reason) => refusals.push((range, reason)),
        }
    }
    result.push_str(text.get(copied..).unwrap_or_default());
    if refusals.is_empty() {
        Ok(result)
    } else {
        Err(refusals)
    }
}

fn placed(refusals: Vec<(TextRange, String)>, in_file: bool) -> Vec<Refusal> {
    let refusals = refusals.into_iter();
    refusals
        .map(|(range, reason)| (in_file.then_some(range), reason))
        .collect()
}

/// `export FILE --html OUT`: says what the published page will not show as the preview does, too.
///
/// # Errors
/// The file has nothing to play, cannot become one page, or that cannot be written.
pub(crate) fn run(path: &Path, options: &ExportOptions) -> anyhow::Result<ExitCode> {
    let text = file::read(path, 0)?;
    let is_itself = |out: PathBuf| path.canonicalize().is_ok_and(|path| path == out);
    if options.html.canonicalize().is_ok_and(is_itself) {
        anyhow::bail!(
            "{}: this is the applet itself: name another file with `--html OUT`",
            options.html.display()
        );
    }
    let cindyjs = CindyJs::of(options.cindyjs.as_deref()).map_err(anyhow::Error::msg)?;
    let (source, _) = reader::read(text, None);
    say_diagnostics(&source);
    if source.applet().is_none_or(Applet::is_empty) {
        anyhow::bail!(source.located(None, NOTHING));
    }
    let Exported { html, left_out } = match export(&source, &cindyjs) {
        Ok(exported) => exported,
        Err(refusals) => {
            for (range, reason) in refusals {
                complain(source.located(range, &reason));
            }
            anyhow::bail!("{}: nothing was written", options.html.display());
        }
    };
    for (range, message) in left_out {
        complain(source.located(Some(range), &message));
    }
    for remark in portability(&source.analysis) {
        complain(source.located(Some(remark.range), &remark.message));
    }
    let mut part = PartFile::create(&options.html)?;
    let place = options.html.display();
    let written = part.take_file()?.write_all(html.as_bytes());
    written.map_err(|error| unwritable(&options.html, &error))?;
    part.finish()?;
    let size = html.len().div_ceil(1024);
    let from = match options.cindyjs {
        Some(_) => "CindyJS is in it",
        None => "CindyJS comes from its site",
    };
    print(&format!("{place}: {size} KiB, {from}\n"))?;
    Ok(match source.errors().next() {
        Some(_) => ExitCode::FAILURE,
        None => ExitCode::SUCCESS,
    })
}

/// The bytes of a file that a URL means, seen from a page or a stylesheet.
fn bytes(from: &Path, url: &str) -> Result<(Vec<u8>, PathBuf), String> {
    let path = cindyscript_applet::locate(from, url)?;
    if !path.exists() {
        return Err(format!(
            "there is no file `{url}` beside the page; put it there, or mend its name"
        ));
    }
    let bytes = crate::resource::contents(&path).map_err(|reason| format!("`{url}` {reason}"))?;
    let path = fs::canonicalize(&path).unwrap_or(path);
    Ok((bytes, path))
}

#[cfg(test)]
mod tests;
