//! The filter of the log.

use tracing::Level;
use tracing_subscriber::filter::{LevelFilter, Targets};

/// What is logged unless `--log` says otherwise: warnings of the server itself. Its library would
/// repeat one for each message that editors need no answer to.
pub(crate) fn usual() -> Targets {
    Targets::new().with_target(env!("CARGO_CRATE_NAME"), Level::WARN)
}

/// Reads what is to be logged: a level (`off`, `error`, `warn`, `info`, `debug`, `trace`), or levels
/// of parts of the server, `cindyscript_lsp=debug,tower_lsp_server=warn`.
///
/// # Errors
/// It is none of these; the reason for the user.
pub(crate) fn read(filter: &str) -> Result<Targets, String> {
    let wrong = || {
        format!(
            "`{filter}` says nothing about logging; there are the levels `off`, `error`, `warn`, \
             `info`, `debug` and `trace`, and lists such as `warn,cindyscript_lsp=debug`"
        )
    };
    // A word alone would be taken for a part of the server.
    let levels = filter
        .split(',')
        .map(|part| part.rsplit('=').next().unwrap_or(part));
    for level in levels {
        if level.is_empty() {
            return Err(wrong());
        }
        level.parse::<LevelFilter>().map_err(|_| wrong())?;
    }
    filter.parse().map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn filters() {
        let lsp = env!("CARGO_CRATE_NAME");
        assert!(usual().would_enable(lsp, &Level::WARN));
        assert!(!usual().would_enable("tower_lsp_server", &Level::ERROR));
        assert!(read("INFO").unwrap().would_enable("any", &Level::INFO));
        let parts = read("warn,cindyscript_lsp=debug").unwrap();
        assert!(parts.would_enable(lsp, &Level::DEBUG) && !parts.would_enable("any", &Level::INFO));
        for wrong in ["", "loud", "warn,", "cindyscript_lsp", "a=loud"] {
            assert!(read(wrong).unwrap_err().contains("`off`"), "{wrong}");
        }
    }
}
