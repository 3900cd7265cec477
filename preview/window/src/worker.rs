//! The thread that compiles: newest text first, never in the way of the picture.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use cindyscript_files::Files;
use cindyscript_interpreter::fault;
use cindyscript_player::last_parsed::{LastParsed, Next};
use cindyscript_player::plot_view::Shown;
use cindyscript_player::source::{Draft, ReceivedText, Source};
use cindyscript_protocol::{Stages, Version};

use crate::decoder::Decoder;
use crate::images::{Exchange, name_of};
use crate::mailbox::Mailbox;
use crate::preparation::prepare;
use crate::reader::Reader;
use crate::vital;
use cindyscript_render::compile::{
    Compiled, Compiler, Recompilation, Recompile, Recompiled, ShaderProgram,
};
use cindyscript_render::gpu::{Gpu, GpuError, NewerText, Pipelines};

mod background;

use background::Background;

/// What there is to do. Each part replaces an older one of its kind.
#[derive(Debug, Default)]
struct Work {
    text: Option<ReceivedText>,
    /// Since when texts have waited, the newest and those that it has replaced.
    text_waits_since: Option<Instant>,
    draft: Option<Draft>,
    decoder: Option<Decoder>,
    /// What becomes of images, one after the other.
    exchanges: Vec<Exchange>,
    /// Which applet is shown, counted from 0.
    applet: Option<usize>,
    /// True if the newest text is played without what it keeps of earlier versions.
    forgets: bool,
    /// The GPU to compile for, or that there is none.
    gpu: Option<Option<Gpu>>,
    recompilation: Option<Recompilation>,
    /// True if the GPU is prepared for the first text.
    prepares: bool,
    /// What programs are to show from now on.
    shown: Option<Shown>,
}

/// What came of it.
#[derive(Debug)]
pub enum CompileOutcome {
    /// A version can be played.
    Compiled(Box<Compiled>),
    /// There is a program for types that a colorplot was not compiled for.
    Recompiled(Box<Recompiled>),
    /// A version brings nothing that could be played: what plays goes on.
    Broken(Source),
    /// Compiling a version failed by a fault of the program: why. The one before goes on.
    Crashed(Option<Version>, String),
    /// What the user should know of images that show something else.
    Exchanged(String),
    /// This device is gone.
    Failed(GpuError, Option<Box<Gpu>>),
}

/// Hands work to the thread. Clones hand it to the same.
#[derive(Clone, Debug)]
pub struct Worker {
    files: Files,
    mailbox: Arc<Mailbox<Work>>,
    background: Background,
    /// Ends the script that runs while a new program arrives.
    interrupt: Arc<Mutex<Arc<AtomicBool>>>,
    /// Whether the thread has ended.
    finished: Arc<AtomicBool>,
}

impl Worker {
    /// Starts the thread; it calls `deliver` with all that comes of the work.
    pub fn start(deliver: impl Fn(CompileOutcome) + Send + 'static) -> Worker {
        Worker::start_beside(Files::default(), deliver)
    }

    /// The same, with the files among which libraries are found.
    pub fn start_beside(files: Files, deliver: impl Fn(CompileOutcome) + Send + 'static) -> Worker {
        let mailbox = Arc::<Mailbox<Work>>::default();
        let waiting = Arc::clone(&mailbox);
        let newer_text = NewerText::new(move || waiting.peek(|work| work?.text_waits_since));
        let mut state = WorkerState::new(files.clone(), newer_text);
        let worker = Worker {
            files,
            mailbox,
            background: Background::default(),
            interrupt: Arc::default(),
            finished: Arc::default(),
        };
        let finished = Arc::clone(&worker.finished);
        let (mailbox, interrupt) = (Arc::clone(&worker.mailbox), Arc::clone(&worker.interrupt));
        let builder = worker.background.start();
        vital::spawn("the compiler", move || {
            let deliver = |outcome| {
                if matches!(outcome, CompileOutcome::Compiled(_)) {
                    let flag = interrupt.lock().unwrap_or_else(PoisonError::into_inner);
                    flag.store(true, Ordering::Relaxed);
                }
                deliver(outcome);
            };
            while let Some(work) = mailbox.take() {
                state.remember(&work);
                let version = work.text.as_ref().map(|text| text.version);
                let done = catch_unwind(AssertUnwindSafe(|| state.work(work, &deliver)));
                if let Err(panic) = done {
                    state.reset();
                    deliver(CompileOutcome::Crashed(version, fault(panic.as_ref())));
                }
            }
            drop(state);
            drop(builder.join());
            finished.store(true, Ordering::Relaxed);
        });
        worker
    }

    /// The files among which libraries are found.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// A new text.
    pub fn read(&self, text: ReceivedText) {
        self.background.text_has_come();
        self.change(|work| {
            work.text = Some(text);
            work.text_waits_since.get_or_insert_with(Instant::now);
            work.draft = None;
            work.recompilation = None;
        });
    }

