//! What cannot be painted is an error at its place, and all the rest is painted.

#![allow(clippy::unwrap_used)]

use std::time::Instant;

use cindyscript_window::headless::{Options, Rendered, render};
use cindyscript_window::source::Text;

fn paint(text: &str, cpu: bool) -> Rendered {
    let text = Text {
        path: "a.html".to_owned(),
        text: text.to_owned(),
        version: 1,
        arrived: Instant::now(),
    };
    let options = Options {
        size: Some([40, 40]),
        cpu,
        ..Options::default()
    };
    render(text, &options).unwrap()
}

/// `wanted`: the line, and a part of the message.
fn check(text: &str, wanted: &[(usize, &str)]) {
    for cpu in [false, true] {
        let rendered = paint(text, cpu);
        let source = &rendered.compiled.source;
        let found: Vec<(usize, &str)> = rendered
            .troubles
            .iter()
            .map(|trouble| {
                let range = trouble.range.unwrap_or_else(|| panic!("{trouble:?}"));
                (source.place(range.start()).line, trouble.message.as_str())
            })
            .collect();
        for (line, message) in wanted {
            let is_there = found
                .iter()
                .any(|(at, said)| at == line && said.contains(message));
            assert!(is_there, "line {line}, {message}: {found:?}");
        }
        // The green square in the middle, painted last.
        let middle = rendered.picture.pixel([20, 20]);
        assert_eq!(middle, [0, 255, 0, 255], "cpu: {cpu}");
    }
}

/// A page that shows -4 to 4, its draw script from line 2 on.
fn page(draw: &str, images: &str) -> String {
    format!(
        "<script id=\"csdraw\" type=\"text/x-cindyscript\">\n{draw}\
         colorplot([0, 1, 0], [-1, -1], [1, 1]);\n</script>\n\
         <div id=\"CSCanvas\"></div>\n<script>\nCindyJS({{\n  scripts: \"cs*\",\n  \
         images: {{ {images} }},\n  ports: [{{ id: \"CSCanvas\", width: 40, height: 40, \
         transform: [{{ visibleRect: [-4, 4, 4, -4] }}] }}],\n}});\n</script>\n"
    )
}

#[test]
fn images_that_are_not_there() {
    let draw = "createimage(\"big\", 100000, 10);\n\
                colorplot(\"nobody\", [1, 0, 0]);\n\
                drawimage([0, 0], \"missing\");\n\
                colorplot(imagergb(\"absent\", #), [2, 2], [3, 3]);\n";
    check(
        &page(draw, ""),
        &[
            (2, "too large"),
            (3, "there is no image `nobody`"),
            (4, "there is no image `missing`"),
            (5, "there is no image `absent`"),
        ],
    );
}

#[test]
fn images_that_cannot_be_decoded() {
    let draw = "colorplot(imagergb(\"bad\", #));\n";
    let bad = "bad: \"data:image/png;base64,iVBORw0KGgo=\"";
    check(&page(draw, bad), &[(9, "damaged")]);
}

#[test]
fn loops_without_end_on_the_cpu() {
    // At few pixels: each takes a while.
    let draw = "colorplot(\n  while(|#| < 100, 1); [1, 0, 0],\n  [2.1, 2.1], [2.3, 2.3]);\n";
    let rendered = paint(&page(draw, ""), true);
    let [trouble] = rendered.troubles.as_slice() else {
        panic!("{:?}", rendered.troubles);
    };
    assert!(trouble.message.contains("still running"), "{trouble:?}");
    let source = &rendered.compiled.source;
    let place = trouble.range.map(|range| source.place(range.start()));
    assert_eq!(place.map(|place| place.line), Some(3));
    assert_eq!(rendered.picture.pixel([20, 20]), [0, 255, 0, 255]);
}
