//! Soundness: whatever a variable or a colorplot is seen to be, its type has said so.
//!
//! The programs are those of the specification in this folder, scripts made at random
//! (`RANDOM_SCRIPTS`, 3000; `RANDOM_SEED`), and, with a checkout of CindyJS in `CINDYJS_DIR`, the
//! pages of its gallery of colorplots. They are run by the interpreter, a few frames of them, and
//! the colorplots at random pixels.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[path = "corners.rs"]
mod corners;

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;
use std::{env, fs};

use cindyscript_applet::Event;
use cindyscript_hir::document::Document;
use cindyscript_hir::types::Type;
use cindyscript_ide::{AppletAnalysis, analyse};
use cindyscript_interpreter::display::Drawing;
use cindyscript_interpreter::{Interpreter, PlotCall, Value, World};
use cindyscript_tests::random::Random;
use cindyscript_tests::scripts::script;
use cindyscript_tests::{examples, wanted};

/// Pixels at which a colorplot is evaluated.
const PIXELS: usize = 30;
/// Longer than this, no frame runs.
const PATIENCE: Duration = Duration::from_millis(500);

/// What was compared, and what was not as it should be.
#[derive(Default)]
struct Tally {
    values: usize,
    /// Values of what has none as far as the types say: where an operand is undefined, some
    /// builtins make something of it nevertheless.
    of_nothing: usize,
    wrong: BTreeSet<String>,
}

impl Tally {
    fn value(&mut self, subject: &str, value: &Value, ty: &Type) {
        let observed = value.type_of();
        // A list that shares lists many times is not walked, and NaN has no type.
        if observed == Type::Top || has_nan(value) {
            return;
        }
        self.values += 1;
        if ty.is_unset() && !is(&observed, ty) {
            self.of_nothing += 1;
        } else if !is(&observed, ty) {
            self.wrong
                .insert(format!("{subject} is {observed}, inferred {ty}"));
        }
    }

    fn verdict(self, what: &str) {
        let Self {
            values,
            of_nothing,
            wrong,
        } = self;
        println!("{what}: {values} values, {of_nothing} of what has none");
        assert!(
            of_nothing * 200 <= values,
            "{of_nothing} values of what has none"
        );
        assert!(
            wrong.is_empty(),
            "{} of {} values:\n{}",
            wrong.len(),
            values,
            wrong.into_iter().collect::<Vec<_>>().join("\n")
        );
    }
}

fn has_nan(value: &Value) -> bool {
    match value {
        Value::Number(number) | Value::Angle(number) => number.is_nan(),
        Value::List(list) => list.iter().any(|item| has_nan(&item)),
        _ => false,
    }
}

/// Whether a value that is seen to be of one type is of another. What holds nothing but undefined
/// values is undefined.
fn is(observed: &Type, ty: &Type) -> bool {
    observed.fits(ty)
        || match (observed, ty) {
            // In arithmetic, points are their coordinates.
            (Type::Point, Type::List(_)) => Type::list(2, Type::REAL).fits(ty),
            (Type::List(_) | Type::Tuple(_), Type::Unset) => {
                observed.known_len() != Some(0) && elements(observed).all(|ty| is(ty, &Type::Unset))
            }
            (Type::List(_) | Type::Tuple(_), Type::List(list)) => {
                (list.len.is_none() || observed.known_len() == list.len)
                    && elements(observed).all(|ty| is(ty, &list.element))
            }
            (Type::List(_) | Type::Tuple(_), Type::Tuple(tuple)) => {
                let places = tuple.components().iter().enumerate();
                let mut pairs = places.map(|(place, ty)| (observed.component(place), ty));
                observed.known_len() == Some(tuple.len())
                    && pairs.all(|(observed, ty)| observed.is_some_and(|observed| is(observed, ty)))
            }
            _ => false,
        }
}

/// The types of a list's elements, each at least once.
fn elements(list: &Type) -> impl Iterator<Item = &Type> {
    let few = match list {
        Type::List(list) => std::slice::from_ref(&list.element),
        Type::Tuple(tuple) => tuple.components(),
        _ => &[],
    };
    few.iter()
}

