//! The modules of a crate, or of one of its modules, in layers: each uses only those below it.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::Path;
use std::{fs, io};

/// Asserts that the modules of the package in a folder are these, named from the lowest up, and that
/// each uses only those before it. The folder may be that of one of its top-level modules, too: then
/// its own modules are meant. Modules that cannot be told apart, since their types hold each other, are
/// one layer: their names stand in one string, with spaces between them.
///
/// # Panics
/// They are not, or the sources cannot be read.
pub fn check(folder: &str, layers: &[&str]) {
    let sources = Path::new(folder).join("src");
    let wrong = match sources.is_dir() {
        true => wrong(&sources, None, layers),
        false => wrong(Path::new(folder), Path::new(folder).file_name(), layers),
    };
    match wrong {
        Ok(wrong) => assert!(wrong.is_empty(), "{wrong:#?}"),
        Err(error) => panic!("{folder}: {error}"),
    }
}

/// What is wrong with the modules whose sources lie in a folder: those of a crate, or of a module of it
/// that has this name. Their `layers` are named from the lowest up; wrong are modules that use one above
/// them, and those that nobody has named. Unit tests may use what they like.
///
/// # Errors
/// The sources cannot be read.
fn wrong(sources: &Path, module: Option<&OsStr>, layers: &[&str]) -> io::Result<Vec<String>> {
    let mut wrong = Vec::new();
    let outer = match module {
        Some(module) => format!("crate::{}::", module.to_string_lossy()),
        None => "crate::".to_owned(),
    };
    // A crate's modules name each other by `crate::`, those of a module by `super::`, too.
    let supers = usize::from(module.is_some());
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(sources)? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        if matches!(&*name, "lib" | "bin" | "mod") {
            continue;
        }
        let layer_of = |name: &str| {
            layers
                .iter()
                .position(|layer| names(layer).any(|it| it == name))
        };
        let layer = layer_of(&name);
        if layer.is_none() {
            wrong.push(format!("`{name}` is in no layer"));
        }
        for used in used_in(&path, &outer, supers)? {
            let below = layer_of(&used);
            if used != name && (below.is_none() || below > layer) {
                wrong.push(format!("`{name}` uses `{used}`, which is not below it"));
            }
        }
        found.insert(name.into_owned());
    }
    let all = layers.iter().flat_map(names);
    let gone = all.filter(|layer| !found.contains(*layer));
    wrong.extend(gone.map(|layer| format!("there is no `{layer}`")));
    wrong.sort();
    wrong.dedup();
    Ok(wrong)
}

/// The modules of a layer.
fn names<'a>(layer: &&'a str) -> impl Iterator<Item = &'a str> {
    layer.split(' ')
}

/// What a file, or the files of a folder, name of the modules in question: what follows `outer`, or so
/// many `super::`; none of these if there are none.
fn used_in(path: &Path, outer: &str, supers: usize) -> io::Result<BTreeSet<String>> {
    let mut used = BTreeSet::new();
    if path.file_stem().is_some_and(|name| name == "tests") {
        return Ok(used);
    }
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            let path = entry?.path();
            let is_mod = path.file_stem().is_some_and(|name| name == "mod");
            let inner = supers + usize::from(supers > 0 && !is_mod);
            used.extend(used_in(&path, outer, inner)?);
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
            used.extend(names_after(line, outer));
            if supers > 0 {
                used.extend(names_after(line, &"super::".repeat(supers)));
            }
        }
    }
    Ok(used)
}

/// The names that follow the beginning of a path in a line, where it is a beginning and nothing of the
/// same kind comes between.
fn names_after(line: &str, beginning: &str) -> Vec<String> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let found = line.match_indices(beginning).filter_map(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + beginning.len()..]);
        let is_whole = !before.ends_with("super::") && !after.starts_with("super::");
        let end = after.find(|c| !is_name(c)).unwrap_or(after.len());
        is_whole.then(|| after[..end].to_owned())
    });
    found.collect()
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
        let found = wrong(&folder, None, &["lower", "upper", "gone"]);
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

    #[test]
    fn modules_inside_a_module_are_looked_at_too() -> io::Result<()> {
        let sources =
            std::env::temp_dir().join(format!("cindyscript-inner-{}", std::process::id()));
        fs::create_dir_all(sources.join("gpu/upper"))?;
        let write = |name: &str, text: &str| fs::write(sources.join(name), text);
        write("gpu/mod.rs", "mod lower;\nmod upper;\npub use lower::f;\n")?;
        write(
            "gpu/lower.rs",
            "use crate::cpu;\nuse super::upper::g;\npub(super) fn f() {}\n",
        )?;
        write(
            "gpu/upper/mod.rs",
            "use super::lower::f;\nuse super::super::cpu;\n",
        )?;
        write(
            "gpu/upper/inner.rs",
            "use super::g;\nuse super::super::odd;\nuse crate::gpu::lower::f;\n",
        )?;
        write("gpu/odd.rs", "")?;
        let module = sources.join("gpu");
        let found = wrong(&module, module.file_name(), &["lower", "upper"]);
        fs::remove_dir_all(&sources)?;
        assert_eq!(
            found?,
            [
                "`lower` uses `upper`, which is not below it",
                "`odd` is in no layer",
                "`upper` uses `odd`, which is not below it",
            ]
        );
        Ok(())
    }
}
