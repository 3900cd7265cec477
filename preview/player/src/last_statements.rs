//! What is played of a script of which some statements cannot be parsed: those have the text of the
//! statements that stood in their place when all could be parsed last, and all others are those of
//! the text.
//!
//! Which those were, the statements between say that are the same in both texts. Where it is not
//! clear, what stands between two of them is played as it was.

use std::ops::Range;

use cindyscript_applet::{TextRange, TextSize};
use cindyscript_syntax::{Statement, TextEdit, statements};

/// A script of which some statements have the text of an earlier version.
#[derive(Debug)]
pub(crate) struct Mixed {
    /// All of it.
    pub(crate) text: String,
    /// What makes it of the text that it has now, in the order of that.
    pub(crate) edits: Vec<TextEdit>,
    /// What is not played as it stands there now.
    pub(crate) behind: Vec<NotPlayed>,
}

/// A statement that is not played as it stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotPlayed {
    /// Where the script has it.
    pub(crate) range: TextRange,
    /// True if nothing is played for it: no earlier version has a statement in its place.
    pub(crate) is_left_out: bool,
}

/// More pairs of statements than this are not compared.
const MOST_PAIRS: usize = 1 << 20;

/// Replaces the statements of a text that have syntax errors, or that `is_wrong` names, by those of the
/// `last` text that could be played; `None` if nothing of the text stands apart from them.
pub(crate) fn mixed(text: &str, last: &str, is_wrong: impl Fn(TextRange) -> bool) -> Option<Mixed> {
    let (mut new, old) = (Script::read(text), Script::read(last));
    for statement in &mut new.statements {
        statement.is_valid &= !is_wrong(statement.range);
    }
    let replaced = regions(&new, &old).into_iter();
    let replaced: Vec<Region> = replaced
        .flat_map(|region| replacements(&new, &old, region))
        .collect();
    let added = |region: &Region| {
        let (range, old) = (new.range(&region.new)?, old.range(&region.old)?);
        Some(added(&text[range], &last[old])? + range.start())
    };
    let stale = replaced.iter().filter(|region| added(region).is_none());
    let stale: usize = stale.map(|region| region.new.len()).sum();
    if stale == new.statements.len() {
        return None;
    }
    let mut mixed = Mixed {
        text: text.to_owned(),
        edits: Vec::new(),
        behind: Vec::new(),
    };
    for region in replaced {
        let range = new.range(&region.new)?;
        let mut insert = old
            .range(&region.old)
            .map_or("", |range| &last[range])
            .to_owned();
        let is_followed = region.new.end < new.statements.len();
        if is_followed && !insert.is_empty() && !insert.ends_with(';') {
            insert.push(';');
        }
        mixed.edits.extend(edit(text, range, &insert));
        if let Some(range) = added(&region) {
            mixed.behind.push(NotPlayed {
                range,
                is_left_out: true,
            });
            continue;
        }
        mixed.behind.extend(region.new.map(|place| NotPlayed {
            range: new.statements[place].range,
            is_left_out: region.old.is_empty(),
        }));
    }
    for edit in mixed.edits.iter().rev() {
        let range = Range::<usize>::from(edit.range);
        mixed.text.replace_range(range, &edit.insert);
    }
    Some(mixed)
}

/// The part of a broken text that is new, if it stands in lines of its own in front of the earlier text
/// or behind it: a bracket that is open takes in the lines below.
fn added(new: &str, old: &str) -> Option<TextRange> {
    let whole = |text: &'_ str| text.trim_end_matches(';').trim_end().len();
    let (new, old) = (&new[..whole(new)], &old[..whole(old)]);
    let blank = [' ', '\t'];
    let range = match (new.strip_suffix(old), new.strip_prefix(old)) {
        (Some(before), _) if before.trim_end_matches(blank).ends_with('\n') => {
            0..before.trim_end().len()
        }
        (_, Some(after)) if after.trim_start_matches(blank).starts_with(['\r', '\n']) => {
            new.len() - after.trim_start().len()..new.len()
        }
        _ => return None,
    };
    let [start, end] = [range.start, range.end].map(TextSize::try_from);
    Some(TextRange::new(start.ok()?, end.ok()?))
}

