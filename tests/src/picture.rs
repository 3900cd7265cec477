//! Pictures, and how much they differ.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Seek};
use std::path::Path;

use anyhow::{Context, Result, bail};

/// A picture on a white ground: red, green, blue in 0 to 255, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
}

/// A part of a picture, in pixels from the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)] // the names say it
pub struct Rectangle {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Rectangle {
    fn contains(&self, [x, y]: [usize; 2]) -> bool {
        let (x, y) = (x as f64 + 0.5, y as f64 + 0.5);
        self.left <= x && x <= self.right && self.top <= y && y <= self.bottom
    }

    /// The same, so many pixels further down.
    #[must_use]
    pub fn lowered(&self, by: f64) -> Self {
        Self {
            top: self.top + by,
            bottom: self.bottom + by,
            ..*self
        }
    }
}

impl Picture {
    /// Reads a PNG file.
    ///
    /// # Errors
    ///
    /// It cannot be read, or is no PNG.
    pub fn open(path: &Path) -> Result<Self> {
        let file = File::open(path).with_context(|| path.display().to_string())?;
        Self::read(BufReader::new(file)).with_context(|| path.display().to_string())
    }

    /// Reads the bytes of a PNG.
    ///
    /// # Errors
    ///
    /// It is none.
    pub fn decode(png: &[u8]) -> Result<Self> {
        Self::read(Cursor::new(png))
    }

    fn read(source: impl BufRead + Seek) -> Result<Self> {
        let mut decoder = png::Decoder::new(source);
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info()?;
        let size = reader
            .output_buffer_size()
            .context("the picture is too large")?;
        let mut bytes = vec![0; size];
        let frame = reader.next_frame(&mut bytes)?;
        let bytes = &bytes[..frame.buffer_size()];
        let pixels = match frame.color_type {
            png::ColorType::Rgb => bytes.chunks_exact(3).map(|p| [p[0], p[1], p[2]]).collect(),
            png::ColorType::Rgba => bytes.chunks_exact(4).map(on_white).collect(),
            png::ColorType::Grayscale => bytes.iter().map(|&v| [v; 3]).collect(),
            other => bail!("pictures of the kind {other:?} are not compared"),
        };
        Ok(Self {
            width: frame.width as usize,
            height: frame.height as usize,
            pixels,
        })
    }

    /// Width and height in pixels.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// Red, green and blue of a pixel.
    ///
    /// # Panics
    ///
    /// It lies outside.
    #[must_use]
    pub fn pixel(&self, x: usize, y: usize) -> [u8; 3] {
        assert!(x < self.width, "column {x} of {}", self.width);
        self.pixels[y * self.width + x]
    }

    /// Puts another picture below.
    ///
    /// # Errors
    ///
    /// It has another width.
    pub fn put_below(&mut self, other: &Self) -> Result<()> {
        if self.width != other.width {
            bail!("{} pixels wide and {}", self.width, other.width);
        }
        self.height += other.height;
        self.pixels.extend(&other.pixels);
        Ok(())
    }

    /// The upper part of the picture.
    #[must_use]
    pub fn top(&self, rows: usize) -> Self {
        let height = rows.min(self.height);
        Self {
            width: self.width,
            height,
            pixels: self.pixels[..height * self.width].to_vec(),
        }
    }

    /// A part of the picture, as far as it is there.
    #[must_use]
    pub fn part(&self, [left, top]: [usize; 2], (width, height): (usize, usize)) -> Self {
        let columns = left.min(self.width)..(left + width).min(self.width);
        let rows = top.min(self.height)..(top + height).min(self.height);
        let row = |row: usize| &self.pixels[row * self.width..][columns.clone()];
        Self {
            width: columns.len(),
            height: rows.len(),
            pixels: rows.flat_map(row).copied().collect(),
        }
    }

    /// The same, smaller: each block of `size` by `size` pixels becomes one, their mean. What is
    /// left over at the right and at the bottom is left out.
    #[must_use]
    pub fn coarse(&self, size: usize) -> Self {
        let size = size.max(1);
        let (width, height) = (self.width / size, self.height / size);
        let mean = |place: usize| {
            let (left, top) = (place % width * size, place / width * size);
            let rows = self.pixels.chunks_exact(self.width).skip(top).take(size);
            let block = rows.flat_map(|row| &row[left..left + size]);
            let sums = block.fold([0; 3], |sums: [usize; 3], pixel| {
                [0, 1, 2].map(|channel| sums[channel] + usize::from(pixel[channel]))
            });
            sums.map(|sum| (sum / (size * size)) as u8)
        };
        Self {
            width,
            height,
            pixels: (0..width * height).map(mean).collect(),
        }
    }

    /// The share of the pixels, 0 to 1, that differ by more than `tolerance` of 255 in a channel.
    ///
    /// # Errors
    ///
    /// The sizes differ.
    pub fn difference(&self, other: &Self, tolerance: u8) -> Result<f64> {
        self.difference_outside(other, tolerance, &[])
    }

    /// As [`Picture::difference`], but pixels in these rectangles are taken for equal.
    ///
    /// # Errors
    ///
    /// The sizes differ.
    pub fn difference_outside(
        &self,
        other: &Self,
        tolerance: u8,
        ignored: &[Rectangle],
    ) -> Result<f64> {
        let differing = self.differing(other, tolerance, ignored)?;
        Ok(differing as f64 / self.pixels.len().max(1) as f64)
    }

