//! The analysis of an applet whose functions are not those of the text.

use std::sync::{Arc, OnceLock};

use cindyscript_hir::program::PlotId;
use cindyscript_infer::Inference;
use cindyscript_infer::split_program::SplitProgram;

use crate::analysis::AppletAnalysis;
use crate::doubt::Doubt;
use crate::lookup::Lookup;

impl AppletAnalysis {
    /// The analysis of the same applet with a [redefined](SplitProgram::redefined) program, for a
    /// colorplot: what stands in no script of the file stands where that does.
    #[must_use]
    pub fn redefined(&self, redefined: &SplitProgram, plot: PlotId) -> Self {
        let inference = Inference::of_redefined(&self.document, self.applet, redefined);
        let place = redefined.program.plots.get(plot.index());
        let place = place.map(|plot| redefined.program.term(plot.term));
        let place = place.map(|term| self.to_file(term.script, term.range));
        Self {
            inference,
            document: self.document.clone(),
            applet: self.applet,
            run_time: place.unwrap_or_default(),
            diagnostics: Vec::new(),
            doubt: Doubt::default(),
            lookup: Lookup::default(),
            words: self.words.clone(),
            occurrences: OnceLock::new(),
            earlier_occurrences: Arc::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyse;
    use cindyscript_hir::document::Document;

    /// The type of the colour with the definitions in force that the text and one more make, each
    /// chosen by its place among those of its name and arity.
    fn check(text: &str, more: &str, in_force: usize, expected: &str) {
        let document = Document::open("test.cindyscript", text);
        let analysis = analyse(&document);
        let applet = &analysis.applets[0];
        let extended = applet.split_program().extended(more).program;
        let chosen =
            |row: &cindyscript_hir::program::Callee| row.definitions.get(in_force).copied();
        let chosen: Vec<_> = extended.program.callees.iter().map(chosen).collect();
        let seen = match extended.is_redefined(&chosen) {
            false => "as the text says".to_owned(),
            true => {
                let redefined = extended.redefined(&chosen);
                let applet = applet.redefined(&redefined, PlotId(0));
                // Evaluation and painting agree about what U is.
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
        let last = |row: &cindyscript_hir::program::Callee| row.definitions.last().copied();
        let chosen: Vec<_> = extended.program.callees.iter().map(last).collect();
        let redefined = extended.redefined(&chosen);
        let applet = applet.redefined(&redefined, PlotId(0));
        let said = applet.pixel_program(PlotId(0), &[]).expect_err("recursion");
        let range = std::ops::Range::<usize>::from(said[0].range);
        assert_eq!(&text[range], text);
    }
}
