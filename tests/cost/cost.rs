//! Cost grows as the text does: for each shape of a text, one of twice the size costs at most about
//! twice as much, whatever is wrong with it.
//!
//! What is measured is processor time, the least of several runs: from the text to all that the editor
//! is told of it, from an edit of it to the same, and from there to what the commands show. Where
//! something is looked for in all of the text again for each of its parts, twice the text costs four
//! times as much: see [`MOST`](cindyscript_tests::cost::MOST). To add a shape, add a line.

#![allow(clippy::print_stdout)]

use std::time::Duration;

use cindyscript_applet::{TextRange, TextSize};
use cindyscript_hir::document::Document;
use cindyscript_ide::dependency_graph::dependency_graph;
use cindyscript_ide::{analyse, report, semantic_tokens};
use cindyscript_tests::clock;
use cindyscript_tests::cost::{Shape, least, lines, steep};

/// Longer runs are not made longer: what is quadratic shows.
const ENOUGH: Duration = Duration::from_millis(60);

/// Events that have a script, drawing aside: [`page`] has one for that.
const EVENTS: [&str; 8] = [
    "init",
    "tick",
    "move",
    "mousedown",
    "mouseup",
    "mousedrag",
    "mousemove",
    "keydown",
];

/// Name, kind of file, and the text of so many parts.
const SHAPES: [Shape; 58] = [
    (
        "calls of later functions that set globals",
        "cindyscript",
        |n| {
            let functions = lines(n, |i| format!("f{i}(t) := (a{i} = t; f{}(t));", i + 1));
            format!("{functions}f{n}(t) := t;\ndraw([f0(1), 1]);")
        },
    ),
    (
        "calls of earlier functions that set globals",
        "cindyscript",
        |n| {
            let functions = lines(n, |i| format!("f{}(t) := (a{i} = t; f{i}(t));", i + 1));
            format!("f0(t) := t;\n{functions}draw([f{n}(1), 1]);")
        },
    ),
    (
        "a circle of functions that set globals",
        "cindyscript",
        |n| {
            let next = |i: usize| (i + 1) % n;
            let functions = lines(n, |i| {
                format!(
                    "f{i}(t) := (a{i} = t; if(t > 0, f{}(t - 1), a{i}));",
                    next(i)
                )
            });
            format!("{functions}draw([f0(1), 1]);")
        },
    ),
    ("calls at pixels", "cindyscript", |n| {
        let functions = lines(n, |i| {
            format!("f{}(t) := (a{i} = t; f{i}(t) + a{i});", i + 1)
        });
        format!("f0(t) := t;\n{functions}colorplot(f{n}(x) + y);")
    }),
    ("helper variables of functions", "cindyscript", |n| {
        let functions = lines(n, |i| format!("f{i}() := (h{i} = 1; h{i} + 1);"));
        functions + &lines(n, |i| format!("h{i} = 2; f{i}(); y{i} = h{i};"))
    }),
    ("undefined names, one a line", "cindyscript", |n| {
        lines(n, |i| format!("draw([un{i}x, 1]);"))
    }),
    ("names that are nearly others", "cindyscript", |n| {
        lines(n, |i| format!("Abc{i} = 1; y{i} = abc{i};"))
    }),
    ("two syntax errors a line", "cindyscript", |n| {
        lines(n, |i| format!("a{i} = (1 + ; b = ]2;"))
    }),
    ("entries without colons", "cindyscript", |n| {
        format!("x = {{{}}};", "a,".repeat(20 * n))
    }),
    ("characters that mean nothing", "cindyscript", |n| {
        "a?b:".repeat(20 * n)
    }),
    ("functions that do not exist", "cindyscript", |n| {
        lines(n, |i| format!("abcdefgh{i}();"))
    }),
    ("modifiers that do not exist", "cindyscript", |n| {
        lines(n, |i| format!("draw([1, 2], colr{i} -> 1);"))
    }),
    ("too many arguments", "cindyscript", |n| {
        "f(x) := x;\n".to_owned() + &lines(n, |i| format!("f(1, {i});"))
    }),
    ("brackets that are not closed", "cindyscript", |n| {
        "{".repeat(20 * n)
    }),
    ("brackets that are not opened", "cindyscript", |n| {
        "}".repeat(2 * n)
    }),
    ("brackets closed by others", "cindyscript", |n| {
        "(".repeat(20 * n) + &"]".repeat(20 * n)
    }),
    ("closers of two kinds", "cindyscript", |n| {
        "]".repeat(5 * n) + &")".repeat(5 * n)
    }),
    ("settings of a page that are not closed", "html", |n| {
        format!(
            "<script>CindyJS({{a: [</b{}</script>",
            "{k:".repeat(100 * n)
        )
    }),
    ("brackets of a page that do not match", "html", |n| {
        let script = ") ] }) ".repeat(10 * n);
        page(
            &format!("<script id='csinit' type='text/x-cindyscript'>{script}</script>"),
            "",
        )
    }),
    (
        "functions with a fault in each of two definitions",
        "cindyscript",
        |n| {
            lines(n / 2, |i| {
                format!(
                    "f{i}(x) := x * [1, 2] + \"a\"; f{i}(x) := x + \"a\" * 2; y{i} = f{i}([1, 2, 3]) * \"b\";"
                )
            })
        },
    ),
    (
        "a function defined often and called often",
        "cindyscript",
        |n| {
            let definitions = lines(n, |i| format!("f(x) := x + {i};"));
            definitions + &lines(n, |i| format!("y{i} = f({i});"))
        },
    ),
    (
        "a function of pixels defined often and called often",
        "cindyscript",
        |n| {
            let definitions = lines(n, |i| format!("f(t) := t + {i};"));
            let calls = lines(n, |i| format!("a{i} = f(x + {i});"));
            format!("{definitions}colorplot({calls} a0 + y);")
        },
    ),
    (
        "functions that call a function defined often",
        "cindyscript",
        |n| {
            let definitions = lines(n, |i| format!("f(t) := t + {i};"));
            let callers = lines(n, |i| format!("g{i}(t) := (s{i} = t; f(t + {i}) + s{i});"));
            definitions + &callers + &lines(n, |i| format!("y{i} = g{i}({i});"))
        },
    ),
    (
        "functions that call a function defined often at pixels",
        "cindyscript",
        |n| {
            let definitions = lines(n, |i| format!("f(t) := t + {i};"));
            let callers = lines(n, |i| format!("g{i}(t) := f(t + {i});"));
            let calls = lines(n, |i| format!("a{i} = g{i}(x);"));
            format!("{definitions}{callers}colorplot({calls} a0 + y);")
        },
    ),
    ("functions of unknown type at pixels", "cindyscript", |n| {
        let functions = lines(n, |i| format!("f{i}(t) := if(t > {i}, t, [t, {i}]);"));
        let calls = lines(n, |i| format!("f{i}(x);"));
        format!("{functions}colorplot({calls} x + y);")
    }),
    (
        "functions of unknown type that return one another's values at pixels",
        "cindyscript",
        |n| {
            let functions = lines(n, |i| {
                format!("f{}(t) := if(t > {i}, f{i}(t), [t, {i}]);", i + 1)
            });
            format!("f0(t) := t;\n{functions}colorplot(f{n}(x); x + y);")
        },
    ),
    (
        "a chain of values of unlike kinds at pixels",
        "cindyscript",
        |n| {
            let chain = lines(n, |i| {
                format!("a{} = if(x > {i}, a{i} + 1, [a{i}, {i}]);", i + 1)
            });
            format!("colorplot(a0 = x; {chain} x + y);")
        },
    ),
    (
        "a chain of sums of what is of unlike kinds at pixels",
        "cindyscript",
        |n| {
            let chain = lines(n, |i| format!("a{} = a{i} + {i};", i + 1));
            format!("colorplot(a0 = if(x > 0, 1, [x, y]); {chain} x + y);")
        },
    ),
    (
        "a chain of functions of what is of unlike kinds at pixels",
        "cindyscript",
        |n| {
            let functions = lines(n, |i| format!("f{}(t) := f{i}(t + 1) * 2;", i + 1));
            format!("f0(t) := t;\n{functions}colorplot(a = if(x > 0, 1, [x, y]); f{n}(a); x + y);")
        },
    ),
    ("variables of one colorplot", "cindyscript", |n| {
        let variables = lines(n, |i| {
            format!("a{i} = x + {i}; b{i} = a{i} * y; c{i} = c{i} + 1;")
        });
        format!("colorplot({variables} [a0, b0, 1]);")
    }),
    ("globals of functions at pixels", "cindyscript", |n| {
        let functions = lines(n, |i| {
            format!("g{i} = {i}; f{}(t) := f{i}(t) + g{i};", i + 1)
        });
        format!("f0(t) := t;\n{functions}colorplot(f{n}(x) + y);")
    }),
    ("variables of callers at pixels", "cindyscript", |n| {
        let functions = lines(n, |i| format!("f{i}(t{i}) := t{} + t{i};", i + 1));
        let callers = lines(n, |i| format!("g{i}(t{i}, t{}) := f{i}(t{i});", i + 1));
        let calls = lines(n, |i| format!("a{i} = g{i}(x, y);"));
        format!("{functions}{callers}colorplot({calls} a0 + y);")
    }),
    (
        "lazy definitions that read undefined names",
        "cindyscript",
        |n| {
            let lazy = lines(n, |i| format!("l{i} := un{i} + p;"));
            format!("{lazy}f(p) := p;\ndraw([l0, f(1)]);")
        },
    ),
    ("definitions by =", "cindyscript", |n| {
        lines(n, |i| format!("f{i}(x) = x + {i};"))
    }),
    ("operations without a meaning", "cindyscript", |n| {
        "s = \"a\";\n".to_owned() + &lines(n, |i| format!("x{i} = s * [{i}];"))
    }),
    ("elements set without effect", "cindyscript", |n| {
        "l = [];\n".to_owned() + &lines(n, |_| "l_1 = 5;".to_owned())
    }),
    (
        "variables declared behind their assignment",
        "cindyscript",
        |n| {
            format!(
                "f(x) := (t = 1; {} t); f(1);",
                lines(n, |_| "regional(t);".to_owned())
            )
        },
    ),
    ("indices of the first round", "cindyscript", |n| {
        format!(
            "l = [1]; repeat(3, k, {} 0);",
            lines(n, |_| "x = l_(k - 1);".to_owned())
        )
    }),
    ("times since 1970 that are compared", "cindyscript", |n| {
        "t = seconds();\n".to_owned() + &lines(n, |_| "if(t > 5, t = seconds());".to_owned())
    }),
    ("variables computed from themselves", "cindyscript", |n| {
        lines(n, |i| format!("x{i} = x{i} + 1;"))
    }),
    ("deep brackets", "cindyscript", |n| {
        format!("x = {}1{};", "(".repeat(20 * n), ")".repeat(20 * n))
    }),
    ("deep loops, in many statements", "cindyscript", |n| {
        lines(n / 20, |i| {
            format!("{}x{i} = 1{};", "repeat(2, ".repeat(20), ")".repeat(20))
        })
    }),
    ("a wide list", "cindyscript", |n| {
        let list = vec!["sin(x) + 1.5"; n].join(", ");
        format!("x = 1; l = [{list}]; y = l_3 + l_x;")
    }),
    ("a wide list of lists of many sizes", "cindyscript", |n| {
        let lists: Vec<String> = (0..n)
            .map(|i| format!("[{}]", "1, ".repeat(i % 5) + "2"))
            .collect();
        format!(
            "l = [{}]; forall(l, m, draw(m)); y = l_2;",
            lists.join(", ")
        )
    }),
    ("a wide list at pixels", "cindyscript", |n| {
        let list = vec!["x + 1.5"; n].join(", ");
        format!("colorplot(l = [{list}]; l_3 + y);")
    }),
    (
        "a wide list of unlike elements at pixels",
        "cindyscript",
        |n| {
            let list = vec!["x, [x, y], i"; n / 3].join(", ");
            format!("colorplot(l = [{list}]; l_1 + y);")
        },
    ),
    ("one long line", "cindyscript", |n| {
        let line = lines(n, |i| format!("x{i} = sin({i} * 2) + [1, 2, 3]_2;"));
        format!("é = 1; {}", line.replace('\n', " "))
    }),
    ("colorplots", "cindyscript", |n| {
        lines(n / 4, |i| {
            format!("colorplot(sin(x * {i}) + y, [{i}, 0], [{i} + 1, 1]);")
        })
    }),
    ("colorplots that assign", "cindyscript", |n| {
        lines(n / 4, |i| {
            format!("k{i} = 1; colorplot(k{i} = x; k{i} + y, [{i}, 0], [{i} + 1, 1]);")
        })
    }),
    ("colorplots that cannot be", "cindyscript", |n| {
        lines(n / 4, |i| {
            format!("colorplot(length(text(x + {i})), [{i}, 0], [{i} + 1, 1]);")
        })
    }),
    ("globals", "cindyscript", |n| {
        lines(n, |i| format!("x{i} = {i}; y{i} = x{i} + 1;"))
    }),
    ("variables of one function", "cindyscript", |n| {
        let names: Vec<String> = (0..n).map(|i| format!("a{i}")).collect();
        let set = lines(n, |i| format!("a{i} = x;"));
        format!(
            "f(x) := (regional({}); {set} x);\ny = f(1);",
            names.join(", ")
        )
    }),
    ("cells", "cindyscript", |n| {
        lines(n, |i| format!("// %% draw\nx{i} = 1;"))
    }),
    // An applet has a script for each event.
    ("scripts", "html", |n| {
        let script = |event: &str| {
            let lines = lines(n / 8, |i| format!("{event}{i} = init{i} + {i};"));
            format!("<script id='cs{event}' type='text/x-cindyscript'>{lines}</script>")
        };
        let scripts: String = EVENTS.iter().map(|event| script(event)).collect();
        page(&scripts, "")
    }),
    ("scripts of no event", "html", |n| {
        let script = |i| format!("<script id='cs{i}' type='text/x-cindyscript'>x{i} = 1;</script>");
        page(&lines(n, script), "")
    }),
    ("applets", "html", |n| {
        let page = page("", "");
        page + &"<script>CindyJS({scripts: 'cs*'})</script>".repeat(n / 4)
    }),
    ("JavaScript that nests", "html", |n| {
        page("", &format!("{}1;", "a=".repeat(40 * n)))
    }),
    ("libraries that are not there", "html", |n| {
        let names: Vec<String> = (0..n).map(|i| format!("'m{i}'")).collect();
        format!(
            "<script>CindyJS({{import: {{init: [{}]}}}})</script>",
            names.join(",")
        )
    }),
];

