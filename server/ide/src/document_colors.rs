//! Colours that are written as numbers, and how to write others in their place.
//!
//! A list of numbers is a colour where it is used as one: as a modifier, a field or an argument that
//! is a colour, as the value of a colorplot, as the value of a variable or function that is used so,
//! or as what such a colour is mixed of; also in the construction.

use cindyscript_applet::Constant;
use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::elements;
use cindyscript_hir::program::{TermId, TermKind};
use rustc_hash::FxHashSet;
use text_size::TextRange;

use crate::analysis::{Analysis, AppletAnalysis};
use cindyscript_analysis::color_operands;

/// A colour that is written as numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenColour {
    /// All of it, in bytes of the file.
    pub range: TextRange,
    /// Red, green, blue and opacity, from 0 to 1.
    pub rgba: [f64; 4],
    /// Where the numbers are written.
    numbers: Vec<TextRange>,
    /// What the numbers are divided by.
    scale: f64,
}

/// The scale of colours that are written as bytes: `[255, 128, 0]/255`.
const BYTES: f64 = 255.0;

/// What makes one colour of others: lighter, darker, or something in between.
const MIXING: [Intrinsic; 4] = [
    Intrinsic::Add,
    Intrinsic::Subtract,
    Intrinsic::Multiply,
    Intrinsic::Divide,
];

/// The colours of a document, in the order of the text.
#[must_use]
pub fn document_colors(analysis: &Analysis) -> Vec<WrittenColour> {
    let mut colours = Vec::new();
    for applet in &analysis.applets {
        colours.extend(colours_of(applet));
        for element in &applet.source().geometry {
            let others = element.others.iter();
            let others = others.filter(|(name, _)| elements::is_colour(name));
            let all = others.map(|(_, colour)| colour);
            colours.extend(all.chain(&element.written_color).filter_map(constant));
        }
    }
    colours.sort_by_key(|colour| colour.range.start());
    colours.dedup_by_key(|colour| colour.range);
    colours
}

/// The colours in the scripts of an applet.
pub(crate) fn colours_of(applet: &AppletAnalysis) -> Vec<WrittenColour> {
    let mut finder = Finder {
        applet,
        seen: FxHashSet::default(),
        colours: Vec::new(),
    };
    finder.scripts();
    finder.colours
}

/// The colour that a term is if it is used as one.
pub(crate) fn colour_of_list(applet: &AppletAnalysis, term: TermId) -> Option<WrittenColour> {
    match applet.program.kind(term) {
        TermKind::List(parts) => numbers(applet, term, applet.program.children(parts), 1.0),
        _ => None,
    }
}

/// A colour of the construction.
fn constant(written: &Constant) -> Option<WrittenColour> {
    let numbers = written.as_array()?;
    let ranges = numbers.iter().map(|number| number.range);
    colour(written.range, ranges, &written.as_numbers()?, 1.0)
}

/// The colour of these numbers, if they are one.
fn colour(
    range: TextRange,
    numbers: impl Iterator<Item = TextRange>,
    values: &[f64],
    scale: f64,
) -> Option<WrittenColour> {
    let numbers: Vec<TextRange> = numbers.collect();
    let &[red, green, blue, ref rest @ ..] = values else {
        return None;
    };
    let alpha = match *rest {
        [] => scale,
        [alpha] => alpha,
        _ => return None,
    };
    let rgba = [red, green, blue, alpha].map(|value| value / scale);
    let apart = numbers.is_sorted_by(|a, b| a.end() <= b.start());
    let inside = numbers.iter().all(|number| range.contains_range(*number));
    let is_colour = rgba.iter().all(|value| (0.0..=1.0).contains(value)) && apart && inside;
    is_colour.then_some(WrittenColour {
        range,
        rgba,
        numbers,
        scale,
    })
}

struct Finder<'a> {
    applet: &'a AppletAnalysis,
    /// The terms that are known to be colours.
    seen: FxHashSet<TermId>,
    colours: Vec<WrittenColour>,
}

