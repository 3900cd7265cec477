//! Against CindyGL: in every colorplot of CindyJS's gallery, the type of each variable is equal to
//! or lower than the one that CindyGL gives it, which its shaders show.
//!
//! Wants a checkout of CindyJS in `CINDYJS_DIR` and the oracle in `CINDYJS_ORACLE`. Prints the
//! variables whose types are strictly lower.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cindyscript_applet::Event;
use cindyscript_hir::document::Document;
use cindyscript_hir::program::PlotId;
use cindyscript_hir::types::{ListType, Type};
use cindyscript_ide::analyse;
use cindyscript_interpreter::display::{Drawing, TextExtent, TextStyle};
use cindyscript_interpreter::picture::{Picture, Pixels};
use cindyscript_interpreter::{
    Host, ImagePlot, Interpreter, NoHost, PlotCall, PlotHost, Value, World,
};
use cindyscript_pixel::PixelProgram;
use cindyscript_tests::{examples, wanted};

/// Longer than this, no frame runs.
const PATIENCE: Duration = Duration::from_secs(2);

/// Where CindyGL's type is lower on purpose: page, variable, and why.
const LOWER_THERE: &[(&str, &str, &str)] = &[(
    "56_webcam_function_inverse_3.html",
    "index",
    "of a loop from 0 to 255, which CindyGL takes for one from 1 to 256",
)];

/// A host that paints nothing and keeps what colorplots into images are called with.
#[derive(Debug, Default)]
struct Recorder(Mutex<Vec<PlotCall>>);

impl Host for Recorder {
    fn measure(&self, text: &str, style: &TextStyle) -> TextExtent {
        NoHost.measure(text, style)
    }

    fn pixels(&self, picture: &Picture) -> Option<Arc<Pixels>> {
        NoHost.pixels(picture)
    }

    fn library(&self, name: &str) -> Result<String, String> {
        NoHost.library(name)
    }
}

impl PlotHost for Recorder {
    fn plot(&self, plot: &ImagePlot<'_>) -> Result<Picture, String> {
        self.0.lock().unwrap().push(plot.call.clone());
        Ok(plot.target.clone())
    }
}

#[test]
fn no_type_is_above_cindygls() {
    let what = "the types of the gallery against CindyGL's";
    let Some([cindyjs, oracle]) = wanted(what, ["CINDYJS_DIR", "CINDYJS_ORACLE"]) else {
        return;
    };
    let pages = examples::pages(&cindyjs.join("examples/cindygl")).unwrap();
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("oracle-types");
    let runs = examples::run(&oracle, &cindyjs, &out, &pages).unwrap();
    let (mut compared, mut lower, mut above) = (0, Vec::new(), Vec::new());
    let mut without = 0;
    for page in &pages {
        let text = String::from_utf8_lossy(&fs::read(page).unwrap()).into_owned();
        let name = page.file_name().unwrap_or_default().to_string_lossy();
        let programs = programs(&Document::open(&name, text.as_str()));
        for shader in &runs[page].shaders {
            let theirs = declared(shader);
            // The colorplot that this shader is of, by its variables.
            let candidates: Vec<Vec<(String, Type)>> = programs
                .iter()
                .map(variables)
                .filter(|ours| {
                    theirs
                        .iter()
                        .all(|(name, _)| ours.iter().any(|(known, _)| known == name))
                })
                .collect();
            if theirs.is_empty() {
                continue;
            }
            let judged: Vec<Verdict> = candidates
                .iter()
                .map(|ours| Verdict::new(ours, &theirs))
                .collect();
            let Some(best) = judged.into_iter().min_by_key(|verdict| verdict.above.len()) else {
                without += 1;
                println!(
                    "{name}: {} colorplots of ours, none with {}",
                    programs.len(),
                    missing(&programs, &theirs)
                );
                continue;
            };
            compared += theirs.len();
            let known = |said: &&String| {
                LOWER_THERE.iter().any(|(page, variable, _)| {
                    name.contains(page) && said.starts_with(&format!("`{variable}`"))
                })
            };
            let place = |said: &String| format!("{name}: {said}");
            above.extend(best.above.iter().filter(|said| !known(said)).map(place));
            lower.extend(best.lower.iter().map(place));
        }
    }
    lower.sort();
    lower.dedup();
    println!("{compared} variables compared, {without} shaders without a colorplot of ours");
    println!("{} of them strictly lower:", lower.len());
    for line in &lower {
        println!("  {line}");
    }
    assert!(
        above.is_empty(),
        "{} above CindyGL's:\n{}",
        above.len(),
        above.join("\n")
    );
}

/// The names that the colorplot nearest to a shader does not have.
fn missing(programs: &[PixelProgram], theirs: &[(String, Vec<Type>)]) -> String {
    let lacks = |ours: Vec<(String, Type)>| -> Vec<&str> {
        let names = theirs.iter().map(|(name, _)| name.as_str());
        names
            .filter(|name| ours.iter().all(|(known, _)| known != name))
            .collect()
    };
    let nearest = programs.iter().map(variables).map(lacks);
    let nearest = nearest.min_by_key(Vec::len);
    nearest.map_or_else(|| "anything".to_owned(), |names| names.join(", "))
}

/// What a comparison came to.
#[derive(Default)]
struct Verdict {
    lower: Vec<String>,
    above: Vec<String>,
}

