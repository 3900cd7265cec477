//! The fonts of the system: those that a page names, and those that have letters which the embedded
//! faces lack. They are asked for when the first of them is wanted.

use std::sync::{LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};

use ab_glyph::{Font, FontRef};
use fontdb::{Database, Family, ID, Query, Stretch, Style, Weight};
use rustc_hash::FxHashMap;

use super::shaping::Face;

/// At most so many faces are read, of so many bytes together: they stay.
const MOST_FACES: usize = 64;
const MOST_BYTES: usize = 256 << 20;

/// After so many letters that no font has, no more are looked for.
const MOST_SEARCHES: usize = 256;

/// A face of the system, by the order in which they were read.
pub(super) type SystemId = usize;

/// What a page's name for a font has led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) face: SystemId,
    /// Whether the face leans by itself.
    pub(super) is_italic: bool,
}

/// What has been looked for.
#[derive(Default)]
struct Known {
    faces: Vec<&'static Face>,
    bytes: usize,
    by_id: FxHashMap<ID, Option<SystemId>>,
    named: FxHashMap<(String, bool, bool), Option<Named>>,
    with_letter: FxHashMap<char, Option<SystemId>>,
    fruitless: usize,
}

/// What finds the fonts of the system, where there are any.
pub(super) type Search = Option<fn() -> Database>;

/// Those that the first search has found.
static FONTS: OnceLock<Database> = OnceLock::new();

static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);

fn known() -> MutexGuard<'static, Known> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A face that has been read.
pub(super) fn face(id: SystemId) -> Option<&'static Face> {
    known().faces.get(id).copied()
}

/// The face of a family that the system has, the nearest to what is asked for.
pub(super) fn named(search: Search, family: &str, bold: bool, italic: bool) -> Option<Named> {
    let search = search?;
    let mut known = known();
    let key = (family.to_ascii_lowercase(), bold, italic);
    if let Some(found) = known.named.get(&key) {
        return *found;
    }
    let found = known.find(FONTS.get_or_init(search), family, bold, italic);
    known.named.insert(key, found);
    found
}

/// A face that has a letter.
pub(super) fn with_letter(search: Search, c: char) -> Option<SystemId> {
    let search = search?;
    let mut known = known();
    if let Some(found) = known.with_letter.get(&c) {
        return *found;
    }
    let found = known.find_letter(FONTS.get_or_init(search), c);
    if found.is_some() || known.fruitless < MOST_SEARCHES {
        known.with_letter.insert(c, found);
    }
    known.fruitless += usize::from(found.is_none());
    found
}

impl Known {
    fn find(&mut self, fonts: &Database, family: &str, bold: bool, italic: bool) -> Option<Named> {
        let called = |name: &str| name.eq_ignore_ascii_case(family);
        let names = fonts.faces().flat_map(|face| &face.families);
        let (name, _) = names.into_iter().find(|(name, _)| called(name))?;
        let query = Query {
            families: &[Family::Name(name)],
            weight: if bold { Weight::BOLD } else { Weight::NORMAL },
            stretch: Stretch::Normal,
            style: if italic { Style::Italic } else { Style::Normal },
        };
        let id = fonts.query(&query)?;
        let is_italic = fonts.face(id)?.style != Style::Normal;
        let face = self.read(fonts, id)?;
        Some(Named { face, is_italic })
    }

    fn find_letter(&mut self, fonts: &Database, c: char) -> Option<SystemId> {
        let has = |face: &&Face| draws(&face.font, c);
        // Letters of one script should be of one face.
        if let Some(face) = self.faces.iter().position(has) {
            return Some(face);
        }
        if self.fruitless >= MOST_SEARCHES {
            return None;
        }
        let mut faces: Vec<_> = fonts.faces().collect();
        faces.sort_by_key(|face| {
            let plain = face.style == Style::Normal && face.stretch == Stretch::Normal;
            (
                !plain,
                face.weight.0.abs_diff(Weight::NORMAL.0),
                face.monospaced,
            )
        });
        let id = faces.into_iter().map(|face| face.id).find(|id| {
            let found = fonts.with_face_data(*id, |data, index| {
                let face = FontRef::try_from_slice_and_index(data, index);
                face.is_ok_and(|face| draws(&face, c))
            });
            found == Some(true)
        })?;
        self.read(fonts, id)
    }

    /// Reads a face for good.
    fn read(&mut self, fonts: &Database, id: ID) -> Option<SystemId> {
        if let Some(known) = self.by_id.get(&id) {
            return *known;
        }
        let read = self.read_anew(fonts, id);
        self.by_id.insert(id, read);
        read
    }

    fn read_anew(&mut self, fonts: &Database, id: ID) -> Option<SystemId> {
        let length = fonts.with_face_data(id, |data, _| data.len())?;
        if self.faces.len() >= MOST_FACES || self.bytes.saturating_add(length) > MOST_BYTES {
            return None;
        }
        let (data, index) = fonts.with_face_data(id, |data, index| (data.to_vec(), index))?;
        FontRef::try_from_slice_and_index(&data, index).ok()?;
        self.bytes += data.len();
        // Once, and wanted until the end, as the embedded ones.
        let face = Face::read(Vec::leak(data), index)?;
        self.faces.push(Box::leak(Box::new(face)));
        Some(self.faces.len() - 1)
    }
}

/// Whether a face has an outline for a letter: some have pictures.
fn draws(face: &FontRef<'_>, c: char) -> bool {
    let id = face.glyph_id(c);
    id.0 != 0 && (c.is_whitespace() || face.outline(id).is_some())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn fonts() -> Database {
        let mut fonts = Database::new();
        for file in [
            dejavu::sans::regular(),
            dejavu::sans::bold(),
            dejavu::serif::regular(),
            dejavu::serif::italic(),
        ] {
            fonts.load_font_data(file.to_vec());
        }
        fonts
    }

    #[test]
    fn families_are_found_by_name() {
        let (fonts, mut known) = (fonts(), Known::default());
        let mut find = |family, bold, italic| known.find(&fonts, family, bold, italic);
        let regular = find("dejavu sans", false, false).unwrap();
        assert_eq!(find("DejaVu Sans", false, false), Some(regular));
        assert_ne!(find("DejaVu Sans", true, false).unwrap(), regular);
        assert!(!find("DejaVu Sans", false, true).unwrap().is_italic);
        assert!(find("DejaVu Serif", false, true).unwrap().is_italic);
        assert_eq!(find("No Such Font", false, false), None);
        assert_eq!(known.faces.len(), 3);
    }

    #[test]
    fn letters_are_found_in_other_fonts() {
        let (fonts, mut known) = (fonts(), Known::default());
        // Hebrew is in the face without serifs only.
        let hebrew = known.find_letter(&fonts, 'א').unwrap();
        assert!(draws(&known.faces[hebrew].font, 'א'));
        assert_eq!(known.find_letter(&fonts, 'ב'), Some(hebrew));
        assert_eq!(known.find_letter(&fonts, '数'), None);
        let (none, mut known) = (Database::new(), Known::default());
        assert_eq!(known.find_letter(&none, 'a'), None);
    }
}
