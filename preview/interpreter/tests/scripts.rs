//! What scripts do, beyond values: errors, limits, the construction, colorplots.
#![allow(clippy::unwrap_used)]

mod support;

use std::sync::atomic::Ordering;

use cindyscript_applet::Event;
use cindyscript_hir::document::Document;
use cindyscript_ide::analyse;
use cindyscript_interpreter::display::Drawing;
use cindyscript_interpreter::{ErrorSeverity, Interpreter, RuntimeError, World, colour};
use support::{load, run, run_in};

/// The errors of a script: the text they point at, and what they say.
#[track_caller]
fn check_errors(text: &str, expected: &[(&str, &str)]) {
    let outcome = run(text);
    let program = outcome.interpreter.program();
    let errors: Vec<(&str, &str)> = outcome
        .errors
        .iter()
        .map(|error| {
            (
                &text[program.term(error.term).range],
                error.message.as_str(),
            )
        })
        .collect();
    assert_eq!(errors, expected);
}

#[test]
fn warnings_have_places() {
    check_errors(
        "x=1+nothing;x",
        &[("nothing", "`nothing` has no value yet")],
    );
    check_errors(
        "repeat(3,[1,2]_5)",
        &[("[1,2]_5", "index 5 is out of range: there are 2 elements")],
    );
    // The list is missing, not one of its elements.
    check_errors(
        "x = missing_5; y = missing_1",
        &[
            ("missing", "`missing` has no value yet"),
            ("missing", "`missing` has no value yet"),
        ],
    );
    check_errors("1/0", &[("1/0", "division by zero")]);
    check_errors(
        "if(1,2)",
        &[(
            "if(1,2)",
            "the condition of `if` is a number, not a boolean",
        )],
    );
    check_errors(
        "foo(1,2)",
        &[("foo(1,2)", "the function `foo` is not defined")],
    );
    check_errors(
        "sin(1,2)",
        &[("sin(1,2)", "no function `sin` takes 2 arguments")],
    );
    check_errors(
        "load(1, 2)",
        &[(
            "load(1, 2)",
            "`load` is not available: the preview has no network",
        )],
    );
    check_errors("1+1", &[]);
}

#[test]
fn loops_without_end_are_stopped() {
    let mut interpreter = load("t.cindyscript", "x=0;while(true,repeat(3,x=x+1))");
    interpreter.set_step_budget(10_000);
    let outcome = run_in(interpreter);
    let [error] = outcome.errors.as_slice() else {
        panic!("{:?}", outcome.errors)
    };
    assert_eq!(error.severity, ErrorSeverity::Error);
    assert_eq!(error.message, "stopped: still running after 10000 steps");
    assert!(outcome.interpreter.variable("x").unwrap().real().unwrap() > 1000.0);
}

#[test]
fn endless_recursion_is_stopped() {
    let outcome = run("x:=x+1;x");
    let [error] = outcome.errors.as_slice() else {
        panic!("{:?}", outcome.errors)
    };
    assert_eq!(error.message, "stopped: calls are nested too deeply");
}

#[test]
fn colorplots_that_go_on_from_the_last_frame_are_feedback() {
    let has_feedback = |draw: &str| {
        let text = format!(
            "// %% init\ncreateimage(\"a\",4,4);createimage(\"b\",4,4);\n// %% draw\n{draw}\n"
        );
        let mut interpreter = load("test.cindyscript", &text);
        interpreter.run_event(Event::Init);
        interpreter.run_event(Event::Draw);
        interpreter.has_feedback()
    };
    let (a, b) = ("imagergb(\"a\",#)", "imagergb(\"b\",#)");
    assert!(has_feedback(&format!("colorplot(\"a\",{a})")));
    assert!(has_feedback(&format!(
        "colorplot(\"b\",{a});colorplot(\"a\",{b})"
    )));
    assert!(!has_feedback(&format!(
        "colorplot(\"a\",#.x);colorplot(\"b\",{a})"
    )));
    // The image that it reads is painted in the same frame.
    assert!(!has_feedback(&format!(
        "colorplot(\"a\",#.x);colorplot(\"a\",{a})"
    )));
    assert!(!has_feedback(&format!("colorplot({a})")));
}

