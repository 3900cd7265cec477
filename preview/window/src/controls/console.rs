//! What scripts print, and a filter for it.

use egui::{RichText, TextEdit, Ui};

use super::command::Command;
use super::style::{dim, letters};

/// Only lines with this in them are shown; letters count the same in either case.
pub(super) type Filter = String;

/// The lines, and above them what is done with them.
pub(super) fn head(ui: &mut Ui, filter: &mut Filter, commands: &mut Vec<Command>) {
    let copy = ui.button("Copy");
    let copy = copy.on_hover_text(Command::CopyOutput.meaning());
    if copy.clicked() {
        commands.push(Command::CopyOutput);
    }
    let clear = ui.button("Clear");
    if clear.clicked() {
        commands.push(Command::ClearOutput);
    }
    ui.add(
        TextEdit::singleline(filter)
            .hint_text("filter")
            .desired_width(120.0),
    );
}

/// The lines of a text that pass the filter.
pub(super) fn passing<'a>(text: &'a str, filter: &Filter) -> impl Iterator<Item = &'a str> {
    let wanted = filter.to_lowercase();
    text.lines()
        .filter(move |line| line.to_lowercase().contains(&wanted))
}

/// The lines that pass the filter.
pub(super) fn lay_out(ui: &mut Ui, text: &str, filter: &Filter) {
    let mut lines = passing(text, filter).peekable();
    if lines.peek().is_none() {
        let said = match text.is_empty() {
            true => "Nothing is printed yet: println(…) writes here.",
            false => "No line found.",
        };
        ui.label(RichText::new(said).color(dim(ui)));
    }
    for line in lines {
        ui.label(RichText::new(line).color(letters(ui)));
    }
}
