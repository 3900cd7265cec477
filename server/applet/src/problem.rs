//! What is wrong with a file, as far as its applets go.

use text_size::TextRange;

use crate::Event;

/// How much a [`Problem`] matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// CindyJS would ignore or misread this part.
    Error,
    /// Something is probably not meant as written, or we cannot read what CindyJS could.
    Warning,
    /// Worth knowing; nothing is lost.
    Information,
}

/// The kind of a [`Problem`]. [`ProblemCode::name`] is stable and shown to the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProblemCode {
    /// The page has CindyScript but nothing calls `CindyJS`.
    NoCall,
    /// The page has neither CindyScript nor a call of `CindyJS`.
    NoApplet,
    /// The argument of `CindyJS(...)` is not an object literal.
    ArgumentNotConstant,
    /// A setting whose value is only known when JavaScript runs.
    NotConstant,
    /// A setting that is constant but of the wrong shape.
    WrongShape,
    /// Not the name of an event.
    UnknownEvent,
    /// A script element that no event runs.
    UnboundScript,
    /// `drawscript: "id"` without an element of that id.
    MissingScript,
    /// Two scripts for one event, or two elements of one id.
    DuplicateScript,
    /// A script element without its end tag.
    UnclosedScript,
    /// A script element with `src`: its text is in another file.
    ExternalScript,
    /// A library or package that the page imports and that cannot be read.
    MissingLibrary,
    /// An image or a video that is not there.
    MissingImage,
    /// JavaScript that does not parse.
    JavaScriptSyntax,
    /// A port that names no canvas of the page.
    MissingCanvas,
    /// A canvas that is larger than any that is painted.
    LargeCanvas,
}

impl ProblemCode {
    /// The code as shown, in kebab case.
    pub fn name(self) -> &'static str {
        match self {
            ProblemCode::NoCall => "no-cindyjs-call",
            ProblemCode::NoApplet => "no-applet",
            ProblemCode::ArgumentNotConstant => "argument-not-constant",
            ProblemCode::NotConstant => "setting-not-constant",
            ProblemCode::WrongShape => "setting-wrong-shape",
            ProblemCode::UnknownEvent => "unknown-event",
            ProblemCode::UnboundScript => "unbound-script",
            ProblemCode::MissingScript => "missing-script",
            ProblemCode::DuplicateScript => "duplicate-script",
            ProblemCode::UnclosedScript => "unclosed-script",
            ProblemCode::ExternalScript => "external-script",
            ProblemCode::MissingLibrary => "missing-library",
            ProblemCode::MissingImage => "missing-image",
            ProblemCode::JavaScriptSyntax => "javascript-syntax",
            ProblemCode::MissingCanvas => "missing-canvas",
            ProblemCode::LargeCanvas => "large-canvas",
        }
    }
}

/// Something wrong, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// How much it matters.
    pub severity: Severity,
    /// Its kind.
    pub code: ProblemCode,
    /// What is wrong: one sentence, without a full stop.
    pub message: String,
    /// Where, in bytes of the file.
    pub range: TextRange,
    /// What to do: one sentence, if there is more to say than the message does.
    pub help: Option<String>,
}

impl Problem {
    pub(crate) fn new(
        severity: Severity,
        code: ProblemCode,
        range: TextRange,
        message: impl Into<String>,
    ) -> Problem {
        Problem {
            severity,
            code,
            message: message.into(),
            range,
            help: None,
        }
    }

    pub(crate) fn error(
        code: ProblemCode,
        range: TextRange,
        message: impl Into<String>,
    ) -> Problem {
        Problem::new(Severity::Error, code, range, message)
    }

    pub(crate) fn warning(
        code: ProblemCode,
        range: TextRange,
        message: impl Into<String>,
    ) -> Problem {
        Problem::new(Severity::Warning, code, range, message)
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Problem {
        self.help = Some(help.into());
        self
    }
}

/// The names of all events, for a message.
pub(crate) fn event_names() -> String {
    Event::ALL
        .iter()
        .map(|e| e.name())
        .collect::<Vec<_>>()
        .join(", ")
}

/// The event that was probably meant: the same but for upper case, a suffix `script` or a prefix
/// `on`, or one letter.
pub(crate) fn similar_event(name: &str) -> Option<Event> {
    let lower = name.to_lowercase();
    let stem = lower.strip_suffix("script").unwrap_or(&lower);
    let bare = stem.strip_prefix("on").unwrap_or(stem);
    let exact = Event::from_name(stem).or_else(|| Event::from_name(bare));
    exact.or_else(|| {
        Event::ALL
            .iter()
            .copied()
            .find(|e| one_letter_apart(e.name(), stem))
    })
}

/// Whether one insertion, deletion, replacement or swap of neighbours makes one the other.
fn one_letter_apart(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().min(b.len()) < 3 {
        return false;
    }
    let same = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[same..], &b[same..]);
    match (a, b) {
        ([], [_]) | ([_], []) => true,
        ([_, rest @ ..], longer) if rest == longer => true,
        (longer, [_, rest @ ..]) if rest == longer => true,
        ([_, x @ ..], [_, y @ ..]) if x == y => true,
        ([p, q, x @ ..], [r, s, y @ ..]) => p == s && q == r && x == y,
        _ => false,
    }
}
