//! What a page names and shows: links to its files, its colours.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::client::Client;

fn place(line: u32, character: u32) -> Value {
    json!({"line": line, "character": character})
}

#[test]
fn links_lead_to_files_that_are_there() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("links");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("my files")).unwrap();
    let folder = folder.canonicalize().unwrap();
    fs::write(folder.join("my files/cat.png"), "").unwrap();
    fs::write(folder.join("lib.cjs"), "b = 1;").unwrap();
    let mut client = Client::initialize(json!({}));
    let page = format!("file://{}/page.html", folder.display());
    client.open(
        &page,
        "<script src='http://a.b/Cindy.js'></script>\n\
         <script>CindyJS({images: {ä: 'my%20files/cat.png', no: 'no.png', up: '/etc/passwd'},\n\
         import: {init: ['lib']}, scripts: {draw: ''}});</script>",
    );
    let links = client.result("textDocument/documentLink", &page, json!({}));
    let expected = json!([
        {
            "range": {"start": place(1, 30), "end": place(1, 48)},
            "target": format!("file://{}/my%20files/cat.png", folder.display()),
        },
        {
            "range": {"start": place(2, 17), "end": place(2, 20)},
            "target": format!("file://{}/lib.cjs", folder.display()),
        },
    ]);
    assert_eq!(links, expected);
    // Nothing is beside what has no file.
    client.open("untitled:Untitled-1", "import(\"lib\");");
    let links = client.result(
        "textDocument/documentLink",
        "untitled:Untitled-1",
        json!({}),
    );
    assert_eq!(links, json!([]));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_colour_is_picked() {
    let uri = "file:///tmp/colours.cindyscript";
    let mut client = Client::initialize(json!({}));
    client.open(uri, "s = \"😀\"; draw([0, 1], color -> [1, 0.5, 0]);\n");
    let colours = client.result("textDocument/documentColor", uri, json!({}));
    let range = json!({"start": place(0, 32), "end": place(0, 43)});
    let orange = json!({"red": 1.0, "green": 0.5, "blue": 0.0, "alpha": 1.0});
    assert_eq!(colours, json!([{"range": range, "color": orange}]));
    let mut pick = |range: &Value| {
        let color = json!({"red": 0.2, "green": 0.123_456, "blue": 1, "alpha": 0.5});
        let params = json!({"color": color, "range": range});
        client.result("textDocument/colorPresentation", uri, params)
    };
    let text = "[0.2, 0.123, 1]";
    let edit = json!({"range": range, "newText": text});
    assert_eq!(pick(&range), json!([{"label": text, "textEdit": edit}]));
    // Where there is none, and past the end.
    for (from, to) in [((0, 0), (0, 3)), ((9, 9), (99, 99))] {
        let range = json!({"start": place(from.0, from.1), "end": place(to.0, to.1)});
        assert_eq!(pick(&range), json!([]), "{range}");
    }
}
