//! What colorplots compute at one place, and on the way there.

use std::time::Duration;

use cindyscript_applet::TextRange;
use cindyscript_hir::program::{PlotId, ScriptId, TermKind};
use cindyscript_infer::split_program::SplitProgram;
use cindyscript_interpreter::{ErrorSeverity, PixelEvaluator, Value, WatchedValue, colour};

use super::Session;
use crate::diagnostic::AppletDiagnostic;
use crate::frame::{FrameDescription, PlotDraw};

/// What a colorplot computes at a pixel: by the interpreter, in numbers of 64 bits, whatever has
/// painted it.
#[derive(Clone, Debug)]
pub struct Probe {
    /// The colorplot.
    pub plot: PlotId,
    /// Where it stands in the file; none if a script has made it.
    pub range: Option<TextRange>,
    /// The middle of the pixel, in world coordinates.
    pub place: [f64; 2],
    /// What its body is there.
    pub value: Value,
    /// The colour of that: red, green, blue, alpha, 0 to 1; red, green and blue are taken as
    /// multiplied with alpha.
    pub colour: [f32; 4],
    /// What has a value on the way there, in the order of the text: what it gets from the CPU, what
    /// it assigns, parameters of functions, variables of loops.
    pub variables: Vec<ProbedVariable>,
    /// The expression that is [selected](Session::select); none where it has no value there.
    pub selected: Option<ProbedVariable>,
    /// What ended the evaluation.
    pub diagnostic: Option<AppletDiagnostic>,
}

/// Something that has a value on the way to that of a pixel.
#[derive(Clone, Debug)]
pub struct ProbedVariable {
    /// What it is in the text, on one line.
    pub name: String,
    /// Where it stands, in bytes of the file.
    pub range: TextRange,
    /// All of what gives it its value there: an assignment, or just the variable.
    pub whole: TextRange,
    /// Whether the CPU gives it to the colorplot: the same at all pixels.
    pub is_uniform: bool,
    /// Its last value, or the one that is [selected](Session::select).
    pub value: Value,
    /// Which of its values that is, from 1.
    pub time: u64,
    /// How many it has had.
    pub times: u64,
}

impl Session {
    /// What the colorplots of a frame compute at the pixel under a place, in CSS pixels: those that
    /// paint there, from back to front. Each may take so long; `None` does not limit it.
    pub fn probe(
        &self,
        frame: &FrameDescription,
        at: [f64; 2],
        patience: Option<Duration>,
    ) -> Vec<Probe> {
        let probes = frame.plots();
        probes
            .filter_map(|draw| self.probe_plot(draw, at, patience))
            .collect()
    }

    /// What a colorplot computes at the pixel under a place; none if it does not paint there.
    pub(super) fn probe_plot(
        &self,
        draw: &PlotDraw,
        at: [f64; 2],
        patience: Option<Duration>,
    ) -> Option<Probe> {
        let place = self.place_of_pixel(draw, at)?;
        let mut evaluator = self.evaluator(&draw.call);
        evaluator.allow(patience);
        evaluator.watch();
        let selected = self.selected;
        let selected = selected.and_then(|selected| self.watch_selected(&mut evaluator, selected));
        let value = evaluator.value(place);
        let mut errors = evaluator.take_errors().into_iter();
        let error = errors.find(|error| error.severity == ErrorSeverity::Error);
        let mut variables = self.variables(draw, &evaluator);
        let selected = selected.and_then(|range| take_selected(&mut variables, range));
        Some(Probe {
            plot: draw.call.plot,
            range: self.range_of_plot(draw),
            place,
            colour: colour(&value),
            value,
            variables,
            selected,
            diagnostic: error.map(|error| self.diagnostic(error)),
        })
    }

    /// The middle of the pixel under a place, in world coordinates; none if a colorplot does not paint it.
    pub(super) fn place_of_pixel(&self, draw: &PlotDraw, at: [f64; 2]) -> Option<[f64; 2]> {
        let pixel = at.map(|place| (place * self.canvas.scale).floor());
        if !draw.region.contains(pixel) {
            return None;
        }
        let [x, y] = pixel.map(|place| place + 0.5);
        let rows = [draw.frame.world_x, draw.frame.world_y];
        Some(rows.map(|[a, b, c]| a * x + b * y + c))
    }

