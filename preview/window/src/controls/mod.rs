//! The controls over the picture: a bar that appears when the pointer moves and goes when it rests.
//! What the user does there comes out as [`Command`]s, the same that keys stand for; what is shown
//! comes in as plain data, and goes out as bitmaps.
//!
//! Deliberately knows no session and no presenter.

use std::time::{Duration, Instant};

use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::view::Canvas;
use egui::{
    Align2, Area, Button, Color32, Context, CornerRadius, Event, FontData, FontDefinitions,
    FontFamily, FontId, Frame, Id, Margin, PointerButton, Pos2, RawInput, Rect, Response, RichText,
    Sense, Slider, Stroke, TextStyle, Ui, Vec2, Visuals, pos2, vec2,
};

mod command;
mod icon;
mod raster;
#[cfg(test)]
mod tests;

pub use command::{Command, KEYS, of_key};
use icon::Icon;
use raster::Textures;

use crate::policy::CONTROLS_REST;

/// What the controls show.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shown {
    /// How time passes; none where the applet is not animated.
    pub playback: Option<Playback>,
    /// Whether the view is another than the text's.
    pub moved: bool,
}

/// How time passes in an applet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playback {
    /// The applet's time, in seconds.
    pub seconds: f64,
    /// Whether it stands still.
    pub paused: bool,
    /// Seconds of the applet in a second.
    pub speed: f64,
    /// What is played again and again, from and to.
    pub range: Option<[f64; 2]>,
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
    area: Option<Rect>,
    started: Instant,
    /// They were laid out for this.
    laid_out: Option<(Shown, Canvas)>,
    /// egui wants another pass at this time.
    due: Option<Instant>,
    bitmaps: Vec<Bitmap>,
}

/// What comes of laying the controls out.
#[derive(Debug, Default)]
pub struct Outcome {
    /// What the user wants.
    pub commands: Vec<Command>,
    /// Whether they look different.
    pub changed: bool,
}

const SHADE: Color32 = Color32::from_rgba_premultiplied(20, 22, 26, 224);
const EDGE: Color32 = Color32::from_rgba_premultiplied(48, 48, 48, 48);
const TEXT: Color32 = Color32::from_rgb(245, 247, 250);
const DIM: Color32 = Color32::from_rgb(173, 181, 191);
const ACCENT: Color32 = Color32::from_rgb(97, 168, 245);

/// Between the bar and the window's edge, in points.
const MARGIN: f32 = 8.0;
/// In a smaller window, in points, the bar would hide the picture: there are only keys.
const SMALLEST: Vec2 = vec2(200.0, 150.0);
/// The bar is not wider than this.
const WIDEST: f32 = 640.0;
/// The side of a button.
const BUTTON: f32 = 24.0;
/// Between two of them.
const SPACING: f32 = 4.0;

/// What the speed can be chosen from.
pub const SPEEDS: [f64; 7] = [0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 10.0];

impl Default for Controls {
    fn default() -> Controls {
        let context = Context::default();
        let mut fonts = FontDefinitions::empty();
        let name = "DejaVu Sans";
        let data = FontData::from_static(dejavu::sans_condensed::regular());
        fonts.font_data.insert(name.to_owned(), data.into());
        for family in [FontFamily::Proportional, FontFamily::Monospace] {
            fonts.families.insert(family, vec![name.to_owned()]);
        }
        context.set_fonts(fonts);
        context.options_mut(|options| options.zoom_with_keyboard = false);
        context.all_styles_mut(|style| {
            style.visuals = visuals();
            style.animation_time = 0.0;
            style.interaction.selectable_labels = false;
            for (kind, size) in [(TextStyle::Body, 13.0), (TextStyle::Button, 13.0)] {
                style.text_styles.insert(kind, FontId::proportional(size));
            }
        });
        Controls {
            context,
            textures: Textures::default(),
            events: Vec::new(),
            pointer: None,
            moved: None,
            held: false,
            area: None,
            started: Instant::now(),
            laid_out: None,
            due: None,
            bitmaps: Vec::new(),
        }
    }
}

