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

/// A Rust file of about this many lines, with as much of each kind in it as [`long`] has.
#[must_use]
pub fn long_rust(lines: usize) -> String {
    const BLOCK: usize = 20;
    let mut text = String::from(
        "const SCALE: f64 = 1.5;\nconst CENTRE: [f64; 2] = [0.25, -0.5];\nfn main() {}\n",
    );
    for block in 0..lines.saturating_sub(3) / BLOCK {
        let before = match block % 8 {
            0 => "x".to_owned(),
            _ => format!("wave{}(x / 2.0)", block - 1),
        };
        let _ = writeln!(
            text,
            "// part {block}\n\
             fn wave{block}(x: f64) -> f64 {{\n\
             \x20   let u = {before} * SCALE + {block}.0;\n\
             \x20   let v = u.sin() + (2.0 * u).cos();\n\
             \x20   if v > 0.0 {{ v }} else {{ -v / 3.0 }}\n\
             }}\n\
             fn blend{block}(p: f64, t: f64) -> f64 {{ t * p + (1.0 - t) * CENTRE[0] }}\n\
             fn part{block}() -> String {{\n\
             \x20   let radius{block} = 0.5 + {block}.0 / 7.0;\n\
             \x20   let turn{block} = std::f64::consts::PI / 3.0;\n\
             \x20   let corners{block} = [1.0, 2.0, 3.0].map(|k| radius{block} * f64::cos(k * turn{block}));\n\
             \x20   let mut total{block} = 0.0;\n\
             \x20   for q in corners{block} {{\n\
             \x20       total{block} += f64::abs(q - CENTRE[0]);\n\
             \x20   }}\n\
             \x20   let middle{block} = blend{block}(corners{block}[0], 0.25);\n\
             \x20   let level{block} = wave{block}(total{block});\n\
             \x20   let label{block} = total{block} + level{block};\n\
             \x20   format!(\"part {{middle{block}}} {{label{block}}}\")\n\
             }}"
        );
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
            let written = super::long_rust(lines).lines().count();
            assert!(written.abs_diff(lines) <= 20, "{written} lines of Rust");
        }
    }
}
