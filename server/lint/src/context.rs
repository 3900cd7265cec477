//! The facts about an applet that rules ask for. Rules cannot change them; each is computed once.

use std::cell::{OnceCell, RefCell};
use std::ops::Range;

use cindyscript_analysis::InferredApplet;
use cindyscript_applet::GeometryEntry;
use cindyscript_diagnostic::{Code, Fix, Related};
use cindyscript_hir::builtins::{Effect, Intrinsic, Mode, Side};
use cindyscript_hir::names::{NameId, NameSet};
use cindyscript_hir::program::{CalleeId, Children, SpecialId, TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::{Body, OpaqueCode, Role, SlotId, SlotSubject, Solution};
use rustc_hash::{FxHashMap, FxHashSet};
use text_size::{TextLen, TextRange, TextSize};

use crate::advice::write;

/// The faults at pixels that are left if each value from the CPU turns out to be real.
pub(crate) type Inevitable = FxHashSet<(TermId, Code)>;

/// The facts about an applet that rules ask for.
pub(crate) struct Context<'a> {
    pub(crate) applet: &'a InferredApplet,
    pub(crate) solution: &'a Solution,
    pub(crate) opaque: &'a OpaqueCode,
    /// True if a part of the page's JavaScript cannot be read: that may give names a value.
    pub(crate) is_page_half_read: bool,
    /// True if only what is certain before the applet runs is an error: a uniform of a complex type
    /// may turn out to be real.
    pub(crate) before_run: bool,
    find_inevitable: fn(&InferredApplet) -> Inevitable,
    inevitable: OnceCell<Inevitable>,
    functions: OnceCell<FxHashMap<String, Vec<CalleeId>>>,
    elements: OnceCell<FxHashMap<&'a str, &'a GeometryEntry>>,
    bound: OnceCell<NameSet>,
    lazy: OnceCell<NameSet>,
    function_names: OnceCell<FxHashSet<TermId>>,
    counted_from_zero: OnceCell<FxHashSet<CalleeId>>,
    uses_on_the_cpu: OnceCell<FxHashMap<NameId, Uses>>,
    wholes: RefCell<FxHashMap<NameId, Option<Whole>>>,
}

/// The uses of a variable by the scripts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Uses {
    pub(crate) read: Option<TermId>,
    pub(crate) written: Option<TermId>,
}

/// The values that are assigned to a variable as a whole.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Whole {
    Number,
    /// Lists of one length, or of no more elements than that.
    List {
        longest: usize,
        is_exact: bool,
    },
}

impl<'a> Context<'a> {
    /// The facts about the text, before the applet runs. `find_inevitable` gives the faults at pixels
    /// that are left if each value from the CPU turns out to be real.
    pub(crate) fn before_run(
        applet: &'a InferredApplet,
        find_inevitable: fn(&InferredApplet) -> Inevitable,
    ) -> Self {
        Self {
            before_run: true,
            ..Self::with_types(applet, &applet.solution, find_inevitable)
        }
    }

    /// The facts where types are those of a solution.
    pub(crate) fn with_types(
        applet: &'a InferredApplet,
        solution: &'a Solution,
        find_inevitable: fn(&InferredApplet) -> Inevitable,
    ) -> Self {
        let mut problems = applet.document.page().problems.iter();
        Self {
            applet,
            solution,
            opaque: &applet.facts.opaque,
            is_page_half_read: problems.any(|it| it.code == Code::JavaScriptSyntax),
            before_run: false,
            find_inevitable,
            inevitable: OnceCell::new(),
            functions: OnceCell::new(),
            elements: OnceCell::new(),
            bound: OnceCell::new(),
            lazy: OnceCell::new(),
            function_names: OnceCell::new(),
            counted_from_zero: OnceCell::new(),
            uses_on_the_cpu: OnceCell::new(),
            wholes: RefCell::default(),
        }
    }

    /// The faults at pixels that are left if each value from the CPU turns out to be real.
    pub(crate) fn inevitable(&self) -> &Inevitable {
        self.inevitable
            .get_or_init(|| (self.find_inevitable)(self.applet))
    }

    /// True if a term is evaluated whenever its script runs.
    pub(crate) fn is_unconditional(&self, term: TermId) -> bool {
        self.is_unconditional_up_to(term, None)
    }

    /// True if a term is evaluated whenever a term around it is.
    pub(crate) fn is_unconditional_in(&self, term: TermId, root: TermId) -> bool {
        self.is_unconditional_up_to(term, Some(root))
    }