/// What puts this in the place of a part of a text: what both have in common is left as it is.
fn edit(text: &str, range: TextRange, insert: &str) -> Option<TextEdit> {
    let edit = TextEdit::between(&text[range], insert)?;
    Some(TextEdit {
        range: edit.range + range.start(),
        ..edit
    })
}

/// A text and its statements.
struct Script<'t> {
    text: &'t str,
    statements: Vec<Statement>,
}

impl<'t> Script<'t> {
    fn read(text: &'t str) -> Script<'t> {
        let statements = statements(text);
        Script { text, statements }
    }

    /// Where some of its statements stand; `None` of none.
    fn range(&self, places: &Range<usize>) -> Option<TextRange> {
        let places = self.statements.get(places.clone())?;
        let (first, last) = (places.first()?, places.last()?);
        Some(first.range.cover(last.range))
    }

    /// A statement as it is written; nothing past the last.
    fn written(&self, place: usize) -> &'t str {
        let range = self.range(&(place..place + 1));
        range.map_or("", |range| &self.text[range])
    }

    /// What a statement says, with or without its semicolon; `None` if that is not understood.
    fn said(&self, place: usize) -> Option<&'t str> {
        let statement = self.statements.get(place).filter(|it| it.is_valid)?;
        let semicolon = TextSize::new(statement.is_closed.into());
        let range = TextRange::new(statement.range.start(), statement.range.end() - semicolon);
        Some(self.text[range].trim_end())
    }
}

/// Statements of a text and those of the last one that stood in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Region {
    new: Range<usize>,
    old: Range<usize>,
}

/// What stands between the statements that both texts have.
fn regions(new: &Script<'_>, old: &Script<'_>) -> Vec<Region> {
    let (news, olds) = (new.statements.len(), old.statements.len());
    let is_same = |(a, b): (usize, usize)| new.said(a).is_some() && new.said(a) == old.said(b);
    let front = (0..news)
        .zip(0..olds)
        .take_while(|&pair| is_same(pair))
        .count();
    let back = (front..news).rev().zip((front..olds).rev());
    let back = back.take_while(|&pair| is_same(pair)).count();
    let (last_new, last_old) = (news - back, olds - back);
    let mut same = common(front..last_new, front..last_old, is_same);
    same.push((last_new, last_old));
    let mut start = (front, front);
    let mut regions = Vec::new();
    for (a, b) in same {
        regions.push(Region {
            new: start.0..a,
            old: start.1..b,
        });
        start = (a + 1, b + 1);
    }
    regions
}

/// As many pairs as there can be of what is the same, in the order of both.
fn common(
    new: Range<usize>,
    old: Range<usize>,
    is_same: impl Fn((usize, usize)) -> bool,
) -> Vec<(usize, usize)> {
    let width = old.len() + 1;
    if new.is_empty() || old.is_empty() || new.len().saturating_mul(old.len()) > MOST_PAIRS {
        return Vec::new();
    }
    // How many there are from both places on.
    let mut counts = vec![0_usize; (new.len() + 1) * width];
    for a in (0..new.len()).rev() {
        for b in (0..old.len()).rev() {
            let at = a * width + b;
            counts[at] = match is_same((new.start + a, old.start + b)) {
                true => counts[at + width + 1] + 1,
                false => counts[at + width].max(counts[at + 1]),
            };
        }
    }
    let (mut a, mut b) = (0, 0);
    let mut pairs = Vec::new();
    while a < new.len() && b < old.len() {
        let at = a * width + b;
        let pair = (new.start + a, old.start + b);
        if is_same(pair) {
            pairs.push(pair);
            (a, b) = (a + 1, b + 1);
        } else if counts[at + width] >= counts[at + 1] {
            a += 1;
        } else {
            b += 1;
        }
    }
    pairs
}

