//! The operator table: every spelling, level and associativity, in one place. Lexer, parser and
//! typed tree read it; nothing else knows how an operator is written or how tightly it binds.

use std::sync::LazyLock;

use crate::SyntaxKind::{self, *};

/// Which side groups first among operators of one level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Associativity {
    /// `a - b - c` is `(a - b) - c`.
    Left,
    /// `a ^ b ^ c` is `a ^ (b ^ c)`.
    Right,
}

/// The place of an operator beside its operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fixity {
    /// Between two operands.
    Infix,
    /// Between two operands, or before one.
    InfixOrPrefix,
    /// Before an operand.
    Prefix,
    /// After an operand.
    Postfix,
    /// Anywhere: its operands are optional (`;` and `,`).
    Separator,
}

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Operator {
    /// Its token.
    pub kind: SyntaxKind,
    /// 1 binds tightest, 14 loosest. Level 2 is the function call.
    pub level: u8,
    /// The grouping of operators of this level.
    pub associativity: Associativity,
    /// Its place beside its operands.
    pub fixity: Fixity,
    /// The canonical spelling, then its aliases.
    pub spellings: &'static [&'static str],
}

impl Operator {
    /// The canonical spelling.
    pub fn as_str(&self) -> &'static str {
        self.spellings.first().copied().unwrap_or_default()
    }

    pub(crate) fn is_prefix(&self) -> bool {
        matches!(self.fixity, Fixity::InfixOrPrefix | Fixity::Prefix)
    }

    /// Whether, standing on the left, it is complete before `next` comes.
    pub(crate) fn binds_before(&self, next: &Operator) -> bool {
        self.level < next.level
            || self.level == next.level && self.associativity == Associativity::Left
    }
}

/// The level of a function call.
pub const CALL_LEVEL: u8 = 2;

const fn row(
    level: u8,
    associativity: Associativity,
    fixity: Fixity,
    kind: SyntaxKind,
    spellings: &'static [&'static str],
) -> Operator {
    Operator {
        kind,
        level,
        associativity,
        fixity,
        spellings,
    }
}

/// All operators, in the order of their kinds.
#[rustfmt::skip]
pub static OPERATORS: &[Operator] = {
    use Associativity::{Left, Right};
    use Fixity::{Infix, InfixOrPrefix, Postfix, Prefix, Separator};
    &[
        row( 1, Left,  Infix,         COLON,            &[":"]),
        row( 1, Left,  Infix,         DOT,              &["."]),
        row( 1, Left,  Postfix,       DEGREE,           &["°"]),
        row( 1, Left,  Infix,         UNDERSCORE,       &["_"]),
        row( 3, Right, Infix,         CARET,            &["^"]),
        row( 3, Right, Prefix,        SQRT,             &["√"]),
        row( 4, Left,  Infix,         STAR,             &["*", "\u{2062}", "⋅", "·"]),
        row( 4, Left,  Infix,         CROSS,            &["×"]),
        row( 4, Left,  Infix,         SLASH,            &["/", "÷", "∕", "∶"]),
        row( 5, Left,  InfixOrPrefix, PLUS,             &["+"]),
        row( 5, Left,  InfixOrPrefix, MINUS,            &["-", "−"]),
        row( 5, Left,  Prefix,        BANG,             &["!", "¬"]),
        row( 6, Left,  Infix,         DOT_DOT,          &[".."]),
        row( 7, Left,  Infix,         EQ_EQ,            &["==", "≟"]),
        row( 7, Left,  Infix,         NOT_EQ,           &["!=", "<>", "≠"]),
        row( 7, Left,  Infix,         LESS,             &["<"]),
        row( 7, Left,  Infix,         GREATER,          &[">"]),
        row( 7, Left,  Infix,         LESS_EQ,          &["<=", "≤", "≦"]),
        row( 7, Left,  Infix,         GREATER_EQ,       &[">=", "≥", "≧"]),
        row( 7, Left,  Infix,         FUZZY_EQ,         &["~=", "≈"]),
        row( 7, Left,  Infix,         FUZZY_NOT_EQ,     &["~!=", "≉"]),
        row( 7, Left,  Infix,         FUZZY_LESS,       &["~<", "⪉"]),
        row( 7, Left,  Infix,         FUZZY_GREATER,    &["~>", "⪊"]),
        row( 7, Left,  Infix,         FUZZY_LESS_EQ,    &["~<=", "⪅"]),
        row( 7, Left,  Infix,         FUZZY_GREATER_EQ, &["~>=", "⪆"]),
        row( 7, Left,  Infix,         ELEMENT_OF,       &["∈"]),
        row( 7, Left,  Infix,         NOT_ELEMENT_OF,   &["∉"]),
        row( 8, Left,  Infix,         AND,              &["&", "∧"]),
        row( 8, Left,  Infix,         OR,               &["%", "∨"]),
        row( 9, Right, Infix,         PREPEND,          &["<:"]),
        row(10, Left,  Infix,         CONCAT,           &["++", "∪"]),
        row(10, Left,  Infix,         REMOVE,           &["--", "∖"]),
        row(10, Left,  Infix,         COMMON,           &["~~", "∩"]),
        row(10, Left,  Infix,         APPEND,           &[":>"]),
        row(11, Right, Infix,         EQ,               &["="]),
        row(11, Right, Infix,         COLON_EQ,         &[":="]),
        row(11, Right, Infix,         COLON_COLON_EQ,   &["::="]),
        row(11, Right, Postfix,       UNDEFINE,         &[":=_"]),
        row(12, Left,  Separator,     SEMICOLON,        &[";"]),
        row(13, Left,  Infix,         ARROW,            &["->", "→"]),
        row(14, Right, Separator,     COMMA,            &[","]),
    ]
};

