//! Completion's worth: words of real pages are typed again, with none, one and two of their letters,
//! and what was written is looked for among the completions.
//!
//! `cargo test -p cindyscript-tests --test completion -- --nocapture --ignored` prints the table, by
//! kinds of words, of many words of our own applets and of CindyJS's examples; what stands too far
//! down, and what is not offered at all, is named.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod worth;

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, thread};

use cindyscript_tests::random::Random;
use cindyscript_tests::{examples, wanted};
use worth::{LETTERS, Page, Rest, Typed, Worth};

/// How many words are typed, and how many where it is asked for.
const FEW: usize = 250;
const MANY: usize = 2_000;
/// Longer pages are mostly data.
const LONGEST: usize = 150_000;
/// How many of the words that stand too far down, or that are not offered, are named.
const NAMED: usize = 20;

/// In percent of the words of which two letters are typed.
struct Floors {
    first: f64,
    among_five: f64,
    offered: f64,
}

fn pages(folder: &Path) -> Vec<Page> {
    let paths = examples::pages(folder).unwrap();
    let pages = paths.iter().filter_map(|path| {
        let text = fs::read_to_string(path).ok()?;
        let name = path.file_name()?.to_string_lossy();
        (text.len() < LONGEST).then(|| Page::new(&name, &text))
    });
    pages.filter(|page| page.len() > 0).collect()
}

/// Types random words of some pages, and looks whether enough of them are found.
fn check(name: &str, pages: &[Page], words: usize, rest: Rest, floors: &Floors) {
    let total: usize = pages.iter().map(Page::len).sum();
    let mut random = Random::new(17);
    let chosen: Vec<(&Page, usize)> = (0..words)
        .filter_map(|_| {
            let mut word = random.below(total);
            pages.iter().find_map(|page| match page.len() > word {
                true => Some((page, word)),
                false => {
                    word -= page.len();
                    None
                }
            })
        })
        .collect();
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let typed: Vec<(usize, Typed)> = thread::scope(|scope| {
        let parts = chosen.chunks(chosen.len().div_ceil(workers));
        let workers: Vec<_> = parts
            .map(|part| {
                scope.spawn(move || {
                    let words = part.iter();
                    let typed = words.flat_map(|&(page, word)| {
                        (0..=LETTERS).filter_map(move |letters| {
                            Some((letters, page.place(word, letters, rest)?))
                        })
                    });
                    typed.collect::<Vec<_>>()
                })
            })
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap())
            .collect()
    });
    let mut table: BTreeMap<(usize, &str), Worth> = BTreeMap::new();
    let (mut far, mut missing) = (Vec::new(), Vec::new());
    for (letters, word) in typed {
        for what in ["all", word.what] {
            table.entry((letters, what)).or_default().count(word.place);
        }
        if word.place.is_none() {
            missing.push(format!("{letters} letters: {}", word.miss));
        } else if letters == LETTERS && word.place.is_some_and(|place| place >= 5) {
            far.push(word.miss);
        }
    }
    println!("{name}:");
    for ((letters, what), worth) in &table {
        println!("{letters} letters, {what:8} {worth}");
    }
    far.truncate(NAMED);
    missing.truncate(NAMED);
    println!("far down: {far:#?}\nnot offered: {missing:#?}");
    let worth = table[&(LETTERS, "all")];
    for (what, part, floor) in [
        ("first", worth.first, floors.first),
        ("in the first five", worth.among_five, floors.among_five),
        ("offered", worth.offered, floors.offered),
    ] {
        let share = worth.share(part);
        assert!(
            share >= floor,
            "{name}: {what}: {share:.1} % are less than {floor} %"
        );
    }
}

/// Where something is written into a text that is there.
const INTO: Floors = Floors {
    first: 78.0,
    among_five: 98.5,
    offered: 99.5,
};

/// Where nothing follows.
const AT_THE_END: Floors = Floors {
    first: 74.0,
    among_five: 97.5,
    offered: 99.5,
};

fn own() -> Vec<Page> {
    pages(&Path::new(env!("CARGO_MANIFEST_DIR")).join("applets"))
}

#[test]
fn words_of_our_own_applets() {
    let pages = own();
    check("written into", &pages, FEW, Rest::Kept, &INTO);
    check("written", &pages, FEW, Rest::Gone, &AT_THE_END);
}

#[test]
#[ignore = "minutes: the whole measurement"]
fn many_words() {
    let pages = own();
    check("written into", &pages, MANY, Rest::Kept, &INTO);
    check("written", &pages, MANY, Rest::Gone, &AT_THE_END);
}

#[test]
#[ignore = "minutes: the whole measurement"]
fn many_words_of_cindyjs_examples() {
    let Some([folder]) = wanted("completion's worth", ["CINDYJS_DIR"]) else {
        return;
    };
    let floors = Floors {
        first: 75.0,
        among_five: 95.0,
        offered: 99.5,
    };
    let pages = self::pages(&folder.join("examples"));
    check("examples", &pages, MANY, Rest::Kept, &floors);
}
