//! From the text of a page to the WGSL of its colorplots, and what comes after: naga's validation,
//! the pipelines and the first picture of `cindyscript-preview`, beside the times of CindyJS for
//! the same pages in the same run.
//!
//! `cargo build --release --bins && cargo bench -p cindyscript-tests --bench shader`. With a
//! checkout of CindyJS in `CINDYJS_DIR` these are the pages of its gallery, otherwise the applets
//! of the tests; CindyJS's own times want the oracle in `CINDYJS_ORACLE`. The aims, over all pages
//! of the gallery, are a median of 1 ms and a p95 of 5 ms from text to WGSL. An argument is a part
//! of the names of the pages; with `--text-only`, no program is started.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use anyhow::{Context as _, Result, ensure};
use cindyscript_hir::document::Document;
use cindyscript_hir::program::PlotId;
use cindyscript_ide::analyse;
use cindyscript_protocol::{FromPreview, MessageReader, Received, Stages, ToPreview, write};
use cindyscript_shader::Module;
use cindyscript_tests::display::Display;
use cindyscript_tests::folders::folder;
use cindyscript_tests::percentile::Times;
use cindyscript_tests::{clock, examples, not_run, wanted};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use serde_json::Value as Json;

/// How often each page is translated, from nothing each time.
const TURNS: usize = 20;

/// How long a picture is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

fn main() {
    let (options, filters): (Vec<String>, Vec<String>) =
        env::args().skip(1).partition(|word| word.starts_with('-'));
    let cindyjs = folder("CINDYJS_DIR");
    let gallery = match &cindyjs {
        Some(cindyjs) => cindyjs.join("examples/cindygl"),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("applets"),
    };
    let mut pages: Vec<Page> = examples::pages(&gallery)
        .unwrap()
        .into_iter()
        .map(Page::read)
        .filter(|page| filters.is_empty() || filters.iter().any(|part| page.name().contains(part)))
        .collect();
    let all = pages.len();
    pages.retain(|page| page.colorplots() > 0);
    println!("{all} pages, {} with colorplots", pages.len());
    translations(&pages);
    if options.iter().any(|option| option == "--text-only") {
        return;
    }
    match pictures(&pages) {
        Ok(()) => {}
        Err(why) => not_run("pipelines and first pictures", &format!("{why:#}")),
    }
    let both = ["CINDYJS_DIR", "CINDYJS_ORACLE"];
    if let Some([cindyjs, oracle]) = wanted("CindyJS's times", both) {
        cindyjs_times(&oracle, &cindyjs, &pages).unwrap();
    }
}

/// A page.
struct Page {
    path: PathBuf,
    text: String,
}

impl Page {
    fn read(path: PathBuf) -> Self {
        let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        Self { path, text }
    }

    fn name(&self) -> String {
        let stem = self.path.file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    }

    fn colorplots(&self) -> usize {
        let analysis = analyse(&Document::open("page.html", self.text.as_str()));
        let applets = analysis.applets.iter();
        applets.map(|applet| applet.program.plots.len()).sum()
    }
}

/// What it takes to translate one page, in processor time.
#[derive(Default)]
struct Translation {
    /// From the text to the analysis.
    analysis: Times,
    /// From the text to WGSL.
    wgsl: Times,
    /// What naga does with it.
    naga: Times,
    /// The colorplots with a shader, and the bytes of these.
    shaders: usize,
    bytes: usize,
}

impl Translation {
    fn of(page: &Page) -> Self {
        let mut translation = Self::default();
        for _ in 0..TURNS {
            let start = clock::own();
            let analysis = analyse(&Document::open("page.html", page.text.as_str()));
            let analysed = clock::own();
            let applets = analysis.applets.iter();
            let programs = applets.flat_map(|applet| {
                let plots = 0..applet.program.plots.len() as u32;
                plots.filter_map(|plot| {
                    cindyscript_lint::pixel_program(applet, PlotId(plot), &[]).ok()
                })
            });
            let modules = programs.map(|program| cindyscript_shader::compile(&program));
            let modules: Vec<Module> = modules.filter_map(Result::ok).collect();
            let written = clock::own();
            // What the translation has done as well, once more and alone.
            for module in &modules {
                validate(&module.wgsl);
            }
            let naga = clock::own().saturating_sub(written);
            translation.analysis.add(analysed.saturating_sub(start));
            let all = written.saturating_sub(start);
            translation.wgsl.add(all.saturating_sub(naga));
            translation.naga.add(naga);
            translation.shaders = modules.len();
            translation.bytes = modules.iter().map(|module| module.wgsl.len()).sum();
        }
        translation
    }
}

fn validate(wgsl: &str) {
    let module = naga::front::wgsl::parse_str(wgsl).unwrap();
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::default());
    validator.validate(&module).unwrap();
}

