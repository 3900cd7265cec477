//! Formulas: what stands between `$`, as KaTeX lays it out.

use std::collections::HashMap;
use std::sync::Arc;

use ab_glyph::Font;
use ratex_font::FontId;
use ratex_layout::{
    FallbackGlyphMetrics, LayoutOptions, layout_with_fallback_metrics, to_display_list,
    validate_layout,
};
use ratex_types::display_item::DisplayItem;
use ratex_types::math_style::MathStyle;
use ratex_types::path_command::PathCommand;

use super::line::{Line, Shape};
use super::{Fonts, face};

/// Longer ones are taken for text: nobody could read them.
const LONGEST: usize = 4000;

/// Commands that CindyJS adds to KaTeX's, and what they mean.
const COMMANDS: [(&str, &str); 37] = [
    ("lamda", "\\lambda"),
    ("my", "\\mu"),
    ("ny", "\\nu"),
    ("ypsilon", "\\upsilon"),
    ("Alpha", "\\mathrm{A}"),
    ("Beta", "\\mathrm{B}"),
    ("Epsilon", "\\mathrm{E}"),
    ("Zeta", "\\mathrm{Z}"),
    ("Eta", "\\mathrm{H}"),
    ("Iota", "\\mathrm{I}"),
    ("Kappa", "\\mathrm{K}"),
    ("Lamda", "\\Lambda"),
    ("Mu", "\\mathrm{M}"),
    ("My", "\\mathrm{M}"),
    ("Nu", "\\mathrm{N}"),
    ("Ny", "\\mathrm{N}"),
    ("Omicron", "\\mathrm{O}"),
    ("Rho", "\\mathrm{P}"),
    ("Tau", "\\mathrm{T}"),
    ("Ypsilon", "\\Upsilon"),
    ("Chi", "\\mathrm{X}"),
    ("dots", "\\ldots"),
    ("C", "\\mathbb{C}"),
    ("H", "\\mathbb{H}"),
    ("N", "\\mathbb{N}"),
    ("P", "\\mathbb{P}"),
    ("Q", "\\mathbb{Q}"),
    ("R", "\\mathbb{R}"),
    ("Z", "\\mathbb{Z}"),
    ("slash", "/"),
    ("mbox", "\\text"),
    ("operatorname", "\\text"),
    ("arccot", "\\text{arccot}"),
    ("arcsec", "\\text{arcsec}"),
    ("arccsc", "\\text{arccsc}"),
    ("degree", "{}^\\circ"),
    ("thickspace", "\\;"),
];

/// Lays a formula out, in em; none if it is not TeX. Letters that KaTeX has no face for come from
/// other fonts.
pub(super) fn line(tex: &str, fonts: &Fonts) -> Option<Line> {
    if tex.len() > LONGEST || breaks_line(tex) {
        return None;
    }
    let nodes = ratex_parser::parser::parse(&expanded(tex)).ok()?;
    let options = LayoutOptions {
        style: MathStyle::Text,
        ..LayoutOptions::default()
    };
    let laid = layout_with_fallback_metrics(&nodes, &options, metrics(tex, fonts));
    validate_layout(&laid).ok()?;
    let list = to_display_list(&laid);
    let baseline = list.height;
    let mut line = Line {
        shapes: Vec::with_capacity(list.items.len()),
        width: list.width,
        ascent: list.height,
        descent: list.depth,
    };
    for item in &list.items {
        match item {
            DisplayItem::GlyphPath {
                x,
                y,
                scale,
                font,
                char_code,
                ..
            } => {
                let font = FontId::parse(font).unwrap_or(FontId::MainRegular);
                let c = ratex_font::katex_ttf_glyph_char(font, *char_code);
                let place = [*x, baseline - y];
                match glyph(font, c, place, *scale) {
                    Some(glyph) => line.shapes.push(glyph),
                    None => line.shapes.extend(foreign(c, fonts).at(place, *scale)),
                }
            }
            DisplayItem::Line {
                x,
                y,
                width,
                thickness,
                ..
            } => {
                let top = baseline - y + thickness / 2.0;
                line.shapes.push(rectangle([*x, top], [*width, *thickness]));
            }
            DisplayItem::Rect {
                x,
                y,
                width,
                height,
                ..
            } => line
                .shapes
                .push(rectangle([*x, baseline - y], [*width, *height])),
            DisplayItem::Path { x, y, commands, .. } => {
                let at = |dx: &f64, dy: &f64| [x + dx, baseline - (y + dy)];
                line.shapes.push(Shape::Outline(
                    commands.iter().map(|c| segment(c, at)).collect(),
                ));
            }
        }
    }
    Some(line)
}

