//! From a text to a version that can be compiled: analysis, and the images that its page names. Blocks,
//! as compiling does.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use cindyscript_files::{Beside, Files};
use cindyscript_player::source::{ReceivedText, Source};
use cindyscript_protocol::Stages;

use crate::decoder::Decoder;
use crate::images::{Exchange, Images};
use cindyscript_render::compile::milliseconds;

/// Reads version after version.
#[derive(Debug, Default)]
pub struct Reader {
    images: Images,
    files: Files,
    /// Which applet is shown.
    chosen: usize,
    last: Option<Source>,
}

impl Reader {
    /// Finds libraries among these files.
    pub fn new(files: Files) -> Reader {
        Reader {
            files,
            ..Reader::default()
        }
    }

    /// Decodes videos with this program from now on.
    pub fn set_decoder(&mut self, decoder: Decoder) {
        self.images.set_decoder(decoder);
    }

    /// Has images show something else from now on.
    ///
    /// # Errors
    /// As [`Images::exchange`].
    pub fn exchange(&mut self, exchange: Exchange) -> Result<(), Arc<str>> {
        self.images.exchange(exchange)
    }

    /// Has another applet of its page shown from now on, counted from 0.
    pub fn choose_applet(&mut self, chosen: usize) {
        self.chosen = chosen;
    }

    /// Has the applet of a version shown that is chosen now, and reads its images: some may show
    /// something else than before.
    pub fn read_shown(&mut self, source: &mut Source) {
        source.chosen = self.chosen;
        let page = Path::new(source.document.name());
        let applet = source.applet();
        if let Some(images) = applet.map(|applet| self.images.read(page, applet)) {
            source.images = images;
        }
    }

    /// One that knows nothing of the texts read so far.
    pub fn anew(&mut self) -> Reader {
        Reader {
            images: self.images.anew(),
            files: self.files.clone(),
            chosen: self.chosen,
            last: None,
        }
    }

    /// Reads and analyses a text, and reads the images that it names; what can be used again of the
    /// last one is.
    pub fn read(&mut self, text: ReceivedText) -> (Source, Stages) {
        let (mut source, stages) = read_beside(text, self.last.as_ref(), &self.files);
        self.read_shown(&mut source);
        self.last = Some(source.clone());
        (source, stages)
    }
}

/// Reads and analyses a text whose libraries are as they are on disk; `before` is an earlier version, of which what did not change is used
/// again. Also the milliseconds of both stages.
pub fn read(text: ReceivedText, before: Option<&Source>) -> (Source, Stages) {
    read_beside(text, before, &Files::default())
}

fn read_beside(text: ReceivedText, before: Option<&Source>, files: &Files) -> (Source, Stages) {
    let parsing = Instant::now();
    let document = Source::read(&text, before, Beside::new(&text.path, files.clone()));
    let analysing = Instant::now();
    let source = Source::new(&text, document, before);
    let stages = Stages {
        parse: Some(milliseconds(parsing, analysing)),
        analysis: Some(milliseconds(analysing, Instant::now())),
        ..Stages::default()
    };
    (source, stages)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use cindyscript_files::{Rope, key};
    use cindyscript_player::Session;
    use cindyscript_player::view::Canvas;

    use super::*;
    use crate::host::Environment;

    #[test]
    fn libraries_count_as_the_editor_has_them() {
        let folder =
            std::env::temp_dir().join(format!("cindyscript-reader-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("lib.cjs"), "said = \"saved\";").unwrap();
        let files = Files::default();
        let mut reader = Reader::new(files.clone());
        let environment = Arc::new(Environment {
            files: files.clone(),
            ..Environment::default()
        });
        let mut printed = |version| {
            let (source, _) = reader.read(ReceivedText {
                path: folder.join("page.cindyscript").display().to_string(),
                text: "import(\"lib\"); println(said);".to_owned(),
                version,
                arrived: Instant::now(),
            });
            let canvas = Canvas {
                device: [40, 40],
                scale: 1.0,
            };
            let mut session = Session::new(source, canvas, environment.clone(), 0, 0.0);
            session
                .frame(0.0)
                .output
                .iter()
                .map(|output| output.text.as_str())
                .collect::<String>()
        };
        assert!(printed(1).contains("saved"));
        files.open(
            key(&folder.join("lib.cjs")),
            Rope::from_str("said = \"typed\";"),
        );
        assert!(printed(2).contains("typed"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
