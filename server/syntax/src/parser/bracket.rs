//! Brackets and the slots between them, which commas separate.

use cindyscript_diagnostic::{Code, Diagnostic};
use rowan::TextRange;

use super::Parser;
use crate::{
    SyntaxKind::*,
    builder::{MAX_NESTING, Operand, Shape, TooDeep},
    fault,
    lexer::{Significant, size},
};

/// Which brackets a slot is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Arguments,
    Dict,
    List,
}

/// A summary of the slots between a pair of brackets.
#[derive(Debug, Clone, Copy)]
struct Slots {
    count: usize,
    height: u16,
    /// The shape of the last slot, for grouping parentheses.
    shape: Shape,
    /// The first slot that is neither a name nor a modifier.
    not_name: Option<TextRange>,
}

/// One slot.
#[derive(Debug, Clone, Copy)]
struct Slot {
    height: u16,
    shape: Shape,
    kind: SlotKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SlotKind {
    Value,
    Modifier,
}

impl Parser<'_> {
    /// Brackets where an operand is expected.
    pub(super) fn bracket(&mut self, open: Significant) -> Result<Operand, TooDeep> {
        self.trivia();
        let at = self.builder.checkpoint();
        let reported = self.reported_at(open.start);
        let place = match open.kind {
            L_BRACE if !reported => Place::Dict,
            _ => Place::List,
        };
        let slots = self.slots(open, place)?;
        let parameters = Shape::Parameters {
            faulty: slots.not_name,
        };
        let (kind, shape) = match (open.kind, slots.count) {
            (L_BRACE, _) if reported => (ERROR, Shape::Other),
            (L_BRACE, _) => (DICT_EXPR, parameters),
            (BAR, count) => {
                let range = TextRange::new(size(open.start), size(self.raw_start));
                match count {
                    _ if reported => {}
                    0 => self.report(|parser| fault::nested_bars(range, parser.chunk.end)),
                    1 | 2 => {}
                    _ => self.report(|_| fault::bars(range, count)),
                }
                (ABS_EXPR, parameters)
            }
            (L_PAREN, 1) => match slots.shape {
                Shape::Name { .. } => (PAREN_EXPR, Shape::Name { bare: false }),
                _ => (PAREN_EXPR, Shape::Other),
            },
            (_, 0) => (LIST_EXPR, Shape::Other),
            _ => (LIST_EXPR, parameters),
        };
        self.node(kind, at, open.start, slots.height, shape)
    }

    /// A name and its arguments.
    pub(super) fn call(&mut self, name: Significant) -> Result<Operand, TooDeep> {
        self.trivia();
        let at = self.builder.checkpoint();
        self.bump();
        self.trivia();
        let list = self.builder.checkpoint();
        let Some(open) = self.peek(usize::MAX) else {
            return Err(TooDeep);
        };
        let slots = self.slots(open, Place::Arguments)?;
        let list = self.node(ARG_LIST, list, open.start, slots.height, Shape::Other)?;
        let shape = Shape::Parameters {
            faulty: slots.not_name,
        };
        self.node(CALL_EXPR, at, name.start, list.height, shape)
    }

    /// A pair of brackets with what is between them.
    fn slots(&mut self, open: Significant, place: Place) -> Result<Slots, TooDeep> {
        if self.nesting >= MAX_NESTING {
            return Err(TooDeep);
        }
        self.nesting += 1;
        let end = open.mate;
        let mut slots = Slots {
            count: 0,
            height: 0,
            shape: Shape::Other,
            not_name: None,
        };
        self.bump();
        if self.position < end {
            loop {
                let first = self.peek(usize::MAX).map(|first| first.range());
                let slot = match place {
                    Place::Dict => self.dict_slot(end)?,
                    Place::Arguments | Place::List => self.slot(end, place)?,
                };
                slots.count += 1;
                slots.height = slots.height.max(slot.height);
                slots.shape = slot.shape;
                if slot.kind == SlotKind::Value && slot.shape != (Shape::Name { bare: true }) {
                    // An empty slot is shown by what ends it.
                    let end = size(self.raw_start);
                    let range =
                        first.map(|first| TextRange::new(first.start(), first.end().max(end)));
                    slots.not_name = slots.not_name.or(range);
                }
                if self.peek(end).is_none() {
                    break;
                }
                self.bump();
            }
        }
        self.close(open);
        self.nesting -= 1;
        Ok(slots)
    }

