//! How the user looks at the applet: the canvas in the window, and pan and zoom on top of what the
//! port says.

use std::ops::RangeInclusive;
use std::sync::Arc;

use cindyscript_applet::{Applet, Port, View};
use cindyscript_interpreter::PlotCall;
use cindyscript_interpreter::display::Affine;
use cindyscript_shader::FrameUniforms;

use crate::exact::{Exact, exact, nearest};
use crate::layout::Layout;
use crate::region::Region;

/// The size in CSS pixels that the page gives the canvas of an applet; none if it leaves a side open or
/// lets the canvas fill the window.
pub fn own_size(applet: &Applet) -> Option<[f64; 2]> {
    if let Some(layout) = Layout::of(applet) {
        return Some(layout.size);
    }
    let port = applet.ports.first().filter(|port| !port.fill)?;
    let size = [port.width?, port.height?];
    size.iter().all(|side| *side > 0.0).then_some(size)
}

/// The canvas: its size, and how many device pixels one of its pixels is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Canvas {
    /// Width and height in device pixels.
    pub device: [u32; 2],
    /// Device pixels per CSS pixel.
    pub scale: f64,
}

/// No side of a canvas has more device pixels.
const MAX_SIDE: u32 = 1 << 15;

impl Canvas {
    /// The canvas of an applet at its own size.
    pub fn of(applet: &Applet, scale: f64) -> Canvas {
        let default = Port::new(applet.range);
        let port = applet.ports.first().unwrap_or(&default);
        let size = Layout::of(applet).map_or_else(|| port.size(), |layout| layout.size);
        Canvas::new(size, scale)
    }

    /// A canvas of a size in CSS pixels.
    pub fn new(size: [f64; 2], scale: f64) -> Canvas {
        // `as` saturates.
        Canvas {
            device: size.map(|side| ((side * scale).round() as u32).clamp(1, MAX_SIDE)),
            scale,
        }
    }

    /// Places an applet in this canvas. One with a size of its own (CSS pixels) keeps its shape: it is
    /// magnified until it fits, and lies in the middle. Others fill the canvas.
    pub fn place(self, size: Option<[f64; 2]>) -> Placement {
        /// A bar that is not wider than this, in device pixels, is a rounding error.
        const NO_BAR: u32 = 2;
        let Some(size) = size else {
            return Placement {
                canvas: self,
                corner: [0; 2],
            };
        };
        let css = self.css();
        let factor = (css[0] / size[0]).min(css[1] / size[1]);
        let fitted = Canvas::new(size, self.scale * factor);
        let device = [0, 1].map(|axis| {
            let (all, side) = (self.device[axis], fitted.device[axis]);
            if side + NO_BAR < all { side } else { all }
        });
        Placement {
            canvas: Canvas { device, ..fitted },
            corner: [0, 1].map(|axis| (self.device[axis] - device[axis]) / 2),
        }
    }

    /// The same with so many pixels wide and high in place of each.
    pub fn magnified(self, factor: u32) -> Canvas {
        Canvas {
            device: self.device.map(|side| side.saturating_mul(factor)),
            scale: self.scale * f64::from(factor),
        }
    }

    /// Width and height in CSS pixels.
    pub fn css(&self) -> [f64; 2] {
        self.device.map(|side| f64::from(side) / self.scale)
    }
}

/// The part of a window that shows an applet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// The canvas of the applet.
    pub canvas: Canvas,
    /// The upper left corner of that canvas in the window, in device pixels.
    pub corner: [u32; 2],
}

impl Placement {
    /// The parts of a window of a size beside the applet, in device pixels.
    pub fn bars(self, window: [u32; 2]) -> impl Iterator<Item = Region> {
        let [width, height] = window;
        let ([x, y], [inner_width, inner_height]) = (self.corner, self.canvas.device);
        let [right, below] = [x + inner_width, y + inner_height];
        let bars = [
            [0, 0, width, y],
            [0, below, width, height.saturating_sub(below)],
            [0, y, x, inner_height],
            [right, y, width.saturating_sub(right), inner_height],
        ];
        let regions = bars.map(|[x, y, width, height]| Region {
            x,
            y,
            width,
            height,
        });
        regions.into_iter().filter(|bar| !bar.is_empty())
    }

