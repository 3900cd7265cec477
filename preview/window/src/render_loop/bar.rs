//! What the bar says.

use cindyscript_applet::TextRange;
use cindyscript_player::diagnostic::AppletDiagnostic;
use cindyscript_player::source::{Earlier, Source};
use cindyscript_protocol::Version;

use super::fallback::{Fallback, line_of};
use crate::overlay::{BarMessage, Tone};
use crate::status::Status;

/// What the bar may say, most urgent first.
#[derive(Clone, Debug, Default)]
pub(super) struct Bar {
    /// The file cannot be read.
    pub(super) unreadable: Option<String>,
    /// The program has failed by a fault of its own, at the newest text or at the one that played.
    pub(super) fault: Option<String>,
    /// The newest text, if it cannot be read and another goes on.
    pub(super) behind: Option<Source>,
    /// What is wrong with the newest text, and with how it runs if it does.
    pub(super) status: Option<Status>,
    /// How far something is that is being written.
    pub(super) work: Option<String>,
    /// What the user is asked.
    pub(super) question: Option<String>,
    /// Something worth knowing, until something happens.
    pub(super) notice: Option<String>,
    /// How to have an applet play that would do so by itself, until something happens.
    pub(super) unplayed: Option<String>,
    /// Says how to play an applet whose frames go on from each other.
    pub(super) waiting: Noted,
    /// What of the construction is left out.
    pub(super) lacking: Noted,
    /// Why a colorplot is not painted by the GPU, as it was noted.
    pub(super) fallback: Option<Fallback>,
    /// What is drawn instead of the picture, or why it is not.
    pub(super) drawn: Option<String>,
    /// Where the first error is shown, if it is: its least and its greatest place, in CSS pixels.
    pub(super) area: Option<[[f64; 2]; 2]>,
}

/// Something of a version that is noted until something happens.
#[derive(Clone, Debug, Default)]
pub(super) struct Noted {
    what: Option<String>,
    /// Whether something has happened since.
    is_over: bool,
}

impl Noted {
    /// There is this to note; what was noted before is not noted again.
    fn set(&mut self, what: Option<String>) {
        if what != self.what {
            *self = Noted {
                what,
                is_over: false,
            };
        }
    }

    fn get(&self) -> Option<&String> {
        self.what.as_ref().filter(|_| !self.is_over)
    }

    /// Something has happened. Whether it was noted until then.
    fn end(&mut self) -> bool {
        let was_noted = self.get().is_some();
        self.is_over = true;
        was_noted
    }
}

impl Bar {
    /// What to say, most urgent first: the error, and what it must not hide.
    pub(super) fn content(&self) -> Vec<BarMessage> {
        let notes = [
            self.question.as_ref(),
            self.work.as_ref(),
            self.notice.as_ref(),
            self.lacking.get(),
            self.unplayed.as_ref(),
            self.waiting.get(),
            self.drawn.as_ref(),
        ];
        let notes = notes.into_iter().flatten().map(|note| BarMessage {
            tone: Tone::Note,
            text: note.clone(),
            remark: None,
        });
        self.error().into_iter().chain(notes).collect()
    }

    /// Something has happened: what was said until then goes. Whether there was something.
    pub(super) fn clear(&mut self) -> bool {
        let until_then = [
            self.notice.take().is_some(),
            self.unplayed.take().is_some(),
            self.lacking.end(),
            self.waiting.end(),
        ];
        until_then.contains(&true)
    }

    /// Notes that an applet waits to play, or does not; true if that changes what there is to say.
    pub(super) fn wait_to_play(&mut self, waits: bool) -> bool {
        const WAITS: &str =
            "each frame goes on from the one before, but nothing plays; space plays";
        let before = self.waiting.get().is_some();
        self.waiting.set(waits.then(|| WAITS.to_owned()));
        self.waiting.get().is_some() != before
    }

    /// What is wrong.
    pub(super) fn error(&self) -> Option<BarMessage> {
        let (text, remark) = match self.unreadable.as_ref().or(self.fault.as_ref()) {
            Some(reason) => (reason.clone(), None),
            None => {
                let status = self.status.as_ref()?;
                (status.first.clone(), status.remark())
            }
        };
        Some(BarMessage {
            tone: Tone::Error,
            text,
            remark,
        })
    }

    /// Where in a version of the text that is which it says.
    pub(super) fn place(&self) -> Option<(Version, TextRange)> {
        if self.unreadable.is_some() || self.fault.is_some() {
            return None;
        }
        self.status.as_ref()?.place
    }

