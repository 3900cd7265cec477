//! The window: the event loop on the main thread. It owns nothing but the window; what happens to
//! it goes to the [`render_loop`](crate::render_loop).

use std::process::ExitCode;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use cindyscript_player::precision::PrecisionSetting;
use cindyscript_player::view::Canvas;
use cindyscript_protocol::{FromPreview, PROTOCOL};
use cindyscript_render::Presenter;
use cindyscript_render::gpu::{GpuError, Opened, WindowSurface};
use cindyscript_render::presenter::PresentError;
use winit::dpi::{LogicalSize, PhysicalPosition, PhysicalSize};
use winit::event_loop::{ActiveEventLoop, EventLoop, EventLoopProxy, OwnedDisplayHandle};
use winit::keyboard::ModifiersState;
use winit::window::{Fullscreen, Window};

use crate::camera::Camera;
use crate::cli::WindowOptions;
use crate::decoder::Decoder;
use crate::ending;
use crate::feed::{Feed, TextReader, Texts};
use crate::look::{Look, Scheme};
use crate::look_file::LookFile;
use crate::memory_window::MemoryWindow;
use crate::message::{NO_DRIVER, complain, version};
use crate::outbox::Outbox;
use crate::places::{WindowPlace, WindowPlaces};
use crate::render_loop::{
    self, EventReceiver, EventSender, LoopEvent, Recover, Remedy, RenderLoopConfig,
};
use crate::saved_applets;
use crate::title::{Standing, title};
use crate::worker::{CompileOutcome, Worker};

mod background;
mod events;
mod icon;
mod keys;
mod notification;
mod preferences;

use events::HeldButton;
use notification::{Notification, ToWindow};
use preferences::{Preferences, scheme};

/// No window is smaller, in CSS pixels, whatever its applet asks for, nor larger: those that ask for
/// more than a screen get what fits most.
const SMALLEST: f64 = 64.0;
const LARGEST: f64 = 2000.0;

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// There is no display, or it takes no windows.
    #[error(
        "no display takes a window (DISPLAY, WAYLAND_DISPLAY): \
         `cindyscript-preview render FILE` writes a picture without one"
    )]
    NoDisplay,
    /// It could not be opened, or not be painted.
    #[error("{0}")]
    Failed(String),
}

/// Shows a window until the user closes it or the feed ends.
///
/// # Errors
/// [`WindowError::NoDisplay`] before anything has happened, so that there may be another way to
/// show the picture.
pub fn show(feed: Feed, options: &WindowOptions) -> Result<ExitCode, WindowError> {
    let decoder = Decoder::new(options.decoder.clone());
    let chosen = options.camera.as_deref().unwrap_or("on".as_ref());
    let camera = Camera::choose(Some(chosen), decoder.clone()).map_err(WindowError::Failed)?;
    let event_loop = EventLoop::<Notification>::with_user_event().build();
    // The error of the library names a line of its source, twice.
    let event_loop = event_loop.map_err(|_| WindowError::NoDisplay)?;
    let proxy = event_loop.create_proxy();
    let beside_editor = feed == Feed::Stdio;
    let outbox = match (&feed, options.receipts) {
        (Feed::Stdio, _) => Outbox::protocol(),
        (Feed::File(_), true) => Outbox::receipts(),
        (Feed::File(_), false) => Outbox::default(),
    };
    let (sender, receiver) = EventSender::channel();
    let to_loop = sender.clone();
    let texts = Texts::of(feed);
    let worker = Worker::start_beside(texts.files().clone(), move |outcome: CompileOutcome| {
        to_loop.send(LoopEvent::Outcome(outcome));
    });
    worker.use_decoder(decoder);
    let gpu = open_gpu(
        options.cpu,
        event_loop.owned_display_handle(),
        outbox.clone(),
        worker.clone(),
    );
    let to_window = proxy.clone();
    let reader = TextReader {
        worker: worker.clone(),
        tell: Box::new(move |event| drop(to_window.send_event(Notification::Feed(event)))),
        outbox: outbox.clone(),
        path: None,
    };
    texts.start(reader, sender.clone());
    let mut app = App {
        proxy,
        outbox: outbox.clone(),
        worker,
        sender,
        camera: camera.clone(),
        start: Some(Start {
            gpu,
            receiver,
            forced_cpu: options.cpu,
            camera,
            precision: options.precision,
            preferences: thread::spawn(preferences::ask),
        }),
        scheme: options.scheme,
        less_motion: options.less_motion,
        window: None,
        path: String::new(),
        asked: [1.0; 2],
        places: WindowPlaces::of_user(),
        look_file: LookFile::of_user(),
        standing: Standing::default(),
        on_top: false,
        render_loop: None,
        modifiers: ModifiersState::empty(),
        occluded: false,
        held: HeldButton::default(),
        hidden: false,
        beside_editor,
        failure: None,
    };
    let ended = event_loop.run_app(&mut app);
    ended.map_err(|error| WindowError::Failed(error.to_string()))?;
    // Without it, whoever started us knows that it was no choice of the user's.
    if app.failure.is_none() {
        outbox.send(&FromPreview::Closed);
    }
    app.leave();
    app.failure.map_or(Ok(ExitCode::SUCCESS), |message| {
        Err(WindowError::Failed(message))
    })
}

