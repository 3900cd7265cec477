//! Programs at the limits get a message, not a crash.

use cindyscript_hir::program::{IterationKind, TermId};
use cindyscript_hir::types::Type;
use cindyscript_infer::split::Coordinate;
use cindyscript_pixel::{NodeKind, PixelFunctionId};
use cindyscript_shader::compile;

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
    assert!(errors[0].message.contains("nested"), "{errors:?}");
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
