//! The thread that compiles: newest text first, never in the way of the picture.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use cindyscript_files::Files;
use cindyscript_interpreter::fault;
use cindyscript_player::last_parsed::LastParsed;
use cindyscript_player::shown::Shown;
use cindyscript_player::source::{Draft, Source, Text};
use cindyscript_protocol::{Stages, Version};

use crate::decoder::Decoder;
use crate::images::{Exchange, name_of};
use crate::mailbox::Mailbox;
use crate::message::complain;
use crate::reader::Reader;
use crate::vital;
use cindyscript_render::compile::{
    Compiled, Compiler, Recompilation, Recompile, Recompiled, ShaderProgram, Wanted,
};
use cindyscript_render::gpu::{Gpu, GpuError, Pipelines};

/// What there is to do. Each part replaces an older one of its kind.
#[derive(Debug, Default)]
struct Work {
    text: Option<Text>,
    draft: Option<Draft>,
    decoder: Option<Decoder>,
    /// What becomes of images, one after the other.
    exchanges: Vec<Exchange>,
    /// Which applet is shown, counted from 0.
    applet: Option<usize>,
    /// The GPU to compile for, or that there is none.
    gpu: Option<Option<Gpu>>,
    recompilation: Option<Recompilation>,
    /// What programs are to show from now on.
    shown: Option<Shown>,
}

/// What came of it.
#[derive(Debug)]
pub enum Outcome {
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

/// Colorplots of which other pipelines are to be built.
type Specialisations = Vec<(Arc<ShaderProgram>, Wanted)>;

/// Hands work to the thread. Clones hand it to the same.
#[derive(Clone, Debug)]
pub struct Worker {
    files: Files,
    mailbox: Arc<Mailbox<Work>>,
    /// A thread of its own builds these: a new text never waits for them.
    specialisations: Arc<Mailbox<Specialisations>>,
    /// Ends the script that runs while a new program arrives.
    interrupt: Arc<Mutex<Arc<AtomicBool>>>,
    /// Whether the thread has ended.
    finished: Arc<AtomicBool>,
}

impl Worker {
    /// Starts the thread; it calls `deliver` with all that comes of the work.
    pub fn start(deliver: impl Fn(Outcome) + Send + 'static) -> Worker {
        Worker::start_beside(Files::default(), deliver)
    }

    /// The same, with the files among which libraries are found.
    pub fn start_beside(files: Files, deliver: impl Fn(Outcome) + Send + 'static) -> Worker {
        let mut state = WorkerState::new(files.clone());
        let worker = Worker {
            files,
            mailbox: Arc::default(),
            specialisations: Arc::default(),
            interrupt: Arc::default(),
            finished: Arc::default(),
        };
        let finished = Arc::clone(&worker.finished);
        let (mailbox, interrupt) = (Arc::clone(&worker.mailbox), Arc::clone(&worker.interrupt));
        let specialisations = Arc::clone(&worker.specialisations);
        let specialiser = vital::spawn("what builds the faster pipelines", move || {
            while let Some(work) = specialisations.take() {
                for (program, wanted) in work {
                    // Without it, what paints goes on.
                    let built = catch_unwind(AssertUnwindSafe(|| program.build(wanted)));
                    if let Err(panic) = built {
                        complain(fault(panic.as_ref()));
                    }
                }
            }
        });
        vital::spawn("the compiler", move || {
            let deliver = |outcome| {
                if matches!(outcome, Outcome::Compiled(_)) {
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
                    deliver(Outcome::Crashed(version, fault(panic.as_ref())));
                }
            }
            drop(state);
            drop(specialiser.join());
            finished.store(true, Ordering::Relaxed);
        });
        worker
    }

