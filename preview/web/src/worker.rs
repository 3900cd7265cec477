//! From a text to programs that can paint. The browser accepts each pipeline later: until then, a
//! compiled version waits.

use std::path::Path;

use cindyscript_files::{Beside, Files};
use cindyscript_interpreter::platform::Instant;
use cindyscript_player::last_parsed::{LastParsed, Next};
use cindyscript_player::plot_view::Shown;
use cindyscript_player::source::{Draft, ReceivedText, Source};
use cindyscript_protocol::Stages;
use cindyscript_render::compile::{
    Compiled, Compiler, Recompilation, Recompile, Recompiled, milliseconds,
};
use cindyscript_render::gpu::{Gpu, GpuError, Pipelines, Settlement};

use crate::images::{Camera, Images};

/// Compiles the newest text.
pub(crate) struct Worker {
    compiler: Compiler,
    files: Files,
    images: Images,
    /// The newest text, as it was read.
    last: Option<Source>,
    /// The last valid text of each script.
    last_parsed: LastParsed,
    /// The version that plays.
    current: Option<Source>,
    /// The newest text, with what it keeps of earlier ones.
    newest: Option<Source>,
    text: Option<ReceivedText>,
    draft: Option<Draft>,
    request: Option<Recompilation>,
    /// The applet that is shown, counted from 0.
    chosen: usize,
    /// The expression that programs show.
    shown: Shown,
    /// A version whose images are on their way.
    waiting: Option<(Source, Stages)>,
    /// True if the version that plays is to be compiled again.
    is_other_shown: bool,
    /// The outcome that the browser has not accepted yet, and the time when it was compiled.
    open: Option<(Outcome, Instant)>,
}

/// The outcome of a text, or of a request.
pub(crate) enum Outcome {
    /// A version can be played.
    Compiled(Compiled),
    /// A version brings nothing that could be played.
    Broken,
    /// There is a program for types that a colorplot was not compiled for.
    Recompiled(Recompiled),
}

impl Worker {
    pub(crate) fn new(gpu: Option<Gpu>, files: Files, images: Images) -> Worker {
        Worker {
            compiler: Compiler::new(gpu.map(Pipelines::new)),
            files,
            images,
            waiting: None,
            last: None,
            last_parsed: LastParsed::default(),
            current: None,
            newest: None,
            text: None,
            draft: None,
            request: None,
            chosen: 0,
            shown: Shown::Result,
            is_other_shown: false,
            open: None,
        }
    }

    /// Compiles for another device from now on, or for none.
    pub(crate) fn use_gpu(&mut self, gpu: Option<Gpu>) {
        self.compiler = Compiler::new(gpu.map(Pipelines::new));
        (self.request, self.open) = (None, None);
        let current = self.current.as_ref().map(Source::received);
        self.text = self.text.take().or(current);
    }

    /// A new text.
    pub(crate) fn read(&mut self, text: ReceivedText) {
        self.text = Some(text);
        self.draft = None;
    }

    /// Other values in the newest text.
    pub(crate) fn set(&mut self, draft: Draft) {
        self.draft = Some(draft).filter(|_| self.text.is_none());
    }

    /// Shows another applet of the page, counted from 0.
    pub(crate) fn choose_applet(&mut self, chosen: usize) {
        (self.chosen, self.is_other_shown) = (chosen, true);
    }

    /// Has programs show the results of colorplots, or an expression.
    pub(crate) fn show(&mut self, shown: Shown) {
        self.is_other_shown |= shown != self.shown;
        self.shown = shown;
    }

    /// Plays the newest text as if it had just been opened, without what it keeps of earlier versions.
    pub(crate) fn forget(&mut self) {
        let newest = self.newest.as_ref();
        if let Some(newest) = newest.filter(|newest| !newest.kept.is_empty()) {
            self.last_parsed = LastParsed::default();
            self.text.get_or_insert_with(|| newest.received());
        }
    }

    /// Reads all images again: files may have changed.
    pub(crate) fn read_files_again(&mut self) {
        self.is_other_shown |= self.images.forget();
    }

    /// Has videos show what scripts want.
    pub(crate) fn follow_films(&mut self, camera: &Camera) {
        self.images.follow(camera);
    }

    /// True while there is something to do or to wait for.
    pub(crate) fn is_busy(&self) -> bool {
        self.text.is_some()
            || self.draft.is_some()
            || self.is_other_shown
            || self.waiting.is_some()
            || self.request.is_some()
            || self.open.is_some()
    }

