//! The kinds of files by their content. A page is made of images, films, sounds, fonts, subtitles, styles,
//! scripts and libraries; all else stays out of one that is given away.

use std::path::Path;

use cindyscript_applet::{decode, is_javascript};
use cindyscript_hir::document::Document;
use cindyscript_ide::formatting::{Style, formatting};

/// A text that a page uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum TextKind {
    /// CSS.
    Style,
    /// JavaScript.
    Script,
    /// CindyScript.
    Library,
}

impl TextKind {
    /// The noun for it, and the endings of its files.
    fn names(self) -> (&'static str, &'static [&'static str]) {
        match self {
            TextKind::Style => ("stylesheet", &["css"]),
            TextKind::Script => ("script", &["js", "mjs"]),
            TextKind::Library => ("library", &["cjs"]),
        }
    }

    pub(super) fn mime_type(self) -> &'static str {
        match self {
            TextKind::Style => "text/css;charset=utf-8",
            TextKind::Script => "text/javascript;charset=utf-8",
            TextKind::Library => "text/plain;charset=utf-8",
        }
    }
}

/// Bytes at an offset.
type Mark = (usize, &'static [u8]);

/// The marks of a format, all of which a file has, and its MIME type. The first that fits counts.
const MEDIA: &[(&[Mark], &str)] = &[
    (&[(0, b"\x89PNG\r\n\x1a\n")], "image/png"),
    (&[(0, b"\xff\xd8\xff")], "image/jpeg"),
    (&[(0, b"GIF87a")], "image/gif"),
    (&[(0, b"GIF89a")], "image/gif"),
    (&[(0, b"RIFF"), (8, b"WEBP")], "image/webp"),
    (&[(0, b"RIFF"), (8, b"WAVE")], "audio/wav"),
    (&[(0, b"RIFF"), (8, b"AVI ")], "video/x-msvideo"),
    (&[(0, b"BM"), (6, &[0, 0, 0, 0])], "image/bmp"),
    (&[(0, &[0, 0, 1, 0])], "image/x-icon"),
    (&[(0, b"II*\0")], "image/tiff"),
    (&[(0, b"MM\0*")], "image/tiff"),
    (&[(0, &[0]), (4, b"ftypavif")], "image/avif"),
    (&[(0, &[0]), (4, b"ftypavis")], "image/avif"),
    (&[(0, &[0]), (4, b"ftypqt  ")], "video/quicktime"),
    (&[(0, &[0]), (4, b"ftypM4A ")], "audio/mp4"),
    (&[(0, &[0]), (4, b"ftyp")], "video/mp4"),
    (&[(0, &[0]), (4, b"moov")], "video/quicktime"),
    (&[(0, &[0]), (4, b"mdat")], "video/quicktime"),
    (&[(0, b"\x1a\x45\xdf\xa3")], "video/webm"),
    (&[(0, b"OggS\0")], "application/ogg"),
    (&[(0, b"fLaC\0")], "audio/flac"),
    (&[(0, b"ID3"), (5, &[0])], "audio/mpeg"),
    (&[(0, b"\xff\xfb")], "audio/mpeg"),
    (&[(0, b"\xff\xf3")], "audio/mpeg"),
    (&[(0, b"\xff\xf1")], "audio/aac"),
    (&[(0, b"\xff\xf9")], "audio/aac"),
    (&[(0, b"wOFF"), (8, &[0])], "font/woff"),
    (&[(0, b"wOF2"), (8, &[0])], "font/woff2"),
    (&[(0, b"OTTO\0")], "font/otf"),
    (&[(0, &[0, 1, 0, 0])], "font/ttf"),
    (&[(0, b"true\0")], "font/ttf"),
    (&[(0, b"ttcf\0")], "font/collection"),
    (&[(9, &[0]), (34, b"LP")], "application/vnd.ms-fontobject"),
];

/// The MIME type of an image, a film, a sound, a font or subtitles. None of anything else.
pub(super) fn media_type(bytes: &[u8]) -> Option<&'static str> {
    let has = |(offset, mark): &Mark| {
        let rest = bytes.get(*offset..);
        rest.is_some_and(|rest| rest.starts_with(mark))
    };
    let known = MEDIA.iter().find(|(marks, _)| marks.iter().all(has));
    let text = || {
        let text = std::str::from_utf8(bytes).ok()?;
        let text = text.trim_start_matches('\u{feff}');
        if text
            .strip_prefix("WEBVTT")
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
        {
            return Some("text/vtt");
        }
        is_svg(text).then_some("image/svg+xml")
    };
    known.map(|(_, kind)| *kind).or_else(text)
}

/// True if the root element of an XML text is `svg`.
fn is_svg(text: &str) -> bool {
    let mut rest = text.trim_start();
    loop {
        let end = match rest {
            _ if rest.starts_with("<!--") => "-->",
            _ if rest.starts_with("<?") => "?>",
            _ if rest.starts_with("<!DOCTYPE") => ">",
            _ => break,
        };
        let Some((_, after)) = rest.split_once(end) else {
            return false;
        };
        rest = after.trim_start();
    }
    let root = rest.strip_prefix("<svg");
    root.is_some_and(|root| root.starts_with(|c: char| c.is_whitespace() || "/>".contains(c)))
}

