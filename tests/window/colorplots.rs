//! Colorplots that take long: on the GPU without end, on the CPU many seconds.

use serde_json::json;

use super::{Opened, difference, has_screen, is_told};

/// A script with a loop over `k` that ends, in a line (from 0), is given others.
fn check_endless(name: &str, script: &str, line: u32) {
    if !has_screen() {
        return;
    }
    let mut opened = Opened::new(name, script);
    let first = opened.picture();
    // A number, where the same shader goes on, and another shader.
    for wild in ["k < 10^9", "k < 5 % |#| < 1000"] {
        let version = opened.editor.replace("k < 5", wild).unwrap();
        opened.told(wild, |params| {
            is_told(params, version, line, "still running after")
        });
        // What goes wrong stands in the bar.
        opened.picture_when("the bar", |now| difference(now, &first) > 0.002);
        // An edit is answered while the picture is still being painted.
        let version = opened.editor.replace(wild, "k < 5").unwrap();
        opened.editor.receipt(version).unwrap();
        opened.told("nothing is wrong", |params| {
            params["version"] == version && params["diagnostics"] == json!([])
        });
        opened.picture_when("no bar", |now| difference(now, &first) < 0.002);
    }
}

#[test]
fn loops_without_end_at_pixels_are_named_and_the_next_edit_paints() {
    let script = "// %% draw\ncolorplot(\n  k = 0;\n  while(k < 5, k = k + 1);\n  \
                  [k/9, 0.5, |#|/9]);\n";
    check_endless("endless-colorplot", script, 3);
}

#[test]
fn nor_do_they_hang_in_images() {
    let script = "// %% draw\ncreateimage(\"a\", 300, 300);\ncolorplot(\"a\", k = 0;\n  \
                  while(k < 5, k = k + 1);\n  [k/9, 0.5, |#|/9]);\n\
                  drawimage([0, 0], \"a\");\n";
    check_endless("endless-image", script, 3);
}

#[test]
fn what_the_cpu_paints_is_coarse_first_and_follows_edits() {
    if !has_screen() {
        return;
    }
    let script = "// %% draw\nf(n, x) := if(n < 1, x, f(n - 1, x));\n\
                  colorplot([f(100, |#|/9), 0.4, 0]);\n";
    let mut opened = Opened::new("recursive-colorplot", script);
    // Why it is painted there.
    opened.told("the reason", |params| {
        (1..=2).any(|line| is_told(params, 1, line, "recursi"))
    });
    let mut last = opened.picture();
    // All of it takes minutes.
    for (from, to) in [("0.4", "0.9"), ("0.9", "0.1")] {
        let version = opened.editor.replace(from, to).unwrap();
        opened.editor.receipt(version).unwrap();
        last = opened.picture_when("another colour", |now| difference(now, &last) > 0.5);
    }
}