impl Controls {
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
        match self.held {
            true => self.button(true),
            false => self.hide(),
        }
        self.held
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
            modifiers: egui::Modifiers::NONE,
        });
    }

    /// Whether the pointer belongs to the controls, and not to the picture.
    pub fn have_pointer(&self) -> bool {
        let is_over = |at| self.area.is_some_and(|area| area.contains(at));
        self.held || self.pointer.is_some_and(is_over)
    }

    /// How far they reach up from the lower edge, in CSS pixels.
    pub fn height(&self) -> f64 {
        self.area
            .map_or(0.0, |area| f64::from(area.height() + MARGIN))
    }

    /// What lies over the picture.
    pub fn bitmaps(&self) -> &[Bitmap] {
        &self.bitmaps
    }

    /// How long until they have to be laid out again though nothing happens.
    pub fn due(&self, now: Instant) -> Option<Duration> {
        let hides = self.hides();
        let due = [self.due, hides].into_iter().flatten().min()?;
        self.area.map(|_| due.saturating_duration_since(now))
    }

    /// When they go if nothing happens.
    fn hides(&self) -> Option<Instant> {
        let moved = self.moved.filter(|_| !self.have_pointer())?;
        Some(moved + CONTROLS_REST)
    }

    fn are_visible(&self, canvas: &Canvas, now: Instant) -> bool {
        let [width, height] = canvas.css();
        if width < f64::from(SMALLEST.x) || height < f64::from(SMALLEST.y) {
            return false;
        }
        self.have_pointer() || self.moved.is_some_and(|moved| now < moved + CONTROLS_REST)
    }

    /// Lays them out if something has changed.
    pub fn lay_out(&mut self, shown: Shown, canvas: Canvas, now: Instant) -> Outcome {
        if !self.are_visible(&canvas, now) {
            self.events.clear();
            self.laid_out = None;
            self.area = None;
            let changed = !self.bitmaps.is_empty();
            self.bitmaps.clear();
            return Outcome {
                commands: Vec::new(),
                changed,
            };
        }
        let is_due = self.due.is_some_and(|due| due <= now);
        if self.events.is_empty() && !is_due && self.laid_out == Some((shown, canvas)) {
            return Outcome::default();
        }
        let mut commands = Vec::new();
        if self.area.is_none() {
            // At first, egui only finds out how large everything is, and says that it is elsewhere.
            self.pass(shown, &canvas, now, &mut commands);
        }
        let bitmaps = self.pass(shown, &canvas, now, &mut commands);
        let changed = bitmaps != self.bitmaps;
        self.bitmaps = bitmaps;
        self.laid_out = Some((shown, canvas));
        Outcome { commands, changed }
    }

    /// Has egui lay them out once, with what has happened since the last time. What they look like.
    fn pass(
        &mut self,
        shown: Shown,
        canvas: &Canvas,
        now: Instant,
        commands: &mut Vec<Command>,
    ) -> Vec<Bitmap> {
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
        let mut area = None;
        let output = self.context.clone().run_ui(input, |ui| {
            area = Some(bar(ui.ctx(), shown, width, commands));
        });
        self.area = area;
        let repaint = output
            .viewport_output
            .values()
            .map(|viewport| viewport.repaint_delay);
        // Only what egui puts off: what it wants at once comes with the next event.
        self.due = repaint
            .min()
            .filter(|delay| *delay < CONTROLS_REST)
            .map(|delay| now + delay.max(Duration::from_millis(16)));
        let primitives = self
            .context
            .tessellate(output.shapes, output.pixels_per_point);
        self.textures.update(output.textures_delta);
        self.textures.paint(&primitives, scale, canvas.device)
    }
}

/// Within the bar, at its edges.
const PADDING: Margin = Margin::symmetric(6, 5);

/// The bar at the lower edge.
fn bar(context: &Context, shown: Shown, width: f32, commands: &mut Vec<Command>) -> Rect {
    let room = (width - 2.0 * MARGIN - PADDING.sum().x).clamp(0.0, WIDEST);
    Area::new(Id::unique("controls"))
        .anchor(Align2::CENTER_BOTTOM, vec2(0.0, -MARGIN))
        .movable(false)
        .show(context, |ui| {
            Frame::new()
                .fill(SHADE)
                .stroke(Stroke::new(1.0, EDGE))
                .corner_radius(6.0)
                .inner_margin(PADDING)
                .show(ui, |ui| {
                    ui.set_max_width(room);
                    ui.spacing_mut().item_spacing.x = SPACING;
                    ui.horizontal(|ui| contents(ui, shown, room, commands));
                });
        })
        .response
        .rect
}

