//! Names and calls that mean nothing.

use std::rc::Rc;

use cindyscript_diagnostic::{Code, Diagnostic, Fix, Related, Severity};
use cindyscript_hir::builtins::{self, BuiltinId, Category, Control, Form, Intrinsic};
use cindyscript_hir::names::{HASH, NameId};
use cindyscript_hir::plugins::is_of_cindygl;
use cindyscript_hir::presets;
use cindyscript_hir::program::{Callee, CalleeId, Children, TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type, one_of};
use cindyscript_infer::{Definer, Slot};
use rustc_hash::FxHashMap;
use text_size::{TextRange, TextSize};

use super::foreign::{self, Advice};
use super::loops;
use super::usage;
use crate::checker::Checker;
use crate::checker::MOST_SUGGESTIONS;
use cindyscript_analysis::statements::parameters;

/// Whether the arguments of a builtin are code in which it binds names, or that it may not run.
fn binds_names(name: &str) -> bool {
    usage::is_control(name, Control::If)
        || usage::is_control(name, Control::While)
        || usage::is(name, Intrinsic::Plot)
}

/// True if a part of the picture is missing where the preview lacks this.
fn is_seen(what: &str) -> bool {
    matches!(what, "3D drawing" | "Riemann surfaces")
}

impl Checker<'_> {
    /// Calls of what does not exist, or with another number of arguments.
    pub(crate) fn calls(&mut self) {
        let program = &self.analysis.program;
        let is_suspect = |row: &Callee| {
            let is_plain = |id: BuiltinId| {
                matches!(
                    id.row().form,
                    Form::Strict | Form::Special(_) | Form::Evaluate
                )
            };
            row.definitions.is_empty() && !row.builtin.is_some_and(is_plain)
        };
        let is_suspect: Vec<bool> = program.callees.iter().map(is_suspect).collect();
        let is_less = |row: &Callee| row.is(Intrinsic::Less);
        let is_less: Vec<bool> = program.callees.iter().map(is_less).collect();
        let of_image = |row: &Callee| {
            let builtin = row.plain_builtin();
            builtin.filter(|builtin| builtin.row().image.is_some())
        };
        let of_image: Vec<Option<BuiltinId>> = program.callees.iter().map(of_image).collect();
        // Few arguments have a `:`, a `<-` or a `;` in them.
        let is_notable = |&argument: &TermId| match program.kind(argument) {
            TermKind::UserData { .. } | TermKind::Sequence(_) => true,
            TermKind::Call { callee, .. } => is_less[callee.index()],
            _ => false,
        };
        for (term, id) in program.terms.iter().zip(0..) {
            let id = TermId(id);
            match term.kind {
                TermKind::Call {
                    callee, arguments, ..
                } if is_suspect[callee.index()] => {
                    self.suspect_call(id, program.callee(callee), arguments);
                }
                TermKind::Call {
                    callee, arguments, ..
                } => {
                    if let Some(builtin) = of_image[callee.index()] {
                        self.image_order(id, builtin, arguments);
                    }
                    if !program.children(arguments).iter().any(is_notable) {
                        continue;
                    }
                    match self.has_colon(arguments) {
                        true => self.mistaken_modifiers(id),
                        false => self.separated_arguments(id, arguments),
                    }
                }
                TermKind::List(rows) => self.separated_rows(id, rows),
                TermKind::UserData { base, key } => self.range_by_colon(id, base, key),
                TermKind::Sequence(statements) => self.unused_values(statements),
                TermKind::Number(_) | TermKind::Variable(_) => self.spaces(id),
                TermKind::Iterate(_) => self.unnamed_loop(id),
                _ => {}
            }
        }
        self.last_statements();
    }

    /// A call of what is neither a function of the applet nor a plain builtin.
    fn suspect_call(&mut self, term: TermId, row: &Callee, arguments: Children) {
        match row.builtin {
            Some(id)
                if id
                    .row()
                    .plugin
                    .is_some_and(|plugin| !self.analysis.uses_plugin(plugin)) =>
            {
                self.undefined_function(term, row, arguments);
            }
            Some(id) if matches!(id.row().form, Form::Unavailable | Form::OutOfScope(_)) => {
                self.not_available(term, row, id);
            }
            // A special form that lowering could not make sense of.
            Some(id) if id.row().form == Form::Control(Control::Code) => {
                let message = "the parameters of code are names: `x`, or `(x, y)`";
                self.say(term, Code::NotAName, message);
            }
            Some(_) => {}
            None => self.unknown_call(term, row, arguments),
        }
    }

    /// A call of what CindyJS has and the preview has not.
    fn not_available(&mut self, term: TermId, row: &Callee, id: BuiltinId) {
        // Sound, say, is missing wherever it is called.
        if let Form::OutOfScope(what) = id.row().form
            && !self.absent.insert(what)
        {
            return;
        }
        let message = format!("`{}` is not available in the preview", row.name);
        let (severity, help) = match id.row().form {
            Form::OutOfScope(what) if is_seen(what) => (
                Severity::Warning,
                Some(format!("the preview has no {what}")),
            ),
            Form::OutOfScope(what) => (Severity::Hint, Some(format!("the preview has no {what}"))),
            _ => (Severity::Warning, None),
        };
        if let Some(said) = self.say_as(term, Code::NotAvailable, severity, message) {
            said.help = help;
        }
    }

    fn unknown_call(&mut self, term: TermId, row: &Callee, arguments: Children) {
        let program = &self.analysis.program;
        if row.name == HASH {
            self.hash_called(term, arguments);
            return;
        }
        if row
            .name
            .chars()
            .next()
            .is_none_or(|first| !first.is_alphabetic())
        {
            return; // an operator with a missing operand: the parser has said so
        }
        if self.variable_called(term, row, arguments) || self.constant_called(term, row, arguments)
        {
            return;
        }
        // `area(r) == pi*r^2`, where there is an `area` of three points.
        if self.meant.contains(row.name.as_str()) && row.definitions.is_empty() {
            return;
        }
        let lower = row.name.to_lowercase();
        let functions = self.functions();
        let own = functions.get(&lower).map_or(&[][..], Vec::as_slice);
        let own: Vec<&Callee> = own.iter().map(|&id| program.callee(id)).collect();
        let arities = builtins::arities(&row.name);
        if own.is_empty() && arities.is_empty() {
            self.undefined_function(term, row, arguments);
            return;
        }
        let counts = own.iter().map(|other| other.arity);
        let counts = counts.chain(arities.iter().flatten().map(|&arity| u32::from(arity)));
        let takes = one_of(counts.collect());
        let message = format!(
            "`{}` takes {takes} argument{}, not {}",
            row.name,
            if takes == "1" { "" } else { "s" },
            arguments.len(),
        );
        let related = own
            .iter()
            .flat_map(|other| &other.definitions)
            .map(|&definition| {
                let function = program.function(definition);
                Related {
                    range: self.analysis.to_file(function.script, function.name_range),
                    message: format!("`{}` is defined here", row.name),
                }
            })
            .collect();
        // A value that is not printed is missed by nobody.
        let prints = own.is_empty()
            && builtins::named(&lower)
                .iter()
                .all(|builtin| builtin.row().category == Category::Console);
        let severity = if prints {
            Severity::Warning
        } else {
            Severity::Error
        };
        let given = program.children(arguments).to_vec();
        let advice = match own.first().and_then(|row| row.definitions.last()) {
            None => self
                .colon_modifiers(term, &given)
                .or_else(|| self.meant_by_call(term, &lower, &given)),
            Some(&definition) => self.own_semicolons(&own, &given).or_else(|| {
                let parameters = program.function(definition).named_parameters().iter();
                let names = parameters.map(|one| program.names.text(one.name));
                // One that is none has been told.
                let names: Vec<&str> = names
                    .map(|name| if name.is_empty() { "..." } else { name })
                    .collect();
                Some(Advice {
                    help: format!("write {}({})", row.name, names.join(", ")),
                    fix: None,
                })
            }),
        };
        let is_loop = loops::kind(&lower).is_some();
        let has_modifiers = own.is_empty() && self.has_colon(arguments);
        // What stands behind its `)` was meant as its branches.
        let end = self.analysis.range(term).end();
        let fix = advice.as_ref().and_then(|advice| advice.fix.as_ref());
        if usage::is_control(&lower, Control::If) && fix.is_some_and(|fix| fix.range.end() > end) {
            self.told_of_rest(term);
        }
        if has_modifiers || is_loop || binds_names(&lower) {
            self.quieten(term);
        }
        // The parts between semicolons were meant as arguments.
        let range = self.analysis.range(term);
        let is_sequence = |&term: &TermId| matches!(program.kind(term), TermKind::Sequence(_));
        if given.iter().any(is_sequence) {
            self.found.retain(|found| {
                found.code != Code::UnusedComparison || !range.contains_range(found.range)
            });
        }
        if let Some(said) = self.say_of_call(term, Code::WrongArity, severity, message) {
            said.related = related;
            if let Some(Advice { help, fix }) = advice {
                said.help = Some(help);
                said.fix = fix;
            }
        }
    }

    /// The functions of the applet by their names in lower case.
    fn functions(&mut self) -> Rc<FxHashMap<String, Vec<CalleeId>>> {
        if let Some(known) = &self.functions {
            return Rc::clone(known);
        }
        let mut functions: FxHashMap<String, Vec<CalleeId>> = FxHashMap::default();
        for (row, id) in self.analysis.program.callees.iter().zip(0..) {
            if !row.definitions.is_empty() {
                let same = functions.entry(row.name.to_lowercase()).or_default();
                same.push(CalleeId(id));
            }
        }
        let functions = Rc::new(functions);
        self.functions = Some(Rc::clone(&functions));
        functions
    }

    /// Names in a call that was meant in another way are not missed.
    pub(crate) fn quieten(&mut self, call: TermId) {
        let first = self.analysis.program.term(call).first;
        self.quiet.push((first, call));
    }

    /// A variable with brackets behind it, which were to take an element out of it, or to multiply.
    fn variable_called(&mut self, term: TermId, row: &Callee, arguments: Children) -> bool {
        let program = &self.analysis.program;
        let Some(name) = program.names.get(&row.name) else {
            return false;
        };
        let is_function = self.functions().contains_key(&row.name.to_lowercase());
        let Some(slot) = self.solution.global(name).filter(|_| !is_function) else {
            return false;
        };
        if !self.analysis.defined().contains(name) {
            return false;
        }
        let given = program.children(arguments);
        let written: Vec<&str> = given
            .iter()
            .map(|&term| self.analysis.written(term))
            .collect();
        let name = &row.name;
        // `l[1:3]`
        if let (&[part], [text], Type::List(_) | Type::Tuple(_) | Type::String) =
            (given, &written[..], self.solution.ty(slot))
            && let TermKind::UserData { .. } = program.kind(part)
        {
            let part = format!("{name}_({})", text.replacen(':', "..", 1));
            let (range, fix) = (self.analysis.range(term), &part);
            let fix = write(range, fix);
            let message = format!("`{name}` is a list, not a function");
            self.quieten(term);
            self.found.retain(|found| {
                found.code != Code::ForeignOperator || !range.contains_range(found.range)
            });
            if let Some(said) =
                self.say_of_call(term, Code::UndefinedFunction, Severity::Error, message)
            {
                said.help = Some(format!("a part of a list is written {part}"));
                said.fix = Some(fix);
            }
            return true;
        }
        let index = |term: TermId, written: &str| match program.kind(term) {
            TermKind::Number(0.0) => "1".to_owned(),
            TermKind::Number(_) | TermKind::Variable(_) | TermKind::Text(_) => written.to_owned(),
            _ => format!("({written})"),
        };
        let (what, instead, help) = match self.solution.ty(slot) {
            Type::List(_) | Type::Tuple(_) | Type::String | Type::Point if !given.is_empty() => {
                let places = given.iter().zip(&written);
                let places: Vec<String> = places
                    .map(|(&term, written)| index(term, written))
                    .collect();
                let element = format!("{name}_{}", places.join("_"));
                let first = format!("{name}_1");
                let help = match element == first {
                    true => format!("an element of a list is written {element}"),
                    false => {
                        format!("an element of a list is written {element}, the first is {first}")
                    }
                };
                let what = match self.solution.ty(slot) {
                    Type::String => "a string",
                    _ => "a list",
                };
                (what, element, help)
            }
            Type::Dictionary => {
                let &[key] = given else { return false };
                let value = match program.kind(key) {
                    TermKind::Variable(variable) if !self.analysis.defined().contains(variable) => {
                        format!("{name}.{}", written[0])
                    }
                    TermKind::Text(text)
                        if program.text(text).chars().all(char::is_alphanumeric) =>
                    {
                        format!("{name}.{}", program.text(text))
                    }
                    _ => format!("{name}_{}", index(key, written[0])),
                };
                let help = format!("the value of a key is written {value}");
                ("a dictionary", value, help)
            }
            Type::Scalar(scalar) if *scalar != Scalar::Boolean => {
                let [factor] = written[..] else { return false };
                let product = format!("{name}*({factor})");
                let help = format!("to multiply, write {product}");
                ("a number", product, help)
            }
            _ => return false,
        };
        let message = format!("`{name}` is {what}, not a function");
        let fix = write(self.analysis.range(term), &instead);
        self.quieten(term);
        if let Some(said) =
            self.say_of_call(term, Code::UndefinedFunction, Severity::Error, message)
        {
            said.help = Some(help);
            said.fix = Some(fix);
        }
        true
    }

    /// `pi()`
    fn constant_called(&mut self, term: TermId, row: &Callee, arguments: Children) -> bool {
        let is_defined = self.functions().contains_key(&row.name.to_lowercase());
        let is_number = presets::find(&row.name).is_some_and(|preset| preset.value.is_number());
        if is_defined || !is_number || !arguments.is_empty() {
            return false;
        }
        let name = &row.name;
        let fix = write(self.analysis.range(term), name);
        let message = format!("`{name}` is a number, not a function");
        if let Some(said) =
            self.say_of_call(term, Code::UndefinedFunction, Severity::Error, message)
        {
            said.help = Some(format!("write {name}"));
            said.fix = Some(fix);
        }
        true
    }

    /// `#[1]`
    fn hash_called(&mut self, term: TermId, arguments: Children) {
        let given = self.analysis.program.children(arguments);
        let element = match given {
            &[index] => match self.analysis.program.kind(index) {
                TermKind::Number(0.0) => "#_1".to_owned(),
                TermKind::Number(_) | TermKind::Variable(_) => {
                    format!("#_{}", self.analysis.written(index))
                }
                _ => format!("#_({})", self.analysis.written(index)),
            },
            _ => return,
        };
        let fix = write(self.analysis.range(term), &element);
        let message = "`#` is a value, not a function";
        if let Some(said) =
            self.say_of_call(term, Code::UndefinedFunction, Severity::Error, message)
        {
            said.help = Some(format!("an element of a list is written {element}"));
            said.fix = Some(fix);
        }
    }

    /// `f := x^2`, where `f(2)` is called: the parameter is missing in the definition.
    fn without_parameters(&mut self, call: TermId, row: &Callee, arguments: Children) -> bool {
        let program = &self.analysis.program;
        let (Some(name), [_]) = (program.names.get(&row.name), program.children(arguments)) else {
            return false;
        };
        let definition = program.terms.iter().zip((0..).map(TermId));
        let mut definition = definition.filter_map(|(term, id)| match term.kind {
            TermKind::DefineLazy { target, body } if program.name_of(target) == Some(name) => {
                Some((id, target, body))
            }
            _ => None,
        });
        let Some((definition, target, body)) = definition.next() else {
            return false;
        };
        let mut within = (program.term(body).first.0..=body.0).map(TermId);
        let unknown = within.find_map(|term| {
            let name = program.name_of(term)?;
            (!self.analysis.defined().contains(name)).then(|| program.names.text(name))
        });
        let parameter = unknown.unwrap_or("x");
        let head = format!("{}({parameter})", row.name);
        let end = self.analysis.range(target).end();
        let related = Related {
            range: self.analysis.range(call),
            message: format!("`{}` is called here with an argument", row.name),
        };
        self.quieten(definition);
        let message = format!(
            "`{}` has no parameter here, and is called with one",
            row.name
        );
        if let Some(said) = self.say_as(
            definition,
            Code::UndefinedFunction,
            Severity::Error,
            message,
        ) {
            said.help = Some(format!("write {head} := ..."));
            said.related = vec![related];
            said.fix = Some(Fix::new(
                TextRange::empty(end),
                format!("({parameter})"),
                format!("write `{head}`"),
            ));
        }
        true
    }

    /// `P(1, 2)`, which gives a point its coordinates at school.
    fn point_given(&mut self, call: TermId, row: &Callee, arguments: Children) -> bool {
        let program = &self.analysis.program;
        let given = program.children(arguments);
        let is_point =
            row.name.len() <= 2 && row.name.starts_with(|c: char| c.is_ascii_uppercase());
        let is_statement = match self.analysis.parent(call) {
            Some(outer) => matches!(program.kind(outer), TermKind::Sequence(_)),
            None => true,
        };
        let are_numbers = given.len() == 2 && given.iter().all(|&term| self.is_number(term));
        if !is_point || !is_statement || !are_numbers {
            return false;
        }
        let point = format!("{} = [{}]", row.name, self.all_written(given, ", "));
        if let Some(name) = program.names.get(&row.name) {
            self.meant.insert(program.names.text(name));
        }
        let fix = write(self.analysis.range(call), &point);
        let message = format!("the function `{}` is not defined", row.name);
        if let Some(said) =
            self.say_of_call(call, Code::UndefinedFunction, Severity::Error, message)
        {
            said.help = Some(format!("a point is given by {point}"));
            said.fix = Some(fix);
        }
        true
    }

    /// `f'(x)`
    fn derivative(&mut self, call: TermId, row: &Callee, arguments: Children) -> bool {
        let &[at] = self.analysis.program.children(arguments) else {
            return false;
        };
        let Some(function) = row.name.strip_suffix('\'') else {
            return false;
        };
        let is_own = self.functions().contains_key(&function.to_lowercase());
        if !is_own && builtins::find(function, 1).is_none() {
            return false;
        }
        let derivative = format!("d({function}(#), {})", self.analysis.written(at));
        let fix = write(self.analysis.range(call), &derivative);
        let message = format!("the function `{}` is not defined", row.name);
        if let Some(said) =
            self.say_of_call(call, Code::UndefinedFunction, Severity::Error, message)
        {
            said.help = Some(format!("the derivative is {derivative}"));
            said.fix = Some(fix);
        }
        true
    }

    fn undefined_function(&mut self, term: TermId, row: &Callee, arguments: Children) {
        let program = &self.analysis.program;
        let name = row.name.to_lowercase();
        let host = &self.analysis.source().host;
        if host.functions.iter().any(|function| function.name == name) {
            let message = format!("`{}` is not available in the preview", row.name);
            if let Some(said) = self.say_as(term, Code::NotAvailable, Severity::Hint, message) {
                said.help = Some("the page's JavaScript defines it".to_owned());
            }
            return;
        }
        let library = || is_of_cindygl(&name).then(|| "CindyGL's library".to_owned());
        if let Some(definer) = self.opaque.functions.as_ref().map(words).or_else(library) {
            let message = format!("the function `{}` is not defined here", row.name);
            let help = format!("{definer} may define it");
            if let Some(said) =
                self.say_of_call(term, Code::UndefinedFunction, Severity::Hint, message)
            {
                said.help = Some(help);
            }
            return;
        }
        if self.without_parameters(term, row, arguments) || self.derivative(term, row, arguments) {
            return;
        }
        if self.point_given(term, row, arguments) {
            return;
        }
        let message = format!("the function `{}` is not defined", row.name);
        let own = program
            .callees
            .iter()
            .filter(|other| !other.definitions.is_empty());
        let own = own.map(|other| other.name.as_str());
        let builtins = builtins::all().map(|builtin| -> &str { builtin.name() });
        let candidates = own.chain(builtins);
        let called = self.called(term);
        self.quieten(term);
        let foreign = self.foreign_call(term, row, arguments, called);
        self.forget_body_of_definition(called);
        let meant = match foreign {
            Some(_) => None,
            None => self.nearest("function", &row.name, candidates),
        };
        let advice = foreign.unwrap_or_else(|| {
            let parameters = parameters(self.analysis, program.children(arguments));
            Advice {
                help: format!(
                    "CindyScript has none of that name; define it by {}({}) := ...",
                    row.name,
                    parameters.join(", ")
                ),
                fix: None,
            }
        });
        if let Some(said) =
            self.say_of_call(term, Code::UndefinedFunction, Severity::Error, message)
        {
            said.help = Some(advice.help);
            said.fix = advice.fix;
            if let Some(meant) = meant {
                meant.put(said, |meant| Some(write(called, meant)));
            }
        }
    }

    /// Says something of a call where the name of the function stands.
    pub(crate) fn say_of_call(
        &mut self,
        call: TermId,
        code: Code,
        severity: Severity,
        message: impl Into<String>,
    ) -> Option<&mut Diagnostic> {
        let name = self.called(call);
        let said = self.say_as(call, code, severity, message)?;
        said.about = Some(std::mem::replace(&mut said.range, name));
        Some(said)
    }

    /// The range of the name of a function in a call of it.
    pub(crate) fn called(&self, call: TermId) -> TextRange {
        let range = self.analysis.range(call);
        let text = self.analysis.document.text();
        let call = text.get(std::ops::Range::<usize>::from(range));
        let name = call.and_then(|call| call.split(['(', '[']).next());
        let name = name.unwrap_or_default().trim_end();
        TextRange::at(range.start(), TextSize::of(name))
    }

    /// A name that is read and that nothing gives a value.
    pub(crate) fn name(&mut self, term: TermId, name: NameId, slot: &Slot) {
        let analysis = self.analysis;
        let names = &analysis.program.names;
        let is_defined = analysis.defined().contains(name);
        if self.is_page_half_read || self.solution.global(name) != Some(slot.link) {
            return;
        }
        if is_defined {
            return self.made_of_itself(name, slot.link);
        }
        let text = names.text(name);
        let is_numbered = text.starts_with('#') && text != HASH;
        let is_library = is_of_cindygl(text);
        if text.is_empty() || is_numbered || is_library || self.opaque.may_bind(term, name) {
            return;
        }
        let misdefined = self.misdefined.get(&name);
        if misdefined.is_some_and(|places| places.contains(term))
            || self.quieted.contains(term)
            || self.underscored.contains(&name)
            || self.meant.contains(text)
            || self.said.contains(&(term, Code::SpacedName))
        {
            return;
        }
        // `f = lambda x: x^2`
        if let Some(("lambda", parameter)) = foreign::words(analysis.written(term)) {
            self.meant.insert(parameter);
        }
        let message = match text {
            HASH => "`#` has a value only inside of loops and colorplots".to_owned(),
            _ if analysis.written(term).contains([' ', '\t']) => {
                format!("this is one name: `{text}` is never given a value")
            }
            _ => format!("`{text}` is never given a value"),
        };
        let known = analysis.defined().iter().map(|id| names.text(id));
        let mut suggestion = None;
        let (nearest, fix) = match foreign::name(text, analysis.written(term)) {
            Some((help, instead)) => {
                let fix = instead.map(|instead| write(analysis.range(term), &instead));
                (Some(help), fix)
            }
            None => {
                let meant = self.nearest("name", text, known);
                let told = self.suggested.get("name").copied().unwrap_or_default();
                let is_early = told <= MOST_SUGGESTIONS && self.opaque.names.is_none();
                if is_early && meant.is_none() && self.is_underscored(term, name) {
                    return;
                }
                let pixel = self.coordinate_of_pixel(term, text);
                let advice = match (pixel, told <= MOST_SUGGESTIONS) {
                    (Some((advice, pair)), _) => {
                        // One fix is for both.
                        self.meant.extend(pair);
                        Some(advice)
                    }
                    (None, true) => self.meant_by(term, text),
                    (None, false) => None,
                };
                match (meant, advice) {
                    (_, Some(Advice { help, fix })) => (Some(help), fix),
                    (Some(meant), None) => {
                        suggestion = Some(meant);
                        (None, None)
                    }
                    (None, None) if text == HASH || self.opaque.names.is_some() => (None, None),
                    (None, None) => (Some(format!("give it a value before: {text} = ...")), None),
                }
            }
        };
        let (severity, help) = match &self.opaque.names {
            Some(definer) if text != HASH => {
                let help = format!("{} may give it one", words(definer));
                (Severity::Hint, nearest.or(Some(help)))
            }
            _ => (Severity::Warning, nearest),
        };
        if let Some(said) = self.say_as(term, Code::UndefinedName, severity, message) {
            said.help = help;
            said.fix = fix;
            if let Some(suggestion) = suggestion {
                let range = analysis.range(term);
                suggestion.put(said, |meant| Some(write(range, meant)));
            }
        }
    }
}

/// What may define what the file does not, to follow *may*.
fn words(definer: &Definer) -> String {
    match definer {
        Definer::Plugin(Some(name)) => format!("the plugin `{name}`"),
        Definer::Plugin(None) => "a plugin".to_owned(),
        Definer::Import => "what the page imports".to_owned(),
        Definer::Builtin(builtin) => format!("what `{}` runs", builtin.name()),
        Definer::JavaScript => "the page's JavaScript".to_owned(),
    }
}

/// Puts the name that is meant in the place of another.
#[track_caller]
pub(crate) fn write(range: TextRange, meant: &str) -> Fix {
    Fix::new(range, meant, format!("write `{meant}`"))
}