    /// A place of the window, in device pixels, on the canvas of the applet, in CSS pixels.
    pub fn on_canvas(&self, at: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|axis| (at[axis] - f64::from(self.corner[axis])) / self.canvas.scale)
    }
}

/// A rectangle in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle {
    /// Its least coordinates.
    pub least: [f64; 2],
    /// Its greatest coordinates.
    pub most: [f64; 2],
}

impl Rectangle {
    /// The smallest rectangle around both.
    pub fn union(self, other: Rectangle) -> Rectangle {
        Rectangle {
            least: [0, 1].map(|axis| self.least[axis].min(other.least[axis])),
            most: [0, 1].map(|axis| self.most[axis].max(other.most[axis])),
        }
    }
}

/// Pan and zoom, relative to what the port shows; kept while the window changes its size.
#[derive(Clone, Debug, PartialEq)]
pub struct Navigation {
    /// Magnification.
    zoom: f64,
    /// Of what would be in the middle of the canvas, in CSS pixels.
    shift: [Exact; 2],
}

/// The magnifications that there are: from where all is one pixel to where [`Exact`] numbers still have
/// digits left behind those that tell pixels apart.
pub const ZOOMS: RangeInclusive<f64> = 1e-6..=1e120;

impl Default for Navigation {
    fn default() -> Navigation {
        Navigation {
            zoom: 1.0,
            shift: [0.0; 2].map(exact),
        }
    }
}

impl Navigation {
    /// Moves what is seen, by so many CSS pixels.
    pub fn pan(&mut self, by: [f64; 2]) {
        let is_bounded = by.iter().all(|by| by.abs() < *ZOOMS.end());
        if is_bounded {
            self.shift = [0, 1].map(|axis: usize| &self.shift[axis] + exact(by[axis]));
        }
    }

    /// Magnifies by a factor; what is at a place of the canvas, in CSS pixels, stays there. Of a place
    /// outside, what is at the nearest place of the canvas: another might leave nothing that has digits.
    pub fn zoom(&mut self, factor: f64, at: [f64; 2], canvas: &Canvas) {
        let zoom = (self.zoom * factor).clamp(*ZOOMS.start(), *ZOOMS.end());
        if !zoom.is_finite() {
            return;
        }
        // What lies in the middle would move about by the digits that f64 lacks.
        let factor = exact(zoom) / exact(self.zoom);
        let size = canvas.css();
        self.shift = [0, 1].map(|axis| {
            let half = size[axis] / 2.0;
            let from_middle = exact((at[axis] - half).max(-half).min(half));
            &from_middle - &factor * (&from_middle - &self.shift[axis])
        });
        self.zoom = zoom;
    }

    /// Shows a rectangle of the world in the middle of a canvas, as large as it fits; one without
    /// extent at the port's own scale.
    pub fn fit(rectangle: Rectangle, port: &Port, canvas: &Canvas) -> Navigation {
        /// The part of the canvas that it takes.
        const FILLED: f64 = 0.85;
        let size = canvas.css();
        let view = port.view(size[0], size[1]);
        let Rectangle { least, most } = rectangle;
        let zooms = [0, 1].map(|axis| {
            let extent = (most[axis] - least[axis]) * view.scale;
            FILLED * size[axis] / extent
        });
        let zoom = zooms[0].min(zooms[1]);
        let mut navigation = Navigation::default();
        if zoom.is_finite() {
            navigation.zoom = zoom.clamp(*ZOOMS.start(), *ZOOMS.end());
        }
        let centre = [0, 1].map(|axis| least[axis].midpoint(most[axis]));
        let at = navigation.view(port, canvas).to_pixel(centre);
        navigation.pan([0, 1].map(|axis| size[axis] / 2.0 - at[axis]));
        navigation
    }

    /// How much the port's own view is magnified.
    pub fn magnification(&self) -> f64 {
        self.zoom
    }

    /// Where the world lies on a canvas, in CSS pixels.
    pub fn view(&self, port: &Port, canvas: &Canvas) -> View {
        let size = canvas.css();
        let view = port.view(size[0], size[1]);
        let from_middle = self.origin(&view, size);
        let origin = [0, 1].map(|axis| size[axis] / 2.0 + nearest(&from_middle[axis]));
        View {
            scale: view.scale * self.zoom,
            origin,
        }
    }

