//! Scripts made at random give the same printed values as in CindyJS.
//!
//! Wants the oracle in `CINDYJS_ORACLE`. `RANDOM_SCRIPTS` says how many scripts (2000), and
//! `RANDOM_SEED` where they begin (1).

#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[path = "../support/mod.rs"]
mod support;

use std::env;

use cindyscript_tests::random::Random;
use cindyscript_tests::scripts::script;
use cindyscript_tests::wanted;

/// Where we differ on purpose, by a part of the script or of CindyJS's answer, and why.
const DIFFERENT: &[(Part, &str, &str)] = &[
    (
        Part::Answer,
        "NaN",
        "what has no number is undefined here; and which parts of a complex NaN are NaN varies",
    ),
    (
        Part::Script,
        "det(columnmatrix(",
        "the determinant of one angle is a number here",
    ),
    (
        Part::Script,
        "(format(d(",
        "as above: the printed NaN, taken apart",
    ),
    (
        Part::Script,
        "row(combinations(",
        "a row that a matrix without columns does not have is empty in CindyJS",
    ),
    (
        Part::Script,
        "{\"k\":1}",
        "dictionaries have no place in CindyJS's order of values",
    ),
    (
        Part::Script,
        "cycle(",
        "of an empty list, CindyJS's cycle is a pair of undefined values",
    ),
    (
        Part::Script,
        "set((tokenize(",
        "lists that begin with undefined and a string: CindyJS's order is not total",
    ),
    (
        Part::Script,
        "max([[",
        "lists that begin with complex numbers and strings: CindyJS's order is not total",
    ),
    (Part::Script, "set([", "as above, for any kinds"),
    (Part::Script, "sort((map(", "as above"),
    (
        Part::Script,
        "text((",
        "a boolean as a text cannot be taken apart in CindyJS",
    ),
    (Part::Script, "text(true)", "as above"),
    (Part::Script, "text(false)", "as above"),
    (
        Part::Script,
        "linearsolve([[1,2,3],[4,5,6],[7,8,10]]",
        "rounding errors, made large",
    ),
    (
        Part::Script,
        "√(-1)",
        "the real part of the root is a rounding error, of which the sign is seen",
    ),
    (
        Part::Script,
        "d([0,0,1],3)",
        "the distance of a list and a number is undefined here",
    ),
    (Part::Script, "d((1+i),min([", "as above"),
];

enum Part {
    /// What stands in the script.
    Script,
    /// What CindyJS answers.
    Answer,
}

#[test]
fn random_scripts_have_the_values_of_cindyjs() {
    let what = "random scripts against CindyJS";
    let Some([oracle]) = wanted(what, ["CINDYJS_ORACLE"]) else {
        return;
    };
    let setting = |name: &str, otherwise: u64| {
        let value = env::var(name).ok().and_then(|text| text.parse().ok());
        value.unwrap_or(otherwise)
    };
    let count = setting("RANDOM_SCRIPTS", 2000);
    let mut random = Random::new(setting("RANDOM_SEED", 1));
    let scripts: Vec<String> = (0..count)
        .map(|number| script(&mut random, 1 + number as usize % 4))
        .collect();
    let answers = support::cindyjs(&oracle, &scripts, None);
    let (mut compared, mut listed, mut wrong) = (0, 0, Vec::new());
    for script in &scripts {
        let ours = support::run(script);
        // CindyJS throws where it meets what it does not expect; that is no value to have.
        let Some(theirs) = answers
            .get(script)
            .and_then(|answer| answer["text"].as_str())
        else {
            continue;
        };
        compared += 1;
        if agree(&ours.value, theirs) {
            continue;
        }
        let known = |(part, text, _): &(Part, &str, &str)| match part {
            Part::Script => script.contains(text),
            Part::Answer => theirs.contains(text),
        };
        if DIFFERENT.iter().any(known) {
            listed += 1;
        } else {
            let value = &ours.value;
            wrong.push(format!("{script}\n  ours:    {value}\n  CindyJS: {theirs}"));
        }
    }
    println!("{compared} of {count} scripts compared, {listed} differ for a known reason");
    assert!(compared * 2 > count);
    assert!(
        wrong.is_empty(),
        "{} of {compared} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Whether both are the same text, up to the last printed digit of numbers.
fn agree(ours: &str, theirs: &str) -> bool {
    ours == theirs || {
        let (ours, theirs) = (parts(ours), parts(theirs));
        ours.len() == theirs.len()
            && ours.iter().zip(&theirs).all(|(a, b)| {
                a == b
                    || match (a.parse::<f64>(), b.parse::<f64>()) {
                        (Ok(a), Ok(b)) => (a - b).abs() <= 1.5e-4 + 1e-9 * a.abs(),
                        _ => false,
                    }
            })
    }
}

/// A text, cut before and after its numbers.
fn parts(text: &str) -> Vec<&str> {
    let numeric = |c: char| c.is_ascii_digit() || c == '.';
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let same = |c: char| numeric(c) != numeric(first);
        let end = rest.find(same).unwrap_or(rest.len());
        parts.push(&rest[..end]);
        rest = &rest[end..];
    }
    parts
}
