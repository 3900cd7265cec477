//! Hovers for signs: operators, and what else the grammar writes without a name.

use std::fmt::Write as _;

use cindyscript_hir::builtins::{self, BuiltinId, Category, sign};
use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_infer::{Role, SlotId};
use cindyscript_syntax::{SyntaxKind, SyntaxToken, TokenAtOffset, tokens_at};
use text_size::{TextRange, TextSize};

use super::{Hover, HoverText, Hoverer};
use crate::documentation::about;
use crate::observations::subjects;

impl Hoverer<'_> {
    /// What a sign does, what it is for, and its types at this place.
    pub(super) fn sign(&self, at: TextSize) -> Option<Hover> {
        let parse = self.applet.parse(self.script)?;
        let token = sign_at(tokens_at(&parse.syntax(), at))?;
        let builtin = meaning(&token)?;
        let term = self.around(token.text_range());
        // Others are no values, or those of something else.
        let value = term.filter(|&term| match self.applet.program.kind(term) {
            TermKind::Call { .. } => self.builtin(term) == Some(builtin),
            TermKind::Assign { .. } => builtin.name() == sign::ASSIGN,
            TermKind::Index { .. } => builtin.name() == sign::INDEX,
            TermKind::Field { .. } => builtin.name() == sign::FIELD,
            TermKind::UserData { .. } => builtin.name() == sign::USER_DATA,
            TermKind::Dictionary(_) => builtin.name() == sign::DICTIONARY,
            _ => false,
        });
        Some(match value {
            Some(term) => Hover {
                range: self.applet.range(term),
                text: self.value(term, Some(builtin)),
                subjects: subjects(self.applet, term),
                has_types: true,
            },
            None => Hover {
                range: self.applet.to_file(self.script, token.text_range()),
                text: HoverText::script(token.text().to_owned()).line(&about(builtin)),
                subjects: Vec::new(),
                has_types: false,
            },
        })
    }

    /// The builtin that a term calls, if it is an operator.
    fn builtin(&self, term: TermId) -> Option<BuiltinId> {
        let (builtin, _) = self.applet.program.builtin_call(term)?;
        let is_operator = builtin.row().category == Category::Operator;
        is_operator.then_some(builtin)
    }

    /// The smallest term of which a sign is a part; superscript digits are a number themselves.
    fn around(&self, range: TextRange) -> Option<TermId> {
        let terms = self.applet.terms_near(self.script, range);
        terms
            .filter(|(_, term)| term.range != range && term.range.contains_range(range))
            .min_by_key(|(_, term)| term.range.len())
            .map(|(id, _)| id)
    }

    /// What an operation takes and gives at this place, once for each signature of the code around:
    /// "here `int + real` gives `real`". Empty for what is no operation.
    pub(super) fn here(&self, term: TermId) -> String {
        let mut text = String::new();
        let mut said: Vec<String> = Vec::new();
        for slot in self.applet.slots(term) {
            let Some(line) = self.here_at(term, slot).filter(|line| !said.contains(line)) else {
                continue;
            };
            let _ = write!(text, "here {line}\n\n");
            said.push(line);
        }
        text
    }

    fn here_at(&self, term: TermId, slot: SlotId) -> Option<String> {
        let program = &self.applet.program;
        let solution = &*self.applet.solution;
        // What is passed to the pixels is computed elsewhere, where its operands have their types.
        let data = solution.slot(slot);
        let slot = match data.role == Role::Uniform && data.link.is_some() {
            true => data.link,
            false => slot,
        };
        let body = solution.body(solution.slot(slot).body);
        let ty = |operand: TermId| {
            let is_there = body.contains(operand);
            is_there.then(|| self.applet.shown_type(body.slot(operand)))
        };
        let taken = match program.kind(term) {
            TermKind::Call { arguments, .. } => {
                let sign = self.builtin(term)?.name();
                match (sign.split_once('.'), program.children(arguments)) {
                    (Some((open, close)), operands) if !open.is_empty() => {
                        let types: Option<Vec<String>> =
                            operands.iter().map(|&operand| ty(operand)).collect();
                        format!("{open}{}{close}", types?.join(", "))
                    }
                    (_, &[left, right]) => format!("{} {sign} {}", ty(left)?, ty(right)?),
                    (_, &[operand]) if self.is_behind(term, operand) => {
                        format!("{}{sign}", ty(operand)?)
                    }
                    (_, &[operand]) => format!("{sign}{}", ty(operand)?),
                    _ => return None,
                }
            }
            TermKind::Index { base, index } => format!("{}_{}", ty(base)?, ty(index)?),
            TermKind::Field { base, name } => format!("{}.{}", ty(base)?, program.names.text(name)),
            TermKind::UserData { base, key } => format!("{}:{}", ty(base)?, ty(key)?),
            TermKind::Assign { target, value } => {
                let target = match program.kind(target) {
                    TermKind::Variable(name) => {
                        format!("{}: {}", program.names.text(name), ty(target)?)
                    }
                    _ => self.applet.text(target).replace('`', "'"),
                };
                return Some(format!("`{target}` gets `{}`", ty(value)?));
            }
            _ => return None,
        };
        Some(format!(
            "`{taken}` gives `{}`",
            self.applet.shown_type(slot)
        ))
    }

    /// Whether the sign of an operation stands behind its operand.
    fn is_behind(&self, term: TermId, operand: TermId) -> bool {
        let program = &self.applet.program;
        program.term(operand).range.start() == program.term(term).range.start()
    }
}

