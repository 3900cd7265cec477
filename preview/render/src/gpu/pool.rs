//! Buffers, textures and bind groups that are wanted again frame after frame: what is no longer used
//! is kept for a while, and taken before another is made.
//!
//! What is dropped may be written to at once: the queue does what it is given in order. Work that is
//! encoded and not submitted has to keep what it uses.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use super::error::GpuError;

/// What nobody has used for so many frames is freed. Textures that are painted in turns come back in
/// fewer.
const FRAMES: u64 = 8;
/// Textures that nobody uses are kept up to so many bytes, and one in any case: an image that is
/// plotted into again and again goes back and forth between two.
const MOST_BYTES: u64 = 256 << 20;
/// Sizes of buffers and bitmaps are rounded up to multiples of these, in bytes and pixels: a little
/// more or less is no reason to make another.
pub(super) const BUFFER_STEP: u64 = 256;
const BITMAP_STEP: u32 = 64;

/// What is kept of a device.
#[derive(Debug)]
pub(super) struct Pool {
    device: wgpu::Device,
    queue: wgpu::Queue,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    buffers: Shelf<BufferKey, wgpu::Buffer>,
    textures: Shelf<TextureKey, (wgpu::Texture, wgpu::TextureView)>,
    /// Buffers that are never written again, by what they are for and their contents; with the frame
    /// in which each was used last.
    constants: FxHashMap<(&'static str, Vec<u8>), (wgpu::Buffer, u64)>,
    /// Buffers of the points of orbits, with what they hold and the frame in which each was used last.
    points: Vec<(Arc<Vec<u8>>, wgpu::Buffer, u64)>,
    /// With the frame in which each was used last.
    groups: FxHashMap<GroupKey, (wgpu::BindGroup, u64)>,
    frame: u64,
    made: u64,
}

/// Things of each kind, the one that was put there first in front, with the frame in which it was.
#[derive(Debug)]
struct Shelf<K, T>(FxHashMap<K, VecDeque<(u64, T)>>);

impl<K, T> Default for Shelf<K, T> {
    fn default() -> Shelf<K, T> {
        Shelf(FxHashMap::default())
    }
}

impl<K: Hash + Eq, T> Shelf<K, T> {
    /// Takes what was put here first: what is given back in an order is taken in the same.
    fn take(&mut self, key: &K) -> Option<T> {
        Some(self.0.get_mut(key)?.pop_front()?.1)
    }

    /// Takes what was put here last.
    fn take_newest(&mut self, key: &K) -> Option<T> {
        Some(self.0.get_mut(key)?.pop_back()?.1)
    }

    fn put(&mut self, key: K, frame: u64, item: T) {
        self.0.entry(key).or_default().push_back((frame, item));
    }

    /// Frees what was put here before a frame.
    fn free_older(&mut self, frame: u64) {
        for items in self.0.values_mut() {
            while items.pop_front_if(|(put, _)| *put < frame).is_some() {}
        }
        self.0.retain(|_, items| !items.is_empty());
    }

    /// Takes what was put here first.
    fn take_oldest(&mut self) -> Option<T> {
        let first = |items: &VecDeque<(u64, T)>| items.front().map(|(frame, _)| *frame);
        let kinds = self.0.values_mut().filter(|items| !items.is_empty());
        Some(kinds.min_by_key(|items| first(items))?.pop_front()?.1)
    }
}

/// What tells buffers that can stand for one another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct BufferKey {
    /// What it is for.
    purpose: Purpose,
    size: u64,
    usage: wgpu::BufferUsages,
}

/// What a buffer is for. It is taken for the same again, so that its bind group is known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Purpose {
    /// Something of which there is one kind.
    Named(&'static str),
    /// The values of a colorplot whose pipeline has this layout.
    Colorplot(wgpu::BindGroupLayout),
}

impl Purpose {
    fn label(&self) -> &'static str {
        match self {
            Purpose::Named(name) => name,
            Purpose::Colorplot(_) => "colorplot",
        }
    }
}

/// What tells textures that can stand for one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct TextureKey {
    /// What it is for.
    pub(super) purpose: &'static str,
    pub(super) size: wgpu::Extent3d,
    pub(super) format: wgpu::TextureFormat,
    pub(super) usage: wgpu::TextureUsages,
}

impl TextureKey {
    /// The memory that it takes.
    fn bytes(&self) -> u64 {
        let pixel = self.format.block_copy_size(None).unwrap_or(16);
        u64::from(self.size.width) * u64::from(self.size.height) * u64::from(pixel)
    }
}

/// A bind group's layout, and what is bound.
#[derive(Debug, PartialEq, Eq, Hash)]
struct GroupKey {
    layout: wgpu::BindGroupLayout,
    bound: Vec<Resource>,
}

