//! The names of builtins' arguments, as signatures show them.

use super::Builtin;

/// An argument of a builtin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltinArgument {
    /// Its name.
    pub name: &'static str,
    /// What it is, where the name does not say it.
    pub doc: Option<&'static str>,
}

impl BuiltinArgument {
    /// The name that stands for further arguments like the one before.
    pub const REST: &'static str = "...";
    /// The name of the code that a loop or definition runs.
    pub const BODY: &'static str = "body";
    /// The name of the variable that a loop binds.
    pub const VARIABLE: &'static str = "variable";
}

impl Builtin {
    /// Its arguments in order. In the column `args` there is a comma between two of them, and behind
    /// a name, a colon and what the argument is may stand: `n, variable: counts from 1 to n, body`.
    pub fn arguments(&self) -> impl Iterator<Item = BuiltinArgument> + use<> {
        let written = self.args.split(", ").filter(|written| !written.is_empty());
        written.map(|written| match written.split_once(": ") {
            Some((name, doc)) => BuiltinArgument {
                name,
                doc: Some(doc),
            },
            None => BuiltinArgument {
                name: written,
                doc: None,
            },
        })
    }

    /// The call with the names of the arguments: `drawcircle(center, radius)`.
    #[must_use]
    pub fn call(&self) -> String {
        let names: Vec<&str> = self.arguments().map(|argument| argument.name).collect();
        match (names.as_slice(), self.arity) {
            ([], Some(0)) => format!("{}()", self.name),
            ([], _) => format!("{}({})", self.name, BuiltinArgument::REST),
            (names, _) => format!("{}({})", self.name, names.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins::{BuiltinId, Category, Form, all};

    #[test]
    fn every_argument_has_a_name() {
        let mut lacking = Vec::new();
        for row in all().map(BuiltinId::row) {
            let is_there = !matches!(row.form, Form::Unavailable | Form::OutOfScope(_));
            if !is_there || row.category == Category::Operator {
                continue;
            }
            let arguments: Vec<BuiltinArgument> = row.arguments().collect();
            let fits = match row.arity {
                Some(arity) => arguments.len() == usize::from(arity),
                None => arguments.last().map(|last| last.name) == Some(BuiltinArgument::REST),
            };
            if !fits {
                lacking.push(format!("{}: {}", row.call(), row.args));
            }
        }
        assert!(lacking.is_empty(), "{lacking:#?}");
    }

    #[test]
    fn names_are_words() {
        for row in all().map(BuiltinId::row) {
            for argument in row.arguments() {
                let is_word = argument.name.chars().all(char::is_alphanumeric);
                assert!(
                    is_word || argument.name == BuiltinArgument::REST,
                    "{}",
                    row.call()
                );
            }
        }
    }
}
