//! What a page has the browser load by its tags and styles. What its settings name are the applet's
//! [`images`](crate::Applet::images) and [`imports`](crate::Applet::imports).

use text_size::{TextRange, TextSize};

use crate::tag::{Tag, Tags};

/// The files that a page loads, in the order of its text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Loads {
    /// Those that tags name.
    pub files: Vec<Load>,
    /// CSS in the page: the contents of `style` elements and the values of `style` attributes.
    pub styles: Vec<TextRange>,
}

/// A file that a tag has the browser load.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Load {
    /// What becomes of it.
    pub kind: LoadKind,
    /// The URL, character references decoded.
    pub url: String,
    /// Where that stands in the file, without quotes; none if it is written with character references.
    pub range: Option<TextRange>,
    /// The tag.
    pub tag: TextRange,
}

impl Load {
    /// True if it makes the addresses of the page relative to another folder than its own.
    #[must_use]
    pub fn is_other_base(&self) -> bool {
        self.kind == LoadKind::Base && !matches!(self.url.trim(), "." | "./")
    }
}

/// What becomes of a file that a page loads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoadKind {
    /// JavaScript that runs.
    Script,
    /// CSS.
    Stylesheet,
    /// An image, a film, a sound.
    Media,
    /// Several images, of which the browser chooses one: `srcset`.
    Candidates,
    /// Another page in this one.
    Frame,
    /// The folder that all addresses of the page are relative to.
    Base,
}

/// Which attribute of which element names a file.
const ATTRIBUTES: &[(&str, &str, LoadKind)] = &[
    ("audio", "src", LoadKind::Media),
    ("base", "href", LoadKind::Base),
    ("body", "background", LoadKind::Media),
    ("embed", "src", LoadKind::Frame),
    ("frame", "src", LoadKind::Frame),
    ("iframe", "src", LoadKind::Frame),
    ("image", "href", LoadKind::Media),
    ("image", "xlink:href", LoadKind::Media),
    ("img", "src", LoadKind::Media),
    ("img", "srcset", LoadKind::Candidates),
    ("input", "src", LoadKind::Media),
    ("link", "imagesrcset", LoadKind::Candidates),
    ("object", "data", LoadKind::Frame),
    ("script", "src", LoadKind::Script),
    ("source", "src", LoadKind::Media),
    ("source", "srcset", LoadKind::Candidates),
    ("track", "src", LoadKind::Media),
    ("video", "poster", LoadKind::Media),
    ("video", "src", LoadKind::Media),
];

/// Finds what a page loads.
#[must_use]
pub fn loads(text: &str) -> Loads {
    let mut loads = Loads::default();
    let mut style: Option<TextSize> = None;
    for tag in Tags::new(text) {
        if tag.is_end {
            if tag.name == "style"
                && let Some(start) = style.take()
            {
                loads.styles.push(TextRange::new(start, tag.range.start()));
            }
            continue;
        }
        if tag.name == "style" {
            style = Some(tag.range.end());
        }
        read(&tag, &mut loads);
    }
    loads
}

/// The first element of a page that makes its addresses relative to another folder.
pub(crate) fn other_base(text: &str) -> Option<Load> {
    let mut loads = Loads::default();
    let mut tags = Tags::new(text).filter(|tag| tag.name == "base" && !tag.is_end);
    let first = tags.find(|tag| tag.attribute("href").is_some())?;
    read(&first, &mut loads);
    loads.files.pop().filter(Load::is_other_base)
}

fn read(tag: &Tag<'_>, loads: &mut Loads) {
    let link = tag.attribute("rel").and_then(|rel| linked(&rel.value));
    for attribute in &tag.attributes {
        let range = attribute.is_literal().then_some(attribute.range);
        if attribute.name == "style" {
            loads.styles.extend(range);
            continue;
        }
        let known = ATTRIBUTES
            .iter()
            .find(|(element, of, _)| *element == tag.name && *of == attribute.name);
        let kind = match (&*tag.name, &*attribute.name) {
            ("link", "href") => link,
            _ => known.map(|(.., kind)| *kind),
        };
        if let Some(kind) = kind.filter(|_| !attribute.value.trim().is_empty()) {
            loads.files.push(Load {
                kind,
                range,
                url: attribute.value.to_string(),
                tag: tag.range,
            });
        }
    }
}

/// What a `link` of a relation loads; most only say where something is.
fn linked(relation: &str) -> Option<LoadKind> {
    let mut words = relation.split_ascii_whitespace();
    words.find_map(|word| match word.to_ascii_lowercase().as_str() {
        "stylesheet" => Some(LoadKind::Stylesheet),
        "icon" | "apple-touch-icon" | "preload" | "prefetch" => Some(LoadKind::Media),
        "modulepreload" => Some(LoadKind::Script),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_of_another_folder_is_found() {
        let url = |page| other_base(page).map(|load| load.url);
        assert_eq!(
            url("<p><BASE target=a><base href='a/'>").as_deref(),
            Some("a/")
        );
        for page in [
            "<base href=./>",
            "<base href=''>",
            "<!-- <base href=a> -->",
            "",
        ] {
            assert_eq!(url(page), None, "{page}");
        }
    }

    #[test]
    fn what_tags_and_styles_name() {
        let page = "<!-- <img src=no.png> --><link rel='Stylesheet' href='a.css'>\
            <link rel=canonical href=there.html><script src=Cindy.js></script>\
            <script>'<img src=no.png>'</script><style>p { background: url(b.png) }</style>\
            <p style=\"background: url('c.png')\"><img alt=d.png src = \"d.png\" srcset='e.png 2x'>\
            <iframe src=f.html></iframe><img src='a&amp;b.png'><img src=''>";
        let loads = loads(page);
        let files = loads.files.iter().map(|load| {
            let written = load.range.map(|range| &page[range]);
            (load.kind, load.url.as_str(), written)
        });
        let files: Vec<_> = files.collect();
        let expected = [
            (LoadKind::Stylesheet, "a.css", Some("a.css")),
            (LoadKind::Script, "Cindy.js", Some("Cindy.js")),
            (LoadKind::Media, "d.png", Some("d.png")),
            (LoadKind::Candidates, "e.png 2x", Some("e.png 2x")),
            (LoadKind::Frame, "f.html", Some("f.html")),
            (LoadKind::Media, "a&b.png", None),
        ];
        assert_eq!(files, expected);
        // Of two attributes with the same value, the one that is meant.
        assert_eq!(&page[loads.files[2].tag][..13], "<img alt=d.pn");
        let place = usize::from(loads.files[2].range.unwrap_or_default().start());
        assert_eq!(&page[place - 7..place], "src = \"");
        let styles: Vec<_> = loads.styles.iter().map(|range| &page[*range]).collect();
        assert_eq!(
            styles,
            ["p { background: url(b.png) }", "background: url('c.png')"]
        );
    }
}
