//! Where single and double precision disagree.

use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::plot_view::NotShown;
use cindyscript_player::plot_view::rounds::COLOURS;
use cindyscript_tests::lacking;

use super::*;

/// The picture of a script that shows that, and why it does not.
fn painted(script: &str, gpu: Option<Gpu>) -> (Bitmap, Option<NotShown>) {
    let mut source = source(script);
    source.shown = Shown::Disagreement;
    let mut frames = frames_of(source, gpu);
    paint(&mut frames, 0.0);
    let said = frames.compiled().unwrap().shown();
    (frames.picture().read().unwrap(), said.err().flatten())
}

fn gpu() -> Option<Gpu> {
    let gpu = Gpu::headless();
    if let Err(error) = &gpu {
        lacking("both precisions on the GPU", &error.to_string());
    }
    gpu.ok()
}

/// The colour where both are the same.
fn none() -> [u8; 4] {
    let [red, green, blue] = COLOURS[0].map(|part| (part * 255.0).round() as u8);
    [red, green, blue, 255]
}

#[test]
fn where_digits_are_lost_it_is_bright_and_elsewhere_dark() {
    let Some(gpu) = gpu() else { return };
    // On the right half, at -8.8 and more, an f32 has a step of a byte left of the fraction.
    let script = "f(t) := (t + 1e5) - 1e5; colorplot(if(#.x > -8.8, f((#.x + 10) / 37), 0.3));";
    let (picture, said) = painted(script, Some(gpu));
    assert_eq!(said, None);
    let [width, height] = CANVAS.device;
    let (mut bright, mut right) = (0, 0);
    for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
        let colour = picture.pixel([x, y]);
        if x < width / 2 {
            assert_eq!(colour, none(), "{x}, {y}");
        } else {
            right += 1;
            bright += u32::from(colour[0] > 100);
        }
    }
    assert!(bright > right / 2, "{bright} of {right}");
}

#[test]
fn both_have_the_same_values_from_the_cpu() {
    let Some(gpu) = gpu() else { return };
    let script =
        "l = [0.1, 0.2, 0.3]; m = [[0.1, 0.2, 0.4], [0.3, 0.4, 0.7]]; n = 2; z = 0.5 + 0.2*i;
                  u = [0.1, [0.2, 0.3]];
                  colorplot(
                    s = 0; forall(l, v, s = s + v * #.x);
                    repeat(3, k, s = s + l_k * m_n_k);
                    w = z * complex(#); p = l; p_2 = #.y;
                    s = s + |m_1| + |w| + p_n + u_1 + |u_2| + sum(m, row, row_1);
                    g = |s| / 30; [g, g + l_1, re(z)]
                  );";
    let (picture, said) = painted(script, Some(gpu));
    assert_eq!(said, None);
    let pixels = picture.rgba().chunks_exact(4);
    let dark = pixels.filter(|pixel| **pixel == none()).count();
    let [width, height] = CANVAS.device;
    assert_eq!(dark, (width * height) as usize);
}

#[test]
fn where_there_is_nothing_to_compare_it_says_so() {
    let script = "colorplot(#.x / 7);";
    let (picture, said) = painted(script, None);
    assert_eq!(said, Some(NotShown::Exact));
    let mut plain = frames(script);
    paint(&mut plain, 0.0);
    assert_eq!(picture.rgba(), plain.picture().read().unwrap().rgba());
    let Some(gpu) = gpu() else { return };
    let (_, said) = painted("colorplot(random());", Some(gpu));
    assert_eq!(said, Some(NotShown::Random));
}
