//! The part of the text that is selected in the editor, which colorplots can draw instead of their results.

use cindyscript_applet::{TextRange, TextSize};
use cindyscript_protocol::{ByteRange, Version};

use crate::plot_view::{Expression, Shown};
use crate::source::Source;

/// The drawing of the selection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawnSelection {
    /// True if it is drawn.
    pub is_drawn: bool,
    /// The value, from 1, in the order in which a pixel computes them; the last if none.
    pub time: Option<u32>,
}

/// The selection of the editor.
#[derive(Debug, Default)]
pub struct Selection {
    /// The version, and the part of it.
    told: Option<(Version, TextRange)>,
    /// The drawing of it.
    pub drawn: DrawnSelection,
}

impl Selection {
    /// Takes a selection of the editor; true if it is another one.
    pub fn set(&mut self, version: Version, range: Option<ByteRange>) -> bool {
        let range = range.filter(|range| range.start <= range.end);
        let told = range.map(|ByteRange { start, end }| {
            let [start, end] = [start, end].map(TextSize::from);
            (version, TextRange::new(start, end))
        });
        let is_new = told != self.told;
        if is_new {
            self.told = told;
            self.drawn.time = None;
        }
        is_new
    }

    /// The selection or the cursor in a version. `None`: the editor shows another version. `Some(None)`: it
    /// shows another document.
    pub fn place(&self, source: &Source) -> Option<Option<TextRange>> {
        match self.told {
            Some((version, _)) if version != source.version || source.is_draft => None,
            Some((_, range)) => Some(Some(range)),
            None => Some(None),
        }
    }

    /// The selected part of a version; none where there is only a cursor.
    pub fn range(&self, source: &Source) -> Option<TextRange> {
        let (version, range) = self.told?;
        let is_known = version == source.version && !source.is_draft && !range.is_empty();
        is_known.then_some(range)
    }

    /// The number of the value that is so many after the one drawn; none is the last, before the first.
    pub fn value_after(&self, step: i32) -> Option<u32> {
        let time = self.drawn.time.unwrap_or(0).saturating_add_signed(step);
        (time > 0).then_some(time)
    }

    /// The expression or result for programs to show; none if the text is another version by now.
    pub fn wanted(&self, source: &Source) -> Option<Shown> {
        let told = self.told.filter(|(_, range)| !range.is_empty());
        let Some((version, range)) = told.filter(|_| self.drawn.is_drawn) else {
            return Some(Shown::Result);
        };
        if version != source.version || source.is_draft {
            return None;
        }
        let text = source.document.text();
        let text = text.get(std::ops::Range::<usize>::from(range))?;
        Some(Shown::Expression(Expression {
            range,
            text: text.into(),
            time: self.drawn.time,
        }))
    }
}