fn page(scripts: &str, javascript: &str) -> String {
    format!(
        "<html><body>{scripts}<script id='csdraw' type='text/x-cindyscript'>draw([0, 0]);</script>\
         <script>{javascript}CindyJS({{scripts: 'cs*', ports: [{{id: 'c'}}]}})</script></body></html>"
    )
}

/// What it costs to find all that is said of a text, and to colour it.
fn told(name: &str, text: &str) -> Duration {
    least(|| {
        let before = clock::own();
        let document = Document::open(name, text);
        let analysis = analyse(&document);
        drop(analysis.portability());
        drop(analysis.recompilation());
        let all = TextRange::up_to(TextSize::of(text));
        drop(semantic_tokens::semantic_tokens(&analysis, all));
        drop((analysis, document));
        clock::own().saturating_sub(before)
    })
}

/// What it costs to find all that is said of a text after a statement with a fault was written in its
/// middle.
fn told_after_an_edit(name: &str, text: &str) -> Duration {
    let document = Document::open(name, text);
    let analysis = analyse(&document);
    let half = text.floor_char_boundary(text.len() / 2);
    let at = text[half..].find('\n').map_or(0, |end| half + end + 1);
    let edited = format!("{}new = (2 +;\n{}", &text[..at], &text[at..]);
    least(|| {
        let before = clock::own();
        let later = document.update(edited.as_str());
        let analysis = analysis.update(&later);
        drop(analysis.portability());
        drop((analysis, later));
        clock::own().saturating_sub(before)
    })
}

