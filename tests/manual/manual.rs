//! The examples of CindyJS's manual give the values that it says.
//!
//! Wants a checkout of CindyJS in `CINDYJS_DIR`. Compared are values as they are printed, output,
//! and whether a script is refused; not the wording of errors, and not what is drawn.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod page;

use std::fs;
use std::path::PathBuf;

use cindyscript_tests::evaluator::Evaluator;
use cindyscript_tests::wanted;
use page::{Example, examples};
use serde_json::{Value as Json, json};

/// The share of the examples that has to be equal.
const AIM: f64 = 0.98;

/// Examples that differ: page and line, and why.
const DIFFERENT: &[(&str, usize, &str)] = &[
    (
        "Variables_and_Functions.md",
        99,
        "a control structure that a function has replaced does not come back",
    ),
    (
        "Vectors_and_Matrices.md",
        585,
        "another matching of the same cost",
    ),
];

/// How lines of output begin that say that something is wrong: our reports have places instead.
const REPORTS: &[&str] = &[
    "WARNING:",
    "Warning",
    "warning",
    "Called undefined function",
    "condition for",
    "Can't use",
    "Error: JSON keys",
];

#[test]
fn examples_are_as_the_manual_says() {
    let what = "the examples of CindyJS's manual";
    let Some([folder]) = wanted(what, ["CINDYJS_DIR"]) else {
        return;
    };
    let mut pages: Vec<PathBuf> = fs::read_dir(folder.join("ref"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    pages.sort();
    let mut evaluator = Evaluator::start().unwrap();
    let (mut checked, mut equal, mut unexplained) = (0, 0, Vec::new());
    let mut unused: Vec<_> = DIFFERENT.iter().collect();
    for path in pages {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let examples = examples(&fs::read_to_string(&path).unwrap());
        if !examples.iter().any(Example::is_checked) {
            continue;
        }
        evaluator.evaluate("").unwrap();
        for example in examples.iter().filter(|example| !example.elsewhere) {
            let mut request = json!({ "code": example.input.trim_end() });
            if !example.geometry.is_empty() {
                request["geometry"] = example.geometry.as_str().into();
            }
            let answer = evaluator.ask(&request).unwrap();
            if !example.is_checked() {
                continue;
            }
            checked += 1;
            let listed = |row: &&(&str, usize, &str)| row.0 == name && row.1 == example.line;
            match differences(example, &answer) {
                None => equal += 1,
                Some(differences) if DIFFERENT.iter().any(|row| listed(&row)) => {
                    unused.retain(|row| !listed(row));
                    println!("listed: ref/{name}:{}\n{differences}", example.line);
                }
                Some(differences) => {
                    let (line, input) = (example.line, example.input.trim_end());
                    unexplained.push(format!("ref/{name}:{line}\n{input}\n{differences}"));
                }
            }
        }
    }
    let share = f64::from(equal) / f64::from(checked);
    println!(
        "{equal} of {checked} examples are equal: {:.1} %",
        100.0 * share
    );
    assert!(
        unexplained.is_empty(),
        "{} differ ({equal} of {checked} are equal):\n\n{}",
        unexplained.len(),
        unexplained.join("\n\n")
    );
    assert!(
        unused.is_empty(),
        "these are equal, though listed: {unused:?}"
    );
    assert!(checked > 500 && share >= AIM);
}

/// What the manual says and what is; none if they agree.
fn differences(example: &Example, answer: &Json) -> Option<String> {
    let mut wrong = Vec::new();
    if example.fails {
        if !answer["value"].is_null() {
            wrong.push(format!("  is to be refused, is {}", answer["value"]));
        }
        return (!wrong.is_empty()).then(|| wrong.join("\n"));
    }
    if let Some(expected) = &example.value {
        let expected_text = unquoted(expected);
        let text = answer["value"].as_str().unwrap_or("an error");
        let equal = if example.varies {
            let boolean = |text: &str| matches!(text, "true" | "false");
            without_digits(text) == without_digits(&expected_text)
                || boolean(text) && boolean(&expected_text)
        } else {
            text == expected_text && (answer["kind"] == "string") == expected.starts_with('"')
        };
        if !equal {
            wrong.push(format!(
                "  value  {text}\n  manual {expected}\n  {}",
                answer["errors"]
            ));
        }
    }
    let lines = |lines: &mut dyn Iterator<Item = &str>| -> String {
        let kept = lines.filter(|line| !REPORTS.iter().any(|report| line.starts_with(report)));
        // The manual gives each call of `print` a line of its own, which it has not.
        kept.collect()
    };
    let expected = lines(&mut example.output.iter().map(String::as_str));
    let output = lines(&mut answer["output"].as_str().unwrap_or_default().lines());
    if output != expected {
        wrong.push(format!("  output {output:?}\n  manual {expected:?}"));
    }
    (!wrong.is_empty()).then(|| wrong.join("\n"))
}

/// The manual writes strings with quotes and escapes, wherever they are in a value.
fn unquoted(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('"') {
        plain.push_str(&rest[..start]);
        let mut string = serde_json::Deserializer::from_str(&rest[start..]).into_iter::<String>();
        let Some(Ok(content)) = string.next() else {
            break;
        };
        plain.push_str(&content);
        rest = &rest[start + string.byte_offset()..];
    }
    plain.push_str(rest);
    plain
}

fn without_digits(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_ascii_digit() && !matches!(c, '.' | '-' | '+' | 'e'))
        .collect()
}
