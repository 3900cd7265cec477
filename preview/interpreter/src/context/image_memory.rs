//! The memory that there is for all images of an applet.

/// The memory that all images of an applet may take together, in bytes: those of its page, those
/// that its scripts make, and their copies on the graphics card.
pub const IMAGE_BUDGET: u64 = 2 << 30;

/// The memory that an image from a file takes, in bytes: four a pixel as it was read, for the
/// graphics card, and there in smaller sizes.
pub(crate) fn file_bytes(size: [u32; 2]) -> u64 {
    12 * pixels(size)
}

/// The memory that an image takes which colorplots paint, in bytes: four floats a pixel.
pub(crate) fn canvas_bytes(size: [u32; 2]) -> u64 {
    16 * pixels(size)
}

fn pixels([width, height]: [u32; 2]) -> u64 {
    u64::from(width) * u64::from(height)
}

/// The message about an image that is too large beside the others.
pub(crate) fn no_room([width, height]: [u32; 2], bytes: u64, left: u64) -> String {
    let [bytes, left, all] = [bytes, left, IMAGE_BUDGET].map(|bytes| bytes.div_ceil(1 << 20));
    format!(
        "too large: {width} × {height} pixels take {bytes} MB, but there is room for {left} MB: all images of a \
         page together may take {all} MB; make it smaller, or leave out another"
    )
}

/// The memory that there is for images, in bytes. They are refused before they are decoded.
#[derive(Clone, Debug)]
pub struct ImageMemory {
    left: u64,
    /// The bytes taken so far, those of a refused image included.
    pub taken: u64,
    /// True if an image was refused.
    pub refused: bool,
}

impl Default for ImageMemory {
    /// For all images of a page.
    fn default() -> ImageMemory {
        ImageMemory::of(IMAGE_BUDGET)
    }
}

impl ImageMemory {
    /// A budget in bytes.
    #[must_use]
    pub fn of(left: u64) -> ImageMemory {
        ImageMemory {
            left,
            taken: 0,
            refused: false,
        }
    }

    /// Takes a picture of this size in.
    ///
    /// # Errors
    /// There is no room for it; what to do in one line.
    pub fn take(&mut self, size: [u32; 2]) -> Result<(), String> {
        let bytes = file_bytes(size);
        self.taken = self.taken.saturating_add(bytes);
        if self.taken > self.left {
            self.refused = true;
            let before = self.taken - bytes;
            return Err(no_room(size, bytes, self.left.saturating_sub(before)));
        }
        Ok(())
    }

    /// Checks for room without taking it.
    ///
    /// # Errors
    /// As [`ImageMemory::take`].
    pub fn look(&mut self, size: [u32; 2]) -> Result<(), String> {
        self.take(size)?;
        self.taken -= file_bytes(size);
        Ok(())
    }
}