    /// Where the world's origin lies, seen from the middle of the canvas, in CSS pixels. `view` is the
    /// port's own.
    fn origin(&self, view: &View, size: [f64; 2]) -> [Exact; 2] {
        [0, 1].map(|axis: usize| {
            let middle = size[axis] / 2.0;
            exact(self.zoom) * exact(view.origin[axis] - middle) + &self.shift[axis]
        })
    }

    /// Where the middle of the canvas lies in the world.
    pub fn centre(&self, port: &Port, canvas: &Canvas) -> [Exact; 2] {
        let size = canvas.css();
        let view = port.view(size[0], size[1]);
        let [x, y] = self.origin(&view, size);
        let scale = exact(self.zoom) * exact(view.scale);
        if scale == Exact::ZERO {
            return [0.0; 2].map(exact);
        }
        [-x / &scale, y / &scale]
    }

    /// Where the world lies on a canvas, with all digits.
    pub fn exact_view(&self, port: &Port, canvas: &Canvas) -> ExactView {
        ExactView {
            centre: self.centre(port, canvas),
            scale: self.view(port, canvas).scale,
            size: canvas.css(),
        }
    }

    /// The view with a place of the world in the middle of the canvas, magnified.
    pub fn at(centre: &[Exact; 2], zoom: f64, port: &Port, canvas: &Canvas) -> Navigation {
        let mut navigation = Navigation {
            zoom: zoom.clamp(*ZOOMS.start(), *ZOOMS.end()),
            ..Navigation::default()
        };
        let size = canvas.css();
        let view = port.view(size[0], size[1]);
        let [x, y] = navigation.origin(&view, size);
        let scale = exact(navigation.zoom) * exact(view.scale);
        navigation.shift = [-(&centre[0] * &scale) - x, &centre[1] * &scale - y];
        navigation
    }
}

/// Where the world lies on a canvas, with all digits. A [`View`] has those of f64: what it says of a
/// place is right to 1e-16 of how far that is from the world's origin, which are many pixels where the
/// magnification is larger.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactView {
    /// What of the world lies in the middle of the canvas.
    pub centre: [Exact; 2],
    /// CSS pixels per unit.
    pub scale: f64,
    /// Width and height of the canvas in CSS pixels.
    pub size: [f64; 2],
}

impl ExactView {
    /// The same in pixels of which each is so many of this one's.
    pub fn in_pixels_of(&self, factor: f64) -> ExactView {
        ExactView {
            centre: self.centre.clone(),
            scale: self.scale / factor,
            size: self.size.map(|side| side / factor),
        }
    }

    /// A place on the canvas, in CSS pixels, in the world.
    pub fn to_world(&self, at: [f64; 2]) -> [Exact; 2] {
        let [x, y] = [0, 1].map(|axis| exact((at[axis] - self.size[axis] / 2.0) / self.scale));
        let [centre_x, centre_y] = &self.centre;
        [centre_x + x, centre_y - y]
    }

    /// One of the coordinates of a place in the world, x (0) or y (1), on the canvas, in CSS pixels.
    pub fn to_pixel(&self, axis: usize, coordinate: &Exact) -> f64 {
        let from_middle = nearest(&(coordinate - &self.centre[axis])) * self.scale;
        match axis {
            0 => self.size[axis] / 2.0 + from_middle,
            _ => self.size[axis] / 2.0 - from_middle,
        }
    }

    /// How many decimals of a coordinate tell pixels apart of which this many are a CSS pixel; less
    /// than 0 where a pixel is wider than 10.
    pub fn decimals(&self, pixels: f64) -> i32 {
        let decimals = (self.scale * pixels).log10().ceil();
        // `as` takes NaN for 0.
        decimals.clamp(-300.0, 300.0) as i32
    }
}

/// The uniforms of a colorplot of the world on this canvas.
pub fn frame(view: &View, canvas: &Canvas, seed: u32) -> FrameUniforms {
    let step = 1.0 / (canvas.scale * view.scale);
    FrameUniforms {
        world_x: [step, 0.0, -view.origin[0] / view.scale],
        world_y: [0.0, -step, view.origin[1] / view.scale],
        resolution: canvas.device.map(f64::from),
        seed,
        view: lower_corners(view, canvas),
    }
}

