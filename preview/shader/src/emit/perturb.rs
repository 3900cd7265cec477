//! Iterations as differences to an orbit.
//!
//! z of a pixel is Z + d, where Z is the orbit's. From a Q(Z + d) + c follows what d becomes, without Z
//! and c of the pixel ever being added to what is far smaller. Where z is nearer to a critical point of Q
//! than d is long, digits are lost: from then on d is the difference to the orbit that begins at that
//! point, at its beginning. (Zhuoran: "Another solution to perturbation glitches", fractalforums.org,
//! 2021.) Z is taken from the nearest critical point, where Q has no linear term.
//!
//! d is an f32 times a power of 2 that stays as it is for many rounds, so that a round costs little more
//! than one in f32. Where f32 has no room for Z, both have exponents of their own in each round.

use cindyscript_pixel::{NodeId, VariableId};

use super::Emitter;
use crate::iteration::{Fold, Part, PolynomialIteration};

/// What all iterations have in common.
const COMMON: &str = "
struct Scaled {
    m: vec2f,
    e: i32,
}

var<private> orbit_pixel: vec2f;
var<private> orbit_at: u32;
var<private> reference: vec2f;
var<private> is_exact: bool;
var<private> delta: vec2f;
// The same as an f32 alone: 0 where f32 has no room.
var<private> offset: vec2f;
var<private> delta_exponent: i32;
var<private> delta_scale: f32;
var<private> added: Scaled;
var<private> added_now: vec2f;
var<private> factor_change: Scaled;
var<private> factor_now: vec2f;
var<private> perturbed: vec2f;

// The bits of 2^-40, and how many further those of 2^40 are.
const LEAST_SIZE = 0x2b800000u;
const SIZES = 0x28000000u;

fn power_of_2(e: i32) -> f32 {
    return bitcast<f32>((clamp(e, -127, 127) + 127) << 23u);
}

fn scaled(m: vec2f, e: i32) -> Scaled {
    var own = m;
    var exponent = max(e, -1000000);
    let before = max(abs(m.x), abs(m.y));
    if before < 1e-30 {
        own = m * 1.2676506e30;
        exponent -= 100;
    } else if before > 1e30 {
        own = m * 7.888609e-31;
        exponent += 100;
    }
    let most = max(abs(own.x), abs(own.y));
    if most == 0.0 {
        return Scaled(m, -1000000);
    }
    let shift = (bitcast<i32>(most) >> 23u) - 127;
    if shift > 126 {
        return Scaled(own, exponent);
    }
    return Scaled(own * power_of_2(-shift), exponent + shift);
}

fn scaled_sum(a: Scaled, b: Scaled) -> Scaled {
    let e = max(a.e, b.e);
    return Scaled(a.m * power_of_2(a.e - e) + b.m * power_of_2(b.e - e), e);
}

