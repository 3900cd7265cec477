//! Videos and the camera: images that show other pictures as time passes.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use cindyscript_hir::document::Document;
use cindyscript_ide::analyse;
use cindyscript_interpreter::display::{TextExtent, TextStyle};
use cindyscript_interpreter::picture::{Picture, Pixels};
use cindyscript_interpreter::{
    Film, Host, Interpreter, NoHost, PageImage, Playback, PlotHost, Sequence, World,
};

/// A picture each second: 1, 2, and 3 pixels wide.
fn film() -> Arc<dyn Film> {
    let pictures = [1, 2, 3].map(|width| (Picture::blank([width, 1]), 1.0));
    Arc::new(Sequence::new(pictures).unwrap())
}

/// It has a camera, which sees this.
#[derive(Debug)]
struct Cameraman(Arc<dyn Film>);

impl Host for Cameraman {
    fn measure(&self, text: &str, style: &TextStyle) -> TextExtent {
        NoHost.measure(text, style)
    }

    fn pixels(&self, picture: &Picture) -> Option<Arc<Pixels>> {
        NoHost.pixels(picture)
    }

    fn camera(&self) -> Option<Arc<dyn Film>> {
        Some(Arc::clone(&self.0))
    }

    fn library(&self, name: &str) -> Result<String, String> {
        NoHost.library(name)
    }
}

impl PlotHost for Cameraman {}

/// An applet with a video `v` whose frames are at these times; what each prints.
fn frames(host: Arc<dyn PlotHost>, script: &str, times: &[f64]) -> (Vec<String>, Interpreter) {
    let document = Document::open("t.cindyscript", script);
    let analysis = analyse(&document);
    let mut world = World::new(&document.applets()[0]);
    world.host = host;
    world.images = [PageImage {
        name: "v".into(),
        picture: film().at(0.0).unwrap(),
        film: Some(film()),
        missing: None,
    }]
    .into();
    let mut interpreter = Interpreter::new(world);
    interpreter.load(analysis.applets[0].split_program());
    let root = interpreter.program().scripts[0].root;
    let printed = times.iter().map(|time| {
        interpreter.set_time(*time);
        assert_eq!(interpreter.tick(), []);
        interpreter.begin_frame();
        let (value, errors) = interpreter.run(root);
        assert_eq!(errors, []);
        interpreter.end_frame();
        interpreter.print(&value)
    });
    (printed.collect(), interpreter)
}

#[test]
fn videos_run_when_they_are_told_to() {
    let script = "if(seconds() == 10, playvideo(\"v\")); if(seconds() == 12, pausevideo(\"v\")); \
                  imagesize(\"v\")_1";
    let (printed, _) = frames(
        Arc::new(NoHost),
        script,
        &[0.0, 7.0, 10.0, 11.5, 12.0, 20.0],
    );
    assert_eq!(printed, ["1", "1", "1", "2", "3", "3"]);
}

#[test]
fn cameras_take_a_frame_to_start_and_let_the_applet_play() {
    let script = "c = cameravideo(); [imageready(c), imagesize(c)]";
    let times = [0.0, 0.1, 1.1, 2.1];
    let (printed, mut interpreter) = frames(Arc::new(Cameraman(film())), script, &times);
    let seen = [
        "[false, ___]",
        "[true, [1, 1]]",
        "[true, [2, 1]]",
        "[true, [3, 1]]",
    ];
    assert_eq!(printed, seen);
    assert!(interpreter.take_wants_frame());
    assert_eq!(interpreter.playback(), Playback::Playing);
}

#[test]
fn cameras_are_switched_off_when_the_text_does_not_ask_for_them() {
    let seen = film();
    let host = Arc::new(Cameraman(Arc::clone(&seen)));
    let (_, mut interpreter) = frames(host, "c = cameravideo(); imageready(c)", &[0.0, 0.1]);
    let looked = Arc::strong_count(&seen);
    let mut load = |script: &str| {
        let document = Document::open("t.cindyscript", script);
        interpreter.load(analyse(&document).applets[0].split_program());
        Arc::strong_count(&seen)
    };
    assert_eq!(load("c = cameravideo(); 2"), looked);
    assert!(load("imageready(c)") < looked);
}
