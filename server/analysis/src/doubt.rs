//! Types that depend on an undefined or mistyped name. They are guesses until that is mended: no
//! hint, lens or remark is made of them.

use std::ops::Range;

use cindyscript_diagnostic::{Code, Diagnostic, Severity};
use cindyscript_hir::program::{IterationKind, PlotId, Program, TermId, TermKind};
use cindyscript_infer::{Body, BodyKind, Ranges, Role, SlotId, Solution};
use rustc_hash::FxHashSet;
use text_size::{TextRange, TextSize};

use crate::applet::InferredApplet;

/// The slots and colorplots whose types are guesses.
#[derive(Clone, Debug, Default)]
pub struct Doubt {
    /// A flag a slot; empty if no slot is in doubt.
    slots: Vec<bool>,
    plots: FxHashSet<PlotId>,
}

impl Doubt {
    /// The guesses of an applet with these diagnostics.
    #[must_use]
    pub fn of(applet: &InferredApplet, diagnostics: &[Diagnostic]) -> Self {
        let mistakes = diagnostics.iter().filter(|said| {
            let is_mistake = said.code.is_undefined() || said.code == Code::MistypedPixel;
            is_mistake && said.severity <= Severity::Warning
        });
        let mistakes: FxHashSet<TextRange> = mistakes.map(Diagnostic::extent).collect();
        if mistakes.is_empty() {
            return Self::default();
        }
        let (program, solution) = (&*applet.program, &*applet.solution);
        let mut doubt = Self {
            slots: vec![false; solution.slots.len()],
            plots: FxHashSet::default(),
        };
        let mut edges = Vec::new();
        let mut seeds = Vec::new();
        for &id in &solution.reachable {
            let body = solution.body(id);
            dependencies(program, solution, body, &mut edges);
            for (term, _) in solution.evaluated(body) {
                let may_be = matches!(
                    program.kind(term),
                    TermKind::Variable(_) | TermKind::Call { .. }
                );
                if !may_be || !mistakes.contains(&applet.range(term)) {
                    continue;
                }
                seeds.push(body.slot(term));
                // A mistyped name has taken the place of the pixel.
                if let Some(pixel) = body.pixel
                    && applet
                        .split(pixel.plot)
                        .pixel
                        .iter()
                        .any(|name| Some(name.name) == program.name_of(term))
                {
                    doubt.plots.insert(pixel.plot);
                }
            }
        }
        edges.sort_unstable();
        doubt.spread(&edges, seeds);
        // A variable without a type because of such a name does the same.
        for plot in solution.plots.keys().copied() {
            let mut pixel = applet.split(plot).pixel.iter();
            let is_guess = pixel.any(|name| {
                let variable = solution.global(name.name);
                applet.defined().contains(name.name)
                    && variable.is_some_and(|variable| doubt.holds(variable))
            });
            if is_guess {
                doubt.plots.insert(plot);
            }
        }
        let of_plots = doubt.slots_of_plots(solution);
        doubt.spread(&edges, of_plots);
        doubt
    }

    /// The slots of the colorplots that are guesses.
    fn slots_of_plots(&self, solution: &Solution) -> Vec<SlotId> {
        let of_plots = solution.bodies.iter().filter(|body| {
            body.pixel
                .is_some_and(|pixel| self.plots.contains(&pixel.plot))
        });
        let of_plots = of_plots.flat_map(|body| {
            let terms = body.terms().map(|term| body.slot(term));
            terms.chain(body.variables.iter().copied())
        });
        of_plots.collect()
    }

    /// Marks slots and all that depends on them, by edges in the order of their sources.
    fn spread(&mut self, edges: &[(SlotId, SlotId)], mut pending: Vec<SlotId>) {
        while let Some(slot) = pending.pop() {
            let Some(known) = self.slots.get_mut(slot.index()) else {
                continue;
            };
            if std::mem::replace(known, true) {
                continue;
            }
            let first = edges.partition_point(|&(from, _)| from < slot);
            let edges = edges.iter().skip(first);
            let edges = edges.take_while(|&&(from, _)| from == slot);
            pending.extend(edges.map(|&(_, to)| to));
        }
    }

