//! The picture has no history: whatever texts stood there before, the last one shows what it shows
//! when it is opened fresh, once the same time has passed and the user has done the same.
//!
//! Random sequences of edits over the applets of the repository and over small texts of this test,
//! played by the window's worker and a session without a window, mostly on the CPU, some on the GPU;
//! time is told, not measured. Between the edits frames are shown, points dragged, buttons and keys
//! pressed. Of each end, picture, values, diagnostics and what went wrong are compared with those of
//! a fresh start, to which what the user had done was done before, and all that happened since the
//! applet last began anew. Where the last text cannot be read, the bar says what it says of a fresh
//! start, and the picture is that of the text with the last of such a script that can be.
//!
//! `HISTORY_SEQUENCES` says how many are tried (120), `HISTORY_SEED` where they begin (1);
//! `HISTORY_KEEP` writes the texts of those that differ to the folder for temporary files.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::str::FromStr;
use std::{env, fs};

use cindyscript_player::diagnostic::AppletDiagnostic;
use cindyscript_player::source::Earlier;
use cindyscript_render::gpu::Gpu;
use cindyscript_tests::lacking;
use cindyscript_tests::random::Random;
use cindyscript_window::status::Status;

mod texts;
mod window;

use texts::{Shown, Text, sequence, shown, texts};
use window::{Act, Window};

/// From one frame to the next, in seconds.
const STEP: f64 = 0.04;

/// One sequence of so many is painted with a GPU.
const ON_GPU: u64 = 5;

fn number<T: FromStr>(variable: &str, otherwise: T) -> T {
    let given = env::var(variable).ok().and_then(|text| text.parse().ok());
    given.unwrap_or(otherwise)
}

/// What happens between two edits: some frames, and what the user does.
fn acts(time: &mut f64, random: &mut Random) -> Vec<Act> {
    let mut acts = Vec::new();
    let frame = |time: &mut f64, random: &mut Random| {
        // At times the window was hidden, or the machine busy.
        *time += if random.below(8) == 0 { 0.7 } else { STEP };
        Act::Frame(*time)
    };
    for _ in 0..=random.below(2) {
        acts.push(frame(time, random));
    }
    let place = |random: &mut Random| [random.below(40) as f64, random.below(30) as f64];
    match random.below(8) {
        0 | 1 => {
            acts.extend([Act::Move(place(random)), Act::Press]);
            for _ in 0..=random.below(2) {
                acts.push(Act::Move(place(random)));
            }
            if random.below(2) == 0 {
                acts.push(frame(time, random));
            }
            acts.push(Act::Release);
        }
        // Where the buttons are.
        2 => {
            let at = [random.below(12) as f64, random.below(30) as f64];
            acts.extend([Act::Move(at), Act::Press, Act::Release]);
        }
        3 => {
            let key = ["a", "b", "c", "Backspace", "Enter", "5"][random.below(6)];
            acts.push(Act::Key(key));
        }
        4 => acts.push(Act::Move(place(random))),
        5 => acts.push(Act::Zoom([0.5, 1.25][random.below(2)])),
        _ => {}
    }
    // At times the next text is there before it is seen what came of it.
    if random.below(3) > 0 {
        acts.push(frame(time, random));
    }
    acts
}

/// True if the bar of a window says what that of a fresh start says. A fresh start plays mistakes of
/// colorplots; a window that shows something of an earlier text counts them.
fn says_the_same(window: Option<&Status>, fresh: Option<&Status>, earlier: &Earlier) -> bool {
    let (Some(window), Some(fresh)) = (window, fresh) else {
        return window.is_none() && fresh.is_none();
    };
    let range = |status: &Status| status.place.map(|(_, range)| range);
    let counts = match earlier {
        Earlier::Nothing => window.more == fresh.more,
        _ => window.more >= fresh.more,
    };
    window.first == fresh.first && range(window) == range(fresh) && counts
}

/// The same without places in the text, each once: those of a text are not those of one that is put
/// together, in which what an earlier text has stands all at one place.
fn without_places(diagnostics: &[AppletDiagnostic]) -> Vec<AppletDiagnostic> {
    let mut told: Vec<AppletDiagnostic> = Vec::new();
    for diagnostic in diagnostics {
        let range = None;
        let diagnostic = AppletDiagnostic {
            range,
            ..diagnostic.clone()
        };
        if !told.contains(&diagnostic) {
            told.push(diagnostic);
        }
    }
    told
}

