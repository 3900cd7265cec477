//! What an edit can have changed: the statements whose types are to be inferred again.
//!
//! Statements at the top of a script are taken as a whole, and by what they mention, whatever
//! scope a name in them belongs to. What one of them may change is a variable that it assigns to
//! or a function that it defines, calls or called: then all that mentions that is affected as
//! well, to the end. What is left is inferred as it was before, in the same order and for the same
//! reasons, since nothing that it depends on has changed.
//!
//! What is affected reads what is not, though, and must find it as if all were inferred from
//! nothing. A variable that got its type in more than one step, or later than it is read, is
//! inferred again together with what reads it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::compute::has_many_definitions;
use super::uses::{Index, Use, for_each_use};
use super::{BodyKind, Guard, Guards, Input, NO_RAISE, NONE, Solution, Subject};
use crate::builtins::BuiltinId;
use crate::constants::Constants;
use crate::draft::Statement;
use crate::lower::lower_case;
use crate::names::NameId;
use crate::program::{CalleeId, Function, Plot, Program, TermId, TermKind};
use crate::types::Type;

/// A version of an applet whose types are known.
pub(crate) struct Earlier<'a> {
    pub(crate) program: &'a Program,
    pub(crate) solution: &'a Solution,
    pub(crate) guards: &'a Guards,
    pub(crate) presets: &'a FxHashMap<NameId, Type>,
    pub(crate) statements: Vec<Statement>,
}

/// What of an earlier version is as it was.
pub(super) struct Unaffected<'a> {
    pub(super) earlier: &'a Earlier<'a>,
    /// For each statement, whether it is.
    pub(super) statements: Vec<bool>,
    /// The terms that those of the earlier version are now; [`NONE`] for the others.
    terms: Vec<u32>,
    /// The names that those of the earlier version are now.
    names: Vec<Option<NameId>>,
    /// Names of variables that may have another type now.
    changed: Vec<bool>,
}

impl<'a> Unaffected<'a> {
    /// Looks for what stays; `None` where that is not worth it, or where the edit changes what
    /// everything depends on.
    pub(super) fn new(
        input: &Input<'_>,
        statements: &[Statement],
        earlier: &'a Earlier<'a>,
    ) -> Option<Self> {
        let (now, before) = (input.program, earlier.program);
        let solution = earlier.solution;
        let settled =
            solution.nested.is_empty() && solution.polymorphic.is_empty() && !solution.waited;
        // Functions have other numbers now, and types of code have these in them.
        let has_code = |program: &Program| program.functions.iter().any(Function::is_code);
        let has_many = |program: &Program| program.callees.iter().any(has_many_definitions);
        if !settled
            || has_many(now)
            || has_many(before)
            || has_code(now)
            || has_code(before)
            || now.scripts.len() != before.scripts.len()
            || shadowed_builtins(now) != shadowed_builtins(before)
        {
            return None;
        }
        let mut search = Search::new(input, statements, earlier);
        search.begin();
        search.run();
        let Search {
            affected,
            names_now: names,
            mut terms,
            changed_names: changed,
            ..
        } = search;
        let mut again = 0;
        for (statement, _) in statements.iter().zip(&affected).filter(|(_, is)| **is) {
            again += statement.terms().len();
            if let Some(old) = statement.before.and_then(|old| earlier.statements.get(old)) {
                terms[old.terms()].fill(NONE);
            }
        }
        (2 * again <= now.terms.len()).then(|| Self {
            earlier,
            statements: affected
                .into_iter()
                .map(|is_affected| !is_affected)
                .collect(),
            terms,
            names,
            changed,
        })
    }

    /// The term that a term of the earlier version is.
    pub(super) fn term(&self, old: TermId) -> Option<TermId> {
        let new = self.terms.get(old.index()).copied();
        new.filter(|new| *new != NONE).map(TermId)
    }

    /// The name that a variable of the earlier version has, if its type is what it was.
    pub(super) fn variable(&self, old: NameId) -> Option<NameId> {
        let name = self.name(old)?;
        (!self.changed[name.index()]).then_some(name)
    }

    pub(super) fn name(&self, old: NameId) -> Option<NameId> {
        *self.names.get(old.index())?
    }
}

/// The builtins that functions of the applet stand before: calls of them are other terms.
fn shadowed_builtins(program: &Program) -> Vec<(BuiltinId, u32)> {
    let callees = program.callees.iter();
    let own = callees.filter(|callee| !callee.definitions.is_empty());
    let mut shadowed: Vec<_> = own
        .filter_map(|callee| Some((callee.builtin?, callee.arity)))
        .collect();
    shadowed.sort_unstable();
    shadowed
}

