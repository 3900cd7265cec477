//! What is said about builtins, constants and functions: beside completions, in hovers, while a call is
//! typed.

use std::fmt::Write as _;

use cindyscript_hir::builtins::{self, BuiltinId, Category, Form, Side, modifiers};
use cindyscript_hir::presets::Preset;
use text_size::TextSize;

/// What is said about the builtin of a name: all ways to call it, what it is for, an example, and where
/// the manual speaks of it. Markdown; none if there is no such builtin.
#[must_use]
pub fn of_name(name: &str) -> Option<String> {
    let rows = builtins::named(name);
    (!rows.is_empty()).then(|| of_rows(rows))
}

/// The same of some of the ways to call a builtin.
pub(crate) fn of_rows(rows: &[BuiltinId]) -> String {
    let mut text = match rows {
        [one] if one.row().category == Category::Operator => one.row().doc.to_owned(),
        [one] => format!(
            "```cindyscript\n{}\n```\n{}",
            one.row().call(),
            one.row().doc
        ),
        rows => {
            let lines = rows
                .iter()
                .map(|id| format!("- `{}`: {}", id.row().call(), id.row().doc));
            lines.collect::<Vec<_>>().join("\n")
        }
    };
    text.push_str(&details(rows));
    text
}

/// What a builtin is for, and all that [`of_rows`] says besides.
pub(crate) fn about(row: BuiltinId) -> String {
    format!("{}{}", row.row().doc, details(&[row]))
}

/// What is said of builtins besides how they are called and what they are for.
fn details(rows: &[BuiltinId]) -> String {
    let mut text = String::new();
    let is_missing =
        |id: &BuiltinId| matches!(id.row().form, Form::Unavailable | Form::OutOfScope(_));
    if rows.iter().all(is_missing) {
        text.push_str("\n\nnot available in the preview");
    }
    let pixels: Vec<String> = rows
        .iter()
        .flat_map(|id| id.shown_signatures(Side::Gpu))
        .collect();
    if !pixels.is_empty() {
        text.push_str("\n\nat pixels:");
        for signature in pixels {
            let _ = write!(text, "\n- `{signature}`");
        }
    }
    let mut names: Vec<&str> = Vec::new();
    for row in rows.iter().filter_map(|id| modifiers::of(*id)).flatten() {
        if !names.contains(&row.name) {
            names.push(row.name);
        }
    }
    if !names.is_empty() {
        let _ = write!(text, "\n\nmodifiers: `{}`", names.join("`, `"));
    }
    let example = rows.iter().find_map(|id| id.row().example);
    let manual = rows.first().and_then(|id| id.row().manual());
    text.push_str(&example_and_manual(example, manual));
    text
}

/// What a variable is that has a value from the start, an example, and where the manual speaks of it.
pub(crate) fn about_preset(preset: &Preset) -> String {
    let more = example_and_manual(Some(preset.example), preset.manual());
    format!("{}{more}", preset.doc)
}

/// The end of what is said of something that the manual speaks of.
fn example_and_manual(example: Option<&str>, manual: Option<String>) -> String {
    let mut text = String::new();
    if let Some(example) = example {
        let _ = write!(text, "\n\n```cindyscript\n{example}\n```");
    }
    if let Some(manual) = manual {
        let _ = write!(text, "\n\n[manual]({manual})");
    }
    text
}

/// The comment directly above what begins at an offset of a script, without its signs.
pub(crate) fn comment_above(script: &str, offset: TextSize) -> Option<String> {
    let before = script.get(..usize::from(offset))?;
    // Only space may stand before it in its own line.
    let (above, own) = before.rsplit_once('\n')?;
    if !own.trim().is_empty() {
        return None;
    }
    let above = above.trim_end_matches(['\r', ' ', '\t']);
    if let Some(block) = above.strip_suffix("*/") {
        let (_, comment) = block.rsplit_once("/*")?;
        let lines = comment
            .lines()
            .map(|line| line.trim().trim_start_matches('*').trim());
        return lines_of(lines.collect());
    }
    let lines = above.split('\n').rev().map(str::trim);
    let comments = lines.map_while(|line| line.strip_prefix("//"));
    let mut comments: Vec<&str> = comments
        .take_while(|line| !line.trim_start().starts_with("%%"))
        .map(|line| line.trim_start_matches('/').trim())
        .collect();
    comments.reverse();
    lines_of(comments)
}