/// Looks for an adapter on a thread of its own, while the window opens or before there is a text.
fn open_gpu(
    cpu: bool,
    display: OwnedDisplayHandle,
    outbox: Outbox,
    worker: Worker,
) -> JoinHandle<Option<Opened>> {
    thread::spawn(move || {
        let opened = (!cpu).then(|| Opened::first(&|| Some(Box::new(display.clone()))).ok());
        let opened = opened.flatten();
        if let Some(opened) = &opened {
            worker.use_gpu(Some(opened.gpu.clone()));
            worker.prepare();
        }
        outbox.send(&FromPreview::Hello {
            protocol: PROTOCOL,
            program: version(),
            adapter: opened.as_ref().map(|opened| opened.gpu.name()),
        });
        opened
    })
}

/// What is needed once the window opens.
struct Start {
    gpu: JoinHandle<Option<Opened>>,
    receiver: EventReceiver,
    forced_cpu: bool,
    camera: Camera,
    precision: PrecisionSetting,
    preferences: JoinHandle<Preferences>,
}

struct App {
    proxy: EventLoopProxy<Notification>,
    outbox: Outbox,
    worker: Worker,
    sender: EventSender,
    /// What is asked for what to keep of it.
    camera: Camera,
    start: Option<Start>,
    window: Option<Arc<Window>>,
    /// The file that it shows.
    path: String,
    /// What its applet asks for: width and height in CSS pixels.
    asked: [f64; 2],
    places: WindowPlaces,
    look_file: LookFile,
    /// What the options say of colours, if anything, and of what moves by itself.
    scheme: Option<Scheme>,
    less_motion: bool,
    /// What the title says besides.
    standing: Standing,
    /// Whether the window stays above all others.
    on_top: bool,
    render_loop: Option<JoinHandle<()>>,
    modifiers: ModifiersState,
    /// Other windows lie over all of it.
    occluded: bool,
    held: HeldButton,
    /// As told last.
    hidden: bool,
    /// Whether an editor shows the text.
    beside_editor: bool,
    failure: Option<String>,
}

