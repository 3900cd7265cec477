//! All lines together.

mod tones;
mod waves;

use std::sync::Arc;

use crate::command::{SoundCommand, ToneCall, WaveCall};
use crate::{MAX_LINES, MAX_SAMPLES};
use tones::{ToneLine, Tones};
use waves::WaveLine;

/// Samples that are made at once. CindyJS's commands are obeyed between two such blocks as well.
const BLOCK: usize = 128;

/// Sine waves of all tones, those that fade as well. Calls that need more do nothing.
const MAX_OSCILLATORS: usize = 1024;

/// Waves at once, those that fade included. Calls for more do nothing.
const MAX_PLAYERS: usize = 256;

/// Obeys commands and makes samples.
#[derive(Debug)]
pub struct Mixer {
    /// Samples in a second.
    rate: f64,
    /// The number of samples so far.
    position: u64,
    /// The time of the first command, in seconds.
    opened: Option<f64>,
    lines: Vec<(Arc<str>, Line)>,
    /// Tones that no line has any more, until they have faded.
    fading: Vec<Tones>,
}

/// The sound of a line.
#[derive(Debug)]
enum Line {
    Tone(ToneLine),
    Wave(WaveLine),
}

impl Mixer {
    /// A silent mixer that makes so many samples in a second.
    #[must_use]
    pub fn new(rate: u32) -> Mixer {
        Mixer {
            rate: f64::from(rate.max(1)),
            position: 0,
            opened: None,
            lines: Vec::new(),
            fading: Vec::new(),
        }
    }

    /// Obeys a command, from the next sample on.
    pub fn apply(&mut self, command: &SoundCommand) {
        match command {
            SoundCommand::Tone(call) => self.play_tone(call),
            SoundCommand::Wave(call) => self.play_wave(call),
            SoundCommand::Stop => {
                self.lines.clear();
                self.fading.clear();
                self.opened = None;
            }
        }
    }

    /// True if nothing plays, and nothing will until another command.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        let rests = |(_, line): &(_, Line)| match line {
            Line::Tone(line) => line.tones.is_over(),
            Line::Wave(line) => line.is_over(),
        };
        self.fading.is_empty() && self.lines.iter().all(rests)
    }

    /// Makes the next samples, for the left and the right ear, from -1 to 1.
    pub fn render(&mut self, samples: &mut [[f32; 2]]) {
        for block in samples.chunks_mut(BLOCK) {
            self.render_block(block);
        }
    }

    fn render_block(&mut self, block: &mut [[f32; 2]]) {
        let mut sums = [[0.0; 2]; BLOCK];
        let sums = &mut sums[..block.len()];
        let (begin, rate) = (self.now(), self.rate);
        for tones in &mut self.fading {
            tones.add(begin, rate, sums);
        }
        for (_, line) in &mut self.lines {
            match line {
                Line::Tone(line) => line.tones.add(begin, rate, sums),
                Line::Wave(line) => line.add(begin, rate, sums),
            }
        }
        for (sample, sum) in block.iter_mut().zip(sums) {
            // NaN is silent.
            *sample = sum.map(|sum| {
                if sum.is_nan() {
                    0.0
                } else {
                    sum.clamp(-1.0, 1.0) as f32
                }
            });
        }
        self.position += block.len() as u64;
        self.forget_ended();
    }

    /// The time of the next sample, in seconds.
    fn now(&self) -> f64 {
        self.position as f64 / self.rate
    }

    /// Removes tones that have ended, and then lines without a tone.
    fn forget_ended(&mut self) {
        let now = self.now();
        let mut ended = false;
        for tones in &mut self.fading {
            ended |= tones.forget_ended(now);
        }
        for (_, line) in &mut self.lines {
            match line {
                Line::Tone(line) => ended |= line.tones.forget_ended(now),
                Line::Wave(line) => line.forget_ended(now),
            }
        }
        self.fading.retain(|tones| !tones.is_over());
        if !ended {
            return;
        }
        // CindyJS looks after all lines whenever a tone ends.
        let rests =
            |(_, line): &mut (_, Line)| matches!(line, Line::Tone(line) if !line.tones.is_held());
        for (_, line) in self.lines.extract_if(.., rests) {
            if let Line::Tone(line) = line {
                self.fading.push(line.tones);
            }
        }
        self.fading.retain(|tones| !tones.is_over());
    }

    fn line(&self, name: &str) -> Option<usize> {
        self.lines.iter().position(|(line, _)| &**line == name)
    }

    /// Gives a line something else to play: what played there ends. Nothing happens if there are too many lines.
    fn replace(&mut self, name: &Arc<str>, other: Line) {
        let now = self.now();
        match self.line(name) {
            Some(index) => {
                let before = std::mem::replace(&mut self.lines[index].1, other);
                if let Line::Tone(mut line) = before {
                    line.stop(now);
                    self.fading.push(line.tones);
                }
            }
            None if self.lines.len() < MAX_LINES => self.lines.push((Arc::clone(name), other)),
            None => {}
        }
    }

    fn play_tone(&mut self, call: &ToneCall) {
        let now = self.now();
        let known = self.line(&call.line);
        let is_known = known.is_some_and(|index| matches!(self.lines[index].1, Line::Tone(_)));
        if call.is_change && !is_known || self.oscillators() >= MAX_OSCILLATORS {
            return;
        }
        self.opened.get_or_insert(now);
        if !is_known {
            self.replace(&call.line, Line::Tone(ToneLine::default()));
        }
        let known = self.line(&call.line).map(|index| &mut self.lines[index].1);
        if let Some(Line::Tone(line)) = known {
            self.fading.extend(line.play(call, now, !is_known));
        }
    }

    fn play_wave(&mut self, call: &WaveCall) {
        let now = self.now();
        let opened = *self.opened.get_or_insert(now);
        let held: usize = self.lines.iter().map(|(_, line)| line.samples()).sum();
        let players: usize = self.lines.iter().map(|(_, line)| line.players()).sum();
        if held + call.samples.len() > MAX_SAMPLES || players >= MAX_PLAYERS {
            return;
        }
        let known = self.line(&call.line);
        match known.map(|index| &mut self.lines[index].1) {
            Some(Line::Wave(line)) if line.kind == call.kind => line.play_next(call, now, opened),
            _ => self.replace(&call.line, Line::Wave(WaveLine::new(call, now, opened))),
        }
    }

    fn oscillators(&self) -> usize {
        let lines = self.lines.iter().map(|(_, line)| match line {
            Line::Tone(line) => line.tones.oscillators(),
            Line::Wave(_) => 0,
        });
        let fading = self.fading.iter().map(Tones::oscillators);
        lines.chain(fading).sum()
    }
}

impl Line {
    /// The number of waves.
    fn players(&self) -> usize {
        match self {
            Line::Tone(_) => 0,
            Line::Wave(line) => line.players(),
        }
    }

    /// The number of samples that it holds.
    fn samples(&self) -> usize {
        match self {
            Line::Tone(_) => 0,
            Line::Wave(line) => line.samples(),
        }
    }
}

#[cfg(test)]
mod tests;
