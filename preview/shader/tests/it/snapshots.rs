//! What the WGSL of some programs looks like.

use cindyscript_hir::program::IterationKind;
use cindyscript_hir::program::TermId;
use cindyscript_hir::types::Type;
use cindyscript_infer::split::Coordinate;
use cindyscript_pixel::{NodeKind, PixelProgram};
use expect_test::{Expect, expect};

use crate::builder::{Builder, module};

/// The functions from the program, without what all modules share.
fn check(program: &PixelProgram, expected: Expect) {
    let module = module(program);
    let end = module.wgsl.find("\n@vertex").unwrap();
    let start = module.wgsl.find("frame: Frame;\n").unwrap() + "frame: Frame;\n".len();
    expected.assert_eq(&module.wgsl[start..end]);
}

fn real() -> Type {
    Type::REAL
}

/// `gray(sin(10 * |p| - t))`, by way of hue.
fn wave() -> PixelProgram {
    let mut b = Builder::new();
    let p = b.pixel("p", Coordinate::Vector);
    let ten = b.uniform(Type::NAT);
    let p = b.load(p);
    let norm = b.apply("|.|", &[p]);
    let scaled = b.apply("*", &[ten, norm]);
    let time = b.uniform(real());
    let phase = b.apply("-", &[scaled, time]);
    let sine = b.apply("sin", &[phase]);
    let colour = b.apply("hue", &[sine]);
    b.finish(colour)
}

