//! The gallery of CindyGL, painted by the preview and by CindyJS: how many pages are alike.
//!
//! Wants a checkout of CindyJS in `CINDYJS_DIR` and the oracle in `CINDYJS_ORACLE`. Takes long the
//! first time, because CindyJS paints all of them; its pictures are kept in the target folder.
//! Arguments are parts of names: only those pages are painted.
//!
//! Each page is compared at frame 1 and, where it moves or reads the pointer, at the last frame
//! that CindyJS painted (10), with the pointer moved. The camera shows what CindyJS's shows. Two
//! pictures are alike if at most 1 % of the pixels differ by more than 8 of 255 in a channel, or,
//! on a page with random numbers, if their colours are distributed alike; text is left out, since
//! fonts differ. [`EXPECTED`] lists the pages that are not, and how much of them differs: the test
//! fails if there are others, if more differs, and if a page has become better, so that the list is
//! made shorter.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod expected;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use cindyscript_tests::gallery::{
    Frame, Gallery, Page, Plan, Replaced, Sight, TooSlow, filters, paint_theirs, run_with_cindyjs,
};

use expected::{EXPECTED, Verdict};

/// The largest share of pixels that may differ, and what counts as a difference.
const SHARE: f64 = 0.01;
const TOLERANCE: u8 = 8;
/// How far the colours of pages with random numbers may be apart on average, of 255.
const MEAN: f64 = 4.0;
/// The largest share of pixels of such pages that may be of another brightness.
const HISTOGRAM: f64 = 0.05;
/// No page takes longer, all its frames together.
const PATIENCE: Duration = Duration::from_secs(120);
/// On a processor, canvases larger than this take long.
const LONGEST_SIDE: u32 = 320;
/// Pages with many lines keep their own size: their edges, which browsers smooth in another way,
/// would be a larger share of a smaller canvas. Pages that take minutes on a processor are smaller.
/// `22_explorer` has a size of which CindyGL's rounding makes no rows too many: at 320, it takes
/// 200.00000000000003 rows for 201, and its plot lies a pixel too low.
const OTHER_SIDES: &[(&str, u32)] = &[
    ("08_julia_explanation", 0),
    ("22_explorer", 288),
    ("28_apollian_gasket", 0),
    ("35_spirocomplex", 0),
    ("40_waveintersection", 0),
    ("40_waveintersection_forall", 0),
    ("40_waveintersection_sumapply", 0),
    ("52_apollonian_fromcdy", 0),
    ("58_webcam_track_moving_object", 0),
    ("60_wattcurve", 0),
    ("44_raycasting_aberth", 120),
    ("44_raycasting_aberth_real", 120),
    ("44_raycasting_monomial_role", 120),
    ("54_montecarlo", 80),
];

/// Films stand at the time of the last frame, and half a frame more, instead of being played: where
/// browsers have come to by then depends on the machine. CindyGL paints a rectangle with whole rows
/// and columns, one row lower where its height is not whole, and the browser blends it with the
/// neighbouring pixels where its place is not: the views of pages with rectangles are changed by
/// less than 1 %, so that these cover whole pixels.
const REPLACED: &[Replaced<'_>] = &[
    Replaced {
        page: "34_video",
        texts: &[(
            "<meta charset=\"UTF-8\" />",
            "<script>
                // Browsers move within a file only where the server can send its parts.
                HTMLMediaElement.prototype.play = async function () {
                    const file = await fetch(this.src);
                    this.addEventListener('loadedmetadata', () => (this.currentTime = 10.5 / 60));
                    this.src = URL.createObjectURL(await file.blob());
                };
            </script>",
        )],
    },
    Replaced {
        page: "35_spirocomplex",
        texts: &[
            (
                "-3.6195570487955573, 4.39153501091292, 7.406618749748655, -3.2699821225537327",
                "-3.6, 4.4, 7.4, -3.3",
            ),
            ("width: 757", "width: 770"),
            ("height: 526", "height: 539"),
        ],
    },
    Replaced {
        page: "52_apollonian_fromcdy",
        texts: &[
            (
                "-58.076117985435, 43.98123371574714, 102.61141490268035, -45.52674358833586",
                "-58, 44, 102, -45",
            ),
            ("height: 713", "height: 712"),
        ],
    },
];

/// Faults of CindyGL that the preview does not have, and how a script of the page mends them. Such a
/// page differs, and has to be alike where it is mended.
const MENDED: &[Replaced<'_>] = &[
    Replaced {
        page: "34_cpuimagergba",
        texts: &[
            ("<title>", CLAMPED),
            // CindyGL pads images to powers of two, and blends with that as well.
            ("createimage(\"test\", 4, 3)", "createimage(\"test\", 4, 4)"),
        ],
    },
    Replaced {
        page: "58_webcam_mean_variance",
        texts: &[("<title>", CLAMPED)],
    },
];

/// Makes textures end at their edges, which is for CindyGL to ask of WebGL.
const CLAMPED: &str = "<script>
    const { prototype } = WebGL2RenderingContext;
    const { texImage2D } = prototype;
    prototype.texImage2D = function (...args) {
        texImage2D.apply(this, args);
        for (const side of [this.TEXTURE_WRAP_S, this.TEXTURE_WRAP_T]) {
            this.texParameteri(this.TEXTURE_2D, side, this.CLAMP_TO_EDGE);
        }
    };
</script>
<title>";

/// Pages of which one picture says little about how colours are distributed.
const DRAWS: &[(&str, u32)] = &[("48_molecules", 4)];

