//! What colorplots cost on this machine's GPU, in both tiers, beside shaders for the same picture
//! that were written by hand: `*.cindyscript` and `*.wgsl`, and beside CindyGL's own, by OpenGL (see
//! `cindygl.rs`). Then how the time grows with the size of the picture and the number of plots.
//! Milliseconds for a picture, measured by the GPU.
//!
//! `cargo bench -p cindyscript-window --bench gpu`

#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod bench;
#[cfg(target_os = "linux")]
mod cindygl;

use std::time::Instant;

use cindyscript_hir::document::Document;
use cindyscript_hir::program::PlotId;
use cindyscript_ide::analyse;
use cindyscript_player::exact::{Exact, decimal};
use cindyscript_player::interface::Interface;
use cindyscript_player::observations::Observed;
use cindyscript_player::precision::PrecisionSetting;
use cindyscript_player::source::ReceivedText;
use cindyscript_render::compile::PlotProgram;
use cindyscript_shader::{
    BufferBinding, Precision, Specialization, compile_with, entry, iteration,
};
use cindyscript_window::headless::{HeadlessOptions, render};

use bench::{Bench, Plot, Shader};

/// So many passes are measured, in turns.
const PASSES: usize = 20;

/// A colorplot that is written twice.
struct Program {
    name: &'static str,
    script: &'static str,
    by_hand: &'static str,
    size: [u32; 2],
    /// Paints numbers into an image of this size, and reads one like it; else colours into the view.
    image: bool,
    /// That image's pixels are blended.
    blends: bool,
}

macro_rules! program {
    ($name:literal, $size:expr, image: $image:literal, blends: $blends:literal) => {
        Program {
            name: $name,
            script: include_str!(concat!($name, ".cindyscript")),
            by_hand: include_str!(concat!($name, ".wgsl")),
            size: $size,
            image: $image,
            blends: $blends,
        }
    };
}

const VIEW: [u32; 2] = [1920, 1080];

const PROGRAMS: &[Program] = &[
    program!("mandelbrot", VIEW, image: false, blends: false),
    program!("barth", VIEW, image: false, blends: false),
    program!("phase", VIEW, image: false, blends: false),
    program!("julia", [1024, 1024], image: true, blends: true),
    program!("bodies", [1000, 1], image: true, blends: false),
    program!("reaction", [1024, 1024], image: true, blends: false),
];

/// What the shaders written by hand have in common with each other.
const PRELUDE: &str = include_str!("prelude.wgsl");

fn main() {
    let Some(bench) = Bench::new() else {
        println!("no GPU that measures its own time");
        return;
    };
    println!("{}", bench.adapter);
    println!(
        "{:12} {:>10} {:>12} {:>12} {:>15} {:>15}   differ",
        "", "size", "first tier", "second tier", "by hand, safe", "by hand"
    );
    for program in PROGRAMS {
        compare(&bench, program);
    }
    #[cfg(target_os = "linux")]
    if let Err(why) = beside_cindygl(&bench) {
        println!("\nnot measured beside CindyGL: {why}");
    }
    println!("\nmilliseconds by precision, second tier");
    for program in &PROGRAMS[..3] {
        let plot =
            |precision| bench.plot(&translated_in(program, true, precision), &program.target());
        let [single, double] = best_of(&bench, &[Precision::Single, Precision::Double].map(plot));
        print!(
            "{:12} single {single:.3}   two f32 {double:.3} {:.2}x",
            program.name,
            double / single
        );
        match bench.has_f64() {
            true => {
                let [native] = best_of(&bench, &[plot(Precision::Native)]);
                println!("   f64 {native:.3} {:.2}x", native / single);
            }
            false => println!("   no f64"),
        }
    }
    println!("\nmilliseconds of mandelbrot as differences to an orbit, second tier");
    for (name, place) in DEEP {
        perturbed(&bench, name, *place);
    }
    println!("\nmilliseconds by size of the picture, second tier");
    for program in &PROGRAMS[..3] {
        print!("{:12}", program.name);
        for size in [VIEW, [3840, 2160], [7680, 4320]] {
            let program = Program { size, ..*program };
            let plot = bench.plot(&translated(&program, true), &program.target());
            let best = (0..5)
                .map(|_| bench.measure(&plot))
                .fold(f64::MAX, f64::min);
            print!("   {} x {}: {best:.3}", size[0], size[1]);
        }
        println!();
    }
    println!(
        "\nmilliseconds for a whole frame by number of colorplots, each into an image of 512 x 512"
    );
    for count in [1, 2, 4, 8, 16, 32, 64] {
        println!("{count:12} {:8.3}", frame(count));
    }
}

/// 4 times what f64 has of 0.6: there, the script begins with i.
const EDGE: &str = "2.399999999999999911182158029987476766109466552734375";

/// Places for a zoom by 10^50: where all pixels take all rounds, and where they differ.
const DEEP: &[(&str, [&str; 2])] = &[("inside", ["2", "0.4"]), ("edge", [EDGE, "4"])];

