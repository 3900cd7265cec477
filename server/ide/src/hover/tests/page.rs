//! Names and settings of a page.

use super::*;

#[test]
fn names_of_a_page() {
    let page = |at: &str| {
        let text = r#"<script>
CindyJS({ports: [{width: 30}], geometry: [
  {name: "A", type: "Free", pos: [0, 0]},
  {"name": "l", type: "Join", args: ["A", "A"]}
]});
</script>"#;
        marked_in("page.html", &text.replacen(at, &format!("${at}"), 1))
    };
    check_fixture(
        &page("A\", \"A"),
        &expect![[r#"
            A
            ```cindyscript
            A: point
            ```
            an element of the construction, of type `Free`, at `[0, 0]`, [line 3](@61..64)"#]],
    );
    check_fixture(
        &page("l\", type"),
        &expect![[r#"
            l
            ```cindyscript
            l: line
            ```
            an element of the construction, of type `Join`, computed from A, A, [line 4](@105..108)"#]],
    );
    check_fixture(
        &page("Join"),
        &expect![[r#"
            Join
            ```
            Join
            ```
            a line from a point, a point"#]],
    );
    check_fixture(
        &page("width"),
        &expect![[r#"
            width
            ```
            width
            ```
            of a port: the width of the canvas in pixels"#]],
    );
    check_fixture(
        &page("name\""),
        &expect![[r#"
            name
            ```
            name
            ```
            of an element: its name, the variable of the scripts"#]],
    );
    check_fixture(&page("30"), &expect!["nothing"]);
}

#[test]
fn keys_of_settings() {
    let page = |at: &str| {
        let text = "<script>var gslp = [{name: 'A', type: 'Free', tracelength: 9}];
CindyJS({drawscript: 'main', defaultAppearance: {pointSize: 3},
animation: {speed: 2}, ports: [{width: 30}], geometry: gslp});</script>";
        marked_in("page.html", &text.replacen(at, &format!("${at}"), 1))
    };
    for (at, expected) in [
        (
            "pointSize",
            expect![[r#"
            pointSize
            ```
            pointSize
            ```
            of `defaultAppearance`: the size of points, in pixels"#]],
        ),
        (
            "speed",
            expect![[r#"
            speed
            ```
            speed
            ```
            of `animation`: how fast the animation plays, 1 by itself"#]],
        ),
        (
            "width",
            expect![[r#"
            width
            ```
            width
            ```
            of a port: the width of the canvas in pixels"#]],
        ),
        (
            "tracelength",
            expect![[r#"
            tracelength
            ```
            tracelength
            ```
            of an element: how many places a trace has, 100 by itself"#]],
        ),
        (
            "drawscript",
            expect![[r#"
            drawscript
            ```
            drawscript
            ```
            of CindyJS: Each time the picture is drawn."#]],
        ),
        (
            "defaultAppearance",
            expect![[r#"
            defaultAppearance
            ```
            defaultAppearance
            ```
            of CindyJS: how elements look that do not say"#]],
        ),
    ] {
        check_fixture(&page(at), &expected);
    }
}
