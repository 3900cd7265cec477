//! The forces on masses: of suns, gravity, springs, bouncers and the environment.

use num_complex::Complex64 as C;

use super::behavior::{Behavior, Body, Bouncer, Environment, Spring, SpringKind, Sun};
use super::logarithm::ln;
use super::system::{Ended, Mass, System};

/// The distance of two places in the plane.
pub(super) fn distance([ax, ay]: [f64; 2], [bx, by]: [f64; 2]) -> f64 {
    ((ax - bx) * (ax - bx) + (ay - by) * (ay - by)).sqrt()
}

impl System {
    /// Adds all forces to those of the masses.
    pub(super) fn add_forces(
        &mut self,
        spend: &mut impl FnMut(usize) -> bool,
    ) -> Result<(), Ended> {
        let System {
            behaviors,
            masses,
            suns,
            springs,
            places,
            friction,
            spring_strength,
            held,
        } = self;
        for behavior in behaviors {
            let work = match behavior {
                Behavior::Sun(_) | Behavior::Gravity { .. } => masses.len(),
                _ => 1,
            };
            if !spend(work) {
                return Err(Ended);
            }
            match behavior {
                Behavior::Mass(index) => add_friction(&mut masses[*index], *friction),
                Behavior::Sun(index) => {
                    attract(masses, places[suns[*index].place], suns[*index].mass);
                }
                Behavior::Gravity { ends, strength } => {
                    let [from, to] = ends.map(|end| places[end]);
                    let force = [0, 1].map(|axis| (to[axis] - from[axis]) * *strength);
                    for mass in masses.iter_mut() {
                        mass.force[0] += force[0] * mass.mass;
                        mass.force[1] += force[1] * mass.mass;
                    }
                }
                Behavior::Spring(index) => {
                    let spring = &mut springs[*index];
                    let ends = spring.stretch(masses, places, *held);
                    let force = spring.force(ends, masses, suns, *spring_strength);
                    spring.pull(masses, force);
                }
                Behavior::Environment(environment) => environment.act(masses, spend)?,
                Behavior::Velocity { .. } | Behavior::Bouncer(_) => {}
            }
        }
        Ok(())
    }

    /// Lets masses bounce that have crossed a bouncer in a step of this length.
    pub(super) fn bounce(&mut self, step: f64) {
        for behavior in &mut self.behaviors {
            if let Behavior::Bouncer(bouncer) = behavior {
                let ends = bouncer.ends.map(|end| self.places[end]);
                for mass in &mut self.masses {
                    bouncer.reflect(mass, ends, step);
                }
                bouncer.before = ends;
            }
        }
    }
}

fn add_friction(mass: &mut Mass, environment: f64) {
    let [vx, vy, vz] = mass.velocity;
    let speed = (vx * vx + vy * vy + vz * vz).sqrt();
    let limit = match speed > 0.1 && mass.limits_speed {
        true => 0.1 / speed,
        false => 1.0,
    };
    let kept = (1.0 - environment) * limit;
    let friction = -ln((1.0 - mass.friction) * kept);
    for (force, velocity) in mass.force.iter_mut().zip(mass.velocity) {
        *force += -velocity * friction * mass.mass;
    }
}

/// A sun attracts all masses. Their own mass counts twice, as in CindyLab.
fn attract(masses: &mut [Mass], [x, y]: [f64; 2], sun: f64) {
    for mass in masses {
        let [mass_x, mass_y, mass_z] = mass.position;
        let way = [x - mass_x, y - mass_y, 0.0 - mass_z];
        let length = (way[0] * way[0] + way[1] * way[1] + way[2] * way[2]).sqrt();
        for (force, way) in mass.force.iter_mut().zip(way) {
            *force += (way * sun * mass.mass) / (length * length * length) * mass.mass;
        }
    }
}

impl Spring {
    /// Measures how long it is. Where its ends are.
    fn stretch(
        &mut self,
        masses: &[Mass],
        places: &[[f64; 2]],
        held: Option<usize>,
    ) -> [[f64; 2]; 2] {
        let [a, b] = self.ends.map(|end| match end.body {
            Some(Body::Mass(index)) if held != Some(index) => {
                let [x, y, _] = masses[index].position;
                [x, y]
            }
            _ => places[end.place],
        });
        self.excess = distance(a, b) - self.rest_length;
        [a, b]
    }

    /// The force on its first end; the one on the other is the opposite.
    fn force(
        &self,
        [a, b]: [[f64; 2]; 2],
        masses: &[Mass],
        suns: &[Sun],
        environment: f64,
    ) -> [f64; 2] {
        let length = distance(a, b);
        if length == 0.0 {
            return [0.0; 2];
        }
        let way = [a[0] - b[0], a[1] - b[1]];
        let elastic = |rest_length: f64| {
            let excess = length - rest_length;
            way.map(|way| ((-way * self.strength * excess) / length) * environment)
        };
        let gravitational = |sign: f64| {
            let [Some(a), Some(b)] = self.ends.map(|end| end.body) else {
                return [0.0; 2];
            };
            let [a, b] = [a, b].map(|body| match body {
                Body::Mass(index) => masses[index].mass,
                Body::Sun(index) => suns[index].mass,
            });
            let factor = sign * (a * b * self.strength);
            way.map(|way| (way * factor) / (length * length * length))
        };
        match self.kind {
            SpringKind::Hooke => elastic(self.rest_length),
            SpringKind::Rubber => elastic(0.0),
            SpringKind::Newton => gravitational(-1.0),
            SpringKind::Coulomb => gravitational(1.0),
            SpringKind::Unknown => [0.0; 2],
        }
    }

