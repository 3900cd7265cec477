//! Every program in `expressions.txt`, and in `geometry.txt` with the construction of
//! `construction.json`, gives the value that CindyJS gives, and prints the same.
//!
//! Runs where `CINDYJS_ORACLE` names a folder with `eval.mjs`, which evaluates programs with
//! CindyJS; elsewhere it says that it did not run.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod support;

use cindyscript_tests::wanted;

/// Where we differ on purpose: the program, our value, why.
const DIFFERENT: &[(&str, &str, &str)] = &[("forall([],1)", "___", "CindyJS throws")];

/// How lines begin that CindyJS mixes into the output to say that something is wrong.
const DIAGNOSTICS: &[&str] = &[
    "a is not regular",
    "warning",
    "called undefined function",
    "condition for",
    "duplication detected",
    "element name",
    "error: json keys",
    "invalid geometric operation",
    "name must be",
    "operation ",
];

#[test]
fn values_are_those_of_cindyjs() {
    compare(include_str!("expressions.txt"), None);
}

#[test]
fn values_with_a_construction_are_those_of_cindyjs() {
    let construction = include_str!("construction.json");
    compare(include_str!("geometry.txt"), Some(construction));
}

/// Compares the programs, one a line, each with the construction.
fn compare(programs: &str, construction: Option<&str>) {
    let what = "values against CindyJS's";
    let Some([folder]) = wanted(what, ["CINDYJS_ORACLE"]) else {
        return;
    };
    let programs: Vec<&str> = programs
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("# "))
        .collect();
    let answers = support::cindyjs(&folder, &programs, construction);
    let mut wrong = Vec::new();
    for program in &programs {
        let Some(answer) = answers.get(*program) else {
            wrong.push(format!("{program}\n  CindyJS did not answer"));
            continue;
        };
        let ours = match construction {
            Some(construction) => support::run_with(construction, program),
            None => support::run(program),
        };
        let known = DIFFERENT.iter().find(|(other, ..)| other == program);
        let expected = known.map_or_else(|| answer["text"].as_str().unwrap_or("?"), |row| row.1);
        // CindyJS gives one entry for each call; line ends are left out here.
        let printed: String = answer["out"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(serde_json::Value::as_str)
            .filter(|line| {
                let line = line.to_lowercase();
                !DIAGNOSTICS.iter().any(|start| line.starts_with(start))
            })
            .collect();
        let out = ours.output.replace('\n', "");
        if ours.value != expected || out != printed.replace('\n', "") {
            let value = &ours.value;
            wrong.push(format!(
                "{program}\n  ours:    {value}   {out:?}\n  CindyJS: {expected}   {printed:?} {}",
                answer["error"]
            ));
        }
    }
    println!("{} programs compared", programs.len());
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