    /// Other values in the newest text. Of another text than that, it comes to nothing.
    pub fn set(&self, draft: Draft) {
        self.change(|work| {
            if work.text.is_none() {
                work.draft = Some(draft);
                work.recompilation = None;
            }
        });
    }

    /// The GPU to compile for from now on; `None` for the CPU. Until this is known, texts are only
    /// analysed.
    pub fn use_gpu(&self, gpu: Option<Gpu>) {
        self.change(|work| work.gpu = Some(gpu));
    }

    /// Prepares the GPU for the first text, unless that has come.
    pub fn prepare(&self) {
        self.change(|work| work.prepares = true);
    }

    /// What programs show from now on.
    pub fn show(&self, shown: Shown) {
        self.change(|work| work.shown = Some(shown));
    }

    /// Decodes the videos of pages with this program from now on.
    pub fn use_decoder(&self, decoder: Decoder) {
        self.change(|work| work.decoder = Some(decoder));
    }

    /// Has images of what plays, and of all that is read later, show something else.
    pub fn exchange(&self, exchange: Exchange) {
        self.change(|work| work.exchanges.push(exchange));
    }

    /// Has another applet of what plays, and of all that is read later, shown: counted from 0.
    pub fn choose_applet(&self, chosen: usize) {
        self.change(|work| {
            work.applet = Some(chosen);
            work.recompilation = None;
        });
    }

    /// Plays the newest text as if it had just been opened, without what it keeps of earlier versions.
    pub fn forget(&self) {
        self.change(|work| work.forgets = true);
    }

    /// Has the general pipeline or the second tier of a colorplot built if it is time.
    pub fn specialise(&self, program: &Arc<ShaderProgram>) {
        self.background.build(program);
    }

    /// Takes no more work; the threads end once they have done what they have begun.
    pub fn close(&self) {
        self.mailbox.close();
        self.background.close();
    }

    /// Whether the thread has ended.
    pub fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Relaxed)
    }

    /// The flag that ends scripts of the program now playing.
    pub fn set_interrupt(&self, flag: Arc<AtomicBool>) {
        *self
            .interrupt
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = flag;
    }

    /// Ends the scripts that run.
    pub fn interrupt(&self) {
        let flag = self.interrupt.lock();
        let flag = flag.unwrap_or_else(PoisonError::into_inner);
        flag.store(true, Ordering::Relaxed);
    }

    fn change(&self, change: impl FnOnce(&mut Work)) {
        self.mailbox.merge(|old| {
            let mut work = old.unwrap_or_default();
            change(&mut work);
            work
        });
    }
}

impl Recompile for Worker {
    /// Hands it to the thread: the program comes later.
    fn recompile(&mut self, request: Recompilation) -> Result<Option<Recompiled>, GpuError> {
        self.change(|work| {
            if work.text.is_none() && work.draft.is_none() {
                work.recompilation = Some(request);
            }
        });
        Ok(None)
    }
}

/// The state of the thread.
#[derive(Default)]
struct WorkerState {
    reader: Reader,
    compiler: Option<Compiler>,
    /// What reader and compiler have been given.
    decoder: Option<Decoder>,
    gpu: Option<Gpu>,
    newer_text: NewerText,
    /// Whether the GPU, or that there is none, is known.
    ready: bool,
    /// Read, but not compiled yet.
    waiting: Option<(Source, Stages)>,
    /// What plays.
    current: Option<Source>,
    /// The newest text, whether it can be read or not.
    newest: Option<Source>,
    /// What is played of its scripts that cannot be parsed.
    last_parsed: LastParsed,
    /// What programs show.
    shown: Shown,
}

impl WorkerState {
    fn new(files: Files, newer_text: NewerText) -> WorkerState {
        WorkerState {
            reader: Reader::new(files),
            newer_text,
            ..WorkerState::default()
        }
    }

    /// Notes what others would have to be given.
    fn remember(&mut self, work: &Work) {
        if let Some(decoder) = &work.decoder {
            self.decoder = Some(decoder.clone());
        }
        if let Some(gpu) = &work.gpu {
            self.gpu.clone_from(gpu);
            self.ready = true;
        }
    }

    /// A compiler for a device, or for the CPU.
    fn compiler_for(&self, gpu: Option<Gpu>) -> Compiler {
        Compiler::new(gpu.map(|gpu| Pipelines::yielding(gpu, self.newer_text.clone())))
    }

    /// After a panic: reader and compiler may be half-changed. What plays is not.
    fn reset(&mut self) {
        self.reader = self.reader.anew();
        if let Some(decoder) = &self.decoder {
            self.reader.set_decoder(decoder.clone());
        }
        self.compiler = Some(self.compiler_for(self.gpu.clone()));
        self.waiting = None;
    }

