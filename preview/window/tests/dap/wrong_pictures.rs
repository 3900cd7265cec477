//! docs/wrong-pictures.md: the debugger shows in each of its scripts what the page says.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::client::Client;

/// An action in the steps of the page.
enum Act {
    /// Goes on by a request, and stops in this line.
    Go(&'static str, i64),
    /// Looks at a value.
    See(&'static str, &'static str),
    /// Looks at what the console says of the pixel.
    Console(&'static str),
}

use Act::{Console, Go, See};

struct Example {
    /// The heading of the page.
    heading: &'static str,
    /// In CSS pixels from the upper left corner.
    pixel: [i64; 2],
    /// The stops that are ticked.
    filters: &'static [&'static str],
    /// The line and the condition of the breakpoint.
    breakpoint: Option<(i64, &'static str)>,
    acts: &'static [Act],
}

const EXAMPLES: &[Example] = &[
    Example {
        heading: "1. A hole in a field",
        pixel: [260, 240],
        filters: &["notFinite"],
        breakpoint: None,
        acts: &[Go("continue", 4), See("v", "[0, 0]")],
    },
    Example {
        heading: "2. Black outside of the set",
        pixel: [20, 20],
        filters: &["notFinite"],
        breakpoint: None,
        acts: &[Go("continue", 4)],
    },
    Example {
        heading: "3. Every colour twice",
        pixel: [100, 100],
        filters: &[],
        breakpoint: None,
        acts: &[
            Go("next", 3),
            See("angle < 0", "true"),
            See("#.y/#.x < 0", "true"),
        ],
    },
    Example {
        heading: "4. A loop that misses its end",
        pixel: [250, 250],
        filters: &[],
        breakpoint: Some((6, "s > 0.95")),
        acts: &[
            Go("continue", 6),
            See("s < 1", "true"),
            Go("continue", 6),
            See("s > 1", "true"),
        ],
    },
    Example {
        heading: "5. A slope that is grey",
        pixel: [100, 100],
        filters: &["difference"],
        breakpoint: None,
        acts: &[Go("continue", 6)],
    },
    Example {
        heading: "6. A factor that changes by itself",
        pixel: [100, 100],
        filters: &[],
        breakpoint: None,
        acts: &[
            Go("next", 7),
            See("s", "0.2"),
            Go("next", 8),
            See("s > 50", "true"),
        ],
    },
    Example {
        heading: "7. The wrong angle",
        pixel: [100, 100],
        filters: &[],
        breakpoint: None,
        acts: &[
            Go("stepIn", 2),
            See("sin(angle)", "-0.988"),
            See("sin(30°)", "0.5"),
        ],
    },
    Example {
        heading: "8. A method that does not converge",
        pixel: [300, 240],
        filters: &[],
        breakpoint: None,
        acts: &[Go("next", 4), See("|(z^3 - 1)/3*z^2| > 5", "true")],
    },
    Example {
        heading: "9. All white",
        pixel: [300, 240],
        filters: &[],
        breakpoint: None,
        acts: &[Console("[2.9733, 1.725, 1.1667]")],
    },
    Example {
        heading: "10. The sun is missing",
        pixel: [250, 250],
        filters: &[],
        breakpoint: None,
        acts: &[Go("next", 4), See("r < 4", "true"), Go("stepIn", 5)],
    },
];

#[test]
fn the_debugger_shows_the_cause_of_each() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/wrong-pictures.md");
    let page = fs::read_to_string(page).unwrap();
    for Example {
        heading,
        pixel,
        filters,
        breakpoint,
        acts,
    } in EXAMPLES
    {
        let (_, section) = page.split_once(&format!("## {heading}\n")).unwrap();
        let (_, block) = section.split_once("```cindyscript").unwrap();
        let (_, script) = block.split_once('\n').unwrap();
        let (script, _) = script.split_once("```").unwrap();
        let arguments = json!({"pixel": pixel});
        let mut client = Client::launched("a.cindyscript", script, arguments, |client| {
            let options: Vec<_> = filters.iter().map(|id| json!({"filterId": id})).collect();
            client.ask(
                "setExceptionBreakpoints",
                json!({"filters": [], "filterOptions": options}),
            );
            if let Some((line, condition)) = breakpoint {
                client.break_at(json!([{"line": line, "condition": condition}]));
            }
        });
        client.stopped();
        for act in *acts {
            match act {
                Go(command, line) => assert_eq!(client.go(command), *line, "{heading}"),
                See(expression, value) => {
                    assert_eq!(client.value(expression, 0), *value, "{heading}");
                }
                Console(said) => {
                    let output = client.event("output")["output"].to_string();
                    assert!(output.contains(said), "{heading}: {output}");
                }
            }
        }
    }
    assert_eq!(page.matches("\n## ").count(), EXAMPLES.len());
}