/// The sign at an offset: the one that begins there or around it, else, before a space, the one that
/// ends there. A comma is left to what stands before it.
fn sign_at(found: TokenAtOffset<SyntaxToken>) -> Option<SyntaxToken> {
    let is_sign = |token: &SyntaxToken| match token.kind() {
        SyntaxKind::COMMA => false,
        SyntaxKind::SUPERSCRIPT | SyntaxKind::SUBSCRIPT => true,
        kind => {
            let of_signs = matches!(
                token.parent().map(|node| node.kind()),
                Some(SyntaxKind::ABS_EXPR | SyntaxKind::DICT_EXPR)
            );
            kind.is_operator() || kind.is_bracket() && of_signs
        }
    };
    match found {
        TokenAtOffset::None => None,
        TokenAtOffset::Single(token) => Some(token).filter(is_sign),
        TokenAtOffset::Between(_, right) if is_sign(&right) => Some(right),
        TokenAtOffset::Between(left, right) => {
            Some(left).filter(|left| right.kind().is_trivia() && is_sign(left))
        }
    }
}

/// The row of a sign, by where it stands.
fn meaning(token: &SyntaxToken) -> Option<BuiltinId> {
    let node = token.parent()?;
    let name = match (node.kind(), token.kind()) {
        (SyntaxKind::UNDEFINE_EXPR, _) => sign::UNDEFINE,
        (SyntaxKind::DICT_EXPR | SyntaxKind::DICT_ENTRY, _) => sign::DICTIONARY,
        (SyntaxKind::ABS_EXPR, SyntaxKind::BAR) => sign::BARS,
        (_, SyntaxKind::SUPERSCRIPT) => sign::POWER,
        (_, SyntaxKind::SUBSCRIPT) => sign::INDEX,
        (_, kind) => kind.operator()?.as_str(),
    };
    let operands = match node.kind() {
        SyntaxKind::PREFIX_EXPR | SyntaxKind::POSTFIX_EXPR | SyntaxKind::UNDEFINE_EXPR => 1,
        SyntaxKind::ABS_EXPR => node.children().count(),
        _ => 2,
    };
    let first = || builtins::named(name).first().copied();
    builtins::find(name, operands).or_else(first)
}
