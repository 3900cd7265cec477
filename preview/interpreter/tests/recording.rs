//! Recorded runs: their values are those that the same scripts have without a debugger, forwards and
//! backwards.
#![allow(clippy::unwrap_used)]

mod support;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cindyscript_applet::Event;
use cindyscript_hir::program::{FunctionId, TermId};
use cindyscript_interpreter::display::Drawing;
use cindyscript_interpreter::{
    Breakpoint, BreakpointPlace, CodeId, DebuggerFlags, ErrorSeverity, HitCause, HitCondition,
    Interpreter, MessagePart, OutputKind, PixelDebugger, RecordedPixel, Recording, StackFrame,
    StepMotion, StopSettings,
};
use cindyscript_tests::random::Random;
use support::load;

fn paused() -> DebuggerFlags {
    DebuggerFlags {
        pause: Arc::new(AtomicBool::new(true)),
        ..DebuggerFlags::default()
    }
}

/// Runs the first script of a text, recorded from its first step on.
fn record(text: &str) -> Interpreter {
    let mut interpreter = load("test.cindyscript", text);
    interpreter.set_debugger_flags(paused());
    let root = interpreter.program().scripts[0].root;
    interpreter.run(root);
    interpreter
}

/// Runs the first script of a text with breakpoints at statements.
fn stop(text: &str, breakpoints: Vec<Breakpoint>) -> Interpreter {
    let mut interpreter = load("test.cindyscript", text);
    let settings = StopSettings {
        breakpoints,
        ..StopSettings::default()
    };
    assert!(interpreter.set_stops(settings).is_empty());
    let root = interpreter.program().scripts[0].root;
    interpreter.run(root);
    interpreter
}

/// The last term that stands in a text as `part`.
fn term(text: &str, part: &str) -> TermId {
    let program = load("test.cindyscript", text).program().clone();
    let mut terms = (0..program.terms.len() as u32).rev().map(TermId);
    let is_it = |id: &TermId| &text[program.term(*id).range] == part;
    terms.find(is_it).unwrap()
}

fn at(text: &str, part: &str) -> Breakpoint {
    Breakpoint::at(BreakpointPlace::Statement(term(text, part)))
}

/// The text of the statement of a step.
fn statement<'t>(recording: &Recording, text: &'t str, step: u64) -> &'t str {
    let term = recording.term(step);
    let term = recording.program().terms.get(term.index());
    term.map_or("", |term| &text[term.range])
}

/// The value of a variable at the current step, printed; unset is `___`.
fn shown(interpreter: &mut Interpreter, name: &str) -> String {
    let recording = interpreter.recording().unwrap();
    let id = recording.program().names.get(name);
    let value = id.and_then(|id| recording.current(id).cloned());
    interpreter.print(&value.unwrap_or_default())
}

/// The texts of the statements at which a way through a recording stops.
fn way(interpreter: &mut Interpreter, text: &str, motion: StepMotion) -> Vec<String> {
    let line = |recording: &Recording, term: TermId| {
        let term = recording.program().terms.get(term.index());
        let start = term.map_or(0, |term| term.range.start().into());
        text[..start].matches('\n').count() as u32
    };
    let mut found = Vec::new();
    let recording = interpreter.recording().unwrap();
    loop {
        let step = recording.position();
        found.push(statement(recording, text, step).to_owned());
        let start = recording.motion_start();
        let target = recording.target(motion, &start, |term| line(recording, term));
        let Some(target) = target else {
            return found;
        };
        assert_ne!(target, step);
        recording.go_to(target);
    }
}

const VARIABLES: [&str; 7] = ["a", "b", "c", "l", "d", "i", "p"];

/// A program made at random; with `tells`, it prints all variables before each of its statements.
struct Generator {
    random: Random,
    tells: bool,
    text: String,
    depth: u32,
    /// Functions call none: one that calls itself would not end.
    in_function: bool,
}

impl Generator {
    fn program(seed: u64, tells: bool) -> String {
        let mut generator = Generator {
            random: Random::new(seed),
            tells,
            text: String::new(),
            depth: 0,
            in_function: true,
        };
        // Statements of functions are those of the program too, so they come first.
        for function in ["f", "g"] {
            generator.tell();
            write!(generator.text, "{function}(p) := (").unwrap();
            if generator.random.below(2) == 0 {
                generator.tell();
                generator.text.push_str("regional(b);");
            }
            generator.block(2);
            generator.text.push(';');
            generator.tell();
            generator.text.push_str("p + a);");
        }
        generator.in_function = false;
        generator.block(8);
        generator.text
    }

