//! The construction as the host sees it: what is drawn of it, and what the pointer takes.
#![allow(clippy::unwrap_used)]

mod support;

use cindyscript_hir::document::Document;
use cindyscript_interpreter::display::{Drawing, PictureDrawing};
use cindyscript_interpreter::picture::PictureContent;
use cindyscript_interpreter::{Interpreter, NOWHERE, World};

const CONSTRUCTION: &str = r#"[
    {name: "A", type: "Free", pos: [1, 2], labeled: true},
    {name: "B", type: "Free", pos: [4, 2], pinned: true},
    {name: "C", type: "Free", pos: [1, 6], visible: false},
    {name: "a", type: "Join", args: ["A", "B"]},
    {name: "b", type: "Segment", args: ["A", "C"]},
    {name: "k", type: "CircleMr", args: ["B"], radius: 1},
    {name: "p", type: "Poly", args: ["A", "B", "C"], fillcolor: [1, 0, 0], fillalpha: 0.5},
    {name: "T", type: "Text", pos: [0, 0], text: "@$\"A\" is at @#\"A\"."}
]"#;

fn interpreter() -> Interpreter {
    support::run_with(CONSTRUCTION, "0").interpreter
}

/// What the construction's drawings are, in order.
fn drawn(interpreter: &mut Interpreter) -> String {
    interpreter.begin_frame();
    interpreter.end_frame();
    assert_eq!(interpreter.draw_geometry(), []);
    let drawings = interpreter.take_display_list();
    let kinds = drawings.iter().map(|drawing| match drawing {
        Drawing::Fill { .. } => "fill".to_owned(),
        Drawing::Stroke { .. } => "stroke".to_owned(),
        Drawing::Text(text) => format!("{:?}", text.text),
        _ => "other".to_owned(),
    });
    kinds.collect::<Vec<_>>().join(" ")
}

#[test]
fn polygons_conics_lines_points_texts() {
    // Polygon; circle; line and segment; A with its name, B; the text.
    assert_eq!(
        drawn(&mut interpreter()),
        "fill stroke stroke stroke stroke fill stroke \"A\" fill stroke \"A is at [1, 2].\""
    );
}

#[test]
fn segment_with_any_setting_of_arrows_but_the_size_has_a_head() {
    for (settings, strokes) in [
        ("", 1),
        ("arrow: true", 2),
        ("arrow: false, arrowsides: '==>'", 2),
        ("arrowsides: '<==>'", 3),
        ("arrowshape: 'line'", 2),
        ("arrowposition: 0.5", 2),
        // As in CindyJS.
        ("arrowsize: 2", 1),
        ("arrowposition: 0", 1),
        ("arrowsides: '-->'", 1),
    ] {
        let construction = format!(
            "[{{name: 'A', type: 'Free', pos: [1, 2], visible: false}},
              {{name: 'B', type: 'Free', pos: [4, 2], visible: false}},
              {{name: 'a', type: 'Segment', args: ['A', 'B'], {settings}}}]"
        );
        let mut interpreter = support::run_with(&construction, "0").interpreter;
        let expected = vec!["stroke"; strokes].join(" ");
        assert_eq!(drawn(&mut interpreter), expected, "{settings}");
    }
}

#[test]
fn function_system_is_painted_over_all_and_again_when_it_changes() {
    let system = r#"[
        {name: "A", type: "Free", pos: [0, 0], visible: false},
        {name: "B", type: "Free", pos: [8, 0], visible: false},
        {name: "C", type: "Free", pos: [4, 0], visible: false},
        {name: "t", type: "TrSimilarity", args: ["A", "A", "B", "C"]},
        {name: "u", type: "TrSimilarity", args: ["A", "C", "B", "B"]},
        {name: "s", type: "IFS", args: ["t", "u"], ifs: [{color: [1, 0, 0]}, {color: [1, 0, 0]}]},
        {name: "T", type: "Text", pos: [0, 0], text: "text"}
    ]"#;
    let mut interpreter = support::run_with(system, "0").interpreter;
    let mut frame = || {
        interpreter.begin_frame();
        interpreter.end_frame();
        assert_eq!(interpreter.draw_geometry(), []);
        let picture = match interpreter.take_display_list().pop() {
            Some(Drawing::Picture(PictureDrawing { picture, .. })) => picture,
            other => panic!("{other:?}"),
        };
        let grows = interpreter.take_wants_frame();
        (picture, grows)
    };
    let (first, grows) = frame();
    assert!(!grows);
    let (second, _) = frame();
    assert!(first.is_same(&second));
    // The segment from A to B, 200 pixels.
    let PictureContent::Pixels(pixels) = first.content() else {
        panic!("no pixels");
    };
    assert_eq!(pixels.size(), [500, 500]);
    let is_red = |x: u32| matches!(pixels.get([x, 249]), Some([1.0, 0.0, 0.0, 0.5..=1.0]));
    assert!((251..450).all(is_red));
    assert!(!is_red(249) && !is_red(452));

    assert!(interpreter.move_point("B", [8.0, 4.0]));
    let mut frames = 0;
    let mut frame = || {
        interpreter.begin_frame();
        interpreter.end_frame();
        interpreter.draw_geometry();
        interpreter.take_wants_frame()
    };
    while frame() {
        frames += 1;
        assert!(frames < 100);
    }
    assert!(frames > 0);
}

