//! A walk over the terms of each colorplot, and the look-ups that many of its checks share.

use cindyscript_analysis::{Doubt, InferredApplet};
use cindyscript_diagnostic::{Code, Diagnostic, Fix};
use cindyscript_hir::builtins::{self, Builtin, BuiltinId, CindyGl, Effect, Intrinsic};
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{
    CalleeId, Children, FunctionId, Iteration, IterationId, IterationKind, ModifierRange, PlotId,
    TermId, TermKind,
};
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_infer::split::Coordinate;
use cindyscript_infer::{Body, BodyId, BodyKind, Role, SlotId, SlotSubject};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::names;

/// The terms that read each variable of the pixel programs.
pub(crate) type Reads = FxHashMap<SlotId, Vec<SlotId>>;

/// True if CindyGL computes a builtin of what a loop counts when it unrolls the loop.
pub(crate) fn is_counted_there(builtin: BuiltinId) -> bool {
    use Intrinsic::{Add, Multiply, Negate, Plus, Range, Subtract};
    let operator = builtin.operator();
    matches!(
        operator,
        Some(Add | Plus | Subtract | Negate | Multiply | Range)
    )
}

pub(crate) struct Reader<'a> {
    pub(crate) applet: &'a InferredApplet,
    /// The types that are guesses: no remark is about them.
    pub(crate) doubt: &'a Doubt,
    pub(crate) said: FxHashSet<(TermId, Code)>,
    pub(crate) found: Vec<Diagnostic>,
    /// For each of the author's functions, a feature that it uses and CindyGL lacks at pixels.
    pub(crate) functions: FxHashMap<FunctionId, Option<String>>,
    /// The bodies of each function at the pixels of a colorplot, by its body.
    pub(crate) instances: FxHashMap<(FunctionId, BodyId), Vec<BodyId>>,
    /// Why CindyGL can make no function of one there, once it was asked for.
    pub(crate) unlike: FxHashMap<(FunctionId, BodyId), Option<String>>,
    /// The variables of colorplots themselves, and whether each is the pixel.
    pub(crate) of_plots: FxHashMap<SlotId, bool>,
    /// True if a variable holds nothing but lines, kept from the first query on.
    pub(crate) lines: FxHashMap<NameId, bool>,
    /// The running variables of the loops of the body that is being read.
    pub(crate) running: FxHashSet<SlotId>,
    /// For each list of that body, what it is given first if that and all else are lists of whole
    /// numbers, once it was asked for.
    pub(crate) whole: FxHashMap<NameId, Option<TermId>>,
    /// The terms that read each variable, found at the first use.
    pub(crate) reads: Option<Reads>,
    /// The functions of colorplots with a remark that CindyGL can make none.
    pub(crate) unlike_said: FxHashSet<(FunctionId, BodyId)>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(applet: &'a InferredApplet, doubt: &'a Doubt) -> Self {
        Self {
            applet,
            doubt,
            said: FxHashSet::default(),
            found: Vec::new(),
            functions: FxHashMap::default(),
            instances: FxHashMap::default(),
            unlike: FxHashMap::default(),
            of_plots: FxHashMap::default(),
            lines: FxHashMap::default(),
            running: FxHashSet::default(),
            whole: FxHashMap::default(),
            reads: None,
            unlike_said: FxHashSet::default(),
        }
    }

    /// Sorts what is looked up for many terms.
    pub(crate) fn sort(&mut self) {
        let solution = &*self.applet.solution;
        for &id in &solution.reachable {
            let body = solution.body(id);
            if let (BodyKind::Function(function), Some(pixel)) = (body.kind, body.pixel) {
                let instances = self.instances.entry((function, pixel.body));
                instances.or_default().push(id);
            }
        }
        for (&plot, variables) in &solution.plot_variables {
            let pixel = solution.body(plot).pixel;
            let pixel = pixel.map(|pixel| &self.applet.split(pixel.plot).pixel);
            for &(name, slot) in variables {
                let mut names = pixel.into_iter().flatten();
                let is_pixel = names.any(|pixel| pixel.name == name);
                *self.of_plots.entry(slot).or_default() |= is_pixel;
            }
        }
    }

    pub(crate) fn read(&mut self) {
        let solution = &*self.applet.solution;
        if solution.plots.is_empty() {
            return;
        }
        self.sort();
        let mut plots: Vec<PlotId> = solution.plots.keys().copied().collect();
        plots.sort_unstable();
        plots.retain(|&plot| !self.doubt.is_of_plot(plot));
        for plot in plots {
            self.coordinates(plot);
        }
        for &id in &solution.reachable {
            let body = solution.body(id);
            if body.pixel.is_none() {
                continue;
            }
            self.running = self.running_in(body);
            self.whole.clear();
            self.names(body);
            self.clashes(body);
            for (term, data) in solution.evaluated(body) {
                // A loop stands in the text, whatever its types are.
                let is_loop = matches!(self.applet.program.kind(term), TermKind::While { .. });
                if self.doubt.holds(body.slot(term)) && !is_loop {
                    continue;
                }
                if data.role == Role::Uniform {
                    self.before(body, term, &data.ty);
                } else {
                    self.term(body, term);
                }
            }
        }
    }

    /// Says of a term that the published page does not show it; false if the same was said of it
    /// before.
    pub(crate) fn say(
        &mut self,
        term: TermId,
        code: Code,
        message: String,
        fix: Option<(String, String)>,
    ) -> bool {
        let message = message + ", so the published page does not show this";
        self.note(term, code, message, fix)
    }

    /// The same where it shows something else.
    pub(crate) fn say_otherwise(
        &mut self,
        term: TermId,
        message: String,
        fix: Option<(String, String)>,
    ) -> bool {
        let message = message + ", so the published page shows something else";
        self.note(term, Code::OtherwiseInCindyGL, message, fix)
    }

    /// Says something about a term; false if the same was said of it before.
    pub(crate) fn note(
        &mut self,
        term: TermId,
        code: Code,
        message: String,
        fix: Option<(String, String)>,
    ) -> bool {
        if !self.said.insert((term, code)) {
            return false;
        }
        let range = self.applet.range(term);
        let fix = fix.map(|(title, text)| Fix::new(range, text, title));
        let help = fix.as_ref().map(|fix| fix.title.clone());
        self.found.push(Diagnostic {
            help,
            fix,
            ..self.applet.diagnostic(term, code, message)
        });
        true
    }

    pub(crate) fn term(&mut self, body: &Body, term: TermId) {
        let applet = self.applet;
        let program = &applet.program;
        match program.kind(term) {
            TermKind::While {
                condition,
                body: inner,
            } => self.while_loop(term, condition, inner),
            TermKind::Iterate(id) => self.iterate(body, term, id),
            TermKind::Index { base, index }
                if applet.solution.ty(body.slot(index)).as_list().is_some() =>
            {
                self.several_elements(term, base, index);
            }
            TermKind::Index { base, index } if self.varies(body, index) => {
                let message = "CindyGL needs an index that is the same at all pixels";
                self.say(index, Code::VaryingIndex, message.to_owned(), None);
                self.cases(body, term, base, index);
            }
            TermKind::Field { base, name } => {
                self.field(term, base, program.names.text(name));
            }
            TermKind::If {
                then,
                otherwise: None,
                ..
            } => self.no_else(body, term, then),
            TermKind::Assign { target, value } => self.assignment(body, term, target, value),
            TermKind::Define(_) | TermKind::DefineLazy { .. } => {
                let message = "CindyGL does not define functions at pixels";
                if self.say(term, Code::NotInCindyGL, message.to_owned(), None)
                    && let Some(said) = self.found.last_mut()
                {
                    said.help = Some("define it before the colorplot".to_owned());
                }
            }
            TermKind::List(elements) => {
                self.unlike(term, applet.solution.ty(body.slot(term)));
                self.assigned_later(body, program.children(elements));
            }
            TermKind::Call {
                callee, arguments, ..
            } if program.callee(callee).runs_code() => self.code_call(term, arguments),
            TermKind::Call {
                callee,
                arguments,
                modifiers,
            } => self.call(body, term, callee, arguments, modifiers),
            _ => {}
        }
    }

    /// An assignment, which CindyGL compiles for some targets and values only.
    fn assignment(&mut self, body: &Body, term: TermId, target: TermId, value: TermId) {
        let message = match self.applet.program.kind(target) {
            _ if *self.applet.solution.ty(body.slot(value)) == Type::String => {
                "CindyGL does not have strings at pixels"
            }
            TermKind::Index { base, .. } => return self.element(body, term, base, value),
            TermKind::List(_) => "CindyGL cannot assign to a list of variables at pixels",
            _ => return,
        };
        self.say(term, Code::NotInCindyGL, message.to_owned(), None);
    }

    fn while_loop(&mut self, term: TermId, condition: TermId, inner: TermId) {
        let (condition, inner) = (self.applet.written(condition), self.applet.written(inner));
        // Without a name, the counter would be `#`, which is the pixel here.
        let free = self.applet.program.names.free();
        let text = format!("repeat(100, {free}, if({condition}, {inner}))");
        let message = "CindyGL has no `while` at pixels".to_owned();
        let title = format!("write `repeat(100, {free}, if(..))`: at most 100 rounds");
        self.say(term, Code::NotInCindyGL, message, Some((title, text)));
    }

    /// A call of a function of the applet, or of a builtin.
    fn call(
        &mut self,
        body: &Body,
        term: TermId,
        callee: CalleeId,
        arguments: Children,
        modifiers: ModifierRange,
    ) {
        let applet = self.applet;
        let program = &applet.program;
        self.assigned_later(body, program.children(arguments));
        if let &[.., function] = program.callee(callee).definitions.as_slice() {
            self.signatures(body, term, function);
            self.becomes_complex_elsewhere(body, term, function);
            let name = &program.callee(callee).name;
            self.modifiers(term, name, !program.modifiers(modifiers).is_empty());
            self.function_name(term, name);
        }
        if let Some((builtin, _)) = program.builtin_call(term) {
            self.builtin(body, term, builtin, program.children(arguments));
        }
    }

    /// A loop.
    fn iterate(&mut self, body: &Body, term: TermId, id: IterationId) {
        let applet = self.applet;
        let program = &applet.program;
        let iteration = program.iteration(id);
        let named = usize::from(!iteration.is_unnamed());
        let between = iteration.element_term.or(iteration.ignored);
        let arguments = [Some(iteration.domain), between, Some(iteration.body)];
        let arguments: Vec<TermId> = arguments.into_iter().flatten().collect();
        let first = applet.solution.ty(body.slot(iteration.domain));
        let is_of_two = iteration.may_be_two_values() && first.scalar().is_some();
        if is_of_two {
            self.assigned_later(body, &[iteration.domain, iteration.body]);
        }
        if !is_of_two && let Some(builtin) = iteration.kind.builtin(2 + named) {
            self.missing(term, builtin, &arguments);
        }
        self.loop_over_the_pixel(body, term, iteration);
        if iteration.kind == IterationKind::ForAll && iteration.index.is_some() {
            let message = "CindyGL's `forall` has no variable for the index";
            self.say(term, Code::NotInCindyGL, message.to_owned(), None);
        }
        if iteration.kind == IterationKind::Repeat
            && let Some(modifier) = program.modifiers(iteration.modifiers).first()
        {
            let message =
                "CindyGL ignores the modifiers of `repeat`: it counts from 1 in steps of 1";
            self.say_otherwise(modifier.value, message.to_owned(), None);
        }
        if iteration.kind == IterationKind::Repeat && self.varies(body, iteration.domain) {
            let message = "CindyGL needs a number of rounds that is the same at all pixels";
            self.say(
                iteration.domain,
                Code::VaryingCount,
                message.to_owned(),
                None,
            );
            self.bound(term, id);
        }
    }

    /// A call of code.
    fn code_call(&mut self, term: TermId, arguments: Children) {
        let program = &self.applet.program;
        let code = program.children(arguments).first();
        if code.is_some_and(|&code| program.name_of(code).is_none()) {
            let message = "CindyGL calls a function of `cgllazy` only if it is in a variable";
            self.say(term, Code::NotInCindyGL, message.to_owned(), None);
        }
    }

    /// A call of a builtin.
    fn builtin(&mut self, body: &Body, term: TermId, builtin: BuiltinId, arguments: &[TermId]) {
        let applet = self.applet;
        // CindyGL has the forms of two values, and lacks the loops.
        if builtin.row().or_loop.is_none() {
            self.missing(term, builtin, arguments);
        }
        if builtin.is(Intrinsic::Range) && arguments.iter().any(|&end| self.varies(body, end)) {
            let message = "CindyGL needs a list length that is the same at all pixels";
            self.say(term, Code::VaryingCount, message.to_owned(), None);
        }
        self.becomes_complex(body, term);
        self.lines(body, term, builtin, arguments);
        self.whole_sum(body, term, builtin, arguments);
        self.of_each(body, term, builtin, arguments);
        self.range_in_product(body, term, builtin, arguments);
        if builtin.is(Intrinsic::Mod) {
            self.complex_mod(body, term, arguments);
        }
        let ty = |term: &TermId| applet.solution.ty(body.slot(*term));
        if let (Some(Intrinsic::Equal | Intrinsic::Unequal), [first, _]) =
            (builtin.intrinsic(), arguments)
            && matches!(
                ty(first),
                Type::List(_) | Type::Tuple(_) | Type::Scalar(Scalar::Complex)
            )
        {
            let (name, ty) = (builtin.name(), ty(first));
            let message = format!(
                "CindyGL compares only real numbers and truth values by `{name}`, and this is {}",
                ty.in_words()
            );
            self.say(term, Code::NotInCindyGL, message, None);
        }
    }

    /// A list of unlike elements.
    pub(crate) fn unlike(&mut self, term: TermId, ty: &Type) {
        let mut inner = ty;
        while let Type::List(list) = inner {
            inner = &list.element;
        }
        if let Type::Tuple(tuple) = inner
            && tuple.is_complete()
        {
            let message = format!(
                "in CindyGL, elements of a list have one type, but this is {}",
                inner.in_words()
            );
            self.say(term, Code::NotInCindyGL, message, None);
        }
    }

    /// A loop with a name for its variable, which was `#`: the title, and the text. A loop that has
    /// a `#` of its own inside is named first.
    pub(crate) fn with_named_variable(&self, iteration: &Iteration) -> Option<(String, String)> {
        let program = &self.applet.program;
        let mut inner = program.subtree(iteration.body);
        let is_unnamed = |term| match program.kind(term) {
            TermKind::Iterate(id) => program.iteration(id).is_unnamed(),
            _ => false,
        };
        if inner.any(is_unnamed) {
            return None;
        }
        let (name, free) = (iteration.kind.name(), program.names.free());
        let domain = self.applet.written(iteration.domain);
        let body = self.applet.written(iteration.body).replace('#', &free);
        let title = format!("name its variable: `{name}(.., {free}, ..)`");
        Some((title, format!("{name}({domain}, {free}, {body})")))
    }

    /// The running variables of the loops of a body.
    pub(crate) fn running_in(&self, body: &Body) -> FxHashSet<SlotId> {
        let terms = body.terms();
        let loops =
            terms.filter(|&term| matches!(self.applet.program.kind(term), TermKind::Iterate(_)));
        loops
            .map(|term| self.applet.solution.slot(body.slot(term)).link)
            .collect()
    }

    /// A function that gets values of types without a common one: CindyGL makes one function of it.
    pub(crate) fn signatures(&mut self, body: &Body, call: TermId, function: FunctionId) {
        let Some(pixel) = body.pixel else { return };
        let place = (function, pixel.body);
        if !self.unlike.contains_key(&place) {
            let unlike = self.unlike_signatures(function, pixel.body);
            self.unlike.insert(place, unlike);
        }
        // Once for all of its calls.
        if let Some(Some(message)) = self.unlike.get(&place)
            && self.unlike_said.insert(place)
        {
            let message = message.clone();
            self.say(call, Code::NotInCindyGL, message, None);
        }
    }

    pub(crate) fn unlike_signatures(&self, function: FunctionId, plot: BodyId) -> Option<String> {
        let solution = &*self.applet.solution;
        let instances = self.instances.get(&(function, plot))?;
        let mut instances = instances.iter().map(|&id| solution.body(id));
        let first = instances.next()?;
        let types = first.parameters.iter().map(|&slot| solution.ty(slot));
        let types: Vec<&Type> = types.collect();
        instances.find_map(|other| {
            let both = types.iter().zip(&other.parameters);
            let mut both = both.map(|(&ty, &slot)| (ty, solution.ty(slot)));
            let is_known = |ty: &Type| !ty.is_unset() && !ty.has_top();
            let (ty, other) = both.find(|(ty, other)| {
                is_known(ty) && is_known(other) && ty.join(other).on_gpu().has_top()
            })?;
            let program = &self.applet.program;
            let name = &program.callee(program.function(function).callee).name;
            Some(format!(
                "CindyGL allows one type per parameter, but `{name}` gets {} and {}",
                ty.in_words(),
                other.in_words()
            ))
        })
    }

    /// A builtin that CindyGL does not have.
    pub(crate) fn missing(&mut self, term: TermId, builtin: BuiltinId, arguments: &[TermId]) {
        let fix = match builtin.row().cindygl {
            CindyGl::Has => return,
            CindyGl::Lacks => None,
            CindyGl::Otherwise { title, template } => {
                let mut text = template.to_owned();
                for (place, &argument) in arguments.iter().enumerate() {
                    text = text.replace(&format!("{{{place}}}"), self.applet.written(argument));
                }
                Some((title.to_owned(), text))
            }
        };
        let name = builtin.name();
        let mut forms = builtins::named(name).iter();
        let is_there = |row: &Builtin| row.cindygl == CindyGl::Has && row.is_at_pixels();
        let form = match forms.any(|form| is_there(form.row())) {
            true => " of this form",
            false => "",
        };
        let message = format!("CindyGL has no `{name}`{form} at pixels");
        self.say(term, Code::NotInCindyGL, message, fix);
    }

    /// The term around a term in a body.
    pub(crate) fn around(&self, body: &Body, term: TermId) -> Option<TermId> {
        let parent = self.applet.parent(term);
        parent.filter(|parent| *parent <= body.root)
    }

    /// True if a term differs from pixel to pixel; what a loop counts is unrolled.
    pub(crate) fn varies(&self, body: &Body, term: TermId) -> bool {
        let program = &self.applet.program;
        let solution = &*self.applet.solution;
        if solution.slot(body.slot(term)).role == Role::Uniform {
            return false;
        }
        match program.kind(term) {
            TermKind::Number(_) => false,
            TermKind::Variable(_) => !self.running.contains(&solution.slot(body.slot(term)).link),
            TermKind::Call { callee, .. } if program.callee(callee).definitions.is_empty() => {
                let call = program.builtin_call(term);
                let mut varies = call.is_some_and(|(builtin, _)| {
                    // It computes sums and products of what a loop counts, and no more.
                    builtin.row().effect == Effect::Random || !is_counted_there(builtin)
                });
                program.for_each_operand(term, |operand| varies |= self.varies(body, operand));
                varies
            }
            _ => true,
        }
    }

    /// Names that are pasted into CindyGL's shaders as they are.
    pub(crate) fn names(&mut self, body: &Body) {
        let solution = &*self.applet.solution;
        let names = &self.applet.program.names;
        for &slot in &body.variables {
            let SlotSubject::Variable(name) = solution.slot(slot).subject else {
                continue;
            };
            let text = names.text(name);
            let is_own = self.of_plots.contains_key(&slot);
            // Parameters and running variables get a prefix, and pixels other names.
            // `#` is the pixel, also in CindyGL, unless a function has a parameter of that name.
            let is_parameter = body.parameters.contains(&slot);
            if names::is_foreign(text) && (is_parameter || !text.starts_with('#'))
                || is_own && names::is_reserved(text)
            {
                self.name(body, slot, name);
            }
        }
    }

    pub(crate) fn name(&mut self, body: &Body, slot: SlotId, name: NameId) {
        let program = &self.applet.program;
        let text = program.names.text(name);
        let is_pixel = self.of_plots.get(&slot) == Some(&true);
        let terms = self.applet.variables();
        let first = terms.within(name, body.first, body.root).first().copied();
        let Some(term) = first.filter(|_| !is_pixel) else {
            return;
        };
        let message = match names::is_foreign(text) {
            true => format!("`{text}` has characters that names in CindyGL cannot have"),
            false => format!("`{text}` is a reserved word in CindyGL"),
        };
        self.say(term, Code::NameInCindyGL, message, None);
    }

    /// Further names of the pixel beside the running variable.
    pub(crate) fn coordinates(&mut self, plot: PlotId) {
        let program = &self.applet.program;
        let row = program.plot(plot);
        let pixel = &self.applet.split(plot).pixel;
        let text = |place: usize| pixel.get(place).map(|name| program.names.text(name.name));
        let (known, vector, is_pair) = match pixel.as_slice() {
            [a, b, ..] if (a.coordinate, b.coordinate) == (Coordinate::X, Coordinate::Y) => {
                (2, "[x, y]", true)
            }
            [a, ..] if a.coordinate == Coordinate::Vector => {
                (1, text(0).unwrap_or_default(), false)
            }
            _ => return,
        };
        for other in pixel.iter().skip(known) {
            let text = program.names.text(other.name);
            let instead = match other.coordinate {
                Coordinate::X | Coordinate::Y if is_pair => continue,
                Coordinate::X => format!("{vector}.x"),
                Coordinate::Y => format!("{vector}.y"),
                Coordinate::Complex => format!("complex({vector})"),
                Coordinate::Vector => vector.to_owned(),
            };
            let first = program.term(row.body).first.0;
            for term in (first..=row.body.0).map(TermId) {
                if program.name_of(term) == Some(other.name) {
                    let message = format!(
                        "in CindyGL, only `{vector}` is the pixel and `{text}` is undefined"
                    );
                    let fix = (format!("write `{instead}`"), instead.clone());
                    self.say(term, Code::SecondCoordinate, message, Some(fix));
                }
            }
        }
    }
}