fn lines_of(lines: Vec<&str>) -> Option<String> {
    let text = lines.join("\n");
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyse;
    use cindyscript_hir::builtins::{Builtin, all};
    use cindyscript_hir::document::Document;
    use cindyscript_hir::presets::PRESETS;
    use expect_test::{Expect, expect};

    fn check(name: &str, expected: &Expect) {
        expected.assert_eq(&of_name(name).expect("a builtin"));
    }

    #[test]
    fn builtins_are_documented() {
        check(
            "sqrt",
            &expect![[r#"
                ```cindyscript
                sqrt(x)
                ```
                square root; complex for a negative number

                at pixels:
                - `real ≥ 0 -> real ≥ 0`
                - `real -> complex`
                - `complex -> complex`

                ```cindyscript
                re(sqrt(2))
                ```

                [manual](https://github.com/CindyJS/CindyJS/blob/HEAD/ref/Arithmetic_Operators.md#square-root-sqrtexpr)"#]],
        );
        check(
            "repeat",
            &expect![[r#"
                - `repeat(n, body)`: evaluates the body n times; # counts from 1 to n. Returns the last value. Modifiers: start, stop, step
                - `repeat(n, variable, body)`: evaluates the body n times with a named counter, which counts from 1 to n: repeat(10, k, ...)

                modifiers: `start`, `stop`, `step`

                ```cindyscript
                repeat(5, drawcircle([0, 0], #))
                ```

                [manual](https://github.com/CindyJS/CindyJS/blob/HEAD/ref/Control_Operators.md#the-repeat-loop-repeatnumberexpr)"#]],
        );
        check(
            "drawcircle",
            &expect![[r#"
                ```cindyscript
                drawcircle(center, radius)
                ```
                draws a circle

                modifiers: `color`, `size`, `alpha`, `dashing`, `dashtype`, `dashpattern`, `lineCap`, `lineJoin`, `miterLimit`, `fillcolor`, `fillalpha`, `fillrule`

                ```cindyscript
                drawcircle([0, 0], 2, color -> [0, 0, 1])
                ```

                [manual](https://github.com/CindyJS/CindyJS/blob/HEAD/ref/Elementary_Drawing_Functions.md#drawing-circles-drawcirclepointradius)"#]],
        );
        check(
            "playsin",
            &expect![[r#"
                - `playsin(frequency)`: plays a tone, a sine wave or one with overtones
                - `playsin()`: changes the tone that plays on a line, by the modifiers

                modifiers: `line`, `duration`, `attack`, `release`, `amp`, `damp`, `stop`, `harmonics`, `partials`, `pan`, `phaseshift`, `precompute`, `restart`, `freq`

                ```cindyscript
                playsin(440, harmonics -> [0.3, 0.2, 0.1], damp -> 2)
                ```

                [manual](https://github.com/CindyJS/CindyJS/blob/HEAD/ref/Sampled-Audio_Functions.md#playing-a-periodic-signal-defined-by-overtones-playsinreal)"#]],
        );
        assert_eq!(of_name("nothere"), None);
    }

    /// Nothing is said against the examples, `A` being a point of the construction.
    #[test]
    fn examples_are_right() {
        let mut wrong = Vec::new();
        let builtins = all().map(BuiltinId::row);
        let builtins = builtins.filter_map(|row| Some((row.name, row.example?)));
        let presets = PRESETS.iter().map(|row| (row.name, row.example));
        for (name, example) in builtins.chain(presets) {
            let page = format!(
                "<script id=\"csdraw\" type=\"text/x-cindyscript\">{example}</script>\
                 <div id=\"CSCanvas\"></div><script>CindyJS({{scripts: \"cs*\", \
                 ports: [{{id: \"CSCanvas\", width: 500, height: 500}}], \
                 geometry: [{{name: \"A\", type: \"Free\", pos: [0, 0]}}]}});</script>"
            );
            let analysis = analyse(&Document::open("page.html", page));
            let said = analysis.diagnostics.iter();
            wrong.extend(said.map(|diagnostic| format!("{example}: {}", diagnostic.message)));
            let is_shown = match name.split_once('.') {
                // Signs around something.
                Some((open, close)) if !open.is_empty() => {
                    example.contains(open) && example.contains(close)
                }
                _ => example.contains(name),
            };
            if !is_shown {
                wrong.push(format!("{example} does not show `{}`", name));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn every_builtin_has_an_example() {
        let is_missing = |row: &Builtin| {
            row.example.is_none() && !matches!(row.form, Form::Unavailable | Form::OutOfScope(_))
        };
        let without = all().map(BuiltinId::row).filter(|row| is_missing(row));
        let without: Vec<&str> = without.map(|row| row.name).collect();
        // It does nothing.
        assert_eq!(without, ["::="]);
    }

    #[test]
    fn comments_above() {
        let check = |text: &str, expected: Option<&str>| {
            let at = text.find('$').expect("a mark");
            let at = TextSize::try_from(at).expect("short");
            assert_eq!(comment_above(text, at).as_deref(), expected);
        };
        check("// one\n  // two\n  $f(x) := x;", Some("one\ntwo"));
        check("// far\n\n$f(x) := x;", None);
        check("/* a\n * b */\n$f(x) := x;", Some("a\nb"));
        check("a = 1; // of a\n$f(x) := x;", None);
        check("// of a\na = 1; $f(x) := x;", None);
        check("// %% draw\n$f(x) := x;", None);
        check("$f", None);
    }
}
