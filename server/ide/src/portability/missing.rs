//! The builtins that CindyGL does not have at pixels, and how to do without. All were tried with
//! CindyJS 1.1.

/// A builtin that CindyGL does not have at pixels.
pub(super) struct Missing {
    name: &'static str,
    /// The number of arguments, if only that form is missing.
    pub(super) arity: Option<usize>,
    /// Another way to write it: the help, and the text with numbers in braces for arguments.
    pub(super) instead: Option<(&'static str, &'static str)>,
}

const fn missing(
    name: &'static str,
    arity: Option<usize>,
    instead: Option<(&'static str, &'static str)>,
) -> Missing {
    Missing {
        name,
        arity,
        instead,
    }
}

#[rustfmt::skip]
const MISSING: &[Missing] = &[
    missing("select", None, None),
    missing("product", None, None),
    missing("inverse", None, None),
    missing("linearsolve", None, None),
    missing("sort", Some(2), None),
    missing("sort", Some(3), None),
    missing("max", Some(2), None),
    missing("max", Some(3), None),
    missing("min", Some(2), None),
    missing("min", Some(3), None),
    missing("sum", Some(2), Some(("write `sum(apply(..))`", "sum(apply({0}, {1}))"))),
    missing("sum", Some(3), Some(("write `sum(apply(..))`", "sum(apply({0}, {1}, {2}))"))),
    missing("and", None, Some(("write it with `&`", "(({0}) & ({1}))"))),
    missing("or", None, Some(("write it with `%`", "(({0}) % ({1}))"))),
    missing("xor", None, Some(("write it with `&`, `%` and `!`", "(({0}) & !({1})) % (!({0}) & ({1}))"))),
    missing("+", Some(1), Some(("leave the sign out", "{0}"))),
    missing("°", None, Some(("write `*pi/180`", "({0})*pi/180"))),
    missing("√", None, Some(("write `re(sqrt(..))`", "re(sqrt({0}))"))),
    missing("×", None, Some(("write `cross(..)`", "cross({0}, {1})"))),
    missing("~=", None, None),
    missing("~!=", None, None),
    missing("~<", None, None),
    missing("~>", None, None),
    missing("~<=", None, None),
    missing("~>=", None, None),
    missing("∈", None, None),
    missing("∉", None, None),
    missing("contains", None, None),
    missing("take", None, Some(("write it with `_`", "({0})_({1})"))),
    missing(":>", None, Some(("write it with `++`", "(({0}) ++ [{1}])"))),
    missing("append", None, Some(("write it with `++`", "(({0}) ++ [{1}])"))),
    missing("<:", None, Some(("write it with `++`", "([{0}] ++ ({1}))"))),
    missing("prepend", None, Some(("write it with `++`", "([{0}] ++ ({1}))"))),
    missing("concat", None, Some(("write it with `++`", "(({0}) ++ ({1}))"))),
    missing("point", None, Some(("leave `point` out", "({0})"))),
    missing("line", None, Some(("leave `line` out", "({0})"))),
    missing("perp", None, None),
    missing("perpendicular", None, None),
    missing("area", None, None),
];

/// The row of a builtin with so many arguments.
pub(super) fn row(name: &str, count: usize) -> Option<&'static Missing> {
    let mut rows = MISSING.iter();
    rows.find(|row| row.name == name && row.arity.is_none_or(|arity| arity == count))
}
