//! What was seen while the applet ran, beside what its text says: values for hovers and hints, and
//! types that contradict the inferred ones.

use cindyscript_diagnostic::{Code, Diagnostic, Fix, Related};
use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_infer::{Role, SlotId, literal};
use rustc_hash::{FxHashMap, FxHashSet};
use text_size::TextRange;

use crate::analysis::{Analysis, AppletAnalysis};
use crate::binding_time::{Stage, stages};
use crate::inlay_hints::{InlayHint, Kind};

/// What can be looked at.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// A variable of the whole applet, by its name.
    Global(String),
    /// A term that a colorplot gets from the CPU, in bytes of the file.
    Uniform(TextRange),
    /// An element of the construction, by its name: where it lies.
    Element(String),
    /// A field of an element: the element's name, and the field's.
    Field(String, String),
}

/// What was seen of one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The smallest type of all its values.
    pub ty: Type,
    /// The last one, as CindyScript prints it.
    pub value: String,
    /// The one that made the type what it is: it stays when the last one changes.
    pub first: String,
}

/// All that was seen of a version of a file. A value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observations {
    seen: FxHashMap<Subject, Seen>,
}

impl Observations {
    /// Notes what was seen. `ty` is in the paper's names; what is no type is not noted.
    pub fn note(&mut self, subject: Subject, ty: &str, value: String) {
        let Some(ty) = read_type(ty) else {
            return;
        };
        let first = match self.seen.remove(&subject) {
            Some(known) if known.ty == ty => known.first,
            _ => value.clone(),
        };
        self.seen.insert(subject, Seen { ty, value, first });
    }

    /// What was seen of something.
    #[must_use]
    pub fn get(&self, subject: &Subject) -> Option<&Seen> {
        self.seen.get(subject)
    }

    /// What is left when the text has changed: places mean others now.
    #[must_use]
    pub fn without_places(&self) -> Self {
        let seen = self.seen.iter();
        let seen = seen.filter(|(subject, _)| !matches!(subject, Subject::Uniform(_)));
        Self {
            seen: seen
                .map(|(key, seen)| (key.clone(), seen.clone()))
                .collect(),
        }
    }

    /// Whether nothing was seen.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.seen.is_empty()
    }
}

/// What a term is as something that can be looked at, the nearest first.
pub(crate) fn subjects(applet: &AppletAnalysis, term: TermId) -> Vec<Subject> {
    let solution = &*applet.solution;
    let mut found = Vec::new();
    for slot in applet.slots(term) {
        let data = solution.slot(slot);
        if data.role == Role::Uniform {
            found.push(Subject::Uniform(applet.range(term)));
        }
        if let TermKind::Field { base, name } = applet.program.kind(term)
            && let Some(element) = element_name(applet, base)
        {
            let field = applet.program.names.text(name);
            found.push(Subject::Field(element.to_owned(), field.to_owned()));
        }
        if let Some(element) = element_name(applet, term) {
            found.push(Subject::Element(element.to_owned()));
        } else if let TermKind::Variable(name) = applet.program.kind(term) {
            // What a uniform is on the side of the CPU.
            let variable = match data.role {
                Role::Uniform if data.link.is_some() => solution.slot(data.link).link,
                _ => data.link,
            };
            if solution.global(name) == Some(variable) {
                found.push(Subject::Global(applet.program.names.text(name).to_owned()));
            }
        }
    }
    found.dedup();
    found
}

/// The name of a term that is an element of the construction.
fn element_name(applet: &AppletAnalysis, term: TermId) -> Option<&str> {
    let name = applet.program.name_of(term)?;
    let ty = applet.facts.presets.get(&name)?;
    let is_element = matches!(
        ty,
        Type::Point | Type::Line | Type::Circle | Type::Element | Type::Top
    );
    is_element.then(|| applet.program.names.text(name))
}

