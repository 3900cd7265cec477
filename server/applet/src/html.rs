//! A page as far as we need it: its elements, with byte ranges.

use text_size::TextRange;

use crate::tag::{Tag, Tags, offset};

/// An element that an applet may refer to.
#[derive(Debug)]
pub(crate) struct HtmlElement<'t> {
    /// The start tag.
    pub(crate) tag: Tag<'t>,
    /// Between the tags; empty for all elements but `script`.
    pub(crate) content: TextRange,
    /// Whether the end tag was found; `true` for all elements but `script`.
    pub(crate) closed: bool,
}

impl HtmlElement<'_> {
    /// The value of an attribute, character references decoded.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        Some(&self.tag.attribute(name)?.value)
    }

    pub(crate) fn id(&self) -> Option<&str> {
        self.attribute("id").filter(|id| !id.is_empty())
    }

    pub(crate) fn is_script(&self) -> bool {
        self.tag.name == "script"
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
                .filter(|_| self.tag.name == "canvas")
                .map(str::trim)
        };
        let value: f64 = declared.or_else(attribute)?.parse().ok()?;
        (value.is_finite() && value > 0.0).then_some(value)
    }
}

/// All scripts, and all other elements that have an id, in the order of the page.
pub(crate) fn elements(text: &str) -> Vec<HtmlElement<'_>> {
    let mut elements: Vec<HtmlElement<'_>> = Vec::new();
    let mut open_script: Option<usize> = None;
    for tag in Tags::new(text) {
        let is_script = tag.name == "script";
        if tag.is_end {
            if let Some(script) = open_script.filter(|_| is_script)
                && let Some(element) = elements.get_mut(script)
            {
                element.content = TextRange::new(element.content.start(), tag.range.start());
                element.closed = true;
                open_script = None;
            }
            continue;
        }
        if !is_script && tag.attribute("id").is_none() {
            continue;
        }
        if is_script {
            open_script = Some(elements.len());
        }
        elements.push(HtmlElement {
            content: TextRange::empty(tag.range.end()),
            closed: !is_script,
            tag,
        });
    }
    // The browser, too, reads on to the end of the page.
    if let Some(element) = open_script.and_then(|script| elements.get_mut(script)) {
        element.content = TextRange::new(element.content.start(), offset(text.len()));
    }
    elements
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
            &page[script.tag.range],
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