/// What is left out first where there is little room, in points.
const FOR_SCRUBBING: f32 = 330.0;
const FOR_SPEED: f32 = 240.0;

fn contents(ui: &mut Ui, shown: Shown, room: f32, commands: &mut Vec<Command>) {
    let mut buttons = vec![(Icon::Start, false, Command::StartAnew)];
    if let Some(playback) = shown.playback {
        let icon = match playback.paused {
            true => Icon::Play,
            false => Icon::Pause,
        };
        let loops = playback.range.is_some();
        buttons.extend([
            (icon, false, Command::TogglePause),
            (Icon::Step, false, Command::Step),
            (Icon::Loop, loops, Command::ToggleLoop),
        ]);
    }
    buttons.extend([
        (Icon::Fit, shown.moved, Command::ResetView),
        (Icon::Times, false, Command::ToggleTimes),
        (Icon::Keys, false, Command::ToggleKeys),
    ]);
    let fitting = (room / (BUTTON + SPACING)) as usize;
    for (icon, active, command) in buttons.into_iter().take(fitting) {
        if button(ui, icon, active, command).clicked() {
            commands.push(command);
        }
    }
    let Some(playback) = shown.playback else {
        return;
    };
    if room >= FOR_SPEED {
        speed(ui, playback, commands);
    }
    let seconds = format!("{:.1} s", playback.seconds);
    ui.label(RichText::new(seconds).color(DIM));
    if room >= FOR_SCRUBBING {
        scrub(ui, playback, commands);
    }
}

/// What a command does, and its key.
fn hint(command: Command) -> String {
    match KEYS.iter().find(|key| key.command == command) {
        Some(key) => format!("{} ({})", command.meaning(), key.shown),
        None => command.meaning().to_owned(),
    }
}

fn button(ui: &mut Ui, icon: Icon, active: bool, command: Command) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(BUTTON), Sense::click());
    if response.hovered() {
        let fill = Color32::from_rgba_premultiplied(40, 40, 40, 40);
        ui.painter().rect_filled(rect, 4.0, fill);
    }
    let colour = match (active, response.hovered()) {
        (true, _) => ACCENT,
        (false, true) => TEXT,
        (false, false) => DIM,
    };
    icon.paint(ui.painter(), rect, colour);
    response.on_hover_text(hint(command))
}

/// The speed; a click goes to the next, and from the last to the first.
fn speed(ui: &mut Ui, playback: Playback, commands: &mut Vec<Command>) {
    let text = RichText::new(format!("{}×", playback.speed)).color(DIM);
    let button = Button::new(text).frame(false).min_size(vec2(36.0, BUTTON));
    if ui
        .add(button)
        .on_hover_text(hint(Command::Faster))
        .clicked()
    {
        let next = SPEEDS.iter().find(|speed| **speed > playback.speed);
        commands.push(Command::Speed(*next.unwrap_or(&SPEEDS[0])));
    }
}

/// The time, to be dragged; what lies ahead is as long as what has passed, and ten seconds at least.
fn scrub(ui: &mut Ui, playback: Playback, commands: &mut Vec<Command>) {
    let [begin, end] = playback.range.unwrap_or([0.0, length(playback.seconds)]);
    let mut seconds = playback.seconds;
    ui.spacing_mut().slider_width = ui.available_width();
    let slider = Slider::new(&mut seconds, begin..=end)
        .show_value(false)
        .trailing_fill(true);
    if ui
        .add(slider)
        .on_hover_text(hint(Command::Seek(playback.seconds)))
        .changed()
    {
        commands.push(Command::Seek(seconds));
    }
}

/// How long a scale for a time is: it does not change with each frame.
fn length(seconds: f64) -> f64 {
    let mut length = 10.0;
    while length < seconds {
        length *= 2.0;
    }
    length
}

fn visuals() -> Visuals {
    let mut visuals = Visuals::dark();
    visuals.override_text_color = Some(TEXT);
    visuals.window_fill = SHADE;
    visuals.window_stroke = Stroke::new(1.0, EDGE);
    visuals.selection.bg_fill = ACCENT;
    visuals.menu_corner_radius = CornerRadius::same(4);
    visuals.popup_shadow = egui::Shadow::NONE;
    visuals.widgets.inactive.bg_fill = Color32::from_rgba_premultiplied(60, 62, 66, 255);
    visuals
}
