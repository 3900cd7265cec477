//! The explanation of a type as a document to read: for authors first, and at the end for those who
//! want to see how it was found.

use std::fmt::Write as _;

use cindyscript_hir::types::Type;
use cindyscript_infer::split::Coordinate;
use text_size::TextRange;

use crate::analysis::Analysis;
use crate::binding_time::BindingTime;
use crate::explain::{Explanation, Mistake, PlotExplanation, TypeExplanation};
use crate::iteration::iteration;
use cindyscript_analysis::provenance::{Step, code};

/// The whole explanation as Markdown. `link` gives the address of a part of the file.
#[must_use]
pub fn narrate(
    analysis: &Analysis,
    explanation: &Explanation,
    link: &dyn Fn(TextRange) -> String,
) -> String {
    let narrator = Narrator { analysis, link };
    match &explanation.plot {
        Some(plot) => narrator.plot(explanation, plot),
        None => narrator.term(explanation),
    }
}

struct Narrator<'a> {
    analysis: &'a Analysis,
    link: &'a dyn Fn(TextRange) -> String,
}

impl Narrator<'_> {
    fn term(&self, explanation: &Explanation) -> String {
        let subject = code(&explanation.subject);
        let mut text = match explanation.types.as_slice() {
            [] => format!("# {subject}\n"),
            explained => format!("# {subject}: {}\n", types(explained)),
        };
        if let Some(note) = &explanation.note {
            let _ = write!(text, "\n{}.\n", capitalised(note));
        }
        self.mistakes(&mut text, &explanation.mistakes);
        for explained in &explanation.types {
            self.explained_type(&mut text, &subject, explained);
        }
        text
    }

    fn explained_type(&self, text: &mut String, subject: &str, explained: &TypeExplanation) {
        if let Some(within) = &explained.within {
            let _ = write!(text, "\n## In {}\n", code(within));
        }
        let when = match explained.binding_time {
            BindingTime::Script => "computed on the CPU",
            BindingTime::Constant | BindingTime::Frame => "computed once per frame on the CPU",
            BindingTime::Pixel => "computed at every pixel",
        };
        let sign = if explained.not_negative {
            ", not negative"
        } else {
            ""
        };
        let _ = write!(
            text,
            "\n**{}**, *{when}*{sign}.\n",
            type_name(&explained.ty)
        );
        self.because(text, "### Why", &explained.because);
        if !explained.rose.is_empty() {
            let _ = write!(
                text,
                "\n### The algorithm\n\nThe type of {subject} began as ⊥, no type, and rose:\n\n"
            );
            for (place, step) in explained.rose.iter().enumerate() {
                let _ = writeln!(text, "{}. {}", place + 1, self.linked(step));
            }
        }
    }

    /// What is wrong, what to do, and what led to it.
    fn mistakes(&self, text: &mut String, mistakes: &[Mistake]) {
        if !mistakes.is_empty() {
            text.push_str("\n## What is wrong\n\n");
        }
        for mistake in mistakes {
            let severity = mistake.severity.name();
            let _ = writeln!(text, "- **{severity}**: {}", self.linked(&mistake.what));
            if let Some(help) = &mistake.help {
                let _ = writeln!(text, "  - help: {help}");
            }
            if !mistake.because.is_empty() {
                text.push_str("  - what led to it:\n");
            }
            for step in &mistake.because {
                let _ = writeln!(text, "    - {}", self.linked(step));
            }
        }
    }

    fn because(&self, text: &mut String, heading: &str, steps: &[Step]) {
        if steps.is_empty() {
            return;
        }
        let _ = write!(text, "\n{heading}\n\n");
        for (place, step) in steps.iter().enumerate() {
            let _ = writeln!(text, "{}. {}", place + 1, self.linked(step));
        }
    }

    /// A colorplot: what it paints, where it runs, what is wrong with it, what is computed at every
    /// pixel and what once per frame, why its colour has its type, and how all that was found.
    fn plot(&self, explanation: &Explanation, plot: &PlotExplanation) -> String {
        let mut text = "# A colorplot".to_owned();
        if !explanation.types.is_empty() {
            let painted = explanation.types.iter().map(|explained| match plot.colour {
                Some(_) => explained.ty.painted_name(),
                None => type_name(&explained.ty),
            });
            let mut painted: Vec<String> = painted.collect();
            painted.dedup();
            let _ = write!(text, ": {}", painted.join(" | "));
        }
        let _ = write!(text, "\n\n{}\n\n", code(&explanation.subject));
        let _ = write!(text, "Paints {}", plot.place);
        let _ = match plot.colour {
            Some(colour) => write!(text, " with {}.", colour.describe()),
            None => write!(text, "."),
        };
        text.push_str(&match &*explanation.types {
            [only] if plot.colour.is_some() => {
                format!(" Its expression is {}.\n", only.ty.in_exact_words())
            }
            _ => "\n".to_owned(),
        });
        self.compilation(&mut text, explanation, plot);
        self.mistakes(&mut text, &explanation.mistakes);
        if explanation.types.is_empty() {
            return text;
        }
        self.per_pixel(&mut text, plot);
        self.per_frame(&mut text, plot);
        for explained in &explanation.types {
            let what = match plot.colour {
                Some(_) => explained.ty.painted_name(),
                None => type_name(&explained.ty),
            };
            let heading = match &explained.within {
                Some(within) => format!("## Why it is {what} in {}", code(within)),
                None => format!("## Why it is {what}"),
            };
            self.because(&mut text, &heading, &explained.because);
        }
        self.algorithm(&mut text, explanation, plot);
        text
    }

    /// The processor that a colorplot runs on, and the reasons if that is not the GPU.
    fn compilation(&self, text: &mut String, explanation: &Explanation, plot: &PlotExplanation) {
        let reasons = match &plot.compiled {
            Ok(_) => return text.push_str("\nIt runs on the GPU.\n"),
            Err(reasons) => reasons,
        };
        text.push_str(match explanation.types.is_empty() {
            true => "\nIt does not run",
            false => "\nIt runs on the CPU, pixel by pixel, which is slow",
        });
        // The mistakes below have the other reasons, with what led to them.
        text.push_str(match reasons.is_empty() {
            true => ".\n",
            false => ":\n\n",
        });
        for reason in reasons {
            let _ = writeln!(text, "- {}", self.linked(reason));
        }
    }

    /// What every pixel has for itself, each with its type and what decided that.
    fn per_pixel(&self, text: &mut String, plot: &PlotExplanation) {
        let side = match plot.compiled {
            Ok(_) => "GPU",
            Err(_) => "CPU",
        };
        let _ = write!(text, "\n## At every pixel, on the {side}\n\n");
        if plot.pixel.is_empty() {
            text.push_str("Nothing stands for the pixel: one colour for all.\n");
        }
        for (name, coordinate, ty) in &plot.pixel {
            let meaning = coordinate_name(*coordinate);
            let _ = writeln!(text, "- {}, the pixel: {meaning}", typed(name, ty));
        }
        for variable in &plot.variables {
            text.push_str("- ");
            text.push_str(&typed(&variable.name, &variable.ty));
            self.decided(text, variable.because.as_ref());
        }
        for function in &plot.functions {
            let name = typed(&function.name, &function.ty);
            let _ = writeln!(
                text,
                "- {name}, a function ({})",
                self.place(function.range)
            );
        }
    }

    /// What is computed once for all pixels, each with its type and what decided that.
    fn per_frame(&self, text: &mut String, plot: &PlotExplanation) {
        text.push_str("\n## Once per frame, on the CPU\n\n");
        if plot.uniforms.is_empty() && plot.numbers == 0 {
            text.push_str("Nothing: all of it depends on the pixel.\n");
            return;
        }
        text.push_str("Each of these is handed over to the pixels as a *uniform*:\n\n");
        // The same term at several places.
        let mut said: Vec<(String, Vec<String>, Option<&Step>)> = Vec::new();
        for uniform in &plot.uniforms {
            let mut what = typed(&uniform.text, &uniform.ty);
            if uniform.is_constant {
                what.push_str(", which never changes");
            }
            let place = self.place(uniform.range);
            match said.iter_mut().find(|(known, ..)| *known == what) {
                Some((_, places, _)) if places.contains(&place) => {}
                Some((_, places, _)) => places.push(place),
                None => said.push((what, vec![place], uniform.because.as_ref())),
            }
        }
        for (what, places, because) in said {
            let _ = write!(text, "- {what} ({})", places.join(", "));
            self.decided(text, because);
        }
        if plot.numbers > 0 {
            let numbers = counted(plot.numbers, "number");
            let _ = writeln!(text, "- {numbers} as written");
        }
    }

    /// The end of a line: what decided a type, if it needs a reason.
    fn decided(&self, text: &mut String, because: Option<&Step>) {
        let _ = match because {
            Some(step) => writeln!(text, ", because {}", self.linked(step)),
            None => writeln!(text),
        };
    }

    /// The words and the table of the paper.
    fn algorithm(&self, text: &mut String, explanation: &Explanation, plot: &PlotExplanation) {
        text.push_str("\n## The algorithm, for those who want to see it\n\n");
        if let [(name, ..), ..] = plot.pixel.as_slice() {
            let _ = write!(text, "The running variable v₀ is {}. ", code(name));
        }
        let _ = write!(
            text,
            "D, what depends on it, has {}; U, what D needs and does not depend on it",
            counted(plot.per_pixel, "term")
        );
        let _ = match plot.compiled {
            Ok(count) => writeln!(text, ", is compiled to {}.", counted(count, "uniform")),
            Err(_) => writeln!(text, ", is what is computed once per frame."),
        };
        let table = iteration(self.analysis, explanation.range.start());
        if let Some(table) = table.filter(|table| !table.rows.is_empty()) {
            let _ = write!(text, "\n{}", table.rounds());
        }
    }

    /// A step with the way to its place.
    fn linked(&self, step: &Step) -> String {
        step.linked(self.line(step.range), &(self.link)(step.range))
    }

    /// The way to a place.
    fn place(&self, range: TextRange) -> String {
        format!("[line {}]({})", self.line(range), (self.link)(range))
    }

    /// The line of a place, from 1.
    fn line(&self, range: TextRange) -> usize {
        self.analysis.document.line(range.start())
    }
}

/// The types of all signatures, each once.
fn types(explained: &[TypeExplanation]) -> String {
    let mut types: Vec<&Type> = Vec::new();
    for one in explained {
        if !types.contains(&&one.ty) {
            types.push(&one.ty);
        }
    }
    let names: Vec<String> = types.into_iter().map(type_name).collect();
    names.join(" | ")
}

fn type_name(ty: &Type) -> String {
    match ty {
        Type::Unset => "no value".to_owned(),
        Type::Top => "⊤ (no common type)".to_owned(),
        _ => ty.to_string(),
    }
}

/// What of the pixel a name stands for.
fn coordinate_name(coordinate: Coordinate) -> &'static str {
    match coordinate {
        Coordinate::Vector => "[x, y]",
        Coordinate::Complex => "x + i·y",
        Coordinate::X => "x",
        Coordinate::Y => "y",
    }
}

/// A name or term with its type, if it has one.
fn typed(name: &str, ty: &str) -> String {
    match ty {
        "" => code(name),
        ty => code(&format!("{name}: {ty}")),
    }
}

fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// A sentence's beginning; a name stays as it is.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

#[cfg(test)]
mod tests;
