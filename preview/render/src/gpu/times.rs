//! How long colorplots take, each by itself.
//!
//! A device with timestamps writes one before and one after each colorplot, of a frame a few times a
//! second: the others are painted as if there were none. What was written is copied into one of a few
//! buffers, and read once the device says that it is there. Nobody waits for that; where all buffers are
//! on their way, no timestamps are written.
//!
//! What is painted tile by tile, and what the CPU paints, is waited for in any case, and timed by that.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use cindyscript_hir::program::PlotId;
use cindyscript_interpreter::platform::Instant;
use rustc_hash::FxHashMap;

use crate::policy::TIMES_PERIOD;

use super::device::Gpu;

/// So many colorplots of a frame are timed.
const MOST: u32 = 64;
/// So many frames are timed before the first of them has come back.
const RING: usize = 3;
/// The bytes of a timestamp.
const TIMESTAMP: u64 = wgpu::QUERY_SIZE as u64;

/// How long the colorplots of a version take in a frame.
#[derive(Debug, Default)]
pub struct PlotTimes {
    /// Of each colorplot that has run, as far as that is known.
    known: FxHashMap<PlotId, Option<Duration>>,
    /// Of this frame, as far as it was waited for.
    waited: FxHashMap<PlotId, Duration>,
    queries: Option<Queries>,
    /// The colorplots between timestamps of this frame, in their order; none if it is not timed.
    timed: Option<Vec<PlotId>>,
    /// When a frame was timed last.
    last: Option<Instant>,
    coming: Vec<Coming>,
}

/// What timestamps are written with.
#[derive(Debug)]
struct Queries {
    gpu: Gpu,
    set: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    /// Buffers that nothing is on its way to.
    free: Vec<wgpu::Buffer>,
}

/// The timestamps of a frame, on their way back.
#[derive(Debug)]
struct Coming {
    plots: Vec<PlotId>,
    buffer: wgpu::Buffer,
    /// Whether the buffer could be mapped, once that is known.
    mapped: Arc<OnceLock<bool>>,
}

impl PlotTimes {
    /// How long a colorplot takes in a frame, if that is known.
    pub fn get(&self, plot: PlotId) -> Option<Duration> {
        self.known.get(&plot).copied().flatten()
    }

    /// Whether a colorplot has run, on the screen or into an image.
    pub fn has_run(&self, plot: PlotId) -> bool {
        self.known.contains_key(&plot)
    }

    /// Another version: nothing is known of it. What was made for the device stays.
    pub(crate) fn renew(self) -> PlotTimes {
        PlotTimes {
            queries: self.queries,
            ..PlotTimes::default()
        }
    }

    /// A colorplot has another program.
    pub(super) fn forget(&mut self, plot: PlotId) {
        self.known.remove(&plot);
        for coming in &mut self.coming {
            coming.plots.clear();
        }
    }

    /// The scripts of a frame run, which may paint into images.
    pub(crate) fn begin_frame(&mut self, gpu: Option<&Gpu>) {
        self.waited.clear();
        self.timed = None;
        let Some(gpu) = gpu.filter(|gpu| gpu.has_timestamps()) else {
            return;
        };
        if self.coming.len() >= RING || self.last.is_some_and(|last| last.elapsed() < TIMES_PERIOD)
        {
            return;
        }
        if !self.queries.as_ref().is_some_and(|it| it.gpu.is_same(gpu)) {
            self.coming.clear();
            self.queries = Some(Queries::new(gpu));
        }
        self.last = Some(Instant::now());
        self.timed = Some(Vec::new());
    }