/// What is put in the place of what. Statements in front of the first that is broken are what they
/// are. One behind it that looks whole may be a part of it where brackets do not pair up, unless there
/// are as few of them as there were.
fn replacements(new: &Script<'_>, old: &Script<'_>, region: Region) -> Vec<Region> {
    let is_broken = |place: &usize| new.said(*place).is_none();
    let mut broken = region.new.clone().filter(is_broken);
    let Some(first) = broken.next() else {
        return Vec::new();
    };
    let last = broken.next_back().unwrap_or(first);
    let (leading, trailing) = (first - region.new.start, region.new.end - 1 - last);
    let mut part = Region {
        new: first..region.new.end,
        old: region.old,
    };
    part.old.start += before(new, old, &part, leading);
    let is_paired = |place: usize| new.statements.get(place).is_some_and(|it| it.is_paired);
    let ends_for_sure = (first..=last).all(is_paired);
    if ends_for_sure || part.old.len() >= part.new.len() {
        part.new.end -= trailing;
        part.old.end -= trailing.min(part.old.len().saturating_sub(part.new.len()));
    }
    if part.new.len() != part.old.len() {
        return vec![part];
    }
    let pairs = part.new.zip(part.old);
    let broken = pairs.filter(|(place, _)| is_broken(place));
    let each = broken.map(|(new, old)| Region {
        new: new..new + 1,
        old: old..old + 1,
    });
    each.collect()
}

