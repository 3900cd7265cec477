use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

use cindyscript_interpreter::PlotCall;
use cindyscript_interpreter::display::{
    Cap, FillRule, Join, Outline, Path, PathSegment, PictureDrawing, Stroke, TextDrawing, TextStyle,
};
use cindyscript_interpreter::picture::{Picture, PictureContent, Pixels};
use cindyscript_shader::FrameUniforms;

use super::*;
use crate::exact::exact;

mod bands;
mod pictures;
mod transparency;

use pictures::{shown, two};

const BLACK: [f64; 4] = [0.0, 0.0, 0.0, 1.0];
const RED: [f64; 4] = [1.0, 0.0, 0.0, 1.0];
const CANVAS: Canvas = Canvas {
    device: [100, 80],
    scale: 1.0,
};

fn layers(items: Vec<DrawItem>, canvas: &Canvas) -> Vec<Bitmap> {
    let description = FrameDescription {
        items,
        ..FrameDescription::default()
    };
    let blue = |draw: &PlotDraw, mask: Option<Bitmap>| {
        let Region {
            x,
            y,
            width,
            height,
        } = draw.region;
        let pixels = [0, 0, 255, 255].repeat((width * height) as usize);
        let offset = [x.cast_signed(), y.cast_signed()];
        let mut bitmap = Bitmap::from_rgba(offset, [width, height], pixels).unwrap_or_default();
        if let Some(mask) = mask {
            bitmap.keep_within(&mask);
        }
        Layer::Bitmap(bitmap)
    };
    let scene = scene(&description, canvas, &Fonts::default(), blue);
    let bitmaps = scene.layers.into_iter().map(|layer| match layer {
        Layer::Bitmap(bitmap) => bitmap,
        Layer::Picture(layer) => raster::picture(&layer).unwrap_or_default(),
        Layer::Plot(()) => Bitmap::default(),
    });
    bitmaps.collect()
}

fn picture(items: Vec<DrawItem>, canvas: &Canvas) -> Bitmap {
    let mut picture = Bitmap::new([0, 0], canvas.device);
    for layer in layers(items, canvas) {
        picture.draw(&layer);
    }
    picture
}

fn painted(drawings: Vec<Drawing>) -> Bitmap {
    picture(
        drawings.into_iter().map(DrawItem::Drawing).collect(),
        &CANVAS,
    )
}

fn polygon(points: &[[f64; 2]]) -> Path {
    let mut segments: Vec<_> = points.iter().copied().map(PathSegment::Line).collect();
    segments.push(PathSegment::Close);
    Path { segments }
}

fn rectangle([left, top]: [f64; 2], [right, bottom]: [f64; 2]) -> Path {
    polygon(&[[left, top], [right, top], [right, bottom], [left, bottom]])
}

fn fill(path: Path, colour: [f64; 4]) -> Drawing {
    let rule = FillRule::NonZero;
    Drawing::Fill { path, rule, colour }
}

fn line(points: &[[f64; 2]]) -> Path {
    let segments = points.iter().copied().map(PathSegment::Line).collect();
    Path { segments }
}

fn stroke(path: Path, width: f64, dashes: &[f64]) -> Drawing {
    let stroke = Stroke {
        width,
        dashes: dashes.into(),
        cap: Cap::Butt,
        join: Join::Miter,
        miter_limit: 10.0,
    };
    Drawing::Stroke {
        path,
        stroke,
        colour: BLACK,
    }
}

fn text(text: &str, origin: [f64; 2], angle: f64) -> Drawing {
    let style = TextStyle {
        size: 20.0,
        family: "sans-serif".into(),
        bold: false,
        italic: false,
    };
    Drawing::Text(TextDrawing {
        text: text.into(),
        style,
        origin,
        angle,
        colour: BLACK,
        outline: None,
    })
}

