//! Texts that were right once: tokens of their scripts lost, doubled, exchanged, or replaced by
//! what nobody would write ([`mutated`]); and texts cut, doubled, nested and mixed anywhere, whatever
//! stands there ([`garbled`]).

use std::ops::Range;

use crate::random::Random;

/// How deep what is nested is.
const DEEP: usize = 200;

/// What stands in for a number: extreme ones, and what is no number.
const NUMBERS: [&str; 30] = [
    "0",
    "1",
    "2",
    "(-1)",
    "0.5",
    "1e300",
    "(-1e300)",
    "1e-300",
    "1e38",
    "1e-46",
    "65536",
    "2147483648",
    "4294967296",
    "9007199254740993",
    "10^9",
    "(1/0)",
    "(0/0)",
    "i",
    "true",
    "[]",
    "[[]]",
    "[1, 2]",
    "[1, 2, 3, 4, 5]",
    "[[1, 2], [3]]",
    "[1, true]",
    "(1..100000)",
    "(1..0)",
    "\"text\"",
    "nobody",
    "#",
];

/// Operators, each of which stands in for any.
const OPERATORS: [&str; 17] = [
    "+", "-", "*", "/", "^", "_", "=", "==", "<", "&", "%", "..", "++", ":>", ":=", ",", ";",
];

/// Functions that multiply what they call, and how the last is called.
fn multiplying(random: &mut Random) -> (String, String) {
    let depth = [3, 12, 30, DEEP][random.below(4)];
    let operator = ["+", "*", "++"][random.below(3)];
    let mut definitions = "many0(t) := t; ".to_owned();
    for number in 1..=depth {
        let before = number - 1;
        let body = match random.below(2) {
            0 => format!("many{before}(many{before}(t))"),
            _ => format!("many{before}(t) {operator} many{before}(t)"),
        };
        definitions += &format!("many{number}(t) := {body}; ");
    }
    (definitions, format!("many{depth}"))
}

/// Calls that take whatever stands in them.
const WRAPS: [(&str, &str); 18] = [
    ("(", ")"),
    ("[", "]"),
    ("[0, ", "]"),
    ("-(", ")"),
    ("|", "|"),
    ("sqrt(", ")"),
    ("re(", ")"),
    ("sin(", ")"),
    ("reverse(", ")"),
    ("sort(", ")"),
    ("transpose(", ")"),
    ("inverse(", ")"),
    ("if(#.x > 0, ", ", 1)"),
    ("sum(1..5, ", ")"),
    ("apply(1..3, ", ")"),
    ("repeat(3, ", ")"),
    ("select([1, 2, 3], ", ")"),
    ("imagergb(\"nobody\", ", ")"),
];

/// Loops that do not end, or not for long, and those that take memory or give work to others.
const LOOPS: [&str; 10] = [
    "while(true, 1)",
    "while(|#| >= 0, q = q + 1)",
    "repeat(10^9, q = #)",
    "repeat(1000, repeat(1000, repeat(1000, q = q + 1)))",
    "(f(x) := f(x + 1); f(1))",
    "apply(1..100000, #^2)",
    "repeat(20000, gsave(); clip(circle([0, 0], 3 + random())))",
    "repeat(2000, k, create([\"P\" + k], \"FreePoint\", [[0, 0, 1]]))",
    "(createimage(\"q\", 500, 500); repeat(1000, colorplot(#.x, \"q\")))",
    "apply(1..100000, println(#))",
];

/// What is put anywhere into a text.
const PIECES: [&str; 40] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "|",
    "\"",
    "'",
    "`",
    "${",
    "//",
    "/*",
    "*/",
    "<!--",
    "-->",
    "<script>",
    "</script>",
    "<script id='cstick' type='text/x-cindyscript'>",
    "CindyJS({scripts: 'cs*'});",
    "// %% draw\n",
    "// %% init\n",
    "\n",
    "\r",
    "\t",
    "\0",
    "\u{1b}[31m",
    "\u{202e}",
    "\u{feff}",
    "é",
    "数学",
    "😀",
    "²",
    "₁",
    "√",
    ":=",
    "->",
    ",",
    ";",
    "_",
];

