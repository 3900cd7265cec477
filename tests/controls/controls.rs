//! Controls of pages, operated in CindyJS's page and in the preview: variables and pictures.
//!
//! Wants the oracle in `CINDYJS_ORACLE`; for CindyJS's examples also a checkout of it in `CINDYJS_DIR`.
//! Prints the pages that differ.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, clippy::print_stdout)]

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use cindyscript_applet::{ControlKind, PageControl, page_controls, parse_file};
use cindyscript_player::session::UserEvent;
use cindyscript_player::source::ReceivedText;
use cindyscript_protocol::ControlInput;
use cindyscript_render::gpu::Gpu;
use cindyscript_tests::folders::wanted;
use cindyscript_tests::picture::Picture;
use cindyscript_window::headless::{HeadlessOptions, Offline};
use cindyscript_window::picture_file::write_png;
use serde_json::{Value as Json, json};

/// The share of pixels that may differ.
const PIXELS: f64 = 0.02;
/// By so much of 255.
const TOLERANCE: u8 = 16;
/// The frames in which timers of a page come to an end.
const MOST_FRAMES: usize = 30;
/// The steps of a page.
const MOST_STEPS: usize = 60;

/// Something that is done to a control.
#[derive(Clone, Debug)]
struct Step {
    control: usize,
    input: ControlInput,
}

impl Step {
    fn json(&self) -> Json {
        let (input, value) = match &self.input {
            ControlInput::Press => ("press", String::new()),
            ControlInput::Check { checked } => ("check", checked.to_string()),
            ControlInput::Set { value } => ("set", value.clone()),
            ControlInput::Done => ("done", String::new()),
            ControlInput::Enter => ("enter", String::new()),
        };
        json!({ "control": self.control, "input": input, "value": value })
    }
}

/// A page, and what is done to it.
struct Plan {
    name: String,
    /// The page with numbered controls.
    text: String,
    /// A path beside the files that it names.
    path: PathBuf,
    /// The file; its pictures stand beside it.
    copy: PathBuf,
    steps: Vec<Step>,
}

/// A page with the number of each control in its tag.
fn numbered(text: &str, controls: &[PageControl]) -> String {
    let mut text = text.to_owned();
    for (index, control) in controls.iter().enumerate().rev() {
        let tag = &text[control.range];
        let name = tag.find([' ', '\n', '\r', '\t', '>', '/']);
        let at = usize::from(control.range.start()) + name.unwrap_or(tag.len());
        text.insert_str(at, &format!(" data-control=\"{index}\""));
    }
    text
}

/// Each control is operated once, with another value than it has.
fn steps(controls: &[PageControl]) -> Vec<Step> {
    let mut steps = Vec::new();
    for (control, it) in controls.iter().enumerate() {
        let set = |value: &str| ControlInput::Set {
            value: value.to_owned(),
        };
        let inputs = match &it.kind {
            ControlKind::Button => vec![ControlInput::Press],
            ControlKind::Checkbox => vec![ControlInput::Check {
                checked: !it.initial.is_checked,
            }],
            ControlKind::Radio(_) => vec![ControlInput::Check { checked: true }],
            ControlKind::Range(range) | ControlKind::Number(range) => {
                let [low, high] = range.ends();
                let value = range.nearest(Some(low + 0.75 * (high - low))).to_string();
                vec![set(&value), ControlInput::Done]
            }
            ControlKind::Colour => vec![set("#3366cc"), ControlInput::Done],
            ControlKind::Text => {
                let value = format!("{} ", it.initial.value);
                vec![set(&value), ControlInput::Enter]
            }
            ControlKind::TextArea | ControlKind::Output => Vec::new(),
            ControlKind::Select(options) => match options.last() {
                Some(option) => vec![set(&option.value), ControlInput::Done],
                None => Vec::new(),
            },
        };
        steps.extend(inputs.into_iter().map(|input| Step { control, input }));
    }
    steps.truncate(MOST_STEPS);
    steps
}

/// The printed values of variables.
type Values = BTreeMap<String, String>;

impl Plan {
    /// A page of a folder, in which each control is operated once; none if it has no controls.
    fn new(page: &Path, out: &Path) -> Option<Plan> {
        let text = fs::read_to_string(page).ok()?;
        let parsed = parse_file("page.html", &text);
        // If an engine runs the JavaScript, the preview shows all controls.
        let controls = match parsed.needs_javascript {
            true => page_controls(&text),
            false => parsed.applets.first()?.controls.clone(),
        };
        if controls.is_empty() {
            return None;
        }
        let name = page.file_stem()?.to_string_lossy().into_owned();
        let folder = page.parent()?.file_name()?.to_string_lossy();
        let name = format!("{folder}.{name}");
        let copy = out.join(format!("{name}.html"));
        let text = numbered(&text, &controls);
        fs::write(&copy, &text).unwrap();
        Some(Plan {
            path: page.with_extension("controls.html"),
            steps: steps(&controls),
            name,
            text,
            copy,
        })
    }