    fn tell(&mut self) {
        if self.tells {
            let all = VARIABLES.join(",");
            write!(self.text, "println([{all}]);").unwrap();
        }
    }

    fn block(&mut self, len: usize) {
        for number in 0..1 + self.random.below(len) {
            if number > 0 {
                self.text.push(';');
            }
            self.statement();
        }
    }

    fn value(&mut self) -> &'static str {
        let values = [
            "1",
            "2.5",
            "a + 1",
            "b * 2",
            "c",
            "\"s\" + a",
            "length(l)",
            "[a, c]",
            "i + p",
            "true",
            "2 * i",
            "sum(1..3, #)",
            "l_1",
            "d:\"k\"",
            "-a",
        ];
        values[self.random.below(values.len())]
    }

    fn statement(&mut self) {
        self.tell();
        self.depth += 1;
        let nested = if self.depth > 3 { 8 } else { 12 };
        match self.random.below(nested) {
            0..=2 => {
                let name = ["a", "b", "c"][self.random.below(3)];
                let value = self.value();
                write!(self.text, "{name} = {value}").unwrap();
            }
            3 => {
                let value = self.value();
                write!(self.text, "l = append(l, {value})").unwrap();
            }
            4 => {
                let value = self.value();
                write!(self.text, "l_1 = {value}").unwrap();
            }
            5 => {
                let value = self.value();
                write!(self.text, "d:\"k\" = {value}").unwrap();
            }
            6 => self.text.push_str("a = random()"),
            7 => self.text.push_str("l = [1, 2, 3]"),
            8 => {
                self.text.push_str("repeat(2, i, ");
                self.block(2);
                self.text.push(')');
            }
            9 => {
                self.text.push_str("if(length(l) > 2, ");
                self.block(2);
                self.text.push_str(", ");
                self.block(2);
                self.text.push(')');
            }
            10 => {
                self.text.push_str("forall([a, 2], i, ");
                self.block(2);
                self.text.push(')');
            }
            _ if self.in_function => self.text.push_str("draw([a, b])"),
            _ => self.text.push_str("c = f(1) + g(a)"),
        }
        self.depth -= 1;
    }
}

#[test]
fn values_of_each_step_are_those_of_a_run_without_a_debugger() {
    let start = "a = 1; b = 2; c = 3; l = [4, 5]; d = {}; d:\"k\" = 6; [i, p]; ";
    let mut compared = 0;
    for seed in 1..200 {
        let told = start.to_owned() + &Generator::program(seed, true);
        let plain = start.to_owned() + &Generator::program(seed, false);
        let expected = support::run(&told).output;
        let expected: Vec<&str> = expected.lines().collect();
        let mut interpreter = record(&plain);
        let recording = interpreter.recording().unwrap();
        let (first, last) = (*recording.steps().start(), *recording.steps().end());
        // The statements that set the variables before all others.
        let first = first + 7;
        // The bodies of sums print nothing.
        let tells = |step: &u64| statement(recording, &plain, *step) != "#";
        let steps: Vec<u64> = (first..=last).filter(tells).collect();
        assert_eq!(steps.len(), expected.len(), "{plain}\n{told}");
        let mut there = Vec::new();
        let values = |interpreter: &mut Interpreter, step: u64| {
            interpreter.recording().unwrap().go_to(step);
            let frame = interpreter.recording().unwrap().frames()[0];
            let all = format!("[{}]", VARIABLES.join(","));
            let live = interpreter.evaluate_at(&frame, &all).unwrap().unwrap();
            let parts: Vec<String> = VARIABLES
                .iter()
                .map(|name| match *name {
                    "d" => {
                        let id = interpreter.program().names.get("d").unwrap();
                        let value = interpreter.recording().unwrap().current(id).cloned();
                        let Some(cindyscript_interpreter::Value::Dictionary(d)) = value else {
                            return "___".to_owned();
                        };
                        let entries = interpreter.entries_at(&d).into_iter();
                        let entries = entries.map(|(key, value)| {
                            let value = interpreter.print(&value.unwrap());
                            format!("{key}:{value}")
                        });
                        format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
                    }
                    name => shown(interpreter, name),
                })
                .collect();
            (format!("[{}]", parts.join(", ")), live.printed)
        };
        for (&step, expected) in steps.iter().zip(&expected) {
            let (recorded, live) = values(&mut interpreter, step);
            assert_eq!(live, *expected, "{plain}\nstep {step}");
            assert_eq!(recorded, *expected, "{plain}\nstep {step}");
            there.push(recorded);
            compared += 1;
        }
        for &step in steps.iter().rev() {
            let (recorded, _) = values(&mut interpreter, step);
            assert_eq!(Some(recorded), there.pop(), "{plain}\nback at step {step}");
        }
    }
    assert!(compared > 4000, "{compared}");
}

