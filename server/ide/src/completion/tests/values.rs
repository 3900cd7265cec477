//! What a value has and what a call takes: fields, modifiers, names in strings.

use super::*;

#[test]
fn modifiers_that_the_applet_uses_elsewhere() {
    let text = "surface([0, 0], shine -> 3, glow -> 1); sh = 2;\n";
    check(
        &format!("{text}surface([1, 1], sh$"),
        &expect![[r#"
            Variable sh  int
            Modifier shine   => shine -> 
            Builtin shininess3d  shininess3d(shininess) => shininess3d(${1:shininess})$0
            Builtin mincostmatching  mincostmatching(matrix) => mincostmatching(${1:matrix})$0
            Builtin mesh3d  mesh3d(rows, columns, points) … => mesh3d(${1:rows}, ${2:columns}, ${3:points})$0
            Builtin drawsphere3d  drawsphere3d(center, radius) => drawsphere3d(${1:center}, ${2:radius})$0
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
            and 33 more"#]],
    );
    check(
        &format!("{text}draw([1, 1], shi$"),
        &expect![[r#"
            Builtin shininess3d  shininess3d(shininess) => shininess3d(${1:shininess})$0
            Modifier dashing  -> a number => dashing -> 
            Builtin mincostmatching  mincostmatching(matrix) => mincostmatching(${1:matrix})$0
            Builtin lineshininess3d  lineshininess3d(shininess) => lineshininess3d(${1:shininess})$0
            Builtin pointshininess3d  pointshininess3d(shininess) => pointshininess3d(${1:shininess})$0
            Builtin saveisomeshtofile  saveisomeshtofile(file, function, gradient, value, radius) … => saveisomeshtofile(${1:file}, ${2:function}, ${3:gradient}, ${4:value}, ${5:radius})$0
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
            and 396 more"#]],
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
            and 395 more"#]],
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
            and 376 more"#]],
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
            Builtin stopsound  stopsound() => stopsound()$0
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
            and 393 more"#]],
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
            and 399 more"#]],
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
            and 399 more"#]],
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
            and 400 more"#]],
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
            and 403 more"#]],
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
            Plugin Cindy3D  
            Plugin Cindy3DPrint  
            Plugin CindyGL  
            Plugin CindyGLPrint  
            Plugin CindyLeap  not in the preview
            Plugin CindyXR  not in the preview
            and 5 more"#]],
    );
    check("drawtext([0, 0], \"dr$\")", &expect![[""]]);
}