/// What is written many times over: each opens something, or belongs to what came before.
const NESTS: [&str; 30] = [
    "(",
    "[",
    "{",
    "|",
    "((",
    "f(",
    "if(a,",
    "a=",
    "a:=",
    "a->",
    "a+",
    "a_",
    "-",
    "!",
    "a^",
    "a;",
    "a,",
    "{\"k\":",
    "a?b:",
    "a=>",
    "new ",
    "if(1)",
    "else if(1)",
    "<div>",
    "<p a=\"x\" ",
    "a=\"x\" ",
    "?=1;",
    "(]",
    "a:\"k\":=",
    "<img src=x.png>",
];

/// How often a piece is written many times over.
const TIMES: [usize; 4] = [10, 100, 1000, 20_000];

/// A text with a few changes anywhere, those of `other` mixed in.
pub fn garbled(text: &str, other: &str, random: &mut Random) -> String {
    let mut text = text.to_owned();
    for _ in 0..=random.below(4) {
        let range = part(&text, random);
        let with = match random.below(8) {
            0 => String::new(),
            1 => text[range.clone()].repeat(2),
            2 => other[part(other, random)].to_owned(),
            3 => random
                .pick(&NUMBERS)
                .copied()
                .unwrap_or_default()
                .to_owned(),
            4 => {
                let times = *random.pick(&TIMES).unwrap_or(&1);
                random
                    .pick(&NESTS)
                    .copied()
                    .unwrap_or_default()
                    .repeat(times)
            }
            5 => {
                let end = range.end;
                text.truncate(end);
                continue;
            }
            _ => {
                let piece = random.pick(&PIECES).copied().unwrap_or_default();
                text.insert_str(range.start, piece);
                continue;
            }
        };
        text.replace_range(range, &with);
    }
    text
}

/// A part of a text, mostly a short one.
fn part(text: &str, random: &mut Random) -> Range<usize> {
    let boundary = |mut at: usize| {
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = random.below(text.len() + 1);
    let len = [1, 8, 60, 2000][random.below(4)];
    let end = start + random.below(len + 1);
    boundary(start)..boundary(end.min(text.len()))
}

/// A text in which something is wrong: a few things, mostly in a colorplot.
pub fn mutated(text: &str, random: &mut Random) -> String {
    let mut text = text.to_owned();
    for _ in 0..=random.below(3) {
        let plots = calls(&text, "colorplot(");
        let scripts = scripts(&text);
        let parts = match random.below(5) {
            0 => &scripts,
            _ if plots.is_empty() => &scripts,
            _ => &plots,
        };
        let Some(part) = random.pick(parts).cloned() else {
            break;
        };
        mutate(&mut text, part, random);
    }
    text
}

fn mutate(text: &mut String, part: Range<usize>, random: &mut Random) {
    let tokens = tokens(text, part);
    let of = |kind: Kind| -> Vec<Range<usize>> {
        let tokens = tokens.iter().filter(|(_, of)| *of == kind);
        tokens.map(|(range, _)| range.clone()).collect()
    };
    let (words, numbers) = (of(Kind::Word), of(Kind::Number));
    let any: Vec<_> = tokens.iter().map(|(range, _)| range.clone()).collect();
    let leaves = [words.as_slice(), &numbers].concat();
    let Some((at, with)) = (match random.below(11) {
        0 => random.pick(&any).map(|at| (at.clone(), String::new())),
        1 => random.pick(&any).map(|at| {
            let twice = text[at.clone()].repeat(2);
            (at.clone(), twice)
        }),
        2 => exchanged(text, &any, random),
        3 => exchanged(text, &leaves, random),
        4 => replaced(&numbers, &NUMBERS, random),
        5 => replaced(&leaves, &NUMBERS, random),
        6 => replaced(&of(Kind::Operator), &OPERATORS, random),
        7 => random.pick(&leaves).map(|at| {
            let wrapped = wrapped(&text[at.clone()], random);
            (at.clone(), wrapped)
        }),
        8 => replaced(&leaves, &LOOPS, random),
        9 => random.pick(&leaves).map(|at| {
            let (definitions, call) = multiplying(random);
            let leaf = &text[at.clone()];
            (at.clone(), format!("({definitions} {call}({leaf}))"))
        }),
        // A word for another one, so that functions meet arguments of others.
        _ => random.pick(&words).cloned().and_then(|at| {
            let other = random.pick(&words)?;
            let other = text[other.clone()].to_owned();
            Some((at, other))
        }),
    }) else {
        return;
    };
    text.replace_range(at, &with);
}

fn replaced(
    places: &[Range<usize>],
    by: &[&str],
    random: &mut Random,
) -> Option<(Range<usize>, String)> {
    let at = random.pick(places)?.clone();
    let by = random.pick(by)?;
    Some((at, (*by).to_owned()))
}

/// Two tokens, each in the place of the other.
fn exchanged(
    text: &str,
    places: &[Range<usize>],
    random: &mut Random,
) -> Option<(Range<usize>, String)> {
    let (a, b) = (random.pick(places)?.clone(), random.pick(places)?.clone());
    let (a, b) = if a.start <= b.start { (a, b) } else { (b, a) };
    if a.end > b.start {
        return None;
    }
    let (first, between, last) = (&text[a.clone()], &text[a.end..b.start], &text[b.clone()]);
    Some((a.start..b.end, format!("{last}{between}{first}")))
}

/// In calls, once or very often.
fn wrapped(token: &str, random: &mut Random) -> String {
    let depth = [1, 1, 2, DEEP][random.below(4)];
    let Some((open, close)) = random.pick(&WRAPS) else {
        return token.to_owned();
    };
    format!("{}{token}{}", open.repeat(depth), close.repeat(depth))
}

/// What kind of token.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Word,
    Number,
    Operator,
    Bracket,
}