impl SyntaxKind {
    /// The row of an operator token; `None` for every other kind.
    pub fn operator(self) -> Option<&'static Operator> {
        (self as usize)
            .checked_sub(COLON as usize)
            .and_then(|index| OPERATORS.get(index))
    }
}

/// The spellings that begin with each byte, longest first.
type Spellings = [Vec<(&'static [u8], SyntaxKind)>; 256];

static BY_FIRST_BYTE: LazyLock<Spellings> = LazyLock::new(|| {
    let mut table: Spellings = std::array::from_fn(|_| Vec::new());
    for operator in OPERATORS {
        for spelling in operator.spellings {
            let bytes = spelling.as_bytes();
            if let Some(entry) = bytes.first().and_then(|b| table.get_mut(usize::from(*b))) {
                entry.push((bytes, operator.kind));
            }
        }
    }
    for entry in &mut table {
        entry.sort_by_key(|(bytes, _)| std::cmp::Reverse(bytes.len()));
    }
    table
});

/// The longest operator that `text` begins with, and its length in bytes.
pub(crate) fn longest_operator(text: &[u8]) -> Option<(SyntaxKind, usize)> {
    let first = text.first()?;
    BY_FIRST_BYTE[usize::from(*first)]
        .iter()
        .find(|(spelling, _)| text.starts_with(spelling))
        .map(|(spelling, kind)| (*kind, spelling.len()))
}

macro_rules! operator_enum {
    ($(#[doc = $doc:literal])+ $name:ident { $($(#[doc = $vdoc:literal])+ $variant:ident = $kind:ident,)+ }) => {
        $(#[doc = $doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[doc = $vdoc])+ $variant,)+
        }

        impl $name {
            /// Every variant.
            pub const ALL: &[$name] = &[$($name::$variant,)+];

            /// The operator of a token; `None` for other tokens.
            pub fn from_kind(kind: SyntaxKind) -> Option<Self> {
                match kind {
                    $($kind => Some($name::$variant),)+
                    _ => None,
                }
            }

            /// Its token.
            pub fn kind(self) -> SyntaxKind {
                match self {
                    $($name::$variant => $kind,)+
                }
            }

            /// The canonical spelling.
            pub fn as_str(self) -> &'static str {
                self.kind().operator().map_or("", Operator::as_str)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

operator_enum! {
    /// An operator between two operands that computes a value. Aliases are one operator.
    BinaryOp {
        /// `^`
        Pow = CARET,
        /// `*`
        Mul = STAR,
        /// `×`
        Cross = CROSS,
        /// `/`
        Div = SLASH,
        /// `+`
        Add = PLUS,
        /// `-`
        Sub = MINUS,
        /// `..`
        Range = DOT_DOT,
        /// `==`
        Eq = EQ_EQ,
        /// `!=`
        Ne = NOT_EQ,
        /// `<`
        Lt = LESS,
        /// `>`
        Gt = GREATER,
        /// `<=`
        Le = LESS_EQ,
        /// `>=`
        Ge = GREATER_EQ,
        /// `~=`
        FuzzyEq = FUZZY_EQ,
        /// `~!=`
        FuzzyNe = FUZZY_NOT_EQ,
        /// `~<`
        FuzzyLt = FUZZY_LESS,
        /// `~>`
        FuzzyGt = FUZZY_GREATER,
        /// `~<=`
        FuzzyLe = FUZZY_LESS_EQ,
        /// `~>=`
        FuzzyGe = FUZZY_GREATER_EQ,
        /// `∈`
        In = ELEMENT_OF,
        /// `∉`
        NotIn = NOT_ELEMENT_OF,
        /// `&`
        And = AND,
        /// `%`
        Or = OR,
        /// `<:`
        Prepend = PREPEND,
        /// `++`
        Concat = CONCAT,
        /// `--`
        Remove = REMOVE,
        /// `~~`
        Common = COMMON,
        /// `:>`
        Append = APPEND,
    }
}

operator_enum! {
    /// An operator before its operand.
    PrefixOp {
        /// `+`
        Plus = PLUS,
        /// `-`
        Minus = MINUS,
        /// `!`
        Not = BANG,
        /// `√`
        Sqrt = SQRT,
    }
}

operator_enum! {
    /// An operator after its operand.
    PostfixOp {
        /// `°`: in degrees.
        Degree = DEGREE,
    }
}

operator_enum! {
    /// The way in which a target is given its value.
    AssignOp {
        /// `=`: evaluated now.
        Assign = EQ,
        /// `:=`: a function, or code that is evaluated at each reading.
        Define = COLON_EQ,
        /// `::=`: parsed, without effect.
        DefineUserdata = COLON_COLON_EQ,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_in_the_order_of_the_kinds() {
        for operator in OPERATORS {
            assert_eq!(
                operator.kind.operator().map(|o| o.kind),
                Some(operator.kind)
            );
        }
        assert_eq!(OPERATORS.len(), COMMA as usize - COLON as usize + 1);
        assert!(SCRIPT.operator().is_none() && BAR.operator().is_none());
    }

    #[test]
    fn levels_agree_on_associativity() {
        for a in OPERATORS {
            for b in OPERATORS.iter().filter(|b| b.level == a.level) {
                assert_eq!(a.associativity, b.associativity, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn longest_spelling_wins() {
        for operator in OPERATORS {
            for spelling in operator.spellings {
                assert_eq!(
                    longest_operator(spelling.as_bytes()),
                    Some((operator.kind, spelling.len()))
                );
            }
        }
        assert_eq!(longest_operator(b"~<=x"), Some((FUZZY_LESS_EQ, 3)));
        assert_eq!(longest_operator(b":= _"), Some((COLON_EQ, 2)));
        assert_eq!(longest_operator(b"~a"), None);
    }
}
