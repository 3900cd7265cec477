//! Images: which of them a program reads, and how it reads them.
//!
//! An image is a number at the pixel, its place among the textures, so that scripts can hand it to
//! functions and choose between two. Where the number is known, the texture is read directly.

use std::fmt::Write as _;

use cindyscript_hir::types::Type;
use cindyscript_pixel::{ImageFrame, PixelProgram, Sample, Setting, UniformId};

use crate::library::Library;

/// The most images that a program can read: what every device has at least.
pub const MAX_IMAGES: usize = 16;

/// The samplers, in the order of their bindings: blending and not, clamped to the edges and tiled.
pub(crate) const SAMPLERS: [&str; 4] = [
    "image_edges",
    "image_tiles",
    "image_pixel_edges",
    "image_pixel_tiles",
];

/// Who blends the pixels of textures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Filtering {
    /// The device.
    #[default]
    Device,
    /// The shader: for devices that cannot filter textures of 32 bit floats. Smaller sizes of
    /// images are not seen then.
    Shader,
}

/// A texture that a program reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageSlot {
    /// Its place in `Plot::uniforms`: the value there is the image's name,
    pub source: usize,
    /// or a list of names, of which this is the one.
    pub element: usize,
    /// Whether smaller sizes of it are wanted as well.
    pub mipmap: bool,
}

/// The textures of a program.
#[derive(Debug, Default)]
pub(crate) struct Images {
    pub(crate) slots: Vec<ImageSlot>,
    /// The first slot of each uniform, where it names images.
    first: Vec<Option<usize>>,
    /// Whether a list names more images than there can be.
    pub(crate) too_many: bool,
}

impl Images {
    pub(crate) fn of(program: &PixelProgram) -> Images {
        let mut images = Images::default();
        for uniform in &program.uniforms {
            let count = match &uniform.ty {
                Type::String => 1,
                ty => match ty.sized_list() {
                    Some((len, Type::String)) => len as usize,
                    _ => 0,
                },
            };
            let known = images
                .slots
                .iter()
                .position(|slot| slot.source == uniform.source);
            let first = known.unwrap_or(images.slots.len());
            images.first.push((count > 0).then_some(first));
            images.too_many |= first + count > MAX_IMAGES;
            if known.is_none() && !images.too_many {
                images.slots.extend((0..count).map(|element| ImageSlot {
                    source: uniform.source,
                    element,
                    mipmap: false,
                }));
            }
        }
        images
    }

    /// The first slot of a uniform that names images.
    pub(crate) fn first(&self, uniform: UniformId) -> Option<usize> {
        self.first.get(uniform.index()).copied().flatten()
    }

    /// The declaration of the textures; empty if there are none.
    pub(crate) fn wgsl(&self) -> String {
        if self.slots.is_empty() {
            return String::new();
        }
        let mut text = "\n".to_owned();
        for (binding, name) in SAMPLERS.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "@group(1) @binding({binding}) var {name}: sampler;");
        }
        let (count, sizes) = (self.slots.len(), SAMPLERS.len());
        let _ = writeln!(
            text,
            "@group(1) @binding({sizes}) var<uniform> image_sizes: array<vec4f, {count}>;"
        );
        for slot in 0..count {
            let binding = sizes + 1 + slot;
            let _ = writeln!(
                text,
                "@group(1) @binding({binding}) var image{slot}: texture_2d<f32>;"
            );
        }
        text
    }
}

/// How it is said where an image lies: see [`ImageFrame`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Placed {
    View,
    Corners,
    Unit,
}

/// How an image is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mode {
    pub(crate) frame: Placed,
    pub(crate) interpolate: bool,
    pub(crate) repeat: bool,
    pub(crate) mipmap: bool,
}

impl Mode {
    /// The modes that a sample may be read in, by the values of what is computed: the first
    /// computed setting counts most.
    pub(crate) fn all(sample: &Sample) -> Vec<Mode> {
        let values = |setting| match setting {
            Setting::Known(value) => vec![value],
            Setting::Computed(_) => vec![false, true],
        };
        let frame = match sample.frame {
            ImageFrame::View => Placed::View,
            ImageFrame::Corners(_) => Placed::Corners,
            ImageFrame::Unit => Placed::Unit,
        };
        let mut modes = Vec::new();
        for interpolate in values(sample.interpolate) {
            for repeat in values(sample.repeat) {
                for mipmap in values(sample.mipmap) {
                    modes.push(Mode {
                        frame,
                        interpolate,
                        repeat,
                        mipmap,
                    });
                }
            }
        }
        modes
    }

