//! The canvas of an applet, and how world coordinates lie on it.

use cindyscript_diagnostic::{Code, Diagnostic};
use text_size::TextRange;

use crate::Constant;

/// A canvas. CindyJS paints only on the first port of an applet.
#[derive(Debug, Clone, PartialEq)]
pub struct Port {
    /// The id of the page's element that the canvas is or stands in.
    pub id: Option<String>,
    /// Width in CSS pixels, from the port or the element; none if the page leaves it open.
    pub width: Option<f64>,
    /// Height in CSS pixels, likewise.
    pub height: Option<f64>,
    /// `virtualwidth`: the width in pixels that sizes and the transformation count in.
    pub virtual_width: Option<f64>,
    /// `virtualheight`, likewise.
    pub virtual_height: Option<f64>,
    /// `fill`: the canvas takes the whole window or its parent.
    pub fill: bool,
    /// Applied in sequence, see [`Port::view`].
    pub transforms: Vec<Transform>,
    /// The background as red, green, blue, alpha, 0 to 1, in sRGB without premultiplication.
    pub background: Option<[f64; 4]>,
    /// The distance of the lines of the square grid in world units.
    pub grid: Option<f64>,
    /// Whether points being moved snap to the grid.
    pub snap: bool,
    /// Whether the axes are drawn.
    pub axes: bool,
    /// Everything else.
    pub others: Vec<(String, Constant)>,
    /// The port's object, in bytes of the file.
    pub range: TextRange,
}

/// A canvas of the page that no applet has for a port.
#[derive(Debug, Clone, PartialEq)]
pub struct PageCanvas {
    /// The id of its element.
    pub id: String,
    /// Width and height in CSS pixels.
    pub size: [f64; 2],
}

impl PageCanvas {
    /// Width and height of a canvas that does not say, in CSS pixels.
    pub(crate) const DEFAULT_SIZE: [f64; 2] = [300.0, 150.0];
}

impl Port {
    /// Width and height in pixels of a canvas that nobody gave a size.
    pub const DEFAULT_SIZE: [f64; 2] = [500.0, 500.0];

    /// No side of a canvas has more CSS pixels: its picture fits into memory several times.
    pub const LARGEST_SIDE: f64 = 8192.0;

    /// A port without any setting.
    pub fn new(range: TextRange) -> Port {
        Port {
            id: None,
            width: None,
            height: None,
            virtual_width: None,
            virtual_height: None,
            fill: false,
            transforms: Vec::new(),
            background: None,
            grid: None,
            snap: false,
            axes: false,
            others: Vec::new(),
            range,
        }
    }

    /// Width and height in CSS pixels, [`Port::DEFAULT_SIZE`] where the page leaves them open.
    pub fn size(&self) -> [f64; 2] {
        let [width, height] = Port::DEFAULT_SIZE;
        [self.width.unwrap_or(width), self.height.unwrap_or(height)]
    }

    /// Makes a canvas that is too large smaller, and says so.
    pub(crate) fn limit(&mut self) -> Option<Diagnostic> {
        let [width, height] = self.size();
        if width.max(height) <= Port::LARGEST_SIDE {
            return None;
        }
        self.width = Some(width.min(Port::LARGEST_SIDE));
        self.height = Some(height.min(Port::LARGEST_SIDE));
        let most = Port::LARGEST_SIDE;
        Some(
            Diagnostic::new(
                Code::LargeCanvas,
                self.range,
                format!("a canvas of {width} × {height} pixels is too large"),
            )
            .help(format!("the limit is {most} × {most} pixels")),
        )
    }

    /// How many virtual pixels a CSS pixel is: 1 unless the port has a virtual size. Sizes of
    /// points, lines and text are in virtual pixels.
    pub fn virtual_pixels(&self, width: f64, height: f64) -> f64 {
        let ratio = |virtual_size: Option<f64>, size: f64| virtual_size.map_or(0.0, |v| v / size);
        let scale = ratio(self.virtual_width, width).max(ratio(self.virtual_height, height));
        if scale.is_finite() && scale > 0.0 {
            scale
        } else {
            1.0
        }
    }