impl App {
    /// Opens the window and starts the render loop behind it.
    fn open(&mut self, event_loop: &ActiveEventLoop) -> Result<(), String> {
        let Some(Start {
            gpu,
            receiver,
            forced_cpu,
            camera,
            precision,
            preferences,
        }) = self.start.take()
        else {
            return Ok(());
        };
        let before = self.places.find(&self.path);
        if let Some(name) = before.as_ref().and_then(|before| before.camera.as_ref()) {
            camera.choose_again(name);
        }
        let window = Arc::new(self.create_window(event_loop, before)?);
        let PhysicalSize { width, height } = window.inner_size();
        let canvas = Canvas {
            device: [width.max(1), height.max(1)],
            scale: window.scale_factor(),
        };
        let refresh = window
            .current_monitor()
            .and_then(|m| m.refresh_rate_millihertz());
        let hertz = f64::from(refresh.unwrap_or(60_000).clamp(10_000, 1_000_000)) / 1e3;
        let display = event_loop.owned_display_handle();
        let opened = gpu.join().ok().flatten();
        let used = opened.as_ref().map(|opened| opened.gpu.clone());
        // On the main thread, where some systems insist that it is done.
        let opened = (!forced_cpu)
            .then(|| Opened::surface_for(opened, &window, &|| Some(Box::new(display.clone()))));
        let (presenter, gpu, painter): (MakePresenter, _, _) = match opened {
            Some(Ok((opened, surface))) => {
                let (gpu, name) = (opened.gpu.clone(), opened.gpu.name());
                let device = canvas.device;
                let make: MakePresenter = Box::new(move || {
                    let Opened { gpu, adapter, .. } = opened;
                    let surface = WindowSurface::new(gpu, &adapter, surface, device)?;
                    Ok(Box::new(surface))
                });
                (make, Some(gpu), name)
            }
            Some(Err(_)) | None => {
                let window = Arc::clone(&window);
                (
                    Box::new(move || Ok(Box::new(MemoryWindow::new(window)?))),
                    None,
                    "CPU".to_owned(),
                )
            }
        };
        let notice = (gpu.is_none() && !forced_cpu).then(|| NO_DRIVER.to_owned());
        if let Some(notice) = &notice {
            complain(notice);
        }
        // The worker has that of the first adapter already.
        let is_used = matches!((&gpu, &used), (Some(gpu), Some(used)) if gpu.is_same(used));
        if !is_used {
            self.worker.use_gpu(gpu);
        }
        let config = RenderLoopConfig {
            presenter,
            recover: recovery(Arc::clone(&window), self.worker.clone()),
            canvas,
            painter,
            notice,
            // A little less than the screen's: where showing waits for the screen, that decides.
            interval: Duration::from_secs_f64(0.95 / hertz),
            worker: self.worker.clone(),
            outbox: self.outbox.clone(),
            camera,
            saved: saved_applets::of_user(),
            precision,
            look: self.look(&window, preferences),
            proxy: ToWindow::new(self.proxy.clone()),
        };
        self.render_loop = Some(render_loop::start(config, receiver));
        self.window = Some(window);
        Ok(())
    }

    /// Creates the window: where the last one for the same applet was, if that is on a screen.
    fn create_window(
        &self,
        event_loop: &ActiveEventLoop,
        before: Option<WindowPlace>,
    ) -> Result<Window, String> {
        let before = before.filter(|place| place.asked == self.asked);
        let [width, height] = before.as_ref().map_or(self.asked, |place| place.size);
        let size = LogicalSize::new(width.min(LARGEST), height.min(LARGEST));
        let position = before.and_then(|place| place.position);
        let position = position.filter(|at| is_on_screen(event_loop, *at));
        let is_prepared = self.beside_editor && background::has_to_be_prepared(event_loop);
        let attributes = Window::default_attributes()
            .with_title(title(&self.path, &self.standing))
            .with_window_icon(icon::icon())
            // Whoever opens a preview goes on typing in the editor.
            .with_active(!self.beside_editor)
            .with_visible(!is_prepared)
            .with_inner_size(size);
        let attributes = icon::named(attributes);
        let attributes = match position {
            Some([x, y]) => attributes.with_position(PhysicalPosition::new(x, y)),
            None => attributes,
        };
        let window = event_loop
            .create_window(attributes)
            .map_err(|error| error.to_string())?;
        if is_prepared {
            background::prepare(&window);
            window.set_visible(true);
        }
        Ok(window)
    }

    /// Keeps where the window is, for the next that shows the same file.
    fn keep_place(&self) {
        let Some(window) = &self.window else { return };
        // Where it would go back to from there is not known.
        if window.fullscreen().is_some() || window.is_maximized() || self.hidden {
            return;
        }
        let size = window.inner_size().to_logical::<f64>(window.scale_factor());
        let place = WindowPlace {
            position: window.outer_position().ok().map(|at| [at.x, at.y]),
            size: [size.width, size.height],
            asked: self.asked,
            camera: self.camera.chosen(),
        };
        self.places.keep(&self.path, place);
    }

