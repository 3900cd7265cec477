//! Parameters: the constants of an applet that can be set by hand while it runs, each with what a
//! slider, a colour picker or a switch for it has to know, and how another value is written in its
//! place.
//!
//! A parameter is a number, a colour or a truth value that a script of the file gives to a variable
//! in a statement of its own, where nothing else assigns to that variable. A comment behind it in
//! the same line may say more:
//!
//! - `a = 0.5; // 0..1 step 0.05`: a range and a step,
//! - `a = 0.5; // 0.01..100 log`: a range in which each part is as much longer than the one before,
//! - `c = [1, 0.5, 0]; // colour`: these numbers are a colour, though none that is used as one.
//!
//! A number is whole, and stays it, where neither it nor its range nor its step has a decimal point.

use cindyscript_applet::Event;
use cindyscript_hir::names::NameId;
use cindyscript_hir::presets;
use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_infer::literal;
use cindyscript_syntax::{SyntaxKind, tokens};
use text_size::TextRange;

use crate::analysis::AppletAnalysis;
use crate::document_colors::{WrittenColour, colour_of_list, colours_of};

mod comment;
mod scale;

use comment::Comment;
pub(crate) use comment::Range;
pub(crate) use scale::decimals;
pub use scale::{GivenScale, Scale};

/// A constant that can be set by hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The variable.
    pub name: String,
    /// Where its value is written, in bytes of the file.
    pub range: TextRange,
    /// What it is.
    pub kind: ParameterKind,
}

/// What a parameter is, with its value.
#[derive(Clone, Debug, PartialEq)]
pub enum ParameterKind {
    /// A number, and where it can be moved.
    Number(f64, Scale),
    /// A colour.
    Colour(WrittenColour),
    /// A truth value.
    Switch(bool),
}

impl Parameter {
    /// True if a range is written behind it.
    pub(crate) fn has_range(&self) -> bool {
        matches!(&self.kind, ParameterKind::Number(_, scale) if scale.given != GivenScale::Nothing)
    }
}

/// A value for a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParameterValue {
    /// For a number.
    Number(f64),
    /// For a number, as the user has typed it.
    Typed(f64),
    /// For a colour: red, green, blue and opacity, from 0 to 1.
    Colour([f64; 4]),
    /// For a truth value.
    Switch(bool),
}

impl Parameter {
    /// What is to be written in the place of its value to make it another one; `text` is that of its
    /// file. None if the value is of another kind, or not finite.
    #[must_use]
    pub fn written(&self, text: &str, setting: ParameterValue) -> Option<String> {
        match (&self.kind, setting) {
            (ParameterKind::Number(_, scale), ParameterValue::Number(value)) => {
                scale.written(value)
            }
            (ParameterKind::Number(_, scale), ParameterValue::Typed(value)) => scale.typed(value),
            (ParameterKind::Colour(colour), ParameterValue::Colour(rgba)) => {
                let is_finite = rgba.iter().all(|part| part.is_finite());
                is_finite.then(|| colour.written(text, rgba)).flatten()
            }
            (ParameterKind::Switch(_), ParameterValue::Switch(on)) => Some(on.to_string()),
            _ => None,
        }
    }
}

/// The parameters of an applet, in the order of the text.
#[must_use]
pub fn parameters(applet: &AppletAnalysis) -> Vec<Parameter> {
    let program = &*applet.program;
    let colours = colours_of(applet);
    let mut found = Vec::new();
    for (script, body) in applet.source().scripts.iter().zip(&program.scripts) {
        let TermKind::Sequence(statements) = program.kind(body.root) else {
            continue;
        };
        if script.is_library || !matches!(body.event, Some(Event::Init | Event::Draw)) {
            continue;
        }
        for &statement in program.children(statements) {
            let Some((name, value)) = constant(applet, statement) else {
                continue;
            };
            let [range] = script.source.written(program.term(value).range)[..] else {
                continue;
            };
            let behind = usize::from(program.term(statement).range.end());
            let comment = script.source.text().get(behind..).and_then(comment_behind);
            let comment = comment.map(Comment::read).unwrap_or_default();
            let known = colours.iter().find(|colour| colour.range == range);
            let kind = match known {
                Some(colour) => Some(ParameterKind::Colour(colour.clone())),
                None => kind(
                    applet,
                    value,
                    &comment,
                    applet
                        .document
                        .text()
                        .get(std::ops::Range::<usize>::from(range)),
                ),
            };
            found.extend(kind.map(|kind| Parameter {
                name: program.names.text(name).to_owned(),
                range,
                kind,
            }));
        }
    }
    found.sort_by_key(|parameter| parameter.range.start());
    found
}