/// A place in single precision, where all pixels are the same, and zoomed in as differences.
fn perturbed(bench: &Bench, name: &str, place: [&str; 2]) {
    let program = &PROGRAMS[0];
    let centre = place.map(|number| decimal(number).unwrap());
    let plots = [Precision::Single, Precision::Perturbed].map(|precision| {
        let at = Some((centre.clone(), 1e50));
        bench.plot(
            &translated_at(program, true, precision, at),
            &program.target(),
        )
    });
    let [single, perturbed] = best_of(bench, &plots);
    println!(
        "{name:12} single {single:.3}   perturbed {perturbed:.3} {:.2}x",
        perturbed / single
    );
}

#[cfg(target_os = "linux")]
fn beside_cindygl(bench: &Bench) -> Result<(), String> {
    let source = cindygl::Source::new()?;
    let gl = cindygl::Gl::new()?;
    println!("\n{}: CindyGL's shaders\n", gl.name());
    println!(
        "{:12} {:>15} {:>15} {:>10}   differ",
        "", "first tier", "second tier", "CindyGL"
    );
    for program in PROGRAMS {
        let target = program.target();
        let tiers = [false, true].map(|second| translated(program, second));
        let theirs = source.translated(program.name, &tiers[0])?;
        let theirs = gl.plot(&theirs, &tiers[0], target, program.blends)?;
        let tiers = tiers.map(|shader| bench.plot(&shader, &target));
        let mut best = [f64::MAX; 3];
        for _ in 0..PASSES {
            let now = [
                bench.measure(&tiers[0]),
                bench.measure(&tiers[1]),
                gl.measure(&theirs),
            ];
            best = std::array::from_fn(|which| best[which].min(now[which]));
        }
        let [first, second, cindygl] = best;
        let share = share(program, &bench.picture(&tiers[1]), &gl.picture(&theirs));
        println!(
            "{:12} {first:8.3} {:5.2}x {second:8.3} {:5.2}x {cindygl:7.3} ms   {share:.2} %",
            program.name,
            first / cindygl,
            second / cindygl,
        );
    }
    Ok(())
}

impl Program {
    fn target(&self) -> bench::Target {
        bench::Target {
            size: self.size,
            image: self.image,
        }
    }
}

fn compare(bench: &Bench, program: &Program) {
    let target = program.target();
    let first = translated(program, false);
    let by_hand = by_hand(program, &first);
    // As wgpu takes the text of strangers, with a counter in every loop, and without.
    let safe = Shader {
        counted: true,
        ..by_hand.clone()
    };
    let shaders = [first, translated(program, true), safe, by_hand];
    let plots = shaders.map(|shader| bench.plot(&shader, &target));
    let [first, second, safe, floor] = best_of(bench, &plots);
    let share = differing(bench, &plots, program);
    let Program { name, size, .. } = program;
    let size = format!("{}x{}", size[0], size[1]);
    println!(
        "{name:12} {size:>10} {first:6.3} {:4.2}x {second:6.3} {:4.2}x {safe:9.3} {:4.2}x {floor:9.3} ms   {share}",
        first / floor,
        second / floor,
        safe / floor,
    );
}

/// The least time of each, measured by turns.
fn best_of<const N: usize>(bench: &Bench, plots: &[Plot; N]) -> [f64; N] {
    let mut best = [f64::MAX; N];
    for _ in 0..PASSES {
        for (best, plot) in best.iter_mut().zip(plots) {
            *best = best.min(bench.measure(plot));
        }
    }
    best
}

/// The share of pixels in which the tiers differ from the shader written by hand.
fn differing(bench: &Bench, plots: &[Plot; 4], program: &Program) -> String {
    let pictures = plots.each_ref().map(|plot| bench.picture(plot));
    let [first, second] = [0, 1].map(|tier| share(program, &pictures[tier], &pictures[3]));
    format!("{first:.2} % {second:.2} %")
}

/// The share of pixels in which two pictures differ.
fn share(program: &Program, a: &[u8], b: &[u8]) -> f64 {
    let differs = |a: &[u8], b: &[u8]| {
        if program.image {
            let reals = |pixel: &[u8]| -> Vec<f32> {
                let words = pixel.chunks_exact(4);
                words
                    .map(|word| f32::from_le_bytes(word.try_into().unwrap()))
                    .collect()
            };
            let pairs = reals(a).into_iter().zip(reals(b));
            pairs.into_iter().any(|(a, b)| (a - b).abs() > 0.01)
        } else {
            a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > 8)
        }
    };
    let pixel = if program.image { 16 } else { 4 };
    let pixels = a.chunks_exact(pixel).zip(b.chunks_exact(pixel));
    let differing = pixels.filter(|(a, b)| differs(a, b)).count();
    100.0 * (differing * pixel) as f64 / a.len() as f64
}

