//! From a text to a version that can be compiled: analysis, and the images that its page names. Blocks,
//! as compiling does.

use std::path::Path;
use std::time::Instant;

use cindyscript_player::source::{Source, Text};
use cindyscript_protocol::Stages;

use crate::decoder::Decoder;
use crate::images::Images;
use crate::resource::Beside;
use cindyscript_render::compile::milliseconds;

/// Reads version after version.
#[derive(Debug, Default)]
pub struct Reader {
    images: Images,
    last: Option<Source>,
}

impl Reader {
    /// Decodes videos with this program from now on.
    pub fn set_decoder(&mut self, decoder: Decoder) {
        self.images.set_decoder(decoder);
    }

    /// Reads and analyses a text, and reads the images that it names; what can be used again of the
    /// last one is.
    pub fn read(&mut self, text: Text) -> (Source, Stages) {
        let (mut source, stages) = read(text, self.last.as_ref());
        if let Some(applet) = source.applet() {
            let page = Path::new(source.document.name());
            source.images = self.images.read(page, applet);
        }
        self.last = Some(source.clone());
        (source, stages)
    }
}

/// Reads and analyses a text; `before` is an earlier version, of which what did not change is used
/// again. Also the milliseconds of both stages.
pub fn read(text: Text, before: Option<&Source>) -> (Source, Stages) {
    let parsing = Instant::now();
    let document = Source::read(&text, before, Beside::new(&text.path));
    let analysing = Instant::now();
    let source = Source::new(&text, document, before);
    let stages = Stages {
        parse: Some(milliseconds(parsing, analysing)),
        analysis: Some(milliseconds(analysing, Instant::now())),
        ..Stages::default()
    };
    (source, stages)
}
