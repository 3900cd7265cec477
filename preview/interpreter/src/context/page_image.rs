//! An image that a page names.

use std::sync::Arc;

use crate::context::film::Film;
use crate::display::picture::Picture;
use crate::display::{Cap, Drawing, FillRule, Join, Path, PathSegment, Stroke};

/// The side of what is shown for an image that is missing, in pixels.
const PLACEHOLDER: f64 = 64.0;

/// An image that the page names.
#[derive(Clone, Debug)]
pub struct PageImage {
    /// The name in scripts.
    pub name: Arc<str>,
    /// The picture; a placeholder if it is missing.
    pub picture: Picture,
    /// The video of which the picture is the first, if it is one.
    pub film: Option<Arc<dyn Film>>,
    /// Why it is missing, in one line.
    pub missing: Option<Arc<str>>,
}

impl PageImage {
    /// One that is missing, and the reason in one line.
    #[must_use]
    pub fn missing(name: &str, reason: Arc<str>) -> PageImage {
        PageImage {
            name: name.into(),
            picture: placeholder(),
            film: None,
            missing: Some(reason),
        }
    }
}

/// A crossed out frame in place of a missing image.
fn placeholder() -> Picture {
    const GREY: [f64; 4] = [0.9, 0.9, 0.9, 1.0];
    const RED: [f64; 4] = [0.8, 0.1, 0.1, 1.0];
    let frame = |inset: f64| {
        let (near, far) = (inset, PLACEHOLDER - inset);
        vec![
            PathSegment::Move([near, near]),
            PathSegment::Line([far, near]),
            PathSegment::Line([far, far]),
            PathSegment::Line([near, far]),
            PathSegment::Close,
        ]
    };
    let mut crossed = frame(1.0);
    let corner = PLACEHOLDER - 1.0;
    for [from, to] in [[[1.0, 1.0], [corner; 2]], [[1.0, corner], [corner, 1.0]]] {
        crossed.extend([PathSegment::Move(from), PathSegment::Line(to)]);
    }
    let area = Drawing::Fill {
        path: Path {
            segments: frame(0.0),
        },
        rule: FillRule::NonZero,
        colour: GREY,
    };
    let lines = Drawing::Stroke {
        path: Path { segments: crossed },
        stroke: Stroke {
            width: 2.0,
            dashes: Arc::default(),
            cap: Cap::Butt,
            join: Join::Miter,
            miter_limit: 10.0,
        },
        colour: RED,
    };
    Picture::blank([PLACEHOLDER as u32; 2]).drawn(vec![area, lines])
}
