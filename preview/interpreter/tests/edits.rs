//! What stays when the host loads another program: values, code, functions.
#![allow(clippy::unwrap_used)]

mod support;

use support::{load, program};

/// A page with a point and these init scripts, one after the other: the values of their last
/// statements, and the messages with the texts that they point at.
#[track_caller]
fn check(versions: &[&str], expected: &[&str]) {
    let page = |script: &str| {
        format!(
            "<script id='csinit' type='text/x-cindyscript'>{script}</script>\
             <script>CindyJS({{scripts: 'cs*', \
             geometry: [{{name: 'A', type: 'Free', pos: [1, 2]}}]}})</script>"
        )
    };
    let mut interpreter = load("a.html", &page(versions[0]));
    let mut said = Vec::new();
    for (index, version) in versions.iter().enumerate() {
        let text = page(version);
        if index > 0 {
            interpreter.load(program("a.html", &text));
        }
        interpreter.set_time(index as f64);
        let mut errors = interpreter.run_timers();
        let root = interpreter.program().scripts[0].root;
        let (value, more) = interpreter.run(root);
        errors.extend(more);
        said.push(interpreter.print(&value));
        for error in errors {
            let range = interpreter.program().term(error.term).range;
            said.push(format!("{}: {}", &version[range], error.message));
        }
    }
    assert_eq!(said, expected, "{versions:?}");
}

#[test]
fn code_in_dictionaries_means_what_it_meant() {
    check(
        &[
            "n = 5; d = {}; d.x := self().k + n; d.k = 1; d.x",
            "[1, 2, 3]; repeat(3, n = n + 1); d.x",
            "d.x",
        ],
        &["6", "9", "9"],
    );
    check(
        &[
            "d = {\"a\": 1}; d.f := sum(1..3, #^2) + g(2); g(x) := x; d.f",
            "g(x) := 10 * x; d.f",
        ],
        &["16", "34"],
    );
}

#[test]
fn code_attached_to_lists_strings_and_elements() {
    // An element has the value that its code has at once.
    for (holder, later) in [("l = [1, 2]; l", "8"), ("l = \"s\"; l", "8"), ("A", "2")] {
        let name = holder.split("; ").last().unwrap();
        let first = format!("n = 1; {holder}:\"k\" := n + 1; {name}:\"k\"");
        let second = format!("zz = [1, [2], 3]; n = 7; {name}:\"k\"");
        check(&[&first, &second], &["2", later]);
    }
}

#[test]
fn variables_keep_their_code() {
    check(
        &["n = 2; x := n * 10; x", "other; n = 3; x"],
        &["20", "30", "other: `other` has no value yet"],
    );
    // Its name is gone for a while.
    check(
        &["n = 2; x := n * 10; x", "n = 3", "n = 4; x"],
        &["20", "3", "40"],
    );
}

#[test]
fn what_goes_wrong_in_old_code_is_said_where_it_is_read() {
    check(
        &["d = {}; d.x := [1]_n; n = 1; d.x", "n = 5; 1 + d.x"],
        &[
            "1",
            "___",
            "d.x: index 5 is out of range: there is 1 element",
        ],
    );
}

#[test]
fn code_that_waits_runs() {
    check(
        &["n = 1; settimeout(0.5, n = n + 100); n", "[[1], 2]; n"],
        &["1", "101"],
    );
}

#[test]
fn derivatives_are_code() {
    check(
        &[
            "f(x) := x * x + 1; diff(f(x), x, df(x) := #); [f(5), df(5)]",
            "f(x) := x; df(2) + f(1)",
        ],
        &["[26, 10]", "5"],
    );
    // The same function again, another function again.
    check(
        &[
            "g(k) := (parse(\"f(x) := x^\" + k); diff(f(x), x, df(x) := #); df(2)); \
           [g(2), g(3), g(2), diff(df(x), x, 7 + #), x = 1; diff(x^3, x, # + #)]",
        ],
        &["[4, 12, 4, 9, 6]"],
    );
    check(
        &[
            "x = 0.5; [diff(sin(x)^2, x, #) - 2 * sin(x) * cos(x), diff(exp(-2 * x), x, #) + 2 / exp(1), \
           diff(x^x, x, #) - (1 + log(x)) * x^x, diff((x + 1) / (x - 2), x, #) + 3 / (x - 2)^2, \
           diff(arctan(3 * x), x, #) - 3 / (1 + 9 * x^2), diff(y * sqrt(x), y, #) - sqrt(x)] ~= [0,0,0,0,0,0]",
        ],
        &["true"],
    );
    check(&["simplify(0 + 1 * x, f(x) := 2 * #); f(4)"], &["8"]);
    check(
        &[
            "f(x, y) := x^2 * y + 3; k = 6; [degree(f(x, 2), x), degree(f(x, y), x, y), degree(sin(x), x), \
           degree(n = 4; x^n + y^k, x, y), degree(7, x), degree(x / 2 - x^5 * x, x)]",
        ],
        &["[2, 3, -1, 6, 0, 6]"],
    );
    check(
        &["diff([x, 1], x, #)"],
        &["___", "[x, 1]: the derivative of this is not known"],
    );
}