    /// The same as a share of the pixels that are not white in both pictures: what is drawn.
    ///
    /// # Errors
    ///
    /// The sizes differ.
    pub fn difference_of_ink(
        &self,
        other: &Self,
        tolerance: u8,
        ignored: &[Rectangle],
    ) -> Result<f64> {
        let differing = self.differing(other, tolerance, ignored)?;
        let white = |pixel: &[u8; 3]| pixel == &[255; 3];
        let pairs = self.pixels.iter().zip(&other.pixels);
        let ink = pairs.filter(|(a, b)| !white(a) || !white(b)).count();
        Ok(differing as f64 / ink.max(1) as f64)
    }

    /// How far the mean colours are apart, 0 to 255: the largest of red, green and blue. The pictures
    /// need not be of the same size.
    #[must_use]
    pub fn mean_difference(&self, other: &Self) -> f64 {
        let mean = |picture: &Self, channel: usize| {
            let sum: u64 = picture.pixels.iter().map(|p| u64::from(p[channel])).sum();
            sum as f64 / picture.pixels.len().max(1) as f64
        };
        let differences = (0..3).map(|channel| (mean(self, channel) - mean(other, channel)).abs());
        differences.fold(0.0, f64::max)
    }

    /// The share of the pixels, 0 to 1, that would have to become brighter or darker for both to have
    /// as many pixels of each of eight brightnesses: the largest of red, green and blue. The
    /// pictures need not be of the same size.
    #[must_use]
    pub fn histogram_difference(&self, other: &Self) -> f64 {
        let histogram = |picture: &Self, channel: usize| {
            let mut counts = [0.0; 8];
            for pixel in &picture.pixels {
                counts[usize::from(pixel[channel] >> 5)] += 1.0;
            }
            counts.map(|count: f64| count / picture.pixels.len().max(1) as f64)
        };
        let differences = (0..3).map(|channel| {
            let pairs = histogram(self, channel)
                .into_iter()
                .zip(histogram(other, channel));
            pairs.map(|(a, b)| (a - b).abs()).sum::<f64>() / 2.0
        });
        differences.fold(0.0, f64::max)
    }

    fn differing(&self, other: &Self, tolerance: u8, ignored: &[Rectangle]) -> Result<usize> {
        if self.size() != other.size() {
            bail!("the sizes differ: {:?} and {:?}", self.size(), other.size());
        }
        let differ = |(index, (a, b)): &(usize, (&[u8; 3], &[u8; 3]))| {
            let mut channels = a.iter().zip(b.iter());
            let place = [index % self.width, index / self.width];
            channels.any(|(&a, &b)| a.abs_diff(b) > tolerance)
                && !ignored.iter().any(|rectangle| rectangle.contains(place))
        };
        let pairs = self.pixels.iter().zip(&other.pixels).enumerate();
        Ok(pairs.filter(differ).count())
    }
}

/// A pixel that lies on white; its own colour is not premultiplied.
fn on_white(rgba: &[u8]) -> [u8; 3] {
    let alpha = u32::from(rgba[3]);
    [0, 1, 2].map(|k| ((u32::from(rgba[k]) * alpha + 255 * (255 - alpha) + 127) / 255) as u8)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn rgba(pixels: [[u8; 4]; 2]) -> Picture {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 2, 1);
        encoder.set_color(png::ColorType::Rgba);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(pixels.as_flattened()).unwrap();
        writer.finish().unwrap();
        Picture::decode(&bytes).unwrap()
    }

    #[test]
    fn coarse_pictures_are_means() {
        let grey = |values: [u8; 10]| Picture {
            width: 5,
            height: 2,
            pixels: values.map(|value| [value; 3]).to_vec(),
        };
        let picture = grey([0, 4, 100, 100, 9, 8, 0, 50, 150, 9]);
        assert_eq!(picture.coarse(1), picture);
        let coarse = picture.coarse(2);
        assert_eq!(coarse.size(), (2, 1));
        assert_eq!(coarse.pixels, [[3; 3], [100; 3]]);
        assert_eq!(picture.coarse(3).size(), (1, 0));
        assert_eq!(picture.coarse(9).size(), (0, 0));
    }

    #[test]
    fn what_is_transparent_is_white() {
        let clear = rgba([[9, 9, 9, 0], [0, 0, 0, 128]]);
        let white = rgba([[255; 4], [127, 127, 127, 255]]);
        assert_eq!(clear, white);
    }

    #[test]
    fn small_differences_are_none() {
        let a = rgba([[10, 10, 10, 255], [10, 10, 10, 255]]);
        let b = rgba([[10, 18, 10, 255], [10, 10, 19, 255]]);
        assert_eq!(a.difference(&b, 8).unwrap(), 0.5);
        let second = Rectangle {
            left: 1.0,
            top: 0.0,
            right: 2.0,
            bottom: 1.0,
        };
        assert_eq!(a.difference_outside(&b, 8, &[second]).unwrap(), 0.0);
        let white = rgba([[255; 4], [255; 4]]);
        let half = rgba([[255; 4], [0, 0, 0, 255]]);
        assert_eq!(half.difference_of_ink(&white, 8, &[]).unwrap(), 1.0);
        assert_eq!(half.mean_difference(&white), 127.5);
        assert_eq!(half.histogram_difference(&white), 0.5);
        let turned = rgba([[0, 0, 0, 255], [255; 4]]);
        assert_eq!(half.histogram_difference(&turned), 0.0);
        assert_eq!(a.top(0).difference(&b.top(0), 8).unwrap(), 0.0);
        assert!(a.difference(&b.top(0), 8).is_err());
    }
}
