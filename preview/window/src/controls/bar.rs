//! The bar at the lower edge: time and its passing, the view, what else can be shown.

use egui::{Align2, Area, Button, Context, Id, Margin, Rect, RichText, Ui, vec2};

use super::button::{BUTTON, Entry, SPACING, button, hint, icon_button};
use super::command::{Command, Panel};
use super::icon::Icon;
use super::style::{MARGIN, dim, plate};
use super::{ControlsContent, PlaybackState, menu, scrub};

/// The bar is not wider than this.
const WIDEST: f32 = 640.0;
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

/// Where the bar is, and the menu of what it has no room for, if that is open.
pub(super) struct Places {
    pub(super) bar: Rect,
    pub(super) menu: Option<Rect>,
}

/// The bar, `below` points above the lower edge of a window of a size in points.
pub(super) fn bar(
    context: &Context,
    shown: &ControlsContent,
    [width, height]: [f32; 2],
    below: f32,
    menu_is_open: &mut bool,
    commands: &mut Vec<Command>,
) -> Places {
    let room = (width - 2.0 * MARGIN - PADDING.sum().x).clamp(0.0, WIDEST);
    let Division { bar, menu, time } = Division::of(shown, room);
    let area = Area::new(Id::unique("controls"))
        .anchor(Align2::CENTER_BOTTOM, vec2(0.0, -below - MARGIN))
        .movable(false)
        .show(context, |ui| {
            plate(ui, PADDING).show(ui, |ui| {
                ui.set_max_width(room);
                ui.spacing_mut().item_spacing.x = SPACING;
                ui.horizontal(|ui| {
                    for entry in bar {
                        if button(ui, entry.icon, entry.is_on, entry.command).clicked() {
                            commands.push(entry.command);
                        }
                    }
                    *menu_is_open &= !menu.is_empty();
                    if !menu.is_empty() {
                        let pressed = icon_button(ui, Icon::More, *menu_is_open);
                        *menu_is_open ^= pressed.on_hover_text("shows the rest").clicked();
                    }
                    if let Some(playback) = shown.playback {
                        passing(ui, playback, time, commands);
                    }
                });
            });
        });
    let bar = area.response.rect;
    let menu = menu_is_open.then(|| {
        let most = height - below - bar.height() - 2.0 * MARGIN;
        let above = below + bar.height() + MARGIN;
        menu::lay_out(context, &menu, [room, most], above, menu_is_open, commands)
    });
    let menu = menu.filter(|_| *menu_is_open);
    Places { bar, menu }
}

/// How much of the time there is in the bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Time {
    /// Nothing,
    None,
    /// the number,
    Number,
    /// or the number, the speed and the scale.
    Scale,
}

impl Time {
    /// The room that it takes, in points; the scale wants more if there is more.
    fn room(self) -> f32 {
        match self {
            Time::None => 0.0,
            Time::Number => 54.0,
            Time::Scale => 170.0,
        }
    }

    /// As much as leaves room for some buttons, of more if there is more of the time.
    fn within(room: f32) -> Time {
        let leaves = |(time, buttons): &(Time, f32)| room - time.room() >= buttons * PITCH;
        let mut all = [(Time::Scale, 5.0), (Time::Number, 3.0)].into_iter();
        all.find(leaves).map_or(Time::None, |(time, _)| time)
    }
}

/// A button with what is between it and the next.
const PITCH: f32 = BUTTON + SPACING;

/// What the bar keeps while there is less and less room for it, the first the longest.
const KEPT: [Command; 12] = [
    Command::TogglePause,
    Command::StartAnew,
    Command::ResetView,
    Command::Toggle(Panel::Page),
    Command::Toggle(Panel::Parameters),
    Command::Step,
    Command::Toggle(Panel::Keys),
    Command::ToggleLoop,
    Command::Toggle(Panel::Hud),
    Command::Toggle(Panel::Console),
    Command::Toggle(Panel::Probe),
    Command::Toggle(Panel::Save),
];

/// What stands for the time in the menu, where the bar has no scale.
const TIMES: [Command; 5] = [
    Command::SeekBy(f64::NEG_INFINITY),
    Command::SeekBy(-1.0),
    Command::SeekBy(1.0),
    Command::Slower,
    Command::Faster,
];

/// What stands in the bar, and what in the menu.
struct Division {
    bar: Vec<Entry>,
    menu: Vec<Entry>,
    time: Time,
}

impl Division {
    /// For a bar with so much room, in points.
    fn of(shown: &ControlsContent, room: f32) -> Division {
        let time = match shown.playback {
            Some(_) => Time::within(room),
            None => Time::None,
        };
        let mut menu: Vec<Entry> = Vec::new();
        if shown.playback.is_some() && time != Time::Scale {
            menu.extend(TIMES.map(|command| Entry {
                icon: Icon::Nothing,
                is_on: false,
                command,
            }));
        }
        let mut bar = entries(shown);
        let count = ((room - time.room() + SPACING) / PITCH) as usize;
        while bar.len() + usize::from(!menu.is_empty()) > count.max(2) {
            let place = |entry: &Entry| KEPT.iter().position(|kept| *kept == entry.command);
            let last = (0..bar.len()).max_by_key(|index| bar.get(*index).and_then(place));
            let Some(last) = last.filter(|_| bar.len() > 1) else {
                break;
            };
            menu.push(bar.remove(last));
        }
        Division { bar, menu, time }
    }
}

/// All buttons, from the left to the right.
fn entries(shown: &ControlsContent) -> Vec<Entry> {
    let mut all = vec![(Icon::Start, false, Command::StartAnew)];
    if let Some(playback) = shown.playback {
        let icon = match playback.paused {
            true => Icon::Play,
            false => Icon::Pause,
        };
        let loops = playback.range.is_some();
        all.extend([
            (icon, false, Command::TogglePause),
            (Icon::Step, false, Command::Step),
            (Icon::Loop, loops, Command::ToggleLoop),
        ]);
    }
    if shown.waits_to_play {
        all.push((Icon::Play, true, Command::Play));
    }
    if shown.has_page_controls {
        all.push((Icon::Page, false, Command::Toggle(Panel::Page)));
    }
    all.extend([
        (Icon::Fit, shown.moved, Command::ResetView),
        (Icon::Times, false, Command::Toggle(Panel::Hud)),
        (Icon::Output, false, Command::Toggle(Panel::Console)),
        (Icon::Parameters, false, Command::Toggle(Panel::Parameters)),
        (Icon::Probe, false, Command::Toggle(Panel::Probe)),
        (Icon::Keys, false, Command::Toggle(Panel::Keys)),
        (Icon::Save, false, Command::Toggle(Panel::Save)),
    ]);
    let all = all.into_iter();
    all.map(|(icon, is_on, command)| Entry {
        icon,
        is_on,
        command,
    })
    .collect()
}

/// The time and its passing.
fn passing(ui: &mut Ui, playback: PlaybackState, time: Time, commands: &mut Vec<Command>) {
    if time == Time::None {
        return;
    }
    if time == Time::Scale {
        speed(ui, playback, commands);
    }
    let seconds = format!("{:.1} s", playback.seconds);
    ui.label(RichText::new(seconds).color(dim(ui)));
    if time == Time::Scale {
        scrub::scrub(ui, playback, commands);
    }
}

/// The speed; a click goes to the next, and from the last to the first.
fn speed(ui: &mut Ui, playback: PlaybackState, commands: &mut Vec<Command>) {
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
