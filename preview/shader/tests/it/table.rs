//! Every signature that the table of builtins promises for pixels exists.

use std::collections::HashSet;

use cindyscript_hir::builtins::{BuiltinId, Side, all, min_signature};
use cindyscript_hir::program::TermId;
use cindyscript_hir::types::Type;
use cindyscript_shader::compile;

use crate::builder::Builder;

const SCALARS: [Type; 6] = [
    Type::BOOLEAN,
    Type::NAT,
    Type::INT,
    Type::NONNEG,
    Type::REAL,
    Type::COMPLEX,
];

/// What has become other nodes when it comes here.
const REWRITTEN: [&str; 11] = [
    "..",
    "cgldiscard",
    "cgltexture",
    "cgltexturergb",
    "contains",
    "imagergb",
    "imagergba",
    "length",
    "line",
    "point",
    "take",
];

/// Whether a row promises something for pixels that becomes [`NodeKind::Builtin`]: images are read
/// by [`NodeKind::Sample`], say.
///
/// [`NodeKind::Builtin`]: cindyscript_pixel::NodeKind::Builtin
/// [`NodeKind::Sample`]: cindyscript_pixel::NodeKind::Sample
pub(crate) fn is_builtin(builtin: &BuiltinId) -> bool {
    let row = builtin.row();
    !row.gpu.is_empty() && !REWRITTEN.contains(&row.name)
}

/// Types of arguments: all scalars, lists and matrices of several sizes, long ones among them.
fn samples() -> Vec<Type> {
    let mut samples = SCALARS.to_vec();
    for len in [0, 1, 2, 3, 4, 5, 11] {
        samples.extend(SCALARS.map(|element| Type::list(len, element)));
    }
    for (rows, columns) in [
        (1, 2),
        (2, 2),
        (2, 3),
        (3, 2),
        (3, 3),
        (4, 4),
        (5, 3),
        (2, 5),
        (9, 9),
    ] {
        for element in [Type::INT, Type::REAL, Type::COMPLEX] {
            samples.push(Type::list(rows, Type::list(columns, element)));
        }
    }
    samples.push(Type::list(2, Type::list(3, Type::list(2, Type::REAL))));
    samples
}

/// All lists of `arity` samples that the builtin has a signature for, one for each signature.
fn argument_types(builtin: BuiltinId, arity: usize) -> Vec<Vec<Type>> {
    let mut samples = samples();
    if arity > 2 {
        // Points and lines: all others would be too many.
        let is_point = |ty: &Type| matches!(ty.sized_list(), Some((2 | 3, Type::Scalar(_))));
        samples.retain(is_point);
    }
    let mut lists = vec![Vec::new()];
    for _ in 0..arity {
        lists = lists
            .iter()
            .flat_map(|list| {
                samples
                    .iter()
                    .map(|ty| [list.as_slice(), std::slice::from_ref(ty)].concat())
            })
            .collect();
    }
    let mut seen = HashSet::new();
    lists.retain(|types| {
        min_signature(builtin, Side::Gpu, types).is_some_and(|signature| {
            let on_gpu = |ty: &Type| ty.on_gpu() == *ty;
            on_gpu(&signature.result)
                && signature.parameters.iter().all(on_gpu)
                && seen.insert(signature.parameters)
        })
    });
    lists
}

#[test]
fn every_signature_for_pixels_is_implemented() {
    let mut failures = Vec::new();
    let mut total = 0;
    for builtin in all().filter(is_builtin) {
        let arity = usize::from(builtin.row().arity.unwrap());
        let lists = argument_types(builtin, arity);
        assert!(
            lists.len() >= builtin.overloads(Side::Gpu).len(),
            "{} has signatures without a sample",
            builtin.name()
        );
        total += lists.len();
        for chunk in lists.chunks(64) {
            let mut b = Builder::new();
            let mut statements = Vec::new();
            for (number, types) in chunk.iter().enumerate() {
                b.term = TermId(number as u32);
                let arguments: Vec<_> = types.iter().map(|ty| b.uniform(ty.clone())).collect();
                let value = b.apply(builtin.name(), &arguments);
                let result = b.variable("r", b.ty(value));
                statements.push(b.store(result, value));
            }
            statements.push(b.uniform(Type::REAL));
            let body = b.sequence(&statements);
            if let Err(errors) = compile(&b.finish(body)) {
                for error in errors {
                    let types: Vec<_> = chunk[error.term.index()]
                        .iter()
                        .map(ToString::to_string)
                        .collect();
                    let name = builtin.name();
                    failures.push(format!("{name}({}): {error}", types.join(", ")));
                }
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {total}:\n{}",
        failures.len(),
        failures.join("\n")
    );
    assert!(total > 500, "{total}");
}

#[test]
fn every_signature_takes_constants() {
    // What naga can compute itself, it does, and rejects 1/0, log(0), sqrt(-1).
    for builtin in all().filter(is_builtin) {
        let arity = usize::from(builtin.row().arity.unwrap());
        for types in argument_types(builtin, arity) {
            if !types.iter().all(|ty| ty.scalar().is_some()) {
                continue;
            }
            for number in [0.0, -1.0, 2.0, 1e300] {
                let mut b = Builder::new();
                let arguments: Vec<_> = types
                    .iter()
                    .map(|ty| {
                        let constant = b.constant(number);
                        b.program.nodes[constant.index()].ty = ty.clone();
                        constant
                    })
                    .collect();
                let value = b.apply(builtin.name(), &arguments);
                let result = b.variable("r", b.ty(value));
                let store = b.store(result, value);
                let grey = b.uniform(Type::REAL);
                let body = b.sequence(&[store, grey]);
                let compiled = compile(&b.finish(body));
                assert!(
                    compiled.is_ok(),
                    "{}{types:?}({number}): {compiled:?}",
                    builtin.name()
                );
            }
        }
    }
}