impl Finder<'_> {
    fn scripts(&mut self) {
        let program = &self.applet.program;
        let mut wanted: Vec<TermId> = Vec::new();
        for &term in &program.actions {
            wanted.extend(color_operands(program, term));
        }
        wanted.extend(program.plots.iter().map(|plot| plot.body));
        while let Some(term) = wanted.pop() {
            if self.seen.insert(term) {
                self.follow(term, &mut wanted);
            }
        }
    }

    /// Notes a colour, or what is one if this is.
    fn follow(&mut self, term: TermId, wanted: &mut Vec<TermId>) {
        let program = &self.applet.program;
        match program.kind(term) {
            TermKind::List(parts) => {
                let found = numbers(self.applet, term, program.children(parts), 1.0);
                self.colours.extend(found);
            }
            TermKind::Variable(name) => {
                let all = self.applet.assignments().of(name);
                wanted.extend(all.iter().filter_map(|&it| match program.kind(it) {
                    TermKind::Assign { target, value } => {
                        (program.name_of(target) == Some(name)).then_some(value)
                    }
                    _ => None,
                }));
            }
            TermKind::Sequence(parts) => wanted.extend(program.children(parts).last()),
            TermKind::Assign { value, .. } => wanted.push(value),
            TermKind::If {
                then, otherwise, ..
            } => {
                wanted.push(then);
                wanted.extend(otherwise);
            }
            TermKind::Call {
                callee, arguments, ..
            } => {
                let callee = program.callee(callee);
                let definitions = callee.definitions.iter();
                wanted.extend(definitions.map(|&function| program.function(function).body));
                if callee.operator() == Some(Intrinsic::Divide)
                    && let &[list, by] = program.children(arguments)
                    && let TermKind::List(parts) = program.kind(list)
                    && program.kind(by) == TermKind::Number(BYTES)
                {
                    let found = numbers(self.applet, term, program.children(parts), BYTES);
                    self.colours.extend(found);
                } else if let Some(operator) = callee.operator()
                    && MIXING.contains(&operator)
                    && self.is_list(term)
                {
                    wanted.extend(program.children(arguments));
                }
            }
            _ => {}
        }
    }

    /// Whether a term is a list, and so not the product of two.
    fn is_list(&self, term: TermId) -> bool {
        let solution = &*self.applet.solution;
        let slots = self.applet.slots(term).into_iter();
        let mut types = slots.map(|slot| solution.ty(slot));
        types.any(|ty| ty.as_list().is_some())
    }
}

/// The colour that a list of numbers is, divided by a scale.
fn numbers(
    applet: &AppletAnalysis,
    term: TermId,
    parts: &[TermId],
    scale: f64,
) -> Option<WrittenColour> {
    let program = &applet.program;
    if applet.is_library(program.term(term).script) {
        return None;
    }
    let values = parts.iter().map(|&part| match program.kind(part) {
        TermKind::Number(value) => Some(value),
        _ => None,
    });
    let values = values.collect::<Option<Vec<f64>>>()?;
    let ranges = parts.iter().map(|&part| applet.range(part));
    colour(applet.range(term), ranges, &values, scale)
}

impl WrittenColour {
    /// The greatest value of a number of this colour; none if there is no such number in it.
    pub(crate) fn greatest(&self, number: TextRange) -> Option<f64> {
        self.numbers.contains(&number).then_some(self.scale)
    }

    /// What is to be written in its place to make it another one, of red, green, blue and opacity
    /// from 0 to 1: the same with other numbers. An opacity only where there is one. `text` is that
    /// of its file.
    pub(crate) fn written(&self, text: &str, rgba: [f64; 4]) -> Option<String> {
        let part = |from, to| text.get(std::ops::Range::<usize>::from(TextRange::new(from, to)));
        let mut written = String::new();
        let mut copied = self.range.start();
        for (number, value) in self.numbers.iter().zip(rgba) {
            written.push_str(part(copied, number.start())?);
            written.push_str(&shown(value, self.scale));
            copied = number.end();
        }
        written.push_str(part(copied, self.range.end())?);
        Some(written)
    }

    /// Whether its opacity is written.
    #[must_use]
    pub fn has_opacity(&self) -> bool {
        self.numbers.len() > 3
    }
}

/// What is to be written in the place of a colour to make it another one; see [`WrittenColour::written`].
/// Nothing if no colour of the document has this range.
#[must_use]
pub fn presentation(analysis: &Analysis, range: TextRange, rgba: [f64; 4]) -> Option<String> {
    let colours = document_colors(analysis);
    let colour = colours.iter().find(|colour| colour.range == range)?;
    colour.written(analysis.document.text(), rgba)
}

