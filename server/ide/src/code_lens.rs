//! Lines above parts of the text: of a colorplot, where it runs and the way to see it; of a function
//! or a variable, in how many places it is used.

use cindyscript_diagnostic::Code;
use cindyscript_hir::program::PlotId;
use text_size::{TextRange, TextSize};

use crate::analysis::{Analysis, AppletAnalysis};
use crate::occurrences::{EntityKind, Occurrence};
use crate::references::references;

/// Longer reasons are cut, in characters.
const LONG: usize = 60;

/// A line above a colorplot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// The colorplot, in bytes of the file.
    pub range: TextRange,
    /// The text that is shown.
    pub title: String,
}

/// What the preview has seen of a colorplot.
#[derive(Clone, Debug, PartialEq)]
pub struct Painted {
    /// The colorplot, in bytes of the file.
    pub range: TextRange,
    /// What paints it.
    pub painter: Painter,
    /// How long that takes in a frame, in milliseconds, if that is known.
    pub ms: Option<f64>,
}

/// What paints a colorplot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Painter {
    /// The GPU.
    Gpu,
    /// A driver that runs shaders on the CPU.
    Software,
    /// The CPU: why not the GPU, though there is one.
    Cpu(Option<String>),
}

/// The lines above the colorplots of a document, with what was seen of them: the way to the preview,
/// or away from it where it is open. Where nothing was seen, `frame` is the time that a frame of the
/// applet takes, in milliseconds, if it runs.
#[must_use]
pub fn colorplots(
    analysis: &Analysis,
    frame: Option<f64>,
    painted: &[Painted],
    is_open: bool,
) -> Vec<Lens> {
    let way = match is_open {
        true => "■ Close preview",
        false => "▶ Open preview",
    };
    let mut lenses = Vec::new();
    for applet in &analysis.applets {
        for (plot, row) in applet.program.plots.iter().enumerate() {
            if applet.is_library(applet.program.term(row.term).script) {
                continue;
            }
            let range = applet.range(row.term);
            let seen = painted
                .iter()
                .find(|seen| seen.range.start() == range.start());
            let place = match seen {
                Some(seen) => Some(paints(seen)),
                None => runs(applet, PlotId(plot as u32), frame),
            };
            lenses.push(Lens {
                range,
                title: match place {
                    Some(place) => format!("{way} · {place}"),
                    None => way.to_owned(),
                },
            });
        }
    }
    lenses
}

/// What paints a colorplot, and how long that takes.
fn paints(seen: &Painted) -> String {
    let place = match &seen.painter {
        Painter::Gpu => "GPU".to_owned(),
        Painter::Software => "software rendering".to_owned(),
        Painter::Cpu(None) => "CPU".to_owned(),
        Painter::Cpu(Some(why)) => format!("CPU: {}", cut(why)),
    };
    match seen.ms {
        Some(ms) => format!("{place}, {}", milliseconds(ms)),
        None => place,
    }
}

/// Where a colorplot runs, if that is known before it does, and why not on the GPU.
fn runs(applet: &AppletAnalysis, plot: PlotId, frame: Option<f64>) -> Option<String> {
    let time = frame.map(|frame| format!(", {} a frame", milliseconds(frame)));
    let time = time.unwrap_or_default();
    let bodies = applet.solution.plots.get(&plot).into_iter().flatten();
    let mut values = bodies.map(|&body| applet.solution.body(body));
    if values.any(|body| applet.doubt.holds(body.slot(body.root))) {
        return None;
    }
    let Err(reasons) = cindyscript_lint::pixel_program(applet, plot, &[]) else {
        return Some(format!("GPU{time}"));
    };
    let reason = reasons.first()?;
    if reason.code == Code::NeverRuns {
        return Some("never runs".to_owned());
    }
    // What is not said may be settled when the applet runs.
    let mut said = applet.diagnostics.iter();
    let is_certain = said.any(|said| (said.code, said.range) == (reason.code, reason.range));
    is_certain.then(|| format!("CPU{time}: {}", cut(&reason.message)))
}

/// A time as it is shown.
#[must_use]
pub fn milliseconds(time: f64) -> String {
    match time {
        ..0.1 => "< 0.1 ms".to_owned(),
        ..9.95 => format!("{time:.1} ms"),
        _ => format!("{time:.0} ms"),
    }
}

/// What is given a name that others use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Functions, where they are defined.
    pub functions: bool,
    /// Variables of the whole applet, where they are first assigned.
    pub variables: bool,
}