#[test]
fn interrupted_from_outside() {
    let mut interpreter = load("t.cindyscript", "while(true,1)");
    let interrupt = interpreter.interrupt();
    let root = interpreter.program().scripts[0].root;
    let thread = std::thread::spawn(move || interpreter.run(root).1);
    interrupt.store(true, Ordering::Relaxed);
    let errors: Vec<RuntimeError> = thread.join().unwrap();
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].message, "stopped: interrupted");
}

#[test]
fn values_do_not_grow_without_bound() {
    let check = |text: &str, at: &str, message: &str| {
        let message = format!("stopped: this would be {message}");
        check_errors(text, &[(at, message.as_str())]);
    };
    let size = "a list of more than 8 million elements";
    let text = "a string of more than 16 million characters";
    check("1..10^9", "1..10^9", size);
    check("x=length(1..10^15)", "1..10^15", size);
    check("zerovector(10^15)", "zerovector(10^15)", size);
    check("l=[1];repeat(100,l=l++l)", "l++l", size);
    // Lists in it may share elements: memory bounds them.
    check_errors("l=[1];repeat(100,l=[l,l])", &[]);
    let memory = "stopped: too much memory: what the scripts hold takes more than 1024 MiB";
    check_errors(
        "apply(1..1000,zerovector(10^6))",
        &[("zerovector(10^6)", memory)],
    );
    check("s=\"ab\";repeat(100,s=s+s)", "s+s", text);
    check(
        "s=\"ab\";repeat(15,s=s+s);sum(apply(1..1000,s))",
        "sum(apply(1..1000,s))",
        text,
    );
    check(
        "s=\"b\";repeat(22,s=s+s);replace(\"aaaaaaaa\",\"a\",s)",
        "replace(\"aaaaaaaa\",\"a\",s)",
        text,
    );
    check(
        "l=[1];repeat(100000,l=[l])",
        "[l]",
        "lists in lists more than 500 deep",
    );
}

const PAGE: &str = r#"<script id="csdraw" type="text/x-cindyscript">
CODE
</script>
<script>CindyJS({scripts: "cs*", geometry: [
    {name: "A", type: "Free", pos: [1, 2]},
    {name: "B", type: "Free", pos: [2, 4, 2]},
    {name: "l", type: "Join", args: ["A", "B"]}
], ports: [{id: "c", width: 500, height: 500, transform: [{visibleRect: [-2, 2, 2, -2]}]}]});
</script>"#;

#[test]
fn convex_hull_of_a_cube_is_that_of_the_manual() {
    let cube = "cube=[[1,1,1],[1,1,-1],[1,-1,1],[1,-1,-1],\
                [-1,1,1],[-1,1,-1],[-1,-1,1],[-1,-1,-1],[0,0,0]];";
    let hull = "[[[1, 1, 1], [1, 1, -1], [1, -1, 1], [1, -1, -1], \
                [-1, 1, 1], [-1, 1, -1], [-1, -1, 1], [-1, -1, -1]], \
                [[6, 5, 1, 2], [3, 1, 5, 7], [3, 4, 2, 1], [8, 7, 5, 6], [8, 6, 2, 4], [8, 4, 3, 7]]]";
    assert_eq!(run(&format!("{cube} convexhull3d(cube)")).value, hull);
    check_errors(
        "convexhull3d([[0,0],[1,0]])",
        &[(
            "convexhull3d([[0,0],[1,0]])",
            "the points are not lists of three numbers",
        )],
    );
}

#[track_caller]
fn check_geometry(code: &str, expected: &str) {
    let outcome = run_in(load("t.html", &PAGE.replace("CODE", code)));
    assert_eq!(outcome.value, expected);
}

