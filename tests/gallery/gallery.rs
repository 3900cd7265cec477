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
use std::path::Path;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use anyhow::Result;
use cindyscript_tests::gallery::{Gallery, Page, Plan, Sight, filters, run_with_cindyjs};

/// The largest share of pixels that may differ, and what counts as a difference.
const SHARE: f64 = 0.02;
const TOLERANCE: u8 = 16;
/// The share of the examples within scope that are to be alike.
const AIM: f64 = 0.9;
/// No example takes longer.
const PATIENCE: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    run_with_cindyjs("the gallery of CindyJS", run)
}

fn run(cindyjs: &Path, oracle: &Path) -> Result<bool> {
    let plan = Plan {
        folder: "examples",
        out: &Path::new(env!("CARGO_TARGET_TMPDIR")).join("gallery"),
        longest_side: 0,
        other_sides: &[],
        replaced: &[],
        mended: &[],
        draws: &[],
        at_once: thread::available_parallelism().map_or(1, usize::from),
        patience: PATIENCE,
    };
    let gallery = Gallery::open(plan, cindyjs, oracle, &filters())?;
    let reports = gallery.each(|page| {
        example(&gallery, page).unwrap_or_else(|error| Report::broken(format!("{error:#}")))
    });
    Ok(summary(&reports))
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

fn example(gallery: &Gallery<'_>, page: &Page) -> Result<Report> {
    if let Some(reason) = scope::reason(&page.text) {
        return Ok(Report::out_of_scope(reason));
    }
    let (frames, errors) = match gallery.look(page)? {
        Sight::Nothing(status) => {
            let reason = format!("CindyJS paints nothing ({status})");
            return Ok(Report::out_of_scope(reason));
        }
        Sight::Frames { frames, errors } => (frames, errors),
    };
    let shares = frames.iter().map(|frame| {
        let (ours, theirs, texts) = (&frame.ours, &frame.theirs, &frame.texts);
        Ok(Share {
            frame: frame.number,
            pixels: ours.difference_outside(theirs, TOLERANCE, texts)?,
            ink: ours.difference_of_ink(theirs, TOLERANCE, texts)?,
        })
    });
    Ok(Report {
        out_of_scope: None,
        errors,
        shares: shares.collect::<Result<_>>()?,
    })
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
