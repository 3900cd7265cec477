//! Whether a frame is what its time makes of it, whatever frames came before it. Then one can go to
//! any time at once, and backwards; otherwise all frames up to that time have to be run.

use cindyscript_applet::Event;
use cindyscript_hir::builtins::{Builtin, Category, Effect, Intrinsic};
use cindyscript_hir::names::{NameId, NameSet};
use cindyscript_hir::program::{
    Branch, CalleeId, Evaluation, Followed, FunctionId, PlotForm, Program, TermId, TermKind,
    assigned_names, evaluate,
};
use rustc_hash::FxHashSet;

use crate::analysis::AppletAnalysis;

/// Scripts whose blocks are nested deeper than this count as ones that remember.
const DEPTH: usize = 64;
/// Nor is more than this number of calls followed.
const CALLS: usize = 1000;

/// When a script runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// Once, before all frames.
    Start,
    /// Once a frame.
    Frame,
    /// When the user does something.
    User,
    /// As time passes, besides frames.
    Step,
}

fn role(event: Event) -> Role {
    match event {
        Event::Init => Role::Start,
        Event::Move | Event::Draw => Role::Frame,
        Event::KeyDown
        | Event::KeyUp
        | Event::KeyTyped
        | Event::KeyType
        | Event::MouseDown
        | Event::MouseUp
        | Event::MouseDrag
        | Event::MouseMove
        | Event::MouseClick
        | Event::MultiDown
        | Event::MultiUp
        | Event::MultiDrag
        | Event::OnDrop
        | Event::Widget => Role::User,
        Event::Tick | Event::SimulationStep | Event::SimulationStart | Event::SimulationStop => {
            Role::Step
        }
    }
}

impl AppletAnalysis {
    /// Whether each frame depends on its time, and on what the user has done, but on no other
    /// frame: nothing that the scripts of a frame change is there for the next one before it is
    /// changed again. What cannot be decided counts as dependent.
    #[must_use]
    pub fn follows_time(&self) -> bool {
        let program = &self.program;
        let with = |wanted: Role| {
            let scripts = program.scripts.iter();
            let wanted = scripts.filter(move |script| script.event.map(role) == Some(wanted));
            wanted.map(|script| script.root)
        };
        let does_something = |root| !matches!(program.kind(root), TermKind::Sequence(terms) if program.children(terms).is_empty());
        if !self.source().behavior.is_empty() || with(Role::Step).any(does_something) {
            return false;
        }
        let mut changed = NameSet::default();
        let mut leaves_nothing = true;
        for_each_run(program, with(Role::Frame), |term| {
            leaves_nothing &= is_forgotten(program, term, &mut changed);
        });
        let mut frame = Frame {
            program,
            changed,
            set: Vec::new(),
            hidden: Vec::new(),
            branches: Vec::new(),
            scopes: Vec::new(),
            calls: CALLS,
            remembers: !leaves_nothing,
        };
        with(Role::Frame).for_each(|root| frame.run(root, DEPTH));
        !frame.remembers
    }
}

/// Visits each term of what runs in terms, functions that they may call among it.
fn for_each_run(
    program: &Program,
    roots: impl Iterator<Item = TermId>,
    mut visit: impl FnMut(TermId),
) {
    let mut seen: FxHashSet<FunctionId> = FxHashSet::default();
    let mut left: Vec<TermId> = roots.collect();
    while let Some(root) = left.pop() {
        for term in program.subtree(root) {
            visit(term);
            if let TermKind::Call { callee, .. } = program.kind(term) {
                let definitions = program.callee(callee).definitions.iter();
                let new = definitions.filter(|function| seen.insert(**function));
                left.extend(new.map(|&function| program.function(function).body));
            }
        }
    }
}

/// Whether nothing that a term does by itself is there in the next frame, but for variables, which
/// are added to those that are changed.
fn is_forgotten(program: &Program, term: TermId, changed: &mut NameSet) -> bool {
    let row = program.builtin_call(term).map(|(builtin, _)| builtin.row());
    row.is_none_or(is_of_the_frame)
        && match program.kind(term) {
            TermKind::Assign { target, .. } => {
                let mut names = Vec::new();
                assigned_names(program, target, &mut names);
                changed.extend(names);
                changes_variables(program, target)
            }
            // What runs later is another one.
            TermKind::Define(function) => {
                let callee = program.function(function).callee;
                program.callee(callee).definitions.len() == 1
            }
            TermKind::Call { callee, .. } => !program.callee(callee).runs_code(),
            TermKind::Plot(plot) => match program.plot(plot).form {
                PlotForm::View | PlotForm::Rectangle { .. } => true,
                PlotForm::Image { .. } | PlotForm::PlacedImage { .. } => false,
            },
            TermKind::Undefine(_)
            | TermKind::Code(_)
            | TermKind::DefineLazy { .. }
            | TermKind::Dictionary(_) => false,
            _ => true,
        }
}