/// What the script becomes, in the first or the second tier, in single precision.
fn translated(program: &Program, second: bool) -> Shader {
    translated_in(program, second, Precision::Single)
}

/// The same in a precision.
fn translated_in(program: &Program, second: bool, precision: Precision) -> Shader {
    translated_at(program, second, precision, None)
}

/// The same at a place, magnified.
fn translated_at(
    program: &Program,
    second: bool,
    precision: Precision,
    place: Option<([Exact; 2], f64)>,
) -> Shader {
    let Program { name, script, .. } = program;
    let path = format!("{name}.cindyscript");
    let analysis = analyse(&Document::open(&path, *script));
    let pixels = cindyscript_lint::pixel_program(&analysis.applets[0], PlotId(0), &[]).unwrap();
    let text = ReceivedText {
        path,
        text: (*script).to_owned(),
        version: 0,
        arrived: Instant::now(),
    };
    let options = HeadlessOptions {
        size: Some(program.size),
        precision: match precision {
            Precision::Single | Precision::Double | Precision::Native => PrecisionSetting::Single,
            Precision::Perturbed => PrecisionSetting::Auto,
        },
        zoom: place.as_ref().map_or(1.0, |(_, zoom)| *zoom),
        centre: place.map(|(centre, _)| centre),
        ..HeadlessOptions::default()
    };
    let rendered = render(text, &options).unwrap();
    let draw = rendered.description.plots().next().unwrap();
    let found = (precision == Precision::Perturbed).then(|| iteration(&pixels, &|_| None).unwrap());
    let (contents, orbit) = match (&found, &rendered.compiled.plots[0]) {
        (None, _) => {
            let options = cindyscript_shader::ModuleOptions {
                precision,
                ..Default::default()
            };
            let module = compile_with(&pixels, options).unwrap();
            let interface = Interface {
                layout: module.layout.clone(),
                images: module.images.clone(),
                uniforms: pixels.uniforms.clone(),
                observed: Observed::new(&draw.call),
                perturbation: None,
            };
            (interface.contents(&draw.call).unwrap(), None)
        }
        (Some(_), PlotProgram::Shader(shader)) => {
            let contents = shader.contents_of(draw).unwrap();
            let orbit = contents.reference.unwrap().points.to_vec();
            (contents.uniforms, Some(orbit))
        }
        (Some(_), PlotProgram::Interpreted { .. } | PlotProgram::Unmade) => {
            panic!("{name} has no shader")
        }
    };
    let all = vec![true; pixels.uniforms.len()];
    let specialization = match second {
        true => Specialization::Values {
            contents: &contents,
            uniforms: &all,
        },
        false => Specialization::Indices,
    };
    let options = cindyscript_shader::ModuleOptions {
        specialization,
        precision,
        iteration: found.as_ref(),
        ..Default::default()
    };
    let module = compile_with(&pixels, options).unwrap();
    Shader {
        storage: module.layout.binding() == BufferBinding::Storage,
        images: module.images.len() as u32,
        wgsl: module.wgsl.clone(),
        frame: draw.frame.to_bytes().to_vec(),
        uniforms: contents,
        orbit,
        counted: false,
    }
}

fn by_hand(program: &Program, like: &Shader) -> Shader {
    let entry = if program.image {
        entry::IMAGE
    } else {
        entry::CANVAS
    };
    Shader {
        wgsl: format!("{PRELUDE}\n{}", program.by_hand).replace("ENTRY", entry),
        uniforms: vec![0; 16],
        storage: false,
        ..like.clone()
    }
}

/// Milliseconds of a frame with so many colorplots, from the scripts' start to the painted picture.
fn frame(count: u32) -> f64 {
    let page = format!(
        "<script id=init type=text/x-cindyscript>
           resetclock();
           repeat({count}, k, createimage(\"image\" + k, 512, 512));
         </script>
         <script id=draw type=text/x-cindyscript>
           time = seconds();
           repeat({count}, k,
             colorplot(\"image\" + k, hue(|#|*time + k));
             drawimage([-4 + k/10, -4], [k/10, -4], \"image\" + k));
         </script>
         <script>
           CindyJS({{scripts: \"*\", animation: {{autoplay: true}}}});
         </script>"
    );
    let seconds = |frames| {
        let text = ReceivedText {
            path: "frames.html".to_owned(),
            text: page.clone(),
            version: 0,
            arrived: Instant::now(),
        };
        let options = HeadlessOptions {
            size: Some([512, 512]),
            frame: frames,
            ..HeadlessOptions::default()
        };
        let start = Instant::now();
        let rendered = render(text, &options).unwrap();
        assert!(
            rendered.diagnostics.is_empty(),
            "{:?}",
            rendered.diagnostics
        );
        start.elapsed().as_secs_f64()
    };
    let (few, many) = (seconds(30), seconds(330));
    1e3 * (many - few) / 300.0
}
