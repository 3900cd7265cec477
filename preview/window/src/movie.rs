//! Movies: frame after frame into one file, whose ending says of which kind. GIF and APNG are written
//! here, MP4 and WebM by `ffmpeg`.

mod encoded;

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cindyscript_files::part_file::PartFile;
use cindyscript_player::bitmap::Bitmap;
use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, Frame, RgbaImage};

use crate::decoder::Decoder;
use crate::picture_file::{SOFTWARE, straight};
use encoded::Encoded;

/// Frames of an applet in a second.
pub(crate) const FRAME_RATE: u32 = 60;

/// Pictures of a GIF in a second: what lasts less than 20 ms is shown for 100 by browsers.
const GIF_RATE: u32 = 30;

/// The quality of a GIF's colours, 1 to 30; less is better and takes longer.
const GIF_SPEED: i32 = 10;

/// What a movie is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// 256 colours a picture, shown everywhere.
    Gif,
    /// All colours, and what is behind; shown by browsers.
    Apng,
    /// H.264.
    Mp4,
    /// VP9.
    WebM,
}

/// Endings and what they mean.
const ENDINGS: [(&str, Format); 5] = [
    ("gif", Format::Gif),
    ("apng", Format::Apng),
    ("png", Format::Apng),
    ("mp4", Format::Mp4),
    ("webm", Format::WebM),
];

impl Format {
    /// The format that the name of a file asks for.
    ///
    /// # Errors
    /// There is none of that ending; the endings in one line.
    pub fn of(path: &Path) -> Result<Format, String> {
        let ending = path.extension().and_then(|ending| ending.to_str());
        let ending = ending.unwrap_or_default().to_ascii_lowercase();
        let known = ENDINGS.iter().find(|(known, _)| *known == ending);
        known.map(|(_, format)| *format).ok_or_else(|| {
            format!(
                "a movie ends in .gif, .apng, .mp4 or .webm, not as `{}`",
                path.display()
            )
        })
    }

    /// How names of its files end.
    pub fn ending(self) -> &'static str {
        let known = ENDINGS.iter().find(|(_, format)| *format == self);
        known.map_or("", |(ending, _)| ending)
    }

    /// Pictures in a second, unless somebody wants another number.
    pub fn rate(self) -> u32 {
        match self {
            Format::Gif => GIF_RATE,
            Format::Apng | Format::Mp4 | Format::WebM => FRAME_RATE,
        }
    }

    /// Width and height of its movies of pictures of a size: the encoders of MP4 and WebM take only even
    /// ones.
    pub(crate) fn size(self, size: [u32; 2]) -> [u32; 2] {
        match self {
            Format::Gif | Format::Apng => size,
            Format::Mp4 | Format::WebM => size.map(|side| side.next_multiple_of(2)),
        }
    }

    /// True if its movies have sound.
    fn has_sound(self) -> bool {
        matches!(self, Format::Mp4 | Format::WebM)
    }

    /// Whether what is behind the pictures is seen.
    pub fn has_alpha(self) -> bool {
        self == Format::Apng
    }
}

/// What is known of a movie before its first picture.
#[derive(Clone, Debug)]
pub(crate) struct Plan<'a> {
    /// Of its pictures, in pixels.
    pub(crate) size: [u32; 2],
    /// How many there are.
    pub(crate) count: u32,
    /// How many in a second.
    pub(crate) rate: u32,
    /// The program that writes MP4 and WebM.
    pub(crate) ffmpeg: &'a Decoder,
}

/// A movie that is being written; what is not [finished](Self::finish) leaves no file.
pub(crate) struct Movie {
    // A program that encodes ends before its file is deleted: it would create it again.
    encoder: Box<dyn Encoder>,
    part: PartFile,
    path: PathBuf,
    format: Format,
    ffmpeg: Decoder,
}

/// What makes a file of pictures.
trait Encoder: Send {
    /// The next picture, as large as all.
    fn add(&mut self, picture: &Bitmap) -> anyhow::Result<()>;
    /// There are no more.
    fn finish(self: Box<Self>) -> anyhow::Result<()>;
}

impl Movie {
    /// Begins a movie.
    ///
    /// # Errors
    /// The ending is none of a movie, the place cannot be written, or the encoder is missing; why and
    /// what to do in one line.
    pub(crate) fn create(path: &Path, plan: &Plan<'_>) -> anyhow::Result<Movie> {
        let format = Format::of(path).map_err(anyhow::Error::msg)?;
        let part = PartFile::create(path)?;
        let encoder: Box<dyn Encoder> = match format {
            Format::Gif => Box::new(Gif::new(part.handle()?, plan)?),
            Format::Apng => Box::new(Apng::new(part.handle()?, plan)?),
            Format::Mp4 | Format::WebM => Box::new(Encoded::start(format, &part, plan)?),
        };
        Ok(Movie {
            encoder,
            part,
            path: path.to_owned(),
            format,
            ffmpeg: plan.ffmpeg.clone(),
        })
    }

