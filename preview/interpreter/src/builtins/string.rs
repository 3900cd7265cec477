//! Strings. Positions count UTF-16 units, as everywhere in the language.

use super::{Row, csv, guess, row};
use crate::context::Context;
use crate::memory;
use crate::value::number::{real_text, round_half_up};
use crate::value::{Value, checked_text};
use crate::work;
use cindyscript_hir::builtins::modifiers;

pub(super) const ROWS: &[Row] = &[
    row("text", 1, |context, a| context.print(&a[0]).into()),
    row("replace", 3, |_, a| {
        match (a[0].string(), a[1].string(), a[2].string()) {
            (Some(string), Some(from), Some(to)) if can_replace(string, from, to) => {
                checked_text(string.replace(from, to))
            }
            _ => Value::Undefined,
        }
    }),
    row("guess", 1, guess::guess),
    row("replace", 2, replace_all),
    row("parsecsv", 1, csv::parse),
    // There are no translations here: every text is in its own language.
    row("international", 1, |_, a| international(&a[0])),
    row("international", 2, |_, a| international(&a[0])),
    row("currentlanguage", 0, |_, _| "en".into()),
    row("substring", 3, |_, a| {
        match (&a[0], a[1].real(), a[2].real()) {
            (Value::String(string), Some(from), Some(to)) => {
                let len = string.len_utf16();
                let place = |index: f64| (index.floor().max(0.0) as usize).min(len);
                let (from, to) = (place(from), place(to));
                let part = string.part(from.min(to)..from.max(to));
                part.map_or(Value::Undefined, Value::from)
            }
            _ => Value::Undefined,
        }
    }),
    row("tokenize", 2, tokenize),
    row("indexof", 2, |_, a| index_of(a, 1.0)),
    row("indexof", 3, |_, a| match a[2].real() {
        Some(start) => index_of(a, round_half_up(start)),
        None => Value::Undefined,
    }),
    row("unicode", 1, unicode),
    row("format", 2, |context, a| match a[1].real() {
        Some(decimals) => {
            let decimals = round_half_up(decimals).clamp(0.0, MAX_DECIMALS) as usize;
            let keep_zeros = matches!(context.modifier("truncate"), Some(Value::Boolean(false)));
            let delimiter = context
                .modifier("delimiter")
                .and_then(Value::string)
                .unwrap_or(".");
            let format = Format {
                decimals,
                keep_zeros,
                delimiter,
            };
            match &a[0] {
                Value::Number(_) | Value::Angle(_) | Value::List(_) => format.value(context, &a[0]),
                _ => Value::Undefined,
            }
        }
        None => Value::Undefined,
    }),
];

fn can_replace(string: &str, from: &str, to: &str) -> bool {
    let most = if from.is_empty() {
        string.len() + 1
    } else {
        string.len() / from.len()
    };
    memory::fits_text(most.saturating_mul(to.len()).saturating_add(string.len()))
}

fn international(text: &Value) -> Value {
    match text {
        Value::String(_) => text.clone(),
        _ => Value::Undefined,
    }
}

/// Applies rules `[from, to]` in one pass from left to right: what comes first in the text is
/// replaced first, by the first rule that fits there. What is no rule is passed over.
fn replace_all(context: &mut Context, arguments: &[Value]) -> Value {
    let (Some(string), Some(list)) = (arguments[0].string(), arguments[1].list()) else {
        return Value::Undefined;
    };
    let values: Vec<Value> = list.iter().collect();
    let rules: Vec<(Value, Value)> = values
        .iter()
        .filter_map(Value::list)
        .filter(|rule| rule.len() == 2)
        .filter_map(|rule| Some((rule.get(0)?, rule.get(1)?)))
        .collect();
    let rules: Vec<(&str, &str)> = rules
        .iter()
        .filter_map(|(from, to)| Some((from.string()?, to.string()?)))
        .collect();
    if rules.iter().any(|(from, _)| from.is_empty()) {
        return context.warn("an empty string cannot be replaced");
    }
    // Where each rule fits next. Looked up again only when that has been passed.
    let find = |from: &str, done: usize| {
        if !work::spend(1) {
            return None;
        }
        let place = string[done..].find(from).map(|offset| done + offset);
        let goes_on = work::spend(place.unwrap_or(string.len()) - done);
        place.filter(|_| goes_on)
    };
    let mut next: Vec<Option<usize>> = rules.iter().map(|(from, _)| find(from, 0)).collect();
    let (mut replaced, mut done) = (String::new(), 0);
    loop {
        if !work::spend(rules.len()) {
            return Value::Undefined;
        }
        for (place, (from, _)) in next.iter_mut().zip(&rules) {
            if place.is_some_and(|place| place < done) {
                *place = find(from, done);
            }
        }
        let first = next
            .iter()
            .enumerate()
            .filter_map(|(rule, place)| Some(((*place)?, rule)));
        let Some((place, rule)) = first.min() else {
            break;
        };
        let (from, to) = rules[rule];
        replaced.push_str(&string[done..place]);
        replaced.push_str(to);
        done = place + from.len();
        if !memory::fits_text(replaced.len()) {
            return Value::Undefined;
        }
    }
    replaced.push_str(&string[done..]);
    checked_text(replaced)
}

