//! `cindyscript-preview`: plays CindyScript applets. All of it is in the library.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cindyscript_window::main()
}
