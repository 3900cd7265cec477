//! Scripts without a picture: evaluates one, or a line of standard input after the other.
//!
//! Needs neither a GPU nor a display.

use std::ffi::OsStr;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use cindyscript_applet::{Applet, TextRange};
use cindyscript_hir::document::Document;
use cindyscript_interpreter::{ErrorSeverity, Interpreter, OutputKind, RuntimeError, Value, World};
use cindyscript_lint::limit;
use cindyscript_player::source::LineColumn;
use cindyscript_protocol::visible_lines;
use serde_json::{Value as Json, json};

use crate::file;
use crate::policy::EVAL_TIME;

/// What came of a script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EvalOutcome {
    /// The printed form of its value; none if it did not run to its end.
    pub value: Option<String>,
    /// What the value is: `number`, `list`, ...
    pub kind: &'static str,
    /// What it printed, line ends included.
    pub output: String,
    /// What went wrong, in the order in which it was noticed.
    pub problems: Vec<EvalProblem>,
}

/// Something that went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalProblem {
    /// Where in the script.
    pub place: LineColumn,
    /// An error ended the script, or kept it from running; after a warning it went on.
    pub severity: ErrorSeverity,
    /// What, in one line.
    pub message: String,
}

impl EvalOutcome {
    /// Whether the script ran to its end.
    #[must_use]
    pub fn succeeded(&self) -> bool {
        self.value.is_some()
    }

    /// The printed form of the value that is shown below the output: undefined, the value of
    /// `print(..)`, only where nothing else is.
    fn value_after_output(&self) -> Option<&str> {
        let is_worth_it = self.kind != "undefined" || self.output.is_empty();
        self.value.as_deref().filter(|_| is_worth_it)
    }
}

/// Scripts that share variables and functions.
pub struct Repl {
    start: Instant,
    interpreter: Interpreter,
}

impl Default for Repl {
    fn default() -> Repl {
        Repl::new()
    }
}

impl Repl {
    /// One with nothing defined, no construction, and the view of a page that says nothing.
    #[must_use]
    pub fn new() -> Repl {
        Repl::of(&Applet::new(TextRange::default()))
    }

    /// One with a construction, written as the list that a page gives to CindyJS.
    #[must_use]
    pub fn with_geometry(geometry: &str) -> Repl {
        let page = format!("<script>CindyJS({{geometry: {geometry}}})</script>");
        match Document::open("construction.html", page).applets() {
            [applet, ..] => Repl::of(applet),
            [] => Repl::new(),
        }
    }

    fn of(applet: &Applet) -> Repl {
        let mut world = World::new(applet);
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH);
        let since_1970 = since_1970.unwrap_or_default();
        world.clock = since_1970.as_secs_f64() * 1e3;
        world.seed = since_1970.subsec_nanos().into();
        let mut interpreter = Interpreter::new(world);
        interpreter.keep_output();
        Repl {
            start: Instant::now(),
            interpreter,
        }
    }

    /// Evaluates a script. Nothing of it is run if its syntax is wrong.
    pub fn run(&mut self, script: &str) -> EvalOutcome {
        let problem = |range: TextRange, severity, message| EvalProblem {
            place: LineColumn::of(script, range.start()),
            severity,
            message,
        };
        self.interpreter
            .set_time(self.start.elapsed().as_secs_f64());
        self.interpreter.allow(Some(EVAL_TIME));
        let run = match self.interpreter.run_text(script) {
            Ok(run) => run,
            Err(mut faults) => {
                limit(&mut faults);
                let faults = faults.into_iter();
                let problems = faults
                    .map(|fault| problem(fault.range, ErrorSeverity::Error, fault.message))
                    .collect();
                return EvalOutcome {
                    problems,
                    ..EvalOutcome::default()
                };
            }
        };
        let is_fatal = |(_, error): &(_, RuntimeError)| error.severity == ErrorSeverity::Error;
        let ended = !run.errors.iter().any(is_fatal);
        let problems = run.errors.into_iter();
        let mut outcome = EvalOutcome {
            value: ended.then(|| self.interpreter.print(&run.value)),
            kind: kind(&run.value),
            output: String::new(),
            problems: problems
                .map(|(range, error)| problem(range, error.severity, error.message))
                .collect(),
        };
        for output in self.interpreter.take_output() {
            match output.kind {
                OutputKind::Print if outcome.output.is_empty() => outcome.output = output.text,
                OutputKind::Print => outcome.output.push_str(&output.text),
                OutputKind::Diagnostic => {
                    outcome.output.push_str(&output.text);
                    outcome.output.push('\n');
                }
                OutputKind::Clear => outcome.output.clear(),
            }
        }
        self.interpreter.take_display_list();
        outcome
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Undefined => "undefined",
        Value::Boolean(_) => "boolean",
        Value::Number(_) | Value::Angle(_) => "number",
        Value::String(_) => "string",
        Value::List(_) => "list",
        Value::Dictionary(_) => "dictionary",
        Value::Element(_) => "element",
        Value::Shape(_) => "shape",
        Value::Code(_) => "code",
    }
}

