//! Texts with places to be filled in.

/// A text with places to be filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Snippet(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    /// What is left out where no places can be filled in.
    Only(String),
    /// A place, with what stands there until something else is written.
    Hole(String),
    /// A place for one of these.
    Choice(Vec<String>),
    /// The place that comes last.
    End,
}

impl Snippet {
    /// A text as it is.
    pub(super) fn plain(text: &str) -> Self {
        Self::default().then(text)
    }

    pub(super) fn then(mut self, text: &str) -> Self {
        self.0.push(Piece::Text(text.to_owned()));
        self
    }

    /// A text that is left out where no places can be filled in.
    pub(super) fn then_only(mut self, text: &str) -> Self {
        self.0.push(Piece::Only(text.to_owned()));
        self
    }

    pub(super) fn hole(mut self, name: &str) -> Self {
        self.0.push(Piece::Hole(name.to_owned()));
        self
    }

    pub(super) fn choice(mut self, values: Vec<String>) -> Self {
        self.0.push(Piece::Choice(values));
        self
    }

    pub(super) fn end(mut self) -> Self {
        self.0.push(Piece::End);
        self
    }

    /// The text, in the protocol's notation if `snippet` says so, else up to the first place. `written`
    /// gives a text as it has to stand in the file.
    pub(super) fn text(&self, snippet: bool, written: &dyn Fn(&str) -> String) -> String {
        let mut text = String::new();
        let mut number = 0;
        for piece in &self.0 {
            match piece {
                Piece::Text(plain) if snippet => text.push_str(&escaped(&written(plain), "$}\\")),
                Piece::Text(plain) => text.push_str(&written(plain)),
                _ if !snippet => break,
                Piece::Only(plain) => text.push_str(&escaped(&written(plain), "$}\\")),
                Piece::Hole(name) => {
                    number += 1;
                    let name = escaped(&written(name), "$}\\");
                    text.push_str(&format!("${{{number}:{name}}}"));
                }
                Piece::Choice(values) => {
                    number += 1;
                    let values: Vec<String> = values
                        .iter()
                        .map(|value| escaped(&written(value), "$}\\,|"))
                        .collect();
                    text.push_str(&format!("${{{number}|{}|}}", values.join(",")));
                }
                Piece::End => text.push_str("$0"),
            }
        }
        text
    }
}

fn escaped(text: &str, special: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        if special.contains(char) {
            escaped.push('\\');
        }
        escaped.push(char);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_notations() {
        let snippet = Snippet::plain("f{$}")
            .then_only("(")
            .hole("a}")
            .then(", ")
            .choice(vec!["x".to_owned(), "y,z".to_owned()])
            .end()
            .then(")");
        let written = |text: &str| text.to_owned();
        assert_eq!(
            snippet.text(true, &written),
            "f{\\$\\}(${1:a\\}}, ${2|x,y\\,z|}$0)"
        );
        assert_eq!(snippet.text(false, &written), "f{$}");
    }
}
