//! The lines of a text after an edit: where breakpoints go.

use std::collections::HashMap;

/// The difference of two texts, as one block of lines that replaces another.
#[derive(Clone, Debug)]
pub(crate) struct LineEdit {
    /// The number of equal lines before the block.
    before: usize,
    /// The number of lines of the block, in the old and in the new text.
    replaced: [usize; 2],
    /// Lines of the block, by their number in the old text, that stand once in both: their new number.
    kept: HashMap<usize, usize>,
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
        let replaced = counts.map(|count| count - after);
        let new = single_lines(new, before, replaced[1]);
        let old = single_lines(old, before, replaced[0]).into_iter();
        let kept = old.filter_map(|(text, line)| Some((line, *new.get(text)?)));
        LineEdit {
            before,
            replaced,
            kept: kept.collect(),
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
        if let Some(line) = self.kept.get(&old) {
            return Some(*line);
        }
        let within = old - self.before;
        match within > replaced {
            true => Some(old - replaced + by),
            false => {
                let is_taken = self.kept.values().any(|line| *line == old);
                (within <= by && !is_taken).then_some(old)
            }
        }
    }
}

/// The numbers, from 1, of the lines of a block whose text stands there once.
fn single_lines(text: &str, before: usize, count: usize) -> HashMap<&str, usize> {
    let mut lines: HashMap<&str, Vec<usize>> = HashMap::new();
    for (line, number) in text.lines().zip(1..).skip(before).take(count) {
        lines.entry(line.trim()).or_default().push(number);
    }
    let single = lines
        .into_iter()
        .filter_map(|(line, numbers)| match *numbers {
            [number] => Some((line, number)),
            _ => None,
        });
    single.collect()
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
        assert_eq!(
            lines("a\nb\nc\nd\ne", "a\nx\ny\nb\n  c\nz"),
            [Some(1), Some(4), Some(5), None, None]
        );
        assert_eq!(lines("a\nb", ""), [None, None]);
        assert_eq!(lines("", "a"), []);
    }
}