    /// The plan for the oracle, with the variables that it is to print.
    fn json(&self, root: &Path, variables: &[String]) -> Json {
        let steps: Vec<Json> = self.steps.iter().map(Step::json).collect();
        let path = self.path.strip_prefix(root).unwrap();
        json!({
            "url": format!("/{}", path.display()),
            "file": self.copy,
            "root": root,
            "steps": steps,
            "variables": variables,
            "out": self.copy.with_extension(""),
        })
    }

    /// Plays the page and does the steps, each in a frame of its own.
    fn play(&self) -> Result<Vec<(Values, Picture)>> {
        let text = ReceivedText {
            path: self.path.display().to_string(),
            text: self.text.clone(),
            version: 1,
            arrived: Instant::now(),
        };
        let options = HeadlessOptions {
            bare: true,
            ..HeadlessOptions::default()
        };
        let mut applet = Offline::open(Gpu::headless().ok(), text, &options, None)?;
        settle(&mut applet);
        let mut seen = vec![observed(&mut applet)?];
        for step in &self.steps {
            applet.input(UserEvent::Operated(step.control, step.input.clone()));
            settle(&mut applet);
            seen.push(observed(&mut applet)?);
        }
        Ok(seen)
    }

    /// The differences between the preview and CindyJS, one a line.
    fn differences(&self, ours: &[(Values, Picture)]) -> Result<Vec<String>> {
        let theirs = fs::read_to_string(self.copy.with_extension("json"))?;
        let theirs: Json = serde_json::from_str(&theirs)?;
        if let Some(error) = theirs["error"].as_str() {
            bail!("the oracle: {error}");
        }
        let mut differences = Vec::new();
        for (index, (values, picture)) in ours.iter().enumerate() {
            let after = match index.checked_sub(1).and_then(|step| self.steps.get(step)) {
                Some(step) => format!("after {:?} of control {}", step.input, step.control),
                None => "at the start".to_owned(),
            };
            for (name, ours) in values {
                let theirs = theirs["values"][index][name].as_str().unwrap_or_default();
                if !is_same_value(ours, theirs) {
                    let [ours, theirs] = [&**ours, theirs].map(beginning);
                    differences.push(format!(
                        "{after}: {name} is {ours}, and {theirs} in CindyJS"
                    ));
                }
            }
            let file = self.copy.with_extension(format!("{index}.png"));
            let share = picture.difference(&Picture::open(&file)?, TOLERANCE)?;
            if share > PIXELS {
                differences.push(format!("{after}: {:.1} % of the pixels", 100.0 * share));
            }
        }
        Ok(differences)
    }
}

fn beginning(text: &str) -> String {
    text.chars().take(60).collect()
}

/// True if two printed values are the same but for the last digits. Functions have no values there.
fn is_same_value(ours: &str, theirs: &str) -> bool {
    if ours == theirs {
        return true;
    }
    let is_separator = |c: char| "[](),;+*i° \n".contains(c);
    let parts = |text: &str| -> Vec<String> {
        let parts = text.split(is_separator).filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect()
    };
    let (ours, theirs) = (parts(ours), parts(theirs));
    let is_near = |(ours, theirs): (&String, &String)| match (ours.parse(), theirs.parse()) {
        (Ok(ours), Ok(theirs)) => {
            let (ours, theirs): (f64, f64) = (ours, theirs);
            (ours - theirs).abs() <= 1e-3 * (1.0 + theirs.abs())
        }
        _ => ours == theirs,
    };
    ours.len() == theirs.len() && ours.iter().zip(&theirs).all(is_near)
}

/// Advances until no timer of the page is left.
fn settle(applet: &mut Offline) {
    applet.advance();
    let has_timers = |applet: &Offline| applet.session()?.next_timer();
    for _ in 0..MOST_FRAMES {
        if has_timers(applet).is_none() {
            break;
        }
        applet.advance();
    }
}

fn observed(applet: &mut Offline) -> Result<(Values, Picture)> {
    let (painted, _) = applet.paint(false)?;
    let mut png = Vec::new();
    write_png(&painted, &mut png)?;
    let session = applet.session().context("nothing plays")?;
    let globals = session.globals();
    let printed = globals.map(|(name, value)| (name.to_owned(), session.print(value)));
    Ok((printed.collect(), Picture::decode(&png)?))
}

