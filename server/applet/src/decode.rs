//! Bytes to text.

/// The size of the largest file that is read, in bytes.
pub const LARGEST_FILE: u64 = 16 << 20;

/// Why a file of a size is not read, in one line; none if it is small enough.
#[must_use]
pub fn too_large(bytes: u64) -> Option<String> {
    let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    let (size, most) = (mib(bytes), mib(LARGEST_FILE));
    (bytes > LARGEST_FILE)
        .then(|| format!("this file has {size:.1} MiB, and is not read: the limit is {most} MiB"))
}

/// The bytes are not UTF-8, or not text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct EncodingError {
    /// The offset of the first wrong byte.
    pub offset: usize,
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
    /// What is wrong and what to do.
    pub message: String,
}

/// The text of a file. A byte order mark stays: offsets are those of the file.
///
/// # Errors
/// The bytes are not UTF-8. With zeros, as pictures and programs have them, they are not text at all.
pub fn decode(bytes: &[u8]) -> Result<String, EncodingError> {
    let Err(error) = std::str::from_utf8(bytes) else {
        return Ok(String::from_utf8_lossy(bytes).into_owned());
    };
    let is_utf16 = matches!(bytes, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]);
    if !is_utf16 && bytes.contains(&0) {
        return Err(EncodingError {
            offset: 0,
            line: 1,
            column: 1,
            message: "this file is not text".to_owned(),
        });
    }
    let offset = error.valid_up_to();
    let before = String::from_utf8_lossy(&bytes[..offset]);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let message = match bytes.get(offset) {
        _ if is_utf16 => "the file is UTF-16; save it as UTF-8".to_owned(),
        Some(byte) => format!("byte 0x{byte:02X} is not UTF-8; save the file as UTF-8"),
        None => "the file is not UTF-8; save it as UTF-8".to_owned(),
    };
    Err(EncodingError {
        offset,
        line: before.matches('\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
        message,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn file_over_the_limit_is_refused_with_its_size() {
        assert_eq!(too_large(LARGEST_FILE), None);
        assert_eq!(
            too_large(50_000_000).as_deref(),
            Some("this file has 47.7 MiB, and is not read: the limit is 16 MiB")
        );
    }

    #[test]
    fn utf8() {
        assert_eq!(decode("größe := 1".as_bytes()).unwrap(), "größe := 1");
    }

    #[test]
    fn latin1() {
        let error = decode(b"// one\n// gr\xF6\xDFe").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 2, column 6: byte 0xF6 is not UTF-8; save the file as UTF-8"
        );
        assert_eq!(error.offset, 12);
    }

    #[test]
    fn file_with_zeros_is_not_text() {
        for bytes in [&b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR"[..], b"MZ\x90\0\x03"] {
            let error = decode(bytes).unwrap_err();
            assert_eq!(error.to_string(), "line 1, column 1: this file is not text");
        }
    }

    #[test]
    fn utf16() {
        let error = decode(b"\xFF\xFEa\0").unwrap_err();
        assert_eq!(error.message, "the file is UTF-16; save it as UTF-8");
    }
}
