//! The player in a canvas of a page: the same frame loop as in a window, frame by frame as the browser
//! requests them. WebGPU paints if the browser has it, otherwise the CPU.
//!
//! A page calls [`start`] with a canvas and a callback. The callback receives messages from the preview
//! as JSON, [`Preview::receive`] those to it. Nothing blocks: pipelines, times and pixels arrive later.
#![cfg(target_family = "wasm")]

mod clock;
mod host;
mod images;
mod input;
mod playing;
mod pointer;
mod screen;
mod sound;
mod turns;
mod wake;
mod worker;

use std::panic;

use cindyscript_protocol::ToPreview;
use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;

pub use images::Media;
use playing::Playing;
use screen::Screen;
use turns::Turns;

/// A preview in a canvas. It plays until [`Preview::stop`].
#[wasm_bindgen]
pub struct Preview {
    turns: Turns,
    _listeners: input::Listeners,
}

#[wasm_bindgen]
extern "C" {
    /// `console.error`.
    #[wasm_bindgen(js_namespace = console)]
    fn error(message: &str);
}

/// Starts a preview in a canvas. `post` is called with each message for the editor, `panel` with each
/// state of the controls, as JSON. `media` opens images; without it, there are no files beside the page.
///
/// # Errors
/// The canvas cannot be painted, neither by WebGPU nor by the CPU.
#[wasm_bindgen]
pub async fn start(
    canvas: HtmlCanvasElement,
    post: js_sys::Function,
    panel: Option<js_sys::Function>,
    media: Option<Media>,
) -> Result<Preview, JsError> {
    panic::set_hook(Box::new(|panic| error(&panic.to_string())));
    let screen = Screen::open(&canvas).await?;
    let turns = Turns::new(Playing::new(canvas.clone(), screen, media), post, panel);
    let listeners = input::listen(&canvas, &turns)?;
    turns.wake();
    Ok(Preview {
        turns,
        _listeners: listeners,
    })
}

#[wasm_bindgen]
impl Preview {
    /// Takes a message of the editor, as JSON.
    ///
    /// # Errors
    /// It is no message.
    pub fn receive(&self, json: &str) -> Result<(), JsError> {
        let message = serde_json::from_str(json)?;
        let is_last = message == ToPreview::Shutdown;
        self.turns.play(|playing| playing.receive(message));
        if is_last {
            self.turns.stop();
        }
        Ok(())
    }

    /// Does something that the user wants, a `PanelCommand` as JSON.
    ///
    /// # Errors
    /// It is no command.
    pub fn obey(&self, json: &str) -> Result<(), JsError> {
        let command = serde_json::from_str(json)?;
        self.turns.play(|playing| playing.obey(command));
        Ok(())
    }

    /// Files beside the page may have changed: images are read again.
    #[wasm_bindgen(js_name = filesChanged)]
    pub fn files_changed(&self) {
        self.turns.play(Playing::read_files_again);
    }

    /// Plays frames 1/60 s apart from now on, however long each takes, and stands still at the frame of
    /// this number.
    #[wasm_bindgen(js_name = playTo)]
    pub fn play_to(&self, frame: u32) {
        self.turns.play(|playing| playing.play_to(frame));
    }

    /// True if the canvas shows all that there is to show, until something happens.
    #[wasm_bindgen(js_name = isAtRest)]
    pub fn is_at_rest(&self) -> bool {
        self.turns.is_at_rest()
    }

    /// Ends it: nothing is painted any more.
    pub fn stop(&self) {
        self.turns.stop();
    }
}
