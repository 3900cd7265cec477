//! The kinds of tokens and nodes, and the tie to rowan.

macro_rules! syntax_kinds {
    ($($(#[doc = $doc:literal])+ $kind:ident,)+) => {
        /// The kind of a token or a node of the tree.
        ///
        /// Tokens come first (trivia, literals, brackets, operators), nodes after them; the order
        /// is what the `is_*` tests rely on.
        #[allow(non_camel_case_types)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum SyntaxKind {
            $($(#[doc = $doc])+ $kind,)+
        }

        impl SyntaxKind {
            /// Every kind, at the index that is its number.
            pub const ALL: &[SyntaxKind] = &[$(SyntaxKind::$kind,)+];
        }
    };
}

syntax_kinds! {
    /// Spaces, tabs and line ends between tokens.
    WHITESPACE,
    /// `// ...`, without the line end.
    LINE_COMMENT,
    /// `/* ... */`, nested; unterminated, it runs to the end of the text.
    BLOCK_COMMENT,

    /// `12`, `12.`, `.5`, `1.5e-3`; may contain spaces and tabs.
    NUMBER,
    /// `"..."`, may span lines; without its closing quote if unterminated.
    STRING,
    /// A name; may contain spaces and tabs. Also `#`, `#1` to `#9`.
    IDENT,
    /// Superscript digits with an optional sign: a power.
    SUPERSCRIPT,
    /// Subscript digits with an optional sign: an index.
    SUBSCRIPT,
    /// A character that begins no token.
    UNKNOWN,

    /// `(`
    L_PAREN,
    /// `)`
    R_PAREN,
    /// `[`
    L_BRACKET,
    /// `]`
    R_BRACKET,
    /// `{`
    L_BRACE,
    /// `}`
    R_BRACE,
    /// `|`, opening or closing.
    BAR,

    /// `:` of user data and dictionaries.
    COLON,
    /// `.` before a field name.
    DOT,
    /// `°`
    DEGREE,
    /// `_`, index.
    UNDERSCORE,
    /// `^`
    CARET,
    /// `√`
    SQRT,
    /// `*`
    STAR,
    /// `×`, cross product.
    CROSS,
    /// `/`
    SLASH,
    /// `+`
    PLUS,
    /// `-`
    MINUS,
    /// `!`, not.
    BANG,
    /// `..`, range.
    DOT_DOT,
    /// `==`
    EQ_EQ,
    /// `!=`
    NOT_EQ,
    /// `<`
    LESS,
    /// `>`
    GREATER,
    /// `<=`
    LESS_EQ,
    /// `>=`
    GREATER_EQ,
    /// `~=`
    FUZZY_EQ,
    /// `~!=`
    FUZZY_NOT_EQ,
    /// `~<`
    FUZZY_LESS,
    /// `~>`
    FUZZY_GREATER,
    /// `~<=`
    FUZZY_LESS_EQ,
    /// `~>=`
    FUZZY_GREATER_EQ,
    /// `∈`
    ELEMENT_OF,
    /// `∉`
    NOT_ELEMENT_OF,
    /// `&`
    AND,
    /// `%`
    OR,
    /// `<:`, prepend.
    PREPEND,
    /// `++`, concatenation of lists.
    CONCAT,
    /// `--`, difference of lists.
    REMOVE,
    /// `~~`, intersection of lists.
    COMMON,
    /// `:>`, append.
    APPEND,
    /// `=`
    EQ,
    /// `:=`
    COLON_EQ,
    /// `::=`
    COLON_COLON_EQ,
    /// `:=_` in one piece. `:= _` is a [`COLON_EQ`](Self::COLON_EQ) and an
    /// [`UNDERSCORE`](Self::UNDERSCORE).
    UNDEFINE,
    /// `;`
    SEMICOLON,
    /// `->`
    ARROW,
    /// `,`
    COMMA,

    /// The root: statements, separated by semicolons.
    SCRIPT,
    /// `a; b; c` within brackets: statements, separated by semicolons.
    SEQUENCE,
    /// One [`NUMBER`](Self::NUMBER) or [`STRING`](Self::STRING).
    LITERAL,
    /// One [`IDENT`](Self::IDENT) that is a variable.
    NAME,
    /// `-a`, `+a`, `!a`, `√a`
    PREFIX_EXPR,
    /// `a°`
    POSTFIX_EXPR,
    /// `a + b`
    BINARY_EXPR,
    /// `a = b`, `a := b`, `a ::= b`
    ASSIGN_EXPR,
    /// `a := _`
    UNDEFINE_EXPR,
    /// `a_b`
    INDEX_EXPR,
    /// `a.name`
    FIELD_EXPR,
    /// `a:b`
    USERDATA_EXPR,
    /// `a²`
    SUPERSCRIPT_EXPR,
    /// `a₁`
    SUBSCRIPT_EXPR,
    /// `f(a, b)`, `f[a, b]`: an [`IDENT`](Self::IDENT) and an [`ARG_LIST`](Self::ARG_LIST).
    CALL_EXPR,
    /// The arguments of a call with their brackets.
    ARG_LIST,
    /// `name -> value` among the arguments of a call.
    MODIFIER,
    /// `(a)`: grouping.
    PAREN_EXPR,
    /// `[a, b]`, `(a, b)`, `[]`, `()`
    LIST_EXPR,
    /// `{"key": value}`
    DICT_EXPR,
    /// `"key": value`
    DICT_ENTRY,
    /// `|a|`, `|a, b|`
    ABS_EXPR,
    /// An empty slot between commas, of no width.
    EMPTY,
    /// A part that fits nowhere. Expressions found inside keep their trees.
    ERROR,
}

use SyntaxKind::{
    ARG_LIST, BAR, BLOCK_COMMENT, COLON, COMMA, DICT_ENTRY, EMPTY, L_PAREN, MODIFIER, SCRIPT,
    WHITESPACE,
};

impl SyntaxKind {
    /// Whitespace or comment.
    pub fn is_trivia(self) -> bool {
        (WHITESPACE..=BLOCK_COMMENT).contains(&self)
    }

    /// A kind of token, as opposed to a kind of node.
    pub fn is_token(self) -> bool {
        self < SCRIPT
    }

    /// One of `( ) [ ] { } |`.
    pub fn is_bracket(self) -> bool {
        (L_PAREN..=BAR).contains(&self)
    }

    /// The bracket that closes an opening one.
    pub(crate) fn closing(self) -> Option<Self> {
        match self {
            Self::L_PAREN => Some(Self::R_PAREN),
            Self::L_BRACKET => Some(Self::R_BRACKET),
            Self::L_BRACE => Some(Self::R_BRACE),
            Self::BAR => Some(Self::BAR),
            _ => None,
        }
    }

    /// The text of a bracket; empty for other kinds.
    pub(crate) fn bracket(self) -> &'static str {
        match self {
            Self::L_PAREN => "(",
            Self::R_PAREN => ")",
            Self::L_BRACKET => "[",
            Self::R_BRACKET => "]",
            Self::L_BRACE => "{",
            Self::R_BRACE => "}",
            Self::BAR => "|",
            _ => "",
        }
    }

    /// A token of the operator table, `;`, `->` and `,` included.
    pub fn is_operator(self) -> bool {
        (COLON..=COMMA).contains(&self)
    }

    /// A kind of node that stands for an expression, [`ERROR`](Self::ERROR) included.
    pub fn is_expr(self) -> bool {
        self > SCRIPT && !matches!(self, ARG_LIST | MODIFIER | DICT_ENTRY | EMPTY)
    }
}

impl From<SyntaxKind> for rowan::SyntaxKind {
    fn from(kind: SyntaxKind) -> Self {
        rowan::SyntaxKind(kind as u16)
    }
}

impl From<rowan::SyntaxKind> for SyntaxKind {
    /// A number that no kind has becomes [`ERROR`](SyntaxKind::ERROR); no tree of ours holds one.
    fn from(raw: rowan::SyntaxKind) -> Self {
        SyntaxKind::ALL
            .get(usize::from(raw.0))
            .copied()
            .unwrap_or(SyntaxKind::ERROR)
    }
}

/// The language tag of rowan's trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CindyScript {}

impl rowan::Language for CindyScript {
    type Kind = SyntaxKind;

    fn kind_from_raw(raw: rowan::SyntaxKind) -> SyntaxKind {
        raw.into()
    }

    fn kind_to_raw(kind: SyntaxKind) -> rowan::SyntaxKind {
        kind.into()
    }
}

/// A node with parents and siblings, for what reads the tree itself (folding, selection ranges).
pub type SyntaxNode = rowan::SyntaxNode<CindyScript>;
/// A token with its parents.
pub type SyntaxToken = rowan::SyntaxToken<CindyScript>;
/// A node or a token.
pub type SyntaxElement = rowan::SyntaxElement<CindyScript>;
