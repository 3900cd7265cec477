//! What an author waits for at the preview, seen from outside of its process, with no window: the
//! first picture, from the start of the program; the picture of an edit, from the write of the
//! message to its receipt, where a number at the pixel changes and where the shader does. Then what
//! the process takes at rest, its memory after many edits, and how soon a tab of the editor shows
//! where the pointer is.
//!
//! `cargo build --release --bins && cargo bench -p cindyscript-tests --bench picture`, over the
//! applets of the tests and, with a checkout of CindyJS in `CINDYJS_DIR`, CindyGL's gallery. An
//! argument is a part of the names of the pages. `--edits` leaves out all but the edits, and
//! `--turns=N` says how many of each kind a page has (20). The aims are those of an NVIDIA GPU: a
//! p95 of 16.7 ms where a number changes and of 50 ms where the shader does; under 0.5 % of a
//! processor at rest.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use cindyscript_protocol::{
    FromPreview, Reader, Received, Stages, TabEvent, ToPreview, Version, write,
};
use cindyscript_syntax::{SyntaxKind, tokens};
use cindyscript_tests::folders::folder;
use cindyscript_tests::percentile::Times;
use cindyscript_tests::programs::Program;
use cindyscript_tests::{clock, examples, memory};

/// How long a picture is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// How many numbers of a page are tried, until one is found that can become a term of the pixel.
const TRIES: usize = 12;

/// What depends on the pixel: where nothing else is the running variable, and where `z` is.
const PLACES: [&str; 2] = ["#.x", "re(z)"];

/// How long the process is looked at while nothing happens.
const REST: Duration = Duration::from_secs(60);

/// How many edits the memory is looked at over, and after how many each time.
const MANY: (usize, usize) = (10_000, 2_000);

fn main() {
    let (options, filters): (Vec<String>, Vec<String>) =
        env::args().skip(1).partition(|word| word.starts_with('-'));
    let only_edits = options.iter().any(|option| option == "--edits");
    let turns = options
        .iter()
        .find_map(|option| option.strip_prefix("--turns=")?.parse().ok())
        .unwrap_or(20);
    let applets = Path::new(env!("CARGO_MANIFEST_DIR")).join("applets");
    let mut pages = examples::pages(&applets).unwrap();
    if let Some(cindyjs) = folder("CINDYJS_DIR") {
        pages.extend(examples::pages(&cindyjs.join("examples/cindygl")).unwrap());
    }
    pages.retain(|page| {
        let name = page.display().to_string();
        filters.is_empty() || filters.iter().any(|part| name.contains(part))
    });
    edits(&pages, turns);
    if !only_edits {
        at_rest(&applets.join("julia.html"));
        many_edits(&applets.join("julia.html"));
        pointer(&applets.join("julia.html"));
    }
}

/// First pictures, and those of edits.
fn edits(pages: &[PathBuf], turns: usize) {
    let (mut first, mut unchanged) = (Times::default(), Vec::new());
    let mut kinds = [Kind::new("a number"), Kind::new("the shader")];
    for page in pages {
        let text = fs::read_to_string(page).unwrap_or_default();
        let numbers = numbers(&text);
        if numbers.is_empty() {
            continue;
        }
        let name = page.file_name().unwrap_or_default().to_string_lossy();
        let start = Instant::now();
        let mut preview = Preview::start(page);
        if preview.show(&text).is_none() {
            unchanged.push(format!("{name} (no picture)"));
            continue;
        }
        first.add(start.elapsed());
        let tries = PLACES.iter().flat_map(|place| {
            let numbers = numbers.iter().take(TRIES);
            numbers.map(move |number| (number, *place))
        });
        let found = tries.into_iter().find(|(number, place)| {
            [1, 2].iter().all(|turn| {
                let shown = preview.show(&number.as_term(&text, place, turns + turn));
                shown.is_some_and(|shown| shown.structural)
            })
        });
        let Some((number, place)) = found else {
            unchanged.push(name.into_owned());
            continue;
        };
        preview.show(&text);
        for turn in 0..turns {
            for (kind, text) in kinds.iter_mut().zip([
                number.as_number(&text, turn),
                number.as_term(&text, place, turn),
            ]) {
                match preview.show(&text) {
                    Some(shown) => kind.add(&name, &shown),
                    None => kind.lost += 1,
                }
            }
        }
    }
    println!(
        "first picture, process start included  p90 {:.0} ms  {first}",
        ms(first.percentile(0.9))
    );
    for kind in kinds {
        kind.print();
    }
    println!(
        "no edit of the shader found in {}: {}",
        unchanged.len(),
        unchanged.join(", ")
    );
}

