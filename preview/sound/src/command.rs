//! Commands to a mixer: the calls of scripts.

use std::sync::Arc;

/// A call of a function that plays.
#[derive(Clone, Debug, PartialEq)]
pub enum SoundCommand {
    /// `playsin`
    Tone(ToneCall),
    /// `playfunction`, `playwave`
    Wave(WaveCall),
    /// `stopsound`
    Stop,
}

impl SoundCommand {
    /// True unless it only stops sounds.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        *self != SoundCommand::Stop
    }
}

/// A call of `playsin`.
#[derive(Clone, Debug, PartialEq)]
pub struct ToneCall {
    /// The name of the line.
    pub line: Arc<str>,
    /// True without a frequency: the call changes the tone of the line, if there is one.
    pub is_change: bool,
    /// True if a damped tone begins again, even if one plays.
    pub restarts: bool,
    /// The modifiers; the others have their defaults, or stay in a change.
    pub settings: Vec<ToneSetting>,
}

/// A modifier of a tone.
#[derive(Clone, Debug, PartialEq)]
pub enum ToneSetting {
    /// In Hz.
    Frequency(f64),
    /// See [`SineTone::damping`].
    Damping(f64),
    /// See [`SineTone::duration`].
    Duration(f64),
    /// See [`SineTone::harmonics`].
    Harmonics(Vec<f64>),
    /// See [`SineTone::partials`].
    Partials(Vec<f64>),
    /// See [`SineTone::attack`].
    Attack(f64),
    /// See [`SineTone::release`].
    Release(f64),
    /// See [`SineTone::pan`].
    Pan(f64),
    /// See [`SineTone::is_precomputed`].
    Precomputed(bool),
    /// See [`SineTone::phases`].
    Phases(Phases),
}

/// A tone: a sum of sine waves.
#[derive(Clone, Debug, PartialEq)]
pub struct SineTone {
    /// The frequency of the first harmonic, in Hz.
    pub frequency: f64,
    /// Factor in the exponent of an exponential decay. A tone with a negative one grows.
    pub damping: f64,
    /// Seconds between attack and release; less than 0 is for ever.
    pub duration: f64,
    /// The amplitude of each harmonic.
    pub harmonics: Vec<f64>,
    /// A factor for the frequency of each harmonic.
    pub partials: Vec<f64>,
    /// Seconds from silence to the full amplitude.
    pub attack: f64,
    /// Seconds from the full amplitude to silence.
    pub release: f64,
    /// From -1, left, to 1, right.
    pub pan: f64,
    /// True if all harmonics have one envelope.
    pub is_precomputed: bool,
    /// The phases at the start.
    pub phases: Phases,
}

/// Phases of harmonics, in radians.
#[derive(Clone, Debug, PartialEq)]
pub enum Phases {
    /// Multiples of a phase: the first harmonic has it.
    Multiples(f64),
    /// One for each; 0 for the rest.
    Each(Vec<f64>),
}

impl Default for SineTone {
    fn default() -> SineTone {
        SineTone {
            frequency: 0.0,
            damping: 0.0,
            duration: 1.0,
            harmonics: vec![1.0],
            partials: vec![1.0],
            attack: 0.01,
            release: 0.01,
            pan: 0.0,
            is_precomputed: false,
            phases: Phases::Multiples(0.0),
        }
    }
}

impl Phases {
    /// The phase of a harmonic, from 0.
    pub(crate) fn of(&self, harmonic: usize) -> f64 {
        match self {
            Phases::Multiples(phase) => phase * (harmonic + 1) as f64,
            Phases::Each(phases) => phases.get(harmonic).copied().unwrap_or(0.0),
        }
    }
}

impl SineTone {
    /// Sets what a call says, and adjusts the rest to it as CindyJS does.
    pub(crate) fn set(&mut self, settings: &[ToneSetting]) {
        self.phases = Phases::Multiples(0.0);
        for setting in settings.iter().cloned() {
            match setting {
                ToneSetting::Frequency(frequency) => self.frequency = frequency,
                ToneSetting::Damping(damping) => self.damping = damping,
                ToneSetting::Duration(duration) => self.duration = duration,
                ToneSetting::Harmonics(harmonics) => self.harmonics = harmonics,
                ToneSetting::Partials(partials) => self.partials = partials,
                ToneSetting::Attack(attack) => self.attack = attack,
                ToneSetting::Release(release) => self.release = release,
                ToneSetting::Pan(pan) => self.pan = pan,
                ToneSetting::Precomputed(is_precomputed) => self.is_precomputed = is_precomputed,
                ToneSetting::Phases(phases) => self.phases = phases,
            }
        }
        self.harmonics.truncate(crate::MAX_HARMONICS);
        if self.partials.len() < self.harmonics.len() {
            self.partials = vec![1.0; self.harmonics.len()];
        }
        self.is_precomputed &= self.partials.iter().all(|it| (it - 1.0).abs() < 1e-8);
        if self.damping > 0.0 {
            // The rest is inaudible: exp(-6) < 0.003.
            self.duration = self.duration.min(6.0 / self.damping);
        }
    }

    /// The frequency of a harmonic, from 0, in Hz.
    pub(crate) fn frequency_of(&self, harmonic: usize) -> f64 {
        let partial = self.partials.get(harmonic).copied().unwrap_or(1.0);
        partial * (harmonic + 1) as f64 * self.frequency
    }
}

/// A call of `playfunction` or `playwave`.
#[derive(Clone, Debug, PartialEq)]
pub struct WaveCall {
    /// The name of the line.
    pub line: Arc<str>,
    /// The function. Each line is for one of them.
    pub kind: WaveKind,
    /// The samples, [`SAMPLE_RATE`](crate::SAMPLE_RATE) in a second.
    pub samples: Arc<[f32]>,
    /// Factor for the samples.
    pub amplitude: f64,
    /// Seconds from the first sound of the applet to the first sample, for which it waits if that is still to come.
    pub start: f64,
    /// Seconds that the samples fill, again and again; all samples play at least once.
    pub duration: f64,
    /// Seconds from silence to the full amplitude.
    pub attack: f64,
    /// Seconds in which the wave that plays on the line fades.
    pub release: f64,
}

/// The origin of samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaveKind {
    /// `playfunction`
    Function,
    /// `playwave`
    List,
}
