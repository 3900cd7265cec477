//! Numbers of scripts moved by steps, wherever they stand: what is written in the place of one, so
//! that an editor can let it be changed with keys or dragged.
//!
//! A step is one of the last digit that is written. Where a number is the value of an assignment,
//! the range behind it in the same line (see [`crate::parameters`]) holds for it, and a number of a
//! colour stays one.

use text_size::{TextRange, TextSize};

use crate::analysis::{Analysis, AppletAnalysis};
use crate::document_colors::document_colors;
use crate::parameters::Range;
use crate::scripts::scripts;

mod literal;
mod notation;

use literal::Literal;
pub use notation::Steps;

/// A number of a script, and what is written in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Where it stands with its sign, in bytes of the file.
    pub range: TextRange,
    /// As it was written before the first step.
    pub from: String,
    /// What is to be written there.
    pub to: String,
}

/// Moves the number at an offset of the file, or that ends there. `from` is how it was written when
/// the steps began, if that is not how it stands there now: a number that is dragged to and fro so
/// comes back to what it was. None if there is no number, or `from` is none.
#[must_use]
pub fn moved(analysis: &Analysis, at: TextSize, steps: Steps, from: Option<&str>) -> Option<Moved> {
    let bound = analysis.applets.iter().find_map(|applet| bound(applet, at));
    let (literal, range) = bound.or_else(|| unbound(analysis, at))?;
    let from = from.unwrap_or(&literal.written);
    let of_colour = || colour(analysis, range);
    let limits = literal.limits.clone().or_else(of_colour);
    let to = notation::written(from, literal.brackets, limits.as_ref(), steps)?;
    Some(Moved {
        range,
        from: from.to_owned(),
        to,
    })
}

/// The number in a script of an applet, and where it stands in the file.
fn bound(applet: &AppletAnalysis, at: TextSize) -> Option<(Literal, TextRange)> {
    let scripts = applet.source().scripts.iter();
    let mut scripts = scripts.zip(applet.document.parses(applet.applet));
    scripts.find_map(|(script, parse)| {
        let source = &script.source;
        let place = source.to_script(at).filter(|_| !script.is_library)?;
        let literal = Literal::at(&parse.syntax(), source.text(), place)?;
        let [range] = source.written(literal.range)[..] else {
            return None;
        };
        Some((literal, range))
    })
}

/// The same in a script that no applet runs.
fn unbound(analysis: &Analysis, at: TextSize) -> Option<(Literal, TextRange)> {
    let mut all = scripts(&analysis.document);
    let script = all.find(|script| script.range().contains_inclusive(at))?;
    let literal = Literal::at(&script.parse.syntax(), script.text, at - script.start)?;
    let range = literal.range + script.start;
    Some((literal, range))
}

