//! What is written out for the GPU (loops over lists, functions that call functions) stays within
//! its bounds in all that people write.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::path::{Path, PathBuf};
use std::time::Instant;
use std::{env, fs};

use cindyscript_hir::program::PlotId;
use cindyscript_player::module::module;
use cindyscript_player::source::Text;
use cindyscript_window::reader;

/// The pages of folders.
fn pages() -> Vec<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/applets");
    let gallery = env::var_os("CINDYJS_DIR").map(|root| Path::new(&root).join("examples/cindygl"));
    let mut pages: Vec<_> = [Some(own), gallery]
        .into_iter()
        .flatten()
        .flat_map(|folder| fs::read_dir(folder).into_iter().flatten())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension() == Some("html".as_ref()))
        .collect();
    pages.sort();
    assert!(!pages.is_empty());
    pages
}

#[test]
fn nothing_that_people_write_is_too_long_for_a_gpu() {
    for page in pages() {
        let text = fs::read(&page).unwrap();
        let text = Text {
            path: page.to_str().unwrap().to_owned(),
            text: String::from_utf8_lossy(&text).into_owned(),
            version: 1,
            arrived: Instant::now(),
        };
        let (source, _) = reader::read(text, None);
        let plots = source.facts().map_or(0, |facts| facts.program.plots.len());
        for plot in 0..plots as u32 {
            let reasons = match module(&source, PlotId(plot), &[]) {
                Ok((module, _)) => {
                    println!("{}: {} loops", page.display(), module.loops());
                    continue;
                }
                Err(reasons) => reasons,
            };
            let mut messages = reasons.iter().map(|reason| reason.message.as_str());
            let long = messages.find(|message| message.contains("written out for the GPU"));
            assert_eq!(long, None, "{}", page.display());
        }
    }
}
