//! Spellings of other languages: functions of GLSL and JavaScript, indices in brackets, definitions
//! by `=`, declared variables. Each with what CindyScript has for it.

use cindyscript_diagnostic::{Code, Fix, Severity};
use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{Callee, Children, Term, TermId, TermKind};
use cindyscript_hir::types::Type;
use rustc_hash::FxHashMap;
use text_size::{TextRange, TextSize};

use super::Checker;
use super::names::write;

/// The counterpart of a function of another language.
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
    ("animate",    Instead::Name("playanimation")),
    ("startanimation", Instead::Name("playanimation")),
    ("arrow",      Instead::Told("an arrow is a line: draw(from, to, arrow -> true)")),
    ("break",      Instead::Told(super::meant::NO_BREAK)),
    ("ceiling",    Instead::Name("ceil")),
    ("clear",      Instead::Name("clrscr")),
    ("do",         Instead::Told("repeat(n, k, ...; ...) counts")),
    ("drawline",   Instead::Name("draw")),
    ("drawpoint",  Instead::Name("draw")),
    ("drawrect",   Instead::Told("a rectangle is drawn by drawpoly([a, b, c, d]), its corners in order")),
    ("drawsegment",Instead::Name("draw")),
    ("elseif",     Instead::Told("the third argument may be an `if` again: if(a, b, if(c, d, e))")),
    ("fillrect",   Instead::Told("a rectangle is filled by fillpoly([a, b, c, d]), its corners in order")),
    ("hsv",        Instead::Told("hue(h) is the colour of a hue, from 0 to 1")),
    ("input",      Instead::Told("a script has no dialogue: Text elements of the page take input")),
    ("list",       Instead::Told("a list is written [a, b, c], a range 1..n")),
    ("log10",      Instead::Told("the logarithm to base 10 is log(x)/log(10)")),
    ("loop",       Instead::Told("repeat(n, k, ...; ...) counts")),
    ("printf",     Instead::Name("println")),
    ("rand",       Instead::Name("random")),
    ("randint",    Instead::Name("randomint")),
    ("randrange",  Instead::Name("randomint")),
    ("rgb",        Instead::List),
    ("rgba",       Instead::List),
    ("root",       Instead::Name("sqrt")),
    ("setinterval",Instead::Told("the tick script runs again and again while the animation plays")),
    ("settimeout", Instead::Told("settimeout(seconds, code) evaluates code once, after so many seconds")),
    ("sleep",      Instead::Told("scripts do not wait: the tick script runs again and again, seconds() is the time")),
    ("str",        Instead::Told(AS_TEXT)),
    ("string",     Instead::Told(AS_TEXT)),
    ("switch",     Instead::Told("write if(a == 1, ..., if(a == 2, ..., otherwise))")),
    ("tostring",   Instead::Told(AS_TEXT)),
    ("until",      Instead::Told("while(condition, ...; ...) goes on as long as its condition is true")),
    ("wait",       Instead::Told("scripts do not wait: the tick script runs again and again, seconds() is the time")),
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

const AS_TEXT: &str = "a value becomes text by \"\" + x";
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

/// Words that begin the definition of a function elsewhere.
pub(super) const DEFINING: [&str; 5] = ["def", "fun", "func", "function", "sub"];

/// Words between values that are operators elsewhere.
static OPERATORS: &[(&str, &str)] = &[("and", "&"), ("or", "%")];

/// Advice on how to write something: the help, and the change.
pub(super) struct Advice {
    pub(super) help: String,
    pub(super) fix: Option<Fix>,
}

