use super::*;

fn scanned(text: &str) -> Result<usize, Refusal> {
    depth(text, false)
}

#[test]
fn code_that_people_write_is_flat() {
    let check = |line: &str, most: usize| {
        let text = line.repeat(2000);
        let found = scanned(&text);
        assert!(found.is_ok_and(|depth| depth <= most), "{line}: {found:?}");
    };
    check("a = b;\n", 8);
    check("a = b\n", 8);
    check("a = f(b)\nvar c = {d: 1, e: [2, 3]}\n", 12);
    check("if (a) { b(); }\n", 10);
    check("if (a) b(); else c()\n", 10);
    check(
        "for (var i = 0; i < n; i++) { g.push({name: 'A' + i}); }\n",
        14,
    );
    check("function f(a) { return a ? 1 : 2 }\n", 12);
    check("while (a) b--;\nlet c = 1\n", 10);
    check("x = a / b; y = '/'; z = /[/\"]/.test(x) || `a${x}b`\n", 12);
    check("switch (a) { case 1: b = 2; break; default: c = 3 }\n", 14);
    check("a.b.c().d = function () { return !e }\n", 14);
    check("// a = b = c ((((\n/* ' \" ` ( */\n", 8);
    let chain = format!("x = {}'c'", "'a' + b.c[1] + f(x) + !d +\n".repeat(5000));
    assert!(scanned(&chain).is_ok());
    let list = format!(
        "x = [{}1]",
        "{a: -1, b: x => y, c: d ? 1 : 2}, ".repeat(5000)
    );
    assert!(scanned(&list).is_ok());
    let class = format!(
        "class A {{{}}}",
        "f(x) { return x } get g() { }\n".repeat(2000)
    );
    assert!(scanned(&class).is_ok());
}

#[test]
fn strings_and_comments_hide_no_code() {
    let deep = "a=".repeat(2000);
    for before in [
        "x = '\\'';",
        "x = \"\\\\\";",
        "x = 'a\n",
        "x = /[/'\"`]/;",
        "x = a / b; '/';",
        "if (a) /'/.test(b);",
        "x = a.if / b;",
        "x = `a${`b${'`'}`}`;",
        "// '\u{2028}",
        "x = '\\\r\n';",
        "<!-- `\n",
        "f(/`/g);",
        "return /`/;",
        "x = a++ / b;",
    ] {
        let found = scanned(&format!("{before}{deep}1"));
        assert!(
            matches!(found, Err(Refusal::Deep(_))),
            "{before}: {found:?}"
        );
    }
    assert!(matches!(
        scanned(&format!("{{}}/`/;{deep}`")),
        Err(Refusal::Slash(_))
    ));
    let module = depth(&format!("x = a <!--b; `${{{deep}1}}`"), true);
    assert!(matches!(module, Err(Refusal::Deep(_))));
}

/// Ways to put one thing into another: what begins, and what ends.
const DEEP: [(&str, &str); 48] = [
    ("a=", ""),
    ("a+=", ""),
    ("a?b:", ""),
    ("a?", ":1"),
    ("a=>", ""),
    ("async a=>", ""),
    ("(a)=>", ""),
    ("a=>{", "}"),
    ("if(1){}else ", ""),
    ("if(1)a;else ", ""),
    ("if(1)", ""),
    ("if(1)\n", ""),
    ("for(;;)", ""),
    ("while(1)", ""),
    ("with(a)", ""),
    ("do ", " while(1)"),
    ("do{", "}while(1)"),
    ("a:", ""),
    ("new ", ""),
    ("new\n", ""),
    ("typeof ", ""),
    ("void ", ""),
    ("2**", ""),
    ("- ", ""),
    ("!", ""),
    ("~", ""),
    ("+ ", ""),
    ("++", ""),
    ("a&&", ""),
    ("a||", ""),
    ("a??", ""),
    ("(", ")"),
    ("[", "]"),
    ("x={a:", "}"),
    ("{", "}"),
    ("f(", ")"),
    ("a[", "]"),
    ("`${", "}`"),
    ("a`${", "}`"),
    ("function f(){", "}"),
    ("(function(){", "})()"),
    ("class A extends ", "{}"),
    ("class A{a=", "}"),
    ("[...", "]"),
    ("switch(a){case 1:", "}"),
    ("try{", "}catch(e){}"),
    ("import(", ")"),
    ("yield ", ""),
];

/// Ways to put one thing behind another.
const LONG: [&str; 8] = [".a", "()", "[0]", "``", "?.a", "?.()", "&&a", ".a()"];

#[test]
fn whatever_is_read_fits_on_the_stack() {
    let page = |code: &str| format!("<script>CindyJS({{}});x=\n{code}</script>");
    let check = |make: &dyn Fn(usize) -> String| {
        // As deep as may be.
        let (mut low, mut high) = (1, MAX_DEPTH + 1);
        while high - low > 1 {
            let middle = (low + high) / 2;
            match depth(&make(middle), false) {
                Ok(_) => low = middle,
                Err(_) => high = middle,
            }
        }
        drop(crate::parse_file("a.html", &page(&make(low))));
        for count in [5000, 200_000] {
            let text = page(&make(count));
            let problems = crate::parse_file("a.html", &text).problems;
            let message = |text: &str| problems.iter().any(|p| p.message.contains(text));
            assert!(message("nests more than"), "{}: {problems:?}", make(2));
        }
    };
    for (begin, end) in DEEP {
        check(&|count| format!("{}1{}", begin.repeat(count), end.repeat(count)));
    }
    for link in LONG {
        check(&|count| format!("a{}", link.repeat(count)));
    }
    // One within the other, and variables that lead to one another.
    let mixed = |count| format!("{}1{}", "a={b:[c=>(".repeat(count), ")]}".repeat(count));
    check(&mixed);
    let (open, close) = ("[".repeat(200), "]".repeat(200));
    let variables = (1..100).map(|n| format!("var v{n}={open}v{}{close};", n - 1));
    let variables: String = variables.collect();
    let text = format!("<script>var v0=1;{variables}CindyJS({{geometry:v99}})</script>");
    drop(crate::parse_file("a.html", &text));
}

#[test]
fn tags_of_any_depth_are_read() {
    let text = format!(
        "{}<script>CindyJS({{}})</script>",
        "<div id=a>".repeat(200_000)
    );
    assert_eq!(crate::parse_file("a.html", &text).applets.len(), 1);
}
