//! A preview without a window: its pictures go to a tab of the editor, and what the user does comes
//! from there. Until there is a tab, and where there never is one, the applet plays at the size that
//! it asks for, and its versions have receipts.

use std::path::Path;
use std::process::ExitCode;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

use anyhow::{Error, bail};
use cindyscript_player::precision::PrecisionSetting;
use cindyscript_player::session::{Cursor, Key, Touch, UserEvent};
use cindyscript_player::view::Canvas;
use cindyscript_protocol::{
    CursorForm, FromPreview, LARGEST_SIDE, PROTOCOL, TabControl, TabEvent, TabKey, TabNotice,
    TouchPhase,
};
use cindyscript_render::gpu::Gpu;

use crate::camera::Camera;
use crate::cli::WindowOptions;
use crate::clipboard::{Answers, Clipboard};
use crate::controls::{self, Command, Container};
use crate::decoder::Decoder;
use crate::drops::Drops;
use crate::ending;
use crate::feed::{Feed, FeedEvent, TextReader, Texts};
use crate::look::{Look, Scheme};
use crate::message::{NO_DRIVER, complain, version};
use crate::outbox::Outbox;
use crate::policy::{FRAME_PERIOD, ZOOM_A_LINE};
use crate::render_loop::{
    self, EventReceiver, EventSender, LoopEvent, Remedy, RenderLoopConfig, WindowProxy,
};
use crate::saved_applets;
use crate::stream::{self, TabLink};
use crate::title::Standing;
use crate::worker::{CompileOutcome, Worker};

/// The scales of screens, in device pixels per CSS pixel.
const SCALES: std::ops::RangeInclusive<f64> = 0.25..=8.0;

/// What other threads tell.
#[derive(Debug)]
enum Notice {
    /// Of the texts, and the tab.
    Feed(FeedEvent),
    /// Nothing can be shown; the reason.
    Failed(String),
}