/// The text of a file that is of a kind by its name and its content.
///
/// # Errors
/// It is something else; the reason, as the end of a sentence.
pub(super) fn text(path: &Path, bytes: &[u8], kind: TextKind) -> Result<String, String> {
    let (noun, endings) = kind.names();
    let ending = path.extension().and_then(|ending| ending.to_str());
    let ending = ending.unwrap_or_default().to_ascii_lowercase();
    if !endings.contains(&&*ending) {
        let endings = endings.join("` or `.");
        return Err(format!(
            "is no {noun} by its name: that would end in `.{endings}`"
        ));
    }
    let text = decode(bytes).map_err(|error| {
        let (line, column) = (error.line, error.column);
        format!(
            "cannot be read in line {line}, column {column}: {}",
            error.message
        )
    })?;
    let is_valid = match kind {
        TextKind::Style => is_css(&text),
        TextKind::Script => is_javascript(&text),
        TextKind::Library => {
            let document = Document::open("library.cjs", text.as_str());
            formatting(&document, &Style::default()).errors.is_empty()
        }
    };
    if text.contains('\0') || !is_valid {
        return Err(format!("is no {noun} by its content"));
    }
    Ok(text)
}

/// True if a text consists of rules as CSS has them: `selector { ... }` and `@word ...;`.
fn is_css(text: &str) -> bool {
    let mut depth = 0_usize;
    // Begins with `@` or not; none before its first letter.
    let mut rule: Option<bool> = None;
    let mut rest = text.trim_start_matches('\u{feff}');
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("/*") => {
                let end = rest.get(2..).and_then(|rest| rest.find("*/"));
                end.map_or(rest.len(), |end| end + 4)
            }
            '<' if rest.starts_with("<!--") => 4,
            '-' if rest.starts_with("-->") => 3,
            '"' | '\'' => {
                rule.get_or_insert(false);
                let end = rest.get(1..).and_then(|rest| rest.find(first));
                end.map_or(rest.len(), |end| end + 2)
            }
            '{' => {
                if depth == 0 && rule.is_none() {
                    return false;
                }
                depth += 1;
                1
            }
            '}' => {
                let Some(outer) = depth.checked_sub(1) else {
                    return false;
                };
                depth = outer;
                rule = None;
                1
            }
            ';' if depth == 0 => {
                if rule != Some(true) {
                    return false;
                }
                rule = None;
                1
            }
            _ => {
                if depth == 0 && !first.is_whitespace() {
                    rule.get_or_insert(first == '@');
                }
                first.len_utf8()
            }
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    depth == 0 && rule != Some(false)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    const SECRETS: [&str; 6] = [
        "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjE=\n-----END OPENSSH PRIVATE KEY-----\n",
        "root:x:0:0:root:/root:/bin/bash\n",
        "PASSWORD=secret\n",
        "{\"token\": \"secret\"}",
        "BMW true wOFF\n",
        "<html><svg></svg></html>",
    ];

    #[test]
    fn media_are_told_by_their_content() {
        let kinds: [(&[u8], &str); 9] = [
            (b"GIF89a", "image/gif"),
            (b"\x89PNG\r\n\x1a\n\0", "image/png"),
            (b"RIFF\0\0\0\0WEBPVP8 ", "image/webp"),
            (b"\0\0\0\x20ftypisom", "video/mp4"),
            (b"\0\0\0\x14ftypqt  ", "video/quicktime"),
            (b"wOFF\0\x01\0\0\0\0", "font/woff"),
            (b"WEBVTT\n", "text/vtt"),
            (
                b"<?xml version='1.0'?>\n<!-- a -->\n<svg/>",
                "image/svg+xml",
            ),
            (b"\xef\xbb\xbf<svg xmlns='a'>", "image/svg+xml"),
        ];
        for (bytes, kind) in kinds {
            assert_eq!(media_type(bytes), Some(kind));
        }
        for secret in SECRETS {
            assert_eq!(media_type(secret.as_bytes()), None, "{secret}");
        }
    }

    #[test]
    fn texts_are_told_by_their_name_and_content() {
        let read =
            |name: &str, content: &str, kind| text(Path::new(name), content.as_bytes(), kind);
        for kind in [TextKind::Script, TextKind::Style, TextKind::Library] {
            let reason = read("id_rsa", SECRETS[0], kind).expect_err("it is refused");
            assert!(reason.contains("by its name"), "{reason}");
        }
        // An assignment is JavaScript as well.
        for secret in SECRETS.iter().filter(|it| !it.contains("PASSWORD")) {
            assert!(read("a.js", secret, TextKind::Script).is_err(), "{secret}");
        }
        // Pairs and names are CindyScript as well.
        for secret in &SECRETS[..2] {
            let library = read("a.cjs", secret, TextKind::Library);
            assert!(library.is_err(), "{secret}");
        }
        for secret in SECRETS {
            assert!(read("a.css", secret, TextKind::Style).is_err(), "{secret}");
        }
        for style in [
            "",
            "/* a { */",
            "p { src: url(a) }",
            "@import 'a;b.css';\n@media print { a { b: c; } } .d{}",
            "@import 'last.css'",
            "@charset \"utf-8\"; :root{--a:{}}",
        ] {
            assert!(read("a.CSS", style, TextKind::Style).is_ok(), "{style}");
        }
        assert!(read("a.js", "import a from 'b';", TextKind::Script).is_ok());
        assert!(read("a.cjs", "f(x) := x;", TextKind::Library).is_ok());
    }
}
