//! Pictures as the decoder writes them: Netpbm's PAM, one after the other. Each says how large it
//! is, so that nobody has to know it before.

use std::io::{self, BufRead, Read};

use cindyscript_interpreter::picture::Pixels;

use crate::still::LARGEST_SIDE;

/// Lines of a header are shorter, and fewer.
const LONGEST_LINE: u64 = 256;
const MOST_LINES: usize = 32;

/// Larger pictures are refused, in bytes.
const LARGEST: usize = 256 << 20;

/// The next picture; none at the end.
///
/// # Errors
/// It cannot be read, or is none of red, green, blue and alpha, a byte each.
pub(super) fn read(pipe: &mut impl BufRead) -> io::Result<Option<Pixels>> {
    if pipe.fill_buf()?.is_empty() {
        return Ok(None);
    }
    let size = header(pipe)?;
    let [width, height] = size.map(|side| side as usize);
    let length = width * height * 4;
    if length > LARGEST {
        return Err(wrong("its pictures are too large"));
    }
    // Grows with what comes, not with what the header promises.
    let mut rgba = Vec::new();
    pipe.take(length as u64).read_to_end(&mut rgba)?;
    let pixels = Pixels::new(size, rgba).ok_or_else(|| wrong("its last picture is incomplete"))?;
    Ok(Some(pixels))
}

fn header(pipe: &mut impl BufRead) -> io::Result<[u32; 2]> {
    let not_pam = || wrong("it does not write PAM pictures of red, green, blue and alpha");
    if line(pipe)? != "P7" {
        return Err(not_pam());
    }
    let (mut width, mut height) = (None, None);
    for _ in 0..MOST_LINES {
        let line = line(pipe)?;
        let (key, value) = line.split_once(' ').unwrap_or((&line, ""));
        let number = value.trim().parse::<u32>().ok();
        match (key, number) {
            ("WIDTH", _) => width = number,
            ("HEIGHT", _) => height = number,
            ("DEPTH", Some(4)) | ("MAXVAL", Some(255)) => {}
            ("DEPTH" | "MAXVAL", _) => return Err(not_pam()),
            ("ENDHDR", _) => {
                let sides = width.zip(height).map(|(width, height)| [width, height]);
                let fits = |size: &[u32; 2]| size.iter().all(|s| (1..=LARGEST_SIDE).contains(s));
                return sides
                    .filter(fits)
                    .ok_or_else(|| wrong("its pictures have no size that can be shown"));
            }
            _ => {}
        }
    }
    Err(not_pam())
}

fn line(pipe: &mut impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    pipe.take(LONGEST_LINE).read_line(&mut line)?;
    Ok(line.trim_end().to_owned())
}

fn wrong(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn header_of(width: &str, depth: u32) -> Vec<u8> {
        format!(
            "P7\nWIDTH {width}\nHEIGHT 1\nDEPTH {depth}\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
        )
        .into()
    }

    #[test]
    fn pictures_follow_each_other() {
        let mut bytes = header_of("2", 4);
        bytes.extend(*b"P7\nWIDTH");
        bytes.extend(header_of("1", 4));
        bytes.extend([1, 2, 3, 4]);
        let mut pipe = &bytes[..];
        let first = read(&mut pipe).unwrap().unwrap();
        assert_eq!(first.size(), [2, 1]);
        assert_eq!(&*first.bytes(), b"P7\nWIDTH");
        let second = read(&mut pipe).unwrap().unwrap();
        assert_eq!(&*second.bytes(), [1, 2, 3, 4]);
        assert_eq!(read(&mut pipe).unwrap(), None);
    }

    #[test]
    fn what_is_none_is_refused() {
        let check = |bytes: &[u8], wanted: &str| {
            let mut pipe = bytes;
            let error = read(&mut pipe).unwrap_err().to_string();
            assert!(error.contains(wanted), "{error}");
        };
        check(b"no picture", "PAM");
        check(&header_of("2", 3), "PAM");
        check(&header_of("2", 4), "incomplete");
        check(&header_of("0", 4), "size");
        check(&header_of("99999999999", 4), "size");
        check(&header_of("16384", 4), "incomplete");
        check(&[b'P', b'7', b'\n'].repeat(1000), "PAM");
        check(&[0xff; 1000], "");
    }
}
