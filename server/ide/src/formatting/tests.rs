use cindyscript_hir::document::Document;
use expect_test::{Expect, expect};
use text_size::{TextRange, TextSize};

use super::{Style, formatting, on_type_formatting, range_formatting};
use cindyscript_format::apply;

fn check(name: &str, text: &str, expected: Expect) {
    let formatting = formatting(&Document::open(name, text), &Style::default());
    expected.assert_eq(&formatting.apply(text));
}

/// The text after formatting the statements between two marks `$`.
fn check_range(text: &str, expected: Expect) {
    let mut parts = text.split('$');
    let (before, inside) = (parts.next().expect("text"), parts.next().expect("a mark"));
    let part = TextRange::at(TextSize::of(before), TextSize::of(inside));
    let text = text.replace('$', "");
    let document = Document::open("a.cindyscript", text.as_str());
    let edits = range_formatting(&document, part, &Style::default());
    expected.assert_eq(&apply(&text, &edits));
}

/// The text after formatting what the character before the mark `$` has closed.
fn check_typed(text: &str, expected: Expect) {
    let (before, behind) = text.split_once('$').expect("a mark");
    // Of a new line, that is the character even if the editor has indented it.
    let before_blanks = before.trim_end_matches(' ');
    let typed = before_blanks.chars().next_back().expect("a character");
    let text = [before, behind].concat();
    let document = Document::open("a.cindyscript", text.as_str());
    let at = TextSize::of(before);
    let edits = on_type_formatting(&document, at, typed, &Style::default());
    assert!(edits.iter().all(|edit| edit.range.end() <= at));
    expected.assert_eq(&apply(&text, &edits));
}

#[test]
fn pages() {
    check(
        "a.html",
        "<html>\n  <script id='csinit' type='text/x-cindyscript'>\n      a=1;\n      f(x):=(\n      x;\n      );\n\n  </script>\n\
         <script>\n  var x   = 1; CindyJS({scripts: {draw: 'b=2;'}, initscript: `c=3;`});\n</script>\n\
         <script type='text/x-cindyscript'>d=4;</script>\n</html>\n",
        expect![[r#"
            <html>
              <script id='csinit' type='text/x-cindyscript'>
                  a = 1;
                  f(x) := (
                    x;
                  );
              </script>
            <script>
              var x   = 1; CindyJS({scripts: {draw: 'b=2;'}, initscript: `c=3;`});
            </script>
            <script type='text/x-cindyscript'>d = 4;</script>
            </html>
        "#]],
    );
    check(
        "a.html",
        "<script>CindyJS({geometry: [{type: 'Button', script: 'b=2;'}]})</script>",
        expect!["<script>CindyJS({geometry: [{type: 'Button', script: 'b=2;'}]})</script>"],
    );
}

#[test]
fn cells() {
    check(
        "a.cindyscript",
        "\n\na=1;\n\n\n\n// %% init\n\n\nb=2;\n//%% nothing\nc=3;\n\n// %% draw\n// d\n//%% init\ne=f;\n\n",
        expect![[r#"
            a = 1;


            // %% init

            b = 2;
            //%% nothing
            c = 3;

            // %% draw
            // d
            //%% init
            e = f;
        "#]],
    );
    check(
        "a.cindyscript",
        "\u{feff}a=1;\n",
        expect![[r#"
        ﻿a = 1;
    "#]],
    );
    check(
        "a.cindyscript",
        " \n ",
        expect![[r#"
 
 "#]],
    );
}

#[test]
fn ranges() {
    check_range(
        "a=1;\n$b=2$;\nc=3;",
        expect![[r#"
        a=1;
        b = 2;
        c=3;"#]],
    );
    check_range(
        "f(x):=(\n      a=1;\n   $b=2;\n     c$=3;\nd=4;\n);",
        expect![[r#"
            f(x):=(
                  a=1;
              b = 2;
              c = 3;
            d=4;
            );"#]],
    );
    check_range(
        "f(x):=(a=1;\nb=$$2);\nd=4;",
        expect![[r#"
        f(x):=(a=1;
          b = 2
        );
        d=4;"#]],
    );
    check_range(
        "f(x)$:=(a=1;\nb=2);\nd$=4;",
        expect![[r#"
        f(x) := (
          a = 1;
          b = 2
        );
        d = 4;"#]],
    );
    check_range(
        "a=1;\n$\n$b=2;",
        expect![[r#"
        a=1;

        b = 2;"#]],
    );
    check_range(
        "a=(1;\n$b=2;$\nc=3;",
        expect![[r#"
        a=(1;
        b=2;
        c=3;"#]],
    );
}

#[test]
fn what_is_typed() {
    check_typed(
        "a=1;\n   b=2;$\nc=3;",
        expect![[r#"
        a=1;
        b = 2;
        c=3;"#]],
    );
    check_typed("a=1;b=2;$c=3;", expect!["a=1;b = 2;c=3;"]);
    check_typed(
        "f(x):=(\n     a=1;$\n  b=2;\n);",
        expect![[r#"
        f(x):=(
          a = 1;
          b=2;
        );"#]],
    );
    check_typed(
        "f(x):=(\na=g(b,c)$\n  b=2;\n);",
        expect![[r#"
        f(x):=(
        a=g(b,c)
          b=2;
        );"#]],
    );
    check_typed(
        "f(x):=(\na=g(b,c)$\n);",
        expect![[r#"
            f(x):=(
            a=g(b, c)
            );"#]],
    );
    check_typed("a = (1+2)$*3", expect!["a = (1 + 2)*3"]);
    check_typed(
        "a=1;\n$\nb=2;",
        expect![[r#"
        a = 1;

        b=2;"#]],
    );
    check_typed(
        "a=1;  \n  $b=2;",
        expect![[r#"
            a = 1;  
              b=2;"#]],
    );
    check_typed(
        "a=(1;\nb=2;$",
        expect![[r#"
            a=(1;
            b=2;"#]],
    );
    check_typed("a=\"x;$\"", expect![[r#"a="x;""#]]);
    check_typed("a=1; // b;$", expect!["a=1; // b;"]);
}

#[test]
fn places_outside_of_scripts() {
    let page = "<p>;</p><script type='text/x-cindyscript'>a=1;</script>";
    let document = Document::open("a.html", page);
    for at in 0..100 {
        let _ = on_type_formatting(&document, at.into(), ';', &Style::default());
        let part = TextRange::new(at.into(), (at + 5).into());
        let edits = range_formatting(&document, part, &Style::default());
        assert!(edits.iter().all(|edit| u32::from(edit.range.start()) >= 42));
    }
}