/// What is bound.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Resource {
    /// A buffer, from so many bytes on; up to its end if there is no size.
    Buffer(wgpu::Buffer, u64, Option<wgpu::BufferSize>),
    View(wgpu::TextureView),
    Sampler(wgpu::Sampler),
}

impl Resource {
    fn binding(&self) -> wgpu::BindingResource<'_> {
        match self {
            Resource::Buffer(buffer, offset, size) => {
                wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                    buffer,
                    offset: *offset,
                    size: *size,
                })
            }
            Resource::View(view) => wgpu::BindingResource::TextureView(view),
            Resource::Sampler(sampler) => wgpu::BindingResource::Sampler(sampler),
        }
    }
}

/// A buffer in use.
#[derive(Debug)]
pub(super) struct PooledBuffer {
    pool: Arc<Pool>,
    key: BufferKey,
    buffer: wgpu::Buffer,
}

impl PooledBuffer {
    /// All of it.
    pub(super) fn resource(&self) -> Resource {
        Resource::Buffer(self.buffer.clone(), 0, None)
    }

    /// Its first [`BUFFER_STEP`] bytes, and all others.
    pub(super) fn parts(&self) -> [Resource; 2] {
        let first = wgpu::BufferSize::new(BUFFER_STEP);
        [
            Resource::Buffer(self.buffer.clone(), 0, first),
            Resource::Buffer(self.buffer.clone(), BUFFER_STEP, None),
        ]
    }
}

impl Drop for PooledBuffer {
    fn drop(&mut self) {
        let mut kept = self.pool.lock();
        let frame = kept.frame;
        kept.buffers
            .put(self.key.clone(), frame, self.buffer.clone());
    }
}

/// A texture in use, with a view of all of it.
#[derive(Debug)]
pub(super) struct PooledTexture {
    pool: Arc<Pool>,
    key: TextureKey,
    pub(super) texture: wgpu::Texture,
    pub(super) view: wgpu::TextureView,
}

impl Drop for PooledTexture {
    fn drop(&mut self) {
        let mut kept = self.pool.lock();
        let frame = kept.frame;
        let texture = (self.texture.clone(), self.view.clone());
        kept.textures.put(self.key, frame, texture);
        while kept.texture_count() > 1
            && kept.texture_bytes() > MOST_BYTES
            && let Some((_, view)) = kept.textures.take_oldest()
        {
            kept.forget(&view);
        }
    }
}

impl Kept {
    /// Frees the bind groups that hold a texture.
    fn forget(&mut self, view: &wgpu::TextureView) {
        let view = Resource::View(view.clone());
        self.groups.retain(|key, _| !key.bound.contains(&view));
    }

    fn texture_count(&self) -> usize {
        self.textures.0.values().map(VecDeque::len).sum()
    }

    fn texture_bytes(&self) -> u64 {
        let kinds = self.textures.0.iter();
        kinds
            .map(|(key, items)| key.bytes() * items.len() as u64)
            .sum()
    }
}

impl Pool {
    /// Nothing is kept yet.
    pub(super) fn new(device: wgpu::Device, queue: wgpu::Queue) -> Pool {
        Pool {
            device,
            queue,
            kept: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A frame begins: what was not used for long is freed.
    pub(super) fn begin_frame(&self) {
        let mut kept = self.lock();
        kept.frame += 1;
        let oldest = kept.frame.saturating_sub(FRAMES);
        kept.buffers.free_older(oldest);
        kept.textures.free_older(oldest);
        kept.constants.retain(|_, (_, used)| *used >= oldest);
        kept.points.retain(|(_, _, used)| *used >= oldest);
        kept.groups.retain(|_, (_, used)| *used >= oldest);
    }

    /// A texture is gone: so are the bind groups that hold it.
    pub(super) fn forget(&self, view: &wgpu::TextureView) {
        self.lock().forget(view);
    }

    /// How many buffers, textures and bind groups were made so far.
    pub(super) fn made(&self) -> u64 {
        self.lock().made
    }

    /// A buffer with these contents.
    pub(super) fn buffer(
        self: &Arc<Self>,
        purpose: Purpose,
        contents: &[u8],
        usage: wgpu::BufferUsages,
    ) -> PooledBuffer {
        let key = BufferKey {
            purpose,
            size: (contents.len() as u64).max(1).next_multiple_of(BUFFER_STEP),
            usage: usage | wgpu::BufferUsages::COPY_DST,
        };
        let kept = self.lock().buffers.take(&key);
        let buffer = kept.unwrap_or_else(|| {
            self.lock().made += 1;
            self.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(key.purpose.label()),
                size: key.size,
                usage: key.usage,
                mapped_at_creation: false,
            })
        });
        self.queue.write_buffer(&buffer, 0, contents);
        PooledBuffer {
            pool: Arc::clone(self),
            key,
            buffer,
        }
    }