fn complex_product(a: vec2f, b: vec2f) -> vec2f {
    return vec2f(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

fn scaled_product(a: Scaled, b: Scaled) -> Scaled {
    return Scaled(complex_product(a.m, b.m), a.e + b.e);
}

fn is_less(a: Scaled, b: Scaled) -> bool {
    return a.e < b.e || (a.e == b.e && dot(a.m, a.m) < dot(b.m, b.m));
}

fn with_one_exponent(m: vec2f, e: vec2i) -> Scaled {
    if e.x == e.y {
        return Scaled(m, e.x);
    }
    let larger = select(max(e.x, e.y), e.y, m.x == 0.0);
    let own = select(larger, e.x, m.y == 0.0);
    return Scaled(m * vec2f(power_of_2(e.x - own), power_of_2(e.y - own)), own);
}

fn change(matrix: vec4f, constant: vec2f, e: i32) -> Scaled {
    let corner = vec2f(frame.world_x.w, frame.world_y.w);
    let place = orbit_pixel + corner - uniforms.orbit_more.zw;
    return scaled(vec2f(dot(matrix.xy, place), dot(matrix.zw, place)) + constant, e);
}

fn keep(d: Scaled) {
    delta_exponent = max(d.e, max(added.e, factor_change.e) - 20);
    delta_scale = power_of_2(delta_exponent);
    delta = d.m * power_of_2(d.e - delta_exponent);
    added_now = added.m * power_of_2(added.e - delta_exponent);
    factor_now = factor_change.m * power_of_2(factor_change.e - delta_exponent);
}

fn begin_orbit() {
    let constants = uniforms.orbit_constants;
    let exponents = uniforms.orbit_exponents;
    added = change(uniforms.orbit_add, constants.zw, exponents.y);
    factor_change = change(uniforms.orbit_factor_change, uniforms.orbit_more.xy, exponents.z);
    orbit_at = 0u;
    perturbed = settle(change(uniforms.orbit_start, constants.xy, exponents.x));
}
";

/// Rounds: `CRITICAL` is the critical point that Z is taken from, `OTHERS` whether z is near another, and
/// `NEAREST` chooses it.
const ROUNDS: &str = "
fn settle(next: Scaled) -> vec2f {
    let d = scaled(next.m, next.e);
    let point = orbit[orbit_at];
    let sum = scaled_sum(with_one_exponent(point.mantissas, point.exponents), d);
    let own = scaled(sum.m, sum.e);
    let z = own.m * power_of_2(own.e)CRITICAL;
    var nearest = own;
    var critical = point.critical;
NEAREST    if point.is_last != 0u || is_less(nearest, d) {
        keep(nearest);
        orbit_at = uniforms.orbit_criticals[critical].z;
    } else {
        keep(d);
    }
    offset = delta * delta_scale;
    reference = orbit[orbit_at].plain;
    is_exact = all(reference == vec2f());
    return z;
}

fn perturb_with_care(next: vec2f) -> vec2f {
    var own = Scaled(next, delta_exponent);
    if is_exact {
        own = scaled_round(Scaled(delta, delta_exponent));
    }
    orbit_at += 1u;
    return settle(own);
}

fn perturb() -> vec2f {
    let next = plain_round(reference, delta);
    let point = orbit[orbit_at + 1u].plain;
    let offset_next = next * delta_scale;
    let z = point + offset_next;
    let size = max(abs(next.x), abs(next.y));
    let has_room = bitcast<u32>(size) - LEAST_SIZE < SIZES;
    let is_near = max(abs(z.x), abs(z.y)) <= size * delta_scaleOTHERS;
    if is_exact | is_near | !has_room {
        return perturb_with_care(next);
    }
    orbit_at += 1u;
    reference = point;
    delta = next;
    offset = offset_next;
    return zPOINT;
}
";

/// Where there are several critical points.
const NEAREST: &str = "    for (var other = 0u; other < COUNTu; other += 1u) {
        if other != point.critical {
            let away = scaled(z - critical_point(other), 0);
            if is_less(away, nearest) {
                nearest = away;
                critical = other;
            }
        }
    }
";

/// Whether z is nearer to one of them than d is long.
const OTHERS: &str = "
fn is_near_another(z: vec2f, offset: vec2f) -> bool {
    for (var other = 0u; other < COUNTu; other += 1u) {
        let away = z - critical_point(other);
        if dot(away, away) <= dot(offset, offset) {
            return true;
        }
    }
    return false;
}
";

const CRITICAL_POINT: &str = "
fn critical_point(which: u32) -> vec2f {
    return bitcast<vec2f>(uniforms.orbit_criticals[which].xy);
}
";

/// |Z + d| - |Z|, for each part.
const FOLDED: &str = "
fn folded(z: vec2f, d: vec2f, scale: f32) -> vec2f {
    let side = select(vec2f(1.0), vec2f(-1.0), z < vec2f(0.0));
    let is_across = (z + d * scale) * side < vec2f(0.0);
    return side * select(d, -(2.0 * z / scale + d), is_across);
}

fn scaled_folded(m: vec2f, e: vec2i, d: Scaled) -> vec2f {
    let shift = e - vec2i(d.e);
    // What is far larger than d is not crossed, however large.
    let at = m * vec2f(power_of_2(shift.x), power_of_2(shift.y));
    return folded(clamp(at, vec2f(-1e30), vec2f(1e30)), d.m, 1.0);
}
";

impl Emitter<'_> {
    /// Before a loop: if it is the iteration, the pixel's orbit begins.
    pub(super) fn begin_orbit(&mut self, node: NodeId) {
        if self.iteration.is_some_and(|own| own.node == node) {
            self.writer.line("begin_orbit();");
        }
    }

    /// Writes an assignment that belongs to a round; whether it does.
    pub(super) fn perturbed_store(&mut self, id: NodeId, variable: VariableId) -> bool {
        let Some(iteration) = self.iteration else {
            return false;
        };
        let mut stores = iteration.stores.iter();
        let Some(place) = stores.position(|(store, _)| *store == id) else {
            return false;
        };
        if place == 0 {
            self.writer.line("perturbed = perturb();");
        }
        let part = match iteration.stores.get(place) {
            Some((_, Part::Real)) => "perturbed.x",
            Some((_, Part::Imaginary)) => "perturbed.y",
            Some((_, Part::Whole)) | None => "perturbed",
        };
        if self.exists(variable) {
            let name = self.names[variable.index()].clone();
            self.writer.line(&format!("{name} = {part};"));
        }
        true
    }
}

