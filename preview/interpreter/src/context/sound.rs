//! The sounds that scripts have asked for.

use cindyscript_sound::{MAX_SAMPLES, SoundCommand};

/// More sounds between two frames are left out.
const MAX_COMMANDS: usize = 256;

/// Sounds that wait for the host.
#[derive(Clone, Default)]
pub(crate) struct Sound {
    commands: Vec<SoundCommand>,
}

impl Sound {
    /// Adds a sound. False if there are too many.
    pub(crate) fn play(&mut self, command: SoundCommand) -> bool {
        if command == SoundCommand::Stop {
            // Nobody has heard them yet.
            self.commands.clear();
        }
        let held: usize = self.commands.iter().map(samples).sum();
        let has_room =
            self.commands.len() < MAX_COMMANDS && held + samples(&command) <= MAX_SAMPLES;
        if has_room {
            self.commands.push(command);
        }
        has_room
    }

    /// Takes the sounds that wait, in the order in which scripts asked for them.
    pub(crate) fn take(&mut self) -> Vec<SoundCommand> {
        std::mem::take(&mut self.commands)
    }
}

/// The number of samples that a command holds.
fn samples(command: &SoundCommand) -> usize {
    match command {
        SoundCommand::Wave(call) => call.samples.len(),
        SoundCommand::Tone(_) | SoundCommand::Stop => 0,
    }
}
