//! The words of the steps of a chain of causes. All of it reads on after *because*.

use cindyscript_hir::builtins::{BuiltinId, Intrinsic, RealFor};
use cindyscript_hir::program::{Program, TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type, enumerated};
use text_size::TextRange;

use super::{kernel, weight};
use crate::applet::InferredApplet;

/// A step of the chain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The place, in bytes of the file.
    pub range: TextRange,
    /// The event there, in words that follow *because*.
    pub text: String,
}

impl Step {
    /// The text as Markdown, with the way to its place. `line` is that of the place, from 1.
    pub fn linked(&self, line: usize, address: &str) -> String {
        let place = format!(" in line {line}");
        let behind = |at: usize| self.text.get(at + place.len()..);
        // The last mention is not part of a quotation.
        let said = self.text.rfind(&place).and_then(|at| {
            let behind = behind(at)?;
            let is_whole = !behind.starts_with(|next: char| next.is_ascii_digit());
            is_whole.then_some((self.text.get(..at)?, behind))
        });
        match said {
            Some((before, behind)) => format!("{before} in [line {line}]({address}){behind}"),
            None => format!("{} ([line {line}]({address}))", self.text),
        }
    }
}

/// The way in which a value gets into a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    /// `a = v`.
    Assigned,
    /// `a_1 = v`, `a.x = v`.
    Element,
    /// `[a, b] = v`.
    Part,
    /// A loop over `v`.
    Run,
    /// `a := v`.
    Defined,
    /// As a modifier, or as what a builtin binds while its code runs.
    Bound,
}

impl Arrival {
    /// The way in which `value` gets into a variable that is no parameter: it depends on what it is
    /// an operand of.
    pub(super) fn of(applet: &InferredApplet, value: TermId) -> Self {
        let program = &applet.program;
        match applet.parent(value).map(|parent| program.kind(parent)) {
            Some(TermKind::Assign { target, .. }) => match program.kind(target) {
                TermKind::Index { .. } | TermKind::Field { .. } => Self::Element,
                TermKind::List(_) => Self::Part,
                _ => Self::Assigned,
            },
            Some(TermKind::Iterate(id)) if program.iteration(id).domain == value => Self::Run,
            Some(TermKind::DefineLazy { .. }) => Self::Defined,
            _ => Self::Bound,
        }
    }

    fn verb(self) -> &'static str {
        match self {
            Self::Assigned => "is set to",
            Self::Element => "has an element set to",
            Self::Part => "is a part of",
            Self::Run => "runs through",
            Self::Defined => "is defined as",
            Self::Bound => "is bound to",
        }
    }

    /// `a` is set to `sqrt(2)` in line 3, which is real.
    pub(super) fn says(self, name: &str, value: &str, line: usize, ty: &Type) -> String {
        self.says_of_what(name, value, line, &which(ty))
    }

    fn says_of_what(self, name: &str, value: &str, line: usize, what: &str) -> String {
        let (name, value) = (code(name), code(value));
        format!("{name} {} {value} in line {line}, {what}", self.verb())
    }

    /// The same of a value that a builtin makes of unlike ones, which no type says.
    pub(super) fn says_of_call(
        self,
        name: &str,
        value: &str,
        line: usize,
        (program, term): (&Program, TermId),
    ) -> Option<String> {
        let (builtin, _) = program.builtin_call(term)?;
        let made = builtin.row().makes?;
        Some(self.says_of_what(name, value, line, &format!("which is {made}")))
    }
}

/// A step: a function is called with a value.
pub(super) fn called(function: &str, name: &str, value: &str, line: usize, ty: &Type) -> String {
    let (function, name, value) = (code(function), code(name), code(value));
    format!(
        "{function} is called with {value} for {name} in line {line}, {}",
        which(ty)
    )
}

/// A step: a condition around a place says something of a variable there.
pub(super) fn guarded(name: &str, condition: &str, line: usize) -> String {
    let (name, condition) = (code(name), code(condition));
    format!("{name} is not negative here, by the condition {condition} in line {line}")
}

