//! Text: embedded fonts, so that every machine shows the same.

use std::sync::{Arc, LazyLock};

use ab_glyph::{Font, FontRef, Glyph, OutlineCurve, PxScale, ScaleFont, point};
use cindyscript_interpreter::display::{Path, Segment, TextDrawing, TextExtent, TextStyle};

/// Fonts for text, the next one for what the one before lacks.
/// Clones are cheap.
#[derive(Clone, Debug)]
pub struct Fonts {
    faces: Arc<[FontRef<'static>]>,
}

/// A line of text, laid out.
#[derive(Clone, Debug, Default)]
pub struct Line {
    glyphs: Vec<(usize, Glyph)>,
    /// How far the next line of text would begin to the right, in pixels.
    pub width: f32,
}

impl Default for Fonts {
    fn default() -> Fonts {
        // Read once.
        static FACES: LazyLock<Arc<[FontRef<'static>]>> = LazyLock::new(|| {
            // Hack has the wider choice of mathematical letters and the clearer figures.
            let files = [
                epaint_default_fonts::UBUNTU_LIGHT,
                epaint_default_fonts::HACK_REGULAR,
            ];
            let faces = files.iter().map(|file| FontRef::try_from_slice(file));
            faces.filter_map(Result::ok).collect()
        });
        Fonts {
            faces: Arc::clone(&FACES),
        }
    }
}

impl Fonts {
    /// Lays a line out; control characters become spaces. `size` is the height of the em in
    /// pixels.
    pub fn line(&self, text: &str, size: f32) -> Line {
        let mut line = Line::default();
        let mut previous = None;
        for c in text.chars() {
            let c = if c.is_control() { ' ' } else { c };
            let Some((index, face)) = self.face(c) else {
                continue;
            };
            let scaled = face.as_scaled(self.scale(face, size));
            let id = scaled.glyph_id(c);
            if let Some((before, last)) = previous
                && before == index
            {
                line.width += scaled.kern(last, id);
            }
            let position = point(line.width, 0.0);
            line.glyphs
                .push((index, id.with_scale_and_position(scaled.scale(), position)));
            line.width += scaled.h_advance(id);
            previous = Some((index, id));
        }
        line
    }

    /// Lays a line out, shortened by `…` if it would be wider than `width`.
    pub fn line_within(&self, text: &str, size: f32, width: f32) -> Line {
        let all = self.line(text, size);
        if all.width <= width {
            return all;
        }
        let chars: Vec<char> = text.chars().collect();
        let shortened = |count: usize| {
            let kept: String = chars.iter().take(count).collect();
            self.line(&format!("{}…", kept.trim_end()), size)
        };
        // The largest count that fits; more characters are never narrower.
        let (mut fits, mut too_long) = (0, chars.len());
        while too_long - fits > 1 {
            let middle = fits.midpoint(too_long);
            if shortened(middle).width <= width {
                fits = middle;
            } else {
                too_long = middle;
            }
        }
        shortened(fits)
    }

    /// Calls `cover` with each pixel that the line touches, relative to the left end of its
    /// baseline at `origin`, and how much of it is covered, 0 to 1.
    pub fn draw(&self, line: &Line, origin: [f32; 2], mut cover: impl FnMut([i32; 2], f32)) {
        for (index, glyph) in &line.glyphs {
            let Some(face) = self.faces.get(*index) else {
                continue;
            };
            let mut glyph = glyph.clone();
            glyph.position += point(origin[0], origin[1]);
            let Some(outline) = face.outline_glyph(glyph) else {
                continue;
            };
            let corner = outline.px_bounds().min;
            let (left, top) = (corner.x as i32, corner.y as i32);
            outline.draw(|x, y, coverage| cover([left + x as i32, top + y as i32], coverage));
        }
    }