/// The own applets: their names and texts.
fn applets() -> impl Iterator<Item = (String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/applets");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap());
    let paths = files.map(|file| file.path());
    let pages = paths.filter(|path| path.extension().is_some_and(|it| it == "html"));
    pages.map(|path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, fs::read_to_string(&path).unwrap())
    })
}

#[test]
fn recorded_applets_compute_what_they_compute_otherwise() {
    let mut recorded_steps = 0;
    for (name, text) in applets() {
        let run = |is_recorded: bool| {
            let mut interpreter = load(&name, &text);
            let mut said = Vec::new();
            let mut steps = 0;
            for (number, event) in [Event::Init, Event::Draw, Event::Tick, Event::Draw]
                .iter()
                .enumerate()
            {
                interpreter.set_time(number as f64 / 60.0);
                if is_recorded {
                    interpreter.set_debugger_flags(paused());
                }
                interpreter.begin_frame();
                said.push(format!("{:?}", interpreter.run_event(*event)));
                while let Some(recording) = interpreter.recording() {
                    let all = recording.steps();
                    steps += all.end() + 1 - all.start();
                    compare_with_live_values(&mut interpreter, &name);
                    interpreter.end_recording();
                }
                interpreter.end_frame();
                let drawn: Vec<String> = interpreter
                    .take_drawn()
                    .iter()
                    .map(|drawn| format!("{drawn:?}"))
                    .collect();
                said.push(drawn.join("\n"));
            }
            let names = interpreter.program().names.clone();
            let globals = interpreter.globals();
            said.extend(globals.map(|(name, value)| format!("{}: {value}", names.text(name))));
            (said, steps)
        };
        let (without, _) = run(false);
        let (with, steps) = run(true);
        assert!(without == with, "{name}: {steps} steps");
        recorded_steps += steps;
    }
    assert!(recorded_steps > 5_000, "{recorded_steps}");
}

/// Compares values of some steps with those of a run that goes only so far.
fn compare_with_live_values(interpreter: &mut Interpreter, name: &str) {
    let steps = interpreter.recording().unwrap().steps();
    let len = steps.end() + 1 - steps.start();
    for part in [9, 0, 5] {
        let step = steps.start() + (len - 1) * part / 9;
        let recording = interpreter.recording().unwrap();
        recording.go_to(step);
        let frame = recording.frames()[0];
        let names = recording.program().names.clone();
        let variables = recording.variables(&frame);
        let readable = |text: &str| text.chars().all(char::is_alphanumeric);
        for variable in variables.iter().filter(|it| readable(names.text(it.name))) {
            let Some(value) = &variable.value else {
                continue;
            };
            let printed = interpreter.print(value);
            if printed.len() > 2000 {
                continue;
            }
            let text = names.text(variable.name);
            let live = interpreter.evaluate_at(&frame, text).unwrap().unwrap();
            assert_eq!(live.printed, printed, "{name}: {text} at step {step}");
        }
    }
}

#[test]
fn stepping_over_passes_calls_and_loops_of_one_line() {
    let text = "f(x) := (\n  y = x + 1;\n  y * 2\n);\na = f(1) + f(2);\nrepeat(3, i, a = a + i);\n\
                repeat(2, j,\n  b = j;\n);\na";
    let mut interpreter = record(text);
    interpreter.recording().unwrap().go_to(0);
    let define = "f(x) := (\n  y = x + 1;\n  y * 2\n)";
    let whole = "repeat(2, j,\n  b = j;\n)";
    let expected = [
        define,
        "a = f(1) + f(2)",
        "repeat(3, i, a = a + i)",
        whole,
        "b = j",
        "b = j",
        "a",
    ];
    assert_eq!(way(&mut interpreter, text, StepMotion::Over), expected);
    let mut back: Vec<&str> = expected.to_vec();
    back.reverse();
    assert_eq!(way(&mut interpreter, text, StepMotion::Back), back);
    assert_eq!(way(&mut interpreter, text, StepMotion::In).len(), 14);
}

