//! Mistakes on the CPU that are certain from the text and the types: hints, since the script runs
//! on with an undefined value.

use cindyscript_diagnostic::{Code, Severity};
use cindyscript_hir::elements;
use cindyscript_hir::program::{Children, TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_infer::{Body, SlotId, SlotSubject, literal};

use super::effect::has_no_fields;
use super::names::write;
use super::nearest::{Suggestion, nearest};
use crate::checker::{Checker, is_certain};

impl Checker<'_> {
    /// Looks for what is certainly not meant at one term, which calls nothing.
    pub(crate) fn certain(&mut self, body: &Body, term: TermId, kind: TermKind) {
        let program = &self.analysis.program;
        match kind {
            TermKind::Index { base, index } => {
                self.rows_taken(body, term, base, index);
                if !self.is_target(term) {
                    self.no_elements(body, base);
                    self.place_in_list(body, base, index);
                }
            }
            TermKind::Field { base, name } => {
                let ty = self.solution.ty(body.slot(base));
                // `no_effect` checks targets of assignments.
                if has_no_fields(ty) && self.is_target(term) {
                    return;
                }
                let name = program.names.text(name);
                self.no_such_field(term, base, ty, name);
                if matches!(ty, Type::Scalar(_))
                    && let Some(hash) = self.loop_of_hash(base)
                {
                    let message = format!("`.{name}` does not exist here: `#` is {}", hash.role);
                    let severity = Severity::Warning;
                    if let Some(said) = self.say_as(term, Code::NoSuchField, severity, message) {
                        said.help = Some(hash.help);
                        said.fix = hash.fix;
                    }
                }
            }
            TermKind::If { condition, .. } => self.never_boolean(body, condition),
            TermKind::While { condition, .. } => self.always_true(body, condition),
            TermKind::Assign { target, value } => {
                self.not_assignable(target);
                self.no_effect(body, term, target, value);
            }
            TermKind::DefineLazy { target, .. } => self.not_assignable(target),
            _ => {}
        }
    }

    /// True if a term is what an assignment sets.
    fn is_target(&self, term: TermId) -> bool {
        let program = &self.analysis.program;
        let parent = self
            .analysis
            .parent(term)
            .map(|parent| program.kind(parent));
        matches!(parent, Some(TermKind::Assign { target, .. }) if target == term)
    }

    /// `x / 0`
    pub(crate) fn division_by_zero(&mut self, arguments: Children) {
        let program = &self.analysis.program;
        if let &[_, divisor] = program.children(arguments)
            && literal(program, divisor) == Some(0.0)
        {
            let message = "a division by zero has no value";
            self.say(divisor, Code::DivisionByZero, message);
        }
    }

    fn no_elements(&mut self, body: &Body, base: TermId) {
        let ty = self.solution.ty(body.slot(base));
        if matches!(ty, Type::Scalar(_)) && self.opaque.names.is_none() {
            let message = format!(
                "only lists have elements, this is {}: its value is undefined",
                ty.in_words()
            );
            if let Some(said) = self.say_as(base, Code::NotAList, Severity::Hint, message) {
                said.help =
                    Some("a list is written [a, b], one of a single element [a]".to_owned());
            }
        }
    }

    fn place_in_list(&mut self, body: &Body, base: TermId, index: TermId) {
        let Some(value) = self.analysis.numbers().of(index) else {
            return;
        };
        let value = value.floor();
        let ty = self.solution.ty(body.slot(base));
        // Code that is not seen may put another list there.
        let len = match ty {
            ty if self.opaque.names.is_none() => ty.known_len(),
            _ => None,
        };
        let message = match len {
            _ if value == 0.0 => "lists begin at index 1: there is no element 0".to_owned(),
            Some(len) if value.abs() > f64::from(len) => {
                format!("index {value} of a list of {len} elements: its value is undefined")
            }
            _ => return,
        };
        // A condition may have made sure that the list is longer.
        let severity = match len {
            Some(_) if self.is_unconditional(index) => Severity::Error,
            Some(_) if value == 0.0 => Severity::Warning,
            _ => Severity::Hint,
        };
        let related = self.origin(body, base).collect();
        if let Some(said) = self.say_as(index, Code::IndexOutOfRange, severity, message) {
            said.help = len.and_then(numbered);
            said.related = related;
        }
    }

    /// Whether a term is evaluated whenever its script runs.
    pub(crate) fn is_unconditional(&self, term: TermId) -> bool {
        self.is_unconditional_up_to(term, None)
    }

    /// True if a term is evaluated whenever a term around it is.
    pub(crate) fn is_unconditional_in(&self, term: TermId, root: TermId) -> bool {
        self.is_unconditional_up_to(term, Some(root))
    }

    fn is_unconditional_up_to(&self, term: TermId, root: Option<TermId>) -> bool {
        let program = &self.analysis.program;
        let mut inner = term;
        while Some(inner) != root
            && let Some(around) = self.analysis.parent(inner)
        {
            let may_skip = match program.kind(around) {
                TermKind::If {
                    then, otherwise, ..
                } => inner == then || Some(inner) == otherwise,
                TermKind::While { body, .. } => inner == body,
                TermKind::Iterate(id) => inner == program.iteration(id).body,
                TermKind::Special(_) | TermKind::DefineLazy { .. } | TermKind::Define(_) => true,
                TermKind::Undefined
                | TermKind::Number(_)
                | TermKind::Text(_)
                | TermKind::Variable(_)
                | TermKind::Sequence(_)
                | TermKind::List(_)
                | TermKind::Dictionary(_)
                | TermKind::Assign { .. }
                | TermKind::Code(_)
                | TermKind::Undefine(_)
                | TermKind::Index { .. }
                | TermKind::Field { .. }
                | TermKind::UserData { .. }
                | TermKind::Call { .. }
                | TermKind::Regional(_)
                | TermKind::Plot(_) => false,
            };
            if may_skip {
                return false;
            }
            inner = around;
        }
        true
    }

    fn no_such_field(&mut self, term: TermId, base: TermId, ty: &Type, name: &str) {
        let known = match ty {
            Type::Point | Type::Line | Type::Circle => elements::field(ty, name).is_some(),
            Type::List(_) | Type::Tuple(_) if is_certain(ty) => {
                matches!(
                    name,
                    "x" | "y" | "z" | "xy" | "homog" | "r" | "g" | "b" | "a"
                )
            }
            Type::String | Type::ScalarOrString(_) => false,
            Type::Unset
            | Type::Scalar(_)
            | Type::List(_)
            | Type::Tuple(_)
            | Type::Dictionary
            | Type::Element
            | Type::Shape
            | Type::Code(_)
            | Type::Top => return,
        };
        if !known {
            let message = format!(
                "`.{name}` does not exist for {}: its value is undefined",
                ty.in_words()
            );
            let base = self.analysis.written(base).to_owned();
            let mut meant = None;
            let (help, instead) = match (ty, name) {
                (Type::List(_) | Type::Tuple(_) | Type::String, "length" | "size" | "count") => {
                    let call = format!("length({base})");
                    (Some(format!("write {call}")), Some(call))
                }
                (Type::Point | Type::Line | Type::Circle, _) => {
                    meant = match (ty, name) {
                        (Type::Point, "coordinates" | "pos" | "position") => {
                            Some(Suggestion::one("xy"))
                        }
                        _ => nearest(name, elements::fields(ty)),
                    };
                    (None, None)
                }
                (Type::List(_) | Type::Tuple(_), _) => {
                    let lower = name.to_lowercase();
                    let known = ["x", "y", "z"].contains(&&*lower);
                    let instead = known.then(|| format!("{base}.{lower}"));
                    (
                        Some("the coordinates are .x, .y and .z, an element is list_1".to_owned()),
                        instead,
                    )
                }
                _ => (None, None),
            };
            let range = self.analysis.range(term);
            // `"x = " . x`, which joins strings elsewhere.
            let joined =
                (*ty == Type::String && base.ends_with('"')).then(|| format!("{base} + {name}"));
            if let Some(joined) = joined {
                let severity = Severity::Warning;
                if let Some(said) = self.say_as(term, Code::NoSuchField, severity, message) {
                    said.help = Some("strings and values are joined by `+`".to_owned());
                    said.fix = Some(write(range, &joined));
                }
                return;
            }
            if let Some(said) = self.say_as(term, Code::NoSuchField, Severity::Hint, message) {
                said.help = help;
                said.fix = instead.map(|instead| write(range, &instead));
                if let Some(meant) = meant {
                    let shown = |meant: &str| format!(".{meant}");
                    meant.put_as(said, shown, |meant| {
                        Some(write(range, &format!("{base}.{meant}")))
                    });
                }
            }
        }
    }

    /// `if` wants a boolean. A truth value that shares a variable with numbers has their type, so
    /// only what is computed here is certain to be a number.
    fn never_boolean(&mut self, body: &Body, condition: TermId) {
        let program = &self.analysis.program;
        let ty = self.solution.ty(body.slot(condition));
        let is_computed = match program.kind(condition) {
            TermKind::Number(_) => true,
            TermKind::Call { .. } => program.builtin_call(condition).is_some(),
            _ => false,
        };
        let never = match ty {
            Type::Scalar(Scalar::Boolean) => false,
            Type::Scalar(_) => is_computed,
            // It may be a truth value.
            Type::ScalarOrString(_) => false,
            _ => is_certain(ty),
        };
        if never {
            let message = format!(
                "a condition is true or false, this is {}: nothing is done",
                ty.in_words()
            );
            self.say_as(condition, Code::NotACondition, Severity::Hint, message);
        }
    }

    /// True if a value may be a truth value: one that shares a variable with numbers has their type.
    pub(crate) fn may_be_boolean(&self, slot: SlotId) -> bool {
        let link = |slot: &SlotId| Some(self.solution.slot(*slot).link).filter(|to| to.is_some());
        // From a uniform to the value on the CPU, and on to its variable.
        let mut slots = std::iter::successors(Some(slot), link).take(3);
        slots.any(|slot| {
            let mut raises = self.solution.raises(slot);
            raises.any(|raise| raise.with == Type::BOOLEAN) || self.is_given_boolean(slot)
        })
    }

    /// True if a slot is that of a variable and some value that is assigned to it is a truth value.
    fn is_given_boolean(&self, slot: SlotId) -> bool {
        let SlotSubject::Variable(name) = self.solution.slot(slot).subject else {
            return false;
        };
        let last = TermId(u32::MAX);
        let mut values = self.analysis.values_of(name, TermId(0), last);
        values.any(|value| {
            let bodies = self.solution.reachable.iter();
            let mut bodies = bodies.map(|&id| self.solution.body(id));
            bodies.any(|body| {
                body.contains(value) && *self.solution.ty(body.slot(value)) == Type::BOOLEAN
            })
        })
    }

    /// `while` goes on as long as there is a value that is not false: a number is none.
    fn always_true(&mut self, body: &Body, condition: TermId) {
        let slot = body.slot(condition);
        let ty = self.solution.ty(slot);
        let is_number = matches!(ty, Type::Scalar(scalar) if *scalar != Scalar::Boolean);
        let is_open = self.may_be_boolean(slot);
        let is_assigned = matches!(
            self.analysis.program.kind(condition),
            TermKind::Assign { .. }
        );
        if !is_number || is_open || is_assigned || self.opaque.names.is_some() {
            return;
        }
        let written = self.analysis.written(condition).to_owned();
        let range = self.analysis.range(condition);
        let message = "a number is no condition: this loop never ends";
        if let Some(said) = self.say_as(condition, Code::NotACondition, Severity::Warning, message)
        {
            let compared = format!("{written} > 0");
            said.help = Some(format!("compare it: write {compared}"));
            said.fix = Some(write(range, &compared));
        }
    }

    fn not_assignable(&mut self, target: TermId) {
        // `v[1] = 2` has been reported already.
        if self.said.contains(&(target, Code::UndefinedFunction)) {
            return;
        }
        let what = match self.analysis.program.kind(target) {
            TermKind::Number(_) => "a number",
            TermKind::Text(_) => "a string",
            TermKind::Call { .. } | TermKind::Special(_) | TermKind::Iterate(_) => {
                "the value of a function"
            }
            _ => return,
        };
        let message = format!("nothing can be assigned to {what}");
        self.say_as(target, Code::NotAssignable, Severity::Hint, message);
    }
}

/// The indices of a list of some length, in words.
pub(crate) fn numbered(len: u32) -> Option<String> {
    match len {
        0 => None,
        1 => Some("its only element is number 1".to_owned()),
        _ => Some(format!("its elements are number 1 to {len}")),
    }
}