#[test]
fn a_wave() {
    check(
        &wave(),
        expect![[r#"

        struct Uniforms {
            u0: i32,
            u1: f32,
        }

        @group(0) @binding(1) var<uniform> uniforms: Uniforms;

        fn plot(pixel: vec2f) -> vec4f {
            let position = vec3f(pixel, 1.0);
            let world = vec2f(dot(frame.world_x.xyz, position), dot(frame.world_y.xyz, position));
            let v_p = world;
            return vec4f(hue(sin((f32(uniforms.u0) * length(v_p)) - uniforms.u1)), 1.0);
        }
    "#]],
    );
}

#[test]
fn a_phase_portrait() {
    // (z - 1) / (z^3 + 1 - i)
    let mut b = Builder::new();
    let z = b.pixel("z", Coordinate::Complex);
    let one = b.uniform(Type::NAT);
    let c = b.uniform(Type::COMPLEX);
    let zl = b.load(z);
    let numerator = b.apply("-", &[zl, one]);
    let zl = b.load(z);
    let cube = b.power(zl, 3);
    let denominator = b.apply("+", &[cube, c]);
    let quotient = b.apply("/", &[numerator, denominator]);
    let angle = b.apply("arctan2", &[quotient]);
    let colour = b.apply("hue", &[angle]);
    check(
        &b.finish(colour),
        expect![[r#"

        struct Uniforms {
            u0: i32,
            u1: vec2f,
        }

        @group(0) @binding(1) var<uniform> uniforms: Uniforms;

        fn plot(pixel: vec2f) -> vec4f {
            let position = vec3f(pixel, 1.0);
            let world = vec2f(dot(frame.world_x.xyz, position), dot(frame.world_y.xyz, position));
            let v_z = world;
            let t1 = complex_mul(v_z, v_z);
            let t2 = complex_div(v_z - vec2f(f32(uniforms.u0), 0.0), complex_mul(v_z, t1) + uniforms.u1);
            return vec4f(hue(argument(t2)), 1.0);
        }
    "#]],
    );
}

/// The filled Julia set: a function, a loop, a branch, an assigned variable.
fn julia(names: [&str; 3]) -> PixelProgram {
    let mut b = Builder::new();
    b.owner = Some(cindyscript_pixel::PixelFunctionId(0));
    let x = b.variable(names[1], Type::COMPLEX);
    let xl = b.load(x);
    let square = b.power(xl, 2);
    let c = b.uniform(Type::COMPLEX);
    let body = b.apply("+", &[square, c]);
    let f = b.function(names[0], &[x], body);
    b.owner = None;

    let z = b.pixel("z", Coordinate::Complex);
    let n = b.variable(names[2], Type::INT);
    let running = b.variable("#", Type::NAT);
    let zero = b.uniform(Type::NAT);
    let start = b.store(n, zero);
    b.term = TermId(7);
    let zl = b.load(z);
    let norm = b.apply("|.|", &[zl]);
    let two = b.uniform(Type::NAT);
    let bounded = b.apply("<", &[norm, two]);
    let zl = b.load(z);
    let next = b.call(f, &[zl]);
    let step = b.store(z, next);
    let nl = b.load(n);
    let one = b.uniform(Type::NAT);
    let more = b.apply("+", &[nl, one]);
    let count = b.store(n, more);
    let both = b.sequence(&[step, count]);
    let branch = b.branch(bounded, both, None);
    b.term = TermId(0);
    let rounds = b.uniform(Type::NAT);
    let repeat = b.iterate(IterationKind::Repeat, rounds, running, branch);
    let nl = b.load(n);
    let limit = b.uniform(Type::NAT);
    let grey = b.apply("/", &[nl, limit]);
    let body = b.sequence(&[start, repeat, grey]);
    b.finish(body)
}

#[test]
fn a_loop_and_a_function() {
    check(
        &julia(["f", "x", "n"]),
        expect![[r#"

            struct Uniforms {
                u0: vec2f,
                u1: i32,
                u2: i32,
                u3: i32,
                u4: i32,
                u5: i32,
            }

            @group(0) @binding(1) var<uniform> uniforms: Uniforms;

            var<private> rounds_left: u32 = 1048576u;

            fn f_f(v_x: vec2f) -> vec2f {
                return complex_mul(v_x, v_x) + uniforms.u0;
            }

            fn plot(pixel: vec2f) -> vec4f {
                let position = vec3f(pixel, 1.0);
                let world = vec2f(dot(frame.world_x.xyz, position), dot(frame.world_y.xyz, position));
                var v_z = world;
                var v_n: i32;
                v_n = uniforms.u1;
                let t1 = clamp(uniforms.u4, 0, i32(rounds_left));
                rounds_left -= u32(t1);
                for (var k2 = 1; k2 <= t1; k2 += 1) {
                    if complex_abs_less(v_z, f32(uniforms.u2)) {
                        v_z = f_f(v_z);
                        v_n = v_n + uniforms.u3;
                    }
                }
                return vec4f(vec3f(div_real(f32(v_n), f32(uniforms.u5))), 1.0);
            }
        "#]],
    );
}

#[test]
fn a_private_variable() {
    // f(x) := (count = count + 1; x * y); f(f(y)) / count, where y is the pixel's.
    let mut b = Builder::new();
    let y = b.pixel("y", Coordinate::Y);
    let count = b.variable("count", Type::NAT);
    b.owner = Some(cindyscript_pixel::PixelFunctionId(0));
    let x = b.variable("x", real());
    let cl = b.load(count);
    let one = b.uniform(Type::NAT);
    let more = b.apply("+", &[cl, one]);
    let store = b.store(count, more);
    let (xl, yl) = (b.load(x), b.load(y));
    let product = b.apply("*", &[xl, yl]);
    let body = b.sequence(&[store, product]);
    let f = b.function("f", &[x], body);
    b.owner = None;
    let yl = b.load(y);
    let inner = b.call(f, &[yl]);
    let outer = b.call(f, &[inner]);
    let cl = b.load(count);
    let grey = b.apply("/", &[outer, cl]);
    check(
        &b.finish(grey),
        expect![[r#"

            struct Uniforms {
                u0: i32,
            }

            @group(0) @binding(1) var<uniform> uniforms: Uniforms;

            var<private> v_y: f32;
            var<private> v_count: i32;

            fn f_f(v_x: f32) -> f32 {
                v_count = v_count + uniforms.u0;
                return v_x * v_y;
            }

            fn plot(pixel: vec2f) -> vec4f {
                let position = vec3f(pixel, 1.0);
                let world = vec2f(dot(frame.world_x.xyz, position), dot(frame.world_y.xyz, position));
                v_y = world.y;
                let t1 = f_f(v_y);
                let t2 = f_f(t1);
                let t3 = div_real(t2, f32(v_count));
                return vec4f(vec3f(t3), 1.0);
            }
        "#]],
    );
}

#[test]
fn values_are_computed_in_order() {
    // a + (a = x; a * a) + if(a > x, 1, 2): the first a is the old one.
    let mut b = Builder::new();
    let x = b.pixel("x", Coordinate::X);
    let a = b.variable("a", real());
    let old = b.load(a);
    let xl = b.load(x);
    let store = b.store(a, xl);
    let (a1, a2) = (b.load(a), b.load(a));
    let square = b.apply("*", &[a1, a2]);
    let then = b.sequence(&[store, square]);
    let sum = b.apply("+", &[old, then]);
    let (al, xl) = (b.load(a), b.load(x));
    let greater = b.apply(">", &[al, xl]);
    let (one, two) = (b.uniform(Type::NAT), b.uniform(Type::NAT));
    let branch = b.branch(greater, one, Some(two));
    let sum = b.apply("+", &[sum, branch]);
    check(
        &b.finish(sum),
        expect![[r#"

        struct Uniforms {
            u0: i32,
            u1: i32,
        }

        @group(0) @binding(1) var<uniform> uniforms: Uniforms;

        fn plot(pixel: vec2f) -> vec4f {
            let position = vec3f(pixel, 1.0);
            let world = vec2f(dot(frame.world_x.xyz, position), dot(frame.world_y.xyz, position));
            let v_x = world.x;
            var v_a: f32;
            let t1 = v_a;
            v_a = v_x;
            let t2 = t1 + (v_a * v_a);
            var t3: i32;
            if v_a > v_x {
                t3 = uniforms.u0;
            } else {
                t3 = uniforms.u1;
            }
            let t4 = t2 + f32(t3);
            return vec4f(vec3f(t4), 1.0);
        }
    "#]],
    );
}

#[test]
fn lists_and_loops_over_them() {
    // l = apply([..5 reals], # * x); s = sum of l; (min of l, l_(n), l_(-1)) + s
    let mut b = Builder::new();
    let x = b.pixel("x", Coordinate::X);
    let running = b.variable("#", real());
    let l = b.variable("l", Type::list(5, real()));
    let domain = b.uniform(Type::list(5, real()));
    let (element, xl) = (b.load(running), b.load(x));
    let product = b.apply("*", &[element, xl]);
    let applied = b.iterate(IterationKind::Apply, domain, running, product);
    let store = b.store(l, applied);
    let ll = b.load(l);
    let min = b.apply("min", &[ll]);
    let ll = b.load(l);
    let n = b.uniform(Type::INT);
    let chosen = b.index(ll, n);
    let ll = b.load(l);
    let last = b.constant(-1.0);
    let last = b.index(ll, last);
    let rgb = b.list(&[min, chosen, last]);
    let body = b.sequence(&[store, rgb]);
    check(
        &b.finish(body),
        expect![[r#"

            struct Uniforms {
                u0: array<vec4f, 5>,
                u1: i32,
            }

            @group(0) @binding(1) var<uniform> uniforms: Uniforms;

            fn plot(pixel: vec2f) -> vec4f {
                let position = vec3f(pixel, 1.0);
                let world = vec2f(dot(frame.world_x.xyz, position), dot(frame.world_y.xyz, position));
                let v_x = world.x;
                var v_hash: f32;
                var v_l: array<f32, 5>;
                var t1: array<f32, 5>;
                for (var k2 = 0; k2 < 5; k2 += 1) {
                    v_hash = uniforms.u0[k2].x;
                    t1[k2] = v_hash * v_x;
                }
                v_l = t1;
                return vec4f(vec3f(min_list5_real(v_l), element_list5_real(v_l, uniforms.u1), v_l[4]), 1.0);
            }
        "#]],
    );
}

#[test]
fn else_if_and_while() {
    let mut b = Builder::new();
    let x = b.pixel("x", Coordinate::X);
    let (xl, limit) = (b.load(x), b.uniform(real()));
    let condition = b.apply("<", &[xl, limit]);
    let (xl, factor) = (b.load(x), b.uniform(real()));
    let product = b.apply("*", &[xl, factor]);
    let step = b.store(x, product);
    let ty = b.ty(step);
    let round = b.node(
        NodeKind::While {
            condition,
            body: step,
        },
        ty,
    );
    let (xl, limit) = (b.load(x), b.uniform(real()));
    let first = b.apply(">", &[xl, limit]);
    let (xl, limit) = (b.load(x), b.uniform(real()));
    let second = b.apply("==", &[xl, limit]);
    let values = [(); 3].map(|()| b.uniform(real()));
    let inner = b.branch(second, values[1], Some(values[2]));
    let outer = b.branch(first, values[0], Some(inner));
    let body = b.sequence(&[round, outer]);
    check(
        &b.finish(body),
        expect![[r#"

            struct Uniforms {
                u0: f32,
                u1: f32,
                u2: f32,
                u3: f32,
                u4: f32,
                u5: f32,
                u6: f32,
            }

            @group(0) @binding(1) var<uniform> uniforms: Uniforms;

            var<private> rounds_left: u32 = 1048576u;

            fn plot(pixel: vec2f) -> vec4f {
                let position = vec3f(pixel, 1.0);
                let world = vec2f(dot(frame.world_x.xyz, position), dot(frame.world_y.xyz, position));
                var v_x = world.x;
                loop {
                    if rounds_left == 0u { break; }
                    rounds_left -= 1u;
                    if !(v_x < uniforms.u0) { break; }
                    v_x = v_x * uniforms.u1;
                }
                var t1: f32;
                if v_x > uniforms.u2 {
                    t1 = uniforms.u4;
                } else if v_x == uniforms.u3 {
                    t1 = uniforms.u5;
                } else {
                    t1 = uniforms.u6;
                }
                return vec4f(vec3f(t1), 1.0);
            }
        "#]],
    );
}

#[test]
fn words_of_wgsl_and_foreign_letters_are_names() {
    let module = module(&julia(["fn", "α'", "loop"]));
    for name in ["f_fn", "v_u3b1__prime", "v_loop"] {
        assert!(module.wgsl.contains(name), "{name}: {}", module.wgsl);
    }
}

#[test]
fn lines_know_their_terms() {
    let module = module(&julia(["f", "x", "n"]));
    let term_of = |text: &str| module.term_at(module.wgsl.find(text).unwrap());
    assert_eq!(term_of("if complex_abs"), Some(TermId(7)));
    assert_eq!(term_of("let t1"), Some(TermId(0)));
    assert_eq!(term_of("struct Frame"), None);
    assert_eq!(term_of("fn complex_abs"), None);
}
