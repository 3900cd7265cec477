//! What painting a frame of 2D drawing costs on the CPU, at 1000 × 800 pixels.

use cindyscript_interpreter::display::{
    Cap, Drawing, FillRule, Join, Path, PathSegment, Stroke, TextDrawing, TextStyle,
};
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::paint;
use cindyscript_player::scene::{Layer, Scene};
use cindyscript_player::text::Fonts;
use cindyscript_player::view::Canvas;
use divan::Bencher;

const CANVAS: Canvas = Canvas {
    device: [1000, 800],
    scale: 1.0,
};

const BLACK: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

fn main() {
    divan::main();
}

/// Places all over the canvas, the same each time.
fn place(index: usize) -> [f64; 2] {
    let fraction = |step: f64| (index as f64 * step).fract();
    [1000.0 * fraction(0.618_034), 800.0 * fraction(0.754_878)]
}

fn line(index: usize) -> Drawing {
    let segments = vec![
        PathSegment::Move(place(2 * index)),
        PathSegment::Line(place(2 * index + 1)),
    ];
    Drawing::Stroke {
        path: Path { segments },
        stroke: stroke(1.0),
        colour: [0.0, 0.0, 1.0, 1.0],
    }
}

fn stroke(width: f64) -> Stroke {
    Stroke {
        width,
        dashes: [].into(),
        cap: Cap::Round,
        join: Join::Round,
        miter_limit: 10.0,
    }
}

fn circle([x, y]: [f64; 2], r: f64) -> Path {
    let h = 0.552_284_75 * r;
    let segments = vec![
        PathSegment::Move([x + r, y]),
        PathSegment::Cubic([x + r, y + h], [x + h, y + r], [x, y + r]),
        PathSegment::Cubic([x - h, y + r], [x - r, y + h], [x - r, y]),
        PathSegment::Cubic([x - r, y - h], [x - h, y - r], [x, y - r]),
        PathSegment::Cubic([x + h, y - r], [x + r, y - h], [x + r, y]),
        PathSegment::Close,
    ];
    Path { segments }
}

fn disc(centre: [f64; 2], radius: f64, colour: [f64; 4]) -> Drawing {
    Drawing::Fill {
        path: circle(centre, radius),
        rule: FillRule::NonZero,
        colour,
    }
}

/// Disc and ring.
fn point(index: usize) -> [Drawing; 2] {
    let disc = disc(place(index), 5.0, [1.0, 0.0, 0.0, 1.0]);
    let ring = Drawing::Stroke {
        path: circle(place(index), 5.75),
        stroke: stroke(1.5),
        colour: BLACK,
    };
    [disc, ring]
}

fn text(index: usize, text: &str) -> Drawing {
    Drawing::Text(TextDrawing {
        text: text.into(),
        style: TextStyle {
            size: 20.0,
            family: "sans-serif".into(),
            bold: false,
            italic: false,
        },
        origin: place(index),
        angle: 0.0,
        colour: BLACK,
        outline: None,
    })
}

fn bench(bencher: Bencher<'_, '_>, drawings: Vec<Drawing>) {
    let fonts = Fonts::default();
    bencher.bench_local(|| paint::bitmap(&drawings, &CANVAS, &fonts));
}

#[divan::bench]
fn lines_1000(bencher: Bencher<'_, '_>) {
    bench(bencher, (0..1000).map(line).collect());
}

#[divan::bench]
fn points_1000(bencher: Bencher<'_, '_>) {
    bench(bencher, (0..1000).flat_map(point).collect());
}

/// As `tests/applets/bodies.html` draws each of its bodies.
fn body(index: usize) -> [Drawing; 3] {
    [(18.0, 0.1, 0.25), (8.0, 0.25, 1.0), (3.5, 0.75, 1.0)]
        .map(|(radius, light, alpha)| disc(place(index), radius, [1.0, light, light, alpha]))
}

#[divan::bench]
fn bodies_1000(bencher: Bencher<'_, '_>) {
    bench(bencher, (0..1000).flat_map(body).collect());
}

#[divan::bench]
fn texts_200(bencher: Bencher<'_, '_>) {
    let texts = (0..200).map(|index| text(index, &format!("Hello World {index}")));
    bench(bencher, texts.collect());
}

#[divan::bench]
fn formulas_50(bencher: Bencher<'_, '_>) {
    let texts = (0..50).map(|index| text(index, r"$\frac{\alpha_1}{2}+\sqrt{x}$"));
    bench(bencher, texts.collect());
}

/// The least that a picture costs: its memory, filled.
#[divan::bench]
fn floor_memory() -> Bitmap {
    let [width, height] = CANVAS.device.map(|side| side as usize);
    Bitmap::from_rgba([0, 0], CANVAS.device, vec![1; width * height * 4]).unwrap_or_default()
}

/// What putting a layer of the canvas' size on the picture costs without a GPU.
#[divan::bench]
fn flatten_one_layer(bencher: Bencher<'_, '_>) {
    let layer = paint::bitmap(
        &(0..1000).map(line).collect::<Vec<_>>(),
        &CANVAS,
        &Fonts::default(),
    );
    let scene: Scene<()> = Scene {
        size: CANVAS.device,
        layers: vec![Layer::Bitmap(layer)],
    };
    bencher.bench_local(|| paint::flatten(&scene));
}
