//! Values at pixels that CindyGL has no type or no operation for.

use cindyscript_diagnostic::Code;
use cindyscript_hir::builtins::{BuiltinId, Intrinsic};
use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::{Body, BodyKind};
use rustc_hash::FxHashMap;

use super::Reader;

impl Reader<'_> {
    /// A field that CindyGL does not know.
    pub(super) fn field(&mut self, term: TermId, base: TermId, field: &str) {
        let instead = match field {
            "homog" => |base: &str| format!("[{base}.x, {base}.y, 1]"),
            "coord" => |base: &str| format!("{base}.xy"),
            _ => return,
        };
        let program = &self.applet.program;
        let message = format!("CindyGL has no `.{field}` at pixels");
        let fix = program.name_of(base).map(|_| {
            let text = instead(self.applet.written(base));
            (format!("write `{text}`"), text)
        });
        self.say(term, Code::NotInCindyGL, message, fix);
    }

    /// Arithmetic with a line, which CindyGL's lines do not have.
    pub(super) fn lines(
        &mut self,
        body: &Body,
        term: TermId,
        builtin: BuiltinId,
        arguments: &[TermId],
    ) {
        use Intrinsic::{Add, Divide, Multiply, Negate, Plus, Subtract};
        match builtin.operator() {
            Some(Add | Plus | Subtract | Negate | Multiply | Divide) => {}
            _ => return,
        }
        let line = arguments.iter().copied().find(|&argument| {
            *self.applet.solution.ty(body.slot(argument)) == Type::Line || self.is_line(argument)
        });
        if let Some(line) = line {
            let message = format!(
                "CindyGL cannot compute with lines at pixels, and `{}` is one",
                self.applet.text(line)
            );
            self.say(term, Code::NotInCindyGL, message, None);
        }
    }

    /// Whether a term, or all that its variable is ever given, is a line.
    fn is_line(&mut self, term: TermId) -> bool {
        let applet = self.applet;
        let program = &applet.program;
        let computes = |term: TermId| program.intrinsic(term) == Some(Intrinsic::Join);
        let Some(name) = program.name_of(term) else {
            return computes(term);
        };
        *self.lines.entry(name).or_insert_with(|| {
            let last = TermId(u32::MAX);
            let mut given = applet.values_of(name, TermId(0), last).peekable();
            given.peek().is_some() && given.all(computes)
        })
    }

    /// An assignment to an element of a list, `value`: CindyGL's lists of whole numbers stay such.
    pub(super) fn element(&mut self, body: &Body, term: TermId, base: TermId, value: TermId) {
        let applet = self.applet;
        let program = &applet.program;
        let ty = |term: TermId| applet.solution.ty(body.slot(term));
        let Some(name) = program
            .name_of(base)
            .filter(|_| !ty(value).fits(&Type::INT))
        else {
            return;
        };
        let first = *self.whole.entry(name).or_insert_with(|| {
            let of_whole_numbers = |&term: &TermId| match ty(term) {
                Type::List(list) => list.element.fits(&Type::INT),
                _ => false,
            };
            let mut given = applet.values_of(name, body.first, body.root);
            let first = given.next().filter(of_whole_numbers);
            first.filter(|_| given.all(|other| of_whole_numbers(&other)))
        });
        let Some(first) = first else { return };
        let text = program.names.text(name);
        let message = format!(
            "`{text}` is a list of whole numbers, and CindyGL lets no others into it: `{}` is none",
            applet.text(value)
        );
        if self.say(term, Code::NotInCindyGL, message, None)
            && let Some(said) = self.found.last_mut()
        {
            said.help = Some(format!(
                "begin with numbers that are not whole, or give `{text}` a new list"
            ));
            said.related.push(cindyscript_diagnostic::Related {
                range: applet.range(first),
                message: "whole numbers alone".to_owned(),
            });
        }
    }

    /// A number that is missing where a condition is false.
    pub(super) fn no_else(&mut self, body: &Body, term: TermId, then: TermId) {
        let program = &self.applet.program;
        let around = self.around(body, term);
        // A statement, or what a loop or another condition runs: its value is not used.
        let is_statement = around.is_some_and(|outer| match program.kind(outer) {
            TermKind::Sequence(statements) => program.children(statements).last() != Some(&term),
            TermKind::Iterate(id) => program.iteration(id).body == term,
            TermKind::While { body, .. } => body == term,
            _ => false,
        });
        if is_statement || !matches!(program.kind(then), TermKind::Number(_)) {
            return;
        }
        let message = format!(
            "CindyGL does not look at the condition here: without an `else`, a number such as `{}` \
             is everywhere",
            self.applet.written(then)
        );
        let written = self.applet.written(term);
        let fix = written.strip_suffix(')').map(|inner| {
            let title = "say what it is elsewhere: `, 0`".to_owned();
            (title, format!("{inner}, 0)"))
        });
        self.say_otherwise(term, message, fix);
    }

    /// The remainder of a complex number.
    pub(super) fn complex_mod(&mut self, body: &Body, term: TermId, arguments: &[TermId]) {
        let ty = |term: TermId| self.applet.solution.ty(body.slot(term));
        let is_complex = |ty: &Type| ty.scalar().is_some() && !ty.fits(&Type::REAL);
        if let &[number, divisor] = arguments
            && is_complex(ty(number))
            && ty(divisor).fits(&Type::REAL)
        {
            let message = "CindyGL has no `mod` of complex numbers, and paints 0";
            self.say_otherwise(term, message.to_owned(), None);
        }
    }

    /// A function whose name cannot stand in a shader.
    pub(super) fn function_name(&mut self, call: TermId, name: &str) {
        if super::words::is_foreign(name) && name.starts_with(char::is_alphabetic) {
            let message =
                format!("`{name}` has characters that names in CindyGL's shaders cannot have");
            self.say(call, Code::NameInCindyGL, message, None);
        }
    }

    /// Variables of the colorplot that have the name of a builtin which it calls.
    pub(super) fn clashes(&mut self, body: &Body) {
        let program = &self.applet.program;
        let BodyKind::Plot(_) = body.kind else { return };
        let terms = || (body.first.0..=body.root.0).map(TermId);
        let mut calls: FxHashMap<&str, TermId> = FxHashMap::default();
        for term in terms() {
            let Some((builtin, _)) = program.builtin_call(term) else {
                continue;
            };
            // `|x|` is a `length` in the shader.
            let name = match builtin.operator() {
                Some(Intrinsic::Abs | Intrinsic::Distance) => "length",
                _ => builtin.name(),
            };
            calls.entry(name).or_insert(term);
        }
        for assignment in terms() {
            let TermKind::Assign { target, .. } = program.kind(assignment) else {
                continue;
            };
            let Some(name) = program.name_of(target) else {
                continue;
            };
            let text = program.names.text(name);
            if let Some(&call) = calls.get(text) {
                let message = format!(
                    "`{text}` is a variable and a function, as in `{}`: CindyGL's shaders have one \
                     of a name",
                    self.applet.text(call)
                );
                self.say(target, Code::NameInCindyGL, message, None);
            }
        }
    }
}
