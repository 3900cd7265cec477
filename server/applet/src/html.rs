//! A page as far as we need it: its start and end tags, with byte ranges.
//!
//! The tokenizer's own emitters collect the text between tags; this one does not, so that a page
//! with a large script is not copied.

use std::collections::VecDeque;

use html5gum::{Emitter, Error, State, Tokenizer, naive_next_state};
use text_size::{TextLen, TextRange, TextSize};

/// An element that an applet may refer to.
#[derive(Debug)]
pub(crate) struct HtmlElement {
    /// In lower case.
    pub(crate) name: String,
    attributes: Vec<(String, String)>,
    /// The start tag.
    pub(crate) tag: TextRange,
    /// Between the tags; empty for all elements but `script`.
    pub(crate) content: TextRange,
    /// Whether the end tag was found; `true` for all elements but `script`.
    pub(crate) closed: bool,
}

impl HtmlElement {
    /// The value of an attribute, character references decoded.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, value)| value.as_str())
    }

    pub(crate) fn id(&self) -> Option<&str> {
        self.attribute("id").filter(|id| !id.is_empty())
    }

    pub(crate) fn is_script(&self) -> bool {
        self.name == "script"
    }

    /// The MIME type of a script, in lower case without parameters.
    pub(crate) fn mime_type(&self) -> String {
        let value = self.attribute("type").unwrap_or("");
        value
            .split(';')
            .next()
            .unwrap_or("")
            .trim()
            .to_ascii_lowercase()
    }

    /// The width or height in CSS pixels, from the style attribute or, for a canvas, from the
    /// attribute of that name.
    pub(crate) fn pixels(&self, dimension: &str) -> Option<f64> {
        let style = self.attribute("style").unwrap_or("");
        let declared =
            style
                .split(';')
                .filter_map(|d| d.split_once(':'))
                .find_map(|(name, value)| {
                    let value = value.trim().strip_suffix("px")?.trim_end();
                    name.trim().eq_ignore_ascii_case(dimension).then_some(value)
                });
        let attribute = || {
            self.attribute(dimension)
                .filter(|_| self.name == "canvas")
                .map(str::trim)
        };
        let value: f64 = declared.or_else(attribute)?.parse().ok()?;
        (value.is_finite() && value > 0.0).then_some(value)
    }
}

/// All scripts, and all other elements that have an id, in the order of the page.
pub(crate) fn elements(text: &str) -> Vec<HtmlElement> {
    let mut elements: Vec<HtmlElement> = Vec::new();
    let mut open_script: Option<usize> = None;
    for tag in Tokenizer::new_with_emitter(text, TagEmitter::default()) {
        let Ok(tag) = tag;
        if tag.is_end {
            if let Some(script) = open_script.filter(|_| tag.name == b"script")
                && let Some(element) = elements.get_mut(script)
            {
                element.content = TextRange::new(element.content.start(), tag.range.start());
                element.closed = true;
                open_script = None;
            }
            continue;
        }
        let name = String::from_utf8_lossy(&tag.name).into_owned();
        let is_script = name == "script";
        let attributes: Vec<(String, String)> = tag
            .attributes
            .iter()
            .map(|(n, v)| {
                (
                    String::from_utf8_lossy(n).into_owned(),
                    String::from_utf8_lossy(v).into_owned(),
                )
            })
            .collect();
        if !is_script && !attributes.iter().any(|(name, _)| name == "id") {
            continue;
        }
        if is_script {
            open_script = Some(elements.len());
        }
        elements.push(HtmlElement {
            name,
            attributes,
            tag: tag.range,
            content: TextRange::empty(tag.range.end()),
            closed: !is_script,
        });
    }
    // The browser, too, reads on to the end of the page.
    if let Some(element) = open_script.and_then(|script| elements.get_mut(script)) {
        element.content = TextRange::new(element.content.start(), offset(text.len()));
    }
    elements
}

/// Longer texts than ranges can count do not occur; if one does, its ranges end early.
fn offset(bytes: usize) -> TextSize {
    TextSize::new(u32::try_from(bytes).unwrap_or(u32::MAX))
}

/// Where the value of an attribute stands in its tag, without quotes. One with character references
/// in it is not found.
pub(crate) fn value_range(tag: &str, attribute: &str, value: &str) -> Option<TextRange> {
    let mut places = tag.match_indices(value).map(|(at, _)| at);
    let at = places.find(|&at| {
        let before = tag.get(..at).unwrap_or_default();
        let before = before.trim_end_matches(['"', '\'']).trim_end();
        let name = before.strip_suffix('=').map(str::trim_end);
        name.is_some_and(|name| name.to_ascii_lowercase().ends_with(attribute))
    })?;
    Some(TextRange::at(
        TextSize::try_from(at).ok()?,
        value.text_len(),
    ))
}

