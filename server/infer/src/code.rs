//! Calls of code: which a value may be is known from its type.

use cindyscript_hir::builtins::Side;
use cindyscript_hir::program::{CalleeId, FunctionId, Program};
use cindyscript_hir::types::Type;

/// What a call may run, with the types of what it has captured if it is code.
pub(super) fn callables(
    program: &Program,
    callee: CalleeId,
    arguments: &[Type],
    side: Side,
) -> Vec<(FunctionId, Vec<Type>)> {
    let definitions = program.callee(callee).definitions.iter();
    let found = definitions.filter_map(|&function| {
        let data = program.function(function);
        let captured = match (data.captured, arguments.first()) {
            (None, _) => Vec::new(),
            (Some(_), Some(Type::Code(codes))) => codes.get(function)?.captured.clone(),
            (Some(_), Some(Type::Top)) if side == Side::Cpu => {
                vec![Type::Top; program.captured(function).len()]
            }
            (Some(_), _) => return None,
        };
        Some((function, captured))
    });
    found.collect()
}

/// The type of a call of what may be other code than that of the program, or none at all.
pub(super) fn of_unknown_code(code: Option<&Type>, side: Side) -> Option<Type> {
    match (code?, side) {
        (Type::Top, _) => Some(Type::Top),
        // What is unset may be known later.
        (Type::Code(_) | Type::Unset, _) | (_, Side::Cpu) => None,
        (_, Side::Gpu) => Some(Type::Top),
    }
}
