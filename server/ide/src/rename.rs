//! Another name for what is named somewhere: wherever the page names it, in scripts, in the
//! construction, in strings. What would not mean the same afterwards is refused, with the reason.

mod clash;
mod meaning;
mod places;

use std::fmt;

use text_size::{TextRange, TextSize};

use crate::analysis::Analysis;
use crate::code_actions::{FileEdit, as_written};
use crate::occurrences::{Entity, Form, Occurrence};
use crate::symbol_at::Named;

/// Why something cannot be renamed: a sentence for the author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenameRefusal(String);

impl fmt::Display for RenameRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RenameRefusal {}

fn refuse<T>(why: impl Into<String>) -> Result<T, RenameRefusal> {
    Err(RenameRefusal(why.into()))
}

/// A name that can be another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamable {
    /// Where it stands, in bytes of the file.
    pub range: TextRange,
    /// The name.
    pub name: String,
}

/// The name at an offset of the file, if it can be another one.
///
/// # Errors
/// Why it cannot.
pub fn prepare_rename(analysis: &Analysis, offset: TextSize) -> Result<Renamable, RenameRefusal> {
    let renaming = Renaming::new(analysis, offset)?;
    Ok(Renamable {
        range: renaming.here.range,
        name: renaming.entity.name.to_string(),
    })
}

/// The replacements that give what is named at an offset of the file a new name, in bytes of the
/// file and in their order.
///
/// # Errors
/// Why it cannot have that name: what the name would clash with.
pub fn rename(
    analysis: &Analysis,
    offset: TextSize,
    new: &str,
) -> Result<Vec<FileEdit>, RenameRefusal> {
    let renaming = Renaming::new(analysis, offset)?;
    if renaming.entity.name == new {
        return Ok(Vec::new());
    }
    renaming.check_new(new)?;
    let edits = renaming.edits(new);
    if renaming.may_clash(new) {
        renaming.check_meaning(new, &edits)?;
    }
    Ok(edits)
}

/// Something that is to have another name.
struct Renaming<'a> {
    analysis: &'a Analysis,
    here: Occurrence,
    entity: &'a Entity,
    /// The same in all applets that share a place with it.
    named: Vec<Named<'a>>,
    /// Its places, each once, in their order.
    places: Vec<Occurrence>,
}

impl<'a> Renaming<'a> {
    fn new(analysis: &'a Analysis, offset: TextSize) -> Result<Self, RenameRefusal> {
        let Some((named, here)) = analysis.name_at(offset) else {
            return refuse(match builtin_at(analysis, offset) {
                Some(name) => format!("`{name}` is a function of the language"),
                None => "here is no name of the applet".to_owned(),
            });
        };
        let Some(entity) = named.data() else {
            return refuse("here is no name of the applet");
        };
        let renaming = Self {
            analysis,
            here: *here,
            entity,
            named: analysis.shared(named),
            places: analysis.occurrences_of(offset),
        };
        renaming.check_old()?;
        Ok(renaming)
    }

    fn line(&self, range: TextRange) -> usize {
        self.analysis.document.line(range.start())
    }

    fn edits(&self, new: &str) -> Vec<FileEdit> {
        let document = &self.analysis.document;
        let edits = self.places.iter().map(|place| {
            let range = place.range;
            let text = new.to_owned();
            let edit = FileEdit { range, text };
            let text = match place.form {
                Form::Page => in_javascript(document.text(), range, new),
                Form::Name | Form::Text => as_written(document, &edit),
            };
            FileEdit { range, text }
        });
        edits.collect()
    }
}

/// The builtin that is called at an offset.
fn builtin_at(analysis: &Analysis, offset: TextSize) -> Option<&'static str> {
    let (applet, script, at) = crate::term_at::script_at(analysis, offset)?;
    let term = applet.innermost(script, at)?;
    let word = applet.called_word(term)?;
    let (builtin, _) = applet.program.builtin_call(term)?;
    word.contains_inclusive(offset).then(|| builtin.name())
}

/// A name as a string or key of JavaScript has it that stands in this place.
fn in_javascript(file: &str, place: TextRange, name: &str) -> String {
    let before = file.get(..usize::from(place.start())).unwrap_or_default();
    if let Some(quote @ ('"' | '\'' | '`')) = before.chars().next_back() {
        let mut text = String::new();
        for c in name.chars() {
            if c == quote || c == '\\' || (quote, c) == ('`', '$') {
                text.push('\\');
            }
            text.push(c);
        }
        return text;
    }
    let key = match name.chars().all(char::is_alphanumeric) {
        true => name.to_owned(),
        false => format!("\"{name}\""),
    };
    let behind = file.get(usize::from(place.end())..).unwrap_or_default();
    if behind.trim_start().starts_with(':') {
        return key;
    }
    // In the shorthand `{name}` it names a variable of JavaScript too, which keeps its name.
    let variable = &file[std::ops::Range::<usize>::from(place)];
    format!("{key}: {variable}")
}

#[cfg(test)]
mod tests;
