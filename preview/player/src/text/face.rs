//! The embedded faces: the same text on every machine. DejaVu, which browsers on Linux show (free
//! under the licence of Bitstream Vera), and KaTeX's (SIL Open Font License).

use std::borrow::Cow;
use std::sync::LazyLock;

use cindyscript_interpreter::display::TextStyle;
use ratex_font::FontId;

use super::shaping::Face;
use super::system::{self, Search};

/// A face among [`FACES`], or behind them one of the system.
pub(super) type FaceId = usize;

/// The bytes of a font.
type File = fn() -> &'static [u8];

/// The faces for text, and their size: that at which a text is about as long as in the fonts that
/// pages are made with, Arial, Times and Courier.
const TEXT: [(File, f64); 7] = [
    (dejavu::sans_condensed::regular, 1.0),
    (dejavu::sans_condensed::bold, 0.94),
    (dejavu::serif_condensed::regular, 0.914),
    (dejavu::serif_condensed::bold, 0.9),
    (dejavu::serif_condensed::italic, 0.914),
    (dejavu::sans_mono::regular, 0.997),
    (dejavu::sans_mono::bold, 0.997),
];

/// The faces for formulas.
const FORMULA: [FontId; 19] = [
    FontId::AmsRegular,
    FontId::CaligraphicRegular,
    FontId::FrakturRegular,
    FontId::FrakturBold,
    FontId::MainBold,
    FontId::MainBoldItalic,
    FontId::MainItalic,
    FontId::MainRegular,
    FontId::MathBoldItalic,
    FontId::MathItalic,
    FontId::SansSerifBold,
    FontId::SansSerifItalic,
    FontId::SansSerifRegular,
    FontId::ScriptRegular,
    FontId::Size1Regular,
    FontId::Size2Regular,
    FontId::Size3Regular,
    FontId::Size4Regular,
    FontId::TypewriterRegular,
];

/// All faces, read once. A file that cannot be read leaves its place empty.
static FACES: LazyLock<Vec<Option<Face>>> = LazyLock::new(|| {
    let text = TEXT.iter().map(|(file, _)| Some(file()));
    let formula = FORMULA.iter().map(|font| {
        let file = ratex_katex_fonts::ttf_bytes(&format!("KaTeX_{}.ttf", font.as_str()))?;
        Some(match file {
            Cow::Borrowed(bytes) => bytes,
            // Read from a file in builds for development; once, and wanted until the end.
            Cow::Owned(bytes) => Vec::leak(bytes),
        })
    });
    text.chain(formula)
        .map(|file| Face::read(file?, 0))
        .collect()
});

/// A face.
pub(super) fn get(face: FaceId) -> Option<&'static Face> {
    match FACES.get(face) {
        Some(embedded) => embedded.as_ref(),
        None => system::face(face - FACES.len()),
    }
}

/// A face of the system that has a letter.
pub(super) fn of_system(search: Search, c: char) -> Option<FaceId> {
    system::with_letter(search, c).map(|face| FACES.len() + face)
}

/// The size of a face's letters, in em.
pub(super) fn size(face: FaceId) -> f64 {
    TEXT.get(face).map_or(1.0, |(_, size)| *size)
}

/// A face as it is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Style {
    pub(super) face: FaceId,
    /// How far the top of an em leans to the right, in em, where no face is slanted by itself.
    pub(super) slant: f64,
    /// Whether letters lean that come from another face.
    pub(super) is_italic: bool,
}

/// As that of DejaVu Sans Oblique: 11°.
pub(super) const SLANT: f64 = 0.194;

/// The face for a style: the first of its CSS families that the system has, or that is known by what
/// it says about itself.
pub(super) fn style(search: Search, style: &TextStyle) -> Style {
    let families = style.family.split(',').map(|family| {
        let quotes = |c: char| c.is_whitespace() || matches!(c, '"' | '\'');
        family.trim_matches(quotes)
    });
    for family in families.filter(|family| !family.is_empty()) {
        if !is_generic(family)
            && let Some(named) = system::named(search, family, style.bold, style.italic)
        {
            let leans = style.italic && !named.is_italic;
            return Style {
                face: FACES.len() + named.face,
                slant: if leans { SLANT } else { 0.0 },
                is_italic: style.italic,
            };
        }
        if let Some(kind) = kind(family) {
            return embedded(kind, style);
        }
    }
    embedded(0, style)
}

/// Whether a family is whatever the system has of a kind.
fn is_generic(family: &str) -> bool {
    const GENERIC: [&str; 7] = [
        "sans-serif",
        "serif",
        "monospace",
        "cursive",
        "fantasy",
        "math",
        "system-ui",
    ];
    let family = family.to_ascii_lowercase();
    GENERIC.contains(&&*family) || family.starts_with("ui-")
}

/// The embedded face that is like a family.
fn kind(family: &str) -> Option<FaceId> {
    const MONO: [&str; 4] = ["mono", "courier", "consol", "typewriter"];
    const SANS: [&str; 3] = ["sans", "arial", "helvetica"];
    const SERIF: [&str; 6] = ["serif", "times", "georgia", "garamond", "palatino", "roman"];
    let family = family.to_ascii_lowercase();
    let is = |words: &[&str]| words.iter().any(|word| family.contains(word));
    if is(&MONO) {
        Some(5)
    } else if is(&SANS) {
        Some(0)
    } else if is(&SERIF) {
        Some(2)
    } else {
        None
    }
}

/// An embedded face in a style.
fn embedded(kind: FaceId, style: &TextStyle) -> Style {
    let face = kind + usize::from(style.bold);
    let is_italic = style.italic;
    let (face, slant) = match (is_italic, face) {
        (false, _) => (face, 0.0),
        (true, 2) => (4, 0.0),
        (true, _) => (face, SLANT),
    };
    Style {
        face,
        slant,
        is_italic,
    }
}

/// The faces to look for a letter in that a face lacks.
pub(super) fn substitutes(face: FaceId) -> impl Iterator<Item = FaceId> {
    let formula = TEXT.len()
        + FORMULA
            .iter()
            .position(|f| *f == FontId::AmsRegular)
            .unwrap_or(0);
    [face, 0, 2, formula].into_iter()
}

/// The face of a formula's letter; none where KaTeX has no face for it.
pub(super) fn formula(font: FontId) -> Option<FaceId> {
    let place = FORMULA.iter().position(|known| *known == font)?;
    Some(TEXT.len() + place)
}

/// The face for letters in formulas that KaTeX has none for: as in CindyJS, that without serifs.
pub(super) const BESIDE_FORMULAS: Style = Style {
    face: 0,
    slant: 0.0,
    is_italic: false,
};
