//! What may be written at a place: names, builtins, modifiers, fields, and what strings name.
//!
//! Each kind of item has a file of its own, which says what there is and how likely each is; the
//! order is that of [`rank`]. Everything that has the typed letters in this order is given, since
//! editors filter again as more is typed.

mod builtins;
mod fields;
mod functions;
mod modifiers;
mod page;
mod rank;
mod snippet;
mod strings;
mod variables;
mod wanted;
mod words;

use cindyscript_hir::program::ScriptId;
use text_size::{TextRange, TextSize};

use crate::analysis::{Analysis, AppletAnalysis};
use crate::context::{Context, Position};
use crate::places::script_at;
use snippet::Snippet;
use wanted::Wanted;
use words::Words;

/// Something that may be written at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What is shown, and what the typed letters are compared with.
    pub label: String,
    /// The kind of thing that it is.
    pub kind: Kind,
    /// Its type, its arguments, or what it is.
    pub detail: Option<String>,
    /// The word that it replaces, in bytes of the file.
    pub range: TextRange,
    /// The text to be written there, as a snippet if that was asked for.
    pub insert: String,
    /// What is said about it.
    pub documentation: Documentation,
}

/// The kind of thing that a completion is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the names say it
pub enum Kind {
    Variable,
    Parameter,
    Constant,
    Function,
    Builtin,
    Control,
    Element,
    Modifier,
    Field,
    Key,
    Value,
    Image,
    ElementType,
    Plugin,
    Event,
}

/// What is said about a completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Documentation {
    /// Nothing.
    None,
    /// Markdown.
    Text(String),
    /// That of the builtin of this name: [`documentation`](crate::documentation::of_name).
    Builtin(&'static str),
}

/// What may be written at an offset of the file, the likeliest first.
///
/// With `snippets`, texts are those of the protocol's snippets: with places to be filled in.
#[must_use]
pub fn completions(analysis: &Analysis, offset: TextSize, snippets: bool) -> Vec<Completion> {
    let text = analysis.document.text();
    let Some((applet, script, at)) = script_at(analysis, offset) else {
        let Some((items, range)) = page::items(analysis, offset) else {
            return Vec::new();
        };
        let typed = text.get(usize::from(range.start())..usize::from(offset));
        let plain = |plain: &str| plain.to_owned();
        return finished(items, typed.unwrap_or_default(), range, snippets, &plain);
    };
    let Some(context) = Context::at(applet, script, at) else {
        return Vec::new();
    };
    let place = Place {
        wanted: Wanted::new(&context),
        words: Words::new(applet, script, at),
        applet,
        script,
        at,
        context,
    };
    let items = place.items();
    let range = applet.to_file(script, place.context.word);
    let source = applet.source().scripts.get(script.index());
    let written = |plain: &str| match source {
        Some(script) => script
            .source
            .written_at(text, range.start(), plain)
            .into_owned(),
        None => plain.to_owned(),
    };
    finished(items, &place.context.typed, range, snippets, &written)
}

/// The items in their order, each with the text that it stands for; `written` gives a text as it has
/// to stand in the file.
fn finished(
    items: Vec<Item>,
    typed: &str,
    range: TextRange,
    snippets: bool,
    written: &dyn Fn(&str) -> String,
) -> Vec<Completion> {
    rank::ranked(items, typed)
        .into_iter()
        .map(|item| Completion {
            insert: match &item.insert {
                Some(insert) => insert.text(snippets, written),
                None => Snippet::plain(&item.label).text(snippets, written),
            },
            label: item.label,
            kind: item.kind,
            detail: item.detail,
            range,
            documentation: item.documentation,
        })
        .collect()
}

/// A place that is being typed at.
struct Place<'a> {
    applet: &'a AppletAnalysis,
    script: ScriptId,
    /// In bytes of the script.
    at: TextSize,
    context: Context,
    words: Words<'a>,
    wanted: Wanted,
}

impl Place<'_> {
    fn items(&self) -> Vec<Item> {
        let mut items = Vec::new();
        match &self.context.position {
            Position::Statement | Position::Operand(_) => {
                variables::items(self, &mut items);
                functions::items(self, &mut items);
                builtins::items(self, &mut items);
                modifiers::names(self, &mut items);
            }
            Position::ModifierValue(name) => {
                modifiers::values(self, name, &mut items);
                variables::items(self, &mut items);
                functions::items(self, &mut items);
                builtins::items(self, &mut items);
            }
            Position::Field { base } => fields::items(self, *base, &mut items),
            Position::Nothing => {}
            Position::Key => fields::keys(self, &mut items),
            Position::String { .. } => strings::items(self, &mut items),
        }
        items
    }

    /// Whether a label has the typed letters.
    fn matches(&self, label: &str) -> bool {
        rank::quality(label, &self.context.typed).is_some()
    }
}

/// An item before it is known where it stands.
#[derive(Clone, Debug)]
struct Item {
    label: String,
    kind: Kind,
    detail: Option<String>,
    /// What is written, if that is not the label.
    insert: Option<Snippet>,
    documentation: Documentation,
    /// How likely it is: see [`rank`].
    score: i32,
}

impl Item {
    fn new(label: impl Into<String>, kind: Kind, score: i32) -> Self {
        Self {
            label: label.into(),
            kind,
            detail: None,
            insert: None,
            documentation: Documentation::None,
            score,
        }
    }

    fn detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    fn insert(mut self, insert: Snippet) -> Self {
        self.insert = Some(insert);
        self
    }

    fn documentation(mut self, text: impl Into<String>) -> Self {
        self.documentation = Documentation::Text(text.into());
        self
    }
}

#[cfg(test)]
mod tests;
