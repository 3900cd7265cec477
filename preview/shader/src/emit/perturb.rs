//! Iterations as differences to an orbit.
//!
//! z of a pixel is Z + d, where Z is the orbit's. From a(Z + d)ⁿ + c follows what d becomes, without Z
//! and c of the pixel ever being added to what is far smaller. Where z is less than d, digits are lost:
//! from then on d is the difference to the orbit that begins at 0, at its beginning. (Zhuoran: "Another
//! solution to perturbation glitches", fractalforums.org, 2021.) d is a mantissa and an exponent
//! while it is small, and an f32 from then on.

use cindyscript_pixel::{NodeId, VariableId};

use super::Emitter;
use crate::iteration::{Iteration, Part, Quantity};

/// What all iterations have in common. `delta` is d, without `delta_exponent`; that is 0 where d is
/// an f32 of itself.
const COMMON: &str = "
struct Scaled {
    m: vec2f,
    e: i32,
}

var<private> delta: vec2f;
var<private> delta_exponent: i32;
var<private> added: Scaled;
var<private> added_plainly: vec2f;
var<private> orbit_at: i32;
var<private> perturbed: vec2f;

fn power_of_2(e: i32) -> f32 {
    return bitcast<f32>((clamp(e, -127, 127) + 127) << 23u);
}