/// The variable and the value of a statement, if it is the only assignment to that variable.
fn constant(applet: &AppletAnalysis, statement: TermId) -> Option<(NameId, TermId)> {
    let program = &*applet.program;
    let TermKind::Assign { target, value } = program.kind(statement) else {
        return None;
    };
    let name = program.name_of(target)?;
    (applet.assignments().of(name).len() == 1).then_some((name, value))
}

/// What a value is that is no colour by its use; `written` is how it stands in the file.
fn kind(
    applet: &AppletAnalysis,
    value: TermId,
    comment: &Comment,
    written: Option<&str>,
) -> Option<ParameterKind> {
    let program = &*applet.program;
    if let Some(number) = literal(program, value) {
        let scale = Scale::of(number, written?, comment.range.as_ref());
        return Some(ParameterKind::Number(number, scale));
    }
    if let Some(on) = truth(applet, value) {
        return Some(ParameterKind::Switch(on));
    }
    let colour = comment.is_colour.then(|| colour_of_list(applet, value));
    colour.flatten().map(ParameterKind::Colour)
}

/// A truth value in the text, where its name means that.
fn truth(applet: &AppletAnalysis, term: TermId) -> Option<bool> {
    let name = applet.program.name_of(term)?;
    let is_preset = applet.facts.given.contains_key(&name);
    presets::truth(applet.program.names.text(name)).filter(|_| is_preset)
}

/// The range that a comment gives in the rest of a line behind a statement.
pub(crate) fn range_behind(rest: &str) -> Option<Range> {
    comment_behind(rest).and_then(|comment| Comment::read(comment).range)
}