    /// Adds the next picture.
    ///
    /// # Errors
    /// It cannot be written; the reason in one line.
    pub(crate) fn add(&mut self, picture: &Bitmap) -> anyhow::Result<()> {
        let added = self.encoder.add(picture);
        added.map_err(|error| explained(error, &self.part, &self.path))
    }

    /// There are no more pictures: the file takes its place, with sound if there is some and the format has
    /// any.
    ///
    /// # Errors
    /// As [`Movie::add`].
    pub(crate) fn finish(self, sound: &[[f32; 2]]) -> anyhow::Result<()> {
        let finished = self.encoder.finish();
        finished.map_err(|error| explained(error, &self.part, &self.path))?;
        if sound.is_empty() || !self.format.has_sound() {
            return Ok(self.part.finish()?);
        }
        let part = PartFile::create(&self.path)?;
        let added = encoded::add_sound(self.format, [&self.part, &part], sound, &self.ffmpeg);
        let added = added.map_err(|error| explained(error, &self.part, &self.path));
        added.map_err(|error| explained(error, &part, &self.path))?;
        Ok(part.finish()?)
    }
}

/// The error of a movie with its name, which another program does not know.
fn explained(error: anyhow::Error, part: &PartFile, named: &Path) -> anyhow::Error {
    match error.downcast::<io::Error>() {
        Ok(error) => part.failed(error).into(),
        Err(error) => {
            let part = part.path().display().to_string();
            let message = format!("{error:#}").replace(&part, &named.display().to_string());
            anyhow::Error::msg(message)
        }
    }
}

/// What an encoder has written, and nobody has put into the file yet. Encoders write more when they
/// go, and then could not say that it failed.
#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Buffer {
    fn lock(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put_into(&self, file: &mut File) -> anyhow::Result<()> {
        let mut bytes = self.lock();
        file.write_all(&bytes)?;
        bytes.clear();
        Ok(())
    }
}

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lock().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Gif {
    encoder: GifEncoder<Buffer>,
    written: Buffer,
    file: File,
    rate: u32,
    added: u32,
    /// The last picture, which is shown until another one comes, and the time it began, in pictures.
    last: Option<(RgbaImage, u32)>,
}

impl Gif {
    fn new(file: File, plan: &Plan<'_>) -> anyhow::Result<Gif> {
        let [width, height] = plan.size;
        if width.max(height) > u16::MAX.into() {
            anyhow::bail!("a GIF has at most 65535 × 65535 pixels; make it smaller with --size");
        }
        let written = Buffer::default();
        let mut encoder = GifEncoder::new_with_speed(written.clone(), GIF_SPEED);
        encoder.set_repeat(Repeat::Infinite)?;
        Ok(Gif {
            encoder,
            written,
            file,
            rate: plan.rate,
            added: 0,
            last: None,
        })
    }

    /// The time from the start until a picture, in hundredths of a second, so that no error adds up.
    fn start(&self, index: u32) -> u64 {
        (100 * u64::from(index) + u64::from(self.rate / 2)) / u64::from(self.rate)
    }

    /// Writes the last picture.
    fn put_last(&mut self) -> anyhow::Result<()> {
        let Some((image, begun)) = self.last.take() else {
            return Ok(());
        };
        let hundredths = (self.start(self.added) - self.start(begun)) as u32;
        let delay = Delay::from_numer_denom_ms(10 * hundredths, 1);
        self.encoder
            .encode_frame(Frame::from_parts(image, 0, 0, delay))?;
        self.written.put_into(&mut self.file)
    }
}

