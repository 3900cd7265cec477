//! Single precision is enough where what it paints is what the interpreter computes.

use cindyscript_player::precision::PrecisionSetting;
use cindyscript_tests::lacking;

use super::*;

fn gpu() -> Option<Gpu> {
    let gpu = Gpu::headless();
    if let Err(error) = &gpu {
        lacking("samples of the picture", &error.to_string());
    }
    gpu.ok()
}

/// A script on a canvas that has enough pixels to tell.
fn large(script: &str, gpu: Gpu) -> FrameLoop {
    let mut frames = frames_on(script, Some(gpu));
    frames.set_canvas(Canvas {
        device: [240, 160],
        scale: 1.0,
    });
    frames
}

/// What colorplots of a script are painted in, as samples say.
fn precisions(frames: &mut FrameLoop) -> Vec<Precision> {
    paint(frames, 0.0);
    if frames.compare_all_samples().unwrap() {
        assert_eq!(frames.prepare(&mut AtOnce).unwrap(), Readiness::Ready);
        let painted = frames.paint(Budget::Complete).unwrap();
        assert_eq!(painted, Progress::Complete);
    }
    assert!(!frames.compare_all_samples().unwrap(), "nothing is new");
    let programs = frames.renderer.programs();
    let precision = |program: &PlotProgram| match program {
        PlotProgram::Shader(shader) => shader.asked(),
        PlotProgram::Interpreted { reasons, .. } => panic!("{reasons:?}"),
        PlotProgram::Unmade => panic!("none was made"),
    };
    programs.iter().map(precision).collect()
}

/// The Mandelbrot set at a place, magnified by the script.
fn zoomed(k: &str) -> String {
    format!(
        "c = complex([-0.743643887037151, 0.13182590420533] + {k} * #); z = 0; n = 0;
         repeat(400, if(|z| < 2, z = z * z + c; n = n + 1));
         [n / 400, 0.5, 0.5]"
    )
}

/// Spheres, so far from the origin.
fn marched(at: &str) -> String {
    format!(
        "o = [{at}, 0, -3]; d = [#.x / 20, #.y / 20, 1]; d = d / |d|; t = 0;
         repeat(60, p = o + t * d; q = p - [{at}, 0, 0]; t = t + |q| - 1);
         n = o + t * d - [{at}, 0, 0]; if(t < 10, [n.x + 1, n.y + 1, 1 - n.z] / 2, [0, 0, 0])"
    )
}

#[test]
fn what_single_precision_loses_is_painted_in_double() {
    let Some(gpu) = gpu() else { return };
    let check = |body: &str, expected: Precision| {
        let script = format!("colorplot({body});");
        let mut frames = large(&script, gpu.clone());
        assert_eq!(precisions(&mut frames), [expected], "{body}");
    };
    check(&zoomed("1e-6"), Precision::Double);
    check(&zoomed("1e-1"), Precision::Single);
    check(&marched("0"), Precision::Single);
    check(&marched("5e6"), Precision::Double);
    // A step of a byte is left of the fraction.
    check("((#.x + 10) / 20 + 1e7) - 1e7", Precision::Double);
    check("((#.x + 10) / 20 + 1e2) - 1e2", Precision::Single);
    // Taylor's series of the exponential function, far from where it was made.
    let taylor = "s = 0; t = 1; repeat(80, k, s = s + t; t = t * (#.x * 2 - 10) / k); s * 1e4";
    check(taylor, Precision::Double);
}

#[test]
fn what_nobody_can_know_and_edges_are_no_loss() {
    let Some(gpu) = gpu() else { return };
    for body in [
        // A place of which the digits behind the last one decide.
        "x = #.x / 40 + 0.5; repeat(200, x = 3.99 * x * (1 - x)); x",
        // Noise.
        "v = sin(#.x * 12.9898 + #.y * 78.233) * 43758.5453; v - floor(v)",
        // Edges everywhere.
        "if(mod(floor(#.x * 2) + floor(#.y * 2), 2) == 0, 1, 0)",
        "if(|#| < 5, [1, 0.5, 0], [0, 0, 0.5])",
        "[1, 0.5, 0, 0.3]",
        "random()",
    ] {
        let script = format!("colorplot({body});");
        let mut frames = large(&script, gpu.clone());
        assert_eq!(precisions(&mut frames), [Precision::Single], "{body}");
    }
}