/// The comment in the rest of a line behind a statement, before any other one.
fn comment_behind(rest: &str) -> Option<&str> {
    for (kind, range) in tokens(rest) {
        let token = rest.get(std::ops::Range::<usize>::from(range))?;
        match kind {
            SyntaxKind::LINE_COMMENT | SyntaxKind::BLOCK_COMMENT => return Some(token),
            SyntaxKind::SEMICOLON => {}
            SyntaxKind::WHITESPACE if !token.contains('\n') => {}
            _ => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use expect_test::{Expect, expect};

    use super::*;
    use crate::analyse;
    use cindyscript_hir::document::Document;

    /// The parameters, and how each is written when it is made another one.
    fn check(name: &str, text: &str, expected: &Expect) {
        let analysis = analyse(&Document::open(name, text));
        let mut all = String::new();
        for applet in &analysis.applets {
            for parameter in parameters(applet) {
                let Parameter { name, range, kind } = &parameter;
                let (what, setting) = match kind {
                    ParameterKind::Number(value, scale) => {
                        let Scale { from, to, step, .. } = *scale;
                        let mut what = format!("{value} of {from}..{to}");
                        let step = step.map(|step| format!(" step {step}"));
                        what.push_str(&step.unwrap_or_default());
                        what.push_str(if scale.logarithmic { " log" } else { "" });
                        what.push_str(if scale.whole { " whole" } else { "" });
                        (what, ParameterValue::Number(from + 0.7 * (to - from)))
                    }
                    ParameterKind::Colour(colour) => (
                        format!("{:?}", colour.rgba),
                        ParameterValue::Colour([0.25, 0.5, 0.75, 0.5]),
                    ),
                    ParameterKind::Switch(on) => (on.to_string(), ParameterValue::Switch(!on)),
                };
                let new = parameter.written(text, setting).unwrap_or_default();
                let _ = writeln!(all, "{name} = {}: {what}, becomes {new}", &text[*range]);
            }
        }
        expected.assert_eq(&all);
    }

    #[test]
    fn numbers_with_and_without_ranges() {
        check(
            "a.cindyscript",
            "a = 0.5; b = -2; // -5..5\n\
             c = 1 // 0..2 step 0.25\n; d = 10; /* 0.1..1000 log */ e = 3;\n\
             f = 2.5; // how far\n\
             g = 7;\n// 0..99\n\
             h = 100; // 0..5",
            &expect![[r#"
                a = 0.5: 0.5 of 0..1 step 0.001, becomes 0.7
                b = -2: -2 of -5..5 step 1 whole, becomes 2
                c = 1: 1 of 0..2 step 0.25, becomes 1.5
                d = 10: 10 of 0.1..1000 log, becomes 700.0
                e = 3: 3 of 0..10 step 1 whole, becomes 7
                f = 2.5: 2.5 of 0..5 step 0.001, becomes 3.5
                g = 7: 7 of 0..20 step 1 whole, becomes 14
                h = 100: 100 of 0..100 step 1 whole, becomes 70
            "#]],
        );
    }

    #[test]
    fn only_what_is_given_once_and_stays() {
        check(
            "a.html",
            "<script id='csinit' type='text/x-cindyscript'>n = 0; k = 4; l = [1, 2]; m = 1; m_1 = 2;\n\
             if(k > 3, j = 5); f(x) := (y = 3; x); o = (p = 1);</script>\n\
             <script id='csdraw' type='text/x-cindyscript'>n = n + 1; r = 2; s = r; t := 4;</script>\n\
             <script id='csmousedown' type='text/x-cindyscript'>w = 5;</script>\n\
             <script>CindyJS({scripts: 'cs*'})</script>",
            &expect![[r#"
                k = 4: 4 of 0..10 step 1 whole, becomes 7
                r = 2: 2 of 0..10 step 1 whole, becomes 7
            "#]],
        );
    }

    #[test]
    fn colours_and_switches() {
        check(
            "a.cindyscript",
            "sky = [0.5, 0.7, 1]; red = [255, 0, 0]/255; half = [1, 0, 0, 0.5];\n\
             mixed = [0.1, 0.2, 0.3]; // colour\n\
             place = [0.1, 0.2, 0.3]; axes = true; off = false; // 0..1\n\
             false = 3;\n\
             color(sky); draw([0, 0], color -> red); colorplot(half); colorplot(mixed*place_1);",
            &expect![[r#"
                sky = [0.5, 0.7, 1]: [0.5, 0.7, 1.0, 1.0], becomes [0.25, 0.5, 0.75]
                red = [255, 0, 0]/255: [1.0, 0.0, 0.0, 1.0], becomes [64, 128, 191]/255
                half = [1, 0, 0, 0.5]: [1.0, 0.0, 0.0, 0.5], becomes [0.25, 0.5, 0.75, 0.5]
                mixed = [0.1, 0.2, 0.3]: [0.1, 0.2, 0.3, 1.0], becomes [0.25, 0.5, 0.75]
                axes = true: true, becomes false
                false = 3: 3 of 0..10 step 1 whole, becomes 7
            "#]],
        );
    }

    #[test]
    fn in_strings_of_javascript() {
        check(
            "a.html",
            "<script>CindyJS({scripts: {init: 'a = 0.5; // 0..2\\n b = \"\\x41\"; c = \\x35'}})</script>",
            &expect![[r#"
                a = 0.5: 0.5 of 0..2 step 0.001, becomes 1.4
                c = \x35: 5 of 0..10 step 1 whole, becomes 7
            "#]],
        );
    }

    #[test]
    fn a_value_of_another_kind_is_not_written() {
        let text = "a = 0.5; b = true;";
        let analysis = analyse(&Document::open("a.cindyscript", text));
        let all = parameters(&analysis.applets[0]);
        assert_eq!(all[0].written(text, ParameterValue::Switch(true)), None);
        assert_eq!(all[1].written(text, ParameterValue::Number(1.0)), None);
        assert_eq!(
            all[0].written(text, ParameterValue::Number(f64::INFINITY)),
            None
        );
    }
}