/// Runs an applet and compares what its variables are with their types.
fn run(applet: &AppletAnalysis, source: &cindyscript_applet::Applet, tally: &mut Tally, at: &str) {
    let mut interpreter = Interpreter::new(World::new(source));
    interpreter.load(applet.split_program());
    interpreter.allow(Some(PATIENCE));
    interpreter.run_event(Event::Init);
    let mut random = Random::new(7);
    for frame in 0..3 {
        interpreter.allow(Some(PATIENCE));
        interpreter.set_time(f64::from(frame) * 0.4);
        interpreter.begin_frame();
        if frame > 0 {
            interpreter.run_event(Event::Tick);
        }
        interpreter.run_event(Event::Move);
        interpreter.run_event(Event::Draw);
        interpreter.end_frame();
        for (_, name) in applet.program.names.iter() {
            if let (Some(value), Some(ty)) =
                (interpreter.variable(name), applet.variable_type(name))
            {
                tally.value(&format!("{at}: `{name}`"), value, ty);
            }
        }
        for drawing in interpreter.take_display_list() {
            if let Drawing::Plot(call) = drawing {
                pixels(applet, &interpreter, &call, &mut random, tally, at);
            }
        }
    }
}

/// Evaluates a colorplot at random pixels.
fn pixels(
    applet: &AppletAnalysis,
    interpreter: &Interpreter,
    call: &PlotCall,
    random: &mut Random,
    tally: &mut Tally,
    at: &str,
) {
    // Where scripts have defined functions anew, it runs with these.
    let redefined = call.redefined.as_ref();
    let redefined = redefined.map(|program| applet.redefined(program, call.plot));
    let types = redefined.as_ref().unwrap_or(applet).plot_types(call.plot);
    // Called from several places, it has a type for each.
    let [types] = types.as_slice() else { return };
    for (place, (value, ty)) in call.uniforms.iter().zip(&types.uniforms).enumerate() {
        if let Some(ty) = ty {
            tally.value(&format!("{at}: uniform {place}"), value, ty);
        }
    }
    // What is not known before the applet runs has no type to compare with.
    if types.value.has_top() || types.is_open {
        return;
    }
    let mut evaluator = interpreter.pixel_evaluator(call);
    let mut coordinate = || random.below(20_001) as f64 / 1_000.0 - 10.0;
    for _ in 0..PIXELS {
        let value = evaluator.value([coordinate(), coordinate()]);
        tally.value(&format!("{at}: the colorplot"), &value, types.value);
        for (name, ty) in &types.variables {
            if let Some(value) = evaluator.variable(name) {
                tally.value(&format!("{at}: `{name}` at a pixel"), value, ty);
            }
        }
    }
}

fn run_all(document: &Document, tally: &mut Tally, at: &str) {
    let analysis = analyse(document);
    for (applet, source) in analysis.applets.iter().zip(document.applets()) {
        run(applet, source, tally, at);
    }
}

#[test]
fn the_specification() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("types");
    let mut tally = Tally::default();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for (place, block) in text.split("```cindyscript\n").skip(1).enumerate() {
            let code = block.split("```").next().unwrap_or_default();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let document = Document::open("spec.cindyscript", code);
            run_all(
                &document,
                &mut tally,
                &format!("{name}, block {}", place + 1),
            );
        }
    }
    tally.verdict("the specification");
}

fn setting(name: &str, otherwise: u64) -> u64 {
    let value = env::var(name).ok().and_then(|text| text.parse().ok());
    value.unwrap_or(otherwise)
}

#[test]
fn scripts_made_at_random() {
    let mut random = Random::new(setting("RANDOM_SEED", 1));
    let mut tally = Tally::default();
    for number in 0..setting("RANDOM_SCRIPTS", 3000) {
        let text = format!(
            "result = ({});",
            script(&mut random, 1 + number as usize % 4)
        );
        let document = Document::open("random.cindyscript", text.as_str());
        run_all(&document, &mut tally, &text);
    }
    tally.verdict("scripts made at random");
}

