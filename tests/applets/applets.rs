//! Pictures of the applets of this folder and of the templates of new applets. The preview paints them
//! on the GPU and on the CPU, and CindyJS with CindyGL paints them for comparison.
//!
//! The folder of the oracle (its `README.md` tells what it is) is named by the environment
//! variable `CINDYJS_ORACLE`; it needs Node and Chromium. At most one pixel in a hundred may differ
//! by more than 8 of 255 in a channel.
//!
//! Without an oracle, the test compares the pictures of the GPU with those in `pictures/`, or beside the
//! template. These are half as wide and high; they were compared with the oracle's when they were made.
//! `UPDATE_EXPECT=1` makes them anew.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};
use cindyscript_tests::folders::folder;
use cindyscript_tests::lacking;
use cindyscript_tests::picture::Picture;
use cindyscript_tests::programs::Program;

/// The largest share of pixels that may differ, and what counts as a difference.
const SHARE: f64 = 0.01;
const TOLERANCE: u8 = 8;

/// The frame that is compared: those that move have moved by then.
fn frame(name: &str) -> u32 {
    match name {
        // CindyJS adds points with each frame.
        "attractors" | "templates/feedback" => 60,
        "chain" | "templates/raymarcher" | "templates/rings" | "wave" => 30,
        "bodies" | "feedback" => 10,
        "fluid" => 20,
        "julia_feedback" => 7,
        _ => 1,
    }
}

/// What takes the CPU too long in this size: in a small one it is compared with the GPU by the tests
/// of the window, all but the bodies and the feedback, which compute as much for any size.
const LONG_ON_THE_CPU: [&str; 10] = [
    "barth_sextic",
    "bodies",
    "bubbles",
    "chmutov_dodecic",
    "endrass_octic",
    "fluid",
    "julia_feedback",
    "landscape",
    "templates/feedback",
    "templates/raymarcher",
];

/// Pages without a picture on the canvas of the applet, which the oracle photographs: `space_gallery`
/// compares what Cindy3D paints.
const IN_SPACE: [&str; 1] = ["moebius"];

/// How many pixels square are compared by their mean. Three thousand small discs are little else
/// than edges, and CindyJS's browser smooths edges in another way. Of random points, only the density
/// is the same.
fn block(name: &str) -> usize {
    match name {
        "attractors" => 10,
        "bodies" => 5,
        _ => 1,
    }
}

/// Where applets are.
const FOLDERS: [&str; 3] = ["applets", "applets/pages", "../server/ide/templates"];

/// All applets, by name; those of templates begin with their folder.
fn applets() -> BTreeMap<String, PathBuf> {
    let files = FOLDERS.into_iter().flat_map(|folder| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        fs::read_dir(folder).unwrap()
    });
    files
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "html")
        })
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let is_template = path.parent().unwrap().ends_with("templates");
            let folder = if is_template { "templates/" } else { "" };
            (format!("{folder}{name}"), path)
        })
        .collect()
}

/// The committed picture of an applet.
fn expected_picture(name: &str, page: &Path) -> PathBuf {
    if name.starts_with("templates/") {
        return page.with_extension("png");
    }
    let pictures = Path::new(env!("CARGO_MANIFEST_DIR")).join("applets/pictures");
    pictures.join(format!("{name}.png"))
}

fn output(folder: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    fs::create_dir_all(path.join("templates")).unwrap();
    path
}

/// The folder with CindyJS's pictures, painted once; why not, where there is no oracle.
static ORACLE: LazyLock<Result<PathBuf, String>> = LazyLock::new(|| {
    let Some(oracle) = folder("CINDYJS_ORACLE") else {
        return Err("CINDYJS_ORACLE does not name the oracle's folder".to_owned());
    };
    paint_oracle(&oracle).map_err(|error| format!("{error:#}"))
});

fn paint_oracle(oracle: &Path) -> Result<PathBuf> {
    ensure!(
        oracle.join("node_modules").is_dir(),
        "`npm install` was not run in {}",
        oracle.display()
    );
    let out = output("oracle");
    let mut runs: BTreeMap<(u32, PathBuf), Vec<PathBuf>> = BTreeMap::new();
    for (name, path) in applets() {
        let folder = Path::new(&name).parent().unwrap();
        let run = runs.entry((frame(&name), out.join(folder)));
        run.or_default().push(path);
    }
    for ((frame, out), pages) in runs {
        let run = Command::new("node")
            .arg("render.mjs")
            .arg("--out")
            .arg(out)
            .args(["--perf", "0", "--budget", "60000", "--mouse", "none"])
            .args(["--frames", &frame.to_string()])
            .args(pages)
            .current_dir(oracle)
            .output()
            .context("node does not start")?;
        if !run.status.success() {
            bail!(
                "the oracle failed: {}",
                String::from_utf8_lossy(&run.stderr).trim()
            );
        }
    }
    Ok(out)
}

