//! A script as it is played if some statements cannot be parsed. Each of these is replaced by its
//! earlier version, from the text in which all could be parsed. All others are those of the text.
//!
//! Statements that are the same in both texts divide these into regions. In a region, the earlier
//! version of a statement is one like it: with the same first name, or with half of its text. A
//! statement without an earlier version is left out.

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
/// In regions with more pairs of statements, all is played as it was.
const MOST_LIKE: usize = 1 << 12;

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
    let kept: usize = replaced.iter().map(|region| region.old.len()).sum();
    if stale == new.statements.len() && kept == old.statements.len() {
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
    let weight = |pair| usize::from(is_same(pair));
    let front = (0..news)
        .zip(0..olds)
        .take_while(|&pair| is_same(pair))
        .count();
    let back = (front..news).rev().zip((front..olds).rev());
    let back = back.take_while(|&pair| is_same(pair)).count();
    let (last_new, last_old) = (news - back, olds - back);
    let mut same = aligned(front..last_new, front..last_old, weight);
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

/// The pairs of the greatest total weight, in the order of both. Each has a weight.
fn aligned(
    new: Range<usize>,
    old: Range<usize>,
    weight: impl Fn((usize, usize)) -> usize,
) -> Vec<(usize, usize)> {
    let width = old.len() + 1;
    if new.is_empty() || old.is_empty() || new.len().saturating_mul(old.len()) > MOST_PAIRS {
        return Vec::new();
    }
    // The total from both places on.
    let mut totals = vec![0_usize; (new.len() + 1) * width];
    for a in (0..new.len()).rev() {
        for b in (0..old.len()).rev() {
            let at = a * width + b;
            let unpaired = totals[at + width].max(totals[at + 1]);
            let weight = weight((new.start + a, old.start + b));
            totals[at] = unpaired.max(weight + totals[at + width + 1]);
        }
    }
    let (mut a, mut b) = (0, 0);
    let mut pairs = Vec::new();
    while a < new.len() && b < old.len() {
        let at = a * width + b;
        let pair = (new.start + a, old.start + b);
        let weight = weight(pair);
        if weight > 0 && totals[at] == weight + totals[at + width + 1] {
            pairs.push(pair);
            (a, b) = (a + 1, b + 1);
        } else if totals[at + width] >= totals[at + 1] {
            a += 1;
        } else {
            b += 1;
        }
    }
    pairs
}

/// Likeness of a statement to another: 0 if they have neither the first name nor half of the shorter
/// text in common.
fn likeness(new: &str, old: &str) -> usize {
    let [new, old] = [new, old].map(|text| text.trim_end_matches(';').trim_end());
    let shorter = new.len().min(old.len());
    let both = new.bytes().zip(old.bytes());
    let front = both.take_while(|(a, b)| a == b).count();
    let both = new.bytes().rev().zip(old.bytes().rev());
    let back = both.take_while(|(a, b)| a == b);
    let shared = front + back.take(shorter - front).count();
    let name = |text: &'_ str| text.find(|letter: char| !letter.is_alphanumeric());
    let [a, b] = [new, old].map(|text| &text[..name(text).unwrap_or(text.len())]);
    let is_named_alike = !a.is_empty() && a == b;
    match is_named_alike || 2 * shared >= shorter.max(1) {
        true => 1 + 1000 * usize::from(is_named_alike) + 2000 * shared / (new.len() + old.len()),
        false => 0,
    }
}

/// The statements of a region that are replaced, each with its earlier version; none of one that is
/// new. A statement whose brackets do not pair up takes in those behind it without an earlier version,
/// unless there are as few of them as there were. Earlier statements that it has swallowed are
/// played.
fn replacements(new: &Script<'_>, old: &Script<'_>, region: Region) -> Vec<Region> {
    let is_broken = |place: &usize| new.said(*place).is_none();
    let Some(first) = region.new.clone().find(is_broken) else {
        return Vec::new();
    };
    if region.new.len().saturating_mul(region.old.len()) > MOST_LIKE {
        let new = first..region.new.end;
        return vec![Region { new, ..region }];
    }
    let weight = |(a, b)| likeness(new.written(a), old.written(b));
    let mut pairs = aligned(region.new.clone(), region.old.clone(), weight);
    pairs.push((region.new.end, region.old.end));
    let mut pairs = pairs.into_iter().peekable();
    let mut replaced = Vec::new();
    let (mut place, mut free) = (region.new.start, region.old.start);
    while place < region.new.end {
        let own = pairs.next_if(|pair| pair.0 == place).map(|pair| pair.1);
        let Some(&next) = pairs.peek() else { break };
        let mut part = Region {
            new: place..place + 1,
            old: own.map_or(free..free, |own| own..own + 1),
        };
        if is_broken(&place) {
            let behind = (next.0 - part.new.end, next.1 - part.old.end);
            if !new.statements[place].is_paired && behind.0 > behind.1 {
                part.new.end = next.0;
            }
            if own.is_some() {
                swallow(new, old, &mut part, free..next.1);
            }
            replaced.push(part.clone());
        }
        (place, free) = (part.new.end, part.old.end);
    }
    replaced
}

/// Adds to a part the earlier statements beside it, among some, whose text it contains or that are like
/// one of its lines behind the first.
fn swallow(new: &Script<'_>, old: &Script<'_>, part: &mut Region, among: Range<usize>) {
    let text = new.range(&part.new).map_or("", |range| &new.text[range]);
    let is_inside = |place: usize| {
        let written = old.written(place);
        let mut lines = text.lines().skip(1);
        old.said(place).is_some_and(|said| text.contains(said))
            || lines.any(|line| likeness(line.trim(), written) > 0)
    };
    while part.old.end < among.end && is_inside(part.old.end) {
        part.old.end += 1;
    }
    while part.old.start > among.start && is_inside(part.old.start - 1) {
        part.old.start -= 1;
    }
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
            "a = 1;\nf(a);\nh(a);",
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
    fn new_statement_has_no_version_of_another_one() {
        let last = "draw([1,1], size->20);";
        let text = "f(x) := x^2 + ;\ndraw([3,3], size->20);";
        check(
            last,
            text,
            "\ndraw([3,3], size->20);",
            &[],
            &["f(x) := x^2 + ;"],
        );
        let (broken, left_out) = ("b = 2 + ;\n", &["b = 2 + ;"]);
        let last = "colorplot(|#|/9);";
        check(
            last,
            &format!("{broken}draw(1);"),
            "\ndraw(1);",
            &[],
            left_out,
        );
        check(
            last,
            &format!("draw(1);\n{broken}"),
            "draw(1);\n\n",
            &[],
            left_out,
        );
        check(last, broken, "\n", &[], left_out);
        // A deleted neighbour of a broken statement is gone.
        let last = "f(1);\nb = 2;\ng(3);";
        check(last, broken, "b = 2;\n", &["b = 2 + ;"], &[]);
    }

    #[test]
    fn quote_or_bracket_that_is_open_keeps_all_that_it_takes_in() {
        let last = "a = \"1\";\nb = 2;\nf(a);\n";
        for opened in ["\"", "/*", "(", "["] {
            let text = last.replace("b = ", &format!("b = {opened}"));
            let text = text.replace("a = \"1\"", "a = 3");
            let played = played(last, &text).map(|played| played.0);
            let expected = last.replace("\"1\"", "3");
            assert_eq!(played.as_deref(), Some(&*expected), "{text}");
        }
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
