//! CindyJS's examples of Cindy3D, painted by the preview and by CindyJS: how many are alike.
//!
//! Wants a checkout of CindyJS in `CINDYJS_DIR` and the oracle in `CINDYJS_ORACLE`. Arguments are parts
//! of names: only those examples are painted. Each canvas that Cindy3D paints on is compared at the
//! last frame that CindyJS painted. Two pictures are alike if at most 2 % of the pixels differ by more
//! than 16 of 255 in a channel.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use cindyscript_applet::parse_file;
use cindyscript_player::layout::Layout;
use cindyscript_tests::gallery::{Gallery, Page, Plan, filters, run_with_cindyjs};
use cindyscript_tests::picture::Picture;
use cindyscript_tests::programs::Program;
use serde_json::Value as Json;

/// The largest share of pixels that may differ, and what counts as a difference.
const SHARE: f64 = 0.02;
const TOLERANCE: u8 = 16;

/// Pages that are not alike, and why.
const DIFFERENT: &[(&str, &str)] = &[("19_TexTorusCam", "the camera shows something else")];

fn main() -> ExitCode {
    run_with_cindyjs("the gallery of Cindy3D", run)
}

fn run(cindyjs: &Path, oracle: &Path) -> Result<bool> {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("space");
    let plan = Plan {
        folder: "examples/cindy3d",
        out: &out,
        longest_side: 0,
        other_sides: &[],
        replaced: &[],
        mended: &[],
        draws: &[],
        at_once: 1,
        patience: Duration::MAX,
    };
    let gallery = Gallery::open(plan, cindyjs, oracle, &filters())?;
    let mut is_alike = true;
    for page in gallery.pages() {
        for (canvas, share) in shares(page, &out)? {
            let reason = DIFFERENT.iter().find(|(name, _)| *name == page.name);
            is_alike &= share <= SHARE || reason.is_some();
            let reason = reason.map_or("", |(_, reason)| reason);
            println!(
                "{:30} {canvas:10} {:6.2} % {reason}",
                page.name,
                100.0 * share
            );
        }
    }
    Ok(is_alike)
}

/// The share of the pixels of each canvas of a page that differ.
fn shares(page: &Page, out: &Path) -> Result<Vec<(String, f64)>> {
    let theirs = out.join("cindyjs");
    let said = fs::read(theirs.join(format!("{}.json", page.name)))?;
    let said: Json = serde_json::from_slice(&said)?;
    let frame = said["frame"].as_u64().context("no frame")?;
    let parsed = parse_file("page.html", &page.text);
    let layout = parsed.applets.first().and_then(Layout::of);
    let layout = layout.with_context(|| format!("{} has no canvas in space", page.name))?;
    let ours = Picture::open(&paint_ours(page, frame, out)?)?;
    let compared = layout.canvases.iter().map(|place| {
        let png = theirs.join(format!("{}.{}.png", page.name, place.id));
        let theirs = Picture::open(&png)?;
        let corner = place.corner.map(|at| at as usize);
        let ours = ours.part(corner, theirs.size());
        Ok((place.id.clone(), ours.difference(&theirs, TOLERANCE)?))
    });
    compared.collect()
}

/// Has the preview paint a page.
fn paint_ours(page: &Page, frame: u64, out: &Path) -> Result<PathBuf> {
    let png = out.join(format!("{}.png", page.name));
    // The preview paints a page with script errors, and exits with a failure.
    drop(fs::remove_file(&png));
    Command::new(Program::Preview.path().map_err(anyhow::Error::msg)?)
        .args(["render", "--cpu", "--background", "white", "--frame"])
        .arg(frame.to_string())
        .arg("--png")
        .args([&png, &page.path])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    ensure!(png.is_file(), "no picture of {}", page.name);
    Ok(png)
}
