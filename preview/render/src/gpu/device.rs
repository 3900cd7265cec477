//! The graphics device: what it can do, and what it is given to do.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use cindyscript_interpreter::platform::{self, Delivery, HAS_THREADS, Instant};
use cindyscript_shader::{Filtering, WrittenOut};
use parking_lot::{Mutex as FairMutex, MutexGuard};

use crate::policy::{GPU_ANSWER, GPU_WAIT_SLICE};

use super::error::{GpuError, uncaught};
use super::fullscreen::{FullscreenPass, FullscreenPipeline, FullscreenPipelines};
use super::pool::Pool;
use super::submission::Pending;

/// An adapter, opened. Cheap to clone; all clones are the same device.
#[derive(Clone, Debug)]
pub struct Gpu {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    info: wgpu::AdapterInfo,
    health: Arc<Health>,
    pending: Arc<Pending>,
    pool: Arc<Pool>,
    fullscreen: Arc<FullscreenPipelines>,
    image_format: wgpu::TextureFormat,
    pub(super) double: DoublePrecision,
    /// Whether it is faster with f64, once that is known.
    pub(super) native_is_faster: Arc<OnceLock<bool>>,
    /// Held by the one thread that gives the device something, configures a surface or asks what is done. wgpu
    /// panics where one thread waits for a time and another takes notice of what is done meanwhile; and to
    /// configure a surface fails where another submits something.
    turn: Arc<FairMutex<()>>,
}

/// What the driver told us on its own.
#[derive(Debug, Default)]
struct Health {
    lost: AtomicBool,
    /// Called once the device is lost.
    when_lost: OnceLock<fn()>,
    /// Set by [`Gpu::give_up`].
    given_up: AtomicBool,
    /// The first error that nothing else caught; one of the device before one of ours.
    error: Mutex<Option<GpuError>>,
}

/// As many rounds as llvmpipe lets a shader have, each of which needs the one before.
const HANG: &str = "
@group(0) @binding(0) var<storage, read_write> number: u32;
@compute @workgroup_size(1) fn hang() {
    for (var i = 0u; i < 65535u; i++) {
        number = (number ^ i) * 1664525u + 1u;
    }
}";

/// What colorplots of double precision are computed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoublePrecision {
    /// What is faster on the device. It is timed when that is first asked.
    Fastest,
    /// Sums of two f32: the device is used as if it had no f64.
    Pairs,
    /// f64, where the device has it.
    Native,
}

