//! A device that goes away: another one is opened, and the applet plays on.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use cindyscript_protocol::{FromPreview, Received, decode};
use cindyscript_window::gpu::Gpu;
use cindyscript_window::outbox::Outbox;
use cindyscript_window::player::Cursor;
use cindyscript_window::screen::{Screen, ScreenError};
use cindyscript_window::source::Text;
use cindyscript_window::stage::{Audience, Happening, Setting, StageSender, start};
use cindyscript_window::view::Canvas;
use cindyscript_window::worker::Worker;

const PATIENCE: Duration = Duration::from_secs(120);

/// Takes the messages of a stage, one a line.
struct Lines(Sender<FromPreview>, Vec<u8>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.extend(bytes);
        while let Some(end) = self.1.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.1.drain(..=end).collect();
            if let Ok(Received::Known(message)) = decode(&line) {
                drop(self.0.send(message));
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Nobody;

impl Audience for Nobody {
    fn cursor(&self, _: Cursor) {}

    fn failed(&self, error: &ScreenError) {
        panic!("{error}");
    }
}

/// The receipt of a version: whether a pipeline was built. Nothing goes wrong before it comes.
fn receipt(messages: &Receiver<FromPreview>, wanted: i32) -> bool {
    let end = Instant::now() + PATIENCE;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        match messages.recv_timeout(left).unwrap() {
            FromPreview::Receipt {
                version,
                structural,
                ..
            } if version == wanted => return structural,
            FromPreview::Problems { problems, .. } => assert_eq!(problems, []),
            _ => {}
        }
    }
}

#[test]
fn a_lost_device_is_replaced_and_the_applet_goes_on() {
    let gpu = match Gpu::headless() {
        Ok(gpu) => gpu,
        Err(error) => {
            eprintln!("not run: {error}");
            return;
        }
    };
    let (sender, inbox) = StageSender::channel();
    let outcomes = sender.clone();
    let worker = Worker::start(move |outcome| outcomes.send(Happening::Outcome(outcome)));
    worker.use_gpu(Some(gpu.clone()));
    let (lines, messages) = channel();
    let current = Arc::new(Mutex::new(gpu.clone()));
    let (recompile, replaced) = (worker.clone(), Arc::clone(&current));
    let stage = start(
        Setting {
            screen: Box::new({
                let gpu = gpu.clone();
                || Ok(Screen::nowhere(gpu))
            }),
            recover: Box::new(move |old, _| {
                drop(old);
                let gpu = Gpu::headless()?;
                *replaced.lock().unwrap() = gpu.clone();
                recompile.use_gpu(Some(gpu.clone()));
                Ok(Screen::nowhere(gpu))
            }),
            camera: cindyscript_window::camera::Camera::default(),
            canvas: Canvas {
                device: [40, 30],
                scale: 1.0,
            },
            painter: gpu.name(),
            notice: None,
            interval: Duration::from_millis(16),
            worker: worker.clone(),
            outbox: Outbox::everything(Lines(lines, Vec::new())),
            audience: Nobody,
        },
        inbox,
    );
    let read = |version: i32, text: &str| {
        worker.read(Text {
            path: "a.cindyscript".to_owned(),
            text: text.to_owned(),
            version,
            arrived: Instant::now(),
        });
        receipt(&messages, version)
    };
    // An image that shows itself as it was before goes with the device, and begins anew.
    let text = "createimage(\"a\", 8, 8); colorplot(\"a\", imagergb(\"a\", #) + [|#|, 0, 0]);
        colorplot(imagergb(\"a\", #));";
    assert!(read(1, text));
    // The worker finds the device gone when it builds a pipeline.
    current.lock().unwrap().destroy();
    let text = text.replace("|#|", "sin(|#| * 0.3)");
    read(2, &text);
    assert!(
        !read(3, &text.replace("0.3", "0.4")),
        "it is there for the new device"
    );
    // Nothing is built for another number, and the stage finds it when it paints.
    current.lock().unwrap().destroy();
    read(4, &text.replace("0.3", "0.5"));
    assert!(!read(5, &text.replace("0.3", "0.6")));
    sender.send(Happening::Quit);
    worker.close();
    stage.join().unwrap();
}
