//! The language server of CindyScript. See [`cindyscript_lsp`].

use std::process::ExitCode;

fn main() -> ExitCode {
    cindyscript_lsp::main()
}
