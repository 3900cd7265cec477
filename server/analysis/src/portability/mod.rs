//! What runs in this preview and would not run in CindyGL, CindyJS's own transcompiler of
//! colorplots. What is said here was tried with CindyJS 1.1; where a script fails there, it paints
//! grey or nothing and says so on the console only.

mod drift;
mod starts;
mod words;

use rustc_hash::FxHashSet;

use crate::analysis::{Analysis, AppletAnalysis};
use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::infer::{Body, Role, SlotId, Subject};
use crate::names::NameId;
use crate::program::{Coordinate, IterationId, IterationKind, PlotId, TermId, TermKind};
use crate::split::assigned_names;
use crate::types::{Scalar, Type};

/// Hints for authors whose applets run in CindyJS as well, in the order of the text.
#[must_use]
pub fn portability(analysis: &Analysis) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for applet in &analysis.applets {
        let mut reader = Reader {
            applet,
            said: FxHashSet::default(),
            found: &mut found,
        };
        reader.read();
        drift::drift(applet, &mut found);
        starts::points(applet, &mut found);
        applet.leave_out_libraries(&mut found);
    }
    found.sort_by_key(|diagnostic| (diagnostic.range.start(), diagnostic.range.end()));
    found
}

/// A builtin that CindyGL does not have at pixels.
struct Missing {
    name: &'static str,
    /// The number of arguments, if only that form is missing.
    arity: Option<usize>,
    /// How to write it otherwise: what to say, and the text with numbers in braces for arguments.
    instead: Option<(&'static str, &'static str)>,
}

const fn missing(
    name: &'static str,
    arity: Option<usize>,
    instead: Option<(&'static str, &'static str)>,
) -> Missing {
    Missing {
        name,
        arity,
        instead,
    }
}

#[rustfmt::skip]
const MISSING: &[Missing] = &[
    missing("select", None, None),
    missing("product", None, None),
    missing("inverse", None, None),
    missing("linearsolve", None, None),
    missing("sort", Some(2), None),
    missing("sort", Some(3), None),
    missing("max", Some(2), None),
    missing("min", Some(2), None),
    missing("sum", Some(2), Some(("write `sum(apply(..))`", "sum(apply({0}, {1}))"))),
    missing("sum", Some(3), Some(("write `sum(apply(..))`", "sum(apply({0}, {1}, {2}))"))),
    missing("xor", Some(2), Some(("write it with `&`, `%` and `!`", "(({0}) & !({1})) % (!({0}) & ({1}))"))),
    missing("+", Some(1), Some(("leave the sign out", "{0}"))),
    missing("°", Some(1), Some(("write `*pi/180`", "({0})*pi/180"))),
    missing("~=", None, None),
    missing("~!=", None, None),
    missing("~<", None, None),
    missing("~>", None, None),
    missing("~<=", None, None),
    missing("~>=", None, None),
];

/// Of a real argument, CindyGL takes these for complex.
const COMPLEX: [&str; 5] = ["sqrt", "√", "log", "arcsin", "arccos"];

/// What makes a real number of a complex one.
const REAL: [&str; 4] = ["re", "im", "abs", "|.|"];

struct Reader<'a> {
    applet: &'a AppletAnalysis,
    said: FxHashSet<(TermId, &'static str)>,
    found: &'a mut Vec<Diagnostic>,
}

