//! Text: embedded fonts, so that every machine shows the same, fonts of the system where a page names
//! them or has letters of other scripts, and formulas between `$`.

mod face;
mod formula;
mod line;
mod order;
mod pieces;
mod shaping;
mod system;

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

use cindyscript_interpreter::display::{Path, TextDrawing, TextExtent, TextStyle};
use fontdb::Database;
use rustc_hash::FxHashMap;

use face::Style;
use line::Shape;
use system::Search;

pub use face::embedded;
pub use line::Line;

/// Lays text out, by default with the embedded fonts alone. Clones are cheap, and share what they
/// remember.
#[derive(Clone, Debug, Default)]
pub struct Fonts {
    /// Parsing takes longer than painting.
    formulas: Arc<Mutex<Formulas>>,
    system: Search,
}

/// Formulas by their TeX; none for what is not TeX.
type Formulas = FxHashMap<Box<str>, Option<Arc<Line>>>;

/// So many formulas are remembered.
const REMEMBERED: usize = 1024;

/// The room that CindyJS takes text for, in em: browsers do not tell.
const ASCENT: f64 = 0.84;
const DESCENT: f64 = 0.36;

impl Fonts {
    /// With the fonts of the system as well; `find` is called when the first of them is wanted.
    pub fn with_system(find: fn() -> Database) -> Fonts {
        Fonts {
            system: Some(find),
            ..Fonts::default()
        }
    }

    /// Lays a line out as it is, in the upright font without serifs; control characters become
    /// spaces.
    pub fn plain(&self, text: &str) -> Line {
        self.letters(
            text,
            Style {
                face: 0,
                slant: 0.0,
                is_italic: false,
            },
        )
    }

    /// Lays a line out as [`Fonts::plain`], shortened by `…` if it would be wider than `width` em.
    pub fn plain_within(&self, text: &str, width: f64) -> Line {
        let all = self.plain(text);
        if all.width <= width {
            return all;
        }
        let chars: Vec<char> = text.chars().collect();
        let shortened = |count: usize| {
            let kept: String = chars.iter().take(count).collect();
            self.plain(&format!("{}…", kept.trim_end()))
        };
        // The largest count that fits; more characters are never narrower.
        let (mut fits, mut too_long) = (0, chars.len());
        while too_long - fits > 1 {
            let middle = fits.midpoint(too_long);
            if shortened(middle).width <= width {
                fits = middle;
            } else {
                too_long = middle;
            }
        }
        shortened(fits)
    }

    /// Lays a line out, with formulas.
    pub fn line(&self, text: &str, style: &TextStyle) -> Line {
        let face = face::style(self.system, style);
        let parts: Vec<&str> = text.split('$').collect();
        // A single `$` is a sign for money.
        if parts.len() < 3 {
            return self.letters(text, face);
        }
        let mut line = Line::default();
        for (index, part) in parts.into_iter().enumerate() {
            let formula = (index % 2 == 1).then(|| self.formula(part));
            match formula {
                Some(Some(formula)) => line.append(&formula),
                Some(None) => line.append(&self.letters(&format!("${part}$"), face)),
                None => line.append(&self.letters(part, face)),
            }
        }
        line
    }

    /// The file of a font of the system that has a letter, and the place of the face among those of
    /// the file.
    pub fn file_with(&self, c: char) -> Option<(&'static [u8], u32)> {
        let face = face::of_system(self.system, c)?;
        Some(face::get(face)?.file())
    }

    /// The room that a line of text takes.
    pub fn extent(&self, text: &str, style: &TextStyle) -> TextExtent {
        let line = self.line(text, style);
        TextExtent {
            width: line.width * style.size,
            ascent: line.ascent.max(ASCENT) * style.size,
            descent: line.descent.max(DESCENT) * style.size,
        }
    }

    /// The outlines of a text, in pixels.
    pub fn path(&self, text: &TextDrawing) -> Path {
        self.line(&text.text, &text.style)
            .path(text.style.size, text.origin, text.angle)
    }