#[test]
fn functions_that_came_at_run_time_stay() {
    check(
        &[
            "parse(\"g(y) := y + k; k = 1\"); g(3)",
            "k = 5; [g(3), g(4)]",
            "g(1)",
        ],
        &["4", "[8, 9]", "6"],
    );
}

#[test]
fn calls_see_what_is_defined_later() {
    check(&["f(x) := g(x); parse(\"g(y) := y * 2\"); f(3)"], &["6"]);
    check(
        &["f(x) := (parse(\"h(y) := y + 1\"); h(x)); [f(1), h(2)]"],
        &["[2, 3]"],
    );
    check(
        &["f() := (parse(\"sin(x) := 7\"); sin(0)); [f(), sin(0)]"],
        &["[7, 7]"],
    );
}

/// Whatever comes after whatever else, nothing is looked up where it is not.
#[test]
fn any_script_follows_any_other() {
    const SCRIPTS: [&str; 14] = [
        "d = {}; d.f := self().n * k; d.n = 2; k = 3; d.f",
        "x := y + 1; y := z; z = 4; x",
        "parse(\"h(a, b) := a + b * k; q := h(1, 2)\"); q",
        "f(x) := x^3; diff(f(x), x, g(x) := #); g(2)",
        "settimeout(0.5, k = k + x); l = [1, [2]]; l:\"c\" := l_1 + k; l:\"c\"",
        "A:\"d\" = d; A:\"e\" := A.x + k; A:\"e\"",
        "repeat(2, n, parse(\"v\" + n + \" := \" + n + \"; v\" + n))",
        "apply([d.f, x, q, g(3), l:\"c\", A:\"e\", v2], #)",
        "createpoint(\"N\", [1, 2]); N:\"k\" := x; p = N; p:\"k\"",
        "f(x) := _; g(x) := f(x) + 1; g(1)",
        "colorplot(x + d.f); parse(\"colorplot(# * k)\")",
        "forall(d, v, kk, v); regional(x); x = 1; local(y); y",
        "simplify(1 * x, w(x) := # + #); w(2) + degree(w(x), x)",
        "a_1 = 2; {a: 1, \"b\" : x}",
    ];
    let page = |script: &str| {
        format!(
            "<script id='csinit' type='text/x-cindyscript'>{script}</script>\
             <script>CindyJS({{scripts: 'cs*', \
             geometry: [{{name: 'A', type: 'Free', pos: [1, 2]}}]}})</script>"
        )
    };
    let programs: Vec<_> = SCRIPTS
        .iter()
        .map(|script| program("a.html", &page(script)))
        .collect();
    let mut interpreter = load("a.html", &page(""));
    let mut time = 0.0;
    for first in &programs {
        for second in &programs {
            for program in [first, second] {
                interpreter.load(program.clone());
                time += 0.3;
                interpreter.set_time(time);
                interpreter.run_timers();
                let root = interpreter.program().scripts[0].root;
                let (value, _) = interpreter.run(root);
                let _ = interpreter.print(&value);
                let calls = interpreter.take_display_list();
                for drawing in calls {
                    if let cindyscript_interpreter::display::Drawing::Plot(call) = drawing {
                        interpreter.pixel_evaluator(&call).value([0.5, 0.5]);
                    }
                }
                assert!(interpreter.run_text("x; d.f; [q, w(2)]").is_ok());
            }
        }
    }
}
