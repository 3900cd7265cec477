//! The names in a page's call `CindyJS({...})`: elements of the construction, and images.

use cindyscript_applet::{Applet, Constant, ConstantValue};
use smol_str::SmolStr;
use text_size::{TextRange, TextSize};

use super::Access;
use super::rows::InPage;

/// The names of the construction and of the images of an applet of a file.
pub(super) fn names(applet: &Applet, text: &str) -> Vec<InPage> {
    let mut found = Vec::new();
    let mut note = |range: Option<TextRange>, name: &str, is_image: bool, access: Access| {
        found.extend(range.map(|range| InPage {
            name: SmolStr::new(name),
            is_image,
            access,
            range,
        }));
    };
    for entry in &applet.geometry {
        let range = inside_quotes(text, entry.name_range, &entry.name);
        note(range, &entry.name, false, Access::Declares);
        for (name, &range) in entry.args.iter().zip(&entry.arg_ranges) {
            let range = inside_quotes(text, range, name);
            note(range, name, false, Access::Reads);
        }
    }
    let mut named = Vec::new();
    for constant in &applet.behavior {
        strings(constant, &mut named);
    }
    for (name, range) in named {
        if applet.element(name).is_some() {
            let range = inside_quotes(text, range, name);
            note(range, name, false, Access::Reads);
        }
    }
    for image in &applet.images {
        let range = key(text, image.range, &image.name);
        note(range, &image.name, true, Access::Declares);
    }
    found
}

/// All strings in a value, with where they are written.
fn strings<'a>(constant: &'a Constant, found: &mut Vec<(&'a str, TextRange)>) {
    match &constant.value {
        ConstantValue::String(source) => found.push((source.text(), constant.range)),
        ConstantValue::Array(items) => items.iter().for_each(|item| strings(item, found)),
        ConstantValue::Object(properties) => properties
            .iter()
            .for_each(|property| strings(&property.value, found)),
        ConstantValue::Null
        | ConstantValue::Bool(_)
        | ConstantValue::Number(_)
        | ConstantValue::Unknown => {}
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

/// The place of the key of a property, with quotation marks or without, or as the shorthand `{name}`.
fn key(file: &str, property: TextRange, name: &str) -> Option<TextRange> {
    let written = file.get(std::ops::Range::<usize>::from(property))?;
    let quote = written.chars().next().filter(|c| matches!(c, '"' | '\''));
    let start = quote.map_or(TextSize::new(0), TextSize::of);
    let rest = written.get(usize::from(start)..)?.strip_prefix(name)?;
    let rest = match quote {
        Some(quote) => rest.strip_prefix(quote)?,
        None => rest,
    };
    let is_shorthand = quote.is_none() && rest.is_empty();
    let is_key = is_shorthand || rest.trim_start().starts_with(':');
    (is_key && !name.is_empty())
        .then(|| TextRange::at(property.start() + start, TextSize::of(name)))
}
