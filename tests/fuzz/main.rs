//! Whatever is written, nothing panics, hangs, or ends: texts that were right once, changed by
//! chance, through the parser, the analysis, the server's protocol and the preview.
//!
//! Each input comes from a number, its seed, and is tried in a process of its own kind, which is
//! watched. What is wrong is made smaller, kept in `tests/out/fuzz` and told with its seed.
//!
//! | variable | what it says |
//! |---|---|
//! | `FUZZ_SECONDS` | how long, all kinds together; without it, each kind tries a fixed number |
//! | `FUZZ_SEED` | the first seed (1) |
//! | `FUZZ_KIND` | only this kind: `syntax`, `analysis`, `protocol`, `page`, `export` |
//! | `FUZZ_FILE` | only this file, of the kind above, as it was kept |
//! | `CINDYJS_DIR` | a checkout of CindyJS, whose gallery is taken, too |

#![allow(clippy::print_stdout)]

mod analysis;
mod corpus;
mod export;
mod kind;
mod page;
mod session;
mod syntax;
mod watch;

use std::any::Any;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fs, io};

use cindyscript_tests::shrink;
use corpus::Corpus;
use kind::{Input, KINDS, Kind};
use page::Device;
use watch::{Said, Watched};

/// How many faults of a kind are told; there is enough to do then.
const FAULTS: usize = 5;
/// In a run of all tests, one page of so many is painted.
const PAINTED: usize = 8;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["worker", kind, first] => worker(kind, first),
        ["try", kind, path, file] => try_file(kind, Path::new(path), Path::new(file)),
        // As `cargo test NAME` filters tests.
        [name, ..] if !name.starts_with('-') && !"fuzz".contains(name) => ExitCode::SUCCESS,
        _ => match supervise() {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::FAILURE,
            Err(error) => {
                println!("fuzz: {error}");
                ExitCode::FAILURE
            }
        },
    }
}

fn kind(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name)
}

fn number(variable: &str) -> Option<u64> {
    env::var(variable).ok()?.parse().ok()
}

/// Tries inputs from a seed on until it is ended.
fn worker(name: &str, first: &str) -> ExitCode {
    let (Some(kind), Ok(first)) = (kind(name), first.parse()) else {
        return ExitCode::FAILURE;
    };
    let corpus = Corpus::read();
    let every = if number("FUZZ_SECONDS").is_some() {
        1
    } else {
        PAINTED
    };
    let mut device = Device::new(every);
    for seed in first.. {
        tell(&format!("begin {seed}"));
        let input = kind.input(&corpus, seed);
        if let Err(what) = tried(kind, &mut device, &input) {
            tell(&format!("fault {}", what.replace('\n', " ")));
        }
    }
    ExitCode::SUCCESS
}

/// Tries the text of a file.
fn try_file(name: &str, path: &Path, file: &Path) -> ExitCode {
    let (Some(kind), Ok(text)) = (kind(name), fs::read_to_string(file)) else {
        return ExitCode::FAILURE;
    };
    let input = Input {
        path: path.to_owned(),
        text,
    };
    tell("begin 0");
    if let Err(what) = tried(kind, &mut Device::new(1), &input) {
        tell(&format!("fault {}", what.replace('\n', " ")));
    }
    ExitCode::SUCCESS
}

fn tried(kind: &Kind, device: &mut Device, input: &Input) -> Result<(), String> {
    let tried = catch_unwind(AssertUnwindSafe(|| (kind.check)(device, input)));
    tried.unwrap_or_else(|panic| Err(panic_message(&*panic)))
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("panicked: {}", text.unwrap_or_default())
}

/// A line for who watches.
fn tell(line: &str) {
    let mut stdout = io::stdout().lock();
    // Nobody listens any more: nothing is left to do.
    drop(writeln!(stdout, "{line}").and_then(|()| stdout.flush()));
}

