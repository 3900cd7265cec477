//! What an author waits for at the preview, seen from outside of its process. After
//! `cargo build --release --bins`, each of these by itself, or without the last word all of them:
//!
//! - `cargo bench -p cindyscript-tests --bench picture -- --edits`: the first picture, from the start
//!   of the program; the picture of an edit, from the write of the message to its receipt, with the
//!   share of each stage, where a number at the pixel changes and where the shader does: a term, a
//!   branch, a loop, a list. Over the applets of the tests and, with a checkout of CindyJS in
//!   `CINDYJS_DIR`, CindyGL's gallery; an argument is a part of the names of the pages, and
//!   `--turns=N` says how many edits of each kind a page has (20). Where `CINDYJS_ORACLE` names the
//!   oracle's folder, Chromium is given the same texts, in a page that CindyJS is begun anew in: with
//!   software rendering, whatever the machine has.
//! - `-- --rest`: what the process takes of a processor over 60 s in which nothing happens, in a tab
//!   and, where there is Xvfb, with a window. Fails at 0.5 %.
//! - `-- --many`: memory, and that of the GPU where the driver tells it, over 10,000 edits at several
//!   places. Fails where either grows by more than a tenth after the first 2,000.
//! - `-- --stream`: how soon a tab shows where the pointer is, and how many pictures of an animation
//!   it shows in a second, beside the preview and 50 ms away from it.
//!
//! The aims are those of an NVIDIA GPU: a p95 of 16.7 ms where a number changes and of 50 ms where
//! the shader does.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use cindyscript_protocol::TabEvent;
use cindyscript_tests::bench_arguments::BenchArguments;
use cindyscript_tests::cindyjs::Cindyjs;
use cindyscript_tests::display::{Display, state_folder};
use cindyscript_tests::folders::folder;
use cindyscript_tests::percentile::Times;
use cindyscript_tests::programs::Program;
use cindyscript_tests::{clock, examples, memory, not_run};

mod preview;
mod texts;

use preview::{Preview, Shown};
use texts::{Edit, numbers};

/// How many numbers of a page are tried, until one is found that can become a term of the pixel.
const TRIES: usize = 12;

/// What depends on the pixel: where nothing else is the running variable, and where `z` is.
const PLACES: [&str; 2] = ["#.x", "re(z)"];

/// How long the process is looked at while nothing happens.
const REST: Duration = Duration::from_secs(60);

/// How many edits the memory is looked at over, and after how many each time.
const MANY: (usize, usize) = (10_000, 2_000);

/// At rest, a process takes less of a processor, in percent.
const MOST_AT_REST: f64 = 0.5;

/// By so much memory may have grown after the first edits.
const GROWTH: f64 = 1.1;

/// How long a message is on its way to a tab.
const STREAM_WAYS: [Duration; 2] = [Duration::ZERO, Duration::from_millis(50)];

/// How long a tab is given before what it shows is counted, and how long that is done.
const SETTLED: Duration = Duration::from_secs(2);
const ANIMATION: Duration = Duration::from_secs(5);

