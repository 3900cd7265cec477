//! The program that shows an expression: the colorplot's, which notes the value of the expression
//! whenever it computes it, and what draws that in the end.

use cindyscript_applet::TextRange;
use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::program::TermId;
use cindyscript_hir::types::{ColourConversion, Type};
use cindyscript_pixel::{NodeId, NodeKind, PixelProgram, VariableId};

use super::colour::Drawing;
use super::rewrite::Rewrite;
use super::{Expression, NotShown, ShownExpression};

/// The program that shows an expression instead of its result, and what that is.
pub(super) fn show(
    program: &PixelProgram,
    expression: &Expression,
    written: impl Fn(TermId) -> Option<TextRange>,
) -> Result<(PixelProgram, ShownExpression), NotShown> {
    let (term, range) = term_at(program, expression.range, written)?;
    let nodes = nodes_of(program, term);
    let types = nodes.iter().map(|&node| &program.node(node).ty);
    let ty = types.fold(Type::Unset, |all, ty| all.join_on_gpu(ty));
    if ty.is_unset() {
        return Err(NotShown::NoValue);
    }
    let is_uniform = |&node: &NodeId| {
        let kind = &program.node(node).kind;
        matches!(kind, NodeKind::Uniform(_) | NodeKind::Constant(_))
    };
    if nodes.iter().all(is_uniform) {
        return Err(NotShown::Uniform);
    }
    let without = || NotShown::NoDrawing(ty.clone());
    let drawing = Drawing::of(&ty).ok_or_else(without)?;
    let program = drawn(program, term, &nodes, drawing, expression.time).ok_or_else(without)?;
    Ok((program, ShownExpression { range, ty }))
}

/// The smallest term around a range that has nodes, and where it stands.
pub(super) fn term_at(
    program: &PixelProgram,
    range: TextRange,
    written: impl Fn(TermId) -> Option<TextRange>,
) -> Result<(TermId, TextRange), NotShown> {
    let mut smallest: Option<(TermId, TextRange)> = None;
    for node in &program.nodes {
        if smallest.is_some_and(|(term, _)| term == node.term) {
            continue;
        }
        if let Some(place) = written(node.term)
            && place.contains_range(range)
            && smallest.is_none_or(|(_, smallest)| place.len() < smallest.len())
        {
            smallest = Some((node.term, place));
        }
    }
    smallest.ok_or(NotShown::Elsewhere)
}

/// The nodes that are the value of a term: one in each body that computes it. What has been made of
/// the term on the way there, and the same value in other types, is left out.
pub(super) fn nodes_of(program: &PixelProgram, term: TermId) -> Vec<NodeId> {
    let mut within = vec![false; program.nodes.len()];
    let mut found = Vec::new();
    // Users stand behind their operands.
    for (index, node) in program.nodes.iter().enumerate().rev() {
        let is_value = node.term == term && !matches!(node.kind, NodeKind::Convert(_));
        let is_within = within.get(index).copied().unwrap_or_default();
        if is_value && !is_within {
            found.push(NodeId(index as u32));
        }
        if is_value || is_within {
            node.kind.for_each_operand(|operand| {
                if let Some(within) = within.get_mut(operand.index()) {
                    *within = true;
                }
            });
        }
    }
    found
}

/// The program that draws the values of these nodes.
fn drawn(
    program: &PixelProgram,
    term: TermId,
    nodes: &[NodeId],
    drawing: Drawing,
    time: Option<u32>,
) -> Option<PixelProgram> {
    let mut rewrite = Rewrite::new(program, term);
    let notes = Notes {
        time,
        ..Notes::last(&mut rewrite, drawing.ty())
    };
    let mut noted = Some(());
    rewrite.copy(program, |rewrite, old, new| {
        if !nodes.contains(&old) {
            return new;
        }
        let noting = notes.note(rewrite, new);
        noted = noted.and(noting.map(drop));
        noting.unwrap_or(new)
    });
    noted?;
    let zero = rewrite.number(Type::INT, 0.0);
    let begin = rewrite.store(notes.times, zero);
    let at_pixel = rewrite.sequence(vec![begin, rewrite.program.body]);
    let mut items = Vec::new();
    let nearby = match drawing.places() {
        [] => {
            items.push(at_pixel);
            Vec::new()
        }
        places => rewrite.also_at(places, at_pixel, notes.value, &mut items)?,
    };
    let colour = drawing.colour(&mut rewrite, notes.value, &nearby)?;
    let neutral = drawing.neutral(&mut rewrite);
    let (times, wanted) = (rewrite.load(notes.times), notes.wanted(&mut rewrite));
    let is_noted = rewrite.apply(Intrinsic::GreaterOrEqual, &[times, wanted])?;
    let colour = rewrite.choose(is_noted, colour, neutral);
    items.push(colour);
    rewrite.program.body = rewrite.sequence(items);
    rewrite.program.colour = match drawing {
        Drawing::Rgba => ColourConversion::Rgba,
        _ => ColourConversion::Rgb,
    };
    Some(rewrite.program)
}

/// What is noted of an expression at a pixel.
pub(super) struct Notes {
    /// How often it has been computed.
    pub(super) times: VariableId,
    /// The value that is wanted.
    pub(super) value: VariableId,
    /// The time at which it had that, from 1; the last if none.
    time: Option<u32>,
}

impl Notes {
    /// Of the last of some values, for which this type is large enough.
    pub(super) fn last(rewrite: &mut Rewrite, ty: Type) -> Notes {
        Notes {
            times: rewrite.variable("times", Type::INT),
            value: rewrite.variable("value", ty),
            time: None,
        }
    }

    /// The times after which there is a value.
    fn wanted(&self, rewrite: &mut Rewrite) -> NodeId {
        rewrite.number(Type::INT, self.time.unwrap_or(1).into())
    }

    /// The value of a node, once it is noted.
    pub(super) fn note(&self, rewrite: &mut Rewrite, node: NodeId) -> Option<NodeId> {
        let ty = rewrite.program.node(node).ty.clone();
        let kept = rewrite.variable("kept", ty);
        let keep = rewrite.store(kept, node);
        let (before, one) = (rewrite.load(self.times), rewrite.number(Type::INT, 1.0));
        let next = rewrite.apply(Intrinsic::Add, &[before, one])?;
        let count = rewrite.store(self.times, next);
        let value = rewrite.load(kept);
        let mut note = rewrite.store(self.value, value);
        if self.time.is_some() {
            let (times, wanted) = (rewrite.load(self.times), self.wanted(rewrite));
            let is_wanted = rewrite.apply(Intrinsic::Equal, &[times, wanted])?;
            note = rewrite.do_where(is_wanted, note);
        }
        let value = rewrite.load(kept);
        Some(rewrite.sequence(vec![keep, count, note, value]))
    }
}
