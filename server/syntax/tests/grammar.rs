//! The grammar by example: each text with its tree, in brackets, or with its errors.

#![allow(clippy::unwrap_used, missing_docs)]

use std::fmt::Write;

use cindyscript_diagnostic::Related;
use cindyscript_syntax::{Child, Node, SyntaxKind, parse};
use expect_test::{Expect, expect};
use rowan::NodeOrToken;

/// A tree in one line: `(KIND children)`, trivia and suffixes of the kinds left out.
fn show(node: Node<'_>, out: &mut String) {
    let name = format!("{:?}", node.kind());
    out.push('(');
    out.push_str(&name.trim_end_matches("_EXPR").to_lowercase());
    let children = node.children_with_tokens();
    for child in children.filter(|child| !matches!(child, Child::Token(t) if t.kind().is_trivia()))
    {
        out.push(' ');
        match child {
            NodeOrToken::Node(child)
                if matches!(child.kind(), SyntaxKind::NAME | SyntaxKind::LITERAL) =>
            {
                let token = child.tokens().next().unwrap();
                out.push_str(token.text());
            }
            NodeOrToken::Node(child) => show(child, out),
            NodeOrToken::Token(token) => out.push_str(token.text()),
        }
    }
    out.push(')');
}

/// One line for each text; errors follow, with what they are about and their advice.
fn check(texts: &[&str], expected: Expect) {
    let mut out = String::new();
    for text in texts {
        let parsed = parse(text);
        let mut tree = String::new();
        show(parsed.script().node(), &mut tree);
        writeln!(out, "{}", text.escape_debug()).unwrap();
        writeln!(out, "    {}", tree.escape_debug()).unwrap();
        for error in &parsed.errors {
            let about = text[error.range].escape_debug();
            write!(out, "    {} at `{about}`: {}", error.code, error.message).unwrap();
            if let Some(help) = &error.help {
                write!(out, "; {help}").unwrap();
            }
            if let Some(fix) = &error.fix {
                let mut fixed = (*text).to_owned();
                fixed.replace_range(std::ops::Range::<usize>::from(fix.range), &fix.text);
                write!(out, " => {}", fixed.escape_debug()).unwrap();
            }
            for Related { range, message } in &error.related {
                write!(out, " [{:?}: {message}]", range).unwrap();
            }
            out.push('\n');
        }
    }
    expected.assert_eq(&out);
}

