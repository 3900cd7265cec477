//! Scripts that would take without end, or all memory, and such that make the interpreter fail:
//! each ends by itself, with a message at its place.
#![allow(clippy::unwrap_used)]

mod support;

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use cindyscript_applet::{Applet, Event, TextRange};
use cindyscript_hir::document::Document;
use cindyscript_ide::analyse;
use cindyscript_interpreter::display::{Drawing, TextExtent, TextStyle};
use cindyscript_interpreter::picture::{Picture, Pixels};
use cindyscript_interpreter::{
    ErrorSeverity, Host, ImagePlot, Interpreter, NoHost, PlotHost, RuntimeError, World, colour,
};
use support::load;

/// What a script takes without any limit, at least: what ends sooner has been ended.
const AGES: Duration = Duration::from_secs(120);

/// What values hold is counted for the whole process: tests that hold much run one at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The errors of a script that may run for so long: the text they point at, and what they say.
fn errors_within(text: &str, time: Duration) -> Vec<(String, String)> {
    let text = text.to_owned();
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut interpreter = load("t.cindyscript", &text);
        interpreter.allow(Some(time));
        let root = interpreter.program().scripts[0].root;
        let (_, errors) = interpreter.run(root);
        let program = interpreter.program();
        let place = |error: &RuntimeError| text[program.term(error.term).range].to_owned();
        let errors = errors
            .iter()
            .map(|error| (place(error), error.message.clone()));
        let errors: Vec<(String, String)> = errors.collect();
        // The next test has all memory again.
        drop(interpreter);
        drop(sender.send(errors));
    });
    receiver.recv_timeout(AGES).unwrap()
}

/// A script runs into the limit of time, and that is told at a place.
#[track_caller]
fn check_time(text: &str, at: &str) {
    let errors = errors_within(text, Duration::from_millis(200));
    let message = "stopped: still running after 0.2 s";
    assert_eq!(errors, [(at.to_owned(), message.to_owned())], "{text}");
}

#[test]
fn time_is_looked_at_within_builtins() {
    let _alone = alone();
    check_time(
        "l=1..8000000;repeat(10^6,s=sum(l))",
        "repeat(10^6,s=sum(l))",
    );
    check_time(
        "l=1..8000000;repeat(10^6,k=l;k_1=0)",
        "repeat(10^6,k=l;k_1=0)",
    );
    let strings = "s=\"ab\";repeat(22,s=s+s);t=s+\"\";";
    check_time(&format!("{strings}repeat(10^6,s==t)"), "repeat(10^6,s==t)");
    check_time(
        &format!("{strings}l=[s,t,s,t,s,t,s,t];l=sort(l++l++l++l)"),
        "sort(l++l++l++l)",
    );
    check_time(
        &format!("{strings}repeat(10^6,indexof(s,\"abb\"))"),
        "repeat(10^6,indexof(s,\"abb\"))",
    );
    check_time(
        &format!("{strings}replace(s,apply(1..1000,[\"c\"+#,\"d\"]))"),
        "replace(s,apply(1..1000,[\"c\"+#,\"d\"]))",
    );
    check_time(
        "m=zeromatrix(1000,1000);repeat(1000,m=m*m)",
        "repeat(1000,m=m*m)",
    );
    check_time("format(1..8000000,20)", "format(1..8000000,20)");
    check_time("sum(1..10^6,k,1..8000000)", "sum(1..10^6,k,1..8000000)");
}

#[test]
fn lists_are_told_apart_without_looking_at_each_pair() {
    let _alone = alone();
    // Pairs would take hours.
    let script = "l=1..400000;m=apply(l,[#,\"a\"]);\
                  [length(l--l),length(m--m),length(l~~l),length(m~~m),length(l--[1,2])]";
    let mut interpreter = load("t.cindyscript", script);
    let root = interpreter.program().scripts[0].root;
    let (value, errors) = interpreter.run(root);
    assert_eq!(errors, []);
    assert_eq!(value.to_string(), "[0, 0, 400000, 400000, 399998]");
}

