//! What the user has made of the applet by hand, written into its text: where points were dragged to,
//! and, where no editor does it at once, what was set.

use std::time::Instant;

use cindyscript_ide::code_actions::applied;
use cindyscript_player::position_edits::{places, replacement};
use cindyscript_protocol::FromPreview;

use super::{RenderLoop, WindowProxy};
use crate::file;

impl<P: WindowProxy> RenderLoop<P> {
    /// Has what is set shown, and written once it is let go.
    pub(super) fn follow_parameters(&mut self) {
        // The picture of a value is shown before the next one is compiled.
        let is_done = self.state.is_settled() && !self.frames.awaits_programs();
        if (is_done || !self.state.owes_receipt())
            && let Some(draft) = self.parameters.take_draft(Instant::now())
        {
            self.worker.set(draft);
        }
        if self.controls.are_held() {
            return;
        }
        self.parameters.let_go();
        if self.outbox.has_reader()
            && let Some((version, replacements)) = self.parameters.ask()
        {
            self.outbox.send(&FromPreview::Edit {
                version,
                replacements,
            });
        }
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_counted_in_words() {
        assert_eq!(amount(1, 0), "1 point");
        assert_eq!(amount(0, 3), "3 constants");
        assert_eq!(amount(2, 1), "2 points and 1 constant");
    }
}