    /// What the user wants the window to look like: what the options say, and what the system does.
    fn look(&self, window: &Window, preferences: JoinHandle<Preferences>) -> Look {
        let known = preferences.join().unwrap_or_default();
        let of_window = || window.theme().map(scheme);
        Look {
            scheme: self
                .scheme
                .or_else(of_window)
                .or(known.scheme)
                .unwrap_or_default(),
            scale: self.look_file.scale(),
            less_motion: self.less_motion || known.less_motion,
        }
    }

    fn set_title(&self) {
        if let Some(window) = &self.window {
            window.set_title(&title(&self.path, &self.standing));
        }
    }

    /// Has the window fill the screen that it is on, or no longer; `change` is told whether it does.
    fn fill_screen(&self, change: impl FnOnce(bool) -> bool) {
        let Some(window) = &self.window else { return };
        let fills = window.fullscreen().is_some();
        let wanted = change(fills);
        if wanted != fills {
            window.set_fullscreen(wanted.then_some(Fullscreen::Borderless(None)));
        }
    }

    fn tell_canvas(&self, PhysicalSize { width, height }: PhysicalSize<u32>) {
        // A minimised window has no size, and nobody looks at it.
        if let Some(window) = self.window.as_ref().filter(|_| width > 0 && height > 0) {
            let canvas = Canvas {
                device: [width, height],
                scale: window.scale_factor(),
            };
            self.sender.send(LoopEvent::Canvas(canvas));
        }
    }

    /// Tells whether somebody can see the window, if that has changed.
    fn tell_hidden(&mut self, occluded: bool) {
        self.occluded = occluded;
        let minimized = self
            .window
            .as_ref()
            .and_then(|window| window.is_minimized());
        let hidden = occluded || minimized == Some(true);
        if std::mem::replace(&mut self.hidden, hidden) != hidden {
            self.sender.send(LoopEvent::Hidden(hidden));
        }
    }

    fn leave(&mut self) {
        self.keep_place();
        if let Some(window) = &self.window {
            window.set_visible(false);
        }
        ending::end(&self.sender, &self.worker, self.render_loop.as_ref());
    }
}

/// Whether the frame of a window with this upper left corner could be taken hold of.
fn is_on_screen(event_loop: &ActiveEventLoop, corner: [i32; 2]) -> bool {
    /// So much of it has to be seen, in device pixels.
    const HOLD: i64 = 40;
    event_loop.available_monitors().any(|monitor| {
        let (at, size) = (monitor.position(), monitor.size());
        let sides = [(at.x, size.width), (at.y, size.height)];
        sides.into_iter().zip(corner).all(|((at, size), corner)| {
            let within = i64::from(corner) - i64::from(at);
            (-HOLD / 2..=i64::from(size) - HOLD).contains(&within)
        })
    })
}

type MakePresenter = Box<dyn FnOnce() -> Result<Box<dyn Presenter>, PresentError> + Send>;

/// What to do when the device of a window is lost: open it again, or draw on the CPU; the `worker`
/// compiles for that from then on.
pub fn recovery(window: Arc<Window>, worker: Worker) -> Recover {
    Box::new(move |old, remedy| {
        let PhysicalSize { width, height } = window.inner_size();
        // A window has one surface at a time.
        drop(old);
        let reopen = || -> Result<_, GpuError> {
            let (opened, surface) = Opened::surface_for(None, &window, &|| None)?;
            let Opened { gpu, adapter, .. } = opened;
            WindowSurface::new(gpu, &adapter, surface, [width, height])
        };
        if remedy == Remedy::Reopen
            && let Ok(surface) = reopen()
        {
            worker.use_gpu(Some(surface.gpu().clone()));
            return Ok(Box::new(surface));
        }
        worker.use_gpu(None);
        Ok(Box::new(MemoryWindow::new(Arc::clone(&window))?))
    })
}
