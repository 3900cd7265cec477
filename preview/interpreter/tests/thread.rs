//! The thread that scripts run on: one for all of them, for as long as the interpreter is there.
#![allow(clippy::unwrap_used)]

use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};

use cindyscript_applet::Event;
use cindyscript_hir::document::Document;
use cindyscript_ide::analyse;
use cindyscript_interpreter::display::{TextExtent, TextStyle};
use cindyscript_interpreter::picture::{Picture, Pixels};
use cindyscript_interpreter::{Host, Interpreter, NoHost, PlotHost, World};

/// A host that notes the threads on which it is asked for the room that texts take.
#[derive(Debug, Default)]
struct Witness(Mutex<Vec<ThreadId>>);

impl Witness {
    /// The threads since the last call, each once if it came more than once in a row.
    fn threads(&self) -> Vec<ThreadId> {
        let mut threads = std::mem::take(&mut *self.0.lock().unwrap());
        threads.dedup();
        threads
    }
}

impl Host for Witness {
    fn measure(&self, text: &str, style: &TextStyle) -> TextExtent {
        self.0.lock().unwrap().push(thread::current().id());
        NoHost.measure(text, style)
    }

    fn pixels(&self, picture: &Picture) -> Option<Arc<Pixels>> {
        NoHost.pixels(picture)
    }

    fn library(&self, name: &str) -> Result<String, String> {
        NoHost.library(name)
    }
}

impl PlotHost for Witness {}

const PAGE: &str = r#"<script id="csinit" type="text/x-cindyscript">
deep(n) := if(n == 0, pixelsize("deep"), deep(n - 1) + 0);
</script>
<script id="cstick" type="text/x-cindyscript">pixelsize("tick")</script>
<script id="csdraw" type="text/x-cindyscript">pixelsize("draw"); setTimeout(0.1, pixelsize("later"))</script>
<script>CindyJS({scripts: "cs*", autoplay: true});</script>"#;

fn load(witness: &Arc<Witness>) -> Interpreter {
    let document = Document::open("t.html", PAGE);
    let mut world = World::new(&document.applets()[0]);
    world.host = Arc::<Witness>::clone(witness);
    let mut interpreter = Interpreter::new(world);
    let analysis = analyse(&document);
    interpreter.load(analysis.applets[0].split_program());
    interpreter
}

fn frame(interpreter: &mut Interpreter, time: f64) {
    interpreter.set_time(time);
    assert_eq!(interpreter.run_timers(), []);
    assert_eq!(interpreter.tick(), []);
    interpreter.begin_frame();
    assert_eq!(interpreter.run_event(Event::Draw), []);
    interpreter.end_frame();
}

#[test]
fn all_scripts_run_on_one_thread() {
    let witness = Arc::default();
    let mut interpreter = load(&witness);
    assert_eq!(interpreter.run_event(Event::Init), []);
    assert_eq!(interpreter.play(), []);
    for time in 0..100 {
        frame(&mut interpreter, f64::from(time));
    }
    assert_eq!(witness.0.lock().unwrap().len(), 299);
    let threads = witness.threads();
    assert_eq!(threads.len(), 1);
    assert_ne!(threads[0], thread::current().id());
    // What begins anew, or goes back, goes on with it.
    let before = interpreter.clone();
    interpreter.begin_anew(World::new(&cindyscript_applet::Applet::new(
        cindyscript_applet::TextRange::default(),
    )));
    interpreter.go_back_to(before);
    frame(&mut interpreter, 100.0);
    assert_eq!(witness.threads(), threads);
    // What is sent elsewhere runs on one of its own.
    let mut fork = interpreter.fork();
    frame(&mut fork, 101.0);
    let forked = witness.threads();
    assert_eq!(forked.len(), 1);
    assert_ne!(forked, threads);
}

#[test]
fn a_stack_that_has_grown_is_given_back() {
    let witness = Arc::default();
    let mut interpreter = load(&witness);
    assert_eq!(interpreter.run_event(Event::Init), []);
    let mut deep = |calls: usize| {
        interpreter.run_text(&format!("deep({calls})")).unwrap();
        witness.threads()
    };
    let first = deep(10);
    assert_eq!(deep(100), first);
    // This still runs where the others have run.
    assert_eq!(deep(20_000), first);
    let next = deep(10);
    assert_ne!(next, first);
    assert_eq!(deep(10), next);
}
