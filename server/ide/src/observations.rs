//! Observations of the running applet beside its text: values for hovers and hints, and types that
//! contradict the inferred ones.

mod contradictions;
mod curves;
mod history;
mod lossy;

use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::{Role, SlotId, literal};
use rustc_hash::FxHashMap;
use text_size::{TextRange, TextSize};

use crate::analysis::{Analysis, AppletAnalysis};
use crate::inlay_hints::{HintKind, InlayHint};
use crate::statements_with_errors::broken_statements;

pub use contradictions::contradictions;
pub use curves::Curves;
pub use history::History;
pub use lossy::{Loss, Lossy, LossyTerm, Numbers, lost_digits};

/// A thing whose value can be looked at.
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
    /// What has a value at the pixel that the user looks at, in bytes of the file: a colorplot, or
    /// what it assigns on the way.
    AtPixel(TextRange),
}

/// Some numbers of a list, evenly spread from the first to the last.
#[derive(Clone, Debug, PartialEq)]
pub struct ListNumbers {
    /// How many the list has.
    pub count: usize,
    /// Some of them, or all.
    pub some: Vec<f64>,
}

/// The values that were seen of one thing.
#[derive(Clone, Debug, PartialEq)]
pub struct ObservedValues {
    /// The smallest type of all its values.
    pub ty: Type,
    /// The last one, as CindyScript prints it.
    pub value: String,
    /// The one that made the type what it is: it stays when the last one changes.
    pub first: String,
    /// The last one, if it is a list of real numbers.
    pub numbers: Option<ListNumbers>,
}

/// All that was seen of a version of a file. A value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observations {
    seen: FxHashMap<Subject, ObservedValues>,
    /// What has a value at the pixel that the user looks at, and where that is shown.
    at_pixel: Vec<(TextRange, TextSize)>,
    /// The colorplots for which single precision is not enough.
    lossy: Vec<Lossy>,
}

impl Observations {
    /// Notes what was seen. `ty` is in the paper's names; what is no type is not noted.
    pub fn note(
        &mut self,
        subject: Subject,
        ty: &str,
        value: String,
        numbers: Option<ListNumbers>,
    ) {
        let Ok(ty) = ty.parse() else {
            return;
        };
        let first = match self.seen.remove(&subject) {
            Some(known) if known.ty == ty => known.first,
            _ => value.clone(),
        };
        let seen = ObservedValues {
            ty,
            value,
            first,
            numbers,
        };
        self.seen.insert(subject, seen);
    }

    /// Notes what has a value at the pixel that the user looks at: where it is, behind which place
    /// that is shown, its type and its value. What was noted of another pixel is forgotten.
    pub fn note_pixel(
        &mut self,
        values: impl IntoIterator<Item = (TextRange, TextSize, String, String)>,
    ) {
        for (range, _) in std::mem::take(&mut self.at_pixel) {
            self.seen.remove(&Subject::AtPixel(range));
        }
        for (range, end, ty, value) in values {
            self.note(Subject::AtPixel(range), &ty, value, None);
            self.at_pixel.push((range, end));
        }
    }

    /// Notes the colorplots for which single precision is not enough: all of them.
    pub fn note_lossy(&mut self, lossy: Vec<Lossy>) {
        self.lossy = lossy;
    }

    /// The values that were seen of a subject.
    #[must_use]
    pub fn get(&self, subject: &Subject) -> Option<&ObservedValues> {
        self.seen.get(subject)
    }

    /// The observations that still hold when the text has changed: places mean others now.
    #[must_use]
    pub fn without_places(&self) -> Self {
        let seen = self.seen.iter();
        let has_place =
            |subject: &Subject| matches!(subject, Subject::Uniform(_) | Subject::AtPixel(_));
        let seen = seen.filter(|(subject, _)| !has_place(subject));
        Self {
            at_pixel: Vec::new(),
            lossy: Vec::new(),
            seen: seen
                .map(|(key, seen)| (key.clone(), seen.clone()))
                .collect(),
        }
    }

    /// Whether nothing was seen.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.seen.is_empty() && self.lossy.is_empty()
    }
}

/// The subjects that a term is, the nearest first.
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
            // The variable on the CPU that a uniform is.
            let variable = match data.role {
                Role::Uniform if data.link.is_some() => solution.slot(data.link).link,
                _ => data.link,
            };
            if solution.global(name) == Some(variable) {
                found.push(Subject::Global(applet.program.names.text(name).to_owned()));
            }
        }
    }
    found.push(Subject::AtPixel(applet.range(term)));
    found.dedup();
    found
}

/// The name of a term that is an element of the construction.
fn element_name(applet: &AppletAnalysis, term: TermId) -> Option<&str> {
    let name = applet.program.name_of(term)?;
    let ty = applet.facts.given.get(&name)?;
    let is_element = matches!(
        ty,
        Type::Point | Type::Line | Type::Circle | Type::Element | Type::Top
    );
    is_element.then(|| applet.program.names.text(name))
}

/// The label of a hint at what has no value.
const UNDEFINED: &str = "= ___";

/// The values of the variables, each at the end of the first assignment to it; where elements of
/// the construction lie, at their names in the page; and what has values at a pixel. None in
/// statements that hold errors of the syntax.
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
                let tooltip = format!("the value of `{name}` now; so far: {}", seen.ty);
                hints.push(value_hint(end, &seen.value, tooltip));
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
                let tooltip = format!("where the {} `{}` lies now", seen.ty, element.name);
                hints.push(value_hint(end, &seen.value, tooltip));
            }
        }
    }
    for (subject, end) in &observed.at_pixel {
        if let Some(seen) = observed.get(&Subject::AtPixel(*subject))
            && range.contains_inclusive(*end)
        {
            let tooltip = format!("at the pixel that the preview shows: {}", seen.ty);
            hints.push(value_hint(*end, &seen.value, tooltip));
        }
    }
    let broken = broken_statements(&analysis.document);
    hints.retain(|hint| !broken.contains(hint.offset) && hint.label != UNDEFINED);
    hints
}

fn value_hint(offset: TextSize, value: &str, tooltip: String) -> InlayHint {
    InlayHint {
        offset,
        label: format!("= {value}"),
        kind: HintKind::Value,
        tooltip,
        target: None,
    }
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

#[cfg(test)]
mod tests;
