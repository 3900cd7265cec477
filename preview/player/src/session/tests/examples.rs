//! The examples of builtins run.

use cindyscript_hir::builtins::all;

use super::*;

const PAGE: &str = r#"<canvas id="c"></canvas>
<script id="csdraw" type="text/x-cindyscript">EXAMPLE</script>
<script>CindyJS({scripts: "cs*",
  ports: [{id: "c", width: 40, height: 40, transform: [{visibleRect: [-2, 2, 2, -2]}]}],
  geometry: [{name: "A", type: "Free", pos: [1, 1]}, {name: "B", type: "Free", pos: [-1, 1]},
             {name: "C", type: "Free", pos: [0, -1]}, {name: "a", type: "Join", args: ["A", "B"]},
             {name: "b", type: "Join", args: ["B", "C"]}]});</script>"#;

/// What cannot be had here: builtins that the preview does not have, terms for CindyJS's plugin, a
/// camera, a user who saves, and who paints images; and what an example leaves behind has no element any more.
const LACKING: &[&str] = &[
    "dump",
    "diff",
    "simplify",
    "cameravideo",
    "import",
    "playvideo",
    "pausevideo",
    "colorplot",
    "removeelement",
    "savecsgmesh",
    "savetubemesh",
    "saveisomeshtofile",
];

#[test]
fn examples_of_builtins_run() {
    let mut wrong = Vec::new();
    for builtin in all() {
        let example = builtin.row().example;
        let Some(example) = example.filter(|_| !LACKING.contains(&builtin.name())) else {
            continue;
        };
        let canvas = Canvas::new([40.0; 2], 1.0);
        let source = source(&PAGE.replace("EXAMPLE", example));
        let mut session = Session::new(source, canvas, services(), 0, 0.0);
        for time in [0.0, 0.1] {
            let errors = session.frame(time).errors;
            if let Some(error) = errors.first() {
                wrong.push(format!("{example}: {}", error.message));
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
