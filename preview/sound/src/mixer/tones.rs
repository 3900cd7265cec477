//! Tones: sine waves, each with an envelope, and one envelope for all.

use std::f64::consts::{FRAC_PI_2, TAU};

use super::BLOCK;
use crate::command::{SineTone, ToneCall};
use crate::envelope::Envelope;

/// A tone is kept so long after its end, in seconds: CindyJS stops its oscillators so late.
const LINGER: f64 = 0.01;

/// The tone of a line, which calls change.
#[derive(Debug, Default)]
pub(super) struct ToneLine {
    tone: SineTone,
    pub(super) tones: Tones,
    /// The harmonics at the last call.
    harmonics: Vec<f64>,
}

/// Voices with a common envelope.
#[derive(Debug)]
pub(super) struct Tones {
    voices: Vec<Voice>,
    gain: Envelope,
    /// From -1, left, to 1, right; absent until a call pans the tone.
    pan: Option<f64>,
}

/// Sine waves with an envelope.
#[derive(Debug)]
struct Voice {
    /// The number of its harmonic; none if it only fades.
    harmonic: Option<usize>,
    is_precomputed: bool,
    waves: Vec<Wave>,
    gain: Envelope,
    /// The end of the voice, in seconds.
    end: Option<f64>,
}

/// A sine wave.
#[derive(Debug)]
struct Wave {
    /// In Hz.
    frequency: f64,
    /// In turns.
    phase: f64,
    amplitude: f64,
}

impl ToneLine {
    /// Obeys a call, for which the line `is_new` or not. Also what has to fade, if something else begins.
    pub(super) fn play(&mut self, call: &ToneCall, now: f64, is_new: bool) -> Option<Tones> {
        if !call.is_change {
            self.tone = SineTone::default();
        }
        self.tone.set(&call.settings);
        if self.tone.duration == 0.0 {
            self.stop(now);
            return None;
        }
        let begins = is_new || call.restarts && self.tone.damping != 0.0;
        let left = begins.then(|| {
            if call.restarts && !is_new {
                self.stop(now);
            }
            let left = std::mem::take(&mut self.tones);
            self.start(now);
            left
        });
        if !begins {
            self.change(now);
        }
        self.tones.set_pan(self.tone.pan);
        self.tones.set_damping(&self.tone, now);
        self.harmonics.clone_from(&self.tone.harmonics);
        left
    }

    /// Lets all voices fade.
    pub(super) fn stop(&mut self, now: f64) {
        for voice in &mut self.tones.voices {
            if voice.harmonic.is_some() {
                voice.fade(now, self.tone.release);
            }
        }
    }

    fn start(&mut self, now: f64) {
        if self.tone.is_precomputed {
            self.tones.voices.push(Voice::precomputed(&self.tone, now));
            return;
        }
        for harmonic in 0..self.tone.harmonics.len() {
            self.tones
                .voices
                .push(Voice::new(&self.tone, harmonic, now));
        }
    }

    /// Has the voices that play go on with what the tone is now.
    fn change(&mut self, now: f64) {
        if self.tone.is_precomputed {
            let same = self.harmonics == self.tone.harmonics;
            match self
                .tones
                .voice(0)
                .filter(|voice| voice.is_precomputed && same)
            {
                Some(voice) => voice.go_on(&self.tone, now),
                None => {
                    self.stop(now);
                    self.start(now);
                }
            }
            return;
        }
        let tone = &self.tone;
        for (harmonic, &amplitude) in tone.harmonics.iter().enumerate() {
            if amplitude <= 0.0 {
                continue;
            }
            match self.tones.voice(harmonic) {
                Some(voice) if !voice.is_precomputed => voice.go_on(tone, now),
                precomputed => {
                    if let Some(precomputed) = precomputed {
                        precomputed.fade(now, tone.release);
                    }
                    self.tones.voices.push(Voice::new(tone, harmonic, now));
                }
            }
        }
        let is_left = |harmonic| tone.harmonics.get(harmonic).is_none_or(|it| *it == 0.0);
        for voice in &mut self.tones.voices {
            if voice.harmonic.is_some_and(is_left) {
                voice.fade(now, tone.release);
            }
        }
    }
}

impl Default for Tones {
    fn default() -> Tones {
        Tones {
            voices: Vec::new(),
            gain: Envelope::new(),
            pan: None,
        }
    }
}

impl Tones {
    /// True if nothing is left of it.
    pub(super) fn is_over(&self) -> bool {
        self.voices.is_empty()
    }

    /// True if a voice is there that calls can change.
    pub(super) fn is_held(&self) -> bool {
        self.voices.iter().any(|voice| voice.harmonic.is_some())
    }

    /// The number of sine waves. A voice without any counts as one: it takes time as well.
    pub(super) fn oscillators(&self) -> usize {
        let voices = self.voices.iter();
        voices.map(|voice| voice.waves.len().max(1)).sum()
    }

    /// Removes voices that have ended. True if there were some.
    pub(super) fn forget_ended(&mut self, now: f64) -> bool {
        let before = self.voices.len();
        self.voices
            .retain(|voice| voice.end.is_none_or(|end| now < end));
        self.voices.len() < before
    }

