use expect_test::{Expect, expect};

use crate::snapshot::shown;

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&shown(text, &super::parse(text)));
}

const CALL: &str = "<script>CindyJS({scripts: 'cs*'})</script>";

#[test]
fn page() {
    check(
        r##"<canvas id="Canvas" width=300 height=200></canvas>
<script id="csinit" type="text/x-cindyscript">f(x) := x^2;</script>
<script id="csdraw" type="text/x-cindyscript">
  colorplot(f(x));
</script>
<script>
  var gslp = [{name: "A", type: "Free", pos: [1, -2*Math.PI/2], color: [1, .5, 0]}];
  gslp.push({name: "B" + (11 >> 1), type: "Free", pos: [{r: 1, i: 2}, 0, 1], textsize: 3});
  var cdy = CindyJS({
    scripts: "cs*", geometry: gslp,
    ports: [{id: "Canvas", transform: [{visibleRect: [-1, 1, 1, -1]}], background: "#ff000080"}],
    animation: {autoplay: true, speed: 2}, images: {cat: "cat.jpg"}, use: ["CindyGL"],
    oninit: function () {}
  });
</script>"##,
        expect![[r#"
                applet 9:13
                  init csinit 2:47 "f(x) := x^2;"
                  draw csdraw 3:47 "\n  colorplot(f(x));\n"
                  A: Free [] at Some("1+0i -3.141592653589793+0i 1+0i"), color Some([1.0, 0.5, 0.0]), others []
                  B5: Free [] at Some("1+2i 0+0i 1+0i"), color None, others ["textsize"]
                  port Some("Canvas") Some(300.0) Some(200.0) [VisibleRect { left: -1.0, top: 1.0, right: 1.0, bottom: -1.0 }] Some([1.0, 0.0, 0.0, 0.501960813999176])
                  Animation { autoplay: true, controls: false, speed: 2.0, accuracy: None }
                  Picture cat Some("cat.jpg")
                  uses ["CindyGL"]
            "#]],
    );
}

#[test]
fn canvases_that_are_no_ports_have_their_sizes() {
    let page = super::parse(
        r#"<div id="p"></div><canvas id="p2" style="width:9px"></canvas><canvas></canvas>
<canvas id="Cindy3D" width="632" height="452"></canvas>
<script>CindyJS({ports: [{id: "p"}]}); CindyJS({ports: [{id: "p2"}]});</script>
<canvas id="Other" height="1e9"></canvas>"#,
    );
    for applet in page.applets {
        let canvases = applet.canvases.iter();
        let canvases: Vec<_> = canvases.map(|it| (it.id.as_str(), it.size)).collect();
        let expected = [("Cindy3D", [632.0, 452.0]), ("Other", [300.0, 8192.0])];
        assert_eq!(canvases, expected);
    }
}

#[test]
fn a_canvas_is_no_larger_than_memory() {
    check(
        r#"<div id="c"></div>
<script>CindyJS({ports: [{id: "c", width: 1e9, height: 300}]});</script>"#,
        expect![[r#"
                applet 2:9
                  port Some("c") Some(8192.0) Some(300.0) [] None
                Warning large-canvas 2:26: a canvas of 1000000000 × 300 pixels is too large
                  = the limit is 8192 × 8192 pixels
            "#]],
    );
}

#[test]
fn scripts_in_strings_map_to_where_they_are_written() {
    check(
        r#"<script>
var n = 3;
CindyJS({
  scripts: {init: "a = 1;\nb" + " = 2;", draw: `draw([${n}, 0]);`, move: ["x;", "y;"].join("\n"), drw: ""},
  ports: [{id: "c"}], tickscript: "mytick", mousdownscript: "x"
});
</script>"#,
        expect![[r#"
                applet 3:1
                  move move 4:76 "x;\ny;"
                  init init 4:20 "a = 1;\nb = 2;"
                  draw draw 4:49 "draw([3, 0]);"
                  port Some("c") None None [] None
                Warning unknown-event 4:99: `drw` is not an event, so this script never runs
                  = the event is `draw`
                Warning missing-canvas 5:11: the page has no element with the id `c` to draw on
                  = add `<div id="c"></div>`, unless a script makes it
                Error missing-script 5:35: the page has no script element with the id `mytick`
                  = add `<script id="mytick" type="text/x-cindyscript">`
                Warning unknown-event 5:45: `mousdown` is not an event, so this script never runs
                  = the event is `mousedown`
            "#]],
    );
}

#[test]
fn new_before_the_call_makes_an_applet_too() {
    check(
        r#"<script>var cdy = new CindyJS({scripts: {draw: "1"}});</script>"#,
        expect![[r#"
                applet 1:19
                  draw draw 1:49 "1"
                  port None None None [] None
            "#]],
    );
}

#[test]
fn rectangle_upside_down_is_reported() {
    check(
        r#"<div id="c"></div>
<script>CindyJS({ports: [{id: "c", transform: [{visibleRect: [-1, -2, 1, 2]}]}]});</script>"#,
        expect![[r#"
                applet 2:9
                  port Some("c") None None [VisibleRect { left: -1.0, top: -2.0, right: 1.0, bottom: 2.0 }] None
                Warning setting-wrong-shape 2:62: `visibleRect` is [left, top, right, bottom]: these values mirror the picture
                  = write [-1, 2, 1, -2]
            "#]],
    );
}

#[test]
fn no_call() {
    check(
        r#"<script id="csdraw" type="text/x-cindyscript">1</script>"#,
        expect![[r#"
                applet 1:1
                  draw csdraw 1:47 "1"
                  port None None None [] None
                Warning no-cindyjs-call 1:1: no script of this page calls `CindyJS`, so this never runs
                  = add `CindyJS({scripts: "cs*", ports: [{id: "CSCanvas"}]})`
            "#]],
    );
    check(
        "<p>",
        expect![[r#"
            Hint no-applet 1:1: this page has no CindyScript and does not call `CindyJS`
              = an applet is a call `CindyJS({scripts: "cs*", ports: [...]})`
        "#]],
    );
}

#[test]
fn scripts_that_nobody_runs() {
    check(
        &format!(
            r#"{CALL}<script id="csDraw" type="text/x-cindyscript">1</script>
<script id="csfoo" type="text/x-cindyscript">2</script>
<script id="other" type="text/x-cindyscript">3</script>
<script type="text/x-cindyscript">4</script>
<script id="csinit" type="text/x-cindyscript">5</script>
<script id="csinit" type="text/x-cindyscript">6</script>
<script id="cstick" type="text/x-cindyscript" src="a.cjs">"#
        ),
        expect![[r#"
                applet 1:9
                  init csinit 5:47 "5"
                  tick cstick 7:59 ""
                  port None None None [] None
                unbound Some("csDraw") 1:89 "1"
                unbound Some("csfoo") 2:46 "2"
                unbound Some("other") 3:46 "3"
                unbound None 4:35 "4"
                unbound Some("csinit") 6:47 "6"
                Warning unknown-event 1:43: `Draw` is not an event, so this script never runs
                  = the event is `draw`
                Warning unknown-event 2:1: `foo` is not an event, so this script never runs
                  = the events are move, keydown, keyup, keytyped, keytype, mousedown, mouseup, mousedrag, mousemove, mouseclick, multidown, multiup, multidrag, init, tick, draw, simulationstep, simulationstart, simulationstop, ondrop
                Warning unbound-script 3:1: no event runs the script `other`
                  = give it an id such as `csdraw`, or name it: `drawscript: "..."`
                Warning unbound-script 4:1: this script has no id, so no event runs it
                  = give it an id such as `csdraw`
                Error duplicate-script 6:1: an element above has the id `csinit`, too, so this one never runs
                  = join the two, or give this one another id
                Error unclosed-script 7:1: this script is never closed: the rest of the page belongs to it
                  = write `</script>` after it
                Warning external-script 7:1: CindyJS ignores `src` of CindyScript elements
                  = put the text here, or name the file in the `import` setting
            "#]],
    );
}

#[test]
fn of_several_ports_the_first_is_shown() {
    check(
        r#"<script>CindyJS({ports: [{id: "a", width: 10, height: 20}, {id: "b"}]});</script>"#,
        expect![[r#"
            applet 1:9
              port Some("a") Some(10.0) Some(20.0) [] None
              port Some("b") None None [] None
            Warning missing-canvas 1:26: the page has no element with the id `a` to draw on
              = add `<div id="a"></div>`, unless a script makes it
            Warning second-port 1:60: CindyJS draws only into the first port, not into this one
              = call `CindyJS` once for each canvas
            Warning missing-canvas 1:60: the page has no element with the id `b` to draw on
              = add `<div id="b"></div>`, unless a script makes it
        "#]],
    );
}

#[test]
fn what_only_a_running_page_knows() {
    check(
        r#"<script>
var w = window.innerWidth, g = [{name: "A", type: "Free", pos: [Date.now(), 0]}];
for (var k = 0; k < 3; k++) g.push(point("B" + k), next());
while (more()) g.push({name: "C", type: "Free", pos: [2, 0]});
CindyJS({ports: [{width: w, height: 2, transform: [{zoom: 2}], background: "blurple"}], geometry: g, scripts: 3});
CindyJS(makeSettings());
</script>"#,
        expect![[r#"
                applet 5:1
                  A: Free [] at None, color None, others ["pos"]
                  port None None None [] None
                applet 6:1
                  port None None None [] None
                Hint setting-not-constant 2:65: `pos` is known only when the page runs
                  = the preview needs a literal: write coordinates
                Hint setting-not-constant 3:36: `geometry` is known only when the page runs
                  = the preview needs a literal: write a list of objects `{name, type, ...}`
                Hint setting-not-constant 3:52: `geometry` is known only when the page runs
                  = the preview needs a literal: write a list of objects `{name, type, ...}`
                Hint setting-not-constant 4:16: these settings are known only when the page runs
                  = write the settings as literals: they are read without running JavaScript
                Hint setting-not-constant 5:26: `width` is known only when the page runs
                  = the preview needs a literal: write a number
                Warning setting-wrong-shape 5:52: `transform` should be one of `scale`, `translate`, `scaleAndOrigin` and `visibleRect`
                Warning setting-wrong-shape 5:76: `background` should be a CSS colour, such as `white` or `#fff`
                Warning setting-wrong-shape 5:111: `scripts` should be a pattern with `*`, or an object of scripts
                  = write `scripts: "cs*"` or `scripts: {draw: "..."}`
                Warning argument-not-constant 6:9: the settings of this applet are known only when the page runs
                  = pass an object literal, `CindyJS({scripts: "cs*", ...})`; until then, scripts run by their ids `cs*`, without geometry
            "#]],
    );
}

#[test]
fn loops_that_count_are_run() {
    check(
        r#"<script>
var n = 2, g = [{name: "O", type: "Free", pos: [0, 0]}];
for (let i = 0; i < n; i++) {
    const x = i * 0.5;
    for (let j = 1; j <= 3; j += 2) g.push({name: "A" + i + j, type: "Free", pos: [x, j]});
    g.push({name: "a" + i, type: "Join", args: ["A" + i + 1, "A" + i + 3]});
}
g.push({name: "Z", type: "Free", pos: [9, 9]});
CindyJS({geometry: g});
</script>"#,
        expect![[r#"
                applet 9:1
                  O: Free [] at Some("0+0i 0+0i 1+0i"), color None, others []
                  A01: Free [] at Some("0+0i 1+0i 1+0i"), color None, others []
                  A03: Free [] at Some("0+0i 3+0i 1+0i"), color None, others []
                  a0: Join ["A01", "A03"] at None, color None, others []
                  A11: Free [] at Some("0.5+0i 1+0i 1+0i"), color None, others []
                  A13: Free [] at Some("0.5+0i 3+0i 1+0i"), color None, others []
                  a1: Join ["A11", "A13"] at None, color None, others []
                  Z: Free [] at Some("9+0i 9+0i 1+0i"), color None, others []
                  port None None None [] None
            "#]],
    );
    // A loop without end is given up; what is pushed elsewhere is there.
    let page = super::parse(
        "<script>g = []; for (var i = 0; i < 1; i += 0) { g.push({name: 'A' + i}); } \
             g.push({name: 'Z', type: 'Free', pos: [1, 2]}); CindyJS({geometry: g});</script>",
    );
    let names: Vec<_> = page.applets[0].geometry.iter().map(|e| &e.name).collect();
    assert_eq!(names, ["Z"]);
    assert_eq!(page.problems.len(), 1, "{:?}", page.problems);
}

#[test]
fn chance_is_another_in_each_round() {
    let page = super::parse(
        "<script>var g = []; for (var i = 0; i < 2; ++i) g.push(\
             {name: 'A' + i, type: 'Free', pos: [Math.random(), 0]}); \
             CindyJS({geometry: g});</script>",
    );
    let elements = page.applets[0].geometry.iter();
    let positions: Vec<_> = elements.filter_map(|e| e.position).collect();
    assert!(positions.len() == 2 && positions[0] != positions[1]);
}

#[test]
fn chance_stays_while_the_page_is_edited() {
    let positions = |before: &str| {
        let page = super::parse(&format!(
            "<script>{before}var r = Math.random() * 2 - 1;
CindyJS({{geometry: [{{name: 'A', type: 'Free', pos: [r, Math.random()]}},
  {{name: 'B', type: 'Free', pos: [r, Math.random()]}}]}});</script>"
        ));
        let elements = page.applets[0].geometry.iter();
        elements.filter_map(|e| e.position).collect::<Vec<_>>()
    };
    let [a, b] = positions("")[..] else {
        panic!("two points");
    };
    assert!(a[0] == b[0] && a[1] != b[1] && a[0].re.abs() <= 1.0);
    assert_eq!(positions("/* longer */ "), [a, b]);
}

#[test]
fn functions_and_code_from_javascript() {
    let page = super::parse(
        "<script>CindyJS.registerPlugin(1, 'log', function(api) { \
             api.defineFunction('getLog', 0, f); api.defineFunction('put', n, f); }); \
             var cdy = CindyJS({}); button.onclick = () => cdy.evokeCS('a = 1');</script>",
    );
    let host = &page.applets[0].host;
    let functions: Vec<_> = host
        .functions
        .iter()
        .map(|f| (f.name.as_str(), f.arity))
        .collect();
    assert_eq!(functions, [("getlog", Some(0)), ("put", None)]);
    assert!(host.runs_code);
}

#[test]
fn javascript_that_does_not_parse() {
    check(
        "<script id=csdraw type=text/x-cindyscript>1</script>\n<script>\nCindyJS({scripts: 'cs*', ports: [}\n</script>",
        expect![[r#"
                applet 3:1
                  draw csdraw 1:43 "1"
                  port None None None [] None
                Error javascript-syntax 3:33: `[` is not closed
            "#]],
    );
    let deep = format!("<script>CindyJS({}</script>", "[".repeat(100_000));
    check(
        &deep,
        expect![[r#"
            Warning javascript-syntax 1:272: this script nests more than 256 brackets
              = close the brackets; the script is not read
        "#]],
    );
}

#[test]
fn variables_in_circles() {
    check(
        "<script>var a = b, b = a, c = [c, c]; CindyJS({geometry: a, images: c})</script>",
        expect![[r#"
                applet 1:39
                  port None None None [] None
                Hint setting-not-constant 1:58: `geometry` is known only when the page runs
                  = the preview needs a literal: write a list of elements
                Warning setting-wrong-shape 1:69: `images` should be an object `{name: "url"}`
            "#]],
    );
}

#[test]
fn globals_that_are_never_declared() {
    check(
        "<script>g = [{name: 'A', type: 'Free'}]; CindyJS({geometry: g, images: (i = {a: 'b'})})</script>",
        expect![[r#"
                applet 1:42
                  A: Free [] at None, color None, others []
                  port None None None [] None
                  Picture a Some("b")
            "#]],
    );
}

#[test]
fn long_chains() {
    let text = format!(
        "<script>CindyJS({{scripts: {{draw: ''{}}}}})</script>",
        " + 'a'".repeat(50_000)
    );
    let page = super::parse(&text);
    let script = &page.applets[0].scripts[0];
    assert_eq!(script.source.text().len(), 50_000);
}

#[test]
fn a_half_typed_setting_hides_no_other() {
    let page = |settings: &str, element: &str| {
        format!(
            "<canvas id=\"c\"></canvas><script>\nCindyJS({{\n  scripts: 'cs*',\n{settings}  ports: \
             [{{id: \"c\"}}],\n  geometry: [\n    {{name: \"A\", type: \"Free\", pos: [1, 2]}},\n\
             {element}    {{name: \"B\", type: \"Free\", pos: [3, 4]}}\n  ]\n}});\n</script>"
        )
    };
    let whole = super::parse(&page("", ""));
    let names = |page: &crate::Page| -> Vec<String> {
        let elements = page.applets[0].geometry.iter();
        elements.map(|element| element.name.clone()).collect()
    };
    assert_eq!(names(&whole), ["A", "B"]);
    for (settings, element, said) in [
        ("  an\n", "", "a comma or a colon is missing before `ports`"),
        (
            "  animation:\n",
            "",
            "a value is missing after `animation:`",
        ),
        (
            "  use: [\"CindyGL\"]\n",
            "",
            "a comma is missing before `ports`",
        ),
        ("", "    {name: },\n", "a value is missing after `name:`"),
        ("", "    {name:\n", "a value is missing after `name:`"),
        ("", "    {\n", "`{` is not closed"),
    ] {
        let text = page(settings, element);
        let page = super::parse(&text);
        let found = names(&page);
        let sound: Vec<&str> = found.iter().map(String::as_str).collect();
        assert!(
            sound.contains(&"A") && sound.contains(&"B"),
            "{text}: {found:?}"
        );
        let messages: Vec<&str> = page.problems.iter().map(|it| it.message.as_str()).collect();
        assert_eq!(messages, [said], "{text}");
    }
}

#[test]
fn brackets_of_a_comment_that_is_half_typed_need_no_stack() {
    let brackets = "[".repeat(100_000);
    let page = format!("<script>CindyJS({{*/*/ scripts: 'cs*',{brackets} use: [1] }});</script>");
    let run = move || super::parse(&page).problems.len();
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    let read = thread.spawn(run).ok().and_then(|read| read.join().ok());
    assert!(read.is_some_and(|count| count > 0));
}
