//! Files as `data:` URLs.

use std::path::Path;

/// What files of an ending are, as browsers want to know it.
const TYPES: &[(&str, &str)] = &[
    ("apng", "image/apng"),
    ("avif", "image/avif"),
    ("bmp", "image/bmp"),
    ("cjs", "text/plain;charset=utf-8"),
    ("css", "text/css;charset=utf-8"),
    ("gif", "image/gif"),
    ("ico", "image/x-icon"),
    ("jpeg", "image/jpeg"),
    ("jpg", "image/jpeg"),
    ("js", "text/javascript;charset=utf-8"),
    ("json", "application/json"),
    ("mjs", "text/javascript;charset=utf-8"),
    ("mov", "video/quicktime"),
    ("mp3", "audio/mpeg"),
    ("mp4", "video/mp4"),
    ("ogg", "audio/ogg"),
    ("ogv", "video/ogg"),
    ("otf", "font/otf"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("ttf", "font/ttf"),
    ("txt", "text/plain;charset=utf-8"),
    ("vtt", "text/vtt"),
    ("wav", "audio/wav"),
    ("webm", "video/webm"),
    ("webp", "image/webp"),
    ("woff", "font/woff"),
    ("woff2", "font/woff2"),
];

/// A file, by its name and its bytes.
pub(super) fn data_url(name: &Path, bytes: &[u8]) -> String {
    let ending = name.extension().and_then(|ending| ending.to_str());
    let ending = ending.unwrap_or_default().to_ascii_lowercase();
    let known = TYPES.iter().find(|(known, _)| *known == ending);
    let kind = known.map_or("application/octet-stream", |(_, kind)| kind);
    let mut url = format!("data:{kind};base64,");
    encode(bytes, &mut url);
    url
}

/// Whether a URL needs no file.
pub(super) fn is_data(url: &str) -> bool {
    let scheme = url.trim_start().get(..5);
    scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"))
}

/// Appends bytes in base 64 (RFC 4648, section 4).
fn encode(bytes: &[u8], text: &mut String) {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    text.reserve(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |index: usize| u32::from(group.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let index = (bits >> (18 - 6 * digit) & 63) as usize;
            let is_padding = digit > group.len();
            text.push(if is_padding {
                '='
            } else {
                DIGITS[index] as char
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_64() {
        let url = |bytes: &[u8]| data_url(Path::new("a.TXT"), bytes);
        for (bytes, expected) in [
            (&b""[..], ""),
            (b"f", "Zg=="),
            (b"fo", "Zm8="),
            (b"foo", "Zm9v"),
            (b"foobar", "Zm9vYmFy"),
            (&[255, 239, 190], "/+++"),
        ] {
            let expected = format!("data:text/plain;charset=utf-8;base64,{expected}");
            assert_eq!(url(bytes), expected);
        }
    }
}
