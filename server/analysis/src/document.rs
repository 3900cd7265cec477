//! A file as the author has it at one moment: text, applets, trees.

use std::sync::Arc;

use cindyscript_applet::{Applet, Page, parse_file};
use cindyscript_syntax::ast::Script;
use cindyscript_syntax::{Node, Parse, TextEdit, parse};
use text_size::{TextRange, TextSize};

/// A file's text with everything that syntax says about it. Cheap to clone; a value.
#[derive(Clone, Debug)]
pub struct Document(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    name: Arc<str>,
    text: Arc<str>,
    page: Page,
    /// For each applet, for each of its scripts.
    parses: Vec<Vec<Parse>>,
}

impl Document {
    /// Reads a file. `name` is its name or path: the extension decides how the text is read.
    #[must_use]
    pub fn open(name: &str, text: impl Into<Arc<str>>) -> Self {
        Self::read(name.into(), text.into(), None)
    }

    /// The same file with another text. Scripts that did not change keep their trees; in those
    /// that did, only what was touched is parsed again.
    #[must_use]
    pub fn update(&self, text: impl Into<Arc<str>>) -> Self {
        Self::read(Arc::clone(&self.0.name), text.into(), Some(&self.0))
    }

    fn read(name: Arc<str>, text: Arc<str>, old: Option<&Inner>) -> Self {
        let page = parse_file(&name, &text);
        let parses = page
            .applets
            .iter()
            .enumerate()
            .map(|(index, applet)| {
                let old = old
                    .and_then(|old| Some((old.page.applets.get(index)?, old.parses.get(index)?)));
                applet
                    .scripts
                    .iter()
                    .map(|script| {
                        let text = script.source.text();
                        let before = old.and_then(|(applet, parses)| {
                            let place = applet
                                .scripts
                                .iter()
                                .position(|s| s.event == script.event)?;
                            Some((applet.scripts[place].source.text(), parses.get(place)?))
                        });
                        match before {
                            None => parse(text),
                            Some((before, tree)) => match difference(before, text) {
                                None => tree.clone(),
                                Some(edit) => tree.reparse(&edit, text),
                            },
                        }
                    })
                    .collect()
            })
            .collect();
        Self(Arc::new(Inner {
            name,
            text,
            page,
            parses,
        }))
    }

    /// The file's name, as given.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The applets, scripts and problems of the file.
    #[must_use]
    pub fn page(&self) -> &Page {
        &self.0.page
    }

    /// The applets of the file.
    #[must_use]
    pub fn applets(&self) -> &[Applet] {
        &self.0.page.applets
    }

    /// The parsed scripts of an applet, in its order.
    #[must_use]
    pub fn parses(&self, applet: usize) -> &[Parse] {
        self.0.parses.get(applet).map_or(&[], Vec::as_slice)
    }

    /// The trees of an applet's scripts, in its order.
    pub(crate) fn scripts(&self, applet: usize) -> impl Iterator<Item = Script<'_>> {
        self.parses(applet)
            .iter()
            .filter_map(|parse| Script::cast(Node::new(&parse.green, TextSize::new(0))))
    }
}

/// The edit that makes `new` of `old`: what stands between the common beginning and end.
fn difference(old: &str, new: &str) -> Option<TextEdit> {
    if old == new {
        return None;
    }
    let (a, b) = (old.as_bytes(), new.as_bytes());
    let mut prefix = common_prefix(a, b);
    while !old.is_char_boundary(prefix) || !new.is_char_boundary(prefix) {
        prefix -= 1;
    }
    let (rest_a, rest_b) = (&a[prefix..], &b[prefix..]);
    let mut suffix = rest_a
        .iter()
        .rev()
        .zip(rest_b.iter().rev())
        .take_while(|(x, y)| x == y)
        .count();
    while !old.is_char_boundary(a.len() - suffix) || !new.is_char_boundary(b.len() - suffix) {
        suffix -= 1;
    }
    let range = TextRange::new(
        TextSize::try_from(prefix).ok()?,
        TextSize::try_from(a.len() - suffix).ok()?,
    );
    Some(TextEdit {
        range,
        insert: new[prefix..b.len() - suffix].to_owned(),
    })
}

/// How many bytes agree at the start; in blocks, since nearly all of a long script does.
fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    const BLOCK: usize = 256;
    let mut same: usize = 0;
    for (x, y) in a.chunks_exact(BLOCK).zip(b.chunks_exact(BLOCK)) {
        if x != y {
            break;
        }
        same += BLOCK;
    }
    same + a[same..]
        .iter()
        .zip(&b[same..])
        .take_while(|(x, y)| x == y)
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_difference_makes_the_new_text(old in "[aäß;\n ]{0,12}", new in "[aäß;\n ]{0,12}") {
            match difference(&old, &new) {
                None => prop_assert_eq!(old, new),
                Some(edit) => {
                    let mut text = old;
                    text.replace_range(
                        usize::from(edit.range.start())..usize::from(edit.range.end()),
                        &edit.insert,
                    );
                    prop_assert_eq!(text, new);
                }
            }
        }
    }

    #[test]
    fn an_update_is_a_fresh_start() {
        let page = "<script type='text/x-cindyscript' id='csdraw'>a = 1; b = 2;</script>\
            <script>CindyJS({scripts: 'cs*'})</script>";
        let first = Document::open("a.html", page);
        let changed = page.replace("b = 2", "b = f(2)");
        let second = first.update(changed.as_str());
        let fresh = Document::open("a.html", changed);
        assert_eq!(second.applets(), fresh.applets());
        for (a, b) in second.parses(0).iter().zip(fresh.parses(0)) {
            assert_eq!(a.green, b.green);
        }
    }
}
