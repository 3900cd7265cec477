//! `data:` URLs.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

/// A file of a MIME type.
pub(super) fn data_url(mime_type: &str, bytes: &[u8]) -> String {
    let mut url = format!("data:{mime_type};base64,");
    BASE64_STANDARD.encode_string(bytes, &mut url);
    url
}

/// True if a URL needs no file.
pub(super) fn is_data(url: &str) -> bool {
    let scheme = url.trim_start().get(..5);
    scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_64() {
        let url = |bytes: &[u8]| data_url("text/plain;charset=utf-8", bytes);
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