/// The functions of an iteration.
pub(super) fn text(iteration: &PolynomialIteration) -> String {
    let mut text = COMMON.to_owned();
    if iteration.before.folds() || iteration.after.folds() {
        text += FOLDED;
    }
    let count = iteration.criticals().to_string();
    let [critical, point, others, nearest] = match iteration.criticals() {
        _ if iteration.is_power() => ["", "", "", ""],
        1 => {
            text += CRITICAL_POINT;
            [" + critical_point(0u)", " + critical_point(0u)", "", ""]
        }
        _ => {
            text += CRITICAL_POINT;
            text += &OTHERS.replace("COUNT", &count);
            [
                " + critical_point(point.critical)",
                " + critical_point(orbit[orbit_at].critical)",
                "\n        | is_near_another(z + critical_point(orbit[orbit_at + 1u].critical), offset_next)",
                NEAREST,
            ]
        }
    };
    text += &round(iteration, Round::Plain);
    text += &round(iteration, Round::Scaled);
    text += &ROUNDS
        .replace("CRITICAL", critical)
        .replace("POINT", point)
        .replace("OTHERS", others)
        .replace("NEAREST", &nearest.replace("COUNT", &count));
    text
}

/// The two kinds of rounds, which hold numbers differently.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Round {
    /// Complex numbers are `vec2f`; d is in parts of `delta_scale`.
    Plain,
    /// They are `Scaled`.
    Scaled,
}

impl Round {
    /// What the function begins with.
    fn head(self) -> &'static str {
        match self {
            Round::Plain => "fn plain_round(z: vec2f, d: vec2f) -> vec2f {\n",
            Round::Scaled => {
                "fn scaled_round(d: Scaled) -> Scaled {\n    let point = orbit[orbit_at];\n    \
                 let z = with_one_exponent(point.mantissas, point.exponents);\n"
            }
        }
    }

    /// A `vec2f` as a number.
    fn number(self, parts: &str) -> String {
        match self {
            Round::Plain => parts.to_owned(),
            Round::Scaled => format!("Scaled({parts}, 0)"),
        }
    }

    fn product(self, a: &str, b: &str) -> String {
        match self {
            Round::Plain => format!("complex_product({a}, {b})"),
            Round::Scaled => format!("scaled_product({a}, {b})"),
        }
    }

    fn sum(self, a: &str, b: &str) -> String {
        match self {
            Round::Plain => format!("{a} + {b}"),
            Round::Scaled => format!("scaled_sum({a}, {b})"),
        }
    }

    fn multiple(self, by: u64, number: &str) -> String {
        match self {
            Round::Plain => format!("{by}.0 * {number}"),
            Round::Scaled => format!("Scaled({by}.0 * {number}.m, {number}.e)"),
        }
    }

    /// The parts of a number.
    fn parts(self, number: &str) -> String {
        match self {
            Round::Plain => number.to_owned(),
            Round::Scaled => format!("{number}.m"),
        }
    }

    /// A number with other parts.
    fn with_parts(self, number: &str, parts: &str) -> String {
        match self {
            Round::Plain => parts.to_owned(),
            Round::Scaled => format!("Scaled({parts}, {number}.e)"),
        }
    }

    /// Has the exponent of a variable be that of its value.
    fn normalised(self, name: &str) -> Option<String> {
        (self == Round::Scaled).then(|| format!("{name} = scaled({name}.m, {name}.e);"))
    }

    /// Sets `sum` to the change of a power by q, divided by q.
    fn power_change(self, degree: u32) -> Vec<String> {
        // (p + q)^n - p^n = q (q (q + n p) + ...), from the inside.
        let first = self.multiple(u64::from(degree), "p");
        let mut lines = vec![
            "var power = p;".to_owned(),
            format!("var sum = {};", self.sum("q", &first)),
        ];
        for k in 2..degree {
            lines.push(format!("power = {};", self.product("power", "p")));
            let next = self.multiple(binomial(degree, k), "power");
            let sum = self.sum(&self.product("sum", "q"), &next);
            lines.push(format!("sum = {sum};"));
            lines.extend(self.normalised("sum"));
        }
        lines
    }

    /// Sets `sum` to the change of Q by q, divided by q.
    fn polynomial_change(self, degree: u32) -> Vec<String> {
        // q (a_2 s_2 + a_3 s_3 + ...), where (p + q)^j - p^j = q s_j.
        let first = degree - 1;
        let coefficient =
            |place: u32| self.number(&format!("uniforms.orbit_coefficients[first + {place}u].xy"));
        let mut lines = vec![
            format!("let first = orbit[orbit_at].critical * {first}u;"),
            format!("let both = {};", self.sum("p", "q")),
            "var power = p;".to_owned(),
            format!("var s = {};", self.sum("both", "p")),
            format!("var sum = {};", self.product(&coefficient(0), "s")),
        ];
        for j in 3..=degree {
            lines.push(format!("power = {};", self.product("power", "p")));
            let s = self.sum(&self.product("s", "both"), "power");
            lines.push(format!("s = {s};"));
            lines.extend(self.normalised("s"));
            let term = self.product(&coefficient(j - 2), "s");
            lines.push(format!("sum = {};", self.sum("sum", &term)));
        }
        lines
    }

    /// Loads the image of the orbit where a round needs it, and folds `next` after Q.
    fn image_change(self, iteration: &PolynomialIteration) -> Vec<String> {
        let after = iteration.after;
        let (image, folded) = match self {
            Round::Plain => (
                "let image = orbit[orbit_at].image;",
                "folded(image, next, delta_scale)",
            ),
            Round::Scaled => (
                "let image = with_one_exponent(point.image_mantissas, point.image_exponents);",
                "scaled_folded(point.image_mantissas, point.image_exponents, next)",
            ),
        };
        let mut lines = Vec::new();
        if iteration.needs_images() {
            lines.push(image.to_owned());
        }
        if after != Fold::default() {
            let parts = sided(after, changed(after, &self.parts("next"), folded));
            lines.push(format!("next = {};", self.with_parts("next", &parts)));
        }
        lines
    }

    /// Multiplies `next` with the factor of the iteration, which the pixel may change.
    fn factor_change(self, iteration: &PolynomialIteration) -> Option<String> {
        let factor = "uniforms.orbit_factor.xy";
        if iteration.has_pixel_factor() {
            let own = format!("{factor} + factor_change.m * power_of_2(factor_change.e)");
            let change = match self {
                Round::Plain => "factor_now",
                Round::Scaled => "factor_change",
            };
            let after = iteration.after;
            let image = sided(after, absolute(after, &self.parts("image")));
            let image = self.with_parts("image", &image);
            let next = self.product("next", &self.number(&own));
            let next = self.sum(&next, &self.product(&image, change));
            return Some(format!("next = {next};"));
        }
        let next = self.product("next", &self.number(factor));
        iteration.multiplies().then(|| format!("next = {next};"))
    }
}

