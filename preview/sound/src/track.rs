//! The sound of a recording, whose time is that of frames.

use crate::{Mixer, SAMPLE_RATE, SoundCommand};

/// The sound of an applet whose frames run one by one, however long each of them takes.
#[derive(Debug)]
pub struct Track {
    mixer: Mixer,
    /// The number of the first sample that is kept: before it, there is silence.
    first: Option<usize>,
    samples: Vec<[f32; 2]>,
}

impl Default for Track {
    fn default() -> Track {
        Track {
            mixer: Mixer::new(SAMPLE_RATE),
            first: None,
            samples: Vec::new(),
        }
    }
}

impl Track {
    /// Obeys commands at a time, which is not before that of earlier calls.
    pub fn play(&mut self, seconds: f64, commands: &[SoundCommand]) {
        if !commands.is_empty() {
            if self.first.is_none() && commands.iter().any(SoundCommand::is_sound) {
                self.first = Some(sample(seconds));
            }
            self.render(sample(seconds));
            for command in commands {
                self.mixer.apply(command);
            }
        }
    }

    /// True if nothing was ever played.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    /// The samples between two times, [`SAMPLE_RATE`] in a second.
    pub fn samples(&mut self, [begin, end]: [f64; 2]) -> Vec<[f32; 2]> {
        let [begin, end] = [begin, end].map(sample);
        self.render(end);
        let first = self.first.unwrap_or(end);
        let sample = |index: usize| {
            let kept = index.checked_sub(first);
            let kept = kept.and_then(|index| self.samples.get(index));
            kept.copied().unwrap_or_default()
        };
        (begin..end).map(sample).collect()
    }

    /// Makes all samples before one.
    fn render(&mut self, end: usize) {
        let Some(first) = self.first else {
            return;
        };
        let made = self.samples.len();
        let count = end.saturating_sub(first).max(made);
        self.samples.resize(count, [0.0; 2]);
        self.mixer.render(&mut self.samples[made..]);
    }
}

/// The number of the sample at a time, in seconds.
fn sample(seconds: f64) -> usize {
    (seconds * f64::from(SAMPLE_RATE)).round() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ToneCall, ToneSetting};

    #[test]
    fn track_is_silent_until_the_first_sound_and_has_the_samples_between_two_times() {
        let mut track = Track::default();
        track.play(0.5, &[SoundCommand::Stop]);
        assert!(track.is_empty());
        assert_eq!(track.samples([0.0, 0.1]), vec![[0.0; 2]; 4410]);
        track.play(
            1.0,
            &[SoundCommand::Tone(ToneCall {
                line: "0".into(),
                is_change: false,
                restarts: true,
                settings: vec![ToneSetting::Frequency(440.0)],
            })],
        );
        assert!(!track.is_empty());
        let sound = track.samples([0.9, 1.1]);
        assert_eq!(sound.len(), 8820);
        assert!(sound[..4411].iter().all(|sample| *sample == [0.0; 2]));
        assert!(sound[4410..].iter().any(|[left, _]| *left > 0.9));
    }
}