    /// Whether it says as an error what this is about.
    pub(super) fn says(&self, reason: &AppletDiagnostic) -> bool {
        let said = self.place().map(|(_, range)| range);
        let both = said.zip(reason.range);
        both.is_some_and(|(said, range)| said.intersect(range).is_some_and(|it| !it.is_empty()))
    }

    /// Why a colorplot of the version that is shown is not painted by the GPU: noted until something
    /// happens; after that, the panel of the times says it. Whether there is something else to say.
    pub(super) fn fall_back(&mut self, fallback: Option<Fallback>) -> bool {
        if self.behind.is_some() {
            // What was noted of the version that goes on was noted when it came.
            return false;
        }
        let fallback = fallback.map(|it| it.or_as_before(self.fallback.as_ref()));
        let changed = fallback != self.fallback;
        if changed {
            let note = |it: &Option<Fallback>| it.as_ref().map(Fallback::note);
            if note(&fallback) != note(&self.fallback) {
                self.notice = note(&fallback);
            }
            self.fallback = fallback;
        }
        changed
    }

    /// The newest text, or the picture of the one that played, has come to nothing by a fault.
    pub(super) fn fail(&mut self, fault: String) {
        self.fault = Some(fault);
        self.behind = None;
    }

    /// The newest text cannot be read: the picture stays.
    pub(super) fn fall_behind(&mut self, newest: Source) {
        self.fault = None;
        self.status = Some(Status::of_unreadable(&newest));
        self.behind = Some(newest);
    }

    /// A version is going to be shown. One that is made again may be older than a text that cannot
    /// be read.
    pub(super) fn catch_up(&mut self, shown: &Source) {
        let newest = self.behind.take();
        self.behind = newest.filter(|newest| newest.arrived > shown.arrived);
        if self.behind.is_none() {
            self.status = Status::of(shown, &[]);
            let lacking = shown.lacking_element();
            let lacking = lacking.map(|said| line_of(shown, Some(said.range), &said.message));
            self.lacking.set(lacking);
        }
    }