#[test]
fn a_heavy_builtin_can_be_interrupted() {
    let _alone = alone();
    let text = "m=apply(1..1000,i,apply(1..1000,j,random()));repeat(1000,m=m*m)";
    let mut interpreter = load("t.cindyscript", text);
    let interrupt = interpreter.interrupt();
    let root = interpreter.program().scripts[0].root;
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(interpreter.run(root).1));
    thread::sleep(Duration::from_millis(300));
    interrupt.store(true, Ordering::Relaxed);
    let errors = receiver.recv_timeout(AGES).unwrap();
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].message, "stopped: interrupted");
}

/// A script runs without an error within the time that it has in a preview, to this value.
#[track_caller]
fn check_quick(text: &str, value: &str) {
    let _alone = alone();
    let text = text.to_owned();
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut interpreter = load("t.cindyscript", &text);
        interpreter.allow(Some(AGES / 10));
        let root = interpreter.program().scripts[0].root;
        let (value, errors) = interpreter.run(root);
        let value = value.to_string();
        drop(interpreter);
        drop(sender.send((value, errors)));
    });
    let (found, errors) = receiver.recv_timeout(AGES).unwrap();
    assert_eq!((found.as_str(), errors), (value, Vec::new()));
}

#[test]
fn elements_that_lists_share_are_counted_once() {
    check_quick(
        "m=[]; apply(1..60,a,apply(1..60,b,m=m++[[a,b,a*b]])); length(m)",
        "3600",
    );
    check_quick("l=[]; apply(1..4200,l=l++[#]); length(l)", "4200");
    check_quick("y=1..5000; length(apply(1..5000,y))", "5000");
    // Nobody uses the values of `apply`.
    check_quick(
        "m=[]; apply(1..400,a,apply(1..400,b,m=m++[[a,b,a*b]])); length(m)",
        "160000",
    );
    check_quick(
        "a=[1]; repeat(400,a=[a,a]); [length(a),length(a_1_2)]",
        "[2, 2]",
    );
}

#[test]
fn walks_over_lists_that_share_lists_end() {
    let _alone = alone();
    let double = "a=[1]; repeat(100,a=[a,a]); b=[1]; repeat(100,b=[b,b]);";
    for walk in [
        "a==b",
        "2*a",
        "sort([a,b])",
        "sum([a,b])",
        "flatten(a,levels->\"all\")",
        "a_b",
    ] {
        let errors = errors_within(&format!("{double} {walk}"), AGES);
        let message = "stopped: this would be a walk through more than 64 million elements";
        assert_eq!(errors, [(walk.to_owned(), message.to_owned())]);
    }
    // Both are compared while elements are sorted, and the clock is looked at.
    check_time(
        &format!("{double} sort([1,2],x,if(x==1,a,b))"),
        "sort([1,2],x,if(x==1,a,b))",
    );
    check_time(
        &format!("{double} max([1,2],x,if(x==1,a,b))"),
        "max([1,2],x,if(x==1,a,b))",
    );
}

#[test]
fn entries_of_dictionaries_are_made_fast_and_counted() {
    check_quick(
        "d=dict(); repeat(100000,i,d:text(i)=i); d:\"77777\"",
        "77777",
    );
    let _alone = alone();
    let text = "s=sum(1..1000,\"0123456789\"); d=dict(); repeat(10^8,i,d:(s+i)=i)";
    let errors = errors_within(text, AGES);
    let message = "stopped: too much memory: what the scripts hold takes more than 1024 MiB";
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert_eq!(errors[0].1, message);
}

#[test]
fn small_strings_in_a_list_are_counted() {
    let _alone = alone();
    let errors = errors_within("s=sum(1..40,\"0123456789\"); apply(1..8000000,s+#)", AGES);
    let message = "stopped: too much memory: what the scripts hold takes more than 1024 MiB";
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert_eq!(errors[0].1, message);
}

