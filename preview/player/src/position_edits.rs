//! Places to which the user has dragged points, and values that the user has set, as edits of the text.

use cindyscript_ide::code_actions::FileEdit;
use cindyscript_protocol::{ByteRange, Replacement};

use crate::session::Session;
use crate::source::Source;

/// No more decimals are written of a place.
const MOST_DECIMALS: f64 = 9.0;

/// The replacement that an editor makes for an edit.
pub fn replacement(base: &Source, edit: &FileEdit) -> Option<Replacement> {
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

/// Edits that put dragged points where they lie now.
pub fn places(session: &Session, base: &Source) -> Vec<FileEdit> {
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
    // A text says when it arrived.
    #![allow(clippy::disallowed_methods)]

    use std::sync::Arc;

    use cindyscript_ide::code_actions::applied;
    use cindyscript_interpreter::platform::Instant;

    use super::*;
    use crate::services::Alone;
    use crate::session::UserEvent;
    use crate::source::ReceivedText;
    use crate::view::Canvas;

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
        let services = Arc::<Alone>::default();
        let document = Source::read(&text, None, services.clone());
        let source = Source::new(&text, document, None);
        let mut session = Session::new(source.clone(), canvas, services, 0, 0.0);
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
    fn places_have_the_decimals_that_can_be_seen() {
        assert_eq!(written(1.0 / 3.0, 2), "0.33");
        assert_eq!(written(2.0, 2), "2");
        assert_eq!(written(-0.001, 2), "0");
        assert_eq!(written(120.0, 0), "120");
    }
}
