//! What people write is painted in single precision at its own view: nothing of it needs more.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use cindyscript_render::compile::PlotProgram;
use cindyscript_render::gpu::Gpu;
use cindyscript_shader::Precision;
use cindyscript_tests::lacking;
use cindyscript_window::headless::{Options, RenderError, render_on};

mod pages;

use pages::pages;

#[test]
fn no_page_needs_double_precision_at_its_own_view() {
    let gpu = match Gpu::headless() {
        Ok(gpu) => gpu,
        Err(error) => return lacking("precision of pages", &error.to_string()),
    };
    let mut shaders = 0;
    for page in pages() {
        let path = page.path.clone();
        let rendered = match render_on(Some(gpu.clone()), page, &Options::default()) {
            Ok(rendered) => rendered,
            Err(RenderError::Nothing(_)) => continue,
            Err(error) => panic!("{path}: {error}"),
        };
        for plot in rendered.compiled.plots.iter() {
            if let PlotProgram::Shader(shader) = plot {
                assert_eq!(shader.precision(), Precision::Single, "{path}");
                shaders += 1;
            }
        }
    }
    println!("{shaders} colorplots, all in single precision");
    assert!(shaders > 0);
}
