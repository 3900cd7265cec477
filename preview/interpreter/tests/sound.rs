//! The sounds that scripts ask for. How they sound, `tests/sound` compares with CindyJS.
#![allow(clippy::unwrap_used)]

mod support;

use cindyscript_sound::{
    MAX_HARMONICS, Phases, SoundCommand, ToneCall, ToneSetting, WaveCall, WaveKind,
};

/// The sounds of a script, and its messages.
fn run(script: &str) -> (Vec<SoundCommand>, Vec<String>) {
    let mut outcome = support::run(script);
    let messages = outcome.errors.into_iter().map(|error| error.message);
    (outcome.interpreter.take_sounds(), messages.collect())
}

/// The only tone of a script without errors.
#[track_caller]
fn tone(script: &str) -> ToneCall {
    match run(script) {
        (sounds, messages) if messages.is_empty() => match sounds.as_slice() {
            [SoundCommand::Tone(call)] => call.clone(),
            other => panic!("{script}: {other:?}"),
        },
        (_, messages) => panic!("{script}: {messages:?}"),
    }
}

/// The only wave of a script without errors.
#[track_caller]
fn wave(script: &str) -> WaveCall {
    match run(script) {
        (sounds, messages) if messages.is_empty() => match sounds.as_slice() {
            [SoundCommand::Wave(call)] => call.clone(),
            other => panic!("{script}: {other:?}"),
        },
        (_, messages) => panic!("{script}: {messages:?}"),
    }
}

#[test]
fn modifiers_of_tones_are_settings() {
    let call = tone(
        r#"playsin(440, line -> "a", damp -> 2, stop -> 3, harmonics -> [1, 0.5], partials -> [1, 1.5],
        attack -> 0.1, release -> -1, pan -> -0.5, phaseshift -> 1, precompute -> true)"#,
    );
    assert_eq!(&*call.line, "a");
    assert!(call.restarts && !call.is_change);
    assert_eq!(
        call.settings,
        [
            ToneSetting::Frequency(440.0),
            ToneSetting::Damping(2.0),
            ToneSetting::Duration(3.0),
            ToneSetting::Harmonics(vec![1.0, 0.5]),
            ToneSetting::Partials(vec![1.0, 1.5]),
            ToneSetting::Attack(0.1),
            ToneSetting::Release(0.0),
            ToneSetting::Pan(-0.5),
            ToneSetting::Precomputed(true),
            ToneSetting::Phases(Phases::Multiples(1.0)),
        ]
    );
    let call =
        tone("playsin(line -> 7, freq -> 2, duration -> 4, stop -> 3, phaseshift -> [1, 2])");
    assert_eq!(&*call.line, "7");
    assert!(call.is_change && !call.restarts);
    assert_eq!(
        call.settings,
        [
            ToneSetting::Frequency(2.0),
            ToneSetting::Duration(4.0),
            ToneSetting::Phases(Phases::Each(vec![1.0, 2.0])),
        ]
    );
}

#[test]
fn modifiers_of_another_kind_have_no_effect() {
    let call = tone(
        r#"playsin(440, damp -> "a", harmonics -> 3, pan -> [1], precompute -> 1, restart -> 0)"#,
    );
    assert_eq!(call.settings, [ToneSetting::Frequency(440.0)]);
    assert!(call.restarts);
}

#[test]
fn functions_are_sampled_with_their_first_unset_variable() {
    for script in [
        "playfunction(x, duration -> 3/44100)",
        "playfunction(t, duration -> 3/44100)",
    ] {
        let call = wave(script);
        let expected = [0.0, 0.5 / 44_100.0, 1.0 / 44_100.0].map(|sample: f64| sample as f32);
        assert_eq!(*call.samples, expected);
        assert_eq!((call.kind, call.amplitude), (WaveKind::Function, 0.5));
    }
    assert_eq!(
        *wave("x = 3; playfunction(x, amp -> 1, duration -> 1/44100)").samples,
        [3.0]
    );
    // Variables that have a value are constants, whatever their names are.
    let script = "x = 3; playfunction(t*x, amp -> 1, duration -> 2/44100)";
    assert_eq!(*wave(script).samples, [0.0, (3.0 / 44_100.0) as f32]);
    let script = "x = 2; t = 1; playfunction(t*x + repeat(1, y), amp -> 1, duration -> 2/44100)";
    assert_eq!(*wave(script).samples, [2.0, (2.0 + 1.0 / 44_100.0) as f32]);
    let damped = wave("playfunction(1, amp -> 1, damp -> 44100, duration -> 2/44100)");
    assert_eq!(*damped.samples, [1.0, (-1.0_f64).exp() as f32]);
    let (sounds, _) = run("playfunction(sin(x), silent -> true); x = 1");
    assert!(sounds.is_empty());
}

#[test]
fn other_values_than_numbers_in_a_wave_are_silent() {
    assert_eq!(*wave(r#"playwave([1, "a", -1])"#).samples, [1.0, 0.0, -1.0]);
    assert!(run("playwave(3)").0.is_empty());
}

#[test]
fn stop_takes_back_what_nobody_has_heard() {
    assert_eq!(run("playsin(440); stopsound()").0, [SoundCommand::Stop]);
}

#[test]
fn odd_numbers_play_nothing_and_are_reported() {
    for script in [
        "playsin(10^300*10^300)",
        r#"playsin("a")"#,
        "playsin([1, 2])",
        "playsin(440, pan -> 10^100)",
        "playsin(440, harmonics -> [1, 10^100])",
        "playwave([1], amp -> 10^308)",
        "playfunction(x, damp -> 10^308)",
        "playfunction(x, duration -> 1000)",
    ] {
        let (sounds, messages) = run(script);
        assert!(sounds.is_empty(), "{script}: {sounds:?}");
        assert_eq!(messages.len(), 1, "{script}: {messages:?}");
    }
}

#[test]
fn sounds_are_bounded_and_it_is_said() {
    let (sounds, messages) = run("repeat(10000, playsin(440, line -> #))");
    assert!(sounds.len() <= 256);
    assert_eq!(
        messages,
        ["too many sounds at once; this one is not played"]
    );
    let (sounds, messages) = run("playsin(440, harmonics -> apply(1..100000, 1))");
    let [SoundCommand::Tone(call)] = sounds.as_slice() else {
        panic!("{sounds:?}");
    };
    assert!(
        call.settings
            .contains(&ToneSetting::Harmonics(vec![1.0; MAX_HARMONICS]))
    );
    assert_eq!(messages.len(), 1);
    let (sounds, messages) = run("w = apply(1..3000000, 1); playwave(w); playwave(w, line -> 1)");
    assert_eq!((sounds.len(), messages.len()), (1, 1));
    let (sounds, messages) = run("playwave(apply(1..10000000, 1))");
    assert_eq!((sounds.len(), messages.len()), (0, 1), "{messages:?}");
    let line = tone(r#"s = "a"; repeat(20, s = s + s); playsin(440, line -> s)"#).line;
    assert_eq!(line.len(), 100);
}