fn tokens(text: &str, part: Range<usize>) -> Vec<(Range<usize>, Kind)> {
    let mut tokens = Vec::new();
    let mut at = part.start;
    while let Some(first) = text[at..part.end].chars().next() {
        let long = |is_in: &dyn Fn(char) -> bool| {
            let rest = &text[at..part.end];
            rest.find(|next| !is_in(next)).unwrap_or(rest.len())
        };
        let (len, kind) = match first {
            '0'..='9' => (long(&|c| c.is_ascii_digit() || c == '.'), Kind::Number),
            '#' => (1, Kind::Word),
            '"' => {
                let end = text[at + 1..part.end].find('"');
                (end.map_or(1, |end| end + 2), Kind::Word)
            }
            c if c.is_alphabetic() => (long(&|c| c.is_alphanumeric() || c == '\''), Kind::Word),
            '(' | ')' | '[' | ']' | '{' | '}' | '|' => (1, Kind::Bracket),
            c if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            c => (c.len_utf8(), Kind::Operator),
        };
        tokens.push((at..at + len, kind));
        at += len;
    }
    tokens
}

/// The texts of the scripts of a page.
fn scripts(text: &str) -> Vec<Range<usize>> {
    let kind = "text/x-cindyscript";
    let begins = text.match_indices(kind).map(|(at, _)| at);
    let scripts = begins.filter_map(|at| {
        let start = at + text[at..].find('>')? + 1;
        let end = start + text[start..].find("</script>")?;
        Some(start..end)
    });
    scripts.collect()
}

/// What stands in the brackets of calls.
fn calls(text: &str, call: &str) -> Vec<Range<usize>> {
    let starts = text.match_indices(call).map(|(at, _)| at + call.len());
    let calls = starts.filter_map(|start| {
        let mut open = 1;
        let end = text[start..].char_indices().find(|(_, c)| {
            open += match c {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            open == 0
        });
        Some(start..start + end?.0)
    });
    calls.collect()
}
