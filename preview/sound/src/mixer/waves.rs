//! Lists of samples.

use std::sync::Arc;

use super::BLOCK;
use crate::SAMPLE_RATE;
use crate::command::{WaveCall, WaveKind};
use crate::envelope::Envelope;

/// A line of waves.
#[derive(Debug)]
pub(super) struct WaveLine {
    pub(super) kind: WaveKind,
    gain: Envelope,
    players: Vec<Player>,
}

/// A list of samples that plays.
#[derive(Debug)]
struct Player {
    samples: Arc<[f32]>,
    /// After so many samples, it is over.
    length: f64,
    /// After so many samples, the first comes again.
    period: usize,
    /// In seconds.
    begin: f64,
    /// In seconds, if it is replaced before its own end.
    end: f64,
}

impl WaveLine {
    pub(super) fn new(call: &WaveCall, now: f64, opened: f64) -> WaveLine {
        let mut gain = Envelope::new();
        gain.step(now, 0.0);
        gain.ramp(now + call.attack, call.amplitude);
        let begin = match call.kind {
            WaveKind::Function => opened + call.start,
            WaveKind::List => now,
        };
        WaveLine {
            kind: call.kind,
            gain,
            players: vec![Player::new(call, begin.max(now))],
        }
    }

    /// Fades out, and plays something else.
    pub(super) fn play_next(&mut self, call: &WaveCall, now: f64, opened: f64) {
        let faded = now + call.release;
        self.gain.ramp(faded, 0.0);
        if let Some(last) = self.players.last_mut() {
            last.end = last.end.min(faded);
        }
        let begin = opened + call.start + call.release;
        self.players.push(Player::new(call, begin.max(now)));
        self.gain.ramp(faded + call.attack, call.amplitude);
    }

    /// True if nothing is left of it.
    pub(super) fn is_over(&self) -> bool {
        self.players.is_empty()
    }

    /// The number of waves: one plays, others fade.
    pub(super) fn players(&self) -> usize {
        self.players.len()
    }

    /// The number of samples that it holds.
    pub(super) fn samples(&self) -> usize {
        self.players.iter().map(|player| player.samples.len()).sum()
    }

    /// Removes waves that have ended.
    pub(super) fn forget_ended(&mut self, now: f64) {
        self.players.retain(|player| {
            let end = player.begin + player.length / f64::from(SAMPLE_RATE);
            now < end.min(player.end)
        });
    }

    /// Adds a block of samples.
    pub(super) fn add(&mut self, begin: f64, rate: f64, sums: &mut [[f64; 2]]) {
        let mut gains = [0.0; BLOCK];
        let gains = &mut gains[..sums.len()];
        self.gain.fill(begin, 1.0 / rate, gains);
        for (index, (sum, gain)) in sums.iter_mut().zip(gains).enumerate() {
            let now = begin + index as f64 / rate;
            let players = self.players.iter();
            let sample: f64 = players.map(|player| player.sample(now)).sum();
            *sum = sum.map(|sum| sum + sample * *gain);
        }
    }
}

impl Player {
    fn new(call: &WaveCall, begin: f64) -> Player {
        let samples = Arc::clone(&call.samples);
        let wanted = (call.duration * f64::from(SAMPLE_RATE)).ceil();
        let repeats = wanted > samples.len() as f64;
        Player {
            length: if repeats {
                wanted
            } else {
                samples.len() as f64
            },
            // CindyJS has a sample without a value between two rounds.
            period: samples.len() + usize::from(repeats),
            samples,
            begin,
            end: f64::INFINITY,
        }
    }

    /// The sample at a time, 0 before the begin and after the end.
    fn sample(&self, now: f64) -> f64 {
        // Rounding must not skip a sample where both rates are the same.
        let place = (now - self.begin) * f64::from(SAMPLE_RATE) + 1e-6;
        if place < 0.0 || place >= self.length || now >= self.end {
            return 0.0;
        }
        let whole = place.floor();
        let at = |place: f64| {
            let index = (place % self.period.max(1) as f64) as usize;
            f64::from(self.samples.get(index).copied().unwrap_or(0.0))
        };
        let (first, second) = (at(whole), at(whole + 1.0));
        match place - whole {
            part if part < 1e-3 => first,
            part => first + (second - first) * part,
        }
    }
}
