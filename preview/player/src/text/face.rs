//! The embedded faces: the same text on every machine. Arimo, Tinos and Cousine, whose letters are as
//! wide as those of Arial, Times and Courier (SIL Open Font License); DejaVu for letters that they
//! lack (licence of Bitstream Vera); and KaTeX's (SIL Open Font License).

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

/// The faces for text.
const TEXT: [File; 11] = [
    || include_bytes!("../../fonts/Arimo-Regular.ttf"),
    || include_bytes!("../../fonts/Arimo-Bold.ttf"),
    || include_bytes!("../../fonts/Arimo-Italic.ttf"),
    || include_bytes!("../../fonts/Arimo-BoldItalic.ttf"),
    || include_bytes!("../../fonts/Tinos-Regular.ttf"),
    || include_bytes!("../../fonts/Tinos-Bold.ttf"),
    || include_bytes!("../../fonts/Tinos-Italic.ttf"),
    || include_bytes!("../../fonts/Tinos-BoldItalic.ttf"),
    || include_bytes!("../../fonts/Cousine-Regular.ttf"),
    || include_bytes!("../../fonts/Cousine-Bold.ttf"),
    dejavu::sans_condensed::regular,
];

/// The face of [`TEXT`] that has letters which the others lack.
const SUBSTITUTE: FaceId = 10;

/// The files of the embedded fonts that interfaces are written in.
pub mod embedded {
    use super::{SANS, SUBSTITUTE, TEXT};

    /// Without serifs, figures of one width.
    pub fn sans() -> &'static [u8] {
        TEXT[SANS.face]()
    }

    /// The same, bold.
    pub fn sans_bold() -> &'static [u8] {
        TEXT[SANS.face + 1]()
    }

    /// One that has letters which the others lack.
    pub fn substitute() -> &'static [u8] {
        TEXT[SUBSTITUTE]()
    }
}

/// A kind of font that every browser has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kind {
    /// The upright face of [`TEXT`]. The bold one follows.
    face: FaceId,
    /// True if the two italic faces follow these.
    has_italics: bool,
    /// The family that most browsers take.
    family: &'static str,
}

const SANS: Kind = Kind {
    face: 0,
    has_italics: true,
    family: "Arial",
};

const SERIF: Kind = Kind {
    face: 4,
    has_italics: true,
    family: "Times New Roman",
};

const MONOSPACE: Kind = Kind {
    face: 8,
    has_italics: false,
    family: "Courier New",
};

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
    let text = TEXT.iter().map(|file| Some(file()));
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
        let found = (!is_generic(family)).then(|| named(search, family, style));
        if let Some(named) = found.flatten() {
            return named;
        }
        if let Some(kind) = kind(family) {
            return kind.style(search, style);
        }
    }
    SANS.style(search, style)
}

/// The face of a family that the system has.
fn named(search: Search, family: &str, style: &TextStyle) -> Option<Style> {
    let named = system::named(search, family, style.bold, style.italic)?;
    let leans = style.italic && !named.is_italic;
    Some(Style {
        face: FACES.len() + named.face,
        slant: if leans { SLANT } else { 0.0 },
        is_italic: style.italic,
    })
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

/// The kind of a family, by its name.
fn kind(family: &str) -> Option<Kind> {
    const MONO_NAMES: [&str; 4] = ["mono", "courier", "consol", "typewriter"];
    const SANS_NAMES: [&str; 3] = ["sans", "arial", "helvetica"];
    const SERIF_NAMES: [&str; 6] = ["serif", "times", "georgia", "garamond", "palatino", "roman"];
    let family = family.to_ascii_lowercase();
    let is = |words: &[&str]| words.iter().any(|word| family.contains(word));
    [
        (&MONO_NAMES[..], MONOSPACE),
        (&SANS_NAMES, SANS),
        (&SERIF_NAMES, SERIF),
    ]
    .into_iter()
    .find_map(|(words, kind)| is(words).then_some(kind))
}

impl Kind {
    /// The system's own font of this kind, or the embedded one, in a style.
    fn style(self, search: Search, style: &TextStyle) -> Style {
        if let Some(named) = named(search, self.family, style) {
            return named;
        }
        let is_italic = style.italic;
        let leans = is_italic && !self.has_italics;
        let italics = if is_italic && self.has_italics { 2 } else { 0 };
        Style {
            face: self.face + usize::from(style.bold) + italics,
            slant: if leans { SLANT } else { 0.0 },
            is_italic,
        }
    }
}

/// The faces to look for a letter in that a face lacks.
pub(super) fn substitutes(face: FaceId) -> impl Iterator<Item = FaceId> {
    let formula = TEXT.len()
        + FORMULA
            .iter()
            .position(|f| *f == FontId::AmsRegular)
            .unwrap_or(0);
    [face, SUBSTITUTE, formula].into_iter()
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
