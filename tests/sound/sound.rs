//! Compares the sound of calls with that of CindyJS in Chromium, sample by sample.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command as Process;
use std::{env, fs};

use anyhow::{Result, ensure};
use cindyscript_applet::{Applet, TextRange};
use cindyscript_interpreter::{Interpreter, World};
use cindyscript_sound::{Mixer, SAMPLE_RATE};
use cindyscript_tests::folders::wanted;
use serde_json::json;

/// Calls, each with its time in seconds.
type Steps = &'static [(f64, &'static str)];

/// Sounds by their names.
const SOUNDS: &[(&str, Steps)] = &[
    ("plain", &[(0.0, "playsin(440)")]),
    ("volume", &[(0.0, "playsin(440, amp->0.1)")]),
    ("duration", &[(0.1, "playsin(261.63, duration->0.3)")]),
    ("stop", &[(0.0, "playsin(261.63, stop->0.4, release->0.2)")]),
    ("forever", &[(0.0, "playsin(30, duration->-1)")]),
    (
        "harmonics",
        &[(0.0, "playsin(220, harmonics->[0.4, 0, 0.2, 0.1])")],
    ),
    (
        "partials",
        &[(
            0.0,
            "playsin(440, harmonics->apply(1..4, 0.2/#), partials->[1, 1.01, 1.02, 1.03])",
        )],
    ),
    (
        "short partials",
        &[(
            0.0,
            "playsin(440, harmonics->[0.3, 0.2, 0.1], partials->[1.1, 2])",
        )],
    ),
    (
        "damped",
        &[(0.0, "playsin(554.37, duration->4, damp->4, attack->0.1)")],
    ),
    ("growing", &[(0.0, "playsin(100, damp->-0.3)")]),
    (
        "envelope",
        &[(
            0.0,
            "playsin(300, attack->0.25, duration->0.1, release->0.4)",
        )],
    ),
    (
        "panned",
        &[
            (0.0, "playsin(220, pan->-0.5)"),
            (0.5, "playsin(220, pan->1)"),
        ],
    ),
    (
        "phase",
        &[(0.0, "playsin(110, phaseshift->1, harmonics->[0.4, 0.3])")],
    ),
    (
        "phases",
        &[(
            0.0,
            "playsin(110, phaseshift->[1, 2], harmonics->[0.4, 0.3, 0.1])",
        )],
    ),
    (
        "precomputed",
        &[
            (
                0.0,
                "playsin(220, precompute->true, harmonics->apply(1..8, 0.3/#), phaseshift->0.5)",
            ),
            (
                0.4,
                "playsin(330, precompute->true, harmonics->apply(1..8, 0.3/#))",
            ),
            (0.8, "playsin(330, precompute->true, harmonics->[0.5])"),
        ],
    ),
    (
        "replaced frequency",
        &[
            (0.0, "playsin(440, line->1)"),
            (0.3, "playsin(550, line->1)"),
            (0.6, "playsin(660, line->1, duration->0.2)"),
        ],
    ),
    (
        "replaced harmonics",
        &[
            (0.0, "playsin(440, harmonics->[0.3, 0.2, 0.1])"),
            (0.3, "playsin(440, harmonics->[0.6, 0, 0.1, 0.05])"),
        ],
    ),
    (
        "twice at once",
        &[(0.0, "playsin(440, attack->0.2); playsin(550, attack->0.2)")],
    ),
    (
        "in the attack",
        &[
            (0.0, "playsin(440, attack->0.2)"),
            (0.1, "playsin(550, attack->0.2)"),
        ],
    ),
    (
        "in the release",
        &[
            (0.0, "playsin(440, duration->0.1, release->0.2)"),
            (0.2, "playsin(440, duration->0.1, release->0.2)"),
        ],
    ),
    (
        "after the end",
        &[
            (0.0, "playsin(440, duration->0.1)"),
            (0.4, "playsin(550, duration->0.1)"),
            (0.6, "playsin(line->0, freq->660)"),
        ],
    ),
    (
        "restarted",
        &[
            (0.0, "playsin(440, damp->4, duration->4)"),
            (0.4, "playsin(440, damp->4, duration->4)"),
            (0.8, "playsin(550, damp->4, duration->4, restart->false)"),
        ],
    ),
    (
        "changed",
        &[
            (0.0, "playsin(440, damp->1, duration->5, line->\"a\")"),
            (0.4, "playsin(line->\"a\", damp->9)"),
            (0.6, "playsin(line->\"a\", freq->300, pan->-1)"),
        ],
    ),
    (
        "ended",
        &[
            (0.0, "playsin(440, duration->10)"),
            (0.4, "playsin(440, duration->0, release->0.1)"),
            (0.45, "playsin(220, duration->0.2)"),
        ],
    ),
    (
        "lines",
        &[(
            0.0,
            "apply(1..5, playsin(440 + #, line->#, harmonics->[0.15]))",
        )],
    ),
    ("too loud", &[(0.0, "apply(1..3, playsin(200*#, line->#))")]),
    (
        "all stopped",
        &[
            (0.0, "playsin(440); playsin(300, line->1)"),
            (0.25, "stopsound()"),
            (0.5, "playsin(550)"),
        ],
    ),
    (
        "function",
        &[(0.0, "playfunction(sin(330*x*pi*2), damp->2)")],
    ),
    (
        "function of t",
        &[(
            0.1,
            "playfunction(t*sin(2*pi*200*t), amp->0.9, duration->0.5, attack->0.1)",
        )],
    ),
    (
        "functions",
        &[
            (0.0, "playfunction(sin(330*x*pi*2))"),
            (0.4, "playfunction(sin(220*y*pi*2), amp->0.8)"),
        ],
    ),
    (
        "delayed function",
        &[(
            0.0,
            "playfunction(sin(330*x*pi*2), start->0.3, duration->0.4)",
        )],
    ),
    (
        "function of t with a constant x",
        &[(
            0.0,
            "x = 0.5; playfunction(sin(330*t*pi*2)*x, duration->0.5)",
        )],
    ),
    ("constant", &[(0.0, "x = 0.5; playfunction(x)")]),
    ("wave", &[(0.0, "playwave(apply(1..100, sin(#*2*pi/100)))")]),
    (
        "long wave",
        &[(
            0.0,
            "playwave(apply(1..22050, sin(#*2*pi/100)), duration->0.1, amp->0.3)",
        )],
    ),
    (
        "waves",
        &[
            (0.0, "playwave(apply(1..200, sin(#*2*pi/200)), line->1)"),
            (0.4, "playwave(apply(1..100, sin(#*2*pi/100)), line->1)"),
            (0.8, "playwave(apply(1..50, sin(#*2*pi/50)), line->1)"),
        ],
    ),
    (
        "other kinds",
        &[
            (0.0, "playsin(440)"),
            (0.3, "playwave(apply(1..100, sin(#*2*pi/100)))"),
            (0.6, "playfunction(sin(330*x*pi*2))"),
            (0.9, "playsin(440)"),
        ],
    ),
];