/// Whether what a builtin does is over with the frame. The state of the pen is that of the start
/// in each frame.
fn is_of_the_frame(row: &Builtin) -> bool {
    let is_passing = matches!(
        row.category,
        Category::Drawing | Category::GraphicsState | Category::Console
    );
    let counts_time = row.intrinsic == Some(Intrinsic::SimulationTime);
    row.opaque.is_none() && !counts_time && (row.effect == Effect::None || is_passing)
}

/// Whether an assignment changes variables and nothing else.
fn changes_variables(program: &Program, target: TermId) -> bool {
    let mut left = vec![target];
    while let Some(target) = left.pop() {
        match program.kind(target) {
            TermKind::Variable(_) => {}
            TermKind::Index { base, .. } => left.push(base),
            TermKind::List(targets) => left.extend(program.children(targets)),
            _ => return false,
        }
    }
    true
}

/// What is known at a place of a frame's scripts.
struct Frame<'a> {
    program: &'a Program,
    /// The variables that something in a frame changes.
    changed: NameSet,
    /// Those that have been set in this one, in this order.
    set: Vec<NameId>,
    /// Names that mean something else here.
    hidden: Vec<NameId>,
    /// How many variables were set before each of the branches around, and which in the first
    /// branch, once that is over.
    branches: Vec<(usize, Vec<NameId>)>,
    /// The loops and functions around.
    scopes: Vec<Scope>,
    /// So many calls are still followed.
    calls: usize,
    /// A variable is read that an earlier frame may have changed last, or that cannot be decided.
    remembers: bool,
}

/// A loop or a function.
#[derive(Clone, Copy, Debug)]
struct Scope {
    function: Option<FunctionId>,
    /// How many variables were set before it.
    set: usize,
}

impl Frame<'_> {
    /// Runs a term that certainly runs: what it sets stays set.
    fn run(&mut self, term: TermId, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else {
            self.remembers = true;
            return;
        };
        let program = self.program;
        match program.kind(term) {
            TermKind::Sequence(terms) => {
                let terms = program.children(terms).iter();
                terms.for_each(|&term| self.run(term, depth));
            }
            TermKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.pass(condition);
                self.branch(Branch::Then);
                self.run(then, depth);
                self.branch(Branch::Otherwise);
                if let Some(otherwise) = otherwise {
                    self.run(otherwise, depth);
                }
                self.branch(Branch::End);
            }
            TermKind::Assign { target, value } => {
                self.pass(value);
                self.assign(target);
            }
            TermKind::Call {
                callee, arguments, ..
            } => {
                let arguments = program.children(arguments).iter();
                arguments.for_each(|&argument| self.pass(argument));
                if let Some(Followed { body, names }) = self.call(term, callee) {
                    self.run(body, depth);
                    self.leave(&names);
                }
            }
            _ => self.pass(term),
        }
    }

    /// Runs a term that may run any number of times: what it sets is not certain behind it.
    fn pass(&mut self, term: TermId) {
        let before = self.set.len();
        evaluate(self.program, term, self);
        self.set.truncate(before);
    }

    fn assign(&mut self, target: TermId) {
        let mut left = vec![target];
        while let Some(target) = left.pop() {
            match self.program.kind(target) {
                TermKind::Variable(name) => self.write(name, target, target),
                TermKind::List(targets) => left.extend(self.program.children(targets)),
                // A part of a list changes what was there before.
                _ => self.pass(target),
            }
        }
    }

    fn enter(&mut self, function: Option<FunctionId>, names: &[NameId]) {
        self.hidden.extend(names);
        let set = self.set.len();
        self.scopes.push(Scope { function, set });
    }

    /// Leaves a loop or a function.
    fn leave(&mut self, names: &[NameId]) {
        let left = self.hidden.len().saturating_sub(names.len());
        self.hidden.truncate(left);
        let scope = self.scopes.pop();
        if let Some(Scope {
            function: None,
            set,
        }) = scope
        {
            // It may not have run at all.
            self.set.truncate(set);
        }
    }
}

