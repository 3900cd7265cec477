//! The explanation of a type as a document to read.

use std::fmt::Write as _;

use cindyscript_hir::document::Document;
use cindyscript_hir::types::Type;
use cindyscript_infer::split::Coordinate;
use text_size::TextRange;

use crate::cause::code;
use crate::explain::{BindingTime, Explanation, PlotStory, Step, TypeStory};

/// The whole story as Markdown. `link` gives the address of a part of the file.
#[must_use]
pub fn narrate(
    document: &Document,
    explanation: &Explanation,
    link: &dyn Fn(TextRange) -> String,
) -> String {
    let narrator = Narrator { document, link };
    match &explanation.plot {
        Some(plot) => narrator.plot(explanation, plot),
        None => narrator.term(explanation),
    }
}

struct Narrator<'a> {
    document: &'a Document,
    link: &'a dyn Fn(TextRange) -> String,
}

impl Narrator<'_> {
    fn term(&self, explanation: &Explanation) -> String {
        let subject = code(&explanation.subject);
        let mut text = match explanation.stories.as_slice() {
            [] => format!("# {subject}\n"),
            stories => format!("# {subject}: {}\n", types(stories)),
        };
        if let Some(note) = &explanation.note {
            let _ = write!(text, "\n{}.\n", capitalised(note));
        }
        for story in &explanation.stories {
            self.story(&mut text, &subject, story);
        }
        text
    }

    fn story(&self, text: &mut String, subject: &str, story: &TypeStory) {
        if let Some(within) = &story.within {
            let _ = write!(text, "\n## In {}\n", code(within));
        }
        let when = match story.binding_time {
            BindingTime::Script => "computed on the CPU",
            BindingTime::Constant | BindingTime::Frame => "computed once per frame on the CPU",
            BindingTime::Pixel => "computed at every pixel",
        };
        let sign = if story.not_negative {
            ", not negative"
        } else {
            ""
        };
        let _ = write!(text, "\n**{}**, *{when}*{sign}.\n", type_name(&story.ty));
        self.because(text, "### Why", &story.because);
        if !story.rose.is_empty() {
            let _ = write!(text, "\n### How the type of {subject} rose\n\n1. ⊥\n");
            for (place, step) in story.rose.iter().enumerate() {
                let _ = writeln!(text, "{}. {}", place + 2, self.linked(step));
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

    /// A colorplot: what it paints, where it runs, D, U, and why its colour has its type.
    fn plot(&self, explanation: &Explanation, plot: &PlotStory) -> String {
        let mut text = "# A colorplot".to_owned();
        if !explanation.stories.is_empty() {
            let painted = explanation.stories.iter().map(|story| match plot.colour {
                Some(_) => story.ty.painted_name(),
                None => type_name(&story.ty),
            });
            let mut painted: Vec<String> = painted.collect();
            painted.dedup();
            let _ = write!(text, ": {}", painted.join(" | "));
        }
        let _ = write!(text, "\n\n{}\n\n", code(&explanation.subject));
        let _ = write!(text, "Paints {}", plot.place);
        let _ = match plot.colour {
            Some(colour) => writeln!(text, " with {}.", colour.describe()),
            None => writeln!(text, "."),
        };
        let names: Vec<String> = plot.pixel.iter().map(pixel_name).collect();
        let _ = match names.as_slice() {
            [] => writeln!(
                text,
                "\nNothing in it stands for the pixel: one colour for all."
            ),
            [first] => writeln!(text, "\nThe running variable v₀ is {first}."),
            [first, more @ ..] => {
                let more = more.join(", ");
                writeln!(
                    text,
                    "\nThe running variable v₀ is {first}; the pixel is {more} as well."
                )
            }
        };
        match &plot.compiled {
            Ok(1) => text.push_str("\nIt is compiled for the GPU, with 1 uniform.\n"),
            Ok(count) => {
                let _ = write!(
                    text,
                    "\nIt is compiled for the GPU, with {count} uniforms.\n"
                );
            }
            Err(reasons) => {
                text.push_str(match explanation.stories.is_empty() {
                    true => "\nIt does not run:\n\n",
                    false => "\nIt is not compiled for the GPU, and painted on the CPU:\n\n",
                });
                for reason in reasons {
                    let _ = writeln!(text, "- {}", self.linked(reason));
                }
            }
        }
        if explanation.stories.is_empty() {
            return text;
        }
        self.split(&mut text, plot);
        for story in &explanation.stories {
            let heading = match &story.within {
                Some(within) => format!("## Why {} in {}", type_name(&story.ty), code(within)),
                None => format!("## Why {}", type_name(&story.ty)),
            };
            self.because(&mut text, &heading, &story.because);
        }
        text
    }

    fn split(&self, text: &mut String, plot: &PlotStory) {
        text.push_str("\n## D: computed at every pixel\n\n");
        match plot.per_pixel {
            0 => text.push_str("Nothing: none of it depends on the pixel"),
            count => text.push_str(&counted(count, "term")),
        }
        if !plot.functions.is_empty() {
            let shown = plot.functions.iter();
            let shown = shown.map(|(name, ty)| code(&format!("{name}: {ty}")));
            let _ = write!(
                text,
                ", of them in {}",
                shown.collect::<Vec<_>>().join(", ")
            );
        }
        text.push('.');
        if !plot.variables.is_empty() {
            let shown = plot.variables.iter();
            let shown = shown.map(|(name, ty)| code(&format!("{name}: {ty}")));
            let shown = shown.collect::<Vec<_>>().join(", ");
            let _ = write!(text, " Every pixel has variables of its own: {shown}.");
        }
        text.push_str("\n\n## U: computed on the CPU and passed on\n\n");
        let mut said: Vec<(String, Vec<String>)> = Vec::new();
        for uniform in &plot.uniforms {
            let when = match uniform.is_constant {
                true => "never changes",
                false => "once per frame",
            };
            let what = format!(
                "{}, {when}",
                code(&format!("{}: {}", uniform.text, uniform.ty))
            );
            let place = self.place(uniform.range);
            // The same term at several places.
            match said.iter_mut().find(|(known, _)| *known == what) {
                Some((_, places)) if places.contains(&place) => {}
                Some((_, places)) => places.push(place),
                None => said.push((what, vec![place])),
            }
        }
        for (what, places) in said {
            let _ = writeln!(text, "- {what} ({})", places.join(", "));
        }
        if plot.numbers > 0 {
            let and = if plot.uniforms.is_empty() { "" } else { "and " };
            let numbers = counted(plot.numbers, "number");
            let _ = writeln!(text, "- {and}{numbers} as written");
        }
        if plot.uniforms.is_empty() && plot.numbers == 0 {
            text.push_str("Nothing: all of it depends on the pixel.\n");
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
        self.document.line(range.start())
    }
}

/// The types of all signatures, each once.
fn types(stories: &[TypeStory]) -> String {
    let mut types: Vec<&Type> = Vec::new();
    for story in stories {
        if !types.contains(&&story.ty) {
            types.push(&story.ty);
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

/// A name that stands for the pixel, with what of the pixel it is.
fn pixel_name((name, coordinate, ty): &(String, Coordinate, String)) -> String {
    let meaning = match coordinate {
        Coordinate::Vector => "[x, y]",
        Coordinate::Complex => "x + i·y",
        Coordinate::X => "x",
        Coordinate::Y => "y",
    };
    match ty.as_str() {
        "" => format!("{} = {meaning}", code(name)),
        ty => format!("{} = {meaning}", code(&format!("{name}: {ty}"))),
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
mod tests {
    use super::*;
    use crate::explain::explain;
    use crate::fixture::{Fixture, marked};
    use expect_test::{Expect, expect};

    /// The document about what stands at `$`, which is taken out of the text.
    fn check(text: &str, expected: &Expect) {
        let Fixture { analysis, at } = marked(text);
        let explanation = explain(&analysis, at).expect("a story");
        let link = |range: TextRange| format!("@{range:?}");
        expected.assert_eq(&narrate(&analysis.document, &explanation, &link));
    }

    #[test]
    fn the_papers_example() {
        check(
            "a = -2;\n$b = sqrt(a);\na = b + 1;",
            &expect![[r#"
                # `b`: complex

                **complex**, *computed on the CPU*.

                ### Why

                1. `b` is set to `sqrt(a)` in [line 2](@12..19), which is a complex number
                2. `a` is set to `b + 1` in [line 3](@25..30), which is a complex number

                ### How the type of `b` rose

                1. ⊥
                2. complex because of `sqrt(a)` ([line 2](@12..19))
            "#]],
        );
    }

    #[test]
    fn a_parameter_where_it_is_declared() {
        check(
            "f($x) := x + 1;\na = f(1);\nb = f(i);",
            &expect![[r#"
                # `x`: int | complex

                ## In `f(x: int ≥ 0)`

                **int**, *computed on the CPU*, not negative.

                ### Why

                1. `f` is called with `1` for `x` in [line 2](@21..22), which is a whole number

                ### How the type of `x` rose

                1. ⊥
                2. int because of `1` ([line 2](@21..22))

                ## In `f(x: complex)`

                **complex**, *computed on the CPU*.

                ### Why

                1. `f` is called with `i` for `x` in [line 3](@31..32), which is a complex number

                ### How the type of `x` rose

                1. ⊥
                2. complex because of `i` ([line 3](@31..32))
            "#]],
        );
    }

    #[test]
    fn a_function_where_it_is_defined() {
        check(
            "$f(x) := sqrt(x);\na = f(2); b = f(-2);",
            &expect![[r#"
                # `f`: real | complex

                ## In `f(x: int ≥ 0)`

                **real**, *computed on the CPU*, not negative.

                ### Why

                1. `sqrt` of a whole number is a real number ([line 1](@8..15))

                ## In `f(x: int)`

                **complex**, *computed on the CPU*.

                ### Why

                1. `sqrt` of a whole number that may be negative is complex ([line 1](@8..15))
                2. `f` is called with `-2` for `x` in [line 2](@33..35), which is a whole number
            "#]],
        );
        check(
            "$f(x) := x;",
            &expect![[r#"
            # `f`

            Nothing calls this function.
        "#]],
        );
    }

    #[test]
    fn a_colorplot() {
        check(
            "c = seconds();\nf(z) := z^2 + c;\n$colorplot(\n  z = complex(#); repeat(5, z = f(z)); |z| * sqrt(2))",
            &expect![[r#"
                # A colorplot: real

                `colorplot(z = complex(#); repeat(5, z =…`

                Paints the whole view with a shade of grey, 0 is black and 1 is white.

                The running variable v₀ is `#: list(2, real)` = [x, y].

                It is compiled for the GPU, with 3 uniforms.

                ## D: computed at every pixel

                16 terms, of them in `f(z): complex -> complex`. Every pixel has variables of its own: `z: complex`.

                ## U: computed on the CPU and passed on

                - `c: real`, once per frame ([line 2](@29..30))
                - `sqrt(2): real`, never changes ([line 4](@88..95))
                - and 2 numbers as written
            "#]],
        );
        check(
            "$colorplot([1, 0, 0.5])",
            &expect![[r#"
                # A colorplot: colour

                `colorplot([1, 0, 0.5])`

                Paints the whole view with red, green, blue.

                Nothing in it stands for the pixel: one colour for all.

                It is compiled for the GPU, with 1 uniform.

                ## D: computed at every pixel

                Nothing: none of it depends on the pixel.

                ## U: computed on the CPU and passed on

                - `[1, 0, 0.5]: list(3, real)`, never changes ([line 1](@10..21))
            "#]],
        );
        check(
            "$colorplot([x, y, 0], [0, 0], [1, 1])",
            &expect![[r#"
                # A colorplot: colour

                `colorplot([x, y, 0], [0, 0], [1, 1])`

                Paints the rectangle from `[0, 0]` to `[1, 1]` with red, green, blue.

                The running variable v₀ is `x: real` = x; the pixel is `y: real` = y as well.

                It is compiled for the GPU, with 1 uniform.

                ## D: computed at every pixel

                3 terms.

                ## U: computed on the CPU and passed on

                - 1 number as written
            "#]],
        );
    }

    #[test]
    fn a_colorplot_that_has_no_pixel_program() {
        check(
            "$colorplot(grey(length(text(#.x))))",
            &expect![[r#"
                # A colorplot: ⊤ (no common type)

                `colorplot(grey(length(text(#.x))))`

                Paints the whole view.

                The running variable v₀ is `#: list(2, real)` = [x, y].

                It is not compiled for the GPU, and painted on the CPU:

                - `text` is not available at every pixel ([line 1](@22..31))

                ## D: computed at every pixel

                5 terms.

                ## U: computed on the CPU and passed on

                Nothing: all of it depends on the pixel.

                ## Why ⊤ (no common type)

                1. `text` of a real number can be of any kind ([line 1](@22..31))
            "#]],
        );
        check(
            "f() := ($colorplot(#.x)); 1",
            &expect![[r#"
                # A colorplot

                `colorplot(#.x)`

                Paints the whole view.

                The running variable v₀ is `#` = [x, y].

                It does not run:

                - this colorplot stands in a function that nothing calls ([line 1](@8..22))
            "#]],
        );
    }

    #[test]
    fn calls_without_a_value() {
        check(
            "$println(1)",
            &expect![[r#"
            # `println(1)`: no value

            `println`: prints the value followed by a line break; it has no value.

            **no value**, *computed on the CPU*.
        "#]],
        );
        check(
            "a = $nothere",
            &expect![[r#"
            # `nothere`: no value

            Nothing in this file gives it a value.

            **no value**, *computed on the CPU*.
        "#]],
        );
        check(
            "f(x) := (println(x); ;); $f(1)",
            &expect![[r#"
                # `f(1)`: no value

                The function ends with something that has no value.

                **no value**, *computed on the CPU*.

                ### Why

                1. `f` returns `println(x)` in [line 1](@9..19), which has no value
            "#]],
        );
    }

    #[test]
    fn what_a_file_says_stays_code() {
        const OUT: [&str; 3] = ["<u>", "![i]", "[l]("];
        let text = "x = \"` <u>injected</u> ![i](https://e/i.png) [l](https://e)\"; if(1, x = 5);\n\
                    y = x + \"``` <u>\"; f(t) := t; z = f(\"`<u>`\"); z = 1; colorplot(text(x) + \"`<u>\");";
        let document = Document::open("a.cindyscript", text);
        let analysis = crate::analyse(&document);
        let link = |_: TextRange| "place".to_owned();
        let mut shown = 0;
        for at in (0..text.len() as u32).map(text_size::TextSize::new) {
            let explained = explain(&analysis, at);
            let explained = explained.map(|story| narrate(&analysis.document, &story, &link));
            let hover = crate::hover::hover(&analysis, at, &link);
            for markdown in explained
                .into_iter()
                .chain(hover.map(|hover| hover.markdown))
            {
                shown += usize::from(markdown.contains("<u>"));
                let mut is_fenced = false;
                for line in markdown.lines() {
                    if line.starts_with("```") {
                        is_fenced = !is_fenced;
                        continue;
                    }
                    // Every other part lies between two backticks.
                    let outside: String = line.split('`').step_by(2).collect();
                    let is_out = OUT.iter().any(|out| outside.contains(out));
                    assert!(is_fenced || !is_out, "{at:?}: {markdown}");
                }
            }
        }
        assert!(shown > 10, "{shown}");
    }
}
