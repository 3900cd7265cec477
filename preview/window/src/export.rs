//! `export FILE --html OUT`: an applet as one page that runs in any browser, with what it shows in it.
//!
//! A page keeps its text, but for the addresses of files in its folder and below: each becomes a `data:`
//! URL. A bare script becomes a page. CindyJS itself comes from its site, or from a folder and then lies
//! in the page, too. Files that JavaScript names in strings are listed, and not loaded.
//!
//! With the player instead of CindyJS, the page has the applet and its controls, and nothing else of the file.
//!
//! An exported page is given away. It holds no file of another folder unless the user includes that, and
//! none that is no part of a page by its content. The user sees a list of all that it holds.

mod content;
mod data_url;
mod embedding;
mod left_out;
mod page;
mod player;
mod release;
mod script;
mod style;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use cindyscript_applet::{Applet, TextRange, is_page};
use cindyscript_files::part_file;

use cindyscript_player::source::Source;
use cindyscript_protocol::visible;

use crate::file;
use crate::message::complain;
use crate::own_files::OwnFiles;
use crate::reader;
use crate::report::{nothing_to_play, print, say_all, say_diagnostics};
pub use embedding::Embedded;
use embedding::{Embedding, Origin, Owner};
pub use player::Player;
pub use release::CindyJs;

/// How an applet is exported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportOptions {
    /// Where the page goes.
    pub html: PathBuf,
    /// The folder of CindyJS's own files, which then lie in the page; none is its site.
    pub cindyjs: Option<PathBuf>,
    /// The player runs the applet, not CindyJS.
    pub player: bool,
    /// The folder of the player; none is the one beside the programs.
    pub modules: Option<PathBuf>,
    /// Folders whose files may come into the page, besides its own.
    pub included: Vec<PathBuf>,
    /// Replace whatever is there.
    pub force: bool,
}

/// The end of each page that this program has exported: only such pages are replaced unasked.
const MARK: &str = "<!-- exported by cindyscript-preview -->\n";

/// Something of a file that has to be changed, in bytes of the file: what comes there instead, or why
/// nothing can.
type Edit = (TextRange, Result<Arc<str>, String>);

/// What keeps an applet from becoming one page: where, if it is in its file, and why.
pub type ExportRefusal = (Option<TextRange>, String);

/// An applet as one page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The text of the page.
    pub html: String,
    /// The files in it, by their paths without links.
    pub files: BTreeMap<PathBuf, Embedded>,
    /// Files that its code and links name and that it lacks, with the places of the names in the file of
    /// the applet.
    pub left_out: Vec<(TextRange, String)>,
}

/// Places in a text, none of which contains another.
struct Places(Vec<TextRange>);

impl Places {
    fn new(places: impl Iterator<Item = TextRange>) -> Places {
        let mut places: Vec<TextRange> = places.collect();
        places.sort_by_key(|place| (place.start(), place.end()));
        Places(places)
    }

    /// True if one of them contains this one.
    fn contain(&self, place: TextRange) -> bool {
        let behind = self.0.partition_point(|it| it.start() <= place.start());
        let last = behind.checked_sub(1).and_then(|last| self.0.get(last));
        last.is_some_and(|it| it.contains_range(place))
    }
}