    /// Notes the run-time errors of the version that plays, of which nothing may be shown; true if that
    /// changes what there is to say.
    pub(super) fn run(
        &mut self,
        playing: &Source,
        diagnostics: &[&AppletDiagnostic],
        shows_earlier: bool,
    ) -> bool {
        if self.behind.is_some() {
            return false;
        }
        let mut status = Status::of(playing, diagnostics);
        if let Some(status) = status.as_mut().filter(|_| shows_earlier) {
            status.earlier = Earlier::Everything;
        }
        let changed = status != self.status;
        self.status = status;
        changed
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::time::{Duration, Instant};

    use cindyscript_player::source::ReceivedText;

    use super::super::fallback::told;
    use super::*;
    use crate::reader;

    fn source(version: i32, text: &str, start: Instant) -> Source {
        let text = ReceivedText {
            path: "a.cindyscript".to_owned(),
            text: text.to_owned(),
            version,
            arrived: start + Duration::from_secs(version.unsigned_abs().into()),
        };
        reader::read(text, None).0
    }

    #[test]
    fn the_bar_says_what_is_most_urgent() {
        let start = Instant::now();
        let mut bar = Bar {
            notice: Some("slow".to_owned()),
            ..Bar::default()
        };
        let said = |bar: &Bar| -> Vec<(Tone, String)> {
            let all = bar.content().into_iter();
            all.map(|message| (message.tone, message.text)).collect()
        };
        let slow = || (Tone::Note, "slow".to_owned());
        let wrong = |text: &str| (Tone::Error, text.to_owned());
        assert_eq!(said(&bar), [slow()]);
        let good = source(1, "draw([0, 0]);", start);
        let diagnostic = AppletDiagnostic {
            message: "it takes too long".to_owned(),
            range: None,
            fatal: true,
        };
        assert!(bar.run(&good, &[&diagnostic], false));
        assert!(!bar.run(&good, &[&diagnostic], false));
        // What comes of something that the user does is not hidden by it.
        assert_eq!(said(&bar), [wrong(&diagnostic.message), slow()]);
        bar.work = Some("recording: 7 %".to_owned());
        bar.question = Some("which image?".to_owned());
        bar.unplayed = Some("space plays".to_owned());
        let notes = ["which image?", "recording: 7 %", "slow", "space plays"];
        let notes = notes.map(|note| (Tone::Note, note.to_owned()));
        assert_eq!(said(&bar)[1..], notes);
        (bar.work, bar.question) = (None, None);
        bar.clear();
        bar.fail("it failed".to_owned());
        assert_eq!(said(&bar), [wrong("it failed")]);
        bar.unreadable = Some("no such file".to_owned());
        assert_eq!(said(&bar), [wrong("no such file")]);
    }

    #[test]
    fn an_element_that_is_left_out_is_named_until_something_happens() {
        let page = |kind: &str| {
            let text = format!(
                "<canvas id=c></canvas>\n<script>CindyJS({{ports: [{{id: \"c\"}}],\n\
                 geometry: [{{name: \"A\", type: \"{kind}\", pos: [1, 1]}}]}});</script>"
            );
            let text = ReceivedText {
                path: "p.html".to_owned(),
                text,
                version: 1,
                arrived: Instant::now(),
            };
            reader::read(text, None).0
        };
        let mut bar = Bar::default();
        let mut said = |kind: &str| {
            bar.catch_up(&page(kind));
            let all: Vec<String> = bar.content().into_iter().map(|it| it.text).collect();
            bar.clear();
            all
        };
        assert!(said("Free").is_empty());
        let lacking = "line 3: CindyJS has no type of element `Fre`";
        assert_eq!(said("Fre"), [lacking]);
        assert!(said("Fre").is_empty());
        assert!(said("Free").is_empty());
        assert_eq!(said("Fre"), [lacking]);
    }

    #[test]
    fn what_the_bar_says_as_an_error_is_not_said_again() {
        let start = Instant::now();
        let wrong = source(1, "colorplot(nosuch(#));\ncolorplot(#.x * nowhere);", start);
        let mut bar = Bar::default();
        bar.catch_up(&wrong);
        let (_, place) = bar.place().unwrap();
        let reason = |range| AppletDiagnostic {
            message: "unknown".to_owned(),
            range: Some(range),
            fatal: false,
        };
        assert!(bar.says(&reason(place)));
        let at = wrong.document.text().find("nowhere").unwrap() as u32;
        let at = TextRange::at(at.into(), 7.into());
        assert!(!bar.says(&reason(at)));
        // It names what is not defined.
        let told = told(&wrong, &reason(at));
        assert_eq!(told, "line 2: `nowhere` is never given a value");
        let fallback = |is_painted| {
            Some(Fallback {
                reason: told.clone(),
                is_painted,
            })
        };
        assert!(bar.fall_back(fallback(Some(false))));
        let note = "line 2: `nowhere` is never given a value; not painted";
        assert_eq!(bar.notice.as_deref(), Some(note));
        // Until something happens, however often it is found again.
        bar.clear();
        assert!(!bar.fall_back(fallback(None)));
        assert_eq!(bar.notice, None);
        bar.fall_behind(source(2, "colorplot((", start));
        assert!(!bar.fall_back(None));
    }

    #[test]
    fn a_fault_is_told_until_another_text_is_there() {
        let start = Instant::now();
        let first = |bar: &Bar| bar.error().map(|error| error.text);
        let mut bar = Bar::default();
        bar.fall_behind(source(1, "draw([0, 0);", start));
        bar.fail("it failed".to_owned());
        assert_eq!(first(&bar).as_deref(), Some("it failed"));
        // What plays is compiled again, for other types or another device.
        let good = source(0, "draw([0, 0]);", start);
        bar.catch_up(&good);
        assert!(!bar.run(&good, &[], false));
        assert_eq!(first(&bar).as_deref(), Some("it failed"));
        bar.fall_behind(source(3, "draw([0, 0);", start));
        assert!(first(&bar).unwrap().starts_with("line 1: "));
        assert_eq!(bar.place().map(|(version, _)| version), Some(3));
        bar.fail("it failed".to_owned());
        assert_eq!(bar.place(), None);
    }

    #[test]
    fn as_long_as_an_older_version_is_shown_the_bar_says_so() {
        let start = Instant::now();
        let good = source(1, "draw([0, 0]);", start);
        let mut bar = Bar::default();
        bar.catch_up(&good);
        assert_eq!(bar.error(), None);
        bar.fall_behind(source(2, "draw([0, 0);", start));
        let said = bar.error().unwrap();
        assert_eq!(
            said.remark.as_deref(),
            Some("the picture is of an earlier version")
        );
        // The one before is made again, and goes on.
        bar.catch_up(&good);
        assert!(!bar.run(&good, &[], false));
        assert_eq!(bar.error().unwrap(), said);
        bar.catch_up(&source(3, "draw([0, 1]);", start));
        assert_eq!(bar.error(), None);
    }
}