fn main() -> ExitCode {
    let arguments = BenchArguments::read();
    let turns = arguments.value("--turns=").unwrap_or(20);
    let parts = ["--edits", "--rest", "--many", "--stream"];
    let chosen = |part: &str| arguments.has(part);
    let is_wanted = |part: &str| chosen(part) || !parts.iter().any(|part| chosen(part));
    let applets = Path::new(env!("CARGO_MANIFEST_DIR")).join("applets");
    let julia = applets.join("julia.html");
    let mut is_good = true;
    if is_wanted("--edits") {
        let mut pages = examples::pages(&applets).unwrap();
        if let Some(cindyjs) = folder("CINDYJS_DIR") {
            pages.extend(examples::pages(&cindyjs.join("examples/cindygl")).unwrap());
        }
        pages.retain(|page| {
            let name = page.display().to_string();
            let filters = &arguments.filters;
            filters.is_empty() || filters.iter().any(|part| name.contains(part))
        });
        edits(&pages, turns);
    }
    if is_wanted("--rest") {
        is_good &= at_rest(&julia);
        is_good &= window_at_rest(&julia);
    }
    if is_wanted("--many") {
        is_good &= many_edits(&julia);
    }
    if is_wanted("--stream") {
        for way in STREAM_WAYS {
            stream(&julia, way);
        }
    }
    match is_good {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// First pictures, and those of edits.
fn edits(pages: &[PathBuf], turns: usize) {
    let (mut first, mut unchanged) = (Times::default(), Vec::new());
    let mut kinds = Edit::ALL.map(Kind::new);
    let mut cindyjs = Cindyjs::start();
    for page in pages {
        let text = fs::read_to_string(page).unwrap_or_default();
        let numbers = numbers(&text);
        if numbers.is_empty() {
            continue;
        }
        let name = page.file_name().unwrap_or_default().to_string_lossy();
        let start = Instant::now();
        let mut preview = Preview::start(page);
        if preview.show(&text).is_none() {
            unchanged.push(format!("{name} (no picture)"));
            continue;
        }
        first.add(start.elapsed());
        let mut is_built = |text: &str| preview.show(text).is_some_and(|shown| shown.structural);
        let tries = PLACES.iter().flat_map(|place| {
            let numbers = numbers.iter().take(TRIES);
            numbers.map(move |number| (number, *place))
        });
        let found = tries.into_iter().find(|(number, place)| {
            let edited = |turn| number.edited(&text, Edit::Term, place, turns + turn);
            [1, 2].iter().all(|turn| is_built(&edited(*turn)))
        });
        let Some((number, place)) = found else {
            unchanged.push(name.into_owned());
            continue;
        };
        // Not everything is allowed wherever a number is.
        let mut possible = vec![Edit::Number, Edit::Term];
        for edit in [Edit::Branch, Edit::Loop, Edit::List] {
            if is_built(&number.edited(&text, edit, place, turns + 1)) {
                possible.push(edit);
            }
        }
        preview.show(&text);
        if let Some(cindyjs) = &mut cindyjs {
            cindyjs.open(page, &text);
        }
        for turn in 0..turns {
            for kind in kinds
                .iter_mut()
                .filter(|kind| possible.contains(&kind.edit))
            {
                let text = number.edited(&text, kind.edit, place, turn);
                match preview.show(&text) {
                    Some(shown) => kind.add(&name, &shown),
                    None => kind.lost += 1,
                }
                let other = cindyjs.as_mut().and_then(|cindyjs| cindyjs.show(&text));
                if let Some(after) = other {
                    kind.cindyjs.add(after);
                }
            }
        }
    }
    println!(
        "first picture, process start included  p90 {:.0} ms  {first}",
        ms(first.percentile(0.9))
    );
    for kind in kinds {
        kind.print();
    }
    println!(
        "no edit of the shader found in {}: {}",
        unchanged.len(),
        unchanged.join(", ")
    );
}

/// The times of one kind of edits.
#[derive(Debug)]
struct Kind {
    edit: Edit,
    outside: Times,
    /// What CindyJS took for the same texts.
    cindyjs: Times,
    /// By their order.
    stages: BTreeMap<usize, (&'static str, Times)>,
    pipelines: usize,
    /// How many had no receipt.
    lost: usize,
    by_page: BTreeMap<String, Times>,
}

impl Kind {
    fn new(edit: Edit) -> Self {
        Self {
            edit,
            outside: Times::default(),
            cindyjs: Times::default(),
            stages: BTreeMap::new(),
            pipelines: 0,
            lost: 0,
            by_page: BTreeMap::new(),
        }
    }

    fn add(&mut self, page: &str, shown: &Shown) {
        self.outside.add(shown.after);
        self.by_page
            .entry(page.to_owned())
            .or_default()
            .add(shown.after);
        self.pipelines += usize::from(shown.structural);
        for (place, (name, time)) in shown.stages.by_name().into_iter().enumerate() {
            let (_, times) = self.stages.entry(place).or_insert((name, Times::default()));
            times.add_ms(time.unwrap_or(0.0));
        }
    }

    fn print(&self) {
        println!(
            "edit of {:<10} {}, {} pipelines built, {} without a receipt",
            self.edit.name(),
            self.outside,
            self.pipelines,
            self.lost
        );
        let all = self.outside.total().as_secs_f64().max(f64::MIN_POSITIVE);
        for (name, times) in self.stages.values() {
            let share = 100.0 * times.total().as_secs_f64() / all;
            println!("{name:>18} {times}   {share:4.1} % of the time");
        }
        if self.cindyjs.count() > 0 {
            let ratio =
                |share| ms(self.cindyjs.percentile(share)) / ms(self.outside.percentile(share));
            println!(
                "{:>18} {}   {:.1} times ours at p50, {:.1} at p95",
                "CindyJS",
                self.cindyjs,
                ratio(0.5),
                ratio(0.95)
            );
        }
        let mut slowest: Vec<_> = self.by_page.iter().collect();
        slowest.sort_by_key(|(_, times)| std::cmp::Reverse(times.percentile(0.5)));
        let slowest: Vec<String> = slowest
            .iter()
            .take(8)
            .map(|(page, times)| format!("{page} {:.0}", ms(times.percentile(0.5))))
            .collect();
        println!("    slowest pages, p50 in ms: {}", slowest.join(", "));
    }
}

/// What a process takes that shows an applet in which nothing moves, in a tab that is looked at.
/// Whether that is little.
fn at_rest(page: &Path) -> bool {
    let mut preview = Preview::start(page);
    preview.show(&fs::read_to_string(page).unwrap());
    preview.watch();
    preview.pass(Duration::from_secs(5));
    let before = clock::all_of(preview.child.id());
    preview.pass(REST);
    rests(
        "tab",
        clock::all_of(preview.child.id()).saturating_sub(before),
    )
}

/// The same of a window.
fn window_at_rest(page: &Path) -> bool {
    let missing = Display::missing();
    if !missing.is_empty() {
        not_run("a window at rest", &format!("no {}", missing.join(", ")));
        return true;
    }
    let display = Display::start().unwrap();
    let mut child = Command::new(Program::Preview.path().unwrap())
        .args(["--camera", "off"])
        .arg(page)
        .env("DISPLAY", display.name())
        .env("XDG_STATE_HOME", state_folder(display.name()))
        .env_remove("WAYLAND_DISPLAY")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let title = page.file_name().unwrap_or_default().to_string_lossy();
    let opened = display.window(&title, Duration::from_secs(60));
    thread::sleep(Duration::from_secs(5));
    let before = clock::all_of(child.id());
    thread::sleep(REST);
    let taken = clock::all_of(child.id()).saturating_sub(before);
    let is_open = opened.is_ok_and(|window| display.has(&window));
    drop(child.kill());
    drop(child.wait());
    if !is_open {
        println!("at rest, window    there is none");
    }
    is_open && rests("window", taken)
}

fn rests(what: &str, taken: Duration) -> bool {
    let share = 100.0 * taken.as_secs_f64() / REST.as_secs_f64();
    println!("at rest, {what:<10} {share:.2} % of a processor over {REST:?}");
    share < MOST_AT_REST
}

/// What is in memory after many edits, of numbers and of the shader by turns, at several places of
/// the text. Whether that stays as it is once some have been made.
fn many_edits(page: &Path) -> bool {
    let text = fs::read_to_string(page).unwrap();
    let numbers = numbers(&text);
    let mut preview = Preview::start(page);
    let first = preview.show(&text);
    let mut gpu_bytes = first.and_then(|shown| shown.gpu_bytes);
    let (all, step) = MANY;
    let mut sizes: Vec<[Option<u64>; 2]> = Vec::new();
    for turn in 0..=all {
        if turn % step == 0 {
            let resident = memory::of(preview.child.id()) as u64;
            let in_gpu = gpu_bytes.map_or("not told".to_owned(), megabytes);
            println!(
                "after {turn:>6} edits {}, GPU {in_gpu}",
                megabytes(resident)
            );
            sizes.push([Some(resident), gpu_bytes]);
        }
        let Some(number) = numbers.get(turn % numbers.len().max(1)) else {
            break;
        };
        let edit = match turn % 10 {
            0 => Edit::Term,
            5 => Edit::Branch,
            _ => Edit::Number,
        };
        let shown = preview.show(&number.edited(&text, edit, "re(z)", turn));
        gpu_bytes = shown.and_then(|shown| shown.gpu_bytes).or(gpu_bytes);
    }
    let settled = sizes.get(1).copied().unwrap_or_default();
    let last = sizes.last().copied().unwrap_or_default();
    let is_flat = |at: usize| match (settled[at], last[at]) {
        (Some(settled), Some(last)) => last as f64 <= settled as f64 * GROWTH,
        _ => true,
    };
    let are_flat = [0, 1].map(is_flat);
    for (what, is_flat) in ["memory", "memory of the GPU"].into_iter().zip(are_flat) {
        println!("{what} {}", if is_flat { "is flat" } else { "GROWS" });
    }
    are_flat.iter().all(|is_flat| *is_flat)
}

fn megabytes(bytes: u64) -> String {
    format!("{:>5} MB", bytes / 1_000_000)
}

/// What a tab of 800 x 600 shows of an applet, over a link on which each message is on its way for so
/// long: from a move of the pointer to the picture that shows it, and how many pictures of an animation
/// come in a second.
fn stream(page: &Path, way: Duration) {
    let applet = |script: &str, settings: &str| {
        format!(
            "<script src=\"Cindy.js\"></script>\n\
            <script id=\"csdraw\" type=\"text/x-cindyscript\">\n\
            {script}\n</script>\n<script>CindyJS({{scripts: \"cs*\", {settings} \
            ports: [{{id: \"CSCanvas\", width: 800, height: 600}}]}});</script>\n"
        )
    };
    let mut preview = Preview::distant(page, way);
    println!("a tab of 800 x 600, {:.0} ms away", ms(way));
    let at_pointer = "p = mouse(); colorplot([0.5 + 0.1*sin(30*#.x), 0.5, exp(-|# - p|)]);";
    preview.show(&applet(at_pointer, ""));
    preview.watch();
    preview.pass(SETTLED);
    let mut times = Times::default();
    for turn in 0..200_u32 {
        let before = Instant::now();
        let at = [100.0 + f64::from(turn % 50) * 10.0, 300.0];
        preview.tell(TabEvent::PointerMoved { at });
        if preview.picture().is_some() {
            times.add(before.elapsed());
        }
    }
    println!("    pointer to picture  {times}");
    let moving = "t = mod(seconds(), 60); colorplot([0.5 + 0.1*sin(30*#.x + t), 0.5, exp(-|#|)]);";
    preview.show(&applet(moving, "animation: {autoplay: true},"));
    preview.pass(SETTLED);
    let [count, bytes] = preview.pass(ANIMATION);
    println!(
        "    {:.0} pictures of an animation a second, {} kB each",
        count as f64 / ANIMATION.as_secs_f64(),
        bytes / count.max(1) / 1000
    );
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
