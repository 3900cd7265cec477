//! The file that a picture is written to.
//!
//! Where the user has named it, it is written as named. Otherwise it has the name of the applet, and
//! then only a picture that this program has written before is replaced: in its file it says so.
//! What else is there stays, and links are not followed.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use cindyscript_player::bitmap::{BYTES, Bitmap};

/// What a picture says in its file of where it comes from.
pub(crate) const SOFTWARE: &str = "cindyscript-preview";

/// Where a picture goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PictureFile {
    pub(crate) path: PathBuf,
    /// Whether the user has named it.
    named: bool,
}

impl PictureFile {
    /// The file that the user has named, or one with the name of an applet: next to where the
    /// program runs, not to the applet, which may be in a place that is not the user's.
    ///
    /// # Errors
    /// There is something that is not to be replaced; the reason and the remedy in one line.
    pub(crate) fn of(applet: &Path, named: Option<&Path>) -> anyhow::Result<PictureFile> {
        if let Some(path) = named {
            let path = path.to_owned();
            return Ok(PictureFile { path, named: true });
        }
        let stem = applet.file_stem().unwrap_or("picture".as_ref());
        let path = Path::new(stem).with_extension("png");
        let file = PictureFile { path, named: false };
        file.check()?;
        Ok(file)
    }

    /// Whether it may be written.
    fn check(&self) -> anyhow::Result<()> {
        let name = self.path.display();
        let what = match fs::symlink_metadata(&self.path) {
            Ok(metadata) if metadata.is_symlink() => "is a link to another file",
            Ok(metadata) if !metadata.is_file() => "is not a file",
            Ok(_) if !is_ours(&self.path) => "was not written by this program",
            _ => return Ok(()),
        };
        anyhow::bail!(
            "{name}: there is one already, which {what}; it stays as it is: name another with \
             `render --png OUT`"
        )
    }

    /// Writes a picture.
    ///
    /// # Errors
    /// It cannot be written; the reason in one line.
    pub(crate) fn write(&self, picture: &Bitmap) -> anyhow::Result<()> {
        let file = if self.named {
            File::create(&self.path)
        } else {
            // Meanwhile there may be another.
            self.check()?;
            match fs::remove_file(&self.path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                // Fails where there is one now, a link as well.
                _ => File::create_new(&self.path),
            }
        };
        let written = file.map_err(anyhow::Error::from).and_then(|file| {
            let mut writer = BufWriter::new(file);
            write_png(picture, &mut writer)?;
            Ok(writer.flush()?)
        });
        written
            .map_err(|error| error.context(format!("{}: cannot be written", self.path.display())))
    }
}

/// Whether a file is a picture that this program has written.
fn is_ours(path: &Path) -> bool {
    let Ok(file) = File::open(path) else {
        return false;
    };
    let reader = png::Decoder::new(BufReader::new(file)).read_info();
    reader.is_ok_and(|reader| {
        let texts = &reader.info().uncompressed_latin1_text;
        texts
            .iter()
            .any(|text| text.keyword == "Software" && text.text == SOFTWARE)
    })
}

/// Writes a picture as a PNG file, where colours are not multiplied with alpha.
///
/// # Errors
/// What the writer says.
pub fn write_png(picture: &Bitmap, writer: impl Write) -> Result<(), png::EncodingError> {
    let [width, height] = picture.size();
    let mut encoder = png::Encoder::new(writer, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.add_text_chunk("Software".to_owned(), SOFTWARE.to_owned())?;
    let mut writer = encoder.write_header()?;
    let pixels = picture.rgba().chunks_exact(BYTES);
    let straight: Vec<u8> = pixels.flat_map(straight).collect();
    writer.write_image_data(&straight)?;
    writer.finish()
}

fn straight(pixel: &[u8]) -> [u8; BYTES] {
    let [r, g, b, a] = pixel.try_into().unwrap_or_default();
    match a {
        0 => [0; BYTES],
        255 => [r, g, b, a],
        _ => {
            let divide = |c: u8| ((u32::from(c) * 255 + u32::from(a) / 2) / u32::from(a)).min(255);
            [divide(r) as u8, divide(g) as u8, divide(b) as u8, a]
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn png_has_straight_alpha() {
        let picture = Bitmap::from_rgba([0, 0], [1, 1], vec![64, 0, 128, 128]).unwrap();
        let mut file = Vec::new();
        write_png(&picture, &mut file).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(file))
            .read_info()
            .unwrap();
        let mut pixels = [0; 4];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, [128, 0, 255, 128]);
    }
}
