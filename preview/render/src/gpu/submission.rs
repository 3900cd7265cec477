//! What has been encoded and not been submitted yet: it is submitted together with whatever the GPU is
//! given next.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::pool::PooledBuffer;

/// What waits to be submitted.
#[derive(Debug, Default)]
pub(super) struct Pending(Mutex<Batch>);

#[derive(Debug, Default)]
struct Batch {
    encoder: Option<wgpu::CommandEncoder>,
    /// How often work was added to it.
    works: u32,
    /// The pixels that it paints of images.
    pixels: u64,
    /// What it uses.
    used: Vec<PooledBuffer>,
    /// The batch before, which may still be painted.
    before: Option<wgpu::SubmissionIndex>,
}

impl Pending {
    /// Encodes work, to be submitted before whatever comes next; how much of it waits.
    pub(super) fn encode(
        &self,
        device: &wgpu::Device,
        work: impl FnOnce(&mut wgpu::CommandEncoder),
    ) -> u32 {
        let mut batch = self.lock();
        let encoder = batch.encoder.get_or_insert_with(|| {
            let descriptor = wgpu::CommandEncoderDescriptor::default();
            device.create_command_encoder(&descriptor)
        });
        work(encoder);
        batch.works += 1;
        batch.works
    }

    /// Keeps a buffer that is used by what waits, which paints so many pixels, until that is submitted;
    /// how many pixels all that waits paints.
    pub(super) fn keep(&self, buffer: PooledBuffer, pixels: u64) -> u64 {
        let mut batch = self.lock();
        batch.used.push(buffer);
        batch.pixels = batch.pixels.saturating_add(pixels);
        batch.pixels
    }

    /// All that waits, with what has to be kept until it is submitted.
    pub(super) fn take(&self) -> (Option<wgpu::CommandEncoder>, Vec<PooledBuffer>) {
        let mut batch = self.lock();
        (batch.works, batch.pixels) = (0, 0);
        (batch.encoder.take(), std::mem::take(&mut batch.used))
    }

    /// A batch was submitted: the one before, if there was one.
    pub(super) fn replace_batch(
        &self,
        submission: wgpu::SubmissionIndex,
    ) -> Option<wgpu::SubmissionIndex> {
        self.lock().before.replace(submission)
    }

    fn lock(&self) -> MutexGuard<'_, Batch> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
