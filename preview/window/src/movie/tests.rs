#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;

use cindyscript_interpreter::picture::PictureContent;
use image::AnimationDecoder;
use image::codecs::gif::GifDecoder;

use super::*;

/// A folder of a test's own.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("movie-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Red, then green, then blue.
fn pictures(size: [u32; 2]) -> Vec<Bitmap> {
    let colours = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]];
    let area = (size[0] * size[1]) as usize;
    let filled = |colour: [u8; 4]| Bitmap::from_rgba([0, 0], size, colour.repeat(area)).unwrap();
    colours.map(filled).into()
}

fn write(path: &Path, size: [u32; 2], ffmpeg: &Decoder) -> anyhow::Result<()> {
    let rate = Format::of(path).map_or(1, Format::rate);
    let plan = Plan {
        size,
        count: 3,
        rate,
        ffmpeg,
    };
    let mut movie = Movie::create(path, &plan)?;
    for picture in pictures(size) {
        movie.add(&picture)?;
    }
    movie.finish(&[])
}

#[test]
fn gifs_last_as_long_as_they_should() {
    let folder = folder("gif");
    let path = folder.join("a.gif");
    write(&path, [5, 3], &Decoder::default()).unwrap();
    let file = std::io::BufReader::new(File::open(&path).unwrap());
    let frames = GifDecoder::new(file).unwrap().into_frames();
    let frames = frames.collect_frames().unwrap();
    let delays = frames.iter().map(|frame| frame.delay().numer_denom_ms().0);
    // A tenth of a second.
    assert_eq!(delays.collect::<Vec<_>>(), [30, 40, 30]);
    let colours = frames.iter().map(|frame| frame.buffer().get_pixel(4, 2).0);
    let expected = pictures([1, 1])
        .into_iter()
        .map(|picture| picture.pixel([0, 0]));
    assert!(colours.eq(expected));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn gif_has_equal_pictures_once() {
    let folder = folder("still");
    let path = folder.join("a.gif");
    let plan = Plan {
        size: [5, 3],
        count: 31,
        rate: 30,
        ffmpeg: &Decoder::default(),
    };
    let mut movie = Movie::create(&path, &plan).unwrap();
    let [red, green, _] = pictures([5, 3]).try_into().unwrap();
    for _ in 0..30 {
        movie.add(&red).unwrap();
    }
    movie.add(&green).unwrap();
    movie.finish(&[]).unwrap();
    let file = std::io::BufReader::new(File::open(&path).unwrap());
    let frames = GifDecoder::new(file).unwrap().into_frames();
    let frames = frames.collect_frames().unwrap();
    let delays = frames.iter().map(|frame| frame.delay().numer_denom_ms().0);
    assert_eq!(delays.collect::<Vec<_>>(), [1000, 30]);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn apng_has_only_what_changes() {
    let folder = folder("changes");
    let path = folder.join("a.apng");
    let size = [40, 30];
    let plan = Plan {
        size,
        count: 4,
        rate: 60,
        ffmpeg: &Decoder::default(),
    };
    let mut first: Vec<u8> = (0..40 * 30)
        .flat_map(|k| [k as u8, (k / 7) as u8, 9, 255])
        .collect();
    let mut all = vec![first.clone(), first.clone()];
    for pixel in [40 * 3 + 5, 40 * 9 + 7] {
        first[4 * pixel] ^= 255;
    }
    all.push(first.clone());
    first[4 * (40 * 29 + 39)] ^= 255;
    all.push(first);
    let mut movie = Movie::create(&path, &plan).unwrap();
    for pixels in &all {
        movie
            .add(&Bitmap::from_rgba([0, 0], size, pixels.clone()).unwrap())
            .unwrap();
    }
    movie.finish(&[]).unwrap();
    let file = std::io::BufReader::new(File::open(&path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut shown = vec![0; 4 * 40 * 30];
    let mut sizes = Vec::new();
    for pixels in &all {
        let mut part = vec![0; 4 * 40 * 30];
        reader.next_frame(&mut part).unwrap();
        let frame = *reader.info().frame_control().unwrap();
        sizes.push([frame.width, frame.height]);
        for (y, row) in part
            .chunks_exact(4 * frame.width as usize)
            .take(frame.height as usize)
            .enumerate()
        {
            let at = 4 * (40 * (frame.y_offset as usize + y) + frame.x_offset as usize);
            shown[at..at + row.len()].copy_from_slice(row);
        }
        assert!(shown == *pixels, "{frame:?}");
    }
    assert_eq!(sizes, [[40, 30], [1, 1], [3, 7], [1, 1]]);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn apngs_keep_what_is_transparent() {
    let folder = folder("apng");
    let path = folder.join("a.apng");
    let plan = Plan {
        size: [1, 1],
        count: 2,
        rate: 60,
        ffmpeg: &Decoder::default(),
    };
    let mut movie = Movie::create(&path, &plan).unwrap();
    for pixel in [[0, 0, 0, 0], [64, 0, 128, 128]] {
        let picture = Bitmap::from_rgba([0, 0], [1, 1], pixel.into()).unwrap();
        movie.add(&picture).unwrap();
    }
    movie.finish(&[]).unwrap();
    let file = std::io::BufReader::new(File::open(&path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    assert_eq!(reader.info().animation_control().unwrap().num_frames, 2);
    let mut pixels = [0; 4];
    reader.next_frame(&mut pixels).unwrap();
    assert_eq!(pixels, [0; 4]);
    reader.next_frame(&mut pixels).unwrap();
    assert_eq!(pixels, [128, 0, 255, 128]);
    let control = reader.info().frame_control().unwrap();
    assert_eq!((control.delay_num, control.delay_den), (1, 60));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn apng_that_ends_early_has_as_many_pictures_as_it_says() {
    let folder = folder("short");
    let path = folder.join("a.apng");
    let plan = Plan {
        size: [3, 2],
        count: 300,
        rate: 60,
        ffmpeg: &Decoder::default(),
    };
    let mut movie = Movie::create(&path, &plan).unwrap();
    for picture in &pictures([3, 2])[..2] {
        movie.add(picture).unwrap();
    }
    movie.finish(&[]).unwrap();
    let file = std::io::BufReader::new(File::open(&path).unwrap());
    // The decoder checks the sums of all chunks.
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    assert_eq!(reader.info().animation_control().unwrap().num_frames, 2);
    let mut pixels = [0; 24];
    reader.next_frame(&mut pixels).unwrap();
    reader.next_frame(&mut pixels).unwrap();
    assert_eq!(pixels[..4], [0, 255, 0, 255]);
    assert!(reader.next_frame(&mut pixels).is_err());
    fs::remove_dir_all(&folder).unwrap();
}

#[cfg(unix)]
#[test]
fn encoder_that_complains_has_written_no_movie() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("complaint");
    let program = folder.join("ffmpeg");
    // A program that takes all pictures and ends as if all were well.
    let script = "#!/bin/sh\ncat > /dev/null\necho 'Error writing trailer: No space left' >&2\n";
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    for name in ["a.mp4", "a.webm"] {
        let path = folder.join(name);
        fs::write(&path, "old").unwrap();
        let failed = write(&path, [4, 4], &Decoder::new(Some(program.clone()))).unwrap_err();
        let failed = failed.to_string();
        assert!(
            failed.contains("writes no movie: Error writing trailer"),
            "{failed}"
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 3);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn ffmpeg_writes_the_others() {
    let ffmpeg = Decoder::default();
    if !ffmpeg.starts() {
        return cindyscript_tests::lacking("movies by ffmpeg", "ffmpeg is not installed");
    }
    let folder = folder("ffmpeg");
    for name in ["a.mp4", "a.webm"] {
        // Odd sides, as canvases may have.
        let path = folder.join(name);
        write(&path, [65, 33], &ffmpeg).unwrap();
        let mut film = cindyscript_interpreter::ImageMemory::default();
        let (film, first) =
            crate::film::video(&path, &ffmpeg.clone().patient(), &mut film).unwrap();
        assert_eq!(first.size(), [66, 34], "{name}");
        // It plays at half the rate of the applet: the second picture is the third that was written.
        let PictureContent::Pixels(last) = film.at(0.034).unwrap().content() else {
            panic!("{name}");
        };
        let colour = last.get([65, 33]).unwrap();
        let is_blue = colour[0] < 0.1 && colour[1] < 0.1 && colour[2] > 0.9;
        assert!(is_blue, "{name}: {colour:?}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn movies_of_ffmpeg_have_the_sound() {
    let ffmpeg = Decoder::default();
    if !ffmpeg.starts() {
        return cindyscript_tests::lacking("sound by ffmpeg", "ffmpeg is not installed");
    }
    let folder = folder("sound");
    for name in ["a.mp4", "a.webm"] {
        let path = folder.join(name);
        let plan = Plan {
            size: [4, 4],
            count: 60,
            rate: 60,
            ffmpeg: &ffmpeg,
        };
        let mut movie = Movie::create(&path, &plan).unwrap();
        for _ in 0..60 {
            movie.add(&pictures([4, 4])[0]).unwrap();
        }
        // Half a second of silence, then a tone in the left ear.
        let tone = |index: u32| {
            [
                if index < 22_050 {
                    0.0
                } else {
                    (f64::from(index) * 0.05).sin() as f32
                },
                0.0,
            ]
        };
        movie
            .finish(&(0..44_100).map(tone).collect::<Vec<_>>())
            .unwrap();
        let mut command = ffmpeg.program();
        command.arg("-i").arg(&path);
        let output = command
            .args(["-f", "f32le", "-ar", "44100", "-"])
            .output()
            .unwrap();
        let (samples, _) = output.stdout.as_chunks::<4>();
        let samples: Vec<f32> = samples.iter().copied().map(f32::from_le_bytes).collect();
        let peak = |ear: usize, range: std::ops::Range<usize>| {
            let samples = samples.chunks_exact(2).skip(range.start).take(range.len());
            samples.fold(0.0, |peak: f32, pair| peak.max(pair[ear].abs()))
        };
        assert!(peak(0, 0..19_000) < 0.1, "{name}");
        assert!(peak(0, 25_000..40_000) > 0.9, "{name}");
        assert!(peak(1, 0..40_000) < 0.1, "{name}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_cannot_be_written_leaves_nothing() {
    let folder = folder("nothing");
    let refused = |name: &str, size, ffmpeg: &Decoder| {
        let error = write(&folder.join(name), size, ffmpeg).unwrap_err();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "{name}");
        error.to_string()
    };
    let nobody = Decoder::new(Some(folder.join("no encoder")));
    let said = refused("a.mp4", [4, 4], &nobody);
    assert!(
        said.contains("not found: --ffmpeg names it; or write a .gif"),
        "{said}"
    );
    let said = refused("a.avi", [4, 4], &nobody);
    assert!(said.contains(".gif, .apng, .mp4 or .webm"), "{said}");
    let said = refused("no/a.gif", [4, 4], &nobody);
    assert!(said.contains("make its folder first"), "{said}");
    // Of a movie that is given up in the middle nothing stays.
    let plan = Plan {
        size: [4, 4],
        count: 3,
        rate: 30,
        ffmpeg: &nobody,
    };
    let mut movie = Movie::create(&folder.join("a.gif"), &plan).unwrap();
    movie.add(&pictures([4, 4])[0]).unwrap();
    drop(movie);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    fs::remove_dir_all(&folder).unwrap();
}
