//! The notation of a specification: the blocks of a Markdown file, the claims in a line, and the part of a
//! line that a claim is about.

/// A fenced block of code.
pub(super) struct Block<'a> {
    /// The name that tells the analysis how to read it.
    pub(super) name: &'static str,
    pub(super) text: &'a str,
    /// The line of the Markdown file in which it starts, from 1.
    pub(super) line: usize,
}

pub(super) fn blocks(markdown: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<(&'static str, usize, usize)> = None;
    let mut offset = 0;
    for (number, line) in markdown.split_inclusive('\n').enumerate() {
        let start = offset;
        offset += line.len();
        match (line.trim_end(), open) {
            ("```cindyscript", None) => open = Some(("spec.cindyscript", offset, number + 2)),
            ("```html", None) => open = Some(("spec.html", offset, number + 2)),
            ("```", Some((name, from, line))) => {
                blocks.push(Block {
                    name,
                    text: &markdown[from..start],
                    line,
                });
                open = None;
            }
            _ => {}
        }
    }
    blocks
}

const CLAIMS: [&str; 15] = [
    "revealed",
    "U",
    "D",
    "pixel",
    "error",
    "warning",
    "information",
    "hint",
    "related",
    "fix",
    "action",
    "value",
    "prints",
    "paints",
    "draws",
];

/// A claim about a line.
pub(super) struct Claim<'a> {
    pub(super) keyword: &'static str,
    pub(super) text: &'a str,
    /// The line that it is about, from 0.
    pub(super) line: usize,
    /// The line that it stands in.
    pub(super) stands: usize,
}

/// A line without its claims.
pub(super) struct Line<'a> {
    pub(super) code: &'a str,
    pub(super) start: usize,
}

/// The code of a line, and the claims behind it. What stands in a comment that is no claim is code.
pub(super) fn split_claims(line: &str) -> (&str, Vec<(&'static str, &str)>) {
    let begins = |at: usize| {
        let comment = line.get(at..)?.strip_prefix("// ")?;
        let keyword = CLAIMS.into_iter().find(|keyword| {
            let text = comment.strip_prefix(keyword);
            text.is_some_and(|text| text.starts_with(": "))
        })?;
        Some((at, keyword))
    };
    let places = line.match_indices("// ").map(|(at, _)| at);
    let claims: Vec<(usize, &'static str)> = places.filter_map(begins).collect();
    let code = line.get(..claims.first().map_or(line.len(), |(at, _)| *at));
    let ends = claims.iter().skip(1).map(|(at, _)| *at).chain([line.len()]);
    let texts = claims.iter().zip(ends).map(|(&(at, keyword), end)| {
        let start = at + "// ".len() + keyword.len() + ": ".len();
        (keyword, line.get(start..end).unwrap_or_default().trim())
    });
    (code.unwrap_or_default().trim_end(), texts.collect())
}

/// The place of a text in a line, as a whole word where it begins or ends with one.
pub(super) fn find(code: &str, text: &str) -> Option<(usize, usize)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '\'';
    // True if a word goes on from one text into the next.
    let joined =
        |before: &str, after: &str| before.ends_with(is_word) && after.starts_with(is_word);
    code.match_indices(text)
        .map(|(start, text)| (start, start + text.len()))
        .find(|&(start, end)| !joined(&code[..start], text) && !joined(text, &code[end..]))
}

/// The target of the last statement of a line if that is an assignment, the name of the function
/// if it defines one, else all of it.
pub(super) fn default_subject(code: &str) -> Option<(usize, usize)> {
    let code = code.trim_end().trim_end_matches([';', ',']);
    let mut depth = 0_i32;
    let mut start = 0;
    let mut assignment = None;
    let bytes = code.as_bytes();
    for (place, &byte) in bytes.iter().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b';' if depth <= 0 => (start, assignment) = (place + 1, None),
            b'=' if depth <= 0 && assignment.is_none() => {
                let before = code[..place].chars().next_back();
                let comparison = matches!(before, Some('=' | '<' | '>' | '!' | '~'))
                    || bytes.get(place + 1) == Some(&b'=');
                if !comparison {
                    assignment = Some(place);
                }
            }
            _ => {}
        }
    }
    let end = assignment.map_or(code.len(), |place| place);
    let mut subject = code[start..end].trim_end_matches(':').trim();
    if code[..end].ends_with(':') {
        subject = subject.split('(').next().unwrap_or(subject).trim();
    }
    let offset = start + code[start..].find(subject)?;
    (!subject.is_empty()).then_some((offset, offset + subject.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_stand_behind_code() {
        assert_eq!(
            split_claims("a = 1; // why // revealed: int // hint: [x] y\n"),
            (
                "a = 1; // why",
                vec![("revealed", "int"), ("hint", "[x] y")]
            )
        );
    }

    #[test]
    fn subjects() {
        let subject = |code: &'static str| {
            let (start, end) = default_subject(code).unwrap_or_default();
            &code[start..end]
        };
        assert_eq!(subject("a = b == c;"), "a");
        assert_eq!(subject("a = 1; sqrt(a)"), "sqrt(a)");
        assert_eq!(subject("  f(x, y) := x + y;"), "f");
        assert_eq!(subject("if(a == b, c = 1, d)"), "if(a == b, c = 1, d)");
        assert_eq!(subject("l_2 = 1;"), "l_2");
        assert_eq!(subject(""), "");
    }
}