/// The 1-based place of the first occurrence from a 1-based place on; 0 if there is none.
fn index_of(arguments: &[Value], start: f64) -> Value {
    let (Value::String(string), Some(wanted)) = (&arguments[0], arguments[1].string()) else {
        return Value::Undefined;
    };
    let start = (start - 1.0).max(0.0) as usize;
    let len = string.len_utf16();
    // The first character that begins there or later, and how many units stand before it.
    let (mut units, mut from) = (0, string.len());
    if len == string.len() {
        (units, from) = (start.min(len), start.min(len));
    } else {
        for (place, character) in string.char_indices() {
            if units >= start {
                from = place;
                break;
            }
            units += character.len_utf16();
        }
    }
    if wanted.is_empty() {
        return (start.min(len) as f64 + 1.0).into();
    }
    let rest = &string[from..];
    rest.find(wanted)
        .map_or(0.0, |place| {
            (units + rest[..place].encode_utf16().count() + 1) as f64
        })
        .into()
}

/// Splits at a separator; with a list of separators, each part at the next one. Parts that are
/// numbers become numbers.
fn tokenize(context: &mut Context, arguments: &[Value]) -> Value {
    let convert = !matches!(
        context.modifier(modifiers::name::AUTOCONVERT),
        Some(Value::Boolean(false))
    );
    let Some(string) = arguments[0].string() else {
        return Value::Undefined;
    };
    let listed: Vec<Value> = match &arguments[1] {
        Value::String(_) => vec![arguments[1].clone()],
        Value::List(list) => list.iter().collect(),
        _ => return Value::Undefined,
    };
    // As JavaScript prints what is no string, where that is not too odd to be in a text.
    let separators: Vec<Option<&str>> = listed
        .iter()
        .map(|separator| match separator {
            Value::Boolean(true) => Some("true"),
            Value::Boolean(false) => Some("false"),
            Value::List(list) if list.is_empty() => Some(""),
            other => other.string(),
        })
        .collect();
    if separators.len() > usize::from(memory::MAX_NESTING) {
        // Each makes lists of the parts.
        memory::refuse(memory::Refusal::Nesting);
        return Value::Undefined;
    }
    tokens(string, &separators, convert)
}

/// What is no separator separates nothing.
fn tokens(string: &str, separators: &[Option<&str>], convert: bool) -> Value {
    if !work::spend(string.len()) {
        return Value::Undefined;
    }
    match separators.split_first() {
        Some((None, rest)) => [tokens(string, rest, convert)].into(),
        None if convert => number(string).map_or_else(|| string.into(), Value::from),
        None => string.into(),
        Some((&Some(""), rest)) => string
            .encode_utf16()
            .map(|unit| tokens(&String::from_utf16_lossy(&[unit]), rest, convert))
            .collect(),
        Some((&Some(separator), rest)) => string
            .split(separator)
            .map(|part| tokens(part, rest, convert))
            .collect(),
    }
}

