//! Sound by Web Audio. The browser asks for samples, on the page's own thread, and the mixer makes them.

use std::cell::RefCell;
use std::rc::Rc;

use cindyscript_sound::{Mixer, SoundCommand};
use wasm_bindgen::prelude::*;
use web_sys::{AudioContext, AudioProcessingEvent, ScriptProcessorNode};

/// Samples that the browser asks for at once: the sound goes on while a frame takes so long.
const BLOCK: u32 = 2048;

/// Plays sounds. The first sound opens the device.
#[derive(Default)]
pub(crate) struct Speaker {
    open: Option<Open>,
    is_held: bool,
    has_failed: bool,
}

struct Open {
    context: AudioContext,
    mixer: Rc<RefCell<Mixer>>,
    node: ScriptProcessorNode,
    _fill: Closure<dyn FnMut(AudioProcessingEvent)>,
}

impl Speaker {
    /// Obeys commands of a frame.
    ///
    /// # Errors
    /// The browser plays no sound; told once, in a few words.
    pub(crate) fn play(&mut self, commands: &[SoundCommand]) -> Result<(), &'static str> {
        let has_sound = commands.iter().any(SoundCommand::is_sound);
        if self.open.is_none() {
            if !has_sound || self.has_failed {
                return Ok(());
            }
            self.open = Open::new().ok();
            if self.is_held {
                self.hold(true);
            }
        }
        let Some(open) = &self.open else {
            self.has_failed = true;
            return Err("no sound: the browser has no Web Audio");
        };
        for command in commands {
            open.mixer.borrow_mut().apply(command);
        }
        if has_sound && !self.is_held {
            // A browser plays nothing before the user has clicked or pressed something.
            drop(open.context.resume());
        }
        Ok(())
    }

    /// Stands still, or goes on.
    pub(crate) fn hold(&mut self, is_held: bool) {
        self.is_held = is_held;
        if let Some(open) = &self.open {
            drop(match is_held {
                true => open.context.suspend(),
                false => open.context.resume(),
            });
        }
    }

    /// Plays nothing any more.
    pub(crate) fn close(&mut self) {
        self.open = None;
        self.has_failed = true;
    }
}

impl Open {
    fn new() -> Result<Open, JsValue> {
        let context = AudioContext::new()?;
        let mixer = Rc::new(RefCell::new(Mixer::new(context.sample_rate() as u32)));
        let node = context.create_script_processor_with_buffer_size_and_number_of_input_channels_and_number_of_output_channels(BLOCK, 0, 2)?;
        let fill = {
            let mixer = Rc::clone(&mixer);
            let mut samples = Vec::new();
            Closure::new(move |event: AudioProcessingEvent| {
                let Ok(buffer) = event.output_buffer() else {
                    return;
                };
                samples.resize(buffer.length() as usize, [0.0; 2]);
                mixer.borrow_mut().render(&mut samples);
                for ear in [0, 1] {
                    let samples: Vec<f32> = samples.iter().map(|sample| sample[ear]).collect();
                    drop(buffer.copy_to_channel(&samples, ear as i32));
                }
            })
        };
        let function: &Closure<dyn FnMut(AudioProcessingEvent)> = &fill;
        node.set_onaudioprocess(Some(function.as_ref().unchecked_ref()));
        node.connect_with_audio_node(&context.destination())?;
        Ok(Open {
            context,
            mixer,
            node,
            _fill: fill,
        })
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.node.set_onaudioprocess(None);
        drop(self.context.close());
    }
}