/// Text to WGSL: each page with its median, all pages with theirs.
fn translations(pages: &[Page]) {
    let (mut analysis, mut wgsl, mut naga) = (Times::default(), Times::default(), Times::default());
    let (mut colorplots, mut shaders) = (0, 0);
    let mut rows = Vec::new();
    for page in pages {
        let translation = Translation::of(page);
        colorplots += page.colorplots();
        shaders += translation.shaders;
        analysis.add(translation.analysis.percentile(0.5));
        wgsl.add(translation.wgsl.percentile(0.5));
        naga.add(translation.naga.percentile(0.5));
        rows.push((translation, page));
    }
    rows.sort_by_key(|(translation, _)| translation.wgsl.percentile(0.5));
    println!("{colorplots} colorplots, {shaders} of them with a shader before the applet runs");
    println!("processor time: the median of each page, over the pages");
    println!("  {:28} {wgsl}", "text to WGSL");
    println!("  {:28} {analysis}", "  of which analysis");
    println!("  {:28} {naga}", "naga");
    println!("the slowest pages");
    for (translation, page) in rows.iter().rev().take(5) {
        let Translation { wgsl, bytes, .. } = translation;
        println!("  {:28} {wgsl}, {bytes} bytes", page.name());
    }
}

/// A preview whose receipts are read.
struct Preview {
    process: Child,
    stdin: Option<ChildStdin>,
    receipts: Receiver<(i32, Stages)>,
    _display: Display,
}

impl Preview {
    fn start() -> Result<Self> {
        let missing = Display::missing();
        ensure!(missing.is_empty(), "no {}", missing.join(", "));
        let display = Display::start()?;
        let mut process = display.preview()?.stderr(Stdio::null()).spawn()?;
        let stdin = process.stdin.take();
        let stdout = process.stdout.take().context("the preview has no output")?;
        let (sender, receipts) = channel();
        thread::spawn(move || {
            for message in MessageReader::<_, FromPreview>::new(BufReader::new(stdout)) {
                let Ok(Received::Known(FromPreview::Receipt {
                    version, stages, ..
                })) = message
                else {
                    continue;
                };
                if sender.send((version, stages)).is_err() {
                    break;
                }
            }
        });
        Ok(Self {
            process,
            stdin,
            receipts,
            _display: display,
        })
    }

    /// Shows a page, and waits for its picture.
    fn show(&mut self, page: &Page, version: i32) -> Result<Stages> {
        let message = ToPreview::Open {
            path: page.path.display().to_string(),
            text: page.text.clone(),
            version,
            open: Vec::new(),
        };
        let stdin = self.stdin.as_mut().context("the preview is gone")?;
        write(stdin, &message)?;
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let (shown, stages) = self.receipts.recv_timeout(left)?;
            if shown == version {
                return Ok(stages);
            }
        }
    }
}

impl Drop for Preview {
    fn drop(&mut self) {
        drop(self.stdin.take());
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// The stages of each page's first picture in the preview.
fn pictures(pages: &[Page]) -> Result<()> {
    let mut preview = Preview::start()?;
    let mut by_stage: BTreeMap<usize, (&str, Times)> = BTreeMap::new();
    let mut without = Vec::new();
    for (version, page) in (1..).zip(pages) {
        let Ok(stages) = preview.show(page, version) else {
            without.push(page.name());
            preview = Preview::start()?;
            continue;
        };
        for (place, (name, time)) in stages.by_name().into_iter().enumerate() {
            let (_, times) = by_stage.entry(place).or_insert((name, Times::default()));
            // A shader that another page has as well is not built again.
            if let Some(time) = time {
                times.add_ms(time);
            }
        }
    }
    println!("the first picture of each page, by stages");
    for (name, times) in by_stage.values() {
        println!("  {name:28} {times}");
    }
    if !without.is_empty() {
        println!("without a picture: {}", without.join(", "));
    }
    Ok(())
}

/// What CindyJS says about the same pages: compiling and linking its shaders, and its first frame.
fn cindyjs_times(oracle: &Path, cindyjs: &Path, pages: &[Page]) -> Result<()> {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("oracle-times");
    if out.is_dir() {
        fs::remove_dir_all(&out)?;
    }
    fs::create_dir_all(&out)?;
    for pages in pages.chunks(12) {
        // A page that fails there has no times; all others have.
        Command::new("node")
            .arg("render.mjs")
            .arg("--out")
            .arg(&out)
            .arg("--root")
            .arg(cindyjs)
            .args(["--frames", "1", "--perf", "0", "--budget", "5000"])
            .args(["--mouse", "none"])
            .args(pages.iter().map(|page| &page.path))
            .current_dir(oracle)
            .stdout(Stdio::null())
            .status()
            .context("the oracle wants node")?;
    }
    let (mut compiling, mut first) = (Times::default(), Times::default());
    for page in pages {
        let text = fs::read_to_string(out.join(format!("{}.json", page.name())));
        let said: Json = serde_json::from_str(&text.unwrap_or_default()).unwrap_or_default();
        let number = |key: &str| said[key].as_f64();
        if let (Some(link), Some(frame)) = (number("compileLinkMs"), number("firstFrameMs")) {
            compiling.add_ms(link);
            first.add_ms(frame);
        }
    }
    println!("CindyJS");
    println!("  {:28} {compiling}", "compile and link");
    println!("  {:28} {first}", "first frame");
    Ok(())
}
