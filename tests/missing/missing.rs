//! Counts the pages that miss nothing in the preview, by area of what CindyJS has besides.
//!
//! The pages are those below `CINDYJS_DIR` and below the folders in `PAGES`, separated by colons. A page
//! counts for an area where its text calls a function of it, or has a setting of it. Pages that differ
//! in addresses only count once. A page whose JavaScript runs CindyScript misses nothing of that if it runs
//! without an error, at the start and when each of its controls is operated. A page with CindyPrint misses
//! nothing of that if its button saves a model.
//!
//! `cargo test -p cindyscript-tests --test missing`

// A text says when it arrived.
#![allow(clippy::print_stdout, clippy::disallowed_methods)]

use std::collections::{BTreeMap, HashSet};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use cindyscript_applet::{ControlAction, Page, parse_file};
use cindyscript_diagnostic::Code;
use cindyscript_player::Session;
use cindyscript_player::services::Alone;
use cindyscript_player::session::UserEvent;
use cindyscript_player::source::{ReceivedText, Source};
use cindyscript_player::view::Canvas;
use cindyscript_protocol::{ControlInput, PageControlKind, ShownControl};
use cindyscript_tests::folders::{folder, not_run};

/// A part of CindyJS.
struct Area {
    name: &'static str,
    /// Words of it: those that end with `(` are calls.
    words: &'static [&'static str],
}

const AREAS: &[Area] = &[
    area(
        "CindyGL in 3D",
        &["colorplot3d(", "cglrender3d(", "cindygl3d"],
    ),
    area(
        "midi",
        &[
            "playtone(",
            "playmelody(",
            "instrument(",
            "loadinstruments(",
        ],
    ),
    area("plugins of the page", &["registerplugin("]),
    area("tensorflow", &["posenet", "mobilenet"]),
    area("CindyLeap", &["cindyleap", "initleap("]),
    area("CindyXR", &["cindyxr", "initxr("]),
    area("ComplexCurves", &["complexcurves"]),
    area("createtool", &["createtool("]),
    area("load()", &["load("]),
    area("verbatimglsl", &["verbatimglsl("]),
    area(
        "cgl helpers",
        &["cglwith(", "cglinterface(", "cglevalordiscard("],
    ),
];

