//! The picture has no history: whatever texts stood there before, the last one shows what it shows
//! when it is opened fresh.
//!
//! Random sequences of edits over the applets of the repository and over small texts of this test,
//! played by the window's worker and player without a window; time is told, not measured. Of each
//! end, picture, values, diagnostics and what went wrong are compared with those of a fresh start
//! that has run for as many frames as the applet since it last began anew. Where the last text
//! cannot be read, the bar says what it says of a fresh start, and the picture is that of the last
//! text that can.
//!
//! `HISTORY_SEQUENCES` says how many are tried (40), `HISTORY_SEED` where they begin (1).

#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use std::{env, fs};

use cindyscript_window::bitmap::Bitmap;
use cindyscript_window::compile::Compiled;
use cindyscript_window::cpu::{Brush, Kind, Painting, Until};
use cindyscript_window::headless::{CLOCK, reasons};
use cindyscript_window::host::Studio;
use cindyscript_window::paint;
use cindyscript_window::player::{FrameDescription, Player};
use cindyscript_window::source::{Source, Text};
use cindyscript_window::status::Status;
use cindyscript_window::text::Fonts;
use cindyscript_window::view::Canvas;
use cindyscript_window::worker::{Outcome, Worker};

/// A source of random numbers (Steele, Lea, Flood, *Fast Splittable Pseudorandom Number
/// Generators*, 2014): the same seed makes the same sequences.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % bound.max(1) as u64) as usize
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }
}

const PATIENCE: Duration = Duration::from_secs(120);

/// From one frame to the next, in seconds.
const STEP: f64 = 0.04;

/// Those that take long without a GPU: they have their turn where more than a hundred sequences are
/// tried.
const SLOW: &[&str] = &["julia_feedback", "conformal"];

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

/// What cannot be read.
const FAULTS: &[&str] = &["(", "f(1", "[1, 2", "1 +* 2;", "\"", "a = ;", "}", "))"];

fn number<T: FromStr>(variable: &str, otherwise: T) -> T {
    let given = env::var(variable).ok().and_then(|text| text.parse().ok());
    given.unwrap_or(otherwise)
}