/// The values of the variables, each at the end of the first assignment to it, and where elements
/// of the construction lie, at their names in the page.
#[must_use]
pub fn value_hints(
    analysis: &Analysis,
    observed: &Observations,
    range: TextRange,
) -> Vec<InlayHint> {
    let mut hints = Vec::new();
    for applet in &analysis.applets {
        for (name, _, value) in assignments(applet) {
            let end = applet.range(value).end();
            let subject = Subject::Global(name.to_owned());
            if let Some(seen) = observed.get(&subject)
                && range.contains_inclusive(end)
                && !says(applet, value, &seen.value)
                && applet.program.kind(value) != TermKind::Undefined
            {
                hints.push(InlayHint {
                    offset: end,
                    label: format!("= {}", seen.value),
                    kind: Kind::Value,
                    tooltip: format!("the value of `{name}` now; so far: {}", seen.ty),
                });
            }
        }
        for element in &applet.source().geometry {
            // Those that a loop makes share the place of their names.
            let written = applet
                .document
                .text()
                .get(std::ops::Range::<usize>::from(element.name_range));
            if written.map(|text| text.trim_matches(['"', '\'', '`'])) != Some(&element.name) {
                continue;
            }
            let end = element.name_range.end();
            let subject = Subject::Element(element.name.clone());
            if let Some(seen) = observed.get(&subject)
                && range.contains_inclusive(end)
            {
                hints.push(InlayHint {
                    offset: end,
                    label: format!("= {}", seen.value),
                    kind: Kind::Value,
                    tooltip: format!("where the {} `{}` lies now", seen.ty, element.name),
                });
            }
        }
    }
    hints
}

/// The first assignment in the text to each variable of the applet: name, target, value.
fn assignments(applet: &AppletAnalysis) -> Vec<(&str, TermId, TermId)> {
    let program = &applet.program;
    let solution = &*applet.solution;
    let mut first: FxHashMap<SlotId, (&str, TermId, TermId)> = FxHashMap::default();
    for &id in &solution.reachable {
        let body = solution.body(id);
        for (term, _) in solution.evaluated(body) {
            let TermKind::Assign { target, value } = program.kind(term) else {
                continue;
            };
            let Some(name) = program.name_of(target) else {
                continue;
            };
            let variable = solution.slot(body.slot(target)).link;
            if solution.global(name) == Some(variable) {
                let known = first.entry(variable);
                let found = (program.names.text(name), target, value);
                let known = known.or_insert(found);
                if applet.range(target).start() < applet.range(known.1).start() {
                    *known = found;
                }
            }
        }
    }
    let mut found: Vec<_> = first.into_values().collect();
    found.sort_unstable_by_key(|&(_, target, _)| target);
    found
}

/// Whether a term is a literal, as everyone can see, of this printed value.
fn says(applet: &AppletAnalysis, term: TermId, value: &str) -> bool {
    let printed = printed(applet, term).map(|text| text.replace(' ', ""));
    printed.is_some_and(|text| text == value.replace(' ', ""))
}

/// A literal as CindyScript prints it: a number, a string, or a list of such.
fn printed(applet: &AppletAnalysis, term: TermId) -> Option<String> {
    let program = &applet.program;
    match program.kind(term) {
        TermKind::Text(text) => Some(program.text(text).to_owned()),
        TermKind::List(elements) => {
            let elements = program.children(elements).iter();
            let elements: Option<Vec<String>> = elements.map(|&one| printed(applet, one)).collect();
            Some(format!("[{}]", elements?.join(",")))
        }
        TermKind::Sequence(operands) => match *program.children(operands) {
            [only] => printed(applet, only),
            _ => None,
        },
        _ => {
            let number = literal(program, term)?;
            let rounded = (number * 1e4).round() / 1e4;
            // Zero has no sign.
            Some((rounded + 0.0).to_string())
        }
    }
}

/// Where what was seen is not what was inferred: a type outside of the inferred one, or a number
/// that might be complex and never was.
#[must_use]
pub fn contradictions(analysis: &Analysis, observed: &Observations) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if observed.is_empty() {
        return found;
    }
    for applet in &analysis.applets {
        for (name, target, _) in assignments(applet) {
            let Some(seen) = observed.get(&Subject::Global(name.to_owned())) else {
                continue;
            };
            let slot = applet
                .program
                .names
                .get(name)
                .and_then(|name| applet.solution.global(name));
            found.extend(slot.and_then(|slot| outside(applet, target, slot, seen)));
        }
        uniforms(applet, observed, &mut found);
    }
    found.sort_by_key(|diagnostic| (diagnostic.range.start(), diagnostic.range.end()));
    found
}

