//! Files that are dropped on the canvas.

use cindyscript_interpreter::picture::{Picture, Pixels};
use cindyscript_interpreter::{DroppedContent, DroppedFile, DroppedPicture};

use super::*;

fn page(draw: &str) -> String {
    format!(
        r#"<script id="csondrop" type="text/x-cindyscript">
d = dropped(); at = droppoint(); json = d_2_1;
result = apply(d, #_2 + " " + #_3 + " " + #_4) ++ [at, d_1_1, json.list, d_5_1];
picture = d_4_1;
</script>
<script id="csdraw" type="text/x-cindyscript">{draw}
after = [isundefined(dropped()), isundefined(droppoint()), imagesize(picture)];</script>
<script>CindyJS({{scripts: "cs*",
  ports: [{{id: "c", width: 400, height: 200, transform: [{{visibleRect: [-4, 2, 4, -2]}}]}}]}});</script>"#
    )
}

fn shown(session: &Session, name: &str) -> String {
    let value = session.interpreter.variable(name);
    value.map(|value| session.print(value)).unwrap_or_default()
}

#[test]
fn ondrop_gets_what_cindyjs_gives_it() {
    let canvas = Canvas {
        device: [400, 200],
        scale: 1.0,
    };
    let mut session = Session::new(source(&page("")), canvas, services(), 0, 0.0);
    assert!(session.takes_drops());
    assert!(!super::session().takes_drops());
    let file = |name: &str, mime: &str, content| DroppedFile {
        name: name.to_owned(),
        mime: mime.to_owned(),
        content,
    };
    let pixels = Pixels::new([3, 2], vec![255; 24]).map(Picture::from_pixels);
    let picture = DroppedPicture::new("p.png", pixels.unwrap_or_else(|| Picture::blank([1, 1])));
    let json = r#"{"list": [1, true, null, "a"]}"#;
    let files = [
        file(
            "a.txt",
            "text/plain",
            DroppedContent::Text("text".to_owned()),
        ),
        file(
            "b.json",
            "application/json",
            DroppedContent::Json(json.to_owned()),
        ),
        file("c.exe", "", DroppedContent::Nothing),
        file("p.png", "image/png", DroppedContent::Picture(picture)),
        file(
            "e.json",
            "application/json",
            DroppedContent::Json("{".to_owned()),
        ),
    ];
    session.input(UserEvent::Dropped(files.into(), [249.5, 49.5]));
    let expected = "[string text/plain a.txt, dict application/json b.json, undefined  c.exe, \
                    image image/png p.png, undefined application/json e.json, [1, 1, 1], text, \
                    [1, true, ___, a], ___]";
    assert_eq!(shown(&session, "result"), expected);
    assert!(session.is_outdated());
    assert_eq!(session.frame(0.0).errors, []);
    assert_eq!(shown(&session, "after"), "[true, true, [3, 2]]");
    // An edit begins anew, and the files are dropped again.
    session.load(source(&page("x = 1;")));
    assert_eq!(shown(&session, "result"), expected);
    assert_eq!(session.frame(0.0).errors, []);
    assert_eq!(shown(&session, "after"), "[true, true, [3, 2]]");
}
