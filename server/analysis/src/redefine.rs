//! Functions that are not what the text says: scripts take definitions in and out of force, and
//! `parse` and `diff` make some while they run. As in CindyGL, a colorplot is painted with those
//! that are in force when it is executed.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use text_size::TextRange;

use crate::analysis::{AppletAnalysis, Facts, meanings};
use crate::check::Unseen;
use crate::constants::{Constants, constants};
use crate::infer::Guards;
use crate::lookup::Lookup;
use crate::names::NameSet;
use crate::program::{CalleeId, FunctionId, PlotId, Program, ScriptId};
use crate::split::Summaries;
use crate::split_program::SplitProgram;
use crate::stack::with_stack;

impl Program {
    /// The definition that pixels see unless something else is known: the last in the text, which
    /// is in force once all scripts have run.
    fn expected(&self, callee: CalleeId) -> Option<FunctionId> {
        let mut definitions = self.callee(callee).definitions.iter().rev();
        let in_text = |id: &&FunctionId| self.function(**id).script != ScriptId::RUN_TIME;
        definitions.find(in_text).copied()
    }

    /// Whether some definition in force, by callee, is not the only one of the text: this program
    /// has all of them at once.
    #[must_use]
    pub fn is_redefined(&self, in_force: &[Option<FunctionId>]) -> bool {
        let mut both = self.callees.iter().zip(in_force);
        both.any(|(callee, function)| {
            let in_text = |id: &FunctionId| self.function(*id).script != ScriptId::RUN_TIME;
            let others = callee.definitions.iter().filter(|id| in_text(id));
            function.is_some_and(|function| {
                !callee.runs_code() && !others.eq(std::iter::once(&function))
            })
        })
    }
}

impl SplitProgram {
    /// This program as its colorplots see it while these definitions are in force, by callee: there
    /// are no others, and U is what is evaluated once a frame with them. Ids stay.
    #[must_use]
    pub fn redefined(&self, in_force: &[Option<FunctionId>]) -> Self {
        let mut program = Program::clone(&self.program);
        for index in 0..program.callees.len() {
            let callee = CalleeId(index as u32);
            if program.callee(callee).runs_code() {
                // That depends on the code, which is a value.
                continue;
            }
            let function = in_force.get(index).copied().flatten();
            let function = function.or_else(|| self.program.expected(callee));
            program.callees[index].definitions = function.into_iter().collect();
        }
        self.split_anew(program)
    }
}

impl AppletAnalysis {
    /// What is known about the same applet with a [redefined](SplitProgram::redefined) program, for
    /// a colorplot: what stands in no script of the file stands where that does.
    #[must_use]
    pub fn redefined(&self, redefined: &SplitProgram, plot: PlotId) -> Self {
        with_stack(redefined.program.functions.len(), || {
            self.redefined_here(redefined, plot)
        })
    }

    /// The same where the stack is deep enough already.
    pub(crate) fn redefined_here(&self, redefined: &SplitProgram, plot: PlotId) -> Self {
        let mut program = Program::clone(&redefined.program);
        let (presets, _) = meanings(&mut program, &self.source().geometry);
        let summaries = Summaries::new(&program);
        let guards = Guards::new(&program, &summaries);
        let unseen = Unseen::new(&program, self.source(), self.document.imported(self.applet));
        // It may be another definition that assigned to them.
        let constants = match unseen.names {
            None => constants(&program, &redefined.split),
            Some(_) => Constants::default(),
        };
        let found = match unseen.names {
            None => crate::infer::found::variables(&program),
            Some(_) => NameSet::default(),
        };
        let facts = Facts {
            split: Arc::clone(&redefined.split),
            constants: Arc::new(constants),
            presets,
            summaries: Arc::new(summaries),
            guards: Arc::new(guards),
            found,
            unseen,
        };
        let solution = facts.solve(&program, &FxHashMap::default());
        let mut analysis = self.clone();
        let place = program.plots.get(plot.index()).map(|plot| plot.term);
        analysis.run_time = place.map_or(TextRange::default(), |term| {
            let term = program.term(term);
            self.to_file(term.script, term.range)
        });
        analysis.program = Arc::new(program);
        analysis.lookup = Lookup::default();
        analysis.draft = Arc::default();
        analysis.facts = Arc::new(facts);
        analysis.solution = Arc::new(solution);
        analysis
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Document, analyse};

    /// The type of the colour with the definitions in force that the text and one more make, each
    /// chosen by its place among those of its name and arity.
    fn check(text: &str, more: &str, in_force: usize, expected: &str) {
        let document = Document::open("test.cindyscript", text);
        let analysis = analyse(&document);
        let applet = &analysis.applets[0];
        let extended = applet.split_program().extended(more).program;
        let chosen = |row: &crate::program::Callee| row.definitions.get(in_force).copied();
        let chosen: Vec<_> = extended.program.callees.iter().map(chosen).collect();
        let seen = match extended.program.is_redefined(&chosen) {
            false => "as the text says".to_owned(),
            true => {
                let redefined = extended.redefined(&chosen);
                let applet = applet.redefined(&redefined, PlotId(0));
                // Whoever evaluates U and whoever paints agree about what it is.
                assert_eq!(applet.facts.split, redefined.split);
                match applet.pixel_program(PlotId(0), &[]) {
                    Ok(pixels) => {
                        format!("{:?}, {} uniforms", pixels.colour, pixels.uniforms.len())
                    }
                    Err(errors) => {
                        let range = std::ops::Range::<usize>::from(errors[0].range);
                        format!("{}: {}", &text[range], errors[0].message)
                    }
                }
            }
        };
        assert_eq!(seen, expected, "{text} | {more}");
    }

    #[test]
    fn colorplots_are_those_of_the_definitions_in_force() {
        let text = "a = 0.5; f(x) := x; f(x) := [x, x, 1]; colorplot(f(|#|))";
        check(text, "", 0, "Grey, 0 uniforms");
        // Inference takes all of them at once: pixels run the one that is there.
        check(text, "", 1, "Rgb, 1 uniforms");
        check(
            "f(x) := [x, x, 1]; colorplot(f(|#|))",
            "",
            0,
            "as the text says",
        );
        check(text, "f(x) := [a, x, x, a]", 2, "Rgba, 2 uniforms");
        let unknown = "colorplot(g(#))";
        check(unknown, "g(p) := p.x + 1", 0, "Grey, 1 uniforms");
        check("a = 1; colorplot(|#|)", "b = a", 0, "as the text says");
    }

    #[test]
    fn what_came_while_scripts_ran_is_said_at_the_colorplot() {
        let text = "colorplot(g(#))";
        let document = Document::open("test.cindyscript", text);
        let applet = &analyse(&document).applets[0];
        let extended = applet.split_program().extended("g(p) := g(p)").program;
        let last = |row: &crate::program::Callee| row.definitions.last().copied();
        let chosen: Vec<_> = extended.program.callees.iter().map(last).collect();
        let redefined = extended.redefined(&chosen);
        let applet = applet.redefined(&redefined, PlotId(0));
        let said = applet.pixel_program(PlotId(0), &[]).expect_err("recursion");
        let range = std::ops::Range::<usize>::from(said[0].range);
        assert_eq!(&text[range], text);
    }
}