    fn is_unconditional_up_to(&self, term: TermId, root: Option<TermId>) -> bool {
        let program = &self.applet.program;
        let mut inner = term;
        while Some(inner) != root
            && let Some(around) = self.applet.parent(inner)
        {
            let may_skip = match program.kind(around) {
                TermKind::If {
                    then, otherwise, ..
                } => inner == then || Some(inner) == otherwise,
                TermKind::While { body, .. } => inner == body,
                TermKind::Iterate(id) => inner == program.iteration(id).body,
                TermKind::Special(_) | TermKind::DefineLazy { .. } | TermKind::Define(_) => true,
                _ => false,
            };
            if may_skip {
                return false;
            }
            inner = around;
        }
        true
    }

    /// The type of a term, wherever it is evaluated first.
    pub(crate) fn type_of(&self, term: TermId) -> &Type {
        let bodies = self.solution.reachable.iter();
        let mut bodies = bodies.map(|&id| self.solution.body(id));
        let body = bodies.find(|body| body.contains(term));
        body.map_or(&Type::Unset, |body| self.solution.ty(body.slot(term)))
    }

    /// True if a term is written so that any operator may stand beside it.
    pub(crate) fn is_one(&self, term: TermId) -> bool {
        let program = &self.applet.program;
        let written = self.applet.written(term);
        match program.kind(term) {
            TermKind::Number(_)
            | TermKind::Text(_)
            | TermKind::Variable(_)
            | TermKind::List(_)
            | TermKind::Dictionary(_)
            | TermKind::Field { .. }
            | TermKind::Index { .. } => true,
            TermKind::Call { callee, .. } => {
                program.callee(callee).operator().is_none() || is_enclosed(written)
            }
            _ => is_primary(written) || is_enclosed(written),
        }
    }

    /// True if it matters how often a term is evaluated.
    pub(crate) fn has_effect(&self, term: TermId) -> bool {
        let program = &self.applet.program;
        let mut within = program.subtree(term);
        within.any(|inner| match program.kind(inner) {
            TermKind::Assign { .. } | TermKind::DefineLazy { .. } => true,
            TermKind::Call { .. } => match program.builtin_call(inner) {
                Some((builtin, _)) => builtin.row().effect != Effect::None,
                None => true,
            },
            _ => false,
        })
    }

    /// The first element of the construction of a name.
    pub(crate) fn element_named(&self, name: &str) -> Option<&GeometryEntry> {
        let elements = self.elements.get_or_init(|| {
            let elements = self.applet.source().geometry.iter().rev();
            elements.map(|one| (one.name.as_str(), one)).collect()
        });
        elements.get(name).copied()
    }

    /// True if a function, a loop, a modifier or `regional` has a variable of that name.
    pub(crate) fn is_bound(&self, name: NameId) -> bool {
        self.bound.get_or_init(|| self.bound_names()).contains(name)
    }

    /// True if `name := ...` stores code under a name, which runs whenever the name is read.
    pub(crate) fn is_lazy(&self, name: NameId) -> bool {
        let program = &self.applet.program;
        let lazy = self.lazy.get_or_init(|| {
            let mut names = NameSet::default();
            for term in &program.terms {
                if let TermKind::DefineLazy { target, .. } = term.kind
                    && let Some(name) = program.name_of(target)
                {
                    names.insert(name);
                }
            }
            names
        });
        lazy.contains(name)
    }

    /// True if a builtin takes the name of a function there: `updatepreviewcdygl(F, dF, 0, 1)`.
    pub(crate) fn names_function(&self, term: TermId) -> bool {
        let program = &self.applet.program;
        let names = self.function_names.get_or_init(|| {
            let specials = (0..program.specials.len() as u32).map(SpecialId);
            let arguments = specials.flat_map(|special| program.special_arguments(special));
            let mut given = arguments
                .filter(|(mode, _)| *mode == Mode::Name)
                .map(|(_, argument)| argument)
                .peekable();
            if given.peek().is_none() {
                return FxHashSet::default();
            }
            let defined = program.callees.iter();
            let defined = defined.filter(|callee| !callee.definitions.is_empty());
            let defined: FxHashSet<String> =
                defined.map(|callee| callee.name.to_lowercase()).collect();
            let is_function = |argument: &TermId| {
                let name = program.name_of(*argument);
                name.is_some_and(|name| defined.contains(&program.names.text(name).to_lowercase()))
            };
            given.filter(is_function).collect()
        });
        names.contains(&term)
    }

