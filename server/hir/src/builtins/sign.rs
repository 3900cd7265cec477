//! The names of what the grammar writes with signs, where they are more than the sign or passes ask
//! for them.

/// `a = b`
pub const ASSIGN: &str = "=";
/// `f(x) :=_`
pub const UNDEFINE: &str = ":=_";
/// `a_i`
pub const INDEX: &str = "_";
/// `a.x`
pub const FIELD: &str = ".";
/// `a:k`
pub const USER_DATA: &str = ":";
/// `{"a": b}`
pub const DICTIONARY: &str = "{.}";
/// `|a|`, `|a, b|`
pub const BARS: &str = "|.|";
/// `a^b`, `a²`
pub const POWER: &str = "^";
