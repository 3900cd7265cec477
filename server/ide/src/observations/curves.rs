//! Small plots of numbers in hovers: as a picture, or in characters where an editor shows none.

use std::fmt::Write as _;

use super::{ListNumbers, ObservedValues};

/// What a plot is over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Axis {
    /// Seconds, from and to.
    Seconds([f64; 2]),
    /// The places in a list of this length, from 1.
    Places(usize),
}

/// One or more lines through places, from the left to the right.
#[derive(Clone, Debug, PartialEq)]
pub struct Curves {
    /// What they are over.
    pub(super) axis: Axis,
    /// Each with its name, which is empty where there is one.
    pub(super) lines: Vec<(String, Vec<[f64; 2]>)>,
}

/// A list has a plot if it has no fewer numbers.
const SHORTEST: usize = 4;
/// The picture, in pixels, and what is left free at its edges.
const SIZE: [f64; 2] = [260.0, 72.0];
const MARGIN: f64 = 4.0;
/// Left of the lines stand the least and the greatest number.
const LABELS: f64 = 48.0;
/// These are seen on dark and on light ground.
const COLOURS: [&str; 2] = ["#3b8eea", "#d9822b"];
const GREY: &str = "#8a8a8a";
/// A line of characters has so many.
const COLUMNS: usize = 40;
const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

impl Curves {
    /// The numbers of a list that was seen; none of what is not one, or too short.
    #[must_use]
    pub fn of_list(seen: &ObservedValues) -> Option<Curves> {
        match &seen.numbers {
            Some(ListNumbers { count, some }) => Self::of_numbers(*count, some),
            None => {
                let items = seen.value.strip_prefix('[')?.strip_suffix(']')?;
                let numbers: Option<Vec<f64>> = items.split(',').map(number).collect();
                let numbers = numbers?;
                Self::of_numbers(numbers.len(), &numbers)
            }
        }
    }

    /// Numbers that are evenly spread over a list of so many.
    fn of_numbers(count: usize, numbers: &[f64]) -> Option<Curves> {
        if numbers.len() < SHORTEST {
            return None;
        }
        let step = (count as f64 - 1.0) / (numbers.len() as f64 - 1.0);
        let places = (0..numbers.len()).map(|place| 1.0 + place as f64 * step);
        let line = places.zip(numbers).map(|(x, y)| [x, *y]).collect();
        Some(Curves {
            axis: Axis::Places(count),
            lines: vec![(String::new(), line)],
        })
    }

    /// Whether there are two different values in a line.
    pub(super) fn has_moved(&self) -> bool {
        let moves = |line: &[[f64; 2]]| line.windows(2).any(|pair| pair[0][1] != pair[1][1]);
        self.lines.iter().any(|(_, line)| moves(line))
    }

    /// From where to where it goes.
    fn ends(&self) -> [f64; 2] {
        match self.axis {
            Axis::Seconds(ends) => ends,
            Axis::Places(count) => [1.0, count as f64],
        }
    }

    /// The least and the greatest number of all lines.
    fn bounds(&self) -> [f64; 2] {
        let all = self.lines.iter().flat_map(|(_, line)| line);
        let start = [f64::INFINITY, f64::NEG_INFINITY];
        all.fold(start, |[least, most], [_, y]| [least.min(*y), most.max(*y)])
    }

    /// The least and the greatest number in words: where both read alike, how far the greatest is
    /// from the least.
    fn bounds_in_words(&self) -> [String; 2] {
        let [least, most] = self.bounds();
        let [said_least, said_most] = [short(least), short(most)];
        match said_least == said_most && least < most {
            true => [said_least, format!("+{}", short(most - least))],
            false => [said_least, said_most],
        }
    }

    /// What it is over, in words.
    fn caption(&self) -> String {
        match self.axis {
            Axis::Seconds([from, to]) => format!("the last {} s", short(to - from)),
            Axis::Places(count) => format!("{count} elements"),
        }
    }

    /// As an image in Markdown, which holds the picture itself.
    #[must_use]
    pub fn markdown_image(&self) -> String {
        let svg = escaped(&self.svg());
        format!("![plot of {}](data:image/svg+xml,{svg})", self.caption())
    }

