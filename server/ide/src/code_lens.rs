//! A line above each colorplot: where it runs, and the way to see it.

use cindyscript_diagnostic::Code;
use cindyscript_hir::program::PlotId;
use text_size::TextRange;

use crate::analysis::{Analysis, AppletAnalysis};

/// Longer reasons are cut, in characters.
const LONG: usize = 60;

/// A line above a colorplot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// The colorplot, in bytes of the file.
    pub range: TextRange,
    /// The text that is shown.
    pub title: String,
    /// The applet, by its place in the document.
    pub applet: usize,
    /// The colorplot.
    pub plot: PlotId,
}

/// The lenses of a document.
#[must_use]
pub fn code_lenses(analysis: &Analysis) -> Vec<Lens> {
    let mut lenses = Vec::new();
    for (index, applet) in analysis.applets.iter().enumerate() {
        for (plot, row) in applet.program.plots.iter().enumerate() {
            if applet.is_library(applet.program.term(row.term).script) {
                continue;
            }
            lenses.push(Lens {
                range: applet.range(row.term),
                title: match runs(applet, PlotId(plot as u32)) {
                    Some(place) => format!("▶ Open preview · {place}"),
                    None => "▶ Open preview".to_owned(),
                },
                applet: index,
                plot: PlotId(plot as u32),
            });
        }
    }
    lenses
}

/// Where a colorplot runs, if that is known before it does, and why not on the GPU.
fn runs(applet: &AppletAnalysis, plot: PlotId) -> Option<String> {
    let Err(reasons) = applet.pixel_program(plot, &[]) else {
        return Some("GPU".to_owned());
    };
    let reason = reasons.first()?;
    if reason.code == Code::NeverRuns {
        return Some("never runs".to_owned());
    }
    // What is not said may be settled when the applet runs.
    let mut said = applet.diagnostics.iter();
    let is_certain = said.any(|said| (said.code, said.range) == (reason.code, reason.range));
    is_certain.then(|| format!("CPU: {}", cut(&reason.message)))
}

/// The beginning of a message.
fn cut(message: &str) -> String {
    if message.chars().count() <= LONG {
        return message.to_owned();
    }
    let mut short: String = message.chars().take(LONG - 1).collect();
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::analyse;
    use cindyscript_hir::document::Document;

    fn check(text: &str, expected: &Expect) {
        let analysis = analyse(&Document::open("a.cindyscript", text));
        let lines = code_lenses(&analysis).into_iter().map(|lens| {
            let plot = &text[lens.range];
            format!("{plot}\n  {}\n", lens.title)
        });
        expected.assert_eq(&lines.collect::<String>());
    }

    #[test]
    fn where_colorplots_run() {
        check(
            "a = 2; f(x) := f(x - 1); g(x) := colorplot(x);\n\
             colorplot(hue(|#| * a));\n\
             colorplot(length(\"a\" + #.x));\n\
             colorplot(f(#.x));\n\
             colorplot(inverse([[#.x, 1], [1, 0]])_1_1);\n\
             h(k) := apply(1..round(#.x + 10), [k, \"averylongstringthatgoeson\"]); colorplot(h(2)_1_1)",
            &expect![[r#"
                colorplot(x)
                  ▶ Open preview · never runs
                colorplot(hue(|#| * a))
                  ▶ Open preview · GPU
                colorplot(length("a" + #.x))
                  ▶ Open preview · CPU: `+` of a string and a number is not available at every pixel
                colorplot(f(#.x))
                  ▶ Open preview · CPU: `f` calls itself: recursion is not possible at pixels
                colorplot(inverse([[#.x, 1], [1, 0]])_1_1)
                  ▶ Open preview · GPU
                colorplot(h(2)_1_1)
                  ▶ Open preview
            "#]],
        );
    }
}
