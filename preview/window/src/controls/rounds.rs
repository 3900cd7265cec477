//! The rounds of loops while a debugger has stopped in or near them: a scale for each loop.

use egui::{
    Align, Align2, Area, Context, Id, Layout, Margin, Rect, RichText, Slider, TextStyle, Ui, vec2,
};

use super::bar;
use super::button::BUTTON;
use super::command::Command;
use super::style::{MARGIN, dim, letters, plate};

/// A loop, and the round that it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopRow {
    /// The name and the place of the loop.
    pub name: String,
    /// The number of the round, from 1; 0 before the first.
    pub round: u32,
    /// The number of rounds.
    pub rounds: u32,
}

/// The scales are not wider than this, with their words, in points.
const WIDEST: f32 = 560.0;
/// The shortest scale with words beside it, in points. The name goes first, then the number.
const SHORTEST: f32 = 100.0;
const PADDING: Margin = Margin::symmetric(10, 4);

/// The scales, above the place of the bar: `below` points and the bar are under them, in a window of a width in
/// points. The area that they take, if there are any.
pub(super) fn lay_out(
    context: &Context,
    rows: &[LoopRow],
    width: f32,
    below: f32,
    commands: &mut Vec<Command>,
) -> Option<Rect> {
    if rows.is_empty() {
        return None;
    }
    let room = (width - 2.0 * MARGIN - PADDING.sum().x).clamp(0.0, WIDEST);
    let area = Area::new(Id::unique("rounds"))
        .anchor(Align2::CENTER_BOTTOM, vec2(0.0, -below - bar::HEIGHT))
        .movable(false);
    let shown = area.show(context, |ui| {
        plate(ui, PADDING).show(ui, |ui| {
            ui.set_width(room);
            for (index, row) in rows.iter().enumerate() {
                let chosen = lay_out_row(ui, row);
                commands.extend(chosen.map(|round| Command::GoToRound(index, round)));
            }
        })
    });
    Some(shown.response.rect)
}

/// The scale of a loop between its name and the round; the round that the user goes to.
fn lay_out_row(ui: &mut Ui, row: &LoopRow) -> Option<u32> {
    let LoopRow {
        name,
        round,
        rounds,
    } = row;
    let count = match round {
        0 => format!("{rounds} rounds"),
        round => format!("{round} of {rounds}"),
    };
    let width = |text: String| {
        let font = TextStyle::Body.resolve(ui.style());
        let text = ui.painter().layout_no_wrap(text, font, dim(ui));
        text.size().x + ui.spacing().item_spacing.x
    };
    // The scale does not move while the number grows.
    let [name_width, count_width] = [name.clone(), format!("{rounds} of {rounds}")].map(width);
    let room = ui.available_width();
    let has_count = room - count_width >= SHORTEST;
    let has_name = room - count_width - name_width >= SHORTEST;
    let beside = match (has_count, has_name) {
        (_, true) => name_width + count_width,
        (true, false) => count_width,
        (false, false) => 0.0,
    };
    let content = ui.horizontal(|ui| {
        ui.set_min_height(BUTTON);
        ui.spacing_mut().slider_width = room - beside;
        if has_name {
            ui.label(RichText::new(name).color(dim(ui)));
        }
        let mut chosen = (*round).max(1);
        let slider = Slider::new(&mut chosen, 1..=(*rounds).max(1))
            .trailing_fill(true)
            .show_value(false);
        let response = ui
            .add(slider)
            .on_hover_text(Command::GoToRound(0, 0).meaning());
        if has_count {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(RichText::new(count).color(letters(ui)));
            });
        }
        (response.changed() && chosen != *round).then_some(chosen)
    });
    content.inner
}
