//! Values that are computed before the pixels, as CindyGL treats them: it looks for types in the
//! values alone, takes `#` for the pixel wherever it stands, and runs functions of the author's at
//! every pixel, also those that get nothing from it.

use cindyscript_diagnostic::Code;
use cindyscript_hir::builtins::{BuiltinId, CindyGl, Finds, Intrinsic};
use cindyscript_hir::program::{FunctionId, IterationKind, TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::{Body, BodyKind};

use crate::complex::is_complex_there;
use crate::reader::{Reader, is_counted_there};

/// Calls are followed so far.
const DEPTH: usize = 64;

/// Loops that CindyGL unrolls, whatever they are over.
const UNROLLED: [IterationKind; 3] = [
    IterationKind::Apply,
    IterationKind::ForAll,
    IterationKind::Repeat,
];

impl Reader<'_> {
    /// A term that is computed once a frame.
    pub(crate) fn before(&mut self, body: &Body, term: TermId, ty: &Type) {
        self.unlike(term, ty);
        self.elements(term, ty);
        // In functions, `#` is not the pixel.
        if matches!(body.kind, BodyKind::Plot(_)) {
            self.hash_of_a_loop(term);
        }
        self.called(body, term, ty);
        self.unrolled(term);
        self.length(term);
        if let TermKind::If {
            otherwise: None, ..
        } = self.applet.program.kind(term)
        {
            let message =
                "this `if` has no value where its condition is false, and CindyGL stops there";
            self.say(term, Code::NotInCindyGL, message.to_owned(), None);
        }
        self.divisions(term);
    }

    /// A list of elements of the construction.
    fn elements(&mut self, term: TermId, ty: &Type) {
        let program = &self.applet.program;
        let call = program.builtin_call(term).map(|(builtin, _)| builtin);
        let finds = call.and_then(|builtin| builtin.row().finds);
        let element = match ty {
            Type::List(list) => &list.element,
            _ => ty,
        };
        let is_of_elements = matches!(ty, Type::List(_))
            && matches!(element, Type::Point | Type::Line | Type::Circle);
        if is_of_elements || matches!(finds, Some(Finds::Elements | Finds::OfOneKind)) {
            let message = "CindyGL has no lists of elements at pixels, only of their coordinates";
            let is_point = *element == Type::Point;
            let fix = match is_point || call.is_some_and(|call| call.is(Intrinsic::AllPoints)) {
                true => {
                    let text = format!("apply({}, point, point.xy)", self.applet.written(term));
                    Some(("write `apply(.., point, point.xy)`".to_owned(), text))
                }
                false => None,
            };
            self.say(term, Code::NotInCindyGL, message.to_owned(), fix);
        }
    }

    /// A loop without a name for its variable, which is `#`.
    fn hash_of_a_loop(&mut self, term: TermId) {
        let program = &self.applet.program;
        for inner in program.subtree(term) {
            let TermKind::Iterate(id) = program.kind(inner) else {
                continue;
            };
            let iteration = program.iteration(id);
            let unnamed = iteration.element_term.is_none() && !iteration.may_be_two_values();
            let (first, last) = (program.term(iteration.body).first, iteration.body);
            let variables = self.applet.variables();
            let reads = !variables.within(iteration.element, first, last).is_empty();
            let name = iteration.kind.name();
            if unnamed && reads {
                let message = format!(
                    "in CindyGL, the `#` of this `{name}` is the pixel, not the running variable"
                );
                let fix = self.with_named_variable(iteration);
                self.say_otherwise(inner, message, fix);
            }
        }
    }

    /// Calls of functions that CindyGL can only run on the CPU, and does not.
    fn called(&mut self, body: &Body, term: TermId, ty: &Type) {
        let program = &self.applet.program;
        for inner in program.subtree(term) {
            let TermKind::Call {
                callee, modifiers, ..
            } = program.kind(inner)
            else {
                continue;
            };
            let row = program.callee(callee);
            let &[function] = row.definitions.as_slice() else {
                continue;
            };
            if row.runs_code() {
                continue;
            }
            let root = program.function(function).body;
            let varies = program.subtree(root);
            let mut varies = varies.map(|term| program.kind(term));
            if let Some((builtin, _)) = program.builtin_call(root)
                && inner == term
                && ty.scalar().is_some()
                && ty.fits(&Type::REAL)
                && is_complex_there(builtin)
                && varies.any(|kind| matches!(kind, TermKind::Variable(_)))
                && self.is_wanted_real(body.slot(term))
            {
                self.is_complex(term, builtin.name());
            }
            self.modifiers(inner, &row.name, !program.modifiers(modifiers).is_empty());
            if let Some(what) = self.function_lacks(function, 0) {
                let message = format!("CindyGL computes `{}` at every pixel, and {what}", row.name);
                self.outside(inner, message, inner);
            }
        }
    }

    /// Modifiers of functions of the author's.
    pub(crate) fn modifiers(&mut self, call: TermId, name: &str, has: bool) {
        if has {
            let message =
                format!("functions do not take modifiers in CindyGL: `{name}` does not see them");
            if self.say(call, Code::NotInCindyGL, message, None)
                && let Some(said) = self.found.last_mut()
            {
                said.help = Some("pass the value as an argument".to_owned());
            }
        }
    }

    /// Loops that CindyGL unrolls at pixels, though they are the same for all.
    fn unrolled(&mut self, term: TermId) {
        let program = &self.applet.program;
        for inner in program.subtree(term) {
            let TermKind::Iterate(id) = program.kind(inner) else {
                continue;
            };
            let iteration = program.iteration(id);
            let (name, root) = (iteration.kind.name(), iteration.body);
            if !UNROLLED.contains(&iteration.kind) {
                continue;
            }
            let variables = [Some(iteration.element), iteration.index];
            let index = program.subtree(root).find_map(|term| {
                let TermKind::Index { index, .. } = program.kind(term) else {
                    return None;
                };
                let counts = |term: TermId| variables.contains(&program.name_of(term));
                let below = || program.subtree(index);
                let other = |term: TermId| {
                    let call = program.builtin_call(term);
                    call.is_some_and(|(builtin, _)| !is_counted_there(builtin))
                };
                (program.name_of(index).is_none() && below().any(counts) && below().any(other))
                    .then_some(index)
            });
            if let Some(index) = index {
                let message = "CindyGL needs an index that is the same at all pixels";
                self.say(index, Code::VaryingIndex, message.to_owned(), None);
                return;
            }
            if let Some(what) = self.lacks(root, 0) {
                let message = format!("CindyGL computes this `{name}` at every pixel, and {what}");
                self.outside(inner, message, term);
                return;
            }
        }
    }

    /// Says something that is mended by computing a value before the colorplot.
    pub(crate) fn outside(&mut self, term: TermId, message: String, value: TermId) {
        if self.say(term, Code::NotInCindyGL, message, None)
            && let Some(said) = self.found.last_mut()
        {
            let written = self.applet.text(value);
            said.help = Some(format!(
                "store `{written}` in a variable before the colorplot"
            ));
        }
    }

    /// A feature that a function uses and CindyGL lacks at pixels, in words.
    fn function_lacks(&mut self, function: FunctionId, depth: usize) -> Option<String> {
        if let Some(known) = self.functions.get(&function) {
            return known.clone();
        }
        if depth >= DEPTH {
            return None;
        }
        // So it is if it is met again within.
        let itself = "a function cannot call itself there".to_owned();
        self.functions.insert(function, Some(itself));
        let lacks = self.lacks(self.applet.program.function(function).body, depth + 1);
        self.functions.insert(function, lacks.clone());
        lacks
    }

    /// A feature that a term uses and CindyGL lacks at pixels, in words.
    fn lacks(&mut self, root: TermId, depth: usize) -> Option<String> {
        let program = &self.applet.program;
        let has_no = |builtin: BuiltinId| {
            let row = builtin.row();
            // Of two values there are both.
            let is_missing = row.cindygl != CindyGl::Has && row.or_loop.is_none();
            is_missing.then(|| format!("it has no `{}` there", row.name))
        };
        for term in program.subtree(root) {
            let found = match program.kind(term) {
                TermKind::While { .. } => Some("it has no `while` there".to_owned()),
                TermKind::Text(_) => Some("it has no strings there".to_owned()),
                TermKind::Iterate(id) => {
                    let iteration = program.iteration(id);
                    let count = 2 + usize::from(!iteration.is_unnamed());
                    iteration.kind.builtin(count).and_then(has_no)
                }
                TermKind::Call {
                    callee, arguments, ..
                } => match program.callee(callee).definitions.as_slice() {
                    &[inner] => self.function_lacks(inner, depth),
                    _ => program.builtin_call(term).and_then(|(builtin, _)| {
                        let arguments = program.children(arguments);
                        let is_number =
                            |&term: &TermId| matches!(program.kind(term), TermKind::Number(_));
                        // `30°` is a number.
                        let is_angle =
                            builtin.is(Intrinsic::Degree) && arguments.iter().all(is_number);
                        has_no(builtin).filter(|_| !is_angle)
                    }),
                },
                _ => None,
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// `length` is a name in CindyJS itself.
    fn length(&mut self, term: TermId) {
        let program = &self.applet.program;
        let mut below = program.subtree(term);
        let is_length = |&term: &TermId| {
            let name = program.name_of(term);
            name.is_some_and(|name| program.names.text(name) == "length")
        };
        if let Some(term) = below.find(is_length) {
            let message = "CindyGL does not allow a variable named `length`";
            self.say(term, Code::NameInCindyGL, message.to_owned(), None);
        }
    }

    /// A division by a zero that stands there.
    fn divisions(&mut self, term: TermId) {
        let program = &self.applet.program;
        for inner in program.subtree(term) {
            let TermKind::Call { arguments, .. } = program.kind(inner) else {
                continue;
            };
            if program.intrinsic(inner) == Some(Intrinsic::Divide)
                && let &[_, divisor] = program.children(arguments)
                && matches!(program.kind(divisor), TermKind::Number(number) if number == 0.0)
            {
                let message = "a division by 0 has no value, and no type in CindyGL";
                self.say(inner, Code::NotInCindyGL, message.to_owned(), None);
            }
        }
    }
}
