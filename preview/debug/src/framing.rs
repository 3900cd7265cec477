//! Messages in a stream of bytes: a header with the length, and JSON.

use std::io::{self, BufRead, Read, Write};

use serde_json::Value as Json;

/// A message may be so long, in bytes.
const MAX_MESSAGE: usize = 16 << 20;
/// A line of a header may be so long, in bytes.
const MAX_LINE: u64 = 1 << 10;

/// Why a message cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum FramingError {
    /// The stream is broken.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The header does not say how long the message is: nothing behind it can be read.
    #[error("a message without `Content-Length: N`, or with a length of more than {} MiB", MAX_MESSAGE >> 20)]
    Header,
    /// The message is no JSON. The next one can be read.
    #[error("a message that is no JSON: {0}")]
    Json(#[from] serde_json::Error),
}

/// The next message of a stream; none at its end.
///
/// # Errors
/// See [`FramingError`].
pub fn read_message(stream: &mut impl BufRead) -> Result<Option<Json>, FramingError> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        stream
            .by_ref()
            .take(MAX_LINE)
            .read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        if !line.ends_with('\n') {
            return Err(FramingError::Header);
        }
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse::<usize>().ok();
        }
    }
    let length = length.filter(|length| *length <= MAX_MESSAGE);
    let mut body = vec![0; length.ok_or(FramingError::Header)?];
    stream.read_exact(&mut body)?;
    Ok(Some(serde_json::from_slice(&body)?))
}

/// Writes a message to a stream.
///
/// # Errors
/// The stream is broken.
pub fn write_message(stream: &mut impl Write, message: &Json) -> io::Result<()> {
    let body = message.to_string();
    write!(stream, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    stream.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn messages_are_read_as_they_were_written() {
        let messages = [json!({"a": "é\n"}), json!([]), json!(3)];
        let mut bytes = Vec::new();
        for message in &messages {
            write_message(&mut bytes, message).expect("memory");
        }
        let mut stream = bytes.as_slice();
        for message in messages {
            assert_eq!(read_message(&mut stream).expect("a message"), Some(message));
        }
        assert!(read_message(&mut stream).expect("the end").is_none());
    }

    #[test]
    fn messages_that_are_no_messages_are_errors() {
        let error = |bytes: &str| match read_message(&mut bytes.as_bytes()) {
            Err(FramingError::Io(_)) => "io",
            Err(FramingError::Header) => "header",
            Err(FramingError::Json(_)) => "json",
            Ok(_) => "none",
        };
        assert_eq!(error("hello\r\n\r\n{}"), "header");
        assert_eq!(error("Content-Length: x\r\n\r\n{}"), "header");
        assert_eq!(error("Content-Length: 99999999999\r\n\r\n{}"), "header");
        assert_eq!(error("Content-Length: 9\r\n\r\n{}"), "io");
        assert_eq!(error("content-length: 2\r\n\r\n}{"), "json");
        assert_eq!(error(&"x".repeat(5000)), "header");
        assert_eq!(error(""), "none");
    }
}
