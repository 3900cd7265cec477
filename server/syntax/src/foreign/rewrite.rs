//! Control structures of other languages, as they are written here: `for i in 1..5 println(i)` is
//! `forall(1..5, i, println(i))`. Only what is clear is rewritten, by the text of one statement.

/// Longer texts are not rewritten: nobody would read what is offered.
const LONGEST: usize = 2000;

/// A text with operators and strings as they are written here: `a && b` is `a & b`, `'one'` is
/// `"one"`.
pub(super) fn respelled(text: &str) -> String {
    let has_bars = text.replace("||", "").contains('|');
    let (mut respelled, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find(['"', '\'', '&', '|']) {
        let (before, from) = rest.split_at(at);
        respelled.push_str(before);
        let (sign, behind) = from.split_at(1);
        let is_apart = !respelled.ends_with(|c: char| c.is_alphanumeric() || c == '\'');
        let inner = behind.split_once(sign).map(|(inner, _)| inner);
        let (len, written) = match (sign, inner) {
            ("\"", Some(inner)) => (inner.len() + 2, format!("\"{inner}\"")),
            ("'", Some(inner)) if is_apart && !inner.contains(['"', '\n']) => {
                (inner.len() + 2, format!("\"{inner}\""))
            }
            ("&", Some("")) => (2, "&".to_owned()),
            ("|", Some("")) if !has_bars => (2, "%".to_owned()),
            _ => (1, sign.to_owned()),
        };
        respelled.push_str(&written);
        rest = &from[len..];
    }
    respelled.push_str(rest);
    respelled
}

/// A structure without parentheses around all of it, for its first word and what stands behind.
pub(super) fn without_parentheses(word: &str, rest: &str) -> Option<String> {
    let rest = respelled(short(rest)?);
    let rest = rest.trim();
    match word {
        "if" => {
            let (condition, then) = condition_and_body(rest, &["then"])?;
            choice(condition, then)
        }
        "while" => {
            let (condition, body) = condition_and_body(rest, &["do"])?;
            let (condition, body) = (condition_of(condition)?, body_of(body)?);
            Some(format!("while({condition}, {body})"))
        }
        "repeat" => {
            let (count, body) = condition_and_body(rest, &["times", "do"])?;
            Some(format!("repeat({}, {})", plain(count)?, body_of(body)?))
        }
        "for" | "foreach" => {
            let (variable, rest) = running_variable(rest)?;
            let (domain, body) = match condition_and_body(rest, &["do"]) {
                Some(parts) => parts,
                None => at_gap(rest)?,
            };
            loop_over(variable, domain, body)
        }
        _ => None,
    }
}

/// A structure with its head in parentheses, and behind these what it does:
/// `for (i = 0; i < 5; i++) { println(i) }`, `if(a) b else c`.
pub(super) fn with_head(word: &str, head: &str, rest: &str) -> Option<String> {
    let (head, rest) = (respelled(short(head)?), respelled(short(rest)?));
    let (head, rest) = (&*head, rest.trim());
    let rest = rest.strip_prefix(':').unwrap_or(rest);
    let rest = match at_word(rest, "then") {
        Some(("", behind)) => behind,
        _ => rest,
    };
    match word {
        "if" => choice(head, rest),
        "while" => Some(format!(
            "while({}, {})",
            condition_of(head)?,
            body_of(rest)?
        )),
        "forall" | "repeat" => Some(format!("{word}({}, {})", plain(head)?, body_of(rest)?)),
        "for" | "foreach" => match clauses(head)[..] {
            [start, condition, step] => {
                let (variable, domain) = counted(start, condition, step)?;
                loop_over(variable, &domain, rest)
            }
            _ => {
                let (variable, domain) = running_variable(head)?;
                loop_over(variable, domain, rest)
            }
        },
        _ => None,
    }
}

/// The parts of the head of a loop: `i = 0; i < 5; i++`, or with commas.
fn clauses(head: &str) -> Vec<&str> {
    if head.contains(';') {
        return head.split(';').collect();
    }
    let mut clauses = Vec::new();
    let mut start = 0;
    for (at, letter) in outside(head) {
        if letter == ',' {
            clauses.push(&head[start..at]);
            start = at + 1;
        }
    }
    clauses.push(&head[start..]);
    clauses
}

/// Whether it tells what happens otherwise.
pub(super) fn has_otherwise(text: &str) -> bool {
    at_word(text, "else").is_some()
}

/// `5 if a > 2 else 3`, for what stands before the word and behind it.
pub(super) fn value_if(value: &str, rest: &str) -> Option<String> {
    let (value, rest) = (respelled(short(value)?), respelled(short(rest)?));
    let (value, rest) = (&*value, &*rest);
    let (condition, otherwise) = at_word(rest, "else")?;
    let (value, condition) = (plain(value)?, condition_of(condition)?);
    Some(format!("if({condition}, {value}, {})", plain(otherwise)?))
}

/// `x^2 for x in 1..5 if x > 2`, what stands in the brackets of a list.
pub(super) fn value_for(value: &str, rest: &str) -> Option<String> {
    let (value, rest) = (respelled(short(value)?), respelled(short(rest)?));
    let (value, rest) = (&*value, &*rest);
    let (variable, rest) = running_variable(rest)?;
    let (domain, condition) = match at_word(rest, "if") {
        Some((domain, condition)) => (domain, Some(condition_of(condition)?)),
        None => (rest, None),
    };
    let (value, domain) = (plain(value)?, domain_of(domain)?);
    Some(match condition {
        Some(condition) => {
            format!("apply(select({domain}, {variable}, {condition}), {variable}, {value})")
        }
        None => format!("apply({domain}, {variable}, {value})"),
    })
}

fn short(text: &str) -> Option<&str> {
    (text.len() <= LONGEST).then_some(text)
}

fn choice(condition: &str, then: &str) -> Option<String> {
    let condition = condition_of(condition)?;
    Some(match at_word(then, "else") {
        Some((then, otherwise)) => {
            let otherwise = otherwise.trim_start();
            let otherwise = otherwise.strip_prefix(':').unwrap_or(otherwise);
            let (then, otherwise) = (body_of(then)?, body_of(otherwise)?);
            format!("if({condition}, {then}, {otherwise})")
        }
        None => format!("if({condition}, {})", body_of(then)?),
    })
}

fn loop_over(variable: &str, domain: &str, body: &str) -> Option<String> {
    let (domain, body) = (domain_of(domain)?, body_of(body)?);
    Some(format!("forall({domain}, {variable}, {body})"))
}

/// `i in ...`, `i = ...`, as the name and what stands behind.
fn running_variable(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = at_word(text, "in")
        .or_else(|| at_word(text, "from"))
        .or_else(|| text.split_once('='))?;
    let words: Vec<&str> = name.split_whitespace().collect();
    let [.., name] = words[..] else { return None };
    let is_declared = words.len() == 1
        || words.len() == 2 && matches!(words[0], "each" | "var" | "let" | "const" | "int");
    let is_name = name.chars().all(char::is_alphanumeric) && !name.starts_with(char::is_numeric);
    (is_name && is_declared).then_some((name, rest.trim()))
}

/// `i = 0`, `i < n`, `i++`, as the name and the range.
fn counted<'t>(start: &'t str, condition: &str, step: &str) -> Option<(&'t str, String)> {
    let (variable, from) = running_variable(start)?;
    let condition: String = condition.split_whitespace().collect();
    let step: String = step.split_whitespace().collect();
    let counts = [
        format!("{variable}++"),
        format!("++{variable}"),
        format!("{variable}+=1"),
        format!("{variable}={variable}+1"),
    ];
    let bound = condition.strip_prefix(variable)?.strip_prefix('<')?;
    if !counts.contains(&step) {
        return None;
    }
    let last = match bound.strip_prefix('=') {
        Some(last) => plain(last)?.to_owned(),
        None => one_less(plain(bound)?),
    };
    Some((variable, format!("{}..{last}", plain(from)?)))
}

