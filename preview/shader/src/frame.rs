//! What every colorplot is told about the frame that it paints.

use crate::repr::{DoubleFormat, halves};

/// The contents of group 0, binding 0: a uniform buffer of [`FrameUniforms::SIZE`] bytes.
///
/// In WGSL:
///
/// ```wgsl
/// struct Frame {
///     world_x: vec4f,    // (a, b, c, _): world x = a * pixel.x + b * pixel.y + c
///     world_y: vec4f,    // the same for world y; the fourth parts: a pixel, see `to_bytes_at`
///     resolution: vec2f, // the target, in pixels
///     seed: u32,         // of random(), another one each frame
///     nan: f32,          // what is no number: compilers reject constants that are none
///     view: vec4f,       // lower left and lower right corner of the view, in the world
///     low_x: vec3f,      // what (a, b, c) of world_x lack as f32
///     zero: u32,         // 0, which compilers do not know
///     low_y: vec3f,      // the same as low_x for world_y
///     exact: array<vec2<f64>, 3>, // a, b and c, each of both world_x and world_y
/// }
/// ```
///
/// `exact` stands only in modules of [`Precision::Native`](crate::Precision::Native).
///
/// `pixel` is `@builtin(position)`: in pixels, y down from the target's upper left corner, the
/// centre of the first pixel at (0.5, 0.5).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameUniforms {
    /// `[a, b, c]`: the world's x is `a * pixel.x + b * pixel.y + c`.
    pub world_x: [f64; 3],
    /// `[a, b, c]`: the world's y is `a * pixel.x + b * pixel.y + c`.
    pub world_y: [f64; 3],
    /// Width and height of the target in pixels.
    pub resolution: [f64; 2],
    /// The seed of this frame's random numbers.
    pub seed: u32,
    /// The lower left and the lower right corner of the view, in the world: those of images that
    /// lie nowhere else.
    pub view: [[f64; 2]; 2],
}

impl FrameUniforms {
    /// The size of the buffer in bytes.
    pub const SIZE: usize = 144;

    /// What comes before the numbers in f64.
    const SINGLES: usize = 96;

    /// The buffer's contents.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Self::SIZE] {
        self.to_bytes_at([0.0; 2])
    }

    /// The buffer's contents for a module that paints [numbers](crate::ModuleOutput::Numbers) of a pixel,
    /// which lies there in the target of the colorplot; of others, the pixel is the target's upper left
    /// corner in the picture that it is a part of.
    #[must_use]
    pub fn to_bytes_at(&self, pixel: [f64; 2]) -> [u8; Self::SIZE] {
        let [x, y] = pixel;
        let [ax, bx, cx] = self.world_x;
        let [ay, by, cy] = self.world_y;
        let [width, height] = self.resolution;
        let reals = [ax, bx, cx, x, ay, by, cy, y, width, height];
        let bits = |real: f64| (real as f32).to_bits();
        let low = |real: f64| halves(real)[1].to_bits();
        let words = reals
            .map(bits)
            .into_iter()
            .chain([self.seed, f32::NAN.to_bits()])
            .chain(self.view.into_iter().flatten().map(bits))
            .chain([ax, bx, cx, 0.0, ay, by, cy].map(low));
        let mut bytes = [0; Self::SIZE];
        let (singles, exact) = bytes.split_at_mut(Self::SINGLES);
        for (chunk, word) in singles.chunks_exact_mut(4).zip(words) {
            chunk.copy_from_slice(&word.to_le_bytes());
        }
        for (chunk, number) in exact.chunks_exact_mut(8).zip([ax, ay, bx, by, cx, cy]) {
            chunk.copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }
}

/// The declaration that every module begins with.
pub(crate) fn wgsl(format: DoubleFormat) -> String {
    let exact = match format {
        DoubleFormat::Pair => "",
        DoubleFormat::Native => "    exact: array<vec2<f64>, 3>,\n",
    };
    format!(
        "struct Frame {{{MEMBERS}{exact}}}\n\n\
         @group(0) @binding(0) var<uniform> frame: Frame;\n"
    )
}

const MEMBERS: &str = "
    world_x: vec4f,
    world_y: vec4f,
    resolution: vec2f,
    seed: u32,
    nan: f32,
    view: vec4f,
    low_x: vec3f,
    zero: u32,
    low_y: vec3f,
";
