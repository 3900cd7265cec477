//! The picture of a frame: on a GPU, or in memory where there is none.

use std::time::Duration;

use cindyscript_hir::program::PlotId;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::paint;
use cindyscript_player::region::Region;

use crate::gpu::{Costs, Gpu, GpuError, GpuPicture, GpuScene, PartRead};

/// The picture of a frame, kept until the next one is painted over it.
#[derive(Debug)]
pub enum FramePicture {
    /// On a GPU.
    Gpu(Box<GpuPicture>),
    /// In memory.
    Memory(Bitmap),
}

/// What lies in a region of a picture.
#[derive(Debug)]
pub enum PicturePart {
    /// It is there.
    Known(Bitmap),
    /// It is on its way back from the GPU.
    Coming(Box<PartRead>),
}

impl PicturePart {
    /// Looks whether it is there, without waiting for it; its offset is its place in the picture.
    ///
    /// # Errors
    /// What the device says.
    pub fn get(&self) -> Result<Option<Bitmap>, GpuError> {
        match self {
            PicturePart::Known(part) => Ok(Some(part.clone())),
            PicturePart::Coming(read) => read.get(),
        }
    }
}

/// A pixel of a picture.
#[derive(Debug)]
pub struct Pixel(PicturePart);

impl Pixel {
    /// Looks whether it is there, without waiting for it: red, green, blue, alpha, a byte each,
    /// multiplied with alpha.
    ///
    /// # Errors
    /// What the device says.
    pub fn get(&self) -> Result<Option<[u8; 4]>, GpuError> {
        Ok(self.0.get()?.map(|part| part.pixel([0, 0])))
    }
}

impl FramePicture {
    /// An empty picture.
    pub fn new(gpu: Option<Gpu>) -> FramePicture {
        match gpu {
            Some(gpu) => FramePicture::Gpu(Box::new(GpuPicture::new(gpu))),
            None => FramePicture::Memory(Bitmap::default()),
        }
    }

    /// The GPU that it is on.
    pub fn gpu(&self) -> Option<&Gpu> {
        match self {
            FramePicture::Gpu(picture) => Some(picture.gpu()),
            FramePicture::Memory(_) => None,
        }
    }

    /// What a window of a size shows of it, on a background and with overlays over it. `corner` is the place
    /// of the window in the picture, in pixels. Waits for the GPU.
    ///
    /// # Errors
    /// What the device says.
    pub fn composed(
        &self,
        corner: [u32; 2],
        size: [u32; 2],
        overlays: &[Bitmap],
        background: [f64; 3],
    ) -> Result<Bitmap, GpuError> {
        let read;
        let picture = match self {
            FramePicture::Memory(picture) => picture,
            FramePicture::Gpu(picture) => {
                read = picture.read()?;
                &read
            }
        };
        let corner = corner.map(|at| -at.cast_signed());
        let mut whole = if picture.size() == size && picture.offset() == corner {
            picture.on_background(background)
        } else {
            // As seen from the corner of the picture.
            let mut canvas = Bitmap::new(corner, size);
            canvas.draw(picture);
            canvas.moved([0, 0]).on_background(background)
        };
        overlays.iter().for_each(|overlay| whole.draw(overlay));
        Ok(whole)
    }

    /// Begins to paint a scene, which then is the picture until the next one.
    ///
    /// # Errors
    /// What the device says of the picture before.
    pub(crate) fn begin(&mut self, scene: &GpuScene, costs: &mut Costs) -> Result<(), GpuError> {
        match self {
            FramePicture::Gpu(picture) => picture.begin(scene, costs)?,
            FramePicture::Memory(picture) => *picture = paint::flatten(scene),
        }
        Ok(())
    }

    /// Waits until what was given to the GPU is painted.
    ///
    /// # Errors
    /// What the device says.
    pub(crate) fn finish(&mut self, costs: &mut Costs) -> Result<(), GpuError> {
        match self {
            FramePicture::Gpu(picture) => picture.finish(costs),
            FramePicture::Memory(_) => Ok(()),
        }
    }

    /// Takes away what is painted: it is transparent.
    pub(crate) fn forget(&mut self) {
        match self {
            FramePicture::Gpu(picture) => picture.forget(),
            FramePicture::Memory(picture) => *picture = Bitmap::default(),
        }
    }

    /// Goes on to paint, until the picture is complete or `enough`. Whether it is complete.
    ///
    /// # Errors
    /// What the device says.
    pub(crate) fn go_on(
        &mut self,
        costs: &mut Costs,
        enough: impl Fn() -> bool,
    ) -> Result<bool, GpuError> {
        match self {
            FramePicture::Gpu(picture) => picture.go_on(costs, enough),
            FramePicture::Memory(_) => Ok(true),
        }
    }

    /// What could not be painted of the scene, and why: the colorplot, if it is one.
    pub(crate) fn take_refusals(&mut self) -> Vec<(Option<PlotId>, String)> {
        match self {
            FramePicture::Gpu(picture) => picture.take_refusals(),
            FramePicture::Memory(_) => Vec::new(),
        }
    }

    /// A colorplot is known to have no end: no more of it is painted than takes no time.
    pub(crate) fn abandon(&mut self, plot: PlotId, costs: &Costs) {
        if let FramePicture::Gpu(picture) = self {
            picture.abandon(plot, costs);
        }
    }

    /// How long it will take until it is complete, as far as is known.
    pub(crate) fn time_left(&self, costs: &Costs) -> Duration {
        match self {
            FramePicture::Gpu(picture) => picture.time_left(costs),
            FramePicture::Memory(_) => Duration::ZERO,
        }
    }

    /// The number of its changes so far; none if that is not counted.
    pub fn changes(&self) -> Option<u64> {
        match self {
            FramePicture::Gpu(picture) => Some(picture.changes()),
            FramePicture::Memory(_) => None,
        }
    }

    /// Its pixels, brought back from where they are.
    ///
    /// # Errors
    /// What the device says.
    pub fn read(&self) -> Result<Bitmap, GpuError> {
        match self {
            FramePicture::Gpu(picture) => picture.read(),
            FramePicture::Memory(picture) => Ok(picture.clone()),
        }
    }

    /// Asks for a pixel of it, without waiting; transparent outside.
    pub fn pixel(&self, [x, y]: [u32; 2]) -> Pixel {
        let (width, height) = (1, 1);
        Pixel(self.part(Region {
            x,
            y,
            width,
            height,
        }))
    }

    /// Asks for what lies in a region of it, without waiting.
    pub fn part(&self, region: Region) -> PicturePart {
        match self {
            FramePicture::Gpu(picture) => picture.read_part(region).map_or_else(
                || PicturePart::Known(Bitmap::default()),
                |read| PicturePart::Coming(Box::new(read)),
            ),
            FramePicture::Memory(picture) => {
                let part = picture.part(region);
                let corner = [region.x, region.y].map(u32::cast_signed);
                PicturePart::Known(part.moved(corner))
            }
        }
    }
}
