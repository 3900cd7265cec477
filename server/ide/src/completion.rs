//! What may be written at a place: names, builtins, modifiers, fields, and what strings name.
//!
//! Each kind of item has a file of its own, which says what there is and how likely each is; the
//! order is that of [`rank`]. What has the typed letters in this order is given, since editors filter
//! again as more is typed: all of it, or where a long script has very much, the likeliest, and
//! editors are to ask again.

mod builtins;
mod construction;
mod expected_kind;
mod fields;
mod functions;
mod modifiers;
mod names;
mod page;
mod parameters;
mod rank;
mod snippet;
mod strings;
mod variables;

use std::borrow::Cow;

use cindyscript_hir::builtins::BuiltinId;
use cindyscript_hir::program::{Function, FunctionId, ScriptId};
use cindyscript_hir::types::Type;
use cindyscript_infer::Body;
use text_size::{TextRange, TextSize};

use crate::analysis::{Analysis, AppletAnalysis};
use crate::context::{Context, Position};
use crate::term_at::script_at;
use expected_kind::Wanted;
use names::Words;
use rank::Ranked;
use snippet::Snippet;

/// Something that may be written at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What is shown, and what the typed letters are compared with.
    pub label: String,
    /// The kind of thing that it is.
    pub kind: CompletionKind,
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
pub enum CompletionKind {
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

/// What may be written at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// The likeliest first.
    pub items: Vec<Completion>,
    /// Whether there are more, which are less likely with the letters that are typed.
    pub is_incomplete: bool,
}

/// What may be written at an offset of the file.
///
/// With `snippets`, texts are those of the protocol's snippets: with places to be filled in.
#[must_use]
pub fn completions(analysis: &Analysis, offset: TextSize, snippets: bool) -> Completions {
    let text = analysis.document.text();
    let Some((applet, script, at)) = script_at(analysis, offset) else {
        let Some((items, range)) = page::items(analysis, offset) else {
            return Completions::default();
        };
        let typed = text.get(usize::from(range.start())..usize::from(offset));
        let plain = |plain: &str| plain.to_owned();
        let ranked = rank::ranked(items, typed.unwrap_or_default());
        return finished(ranked, range, snippets, &plain);
    };
    let Some(context) = Context::at(applet, script, at) else {
        return Completions::default();
    };
    let place = Place {
        wanted: Wanted::new(applet, &context),
        words: Words::new(applet, script, at),
        applet,
        script,
        at,
        context,
    };
    let mut ranked = rank::ranked(place.items(), &place.context.typed);
    for item in &mut ranked.items {
        place.describe(item);
    }
    let range = applet.to_file(script, place.context.word);
    let source = applet.source().scripts.get(script.index());
    let written = |plain: &str| match source {
        Some(script) => script
            .source
            .written_at(text, range.start(), plain)
            .into_owned(),
        None => plain.to_owned(),
    };
    finished(ranked, range, snippets, &written)
}

/// The items, each with the text that it stands for; `written` gives a text as it has to stand in
/// the file.
fn finished(
    ranked: Ranked<'_>,
    range: TextRange,
    snippets: bool,
    written: &dyn Fn(&str) -> String,
) -> Completions {
    let items = ranked.items.into_iter().map(|item| Completion {
        insert: match &item.insert {
            Some(insert) => insert.text(snippets, written),
            None => Snippet::plain(&item.label).text(snippets, written),
        },
        label: item.label.into_owned(),
        kind: item.kind,
        detail: item.detail,
        range,
        documentation: item.documentation,
    });
    Completions {
        items: items.collect(),
        is_incomplete: ranked.is_incomplete,
    }
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
    fn items(&self) -> Vec<Item<'_>> {
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
            Position::Parameter => parameters::items(self, &mut items),
            Position::Nothing => {}
            Position::Key => fields::keys(self, &mut items),
            Position::String { .. } => strings::items(self, &mut items),
        }
        items
    }

    /// Says about an item what is said of its subject.
    fn describe(&self, item: &mut Item<'_>) {
        match item.subject {
            Subject::Itself => {}
            Subject::Variable(ty) => {
                item.detail = Some(variables::typed(ty, "variable"));
            }
            Subject::Function(function, id, body) => {
                functions::describe(self, item, function, id, body);
            }
            Subject::Builtin(rows) => builtins::describe(self, item, rows),
        }
    }

    /// Whether a label has the typed letters.
    fn matches(&self, label: &str) -> bool {
        rank::quality(label, &self.context.typed).is_some()
    }
}

/// An item before it is known where it stands.
#[derive(Clone, Debug)]
struct Item<'a> {
    label: Cow<'a, str>,
    kind: CompletionKind,
    detail: Option<String>,
    /// What is written, if that is not the label.
    insert: Option<Snippet>,
    documentation: Documentation,
    /// How likely it is: see [`rank`].
    score: i32,
    subject: Subject<'a>,
}

/// What an item stands for. A long script has thousands, of which most are not given: what is said
/// of those that are is found when that is known.
#[derive(Clone, Copy, Debug)]
enum Subject<'a> {
    /// All is said already.
    Itself,
    /// A variable of the applet, with its type.
    Variable(&'a Type),
    /// A function, with its body at one signature.
    Function(&'a Function, FunctionId, Option<&'a Body>),
    /// The builtins of a name.
    Builtin(&'static [BuiltinId]),
}

impl<'a> Item<'a> {
    fn new(label: impl Into<Cow<'a, str>>, kind: CompletionKind, score: i32) -> Self {
        Self {
            label: label.into(),
            kind,
            detail: None,
            insert: None,
            documentation: Documentation::None,
            score,
            subject: Subject::Itself,
        }
    }

    fn of(mut self, subject: Subject<'a>) -> Self {
        self.subject = subject;
        self
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
