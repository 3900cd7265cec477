//! The tags of a page, as a browser finds them (HTML standard, 13.2.5 *Tokenization*). One loop over
//! the text: neither the length of the text nor the number of attributes becomes stack depth.

use std::borrow::Cow;

use html5gum::{Token, Tokenizer};
use text_size::{TextRange, TextSize};

/// A tag, of the start or the end of an element.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Tag<'t> {
    pub(crate) is_end: bool,
    /// In lower case.
    pub(crate) name: Cow<'t, str>,
    pub(crate) attributes: Vec<Attribute<'t>>,
    pub(crate) range: TextRange,
}

impl<'t> Tag<'t> {
    /// The attribute of a name; the first, as in a browser.
    pub(crate) fn attribute(&self, name: &str) -> Option<&Attribute<'t>> {
        self.attributes.iter().find(|it| it.name == name)
    }
}

/// An attribute of a tag.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Attribute<'t> {
    /// In lower case.
    pub(crate) name: Cow<'t, str>,
    /// Character references decoded.
    pub(crate) value: Cow<'t, str>,
    /// The written value in the file, without quotes.
    pub(crate) range: TextRange,
}

impl Attribute<'_> {
    /// True if the value is written as it reads, without character references.
    pub(crate) fn is_literal(&self) -> bool {
        matches!(self.value, Cow::Borrowed(_))
    }
}

/// The elements whose content is text up to their end tag.
const TEXT_ELEMENTS: [&str; 9] = [
    "iframe", "noembed", "noframes", "noscript", "script", "style", "textarea", "title", "xmp",
];

/// Iterates over the tags of a page, in the order of its text.
#[derive(Debug)]
pub(crate) struct Tags<'t> {
    text: &'t str,
    at: usize,
    /// The open element, if its content is text.
    text_element: Option<&'static str>,
}

impl<'t> Iterator for Tags<'t> {
    type Item = Tag<'t>;

    fn next(&mut self) -> Option<Tag<'t>> {
        let tag = self.find_tag();
        match &tag {
            None => self.at = self.text.len(),
            Some(tag) if tag.is_end => {}
            Some(tag) if tag.name == "plaintext" => self.at = self.text.len(),
            Some(tag) => {
                let mut elements = TEXT_ELEMENTS.into_iter();
                self.text_element = elements.find(|name| *name == tag.name);
            }
        }
        tag
    }
}

impl<'t> Tags<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            text_element: None,
        }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.rest().as_bytes().first().copied()
    }

    /// Moves to the next byte that ends something, and returns the text before it.
    fn take_until(&mut self, ends: impl Fn(u8) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.bytes().position(ends).unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    /// Moves past the next occurrence of a text, and returns the text before it.
    fn take_past(&mut self, end: &str) -> Option<&'t str> {
        let (before, _) = self.rest().split_once(end)?;
        self.at += before.len() + end.len();
        Some(before)
    }

    /// The next tag; none at the end of the text, which may lie within a tag.
    fn find_tag(&mut self) -> Option<Tag<'t>> {
        loop {
            let start = match self.text_element.take() {
                Some(name) => end_of_content(self.text, self.at, name)?,
                None => self.at + self.rest().find('<')?,
            };
            self.at = start + 1;
            let rest = self.rest();
            if rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
                return self.tag(start, false);
            }
            if let Some(name) = rest.strip_prefix('/')
                && name.starts_with(|c: char| c.is_ascii_alphabetic())
            {
                self.at += 1;
                return self.tag(start, true);
            }
            if rest.starts_with("!--") {
                self.at += "!--".len();
                self.skip_comment()?;
            } else if rest.starts_with(['!', '?', '/']) {
                self.take_past(">")?;
            }
        }
    }

    /// Moves past the end of a comment.
    fn skip_comment(&mut self) -> Option<()> {
        if self.rest().starts_with('>') || self.rest().starts_with("->") {
            self.take_past(">")?;
            return Some(());
        }
        loop {
            self.take_past("--")?;
            let rest = self.rest();
            if rest.starts_with('>') || rest.starts_with("!>") {
                self.take_past(">")?;
                return Some(());
            }
            // The second dash may be the first of the end.
            self.at -= 1;
        }
    }

    /// Reads a tag from its name on.
    fn tag(&mut self, start: usize, is_end: bool) -> Option<Tag<'t>> {
        let name = self.take_until(|byte| is_space(byte) || matches!(byte, b'/' | b'>'));
        let mut attributes = Vec::new();
        loop {
            self.take_until(|byte| !is_space(byte) && byte != b'/');
            if self.peek()? == b'>' {
                break;
            }
            attributes.push(self.attribute()?);
        }
        self.at += 1;
        Some(Tag {
            is_end,
            name: lower_case(name),
            attributes,
            range: TextRange::new(offset(start), offset(self.at)),
        })
    }

    fn attribute(&mut self) -> Option<Attribute<'t>> {
        let start = self.at;
        // A first `=` belongs to the name.
        self.at += usize::from(self.peek() == Some(b'='));
        self.take_until(|byte| is_space(byte) || matches!(byte, b'/' | b'>' | b'='));
        let name = self.text.get(start..self.at).unwrap_or_default();
        self.take_until(|byte| !is_space(byte));
        let (mut written, mut quote) = ("", "");
        let mut end = self.at;
        if self.peek() == Some(b'=') {
            self.at += 1;
            self.take_until(|byte| !is_space(byte));
            quote = match self.peek()? {
                b'"' => "\"",
                b'\'' => "'",
                _ => "",
            };
            self.at += quote.len();
            written = match quote {
                "" => self.take_until(|byte| is_space(byte) || byte == b'>'),
                _ => self.take_past(quote)?,
            };
            end = self.at - quote.len();
        }
        Some(Attribute {
            name: lower_case(name),
            value: decoded(written, quote),
            range: TextRange::new(offset(end - written.len()), offset(end)),
        })
    }
}

fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace()
}

fn lower_case(name: &str) -> Cow<'_, str> {
    match name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => Cow::Owned(name.to_ascii_lowercase()),
        false => Cow::Borrowed(name),
    }
}

/// A value as the page reads it. The tokenizer recurs once for each attribute of a tag, so it gets a
/// tag with one.
fn decoded<'t>(written: &'t str, quote: &str) -> Cow<'t, str> {
    if !written.contains(['&', '\r', '\0']) {
        return Cow::Borrowed(written);
    }
    let tag = format!("<a b={quote}{written}{quote}>");
    let value = Tokenizer::new(&tag)
        .flatten()
        .find_map(|token| match token {
            Token::StartTag(tag) => tag.attributes.into_values().next(),
            _ => None,
        });
    let value = value.unwrap_or_default();
    Cow::Owned(String::from_utf8_lossy(&value).into_owned())
}

/// A part of a script between `<!--` and `-->`, where `</script>` ends the script, but not if a
/// `<script>` stands before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Escape {
    No,
    Comment,
    ScriptInComment,
}

/// The offset of the end tag of an element whose content is text, which begins at an offset.
fn end_of_content(text: &str, start: usize, element: &str) -> Option<usize> {
    let mut escape = Escape::No;
    let mut at = start;
    loop {
        let rest = text.get(at..)?;
        at += match escape {
            Escape::No => rest.find('<'),
            Escape::Comment | Escape::ScriptInComment => rest.find(['<', '-']),
        }?;
        let rest = text.get(at..)?;
        let ends = is_tag(rest, "</", element);
        if rest.starts_with("-->") {
            escape = Escape::No;
        } else if ends && escape != Escape::ScriptInComment {
            return Some(at);
        } else if ends {
            escape = Escape::Comment;
        } else if element == "script" && escape == Escape::No && rest.starts_with("<!--") {
            escape = Escape::Comment;
            // The dashes may be those of `-->`.
            at += 1;
        } else if escape == Escape::Comment && is_tag(rest, "<", element) {
            escape = Escape::ScriptInComment;
        }
        at += 1;
    }
}

/// True if a text begins with a tag of this name.
fn is_tag(text: &str, opening: &str, name: &str) -> bool {
    let found = text.strip_prefix(opening).unwrap_or_default().as_bytes();
    let is_name = found.get(..name.len());
    is_name.is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
        && found
            .get(name.len())
            .is_some_and(|&byte| is_space(byte) || matches!(byte, b'/' | b'>'))
}