/// The names that are defined in a document, in bytes of the file: above each may stand how often it
/// is used, which [`uses`] counts.
#[must_use]
pub fn names(analysis: &Analysis, counted: Counted) -> Vec<TextRange> {
    let mut names = Vec::new();
    for applet in &analysis.applets {
        if counted.functions {
            let functions = applet.program.functions.iter();
            let own = functions
                .filter(|function| !function.is_code() && !applet.is_library(function.script));
            names.extend(own.map(|function| applet.to_file(function.script, function.name_range)));
        }
        if counted.variables {
            let occurrences = applet.occurrences();
            let entities = occurrences.entities();
            let variables = entities.filter(|(_, entity)| entity.kind == EntityKind::Global);
            let assigned = |one: &&Occurrence| one.access.is_write();
            names.extend(variables.filter_map(|(id, _)| {
                let first = occurrences.of(id).find(assigned)?;
                Some(first.range)
            }));
        }
    }
    names.sort_unstable_by_key(|range| range.start());
    names
}

/// The places where what is named at an offset of the file is used, and that in words.
#[must_use]
pub fn uses(analysis: &Analysis, offset: TextSize) -> (Vec<TextRange>, String) {
    let mut places = references(analysis, offset, false);
    places.retain(|place| !place.contains_inclusive(offset));
    let words = match places.len() {
        0 => "no references".to_owned(),
        1 => "1 reference".to_owned(),
        count => format!("{count} references"),
    };
    (places, words)
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

    /// The lines above the colorplots, each behind its colorplot.
    fn check(text: &str, frame: Option<f64>, expected: &Expect) {
        let analysis = analyse(&Document::open("a.cindyscript", text));
        let lines = colorplots(&analysis, frame, &[], false)
            .into_iter()
            .map(|lens| {
                let plot = &text[lens.range];
                format!("{plot}\n  {}\n", lens.title)
            });
        expected.assert_eq(&lines.collect::<String>());
    }

    #[test]
    fn how_long_a_frame_takes() {
        check(
            "colorplot(|#|); colorplot(length(\"a\" + #.x)); f() := colorplot(|#|);",
            Some(0.42),
            &expect![[r#"
                colorplot(|#|)
                  ▶ Open preview · GPU, 0.4 ms a frame
                colorplot(length("a" + #.x))
                  ▶ Open preview · CPU, 0.4 ms a frame: `+` of a string and a number is not available at every pixel
                colorplot(|#|)
                  ▶ Open preview · never runs
            "#]],
        );
        for (time, shown) in [
            (0.0, "< 0.1 ms"),
            (0.1, "0.1 ms"),
            (9.94, "9.9 ms"),
            (9.96, "10 ms"),
            (160.4, "160 ms"),
        ] {
            assert_eq!(milliseconds(time), shown);
        }
    }

    #[test]
    fn what_the_preview_has_seen_is_said_instead() {
        let text = "colorplot(|#|); colorplot(#.x); colorplot(#.y); colorplot(1);  ";
        let analysis = analyse(&Document::open("a.cindyscript", text));
        let seen = |start: u32, painter, ms| Painted {
            range: TextRange::at(start.into(), 14.into()),
            painter,
            ms,
        };
        let why = Some("there are 20 loops".to_owned());
        let painted = [
            seen(0, Painter::Gpu, Some(0.42)),
            seen(16, Painter::Cpu(why), Some(12.3)),
            seen(32, Painter::Cpu(None), None),
            seen(48, Painter::Software, Some(30.0)),
            // Nothing begins here.
            seen(33, Painter::Gpu, Some(1.0)),
        ];
        let lenses = colorplots(&analysis, Some(5.0), &painted, false);
        let titles: Vec<&str> = lenses.iter().map(|lens| lens.title.as_str()).collect();
        assert_eq!(
            titles,
            [
                "▶ Open preview · GPU, 0.4 ms",
                "▶ Open preview · CPU: there are 20 loops, 12 ms",
                "▶ Open preview · CPU",
                "▶ Open preview · software rendering, 30 ms",
            ]
        );
    }

    #[test]
    fn how_often_names_are_used() {
        let text =
            "// %% init\nn = 1; n = 2; f(x) := x + n; g() := f(n);\n// %% draw\nf(2); A = 3;";
        let analysis = analyse(&Document::open("a.cindyscript", text));
        let shown = |functions, variables| {
            let names = names(
                &analysis,
                Counted {
                    functions,
                    variables,
                },
            );
            let lines = names.into_iter().map(|name| {
                let (places, words) = uses(&analysis, name.start());
                let lines = places
                    .iter()
                    .map(|place| analysis.document.line(place.start()));
                let lines: Vec<String> = lines.map(|line| line.to_string()).collect();
                format!("{}: {words}: {}\n", &text[name], lines.join(", "))
            });
            lines.collect::<String>()
        };
        expect![[r#"
            f: 2 references: 2, 4
            g: no references: 
        "#]]
        .assert_eq(&shown(true, false));
        expect![[r#"
            n: 3 references: 2, 2, 2
            A: no references: 
        "#]]
        .assert_eq(&shown(false, true));
        assert_eq!(shown(false, false), "");
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
            None,
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
