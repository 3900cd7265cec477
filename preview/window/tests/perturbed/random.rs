//! Iterations that chance has made: pictures at places on the edge of what escapes.

use std::collections::BTreeSet;

use cindyscript_player::exact::{Exact, exact};

use super::{Point, absolute, compare_where, plus, steps, times};

/// Numbers that are the same each time.
struct Chance(u64);

impl Chance {
    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn coin(&mut self) -> bool {
        self.bits() >> 40 & 1 == 1
    }

    /// A number from -1 to 1 of so few bits that products of some are not rounded in f64: they would be
    /// those of another iteration.
    fn number(&mut self) -> f64 {
        ((self.bits() >> 20) % 257) as f64 / 128.0 - 1.0
    }

    fn pair(&mut self) -> [f64; 2] {
        [self.number(), self.number()]
    }
}

/// What the pixel is.
#[derive(Clone, Copy, PartialEq)]
enum Pixel {
    Start,
    Add,
    Factor,
}

struct Random {
    degree: u32,
    /// Factors of lower powers.
    lower: Vec<(u32, f64)>,
    before: [bool; 2],
    is_conjugated: bool,
    after: [bool; 2],
    pixel: Pixel,
    factor: [f64; 2],
    number: [f64; 2],
}

impl Random {
    fn new(chance: &mut Chance, place: u32) -> Random {
        let folds = place.is_multiple_of(2);
        let mut coins = || [chance.coin(), chance.coin()];
        let none = [false; 2];
        let (before, after) = match folds {
            true => (coins(), coins()),
            false => (none, none),
        };
        let degree = 2 + place % 3;
        let lower = (1..degree).filter(|_| !folds);
        Random {
            degree,
            lower: lower.map(|power| (power, chance.number())).collect(),
            before,
            is_conjugated: chance.coin(),
            after,
            pixel: match place % 5 {
                0 => Pixel::Start,
                3 => Pixel::Factor,
                _ => Pixel::Add,
            },
            factor: [0.75 + chance.number() / 4.0, chance.number() / 2.0],
            number: chance.pair().map(|part| part * 0.625),
        }
    }

    fn script(&self) -> String {
        let complex = |[x, y]: [f64; 2]| format!("complex([{x}, {y}])");
        let fold = |name: &str, [real, imaginary]: [bool; 2], side: &str| {
            let part = |part: &str, folds: bool| match folds {
                true => format!("|{part}({name})|"),
                false => format!("{part}({name})"),
            };
            format!("{} {side} i*{}", part("re", real), part("im", imaginary))
        };
        let side = if self.is_conjugated { "-" } else { "+" };
        let power = |power: u32, factor: f64| format!(" + ({factor})*w^{power}");
        let lower: String = self.lower.iter().map(|own| power(own.0, own.1)).collect();
        let factor = match self.pixel {
            Pixel::Factor => "complex(#)".to_owned(),
            Pixel::Start | Pixel::Add => complex(self.factor),
        };
        let add = match self.pixel {
            Pixel::Add => "complex(#)".to_owned(),
            Pixel::Start | Pixel::Factor => complex(self.number),
        };
        let first = match self.pixel {
            Pixel::Start => "complex(#)".to_owned(),
            Pixel::Add | Pixel::Factor => complex([0.0; 2]),
        };
        format!(
            "colorplot(
                z = {first}; n = 0; a = {factor}; c = {add};
                repeat(400, if(|z| < 4,
                    w = {}; v = w^{}{lower}; z = a*({}) + c;
                    n = n + 1));
                gray(mod(n, 16)/16)
            );",
            fold("z", self.before, side),
            self.degree,
            fold("v", self.after, "+"),
        )
    }

    fn rounds(&self, pixel: &Point) -> u32 {
        let fold = |[x, y]: Point, [real, imaginary]: [bool; 2]| {
            let part = |part: Exact, folds: bool| if folds { absolute(part) } else { part };
            [part(x, real), part(y, imaginary)]
        };
        let choose = |own: Pixel, other: [f64; 2]| match self.pixel == own {
            true => pixel.clone(),
            false => other.map(exact),
        };
        let [a, c] = [
            choose(Pixel::Factor, self.factor),
            choose(Pixel::Add, self.number),
        ];
        steps(choose(Pixel::Start, [0.0; 2]), |z| {
            let [x, y] = fold(z, self.before);
            let w = [x, if self.is_conjugated { -y } else { y }];
            let mut power = w.clone();
            let mut sum = [0.0; 2].map(exact);
            for exponent in 1..=self.degree {
                let own = self.lower.iter().find(|(lower, _)| *lower == exponent);
                if let Some((_, factor)) = own {
                    sum = plus(&sum, &times(&power, &[*factor, 0.0].map(exact)));
                }
                if exponent == self.degree {
                    sum = plus(&sum, &power);
                }
                power = times(&power, &w);
            }
            plus(&times(&a, &fold(sum, self.after)), &c)
        })
    }

    /// Whether a pixel escapes after the same rounds as what lies a thousandth of a pixel beside it: where
    /// parts are made positive, orbits may be chaotic for long, and no f32 follows them.
    fn is_stable(&self, pixel: &Point, step: f64) -> bool {
        let [x, y] = pixel;
        let beside = [x + exact(step / 1000.0), y + exact(step / 2000.0)];
        self.rounds(pixel) == self.rounds(&beside)
    }

    /// A place beside which some pixels escape after few rounds and others after many.
    fn edge(&self, chance: &mut Chance, digits: usize) -> Option<Point> {
        let mut find = |is_inside: bool| {
            (0..60)
                .map(|_| chance.pair().map(|part| exact(1.2 * part)))
                .find(|place| (self.rounds(place) >= 200) == is_inside)
        };
        let (mut inside, mut outside) = (find(true)?, find(false)?);
        for _ in 0..(digits as f64 * 3.33) as usize + 6 {
            let half = exact(0.5);
            let middle = [0, 1].map(|axis: usize| (&inside[axis] + &outside[axis]) * &half);
            match self.rounds(&middle) >= 200 {
                true => inside = middle,
                false => outside = middle,
            }
        }
        // Where the edge is a smooth curve, f32 does not tell on which side of it a pixel escapes.
        let step = 4.0 / 10_f64.powi(digits as i32) / 8.0;
        let grid = (0..36).map(|place| [place % 6, place / 6].map(|at| f64::from(at) - 2.5));
        let counts: BTreeSet<u32> = grid
            .map(|at| [0, 1].map(|axis: usize| &outside[axis] + exact(at[axis] * step)))
            .map(|place| self.rounds(&place))
            .collect();
        let corners = [-9.0, 0.0, 9.0].map(|at| &outside[0] + exact(at * step / 3.0));
        let are_stable = corners.iter().all(|x| {
            let place = [x.clone(), outside[1].clone() + exact(step / 7.0)];
            self.is_stable(&place, step / 3.0)
        });
        (counts.len() > 5 && are_stable).then_some(outside)
    }
}

#[test]
fn iterations_made_by_chance_are_right() {
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    let mut painted = 0;
    for place in 0..40 {
        let random = Random::new(&mut chance, place);
        let digits = [15, 22, 30, 40][place as usize % 4];
        let Some(edge) = random.edge(&mut chance, digits) else {
            continue;
        };
        compare_where(
            &format!("{place}"),
            &random.script(),
            (&edge, digits),
            |pixel| random.rounds(&pixel),
            |pixel, step| random.is_stable(pixel, step),
        );
        painted += 1;
        if painted == 4 {
            break;
        }
    }
    assert!(painted > 3, "only {painted} iterations have an edge");
}