/// Plays what arrives on standard input, until it ends.
///
/// # Errors
/// The camera is none, or the applet cannot be shown any more.
pub(crate) fn play(options: &WindowOptions) -> anyhow::Result<ExitCode> {
    let decoder = Decoder::new(options.decoder.clone());
    let chosen = options.camera.as_deref().unwrap_or("on".as_ref());
    let camera = Camera::choose(Some(chosen), decoder.clone()).map_err(Error::msg)?;
    let outbox = Outbox::protocol();
    let (sender, receiver) = EventSender::channel();
    let outcomes = sender.clone();
    let texts = Texts::of(Feed::Stdio);
    let worker = Worker::start_beside(texts.files().clone(), move |outcome: CompileOutcome| {
        outcomes.send(LoopEvent::Outcome(outcome));
    });
    worker.use_decoder(decoder);
    let (tell, notices) = channel();
    let feed = tell.clone();
    let reader = TextReader {
        worker: worker.clone(),
        tell: Box::new(move |event| drop(feed.send(Notice::Feed(event)))),
        outbox: outbox.clone(),
        path: None,
    };
    texts.start(reader, sender.clone());
    let gpu = (!options.cpu).then(|| Gpu::headless().ok()).flatten();
    worker.use_gpu(gpu.clone());
    worker.prepare();
    outbox.send(&FromPreview::Hello {
        protocol: PROTOCOL,
        program: version(),
        adapter: gpu.as_ref().map(Gpu::name),
    });
    let notice = (gpu.is_none() && !options.cpu).then(|| NO_DRIVER.to_owned());
    if let Some(notice) = &notice {
        complain(notice);
    }
    outbox.send(&FromPreview::Notice {
        notice: tell_controls(),
    });
    let (clipboard, copied) = Clipboard::of_editor(outbox.clone());
    let mut tab = Tab {
        sender: sender.clone(),
        link: TabLink::default(),
        canvas: None,
        drops: Drops::default(),
        copied,
        look: Look {
            scheme: options.scheme.unwrap_or_default(),
            less_motion: options.less_motion,
            ..Look::default()
        },
        scheme: options.scheme,
    };
    let mut start = Some(Start {
        gpu,
        receiver,
        camera,
        precision: options.precision,
        notice,
    });
    let mut render_loop = None;
    let mut failure = None;
    for notice in notices {
        match notice {
            Notice::Feed(FeedEvent::Show { size, .. }) => {
                if let Some(start) = start.take() {
                    let canvas = tab.canvas.unwrap_or_else(|| Canvas::new(size, 1.0));
                    let proxy = ToTab {
                        outbox: outbox.clone(),
                        tell: tell.clone(),
                        clipboard: clipboard.clone(),
                    };
                    render_loop = Some(start.begin(canvas, &tab, worker.clone(), proxy));
                }
            }
            Notice::Feed(FeedEvent::Tab(event)) => tab.happen(event),
            // The editor does that.
            Notice::Feed(FeedEvent::Focus) => {}
            Notice::Feed(FeedEvent::Leave) => break,
            Notice::Failed(reason) => {
                failure = Some(reason);
                break;
            }
        }
    }
    ending::end(&sender, &worker, render_loop.as_ref());
    match failure {
        Some(reason) => bail!(reason),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// What is needed once there is a text.
struct Start {
    gpu: Option<Gpu>,
    receiver: EventReceiver,
    camera: Camera,
    precision: PrecisionSetting,
    notice: Option<String>,
}

impl Start {
    fn begin(self, canvas: Canvas, tab: &Tab, worker: Worker, proxy: ToTab) -> JoinHandle<()> {
        let Start {
            gpu,
            receiver,
            camera,
            precision,
            notice,
        } = self;
        let outbox = proxy.outbox.clone();
        let to_loop = tab.sender.clone();
        let room = move || to_loop.send(LoopEvent::Room);
        let presenter = stream::start(&tab.link, outbox.clone(), room);
        let again = presenter.clone();
        let compiler = worker.clone();
        let config = RenderLoopConfig {
            painter: gpu.as_ref().map_or_else(|| "CPU".to_owned(), Gpu::name),
            presenter: Box::new(move || Ok(Box::new(presenter(gpu)))),
            recover: Box::new(move |old, remedy| {
                drop(old);
                let reopens = remedy == Remedy::Reopen;
                let gpu = reopens.then(|| Gpu::headless().ok()).flatten();
                compiler.use_gpu(gpu.clone());
                Ok(Box::new(again(gpu)))
            }),
            canvas,
            notice,
            interval: FRAME_PERIOD,
            worker,
            outbox,
            camera,
            saved: saved_applets::of_user(),
            precision,
            look: tab.look,
            proxy,
        };
        render_loop::start(config, receiver)
    }
}

/// The tab, as the editor tells of it.
struct Tab {
    sender: EventSender,
    link: TabLink,
    /// As told last.
    canvas: Option<Canvas>,
    drops: Drops,
    /// Who waits for what came of what was copied.
    copied: Answers,
    look: Look,
    /// The colours that an option says, whatever the editor has.
    scheme: Option<Scheme>,
}

impl Tab {
    fn happen(&mut self, event: TabEvent) {
        match event {
            TabEvent::Resized { size, scale } => {
                // A tab that is hidden may have no size, and nobody looks at it.
                if size.iter().all(|side| *side > 0) {
                    let canvas = Canvas {
                        device: size.map(|side| side.min(LARGEST_SIDE)),
                        scale: scale.clamp(*SCALES.start(), *SCALES.end()),
                    };
                    self.canvas = Some(canvas);
                    self.sender.send(LoopEvent::Canvas(canvas));
                }
            }
            TabEvent::Watched { watched } => {
                self.link.watch(watched);
                self.sender.send(LoopEvent::Hidden(!watched));
            }
            TabEvent::Taken { number } => {
                self.link.take(number);
                self.sender.send(LoopEvent::Room);
            }
            TabEvent::Look { light, motion } => {
                let of_editor = if light { Scheme::Light } else { Scheme::Dark };
                self.look.scheme = self.scheme.unwrap_or(of_editor);
                self.sender.send(LoopEvent::Scheme(self.look.scheme));
                if !motion && !self.look.less_motion {
                    self.look.less_motion = true;
                    self.sender.send(LoopEvent::LessMotion);
                }
            }
            TabEvent::PointerLeft => self.sender.send(LoopEvent::PointerLeft),
            TabEvent::PointerPressed {
                pans: false,
                control: true,
            } => self.sender.send(LoopEvent::Command(Command::Reveal)),
            TabEvent::Dropped { name, data } => {
                let kept = self.drops.keep(&name, &data);
                self.sender.send(LoopEvent::Dropped(kept));
            }
            TabEvent::Copied { error } => {
                // Whoever has given up does not wait.
                drop(self.copied.send(error.map_or(Ok(()), Err)));
            }
            other => {
                if let TabEvent::KeyPressed(key) | TabEvent::KeyReleased(key) = &other {
                    self.sender.send(LoopEvent::Shift(key.shift));
                }
                if let Some(event) = user_event(other) {
                    self.sender.input(event);
                }
            }
        }
    }
}

/// What the user does in the tab; none if it is something else.
fn user_event(event: TabEvent) -> Option<UserEvent> {
    Some(match event {
        TabEvent::PointerMoved { at } => UserEvent::PointerMoved(at),
        TabEvent::PointerPressed { pans: false, .. } => UserEvent::PointerPressed,
        TabEvent::PointerPressed { pans: true, .. } => UserEvent::PanPressed,
        TabEvent::PointerReleased => UserEvent::PointerReleased,
        TabEvent::Wheel { lines } => UserEvent::Zoom(ZOOM_A_LINE.powf(lines.clamp(-100.0, 100.0))),
        TabEvent::Touch { finger, phase, at } => UserEvent::Touch {
            finger,
            touch: match phase {
                TouchPhase::Down => Touch::Down,
                TouchPhase::Moved => Touch::Moved,
                TouchPhase::Up => Touch::Up,
            },
            at,
        },
        TabEvent::KeyPressed(key) => UserEvent::KeyPressed(described(key)),
        TabEvent::KeyReleased(key) => UserEvent::KeyReleased(described(key)),
        TabEvent::Resized { .. }
        | TabEvent::Watched { .. }
        | TabEvent::Look { .. }
        | TabEvent::Taken { .. }
        | TabEvent::PointerLeft
        | TabEvent::Dropped { .. }
        | TabEvent::Copied { .. }
        | TabEvent::Unknown => return None,
    })
}

/// A key, as scripts know them.
fn described(key: TabKey) -> Key {
    let TabKey {
        name,
        code,
        shift,
        control,
    } = key;
    let mut characters = name.chars();
    let typed = match (characters.next(), characters.next()) {
        (Some(character), None) => Some(u32::from(character)),
        _ => (name == "Enter").then_some(13),
    };
    Key {
        name,
        code,
        typed,
        shift,
        control,
    }
}

/// What the user can have the preview do.
fn tell_controls() -> TabNotice {
    let controls = controls::KEYS.iter().flat_map(|group| {
        group.keys(Container::Tab).map(|key| TabControl {
            key: key.name().to_owned(),
            shown: key.shown.to_owned(),
            meaning: key.command.meaning().to_owned(),
            group: group.title.to_owned(),
        })
    });
    TabNotice::Controls {
        controls: controls.collect(),
    }
}

/// The render loop's way to the tab, and to the thread that waits for it.
struct ToTab {
    outbox: Outbox,
    tell: Sender<Notice>,
    clipboard: Clipboard,
}

impl WindowProxy for ToTab {
    fn cursor(&self, cursor: Cursor) {
        let form = match cursor {
            Cursor::Arrow => CursorForm::Default,
            Cursor::Grab => CursorForm::Grab,
            Cursor::Grabbing => CursorForm::Grabbing,
            Cursor::Hand => CursorForm::Pointer,
            Cursor::Text => CursorForm::Text,
        };
        self.outbox.send(&FromPreview::Cursor { form });
    }

    fn stand(&self, standing: &Standing) {
        let Standing {
            error,
            applet,
            paused,
        } = standing.clone();
        let notice = TabNotice::Standing {
            error,
            applet: applet.map(|(shown, count)| [shown + 1, count]),
            paused,
        };
        self.outbox.send(&FromPreview::Notice { notice });
    }

    // Its place on the screen is the editor's.

    fn toggle_full_screen(&self) {}

    fn leave_full_screen(&self) {}

    fn toggle_on_top(&self) {}

    fn failed(&self, reason: &str) {
        drop(self.tell.send(Notice::Failed(reason.to_owned())));
    }

    fn container(&self) -> Container {
        Container::Tab
    }

    fn clipboard(&self) -> Clipboard {
        self.clipboard.clone()
    }

    fn written(&self, path: &Path) {
        let path = path.to_string_lossy().into_owned();
        let notice = TabNotice::Written { path };
        self.outbox.send(&FromPreview::Notice { notice });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_those_of_scripts() {
        let check = |name: &str, typed: Option<u32>| {
            let name = name.to_owned();
            let key = TabKey {
                name: name.clone(),
                code: 7,
                ..TabKey::default()
            };
            let expected = Key {
                name,
                code: 7,
                typed,
                ..Key::default()
            };
            assert_eq!(described(key), expected);
        };
        check("a", Some(97));
        check(" ", Some(32));
        check("Enter", Some(13));
        check("ArrowUp", None);
        check("", None);
    }

    #[test]
    fn a_size_without_sense_does_no_harm() {
        let (sender, _receiver) = EventSender::channel();
        let mut tab = Tab {
            sender,
            link: TabLink::default(),
            canvas: None,
            drops: Drops::default(),
            copied: std::sync::mpsc::channel().0,
            look: Look::default(),
            scheme: None,
        };
        let mut told = |size, scale| {
            tab.happen(TabEvent::Resized { size, scale });
            tab.canvas.map(|canvas| (canvas.device, canvas.scale))
        };
        assert_eq!(told([0, 7], 1.0), None);
        assert_eq!(told([20, 10], 2.0), Some(([20, 10], 2.0)));
        assert_eq!(told([20, 0], 2.0), Some(([20, 10], 2.0)));
        let largest = [LARGEST_SIDE; 2];
        assert_eq!(told([u32::MAX; 2], -1.0), Some((largest, 0.25)));
        assert_eq!(told([1, 1], 1e300), Some(([1, 1], 8.0)));
    }
}
