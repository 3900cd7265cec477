//! Programs at the limits get a message, not a crash.

use cindyscript_hir::program::{IterationKind, TermId};
use cindyscript_hir::types::Type;
use cindyscript_infer::split::Coordinate;
use cindyscript_pixel::{NodeKind, PixelFunctionId, PixelProgram};
use cindyscript_shader::{ModuleOptions, WrittenOut, compile, compile_with};

use crate::builder::{Builder, module};

#[test]
fn deep_expressions() {
    let mut b = Builder::new();
    let x = b.pixel("x", Coordinate::X);
    let mut sum = b.load(x);
    for _ in 0..250 {
        let one = b.uniform(Type::REAL);
        sum = b.apply("+", &[sum, one]);
    }
    module(&b.finish(sum));

    let mut b = Builder::new();
    let x = b.pixel("x", Coordinate::X);
    let mut sum = b.load(x);
    for depth in 0..100_000 {
        b.term = TermId(depth);
        let load = b.load(x);
        sum = b.apply("+", &[load, sum]);
    }
    let errors = compile(&b.finish(sum)).unwrap_err();
    assert_eq!(errors.len(), 1);
    let message = &errors[0].message;
    assert!(message.starts_with("more than 256 operations"), "{message}");
}

#[test]
fn deep_calls() {
    let mut b = Builder::new();
    let x = b.pixel("x", Coordinate::X);
    b.owner = Some(PixelFunctionId(0));
    let parameter = b.variable("t", Type::REAL);
    let body = b.load(parameter);
    let function = b.function("f", &[parameter], body);
    b.owner = None;
    let mut value = b.load(x);
    for _ in 0..250 {
        value = b.call(function, &[value]);
    }
    module(&b.finish(value));
}

#[test]
fn deep_branches() {
    let nested = |depth: usize, sided: bool| {
        let mut b = Builder::new();
        let x = b.pixel("x", Coordinate::X);
        let mut value = b.load(x);
        for _ in 0..depth {
            let (load, limit) = (b.load(x), b.uniform(Type::REAL));
            let condition = b.apply("<", &[load, limit]);
            let other = b.uniform(Type::REAL);
            let (then, otherwise) = if sided {
                (other, value)
            } else {
                (value, other)
            };
            value = b.branch(condition, then, Some(otherwise));
        }
        b.finish(value)
    };
    // An else-if chain is not nested.
    module(&nested(120, true));
    module(&nested(38, false));
    let errors = compile(&nested(120, false)).unwrap_err();
    assert!(errors[0].message.contains("nested"), "{errors:?}");
}

#[test]
fn recursion() {
    let mut b = Builder::new();
    let call = b.node(
        NodeKind::Call {
            function: PixelFunctionId(0),
            arguments: vec![],
        },
        Type::REAL,
    );
    b.function("f", &[], call);
    let errors = compile(&b.finish(call)).unwrap_err();
    assert!(errors[0].message.contains("recursive"), "{errors:?}");
}

#[test]
fn types_that_pixels_do_not_have() {
    for ty in [
        Type::Top,
        Type::any_list(Type::REAL),
        Type::list(1 << 30, Type::REAL),
    ] {
        let mut b = Builder::new();
        let body = b.uniform(ty);
        assert!(compile(&b.finish(body)).is_err());
    }
}

#[test]
fn values_that_nothing_sets_compile() {
    let mut b = Builder::new();
    let nothing = b.node(NodeKind::Undefined, Type::Unset);
    let empty = b.list(&[]);
    let running = b.variable("#", Type::Unset);
    let element = b.load(running);
    let looped = b.iterate(IterationKind::ForAll, empty, running, element);
    let x = b.pixel("x", Coordinate::X);
    let store = b.store(x, nothing);
    let two = b.constant(2.0);
    let list = b.uniform(Type::list(1, Type::REAL));
    let outside = b.index(list, two);
    let sum = b.apply("/", &[store, outside]);
    let sum = b.apply("log", &[sum]);
    let sum = b.apply("re", &[sum]);
    let body = b.sequence(&[looped, sum]);
    module(&b.finish(body));
}

/// Functions of a number, each of which calls the one before it so often; the first has a loop.
fn callers(functions: usize, calls: usize) -> PixelProgram {
    let mut b = Builder::new();
    let x = b.pixel("x", Coordinate::X);
    let mut callee = None;
    for index in 0..functions {
        b.owner = Some(PixelFunctionId(index as u32));
        let parameter = b.variable("x", Type::REAL);
        let mut sum = b.load(parameter);
        match callee {
            Some(callee) => {
                for _ in 0..calls {
                    let argument = b.load(parameter);
                    let called = b.call(callee, &[argument]);
                    sum = b.apply("+", &[sum, called]);
                }
            }
            None => {
                let rounds = b.uniform(Type::INT);
                let counter = b.variable("k", Type::NAT);
                sum = b.iterate(IterationKind::Repeat, rounds, counter, sum);
            }
        }
        callee = Some(b.function("f", &[parameter], sum));
    }
    b.owner = None;
    let argument = b.load(x);
    let body = b.call(callee.unwrap(), &[argument]);
    b.finish(body)
}

#[test]
fn calls_that_are_too_long_written_out_are_folded() {
    // 40 calls, each of 40 calls, and so on: 64,000 loops.
    let folded = module(&callers(4, 40));
    assert!(folded.loops() < 100, "{}", folded.loops());
    // Within the budget all are written.
    assert_eq!(module(&callers(3, 10)).loops(), 100);
}

#[test]
fn calls_are_folded_for_a_driver_that_takes_few_loops() {
    let program = callers(3, 10);
    let options = |most| ModuleOptions {
        most,
        ..ModuleOptions::default()
    };
    let few = WrittenOut {
        loops: 12,
        ..WrittenOut::default()
    };
    let folded = compile_with(&program, options(few)).unwrap();
    assert!(folded.loops() <= 12, "{}", folded.loops());
    let enough = WrittenOut {
        loops: 100,
        ..WrittenOut::default()
    };
    let written = compile_with(&program, options(enough)).unwrap();
    assert_eq!(written.wgsl, module(&program).wgsl);
}

#[test]
fn more_loops_than_may_stand_in_a_row_stand_in_a_loop() {
    let program = callers(2, 16);
    let with_row = |loops_in_a_row| {
        let most = WrittenOut {
            loops_in_a_row,
            ..WrittenOut::default()
        };
        let options = ModuleOptions {
            most,
            ..ModuleOptions::default()
        };
        compile_with(&program, options).unwrap()
    };
    assert_eq!(with_row(15).loops(), 17);
    assert_eq!(with_row(16).wgsl, module(&program).wgsl);
}

#[test]
fn a_while_loop_that_is_counted_is_a_loop() {
    let mut b = Builder::new();
    let x = b.pixel("x", Coordinate::X);
    let (left, right, body) = (b.load(x), b.uniform(Type::REAL), b.load(x));
    let condition = b.apply("<", &[left, right]);
    let ty = b.ty(body);
    let body = b.node(NodeKind::While { condition, body }, ty);
    assert_eq!(module(&b.finish(body)).loops(), 1);
}