    fn formula(&self, tex: &str) -> Option<Arc<Line>> {
        let remembered = || self.formulas.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = remembered().get(tex) {
            return known.clone();
        }
        let formula = formula::line(tex, self).map(Arc::new);
        let mut remembered = remembered();
        if remembered.len() >= REMEMBERED {
            remembered.clear();
        }
        remembered.insert(tex.into(), formula.clone());
        formula
    }

    /// The letters of a line, one after the other.
    fn letters(&self, text: &str, style: Style) -> Line {
        let mut line = Line {
            ascent: ASCENT,
            descent: DESCENT,
            ..Line::default()
        };
        let text = without_controls(text);
        for run in order::runs(&text) {
            let letters = text.get(run.range).unwrap_or_default();
            let mut pieces = pieces::pieces(letters, run.is_right_to_left, |cluster| {
                pieces::face_for(cluster, style.face, self.system)
            });
            if run.is_right_to_left {
                pieces.reverse();
            }
            for piece in pieces {
                let Some(face) = face::get(piece.face) else {
                    continue;
                };
                let mut words: Vec<&str> = words(piece.letters).collect();
                if run.is_right_to_left {
                    words.reverse();
                }
                let shape = |word| face.shape(word, piece.manner);
                for glyph in words.into_iter().flat_map(shape) {
                    let [right, up] = glyph.offset;
                    line.shapes.push(Shape::Glyph {
                        face: piece.face,
                        id: glyph.id,
                        place: [line.width + right, up],
                        scale: 1.0,
                        // What comes from other faces is upright there.
                        slant: match style.is_italic && piece.face != style.face {
                            true => face::SLANT,
                            false => style.slant,
                        },
                    });
                    line.width += glyph.advance;
                }
            }
        }
        line
    }
}

/// The words and, each by itself, the spaces of a text: browsers shape them one by one, so that no
/// letter moves towards a space.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split_inclusive(' ').flat_map(|part| {
        let word = part.strip_suffix(' ').unwrap_or(part);
        [word, &part[word.len()..]]
    });
    parts.filter(|part| !part.is_empty())
}

