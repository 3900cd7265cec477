//! Cost grows as the text does: for each shape of a text, one of twice the size costs at most about
//! twice as much, whatever is wrong with it.
//!
//! What is measured is processor time, the least of several runs, from the text to all that the
//! editor is told of it, and from there to what the commands show. Where something is looked for in all of the text again for each of its
//! parts, twice the text costs four times as much: see [`MOST`]. To add a shape, add a line.

#![allow(clippy::print_stdout)]

use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use cindyscript_applet::{TextRange, TextSize};
use cindyscript_hir::document::Document;
use cindyscript_ide::dependency_graph::dependency_graph;
use cindyscript_ide::{analyse, portability, report, semantic_tokens};
use cindyscript_tests::clock;

/// Twice the text costs so much more, at most.
const MOST: f64 = 2.5;

/// Runs of each size, of which the least counts: other programs take the caches.
const RUNS: usize = 3;

/// How often a shape may be measured again that seems to cost too much.
const TRIES: usize = 4;

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

type Shape = (&'static str, &'static str, fn(usize) -> String);

/// Name, kind of file, and the text of so many parts.
const SHAPES: [Shape; 46] = [
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
    ("deep brackets", "cindyscript", |n| {
        format!("x = {}1{};", "(".repeat(20 * n), ")".repeat(20 * n))
    }),
    ("deep loops, in many statements", "cindyscript", |n| {
        lines(n / 20, |i| {
            format!("{}x{i} = 1{};", "repeat(2, ".repeat(20), ")".repeat(20))
        })
    }),
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

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for number in 0..count {
        let _ = writeln!(text, "{}", line(number));
    }
    text
}

fn page(scripts: &str, javascript: &str) -> String {
    format!(
        "<html><body>{scripts}<script id='csdraw' type='text/x-cindyscript'>draw([0, 0]);</script>\
         <script>{javascript}CindyJS({{scripts: 'cs*', ports: [{{id: 'c'}}]}})</script></body></html>"
    )
}

/// What it costs to do something, as far as it says itself.
fn least(once: impl Fn() -> Duration) -> Duration {
    (0..RUNS).map(|_| once()).min().unwrap_or_default()
}

/// What it costs to find all that is said of a text, and to colour it.
fn told(name: &str, text: &str) -> Duration {
    least(|| {
        let before = clock::own();
        let document = Document::open(name, text);
        let analysis = analyse(&document);
        drop(portability::portability(&analysis));
        drop(portability::recompilation(&analysis));
        let all = TextRange::up_to(TextSize::of(text));
        drop(semantic_tokens::semantic_tokens(&analysis, all));
        drop((analysis, document));
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

/// One test measures at a time: the time is that of all threads.
static MEASURING: Mutex<()> = Mutex::new(());

/// The shapes of which twice the text costs more than about twice as much.
fn steep(shapes: &[Shape], enough: Duration, cost: fn(&str, &str) -> Duration) -> String {
    let _measuring = MEASURING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut failed = String::new();
    for (what, kind, make) in shapes {
        let name = format!("a.{kind}");
        // Large enough to be measured.
        let mut size = 100;
        while size < 40_000 && cost(&name, &make(size)) < enough {
            size *= 2;
        }
        let ratio = || {
            let (one, two) = (cost(&name, &make(size)), cost(&name, &make(2 * size)));
            two.as_secs_f64() / one.as_secs_f64().max(1e-4)
        };
        let least = (0..TRIES).map(|_| ratio()).find(|&ratio| ratio <= MOST);
        match least {
            Some(ratio) => println!("{what}: {size} parts, twice as many cost {ratio:.1}"),
            None => {
                let _ = writeln!(
                    failed,
                    "{what}: {size} parts, twice as many cost {:.1}",
                    ratio()
                );
            }
        }
    }
    failed
}

#[test]
#[cfg(unix)]
fn twice_the_text_costs_twice_as_much() {
    let failed = steep(&SHAPES, ENOUGH, told);
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
