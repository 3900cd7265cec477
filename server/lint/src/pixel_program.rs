//! The pixel program of a colorplot, or the reasons why it has none.

use cindyscript_analysis::InferredApplet;
use cindyscript_diagnostic::{Code, Diagnostic, Severity};
use cindyscript_hir::program::PlotId;
use cindyscript_hir::types::Type;
use cindyscript_pixel::{PixelProgram, extract};

use crate::pixel_errors;
use crate::walk::check_plot;

/// The typed program of a colorplot.
///
/// `observed` has the types that the terms of `Plot::uniforms` were seen to have when the
/// applet ran, where it did; each takes the place of the static type.
///
/// # Errors
///
/// The reasons why the colorplot cannot be a pixel program.
pub fn pixel_program(
    applet: &InferredApplet,
    plot: PlotId,
    observed: &[Option<Type>],
) -> Result<PixelProgram, Vec<Diagnostic>> {
    let again;
    let solution = if observed.iter().all(Option::is_none) {
        &*applet.solution
    } else {
        let observed = [(plot, observed)].into_iter().collect();
        again = applet.observing(&observed);
        &again
    };
    let row = applet.program.plot(plot);
    let Some(&body) = solution.plots.get(&plot).and_then(|bodies| bodies.first()) else {
        let message = "this colorplot is in a function that is never called";
        return Err(vec![applet.diagnostic(row.term, Code::NeverRuns, message)]);
    };
    if let Some(program) = check_plot(applet, solution, body)? {
        return Ok(program);
    }
    extract(applet.numbers(), applet.split(plot), solution, plot, body).map_err(|refusal| {
        let message = pixel_errors::words(&applet.program, &refusal.reason);
        let said = applet.diagnostic(refusal.term, Code::NotOnGpu, message);
        vec![said.severity(Severity::Error)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cindyscript_hir::document::Document;

    /// The type of the colour with the definitions in force that the text and one more make, each
    /// chosen by its place among those of its name and arity.
    fn check(text: &str, more: &str, in_force: usize, expected: &str) {
        let document = Document::open("test.cindyscript", text);
        let applet = InferredApplet::new(&document, 0, None);
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
                match pixel_program(&applet, PlotId(0), &[]) {
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
        let applet = InferredApplet::new(&document, 0, None);
        let extended = applet.split_program().extended("g(p) := g(p)").program;
        let last = |row: &cindyscript_hir::program::Callee| row.definitions.last().copied();
        let chosen: Vec<_> = extended.program.callees.iter().map(last).collect();
        let redefined = extended.redefined(&chosen);
        let applet = applet.redefined(&redefined, PlotId(0));
        let said = pixel_program(&applet, PlotId(0), &[]).expect_err("recursion");
        let range = std::ops::Range::<usize>::from(said[0].range);
        assert_eq!(&text[range], text);
    }
}