    /// The timestamps for the pass in which a colorplot is painted; none if it is not timed.
    pub(super) fn writes(&mut self, plot: PlotId) -> Option<wgpu::RenderPassTimestampWrites<'_>> {
        self.known.entry(plot).or_default();
        let (timed, queries) = (self.timed.as_mut()?, self.queries.as_ref()?);
        let place = u32::try_from(timed.len()).ok()?;
        if place >= MOST {
            return None;
        }
        timed.push(plot);
        Some(wgpu::RenderPassTimestampWrites {
            query_set: &queries.set,
            beginning_of_pass_write_index: Some(2 * place),
            end_of_pass_write_index: Some(2 * place + 1),
        })
    }

    /// Whether colorplots of this frame are timed.
    pub(super) fn is_timing(&self) -> bool {
        self.timed.is_some()
    }

    /// All passes of the frame that are timed are encoded, here or before. What is to be done once
    /// this is submitted: [`PlotTimes::submitted`].
    pub(super) fn resolve(&mut self, encoder: &mut wgpu::CommandEncoder) -> Option<Resolved> {
        let plots = self.timed.take().filter(|plots| !plots.is_empty())?;
        let queries = self.queries.as_mut()?;
        let count = 2 * u32::try_from(plots.len()).ok()?;
        let buffer = queries.free.pop()?;
        encoder.resolve_query_set(&queries.set, 0..count, &queries.resolved, 0);
        let bytes = u64::from(count) * TIMESTAMP;
        encoder.copy_buffer_to_buffer(&queries.resolved, 0, &buffer, 0, bytes);
        Some(Resolved { plots, buffer })
    }

    /// What was resolved is submitted: it is on its way.
    pub(super) fn submitted(&mut self, resolved: Option<Resolved>) {
        let Some(Resolved { plots, buffer }) = resolved else {
            return;
        };
        let mapped = Arc::new(OnceLock::new());
        let told = Arc::clone(&mapped);
        buffer
            .slice(..)
            .map_async(wgpu::MapMode::Read, move |result| {
                // It is told once.
                let _ = told.set(result.is_ok());
            });
        self.coming.push(Coming {
            plots,
            buffer,
            mapped,
        });
    }

    /// Whether timestamps are on their way.
    pub fn is_awaiting(&self) -> bool {
        !self.coming.is_empty()
    }

    /// Takes what has come, without waiting; whether there was something. The device has been asked
    /// what it has done.
    pub(crate) fn collect(&mut self) -> bool {
        let Some(queries) = &mut self.queries else {
            return false;
        };
        let has_come = |coming: &mut Coming| coming.mapped.get().is_some();
        let mut any = false;
        for coming in self.coming.extract_if(.., has_come) {
            if coming.mapped.get() == Some(&true) {
                let took = times(&coming, queries.gpu.nanoseconds_a_tick());
                any |= !took.is_empty();
                self.known
                    .extend(took.into_iter().map(|(plot, took)| (plot, Some(took))));
                coming.buffer.unmap();
            }
            queries.free.push(coming.buffer);
        }
        any
    }

    /// A colorplot has been waited for so long in this frame, beside what it was before.
    pub(crate) fn add(&mut self, plot: PlotId, took: Duration) {
        let sum = self.waited.entry(plot).or_default();
        *sum += took;
        self.known.insert(plot, Some(*sum));
    }

    /// A colorplot has taken so long in all, over more than one frame.
    pub(crate) fn set(&mut self, plot: PlotId, took: Duration) {
        self.known.insert(plot, Some(took));
    }
}

/// Timestamps that are encoded, and not submitted yet.
#[derive(Debug)]
pub(super) struct Resolved {
    plots: Vec<PlotId>,
    buffer: wgpu::Buffer,
}

impl Queries {
    fn new(gpu: &Gpu) -> Queries {
        let set = gpu.device.create_query_set(&wgpu::QuerySetDescriptor {
            label: Some("times"),
            ty: wgpu::QueryType::Timestamp,
            count: 2 * MOST,
        });
        let buffer = |usage| {
            gpu.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("times"),
                size: u64::from(2 * MOST) * TIMESTAMP,
                usage,
                mapped_at_creation: false,
            })
        };
        let read = wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ;
        Queries {
            resolved: buffer(wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC),
            free: (0..RING).map(|_| buffer(read)).collect(),
            gpu: gpu.clone(),
            set,
        }
    }
}

/// How long each colorplot took, of all its passes together.
fn times(coming: &Coming, nanoseconds_a_tick: f64) -> FxHashMap<PlotId, Duration> {
    let mut took: FxHashMap<PlotId, Duration> = FxHashMap::default();
    let Ok(bytes) = coming.buffer.slice(..).get_mapped_range() else {
        return took;
    };
    let mut stamps = bytes.as_chunks::<{ TIMESTAMP as usize }>().0.iter();
    for plot in &coming.plots {
        let (Some(begin), Some(end)) = (stamps.next(), stamps.next()) else {
            break;
        };
        let ticks = u64::from_le_bytes(*end).saturating_sub(u64::from_le_bytes(*begin));
        let nanoseconds = ticks as f64 * nanoseconds_a_tick;
        *took.entry(*plot).or_default() += Duration::from_nanos(nanoseconds as u64);
    }
    took
}