/// Seconds of each sound.
const SECONDS: f64 = 1.25;

/// Web Audio obeys between blocks of so many samples.
const BLOCK: f64 = 128.0;

/// Samples that differ by less count as equal.
const TOLERANCE: f32 = 0.02;

/// The sample from which on a call counts.
fn sample_of(seconds: f64) -> usize {
    ((seconds * f64::from(SAMPLE_RATE) / BLOCK).ceil() * BLOCK) as usize
}

/// The sound of calls in the preview.
fn ours(steps: Steps) -> Result<Vec<[f32; 2]>> {
    let applet = Applet::new(TextRange::default());
    let mut interpreter = Interpreter::new(World::new(&applet));
    let mut mixer = Mixer::new(SAMPLE_RATE);
    let count = (SECONDS * f64::from(SAMPLE_RATE)).ceil() as usize;
    let mut samples = vec![[0.0; 2]; count];
    let mut first = 0;
    for (seconds, code) in steps {
        let next = sample_of(*seconds);
        mixer.render(&mut samples[first..next]);
        first = next;
        let errors = interpreter.run_snippet(code);
        ensure!(errors.is_empty(), "{code}: {errors:?}");
        for command in interpreter.take_sounds() {
            mixer.apply(&command);
        }
    }
    mixer.render(&mut samples[first..]);
    Ok(samples)
}

/// The sounds in CindyJS.
fn theirs(oracle: &Path) -> Result<BTreeMap<&'static str, Vec<[f32; 2]>>> {
    let folder = env::temp_dir().join(format!("sounds-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let plan: Vec<_> = SOUNDS
        .iter()
        .map(|(name, steps)| {
            let steps = steps
                .iter()
                .map(|(at, code)| json!({ "at": at, "code": code }));
            json!({
                "out": folder.join(name),
                "seconds": SECONDS,
                "steps": steps.collect::<Vec<_>>(),
            })
        })
        .collect();
    let path = folder.join("plan.json");
    fs::write(&path, json!(plan).to_string())?;
    let script = oracle.join("sound.mjs");
    let status = Process::new("node").arg(script).arg(&path).status()?;
    ensure!(status.success(), "the oracle has failed");
    let mut sounds = BTreeMap::new();
    for (name, _) in SOUNDS {
        let bytes = fs::read(folder.join(name))?;
        let (frames, _) = bytes.as_chunks::<8>();
        let samples = frames.iter().map(|frame| {
            let [a, b, c, d, e, f, g, h] = *frame;
            [[a, b, c, d], [e, f, g, h]].map(f32::from_le_bytes)
        });
        sounds.insert(*name, samples.collect());
    }
    fs::remove_dir_all(&folder)?;
    Ok(sounds)
}

/// The first sample that differs, with both. A wave of CindyJS has no number between two rounds: nobody knows
/// how that sounds.
fn difference(ours: &[[f32; 2]], theirs: &[[f32; 2]]) -> Option<(usize, [f32; 2], [f32; 2])> {
    let pairs = ours.iter().zip(theirs).enumerate();
    pairs
        .map(|(index, (ours, theirs))| (index, *ours, theirs.map(|it| it.clamp(-1.0, 1.0))))
        .find(|(_, ours, theirs)| {
            let mut ears = ours.iter().zip(theirs);
            ears.any(|(ours, theirs)| (ours - theirs).abs() > TOLERANCE)
        })
}

#[test]
fn sounds_are_those_of_cindyjs() -> Result<()> {
    let what = "sounds_are_those_of_cindyjs";
    let Some([oracle]) = wanted(what, ["CINDYJS_ORACLE"]) else {
        return Ok(());
    };
    let theirs = theirs(&oracle)?;
    let mut wrong = Vec::new();
    for (name, steps) in SOUNDS {
        let ours = ours(steps)?;
        let theirs = &theirs[name];
        ensure!(ours.len() == theirs.len(), "{name}: other lengths");
        if let Some((index, ours, theirs)) = difference(&ours, theirs) {
            let seconds = index as f64 / f64::from(SAMPLE_RATE);
            wrong.push(format!(
                "{name}: at {seconds:.4} s {ours:?}, not {theirs:?}"
            ));
        }
    }
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}
