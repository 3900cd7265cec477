//! The commands of the two programs: each program answers for those of the other one.

use std::ffi::OsString;
use std::path::Path;

use crate::unknown_argument;

/// An executable of this project.
#[derive(Clone, Copy, Debug)]
pub struct Executable {
    /// The file name, without an ending.
    pub name: &'static str,
    /// The commands, in the order of `--help`.
    pub commands: &'static [&'static str],
}

/// The language server.
pub const SERVER: Executable = Executable {
    name: "cindyscript-server",
    commands: &[
        "check",
        "fmt",
        "types",
        "explain",
        "graph",
        "iteration",
        "reference",
        "new",
    ],
};

/// The live preview.
pub const PREVIEW: Executable = Executable {
    name: "cindyscript-preview",
    commands: &["render", "export", "wgsl", "eval", "dap", "new"],
};

impl Executable {
    /// The command with a name.
    #[must_use]
    pub fn command(&self, name: &str) -> Option<&'static str> {
        let mut commands = self.commands.iter().copied();
        commands.find(|command| *command == name)
    }

    /// A message about arguments that the other program understands; none for other arguments. A
    /// file may have the name of a command.
    #[must_use]
    pub fn command_of_the_other(&self, words: &[OsString]) -> Option<String> {
        let mut names = words.iter().filter_map(|word| word.to_str());
        let first = names.next()?;
        let name = match first {
            "help" => names.next()?,
            _ => first,
        };
        let is_file = first != "help" && Path::new(name).exists();
        if is_file || self.command(name).is_some() {
            return None;
        }
        let mut programs = [SERVER, PREVIEW].into_iter();
        let other = programs.find(|other| other.command(name).is_some())?;
        let words: Vec<String> = words.iter().map(quoted).collect();
        let (program, words) = (other.name, words.join(" "));
        Some(format!(
            "`{name}` is a command of {program}: `{program} {words}`"
        ))
    }

    /// The command that `help COMMAND` is about, or none for `help` alone; none for other arguments.
    ///
    /// # Errors
    /// There is no such command.
    pub fn read_help(
        &self,
        words: &[OsString],
        help: &str,
    ) -> Result<Option<Option<&'static str>>, String> {
        let mut words = words.iter().map(|word| word.to_string_lossy());
        if words.next().is_none_or(|word| word != "help") {
            return Ok(None);
        }
        let Some(name) = words.find(|word| !word.starts_with('-')) else {
            return Ok(Some(None));
        };
        match self.command(&name) {
            Some(command) => Ok(Some(Some(command))),
            None => Err(unknown_argument(&name, help)),
        }
    }
}

/// A word as a shell reads it.
fn quoted(word: &OsString) -> String {
    let word = word.to_string_lossy();
    match word.contains(char::is_whitespace) {
        true => format!("\"{word}\""),
        false => word.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn command_of_the_other_program_is_named_with_it() {
        let said = |program: Executable, line| program.command_of_the_other(&words(line));
        for line in ["check a.html", "fmt --check a", "reference sin", "types"] {
            let name = line.split(' ').next().unwrap_or_default();
            let expected =
                format!("`{name}` is a command of cindyscript-server: `cindyscript-server {line}`");
            assert_eq!(said(PREVIEW, line), Some(expected));
            assert_eq!(said(SERVER, line), None);
        }
        assert_eq!(
            said(SERVER, "help eval").as_deref(),
            Some("`eval` is a command of cindyscript-preview: `cindyscript-preview help eval`")
        );
        assert_eq!(
            SERVER
                .command_of_the_other(&["render", "a b.html"].map(OsString::from))
                .as_deref(),
            Some(
                "`render` is a command of cindyscript-preview: `cindyscript-preview render \"a b.html\"`"
            )
        );
        for line in ["new rings a.html", "help", "a.html", "src"] {
            assert_eq!(said(PREVIEW, line), None);
            assert_eq!(said(SERVER, line), None);
        }
    }

    #[test]
    fn help_is_about_a_command_or_about_all() {
        let read = |line| SERVER.read_help(&words(line), "");
        assert_eq!(read("check help"), Ok(None));
        assert_eq!(read("help"), Ok(Some(None)));
        assert_eq!(read("help --help"), Ok(Some(None)));
        assert_eq!(read("help check"), Ok(Some(Some("check"))));
        assert_eq!(
            read("help cheese"),
            Err("unknown command `cheese`".to_owned())
        );
    }
}
