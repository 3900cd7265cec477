//! The images of an applet, by name.

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::display::Drawing;
use crate::draw::weight;
use crate::host::Host;
use crate::picture::Picture;

/// A picture drawn upon more than this is painted at the end of the frame, seen or not: what it is
/// made of must not grow from frame to frame.
const MAX_UNPAINTED: usize = 100_000;

/// The images of an applet. What a name means can change: pictures cannot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Images {
    by_name: FxHashMap<SmolStr, Image>,
    /// The names, in the order in which they came.
    names: Vec<SmolStr>,
}

#[derive(Clone, Debug)]
struct Image {
    /// Or why there is none.
    picture: Result<Picture, String>,
    /// What has been drawn upon the picture since.
    pending: Vec<Drawing>,
    /// How much has been drawn since the picture was last known to be painted.
    weight: usize,
}

impl Images {
    /// Sets what a name means.
    pub(crate) fn set(&mut self, name: &str, picture: Result<Picture, String>) {
        let image = Image {
            picture,
            pending: Vec::new(),
            weight: 0,
        };
        if self.by_name.insert(name.into(), image).is_none() {
            self.names.push(name.into());
        }
    }

    /// The names, in the order in which they came.
    pub(crate) fn names(&self) -> &[SmolStr] {
        &self.names
    }

    /// What the image of a name shows now, or why there is none.
    pub(crate) fn picture(&mut self, name: &str) -> Result<Picture, String> {
        let Some(image) = self.by_name.get_mut(name) else {
            return Err(format!("there is no image `{name}`"));
        };
        let picture = match &mut image.picture {
            Ok(picture) => picture,
            Err(reason) => return Err(format!("`{name}`: {reason}")),
        };
        if !image.pending.is_empty() {
            let drawings = std::mem::take(&mut image.pending);
            image.weight += drawings.iter().map(weight).sum::<usize>();
            *picture = picture.drawn(drawings);
        }
        Ok(picture.clone())
    }

    /// Draws upon an image, after what was drawn before.
    pub(crate) fn draw(&mut self, name: &str, drawings: impl IntoIterator<Item = Drawing>) {
        if let Some(image) = self.by_name.get_mut(name) {
            image.pending.extend(drawings);
        }
    }

    /// At the end of a frame: what has grown much is painted.
    pub(crate) fn settle(&mut self, host: &dyn Host) {
        let Images { by_name, names } = self;
        for name in names.iter() {
            let Some(image) = by_name.get_mut(name) else {
                continue;
            };
            let Ok(picture) = &mut image.picture else {
                continue;
            };
            if !image.pending.is_empty() {
                let drawings = std::mem::take(&mut image.pending);
                image.weight += drawings.iter().map(weight).sum::<usize>();
                *picture = picture.drawn(drawings);
            }
            if image.weight > MAX_UNPAINTED {
                // Asking for pixels paints it; they are not needed here.
                drop(host.pixels(picture));
                image.weight = 0;
            }
        }
    }
}
