//! Names of variables and functions, and which of them come first.

use super::*;

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
            and 69 more"#]],
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
            Builtin convexhull3d  convexhull3d(points) => convexhull3d(${1:points})$0
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
            and 377 more"#]],
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
            and 379 more"#]],
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
            and 380 more"#]],
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
            Builtin playwave  playwave(samples)
            Builtin drawarc  drawarc(from, through, to)
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
            and 380 more"#]],
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
            Builtin surfacealpha3d  surfacealpha3d(opacity) => surfacealpha3d(${1:opacity})$0
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
            Builtin allmasses  allmasses() … => allmasses()$0
            Builtin perpendicular  perpendicular(line, point) … => perpendicular(${1:line}, ${2:point})$0
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
            Builtin allmasses  allmasses() … => allmasses()$0
            Builtin perpendicular  perpendicular(line, point) … => perpendicular(${1:line}, ${2:point})$0
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
            and 92 more"#]],
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
            and 69 more"#]],
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
            and 69 more"#]],
    );
}