/// What differs between the end of a sequence of edits and a fresh start.
fn difference(sequence: &[Text], gpu: Option<&Gpu>, random: &mut Random) -> Option<String> {
    let mut window = Window::new(gpu);
    let mut time = 0.0;
    for text in sequence {
        window.read(text);
        for act in acts(&mut time, random) {
            window.act(&act);
        }
    }
    window.act(&Act::Frame(time + STEP));
    let last = sequence.last().unwrap();
    let mut fresh = Window::new(gpu);
    fresh.read(last);
    let Shown {
        text,
        earlier,
        has_lost_call,
    } = shown(sequence);
    // Opened fresh, an undefined name is no error.
    let is_known = earlier == Earlier::Nothing || fresh.status.is_some();
    let says_the_same = says_the_same(window.status.as_ref(), fresh.status.as_ref(), &earlier);
    if !has_lost_call && is_known && !says_the_same {
        return Some(format!("{:?} is not {:?}", window.status, fresh.status));
    }
    let said = window.status.as_ref().map(|status| &status.earlier);
    if said.unwrap_or(&Earlier::Nothing) != &earlier {
        return Some(format!("{said:?} is not {earlier:?}"));
    }
    let is_whole = earlier == Earlier::Nothing;
    if !is_whole {
        fresh = Window::new(gpu);
        fresh.read(&text);
    }
    if let Some(user) = window.user.take() {
        fresh.replay(user);
    }
    for act in &window.since {
        fresh.act(act);
    }
    let explain = |what: &str, a: &dyn std::fmt::Debug, b: &dyn std::fmt::Debug| {
        Some(format!("{what} after edits: {a:?}\nopened fresh: {b:?}"))
    };
    let told = |diagnostics: &[AppletDiagnostic]| match is_whole {
        true => diagnostics.to_vec(),
        false => without_places(diagnostics),
    };
    let heard = [&window, &fresh].map(|window| told(&window.heard));
    if window.is_anew && heard[0] != heard[1] {
        return explain("all diagnostics", &heard[0], &heard[1]);
    }
    let (window, fresh) = (window.seen(), fresh.seen());
    if is_whole && window.diagnostics != fresh.diagnostics {
        return explain("diagnostics", &window.diagnostics, &fresh.diagnostics);
    }
    if window.values != fresh.values {
        return explain("values", &window.values, &fresh.values);
    }
    let runtime = [&window, &fresh].map(|window| told(&window.runtime_diagnostics));
    if runtime[0] != runtime[1] {
        return explain("diagnostics of the run", &runtime[0], &runtime[1]);
    }
    if window.playing != fresh.playing {
        return explain("playing", &window.playing, &fresh.playing);
    }
    let different = window.pixels.iter().zip(&fresh.pixels);
    let different = different.filter(|(a, b)| a != b).count();
    (window.pixels != fresh.pixels).then(|| format!("{different} bytes of the picture"))
}

#[test]
fn what_is_shown_does_not_depend_on_what_was_there_before() {
    let (count, seed): (u64, u64) = (number("HISTORY_SEQUENCES", 120), number("HISTORY_SEED", 1));
    let texts = texts();
    let gpu = Gpu::headless().map_err(|error| lacking("edits on the GPU", &error.to_string()));
    let mut failures = Vec::new();
    let (mut unreadable, mut on_gpu) = (0, 0);
    for seed in seed..seed + count {
        let mut random = Random::new(seed);
        let sequence = sequence(&texts, &mut random);
        unreadable += u64::from(shown(&sequence).earlier != Earlier::Nothing);
        let gpu = gpu.as_ref().ok().filter(|_| seed % ON_GPU == 0);
        on_gpu += u64::from(gpu.is_some());
        let differs = difference(&sequence, gpu, &mut random);
        if let Some(differs) = differs {
            eprintln!("HISTORY_SEED={seed}: {}: {differs}", sequence[0].0);
            if env::var_os("HISTORY_KEEP").is_some() {
                for (place, (_, text)) in sequence.iter().enumerate() {
                    let name = format!("{seed}-{place}");
                    fs::write(env::temp_dir().join(name), text).unwrap();
                }
            }
            failures.push(seed);
        }
    }
    eprintln!(
        "{count} sequences, {on_gpu} of them on the GPU; {unreadable} end in a text of which an earlier one is shown"
    );
    assert_eq!(failures, [0_u64; 0], "the seeds of those that differ");
}
