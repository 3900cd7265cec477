//! Orbits: their digits, the views that they serve, and what is said of them.

#![allow(clippy::unwrap_used)]

use cindyscript_shader::Fold;

use super::*;
use crate::exact::decimal;

/// Pixels so far apart at a place, for z → z² + c.
fn place(centre: [&str; 2], step: f64) -> OrbitFrame {
    let pixel = Affine([0.0, 1.0, 0.0].map(Into::into));
    let number = |number: f64| Affine([number, 0.0, 0.0].map(Into::into));
    OrbitFrame {
        centre: Arc::new(centre.map(|number| decimal(number).unwrap())),
        steps: [Complex64::new(step, 0.0), Complex64::new(0.0, -step)],
        middle: [50.0; 2],
        values: Values {
            start: number(0.0),
            add: pixel,
            factor: number(1.0),
            powers: vec![(2, Complex64::ONE)],
        },
        rounds: None,
    }
}

fn iteration() -> PolynomialIteration {
    let pixel = Polynomial::of(Quantity::Pixel);
    PolynomialIteration::new([Polynomial::default(), pixel], Fold::default(), 2)
}

fn reference(place: &OrbitFrame) -> Reference {
    place.reference(&iteration(), &|| false)
}

const POINT: usize = 32;

#[test]
fn an_orbit_has_all_the_digits_of_its_place() {
    // From i on it goes to -1 + i and -i by turns, and away from there the later the nearer it began.
    let length = |centre, step| reference(&place(centre, step)).points.len() / POINT;
    let near = length(["0", "1.0000000000000000000000000000000000000001"], 1e-42);
    let nearer = length(
        [
            "0",
            "1.00000000000000000000000000000000000000000000000000000000000000000001",
        ],
        1e-70,
    );
    assert!((100..140).contains(&near), "{near}");
    assert!(nearer > near + 60, "{nearer}");
    let place = place(["0", "1"], 1e-70);
    let head = reference(&place).head(&place);
    assert_eq!(head.start.mantissas, [0.0; 6]);
    let size = f64::from(head.add.mantissas[0]) * 2_f64.powi(head.add.exponent);
    assert!((size / 1e-70 - 1.0).abs() < 1e-6, "{size}");
}

#[test]
fn orbits_serve_the_views_about_them() {
    let known = reference(&place(["0", "1"], 1e-30));
    let reach = |x: &str, step| known.reach(&place([x, "1"], step));
    assert_eq!(reach("0", 1e-30), Reach::Near);
    assert_eq!(reach("5e-29", 1e-30), Reach::Near);
    assert_eq!(reach("5e-27", 1e-30), Reach::Far);
    assert_eq!(reach("5e-24", 1e-30), Reach::Out);
    assert_eq!(reach("0", 1e-45), Reach::Near);
    assert_eq!(reach("0", 1e-55), Reach::Far);
    assert_eq!(reach("0", 1e-65), Reach::Out);
    assert_eq!(reach("0", 1e-10), Reach::Near);
    let mut other = place(["0", "1"], 1e-30);
    other.values.start = Affine([0.5, 0.0, 0.0].map(Into::into));
    assert_eq!(known.reach(&other), Reach::Out);
    // The middle of the view has moved on by half a screen.
    let head = known.head(&place(["5e-29", "1"], 1e-30));
    let [step, .., x, _] = head.add.mantissas;
    assert!((x / step - 50.0).abs() < 1e-3, "{x} {step}");
}

#[test]
fn what_is_wrong_with_an_orbit_is_said() {
    let said = |place: &OrbitFrame, enough: bool| {
        let known = place.reference(&iteration(), &|| enough);
        known.failure.clone().unwrap_or_default()
    };
    let inside = |rounds| {
        let mut place = place(["0", "0.1"], 1e-30);
        place.rounds = rounds;
        place
    };
    assert_eq!(said(&inside(Some(500)), false), "");
    assert!(said(&inside(Some(500)), true).contains("too long: it is known for 31 rounds"));
    let most = OrbitPoint::MOST - 1;
    let short = said(&inside(Some(OrbitPoint::MOST)), false);
    assert!(
        short.contains(&format!("known for {most} rounds")),
        "{short}"
    );
    // What escapes at once has nothing wrong.
    assert_eq!(said(&place(["1e30", "1"], 1e-30), false), "");
    assert!(said(&place(["0", "1"], 1e-150), false).contains("to 512 bits"));
    for number in [f64::NAN, f64::INFINITY] {
        let mut place = place(["0", "1"], 1e-30);
        place.values.factor = Affine([number.into(), Complex64::ZERO, Complex64::ZERO]);
        assert!(said(&place, false).contains("not finite"));
        // It is not made again and again.
        assert_eq!(reference(&place).reach(&place), Reach::Near);
    }
}