    fn pull(&self, masses: &mut [Mass], [x, y]: [f64; 2]) {
        let [first, second] = self.ends.map(|end| end.body);
        if let Some(Body::Mass(index)) = first {
            masses[index].force[0] += x;
            masses[index].force[1] += y;
        }
        if let Some(Body::Mass(index)) = second {
            masses[index].force[0] -= x;
            masses[index].force[1] -= y;
        }
    }
}

impl Environment {
    fn act(&self, masses: &mut [Mass], spend: &mut impl FnMut(usize) -> bool) -> Result<(), Ended> {
        if self.has_newton {
            each_pair(masses, spend, |a, b, way, length| {
                let cube = length * length * length;
                way.map(|way| -((way * a.mass * b.mass) / cube))
            })?;
        }
        if self.has_charges {
            each_pair(masses, spend, |a, b, way, length| {
                let cube = length * length * length;
                way.map(|way| (way * a.charge * b.charge) / cube)
            })?;
        }
        if let Some(exponent) = self.balls {
            each_pair(masses, spend, |a, b, way, length| {
                if a.radius == 0.0 || b.radius == 0.0 {
                    return [0.0; 2];
                }
                let contact = a.radius + b.radius;
                if length > contact {
                    return [0.0; 2];
                }
                let depth = (length - contact) * (length - contact);
                let power = (1..exponent).fold(length, |power, _| power * length);
                way.map(|way| (way / power) * depth)
            })?;
        }
        if !spend(masses.len()) {
            return Err(Ended);
        }
        for mass in masses {
            mass.force[1] += -self.gravity * mass.mass;
        }
        Ok(())
    }
}

/// Adds to each of two masses the force that the other one has on it: `force` of two masses, the
/// way from the second to the first and its length is that on the first.
fn each_pair(
    masses: &mut [Mass],
    spend: &mut impl FnMut(usize) -> bool,
    force: impl Fn(&Mass, &Mass, [f64; 2], f64) -> [f64; 2],
) -> Result<(), Ended> {
    let mut rest = masses;
    while let [a, others @ ..] = rest {
        if !spend(others.len()) {
            return Err(Ended);
        }
        for b in others.iter_mut() {
            let way = [a.position[0] - b.position[0], a.position[1] - b.position[1]];
            let length = (way[0] * way[0] + way[1] * way[1]).sqrt();
            let [x, y] = force(a, b, way, length);
            a.force[0] += x;
            a.force[1] += y;
            b.force[0] -= x;
            b.force[1] -= y;
        }
        rest = others;
    }
    Ok(())
}

impl Bouncer {
    /// Lets a mass bounce if it has crossed the bouncer, which may have moved itself.
    fn reflect(&self, mass: &mut Mass, [a, b]: [[f64; 2]; 2], step: f64) {
        let old = [mass.start[0], mass.start[1]];
        let now = [mass.position[0], mass.position[1]];
        let moved = self.carried(old, [a, b]);
        let crosses = side(a, b, now) * side(a, b, moved) < 0.0
            && side(a, now, moved) * side(b, now, moved) < 0.0;
        if !crosses {
            return;
        }
        let length = distance(a, b);
        let [nx, ny] = [(a[0] - b[0]) / length, (a[1] - b[1]) / length];
        let vx = mass.start[3] + step * (-moved[0] + old[0]);
        let vy = mass.start[4] + step * (-moved[1] + old[1]);
        let along = nx * vx + ny * vy;
        let across = ny * vx - nx * vy;
        let [keeps_along, keeps_across] = self.damping.map(|lost| 1.0 - lost);
        mass.position[0] = moved[0];
        mass.position[1] = moved[1];
        mass.velocity[0] = nx * along * keeps_along;
        mass.velocity[1] = ny * along * keeps_along;
        mass.velocity[0] += -ny * across * keeps_across;
        mass.velocity[1] += nx * across * keeps_across;
    }

    /// The place that a point would have now if the bouncer had carried it along: by the similarity that
    /// moves its ends.
    fn carried(&self, point: [f64; 2], ends: [[f64; 2]; 2]) -> [f64; 2] {
        let complex = |[x, y]: [f64; 2]| C::new(x, y);
        let [before_a, before_b] = self.before.map(complex);
        let [a, b] = ends.map(complex);
        let point = complex(point);
        let sum = before_a * b - before_b * a + point * a - point * b;
        let carried = sum / (before_a - before_b);
        [carried.re, carried.im]
    }
}

/// Twice the area of a triangle: its sign is the side of the line through the first two points on
/// which the third lies.
fn side([x1, y1]: [f64; 2], [x2, y2]: [f64; 2], [x3, y3]: [f64; 2]) -> f64 {
    x2 * y3 - x3 * y2 + x3 * y1 - x1 * y3 + x1 * y2 - x2 * y1
}