/// A number as JavaScript's `Number` reads it, with space around it.
fn number(string: &str) -> Option<f64> {
    let trimmed = string.trim();
    if trimmed.is_empty() {
        // Space alone counts as 0, nothing at all as a string.
        return (!string.is_empty()).then_some(0.0);
    }
    if let Some((prefix, digits)) = trimmed.split_at_checked(2)
        && let Some(base) = base_of(prefix)
    {
        let length = digits.chars().take_while(|c| c.is_digit(base)).count();
        return (length > 0 && length == digits.len()).then(|| whole(digits, base));
    }
    match trimmed {
        "Infinity" | "+Infinity" => return Some(f64::INFINITY),
        "-Infinity" => return Some(f64::NEG_INFINITY),
        _ => {}
    }
    // Rust also reads `inf`, `nan` and `infinity`.
    let numeric = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E' | '+' | '-');
    trimmed
        .chars()
        .all(numeric)
        .then(|| trimmed.parse().ok())
        .flatten()
}

fn base_of(prefix: &str) -> Option<u32> {
    match prefix {
        "0x" | "0X" => Some(16),
        "0o" | "0O" => Some(8),
        "0b" | "0B" => Some(2),
        _ => None,
    }
}

/// The value of the digits at the beginning of a text.
fn whole(text: &str, base: u32) -> f64 {
    let digits = text.chars().map_while(|c| c.to_digit(base));
    digits.fold(0.0, |value, digit| {
        value * f64::from(base) + f64::from(digit)
    })
}

fn unicode(context: &mut Context, arguments: &[Value]) -> Value {
    let base = context
        .modifier("base")
        .and_then(Value::real)
        .unwrap_or(16.0);
    let code = match &arguments[0] {
        // As JavaScript's `parseInt` does: the digits at the beginning.
        Value::String(text) if (2.0..=36.0).contains(&base) => {
            let (text, base) = (text.trim_start(), base as u32);
            let text = match text.split_at_checked(2) {
                Some(("0x" | "0X", digits)) if base == 16 => digits,
                _ => text,
            };
            text.starts_with(|c: char| c.is_digit(base))
                .then(|| whole(text, base) as u32)
        }
        Value::Number(code) => Some(code.re as u32),
        _ => None,
    };
    code.and_then(char::from_u32)
        .map_or(Value::Undefined, |c| c.to_string().into())
}

/// What a number takes to be formatted, in elements.
const DIGITS: usize = 100;
/// The most decimals of `format`, as the manual has it.
const MAX_DECIMALS: f64 = 20.0;

struct Format<'a> {
    decimals: usize,
    keep_zeros: bool,
    delimiter: &'a str,
}

impl Format<'_> {
    fn value(&self, context: &Context, value: &Value) -> Value {
        match value {
            Value::Number(z) | Value::Angle(z) => {
                work::spend(DIGITS);
                let (re, im) = (self.real(z.re), self.real(z.im));
                let text = if z.im.abs() < 0.1f64.powi(self.decimals as i32) {
                    re
                } else if let Some(im) = im.strip_prefix('-') {
                    format!("{re} - i*{im}")
                } else {
                    format!("{re} + i*{im}")
                };
                text.into()
            }
            Value::List(list) => list.iter().map(|item| self.value(context, &item)).collect(),
            other => context.print(other).into(),
        }
    }

    fn real(&self, x: f64) -> String {
        if !x.is_finite() || x.abs() >= 1e21 {
            return real_text(x);
        }
        let mut text = format!("{x:.*}", self.decimals);
        // Halves are rounded away from zero: what lies exactly between ends in one more digit, a
        // 5. What does not end so soon differs from that within 40 digits.
        let exact = format!("{x:.*}", self.decimals + 40);
        if exact.trim_end_matches('0').len() + 39 == exact.len()
            && exact.trim_end_matches('0').ends_with('5')
        {
            let away = if x > 0.0 { x.next_up() } else { x.next_down() };
            text = format!("{away:.*}", self.decimals);
        }
        if !self.keep_zeros && text.contains('.') {
            // Zeros, and digits beyond those that make the number.
            let number = text.parse::<f64>();
            while let Some((shorter, _)) = text.split_at_checked(text.len() - 1)
                && text.contains('.')
                && shorter.parse() == number
            {
                text.pop();
            }
        }
        // What rounds to 0 from below keeps its sign, a negative zero has none.
        if x == 0.0 {
            text = text.trim_start_matches('-').to_owned();
        }
        text.replace('.', self.delimiter)
    }
}