    /// Adds a block of samples.
    pub(super) fn add(&mut self, begin: f64, rate: f64, sums: &mut [[f64; 2]]) {
        let (mut mono, mut gains) = ([0.0; BLOCK], [0.0; BLOCK]);
        let (mono, gains) = (&mut mono[..sums.len()], &mut gains[..sums.len()]);
        for voice in &mut self.voices {
            voice.add(begin, rate, mono, gains);
        }
        self.gain.fill(begin, 1.0 / rate, gains);
        // Equal power, as a `StereoPannerNode`.
        let sides = match self.pan {
            Some(pan) => {
                let (right, left) = ((pan + 1.0) / 2.0 * FRAC_PI_2).sin_cos();
                [left, right]
            }
            None => [1.0; 2],
        };
        for ((sum, sample), gain) in sums.iter_mut().zip(mono).zip(gains) {
            for (sum, side) in sum.iter_mut().zip(sides) {
                *sum += *sample * *gain * side;
            }
        }
    }

    /// The voice of a harmonic.
    fn voice(&mut self, harmonic: usize) -> Option<&mut Voice> {
        let mut voices = self.voices.iter_mut();
        voices.find(|voice| voice.harmonic == Some(harmonic))
    }

    fn set_pan(&mut self, pan: f64) {
        if pan != 0.0 || self.pan.is_some() {
            self.pan = Some(pan.clamp(-1.0, 1.0));
        }
    }

    fn set_damping(&mut self, tone: &SineTone, now: f64) {
        self.gain.hold(now);
        let begin = now + tone.attack;
        if tone.damping > 0.0 {
            self.gain.decay(begin, 0.0, 1.0 / tone.damping);
        } else if tone.damping < 0.0 {
            self.gain.decay(begin, 1.0, -tone.damping);
        }
    }
}

impl Voice {
    /// A harmonic of a tone.
    fn new(tone: &SineTone, harmonic: usize, now: f64) -> Voice {
        let wave = Wave {
            frequency: tone.frequency_of(harmonic),
            phase: tone.phases.of(harmonic) / TAU,
            amplitude: 1.0,
        };
        let gain = tone.harmonics.get(harmonic).copied().unwrap_or(0.0);
        Voice::play(tone, vec![wave], gain, now).of(harmonic, false)
    }

    /// All harmonics of a tone.
    fn precomputed(tone: &SineTone, now: f64) -> Voice {
        let harmonics = tone.harmonics.iter().enumerate();
        let waves = harmonics.map(|(harmonic, amplitude)| Wave {
            frequency: tone.frequency * (harmonic + 1) as f64,
            phase: tone.phases.of(harmonic) / TAU,
            amplitude: *amplitude,
        });
        Voice::play(tone, waves.collect(), 1.0, now).of(0, true)
    }

    fn play(tone: &SineTone, waves: Vec<Wave>, most: f64, now: f64) -> Voice {
        let mut gain = Envelope::new();
        gain.step(now, 0.0);
        let full = now + tone.attack;
        gain.ramp(full, most);
        let plays_on = tone.duration < 0.0;
        if !plays_on {
            gain.step(full + tone.duration, most);
            gain.ramp(full + tone.duration + tone.release, 0.0);
        }
        let end = full + tone.duration + tone.release + LINGER;
        Voice {
            harmonic: None,
            is_precomputed: false,
            waves,
            gain,
            end: (!plays_on).then_some(end),
        }
    }

    fn of(self, harmonic: usize, is_precomputed: bool) -> Voice {
        Voice {
            harmonic: Some(harmonic),
            is_precomputed,
            ..self
        }
    }

    /// Fades in so many seconds. No call changes it any more.
    fn fade(&mut self, now: f64, release: f64) {
        self.gain.hold(now);
        self.gain.ramp(now + release, 0.0);
        self.end = Some(now + release + LINGER);
        self.harmonic = None;
    }

    /// Goes on, as loud as it is, with the frequency and the duration of a tone.
    fn go_on(&mut self, tone: &SineTone, now: f64) {
        for (index, wave) in self.waves.iter_mut().enumerate() {
            wave.frequency = match self.is_precomputed {
                true => tone.frequency * (index + 1) as f64,
                false => tone.frequency_of(self.harmonic.unwrap_or(0)),
            };
        }
        self.gain.hold(now);
        let end = now + tone.duration;
        self.gain.step(end, self.gain.value());
        self.gain.ramp(end + tone.release, 0.0);
        self.end = Some(end + tone.release + LINGER);
    }

    /// Adds a block of samples to `mono`; `gains` is for work.
    fn add(&mut self, begin: f64, rate: f64, mono: &mut [f64], gains: &mut [f64]) {
        self.gain.fill(begin, 1.0 / rate, gains);
        for wave in &mut self.waves {
            wave.add(rate, mono, gains);
        }
    }
}

impl Wave {
    fn add(&mut self, rate: f64, mono: &mut [f64], gains: &[f64]) {
        let step = self.frequency / rate;
        // As Web Audio, nothing of what the rate cannot carry.
        if step.abs() < 0.5 {
            let (mut sin, mut cos) = (self.phase * TAU).sin_cos();
            let (step_sin, step_cos) = (step * TAU).sin_cos();
            for (sample, gain) in mono.iter_mut().zip(gains) {
                *sample += sin * self.amplitude * gain;
                (sin, cos) = (
                    sin * step_cos + cos * step_sin,
                    cos * step_cos - sin * step_sin,
                );
            }
        }
        self.phase = (self.phase + step * mono.len() as f64).fract();
    }
}