#[test]
fn stepping_out_of_a_call_leads_to_a_stop_or_to_the_statement_after_it() {
    let text = "f(x) := (y = x; y);\na = f(f(1));\nb = 2";
    let mut interpreter = stop(text, vec![at(text, "y = x")]);
    let recording = interpreter.recording().unwrap();
    recording.go_to(recording.hits()[0].step);
    assert_eq!(
        way(&mut interpreter, text, StepMotion::Out),
        ["y = x", "y = x", "b = 2"]
    );
}

#[test]
fn frames_name_calls_and_whose_variable_a_name_is() {
    let text = "x = 1; g(y) := (regional(z); z = 5; y + x); f(x) := (g(x + 1)); \
                repeat(1, k, u = f(10))";
    let mut interpreter = stop(text, vec![at(text, "y + x")]);
    let recording = interpreter.recording().unwrap();
    recording.go_to(recording.hits()[0].step);
    let frames = recording.frames();
    let codes: Vec<&str> = frames
        .iter()
        .map(|frame| match frame.code {
            CodeId::Function(function) => recording.program().function_name(function),
            CodeId::Script(_) => "script",
            CodeId::Variable(_) | CodeId::Plot(_) => "other",
        })
        .collect();
    assert_eq!(codes, ["g", "f", "script"]);
    let statements: Vec<&str> = frames
        .iter()
        .map(|frame| statement(recording, text, frame.step))
        .collect();
    assert_eq!(statements, ["y + x", "g(x + 1)", "u = f(10)"]);
    let visible = |frame: &StackFrame| -> Vec<String> {
        let variables = recording.variables(frame).into_iter();
        let shown = variables.filter(|it| it.owner.is_some()).map(|it| {
            let name = recording.program().names.text(it.name);
            format!("{name}={}@{}", it.value.unwrap(), it.owner.unwrap())
        });
        shown.collect()
    };
    assert_eq!(visible(&frames[0]), ["y=11@0", "z=5@0", "x=10@1", "k=1@2"]);
    assert_eq!(visible(&frames[1]), ["x=10@1", "k=1@2"]);
    assert_eq!(visible(&frames[2]), ["k=1@2"]);
    let x = recording.program().names.get("x").unwrap();
    assert_eq!(recording.value(&frames[2], x).unwrap().to_string(), "1");
    let live = interpreter
        .evaluate_at(&frames[2], "[x, k]")
        .unwrap()
        .unwrap();
    assert_eq!(live.printed, "[1, 1]");
}

