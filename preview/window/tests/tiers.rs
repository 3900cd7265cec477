//! The second tier of a colorplot's pipelines, with the clock, the thread and the GPU of a window.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use cindyscript_player::Session;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::source::Text;
use cindyscript_player::view::Canvas;
use cindyscript_render::compile::{Compiler, PlotProgram, ShaderProgram};
use cindyscript_render::gpu::{Gpu, GpuPicture, Pipelines, PlotPipeline};
use cindyscript_render::scene::scene;
use cindyscript_tests::lacking;
use cindyscript_window::fonts::fonts;
use cindyscript_window::host::Environment;
use cindyscript_window::reader::Reader;
use cindyscript_window::worker::Worker;

const CANVAS: Canvas = Canvas {
    device: [60, 40],
    scale: 1.0,
};

/// Frames of a window, without the window.
struct Frames {
    session: Session,
    programs: Vec<PlotProgram>,
    picture: GpuPicture,
    shader: Arc<ShaderProgram>,
    worker: Worker,
}

impl Frames {
    /// Paints the next one: with which pipeline, and what it shows.
    fn next(&mut self) -> (Arc<PlotPipeline>, Bitmap) {
        let description = self.session.frame(0.0);
        let fonts = fonts();
        let scene = scene(&description, &self.programs, &CANVAS, &fonts, |_| {
            panic!("painted on the CPU")
        });
        self.picture.paint(&scene).unwrap();
        self.worker.specialise(&self.shader);
        let call = &description.plots().next().unwrap().call;
        let contents = self.shader.uniforms(call).unwrap();
        let pipeline = self.shader.pipeline(&contents);
        (pipeline, self.picture.read().unwrap())
    }
}

#[test]
fn the_second_tier_paints_after_a_quiet_second_until_a_uniform_moves() {
    let gpu = match Gpu::headless() {
        Ok(gpu) => gpu,
        Err(error) => {
            return lacking("tiers", &error.to_string());
        }
    };
    let compiler = Compiler::new(Some(Pipelines::new(gpu.clone())));
    let (source, stages) = Reader::default().read(Text {
        path: "a.cindyscript".to_owned(),
        text: "s = mouse().x; k = 3; colorplot([|#| / 20, s / 9, k / 7]);".to_owned(),
        version: 1,
        arrived: Instant::now(),
    });
    let compiled = compiler.programs(source.clone(), stages).unwrap();
    let [PlotProgram::Shader(shader)] = compiled.plots.as_slice() else {
        panic!("{:?}", compiled.plots);
    };
    let mut frames = Frames {
        session: Session::new(source, CANVAS, Arc::<Environment>::default(), 0, 0.0),
        shader: Arc::clone(shader),
        programs: compiled.plots.clone(),
        picture: GpuPicture::new(gpu),
        worker: Worker::start(drop),
    };
    let began = Instant::now();
    let (first, shown) = frames.next();
    let second = loop {
        let (pipeline, now) = frames.next();
        assert!(now == shown, "both tiers paint the same");
        if !Arc::ptr_eq(&pipeline, &first) {
            break pipeline;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "there is none");
        sleep(Duration::from_millis(16));
    };
    assert!(began.elapsed() > Duration::from_secs(1));
    assert!(Arc::ptr_eq(&frames.next().0, &second), "it goes on");
    frames.session.pointer_moved([50.0, 10.0]);
    let (pipeline, moved) = frames.next();
    assert!(Arc::ptr_eq(&pipeline, &first));
    assert!(moved != shown);
    frames.worker.close();
}
