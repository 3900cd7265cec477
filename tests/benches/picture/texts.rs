//! Edits of a page: the numbers that its colorplots compute with, and what can stand there instead.

use cindyscript_syntax::{SyntaxKind, tokens};

/// What can be written in the place of a number, in an order: each time another text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edit {
    /// Another number.
    Number,
    /// A term of the pixel.
    Term,
    /// One of two numbers, by what the pixel is.
    Branch,
    /// A sum over a range.
    Loop,
    /// The sum of a list.
    List,
}

impl Edit {
    /// All of them.
    pub(crate) const ALL: [Edit; 5] = [
        Edit::Number,
        Edit::Term,
        Edit::Branch,
        Edit::Loop,
        Edit::List,
    ];

    /// What is edited, in words.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Edit::Number => "a number",
            Edit::Term => "a term",
            Edit::Branch => "a branch",
            Edit::Loop => "a loop",
            Edit::List => "a list",
        }
    }
}

/// A number in the text that a colorplot computes with.
#[derive(Clone, Debug)]
pub(crate) struct Number {
    start: usize,
    end: usize,
    value: f64,
}

impl Number {
    /// The text with something else in its place: another one in each turn, for a pipeline that is
    /// kept would not be built again. `place` depends on the pixel.
    pub(crate) fn edited(&self, text: &str, edit: Edit, place: &str, turn: usize) -> String {
        let value = self.value;
        let waves = |of: &str| -> String {
            let waves = (0..16).map(|bit| ["+ cos", "+ sin"][turn >> bit & 1]);
            waves.map(|wave| format!("{wave}({of})")).collect()
        };
        let little = |of: &str| format!("0.0001*(1 {})", waves(of));
        self.replaced(
            text,
            &match edit {
                Edit::Number => format!("{}", value + (1 + turn) as f64 / 1024.0),
                Edit::Term => format!("({value} + {})", little(place)),
                Edit::Branch => {
                    format!("if({place} > 0.1, {value}, {value} + {})", little(place))
                }
                Edit::Loop => {
                    let round = format!("round9*{place}");
                    format!("({value} + sum(1..3, round9, {}))", little(&round))
                }
                Edit::List => format!("sum([{value}, {}])", little(place)),
            },
        )
    }

    fn replaced(&self, text: &str, by: &str) -> String {
        format!("{}{by}{}", &text[..self.start], &text[self.end..])
    }
}

/// The numbers in the calls of `colorplot` in a text.
pub(crate) fn numbers(text: &str) -> Vec<Number> {
    let mut found = Vec::new();
    for (at, call) in text.match_indices("colorplot(") {
        let (inside, mut depth) = (at + call.len(), 1);
        for (kind, range) in tokens(&text[inside..]) {
            match kind {
                SyntaxKind::L_PAREN => depth += 1,
                SyntaxKind::R_PAREN => depth -= 1,
                SyntaxKind::NUMBER => {
                    let (start, end) = (
                        inside + usize::from(range.start()),
                        inside + usize::from(range.end()),
                    );
                    if let Ok(value) = text[start..end].parse() {
                        found.push(Number { start, end, value });
                    }
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
    // Those with a fraction first: others may be indices, or how often something is done.
    found.sort_by_key(|number| number.value.fract() == 0.0);
    found
}