    /// True if calls of a list, as `l[0]` and `l[1]`, count its elements from 0.
    pub(crate) fn counts_from_zero(&self, callee: CalleeId) -> bool {
        let program = &self.applet.program;
        let from_zero = self.counted_from_zero.get_or_init(|| {
            let calls = program.calls_of(|row| row.builtin.is_none() && row.definitions.is_empty());
            // Each list with the elements 0 and another one.
            let mut asked: FxHashMap<CalleeId, [bool; 2]> = FxHashMap::default();
            for (_, callee, arguments) in calls {
                for &term in program.children(arguments) {
                    if let TermKind::Number(number) = program.kind(term) {
                        asked.entry(callee).or_default()[usize::from(number == 0.0)] = true;
                    }
                }
            }
            let both = asked.into_iter().filter(|(_, asked)| *asked == [true; 2]);
            both.map(|(callee, _)| callee).collect()
        });
        from_zero.contains(&callee)
    }

    fn bound_names(&self) -> NameSet {
        let program = &self.applet.program;
        let parameters = program.functions.iter().flat_map(|one| &one.parameters);
        let elements = program.iterations.iter().map(|one| one.element);
        let indices = program.iterations.iter().filter_map(|one| one.index);
        let specials = program.specials.iter().filter_map(|one| one.variable);
        let regional = program.actions.iter().flat_map(|&term| {
            let names = match program.kind(term) {
                TermKind::Regional(names) => program.children(names),
                _ => &[],
            };
            names.iter().filter_map(|&name| program.name_of(name))
        });
        let mut bound = NameSet::default();
        let modifiers = program.modifiers.iter().map(|one| one.name);
        let loops = elements.chain(indices);
        let functions = parameters.map(|one| one.name).chain(regional);
        for name in functions.chain(loops).chain(specials).chain(modifiers) {
            bound.insert(name);
        }
        bound
    }

    /// The functions of the applet by their names in lower case.
    pub(crate) fn functions(&self) -> &FxHashMap<String, Vec<CalleeId>> {
        self.functions.get_or_init(|| {
            let mut functions: FxHashMap<String, Vec<CalleeId>> = FxHashMap::default();
            for (row, id) in self.applet.program.callees.iter().zip(0..) {
                if !row.definitions.is_empty() {
                    let same = functions.entry(row.name.to_lowercase()).or_default();
                    same.push(CalleeId(id));
                }
            }
            functions
        })
    }

    /// The range of the name of a function in a call of it.
    pub(crate) fn called(&self, call: TermId) -> TextRange {
        let range = self.applet.range(call);
        let text = self.applet.document.text();
        let call = text.get(std::ops::Range::<usize>::from(range));
        let name = call.and_then(|call| call.split(['(', '[']).next());
        let name = name.unwrap_or_default().trim_end();
        TextRange::at(range.start(), TextSize::of(name))
    }

    /// True if a term is the pixel itself.
    pub(crate) fn is_pixel(&self, body: &Body, term: TermId) -> bool {
        let program = &self.applet.program;
        let Some(pixel) = body.pixel else {
            return false;
        };
        let root = self.solution.body(pixel.body).root;
        let mut pixel_names = self.applet.split(pixel.plot).pixel.iter();
        let name = program.name_of(term);
        let is_own = body.root == root && matches!(program.kind(term), TermKind::Variable(_));
        is_own && pixel_names.any(|pixel| Some(pixel.name) == name)
    }

    /// True if a variable occurs in a term.
    pub(crate) fn reads(&self, root: TermId, name: NameId) -> bool {
        let first = self.applet.program.term(root).first;
        let within = self.applet.variables().within(name, first, root);
        !within.is_empty()
    }

    /// True if a term is a number or a list as it is written.
    pub(crate) fn is_written_domain(&self, term: TermId) -> bool {
        let program = &self.applet.program;
        match program.kind(term) {
            TermKind::Number(_) | TermKind::List(_) => true,
            TermKind::Call { callee, .. } => program.callee(callee).is(Intrinsic::Range),
            _ => false,
        }
    }

    /// The type of an operand and where it comes from, as related places.
    pub(crate) fn origin(&self, body: &Body, operand: TermId) -> impl Iterator<Item = Related> {
        self.origin_of(body, operand, self.solution.ty(body.slot(operand)))
    }

