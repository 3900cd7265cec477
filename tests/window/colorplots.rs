//! Colorplots that take long: on the GPU without end, on the CPU many seconds.

use cindyscript_tests::picture::Picture;
use serde_json::json;

use super::{Opened, difference, has_screen, is_told, settled};

/// A page that plays, -5 to 5 on 500 by 500 pixels, with a point at the upper right; its draw script
/// begins in line 1 (from 0).
pub(super) fn playing(draw: &str) -> String {
    format!(
        "<script id=\"csdraw\" type=\"text/x-cindyscript\">\n{draw}</script>\n\
         <div id=\"CSCanvas\"></div>\n<script>\nCindyJS({{\n  scripts: \"cs*\",\n  \
         animation: {{ autoplay: true }},\n  \
         geometry: [{{ name: \"A\", type: \"Free\", pos: [3, 3] }}],\n  \
         ports: [{{ id: \"CSCanvas\", width: 500, height: 500, \
         transform: [{{ visibleRect: [-5, 5, 5, -5] }}] }}],\n}});\n</script>\n"
    )
}

#[test]
fn a_good_colorplot_goes_on_beside_those_without_end() {
    if !has_screen() {
        return;
    }
    // Painted to its end, one of these takes a minute on software Vulkan.
    let endless = [
        "colorplot(k = 0;\n while(|#| < 100, k = k + 1);\n [k, 0, 0], [-5, -5], [0, 5]);\n",
        "colorplot(k = seconds();\n repeat(10^9, k = k + |#|);\n [k, 0, 0], [-5, -5], [0, 5]);\n",
        "createimage(\"a\", 300, 300); colorplot(\"a\", k = 0;\n\
         while(|#| < 100, k = k + 1); [k, 0, 0]); drawimage([-5, -5], [0, -5], \"a\");\n",
    ];
    for (number, endless) in endless.into_iter().enumerate() {
        let good = "colorplot(c = 0; repeat(20, i, c = c + |#.x|/100); \
                    [|sin(seconds())|, c, 1], [0, -5], [5, 5]);\n";
        let name = format!("beside-{number}");
        let mut opened = Opened::new(&name, &playing(&format!("{endless}{good}")));
        opened.told(endless, |params| {
            is_told(params, 1, 2, "still running after")
        });
        // Half of the picture is another in each frame.
        let mut last = opened.picture();
        for _ in 0..4 {
            let before = last;
            let moved = |now: &Picture| difference(now, &before) > 0.4;
            last = opened.picture_when(&format!("the good one moving beside {number}"), moved);
        }
        // The point follows the pointer. It is red, where all around it is blue.
        let is_point = |picture: &Picture, x, y| picture.pixel(x, y)[2] < 100;
        assert!(is_point(&last, 400, 100), "{:?}", last.pixel(400, 100));
        let (display, window) = (&opened.display, &opened.window);
        display.drag(window, (400, 100), (330, 320)).unwrap();
        opened.picture_when(&format!("the point dragged, {number}"), |now| {
            is_point(now, 330, 320)
        });
    }
}

/// A script with a loop over `k` that ends, in a line (from 0), is given others.
fn check_endless(name: &str, script: &str, line: u32) {
    if !has_screen() {
        return;
    }
    // CindyGL has no `while`; that is not what this is about.
    let mut opened = Opened::with_settings(name, script, &json!({"portability": false}));
    // The controls are gone, which come with the window.
    let first = settled(&opened.display, &opened.window, "the picture", |_| true);
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

#[test]
fn no_picture_is_blank_while_another_shader_is_built() {
    if !has_screen() {
        return;
    }
    let kinds = [
        "k = 3; l = [1, 2, 3]",
        "k = 3.5; l = [1, 2, 3]",
        "k = 3 + 2*i; l = [1, 2, 3]",
        "k = 3; l = [1, 2, 3, 4]",
        "k = [3, 4]; l = [1, 2]",
    ];
    // Blue everywhere, whatever they are.
    let script = format!(
        "// %% draw\n{};\ncolorplot(c = 0; forall(l, e, c = c + e*|k*#.x|); \
         [c/99, 0, 0.8]);\n",
        kinds[0]
    );
    let mut opened = Opened::new("retyped", &script);
    let mut last = kinds[0];
    let there_and_back = [1, 2, 3, 4, 1, 3, 0];
    for (step, kind) in there_and_back.into_iter().enumerate() {
        let kind = kinds[kind];
        let version = opened.editor.replace(last, kind).unwrap();
        for _ in 0..5 {
            let [_, _, blue] = opened.picture().pixel(300, 100);
            assert!((190..220).contains(&blue), "{last} to {kind}: {blue}");
        }
        let receipt = opened.editor.receipt(version).unwrap();
        let builds = receipt["structural"] == true;
        assert!(!builds || step < 4, "going back, from {last} to {kind}");
        last = kind;
    }
}
