//! Names in a page's call `CindyJS({...})`: the call itself, elements of the construction, their types,
//! keys, and values that have a meaning of their own.

use cindyscript_applet::{BehaviorType, GeometryEntry, Settings};
use cindyscript_hir::{elements, plugins};
use text_size::{TextRange, TextSize};

use super::{Hover, HoverText};
use crate::analysis::{Analysis, AppletAnalysis};
use crate::definition::scripts_of_id;
use crate::settings::{self, Part};
use cindyscript_hir::element_arguments::{described, moved};

/// The hover at an offset of the file that is in no script.
pub(super) fn hover(
    analysis: &Analysis,
    offset: TextSize,
    link: &dyn Fn(TextRange) -> String,
) -> Option<Hover> {
    let page = analysis.document.text();
    if let Some(found) = value(analysis, page, offset, link) {
        return Some(found);
    }
    let range = word(page, offset)?;
    let written = page.get(std::ops::Range::<usize>::from(range))?;
    // The construction may stand before the call.
    let all = analysis.applets.iter();
    let elements = all.flat_map(|applet| &applet.source().geometry);
    let element = elements
        .into_iter()
        .find(|element| element.range.contains(offset));
    let text = match element {
        Some(element) => {
            let of = analysis
                .applets
                .iter()
                .find(|applet| applet.source().element(&element.name).is_some())?;
            of_element(of, element, written, is_key(page, range), link)?
        }
        None if is_key(page, range) => {
            let path = settings::path(page, range.end())?;
            match path.keys.last().map(String::as_str) {
                Some("transform") => {
                    let mut all = settings::TRANSFORMS.iter();
                    let (_, doc) = all.find(|(name, _)| *name == written)?;
                    plain(written).line(&format!("of `transform`: {doc}"))
                }
                _ => key(path.object()?, written)?,
            }
        }
        None => call(page, range, written)?,
    };
    Some(of_page(range, text))
}

/// A hover about a part of the page that is no script.
fn of_page(range: TextRange, text: HoverText) -> Hover {
    Hover {
        range,
        text,
        subjects: Vec::new(),
        has_types: false,
    }
}

/// The hover for the name of the call that makes an applet.
fn call(page: &str, range: TextRange, word: &str) -> Option<HoverText> {
    let behind = page.get(usize::from(range.end())..)?.trim_start();
    let is_call = settings::CALLS.contains(&word) && behind.starts_with(['(', '.']);
    is_call.then(|| {
        plain(&format!("{word}({{scripts, geometry, ports, use, ...}})")).line(
            "makes an applet of this page: its scripts, its construction, the canvases that it draws on, and the \
             plugins that it uses",
        )
    })
}

/// The hover for a value of the settings that names something else, or is one of several numbers.
fn value(
    analysis: &Analysis,
    page: &str,
    offset: TextSize,
    link: &dyn Fn(TextRange) -> String,
) -> Option<Hover> {
    let path = settings::path(page, offset).filter(|path| path.part == Part::Value)?;
    let keys: Vec<&str> = path.keys.iter().map(String::as_str).collect();
    let written = page.get(std::ops::Range::<usize>::from(path.word))?;
    match keys.as_slice() {
        ["use"] if path.is_quoted => {
            let plugin = plugins::find(written)?;
            let mut text = plain(written).line(&format!("a plugin: {}", plugin.doc));
            if !plugin.is_in_preview {
                text = text.line("\nnot available in the preview");
            }
            Some(of_page(path.word, text))
        }
        ["behavior", "type"] | ["behavior", "behavior", "type"] if path.is_quoted => {
            let kind = BehaviorType::find(written)?;
            let text = plain(written).line(&format!("a behavior: {}", kind.meaning));
            Some(of_page(path.word, text))
        }
        [key] if path.is_quoted && (*key == "scripts" || key.ends_with("script")) => {
            let text = plain(written).line(&scripts(analysis, offset, link)?);
            Some(of_page(path.word, text))
        }
        [.., "transform", "visibleRect"] if path.is_in_list => {
            let range = number(page, offset)?;
            let list = page.get(..usize::from(range.start()))?;
            let place = list.get(list.rfind('[')?..)?.matches(',').count();
            let side = settings::SIDES.get(place)?;
            let number = page.get(std::ops::Range::<usize>::from(range))?;
            let text = plain(number).line(&format!("of `visibleRect`: {side}"));
            Some(of_page(range, text))
        }
        _ => None,
    }
}

