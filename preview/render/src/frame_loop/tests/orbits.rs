//! Zooming beyond double precision: no frame waits for an orbit that serves it less well than another.

use cindyscript_player::exact::{Exact, decimal};
use cindyscript_player::precision::ComputedIn;
use cindyscript_shader::Precision;
use cindyscript_tests::lacking;

use super::*;

const SCRIPT: &str = "colorplot(
    z = 0; n = 0; c = complex(#);
    repeat(200, if(|z| < 4, z = z^2 + c; n = n + 1));
    gray(mod(n, 16)/16)
);";

/// i, moved to the right by so much.
fn beside(by: &str) -> [Exact; 2] {
    [by, "1"].map(|number| decimal(number).unwrap())
}

#[test]
fn frames_wait_for_orbits_only_where_none_serves() {
    let Ok(gpu) = Gpu::headless() else {
        return lacking("orbits on the GPU", "there is no Vulkan driver");
    };
    let mut frames = frames_on(SCRIPT, Some(gpu));
    paint(&mut frames, 0.0);
    let mut later = Later::default();
    let mut look = |frames: &mut FrameLoop, by: &str, zoom: f64| {
        frames.session_mut().unwrap().look_at(&beside(by), zoom);
        frames.run(0.0).unwrap();
        let readiness = frames.prepare(&mut later).unwrap();
        (readiness, later.0.pop())
    };
    // In another precision, it is painted with what there is, and the orbit comes with the program.
    let (readiness, request) = look(&mut frames, "1e-20", 1e20);
    assert_eq!(readiness, Readiness::Ready);
    frames.install(request.unwrap().run().unwrap());
    let (readiness, request) = look(&mut frames, "1e-20", 1e20);
    assert_eq!((readiness, request.is_none()), (Readiness::Ready, true));
    let precision = frames.precision().unwrap();
    assert_eq!(precision.computed, ComputedIn::Shader(Precision::Perturbed));
    // One may move by some screens, and zoom in.
    let (readiness, request) = look(&mut frames, "0", 1e30);
    assert_eq!((readiness, request.is_some()), (Readiness::Awaiting, true));
    let (readiness, request) = look(&mut frames, "1e-23", 1e22);
    assert_eq!((readiness, request.is_some()), (Readiness::Ready, true));
    let began = Instant::now();
    assert_eq!(frames.paint(Budget::Complete).unwrap(), Progress::Complete);
    let stale = frames.picture().read().unwrap();
    assert!(began.elapsed() < Duration::from_secs(20));
    frames.install(request.unwrap().run().unwrap());
    let (readiness, request) = look(&mut frames, "1e-23", 1e22);
    assert_eq!((readiness, request.is_none()), (Readiness::Ready, true));
    assert_eq!(frames.paint(Budget::Complete).unwrap(), Progress::Complete);
    // With the orbit that is far away it has been the same.
    let near = frames.picture().read().unwrap();
    let [width, height] = CANVAS.device;
    let pixels = || (0..width).flat_map(|x| (0..height).map(move |y| [x, y]));
    let differing = pixels().filter(|at| stale.pixel(*at) != near.pixel(*at));
    assert!(differing.count() <= (width * height / 100) as usize);
    let shades: std::collections::BTreeSet<u8> = pixels().map(|at| near.pixel(at)[0]).collect();
    assert!(shades.len() > 4, "{shades:?}");
}
