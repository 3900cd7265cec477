//! Pages to begin an applet with: the editors' *New Applet*, and `new` of both programs.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use cindyscript_diagnostic::nearest;

/// A page to begin an applet with.
#[derive(Debug, PartialEq, Eq)]
pub struct Template {
    /// The word for it on a command line.
    pub name: &'static str,
    /// The title of its page.
    pub title: &'static str,
    /// One line for lists.
    pub description: &'static str,
    /// The page with its own title.
    pub text: &'static str,
}

macro_rules! template {
    ($name:literal, $title:literal, $description:literal) => {
        Template {
            name: $name,
            title: $title,
            description: $description,
            text: include_str!(concat!("../templates/", $name, ".html")),
        }
    };
}

/// All templates; the simplest first.
pub const TEMPLATES: [Template; 5] = [
    template!(
        "rings",
        "Rings",
        "A colour at every pixel: rings that run from a point"
    ),
    template!(
        "phase",
        "Phase portrait",
        "A function of complex numbers in colours, with roots to drag"
    ),
    template!(
        "feedback",
        "Feedback",
        "Every picture is made of the one before, as by a camera that films its screen"
    ),
    template!(
        "raymarcher",
        "Raymarcher",
        "A solid in three dimensions, given by its distance"
    ),
    template!(
        "construction",
        "Construction with a slider",
        "Points to drag, a number on a slider, and the curve that they make"
    ),
];

/// The answer to a wrong number of words.
const USAGE: &str = "`new KIND FILE` writes a page; `new --list` shows the kinds";

impl Template {
    /// The page for a file. Its title is the file's name.
    #[must_use]
    pub fn page(&self, file: &Path) -> String {
        let title = file.file_stem().unwrap_or_default().to_string_lossy();
        let title = title.replace('&', "&amp;").replace('<', "&lt;");
        let element = |title: &str| format!("<title>{title}</title>");
        self.text.replace(&element(self.title), &element(&title))
    }
}

/// The lines of `new --list`: names and descriptions.
#[must_use]
pub fn list() -> String {
    TEMPLATES
        .iter()
        .map(|template| format!("{:14}{}\n", template.name, template.description))
        .collect()
}

/// Reads what follows `new` on a command line: the kind and the file.
///
/// # Errors
/// A word is missing, wrong or too many; in one line.
pub fn read_arguments(words: &[OsString]) -> Result<(&'static Template, PathBuf), String> {
    let [kind, file] = words else {
        return Err(USAGE.to_owned());
    };
    let kind = kind.to_string_lossy();
    let Some(template) = TEMPLATES.iter().find(|template| template.name == kind) else {
        let near = nearest(&kind, TEMPLATES.iter().map(|template| template.name));
        let remedy = near.first().map_or_else(
            || "`new --list` shows the kinds".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        return Err(format!("there is no kind `{kind}`: {remedy}"));
    };
    let file = PathBuf::from(file);
    let is_page = file
        .extension()
        .is_some_and(|it| it.eq_ignore_ascii_case("html") || it.eq_ignore_ascii_case("htm"));
    if !is_page {
        let file = file.display();
        return Err(format!("{file}: a page has a name that ends in `.html`"));
    }
    Ok((template, file))
}

/// Says that an applet was written, and how to see it; a line.
#[must_use]
pub fn written(file: &Path) -> String {
    let file = file.display();
    format!("wrote {file}; to see it: cindyscript-preview \"{file}\"\n")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::fmt::Write as _;

    use cindyscript_hir::document::Document;
    use expect_test::{Expect, expect};

    use super::*;
    use crate::formatting::{Style, formatting, style_of_page};

    #[test]
    fn template_has_the_title_of_its_page() {
        for template in &TEMPLATES {
            let title = format!("<title>{}</title>", template.title);
            assert_eq!(template.text.matches(&title).count(), 1, "{title}");
        }
    }

    #[test]
    fn page_of_a_file_has_its_name_as_the_title() {
        let page = TEMPLATES[0].page(Path::new("folder/R&D <1>.html"));
        assert!(
            page.contains("<title>R&amp;D &lt;1></title>"),
            "{}",
            &page[..200]
        );
    }

    #[test]
    fn templates_are_in_our_style() {
        for template in &TEMPLATES {
            let document = Document::open("a.html", template.text);
            let style = style_of_page(&document, Style::default());
            let formatting = formatting(&document, &style);
            assert_eq!(formatting.apply(template.text), template.text);
        }
    }

    #[test]
    fn wrong_arguments_are_answered_with_a_remedy() {
        let expected: Expect = expect![[r#"
            : `new KIND FILE` writes a page; `new --list` shows the kinds
            rings: `new KIND FILE` writes a page; `new --list` shows the kinds
            rings a.html b.html: `new KIND FILE` writes a page; `new --list` shows the kinds
            ring a.html: there is no kind `ring`: did you mean `rings`?
            nothing a.html: there is no kind `nothing`: `new --list` shows the kinds
            rings a.txt: a.txt: a page has a name that ends in `.html`
        "#]];
        let mut said = String::new();
        for line in [
            "",
            "rings",
            "rings a.html b.html",
            "ring a.html",
            "nothing a.html",
            "rings a.txt",
        ] {
            let words: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
            let error = read_arguments(&words).unwrap_err();
            writeln!(said, "{line}: {error}").unwrap();
        }
        expected.assert_eq(&said);
        let words = ["phase", "A.HTM"].map(OsString::from);
        assert_eq!(read_arguments(&words).unwrap().0.name, "phase");
    }
}