#[test]
fn conditions_hits_and_messages_decide_which_hits_stop() {
    let text = "s = 0; repeat(10, i, s = s + i); s";
    let hits = |change: &dyn Fn(&mut Breakpoint)| -> (Vec<String>, Vec<String>) {
        let mut breakpoint = at(text, "s = s + i");
        change(&mut breakpoint);
        let mut interpreter = stop(text, vec![breakpoint]);
        let mut messages = interpreter.take_messages();
        let mut found = Vec::new();
        if let Some(recording) = interpreter.recording() {
            messages.extend(recording.messages().to_vec());
            for hit in recording.hits().to_vec() {
                assert_eq!(hit.cause, HitCause::Breakpoint(0));
                interpreter.recording().unwrap().go_to(hit.step);
                found.push(shown(&mut interpreter, "i"));
            }
        }
        (found, messages.into_iter().map(|it| it.text).collect())
    };
    let stops = |change: &dyn Fn(&mut Breakpoint)| hits(change).0;
    assert_eq!(stops(&|_| {}).len(), 10);
    assert_eq!(
        stops(&|it| it.condition = Some("mod(i, 4) == 1".into())),
        ["1", "5", "9"]
    );
    // An assignment in a condition changes nothing.
    assert_eq!(
        stops(&|it| it.condition = Some("s = 0; i = 3; i == 3".into())).len(),
        10
    );
    assert_eq!(stops(&|it| it.condition = Some("s = 7".into())), [""; 0]);
    assert_eq!(stops(&|it| it.hits = HitCondition::Equal(3)), ["3"]);
    assert_eq!(stops(&|it| it.hits = HitCondition::Every(4)), ["4", "8"]);
    assert_eq!(stops(&|it| it.hits = HitCondition::AtLeast(9)), ["9", "10"]);
    // An endless condition ends, and is not true.
    assert_eq!(
        stops(&|it| it.condition = Some("while(i > 9, 1); i == 2".into())),
        ["2"]
    );
    let (none, messages) = hits(&|it| {
        it.condition = Some("i > 8".into());
        let parts = [
            MessagePart::Text("s is ".into()),
            MessagePart::Expression("s + i".into()),
        ];
        it.message = Some(parts.to_vec());
    });
    assert!(none.is_empty());
    assert_eq!(messages, ["s is 45", "s is 55"]);
    let mut interpreter = load("test.cindyscript", text);
    let mut wrong = at(text, "s");
    wrong.condition = Some("1 +* ".into());
    let settings = StopSettings {
        breakpoints: vec![at(text, "s"), wrong],
        ..StopSettings::default()
    };
    assert_eq!(interpreter.set_stops(settings)[0].0, 1);
}

#[test]
fn functions_and_errors_stop() {
    let text = "f(x) := x + 1; a = f(1); b = [1, 2]_3; while(true, a = a + 1)";
    let mut interpreter = load("test.cindyscript", text);
    interpreter.set_step_budget(1000);
    let settings = |errors: bool, warnings: bool| StopSettings {
        breakpoints: vec![Breakpoint::at(BreakpointPlace::Function(FunctionId(0)))],
        errors,
        warnings,
        ..StopSettings::default()
    };
    interpreter.set_stops(settings(true, true));
    let root = interpreter.program().scripts[0].root;
    let (_, errors) = interpreter.run(root);
    assert_eq!(errors.len(), 2);
    let recording = interpreter.recording().unwrap();
    let hits: Vec<(&str, Option<ErrorSeverity>)> = recording
        .hits()
        .iter()
        .map(|hit| {
            let severity = match &hit.cause {
                HitCause::Error(error) => Some(error.severity),
                _ => None,
            };
            (statement(recording, text, hit.step), severity)
        })
        .collect();
    let expected = [
        ("x + 1", None),
        ("b = [1, 2]_3", Some(ErrorSeverity::Warning)),
        ("a = a + 1", Some(ErrorSeverity::Error)),
    ];
    assert_eq!(hits, expected);
}

#[test]
fn evaluation_changes_nothing_and_a_change_is_recorded_from_there_on() {
    let text = "a = 1; d = {\"k\": 1}; l = [1, 2]; d.k = 2; b = a + d.k; print(b); c = b";
    let mut interpreter = stop(text, vec![at(text, "b = a + d.k")]);
    let recording = interpreter.recording().unwrap();
    let step = recording.hits()[0].step;
    recording.go_to(step);
    let frame = recording.frames()[0];
    let mut value = |text: &str| {
        let evaluation = interpreter.evaluate_at(&frame, text).unwrap().unwrap();
        (evaluation.printed, evaluation.errors.len())
    };
    assert_eq!(
        value("a = 100; d.k = 7; l_1 = 9; [a, d.k, l]"),
        ("[100, 7, [9, 2]]".into(), 0)
    );
    assert_eq!(value("[a, d.k, l]"), ("[1, 2, [1, 2]]".into(), 0));
    assert_eq!(value("{\"x\": [1, {\"y\": 2}]}").0, "{x:[1, {y:2}]}");
    assert_eq!(value("while(true, 1)"), ("___".into(), 1));
    assert_eq!(value("f(x) := f(x + 1); f(1)").1, 1);
    assert!(interpreter.evaluate_at(&frame, "1 +* ").is_err());
    assert_eq!(interpreter.variable("c").unwrap().to_string(), "3");
    interpreter.change_at("a = 10").unwrap();
    let recording = interpreter.recording().unwrap();
    assert_eq!(recording.position(), step);
    assert_eq!(shown(&mut interpreter, "a"), "10");
    assert_eq!(interpreter.variable("c").unwrap().to_string(), "12");
    interpreter.change_at("d.k = 5").unwrap();
    assert_eq!(interpreter.variable("c").unwrap().to_string(), "15");
    let frame = interpreter.recording().unwrap().frames()[0];
    let evaluation = interpreter
        .evaluate_at(&frame, "[a, d.k]")
        .unwrap()
        .unwrap();
    assert_eq!(evaluation.printed, "[10, 5]");
    let output: Vec<String> = interpreter
        .take_output()
        .into_iter()
        .filter(|output| output.kind == OutputKind::Print)
        .map(|output| output.text)
        .collect();
    assert_eq!(output, ["15"]);
    interpreter.end_recording();
    assert!(interpreter.recording().is_none());
}

