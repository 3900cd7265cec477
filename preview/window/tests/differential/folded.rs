//! Random scripts whose functions call one another many times: the same with each call written and with
//! calls folded, on the CPU and on the GPU.

use cindyscript_pixel::{NodeKind, PixelProgram, fold};
use cindyscript_shader::compile;
use cindyscript_tests::lacking;
use cindyscript_tests::random::Random;

use crate::bench::Bench;
use crate::program::{Program, frame};

const SIZE: [u32; 2] = [16, 4];

/// Texts of real numbers from -1 to 1 or not far from that.
struct Texts {
    random: Random,
    /// The names that may be read, and those of them that may be assigned.
    names: Vec<String>,
    variables: usize,
    /// Functions of two numbers.
    functions: Vec<String>,
}

impl Texts {
    fn number(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.random.below(4) {
                0 => format!("{}/8", self.random.below(17)),
                _ => self.random.pick(&self.names).unwrap().clone(),
            };
        }
        let [a, b] = [self.number(depth - 1), self.number(depth - 1)];
        match self.random.below(14) {
            0 => format!("({a} + {b})/2"),
            1 => format!("{a}*({b})"),
            2 => format!("sin(3*{a} - {b})"),
            3 => format!("if({a} < {b}, {a}, {})", self.number(depth - 1)),
            4 => format!("[{a}, {b}]_{}", 1 + self.random.below(2)),
            5 => format!("repeat(3, k, {a}*k/3)"),
            6 => {
                let name = self.variable();
                format!("({name} = {a}; {b})")
            }
            _ => match self.random.pick(&self.functions) {
                Some(function) => format!("{function}({a}, {b})"),
                None => format!("({a} - {b})/2"),
            },
        }
    }

    fn variable(&mut self) -> String {
        self.names[self.random.below(self.variables)].clone()
    }

    fn statement(&mut self, depth: usize) -> String {
        let (name, value) = (self.variable(), self.number(depth));
        match self.random.below(6) {
            0 => {
                let (limit, other) = (self.number(1), self.number(depth));
                format!("if({name} < {limit}, {name} = {value}, {name} = {other});")
            }
            1 => {
                let condition = self.number(depth);
                format!("if({condition} < 0, {name} = {value});")
            }
            2 => format!("repeat(2, {name} = ({name} + {value})/2);"),
            3 => {
                let condition = self.number(2);
                format!("n = 0; while(n < 3 & {condition} < 2, n = n + 1; {name} = {value});")
            }
            _ => format!("{name} = {value};"),
        }
    }

    fn block(&mut self, statements: usize) -> String {
        let mut lines: Vec<_> = (0..statements).map(|_| self.statement(2)).collect();
        lines.push(format!("sin({})", self.number(2)));
        lines.join(" ")
    }
}

/// A script; its functions share variables.
fn script(seed: u64) -> String {
    let mut texts = Texts {
        random: Random::new(seed),
        names: ["a", "b", "c"].map(str::to_owned).to_vec(),
        variables: 3,
        functions: Vec::new(),
    };
    let mut script = String::new();
    for function in ["f", "g", "h"] {
        texts.names.extend(["x", "y"].map(str::to_owned));
        let body = texts.block(1);
        let regional = if texts.random.below(2) == 0 {
            "regional(c); c = x; "
        } else {
            ""
        };
        script += &format!("{function}(x, y) := ({regional}{body});\n");
        texts.names.truncate(3);
        texts.functions.push(function.to_owned());
    }
    let body = texts.block(2);
    let start = "a = #.x/16; b = #.y/4; c = 0.5;";
    script + &format!("colorplot({start} n = 0; r = ({body}); [r, a, b]);")
}

fn calls(program: &PixelProgram) -> usize {
    let nodes = program.nodes.iter();
    nodes
        .filter(|node| matches!(node.kind, NodeKind::Call { .. }))
        .count()
}

/// The pixels that differ by more than rounding.
fn differences(a: &[[f32; 4]], b: &[[f32; 4]]) -> usize {
    let apart = |(a, b): (&[f32; 4], &[f32; 4])| {
        a.iter()
            .zip(b)
            .any(|(a, b)| (a - b).abs() > 1e-4 && !(a.is_nan() && b.is_nan()))
    };
    a.iter().zip(b).filter(|pair| apart(*pair)).count()
}

#[test]
fn folded_calls_have_the_same_values_on_the_cpu() {
    let mut compared = 0;
    for seed in 0..300 {
        let text = script(seed);
        let program = Program::new(&text, &[]).unwrap_or_else(|error| panic!("{error}: {text}"));
        let plain = program
            .pixel_program()
            .unwrap_or_else(|error| panic!("{error}: {text}"));
        let folded = fold(&plain, |_| true);
        let paint = |of: &PixelProgram| program.paint_program_in_lanes(of, &frame(SIZE), SIZE);
        // The CPU refuses programs that are too long with all calls written out.
        let (Ok(expected), Ok(painted)) = (paint(&plain), paint(&folded)) else {
            continue;
        };
        let bits = |texels: &[[f32; 4]]| -> Vec<_> {
            texels.iter().map(|t| t.map(f32::to_bits)).collect()
        };
        assert_eq!(bits(&painted), bits(&expected), "seed {seed}: {text}");
        compared += usize::from(calls(&folded) < calls(&plain));
    }
    assert!(compared > 150, "{compared}");
}

#[test]
fn folded_calls_have_the_same_values_on_the_gpu() {
    let Some(bench) = Bench::open() else {
        return lacking("folded calls on the GPU", "there is no adapter");
    };
    for seed in 0..10 {
        let text = script(seed);
        let program = Program::new(&text, &[]).unwrap();
        let plain = program.pixel_program().unwrap();
        let folded = fold(&plain, |_| true);
        let [expected, painted] = [&plain, &folded].map(|of| {
            let module = compile(of).unwrap_or_else(|errors| panic!("{errors:?}: {text}"));
            let uniforms = program.uniforms(of, &module);
            bench.paint(&module, &uniforms, &frame(SIZE), SIZE)
        });
        let far = differences(&painted, &expected);
        assert!(far <= 1, "{far} pixels, seed {seed}: {text}");
    }
}