/// A letter of one of KaTeX's faces, if there is one for it that has it.
fn glyph(font: FontId, c: char, place: [f64; 2], scale: f64) -> Option<Shape> {
    let face = face::formula(font)?;
    let id = face::get(face)?.font.glyph_id(c);
    (id.0 != 0).then_some(Shape::Glyph {
        face,
        id,
        place,
        scale,
        slant: 0.0,
    })
}

/// A letter that none of KaTeX's faces has.
fn foreign(c: char, fonts: &Fonts) -> Line {
    fonts.letters(c.encode_utf8(&mut [0; 4]), face::BESIDE_FORMULAS)
}

/// How large the letters of a formula are for which KaTeX may have no face.
fn metrics(tex: &str, fonts: &Fonts) -> Arc<HashMap<char, FallbackGlyphMetrics>> {
    let letters = tex.chars().filter(|c| !c.is_ascii());
    let metrics = letters.map(|c| {
        let line = foreign(c, fonts);
        let [height, depth] = line.reach();
        let width = line.width;
        (
            c,
            FallbackGlyphMetrics {
                width,
                height,
                depth,
            },
        )
    });
    Arc::new(metrics.collect())
}

/// A bar; its corner is the upper left one.
fn rectangle([left, top]: [f64; 2], [width, height]: [f64; 2]) -> Shape {
    use cindyscript_interpreter::display::PathSegment::{Close, Line, Move};
    let (right, bottom) = (left + width, top - height);
    // Clockwise, as the outlines of letters: where both overlap, both are filled.
    Shape::Outline(vec![
        Move([left, top]),
        Line([right, top]),
        Line([right, bottom]),
        Line([left, bottom]),
        Close,
    ])
}

fn segment(
    command: &PathCommand,
    at: impl Fn(&f64, &f64) -> [f64; 2],
) -> cindyscript_interpreter::display::PathSegment {
    use cindyscript_interpreter::display::PathSegment;
    match command {
        PathCommand::MoveTo { x, y } => PathSegment::Move(at(x, y)),
        PathCommand::LineTo { x, y } => PathSegment::Line(at(x, y)),
        PathCommand::QuadTo { x1, y1, x, y } => PathSegment::Quadratic(at(x1, y1), at(x, y)),
        PathCommand::CubicTo {
            x1,
            y1,
            x2,
            y2,
            x,
            y,
        } => PathSegment::Cubic(at(x1, y1), at(x2, y2), at(x, y)),
        PathCommand::Close => PathSegment::Close,
    }
}

/// Whether there is `\\\\` outside of all braces and environments: KaTeX as CindyJS has it knows it in
/// these only, and shows such a formula as it is written.
fn breaks_line(tex: &str) -> bool {
    let (mut depth, mut rest) = (0_usize, tex);
    while let Some(start) = rest.find(['\\', '{', '}']) {
        let (_, from) = rest.split_at(start);
        let taken = if from.starts_with("\\\\") {
            if depth == 0 {
                return true;
            }
            2
        } else if let Some(word) = from.strip_prefix('\\') {
            if word.starts_with("begin") {
                depth += 1;
            } else if word.starts_with("end") {
                depth = depth.saturating_sub(1);
            }
            1 + word.chars().next().map_or(0, char::len_utf8)
        } else {
            depth = match from.starts_with('{') {
                true => depth + 1,
                false => depth.saturating_sub(1),
            };
            1
        };
        rest = from.get(taken..).unwrap_or_default();
    }
    false
}