    /// The room that a line of text takes.
    pub fn extent(&self, text: &str, style: &TextStyle) -> TextExtent {
        let line = self.line(text, style.size as f32);
        let em = |face: &FontRef<'_>| f64::from(face.units_per_em().unwrap_or(1.0));
        let part = |measure: fn(&FontRef<'static>) -> f32| {
            let first = self.faces.first();
            first.map_or(0.0, |face| style.size * f64::from(measure(face)) / em(face))
        };
        TextExtent {
            width: f64::from(line.width),
            ascent: part(Font::ascent_unscaled),
            descent: -part(Font::descent_unscaled),
        }
    }

    /// The outlines of a text, in pixels.
    pub fn path(&self, text: &TextDrawing) -> Path {
        let line = self.line(&text.text, text.style.size as f32);
        let (sin, cos) = text.angle.sin_cos();
        let [left, baseline] = text.origin;
        let mut segments = Vec::new();
        for (index, glyph) in &line.glyphs {
            let outline = self
                .faces
                .get(*index)
                .and_then(|face| Some((face, face.outline(glyph.id)?)));
            let Some((face, outline)) = outline else {
                continue;
            };
            let scale = text.style.size / f64::from(face.units_per_em().unwrap_or(1.0));
            let place = |p: ab_glyph::Point| {
                let x = f64::from(glyph.position.x) + f64::from(p.x) * scale;
                let y = f64::from(p.y) * scale;
                [left + x * cos - y * sin, baseline - x * sin - y * cos]
            };
            let mut pen = None;
            for curve in outline.curves {
                let (from, to, segment) = match curve {
                    OutlineCurve::Line(a, b) => (a, b, Segment::Line(place(b))),
                    OutlineCurve::Quad(a, b, c) => (a, c, Segment::Quadratic(place(b), place(c))),
                    OutlineCurve::Cubic(a, b, c, d) => {
                        (a, d, Segment::Cubic(place(b), place(c), place(d)))
                    }
                };
                if pen != Some(from) {
                    segments.push(Segment::Move(place(from)));
                }
                segments.push(segment);
                pen = Some(to);
            }
        }
        Path { segments }
    }

    fn face(&self, c: char) -> Option<(usize, &FontRef<'static>)> {
        let has = |face: &FontRef<'_>| face.glyph_id(c).0 != 0;
        let index = self.faces.iter().position(has).unwrap_or(0);
        Some((index, self.faces.get(index)?))
    }

    /// From the height of the em, which is what CSS calls the size, to ab_glyph's, which is the
    /// height of a line.
    fn scale(&self, face: &FontRef<'_>, size: f32) -> PxScale {
        let em = face.units_per_em().unwrap_or(1.0);
        PxScale::from(size * face.height_unscaled() / em)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_grow_with_text_and_size() {
        let fonts = Fonts::default();
        let width = |text: &str, size| fonts.line(text, size).width;
        assert!(width("AB", 16.0) > width("A", 16.0));
        assert!((width("AB", 32.0) / width("AB", 16.0) - 2.0).abs() < 0.05);
        assert!(width("→∞π", 16.0) > 10.0);
    }

    #[test]
    fn long_lines_are_shortened_to_fit() {
        let fonts = Fonts::default();
        let text = "a rather long sentence about what is wrong in line 12";
        for width in [0.0, 10.0, 60.0, 200.0] {
            let line = fonts.line_within(text, 14.0, width);
            assert!(
                line.width <= width.max(fonts.line("…", 14.0).width),
                "{width}"
            );
        }
        assert!(fonts.line_within(text, 14.0, 1e4).glyphs.len() == text.len());
    }

    #[test]
    fn glyphs_lie_above_the_baseline() {
        let fonts = Fonts::default();
        let mut lowest = i32::MIN;
        fonts.draw(&fonts.line("AB", 20.0), [5.0, 30.0], |[_, y], coverage| {
            if coverage > 0.5 {
                lowest = lowest.max(y);
            }
        });
        assert!((27..=30).contains(&lowest), "{lowest}");
    }
}