#[test]
fn characters_of_a_long_string_are_found_at_once() {
    for (letters, count) in [("ab", "200000"), ("aä", "200000")] {
        let text = format!(
            "s=sum(1..100000,\"{letters}\"); n=0; \
             repeat(length(s),i,if(s_i==\"a\" & substring(s,i-1,i)==\"a\",n=n+2)); n"
        );
        check_quick(&text, count);
    }
}

#[test]
fn a_table_of_too_many_fields_is_refused() {
    let _alone = alone();
    let text = "s=\",\"; repeat(23,s=s+s); parsecsv(s)";
    let errors = errors_within(text, AGES);
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert_eq!(errors[0].0, "parsecsv(s)");
}

#[test]
fn points_created_in_one_place_are_created_fast() {
    check_quick(
        "repeat(800, i, create([\"P\" + i], \"FreePoint\", [[0, 0, 1]])); length(allpoints())",
        "800",
    );
}

#[test]
fn time_is_looked_at_while_elements_are_created() {
    let _alone = alone();
    let text = "repeat(10^6,i,create([\"P\"+i],\"FreePoint\",[[0,0,1]]);\
                create([\"M\"+i],\"Mid\",[\"P1\",\"P\"+i]))";
    check_time(text, text);
}

#[test]
fn nested_clips_share_a_budget() {
    let _alone = alone();
    let text = "repeat(5000, gsave(); clip(circle([0,0],3)); draw([0,0]));";
    let errors = errors_within(text, AGES);
    assert!(
        errors
            .iter()
            .all(|(_, message)| message.contains("too much is drawn")),
        "{errors:?}"
    );
    assert!(!errors.is_empty());
}

#[test]
fn a_convex_hull_of_many_points_is_made_fast_and_can_be_stopped() {
    let points = "p=apply(1..20000,[cos(#),sin(#*1.7),cos(#*0.3)*sin(#)]);";
    check_quick(&format!("{points} h=convexhull3d(p); length(h)"), "2");
    let _alone = alone();
    let text = format!("{points} repeat(10^6,convexhull3d(p))");
    check_time(&text, "repeat(10^6,convexhull3d(p))");
}

#[test]
fn texts_that_run_themselves_end() {
    let _alone = alone();
    let errors = errors_within("s=\"parse(s)\";parse(s)", AGES);
    let message = "stopped: calls of `parse` are nested too deeply";
    assert_eq!(errors, [("parse(s)".to_owned(), message.to_owned())]);
}

#[test]
fn definitions_that_come_without_end_are_bounded_in_memory() {
    let _alone = alone();
    let text = "repeat(10^7,parse(\"f\"+text(#)+\"(x):=x\"))";
    let errors = errors_within(text, AGES);
    let message = "stopped: too much memory: what the scripts hold takes more than 1024 MiB";
    let place = "parse(\"f\"+text(#)+\"(x):=x\")";
    assert_eq!(errors, [(place.to_owned(), message.to_owned())]);
}

#[test]
fn as_many_separators_as_one_likes() {
    let errors = errors_within("tokenize(\"a\",apply(1..1000000,\",\"))", AGES);
    let message = "stopped: this would be lists in lists more than 500 deep";
    let place = "tokenize(\"a\",apply(1..1000000,\",\"))";
    assert_eq!(errors, [(place.to_owned(), message.to_owned())]);
}

#[test]
fn a_colorplot_at_the_pixels_of_another_is_an_error() {
    let check = |text: &str, at: &str| {
        let mut interpreter = load("t.cindyscript", text);
        let root = interpreter.program().scripts[0].root;
        assert_eq!(interpreter.run(root).1, []);
        let drawings = interpreter.take_display_list();
        let [Drawing::Plot(call)] = drawings.as_slice() else {
            panic!("{drawings:?}");
        };
        let mut evaluator = interpreter.pixel_evaluator(call);
        assert_eq!(colour(&evaluator.value([0.5, 0.5])), [0.0; 4]);
        let errors = evaluator.take_errors();
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert_eq!(errors[0].severity, ErrorSeverity::Error);
        let message = "stopped: a colorplot cannot run at the pixels of another one";
        assert_eq!(errors[0].message, message);
        assert_eq!(&text[interpreter.program().term(errors[0].term).range], at);
    };
    let inner = "colorplot(\"a\",#.x)";
    check(&format!("createimage(\"a\",9,9);colorplot({inner})"), inner);
    let inner = "colorplot(\"a\",f(#))";
    check(
        &format!("createimage(\"a\",9,9);f(p):=({inner};p.x);colorplot(f(#))"),
        inner,
    );
}