impl Gpu {
    /// A device that was opened: what its adapter is, what images are painted in on it, and what
    /// double precision is to be.
    pub(super) fn new(
        device: wgpu::Device,
        queue: wgpu::Queue,
        info: wgpu::AdapterInfo,
        image_format: wgpu::TextureFormat,
        double: DoublePrecision,
    ) -> Gpu {
        let health = Arc::new(Health::default());
        let lost = Arc::clone(&health);
        device.set_device_lost_callback(move |_, _| {
            lost.lost.store(true, Ordering::Relaxed);
            if let Some(act) = lost.when_lost.get() {
                act();
            }
        });
        let uncaptured = Arc::clone(&health);
        // The default is a panic.
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            let mut first = uncaptured
                .error
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            let error = uncaught(&error);
            if first.is_none() || matches!(error, GpuError::Failed(_)) {
                *first = Some(error);
            }
        }));
        let pool = Arc::new(Pool::new(device.clone(), queue.clone()));
        Gpu {
            device,
            queue,
            info,
            health,
            pending: Arc::default(),
            pool,
            fullscreen: Arc::default(),
            image_format,
            double,
            native_is_faster: Arc::default(),
            turn: Arc::default(),
        }
    }

    /// The adapter and its backend, such as `Vulkan, llvmpipe (LLVM 15.0.6, 256 bits)`.
    pub fn name(&self) -> String {
        let backend = match self.info.backend {
            wgpu::Backend::Vulkan => "Vulkan",
            wgpu::Backend::Gl => "OpenGL",
            wgpu::Backend::Metal => "Metal",
            wgpu::Backend::Dx12 => "Direct3D 12",
            wgpu::Backend::BrowserWebGpu => "WebGPU",
            wgpu::Backend::Noop => "no backend",
        };
        // Browsers keep the name to themselves.
        match self.info.name.as_str() {
            "" => backend.to_owned(),
            name => format!("{backend}, {name}"),
        }
    }

    /// Whether both are the same device. (wgpu counts the devices of each of its instances anew, and
    /// takes the first of one for the first of another.)
    pub fn is_same(&self, other: &Gpu) -> bool {
        Arc::ptr_eq(&self.health, &other.health)
    }

    /// Gives the device up, as a driver does that resets it. Whatever it is given after that fails.
    pub fn destroy(&self) {
        self.device.destroy();
    }

    /// Gives software Vulkan work for seconds, as a shader does that hangs: what it is given after
    /// that waits.
    pub fn hang(&self) {
        let processors = thread::available_parallelism().map_or(1, |count| count.get() as u32);
        self.occupy(4000 * processors);
    }

    /// Gives software Vulkan so many pieces of work, of about a millisecond each.
    fn occupy(&self, pieces: u32) {
        let shader = self
            .device
            .create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some("hang"),
                source: wgpu::ShaderSource::Wgsl(HANG.into()),
            });
        let pipeline = wgpu::ComputePipelineDescriptor {
            label: Some("hang"),
            layout: None,
            module: &shader,
            entry_point: None,
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: None,
        };
        let pipeline = self.device.create_compute_pipeline(&pipeline);
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("hang"),
            size: 4,
            usage: wgpu::BufferUsages::STORAGE,
            mapped_at_creation: false,
        });
        let bindings = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("hang"),
            layout: &pipeline.get_bind_group_layout(0),
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: buffer.as_entire_binding(),
            }],
        });
        self.encode(|encoder| {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &bindings, &[]);
            pass.dispatch_workgroups(pieces, 1, 1);
        });
    }

    /// Has all who wait for the device, now or later, get [`GpuError::GivenUp`]: what it does is not
    /// wanted any more, and nobody knows when it is done.
    pub fn give_up(&self) {
        if self.health.given_up.swap(true, Ordering::Relaxed) {
            return;
        }
        let device = self.device.clone();
        let queue = self.queue.clone();
        let turn = Arc::clone(&self.turn);
        // Whoever drops it last waits until it is done: that is this thread.
        let wait = move || {
            loop {
                let turn = turn.lock();
                let waited = device.poll(wgpu::PollType::Wait {
                    submission_index: None,
                    timeout: Some(GPU_WAIT_SLICE),
                });
                MutexGuard::unlock_fair(turn);
                if !matches!(waited, Err(wgpu::PollError::Timeout)) {
                    break;
                }
            }
            drop(queue);
        };
        drop(platform::spawn("given up", wait));
    }

    /// The memory that is taken on it, in bytes, if the driver says so.
    pub fn bytes(&self) -> Option<u64> {
        let report = self.device.generate_allocator_report()?;
        Some(report.total_allocated_bytes)
    }

    /// The largest width and height of a picture.
    pub fn max_side(&self) -> u32 {
        self.device.limits().max_texture_dimension_2d
    }

    /// The rounds after which the driver ends the loops of a pixel, whatever they have to do.
    pub(super) fn most_rounds(&self) -> u32 {
        if self.is_llvmpipe() {
            u16::MAX.into()
        } else {
            u32::MAX
        }
    }

    /// Calls are folded in shaders that have more, written out. It is what llvmpipe compiles in a few seconds.
    /// NVIDIA's driver 580 compiles Chmutov's surface of degree 12 in 5 s with 200 loops, in 20 s with 400.
    pub(crate) fn folds_beyond(&self) -> WrittenOut {
        if self.is_llvmpipe() {
            WrittenOut {
                loops: 24,
                loops_in_a_row: 14,
                array_bytes: self.most_array_bytes(),
            }
        } else {
            WrittenOut {
                loops: 64,
                array_bytes: self.most_array_bytes(),
                ..WrittenOut::default()
            }
        }
    }

    /// The loops that a shader may have, written out. llvmpipe compiles 14 in a row in 2 s, 16 in 19 s;
    /// within another loop, 60 in 3 s, 120 in 11 s.
    pub(crate) fn most_loops(&self) -> u64 {
        if self.is_llvmpipe() { 64 } else { u64::MAX }
    }

    /// The bytes that the arrays of a shader may take, written out. llvmpipe compiles 1.6 KiB, each array
    /// read and written in a few places, in 2 s, 3.3 KiB in 8 s. NVIDIA's driver 580 loses the device
    /// beyond 16 KiB.
    pub(crate) fn most_array_bytes(&self) -> u64 {
        if self.is_llvmpipe() { 2048 } else { 16 * 1024 }
    }

    fn is_llvmpipe(&self) -> bool {
        self.info.name.contains("llvmpipe")
    }

    /// Whether its shaders have f64.
    pub fn has_f64(&self) -> bool {
        self.device.features().contains(wgpu::Features::SHADER_F64)
    }

    /// Whether a processor does the work of a GPU.
    pub fn is_software(&self) -> bool {
        self.info.device_type == wgpu::DeviceType::Cpu
    }

    /// What colorplots paint into images.
    pub(super) fn image_format(&self) -> wgpu::TextureFormat {
        self.image_format
    }

    /// Who filters textures of floats.
    pub fn filtering(&self) -> Filtering {
        let features = self.device.features();
        if features.contains(wgpu::Features::FLOAT32_FILTERABLE) {
            Filtering::Device
        } else {
            Filtering::Shader
        }
    }

    /// Whether it says when it began with something, and when it was done.
    pub fn has_timestamps(&self) -> bool {
        let features = self.device.features();
        features.contains(wgpu::Features::TIMESTAMP_QUERY)
    }

    /// How long it is from one timestamp to one that is greater by 1.
    pub(super) fn nanoseconds_a_tick(&self) -> f64 {
        self.queue.get_timestamp_period().into()
    }

    pub(super) fn pending(&self) -> &Pending {
        &self.pending
    }

    pub(super) fn pool(&self) -> &Arc<Pool> {
        &self.pool
    }

    /// How many buffers, textures and bind groups were made for pictures so far.
    pub fn resources_made(&self) -> u64 {
        self.pool.made()
    }

    /// The pipeline of a pass, which all who ask for it share.
    pub(super) fn fullscreen(&self, pass: &FullscreenPass<'_>) -> FullscreenPipeline {
        self.fullscreen.get(&self.device, pass)
    }

    /// Encodes work, to be submitted before whatever comes next; how much of it waits.
    pub(super) fn encode(&self, work: impl FnOnce(&mut wgpu::CommandEncoder)) -> u32 {
        self.pending.encode(&self.device, work)
    }

    /// Submits commands, after those that wait.
    pub(crate) fn submit(&self, commands: wgpu::CommandEncoder) -> wgpu::SubmissionIndex {
        let _turn = self.turn.lock();
        let (pending, _used) = self.pending.take();
        let all = pending.into_iter().chain([commands]);
        self.queue.submit(all.map(wgpu::CommandEncoder::finish))
    }

    /// Has the device tell what it has done meanwhile, without waiting.
    /// A thread that waits for it has it tell as well.
    pub(crate) fn ask(&self) {
        if let Some(_turn) = self.turn.try_lock() {
            drop(self.device.poll(wgpu::PollType::Poll));
        }
    }

    /// Configures a surface.
    pub(crate) fn configure(
        &self,
        surface: &wgpu::Surface<'_>,
        configuration: &wgpu::SurfaceConfiguration,
    ) {
        let _turn = self.turn.lock();
        surface.configure(&self.device, configuration);
    }

    /// Waits until a submission is done.
    ///
    /// # Errors
    /// [`GpuError::Hung`], [`GpuError::Lost`], [`GpuError::GivenUp`], and [`GpuError::Refused`] or
    /// [`GpuError::Failed`] with the first error that nothing else caught.
    pub(crate) fn finish(&self, submission: wgpu::SubmissionIndex) -> Result<(), GpuError> {
        let began = Instant::now();
        loop {
            let turn = self.turn.lock();
            // While it waits, wgpu lets nobody present a picture.
            let waited = self.device.poll(wgpu::PollType::Wait {
                submission_index: Some(submission.clone()),
                timeout: Some(GPU_WAIT_SLICE),
            });
            // Whoever wants to have it comes first.
            MutexGuard::unlock_fair(turn);
            self.check()?;
            match waited {
                Ok(_) => return Ok(()),
                Err(wgpu::PollError::Timeout) if began.elapsed() < GPU_ANSWER => {}
                Err(wgpu::PollError::Timeout) => return Err(GpuError::Hung),
                // The device refused the submission.
                Err(wgpu::PollError::WrongSubmissionIndex(..)) => return Err(GpuError::Lost),
            }
        }
    }

    /// Submits work, and tells how long it took. A system with threads waits for that.
    ///
    /// # Errors
    /// As [`Gpu::finish`].
    pub(crate) fn time(
        &self,
        work: impl FnOnce(&mut wgpu::CommandEncoder),
    ) -> Result<Delivery<Duration>, GpuError> {
        let descriptor = wgpu::CommandEncoderDescriptor::default();
        let mut encoder = self.device.create_command_encoder(&descriptor);
        if HAS_THREADS {
            let began = Instant::now();
            work(&mut encoder);
            self.finish(self.submit(encoder))?;
            return Ok(Delivery::of(began.elapsed()));
        }
        // An answer takes as long as a small tile. It does so before the work and after it.
        let began = self.answer();
        work(&mut encoder);
        self.submit(encoder);
        self.check()?;
        let took = Delivery::default();
        let told = took.clone();
        let done = move || told.set(began.get().map_or(Duration::ZERO, Instant::elapsed));
        self.queue.on_submitted_work_done(done);
        Ok(took)
    }

    /// Tells when all is done that was submitted, and waits for nothing.
    pub fn answer(&self) -> Delivery<Instant> {
        let ended = Delivery::default();
        let told = ended.clone();
        let done = move || told.set(Instant::now());
        self.queue.on_submitted_work_done(done);
        ended
    }

    /// True if the driver has said that the device is lost.
    pub fn is_lost(&self) -> bool {
        self.health.lost.load(Ordering::Relaxed)
    }

    /// Calls a function once the device is lost, for a program that may have nothing else to do then.
    /// The first function stays.
    pub fn call_when_lost(&self, act: fn()) {
        let _ = self.health.when_lost.set(act);
    }

    /// Whether the device is still there and took everything.
    ///
    /// # Errors
    /// [`GpuError::Lost`], [`GpuError::GivenUp`], [`GpuError::Refused`] and [`GpuError::Failed`].
    pub(crate) fn check(&self) -> Result<(), GpuError> {
        // The loss is told to whoever asks what has been done; a refusal may be all that came of it
        // so far.
        self.ask();
        if self.is_lost() {
            return Err(GpuError::Lost);
        }
        if self.health.given_up.load(Ordering::Relaxed) {
            return Err(GpuError::GivenUp);
        }
        let mut error = self
            .health
            .error
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        error.take().map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use cindyscript_tests::lacking;

    use super::*;

    #[test]
    fn device_that_one_thread_waits_for_and_others_ask_answers() {
        let Ok(gpu) = Gpu::headless() else {
            return lacking("a device in several threads", "there is no Vulkan driver");
        };
        let gpu = &gpu;
        let work = |pieces| {
            gpu.occupy(pieces);
            let descriptor = wgpu::CommandEncoderDescriptor::default();
            gpu.finish(gpu.submit(gpu.device.create_command_encoder(&descriptor)))
        };
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    while !done.load(Ordering::Relaxed) {
                        gpu.ask();
                    }
                });
            }
            let waited = scope.spawn(|| (0..60u32).try_for_each(|round| work(10 + round / 2)));
            let waited = waited.join();
            done.store(true, Ordering::Relaxed);
            assert!(waited.unwrap().is_ok());
        });
    }
}
