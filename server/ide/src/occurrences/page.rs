//! The names in a page's call `CindyJS({...})`: elements of the construction, and images.

use cindyscript_applet::{Applet, Constant, Value};
use smol_str::SmolStr;
use text_size::{TextRange, TextSize};

use super::collect::{Found, Raw, Target};
use super::{Access, Form, Owner};

/// Adds the names of the construction and of the images of an applet of a file.
pub(super) fn collect(applet: &Applet, text: &str, found: &mut Found) {
    let mut note = |range: Option<TextRange>, target: Target, access: Access| {
        if let Some(range) = range {
            found.raw.push(Raw {
                target,
                access,
                form: Form::Page,
                range,
                script: None,
                owner: Owner::Page,
                term: None,
            });
        }
    };
    let element = |name: &str| Target::Element(SmolStr::new(name));
    for entry in &applet.geometry {
        let range = inside_quotes(text, entry.name_range, &entry.name);
        note(range, element(&entry.name), Access::Declares);
        for (name, &range) in entry.args.iter().zip(&entry.arg_ranges) {
            note(
                inside_quotes(text, range, name),
                element(name),
                Access::Reads,
            );
        }
    }
    let mut named = Vec::new();
    for constant in &applet.behavior {
        strings(constant, &mut named);
    }
    for (name, range) in named {
        if applet.element(name).is_some() {
            note(
                inside_quotes(text, range, name),
                element(name),
                Access::Reads,
            );
        }
    }
    for image in &applet.images {
        let target = Target::Image(SmolStr::new(&image.name));
        note(
            key(text, image.range, &image.name),
            target,
            Access::Declares,
        );
    }
}

/// All strings in a value, with where they are written.
fn strings<'a>(constant: &'a Constant, found: &mut Vec<(&'a str, TextRange)>) {
    match &constant.value {
        Value::String(source) => found.push((source.text(), constant.range)),
        Value::Array(items) => items.iter().for_each(|item| strings(item, found)),
        Value::Object(properties) => properties
            .iter()
            .for_each(|property| strings(&property.value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Unknown => {}
    }
}

/// The place of a text that stands between quotation marks as it is.
fn inside_quotes(file: &str, range: TextRange, text: &str) -> Option<TextRange> {
    let written = file.get(std::ops::Range::<usize>::from(range))?;
    let quote = written
        .chars()
        .next()
        .filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let inside = written.strip_prefix(quote)?.strip_suffix(quote)?;
    let start = range.start() + TextSize::of(quote);
    (inside == text && !text.is_empty()).then(|| TextRange::at(start, TextSize::of(text)))
}

/// The place of the key of a property, with quotation marks or without.
fn key(file: &str, property: TextRange, name: &str) -> Option<TextRange> {
    let written = file.get(std::ops::Range::<usize>::from(property))?;
    let quote = written.chars().next().filter(|c| matches!(c, '"' | '\''));
    let start = quote.map_or(TextSize::new(0), TextSize::of);
    let rest = written.get(usize::from(start)..)?.strip_prefix(name)?;
    let rest = match quote {
        Some(quote) => rest.strip_prefix(quote)?,
        None => rest,
    };
    let is_key = rest.trim_start().starts_with(':') && !name.is_empty();
    is_key.then(|| TextRange::at(property.start() + start, TextSize::of(name)))
}