/// A host that interrupts the script while it paints, and counts what it paints.
#[derive(Debug, Default)]
struct Painter {
    painted: AtomicU32,
    interrupts: bool,
}

impl Host for Painter {
    fn measure(&self, text: &str, style: &TextStyle) -> TextExtent {
        NoHost.measure(text, style)
    }

    fn pixels(&self, picture: &Picture) -> Option<Arc<Pixels>> {
        NoHost.pixels(picture)
    }

    fn library(&self, name: &str) -> Result<String, String> {
        NoHost.library(name)
    }
}

impl PlotHost for Painter {
    fn plot(&self, plot: &ImagePlot<'_>) -> Result<Picture, String> {
        self.painted.fetch_add(1, Ordering::Relaxed);
        plot.interrupt.store(self.interrupts, Ordering::Relaxed);
        Ok(plot.target.clone())
    }
}

#[test]
fn painting_into_images_counts_as_time_of_the_script() {
    let text = "createimage(\"a\",9,9);repeat(9,colorplot(\"a\",#.x))";
    for (interrupts, time, message) in [
        (true, AGES, "stopped: interrupted"),
        (false, Duration::ZERO, "stopped: still running after 0 s"),
    ] {
        let painter = Arc::new(Painter {
            interrupts,
            ..Painter::default()
        });
        let mut world = World::new(&Applet::new(TextRange::default()));
        world.host = Arc::clone(&painter) as Arc<dyn PlotHost>;
        let mut interpreter = Interpreter::new(world);
        let analysis = analyse(&Document::open("t.cindyscript", text));
        interpreter.load(analysis.applets[0].split_program());
        interpreter.allow(Some(time));
        let root = interpreter.program().scripts[0].root;
        let (_, errors) = interpreter.run(root);
        let told: Vec<&str> = errors.iter().map(|it| it.message.as_str()).collect();
        assert_eq!(told, [message]);
        assert_eq!(painter.painted.load(Ordering::Relaxed), 1, "{message}");
    }
}

/// A host that asks others for a library, and waits.
#[derive(Debug)]
struct Waiting(Mutex<mpsc::Receiver<String>>);

impl Host for Waiting {
    fn measure(&self, text: &str, style: &TextStyle) -> TextExtent {
        NoHost.measure(text, style)
    }

    fn pixels(&self, picture: &Picture) -> Option<Arc<Pixels>> {
        NoHost.pixels(picture)
    }

    fn library(&self, _: &str) -> Result<String, String> {
        let receiver = self.0.lock().unwrap();
        receiver.recv().map_err(|error| error.to_string())
    }
}

impl PlotHost for Waiting {}

#[test]
fn time_of_another_thread_does_not_count_as_time_of_the_script() {
    let allowed = Duration::from_millis(500);
    let (sender, receiver) = mpsc::channel();
    let mut world = World::new(&Applet::new(TextRange::default()));
    world.host = Arc::new(Waiting(Mutex::new(receiver)));
    let mut interpreter = Interpreter::new(world);
    let text = "import(\"other\");repeat(9000,k,x=k);x";
    let analysis = analyse(&Document::open("t.cindyscript", text));
    interpreter.load(analysis.applets[0].split_program());
    interpreter.allow(Some(allowed));
    let began = Instant::now();
    thread::spawn(move || {
        while began.elapsed() < 2 * allowed {
            std::hint::spin_loop();
        }
        sender.send("y=1".to_owned())
    });
    let root = interpreter.program().scripts[0].root;
    let (value, errors) = interpreter.run(root);
    assert_eq!((value.to_string(), errors), ("9000".to_owned(), vec![]));
    assert!(!interpreter.is_late());
    assert!(began.elapsed() > allowed);
}

