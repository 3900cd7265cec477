//! A compiled colorplot, and how it is bound and drawn.

mod written_out;

use std::borrow::Cow;
use std::error::Error;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;

use cindyscript_hir::program::TermId;
use cindyscript_pixel::{PixelProgram, fold};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use rayon_core::{ThreadPool, ThreadPoolBuilder};

use crate::emit::budget::TOO_MANY_CALLS;
use crate::emit::{ModuleText, Refusal, emit};
use crate::error::ShaderError;
use crate::image::{Filtering, ImageSlot, Images, MAX_IMAGES};
use crate::iteration::PolynomialIteration;
use crate::layout::UniformLayout;
use crate::options::{ModuleOptions, ModuleOutput, WrittenOut};
use crate::promotion::{Promoted, has};
use crate::repr::{DoubleFormat, Precision, Repr};
use crate::span::SpanMap;
use crate::usage::Usage;

/// The names of the entry points.
pub mod entry {
    /// The vertex shader: draw 3 vertices as a triangle list, without vertex buffers; the triangle
    /// covers the whole target. A colorplot of a rectangle is drawn with a scissor rectangle.
    pub const VERTEX: &str = "vertex";
    /// The fragment shader for the canvas: rgba as computed, each component in 0..1, and 0
    /// where it is NaN. Blend with (one, one minus source alpha): as in CindyGL, red, green and
    /// blue are taken as multiplied with alpha.
    pub const CANVAS: &str = "canvas";
    /// The fragment shader for images that programs read again: rgba as computed, neither
    /// clamped nor multiplied. No blending.
    pub const IMAGE: &str = "image";
    /// The only fragment shader of a module for [`ModuleOutput::Numbers`](crate::ModuleOutput::Numbers).
    pub const NUMBERS: &str = "numbers";
}

/// A colorplot, ready to become a pipeline.
///
/// Bind group 0, all for the fragment stage, neither with a dynamic offset:
///
/// | binding | type | contents |
/// |---|---|---|
/// | 0 | uniform buffer, [`FrameUniforms::SIZE`](crate::FrameUniforms::SIZE) bytes | [`FrameUniforms`](crate::FrameUniforms) |
/// | 1 | [`UniformLayout::binding`], [`UniformLayout::size`] bytes | the program's uniforms |
///
/// Binding 1 belongs to the layout even where a program has no uniforms and its text does not
/// mention it. Bind group 1, only where [`images`](ShaderText::images) has slots:
///
/// | binding | type | contents |
/// |---|---|---|
/// | 0 | sampler | linear, clamped to the edges |
/// | 1 | sampler | linear, repeating |
/// | 2 | sampler | nearest, clamped to the edges |
/// | 3 | sampler | nearest, repeating |
/// | 4 | uniform buffer, 16 bytes a slot | width and height of its texture in pixels, then 0, 0, as f32 |
/// | 5 + n | 2D float texture | slot n: not multiplied with alpha, rows from the top |
///
/// The first two samplers filter, all of them between the sizes of an image, and so must the textures be
/// filterable, unless the module was made with [`Filtering::Shader`]. The entry points are in [`entry`].
///
/// The position of a pixel is computed from `@builtin(position)` and
/// [`FrameUniforms`](crate::FrameUniforms), as precisely as its [`Precision`].
///
/// In [`Precision::Double`] and [`Precision::Native`], colours and random numbers are computed in single
/// precision all the same, and so is what nothing that loses digits depends on: [`Promoted`]. In the former
/// the range of numbers is that of f32, and those below 1e-23 lose digits.
///
/// A real number through 0 is infinite, 0 through 0 no number, as in CindyGL and in the interpreter
/// at pixels. What is no number is painted as 0, by a test of the bits. It is not as in the
/// interpreter, and documented here alone, that
/// - compilers of drivers assume that NaN does not exist, and may have turned it into any number
///   before: so do the drivers' `min` and `max`;
/// - a comparison with NaN is false, where the interpreter's has no value;
/// - what is beyond 3.4e38 is infinite, and calculations with such numbers may be none.
#[derive(Clone, Debug)]
pub struct Module {
    /// What was written.
    text: ShaderText,
    /// The text, parsed and validated.
    pub naga: naga::Module,
    /// What the validation found out.
    pub info: ModuleInfo,
}

