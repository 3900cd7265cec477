//! Stands between standard input and the library's decoder, which gives up at the first message
//! that it cannot read. Here such a message becomes one that is answered with the error that
//! JSON-RPC asks for, and the next is read as usual.
//!
//! It also mends what an editor may send of a character cut in half: a lone surrogate becomes
//! U+FFFD, which is one UTF-16 unit like the surrogate was, so that later positions stay right.

use std::io;

use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tower_lsp::jsonrpc::{Error, ErrorCode, Request};

/// Method name substituted for a malformed message, which no client sends.
pub(crate) const MALFORMED: &str = "cindyscript/malformed";

/// The error that answers a malformed message.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Malformed {
    code: i64,
    message: String,
}

impl Malformed {
    /// Whether the message makes no sense; else it only asks for what is not there.
    pub(crate) fn makes_no_sense(&self) -> bool {
        self.code != ErrorCode::MethodNotFound.code()
    }

    pub(crate) fn message(&self) -> &str {
        &self.message
    }
}

impl From<Malformed> for Error {
    fn from(malformed: Malformed) -> Self {
        Self {
            code: ErrorCode::from(malformed.code),
            message: malformed.message.into(),
            data: None,
        }
    }
}

/// Copies messages until the input ends or the output is gone, well-formed ones as they are.
pub(crate) async fn guard(
    mut input: impl AsyncBufRead + Unpin,
    mut output: impl AsyncWrite + Unpin,
) -> io::Result<()> {
    while let Some(body) = read(&mut input).await? {
        let body = mend(body);
        let header = format!("Content-Length: {}\r\n\r\n", body.len());
        output.write_all(header.as_bytes()).await?;
        output.write_all(&body).await?;
        output.flush().await?;
    }
    Ok(())
}

/// The body of the next message. Lines that are no header are skipped.
async fn read(input: &mut (impl AsyncBufRead + Unpin)) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let mut length = None;
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line).await? == 0 {
            return Ok(None);
        }
        match (line.trim_ascii(), length) {
            ([], Some(length)) => {
                // Grows as it is read: the length is only what the message says of itself.
                let mut body = Vec::new();
                let read = input.take(length).read_to_end(&mut body).await?;
                let whole = u64::try_from(read) == Ok(length);
                return Ok(whole.then_some(body));
            }
            ([], None) => {}
            (header, _) => length = content_length(header).or(length),
        }
    }
}

/// The length that a header line tells, wherever in the line: garbage may stand before it.
fn content_length(line: &[u8]) -> Option<u64> {
    let line = String::from_utf8_lossy(line).to_ascii_lowercase();
    let (_, length) = line.rsplit_once("content-length:")?;
    length.trim().parse().ok()
}

/// The body of a message that the library's decoder takes.
fn mend(body: Vec<u8>) -> Vec<u8> {
    let body = match String::from_utf8(body) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    };
    let error = match serde_json::from_str::<Request>(&body) {
        Ok(request) => {
            let refused = unknown(&request).or_else(|| reversed(&request));
            return refused.unwrap_or_else(|| body.into());
        }
        Err(error) => error,
    };
    if let Some(mended) = without_lone_surrogates(&body)
        && serde_json::from_str::<Request>(&mended).is_ok()
    {
        return mended.into();
    }
    let (code, kind) = if error.is_data() {
        (ErrorCode::InvalidRequest, "not a JSON-RPC message")
    } else {
        (ErrorCode::ParseError, "not JSON")
    };
    let malformed = Malformed {
        code: code.code(),
        message: format!("{kind}: {error}"),
    };
    to_be_answered(&serde_json::Value::Null, &malformed)
}

/// A message that is answered with an error.
fn to_be_answered(id: &impl Serialize, malformed: &Malformed) -> Vec<u8> {
    let request = serde_json::json!({
        "jsonrpc": "2.0", "id": id, "method": MALFORMED, "params": malformed,
    });
    request.to_string().into()
}

/// A request whose method begins with `$/`, as one that is answered with an error. The library
/// leaves all unknown methods of that kind out, though only notifications may be ignored.
fn unknown(request: &Request) -> Option<Vec<u8>> {
    let (id, method) = (request.id()?, request.method());
    if !method.starts_with("$/") {
        return None;
    }
    let malformed = Malformed {
        code: ErrorCode::MethodNotFound.code(),
        message: format!("there is no method {method}"),
    };
    Some(to_be_answered(id, &malformed))
}

