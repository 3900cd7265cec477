//! What is wrong with the newest text, in the words of the bar: its first error, how many more
//! there are, and what of the picture is of an earlier version.

use cindyscript_applet::TextRange;
use cindyscript_player::diagnostic::AppletDiagnostic;
use cindyscript_player::source::{Earlier, EarlierParts, Source};
use cindyscript_protocol::Version;

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// The first error, with its line.
    pub first: String,
    /// Where it is, if it is somewhere: the version, and the bytes of its text.
    pub place: Option<(Version, TextRange)>,
    /// How many more there are.
    pub more: usize,
    /// What is shown as an earlier version has it.
    pub earlier: Earlier,
}

impl Status {
    /// Of a text that is shown, and of what went wrong when it ran; none if nothing is wrong.
    pub fn of(source: &Source, diagnostics: &[&AppletDiagnostic]) -> Option<Status> {
        let errors = source
            .errors()
            .map(|error| (Some(error.range), error.message.as_str()));
        let fatal = diagnostics
            .iter()
            .copied()
            .filter(|diagnostic| diagnostic.fatal);
        let running = source.news(fatal);
        let running = running
            .iter()
            .map(|diagnostic| (diagnostic.range, diagnostic.message.as_str()));
        let (first, more) = {
            let mut all = errors.chain(running);
            (all.next()?, all.count())
        };
        let (range, message) = first;
        let first = match range {
            Some(range) => format!("line {}: {message}", source.place(range.start()).line),
            None => message.to_owned(),
        };
        Some(Status {
            first,
            place: range.map(|range| (source.version, range)),
            more,
            earlier: source.earlier(),
        })
    }

    /// Of a text that brings nothing which could be played, while an earlier version goes on.
    pub fn of_unreadable(source: &Source) -> Status {
        if source.has_readable_page() && !source.has_call() {
            // All else that is wrong comes of that.
            return Status {
                first: "this page does not call `CindyJS` any more".to_owned(),
                place: None,
                more: 0,
                earlier: Earlier::Everything,
            };
        }
        let status = Status::of(source, &[]).unwrap_or_else(|| Status {
            first: "this text cannot be read".to_owned(),
            place: None,
            more: 0,
            earlier: Earlier::Everything,
        });
        Status {
            earlier: match status.earlier {
                Earlier::Nothing => Earlier::Everything,
                earlier => earlier,
            },
            ..status
        }
    }

    /// What is said below the first error.
    pub fn remark(&self) -> Option<String> {
        let more = match self.more {
            0 => None,
            1 => Some("and 1 more error".to_owned()),
            more => Some(format!("and {more} more errors")),
        };
        let earlier = match &self.earlier {
            Earlier::Nothing => Vec::new(),
            Earlier::Parts(parts) => of_parts(parts),
            Earlier::Everything => vec!["the picture is of an earlier version".to_owned()],
        };
        let parts: Vec<String> = more.into_iter().chain(earlier).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }
}

/// What is said of what an earlier version has otherwise, or not yet.
fn of_parts(parts: &EarlierParts) -> Vec<String> {
    let lines = |lines: &[usize]| {
        let lines = lines.iter().map(usize::to_string);
        listed("the statement in line", "the statements in lines", lines)
    };
    let scripts = listed("script", "scripts", parts.scripts.iter().cloned());
    let earlier = [scripts, lines(&parts.statements)].into_iter().flatten();
    let earlier = earlier.map(|said| format!("{said} of an earlier version"));
    let left_out = lines(&parts.left_out).map(|said| format!("{said} not shown yet"));
    earlier.chain(left_out).collect()
}

/// These are, or this one is.
fn listed(one: &str, many: &str, names: impl Iterator<Item = String>) -> Option<String> {
    let names: Vec<String> = names.collect();
    match names.as_slice() {
        [] => None,
        [name] => Some(format!("{one} {name} is")),
        names => Some(format!("{many} {} are", names.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::time::Instant;

    use cindyscript_player::source::ReceivedText;

    use super::*;
    use crate::reader;

    fn source(text: &str) -> Source {
        let text = ReceivedText {
            path: "a.cindyscript".to_owned(),
            text: text.to_owned(),
            version: 1,
            arrived: Instant::now(),
        };
        reader::read(text, None).0
    }

    #[test]
    fn the_first_error_has_its_line_and_the_others_are_counted() {
        assert_eq!(Status::of(&source("draw([0, 0]);"), &[]), None);
        let status = Status::of(
            &source("\nl = [1, 2, 3]; m = l_5;\nb = undefinedf(3);"),
            &[],
        );
        let status = status.unwrap();
        assert!(status.first.starts_with("line 2: "), "{status:?}");
        assert_eq!(status.remark().as_deref(), Some("and 1 more error"));
        let status = Status::of_unreadable(&source("draw((1)"));
        assert!(status.first.starts_with("line 1: "), "{status:?}");
        assert_eq!(
            status.remark().as_deref(),
            Some("the picture is of an earlier version")
        );
    }

    #[test]
    fn a_page_without_a_call_says_so() {
        let text = ReceivedText {
            path: "p.html".to_owned(),
            text: "<script id=csdraw type=text/x-cindyscript>f(A.x)</script>\
                   <script>Cindy({scripts: \"cs*\"})</script>"
                .to_owned(),
            version: 1,
            arrived: Instant::now(),
        };
        let status = Status::of_unreadable(&reader::read(text, None).0);
        assert_eq!(status.first, "this page does not call `CindyJS` any more");
        let remark = "the picture is of an earlier version";
        assert_eq!(status.remark().as_deref(), Some(remark));
    }

    #[test]
    fn what_is_of_an_earlier_version_is_named() {
        let said = |scripts: &[&str], statements: &[usize], left_out: &[usize]| {
            let status = Status {
                first: String::new(),
                place: None,
                more: 0,
                earlier: Earlier::Parts(EarlierParts {
                    scripts: scripts.iter().map(|it| (*it).to_owned()).collect(),
                    statements: statements.to_vec(),
                    left_out: left_out.to_vec(),
                }),
            };
            status.remark().unwrap()
        };
        assert_eq!(
            said(&["csinit"], &[3], &[]),
            "script csinit is of an earlier version; the statement in line 3 is of an earlier version"
        );
        assert_eq!(
            said(&[], &[3, 4], &[7]),
            "the statements in lines 3, 4 are of an earlier version; the statement in line 7 is not shown yet"
        );
    }

    #[test]
    fn what_goes_wrong_at_run_time_counts_unless_the_text_says_it() {
        let source = source("l = [1, 2, 3]; m = l_5;");
        let error = source.errors().next().unwrap();
        let diagnostic = |message: &str, range| AppletDiagnostic {
            message: message.to_owned(),
            range,
            fatal: true,
        };
        let same = diagnostic("there is no element 5", Some(error.range));
        assert_eq!(Status::of(&source, &[&same]).unwrap().more, 0);
        let other = diagnostic("it takes too long", None);
        assert_eq!(Status::of(&source, &[&same, &other]).unwrap().more, 1);
    }
}