    fn work(&mut self, work: Work, deliver: &impl Fn(CompileOutcome)) {
        if let Some(decoder) = work.decoder {
            self.reader.set_decoder(decoder);
        }
        if let Some(gpu) = work.gpu {
            self.compiler = Some(self.compiler_for(gpu));
            if self.waiting.is_none()
                && let Some(current) = self.current.take()
            {
                // Made for another device.
                self.waiting = Some((current, Stages::default()));
            }
        }
        let exchanged = self.exchange(work.exchanges, deliver);
        if let Some(applet) = work.applet {
            self.reader.choose_applet(applet);
        }
        let again = self.newest.as_ref().filter(|_| work.forgets);
        let again = again.filter(|newest| !newest.kept.is_empty());
        if again.is_some() {
            self.last_parsed = LastParsed::default();
        }
        let text = work.text.or_else(|| again.map(Source::received));
        let changed = exchanged || work.applet.is_some();
        if changed {
            self.read_shown();
        }
        if changed && text.is_none() && self.waiting.is_none() {
            let current = self.current.clone();
            self.waiting = current.map(|current| (current, Stages::default()));
        }
        if let Some(text) = text {
            #[cfg(test)]
            assert!(!text.text.contains(tests::FAULT), "as the test wants it");
            let (source, stages) = self.reader.read(text);
            let waiting = self.waiting.as_ref().map(|(source, _)| source);
            let before = waiting.or(self.current.as_ref());
            let next = self.last_parsed.take(source, before);
            match &next {
                Next::Stays(source) => deliver(CompileOutcome::Broken(source.clone())),
                Next::Plays(source) => self.waiting = Some((source.clone(), stages)),
            }
            self.newest = Some(next.into_source());
        } else if let Some(draft) = work.draft
            && let Some(newest) = &self.newest
            && newest.is_same(&draft.base)
        {
            let (mut source, stages) = self.reader.read(draft.text());
            source.is_draft = !draft.edits.is_empty();
            if !source.is_draft {
                self.newest = Some(source.clone());
            }
            self.waiting = Some((source, stages));
        }
        if let Some(shown) = work.shown
            && shown != self.shown
        {
            self.shown = shown;
            if self.waiting.is_none()
                && let Some(current) = &self.current
            {
                self.waiting = Some((current.clone(), Stages::default()));
            }
        }
        if !self.ready {
            return;
        }
        let compiler = self.compiler.get_or_insert_with(|| Compiler::new(None));
        let gpu = || compiler.gpu().cloned().map(Box::new);
        if let Some((mut source, stages)) = self.waiting.take() {
            source.shown = self.shown.clone();
            match compiler.programs(source.clone(), stages) {
                Ok(compiled) => {
                    self.current = Some(compiled.source.clone());
                    deliver(CompileOutcome::Compiled(Box::new(compiled)));
                }
                // The newer text comes next; this one is played if that one cannot be.
                Err(GpuError::Superseded) => self.waiting = Some((source, stages)),
                Err(error) => {
                    // For the device that comes next.
                    self.waiting = Some((source, stages));
                    self.ready = false;
                    deliver(CompileOutcome::Failed(error, gpu()));
                }
            }
        } else if let (Some(request), Some(current)) = (work.recompilation, &self.current)
            && current.is_same(&request.source)
        {
            match request.run() {
                Ok(made) => deliver(CompileOutcome::Recompiled(Box::new(made))),
                Err(GpuError::Superseded) => {}
                Err(error) => deliver(CompileOutcome::Failed(error, gpu())),
            }
        } else if work.prepares
            && self.newest.is_none()
            && let Some(gpu) = &self.gpu
        {
            prepare(gpu.clone());
        }
    }
}

impl WorkerState {
    /// Has images show something else; whether some do.
    fn exchange(&mut self, exchanges: Vec<Exchange>, deliver: &impl Fn(CompileOutcome)) -> bool {
        let mut changed = false;
        for exchange in exchanges {
            let told = match &exchange {
                Exchange::Replace(image, path) => {
                    format!("{} is shown for {image}; b takes it back", name_of(path))
                }
                Exchange::TakeBack => "all images are those of the page".to_owned(),
            };
            let done = self.reader.exchange(exchange);
            changed |= done.is_ok();
            let told = done.map_or_else(|reason| format!("{reason}; the image stays"), |()| told);
            deliver(CompileOutcome::Exchanged(told));
        }
        changed
    }

    /// Has what plays or waits show what is chosen now.
    fn read_shown(&mut self) {
        let waiting = self.waiting.as_mut().map(|(source, _)| source);
        for source in self.current.iter_mut().chain(waiting) {
            self.reader.read_shown(source);
        }
    }
}

#[cfg(test)]
mod tests;