fn lower_corners(view: &View, canvas: &Canvas) -> [[f64; 2]; 2] {
    let [width, height] = canvas.css();
    [[0.0, height], [width, height]].map(|corner| view.to_world(corner))
}

/// What a colorplot into an image of a size is told about its pixels: `corners` are where the
/// image's lower left and lower right corner lie in the world, and `view` those of the view.
pub fn image_frame(
    corners: [[f64; 2]; 2],
    size: [u32; 2],
    view: [[f64; 2]; 2],
    seed: u32,
) -> FrameUniforms {
    let [width, height] = size.map(f64::from);
    let [left, right] = corners;
    let [x, y] = [0, 1].map(|axis| (right[axis] - left[axis]) / width);
    FrameUniforms {
        world_x: [x, y, left[0] - y * height],
        world_y: [y, -x, left[1] + x * height],
        resolution: [width, height],
        seed,
        view,
    }
}

/// The place of a colorplot on the canvas.
#[derive(Clone, Debug)]
pub struct PlotPlace {
    /// The uniforms that say where its pixels lie.
    pub frame: FrameUniforms,
    /// The middle of the canvas in the coordinates of the colorplot, with all digits.
    pub centre: Arc<[Exact; 2]>,
    /// The pixels that it paints.
    pub region: Region,
}

impl PlotPlace {
    /// The place of a call on a canvas, whose middle is `centre` in the world.
    pub fn new(
        call: &PlotCall,
        view: &View,
        canvas: &Canvas,
        centre: &Arc<[Exact; 2]>,
        seed: u32,
    ) -> PlotPlace {
        let whole = frame(view, canvas, seed);
        let region = |a: [f64; 2], b: [f64; 2]| {
            let [a, b] = [a, b].map(|place| place.map(|place| place * canvas.scale));
            Region::between(a, b, canvas.device)
        };
        let on_canvas = |place| view.to_pixel(apply(call.system, place));
        let system = inverse(call.system);
        let place = PlotPlace {
            frame: transformed(&whole, system),
            centre: match call.system {
                WORLD => Arc::clone(centre),
                _ => Arc::new(apply_exactly(system, centre)),
            },
            region: match call.rectangle {
                None => Region::all(canvas.device),
                Some((a, b)) => region(on_canvas(a), on_canvas(b)),
            },
        };
        match call.rectangle {
            Some((a, b)) if !is_level(system) => {
                let size = canvas.css();
                let corners = [[0.0; 2], size].map(|at| apply(system, view.to_world(at)));
                let turned = TurnedRectangle::new([a, b], corners, size);
                let step = turned.step / canvas.scale;
                let [x, y] = turned.origin;
                let frame = FrameUniforms {
                    world_x: [step, 0.0, x],
                    world_y: [0.0, -step, y],
                    ..place.frame
                };
                let [width, height] = frame.resolution;
                let centre = [x + step * width / 2.0, y - step * height / 2.0];
                PlotPlace {
                    frame,
                    centre: Arc::new(centre.map(exact)),
                    region: region(turned.first, turned.last),
                }
            }
            _ => place,
        }
    }
}

/// The rectangle of a colorplot where the axes are turned. As CindyGL does, its place is computed as
/// if the canvas was a level rectangle between its upper left and its lower right corner in the
/// turned coordinates.
struct TurnedRectangle {
    /// The upper left corner in CSS pixels.
    first: [f64; 2],
    /// The lower right corner in CSS pixels.
    last: [f64; 2],
    /// The units that a CSS pixel is wide and high.
    step: f64,
    /// The coordinates that the upper left corner of the canvas has for the pixels.
    origin: [f64; 2],
}

