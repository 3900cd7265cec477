//! Bare CindyScript files: the draw script, or cells separated by lines `// %% event`.

use cindyscript_diagnostic::{Code, Diagnostic, Severity};
use text_size::{TextLen, TextRange, TextSize};

use crate::event::{event_names, similar_event};
use crate::{Applet, Event, Page, Script, SourceText, Transform, UnboundScript};

/// The rectangle that a bare script shows: no page says how its canvas lies in the world.
const CENTRED: Transform = Transform::VisibleRect {
    left: -10.0,
    top: 10.0,
    right: 10.0,
    bottom: -10.0,
};

/// The applet of a bare script, whose rectangle from -10 to 10 fits into any canvas.
///
/// Without cells, all of the text is the draw script. With cells, what stands before the first
/// one belongs to `init`. Cells of one event are one script, as if written one after the other.
pub(crate) fn parse(text: &str) -> Page {
    let mut page = Page::default();
    let mut applet = Applet::new(TextRange::up_to(text.text_len()));
    for port in &mut applet.ports {
        port.transforms.push(CENTRED);
        port.fill = true;
    }
    let mut scripts: Vec<(Event, Vec<SourceText>)> = Vec::new();
    for cell in split(text) {
        let source = SourceText::contiguous(&text[cell.body], cell.body.start());
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
        match scripts.iter_mut().find(|(known, _)| *known == event) {
            Some((_, sources)) => sources.push(source),
            None => scripts.push((event, vec![source])),
        }
    }
    for (event, sources) in scripts {
        let source = match sources.as_slice() {
            [only] => only.clone(),
            several => SourceText::concat_all(several),
        };
        applet.scripts.push(Script {
            event,
            id: event.name().to_owned(),
            source,
            is_library: false,
        });
    }
    applet.sort_scripts();
    page.applets.push(applet);
    page
}

fn unknown_event(name: &str, range: TextRange) -> Diagnostic {
    let message = if name.is_empty() {
        "this cell names no event".to_owned()
    } else {
        format!("`{name}` is not an event, so this cell never runs")
    };
    let help = match similar_event(name) {
        Some(event) => format!("write `// %% {event}`"),
        None => format!("the events are {}", event_names()),
    };
    Diagnostic::new(Code::UnknownEvent, range, message)
        .severity(Severity::Error)
        .help(help)
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
    // Some editors of Windows begin a file with this mark.
    let mark = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut start = TextSize::of(&text[..mark]);
    let mut rest = 0;
    // Few lines have the sign, whatever else they are.
    while let Some(sign) = text[rest..].find('%') {
        let sign = rest + sign;
        let begin = text[..sign].rfind('\n').map_or(0, |before| before + 1);
        let end = text[sign..]
            .find('\n')
            .map_or(text.len(), |behind| sign + behind + 1);
        rest = end;
        if let Some(name) = cell_label(&text[begin..end]) {
            let offset = TextSize::of(&text[..begin]);
            let body = TextRange::new(start, offset);
            // Nothing before the first cell is no cell.
            if label.is_some() || !text[body].trim().is_empty() {
                cells.push(Cell {
                    label,
                    default_event: Event::Init,
                    body,
                });
            }
            label = Some(name + offset);
            start = TextSize::of(&text[..end]);
        }
    }
    let default_event = Event::Draw;
    cells.push(Cell {
        label,
        default_event,
        body: TextRange::new(start, text.text_len()),
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

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::snapshot::shown;

    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&shown(text, &super::parse(text)));
    }

    #[test]
    fn whole_file_is_the_draw_script() {
        check(
            "draw([0,0]);\n",
            expect![[r#"
            applet 1:1
              draw draw 1:1 "draw([0,0]);\n"
              port None None None [VisibleRect { left: -10.0, top: 10.0, right: 10.0, bottom: -10.0 }] None
        "#]],
        );
        check(
            "",
            expect![[r#"
            applet 1:1
              draw draw 1:1 ""
              port None None None [VisibleRect { left: -10.0, top: 10.0, right: 10.0, bottom: -10.0 }] None
        "#]],
        );
    }

    #[test]
    fn byte_order_mark_belongs_to_no_script() {
        check(
            "\u{feff}draw([0,0]);\n",
            expect![[r#"
            applet 1:1
              draw draw 1:2 "draw([0,0]);\n"
              port None None None [VisibleRect { left: -10.0, top: 10.0, right: 10.0, bottom: -10.0 }] None
        "#]],
        );
    }

    #[test]
    fn script_without_a_page_is_centred_in_any_canvas() {
        let page = super::parse("draw([0,0]);");
        let port = &page.applets[0].ports[0];
        for (size, scale) in [
            ([500.0, 500.0], 25.0),
            ([300.0, 600.0], 15.0),
            ([800.0, 200.0], 10.0),
        ] {
            let view = port.view(size[0], size[1]);
            assert_eq!(view.scale, scale, "{size:?}");
            assert_eq!(view.origin, size.map(|side| side / 2.0), "{size:?}");
        }
    }

    #[test]
    fn cells() {
        check(
            "a = 1;\n// %% draw\ndraw([a,0]);\r\n//%% init   what is needed\nb = 2;\n// %% move",
            expect![[r#"
                applet 1:1
                  move move 6:11 ""
                  init init 1:1 "a = 1;\nb = 2;\n"
                  draw draw 3:1 "draw([a,0]);\r\n"
                  port None None None [VisibleRect { left: -10.0, top: 10.0, right: 10.0, bottom: -10.0 }] None
            "#]],
        );
    }

    #[test]
    fn unknown_events_keep_the_rest() {
        check(
            "// %% drow\na;\n// %% nothing like it\nb;\n  // %%\nc;\n// %% tick\nd;",
            expect![[r#"
                applet 1:1
                  tick tick 8:1 "d;"
                  port None None None [VisibleRect { left: -10.0, top: 10.0, right: 10.0, bottom: -10.0 }] None
                unbound Some("drow") 2:1 "a;\n"
                unbound Some("nothing") 4:1 "b;\n"
                unbound None 6:1 "c;\n"
                Error unknown-event 1:7: `drow` is not an event, so this cell never runs
                  = write `// %% draw`
                Error unknown-event 3:7: `nothing` is not an event, so this cell never runs
                  = the events are move, keydown, keyup, keytyped, keytype, mousedown, mouseup, mousedrag, mousemove, mouseclick, multidown, multiup, multidrag, init, tick, draw, simulationstep, simulationstart, simulationstop, ondrop
                Error unknown-event 5:8: this cell names no event
                  = the events are move, keydown, keyup, keytyped, keytype, mousedown, mouseup, mousedrag, mousemove, mouseclick, multidown, multiup, multidrag, init, tick, draw, simulationstep, simulationstart, simulationstop, ondrop
            "#]],
        );
    }
}