    /// The same where the operand's type is not what it came to in the end.
    pub(crate) fn origin_of(
        &self,
        body: &Body,
        operand: TermId,
        ty: &Type,
    ) -> impl Iterator<Item = Related> + use<> {
        let slot = body.slot(operand);
        let what = Related {
            range: self.applet.range(operand),
            message: format!("this is {}", ty.in_words()),
        };
        let provenance = self.applet.provenance(self.solution).of_before();
        let steps = provenance.why(slot).into_iter();
        let steps = steps.take(2).map(|step| Related {
            range: step.range,
            message: step.text,
        });
        std::iter::once(what).chain(steps)
    }

    /// True if a variable of that name has a value somewhere.
    pub(crate) fn is_variable(&self, name: &str) -> bool {
        let name = self.applet.program.names.get(name);
        name.is_some_and(|name| self.applet.defined().contains(name) || self.is_bound(name))
    }

    /// The text between two terms, and where it stands in the file.
    pub(crate) fn between(&self, a: TermId, b: TermId) -> Option<(TextRange, &str)> {
        let (from, to) = (self.applet.range(a).end(), self.applet.range(b).start());
        let range = (from <= to).then(|| TextRange::new(from, to))?;
        let text = self.applet.document.text();
        Some((range, text.get(Range::<usize>::from(range))?))
    }

    /// Writes another sign between two terms.
    pub(crate) fn replace_between(
        &self,
        a: TermId,
        b: TermId,
        sign: &str,
        other: &str,
    ) -> Option<Fix> {
        let (range, text) = self.between(a, b)?;
        let at = TextSize::try_from(text.find(sign)?).ok()?;
        let range = TextRange::at(range.start() + at, TextSize::of(sign));
        Some(write(range, other))
    }

    /// From the beginning of one term to the end of another.
    pub(crate) fn spanning(&self, first: TermId, last: TermId) -> TextRange {
        self.applet.range(first).cover(self.applet.range(last))
    }

    pub(crate) fn all_written(&self, terms: &[TermId], separator: &str) -> String {
        let written: Vec<&str> = terms
            .iter()
            .map(|&term| self.applet.written(term))
            .collect();
        written.join(separator)
    }

    /// True if a term is written as a number.
    pub(crate) fn is_number(&self, term: TermId) -> bool {
        matches!(self.applet.program.kind(term), TermKind::Number(_))
    }

    pub(crate) fn operands(&self, body: &Body, operands: Children) -> Vec<Type> {
        let operands = self.applet.program.children(operands);
        operands
            .iter()
            .map(|&operand| self.solution.ty(body.slot(operand)).clone())
            .collect()
    }

    /// The uses by scripts of the global variables that colorplots assign as well.
    pub(crate) fn uses_on_the_cpu(&self) -> &FxHashMap<NameId, Uses> {
        self.uses_on_the_cpu
            .get_or_init(|| self.find_uses_on_the_cpu())
    }

    fn find_uses_on_the_cpu(&self) -> FxHashMap<NameId, Uses> {
        let solution = self.solution;
        let mut uses: FxHashMap<NameId, Uses> = FxHashMap::default();
        let plots = self.applet.facts.split.plots();
        for &name in plots.flat_map(|(_, plot)| &plot.assigned) {
            if let Some(slot) = solution.global(name) {
                let written = || {
                    solution.raises(slot).find_map(|raise| {
                        match solution.slot(raise.from).subject {
                            SlotSubject::Term(term) => Some(term),
                            SlotSubject::Variable(_) => None,
                        }
                    })
                };
                uses.entry(name).or_insert_with(|| Uses {
                    written: written(),
                    read: None,
                });
            }
        }
        if !uses.is_empty() {
            self.reads_on_the_cpu(&mut uses);
        }
        uses.retain(|_, uses| uses.read.is_some() || uses.written.is_some());
        uses
    }

    /// Adds where scripts read some global variables.
    fn reads_on_the_cpu(&self, uses: &mut FxHashMap<NameId, Uses>) {
        let solution = self.solution;
        let program = &self.applet.program;
        for &id in &solution.reachable {
            let body = solution.body(id);
            if body.side() == Side::Gpu {
                continue;
            }
            let mut targets = FxHashSet::default();
            for (term, _) in solution.evaluated(body) {
                // Targets stand behind their values, and before the assignment.
                targets.extend(program.kind(term).target());
            }
            for (term, slot) in solution.evaluated(body) {
                if let TermKind::Variable(name) = program.kind(term)
                    && let Some(known) = uses.get_mut(&name)
                    && known.read.is_none()
                    && !targets.contains(&term)
                    && solution.global(name) == Some(slot.link)
                {
                    known.read = Some(term);
                }
            }
        }
    }