/// The remedy for a script that stands where a file is named.
const SCRIPT_IN_ARGUMENT: &str = "`eval` takes a file, or a script on standard input: \
    echo 'SCRIPT' | cindyscript-preview eval";

/// True if a name is of no file, and does not end like that of a script: it may be a script itself.
fn is_perhaps_script(name: &Path) -> bool {
    let extension = name.extension().and_then(OsStr::to_str);
    !name.exists() && !matches!(extension, Some("cindyscript" | "cjs" | "html" | "txt"))
}

/// `eval FILE`: output and value on standard output, what went wrong on standard error.
///
/// # Errors
/// The script cannot be read, or the answer cannot be written.
pub(crate) fn script(path: &Path) -> anyhow::Result<ExitCode> {
    let name = path.display();
    let text = match file::read(path, 0) {
        Ok(read) => read.text,
        Err(error) if is_perhaps_script(path) => anyhow::bail!("{error}; {SCRIPT_IN_ARGUMENT}"),
        Err(error) => return Err(error.into()),
    };
    if text.trim_start().starts_with('<') {
        anyhow::bail!("{name}: this is a page; `eval` takes a script, `render` runs a page");
    }
    let outcome = Repl::new().run(&text);
    let mut out = io::stdout().lock();
    // A terminal is not steered by what a script prints; a file gets it is.
    let shown = |text: &'_ str| match io::stdout().is_terminal() {
        true => visible_lines(text).into_owned(),
        false => text.to_owned(),
    };
    out.write_all(shown(&outcome.output).as_bytes())?;
    if !outcome.output.is_empty() && !outcome.output.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    if let Some(value) = outcome.value_after_output() {
        writeln!(out, "{}", shown(value))?;
    }
    out.flush()?;
    for problem in &outcome.problems {
        let LineColumn { line, column } = problem.place;
        crate::message::complain(format_args!("{name}:{line}:{column}: {}", problem.message));
    }
    Ok(if outcome.succeeded() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// `eval --json-lines`: a line of JSON for each line of JSON.
///
/// # Errors
/// Lines cannot be read or written. A line that is not understood is answered as one that failed.
pub(crate) fn json_lines() -> anyhow::Result<ExitCode> {
    let mut repl = Repl::new();
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        writeln!(out, "{}", answer(&mut repl, &line))?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The answer to a line. `"fresh": true` in it forgets what is defined, and so does a construction,
/// `"geometry": "[..]"`.
fn answer(repl: &mut Repl, line: &str) -> Json {
    let request: Json = match serde_json::from_str(line) {
        Ok(request) => request,
        Err(error) => return refusal(&Json::Null, format!("not JSON: {error}")),
    };
    let Some(code) = request["code"].as_str() else {
        return refusal(&request["id"], "`code` has to be a string".to_owned());
    };
    if request["fresh"] == true {
        *repl = Repl::new();
    }
    if let Some(geometry) = request["geometry"].as_str() {
        *repl = Repl::with_geometry(geometry);
    }
    let outcome = repl.run(code);
    let errors = outcome.problems.iter().map(|problem| {
        json!({
            "line": problem.place.line,
            "column": problem.place.column,
            "severity": match problem.severity {
                ErrorSeverity::Error => "error",
                ErrorSeverity::Warning => "warning",
            },
            "message": problem.message,
        })
    });
    json!({
        "id": request["id"],
        "value": outcome.value,
        "kind": outcome.kind,
        "output": outcome.output,
        "errors": errors.collect::<Vec<_>>(),
    })
}

fn refusal(id: &Json, message: String) -> Json {
    let error = json!({ "line": 1, "column": 1, "severity": "error", "message": message });
    json!({ "id": id, "value": null, "output": "", "errors": [error] })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of one after the other, and their values; none where a line fails.
    #[track_caller]
    fn check(lines: &[(&str, Option<&str>)]) {
        let mut repl = Repl::new();
        for (code, expected) in lines {
            let outcome = repl.run(code);
            assert_eq!(outcome.value.as_deref(), *expected, "{code}: {outcome:?}");
        }
    }

    #[test]
    fn values() {
        check(&[("1+1", Some("2"))]);
        check(&[("", Some("___"))]);
        check(&[("a=3;[a,a];", Some("[3, 3]"))]);
        check(&[("1+", None)]);
        check(&[("(1", None), ("2", Some("2"))]);
    }

    #[test]
    fn page_is_refused() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/applets/wave.html");
        let refused = script(Path::new(page)).err().map(|error| error.to_string());
        assert!(refused.is_some_and(|it| it.contains("`eval` takes a script")));
    }

    #[test]
    fn undefined_is_not_shown_below_output() {
        for (script, shown) in [
            ("println(1)", None),
            ("println(1); 2", Some("2")),
            ("x", Some("___")),
        ] {
            let outcome = Repl::new().run(script);
            assert_eq!(outcome.value_after_output(), shown, "{script}");
        }
    }

    #[test]
    fn javascript_without_a_page_is_refused() {
        let outcome = Repl::new().run("javascript(\"console.log(1)\"); 2");
        assert_eq!(outcome.value.as_deref(), Some("2"));
        assert!(outcome.problems[0].message.starts_with("not run"));
    }

    #[test]
    fn lines_share_variables_and_functions() {
        check(&[
            ("x=5; f(a):=a+x // adds", Some("___")),
            ("g(a):=2*f(a)", Some("___")),
            ("f(1", None),
            ("x=6; g(1)", Some("14")),
            ("f(a):=a", Some("___")),
            ("g(1)", Some("2")),
            ("f(a):=_", Some("___")),
            ("f(1)", Some("___")),
        ]);
        check(&[
            ("n = 1; x := n + 1", Some("___")),
            ("n = 5", Some("5")),
            ("y = x; y", Some("6")),
            ("d = {}; d.f := self().k * y; d.k = 2", Some("2")),
            ("y = 10", Some("10")),
            ("d.f", Some("20")),
            ("parse(\"h(a) := a + k; k = 3\")", Some("3")),
            ("h(1) + k", Some("7")),
            ("{a: 1, \"b\": 2}", Some("{b:2}")),
        ]);
    }

    #[test]
    fn long_output_is_printed_whole() {
        let outcome = Repl::new().run("repeat(170000, i, println(i))");
        let lines: Vec<String> = (1..=170_000).map(|line| format!("{line}\n")).collect();
        assert!(outcome.output == lines.concat());
        let text = "s = \"1234567\"; repeat(17, s = s + s); println(s); println(\"end\")";
        let outcome = Repl::new().run(text);
        assert_eq!(outcome.output.len(), (7 << 17) + 5);
    }

    #[test]
    fn lines_without_end_take_no_more_time() {
        let mut repl = Repl::new();
        repl.run("s = 0");
        for line in 0..2000 {
            repl.run(&format!("v{line} = {line}; s = s + v{line}"));
        }
        assert_eq!(repl.run("[s, v77]").value.as_deref(), Some("[1999000, 77]"));
    }

    #[test]
    fn places_are_those_of_the_line() {
        let mut repl = Repl::new();
        repl.run("f(x):=x");
        let outcome = repl.run("1;\n  [1,2]_5");
        let [problem] = outcome.problems.as_slice() else {
            panic!("{outcome:?}")
        };
        assert_eq!((problem.place.line, problem.place.column), (2, 3));
        assert_eq!(problem.severity, ErrorSeverity::Warning);
        // Behind a text that came while another ran.
        repl.run("parse(\"g(x) := [x]_2\")");
        let outcome = repl.run("\n 1/0");
        assert_eq!(outcome.problems[0].place, LineColumn { line: 2, column: 2 });
        let outcome = repl.run("1;)");
        assert_eq!(
            (
                outcome.problems[0].place.line,
                outcome.problems[0].place.column
            ),
            (1, 3)
        );
    }

    #[test]
    fn lines_of_json() {
        let mut repl = Repl::new();
        assert_eq!(
            answer(&mut repl, r#"{"id": 7, "code": "println(1); \"é\""}"#),
            json!({"id": 7, "value": "é", "kind": "string", "output": "1\n", "errors": []})
        );
        let refused = answer(&mut repl, "{\"id\": 8}");
        assert_eq!(refused["id"], 8);
        assert_eq!(refused["value"], Json::Null);
        assert!(answer(&mut repl, "{")["errors"][0]["message"].is_string());
        answer(&mut repl, r#"{"code": "a=1"}"#);
        assert_eq!(answer(&mut repl, r#"{"code": "a"}"#)["value"], "1");
        assert_eq!(
            answer(&mut repl, r#"{"code": "a", "fresh": true}"#)["value"],
            "___"
        );
    }
}