    /// The closing bracket, or a report that it is missing.
    fn close(&mut self, open: Significant) {
        let close = self
            .peek(usize::MAX)
            .filter(|close| close.kind.is_bracket());
        let closed_here = |close: &Significant| {
            self.chunk
                .significant
                .get(close.mate)
                .is_some_and(|mate| mate.start == open.start)
        };
        match close.filter(closed_here) {
            Some(close) => {
                if open.kind.closing() != Some(close.kind) {
                    self.report(|_| fault::mismatched_brackets(&open, &close));
                }
                self.bump();
            }
            None if self.chunk.unterminated => {}
            None if self.unclosed_end == Some(self.position) => {
                // Behind it, there may be errors of what stands around the bracket.
                let mut errors = self.errors.iter_mut().skip(self.known);
                if let Some(error) = errors.rfind(|error| error.code == Code::UnclosedBracket) {
                    fault::also_unclosed(error, &open);
                }
            }
            None => {
                self.unclosed_end = Some(self.position);
                let next = self.peek(usize::MAX);
                self.report(|parser| {
                    fault::unclosed_bracket(parser.text, &open, next.as_ref(), parser.raw_start)
                });
            }
        }
    }

    /// A slot of a call or a list: statements, perhaps with a modifier's name before them.
    fn slot(&mut self, end: usize, place: Place) -> Result<Slot, TooDeep> {
        if place == Place::Arguments
            && self.peek(end).is_some_and(|name| name.kind == IDENT)
            && self.position + 1 < end
            && (self.kind_at(self.position + 1) == ARROW || self.foreign_arrow(end))
        {
            return self.modifier(end);
        }
        let separated = self.peek(end).is_none_or(|token| token.kind == COMMA);
        if separated {
            let at = self.builder.checkpoint();
            self.wrap(EMPTY, at);
            return Ok(Slot {
                height: 1,
                shape: Shape::Other,
                kind: SlotKind::Value,
            });
        }
        self.trivia();
        let at = self.builder.checkpoint();
        let start = self.peek(end).map_or(self.raw_start, |token| token.start);
        let (mut height, mut shape) = self.sequence(end)?;
        let mut arrows = 0;
        while let Some(arrow) = self.peek(end).filter(|token| token.kind == ARROW) {
            if arrows == 0 {
                let name = TextRange::new(size(start), size(self.raw_start.max(start)));
                self.report(|parser| match place {
                    Place::Arguments => fault::modifier_name(parser.text, name, arrow.range()),
                    Place::Dict | Place::List => fault::modifier_outside_call(arrow.range()),
                });
            }
            arrows += 1;
            self.bump();
            height = height.max(self.sequence(end)?.0);
        }
        if arrows > 0 {
            height = self.node(ERROR, at, start, height, Shape::Other)?.height;
            shape = Shape::Other;
        }
        Ok(Slot {
            height,
            shape,
            kind: SlotKind::Value,
        })
    }

    /// Whether `=>`, or `->` with a space in it, comes next but one.
    fn foreign_arrow(&self, end: usize) -> bool {
        // The first argument is the value that is drawn; there `=>` is a comparison.
        if self.previous().is_none_or(|before| before.kind != COMMA) {
            return false;
        }
        let token = |at: usize| self.chunk.significant.get(at).filter(|_| at < end);
        let (first, second) = (token(self.position + 1), token(self.position + 2));
        let kinds = first.zip(second).map(|(first, second)| {
            let is_one = first.end == second.start;
            (first.kind, second.kind, is_one)
        });
        matches!(kinds, Some((EQ, GREATER, true) | (MINUS, GREATER, _)))
    }

    /// `name -> value`
    fn modifier(&mut self, end: usize) -> Result<Slot, TooDeep> {
        self.trivia();
        let at = self.builder.checkpoint();
        let start = self.raw_start;
        self.bump();
        let mut arrow = self.peek(end).map(|arrow| arrow.range());
        if self.kind_at(self.position) != ARROW {
            self.bump();
            let behind = self.peek(end).map(|behind| behind.range());
            arrow = arrow.zip(behind).map(|(arrow, behind)| arrow.cover(behind));
            if let Some(arrow) = arrow {
                self.report(|parser| fault::foreign_arrow(parser.text, arrow));
            }
        }
        self.bump();
        let mut height = 0;
        let mut complete = true;
        match self.peek(end) {
            None | Some(Significant { kind: COMMA, .. }) => {
                if let Some(arrow) = arrow {
                    self.report(|_| fault::modifier_value(arrow));
                }
            }
            Some(_) => {
                height = self.sequence(end)?.0;
                while let Some(arrow) = self.peek(end).filter(|token| token.kind == ARROW) {
                    if complete {
                        let range = TextRange::new(size(start), size(self.raw_start));
                        self.report(|parser| {
                            fault::modifier_name(parser.text, range, arrow.range())
                        });
                    }
                    complete = false;
                    self.bump();
                    height = height.max(self.sequence(end)?.0);
                }
            }
        }
        let kind = if complete { MODIFIER } else { ERROR };
        let height = self.node(kind, at, start, height, Shape::Other)?.height;
        Ok(Slot {
            height,
            shape: Shape::Other,
            kind: SlotKind::Modifier,
        })
    }