/// A part of a colour as it is written: a byte, or a number of at most three decimals.
fn shown(value: f64, scale: f64) -> String {
    let value = value.clamp(0.0, 1.0) * scale;
    let decimals = if scale == BYTES { 1.0 } else { 1000.0 };
    ((value * decimals).round() / decimals).to_string()
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use expect_test::{Expect, expect};

    use super::*;
    use crate::analyse;
    use cindyscript_hir::document::Document;

    /// The colours, and each as it is written when it is made a quarter red, half green and half
    /// opaque.
    fn check(name: &str, text: &str, expected: &Expect) {
        let analysis = analyse(&Document::open(name, text));
        let mut all = String::new();
        for colour in document_colors(&analysis) {
            let range = colour.range;
            let new = presentation(&analysis, range, [0.25, 0.5, 0.123_45, 0.5]);
            let new = new.unwrap_or_default();
            let [red, green, blue, alpha] = colour.rgba;
            let _ = writeln!(
                all,
                "{} is {red:.2} {green:.2} {blue:.2} {alpha}, becomes {new}",
                &text[range]
            );
        }
        expected.assert_eq(&all);
    }

    #[test]
    fn what_colours_are_mixed_of() {
        check(
            "a.cindyscript",
            "tint = [1, 0.5, 0.2]; light = [0.3, 0.9, 0.1]; r = 0.5;\n\
             colorplot(tint*(1 - r) + [0, 0, 0.5]*#.x);\n\
             colorplot(light*[#.x, #.y, 1]);",
            &expect![[r#"
                [1, 0.5, 0.2] is 1.00 0.50 0.20 1, becomes [0.25, 0.5, 0.123]
                [0, 0, 0.5] is 0.00 0.00 0.50 1, becomes [0.25, 0.5, 0.123]
            "#]],
        );
    }

    #[test]
    fn where_colours_are_wanted() {
        check(
            "a.cindyscript",
            "color([1, 0, 0]); A.color = (0, 1, 0.5);\n\
             draw([0, 1, 0], color -> [0.2, 0.4, 0.6], size -> 3);\n\
             fillpoly([[0, 0], [1, 0], [1, 1]], fillcolor -> [ 1 , .5, 0 ]);\n\
             drawtext([1, 1], \"a\", color -> [255, 128, 0] / 255);\n\
             v = [0, 0, 1]; color(hue(0.3)); linecolor([a, 0, 1]); pointcolor([2, 0, 0]);\n\
             setpixel(\"dots\", 3, 4, [0, 1, 1]);",
            &expect![[r#"
                [1, 0, 0] is 1.00 0.00 0.00 1, becomes [0.25, 0.5, 0.123]
                (0, 1, 0.5) is 0.00 1.00 0.50 1, becomes (0.25, 0.5, 0.123)
                [0.2, 0.4, 0.6] is 0.20 0.40 0.60 1, becomes [0.25, 0.5, 0.123]
                [ 1 , .5, 0 ] is 1.00 0.50 0.00 1, becomes [ 0.25 , 0.5, 0.123 ]
                [255, 128, 0] / 255 is 1.00 0.50 0.00 1, becomes [64, 128, 31] / 255
                [0, 1, 1] is 0.00 1.00 1.00 1, becomes [0.25, 0.5, 0.123]
            "#]],
        );
    }

    #[test]
    fn what_becomes_a_colour() {
        check(
            "a.cindyscript",
            "sky = [0.5, 0.7, 1]; night = [0, 0, 0.2]; other = [1, 1, 1];\n\
             shade(t) := (regional(c); c = [0.9, 0.8, 0.7]; if(t > 0, c, sky));\n\
             f(t) := f(t);\n\
             colorplot(if(|#| < 1, [1, 0, 0, 0.5], if(#.x > 0, shade(#.y), night)));\n\
             colorplot(f(#.x)); draw(A, color -> x); x = x;",
            &expect![[r#"
                [0.5, 0.7, 1] is 0.50 0.70 1.00 1, becomes [0.25, 0.5, 0.123]
                [0, 0, 0.2] is 0.00 0.00 0.20 1, becomes [0.25, 0.5, 0.123]
                [0.9, 0.8, 0.7] is 0.90 0.80 0.70 1, becomes [0.25, 0.5, 0.123]
                [1, 0, 0, 0.5] is 1.00 0.00 0.00 0.5, becomes [0.25, 0.5, 0.123, 0.5]
            "#]],
        );
    }

    #[test]
    fn in_pages() {
        check(
            "a.html",
            "<script>CindyJS({scripts: {draw: 'draw(A, color -> [1, \\n 0, 0]); c = \"\\x41\"'},\n\
             geometry: [{name: 'A', type: 'Free', pos: [1, 0, 0], color: [1, 0.5, 0]},\n\
             {name: 'B', type: 'Free', pos: [1, 2], fillcolor: [0, 0, 1], color: [1, 2]}]})</script>",
            &expect![[r#"
                [1, \n 0, 0] is 1.00 0.00 0.00 1, becomes [0.25, \n 0.5, 0.123]
                [1, 0.5, 0] is 1.00 0.50 0.00 1, becomes [0.25, 0.5, 0.123]
                [0, 0, 1] is 0.00 0.00 1.00 1, becomes [0.25, 0.5, 0.123]
            "#]],
        );
    }

    #[test]
    fn nothing_is_written_elsewhere() {
        let analysis = analyse(&Document::open("a.cindyscript", "color([1, 0, 0])"));
        let range = TextRange::new(0.into(), 5.into());
        assert_eq!(presentation(&analysis, range, [1.0; 4]), None);
        let range = TextRange::new(900.into(), 905.into());
        assert_eq!(presentation(&analysis, range, [1.0; 4]), None);
    }
}