    /// The name of a function that reads images in this mode.
    fn name(self, image: &str) -> String {
        let how = match (self.mipmap, self.interpolate) {
            (true, true) => "blend",
            (true, false) => "pixel_blend",
            (false, true) => "colour",
            (false, false) => "pixel",
        };
        let tiled = if self.repeat { "_tiled" } else { "" };
        let frame = match self.frame {
            Placed::View => "_of_view",
            Placed::Corners => "",
            Placed::Unit => "_of_unit",
        };
        format!("{image}_{how}{tiled}{frame}")
    }

    /// What such a function is told besides the image: names, and types.
    fn parameters(self) -> (&'static str, &'static str) {
        if self.frame == Placed::Corners {
            (
                "left, right, place",
                "left: vec2f, right: vec2f, place: vec2f",
            )
        } else {
            ("place", "place: vec2f")
        }
    }

    /// The function that reads a slot: from the lower left and lower right corner, where they are
    /// given, and a place, all `vec2f`, to a `vec4f`.
    pub(crate) fn reader(self, slot: usize, filtering: Filtering, library: &mut Library) -> String {
        let image = format!("image{slot}");
        let name = self.name(&image);
        // From a uniform: to ask the texture takes as long as a sample.
        library.define(&name, |library| {
            let (arguments, parameters) = self.parameters();
            let mut within = |function| {
                let function = library.require(function);
                format!("{function}(size, {arguments})")
            };
            let at = match self.frame {
                Placed::View => within("image_at_view"),
                Placed::Corners => within("image_at"),
                Placed::Unit => arguments.to_owned(),
            };
            let body = self.body(&image, filtering, library);
            format!(
                "\nfn {name}({parameters}) -> vec4f {{\n    \
                 let size = image_sizes[{slot}].xy;\n    \
                 let at = {at};\n{body}}}\n"
            )
        });
        name
    }

    /// The function that reads the slot whose number is its first parameter.
    pub(crate) fn any_reader(
        self,
        slots: usize,
        filtering: Filtering,
        library: &mut Library,
    ) -> String {
        let name = self.name("images");
        library.define(&name, |library| {
            let (arguments, parameters) = self.parameters();
            let mut cases = String::new();
            for slot in 0..slots {
                let reader = self.reader(slot, filtering, library);
                let _ = writeln!(
                    cases,
                    "        case {slot}: {{ return {reader}({arguments}); }}"
                );
            }
            format!(
                "\nfn {name}(image: i32, {parameters}) -> vec4f {{\n    \
                 switch image {{\n{cases}        default: {{ return vec4f(); }}\n    }}\n}}\n"
            )
        });
        name
    }

    fn body(self, image: &str, filtering: Filtering, library: &mut Library) -> String {
        let outside = if self.repeat {
            ""
        } else {
            // Not for NaN.
            "    if !all(abs(at - 0.5) <= vec2f(0.5)) {\n        return vec4f();\n    }\n"
        };
        let [blending_edges, blending_tiles, edges, tiles] = SAMPLERS;
        let sampler = match (self.interpolate, self.repeat) {
            (true, false) => blending_edges,
            (true, true) => blending_tiles,
            (false, false) => edges,
            (false, true) => tiles,
        };
        // Rows come from the top, places from the bottom. Between two rows it is the upper one, as
        // between two columns the right one.
        let (top, from) = if self.interpolate {
            ("", "1.0")
        } else {
            ("    let top = 1.0 - 0.00390625 / size.y;\n", "top")
        };
        if self.mipmap && filtering == Filtering::Device {
            // The derivatives are those of all pixels, also of those outside.
            return format!(
                "{top}    let colour = textureSample({image}, {sampler}, vec2f(at.x, {from} - at.y));\n\
                 {outside}    return colour;\n"
            );
        }
        if !self.interpolate {
            return format!(
                "{outside}{top}    \
                 return textureSampleLevel({image}, {sampler}, vec2f(at.x, {from} - at.y), 0.0);\n"
            );
        }
        if filtering == Filtering::Device {
            return format!(
                "{outside}    \
                 return textureSampleLevel({image}, {sampler}, vec2f(at.x, 1.0 - at.y), 0.0);\n"
            );
        }
        let at = if self.repeat { "fract(at)" } else { "at" };
        let wrap = if self.repeat {
            library.require("image_wrap")
        } else {
            library.require("image_clamp")
        };
        let texel = |offset: &str| format!("textureLoad({image}, {wrap}(corner{offset}, size), 0)");
        format!(
            "{outside}    let inside = {at};\n    \
             let centre = vec2f(inside.x, 1.0 - inside.y) * size - 0.5;\n    \
             let corner = floor(centre);\n    let part = centre - corner;\n    \
             let upper = mix({}, {}, part.x);\n    let lower = mix({}, {}, part.x);\n    \
             return mix(upper, lower, part.y);\n",
            texel(""),
            texel(" + vec2f(1.0, 0.0)"),
            texel(" + vec2f(0.0, 1.0)"),
            texel(" + 1.0"),
        )
    }
}
