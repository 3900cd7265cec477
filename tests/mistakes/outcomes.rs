//! Runs applets to see what they do, and finds the lines of our sources that offer fixes.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cindyscript_applet::Event;
use cindyscript_hir::document::Document;
use cindyscript_ide::analyse;
use cindyscript_interpreter::display::{Drawing, Path, PathSegment, TextExtent, TextStyle};
use cindyscript_interpreter::picture::{Picture, Pixels};
use cindyscript_interpreter::{Host, ImagePlot, Interpreter, NoHost, PlotCall, PlotHost, World};
use cindyscript_tests::spec::Question;

/// A loop without end is ended after this time.
const PATIENCE: Duration = Duration::from_millis(300);

/// A host that paints nothing and keeps the calls of colorplots into images.
#[derive(Debug, Default)]
struct Recorder(Mutex<Vec<PlotCall>>);

impl Host for Recorder {
    fn measure(&self, text: &str, style: &TextStyle) -> TextExtent {
        NoHost.measure(text, style)
    }

    fn pixels(&self, picture: &Picture) -> Option<Arc<Pixels>> {
        NoHost.pixels(picture)
    }

    fn library(&self, name: &str) -> Result<String, String> {
        NoHost.library(name)
    }
}

impl PlotHost for Recorder {
    fn plot(&self, plot: &ImagePlot<'_>) -> Result<Picture, String> {
        if let Ok(mut calls) = self.0.lock() {
            calls.push(plot.call.clone());
        }
        Ok(plot.target.clone())
    }
}

/// Runs the first applet of a file, one frame of it, and answers a question.
pub(crate) fn run(name: &str, text: &str, question: Question<'_>) -> String {
    let document = Document::open(name, text);
    let analysis = analyse(&document);
    let (Some(applet), Some(source)) = (analysis.applets.first(), document.applets().first())
    else {
        return "no applet".to_owned();
    };
    let recorder = Arc::new(Recorder::default());
    let mut world = World::new(source);
    world.host = recorder.clone();
    let mut interpreter = Interpreter::new(world);
    interpreter.load(applet.split_program());
    interpreter.allow(Some(PATIENCE));
    interpreter.run_event(Event::Init);
    if source.animation.autoplay {
        interpreter.run_event(Event::Tick);
    }
    interpreter.begin_frame();
    interpreter.run_event(Event::Move);
    interpreter.run_event(Event::Draw);
    interpreter.end_frame();
    match question {
        Question::Value(expression) => {
            interpreter.allow(Some(PATIENCE));
            match interpreter.run_text(expression) {
                Ok(run) => interpreter.print(&run.value),
                Err(errors) => format!("{errors:?}"),
            }
        }
        Question::Prints => {
            let output = interpreter.take_output();
            let output: String = output.iter().map(|output| output.text.as_str()).collect();
            output.lines().collect::<Vec<_>>().join(" / ")
        }
        Question::Paints(place) => {
            let numbers = place.trim_matches(['[', ']']).split(',');
            let numbers: Vec<f64> = numbers
                .filter_map(|part| part.trim().parse().ok())
                .collect();
            let [x, y] = numbers[..] else {
                return format!("`{place}` is no place");
            };
            let drawn = interpreter.take_display_list().into_iter();
            let plot = drawn.into_iter().find_map(|drawing| match drawing {
                Drawing::Plot(call) => Some(call),
                _ => None,
            });
            let into_image = || recorder.0.lock().ok()?.first().cloned();
            match plot.or_else(into_image) {
                Some(call) => {
                    let value = interpreter.pixel_evaluator(&call).value([x, y]);
                    interpreter.print(&value)
                }
                None => "no colorplot".to_owned(),
            }
        }
        Question::Draws => {
            let mut drawn: BTreeMap<String, usize> = BTreeMap::new();
            for drawing in interpreter.take_display_list() {
                *drawn.entry(described(&drawing)).or_default() += 1;
            }
            let drawn = drawn.iter().map(|(what, count)| format!("{count} {what}"));
            drawn.collect::<Vec<_>>().join(", ")
        }
    }
}

