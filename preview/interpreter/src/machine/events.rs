//! Scripts that run within another run: those of the animation, and the steps of the physics.

use cindyscript_applet::Event;

use crate::error::{Halt, NOWHERE};
use crate::machine::{Evaluated, Machine};
use crate::value::Value;
use crate::work;

impl Machine<'_> {
    /// Runs the scripts of an event.
    pub(crate) fn run_event(&mut self, event: Event) -> Result<(), Halt> {
        let program = self.program;
        let scripts = program.scripts.iter();
        for script in scripts.filter(|script| script.event == Some(event)) {
            self.eval(script.root)?;
        }
        Ok(())
    }

    /// Lets simulated time pass for the masses, in as many steps as the page says; after each, the
    /// scripts of a step run.
    pub(crate) fn simulate(&mut self, time: f64) -> Evaluated {
        let accuracy = self.state.context.geometry.physics().accuracy();
        let step = time / accuracy;
        let mut count = 0.0;
        while count < accuracy {
            let context = &mut self.state.context;
            let held = context.input.mover;
            if !work::spend(1) || !context.geometry.advance(step, held) {
                self.checked(NOWHERE, Value::Undefined)?;
                return Err(Halt);
            }
            context.animation.simulated += step;
            self.run_event(Event::SimulationStep)?;
            count += 1.0;
        }
        Ok(Value::Undefined)
    }
}
