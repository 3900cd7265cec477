//! Code as a value: every program in `code.txt` gives the value that CindyJS gives, with CindyGL,
//! which has `cgllazy` and `cgleval`.
//!
//! Runs where `CINDYJS_ORACLE` names a folder with `snippet.mjs`, which runs scripts in a browser;
//! elsewhere it says that it did not run.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod support;

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;
use std::{env, fs, process};

use cindyscript_interpreter::display::Drawing;
use cindyscript_interpreter::{Interpreter, RuntimeError};
use cindyscript_tests::wanted;
use serde_json::Value as Json;

/// Where we differ on purpose: the program, our value, why.
const DIFFERENT: &[(&str, &str, &str)] = &[(
    "f = cgllazy(x, x); sort([f, 1])",
    "[1, _?_]",
    "CindyJS has no order for code, and leaves it where it is",
)];

#[test]
fn code_does_what_it_does_in_cindyjs() {
    let what = "code against CindyJS's";
    let Some([oracle]) = wanted(what, ["CINDYJS_ORACLE"]) else {
        return;
    };
    let lines = include_str!("code.txt").lines();
    let is_program = |line: &&str| !line.is_empty() && !line.starts_with("# ");
    let programs: Vec<&str> = lines.filter(is_program).collect();
    let answers = cindygl(&oracle, &programs);
    let mut wrong = Vec::new();
    for (place, program) in programs.iter().enumerate() {
        let ours = support::run(program).value;
        let theirs = answers.get(&place).map(String::as_str);
        let known = DIFFERENT.iter().find(|(other, ..)| other == program);
        let expected = known.map_or(theirs, |row| Some(row.1));
        if Some(ours.as_str()) != expected {
            wrong.push(format!(
                "{program}\n  ours:    {ours}\n  CindyJS: {expected:?}"
            ));
        }
    }
    println!("{} programs compared", programs.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What CindyJS prints for the values of programs, by their places. They share their variables.
fn cindygl(oracle: &Path, programs: &[&str]) -> HashMap<usize, String> {
    let folder = env::temp_dir().join(format!("code-{}", process::id()));
    fs::create_dir_all(&folder).unwrap();
    let mut script = "//--- init\nuse(\"CindyGL\");\n".to_owned();
    for (place, program) in programs.iter().enumerate() {
        let statements = program.rsplit_once("; ");
        let (before, value) = statements.unwrap_or(("0", program));
        script += &format!("{before};\nprint(\"@{place}:\" + ({value}));\n");
    }
    let file = folder.join("code.cs");
    fs::write(&file, script).unwrap();
    let ran = Command::new("node")
        .arg("snippet.mjs")
        .arg("--out")
        .arg(&folder)
        .arg(&file)
        .current_dir(oracle)
        .output()
        .unwrap();
    assert!(ran.status.success(), "{ran:?}");
    let report = fs::read_to_string(folder.join("code.json")).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let report: Json = serde_json::from_str(&report).unwrap();
    let texts = report["console"].as_array().unwrap().iter();
    let texts = texts.filter_map(|line| line["text"].as_str()?.strip_prefix('@'));
    texts
        .filter_map(|text| {
            let (place, value) = text.split_once(':')?;
            Some((place.parse().ok()?, value.to_owned()))
        })
        .collect()
}

/// What went wrong: the text that is meant, and what is said about it.
fn check(text: &str, expected: &[(&str, &str)]) {
    let outcome = support::run(text);
    let said = said(&outcome.interpreter, text, &outcome.errors);
    assert_eq!(said, expected, "{text}");
}

fn said<'a>(
    interpreter: &Interpreter,
    text: &'a str,
    errors: &'a [RuntimeError],
) -> Vec<(&'a str, &'a str)> {
    let at = |error: &RuntimeError| interpreter.program().term(error.term).range;
    errors
        .iter()
        .map(|error| (&text[at(error)], error.message.as_str()))
        .collect()
}

#[test]
fn mistakes_are_said_where_they_are() {
    let number = "the first argument of `cgleval` is a number, not a function of `cgllazy`";
    check("a = 2; cgleval(a, 1)", &[("cgleval(a, 1)", number)]);
    let two = "this function takes 2 arguments, not 1";
    check(
        "f = cgllazy((x, y), x + y); cgleval(f, 1)",
        &[("cgleval(f, 1)", two)],
    );
    let unset = "`q` has no value yet";
    check("f = cgllazy(x, x + q); cgleval(f, 1)", &[("q", unset)]);
    check("f = cgllazy(x, cgllazy(y, x)); g = cgleval(f, 1);", &[]);
}

/// Code of a text that has changed since does what it did; and what it keeps comes to an end.
#[test]
fn code_outlives_its_text() {
    let first =
        "f = cgllazy(x, x * k, k -> 3); g = cgllazy(x, cgllazy(y, [x, y])); h = cgleval(g, 5);";
    let mut interpreter = support::run(first).interpreter;
    let second = "z = 1; [cgleval(f, 2), cgleval(h, 1), cgleval(cgleval(g, 2), 3)]";
    for text in [
        second,
        "cgllazy(y, y); [cgleval(f, 2), cgleval(h, 1), cgleval(cgleval(g, 2), 3)]",
    ] {
        let next = support::program("test.cindyscript", text);
        interpreter.load(next.clone());
        let outcome = support::run_in(interpreter);
        assert_eq!(outcome.errors, []);
        assert_eq!(outcome.value, "[6, [5, 1], [2, 3]]");
        interpreter = outcome.interpreter;
    }
}

/// Pixels run it as well: where the text still says the same, the program is that of the text.
#[test]
fn colorplots_run_code_that_outlives_its_text() {
    let first = "f = cgllazy(x, x * k, k -> 3); z = 2;";
    let plot = "colorplot(cgleval(f, #.x));";
    for (text, is_gone) in [
        (plot.to_owned(), true),
        (format!("z = 1; {first} {plot}"), false),
    ] {
        let mut interpreter = support::run(first).interpreter;
        let next = support::program("test.cindyscript", &text);
        interpreter.load(next.clone());
        let last = next.program.plots[0].term;
        let (_, errors) = interpreter.run(last);
        assert_eq!(errors, []);
        let drawings = interpreter.take_display_list();
        let [Drawing::Plot(call)] = drawings.as_slice() else {
            panic!("{drawings:?}");
        };
        assert_eq!(call.redefined.is_some(), is_gone, "{text}");
        let value = interpreter.pixel_evaluator(call).value([2.0, 0.0]);
        assert_eq!(value.to_string(), "6", "{text}");
    }
}

#[test]
fn what_code_keeps_is_bounded() {
    let outcome = support::run("f = 0; repeat(10000, f = cgllazy(x, x, g -> f)); f");
    assert_eq!(outcome.errors.len(), 1, "{:?}", outcome.errors);
    assert!(outcome.errors[0].message.contains("deep"));
    let outcome = support::run("f = cgllazy(x, cgleval(f, x)); cgleval(f, 1)");
    assert!(outcome.errors[0].message.starts_with("stopped"));
}