fn one_less(text: &str) -> String {
    match text.parse::<i32>() {
        Ok(number) => number.saturating_sub(1).to_string(),
        Err(_) => format!("{text}-1"),
    }
}

/// `1..5`, `1 to 5`, `range(5)`, a list.
fn domain_of(text: &str) -> Option<String> {
    let text = plain(text)?;
    if let Some((from, to)) = at_word(text, "to") {
        return Some(format!("{}..{}", plain(from)?, plain(to)?));
    }
    // As in MATLAB.
    if let Some((from, to)) = text.split_once(':') {
        let is_end = |text: &str| !text.is_empty() && text.chars().all(char::is_alphanumeric);
        return (is_end(from) && is_end(to)).then(|| format!("{from}..{to}"));
    }
    let inner = text.strip_prefix("range(");
    let Some(inner) = inner.and_then(|inner| inner.strip_suffix(')')) else {
        return Some(text.to_owned());
    };
    match inner.split(',').map(str::trim).collect::<Vec<_>>()[..] {
        [end] => Some(format!("0..{}", one_less(plain(end)?))),
        [from, end] => Some(format!("{}..{}", plain(from)?, one_less(plain(end)?))),
        _ => None,
    }
}

/// The text before one of the words, a brace or a colon, and the text behind it, with the brace.
fn condition_and_body<'t>(text: &'t str, words: &[&str]) -> Option<(&'t str, &'t str)> {
    let by_word = words.iter().find_map(|word| at_word(text, word));
    by_word
        .map(|(before, behind)| (before, behind.trim_start().trim_start_matches(':')))
        .or_else(|| {
            let brace = outside(text).find(|&(_, letter)| letter == '{')?.0;
            Some(text.split_at(brace))
        })
        .or_else(|| {
            let is_alone = |at: usize| {
                let (before, behind) = (&text[..at], &text[at + 1..]);
                !before.ends_with(['<', ':']) && behind.starts_with(char::is_whitespace)
            };
            let mut colons = outside(text).filter(|&(_, letter)| letter == ':');
            let colon = colons.find(|&(at, _)| is_alone(at))?.0;
            Some((&text[..colon], &text[colon + 1..]))
        })
}

