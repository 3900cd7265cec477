//! The program that tells values: the colorplot's, which notes what has a value on the way to its
//! result, so that the GPU can be asked for the numbers of all of that at a pixel at once.

use cindyscript_applet::TextRange;
use cindyscript_hir::program::{Program, ScriptId, TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_interpreter::Value;
use cindyscript_pixel::{NodeId, NodeKind, PixelProgram, VariableId};
use num_complex::Complex64;

use super::expression::{Notes, nodes_of, term_at};
use super::rewrite::Rewrite;

/// What has more numbers is not noted.
const MOST_NUMBERS: usize = 16;
/// So many values are noted.
const MOST_NOTED: usize = 48;

/// Something that is noted.
#[derive(Clone, Debug)]
pub struct Noted {
    /// Where it stands, in bytes of the file, as in a probe: a variable, another target of an
    /// assignment, an expression. None for the colorplot's result.
    pub range: Option<TextRange>,
    /// The type of its values.
    pub ty: Type,
}

/// What was noted of something at a pixel.
#[derive(Clone, Debug)]
pub struct NotedValue {
    /// As that of what is [noted](Noted).
    pub range: Option<TextRange>,
    /// Its last value.
    pub value: Value,
    /// How many it has had.
    pub times: u64,
}

/// The program that notes values.
#[derive(Clone, Debug)]
pub struct Noting {
    /// It is like that of the colorplot.
    pub program: PixelProgram,
    /// What it notes.
    pub noted: Vec<Noted>,
    /// Where it does: for each of those how many values there have been, and then the last.
    pub variables: Vec<VariableId>,
}

/// What something gets its values from.
#[derive(Default)]
struct Origin {
    /// These compute them.
    nodes: Vec<NodeId>,
    /// These variables have them when these bodies begin.
    bound: Vec<(NodeId, VariableId)>,
}

/// The program that notes its result, its variables, and the smallest expression around a range of the
/// file.
pub(crate) fn noting(
    pixel: &PixelProgram,
    program: &Program,
    selected: Option<TextRange>,
    to_file: impl Fn(ScriptId, TextRange) -> Option<TextRange>,
) -> Noting {
    let mut origins = assigned(pixel, program, &to_file);
    origins.extend(bound(pixel, program, &to_file));
    let written = |term: TermId| {
        let term = program.terms.get(term.index())?;
        to_file(term.script, term.range)
    };
    if let Some(selected) = selected
        && let Ok((term, range)) = term_at(pixel, selected, written)
        && origins.iter().all(|(known, _)| *known != range)
    {
        let nodes = nodes_of(pixel, term);
        origins.push((
            range,
            Origin {
                nodes,
                ..Origin::default()
            },
        ));
    }
    let mut rewrite = Rewrite::new(pixel, pixel.node(pixel.body).term);
    let mut noted = Vec::new();
    let mut notes = Vec::new();
    for (range, origin) in &origins {
        if notes.len() < MOST_NOTED
            && let Some(ty) = origin.ty(pixel)
        {
            notes.push((origin, Notes::last(&mut rewrite, ty.clone())));
            let range = Some(*range);
            noted.push(Noted { range, ty });
        }
    }
    rewrite.copy(pixel, |rewrite, old, new| {
        let mut made = new;
        for (origin, notes) in &notes {
            if origin.nodes.contains(&old) {
                made = notes.note(rewrite, made).unwrap_or(made);
            }
        }
        let here = notes.iter().flat_map(|(origin, notes)| {
            let here = origin.bound.iter().filter(|(body, _)| *body == old);
            here.map(move |(_, variable)| (*variable, notes))
        });
        let mut items: Vec<NodeId> = Vec::new();
        for (variable, notes) in here {
            let value = rewrite.load(variable);
            items.extend(notes.note(rewrite, value));
        }
        if items.is_empty() {
            return made;
        }
        items.push(made);
        rewrite.sequence(items)
    });
    let mut variables: Vec<VariableId> = notes
        .iter()
        .flat_map(|(_, notes)| [notes.times, notes.value])
        .collect();
    let body = rewrite.program.body;
    let ty = rewrite.program.node(body).ty.clone();
    if is_noted(&ty) {
        let notes = Notes::last(&mut rewrite, ty.clone());
        rewrite.program.body = notes.note(&mut rewrite, body).unwrap_or(body);
        variables.extend([notes.times, notes.value]);
        noted.push(Noted { range: None, ty });
    }
    Noting {
        program: rewrite.program,
        noted,
        variables,
    }
}

/// What is assigned, by where its targets stand.
fn assigned(
    pixel: &PixelProgram,
    program: &Program,
    to_file: &impl Fn(ScriptId, TextRange) -> Option<TextRange>,
) -> Vec<(TextRange, Origin)> {
    let terms = (0..).map(TermId).zip(&program.terms);
    let targets = terms.filter_map(|(id, term)| match term.kind {
        TermKind::Assign { target, .. } => Some((id, program.term(target))),
        _ => None,
    });
    let origins = targets.filter_map(|(id, target)| {
        let nodes = nodes_of(pixel, id);
        let range = to_file(target.script, target.range)?;
        let bound = Vec::new();
        (!nodes.is_empty()).then_some((range, Origin { nodes, bound }))
    });
    origins.collect()
}

/// Parameters of functions and variables of loops, by where they stand.
fn bound(
    pixel: &PixelProgram,
    program: &Program,
    to_file: &impl Fn(ScriptId, TextRange) -> Option<TextRange>,
) -> Vec<(TextRange, Origin)> {
    let mut found: Vec<(TextRange, Origin)> = Vec::new();
    let mut add = |script, range, at: (NodeId, VariableId)| {
        let Some(range) = to_file(script, range) else {
            return;
        };
        match found.iter_mut().find(|(known, _)| *known == range) {
            Some((_, origin)) => origin.bound.push(at),
            None => {
                let (nodes, bound) = (Vec::new(), vec![at]);
                found.push((range, Origin { nodes, bound }));
            }
        }
    };
    for own in &pixel.functions {
        let body = pixel.node(own.body).term;
        let functions = program.functions.iter();
        for function in functions.filter(|function| function.body == body) {
            for parameter in function.named_parameters() {
                let name = program.names.text(parameter.name);
                let mut parameters = own.parameters.iter();
                let variable = parameters.find(|id| pixel.variable(**id).name == name);
                if let Some(variable) = variable {
                    add(function.script, parameter.range, (own.body, *variable));
                }
            }
        }
    }
    for node in &pixel.nodes {
        let NodeKind::Iterate {
            element,
            index,
            body,
            ..
        } = node.kind
        else {
            continue;
        };
        let Some(term) = program.terms.get(node.term.index()) else {
            continue;
        };
        let TermKind::Iterate(iteration) = term.kind else {
            continue;
        };
        let iteration = program.iteration(iteration);
        let range = |named: Option<TermId>| named.map_or(term.range, |at| program.term(at).range);
        add(term.script, range(iteration.element_term), (body, element));
        if let Some(index) = index {
            add(term.script, range(iteration.index_term), (body, index));
        }
    }
    found
}

impl Origin {
    /// The type of all its values; none where they are not noted.
    fn ty(&self, pixel: &PixelProgram) -> Option<Type> {
        let nodes = self.nodes.iter().map(|&node| &pixel.node(node).ty);
        let bound = self.bound.iter().map(|(_, id)| &pixel.variable(*id).ty);
        let types = nodes.chain(bound);
        let ty = types.fold(Type::Unset, |all, ty| all.join_on_gpu(ty));
        is_noted(&ty).then_some(ty)
    }
}

/// Whether values of a type are noted: numbers, truth values, and short lists of them.
fn is_noted(ty: &Type) -> bool {
    numbers(ty).is_some_and(|numbers| (1..=MOST_NUMBERS).contains(&numbers))
}

/// How many numbers there are in a value; none where there is something else in it.
fn numbers(ty: &Type) -> Option<usize> {
    if ty.scalar().is_some() {
        return Some(1);
    }
    let mut parts = parts(ty)?;
    parts.try_fold(0_usize, |sum, part| {
        Some(sum.saturating_add(numbers(part)?))
    })
}

/// The types of a list's elements; none of what is no list, or too long a one.
fn parts(ty: &Type) -> Option<impl Iterator<Item = &Type>> {
    let len = ty.known_len()? as usize;
    let places = (len <= MOST_NUMBERS).then_some(0..len)?;
    Some(places.filter_map(|place| ty.component(place)))
}

impl Noted {
    /// How many columns it takes: one for how many values there were, and one for each number.
    pub fn columns(&self) -> usize {
        1 + numbers(&self.ty).unwrap_or(0)
    }

    /// What stands in its columns, which begin there: complex numbers. None where it has had no value.
    pub fn read(&self, columns: &mut impl Iterator<Item = [f64; 2]>) -> Option<NotedValue> {
        let [times, _] = columns.next()?;
        let value = value(&self.ty, columns)?;
        (times > 0.0).then_some(NotedValue {
            range: self.range,
            value,
            times: times as u64,
        })
    }
}

/// The value of a type with these numbers.
fn value(ty: &Type, columns: &mut impl Iterator<Item = [f64; 2]>) -> Option<Value> {
    if let Some(scalar) = ty.scalar() {
        let [re, im] = columns.next()?;
        return Some(match scalar {
            Scalar::Boolean => (re != 0.0).into(),
            _ => Complex64::new(re, im).into(),
        });
    }
    parts(ty)?.map(|part| value(part, columns)).collect()
}
