//! CindyJS's examples, painted by the preview and by CindyJS: how many are alike.
//!
//! Wants a checkout of CindyJS in `CINDYJS_DIR` and the oracle in `CINDYJS_ORACLE`. Takes long the
//! first time, because CindyJS paints all of them; its pictures are kept in the target folder.
//! Arguments are parts of names: only those examples are painted.
//!
//! Each example is compared at frame 1 and, where it moves or reads the pointer, at the last frame
//! that CindyJS painted (10), with the pointer moved. Two pictures are alike if at most 2 % of the
//! pixels differ by more than 16 of 255 in a channel; text is left out, since fonts differ.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod scope;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use anyhow::{Context, Result, bail, ensure};
use cindyscript_tests::not_run;
use cindyscript_tests::picture::{Picture, Rectangle};
use cindyscript_tests::programs::Program;
use serde_json::Value as Json;

/// The largest share of pixels that may differ, and what counts as a difference.
const SHARE: f64 = 0.02;
const TOLERANCE: u8 = 16;
/// The share of the examples within scope that are to be alike.
const AIM: f64 = 0.9;
/// Where the pointer goes after the first frame, as the oracle does it.
const POINTER: &str = "0.56,0.61";
/// No example takes longer.
const LIMIT: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    let what = "the gallery of CindyJS";
    let variable = |name| env::var_os(name).map(PathBuf::from);
    let (Some(cindyjs), Some(oracle)) = (variable("CINDYJS_DIR"), variable("CINDYJS_ORACLE"))
    else {
        not_run(what, "CINDYJS_DIR and CINDYJS_ORACLE name no folders");
        return ExitCode::SUCCESS;
    };
    match run(&cindyjs, &oracle) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            println!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(cindyjs: &Path, oracle: &Path) -> Result<bool> {
    let filters: Vec<String> = env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gallery");
    let reference = out.join("cindyjs");
    fs::create_dir_all(&reference)?;
    let examples = examples(cindyjs, &filters)?;
    paint_reference(cindyjs, oracle, &reference, &examples)?;
    let preview = Program::Preview.path().map_err(anyhow::Error::msg)?;

    let next = AtomicUsize::new(0);
    let reports = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((name, page)) = examples.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let report = example(&preview, &reference, &out, name, page)
                        .unwrap_or_else(|error| Report::broken(format!("{error:#}")));
                    reports.lock().unwrap().insert(name.clone(), report);
                }
            });
        }
    });
    Ok(summary(&reports.into_inner().unwrap()))
}

/// The pages, with their names.
fn examples(cindyjs: &Path, filters: &[String]) -> Result<Vec<(String, PathBuf)>> {
    let folder = cindyjs.join("examples");
    let mut pages = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let Some(name) = path.file_stem().and_then(|name| name.to_str()) else {
            continue;
        };
        let wanted = filters.is_empty() || filters.iter().any(|filter| name.contains(filter));
        if wanted
            && path
                .extension()
                .is_some_and(|extension| extension == "html")
        {
            pages.push((name.to_owned(), path.clone()));
        }
    }
    pages.sort();
    ensure!(!pages.is_empty(), "no examples in {}", folder.display());
    Ok(pages)
}

/// CindyJS's pictures of those examples that have none yet.
fn paint_reference(
    cindyjs: &Path,
    oracle: &Path,
    reference: &Path,
    examples: &[(String, PathBuf)],
) -> Result<()> {
    let missing = examples
        .iter()
        .filter(|(name, _)| !reference.join(format!("{name}.json")).is_file());
    let missing: Vec<&PathBuf> = missing.map(|(_, page)| page).collect();
    for pages in missing.chunks(12) {
        let status = Command::new("node")
            .arg("render.mjs")
            .arg("--out")
            .arg(reference)
            .arg("--root")
            .arg(cindyjs)
            .args(["--frames", "10", "--budget", "5000", "--perf", "0"])
            .args(pages)
            .current_dir(oracle)
            .stdout(Stdio::null())
            .status()
            .context("node does not start")?;
        ensure!(status.success(), "the oracle failed");
    }
    Ok(())
}

/// What came of an example.
struct Report {
    /// Why it does not count.
    out_of_scope: Option<String>,
    /// What only we complain about.
    errors: Vec<String>,
    /// How much differs, by frame.
    shares: Vec<Share>,
}

/// How much of a frame differs.
struct Share {
    frame: u32,
    /// Of all pixels.
    pixels: f64,
    /// Of those that are drawn: tells an empty picture from one that is nearly right.
    ink: f64,
}

impl Report {
    fn out_of_scope(reason: impl Into<String>) -> Report {
        Report {
            out_of_scope: Some(reason.into()),
            errors: Vec::new(),
            shares: Vec::new(),
        }
    }

    fn broken(error: String) -> Report {
        Report {
            out_of_scope: None,
            errors: vec![error],
            shares: Vec::new(),
        }
    }

    fn is_alike(&self) -> bool {
        !self.shares.is_empty() && self.shares.iter().all(|share| share.pixels <= SHARE)
    }