    /// A buffer that holds these contents for ever.
    pub(super) fn constant(&self, purpose: &'static str, contents: Vec<u8>) -> Resource {
        let mut kept = self.lock();
        let frame = kept.frame;
        let key = (purpose, contents);
        if let Some((buffer, used)) = kept.constants.get_mut(&key) {
            *used = frame;
            return Resource::Buffer(buffer.clone(), 0, None);
        }
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(purpose),
            size: key.1.len() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        self.queue.write_buffer(&buffer, 0, &key.1);
        kept.made += 1;
        kept.constants.insert(key, (buffer.clone(), frame));
        Resource::Buffer(buffer, 0, None)
    }

    /// A buffer that holds the points of an orbit, which are written once for as long as they are in use.
    pub(super) fn points(&self, points: &Arc<Vec<u8>>) -> Resource {
        let mut kept = self.lock();
        let frame = kept.frame;
        let mut known = kept.points.iter_mut();
        if let Some((_, buffer, used)) = known.find(|(own, ..)| Arc::ptr_eq(own, points)) {
            *used = frame;
            return Resource::Buffer(buffer.clone(), 0, None);
        }
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("orbit"),
            size: points.len() as u64,
            usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        self.queue.write_buffer(&buffer, 0, points);
        kept.made += 1;
        kept.points
            .push((Arc::clone(points), buffer.clone(), frame));
        Resource::Buffer(buffer, 0, None)
    }

    /// A texture with anything on it, the one that was in use last; one that is not there yet is made
    /// by `make`.
    ///
    /// # Errors
    /// It cannot be made.
    pub(super) fn pooled_texture(
        self: &Arc<Self>,
        key: TextureKey,
        make: impl FnOnce() -> Result<wgpu::Texture, GpuError>,
    ) -> Result<PooledTexture, GpuError> {
        let kept = self.lock().textures.take_newest(&key);
        self.texture_in_use(key, kept, make)
    }

    /// A texture that was kept, or that is made now.
    fn texture_in_use<E>(
        self: &Arc<Self>,
        key: TextureKey,
        kept: Option<(wgpu::Texture, wgpu::TextureView)>,
        make: impl FnOnce() -> Result<wgpu::Texture, E>,
    ) -> Result<PooledTexture, E> {
        let (texture, view) = match kept {
            Some(kept) => kept,
            None => {
                let texture = make()?;
                self.lock().made += 1;
                let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
                (texture, view)
            }
        };
        Ok(PooledTexture {
            pool: Arc::clone(self),
            key,
            texture,
            view,
        })
    }

    /// Pixels as a texture, in its upper left corner: red, green, blue, alpha, a byte each, rows from
    /// the top.
    pub(super) fn bitmap(
        self: &Arc<Self>,
        [width, height]: [u32; 2],
        rgba: &[u8],
    ) -> PooledTexture {
        let most = self.device.limits().max_texture_dimension_2d;
        let side = |side: u32| side.next_multiple_of(BITMAP_STEP).min(most.max(side));
        let key = TextureKey {
            purpose: "bitmap",
            size: wgpu::Extent3d {
                width: side(width),
                height: side(height),
                depth_or_array_layers: 1,
            },
            format: wgpu::TextureFormat::Rgba8Unorm,
            usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        };
        let texture = self.plain_texture(key);
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(4 * width),
            rows_per_image: None,
        };
        let part = wgpu::Extent3d {
            width,
            height,
            depth_or_array_layers: 1,
        };
        self.queue
            .write_texture(texture.texture.as_image_copy(), rgba, layout, part);
        texture
    }

    /// A texture of which the device says later if it cannot be made.
    pub(super) fn plain_texture(self: &Arc<Self>, key: TextureKey) -> PooledTexture {
        let kept = self.lock().textures.take(&key);
        let made = self.texture_in_use(key, kept, || {
            let descriptor = wgpu::TextureDescriptor {
                label: Some(key.purpose),
                size: key.size,
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format: key.format,
                usage: key.usage,
                view_formats: &[],
            };
            Ok::<_, Infallible>(self.device.create_texture(&descriptor))
        });
        let Ok(texture) = made;
        texture
    }

    /// The bind group of a layout with these resources, in the order of their bindings.
    pub(super) fn bind_group(
        &self,
        label: &str,
        layout: &wgpu::BindGroupLayout,
        bound: Vec<Resource>,
    ) -> wgpu::BindGroup {
        let mut kept = self.lock();
        let frame = kept.frame;
        let layout = layout.clone();
        let key = GroupKey { layout, bound };
        if let Some((group, used)) = kept.groups.get_mut(&key) {
            *used = frame;
            return group.clone();
        }
        let entries: Vec<_> = (0..)
            .zip(&key.bound)
            .map(|(binding, resource)| wgpu::BindGroupEntry {
                binding,
                resource: resource.binding(),
            })
            .collect();
        let group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(label),
            layout: &key.layout,
            entries: &entries,
        });
        kept.made += 1;
        kept.groups.insert(key, (group.clone(), frame));
        group
    }
}
