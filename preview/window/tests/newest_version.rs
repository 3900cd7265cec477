//! A newer version is shown while scripts of an older one run, whatever those compute.

// What is sent to a render loop holds what wgpu is made of.
#![recursion_limit = "256"]
#![allow(clippy::unwrap_used)]

use std::sync::mpsc::Receiver;
use std::thread::sleep;
use std::time::{Duration, Instant};

use cindyscript_player::precision::PrecisionSetting;
use cindyscript_player::source::ReceivedText;
use cindyscript_player::view::Canvas;
use cindyscript_protocol::FromPreview;
use cindyscript_render::gpu::Gpu;
use cindyscript_render::presenter::Nowhere;
use cindyscript_tests::{clock, lacking};
use cindyscript_window::camera::Camera;
use cindyscript_window::look::Look;
use cindyscript_window::render_loop::{EventSender, LoopEvent, RenderLoopConfig, start};
use cindyscript_window::state_file::StateFile;
use cindyscript_window::worker::Worker;

mod messages;
mod proxy;

use messages::outbox;
use proxy::Watcher;

const PATIENCE: Duration = Duration::from_secs(120);

/// It takes hours.
const HEAVY: &str = "m = apply(1..2000, i, apply(1..2000, j, i * j)); sum(1..10^6, k, m * m);";

fn send(worker: &Worker, version: i32, text: &str) {
    worker.read(ReceivedText {
        path: "a.cindyscript".to_owned(),
        text: text.to_owned(),
        version,
        arrived: Instant::now(),
    });
}

/// Waits until a version is shown. No script before that has come to its limits.
fn shown(messages: &Receiver<FromPreview>, wanted: i32) {
    let end = Instant::now() + PATIENCE;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        match messages.recv_timeout(left).unwrap() {
            FromPreview::Receipt { version, .. } if version == wanted => return,
            FromPreview::Problems { problems, .. } => assert_eq!(problems, []),
            _ => {}
        }
    }
}

#[test]
fn a_newer_version_does_not_wait_for_what_an_older_one_computes() {
    let gpu = match Gpu::headless() {
        Ok(gpu) => gpu,
        Err(error) => return lacking("newer versions", &error.to_string()),
    };
    let (sender, events) = EventSender::channel();
    let outcomes = sender.clone();
    let worker = Worker::start(move |outcome| outcomes.send(LoopEvent::Outcome(outcome)));
    worker.use_gpu(Some(gpu.clone()));
    let (outbox, messages) = outbox();
    let render_loop = start(
        RenderLoopConfig {
            painter: gpu.name(),
            presenter: Box::new(|| Ok(Box::new(Nowhere(Some(gpu))))),
            recover: Box::new(|presenter, _| Ok(presenter)),
            camera: Camera::default(),
            precision: PrecisionSetting::default(),
            look: Look::default(),
            canvas: Canvas {
                device: [40, 30],
                scale: 1.0,
            },
            saved: StateFile::nowhere(),
            notice: None,
            interval: Duration::from_millis(16),
            worker: worker.clone(),
            outbox,
            proxy: Watcher(|_| ()),
        },
        events,
    );
    let mut version = 0;
    // When the applet starts, when it begins anew, and in a frame.
    for script in [
        format!("// %% init\n{HEAVY}\n// %% draw\ndraw([0, 0]);"),
        format!("// %% init\n1;{HEAVY}\n// %% draw\ndraw([0, 0]);"),
        HEAVY.to_owned(),
        "createimage(\"a\", 1000, 1000); repeat(10^5, colorplot(\"a\", #.x));".to_owned(),
    ] {
        let before = clock::own();
        send(&worker, version + 1, &script);
        // More than compiling takes: it computes.
        let end = Instant::now() + PATIENCE;
        while clock::own() - before < Duration::from_millis(150) && Instant::now() < end {
            sleep(Duration::from_millis(20));
        }
        version += 2;
        send(&worker, version, &format!("draw([0, {version}]);"));
        shown(&messages, version);
    }
    sender.send(LoopEvent::Quit);
    worker.close();
    render_loop.join().unwrap();
}
