//! The pixels of a picture, wherever they are.

use std::any::Any;
use std::fmt::{self, Debug};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use cindyscript_interpreter::picture::{Pixels, Rgba};
use cindyscript_space::Mipmap;
use tiny_skia::{ColorU8, Pixmap, PixmapRef, PremultipliedColorU8};

/// An image that a device keeps: a texture of a GPU.
pub trait DeviceImage: Any + Debug + Send + Sync {
    /// Width and height.
    fn size(&self) -> [u32; 2];

    /// Its pixels, not multiplied with alpha: waits until they are painted. None if they went with
    /// the device.
    fn read(&self) -> Option<Pixels>;
}

/// Computes the pixels of an image on the CPU, for a device that cannot be waited for.
pub struct Recipe(Mutex<Option<Compute>>);

type Compute = Box<dyn FnOnce() -> Option<Pixels> + Send>;

impl Recipe {
    /// Runs `compute` for the first reader.
    pub fn new(compute: impl FnOnce() -> Option<Pixels> + Send + 'static) -> Recipe {
        Recipe(Mutex::new(Some(Box::new(compute))))
    }

    /// Nobody computes them any more.
    pub fn forget(&self) {
        drop(lock(&self.0).take());
    }

    fn compute(&self) -> Option<Pixels> {
        let compute = lock(&self.0).take();
        compute?()
    }
}

impl Debug for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Recipe").finish()
    }
}

/// The pixels of a picture, wherever they are: each form is made of another one when somebody asks
/// for it, and kept. What a device has painted stays there until the CPU asks.
#[derive(Debug)]
pub struct ImageResource {
    size: [u32; 2],
    /// On a device.
    image: Mutex<Option<Arc<dyn DeviceImage>>>,
    /// There in all sizes, once somebody wanted that.
    all_sizes: Mutex<Option<Arc<dyn DeviceImage>>>,
    /// Computes the pixels if the device does not give them.
    recipe: Option<Arc<Recipe>>,
    /// In memory. None for a picture without pixels, or one that went with its device.
    pixels: OnceLock<Option<Arc<Pixels>>>,
    /// For the CPU to paint with: multiplied with alpha.
    pixmap: OnceLock<Option<Pixmap>>,
    /// In all sizes, for pictures in space.
    mipmap: OnceLock<Option<Mipmap>>,
}

impl ImageResource {
    /// Multiplied with alpha, rows from the top; none for a picture without pixels. What a colorplot
    /// has painted is taken as multiplied, as CindyGL shows it.
    pub fn pixmap(&self) -> Option<PixmapRef<'_>> {
        let multiplied = || {
            let pixels = self.pixels()?;
            let [width, height] = self.size;
            let mut pixmap = Pixmap::new(width, height)?;
            let bytes = pixels.bytes();
            let source = bytes.as_chunks::<4>().0;
            let plotted = matches!(pixels.rgba(), Rgba::Floats(_));
            for (target, &[r, g, b, a]) in pixmap.pixels_mut().iter_mut().zip(source) {
                let brightest = if plotted { a } else { 255 };
                let [r, g, b] = [r, g, b].map(|part| part.min(brightest));
                *target = match PremultipliedColorU8::from_rgba(r, g, b, a) {
                    Some(colour) if plotted => colour,
                    _ => ColorU8::from_rgba(r, g, b, a).premultiply(),
                };
            }
            Some(pixmap)
        };
        let pixmap = self.pixmap.get_or_init(multiplied).as_ref();
        pixmap.map(Pixmap::as_ref)
    }

    /// Not multiplied with alpha; none for a picture without pixels, or one that went with its
    /// device.
    pub fn pixels(&self) -> Option<Arc<Pixels>> {
        let found = || {
            if let Some(pixmap) = self.pixmap.get() {
                return pixmap.as_ref().and_then(straight).map(Arc::new);
            }
            let read = self.on_device(false)?.read();
            let recipe = self.recipe.as_deref();
            read.or_else(|| recipe?.compute()).map(Arc::new)
        };
        self.pixels.get_or_init(found).clone()
    }

    /// In all sizes down to one pixel, not multiplied with alpha; none for a picture without pixels.
    pub(crate) fn mipmap(&self) -> Option<&Mipmap> {
        let made = || {
            let pixels = self.pixels()?;
            Mipmap::new(pixels.size(), &pixels.bytes())
        };
        self.mipmap.get_or_init(made).as_ref()
    }

    /// Width and height.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Where a device keeps it, if one does: in all sizes down to one pixel, or in one.
    pub fn on_device(&self, all_sizes: bool) -> Option<Arc<dyn DeviceImage>> {
        lock(self.place(all_sizes)).clone()
    }

    /// A device keeps it from now on.
    pub fn keep_on_device(&self, image: Arc<dyn DeviceImage>, all_sizes: bool) {
        *lock(self.place(all_sizes)) = Some(image);
    }

    fn place(&self, all_sizes: bool) -> &Mutex<Option<Arc<dyn DeviceImage>>> {
        if all_sizes {
            &self.all_sizes
        } else {
            &self.image
        }
    }

    /// Whether somebody has asked for it in memory, or it comes from there.
    pub fn is_in_memory(&self) -> bool {
        self.pixels.get().is_some() || self.pixmap.get().is_some()
    }

    /// What a device has painted.
    pub fn from_device(image: Arc<dyn DeviceImage>) -> ImageResource {
        let size = image.size();
        ImageResource {
            image: Mutex::new(Some(image)),
            ..ImageResource::empty(size)
        }
    }

    /// The same, computed by the CPU if the device does not give the pixels.
    #[must_use]
    pub fn or_computed(self, recipe: Option<Arc<Recipe>>) -> ImageResource {
        ImageResource { recipe, ..self }
    }

    fn empty(size: [u32; 2]) -> ImageResource {
        ImageResource {
            size,
            recipe: None,
            image: Mutex::default(),
            all_sizes: Mutex::default(),
            pixels: OnceLock::new(),
            pixmap: OnceLock::new(),
            mipmap: OnceLock::new(),
        }
    }

    pub(crate) fn blank([width, height]: [u32; 2]) -> ImageResource {
        ImageResource::from_pixmap([width, height], Pixmap::new(width, height))
    }

    pub(crate) fn from_pixmap(size: [u32; 2], pixmap: Option<Pixmap>) -> ImageResource {
        ImageResource {
            pixmap: OnceLock::from(pixmap),
            ..ImageResource::empty(size)
        }
    }

    pub(crate) fn from_pixels(pixels: Arc<Pixels>) -> ImageResource {
        let size = pixels.size();
        ImageResource {
            pixels: OnceLock::from(Some(pixels)),
            ..ImageResource::empty(size)
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The pixels of a pixmap, not multiplied with alpha.
fn straight(pixmap: &Pixmap) -> Option<Pixels> {
    let colours = pixmap.pixels().iter().map(PremultipliedColorU8::demultiply);
    let bytes = colours.flat_map(|c| [c.red(), c.green(), c.blue(), c.alpha()]);
    Pixels::new([pixmap.width(), pixmap.height()], bytes.collect())
}