#[test]
fn levels() {
    check(
        &[
            "1 + 2 * 3 ^ 4 ^ 5",
            "-2^2",
            "-a*b",
            "2*pi°",
            "1..3*2",
            "[1]++[2]==[1,2]",
            "a_1.x",
            "x==-1",
            "1..-1",
            "a = b = c",
            "a <: b <: c",
            "a & b % c",
            "2*√3",
            "!a & b",
            "a:b:c",
            "a ⋅ b ÷ c",
            "x²",
            "a^b²",
            "a₁²",
            "-x²°",
        ],
        expect![[r#"
            1 + 2 * 3 ^ 4 ^ 5
                (script (binary 1 + (binary 2 * (binary 3 ^ (binary 4 ^ 5)))))
            -2^2
                (script (prefix - (binary 2 ^ 2)))
            -a*b
                (script (prefix - (binary a * b)))
            2*pi°
                (script (binary 2 * (postfix pi °)))
            1..3*2
                (script (binary 1 .. (binary 3 * 2)))
            [1]++[2]==[1,2]
                (script (binary (list [ 1 ]) ++ (binary (list [ 2 ]) == (list [ 1 , 2 ]))))
            a_1.x
                (script (field (index a _ 1) . x))
            x==-1
                (script (binary x == (prefix - 1)))
            1..-1
                (script (binary 1 .. (prefix - 1)))
            a = b = c
                (script (assign a = (assign b = c)))
            a <: b <: c
                (script (binary a <: (binary b <: c)))
            a & b % c
                (script (binary (binary a & b) % c))
            2*√3
                (script (binary 2 * (prefix √ 3)))
            !a & b
                (script (binary (prefix ! a) & b))
            a:b:c
                (script (userdata (userdata a : b) : c))
            a ⋅ b ÷ c
                (script (binary (binary a ⋅ b) ÷ c))
            x²
                (script (superscript x ²))
            a^b²
                (script (binary a ^ (superscript b ²)))
            a₁²
                (script (superscript (subscript a ₁) ²))
            -x²°
                (script (prefix - (postfix (superscript x ²) °)))
                operator-after-superscript at `°`: `°` cannot follow superscript digits; put the power into parentheses: (x²) => -(x²)°
        "#]],
    );
}

#[test]
fn assignments() {
    check(
        &[
            "f(x, y) := x + y",
            "a ::= 1",
            "f(x) := _",
            "f(x):=_;",
            "b = a := _",
            "[a, b] = [b, a]",
            "a.x = 1",
            "l_i_j = 2",
            "f(1) := 2",
            "f(x,) := 2",
            "a := _ + 1",
        ],
        expect![[r#"
            f(x, y) := x + y
                (script (assign (call f (arg_list ( x , y ))) := (binary x + y)))
            a ::= 1
                (script (assign a ::= 1))
            f(x) := _
                (script (undefine (call f (arg_list ( x ))) := _))
            f(x):=_;
                (script (undefine (call f (arg_list ( x ))) :=_) ;)
            b = a := _
                (script (assign b = (undefine a := _)))
            [a, b] = [b, a]
                (script (assign (list [ a , b ]) = (list [ b , a ])))
            a.x = 1
                (script (assign (field a . x) = 1))
            l_i_j = 2
                (script (assign (index (index l _ i) _ j) = 2))
            f(1) := 2
                (script (assign (call f (arg_list ( 1 ))) := 2))
                parameter-name at `1`: a parameter is a name; write f(x, y) := ... and choose by `if` in the body
            f(x,) := 2
                (script (assign (call f (arg_list ( x , (empty) ))) := 2))
                parameter-name at `)`: a parameter is a name; write f(x, y) := ... and choose by `if` in the body
            a := _ + 1
                (script (binary (undefine a := _) + 1))
                after-undefine at `+`: nothing can follow `:= _`; end the statement with `;`
        "#]],
    );
}

#[test]
fn brackets() {
    check(
        &[
            "()",
            "(a)",
            "(a, b)",
            "[a]",
            "[,a,]",
            "f()",
            "f[1, 2]",
            "draw image(a b)",
            "f(a, color -> (1, 0, 0), b)",
            "f(x -> a; b)",
            "f(;)",
            "(a; b;)",
            "|a|",
            "|a, b|",
            "|(|a|) - 1|",
            "{}",
            "{\"a\": 1, \"b\": x:y}",
            "repeat(2, a; b)",
            "a;;b;",
        ],
        expect![[r#"
            ()
                (script (list ( )))
            (a)
                (script (paren ( a )))
            (a, b)
                (script (list ( a , b )))
            [a]
                (script (list [ a ]))
            [,a,]
                (script (list [ (empty) , a , (empty) ]))
            f()
                (script (call f (arg_list ( ))))
            f[1, 2]
                (script (call f (arg_list [ 1 , 2 ])))
            draw image(a b)
                (script (call draw image (arg_list ( a b ))))
            f(a, color -> (1, 0, 0), b)
                (script (call f (arg_list ( a , (modifier color -> (list ( 1 , 0 , 0 ))) , b ))))
            f(x -> a; b)
                (script (call f (arg_list ( (modifier x -> (sequence a ; b)) ))))
            f(;)
                (script (call f (arg_list ( (sequence ;) ))))
            (a; b;)
                (script (paren ( (sequence a ; b ;) )))
            |a|
                (script (abs | a |))
            |a, b|
                (script (abs | a , b |))
            |(|a|) - 1|
                (script (abs | (binary (paren ( (abs | a |) )) - 1) |))
            {}
                (script (dict { }))
            {\"a\": 1, \"b\": x:y}
                (script (dict { (dict_entry \"a\" : 1) , (dict_entry \"b\" : (userdata x : y)) }))
            repeat(2, a; b)
                (script (call repeat (arg_list ( 2 , (sequence a ; b) ))))
            a;;b;
                (script a ; ; b ;)
        "#]],
    );
}

#[test]
fn operands() {
    check(
        &[
            "2*-1",
            "2^-1",
            "5 - -3",
            "a_-1",
            "a + b*-c^2",
            "!!a",
            "a + * b",
            "a == ",
            "* b",
            "a && b",
            "a || b",
            "a += 1",
            "a++;",
            "x²^2",
            "²",
            "2x",
            "2(x + 1)",
            "f(1)(2)",
            "a !b",
            "a b c",
            "f \"s\"",
            "if(a) {b}",
            "a°b",
            "f|x|",
        ],
        expect![[r#"
            2*-1
                (script (binary 2 * (prefix - 1)))
                sign-after-operator at `-`: `-` cannot follow `*` directly; write 2*(-1) => 2*(-1)
            2^-1
                (script (binary 2 ^ (prefix - 1)))
                sign-after-operator at `-`: `-` cannot follow `^` directly; write 2^(-1) => 2^(-1)
            5 - -3
                (script (binary 5 - (prefix - 3)))
                sign-after-operator at `-`: `-` cannot follow `-` directly; write 5 - (-3) => 5 - (-3)
            a_-1
                (script (index a _ (prefix - 1)))
                sign-after-operator at `-`: `-` cannot follow `_` directly; write a_(-1) => a_(-1)
            a + b*-c^2
                (script (binary a + (binary b * (prefix - (binary c ^ 2)))))
                sign-after-operator at `-`: `-` cannot follow `*` directly; write b*(-c^2) => a + b*(-c^2)
            !!a
                (script (prefix ! (prefix ! a)))
                sign-after-operator at `!`: `!` cannot follow `!` directly; write !(!a) => !(!a)
            a + * b
                (script (binary a + (binary * b)))
                missing-operand at `*`: a value is missing between `+` and `*`; write a value between them, or only one of the two
            a == 
                (script (binary a ==))
                missing-operand at `==`: `==` needs a value on its right
            * b
                (script (binary * b))
                missing-operand at `*`: `*` needs a value on its left
            a && b
                (script (binary (binary a &) & b))
                foreign-operator at `&&`: this operator does not exist; `and` is written `&` => a & b
            a || b
                (script (error (error a (abs | |)) b))
                foreign-operator at `||`: this operator does not exist; `or` is written `%` => a % b
            a += 1
                (script (assign (binary a +) = 1))
                foreign-operator at `+=`: there is no operator `+=`; write a = a + ... => a = a + 1
            a++;
                (script (binary a ++) ;)
                foreign-operator at `++`: `++` works on lists, it does not count; write a = a + 1 => a = a + 1;
            x²^2
                (script (binary (superscript x ²) ^ 2))
                operator-after-superscript at `^`: `^` cannot follow superscript digits; put the power into parentheses: (x²) => (x²)^2
            ²
                (script (superscript ²))
                missing-operand at `²`: `²` needs a value on its left; a power is written after its base: x²
            2x
                (script (error 2 x))
                missing-operator at `x`: an operator is missing before `x`; to multiply, write 2*x => 2*x
            2(x + 1)
                (script (error 2 (paren ( (binary x + 1) ))))
                missing-operator at `(`: an operator is missing before `(`; to multiply, write `*` => 2*(x + 1)
            f(1)(2)
                (script (error (call f (arg_list ( 1 ))) (paren ( 2 ))))
                missing-operator at `(`: an operator is missing before `(`; to multiply, write `*` => f(1)*(2)
            a !b
                (script (error a (prefix ! b)))
                missing-operator at `!`: `!` is written before a value, not after it
            a b c
                (script a b c)
            f \"s\"
                (script (error f \"s\"))
                missing-operator at `\"s\"`: an operator is missing before this string; `+` joins strings and values => f + \"s\"
            if(a) {b}
                (script (error (call if (arg_list ( a ))) (error { b })))
                foreign-control at `if`: the body of `if` is written inside its parentheses; write if(condition, then, otherwise) => if(a, b)
            a°b
                (script (error (postfix a °) b))
                missing-operator at `b`: an operator is missing before `b`; to multiply, write a°*b => a°*b
            f|x|
                (script (error f (abs | x |)))
                missing-operator at `|`: an operator is missing before `|`; to multiply, write f*|
        "#]],
    );
}

#[test]
fn names() {
    check(
        &[
            "l_f(1)",
            "obj.f(x)",
            "a:f(1)",
            "a.1",
            "a.\"b\"",
            "a.(b)",
            "f(1 -> 2)",
            "draw(a, b; color -> c)",
            "f(a ->)",
            "x -> 5",
            "[a -> 1]",
            "f(a -> b -> c)",
            "{a: 1}",
            "{1}",
            "{\"a\":}",
            "a, b",
        ],
        expect![[r#"
            l_f(1)
                (script (index l _ (call f (arg_list ( 1 )))))
                call-in-index at `f`: a call after `_` or `:` needs parentheses; write l_(f(1)) => l_(f(1))
            obj.f(x)
                (script (field obj . (call f (arg_list ( x )))))
                call-in-index at `f`: a function is called by its name, not after a dot; a function of your own is called f(obj, x)
            a:f(1)
                (script (userdata a : (call f (arg_list ( 1 )))))
                call-in-index at `f`: a call after `_` or `:` needs parentheses; write a:(f(1)) => a:(f(1))
            a.1
                (script (error a .1))
                missing-operator at `.1`: an operator is missing before `.1`; an element of a list is written a_1 => a_1
            a.\"b\"
                (script (field a . \"b\"))
                field-name at `\"b\"`: after `.` comes the name of a field; an element is written a_1, a dictionary's value a.name
            a.(b)
                (script (field a . (paren ( b ))))
            f(1 -> 2)
                (script (call f (arg_list ( (error 1 -> 2) ))))
                modifier-name at `1`: the left side of `->` is a name; write color -> [1, 0, 0]
            draw(a, b; color -> c)
                (script (call draw (arg_list ( a , (error (sequence b ; color) -> c) ))))
                modifier-name at `;`: `;` separates statements, not arguments; write , color -> ... => draw(a, b, color -> c)
            f(a ->)
                (script (call f (arg_list ( (modifier a ->) ))))
                modifier-value at `->`: a value is missing after `->`; write a value after the arrow, such as size -> 5
            x -> 5
                (script (error x -> 5))
                modifier-outside-call at `->`: `->` is only possible among the arguments of a call; write draw(a, color -> b); a function is defined by f(x) := ...
            [a -> 1]
                (script (list [ (error a -> 1) ]))
                modifier-outside-call at `->`: `->` is only possible among the arguments of a call; write draw(a, color -> b); a function is defined by f(x) := ...
            f(a -> b -> c)
                (script (call f (arg_list ( (error a -> b -> c) ))))
                modifier-name at `a -> b`: the left side of `->` is a name; write color -> [1, 0, 0]
            {a: 1}
                (script (dict { (dict_entry a : 1) }))
                dict-key at `a`: a key is a string; write "a" => {\"a\": 1}
            {1}
                (script (dict { (error 1) }))
                dict-entry at `1`: an entry is written "key": value; a list is written [a, b], a group of statements (a; b)
            {\"a\":}
                (script (dict { (dict_entry \"a\" :) }))
                missing-operand at `:`: `:` needs a value on its right
            a, b
                (script (error a , b))
                comma-outside-brackets at `,`: a comma only separates values in brackets; statements are separated by `;`, a list is written [a, b]; several values at once: [a, b] = [1, 2]
        "#]],
    );
}

#[test]
fn recovery() {
    check(
        &[
            "a = 1;\nb = (2;\nc = 3;\nd = 4;",
            "f(g(x;\nh(x) := x;",
            "a = (1;\nb = \"x\ny\";\nc = 3;",
            "repeat(3,\nx = 1;\n);\ny = 2;",
            "a = [1, 2);\nb = 1;",
            "a = 1);\nb = 2;",
            "f((a];\nb);",
            "x = |a;\ny = |b|;\n",
            "x = \"abc;\ny = \"d\";\n",
            "f(\"abc);\ny = 1;",
            "a = 1\nb = 2;",
            "f(a\nb)",
            "a /* b",
            "a\u{a0}= 1",
            "a @@ b",
            "a = “b”",
            "||",
            "|a,b,c|",
            "(2*-(a",
        ],
        expect![[r#"
            a = 1;\nb = (2;\nc = 3;\nd = 4;
                (script (assign a = 1) ; (assign b = (paren ( (sequence 2 ;))) (assign c = 3) ; (assign d = 4) ;)
                unclosed-bracket at `(`: `(` is never closed => a = 1;\nb = (2);\nc = 3;\nd = 4; [14..14: `)` is missing here]
            f(g(x;\nh(x) := x;
                (script (call f (arg_list ( (call g (arg_list ( (sequence x ;))))) (assign (call h (arg_list ( x ))) := x) ;)
                unclosed-bracket at `(`: `(` is never closed => f(g(x));\nh(x) := x; [6..6: `)` is missing here] [1..2: this `(` is not closed either]
            a = (1;\nb = \"x\ny\";\nc = 3;
                (script (assign a = (paren ( (sequence 1 ;))) (assign b = \"x\ny\") ; (assign c = 3) ;)
                unclosed-bracket at `(`: `(` is never closed => a = (1);\nb = \"x\ny\";\nc = 3; [7..7: `)` is missing here]
            repeat(3,\nx = 1;\n);\ny = 2;
                (script (call repeat (arg_list ( 3 , (sequence (assign x = 1) ;) ))) ; (assign y = 2) ;)
            a = [1, 2);\nb = 1;
                (script (assign a = (list [ 1 , 2 ))) ; (assign b = 1) ;)
                mismatched-brackets at `)`: `[` is closed by `)`; write `]` => a = [1, 2];\nb = 1; [4..5: opened here]
            a = 1);\nb = 2;
                (script (assign a = 1) ) ; (assign b = 2) ;)
                unopened-bracket at `)`: `)` closes nothing; delete it, or open it before => a = 1;\nb = 2;
            f((a];\nb);
                (script (call f (arg_list ( (sequence (paren ( a ]) ; b) ))) ;)
                mismatched-brackets at `]`: `(` is closed by `]`; write `)` => f((a);\nb); [2..3: opened here]
            x = |a;\ny = |b|;\n
                (script (assign x = (abs | a)) ; (assign y = (abs | b |)) ;)
                unclosed-bracket at `|`: `|` is never closed; bars do not nest: put inner ones into parentheses, |(|x|) - 1| => x = |a|;\ny = |b|;\n [6..7: `|` is missing before this]
            x = \"abc;\ny = \"d\";\n
                (script (assign x = \"abc;) (assign y = \"d\") ;)
                unterminated-string at `\"abc;`: this string is never closed; close it with "; a string cannot contain this character, `unicode("22")` gives it => x = \"abc\";\ny = \"d\";\n
            f(\"abc);\ny = 1;
                (script (call f (arg_list ( \"abc);)) (assign y = 1) ;)
                unterminated-string at `\"abc);`: this string is never closed; close it with "; a string cannot contain this character, `unicode("22")` gives it => f(\"abc\");\ny = 1;
            a = 1\nb = 2;
                (script (assign a = 1) (assign b = 2) ;)
                missing-semicolon at `b`: `;` is missing before this statement; a line end does not end a statement => a = 1;\nb = 2;
            f(a\nb)
                (script (call f (arg_list ( (sequence a b) ))))
                missing-semicolon at `b`: `;`, `,` or an operator is missing before this; a line end separates nothing
            a /* b
                (script a)
                unterminated-comment at `/*`: this comment is never closed; close it with */; comments nest, each /* needs its own
            a\u{a0}= 1
                (script (assign a \u{a0} = 1))
                unknown-character at `\u{a0}`: the character U+00A0 means nothing here; write an ordinary space => a = 1
            a @@ b
                (script (error a @ @ b))
                unknown-character at `@@`: these characters mean nothing here
            a = “b”
                (script (assign a = “ b) ”)
                curly-quotes at `“b”`: strings are written in straight quotation marks; write "b" => a = \"b\"
            ||
                (script (abs | |))
                bars at `||`: bars do not nest: the next bar closes this one; write abs(...) for the outer ones, or put the inner ones into parentheses: |(|a|) - (|b|)|
            |a,b,c|
                (script (abs | a , b , c |))
                bars at `|a,b,c|`: between bars there are 3 values; write |x| for an absolute value, |a, b| for a distance; a vector is |[a, b, c]|
            (2*-(a
                (script (paren ( (binary 2 * (prefix - (paren ( a)))))
                unclosed-bracket at `(`: `(` is never closed => (2*-(a)) [6..6: `)` is missing here] [0..1: this `(` is not closed either]
                sign-after-operator at `-`: `-` cannot follow `*` directly; write 2*(-(a) => (2*(-(a)
        "#]],
    );
}
