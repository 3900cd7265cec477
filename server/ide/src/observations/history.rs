//! How values have changed while the applet ran, as far as they are numbers.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::Subject;
use super::curves::{Axis, Curves, number};

/// For so long values are kept, in seconds.
const SPAN: f64 = 20.0;
/// No more of them than these, of one thing,
const MOST: usize = 256;
/// and of no more things than these.
const MOST_SUBJECTS: usize = 1024;
/// What is told a few times a second while it changes has stood still for longer pauses.
const PAUSE: f64 = 1.0;

/// The values of the last [`SPAN`] seconds.
#[derive(Clone, Debug, Default)]
pub struct History {
    samples: FxHashMap<Subject, VecDeque<Sample>>,
}

/// A value, and when it was seen, in seconds.
#[derive(Clone, Debug, PartialEq)]
struct Sample {
    at: f64,
    numbers: Numbers,
}

/// The numbers that a value is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Numbers {
    Real(f64),
    Complex([f64; 2]),
    Pair([f64; 2]),
}

impl Numbers {
    /// Of a value as CindyScript prints it; none of what is not made of one or two numbers.
    fn read(value: &str) -> Option<Numbers> {
        if let Some(items) = value.strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
            let (x, y) = items.split_once(',')?;
            return Some(Numbers::Pair([number(x)?, number(y)?]));
        }
        if let Some((re, im)) = value.split_once("i*") {
            let (re, sign) = match re.trim_end().strip_suffix('-') {
                Some(re) => (re, -1.0),
                None => (re.trim_end().trim_end_matches('+'), 1.0),
            };
            let re = match re.trim() {
                "" => 0.0,
                re => number(re)?,
            };
            return Some(Numbers::Complex([re, sign * number(im)?]));
        }
        number(value).map(Numbers::Real)
    }

    fn parts(&self) -> &[f64] {
        match self {
            Numbers::Real(number) => std::slice::from_ref(number),
            Numbers::Complex(parts) | Numbers::Pair(parts) => parts,
        }
    }

    /// What the parts are called.
    fn names(self) -> &'static [&'static str] {
        match self {
            Numbers::Real(_) => &[""],
            Numbers::Complex(_) => &["re", "im"],
            Numbers::Pair(_) => &["x", "y"],
        }
    }
}

impl History {
    /// Notes a value that was seen at a time, in seconds, as CindyScript prints it. What has a place
    /// in the text is not noted: it is another thing when the text has changed.
    pub fn note(&mut self, subject: &Subject, value: &str, at: f64) {
        if matches!(subject, Subject::Uniform(_) | Subject::AtPixel(_)) {
            return;
        }
        let Some(numbers) = Numbers::read(value) else {
            self.samples.remove(subject);
            return;
        };
        if self.samples.len() >= MOST_SUBJECTS && !self.samples.contains_key(subject) {
            return;
        }
        let samples = self.samples.entry(subject.clone()).or_default();
        let is_other = |sample: &Sample| sample.numbers.names() != numbers.names();
        if samples.back().is_some_and(is_other) {
            samples.clear();
        }
        samples.push_back(Sample { at, numbers });
        // The last one before the time that is looked at is the value at its start.
        let is_over = |samples: &VecDeque<Sample>| {
            let second = samples.get(1);
            samples.len() > MOST || second.is_some_and(|second| second.at < at - SPAN)
        };
        while is_over(samples) {
            samples.pop_front();
        }
    }

    /// How something has moved in the last seconds before a time; none of what has not.
    #[must_use]
    pub fn curves(&self, subject: &Subject, now: f64) -> Option<Curves> {
        let samples = self.samples.get(subject)?;
        let names = samples.back()?.numbers.names();
        let begin = now - SPAN;
        let lines = names.iter().enumerate().map(|(part, name)| {
            let mut line: Vec<[f64; 2]> = Vec::new();
            let mut last: Option<f64> = None;
            let all = samples.iter().map(|sample| {
                let value = sample.numbers.parts().get(part);
                (sample.at, value.copied().unwrap_or_default())
            });
            for (at, value) in all {
                match last {
                    // It was this until shortly before.
                    Some(before) if line.last().is_some_and(|[seen, _]| at - seen > PAUSE) => {
                        line.push([at - PAUSE / 4.0, before]);
                    }
                    _ => {}
                }
                line.push([at, value]);
                last = Some(value);
            }
            line.extend(last.map(|last| [now.max(samples.back().map_or(now, |it| it.at)), last]));
            ((*name).to_owned(), within(&line, begin))
        });
        let curves = Curves {
            axis: Axis::Seconds([begin, now]),
            lines: lines.collect(),
        };
        curves.has_moved().then_some(curves)
    }
}

