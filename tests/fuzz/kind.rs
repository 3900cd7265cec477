//! The kinds of inputs: how one is made from a seed, and what must hold of it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use cindyscript_tests::random::Random;

use crate::corpus::Corpus;
use crate::{analysis, export, page, session, syntax};
use cindyscript_tests::mutate::{garbled, mutated};

/// What is tried on a part of the programs.
pub(crate) struct Kind {
    /// As in `FUZZ_KIND`.
    pub(crate) name: &'static str,
    /// How many inputs a run of all tests tries.
    pub(crate) count: u64,
    /// The processor time that one may take, in a build without optimisation.
    pub(crate) limit: Duration,
    make: fn(&Corpus, &mut Random) -> Input,
    /// What is wrong with it; panics count as well.
    pub(crate) check: fn(&mut page::Device, &Input) -> Result<(), String>,
}

/// What is tried.
pub(crate) struct Input {
    /// The path of the file that the text is said to be.
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

/// All kinds. What they have in common: no panic, no end of the process, no more than the limit of
/// processor time and of memory.
pub(crate) const KINDS: [Kind; 5] = [
    // The tree's text is the input; an edit leads to the tree of the edited text.
    Kind {
        name: "syntax",
        count: 1000,
        limit: Duration::from_secs(10),
        make: any_text,
        check: |_, input| syntax::check(&input.text),
    },
    // What is said lies within the text; an updated analysis says what a fresh one does.
    Kind {
        name: "analysis",
        count: 300,
        limit: Duration::from_secs(15),
        make: any_text,
        check: |_, input| analysis::check(input),
    },
    // Each request is answered; after all edits, the server says what a fresh one does.
    Kind {
        name: "protocol",
        count: 15,
        limit: Duration::from_secs(15),
        make: |corpus, random| Input {
            path: PathBuf::from("session.jsonl"),
            text: session::make(corpus, random),
        },
        check: |_, input| session::check(&input.text),
    },
    // Every shader is valid, no picture takes long, the driver refuses nothing.
    Kind {
        name: "page",
        count: 400,
        limit: Duration::from_secs(15),
        make: |corpus, random| one_of(&corpus.pages, random, mutated),
        check: page::check,
    },
    // Only files that may be given away come into an exported page.
    Kind {
        name: "export",
        count: 3000,
        limit: Duration::from_secs(10),
        make: |_, random| export::make(random),
        check: |_, input| export::check(&input.text),
    },
];

impl Kind {
    /// The input of a seed: the same each time, with the same corpus.
    pub(crate) fn input(&self, corpus: &Corpus, seed: u64) -> Input {
        (self.make)(corpus, &mut Random::new(seed))
    }
}

fn any_text(corpus: &Corpus, random: &mut Random) -> Input {
    let from = match random.below(2) {
        0 => &corpus.pages,
        _ => &corpus.scripts,
    };
    if random.below(3) == 0 {
        return one_of(from, random, mutated);
    }
    let other = random.pick(from).map_or("", |other| &other.text);
    one_of(from, random, |text, random| garbled(text, other, random))
}

fn one_of(
    from: &[crate::corpus::Original],
    random: &mut Random,
    change: impl Fn(&str, &mut Random) -> String,
) -> Input {
    let original = random.pick(from);
    let (path, text) = original.map_or((Path::new(""), ""), |from| (&*from.path, &*from.text));
    Input {
        path: path.to_owned(),
        text: change(text, random),
    }
}
