//! The first use of variables, in the order of evaluation: whether they are read or set.

use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{
    Branch, CalleeId, Evaluation, Followed, FunctionId, Program, TermId, TermKind, evaluate,
};
use cindyscript_infer::split::Summaries;
use rustc_hash::FxHashMap;

/// The first use of a variable.
#[derive(Clone, Debug, Default)]
pub(crate) struct First {
    /// The first assignment that certainly took place.
    pub(crate) assigned: Option<TermId>,
    /// The first read before it.
    pub(crate) read: Option<TermId>,
    /// True if something decides whether that read takes place.
    pub(crate) is_conditional: bool,
    /// The number of loops and functions around that bind the name.
    hidden: usize,
    /// The visits of functions in which it was not looked for, from behind one to another: the name
    /// was bound there, or assigned in a branch.
    missed: Vec<(usize, usize)>,
    /// The last visit before what hides it began.
    since: usize,
    /// True if it is among the names that some visit has missed.
    is_listed: bool,
}

impl First {
    fn is_decided(&self) -> bool {
        self.assigned.is_some() || self.read.is_some()
    }

    /// Notes that no visit since then was for it.
    fn miss(&mut self, visits: usize) {
        if self.since < visits {
            self.missed.push((self.since, visits));
        }
    }

    fn has_missed(&self, visit: usize) -> bool {
        let next = self.missed.partition_point(|&(_, last)| last < visit);
        let next = self.missed.get(next);
        next.is_some_and(|&(before, _)| before < visit)
    }
}

/// Follows some variables through what runs in a term, all at once, until each is read or assigned.
///
/// Loops are taken to run at least once, and calls to run the last definition: what is found is
/// certain enough for a warning. A function is visited again only for the names that it was not
/// visited for.
pub(crate) struct Order<'a> {
    program: &'a Program,
    summaries: &'a Summaries,
    names: FxHashMap<NameId, First>,
    undecided: usize,
    /// The names that were assigned, in this order.
    assigned: Vec<NameId>,
    /// The branches around: how many names had been assigned before each, and what those behind
    /// them were assigned in the first branch, once that is over.
    branches: Vec<(usize, Vec<(NameId, TermId)>)>,
    /// The last visit of each function.
    visited: FxHashMap<FunctionId, usize>,
    visits: usize,
    /// Names that some visit has missed.
    missed: Vec<NameId>,
}

impl<'a> Order<'a> {
    /// The first use of each of the names in a term.
    pub(crate) fn of(
        program: &'a Program,
        summaries: &'a Summaries,
        root: TermId,
        names: impl IntoIterator<Item = NameId>,
    ) -> FxHashMap<NameId, First> {
        let names = names.into_iter().map(|name| (name, First::default()));
        let names: FxHashMap<NameId, First> = names.collect();
        let mut order = Self {
            program,
            summaries,
            undecided: names.len(),
            names,
            assigned: Vec::new(),
            branches: Vec::new(),
            visited: FxHashMap::default(),
            visits: 0,
            missed: Vec::new(),
        };
        evaluate(program, root, &mut order);
        order.names
    }

    /// The result for a name, if it is wanted and not complete.
    fn wanted(&mut self, name: NameId) -> Option<&mut First> {
        let first = self.names.get_mut(&name);
        first.filter(|first| first.hidden == 0 && !first.is_decided())
    }

    fn assign(&mut self, name: NameId, assignment: TermId) {
        let since = self.visits;
        if let Some(first) = self.wanted(name) {
            first.assigned = Some(assignment);
            first.since = since;
            self.undecided -= 1;
            self.assigned.push(name);
        }
    }

    /// Takes back the assignments but for so many, and gives them.
    fn take_back(&mut self, but_for: usize) -> Vec<(NameId, TermId)> {
        let names = self.assigned.split_off(but_for).into_iter();
        let taken = names.filter_map(|name| {
            let first = self.names.get_mut(&name)?;
            let assignment = first.assigned.take()?;
            self.undecided += 1;
            first.miss(self.visits);
            Some((name, assignment))
        });
        let taken: Vec<(NameId, TermId)> = taken.collect();
        taken.iter().for_each(|&(name, _)| self.list(name));
        taken
    }

    /// Lists a name that some visit has missed.
    fn list(&mut self, name: NameId) {
        if let Some(first) = self.names.get_mut(&name)
            && !first.missed.is_empty()
            && !std::mem::replace(&mut first.is_listed, true)
        {
            self.missed.push(name);
        }
    }

    fn hide(&mut self, name: NameId) {
        if let Some(first) = self.names.get_mut(&name) {
            if first.hidden == 0 && !first.is_decided() {
                first.since = self.visits;
            }
            first.hidden += 1;
        }
    }

    fn show(&mut self, name: NameId) {
        if let Some(first) = self.names.get_mut(&name) {
            first.hidden -= 1;
            if first.hidden == 0 && !first.is_decided() {
                first.miss(self.visits);
                self.list(name);
            }
        }
    }

    /// True if a visit of a function has missed a name that it has to do with.
    fn is_missed(&mut self, function: FunctionId, visit: usize) -> bool {
        let names = &mut self.names;
        self.missed.retain(|name| {
            let first = names.get_mut(name).filter(|first| first.is_decided());
            first.map(|first| first.is_listed = false).is_none()
        });
        let summary = self.summaries.function(function);
        self.missed.iter().any(|name| {
            let first = self.names.get(name);
            first.is_some_and(|first| first.hidden == 0 && first.has_missed(visit))
                && summary.uses(*name)
        })
    }
}