#[test]
fn picture_of_a_function_system_is_kept_when_an_applet_begins_anew() {
    let page = r#"<script>CindyJS({geometry: [
        {name: "A", type: "Free", pos: [0, 0]},
        {name: "t", type: "TrReflectionP", args: ["A"]},
        {name: "s", type: "IFS", args: ["t"]}
    ]});</script>"#;
    let document = Document::open("test.html", page);
    let mut interpreter = support::load("test.html", page);
    let frame = |interpreter: &mut Interpreter| {
        interpreter.begin_frame();
        interpreter.end_frame();
        interpreter.draw_geometry();
        match interpreter.take_display_list().pop() {
            Some(Drawing::Picture(PictureDrawing { picture, .. })) => picture,
            other => panic!("{other:?}"),
        }
    };
    let first = frame(&mut interpreter);
    drop(interpreter.begin_anew(World::new(&document.applets()[0])));
    assert!(frame(&mut interpreter).is_same(&first));
    drop(interpreter.begin_anew(World::new(&document.applets()[0])));
    assert!(interpreter.move_point("A", [1.0, 0.0]));
    assert!(!frame(&mut interpreter).is_same(&first));
    assert!(!interpreter.take_wants_frame());
}

#[test]
fn weight_of_a_generator_is_set_by_scripts() {
    let system = r#"[
        {name: "A", type: "Free", pos: [0, 0]},
        {name: "t", type: "TrReflectionP", args: ["A"]},
        {name: "s", type: "IFS", args: ["t", "t"]}
    ]"#;
    let outcome = support::run_with(system, "s.prob1 = 3; s.prob0 = 0; s.prob1");
    assert_eq!(
        (outcome.errors.as_slice(), outcome.value.as_str()),
        (&[][..], "___")
    );
    let construction = outcome.interpreter.construction();
    let system = construction.get(construction.find("s").unwrap()).unwrap();
    let weights: Vec<f64> = system.generators.iter().map(|it| it.weight).collect();
    assert_eq!(weights, [1.0, 3.0]);
    let errors = |script: &str| {
        support::run_with(
            r#"[{name: "A", type: "Free", pos: [0, 0]},
        {name: "t", type: "TrReflectionP", args: ["A"]},
        {name: "s", type: "IFS", args: ["t"]}]"#,
            script,
        )
        .errors
        .len()
    };
    assert_eq!(
        [
            errors("s.prob1 = 2"),
            errors("s.prob0 = \"x\""),
            errors("s.prob0 = 2")
        ],
        [1, 1, 0]
    );
}

#[test]
fn scripts_change_what_is_drawn() {
    let script = "A.visible = false; k.visible = false; p.fillalpha = 0; a.visible = false; \
                  b.visible = false; B.size = 3; T.visible = false";
    let mut interpreter = support::run_with(CONSTRUCTION, script).interpreter;
    assert_eq!(drawn(&mut interpreter), "stroke fill stroke");
}

#[test]
fn the_pointer_takes_what_is_near_and_free() {
    let interpreter = interpreter();
    let taken = |at| interpreter.pick(at).map(|grip| grip.name.to_string());
    assert_eq!(taken([1.1, 2.1]).as_deref(), Some("A"));
    // B is pinned and C hidden; the circle is there, but points come first.
    assert_eq!(taken([5.0, 2.0]).as_deref(), Some("k"));
    assert_eq!(taken([1.0, 6.0]).as_deref(), Some("A"));
}

#[test]
fn dragging_keeps_the_offset() {
    let mut interpreter = interpreter();
    let grip = interpreter.pick([1.5, 2.0]).unwrap();
    assert!(interpreter.drag(&grip, [2.5, 3.0]));
    let points = interpreter.points();
    assert_eq!(points[0].xy(), Some([2.0, 3.0]));
}

#[test]
fn texts_are_computed_when_they_are_drawn() {
    let construction = r#"[
        {name: "A", type: "Free", pos: [1, 2], visible: false},
        {name: "C", type: "Calculation", pos: [0, 0], text: "A.xy*2"},
        {name: "E", type: "Equation", pos: [0, 0], text: "A.x/2"},
        {name: "V", type: "Evaluate", pos: [0, 0], text: "n = n + 1"},
        {name: "P", type: "Plot", pos: [0, 0], text: "A.y*x"},
        {name: "N", type: "Calculation", pos: [0, 0], text: "n"}
    ]"#;
    let mut interpreter = support::run_with(construction, "n = 6").interpreter;
    let drawing =
        |n: u32| format!("\"[2, 4]\" \"A.x/2 = 0.5\" \"n = n + 1\" stroke \"A.y*x\" \"{n}\"");
    assert_eq!(drawn(&mut interpreter), drawing(7));
    assert_eq!(drawn(&mut interpreter), drawing(8));
}

#[test]
fn what_goes_wrong_in_a_text_names_it() {
    let construction = r#"[{name: "T", type: "Calculation", pos: [0, 0], text: "f(1)"}]"#;
    let mut interpreter = support::run_with(construction, "0").interpreter;
    let errors = interpreter.draw_geometry();
    let [error] = &errors[..] else {
        panic!("{errors:?}");
    };
    assert_eq!(error.term, NOWHERE);
    assert!(error.message.starts_with("T: "), "{}", error.message);
}

#[test]
fn a_free_line_is_drawn_where_a_script_has_put_it() {
    let construction = r#"[{name: "a", type: "FreeLine", pos: [1, 1, 0]}]"#;
    let mut interpreter = support::run_with(construction, "a.homog = [0, 1, 0]").interpreter;
    assert_eq!(drawn(&mut interpreter), "stroke");
}
