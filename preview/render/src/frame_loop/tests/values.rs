//! What the GPU says of the values at a pixel.

use cindyscript_applet::TextRange;
use cindyscript_interpreter::Value;
use cindyscript_player::plot_view::values::NotedValue;
use cindyscript_tests::lacking;

use super::*;

const SCRIPT: &str = "k = 0.1;
f(t) := (s = k * t; s * s);
colorplot(
  a = f(#.x / 3);
  z = (#.x + i*#.y)^2;
  n = 0; repeat(3, j, n = n + j);
  sum(1..4, q, q * a);
  b = #.x > 0;
  m = [[a, 1], [2, 3]];
  if(#.x > 1000, never = 1);
  [a, |z|, 1/3]
);";

/// A script, painted on a GPU; none where there is none.
fn painted(script: &str, precision: PrecisionSetting) -> Option<FrameLoop> {
    let gpu = match Gpu::headless() {
        Ok(gpu) => gpu,
        Err(error) => {
            lacking("values at a pixel on the GPU", &error.to_string());
            return None;
        }
    };
    let mut frames = frames_on(script, Some(gpu));
    frames.set_precision(precision);
    paint(&mut frames, 0.0);
    Some(frames)
}

/// Selects the first place of the page that reads so.
fn select(frames: &mut FrameLoop, code: &str) {
    let session = frames.session_mut().unwrap();
    let start = session.source().document.text().find(code).unwrap();
    let range = TextRange::at((start as u32).into(), (code.len() as u32).into());
    session.select(Some(range), None);
}

/// What the GPU says of the colorplot at a place, once what tells it is built.
fn told(frames: &FrameLoop, at: [f64; 2]) -> Vec<NotedValue> {
    if let [GpuValues::Making] = frames.gpu_values(at)[..] {
        for shader in frames.shaders() {
            shader.build(shader.wanted().unwrap());
        }
    }
    let [GpuValues::Coming(coming)] = &frames.gpu_values(at)[..] else {
        panic!("not told");
    };
    loop {
        if let Some(values) = coming.get().unwrap() {
            return values;
        }
        frames.picture().gpu().unwrap().ask();
    }
}

fn numbers(value: &Value) -> Vec<[f64; 2]> {
    match value {
        Value::List(list) => list.iter().flat_map(|item| numbers(&item)).collect(),
        Value::Boolean(truth) => vec![[f64::from(u8::from(*truth)), 0.0]],
        value => {
            let number = value.number().unwrap();
            vec![[number.re, number.im]]
        }
    }
}

/// How far the numbers of two values are apart at most, in parts of the larger one.
fn apart(a: &Value, b: &Value) -> f64 {
    let (a, b) = (numbers(a), numbers(b));
    assert_eq!(a.len(), b.len());
    let parts = a.iter().flatten().zip(b.iter().flatten());
    parts.fold(0.0, |apart: f64, (a, b)| {
        apart.max((a - b).abs() / a.abs().max(1e-30))
    })
}

/// Compares what the GPU says of all variables and of the result with the exact values.
fn compare(frames: &FrameLoop, at: [f64; 2], nearer: f64) {
    let text = frames.session().unwrap().source().document.text();
    let told = told(frames, at);
    let probe = &frames.probe(at, Duration::from_secs(10))[0];
    let mut names = Vec::new();
    let own = probe.variables.iter().filter(|known| !known.is_uniform);
    for variable in own.chain(&probe.selected) {
        let range = Some(variable.range);
        let found = told.iter().find(|told| told.range == range);
        let found = found.unwrap_or_else(|| panic!("{} is not told", variable.name));
        assert_eq!(found.times, variable.times, "{}", variable.name);
        let apart = apart(&variable.value, &found.value);
        assert!(apart < nearer, "{}: {apart}", variable.name);
        names.push(&text[std::ops::Range::<usize>::from(variable.range)]);
    }
    let result = told.iter().find(|told| told.range.is_none()).unwrap();
    assert!(apart(&probe.value, &result.value) < nearer);
    assert!(
        ["a", "z", "n", "j", "q", "b", "m", "t", "s", "#.y"]
            .iter()
            .all(|name| names.contains(name)),
        "{names:?}"
    );
    assert!(!names.contains(&"never"));
}

#[test]
fn the_gpu_tells_what_the_interpreter_does_in_its_own_digits() {
    let Some(mut frames) = painted(SCRIPT, PrecisionSetting::Single) else {
        return;
    };
    select(&mut frames, "#.y");
    for at in [[50.5, 3.5], [7.5, 30.5]] {
        compare(&frames, at, 1e-5);
    }
    // A third is what an f32 makes of it.
    let told = told(&frames, [50.5, 3.5]);
    let third = numbers(&told.last().unwrap().value)[2][0];
    assert_eq!(third, f64::from(1.0_f32 / 3.0));
}

#[test]
fn until_a_program_tells_what_is_selected_the_one_before_tells_the_rest() {
    let script = "colorplot(a = #.x + 1; 2 * a);";
    let Some(mut frames) = painted(script, PrecisionSetting::Single) else {
        return;
    };
    assert_eq!(told(&frames, [5.0, 5.0]).len(), 2);
    let text = frames.session().unwrap().source().document.text();
    let product = text.find("2 * a").unwrap() as u32;
    let product = TextRange::new(product.into(), (product + 3).into());
    frames.session_mut().unwrap().select(Some(product), None);
    let is_preliminary = |frames: &FrameLoop| match &frames.gpu_values([5.0, 5.0])[..] {
        [GpuValues::Coming(coming)] => coming.is_preliminary(),
        _ => panic!("not told"),
    };
    assert!(is_preliminary(&frames));
    assert_eq!(told(&frames, [5.0, 5.0]).len(), 2);
    for shader in frames.shaders() {
        shader.build(shader.wanted().unwrap());
    }
    assert!(!is_preliminary(&frames));
    assert_eq!(told(&frames, [5.0, 5.0]).len(), 3);
}

#[test]
fn in_double_precision_it_tells_more_digits() {
    let Some(mut frames) = painted(SCRIPT, PrecisionSetting::Double) else {
        return;
    };
    select(&mut frames, "#.y");
    compare(&frames, [50.5, 3.5], 1e-11);
}

#[test]
fn where_the_cpu_paints_the_gpu_says_nothing() {
    let mut frames = frames(SCRIPT);
    paint(&mut frames, 0.0);
    assert!(matches!(
        frames.gpu_values([5.0, 5.0])[..],
        [GpuValues::Cpu]
    ));
    assert!(frames.gpu_values([500.0, 5.0]).is_empty());
}
