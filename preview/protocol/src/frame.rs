//! Messages as lines.

use std::io::{self, BufRead, Write};
use std::marker::PhantomData;

use serde::Deserialize;

use crate::message::Message;

/// A line, read.
#[derive(Clone, Debug, PartialEq)]
pub enum Received<M> {
    /// A message of this direction.
    Known(M),
    /// A message whose name this version does not know: to be skipped.
    Unknown(String),
}

/// A line that is no message.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// Not a JSON object with a name of a message.
    #[error("not a message ({reason}): {line}")]
    Malformed {
        /// What the line is not.
        reason: serde_json::Error,
        /// The beginning of the line.
        line: String,
    },
    /// The name is known, but a field is missing or of another type.
    #[error("the message `{name}` is not as expected: {reason}")]
    Fields {
        /// The name of the message.
        name: String,
        /// What is wrong with its fields.
        reason: serde_json::Error,
    },
    /// The stream broke.
    #[error("the stream broke: {0}")]
    Io(#[from] io::Error),
}

/// A message as a line, the final line feed included.
///
/// # Errors
/// Only if a message could not be written as JSON, which none of [`Message`]'s types is known to do.
pub fn encode<M: Message>(message: &M) -> serde_json::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    Ok(line)
}

/// Writes a message as a line and flushes it.
///
/// # Errors
/// What the writer says.
pub fn write<M: Message>(writer: &mut impl Write, message: &M) -> io::Result<()> {
    writer.write_all(&encode(message)?)?;
    writer.flush()
}

/// Reads a line, with or without its line feed.
///
/// # Errors
/// [`DecodeError::Malformed`] and [`DecodeError::Fields`]; a line of an unknown name is none.
pub fn decode<M: Message>(line: &[u8]) -> Result<Received<M>, DecodeError> {
    // The name alone first: an unknown message may have any fields.
    #[derive(Deserialize)]
    struct Name {
        message: String,
    }
    let name = match serde_json::from_slice::<Name>(line) {
        Ok(Name { message }) => message,
        Err(reason) => {
            let line = beginning(line);
            return Err(DecodeError::Malformed { reason, line });
        }
    };
    if !M::NAMES.contains(&name.as_str()) {
        return Ok(Received::Unknown(name));
    }
    match serde_json::from_slice(line) {
        Ok(message) => Ok(Received::Known(message)),
        Err(reason) => Err(DecodeError::Fields { name, reason }),
    }
}

/// As much of a line as a person wants to see of it.
fn beginning(line: &[u8]) -> String {
    const CHARS: usize = 80;
    // Four bytes a character at most, so that a long line is not converted for its beginning.
    let head = String::from_utf8_lossy(&line[..line.len().min(4 * CHARS)]);
    let mut text: String = head.trim_end().chars().take(CHARS).collect();
    if head.trim_end().chars().nth(CHARS).is_some() {
        text.push('…');
    }
    text
}

/// The messages of a stream, one a line, until it ends. Empty lines are skipped. A line that is no
/// message is an error and the next line is read as usual; after [`DecodeError::Io`] the stream is
/// at its end.
pub struct MessageReader<R, M> {
    stream: R,
    line: Vec<u8>,
    broken: bool,
    messages: PhantomData<fn() -> M>,
}

impl<R: BufRead, M: Message> MessageReader<R, M> {
    /// Reads from a stream.
    pub fn new(stream: R) -> Self {
        Self {
            stream,
            line: Vec::new(),
            broken: false,
            messages: PhantomData,
        }
    }
}