impl Verdict {
    fn new(ours: &[(String, Type)], theirs: &[(String, Vec<Type>)]) -> Self {
        let mut verdict = Self::default();
        for (name, types) in theirs {
            // A function has our types once for each signature, and CindyGL's once for all.
            for (_, own) in ours.iter().filter(|(known, _)| known == name) {
                let own = plain(own);
                let said = format!("`{name}` is {own}, CindyGL's {}", types[0]);
                if !types.iter().any(|ty| own.fits(ty)) {
                    verdict.above.push(said);
                } else if !own.is_unset() && !types.contains(&own) {
                    verdict.lower.push(said);
                }
            }
        }
        verdict
    }
}

/// The pixel programs of a page: for the values of its first frame and the functions in force then,
/// and, unless scripts define these anew, for the types that are known before.
fn programs(document: &Document) -> Vec<PixelProgram> {
    let analysis = analyse(document);
    let mut programs = Vec::new();
    for (applet, source) in analysis.applets.iter().zip(document.applets()) {
        let recorder = Arc::new(Recorder::default());
        let mut world = World::new(source);
        world.host = recorder.clone();
        let mut interpreter = Interpreter::new(world);
        interpreter.load(applet.split_program());
        interpreter.allow(Some(PATIENCE));
        interpreter.run_event(Event::Init);
        interpreter.begin_frame();
        interpreter.run_event(Event::Move);
        interpreter.run_event(Event::Draw);
        interpreter.end_frame();
        let drawings = interpreter.take_display_list().into_iter();
        let calls = drawings.filter_map(|drawing| match drawing {
            Drawing::Plot(call) => Some(call),
            _ => None,
        });
        let mut seen: Vec<(PlotId, Vec<Option<Type>>)> = Vec::new();
        let mut redefined = BTreeSet::new();
        for call in calls.chain(recorder.0.lock().unwrap().drain(..)) {
            let types = call.uniforms.iter().map(Value::type_of);
            let types: Vec<_> = types
                .map(|ty| Some(ty).filter(|ty| !ty.is_unset()))
                .collect();
            if let Some(program) = &call.redefined {
                let applet = applet.redefined(program, call.plot);
                programs.extend(cindyscript_lint::pixel_program(&applet, call.plot, &types).ok());
                redefined.insert(call.plot.0);
                continue;
            }
            let call = (call.plot, types);
            if !seen.contains(&call) {
                seen.push(call);
            }
        }
        for (plot, observed) in seen {
            programs.extend(cindyscript_lint::pixel_program(applet, plot, &observed).ok());
        }
        for plot in (0..applet.program.plots.len() as u32).filter(|plot| !redefined.contains(plot))
        {
            programs.extend(cindyscript_lint::pixel_program(applet, PlotId(plot), &[]).ok());
        }
    }
    programs
}

/// The variables of a pixel program, as CindyGL names them.
fn variables(program: &PixelProgram) -> Vec<(String, Type)> {
    program
        .variables
        .iter()
        .map(|variable| {
            let name = match variable.owner {
                Some(owner) => {
                    let function = program.function(owner);
                    let arity = function.parameters.len();
                    format!("{}_{arity}_{}", function.name.to_lowercase(), variable.name)
                }
                None => variable.name.to_string(),
            };
            (name, variable.ty.clone())
        })
        .collect()
}

/// The author's variables that a shader declares, with the types that each can stand for.
fn declared(shader: &str) -> Vec<(String, Vec<Type>)> {
    let mut found = Vec::new();
    let mut known = BTreeSet::new();
    for line in shader.lines() {
        let Some((ty, name)) = line.strip_suffix(';').and_then(|line| line.split_once(' ')) else {
            continue;
        };
        let is_own = |name: &str| {
            !name.starts_with("_h")
                && !name.starts_with("cgl")
                && name.chars().all(|c| c.is_alphanumeric() || c == '_')
        };
        let types = glsl_type(ty);
        if is_own(name) && !types.is_empty() && known.insert(name.to_owned()) {
            found.push((name.to_owned(), types));
        }
    }
    found
}

/// What a type of a shader stands for; none if it is no type.
fn glsl_type(text: &str) -> Vec<Type> {
    let number = |text: &str| text.parse::<u32>().ok();
    let list = |prefix: &str, element: Type| {
        let len = number(text.strip_prefix(prefix)?)?;
        Some(Type::list(len, element))
    };
    match text {
        "float" => return vec![Type::REAL],
        "int" => return vec![Type::INT],
        "bool" => return vec![Type::BOOLEAN],
        // A complex number looks like a vector.
        "vec2" => return vec![Type::list(2, Type::REAL), Type::COMPLEX],
        _ => {}
    }
    if let Some((len, inner)) = text.strip_prefix('l').and_then(|rest| rest.split_once('_')) {
        let Some(len) = number(len) else {
            return Vec::new();
        };
        let inner = glsl_type(inner).into_iter();
        return inner.map(|inner| Type::list(len, inner)).collect();
    }
    let matrix = || {
        let len = number(text.strip_prefix("mat")?)?;
        Some(Type::list(len, Type::list(len, Type::REAL)))
    };
    list("vec", Type::REAL)
        .or_else(|| list("ivec", Type::INT))
        .or_else(|| list("bvec", Type::BOOLEAN))
        .or_else(|| list("cvec", Type::COMPLEX))
        .or_else(matrix)
        .into_iter()
        .collect()
}

/// A type without the knowledge of signs, which CindyGL does not have.
fn plain(ty: &Type) -> Type {
    match ty {
        Type::Scalar(scalar) => Type::Scalar(scalar.unsigned_forgotten()),
        Type::List(list) => Type::List(
            ListType {
                len: list.len,
                element: plain(&list.element),
            }
            .into(),
        ),
        other => other.clone(),
    }
}