struct Search<'a> {
    input: &'a Input<'a>,
    statements: &'a [Statement],
    earlier: &'a Earlier<'a>,
    names_before: Vec<Option<NameId>>,
    names_now: Vec<Option<NameId>>,
    /// The terms that those of the earlier version are now, where the text is the same.
    terms: Vec<u32>,
    /// The statements that mention each name.
    mentions: Index,
    /// The statements that call or define each function.
    calls: Index,
    /// Whether a statement defines functions, which run when others call them.
    defines: Vec<bool>,
    affected: Vec<bool>,
    /// The first statement that is.
    first: usize,
    changed_names: Vec<bool>,
    changed_callees: Vec<bool>,
    pending: Vec<usize>,
}

impl<'a> Search<'a> {
    fn new(input: &'a Input<'a>, statements: &'a [Statement], earlier: &'a Earlier<'a>) -> Self {
        let (now, before) = (input.program, earlier.program);
        let mut mentions = Vec::new();
        let mut calls = Vec::new();
        let mut defines = vec![false; statements.len()];
        for (place, statement) in statements.iter().enumerate() {
            for_each_use(now, statement, |what| match what {
                Use::Name(name) => mentions.push((name.0, place as u32)),
                Use::Assigned(_) => {}
                Use::Called(callee) => calls.push((callee.0, place as u32)),
                Use::Defined(callee) => {
                    calls.push((callee.0, place as u32));
                    defines[place] = true;
                }
            });
        }
        let is_shared = now.names.is_shared_with(&before.names);
        let names = now.names.iter();
        let names_before: Vec<_> = names
            .map(|(name, text)| match is_shared {
                true => Some(name),
                false => before.names.get(text),
            })
            .collect();
        let mut names_now = vec![None; before.names.len()];
        for ((name, _), old) in now.names.iter().zip(&names_before) {
            if let Some(old) = old {
                names_now[old.index()] = Some(name);
            }
        }
        let mut terms = vec![NONE; before.terms.len()];
        for statement in statements {
            if let Some(old) = statement.before.and_then(|old| earlier.statements.get(old)) {
                let first = statement.first.0;
                for (new, term) in (first..).zip(&mut terms[old.terms()]) {
                    *term = new;
                }
            }
        }
        Self {
            input,
            statements,
            earlier,
            names_before,
            names_now,
            terms,
            mentions: Index::new(now.names.len(), &mentions),
            calls: Index::new(now.callees.len(), &calls),
            defines,
            affected: vec![false; statements.len()],
            first: usize::MAX,
            changed_names: vec![false; now.names.len()],
            changed_callees: vec![false; now.callees.len()],
            pending: Vec::new(),
        }
    }

    /// What the edit itself changes.
    fn begin(&mut self) {
        let earlier = self.earlier;
        let mut stays = vec![false; earlier.statements.len()];
        for (place, statement) in self.statements.iter().enumerate() {
            match statement.before.and_then(|old| stays.get_mut(old)) {
                Some(stays) => *stays = true,
                None => self.add(place),
            }
        }
        let gone = earlier.statements.iter().zip(&stays);
        for (statement, _) in gone.filter(|(_, stays)| !**stays) {
            for_each_use(earlier.program, statement, |what| match what {
                Use::Name(_) => {}
                Use::Assigned(name) => self.change_old_name(name),
                Use::Called(callee) | Use::Defined(callee) => self.change_old_callee(callee),
            });
        }
        self.constants();
        self.presets();
        self.guards();
        self.plots();
    }

    /// Follows what is affected to its end.
    fn run(&mut self) {
        let mut seen = usize::MAX;
        loop {
            while let Some(place) = self.pending.pop() {
                self.follow(place);
            }
            if seen == self.first {
                return;
            }
            // Functions may be called as early as that.
            seen = self.first;
            let places = 0..self.statements.len();
            let functions = places.filter(|&place| self.affected[place] && self.defines[place]);
            self.pending = functions.collect();
        }
    }

    fn follow(&mut self, place: usize) {
        let time = match self.defines[place] {
            true => self.first,
            false => place,
        };
        let (program, statements) = (self.input.program, self.statements);
        for_each_use(program, &statements[place], |what| match what {
            Use::Assigned(name) => self.change_name(name),
            Use::Name(name) if !self.is_ready(name, time) => self.change_name(name),
            Use::Name(_) => {}
            Use::Called(callee) | Use::Defined(callee) => self.change_callee(callee),
        });
    }

