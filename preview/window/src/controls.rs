//! The controls over the picture: a bar that appears when the pointer moves and goes when it rests,
//! and panels, which stay until they are closed. What the user does there comes out as [`Command`]s,
//! the same that keys stand for; what is shown comes in as plain data, and goes out as bitmaps.
//!
//! Deliberately knows no session and no presenter.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::session::Key;
use cindyscript_player::text::{Fonts, embedded};
use cindyscript_player::view::Canvas;
use cindyscript_protocol::ControlInput;
use egui::epaint::ClippedShape;
use egui::epaint::text::{FallbackRequest, FontInsert, FontPriority, InsertFontFamily};
use egui::{
    Context, Event, FontData, FontDefinitions, FontFamily, Id, Modifiers, MouseWheelSource,
    MouseWheelUnit, PointerButton, Pos2, RawInput, Rect, TouchPhase, Vec2, pos2, vec2,
};

mod bar;
mod button;
mod colour;
mod command;
mod console;
mod field;
mod hud;
mod icon;
mod keys;
pub mod loupe;
mod menu;
mod page;
mod panel;
mod parameters;
mod points;
pub mod probe;
mod raster;
mod rounds;
mod save;
mod scrub;
mod style;
#[cfg(test)]
mod tests;

pub use bar::{speed_in_words, speeds};
pub use command::{
    Command, Container, KEYS, KeyCommand, KeyGroup, Panel, PictureOptions, RecordingOptions,
    is_for_window, of_key,
};
pub use hud::{GRAPH_SECONDS, Hud, Receipt};
pub use keys::key_list;
pub use panel::{PanelContent, ROOM};
pub use parameters::Parameters;
pub use points::PointRow;
use raster::Textures;
pub use rounds::LoopRow;
pub use save::SaveStatus;
pub use scrub::scale;
use style::MARGIN;

use crate::look::Scheme;
use crate::policy::{CONTROLS_REST, ZOOM_A_LINE};

/// What the controls show.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ControlsContent {
    /// How time passes; none where the applet is not animated.
    pub playback: Option<PlaybackState>,
    /// True if nothing plays and each frame goes on from the one before.
    pub waits_to_play: bool,
    /// Whether the view is another than the text's.
    pub moved: bool,
    /// True if the page has controls that run its scripts.
    pub has_page_controls: bool,
    /// The panels that are open.
    pub panels: Vec<PanelContent>,
    /// The loops whose rounds a debugger can go to.
    pub loops: Vec<LoopRow>,
}

impl ControlsContent {
    /// True if there is something to show without the bar.
    fn lasts(&self) -> bool {
        !self.panels.is_empty() || !self.loops.is_empty()
    }
}

/// How time passes in an applet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaybackState {
    /// The applet's time, in seconds.
    pub seconds: f64,
    /// Whether it stands still.
    pub paused: bool,
    /// Seconds of the applet in a second.
    pub speed: f64,
    /// What is played again and again, from and to.
    pub range: Option<[f64; 2]>,
    /// Whether it can go backwards: no frame needs those before it.
    pub backwards: bool,
}

/// The controls, and what they have been told.
pub struct Controls {
    context: Context,
    textures: Textures,
    /// What has happened since they were laid out.
    events: Vec<Event>,
    /// Where the pointer is, in points; none outside of the window.
    pointer: Option<Pos2>,
    /// When the pointer moved last, if nothing else was done since.
    moved: Option<Instant>,
    /// The main button went down on them.
    held: bool,
    /// Where the bar is, in points; none while it is hidden.
    bar: Option<Rect>,
    /// Where its menu is, while that is open.
    menu: Option<Rect>,
    /// The area of the scales of loops, in points.
    rounds: Option<Rect>,
    /// Where the panels are.
    panels: panel::Areas,
    settings: panel::Settings,
    started: Instant,
    /// They were laid out for this, with the bar or without.
    laid_out: Option<(ControlsContent, Canvas, bool)>,
    /// egui wants another pass at this time.
    due: Option<Instant>,
    bitmaps: Vec<Bitmap>,
    /// What the bitmaps were painted of.
    painted: Option<(Vec<ClippedShape>, Canvas)>,
}

/// What comes of laying the controls out.
#[derive(Debug, Default)]
pub struct ControlsOutcome {
    /// What the user wants.
    pub commands: Vec<Command>,
    /// The controls of the page that the user has operated, by their places.
    pub operated: Vec<(usize, ControlInput)>,
    /// Whether they look different.
    pub changed: bool,
}

/// So often at most, egui lays them out for one change.
const MOST_PASSES: usize = 3;

/// In a smaller window, in points, the bar would hide the picture: there are only keys.
const SMALLEST: Vec2 = vec2(80.0, 110.0);