/// With CindyJS's own commands replaced by what they mean.
fn expanded(tex: &str) -> String {
    let mut expanded = String::with_capacity(tex.len());
    let mut rest = tex;
    while let Some(start) = rest.find(['\\', '°']) {
        let (before, from) = rest.split_at(start);
        expanded.push_str(before);
        if let Some(after) = from.strip_prefix('°') {
            expanded.push_str("{}^\\circ ");
            rest = after;
            continue;
        }
        let name = from.get(1..).unwrap_or_default();
        let letters = name.find(|c: char| !c.is_ascii_alphabetic());
        let length = letters.unwrap_or(name.len());
        // A command that is no word is one character long.
        let next = name.chars().next().map_or(0, char::len_utf8);
        let (name, after) = name.split_at(length.max(next));
        match COMMANDS.iter().find(|(command, _)| *command == name) {
            Some((_, meaning)) => {
                expanded.push_str(meaning);
                // The end of the command's name.
                expanded.push(' ');
            }
            None => {
                expanded.push('\\');
                expanded.push_str(name);
            }
        }
        rest = after;
    }
    expanded.push_str(rest);
    expanded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(tex: &str) -> Option<Line> {
        super::line(tex, &Fonts::default())
    }

    #[test]
    fn commands_of_cindyjs_are_replaced() {
        for (tex, expected) in [
            ("x\\in\\R^2", "x\\in\\mathbb{R} ^2"),
            ("\\Rho\\\\\\N", "\\mathrm{P} \\\\\\mathbb{N} "),
            ("90°\\", "90{}^\\circ \\"),
            ("\\,\\ä", "\\,\\ä"),
        ] {
            assert_eq!(expanded(tex), expected);
        }
    }

    #[test]
    fn lines_break_within_environments_only() {
        for tex in [
            "a \\\\ b",
            "\\frac{a}{b} \\\\ c",
            "\\begin{matrix}a\\\\b\\end{matrix}\\\\",
        ] {
            assert!(line(tex).is_none(), "{tex}");
        }
        for tex in ["\\begin{matrix}a \\\\ b\\end{matrix}", "a\\{b\\}", "a\\ b"] {
            assert!(line(tex).is_some(), "{tex}");
        }
    }

    #[test]
    fn scripts_are_smaller_and_fractions_taller() {
        let width = |tex| line(tex).map_or(f64::NAN, |line| line.width);
        assert!(width("x_{22}") < width("x22"));
        assert!(width("\\alpha\\cdot\\sqrt{2}") > 1.0);
        let height = |tex| line(tex).map_or(f64::NAN, |line| line.ascent + line.descent);
        assert!(height("\\frac{a}{b}") > 1.2 * height("a"));
        assert!(line("\\frac{a}{").is_none());
    }

    #[test]
    fn letters_that_katex_lacks_come_from_other_faces() {
        let shapes = |tex| line(tex).map_or(0, |line| line.shapes.len());
        let width = |tex| line(tex).map_or(f64::NAN, |line| line.width);
        assert_eq!(shapes("\\text{Жש}"), 2);
        assert_eq!(shapes("x_{\\text{Ж}}"), 2);
        // As wide as they are painted, and smaller where they are subscripts.
        let letter = foreign('Ж', &Fonts::default()).width;
        assert!((width("\\text{Ж}") - letter).abs() < 1e-9);
        let below = width("x_{\\text{Ж}}") - width("x");
        assert!((0.5 * letter..0.9 * letter).contains(&below), "{below}");
    }

    #[test]
    fn environments_may_be_written_over_several_lines() {
        let (written, broken) = (
            "A = \\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}",
            "A =\n\\begin{pmatrix}\n  a & b \\\\\n  c & d\n\\end{pmatrix}",
        );
        let [written, broken] = [written, broken].map(|tex| line(tex).expect(tex));
        assert_eq!(written.width, broken.width);
        assert_eq!(written.shapes.len(), broken.shapes.len());
        assert!(written.ascent + written.descent > 2.0);
        let cases = "f(x) = \\begin{cases} 1 & x > 0 \\\\ 0 & \\text{sonst} \\end{cases}";
        assert!(line(cases).is_some_and(|line| line.ascent + line.descent > 2.0));
    }

    #[test]
    fn no_formula_is_too_odd() {
        let deep = "{".repeat(2000) + &"}".repeat(1990);
        let tall = "\\sqrt{".repeat(500);
        let wide = format!("\\rule{{1e9em}}{{1e9em}}{}", "x".repeat(3000));
        for odd in [
            &deep,
            &tall,
            &wide,
            "",
            "\\",
            "^^^",
            "\\left(",
            "\u{0}",
            "\\def\\a{\\a}\\a",
        ] {
            line(odd);
        }
    }
}
