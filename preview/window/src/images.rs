//! The images of an applet: files beside its page, decoded and kept from one version to the next.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

mod dropped_files;

use cindyscript_applet::{Applet, Image, ImageKind};
use cindyscript_files::data_in_address;
use cindyscript_interpreter::picture::Picture;
use cindyscript_interpreter::{Film, IMAGE_BUDGET, ImageMemory, PageImage};
use rustc_hash::FxHashMap;

use crate::decoder::Decoder;
use crate::film;
use crate::resource;
use crate::still::picture;

pub use dropped_files::{Exchange, is_media, name_of};

/// What an image shows, or why nothing, in one line.
type Decoded = Result<Shown, Arc<str>>;

/// What was decoded before, and the memory that it takes, or would have taken.
#[derive(Clone, Debug)]
struct Known {
    decoded: Decoded,
    bytes: u64,
    /// Whether there was no room for it.
    refused: bool,
}

#[derive(Clone, Debug)]
enum Shown {
    Still(Picture),
    Film(Arc<dyn Film>, Picture),
}

/// Reads the images of one version after the other.
#[derive(Debug, Default)]
pub struct Images {
    known: FxHashMap<Key, Known>,
    /// What has taken the place of images, by their names.
    dropped: FxHashMap<String, Known>,
    decoder: Decoder,
}

/// What an image was read from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    /// A file, as it was written at a time with so many bytes.
    File(PathBuf, Option<SystemTime>, u64),
    /// As [`Key::File`], a video of a name: two of the same file need not show the same moment.
    Video(PathBuf, Option<SystemTime>, u64, String),
    /// A `data:` URL.
    Data(String),
}

impl Images {
    /// Decodes videos with this program from now on.
    pub fn set_decoder(&mut self, decoder: Decoder) {
        self.decoder = decoder;
    }

    /// Has the images of all versions from now on show something else, or what their pages say.
    ///
    /// # Errors
    /// A file cannot be shown: the image stays as it is. The reason, in one line.
    pub fn exchange(&mut self, exchange: Exchange) -> Result<(), Arc<str>> {
        match exchange {
            Exchange::TakeBack => self.dropped.clear(),
            Exchange::Replace(image, path) => {
                let mut room = ImageMemory::default();
                let decoded = dropped_files::read(&path, &self.decoder, &mut room);
                let known = Known {
                    decoded: Ok(decoded?),
                    bytes: room.taken,
                    refused: false,
                };
                self.dropped.insert(image, known);
            }
        }
        Ok(())
    }

    /// Reads anew, with what has taken the place of images.
    pub fn anew(&mut self) -> Images {
        Images {
            dropped: std::mem::take(&mut self.dropped),
            ..Images::default()
        }
    }

    /// The images of an applet in a page. Those that the version before had, too, and whose files
    /// have not changed since, are the same pictures.
    pub fn read(&mut self, page: &Path, applet: &Applet) -> Arc<[PageImage]> {
        let mut before = std::mem::take(&mut self.known);
        let decoder = &self.decoder;
        let mut left = IMAGE_BUDGET;
        let dropped = &self.dropped;
        let mut read = |image: &Image| {
            if let Some(known) = dropped.get(&image.name) {
                left = left.saturating_sub(known.bytes);
                return known.decoded.clone();
            }
            let key = key(page, image)?;
            if let Some(known) = self.known.get(&key) {
                return known.decoded.clone();
            }
            // What there was no room for may have some now, and the other way round.
            let fits = |known: &Known| known.refused == (known.bytes > left);
            let known = before.remove(&key).filter(fits).unwrap_or_else(|| {
                let mut room = ImageMemory::of(left);
                let decoded = decoded(page, image, decoder, &mut room);
                let ImageMemory { taken, refused, .. } = room;
                Known {
                    decoded,
                    bytes: taken,
                    refused,
                }
            });
            if !known.refused {
                left = left.saturating_sub(known.bytes);
            }
            let decoded = known.decoded.clone();
            self.known.insert(key, known);
            decoded
        };
        let images = applet.images.iter().map(|image| {
            let (picture, film) = match read(image) {
                Ok(Shown::Still(picture)) => (picture, None),
                Ok(Shown::Film(film, first)) => (first, Some(film)),
                Err(reason) => return PageImage::missing(&image.name, reason),
            };
            PageImage {
                name: image.name.as_str().into(),
                picture,
                film,
                missing: None,
            }
        });
        images.collect()
    }
}

