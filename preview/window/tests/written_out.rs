//! What is written out for the GPU (loops over lists, functions that call functions) stays within
//! its bounds in all that people write, and runs there where it would not.

#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

use std::path::Path;

use cindyscript_hir::program::PlotId;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::module::module;
use cindyscript_render::compile::PlotProgram;
use cindyscript_shader::TOO_MANY_CALLS;
use cindyscript_tests::lacking;
use cindyscript_window::headless::{HeadlessOptions, Rendered, render};
use cindyscript_window::{file, reader};

mod pages;

use pages::pages;

#[test]
fn nothing_that_people_write_is_too_long_for_a_gpu() {
    for page in pages() {
        let path = page.path.clone();
        let (source, _) = reader::read(page, None);
        let plots = source.facts().map_or(0, |facts| facts.program.plots.len());
        for plot in 0..plots as u32 {
            let reasons = match module(&source, PlotId(plot), &[]) {
                Ok((module, _)) => {
                    println!("{path}: {} loops", module.loops());
                    continue;
                }
                Err(reasons) => reasons,
            };
            let mut messages = reasons.iter().map(|reason| reason.message.as_str());
            let long = messages.find(|message| message.contains(TOO_MANY_CALLS));
            assert_eq!(long, None, "{path}");
        }
    }
}

fn paint(page: &str, cpu: bool) -> Rendered {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/applets/pages");
    let options = HeadlessOptions {
        size: Some([48, 48]),
        cpu,
        ..HeadlessOptions::default()
    };
    let rendered = render(file::read(&folder.join(page), 1).unwrap(), &options).unwrap();
    assert_eq!(rendered.diagnostics, [], "{page}");
    rendered
}

/// The share of pixels that differ by more than 8 of 255 in some component.
fn difference(a: &Bitmap, b: &Bitmap) -> f64 {
    let pixels = || a.rgba().chunks_exact(4).zip(b.rgba().chunks_exact(4));
    let differ = |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 8);
    pixels().filter(differ).count() as f64 / pixels().count() as f64
}

#[test]
fn calls_that_are_too_many_written_out_run_on_the_gpu() {
    for page in ["bubbles.html", "chmutov_dodecic.html"] {
        let gpu = paint(page, false);
        if let Some(error) = gpu.no_gpu {
            return lacking("calls that are folded", &error.to_string());
        }
        for plot in gpu.compiled.plots.iter() {
            assert!(matches!(plot, PlotProgram::Shader(_)), "{page}: {plot:?}");
        }
        let share = difference(&gpu.picture, &paint(page, true).picture);
        assert!(share <= 0.01, "{page}: {:.2} % differ", 100.0 * share);
    }
}
