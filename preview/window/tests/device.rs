//! A device that goes away: another one is opened, and the applet plays on.

// What is sent to a render loop holds what wgpu is made of.
#![recursion_limit = "256"]
#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use cindyscript_player::precision::PrecisionSetting;
use cindyscript_player::session::{Cursor, Key, UserEvent};
use cindyscript_player::source::ReceivedText;
use cindyscript_player::view::Canvas;
use cindyscript_protocol::FromPreview;
use cindyscript_render::gpu::Gpu;
use cindyscript_render::presenter::Nowhere;
use cindyscript_tests::lacking;
use cindyscript_window::headless::{HeadlessOptions, render_on};
use cindyscript_window::look::Look;
use cindyscript_window::render_loop::{EventSender, LoopEvent, Remedy, RenderLoopConfig, start};
use cindyscript_window::state_file::StateFile;
use cindyscript_window::worker::Worker;

mod messages;
mod proxy;

use messages::outbox;
use proxy::Watcher;

const PATIENCE: Duration = Duration::from_secs(120);

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

/// A render loop that plays on a device which the test can take away.
struct Played {
    worker: Worker,
    sender: EventSender,
    messages: Receiver<FromPreview>,
    /// The device in use.
    current: Arc<Mutex<Gpu>>,
    /// How it was to go on after each loss.
    remedies: Arc<Mutex<Vec<Remedy>>>,
    render_loop: JoinHandle<()>,
}

impl Played {
    /// None where there is no device.
    fn new() -> Option<Played> {
        Played::told(|_| ())
    }

    /// With something that is told the forms of the pointer.
    fn told(cursor: impl Fn(Cursor) + Send + 'static) -> Option<Played> {
        Played::at(Duration::from_millis(16), cursor)
    }

    /// With so much time between two frames.
    fn at(interval: Duration, cursor: impl Fn(Cursor) + Send + 'static) -> Option<Played> {
        let gpu = match Gpu::headless() {
            Ok(gpu) => gpu,
            Err(error) => {
                lacking("lost devices", &error.to_string());
                return None;
            }
        };
        let (sender, events) = EventSender::channel();
        let outcomes = sender.clone();
        let worker = Worker::start(move |outcome| outcomes.send(LoopEvent::Outcome(outcome)));
        worker.use_gpu(Some(gpu.clone()));
        let (outbox, messages) = outbox();
        let current = Arc::new(Mutex::new(gpu.clone()));
        let remedies = Arc::<Mutex<Vec<Remedy>>>::default();
        let (recompile, replaced) = (worker.clone(), Arc::clone(&current));
        let wanted = Arc::clone(&remedies);
        let painter = gpu.name();
        let render_loop = start(
            RenderLoopConfig {
                presenter: Box::new(|| Ok(Box::new(Nowhere(Some(gpu))))),
                recover: Box::new(move |old, remedy| {
                    drop(old);
                    wanted.lock().unwrap().push(remedy);
                    // There is no window that could be painted without one.
                    let gpu = Gpu::headless()?;
                    *replaced.lock().unwrap() = gpu.clone();
                    recompile.use_gpu(Some(gpu.clone()));
                    Ok(Box::new(Nowhere(Some(gpu))))
                }),
                camera: cindyscript_window::camera::Camera::default(),
                precision: PrecisionSetting::default(),
                look: Look::default(),
                canvas: Canvas {
                    device: [40, 30],
                    scale: 1.0,
                },
                painter,
                saved: StateFile::nowhere(),
                notice: None,
                interval,
                worker: worker.clone(),
                outbox,
                proxy: Watcher(cursor),
            },
            events,
        );
        Some(Played {
            worker,
            sender,
            messages,
            current,
            remedies,
            render_loop,
        })
    }

    fn send(&self, version: i32, text: &str) {
        self.worker.read(ReceivedText {
            path: match text.starts_with('<') {
                true => "a.html".to_owned(),
                false => "a.cindyscript".to_owned(),
            },
            text: text.to_owned(),
            version,
            arrived: Instant::now(),
        });
    }

    /// Whether a pipeline was built for a version. Nothing goes wrong before it is shown.
    fn read(&self, version: i32, text: &str) -> bool {
        self.send(version, text);
        receipt(&self.messages, version)
    }

    fn lose_device(&self) {
        self.current.lock().unwrap().destroy();
    }

    /// Waits until scripts have printed this.
    fn printed(&self, wanted: &str) {
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if let FromPreview::Output { text } = self.messages.recv_timeout(left).unwrap()
                && text.contains(wanted)
            {
                return;
            }
        }
    }

    fn send_canvas(&self, device: [u32; 2], scale: f64) {
        self.sender
            .send(LoopEvent::Canvas(Canvas { device, scale }));
    }

    fn close(self) -> Vec<Remedy> {
        self.sender.send(LoopEvent::Quit);
        self.worker.close();
        self.render_loop.join().unwrap();
        let remedies = self.remedies.lock().unwrap();
        remedies.clone()
    }
}