impl Evaluation for Frame<'_> {
    fn read(&mut self, name: NameId, _: TermId) {
        let is_settled = self.set.contains(&name) || self.hidden.contains(&name);
        self.remembers |= self.changed.contains(name) && !is_settled;
    }

    fn write(&mut self, name: NameId, _: TermId, _: TermId) {
        if !self.hidden.contains(&name) && !self.set.contains(&name) {
            self.set.push(name);
        }
    }

    fn bind(&mut self, names: &[NameId]) {
        self.enter(None, names);
    }

    fn unbind(&mut self, names: &[NameId]) {
        self.leave(names);
    }

    fn branch(&mut self, branch: Branch) {
        match branch {
            Branch::Then => self.branches.push((self.set.len(), Vec::new())),
            Branch::Otherwise => {
                if let Some((before, first)) = self.branches.last_mut() {
                    *first = self.set.split_off(*before);
                }
            }
            Branch::End => {
                let (before, first) = self.branches.pop().unwrap_or_default();
                let second = self.set.split_off(before);
                let both = second.iter().filter(|name| first.contains(name));
                self.set.extend(both);
            }
        }
    }

    fn call(&mut self, call: TermId, callee: CalleeId) -> Option<Followed> {
        let program = self.program;
        let function = *program.callee(callee).definitions.last()?;
        // What one reads that calls itself, it has read before.
        let is_around = self
            .scopes
            .iter()
            .any(|scope| scope.function == Some(function));
        if is_around {
            return None;
        }
        let Some(calls) = self.calls.checked_sub(1) else {
            self.remembers = true;
            return None;
        };
        self.calls = calls;
        let given = match program.kind(call) {
            TermKind::Call { modifiers, .. } => program.modifiers(modifiers),
            _ => &[],
        };
        let mut names: Vec<NameId> = given.iter().map(|modifier| modifier.name).collect();
        names.extend(program.own_names(function));
        self.enter(Some(function), &names);
        let body = program.function(function).body;
        Some(Followed { body, names })
    }

    fn skips(&self, _: TermId) -> bool {
        self.remembers
    }
}

#[cfg(test)]
mod tests {
    use cindyscript_hir::document::Document;

    use crate::analyse;

    fn follows_time(text: &str) -> bool {
        analyse(&Document::open("a.cindyscript", text)).applets[0].follows_time()
    }

    #[test]
    fn a_frame_that_sets_what_it_reads_follows_time() {
        for draw in [
            "colorplot(sin(|#| - seconds()))",
            "t = seconds(); draw([t, 0], color -> hue(t))",
            "f(x) := (regional(k); k = x + 1; k * k); draw([f(seconds()), b])",
            "s = 0; repeat(10, k, s = s + k); draw([s, 0]); println(s)",
            "if(seconds() > 1, a = 1, a = 2); draw([a, 0])",
            "l = [1, 2]; l_1 = seconds(); connect([l, [0, 0]])",
            "set() := (a = seconds(); 1); set(); draw([a, 0])",
            "gsave(); translate([1, seconds()]); draw([0, 0]); grestore()",
            "colorplot(c = seconds(); repeat(3, c = c + |#|); c)",
        ] {
            assert!(
                follows_time(&format!("// %% init\nb = 3;\n// %% draw\n{draw}")),
                "{draw}"
            );
        }
    }

    #[test]
    fn one_that_goes_on_with_what_an_earlier_one_left_does_not() {
        for draw in [
            "n = n + 1; draw([n, 0])",
            "draw([a, 0]); a = seconds()",
            "if(seconds() > 1, a = 1); draw([a, 0])",
            "if(isundefined(a), a = 0); a = a + 1",
            "repeat(seconds(), a = 1); draw([a, 0])",
            "l_1 = l_1 + 1; draw([l_1, 0])",
            "f() := (n = n + 1; n); draw([f(), 0])",
            "f() := a; repeat(2, a = 1; f()); draw([f(), 0])",
            "draw([random(), 0])",
            "A.x = A.x + 0.1",
            "colorplot(\"image\", |#|)",
            "canvas([0, 0], [1, 0], \"image\", draw([0, 0]))",
            "draw([simulationtime(), 0])",
            "parse(\"n = n + 1\")",
            "settimeout(1, n = n + 1)",
            "f(x) := x; draw([f(1), 0]); f(x) := 2",
        ] {
            assert!(
                !follows_time(&format!("// %% init\nn = 0; l = [1];\n// %% draw\n{draw}")),
                "{draw}"
            );
        }
        assert!(!follows_time(
            "// %% draw\ndraw([n, 0])\n// %% tick\nn = n + 1"
        ));
    }

    #[test]
    fn what_the_user_does_may_stay() {
        assert!(follows_time(
            "// %% draw\ndraw([n, seconds()])\n// %% mousedown\nn = n + 1"
        ));
    }
}
