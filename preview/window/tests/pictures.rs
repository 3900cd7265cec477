//! Pictures of images on the GPU and on the CPU: they must look the same.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

use cindyscript_interpreter::display::{Drawing, PictureDrawing};
use cindyscript_interpreter::picture::{Picture, Pixels};
use cindyscript_player::frame::{DrawItem, FrameDescription};
use cindyscript_player::paint;
use cindyscript_player::scene::Layer;
use cindyscript_player::view::Canvas;
use cindyscript_render::gpu::{Costs, Gpu, GpuPicture};
use cindyscript_render::scene::scene;
use cindyscript_tests::lacking;
use cindyscript_window::fonts::fonts;

/// 160 by 128 pixels, each another colour; transparent to the right.
fn picture() -> Picture {
    let pixel = |x: u32, y: u32| [x as u8, (2 * y) as u8, 100, if x < 120 { 255 } else { 90 }];
    let pixels = (0..128).flat_map(|y| (0..160).flat_map(move |x| pixel(x, y)));
    Picture::from_pixels(Pixels::new([160, 128], pixels.collect()).unwrap())
}

#[test]
fn gpu_and_cpu_place_them_alike() {
    let gpu = match Gpu::headless() {
        Ok(gpu) => gpu,
        Err(error) => {
            return lacking("pictures on the GPU", &error.to_string());
        }
    };
    let mut target = GpuPicture::new(gpu);
    let canvas = Canvas {
        device: [300, 240],
        scale: 1.5,
    };
    for (transform, smooth, alpha) in [
        ([1.0, 0.0, 0.0, 1.0, 10.0, 20.0], true, 1.0),
        ([2.5, 0.0, 0.0, 2.5, -20.0, -100.0], false, 0.5),
        ([0.9, 0.5, -0.4, 0.8, 60.0, 10.0], true, 1.0),
        ([-0.8, 0.1, 0.2, 0.9, 150.0, 20.0], true, 0.7),
    ] {
        let items = vec![DrawItem::Drawing(Drawing::Picture(PictureDrawing {
            picture: picture(),
            transform,
            alpha,
            smooth,
        }))];
        let description = FrameDescription {
            items,
            ..FrameDescription::default()
        };
        let scene = scene(&description, &[], &canvas, &fonts(), |_| {
            unreachable!("no colorplots")
        });
        assert!(matches!(scene.layers[..], [Layer::Picture(_)]));
        // The second time from what the GPU has kept.
        for _ in 0..2 {
            target.paint(&scene, &mut Costs::default()).unwrap();
        }
        let (gpu, cpu) = (target.read().unwrap(), paint::flatten(&scene));
        let pixels = gpu.rgba().chunks_exact(4).zip(cpu.rgba().chunks_exact(4));
        let far = pixels.filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 24));
        let share = far.count() as f64 / f64::from(300 * 240);
        assert!(
            share < 0.005,
            "{transform:?}: {:.2} % differ",
            100.0 * share
        );
    }
}