impl<R: BufRead, M: Message> Iterator for MessageReader<R, M> {
    type Item = Result<Received<M>, DecodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.broken {
            self.line.clear();
            match self.stream.read_until(b'\n', &mut self.line) {
                Ok(0) => return None,
                Ok(_) if self.line.trim_ascii().is_empty() => {}
                Ok(_) => return Some(decode(&self.line)),
                Err(error) => {
                    self.broken = true;
                    return Some(Err(error.into()));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use proptest::prelude::*;

    use super::*;
    use crate::message::*;
    use crate::tab::*;

    fn to_preview() -> impl Strategy<Value = ToPreview> {
        prop_oneof![
            (
                any::<[String; 2]>(),
                any::<Version>(),
                proptest::collection::vec(any::<[String; 2]>(), 0..3)
            )
                .prop_map(|([path, text], version, open)| ToPreview::Open {
                    path,
                    text,
                    version,
                    open: open
                        .into_iter()
                        .map(|[path, text]| OpenFile { path, text })
                        .collect(),
                }),
            Just(ToPreview::Focus),
            tab_event().prop_map(|event| ToPreview::Tab { event }),
            Just(ToPreview::Shutdown),
        ]
    }

    fn tab_event() -> impl Strategy<Value = TabEvent> {
        let key = (any::<String>(), any::<u32>(), any::<[bool; 2]>());
        let key = key.prop_map(|(name, code, [shift, control])| TabKey {
            name,
            code,
            shift,
            control,
        });
        let at = || [number(), number()];
        prop_oneof![
            (any::<[u32; 2]>(), number())
                .prop_map(|(size, scale)| TabEvent::Resized { size, scale }),
            any::<bool>().prop_map(|watched| TabEvent::Watched { watched }),
            any::<u64>().prop_map(|number| TabEvent::Taken { number }),
            at().prop_map(|at| TabEvent::PointerMoved { at }),
            Just(TabEvent::PointerLeft),
            any::<[bool; 2]>()
                .prop_map(|[pans, control]| TabEvent::PointerPressed { pans, control }),
            Just(TabEvent::PointerReleased),
            number().prop_map(|lines| TabEvent::Wheel { lines }),
            (any::<u64>(), at()).prop_map(|(finger, at)| TabEvent::Touch {
                finger,
                phase: TouchPhase::Moved,
                at
            }),
            key.clone().prop_map(TabEvent::KeyPressed),
            key.prop_map(TabEvent::KeyReleased),
            any::<[String; 2]>().prop_map(|[name, data]| TabEvent::Dropped { name, data }),
            any::<Option<String>>().prop_map(|error| TabEvent::Copied { error }),
        ]
    }

    // Eighths: decimals that JSON carries exactly. Others may come back one bit off.
    fn number() -> impl Strategy<Value = f64> {
        any::<u32>().prop_map(|eighths| f64::from(eighths) / 8.0)
    }

    fn milliseconds() -> impl Strategy<Value = Option<f64>> {
        proptest::option::of(number())
    }

    fn stages() -> impl Strategy<Value = Stages> {
        [(); 6].map(|()| milliseconds()).prop_map(
            |[parse, analysis, wgsl, naga, pipeline, present]| Stages {
                parse,
                analysis,
                wgsl,
                naga,
                pipeline,
                present,
            },
        )
    }

    fn range() -> impl Strategy<Value = ByteRange> {
        (any::<u32>(), any::<u32>()).prop_map(|(start, end)| ByteRange { start, end })
    }

    fn replacement() -> impl Strategy<Value = Replacement> {
        (range(), any::<String>(), any::<String>()).prop_map(|(range, old, new)| Replacement {
            range,
            old,
            new,
        })
    }

    fn problem() -> impl Strategy<Value = Problem> {
        let severity = prop_oneof![Just(Severity::Error), Just(Severity::Warning)];
        (any::<String>(), proptest::option::of(range()), severity).prop_map(
            |(message, range, severity)| Problem {
                message,
                range,
                severity,
            },
        )
    }

    fn from_preview() -> impl Strategy<Value = FromPreview> {
        prop_oneof![
            (
                any::<u32>(),
                any::<String>(),
                proptest::option::of(any::<String>())
            )
                .prop_map(|(protocol, program, adapter)| FromPreview::Hello {
                    protocol,
                    program,
                    adapter
                }),
            (
                any::<Version>(),
                stages(),
                any::<bool>(),
                any::<Option<u64>>()
            )
                .prop_map(|(version, stages, structural, gpu_bytes)| {
                    FromPreview::Receipt {
                        version,
                        stages,
                        structural,
                        gpu_bytes,
                    }
                }),
            (any::<Version>(), proptest::collection::vec(problem(), 0..4))
                .prop_map(|(version, problems)| FromPreview::Problems { version, problems }),
            (
                any::<Version>(),
                proptest::collection::vec(replacement(), 0..4)
            )
                .prop_map(|(version, replacements)| FromPreview::Edit {
                    version,
                    replacements
                }),
            any::<String>().prop_map(|text| FromPreview::Output { text }),
            (any::<Version>(), any::<[u32; 3]>(), any::<[String; 2]>()).prop_map(
                |(version, [start, end, behind], [ty, value])| {
                    let range = ByteRange { start, end };
                    let value = PixelValue {
                        range,
                        end: behind,
                        ty,
                        value,
                    };
                    FromPreview::Pixel {
                        version,
                        values: vec![value],
                    }
                }
            ),
            (any::<Version>(), any::<[u32; 2]>()).prop_map(|(version, [start, end])| {
                let range = ByteRange { start, end };
                FromPreview::Reveal { version, range }
            }),
            (any::<Version>(), range(), any::<Option<String>>(), number()).prop_map(
                |(version, range, why, ms)| {
                    let painters = [Painter::Gpu, Painter::Software, Painter::Cpu { why }];
                    let plots = painters.map(|painter| PlotTime {
                        range,
                        ms: (painter != Painter::Gpu).then_some(ms),
                        painter,
                    });
                    FromPreview::Plots {
                        version,
                        plots: plots.to_vec(),
                    }
                }
            ),
            (
                any::<Version>(),
                range(),
                any::<Option<String>>(),
                any::<u32>()
            )
                .prop_map(|(version, range, lacking, digits)| FromPreview::Precision {
                    version,
                    plots: vec![LossyPlot {
                        range,
                        computed: Numbers::Orbit,
                        differing: lacking.is_some().then_some(digits),
                        lacking,
                        terms: vec![LossyTerm {
                            range,
                            kind: Loss::Large,
                            digits,
                        }],
                    }],
                }),
            (number(), number()).prop_map(|(frames_per_second, frame_ms)| FromPreview::Status {
                frames_per_second,
                frame_ms
            }),
            (
                any::<u64>(),
                any::<[u32; 2]>(),
                any::<[u32; 4]>(),
                any::<String>()
            )
                .prop_map(|(number, size, region, data)| FromPreview::Picture(
                    TabPicture {
                        number,
                        size,
                        region,
                        format: PictureFormat::Webp,
                        data,
                    }
                )),
            Just(FromPreview::Cursor {
                form: CursorForm::Grabbing
            }),
            tab_notice().prop_map(|notice| FromPreview::Notice { notice }),
            Just(FromPreview::Closed),
        ]
    }

    fn tab_notice() -> impl Strategy<Value = TabNotice> {
        prop_oneof![
            (
                any::<Option<String>>(),
                any::<Option<[usize; 2]>>(),
                any::<bool>()
            )
                .prop_map(|(error, applet, paused)| TabNotice::Standing {
                    error,
                    applet,
                    paused
                }),
            any::<[String; 4]>().prop_map(|[key, shown, meaning, group]| TabNotice::Controls {
                controls: vec![TabControl {
                    key,
                    shown,
                    meaning,
                    group
                }]
            }),
            any::<String>().prop_map(|text| TabNotice::Copy(Copied::Text { text })),
            any::<String>().prop_map(|data| TabNotice::Copy(Copied::Png { data })),
            any::<String>().prop_map(|path| TabNotice::Written { path }),
        ]
    }

    fn there_and_back<M: Message + PartialEq + std::fmt::Debug>(messages: &[M]) {
        let mut stream = Vec::new();
        for message in messages {
            write(&mut stream, message).unwrap();
        }
        let lines = stream.split_inclusive(|byte| *byte == b'\n').count();
        assert_eq!(lines, messages.len(), "one message a line");
        let back: Vec<_> = MessageReader::<_, M>::new(stream.as_slice())
            .map(Result::unwrap)
            .collect();
        assert!(
            back.iter()
                .zip(messages)
                .all(|(back, sent)| matches!(back, Received::Known(back) if back == sent))
        );
        assert_eq!(back.len(), messages.len());
    }

    proptest! {
        #[test]
        fn messages_to_the_preview_survive(messages in proptest::collection::vec(to_preview(), 0..8)) {
            there_and_back(&messages);
        }

        #[test]
        fn messages_from_the_preview_survive(messages in proptest::collection::vec(from_preview(), 0..8)) {
            there_and_back(&messages);
        }

        #[test]
        fn any_bytes_end(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            for line in MessageReader::<_, ToPreview>::new(bytes.as_slice()) {
                if let Err(error) = line {
                    prop_assert!(!error.to_string().is_empty());
                }
            }
        }
    }

    fn error(line: &str) -> String {
        decode::<ToPreview>(line.as_bytes())
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn an_unknown_message_is_skipped_and_unknown_fields_too() {
        let stream = concat!(
            "{\"message\":\"rotate\",\"by\":[1,2]}\n",
            "\n",
            "{\"message\":\"focus\",\"gently\":true}\n",
        );
        let read: Vec<_> = MessageReader::<_, ToPreview>::new(stream.as_bytes())
            .map(Result::unwrap)
            .collect();
        assert_eq!(
            read,
            [
                Received::Unknown("rotate".to_owned()),
                Received::Known(ToPreview::Focus)
            ]
        );
    }

    #[test]
    fn what_happens_to_a_tab_may_be_unknown() {
        let line = br#"{"message":"tab","event":{"kind":"shaken","hard":true}}"#;
        let event = TabEvent::Unknown;
        assert_eq!(
            decode::<ToPreview>(line).unwrap(),
            Received::Known(ToPreview::Tab { event })
        );
    }

    #[test]
    fn a_bad_line_says_what_and_the_next_is_read() {
        assert_eq!(
            error("{\"message\":\"open\",\"path\":\"a\",\"text\":\"\"}"),
            "the message `open` is not as expected: missing field `version`"
        );
        assert_eq!(
            error("hello"),
            "not a message (expected value at line 1 column 1): hello"
        );
        assert!(error(&"é".repeat(1000)).ends_with("é…"));
        let mut reader =
            MessageReader::<_, ToPreview>::new("[]\n{\"message\":\"focus\"}".as_bytes());
        assert!(reader.next().unwrap().is_err());
        assert_eq!(
            reader.next().unwrap().unwrap(),
            Received::Known(ToPreview::Focus)
        );
        assert!(reader.next().is_none());
    }

    #[test]
    fn a_time_that_is_no_number_counts_as_none() {
        let stages = Stages {
            parse: Some(f64::NAN),
            wgsl: Some(1.5),
            ..Stages::default()
        };
        let receipt = FromPreview::Receipt {
            version: 1,
            stages,
            structural: true,
            gpu_bytes: None,
        };
        let Received::Known(FromPreview::Receipt { stages, .. }) =
            decode(&encode(&receipt).unwrap()).unwrap()
        else {
            panic!("a receipt");
        };
        assert_eq!((stages.parse, stages.total()), (None, 1.5));
    }
}
