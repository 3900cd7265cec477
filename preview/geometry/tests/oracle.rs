//! Every construction in `constructions.txt`, and many random ones, are where CindyJS has them,
//! also after points have moved.
//!
//! Runs where `CINDYJS_ORACLE` names a folder with `eval.mjs`, which evaluates programs with
//! CindyJS; elsewhere it says that it did not run.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod random;
mod support;

use std::path::Path;
use std::process::Command;

use cindyscript_geometry::Complex64;
use serde_json::{Value as Json, json};

use cindyscript_test_support::folders::wanted;
use support::{Case, cases, construct, reading};

/// How far numbers may be from each other; how far the cosine between vectors may be from one.
const TOLERANCE: f64 = 1e-9;

/// Random constructions with a line through a point twice, or a circle through two points, whose
/// values are rounding errors here as there.
const DEGENERATE: &[u64] = &[25, 33, 52];

/// How many differences of one construction are shown.
const SHOWN: usize = 5;

/// What one element is after some of the moves.
struct Reading {
    after: usize,
    expression: String,
    numbers: Vec<Complex64>,
}

#[test]
fn constructions_are_those_of_cindyjs() {
    check(&cases(include_str!("constructions.txt")));
}

#[test]
fn random_constructions_are_those_of_cindyjs() {
    let seeds = std::env::var("CONSTRUCTIONS").ok();
    let seeds: u64 = seeds.and_then(|seeds| seeds.parse().ok()).unwrap_or(24);
    let texts: Vec<String> = (1..=seeds)
        .filter(|seed| !DEGENERATE.contains(seed))
        .map(random::construction)
        .collect();
    let cases: Vec<Case> = texts.iter().flat_map(|text| cases(text)).collect();
    check(&cases);
}

fn check(cases: &[Case]) {
    let what = "constructions against CindyJS's";
    let Some([folder]) = wanted(what, ["CINDYJS_ORACLE"]) else {
        return;
    };
    let mut requests = Vec::new();
    let mut readings = Vec::new();
    let mut wrong = Vec::new();
    for case in cases {
        let (mut construction, problems) = construct(&case.elements);
        for problem in problems {
            wrong.push(format!(
                "{}: {}: {}",
                case.title, problem.name, problem.message
            ));
        }
        let mut ours = Vec::new();
        for after in 0..=case.moves.len() {
            if let Some(step) = after.checked_sub(1).map(|index| &case.moves[index]) {
                assert!(step.apply(&mut construction), "{}: {step:?}", case.title);
            }
            for (_, element) in construction.iter() {
                if let Some((expression, numbers)) = reading(&element.name, &element.value) {
                    ours.push(Reading {
                        after,
                        expression,
                        numbers,
                    });
                }
            }
        }
        requests.push(request(case, &ours));
        readings.push(ours);
    }
    let answers = ask(&folder, &requests);
    let mut count = 0;
    for ((case, ours), answer) in cases.iter().zip(&readings).zip(&answers) {
        if answer["error"]
            .as_str()
            .is_some_and(|error| error.starts_with("timeout"))
        {
            // Tracing there goes on for seconds where values coincide.
            println!("{}: CindyJS takes too long", case.title);
            continue;
        }
        let theirs = answer["json"].as_array();
        let differences = ours.iter().enumerate().filter_map(|(index, reading)| {
            let theirs = theirs.and_then(|theirs| numbers(theirs.get(index)?));
            let same = theirs
                .as_deref()
                .is_some_and(|theirs| are_multiples(&reading.numbers, theirs));
            let Reading {
                after, expression, numbers, ..
            } = reading;
            (!same).then(|| {
                format!("  {expression} after {after} moves\n    ours:    {numbers:.6?}\n    CindyJS: {theirs:.6?}")
            })
        });
        let differences: Vec<String> = differences.collect();
        count += ours.len();
        if !differences.is_empty() {
            wrong.push(format!(
                "{}: {} values; {} {}\n{}",
                case.title,
                differences.len(),
                answer["error"],
                answer["out"],
                differences[..differences.len().min(SHOWN)].join("\n")
            ));
        }
    }
    println!("{} constructions, {count} values compared", cases.len());
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// A program that moves as the case does and gives the list of all that was read.
fn request(case: &Case, readings: &[Reading]) -> Json {
    let geometry: Vec<Json> = case
        .elements
        .iter()
        .map(|element| serde_json::from_str(element).unwrap_or_else(|e| panic!("{e}: {element}")))
        .collect();
    let mut script = "all=[];".to_owned();
    for after in 0..=case.moves.len() {
        if let Some(step) = after.checked_sub(1).map(|index| &case.moves[index]) {
            script += &format!("{};", step.script());
        }
        let expressions: Vec<&str> = readings
            .iter()
            .filter(|reading| reading.after == after)
            .map(|reading| reading.expression.as_str())
            .collect();
        script += &format!("all=all++[{}];", expressions.join(","));
    }
    json!({"src": script + "all", "geo": geometry})
}

fn ask(folder: &Path, requests: &[Json]) -> Vec<Json> {
    let batch = std::env::temp_dir().join(format!(
        "constructions-{}-{:?}.json",
        std::process::id(),
        std::thread::current().id()
    ));
    std::fs::write(&batch, Json::from(requests).to_string()).unwrap();
    let output = Command::new("node")
        .arg("eval.mjs")
        .arg("--batch")
        .arg(&batch)
        .current_dir(folder)
        .output()
        .unwrap();
    std::fs::remove_file(&batch).unwrap();
    let answers: Vec<Json> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    assert_eq!(answers.len(), requests.len(), "CindyJS did not answer");
    answers
}

/// All numbers of a nested list.
fn numbers(json: &Json) -> Option<Vec<Complex64>> {
    match json {
        Json::Array(items) => {
            let parts: Option<Vec<_>> = items.iter().map(numbers).collect();
            Some(parts?.concat())
        }
        Json::Object(parts) => {
            let part = |name: &str| parts.get(name).and_then(number);
            Some(vec![Complex64::new(part("re")?, part("im")?)])
        }
        _ => Some(vec![number(json)?.into()]),
    }
}

fn number(json: &Json) -> Option<f64> {
    match json {
        Json::Number(number) => number.as_f64(),
        Json::String(text) => text.parse().ok(),
        _ => None,
    }
}

fn are_multiples(a: &[Complex64], b: &[Complex64]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    if let ([a], [b]) = (a, b) {
        return (a - b).norm() < TOLERANCE * (1.0 + a.norm());
    }
    let norm = |v: &[Complex64]| v.iter().map(Complex64::norm_sqr).sum::<f64>().sqrt();
    let (length_a, length_b) = (norm(a), norm(b));
    if length_a == 0.0 || length_b == 0.0 || !length_a.is_finite() || !length_b.is_finite() {
        // Nowhere, in both.
        let nowhere = |length: f64| length == 0.0 || !length.is_finite();
        return nowhere(length_a) && nowhere(length_b);
    }
    let product: Complex64 = a.iter().zip(b).map(|(a, b)| a.conj() * b).sum();
    (1.0 - product.norm() / (length_a * length_b)).abs() < TOLERANCE
}