/// With a space in the place of each control character.
fn without_controls(text: &str) -> Cow<'_, str> {
    match text.contains(char::is_control) {
        true => Cow::Owned(text.replace(char::is_control, " ")),
        false => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style(family: &str, bold: bool, italic: bool) -> TextStyle {
        TextStyle {
            size: 10.0,
            family: family.into(),
            bold,
            italic,
        }
    }

    #[test]
    fn lines_grow_with_text_and_size() {
        let fonts = Fonts::default();
        let width = |text: &str| fonts.plain(text).width;
        assert!(width("AB") > width("A"));
        assert!(width("→∞π") > 1.5);
        let extent = fonts.extent("A", &style("sans-serif", false, false));
        assert!((6.0..8.0).contains(&extent.width), "{extent:?}");
        assert!((extent.ascent + extent.descent - 12.0).abs() < 1e-9);
    }

    /// Widths that Chromium measures at 20 pixels, in fonts as wide as Arial, Times and Courier.
    #[test]
    fn text_without_a_font_is_as_long_as_in_a_browser() {
        let fonts = Fonts::default();
        for (text, family, bold, italic, expected) in [
            ("Hello World", "sans-serif", false, false, 103.0),
            ("Hello World", "sans-serif", true, false, 110.7),
            ("Hello World", "serif", false, false, 98.9),
            ("Hello World", "monospace", false, false, 132.0),
            ("Hello World", "", false, true, 103.4),
            ("Hello World", "serif", false, true, 97.6),
            ("AV Tofu fi ffl Wave", "", false, false, 160.8),
            ("AV Tofu fi ffl Wave", "", true, false, 172.95),
            ("AV Tofu fi ffl Wave", "Times", false, false, 159.55),
            ("AV Tofu fi ffl Wave", "Courier", true, true, 228.0),
            ("sin(2*x) = 0.25", "No Such Font", false, false, 129.5),
        ] {
            let width = 20.0 * fonts.line(text, &style(family, bold, italic)).width;
            assert!((width - expected).abs() < 0.1, "{text} {family}: {width}");
        }
    }

    #[test]
    fn families_are_told_apart() {
        let fonts = Fonts::default();
        let width = |family, bold| fonts.line("Will", &style(family, bold, false)).width;
        assert_eq!(width("Arial, sans-serif", false), width("", false));
        assert_ne!(width("Times New Roman", false), width("", false));
        assert_eq!(width("Courier New", false), width("monospace", true));
        assert!(width("sans-serif", true) > width("sans-serif", false));
    }

    #[test]
    fn fonts_of_the_system_are_used_where_there_are_some() {
        let system = Fonts::with_system(|| {
            let mut fonts = Database::new();
            fonts.load_font_data(dejavu::sans::regular().to_vec());
            fonts
        });
        let width = |fonts: &Fonts, family| fonts.line("Will", &style(family, false, false)).width;
        let embedded = Fonts::default();
        assert!(width(&system, "DejaVu Sans") > 1.05 * width(&embedded, "DejaVu Sans"));
        assert_eq!(width(&system, "Arial"), width(&embedded, "Arial"));
        assert_eq!(width(&system, ""), width(&embedded, ""));
    }

    #[test]
    fn italic_leans_to_the_right() {
        let fonts = Fonts::default();
        let top = |italic| {
            let line = fonts.line("l", &style("sans-serif", false, italic));
            line.path(10.0, [0.0, 0.0], 0.0)
        };
        assert_ne!(top(true), top(false));
    }

    #[test]
    fn letters_of_other_faces_lean_as_well() {
        let fonts = Fonts::default();
        // The serif face that leans by itself has no Hebrew.
        for text in ["א", "x"] {
            let path = |italic| {
                let line = fonts.line(text, &style("serif", false, italic));
                line.path(10.0, [0.0, 0.0], 0.0)
            };
            assert_ne!(path(true), path(false), "{text}");
        }
    }

    #[test]
    fn formulas_stand_between_dollars() {
        let fonts = Fonts::default();
        let plain = style("sans-serif", false, false);
        let width = |text: &str| fonts.line(text, &plain).width;
        assert!(width("$\\alpha_1$") < width("alpha"));
        assert!(width("a $x$ b") > width("a  b"));
        // What is not TeX stays as it is, and so does a price.
        assert!((width("$\\frac{$") - width("$") * 2.0 - width("\\frac{")).abs() < 0.1);
        assert!(width("5$ a") > width("5 a"));
    }

    #[test]
    fn long_lines_are_shortened_to_fit() {
        let fonts = Fonts::default();
        let text = "a rather long sentence about what is wrong in line 12";
        for width in [0.0, 1.0, 5.0, 15.0] {
            let line = fonts.plain_within(text, width);
            assert!(line.width <= width.max(fonts.plain("…").width), "{width}");
        }
        assert_eq!(fonts.plain_within(text, 1e4).shapes.len(), text.len());
    }

    #[test]
    fn lines_of_several_scripts_are_shaped_piece_by_piece() {
        let fonts = Fonts::default();
        let check = |text: &str, glyphs: usize| {
            assert_eq!(fonts.plain(text).shapes.len(), glyphs, "{text}");
        };
        // A ligature of Arabic, and marks that belong to letters before them.
        check("x = لا + fi", 10);
        check("قَبْلَ x\u{304}", 9);
        check("\tא\u{5b8}\nb", 5);
        // What joins and marks without being seen, and what no face has.
        check("", 0);
        for text in [
            "\u{200d}",
            "👩\u{200d}👧\u{fe0f}",
            "\u{301}",
            "\u{202e}abc",
            "\u{10ffff}",
        ] {
            assert!(fonts.plain(text).width.is_finite(), "{text:?}");
        }
    }
}