fn uniforms(applet: &AppletAnalysis, observed: &Observations, found: &mut Vec<Diagnostic>) {
    let solution = &*applet.solution;
    let mut said = FxHashSet::default();
    // One square root may make many values complex: it is told of at the first of them.
    let mut told = FxHashSet::default();
    let stages = stages(applet);
    for &id in &solution.reachable {
        let body = solution.body(id);
        if body.pixel.is_none() {
            continue;
        }
        for (term, data) in solution.evaluated(body) {
            if data.role != Role::Uniform || !said.insert(term) {
                continue;
            }
            let range = applet.range(term);
            let Some(seen) = observed.get(&Subject::Uniform(range)) else {
                continue;
            };
            // A global has been compared where it is assigned.
            if !matches!(applet.program.kind(term), TermKind::Variable(_)) {
                found.extend(outside(applet, term, body.slot(term), seen));
            }
            // What never changes is what it is.
            if stages.get(term.index()) != Some(&Some(Stage::Constant)) {
                let is_new = |_: &Diagnostic| {
                    let way = applet.provenance(solution).whole(body.slot(term));
                    told.insert(way.last().map_or(range, |step| step.range))
                };
                found.extend(narrower(applet, term, &data.ty, seen).filter(is_new));
            }
        }
    }
}

/// A type that the text does not explain.
fn outside(applet: &AppletAnalysis, term: TermId, slot: SlotId, seen: &Seen) -> Option<Diagnostic> {
    let solution = &*applet.solution;
    let inferred = solution.ty(slot);
    if seen.ty.is_unset() || solution.unknown.contains(&slot) || is_within(&seen.ty, inferred) {
        return None;
    }
    let text = applet.text(term);
    // The same as long as the type is: what is said again and again is not read.
    let message = format!(
        "`{text}` is {} as far as the text says, and was {} when the applet ran: {}",
        inferred.in_exact_words(),
        seen.ty.in_exact_words(),
        seen.first
    );
    let related = applet.provenance(solution).why(slot).into_iter();
    Some(Diagnostic {
        help: Some("the preview goes by what it sees".to_owned()),
        related: related
            .map(|step| Related {
                range: step.range,
                message: step.text,
            })
            .collect(),
        ..applet.diagnostic(term, Code::ObservedType, message)
    })
}

/// A number that might be complex, and was always real.
fn narrower(
    applet: &AppletAnalysis,
    term: TermId,
    inferred: &Type,
    seen: &Seen,
) -> Option<Diagnostic> {
    let is_real = !seen.ty.is_unset() && seen.ty.fits(&Type::REAL);
    if *inferred != Type::COMPLEX || !is_real {
        return None;
    }
    let text = applet.text(term);
    let range = applet.range(term);
    let message =
        format!("`{text}` may be complex as far as the text says, and was always real so far");
    Some(Diagnostic {
        help: Some("`re(..)` makes it certain".to_owned()),
        fix: Some(Fix {
            range,
            text: format!("re({})", applet.written(term)),
            title: "take the real part: `re(..)`".to_owned(),
        }),
        ..applet.diagnostic(term, Code::NeverComplex, message)
    })
}

/// Whether values of one type are values of another, up to the sign and to what points are.
fn is_within(seen: &Type, inferred: &Type) -> bool {
    let inferred = sign_forgotten(inferred);
    let gpu = inferred.on_gpu();
    seen.fits(&inferred) || !gpu.has_top() && seen.on_gpu().fits(&gpu)
}

fn sign_forgotten(ty: &Type) -> Type {
    match ty {
        Type::Scalar(scalar) => Type::Scalar(scalar.unsigned_forgotten()),
        Type::List(list) => {
            let element = sign_forgotten(&list.element);
            match list.len {
                Some(len) => Type::list(len, element),
                None => Type::any_list(element),
            }
        }
        Type::Tuple(tuple) => {
            let types = tuple.components().iter();
            Type::of_elements(types.map(sign_forgotten).collect())
        }
        other => other.clone(),
    }
}

