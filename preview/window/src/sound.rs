//! The sound of the window. The first sound opens the device, on a thread of its own. Ten seconds of silence
//! close it.

mod device;

use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use cindyscript_sound::{Mixer, SoundCommand};

/// Messages that wait for a device. More are dropped.
const MOST_WAITING: usize = 256;

/// A device that has failed is not opened again before this time has passed.
const RETRY: Duration = Duration::from_secs(5);

/// After so many seconds of silence, the device is closed.
const IDLE: f64 = 10.0;

/// Seconds in which the sound fades, and becomes loud again.
const FADE: f32 = 0.01;

/// Plays sounds.
#[derive(Debug, Default)]
pub(crate) struct Speaker {
    /// The way to the device, while it is open.
    device: Option<SyncSender<Message>>,
    is_muted: bool,
    is_held: bool,
    /// The error of a device, for the console.
    failure: Arc<Mutex<Option<String>>>,
    /// The time at which the console got the last one.
    failed: Option<Instant>,
}

/// A message to the device.
#[derive(Debug)]
enum Message {
    Play(Vec<SoundCommand>),
    /// Play no further until told otherwise.
    Hold(bool),
    /// Play on, in silence.
    Mute(bool),
}

impl Speaker {
    /// Obeys commands of a frame.
    pub(crate) fn play(&mut self, commands: &[SoundCommand]) {
        let has_sound = commands.iter().any(SoundCommand::is_sound);
        if has_sound || self.is_open() && !commands.is_empty() {
            self.send(Message::Play(commands.to_vec()));
        }
    }

    /// Stands still, or goes on.
    pub(crate) fn hold(&mut self, is_held: bool) {
        if self.is_held != is_held {
            self.is_held = is_held;
            if self.is_open() {
                self.send(Message::Hold(is_held));
            }
        }
    }

    /// Stops what plays.
    pub(crate) fn stop(&mut self) {
        self.play(&[SoundCommand::Stop]);
    }

    /// Mutes the sound, or unmutes it. True if it is muted now.
    pub(crate) fn toggle_mute(&mut self) -> bool {
        self.is_muted = !self.is_muted;
        if self.is_open() {
            self.send(Message::Mute(self.is_muted));
        }
        self.is_muted
    }

    /// The error of the first device that failed, once. Errors of later attempts are not news.
    pub(crate) fn take_failure(&mut self) -> Option<String> {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        let failure = failure.take()?;
        let is_first = self.failed.replace(Instant::now()).is_none();
        is_first.then_some(failure)
    }

    fn is_open(&self) -> bool {
        self.device.is_some()
    }

    fn send(&mut self, message: Message) {
        let message = match &self.device {
            Some(device) => match device.try_send(message) {
                // The device does not answer: the sound would come too late.
                Ok(()) | Err(TrySendError::Full(_)) => return,
                Err(TrySendError::Disconnected(message)) => message,
            },
            None => message,
        };
        self.device = None;
        // Only a sound opens it again.
        let is_retried = |failed: Instant| failed.elapsed() > RETRY;
        if matches!(message, Message::Play(_)) && self.failed.is_none_or(is_retried) {
            let device = self.open();
            drop(device.try_send(message));
            self.device = Some(device);
        }
    }

    fn open(&self) -> SyncSender<Message> {
        let (sender, receiver) = sync_channel(MOST_WAITING);
        let (is_held, is_muted) = (self.is_held, self.is_muted);
        let failure = Arc::clone(&self.failure);
        thread::spawn(move || {
            let signal = |rate| Signal::new(receiver, rate, is_held, is_muted);
            if let Err(reason) = device::play(signal) {
                let mut failure = failure.lock().unwrap_or_else(PoisonError::into_inner);
                *failure = Some(format!("no sound: {reason}"));
            }
        });
        sender
    }
}

/// The samples for a device.
struct Signal {
    messages: Receiver<Message>,
    mixer: Mixer,
    is_held: bool,
    is_muted: bool,
    /// From 0 to 1.
    loudness: f32,
    /// Samples in a second.
    rate: u32,
    /// Samples of silence so far.
    silent: usize,
}

