//! What the window's own things look like, bars and panels: in light or in dark, and how large; and
//! whether anything moves that the user has not made move.

use cindyscript_interpreter::display::Colour;
use cindyscript_player::view::Canvas;

/// Whether what lies over the picture is dark or light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    /// Light letters on dark.
    #[default]
    Dark,
    /// Dark letters on light.
    Light,
}

/// The colours of a scheme: red, green, blue, alpha, not multiplied.
#[derive(Debug)]
pub struct Palette {
    /// What bars and panels stand on.
    pub plate: Colour,
    /// Beside a picture that does not fill the window; opaque.
    pub mat: Colour,
    /// Around plates, for pictures that are like them.
    pub edge: Colour,
    /// Behind what the pointer is over.
    pub hovered: Colour,
    /// What sliders and switches stand on.
    pub control: Colour,
    /// Behind a graph.
    pub ground: Colour,
    /// Letters.
    pub text: Colour,
    /// Letters that say less.
    pub dim: Colour,
    /// What can be pressed, or is on.
    pub accent: Colour,
    /// What is not as it should be.
    pub wrong: Colour,
    /// Behind letters that are chosen.
    pub chosen: Colour,
}

const DARK: Palette = Palette {
    plate: [0.09, 0.10, 0.12, 0.87],
    mat: [0.14, 0.15, 0.165, 1.0],
    edge: [1.0, 1.0, 1.0, 0.2],
    hovered: [1.0, 1.0, 1.0, 0.16],
    control: [0.24, 0.24, 0.26, 1.0],
    ground: [0.0, 0.0, 0.0, 0.35],
    text: [0.96, 0.97, 0.98, 1.0],
    dim: [0.68, 0.71, 0.75, 1.0],
    accent: [0.38, 0.66, 0.96, 1.0],
    wrong: [0.96, 0.51, 0.43, 1.0],
    chosen: [0.13, 0.33, 0.60, 1.0],
};

const LIGHT: Palette = Palette {
    plate: [0.97, 0.975, 0.98, 0.93],
    mat: [0.85, 0.86, 0.875, 1.0],
    edge: [0.0, 0.0, 0.0, 0.25],
    hovered: [0.0, 0.0, 0.0, 0.09],
    control: [0.80, 0.82, 0.84, 1.0],
    ground: [0.0, 0.0, 0.0, 0.06],
    text: [0.10, 0.11, 0.13, 1.0],
    dim: [0.36, 0.39, 0.43, 1.0],
    accent: [0.03, 0.39, 0.78, 1.0],
    wrong: [0.76, 0.16, 0.11, 1.0],
    chosen: [0.68, 0.82, 0.97, 1.0],
};

impl Scheme {
    /// Its colours.
    pub fn palette(self) -> &'static Palette {
        match self {
            Scheme::Dark => &DARK,
            Scheme::Light => &LIGHT,
        }
    }
}

/// What the user wants the window to look like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// The colours of bars and panels.
    pub scheme: Scheme,
    /// How much larger these are than the system wants them.
    pub scale: f64,
    /// No applet plays until the user has it play.
    pub less_motion: bool,
}

impl Default for Look {
    fn default() -> Look {
        Look {
            scheme: Scheme::default(),
            scale: 1.0,
            less_motion: false,
        }
    }
}

/// So wide and high is a window at least of which bars and panels are parts, in their own pixels.
const ROOM: [f64; 2] = [250.0, 200.0];

/// The scales that can be chosen.
const SCALES: [f64; 9] = [0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 3.0];

impl Look {
    /// How much larger they are in a window: no more than leaves them room, unless the system wants it.
    pub fn scale_on(&self, canvas: &Canvas) -> f64 {
        let [width, height] = canvas.css();
        let most = (width / ROOM[0]).min(height / ROOM[1]);
        self.scale.min(most.max(1.0))
    }

