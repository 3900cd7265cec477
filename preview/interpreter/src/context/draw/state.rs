//! The graphics state: defaults of colours and sizes, and the coordinate system. `gsave` and
//! `grestore` keep and bring back all of it.

use super::matrix::ViewMatrix;
use crate::display::Colour;

/// A colour as CSS writes it: components are whole numbers up to 255, rounded down.
pub(crate) fn colour([r, g, b]: [f64; 3], alpha: f64) -> Colour {
    let unit = |value: f64| if value > 0.0 { value.min(1.0) } else { 0.0 };
    let component = |value: f64| unit((value * 255.0).floor() / 255.0);
    [component(r), component(g), component(b), unit(alpha)]
}

/// A default colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ink {
    /// As the script gave it.
    pub(crate) components: [f64; 3],
    /// With the opacity that was the default when either of them was set last.
    pub(crate) colour: Colour,
}

impl Ink {
    const fn opaque(components: [f64; 3]) -> Ink {
        let [r, g, b] = components;
        Ink {
            components,
            colour: [r, g, b, 1.0],
        }
    }
}

/// What drawing commands use unless their modifiers say otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GraphicsState {
    pub(crate) point: Ink,
    pub(crate) line: Ink,
    pub(crate) text: Ink,
    pub(crate) alpha: f64,
    /// Radius in pixels.
    pub(crate) point_size: f64,
    /// Width in pixels.
    pub(crate) line_size: f64,
    /// Height of the em in pixels, if a script set it.
    pub(crate) text_size: Option<f64>,
    /// The script's coordinates in the world.
    pub(crate) system: ViewMatrix,
}

impl GraphicsState {
    /// How it is at the start of a frame.
    pub(crate) fn new() -> GraphicsState {
        GraphicsState {
            point: Ink::opaque([0.0, 1.0, 0.0]),
            line: Ink::opaque([0.0, 0.0, 1.0]),
            text: Ink::opaque([0.0, 0.0, 0.0]),
            alpha: 1.0,
            point_size: 4.0,
            line_size: 1.0,
            text_size: None,
            system: ViewMatrix::WORLD,
        }
    }

    fn ink(&self, components: [f64; 3]) -> Ink {
        Ink {
            components,
            colour: colour(components, self.alpha),
        }
    }

    pub(crate) fn set_point_colour(&mut self, components: [f64; 3]) {
        self.point = self.ink(components);
    }

    pub(crate) fn set_line_colour(&mut self, components: [f64; 3]) {
        self.line = self.ink(components);
    }

    pub(crate) fn set_alpha(&mut self, alpha: f64) {
        self.alpha = alpha;
        for ink in [&mut self.point, &mut self.line, &mut self.text] {
            ink.colour = colour(ink.components, alpha);
        }
    }
}
