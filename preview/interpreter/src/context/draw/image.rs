//! Pictures on the canvas, and drawing into pictures.

use std::sync::Arc;

use super::path::{IDENTITY, compose};
use super::{Graphics, Surface};
use crate::display::picture::Picture;
use crate::display::{Affine, DisplayEntry, Drawing, PictureDrawing};

/// How a picture is drawn, as its modifiers say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PictureStyle {
    /// Horizontally and vertically.
    pub(crate) scale: [f64; 2],
    pub(crate) flip: [bool; 2],
    /// Radians, clockwise.
    pub(crate) angle: f64,
    pub(crate) alpha: f64,
    /// Height by width of the picture where it spans its corners.
    pub(crate) aspect: Option<f64>,
    pub(crate) smooth: bool,
}

impl Default for PictureStyle {
    fn default() -> PictureStyle {
        PictureStyle {
            scale: [1.0; 2],
            flip: [false; 2],
            angle: 0.0,
            alpha: 1.0,
            aspect: None,
            smooth: true,
        }
    }
}

/// What was drawn on before a picture is.
#[derive(Clone, Debug)]
pub(super) struct Outer {
    drawings: Vec<DisplayEntry>,
    surface: Surface,
    saved: Vec<Surface>,
}

fn scaled([x, y]: [f64; 2]) -> Affine {
    [x, 0.0, 0.0, y, 0.0, 0.0]
}

fn shifted([x, y]: [f64; 2]) -> Affine {
    [1.0, 0.0, 0.0, 1.0, x, y]
}

fn flips(style: &PictureStyle) -> [f64; 2] {
    style.flip.map(|flipped| if flipped { -1.0 } else { 1.0 })
}

impl Graphics {
    /// Draws a picture around a place of the world, 72 pixels to the unit.
    pub(crate) fn draw_picture_at(
        &mut self,
        picture: &Picture,
        place: [f64; 2],
        style: &PictureStyle,
    ) {
        let size = picture.size().map(f64::from);
        let [x, y] = place;
        let unit = |pixel: [f64; 2], next: [f64; 2]| [next[0] - pixel[0], next[1] - pixel[1]];
        let [now, first] = [self.matrix(), self.initial]
            .map(|matrix| unit(matrix.to_pixel(place), matrix.to_pixel([x + 1.0, y])));
        let grown = now[0].hypot(now[1]) / first[0].hypot(first[1]);
        let turned = first[0].atan2(first[1]) - now[0].atan2(now[1]);
        let factor = self.matrix().scale() / 72.0 * grown;
        let [flip_x, flip_y] = flips(style);
        let [scale_x, scale_y] = style.scale;
        let (sin, cos) = (style.angle + turned).sin_cos();
        let map = [
            shifted(self.to_pixel(place)),
            scaled([scale_x * flip_x * factor, scale_y * flip_y * factor]),
            [cos, sin, -sin, cos, 0.0, 0.0],
            shifted(size.map(|side| -side / 2.0)),
        ];
        self.draw_picture(picture, map.into_iter().rev(), style);
    }

    /// Draws a picture with its lower left and lower right corner at two places of the world, and
    /// the upper left one at the third, or where its own shape wants it.
    pub(crate) fn draw_picture_between(
        &mut self,
        picture: &Picture,
        [left, right]: [[f64; 2]; 2],
        upper: Option<[f64; 2]>,
        style: &PictureStyle,
    ) {
        let size = picture.size().map(f64::from);
        let [width, height] = size;
        let aspect = upper.map_or(height / width, |_| 1.0);
        let aspect = style.aspect.unwrap_or(aspect);
        let upper = upper.unwrap_or([
            left[0] - (right[1] - left[1]),
            left[1] + (right[0] - left[0]),
        ]);
        let [[x, y], [right_x, right_y], [upper_x, upper_y]] =
            [left, right, upper].map(|corner| self.to_pixel(corner));
        let map = [
            [right_x - x, right_y - y, upper_x - x, upper_y - y, x, y],
            scaled([1.0 / width, -aspect / height]),
            shifted([width / 2.0, -height / 2.0]),
            scaled(flips(style)),
            shifted([-width / 2.0, -height / 2.0]),
        ];
        self.draw_picture(picture, map.into_iter().rev(), style);
    }

    /// Draws a picture over the whole canvas.
    pub(crate) fn draw_over_canvas(&mut self, picture: &Picture) {
        let [width, height] = picture.size().map(f64::from);
        let [x, y] = [self.size[0] / width, self.size[1] / height];
        self.draw_picture(
            picture,
            [scaled([x, y])].into_iter(),
            &PictureStyle::default(),
        );
    }