/// Paints an applet with further options; what the preview says about it.
fn paint(preview: &Path, page: &Path, frame: u32, png: &Path, options: &[&str]) -> Result<String> {
    let mut command = Command::new(preview);
    command
        .arg("render")
        .arg(page)
        .arg("--png")
        .arg(png)
        .args(["--frame", &frame.to_string()])
        .args(options);
    let run = command.output()?;
    let said = String::from_utf8_lossy(&run.stdout).trim().to_owned();
    if !run.status.success() {
        bail!(
            "{} {said} {}",
            run.status,
            String::from_utf8_lossy(&run.stderr)
        );
    }
    Ok(said)
}

/// Compares all applets; the largest shares that differ are printed.
fn compare(folder: &str, cpu: bool) {
    let preview = Program::Preview.path().unwrap();
    let what = format!("applets against CindyJS, {folder}");
    let out = output(folder);
    let mut failures = Vec::new();
    let options: &[&str] = if cpu { &["--cpu"] } else { &[] };
    for (name, page) in applets() {
        let is_long = cpu && LONG_ON_THE_CPU.contains(&name.as_str());
        if is_long || IN_SPACE.contains(&name.as_str()) {
            continue;
        }
        let png = out.join(format!("{name}.png"));
        let result = paint(&preview, &page, frame(&name), &png, options).and_then(|said| {
            if !cpu && said.contains(", CPU,") {
                return Ok(None);
            }
            let oracle = match &*ORACLE {
                Ok(oracle) => Picture::open(&oracle.join(format!("{name}.png")))?,
                Err(_) => return Ok(Some(f64::NAN)),
            };
            let block = block(&name);
            let (ours, theirs) = (Picture::open(&png)?.coarse(block), oracle.coarse(block));
            Ok(Some(ours.difference(&theirs, TOLERANCE)?))
        });
        match result {
            Ok(None) => return lacking(&what, "there is no Vulkan driver (mesa-vulkan-drivers)"),
            Ok(Some(share)) => {
                let percent = 100.0 * share;
                // Not through the test runner, which keeps what passing tests say.
                drop(writeln!(
                    std::io::stderr(),
                    "{name:24} {folder}: {percent:6.3} % differ"
                ));
                if share > SHARE {
                    failures.push(format!("{name}: {percent:.3} % of the pixels differ"));
                }
            }
            Err(error) => failures.push(format!("{name}: {error:#}")),
        }
    }
    assert!(failures.is_empty(), "{folder}:\n{}", failures.join("\n"));
    if let Err(why) = &*ORACLE {
        lacking(&what, why);
    }
}

#[test]
fn on_the_gpu() {
    compare("gpu", false);
}

#[test]
fn on_the_cpu() {
    compare("cpu", true);
}

#[test]
fn as_they_were() {
    let preview = Program::Preview.path().unwrap();
    let update = env::var_os("UPDATE_EXPECT").is_some();
    let out = output("small");
    let mut failures = Vec::new();
    for (name, page) in applets() {
        let png = out.join(format!("{name}.png"));
        let result = paint(&preview, &page, frame(&name), &png, &["--scale", "0.5"]);
        let share = result.and_then(|said| {
            if said.contains(", CPU,") {
                return Ok(None);
            }
            let expected = expected_picture(&name, &page);
            if update {
                fs::copy(&png, &expected)?;
            }
            let expected = Picture::open(&expected)?;
            Ok(Some(Picture::open(&png)?.difference(&expected, TOLERANCE)?))
        });
        match share {
            Ok(None) => return lacking("applets' pictures", "there is no Vulkan driver"),
            Ok(Some(share)) if share <= SHARE => {}
            Ok(Some(share)) => failures.push(format!("{name}: {:.3} % differ", 100.0 * share)),
            Err(error) => failures.push(format!("{name}: {error:#}")),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