impl Checker<'_> {
    /// Advice for a call of a function that only other languages have.
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
        if let Some((first, rest)) = words(before) {
            if DEFINING.contains(&first) {
                return Some(self.definition(range, rest, behind));
            }
            if matches!(first, "else" | "then") {
                return Some(told(OTHERWISE));
            }
            // `colorplot hue(|#|)`, `new Point(1, 2)`
            if first == "new" {
                let inner = behind.trim_start().strip_prefix('(');
                let inner = inner.and_then(|inner| inner.strip_suffix(')'));
                let list = inner.map(|inner| format!("[{inner}]"));
                let is_point = matches!(rest, "Point" | "Vector" | "Array");
                return Some(Advice {
                    help: "there is no `new`: a point or a vector is a list, [x, y]".to_owned(),
                    fix: list.filter(|_| is_point).map(|list| write(range, &list)),
                });
            }
            // `repeat 5 times println("a")`
            if first == "repeat"
                && let Some((count, what)) = rest.split_once(" times ")
            {
                let instead = format!("repeat({count}, {}{behind})", what.trim());
                return Some(Advice {
                    help: format!("write {instead}"),
                    fix: Some(write(range, &instead)),
                });
            }
            if first == "return" || !cindyscript_hir::builtins::arities(first).is_empty() {
                let call = format!("{rest}{behind}");
                let instead = match first {
                    "return" => call,
                    _ => format!("{first}({call})"),
                };
                return Some(Advice {
                    help: format!("space in names means nothing: write {instead}"),
                    fix: Some(write(range, &instead)),
                });
            }
        }
        let lower = row.name.to_lowercase();
        let (_, instead) = FUNCTIONS
            .iter()
            .find(|(foreign, _)| foreign.to_lowercase() == lower)?;
        if lower == "return"
            && let &[value] = analysis.program.children(arguments)
        {
            return Some(Advice {
                help: RESULT.to_owned(),
                fix: Some(write(range, analysis.written(value))),
            });
        }
        // `for(i in 1..5, println(i))`
        if matches!(lower.as_str(), "for" | "foreach" | "forall")
            && let &[domain, body] = analysis.program.children(arguments)
            && let Some((variable, domain)) = analysis.written(domain).split_once(" in ")
            && let variable = variable.trim()
            && variable.chars().all(char::is_alphanumeric)
        {
            let instead = format!(
                "forall({}, {variable}, {})",
                domain.trim(),
                analysis.written(body)
            );
            return Some(Advice {
                help: format!("write {instead}"),
                fix: Some(write(range, &instead)),
            });
        }
        if lower == "for"
            && let &[domain, variable, _] = analysis.program.children(arguments)
            && analysis.program.name_of(variable).is_some()
        {
            let instead = match analysis.program.kind(domain) {
                TermKind::Number(_) => "repeat",
                _ => "forall",
            };
            return Some(Advice {
                help: "repeat(n, i, ...) counts, forall(list, v, ...) goes through a list"
                    .to_owned(),
                fix: Some(write(name, instead)),
            });
        }
        if lower == "for"
            && let &[variable, from, to, body] = analysis.program.children(arguments)
            && analysis.program.name_of(variable).is_some()
        {
            let [variable, from, to, body] =
                [variable, from, to, body].map(|part| analysis.written(part));
            let instead = match from {
                "1" => format!("repeat({to}, {variable}, {body})"),
                _ => format!("forall({from}..{to}, {variable}, {body})"),
            };
            return Some(Advice {
                help: "repeat(n, i, ...) counts, forall(list, v, ...) goes through a list"
                    .to_owned(),
                fix: Some(write(range, &instead)),
            });
        }
        if matches!(lower.as_str(), "list" | "array") && arguments.is_empty() {
            return Some(Advice {
                help: "the empty list is []".to_owned(),
                fix: Some(write(range, "[]")),
            });
        }
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

    /// `def f(x): return x^2`, of which the call of `def f` is the beginning.
    fn definition(&self, call: TextRange, name: &str, parameters: &str) -> Advice {
        let head = format!("{name}{parameters} :=");
        let text = self.analysis.document.text();
        let behind = text.get(usize::from(call.end())..).unwrap_or_default();
        let body = behind.trim_start().strip_prefix(':');
        let body = body
            .map(str::trim_start)
            .filter(|body| !body.starts_with('='));
        let body = body.map(|body| body.strip_prefix("return ").unwrap_or(body));
        let fix = body.map(|body| {
            let end = call.end() + TextSize::of(behind) - TextSize::of(body);
            Fix::new(
                TextRange::new(call.start(), end),
                format!("{head} "),
                format!("write `{head} ...`"),
            )
        });
        Advice {
            help: format!("a function is defined by {name}(x) := ..."),
            fix,
        }
    }

    /// Finds what is written `f(x) = x^2`, where `f` is no function: that calls it.
    pub(super) fn misdefinitions(&mut self) {
        let program = &self.analysis.program;
        let is_unknown = |row: &Callee| row.definitions.is_empty() && row.builtin.is_none();
        if !program.callees.iter().any(is_unknown) {
            return;
        }
        let mut misdefined: FxHashMap<NameId, Vec<(TermId, TermId)>> = FxHashMap::default();
        for &assignment in &program.actions {
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
            // `plot(f(x) = x^2)`
            let around = program
                .terms
                .get(assignment.index() + 1)
                .map(|term| term.kind);
            if let (Some(TermKind::Special(id)), TermKind::Assign { value, .. }) =
                (around, program.kind(assignment))
                && program.special(id).builtin.is(Intrinsic::Plot)
            {
                let graph = self.analysis.written(value).to_owned();
                let fix = write(self.analysis.range(assignment), &graph);
                let message = "`plot` takes the expression alone";
                let said = self.say_as(target, Code::NotAssignable, Severity::Warning, message);
                if let Some(said) = said {
                    said.help = Some(format!("write plot({graph})"));
                    said.fix = Some(fix);
                }
                continue;
            }
            let message = format!("the function `{}` is defined by `:=`, not by `=`", row.name);
            let written = self.analysis.written(assignment);
            let end = self.analysis.range(target).end();
            let behind = written.get(self.analysis.written(target).len()..);
            let space = behind.and_then(|behind| behind.split_once('='));
            let fix = space.filter(|(space, _)| space.trim().is_empty());
            let fix = fix.map(|(space, _)| {
                Fix::new(
                    TextRange::empty(end + TextSize::of(space)),
                    ":",
                    "write `:=`",
                )
            });
            if let Some(said) = self.say_as(target, Code::NotAssignable, Severity::Warning, message)
            {
                said.fix = fix;
            }
        }
        let places = misdefined.into_iter();
        let places = places.map(|(name, places)| (name, places.into_iter().collect()));
        self.misdefined = places.collect();
    }

    /// Advice for an operator that means something else in other languages.
    pub(super) fn foreign_operator(
        &self,
        term: TermId,
        name: &str,
        operands: &[TermId],
        types: &[Type],
    ) -> Option<Advice> {
        let are_numbers = types.iter().all(|ty| matches!(ty, Type::Scalar(_)));
        // `"a" ++ "b"`
        if let ("++", &[a, b]) = (name, operands)
            && types.contains(&Type::String)
        {
            let joined = [a, b]
                .map(|operand| self.analysis.written(operand))
                .join(" + ");
            return Some(Advice {
                help: "strings are joined by `+`".to_owned(),
                fix: Some(write(self.analysis.range(term), &joined)),
            });
        }
        let ("%", &[a, b], true) = (name, operands, are_numbers) else {
            return None;
        };
        // `a % 2 == 0`, where the comparison binds more tightly.
        let program = &self.analysis.program;
        if let TermKind::Call {
            callee, arguments, ..
        } = program.kind(b)
            && let &[divisor, value] = program.children(arguments)
            && matches!(
                &*program.callee(callee).name,
                "==" | "!=" | "<" | ">" | "<=" | ">="
            )
        {
            let [a, divisor, value] = [a, divisor, value].map(|term| self.analysis.written(term));
            let remainder = format!(
                "mod({a}, {divisor}) {} {value}",
                program.callee(callee).name
            );
            return Some(Advice {
                help: "`%` is *or*; the remainder of a division is mod(a, b)".to_owned(),
                fix: Some(write(self.analysis.range(term), &remainder)),
            });
        }
        let [a, b] = [a, b].map(|operand| self.analysis.written(operand));
        let remainder = format!("mod({a}, {b})");
        Some(Advice {
            help: "`%` is *or*; the remainder of a division is mod(a, b)".to_owned(),
            fix: Some(write(self.analysis.range(term), &remainder)),
        })
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
                let text = analysis.document.text();
                let before = text.get(..usize::from(range.start())).unwrap_or_default();
                // Among the values of a list, commas are missing.
                let separator = match before.trim_end().ends_with(['[', ',']) {
                    true => ", ",
                    false => "",
                };
                let joined = written
                    .split_whitespace()
                    .collect::<Vec<_>>()
                    .join(separator);
                let message =
                    format!("this is the number {number}: space in numbers means nothing");
                if let Some(said) = self.say(term, Code::SpacedNumber, message) {
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
                if let Some(said) = self.say(term, Code::SpacedName, message) {
                    said.help = Some(help);
                    said.fix = Some(write(range, &instead));
                }
                self.meant.extend(words(written).map(|(_, rest)| rest));
            }
            _ => {}
        }
    }
}

/// Advice for a name of other languages that nothing gives a value: the help, and what to write.
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
pub(super) fn words(text: &str) -> Option<(&str, &str)> {
    let (first, rest) = text.split_once(char::is_whitespace)?;
    Some((first, rest.trim_start()))
}