    /// Goes on. Returns the outcome once the browser has accepted all pipelines.
    ///
    /// # Errors
    /// The device is lost.
    pub(crate) fn go_on(&mut self) -> Result<Option<Outcome>, GpuError> {
        if let Some(text) = self.text.take() {
            (self.request, self.waiting) = (None, None);
            let (source, stages) = self.analyse(&text);
            let next = self.last_parsed.take(source, self.current.as_ref());
            self.newest = Some(next.clone().into_source());
            match next {
                Next::Plays(source) => self.compile(source, stages)?,
                Next::Stays(_) => return Ok(Some(Outcome::Broken)),
            }
        } else if let Some(draft) = self.draft.take() {
            let newest = self.newest.as_ref();
            if newest.is_some_and(|newest| newest.is_same(&draft.base)) {
                let (mut source, stages) = self.analyse(&draft.text());
                source.is_draft = !draft.edits.is_empty();
                if !source.is_draft {
                    self.newest = Some(source.clone());
                }
                self.compile(source, stages)?;
            }
        } else if std::mem::take(&mut self.is_other_shown) {
            if let Some(source) = self.next() {
                self.compile(source, Stages::default())?;
            }
        } else if let Some((source, stages)) = self.waiting.take() {
            self.compile(source, stages)?;
        } else if self.open.is_none()
            && let Some(request) = self.request.take()
        {
            self.open = Some((Outcome::Recompiled(request.run()?), Instant::now()));
        }
        match self.compiler.settle() {
            Settlement::Open => Ok(None),
            Settlement::Accepted => Ok(self.open.take().map(|(outcome, since)| {
                let outcome = outcome.waited(milliseconds(since, Instant::now()));
                if let Outcome::Compiled(compiled) = &outcome {
                    self.current = Some(compiled.source.clone());
                }
                outcome
            })),
            // With what is known now, the interpreter paints what the browser refuses.
            Settlement::Refused => {
                match self.open.take() {
                    Some((Outcome::Compiled(compiled), _)) => {
                        self.compile(compiled.source, compiled.build.stages)?;
                    }
                    Some((Outcome::Recompiled(made), _)) => self.request = Some(made.request),
                    Some((Outcome::Broken, _)) | None => {
                        let current = self.current.clone();
                        if let Some(source) = current {
                            self.compile(source, Stages::default())?;
                        }
                    }
                }
                Ok(None)
            }
        }
    }

    /// The version that will play, or the one that does.
    fn next(&mut self) -> Option<Source> {
        let waiting = self.waiting.take().map(|(source, _)| source);
        let open = match &self.open {
            Some((Outcome::Compiled(compiled), _)) => Some(&compiled.source),
            _ => None,
        };
        waiting.or_else(|| open.or(self.current.as_ref()).cloned())
    }

    /// Reads and analyses a text.
    fn analyse(&mut self, text: &ReceivedText) -> (Source, Stages) {
        let parsing = Instant::now();
        let beside = Beside::new(&text.path, self.files.clone());
        let document = Source::read(text, self.last.as_ref(), beside);
        let analysing = Instant::now();
        let source = Source::new(text, document, self.last.as_ref());
        let stages = Stages {
            parse: Some(milliseconds(parsing, analysing)),
            analysis: Some(milliseconds(analysing, Instant::now())),
            ..Stages::default()
        };
        self.last = Some(source.clone());
        (source, stages)
    }

    fn compile(&mut self, mut source: Source, stages: Stages) -> Result<(), GpuError> {
        self.is_other_shown = false;
        (source.chosen, source.shown) = (self.chosen, self.shown.clone());
        let page = Path::new(source.document.name());
        if let Some(applet) = source.applet() {
            let Some(images) = self.images.read(page, applet) else {
                self.waiting = Some((source, stages));
                return Ok(());
            };
            source.images = images;
        }
        let compiled = self.compiler.programs(source, stages)?;
        self.open = Some((Outcome::Compiled(compiled), Instant::now()));
        Ok(())
    }
}

impl Outcome {
    /// The same, for which the browser's answer came so many milliseconds later.
    fn waited(mut self, ms: f64) -> Outcome {
        let build = match &mut self {
            Outcome::Compiled(compiled) => &mut compiled.build,
            Outcome::Recompiled(made) => &mut made.build,
            Outcome::Broken => return self,
        };
        if let Some(pipeline) = &mut build.stages.pipeline {
            *pipeline += ms;
        }
        self
    }
}

impl Recompile for Worker {
    /// The program comes later.
    fn recompile(&mut self, request: Recompilation) -> Result<Option<Recompiled>, GpuError> {
        if self.text.is_none() && !matches!(self.open, Some((Outcome::Compiled(_), _))) {
            self.request = Some(request);
        }
        Ok(None)
    }
}
