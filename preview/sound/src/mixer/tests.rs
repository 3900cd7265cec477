use std::f64::consts::TAU;

use super::*;
use crate::command::{Phases, ToneSetting, WaveKind};

const RATE: u32 = 44_100;

fn tone(settings: impl IntoIterator<Item = ToneSetting>) -> ToneCall {
    ToneCall {
        line: "0".into(),
        is_change: false,
        restarts: true,
        settings: settings.into_iter().collect(),
    }
}

fn wave(samples: impl IntoIterator<Item = f32>) -> WaveCall {
    WaveCall {
        line: "0".into(),
        kind: WaveKind::List,
        samples: samples.into_iter().collect(),
        amplitude: 1.0,
        start: 0.0,
        duration: 1.0,
        attack: 0.0,
        release: 0.01,
    }
}

/// The left ear of so many seconds.
fn left(mixer: &mut Mixer, seconds: f64) -> Vec<f64> {
    let mut samples = vec![[0.0; 2]; (seconds * f64::from(RATE)).round() as usize];
    mixer.render(&mut samples);
    samples.iter().map(|[left, _]| f64::from(*left)).collect()
}

/// The amplitude of a frequency in samples.
fn amplitude(samples: &[f64], frequency: f64) -> f64 {
    let turn = |index: usize| frequency * index as f64 / f64::from(RATE) * TAU;
    let (mut re, mut im) = (0.0, 0.0);
    for (index, sample) in samples.iter().enumerate() {
        re += sample * turn(index).cos();
        im += sample * turn(index).sin();
    }
    2.0 * f64::hypot(re, im) / samples.len() as f64
}

fn peak(samples: &[f64]) -> f64 {
    samples
        .iter()
        .fold(0.0, |peak, sample| sample.abs().max(peak))
}

#[test]
fn a_tone_has_its_frequency_and_ends() {
    let mut mixer = Mixer::new(RATE);
    mixer.apply(&SoundCommand::Tone(tone([ToneSetting::Frequency(440.0)])));
    let sound = left(&mut mixer, 1.0);
    assert!((amplitude(&sound[4410..], 440.0) - 1.0).abs() < 1e-3);
    assert!(amplitude(&sound[4410..], 450.0) < 1e-2);
    assert!(!mixer.is_silent());
    left(&mut mixer, 0.1);
    assert!(mixer.is_silent());
    assert_eq!(peak(&left(&mut mixer, 0.1)), 0.0);
}

#[test]
fn harmonics_have_their_amplitudes_and_partials_their_frequencies() {
    let harmonics = ToneSetting::Harmonics(vec![0.5, 0.0, 0.25]);
    for (partials, third) in [(vec![1.0], 600.0), (vec![1.0, 1.0, 1.5], 900.0)] {
        let mut mixer = Mixer::new(RATE);
        let settings = [
            ToneSetting::Frequency(200.0),
            harmonics.clone(),
            ToneSetting::Partials(partials),
        ];
        mixer.apply(&SoundCommand::Tone(tone(settings)));
        let sound = left(&mut mixer, 0.5);
        let found = [200.0, 400.0, third].map(|it| amplitude(&sound[2205..], it));
        for (found, wanted) in found.into_iter().zip([0.5, 0.0, 0.25]) {
            assert!((found - wanted).abs() < 1e-3, "{found} {wanted}");
        }
    }
}

#[test]
fn a_second_call_changes_the_frequency_without_a_jump() {
    let mut mixer = Mixer::new(RATE);
    mixer.apply(&SoundCommand::Tone(tone([ToneSetting::Frequency(100.0)])));
    let mut sound = left(&mut mixer, 0.5);
    mixer.apply(&SoundCommand::Tone(tone([ToneSetting::Frequency(300.0)])));
    sound.extend(left(&mut mixer, 0.5));
    let steepest = sound.windows(2).map(|pair| (pair[1] - pair[0]).abs());
    assert!(steepest.fold(0.0, f64::max) < TAU * 300.0 / f64::from(RATE) * 1.01);
    assert!((amplitude(&sound[22_050..], 300.0) - 1.0).abs() < 1e-2);
}

#[test]
fn a_change_of_a_line_without_a_tone_plays_nothing() {
    let mut mixer = Mixer::new(RATE);
    mixer.apply(&SoundCommand::Tone(ToneCall {
        is_change: true,
        ..tone([ToneSetting::Frequency(440.0)])
    }));
    assert!(mixer.is_silent());
}

#[test]
fn a_duration_of_zero_ends_a_tone() {
    let mut mixer = Mixer::new(RATE);
    let [frequency, forever] = [ToneSetting::Frequency(440.0), ToneSetting::Duration(-1.0)];
    mixer.apply(&SoundCommand::Tone(tone([frequency.clone(), forever])));
    assert!(peak(&left(&mut mixer, 3.0)) > 0.9);
    mixer.apply(&SoundCommand::Tone(tone([
        frequency,
        ToneSetting::Duration(0.0),
    ])));
    left(&mut mixer, 0.02);
    assert_eq!(peak(&left(&mut mixer, 0.1)), 0.0);
    left(&mut mixer, 0.1);
    assert!(mixer.is_silent());
}

#[test]
fn damping_is_a_factor_in_an_exponent() {
    let mut mixer = Mixer::new(RATE);
    let settings = [
        ToneSetting::Frequency(440.0),
        ToneSetting::Damping(3.0),
        ToneSetting::Duration(5.0),
    ];
    mixer.apply(&SoundCommand::Tone(tone(settings)));
    left(&mut mixer, 0.51);
    let after = peak(&left(&mut mixer, 0.005));
    assert!((after - (-1.5_f64).exp()).abs() < 0.01, "{after}");
    // exp(-6) is inaudible.
    left(&mut mixer, 1.6);
    assert!(mixer.is_silent());
}