fn main() -> ExitCode {
    run_with_cindyjs("the gallery of CindyGL", run)
}

fn run(cindyjs: &Path, oracle: &Path) -> Result<bool> {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cindygl_gallery");
    let plan = Plan {
        folder: "examples/cindygl",
        out: &out,
        longest_side: LONGEST_SIDE,
        other_sides: OTHER_SIDES,
        replaced: REPLACED,
        mended: MENDED,
        draws: DRAWS,
        at_once: 2,
        patience: PATIENCE,
    };
    let mut gallery = Gallery::open(plan, cindyjs, oracle, &filters())?;
    // What CindyJS's camera shows, as a file.
    let camera = out.join("camera.png");
    if !camera.is_file() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("gallery/camera.html");
        let folder = page.parent().unwrap_or(&page);
        paint_theirs(LONGEST_SIDE, oracle, folder, &out, &[&page])?;
    }
    gallery.add_options(["--camera".into(), camera.into()]);
    let rows = gallery.each(|page| {
        compare(&gallery, page).unwrap_or_else(|error| {
            let verdict = match error.downcast_ref() {
                Some(TooSlow(_)) => Verdict::Slow,
                None => Verdict::Broken,
            };
            Row::without_pictures(verdict, format!("{error:#}"))
        })
    });
    Ok(summary(&rows))
}

/// What came of a page.
struct Row {
    verdict: Verdict,
    /// The largest share of a picture's pixels that differ, in percent.
    percent: f64,
    /// Why.
    details: String,
}

impl Row {
    fn without_pictures(verdict: Verdict, details: String) -> Row {
        Row {
            verdict,
            percent: 0.0,
            details,
        }
    }
}

fn compare(gallery: &Gallery<'_>, page: &Page) -> Result<Row> {
    let mut row = compare_as_it_is(gallery, page)?;
    if let (Verdict::Differs, Some(mended)) = (row.verdict, &page.mended) {
        let mended = compare_as_it_is(gallery, mended)?;
        row.details = format!("{}; where mended, {}", row.details, mended.details);
        if mended.verdict == Verdict::Alike {
            row.verdict = Verdict::Mended;
        }
    }
    Ok(row)
}

fn compare_as_it_is(gallery: &Gallery<'_>, page: &Page) -> Result<Row> {
    let (frames, errors) = match gallery.look(page)? {
        Sight::Nothing(status) => {
            let details = format!("CindyJS paints nothing ({status})");
            return Ok(Row::without_pictures(Verdict::NotCompared, details));
        }
        Sight::Frames { frames, errors } => (frames, errors),
    };
    let is_random = page.text.to_lowercase().contains("random");
    let mut alike = true;
    let mut largest: f64 = 0.0;
    let mut details = Vec::new();
    for frame in &frames {
        let (is_alike, share, said) = judge(frame, is_random)?;
        alike &= is_alike;
        largest = largest.max(share);
        details.push(format!("frame {}: {said}", frame.number));
    }
    details.extend(errors.first().cloned());
    let verdict = match (errors.is_empty(), alike) {
        (false, _) => Verdict::Complains,
        (true, true) => Verdict::Alike,
        (true, false) => Verdict::Differs,
    };
    Ok(Row {
        verdict,
        percent: 100.0 * largest,
        details: details.join("; "),
    })
}

/// Whether two pictures are alike, the share of the pixels that differ, and how much they do.
fn judge(frame: &Frame, is_random: bool) -> Result<(bool, f64, String)> {
    let (ours, theirs) = (&frame.ours, &frame.theirs);
    let share = ours.difference_outside(theirs, TOLERANCE, &frame.texts)?;
    let said = format!("{:.2} %", 100.0 * share);
    if share <= SHARE || !is_random {
        return Ok((share <= SHARE, share, said));
    }
    let mean = ours.mean_difference(theirs);
    let histogram = ours.histogram_difference(theirs);
    let said = format!(
        "{said}, mean {mean:.1}, histogram {:.1} %",
        100.0 * histogram
    );
    let alike = mean <= MEAN && histogram <= HISTOGRAM;
    Ok((alike, share, said))
}

/// Prints the table; whether it is as expected.
fn summary(rows: &BTreeMap<String, Row>) -> bool {
    let mut counts: BTreeMap<Verdict, u32> = BTreeMap::new();
    let mut worse = Vec::new();
    let mut better = Vec::new();
    for (name, row) in rows {
        let verdict = row.verdict;
        *counts.entry(verdict).or_default() += 1;
        let expected = EXPECTED.iter().find(|expected| expected.page == name);
        let reason = expected.map_or("", |expected| expected.reason);
        println!("{name:40} {:12} {}  {reason}", verdict.name(), row.details);
        let wanted = expected.map_or(Verdict::Alike, |expected| expected.verdict);
        let more = expected.is_some_and(|expected| row.percent > expected.percent);
        if verdict > wanted || matches!(verdict, Verdict::Mended | Verdict::Differs) && more {
            worse.push(name.as_str());
        } else if verdict < wanted && wanted != Verdict::Slow {
            better.push(name.as_str());
        }
    }
    println!("\n{} pages", rows.len());
    for (verdict, count) in counts {
        println!("{count:5} {}", verdict.name());
    }
    if !better.is_empty() {
        println!(
            "BETTER than expected, to be taken from the list: {}",
            better.join(", ")
        );
    }
    if !worse.is_empty() {
        println!("WORSE than expected: {}", worse.join(", "));
    }
    worse.is_empty() && better.is_empty()
}