impl Signal {
    fn new(messages: Receiver<Message>, rate: u32, is_held: bool, is_muted: bool) -> Signal {
        Signal {
            messages,
            mixer: Mixer::new(rate),
            is_held,
            is_muted,
            loudness: if is_held || is_muted { 0.0 } else { 1.0 },
            rate,
            silent: 0,
        }
    }

    /// Gives the next samples, for the left and the right ear. False if there are no more: nothing has played
    /// for long, or nobody is there any more who could play something.
    fn fill(&mut self, samples: &mut [[f32; 2]]) -> bool {
        loop {
            match self.messages.try_recv() {
                Ok(Message::Play(commands)) => {
                    self.silent = 0;
                    for command in &commands {
                        self.mixer.apply(command);
                    }
                }
                Ok(Message::Hold(is_held)) => self.is_held = is_held,
                Ok(Message::Mute(is_muted)) => self.is_muted = is_muted,
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return false,
            }
        }
        samples.fill([0.0; 2]);
        let is_still = self.is_held && self.loudness == 0.0;
        if self.mixer.is_silent() {
            self.silent += samples.len();
        } else if !is_still {
            self.mixer.render(samples);
        }
        let wanted = if self.is_held || self.is_muted {
            0.0
        } else {
            1.0
        };
        let step = 1.0 / (FADE * self.rate as f32);
        for sample in samples {
            self.loudness += (wanted - self.loudness).clamp(-step, step);
            *sample = sample.map(|sample| sample * self.loudness);
        }
        (self.silent as f64) < IDLE * f64::from(self.rate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cindyscript_sound::{ToneCall, ToneSetting};

    const RATE: u32 = 44_100;

    fn tone() -> Message {
        Message::Play(vec![SoundCommand::Tone(ToneCall {
            line: "0".into(),
            is_change: false,
            restarts: true,
            settings: vec![ToneSetting::Frequency(440.0), ToneSetting::Duration(-1.0)],
        })])
    }

    fn signal() -> (SyncSender<Message>, Signal) {
        let (sender, receiver) = sync_channel(MOST_WAITING);
        (sender, Signal::new(receiver, RATE, false, false))
    }

    /// The largest sample of the next tenth of a second but its begin.
    fn peak(signal: &mut Signal) -> f32 {
        let mut samples = [[0.0; 2]; 4410];
        assert!(signal.fill(&mut samples));
        let late = samples[1000..].iter().flatten();
        late.fold(0.0, |peak, sample| sample.abs().max(peak))
    }

    #[test]
    fn signal_that_is_held_or_muted_is_silent_and_goes_on() {
        let (sender, mut signal) = signal();
        assert_eq!(peak(&mut signal), 0.0);
        for message in [tone(), Message::Hold(true), Message::Hold(false)] {
            let is_heard = !matches!(message, Message::Hold(true));
            assert!(sender.send(message).is_ok());
            assert_eq!(peak(&mut signal) > 0.9, is_heard);
        }
        for is_muted in [true, false] {
            assert!(sender.send(Message::Mute(is_muted)).is_ok());
            assert_eq!(peak(&mut signal) < 0.1, is_muted);
        }
    }

    #[test]
    fn signal_ends_after_long_silence_or_without_anybody_to_play() {
        let (sender, mut signal) = signal();
        let mut rounds = 0;
        while signal.fill(&mut [[0.0; 2]; RATE as usize]) {
            rounds += 1;
        }
        assert_eq!(f64::from(rounds), IDLE - 1.0);
        drop(sender);
        let (sender, mut signal) = self::signal();
        assert!(sender.send(tone()).is_ok());
        drop(sender);
        assert!(!signal.fill(&mut [[0.0; 2]; 10]));
    }

    #[test]
    fn speaker_opens_nothing_without_a_sound() {
        let mut speaker = Speaker::default();
        speaker.play(&[]);
        speaker.play(&[SoundCommand::Stop]);
        speaker.hold(true);
        assert!(speaker.toggle_mute());
        assert!(!speaker.is_open());
    }
}
