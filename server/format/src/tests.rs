use cindyscript_syntax::parse;
use expect_test::{Expect, expect};

use crate::{Style, Surroundings, format};

mod random;

fn formatted(text: &str) -> String {
    let style = Style {
        width: 60,
        ..Style::default()
    };
    format(text, &parse(text), Surroundings::FILE, &style, None).apply(text)
}

fn check(text: &str, expected: Expect) {
    let once = formatted(text);
    expected.assert_eq(&once);
    assert_eq!(formatted(&once), once, "formatted again");
}

#[test]
fn spaces() {
    check(
        "a=1;b:=a+ 2 *x^ 2-y / 3;c=[ 1,2 , 3 ];",
        expect![[r#"
        a = 1;
        b := a + 2*x^2 - y/3;
        c = [1, 2, 3];
    "#]],
    );
    check(
        "x = - 1; y=!a&b%c; z=l_ 1 . x; k=2° ; w = a :\"key\"; s = √ 2;",
        expect![[r#"
        x = -1;
        y = !a & b % c; z=l_ 1 . x;
        k = 2°;
        w = a:"key";
        s = √2;
    "#]],
    );
    check(
        "forall(1 .. n-1,k,l_(k+1)=0..n+2);",
        expect![[r#"
        forall(1..n-1, k, l_(k + 1) = 0..n+2);
    "#]],
    );
    check(
        "draw ( A ,color->[1,0,0],size -> 3 );f [1]; f();",
        expect![[r#"
        draw(A, color -> [1, 0, 0], size -> 3);
        f[1];
        f();
    "#]],
    );
    check(
        "d={\"a\":1,\"b\" : [ ]}; |a-b|; | a,b |; () ; [1,,2,];",
        expect![[r#"
        d = {"a": 1, "b": []};
        |a - b|;
        |a, b|;
        ();
        [1, , 2,];
    "#]],
    );
    check(
        "f(x):=x;f(x) :=_; f(x) := _; a::=b; [a,b]=[b,a];",
        expect![[r#"
        f(x) := x;
        f(x) :=_;
        f(x) := _;
        a ::= b;
        [a, b] = [b, a];
    "#]],
    );
    check(
        "camera  video(); x = 1 2 3; y = a ++b<:c; x²+y₁;",
        expect![[r#"
        camera  video();
        x = 1 2 3;
        y = a ++ b <: c;
        x² + y₁;
    "#]],
    );
}

#[test]
fn statements() {
    check(
        "\n\n a = 1;\n\n\n\n\nb = 2; c = 3",
        expect![[r#"
        a = 1;


        b = 2;
        c = 3
    "#]],
    );
    check(
        "f(x):=(a;b);\ng(x):=(a;\n\n\nb);",
        expect![[r#"
        f(x) := (a; b);
        g(x) := (
          a;

          b
        );
    "#]],
    );
    check(
        "repeat(3,a;b);repeat(3,a;\nb;);if(a, b=1;c=2;\n, d=1; e=2);",
        expect![[r#"
        repeat(3, a; b);
        repeat(3,
          a;
          b;
        );
        if(a,
          b = 1;
          c = 2;
        ,
          d = 1;
          e = 2
        );
    "#]],
    );
    check(
        ";a;;b;\n;",
        expect![[r#"
        ;
        a;;
        b;;
    "#]],
    );
}

#[test]
fn line_ends_of_the_author_stay_in_brackets() {
    check(
        "if(a,\nb,c); m=[[1,0],\n[0,1]]; f(\na, b, c);\nf(a, b\n);",
        expect![[r#"
        if(a,
          b,
          c
        );
        m = [
          [1, 0],
          [0, 1]
        ];
        f(
          a, b, c
        );
        f(a, b);
    "#]],
    );
    check(
        "draw(A,B,\n   color->c, size->3);",
        expect![[r#"
        draw(A, B,
          color -> c, size -> 3
        );
    "#]],
    );
    check(
        "x = a +\n b; x = (\na + b)*c;",
        expect![[r#"
        x = a + b;
        x = (
          a + b
        )*c;
    "#]],
    );
    check(
        "apply(l, (\n a = #; a^2));\nre(log(\nx));\nfillpoly([\n[0,0],[1,1]]);",
        expect![[r#"
        apply(l, (
          a = #;
          a^2
        ));
        re(log(
          x
        ));
        fillpoly([
          [0, 0], [1, 1]
        ]);
    "#]],
    );
}

#[test]
fn what_is_too_long_is_broken() {
    check(
        "around = pressure(p + east) + pressure(p - east) + pressure(p + north) - 4*pressure(p);",
        expect![[r#"
            around = pressure(p + east) + pressure(p - east)
              + pressure(p + north) - 4*pressure(p);
        "#]],
    );
    check(
        "if(first < second & third < fourth, [1, 0, 0], interpolate(first, second));",
        expect![[r#"
            if(first < second & third < fourth,
              [1, 0, 0],
              interpolate(first, second)
            );
        "#]],
    );
    check(
        "repeat(100, if(|z| < 2, z = z*z + complex(C); t = t + 1, t = t - 1; z = 0)); x",
        expect![[r#"
            repeat(100,
              if(|z| < 2,
                z = z*z + complex(C);
                t = t + 1,
                t = t - 1;
                z = 0
              )
            );
            x
        "#]],
    );
    check(
        "drawtext([1, 2], \"a text that is long\", size -> 20, color -> [1, 0, 0]);",
        expect![[r#"
            drawtext([1, 2], "a text that is long",
              size -> 20,
              color -> [1, 0, 0]
            );
        "#]],
    );
    check(
        "primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61];",
        expect![[r#"
            primes = [
              2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47,
              53, 59, 61
            ];
        "#]],
    );
    check(
        "fillpoly([[cos(alpha), sin(alpha)], [cos(beta), sin(beta)], [0, 0]], alpha -> 1);",
        expect![[r#"
            fillpoly(
              [
                [cos(alpha), sin(alpha)],
                [cos(beta), sin(beta)],
                [0, 0]
              ],
              alpha -> 1
            );
        "#]],
    );
    check(
        "connect([[cos(alpha), sin(alpha)], [cos(beta), sin(beta)], [0, 0], [1, 1]]);",
        expect![[r#"
            connect([
              [cos(alpha), sin(alpha)],
              [cos(beta), sin(beta)],
              [0, 0],
              [1, 1]
            ]);
        "#]],
    );
    check(
        "x = (something + anotherthing)*(onething + somethingelse)*factor(something);",
        expect![[r#"
            x = (something + anotherthing)*(onething + somethingelse)
              *factor(something);
        "#]],
    );
    check(
        "println(\"the value of x is \" + x + \" and that of y is \" + y + \".\");",
        expect![[r#"
        println(
          "the value of x is " + x + " and that of y is " + y + "."
        );
    "#]],
    );
}

#[test]
fn comments() {
    check(
        "// a\n\n\n// b\na = 1;// c\n//d\n/* e */b = 2;   /* f */\n\n//g",
        expect![[r#"
        // a


        // b
        a = 1; // c
        //d
        /* e */ b = 2; /* f */

        //g
    "#]],
    );
    check(
        "f(x) := ( // a\n// b\n\nx; // c\n\n// d\ny // e\n// f\n);",
        expect![[r#"
        f(x) := ( // a
          // b

          x; // c

          // d
          y // e
          // f
        );
    "#]],
    );
    check(
        "if(a, // a\n b // b\n, // c\n c // d\n);",
        expect![[r#"
        if(a, // a
          b, // b
          // c
          c // d
        );
    "#]],
    );
    check(
        "x = a // a\n+ b // b\n;y = f( /* a */ b /* c */, /* d */ e);",
        expect![[r#"
        x = a // a
          + b // b
        ;
        y = f(/* a */ b /* c */, /* d */ e);
    "#]],
    );
    check(
        "f(//a\n); [ /* a */ ]; f(\n// b\n);",
        expect![[r#"
        f( //a
        );
        [/* a */];
        f(
          // b
        );
    "#]],
    );
    check(
        "x = [1, // a comment that is longer than what is left of the line\n2];",
        expect![[r#"
            x = [
              1, // a comment that is longer than what is left of the line
              2
            ];
        "#]],
    );
    check(
        "/* a\n   b */ a = 1; s = \"a\n  b\" + c;",
        expect![[r#"
        /* a
           b */ a = 1;
        s = "a
          b" + c;
    "#]],
    );
}

#[test]
fn errors_stay_as_they_are() {
    check(
        "a=1;\n  b = (2;\nc=3;\nd=4;",
        expect![[r#"
        a = 1;
          b = (2;
        c=3;
        d = 4;
    "#]],
    );
    check(
        "a=1;\n  b  = 2 c ;d=4;",
        expect![[r#"
        a = 1;
          b  = 2 c ;
        d = 4;
    "#]],
    );
    check(
        "a=1;\n f( x )  := @; g(x):=\"open ;\nb=2;",
        expect![[r#"
        a = 1;
         f( x )  := @; g(x):="open ;
        b=2;
    "#]],
    );
    // What is told is the quotation mark; the bracket is open all the same.
    check(
        "a=1;\n    b = f(a,\na = 1;\n\"",
        expect![[r#"
        a = 1;
            b = f(a,
        a = 1;
        "
    "#]],
    );
    // Blanks in names and numbers are those of the author; here, a line end divides tokens.
    check(
        "x=1 . \n.x; 1\n.e3;a=1;",
        expect![[r#"
        x=1 . 
        .x; 1
        .e3;
        a = 1;
    "#]],
    );
}

#[test]
fn elements() {
    let check = |text: &str, expected: Expect| {
        let (style, around) = (
            Style::default(),
            Surroundings::Element { indentation: "  " },
        );
        let format = |text: &str| format(text, &parse(text), around, &style, None).apply(text);
        let once = format(text);
        expected.assert_eq(&format!("<{once}>").replace('\t', "→").replace('\r', "␍"));
        assert_eq!(format(&once), once);
    };
    check("a=1;b=2;", expect!["<a = 1; b = 2;>"]);
    check(
        "\n      a=1;\n    b=2;\n  ",
        expect![[r#"
        <
            a = 1;
            b = 2;
          >"#]],
    );
    check(
        "a=1;\nb=2;",
        expect![[r#"
        <
        a = 1;
        b = 2;
          >"#]],
    );
    check(
        "\n\t\tf(x):=(\nx);\n\n\n\t",
        expect![[r#"
        <
        →→f(x) := (
        →→  x
        →→);
        →>"#]],
    );
    check(
        "\n    // only this",
        expect![[r#"
        <
            // only this
          >"#]],
    );
    check(
        "  \n ",
        expect![[r#"
        <  
         >"#]],
    );
    check(
        "\r\n    a=1;\r\n    f(\r\nb);\r\n  ",
        expect![[r#"
            <␍
                a = 1;␍
                f(␍
                  b␍
                );␍
              >"#]],
    );
    check(
        "\n      a = (1;\n    b=2;\n  ",
        expect![[r#"
        <
              a = (1;
            b=2;
          >"#]],
    );
}

#[test]
fn tabs() {
    let style = Style {
        indent: crate::Indent::Tab,
        ..Style::default()
    };
    let text = "f(x):=(\n  if(x,\n  a,b));";
    let formatted = format(text, &parse(text), Surroundings::FILE, &style, None).apply(text);
    expect![[r#"
        f(x) := (
        →if(x,
        →→a,
        →→b
        →)
        );
    "#]]
    .assert_eq(&formatted.replace('\t', "→"));
}

#[test]
fn a_part() {
    let text = "a=1;\nb=2;\nc=3;\n";
    let part = cindyscript_syntax::TextRange::new(6.into(), 7.into());
    let style = Style::default();
    let formatted = format(text, &parse(text), Surroundings::FILE, &style, Some(part));
    assert_eq!(formatted.apply(text), "a=1;\nb = 2;\nc=3;\n");
}

#[test]
fn edits_are_small() {
    let text = "f(x):=(\n    a;\n    b\n);\n";
    let style = Style::default();
    let edits = format(text, &parse(text), Surroundings::FILE, &style, None).edits;
    let edits: Vec<String> = edits
        .iter()
        .map(|edit| format!("{:?} {:?}", edit.range, edit.insert))
        .collect();
    expect![[r#"
        4..4 " "
        6..6 " "
        10..12 ""
        17..19 """#]]
    .assert_eq(&edits.join("\n"));
}