/// How many of the statements that were there stood before the first of a region: so many that it
/// begins like the one that follows, and none before it does as well; or else as many as now stand
/// before it, unless that leaves fewer than there are.
fn before(new: &Script<'_>, old: &Script<'_>, region: &Region, leading: usize) -> usize {
    let most = leading.min(region.old.len());
    let usual = most.min(region.old.len().saturating_sub(region.new.len()));
    if leading.saturating_mul(most) > MOST_PAIRS {
        return usual;
    }
    let first = region.new.start;
    let alike = |place: usize, count: usize| {
        let pairs = new.written(place).chars();
        let pairs = pairs.zip(old.written(region.old.start + count).chars());
        pairs.take_while(|(a, b)| a == b).count()
    };
    let others = |count: usize| (first - leading..first).map(move |place| alike(place, count));
    let fits = |count: &usize| {
        let own = alike(first, *count);
        let other = others(*count).max().unwrap_or(0);
        let fits = own.cmp(&other).then(other.cmp(&0).reverse());
        (fits, own, *count == usual)
    };
    (0..=most).max_by_key(fits).unwrap_or(usual)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is played; the statements that are not as they stand there, and those that are left out.
    fn played(last: &str, text: &str) -> Option<(String, Vec<String>, Vec<String>)> {
        let mixed = mixed(text, last, |_| false)?;
        let said = |is_left_out: bool| -> Vec<String> {
            let behind = mixed.behind.iter();
            let behind = behind.filter(|it| it.is_left_out == is_left_out);
            behind.map(|it| text[it.range].to_owned()).collect()
        };
        let (earlier, left_out) = (said(false), said(true));
        Some((mixed.text, earlier, left_out))
    }

    fn check(last: &str, text: &str, expected: &str, earlier: &[&str], left_out: &[&str]) {
        let owned = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect();
        let expected = (expected.to_owned(), owned(earlier), owned(left_out));
        assert_eq!(played(last, text), Some(expected), "{text}");
    }

    #[test]
    fn what_is_broken_is_as_it_was_and_all_else_as_it_is() {
        let last = "a = 1;\nf(a);\ng(a);\nh(a);";
        check(
            last,
            "a = 2;\nf(a;\ng(3);\nh(4);",
            "a = 2;\nf(a);\ng(3);\nh(4);",
            &["f(a;"],
            &[],
        );
        // Twice, and with more between.
        check(
            last,
            "a = (2;\nb = 1;\nf(a);\ng(a;\nh(b);",
            "a = 1;\nf(a);\ng(a);\nh(b);",
            &["a = (2;", "b = 1;", "g(a;"],
            &[],
        );
        check(
            last,
            "a = 1;\nf(a);\nh(a",
            "a = 1;\nf(a);\ng(a);\nh(a);",
            &["h(a"],
            &[],
        );
        check("f(1);\ng(2)", "g(1;\nf(1);", "\nf(1);", &[], &["g(1;"]);
        check("f(1);\ng(2)", "f(2);\ng(2", "f(2);\ng(2)", &["g(2"], &[]);
        check(
            "a = 1\n",
            "b = 1;\na = (1;\n",
            "b = 1;\na = 1\n",
            &["a = (1;"],
            &[],
        );
    }

    #[test]
    fn what_is_new_and_broken_is_left_out() {
        let last = "f(1);\ng(2);\n";
        check(last, "f(1);\ng(2);\nh(", "f(1);\ng(2);\n", &[], &["h("]);
        check(
            last,
            "f(1);\nx = (\ny = 3;\ng(2);\n",
            "f(1);\n\ng(2);\n",
            &[],
            &["x = (", "y = 3;"],
        );
        check(
            last,
            "x = 1 +;\nf(1);\ng(3);\n",
            "\nf(1);\ng(3);\n",
            &[],
            &["x = 1 +;"],
        );
    }

    #[test]
    fn new_statement_that_takes_in_another_leaves_that_as_it_is() {
        let last = "f(1);\ng(2);\n";
        check(last, "h(\nf(1);\ng(2);\n", "f(1);\ng(2);\n", &[], &["h("]);
        check(last, "f(1);\nh(3,\n  g(2);\n", last, &[], &["h(3,"]);
        check("f(1);", "h(\nf(1);", "f(1);", &[], &["h("]);
        check("f(1)\n", "f(1)\nh((", "f(1)", &[], &["h(("]);
        // More text in the same line is an edit of what was there.
        check(last, "f(1) + (;\ng(2);\n", last, &["f(1) + (;"], &[]);
    }

    #[test]
    fn what_is_in_front_of_a_new_statement_is_not_what_it_was() {
        let last = "f(1);\ng(1, 3);\n";
        let text = "f(1);\ng(1, 2);\ng(1,";
        check(last, text, "f(1);\ng(1, 2);\n", &[], &["g(1,"]);
        let text = "f(1);\ng(1, 2);\ng(1, 3";
        check(last, text, "f(1);\ng(1, 2);\ng(1, 3);", &["g(1, 3"], &[]);
    }

    #[test]
    fn what_is_behind_a_statement_that_ends_for_sure_is_as_it_is() {
        let last = "f(1);\ng(2);\n";
        let text = "f(1);\ng(+;\nh(3);\n";
        check(last, text, "f(1);\ng(2);\n", &["g(+;", "h(3);"], &[]);
        let text = "f(1);\ng(2) +;\nh(3);\n";
        check(last, text, "f(1);\ng(2);\nh(3);\n", &["g(2) +;"], &[]);
    }

    #[test]
    fn what_may_be_a_part_of_what_is_broken_is_no_statement_of_its_own() {
        let last = "n = 1;\nrepeat(n,\nf(1);\ng(2);\n);\nh(3);\n";
        let text = last.replace("\n);\nh", "\nh").replace("n = 1", "n = 2");
        let behind = ["repeat(n,\nf(1);", "g(2);"];
        check(last, &text, &last.replace("n = 1", "n = 2"), &behind, &[]);
        // A statement that has swallowed another leaves the next as it is.
        let last = "a = 1;\nb = 2;\nc = 3;\n";
        let text = "z = 0;\na = 1\nb = 2;\nc = 4;\n";
        let expected = "z = 0;\na = 1;\nb = 2;\nc = 4;\n";
        check(last, text, expected, &["a = 1\nb = 2;"], &[]);
        check(
            last,
            &text.replace("z = 0;\n", ""),
            &expected[7..],
            &["a = 1\nb = 2;"],
            &[],
        );
    }

    #[test]
    fn a_wrong_statement_is_replaced_by_the_one_in_its_place() {
        let wrong = |text: &str, last: &str, what: &str| {
            let at = text.find(what).expect("a part of the text") as u32;
            let at = TextRange::at(at.into(), (what.len() as u32).into());
            mixed(text, last, |range| range.contains_range(at)).map(|mixed| mixed.text)
        };
        let last = "a = 1;\nf(a);\n";
        let expected = Some("a = 2;\nf(a);\n".to_owned());
        assert_eq!(wrong("a = 2;\nfo(a);\n", last, "fo"), expected);
        assert_eq!(wrong("fo(a);", "f(a);", "fo"), None);
    }

    #[test]
    fn where_nothing_can_be_told_apart_there_is_nothing() {
        assert_eq!(played("f(1); g(2);", "f(1; g(2);"), None);
        assert_eq!(played("f(1);", "f(1"), None);
        assert_eq!(played("", ")"), None);
    }
}