/// The function of a round: what d becomes.
fn round(iteration: &PolynomialIteration, kind: Round) -> String {
    let before = iteration.before;
    let folded = match kind {
        Round::Plain => "folded(z, d, delta_scale)",
        Round::Scaled => "scaled_folded(point.mantissas, point.exponents, d)",
    };
    let p = sided(before, absolute(before, &kind.parts("z")));
    let moved = sided(before, changed(before, &kind.parts("d"), folded));
    let q = match kind {
        Round::Plain if before == Fold::default() => "offset",
        Round::Plain => "moved * delta_scale",
        Round::Scaled => "moved",
    };
    let mut lines = vec![
        format!("let p = {};", kind.with_parts("z", &p)),
        format!("let moved = {};", kind.with_parts("d", &moved)),
        format!("let q = {q};"),
    ];
    let degree = iteration.degree();
    lines.extend(match iteration.is_power() || degree == 2 {
        true => kind.power_change(degree),
        false => kind.polynomial_change(degree),
    });
    lines.push(format!("var next = {};", kind.product("sum", "moved")));
    lines.extend(kind.normalised("next"));
    lines.extend(kind.image_change(iteration));
    lines.extend(kind.factor_change(iteration));
    let added = match kind {
        Round::Plain => "added_now",
        Round::Scaled => "added",
    };
    lines.push(format!("return {};", kind.sum("next", added)));
    let body = lines.join("\n    ");
    format!("\n{}    {body}\n}}\n", kind.head())
}

/// A `vec2f`, conjugated if it is to be.
fn sided(fold: Fold, parts: String) -> String {
    match fold.conjugate {
        true => format!("vec2f(1.0, -1.0) * {parts}"),
        false => parts,
    }
}

/// A `vec2f` of which the parts that are to be are positive.
fn absolute(fold: Fold, parts: &str) -> String {
    match fold.absolute {
        [false, false] => parts.to_owned(),
        [true, true] => format!("abs({parts})"),
        [real, imaginary] => {
            format!("select({parts}, abs({parts}), vec2<bool>({real}, {imaginary}))")
        }
    }
}

/// What a `vec2f` changes by, where it changes like this with all of its parts positive.
fn changed(fold: Fold, parts: &str, folded: &str) -> String {
    match fold.absolute {
        [false, false] => parts.to_owned(),
        [true, true] => folded.to_owned(),
        [real, imaginary] => {
            format!("select({parts}, {folded}, vec2<bool>({real}, {imaginary}))")
        }
    }
}

/// How many ways there are to choose some of so many.
fn binomial(of: u32, some: u32) -> u64 {
    (0..some).fold(1, |ways, k| ways * u64::from(of - k) / u64::from(k + 1))
}
