//! Values at pixels that CindyGL has no type or no operation for.

use cindyscript_diagnostic::Code;
use cindyscript_hir::builtins::{BuiltinId, Intrinsic};
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{Iteration, IterationKind, TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::{Body, BodyKind};
use rustc_hash::FxHashMap;

use crate::names;
use crate::reader::Reader;

/// True if a type is that of whole numbers, and not of what has no value.
fn is_whole_number(ty: &Type) -> bool {
    ty.scalar().is_some() && ty.fits(&Type::INT)
}

impl Reader<'_> {
    /// A field that CindyGL does not know.
    pub(crate) fn field(&mut self, term: TermId, base: TermId, field: &str) {
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
    pub(crate) fn lines(
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
                "CindyGL cannot compute with lines such as `{}` at pixels",
                self.applet.text(line)
            );
            self.say(term, Code::NotInCindyGL, message, None);
        }
    }

    /// True if a term, or all that its variable is ever given, is a line.
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
    pub(crate) fn element(&mut self, body: &Body, term: TermId, base: TermId, value: TermId) {
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
            "`{text}` is a list of whole numbers, and in CindyGL it can contain no others, such as `{}`",
            applet.text(value)
        );
        if self.say(term, Code::NotInCindyGL, message, None)
            && let Some(said) = self.found.last_mut()
        {
            said.help = Some(format!(
                "begin with numbers that are not whole, or assign a new list to `{text}`"
            ));
            said.related.push(cindyscript_diagnostic::Related {
                range: applet.range(first),
                message: "only whole numbers".to_owned(),
            });
        }
    }

    /// The sum of a list of whole numbers, of which CindyGL makes a scalar product with numbers that
    /// are not.
    pub(crate) fn whole_sum(
        &mut self,
        body: &Body,
        term: TermId,
        builtin: BuiltinId,
        arguments: &[TermId],
    ) {
        let (Some(Intrinsic::Sum), &[list]) = (builtin.intrinsic(), arguments) else {
            return;
        };
        if !self.is_whole_list(body, list) {
            return;
        }
        let program = &self.applet.program;
        let summands = match program.kind(list) {
            TermKind::List(elements) => program.children(elements),
            _ => &[],
        };
        let summands: Vec<String> = summands.iter().map(|&one| self.enclosed(one)).collect();
        let fix = (!summands.is_empty()).then(|| {
            let sum = format!("({})", summands.join(" + "));
            ("write the sum with `+`".to_owned(), sum)
        });
        let message = "CindyGL has no `sum` of whole numbers at pixels";
        self.say(term, Code::NotInCindyGL, message.to_owned(), fix);
    }

    /// A term as it can stand beside any operator.
    fn enclosed(&self, term: TermId) -> String {
        let program = &self.applet.program;
        let written = self.applet.written(term);
        let is_closed = match program.kind(term) {
            TermKind::Number(_) | TermKind::Variable(_) | TermKind::Field { .. } => true,
            TermKind::Call { callee, .. } => {
                program.callee(callee).operator().is_none() && written.ends_with(')')
            }
            _ => false,
        };
        match is_closed {
            true => written.to_owned(),
            false => format!("({written})"),
        }
    }

    /// True if CindyGL has only whole numbers in a list; its sizes and powers are real.
    fn is_whole_list(&self, body: &Body, list: TermId) -> bool {
        let program = &self.applet.program;
        match (program.kind(list), self.applet.solution.ty(body.slot(list))) {
            (TermKind::List(elements), _) => {
                let mut elements = program.children(elements).iter();
                elements.all(|&one| self.is_whole(body, one))
            }
            // The length of a range is another matter.
            (_, Type::List(of)) => {
                program.intrinsic(list) != Some(Intrinsic::Range) && is_whole_number(&of.element)
            }
            _ => false,
        }
    }

    fn is_whole(&self, body: &Body, term: TermId) -> bool {
        use Intrinsic::{Abs, Add, Distance, Divide, Max, Min, Multiply, Negate, Power, Subtract};
        let program = &self.applet.program;
        let mut is_whole = is_whole_number(self.applet.solution.ty(body.slot(term)));
        match program.intrinsic(term) {
            Some(Abs | Distance | Divide | Power) => return false,
            Some(Add | Subtract | Negate | Multiply | Max | Min) => {
                program.for_each_operand(term, |operand| is_whole &= self.is_whole(body, operand));
            }
            _ => {}
        }
        is_whole
    }

    /// A function of numbers that is applied to each element of a list.
    pub(crate) fn of_each(
        &mut self,
        body: &Body,
        term: TermId,
        builtin: BuiltinId,
        arguments: &[TermId],
    ) {
        use Intrinsic::{Ceil, Conjugate, Floor, Im, Re, Round};
        let (Some(Ceil | Conjugate | Floor | Im | Re | Round), &[list]) =
            (builtin.intrinsic(), arguments)
        else {
            return;
        };
        let ty = self.applet.solution.ty(body.slot(list));
        let is_flat = matches!(ty, Type::List(list) if list.element.scalar().is_some());
        if ty.as_list().is_none() {
            return;
        }
        let name = builtin.name();
        let fix = is_flat.then(|| {
            let free = self.applet.program.names.free();
            let text = format!(
                "apply({}, {free}, {name}({free}))",
                self.applet.written(list)
            );
            (format!("write `apply(.., {free}, {name}({free}))`"), text)
        });
        let message = format!("CindyGL has no `{name}` of a list at pixels");
        self.say(term, Code::NotInCindyGL, message, fix);
    }

    /// A range as a factor of a list.
    pub(crate) fn range_in_product(
        &mut self,
        body: &Body,
        term: TermId,
        builtin: BuiltinId,
        arguments: &[TermId],
    ) {
        let program = &self.applet.program;
        let is_list = |term: TermId| self.applet.solution.ty(body.slot(term)).as_list().is_some();
        let is_range = |term: TermId| program.intrinsic(term) == Some(Intrinsic::Range);
        if let (Some(Intrinsic::Multiply), &[a, b]) = (builtin.operator(), arguments)
            && is_list(a)
            && is_list(b)
            && let Some(range) = [a, b].into_iter().find(|&factor| is_range(factor))
        {
            let message = "CindyGL cannot multiply a range and a list at pixels";
            self.outside(term, message.to_owned(), range);
        }
    }

    /// Several elements of a list at once.
    pub(crate) fn several_elements(&mut self, term: TermId, base: TermId, index: TermId) {
        let program = &self.applet.program;
        let message = "CindyGL takes one element of a list at pixels, not several";
        let places = match program.kind(index) {
            TermKind::List(places) => program.children(places),
            _ => &[],
        };
        let is_number = |&place: &TermId| matches!(program.kind(place), TermKind::Number(_));
        let is_plain = program.name_of(base).is_some() && places.iter().all(is_number);
        let fix = (is_plain && !places.is_empty()).then(|| {
            let list = self.applet.written(base);
            let elements = places.iter().map(|&place| self.applet.written(place));
            let elements: Vec<String> = elements.map(|at| format!("{list}_{at}")).collect();
            let text = format!("[{}]", elements.join(", "));
            (format!("write `{text}`"), text)
        });
        self.say(term, Code::NotInCindyGL, message.to_owned(), fix);
    }

    /// A loop whose variable is `#` and that goes through what is made of the pixel, which is `#` too.
    pub(crate) fn loop_over_the_pixel(&mut self, body: &Body, term: TermId, iteration: &Iteration) {
        let program = &self.applet.program;
        let is_counted = iteration.kind == IterationKind::Repeat;
        if is_counted || iteration.element_term.is_some() || iteration.may_be_two_values() {
            return;
        }
        let (first, last) = (program.term(iteration.domain).first, iteration.domain);
        let variables = self.applet.variables();
        let mut uses = variables.within(iteration.element, first, last).iter();
        let is_pixel = |&term: &TermId| {
            let link = self.applet.solution.slot(body.slot(term)).link;
            self.of_plots.get(&link) == Some(&true)
        };
        if !uses.any(is_pixel) {
            return;
        }
        let message = format!(
            "in CindyGL, `#` is both the pixel and the running variable of this `{}`",
            iteration.kind.name()
        );
        let fix = self.with_named_variable(iteration);
        self.say(term, Code::NotInCindyGL, message, fix);
    }

    /// A number that is missing where a condition is false.
    pub(crate) fn no_else(&mut self, body: &Body, term: TermId, then: TermId) {
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
            "CindyGL ignores the condition here: without a third argument of `if`, the value is `{}` \
             everywhere",
            self.applet.written(then)
        );
        let written = self.applet.written(term);
        let fix = written.strip_suffix(')').map(|inner| {
            let title = "write the other value: `, 0`".to_owned();
            (title, format!("{inner}, 0)"))
        });
        self.say_otherwise(term, message, fix);
    }

    /// The remainder of a complex number.
    pub(crate) fn complex_mod(&mut self, body: &Body, term: TermId, arguments: &[TermId]) {
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

    /// A variable that is an operand, and that a later operand assigns: CindyGL reads it after that.
    pub(crate) fn assigned_later(&mut self, body: &Body, operands: &[TermId]) {
        /// The most operands with assignments that are looked at.
        const ASSIGNING: usize = 64;
        let program = &self.applet.program;
        let is_variable = |term: &TermId| matches!(program.kind(*term), TermKind::Variable(_));
        let first = operands.iter().position(is_variable);
        let others = operands.iter().copied().enumerate();
        let others = others.skip(first.map_or(operands.len(), |first| first + 1));
        let assigning = others.filter(|&(_, operand)| self.may_assign(operand));
        let assigning: Vec<(usize, TermId)> = assigning.take(ASSIGNING).collect();
        if assigning.is_empty() {
            return;
        }
        for (place, &read) in operands.iter().enumerate() {
            let program = &self.applet.program;
            let TermKind::Variable(name) = program.kind(read) else {
                continue;
            };
            let later = assigning.iter().filter(|(later, _)| *later > place);
            let mut later = later.map(|&(_, operand)| operand);
            if let Some(later) = later.find(|&operand| self.assigns(body, operand, name)) {
                let (name, later) = (program.names.text(name), self.applet.text(later));
                let message =
                    format!("CindyGL reads this `{name}` after `{later}` has assigned it");
                if self.say_otherwise(read, message, None)
                    && let Some(said) = self.found.last_mut()
                {
                    said.help = Some(format!("store `{name}` in another variable before"));
                }
            }
        }
    }

    /// True if a term has an assignment, or calls a function.
    fn may_assign(&self, term: TermId) -> bool {
        let program = &self.applet.program;
        program.subtree(term).any(|term| match program.kind(term) {
            TermKind::Assign { .. } => true,
            TermKind::Call { callee, .. } => !program.callee(callee).definitions.is_empty(),
            _ => false,
        })
    }

    /// True if a term of a body assigns a variable, or calls a function that does.
    fn assigns(&self, body: &Body, term: TermId, name: NameId) -> bool {
        /// The most calls that the search visits.
        const CALLS: usize = 64;
        let program = &self.applet.program;
        let first = program.term(term).first;
        if !self
            .applet
            .assignments()
            .within(name, first, term)
            .is_empty()
        {
            return true;
        }
        if let BodyKind::Function(function) = body.kind
            && program.bound_by_function(function).any(|own| own == name)
        {
            return false;
        }
        let calls = program
            .subtree(term)
            .filter_map(|term| match program.kind(term) {
                TermKind::Call { callee, .. } => program.callee(callee).definitions.last(),
                _ => None,
            });
        let summaries = &self.applet.facts.summaries;
        let mut calls = calls.take(CALLS);
        calls.any(|&function| summaries.function(function).writes.outer.contains(name))
    }

    /// A function whose name cannot stand in a shader.
    pub(crate) fn function_name(&mut self, call: TermId, name: &str) {
        if names::is_foreign(name) && name.starts_with(char::is_alphabetic) {
            let message = format!("`{name}` has characters that names in CindyGL cannot have");
            self.say(call, Code::NameInCindyGL, message, None);
        }
    }

    /// Variables of the colorplot that have the name of a builtin which it calls.
    pub(crate) fn clashes(&mut self, body: &Body) {
        let program = &self.applet.program;
        let BodyKind::Plot(_) = body.kind else { return };
        let terms = || body.terms();
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
                    "in CindyGL, a variable and a function, such as `{}`, cannot have the same name",
                    self.applet.text(call)
                );
                self.say(target, Code::NameInCindyGL, message, None);
            }
        }
    }
}
