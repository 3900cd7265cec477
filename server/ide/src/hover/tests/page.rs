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

#[test]
fn hover_of_a_value_in_settings_says_what_it_names() {
    let page = |at: &str| {
        let text = r#"<script id="csinit" type="text/x-cindyscript">a = 1;</script>
<script id="csdraw" type="text/x-cindyscript">
  b = a;
</script>
<script id="other" type="text/x-cindyscript">c = a;</script>
<script>
CindyJS({scripts: "cs*", use: ["CindyGL", 'CindyLeap'], drawscript: "other",
  ports: [{transform: [{scale: 2}, {visibleRect: [-1.75, 1e1, 3, -4]}]}],
  geometry: [{name: "A", type: "Free", pos: [7, 8]}]});
</script>"#;
        marked_in("page.html", &text.replacen(at, &format!("${at}"), 1))
    };
    for (at, expected) in [
        (
            "CindyJS({",
            expect![[r#"
            CindyJS
            ```
            CindyJS({scripts, geometry, ports, use, ...})
            ```
            makes an applet of this page: its scripts, its construction, the canvases that it draws on, and the plugins that it uses"#]],
        ),
        (
            "cs*",
            expect![[r#"
            cs*
            ```
            cs*
            ```
            the scripts of this page with such an id:

            - `csinit` in [line 1](@46..46): Once, before the first drawing."#]],
        ),
        (
            "*\"",
            expect![[r#"
            cs*
            ```
            cs*
            ```
            the scripts of this page with such an id:

            - `csinit` in [line 1](@46..46): Once, before the first drawing."#]],
        ),
        (
            "other\",",
            expect![[r#"
            other
            ```
            other
            ```
            the scripts of this page with such an id:

            - `other` in [line 5](@173..173): Each time the picture is drawn."#]],
        ),
        (
            "CindyGL",
            expect![[r#"
            CindyGL
            ```
            CindyGL
            ```
            a plugin: paints `colorplot`s on the GPU"#]],
        ),
        (
            "CindyLeap",
            expect![[r#"
            CindyLeap
            ```
            CindyLeap
            ```
            a plugin: follows hands with a Leap Motion controller

            not available in the preview"#]],
        ),
        (
            "visibleRect",
            expect![[r#"
            visibleRect
            ```
            visibleRect
            ```
            of `transform`: the part of the plane that is seen: `[left, top, right, bottom]`"#]],
        ),
        (
            "scale:",
            expect![[r#"
            scale
            ```
            scale
            ```
            of `transform`: how many times larger everything is"#]],
        ),
        (
            "-1.75",
            expect![[r#"
            -1.75
            ```
            -1.75
            ```
            of `visibleRect`: the least x, at the left edge"#]],
        ),
        (
            "75",
            expect![[r#"
            -1.75
            ```
            -1.75
            ```
            of `visibleRect`: the least x, at the left edge"#]],
        ),
        (
            "1e1",
            expect![[r#"
            1e1
            ```
            1e1
            ```
            of `visibleRect`: the greatest y, at the upper edge"#]],
        ),
        (
            "-4",
            expect![[r#"
            -4
            ```
            -4
            ```
            of `visibleRect`: the least y, at the lower edge"#]],
        ),
        (
            "Free",
            expect![[r#"
            Free
            ```
            Free
            ```
            a point

            The mouse moves it; `pos` is where it is at the beginning, `[x, y]`."#]],
        ),
        ("7, 8", expect!["nothing"]),
        ("2}", expect!["nothing"]),
    ] {
        check_fixture(&page(at), &expected);
    }
}

#[test]
fn behaviors_of_the_physics() {
    let page = "<script>CindyJS({behavior: [{type: \"Spring\", strength: 2}]});</script>";
    let at = |word: &str| marked_in("page.html", &page.replacen(word, &format!("${word}"), 1));
    check_fixture(
        &at("Spring"),
        &expect![[r#"
        Spring
        ```
        Spring
        ```
        a behavior: a segment that pulls its ends together"#]],
    );
    check_fixture(
        &at("strength"),
        &expect![[r#"
        strength
        ```
        strength
        ```
        of a behavior: the force for each unit of its length"#]],
    );
}
