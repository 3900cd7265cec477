//! What holds for every text.

#![allow(clippy::unwrap_used)]

use cindyscript_applet::{Page, TextRange, TextSize, parse_file};
use proptest::prelude::*;

fn check(text: &str, page: &Page) {
    let whole = TextRange::up_to(TextSize::of(text));
    let is_part = |range: TextRange| {
        whole.contains_range(range)
            && text.is_char_boundary(range.start().into())
            && text.is_char_boundary(range.end().into())
    };
    for problem in &page.problems {
        assert!(is_part(problem.range), "{problem:?}");
    }
    for applet in &page.applets {
        assert!(is_part(applet.range));
        assert!(!applet.ports.is_empty());
        assert!(
            applet
                .geometry
                .iter()
                .all(|e| is_part(e.range) && is_part(e.name_range))
        );
        for script in &applet.scripts {
            let source = &script.source;
            assert!(is_part(source.file_range()));
            for (start, c) in source.text().char_indices() {
                let start = TextSize::try_from(start).unwrap();
                let file = source.to_file(TextRange::at(start, TextSize::of(c)));
                assert!(is_part(file), "{file:?}");
            }
            if source.contiguous_start().is_some() {
                assert_eq!(&text[source.file_range()], source.text());
            }
        }
    }
}

/// Parts that pages are made of, in any order.
fn page() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        Just("<script id='csdraw' type='text/x-cindyscript'>"),
        Just("<script>"),
        Just("</script>"),
        Just("CindyJS({"),
        Just("scripts: 'cs*',"),
        Just("scripts: {draw: 'a\\u00b0\\\n' + `b${1}\r\n`},"),
        Just("geometry: ["),
        Just("{name: 'A', type: 'Free', pos: [1, -2]},"),
        Just("ports: [{id: 'c', width: 3, transform: [{visibleRect: [0, 1, 1, 0]}]}],"),
        Just("]"),
        Just("});"),
        Just("var a = [a, ...a];"),
        Just("a.push(a);"),
        Just("<!--"),
        Just("-->"),
        Just("// %% draw\n"),
        Just("// %% ö\n"),
        Just("'"),
        Just("\\"),
        Just("é\u{2028}"),
    ];
    prop::collection::vec(part, 0..24).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn any_text(text in any::<String>()) {
        for name in ["a.html", "a.cjs", "a"] {
            check(&text, &parse_file(name, &text));
        }
    }

    #[test]
    fn any_page(text in page()) {
        for name in ["a.html", "a.cjs"] {
            check(&text, &parse_file(name, &text));
        }
    }
}
