//! How points of the construction look.

use cindyscript_applet::Applet;
use cindyscript_interpreter::Point;
use cindyscript_interpreter::display::{
    Drawing, FillRule, Path, Segment, Stroke, TextDrawing, TextStyle,
};

/// A point as CindyJS draws it: a disc, a black ring around it, its name to the upper right.
/// `pixels` virtual ones are a CSS pixel.
pub(super) fn drawn(point: &Point, centre: [f64; 2], pixels: f64, applet: &Applet) -> Vec<Drawing> {
    /// Of the ring, in radii of the disc.
    const RING_RADIUS: f64 = 1.15;
    const RING_WIDTH: f64 = 0.3;
    /// Of the name from the centre, in CSS pixels, for a point without size.
    const LABEL: [f64; 2] = [3.0, 3.0];

    let defaults = &applet.default_appearance;
    let look = &point.appearance;
    let radius = look.size.max(0.0) / pixels;
    let alpha = look.alpha;
    let [r, g, b] = look.color;
    let disc = Drawing::Fill {
        path: circle(centre, radius),
        rule: FillRule::NonZero,
        colour: [r, g, b, alpha],
    };
    let ring = Drawing::Stroke {
        path: circle(centre, RING_RADIUS * radius),
        stroke: Stroke {
            width: RING_WIDTH * radius,
            dashes: [].into(),
            cap: Default::default(),
            join: Default::default(),
            miter_limit: 10.0,
        },
        colour: [0.0, 0.0, 0.0, alpha],
    };
    let mut drawn = vec![disc, ring];
    if look.labeled {
        let away = 1.0 + radius / LABEL[0].hypot(LABEL[1]);
        let [r, g, b] = defaults.text_color;
        drawn.push(Drawing::Text(TextDrawing {
            text: point.name.as_str().into(),
            style: TextStyle {
                size: defaults.text_size / pixels,
                family: defaults.font_family.as_str().into(),
                bold: false,
                italic: false,
            },
            origin: [centre[0] + away * LABEL[0], centre[1] - away * LABEL[1]],
            angle: 0.0,
            colour: [r, g, b, alpha],
        }));
    }
    drawn
}

fn circle([x, y]: [f64; 2], r: f64) -> Path {
    /// Of the control points of a quarter, in radii.
    const HANDLE: f64 = 0.552_284_75;
    let h = HANDLE * r;
    let segments = vec![
        Segment::Move([x + r, y]),
        Segment::Cubic([x + r, y + h], [x + h, y + r], [x, y + r]),
        Segment::Cubic([x - h, y + r], [x - r, y + h], [x - r, y]),
        Segment::Cubic([x - r, y - h], [x - h, y - r], [x, y - r]),
        Segment::Cubic([x + h, y - r], [x + r, y - h], [x + r, y]),
        Segment::Close,
    ];
    Path { segments }
}