/// Names and texts.
fn texts(with_slow: bool) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/applets");
    let mut pages: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension() == Some("html".as_ref()))
        .filter(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap();
            with_slow || !SLOW.contains(&name)
        })
        .collect();
    pages.sort();
    let pages = pages.into_iter().map(|path| {
        let text = fs::read_to_string(&path).unwrap();
        (path.display().to_string(), text)
    });
    let own = OWN.iter().map(|(name, text)| {
        let path = folder.join(name).display().to_string();
        (path, (*text).to_owned())
    });
    // As many of the one as of the other.
    let own: Vec<_> = own.collect();
    pages
        .chain(own.into_iter().cycle().take(4 * OWN.len()))
        .collect()
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
    match random.below(10) {
        0..=3 => {
            if let Some(&(from, to)) = random.pick(&numbers) {
                let new = ["0.5", "2", "0.25", "3", "1"][random.below(5)];
                edited.replace_range(from..to, new);
            }
        }
        4..=6 => edited.insert_str(start, TRACES[random.below(TRACES.len())]),
        7 | 8 => edited.insert_str(start, FAULTS[random.below(FAULTS.len())]),
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

/// A window without a window: what came of the texts that were sent to it.
struct Session {
    worker: Worker,
    outcomes: Receiver<Outcome>,
    studio: Arc<Studio>,
    player: Option<Player>,
    compiled: Option<Compiled>,
    description: FrameDescription,
    status: Option<Status>,
    version: i32,
}

/// All that can be seen of an applet.
#[derive(Debug, PartialEq)]
struct Seen {
    diagnostics: Vec<String>,
    troubles: Vec<String>,
    values: BTreeMap<String, String>,
    pixels: Vec<u8>,
    playing: bool,
}

impl Session {
    fn new() -> Session {
        let (sender, outcomes) = channel();
        let worker = Worker::start(move |outcome| drop(sender.send(outcome)));
        worker.use_gpu(None);
        Session {
            worker,
            outcomes,
            studio: Arc::default(),
            player: None,
            compiled: None,
            description: FrameDescription::default(),
            status: None,
            version: 0,
        }
    }

    fn outcome(&self) -> Outcome {
        self.outcomes.recv_timeout(PATIENCE).unwrap()
    }

    /// As the stage does.
    fn read(&mut self, (path, text): &(String, String)) {
        self.version += 1;
        self.worker.read(Text {
            path: path.clone(),
            text: text.clone(),
            version: self.version,
            arrived: Instant::now(),
        });
        match self.outcome() {
            Outcome::Compiled(compiled) => {
                let source = compiled.source.clone();
                self.status = Status::of(&source, &[]);
                self.studio.easel.set((*compiled).clone());
                self.compiled = Some(*compiled);
                match &mut self.player {
                    Some(player) => player.load(source),
                    None => {
                        let canvas = Canvas {
                            device: [40, 30],
                            scale: 1.0,
                        };
                        let studio = Arc::clone(&self.studio);
                        self.player = Some(Player::new(source, canvas, studio, 5, CLOCK));
                    }
                }
            }
            Outcome::Broken(source) => self.status = Some(Status::of_unreadable(&source)),
            Outcome::Crashed(_, fault) => panic!("{fault}"),
            Outcome::Failed(error, _) => panic!("{error}"),
        }
    }

    fn frame(&mut self, seconds: f64) {
        let (Some(player), Some(compiled)) = (&mut self.player, &mut self.compiled) else {
            return;
        };
        self.description = player.frame(seconds);
        for draw in self.description.plots() {
            let plot = draw.call.plot;
            for _ in 0..4 {
                let program = compiled.plots.get(plot.index());
                let wanted = program.and_then(|program| program.respecialisation(&draw.call));
                let Some(observed) = wanted else { break };
                compiled.respecialise(plot, &observed).unwrap();
            }
        }
        self.studio.easel.update(&mut compiled.plots);
    }

    /// How many frames the applet has run for since it began anew.
    fn frames(&self) -> usize {
        self.player
            .as_ref()
            .map_or(0, |player| player.frames() as usize)
    }

    fn seen(&self) -> Seen {
        let (player, compiled) = (
            self.player.as_ref().unwrap(),
            self.compiled.as_ref().unwrap(),
        );
        let mut painted = Vec::new();
        let scene = paint::scene(
            &self.description,
            &compiled.plots,
            &player.canvas(),
            &Fonts::default(),
            |draw| -> Bitmap {
                let program = compiled.plots.get(draw.call.plot.index());
                let brush = Brush::new(player.evaluator(&draw.call), &draw.call, program);
                let mut painting =
                    Painting::new(brush, draw.frame, draw.region, Kind::Colour, true);
                painting.go_on(Until::Done, || false);
                painted.extend(painting.trouble().map(|error| player.trouble(error)));
                painting.bitmap()
            },
        );
        let picture = paint::flatten(&scene);
        let troubles = self.description.errors.iter().chain(&painted);
        let globals = player
            .globals()
            .map(|(name, value)| (name.to_owned(), player.print(value)));
        let elements = player.elements().map(|name| {
            let (_, fields) = player.element(name).unwrap();
            let values = fields.iter().filter_map(|field| player.field(name, field));
            let values: Vec<_> = values.map(|value| player.print(&value)).collect();
            (format!("element {name}"), values.join(" "))
        });
        Seen {
            diagnostics: (player.source().analysis.diagnostics.iter())
                .map(|found| format!("{found:?}"))
                .collect(),
            troubles: troubles
                .chain(reasons(&compiled.plots))
                .map(|trouble| format!("{trouble:?}"))
                .collect(),
            values: globals.chain(elements).collect(),
            pixels: picture.rgba().to_vec(),
            playing: player.is_playing(),
        }
    }
}

fn is_readable((path, text): &(String, String)) -> bool {
    let (path, text) = (path.clone(), text.clone());
    let (version, arrived) = (1, Instant::now());
    let text = Text {
        path,
        text,
        version,
        arrived,
    };
    Source::new(text, None).0.is_readable()
}

/// What differs between the end of a sequence of edits and a fresh start.
fn difference(sequence: &[(String, String)], random: &mut Random) -> Option<String> {
    let mut session = Session::new();
    let mut times = Vec::new();
    for text in sequence {
        session.read(text);
        for _ in 0..=random.below(2) {
            times.push(STEP * (times.len() + 1) as f64);
            session.frame(*times.last().unwrap());
        }
    }
    let last = sequence.last().unwrap();
    let mut fresh = Session::new();
    if is_readable(last) {
        fresh.read(last);
        if session.status != fresh.status {
            return Some(format!("{:?} is not {:?}", session.status, fresh.status));
        }
    } else {
        fresh.read(last);
        let (edited, opened) = (session.status.take()?, fresh.status.take());
        let Some(opened) = opened else {
            return Some("nothing is said of a text that cannot be read".to_owned());
        };
        if (&edited.first, edited.more) != (&opened.first, opened.more) {
            return Some(format!("{edited:?} is not {opened:?}"));
        }
        // What is shown: the last that can be read, or else this one.
        let good = sequence
            .iter()
            .rev()
            .find(|text| is_readable(text) && text.0 == last.0);
        if edited.is_earlier != good.is_some() {
            return Some(format!("{edited:?} shows {good:?}"));
        }
        if let Some(good) = good {
            fresh = Session::new();
            fresh.read(good);
        }
    }
    let frames = session.frames();
    for time in &times[times.len() - frames..] {
        fresh.frame(*time);
    }
    let (session, fresh) = (session.seen(), fresh.seen());
    let explain = |what: &str, a: &dyn std::fmt::Debug, b: &dyn std::fmt::Debug| {
        Some(format!("{what} after edits: {a:?}\nopened fresh: {b:?}"))
    };
    if session.diagnostics != fresh.diagnostics {
        return explain("diagnostics", &session.diagnostics, &fresh.diagnostics);
    }
    if session.values != fresh.values {
        return explain("values", &session.values, &fresh.values);
    }
    if session.troubles != fresh.troubles {
        return explain("troubles", &session.troubles, &fresh.troubles);
    }
    if session.playing != fresh.playing {
        return explain("playing", &session.playing, &fresh.playing);
    }
    let different = session.pixels.iter().zip(&fresh.pixels);
    let different = different.filter(|(a, b)| a != b).count();
    (session.pixels != fresh.pixels).then(|| format!("{different} bytes of the picture"))
}

/// Some texts, one after the other.
fn sequence(texts: &[(String, String)], random: &mut Random) -> Vec<(String, String)> {
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

#[test]
fn what_is_shown_does_not_depend_on_what_was_there_before() {
    let (count, seed): (u64, u64) = (number("HISTORY_SEQUENCES", 40), number("HISTORY_SEED", 1));
    let texts = texts(count > 100);
    let mut failures = Vec::new();
    let mut unreadable = 0;
    for seed in seed..seed + count {
        let mut random = Random(seed);
        let sequence = sequence(&texts, &mut random);
        unreadable += u64::from(!is_readable(sequence.last().unwrap()));
        let began = Instant::now();
        let differs = difference(&sequence, &mut random);
        if let Some(differs) = differs {
            eprintln!("HISTORY_SEED={seed}: {}: {differs}", sequence[0].0);
            if env::var_os("HISTORY_KEEP").is_some() {
                for (place, (_, text)) in sequence.iter().enumerate() {
                    let name = format!("{seed}-{place}");
                    fs::write(env::temp_dir().join(name), text).unwrap();
                }
            }
            failures.push(seed);
        }
        if began.elapsed() > Duration::from_secs(3) {
            eprintln!("seed {seed}: {}: {:?}", sequence[0].0, began.elapsed());
        }
    }
    eprintln!("{count} sequences, {unreadable} of which end in a text that cannot be read");
    assert_eq!(failures, [0_u64; 0], "the seeds of those that differ");
}
