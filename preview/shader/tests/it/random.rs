//! Random well-typed programs are valid WGSL, and their text does not depend on numbers.

use cindyscript_hir::builtins::{BuiltinId, all};
use cindyscript_hir::program::IterationKind;
use cindyscript_hir::types::Type;
use cindyscript_infer::split::Coordinate;
use cindyscript_pixel::{NodeId, NodeKind, PixelFunctionId, PixelProgram, VariableId, fold};
use cindyscript_shader::{ModuleOptions, Precision, Promoted, compile_with};
use proptest::prelude::*;

use crate::builder::{Builder, module};
use crate::table::is_builtin;

/// Takes decisions from random bytes; all 0 when there are no more.
struct Choices<'a>(std::slice::Iter<'a, u8>);

impl Choices<'_> {
    fn next(&mut self, bound: usize) -> usize {
        let high = usize::from(*self.0.next().unwrap_or(&0));
        (high * 256 + usize::from(*self.0.next().unwrap_or(&0))) % bound.max(1)
    }
}

struct Generator<'a> {
    choices: Choices<'a>,
    b: Builder,
    builtins: Vec<BuiltinId>,
    variables: Vec<VariableId>,
    functions: Vec<PixelFunctionId>,
}

const NAMES: [&str; 8] = ["x", "z", "filter", "α", "a'", "i", "#", "t1"];

impl Generator<'_> {
    fn ty(&mut self) -> Type {
        let scalars = [
            Type::REAL,
            Type::COMPLEX,
            Type::INT,
            Type::NAT,
            Type::NONNEG,
            Type::BOOLEAN,
        ];
        let scalar = scalars[self.choices.next(6)].clone();
        match self.choices.next(8) {
            0 => Type::list(self.choices.next(7) as u32, scalar),
            1 => Type::list(3, scalar),
            2 => {
                let (rows, columns) = (self.choices.next(4) + 1, self.choices.next(5) + 1);
                Type::list(rows as u32, Type::list(columns as u32, scalar))
            }
            _ => scalar,
        }
    }

    fn any(&mut self, depth: usize) -> NodeId {
        if depth == 0 {
            return self.leaf();
        }
        match self.choices.next(14) {
            0 | 1 => self.leaf(),
            2..=6 => self.builtin(depth),
            7 => {
                let value = self.any(depth - 1);
                let variable = self.variable(self.b.ty(value));
                self.b.store(variable, value)
            }
            8 => {
                let count = self.choices.next(3) + 1;
                let nodes: Vec<_> = (0..count).map(|_| self.any(depth - 1)).collect();
                self.b.sequence(&nodes)
            }
            9 => {
                let condition = self.of_type(&Type::BOOLEAN, depth - 1);
                let then = self.any(depth - 1);
                let ty = self.b.ty(then);
                let otherwise = (self.choices.next(3) > 0).then(|| self.of_type(&ty, depth - 1));
                self.b.branch(condition, then, otherwise)
            }
            10 => self.list(depth),
            11 => self.iterate(depth),
            12 => {
                let condition = self.of_type(&Type::BOOLEAN, depth - 1);
                let body = self.any(depth - 1);
                let ty = self.b.ty(body);
                self.b.node(NodeKind::While { condition, body }, ty)
            }
            _ => {
                let Some(&function) = self.functions.first() else {
                    return self.leaf();
                };
                let parameters = self.b.program.function(function).parameters.clone();
                let types: Vec<_> = parameters
                    .iter()
                    .map(|parameter| self.b.program.variable(*parameter).ty.clone())
                    .collect();
                let arguments: Vec<_> =
                    types.iter().map(|ty| self.of_type(ty, depth - 1)).collect();
                self.b.call(function, &arguments)
            }
        }
    }

    fn leaf(&mut self) -> NodeId {
        match self.choices.next(4) {
            0 => {
                let number = [0.0, 1.0, -1.0, 0.5, 1e300][self.choices.next(5)];
                self.b.constant(number)
            }
            1 => {
                let ty = self.ty();
                self.b.uniform(ty)
            }
            _ => {
                let variable = self.variables[self.choices.next(self.variables.len())];
                self.b.load(variable)
            }
        }
    }

    fn builtin(&mut self, depth: usize) -> NodeId {
        let builtin = self.builtins[self.choices.next(self.builtins.len())];
        let arity = usize::from(builtin.row().arity.unwrap());
        let arguments: Vec<_> = (0..arity).map(|_| self.any(depth - 1)).collect();
        let before = self.b.program.nodes.len();
        if let Some(node) = self.b.try_apply(builtin.name(), &arguments) {
            let ty = self.b.ty(node);
            if ty.on_gpu() == ty {
                return node;
            }
            // The analysis refuses it: rows of different lengths do not make a matrix.
            self.b.program.nodes.truncate(before);
        }
        match arguments.first() {
            Some(&base) if self.b.ty(base).scalar().is_some() => {
                let exponent = self.choices.next(140) as i32 - 70;
                self.b.power(base, exponent)
            }
            Some(&base) if self.b.ty(base).sized_list().is_some_and(|(len, _)| len > 0) => {
                let index = match self.choices.next(3) {
                    0 => self.of_type(&Type::INT, depth - 1),
                    _ => {
                        let place = self.choices.next(9) as f64 - 4.0;
                        self.b.constant(place)
                    }
                };
                self.b.index(base, index)
            }
            Some(&other) => other,
            None => self.leaf(),
        }
    }

    fn list(&mut self, depth: usize) -> NodeId {
        let first = self.any(depth - 1);
        let ty = self.b.ty(first);
        let mut nodes = vec![first];
        for _ in 0..self.choices.next(6) {
            nodes.push(self.of_type(&ty, depth - 1));
        }
        self.b.list(&nodes)
    }

    fn iterate(&mut self, depth: usize) -> NodeId {
        let domain = self.any(depth - 1);
        let ty = self.b.ty(domain);
        let (kind, domain, element) = match ty.sized_list() {
            Some((_, element)) => {
                let kinds = [
                    IterationKind::Apply,
                    IterationKind::ForAll,
                    IterationKind::Sum,
                    IterationKind::Product,
                    IterationKind::Max,
                    IterationKind::Min,
                ];
                (kinds[self.choices.next(6)], domain, element.clone())
            }
            None => {
                let count = self.of_type(&Type::INT, depth - 1);
                (IterationKind::Repeat, count, Type::NAT)
            }
        };
        let name = NAMES[self.choices.next(NAMES.len())];
        let element = self.b.variable(name, element);
        self.variables.push(element);
        let body = match kind {
            IterationKind::Sum | IterationKind::Product => self.of_type(&Type::COMPLEX, depth - 1),
            IterationKind::Max | IterationKind::Min => self.of_type(&Type::REAL, depth - 1),
            _ => self.any(depth - 1),
        };
        self.b.iterate(kind, domain, element, body)
    }

    /// Something of this type, or of a smaller one with a conversion.
    fn of_type(&mut self, ty: &Type, depth: usize) -> NodeId {
        for _ in 0..3 {
            let node = self.any(depth);
            if self.b.ty(node).fits(ty) {
                return self.b.convert(node, ty);
            }
        }
        self.b.uniform(ty.clone())
    }

    fn variable(&mut self, ty: Type) -> VariableId {
        let known = self
            .variables
            .iter()
            .copied()
            .find(|id| self.b.program.variable(*id).ty == ty);
        if let (Some(known), false) = (known, self.choices.next(3) == 0) {
            return known;
        }
        let name = NAMES[self.choices.next(NAMES.len())];
        let variable = self.b.variable(name, ty);
        self.variables.push(variable);
        variable
    }
}