#[test]
fn pan_moves_a_tone_between_both_ears() {
    let mut mixer = Mixer::new(RATE);
    mixer.apply(&SoundCommand::Tone(tone([
        ToneSetting::Frequency(440.0),
        ToneSetting::Pan(-9.0),
    ])));
    let mut samples = vec![[0.0; 2]; 4410];
    mixer.render(&mut samples);
    assert!(samples.iter().all(|[_, right]| right.abs() < 1e-6));
    assert!(samples.iter().any(|[left, _]| *left > 0.9));
}

#[test]
fn phases_shift_the_start() {
    for (phases, first) in [
        (Phases::Multiples(TAU / 4.0), 1.0),
        (Phases::Each(vec![-TAU / 4.0]), -1.0),
    ] {
        let mut mixer = Mixer::new(RATE);
        mixer.apply(&SoundCommand::Tone(tone([
            ToneSetting::Frequency(100.0),
            ToneSetting::Attack(0.0),
            ToneSetting::Phases(phases),
        ])));
        let sound = left(&mut mixer, 0.001);
        assert!((sound[1] - first).abs() < 1e-3, "{}", sound[1]);
    }
}

#[test]
fn a_wave_is_repeated_with_a_sample_of_silence_between() {
    let mut mixer = Mixer::new(RATE);
    mixer.apply(&SoundCommand::Wave(wave([0.25, 0.5])));
    let sound = left(&mut mixer, 1.0);
    assert_eq!(sound[..7], [0.25, 0.5, 0.0, 0.25, 0.5, 0.0, 0.25]);
    assert!(mixer.is_silent());
}

#[test]
fn a_wave_at_another_rate_keeps_its_frequency() {
    let mut mixer = Mixer::new(48_000);
    let samples = (0..RATE).map(|index| (f64::from(index) / 100.0 * TAU).sin() as f32);
    mixer.apply(&SoundCommand::Wave(wave(samples)));
    let mut sound = vec![[0.0; 2]; 48_000];
    mixer.render(&mut sound);
    let rises = sound
        .windows(2)
        .filter(|pair| pair[0][0] < 0.0 && pair[1][0] >= 0.0);
    assert_eq!(rises.count(), 440);
}

#[test]
fn stop_ends_everything_at_once() {
    let mut mixer = Mixer::new(RATE);
    mixer.apply(&SoundCommand::Tone(tone([ToneSetting::Frequency(440.0)])));
    mixer.apply(&SoundCommand::Wave(WaveCall {
        line: "other".into(),
        ..wave([1.0; 100])
    }));
    left(&mut mixer, 0.1);
    mixer.apply(&SoundCommand::Stop);
    assert!(mixer.is_silent());
    assert_eq!(peak(&left(&mut mixer, 0.1)), 0.0);
}

#[test]
fn odd_numbers_make_no_sound_outside_of_the_range() {
    let odd = [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        1e308,
        -1e308,
        1e-308,
        -1.0,
        0.0,
    ];
    for number in odd {
        for setting in [
            ToneSetting::Frequency,
            ToneSetting::Damping,
            ToneSetting::Duration,
            ToneSetting::Attack,
            ToneSetting::Release,
            ToneSetting::Pan,
        ] {
            let mut mixer = Mixer::new(RATE);
            for _ in 0..3 {
                let settings = [ToneSetting::Frequency(440.0), setting(number)];
                mixer.apply(&SoundCommand::Tone(tone(settings)));
                assert!(left(&mut mixer, 0.05).iter().all(|it| it.abs() <= 1.0));
            }
            let call = WaveCall {
                amplitude: number,
                start: number,
                duration: number,
                attack: number,
                release: number,
                ..wave([number as f32, 1.0])
            };
            for _ in 0..3 {
                mixer.apply(&SoundCommand::Wave(call.clone()));
                assert!(left(&mut mixer, 0.05).iter().all(|it| it.abs() <= 1.0));
            }
        }
    }
}

#[test]
fn work_and_memory_are_bounded() {
    let mut mixer = Mixer::new(RATE);
    for name in 0..100_000 {
        mixer.apply(&SoundCommand::Tone(ToneCall {
            line: name.to_string().into(),
            ..tone([
                ToneSetting::Frequency(440.0),
                ToneSetting::Harmonics(vec![1.0; 64]),
            ])
        }));
    }
    assert!(mixer.lines.len() <= MAX_LINES);
    assert!(mixer.oscillators() < MAX_OSCILLATORS + 64);
    let samples: Arc<[f32]> = vec![0.5; MAX_SAMPLES].into();
    let mut mixer = Mixer::new(RATE);
    for name in 0..10 {
        mixer.apply(&SoundCommand::Wave(WaveCall {
            line: name.to_string().into(),
            samples: Arc::clone(&samples),
            ..wave([])
        }));
    }
    assert_eq!(mixer.lines.len(), 1);
    let mut mixer = Mixer::new(RATE);
    for _ in 0..10_000 {
        mixer.apply(&SoundCommand::Tone(tone([
            ToneSetting::Frequency(440.0),
            ToneSetting::Damping(1.0),
            ToneSetting::Release(1e9),
        ])));
    }
    assert!(mixer.oscillators() <= MAX_OSCILLATORS);
}
