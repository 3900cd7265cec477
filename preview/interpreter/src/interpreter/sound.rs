//! Sounds, as the host takes them.

use cindyscript_sound::SoundCommand;

use super::Interpreter;

impl Interpreter {
    /// Takes the sounds that scripts have asked for since the last call, in their order.
    pub fn take_sounds(&mut self) -> Vec<SoundCommand> {
        self.state.context.sound.take()
    }
}
