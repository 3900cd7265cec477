//! The text of `--help`: its part about one command, and arguments that it does not name.

use std::ffi::OsString;

use crate::nearest;

/// A message about an option that means nothing, as [`unknown_argument`] has it. A word such as `-png`
/// was read as the options `-p`, `-n` and `-g`; the message is about the whole word.
#[must_use]
pub fn unknown_option(option: &str, words: &[OsString], help: &str) -> String {
    let mut words = words.iter().filter_map(|word| word.to_str());
    let whole = match option.starts_with("--") {
        true => None,
        false => words.find(|word| word.starts_with(option)),
    };
    unknown_argument(whole.unwrap_or(option), help)
}

/// A message about an argument of a command line that means nothing, with the commands or options
/// that it may stand for. These are taken from the text of `--help`.
#[must_use]
pub fn unknown_argument(argument: &str, help: &str) -> String {
    let options = help.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let options = options.filter(|word| word.starts_with("--"));
    let options = options.chain(["--help", "--version"]);
    let (kind, near) = match argument.starts_with('-') {
        true => ("option", nearest(argument, options)),
        false => ("command", nearest(argument, commands(help))),
    };
    let mut message = format!("unknown {kind} `{argument}`");
    if let [first, others @ ..] = near.as_slice() {
        message += &format!(": did you mean `{first}`");
        message.extend(others.iter().map(|other| format!(" or `{other}`")));
        message.push('?');
    }
    message
}

/// The commands that the text of `--help` names behind the name of the program.
pub fn commands(help: &str) -> impl Iterator<Item = &str> {
    let usage = help.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let is_usage = words.next()?.starts_with("cindyscript-");
        words.next().filter(|_| is_usage)
    });
    usage.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase()))
}

/// The part of the text of `--help` that is about one command: its usage, then each paragraph that
/// names it in backticks or in a title `Options of COMMAND:`, or that begins with a word in capitals
/// of its usage, such as `FILE`.
#[must_use]
pub fn help_of(command: &str, help: &str) -> String {
    let mut paragraphs = help.split("\n\n");
    let usages = paragraphs.find(|paragraph| paragraph.starts_with("Usage:"));
    let mut is_about = false;
    let usage: Vec<&str> = usages
        .unwrap_or_default()
        .lines()
        .filter(|line| {
            let mut words = line.split_whitespace();
            if words
                .next()
                .is_some_and(|word| word.starts_with("cindyscript-"))
            {
                is_about = words.next() == Some(command);
            }
            is_about
        })
        .collect();
    let usage = usage.join("\n");
    let is_placeholder = |word: &str| {
        let mut words = usage.split(|c: char| !c.is_ascii_alphabetic());
        word.chars().all(|c| c.is_ascii_uppercase()) && words.any(|other| other == word)
    };
    let further = paragraphs.filter(|paragraph| {
        paragraph.contains(&format!("`{command}`"))
            || paragraph.starts_with(&format!("Options of {command}:"))
            || paragraph.split(' ').next().is_some_and(is_placeholder)
    });
    let mut part = format!("Usage:\n{usage}\n");
    for paragraph in further {
        part += &format!("\n{}\n", paragraph.trim_end());
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_of_a_command_leaves_out_the_others() {
        let help = "A program.\n\nUsage:\n  cindyscript-x draw FILE   draw FILE\n                            \
                    now\n  cindyscript-x list   list\n\nFILE is a page.\n\nDIR is a folder.\n\n\
                    Options of draw:\n  --all   all\n\nOptions of list:\n  --some   some\n\n\
                    `list` writes text.\n";
        let expected = "Usage:\n  cindyscript-x draw FILE   draw FILE\n                            now\n\n\
                        FILE is a page.\n\nOptions of draw:\n  --all   all\n";
        assert_eq!(help_of("draw", help), expected);
        let expected = "Usage:\n  cindyscript-x list   list\n\nOptions of list:\n  --some   some\n\n\
                        `list` writes text.\n";
        assert_eq!(help_of("list", help), expected);
    }

    #[test]
    fn unknown_argument_names_the_one_that_was_meant() {
        let help = "usage:\n  cindyscript-server [--stdio]\n  cindyscript-server check FILE...\n\
                    \x20     --format text|json  for `--check` only\n  cindyscript-server fmt [--check]\n";
        for (word, expected) in [
            ("chekc", "unknown command `chekc`: did you mean `check`?"),
            ("nothing", "unknown command `nothing`"),
            (
                "--formt",
                "unknown option `--formt`: did you mean `--format`?",
            ),
            ("--hlep", "unknown option `--hlep`: did you mean `--help`?"),
            ("--fast", "unknown option `--fast`"),
            ("-x", "unknown option `-x`"),
            (
                "-format",
                "unknown option `-format`: did you mean `--format`?",
            ),
        ] {
            assert_eq!(unknown_argument(word, help), expected);
        }
    }

    #[test]
    fn option_with_one_hyphen_is_named_whole() {
        let help = "usage:\n  cindyscript-preview render FILE [--png OUT]\n";
        let words = ["render", "a.html", "-png", "a.png"].map(OsString::from);
        assert_eq!(
            unknown_option("-p", &words, help),
            "unknown option `-png`: did you mean `--png`?"
        );
        assert_eq!(unknown_option("-x", &words, help), "unknown option `-x`");
        assert_eq!(
            unknown_option("--pngs", &words, help),
            "unknown option `--pngs`: did you mean `--png`?"
        );
    }
}
