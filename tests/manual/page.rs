//! A page of the manual: its examples.
//!
//! Code blocks are paragraphs whose lines are all indented by four spaces. The first characters of
//! a line say what it is: `> ` input, `< ` its value, `~ ` a pattern for values that vary, `* ` a
//! line of output, `! ` an error, `G ` the construction that it runs in, `- ` a condition.

/// An example: input and what comes of it.
#[derive(Debug, Default)]
pub(crate) struct Example {
    /// The line of its first line of input.
    pub(crate) line: usize,
    pub(crate) input: String,
    /// A construction: the example and those after it have a new applet.
    pub(crate) geometry: String,
    pub(crate) value: Option<String>,
    /// The value's digits vary.
    pub(crate) varies: bool,
    pub(crate) output: Vec<String>,
    pub(crate) fails: bool,
    /// It is only true of other implementations.
    pub(crate) elsewhere: bool,
}

impl Example {
    /// Whether there is something to compare.
    pub(crate) fn is_checked(&self) -> bool {
        !self.elsewhere && (self.value.is_some() || !self.output.is_empty() || self.fails)
    }
}

/// The examples of a page; those that are not checked, too, since others depend on them.
pub(crate) fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut first_line = 1;
    for block in text.split("\n\n") {
        let start = first_line;
        first_line += block.matches('\n').count() + 2;
        let indented = |line: &str| line.is_empty() || line.starts_with("    ");
        if !block.lines().all(indented) {
            continue;
        }
        let mut elsewhere = false;
        let mut in_input = false;
        for (number, line) in block.lines().enumerate() {
            let (Some(mark), rest) = (line.get(4..6), line.get(6..).unwrap_or_default()) else {
                in_input = false;
                continue;
            };
            if matches!(mark, "> " | "G ") {
                if !in_input {
                    examples.push(Example {
                        line: start + number,
                        elsewhere,
                        ..Example::default()
                    });
                    in_input = true;
                }
                if let Some(example) = examples.last_mut() {
                    let lines = match mark {
                        "> " => &mut example.input,
                        _ => &mut example.geometry,
                    };
                    lines.push_str(rest);
                    lines.push('\n');
                }
                continue;
            }
            in_input = false;
            match mark {
                "- " if rest.starts_with("skip") => break,
                "- " => {
                    let only_others = rest.starts_with("only ") && !rest.contains("CindyJS");
                    elsewhere |= only_others || rest.starts_with("CindyScript <3");
                }
                _ => {}
            }
            let Some(example) = examples.last_mut() else {
                continue;
            };
            match mark {
                "< " => example.value = Some(rest.to_owned()),
                "~ " => example.varies = true,
                "* " => example.output.push(rest.to_owned()),
                "! " => example.fails = true,
                _ => {}
            }
        }
    }
    examples
}

#[test]
fn blocks_are_read() {
    let page = "Text\n\n    > 1+\n    > 1\n    < 2\n\n    - only Cinderella\n    > 2\n    < 3\n";
    let found = examples(page);
    assert_eq!(found.len(), 2);
    assert_eq!((found[0].line, found[0].input.as_str()), (3, "1+\n1\n"));
    assert_eq!(found[0].value.as_deref(), Some("2"));
    assert!(found[0].is_checked() && !found[1].is_checked());
}