/// The times of one kind of edits.
#[derive(Debug)]
struct Kind {
    name: &'static str,
    outside: Times,
    /// By their order.
    stages: BTreeMap<usize, (&'static str, Times)>,
    pipelines: usize,
    /// How many had no receipt.
    lost: usize,
    by_page: BTreeMap<String, Times>,
}

impl Kind {
    fn new(name: &'static str) -> Self {
        Self {
            name,
            outside: Times::default(),
            stages: BTreeMap::new(),
            pipelines: 0,
            lost: 0,
            by_page: BTreeMap::new(),
        }
    }

    fn add(&mut self, page: &str, shown: &Shown) {
        self.outside.add(shown.after);
        self.by_page
            .entry(page.to_owned())
            .or_default()
            .add(shown.after);
        self.pipelines += usize::from(shown.structural);
        for (place, (name, time)) in shown.stages.by_name().into_iter().enumerate() {
            let (_, times) = self.stages.entry(place).or_insert((name, Times::default()));
            times.add_ms(time.unwrap_or(0.0));
        }
    }

    fn print(&self) {
        println!(
            "edit of {:<10} {}, {} pipelines built, {} without a receipt",
            self.name, self.outside, self.pipelines, self.lost
        );
        for (name, times) in self.stages.values() {
            println!("{name:>18} {times}");
        }
        let mut slowest: Vec<_> = self.by_page.iter().collect();
        slowest.sort_by_key(|(_, times)| std::cmp::Reverse(times.percentile(0.5)));
        let slowest: Vec<String> = slowest
            .iter()
            .take(8)
            .map(|(page, times)| format!("{page} {:.0}", ms(times.percentile(0.5))))
            .collect();
        println!("    slowest pages, p50 in ms: {}", slowest.join(", "));
    }
}

/// What a process takes that shows an applet in which nothing moves.
fn at_rest(page: &Path) {
    let mut preview = Preview::start(page);
    preview.show(&fs::read_to_string(page).unwrap());
    preview.watch();
    preview.pass(Duration::from_secs(5));
    let before = clock::all_of(preview.child.id());
    preview.pass(REST);
    let taken = clock::all_of(preview.child.id()).saturating_sub(before);
    let share = 100.0 * taken.as_secs_f64() / REST.as_secs_f64();
    println!("at rest            {share:.2} % of a processor over {REST:?}");
}

/// What is in memory after many edits, of numbers and of the shader by turns.
fn many_edits(page: &Path) {
    let text = fs::read_to_string(page).unwrap();
    let number = numbers(&text)[0].clone();
    let mut preview = Preview::start(page);
    preview.show(&text);
    let (all, step) = MANY;
    for turn in 0..=all {
        if turn % step == 0 {
            println!(
                "after {turn:>6} edits {:>5} MB",
                memory::of(preview.child.id()) / 1_000_000
            );
        }
        let text = match turn % 10 {
            0 => number.as_term(&text, "re(z)", turn),
            _ => number.as_number(&text, turn),
        };
        preview.show(&text);
    }
}

/// From a move of the pointer to the picture that shows it, in a tab that takes each at once.
fn pointer(page: &Path) {
    let mut preview = Preview::start(page);
    let text = "<script src=\"Cindy.js\"></script>\n\
        <script id=\"csdraw\" type=\"text/x-cindyscript\">\n\
        p = mouse();\ncolorplot([0.5 + 0.1*sin(30*#.x), 0.5, exp(-|# - p|)]);\n</script>\n\
        <script>CindyJS({scripts: \"cs*\", ports: [{id: \"CSCanvas\", width: 800, height: 600}]});</script>\n";
    preview.show(text);
    preview.watch();
    preview.pass(Duration::from_secs(2));
    let mut times = Times::default();
    let (mut bytes, start) = (0, Instant::now());
    for turn in 0..200_u32 {
        let before = Instant::now();
        let at = [100.0 + f64::from(turn % 50) * 10.0, 300.0];
        preview.tell(TabEvent::PointerMoved { at });
        if let Some(size) = preview.picture() {
            times.add(before.elapsed());
            bytes += size;
        }
    }
    let rate = times.count() as f64 / start.elapsed().as_secs_f64();
    println!("pointer to a tab of 800 x 600  {times}");
    println!(
        "    {rate:.0} pictures a second, {} kB each",
        bytes / times.count().max(1) / 1000
    );
}

/// A number in the text that a colorplot computes with.
#[derive(Clone, Debug)]
struct Number {
    start: usize,
    end: usize,
    value: f64,
}

impl Number {
    /// The text with another number.
    fn as_number(&self, text: &str, turn: usize) -> String {
        let value = self.value + (1 + turn) as f64 / 1024.0;
        self.replaced(text, &format!("{value}"))
    }

