//! Pages: what is around the scripts, settings, and the elements of the construction.

use super::*;

#[test]
fn around_the_scripts() {
    check_page(
        "<script id=\"cs$\" type=\"text/x-cindyscript\"></script>",
        &expect![[r#"
            Event csdraw  Each time the picture is drawn.
            Event csinit  Once, before the first drawing.
            Event csmove  After an element has moved, and before each drawing.
            Event cskeydown  When a key is pressed; it repeats while the key is held.
            Event cskeyup  When a key is released.
            Event cskeytyped  When a key is typed.
            and 14 more"#]],
    );
    check_page(
        "<script>CindyJS({$</script>",
        &expect![[r#"
            Key scripts  which scripts run: a pattern of ids, `cs*`, or an object of texts by event => scripts: 
            Key geometry  the construction: a list of elements, each after those that it is computed from => geometry: 
            Key ports  the canvases to draw on; CindyJS paints on the first => ports: 
            Key canvasname  the id of the element of the page to draw on => canvasname: 
            Key defaultAppearance  how elements look that do not say => defaultAppearance: 
            Key animation  whether the animation plays from the beginning, and how fast => animation: 
            and 46 more"#]],
    );
    check_page(
        "<script>CindyJS({ports: [{wi$}]});</script>",
        &expect![[r#"
            Key width  the width of the canvas in pixels => width: 
            Key virtualwidth  the width that coordinates in pixels count with => virtualwidth: 
        "#]],
    );
    check_page(
        "<script>CindyJS({geometry: [{name: \"A\", ty$: \"Free\"}]});</script>",
        &expect![[r#"
            Key type  what it is and how it is computed: `Free`, `Join`, `CircleMP`, ...
            Key dashtype  how the line is dashed, by a number from 0 to 4
            Key text_fontfamily  the font of its text, as in CSS
        "#]],
    );
    check_page(
        "<script>CindyJS({geometry: [{n$, type: \"Free\", narrow: 4}]});</script>",
        &expect![[r#"
            Key name  its name, the variable of the scripts => name: 
            Key noborder  whether a point has no dark border => noborder: 
            Key pinned  whether it cannot be moved => pinned: 
            Key printname  the text of its label => printname: 
            Key index  which of several solutions this is, from 1 => index: 
            Key overhang  how much of a clipped line is drawn beyond its ends: 1 for nothing => overhang: 
            and 8 more"#]],
    );
    check_page(
        "<script>CindyJS({geometry: [{name: \"A\", type: \"Ci$\"}]});</script>",
        &expect![[r#"
            ElementType CircleMP  a circle or conic from a point, a point
            ElementType CircleByRadius  a circle or conic from a point
            ElementType CircleMr  a circle or conic from a point
            ElementType CircleBy3  a circle or conic from a point, a point, a point
            ElementType CircleByFixedRadius  a circle or conic from a point
            ElementType CircleMFixedr  a circle or conic from a point
            and 39 more"#]],
    );
    check_page(
        "<script>CindyJS({geometry: [{name: \"A\"}, {name: \"b\", args: [\"$\"",
        &expect![[r#"
            Element A  
        "#]],
    );
    check_page(
        "<script>CindyJS({use: [\"$\"]})</script>",
        &expect![[r#"
            Plugin Cindy3D  
            Plugin Cindy3DPrint  
            Plugin CindyGL  
            Plugin CindyGLPrint  
            Plugin QuickHull3D  
            Plugin katex  
            and 5 more"#]],
    );
    check_page("<p>dra$</p>", &expect![[""]]);
    check_page("<script>f({a: 1, $</script>", &expect![[""]]);
    check(
        "a = 1;\n// %% dr$\nb = 2;",
        &expect![[r#"
        Event draw  Each time the picture is drawn.
        Event mousedrag  When the mouse moves with its button held.
        Event multidrag  When any finger moves.
        Event ondrop  When files or text are dropped onto the canvas.
    "#]],
    );
}

#[test]
fn in_a_string_of_javascript() {
    let text = "<script>CindyJS({scripts: {draw: 'draw([0, 0], arrowsh$)'}})</script>";
    check_page(
        text,
        &expect![[r#"
        Modifier arrowshape  -> a string => arrowshape -> ${1|"line","empty","hollow","full","jet","delta"|}
    "#]],
    );
    let text = "<script>CindyJS({scripts: {draw: \"draw([0, 0], arrowsh$)\"}})</script>";
    check_page(
        text,
        &expect![[r#"
        Modifier arrowshape  -> a string => arrowshape -> ${1|\\"line\\",\\"empty\\",\\"hollow\\",\\"full\\",\\"jet\\",\\"delta\\"|}
    "#]],
    );
}

#[test]
fn settings_around_the_call() {
    check_page(
        "<script>CindyJS({dr$</script>",
        &expect![[r#"
            Event drawscript  Each time the picture is drawn. => drawscript: 
            Key defaultAppearance  how elements look that do not say => defaultAppearance: 
            Key cinderella  the version of Cinderella that wrote this page => cinderella: 
            Event keydownscript  When a key is pressed; it repeats while the key is held. => keydownscript: 
            Event keytypedscript  When a key is typed. => keytypedscript: 
            Event mousedownscript  When a mouse button or the first finger goes down. => mousedownscript: 
            and 4 more"#]],
    );
    check_page(
        "<script>var gslp = [{name: 'A', type: 'Ci$'}]; CindyJS({geometry: gslp});</script>",
        &expect![[r#"
            ElementType CircleMP  a circle or conic from a point, a point
            ElementType CircleByRadius  a circle or conic from a point
            ElementType CircleMr  a circle or conic from a point
            ElementType CircleBy3  a circle or conic from a point, a point, a point
            ElementType CircleByFixedRadius  a circle or conic from a point
            ElementType CircleMFixedr  a circle or conic from a point
            and 39 more"#]],
    );
    check_page(
        "<script>var gslp = [{name: 'A', ty$}]; draw({geometry: gslp});</script>",
        &expect![[""]],
    );
}

/// The same in an element of a construction of points, a line and a circle.
fn check_element(element: &str, expected: &Expect) {
    let text = format!(
        "<script>CindyJS({{geometry: [\n\
         {{name: \"A\", type: \"Free\"}}, {{name: \"B\", type: \"Free\"}},\n\
         {{name: \"c\", type: \"CircleMP\", args: [\"A\", \"B\"]}},\n\
         {{name: \"l\", type: \"Segment\", args: [\"A\", \"B\"]}},\n\
         {{name: \"E\", {element}}},\n\
         {{name: \"F\", type: \"Free\"}}]}});</script>"
    );
    check_page(&text, expected);
}

#[test]
fn keys_of_an_element_by_its_type() {
    check_element(
        "$",
        &expect![[r#"
        Key type  what it is and how it is computed: `Free`, `Join`, `CircleMP`, ... => type: 
        Key pos  where it is at the beginning: `[x, y]`, or homogeneous, `[x, y, z]` => pos: 
        Key args  the names of the elements that this one is computed from => args: 
        Key color  red, green and blue, each from 0 to 1 => color: 
        Key size  the size of a point, the width of a line, in pixels => size: 
        Key labeled  whether its name is shown => labeled: 
        and 44 more"#]],
    );
    check_element(
        "type: \"Free\", $",
        &expect![[r#"
        Key pos  where it is at the beginning: `[x, y]`, or homogeneous, `[x, y, z]` => pos: 
        Key color  red, green and blue, each from 0 to 1 => color: 
        Key size  the size of a point, the width of a line, in pixels => size: 
        Key labeled  whether its name is shown => labeled: 
        Key pinned  whether it cannot be moved => pinned: 
        Key alpha  the opacity, from 0 to 1 => alpha: 
        and 43 more"#]],
    );
    check_element(
        "$, type: \"Free\", pos: [1, 2]",
        &expect![[r#"
        Key color  red, green and blue, each from 0 to 1 => color: 
        Key size  the size of a point, the width of a line, in pixels => size: 
        Key labeled  whether its name is shown => labeled: 
        Key pinned  whether it cannot be moved => pinned: 
        Key alpha  the opacity, from 0 to 1 => alpha: 
        Key visible  whether it is shown => visible: 
        and 42 more"#]],
    );
    check_element(
        "type: \"Mid\", $",
        &expect![[r#"
        Key args  the names of the elements that this one is computed from => args: 
        Key color  red, green and blue, each from 0 to 1 => color: 
        Key size  the size of a point, the width of a line, in pixels => size: 
        Key labeled  whether its name is shown => labeled: 
        Key pinned  whether it cannot be moved => pinned: 
        Key alpha  the opacity, from 0 to 1 => alpha: 
        and 43 more"#]],
    );
    check_element(
        "type: \"CircleMr\", args: [\"A\"], $",
        &expect![[r#"
        Key radius  the radius at the beginning => radius: 
        Key color  red, green and blue, each from 0 to 1 => color: 
        Key size  the size of a point, the width of a line, in pixels => size: 
        Key labeled  whether its name is shown => labeled: 
        Key pinned  whether it cannot be moved => pinned: 
        Key alpha  the opacity, from 0 to 1 => alpha: 
        and 42 more"#]],
    );
    check_element(
        "type: \"Button\", $",
        &expect![[r#"
        Key text  the text that is shown => text: 
        Key script  what runs when the button is clicked or the text entered => script: 
        Key pos  where it is at the beginning: `[x, y]`, or homogeneous, `[x, y, z]` => pos: 
        Key fillcolor  the colour of the inside: red, green and blue, each from 0 to 1 => fillcolor: 
        Key fillalpha  the opacity of the inside, from 0 to 1 => fillalpha: 
        Key color  red, green and blue, each from 0 to 1 => color: 
        and 43 more"#]],
    );
}

#[test]
fn types_of_an_element_by_its_arguments() {
    check_element(
        "type: \"$\"",
        &expect![[r#"
        ElementType Free  a point
        ElementType Segment  a segment from a point, a point
        ElementType Join  a line from a point, a point
        ElementType SelectP  a point from a set of points
        ElementType Transform  an element from a transformation and a point, a line, a circle or a polygon
        ElementType Meet  a point from a line, a line
        and 123 more"#]],
    );
    check_element(
        "type: \"$\", args: [\"A\", \"B\"]",
        &expect![[r#"
        ElementType Segment  a segment from a point, a point
        ElementType Join  a line from a point, a point
        ElementType CircleMP  a circle or conic from a point, a point
        ElementType Mid  a point from a point, a point
        ElementType Dist  a measured number from a point, a point
        ElementType EuclideanMid  a point from a point, a point
        and 123 more"#]],
    );
    check_element(
        "args: [\"l\", \"c\"], type: \"$\"",
        &expect![[r#"
        ElementType IntersectLC  a set of points from a line, a circle or conic
        ElementType PolarOfLine  a point from a line, a circle or conic
        ElementType Pole  a point from a line, a circle or conic
        ElementType Transform  an element from a transformation and a point, a line, a circle or a polygon
        ElementType Text  a text
        ElementType Button  a text
        and 123 more"#]],
    );
    check_element(
        "type: \"Po$\", args: [\"c\"]",
        &expect![[r#"
        ElementType PointOnCircle  a point from a circle or conic
        ElementType PointOnArc  a point from a circle or conic
        ElementType PointOnSegment  a point from a segment
        ElementType PointOnLine  a point from a line
        ElementType Poly  a polygon from one or more elements, each a point
        ElementType PolarOfPoint  a line from a point, a circle or conic
        and 22 more"#]],
    );
    check(
        "create([\"X\"], \"$\", [])",
        &expect![[r#"
        ElementType Free  a point
        ElementType Segment  a segment
        ElementType Join  a line
        ElementType SelectP  a point
        ElementType Transform  
        ElementType Meet  a point
        and 123 more"#]],
    );
}

#[test]
fn arguments_of_an_element_by_its_type() {
    check_element(
        "args: [\"$\"]",
        &expect![[r#"
            Element l  Segment
            Element c  CircleMP
            Element B  Free
            Element A  Free
        "#]],
    );
    check_element(
        "type: \"Perp\", args: [\"$\"]",
        &expect![[r#"
            Element l  Segment
            Element c  CircleMP
            Element B  Free
            Element A  Free
        "#]],
    );
    check_element(
        "type: \"Perp\", args: [\"l\", \"$\"]",
        &expect![[r#"
            Element B  Free
            Element A  Free
            Element c  CircleMP
            Element l  Segment
        "#]],
    );
    check_element(
        "type: \"Segment\", args: [\"A\", \"$\"]",
        &expect![[r#"
            Element B  Free
            Element A  Free
            Element l  Segment
            Element c  CircleMP
        "#]],
    );
    check_element(
        "args: [\"$\", \"A\"], type: \"PointOnCircle\"",
        &expect![[r#"
            Element c  CircleMP
            Element l  Segment
            Element B  Free
            Element A  Free
        "#]],
    );
}

#[test]
fn strings_of_settings_with_their_quotes() {
    check_element(
        "type: \"Segment\", args: [$]",
        &expect![[r#"
        Element "B"  Free
        Element "A"  Free
        Element "l"  Segment
        Element "c"  CircleMP
    "#]],
    );
    check_element(
        "type: \"Segment\", args: [\"A\", B$]",
        &expect![[r#"
        Element "B"  Free
    "#]],
    );
    check_element("type: \"Segment\", args: $", &expect![[""]]);
    check_element(
        "type: $, args: [\"A\"]",
        &expect![[r#"
        ElementType "CircleByRadius"  a circle or conic from a point
        ElementType "Through"  a line from a point
        ElementType "CircleMr"  a circle or conic from a point
        ElementType "CircleByFixedRadius"  a circle or conic from a point
        ElementType "CircleMFixedr"  a circle or conic from a point
        ElementType "Horizontal"  a line from a point
        and 123 more"#]],
    );
    check_element("type: [$]", &expect![[""]]);
    check_element("color: $", &expect![[""]]);
    check_page(
        "<script>CindyJS({use: [ka$]})</script>",
        &expect![[r#"
        Plugin "katex"  
    "#]],
    );
    check_page(
        "<script>CindyJS({scripts: $})</script>",
        &expect![[r#"
        Value "cs*"  
    "#]],
    );
}

#[test]
fn behaviors_of_the_physics() {
    let at = |behavior: &str| {
        format!(
            "<script>CindyJS({{geometry: [{{name: \"A\", type: \"Free\"}}], behavior: [{{{behavior}}}]}})</script>"
        )
    };
    check_page(
        &at("type: \"S$\""),
        &expect![[r#"
        Value Spring  a segment that pulls its ends together
        Value Sun  a point that attracts all masses and stays where it is
        Value Mass  a point that forces move
    "#]],
    );
    check_page(
        &at("type: \"Mass\", fr$"),
        &expect![[r#"
        Key friction  the share of its speed that it loses in a unit of time => friction: 
    "#]],
    );
    check_page(
        &at("type: \"Mass\", geo: [$]"),
        &expect![[r#"
        Element "A"  Free
    "#]],
    );
    check_page(
        &at("name: \"A\", behavior: {vx$}"),
        &expect![[r#"
        Key vx  its horizontal speed at the beginning => vx: 
    "#]],
    );
}
