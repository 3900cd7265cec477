//! Shaping: which glyphs of a face letters become, and where these stand. Letters are joined, make
//! ligatures, are moved towards each other, and carry their marks, as the face's tables say
//! (OpenType, by HarfBuzz's rules).

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ab_glyph::{Font, FontRef, GlyphId};
use harfrust::{Direction, ShapeOptions, ShapePlan, ShaperData, Tag, UnicodeBuffer};
use rustc_hash::FxHashMap;
use unicode_script::Script;

/// A face: its outlines, and the tables that it is shaped by.
pub(super) struct Face {
    pub(super) font: FontRef<'static>,
    file: (&'static [u8], u32),
    /// Read when the first letter of the face is wanted; none where the tables are broken.
    tables: OnceLock<Option<Tables>>,
}

/// What a face is shaped by.
struct Tables {
    font: harfrust::FontRef<'static>,
    data: ShaperData,
    plans: Mutex<FxHashMap<Manner, Arc<ShapePlan>>>,
}

/// What a face's rules depend on, the letters apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Manner {
    pub(super) script: Script,
    pub(super) is_right_to_left: bool,
}

/// A glyph where it stands. Lengths are in em of the face; y is up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placed {
    pub(super) id: GlyphId,
    /// From the pen.
    pub(super) offset: [f64; 2],
    /// How far the pen moves to the right.
    pub(super) advance: f64,
}

impl Face {
    /// Reads a face of a font's file, which may hold several.
    pub(super) fn read(bytes: &'static [u8], index: u32) -> Option<Face> {
        Some(Face {
            font: FontRef::try_from_slice_and_index(bytes, index).ok()?,
            file: (bytes, index),
            tables: OnceLock::new(),
        })
    }

    /// The file that it stands in, and its place among the faces of that.
    pub(super) fn file(&self) -> (&'static [u8], u32) {
        self.file
    }

    /// Whether it has a letter.
    pub(super) fn has(&self, c: char) -> bool {
        self.font.glyph_id(c).0 != 0
    }

    /// What a unit of its outlines is, in em.
    pub(super) fn unit(&self) -> f64 {
        1.0 / f64::from(self.font.units_per_em().unwrap_or(1.0))
    }

    /// The glyphs of some letters, from left to right.
    pub(super) fn shape(&self, letters: &str, manner: Manner) -> Vec<Placed> {
        let tables = self.tables.get_or_init(|| Tables::read(self.file));
        let Some(tables) = tables else {
            return self.one_each(letters);
        };
        let unit = self.unit();
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(letters);
        buffer.set_direction(manner.direction());
        if let Some(script) = manner.script() {
            buffer.set_script(script);
        }
        let shaper = tables.data.shaper(&tables.font).build();
        let plan = tables.plan(manner, &shaper);
        let shaped = shaper.shape(buffer, ShapeOptions::new().plan(Some(&plan)));
        let glyphs = shaped.glyph_infos().iter().zip(shaped.glyph_positions());
        glyphs
            .map(|(glyph, place)| Placed {
                // Glyphs of fonts have numbers of 16 bits.
                id: GlyphId(u16::try_from(glyph.glyph_id).unwrap_or_default()),
                offset: [place.x_offset, place.y_offset].map(|offset| f64::from(offset) * unit),
                advance: f64::from(place.x_advance) * unit,
            })
            .collect()
    }

    /// A glyph for each letter, one beside the other.
    fn one_each(&self, letters: &str) -> Vec<Placed> {
        let glyph = |c| {
            let id = self.font.glyph_id(c);
            Placed {
                id,
                offset: [0.0; 2],
                advance: f64::from(self.font.h_advance_unscaled(id)) * self.unit(),
            }
        };
        letters.chars().map(glyph).collect()
    }
}

impl Tables {
    fn read((bytes, index): (&'static [u8], u32)) -> Option<Tables> {
        let font = harfrust::FontRef::from_index(bytes, index).ok()?;
        let data = ShaperData::new(&font);
        Some(Tables {
            font,
            data,
            plans: Mutex::default(),
        })
    }

    /// The rules of the face for a manner: to find them takes longer than to follow them.
    fn plan(&self, manner: Manner, shaper: &harfrust::Shaper<'_>) -> Arc<ShapePlan> {
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        let plan = plans.entry(manner).or_insert_with(|| {
            let (direction, script) = (manner.direction(), manner.script());
            Arc::new(ShapePlan::new(shaper, direction, script, None, &[]))
        });
        Arc::clone(plan)
    }
}

impl Manner {
    fn direction(self) -> Direction {
        match self.is_right_to_left {
            true => Direction::RightToLeft,
            false => Direction::LeftToRight,
        }
    }

    fn script(self) -> Option<harfrust::Script> {
        let tag = self.script.short_name().as_bytes().try_into().ok()?;
        harfrust::Script::from_iso15924_tag(Tag::new(tag))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn shape(letters: &str, script: Script) -> Vec<Placed> {
        let face = Face::read(dejavu::sans::regular(), 0).unwrap();
        let is_right_to_left = matches!(script, Script::Arabic | Script::Hebrew);
        face.shape(
            letters,
            Manner {
                script,
                is_right_to_left,
            },
        )
    }

    fn width(placed: &[Placed]) -> f64 {
        placed.iter().map(|glyph| glyph.advance).sum()
    }

    #[test]
    fn arabic_letters_are_joined() {
        let beh = |text: &str| shape(text, Script::Arabic);
        let [alone] = beh("ب")[..] else { panic!() };
        let joined = beh("ببب");
        let ids: Vec<_> = joined.iter().map(|glyph| glyph.id).collect();
        assert_eq!(ids.len(), 3);
        assert!(!ids.contains(&alone.id), "{ids:?}");
        assert!(ids[0] != ids[1] && ids[1] != ids[2], "{ids:?}");
        // Lam and alef are one sign.
        assert_eq!(beh("لا").len(), 1);
    }

    #[test]
    fn latin_letters_make_ligatures_and_are_kerned() {
        assert_eq!(shape("fi", Script::Latin).len(), 1);
        let (pair, letters) = (shape("AV", Script::Latin), ["A", "V"]);
        let apart: f64 = letters
            .map(|c| width(&shape(c, Script::Latin)))
            .iter()
            .sum();
        assert!(width(&pair) < apart - 0.02, "{pair:?}");
    }

    #[test]
    fn marks_stand_at_their_letters() {
        // What Unicode has as one letter, and what it has not.
        assert_eq!(shape("e\u{301}", Script::Latin).len(), 1);
        let [letter, mark] = shape("x\u{304}", Script::Latin)[..] else {
            panic!()
        };
        assert_eq!(mark.advance, 0.0);
        assert!(mark.offset[0] < 0.0 && letter.advance > 0.3, "{mark:?}");
        // A vowel below its letter takes no room.
        let hebrew = |text: &str| width(&shape(text, Script::Hebrew));
        assert_eq!(hebrew("א\u{5b8}"), hebrew("א"));
    }
}
