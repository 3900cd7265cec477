//! The arguments of a bench: options, and parts of names.

use std::env;
use std::str::FromStr;

/// The arguments of a bench that runs by itself.
pub struct BenchArguments {
    options: Vec<String>,
    /// The parts of names that are wanted; none are all.
    pub filters: Vec<String>,
}

impl BenchArguments {
    /// Those of the process, without Cargo's own.
    #[must_use]
    pub fn read() -> BenchArguments {
        let arguments = env::args().skip(1).filter(|word| word != "--bench");
        let (options, filters) = arguments.partition(|word| word.starts_with('-'));
        BenchArguments { options, filters }
    }

    /// True if an option is given, such as `--edits`.
    #[must_use]
    pub fn has(&self, option: &str) -> bool {
        self.options.iter().any(|it| it == option)
    }

    /// The value of an option, such as that of `--turns=` in `--turns=20`.
    #[must_use]
    pub fn value<T: FromStr>(&self, option: &str) -> Option<T> {
        let mut options = self.options.iter();
        options.find_map(|it| it.strip_prefix(option)?.parse().ok())
    }
}
