//! Pauses that come while a run or a pixel is recorded.
#![allow(clippy::unwrap_used)]

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cindyscript_applet::{Applet, Event, TextRange};
use cindyscript_interpreter::display::{Drawing, TextExtent, TextStyle};
use cindyscript_interpreter::picture::{Picture, Pixels};
use cindyscript_interpreter::{
    Breakpoint, BreakpointPlace, DebuggerFlags, HitCause, Host, Interpreter, NoHost, PlotHost,
    StopSettings, World,
};
use support::{load, program};

/// The user of this host pauses whenever a script asks for the size of a text.
#[derive(Debug, Default)]
struct Pausing(Arc<AtomicBool>);

impl Host for Pausing {
    fn measure(&self, text: &str, style: &TextStyle) -> TextExtent {
        self.0.store(true, Ordering::Relaxed);
        NoHost.measure(text, style)
    }

    fn pixels(&self, picture: &Picture) -> Option<Arc<Pixels>> {
        NoHost.pixels(picture)
    }

    fn library(&self, name: &str) -> Result<String, String> {
        NoHost.library(name)
    }
}

impl PlotHost for Pausing {}

#[test]
fn pause_ends_the_recording_of_a_run_and_not_the_run() {
    let text = "n = 0; b = pixelsize(\"b\"); repeat(100, n = n + 1); n";
    let pause = Arc::<AtomicBool>::default();
    let mut world = World::new(&Applet::new(TextRange::default()));
    world.host = Arc::new(Pausing(Arc::clone(&pause)));
    let mut interpreter = Interpreter::new(world);
    interpreter.load(program("test.cindyscript", text));
    interpreter.set_debugger_flags(DebuggerFlags {
        pause: Arc::clone(&pause),
        ..DebuggerFlags::default()
    });
    let program = Arc::clone(interpreter.program());
    let mut terms = program.terms.iter().zip(0..);
    let first = terms.find(|(term, _)| &text[term.range] == "n = 0");
    let first = cindyscript_hir::program::TermId(first.unwrap().1);
    interpreter.set_stops(StopSettings {
        breakpoints: vec![Breakpoint::at(BreakpointPlace::Statement(first))],
        ..StopSettings::default()
    });
    let (value, errors) = interpreter.run(program.scripts[0].root);
    assert_eq!((value.to_string(), errors), ("100".to_owned(), Vec::new()));
    let recording = interpreter.recording().unwrap();
    // Both assignments, and the loop.
    assert_eq!((recording.steps(), recording.is_cut()), (0..=2, true));
    assert_eq!(recording.entry(), 0);
    assert!(!pause.load(Ordering::Relaxed));
}

#[test]
fn pause_ends_a_pixel_at_its_last_statement() {
    let text = "colorplot(\n  n = 0;\n  repeat(100000000,\n    n = n + 1;\n  );\n  n\n);";
    let mut interpreter = load("test.cindyscript", text);
    let flags = DebuggerFlags::default();
    interpreter.set_debugger_flags(flags.clone());
    interpreter.run_event(Event::Draw);
    let drawn = interpreter.take_display_list();
    let call = drawn.iter().find_map(|drawing| match drawing {
        Drawing::Plot(call) => Some(call),
        _ => None,
    });
    let debugger = interpreter.pixel_debugger(call.unwrap(), 0, [0.0; 2], StopSettings::default());
    for flag in [&flags.pause, &flags.leave] {
        flag.store(true, Ordering::Relaxed);
        let recorded = debugger.record(false).unwrap();
        flag.store(false, Ordering::Relaxed);
        let recording = recorded.recording;
        assert!(recorded.is_ended);
        assert_eq!((recording.steps(), recording.entry()), (0..=0, 0));
        assert_eq!(recording.hits()[0].cause, HitCause::Pause);
    }
    // Two assignments, the loop, and the limit of rounds.
    let recorded = std::thread::scope(|scope| {
        let run = scope.spawn(|| debugger.record(true).unwrap());
        flags.pause.store(true, Ordering::Relaxed);
        run.join().unwrap()
    });
    let recording = recorded.recording;
    assert_eq!(recording.entry(), *recording.steps().end());
}