/// A step: a call of a user's function has a value.
pub(super) fn returned(name: &str, value: &str, line: usize, ty: &Type) -> String {
    let (name, value) = (code(name), code(value));
    format!("{name} returns {value} in line {line}, {}", which(ty))
}

/// Why a builtin's value needs a larger type than any of its arguments.
pub(super) fn widening(builtin: BuiltinId, from: &[&Type], to: &Type) -> String {
    let name = builtin.name();
    let widest = from.iter().max_by_key(|ty| (kernel(ty), weight(ty)));
    let widest = widest.map(|ty| ty.in_exact_words()).unwrap_or_default();
    let from: Vec<String> = from.iter().map(|ty| ty.in_exact_words()).collect();
    let from = enumerated(&from, "and");
    if *to == Type::Top {
        return format!("`{name}` of {from} can be of any kind");
    }
    let is_complex = *to == Type::Scalar(Scalar::Complex);
    match (builtin.operator(), builtin.row().real_for) {
        (_, Some(RealFor::NotNegative)) if is_complex => {
            format!("`{name}` of {widest} that may be negative is complex")
        }
        (_, Some(RealFor::UnitInterval)) if is_complex => {
            format!("`{name}` of {widest} that may lie outside of -1..1 is complex")
        }
        (Some(Intrinsic::Power), _) if is_complex => {
            format!("a power of {widest} that may be negative is complex")
        }
        (Some(Intrinsic::Divide), _) if matches!(to, Type::Scalar(_)) => {
            "a quotient is a real number".to_owned()
        }
        (Some(Intrinsic::Range), _) => format!("a range of numbers is {}", to.in_exact_words()),
        _ => format!("`{name}` of {from} is {}", to.in_exact_words()),
    }
}

/// The call of something that is no builtin and that no script defines.
pub(super) fn unknown(name: &str) -> String {
    format!("the text does not say what {} is", code(name))
}

fn which(ty: &Type) -> String {
    match ty {
        Type::Unset => "which has no value".to_owned(),
        ty => format!("which is {}", ty.in_exact_words()),
    }
}

/// The end of the message about the second of two values that met.
pub(super) const CLASH: &str = ": these are of unlike kinds";

/// A text as code, whatever it holds.
pub fn code(text: &str) -> String {
    format!("`{}`", text.replace('`', "'"))
}

/// A sentence about a file as Markdown: what it quotes between backticks is code, and nothing else
/// in it is read as a tag or a link.
pub fn prose(text: &str) -> String {
    let quotes = text.matches('`').count();
    let text = match quotes % 2 == 1 || text.contains("``") {
        true => text.replace('`', "'"),
        false => text.to_owned(),
    };
    let plain = |part: &str| {
        let part = part.replace('<', "&lt;");
        part.replace("![", "!\\[").replace("](", "]\\(")
    };
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(place, part)| match place % 2 {
        0 => plain(part),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_no_markdown() {
        for (text, expected) in [
            ("`a < b` of [n, n] is < 2", "`a < b` of [n, n] is &lt; 2"),
            ("`a` <u> ![i](b)", "`a` &lt;u> !\\[i]\\(b)"),
            ("`\"` <u>\"`", "'\"' &lt;u>\"'"),
            ("`` <u> ``", "'' &lt;u> ''"),
        ] {
            assert_eq!(prose(text), expected);
        }
    }

    #[test]
    fn the_place_is_the_link() {
        let linked = |text: &str| {
            let step = Step {
                range: TextRange::default(),
                text: text.to_owned(),
            };
            step.linked(2, "@")
        };
        for (text, expected) in [
            (
                "`a` is set to `1` in line 2, which is int",
                "`a` is set to `1` in [line 2](@), which is int",
            ),
            (
                "`a` is set to `\" in line 2\"` in line 2",
                "`a` is set to `\" in line 2\"` in [line 2](@)",
            ),
            ("a quotient is real", "a quotient is real ([line 2](@))"),
            ("said in line 23", "said in line 23 ([line 2](@))"),
        ] {
            assert_eq!(linked(text), expected);
        }
    }
}