    /// The text with a term of the pixel instead, another one in each turn: a kept pipeline would
    /// not be built again.
    fn as_term(&self, text: &str, place: &str, turn: usize) -> String {
        let waves = (0..16).map(|bit| ["+ cos", "+ sin"][turn >> bit & 1]);
        let waves: String = waves.map(|wave| format!("{wave}({place})")).collect();
        self.replaced(text, &format!("({} + 0.0001*(1 {waves}))", self.value))
    }

    fn replaced(&self, text: &str, by: &str) -> String {
        format!("{}{by}{}", &text[..self.start], &text[self.end..])
    }
}

/// The numbers in the calls of `colorplot` in a text.
fn numbers(text: &str) -> Vec<Number> {
    let mut found = Vec::new();
    for (at, call) in text.match_indices("colorplot(") {
        let (inside, mut depth) = (at + call.len(), 1);
        for (kind, range) in tokens(&text[inside..]) {
            match kind {
                SyntaxKind::L_PAREN => depth += 1,
                SyntaxKind::R_PAREN => depth -= 1,
                SyntaxKind::NUMBER => {
                    let (start, end) = (
                        inside + usize::from(range.start()),
                        inside + usize::from(range.end()),
                    );
                    if let Ok(value) = text[start..end].parse() {
                        found.push(Number { start, end, value });
                    }
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
    // Those with a fraction first: others may be indices, or how often something is done.
    found.sort_by_key(|number| number.value.fract() == 0.0);
    found
}

/// A version that is shown.
#[derive(Debug)]
struct Shown {
    /// From the write of the message to the receipt.
    after: Duration,
    stages: Stages,
    structural: bool,
}

/// A preview without a window; ended when dropped.
struct Preview {
    child: Child,
    stdin: ChildStdin,
    messages: Receiver<FromPreview>,
    path: String,
    version: Version,
}

impl Preview {
    fn start(page: &Path) -> Self {
        let mut child = Command::new(Program::Preview.path().unwrap())
            .args(["--stdio", "--no-window", "--camera", "off"])
            // Where nothing can be kept.
            .env("XDG_STATE_HOME", "/dev/null")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, messages) = channel();
        thread::spawn(move || {
            for message in Reader::<_, FromPreview>::new(stdout) {
                if let Ok(Received::Known(message)) = message
                    && sender.send(message).is_err()
                {
                    return;
                }
            }
        });
        let path = page.display().to_string();
        Self {
            child,
            stdin,
            messages,
            path,
            version: 0,
        }
    }

    /// Shows a text; `None` where it has no receipt in time.
    fn show(&mut self, text: &str) -> Option<Shown> {
        self.version += 1;
        let message = ToPreview::Open {
            path: self.path.clone(),
            text: text.to_owned(),
            version: self.version,
            open: Vec::new(),
        };
        let start = Instant::now();
        write(&mut self.stdin, &message).ok()?;
        loop {
            let left = PATIENCE.saturating_sub(start.elapsed());
            match self.messages.recv_timeout(left).ok()? {
                FromPreview::Receipt {
                    version,
                    stages,
                    structural,
                } if version == self.version => {
                    return Some(Shown {
                        after: start.elapsed(),
                        stages,
                        structural,
                    });
                }
                _ => {}
            }
        }
    }

    /// Has the pictures sent, as a tab of 800 x 600 does that is looked at.
    fn watch(&mut self) {
        self.tell(TabEvent::Resized {
            size: [800, 600],
            scale: 1.0,
        });
        self.tell(TabEvent::Watched { watched: true });
    }

    fn tell(&mut self, event: TabEvent) {
        write(&mut self.stdin, &ToPreview::Tab { event }).unwrap();
    }

    /// Waits for the next picture and takes it; the bytes of its message.
    fn picture(&mut self) -> Option<usize> {
        loop {
            if let FromPreview::Picture(picture) = self.messages.recv_timeout(PATIENCE).ok()? {
                self.tell(TabEvent::Taken {
                    number: picture.number,
                });
                return Some(picture.data.len());
            }
        }
    }

    /// Takes what comes for a while.
    fn pass(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while let Ok(message) = self
            .messages
            .recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            if let FromPreview::Picture(picture) = message {
                self.tell(TabEvent::Taken {
                    number: picture.number,
                });
            }
        }
    }
}

impl Drop for Preview {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
