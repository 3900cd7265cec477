//! The folders that tests want where somebody has prepared them: a checkout of CindyJS (`CINDYJS_DIR`), the
//! oracle (`CINDYJS_ORACLE`, tests/oracle).

use std::env;
use std::io::{Write as _, stderr};
use std::path::PathBuf;

/// The folder that an environment variable names. A variable that is empty names none, as one that
/// is not set: that is how a shell leaves it out for one command.
#[must_use]
pub fn folder(variable: &str) -> Option<PathBuf> {
    let value = env::var_os(variable).filter(|value| !value.is_empty());
    value.map(PathBuf::from)
}

/// The folders that a test wants, in the order of the variables; where one is missing, says so, and
/// that the test was not run.
#[must_use]
pub fn wanted<const COUNT: usize>(
    what: &str,
    variables: [&str; COUNT],
) -> Option<[PathBuf; COUNT]> {
    let found = variables.map(folder);
    let pairs = variables.iter().zip(&found);
    let missing = pairs.filter(|(_, folder)| folder.is_none());
    let missing: Vec<&str> = missing.map(|(&variable, _)| variable).collect();
    if missing.is_empty() {
        return found
            .into_iter()
            .collect::<Option<Vec<_>>>()?
            .try_into()
            .ok();
    }
    let why = match missing.as_slice() {
        ["CINDYJS_DIR"] => "CINDYJS_DIR names no clone of github.com/CindyJS/CindyJS".to_owned(),
        [one] => format!("{one} names no folder"),
        several => format!("{} name no folders", several.join(" and ")),
    };
    // Every machine of the project's own has the oracle; a checkout of CindyJS is somebody's wish.
    match missing.as_slice() {
        ["CINDYJS_ORACLE"] => lacking(what, &why),
        _ => not_run(what, &why),
    }
    None
}

/// Says that something was not tested for want of what every machine of the project's own has: a
/// driver for Vulkan, ffmpeg, a screen, the oracle. Where `CI` is set, as on those machines, the
/// test fails.
///
/// # Panics
/// Where `CI` is set.
pub fn lacking(what: &str, why: &str) {
    not_run(what, why);
    let is_asked_for = folder("CI").is_some_and(|ci| ci.as_os_str() != "false");
    assert!(!is_asked_for, "{what}: {why}");
}

/// Says that something was not tested, and why; also where the test runner keeps the output of
/// tests that pass to itself.
pub fn not_run(what: &str, why: &str) {
    // Nothing can be done where there is no standard error.
    drop(writeln!(stderr(), "NOT RUN: {what}: {why}"));
}