/// `1..5 println(i)`, where the first space stands between two values.
fn at_gap(text: &str) -> Option<(&str, &str)> {
    let mut spaces = outside(text).filter(|(_, letter)| letter.is_whitespace());
    spaces.find_map(|(at, _)| {
        let (before, behind) = (text[..at].trim_end(), text[at..].trim_start());
        let is_end = before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, ')' | ']'));
        let is_start = behind.starts_with(char::is_alphabetic);
        let is_sign = behind.starts_with("to ") || before.ends_with(" to");
        (is_end && is_start && !is_sign).then_some((before, behind))
    })
}

/// Before and behind a word that stands outside of brackets and strings.
fn at_word<'t>(text: &'t str, word: &str) -> Option<(&'t str, &'t str)> {
    let mut letters = outside(text);
    let (start, _) = letters.find(|&(at, _)| {
        let is_apart = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
        let rest = &text[at..];
        rest.strip_prefix(word)
            .is_some_and(|behind| is_apart(behind.chars().next()))
            && is_apart(text[..at].chars().next_back())
    })?;
    Some((&text[..start], &text[start + word.len()..]))
}

/// The letters outside of brackets and strings, with their places; opening brackets as well.
fn outside(text: &str) -> impl Iterator<Item = (usize, char)> {
    let (mut depth, mut in_string) = (0u32, false);
    text.char_indices().filter(move |&(_, letter)| {
        if in_string || letter == '"' {
            in_string = (letter == '"') != in_string;
            return false;
        }
        let is_outside = depth == 0;
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        is_outside
    })
}

/// Words that are a control structure of their own, or a part of one.
const CONTROL: [&str; 12] = [
    "break", "case", "do", "elif", "else", "elseif", "for", "foreach", "if", "return", "then",
    "while",
];

/// Words that end a control structure.
const ENDS: [&str; 7] = ["end", "endif", "endfor", "endwhile", "fi", "next", "od"];

/// A text that is one value for CindyScript as well, as far as its words say.
fn plain(text: &str) -> Option<&str> {
    let text = text.trim();
    let is_foreign = |word: &&&str| {
        let call = at_word(text, word).map(|(_, behind)| behind.trim_start().starts_with('('));
        matches!(call, Some(is_call) if !is_call || !matches!(**word, "if" | "while"))
    };
    let has_brace = outside(text).any(|(_, letter)| letter == '{');
    let is_plain = !text.is_empty() && !has_brace && !CONTROL.iter().any(|word| is_foreign(&word));
    is_plain.then_some(text)
}