/// Longer texts than ranges can count do not occur; if one does, its ranges end early.
pub(crate) fn offset(bytes: usize) -> TextSize {
    TextSize::new(u32::try_from(bytes).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::collections::BTreeMap;
    use std::thread;

    use html5gum::naive_next_state;
    use proptest::prelude::*;

    use super::*;

    /// Tags without their ranges; of two attributes of a name, the first.
    type Plain = (bool, String, BTreeMap<String, String>);

    fn found(text: &str) -> Vec<Plain> {
        let tags = Tags::new(text).map(|tag| {
            let mut attributes = BTreeMap::new();
            for attribute in tag.attributes {
                let value = attribute.value.into_owned();
                attributes
                    .entry(attribute.name.into_owned())
                    .or_insert(value);
            }
            // A browser ignores those of an end tag.
            if tag.is_end {
                attributes.clear();
            }
            (tag.is_end, tag.name.into_owned(), attributes)
        });
        tags.collect()
    }

    /// The tags that a tokenizer after the standard finds.
    fn expected(text: &str) -> Vec<Plain> {
        let mut tokenizer = Tokenizer::new(text);
        let mut tags = Vec::new();
        while let Some(Ok(token)) = tokenizer.next() {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            match token {
                Token::StartTag(tag) => {
                    if let Some(state) = naive_next_state(&tag.name) {
                        tokenizer.set_state(state);
                    }
                    let attributes = tag.attributes.iter();
                    let attributes = attributes.map(|(name, value)| (text(name), text(value)));
                    tags.push((false, text(&tag.name), attributes.collect()));
                }
                Token::EndTag(tag) => tags.push((true, text(&tag.name), BTreeMap::new())),
                _ => {}
            }
        }
        tags
    }

    /// Pages of all that opens, closes and escapes.
    fn page() -> impl Strategy<Value = String> {
        let part = prop_oneof![
            6 => prop::sample::select(vec![
                "<", ">", "/", "</", "<!--", "-->", "--!>", "--", "-", "!", "?", "=", "\"", "'", " ",
                "\n", "\r\n", "a", "A", "ä", "&amp;", "&copy", "&#65;", "&", "<a ", "<a b=", "</a>",
                "<![CDATA[", "]]>", "<!doctype html>",
            ]),
            3 => prop::sample::select(vec![
                "<script>", "</script>", "<script", "</script ", "<SCRIPT>", "</sCript/", "<style>",
                "</style>", "<title>", "</title>", "<textarea>", "</textarea>", "<xmp>", "</xmp>",
                "<iframe>", "</iframe>", "<noscript>", "</noscript>", "<noembed>", "</noembed>",
            ]),
        ];
        prop::collection::vec(part, 0..24).prop_map(|parts| parts.concat())
    }

    proptest! {
        #[test]
        fn tags_of_a_random_page_are_those_of_the_standard(page in page()) {
            prop_assert_eq!(found(&page), expected(&page));
        }

        #[test]
        fn ranges_of_a_random_page_hold_tags_and_values(page in page()) {
            for tag in Tags::new(&page) {
                let written = &page[tag.range];
                prop_assert!(written.starts_with('<') && written.ends_with('>'));
                for attribute in &tag.attributes {
                    prop_assert!(tag.range.contains_range(attribute.range));
                    if attribute.is_literal() {
                        prop_assert_eq!(&page[attribute.range], &*attribute.value);
                    }
                }
            }
        }
    }

    /// Shapes that a page repeats, here behind the beginning of a tag.
    const ATTRIBUTES: &[&str] = &[
        "a=\"x\" ",
        "a='x' ",
        "a=x ",
        "a ",
        "/",
        "=",
        "\0=\"\0\" ",
        "a=\"&amp;\" ",
    ];

    /// The same on their own.
    const SHAPES: &[&str] = &[
        "<p a=\"x\" ",
        "<p>",
        "</p>",
        "<",
        "<!--",
        "--",
        "<!-- -->",
        "<script>",
        "</script>",
        "<script><!--<script>",
        "<script></script>",
        "<title>",
        "&amp;",
        "<![CDATA[",
        "</",
        "<?",
    ];

    #[test]
    fn shape_that_a_page_repeats_needs_no_stack() {
        // The stack has fewer than three bytes for each.
        const COUNT: usize = 100_000;
        const STACK: usize = 256 << 10;
        let run = || {
            let attributes = ATTRIBUTES.iter().map(|shape| ("<script ", shape));
            let shapes = SHAPES.iter().map(|shape| ("", shape));
            for (before, shape) in attributes.chain(shapes) {
                let text = format!("{before}{}>", shape.repeat(COUNT));
                let tags = Tags::new(&text).map(|tag| tag.attributes.len().max(1));
                assert!(tags.sum::<usize>() <= 2 * COUNT, "{shape}");
            }
        };
        let thread = thread::Builder::new().stack_size(STACK);
        thread.spawn(run).unwrap().join().unwrap();
    }
}