/// What it costs to list the types of what was analysed, and to find the graph of a colorplot.
fn shown(name: &str, text: &str) -> Duration {
    let document = Document::open(name, text);
    let analysis = analyse(&document);
    least(|| {
        let before = clock::own();
        drop(report::types(&analysis));
        drop(dependency_graph(&analysis, TextSize::new(0)));
        clock::own().saturating_sub(before)
    })
}

/// What it costs to find where names stand after an edit at each end of a text, with nobody asking in
/// between.
fn named_after_edits(name: &str, text: &str) -> Duration {
    let document = Document::open(name, text);
    let analysis = analyse(&document);
    analysis.find_names();
    let first = format!("new = 2;\n{text}");
    let last = format!("{first}new = 3;\n");
    least(|| {
        let second = document.update(first.as_str());
        let third = second.update(last.as_str());
        let later = analysis.update(&second).update(&third);
        let before = clock::own();
        later.find_names();
        clock::own().saturating_sub(before)
    })
}

#[test]
#[cfg(unix)]
fn twice_the_text_costs_twice_as_much() {
    let failed = steep(&SHAPES, ENOUGH, told);
    assert!(failed.is_empty(), "\n{failed}");
}

#[test]
#[cfg(unix)]
fn an_edit_of_twice_the_text_costs_twice_as_much() {
    let scripts: Vec<Shape> = SHAPES
        .into_iter()
        .filter(|(_, kind, _)| *kind == "cindyscript")
        .collect();
    let failed = steep(&scripts, ENOUGH / 3, told_after_an_edit);
    assert!(failed.is_empty(), "\n{failed}");
}

