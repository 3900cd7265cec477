//! What the user has made of the applet by hand, written into its text: where points were dragged to,
//! and, where no editor does it at once, what was set.

use cindyscript_ide::code_actions::{FileEdit, applied};
use cindyscript_player::Session;
use cindyscript_player::source::Source;
use cindyscript_protocol::{ByteRange, FromPreview, Replacement};

use super::{RenderLoop, WindowProxy};
use crate::file;

/// No more decimals are written of a place.
const MOST_DECIMALS: f64 = 9.0;

impl<P: WindowProxy> RenderLoop<P> {
    /// Has the editor write it, or writes it into the file, which comes back as another version.
    pub(super) fn write(&mut self) {
        self.bar.notice = match self.try_to_write() {
            Ok(written) => written,
            Err(reason) => Some(reason),
        };
        self.state.overlay_changed();
    }

    /// Returns what was written, unless the editor shows it.
    ///
    /// # Errors
    /// Nothing was written; the reason.
    fn try_to_write(&self) -> Result<Option<String>, String> {
        let Some(base) = self.parameters.base() else {
            return Err("the text cannot be read: nothing is written into it".to_owned());
        };
        let session = self.frames.session();
        let mut edits = session.map_or_else(Vec::new, |session| places(session, base));
        let (document, version) = (&base.document, base.version);
        if self.outbox.has_reader() {
            if edits.is_empty() {
                return Err("no point was dragged: there is nothing to write".to_owned());
            }
            let replacements = edits.iter().filter_map(|edit| replacement(base, edit));
            let replacements = replacements.collect();
            self.outbox.send(&FromPreview::Edit {
                version,
                replacements,
            });
            return Ok(None);
        }
        let points = edits.len();
        edits.extend(self.parameters.edits());
        if edits.is_empty() {
            return Err("nothing was set or dragged: there is nothing to write".to_owned());
        }
        let new = applied(document.text(), &edits);
        file::replace(document.name().as_ref(), document.text(), &new)
            .map_err(|error| error.to_string())?;
        let what = amount(points, edits.len() - points);
        Ok(Some(format!("{what} written into {}", document.name())))
    }
}

/// Counts what was written, as in `2 points and 1 constant`.
fn amount(points: usize, constants: usize) -> String {
    let counted = [(points, "point"), (constants, "constant")];
    let counted = counted.into_iter().filter(|(count, _)| *count > 0);
    let words = counted.map(|(count, noun)| match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    });
    words.collect::<Vec<_>>().join(" and ")
}

/// What an editor is asked for.
pub(super) fn replacement(base: &Source, edit: &FileEdit) -> Option<Replacement> {
    let old = base.document.text().get(std::ops::Range::from(edit.range));
    Some(Replacement {
        range: ByteRange {
            start: edit.range.start().into(),
            end: edit.range.end().into(),
        },
        old: old?.to_owned(),
        new: edit.text.clone(),
    })
}

/// Where points lie that the user has dragged, in the place of where the text puts them.
fn places(session: &Session, base: &Source) -> Vec<FileEdit> {
    let dragged = session.dragged_points();
    let decimals = session.view().scale.max(1.0).log10().ceil();
    let decimals = decimals.min(MOST_DECIMALS) as usize;
    let edit = |(name, [x, y]): (&str, [f64; 2])| {
        let element = base.applet()?.element(name)?;
        let range = element.position_range?;
        let old = base.document.text().get(std::ops::Range::from(range))?;
        let text = format!("[{}, {}]", written(x, decimals), written(y, decimals));
        (old.starts_with('[') && old != text).then_some(FileEdit { range, text })
    };
    dragged.into_iter().filter_map(edit).collect()
}

/// A number of so many decimals at most.
fn written(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let short = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => &text,
    };
    if short == "-0" { "0" } else { short }.to_owned()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Instant;

    use cindyscript_player::session::UserEvent;
    use cindyscript_player::source::ReceivedText;
    use cindyscript_player::view::Canvas;

    use super::*;
    use crate::host::Environment;
    use crate::reader;

    const PAGE: &str = r#"<canvas id="c"></canvas>
<script id="csdraw" type="text/x-cindyscript">draw(A)</script>
<script>CindyJS({scripts: "cs*", ports: [{id: "c", width: 100, height: 100,
  transform: [{visibleRect: [-5, 5, 5, -5]}]}],
  geometry: [{name: "A", type: "Free", pos: [2, 1, 1]}, {name: "B", type: "Free", pos: [-1, -2]},
             {name: "M", type: "Mid", args: ["A", "B"]}]});</script>"#;

    #[test]
    fn points_are_written_where_they_were_dragged_to() {
        let text = ReceivedText {
            path: "a.html".to_owned(),
            text: PAGE.to_owned(),
            version: 1,
            arrived: Instant::now(),
        };
        let canvas = Canvas {
            device: [100, 100],
            scale: 1.0,
        };
        let source = reader::read(text, None).0;
        let environment = Arc::<Environment>::default();
        let mut session = Session::new(source.clone(), canvas, environment, 0, 0.0);
        session.frame(0.0);
        assert_eq!(places(&session, &source), []);
        // Ten pixels a unit.
        for event in [
            UserEvent::PointerMoved([70.0, 40.0]),
            UserEvent::PointerPressed,
            UserEvent::PointerMoved([33.0, 40.0]),
            UserEvent::PointerMoved([35.0, 61.0]),
            UserEvent::PointerReleased,
        ] {
            session.input(event);
            session.frame(0.0);
        }
        let new = applied(PAGE, &places(&session, &source));
        assert_eq!(new, PAGE.replace("[2, 1, 1]", "[-1.5, -1.1]"));
    }

    #[test]
    fn amounts_are_counted_in_words() {
        assert_eq!(amount(1, 0), "1 point");
        assert_eq!(amount(0, 3), "3 constants");
        assert_eq!(amount(2, 1), "2 points and 1 constant");
    }

    #[test]
    fn places_have_the_decimals_that_can_be_seen() {
        assert_eq!(written(1.0 / 3.0, 2), "0.33");
        assert_eq!(written(2.0, 2), "2");
        assert_eq!(written(-0.001, 2), "0");
        assert_eq!(written(120.0, 0), "120");
    }
}