    /// The files among which libraries are found.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// A new text.
    pub fn read(&self, text: Text) {
        self.change(|work| {
            work.text = Some(text);
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

    /// Has the general pipeline or the second tier of a colorplot built if it is time.
    pub fn specialise(&self, program: &Arc<ShaderProgram>) {
        if let Some(wanted) = program.wanted() {
            self.specialisations.merge(|waiting| {
                let mut waiting = waiting.unwrap_or_default();
                waiting.push((Arc::clone(program), wanted));
                waiting
            });
        }
    }

    /// Takes no more work; the threads end once they have done what they have begun.
    pub fn close(&self) {
        self.mailbox.close();
        self.specialisations.close();
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
    fn new(files: Files) -> WorkerState {
        WorkerState {
            reader: Reader::new(files),
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

    /// After a panic: reader and compiler may be half-changed. What plays is not.
    fn reset(&mut self) {
        self.reader = self.reader.anew();
        if let Some(decoder) = &self.decoder {
            self.reader.set_decoder(decoder.clone());
        }
        self.compiler = Some(Compiler::new(self.gpu.clone().map(Pipelines::new)));
        self.waiting = None;
    }

    fn work(&mut self, work: Work, deliver: &impl Fn(Outcome)) {
        if let Some(decoder) = work.decoder {
            self.reader.set_decoder(decoder);
        }
        if let Some(gpu) = work.gpu {
            self.compiler = Some(Compiler::new(gpu.map(Pipelines::new)));
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
        let changed = exchanged || work.applet.is_some();
        if changed {
            self.read_shown();
        }
        if changed && work.text.is_none() && self.waiting.is_none() {
            let current = self.current.clone();
            self.waiting = current.map(|current| (current, Stages::default()));
        }
        if let Some(text) = work.text {
            #[cfg(test)]
            assert!(!text.text.contains(tests::FAULT), "as the test wants it");
            let (mut source, stages) = self.reader.read(text);
            let waiting = self.waiting.as_ref().map(|(source, _)| source);
            let before = waiting.or(self.current.as_ref());
            let brings_nothing = if source.has_readable_page() {
                source = self.last_parsed.take(source);
                !source.kept.is_empty() && before.is_some_and(|before| source.plays_as(before))
            } else {
                // As much as can be read is shown, unless there is something better.
                before.is_some_and(|before| {
                    before.is_readable() && before.document.name() == source.document.name()
                })
            };
            self.newest = Some(source.clone());
            if brings_nothing {
                deliver(Outcome::Broken(source));
            } else {
                self.waiting = Some((source, stages));
            }
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
                    deliver(Outcome::Compiled(Box::new(compiled)));
                }
                Err(error) => {
                    // For the device that comes next.
                    self.waiting = Some((source, stages));
                    self.ready = false;
                    deliver(Outcome::Failed(error, gpu()));
                }
            }
        } else if let (Some(request), Some(current)) = (work.recompilation, &self.current)
            && current.is_same(&request.source)
        {
            match request.run() {
                Ok(made) => deliver(Outcome::Recompiled(Box::new(made))),
                Err(error) => deliver(Outcome::Failed(error, gpu())),
            }
        }
    }
}

impl WorkerState {
    /// Has images show something else; whether some do.
    fn exchange(&mut self, exchanges: Vec<Exchange>, deliver: &impl Fn(Outcome)) -> bool {
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
            deliver(Outcome::Exchanged(told));
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
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::process::Command;
    use std::sync::mpsc;
    use std::thread;
    use std::time::{Duration, Instant};

    use cindyscript_applet::TextRange;
    use cindyscript_ide::code_actions::Edit;
    use cindyscript_player::bitmap::Bitmap;
    use cindyscript_player::source::Earlier;

    use super::*;
    use crate::picture_file::write_png;

    /// A text with this in it makes the worker panic.
    pub(super) const FAULT: &str = "// fail here";

    fn text(version: Version, text: &str) -> Text {
        let path = "a.cindyscript".to_owned();
        Text {
            path,
            text: text.to_owned(),
            version,
            arrived: Instant::now(),
        }
    }

    #[test]
    fn broken_versions_leave_the_last_good_one() {
        let (sender, outcomes) = mpsc::channel();
        let worker = Worker::start(move |outcome| drop(sender.send(outcome)));
        let next = || outcomes.recv_timeout(Duration::from_secs(60)).unwrap();
        worker.read(text(1, "colorplot(|#|);"));
        worker.use_gpu(None);
        assert!(matches!(next(), Outcome::Compiled(c) if c.source.version == 1));
        worker.read(text(2, "colorplot(|#|"));
        assert!(matches!(next(), Outcome::Broken(source) if source.version == 2));
        worker.read(text(3, "colorplot(|#|/2);"));
        assert!(matches!(next(), Outcome::Compiled(c) if c.source.version == 3));
    }

    #[test]
    fn only_the_script_that_is_broken_stays_behind() {
        let (sender, outcomes) = mpsc::channel();
        let worker = Worker::start(move |outcome| drop(sender.send(outcome)));
        let next = || outcomes.recv_timeout(Duration::from_secs(60)).unwrap();
        worker.use_gpu(None);
        let all = |init: &str, draw: &str| format!("// %% init\n{init}\n// %% draw\n{draw}\n");
        let played = |version: Version| match next() {
            Outcome::Compiled(compiled) => {
                assert_eq!(compiled.source.version, version);
                let scripts = &compiled.source.applet().unwrap().scripts;
                let texts = scripts.iter().map(|script| script.source.text().trim());
                let texts = texts.map(str::to_owned).collect::<Vec<_>>();
                (texts, compiled.source.earlier())
            }
            other => panic!("{other:?}"),
        };
        let texts = |init: &str, draw: &str| vec![init.to_owned(), draw.to_owned()];
        let draw = Earlier::Scripts(vec!["draw".to_owned()]);
        worker.read(text(1, &all("a = 1;", "colorplot(a);")));
        assert_eq!(
            played(1),
            (texts("a = 1;", "colorplot(a);"), Earlier::Nothing)
        );
        // Nothing else has changed: what plays goes on.
        worker.read(text(2, &all("a = 1;", "colorplot(a;")));
        assert!(matches!(next(), Outcome::Broken(source) if source.earlier() == draw));
        worker.read(text(3, &all("a = 0.5;", "colorplot(a;")));
        assert_eq!(played(3), (texts("a = 0.5;", "colorplot(a);"), draw));
        worker.read(text(4, &all("a = 0.5;", "colorplot(a / 2);")));
        let whole = texts("a = 0.5;", "colorplot(a / 2);");
        assert_eq!(played(4), (whole, Earlier::Nothing));
    }

    #[test]
    fn a_page_whose_scripts_are_not_known_stays_behind() {
        let (sender, outcomes) = mpsc::channel();
        let worker = Worker::start(move |outcome| drop(sender.send(outcome)));
        let next = || outcomes.recv_timeout(Duration::from_secs(60)).unwrap();
        worker.use_gpu(None);
        let page = |version, page: &str| Text {
            path: "p.html".to_owned(),
            ..text(version, page)
        };
        let good = "<canvas id=c></canvas><script id=csdraw type=text/x-cindyscript>draw([1, 0])\
             </script><script>CindyJS({scripts: \"cs*\", ports: [{id: \"c\"}]});</script>";
        worker.read(page(1, good));
        assert!(matches!(next(), Outcome::Compiled(c) if c.source.version == 1));
        for (version, broken) in [
            (2, good.replace("});", "}")),
            (3, good.trim_end_matches("</script>").to_owned()),
        ] {
            worker.read(page(version, &broken));
            let Outcome::Broken(source) = next() else {
                panic!("{broken}");
            };
            assert!(source.version == version && source.kept.is_empty());
        }
    }

    #[test]
    fn drafts_are_compiled_of_the_newest_text_alone() {
        let (sender, outcomes) = mpsc::channel();
        let worker = Worker::start(move |outcome| drop(sender.send(outcome)));
        let next = || match outcomes.recv_timeout(Duration::from_secs(60)).unwrap() {
            Outcome::Compiled(compiled) => compiled.source,
            other => panic!("{other:?}"),
        };
        let draft = |base: &Source, new: &str| Draft {
            base: base.clone(),
            edits: vec![Edit {
                range: TextRange::new(4.into(), 5.into()),
                text: new.to_owned(),
            }],
            made: Instant::now(),
        };
        worker.use_gpu(None);
        worker.read(text(1, "a = 1; colorplot(a);"));
        let first = next();
        worker.set(draft(&first, "0.25"));
        let set = next();
        assert_eq!(set.document.text(), "a = 0.25; colorplot(a);");
        assert!(set.is_draft && set.version == 1);
        // Nothing is set in the text: it is the editor's.
        let edits = Vec::new();
        worker.set(Draft {
            edits,
            ..draft(&first, "")
        });
        let back = next();
        assert!(!back.is_draft && back.document.text() == first.document.text());
        // Of older texts, and while another one waits.
        worker.set(draft(&first, "7"));
        worker.read(text(2, "a = 2; colorplot(a);"));
        worker.set(draft(&back, "8"));
        let second = next();
        assert_eq!((second.version, second.is_draft), (2, false));
        worker.set(draft(&back, "9"));
        worker.set(draft(&second, "3"));
        assert_eq!(next().document.text(), "a = 3; colorplot(a);");
    }

    #[test]
    fn what_is_dropped_upon_an_image_is_shown_in_this_version_and_the_next() {
        let folder = std::env::temp_dir().join(format!("exchanged-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for (name, side) in [("a.png", 2), ("b.png", 3)] {
            let file = std::fs::File::create(folder.join(name)).unwrap();
            write_png(&Bitmap::new([0, 0], [side; 2]), file).unwrap();
        }
        let page = |version| Text {
            path: folder.join("p.html").display().to_string(),
            text: format!(
                "<canvas id=c></canvas><script id=csdraw type=text/x-cindyscript>{version}; \
                 colorplot(imagergb(\"i\", #));</script><script>CindyJS({{scripts: \"cs*\", \
                 ports: [{{id: \"c\"}}], images: {{i: \"a.png\"}}}});</script>"
            ),
            version,
            arrived: Instant::now(),
        };
        let (sender, outcomes) = mpsc::channel();
        let worker = Worker::start(move |outcome| drop(sender.send(outcome)));
        let next = || outcomes.recv_timeout(Duration::from_secs(60)).unwrap();
        let side = || match next() {
            Outcome::Compiled(made) => (made.source.version, made.source.images[0].picture.size()),
            other => panic!("{other:?}"),
        };
        let told = || match next() {
            Outcome::Exchanged(told) => told,
            other => panic!("{other:?}"),
        };
        worker.use_gpu(None);
        worker.read(page(1));
        assert_eq!(side(), (1, [2, 2]));
        let replace = |name: &str| Exchange::Replace("i".to_owned(), folder.join(name));
        worker.exchange(replace("b.png"));
        assert_eq!(told(), "b.png is shown for i; b takes it back");
        assert_eq!(side(), (1, [3, 3]));
        worker.read(page(2));
        assert_eq!(side(), (2, [3, 3]));
        worker.exchange(replace("none.png"));
        assert!(told().starts_with("`none.png`: cannot be read"));
        // One that begins as an image and goes on as nothing.
        let mut broken = std::fs::read(folder.join("b.png")).unwrap();
        broken.truncate(40);
        std::fs::write(folder.join("broken.png"), broken).unwrap();
        worker.exchange(replace("broken.png"));
        let said = told();
        assert!(
            said.starts_with("`broken.png`: ") && said.ends_with("; the image stays"),
            "{said}"
        );
        worker.exchange(Exchange::TakeBack);
        told();
        assert_eq!(side(), (2, [2, 2]));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn another_applet_of_the_page_is_shown_in_this_version_and_the_next() {
        let page = |version| Text {
            text: ["one", "two"]
                .map(|name| {
                    format!(
                        "<canvas id={name}></canvas><script id={name}draw \
                         type=text/x-cindyscript>draw([{version}, 0])</script>\
                         <script>CindyJS({{scripts: \"{name}*\", ports: [{{id: \"{name}\"}}], \
                         geometry: [{{name: \"{name}\", type: \"Free\"}}]}});</script>"
                    )
                })
                .concat(),
            path: "p.html".to_owned(),
            ..text(version, "")
        };
        let (sender, outcomes) = mpsc::channel();
        let worker = Worker::start(move |outcome| drop(sender.send(outcome)));
        let shown = || match outcomes.recv_timeout(Duration::from_secs(60)).unwrap() {
            Outcome::Compiled(made) => {
                let name = made.source.applet().unwrap().geometry[0].name.clone();
                (made.source.version, name, made.source.shown_of_all())
            }
            other => panic!("{other:?}"),
        };
        worker.use_gpu(None);
        worker.read(page(1));
        assert_eq!(shown(), (1, "one".to_owned(), (0, 2)));
        worker.choose_applet(1);
        assert_eq!(shown(), (1, "two".to_owned(), (1, 2)));
        worker.read(page(2));
        assert_eq!(shown(), (2, "two".to_owned(), (1, 2)));
        // Where there are fewer, the last is shown.
        worker.read(text(3, "draw([0, 0])"));
        worker.choose_applet(0);
        let outcome = outcomes.recv_timeout(Duration::from_secs(60)).unwrap();
        assert!(matches!(outcome, Outcome::Compiled(made) if made.source.shown_of_all() == (0, 1)));
    }

    #[test]
    fn after_a_panic_the_next_version_is_compiled() {
        let (sender, outcomes) = mpsc::channel();
        let worker = Worker::start(move |outcome| drop(sender.send(outcome)));
        let next = || outcomes.recv_timeout(Duration::from_secs(60)).unwrap();
        worker.use_gpu(None);
        for version in [1, 3] {
            worker.read(text(version, "colorplot(|#|);"));
            assert!(matches!(next(), Outcome::Compiled(c) if c.source.version == version));
            worker.read(text(version + 1, &format!("colorplot(|#|); {FAULT}")));
            let Outcome::Crashed(crashed, message) = next() else {
                panic!("not told");
            };
            assert_eq!(crashed, Some(version + 1));
            assert!(message.contains("as the test wants it"), "{message}");
        }
    }

    #[test]
    fn without_its_thread_the_preview_leaves_and_says_so() {
        let inside = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "worker::tests::a_thread_that_goes", "--ignored"])
            .arg("--nocapture")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&inside.stderr);
        assert_eq!(inside.status.code(), Some(70), "{said}");
        let told = "the compiler is gone, so the window closes. Open it again.";
        assert!(said.contains(told), "{said}");
    }

    #[test]
    #[ignore = "the other test runs it, in a process of its own"]
    fn a_thread_that_goes() {
        let worker = Worker::start(|outcome| panic!("nobody takes {outcome:?}"));
        worker.use_gpu(None);
        worker.read(text(1, "colorplot(|#|);"));
        thread::sleep(Duration::from_secs(60));
    }

    #[test]
    fn what_runs_although_it_is_wrong_is_played_whatever_was_there_before() {
        let (sender, outcomes) = mpsc::channel();
        let worker = Worker::start(move |outcome| drop(sender.send(outcome)));
        let next = || outcomes.recv_timeout(Duration::from_secs(60)).unwrap();
        worker.use_gpu(None);
        let texts = [
            "r = 0.5; colorplot(|#| - r);",
            "l = [1, 2, 3]; m = l_5; r = 0.5; colorplot(|#| - r);",
            "l = [1, 2, 3]; m = l_5; r = 0.1; colorplot(|#| - r + nowhere);",
            "colorplot(\"a\");",
        ];
        for (place, wrong) in texts.iter().enumerate() {
            let version = place as Version + 1;
            worker.read(text(version, wrong));
            assert!(matches!(next(), Outcome::Compiled(c) if c.source.version == version));
        }
        // One that cannot be read waits for the next that can, whatever has been wrong before.
        worker.read(text(9, "r = (; nowhere;"));
        assert!(matches!(next(), Outcome::Broken(source) if source.version == 9));
        worker.read(text(10, "r = 0.1; nowhere;"));
        assert!(matches!(next(), Outcome::Compiled(c) if c.source.version == 10));
    }

    #[test]
    fn what_cannot_be_read_is_replaced_by_the_next_where_nothing_better_was_there() {
        let (sender, outcomes) = mpsc::channel();
        let worker = Worker::start(move |outcome| drop(sender.send(outcome)));
        let next = || outcomes.recv_timeout(Duration::from_secs(60)).unwrap();
        worker.use_gpu(None);
        for version in 1..=2 {
            worker.read(text(version, &"f(;".repeat(version as usize)));
            assert!(matches!(next(), Outcome::Compiled(c) if c.source.version == version));
        }
    }

    #[test]
    fn a_first_version_is_played_in_spite_of_errors() {
        let (sender, outcomes) = mpsc::channel();
        let worker = Worker::start(move |outcome| drop(sender.send(outcome)));
        worker.use_gpu(None);
        worker.read(text(1, "colorplot(|#|; colorplot("));
        let outcome = outcomes.recv_timeout(Duration::from_secs(60)).unwrap();
        assert!(matches!(outcome, Outcome::Compiled(_)));
    }
}
