//! Operators and their operands, between two separators.

use rowan::TextRange;

use super::Parser;
use crate::{
    SyntaxKind::{self, *},
    builder::{Checkpoint, Operand, Shape, TooDeep},
    fault,
    lexer::{Significant, size},
    operator::{CALL_LEVEL, Fixity, Operator},
};

/// An operator that waits for its right operand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pending {
    operator: Operator,
    /// `None` for an operator that was left out between two operands.
    token: Option<Significant>,
    lhs: Option<Operand>,
    at: Checkpoint,
    start: usize,
    /// The left operand, and the operator before this prefix, that it may not follow directly.
    misplaced_after: Option<(usize, usize)>,
}

impl Parser<'_> {
    /// An expression without separators at its top; ends before a separator, before `end`, or
    /// where a new statement begins on a new line without a semicolon before it.
    pub(super) fn expression(&mut self, end: usize) -> Result<Operand, TooDeep> {
        let base = self.pending.len();
        let mut operand: Option<Operand> = None;
        while let Some(token) = self.peek(end) {
            operand = match token.kind {
                SEMICOLON | COMMA | ARROW => break,
                SUPERSCRIPT => Some(self.script_digits(SUPERSCRIPT_EXPR, CARET, operand, base)?),
                SUBSCRIPT => Some(self.script_digits(SUBSCRIPT_EXPR, UNDERSCORE, operand, base)?),
                kind => match (kind.operator(), operand) {
                    (Some(operator), Some(lhs)) if operator.fixity != Fixity::Prefix => {
                        self.operator_after_operand(operator, token, lhs, base)?
                    }
                    (Some(operator), None) => {
                        self.operator_without_operand(operator, token, base)?
                    }
                    (_, Some(lhs)) => {
                        if self.begins_statement(token) {
                            break;
                        }
                        self.operand_after_operand(token, lhs, base)?;
                        None
                    }
                    (None, None) => Some(self.primary(token, base)?),
                },
            };
        }
        if operand.is_none()
            && let Some(token) = self.pending.last().and_then(|pending| pending.token)
            && self.pending.len() > base
        {
            self.report(|parser| {
                fault::missing_operand_after(parser.text, &token, parser.previous())
            });
        }
        while self.pending.len() > base {
            operand = self.reduce(operand)?;
        }
        match operand {
            Some(operand) => Ok(operand),
            // Only if called at a separator, which nobody does.
            None => {
                let at = self.builder.checkpoint();
                self.node(ERROR, at, self.raw_start, 0, Shape::Other)
            }
        }
    }

    /// Completes the pending operators that bind before `operator`.
    fn reduce_before(
        &mut self,
        operator: &Operator,
        mut operand: Option<Operand>,
        base: usize,
    ) -> Result<Option<Operand>, TooDeep> {
        while self.pending.len() > base
            && let Some(top) = self.pending.last()
            && top.operator.binds_before(operator)
        {
            operand = self.reduce(operand)?;
        }
        Ok(operand)
    }

    /// Completes the innermost pending operator with what stands on its right.
    fn reduce(&mut self, rhs: Option<Operand>) -> Result<Option<Operand>, TooDeep> {
        let Some(pending) = self.pending.pop() else {
            return Ok(rhs);
        };
        let height = |operand: Option<Operand>| operand.map_or(0, |operand| operand.height);
        let height = height(pending.lhs).max(height(rhs));
        let kind = match pending.token.map(|token| token.kind) {
            None => ERROR,
            Some(_) if pending.lhs.is_none() && pending.operator.is_prefix() => PREFIX_EXPR,
            Some(COLON) => USERDATA_EXPR,
            Some(DOT) => FIELD_EXPR,
            Some(UNDERSCORE) => INDEX_EXPR,
            Some(EQ | COLON_EQ | COLON_COLON_EQ) => ASSIGN_EXPR,
            Some(DEGREE) => POSTFIX_EXPR,
            Some(UNDEFINE) => UNDEFINE_EXPR,
            Some(_) => BINARY_EXPR,
        };
        if let (Some(token), Some(operand)) = (pending.token, rhs) {
            if kind == FIELD_EXPR {
                self.check_field(operand, token);
            }
            if let Some(before) = pending.misplaced_after {
                let error = fault::sign_after_operator(self.text, &token, before, operand.end);
                self.errors.push(error);
            }
        } else if let (Some(token), Some(before)) = (pending.token, pending.misplaced_after) {
            let error = fault::sign_after_operator(self.text, &token, before, token.end);
            self.errors.push(error);
        }
        self.node(kind, pending.at, pending.start, height, Shape::Other)
            .map(Some)
    }

    /// After a dot there is a name. A call there has been reported as such.
    fn check_field(&mut self, operand: Operand, dot: Significant) {
        if !matches!(operand.shape, Shape::Name { .. } | Shape::Parameters { .. })
            || matches!(operand.shape, Shape::Parameters { .. }) && !self.call_reported(operand)
        {
            let range = TextRange::new(size(operand.start), size(operand.end));
            self.errors
                .push(fault::field_name(self.text, range, dot.range()));
        }
    }

    fn call_reported(&self, operand: Operand) -> bool {
        let last = self.errors.last();
        last.is_some_and(|last| fault::is_call_in_index_at(last, size(operand.start)))
    }

    fn push(&mut self, operator: &Operator, token: Significant, lhs: Option<Operand>) {
        self.trivia();
        let at = lhs.map_or_else(|| self.builder.checkpoint(), |lhs| lhs.at);
        self.pending.push(Pending {
            operator: *operator,
            token: Some(token),
            lhs,
            at,
            start: lhs.map_or(token.start, |lhs| lhs.start),
            misplaced_after: None,
        });
        self.bump();
    }

    fn operator_after_operand(
        &mut self,
        operator: &Operator,
        token: Significant,
        lhs: Operand,
        base: usize,
    ) -> Result<Option<Operand>, TooDeep> {
        if token.kind == COLON && self.kind_at(self.position + 1) == EQ {
            return self.spaced_define(token, lhs, base);
        }
        // `:= _` may be written in two pieces.
        let undefine = token.kind == UNDEFINE
            || token.kind == COLON_EQ && self.kind_at(self.position + 1) == UNDERSCORE;
        let Some(lhs) = self.reduce_before(operator, Some(lhs), base)? else {
            return Ok(None);
        };
        self.check_continuation(operator, token.range(), lhs);
        if undefine {
            self.bump();
            if token.kind == COLON_EQ {
                self.bump();
            }
            return self
                .node(
                    UNDEFINE_EXPR,
                    lhs.at,
                    lhs.start,
                    lhs.height,
                    Shape::Undefine,
                )
                .map(Some);
        }
        if operator.fixity == Fixity::Postfix {
            self.bump();
            return self
                .node(POSTFIX_EXPR, lhs.at, lhs.start, lhs.height, Shape::Other)
                .map(Some);
        }
        if let (
            COLON_EQ,
            Shape::Parameters {
                faulty: Some(range),
            },
        ) = (token.kind, lhs.shape)
        {
            self.errors.push(fault::parameter_name(self.text, range));
        }
        self.push(operator, token, Some(lhs));
        Ok(None)
    }

    /// `f(x) : = x^2`, read as the assignment that it is without the space.
    fn spaced_define(
        &mut self,
        colon: Significant,
        lhs: Operand,
        base: usize,
    ) -> Result<Option<Operand>, TooDeep> {
        let Some(operator) = EQ.operator() else {
            return Ok(Some(lhs));
        };
        let Some(lhs) = self.reduce_before(operator, Some(lhs), base)? else {
            return Ok(None);
        };
        self.bump();
        if let Some(equals) = self.peek(usize::MAX) {
            let range = colon.range().cover(equals.range());
            self.errors.push(fault::spaced_define(range));
            self.push(operator, equals, Some(lhs));
        }
        Ok(None)
    }

    /// Nothing may follow `:= _`, nor superscript digits what binds as tightly.
    fn check_continuation(&mut self, operator: &Operator, range: TextRange, lhs: Operand) {
        let power = CARET.operator().map_or(0, |power| power.level);
        match lhs.shape {
            Shape::Undefine => self.errors.push(fault::after_undefine(range)),
            Shape::Superscript if operator.level <= power => {
                let error = fault::after_superscript(self.text, range, lhs.start, lhs.end);
                self.errors.push(error);
            }
            _ => {}
        }
    }

    fn operator_without_operand(
        &mut self,
        operator: &Operator,
        token: Significant,
        base: usize,
    ) -> Result<Option<Operand>, TooDeep> {
        let top = match self.pending.len() > base {
            true => self.pending.last().copied(),
            false => None,
        };
        if operator.is_prefix() {
            self.push(operator, token, None);
            if let (Some(top), Some(sign)) = (top, self.pending.last_mut())
                && top.operator.binds_before(operator)
            {
                // Taken to bind as tightly as what it follows, as if it stood in parentheses.
                sign.operator.level = top.operator.level;
                sign.operator.associativity = top.operator.associativity;
                let before = top.token.map_or(token.start, |before| before.end);
                sign.misplaced_after = Some((top.start, before));
            }
            return Ok(None);
        }
        let before = top.and_then(|top| top.token);
        let is_alone = matches!(
            self.kind_at(self.position + 1),
            R_PAREN | R_BRACKET | COMMA | SEMICOLON
        );
        let error = match before {
            None if is_alone && operator.fixity != Fixity::Postfix => {
                fault::operator_alone(self.text, &token)
            }
            _ => fault::missing_operand_before(self.text, &token, before.as_ref()),
        };
        self.errors.push(error);
        let lhs = self.reduce_before(operator, None, base)?;
        self.push(operator, token, lhs);
        if operator.fixity == Fixity::Postfix {
            return self.reduce(None);
        }
        Ok(None)
    }

    /// Two operands side by side on different lines, or `a = 1 b = 2`: a semicolon was forgotten.
    /// After a string that lost its closing quote, it was in the string.
    fn begins_statement(&mut self, token: Significant) -> bool {
        if !token.new_line && !self.begins_assignment(token) {
            return false;
        }
        if let Some(previous) = self.previous()
            && previous.terminated
        {
            let range = token.range();
            let nesting = self.nesting;
            let error = fault::missing_semicolon(self.text, previous.end, range, nesting);
            self.errors.push(error);
        }
        true
    }

    /// True if a name with `=` behind it follows an assignment outside of brackets.
    fn begins_assignment(&self, token: Significant) -> bool {
        let is_equals = |kind: SyntaxKind| matches!(kind, EQ | COLON_EQ);
        let mut signs = self.pending.iter().filter_map(|pending| pending.token);
        self.nesting == 0
            && token.kind == IDENT
            && is_equals(self.kind_at(self.position + 1))
            && signs.any(|sign| is_equals(sign.kind))
    }

    /// Two operands side by side on one line: most likely a product, and at its level they are
    /// put together, in an ERROR.
    fn operand_after_operand(
        &mut self,
        token: Significant,
        lhs: Operand,
        base: usize,
    ) -> Result<(), TooDeep> {
        let Some(product) = STAR.operator() else {
            return Ok(());
        };
        // Of a string without end, that is told.
        if token.terminated && !self.explains_missing_operator() {
            let error = fault::missing_operator(self.text, &token, &lhs, self.nesting);
            self.errors.push(error);
        }
        let Some(lhs) = self.reduce_before(product, Some(lhs), base)? else {
            return Ok(());
        };
        self.pending.push(Pending {
            operator: *product,
            token: None,
            lhs: Some(lhs),
            at: lhs.at,
            start: lhs.start,
            misplaced_after: None,
        });
        // `a !b`: the prefix belongs to the second operand, whatever its own level.
        if let Some(prefix) = token.kind.operator() {
            self.push(prefix, token, None);
            if let Some(sign) = self.pending.last_mut() {
                sign.operator.level = product.level;
            }
        }
        Ok(())
    }

    /// After a string without end, an unknown character or the bars of `a || b`, what is missing
    /// is known.
    fn explains_missing_operator(&self) -> bool {
        let Some(previous) = self.previous() else {
            return false;
        };
        let open = self.chunk.significant.get(previous.mate);
        let skipped = self.raw_between(previous.raw, self.position);
        !previous.terminated
            || skipped.iter().any(|(kind, _)| !kind.is_trivia())
            || previous.kind == BAR
                && previous.mate + 2 == self.position
                && open.is_some_and(|open| self.reported_at(open.start))
    }

    /// The tokens after `raw` and before the significant token `index`.
    fn raw_between(&self, raw: usize, index: usize) -> &[(SyntaxKind, usize)] {
        let next = self.chunk.significant.get(index);
        let tokens = next.and_then(|next| self.chunk.raw.get(raw + 1..next.raw));
        tokens.unwrap_or_default()
    }

    /// Whether the last error is about what begins at `start`.
    pub(super) fn reported_at(&self, start: usize) -> bool {
        let last = self.errors.last();
        last.is_some_and(|last| last.range.start() == size(start))
    }

    fn script_digits(
        &mut self,
        kind: SyntaxKind,
        operator: SyntaxKind,
        base_operand: Option<Operand>,
        base: usize,
    ) -> Result<Operand, TooDeep> {
        let token = self.peek(usize::MAX);
        let (Some(token), Some(operator)) = (token, operator.operator()) else {
            return Err(TooDeep);
        };
        let shape = match kind {
            SUPERSCRIPT_EXPR => Shape::Superscript,
            _ => Shape::Other,
        };
        let lhs = match base_operand {
            Some(_) => self.reduce_before(operator, base_operand, base)?,
            None => {
                let before = self.pending.last().and_then(|pending| pending.token);
                let before = before.filter(|_| self.pending.len() > base);
                self.report(|parser| {
                    fault::missing_operand_before(parser.text, &token, before.as_ref())
                });
                None
            }
        };
        if let Some(lhs) = lhs {
            self.check_continuation(operator, token.range(), lhs);
        }
        self.trivia();
        let at = lhs.map_or_else(|| self.builder.checkpoint(), |lhs| lhs.at);
        let start = lhs.map_or(token.start, |lhs| lhs.start);
        self.bump();
        self.node(kind, at, start, lhs.map_or(0, |lhs| lhs.height), shape)
    }

    /// A literal, a name, a call or brackets.
    fn primary(&mut self, token: Significant, base: usize) -> Result<Operand, TooDeep> {
        match token.kind {
            L_PAREN | L_BRACKET | L_BRACE | BAR => return self.bracket(token),
            IDENT if matches!(self.kind_at(self.position + 1), L_PAREN | L_BRACKET) => {
                self.check_call(token, base);
                return self.call(token);
            }
            _ => {}
        }
        self.trivia();
        let at = self.builder.checkpoint();
        let (kind, shape) = match token.kind {
            NUMBER | STRING => (LITERAL, Shape::Other),
            IDENT => (NAME, Shape::Name { bare: true }),
            _ => (ERROR, Shape::Other),
        };
        let text = self.text.get(token.start..token.end).unwrap_or_default();
        if kind == ERROR {
            self.malformed.push(size(token.end));
        }
        self.builder.leaf(kind, token.kind, text);
        self.position += 1;
        self.raw += 1;
        self.raw_start = token.end;
        Ok(Operand {
            at,
            start: token.start,
            end: token.end,
            height: 1,
            shape,
        })
    }

    /// Functions are called by name: `l_f(1)` and `a.f(1)` have no meaning.
    fn check_call(&mut self, name: Significant, base: usize) {
        let Some(top) = self.pending.last().filter(|_| self.pending.len() > base) else {
            return;
        };
        if top.operator.level < CALL_LEVEL
            && let Some(operator) = top.token
            && top.misplaced_after.is_none()
        {
            let open = self.chunk.significant.get(self.position + 1);
            let close = open.and_then(|open| self.chunk.significant.get(open.mate));
            let end = close.map_or(name.end, |close| close.end);
            let error = fault::call_in_index(self.text, &name, &operator, top.start, end);
            self.errors.push(error);
        }
    }
}