/// The type with a name of the paper's. None for what is no type, or nested too deep.
fn read_type(text: &str) -> Option<Type> {
    const DEEPEST: usize = 16;
    fn read(text: &str, depth: usize) -> Option<Type> {
        let text = text.trim();
        let simple = match text {
            "⊥" => Type::Unset,
            "⊤" => Type::Top,
            "boolean" => Type::BOOLEAN,
            "int" => Type::INT,
            "real" => Type::REAL,
            "complex" => Type::Scalar(Scalar::Complex),
            "string" => Type::String,
            "dictionary" => Type::Dictionary,
            "point" => Type::Point,
            "line" => Type::Line,
            "circle" => Type::Circle,
            "element" => Type::Element,
            "shape" => Type::Shape,
            "list" => Type::any_list(Type::Unset),
            "list(0)" => Type::list(0, Type::Unset),
            _ => {
                let depth = depth.checked_sub(1)?;
                if let Some(number) = text.strip_suffix(" or string") {
                    return Some(Type::ScalarOrString(read(number, depth)?.scalar()?));
                }
                if let Some(inner) = text.strip_prefix('[') {
                    let types = at_commas(inner.strip_suffix(']')?).map(|ty| read(ty, depth));
                    return Some(Type::of_elements(types.collect::<Option<_>>()?));
                }
                let inner = text.strip_prefix("list(")?.strip_suffix(')')?;
                let sized = inner
                    .split_once(',')
                    .and_then(|(len, element)| Some((len.trim().parse().ok()?, element)));
                return match sized {
                    Some((len, element)) => Some(Type::list(len, read(element, depth)?)),
                    None => Some(Type::any_list(read(inner, depth)?)),
                };
            }
        };
        Some(simple)
    }
    read(text, DEEPEST)
}