/// Makes scripts in which conditions say something about variables that are assigned to here and
/// there, and takes roots of them.
struct Conditions {
    random: Random,
    roots: usize,
}

impl Conditions {
    fn one_of(&mut self, choices: &[&'static str]) -> &'static str {
        choices[self.random.below(choices.len())]
    }

    fn condition(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 6 } else { 11 }) {
            0..6 => {
                let sides = [
                    self.one_of(&["x", "y", "(x)"]),
                    self.one_of(&["0", "1", "2.5", "-1", "y", "|y|", "sin(x)", "0/0", "z"]),
                ];
                let operator = self.one_of(&["<", "<=", ">", ">=", "==", "!=", "~>="]);
                let first = self.random.below(2);
                format!("{} {operator} {}", sides[first], sides[1 - first])
            }
            6 => format!("!({})", self.condition(depth - 1)),
            7 => format!(
                "({}) & ({})",
                self.condition(depth - 1),
                self.condition(depth - 1)
            ),
            8 => format!(
                "({}) % ({})",
                self.condition(depth - 1),
                self.condition(depth - 1)
            ),
            9 => format!("(x = x - 1; {})", self.condition(depth - 1)),
            _ => format!("({}) & down()", self.condition(depth - 1)),
        }
    }

    fn statement(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 8 } else { 14 }) {
            0..4 => {
                self.roots += 1;
                let (root, name) = (self.one_of(&["sqrt", "log"]), self.one_of(&["x", "y"]));
                format!("r{} = {root}({name})", self.roots)
            }
            4 => "x = x - 1".to_owned(),
            5 => "[x, y] = [y, x]".to_owned(),
            6 => self
                .one_of(&["down()", "hidden(1)", "y = 3", "x = 2 - y"])
                .to_owned(),
            7 => "v_1 = x".to_owned(),
            8..11 => format!(
                "if({}, {}, {})",
                self.condition(2),
                self.statements(depth - 1),
                self.statements(depth - 1)
            ),
            11 => format!("repeat(2, {})", self.statements(depth - 1)),
            12 => format!("forall([-1, 2], x, {})", self.statements(depth - 1)),
            _ => format!(
                "while(n < 9 & {}, n = n + 1; {})",
                self.condition(1),
                self.statements(depth - 1)
            ),
        }
    }

    fn statements(&mut self, depth: usize) -> String {
        let count = 1 + self.random.below(3);
        let statements: Vec<String> = (0..count).map(|_| self.statement(depth)).collect();
        statements.join("; ")
    }
}

#[test]
fn conditions_made_at_random() {
    let mut tally = Tally::default();
    let mut conditions = Conditions {
        random: Random::new(setting("RANDOM_SEED", 1)),
        roots: 0,
    };
    for _ in 0..setting("RANDOM_SCRIPTS", 3000) {
        conditions.roots = 0;
        let start = conditions.one_of(&["-2", "0.5", "3", "sin(4)"]);
        let text = format!(
            "down() := (x = x - 2; true); hidden(x) := (x = -1); z = 1 + i; v = [1, 2]; n = 0; \
             x = {start}; y = 1.5; y = y - 2; {};",
            conditions.statements(3)
        );
        let document = Document::open("random.cindyscript", text.as_str());
        run_all(&document, &mut tally, &text);
    }
    tally.verdict("conditions made at random");
}

#[test]
fn the_gallery() {
    let what = "soundness over the gallery of CindyJS";
    let Some([cindyjs]) = wanted(what, ["CINDYJS_DIR"]) else {
        return;
    };
    let mut tally = Tally::default();
    for page in examples::pages(&cindyjs.join("examples/cindygl")).unwrap() {
        let text = String::from_utf8_lossy(&fs::read(&page).unwrap()).into_owned();
        let name = page.file_name().unwrap_or_default().to_string_lossy();
        let document = Document::open(&name, text.as_str());
        run_all(&document, &mut tally, &name);
    }
    tally.verdict("the gallery");
}