    /// Draws a picture where maps, the innermost first, take it.
    fn draw_picture(
        &mut self,
        picture: &Picture,
        maps: impl Iterator<Item = Affine>,
        style: &PictureStyle,
    ) {
        let map = maps.fold(IDENTITY, |inner, outer| compose(outer, inner));
        let alpha = style.alpha;
        let drawing = PictureDrawing {
            picture: picture.clone(),
            transform: compose(self.surface.map, map),
            // As a canvas: what is no opacity changes nothing.
            alpha: if (0.0..=1.0).contains(&alpha) {
                alpha
            } else {
                1.0
            },
            smooth: style.smooth,
        };
        self.push(Drawing::Picture(drawing));
    }

    /// From now on, a picture is drawn on, which lies with three of its corners (lower left, upper
    /// left, another one) at places of the world: `corners` are these in pixels of the picture.
    /// `None`, and nothing has changed, if the places lie on a line.
    pub(crate) fn enter_picture(
        &mut self,
        places: [[f64; 2]; 3],
        corners: [[f64; 2]; 3],
    ) -> Option<()> {
        let map = affine(places.map(|place| self.to_pixel(place)), corners)?;
        let surface = Surface::new(map);
        self.outer.push(Outer {
            drawings: std::mem::take(&mut self.drawings),
            surface: std::mem::replace(&mut self.surface, surface),
            saved: std::mem::take(&mut self.saved_surfaces),
        });
        Some(())
    }

    /// Ends what [`Graphics::enter_picture`] began: what has been drawn into the picture.
    pub(crate) fn leave_picture(&mut self) -> Vec<Drawing> {
        self.set_clip(Arc::default());
        match self.outer.pop() {
            Some(outer) => {
                self.surface = outer.surface;
                self.saved_surfaces = outer.saved;
                let drawn = std::mem::replace(&mut self.drawings, outer.drawings);
                drawings(drawn)
            }
            None => Vec::new(),
        }
    }

    /// What has been drawn upon the view, also while a picture is drawn on.
    pub(crate) fn on_view(&mut self) -> &mut Vec<DisplayEntry> {
        match self.outer.first_mut() {
            Some(outer) => &mut outer.drawings,
            None => &mut self.drawings,
        }
    }

    /// What has been drawn so far into the picture that is drawn on, `depth` pictures further out.
    pub(crate) fn take_from_picture(&mut self, depth: usize) -> Vec<Drawing> {
        let (list, clip) = match depth.checked_sub(1) {
            None => (&mut self.drawings, &self.surface.clip),
            Some(depth) => {
                let index = self.outer.len().checked_sub(1 + depth);
                match index.and_then(|index| self.outer.get_mut(index)) {
                    Some(outer) => (&mut outer.drawings, &outer.surface.clip),
                    None => return Vec::new(),
                }
            }
        };
        let mut taken = drawings(std::mem::take(list));
        if !clip.is_empty() {
            // A clip lasts as long as a list.
            list.push(DisplayEntry {
                drawing: Drawing::Clip(Arc::clone(clip)),
                term: self.term,
            });
            taken.push(Drawing::Clip(Arc::default()));
        }
        taken
    }
}

/// What was drawn, whatever drew it.
fn drawings(drawn: Vec<DisplayEntry>) -> Vec<Drawing> {
    drawn.into_iter().map(|drawn| drawn.drawing).collect()
}

/// The affine map that takes three places to three others; none if the places lie on a line.
fn affine(places: [[f64; 2]; 3], images: [[f64; 2]; 3]) -> Option<Affine> {
    let spans = |[o, p, q]: [[f64; 2]; 3]| -> Affine {
        [
            p[0] - o[0],
            p[1] - o[1],
            q[0] - o[0],
            q[1] - o[1],
            o[0],
            o[1],
        ]
    };
    let [a, b, c, d, e, f] = spans(places);
    let determinant = a * d - b * c;
    let inverse = [
        d / determinant,
        -b / determinant,
        -c / determinant,
        a / determinant,
        (c * f - d * e) / determinant,
        (b * e - a * f) / determinant,
    ];
    let map = compose(spans(images), inverse);
    map.iter().all(|entry| entry.is_finite()).then_some(map)
}

#[cfg(test)]
mod tests {
    use super::super::path::apply;
    use super::*;

    #[test]
    fn three_places_make_a_map() {
        let places = [[1.0, 2.0], [3.0, 2.5], [-1.0, 7.0]];
        let images = [[0.0, 10.0], [20.0, 10.0], [0.0, 0.0]];
        let map = affine(places, images).expect("they are not on a line");
        for (place, image) in places.into_iter().zip(images) {
            let [x, y] = apply(map, place);
            assert!((x - image[0]).hypot(y - image[1]) < 1e-9);
        }
        assert_eq!(affine([[0.0; 2], [1.0; 2], [2.0; 2]], images), None);
    }
}