#[test]
fn points() {
    check_geometry("A", "A");
    check_geometry("A.xy", "[1, 2]");
    check_geometry("B.x+B.y", "3");
    check_geometry("B.homog", "[0.5, 1, 0.5]");
    check_geometry("A+B", "[2, 4]");
    check_geometry("A*2", "[2, 4]");
    check_geometry("|A,B|", "0");
    check_geometry("A==B", "false");
    check_geometry("A~=B", "true");
    check_geometry("A.name", "A");
    check_geometry("A.x=5;A.xy", "[5, 2]");
    check_geometry("A.xy=[3,4];A", "A");
    check_geometry("A.xy=[3,4];A.xy", "[3, 4]");
    check_geometry("A.homog=[3,4,2];A.x", "1.5");
    check_geometry("A:\"mass\"=3;A:\"mass\"", "3");
    check_geometry(
        "[ispoint(A),ispoint([1,2]),isundefined(l)]",
        "[true, false, false]",
    );
    check_geometry("A=7;A+1", "8");
    check_geometry("\"P\"+A.xy", "P[1, 2]");
    check_geometry(
        "screenbounds()",
        "[[-2, 2, 1], [2, 2, 1], [2, -2, 1], [-2, -2, 1]]",
    );
    check_geometry("apply([A,B],#.x)", "[1, 1]");
}

#[test]
fn dragging() {
    let mut interpreter = load("t.html", &PAGE.replace("CODE", "A.x"));
    assert!(interpreter.move_point("A", [7.0, 8.0]));
    assert!(!interpreter.move_point("l", [7.0, 8.0]));
    assert_eq!(run_in(interpreter).value, "7");
}

#[test]
fn the_animation_restores_the_construction() {
    let mut interpreter = load("t.html", &PAGE.replace("CODE", "A.x=A.x+1;playanimation()"));
    assert_eq!(interpreter.play(), []);
    interpreter.run_event(Event::Draw);
    assert_eq!(interpreter.points()[0].xy(), Some([2.0, 2.0]));
    assert_eq!(interpreter.stop(), []);
    assert_eq!(interpreter.points()[0].xy(), Some([1.0, 2.0]));
}

#[test]
fn the_clock_is_the_hosts() {
    let mut interpreter = load("t.cindyscript", "a=seconds();resetclock();[a,seconds()]");
    interpreter.set_time(2.5);
    assert_eq!(run_in(interpreter).value, "[2.5, 0]");
    // The time of the applet's start counts as well: in CindyJS, it is that since 1970.
    let document = Document::open("t.cindyscript", "[seconds(), timestamp()/1000]");
    let mut world = World::new(&document.applets()[0]);
    world.clock = 1_704_110_400_000.0;
    let mut interpreter = Interpreter::new(world);
    interpreter.load(analyse(&document).applets[0].split_program());
    interpreter.set_time(2.5);
    assert_eq!(run_in(interpreter).value, "[1704110402.5, 1704110402.5]");
}

#[test]
fn random_numbers_are_the_same_each_time() {
    let text = "[random(),randomint(100),randombool()]";
    assert_eq!(run(text).value, run(text).value);
}

#[test]
fn variables_and_functions_survive_an_edit() {
    let mut interpreter = load("t.cindyscript", "a=5;f(x):=x+1;b=f(a)");
    let root = interpreter.program().scripts[0].root;
    interpreter.run(root);
    let edited = support::program("t.cindyscript", "c=0;[b,a,f(a)];f(x):=x+2");
    interpreter.load(edited);
    let sequence = interpreter.program().scripts[0].root;
    let (_, errors) = interpreter.run(sequence);
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(interpreter.variable("b").unwrap().to_string(), "6");
}

#[test]
fn colorplots() {
    let mut interpreter = load(
        "t.cindyscript",
        "k=0.25;colorplot([k*2,#.x,n=1;n]);colorplot(gray(#.y),[0,0],[1,2])",
    );
    let root = interpreter.program().scripts[0].root;
    let (_, errors) = interpreter.run(root);
    assert_eq!(errors, []);
    let list = interpreter.take_display_list();
    let list: Vec<_> = list
        .into_iter()
        .filter_map(|drawing| match drawing {
            Drawing::Plot(call) => Some(call),
            _ => None,
        })
        .collect();
    assert_eq!(list.len(), 2);
    assert_eq!(list[1].rectangle, Some(([0.0, 0.0], [1.0, 2.0])));
    let uniforms: Vec<String> = list[0].uniforms.iter().map(ToString::to_string).collect();
    assert!(uniforms.contains(&"0.5".to_owned()), "{uniforms:?}");
    let mut first = interpreter.pixel_evaluator(&list[0]);
    assert_eq!(first.colour([0.75, 0.0]), [0.5, 0.75, 1.0, 1.0]);
    assert_eq!(first.colour([9.0, 0.0]), [0.5, 1.0, 1.0, 1.0]);
    let mut second = interpreter.pixel_evaluator(&list[1]).clone();
    assert_eq!(second.colour([0.0, 0.5]), [0.5, 0.5, 0.5, 1.0]);
    assert!(interpreter.take_display_list().is_empty());
}