/// How far a number at a place can be moved if it is one of a colour.
fn colour(analysis: &Analysis, range: TextRange) -> Option<Range> {
    let all = document_colors(analysis);
    let greatest = all.iter().find_map(|colour| colour.greatest(range));
    greatest.map(|greatest| Range::between(0.0, greatest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Fixture, marked, marked_in};

    const UP: Steps = Steps {
        count: 1,
        fine: false,
    };

    fn all_of(fixture: &Fixture, steps: Steps) -> Option<String> {
        let Fixture { analysis, at } = fixture;
        let Moved { range, to, .. } = moved(analysis, *at, steps, None)?;
        let mut text = analysis.document.text().to_owned();
        text.replace_range(std::ops::Range::<usize>::from(range), &to);
        Some(text)
    }

    /// The text after so many steps from the mark; a tenth of one where `count` has a tenth.
    fn check(text: &str, count: f64, expected: &str) {
        let fine = count.fract() != 0.0;
        let count = if fine { 10.0 * count } else { count } as i32;
        let stepped = all_of(&marked(text), Steps { count, fine });
        assert_eq!(stepped.as_deref(), Some(expected), "{text} {count}");
    }

    #[test]
    fn a_step_is_one_of_the_last_digit() {
        check("a = 0.2$5;", 1.0, "a = 0.26;");
        check("a = 10$;", 1.0, "a = 11;");
        check("a = $0.9;", 1.0, "a = 1.0;");
        check("a = 0.99$;", 1.0, "a = 1.00;");
        check("a = 1.0$0;", -1.0, "a = 0.99;");
        check("a = 0.25$;", 10.0, "a = 0.35;");
        check("a = 0.25$;", 0.1, "a = 0.251;");
        check("a = 0.25$;", -0.3, "a = 0.247;");
        check("a = 10$;", 0.1, "a = 10.1;");
        check("a = .$5;", 1.0, "a = 0.6;");
        check("a = 12.$;", 1.0, "a = 13.0;");
        check("a = 9 9$;", 1.0, "a = 100;");
        check("f(0.1, [1, 0.$5], 3);", 1.0, "f(0.1, [1, 0.6], 3);");
    }

    #[test]
    fn exponents_stay() {
        check("a = 2.5e-4$;", 1.0, "a = 2.6e-4;");
        check("a = $1E3;", 1.0, "a = 2E3;");
        check("a = 1e3$;", 0.1, "a = 1.1e3;");
        check("a = 9.9e300$;", 1.0, "a = 10.0e300;");
        assert_eq!(
            all_of(&marked("a = 1e308$;"), Steps { count: 9, ..UP }),
            None
        );
        for text in ["a = 1e999$;", "a = 1e-2147483648$;", "a = 1e-99999999999$;"] {
            let fine = Steps { fine: true, ..UP };
            assert_eq!(all_of(&marked(text), fine), None, "{text}");
        }
    }

    #[test]
    fn digits_that_no_number_has_are_not_counted() {
        check("a = 3.14159265358979323846$;", 1.0, "a = 3.14159265358980;");
        check("a = 123456789012345678$;", 1.0, "a = 123456789012346688;");
    }

    #[test]
    fn a_sign_belongs_to_its_number() {
        check("a = -0.0$1;", 1.0, "a = 0.00;");
        check("a = $-1;", 1.0, "a = 0;");
        check("a = - 1$;", -1.0, "a = -2;");
        check("a = 0$;", -1.0, "a = -1;");
        check("a = -2$*x;", 1.0, "a = -1*x;");
        check("a = b - 1$;", 1.0, "a = b - 2;");
        check("a = -1$^2;", 1.0, "a = -2^2;");
        check("a = x > 0$;", -1.0, "a = x > -1;");
        check("a = [1, 0$]; f(0);", -1.0, "a = [1, -1]; f(0);");
    }

    #[test]
    fn brackets_keep_a_sign_apart() {
        check("a = b-0$;", -1.0, "a = b-(-1);");
        check("a = b * 0.5$;", -6.0, "a = b * (-0.1);");
        check("a = b * (-0.1$);", 6.0, "a = b * 0.5;");
        check("a = 0$^x;", -1.0, "a = (-1)^x;");
        check("a = b ++ 0$;", -1.0, "a = b ++ (-1);");
        check("a = -0$^2;", -1.0, "a = -(-1)^2;");
        check("a = b - $(-1);", 2.0, "a = b - 1;");
        check("a = b - ( -1 )$;", -1.0, "a = b - (-2);");
        check("a = (-2$)*x;", 3.0, "a = 1*x;");
        check("f(-1$);", 2.0, "f(1);");
        check("a = b - (-1$ + c);", 2.0, "a = b - (1 + c);");
    }

    #[test]
    fn ranges_and_steps_of_comments() {
        check("a = 0.95$; // 0..1", 10.0, "a = 1.00; // 0..1");
        check("a = 0.5$; // 0.05..1", -9.0, "a = 0.05; // 0.05..1");
        check("a = 3$; // 0..5", -7.0, "a = 0; // 0..5");
        check("a = 3$; // 0..5", 0.1, "a = 4; // 0..5");
        check("a = -3$; // -5..5", -7.0, "a = -5; // -5..5");
        check(
            "a = 0.5$; // 0..1 step 0.05",
            1.0,
            "a = 0.55; // 0..1 step 0.05",
        );
        check(
            "a = 0.5$; // 0..1 step 0.05",
            0.3,
            "a = 0.65; // 0..1 step 0.05",
        );
        check(
            "a = 0.50$0; // 0..1 step 0.25",
            1.0,
            "a = 0.750; // 0..1 step 0.25",
        );
        check("a = 7$; // 0..100 step 5", 1.0, "a = 10; // 0..100 step 5");
        check(
            "a = 10.0$; // 0.1..1000 log",
            1.0,
            "a = 11.0; // 0.1..1000 log",
        );
        check("a = 1$; /* 1..1000 log */", 1.0, "a = 2; /* 1..1000 log */");
        check("a = 1$; b = 2; // 0..1", 1.0, "a = 2; b = 2; // 0..1");
        check("a = b + 1$; // 0..1", 1.0, "a = b + 2; // 0..1");
        check(
            "f(x) := (k = 0.9$; // 0..1\n k);",
            5.0,
            "f(x) := (k = 1.0; // 0..1\n k);",
        );
    }

    #[test]
    fn numbers_of_a_colour_stay_one() {
        check(
            "draw([0, 0], color -> [0.9$, 0, 0]);",
            5.0,
            "draw([0, 0], color -> [1.0, 0, 0]);",
        );
        check("color([255, 3$, 0]/255);", -9.0, "color([255, 0, 0]/255);");
    }

    #[test]
    fn what_is_no_number_is_not_moved() {
        for text in [
            "a$ = 1;",
            "a = \"1$\";",
            "a = 1; // 2$",
            "a = b$ - 1;",
            "a -$ b;",
            "f$(-1)",
            "a $- 1",
        ] {
            assert_eq!(all_of(&marked(text), UP), None, "{text}");
        }
    }

    #[test]
    fn in_pages_and_strings_of_javascript() {
        let check = |text: &str, expected: Option<&str>| {
            let stepped = all_of(&marked_in("a.html", text), UP);
            assert_eq!(stepped.as_deref(), expected, "{text}");
        };
        check(
            "<p>1</p><script type='text/x-cindyscript'>a = 1$;</script>",
            Some("<p>1</p><script type='text/x-cindyscript'>a = 2;</script>"),
        );
        check(
            "<p>1$</p><script type='text/x-cindyscript'>a = 1;</script>",
            None,
        );
        check(
            "<script>CindyJS({scripts: {init: 'a = \\x35$; // 0..9\\n'}})</script>",
            Some("<script>CindyJS({scripts: {init: 'a = 6; // 0..9\\n'}})</script>"),
        );
    }

    #[test]
    fn steps_are_counted_from_where_they_began() {
        let Fixture { analysis, at } = marked("a = b - 1.00$; c = 1; // 0..1");
        let steps = |count, fine| Steps { count, fine };
        let to = |count, fine, from| {
            let moved = moved(&analysis, at, steps(count, fine), from);
            moved.map(|moved| moved.to)
        };
        assert_eq!(to(3, true, Some("0.25")).as_deref(), Some("0.253"));
        assert_eq!(to(10, true, Some("0.25")).as_deref(), Some("0.260"));
        assert_eq!(to(0, false, Some("0.25")).as_deref(), Some("0.25"));
        assert_eq!(to(-1, false, Some("(-1)")).as_deref(), Some("(-2)"));
        for wrong in ["", "-", "x", "1 + 2", "inf", "(1"] {
            assert_eq!(to(1, false, Some(wrong)), None, "{wrong}");
        }
    }
}
