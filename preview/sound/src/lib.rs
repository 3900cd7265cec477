//! Sound, as CindyJS plays it with Web Audio: tones of sine waves, and lists of samples, on lines that
//! play at the same time.
//!
//! A [`SoundCommand`] is plain data, what a call of `playsin`, `playfunction` or `playwave` asks for. A [`Mixer`]
//! obeys commands and makes samples, the same each time. Work and memory of both are limited.
//!
//! Must not depend on: scripts, windows, devices, a clock.

mod command;
mod envelope;
mod mixer;
mod track;
mod wav;

pub use command::{Phases, SineTone, SoundCommand, ToneCall, ToneSetting, WaveCall, WaveKind};
pub use mixer::Mixer;
pub use track::Track;
pub use wav::wav;

/// Samples of a wave in a second, as scripts count them.
pub const SAMPLE_RATE: u32 = 44_100;

/// Harmonics of a tone beyond these are left out.
pub const MAX_HARMONICS: usize = 512;

/// Samples of all waves of a mixer, and of one: 95 seconds.
pub const MAX_SAMPLES: usize = 1 << 22;

/// Lines of a mixer. Calls for more do nothing.
pub const MAX_LINES: usize = 256;