#[test]
fn recording_of_a_long_run_is_bounded_and_has_the_steps_around_the_stop() {
    let text = "s = 0; repeat(1500000, i, s = s + i); t = s";
    let mut interpreter = stop(text, vec![at(text, "t = s")]);
    let recording = interpreter.recording().unwrap();
    let hit = recording.hits()[0].step;
    assert_eq!(hit, 1_500_002);
    let steps = recording.steps();
    assert!(
        *steps.start() > 0 && steps.end() - steps.start() < 1 << 20,
        "{steps:?}"
    );
    recording.go_to(hit);
    assert_eq!(shown(&mut interpreter, "s"), "1125000750000");
    // The step before s = s + 1000001.
    interpreter.recording().unwrap().go_to(1_000_002);
    assert_eq!(shown(&mut interpreter, "s"), "500000500000");
    let mut early = at(text, "s = s + i");
    early.hits = HitCondition::Equal(10);
    let mut interpreter = stop(text, vec![early]);
    let recording = interpreter.recording().unwrap();
    assert!(recording.is_cut());
    assert_eq!(recording.steps().start(), &0);
    assert_eq!(
        interpreter.variable("t").unwrap().to_string(),
        "1125000750000"
    );
}

#[test]
fn values_that_only_a_recording_keeps_are_bounded() {
    let text = "l = []; repeat(60000, i, l = append(l, i)); t = length(l)";
    let mut interpreter = stop(text, vec![at(text, "t = length(l)")]);
    let recording = interpreter.recording().unwrap();
    let steps = recording.steps();
    recording.go_to(recording.hits()[0].step);
    assert!(steps.end() - steps.start() < 20_000, "{steps:?}");
    assert_eq!(interpreter.variable("t").unwrap().to_string(), "60000");
}

#[test]
fn recording_within_a_deep_recursion_has_the_values_of_its_callers() {
    let text = "b = 1..20000; f(l, n) := if(n > 0, f(append(l, n), n - 1), s = n); f(b, 2000)";
    let mut interpreter = stop(text, vec![at(text, "s = n")]);
    let recording = interpreter.recording().unwrap();
    let hit = recording.hits()[0].step;
    recording.go_to(hit);
    let frames = recording.frames();
    assert!((100..2000).contains(&frames.len()), "{}", frames.len());
    let [n, l] = ["n", "l"].map(|name| recording.program().names.get(name).unwrap());
    for (depth, frame) in frames.iter().enumerate() {
        let value = recording.value(frame, n).unwrap();
        assert_eq!(value.to_string(), depth.to_string());
        let list = recording.value(frame, l).unwrap();
        assert_eq!(list.list().unwrap().len(), 22_000 - depth);
    }
}

#[test]
fn code_that_scripts_compose_keeps_breakpoints() {
    let text = "a = 1; parse(\"h(x) := x + a\"); g() := (b = h(a); b); parse(\"g()\"); c = g()";
    let mut interpreter = stop(text, vec![at(text, "b = h(a)")]);
    let recording = interpreter.recording().unwrap();
    assert_eq!(recording.hits().len(), 2);
    assert_eq!(interpreter.variable("c").unwrap().to_string(), "2");
    // The second run stops as well.
    interpreter.end_recording();
    let root = interpreter.program().scripts[0].root;
    interpreter.run(root);
    assert_eq!(interpreter.recording().unwrap().hits().len(), 2);
}