#[test]
fn a_lost_device_is_replaced_and_the_applet_goes_on() {
    let Some(played) = Played::new() else { return };
    // An image that shows itself as it was before goes with the device, and begins anew.
    let text = "createimage(\"a\", 8, 8); colorplot(\"a\", imagergb(\"a\", #) + [|#|, 0, 0]);
        colorplot(imagergb(\"a\", #));";
    assert!(played.read(1, text));
    // The worker finds the device gone when it builds a pipeline.
    played.lose_device();
    let text = text.replace("|#|", "sin(|#| * 0.3)");
    played.read(2, &text);
    assert!(
        !played.read(3, &text.replace("0.3", "0.4")),
        "it is there for the new device"
    );
    // Nothing is built for another number, and the render loop finds it when it paints.
    played.lose_device();
    played.read(4, &text.replace("0.3", "0.5"));
    assert!(!played.read(5, &text.replace("0.3", "0.6")));
    assert_eq!(played.close(), [Remedy::Reopen; 2]);
}

#[test]
fn versions_typed_while_the_device_hangs_are_shown_on_another() {
    let Some(played) = Played::new() else { return };
    let text = |version| format!("colorplot(sin(#.x*{version})*#.y^{version});");
    played.read(1, &text(1));
    let gpu = played.current.lock().unwrap().clone();
    if !gpu.is_software() {
        lacking("a device that hangs", "others than software Vulkan do not");
        return;
    }
    gpu.hang();
    drop(gpu);
    let mut version = 1;
    while played.remedies.lock().unwrap().is_empty() {
        version += 1;
        assert!(version < 1000, "it waits for the device that hangs");
        played.send(version, &text(version));
        thread::sleep(Duration::from_millis(100));
    }
    played.read(version + 1, &text(version + 1));
    assert_eq!(played.close(), [Remedy::Reopen]);
}

#[test]
fn what_init_has_painted_into_images_is_painted_again() {
    let Some(played) = Played::new() else { return };
    let text = "// %% init\nn = 0; createimage(\"a\", 4, 4); colorplot(\"a\", [1, 0.2, |#|*0]);\n\
                // %% draw\nn = n + 1; c = imagergb(\"a\", 1, 1); println(\"red \" + c_1);\n\
                colorplot([0.1, |#|/9, 0]);";
    played.read(1, text);
    played.printed("red 255");
    played.lose_device();
    // Where it is found lost: the image shows nothing then, until init has run.
    played.send(2, &text.replace("0.1", "0.3"));
    played.printed("red 255");
    played.close();
}

#[test]
fn a_device_that_fails_again_and_again_is_not_opened_again() {
    let Some(played) = Played::new() else { return };
    let text = "colorplot([0.1, |#|/9, 0]);";
    let mut version = 1;
    played.read(version, text);
    // A device may show one more version before its loss is noticed.
    while played.remedies.lock().unwrap().len() < 4 {
        version += 1;
        assert!(version < 100, "{:?}", played.remedies);
        played.lose_device();
        played.read(version, &text.replace("0.1", &format!("0.{version}")));
    }
    let remedies = played.close();
    assert_eq!(remedies[..3], [Remedy::Reopen; 3]);
    assert_eq!(remedies[3..], [Remedy::Cpu]);
}

#[test]
fn on_a_finer_screen_everything_lies_where_it_lay() {
    let Some(played) = Played::new() else { return };
    let text = "<script id=\"csdraw\" type=\"text/x-cindyscript\">m = mouse();\n\
                println(\"at \" + round(m_1*25) + \" \" + round(m_2*25));\n\
                colorplot([|#|/9, 0, 0]);</script><script>CindyJS({scripts: \"cs*\"});</script>";
    played.read(1, text);
    let pointer = |at| played.sender.input(UserEvent::PointerMoved(at));
    pointer([30.0, 10.0]);
    // The origin of a page without settings lies 250 pixels from the left and the lower edge.
    played.printed("at -220 -231");
    // The window keeps its size for the eye, or the number of its pixels.
    for (device, scale, at, y) in [
        ([80, 60], 2.0, [60.0, 20.0], -231),
        ([80, 60], 1.0, [30.0, 10.0], -201),
        ([60, 30], 1.5, [45.0, 15.0], -241),
    ] {
        played.send_canvas(device, scale);
        pointer([0.0, 0.0]);
        played.printed("at -250");
        pointer(at);
        played.printed(&format!("at -220 {y}"));
    }
    assert_eq!(played.close(), []);
}

/// A page with a point in the middle of its canvas, and an animation that counts.
const PAGE: &str = "<canvas id=\"c\"></canvas>\
    <script id=\"csinit\" type=\"text/x-cindyscript\">n = 0;</script>\
    <script id=\"cstick\" type=\"text/x-cindyscript\">n = n + 1;</script>\
    <script id=\"csdraw\" type=\"text/x-cindyscript\">println(\"frame \" + n);</script>\
    <script>CindyJS({scripts: \"cs*\", autoplay: true, ports: [{id: \"c\", width: 40, height: 30, \
    transform: [{visibleRect: [-4, 3, 4, -3]}]}], \
    geometry: [{name: \"A\", type: \"Free\", pos: [0, 0]}]});</script>";

#[test]
fn after_a_panic_of_the_loop_it_is_told_and_the_next_version_is_played() {
    // It fails where the pointer can take hold of something.
    let cursor = |cursor| assert!(cursor != Cursor::Grab, "{cursor:?}");
    let Some(played) = Played::told(cursor) else {
        return;
    };
    for version in [1, 3] {
        played.read(version, PAGE);
        // Over the point, the pointer has another form.
        played.sender.input(UserEvent::PointerMoved([20.0, 15.0]));
        let end = Instant::now() + PATIENCE;
        let problem = loop {
            let left = end.saturating_duration_since(Instant::now());
            if let FromPreview::Problems { problems, .. } =
                played.messages.recv_timeout(left).unwrap()
                && let [problem] = problems.as_slice()
            {
                break problem.clone();
            }
        };
        let told = "an error inside the preview stopped the script here (";
        assert!(problem.message.starts_with(told), "{problem:?}");
        // It is there, and plays what comes.
        played.read(version + 1, "colorplot([0.1, |#|/9, 0]);");
    }
    assert_eq!(played.close(), []);
}

#[test]
fn nothing_runs_while_nobody_sees_it() {
    let (sender, cursors) = channel();
    // A frame is due whenever something has happened, whatever the clock says.
    let cursor = move |cursor| {
        let _ = sender.send(cursor);
    };
    let Some(played) = Played::at(Duration::ZERO, cursor) else {
        return;
    };
    let page = PAGE.replace(
        "<script id=\"csdraw\" type=\"text/x-cindyscript\">println(\"frame \" + n);</script>",
        "<script id=\"cskeydown\" type=\"text/x-cindyscript\">println(key() + n + \";\");</script>",
    );
    assert_ne!(page, PAGE);
    played.read(1, &page);
    let press = |name: &str| {
        let key = Key {
            name: name.to_owned(),
            ..Key::default()
        };
        played.sender.input(UserEvent::KeyPressed(key));
    };
    // The pointer goes to the point and away from it, and is seen to have: a frame lies between.
    let let_frames_pass = || {
        for at in [[20.0, 15.0], [1.0, 1.0]].into_iter().cycle().take(8) {
            played.sender.input(UserEvent::PointerMoved(at));
            cursors.recv_timeout(PATIENCE).unwrap();
        }
    };
    // How many frames of the animation there had been at each key.
    let mut printed = String::new();
    let mut frames_at = |names: [&str; 2]| -> [u64; 2] {
        let end = Instant::now() + PATIENCE;
        loop {
            let number = |name: &str| {
                let rest = printed.split(name).nth(1)?;
                rest.split_once(';')?.0.parse().ok()
            };
            if let [Some(first), Some(second)] = names.map(number) {
                return [first, second];
            }
            let left = end.saturating_duration_since(Instant::now());
            if let FromPreview::Output { text } = played.messages.recv_timeout(left).unwrap() {
                printed.push_str(&text);
            }
        }
    };
    press("a");
    let_frames_pass();
    press("b");
    let [before, after] = frames_at(["a", "b"]);
    assert!(after >= before + 7, "{before} {after}");
    played.sender.send(LoopEvent::Hidden(true));
    press("c");
    let_frames_pass();
    press("d");
    // What is printed is told with a picture.
    played.sender.send(LoopEvent::Hidden(false));
    let [before, after] = frames_at(["c", "d"]);
    assert_eq!(before, after);
    press("e");
    let_frames_pass();
    press("f");
    let [before, after] = frames_at(["e", "f"]);
    assert!(after >= before + 7, "{before} {after}");
    assert_eq!(played.close(), []);
}

#[test]
fn a_picture_is_painted_by_the_cpu_where_the_device_is_lost() {
    let gpu = match Gpu::headless() {
        Ok(gpu) => gpu,
        Err(error) => return lacking("lost devices", &error.to_string()),
    };
    gpu.destroy();
    let text = ReceivedText {
        path: "a.cindyscript".to_owned(),
        text: "colorplot([0.1, |#|/9, 0]);".to_owned(),
        version: 1,
        arrived: Instant::now(),
    };
    let options = HeadlessOptions {
        size: Some([8, 8]),
        ..HeadlessOptions::default()
    };
    let rendered = render_on(Some(gpu), text, &options).unwrap();
    assert!(rendered.no_gpu.is_some());
    let green = |pixel: &[u8]| pixel[3] == 255 && pixel[1] > 0;
    assert!(rendered.picture.rgba().chunks_exact(4).all(green));
}
