//! What holds while elements move, whatever CindyJS says.
#![allow(clippy::unwrap_used)]

mod random;
mod support;

use cindyscript_geometry::{Complex64, Construction, Definition, ElementValue};
use support::{cases, construct, find, vector, xy};

/// Two circles and their intersections.
const CIRCLES: &[&str] = &[
    r#"{name: "A", type: "Free", pos: [0, 0]}"#,
    r#"{name: "B", type: "Free", pos: [3, 1]}"#,
    r#"{name: "a", type: "CircleMr", args: ["A"], radius: 2}"#,
    r#"{name: "b", type: "CircleMr", args: ["B"], radius: 3}"#,
    r#"{name: "S", type: "IntersectCirCir", args: ["a", "b"]}"#,
    r#"{name: "P", type: "SelectP", args: ["S"], index: 1}"#,
    r#"{name: "Q", type: "SelectP", args: ["S"], index: 2}"#,
];

/// `p m p` relative to the lengths of both: zero on the conic.
fn off_conic(construction: &Construction, point: &str, conic: &str) -> f64 {
    let p = vector(construction, point);
    let ElementValue::Conic(conic) = &construction.get(find(construction, conic)).unwrap().value
    else {
        panic!("{conic} is no conic");
    };
    let m = conic.matrix;
    let sum: Complex64 = (0..3)
        .flat_map(|i| (0..3).map(move |j| p[i] * m[i][j] * p[j]))
        .sum();
    let length = p.iter().map(Complex64::norm_sqr).sum::<f64>();
    sum.norm() / length
}

fn near(a: [f64; 2], b: [f64; 2]) -> bool {
    (a[0] - b[0]).hypot(a[1] - b[1]) < 1e-9
}

/// Drags a point along a straight line, in small steps; every step is looked at.
fn drag(
    construction: &mut Construction,
    name: &str,
    to: [f64; 2],
    mut look: impl FnMut(&Construction),
) {
    const STEPS: usize = 40;
    let id = find(construction, name);
    let from = xy(construction, name);
    for step in 1..=STEPS {
        let t = step as f64 / STEPS as f64;
        let place = [0, 1].map(|i| from[i] + t * (to[i] - from[i]));
        assert!(construction.move_to(id, place));
        look(construction);
    }
}

#[test]
fn intersections_stay_on_both_circles_when_these_part_and_meet_again() {
    let (mut construction, problems) = construct(CIRCLES);
    assert!(problems.is_empty());
    let (p, q) = (xy(&construction, "P"), xy(&construction, "Q"));
    assert!(!near(p, q));
    let look = |construction: &Construction| {
        for point in ["P", "Q"] {
            for circle in ["a", "b"] {
                assert!(off_conic(construction, point, circle) < 1e-12);
            }
        }
    };
    drag(&mut construction, "B", [9.0, 1.0], look);
    let apart = construction.get(find(&construction, "P")).unwrap();
    assert_eq!(apart.value.xy(), None, "apart they are complex");
    drag(&mut construction, "B", [3.0, 1.0], look);
    // As in CindyJS, the way there and back leads once around the place where they touch.
    assert!(near(xy(&construction, "P"), q) && near(xy(&construction, "Q"), p));
    drag(&mut construction, "B", [9.0, 1.0], look);
    drag(&mut construction, "B", [3.0, 1.0], look);
    assert!(near(xy(&construction, "P"), p) && near(xy(&construction, "Q"), q));
}

#[test]
fn intersections_do_not_jump_while_circles_meet() {
    let (mut construction, _) = construct(CIRCLES);
    let mut last = ["P", "Q"].map(|name| xy(&construction, name));
    for place in [[3.0, -1.0], [-3.0, -1.0], [-2.0, 3.0], [3.0, 1.0]] {
        drag(&mut construction, "B", place, |construction| {
            let now = ["P", "Q"].map(|name| xy(construction, name));
            for (a, b) in now.iter().zip(&last) {
                assert!((a[0] - b[0]).hypot(a[1] - b[1]) < 1.0, "{a:?} was {b:?}");
            }
            last = now;
        });
    }
}

