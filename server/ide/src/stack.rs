//! The stack that analysing wants: what follows calls goes as deep as functions call one another.

use std::{panic, thread};

/// Enough for all functions of long texts, without optimisation; only what is used becomes memory.
const BYTES: usize = 256 << 20;

/// So many functions that call one another fit on any stack.
const FEW: usize = 100;

/// A definition and its call are no shorter, in bytes.
const SHORTEST: usize = 10;

/// As many functions as a text of so many bytes can have.
pub(crate) fn most_functions(bytes: usize) -> usize {
    bytes / SHORTEST
}

/// Runs something about at most so many functions, on a thread with a stack of its own unless they
/// are few: it succeeds on whatever thread it is called.
pub(crate) fn with_stack<R: Send>(functions: usize, run: impl Fn() -> R + Sync) -> R {
    if functions <= FEW {
        return run();
    }
    thread::scope(|scope| {
        let builder = thread::Builder::new()
            .name("analysis".to_owned())
            .stack_size(BYTES);
        match builder.spawn_scoped(scope, &run) {
            Ok(thread) => thread
                .join()
                .unwrap_or_else(|cause| panic::resume_unwind(cause)),
            Err(_) => run(),
        }
    })
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, marked};
    use crate::{hover, inlay_hints, iteration, portability, semantic_tokens, symbols};
    use cindyscript_hir::program::PlotId;

    /// As many functions, each calling the one before.
    const CHAIN: usize = 3000;

    /// Asks all that editors and the preview ask of a colorplot that calls the last of a chain.
    fn check(first: &str, next: &str) {
        let mut text = format!("f0(t) := {first};\n");
        for index in 1..CHAIN {
            let before = format!("f{}", index - 1);
            let body = next.replace('f', &before);
            text += &format!("f{index}(t) := {body};\n");
        }
        text += &format!("colorplot(length($f{}(#.x)) / 9)", CHAIN - 1);
        let Fixture {
            document,
            analysis,
            at,
        } = marked(&text);
        assert!(hover::hover(&document, &analysis, at, &|_| String::new()).is_some());
        let whole = text_size::TextRange::up_to(text_size::TextSize::of(document.text()));
        let config = inlay_hints::Config::default();
        assert!(!inlay_hints::inlay_hints(&document, &analysis, whole, &config).is_empty());
        assert!(!semantic_tokens::semantic_tokens(&document, &analysis, whole).is_empty());
        assert!(iteration::iteration(&document, &analysis, at).is_some());
        drop(portability::portability(&analysis));
        assert!(!symbols::symbols(&document, &analysis).is_empty());
        // What can be painted and what not is another matter.
        drop(analysis.applets[0].pixel_program(PlotId(0), &[]));
        let edited = document.update(format!("{text} ").replacen('$', "", 1));
        let again = analysis.update(&edited);
        assert_eq!(again.diagnostics, analysis.diagnostics);
    }

    #[test]
    fn functions_that_call_one_another_as_deep_as_they_like() {
        check("[t, 1]", "f(t) + [1, t]");
        check("select(1..5, k, k > t)", "f(t) ++ [t]");
    }
}