#[test]
fn pause_stops_an_endless_loop_where_it_is() {
    let mut interpreter = load("test.cindyscript", "n = 0; while(true, n = n + 1)");
    let flag = Arc::new(AtomicBool::new(false));
    interpreter.set_debugger_flags(DebuggerFlags {
        pause: Arc::clone(&flag),
        ..DebuggerFlags::default()
    });
    interpreter.set_step_budget(1 << 24);
    let interrupt = interpreter.interrupt();
    let root = interpreter.program().scripts[0].root;
    std::thread::scope(|scope| {
        let run = scope.spawn(|| {
            let (_, errors) = interpreter.run(root);
            (interpreter, errors)
        });
        flag.store(true, Ordering::Relaxed);
        interrupt.store(true, Ordering::Relaxed);
        let (mut interpreter, _) = run.join().unwrap();
        let recording = interpreter.recording().unwrap();
        let hit = recording.hits()[0].clone();
        assert_eq!(hit.cause, HitCause::Pause);
        recording.go_to(hit.step);
        // The pause may come before the first statement has run.
        let n = match hit.step {
            0 => "___".to_owned(),
            step => step.saturating_sub(2).to_string(),
        };
        assert_eq!(shown(&mut interpreter, "n"), n);
    });
    assert!(!flag.load(Ordering::Relaxed));
}

/// Records the first colorplot of a script at a place: exactly, and in single precision.
fn pixel(text: &str, place: [f64; 2]) -> (Interpreter, PixelDebugger, [RecordedPixel; 2]) {
    let mut interpreter = load("test.cindyscript", text);
    interpreter.run_event(Event::Init);
    interpreter.run_event(Event::Draw);
    let drawn = interpreter.take_display_list();
    let call = drawn.iter().find_map(|drawing| match drawing {
        Drawing::Plot(call) => Some(call.clone()),
        _ => None,
    });
    let call = call.unwrap();
    let expected = interpreter.pixel_evaluator(&call).value(place);
    let debugger = interpreter.pixel_debugger(&call, 0, place, StopSettings::default());
    let recorded = [false, true].map(|is_rounded| debugger.record(is_rounded).unwrap());
    assert_eq!(
        recorded[0].value.to_string(),
        expected.to_string(),
        "{text}"
    );
    (interpreter, debugger, recorded)
}

#[test]
fn pixel_is_recorded_and_its_values_are_those_of_the_colorplot() {
    let text = "c = 0.1; f(z) := z * z + c;\ncolorplot(\n  z = complex(#);\n  \
                repeat(3, i, z = f(z));\n  |z|\n);";
    let (_, debugger, [mut exact, single]) = pixel(text, [0.5, 0.25]);
    let recording = &mut exact.recording;
    let steps = recording.steps();
    assert_eq!(statement(recording, text, 0), "z = complex(#)");
    // The assignment, the loop, three rounds with a call each, and the value.
    assert_eq!(steps, 0..=8);
    assert_eq!(single.recording.steps(), steps);
    recording.go_to(3);
    assert_eq!(statement(recording, text, 3), "z * z + c");
    let frames = recording.frames();
    assert!(matches!(frames[1].code, CodeId::Plot(_)));
    let z = recording.program().names.get("z").unwrap();
    let value = |frame: &StackFrame| recording.value(frame, z).unwrap().to_string();
    assert_eq!([value(&frames[0]), value(&frames[1])], ["0.5 + i*0.25"; 2]);
    let evaluated = debugger
        .evaluate(recording, &frames[0], "2 * z; z = 3; z + 1")
        .unwrap();
    assert_eq!(evaluated.printed, "4");
    assert!(debugger.evaluate(recording, &frames[0], "1 +*").is_err());
    // The end of the run is a step as well.
    assert_eq!(recording.last_common_step(&single.recording), 9);
}

#[test]
fn statement_that_makes_no_number_stops() {
    let text = "colorplot(\n  a = #.x;\n  b = 1 / (a - 0.5);\n  c = b - b;\n  c\n);";
    let (_, _, [mut exact, mut single]) = pixel(text, [0.5, 0.0]);
    let recording = &mut exact.recording;
    recording.stop_at_numbers_that_are_not_finite(&mut single.recording);
    recording.go_to(0);
    let names = recording.program().names.clone();
    let mut found = Vec::new();
    let next_stop = |recording: &Recording| {
        recording.target(StepMotion::Continue, &recording.motion_start(), |_| 0)
    };
    while let Some(step) = next_stop(recording) {
        recording.go_to(step);
        for hit in recording.hits().iter().filter(|hit| hit.step == step) {
            if let HitCause::NotFinite(name) = hit.cause {
                found.push((
                    names.text(name).to_owned(),
                    statement(recording, text, step),
                ));
            }
        }
    }
    let expected = [("b", "b = 1 / (a - 0.5)"), ("c", "c = b - b")];
    assert_eq!(found, expected.map(|(name, text)| (name.to_owned(), text)));
}