/// A request about a range that ends before it begins, as one that is answered with an error: what
/// is meant, nobody knows, and an edit might be the answer.
fn reversed(request: &Request) -> Option<Vec<u8>> {
    let range = request.params()?.get("range")?;
    let place = |end: &str| {
        Some((
            range.get(end)?["line"].as_u64()?,
            range[end]["character"].as_u64()?,
        ))
    };
    let id = request.id().filter(|_| place("end") < place("start"))?;
    let malformed = Malformed {
        code: ErrorCode::InvalidParams.code(),
        message: format!("{}: the range ends before it begins", request.method()),
    };
    Some(to_be_answered(id, &malformed))
}

/// A JSON text with `\uFFFD` for each escaped surrogate without its other half; `None` if there
/// is none.
fn without_lone_surrogates(json: &str) -> Option<String> {
    let escape = |at: usize| -> Option<u16> {
        let digits = json.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    };
    let mut mended = String::with_capacity(json.len());
    let mut copied = 0;
    let mut at = 0;
    while let Some(found) = json.get(at..).and_then(|rest| rest.find('\\')) {
        at += found;
        let length = match escape(at) {
            None => 2,
            Some(0xD800..=0xDBFF) if matches!(escape(at + 6), Some(0xDC00..=0xDFFF)) => 12,
            Some(0xD800..=0xDFFF) => {
                mended.push_str(json.get(copied..at)?);
                mended.push_str("\\uFFFD");
                copied = at + 6;
                6
            }
            Some(_) => 6,
        };
        at += length;
    }
    mended.push_str(json.get(copied..)?);
    (copied > 0).then_some(mended)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use proptest::prelude::*;

    use super::*;

    fn through(input: &[u8]) -> String {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        let mut output = Vec::new();
        runtime.block_on(guard(input, &mut output)).unwrap();
        String::from_utf8(output).unwrap()
    }

    fn message(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn messages_pass() {
        let one = message(r#"{"jsonrpc":"2.0","method":"exit"}"#);
        let two = message(r#"{"jsonrpc":"2.0","id":1,"result":null}"#);
        assert_eq!(through((one.clone() + &two).as_bytes()), one.clone() + &two);
        let typed = one.replace(
            "\r\n\r\n",
            "\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n",
        );
        assert_eq!(through(typed.as_bytes()), one);
        assert_eq!(through(format!("garbage\n\n\0{one}").as_bytes()), one);
    }

    #[test]
    fn what_is_no_message_is_answered_and_the_next_is_read() {
        let good = message(r#"{"jsonrpc":"2.0","method":"exit"}"#);
        for (bad, code) in [
            ("{\"jsonrpc\":", "-32700"),
            ("", "-32700"),
            ("\u{0}", "-32700"),
            ("[]", "-32600"),
            ("{\"method\":\"exit\"}", "-32600"),
            (
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"exit\"}",
                "-32600",
            ),
        ] {
            let output = through((message(bad) + &good).as_bytes());
            assert!(
                output.contains(MALFORMED) && output.contains(code),
                "{output}"
            );
            assert!(output.ends_with(&good), "{output}");
        }
    }

    #[test]
    fn halves_of_characters_are_mended() {
        let check = |from: &str, to: Option<&str>| {
            assert_eq!(without_lone_surrogates(from).as_deref(), to, "{from}");
        };
        check(r#""a\ud83d""#, Some(r#""a\uFFFD""#));
        check(
            r#""\ude00\ud83d\ude00\ud83dx""#,
            Some(r#""\uFFFD\ud83d\ude00\uFFFDx""#),
        );
        check(r#""\ud83d\ud83d\ude00""#, Some(r#""\uFFFD\ud83d\ude00""#));
        check(r#""\ud83d\ude00\u00e4\n\\ud83d""#, None);
        check(r#""\"#, None);
        check(r#""\u12"#, None);
        let cut = r#"{"jsonrpc":"2.0","method":"m","params":{"text":"\ud83d"}}"#;
        assert!(through(message(cut).as_bytes()).contains("\\uFFFD"));
    }

    proptest! {
        #[test]
        fn any_bytes_end(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            through(&bytes);
            let body = mend(bytes);
            prop_assert!(serde_json::from_slice::<Request>(&body).is_ok());
        }
    }
}