fn scaled(m: vec2f, e: i32) -> Scaled {
    let most = max(abs(m.x), abs(m.y));
    if most == 0.0 {
        return Scaled(m, -1000000);
    }
    let shift = (bitcast<i32>(most) >> 23u) - 127;
    return Scaled(m * power_of_2(-shift), e + shift);
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

fn orbit_point(at: i32) -> Scaled {
    let point = uniforms.orbit[at];
    let parts = bitcast<vec2f>(point.xy);
    let exponents = bitcast<vec2i>(point.zw);
    if exponents.x == exponents.y {
        return Scaled(parts, exponents.x);
    }
    let e = select(max(exponents.x, exponents.y), exponents.y, parts.x == 0.0);
    let own = select(e, exponents.x, parts.y == 0.0);
    return Scaled(parts * vec2f(power_of_2(exponents.x - own), power_of_2(exponents.y - own)), own);
}

fn plain_point(at: i32) -> vec2f {
    let point = uniforms.orbit[at];
    let exponents = bitcast<vec2i>(point.zw);
    return bitcast<vec2f>(point.xy) * vec2f(power_of_2(exponents.x), power_of_2(exponents.y));
}

fn begin_orbit(pixel: vec2f) {
    let place = pixel - uniforms.orbit_factor.zw;
    let start = uniforms.orbit_start;
    let add = uniforms.orbit_add;
    let numbers = uniforms.orbit_numbers;
    added = scaled(vec2f(dot(add.xy, place), dot(add.zw, place)), numbers.y);
    added_plainly = added.m * power_of_2(added.e);
    orbit_at = 0;
    keep(scaled(vec2f(dot(start.xy, place), dot(start.zw, place)), numbers.x));
}

fn keep(d: Scaled) {
    delta = d.m;
    delta_exponent = d.e;
    if d.e > -40 {
        delta = d.m * power_of_2(d.e);
        delta_exponent = 0;
    }
}
";

/// A round. Where the difference is not small, and the orbit is not, f32 will do.
const STEP: &str = "
fn perturb() -> vec2f {
    let numbers = uniforms.orbit_numbers;
    if delta_exponent == 0 {
        delta = plain_step(plain_point(orbit_at), delta) + added_plainly;
    } else {
        let d = Scaled(delta, delta_exponent);
        let next = scaled_sum(scaled_step(orbit_point(orbit_at), d), added);
        keep(scaled(next.m, next.e));
    }
    orbit_at += 1;
    let at = plain_point(orbit_at);
    var z = at + delta;
    let is_last = orbit_at == numbers.z || orbit_at == numbers.w;
    if delta_exponent == 0 {
        if is_last || dot(z, z) < dot(delta, delta) {
            delta = z;
            orbit_at = uniforms.orbit_begin.x;
        }
        if max(abs(delta.x), abs(delta.y)) < 1e-12 {
            keep(scaled(delta, 0));
        }
        return z;
    }
    z = at + delta * power_of_2(delta_exponent);
    if is_last || max(abs(at.x), abs(at.y)) < 1e-10 {
        let sum = scaled_sum(orbit_point(orbit_at), Scaled(delta, delta_exponent));
        let own = scaled(sum.m, sum.e);
        let is_less = own.e < delta_exponent
            || (own.e == delta_exponent && dot(own.m, own.m) < dot(delta, delta));
        if is_last || is_less {
            keep(own);
            orbit_at = uniforms.orbit_begin.x;
        }
    }
    return z;
}
";

impl Emitter<'_> {
    /// Where a pixel begins.
    pub(super) fn begin_orbit(&mut self) {
        let Some(iteration) = self.iteration else {
            return;
        };
        self.library.define("perturb", |_| text(iteration));
        self.writer.line("begin_orbit(pixel);");
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
fn text(iteration: &Iteration) -> String {
    let folds = iteration.power_of.quantity == Quantity::Folded;
    let [plain_base, scaled_base] = if folds {
        [["abs(z)", "folded(z, d)"], ["abs(z.m)", "scaled_folded(d)"]]
    } else {
        [["z", "d"], ["z.m", "d"]]
    };
    let side = if iteration.power_of.conjugate {
        "-"
    } else {
        ""
    };
    let base = BASE
        .replace("SIDE", side)
        .replace("PLAIN_Z", plain_base[0])
        .replace("PLAIN_D", plain_base[1])
        .replace("SCALED_Z", scaled_base[0])
        .replace("SCALED_D", scaled_base[1]);
    // (p + q)^n - p^n = q (q (q + n p) + ...), from the inside.
    let degree = iteration.degree;
    let mut plain = format!("    var power = p;\n    var sum = q + {degree}.0 * p;\n");
    let mut scaled = format!(
        "    var power = p;\n    var sum = scaled_sum(q, Scaled({degree}.0 * p.m, p.e));\n"
    );
    for k in 2..degree {
        let binomial = binomial(degree, k);
        plain += &format!(
            "    power = complex_product(power, p);\n    \
             sum = complex_product(sum, q) + {binomial}.0 * power;\n"
        );
        scaled += &format!(
            "    power = scaled_product(power, p);\n    \
             sum = scaled_sum(scaled_product(sum, q), Scaled({binomial}.0 * power.m, power.e));\n    \
             sum = scaled(sum.m, sum.e);\n"
        );
    }
    let factor = "uniforms.orbit_factor.xy";
    let folded = if folds { FOLDED } else { "" };
    format!(
        "{COMMON}{folded}{base}\n\
         fn plain_step(z: vec2f, d: vec2f) -> vec2f {{\n    \
         let p = plain_base(z);\n    let q = plain_difference(z, d);\n{plain}    \
         return complex_product(complex_product(sum, q), {factor});\n}}\n\n\
         fn scaled_step(z: Scaled, d: Scaled) -> Scaled {{\n    \
         let p = scaled_base(z);\n    let q = scaled_difference(z, d);\n{scaled}    \
         let next = scaled_product(sum, q);\n    \
         return Scaled(complex_product(next.m, {factor}), next.e);\n}}\n{STEP}"
    )
}

/// What the power is of: Z, and what it differs in.
const BASE: &str = "
fn sided(z: vec2f) -> vec2f {
    return vec2f(z.x, SIDEz.y);
}

fn plain_base(z: vec2f) -> vec2f {
    return sided(PLAIN_Z);
}

fn plain_difference(z: vec2f, d: vec2f) -> vec2f {
    return sided(PLAIN_D);
}

fn scaled_base(z: Scaled) -> Scaled {
    return Scaled(sided(SCALED_Z), z.e);
}

fn scaled_difference(z: Scaled, d: Scaled) -> Scaled {
    let difference = SCALED_D;
    return Scaled(sided(difference.m), difference.e);
}
";

/// |Z + d| - |Z|, for each part.
const FOLDED: &str = "
fn folded(z: vec2f, d: vec2f) -> vec2f {
    let sum = z + d;
    let side = select(vec2f(1.0), vec2f(-1.0), z < vec2f(0.0));
    let is_across = sum * side < vec2f(0.0);
    return side * select(d, -(z + sum), is_across);
}

fn scaled_folded(d: Scaled) -> Scaled {
    let point = uniforms.orbit[orbit_at];
    let shift = bitcast<vec2i>(point.zw) - vec2i(d.e);
    // What is far larger than d is not crossed, however large.
    let at = bitcast<vec2f>(point.xy) * vec2f(power_of_2(shift.x), power_of_2(shift.y));
    return Scaled(folded(clamp(at, vec2f(-1e30), vec2f(1e30)), d.m), d.e);
}
";

/// How many ways there are to choose some of so many.
fn binomial(of: u32, some: u32) -> u64 {
    (0..some).fold(1, |ways, k| ways * u64::from(of - k) / u64::from(k + 1))
}
