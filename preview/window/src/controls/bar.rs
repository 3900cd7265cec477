//! The bar at the lower edge: time and its passing, the view, what else can be shown.

use egui::{
    Align2, Area, Button, Context, Id, Margin, Rect, Response, RichText, Sense, Ui, Vec2, vec2,
};

use super::command::{Command, KEYS};
use super::icon::Icon;
use super::panel::Panel;
use super::style::{MARGIN, accent, dim, hovered, letters, plate};
use super::{Playback, Shown, scrub};

/// The bar is not wider than this.
const WIDEST: f32 = 640.0;
/// The side of a button.
pub(super) const BUTTON: f32 = 24.0;
/// Between two of them.
pub(super) const SPACING: f32 = 4.0;

/// What the speed can be chosen from, forwards.
const SPEEDS: [f64; 7] = [0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 10.0];

/// The speeds that there are, from the slowest; `backwards` as well, or not.
pub fn speeds(backwards: bool) -> impl Iterator<Item = f64> {
    let behind = SPEEDS.iter().rev().map(|speed| -speed);
    behind.filter(move |_| backwards).chain(SPEEDS)
}

/// A speed as it is shown.
pub fn speed_in_words(speed: f64) -> String {
    format!("{speed}×").replace('-', "−")
}

/// Within the bar, at its edges.
pub(super) const PADDING: Margin = Margin::symmetric(6, 5);

/// How much it takes of the height of the window, in points.
pub(super) const HEIGHT: f32 = BUTTON + 2.0 * (PADDING.top as f32) + 2.0 * MARGIN;

/// The bar, `below` points above the lower edge.
pub(super) fn bar(
    context: &Context,
    shown: &Shown,
    width: f32,
    below: f32,
    commands: &mut Vec<Command>,
) -> Rect {
    let room = (width - 2.0 * MARGIN - PADDING.sum().x).clamp(0.0, WIDEST);
    Area::new(Id::unique("controls"))
        .anchor(Align2::CENTER_BOTTOM, vec2(0.0, -below - MARGIN))
        .movable(false)
        .show(context, |ui| {
            plate(ui, PADDING).show(ui, |ui| {
                ui.set_max_width(room);
                ui.spacing_mut().item_spacing.x = SPACING;
                ui.horizontal(|ui| contents(ui, shown, room, commands));
            });
        })
        .response
        .rect
}

/// What is left out first where there is little room beside the buttons, in points.
const FOR_SCRUBBING: f32 = 170.0;
const FOR_SPEED: f32 = 70.0;

fn contents(ui: &mut Ui, shown: &Shown, room: f32, commands: &mut Vec<Command>) {
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
        (Icon::Times, false, Command::Toggle(Panel::Hud)),
        (Icon::Output, false, Command::Toggle(Panel::Console)),
        (Icon::Parameters, false, Command::Toggle(Panel::Parameters)),
        (Icon::Probe, false, Command::Toggle(Panel::Probe)),
        (Icon::Keys, false, Command::Toggle(Panel::Keys)),
    ]);
    // Only where it takes no room from the time.
    let for_time = shown.playback.map_or(0.0, |_| FOR_SCRUBBING);
    if room - (buttons.len() + 1) as f32 * (BUTTON + SPACING) >= for_time {
        buttons.push((Icon::Save, false, Command::Toggle(Panel::Save)));
    }
    let left = room - buttons.len() as f32 * (BUTTON + SPACING);
    let fitting = (room / (BUTTON + SPACING)) as usize;
    for (icon, active, command) in buttons.into_iter().take(fitting) {
        if button(ui, icon, active, command).clicked() {
            commands.push(command);
        }
    }
    let Some(playback) = shown.playback else {
        return;
    };
    if left >= FOR_SPEED {
        speed(ui, playback, commands);
    }
    let seconds = format!("{:.1} s", playback.seconds);
    ui.label(RichText::new(seconds).color(dim(ui)));
    if left >= FOR_SCRUBBING {
        scrub::scrub(ui, playback, commands);
    }
}

/// What a command does, and its key.
pub(super) fn hint(command: Command) -> String {
    match KEYS.iter().find(|key| key.command == command) {
        Some(key) => format!("{} ({})", command.meaning(), key.shown),
        None => command.meaning().to_owned(),
    }
}

pub(super) fn button(ui: &mut Ui, icon: Icon, active: bool, command: Command) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(BUTTON), Sense::click());
    let is_reached = response.hovered() || response.has_focus();
    if is_reached {
        ui.painter().rect_filled(rect, 4.0, hovered(ui));
    }
    let colour = match (active, is_reached) {
        (true, _) => accent(ui),
        (false, true) => letters(ui),
        (false, false) => dim(ui),
    };
    icon.paint(ui.painter(), rect, colour);
    response.on_hover_text(hint(command))
}

/// The speed; a click goes to the next, and from the last to the first.
fn speed(ui: &mut Ui, playback: Playback, commands: &mut Vec<Command>) {
    let text = RichText::new(speed_in_words(playback.speed)).color(dim(ui));
    let button = Button::new(text).frame(false).min_size(vec2(36.0, BUTTON));
    if ui
        .add(button)
        .on_hover_text(hint(Command::Faster))
        .clicked()
    {
        let next = speeds(playback.backwards).find(|speed| *speed > playback.speed);
        let next = next.or_else(|| speeds(playback.backwards).next());
        commands.extend(next.map(Command::Speed));
    }
}
