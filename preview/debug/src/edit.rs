//! The lines of a text after an edit: where breakpoints go.

/// The difference of two texts, as one block of lines that replaces another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineEdit {
    /// The number of equal lines before the block.
    before: usize,
    /// The number of lines of the block, in the old and in the new text.
    replaced: [usize; 2],
}

impl LineEdit {
    /// Compares two texts.
    pub(crate) fn between(old: &str, new: &str) -> LineEdit {
        let equal = |(a, b): &(&str, &str)| a == b;
        let before = old.lines().zip(new.lines()).take_while(equal).count();
        let counts = [old, new].map(|text| text.lines().count() - before);
        let after = old.lines().rev().zip(new.lines().rev());
        let shorter = counts[0].min(counts[1]);
        let after = after.take(shorter).take_while(equal).count();
        LineEdit {
            before,
            replaced: counts.map(|count| count - after),
        }
    }

    /// The line, from 1, that has become of another one, or the one next to it if it was deleted.
    pub(crate) fn nearest(&self, old: usize) -> usize {
        self.line(old).unwrap_or(self.before + 1)
    }

    /// The line, from 1, that has become of another one. None if it was deleted.
    pub(crate) fn line(&self, old: usize) -> Option<usize> {
        let [replaced, by] = self.replaced;
        if old <= self.before {
            return Some(old);
        }
        let within = old - self.before;
        match within > replaced {
            true => Some(old - replaced + by),
            false => (within <= by).then_some(old),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_move_with_the_text_around_them() {
        let lines = |old: &str, new: &str| {
            let edit = LineEdit::between(old, new);
            (1..=old.lines().count())
                .map(|line| edit.line(line))
                .collect::<Vec<_>>()
        };
        assert_eq!(lines("a\nb\nc", "a\nb\nc"), [Some(1), Some(2), Some(3)]);
        assert_eq!(
            lines("a\nb\nc", "a\nx\ny\nb\nc"),
            [Some(1), Some(4), Some(5)]
        );
        assert_eq!(lines("a\nb\nc", "a\nB\nc"), [Some(1), Some(2), Some(3)]);
        assert_eq!(lines("a\nb\nc", "a\nc"), [Some(1), None, Some(2)]);
        assert_eq!(lines("a\na\na", "a\na"), [Some(1), Some(2), None]);
        assert_eq!(lines("a\nb", ""), [None, None]);
        assert_eq!(lines("", "a"), []);
    }
}
