//! Definitions: what is wrong with them, how elements look.
#![allow(clippy::unwrap_used)]

mod support;

use cindyscript_geometry::{
    Attribute, Clip, Definition, DefinitionError, ElementKind, WidgetKind, known_types,
};
use support::{construct, find, xy};

/// Checks what is wrong with the last of these elements.
fn check(elements: &[&str], expected: &[&str]) {
    let (_, problems) = construct(elements);
    let messages: Vec<String> = problems
        .iter()
        .map(|problem| format!("{}: {}", problem.name, problem.message))
        .collect();
    assert_eq!(messages, expected, "{elements:?}");
}

const A: &str = r#"{name: "A", type: "Free", pos: [1, 2]}"#;
const B: &str = r#"{name: "B", type: "Free", pos: [3, 5]}"#;

#[test]
fn what_cannot_be_is_left_out_with_a_reason() {
    check(&[A, B], &[]);
    check(
        &[A, r#"{name: "X", type: "Locus", args: ["A"]}"#, B],
        &["X: `Locus` is no type of element that is known here"],
    );
    check(
        &[
            A,
            r#"{name: "X", type: "Mid", args: ["A", "Z"]}"#,
            r#"{name: "Y", type: "Mid", args: ["A", "X"]}"#,
        ],
        &[
            "X: there is no element `Z` before this one",
            "Y: there is no element `X` before this one",
        ],
    );
    check(
        &[A, r#"{name: "X", type: "Mid", args: ["A"]}"#],
        &["X: `Mid` is computed from 2 elements, not 1"],
    );
    check(
        &[A, B, r#"{name: "X", type: "Meet", args: ["A", "B"]}"#],
        &["X: `A` is a point; `Meet` wants a line here"],
    );
    check(
        &[A, r#"{name: "c", type: "CircleMr", args: ["A"]}"#],
        &["c: `CircleMr` needs `radius`: a number"],
    );
    check(
        &[A, r#"{name: "l", type: "Through", args: ["A"]}"#],
        &["l: `Through` needs `dir`: the direction, two numbers and a zero, or `pos`, the line"],
    );
    check(
        &[
            A,
            r#"{name: "c", type: "CircleMr", args: ["A"], radius: 1}"#,
            r#"{name: "P", type: "PointOnArc", args: ["c"], pos: [0, 0]}"#,
        ],
        &["P: `PointOnArc` wants an arc"],
    );
    check(
        &[A, r#"{name: "T", type: "Transform", args: ["A"]}"#],
        &["T: `Transform` is computed from 2 elements, not 1"],
    );
    check(
        &[A, B, r#"{name: "A", type: "Segment", args: ["A", "B"]}"#],
        &["A: the name `A` is already taken by another element"],
    );
}

#[test]
fn problems_stand_at_the_name() {
    let text = r#"<script>CindyJS({geometry: [{name: "X", type: "Foo"}]})</script>"#;
    let page = cindyscript_applet::parse_file("page.html", text);
    let (_, problems) = cindyscript_geometry::Construction::of(&page.applets[0]);
    assert_eq!(&text[problems[0].range], "\"X\"");
}

#[test]
fn a_point_of_a_name_that_is_taken_moves_the_one_that_has_it() {
    let (construction, problems) = construct(&[A, B, r#"{name: "A", type: "Free", pos: [7, 7]}"#]);
    assert_eq!(problems, []);
    assert_eq!(construction.len(), 2);
    let [x, y] = xy(&construction, "A");
    assert!((x - 7.0).abs() < 1e-12 && (y - 7.0).abs() < 1e-12);
}

#[test]
fn elements_look_as_they_say_or_as_the_applet_does() {
    let (construction, problems) = construct(&[
        A,
        r#"{name: "B", type: "Free", pos: [3, 5], color: [0, 0.5, 1], size: 3, alpha: 0.5,
            labeled: true, printname: "$b$", labelpos: {x: 1, y: -2}, noborder: true}"#,
        r#"{name: "C", type: "Free", pos: [3, 5], pinned: true, visible: false}"#,
        r#"{name: "M", type: "Mid", args: ["A", "B"], narrow: true}"#,
        r#"{name: "l", type: "Join", args: ["A", "B"], clip: "inci", overhang: 1.2, dashtype: 2}"#,
        r#"{name: "s", type: "Segment", args: ["A", "B"], arrow: true, arrowsize: 2}"#,
        r#"{name: "P", type: "Poly", args: ["A", "B", "M"], fillcolor: [1, 1, 0], fillalpha: 0.3}"#,
        r#"{name: "T", type: "ToggleButton", pos: [1, 1], text: "on", pressed: true}"#,
        r#"{name: "U", type: "Text", dock: {corner: "UL", offset: [10, -20]}, text: "hi"}"#,
    ]);
    assert_eq!(problems, []);
    let look = |name| {
        &construction
            .get(find(&construction, name))
            .unwrap()
            .appearance
    };
    assert_eq!((look("A").size, look("A").color), (5.0, [1.0, 0.0, 0.0]));
    let b = look("B");
    assert_eq!((b.size, b.color, b.alpha), (3.0, [0.0, 0.5, 1.0], 0.5));
    assert!(b.labeled && !b.border && b.visible && !b.pinned);
    assert_eq!(b.label.text.as_deref(), Some("$b$"));
    assert_eq!(b.label.position, Some([1.0, -2.0]));
    // What cannot be moved is darker.
    assert_eq!(look("C").color, [0.7, 0.0, 0.0]);
    assert!(!look("C").visible && look("C").pinned);
    assert_eq!(
        (look("M").color, look("M").narrow),
        ([0.7, 0.0, 0.0], Some(20.0))
    );
    let l = look("l");
    assert_eq!(
        (l.clip, l.overhang, l.color),
        (Clip::Incident, 1.2, [0.0, 0.0, 1.0])
    );
    assert!(l.dash.is_some());
    assert_eq!(look("s").clip, Clip::End);
    assert_eq!(look("s").arrow.size, Some(2.0));
    let polygon = look("P");
    assert!(polygon.filled);
    assert_eq!(
        (polygon.fill_color, polygon.fill_alpha),
        (Some([1.0, 1.0, 0.0]), 0.3)
    );
    let widget = |name| {
        let element = construction.get(find(&construction, name)).unwrap();
        element.widget.clone().unwrap()
    };
    let toggle = widget("T");
    assert_eq!(
        (toggle.kind, toggle.text.as_str()),
        (WidgetKind::ToggleButton, "on")
    );
    assert!(toggle.pressed);
    let dock = widget("U").dock.unwrap();
    assert_eq!(
        (dock.corner.as_deref(), dock.offset),
        (Some("UL"), [10.0, -20.0])
    );
}

#[test]
fn function_system_takes_transformations() {
    let translation = r#"{name: "t", type: "TrTranslation", args: ["A", "B"]}"#;
    check(
        &[
            A,
            B,
            translation,
            r#"{name: "s", type: "IFS", args: ["t", "t"]}"#,
        ],
        &[],
    );
    let unfit = "s: `IFS` wants projective or Möbius transformations, one at least";
    check(
        &[
            A,
            B,
            translation,
            r#"{name: "s", type: "IFS", args: ["t", "A"]}"#,
        ],
        &[unfit],
    );
    check(&[r#"{name: "s", type: "IFS"}"#], &[unfit]);
}

#[test]
fn function_system_in_pixels_acts_as_in_the_plane() {
    let (construction, problems) = construct(&[
        A,
        B,
        r#"{name: "C", type: "Free", pos: [2, 0]}"#,
        r#"{name: "t", type: "TrSimilarity", args: ["A", "B", "B", "C"]}"#,
        r#"{name: "k", type: "CircleMP", args: ["A", "B"]}"#,
        r#"{name: "m", type: "TrReflectionC", args: ["k"]}"#,
        r#"{name: "s", type: "IFS", args: ["t", "m"], ifs: [{prob: 0, color: [1, 0, 0]}]}"#,
        r#"{name: "A1", type: "TransformP", args: ["t", "C"]}"#,
        r#"{name: "A2", type: "TrMoebiusP", args: ["m", "C"]}"#,
    ]);
    assert_eq!(problems, []);
    let maps =
        construction.function_system(find(&construction, "s"), [20.0, 0.0, 0.0, -20.0, 7.0, 9.0]);
    let weights: Vec<_> = maps.iter().map(|map| map.generator).collect();
    assert_eq!(
        weights.iter().map(|it| it.weight).collect::<Vec<_>>(),
        [1.0, 1.0]
    );
    assert_eq!(
        weights.iter().map(|it| it.color).collect::<Vec<_>>(),
        [[1.0, 0.0, 0.0], [0.0; 3]]
    );
    let pixel = |name: &str| {
        let [x, y] = xy(&construction, name);
        [20.0 * x + 7.0, -20.0 * y + 9.0, 1.0]
    };
    for (map, image) in maps.iter().zip(["A1", "A2"]) {
        let [x, y, z] = map.map.unwrap().image(pixel("C"));
        let expected = pixel(image);
        assert!(
            (x / z - expected[0]).hypot(y / z - expected[1]) < 1e-9,
            "{image}"
        );
    }
}

#[test]
fn scripts_make_elements() {
    let (mut construction, _) = construct(&[A, B]);
    let circle = Definition::new("c", "CircleMr")
        .args(["A"])
        .with("radius", 2.0);
    construction.create(circle).unwrap();
    let line = construction
        .create(Definition::new("l", "Join").args(["A", "B"]))
        .unwrap();
    assert_eq!(construction.get(line).unwrap().kind(), ElementKind::Line);
    construction
        .create(Definition::new("S", "IntersectLC").args(["l", "c"]))
        .unwrap();
    let select = |index: f64| {
        Definition::new(&format!("P{index}"), "SelectP")
            .args(["S"])
            .with("index", index)
    };
    construction.create(select(2.0)).unwrap();
    assert!(matches!(
        construction.create(select(3.0)),
        Err(DefinitionError::Missing {
            attribute: "index",
            ..
        })
    ));
    let free = Definition::new("Z", "Free").with("pos", Attribute::numbers(&[3.0, 4.0]));
    construction.create(free).unwrap();
    let [x, y] = xy(&construction, "Z");
    assert!((x - 3.0).abs() < 1e-12 && (y - 4.0).abs() < 1e-12);
}

/// Every type, computed from anything: it works or says why not, and nothing breaks when points
/// move afterwards.
#[test]
fn no_definition_breaks_anything() {
    let mut seed = 1_u64;
    let mut below = |bound: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % bound
    };
    let mut made = 0;
    for round in 0..4 {
        let (mut construction, _) = construct(&[A, B, r#"{name: "N", type: "Free"}"#]);
        for type_name in known_types() {
            for count in 0..9 {
                let names: Vec<String> = construction
                    .iter()
                    .map(|(_, element)| element.name.to_string())
                    .collect();
                // Twenty tries find arguments of the right kinds for most.
                for attempt in 0..20 {
                    let args: Vec<&str> = (0..count)
                        .map(|_| names[below(names.len())].as_str())
                        .collect();
                    let name = format!("{type_name}{count}x{attempt}");
                    let mut definition = Definition::new(&name, type_name).args(args);
                    if below(2) == 0 {
                        for (attribute, value) in [("radius", 2.0), ("index", 1.0), ("angle", 1.0)]
                        {
                            definition.set(attribute, value.into());
                        }
                        definition.set("pos", Attribute::numbers(&[1.0, -2.0, 1.0]));
                    }
                    if construction.create(definition).is_ok() {
                        made += 1;
                        break;
                    }
                }
            }
        }
        let ids: Vec<_> = construction.iter().map(|(id, _)| id).collect();
        for id in ids.into_iter().step_by(7) {
            construction.move_to(id, [round as f64, 0.5]);
            construction.remove(id);
        }
    }
    assert!(made > 300, "only {made} elements fit");
}
