use std::borrow::Cow;

use super::*;

/// Taller than several bands.
const TALL: Canvas = Canvas {
    device: [60, 400],
    scale: 1.0,
};

/// Discs and thick lines all over the canvas, some of them translucent.
fn areas() -> Vec<Drawing> {
    let place = |index: usize| {
        let fraction = |step: f64| (index as f64 * step).fract();
        [60.0 * fraction(0.618_034), 400.0 * fraction(0.754_878)]
    };
    let disc = |index: usize| {
        let [x, y] = place(index);
        let (r, h) = (9.0, 9.0 * 0.552_284_75);
        Drawing::Fill {
            path: Path {
                segments: vec![
                    PathSegment::Move([x + r, y]),
                    PathSegment::Cubic([x + r, y + h], [x + h, y + r], [x, y + r]),
                    PathSegment::Cubic([x - h, y + r], [x - r, y + h], [x - r, y]),
                    PathSegment::Cubic([x - r, y - h], [x - h, y - r], [x, y - r]),
                    PathSegment::Cubic([x + h, y - r], [x + r, y - h], [x + r, y]),
                    PathSegment::Close,
                ],
            },
            rule: FillRule::NonZero,
            colour: [
                1.0,
                0.3,
                0.0,
                if index.is_multiple_of(2) { 0.25 } else { 1.0 },
            ],
        }
    };
    let line = |index: usize| {
        let [x, y] = place(index);
        Drawing::Stroke {
            path: Path {
                segments: vec![
                    PathSegment::Move([x, y]),
                    PathSegment::Line([x + 30.0, y + 15.0]),
                ],
            },
            stroke: Stroke {
                width: 2.5,
                dashes: [].into(),
                cap: Cap::Round,
                join: Join::Round,
                miter_limit: 10.0,
            },
            colour: [0.0, 0.2, 1.0, 0.5],
        }
    };
    (0..60)
        .flat_map(|index| [disc(index), line(index)])
        .collect()
}

#[test]
fn bands_show_what_is_painted_at_once() {
    let fonts = Fonts::default();
    let areas = areas();
    let drawings: Vec<_> = areas.iter().map(Cow::Borrowed).collect();
    let region = Region::all(TALL.device);
    assert!(crate::paint::bands::suit(&drawings, region, 1.0));
    let banded = crate::paint::bands::paint(&drawings, region, 1.0, &fonts).unwrap_or_default();
    let mut raster = Raster::new(region, 1.0).expect("memory");
    areas.iter().for_each(|area| raster.draw(area, &fonts));
    let whole = raster.into_bitmap();
    let parts = banded.rgba().iter().zip(whole.rgba());
    let most = parts.map(|(a, b)| a.abs_diff(*b)).max();
    // Edges are rounded to a part of a pixel, from another origin.
    assert!(most.is_some_and(|most| most <= 16), "{most:?}");
    let parts = banded.rgba().iter().zip(whole.rgba());
    let sum: u32 = parts.map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
    assert!(f64::from(sum) < 0.02 * whole.rgba().len() as f64, "{sum}");
}

#[test]
fn a_thin_line_or_a_large_area_is_painted_with_all_else() {
    let region = Region::all(TALL.device);
    let mut areas = areas();
    let Some(Drawing::Stroke { stroke, .. }) = areas.last_mut() else {
        panic!("it ends with a line");
    };
    stroke.width = 1.0;
    let drawings: Vec<_> = areas.iter().map(Cow::Borrowed).collect();
    assert!(!crate::paint::bands::suit(&drawings, region, 1.0));
    assert!(crate::paint::bands::suit(&drawings, region, 2.0));
    assert!(!crate::paint::bands::suit(&drawings, region, 4.0));
    assert!(!crate::paint::bands::suit(&drawings[..10], region, 2.0));
}