    /// The values of a variable, if each assignment of it as a whole is a number, or if each is a
    /// list that is written out.
    pub(crate) fn whole_values(&self, name: NameId) -> Option<Whole> {
        let known = self.wholes.borrow().get(&name).copied();
        known.unwrap_or_else(|| {
            let whole = self.find_whole_values(name);
            self.wholes.borrow_mut().insert(name, whole);
            whole
        })
    }

    fn find_whole_values(&self, name: NameId) -> Option<Whole> {
        let program = &self.applet.program;
        let mut found: Option<Whole> = None;
        for &assignment in self.applet.assignments().of(name) {
            let TermKind::Assign { target, value } = program.kind(assignment) else {
                return None;
            };
            match program.kind(target) {
                TermKind::Variable(_) => {}
                TermKind::Index { .. } | TermKind::Field { .. } => continue,
                _ => return None,
            }
            let one = match program.kind(value) {
                TermKind::Number(_) => Whole::Number,
                TermKind::List(elements) => Whole::List {
                    longest: elements.len(),
                    is_exact: true,
                },
                _ => return None,
            };
            found = Some(match (found, one) {
                (None, one) => one,
                (Some(Whole::Number), Whole::Number) => Whole::Number,
                (
                    Some(Whole::List { longest, is_exact }),
                    Whole::List {
                        longest: length, ..
                    },
                ) => Whole::List {
                    longest: longest.max(length),
                    is_exact: is_exact && longest == length,
                },
                _ => return None,
            });
        }
        found
    }

    /// True if a variable, or an element of it, is set to something that a term is a part of.
    pub(crate) fn is_set_to(&self, name: NameId, part: TermId) -> bool {
        let program = &self.applet.program;
        let mut around = self.applet.around(part);
        around.any(|outer| {
            matches!(program.kind(outer), TermKind::Assign { target, value }
                if part <= value && program.root_of_elements(target) == Some(name))
        })
    }

    /// The variable that an operand is, and the value that it has its type from, if it is set to
    /// something.
    pub(crate) fn assigned_value(&self, body: &Body, operand: TermId) -> Option<(NameId, TermId)> {
        let name = self.applet.program.name_of(operand)?;
        let linked = |slot: SlotId| {
            let link = self.solution.slot(slot).link;
            link.is_some().then_some(link)
        };
        let mut slot = body.slot(operand);
        // A uniform is a variable on the CPU.
        if self.solution.slot(slot).role == Role::Uniform {
            slot = linked(slot)?;
        }
        let variable = linked(slot)?;
        let value = self.applet.provenance(self.solution).assigned(variable)?;
        Some((name, value))
    }

    /// The place of a string in a part of the file.
    pub(crate) fn quoted(&self, within: TextRange, text: &str) -> Option<TextRange> {
        let part = self
            .applet
            .document
            .text()
            .get(std::ops::Range::<usize>::from(within))?;
        let mut quotes = ['"', '\''].into_iter();
        let at = quotes.find_map(|quote| part.find(&format!("{quote}{text}{quote}")))?;
        let start = within.start() + TextSize::try_from(at + 1).ok()?;
        Some(TextRange::at(start, TextSize::of(text)))
    }

    /// Writes another text in the place of a string in the page's JavaScript, if it stands there as
    /// it is.
    pub(crate) fn rewrite(&self, range: TextRange, old: &str, new: &str) -> Option<Fix> {
        let text = self.applet.document.text();
        let written = text.get(std::ops::Range::<usize>::from(range))?;
        let start = match written.strip_prefix(['"', '\'', '`']) {
            Some(inner) if inner.get(..inner.len().checked_sub(1)?) == Some(old) => 1,
            Some(_) => return None,
            None if written == old => 0,
            None => return None,
        };
        let range = TextRange::at(range.start() + TextSize::new(start), old.text_len());
        Some(write(range, new))
    }
}

/// True if an expression is a call, or one value in bars: any operator may stand beside it.
pub(crate) fn is_primary(expression: &str) -> bool {
    let name = expression.trim_start_matches(char::is_alphanumeric);
    name.len() < expression.len() && is_enclosed(name)
        || expression.matches('|').count() == 2
            && expression.starts_with('|')
            && expression.ends_with('|')
}

/// True if a text is one pair of brackets with something in it.
pub(crate) fn is_enclosed(text: &str) -> bool {
    let mut depth = 0_usize;
    let mut ends = text.char_indices().filter_map(|(at, c)| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0).then_some(at)
    });
    text.starts_with('(') && ends.next().is_some_and(|at| at + 1 == text.len())
}
