//! Single colorplots, painted on the GPU and by the interpreter: values that few applets have, and
//! that a shader holds in a way of its own.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::time::Instant;

use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::source::ReceivedText;
use cindyscript_render::compile::PlotProgram;
use cindyscript_tests::lacking;
use cindyscript_window::headless::{HeadlessOptions, render};

/// 40 by 40 pixels, from -4 to 4.
const PAGE: &str = r#"<script id="csdraw" type="text/x-cindyscript">SCRIPT</script>
<div id="CSCanvas"></div>
<script>
CindyJS({
    scripts: "cs*",
    ports: [{
        id: "CSCanvas", width: 40, height: 40,
        transform: [{visibleRect: [-4, 4, 4, -4]}]
    }],
    geometry: [
        {name: "A", type: "Free", pos: [1, 1], visible: false},
        {name: "B", type: "Free", pos: [-2, 2], visible: false},
        {name: "L", type: "Join", args: ["A", "B"], visible: false},
        {name: "C", type: "CircleMP", args: ["A", "B"], visible: false}
    ]
});
</script>"#;

fn paint(script: &str, cpu: bool) -> Option<Bitmap> {
    let text = ReceivedText {
        path: "colorplot.html".to_owned(),
        text: PAGE.replace("SCRIPT", script),
        version: 1,
        arrived: Instant::now(),
    };
    let options = HeadlessOptions {
        frame: 1,
        cpu,
        ..HeadlessOptions::default()
    };
    let rendered = render(text, &options).unwrap();
    assert_eq!(rendered.diagnostics, [], "{script}");
    if let Some(error) = rendered.no_gpu {
        lacking("colorplots on the GPU", &error.to_string());
        return None;
    }
    for plot in rendered.compiled.plots.iter() {
        let is_shader = matches!(plot, PlotProgram::Shader(_));
        assert_eq!(is_shader, !cpu, "{script}: {plot:?}");
    }
    Some(rendered.picture)
}

/// A colorplot must run on the GPU, and be what the interpreter makes of it.
fn check(script: &str) {
    let Some(gpu) = same(script) else {
        return;
    };
    let first = gpu.rgba().chunks_exact(4).next();
    let plain = gpu.rgba().chunks_exact(4).all(|pixel| Some(pixel) == first);
    assert!(!plain, "nothing to see but {first:?}: {script}");
}

/// The picture, painted by the GPU as by the interpreter.
fn same(script: &str) -> Option<Bitmap> {
    let gpu = paint(script, false)?;
    let cpu = paint(script, true).unwrap();
    let pixels = gpu.rgba().chunks_exact(4).zip(cpu.rgba().chunks_exact(4));
    let differ = |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 8);
    let far: Vec<_> = pixels.filter(differ).collect();
    // Edges may lie one pixel apart.
    assert!(
        far.len() <= 40,
        "{} of 1600 pixels differ, the first {:?}: {script}",
        far.len(),
        far[0]
    );
    Some(gpu)
}

#[test]
fn elements_of_tuples() {
    check("colorplot(t = [|#|/5, [#.x, #.y, 0.5]/5]; t_2 + t_1*[1, 0, 0]);");
    check("colorplot(t = [#.x > 0, [|#|/5, 0, 1]]; if(t_1, t_2, [0, 0.5, 0]));");
    check(
        "t = [0.3, [2, 3], true, [0.1, [0.2, 0.9]]]; colorplot(if(t_3 & |#| < t_2_1, t_4_2_2, t_1));",
    );
    check("colorplot([a, b] = [#.y/5, [|#|/5, 0, 0.2]]; b + a*[0, 1, 0]);");
    check("colorplot(t = [complex(#)/3, [i, 1]]; |t_1 * t_2_1|/3);");
    check("k = 2; colorplot(t = [|#|/5, [#.x, #.y, 0.5]/5]; t_k);");
}