    /// How world coordinates lie on a canvas of this size in CSS pixels.
    ///
    /// CindyJS starts from 25 pixels per unit with the origin 250.5 pixels right of the left and
    /// above the **lower** edge, whatever the size, and applies the transforms in sequence:
    ///
    /// - `scale: s` multiplies the scale and leaves the origin where it is;
    /// - `translate: [x, y]` moves the origin by so many units of the scale reached;
    /// - `scaleAndOrigin: [s, x, y]` forgets what was before: `s` pixels per unit, the origin `x`
    ///   pixels right of the left and `y` above the lower edge;
    /// - `visibleRect: [left, top, right, bottom]` forgets what was before: the largest scale at
    ///   which that rectangle is visible, the rectangle centred.
    pub fn view(&self, width: f64, height: f64) -> View {
        let pixels = self.virtual_pixels(width, height);
        let (width, height) = (width * pixels, height * pixels);
        // The origin from the left and from the lower edge, in virtual pixels.
        let (mut scale, mut x, mut y) = (25.0, 250.5, 250.5);
        for transform in &self.transforms {
            match *transform {
                Transform::Scale(factor) => scale *= factor,
                Transform::Translate([dx, dy]) => {
                    x += scale * dx;
                    y += scale * dy;
                }
                Transform::ScaleAndOrigin { scale: s, origin } => {
                    scale = s;
                    [x, y] = origin;
                }
                Transform::VisibleRect {
                    left,
                    top,
                    right,
                    bottom,
                } => {
                    let (across, up) = (right - left, top - bottom);
                    // Which quotient, not which is smaller: a rectangle of no width is fitted
                    // by its height.
                    scale = if width * up < height * across {
                        width / across
                    } else {
                        height / up
                    };
                    x = (width - scale * (left + right)) / 2.0;
                    y = (height - scale * (top + bottom)) / 2.0;
                }
            }
        }
        View {
            scale: scale / pixels,
            origin: [x / pixels, (height - y) / pixels],
        }
    }
}

/// One item of a port's `transform`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Transform {
    /// `{scale: s}`
    Scale(f64),
    /// `{translate: [x, y]}`, in world units.
    Translate([f64; 2]),
    /// `{scaleAndOrigin: [s, x, y]}`
    ScaleAndOrigin {
        /// Pixels per unit.
        scale: f64,
        /// The origin in pixels, from the left and from the lower edge.
        origin: [f64; 2],
    },
    /// `{visibleRect: [left, top, right, bottom]}`, in world coordinates.
    VisibleRect {
        /// Least x.
        left: f64,
        /// Greatest y.
        top: f64,
        /// Greatest x.
        right: f64,
        /// Least y.
        bottom: f64,
    },
}

/// A map between world coordinates (y up) and CSS pixels (from the top left, y down): a uniform
/// scale and a shift.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// Pixels per unit.
    pub scale: f64,
    /// The pixel position of the world's origin.
    pub origin: [f64; 2],
}

impl View {
    /// World coordinates to pixels.
    pub fn to_pixel(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [
            self.origin[0] + self.scale * x,
            self.origin[1] - self.scale * y,
        ]
    }

    /// Pixels to world coordinates.
    pub fn to_world(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [
            (x - self.origin[0]) / self.scale,
            (self.origin[1] - y) / self.scale,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The corners that `screenbounds()` of CindyJS prints for a canvas of 300 by 200 pixels:
    /// left, top, right, bottom.
    #[track_caller]
    fn check(transforms: &[Transform], virtual_width: Option<f64>, expected: [f64; 4]) {
        let mut port = Port::new(TextRange::default());
        port.transforms = transforms.to_vec();
        port.virtual_width = virtual_width;
        let view = port.view(300.0, 200.0);
        let ([left, top], [right, bottom]) =
            (view.to_world([0.0, 0.0]), view.to_world([300.0, 200.0]));
        for (actual, expected) in [left, top, right, bottom].into_iter().zip(expected) {
            assert!(
                (actual - expected).abs() < 1e-8,
                "{actual} is not {expected}, {view:?}"
            );
        }
        let [x, y] = view.to_pixel(view.to_world([12.0, 34.0]));
        assert!((x - 12.0).abs() < 1e-9 && (y - 34.0).abs() < 1e-9);
    }

    const TALL: Transform = Transform::VisibleRect {
        left: -1.0,
        top: 2.0,
        right: 3.0,
        bottom: -4.0,
    };
    const WIDE: Transform = Transform::VisibleRect {
        left: -1.0,
        top: 2.0,
        right: 9.0,
        bottom: -4.0,
    };

    #[test]
    fn default_origin_is_fixed_to_the_lower_left() {
        check(&[], None, [-10.02, -2.02, 1.98, -10.02]);
    }

    #[test]
    fn transforms_in_sequence() {
        let translate = Transform::Translate([1.0, 2.0]);
        check(
            &[Transform::Scale(2.0), translate],
            None,
            [-6.01, -3.01, -0.01, -7.01],
        );
        let absolute = Transform::ScaleAndOrigin {
            scale: 40.0,
            origin: [100.0, 60.0],
        };
        check(
            &[Transform::Scale(2.0), absolute],
            None,
            [-2.5, 3.5, 5.0, -1.5],
        );
    }

    #[test]
    fn visible_rect_fits() {
        check(&[TALL], None, [-3.5, 2.0, 5.5, -4.0]);
        let then = [
            WIDE,
            Transform::Translate([1.0, 1.0]),
            Transform::Scale(0.5),
        ];
        check(&then, None, [-4.0, 8.0 / 3.0, 16.0, -32.0 / 3.0]);
    }

    #[test]
    fn virtual_size() {
        check(&[TALL], Some(600.0), [-3.5, 2.0, 5.5, -4.0]);
    }
}