    /// As a picture.
    fn svg(&self) -> String {
        let [width, height] = SIZE;
        let ([from, to], [least, most]) = (self.ends(), self.bounds());
        let (left, lower) = (LABELS + MARGIN, height - MARGIN - 12.0);
        let x = |at: f64| left + (at - from) / (to - from) * (width - MARGIN - left);
        let span = most - least;
        let y = |value: f64| match span > 0.0 {
            true => lower - (value - least) / span * (lower - 2.0 * MARGIN),
            false => (lower + 2.0 * MARGIN) / 2.0,
        };
        let mut svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' \
             font-family='sans-serif' font-size='10' fill='{GREY}'>"
        );
        let [top, bottom] = [2.0 * MARGIN, lower];
        let [said_least, said_most] = self.bounds_in_words();
        for (said, at) in [(said_most, top), (said_least, bottom)] {
            let _ = write!(
                svg,
                "<path d='M{left} {at}H{}' stroke='{GREY}' stroke-opacity='.4'/>\
                 <text x='{LABELS}' y='{}' text-anchor='end'>{said}</text>",
                width - MARGIN,
                at + 3.5,
            );
        }
        for ((name, line), colour) in self.lines.iter().zip(COLOURS) {
            let mut points = String::new();
            for [at, value] in line {
                let _ = write!(points, "{:.1},{:.1} ", x(*at), y(*value));
            }
            let _ = write!(
                svg,
                "<polyline points='{}' fill='none' stroke='{colour}' stroke-width='1.5' \
                 stroke-linejoin='round'/>",
                points.trim_end()
            );
            let _ = match self.lines.iter().position(|(other, _)| other == name) {
                Some(place) if !name.is_empty() => write!(
                    svg,
                    "<text x='{}' y='{}' fill='{colour}'>{name}</text>",
                    left + 20.0 * place as f64,
                    height - MARGIN
                ),
                _ => Ok(()),
            };
        }
        let _ = write!(
            svg,
            "<text x='{}' y='{}' text-anchor='end'>{}</text></svg>",
            width - MARGIN,
            height - MARGIN,
            self.caption()
        );
        svg
    }

    /// In characters, a line for each.
    #[must_use]
    pub fn blocks(&self) -> String {
        let ([from, to], [least, most]) = (self.ends(), self.bounds());
        let columns = match self.axis {
            Axis::Places(count) => count.min(COLUMNS),
            Axis::Seconds(_) => COLUMNS,
        };
        let mut text = String::new();
        for (name, line) in &self.lines {
            for column in 0..columns {
                let part = column as f64 / (columns - 1).max(1) as f64;
                let block = value_at(line, from + part * (to - from)).map_or(' ', |value| {
                    let height = (value - least) / (most - least) * BLOCKS.len() as f64;
                    // Whole heights belong to the block below; NaN is the lowest.
                    let block = BLOCKS.get((height.ceil() as usize).saturating_sub(1));
                    block.copied().unwrap_or(' ')
                });
                text.push(block);
            }
            let name = match name.as_str() {
                "" => String::new(),
                name => format!(" {name}"),
            };
            let _ = writeln!(text, "{name}");
        }
        let caption = self.caption();
        let [least, most] = self.bounds_in_words();
        let _ = write!(text, "{least} … {most} in {caption}");
        text
    }
}

/// The value of a line at a place; none before its beginning.
fn value_at(line: &[[f64; 2]], at: f64) -> Option<f64> {
    let after = line.partition_point(|[x, _]| *x <= at);
    let [x, y] = *line.get(after.checked_sub(1)?)?;
    let Some([to_x, to_y]) = line.get(after) else {
        return Some(y);
    };
    Some(y + (at - x) / (to_x - x) * (to_y - y))
}

/// A number with few digits.
fn short(number: f64) -> String {
    let size = number.abs();
    match size {
        _ if size != 0.0 && !(1e-3..1e6).contains(&size) => format!("{number:.1e}"),
        _ => {
            let decimals = if size < 10.0 { 1000.0 } else { 10.0 };
            ((number * decimals).round() / decimals + 0.0).to_string()
        }
    }
}

