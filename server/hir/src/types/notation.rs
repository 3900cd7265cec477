//! Types as text, written and read: the notation of hovers, of observed types, and of signatures.

use std::fmt;
use std::str::FromStr;

use super::Type;

/// A text is no type, or one that is nested too deep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoType;

impl fmt::Display for NoType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is no type")
    }
}

impl std::error::Error for NoType {}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unset => f.write_str("⊥"),
            Self::Scalar(scalar) => f.write_str(scalar.name()),
            Self::List(list) => match list.len {
                Some(0) => f.write_str("list(0)"),
                Some(len) => write!(f, "list({len}, {})", list.element),
                None if list.element.is_unset() => f.write_str("list"),
                None => write!(f, "list({})", list.element),
            },
            Self::Tuple(tuple) => write!(f, "{tuple}"),
            Self::String => f.write_str("string"),
            Self::ScalarOrString(scalar) => write!(f, "{} or string", scalar.name()),
            Self::Dictionary => f.write_str("dictionary"),
            Self::Point => f.write_str("point"),
            Self::Line => f.write_str("line"),
            Self::Circle => f.write_str("circle"),
            Self::Element => f.write_str("element"),
            Self::Shape => f.write_str("shape"),
            Self::Code(codes) => write!(f, "{codes}"),
            Self::Top => f.write_str("⊤"),
        }
    }
}

impl FromStr for Type {
    type Err = NoType;

    fn from_str(text: &str) -> Result<Self, NoType> {
        read(text, DEEPEST).ok_or(NoType)
    }
}

/// Types that are nested deeper are not read.
const DEEPEST: usize = 16;

fn read(text: &str, depth: usize) -> Option<Type> {
    let text = text.trim();
    if let Some(simple) = simple(text) {
        return Some(simple);
    }
    let depth = depth.checked_sub(1)?;
    if let Some(number) = text.strip_suffix(" or string") {
        return Some(Type::ScalarOrString(read(number, depth)?.scalar()?));
    }
    if let Some(inner) = text.strip_prefix('[') {
        let types = at_commas(inner.strip_suffix(']')?).map(|ty| read(ty, depth));
        return Some(Type::of_elements(types.collect::<Option<_>>()?));
    }
    let inner = text.strip_prefix("list(")?.strip_suffix(')')?;
    let sized = inner
        .split_once(',')
        .and_then(|(len, element)| Some((len.trim().parse().ok()?, element)));
    match sized {
        Some((len, element)) => Some(Type::list(len, read(element, depth)?)),
        None => Some(Type::any_list(read(inner, depth)?)),
    }
}

/// A type that is one word.
fn simple(word: &str) -> Option<Type> {
    Some(match word {
        "⊥" => Type::Unset,
        "⊤" => Type::Top,
        "boolean" => Type::BOOLEAN,
        "int" => Type::INT,
        "real" => Type::REAL,
        "complex" => Type::COMPLEX,
        "string" => Type::String,
        "dictionary" => Type::Dictionary,
        "point" => Type::Point,
        "line" => Type::Line,
        "circle" => Type::Circle,
        "element" => Type::Element,
        "shape" => Type::Shape,
        "list" => Type::any_list(Type::Unset),
        "list(0)" => Type::list(0, Type::Unset),
        _ => return None,
    })
}

/// The parts of a text between the commas that stand in no brackets.
fn at_commas(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0usize;
    text.split(move |letter| {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_types_are_read_back() {
        let check = |text: &str| {
            assert_eq!(
                text.parse::<Type>().map(|ty| ty.to_string()).as_deref(),
                Ok(text)
            );
        };
        for text in [
            "⊥",
            "⊤",
            "boolean",
            "int",
            "real",
            "complex",
            "string",
            "dictionary",
            "point",
            "line",
            "circle",
            "element",
            "shape",
            "list",
            "list(0)",
            "list(3, real)",
            "list(string)",
            "list(2, list(3, complex))",
            "list(list(2, int))",
        ] {
            check(text);
        }
        for text in ["", "list(", "list()", "list(x, real)", "Real"] {
            assert_eq!(text.parse::<Type>(), Err(NoType), "{text}");
        }
        let deep = format!("{}real{}", "list(".repeat(100), ")".repeat(100));
        assert_eq!(deep.parse::<Type>(), Err(NoType));
    }
}
