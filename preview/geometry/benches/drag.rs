//! Moving a point on which a hundred elements depend.

use cindyscript_geometry::{Attribute, Complex64, Construction, Definition, ElementId};
use divan::Bencher;

fn main() {
    divan::main();
}

/// What hangs on each further pair of points.
#[derive(Clone, Copy, Debug)]
enum Chain {
    /// Middles, lines and perpendiculars: nothing to trace.
    Lines,
    /// Circles around one another's points, and where these meet.
    Circles,
}

/// A hundred elements that depend on the first point, which is given.
fn construction(chain: Chain) -> (Construction, ElementId) {
    let mut construction = Construction::default();
    let mut add = |definition: Definition| construction.create(definition).expect("fits");
    let free = |name: &str, x: f64, y: f64| {
        Definition::new(name, "Free").with("pos", Attribute::numbers(&[x, y]))
    };
    let mover = add(free("P0", 0.0, 0.0));
    for i in 0..20 {
        let angle = f64::from(i) * 0.7;
        let name = |letter: &str| format!("{letter}{i}");
        let last = if i == 0 {
            "P0".to_owned()
        } else {
            format!("P{i}")
        };
        let anchor = name("A");
        add(free(&anchor, 6.0 * angle.cos(), 6.0 * angle.sin()));
        let next = format!("P{}", i + 1);
        let (a, b, c, d) = (name("a"), name("b"), name("c"), name("d"));
        match chain {
            Chain::Lines => {
                add(Definition::new(&a, "Join").args([last.as_str(), &anchor]));
                add(Definition::new(&b, "Mid").args([last.as_str(), &anchor]));
                add(Definition::new(&c, "Perp").args([a.as_str(), &b]));
                add(Definition::new(&d, "Para").args([a.as_str(), &anchor]));
                add(Definition::new(&next, "Meet").args([c.as_str(), &a]));
            }
            Chain::Circles => {
                let radius = |name: &str, center: &str, radius: f64| {
                    Definition::new(name, "CircleMr")
                        .args([center])
                        .with("radius", radius)
                };
                add(radius(&a, &last, 5.0));
                add(radius(&b, &anchor, 5.0));
                add(Definition::new(&c, "IntersectCirCir").args([a.as_str(), &b]));
                add(Definition::new(&d, "SelectP")
                    .args([c.as_str()])
                    .with("index", 2.0));
                add(Definition::new(&next, "Mid").args([d.as_str(), &last]));
            }
        }
    }
    (construction, mover)
}

#[divan::bench(args = [Chain::Lines, Chain::Circles])]
fn drag(bencher: Bencher, chain: Chain) {
    let (mut construction, mover) = construction(chain);
    let mut angle = 0.0_f64;
    bencher.bench_local(move || {
        angle += 0.01;
        let place = [0.5 * angle.cos(), 0.5 * angle.sin()];
        assert!(construction.move_to(mover, place));
    });
}

#[divan::bench(args = [Chain::Lines, Chain::Circles])]
fn read(bencher: Bencher, chain: Chain) {
    bencher.bench_local(|| construction(chain));
}

#[divan::bench]
fn move_a_point_on_which_nothing_depends(bencher: Bencher) {
    let mut construction = Construction::default();
    let point = construction
        .create(Definition::new("A", "Free").with("pos", Attribute::numbers(&[1.0, 2.0])))
        .expect("fits");
    let mut x = 0.0;
    bencher.bench_local(move || {
        x += 0.01;
        construction.set_homogeneous(point, [Complex64::from(x), Complex64::ONE, Complex64::ONE])
    });
}