impl Reader<'_> {
    fn read(&mut self) {
        let solution = &*self.applet.solution;
        let mut plots: Vec<PlotId> = solution.plots.keys().copied().collect();
        plots.sort_unstable();
        for plot in plots {
            self.coordinates(plot);
        }
        for &id in &solution.live {
            let body = solution.body(id);
            if body.pixel.is_none() {
                continue;
            }
            self.names(body);
            for (term, data) in solution.evaluated(body) {
                if data.role == Role::Uniform {
                    self.seconds(term);
                } else {
                    self.term(body, term);
                }
            }
        }
    }

    fn say(
        &mut self,
        term: TermId,
        code: &'static str,
        message: String,
        fix: Option<(String, String)>,
    ) {
        if !self.said.insert((term, code)) {
            return;
        }
        let range = self.applet.range(term);
        let fix = fix.map(|(title, text)| Fix { range, text, title });
        let help = fix.as_ref().map(|fix| fix.title.clone());
        self.found.push(Diagnostic {
            help,
            fix,
            ..self.applet.diagnostic(term, code, Severity::Hint, message)
        });
    }

    fn term(&mut self, body: &Body, term: TermId) {
        let applet = self.applet;
        let program = &applet.program;
        match program.kind(term) {
            TermKind::While {
                condition,
                body: inner,
            } => {
                let (condition, inner) = (applet.written(condition), applet.written(inner));
                let text = format!("repeat(100, if({condition}, {inner}))");
                let message = "CindyGL has no `while` at pixels: CPU yes, this preview yes, \
                               CindyGL no"
                    .to_owned();
                let title = "write `repeat(100, if(..))`: at most 100 rounds".to_owned();
                self.say(term, "not-in-cindygl", message, Some((title, text)));
            }
            TermKind::Iterate(id) => {
                let iteration = program.iteration(id);
                let named = usize::from(iteration.element_term.is_some());
                let arguments = match iteration.element_term {
                    Some(name) => vec![iteration.domain, name, iteration.body],
                    None => vec![iteration.domain, iteration.body],
                };
                self.missing(term, iteration.kind.name(), 2 + named, &arguments);
                if iteration.kind == IterationKind::ForAll && iteration.index.is_some() {
                    let message = "CindyGL's `forall` has no variable for the index: CPU yes, \
                                   this preview yes, CindyGL no";
                    self.say(term, "not-in-cindygl", message.to_owned(), None);
                }
                if iteration.kind == IterationKind::Repeat && self.varies(body, iteration.domain) {
                    let message = "CindyGL repeats only so often as is known before the pixel: \
                                   CPU yes, this preview yes, CindyGL no";
                    self.say(iteration.domain, "varying-count", message.to_owned(), None);
                    self.bound(term, id);
                }
            }
            TermKind::Index { index, .. } if self.varies(body, index) => {
                let message = "CindyGL takes only indices that are the same at all pixels: CPU \
                               yes, this preview yes, CindyGL no";
                self.say(index, "varying-index", message.to_owned(), None);
            }
            TermKind::Call { arguments, .. } => {
                let Some((builtin, _)) = program.builtin_call(term) else {
                    return;
                };
                let arguments = program.children(arguments);
                let name = builtin.name();
                if !matches!(name, "max" | "min") {
                    self.missing(term, name, arguments.len(), arguments);
                }
                self.becomes_complex(body, term, name, arguments);
                let ty = |term: &TermId| applet.solution.ty(body.slot(*term));
                if let ("==" | "!=", [first, _]) = (name, arguments)
                    && matches!(
                        ty(first),
                        Type::List(_)
                            | Type::Tuple(_)
                            | Type::Scalar(Scalar::Complex | Scalar::Boolean)
                    )
                {
                    let ty = ty(first);
                    let message = format!(
                        "CindyGL compares only real numbers by `{name}`, this is {ty}: CPU yes, \
                         this preview yes, CindyGL no"
                    );
                    self.say(term, "not-in-cindygl", message, None);
                }
            }
            _ => {}
        }
    }

    /// Offers to write a loop, about whose number of rounds something was just said, with a bound
    /// that is known: where neither its value nor its running variable `#` is of importance, and it
    /// does not change itself how often it runs.
    fn bound(&mut self, term: TermId, id: IterationId) {
        let applet = self.applet;
        let program = &applet.program;
        let iteration = program.iteration(id);
        let is_plain =
            iteration.index.is_none() && program.modifiers(iteration.modifiers).is_empty();
        let within = |root: TermId| (program.term(root).first.0..=root.0).map(TermId);
        let names = |root| within(root).filter_map(|term| program.name_of(term));
        let mut assigned = Vec::new();
        for inner in within(iteration.body) {
            if let TermKind::Assign { target, .. } = program.kind(inner) {
                assigned_names(program, target, &mut assigned);
            }
        }
        let calls = within(iteration.body).any(|inner| match program.kind(inner) {
            TermKind::Call { callee, .. } => !program.callee(callee).definitions.is_empty(),
            _ => false,
        });
        let is_fixed = !calls && names(iteration.domain).all(|name| !assigned.contains(&name));
        let is_statement = (0..program.terms.len() as u32).any(|outer| {
            let TermKind::Sequence(statements) = program.kind(TermId(outer)) else {
                return false;
            };
            let statements = program.children(statements).split_last();
            statements.is_some_and(|(_, before)| before.contains(&term))
        });
        if !(is_plain && is_fixed && is_statement) {
            return;
        }
        let counter = match iteration.element_term {
            Some(name) => applet.written(name).to_owned(),
            None if names(iteration.body).any(|name| name == iteration.element) => return,
            None => {
                let mut free = ["k", "j", "n", "m"].into_iter();
                let Some(free) = free.find(|name| program.names.get(name).is_none()) else {
                    return;
                };
                free.to_owned()
            }
        };
        let (count, body) = (
            applet.written(iteration.domain),
            applet.written(iteration.body),
        );
        let Some(said) = self.found.last_mut() else {
            return;
        };
        if said.code == "varying-count" && said.range == applet.range(iteration.domain) {
            let title = "write `repeat(100, .., if(..))`: at most 100 rounds".to_owned();
            said.help = Some(title.clone());
            said.fix = Some(Fix {
                range: applet.range(term),
                text: format!("repeat(100, {counter}, if({counter} <= ({count}), {body}))"),
                title,
            });
        }
    }

    fn missing(&mut self, term: TermId, name: &str, count: usize, arguments: &[TermId]) {
        let mut rows = MISSING.iter();
        let row = rows.find(|row| row.name == name && row.arity.is_none_or(|arity| arity == count));
        let Some(row) = row else { return };
        let fix = row.instead.map(|(title, template)| {
            let mut text = template.to_owned();
            for (place, &argument) in arguments.iter().enumerate() {
                text = text.replace(&format!("{{{place}}}"), self.applet.written(argument));
            }
            (title.to_owned(), text)
        });
        let message = format!(
            "CindyGL has no `{name}` of this form at pixels: CPU yes, this preview yes, CindyGL no"
        );
        self.say(term, "not-in-cindygl", message, fix);
    }

    /// What is known to be real here, and is complex there.
    fn becomes_complex(&mut self, body: &Body, term: TermId, name: &str, arguments: &[TermId]) {
        let applet = self.applet;
        let ty = |term: TermId| applet.solution.ty(body.slot(term));
        let is_real = |ty: &Type| ty.scalar().is_some() && ty.fits(&Type::REAL);
        let is_power = || {
            let [_, exponent] = arguments else {
                return false;
            };
            name == "^" && !ty(*exponent).fits(&Type::INT)
        };
        if !is_real(ty(term)) || !(COMPLEX.contains(&name) || is_power()) {
            return;
        }
        let mut around = (body.first.0..=body.root.0).map(TermId);
        let is_taken = around.any(|parent| {
            let call = applet.program.builtin_call(parent);
            let takes = call.is_some_and(|(builtin, _)| REAL.contains(&builtin.name()));
            let mut direct = false;
            if takes {
                applet
                    .program
                    .for_each_operand(parent, |operand| direct |= operand == term);
            }
            direct
        });
        if is_taken {
            return;
        }
        let message = format!(
            "CindyGL takes every `{name}` for complex, also this one, which is real: there it is \
             no colour and cannot be compared"
        );
        let fix = (
            "take the real part: `re(..)`".to_owned(),
            format!("re({})", applet.written(term)),
        );
        self.say(term, "complex-in-cindygl", message, Some(fix));
    }

    /// Whether a term differs from pixel to pixel; what a loop counts is unrolled.
    fn varies(&self, body: &Body, term: TermId) -> bool {
        let program = &self.applet.program;
        let solution = &*self.applet.solution;
        if solution.slot(body.slot(term)).role == Role::Uniform {
            return false;
        }
        match program.kind(term) {
            TermKind::Number(_) => false,
            TermKind::Variable(_) => {
                let link = solution.slot(body.slot(term)).link;
                !(body.first.0..=body.root.0).map(TermId).any(|loop_term| {
                    matches!(program.kind(loop_term), TermKind::Iterate(_))
                        && solution.slot(body.slot(loop_term)).link == link
                })
            }
            TermKind::Call { callee, .. } if program.callee(callee).definitions.is_empty() => {
                let mut varies = false;
                program.for_each_operand(term, |operand| varies |= self.varies(body, operand));
                varies
            }
            _ => true,
        }
    }

    /// `seconds()` that reaches the pixels as it is.
    fn seconds(&mut self, term: TermId) {
        let program = &self.applet.program;
        let name = |term: TermId| {
            program
                .builtin_call(term)
                .map(|(builtin, _)| builtin.name())
        };
        let below = || (program.term(term).first.0..=term.0).map(TermId);
        let has = |wanted: &[&str]| {
            below().any(|below| name(below).is_some_and(|name| wanted.contains(&name)))
        };
        if !has(&["seconds"]) || has(&["-", "mod", "sin", "cos"]) {
            return;
        }
        let mut all = (0..program.terms.len() as u32).map(TermId);
        if all.any(|term| name(term) == Some("resetclock")) {
            return;
        }
        let message = "CindyJS counts `seconds()` from 1970, and a pixel's numbers have 24 bits: \
                       there it moves in steps of two minutes";
        self.say(term, "seconds-in-cindygl", message.to_owned(), None);
        if let Some(said) = self
            .found
            .last_mut()
            .filter(|said| said.code == "seconds-in-cindygl")
        {
            said.help = Some("call `resetclock()` in the init script".to_owned());
        }
    }

    /// Names that are pasted into CindyGL's shaders as they are.
    fn names(&mut self, body: &Body) {
        let solution = &*self.applet.solution;
        let names = &self.applet.program.names;
        for &slot in &body.variables {
            let Subject::Variable(name) = solution.slot(slot).subject else {
                continue;
            };
            let text = names.text(name);
            let is_own = solution
                .plot_variables
                .values()
                .flatten()
                .any(|&(_, variable)| variable == slot);
            // Parameters and running variables get a prefix, and pixels other names.
            if words::is_foreign(text) || is_own && words::is_reserved(text) {
                self.name(body, slot, name);
            }
        }
    }

    fn name(&mut self, body: &Body, slot: SlotId, name: NameId) {
        let program = &self.applet.program;
        let text = program.names.text(name);
        let is_pixel = self
            .applet
            .solution
            .plot_variables
            .iter()
            .any(|(&plot, variables)| {
                let pixel = self.applet.solution.body(plot).pixel;
                let names = pixel.map(|pixel| &program.plot(pixel.plot).pixel);
                variables.iter().any(|&(_, variable)| variable == slot)
                    && names.is_some_and(|names| names.iter().any(|pixel| pixel.name == name))
            });
        let mut terms = (body.first.0..=body.root.0).map(TermId);
        let first = terms.find(|&term| program.name_of(term) == Some(name));
        let Some(term) = first.filter(|_| !is_pixel) else {
            return;
        };
        let message = match words::is_foreign(text) {
            true => format!("`{text}` has characters that names in CindyGL's shaders cannot have"),
            false => format!("`{text}` is a word of the language of CindyGL's shaders"),
        };
        self.say(term, "name-in-cindygl", message, None);
    }

    /// Further names of the pixel beside the running variable.
    fn coordinates(&mut self, plot: PlotId) {
        let program = &self.applet.program;
        let row = program.plot(plot);
        let pixel = &row.pixel;
        let known = match pixel.as_slice() {
            [a, b, ..] if (a.coordinate, b.coordinate) == (Coordinate::X, Coordinate::Y) => 2,
            _ => 1,
        };
        let Some(vector) = pixel
            .first()
            .filter(|name| name.coordinate == Coordinate::Vector)
        else {
            return;
        };
        let vector = program.names.text(vector.name);
        for other in pixel.iter().skip(known) {
            let text = program.names.text(other.name);
            let instead = match other.coordinate {
                Coordinate::X => format!("{vector}.x"),
                Coordinate::Y => format!("{vector}.y"),
                Coordinate::Complex => format!("complex({vector})"),
                Coordinate::Vector => vector.to_owned(),
            };
            let first = program.term(row.body).first.0;
            for term in (first..=row.body.0).map(TermId) {
                if program.name_of(term) == Some(other.name) {
                    let message = format!(
                        "CindyGL has one name for the pixel, `{vector}`: there `{text}` has no \
                         value"
                    );
                    let fix = (format!("write `{instead}`"), instead.clone());
                    self.say(term, "second-coordinate", message, Some(fix));
                }
            }
        }
    }
}

pub(crate) use words::portable;

#[cfg(test)]
mod tests;