/// The parts of a text between the commas that stand in no brackets.
fn at_commas(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0usize;
    text.split(move |letter| {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyse;
    use cindyscript_hir::document::Document;
    use expect_test::{Expect, expect};
    use text_size::TextLen;

    #[test]
    fn names_of_types_are_read_back() {
        let check = |text: &str| {
            assert_eq!(
                read_type(text).map(|ty| ty.to_string()).as_deref(),
                Some(text)
            );
        };
        for text in [
            "⊥",
            "⊤",
            "boolean",
            "int",
            "real",
            "complex",
            "string",
            "dictionary",
            "point",
            "line",
            "circle",
            "element",
            "shape",
            "list",
            "list(0)",
            "list(3, real)",
            "list(string)",
            "list(2, list(3, complex))",
            "list(list(2, int))",
        ] {
            check(text);
        }
        for text in ["", "list(", "list()", "list(x, real)", "Real"] {
            assert_eq!(read_type(text), None, "{text}");
        }
        let deep = format!("{}real{}", "list(".repeat(100), ")".repeat(100));
        assert_eq!(read_type(&deep), None);
    }

    /// The hints and contradictions; globals are seen as given, `term: type = value` each.
    fn check(text: &str, seen: &[(&str, &str, &str)], expected: &Expect) {
        let is_page = text.starts_with('<');
        let name = if is_page { "a.html" } else { "a.cindyscript" };
        let document = Document::open(name, text);
        let analysis = analyse(&document);
        let mut observed = Observations::default();
        for (name, ty, value) in seen {
            let subject = match (name.strip_prefix('@'), name.strip_prefix("element ")) {
                (_, Some(name)) => Subject::Element(name.to_owned()),
                (Some(term), _) => {
                    let start = text.rfind(term).expect("a term");
                    let start = u32::try_from(start).expect("short").into();
                    Subject::Uniform(TextRange::at(start, term.text_len()))
                }
                (None, None) => Subject::Global((*name).to_owned()),
            };
            observed.note(subject, ty, (*value).to_owned());
        }
        let mut shown = text.to_owned();
        let all = TextRange::up_to(text.text_len());
        let hints = value_hints(&analysis, &observed, all);
        for hint in hints.iter().rev() {
            shown.insert_str(hint.offset.into(), &format!("⟨{}⟩", hint.label));
        }
        for said in contradictions(&analysis, &observed) {
            shown.push_str(&format!("\n{:?}: {}", said.severity, said.message));
        }
        expected.assert_eq(&shown);
    }

    #[test]
    fn values_are_shown_where_they_are_computed() {
        check(
            "a = 2; b = a + 1; b = 5; c = 7;",
            &[("a", "int", "2"), ("b", "int", "5"), ("d", "int", "1")],
            &expect!["a = 2; b = a + 1⟨= 5⟩; b = 5; c = 7;"],
        );
        // No literal is said again, however it is written.
        check(
            "pull = 0; pull = 1; s = \"hi\"; l = (1, .50); n = -2; n = n;",
            &[
                ("pull", "int", "0"),
                ("s", "string", "hi"),
                ("l", "list(2, real)", "[1, 0.5]"),
                ("n", "int", "-2"),
            ],
            &expect![[r#"pull = 0; pull = 1; s = "hi"; l = (1, .50); n = -2; n = n;"#]],
        );
        // Nor is anything said behind what is not there.
        check(
            "x = ; y = 1 +",
            &[("x", "⊥", "___")],
            &expect!["x = ; y = 1 +"],
        );
        // What is written and is not so any more, and the first place in the text.
        check(
            "// %% mousedown\nn = 3;\n// %% init\nn = 1; a = 2;",
            &[("n", "int", "1"), ("a", "real", "0.37")],
            &expect![[r#"
                // %% mousedown
                n = 3⟨= 1⟩;
                // %% init
                n = 1; a = 2⟨= 0.37⟩;
                Warning: `a` is a whole number as far as the text says, and was a real number when the applet ran: 0.37"#]],
        );
    }

    #[test]
    fn elements_are_shown_where_they_are_named() {
        check(
            "<script id='csdraw' type='text/x-cindyscript'>a = A.x;</script><script>
            let g = [{name: 'A', type: 'Free', pos: [1, 2]}];
            for (let i = 0; i < 2; i++) g.push({name: 'B' + i, type: 'Free', pos: [i, 0]});
            CindyJS({scripts: 'cs*', geometry: g});</script>",
            &[
                ("element A", "point", "[1, 2.5]"),
                ("element B1", "point", "[1, 0]"),
            ],
            &expect![[r#"
                <script id='csdraw' type='text/x-cindyscript'>a = A.x;</script><script>
                            let g = [{name: 'A'⟨= [1, 2.5]⟩, type: 'Free', pos: [1, 2]}];
                            for (let i = 0; i < 2; i++) g.push({name: 'B' + i, type: 'Free', pos: [i, 0]});
                            CindyJS({scripts: 'cs*', geometry: g});</script>"#]],
        );
    }

    #[test]
    fn contradictions_in_either_direction() {
        check(
            "a = 1; s = 4; colorplot(re(#.x + sqrt(s - 5) + sqrt(-4)) + a);",
            &[
                ("a", "real", "0.37"),
                ("s", "int", "9"),
                ("@sqrt(s - 5)", "int", "2"),
                ("@a", "real", "0.37"),
                ("@sqrt(-4)", "int", "2"),
            ],
            &expect![[r#"
                a = 1⟨= 0.37⟩; s = 4⟨= 9⟩; colorplot(re(#.x + sqrt(s - 5) + sqrt(-4)) + a);
                Warning: `a` is a whole number as far as the text says, and was a real number when the applet ran: 0.37
                Hint: `sqrt(s - 5)` may be complex as far as the text says, and was always real so far"#]],
        );
    }

    #[test]
    fn one_root_that_may_be_complex_is_told_of_once() {
        check(
            "s = 4; c = sqrt(s - 5); d = 2*c; colorplot(re(#.x*(d + 1) + #.y*(c - 1)));",
            &[("@d + 1", "real", "2"), ("@c - 1", "real", "4")],
            &expect![[r#"
                s = 4; c = sqrt(s - 5); d = 2*c; colorplot(re(#.x*(d + 1) + #.y*(c - 1)));
                Hint: `d + 1` may be complex as far as the text says, and was always real so far"#]],
        );
    }

    #[test]
    fn what_fits_is_no_contradiction() {
        check(
            "a = 1/2; a = -3; l = [1, 2.5]; x = dict(); p = A;",
            &[
                ("a", "int", "-3"),
                ("l", "list(2, int)", "[1, 2]"),
                ("p", "⊥", "___"),
            ],
            &expect!["a = 1/2⟨= -3⟩; a = -3; l = [1, 2.5]⟨= [1, 2]⟩; x = dict(); p = A⟨= ___⟩;"],
        );
    }
}
