//! The types of the worklist against those by brute force: of the specification, of scripts made at
//! random (`RANDOM_SCRIPTS`, 1000; `RANDOM_SEED`), and of CindyGL's gallery.

use std::path::Path;
use std::{env, fs};

use cindyscript_hir::document::Document;
use rustc_hash::FxHashMap;

use super::{Context, Kleene, Variable};
use crate::Inference;
use crate::solution::{BodyId, BodyKind, Role, SlotSubject, Solution};
use cindyscript_test_support::folders::wanted;
use cindyscript_test_support::random::Random;
use cindyscript_test_support::scripts::script;

/// What the worklist and the brute force disagree about; `None` where the latter gives up.
fn differences(applet: &Inference) -> Option<Vec<String>> {
    let observed = FxHashMap::default();
    let input = applet.facts.input(&applet.program, &observed);
    let kleene = Kleene::new(&input).run()?;
    let solution = &*applet.solution;
    let program = &applet.program;
    let mut found = Vec::new();
    for (name, text) in program.names.iter() {
        let Some(slot) = solution.global(name) else {
            continue;
        };
        let theirs = kleene.read(&Variable::Global(name));
        let ours = solution.ty(slot);
        if *ours != theirs {
            found.push(format!("`{text}` is {ours}, by brute force {theirs}"));
        }
    }
    for &id in &solution.reachable {
        let Some(context) = context_of(solution, id) else {
            continue;
        };
        let body = solution.body(id);
        for (term, slot) in solution.evaluated(body) {
            // Targets are no values.
            let key = (context.clone(), term);
            let Some(theirs) = kleene.terms.get(&key) else {
                continue;
            };
            if slot.role != Role::Uniform && slot.ty != *theirs {
                let kind = program.kind(term);
                found.push(format!("{kind:?} is {}, by brute force {theirs}", slot.ty));
            }
        }
    }
    Some(found)
}

/// The scripts, and the colorplots in them.
fn context_of(solution: &Solution, id: BodyId) -> Option<Context> {
    match solution.body(id).kind {
        BodyKind::Script(script) => Some(Context::Script(script)),
        BodyKind::Plot(plot) => {
            let (&outer, _) = solution
                .inner
                .iter()
                .find(|(_, inner)| inner.contains(&id))?;
            let outer = context_of(solution, outer)?;
            Some(Context::Plot(plot, Box::new(outer)))
        }
        BodyKind::Round(of) => {
            let slot = solution.slot(of);
            let SlotSubject::Term(term) = slot.subject else {
                return None;
            };
            let rounds = solution.rounds.get(&of)?;
            let place = rounds.iter().position(|&round| round == id)?;
            let outer = Box::new(context_of(solution, slot.body)?);
            Some(Context::Round(outer, term, place, rounds.len()))
        }
        BodyKind::Function(_) | BodyKind::Uniform => None,
    }
}

fn compare(name: &str, text: &str, at: &str, wrong: &mut Vec<String>) -> (usize, usize) {
    let (mut compared, mut hopeless) = (0, 0);
    let document = Document::open(name, text);
    for applet in 0..document.applets().len() {
        match differences(&Inference::new(&document, applet, None)) {
            Some(found) => {
                compared += 1;
                wrong.extend(found.into_iter().map(|line| format!("{at}: {line}")));
            }
            None => hopeless += 1,
        }
    }
    (compared, hopeless)
}

fn setting(name: &str, otherwise: usize) -> usize {
    let value = env::var(name).ok().and_then(|text| text.parse().ok());
    value.unwrap_or(otherwise)
}

fn verdict(what: &str, compared: usize, hopeless: usize, wrong: &[String]) {
    eprintln!("{what}: {compared} compared, {hopeless} too deep for brute force");
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared > 10 * hopeless);
}

#[test]
fn the_specification_has_the_least_types() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/types");
    let (mut compared, mut hopeless, mut wrong) = (0, 0, Vec::new());
    for entry in fs::read_dir(folder).expect("the folder of the specification") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a text");
        for (place, block) in text.split("```cindyscript\n").skip(1).enumerate() {
            let code = block.split("```").next().unwrap_or_default();
            let at = format!("{}, block {}", path.display(), place + 1);
            let (one, none) = compare("spec.cindyscript", code, &at, &mut wrong);
            compared += one;
            hopeless += none;
        }
    }
    verdict("specification", compared, hopeless, &wrong);
}

#[test]
fn scripts_made_at_random_have_the_least_types() {
    let mut random = Random::new(setting("RANDOM_SEED", 1) as u64);
    let (mut compared, mut hopeless, mut wrong) = (0, 0, Vec::new());
    for number in 0..setting("RANDOM_SCRIPTS", 1000) {
        let text = format!("result = ({});", script(&mut random, 1 + number % 4));
        let (one, none) = compare("random.cindyscript", &text, &text, &mut wrong);
        compared += one;
        hopeless += none;
    }
    verdict("scripts made at random", compared, hopeless, &wrong);
}

/// Colorplots that loop over unlike elements.
#[test]
fn loops_made_at_random_have_the_least_types_at_pixels() {
    let mut random = Random::new(setting("RANDOM_SEED", 2) as u64);
    let (mut compared, mut hopeless, mut wrong) = (0, 0, Vec::new());
    for number in 0..setting("RANDOM_SCRIPTS", 1000) {
        let depth = 1 + number % 3;
        let [first, second, inner] = [(); 3].map(|()| at_pixels(&script(&mut random, depth)));
        let kind = ["apply", "forall", "sum", "max"][random.below(4)];
        let list = ["[|#|, FIRST]", "[FIRST, #, SECOND]", "[[FIRST, #], |#|]"][random.below(3)];
        let list = list.replace("FIRST", &first).replace("SECOND", &second);
        let text = format!("colorplot(t = {list}; r = {kind}(t, s = {inner}; s); 1);");
        let (one, none) = compare("random.cindyscript", &text, &text, &mut wrong);
        compared += one;
        hopeless += none;
    }
    verdict("loops made at random", compared, hopeless, &wrong);
}

/// With the running variable for some of the numbers.
fn at_pixels(script: &str) -> String {
    script.replace("(1+i)", "#").replace("100", "|#|")
}

#[test]
fn the_gallery_has_the_least_types() {
    let what = "the gallery's types by brute force";
    let Some([cindyjs]) = wanted(what, ["CINDYJS_DIR"]) else {
        return;
    };
    let (mut compared, mut hopeless, mut wrong) = (0, 0, Vec::new());
    for entry in fs::read_dir(cindyjs.join("examples/cindygl")).expect("the gallery") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "html") {
            continue;
        }
        let text = String::from_utf8_lossy(&fs::read(&path).expect("a page")).into_owned();
        let at = path.display().to_string();
        let (one, none) = compare("page.html", &text, &at, &mut wrong);
        compared += one;
        hopeless += none;
    }
    verdict("gallery", compared, hopeless, &wrong);
}
