//! The modules of a crate, in layers: each uses only those below it.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

/// Asserts that the modules of the package in a folder are these, named from the lowest up, and that
/// each uses only those before it.
///
/// # Panics
/// They are not, or the sources cannot be read.
pub fn check(package: &str, layers: &[&str]) {
    match wrong(&Path::new(package).join("src"), layers) {
        Ok(wrong) => assert!(wrong.is_empty(), "{wrong:#?}"),
        Err(error) => panic!("{package}: {error}"),
    }
}

/// What is wrong with the modules of a crate, whose sources lie in a folder and whose `layers` are
/// named from the lowest up: modules that use one above them, and those that nobody has named. Unit
/// tests may use what they like.
///
/// # Errors
/// The sources cannot be read.
fn wrong(sources: &Path, layers: &[&str]) -> io::Result<Vec<String>> {
    let mut wrong = Vec::new();
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(sources)? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        if matches!(&*name, "lib" | "bin") {
            continue;
        }
        let layer = layers.iter().position(|layer| *layer == name);
        if layer.is_none() {
            wrong.push(format!("`{name}` is in no layer"));
        }
        for used in used_in(&path)? {
            let below = layers.iter().position(|layer| *layer == used);
            if used != name && (below.is_none() || below >= layer) {
                wrong.push(format!("`{name}` uses `{used}`, which is not below it"));
            }
        }
        found.insert(name.into_owned());
    }
    let gone = layers.iter().filter(|layer| !found.contains(**layer));
    wrong.extend(gone.map(|layer| format!("there is no `{layer}`")));
    wrong.sort();
    wrong.dedup();
    Ok(wrong)
}

/// What a file, or the files of a folder, name of their crate: what follows `crate::`.
fn used_in(path: &Path) -> io::Result<BTreeSet<String>> {
    let mut used = BTreeSet::new();
    if path.file_stem().is_some_and(|name| name == "tests") {
        return Ok(used);
    }
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            used.extend(used_in(&entry?.path())?);
        }
    } else {
        let text = fs::read_to_string(path)?;
        let code = text
            .split("#[cfg(test)]\nmod tests {")
            .next()
            .unwrap_or_default();
        let lines = code
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        for line in lines {
            let names = line.split("crate::").skip(1);
            used.extend(names.map(|after| {
                let is_name = |c: char| c.is_alphanumeric() || c == '_';
                let end = after.find(|c| !is_name(c)).unwrap_or(after.len());
                after[..end].to_owned()
            }));
        }
    }
    Ok(used)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_uses_something_above_it_is_named() -> io::Result<()> {
        let folder =
            std::env::temp_dir().join(format!("cindyscript-layers-{}", std::process::id()));
        fs::create_dir_all(folder.join("upper/tests"))?;
        let write = |name: &str, text: &str| fs::write(folder.join(name), text);
        write("lib.rs", "mod lower;")?;
        write(
            "lower.rs",
            "//! crate::none\nfn f() { crate::upper::g() }\n#[cfg(test)]\nmod tests {\n    use crate::odd;\n}\n",
        )?;
        write(
            "upper/mod.rs",
            "use crate::lower;\nuse crate::upper::inner;\n",
        )?;
        write("upper/inner.rs", "use crate::odd::{a, b};\n")?;
        write("upper/tests/more.rs", "use crate::odd;\n")?;
        write("odd.rs", "")?;
        let found = wrong(&folder, &["lower", "upper", "gone"]);
        fs::remove_dir_all(&folder)?;
        assert_eq!(
            found?,
            [
                "`lower` uses `upper`, which is not below it",
                "`odd` is in no layer",
                "`upper` uses `odd`, which is not below it",
                "there is no `gone`",
            ]
        );
        Ok(())
    }
}
