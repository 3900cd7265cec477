//! What paints the colorplots of a document and how long that takes, as its preview says.

use cindyscript_ide::code_lens::{Painted, Painter};
use cindyscript_protocol::{self as protocol, PlotTime};
use text_size::{TextRange, TextSize};

use crate::diagnostics::text_range;

/// What is known of the colorplots, each with its place in the text as it is now: edits elsewhere move
/// it, so that what is said does not come and go with every key.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PlotTimes(Vec<Painted>);

impl PlotTimes {
    pub(crate) fn new(plots: Vec<PlotTime>) -> Self {
        let painted = |plot: PlotTime| Painted {
            range: text_range(plot.range),
            painter: match plot.painter {
                protocol::Painter::Gpu => Painter::Gpu,
                protocol::Painter::Software => Painter::Software,
                protocol::Painter::Cpu { why } => Painter::Cpu(why),
            },
            ms: plot.ms.filter(|ms| ms.is_finite()),
        };
        Self(plots.into_iter().map(painted).collect())
    }

    pub(crate) fn all(&self) -> &[Painted] {
        &self.0
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Follows an edit that replaces a range of the text by so many bytes. A reason for the CPU is
    /// forgotten: any edit may have removed its cause.
    pub(crate) fn replaced(&mut self, old: TextRange, new: TextSize) {
        let moved = |offset: TextSize| (offset + new).checked_sub(old.len());
        self.0.retain_mut(|plot| {
            if matches!(plot.painter, Painter::Cpu(Some(_))) {
                return false;
            }
            let range = plot.range;
            let ends = if range.end() <= old.start() {
                Some((range.start(), range.end()))
            } else if old.end() <= range.start() {
                moved(range.start()).zip(moved(range.end()))
            } else if range.contains_range(old) && range.start() < old.start() {
                moved(range.end()).map(|end| (range.start(), end))
            } else {
                None
            };
            if let Some((start, end)) = ends {
                plot.range = TextRange::new(start, end.max(start));
            }
            ends.is_some()
        });
    }
}

#[cfg(test)]
mod tests {
    use cindyscript_protocol::ByteRange;

    use super::*;

    #[test]
    fn places_move_with_the_text() {
        let plot = |start, end| PlotTime {
            range: ByteRange { start, end },
            painter: protocol::Painter::Gpu,
            ms: Some(f64::NAN),
        };
        // What is replaced by 5 bytes, and where a colorplot from 10 to 20 is then.
        for (old, places) in [
            ((0, 2), Some((13, 23))),
            ((12, 14), Some((10, 23))),
            ((20, 24), Some((10, 20))),
            ((5, 15), None),
            ((10, 20), None),
        ] {
            let mut times = PlotTimes::new(vec![plot(10, 20)]);
            assert_eq!(times.all()[0].ms, None);
            times.replaced(TextRange::new(old.0.into(), old.1.into()), 5.into());
            let found = times.all().first().map(|plot| plot.range);
            let places = places.map(|(a, b): (u32, u32)| TextRange::new(a.into(), b.into()));
            assert_eq!(found, places, "{old:?}");
        }
    }

    #[test]
    fn reason_for_the_cpu_is_forgotten_at_an_edit() {
        let plot = |why: Option<&str>| PlotTime {
            range: ByteRange { start: 10, end: 20 },
            painter: protocol::Painter::Cpu {
                why: why.map(str::to_owned),
            },
            ms: None,
        };
        let mut times = PlotTimes::new(vec![plot(Some("`*` is not available")), plot(None)]);
        times.replaced(TextRange::empty(0.into()), 1.into());
        let painters: Vec<_> = times.all().iter().map(|plot| &plot.painter).collect();
        assert_eq!(painters, [&Painter::Cpu(None)]);
    }
}