    /// Statements up to a comma, an arrow or the end; one alone stays as it is, and with
    /// semicolons they become a SEQUENCE.
    fn sequence(&mut self, end: usize) -> Result<(u16, Shape), TooDeep> {
        if self
            .peek(end)
            .is_none_or(|token| matches!(token.kind, COMMA | ARROW))
        {
            return Ok((0, Shape::Other));
        }
        self.trivia();
        let at = self.builder.checkpoint();
        let start = self.peek(end).map_or(self.raw_start, |token| token.start);
        let (mut statements, mut semicolons) = (0, 0);
        let (mut height, mut shape) = (0, Shape::Other);
        while let Some(token) = self.peek(end) {
            match token.kind {
                COMMA | ARROW => break,
                SEMICOLON => {
                    semicolons += 1;
                    self.bump();
                }
                _ => {
                    statements += 1;
                    let statement = self.expression(end)?;
                    height = height.max(statement.height);
                    shape = statement.shape;
                }
            }
        }
        if statements > 1 || semicolons > 0 {
            let sequence = self.node(SEQUENCE, at, start, height, Shape::Other)?;
            (height, shape) = (sequence.height, sequence.shape);
        }
        Ok((height, shape))
    }

    /// `"key": value`
    fn dict_slot(&mut self, end: usize) -> Result<Slot, TooDeep> {
        let Some(first) = self.peek(end).filter(|token| token.kind != COMMA) else {
            return self.slot(end, Place::Dict);
        };
        self.trivia();
        let at = self.builder.checkpoint();
        let Some(colon) = self.dict_colon(end) else {
            // One error explains all entries of a dictionary, and those inside of them.
            if first.start >= self.explained_entries {
                let error = self.no_colon(first, end);
                if let Some(explained) = error.explains {
                    self.explained_entries = explained.end().into();
                }
                self.errors.push(error);
            }
            let slot = self.slot(end, Place::Dict)?;
            let entry = self.node(ERROR, at, first.start, slot.height, Shape::Other)?;
            return Ok(Slot {
                height: entry.height,
                ..slot
            });
        };
        let mut height = 1;
        if self.position == colon {
            if let Some(colon) = self.peek(end) {
                self.report(|parser| fault::missing_operand_before(parser.text, &colon, None));
            }
        } else {
            if first.kind != STRING || self.position + 1 != colon {
                let last = self.chunk.significant.get(colon - 1);
                let key =
                    TextRange::new(size(first.start), size(last.map_or(first.end, |l| l.end)));
                let name = first.kind == IDENT && self.position + 1 == colon;
                self.no_string(key, name, end);
            }
            height = height.max(self.slot(colon, Place::Dict)?.height);
        }
        let colon = self.peek(end);
        self.bump();
        match (self.peek(end), colon) {
            (None | Some(Significant { kind: COMMA, .. }), Some(colon)) => {
                self.report(|parser| {
                    fault::missing_operand_after(parser.text, &colon, parser.previous())
                });
            }
            _ => height = height.max(self.slot(end, Place::Dict)?.height),
        }
        let entry = self.node(DICT_ENTRY, at, first.start, height, Shape::Other)?;
        Ok(Slot {
            height: entry.height,
            shape: Shape::Other,
            kind: SlotKind::Value,
        })
    }

    /// An entry of a dictionary without a colon, which ends there.
    fn no_colon(&self, first: Significant, end: usize) -> Diagnostic {
        let equals = self.chunk.significant.get(self.position + 1);
        if let Some(equals) = equals.filter(|it| it.kind == EQ && first.kind == STRING) {
            return fault::dict_equals(equals.range());
        }
        let close = self.chunk.significant.get(end);
        let open = close.and_then(|close| self.chunk.significant.get(close.mate));
        let behind = close.map_or(self.chunk.end, |close| close.start);
        let error = fault::dict_entry(first.range(), behind);
        match (open, close) {
            (Some(open), Some(close)) if open.kind == L_BRACE => {
                fault::or_group(error, self.text, open, close)
            }
            _ => error,
        }
    }

    /// A key that is no string, said once for all keys of a dictionary that are names.
    #[inline(never)]
    fn no_string(&mut self, key: TextRange, is_name: bool, end: usize) {
        let error = fault::dict_key(self.text, key, is_name);
        let close = self.chunk.significant.get(end);
        let open = close.and_then(|close| self.chunk.significant.get(close.mate));
        let open = open.map_or(self.chunk.end, |open| open.start);
        let error = match self.errors.last_mut() {
            Some(last) => fault::and_key(last, self.text, open, error),
            None => Some(error),
        };
        self.errors.extend(error);
    }

    /// The first colon of a slot, outside brackets.
    fn dict_colon(&self, end: usize) -> Option<usize> {
        let mut index = self.position;
        while index < end {
            let token = self.chunk.significant.get(index)?;
            match token.kind {
                COLON => return Some(index),
                COMMA => return None,
                L_PAREN | L_BRACKET | L_BRACE | BAR if token.mate > index => index = token.mate,
                _ => {}
            }
            index += 1;
        }
        None
    }
}