impl TurnedRectangle {
    /// `rectangle` and `canvas` are opposite corners; `size` is the canvas' in CSS pixels.
    fn new(
        [a, b]: [[f64; 2]; 2],
        [upper_left, lower_right]: [[f64; 2]; 2],
        size: [f64; 2],
    ) -> TurnedRectangle {
        let [least, most] = [f64::min, f64::max].map(|of| [of(a[0], b[0]), of(a[1], b[1])]);
        let grown = [0, 1].map(|axis| size[axis] / (lower_right[axis] - upper_left[axis]));
        let corner = [least[0], most[1]];
        let first = [0, 1].map(|axis| (corner[axis] - upper_left[axis]) * grown[axis]);
        let last = [0, 1].map(|axis| {
            let extent = (most[axis] - least[axis]) * grown[axis];
            first[axis] + extent.abs()
        });
        let step = 1.0 / grown[0].abs();
        TurnedRectangle {
            first,
            last,
            step,
            origin: [least[0] - first[0] * step, least[1] + last[1] * step],
        }
    }
}

/// The coordinates of the world.
const WORLD: Affine = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

fn apply([a, b, c, d, e, f]: Affine, [x, y]: [f64; 2]) -> [f64; 2] {
    [a * x + c * y + e, b * x + d * y + f]
}

fn apply_exactly([a, b, c, d, e, f]: Affine, [x, y]: &[Exact; 2]) -> [Exact; 2] {
    [
        exact(a) * x + exact(c) * y + exact(e),
        exact(b) * x + exact(d) * y + exact(f),
    ]
}

fn inverse([a, b, c, d, e, f]: Affine) -> Affine {
    let determinant = a * d - b * c;
    let [a, b, c, d] = [d, -b, -c, a].map(|entry| entry / determinant);
    [a, b, c, d, -(a * e + c * f), -(b * e + d * f)]
}

/// True if the axes are not turned.
fn is_level([_, b, c, ..]: Affine) -> bool {
    b == 0.0 && c == 0.0
}

/// The frame for coordinates that this map makes of the world's.
fn transformed(frame: &FrameUniforms, map: Affine) -> FrameUniforms {
    let [a, b, c, d, e, f] = map;
    let row = |p: f64, q: f64, shift: f64| {
        let [x, y] = [frame.world_x, frame.world_y];
        [
            p * x[0] + q * y[0],
            p * x[1] + q * y[1],
            p * x[2] + q * y[2] + shift,
        ]
    };
    FrameUniforms {
        world_x: row(a, c, e),
        world_y: row(b, d, f),
        view: frame.view.map(|corner| apply(map, corner)),
        ..*frame
    }
}

#[cfg(test)]
mod tests {
    use cindyscript_applet::{TextRange, Transform};

    use super::*;

    fn port() -> Port {
        let mut port = Port::new(TextRange::default());
        port.transforms = vec![Transform::VisibleRect {
            left: -4.0,
            top: 4.0,
            right: 4.0,
            bottom: -4.0,
        }];
        port
    }

    fn near(a: [f64; 2], b: [f64; 2]) -> bool {
        (a[0] - b[0]).abs() < 1e-9 && (a[1] - b[1]).abs() < 1e-9
    }

    #[test]
    fn what_is_under_the_pointer_stays_there() {
        let canvas = Canvas {
            device: [800, 600],
            scale: 2.0,
        };
        let mut navigation = Navigation::default();
        navigation.pan([13.0, -7.0]);
        let at = [111.0, 222.0];
        let before = navigation.view(&port(), &canvas).to_world(at);
        for factor in [1.5, 0.1, 7.0] {
            navigation.zoom(factor, at, &canvas);
            assert!(near(navigation.view(&port(), &canvas).to_world(at), before));
        }
    }

    #[test]
    fn what_is_under_the_pointer_stays_there_however_deep() {
        let canvas = Canvas {
            device: [800, 600],
            scale: 2.0,
        };
        // (-2, -2), to the last digit.
        let at = [125.0, 225.0];
        let mut navigation = Navigation::default();
        let exact_view = |navigation: &Navigation| navigation.exact_view(&port(), &canvas);
        let before = exact_view(&navigation).to_world(at);
        // The wheel, a notch at a time.
        for _ in 0..1970 {
            navigation.zoom(1.15, at, &canvas);
        }
        assert!(navigation.magnification() > 1e119);
        let deep = exact_view(&navigation);
        for axis in [0, 1] {
            let place = deep.to_pixel(axis, &before[axis]);
            assert!((place - at[axis]).abs() < 1e-3, "{place}");
        }
        navigation.pan([10.0, -20.0]);
        let panned = exact_view(&navigation);
        for (axis, by) in [(0, 10.0), (1, -20.0)] {
            let place = panned.to_pixel(axis, &before[axis]);
            assert!((place - at[axis] - by).abs() < 1e-3, "{place}");
        }
        // And back, with the view of f64 as good as ever.
        for _ in 0..1970 {
            navigation.zoom(1.0 / 1.15, at, &canvas);
        }
        let back = navigation.view(&port(), &canvas).to_world(at);
        assert!(near(back, before.map(|place| nearest(&place))));
    }

