//! Types that depend on an undefined or mistyped name. They are guesses until that is mended: no
//! hint, lens or remark is made of them.

use std::ops::Range;

use cindyscript_diagnostic::{Code, Diagnostic, Severity};
use cindyscript_hir::program::{IterationKind, PlotId, Program, TermId, TermKind};
use cindyscript_infer::{Body, BodyKind, Inference, Ranges, Role, SlotId, Solution};
use rustc_hash::FxHashSet;
use text_size::{TextRange, TextSize};

/// The slots and colorplots whose types are guesses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Doubt {
    /// A flag a slot; empty if no slot is in doubt.
    slots: Vec<bool>,
    plots: FxHashSet<PlotId>,
}

impl Doubt {
    /// The guesses of an applet with these diagnostics; `range` finds terms in the file.
    pub(crate) fn of(
        applet: &Inference,
        range: impl Fn(TermId) -> TextRange,
        diagnostics: &[Diagnostic],
    ) -> Self {
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
                if !may_be || !mistakes.contains(&range(term)) {
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
        let of_plots = solution.bodies.iter().filter(|body| {
            body.pixel
                .is_some_and(|pixel| doubt.plots.contains(&pixel.plot))
        });
        let of_plots = of_plots.flat_map(|body| {
            let terms = (body.first.0..=body.root.0).map(|term| body.slot(TermId(term)));
            terms.chain(body.variables.iter().copied())
        });
        let of_plots: Vec<SlotId> = of_plots.collect();
        doubt.spread(&edges, of_plots);
        doubt
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
    pub(crate) fn holds(&self, slot: SlotId) -> bool {
        self.slots.get(slot.index()) == Some(&true)
    }

    /// True if it is a guess which names stand for the pixel in a colorplot.
    pub(crate) fn is_of_plot(&self, plot: PlotId) -> bool {
        self.plots.contains(&plot)
    }

    /// Removes what was found of the types in colorplots of which the pixel is a guess.
    pub(crate) fn quieten(
        &self,
        applet: &Inference,
        range: impl Fn(TermId) -> TextRange,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        if self.plots.is_empty() {
            return;
        }
        let bodies = applet.solution.bodies.iter().filter(|body| {
            body.pixel
                .is_some_and(|pixel| self.plots.contains(&pixel.plot))
        });
        let ranges = bodies.map(|body| {
            let range = range(body.root);
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
                let root = program.root_of_elements(target);
                let within = (program.term(target).first.0..=target.0).map(TermId);
                let variables = within.filter(|&inner| {
                    let name = program.name_of(inner);
                    name.is_some() && (root.is_none() || name == root)
                });
                let links = variables.map(|inner| solution.slot(own(inner)).link);
                let links = links.filter(|link| link.is_some());
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

#[cfg(test)]
mod tests {
    use cindyscript_hir::document::Document;

    use crate::analyse;
    use crate::inlay_hints::{HintConfig, inlay_hints};
    use crate::portability::portability;
    use crate::report::types;
    use text_size::{TextRange, TextSize};

    /// All that is shown of a text: problems and remarks by their codes, hints, and types by name.
    fn check(text: &str, problems: &[&str], hints: &[&str], names: &[&str]) {
        let analysis = analyse(&Document::open("a.cindyscript", text));
        let remarks = portability(&analysis);
        let said = analysis.diagnostics.iter().chain(&remarks);
        let said: Vec<&str> = said.map(|said| said.code.name()).collect();
        assert_eq!(said, problems, "{text}");
        let all = TextRange::up_to(TextSize::of(text));
        let shown = inlay_hints(&analysis, all, &HintConfig::default());
        let shown: Vec<String> = shown
            .iter()
            .map(|hint| {
                let before = &text[..usize::from(hint.offset)];
                let line = before.rsplit([' ', '(', ';']).next().unwrap_or_default();
                format!("{line}{}", hint.label)
            })
            .collect();
        assert_eq!(shown, hints, "{text}");
        let typed: Vec<String> = types(&analysis).into_iter().map(|one| one.name).collect();
        assert_eq!(typed, names, "{text}");
    }

    #[test]
    fn mistyped_name_in_a_colorplot_leaves_types_out() {
        check(
            "limit = 9; steps(z) := (n = 0; repeat(9, n = n + 1; z = z^2); if(|z| < 4, n, limit)); \
             colorplot(time = steps(z); if(tixe < 5, time/9, 0));",
            &["mistyped-pixel"],
            &["limit: int"],
            &["limit"],
        );
    }

    #[test]
    fn variable_of_an_undefined_name_leaves_types_out() {
        check(
            "b = undefinedname + 1; c = [b, 2]; d = if(true, b, 2); e = 5;",
            &["undefined-name"],
            &["e: int"],
            &["e"],
        );
        check(
            "t = seconds; colorplot(sin(t))",
            &["undefined-name"],
            &[],
            &[],
        );
    }

    #[test]
    fn value_of_an_undefined_function_leaves_types_and_remarks_out() {
        check(
            "f(p) := if(|p| < 1, sumof(p), 0.5); colorplot(sqrt(f(#.x)))",
            &["undefined-function"],
            &["p: real"],
            &[],
        );
    }
}
