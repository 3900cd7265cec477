//! Where the two programs are.

use std::env;
use std::path::PathBuf;

use crate::folders::folder;

/// One of the two programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// `cindyscript-server`.
    Server,
    /// `cindyscript-preview`.
    Preview,
}

impl Program {
    /// The program: what `CINDYSCRIPT_SERVER` or `CINDYSCRIPT_PREVIEW` says, else the one that was
    /// built with the same profile as the running test.
    ///
    /// # Errors
    ///
    /// Neither exists; the message says how to build it.
    pub fn path(self) -> Result<PathBuf, String> {
        let (name, variable) = match self {
            Self::Server => ("cindyscript-server", "CINDYSCRIPT_SERVER"),
            Self::Preview => ("cindyscript-preview", "CINDYSCRIPT_PREVIEW"),
        };
        if let Some(path) = folder(variable) {
            return if path.is_file() {
                Ok(path)
            } else {
                Err(format!(
                    "{variable} is {}, which is no file",
                    path.display()
                ))
            };
        }
        // target/PROFILE/deps/TEST -> target/PROFILE/NAME
        let test = env::current_exe().map_err(|error| error.to_string())?;
        let built = test.ancestors().nth(2).ok_or("the test lies nowhere")?;
        let path = built.join(format!("{name}{}", env::consts::EXE_SUFFIX));
        if path.is_file() {
            Ok(path)
        } else {
            Err(format!(
                "there is no {}: run `cargo build --bins` first, or set {variable}",
                path.display()
            ))
        }
    }
}