#[test]
fn tuples_from_the_cpu() {
    check(
        "t = [0.5, [1, 2], [[1, 0], [0, 1]], i, [3, 4, 5, 6, 7]]; colorplot(m = t_3 * # * t_1; (|m| + |t_4| + t_5_5 + t_2_2)/20);",
    );
    check("t = [[0.5, 1], [0.25, 0.5, 1]]; f(u, p) := |p|/5*u_2; colorplot(f(t, #));");
    check(
        "s = [[[0, 0], 1, [1, 0, 0]], [[2, 0], 1.5, [0, 0.5, 0]]];
           d(s, p) := if(|p - s_1| < s_2, s_3, [0, 0, 0]);
           colorplot(c = [0, 0, 0.2]; forall(s, q, c = c + d(q, #)); c);",
    );
    check(
        "s = apply(1..7, k, [k/4, [k - 4, sin(k)], k > 3]);
           colorplot(sum(s, q, if(|# - q_2| < q_1 & q_3, 0.3, 0.1)));",
    );
    check(
        "s = [[1, [1, [0, 0]]], [0.5, [2, [1, 1]]]];
           colorplot(k = if(#.x > 0, 1, 2); t = s_k; t_1*(0.5 + 0.1*|# - t_2_2|)/(t_2_1));",
    );
}

#[test]
fn functions_of_tuples() {
    check(
        "ray(p) := [p/5, [p.x, p.y, 1]];
           shade(r) := |r_1|*r_2/3;
           colorplot(shade(ray(#)));",
    );
    check(
        "f(t) := (t = [t_1 + 0.1, t_2]; t); colorplot(u = [|#|/6, [0, 0, 1]]; repeat(3, u = f(u)); u_2*u_1);",
    );
    check("colorplot(u = if(#.x > 0, [|#|/6, [0, 0, 1]], [0.5, [1, 0, 0]]); u_2*u_1);");
}

#[test]
fn operations_on_tuples() {
    check(
        "colorplot(t = [|#|/5, [#.x, #.y, 1]/5]; u = (2*t + t)/4 - t; v = -u; v_2 - v_1*[1, 1, 1]);",
    );
    check("colorplot(t = [|#|/5] ++ [[#.x, #.y, 1]/5]; u = reverse(t); u_1 + u_2*[1, 1, 1]);");
    check(
        "colorplot(t = [#.x > 0, [#.y > 0, 1]]; u = [true, [true, 1]]; if(t == u, 1, if(t != u & #.x > 0, 0.5, 0)));",
    );
    check("colorplot(t = [1, [i, 0]] * #.x/5; |t_2_1| + t_1*0.1);");
}

#[test]
fn loops_over_tuples() {
    check("colorplot(s = 0; forall([|#|, #, [1, #.x]], x, k, s = s + k*|x|); s/20);");
    check("colorplot(t = apply([|#|/5, #/5], x, 2*x); [t_1, t_2_1, t_2_2]);");
    check("colorplot(sum([#.x, #], |#|)/9 + product([|#|, #], x, x*x)/99);");
    check("colorplot(max([#.x, #, [1, 2, 3]], x, |x|)/5 - min([#.x, #], x, x*x)/50);");
    check("colorplot(forall([#, |#|/5], x, y, x*y)/3);");
    check(
        "s = [[[0, 0], 1], [[2, 1], 1.5, 0.25], [[-1, 2], 0.5]];
           inside(s, p) := |p - s_1| < s_2;
           shade(s, p) := if(length(s) == 3, s_(-1), 1)*|p - s_1|/5;
           colorplot(c = 0; forall(s, q, if(inside(q, #), c = c + shade(q, #))); c);",
    );
    check(
        "f(l) := (regional(n); n = 0; forall(l, x, forall([x, [1, 2, 3]], y, n = n + |y|)); n);
           colorplot(f([#.x, #])/30);",
    );
    check(
        "colorplot(t = [|#|/9, [0, #.y/9]]; t_1 = 0.5; t_2_1 = #.x/9; apply(t, x, |x|)_[1, 2, 2]);",
    );
}

#[test]
fn what_cindygl_cannot() {
    let lines = include_str!("colorplots/beyond.txt").lines();
    for script in lines.filter(|line| !line.starts_with("//")) {
        check(script);
    }
}

/// Which code it is that a value holds is known when the colorplot is executed.
#[test]
fn code_as_a_value() {
    let lines = include_str!("colorplots/code.txt").lines();
    for script in lines.filter(|line| !line.starts_with("//")) {
        check(script);
    }
}

/// The left half of the picture, which is one colour.
fn left_half(script: &str) -> Option<[u8; 4]> {
    let picture = same(script)?;
    let mut rows = picture.rgba().chunks_exact(4 * picture.size()[0] as usize);
    let half = picture.size()[0] as usize / 2 - 1;
    let first = picture.rgba().first_chunk::<4>().copied()?;
    let is_plain = rows.all(|row| row.chunks_exact(4).take(half).all(|pixel| *pixel == first));
    assert!(is_plain, "{script}");
    Some(first)
}

/// What is no number counts as 0, as CindyGL shows it in a browser.
#[test]
fn what_is_no_colour() {
    // At the left, `n` is no number, `m` is infinite and `z` is 0.
    let begin = "colorplot(n = if(#.x < 0, exp(800 + |#|) - exp(801 + |#|), 0.5);
                 m = if(#.x < 0, exp(800 + |#|), 0.5); z = if(#.x < 0, 0, 0.5);";
    let cases = [
        ("n)", [0, 0, 0, 255]),
        ("[n, 1, 1])", [0, 255, 255, 255]),
        ("[1, 1, n])", [255, 255, 0, 255]),
        ("[0.2, n, 0, 1])", [51, 0, 0, 255]),
        ("[n, n, n, n])", [0, 0, 0, 0]),
        ("[1, 1, 0, n])", [255, 255, 0, 0]),
        ("[n, n, n, 1])", [0, 0, 0, 255]),
        ("m)", [255, 255, 255, 255]),
        ("-m)", [0, 0, 0, 255]),
        ("[m, -m, 0])", [255, 0, 0, 255]),
        ("[0, m, 0, m])", [0, 255, 0, 255]),
        // Multiplied with alpha already: added to what is there.
        ("[1, 1, 1, -m])", [255, 255, 255, 0]),
        ("[7, -3, 0.2])", [255, 0, 51, 255]),
        // A real number through 0 is infinite, 0 through 0 no number, nor anything through a complex 0.
        ("1/z)", [255, 255, 255, 255]),
        ("[-1/z, 1, 1])", [0, 255, 255, 255]),
        ("[1, 1, z/z])", [255, 255, 0, 255]),
        ("[1, 2, 3]/z)", [255, 255, 255, 255]),
        ("sum([1, 2, 3, 4, 5, 6, 7]/z))", [255, 255, 255, 255]),
        ("re((1 + i)/(z*i)))", [0, 0, 0, 255]),
        ("re((1 + i)/z))", [255, 255, 255, 255]),
        ("d = 0; [1, |#.y|/d, 1])", [255, 255, 255, 255]),
        ("hue(1/z))", [0, 0, 0, 255]),
        ("[0*(1/z), 1, 1])", [0, 255, 255, 255]),
        ("[re(log(z)), 1, 0])", [0, 255, 0, 255]),
        ("[-re(log(z)), 1, 0])", [255, 255, 0, 255]),
        ("[mod(0.6, z), 1, 0])", [0, 255, 0, 255]),
        ("[z^(-1), 1, z^0])", [0, 255, 255, 255]),
        ("[z^(-0.5), 1, arctan2(z, z)])", [0, 255, 0, 255]),
        ("[exp(-m), 1, 0])", [0, 255, 0, 255]),
        ("l = [0, 1]; k = floor(n); [l_k, 0, 0, n])", [0, 0, 0, 0]),
        ("a = [n, 1, 1]; a_1 = 1; a)", [255, 255, 255, 255]),
    ];
    for (end, expected) in cases {
        let script = format!("{begin} {end};");
        let Some(colour) = left_half(&script) else {
            return;
        };
        assert_eq!(colour, expected, "{script}");
    }
}

/// Where nobody knows before the pixel which code it is, the interpreter paints.
#[test]
fn code_that_only_the_interpreter_paints() {
    let paint = |script: &str| {
        let text = ReceivedText {
            path: "colorplot.html".to_owned(),
            text: PAGE.replace("SCRIPT", script),
            version: 1,
            arrived: Instant::now(),
        };
        render(text, &HeadlessOptions::default()).unwrap()
    };
    let script = "f = cgllazy(x, x/5); g = cgllazy(x, -x/5); ";
    let mixed = paint(&format!(
        "{script} colorplot(cgleval(if(#.y > 0, f, g), #.x));"
    ));
    if let Some(reason) = mixed.no_gpu {
        return lacking("colorplots on the GPU", &reason.to_string());
    }
    let PlotProgram::Interpreted { reasons, .. } = &mixed.compiled.plots[0] else {
        panic!("{:?}", mixed.compiled.plots[0]);
    };
    assert_eq!(
        reasons[0].message,
        "this is code that differs from pixel to pixel"
    );
    let plain = paint(&format!(
        "{script} colorplot(if(#.y > 0, cgleval(f, #.x), cgleval(g, #.x)));"
    ));
    assert!(matches!(plain.compiled.plots[0], PlotProgram::Shader(_)));
    let pairs = plain.picture.rgba().iter().zip(mixed.picture.rgba());
    assert!(pairs.into_iter().all(|(a, b)| a.abs_diff(*b) <= 8));
}

/// The value changes from frame to frame, and within a frame.
#[test]
fn code_that_changes() {
    let two = "f = cgllazy(x, x/5); g = cgllazy(x, [x, 0.5, 0]);";
    let frames = format!(
        "{two} n = 0; // %% draw\nn = n + 1; colorplot(cgleval(if(mod(n, 2) == 0, f, g), #.x));"
    );
    let in_a_frame = format!(
        "{two} forall([f, g, f], c, k, colorplot(cgleval(c, #.x), [k - 3, -2], [k - 2, 2]));"
    );
    for script in [&frames, &in_a_frame] {
        for frame in 1..4 {
            let paint = |cpu| {
                let text = ReceivedText {
                    path: "a.cindyscript".to_owned(),
                    text: script.clone(),
                    version: 1,
                    arrived: Instant::now(),
                };
                let options = HeadlessOptions {
                    frame,
                    cpu,
                    ..HeadlessOptions::default()
                };
                let rendered = render(text, &options).unwrap();
                assert_eq!(rendered.diagnostics, [], "{script}");
                rendered.picture
            };
            let (gpu, cpu) = (paint(false), paint(true));
            let pairs = gpu.rgba().iter().zip(cpu.rgba());
            let far = pairs.filter(|(a, b)| a.abs_diff(**b) > 8).count();
            assert!(
                far <= gpu.rgba().len() / 100,
                "{far}, frame {frame}: {script}"
            );
        }
    }
}

/// Of a function that is defined several times, pixels run the one that is there, whatever the
/// others would come to.
#[test]
fn the_definition_in_force_is_the_one_that_is_compiled() {
    check("f(z) := z + 1; f(z) := |z|/4; colorplot(f(complex(#)))");
    check("f(z) := |z|/4; if(seconds() < 0, f(z) := z^2); colorplot(f(complex(#)))");
    check("f(x) := x; if(mouse().x > 1000, f(x) := [x, x]); colorplot(f(#.x))");
}
