//! A device lost behind a real window: another is opened for the same window, and when that fails
//! again and again, the CPU paints it. Wants Xvfb and ImageMagick.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::print_stderr)]
// What is sent to a render loop holds what wgpu is made of.
#![recursion_limit = "256"]

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use cindyscript_player::precision::PrecisionSetting;
use cindyscript_player::source::ReceivedText;
use cindyscript_player::view::Canvas;
use cindyscript_render::gpu::{Gpu, Opened, WindowSurface};
use cindyscript_tests::lacking;
use cindyscript_window::camera::Camera;
use cindyscript_window::look::Look;
use cindyscript_window::outbox::Outbox;
use cindyscript_window::render_loop::{EventSender, LoopEvent, RenderLoopConfig, start};
use cindyscript_window::state_file::StateFile;
use cindyscript_window::ui::recovery;
use cindyscript_window::worker::Worker;
use winit::application::ApplicationHandler;
use winit::dpi::PhysicalSize;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, EventLoop, EventLoopProxy};
use winit::platform::x11::EventLoopBuilderExtX11;
use winit::window::{Window, WindowId};

mod proxy;

use proxy::Watcher;

const PATIENCE: Duration = Duration::from_secs(180);
const SIDE: u32 = 120;

/// The colour of all pixels is the time, so that a picture which stands still is seen.
const PAGE: &str = r#"<script id="csdraw" type="text/x-cindyscript">
colorplot([seconds() - floor(seconds()), |#| * 0, 1]);
</script><div id="CSCanvas"></div><script>
CindyJS({scripts: "cs*", animation: {autoplay: true}, ports: [{id: "CSCanvas"}]});
</script>"#;

/// Ended when dropped.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

#[test]
fn a_device_lost_behind_a_window_is_replaced() {
    let has = |program: &str| {
        let found = Command::new("which").arg(program).output();
        found.is_ok_and(|found| found.status.success())
    };
    if !has("Xvfb") || !has("import") {
        return lacking("a device lost behind a window", "no Xvfb, or no import");
    }
    let server = Command::new("Xvfb")
        .args(["-displayfd", "1", "-nolisten", "tcp", "-noreset"])
        .args(["-screen", "0", "400x300x24"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut server = Server(server.unwrap());
    let mut number = String::new();
    let mut said = BufReader::new(server.0.stdout.take().unwrap());
    said.read_line(&mut number).unwrap();
    // A process has one event loop, and finds its display in the environment.
    let inside = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "behind_a_window", "--ignored", "--nocapture"])
        .env("DISPLAY", format!(":{}", number.trim()))
        .env_remove("WAYLAND_DISPLAY")
        .status();
    assert!(inside.unwrap().success());
}

#[test]
#[ignore = "the other test runs it, on a display"]
fn behind_a_window() {
    let mut builder = EventLoop::<()>::with_user_event();
    let event_loop = builder.with_any_thread(true).build().unwrap();
    let proxy = event_loop.create_proxy();
    event_loop.run_app(&mut App { proxy, test: None }).unwrap();
}

struct App {
    proxy: EventLoopProxy<()>,
    test: Option<thread::JoinHandle<()>>,
}

impl ApplicationHandler for App {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        let attributes =
            Window::default_attributes().with_inner_size(PhysicalSize::new(SIDE, SIDE));
        let window = Arc::new(event_loop.create_window(attributes).unwrap());
        let opened = Opened::surface_for(None, &window, &|| None);
        let (Opened { gpu, adapter, .. }, surface) = opened.unwrap();
        let surface = WindowSurface::new(gpu.clone(), &adapter, surface, [SIDE; 2]).unwrap();
        let played = Played::new(window, gpu, surface);
        let proxy = self.proxy.clone();
        self.test = Some(thread::spawn(move || {
            // The end of the test, however it comes, is that of the window.
            struct Closing(EventLoopProxy<()>);
            impl Drop for Closing {
                fn drop(&mut self) {
                    self.0.send_event(()).ok();
                }
            }
            let _closing = Closing(proxy);
            check(&played);
            played.sender.send(LoopEvent::Quit);
        }));
    }

    fn user_event(&mut self, event_loop: &ActiveEventLoop, (): ()) {
        event_loop.exit();
        self.test.take().unwrap().join().unwrap();
    }

    fn window_event(&mut self, _: &ActiveEventLoop, _: WindowId, _: WindowEvent) {}
}

/// What plays in the window.
struct Played {
    sender: EventSender,
    /// The device in use, and how many there have been; none is the CPU.
    current: Arc<Mutex<(Option<Gpu>, usize)>>,
}

impl Played {
    fn new(window: Arc<Window>, gpu: Gpu, surface: WindowSurface) -> Played {
        let (sender, events) = EventSender::channel();
        let outcomes = sender.clone();
        let worker = Worker::start(move |outcome| outcomes.send(LoopEvent::Outcome(outcome)));
        worker.use_gpu(Some(gpu.clone()));
        worker.read(ReceivedText {
            path: "a.html".to_owned(),
            text: PAGE.to_owned(),
            version: 1,
            arrived: Instant::now(),
        });
        let current = Arc::new(Mutex::new((Some(gpu.clone()), 1)));
        let replaced = Arc::clone(&current);
        let mut recover = recovery(window, worker.clone());
        let config = RenderLoopConfig {
            painter: gpu.name(),
            presenter: Box::new(move || Ok(Box::new(surface))),
            recover: Box::new(move |old, remedy| {
                let presenter = recover(old, remedy)?;
                let mut current = replaced.lock().unwrap();
                *current = (presenter.gpu().cloned(), current.1 + 1);
                Ok(presenter)
            }),
            canvas: Canvas {
                device: [SIDE; 2],
                scale: 1.0,
            },
            saved: StateFile::nowhere(),
            notice: None,
            interval: Duration::from_millis(16),
            worker,
            outbox: Outbox::default(),
            camera: Camera::default(),
            precision: PrecisionSetting::default(),
            look: Look::default(),
            proxy: Watcher(|_| ()),
        };
        drop(start(config, events));
        Played { sender, current }
    }
}

/// The window plays on after each loss; nobody touches it.
fn check(played: &Played) {
    let mut seen = moves(&[]);
    for devices in 2.. {
        let (gpu, _) = played.current.lock().unwrap().clone();
        // Three times in a row, then no more.
        let Some(gpu) = gpu else {
            assert_eq!(devices, 6);
            return;
        };
        gpu.destroy();
        let end = Instant::now() + PATIENCE;
        while played.current.lock().unwrap().1 < devices {
            assert!(Instant::now() < end, "device {devices} is not opened");
            thread::sleep(Duration::from_millis(20));
        }
        seen = moves(&seen);
    }
}

/// Waits until the window shows something new, twice; the last it showed.
fn moves(last: &[u8]) -> Vec<u8> {
    let end = Instant::now() + PATIENCE;
    let mut last = last.to_vec();
    let mut news = 0;
    while news < 2 {
        assert!(Instant::now() < end, "the window stands still: {last:?}");
        let output = Command::new("import")
            .args([
                "-silent",
                "-window",
                "root",
                "-crop",
                "1x1+60+20",
                "-depth",
                "8",
                "rgb:-",
            ])
            .output();
        let now = output.unwrap().stdout;
        if now.len() == 3 && now[2] == 255 && now[1] == 0 && now != last {
            news += 1;
            last = now;
        }
    }
    last
}