impl Controls {
    /// Hidden ones. Letters that the embedded font lacks come from `fonts`.
    pub fn new(fonts: Fonts) -> Controls {
        let context = Context::default();
        context.set_fonts(embedded());
        context.add_font_provider(Arc::new(move |request: &FallbackRequest<'_>| {
            system_font(&fonts, request.cluster.chars().next()?)
        }));
        context.options_mut(|options| {
            options.zoom_with_keyboard = false;
            // Time goes by from frame to frame, and those of a slow applet take long.
            options.input_options.max_click_duration = f64::INFINITY;
        });
        style::set(&context);
        style::choose(&context, Scheme::default());
        Controls {
            context,
            textures: Textures::default(),
            events: Vec::new(),
            pointer: None,
            moved: None,
            held: false,
            bar: None,
            menu: None,
            rounds: None,
            panels: panel::Areas::default(),
            settings: panel::Settings::default(),
            started: Instant::now(),
            laid_out: None,
            due: None,
            bitmaps: Vec::new(),
            painted: None,
        }
    }

    /// They are light or dark from now on.
    pub fn show_in(&mut self, scheme: Scheme) {
        style::choose(&self.context, scheme);
        self.laid_out = None;
    }

    /// The pointer is at a place, in CSS pixels, or outside of the window.
    pub fn pointer_moved(&mut self, at: Option<[f64; 2]>) {
        let place = at.map(|[x, y]| pos2(x as f32, y as f32));
        if place == self.pointer {
            return;
        }
        self.pointer = place;
        self.moved = place.map(|_| Instant::now());
        self.events.push(match place {
            Some(place) => Event::PointerMoved(place),
            None => Event::PointerGone,
        });
    }

    /// The user has something else in hand: the controls are out of the way.
    pub fn hide(&mut self) {
        self.moved = None;
    }

    /// The main button goes down. Whether that is meant for the controls; if not, they are out of
    /// the way of what the user does with the picture.
    pub fn press(&mut self) -> bool {
        self.held = self.have_pointer();
        if self.held {
            self.button(true);
            return true;
        }
        self.hide();
        self.settings.menu = false;
        self.surrender_focus();
        false
    }

    /// Keys are meant for none of them.
    fn surrender_focus(&self) {
        if let Some(focused) = self.focused() {
            self.context
                .memory_mut(|memory| memory.surrender_focus(focused));
        }
    }

    /// The main button goes up. Whether it went down on the controls.
    pub fn release(&mut self) -> bool {
        let held = std::mem::take(&mut self.held);
        if held {
            self.button(false);
        }
        held
    }

    fn button(&mut self, pressed: bool) {
        let Some(pos) = self.pointer else { return };
        self.moved = Some(Instant::now());
        self.events.push(Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
    }

    /// Whether the main button is down that went down on them.
    pub fn are_held(&self) -> bool {
        self.held
    }

    /// The wheel is turned over them; `factor` is what it zooms by elsewhere.
    pub fn wheel(&mut self, factor: f64) {
        let lines = factor.ln() / ZOOM_A_LINE.ln();
        self.events.push(Event::MouseWheel {
            unit: MouseWheelUnit::Line,
            delta: vec2(0.0, lines as f32),
            phase: TouchPhase::Move,
            modifiers: Modifiers::NONE,
            source: MouseWheelSource::Unknown,
        });
    }

    /// Whether the user writes into a text field of theirs: keys are meant for it.
    pub fn take_keys(&self) -> bool {
        self.context.text_edit_focused()
    }

    /// What keys are meant for.
    fn focused(&self) -> Option<Id> {
        self.context.memory(egui::Memory::focused)
    }

    /// Whether a key is meant for what is in the panels that are open: Tab goes from one thing to the
    /// next, and what it has come to is worked with by some others.
    pub fn takes(&self, key: &Key) -> bool {
        const AT_FOCUS: [&str; 7] = [
            "ArrowLeft",
            "ArrowRight",
            "ArrowUp",
            "ArrowDown",
            "Enter",
            " ",
            "Escape",
        ];
        if key.control {
            return false;
        }
        key.name == "Tab" || AT_FOCUS.contains(&key.name.as_str()) && self.focused().is_some()
    }

    /// Scrolls the panel that is read with a key, if it is one for that and there is more to read.
    pub fn scroll(&mut self, key: &Key) -> bool {
        let scroll = panel::Scroll::of_key(&key.name);
        let scrolled = self.panels.scrolls.zip(scroll);
        self.settings.scrolled = scrolled.or(self.settings.scrolled);
        scrolled.is_some()
    }

    /// A key goes down that is meant for them.
    pub fn key_pressed(&mut self, key: &Key) {
        let modifiers = Modifiers {
            shift: key.shift,
            ctrl: key.control,
            command: key.control,
            ..Modifiers::NONE
        };
        if let Some(named) = egui::Key::from_name(&key.name) {
            self.events.push(Event::Key {
                key: named,
                physical_key: None,
                pressed: true,
                repeat: false,
                modifiers,
            });
        }
        let types = key.typed.is_some_and(|typed| typed >= u32::from(' ')) && !key.control;
        if types {
            self.events.push(Event::Text(key.name.clone()));
        }
    }

    /// Whether the pointer belongs to the controls, and not to the picture.
    pub fn have_pointer(&self) -> bool {
        let single = [&self.bar, &self.menu, &self.rounds];
        let areas = || single.into_iter().flatten().chain(&self.panels.all);
        let is_over = |at| areas().any(|area| area.contains(at));
        self.held || self.pointer.is_some_and(is_over)
    }

    /// How far bar and lower panels reach up from the lower edge, in CSS pixels.
    pub fn height(&self) -> f64 {
        let of_bar = self.bar.map_or(0.0, |bar| bar.height() + MARGIN);
        let above_bar = self.rounds.map(|rounds| bar::HEIGHT + rounds.height());
        f64::from(self.panels.below + above_bar.unwrap_or(of_bar))
    }

    /// How far panels reach from the right edge to the left, in CSS pixels.
    pub fn width_at_right(&self) -> f64 {
        self.panels.right.into()
    }

    /// How far panels reach from the left edge to the right, and from the upper edge down there, in CSS
    /// pixels.
    pub fn reach_at_left(&self) -> [f64; 2] {
        <[f32; 2]>::from(self.panels.left).map(f64::from)
    }

    /// What the panel shows of what scripts have printed.
    pub fn output_shown(&self, printed: &str) -> String {
        let lines = console::passing(printed, &self.settings.console);
        lines.flat_map(|line| [line, "\n"]).collect()
    }

    /// What lies over the picture.
    pub fn bitmaps(&self) -> &[Bitmap] {
        &self.bitmaps
    }

    /// How long until they have to be laid out again though nothing happens.
    pub fn due(&self, now: Instant) -> Option<Duration> {
        let hides = self.bar.and(self.hides());
        let due = [self.due, hides].into_iter().flatten().min()?;
        Some(due.saturating_duration_since(now))
    }

    /// When the bar goes if nothing happens.
    fn hides(&self) -> Option<Instant> {
        let moved = self.moved.filter(|_| !self.have_pointer())?;
        Some(moved + CONTROLS_REST)
    }

    fn has_bar(&self, now: Instant) -> bool {
        self.have_pointer() || self.moved.is_some_and(|moved| now < moved + CONTROLS_REST)
    }

    /// Lays them out if something has changed.
    pub fn lay_out(
        &mut self,
        shown: &ControlsContent,
        canvas: Canvas,
        now: Instant,
    ) -> ControlsOutcome {
        let [width, height] = canvas.css();
        let has_room = width >= f64::from(SMALLEST.x) && height >= f64::from(SMALLEST.y);
        let with_bar = has_room && self.has_bar(now);
        self.settings.menu &= with_bar;
        if !has_room || !with_bar && !shown.lasts() {
            return self.clear();
        }
        let is_due = self.due.is_some_and(|due| due <= now);
        let same = self
            .laid_out
            .as_ref()
            .is_some_and(|(before, on, bar)| (before, on, bar) == (shown, &canvas, &with_bar));
        let is_still = self.events.is_empty() && self.settings.scrolled.is_none();
        if is_still && !is_due && same {
            return ControlsOutcome::default();
        }
        let mut commands = Vec::new();
        let is_resized = self.laid_out.as_ref().is_some_and(|it| it.1 != canvas);
        let laid_out = self.laid_out.as_ref();
        let is_opened = self.bar.is_some() != with_bar
            || self.panels.all.len() != shown.panels.len()
            || laid_out.map_or(0, |it| it.0.loops.len()) != shown.loops.len();
        if is_opened || is_resized {
            // At first, egui only finds out how large everything is, and says that it is elsewhere: what
            // has happened is for the pass after that.
            let events = std::mem::take(&mut self.events);
            self.pass(shown, &canvas, now, with_bar, &mut commands);
            self.events = events;
        }
        let mut shapes = Vec::new();
        for _ in 0..MOST_PASSES {
            let before = (self.focused(), None, self.settings.menu);
            let scrolled = self.settings.scrolled;
            shapes = self.pass(shown, &canvas, now, with_bar, &mut commands);
            if (self.focused(), scrolled, self.settings.menu) == before {
                break;
            }
            // Only with the next pass does egui know which keys are meant for what was come to, and show
            // what is scrolled or opened where it is.
        }
        let changed = self.paint(shapes, canvas);
        self.laid_out = Some((shown.clone(), canvas, with_bar));
        ControlsOutcome {
            commands,
            operated: std::mem::take(&mut self.settings.page.operated),
            changed,
        }
    }

    /// There is nothing to show.
    fn clear(&mut self) -> ControlsOutcome {
        self.events.clear();
        self.surrender_focus();
        self.panels = panel::Areas::default();
        (self.laid_out, self.due) = (None, None);
        (self.bar, self.menu, self.rounds) = (None, None, None);
        let changed = !self.bitmaps.is_empty();
        self.bitmaps.clear();
        self.painted = None;
        ControlsOutcome {
            changed,
            ..ControlsOutcome::default()
        }
    }

    /// Has egui lay them out once, with what has happened since the last time. What they look like.
    fn pass(
        &mut self,
        shown: &ControlsContent,
        canvas: &Canvas,
        now: Instant,
        with_bar: bool,
        commands: &mut Vec<Command>,
    ) -> Vec<ClippedShape> {
        let [width, height] = canvas.css().map(|side| side as f32);
        let mut input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(width, height))),
            time: Some(now.saturating_duration_since(self.started).as_secs_f64()),
            events: std::mem::take(&mut self.events),
            ..RawInput::default()
        };
        let scale = canvas.scale as f32;
        for viewport in input.viewports.values_mut() {
            viewport.native_pixels_per_point = Some(scale);
        }
        let (panels, settings) = (&mut self.panels, &mut self.settings);
        let (mut places, mut rounds) = (None, None);
        let output = self.context.clone().run_ui(input, |ui| {
            let context = ui.ctx();
            let size = [width, height];
            *panels = panel::lay_out(context, &shown.panels, size, settings, commands);
            let below = panels.below;
            rounds = rounds::lay_out(context, &shown.loops, width, below, commands);
            let menu = &mut settings.menu;
            places = with_bar.then(|| bar::bar(context, shown, size, below, menu, commands));
        });
        self.menu = places.as_ref().and_then(|places| places.menu);
        self.bar = places.map(|places| places.bar);
        self.rounds = rounds;
        let repaint = output
            .viewport_output
            .values()
            .map(|viewport| viewport.repaint_delay);
        // Only what egui puts off: what it wants at once comes with the next event.
        self.due = repaint
            .min()
            .filter(|delay| *delay < CONTROLS_REST)
            .map(|delay| now + delay.max(Duration::from_millis(16)));
        self.textures.update(output.textures_delta);
        output.shapes
    }

    /// Paints them; whether they look different.
    fn paint(&mut self, shapes: Vec<ClippedShape>, canvas: Canvas) -> bool {
        let painted = (shapes, canvas);
        if self.painted.as_ref() == Some(&painted) {
            return false;
        }
        let scale = canvas.scale as f32;
        let primitives = self.context.tessellate(painted.0.clone(), scale);
        let bitmaps = self.textures.paint(&primitives, scale, canvas.device);
        let changed = bitmaps != self.bitmaps;
        self.bitmaps = bitmaps;
        self.painted = Some(painted);
        changed
    }
}