impl Encoder for Gif {
    fn add(&mut self, picture: &Bitmap) -> anyhow::Result<()> {
        let [width, height] = picture.size();
        let pixels = straight(picture);
        let last = self.last.as_ref();
        let goes_on = last.is_some_and(|(image, begun)| {
            let time = self.start(self.added + 1) - self.start(*begun);
            **image == *pixels && time <= u16::MAX.into()
        });
        if !goes_on {
            self.put_last()?;
            let image = RgbaImage::from_raw(width, height, pixels).unwrap_or_default();
            self.last = Some((image, self.added));
        }
        self.added += 1;
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> anyhow::Result<()> {
        self.put_last()?;
        let Gif {
            encoder,
            written,
            mut file,
            ..
        } = *self;
        drop(encoder);
        written.put_into(&mut file)
    }
}

struct Apng {
    writer: png::Writer<Buffer>,
    written: Buffer,
    file: File,
    /// The number of pictures that the file says it has.
    count: u32,
    added: u32,
    width: u32,
    /// The pixels of the picture before.
    last: Vec<u8>,
}

impl Apng {
    fn new(file: File, plan: &Plan<'_>) -> anyhow::Result<Apng> {
        let [width, height] = plan.size;
        let written = Buffer::default();
        let mut encoder = png::Encoder::new(written.clone(), width, height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.add_text_chunk("Software".to_owned(), SOFTWARE.to_owned())?;
        encoder.set_animated(plan.count, 0)?;
        encoder.set_frame_delay(1, u16::try_from(plan.rate)?)?;
        Ok(Apng {
            writer: encoder.write_header()?,
            written,
            file,
            count: plan.count,
            added: 0,
            width,
            last: Vec::new(),
        })
    }
}

impl Encoder for Apng {
    fn add(&mut self, picture: &Bitmap) -> anyhow::Result<()> {
        let pixels = straight(picture);
        if self.added == 0 {
            self.writer.write_image_data(&pixels)?;
        } else {
            // Only what has changed; a picture has at least one pixel.
            let changed = changed(&self.last, &pixels, self.width as usize);
            let [left, top, width, height] = changed.unwrap_or([0, 0, 1, 1]);
            self.writer.set_frame_position(0, 0)?;
            self.writer
                .set_frame_dimension(width as u32, height as u32)?;
            self.writer.set_frame_position(left as u32, top as u32)?;
            let rows = pixels
                .chunks_exact(4 * self.width as usize)
                .skip(top)
                .take(height);
            let part = rows.flat_map(|row| &row[4 * left..4 * (left + width)]);
            let part: Vec<u8> = part.copied().collect();
            self.writer.write_image_data(&part)?;
        }
        self.last = pixels;
        self.added += 1;
        self.written.put_into(&mut self.file)
    }

    fn finish(self: Box<Self>) -> anyhow::Result<()> {
        let Apng {
            writer,
            written,
            mut file,
            count,
            added,
            ..
        } = *self;
        writer.finish()?;
        written.put_into(&mut file)?;
        if added < count {
            set_picture_count(&mut file, added)?;
        }
        Ok(())
    }
}

/// The rectangle in which two pictures of this width differ: left, top, width, height. None if they are
/// the same.
fn changed(before: &[u8], now: &[u8], width: usize) -> Option<[usize; 4]> {
    let rows = before
        .chunks_exact(4 * width)
        .zip(now.chunks_exact(4 * width));
    let rows = rows.enumerate().filter(|(_, (before, now))| before != now);
    let mut found: Option<[usize; 4]> = None;
    for (y, (before, now)) in rows {
        let pixels = before.chunks_exact(4).zip(now.chunks_exact(4));
        let mut columns = pixels
            .enumerate()
            .filter(|(_, (a, b))| a != b)
            .map(|(x, _)| x);
        let first = columns.next().unwrap_or_default();
        let last = columns.next_back().unwrap_or(first);
        let [left, top, right, _] = found.unwrap_or([first, y, last, y]);
        found = Some([left.min(first), top, right.max(last), y]);
    }
    found.map(|[left, top, right, bottom]| [left, top, right + 1 - left, bottom + 1 - top])
}

/// Corrects the number of pictures in the `acTL` chunk of an APNG file.
fn set_picture_count(file: &mut File, count: u32) -> io::Result<()> {
    /// The signature of the format, before the first chunk.
    const SIGNATURE: u64 = 8;
    file.seek(SeekFrom::Start(SIGNATURE))?;
    loop {
        let mut head = [0; 8];
        file.read_exact(&mut head)?;
        let [a, b, c, d, name @ ..] = head;
        if &name == b"acTL" {
            break;
        }
        // Skips the data, and a checksum of 4 bytes.
        let length = u32::from_be_bytes([a, b, c, d]);
        file.seek(SeekFrom::Current(i64::from(length) + 4))?;
    }
    let mut chunk = *b"acTL\0\0\0\0\0\0\0\0";
    chunk[4..8].copy_from_slice(&count.to_be_bytes());
    file.seek(SeekFrom::Current(-4))?;
    file.write_all(&chunk)?;
    file.write_all(&crc(&chunk).to_be_bytes())
}

/// The checksum of a chunk (PNG specification, annex D).
fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        let shift = |crc: u32, _| crc >> 1 ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 };
        (0..8).fold(crc ^ u32::from(*byte), shift)
    };
    !bytes.iter().fold(!0, step)
}

#[cfg(test)]
mod tests;
