//! Constants that are set while the applet plays.

use super::*;

const SCRIPT: &str = "// %% init\nfeed = 0.5;\nsize = 3;\nlist = 1..size;\nn = 0;\n\
                      // %% draw\nn = n + 1; seen = feed;\n";

fn script(text: &str, is_draft: bool) -> Source {
    let text = ReceivedText {
        path: "a.cindyscript".to_owned(),
        text: text.to_owned(),
        version: 1,
        arrived: Instant::now(),
    };
    let document = Source::read(&text, None, services());
    Source {
        is_draft,
        ..Source::new(&text, document, None)
    }
}

fn started() -> Session {
    let canvas = Canvas {
        device: [40, 40],
        scale: 1.0,
    };
    let mut session = Session::new(script(SCRIPT, false), canvas, services(), 0, 0.0);
    session.frame(0.0);
    session.frame(0.1);
    session
}

#[test]
fn set_constant_keeps_what_scripts_have_computed() {
    let mut session = started();
    for (frame, value) in [(3.0, "0.25"), (4.0, "-1.5"), (5.0, "0.5")] {
        let text = SCRIPT.replace("0.5", value);
        session.load(script(&text, value != "0.5"));
        assert_eq!(session.frame(0.2).errors, []);
        let expected = [frame, value.parse().expect("a number")];
        assert_eq!(["n", "seen"].map(|name| number(&session, name)), expected);
    }
    // The next edit of the text begins anew.
    session.load(script(&SCRIPT.replace("0.5", "0.75"), false));
    session.frame(0.3);
    assert_eq!(number(&session, "n"), 1.0);
}

#[test]
fn constant_that_init_reads_begins_anew_only_where_that_is_wanted() {
    let text = SCRIPT.replace("size = 3", "size = 4");
    let mut session = started();
    session.load(script(&text, true));
    session.frame(0.2);
    assert_eq!(["n", "size"].map(|name| number(&session, name)), [3.0, 4.0]);
    let mut session = started();
    session.set_restarts(true);
    session.load(script(&text, true));
    session.frame(0.2);
    assert_eq!(["n", "size"].map(|name| number(&session, name)), [1.0, 4.0]);
}
