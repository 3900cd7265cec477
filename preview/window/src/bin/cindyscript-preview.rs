//! `cindyscript-preview`: plays CindyScript applets. All of it is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    cindyscript_window::main()
}
