//! From an applet to the WGSL of its colorplots, naga's validation included.
//!
//! `cargo bench -p cindyscript-tests --bench shader`

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use cindyscript_analysis::program::PlotId;
use cindyscript_analysis::{Document, analyse};
use cindyscript_tests::percentile::Times;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("applets");
    let mut pages: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "html")
        })
        .collect();
    pages.sort();
    for page in pages {
        let name = page.file_stem().unwrap().to_string_lossy();
        let text = fs::read_to_string(&page).unwrap();
        let (mut all, mut shaders) = (Times::default(), Times::default());
        let mut bytes = 0;
        for _ in 0..50 {
            all.measure(|| {
                let analysis = analyse(&Document::open("page.html", text.as_str()));
                shaders.measure(|| {
                    bytes = 0;
                    for applet in &analysis.applets {
                        for plot in 0..applet.program.plots.len() as u32 {
                            let program = applet.pixel_program(PlotId(plot), &[]).unwrap();
                            bytes += cindyscript_shader::compile(&program).unwrap().wgsl.len();
                        }
                    }
                });
            });
        }
        println!("{name:16} {bytes:6} bytes, page to WGSL {all}");
        println!("{:>42} {shaders}", "of which typed program to WGSL");
    }
}