/// A host with these libraries. It fails where it is asked for one that it does not have.
#[derive(Debug)]
struct Shelf(&'static [(&'static str, &'static str)]);

impl Host for Shelf {
    fn measure(&self, text: &str, style: &TextStyle) -> TextExtent {
        NoHost.measure(text, style)
    }

    fn pixels(&self, picture: &Picture) -> Option<Arc<Pixels>> {
        NoHost.pixels(picture)
    }

    fn library(&self, name: &str) -> Result<String, String> {
        let mut books = self.0.iter();
        let book = books.find(|(book, _)| *book == name);
        let (_, text) = book.unwrap_or_else(|| panic!("no library `{name}`"));
        Ok((*text).to_owned())
    }
}

impl PlotHost for Shelf {}

/// An interpreter with a script loaded, and these libraries.
fn with_libraries(text: &str, libraries: &'static [(&'static str, &'static str)]) -> Interpreter {
    let mut world = World::new(&Applet::new(TextRange::default()));
    world.host = Arc::new(Shelf(libraries));
    let mut interpreter = Interpreter::new(world);
    let analysis = analyse(&Document::open("t.cindyscript", text));
    interpreter.load(analysis.applets[0].split_program());
    interpreter
}

#[test]
fn libraries_that_import_one_another_end() {
    let libraries = &[
        ("self", "import(\"self\"); x = x + 1;"),
        ("one", "import(\"two\"); import(\"two\"); y = y + 1;"),
        ("two", "import(\"one\"); import(\"one\");"),
        (
            "asks",
            "if(here == 0, here = 1; z = z + 1; import(\"asks\"))",
        ),
    ];
    let text = "x = 0; y = 0; z = 0; here = 0; \
                import(\"self\"); import(\"one\"); import(\"self\"); import(\"asks\"); [x, y, z]";
    let mut interpreter = with_libraries(text, libraries);
    let root = interpreter.program().scripts[0].root;
    for _ in 0..2 {
        let (value, errors) = interpreter.run(root);
        // Each is run within itself once, for it may look whether it is there already.
        assert_eq!(interpreter.print(&value), "[4, 5, 1]");
        let place =
            |error: &RuntimeError| text[interpreter.program().term(error.term).range].to_owned();
        let told: Vec<_> = errors
            .iter()
            .map(|e| (place(e), e.message.as_str()))
            .collect();
        assert_eq!(
            told,
            [
                ("import(\"self\")".to_owned(), "`self.cjs` imports itself"),
                (
                    "import(\"one\")".to_owned(),
                    "`one.cjs` and `two.cjs` import each other"
                ),
            ]
        );
        assert!(
            errors
                .iter()
                .all(|error| error.severity == ErrorSeverity::Warning)
        );
    }
}

#[test]
fn what_fails_is_told_and_never_run_again() {
    let text = "println(\"once\");import(\"b\")";
    let mut interpreter = with_libraries(text, &[]);
    let root = interpreter.program().scripts[0].root;
    for _ in 0..2 {
        let (value, errors) = interpreter.run(root);
        assert!(value.is_undefined());
        let [error] = errors.as_slice() else {
            panic!("{errors:?}");
        };
        assert_eq!(error.severity, ErrorSeverity::Error);
        assert_eq!(
            error.message,
            "an error inside the preview stopped the script here (no library `b`); \
             the scripts run again once the text changes"
        );
        let at = &text[interpreter.program().term(error.term).range];
        assert_eq!(at, "import(\"b\")");
    }
    assert!(interpreter.has_failed());
    let printed = interpreter.take_output();
    assert_eq!(printed.len(), 1, "{printed:?}");
    assert_eq!(interpreter.run_event(Event::Draw).len(), 1);
}