#[test]
fn where_double_precision_paints_the_same_it_is_of_no_use() {
    let Some(gpu) = gpu() else { return };
    // It has the exponents of f32.
    let script = "colorplot((#.x + 11) * 1e30 * 1e30 / 1e30 / 1e32);";
    let mut frames = large(script, gpu);
    assert_eq!(precisions(&mut frames), [Precision::Single]);
}

#[test]
fn only_the_text_decides_and_not_the_one_before() {
    let Some(gpu) = gpu() else { return };
    let [lost, kept] = ["1e-6", "1e-1"].map(|k| format!("colorplot({});", zoomed(k)));
    let compiler = Compiler::new(Some(Pipelines::new(gpu.clone())));
    let mut frames = large(&kept, gpu);
    for (script, expected) in [
        (&lost, Precision::Double),
        (&kept, Precision::Single),
        (&lost, Precision::Double),
    ] {
        let compiled = compiler.programs(source(script), Stages::default());
        let start = Start {
            seed: 0,
            clock: 0.0,
            held: false,
        };
        frames.load(compiled.unwrap(), start);
        assert_eq!(precisions(&mut frames), [expected], "{script}");
    }
}

#[test]
fn values_and_settings_decide_as_well() {
    let Some(gpu) = gpu() else { return };
    let script = "k = if(seconds() < 5, 1e-1, 1e-6); colorplot(";
    let script = format!("{script}{});", zoomed("k"));
    let mut frames = large(&script, gpu);
    let at = |frames: &mut FrameLoop, seconds: f64| {
        frames.run(seconds).unwrap();
        frames.prepare(&mut AtOnce).unwrap();
        frames.paint(Budget::Complete).unwrap();
        if frames.compare_all_samples().unwrap() {
            frames.prepare(&mut AtOnce).unwrap();
        }
        let programs = frames.renderer.programs();
        programs.first().and_then(PlotProgram::precision)
    };
    assert_eq!(at(&mut frames, 1.0), Some(Precision::Single));
    assert_eq!(at(&mut frames, 6.0), Some(Precision::Double));
    assert_eq!(at(&mut frames, 2.0), Some(Precision::Single));
    frames.set_precision(PrecisionSetting::Single);
    assert_eq!(at(&mut frames, 6.0), Some(Precision::Single));
}

#[test]
fn nobody_waits_for_samples() {
    let Some(gpu) = gpu() else { return };
    let mut frames = large("colorplot(((#.x + 10) / 20 + 1e7) - 1e7);", gpu);
    assert_eq!(frames.samples_due(), None, "nothing is painted");
    paint(&mut frames, 0.0);
    assert_eq!(frames.samples_due(), Some(Duration::ZERO));
    let end = Instant::now() + Duration::from_secs(60);
    while !frames.compare_samples() {
        let due = frames.samples_due().expect("there is a verdict to come");
        std::thread::sleep(due);
        assert!(Instant::now() < end);
    }
    let mut later = Later::default();
    assert_eq!(frames.prepare(&mut later).unwrap(), Readiness::Ready);
    let request = later.0.pop().unwrap();
    assert_eq!(request.precision, Precision::Double);
    // The scripts do not run again for what comes.
    assert!(frames.install(request.run().unwrap()));
    assert_eq!(frames.prepare(&mut later).unwrap(), Readiness::Ready);
    assert_eq!(frames.paint(Budget::Complete).unwrap(), Progress::Complete);
    assert!(later.0.is_empty());
    // A look at what is known already ends it.
    std::thread::sleep(frames.samples_due().unwrap_or_default());
    assert!(!frames.compare_samples());
    assert_eq!(frames.samples_due(), None);
}