fn condition_of(text: &str) -> Option<String> {
    let text = plain(text)?;
    let mut text = text.to_owned();
    for (word, operator) in [("and", "&"), ("or", "%")] {
        while let Some((before, behind)) = at_word(&text, word) {
            text = format!("{before}{operator}{behind}");
        }
    }
    at_word(&text, "not").is_none().then_some(text)
}

/// The body of a control structure, without its braces.
fn body_of(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches(';').trim_end();
    let text = ENDS
        .iter()
        .find_map(|end| at_word(text, end).filter(|(_, behind)| behind.trim().is_empty()))
        .map_or(text, |(body, _)| {
            body.trim().trim_end_matches(';').trim_end()
        });
    let inner = text.strip_prefix('{').map(|inner| inner.strip_suffix('}'));
    let text = match inner {
        Some(inner) => inner?.trim().trim_end_matches(';').trim_end(),
        None if text.contains(['\n', '\r']) => return None,
        None => text,
    };
    plain(text).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_clear_is_rewritten() {
        let check = |word, rest, expected: Option<&str>| {
            assert_eq!(
                without_parentheses(word, rest).as_deref(),
                expected,
                "{rest}"
            );
        };
        check(
            "for",
            "i in 1..5 println(i)",
            Some("forall(1..5, i, println(i))"),
        );
        check(
            "for",
            "i in 1..5: println(i);",
            Some("forall(1..5, i, println(i))"),
        );
        check(
            "for",
            "i in range(5): println(i)",
            Some("forall(0..4, i, println(i))"),
        );
        check(
            "for",
            "i = 1 to n do println(i)",
            Some("forall(1..n, i, println(i))"),
        );
        check(
            "for",
            "p in [a, b] { draw(p); x = 1; }",
            Some("forall([a, b], p, draw(p); x = 1)"),
        );
        check("for", "i in 1..5 {", None);
        check("for", "i in 1..5: if i > 2: println(i)", None);
        check("if", "a > 2 then draw(p)", Some("if(a > 2, draw(p))"));
        check("if", "a > 2 then b else c", Some("if(a > 2, b, c)"));
        check(
            "if",
            "a > 2 and b { c } else { d }",
            Some("if(a > 2 & b, c, d)"),
        );
        check("if", "a > 2: b elif c: d", None);
        check("if", "a > 2 draw(p)", None);
        check("if", "a == \"then\" then b", Some("if(a == \"then\", b)"));
        check("while", "a < 3: a = a + 1", Some("while(a < 3, a = a + 1)"));
        check(
            "repeat",
            "5 times println(1)",
            Some("repeat(5, println(1))"),
        );
    }

    #[test]
    fn heads_are_kept() {
        let check = |word, head, rest, expected: Option<&str>| {
            assert_eq!(with_head(word, head, rest).as_deref(), expected, "{head}");
        };
        let c_like = "i = 0; i < 5; i++";
        check(
            "for",
            c_like,
            "{ println(i); }",
            Some("forall(0..4, i, println(i))"),
        );
        check(
            "for",
            "i = 1; i <= n; i += 1",
            "println(i)",
            Some("forall(1..n, i, println(i))"),
        );
        check(
            "for",
            "i = 0, i < 10, i = i + 1",
            "{ x = max(x, i); }",
            Some("forall(0..9, i, x = max(x, i))"),
        );
        check("for", "i = 9; i > 0; i--", "println(i)", None);
        check(
            "for",
            "var i in l",
            "println(i);",
            Some("forall(l, i, println(i))"),
        );
        check("if", "a", "1 else 2", Some("if(a, 1, 2)"));
        check("if", "a", "b", Some("if(a, b)"));
        check(
            "if",
            "a && b || f'",
            "println('it') else println(\"a && b's\")",
            Some("if(a & b % f', println(\"it\"), println(\"a && b's\"))"),
        );
        check("while", "|a||b|", "c", Some("while(|a||b|, c)"));
        check("if", "a", "{ b", None);
    }
}
