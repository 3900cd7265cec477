//! Every builtin that is a function of its arguments, applied to values in the corners of their
//! types: where the sign changes, where a truth value stands for a number, where lists are empty,
//! of unlike elements, or too short.

use std::fmt::Write as _;

use cindyscript_hir::builtins::{Builtin, Effect, Form, all};
use cindyscript_hir::document::Document;

use super::{Tally, run_all};

/// For builtins of one and two arguments.
const VALUES: &[&str] = &[
    "-1",
    "-0.5",
    "0",
    "0.5",
    "2",
    "true",
    "false",
    "i",
    "1-0.5*i",
    "[1, 2]",
    "[-1, 0.5]",
    "[0, -2, 3]",
    "[true, -1]",
    "[true, 0.5]",
    "[i, 1]",
    "[]",
    "[[1, 2], [3, -4]]",
    "[[0, true], [0.5, 2]]",
    "[1, [2, 3]]",
    "[\"a\", 1]",
    "\"12\"",
    "nothing",
    // A truth value that might have been a number, and a number that might have been real.
    "if(yes, true, 2)",
    "if(yes, -1, 0.5)",
];

/// For those of three and more.
const FEW: &[&str] = &["-1", "2", "true", "-0.5", "[1, 2]", "[-1, 0.5, 2]", "\"a\""];

/// A call, as it is written.
fn call(name: &str, arguments: &[&str]) -> String {
    let is_word = name.chars().all(char::is_alphanumeric);
    match (name, arguments) {
        ("|.|", _) => format!("|{}|", arguments.join(", ")),
        ("°", [a]) => format!("({a})°"),
        (_, [a]) if !is_word => format!("{name} ({a})"),
        (_, [a, b]) if !is_word => format!("({a}) {name} ({b})"),
        _ => format!("{name}({})", arguments.join(", ")),
    }
}

/// All lists of `count` of the values.
fn choices(values: &[&'static str], count: u8) -> Vec<Vec<&'static str>> {
    let mut choices = vec![Vec::new()];
    for _ in 0..count {
        let longer = choices.iter().flat_map(|choice| {
            values.iter().map(move |&value| {
                let mut choice: Vec<&str> = choice.clone();
                choice.push(value);
                choice
            })
        });
        choices = longer.collect();
    }
    choices
}

fn is_function(row: &Builtin) -> bool {
    row.form == Form::Strict && row.effect != Effect::State
}

#[test]
fn every_builtin_at_the_corners() {
    let mut tally = Tally::default();
    for builtin in all() {
        let row = builtin.row();
        let (Some(arity @ 1..=4), true) = (row.arity, is_function(row)) else {
            continue;
        };
        let values = if arity <= 2 { VALUES } else { FEW };
        // Programs of some hundred lines.
        for (part, calls) in choices(values, arity).chunks(500).enumerate() {
            let mut text = "yes = seconds() >= 0;\n".to_owned();
            for (place, arguments) in calls.iter().enumerate() {
                let call = call(row.name, arguments);
                writeln!(text, "r{place} = {call};").unwrap();
            }
            let document = Document::open("corners.cindyscript", text.as_str());
            let mut own = Tally::default();
            run_all(&document, &mut own, "");
            tally.values += own.values;
            tally.of_nothing += own.of_nothing;
            for wrong in own.wrong {
                let place = wrong.split(['r', '`']).find_map(|word| word.parse().ok());
                let call = place.and_then(|place: usize| calls.get(place));
                let call = call.map(|arguments| self::call(row.name, arguments));
                tally
                    .wrong
                    .insert(format!("{} ({part}): {wrong}", call.unwrap_or_default()));
            }
        }
    }
    tally.verdict("every builtin at the corners");
}