    fn line(&self) -> String {
        if let Some(reason) = &self.out_of_scope {
            return format!("-        {reason}");
        }
        let verdict = match (self.is_alike(), self.errors.is_empty()) {
            (true, true) => "alike   ",
            (true, false) => "errors  ",
            (false, _) => "DIFFERS ",
        };
        let shares = self.shares.iter().map(|share| {
            let (pixels, ink) = (100.0 * share.pixels, 100.0 * share.ink);
            format!(
                " {}: {pixels:.2} % ({ink:.0} % of what is drawn)",
                share.frame
            )
        });
        let first = self.errors.first().map_or("", String::as_str);
        format!("{verdict}{}  {first}", shares.collect::<String>())
    }
}

fn example(
    preview: &Path,
    reference: &Path,
    out: &Path,
    name: &str,
    page: &Path,
) -> Result<Report> {
    let text = String::from_utf8_lossy(&fs::read(page)?).into_owned();
    if let Some(reason) = scope::reason(&text) {
        return Ok(Report::out_of_scope(reason));
    }
    let row: Json = serde_json::from_slice(&fs::read(reference.join(format!("{name}.json")))?)?;
    let status = row["status"].as_str().unwrap_or("error");
    if !matches!(status, "ok" | "ok+errors") {
        return Ok(Report::out_of_scope(format!(
            "CindyJS paints nothing ({status})"
        )));
    }
    let last = row["frame"].as_u64().unwrap_or(1) as u32;
    let moved = row["mouse"].is_array();
    let mut report = Report {
        out_of_scope: None,
        errors: Vec::new(),
        shares: Vec::new(),
    };
    let first = reference.join(format!("{name}.f1.png"));
    let mut frames = vec![(last, reference.join(format!("{name}.png")))];
    if first.is_file() {
        frames.insert(0, (1, first));
    }
    for (frame, theirs) in frames {
        let theirs = Picture::open(&theirs)?;
        let (width, height) = theirs.size();
        let ours = out.join(format!("{name}.f{frame}.png"));
        let mut command = Command::new(preview);
        command
            .args([
                "render",
                "--json",
                "--bare",
                "--background",
                "white",
                "--frame",
            ])
            .arg(frame.to_string())
            // Many pages leave the size to the browser's layout.
            .arg("--size")
            .arg(format!("{width}x{height}"))
            .arg("--png")
            .arg(&ours)
            .arg(page);
        if moved {
            command.args(["--mouse", POINTER]);
        }
        let receipt = receipt(&mut command)?;
        let errors = receipt["errors"].as_array().cloned().unwrap_or_default();
        if row["errors"].as_array().is_none_or(Vec::is_empty) {
            let errors = errors.iter().filter_map(Json::as_str).map(str::to_owned);
            report.errors.extend(errors);
        }
        let texts: Vec<Rectangle> = receipt["texts"]
            .as_array()
            .map(|texts| texts.iter().filter_map(rectangle).collect())
            .unwrap_or_default();
        let ours = Picture::open(&ours)?;
        report.shares.push(Share {
            frame,
            pixels: ours.difference_outside(&theirs, TOLERANCE, &texts)?,
            ink: ours.difference_of_ink(&theirs, TOLERANCE, &texts)?,
        });
    }
    Ok(report)
}

/// `[left, top, width, height]` in pixels, and a margin: another font is wider.
fn rectangle(text: &Json) -> Option<Rectangle> {
    let number = |index: usize| text.get(index)?.as_f64();
    let (left, top, width, height) = (number(0)?, number(1)?, number(2)?, number(3)?);
    let margin = 0.5 * width.min(height);
    Some(Rectangle {
        left: left - margin,
        top: top - margin,
        right: left + 1.2 * width + margin,
        bottom: top + height + margin,
    })
}

/// What the preview says about a picture; an error if it takes too long.
fn receipt(command: &mut Command) -> Result<Json> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut stdout = child.stdout.take().context("no standard output")?;
    let reader = thread::spawn(move || {
        let mut text = String::new();
        std::io::Read::read_to_string(&mut stdout, &mut text).map(|_| text)
    });
    let begin = Instant::now();
    while child.try_wait()?.is_none() {
        if begin.elapsed() > LIMIT {
            child.kill()?;
            child.wait()?;
            bail!("still running after {} s", LIMIT.as_secs());
        }
        thread::sleep(Duration::from_millis(5));
    }
    let text = reader.join().map_err(|_| anyhow::anyhow!("unreadable"))??;
    serde_json::from_str(&text).with_context(|| format!("it says {text:?}"))
}

/// Prints all of it; whether the aim is reached.
fn summary(reports: &BTreeMap<String, Report>) -> bool {
    for (name, report) in reports {
        println!("{name:40} {}", report.line());
    }
    let within: Vec<&Report> = reports
        .values()
        .filter(|report| report.out_of_scope.is_none())
        .collect();
    let count = |test: fn(&Report) -> bool| within.iter().filter(|report| test(report)).count();
    let share = |count: usize| 100.0 * count as f64 / within.len().max(1) as f64;
    let (painted, clean) = (
        count(|report| !report.shares.is_empty()),
        count(|report| report.errors.is_empty()),
    );
    let alike = count(|report| report.is_alike() && report.errors.is_empty());
    println!(
        "\n{} examples, {} within scope: {painted} painted ({:.1} %), {clean} without an error of \
         ours ({:.1} %), {alike} of them alike ({:.1} %)",
        reports.len(),
        within.len(),
        share(painted),
        share(clean),
        share(alike),
    );
    alike as f64 >= AIM * within.len() as f64
}
