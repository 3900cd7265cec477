//! Physics: the pages of `physics` move as they do in CindyJS, bit by bit.
//!
//! Wants the oracle in `CINDYJS_ORACLE`.

// The oracle is another program, and the pages are files.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_types,
    clippy::disallowed_methods
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use cindyscript_interpreter::platform::Instant;
use cindyscript_player::Session;
use cindyscript_player::services::Alone;
use cindyscript_player::source::{ReceivedText, Source};
use cindyscript_player::view::Canvas;
use cindyscript_tests::folders::wanted;
use serde_json::Value as Json;

/// The frames whose positions are compared.
const FRAMES: [u32; 3] = [1, 30, 300];

/// The clock of the oracle at its start: 2024-01-01 12:00 UTC, in milliseconds since 1970.
const CLOCK: f64 = 1_704_110_400_000.0;

/// The pages whose numbers agree nearly: masses lie on lines and circles, and the construction
/// rounds otherwise; the logarithm of a speed may differ in the last bit.
const ROUNDED: [&str; 2] = ["bound", "limited"];

/// The compared fields of each element.
const FIELDS: [&str; 9] = [
    "x", "y", "vx", "vy", "fx", "fy", "mass", "friction", "ldiff",
];

fn pages() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/physics");
    let entries = fs::read_dir(folder).unwrap().flatten();
    let mut pages: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    pages.sort();
    pages
}

fn session(path: &Path) -> Session {
    let text = ReceivedText {
        path: path.display().to_string(),
        text: fs::read_to_string(path).unwrap(),
        version: 1,
        arrived: Instant::now(),
    };
    let services: Arc<Alone> = Arc::default();
    let document = Source::read(&text, None, services.clone());
    let source = Source::new(&text, document, None);
    let canvas = Canvas {
        device: [300, 300],
        scale: 1.0,
    };
    Session::new(source, canvas, services, 1, CLOCK)
}

/// True if two numbers agree in every bit, or nearly.
fn is_same(a: Option<f64>, b: Option<f64>, is_rounded: bool) -> bool {
    // The sign of a zero has no effect.
    let bits = |number: Option<f64>| number.map(|number| (number + 0.0).to_bits());
    bits(a) == bits(b)
        || is_rounded
            && a.zip(b)
                .is_some_and(|(a, b)| (a - b).abs() < 1e-9 * a.abs().max(1.0))
}

/// The compared expressions.
fn expressions(session: &Session) -> Vec<String> {
    let elements = session.elements();
    elements
        .flat_map(|name| FIELDS.map(|field| format!("{name}.{field}")))
        .collect()
}

fn value(session: &Session, expression: &str) -> Option<f64> {
    let (name, field) = expression.split_once('.')?;
    session.field(name, field)?.real()
}

/// The values in CindyJS after these frames, by page, frame and expression.
fn theirs(oracle: &Path, pages: &[PathBuf], expressions: &BTreeSet<String>) -> Vec<Json> {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("physics");
    let status = Command::new("node")
        .arg("render.mjs")
        .arg("--out")
        .arg(&out)
        .args(["--frames", "300", "--perf", "0", "--budget", "60000"])
        .args(["--mouse", "none", "--values"])
        .arg(serde_json::to_string(expressions).unwrap())
        .args(pages)
        .current_dir(oracle)
        .stdout(Stdio::null())
        .status()
        .unwrap();
    assert!(status.success());
    let told = |page: &PathBuf| {
        let told = fs::read_to_string(out.join(format!("{}.json", name(page)))).unwrap();
        serde_json::from_str(&told).unwrap()
    };
    pages.iter().map(told).collect()
}

fn name(page: &Path) -> String {
    page.file_stem().unwrap().to_string_lossy().into_owned()
}

#[test]
fn masses_move_as_in_cindyjs() {
    let what = "positions of masses against CindyJS's";
    let Some([oracle]) = wanted(what, ["CINDYJS_ORACLE"]) else {
        return;
    };
    let pages = pages();
    let mut sessions: Vec<Session> = pages.iter().map(|page| session(page)).collect();
    let expressions: BTreeSet<String> = sessions.iter().flat_map(expressions).collect();
    let told = theirs(&oracle, &pages, &expressions);
    let mut wrong = Vec::new();
    for ((page, session), told) in pages.iter().zip(&mut sessions).zip(told) {
        for frame in 1..=300 {
            session.frame(f64::from(frame) / 60.0);
            if !FRAMES.contains(&frame) {
                continue;
            }
            let Some(values) = told["values"][frame.to_string()].as_array() else {
                wrong.push(format!("{}: no frame {frame}: {told}", name(page)));
                continue;
            };
            for (expression, theirs) in expressions.iter().zip(values) {
                let ours = value(session, expression);
                let theirs: Option<f64> = theirs.as_str().map(|text| text.parse().unwrap());
                if !is_same(ours, theirs, ROUNDED.contains(&name(page).as_str())) {
                    let page = name(page);
                    wrong.push(format!(
                        "{page}, frame {frame}: {expression} is {ours:?}, {theirs:?} in CindyJS"
                    ));
                }
            }
        }
    }
    let count = wrong.len();
    assert!(wrong.is_empty(), "{count} differ:\n{}", wrong.join("\n"));
}