    /// The terms that a colorplot gets from the CPU, by where they stand in the file, with their
    /// values. Numbers are left out, which everyone can see, and what does not stand in the file.
    pub fn uniforms<'a>(
        &self,
        draw: &'a PlotDraw,
    ) -> impl Iterator<Item = (TextRange, &'a Value)> + use<'a> {
        let found = self.source.facts().map(|facts| {
            let here = facts.split_program();
            let SplitProgram { program, split } = draw.call.redefined.as_ref().unwrap_or(&here);
            let terms = split.get(draw.call.plot).map(|plot| &plot.uniforms);
            let terms = terms.into_iter().flatten().map(|&term| program.term(term));
            let values = terms.zip(&draw.call.uniforms).filter(|(term, _)| {
                !matches!(term.kind, TermKind::Number(_)) && term.script != ScriptId::RUN_TIME
            });
            let placed =
                values.map(|(term, value)| (facts.to_file(term.script, term.range), value));
            placed.collect::<Vec<_>>()
        });
        found.into_iter().flatten()
    }

    /// Where a colorplot stands in the file.
    pub fn range_of_plot(&self, draw: &PlotDraw) -> Option<TextRange> {
        let facts = self.source.facts()?;
        let here = facts.split_program();
        let program = &draw.call.redefined.as_ref().unwrap_or(&here).program;
        let plot = program.plots.get(draw.call.plot.index())?;
        let term = program.terms.get(plot.term.index())?;
        (term.script != ScriptId::RUN_TIME).then(|| facts.to_file(term.script, term.range))
    }

    /// Probes tell of the smallest expression around a place in the file as well, until another text
    /// comes: the value that it has at this time, from 1, or the last.
    pub fn select(&mut self, range: Option<TextRange>, time: Option<u32>) {
        self.selected = range.map(|range| (range, time));
    }

    /// What is [selected](Self::select).
    pub fn selected(&self) -> Option<TextRange> {
        self.selected.map(|(range, _)| range)
    }

    /// Has the values of the smallest expression around what is selected kept; where it stands.
    fn watch_selected(
        &self,
        evaluator: &mut PixelEvaluator,
        (selected, time): (TextRange, Option<u32>),
    ) -> Option<TextRange> {
        let facts = self.source.facts()?;
        let contains = |script, range| {
            script != ScriptId::RUN_TIME && facts.to_file(script, range).contains_range(selected)
        };
        let (script, range) = evaluator.watch_expression(contains, time.map(u64::from))?;
        Some(facts.to_file(script, range))
    }

    /// What has had values when a colorplot was evaluated.
    fn variables(&self, draw: &PlotDraw, evaluator: &PixelEvaluator) -> Vec<ProbedVariable> {
        let Some(facts) = self.source.facts() else {
            return Vec::new();
        };
        let text = self.source.document.text();
        let written = |range: TextRange| {
            let words = text.get(std::ops::Range::from(range));
            let words = words.unwrap_or_default().split_whitespace();
            words.collect::<Vec<_>>().join(" ")
        };
        let mut variables: Vec<ProbedVariable> = Vec::new();
        for (range, value) in self.uniforms(draw) {
            let name = written(range);
            // Everyone can see what a list of numbers is.
            let bare = |text: &str| text.replace(' ', "");
            if bare(&name) == bare(&self.print(value)) {
                continue;
            }
            // It has one value, wherever it is read.
            if variables.iter().all(|known| known.name != name) {
                let (value, time, times) = (value.clone(), 1, 1);
                variables.push(ProbedVariable {
                    name,
                    range,
                    whole: range,
                    is_uniform: true,
                    value,
                    time,
                    times,
                });
            }
        }
        for seen in evaluator.seen() {
            let WatchedValue {
                name,
                script,
                range,
                whole,
                value,
                time,
                times,
            } = seen;
            if script != ScriptId::RUN_TIME {
                let range = facts.to_file(script, range);
                variables.push(ProbedVariable {
                    name: name.map_or_else(|| written(range), |name| name.to_string()),
                    range,
                    whole: facts.to_file(script, whole),
                    is_uniform: false,
                    value,
                    time,
                    times,
                });
            }
        }
        variables.sort_by_key(|variable| variable.range.start());
        variables
    }
}

/// What is selected. It is not told twice, but where it is what is assigned, or comes from the CPU.
fn take_selected(variables: &mut Vec<ProbedVariable>, range: TextRange) -> Option<ProbedVariable> {
    let is_it = |found: &ProbedVariable| found.whole == range || found.range == range;
    let place = variables.iter().position(is_it)?;
    let found = variables.get(place)?;
    if found.whole == found.range && !found.is_uniform {
        return Some(variables.remove(place));
    }
    Some(found.clone())
}

/// The colour of several colorplots at one place, from back to front: red, green, blue, alpha, 0 to
/// 1, multiplied with alpha.
#[must_use]
pub fn composed(probes: &[Probe]) -> [f32; 4] {
    probes.iter().fold([0.0; 4], |below, probe| {
        let [.., alpha] = probe.colour;
        let above = probe.colour;
        [0, 1, 2, 3].map(|part: usize| (above[part] + below[part] * (1.0 - alpha)).min(1.0))
    })
}