#[test]
fn bound_points_stay_where_they_are_bound() {
    let (mut construction, problems) = construct(&[
        r#"{name: "A", type: "Free", pos: [0, 0]}"#,
        r#"{name: "B", type: "Free", pos: [4, 1]}"#,
        r#"{name: "C", type: "Free", pos: [1, 5]}"#,
        r#"{name: "c", type: "CircleBy3", args: ["A", "B", "C"]}"#,
        r#"{name: "d", type: "ArcBy3", args: ["A", "B", "C"]}"#,
        r#"{name: "l", type: "Join", args: ["A", "B"]}"#,
        r#"{name: "P", type: "PointOnCircle", args: ["c"], pos: [9, 9]}"#,
        r#"{name: "Q", type: "PointOnArc", args: ["d"], pos: [3, 3]}"#,
        r#"{name: "R", type: "PointOnLine", args: ["l"], pos: [2, 2]}"#,
    ]);
    assert!(problems.is_empty());
    let look = |construction: &Construction| {
        assert!(off_conic(construction, "P", "c") < 1e-9);
        assert!(off_conic(construction, "Q", "d") < 1e-9);
        let (l, r) = (vector(construction, "l"), vector(construction, "R"));
        let sum: Complex64 = l.iter().zip(&r).map(|(a, b)| a * b).sum();
        assert!(sum.norm() < 1e-9);
    };
    drag(&mut construction, "B", [-4.0, -2.0], look);
    drag(&mut construction, "P", [-9.0, 0.0], look);
    drag(&mut construction, "C", [9.0, -3.0], look);
    // Dragged once around.
    for place in [[20.0, 0.0], [0.0, 20.0], [-20.0, 0.0], [0.0, -20.0]] {
        construction.move_to(find(&construction, "P"), place);
        look(&construction);
    }
}

#[test]
fn the_mouse_holds_the_near_side_of_a_circle() {
    let (mut construction, _) = construct(&[
        r#"{name: "A", type: "Free", pos: [1, 1]}"#,
        r#"{name: "c", type: "CircleMr", args: ["A"], radius: 2}"#,
        r#"{name: "P", type: "PointOnCircle", args: ["c"], pos: [9, 1]}"#,
        r#"{name: "O", type: "OtherPointOnCircle", args: ["P"]}"#,
    ]);
    let id = find(&construction, "P");
    for (place, there, opposite) in [
        ([2.5, 3.0], [2.2, 2.6], [-0.2, -0.6]),
        ([-5.0, 1.0], [-1.0, 1.0], [3.0, 1.0]),
        ([2.0, 1.0], [3.0, 1.0], [-1.0, 1.0]),
        ([1.75, 0.0], [2.2, -0.6], [-0.2, 2.6]),
    ] {
        construction.move_to(id, place);
        assert!(near(xy(&construction, "P"), there), "{place:?}");
        assert!(near(xy(&construction, "O"), opposite));
    }
}

#[test]
fn the_grid_attracts_points_that_the_mouse_moves() {
    let page = r#"<script>CindyJS({
        ports: [{id: "CSCanvas", grid: 2, snap: true}],
        geometry: [
            {name: "A", type: "Free", pos: [0.5, 0.5]},
            {name: "B", type: "Free", pos: [10, 0]},
            {name: "s", type: "Segment", args: ["O", "B"]},
        ]})</script>"#;
    let page = cindyscript_applet::parse_file("page.html", page);
    let (mut construction, problems) = Construction::of(&page.applets[0]);
    assert_eq!(problems.len(), 1);
    let id = find(&construction, "A");
    construction.move_to(id, [3.9, 2.15]);
    assert!(near(xy(&construction, "A"), [4.0, 2.0]));
    construction.move_to(id, [3.7, 2.15]);
    assert!(near(xy(&construction, "A"), [3.7, 2.15]));
    construction.set_homogeneous(id, [3.9.into(), 2.15.into(), Complex64::ONE]);
    assert!(near(xy(&construction, "A"), [3.9, 2.15]));
    // From farther, if the page says so.
    let page = r#"<script>CindyJS({grid: 2, snap: true, snapdistance: 0.5,
        geometry: [{name: "A", type: "Free", pos: [0.5, 0.5]}]})</script>"#;
    let page = cindyscript_applet::parse_file("page.html", page);
    let (mut construction, _) = Construction::of(&page.applets[0]);
    construction.move_to(find(&construction, "A"), [3.7, 2.15]);
    assert!(near(xy(&construction, "A"), [4.0, 2.0]));
}

