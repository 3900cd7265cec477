//! From a text to programs that can paint. The browser accepts each pipeline later: until then, a
//! compiled version waits.

use cindyscript_files::{Beside, Files};
use cindyscript_interpreter::platform::Instant;
use cindyscript_player::last_parsed::{LastParsed, Next};
use cindyscript_player::source::{ReceivedText, Source};
use cindyscript_protocol::Stages;
use cindyscript_render::compile::{
    Compiled, Compiler, Recompilation, Recompile, Recompiled, milliseconds,
};
use cindyscript_render::gpu::{Gpu, GpuError, Pipelines, Settlement};

/// Compiles the newest text.
pub(crate) struct Worker {
    compiler: Compiler,
    files: Files,
    /// The newest text, as it was read.
    last: Option<Source>,
    /// The last valid text of each script.
    last_parsed: LastParsed,
    /// The version that plays.
    current: Option<Source>,
    text: Option<ReceivedText>,
    request: Option<Recompilation>,
    /// The outcome that the browser has not accepted yet, and the time when it was compiled.
    open: Option<(Outcome, Instant)>,
}

/// The outcome of a text, or of a request.
pub(crate) enum Outcome {
    /// A version can be played.
    Compiled(Compiled),
    /// There is a program for types that a colorplot was not compiled for.
    Recompiled(Recompiled),
}

impl Worker {
    pub(crate) fn new(gpu: Option<Gpu>, files: Files) -> Worker {
        Worker {
            compiler: Compiler::new(gpu.map(Pipelines::new)),
            files,
            last: None,
            last_parsed: LastParsed::default(),
            current: None,
            text: None,
            request: None,
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
    }

    /// True while there is something to do or to wait for.
    pub(crate) fn is_busy(&self) -> bool {
        self.text.is_some() || self.request.is_some() || self.open.is_some()
    }

    /// Goes on. Returns the outcome once the browser has accepted all pipelines.
    ///
    /// # Errors
    /// The device is lost.
    pub(crate) fn go_on(&mut self) -> Result<Option<Outcome>, GpuError> {
        if let Some(text) = self.text.take() {
            self.request = None;
            if let Some((source, stages)) = self.analyse(text) {
                self.compile(source, stages)?;
            }
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
                    None => {
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

    /// Reads and analyses a text; none if nothing of it can be played.
    fn analyse(&mut self, text: ReceivedText) -> Option<(Source, Stages)> {
        let parsing = Instant::now();
        let beside = Beside::new(&text.path, self.files.clone());
        let document = Source::read(&text, self.last.as_ref(), beside);
        let analysing = Instant::now();
        let source = Source::new(&text, document, self.last.as_ref());
        let stages = Stages {
            parse: Some(milliseconds(parsing, analysing)),
            analysis: Some(milliseconds(analysing, Instant::now())),
            ..Stages::default()
        };
        self.last = Some(source.clone());
        match self.last_parsed.take(source, self.current.as_ref()) {
            Next::Plays(source) => Some((source, stages)),
            Next::Stays(_) => None,
        }
    }

    fn compile(&mut self, source: Source, stages: Stages) -> Result<(), GpuError> {
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