/// A tag, of the start or the end of an element.
#[derive(Debug, Default)]
pub(crate) struct Tag {
    pub(crate) is_end: bool,
    /// In lower case.
    pub(crate) name: Vec<u8>,
    /// Names, in lower case, and values.
    pub(crate) attributes: Vec<(Vec<u8>, Vec<u8>)>,
    pub(crate) range: TextRange,
}

/// Emits tags and forgets everything else.
#[derive(Default)]
pub(crate) struct TagEmitter {
    position: usize,
    tag_start: usize,
    tag: Tag,
    last_start_tag: Vec<u8>,
    done: VecDeque<Tag>,
}

impl Emitter for TagEmitter {
    type Token = Tag;

    fn move_position(&mut self, offset: isize) {
        self.position = self.position.saturating_add_signed(offset);
    }

    fn set_last_start_tag(&mut self, last_start_tag: Option<&[u8]>) {
        self.last_start_tag = last_start_tag.unwrap_or_default().to_vec();
    }

    fn pop_token(&mut self) -> Option<Tag> {
        self.done.pop_front()
    }

    fn start_open_tag(&mut self) {
        self.tag_start = self.position.saturating_sub(1);
    }

    fn init_start_tag(&mut self) {
        self.tag = Tag::default();
    }

    fn init_end_tag(&mut self) {
        self.tag = Tag {
            is_end: true,
            ..Tag::default()
        };
    }

    fn push_tag_name(&mut self, s: &[u8]) {
        self.tag.name.extend(s);
    }

    fn init_attribute(&mut self) {
        self.tag.attributes.push((Vec::new(), Vec::new()));
    }

    fn push_attribute_name(&mut self, s: &[u8]) {
        if let Some((name, _)) = self.tag.attributes.last_mut() {
            name.extend(s);
        }
    }

    fn push_attribute_value(&mut self, s: &[u8]) {
        if let Some((_, value)) = self.tag.attributes.last_mut() {
            value.extend(s);
        }
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        let mut tag = std::mem::take(&mut self.tag);
        tag.range = TextRange::new(
            offset(self.tag_start.min(self.position)),
            offset(self.position),
        );
        let next = if tag.is_end {
            self.last_start_tag.clear();
            None
        } else {
            self.last_start_tag.clone_from(&tag.name);
            naive_next_state(&tag.name)
        };
        self.done.push_back(tag);
        next
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        self.tag.is_end && !self.tag.name.is_empty() && self.tag.name == self.last_start_tag
    }

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn emit_eof(&mut self) {}
    fn emit_error(&mut self, _: Error) {}
    fn emit_string(&mut self, _: &[u8]) {}
    fn init_comment(&mut self) {}
    fn emit_current_comment(&mut self) {}
    fn emit_current_doctype(&mut self) {}
    fn set_self_closing(&mut self) {}
    fn set_force_quirks(&mut self) {}
    fn push_comment(&mut self, _: &[u8]) {}
    fn push_doctype_name(&mut self, _: &[u8]) {}
    fn init_doctype(&mut self) {}
    fn set_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn set_doctype_system_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_system_identifier(&mut self, _: &[u8]) {}
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn script_contents_are_exact() {
        let page = "\u{feff}<p id=a>ö</p>\r\n<SCRIPT id='csdraw' type=\"text/x-cindyscript\">\r\n1 < 2;</b> // ö\n</ScRiPt ><canvas id=c width=300 style='Height: 20px;x'>";
        let elements = elements(page);
        assert_eq!(elements.len(), 3);
        let script = &elements[1];
        assert_eq!(&page[script.content], "\r\n1 < 2;</b> // ö\n");
        assert_eq!(
            &page[script.tag],
            "<SCRIPT id='csdraw' type=\"text/x-cindyscript\">"
        );
        assert!(script.closed);
        assert_eq!(script.mime_type(), "text/x-cindyscript");
        assert_eq!(
            (elements[2].pixels("width"), elements[2].pixels("height")),
            (Some(300.0), Some(20.0))
        );
    }

    #[test]
    fn comments_and_textareas_hold_no_scripts() {
        let page = "<!-- <script>a</script> --><textarea><script>b</script></textarea><script>c";
        let elements = elements(page);
        assert_eq!(elements.len(), 1);
        assert_eq!(&page[elements[0].content], "c");
        assert!(!elements[0].closed);
    }
}
