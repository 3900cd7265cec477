//! The time on a scale: a knob that is dragged to another time, and below it the ends of what is played
//! again and again.

use egui::{EventFilter, Key, Rect, Sense, Shape, Stroke, Ui, pos2, remap_clamp, vec2};

use super::PlaybackState;
use super::button::{BUTTON, hint};
use super::command::Command;
use super::style::{accent, dim, letters};

/// The radius of the knob, in points,
const KNOB: f32 = 6.0;
/// how thick the scale is,
const TRACK: f32 = 4.0;
/// and how wide and high the ends of what is played again and again are.
const END: [f32; 2] = [9.0, 8.0];
/// No less is played again and again, in seconds.
const SHORTEST: f64 = 1.0 / 60.0;

/// The scale, as wide as there is room.
pub(super) fn scrub(ui: &mut Ui, playback: PlaybackState, commands: &mut Vec<Command>) {
    let PlaybackState { seconds, range, .. } = playback;
    let last = range.map_or(seconds, |[_, end]| end.max(seconds));
    let last = scale(last);
    let size = vec2(ui.available_width(), BUTTON);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let sides = rect.left() + KNOB..=rect.right() - KNOB;
    let x_of = |seconds: f64| remap_clamp(seconds as f32, 0.0..=last as f32, sides.clone());
    let time_at = |x: f32| f64::from(remap_clamp(x, sides.clone(), 0.0..=last as f32));
    let middle = rect.center().y;
    let bar = |from: f32, to: f32| {
        let corners = (
            pos2(from, middle - TRACK / 2.0),
            pos2(to, middle + TRACK / 2.0),
        );
        Rect::from_min_max(corners.0, corners.1)
    };
    let painter = ui.painter();
    painter.rect_filled(
        bar(*sides.start(), *sides.end()),
        2.0,
        dim(ui).gamma_multiply(0.4),
    );
    let [begin, end] = range.unwrap_or([0.0, seconds]).map(x_of);
    painter.rect_filled(bar(begin, end.max(begin)), 2.0, accent(ui));
    let ring = match response.has_focus() {
        true => Stroke::new(2.0, letters(ui)),
        false => Stroke::NONE,
    };
    painter.circle(pos2(x_of(seconds), middle), KNOB, dim(ui), ring);
    // Above the scale, so that they have the pointer first.
    let ends = range.map(|range| ends(ui, range, middle, x_of, time_at));
    commands.extend(ends.flatten().map(Command::Loop));
    let response = response.on_hover_text(hint(Command::Seek(seconds)));
    let sought = response.interact_pointer_pos().map(|at| time_at(at.x));
    if let Some(sought) = sought.filter(|sought| *sought != seconds) {
        commands.push(Command::Seek(sought));
    }
    if response.has_focus() {
        let arrows = EventFilter {
            horizontal_arrows: true,
            ..EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
        let pressed = |key: Key| ui.input(|input| input.num_presses(key) as f64);
        let by = pressed(Key::ArrowRight) - pressed(Key::ArrowLeft);
        commands.extend((by != 0.0).then_some(Command::SeekBy(by)));
    }
}

/// The ends of what is played again and again; another range, if the user drags one of them.
fn ends(
    ui: &Ui,
    range: [f64; 2],
    middle: f32,
    x_of: impl Fn(f64) -> f32,
    time_at: impl Fn(f32) -> f64,
) -> Option<[f64; 2]> {
    let [width, height] = END;
    let top = middle + TRACK / 2.0;
    let mut dragged = range;
    for index in [0, 1] {
        let x = x_of(range[index]);
        let area = Rect::from_min_max(
            pos2(x - width / 2.0, top),
            pos2(x + width / 2.0, top + height),
        );
        let end = ui.interact(
            area.expand(1.0),
            ui.scope_id().with(("end", index)),
            Sense::drag(),
        );
        let colour = match end.hovered() || end.dragged() {
            true => letters(ui),
            false => accent(ui),
        };
        // It points at its time.
        let points = vec![pos2(x, top), area.right_bottom(), area.left_bottom()];
        ui.painter()
            .add(Shape::convex_polygon(points, colour, Stroke::NONE));
        if end.dragged()
            && let Some(at) = end.interact_pointer_pos()
        {
            dragged[index] = match index {
                0 => time_at(at.x).min(range[1] - SHORTEST).max(0.0),
                _ => time_at(at.x).max(range[0] + SHORTEST),
            };
        }
    }
    (dragged != range).then_some(dragged)
}

/// How long the scale for a time is, in seconds: it does not change with each frame.
pub fn scale(seconds: f64) -> f64 {
    let mut length = 10.0;
    while length < seconds {
        length *= 2.0;
    }
    length
}
