//! Files that a document imports: what becomes of it when they change.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::client::Client;

/// The message about `f`, if `f` is not defined.
fn said(diagnostics: &[Value]) -> Option<&str> {
    diagnostics.first()?["message"].as_str()
}

#[test]
fn they_are_watched_and_unsaved_ones_count() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libraries");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let folder = folder.canonicalize().unwrap();
    let library = folder.join("lib.cjs");
    let page = format!("file://{}/page.cindyscript", folder.display());
    let opened = format!("file://{}/lib.cjs", folder.display());
    let mut client = Client::initialize(json!({}));
    client.open(&page, "import(\"lib\"); a = f(1);");
    let diagnostics = client.diagnostics(&page, Some(1));
    assert!(said(&diagnostics).is_some(), "{diagnostics:?}");

    // It is written, and the page is not edited.
    fs::write(&library, "f(x) := x;").unwrap();
    assert_eq!(said(&client.diagnostics(&page, Some(1))), None);

    // What the editor has counts, saved or not.
    client.open(&opened, "g(x) := x;");
    let diagnostics = client.diagnostics(&page, Some(1));
    assert!(said(&diagnostics).is_some(), "{diagnostics:?}");
    client.edit(&opened, 2, [0, 0, 0, 1], "f");
    assert_eq!(said(&client.diagnostics(&page, Some(1))), None);
    client.rewrite(&opened, 3, "h(x) := x;");
    let diagnostics = client.diagnostics(&page, Some(1));
    assert!(said(&diagnostics).is_some(), "{diagnostics:?}");

    // Closed, it counts as it was saved.
    client.notify(
        "textDocument/didClose",
        json!({"textDocument": {"uri": opened}}),
    );
    assert_eq!(said(&client.diagnostics(&page, Some(1))), None);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn folder_of_a_library_that_goes_and_comes_is_followed() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libraries-moved");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("sub")).unwrap();
    let folder = folder.canonicalize().unwrap();
    let library = folder.join("sub/lib.cjs");
    fs::write(&library, "f(x) := x;").unwrap();
    let page = format!("file://{}/page.cindyscript", folder.display());
    let mut client = Client::initialize(json!({}));
    client.open(&page, "import(\"sub/lib.cjs\"); a = f(1);");
    assert_eq!(said(&client.diagnostics(&page, Some(1))), None);
    let mut wait = |is_fine: bool| {
        while said(&client.diagnostics(&page, Some(1))).is_none() != is_fine {}
    };
    fs::remove_dir_all(folder.join("sub")).unwrap();
    wait(false);
    fs::create_dir_all(folder.join("sub")).unwrap();
    fs::write(&library, "f(x) := x;").unwrap();
    wait(true);
    fs::write(&library, "g(x) := x;").unwrap();
    wait(false);
    fs::rename(folder.join("sub"), folder.join("other")).unwrap();
    fs::rename(folder.join("other"), folder.join("sub")).unwrap();
    fs::write(&library, "f(x) := 2*x;").unwrap();
    wait(true);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn page_is_analysed_again_when_the_editor_names_a_changed_file_or_folder() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libraries-named");
    fs::create_dir_all(&folder).unwrap();
    let folder = folder.canonicalize().unwrap();
    let page = format!("file://{}/page.cindyscript", folder.display());
    let mut client = Client::initialize(json!({}));
    client.open(&page, "import(\"lib\"); a = f(1);");
    assert_eq!(client.diagnostics(&page, Some(1)).len(), 1);
    for name in ["", "/lib.cjs"] {
        let changed = format!("file://{}{name}", folder.display());
        client.notify(
            "workspace/didChangeWatchedFiles",
            json!({"changes": [{"uri": changed, "type": 2}]}),
        );
        // The server sends the same again.
        assert_eq!(client.diagnostics(&page, Some(1)).len(), 1);
    }
    fs::remove_dir_all(&folder).unwrap();
}
