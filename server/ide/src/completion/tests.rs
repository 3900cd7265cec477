use super::*;
use crate::fixture::{Fixture, marked, marked_in};
use expect_test::{Expect, expect};

/// The first completions at `$`, as far as they are to be seen without scrolling.
fn check(text: &str, expected: &Expect) {
    check_fixture(&marked(text), expected);
}

fn check_fixture(Fixture { analysis, at }: &Fixture, expected: &Expect) {
    let all = completions(analysis, *at, true).items;
    let shown = all.iter().take(6).map(|item| {
        let detail = item.detail.as_deref().unwrap_or_default();
        let insert = match item.insert == item.label {
            true => String::new(),
            false => format!(" => {}", item.insert),
        };
        format!("{:?} {}  {detail}{insert}\n", item.kind, item.label)
    });
    let mut shown: String = shown.collect();
    if all.len() > 6 {
        shown.push_str(&format!("and {} more", all.len() - 6));
    }
    expected.assert_eq(&shown);
}

#[test]
fn names_in_scope() {
    check(
        "radius = 2; f(rabbit) := (regional(rat); rat = 1; ra$); f(1.5);",
        &expect![[r#"
            Parameter rat  int
            Parameter rabbit  real
            Variable radius  int
            Builtin random  random() … => random()$0
            Builtin randomint  randomint(limit) => randomint(${1:limit})$0
            Builtin randominteger  randominteger(limit) => randominteger(${1:limit})$0
            and 70 more"#]],
    );
    check(
        "apply([[1, 2]], corner, draw(corner, size -> co$",
        &expect![[r#"
            Parameter corner  list(2, int)
            Builtin cos  cos(angle) => cos(${1:angle})$0
            Builtin complex  complex(vector) => complex(${1:vector})$0
            Builtin conjugate  conjugate(z) => conjugate(${1:z})$0
            Builtin combinations  combinations(n, k) => combinations(${1:n}, ${2:k})$0
            Builtin consecutive  consecutive(list) => consecutive(${1:list})$0
            and 63 more"#]],
    );
    check(
        "repeat(10, counter, draw([co$, 1]))",
        &expect![[r#"
            Parameter counter  int
            Builtin cos  cos(angle) => cos(${1:angle})$0
            Builtin complex  complex(vector) => complex(${1:vector})$0
            Builtin conjugate  conjugate(z) => conjugate(${1:z})$0
            Builtin contains  contains(list, element) => contains(${1:list}, ${2:element})$0
            Builtin concat  concat(list, other) => concat(${1:list}, ${2:other})$0
            and 63 more"#]],
    );
    check(
        "colorplot($",
        &expect![[r#"
            Parameter #  list(2, real)
            Constant pi  real
            Builtin cos  cos(angle) => cos(${1:angle})$0
            Builtin length  length(list) => length(${1:list})$0
            Builtin sin  sin(angle) => sin(${1:angle})$0
            Builtin abs  abs(x) => abs(${1:x})$0
            and 374 more"#]],
    );
}

#[test]
fn what_a_colorplot_alone_assigns() {
    check(
        "colorplot(vv = #.x; ww = vv * 2; [ww, ww, $ww])",
        &expect![[r#"
            Parameter #  list(2, real)
            Variable ww  real
            Variable vv  real
            Control if  if(condition, then) … => if(${1:condition}, ${2:then})$0
            Control apply  apply(list, variable, body) … => apply(${1:list}, ${2:v}, $0)
            Builtin drawtext  drawtext(position, text) => drawtext(${1:position}, ${2:text})$0
            and 376 more"#]],
    );
    check(
        "colorplot(vv = #.x; isnear = vv < 2; ww = vv + $)",
        &expect![[r#"
            Parameter #  list(2, real)
            Variable vv  real
            Constant i  complex
            Constant pi  real
            Variable ww  variable
            Builtin drawtext  drawtext(position, text) => drawtext(${1:position}, ${2:text})$0
            and 377 more"#]],
    );
}

#[test]
fn functions_of_the_applet() {
    check(
        "// How far away it is.\nfaraway(x, y) := |x, y|;\na = faraway([0, 0], [1, 1]); b = fara$",
        &expect![[r#"
            Function faraway  faraway(x, y): list(2, int), list(2, int) -> real => faraway(${1:x}, ${2:y})$0
        "#]],
    );
    check(
        "wave(t) := sin(t); wa$(1)",
        &expect![[r#"
        Function wave  wave(t)
        Builtin drawimage  drawimage(center, image) …
        Builtin drawall  drawall(figures)
        Builtin drawtable  drawtable(position, table)
        Builtin drawarc  drawarc(from, through, to)
        Builtin rowmatrix  rowmatrix(vector)
        and 2 more"#]],
    );
}

#[test]
fn parameters_that_are_being_declared() {
    check("f($) := 3;", &expect![[""]]);
    check("f(x, $y) := x + y;", &expect![[""]]);
    check(
        "n = 2; f($) := apply(1..n, k, k * size + pi);",
        &expect![[r#"
            Parameter size  
            Parameter n  
        "#]],
    );
    check(
        "n = 2; f(x, si$) := n * sin(x) * size;",
        &expect![[r#"
        Parameter size  
    "#]],
    );
    check(
        "f($) := wide + 1; g(wide) := f(wide); g(2);",
        &expect![[r#"
            Parameter wide  
        "#]],
    );
    check(
        "f(x$) := x + 1;",
        &expect![[r#"
        Parameter x  
    "#]],
    );
    check(
        "f($, y) := y + blue.x * cos(z) - g(w, z -> 1);",
        &expect![[r#"
            Parameter blue  
            Parameter w  
            Parameter z  
        "#]],
    );
    check(
        "f($) := (regional(r); r = forall(l, k, k * #); repeat(3, r); r); other;",
        &expect![[r#"
            Parameter l  
        "#]],
    );
    check(
        "f(x, y) := x; a = 1; f(a, $);",
        &expect![[r#"
        Variable a  int
        Function f  f(x, y): int, nothing -> int => f(${1:x}, ${2:y})$0
        Variable x  int
        Variable y  variable
        Control if  if(condition, then) … => if(${1:condition}, ${2:then})$0
        Control apply  apply(list, variable, body) … => apply(${1:list}, ${2:v}, $0)
        and 377 more"#]],
    );
}

#[test]
fn loops_name_their_variable() {
    check(
        "k = 1; rep$",
        &expect![[r#"
        Control repeat  repeat(n, variable, body) … => repeat(${1:n}, ${2:j}, $0)
        Builtin repaint  repaint() => repaint()$0
        Builtin replace  replace(text, from, to) … => replace(${1:text}, ${2:from}, ${3:to})$0
        Builtin createpoint  createpoint(name, position) => createpoint(${1:name}, ${2:position})$0
        Builtin forcerecompile  forcerecompile() => forcerecompile()$0
        Builtin readpixels  readpixels(image) => readpixels(${1:image})$0
        and 5 more"#]],
    );
    check(
        "fora$",
        &expect![[r#"
        Control forall  forall(list, variable, body) … => forall(${1:list}, ${2:v}, $0)
        Builtin format  format(number, decimals) => format(${1:number}, ${2:decimals})$0
    "#]],
    );
    check(
        "whi$",
        &expect![[r#"
        Control while  while(condition, body) => while(${1:condition}, $0)
    "#]],
    );
}

#[test]
fn what_is_wanted_comes_first() {
    check(
        "late = true; lamp = 3; if(la$",
        &expect![[r#"
        Variable late  boolean
        Variable lamp  int
        Builtin layer  layer(layer) => layer(${1:layer})$0
        Builtin cgleval  cgleval(code, argument, ...) => cgleval(${1:code}, ${2:argument})$0
        Control cgllazy  cgllazy(expression) … => cgllazy(${1:expression})$0
        Builtin flatten  flatten(list) => flatten(${1:list})$0
        and 47 more"#]],
    );
    check(
        "late = true; lamp = 3; a = 1 + la$",
        &expect![[r#"
        Variable lamp  int
        Variable late  boolean
        Builtin layer  layer(layer) => layer(${1:layer})$0
        Builtin linearsolve  linearsolve(matrix, vector) => linearsolve(${1:matrix}, ${2:vector})$0
        Builtin perpendicular  perpendicular(line, point) … => perpendicular(${1:line}, ${2:point})$0
        Builtin simulationtime  simulationtime() => simulationtime()$0
        and 47 more"#]],
    );
    check(
        "l = [1, 2]; lamp = 3; drawcircle(l$",
        &expect![[r#"
            Variable l  list(2, int)
            Variable lamp  int
            Builtin line  line(vector) => line(${1:vector})$0
            Builtin length  length(list) => length(${1:list})$0
            Modifier lineCap  -> a string => lineCap -> ${1|"round","square","butt"|}
            Modifier lineJoin  -> a string => lineJoin -> ${1|"round","bevel","miter"|}
            and 183 more"#]],
    );
    check(
        "lamp = 3; late = [1, 0, 0]; draw([0, 0], color -> la$",
        &expect![[r#"
            Variable late  list(3, int)
            Variable lamp  int
            Builtin layer  layer(layer) => layer(${1:layer})$0
            Builtin linearsolve  linearsolve(matrix, vector) => linearsolve(${1:matrix}, ${2:vector})$0
            Builtin perpendicular  perpendicular(line, point) … => perpendicular(${1:line}, ${2:point})$0
            Builtin cgleval  cgleval(code, argument, ...) => cgleval(${1:code}, ${2:argument})$0
            and 47 more"#]],
    );
    check(
        "lamp = i; late = [1, 0, 0]; colorplot(la$)",
        &expect![[r#"
        Variable late  list(3, int)
        Variable lamp  complex
        Builtin layer  layer(layer) => layer(${1:layer})$0
        Builtin perpendicular  perpendicular(line, point) … => perpendicular(${1:line}, ${2:point})$0
        Builtin simulationtime  simulationtime() => simulationtime()$0
        Builtin cgleval  cgleval(code, argument, ...) => cgleval(${1:code}, ${2:argument})$0
        and 47 more"#]],
    );
}

#[test]
fn modifiers_that_the_applet_uses_elsewhere() {
    let text = "surface([0, 0], shine -> 3, glow -> 1); sh = 2;\n";
    check(
        &format!("{text}surface([1, 1], sh$"),
        &expect![[r#"
            Variable sh  int
            Modifier shine   => shine -> 
            Builtin shininess3d  shininess3d() (not in the preview) => shininess3d()$0
            Builtin mincostmatching  mincostmatching(matrix) => mincostmatching(${1:matrix})$0
            Builtin cglspherepos  cglspherepos() (not in the preview) => cglspherepos()$0
            Builtin disablelight3d  disablelight3d() (not in the preview) => disablelight3d()$0
            and 11 more"#]],
    );
    check(
        &format!("{text}surface([1, 1], glow -> 2, gl$"),
        &expect![[r#"
            Builtin cgleval  cgleval(code, argument, ...) => cgleval(${1:code}, ${2:argument})$0
            Control cgllazy  cgllazy(expression) … => cgllazy(${1:expression})$0
            Builtin eigenvalues  eigenvalues(matrix) => eigenvalues(${1:matrix})$0
            Builtin cglviewrect  cglviewrect() => cglviewrect()$0
            Builtin cgltexturergb  cgltexturergb(image, point) => cgltexturergb(${1:image}, ${2:point})$0
            Builtin cgltexture  cgltexture(image, point) => cgltexture(${1:image}, ${2:point})$0
            and 32 more"#]],
    );
    check(
        &format!("{text}draw([1, 1], shi$"),
        &expect![[r#"
        Builtin shininess3d  shininess3d() (not in the preview) => shininess3d()$0
        Modifier dashing  -> a number => dashing -> 
        Builtin mincostmatching  mincostmatching(matrix) => mincostmatching(${1:matrix})$0
        Builtin lineshininess3d  lineshininess3d() (not in the preview) => lineshininess3d()$0
        Builtin pointshininess3d  pointshininess3d() (not in the preview) => pointshininess3d()$0
        Builtin saveisomeshtofile  saveisomeshtofile() (not in the preview) => saveisomeshtofile()$0
        and 1 more"#]],
    );
}

#[test]
fn modifiers_of_the_call() {
    check(
        "draw([0, 0], $)",
        &expect![[r#"
            Modifier color  -> a colour, a list of 3 numbers => color -> [${1:red}, ${2:green}, ${3:blue}]
            Modifier size  -> a number => size -> 
            Modifier alpha  -> a number => alpha -> 
            Modifier border  -> true or false => border -> ${1|true,false|}
            Modifier noborder  -> true or false => noborder -> ${1|true,false|}
            Modifier dashing  -> a number => dashing -> 
            and 393 more"#]],
    );
    check(
        "draw([0, 0], color -> [1, 0, 0], $",
        &expect![[r#"
            Modifier size  -> a number => size -> 
            Modifier alpha  -> a number => alpha -> 
            Modifier border  -> true or false => border -> ${1|true,false|}
            Modifier noborder  -> true or false => noborder -> ${1|true,false|}
            Modifier dashing  -> a number => dashing -> 
            Modifier dashtype  -> a number or a string => dashtype -> ${1|"solid","dashed","tightdash","dotted","dashdot"|}
            and 392 more"#]],
    );
    check(
        "draw([0, 0], [1, 1], arrow -> $",
        &expect![[r#"
            Constant false  boolean
            Constant true  boolean
            Builtin max  max(list) … => max(${1:list})$0
            Builtin min  min(list) … => min(${1:list})$0
            Control if  if(condition, then) … => if(${1:condition}, ${2:then})$0
            Builtin use  use(plugin) => use(${1:plugin})$0
            and 373 more"#]],
    );
    check(
        "draw([0, 0], [1, 1], arrowsh$",
        &expect![[r#"
        Modifier arrowshape  -> a string => arrowshape -> ${1|"line","empty","hollow","full","jet","delta"|}
    "#]],
    );
    check(
        "draw([0, 0], [1, 1], arrowshape -> \"$\")",
        &expect![[r#"
        Value delta  
        Value empty  
        Value full  
        Value hollow  
        Value jet  
        Value line  
    "#]],
    );
    check(
        "plot(x^2, st$",
        &expect![[r#"
        Modifier start  -> a number => start -> 
        Modifier stop  -> a number => stop -> 
        Modifier steps  -> a number => steps -> 
        Builtin stopanimation  stopanimation() => stopanimation()$0
        Builtin stopsound  stopsound() (not in the preview) => stopsound()$0
        Modifier dashtype  -> a number or a string => dashtype -> ${1|"solid","dashed","tightdash","dotted","dashdot"|}
        and 53 more"#]],
    );
}

#[test]
fn modifiers_where_all_arguments_are_there() {
    let names = "A = [1, 2]; B = [3, 4]; c = [1, 0, 0]; co = 2;\n";
    let check = |call: &str, expected: &Expect| check(&format!("{names}{call}"), expected);
    check(
        "drawtext(A, \"h\", $)",
        &expect![[r#"
        Modifier color  -> a colour, a list of 3 numbers => color -> [${1:red}, ${2:green}, ${3:blue}]
        Modifier size  -> a number => size -> 
        Modifier alpha  -> a number => alpha -> 
        Modifier bold  -> true or false => bold -> ${1|true,false|}
        Modifier italics  -> true or false => italics -> ${1|true,false|}
        Modifier family  -> a string => family -> 
        and 390 more"#]],
    );
    check(
        "drawtext(A, \"h\", co$)",
        &expect![[r#"
        Variable co  int
        Modifier color  -> a colour, a list of 3 numbers => color -> [${1:red}, ${2:green}, ${3:blue}]
        Builtin cos  cos(angle) => cos(${1:angle})$0
        Builtin complex  complex(vector) => complex(${1:vector})$0
        Builtin conjugate  conjugate(z) => conjugate(${1:z})$0
        Builtin contains  contains(list, element) => contains(${1:list}, ${2:element})$0
        and 65 more"#]],
    );
    check(
        "draw(A, B, color -> c, $)",
        &expect![[r#"
        Modifier size  -> a number => size -> 
        Modifier alpha  -> a number => alpha -> 
        Modifier border  -> true or false => border -> ${1|true,false|}
        Modifier noborder  -> true or false => noborder -> ${1|true,false|}
        Modifier dashing  -> a number => dashing -> 
        Modifier dashtype  -> a number or a string => dashtype -> ${1|"solid","dashed","tightdash","dotted","dashdot"|}
        and 396 more"#]],
    );
    check(
        "draw(A, color -> c, $)",
        &expect![[r#"
        Modifier size  -> a number => size -> 
        Modifier alpha  -> a number => alpha -> 
        Modifier border  -> true or false => border -> ${1|true,false|}
        Modifier noborder  -> true or false => noborder -> ${1|true,false|}
        Modifier dashing  -> a number => dashing -> 
        Modifier dashtype  -> a number or a string => dashtype -> ${1|"solid","dashed","tightdash","dotted","dashdot"|}
        and 396 more"#]],
    );
    check(
        "draw(A, $)",
        &expect![[r#"
        Variable A  list(2, int)
        Variable c  list(3, int)
        Variable B  list(2, int)
        Modifier color  -> a colour, a list of 3 numbers => color -> [${1:red}, ${2:green}, ${3:blue}]
        Modifier size  -> a number => size -> 
        Modifier alpha  -> a number => alpha -> 
        and 397 more"#]],
    );
    check(
        "draw(a, b, c, d) := a; draw(A, B, $)",
        &expect![[r#"
        Variable B  list(2, int)
        Variable A  list(2, int)
        Function draw  draw(a, b, c, d) => draw(${1:a}, ${2:b}, ${3:c}, ${4:d})$0
        Variable a  variable
        Modifier color  -> a colour, a list of 3 numbers => color -> [${1:red}, ${2:green}, ${3:blue}]
        Modifier size  -> a number => size -> 
        and 400 more"#]],
    );
}

#[test]
fn fields_of_a_type() {
    check(
        "A = [1, 2]; b = A.$;",
        &expect![[r#"
        Field x  the first coordinate
        Field y  the second coordinate
        Field xy  the point as two coordinates
        Field homog  the point as three homogeneous coordinates
    "#]],
    );
    check(
        "colorplot(#.$)",
        &expect![[r#"
        Field x  the first coordinate
        Field y  the second coordinate
        Field xy  the point as two coordinates
        Field homog  the point as three homogeneous coordinates
    "#]],
    );
    check(
        "f(d) := d.$; f({\"key\": 1}); a = {\"other\": 2};",
        &expect![[r#"
            Field key  
            Field other  
        "#]],
    );
    check(
        "p = allpoints(); q = p_1.$",
        &expect![[r#"
        Field x  real
        Field y  real
        Field xy  list(2, real)
        Field coord  list(2, real)
        Field homog  list(3, real)
        Field angle  real
        and 15 more"#]],
    );
    check(
        "p = allpoints(); q = p_1.ra$",
        &expect![[r#"
        Field radius  
        Field trace  boolean
    "#]],
    );
    check(
        "A:\"mass\" = 1; b = A:$",
        &expect![[r#"
        Key "mass"  
    "#]],
    );
    check(
        "A:\"mass\" = 1; b = A:\"$\"",
        &expect![[r#"
        Key mass  
    "#]],
    );
}

#[test]
fn numbers_and_strings_have_no_fields() {
    for text in [
        "n = 3; println(n.$)",
        "n = 3; println(n.x$)",
        "r = 0.5; a = r.$",
        "z = 1 + i; a = z.$",
        "s = \"a\"; s.$",
        "b = true; b.$",
        "d = {\"key\": 1}; n = 2; n.$",
        "colorplot(vv = #.x; vv.$)",
    ] {
        let Fixture { analysis, at } = marked(text);
        assert_eq!(completions(&analysis, at, true).items, [], "{text}");
    }
}

#[test]
fn names_in_strings() {
    check(
        "createimage(\"trail\", 9, 9); drawimage([0, 0], \"$\")",
        &expect![[r#"
            Image trail  made by createimage
        "#]],
    );
    check(
        "createimage(\"trail\", 9, 9); colorplot(\"tr$",
        &expect![[r#"
            Image trail  made by createimage
        "#]],
    );
    // What is being typed is no name yet.
    check("createimage(\"$\", 9, 9);", &expect![[""]]);
    check(
        "create([\"X\"], \"Cir$\", [])",
        &expect![[r#"
            ElementType CircleMP  a circle or conic
            ElementType CircleByRadius  a circle or conic
            ElementType CircleMr  a circle or conic
            ElementType CircleBy3  a circle or conic
            ElementType CircleByFixedRadius  a circle or conic
            ElementType CircleMFixedr  a circle or conic
            and 8 more"#]],
    );
    check(
        "use(\"$\")",
        &expect![[r#"
            Plugin Cindy3D  not in the preview
            Plugin Cindy3DPrint  not in the preview
            Plugin CindyGL  
            Plugin CindyGLPrint  not in the preview
            Plugin CindyLeap  not in the preview
            Plugin CindyXR  not in the preview
            and 5 more"#]],
    );
    check("drawtext([0, 0], \"dr$\")", &expect![[""]]);
}

#[test]
fn nothing_to_complete() {
    check("// dra$", &expect![[""]]);
    check("/* dra$ */", &expect![[""]]);
    check("/* dra$", &expect![[""]]);
    check("a = 1.5$", &expect![[""]]);
    check("a = 2e$", &expect![[""]]);
    check("a = \"dra$\"", &expect![[""]]);
}

#[test]
fn the_word_under_the_cursor_is_replaced() {
    let Fixture { analysis, at } = marked("a = colo$rp(1);");
    let all = completions(&analysis, at, false).items;
    let range = all.first().map(|item| item.range);
    assert_eq!(range, Some(TextRange::new(4.into(), 10.into())));
    assert_eq!(
        all.first().map(|item| item.insert.as_str()),
        Some("colorplot")
    );
}

#[test]
fn broken_text() {
    for text in [
        "radius = 2; f(x) := (y = [1, (2; drawcircle(ra$\nb = 3;",
        "radius = 2;\ndraw([ra$\nnext(t) := t;",
        "radius = 2; a = + * ra$ )) ]",
    ] {
        let Fixture { analysis, at } = marked(text);
        let all = completions(&analysis, at, true).items;
        let first = all.first().expect("a completion");
        let shown = (first.label.as_str(), first.detail.as_deref());
        assert_eq!(shown, ("radius", Some("int")), "{text}");
        assert!(all.iter().any(|one| one.label == "random"), "{text}");
    }
}

/// The same in a page.
fn check_page(text: &str, expected: &Expect) {
    check_fixture(&marked_in("page.html", text), expected);
}

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
            Plugin CindyGL  
            Plugin katex  
            Plugin symbolic  
            Plugin Cindy3D  not in the preview
            Plugin Cindy3DPrint  not in the preview
            Plugin CindyGLPrint  not in the preview
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
fn of_very_many_names_the_likeliest_are_given() {
    let names: String = (0..900).map(|k| format!("name{k} = {k};\n")).collect();
    let found = |typed: &str| {
        let fixture = marked(&format!("{names}b = {typed}$"));
        completions(&fixture.analysis, fixture.at, true)
    };
    let all = found("");
    assert!(all.is_incomplete);
    let first: Vec<&str> = all.items.iter().take(3).map(|item| &*item.label).collect();
    assert!(first.contains(&"name899"), "{first:?}");
    assert!(!all.items.iter().any(|item| item.label == "name17"));
    let more = found("name1");
    assert!(!more.is_incomplete);
    let place = more.items.iter().find(|item| item.label == "name17");
    assert_eq!(place.and_then(|item| item.detail.as_deref()), Some("int"));
}

#[test]
fn what_ends_a_colorplot_is_a_colour() {
    let names = "lake = true; lane = [1, 0, 0]; lamp = \"on\";\n";
    for plot in [
        "colorplot(r = 1; la$)",
        "colorplot((r = 1; la$))",
        "colorplot(if(x > 0, r = 1; la$, [0, 0, 0]))",
    ] {
        let Fixture { analysis, at } = marked(&format!("{names}{plot}"));
        let all = completions(&analysis, at, true).items;
        assert_eq!(all[0].label, "lane", "{plot}");
    }
    check(
        "level = 0.5; lever = [1, 0, 0]; colorplot([(le$",
        &expect![[r#"
            Variable lever  list(3, int)
            Variable level  real
            Builtin length  length(list) => length(${1:list})$0
            Builtin leapnormalizeposition  leapnormalizeposition() (not in the preview) => leapnormalizeposition()$0
            Builtin complex  complex(vector) => complex(${1:vector})$0
            Constant false  boolean
            and 93 more"#]],
    );
}

#[test]
fn arguments_of_the_applets_functions() {
    check(
        "turn(place, angle) := place; turn([1, 2], 0.5);\nrate = true; ratio = 2.5; rank = [3, 4]; turn(ra$",
        &expect![[r#"
            Variable rank  list(2, int)
            Variable ratio  real
            Variable rate  boolean
            Builtin random  random() … => random()$0
            Builtin rank  rank(matrix) => rank(${1:matrix})$0
            Builtin randomint  randomint(limit) => randomint(${1:limit})$0
            and 70 more"#]],
    );
    check(
        "turn(place, angle) := place; turn([1, 2], 0.5);\nrate = true; ratio = 2.5; rank = [3, 4]; turn(rank, ra$",
        &expect![[r#"
            Variable ratio  real
            Builtin random  random() … => random()$0
            Builtin rank  rank(matrix) => rank(${1:matrix})$0
            Variable rank  list(2, int)
            Builtin randomint  randomint(limit) => randomint(${1:limit})$0
            Variable rate  boolean
            and 70 more"#]],
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
