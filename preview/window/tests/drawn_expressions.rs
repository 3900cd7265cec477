//! Expressions that are drawn instead of the results of colorplots, by the GPU as by the CPU.
//! The pictures are written into a folder, to be looked at.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::fs;
use std::path::Path;
use std::time::Instant;

use cindyscript_applet::TextRange;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::plot_view::{Expression, Shown};
use cindyscript_player::source::ReceivedText;
use cindyscript_tests::lacking;
use cindyscript_window::headless::{HeadlessOptions, Rendered, render};
use cindyscript_window::picture_file::write_png;

/// From -4 to 4, on 160 by 160 pixels.
const PAGE: &str = r#"<script id="csdraw" type="text/x-cindyscript">SCRIPT</script>
<div id="CSCanvas"></div>
<script>CindyJS({scripts: "cs*", geometry: [],
  ports: [{id: "CSCanvas", width: 160, height: 160, transform: [{visibleRect: [-4, 4, 4, -4]}]}]});
</script>"#;

/// A script in which what stands between two `'` is selected.
fn paint(script: &str, time: Option<u32>, cpu: bool) -> Rendered {
    let page = PAGE.replace("SCRIPT", script);
    let parts: Vec<&str> = page.split('\'').collect();
    let [before, selected, after] = parts[..] else {
        panic!("nothing is selected in {script}");
    };
    let start = before.len() as u32;
    let shown = Shown::Expression(Expression {
        range: TextRange::new(start.into(), (start + selected.len() as u32).into()),
        text: selected.into(),
        time,
    });
    let text = ReceivedText {
        path: "shown.html".to_owned(),
        text: format!("{before}{selected}{after}"),
        version: 1,
        arrived: Instant::now(),
    };
    let options = HeadlessOptions {
        cpu,
        shown,
        ..HeadlessOptions::default()
    };
    let rendered = render(text, &options).unwrap();
    assert_eq!(rendered.diagnostics, [], "{script}");
    rendered
}

/// The picture by the CPU, after the GPU has painted the same.
fn drawn(name: &str, script: &str, time: Option<u32>) -> Bitmap {
    let cpu = paint(script, time, true);
    let said = cpu.compiled.shown();
    assert!(said.is_ok(), "{script}: {said:?}");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shown");
    fs::create_dir_all(&folder).unwrap();
    let file = fs::File::create(folder.join(name).with_extension("png")).unwrap();
    write_png(&cpu.picture, file).unwrap();
    let gpu = paint(script, time, false);
    if let Some(error) = gpu.no_gpu {
        lacking("expressions on the GPU", &error.to_string());
        return cpu.picture;
    }
    let pixels = gpu.picture.rgba().chunks_exact(4);
    let pixels = pixels.zip(cpu.picture.rgba().chunks_exact(4));
    let differ = |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 8);
    // Shades and hues jump along lines, which may lie one pixel apart.
    let far = pixels.filter(differ).count();
    assert!(far <= 160 * 160 / 50, "{far} pixels differ: {script}");
    cpu.picture
}

fn pixel(picture: &Bitmap, [x, y]: [usize; 2]) -> [u8; 4] {
    let at = (y * 160 + x) * 4;
    picture.rgba()[at..at + 4].try_into().unwrap()
}

const GREY: [u8; 4] = [128, 128, 128, 255];

#[test]
fn each_type_has_its_drawing() {
    let complex = "colorplot(w = '(complex(#)^3 - 1)/(complex(#)^2 + 2)'; |w|);";
    let complex = drawn("complex", complex, None);
    let [red, green, blue, _] = pixel(&complex, [150, 80]);
    assert!(red > green.max(blue), "positive on the right");
    let real = drawn("real", "colorplot(w = '|#|^2 - 4 + #.x'; w);", None);
    let [red, _, blue, _] = pixel(&real, [80, 80]);
    assert!(blue > red, "negative in the middle");
    let [red, _, blue, _] = pixel(&real, [5, 5]);
    assert!(red > blue, "positive at the edge");
    let mask = drawn("boolean", "colorplot(if('|#| < 2', 0.3, 0.6));", None);
    assert!(pixel(&mask, [80, 80])[0] > 200 && pixel(&mask, [5, 5])[0] < 60);
    let field = drawn("field", "colorplot(d = '[#.y, -#.x]'; |d|/5);", None);
    assert_ne!(pixel(&field, [80, 20]), pixel(&field, [80, 140]));
    let classes = "colorplot(n = 'floor(#.x) + 2*floor(#.y)'; n/9);";
    let classes = drawn("int", classes, None);
    assert_eq!(pixel(&classes, [85, 70]), pixel(&classes, [95, 65]));
    assert_ne!(pixel(&classes, [85, 70]), pixel(&classes, [105, 70]));
    let colour = drawn("colour", "colorplot(c = 'hue(#.x/8)'; grey(c_1));", None);
    assert_eq!(pixel(&colour, [80, 80])[0], 255);
}

#[test]
fn the_value_of_an_iteration_is_drawn_where_there_is_one() {
    let script = "colorplot(z = complex(#); n = 0; while(|z| < 2 & n < 30, \
                  z = 'z^2' + complex(#)/2 - 0.4; n = n + 1); n/30);";
    let last = drawn("last", script, None);
    let third = drawn("third", script, Some(3));
    assert_eq!(pixel(&last, [5, 5]), GREY, "no iteration at all");
    assert_eq!(pixel(&third, [5, 5]), GREY);
    assert_ne!(pixel(&third, [80, 80]), GREY);
    assert_ne!(pixel(&third, [80, 80]), pixel(&last, [80, 80]));
}