/// Exports an applet as one page, with CindyJS or the player.
///
/// # Errors
/// All that cannot be put into the page, with what to do about it.
pub fn export(
    source: &Source,
    cindyjs: &CindyJs,
    player: Option<&Player>,
    included: &[PathBuf],
) -> Result<Exported, Vec<ExportRefusal>> {
    let (name, text) = (source.document.name(), source.document.text());
    let origin = Origin {
        owner: Owner::Page,
        file: name.into(),
    };
    let embedding = Embedding::new(&origin.file, text, included, cindyjs);
    let mut embedding = embedding.map_err(|reason| vec![(None, reason)])?;
    let mut edits = page::applet_edits(source, &origin, &mut embedding);
    if let Some(player) = player {
        let text = edited(text, edits).map_err(|refusals| placed(refusals, true))?;
        return Ok(Exported {
            html: player.page(name, &text),
            files: embedding.into_files(),
            left_out: Vec::new(),
        });
    }
    if is_page(name, text) {
        edits.extend(page::tag_edits(text, &origin, cindyjs, &mut embedding));
        let left_out = left_out::left_out(text, &origin.file, &edits);
        let html = edited(text, edits).map_err(|refusals| placed(refusals, true))?;
        return Ok(Exported {
            html,
            files: embedding.into_files(),
            left_out,
        });
    }
    edits.extend(script::ends(text));
    let script = edited(text, edits).map_err(|refusals| placed(refusals, true))?;
    let page = script::page(name, &script);
    let edits = page::tag_edits(&page, &origin, cindyjs, &mut embedding);
    let html = edited(&page, edits).map_err(|refusals| placed(refusals, false))?;
    Ok(Exported {
        html,
        files: embedding.into_files(),
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

fn placed(refusals: Vec<(TextRange, String)>, in_file: bool) -> Vec<ExportRefusal> {
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
    OwnFiles::of(&text).protect(&options.html, "--html OUT")?;
    if !options.force && !is_replaceable(&options.html) {
        anyhow::bail!(
            "{}: there is one already, which was not written by this program; it stays as it is: \
             name another with `--html OUT`, or replace it with `--force`",
            options.html.display()
        );
    }
    let cindyjs = CindyJs::of(options.cindyjs.as_deref()).map_err(anyhow::Error::msg)?;
    let player = options
        .player
        .then(|| Player::read(options.modules.as_deref()));
    let player = player.transpose().map_err(anyhow::Error::msg)?;
    let (source, _) = reader::read(text, None);
    if source.applet().is_none_or(Applet::is_empty) {
        return Err(nothing_to_play(&source));
    }
    say_diagnostics(&source);
    let Exported {
        html,
        files,
        left_out,
    } = match export(&source, &cindyjs, player.as_ref(), &options.included) {
        Ok(exported) => exported,
        Err(refusals) => {
            say_all(&source, refusals);
            anyhow::bail!("{}: nothing was written", options.html.display());
        }
    };
    let left_out = left_out.into_iter();
    say_all(
        &source,
        left_out.map(|(range, message)| (Some(range), message)),
    );
    if player.is_none() {
        let remarks = source.analysis.portability().into_iter();
        say_all(&source, remarks.map(|it| (Some(it.range), it.message)));
    }
    part_file::write(&options.html, marked(&html).as_bytes())?;
    let place = options.html.display().to_string();
    let place = visible(&place);
    let size = html.len().div_ceil(1024);
    let from = match (player, options.cindyjs.is_some()) {
        (Some(_), _) => "the player is in it",
        (None, true) => "CindyJS is in it",
        (None, false) => "needs the internet: it loads CindyJS from cindyjs.org",
    };
    let list = list(&files, path, &cindyjs);
    print(&format!("{place}: {size} KiB, {from}\n{list}"))?;
    Ok(match source.errors().next() {
        Some(_) => {
            complain(format_args!(
                "{place} is written, but its script has an error"
            ));
            ExitCode::FAILURE
        }
        None => ExitCode::SUCCESS,
    })
}

/// True if nothing is lost when a page is exported to a path: there is no file or an empty one, a page
/// that this program has exported, or a pipe or a device.
fn is_replaceable(path: &Path) -> bool {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() && metadata.len() > 0 => is_ours(path).unwrap_or(false),
        _ => true,
    }
}

/// True if a file ends with the mark of exported pages.
fn is_ours(path: &Path) -> std::io::Result<bool> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(MARK.len() as u64)))?;
    let mut end = String::new();
    file.take(MARK.len() as u64).read_to_string(&mut end)?;
    Ok(end == MARK)
}

/// A page with the mark at its end, once.
fn marked(html: &str) -> String {
    let html = html.strip_suffix(MARK).unwrap_or(html);
    let end = if html.ends_with('\n') { "" } else { "\n" };
    format!("{html}{end}{MARK}")
}

/// Lists the files in a page, a line each: those below its folder as the page names them. Those of
/// CindyJS's folder are one line.
fn list(files: &BTreeMap<PathBuf, Embedded>, page: &Path, cindyjs: &CindyJs) -> String {
    let page = page.canonicalize().unwrap_or_default();
    let folder = page.parent().unwrap_or(Path::new(""));
    let own = cindyjs.folder().and_then(|own| own.canonicalize().ok());
    let own = own.filter(|own| !folder.starts_with(own));
    let is_own = |path: &Path| own.as_ref().is_some_and(|own| path.starts_with(own));
    let size = |bytes: usize| format!("{} KiB", bytes.div_ceil(1024));
    let mut lines = String::new();
    for (path, file) in files.iter().filter(|(path, _)| !is_own(path)) {
        let path = path.strip_prefix(folder).unwrap_or(path);
        let name = path.display().to_string();
        let mime_type = file.mime_type.split(';').next().unwrap_or_default();
        let line = format!("  {}: {mime_type}, {}\n", visible(&name), size(file.size));
        lines.push_str(&line);
    }
    let sizes = files.iter().filter(|(path, _)| is_own(path));
    let sizes: Vec<usize> = sizes.map(|(_, file)| file.size).collect();
    if let Some(own) = own.filter(|_| !sizes.is_empty()) {
        let (count, size) = (sizes.len(), size(sizes.iter().sum()));
        let line = format!("  {}: files of CindyJS: {count}, {size}\n", own.display());
        lines.push_str(&line);
    }
    lines
}

#[cfg(test)]
mod tests;