impl Deref for Module {
    type Target = ShaderText;

    fn deref(&self) -> &ShaderText {
        &self.text
    }
}

/// A colorplot in WGSL, which naga has not seen: enough to know whether there is a pipeline for it,
/// and how that is bound.
#[derive(Clone, Debug)]
pub struct ShaderText {
    /// The text.
    pub wgsl: String,
    /// Where the uniforms lie.
    pub layout: UniformLayout,
    /// The textures that it reads, at most [`MAX_IMAGES`].
    pub images: Vec<ImageSlot>,
    /// True if values of uniforms stand in the text, as they never do with
    /// [`Specialization::None`](crate::Specialization::None).
    pub has_values: bool,
    /// The rounds that the loops of one pixel share; those that are known to have fewer aside.
    pub rounds: u32,
    /// Who filters them.
    pub filtering: Filtering,
    /// Whether the device has to have f64.
    pub has_f64: bool,
    /// From the text back to the script.
    pub spans: SpanMap,
    /// The iteration that is computed as its difference to an orbit, which the uniform buffer has.
    pub iteration: Option<PolynomialIteration>,
    /// The expression of the colorplot.
    plot: TermId,
}

impl ShaderText {
    /// The term for which the WGSL at this byte offset was written.
    #[must_use]
    pub fn term_at(&self, wgsl_offset: usize) -> Option<TermId> {
        self.spans.term_at(wgsl_offset)
    }

    /// Has naga read and validate it.
    ///
    /// # Errors
    ///
    /// That naga rejects our text is a mistake of this crate, and an error all the same.
    pub fn validate(self) -> Result<Module, Vec<ShaderError>> {
        let plot = self.plot;
        on_a_deep_stack(plot, || self.validate_here())
    }

    fn validate_here(self) -> Result<Module, Vec<ShaderError>> {
        match validate(&self.wgsl, self.has_f64) {
            Ok((naga, info)) => {
                // Drivers run it without counters of their own.
                #[cfg(debug_assertions)]
                assert_eq!(crate::loop_bounds::unbounded(&naga), None, "{}", self.wgsl);
                Ok(Module {
                    text: self,
                    naga,
                    info,
                })
            }
            Err((offset, message)) => {
                let term = offset.and_then(|offset| self.spans.term_at(offset));
                Err(vec![ShaderError {
                    term: term.unwrap_or(self.plot),
                    message: format!("the shader is not valid: {message}"),
                }])
            }
        }
    }
}

impl Module {
    /// Whether there are loops in it, so that its length does not say how long it takes.
    #[must_use]
    pub fn has_loops(&self) -> bool {
        self.contains(&|statement| matches!(statement, naga::Statement::Loop { .. }))
    }

    /// Whether there are pixels that it may leave as they were.
    #[must_use]
    pub fn discards(&self) -> bool {
        self.contains(&|statement| matches!(statement, naga::Statement::Kill))
    }

    /// Whether it draws random numbers, so that it shows something else with every
    /// [`FrameUniforms::seed`](crate::FrameUniforms::seed).
    #[must_use]
    pub fn is_random(&self) -> bool {
        let mut variables = self.naga.global_variables.iter();
        // The library's.
        variables.any(|(_, variable)| variable.name.as_deref() == Some("random_state"))
    }

    fn contains(&self, wanted: &dyn Fn(&naga::Statement) -> bool) -> bool {
        let entry_points = self.naga.entry_points.iter().map(|entry| &entry.function);
        let functions = self.naga.functions.iter().map(|(_, function)| function);
        let mut found = false;
        for function in functions.chain(entry_points) {
            visit(&function.body, &mut |statement| found |= wanted(statement));
        }
        found
    }
}

/// All statements of a block, those within others included.
fn visit<'a>(block: &'a naga::Block, see: &mut dyn FnMut(&'a naga::Statement)) {
    // As deep as the text is nested, which is bounded.
    for statement in block {
        see(statement);
        match statement {
            naga::Statement::Block(block) => visit(block, see),
            naga::Statement::If { accept, reject, .. } => {
                visit(accept, see);
                visit(reject, see);
            }
            naga::Statement::Switch { cases, .. } => {
                cases.iter().for_each(|case| visit(&case.body, see));
            }
            naga::Statement::Loop {
                body, continuing, ..
            } => {
                visit(body, see);
                visit(continuing, see);
            }
            _ => {}
        }
    }
}