fn program(bytes: &[u8]) -> PixelProgram {
    let mut g = Generator {
        choices: Choices(bytes.iter()),
        b: Builder::new(),
        builtins: all().filter(is_builtin).collect(),
        variables: Vec::new(),
        functions: Vec::new(),
    };
    let pixel = [
        ("p", Coordinate::Vector),
        ("z", Coordinate::Complex),
        ("x", Coordinate::X),
    ];
    for (name, coordinate) in pixel {
        let variable = g.b.pixel(name, coordinate);
        g.variables.push(variable);
    }
    // A function, which sees the variables of the program, and has its own.
    let globals = g.variables.clone();
    g.b.owner = Some(PixelFunctionId(0));
    let parameters: Vec<_> = (0..g.choices.next(3))
        .map(|number| {
            let ty = g.ty();
            g.b.variable(NAMES[number], ty)
        })
        .collect();
    g.variables.extend(&parameters);
    let body = g.any(4);
    let function = g.b.function("f", &parameters, body);
    g.functions.push(function);
    g.b.owner = None;
    g.variables = globals;

    let first = g.any(6);
    let second = g.any(4);
    let grey = g.of_type(&Type::REAL, 6);
    let body = g.b.sequence(&[first, second, grey]);
    g.b.finish(body)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_are_valid(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        let program = program(&bytes);
        let module = module(&program);
        // In other precisions, whatever part of it is promoted.
        let some: Vec<_> = bytes.iter().map(|byte| byte % 2 == 0).collect();
        let some = Promoted {
            nodes: some.repeat(2),
            operands: some.repeat(3),
            variables: some.clone(),
            functions: some.clone(),
            uniforms: some,
        };
        let all = Promoted::all(&program);
        let promoted = [None, Some(&some), Some(&all)][bytes.len() % 3];
        let precision = [Precision::Double, Precision::Native][bytes.len() / 3 % 2];
        let options = ModuleOptions { precision, promoted, ..ModuleOptions::default() };
        let compiled = compile_with(&program, options);
        prop_assert!(compiled.is_ok(), "{precision:?}, {promoted:?}: {:?}", compiled.err());
        // With calls folded.
        let options = ModuleOptions { precision, ..ModuleOptions::default() };
        let folded = compile_with(&fold(&program, |_| true), options);
        prop_assert!(folded.is_ok(), "{precision:?}: {:?}", folded.err());
        // Where numbers come from is not in the text.
        let mut other = program.clone();
        for uniform in &mut other.uniforms {
            uniform.source += 10;
            uniform.term.0 += 10;
        }
        prop_assert_eq!(&module.wgsl, &super::builder::module(&other).wgsl);
    }
}
