//! What is written out for the GPU (loops over lists, functions that call functions) stays within
//! its bounds in all that people write.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use cindyscript_hir::program::PlotId;
use cindyscript_player::module::module;
use cindyscript_shader::TOO_MANY_CALLS;
use cindyscript_window::reader;

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