    #[test]
    fn panning_moves_the_world_with_the_pointer() {
        let canvas = Canvas {
            device: [500, 500],
            scale: 1.0,
        };
        let mut navigation = Navigation::default();
        navigation.zoom(2.0, [100.0, 50.0], &canvas);
        let before = navigation.view(&port(), &canvas).to_pixel([1.0, 2.0]);
        navigation.pan([10.0, 20.0]);
        let after = navigation.view(&port(), &canvas).to_pixel([1.0, 2.0]);
        assert!(near(after, [before[0] + 10.0, before[1] + 20.0]));
    }

    #[test]
    fn what_is_fitted_lies_in_the_middle_and_fills_the_canvas() {
        let canvas = Canvas {
            device: [800, 600],
            scale: 2.0,
        };
        let wide = Rectangle {
            least: [10.0, 1.0],
            most: [110.0, 3.0],
        };
        let view = Navigation::fit(wide, &port(), &canvas).view(&port(), &canvas);
        assert!(near(view.to_pixel([60.0, 2.0]), [200.0, 150.0]));
        assert!(near(view.to_pixel([10.0, 2.0]), [30.0, 150.0]));
        let point = Rectangle {
            least: [7.0; 2],
            most: [7.0; 2],
        };
        let view = Navigation::fit(point, &port(), &canvas).view(&port(), &canvas);
        assert!(near(view.to_pixel([7.0, 7.0]), [200.0, 150.0]));
        assert_eq!(view.scale, port().view(400.0, 300.0).scale);
        let nowhere = Rectangle {
            least: [f64::NEG_INFINITY, 0.0],
            most: [f64::INFINITY, 0.0],
        };
        let view = Navigation::fit(nowhere, &port(), &canvas).view(&port(), &canvas);
        assert!(view.scale > 0.0 && view.origin[0].is_finite());
    }

    #[test]
    fn no_zoom_is_too_far() {
        let canvas = Canvas {
            device: [500, 500],
            scale: 1.0,
        };
        let mut navigation = Navigation::default();
        for factor in [1e300, 1e300, 0.0, 1e-300, f64::NAN, f64::INFINITY] {
            navigation.zoom(factor, [1.0, 1.0], &canvas);
            navigation.pan([f64::NAN, 0.0]);
            let view = navigation.view(&port(), &canvas);
            assert!(view.scale > 0.0 && view.scale.is_finite() && view.origin[0].is_finite());
        }
    }

    #[test]
    fn images_stand_on_their_lower_corners() {
        let at = |row: [f64; 3], [x, y]: [f64; 2]| row[0] * x + row[1] * y + row[2];
        let corners = [[1.0, 1.0], [1.0, 5.0]];
        let frame = image_frame(corners, [200, 100], corners, 0);
        let world = |place| [at(frame.world_x, place), at(frame.world_y, place)];
        assert!(near(world([0.0, 100.0]), [1.0, 1.0]));
        assert!(near(world([200.0, 100.0]), [1.0, 5.0]));
        assert!(near(world([0.0, 0.0]), [-1.0, 1.0]));
    }

    #[test]
    fn pixels_of_the_frame_are_those_of_the_view() {
        let canvas = Canvas {
            device: [1000, 1000],
            scale: 2.0,
        };
        let view = Navigation::default().view(&port(), &canvas);
        let frame = frame(&view, &canvas, 0);
        let at = |row: [f64; 3], [x, y]: [f64; 2]| row[0] * x + row[1] * y + row[2];
        let device = [250.0, 125.0];
        let world = [at(frame.world_x, device), at(frame.world_y, device)];
        assert!(near(world, [-2.0, 3.0]));
        assert!(near(world, view.to_world([125.0, 62.5])));
    }
}