    fn add(&mut self, place: usize) {
        if !std::mem::replace(&mut self.affected[place], true) {
            self.first = self.first.min(place);
            self.pending.push(place);
        }
    }

    fn change_name(&mut self, name: NameId) {
        if !std::mem::replace(&mut self.changed_names[name.index()], true) {
            for place in self.mentions.of(name.0) {
                self.add(place as usize);
            }
        }
    }

    fn change_old_name(&mut self, old: NameId) {
        if let Some(name) = self.names_now[old.index()] {
            self.change_name(name);
        }
    }

    fn change_callee(&mut self, callee: CalleeId) {
        if !std::mem::replace(&mut self.changed_callees[callee.index()], true) {
            for place in self.calls.of(callee.0) {
                self.add(place as usize);
            }
        }
    }

    fn change_old_callee(&mut self, old: CalleeId) {
        let old = self.earlier.program.callee(old);
        let name = lower_case(&old.name);
        let callees = self.input.program.callees.iter().zip(0..);
        let same = callees.filter(|(callee, _)| callee.arity == old.arity);
        let found = same.filter(|(callee, _)| lower_case(&callee.name) == name);
        let found: Vec<CalleeId> = found.map(|(_, id)| CalleeId(id)).collect();
        for callee in found {
            self.change_callee(callee);
        }
    }

    /// Whether a variable has its type, if that does not change, before a statement is evaluated:
    /// at once, and from one that stands before it.
    fn is_ready(&self, name: NameId, time: usize) -> bool {
        let solution = self.earlier.solution;
        let old = self.names_before[name.index()];
        let Some(variable) = old.and_then(|old| solution.global(old)) else {
            return true;
        };
        let Some(raise) = solution.raises(variable).next() else {
            return true;
        };
        let from = solution.slot(raise.from);
        let BodyKind::Script(_) = solution.body(from.body).kind else {
            return false;
        };
        let source = match from.subject {
            Subject::Term(term) => self.statement_of_old(term),
            Subject::Variable(_) => None,
        };
        raise.previous == NO_RAISE && raise.is_early && source.is_some_and(|place| place < time)
    }

    fn term(&self, old: TermId) -> Option<TermId> {
        let new = self.terms.get(old.index()).copied();
        new.filter(|new| *new != NONE).map(TermId)
    }

    fn statement_of_old(&self, term: TermId) -> Option<usize> {
        self.statement_of(self.term(term)?)
    }

    /// The statement with a term in it.
    fn statement_of(&self, term: TermId) -> Option<usize> {
        let behind = self
            .statements
            .partition_point(|statement| statement.first <= term);
        let place = behind.checked_sub(1)?;
        (term <= self.statements[place].root).then_some(place)
    }

    fn add_around(&mut self, term: TermId) {
        if let Some(place) = self.statement_of(term) {
            self.add(place);
        }
    }

    /// Numbers that names stand for decide types.
    fn constants(&mut self) {
        let (now, before) = (self.input.program, self.earlier.program);
        let value = |constants: &Constants, name: Option<NameId>| {
            name.and_then(|name| constants.get(&name))
                .map(|number| number.to_bits())
        };
        for &name in now.constants.keys() {
            let old = self.names_before[name.index()];
            if value(&now.constants, Some(name)) != value(&before.constants, old) {
                self.change_name(name);
            }
        }
        for &old in before.constants.keys() {
            let name = self.names_now[old.index()];
            if value(&now.constants, name) != value(&before.constants, Some(old)) {
                self.change_old_name(old);
            }
        }
    }

    fn presets(&mut self) {
        let (now, before) = (self.input.presets, self.earlier.presets);
        for (&name, ty) in now {
            let old = self.names_before[name.index()];
            if old.and_then(|old| before.get(&old)) != Some(ty) {
                self.change_name(name);
            }
        }
        for (&old, ty) in before {
            let name = self.names_now[old.index()];
            if name.and_then(|name| now.get(&name)) != Some(ty) {
                self.change_old_name(old);
            }
        }
    }

    /// What conditions say may depend on functions that are called in between.
    fn guards(&mut self) {
        let (now, before) = (self.input.guards, self.earlier.guards);
        let mut others = Vec::new();
        for (old, guards) in before.iter() {
            let Some(term) = self.term(old) else {
                continue;
            };
            let same = |(new, old): (&Guard, &Guard)| {
                self.term(old.comparison) == Some(new.comparison)
                    && self.term(old.bound) == Some(new.bound)
            };
            let found = now.of(term);
            if found.len() != guards.len() || !found.iter().zip(guards).all(same) {
                others.push(term);
            }
        }
        let known = before.iter().filter_map(|(old, _)| self.term(old));
        let known: FxHashSet<TermId> = known.collect();
        let new = now.iter().map(|(term, _)| term);
        others.extend(new.filter(|term| !known.contains(term)));
        for term in others {
            self.add_around(term);
        }
    }