    /// True if the type of a slot is a guess.
    pub fn holds(&self, slot: SlotId) -> bool {
        self.slots.get(slot.index()) == Some(&true)
    }

    /// True if it is a guess which names stand for the pixel in a colorplot.
    pub fn is_of_plot(&self, plot: PlotId) -> bool {
        self.plots.contains(&plot)
    }

    /// Removes what was found of the types in colorplots of which the pixel is a guess.
    pub fn quieten(&self, applet: &InferredApplet, diagnostics: &mut Vec<Diagnostic>) {
        if self.plots.is_empty() {
            return;
        }
        let bodies = applet.solution.bodies.iter().filter(|body| {
            body.pixel
                .is_some_and(|pixel| self.plots.contains(&pixel.plot))
        });
        let ranges = bodies.map(|body| {
            let range = applet.range(body.root);
            (range.start(), range.end())
        });
        let ranges: Ranges<TextSize> = ranges.collect();
        diagnostics.retain(|said| {
            let is_mistake = said.code.is_undefined() || said.code == Code::MistypedPixel;
            let Range { start, end } = Range::from(said.range);
            is_mistake
                || !said.code.is_about_types()
                || !(ranges.contains(start) && ranges.contains(end))
        });
    }
}

/// The pairs of slots of which the second gets its type from the first.
fn dependencies(
    program: &Program,
    solution: &Solution,
    body: &Body,
    edges: &mut Vec<(SlotId, SlotId)>,
) {
    if let BodyKind::Round(of) = body.kind {
        edges.push((body.slot(body.root), of));
    }
    for (term, data) in solution.evaluated(body) {
        let slot = body.slot(term);
        let own = |term: TermId| body.slot(term);
        let link = data.link.is_some().then_some(data.link);
        if data.role == Role::Uniform {
            edges.extend(link.map(|link| (link, slot)));
            continue;
        }
        match program.kind(term) {
            TermKind::Variable(_) => edges.extend(link.map(|link| (link, slot))),
            TermKind::Assign { target, value } => {
                let links = assigned_variables(program, solution, body, target);
                edges.extend(links.map(|link| (own(value), link)));
                edges.push((own(value), slot));
            }
            TermKind::If {
                then, otherwise, ..
            } => {
                let branches = [Some(then), otherwise].into_iter().flatten();
                edges.extend(branches.map(|branch| (own(branch), slot)));
            }
            TermKind::Index { base, .. } => edges.push((own(base), slot)),
            TermKind::Iterate(id) => {
                let iteration = program.iteration(id);
                edges.push((own(iteration.body), slot));
                if iteration.kind != IterationKind::Repeat {
                    edges.extend(link.map(|link| (own(iteration.domain), link)));
                    edges.push((own(iteration.domain), slot));
                }
            }
            TermKind::Call {
                callee, arguments, ..
            } if !program.callee(callee).definitions.is_empty() => {
                for &callee in solution.callees(slot) {
                    let callee = solution.body(callee);
                    edges.push((callee.slot(callee.root), slot));
                    let arguments = program.children(arguments).iter();
                    let given = arguments.zip(&callee.parameters);
                    edges.extend(given.map(|(&argument, &parameter)| (own(argument), parameter)));
                }
            }
            _ => program.for_each_operand(term, |operand| {
                if body.contains(operand) {
                    edges.push((own(operand), slot));
                }
            }),
        }
    }
}

/// The variables that an assignment to a target sets.
fn assigned_variables(
    program: &Program,
    solution: &Solution,
    body: &Body,
    target: TermId,
) -> impl Iterator<Item = SlotId> {
    let root = program.root_of_elements(target);
    let within = program.subtree(target);
    let variables = within.filter(move |&inner| {
        let name = program.name_of(inner);
        name.is_some() && (root.is_none() || name == root)
    });
    let links = variables.map(|inner| solution.slot(body.slot(inner)).link);
    links.filter(|link| link.is_some())
}
