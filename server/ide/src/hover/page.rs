//! Names in a page's call `CindyJS({...})`: elements of the construction, their types, and keys.

use cindyscript_applet::{GeometryEntry, Settings};
use cindyscript_hir::elements;
use text_size::{TextRange, TextSize};

use super::{Hover, HoverText};
use crate::analysis::{Analysis, AppletAnalysis};
use crate::element_arguments::described;
use crate::settings;

/// The hover at an offset of the file that is in no script.
pub(super) fn hover(
    analysis: &Analysis,
    offset: TextSize,
    link: &dyn Fn(TextRange) -> String,
) -> Option<Hover> {
    let page = analysis.document.text();
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
        None => {
            if !is_key(page, range) {
                return None;
            }
            let path = settings::path(page, range.end())?;
            key(path.object()?, written)?
        }
    };
    Some(Hover {
        range,
        text,
        subjects: Vec::new(),
        has_types: false,
    })
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
        return Some(plain(word).line(&what));
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