/// The kind of a drawing, its size in pixels and its colour.
fn described(drawing: &Drawing) -> String {
    match drawing {
        Drawing::Plot(_) => "colorplot".to_owned(),
        Drawing::Fill { path, colour, .. } => {
            format!("area {} {}", size(path), in_words(*colour))
        }
        Drawing::Stroke {
            path,
            stroke,
            colour,
        } => format!(
            "line {} wide {} {}",
            size(path),
            (stroke.width * 100.0).round() / 100.0,
            in_words(*colour)
        ),
        Drawing::Text(text) => {
            format!(
                "text \"{}\" {} {}",
                text.text,
                text.style.size,
                in_words(text.colour)
            )
        }
        Drawing::Picture(_) => "picture".to_owned(),
        Drawing::Clip(_) => "clip".to_owned(),
        Drawing::Clear => "nothing: all is cleared".to_owned(),
    }
}

/// The width and height of a path.
fn size(path: &Path) -> String {
    let places = path.segments.iter().flat_map(|segment| match *segment {
        PathSegment::Move(place) | PathSegment::Line(place) => vec![place],
        PathSegment::Quadratic(a, b) => vec![a, b],
        PathSegment::Cubic(a, b, c) => vec![a, b, c],
        PathSegment::Close => Vec::new(),
    });
    let places: Vec<[f64; 2]> = places.collect();
    let extent = |axis: usize| {
        let along = places.iter().map(|place| place[axis]);
        let least = along.clone().fold(f64::INFINITY, f64::min);
        (along.fold(f64::NEG_INFINITY, f64::max) - least).round()
    };
    format!("{}x{}", extent(0), extent(1))
}

/// A colour as three percentages, and a fourth one if it is not opaque.
fn in_words([red, green, blue, opacity]: [f64; 4]) -> String {
    let percent = |part: f64| format!("{:.0}", part * 100.0);
    let mut parts: Vec<String> = [red, green, blue].map(percent).into();
    parts.extend((opacity < 1.0).then(|| percent(opacity)));
    format!("[{}]", parts.join(" "))
}

/// The sources of the crates whose code offers fixes.
const FOLDERS: [&str; 5] = [
    "server/analysis/src",
    "server/cindygl/src",
    "server/ide/src",
    "server/lint/src",
    "server/syntax/src",
];

/// The lines that offer fixes, in the crates that look for mistakes.
pub(crate) fn sites() -> Vec<(String, u32)> {
    let workspace = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut sites = Vec::new();
    for folder in FOLDERS {
        let mut files = Vec::new();
        sources(&workspace.join(folder), &mut files);
        files.sort();
        for file in files {
            let name = file
                .strip_prefix(&workspace)
                .unwrap_or(&file)
                .display()
                .to_string();
            let text = fs::read_to_string(&file).expect("a source");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            // In a function that takes down where it is called, its own lines do not count.
            let mut end = None;
            for (line, number) in code.lines().zip(1..) {
                if let Some(indent) = line.strip_suffix("#[track_caller]") {
                    end = Some(format!("{indent}}}"));
                }
                match &end {
                    Some(last) if line == last => end = None,
                    None if offers_fix(line) => sites.push((name.clone(), number)),
                    _ => {}
                }
            }
        }
    }
    sites
}

/// The Rust sources in a folder, without files of tests.
fn sources(folder: &std::path::Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("a file").path();
        let name = path.file_stem().unwrap_or_default();
        // Fixes for what was seen at run time are tested with the preview.
        if name == "tests" || name == "observations" {
            continue;
        }
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// True if a line makes a fix: it calls what takes down the line that calls it.
fn offers_fix(line: &str) -> bool {
    const METHODS: [&str; 3] = [".fix(", ".safe_fix(", ".rewritten("];
    let line = line.trim_start();
    if line.starts_with("//") || line.contains("fn ") {
        return false;
    }
    let is_own = |(at, _): (usize, &str)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|before| before == '.' || before == '_' || before.is_alphanumeric())
    };
    METHODS.iter().any(|method| line.contains(method)) && !line.contains(".fix()")
        || line.contains("Fix::new(")
        || line.match_indices("write(").any(is_own)
}
