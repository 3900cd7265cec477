//! Random constructions, the same for the same seed.
#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;

/// Types with what they give and what they are computed from, by CindyJS's letters.
const TYPES: &[(&str, &str, &str)] = &[
    ("Join", "L", "P P"),
    ("Segment", "S", "P P"),
    ("Meet", "P", "L L"),
    ("Mid", "P", "P P"),
    ("Perp", "L", "L P"),
    ("Para", "L", "L P"),
    ("Horizontal", "L", "P"),
    ("Vertical", "L", "P"),
    ("CircleMP", "C", "P P"),
    ("CircleMr", "C", "P"),
    ("Compass", "C", "P P P"),
    ("CircleBy3", "C", "P P P"),
    ("IntersectLC", "Ps", "L C"),
    ("IntersectLC", "Ps", "L C"),
    ("IntersectCirCir", "Ps", "C C"),
    ("IntersectCirCir", "Ps", "C C"),
    ("AngleBisector", "Ls", "L L P"),
    ("SelectP", "P", "Ps"),
    ("SelectP", "P", "Ps"),
    ("SelectP", "P", "Ps"),
    ("SelectL", "L", "Ls"),
    ("SelectL", "L", "Ls"),
    ("PointOnLine", "P", "L"),
    ("PointOnCircle", "P", "C"),
    ("PolarOfPoint", "L", "P C"),
    ("PolarOfLine", "P", "L C"),
    ("CenterOfConic", "P", "C"),
];

/// Names that mean nothing else to CindyScript.
const NAMES: &str = "A B C D E F G H K L M N O P Q R S T U V W X Y Z";

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound
    }

    /// From -8 to 8, in steps of a quarter that hardly ever make things coincide.
    fn coordinate(&mut self) -> f64 {
        (self.below(65) as f64 - 32.0) / 4.0 + self.below(100) as f64 / 1000.0
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// A construction with some moves, in the form of `constructions.txt`.
pub(crate) fn construction(seed: u64) -> String {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut text = format!("# random {seed}\n");
    let mut made: Vec<(&str, &str)> = Vec::new();
    let mut free = Vec::new();
    for (index, name) in NAMES.split(' ').enumerate() {
        if index < 4 {
            let (x, y) = (random.coordinate(), random.coordinate());
            let line = format!(r#"{{"name":"{name}","type":"Free","pos":[{x},{y}]}}"#);
            writeln!(text, "{line}").unwrap();
            made.push((name, "P"));
            free.push(name);
            continue;
        }
        // Some types fit what there is.
        for _ in 0..20 {
            let (type_name, kind, wanted) = *random.pick(TYPES);
            if let Some(args) = arguments(&mut random, &made, wanted) {
                let rest = match type_name {
                    "CircleMr" => format!(r#","radius":{}"#, 1 + random.below(6)),
                    "SelectP" | "SelectL" => format!(r#","index":{}"#, 1 + random.below(2)),
                    "PointOnLine" | "PointOnCircle" => {
                        format!(
                            r#","pos":[{},{}]"#,
                            random.coordinate(),
                            random.coordinate()
                        )
                    }
                    _ => String::new(),
                };
                let args = args.join("\",\"");
                writeln!(
                    text,
                    r#"{{"name":"{name}","type":"{type_name}","args":["{args}"]{rest}}}"#
                )
                .unwrap();
                made.push((name, kind));
                if type_name.starts_with("PointOn") {
                    free.push(name);
                }
                break;
            }
        }
    }
    for _ in 0..6 {
        let (name, x, y) = (random.pick(&free), random.coordinate(), random.coordinate());
        writeln!(text, "move {name} {x} {y}").unwrap();
    }
    text
}

/// Different elements of the wanted kinds.
fn arguments<'a>(
    random: &mut Random,
    made: &[(&'a str, &str)],
    wanted: &str,
) -> Option<Vec<&'a str>> {
    let mut args = Vec::new();
    for kind in wanted.split(' ') {
        let fitting: Vec<&str> = made
            .iter()
            .filter(|(name, other)| {
                (*other == kind || (kind, *other) == ("L", "S")) && !args.contains(name)
            })
            .map(|(name, _)| *name)
            .collect();
        if fitting.is_empty() {
            return None;
        }
        args.push(*random.pick(&fitting));
    }
    Some(args)
}
