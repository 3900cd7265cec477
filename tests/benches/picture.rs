//! From an edit to the presented frame: receipts of `cindyscript-preview` for the wave, in a window
//! under Xvfb, of edits that change a number and of edits that change the shader.
//!
//! `cargo build --release --bins && cargo bench -p cindyscript-tests --bench picture`

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs;
use std::io::BufReader;
use std::path::Path;

use cindyscript_protocol::{FromPreview, Reader, Received, ToPreview, write};
use cindyscript_tests::display::Display;
use cindyscript_tests::not_run;
use cindyscript_tests::percentile::Times;

/// What changes the wave: a name, the part that is replaced, and by what in each turn.
type Edit = (&'static str, &'static str, fn(usize) -> String);

const EDITS: [Edit; 2] = [
    ("a number", "1/2*sin", |turn| format!("1/{}*sin", 3 + turn)),
    // Never the same shader twice: a kept pipeline would not be built again.
    ("the shader", "|#| - ", |turn| {
        let bits = (0..6).map(|bit| ["+ cos(|#|) ", "+ sin(|#|) "][turn >> bit & 1]);
        format!("|#| {}- ", bits.collect::<String>())
    }),
];

fn main() {
    let missing = Display::missing();
    if !missing.is_empty() {
        return not_run("edit to picture", &format!("no {}", missing.join(", ")));
    }
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("applets/wave.html");
    let text = fs::read_to_string(&page).unwrap();
    let display = Display::start().unwrap();
    let mut preview = display.preview().unwrap().spawn().unwrap();
    let mut stdin = preview.stdin.take().unwrap();
    let mut messages =
        Reader::<_, FromPreview>::new(BufReader::new(preview.stdout.take().unwrap()));
    let mut version = 0;
    let mut show = |text: String| {
        version += 1;
        let path = page.display().to_string();
        write(
            &mut stdin,
            &ToPreview::Open {
                path,
                text,
                version,
                open: Vec::new(),
            },
        )
        .unwrap();
        loop {
            match messages.next().expect("the preview goes on").unwrap() {
                Received::Known(FromPreview::Receipt {
                    version: shown,
                    stages,
                    structural,
                }) if shown == version => {
                    return (stages, structural);
                }
                _ => {}
            }
        }
    };
    let (first, _) = show(text.clone());
    println!("first picture: {:.1} ms", first.total());
    for (name, from, to) in EDITS {
        assert!(text.contains(from), "the wave has no `{from}`");
        let (mut total, mut pipelines) = (Times::default(), 0);
        let mut by_stage: BTreeMap<usize, (&str, Times)> = BTreeMap::new();
        for turn in 0..40 {
            let (stages, structural) = show(text.replace(from, &to(turn)));
            total.add_ms(stages.total());
            pipelines += usize::from(structural);
            for (place, (name, time)) in stages.by_name().into_iter().enumerate() {
                let (_, times) = by_stage.entry(place).or_insert((name, Times::default()));
                times.add_ms(time.unwrap_or(0.0));
            }
        }
        println!("edit of {name:<10} {total}, {pipelines} pipelines built");
        for (name, times) in by_stage.values() {
            println!("{name:>18} {times}");
        }
    }
    write(&mut stdin, &ToPreview::Shutdown).unwrap();
    drop(stdin);
    preview.wait().unwrap();
}
