//! What cannot be painted is an error at its place, and all the rest is painted.

#![allow(clippy::unwrap_used)]

use std::time::Instant;

use cindyscript_diagnostic::Code;
use cindyscript_player::diagnostic::AppletDiagnostic;
use cindyscript_player::source::ReceivedText;
use cindyscript_render::compile::reasons;
use cindyscript_window::headless::{HeadlessOptions, Rendered, render};

fn paint(text: &str, cpu: bool) -> Rendered {
    paint_on([40, 40], text, cpu)
}

fn paint_on(size: [u32; 2], text: &str, cpu: bool) -> Rendered {
    let text = ReceivedText {
        path: "a.html".to_owned(),
        text: text.to_owned(),
        version: 1,
        arrived: Instant::now(),
    };
    let options = HeadlessOptions {
        size: Some(size),
        fills: true,
        cpu,
        ..HeadlessOptions::default()
    };
    render(text, &options).unwrap()
}

/// `wanted`: the line, and a part of the message.
fn check(text: &str, wanted: &[(usize, &str)]) {
    for cpu in [false, true] {
        check_on(cpu, text, wanted);
    }
}

fn check_on(cpu: bool, text: &str, wanted: &[(usize, &str)]) {
    let rendered = paint(text, cpu);
    let source = &rendered.compiled.source;
    let found: Vec<(usize, &str)> = rendered
        .diagnostics
        .iter()
        .map(|diagnostic| {
            let range = diagnostic.range.unwrap_or_else(|| panic!("{diagnostic:?}"));
            (
                source.place(range.start()).line,
                diagnostic.message.as_str(),
            )
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
fn sixteen_loops_in_a_row_are_painted() {
    // Once all calls are written out; llvmpipe alone takes 19 s for them.
    let text = "f0(t) := (repeat(20, t = t * t + 0.1); t); f1(t) := f0(f0(t)); f2(t) := f1(f1(t));\n\
                f3(t) := f2(f2(t)); f4(t) := f3(f3(t));\ncolorplot([0, 1, f4(0 * #.x)]);";
    let rendered = paint(&page(&format!("{text}\n"), ""), false);
    // The smaller root of t² - t + 0.1, times 255.
    assert_eq!(rendered.picture.pixel([2, 2]), [0, 255, 29, 255]);
    let reasons = reasons(&rendered.compiled.plots);
    let reasons: Vec<&str> = reasons.map(|reason| reason.message.as_str()).collect();
    assert_eq!(reasons, [""; 0]);
}

#[test]
fn images_that_are_not_there() {
    let draw = "createimage(\"big\", 100000, 100000);\n\
                colorplot(\"nobody\", [1, 0, 0]);\n\
                drawimage([0, 0], \"missing\");\n\
                colorplot(imagergb(\"absent\", #), [2, 2], [3, 3]);\n";
    check(
        &page(draw, ""),
        &[
            (2, "100000 × 100000 pixels are too large for an image"),
            (3, "there is no image `nobody`"),
            (4, "there is no image `missing`"),
            (5, "there is no image `absent`"),
        ],
    );
}

#[test]
fn images_that_cannot_be_decoded() {
    // A PNG that ends after its signature, one whose header promises 50,000 x 50,000 pixels, a JPEG
    // of 8 x 8 that ends with its tables.
    let empty = "data:image/png;base64,iVBORw0KGgo=";
    let huge = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAw1AAAMNQCAYAAABLrz3KAAAADElEQVR4nGNg\
                oD0AAABkAAGGZDw1AAAAAElFTkSuQmCC";
    let cut = "data:image/jpeg;base64,/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEycc\
               HhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09P";
    for (url, wanted) in [
        (empty, "damaged"),
        (huge, "too large"),
        (cut, "damaged"),
        ("data:image/png;base64,%%%", "not valid"),
        ("data:nothing", "not valid"),
        ("data:image/gif;base64,", "none of PNG, JPEG, GIF and WebP"),
        (
            "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>",
            "SVG images are not available",
        ),
        ("https://example.org/a.png", "is not beside the page"),
        ("nobody.png", "there is no file `nobody.png`"),
        (".", "is not a file"),
        ("../../../../etc/passwd", ""),
        ("", ""),
    ] {
        let draw = "colorplot(imagergb(\"bad\", #));\ndrawimage([0, 0], \"bad\");\n";
        check(&page(draw, &format!("bad: \"{url}\"")), &[(10, wanted)]);
    }
}

#[test]
fn loops_without_end_are_named_wherever_they_are() {
    // Some too large even for one round of the outer loop.
    let loops = [
        "while(|#| < 100, k = k + 1);",
        "repeat(10^9, k = k + |#|);",
        "repeat(10^6, repeat(10^6, k = k + |#|));",
        "forall(1..10^4, forall(1..10^4, k = k + |#|));",
        "forall(1..10^4, while(|#| < 100, k = k + 1));",
    ];
    for endless in loops {
        let expression = format!("k = 0;\n  {endless}\n  [k/9, 0.5, 0]");
        for (draw, line) in [
            (format!("colorplot({expression}, [2, 2], [2.4, 2.4]);\n"), 3),
            // Few pixels, so that the GPU has painted them within a moment.
            (
                format!(
                    "createimage(\"a\", 2, 2); colorplot(\"a\", {expression});\n\
                     drawimage([3, 3], \"a\");\n"
                ),
                3,
            ),
        ] {
            // The CPU takes its time with some of them.
            check_on(false, &page(&draw, ""), &[(line, "still running")]);
        }
    }
}

#[test]
fn a_colorplot_within_another_is_told_once() {
    for draw in [
        "colorplot(colorplot(|#|));\n",
        "colorplot(colorplot(|#|); 1);\n",
        "f(p) := (colorplot(p.x); p.x); colorplot(f(#));\n",
        "createimage(\"a\", 9, 9); colorplot(\"a\", colorplot(\"a\", #.x));\n",
        "createimage(\"a\", 9, 9);f(p) := (colorplot(\"a\", p.x); p.x); colorplot(\"a\", f(#));\n",
        "createimage(\"a\", 9, 9);f(p) := (colorplot(\"a\", f(p)); p.x); colorplot(\"a\", f(#));\n",
    ] {
        for cpu in [false, true] {
            let rendered = paint(&page(draw, ""), cpu);
            let source = &rendered.compiled.source;
            let errors: Vec<_> = source.analysis.diagnostics.iter().map(|d| d.code).collect();
            assert_eq!(errors, [Code::NestedColorplot], "{draw}");
            let reasons = reasons(&rendered.compiled.plots);
            let diagnostics = rendered.diagnostics.iter().chain(reasons);
            assert_eq!(
                source.news(diagnostics),
                [] as [&AppletDiagnostic; 0],
                "{draw}, cpu: {cpu}"
            );
        }
    }
}

#[test]
fn many_pixels_without_end_are_not_all_waited_for() {
    // Evaluated to their ends, all of them would take hours.
    let draw = "colorplot(while(|#| >= 0, 1));\n";
    check(&page(draw, ""), &[(2, "still running")]);
}

#[test]
fn pictures_of_any_size_are_painted_as_far_as_they_can_be() {
    let green = &page("colorplot([0, 1, |#| * 0]);\n", "");
    for cpu in [false, true] {
        let rendered = paint_on([1, 1], green, cpu);
        assert_eq!(rendered.diagnostics, []);
        assert_eq!(rendered.picture.pixel([0, 0]), [0, 255, 0, 255]);
        let wide = paint_on([1 << 15, 2], green, cpu);
        let [width, height] = wide.picture.size();
        assert_eq!(wide.picture.pixel([width - 1, 1]), [0, 255, 0, 255]);
        assert_eq!(height, 2);
        // What is missing is told.
        let told = wide.diagnostics.iter();
        let cut = told.filter(|diagnostic| diagnostic.message.contains("is cut to"));
        assert_eq!(
            cut.count(),
            usize::from(width < 1 << 15),
            "{width}, cpu: {cpu}"
        );
        assert!(width == 1 << 15 || !cpu);
    }
}
