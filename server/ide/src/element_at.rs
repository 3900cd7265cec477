//! The element of the construction that is named at a place of the text.

use text_size::TextRange;

use crate::analysis::AppletAnalysis;
use crate::occurrences::EntityKind;

impl AppletAnalysis {
    /// The name of the element that a part of the file, in bytes, is or lies within: written in a
    /// script, in a string there that is the name of an element, or in the page.
    #[must_use]
    pub fn element_at(&self, range: TextRange) -> Option<&str> {
        let occurrences = self.occurrences();
        let named = occurrences.at(range.start());
        let named = named.filter(|one| one.range.contains_range(range));
        let entity = named.and_then(|one| occurrences.entity(one.entity));
        let entity = entity.filter(|entity| entity.kind == EntityKind::Element);
        entity.map(|entity| entity.name.as_str())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use cindyscript_hir::document::Document;
    use text_size::TextSize;

    use crate::analysis::analyse;

    use super::*;

    const PAGE: &str = r#"<script id="csdraw" type="text/x-cindyscript">
draw(A.xy, B + P); p = A; element("B").size; "no element: A"; A1 = 2;</script>
<script>CindyJS({scripts: "cs*", geometry: [
  {name: "A", type: "Free", pos: [1, 1]}, {name: "B", type: "Free", pos: [2, 1]},
  {name: "a", type: "Join", args: ["A", "B"]}]});</script>"#;

    #[test]
    fn names_in_scripts_and_strings_and_the_page_are_of_elements() {
        let document = Document::open("a.html", PAGE);
        let analysis = analyse(&document);
        let element = |before: &str, length: usize| {
            let at = TextSize::of(&PAGE[..PAGE.find(before).unwrap() + before.len()]);
            let length = TextSize::try_from(length).unwrap();
            analysis.applets[0].element_at(TextRange::at(at, length))
        };
        assert_eq!(element("draw(", 0), Some("A"));
        assert_eq!(element("draw(A", 0), Some("A"));
        assert_eq!(element("draw(", 1), Some("A"));
        assert_eq!(element("draw(", 4), None, "more is selected");
        assert_eq!(element("dr", 0), None);
        assert_eq!(element("element(\"", 1), Some("B"));
        assert_eq!(element("no element: ", 1), None);
        assert_eq!(element("\"; A", 0), None, "another name");
        assert_eq!(element("{name: \"", 1), Some("A"));
        assert_eq!(element("args: [\"A\", \"", 0), Some("B"));
    }
}
