//! What of a run is shaped at once: letters of one script that come from one face.

use unicode_script::{Script, UnicodeScript};
use unicode_segmentation::UnicodeSegmentation;

use super::face::{self, FaceId};
use super::shaping::Manner;
use super::system::Search;

/// Letters of one script and one face, in the order in which they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece<'a> {
    pub(super) letters: &'a str,
    pub(super) face: FaceId,
    pub(super) manner: Manner,
}

/// The pieces of a run, in the order in which they are written. `face` says where letters come from;
/// it is asked for each letter together with its marks.
pub(super) fn pieces(
    run: &str,
    is_right_to_left: bool,
    face: impl Fn(&str) -> FaceId,
) -> Vec<Piece<'_>> {
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    for (start, cluster) in run.grapheme_indices(true) {
        let (face, script) = (face(cluster), script(cluster));
        if let Some(last) = pieces.last_mut()
            && last.face == face
            && let Some(script) = common(last.manner.script, script)
        {
            let begin = start - last.letters.len();
            last.letters = &run[begin..start + cluster.len()];
            last.manner.script = script;
            continue;
        }
        pieces.push(Piece {
            letters: cluster,
            face,
            manner: Manner {
                script,
                is_right_to_left,
            },
        });
    }
    pieces
}

/// The script of a letter with its marks. Digits and signs have none of their own.
fn script(cluster: &str) -> Script {
    let scripts = cluster.chars().map(|c| c.script());
    let own = |script: &Script| !matches!(script, Script::Inherited | Script::Unknown);
    scripts.into_iter().find(own).unwrap_or(Script::Common)
}

/// The script of letters of two scripts that are shaped together, if they are.
fn common(a: Script, b: Script) -> Option<Script> {
    match (a, b) {
        (script, Script::Common) | (Script::Common, script) => Some(script),
        (a, b) => (a == b).then_some(a),
    }
}

/// The face to take a letter with its marks from: the one asked for if no other has it. A face that
/// lacks a mark is taken rather than one that lacks the letter.
pub(super) fn face_for(cluster: &str, wanted: FaceId, system: Search) -> FaceId {
    let Some(letter) = cluster.chars().next() else {
        return wanted;
    };
    let has = |face: FaceId, c: char| face::get(face).is_some_and(|face| face.has(c));
    let has_all = |face: &FaceId| {
        let mut seen = cluster.chars().filter(|c| !is_unseen(*c));
        seen.all(|c| has(*face, c))
    };
    let embedded = || face::substitutes(wanted);
    let of_system = || face::of_system(system, letter);
    embedded()
        .find(has_all)
        .or_else(|| of_system().filter(has_all))
        .or_else(|| embedded().find(|face| has(*face, letter)))
        .or_else(of_system)
        .unwrap_or(wanted)
}

/// Whether a character says how others are shown, and is not seen itself: faces need not have it.
fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_one_script_and_face_are_shaped_together() {
        let check = |run: &str, expected: &[(&str, Script)]| {
            let found = pieces(run, false, |_| 0);
            let found = found
                .iter()
                .map(|piece| (piece.letters, piece.manner.script));
            assert_eq!(found.collect::<Vec<_>>(), expected, "{run}");
        };
        check("a fi 1", &[("a fi 1", Script::Latin)]);
        check("1, 2", &[("1, 2", Script::Common)]);
        check("(α) b", &[("(α) ", Script::Greek), ("b", Script::Latin)]);
        check(
            "e\u{301}क्ष",
            &[("e\u{301}", Script::Latin), ("क्ष", Script::Devanagari)],
        );
        check("", &[]);
    }

    #[test]
    fn marks_come_from_the_face_of_their_letter() {
        let (sans, serif, others) = (0, 4, 10);
        let check = |cluster, wanted, expected| {
            assert_eq!(face_for(cluster, wanted, None), expected, "{cluster}");
        };
        check("x\u{304}", serif, serif);
        // Neither has Hebrew.
        check("א\u{5b8}", serif, others);
        check("א\u{5b8}", sans, others);
        check("a\u{fe0f}", serif, serif);
        check("數", serif, serif);
        check("\u{301}", sans, sans);
    }
}