/// Translates a pixel program to WGSL and validates it.
///
/// The work is done by a thread with a deep stack, so that it succeeds on whatever thread it is
/// called; a panic in naga is an error like the others.
///
/// # Errors
///
/// As [`translate`] and [`ShaderText::validate`].
pub fn compile(program: &PixelProgram) -> Result<Module, Vec<ShaderError>> {
    compile_with(program, ModuleOptions::default())
}

/// As [`compile`], with options.
///
/// # Errors
///
/// As [`compile`].
pub fn compile_with(
    program: &PixelProgram,
    options: ModuleOptions<'_>,
) -> Result<Module, Vec<ShaderError>> {
    translate(program, options)?.validate()
}

/// The first half of [`compile_with`]: the text, which naga has not seen.
///
/// # Errors
///
/// What the program asks for and WGSL cannot do.
pub fn translate(
    program: &PixelProgram,
    options: ModuleOptions<'_>,
) -> Result<ShaderText, Vec<ShaderError>> {
    let plot = program.node(program.body).term;
    on_a_deep_stack(plot, || translate_here(program, options))
}

/// Does a part of the work where there is room for it; a panic becomes an error at this term.
fn on_a_deep_stack<T: Send>(
    term: TermId,
    work: impl FnOnce() -> Result<T, Vec<ShaderError>> + Send,
) -> Result<T, Vec<ShaderError>> {
    let done = catch_unwind(AssertUnwindSafe(|| match &*THREADS {
        Some(threads) => threads.install(work),
        None => work(),
    }));
    done.unwrap_or_else(|_| {
        let message = "the translation to WGSL has crashed".to_owned();
        Err(vec![ShaderError { term, message }])
    })
}

/// The threads that shaders are made on, for as long as the program runs: what reads WGSL is a
/// library's, and recursive. None if the system gives none.
static THREADS: LazyLock<Option<ThreadPool>> = LazyLock::new(|| {
    let builder = ThreadPoolBuilder::new().stack_size(STACK_BYTES);
    let builder = builder.thread_name(|_| "shader".to_owned());
    builder.build().ok()
});

/// Enough for everything that the limits on nesting let through, without optimisation.
const STACK_BYTES: usize = 16 << 20;

/// Functions that are at least so long with their calls written out, in nodes, are folded; the next ones
/// where that is not enough.
const FOLDED: [f64; 6] = [16384.0, 4096.0, 1024.0, 256.0, 64.0, 16.0];

fn translate_here(
    program: &PixelProgram,
    options: ModuleOptions<'_>,
) -> Result<ShaderText, Vec<ShaderError>> {
    let lengths = match translate_as_it_is(program, options, false) {
        Ok(text) => return Ok(text),
        Err(Refusal::Errors(errors)) => return Err(errors),
        Err(Refusal::TooLong(lengths)) => lengths,
    };
    // These two tell of the nodes of this program, and folding makes others.
    let can_fold = options.iteration.is_none() && options.promoted.is_none();
    for least in FOLDED.into_iter().filter(|_| can_fold) {
        let folded = fold(program, |function| lengths[function.index()] >= least);
        match translate_as_it_is(&folded, options, true) {
            Ok(text) => return Ok(text),
            // Folded, branches nest more deeply: what is written out may be compiled where this is not.
            Err(Refusal::Errors(_) | Refusal::TooLong(_)) => {}
        }
    }
    // The driver's limits are exceeded by more than calls.
    let most = WrittenOut {
        loops_in_a_row: options.most.loops_in_a_row,
        ..WrittenOut::default()
    };
    translate_as_it_is(program, ModuleOptions { most, ..options }, false).map_err(|refusal| {
        let term = program.node(program.body).term;
        let message = TOO_MANY_CALLS.to_owned();
        match refusal {
            Refusal::Errors(errors) => errors,
            Refusal::TooLong(_) => vec![ShaderError { term, message }],
        }
    })
}

