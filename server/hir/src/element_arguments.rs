//! What elements of the construction are computed from, also where that is no list of one kind each;
//! and that in words.

use std::ops::RangeInclusive;

use crate::elements::signature;
use cindyscript_applet::ElementKind::{
    self, Conic, Line, Moebius, Point, Polygon, Segment, Transformation,
};

/// The kinds that an argument may have, and what these are in words.
pub type Kinds = (&'static [ElementKind], &'static str);

/// The arguments of elements of some types, besides what signatures say. The last kinds are those of
/// all further arguments.
pub struct Mixed {
    /// The kinds of each argument.
    pub kinds: &'static [Kinds],
    /// The possible numbers of arguments.
    pub count: RangeInclusive<usize>,
}

const POINT: Kinds = (&[Point], "a point");
const TRANSFORMATION: Kinds = (&[Transformation, Moebius], "a transformation");
const MIRROR: Kinds = (
    &[Point, Line, Segment, Conic],
    "a point, a line or a circle",
);
const IMAGE: Kinds = (
    &[Point, Line, Segment, Conic, Polygon],
    "a point, a line, a circle or a polygon",
);

impl Mixed {
    /// The arguments of elements of a type, if they are not a list of kinds.
    pub fn of(kind: &str) -> Option<Self> {
        let (kinds, count): (&'static [_], _) = match kind {
            "IFS" => (&[TRANSFORMATION], 1..=usize::MAX),
            "Poly" => (&[POINT], 1..=usize::MAX),
            "Transform" => (&[TRANSFORMATION, IMAGE], 2..=2),
            "TrCompose" => (&[TRANSFORMATION], 2..=2),
            "TrReflection" => (&[MIRROR], 1..=1),
            _ => return None,
        };
        Some(Self { kinds, count })
    }

    /// What the argument at a place may be.
    pub fn at(&self, place: usize) -> Option<Kinds> {
        let last = self.kinds.len().checked_sub(1)?;
        self.kinds.get(place.min(last)).copied()
    }

    fn words(&self) -> Option<String> {
        let most = *self.count.end();
        if most == usize::MAX {
            let (_, each) = self.at(0)?;
            return Some(format!("one or more elements, each {each}"));
        }
        let places = (0..most).filter_map(|place| Some(self.at(place)?.1));
        Some(places.collect::<Vec<_>>().join(" and "))
    }
}

/// What elements of a type are computed from, in words: `a point, a line`. None if that is nothing, or
/// may be anything.
pub fn in_words(kind: &str) -> Option<String> {
    if let Some(mixed) = Mixed::of(kind) {
        return mixed.words();
    }
    let signature = signature(kind)?;
    let kinds = signature.arguments()?.iter();
    let kinds: Vec<&str> = kinds.map(|kind| kind.words()).collect();
    (!kinds.is_empty()).then(|| kinds.join(", "))
}

/// What elements of a type are, and what they are computed from: `a line from a point, a point`. None if
/// nothing is known of either.
pub fn described(kind: &str) -> Option<String> {
    let made = signature(kind).map(|signature| signature.kind.words());
    match in_words(kind) {
        Some(from) => Some(format!("{} from {from}", made.unwrap_or("an element"))),
        None => made.map(str::to_owned),
    }
}

/// A sentence about elements of a type that the mouse moves; none for others.
pub fn moved(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "Free" | "FreePoint" => {
            "The mouse moves it; `pos` is where it is at the beginning, `[x, y]`."
        }
        "PointOnArc" | "PointOnCircle" | "PointOnLine" | "PointOnSegment" => {
            "The mouse moves it along that."
        }
        "Through" => "The mouse turns it about that; `dir` is its direction at the beginning.",
        "CircleByRadius" | "CircleMr" => {
            "The mouse changes its radius; `radius` is that at the beginning."
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::described;

    #[test]
    fn what_elements_are_and_what_they_are_computed_from() {
        for (kind, words) in [
            ("Free", Some("a point")),
            ("Join", Some("a line from a point, a point")),
            (
                "Poly",
                Some("a polygon from one or more elements, each a point"),
            ),
            (
                "Transform",
                Some("an element from a transformation and a point, a line, a circle or a polygon"),
            ),
            (
                "TrCompose",
                Some("an element from a transformation and a transformation"),
            ),
            (
                "TrReflection",
                Some("an element from a point, a line or a circle"),
            ),
            ("NoSuch", None),
        ] {
            assert_eq!(described(kind).as_deref(), words, "{kind}");
        }
    }
}
