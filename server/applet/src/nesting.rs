//! How deep JavaScript nests, before it is parsed: the parser and all that walks its trees recur as
//! deep as their text nests, and a stack has an end.
//!
//! The tokens are read as JavaScript does, strings, templates and regular expressions included, and
//! whatever may put one node into another is counted: brackets, and between them what reaches to the
//! right (`a = b = c`, `a ? b : c ? d : e`, `else if`, `=>`, `new new`, `- - a`) or to the left
//! (`a.b.c`, `a()()`, `a && b && c`). The result is a bound: the tree may be less deep.

use text_size::{TextRange, TextSize};

/// Brackets deeper than people write.
pub(crate) const MAX_BRACKETS: usize = 256;

/// Deeper than people write, brackets or not: chains of `else if` in generated code have some
/// hundred links.
pub(crate) const MAX_DEPTH: usize = 1000;

/// What is wrong with a script that is not to be parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// More brackets within brackets than [`MAX_BRACKETS`].
    Brackets(TextRange),
    /// Deeper than [`MAX_DEPTH`].
    Deep(TextRange),
    /// A `/` that divides or begins a regular expression, with a quotation mark behind it: what is
    /// text and what is code cannot be told without parsing.
    Slash(TextRange),
}

/// How deep a script nests at most.
pub(crate) fn depth(text: &str, is_module: bool) -> Result<usize, Refusal> {
    let mut scanner = Scanner {
        text,
        at: 0,
        is_module,
        levels: vec![Level::default()],
        before: Before::Start,
        boundary: false,
        newline: true,
        deepest: 0,
        around: 0,
    };
    scanner.run()?;
    Ok(scanner.deepest)
}

/// The token before, as far as it decides what the next one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Before {
    Start,
    /// The end of an operand: a name, a literal, most closing brackets.
    Operand,
    /// A closing brace: of an operand, or of a block.
    Brace,
    /// A word that is a name or an operator: `yield`, `await`.
    Perhaps,
    /// A label, a name where a statement begins.
    Name,
    /// `.` or `?.`: a word behind it is a name.
    Dot,
    /// `if`, `for`, `while`, `with`: brackets behind it are no operand.
    Head,
    /// Anything behind which an operand is wanted.
    Operator,
}

impl Before {
    fn may_end_operand(self) -> bool {
        matches!(
            self,
            Before::Operand | Before::Brace | Before::Perhaps | Before::Name
        )
    }
}

/// What is open within a pair of brackets.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    /// Whether it is a template's.
    is_template: bool,
    /// Whether it is that of `if (...)` and the like.
    is_head: bool,
    /// Statements within statements.
    statements: usize,
    /// What ends with the expression between two commas.
    expressions: usize,
    /// What ends with an operand.
    operands: usize,
}

impl Level {
    fn depth(self) -> usize {
        1 + self.statements + self.expressions + self.operands
    }

    /// Counts the nodes that an operator opens or ends here; returns what it is for the next token.
    fn count_operator(&mut self, operator: &str, before: Before) -> Before {
        match operator {
            ";" => return Before::Start,
            ":" if before == Before::Name => {
                self.statements += 1;
                return Before::Start;
            }
            "." | "?." => {
                self.operands += 1;
                return Before::Dot;
            }
            "++" | "--" if before.may_end_operand() => {
                self.operands += 1;
                return Before::Operand;
            }
            "#" | "\\" => return Before::Dot,
            "," => (self.expressions, self.operands) = (0, 0),
            "!" | "~" | "++" | "--" | "**" | "..." | "@" => self.operands += 1,
            "+" | "-" if !before.may_end_operand() => self.operands += 1,
            "==" | "===" | "!=" | "!==" | "<=" | ">=" => self.operands = 0,
            "=>" | "?" | ":" | "&&" | "||" | "??" => self.expressions += 1,
            assignment if assignment.ends_with('=') => self.expressions += 1,
            // Chains of these lean to the left, and are followed without recursion.
            _ => self.operands = 0,
        }
        Before::Operator
    }
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    is_module: bool,
    levels: Vec<Level>,
    before: Before,
    /// Whether a statement has ended unless the next token goes on with it, as `else` does.
    boundary: bool,
    /// Whether there is a line break before the next token.
    newline: bool,
    deepest: usize,
    /// The depth of all levels but the innermost.
    around: usize,
}

/// Longest first.
const OPERATORS: [&str; 54] = [
    ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=",
    "<=", ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
    "<<", ">>", "**", "=", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "!", "~", "?", ":",
    ";", ",", ".", "@", "#", "\\",
];