/// Compares pages below a root; prints the figures, and returns the pages that differ.
fn compare(root: &Path, oracle: &Path, plans: &[Plan]) -> Vec<String> {
    let mut played = Vec::new();
    let mut all = Vec::new();
    for plan in plans {
        let ours = plan.play();
        let last = ours.as_ref().ok().and_then(|seen| seen.last());
        let names = last.map(|(values, _)| values.keys().cloned().collect::<Vec<_>>());
        all.push(plan.json(root, &names.unwrap_or_default()));
        played.push(ours);
    }
    let file = plans[0].copy.with_file_name("plan.json");
    fs::write(&file, Json::Array(all).to_string()).unwrap();
    let status = Command::new("node")
        .arg(oracle.join("operate.mjs"))
        .arg(&file)
        .status();
    assert!(status.unwrap().success(), "the oracle fails");
    let mut differing = Vec::new();
    for (plan, ours) in plans.iter().zip(played) {
        let differences = ours.and_then(|ours| plan.differences(&ours));
        let differences = differences.unwrap_or_else(|error| vec![format!("{error:#}")]);
        let steps = plan.steps.len();
        println!(
            "{}: {steps} steps, {} differences",
            plan.name,
            differences.len()
        );
        for difference in differences.iter().take(6) {
            println!("  {difference}");
        }
        if !differences.is_empty() {
            differing.push(plan.name.clone());
        }
    }
    differing
}

fn output(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("controls")
        .join(name);
    fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn control_of_each_kind_does_as_in_cindyjs() {
    let what = "controls of a page in CindyJS";
    let Some([oracle]) = wanted(what, ["CINDYJS_ORACLE"]) else {
        return;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pages = ["applets/rose.html", "controls/forms.html"];
    let out = output("own");
    let plans: Vec<Plan> = pages
        .iter()
        .map(|page| Plan::new(&root.join(page), &out).unwrap())
        .collect();
    assert_eq!(compare(root, &oracle, &plans), [""; 0]);
}

#[test]
fn javascript_of_a_page_does_as_in_cindyjs() {
    let what = "JavaScript of a page in CindyJS";
    let Some([oracle]) = wanted(what, ["CINDYJS_ORACLE"]) else {
        return;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let out = output("scripts");
    let mut pages = files_below(&root.join("controls/scripts"));
    pages.sort();
    let wanted = env::var("CONTROLS_PAGE").unwrap_or_default();
    let plans = pages.iter().filter_map(|page| Plan::new(page, &out));
    let plans: Vec<Plan> = plans.filter(|plan| plan.name.contains(&wanted)).collect();
    assert_eq!(compare(root, &oracle, &plans), [""; 0]);
}

/// Folders of examples whose pictures the preview does not have.
const OTHER_FOLDERS: [&str; 5] = ["cindygl3d", "cindy3d", "cindyprint", "cindyleap", "cindyxr"];

/// Examples that differ for other reasons than their controls. Those with random numbers are left out.
const DIFFERING: &[(&str, &str)] = &[
    ("examples.34_Suns", STOPPED),
    ("examples.34_SunsT", STOPPED),
    ("examples.37_Bouncer", STOPPED),
    ("examples.59_Equilibrium", STOPPED),
    ("examples.78_Yahtzee", "the font of the browser"),
    ("cindygl.22_explorer", "the camera"),
    (
        "cindygl.29_modifiers_tunnel",
        "CindyGL goes on to repeat an image when `repeat` is false",
    ),
    ("cindygl.34_cpuimagergba", "the edges of images"),
];

const STOPPED: &str =
    "CindyJS shows a construction that `stop` has put back only with the next event";

#[test]
fn controls_of_cindyjs_examples_do_as_in_cindyjs() {
    let what = "controls of CindyJS's examples";
    let Some([cindyjs, oracle]) = wanted(what, ["CINDYJS_DIR", "CINDYJS_ORACLE"]) else {
        return;
    };
    let out = output("examples");
    let mut pages = files_below(&cindyjs.join("examples"));
    pages.retain(|page| {
        !page
            .ancestors()
            .any(|it| OTHER_FOLDERS.iter().any(|name| it.ends_with(name)))
    });
    pages.sort();
    let wanted = env::var("CONTROLS_PAGE").unwrap_or_default();
    let plans = pages.iter().filter_map(|page| Plan::new(page, &out));
    let is_compared = |plan: &Plan| plan.name.contains(&wanted) && !plan.text.contains("random");
    let plans: Vec<Plan> = plans.filter(is_compared).collect();
    let differing = compare(&cindyjs, &oracle, &plans);
    println!(
        "{} of {} pages alike",
        plans.len() - differing.len(),
        plans.len()
    );
    let unknown = differing
        .iter()
        .filter(|name| DIFFERING.iter().all(|(known, _)| known != name));
    assert_eq!(unknown.collect::<Vec<_>>(), [""; 0]);
}

/// The pages of a folder and of those in it.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let files = paths.flat_map(|path| match path.is_dir() {
        true => files_below(&path),
        false => vec![path],
    });
    files
        .filter(|path| path.extension().is_some_and(|it| it == "html"))
        .collect()
}