/// Colorplots are gone through again, and what stands between them is not.
#[test]
#[cfg(unix)]
fn names_after_edits_of_twice_the_text_cost_twice_as_much() {
    let shapes: [Shape; 2] = [
        ("colorplots between edits", "cindyscript", |n| {
            lines(n, |i| format!("colorplot(#.x + {i});"))
        }),
        ("statements that are the same", "cindyscript", |n| {
            lines(n, |i| format!("a = {};", i % 3))
        }),
    ];
    let failed = steep(&shapes, ENOUGH / 2, named_after_edits);
    assert!(failed.is_empty(), "\n{failed}");
}

/// The tables and pictures that the commands of the server show.
#[test]
#[cfg(unix)]
fn twice_the_text_costs_twice_as_much_to_show() {
    let shapes: [Shape; 4] = [
        ("functions", "cindyscript", |n| {
            let functions = lines(n, |i| format!("f{i}(x) := x + {i};"));
            functions + &lines(n, |i| format!("y{i} = f{i}({i}); z{i} = f{i}([1, 2]);"))
        }),
        ("functions of a colorplot", "cindyscript", |n| {
            let functions = lines(n, |i| format!("f{i}(t) := sin(t) + {i};"));
            let calls = lines(n, |i| format!("a{i} = f{i}(x);"));
            format!("{functions}colorplot({calls} a0 + y);")
        }),
        ("functions that call one another", "cindyscript", |n| {
            let functions = lines(n, |i| {
                let next = (i + 1) % n;
                format!("f{i}(t) := (a{i} = t; if(t > 0, f{next}(t - 1) + a{i}, t));")
            });
            format!("{functions}colorplot(f0(x) + y);")
        }),
        ("assignments to a variable", "cindyscript", |n| {
            let assignments = lines(n, |i| format!("a = a + sin(x * {i}); b{i} = {i};"));
            format!("colorplot(a = x; {assignments} a + y);")
        }),
    ];
    // Only as large as it must be: the analysis before it is not measured, and takes longer.
    let failed = steep(&shapes, ENOUGH / 4, shown);
    assert!(failed.is_empty(), "\n{failed}");
}
