//! What other languages call it: functions of GLSL and JavaScript, indices in brackets, definitions
//! by `=`, declared variables. Each with what CindyScript has for it.

use rustc_hash::FxHashMap;
use text_size::{TextRange, TextSize};

use super::Checker;
use super::names::write;
use crate::diagnostic::{Fix, Severity};
use crate::names::NameId;
use crate::program::{Callee, Children, Term, TermId, TermKind};
use crate::types::Type;

/// What stands for a function of another language.
#[derive(Clone, Copy)]
enum Instead {
    /// A function with the same arguments.
    Name(&'static str),
    /// A list of the arguments.
    List,
    /// Something else, as it is told.
    Told(&'static str),
}

#[rustfmt::skip]
static FUNCTIONS: &[(&str, Instead)] = &[
    ("acos",       Instead::Name("arccos")),
    ("array",      Instead::List),
    ("asin",       Instead::Name("arcsin")),
    ("atan",       Instead::Name("arctan")),
    ("atan2",      Instead::Name("arctan2")),
    ("clamp",      Instead::Told("to clamp, write min(max(x, a), b)")),
    ("distance",   Instead::Told("a distance is written |a, b|")),
    ("dot",        Instead::Told("the scalar product is written a*b")),
    ("filter",     Instead::Name("select")),
    ("float",      Instead::Told("numbers need no conversion")),
    ("fmod",       Instead::Name("mod")),
    ("for",        Instead::Told("repeat(n, i, ...) counts, forall(list, v, ...) goes through a list")),
    ("foreach",    Instead::Name("forall")),
    ("fract",      Instead::Told("the fractional part is x - floor(x)")),
    ("function",   Instead::Told(DEFINITION)),
    ("int",        Instead::Name("floor")),
    ("inversesqrt",Instead::Told("write 1/sqrt(x)")),
    ("len",        Instead::Name("length")),
    ("lerp",       Instead::Told(MIX)),
    ("ln",         Instead::Name("log")),
    ("mix",        Instead::Told(MIX)),
    ("normalize",  Instead::Told("a vector of length 1 is v/|v|")),
    ("return",     Instead::Told(RESULT)),
    ("sign",       Instead::Told("the sign is if(x > 0, 1, if(x < 0, -1, 0))")),
    ("smoothstep", Instead::Told("with t = min(max((x - a)/(b - a), 0), 1), it is t*t*(3 - 2*t)")),
    ("step",       Instead::Told("a step is if(x < a, 0, 1)")),
    ("texture",    Instead::Name("imagergb")),
    ("texture2D",  Instead::Name("imagergb")),
    ("vec2",       Instead::List),
    ("vec3",       Instead::List),
    ("vec4",       Instead::List),
];

const MIX: &str = "to mix, write a + t*(b - a)";
const RESULT: &str = "the result of a function is its last value: f(x) := (a = x; a + 1)";
const OTHERWISE: &str = "the other case is the third argument: if(a, b, c)";
const DEFINITION: &str = "a function is defined by f(x) := ...";

/// Words before a name that declare it elsewhere. Here they become a part of the name.
#[rustfmt::skip]
static DECLARATIONS: &[&str] = &[
    "bool", "const", "double", "float", "int", "let", "local", "new", "uniform", "var", "vec2",
    "vec3", "vec4",
];

/// Words between values that are operators elsewhere.
static OPERATORS: &[(&str, &str)] = &[("and", "&"), ("or", "%")];

/// How to write a call of a function that does not exist: what to say, and the change.
pub(super) struct Advice {
    pub(super) help: String,
    pub(super) fix: Option<Fix>,
}

impl Checker<'_> {
    /// What is meant by a call of a function that does not exist, if other languages say so.
    pub(super) fn foreign_call(
        &self,
        call: TermId,
        row: &Callee,
        arguments: Children,
        name: TextRange,
    ) -> Option<Advice> {
        let analysis = self.analysis;
        let range = analysis.range(call);
        let written = analysis.written(call);
        let told = |help: &str| Advice {
            help: help.to_owned(),
            fix: None,
        };
        // `v[1]`, which calls.
        let (before, behind) = written.split_at_checked(usize::from(name.len()))?;
        if let Some(index) = behind.trim_start().strip_prefix('[')
            && let &[index_term] = analysis.program.children(arguments)
        {
            let index = index.strip_suffix(']').unwrap_or(index).trim();
            let is_plain = matches!(
                analysis.program.kind(index_term),
                TermKind::Number(_) | TermKind::Variable(_)
            );
            let element = match is_plain {
                true => format!("{before}_{index}"),
                false => format!("{before}_({index})"),
            };
            let first = format!("{before}_1");
            let help = match element == first {
                true => format!("an element of a list is written {element}"),
                false => {
                    format!("an element of a list is written {element}, the first is {first}")
                }
            };
            return Some(Advice {
                help,
                fix: Some(write(range, &element)),
            });
        }
        if let Some(("function", defined)) = words(before) {
            let help = format!("a function is defined by {defined}(x) := ...");
            return Some(told(&help));
        }
        let lower = row.name.to_lowercase();
        let (_, instead) = FUNCTIONS
            .iter()
            .find(|(foreign, _)| foreign.to_lowercase() == lower)?;
        Some(match *instead {
            Instead::Name(instead) => Advice {
                help: format!("here it is called `{instead}`"),
                fix: Some(write(name, instead)),
            },
            Instead::List => {
                let inner = behind.trim_start().strip_prefix('(');
                let inner = inner.and_then(|inner| inner.strip_suffix(')'));
                Advice {
                    help: "a vector is a list, [a, b, c]".to_owned(),
                    fix: inner.map(|inner| write(range, &format!("[{inner}]"))),
                }
            }
            Instead::Told(help) => told(help),
        })
    }

    /// Finds what is written `f(x) = x^2`, where `f` is no function: that calls it.
    pub(super) fn misdefinitions(&mut self) {
        let program = &self.analysis.program;
        let is_unknown = |row: &Callee| row.definitions.is_empty() && row.builtin.is_none();
        if !program.callees.iter().any(is_unknown) {
            return;
        }
        let mut misdefined: FxHashMap<NameId, Vec<(TermId, TermId)>> = FxHashMap::default();
        for assignment in (0..program.terms.len() as u32).map(TermId) {
            let TermKind::Assign { target, .. } = program.kind(assignment) else {
                continue;
            };
            let TermKind::Call {
                callee, arguments, ..
            } = program.kind(target)
            else {
                continue;
            };
            let row = program.callee(callee);
            let is_name = row.name.starts_with(char::is_alphabetic);
            let arguments = program.children(arguments).iter();
            let names: Option<Vec<NameId>> = arguments.map(|&term| program.name_of(term)).collect();
            let Some(names) = names.filter(|_| is_name && is_unknown(row)) else {
                continue;
            };
            self.meant.insert(&row.name);
            for name in names {
                let place = (program.term(assignment).first, assignment);
                misdefined.entry(name).or_default().push(place);
            }
            let message = format!("the function `{}` is defined by `:=`, not by `=`", row.name);
            let written = self.analysis.written(assignment);
            let end = self.analysis.range(target).end();
            let behind = written.get(self.analysis.written(target).len()..);
            let space = behind.and_then(|behind| behind.split_once('='));
            let fix = space.filter(|(space, _)| space.trim().is_empty());
            let fix = fix.map(|(space, _)| Fix {
                range: TextRange::empty(end + TextSize::of(space)),
                text: ":".to_owned(),
                title: "write `:=`".to_owned(),
            });
            if let Some(said) = self.say(target, "not-assignable", Severity::Warning, message) {
                said.fix = fix;
            }
        }
        let places = misdefined.into_iter();
        let places = places.map(|(name, places)| (name, places.into_iter().collect()));
        self.misdefined = places.collect();
    }

    /// What is meant by an operator that means something else here.
    pub(super) fn foreign_operator(
        &self,
        term: TermId,
        name: &str,
        operands: &[TermId],
        types: &[Type],
    ) -> Option<Advice> {
        let are_numbers = types.iter().all(|ty| matches!(ty, Type::Scalar(_)));
        let ("%", &[a, b], true) = (name, operands, are_numbers) else {
            return None;
        };
        let [a, b] = [a, b].map(|operand| self.analysis.written(operand));
        let remainder = format!("mod({a}, {b})");
        Some(Advice {
            help: "`%` is *or*; the remainder of a division is mod(a, b)".to_owned(),
            fix: Some(write(self.analysis.range(term), &remainder)),
        })
    }

    /// `a == 1;`, where an assignment is meant.
    pub(super) fn comparisons(&mut self, statements: Children) {
        let program = &self.analysis.program;
        let Some((_, before)) = program.children(statements).split_last() else {
            return;
        };
        for &statement in before {
            let TermKind::Call {
                callee, arguments, ..
            } = program.kind(statement)
            else {
                continue;
            };
            let &[target, value] = program.children(arguments) else {
                continue;
            };
            if program.callee(callee).name != "==" || program.root_of_elements(target).is_none() {
                continue;
            }
            let [target, value] = [target, value].map(|term| self.analysis.written(term));
            let fix = write(
                self.analysis.range(statement),
                &format!("{target} = {value}"),
            );
            let message = "this compares, and nobody asks for the result";
            let said = self.say(statement, "unused-comparison", Severity::Warning, message);
            if let Some(said) = said {
                said.help = Some("to assign, write `=`".to_owned());
                said.fix = Some(fix);
            }
        }
    }

    /// `let a = 1`, which gives `leta` a value, and numbers with space in them.
    pub(super) fn spaces(&mut self, term: TermId) {
        let analysis = self.analysis;
        // That a name is as long as its text, and a number of less than three characters, says that
        // there is no space in them.
        let Term { kind, range, .. } = *analysis.program.term(term);
        let length = usize::from(range.len());
        let is_whole = match kind {
            TermKind::Variable(name) => length == analysis.program.names.text(name).len(),
            _ => length < 3,
        };
        if is_whole {
            return;
        }
        let written = analysis.written(term);
        if !written.contains(char::is_whitespace) {
            return;
        }
        let range = analysis.range(term);
        match analysis.program.kind(term) {
            TermKind::Number(number) if !written.contains('\n') => {
                let joined: String = written.split_whitespace().collect();
                let message =
                    format!("this is the number {number}: space in numbers means nothing");
                if let Some(said) = self.say(term, "spaced-number", Severity::Warning, message) {
                    said.help = Some("values of a list are separated by commas".to_owned());
                    said.fix = Some(write(range, &joined));
                }
            }
            TermKind::Variable(name) => {
                let Some((help, instead)) = declaration(written).or_else(|| joined(written)) else {
                    return;
                };
                let name = analysis.program.names.text(name);
                let message = format!("this is one name, `{name}`: space in names means nothing");
                if let Some(said) = self.say(term, "spaced-name", Severity::Warning, message) {
                    said.help = Some(help);
                    said.fix = Some(write(range, &instead));
                }
                self.meant.extend(words(written).map(|(_, rest)| rest));
            }
            _ => {}
        }
    }
}

/// What is meant by a name that nothing gives a value: what to say, and what to write.
pub(super) fn name(text: &str) -> Option<(String, Option<String>)> {
    let quoted = text
        .strip_prefix('\'')
        .and_then(|text| text.strip_suffix('\''));
    if let Some(inner) = quoted {
        let help = "strings stand in double quotes".to_owned();
        return Some((help, Some(format!("\"{inner}\""))));
    }
    (text == "else").then(|| (OTHERWISE.to_owned(), None))
}

/// `let a`, `return a`: what to say, and what to write.
fn declaration(written: &str) -> Option<(String, String)> {
    let (first, rest) = words(written)?;
    let help = match first {
        "return" => RESULT.to_owned(),
        _ if DECLARATIONS.contains(&first) => {
            format!("variables are not declared: write {rest}")
        }
        _ => return None,
    };
    Some((help, rest.to_owned()))
}

/// `a or b`: what to say, and what to write.
fn joined(written: &str) -> Option<(String, String)> {
    let mut words: Vec<&str> = written.split_whitespace().collect();
    let (place, operator) = words.iter().enumerate().find_map(|(place, word)| {
        let (_, operator) = OPERATORS.iter().find(|(foreign, _)| foreign == word)?;
        Some((place, *operator))
    })?;
    let help = format!("`{}` is written `{operator}`", words[place]);
    words[place] = operator;
    Some((help, words.join(" ")))
}

/// The first word and the rest, if there are two.
fn words(text: &str) -> Option<(&str, &str)> {
    let (first, rest) = text.split_once(char::is_whitespace)?;
    Some((first, rest.trim_start()))
}