/// Lets workers try inputs; whether nothing was wrong.
fn supervise() -> io::Result<bool> {
    let only = env::var("FUZZ_KIND").ok();
    let kinds: Vec<&Kind> = KINDS
        .iter()
        .filter(|kind| only.as_deref().is_none_or(|only| only == kind.name))
        .collect();
    if let (Some(file), [kind]) = (env::var_os("FUZZ_FILE"), &kinds[..]) {
        let file = PathBuf::from(file);
        let wrong = fault(kind, &file, &file)?;
        println!(
            "{}: {}",
            file.display(),
            wrong.as_deref().unwrap_or("nothing is wrong")
        );
        return Ok(wrong.is_none());
    }
    let first = number("FUZZ_SEED").unwrap_or(1);
    let seconds = number("FUZZ_SECONDS").map(|seconds| seconds as f64 / kinds.len() as f64);
    let corpus = Corpus::read();
    let mut total = 0;
    for kind in kinds {
        let until = match seconds {
            Some(seconds) => Until::Time(Instant::now() + Duration::from_secs_f64(seconds)),
            None => Until::Count(kind.count),
        };
        total += run(kind, &corpus, first, until)?;
    }
    Ok(total == 0)
}

/// When there has been enough.
#[derive(Clone, Copy)]
enum Until {
    Count(u64),
    Time(Instant),
}

/// Tries inputs of a kind; how many were wrong.
fn run(kind: &Kind, corpus: &Corpus, first: u64, until: Until) -> io::Result<usize> {
    let (mut seed, mut tried, mut faults) = (first, 0, 0);
    let deadline = match until {
        Until::Time(deadline) => Some(deadline),
        Until::Count(_) => None,
    };
    'workers: loop {
        let arguments = ["worker", kind.name, &seed.to_string()].map(str::to_owned);
        let mut worker = Watched::start(&arguments, kind.limit)?;
        loop {
            let what = match worker.next(deadline) {
                None => break 'workers,
                Some(Said::Begin(next)) => {
                    if matches!(until, Until::Count(count) if tried == count) {
                        break 'workers;
                    }
                    (seed, tried) = (next, tried + 1);
                    continue;
                }
                Some(Said::Fault(what)) => what,
                Some(Said::Ended(why)) => {
                    let why = why.unwrap_or_else(|| "ended".to_owned());
                    report(kind, corpus, seed, &why)?;
                    faults += 1;
                    seed += 1;
                    if faults == FAULTS {
                        break 'workers;
                    }
                    continue 'workers;
                }
            };
            report(kind, corpus, seed, &what)?;
            faults += 1;
            if faults == FAULTS {
                break 'workers;
            }
        }
    }
    println!(
        "{:9} {tried} inputs from seed {first}, {faults} wrong",
        kind.name
    );
    Ok(faults)
}

/// Keeps the smallest text that is wrong as this one is, and tells where.
fn report(kind: &Kind, corpus: &Corpus, seed: u64, what: &str) -> io::Result<()> {
    println!("{} {seed}: {what}", kind.name);
    let input = kind.input(corpus, seed);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("out/fuzz");
    fs::create_dir_all(&folder)?;
    let extension = input.path.extension().unwrap_or_default().to_string_lossy();
    let kept = folder.join(format!("{}-{seed}.{extension}", kind.name));
    fs::write(&kept, &input.text)?;
    println!("  kept in {}", kept.display());
    // Digits differ where sizes and places do.
    let sort = |what: &str| what.replace(|c: char| c.is_ascii_digit(), "");
    let scratch = folder.join(format!("{}-{seed}.smaller.{extension}", kind.name));
    let smallest = shrink::smallest(&input.text, |text| {
        let wrong = fs::write(&scratch, text).and_then(|()| fault(kind, &input.path, &scratch));
        let wrong = wrong.ok().flatten();
        wrong.is_some_and(|wrong| sort(&wrong) == sort(what))
    });
    fs::write(&scratch, &smallest)?;
    let shown: String = smallest.chars().take(200).collect();
    println!("  smaller in {}: {shown:?}", scratch.display());
    Ok(())
}

/// What is wrong with the text of a file, tried in a process of its own.
fn fault(kind: &Kind, path: &Path, file: &Path) -> io::Result<Option<String>> {
    let [path, file] = [path, file].map(|path| path.to_string_lossy().into_owned());
    let arguments = ["try".to_owned(), kind.name.to_owned(), path, file];
    let mut process = Watched::start(&arguments, kind.limit)?;
    loop {
        match process.next(None) {
            Some(Said::Begin(_)) => {}
            Some(Said::Fault(what)) => return Ok(Some(what)),
            Some(Said::Ended(why)) => return Ok(why),
            None => return Ok(None),
        }
    }
}