impl<'t> Scanner<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn level(&mut self) -> &mut Level {
        if self.levels.is_empty() {
            self.levels.push(Level::default());
        }
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }

    fn run(&mut self) -> Result<(), Refusal> {
        while let Some(char) = self.rest().chars().next() {
            let start = self.at;
            if char.is_whitespace() || char == '\u{feff}' {
                self.newline |= matches!(char, '\n' | '\r' | '\u{2028}' | '\u{2029}');
                self.at += char.len_utf8();
                continue;
            }
            if self.comment() {
                continue;
            }
            match char {
                '"' | '\'' => {
                    self.operand_begins();
                    self.string(char);
                    self.before = Before::Operand;
                }
                '`' => {
                    self.postfix();
                    self.at += 1;
                    self.template();
                }
                '(' | '[' | '{' => self.open(char),
                ')' | ']' | '}' => self.close(char),
                '/' if self.slash()? => {}
                _ if is_word(char) => self.word(),
                _ => self.operator(),
            }
            self.newline = false;
            let depth = self.around + self.level().depth();
            self.deepest = self.deepest.max(depth);
            let range = || {
                let [start, end] = [start, self.at].map(|at| u32::try_from(at).unwrap_or(u32::MAX));
                TextRange::new(TextSize::new(start.min(end)), TextSize::new(end))
            };
            if self.levels.len() > MAX_BRACKETS + 1 {
                return Err(Refusal::Brackets(range()));
            }
            if depth > MAX_DEPTH {
                return Err(Refusal::Deep(range()));
            }
        }
        Ok(())
    }

    /// Skips a comment, if one begins here.
    fn comment(&mut self) -> bool {
        let rest = self.rest();
        if rest.starts_with("/*") {
            let end = rest.get(2..).and_then(|rest| rest.find("*/"));
            let length = end.map_or(rest.len(), |end| end + 4);
            self.newline |= rest[..length].contains(['\n', '\r', '\u{2028}', '\u{2029}']);
            self.at += length;
            return true;
        }
        let is_line = rest.starts_with("//")
            || rest.starts_with("#!") && self.at == 0
            || !self.is_module
                && (rest.starts_with("<!--") || rest.starts_with("-->") && self.newline);
        if is_line {
            let end = rest.find(['\n', '\r', '\u{2028}', '\u{2029}']);
            self.at += end.unwrap_or(rest.len());
        }
        is_line
    }

    /// Skips a string, which ends with its line at the latest.
    fn string(&mut self, quote: char) {
        let mut chars = self.rest().char_indices().skip(1);
        while let Some((place, char)) = chars.next() {
            match char {
                '\\' => {
                    // A line may end with it and the string go on, be the end two characters.
                    if let Some((place, '\r')) = chars.next()
                        && self.rest()[place..].starts_with("\r\n")
                    {
                        chars.next();
                    }
                }
                '\n' | '\r' => {
                    self.at += place;
                    return;
                }
                _ if char == quote => {
                    self.at += place + 1;
                    return;
                }
                _ => {}
            }
        }
        self.at = self.text.len();
    }

    /// Skips the text of a template, up to its end or to the code in it.
    fn template(&mut self) {
        let bytes = self.rest().as_bytes();
        let mut place = 0;
        while let Some(byte) = bytes.get(place) {
            match byte {
                b'\\' => place += 1,
                b'`' => {
                    self.at += place + 1;
                    self.before = Before::Operand;
                    return;
                }
                b'$' if bytes.get(place + 1) == Some(&b'{') => {
                    self.at += place + 2;
                    self.push(Level {
                        is_template: true,
                        ..Level::default()
                    });
                    return;
                }
                _ => {}
            }
            place += 1;
        }
        self.at = self.text.len();
    }

    fn push(&mut self, level: Level) {
        self.around += self.level().depth();
        self.levels.push(level);
        self.before = Before::Start;
        self.boundary = false;
    }

    /// A bracket or template behind an operand goes with it.
    fn postfix(&mut self) {
        if self.before.may_end_operand() {
            self.level().operands += 1;
        } else {
            self.boundary_passed();
        }
    }

    fn open(&mut self, bracket: char) {
        let is_head = bracket == '(' && self.before == Before::Head;
        match bracket {
            '{' => {}
            _ if is_head => {}
            _ => self.postfix(),
        }
        self.at += 1;
        self.push(Level {
            is_head,
            ..Level::default()
        });
    }

    fn close(&mut self, bracket: char) {
        self.at += 1;
        let level = match self.levels.len() {
            0 | 1 => Level::default(),
            _ => self.levels.pop().unwrap_or_default(),
        };
        self.around = self.around.saturating_sub(match self.levels.last() {
            Some(outer) if self.around > 0 => outer.depth(),
            _ => 0,
        });
        self.boundary = false;
        self.before = match bracket {
            '}' if level.is_template => return self.template(),
            '}' => {
                self.boundary = true;
                Before::Brace
            }
            ')' if level.is_head => Before::Operator,
            _ => Before::Operand,
        };
    }

    /// A regular expression, if that is what a `/` begins; whether it was one.
    fn slash(&mut self) -> Result<bool, Refusal> {
        let rest = self.rest();
        match self.before {
            Before::Operand | Before::Dot | Before::Name => return Ok(false),
            Before::Brace | Before::Perhaps => {
                let line = rest.lines().next().unwrap_or(rest);
                let Some((within, _)) = line.get(1..).and_then(|line| line.rsplit_once('/')) else {
                    return Ok(false);
                };
                if within.contains(['"', '\'', '`', '/', '*']) {
                    let at = TextSize::new(u32::try_from(self.at).unwrap_or(u32::MAX));
                    return Err(Refusal::Slash(TextRange::at(at, TextSize::new(1))));
                }
                // Should it divide, so much is open from here on.
                self.around += within.chars().filter(|&char| !is_word(char)).count();
            }
            Before::Start | Before::Head | Before::Operator => {}
        }
        self.operand_begins();
        let mut is_class = false;
        let mut chars = rest.char_indices().skip(1);
        let mut length = rest.len();
        while let Some((place, char)) = chars.next() {
            match char {
                '\\' => drop(chars.next()),
                '[' => is_class = true,
                ']' => is_class = false,
                '\n' | '\r' | '\u{2028}' | '\u{2029}' => {
                    length = place;
                    break;
                }
                '/' if !is_class => {
                    length = place + 1;
                    break;
                }
                _ => {}
            }
        }
        self.at += length;
        self.before = Before::Operand;
        Ok(true)
    }

    /// An operand begins; where none is wanted, so does a statement.
    fn operand_begins(&mut self) {
        let ends = match self.before {
            Before::Brace => true,
            Before::Operand | Before::Name => self.newline,
            Before::Start | Before::Perhaps | Before::Dot | Before::Head | Before::Operator => {
                false
            }
        };
        if ends || self.boundary {
            self.statement_ends();
        }
    }

    fn boundary_passed(&mut self) {
        if std::mem::take(&mut self.boundary) {
            self.statement_ends();
        }
    }

    fn statement_ends(&mut self) {
        self.boundary = false;
        self.before = Before::Start;
        let level = self.level();
        (level.statements, level.expressions, level.operands) = (0, 0, 0);
    }

    fn word(&mut self) {
        let rest = self.rest();
        let is_number = rest.starts_with(|char: char| char.is_ascii_digit());
        let is_part = |char: char| is_word(char) || is_number && char == '.';
        let word = &rest[..rest.find(|char| !is_part(char)).unwrap_or(rest.len())];
        self.at += word.len();
        if self.before == Before::Dot {
            self.before = Before::Operand;
            return;
        }
        if let Some(before) = self.continuation(word) {
            self.before = before;
            return;
        }
        match word {
            "case" | "default" => self.statement_ends(),
            _ => self.operand_begins(),
        }
        let is_first = matches!(self.before, Before::Start);
        let level = self.level();
        self.before = match word {
            "if" | "for" | "with" => {
                level.statements += 1;
                Before::Head
            }
            "do" => {
                level.statements += 1;
                Before::Operator
            }
            "new" | "typeof" | "void" | "delete" => {
                level.operands += 1;
                Before::Operator
            }
            "await" | "yield" => {
                level.expressions += 1;
                Before::Perhaps
            }
            "function" | "class" | "extends" => {
                level.expressions += 1;
                Before::Operator
            }
            "return" | "throw" | "case" | "default" | "var" | "const" | "export" | "import"
            | "try" | "switch" | "in" | "instanceof" => Before::Operator,
            "let" | "of" | "async" | "static" | "get" | "set" => Before::Perhaps,
            _ if is_first && !is_number => Before::Name,
            _ => Before::Operand,
        };
    }

    /// Counts a word that goes on with a statement or an expression that seemed to have ended.
    fn continuation(&mut self, word: &str) -> Option<Before> {
        match word {
            "else" | "while" => self.level().statements += 1,
            "catch" | "finally" => {}
            "in" | "instanceof" | "of" | "as" | "from"
                if !matches!(self.before, Before::Start | Before::Operator) =>
            {
                self.level().operands = 0;
            }
            _ => return None,
        }
        self.boundary = false;
        Some(match word {
            "while" => Before::Head,
            "of" | "as" | "from" => Before::Perhaps,
            _ => Before::Operator,
        })
    }

    fn operator(&mut self) {
        let Some(operator) = self.take_operator() else {
            return;
        };
        let before = self.before;
        match operator {
            ";" | "," => {}
            "!" | "~" | "@" | "#" => self.operand_begins(),
            _ => self.boundary = self.boundary && !before.may_end_operand(),
        }
        self.boundary_passed();
        self.boundary = operator == ";";
        self.before = self.level().count_operator(operator, before);
    }

    /// Skips the operator that begins here, or one character that is nothing of JavaScript.
    fn take_operator(&mut self) -> Option<&'static str> {
        let rest = self.rest();
        let mut operators = OPERATORS.iter().copied();
        let Some(operator) = operators.find(|operator| rest.starts_with(operator)) else {
            self.at += rest.chars().next().map_or(1, char::len_utf8);
            return None;
        };
        // `a?.5:b` is no chain.
        let operator = match operator {
            "?." if rest[2..].starts_with(|char: char| char.is_ascii_digit()) => "?",
            operator => operator,
        };
        self.at += operator.len();
        Some(operator)
    }
}

fn is_word(char: char) -> bool {
    char.is_alphanumeric() || matches!(char, '_' | '$') || !char.is_ascii()
}

#[cfg(test)]
mod tests;