#[test]
fn statement_that_overflows_in_single_precision_stops() {
    let text = "colorplot(\n  a = 10^30 * #.x;\n  b = a * a;\n  c = b * a;\n  c / b\n);";
    let (_, _, [mut exact, mut single]) = pixel(text, [1.0, 0.0]);
    let recording = &mut exact.recording;
    recording.stop_at_numbers_that_are_not_finite(&mut single.recording);
    let names = &recording.program().names;
    let found = recording.hits().iter().filter_map(|hit| match hit.cause {
        HitCause::NotFiniteInSinglePrecision(name) => Some(names.text(name)),
        _ => None,
    });
    assert_eq!(found.collect::<Vec<_>>(), ["b", "c"]);
}

#[test]
fn statement_after_which_single_precision_differs_stops() {
    let text = "colorplot(\n  a = 1 + #.x / 1000000;\n  b = a - 1;\n  c = b * 1000000;\n  \
                if(c > 0.5, d = 1, d = 2);\n  d\n);";
    let (_, _, [mut exact, mut single]) = pixel(text, [0.501, 0.0]);
    exact
        .recording
        .stop_at_differences(&mut single.recording, 1e-3);
    let recording = &exact.recording;
    let names = recording.program().names.clone();
    let found: Vec<(&str, &str)> = recording
        .hits()
        .iter()
        .filter_map(|hit| {
            let name = match hit.cause {
                HitCause::Difference(name) => names.text(name),
                HitCause::OtherWay => "other way",
                _ => return None,
            };
            Some((name, statement(recording, text, hit.step)))
        })
        .collect();
    let branch = "if(c > 0.5, d = 1, d = 2)";
    assert_eq!(found, [("c", "c = b * 1000000"), ("other way", branch)]);
}

#[test]
fn recorded_pixels_of_applets_have_the_values_of_the_colorplots() {
    let mut pixels = 0;
    for (name, text) in applets() {
        let mut interpreter = load(&name, &text);
        interpreter.run_event(Event::Init);
        interpreter.run_event(Event::Draw);
        for drawing in interpreter.take_display_list() {
            let Drawing::Plot(call) = drawing else {
                continue;
            };
            for place in [[0.1, 0.2], [-1.3, 0.7]] {
                let expected = interpreter.pixel_evaluator(&call).value(place);
                let settings = StopSettings::default();
                let debugger = interpreter.pixel_debugger(&call, 0, place, settings);
                let recorded = debugger.record(false).unwrap();
                let (value, expected) = (recorded.value.to_string(), expected.to_string());
                assert_eq!(value, expected, "{name} at {place:?}");
                debugger.record(true).unwrap();
                pixels += 1;
            }
        }
    }
    assert!(pixels > 20, "{pixels}");
}

#[test]
fn debugger_that_leaves_records_nothing_and_scripts_run_to_their_end() {
    let text = "d = {\"a\": 0}; n = 0; repeat(100, n = n + 1; d:\"a\" = d:\"a\" + n)";
    let mut interpreter = load("test.cindyscript", text);
    interpreter.set_stops(StopSettings {
        breakpoints: vec![at(text, "n = n + 1")],
        ..StopSettings::default()
    });
    let flags = DebuggerFlags::default();
    flags.leave.store(true, Ordering::Relaxed);
    interpreter.set_debugger_flags(flags);
    let root = interpreter.program().scripts[0].root;
    let (_, errors) = interpreter.run(root);
    assert!(errors.is_empty(), "{errors:?}");
    assert!(interpreter.recording().is_none());
    assert_eq!(interpreter.print(interpreter.variable("n").unwrap()), "100");
    assert_eq!(
        interpreter.print(interpreter.variable("d").unwrap()),
        "{a:5050}"
    );
}