#[test]
fn colours() {
    let check = |text: &str, expected| assert_eq!(colour(&value(text)), expected, "{text}");
    check("0.5", [0.5, 0.5, 0.5, 1.0]);
    check("true", [1.0, 1.0, 1.0, 1.0]);
    check("[1,2,-3]", [1.0, 1.0, 0.0, 1.0]);
    check("[1,0,0,0.5]", [1.0, 0.0, 0.0, 0.5]);
    check("0/0", [0.0, 0.0, 0.0, 1.0]);
    check("[0.5,0/0,1]", [0.5, 0.0, 1.0, 1.0]);
    check("[0.5,1,1,0/0]", [0.5, 1.0, 1.0, 0.0]);
    check("[1,2]", [0.0; 4]);
    check("\"a\"", [0.0; 4]);
    check("[1,\"a\",0]", [0.0; 4]);
}

fn value(text: &str) -> cindyscript_interpreter::Value {
    let mut interpreter = load("t.cindyscript", text);
    let root = interpreter.program().scripts[0].root;
    interpreter.run(root).0
}

#[test]
fn colorplots_of_the_view_stay_there_while_an_image_is_drawn_on() {
    let text =
        "createimage(\"a\", 2, 2); canvas([0, 0], [1, 0], \"a\", colorplot(#.x); draw([0, 0]))";
    let mut outcome = run(text);
    assert_eq!(outcome.errors, []);
    let drawings = outcome.interpreter.take_display_list();
    assert!(matches!(drawings[..], [Drawing::Plot(_)]), "{drawings:?}");
}

#[test]
fn colorplots_into_images_are_the_hosts() {
    check_errors(
        "createimage(\"a\", 2, 2); colorplot(\"a\", #.x)",
        &[("\"a\"", "colorplots into images are not painted here")],
    );
    check_errors(
        "colorplot(\"b\", #.x)",
        &[("\"b\"", "there is no image `b`")],
    );
    check_errors(
        "colorplot([0, 0], [1, 0], \"b\", #.x)",
        &[("\"b\"", "there is no image `b`")],
    );
    check_errors(
        "colorplot(3, #.x)",
        &[("3", "the image of a colorplot is the name of an image")],
    );
    check_errors(
        "colorplot(imagergb(\"b\", #))",
        &[("\"b\"", "there is no image `b`")],
    );
}

/// As CindyJS writes it.
#[test]
fn err_names_its_variable() {
    let said = |text: &str| {
        let mut interpreter = load("test.cindyscript", text);
        let root = interpreter.program().scripts.first().map(|s| s.root);
        interpreter.run(root.unwrap());
        let said = interpreter.take_output().into_iter();
        let said: Vec<_> = said.map(|line| line.text.trim_end().to_owned()).collect();
        said.join("\n")
    };
    assert_eq!(said("x = 5; err(x)"), "x ===> 5");
    assert_eq!(
        said("x = [1, 2]; err(x_1); err((x)); err(3 + 4)"),
        " ===> 1\nx ===> [1, 2]\n ===> 7"
    );
    assert_eq!(said("f(y) := err(y); f(3)"), "y ===> 3");
}

#[test]
fn all_images_have_a_budget() {
    let said = |text: &str| {
        let outcome = run(text);
        let errors = outcome.errors.into_iter().map(|error| error.message);
        (outcome.value, errors.collect::<Vec<_>>())
    };
    let (made, errors) =
        said("repeat(100, i, createimage(\"a\" + text(i), 4000, 4000)); length(allimages())");
    assert_eq!(made, "8");
    let [error, ..] = errors.as_slice() else {
        panic!("nothing is said");
    };
    assert!(
        error.contains(
            "`a9`: too large: 4000 × 4000 pixels take 245 MB, but there is room for 95 MB"
        ),
        "{error}"
    );
    // One after the other in the same place.
    let (_, errors) = said("repeat(100, createimage(\"a\", 4000, 4000))");
    assert_eq!(errors, [] as [&str; 0]);
}