fn plot(region: Region) -> DrawItem {
    let call = PlotCall {
        plot: cindyscript_hir::program::PlotId(0),
        redefined: None,
        uniforms: Vec::new(),
        images: Vec::new(),
        rectangle: None,
        system: [1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
    };
    let frame = FrameUniforms {
        world_x: [0.0; 3],
        world_y: [0.0; 3],
        resolution: [1.0; 2],
        seed: 0,
        view: [[0.0; 2]; 2],
    };
    DrawItem::Plot(PlotDraw {
        call,
        frame,
        centre: Arc::new([0.0; 2].map(exact)),
        region,
    })
}

/// The alphas along a row.
fn row(bitmap: &Bitmap, y: u32, xs: impl IntoIterator<Item = u32>) -> Vec<u8> {
    xs.into_iter().map(|x| bitmap.pixel([x, y])[3]).collect()
}

#[test]
fn areas_have_smooth_edges() {
    let picture = painted(vec![fill(rectangle([10.5, 10.0], [20.0, 20.0]), RED)]);
    assert_eq!(picture.pixel([11, 10]), [255, 0, 0, 255]);
    assert_eq!(picture.pixel([10, 10]), [128, 0, 0, 128]);
    assert_eq!(row(&picture, 20, [10, 11]), [0, 0]);
}

#[test]
fn even_odd_areas_have_holes() {
    let mut path = rectangle([0.0, 0.0], [30.0, 30.0]);
    let inner = rectangle([10.0, 10.0], [20.0, 20.0]).segments;
    path.segments.push(PathSegment::Move([10.0, 10.0]));
    path.segments.extend(inner);
    for (rule, alpha) in [(FillRule::NonZero, 255), (FillRule::EvenOdd, 0)] {
        let path = path.clone();
        let picture = painted(vec![Drawing::Fill {
            path,
            rule,
            colour: RED,
        }]);
        assert_eq!(row(&picture, 15, [5, 15]), [255, alpha]);
    }
}

#[test]
fn lines_are_as_wide_as_they_say() {
    let horizontal = line(&[[10.0, 10.0], [90.0, 10.0]]);
    let picture = painted(vec![stroke(horizontal.clone(), 4.0, &[])]);
    let column: Vec<u8> = (6..14).map(|y| picture.pixel([50, y])[3]).collect();
    assert_eq!(column, [0, 0, 255, 255, 255, 255, 0, 0]);
    // Thinner than a pixel: paler.
    let picture = painted(vec![stroke(horizontal, 0.5, &[])]);
    let (above, below) = (picture.pixel([50, 9])[3], picture.pixel([50, 10])[3]);
    assert!(
        (48..=80).contains(&above) && (48..=80).contains(&below),
        "{above} {below}"
    );
}

#[test]
fn thin_lines_by_themselves_are_painted() {
    for ends in [
        [[-5.0, 40.0], [105.0, 40.0]],
        [[50.0, -5.0], [50.0, 85.0]],
        [[10.0, 40.0], [90.0, 40.0]],
    ] {
        let picture = painted(vec![stroke(line(&ends), 1.0, &[])]);
        assert_ne!(picture.pixel([50, 40])[3], 0, "{ends:?}");
    }
}

#[test]
fn lines_without_length_leave_no_dot() {
    let round = |path| match stroke(path, 8.0, &[]) {
        Drawing::Stroke { path, stroke, .. } => Drawing::Stroke {
            path,
            stroke: Stroke {
                cap: Cap::Round,
                ..stroke
            },
            colour: BLACK,
        },
        other => other,
    };
    let dot = line(&[[50.0, 40.0], [50.0, 40.0]]);
    assert_eq!(painted(vec![round(dot.clone())]).pixel([50, 40])[3], 0);
    // Not even where it is closed, or is a part of another one.
    let closed = Path {
        segments: [dot.segments.as_slice(), &[PathSegment::Close]].concat(),
    };
    assert_eq!(painted(vec![round(closed)]).pixel([50, 40])[3], 0);
    let longer = line(&[[20.0, 40.0], [20.0, 40.0], [50.0, 40.0]]);
    assert_eq!(painted(vec![round(longer)]).pixel([50, 40])[3], 255);
}

#[test]
fn thin_closed_lines_meet_where_they_began() {
    // From the lower left corner upwards, and back to it along the bottom.
    let corners = [[10.5, 50.5], [10.5, 20.5], [60.5, 20.5], [60.5, 50.5]];
    let mut square = stroke(polygon(&corners), 1.0, &[]);
    if let Drawing::Stroke { stroke, .. } = &mut square {
        stroke.cap = Cap::Round;
    }
    let picture = painted(vec![square]);
    assert_eq!(row(&picture, 50, [20, 40]), [255; 2]);
    assert_eq!(row(&picture, 51, 0..100), [0; 100]);
}

#[test]
fn the_rasteriser_is_told_which_curves_are_quadratic() {
    let path = Path {
        segments: vec![
            PathSegment::Move([10.0, 10.0]),
            PathSegment::Quadratic([20.0, 30.0], [30.0, 10.0]),
            PathSegment::Cubic([40.0, 20.0], [45.0, 20.0], [50.0, 10.0]),
        ],
    };
    let seen = bounds::Bounds {
        left: 0.0,
        top: 0.0,
        right: 100.0,
        bottom: 80.0,
    };
    let line = outline::line(&path, 1.0, &seen, [0.0; 2], false);
    let line = line.into_iter().map(|run| run.path);
    for path in line.chain(outline::area(&path, 1.0, &seen, [0.0; 2])) {
        let curves: String = path
            .segments()
            .filter_map(|segment| match segment {
                tiny_skia::PathSegment::QuadTo(..) => Some('q'),
                tiny_skia::PathSegment::CubicTo(..) => Some('c'),
                _ => None,
            })
            .collect();
        assert_eq!(curves, "qc");
    }
}

#[test]
fn dashes_alternate_with_gaps() {
    let horizontal = line(&[[0.0, 10.0], [90.0, 10.0]]);
    let centres = [2, 7, 12, 17];
    let dashed = |dashes| {
        let picture = painted(vec![stroke(horizontal.clone(), 4.0, dashes)]);
        row(&picture, 10, centres)
    };
    assert_eq!(dashed(&[5.0, 5.0]), [255, 0, 255, 0]);
    // An odd number is taken twice, and what is no dash is a solid line.
    assert_eq!(dashed(&[5.0]), [255, 0, 255, 0]);
    for solid in [&[0.0, 0.0][..], &[-1.0, 1.0], &[f64::NAN, 1.0]] {
        assert_eq!(dashed(solid), [255; 4]);
    }
}

#[test]
fn dashes_of_a_line_from_far_away_stay_where_they_were() {
    let from = |x: f64| {
        let horizontal = line(&[[x, 10.0], [90.0, 10.0]]);
        let picture = painted(vec![stroke(horizontal, 4.0, &[5.0, 5.0])]);
        row(&picture, 10, [2, 7, 12, 17])
    };
    assert_eq!(from(-1e5), from(0.0));
    assert_eq!(from(-1e5 - 5.0), [0, 255, 0, 255]);
}

#[test]
fn hidpi_scales_all_lengths() {
    let canvas = Canvas {
        device: [200, 160],
        scale: 2.0,
    };
    let items = vec![DrawItem::Drawing(stroke(
        line(&[[0.0, 10.0], [90.0, 10.0]]),
        4.0,
        &[5.0, 5.0],
    ))];
    let picture = picture(items, &canvas);
    assert_eq!(row(&picture, 17, [4, 14, 24]), [255, 0, 255]);
    assert_eq!(row(&picture, 15, [4]), [0]);
}

#[test]
fn clips_cut_until_the_next_one() {
    let everything = fill(rectangle([0.0, 0.0], [100.0, 80.0]), RED);
    let clip = |areas: &[Path]| {
        let areas = areas.iter().map(|path| (path.clone(), FillRule::NonZero));
        Drawing::Clip(areas.collect())
    };
    let left = rectangle([0.0, 0.0], [50.0, 80.0]);
    let middle = rectangle([40.0, 0.0], [60.0, 80.0]);
    let picture = painted(vec![
        clip(&[left, middle]),
        everything.clone(),
        clip(&[]),
        fill(rectangle([90.0, 0.0], [100.0, 80.0]), RED),
    ]);
    assert_eq!(
        row(&picture, 5, [39, 40, 49, 50, 95]),
        [0, 255, 255, 0, 255]
    );
    // Nothing is inside of an area without points.
    assert_eq!(
        row(&painted(vec![clip(&[Path::default()]), everything]), 5, [5]),
        [0]
    );
}

#[test]
fn drawings_and_plots_keep_their_order() {
    let region = Region {
        x: 0,
        y: 0,
        width: 50,
        height: 80,
    };
    let below = fill(rectangle([10.0, 0.0], [20.0, 80.0]), RED);
    let above = fill(rectangle([30.0, 0.0], [40.0, 80.0]), RED);
    let clip = Drawing::Clip([(rectangle([0.0, 0.0], [100.0, 40.0]), FillRule::NonZero)].into());
    let items = vec![
        DrawItem::Drawing(clip),
        DrawItem::Drawing(below),
        plot(region),
        DrawItem::Drawing(above),
    ];
    let picture = picture(items.clone(), &CANVAS);
    assert_eq!(picture.pixel([15, 5]), [0, 0, 255, 255]);
    assert_eq!(picture.pixel([35, 5]), [255, 0, 0, 255]);
    // The plot is clipped as well, and the clip goes on behind it.
    assert_eq!(picture.pixel([5, 39]), [0, 0, 255, 255]);
    assert_eq!(row(&picture, 45, [5, 35]), [0, 0]);
    assert_eq!(layers(items.clone(), &CANVAS).len(), 3);
    // What is wiped away is not painted.
    let mut wiped = items;
    wiped.insert(3, DrawItem::Drawing(Drawing::Clear));
    let wiped = layers(wiped, &CANVAS);
    assert_eq!(wiped.len(), 1);
    assert_eq!(wiped[0].size(), [10, 41]);
}

#[test]
fn plots_have_smooth_edges_where_they_are_clipped() {
    let clip = Drawing::Clip([(rectangle([10.5, 0.0], [30.0, 80.0]), FillRule::NonZero)].into());
    let all = Region::all(CANVAS.device);
    let picture = picture(vec![DrawItem::Drawing(clip), plot(all)], &CANVAS);
    assert_eq!(row(&picture, 5, [9, 10, 11, 29, 30]), [0, 128, 255, 255, 0]);
}

#[test]
fn layers_are_as_large_as_what_they_show() {
    let bitmap = &layers(
        vec![DrawItem::Drawing(fill(
            rectangle([30.2, 20.0], [40.0, 25.5]),
            RED,
        ))],
        &CANVAS,
    )[0];
    assert_eq!((bitmap.offset(), bitmap.size()), ([30, 20], [10, 6]));
    let far = fill(rectangle([-30.0, -20.0], [-10.0, -10.0]), RED);
    assert!(layers(vec![DrawItem::Drawing(far)], &CANVAS).is_empty());
}

#[test]
fn text_stands_on_its_baseline_and_turns() {
    let picture = painted(vec![text("MM", [10.0, 40.0], 0.0)]);
    assert_eq!(row(&picture, 42, 0..100), [0; 100]);
    assert!(row(&picture, 35, 10..40).contains(&255));
    // Counterclockwise: upwards, to the left of the origin.
    let picture = painted(vec![text("MM", [50.0, 70.0], FRAC_PI_2)]);
    assert!(row(&picture, 60, 35..50).iter().any(|alpha| *alpha > 200));
    assert_eq!(row(&picture, 60, 51..100), [0; 49]);
}

/// Two by one pixels, red and blue.
#[test]
fn letters_lie_upon_their_outlines() {
    let Drawing::Text(mut letter) = text("I", [20.0, 60.0], 0.0) else {
        return;
    };
    letter.style.size = 60.0;
    let plain = painted(vec![Drawing::Text(letter.clone())]);
    letter.outline = Some(Outline {
        stroke: Stroke {
            width: 6.0,
            dashes: [].into(),
            cap: Cap::Butt,
            join: Join::Miter,
            miter_limit: 10.0,
        },
        colour: RED,
    });
    let outlined = painted(vec![Drawing::Text(letter)]);
    let stem: Vec<u32> = (0..100)
        .filter(|x| plain.pixel([*x, 40]) == [0, 0, 0, 255])
        .collect();
    let (Some(&first), Some(&last)) = (stem.first(), stem.last()) else {
        panic!("no letter");
    };
    assert_eq!(outlined.pixel([first, 40]), [0, 0, 0, 255]);
    for beside in [first - 3, last + 3] {
        assert_eq!(plain.pixel([beside, 40])[3], 0);
        assert_eq!(outlined.pixel([beside, 40]), [255, 0, 0, 255]);
    }
}

#[test]
fn far_away_corners_do_not_bend_what_is_seen() {
    // The half plane above the line from the lower left to the upper right corner.
    for far in [1e3, 1e6, 1e9] {
        let corner = |x: f64, y: f64| [50.0 + far * x, 40.0 + far * y];
        let half = polygon(&[corner(-1.0, 0.8), corner(1.0, -0.8), corner(-1.0, -0.8)]);
        let picture = painted(vec![fill(half, RED)]);
        assert_eq!(row(&picture, 40, [40, 60]), [255, 0], "{far}");
        assert_eq!(row(&picture, 8, [80, 99]), [255, 0], "{far}");
        let diagonal = line(&[corner(-1.0, 0.8), corner(1.0, -0.8)]);
        let picture = painted(vec![stroke(diagonal, 3.0, &[])]);
        assert_eq!(row(&picture, 40, [45, 49, 55]), [0, 255, 0], "{far}");
    }
}

#[test]
fn large_circles_are_round() {
    let circle = |radius: f64| {
        let centre = [50.0 - radius, 40.0];
        let (h, r) = (0.552_284_75 * radius, radius);
        let at = |x: f64, y: f64| [centre[0] + x, centre[1] + y];
        let segments = vec![
            PathSegment::Move(at(r, 0.0)),
            PathSegment::Cubic(at(r, h), at(h, r), at(0.0, r)),
            PathSegment::Cubic(at(-h, r), at(-r, h), at(-r, 0.0)),
            PathSegment::Cubic(at(-r, -h), at(-h, -r), at(0.0, -r)),
            PathSegment::Cubic(at(h, -r), at(r, -h), at(r, 0.0)),
            PathSegment::Close,
        ];
        Path { segments }
    };
    for radius in [1e3, 1e5, 1e7] {
        let edge = |y: f64| radius - (radius * radius - (y - 40.0).powi(2)).sqrt();
        let area = painted(vec![fill(circle(radius), RED)]);
        let outline = painted(vec![stroke(circle(radius), 4.0, &[])]);
        for y in [2, 39, 78] {
            let x = (50.0 - edge(f64::from(y) + 0.5)).round() as u32;
            assert_eq!(row(&area, y, [1, x - 2, x + 2]), [255, 255, 0], "{radius}");
            assert_eq!(
                row(&outline, y, [x - 4, x - 1, x + 4]),
                [0, 255, 0],
                "{radius}"
            );
        }
    }
}

#[test]
fn nothing_is_too_odd_to_paint() {
    let odd = [
        0.0,
        1.0,
        -1.0,
        37.5,
        1e4,
        -1e7,
        1e30,
        -1e300,
        f64::MAX,
        f64::MIN_POSITIVE,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
    ];
    for (index, &a) in odd.iter().enumerate() {
        for &b in &odd {
            let c = odd[(index + 3) % odd.len()];
            let path = || {
                let segments = vec![
                    PathSegment::Cubic([a, b], [c, a], [b, c]),
                    PathSegment::Line([a, 10.0]),
                    PathSegment::Quadratic([b, b], [20.0, c]),
                    PathSegment::Close,
                    PathSegment::Line([50.0, 40.0]),
                    PathSegment::Move([c, c]),
                    PathSegment::Line([30.0, b]),
                ];
                Path { segments }
            };
            painted(vec![
                fill(path(), [a, b, c, 1.0]),
                stroke(path(), 2.0, &[]),
                stroke(path(), a, &[b, c]),
                stroke(path(), 2.0, &[3.0, 4.0]),
                text("Aä∞", [a, b], c),
                shown(&two(), [a, b, c, 1.0, b, a], true),
                Drawing::Clip([(path(), FillRule::EvenOdd)].into()),
                fill(rectangle([0.0, 0.0], [100.0, 80.0]), RED),
            ]);
        }
    }
}

/// A line is the same at an edge of the picture as in its middle.
#[test]
fn lines_leave_the_picture_where_they_are() {
    const SHIFT: [f64; 2] = [30.0, 20.0];
    let zigzag = [
        [-25.0, 3.0],
        [20.0, 11.0],
        [-8.0, 19.0],
        [15.0, -18.0],
        [33.0, 30.0],
    ];
    let moved = |[x, y]: [f64; 2], by: [f64; 2]| [x + by[0], y + by[1]];
    for (width, tolerance) in [(0.3, 4), (0.73, 4), (1.0, 4), (2.0, 64)] {
        for mirrored in [false, true] {
            let place = |at: [f64; 2]| {
                if mirrored {
                    [100.0 - at[0], 80.0 - at[1]]
                } else {
                    at
                }
            };
            let inwards = if mirrored {
                [-SHIFT[0], -SHIFT[1]]
            } else {
                SHIFT
            };
            let points = zigzag.map(place);
            let edge = painted(vec![stroke(line(&points), width, &[])]);
            let inner = points.map(|point| moved(point, inwards));
            let inner = painted(vec![stroke(line(&inner), width, &[])]);
            for (x, y) in (0..40).flat_map(|y| (0..40).map(move |x| (x, y))) {
                let [x, y] = if mirrored { [99 - x, 79 - y] } else { [x, y] };
                let there = edge.pixel([x, y])[3];
                let [across, down] = moved([x, y].map(f64::from), inwards);
                let here = inner.pixel([across as u32, down as u32])[3];
                assert!(
                    there.abs_diff(here) < tolerance,
                    "{width} at {x}, {y}: {there}, not {here}"
                );
            }
        }
    }
}

/// The numbers are those of a browser's canvas.
#[test]
fn thin_line_beyond_the_canvas_covers_as_much_as_one_within() {
    let column = |width: f64, x: f64, reach: f64| {
        let upright = line(&[[x, -reach], [x, 80.0 + reach]]);
        row(&painted(vec![stroke(upright, width, &[])]), 40, [49, 50])
    };
    for (width, x, expected) in [(0.73, 50.0, [92_u8, 93]), (0.5, 50.19, [39, 87])] {
        for reach in [-10.0, 0.0, 1.0, 5.0, 1000.0] {
            let covered = column(width, x, reach);
            let near = |at: usize| covered[at].abs_diff(expected[at]) <= 4;
            assert!(near(0) && near(1), "{width} {reach}: {covered:?}");
        }
    }
}
