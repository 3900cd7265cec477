//! Shapes of what the window adds to a picture, as drawings.

use cindyscript_interpreter::display::{Colour, Drawing, FillRule, Path, PathSegment, Stroke};

/// A rectangle with round corners.
pub fn rounded([left, top]: [f64; 2], [width, height]: [f64; 2], radius: f64) -> Path {
    /// From the end of a straight side to the control point, in radii: a quarter of a circle.
    const HANDLE: f64 = 0.552_284_75;
    let (right, bottom) = (left + width, top + height);
    let r = radius.min(width / 2.0).min(height / 2.0);
    let h = r - HANDLE * r;
    let segments = vec![
        PathSegment::Move([left + r, top]),
        PathSegment::Line([right - r, top]),
        PathSegment::Cubic([right - h, top], [right, top + h], [right, top + r]),
        PathSegment::Line([right, bottom - r]),
        PathSegment::Cubic(
            [right, bottom - h],
            [right - h, bottom],
            [right - r, bottom],
        ),
        PathSegment::Line([left + r, bottom]),
        PathSegment::Cubic([left + h, bottom], [left, bottom - h], [left, bottom - r]),
        PathSegment::Line([left, top + r]),
        PathSegment::Cubic([left, top + h], [left + h, top], [left + r, top]),
        PathSegment::Close,
    ];
    Path { segments }
}

/// Lines from each place to the next, and back to the first.
pub fn polygon(corners: &[[f64; 2]]) -> Path {
    let segments = corners
        .iter()
        .enumerate()
        .map(|(place, corner)| match place {
            0 => PathSegment::Move(*corner),
            _ => PathSegment::Line(*corner),
        });
    Path {
        segments: segments.chain([PathSegment::Close]).collect(),
    }
}

/// The inside of a path.
pub fn filled(path: Path, colour: Colour) -> Drawing {
    Drawing::Fill {
        path,
        rule: FillRule::NonZero,
        colour,
    }
}

/// A line along a path, `width` CSS pixels wide.
pub fn outlined(path: Path, width: f64, colour: Colour) -> Drawing {
    Drawing::Stroke {
        path,
        stroke: Stroke {
            width,
            dashes: [].into(),
            cap: Default::default(),
            join: Default::default(),
            miter_limit: 10.0,
        },
        colour,
    }
}