/// Where an image comes from; otherwise why it cannot be shown.
fn url(image: &Image) -> Result<&str, Arc<str>> {
    let url = image.url.as_deref().map(str::trim);
    url.ok_or_else(|| "the address of this image is known only when the page runs".into())
}

fn key(page: &Path, image: &Image) -> Result<Key, Arc<str>> {
    let url = url(image)?;
    if is_data(url) {
        return Ok(Key::Data(url.to_owned()));
    }
    let mut path = cindyscript_applet::locate(page, url)?;
    if image.kind == ImageKind::Video {
        path = film::file(path);
    }
    let (written, length) = match fs::metadata(&path) {
        Ok(metadata) => (metadata.modified().ok(), metadata.len()),
        Err(_) => (None, 0),
    };
    Ok(match image.kind {
        ImageKind::Picture => Key::File(path, written, length),
        ImageKind::Video => Key::Video(path, written, length, image.name.clone()),
    })
}

fn is_data(url: &str) -> bool {
    url.get(..5)
        .is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"))
}

fn decoded(page: &Path, image: &Image, decoder: &Decoder, room: &mut ImageMemory) -> Decoded {
    let url = url(image)?;
    let named = |reason: String| -> Arc<str> {
        let name = if is_data(url) {
            "this `data:` URL"
        } else {
            url
        };
        format!("{name}: {reason}").into()
    };
    if let Some(reason) = cindyscript_applet::missing_image(page, image) {
        return Err(reason.into());
    }
    if let Some(bytes) = data_in_address(url) {
        let bytes = bytes?;
        let shown = match image.kind {
            ImageKind::Picture => picture(bytes, room).map(Shown::Still),
            ImageKind::Video => film::decode(bytes, room).map(|images| {
                let (film, first) = film::sequence(images);
                Shown::Film(film, first)
            }),
        };
        return shown.map_err(named);
    }
    match image.kind {
        ImageKind::Picture => {
            let bytes = resource::read(page, url)?;
            picture(bytes, room).map(Shown::Still).map_err(named)
        }
        ImageKind::Video => {
            let path = cindyscript_applet::locate(page, url)?;
            let film = film::video(&path, decoder, room);
            film.map(|(film, first)| Shown::Film(film, first))
                .map_err(named)
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use cindyscript_applet::{TextRange, TextSize};
    use cindyscript_interpreter::picture::PictureContent;
    use cindyscript_player::bitmap::Bitmap;

    use super::*;
    use crate::picture_file::write_png;

    fn applet(urls: &[&str]) -> Applet {
        let range = TextRange::empty(TextSize::new(0));
        let mut applet = Applet::new(range);
        applet.images = urls
            .iter()
            .map(|url| Image {
                name: (*url).to_owned(),
                url: Some((*url).to_owned()),
                kind: ImageKind::Picture,
                range,
            })
            .collect();
        applet
    }

    fn missing(url: &str) -> String {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("page.html");
        let images = Images::default().read(&page, &applet(&[url]));
        assert_eq!(images[0].picture.size(), [64, 64]);
        images[0].missing.as_deref().unwrap_or_default().to_owned()
    }

    #[test]
    fn what_is_missing_says_why() {
        assert_eq!(
            missing("no.png"),
            "there is no file `no.png` beside the page"
        );
        assert!(missing("https://a.b/c.png").contains("is not beside the page"));
        assert!(missing("Cargo.toml").contains("none of PNG, JPEG, GIF and WebP"));
        assert!(missing("data:image/png;base64,iVBORw0KGgo=").contains("damaged"));
        assert!(missing("data:,<svg/>").contains("SVG"));
    }

    /// A PNG of one bit a pixel that ends before its pixels.
    fn promise(folder: &Path, name: &str, size: [u32; 2]) {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, size[0], size[1]);
        encoder.set_depth(png::BitDepth::One);
        let mut writer = encoder.write_header().unwrap();
        // Nobody reads so far.
        writer.write_chunk(png::chunk::IDAT, &[]).unwrap();
        drop(writer);
        fs::write(folder.join(name), file).unwrap();
    }

    #[test]
    fn what_is_too_large_is_not_decoded() {
        let folder = std::env::temp_dir().join(format!("bombs-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let page = folder.join("page.html");
        promise(&folder, "bomb.png", [1 << 14, 1 << 14]);
        promise(&folder, "wide.png", [1 << 15, 1]);
        let large = fs::File::create(folder.join("large.png")).unwrap();
        write_png(&Bitmap::new([0, 0], [2000, 1000]), large).unwrap();
        let mut images = Images::default();
        let mut read = |names: &[&str]| images.read(&page, &applet(names));
        let said = |image: &PageImage| image.missing.as_deref().unwrap_or_default().to_owned();
        let all = read(&["bomb.png", "wide.png", "large.png", "bomb.png"]);
        let [bomb, wide, large, again] = [0, 1, 2, 3].map(|index| said(&all[index]));
        assert!(
            bomb.contains("bomb.png: too large: 16384 × 16384 pixels take 3072 MB")
                && bomb.contains("smaller"),
            "{bomb}"
        );
        assert!(wide.contains("16384 × 16384"), "{wide}");
        assert_eq!(large, "");
        assert_eq!(again, bomb);
        // Each is small enough, and all together are not.
        let names: Vec<_> = (0..100).map(|index| format!("{index}.png")).collect();
        for name in &names {
            fs::copy(folder.join("large.png"), folder.join(name)).unwrap();
        }
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        let left = |all: &[PageImage]| all.iter().filter(|image| image.missing.is_some()).count();
        let all = read(&names);
        assert_eq!(left(&all), 11);
        assert!(
            said(&all[99]).contains("room for 11 MB"),
            "{}",
            said(&all[99])
        );
        // There is room once others are gone; what is there stays the same.
        let some = read(&names[50..]);
        assert_eq!(left(&some), 0);
        assert!(some[0].picture.is_same(&all[50].picture));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn data_urls_are_images() {
        // One pixel, red, half transparent.
        let url =
            "data:image/gif;base64,R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==";
        let images = Images::default().read(Path::new("a.html"), &applet(&[url]));
        assert_eq!(images[0].missing, None);
        let PictureContent::Pixels(pixels) = images[0].picture.content() else {
            panic!("no pixels");
        };
        assert_eq!(pixels.get([0, 0]), Some([1.0, 0.0, 0.0, 1.0]));
    }

    #[test]
    fn a_file_that_is_dropped_takes_the_place_of_an_image_until_it_is_taken_back() {
        let folder = std::env::temp_dir().join(format!("dropped-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let page = folder.join("page.html");
        for (name, side) in [("a.png", 2), ("b.png", 3), ("c.png", 5)] {
            let file = fs::File::create(folder.join(name)).unwrap();
            write_png(&Bitmap::new([0, 0], [side; 2]), file).unwrap();
        }
        fs::write(folder.join("d.png"), "no picture").unwrap();
        let mut images = Images::default();
        let sides = |images: &mut Images| -> Vec<u32> {
            let read = images.read(&page, &applet(&["a.png", "b.png"]));
            read.iter().map(|image| image.picture.size()[0]).collect()
        };
        assert_eq!(sides(&mut images), [2, 3]);
        let drop = |name: &str| Exchange::Replace("a.png".to_owned(), folder.join(name));
        images.exchange(drop("c.png")).unwrap();
        fs::remove_file(folder.join("c.png")).unwrap();
        assert_eq!(sides(&mut images), [5, 3]);
        let refused = images.exchange(drop("d.png")).unwrap_err();
        assert_eq!(
            &*refused,
            "`d.png`: this is none of PNG, JPEG, GIF and WebP"
        );
        assert_eq!(sides(&mut images), [5, 3]);
        assert_eq!(sides(&mut images.anew()), [5, 3]);
        images.exchange(drop("b.png")).unwrap();
        images.exchange(Exchange::TakeBack).unwrap();
        assert_eq!(sides(&mut images), [2, 3]);
        assert!(is_media(&folder.join("b.png")) && !is_media(&folder.join("d.png")));
        assert!(!is_media(&folder));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn files_are_read_again_when_they_change() {
        let folder = std::env::temp_dir().join(format!("images-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let page = folder.join("page.html");
        let write = |size: [u32; 2]| {
            let file = fs::File::create(folder.join("a.png")).unwrap();
            write_png(&Bitmap::new([0, 0], size), file).unwrap();
        };
        let mut images = Images::default();
        let mut read = || Arc::clone(&images.read(&page, &applet(&["a.png"])));
        write([2, 3]);
        let first = read();
        assert!(read()[0].picture.is_same(&first[0].picture));
        assert_eq!(first[0].picture.size(), [2, 3]);
        write([40, 30]);
        assert_eq!(read()[0].picture.size(), [40, 30]);
        fs::remove_dir_all(&folder).unwrap();
    }
}