/// The families that text is written in: figures of one width in all of them.
fn families() -> [FontFamily; 3] {
    [
        FontFamily::Proportional,
        FontFamily::Monospace,
        style::bold(),
    ]
}

/// The fonts that everything is written in, and below them one that has more letters.
fn embedded() -> FontDefinitions {
    let mut fonts = FontDefinitions::empty();
    let files = [
        ("Arimo", embedded::sans()),
        ("Arimo Bold", embedded::sans_bold()),
        ("DejaVu Sans", embedded::substitute()),
    ];
    for (name, file) in files {
        let data = FontData::from_static(file);
        fonts.font_data.insert(name.to_owned(), data.into());
    }
    for family in families() {
        let first = match family == style::bold() {
            true => "Arimo Bold",
            false => "Arimo",
        };
        let names = [first, "DejaVu Sans"].map(str::to_owned);
        fonts.families.insert(family, names.into());
    }
    fonts
}

/// A font of the system that has a letter.
fn system_font(fonts: &Fonts, letter: char) -> Option<FontInsert> {
    let (file, index) = fonts.file_with(letter)?;
    let families = families().map(|family| InsertFontFamily {
        family,
        priority: FontPriority::Lowest,
    });
    Some(FontInsert {
        name: format!("with {letter}"),
        data: FontData {
            index,
            ..FontData::from_static(file)
        },
        families: families.into(),
    })
}