    /// The canvas as the window's own things see it, whose lengths are multiples of CSS pixels.
    pub fn canvas(&self, canvas: Canvas) -> Canvas {
        Canvas {
            scale: canvas.scale * self.scale_on(&canvas),
            ..canvas
        }
    }

    /// The next larger scale.
    pub fn larger(&self) -> f64 {
        let next = SCALES.into_iter().find(|scale| *scale > self.scale);
        next.unwrap_or(self.scale)
    }

    /// The next smaller scale.
    pub fn smaller(&self) -> f64 {
        let next = SCALES.into_iter().rev().find(|scale| *scale < self.scale);
        next.unwrap_or(self.scale)
    }
}

/// A scale that was kept, if it is one that can be chosen.
pub fn kept_scale(scale: f64) -> Option<f64> {
    SCALES.contains(&scale).then_some(scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance, and how far two are apart (Web Content Accessibility Guidelines 2.2).
    fn contrast(above: Colour, below: [f64; 3]) -> f64 {
        let luminance = |colour: [f64; 3]| {
            let [red, green, blue] = colour.map(|part| match part <= 0.04045 {
                true => part / 12.92,
                false => ((part + 0.055) / 1.055).powf(2.4),
            });
            0.2126 * red + 0.7152 * green + 0.0722 * blue
        };
        let [red, green, blue, _] = above;
        let (a, b) = (luminance([red, green, blue]), luminance(below));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn letters_can_be_read_over_any_picture() {
        for scheme in [Scheme::Dark, Scheme::Light] {
            let palette = scheme.palette();
            for picture in [0.0, 1.0] {
                let [red, green, blue, alpha] = palette.plate;
                let below = [red, green, blue].map(|part| part * alpha + picture * (1.0 - alpha));
                for (name, colour) in [
                    ("text", palette.text),
                    ("dim", palette.dim),
                    ("accent", palette.accent),
                    ("wrong", palette.wrong),
                ] {
                    let contrast = contrast(colour, below);
                    assert!(
                        contrast >= 4.5,
                        "{scheme:?}, {name} over {picture}: {contrast}"
                    );
                }
            }
        }
    }

    #[test]
    fn letters_that_are_chosen_can_be_read() {
        for scheme in [Scheme::Dark, Scheme::Light] {
            let palette = scheme.palette();
            let [red, green, blue, _] = palette.chosen;
            let contrast = contrast(palette.text, [red, green, blue]);
            assert!(contrast >= 4.5, "{scheme:?}: {contrast}");
        }
    }

    #[test]
    fn nothing_is_made_so_large_that_the_window_has_no_room_for_it() {
        let look = |scale| Look {
            scale,
            ..Look::default()
        };
        let on = |device, scale| Canvas { device, scale };
        for (wanted, canvas, expected) in [
            (3.0, on([500, 500], 1.0), 2.0),
            (2.0, on([500, 500], 1.0), 2.0),
            (3.0, on([1500, 1000], 1.0), 3.0),
            (3.0, on([1500, 400], 1.0), 2.0),
            (1.25, on([180, 120], 1.0), 1.0),
            (0.75, on([180, 120], 1.0), 0.75),
            (3.0, on([1000, 1000], 2.0), 2.0),
        ] {
            let look = look(wanted);
            assert_eq!(look.scale_on(&canvas), expected, "{canvas:?}");
            assert_eq!(look.canvas(canvas).scale, expected * canvas.scale);
        }
    }

    #[test]
    fn scales_go_up_and_down_and_end() {
        let mut look = Look::default();
        for expected in [1.1, 1.25] {
            look.scale = look.larger();
            assert_eq!(look.scale, expected);
        }
        (0..20).for_each(|_| look.scale = look.larger());
        assert_eq!(look.scale, 3.0);
        (0..20).for_each(|_| look.scale = look.smaller());
        assert_eq!(look.scale, 0.75);
        assert_eq!((kept_scale(1.1), kept_scale(f64::NAN)), (Some(1.1), None));
    }
}
