//! Colorplots that go on from the last frame: they read images as it left them, and paint them.

use crate::display::picture::Picture;
use crate::value::text::Text;

/// The images that colorplots into images read and paint in one frame.
#[derive(Clone, Debug, Default)]
pub(crate) struct Feedback {
    /// Those that were read as the last frame left them.
    read: Vec<Text>,
    painted: Vec<Text>,
    /// True if one of them was read so, and painted afterwards.
    pub(crate) is_found: bool,
}

impl Feedback {
    /// Notes a colorplot into an image.
    pub(crate) fn note(&mut self, target: &Text, read: &[(Text, Picture)]) {
        for (name, _) in read {
            if !self.painted.contains(name) && !self.read.contains(name) {
                self.read.push(name.clone());
            }
        }
        self.is_found |= self.read.contains(target);
        if !self.painted.contains(target) {
            self.painted.push(target.clone());
        }
    }
}
