//! The language server of CindyScript. See [`cindyscript_lsp`].

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cindyscript_lsp::main()
}