/// As an address may hold it, also between parentheses.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(2 * text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b',' | b'=' | b'/' | b':' => {
                escaped.push(char::from(byte));
            }
            _ => {
                let _ = write!(escaped, "%{byte:02X}");
            }
        }
    }
    escaped
}

/// A finite number as it is printed.
pub(super) fn number(text: &str) -> Option<f64> {
    let number: f64 = text.trim().parse().ok()?;
    number.is_finite().then_some(number)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use cindyscript_hir::types::Type;

    use super::*;

    #[test]
    fn lists_of_numbers_have_curves() {
        let printed = |value: &str| {
            Curves::of_list(&ObservedValues {
                ty: Type::Top,
                value: value.to_owned(),
                first: String::new(),
                numbers: None,
            })
        };
        let curves = printed("[0, 1, 4, 9, 16]").unwrap();
        assert_eq!(curves.blocks(), "▁▁▂▅█\n0 … 16 in 5 elements");
        for other in [
            "[1, 2, 3]",
            "[1, \"a\", 3, 4]",
            "[[1, 2], [3, 4]]",
            "[…]",
            "4",
        ] {
            assert_eq!(printed(other), None, "{other}");
        }
        // All alike, and still a list.
        let flat = printed("[2, 2, 2, 2]").unwrap();
        assert_eq!(flat.blocks(), "▁▁▁▁\n2 … 2 in 4 elements");
        assert!(!flat.svg().contains("NaN"));
    }

    #[test]
    fn long_lists_have_curves() {
        let curves = Curves::of_numbers(1000, &[0.0, 1.0, 2.0, 3.0]).unwrap();
        let blocks = "▁▁▁▁▁▂▂▂▂▂▃▃▃▃▃▄▄▄▄▄▅▅▅▅▅▆▆▆▆▆▇▇▇▇▇█████";
        assert_eq!(curves.blocks(), format!("{blocks}\n0 … 3 in 1000 elements"));
    }

    #[test]
    fn numbers_that_read_alike_are_told_apart() {
        let seconds = [1.8e9, 1.8e9 + 1.0, 1.8e9 + 2.0, 1.8e9 + 20.0];
        let curves = Curves::of_numbers(4, &seconds).unwrap();
        assert!(curves.blocks().ends_with("1.8e9 … +20 in 4 elements"));
        assert!(curves.svg().contains(">+20<"));
    }

    #[test]
    fn what_has_two_parts_has_two_lines() {
        let curves = Curves {
            axis: Axis::Seconds([0.0, 20.0]),
            lines: vec![
                ("re".to_owned(), vec![[10.0, 0.0], [20.0, 1.0]]),
                ("im".to_owned(), vec![[10.0, 1.0], [20.0, 0.0]]),
            ],
        };
        let blocks = curves.blocks();
        let lines: Vec<&str> = blocks.lines().collect();
        let [re, im, caption] = lines[..] else {
            panic!("{blocks}");
        };
        assert!(re.starts_with(" ") && re.ends_with("█ re"), "{re}");
        assert!(im.starts_with(' ') && im.ends_with("▁ im"), "{im}");
        assert_eq!(caption, "0 … 1 in the last 20 s");
        let image = curves.markdown_image();
        assert!(image.starts_with("![plot of the last 20 s](data:image/svg+xml,%3Csvg%20"));
        assert!(image.ends_with("%3C/svg%3E)"));
        assert_eq!(image.matches(['(', ')', ' ']).count(), 2 + 5, "{image}");
        assert_eq!(image.matches("%3Cpolyline").count(), 2);
    }

    #[test]
    fn numbers_are_short() {
        for (value, said) in [
            (0.0, "0"),
            (-0.000_01, "-1.0e-5"),
            (1.0 / 3.0, "0.333"),
            (123.456, "123.5"),
            (2e9, "2.0e9"),
        ] {
            assert_eq!(short(value), said);
        }
    }
}