/// The text of a program, its calls written as they are.
fn translate_as_it_is(
    program: &PixelProgram,
    options: ModuleOptions<'_>,
    is_folded: bool,
) -> Result<ShaderText, Refusal> {
    let ModuleOptions {
        filtering,
        specialization,
        precision,
        iteration,
        ..
    } = options;
    let promoted = promotion(program, options);
    let usage = Usage::of(program, precision, &promoted)?;
    let reprs = uniform_reprs(program, precision, &promoted)?;
    let uniforms = reprs.into_iter().zip(usage.indices.iter().copied());
    let layout = UniformLayout::new(uniforms, precision.double());
    let layout = match iteration {
        Some(iteration) => layout.with_orbit(iteration),
        None => layout,
    };
    if layout.size() > MAX_UNIFORM_BYTES {
        let message = "the values from the CPU are too many for the GPU".to_owned();
        return Err(Refusal::of_plot(program, message));
    }
    let images = Images::of(program);
    if images.too_many {
        let message = format!("a colorplot can read at most {MAX_IMAGES} images");
        return Err(Refusal::of_plot(program, message));
    }
    let literals = specialization.literals(program, &layout, &usage.indices);
    let ModuleText {
        wgsl,
        spans,
        images,
        has_values,
        rounds,
    } = emit(
        program, &usage, &layout, literals, images, options, is_folded,
    )?;
    Ok(ShaderText {
        wgsl,
        layout,
        images,
        has_values,
        rounds,
        filtering,
        has_f64: precision.double() == DoubleFormat::Native,
        spans,
        iteration: iteration.cloned(),
        plot: program.node(program.body).term,
    })
}

/// The values in double precision: those that the options name, or those that the output needs.
fn promotion<'a>(program: &PixelProgram, options: ModuleOptions<'a>) -> Cow<'a, Promoted> {
    match (options.promoted, options.output) {
        (Some(promoted), _) => Cow::Borrowed(promoted),
        (None, _) if options.precision == Precision::Single => Cow::Owned(Promoted::default()),
        (None, ModuleOutput::Colours) => Cow::Owned(Promoted::needed(program)),
        (None, ModuleOutput::Numbers(_)) => Cow::Owned(Promoted::all(program)),
    }
}

/// The representations of the uniforms, or an error for each that a pixel cannot hold.
fn uniform_reprs(
    program: &PixelProgram,
    precision: Precision,
    promoted: &Promoted,
) -> Result<Vec<Repr>, Vec<ShaderError>> {
    let mut errors = Vec::new();
    let uniforms = program.uniforms.iter().enumerate();
    let reprs = uniforms.map(|(index, uniform)| {
        let precision = precision.if_promoted(has(&promoted.uniforms, index));
        precision.repr(&uniform.ty).unwrap_or_else(|| {
            let message = format!("a pixel cannot hold a value of type {}", uniform.ty);
            errors.push(ShaderError {
                term: uniform.term,
                message,
            });
            Repr::Unit
        })
    });
    let reprs = reprs.collect();
    if errors.is_empty() {
        Ok(reprs)
    } else {
        Err(errors)
    }
}

/// What every device binds as a storage buffer.
const MAX_UNIFORM_BYTES: usize = 128 << 20;

/// The second half of [`compile_with`]. The error is a place in the text, if there is one, and what
/// naga says about it.
fn validate(
    wgsl: &str,
    has_f64: bool,
) -> Result<(naga::Module, ModuleInfo), (Option<usize>, String)> {
    let module = naga::front::wgsl::parse_str(wgsl).map_err(|error| {
        let offset = error
            .location(wgsl)
            .map(|location| location.offset as usize);
        (offset, error.message().to_owned())
    })?;
    let mut capabilities = Capabilities::default();
    capabilities.set(Capabilities::FLOAT64, has_f64);
    let mut validator = Validator::new(ValidationFlags::all(), capabilities);
    match validator.validate(&module) {
        Ok(info) => Ok((module, info)),
        Err(error) => {
            let offset = error
                .spans()
                .find_map(|(span, _)| Some(span.to_range()?.start));
            Err((offset, causes(error.as_inner())))
        }
    }
}

/// An error and what it comes from, on one line.
fn causes(error: &dyn Error) -> String {
    let mut message = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        message += &format!(": {cause}");
        source = cause.source();
    }
    message
}