const fn area(name: &'static str, words: &'static [&'static str]) -> Area {
    Area { name, words }
}

const SCRIPTED: &str = "JavaScript that runs CindyScript";

/// A text in lower case, without comments and spaces.
fn squeezed(text: &str) -> String {
    let mut rest = text;
    let mut kept = String::with_capacity(text.len());
    while let Some((before, comment)) = rest.split_once("<!--") {
        kept.push_str(before);
        rest = comment.split_once("-->").map_or("", |(_, behind)| behind);
    }
    kept.push_str(rest);
    // `//` of an address is no comment.
    let lines = kept.lines().map(|line| match line.find("//") {
        Some(at) if at == 0 || line.as_bytes()[at - 1] != b':' => &line[..at],
        _ => line,
    });
    let code: String = lines.flat_map(str::split_whitespace).collect();
    code.to_lowercase()
}

/// True if a word stands in a text, not as the end of another.
fn has(text: &str, word: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut found = text.match_indices(word);
    found.any(|(at, _)| {
        at == 0 || !is_letter(text.as_bytes()[at - 1]) || !is_letter(word.as_bytes()[0])
    })
}

/// The needs of a page.
struct Needs {
    /// The areas.
    areas: Vec<&'static str>,
    /// True if its JavaScript runs CindyScript.
    is_scripted: bool,
    /// True if that is more than the actions of its controls.
    is_unread: bool,
    /// The error with which it runs then.
    fault: Option<String>,
}

fn needs(text: &str, page: &Page) -> Needs {
    let code = squeezed(text);
    let found = AREAS
        .iter()
        .filter(|area| area.words.iter().any(|word| has(&code, word)));
    let mut needs: Vec<&'static str> = found.map(|area| area.name).collect();
    if code.contains(PRINT) && !saves_model(text) {
        needs.push("CindyPrint");
    }
    let calls = |text: &str| text.matches("evokecs(").count() + text.matches("evalcs(").count();
    let all = calls(&code);
    let in_handlers: usize = page
        .applets
        .iter()
        .flat_map(|applet| &applet.controls)
        .map(|control| calls(&squeezed(&text[control.range])))
        .sum();
    let at_start = page.applets.iter().flat_map(|applet| &applet.at_start);
    let runs = |action: &&ControlAction| {
        matches!(action, ControlAction::Run(_) | ControlAction::Evaluate(_))
    };
    let run = in_handlers + at_start.filter(runs).count();
    let mut problems = page.problems.iter();
    let has_rest = problems.any(|it| it.code == Code::HandlerNotRun);
    let is_left = all > 0 && (all > run || has_rest);
    let fault = is_left.then(|| fault(text)).flatten();
    if has_rest && has(&code, "oninit") && fault.is_some() {
        needs.push("the rest of oninit");
    }
    Needs {
        areas: needs,
        is_scripted: all > 0,
        is_unread: is_left,
        fault,
    }
}

/// A page that loads CindyPrint.
const PRINT: &str = "cindyprint";

/// True if the button of CindyPrint saves a model.
fn saves_model(text: &str) -> bool {
    let mut session = session(text);
    session.frame(0.0);
    session.frame(1.0);
    let controls = session.page_controls();
    let button = controls.iter().position(|it| it.label == "Export mesh");
    let Some(button) = button else {
        return false;
    };
    session.input(UserEvent::Operated(button, ControlInput::Press));
    let models = session.take_models().into_iter();
    let solids: Vec<_> = models.map(|it| it.shape.solid(&it.options)).collect();
    !solids.is_empty() && solids.iter().all(Result::is_ok)
}

fn session(text: &str) -> Session {
    let received = ReceivedText {
        path: "page.html".to_owned(),
        text: text.to_owned(),
        version: 1,
        arrived: Instant::now(),
    };
    let alone = Arc::new(Alone::default());
    let document = Source::read(&received, None, Arc::clone(&alone) as _);
    let source = Source::new(&received, document, None);
    Session::new(source, Canvas::new([200.0; 2], 1.0), alone, 1, 0.0)
}

/// The first error of the JavaScript of a page, at the start or when a control is operated.
fn fault(text: &str) -> Option<String> {
    let mut session = session(text);
    let mut errors = session.frame(0.0).errors;
    let controls = session.page_controls();
    for (index, control) in controls.iter().enumerate() {
        for input in inputs(control) {
            session.input(UserEvent::Operated(index, input));
        }
        let seconds = session.seconds() + 1.0;
        errors.extend(session.frame(seconds).errors);
    }
    let mut messages = errors.into_iter().map(|error| error.message);
    messages.find(|message| message.contains("JavaScript") || message.contains(".js`"))
}

/// Operates a control once.
fn inputs(control: &ShownControl) -> Vec<ControlInput> {
    let set = |value: &str| {
        let value = value.to_owned();
        vec![ControlInput::Set { value }, ControlInput::Enter]
    };
    match &control.kind {
        PageControlKind::Button => vec![ControlInput::Press],
        PageControlKind::Checkbox | PageControlKind::Radio => vec![ControlInput::Check {
            checked: !control.checked,
        }],
        PageControlKind::Select { options } => {
            options.last().map_or(Vec::new(), |it| set(&it.value))
        }
        PageControlKind::Colour => set("#123456"),
        PageControlKind::Output => Vec::new(),
        _ => set("1"),
    }
}

/// Pages by what they miss.
#[derive(Default)]
struct Count {
    pages: usize,
    complete: usize,
    areas: BTreeMap<&'static str, (usize, usize)>,
}

impl Count {
    fn add(&mut self, needs: &[&'static str]) {
        self.pages += 1;
        self.complete += usize::from(needs.is_empty());
        for area in needs {
            let (all, alone) = self.areas.entry(area).or_default();
            *all += 1;
            *alone += usize::from(needs.len() == 1);
        }
    }

    fn share(&self) -> f64 {
        100.0 * self.complete as f64 / self.pages.max(1) as f64
    }
}

/// The pages of a folder and of those in it.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_link = path.is_symlink();
        if path.is_dir() && !is_link {
            pages(&path, found);
        } else if path
            .extension()
            .is_some_and(|it| it == "html" || it == "htm")
        {
            found.push(path);
        }
    }
}

/// A page without the addresses of its elements.
fn without_addresses(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = ["src=\"", "href=\""]
        .iter()
        .filter_map(|it| rest.find(it))
        .min()
    {
        let (before, behind) = rest.split_at(at);
        kept.push_str(before);
        rest = behind.splitn(3, '"').nth(2).unwrap_or_default();
    }
    kept + rest
}

fn main() {
    let more = env::var("PAGES").unwrap_or_default();
    let more = more
        .split(':')
        .filter(|it| !it.is_empty())
        .map(PathBuf::from);
    let folders: Vec<PathBuf> = folder("CINDYJS_DIR").into_iter().chain(more).collect();
    if folders.is_empty() {
        return not_run(
            "pages that miss nothing",
            "CINDYJS_DIR and PAGES name no folder",
        );
    }
    let mut paths = Vec::new();
    for folder in &folders {
        pages(folder, &mut paths);
    }
    paths.sort();
    let mut known = HashSet::new();
    let titles = ["without JavaScript", "with handlers that are read", "now"];
    let mut counts = titles.map(|_| Count::default());
    for path in paths {
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        let code = squeezed(&text);
        let is_applet = code.contains("cindyjs(") || code.contains("createcindy(");
        if !is_applet || !known.insert(without_addresses(&text)) {
            continue;
        }
        let needs = needs(&text, &parse_file("page.html", &text));
        let is_missing = [needs.is_scripted, needs.is_unread, needs.fault.is_some()];
        for (count, is_missing) in counts.iter_mut().zip(is_missing) {
            let scripted = is_missing.then_some(SCRIPTED);
            let areas: Vec<&str> = needs.areas.iter().copied().chain(scripted).collect();
            count.add(&areas);
        }
        if let Some(fault) = needs.fault {
            println!("{}: {fault}", path.display());
        }
    }
    println!("{} different pages", counts[0].pages);
    for (title, count) in titles.iter().zip(&counts) {
        println!(
            "{title}: {} miss nothing ({:.1} %)",
            count.complete,
            count.share()
        );
        for (area, (all, alone)) in &count.areas {
            println!("  {area}: {all}, {alone} of them nothing else");
        }
    }
}
