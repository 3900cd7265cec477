//! What the elements of a construction are computed from: elements that are there, before them, and
//! of the right kinds. CindyJS drops the others.

use rustc_hash::{FxHashMap, FxHashSet};
use text_size::{TextLen, TextRange, TextSize};

use super::Checker;
use super::names::write;
use super::nearest::nearest;
use crate::diagnostic::{Diagnostic, Fix, Related, Severity};
use crate::elements::{fits, signature, words};
use cindyscript_applet::{Element, Problem, ProblemCode};

/// For so many missing elements others are looked for that may be meant.
const SUGGESTED: usize = 20;

/// An element that stands before another.
struct Known {
    /// CindyJS's name of its kind, if that is certain.
    kind: Option<&'static str>,
    /// Where it is named.
    range: TextRange,
}

impl Checker<'_> {
    /// Looks at the arguments of all elements, in the order in which CindyJS makes them.
    pub(super) fn construction(&mut self) {
        let analysis = self.analysis;
        let geometry = &analysis.source().geometry;
        // What only a running page knows may be any element.
        let is_open = |problem: &Problem| {
            matches!(
                problem.code,
                ProblemCode::NotConstant
                    | ProblemCode::ArgumentNotConstant
                    | ProblemCode::JavaScriptSyntax
            )
        };
        let is_whole = !analysis.document.page().problems.iter().any(is_open);
        let all: FxHashSet<&str> = geometry.iter().map(|one| one.name.as_str()).collect();
        let mut known: FxHashMap<&str, Known> = FxHashMap::default();
        let mut told: FxHashSet<TextRange> = FxHashSet::default();
        for element in geometry {
            let name = element.name.as_str();
            if let Some(first) = known.get(name) {
                if told.insert(element.name_range) {
                    let message = format!("there is another element `{name}` already");
                    let related = Related {
                        range: first.range,
                        message: "this is the one that counts".to_owned(),
                    };
                    self.remark(element.name_range, "duplicate-element", message)
                        .related
                        .push(related);
                }
                continue;
            }
            let fault = self.argument_fault(element, &known, &all, is_whole, told.len());
            let kind = match &fault {
                None => kind_of(element, &known),
                Some(_) => None,
            };
            if let Some(fault) = fault
                && told.insert(fault.range)
            {
                self.found.push(fault);
            }
            let range = element.name_range;
            known.insert(name, Known { kind, range });
        }
    }

    fn remark(&mut self, range: TextRange, code: &'static str, message: String) -> &mut Diagnostic {
        self.found.push(remark(range, code, message));
        let last = self.found.len() - 1;
        &mut self.found[last]
    }

    /// The first thing that is wrong with what an element is computed from.
    fn argument_fault(
        &self,
        element: &Element,
        known: &FxHashMap<&str, Known>,
        all: &FxHashSet<&str>,
        is_whole: bool,
        told: usize,
    ) -> Option<Diagnostic> {
        let name = &element.name;
        let arguments = element.args.iter().zip(&element.arg_ranges);
        for (argument, &range) in arguments.clone() {
            if known.contains_key(argument.as_str()) || !is_whole {
                continue;
            }
            let is_later = all.contains(argument.as_str());
            let message = match is_later {
                true => format!("`{argument}` comes after `{name}`: CindyJS drops `{name}`"),
                false => format!("there is no element `{argument}`: CindyJS drops `{name}`"),
            };
            let mut fault = remark(range, "missing-element", message);
            if is_later {
                let help = format!("put `{argument}` before `{name}`");
                fault.help = Some(help);
            } else if told < SUGGESTED
                && let Some(meant) = nearest(argument, known.keys().copied())
            {
                fault.help = Some(format!("did you mean `{meant}`?"));
                fault.fix = self.rewrite(range, argument, meant);
            }
            return Some(fault);
        }
        let wants = signature(&element.kind)?.arguments()?;
        let kind = &element.kind;
        if wants.len() != element.args.len() {
            let range = self
                .place(element.range, kind)
                .unwrap_or(element.name_range);
            let (wanted, given) = (wants.len(), element.args.len());
            let message = format!(
                "`{kind}` is computed from {}, not from {given}",
                match wanted {
                    0 => "no other elements".to_owned(),
                    1 => "1 element".to_owned(),
                    _ => format!("{wanted} elements"),
                }
            );
            let mut fault = remark(range, "argument-count", message);
            let parts: Vec<&str> = wants.iter().map(|kind| words(kind)).collect();
            fault.help = match parts.as_slice() {
                [] => Some("leave out `args`".to_owned()),
                parts => Some(format!("`args` are {}", parts.join(", "))),
            };
            return Some(fault);
        }
        for ((argument, &range), wanted) in arguments.zip(wants) {
            let given = known.get(argument.as_str()).and_then(|one| one.kind);
            if let Some(given) = given.filter(|given| !fits(wanted, given)) {
                let (given, wanted) = (words(given), words(wanted));
                let message = format!("`{argument}` is {given}: `{kind}` wants {wanted} here");
                return Some(remark(range, "argument-kind", message));
            }
        }
        None
    }

    /// Writes another text in the place of a string in the page's JavaScript, if it stands there as
    /// it is.
    pub(super) fn rewrite(&self, range: TextRange, old: &str, new: &str) -> Option<Fix> {
        let text = self.analysis.document.text();
        let written = text.get(std::ops::Range::<usize>::from(range))?;
        let start = match written.strip_prefix(['"', '\'', '`']) {
            Some(inner) if inner.get(..inner.len().checked_sub(1)?) == Some(old) => 1,
            Some(_) => return None,
            None if written == old => 0,
            None => return None,
        };
        let range = TextRange::at(range.start() + TextSize::new(start), old.text_len());
        Some(write(range, new))
    }
}

fn remark(range: TextRange, code: &'static str, message: String) -> Diagnostic {
    Diagnostic {
        code,
        severity: Severity::Warning,
        range,
        message,
        help: None,
        related: Vec::new(),
        fix: None,
    }
}

/// What kind of thing an element is; that of some depends on what they are computed from.
fn kind_of(element: &Element, known: &FxHashMap<&str, Known>) -> Option<&'static str> {
    if let Some(signature) = signature(&element.kind) {
        return Some(signature.kind);
    }
    let kind = |place: usize| known.get(element.args.get(place)?.as_str())?.kind;
    match element.kind.as_str() {
        "TrReflection" => Some(match kind(0)? {
            "C" => "Mt",
            _ => "Tr",
        }),
        "TrCompose" => Some(match (kind(0)?, kind(1)?) {
            ("Tr", "Tr") => "Tr",
            _ => "Mt",
        }),
        "Transform" => match (kind(0)?, kind(1)?) {
            ("Tr", kind) => Some(kind),
            ("Mt", "P") => Some("P"),
            ("Mt", "L" | "S" | "C") => Some("C"),
            _ => None,
        },
        _ => None,
    }
}
