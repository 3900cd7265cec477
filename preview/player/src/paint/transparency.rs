//! Areas of a colour that lets what is below shine through, as browsers paint them.
//!
//! The rasteriser rounds up what it leaves of the colour below, and each layer is a little too
//! bright; layers come by the hundred where a picture is made of them. Browsers round down, as
//! Skia's `SkPMSrcOver` does; by how much, and how colours become bytes, is measured against CindyJS
//! (`tests.rs`).

use cindyscript_interpreter::display::Colour;
use tiny_skia::{FillRule, Mask, Path, Pixmap, PremultipliedColorU8, Transform};

/// A colour, multiplied with its opacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Translucent([u8; 4]);

impl Translucent {
    /// The colour, unless it is opaque.
    pub(super) fn new(colour: &Colour) -> Option<Translucent> {
        // `as` saturates, and takes NaN for 0.
        let [r, g, b, alpha] = colour.map(|part| (part * 255.0 + 0.5).floor() as u8);
        let part = |part: u8| scaled(part, alpha);
        (alpha < 255).then(|| Translucent([part(r), part(g), part(b), alpha]))
    }

    /// Paints an area; with a clip, what of it lies in that.
    pub(super) fn fill(
        self,
        pixmap: &mut Pixmap,
        area: &Path,
        rule: FillRule,
        clip: Option<&Mask>,
    ) -> Option<()> {
        let bounds = area.bounds();
        let edge = |place: f32, limit: u32| (place.max(0.0) as u32).min(limit);
        let (width, height) = (pixmap.width(), pixmap.height());
        let (left, top) = (edge(bounds.left(), width), edge(bounds.top(), height));
        let right = edge(bounds.right().ceil(), width);
        let bottom = edge(bounds.bottom().ceil(), height);
        let size = [right.checked_sub(left)?, bottom.checked_sub(top)?];
        let mut mask = Mask::new(size[0], size[1])?;
        let here = Transform::from_translate(-(left as f32), -(top as f32));
        mask.fill_path(area, rule, true, here);
        let row = |y: u32, width: u32| (y as usize * width as usize, width as usize);
        for (y, shares) in mask.data().chunks_exact(size[0] as usize).enumerate() {
            let (start, _) = row(top + y as u32, width);
            let span = start + left as usize..start + right as usize;
            let clips = clip.and_then(|clip| clip.data().get(span.clone()));
            let pixels = pixmap.pixels_mut().get_mut(span)?;
            for (x, (pixel, share)) in pixels.iter_mut().zip(shares).enumerate() {
                let share = match clips.and_then(|clips| clips.get(x)) {
                    Some(clip) => scaled(*share, *clip),
                    None => *share,
                };
                if share > 0 {
                    *pixel = self.over(*pixel, share);
                }
            }
        }
        Some(())
    }

    /// What becomes of a pixel of which a share is covered.
    fn over(self, below: PremultipliedColorU8, share: u8) -> PremultipliedColorU8 {
        let share = u32::from(share) + 1;
        let [r, g, b, a] = self.0.map(|part| (u32::from(part) * share) >> 8);
        let rest = 256 - a;
        let mixed =
            |above: u32, below: u8| (above + ((u32::from(below) * rest) >> 8)).min(255) as u8;
        let alpha = mixed(a, below.alpha());
        let part = |above, below| mixed(above, below).min(alpha);
        let mixed = PremultipliedColorU8::from_rgba(
            part(r, below.red()),
            part(g, below.green()),
            part(b, below.blue()),
            alpha,
        );
        mixed.unwrap_or(below)
    }
}

/// A product of two numbers of which 255 is 1, rounded.
fn scaled(a: u8, b: u8) -> u8 {
    ((u32::from(a) * u32::from(b) + 127) / 255) as u8
}
