//! Long scripts, written by rule: what a large applet would look like.

use std::fmt::Write as _;

/// A `.cindyscript` file of about this many lines: functions that call each other, variables,
/// lists, loops, drawing, and a colorplot every 500 lines.
#[must_use]
pub fn long(lines: usize) -> String {
    const BLOCK: usize = 20;
    let mut text = String::from("// %% init\nscale = 1.5;\ncentre = [0.25, -0.5];\n// %% draw\n");
    for block in 0..lines.saturating_sub(4) / BLOCK {
        // Functions in groups of eight, so that calls do not chain through the whole file.
        let before = match block % 8 {
            0 => "x".to_owned(),
            _ => format!("wave{}(x / 2)", block - 1),
        };
        let _ = writeln!(
            text,
            "// part {block}\n\
             wave{block}(x) := (\n\
             \x20 regional(u, v);\n\
             \x20 u = {before} * scale + {block};\n\
             \x20 v = sin(u) + cos(2 * u);\n\
             \x20 if(v > 0, v, -v / 3)\n\
             );\n\
             blend{block}(p, t) := t * p + (1 - t) * centre;\n\
             radius{block} = 0.5 + {block} / 7;\n\
             corners{block} = apply(1..6, k, radius{block} * [cos(k * pi / 3), sin(k * pi / 3)]);\n\
             total{block} = 0;\n\
             forall(corners{block}, q,\n\
             \x20 total{block} = total{block} + |q - centre|;\n\
             );\n\
             middle{block} = blend{block}(corners{block}_1, 0.25);\n\
             draw(middle{block}, color -> hue(0.1), size -> 3);\n\
             label{block} = \"part \" + total{block};"
        );
        if block % 25 == 24 {
            let _ = writeln!(
                text,
                "colorplot(\n\
                 \x20 hue(wave{block}(|#|) - radius{block}) * |# - middle{block}|\n\
                 );"
            );
        } else {
            let _ = writeln!(
                text,
                "level{block} = wave{block}(total{block});\n\
                 drawtext(middle{block}, label{block});\n"
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn as_long_as_wanted() {
        for lines in [1_000, 10_000] {
            let written = super::long(lines).lines().count();
            assert!(written.abs_diff(lines) <= 20, "{written} lines");
        }
    }
}
