//! What people write is painted in single precision at its own view: nothing of it needs more, as the
//! coordinates of its pixels say, and samples of its picture. So nothing of it has a hint in the editor.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::path::Path;

use cindyscript_player::precision::ComputedIn;
use cindyscript_render::gpu::Gpu;
use cindyscript_shader::Precision;
use cindyscript_tests::lacking;
use cindyscript_window::headless::{HeadlessOptions, RenderError, render_on};

mod pages;

use pages::pages;

/// Pages that do need more at their own view, and why.
const EXCEPTIONS: &[(&str, &str)] = &[];

#[test]
fn no_page_needs_double_precision_at_its_own_view() {
    let gpu = match Gpu::headless() {
        Ok(gpu) => gpu,
        Err(error) => return lacking("precision of pages", &error.to_string()),
    };
    let (mut pages_painted, mut shaders) = (0, 0);
    let mut wrong = Vec::new();
    for page in pages() {
        let path = page.path.clone();
        let rendered = match render_on(Some(gpu.clone()), page, &HeadlessOptions::default()) {
            Ok(rendered) => rendered,
            Err(RenderError::Nothing(_)) => continue,
            Err(error) => panic!("{path}: {error}"),
        };
        pages_painted += 1;
        let name = Path::new(&path).file_name().and_then(|name| name.to_str());
        let exception = EXCEPTIONS.iter().find(|(page, _)| Some(*page) == name);
        let mut needs_more = false;
        for (_, plot) in &rendered.precisions {
            let ComputedIn::Shader(precision) = plot.computed else {
                continue;
            };
            shaders += 1;
            needs_more |= precision != Precision::Single || plot.ends() || plot.lacking.is_some();
        }
        match (needs_more, exception) {
            (true, None) => wrong.push(format!("{path}: {:?}", rendered.precisions)),
            (false, Some((_, why))) => wrong.push(format!("{path} is no exception: {why}")),
            (true, Some(_)) | (false, None) => {}
        }
    }
    let exceptions = EXCEPTIONS.len();
    println!("{pages_painted} pages, {shaders} colorplots, {exceptions} exceptions");
    assert!(shaders > 0);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