#[test]
fn intersections_of_segments_exist_where_these_meet() {
    let (mut construction, _) = construct(&[
        r#"{name: "A", type: "Free", pos: [0, 0]}"#,
        r#"{name: "B", type: "Free", pos: [4, 0]}"#,
        r#"{name: "C", type: "Free", pos: [2, -1]}"#,
        r#"{name: "D", type: "Free", pos: [2, 1]}"#,
        r#"{name: "s", type: "Segment", args: ["A", "B"]}"#,
        r#"{name: "t", type: "Segment", args: ["C", "D"]}"#,
        r#"{name: "P", type: "Meet", args: ["s", "t"]}"#,
        r#"{name: "M", type: "Mid", args: ["P", "A"]}"#,
    ]);
    let exists = |construction: &Construction, name| {
        construction
            .get(find(construction, name))
            .unwrap()
            .is_showing()
    };
    assert!(exists(&construction, "P") && exists(&construction, "M"));
    let id = find(&construction, "D");
    construction.move_to(id, [2.0, -0.5]);
    assert!(!exists(&construction, "P") && !exists(&construction, "M"));
    assert!(exists(&construction, "D"));
    construction.move_to(id, [2.0, 0.5]);
    assert!(exists(&construction, "P") && exists(&construction, "M"));
}

#[test]
fn nothing_breaks_and_all_comes_back() {
    const EVIL: [[f64; 2]; 6] = [
        [f64::NAN, 0.0],
        [f64::INFINITY, f64::NEG_INFINITY],
        [1e300, -1e300],
        [1e-300, 1e-300],
        [0.0, 0.0],
        [f64::MAX, f64::MIN_POSITIVE],
    ];
    for seed in 1..=10 {
        let text = random::construction(seed);
        let case = &cases(&text)[0];
        let (mut construction, problems) = construct(&case.elements);
        assert_eq!(problems, []);
        let free: Vec<_> = construction
            .iter()
            .filter(|(id, _)| construction.is_movable(*id))
            .map(|(id, element)| (id, element.value.xy()))
            .collect();
        let before = construction.save();
        for (index, (id, _)) in free.iter().enumerate() {
            construction.move_to(*id, EVIL[index % EVIL.len()]);
            // On top of one another.
            for (other, _) in &free {
                construction.move_to(*other, [1.0, 1.0]);
            }
        }
        construction.restore(&before);
        for (id, place) in free {
            let now = construction.get(id).unwrap().value.xy();
            let same = now.zip(place).is_none_or(|(a, b)| near(a, b));
            assert!(same && now.is_some() == place.is_some(), "{seed}");
        }
    }
}

#[test]
fn what_depends_on_a_removed_element_goes_with_it() {
    let (mut construction, _) = construct(CIRCLES);
    let (a, b, q) = (
        find(&construction, "A"),
        find(&construction, "B"),
        find(&construction, "Q"),
    );
    let circle = find(&construction, "b");
    let removed = construction.remove(circle);
    assert_eq!(removed.len(), 4);
    assert!(removed.contains(&circle) && removed.contains(&q));
    assert_eq!(construction.find("P"), None);
    assert!(construction.get(q).is_none());
    assert!(construction.remove(q).is_empty());
    // What is left works, and ids stay what they were.
    assert_eq!(construction.len(), 3);
    assert!(construction.move_to(b, [7.0, 8.0]) && construction.move_to(a, [1.0, 1.0]));
    let id = construction
        .create(Definition::new("Q", "Mid").args(["A", "B"]))
        .unwrap();
    assert_ne!(id, q);
    assert!(near(xy(&construction, "Q"), [4.0, 4.5]));
    assert_eq!(construction.find("Q"), Some(id));
}

#[test]
fn places_survive_an_edit_of_the_construction() {
    let (mut construction, _) = construct(CIRCLES);
    drag(&mut construction, "B", [9.0, 1.0], |_| ());
    drag(&mut construction, "B", [2.0, 2.0], |_| ());
    let mut edited = CIRCLES.to_vec();
    edited.insert(0, r#"{name: "Z", type: "Free", pos: [5, 5]}"#);
    edited[3] = r#"{name: "a", type: "CircleMr", args: ["A"], radius: 1, color: [1, 0, 0]}"#;
    edited.push(r#"{name: "m", type: "Join", args: ["P", "Z"]}"#);
    let (mut other, problems) = construct(&edited);
    assert_eq!(problems, []);
    other.restore(&construction.save());
    for name in ["A", "B", "P", "Q"] {
        assert!(near(xy(&construction, name), xy(&other, name)), "{name}");
    }
    assert!(near(xy(&other, "Z"), [5.0, 5.0]));
}
