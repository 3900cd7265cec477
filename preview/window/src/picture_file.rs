//! The file that a picture is written to.
//!
//! Where the user has named it, it is written as named. Otherwise it has the name of the applet, and
//! then only a picture that this program has written before is replaced: in its file it says so.
//! What else is there stays, and links are not followed.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use cindyscript_files::STANDARD_INPUT;
use cindyscript_files::part_file::PartFile;
use cindyscript_player::bitmap::{BYTES, Bitmap};

/// The largest side of a picture: more than any GPU paints at once.
pub(crate) const MAX_SIDE: u32 = 1 << 15;

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
        let path = PictureFile::path_for(applet);
        let file = PictureFile { path, named: false };
        file.check()?;
        Ok(file)
    }

    /// The path of the picture of an applet that the user has not named.
    pub(crate) fn path_for(applet: &Path) -> PathBuf {
        let stem = applet.file_stem().filter(|stem| *stem != STANDARD_INPUT);
        Path::new(stem.unwrap_or("picture".as_ref())).with_extension("png")
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
        if self.named {
            return write(&self.path, picture);
        }
        let part = PartFile::create_in_place_of_a_link(&self.path)?;
        write_to(&part, picture)?;
        // Meanwhile there may be another.
        self.check()?;
        Ok(part.finish()?)
    }
}

/// Writes a picture, in place of what is there.
///
/// # Errors
/// It cannot be written; which, why and what to do in one line.
pub(crate) fn write(path: &Path, picture: &Bitmap) -> anyhow::Result<()> {
    let part = PartFile::create(path)?;
    write_to(&part, picture)?;
    Ok(part.finish()?)
}

/// Writes a picture beside an applet, as `NAME.png`, or `NAME-2.png` and so on where that is there
/// already. Where it lies then.
///
/// # Errors
/// As [`write`].
pub(crate) fn write_beside(applet: &Path, picture: &Bitmap) -> anyhow::Result<PathBuf> {
    let path = free_name(applet, "png");
    write(&path, picture)?;
    Ok(path)
}

/// A name beside an applet that no file has: that of the applet with another ending, and with a number
/// where that is taken.
pub(crate) fn free_name(applet: &Path, ending: &str) -> PathBuf {
    let stem = applet.file_stem().unwrap_or("picture".as_ref());
    let names = (1_u32..).map(|number| {
        let mut name = stem.to_owned();
        if number > 1 {
            name.push(format!("-{number}"));
        }
        name.push(".");
        name.push(ending);
        applet.with_file_name(name)
    });
    let mut free = names.filter(|path| fs::symlink_metadata(path).is_err());
    free.next().unwrap_or_else(|| applet.with_extension(ending))
}

fn write_to(part: &PartFile, picture: &Bitmap) -> anyhow::Result<()> {
    let mut writer = BufWriter::new(part.handle()?);
    let written = write_png(picture, &mut writer).and_then(|()| Ok(writer.flush()?));
    written.map_err(|error| match error {
        png::EncodingError::IoError(error) => part.failed(error).into(),
        error => part.failed(io::Error::other(error)).into(),
    })
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
    writer.write_image_data(&straight(picture))?;
    writer.finish()
}

/// The pixels of a picture, their colours not multiplied with alpha.
pub(crate) fn straight(picture: &Bitmap) -> Vec<u8> {
    let pixels = picture.rgba().chunks_exact(BYTES);
    pixels.flat_map(straight_pixel).collect()
}

fn straight_pixel(pixel: &[u8]) -> [u8; BYTES] {
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
    fn pictures_beside_an_applet_replace_nothing() {
        let folder = std::env::temp_dir().join(format!("beside-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let picture = Bitmap::new([0, 0], [2, 2]);
        let written = || {
            let path = write_beside(&folder.join("a.b.html"), &picture);
            let name = path.unwrap().file_name().unwrap().to_owned();
            name.into_string().unwrap()
        };
        fs::write(folder.join("a.b-2.png"), "other").unwrap();
        assert_eq!(written(), "a.b.png");
        assert_eq!(written(), "a.b-3.png");
        assert_eq!(fs::read(folder.join("a.b-2.png")).unwrap(), b"other");
        fs::remove_dir_all(&folder).unwrap();
        let lost = write_beside(&folder.join("a.html"), &picture).unwrap_err();
        assert!(
            lost.to_string().ends_with("make its folder first"),
            "{lost}"
        );
    }

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
