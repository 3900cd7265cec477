//! Programs whose pixels go different ways, many pixels at a time and each by the interpreter.

use cindyscript_interpreter::colour;

use crate::program::Program;

const SIZE: [u32; 2] = [37, 5];

fn check(script: &str) {
    let program = Program::new(script, &[]).unwrap();
    let painted = program.paint_in_lanes(SIZE);
    let painted = painted.unwrap_or_else(|message| panic!("{message}: {script}"));
    let mut evaluator = program.evaluator();
    let mut seen = painted.iter();
    for y in 0..SIZE[1] {
        for x in 0..SIZE[0] {
            let place = [x, y].map(|side| f64::from(side) + 1.0);
            let exact = colour(&evaluator.value(place));
            let texel = seen.next().unwrap();
            let number = |part: f32| if part.is_nan() { 0.0 } else { part };
            let texel = texel.map(|part| number(part).clamp(0.0, 1.0));
            let apart = exact.iter().zip(texel).map(|(a, b)| (a - b).abs());
            let apart = apart.fold(0.0, f32::max);
            assert!(
                apart < 1e-6,
                "{script} at {place:?}: {texel:?}, not {exact:?}"
            );
        }
    }
}

#[test]
fn branches_are_taken_where_their_condition_holds() {
    check("colorplot(if(#.x > 20, #.x / 50, #.y / 9))");
    check("colorplot(if(#.x > 20, if(#.y > 3, 0.1, 0.2), if(#.y < 2, 0.3, 0.4)))");
    check("colorplot(a = 0.1; if(#.x > 9, a = 0.5; if(#.y > 2, a = a + 0.2), a = a + 0.3); a)");
    check("colorplot(b = #.x > 9; if(b, b = false; 0.25, b = true; 0.75))");
    check("colorplot(a = 0; if(#.x > 100, a = 1); a)");
    check("colorplot(a = #.x / 40; if(a > 0.5, a, a = 0.9; a / 2) + a / 9)");
}

#[test]
fn loops_go_on_where_they_have_to() {
    check("colorplot(n = 0; while(n < #.x, n = n + 2); n / 50)");
    check("colorplot(s = 0; repeat(round(#.x), i, s = s + i / 1000); s)");
    check("colorplot(repeat(5, i, i * #.x / 300))");
    check("colorplot(n = 0; while(n < #.x, m = 0; while(m < #.y, m = m + 1); n = n + m); n / 50)");
    check(
        "colorplot(c = complex(#) / 40; z = 0; n = 0;
        repeat(50, if(|z| < 2, z = z * z + c; n = n + 1)); n / 50)",
    );
    check("colorplot(n = 0; repeat(10, i, if(n < #.x, n = n + 1, n = n - 1)); n / 12)");
}

#[test]
fn lists_are_made_read_and_gone_through() {
    check("colorplot(l = [0.1, 0.5, #.x / 40]; l_(mod(round(#.x), 3) + 1))");
    check("l = [0.2, 0.4, 0.9]; colorplot(l_(mod(round(#.x), 3) + 1))");
    check("l = [[0.2, 1], [0.4, 2]]; colorplot(sum(apply(l, p, p_1 * p_2)) / (1 + #.x))");
    check("colorplot(l = apply(1..4, i, i * #.x); [l_1, l_2, l_-1] / 160)");
    check("colorplot(s = 0; forall([#.x, #.y, 3], v, s = s * 2 + v); s / 200)");
    check("colorplot(max(apply([#.x, 5, #.y], v, v / 40)))");
    check("colorplot(product([#.x, #.y, 0.01]))");
    check("colorplot([[1, 2], [3, 4]] * [#.x, #.y] * [0.001, 0.002])");
    check("colorplot(a = [#.x / 40, 0.2, 0.7]; b = reverse(a); a = b; [a_1, b_2, a_3])");
    check("colorplot(a = #.x / 40; b = #.y / 9; c = a; a = b; b = c; [a, b, c])");
}

#[test]
fn elements_of_lists_are_stored() {
    check("colorplot(l = [0.1, 0.5, 0.9]; l_(mod(floor(#.x), 3) + 1) = #.y / 9; l)");
    check("colorplot(l = [0.1, 0.2, 0.3]; if(#.x > 9, l_2 = 0.7); l_-1 = #.y / 9; l)");
    check(
        "colorplot(m = [[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]]; k = mod(floor(#.x), 2) + 1; m_k_3 = #.y / 9; m_2_k = 1; m_1 / 2 + m_2 / 2)",
    );
    check("colorplot(l = [0.1, 0.2, 0.3]; repeat(3, i, l_i = l_(4 - i) + #.x / 90); l)");
    check("colorplot(l = [0.1, 0.2, 0.3]; a = (l_2 = #.x / 40); l_1 = a; a = 0.9; l)");
    // Where there is no such element, nothing changes.
    check("colorplot(l = [0.1, 0.2, 0.3]; l_5 = 1; l_(floor(#.x / 8)) = 0.7; l)");
}

#[test]
fn values_that_nobody_looks_at_need_no_type() {
    check("colorplot(c = 0.2; if(#.x > 9, c = 0.5; 5, [1, 2]); c)");
    check("colorplot(n = 0; while(n < #.x, n = n + 1; if(n > 3, [1, 2], 7)); n / 50)");
    check("f(x) := if(x > 9, n = n + 1; [1, 2], 7); n = 0; colorplot(n = 0.1; f(#.x); n / 3)");
}

#[test]
fn pixels_are_left_as_they_are() {
    check("colorplot(if(#.x > 9, cgldiscard()); #.x / 40)");
    check("colorplot(repeat(5, i, if(#.x < 3 * i & #.y > 2, cgldiscard())); [#.x / 40, 1, 0])");
}

#[test]
fn functions_have_variables_of_their_own() {
    check("f(x) := (y = x * 2; y + 0.1); colorplot(f(#.x / 100) + f(#.y / 50))");
    check(
        "f(x) := (regional(y); y = x; repeat(3, y = y / 2); y);
        colorplot(y = 0.3; f(#.x / 9) + y * f(f(#.y / 9)))",
    );
    check("f(x) := (x = x + 1; x); colorplot(x = #.x; f(x) / 90 + x / 90)");
    check("g = 0; f(x) := (g = g + x; g); colorplot(g = 0; [f(#.x), f(1), g] / 50)");
    check("f(x) := if(x > 20, 1, 0); colorplot(if(#.y > 2, f(#.x), 1 - f(#.x)) * 0.5)");
}

#[test]
fn what_is_no_number_counts_as_0() {
    check("colorplot(1 / (#.x - 3) * (#.x - 3))");
    check("colorplot([0.5, 1 / (#.x - 3), 1])");
    check("colorplot([0.5, 1, 1, 1 / (#.x - 3) * #.y])");
    check("colorplot(#.x > #.y)");
}