    /// The split of a colorplot depends on what names mean elsewhere.
    fn plots(&mut self) {
        let (now, before) = (self.input.program, self.earlier.program);
        let mut same = vec![false; now.plots.len()];
        for old in &before.plots {
            if let Some(term) = self.term(old.term)
                && let TermKind::Plot(plot) = now.kind(term)
            {
                same[plot.index()] = self.is_same_split(now.plot(plot), old);
            }
        }
        for (plot, _) in now.plots.iter().zip(same).filter(|(_, same)| !same) {
            self.add_around(plot.term);
        }
    }

    fn is_same_split(&self, now: &Plot, before: &Plot) -> bool {
        let name = |old: NameId| self.names_now[old.index()];
        let pixel = before
            .pixel
            .iter()
            .map(|pixel| (name(pixel.name), pixel.coordinate));
        let uniforms = before.uniforms.iter().map(|&term| self.term(term));
        let assigned = before.assigned.iter().map(|&old| name(old));
        pixel.eq(now
            .pixel
            .iter()
            .map(|pixel| (Some(pixel.name), pixel.coordinate)))
            && uniforms.eq(now.uniforms.iter().map(|&term| Some(term)))
            && assigned.eq(now.assigned.iter().map(|&name| Some(name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Document, analyse};

    const SCRIPT: &str = "scale = 2;
half(x) := x / scale;
next(x) := (regional(u); u = half(x); u + 1);
other(u) := u * 3;
a = 1;
b = a + 0.5;
c = next(b);
d = other(c);
grown = 1;
grown = grown + 0.5;
e = grown;
late = g;
g = 7;
n = 3;
h = zerovector(n);
colorplot(hue(|#| * a));
p = 1;
q = p;
r = 8;
s = 9;
t = 10;
v = [8, 9];
w = v_1;
";

    /// The statements that are inferred again when a part of the script is replaced.
    fn check(from: &str, to: &str, expected: &[&str]) {
        let before = Document::open("a.cindyscript", SCRIPT);
        let text = SCRIPT.replacen(from, to, 1);
        let after = before.update(text.as_str());
        let before = analyse(&before);
        let analysis = before.update(&after);
        let applet = &analysis.applets[0];
        let observed = FxHashMap::default();
        let input = applet.facts.input(&applet.program, &observed);
        let statements = applet.draft.statements();
        let earlier = before.applets[0].as_earlier();
        let found = Unaffected::new(&input, &statements, &earlier).map(|unaffected| {
            let all = statements.iter().zip(&unaffected.statements);
            let affected = all.filter(|(_, stays)| !**stays);
            affected
                .map(|(statement, _)| applet.written(statement.root))
                .collect::<Vec<_>>()
        });
        assert_eq!(found.unwrap_or_default(), expected, "{from} -> {to}");
    }

    #[test]
    fn what_is_inferred_again() {
        check("w = v_1", "w = v_2", &["w = v_2"]);
        check("p = 1", "p = i", &["p = i", "q = p"]);
        check("p = 1", "m = 1", &["m = 1", "q = p"]);
        // A variable that rises is inferred with what reads it, and so is one that comes late.
        check(
            "e = grown",
            "e = -grown",
            &["grown = 1", "grown = grown + 0.5", "e = -grown"],
        );
        check("late = g", "late = -g", &["late = -g", "g = 7"]);
        // Functions hang together with their callers, and names of their own with nothing.
        let functions = ["other(u) := u * 4", "d = other(c)"];
        check("u * 3", "u * 4", &functions);
        let functions = [
            "half(x) := x / scale",
            "next(x) := (regional(u); u = half(x); u + 2)",
            "other(u) := u * 3",
            "c = next(b)",
            "d = other(c)",
        ];
        check("u + 1", "u + 2", &functions);
        check("other(u) := u * 3", "0", &["0", "d = other(c)"]);
        // Numbers decide types, and names the split.
        check("n = 3", "n = 4", &["n = 4", "h = zerovector(n)"]);
        check("r = 8", "size = 8", &["size = 8"]);
        // Everything has another meaning.
        check("scale = 2;", "sin(x) := x;", &[]);
    }
}
