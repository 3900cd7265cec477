//! Texts, and what becomes of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use cindyscript_player::last_parsed::{LastParsed, Next};
use cindyscript_player::source::{self, Earlier, Source};
use cindyscript_tests::random::Random;
use cindyscript_window::reader;

/// A text: its path, and itself.
pub(crate) type Text = (String, String);

/// What the applets do with a thousand bodies, they do with four: every frame is painted, and often
/// without a GPU.
const SMALLER: &[(&str, &str, &str)] = &[
    ("bodies.html", "count = 1000;", "count = 4;"),
    ("conformal.html", "384, 384", "12, 12"),
    ("droste.html", "400, 400)", "12, 12)"),
    ("feedback.html", "128, 128", "10, 10"),
    ("feedback.html", "64, 64", "8, 8"),
    ("fluid.html", "cells = 64;", "cells = 6;"),
    ("fluid.html", "rounds = 20;", "rounds = 3;"),
    ("julia_feedback.html", "400, 400)", "12, 12)"),
];

/// Texts that keep much from frame to frame.
const OWN: &[(&str, &str)] = &[
    (
        "counter.cindyscript",
        "// %% init\nn = 0; f(x) := x + 1; l = apply(1..4, random());\n\
         // %% draw\nn = f(n); draw([n, l_1], color->[1, 0, 0]);\n\
         colorplot([n / 10, |#| / 100, l_2]);\n",
    ),
    (
        "image.cindyscript",
        "// %% init\ncreateimage(\"a\", 4, 4); colorplot(\"a\", [|#| / 3, 0.2, 0.4]);\n\
         // %% draw\nsetpixel(\"a\", 1, 1, [seconds(), 0, 0]); drawimage([0, 0], \"a\");\n\
         colorplot(imagergb(\"a\", #));\n",
    ),
    (
        "defined.cindyscript",
        "// %% init\nn = 0; base = 1; h(x) := x;\n\
         // %% draw\nn = n + 1; if(n == 1, first = g(2)); g(x) := x + base; v = h(n); h(x) := 2 * x;\n\
         createimage(\"b\", 5, 4); colorplot(\"b\", [|#| / 2, g(#.x) / 4, 0.5]);\n\
         if(n > 1, colorplot(\"b\", imagergb(\"b\", # / 2) + [0.1, 0.3, 0]));\n\
         colorplot(imagergb(\"b\", # / 5) + [0, v / 20, h(|#|) / 30]);\n",
    ),
    (
        "dictionary.cindyscript",
        "// %% init\nd = {\"a\": 1}; q = d;\n\
         // %% draw\nput(q, \"a\", get(d, \"a\") + 1); v = get(d, \"a\"); draw([v, 2]);\n",
    ),
    (
        "construction.html",
        r#"<canvas id="c"></canvas>
<script id="csinit" type="text/x-cindyscript">
createpoint("N", [1, 1]); A:"note" = 7; settimeout(0.06, late = 1); resetclock(); s = 0;
</script>
<script id="csdraw" type="text/x-cindyscript">
A.xy = A.xy + [0.1, 0]; s = s + A.x; t = seconds(); kept = [A:"note", C.radius, X.x];
colorplot([|#| / 4, s / 40, t]);
drawimage([0, 0], "dot");
</script>
<script id="cstick" type="text/x-cindyscript">ticks = ticks + simulationtime();</script>
<script>CindyJS({scripts: "cs*", animation: {autoplay: true, speed: 0.5},
  images: {dot: "data:image/gif;base64,R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="},
  ports: [{id: "c", width: 40, height: 30, transform: [{visibleRect: [-4, 3, 4, -3]}]}],
  geometry: [{name: "A", type: "Free", pos: [1, 1]},
             {name: "B", type: "Free", pos: [2, 1]},
             {name: "C", type: "CircleMr", args: ["A"], radius: 1},
             {name: "g", type: "Join", args: ["A", "B"]},
             {name: "X", type: "IntersectionLC", args: ["g", "C"]}]});</script>
"#,
    ),
    (
        "events.html",
        r#"<canvas id="c"></canvas>
<script id="csinit" type="text/x-cindyscript">mode = 1; n = 0; turned = 0; from = [0, 0]; at = mouse();
createimage("a", 6, 6);</script>
<script id="csdraw" type="text/x-cindyscript">
n = n + 0.25; A.xy = A.xy + [0.1, 0]; B.x = 0.5;
colorplot([mode / 4, n / 10, |# - A| / 9]); drawimage([0, 0], "a"); draw([turned, 1]);
</script>
<script id="csmove" type="text/x-cindyscript">moves = moves + 1; with = |A, B|;</script>
<script id="cskeydown" type="text/x-cindyscript">n = n + 1; last = key(); keys = append(keys, keycode());
if(last == "a", [1, 2]_7); if(last == "b", playanimation()); if(last == "c", settimeout(0.2, n = 50));</script>
<script id="cskeyup" type="text/x-cindyscript">up = up + 1;</script>
<script id="csmousedown" type="text/x-cindyscript">from = mouse(); held = mover();</script>
<script id="csmousedrag" type="text/x-cindyscript">
turned = turned + mouse().x - from.x; from = mouse(); setpixel("a", 2, 3, [1, n / 9, 0]);</script>
<script id="csmouseup" type="text/x-cindyscript">released = released + 1; [1, 2]_7;</script>
<script id="csmouseclick" type="text/x-cindyscript">places = append(places, mouse());</script>
<script id="csmousemove" type="text/x-cindyscript">over = mouse();</script>
<script id="cstick" type="text/x-cindyscript">ticks = ticks + 1;</script>
<script>CindyJS({scripts: "cs*",
  ports: [{id: "c", width: 40, height: 30, transform: [{visibleRect: [-4, 3, 4, -3]}]}],
  geometry: [{name: "A", type: "Free", pos: [1, 1]},
             {name: "B", type: "Free", pos: [-2, -1]},
             {name: "C", type: "CircleMr", args: ["A"], radius: 1},
             {name: "P", type: "PointOnCircle", args: ["C"], pos: [2, 1]},
             {name: "T", type: "Button", pos: [-4, 2], text: "b", script: "mode = mode + 2"},
             {name: "U", type: "ToggleButton", pos: [-4, 0], text: "t", script: "mode = 1; turned = 5"},
             {name: "E", type: "EditableText", pos: [-4, -2], text: "1", script: "n = parse(E.text)"}]});</script>
"#,
    ),
];

/// What a statement at the start of a script can leave behind.
const TRACES: &[&str] = &[
    "l = [1, 2, 3]; m = l_5;",
    "stray = 7; n = 40; s = \"text\"; d = [];",
    "f(x) := 100; g(x) := nowhere(x);",
    "createimage(\"a\", 9, 9);",
    "createpoint(\"Q\", [0, 0]);",
    "A.xy = [0, 1]; A.color = [0, 1, 0]; B.size = 9;",
    "resetclock();",
    "playanimation();",
    "settimeout(0.01, n = 77);",
    "x = random(); seedrandom(5);",
    "pointsize(11); linecolor([0, 1, 1]);",
    "pi = 3; i = 2; z = [1, 2];",
    "clearimage(\"a\"); setpixel(\"a\", 2, 2, [1, 1, 1]);",
    "colorplot(undefinedf(#));",
    "if(3, 4); nowhere + 1;",
    "sin(\"a\") + [1, 2] * true;",
    "regional(n); n = 3;",
    "h ::= n + 1; removeelement(X);",
    "keys = {\"k\": [1]};",
];

/// What never ends, or ends in an error each time.
const ENDLESS: &[&str] = &[
    "while(true, 0);",
    "loops(x) := loops(x + 1); loops(1);",
    "colorplot(k = 0; while(k < 1, 0); [k, 0, 0], [0, 0], [0.3, 0.3]);",
    "repeat(1000000000, early = 1; [1, 2]);",
];

/// What cannot be read.
const FAULTS: &[&str] = &["(", "f(1", "[1, 2", "1 +* 2;", "\"", "a = ;", "}", "))"];

/// Names and texts.
pub(crate) fn texts() -> Vec<Text> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/applets");
    let mut pages: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension() == Some("html".as_ref()))
        .collect();
    pages.sort();
    let pages = pages.into_iter().map(|path| {
        let mut text = fs::read_to_string(&path).unwrap();
        for (_, large, small) in SMALLER.iter().filter(|(of, ..)| path.ends_with(of)) {
            assert!(text.contains(large), "{}: {large}", path.display());
            text = text.replace(large, small);
        }
        (path.display().to_string(), text)
    });
    let own = OWN.iter().map(|(name, text)| {
        let path = folder.join(name).display().to_string();
        (path, (*text).to_owned())
    });
    // More of the one than of the other.
    let own: Vec<_> = own.collect();
    pages
        .chain(own.into_iter().cycle().take(6 * OWN.len()))
        .collect()
}

/// What is to be shown after a sequence of texts.
pub(crate) struct Shown {
    /// The last text, with the scripts in it that are of earlier ones; or, where it is not known what
    /// its scripts are, or nothing calls CindyJS any more, what was shown before it.
    pub(crate) text: Text,
    pub(crate) earlier: Earlier,
    /// Whether that is so because nothing calls CindyJS any more, which the text alone does not say.
    pub(crate) has_lost_call: bool,
}

/// What is shown after some texts: of scripts that cannot be parsed, what they were last, if they ever
/// were anything.
pub(crate) fn shown(sequence: &[Text]) -> Shown {
    let mut last_parsed = LastParsed::default();
    let mut shown: Option<Source> = None;
    let (mut earlier, mut has_lost_call) = (Earlier::Nothing, false);
    for (path, text) in sequence {
        let text = source::ReceivedText {
            path: path.clone(),
            text: text.clone(),
            version: 1,
            arrived: Instant::now(),
        };
        let source = reader::read(text, None).0;
        let before = shown.as_ref();
        has_lost_call = before.is_some_and(|before| source.has_lost_call(before));
        match last_parsed.take(source, before) {
            Next::Plays(source) => {
                earlier = source.earlier();
                shown = Some(source);
            }
            Next::Stays(source) => {
                earlier = match source.earlier() {
                    Earlier::Nothing => Earlier::Everything,
                    earlier => earlier,
                };
            }
        }
    }
    Shown {
        text: (sequence[0].0.clone(), shown.unwrap().played_text()),
        earlier,
        has_lost_call,
    }
}

/// Where scripts begin, and the numbers of the page and of its scripts.
fn places(text: &str) -> (Vec<usize>, Vec<(usize, usize)>) {
    let mut starts: Vec<usize> = text
        .match_indices("text/x-cindyscript\">")
        .map(|(at, found)| at + found.len())
        .collect();
    starts.extend(text.match_indices("// %% ").filter_map(|(at, _)| {
        let line = text[at..].find('\n')?;
        Some(at + line + 1)
    }));
    if starts.is_empty() {
        starts.push(0);
    }
    let first = starts.iter().copied().min().unwrap_or_default();
    let bytes = text.as_bytes();
    let mut numbers = Vec::new();
    let mut at = first;
    while at < bytes.len() {
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.';
        let begins = bytes[at].is_ascii_digit() && !is_part(bytes[at - 1]);
        let end = (at..bytes.len()).find(|end| !is_part(bytes[*end]));
        let end = end.unwrap_or(bytes.len());
        // Long words are images.
        if begins
            && end - at < 6
            && bytes[at..end]
                .iter()
                .all(|byte| !byte.is_ascii_alphabetic())
        {
            numbers.push((at, end));
        }
        at = end.max(at + 1);
    }
    (starts, numbers)
}

/// A text with one thing changed.
fn edited(text: &str, random: &mut Random) -> String {
    let (starts, numbers) = places(text);
    let mut edited = text.to_owned();
    let start = *random.pick(&starts).unwrap_or(&0);
    match random.below(14) {
        0..=3 => {
            if let Some(&(from, to)) = random.pick(&numbers) {
                let new = ["0.5", "2", "0.25", "3", "1"][random.below(5)];
                edited.replace_range(from..to, new);
            }
        }
        4..=6 => edited.insert_str(start, TRACES[random.below(TRACES.len())]),
        7 => edited.insert_str(start, FAULTS[random.below(FAULTS.len())]),
        8 => {
            // In front of any line behind the beginning of a script.
            let lines = text.match_indices('\n').map(|(at, _)| at + 1);
            let lines: Vec<usize> = lines.filter(|at| *at >= start).collect();
            let at = random.pick(&lines).copied().unwrap_or(start);
            edited.insert_str(at, FAULTS[random.below(FAULTS.len())]);
        }
        // What runs at the start may take longer than what runs later.
        9 if !text[..start].trim_end().ends_with("init")
            && !text[..start].ends_with(r#"csinit" type="text/x-cindyscript">"#) =>
        {
            edited.insert_str(start, ENDLESS[random.below(ENDLESS.len())]);
        }
        10 | 11 => {
            // Another operation.
            let operations = [" + ", " - ", " * ", " / "];
            let at: Vec<usize> = operations
                .iter()
                .flat_map(|operation| text.match_indices(operation))
                .map(|(at, _)| at)
                .filter(|at| *at >= start)
                .collect();
            if let Some(&at) = random.pick(&at) {
                edited.replace_range(at..at + 3, operations[random.below(4)]);
            }
        }
        _ => {
            // A part is lost: a line.
            let lines: Vec<(usize, &str)> = text
                .match_indices('\n')
                .map(|(at, _)| {
                    (
                        at + 1,
                        text[at + 1..].split('\n').next().unwrap_or_default(),
                    )
                })
                .filter(|(_, line)| !line.trim().is_empty())
                .collect();
            if let Some(&(at, line)) = random.pick(&lines) {
                edited.replace_range(at..at + line.len(), "");
            }
        }
    }
    edited
}

/// Some texts, one after the other.
pub(crate) fn sequence(texts: &[Text], random: &mut Random) -> Vec<Text> {
    let base = &texts[random.below(texts.len())];
    let mut sequence = vec![base.clone()];
    for _ in 0..1 + random.below(5) {
        let (path, before) = sequence.last().unwrap().clone();
        sequence.push(match random.below(8) {
            // All of the text is replaced, mostly by one that is meant to be there.
            0 => (path, texts[random.below(texts.len())].1.clone()),
            1 => base.clone(),
            _ => (path, edited(&before, random)),
        });
    }
    match random.below(4) {
        // It ends anywhere.
        0 => {}
        // With one thing changed.
        1 => sequence.push((base.0.clone(), edited(&base.1, random))),
        _ => sequence.push(base.clone()),
    }
    sequence
}