/// The part of a line from a place on.
fn within(line: &[[f64; 2]], begin: f64) -> Vec<[f64; 2]> {
    let first = line.partition_point(|[at, _]| *at < begin);
    let before = first.checked_sub(1).and_then(|before| line.get(before));
    let after = line.get(first);
    let start = before.zip(after).map(|([x, y], [to_x, to_y])| {
        let part = (begin - x) / (to_x - x);
        [begin, y + part * (to_y - y)]
    });
    let rest = line.get(first..).unwrap_or_default();
    start.into_iter().chain(rest.iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn global(name: &str) -> Subject {
        Subject::Global(name.to_owned())
    }

    #[test]
    fn numbers_are_read_as_they_are_printed() {
        assert_eq!(Numbers::read("-0.5"), Some(Numbers::Real(-0.5)));
        assert_eq!(Numbers::read("1 + i*2"), Some(Numbers::Complex([1.0, 2.0])));
        assert_eq!(
            Numbers::read("-1.5 - i*0.25"),
            Some(Numbers::Complex([-1.5, -0.25]))
        );
        assert_eq!(Numbers::read("[1, -2]"), Some(Numbers::Pair([1.0, -2.0])));
        for other in [
            "\"1\"",
            "A",
            "[1, 2, 3]",
            "[…]",
            "NaN",
            "inf",
            "",
            "center [1, 2]",
        ] {
            assert_eq!(Numbers::read(other), None, "{other}");
        }
    }

    #[test]
    fn what_moves_has_curves_over_the_last_seconds() {
        let (mut history, x) = (History::default(), global("x"));
        for step in 0..200 {
            let at = f64::from(step) * 0.25;
            history.note(&x, &at.to_string(), at);
        }
        let curves = history.curves(&x, 50.0).unwrap();
        let [(name, line)] = &curves.lines[..] else {
            panic!("{curves:?}");
        };
        assert_eq!(name, "");
        assert_eq!(line.first(), Some(&[30.0, 30.0]));
        assert_eq!(line.last(), Some(&[50.0, 49.75]));
        assert!(history.samples[&x].len() < 90);
        // Once it rests for as long, it has not moved.
        assert!(history.curves(&x, 80.0).is_none());
        assert!(history.curves(&global("y"), 50.0).is_none());
    }

    #[test]
    fn what_rests_and_jumps_is_a_step() {
        let (mut history, z) = (History::default(), global("z"));
        history.note(&z, "1 + i*1", 0.0);
        assert!(history.curves(&z, 5.0).is_none());
        history.note(&z, "2 + i*1", 5.0);
        let curves = history.curves(&z, 6.0).unwrap();
        assert_eq!(
            curves.lines,
            [
                (
                    "re".to_owned(),
                    vec![[0.0, 1.0], [4.75, 1.0], [5.0, 2.0], [6.0, 2.0]]
                ),
                (
                    "im".to_owned(),
                    vec![[0.0, 1.0], [4.75, 1.0], [5.0, 1.0], [6.0, 1.0]]
                ),
            ]
        );
        // Another kind of value begins anew, and no number ends it.
        history.note(&z, "3", 7.0);
        assert!(history.curves(&z, 8.0).is_none());
        history.note(&z, "\"a\"", 8.0);
        assert!(history.samples.is_empty());
        history.note(&Subject::AtPixel(Default::default()), "3", 7.0);
        assert!(history.samples.is_empty());
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let mut history = History::default();
        for step in 0..10_000 {
            history.note(&global("x"), &step.to_string(), f64::from(step) * 1e-3);
            history.note(&global(&format!("y{step}")), "1", 0.0);
        }
        assert_eq!(history.samples[&global("x")].len(), MOST);
        assert_eq!(history.samples.len(), MOST_SUBJECTS);
    }
}
