//! Whether a device is faster with f64 than with sums of two f32.
//!
//! Some compute with f64 at half the speed of f32, some at a sixty-fourth: no driver says which. So both
//! are timed once, when a colorplot is first to be computed in double precision.

use std::time::Duration;

use cindyscript_interpreter::platform::{Instant, deliver};
use cindyscript_shader::{FrameUniforms, Precision, trial};

use super::device::{DoublePrecision, Gpu};
use super::error::GpuError;
use super::fullscreen::{FullscreenPass, FullscreenPipeline, UNIFORM};
use super::pass::{FORMAT, begin};
use super::pool::{PooledBuffer, Purpose};

/// How often each is timed; the shortest time counts.
const TURNS: usize = 3;

/// Width and height of what is painted: enough to keep a GPU busy, and little for a processor.
const SIDE: u32 = 512;
const SIDE_IN_SOFTWARE: u32 = 48;

impl Gpu {
    /// Whether double precision is to be f64, and not sums of two f32. Blocks when it is first asked.
    pub fn prefers_f64(&self) -> bool {
        self.has_f64()
            && match self.double {
                DoublePrecision::Pairs => false,
                DoublePrecision::Native => true,
                DoublePrecision::Fastest => *self.native_is_faster.get_or_init(|| is_faster(self)),
            }
    }
}

/// Whether f64 is faster; not so where it cannot be told.
fn is_faster(gpu: &Gpu) -> bool {
    let of = |precision| time(gpu, precision).ok().flatten();
    match (of(Precision::Native), of(Precision::Double)) {
        (Some(native), Some(pairs)) => native <= pairs,
        (Some(_), None) => true,
        (None, _) => false,
    }
}

/// How long a trial takes; none if the device refuses it.
fn time(gpu: &Gpu, precision: Precision) -> Result<Option<Duration>, GpuError> {
    let device = &gpu.device;
    let validation = device.push_error_scope(wgpu::ErrorFilter::Validation);
    let internal = device.push_error_scope(wgpu::ErrorFilter::Internal);
    let filling = FullscreenPass {
        label: "trial",
        fragment: &trial(precision),
        bindings: &[UNIFORM],
        format: FORMAT,
        blend: None,
    };
    let FullscreenPipeline { pipeline, bindings } = filling.pipeline(&gpu.device);
    let refused = [deliver(internal.pop()), deliver(validation.pop())];
    if refused
        .iter()
        .any(|error| error.get().is_none_or(Option::is_some))
    {
        return Ok(None);
    }
    let usage = wgpu::BufferUsages::UNIFORM;
    let frame = gpu
        .pool()
        .buffer(Purpose::Named("trial"), &[0; FrameUniforms::SIZE], usage);
    let resources = [&frame].map(PooledBuffer::resource).into_iter().collect();
    let values = gpu.pool().bind_group("trial", &bindings, resources);
    let target = trial_target(gpu);
    let view = target.create_view(&wgpu::TextureViewDescriptor::default());
    let paint = || {
        let descriptor = wgpu::CommandEncoderDescriptor::default();
        let mut encoder = device.create_command_encoder(&descriptor);
        {
            let mut pass = begin(&mut encoder, &view);
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &values, &[]);
            pass.draw(0..3, 0..1);
        }
        gpu.finish(gpu.submit(encoder))
    };
    // Drivers compile at the first draw.
    paint()?;
    let mut shortest = Duration::MAX;
    for _ in 0..TURNS {
        let start = Instant::now();
        paint()?;
        shortest = shortest.min(start.elapsed());
    }
    Ok(Some(shortest))
}

/// The texture that trials are painted on, smaller where the CPU paints them.
fn trial_target(gpu: &Gpu) -> wgpu::Texture {
    let side = match gpu.is_software() {
        true => SIDE_IN_SOFTWARE,
        false => SIDE,
    };
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("trial"),
        size: wgpu::Extent3d {
            width: side,
            height: side,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use cindyscript_tests::lacking;

    use super::*;
    use crate::gpu::Demand;

    #[test]
    fn what_is_asked_of_a_device_decides() {
        for (double, expected) in [
            (DoublePrecision::Pairs, Some(false)),
            (DoublePrecision::Native, Some(true)),
            (DoublePrecision::Fastest, None),
        ] {
            let demand = Demand {
                double,
                ..Demand::ALL
            };
            let Ok(gpu) = Gpu::modest(demand) else {
                return lacking("f64 on the GPU", "there is no Vulkan driver");
            };
            if !gpu.has_f64() {
                assert!(!gpu.prefers_f64());
                continue;
            }
            let prefers = gpu.prefers_f64();
            assert!(
                expected.is_none_or(|expected| expected == prefers),
                "{double:?}"
            );
            assert_eq!(prefers, gpu.prefers_f64(), "it is timed once");
        }
    }

    #[test]
    fn both_are_timed() {
        let Ok(gpu) = Gpu::headless() else {
            return lacking("times of f64", "there is no Vulkan driver");
        };
        assert!(time(&gpu, Precision::Double).unwrap().is_some());
        let native = time(&gpu, Precision::Native).unwrap();
        assert_eq!(native.is_some(), gpu.has_f64());
    }
}
