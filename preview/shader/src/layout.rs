//! Where the values that come from the CPU lie in their buffer.

/// How the buffer of a [`UniformLayout`] is bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binding {
    /// A uniform buffer.
    Uniform,
    /// A read-only storage buffer: more than [`UniformLayout::UNIFORM_LIMIT`] bytes.
    Storage,
}

/// The layout of group 0, binding 1: the values of `PixelProgram::uniforms`.
#[derive(Clone, Debug, PartialEq)]
pub struct UniformLayout {
    size: usize,
    binding: Binding,
    slots: Vec<Slot>,
}

/// Where one uniform lies.
#[derive(Clone, Debug, PartialEq)]
struct Slot {
    /// In bytes.
    offset: usize,
    leaf: Leaf,
    /// How many leaves: 1, or the numbers in a list that is no vector.
    leaves: usize,
    /// From one leaf to the next, in bytes.
    stride: usize,
}

/// The smallest part of a value that is one vector or scalar in WGSL.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Leaf {
    scalar: LeafScalar,
    /// Scalars in it, 1 to 4.
    lanes: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LeafScalar {
    /// As u32, 0 or 1.
    Boolean,
    Int,
    Real,
    /// Real and imaginary part of one number are two lanes.
    Complex,
}

impl UniformLayout {
    /// Buffers of more bytes than this are bound as storage: what every device offers for uniform
    /// buffers.
    pub const UNIFORM_LIMIT: usize = 16 * 1024;

    /// The size of the buffer in bytes, a multiple of 16 and never 0.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// How the buffer is bound.
    #[must_use]
    pub fn binding(&self) -> Binding {
        self.binding
    }

    /// Writes the value of one uniform, by its place in `PixelProgram::uniforms`, into the
    /// buffer's contents, which are lengthened to [`size`](Self::size) if they are shorter.
    ///
    /// The value comes flattened, depth first, as (re, im) for each number; booleans are 0 and 1.
    /// Reals become f32, NaN and infinities included; ints saturate at the ends of i32, NaN is 0.
    /// Numbers too many are ignored, numbers too few are 0, and so is a uniform that does not
    /// exist.
    pub fn write(&self, bytes: &mut Vec<u8>, uniform: usize, flattened: &[[f64; 2]]) {
        if bytes.len() < self.size {
            bytes.resize(self.size, 0);
        }
        let Some(slot) = self.slots.get(uniform) else { return };
        let mut numbers = flattened.iter().copied();
        for index in 0..slot.leaves {
            let start = slot.offset + index * slot.stride;
            let mut words = [0u32; 4];
            match slot.leaf.scalar {
                LeafScalar::Complex => {
                    let [re, im] = numbers.next().unwrap_or_default();
                    words[..2].copy_from_slice(&[(re as f32).to_bits(), (im as f32).to_bits()]);
                }
                scalar => {
                    for word in &mut words[..slot.leaf.lanes] {
                        let [re, _] = numbers.next().unwrap_or_default();
                        *word = match scalar {
                            LeafScalar::Boolean => u32::from(re != 0.0),
                            LeafScalar::Int => (re.round() as i32).cast_unsigned(),
                            LeafScalar::Real | LeafScalar::Complex => (re as f32).to_bits(),
                        };
                    }
                }
            }
            for (lane, word) in words.iter().take(slot.leaf.lanes).enumerate() {
                let at = start + 4 * lane;
                if let Some(target) = bytes.get_mut(at..at + 4) {
                    target.copy_from_slice(&word.to_le_bytes());
                }
            }
        }
    }
}
