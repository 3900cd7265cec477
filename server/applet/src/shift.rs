//! A page after an edit inside one of its scripts: neither its HTML nor its JavaScript is read
//! again, the ranges behind the edit move along.

use cindyscript_diagnostic::{Diagnostic, Fix, Related};
use text_size::{TextRange, TextSize};

use crate::applet::{External, UnboundScript};
use crate::{
    Animation, Applet, CodeTemplate, Constant, ConstantValue, ControlAction, ControlHandler,
    ControlProperty, DefaultAppearance, GeometryEntry, HostCode, Image, Import, Page, PageControl,
    Port, Property, PropertyKey, Script, SourceText, TemplatePiece, too_large,
};

/// An edit of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced, in bytes of the file before.
    pub range: TextRange,
    /// How many bytes replace it.
    pub inserted: TextSize,
}

impl Edit {
    /// Where an offset lies afterwards. What begins where something is inserted stays.
    fn moved(self, offset: TextSize) -> TextSize {
        if offset <= self.range.start() {
            offset
        } else {
            (offset + self.inserted)
                .checked_sub(self.range.len())
                .unwrap_or(self.range.start())
        }
    }
}

/// The page after an edit; `None` if the edit may have changed more than the text of one script
/// element. `before` and `after` are the texts of the file.
#[must_use]
pub fn edited(page: &Page, before: &str, edit: Edit, after: &str) -> Option<Page> {
    if too_large(after.len() as u64).is_some() {
        return None;
    }
    let mut contents = page.contents.iter();
    let content = *contents.find(|content| content.contains_range(edit.range))?;
    let old = before.get(std::ops::Range::<usize>::from(content))?;
    let end = content.end() + edit.inserted - edit.range.len();
    let new = after.get(usize::from(content.start())..usize::from(end))?;
    // What ends a script, or begins a part in which its end is none.
    let is_plain = |text: &str| !text.contains("<!--") && !holds_end(text);
    if !is_plain(old) || !is_plain(new) {
        return None;
    }
    let mut page = page.clone();
    page.shift(&Shift {
        edit,
        content,
        text: new,
    });
    Some(page)
}

/// Whether a text has `</script` in it, in any case.
fn holds_end(text: &str) -> bool {
    let ends = text.match_indices("</");
    ends.map(|(at, _)| &text.as_bytes()[at + 2..])
        .any(|after| after.len() >= 6 && after[..6].eq_ignore_ascii_case(b"script"))
}

/// What becomes of a page.
struct Shift<'t> {
    edit: Edit,
    /// The content that the edit lies in, before it.
    content: TextRange,
    /// The content after it.
    text: &'t str,
}

/// What has places in a file.
trait Shifted {
    fn shift(&mut self, by: &Shift<'_>);
}

impl Shifted for TextRange {
    fn shift(&mut self, by: &Shift<'_>) {
        let end = match *self == by.content {
            true => self.end() + by.edit.inserted - by.edit.range.len(),
            false => by.edit.moved(self.end()),
        };
        *self = TextRange::new(by.edit.moved(self.start()), end);
    }
}

impl Shifted for SourceText {
    fn shift(&mut self, by: &Shift<'_>) {
        if self.contiguous_start().is_some() && self.file_range() == by.content {
            *self = SourceText::contiguous(by.text, by.content.start());
        } else {
            self.move_file(|offset| by.edit.moved(offset));
        }
    }
}

impl Shifted for ConstantValue {
    fn shift(&mut self, by: &Shift<'_>) {
        match self {
            Self::String(source) => source.shift(by),
            Self::Array(elements) => elements.shift(by),
            Self::Object(properties) => properties.shift(by),
            Self::Null | Self::Bool(_) | Self::Number(_) | Self::Unknown => {}
        }
    }
}

impl Shifted for ControlAction {
    fn shift(&mut self, by: &Shift<'_>) {
        match self {
            Self::Run(template)
            | Self::Evaluate(template)
            | Self::SetValue {
                value: template, ..
            } => template.shift(by),
            Self::Play | Self::Pause | Self::Stop => {}
        }
    }
}

impl Shifted for TemplatePiece {
    fn shift(&mut self, by: &Shift<'_>) {
        match self {
            Self::Text(text) => text.shift(by),
            Self::Property(property) => property.shift(by),
        }
    }
}

impl<T: Shifted> Shifted for Vec<T> {
    fn shift(&mut self, by: &Shift<'_>) {
        self.iter_mut().for_each(|one| one.shift(by));
    }
}

impl<T: Shifted> Shifted for Option<T> {
    fn shift(&mut self, by: &Shift<'_>) {
        self.iter_mut().for_each(|one| one.shift(by));
    }
}

impl<T: Shifted> Shifted for (String, T) {
    fn shift(&mut self, by: &Shift<'_>) {
        self.1.shift(by);
    }
}

/// All fields are named, so that none that is new is forgotten: those with places, then the others.
macro_rules! shifted {
    ($type:ident { $($field:ident),* } $($other:ident),*) => {
        impl Shifted for $type {
            fn shift(&mut self, by: &Shift<'_>) {
                let Self { $($field,)* $($other: _,)* } = self;
                $($field.shift(by);)*
                let _ = by;
            }
        }
    };
}

shifted!(Page {
    applets,
    unbound,
    contents,
    external,
    problems
} needs_javascript);
shifted!(Applet {
    scripts, geometry, ports, animation, images, default_appearance, controls, at_start, imports, behavior, host,
    others, keys, range
} canvases, uses, angle_unit, key_listener);
shifted!(Script { source } event, id, is_library);
shifted!(UnboundScript { source } id);
shifted!(External { range } url);
shifted!(GeometryEntry {
    name_range, position_range, arg_ranges, written_color, others, range
} name, kind, position, args, size, color, labeled, visible, pinned, alpha);
shifted!(Port { others, range } id, width, height, virtual_width, virtual_height, fill, transforms,
    background, grid, snap, axes);
shifted!(Animation {} autoplay, controls, speed, accuracy);
shifted!(Image { range } name, url, kind);
shifted!(DefaultAppearance {} point_color, line_color, text_color, point_size, line_size, text_size,
    alpha, overhang_line, overhang_segment, dim_dependent, font_family, clip);
shifted!(Import { range } path, kind, is_loaded);
shifted!(PageControl { handlers, range } key, label, kind, initial);
shifted!(ControlHandler { actions } trigger);
shifted!(CodeTemplate { pieces, range });
shifted!(ControlProperty { range } of, read);
shifted!(HostCode {} functions, runs_code);
shifted!(Constant { value, range });
shifted!(Property { name_range, value } name);
shifted!(PropertyKey { range } name, of);
shifted!(Diagnostic {
    range, about, explains, related, as_well, fix, alternatives
} code, severity, message, help);
shifted!(Related { range } message);
shifted!(Fix { range } text, title, is_safe, site);
