//! Bare CindyScript files: the draw script, or cells separated by lines `// %% event`.

use text_size::{TextLen, TextRange, TextSize};

use crate::problem::{event_names, similar_event};
use crate::{Applet, Event, Page, Problem, ProblemCode, Script, Source, UnboundScript};

/// The applet of a bare script.
///
/// Without cells, all of the text is the draw script. With cells, what stands before the first
/// one belongs to `init`. Cells of one event are one script, as if written one after the other.
pub(crate) fn parse(text: &str) -> Page {
    let mut page = Page::default();
    let mut applet = Applet::new(TextRange::up_to(text.text_len()));
    for cell in split(text) {
        let source = Source::contiguous(&text[cell.body], cell.body.start());
        let event = match &cell.label {
            None => cell.default_event,
            Some(label) => match Event::from_name(&text[*label]) {
                Some(event) => event,
                None => {
                    let name = &text[*label];
                    page.problems.push(unknown_event(name, *label));
                    let id = (!name.is_empty()).then(|| name.to_owned());
                    page.unbound.push(UnboundScript { id, source });
                    continue;
                }
            },
        };
        match applet.scripts.iter_mut().find(|s| s.event == event) {
            Some(script) => script.source = Source::concat_all(&[script.source.clone(), source]),
            None => applet.scripts.push(Script {
                event,
                id: event.name().to_owned(),
                source,
            }),
        }
    }
    applet.sort_scripts();
    page.applets.push(applet);
    page
}

fn unknown_event(name: &str, range: TextRange) -> Problem {
    let message = if name.is_empty() {
        "this cell names no event".to_owned()
    } else {
        format!("`{name}` is not an event, so this cell never runs")
    };
    let help = match similar_event(name) {
        Some(event) => format!("write `// %% {event}`"),
        None => format!("the events are {}", event_names()),
    };
    Problem::error(ProblemCode::UnknownEvent, range, message).help(help)
}

struct Cell {
    /// The name after `%%`.
    label: Option<TextRange>,
    /// For a cell without a label.
    default_event: Event,
    body: TextRange,
}

fn split(text: &str) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut label = None;
    let mut start = TextSize::new(0);
    let mut offset = TextSize::new(0);
    for line in text.split_inclusive('\n') {
        let end = offset + line.text_len();
        if let Some(name) = cell_label(line) {
            let body = TextRange::new(start, offset);
            // Nothing before the first cell is no cell.
            if label.is_some() || !text[body].trim_start_matches('\u{feff}').trim().is_empty() {
                cells.push(Cell {
                    label,
                    default_event: Event::Init,
                    body,
                });
            }
            label = Some(name + offset);
            start = end;
        }
        offset = end;
    }
    let default_event = Event::Draw;
    cells.push(Cell {
        label,
        default_event,
        body: TextRange::new(start, offset),
    });
    cells
}

/// The range of the name in a line `// %% name`; what follows the name is a remark.
fn cell_label(line: &str) -> Option<TextRange> {
    let rest = line.trim_start_matches('\u{feff}').trim_start();
    let rest = rest
        .strip_prefix("//")?
        .trim_start()
        .strip_prefix("%%")?
        .trim_start();
    let name = rest.split_whitespace().next().unwrap_or("");
    // Where `rest` begins in the line; for an empty name, the end of what is visible.
    let start = if name.is_empty() {
        line.trim_end().len()
    } else {
        line.len() - rest.len()
    };
    let start = TextSize::new(u32::try_from(start).ok()?);
    Some(TextRange::at(start, name.text_len()))
}