/// The scripts that a string in the settings names, each with the moment when it runs.
fn scripts(
    analysis: &Analysis,
    offset: TextSize,
    link: &dyn Fn(TextRange) -> String,
) -> Option<String> {
    let named: Vec<String> = scripts_of_id(analysis, offset)
        .map(|(applet, script)| {
            let start = script.source.file_range().start();
            let line = applet.line(start);
            let address = link(TextRange::empty(start));
            let moment = script.event.description();
            format!("- `{}` in [line {line}]({address}): {moment}", script.id)
        })
        .collect();
    (!named.is_empty()).then(|| {
        format!(
            "the scripts of this page with such an id:\n\n{}",
            named.join("\n")
        )
    })
}

/// The number around an offset.
fn number(text: &str, offset: TextSize) -> Option<TextRange> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+' | 'e' | 'E');
    let (before, behind) = text.split_at_checked(offset.into())?;
    let start = before.trim_end_matches(is_part).len();
    let end = text.len() - behind.trim_start_matches(is_part).len();
    let size = |place: usize| TextSize::try_from(place).ok();
    let range = TextRange::new(size(start)?, size(end)?);
    let written = text.get(start..end)?;
    written.parse::<f64>().is_ok().then_some(range)
}

/// The hover for a word in an element of the construction.
fn of_element(
    applet: &AppletAnalysis,
    element: &GeometryEntry,
    word: &str,
    is_key: bool,
    link: &dyn Fn(TextRange) -> String,
) -> Option<HoverText> {
    if is_key {
        return key(Settings::Element, word);
    }
    if word == element.kind
        && let Some(what) = described(word)
    {
        let text = plain(word).line(&what);
        return Some(match moved(word) {
            Some(how) => text.line(&format!("\n{how}")),
            None => text,
        });
    }
    let named = applet.source().element(word)?;
    let types = elements::types(&applet.source().geometry);
    let ty = types.get(named.name.as_str())?;
    let what = super::element::describe(applet, named, link);
    Some(HoverText::script(format!("{word}: {ty}")).line(&what))
}

fn key(of: Settings, name: &str) -> Option<HoverText> {
    let doc = settings::doc(of, name)?;
    Some(plain(name).line(&format!("of {}: {doc}", of.words())))
}

/// A word that is not of a script.
fn plain(word: &str) -> HoverText {
    HoverText {
        language: "",
        ..HoverText::script(word.to_owned())
    }
}

/// The word around an offset.
fn word(text: &str, offset: TextSize) -> Option<TextRange> {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'');
    let (before, behind) = text.split_at_checked(offset.into())?;
    let start = before.len()
        - before
            .chars()
            .rev()
            .take_while(|&c| is_word(c))
            .map(char::len_utf8)
            .sum::<usize>();
    let length = behind
        .chars()
        .take_while(|&c| is_word(c))
        .map(char::len_utf8)
        .sum::<usize>();
    let size = |offset: usize| TextSize::try_from(offset).ok();
    let range = TextRange::new(size(start)?, size(before.len() + length)?);
    let written = text.get(std::ops::Range::<usize>::from(range))?;
    // Quotation marks of JavaScript are no part of a name.
    let inner = written.trim_matches('\'');
    let at = range.start() + size(written.find(inner)?)?;
    (!inner.is_empty()).then(|| TextRange::at(at, TextSize::of(inner)))
}

/// Whether a word is a key: a colon stands behind it.
fn is_key(text: &str, range: TextRange) -> bool {
    let behind = text.get(usize::from(range.end())..).unwrap_or_default();
    let behind = behind.trim_start_matches(['"', '\'']);
    behind.trim_start().starts_with(':')
}