impl Evaluation for Order<'_> {
    fn read(&mut self, name: NameId, read: TermId) {
        let is_conditional = !self.branches.is_empty();
        if let Some(first) = self.wanted(name) {
            first.read = Some(read);
            first.is_conditional = is_conditional;
            self.undecided -= 1;
        }
    }

    fn write(&mut self, name: NameId, _: TermId, assignment: TermId) {
        self.assign(name, assignment);
    }

    fn bind(&mut self, names: &[NameId]) {
        names.iter().for_each(|&name| self.hide(name));
    }

    fn unbind(&mut self, names: &[NameId]) {
        names.iter().for_each(|&name| self.show(name));
    }

    fn branch(&mut self, branch: Branch) {
        match branch {
            Branch::Then => self.branches.push((self.assigned.len(), Vec::new())),
            Branch::Otherwise => {
                let before = self.branches.pop().map_or(0, |(before, _)| before);
                let after_then = self.take_back(before);
                self.branches.push((before, after_then));
            }
            // Only what both branches do is certain; after one that assigns, a read may still mean
            // that value.
            Branch::End => {
                for (name, assignment) in self.branches.pop().unwrap_or_default().1 {
                    self.assign(name, assignment);
                }
            }
        }
    }

    fn call(&mut self, call: TermId, callee: CalleeId) -> Option<Followed> {
        let program = self.program;
        let row = program.callee(callee);
        let function = *row.definitions.last().filter(|_| !row.runs_code())?;
        // Modifiers are bound in the function.
        let given = match program.kind(call) {
            TermKind::Call { modifiers, .. } => program.modifiers(modifiers).iter(),
            _ => [].iter(),
        };
        let mut names: Vec<NameId> = given.map(|modifier| modifier.name).collect();
        self.bind(&names);
        self.visits += 1;
        let before = self.visited.insert(function, self.visits);
        if before.is_none_or(|visit| self.is_missed(function, visit)) {
            let own = program.own_names(function);
            self.bind(&own);
            names.splice(0..0, own);
            let body = program.function(function).body;
            return Some(Followed { body, names });
        }
        self.unbind(&names);
        None
    }

    fn skips(&self, term: TermId) -> bool {
        // That asks whether there is a value.
        let asks = |callee: CalleeId| self.program.callee(callee).is(Intrinsic::IsUndefined);
        self.undecided == 0
            || matches!(self.program.kind(term), TermKind::Call { callee, .. } if asks(callee))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cindyscript_analysis::InferredApplet;
    use cindyscript_hir::document::Document;

    /// Checks the first use of the variables of a text's last statement, each looked for alone; it
    /// is the same where all are looked for at once.
    fn check(text: &str, names: &[&str], expected: &str) {
        let document = Document::open("test.cindyscript", text);
        let applet = InferredApplet::new(&document, 0, None);
        let program = &*applet.program;
        let root = program.plots[0].body;
        let ids = names.iter().filter_map(|name| program.names.get(name));
        let ids: Vec<NameId> = ids.collect();
        let of = |names: &[NameId]| {
            let summaries = &applet.facts.summaries;
            Order::of(program, summaries, root, names.iter().copied())
        };
        let said = |first: &First| {
            let place = |term: Option<TermId>| {
                term.map_or(String::new(), |term| {
                    let range = std::ops::Range::<usize>::from(applet.range(term));
                    format!(" {}@{}", applet.written(term), range.start)
                })
            };
            let (read, assigned) = (place(first.read), place(first.assigned));
            let perhaps = if first.is_conditional { " perhaps" } else { "" };
            match first.read {
                Some(_) => format!("read{read}{perhaps}"),
                None => format!("assigned{assigned}"),
            }
        };
        let together = of(&ids);
        let mut all = Vec::new();
        for (name, id) in names.iter().zip(&ids) {
            let alone = said(&of(&[*id])[id]);
            assert_eq!(said(&together[id]), alone, "{name} in {text}");
            all.push(format!("{name}: {alone}"));
        }
        assert_eq!(all.join(", "), expected, "{text}");
    }

    #[test]
    fn many_variables_are_followed_as_each_alone_is() {
        check(
            "f(t) := (b = a; t); colorplot(f(x) + b)",
            &["a", "b"],
            "a: read a@13, b: assigned b = a@9",
        );
        // In the first branch it is assigned before the function runs, in the other it is not.
        check(
            "f() := a + b; colorplot(if(x > 0, a = 1; f(), f()); a)",
            &["a", "b"],
            "a: read a@7 perhaps, b: read b@11 perhaps",
        );
        // The loop's own variable is not it, nor is the function's, nor what a call gives.
        check(
            "f() := k + m; colorplot(repeat(2, k, f()); f(); k = x; m = y)",
            &["k", "m"],
            "k: read k@7, m: read m@11",
        );
        check(
            "f() := k; g() := (regional(k); k = 1; f()); colorplot(g(); g(); f(); k = x)",
            &["k"],
            "k: read k@7",
        );
        check(
            "f() := k; colorplot(f(k -> 1); f(); k = x)",
            &["k"],
            "k: read k@7",
        );
        check(
            "f(t) := if(t > 0, a = t, f(t - 1)); colorplot(f(x); f(y); a + b; b = 1)",
            &["a", "b"],
            "a: assigned a = t@18, b: read b@62",
        );
        check(
            "colorplot(if(x > 0, a = 1; b = 2, if(y > 0, a = b, c = 1)); [a, b, c])",
            &["a", "b", "c"],
            "a: assigned a = b@44, b: read b@48 perhaps, c: assigned c = 1@51",
        );
    }
}
