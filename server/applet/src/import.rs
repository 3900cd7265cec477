//! The setting `import`: files of CindyScript that run together with the scripts of the page.

use cindyscript_diagnostic::{Code, Diagnostic};
use std::sync::Arc;

use serde_json::Value as Json;
use text_size::TextRange;

use crate::{Applet, Constant, Event, Page, Script, SourceText};

/// Something that the setting `import` names, by a path relative to the page.
#[derive(Debug, Clone, PartialEq)]
pub struct Import {
    /// The path as written; that of a library may lack its `.cjs`.
    pub path: String,
    /// What is there.
    pub kind: ImportKind,
    /// The path, in bytes of the file, quotes included.
    pub range: TextRange,
    /// Whether its text has become a script of the applet.
    pub is_loaded: bool,
}

/// What an [`Import`] names.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ImportKind {
    /// A file that runs at an event.
    Library {
        /// When.
        event: Event,
        /// Before the script of the page if negative, behind it if positive: the nearer to 0, the
        /// nearer to that script. Libraries at 0 are not imported.
        place: f64,
    },
    /// A folder whose `config.json` names libraries.
    Package,
}

/// Where a library runs that does not say.
const IN_FRONT: f64 = f64::NEG_INFINITY;

/// Reads the setting.
pub(crate) fn read(data: &Constant, imports: &mut Vec<Import>, problems: &mut Vec<Diagnostic>) {
    let Some(setting) = data.get("import") else {
        return;
    };
    let wrong = |constant: &Constant, wanted: &str| {
        let message = format!("this import should be {wanted}");
        Diagnostic::new(Code::SettingWrongShape, constant.range, message)
    };
    let Some(properties) = setting.as_object() else {
        problems.push(wrong(setting, "an object `{init: [\"library.cjs\"]}`"));
        return;
    };
    for property in properties {
        let event = Event::from_name(&property.name);
        if event.is_none() && property.name != "packages" {
            continue;
        }
        let Some(items) = property.value.as_array() else {
            problems.push(wrong(&property.value, "a list of paths"));
            continue;
        };
        for item in items {
            let named = || Some((item.get("name")?, item.get("place")?.as_number()?));
            let (path, place) = match (event, item.as_str()) {
                (_, Some(_)) => (item, IN_FRONT),
                (Some(_), None) if named().is_some() => named().unwrap_or((item, IN_FRONT)),
                _ => {
                    problems.push(wrong(item, "a path, or `{name: \"path\", place: 1}`"));
                    continue;
                }
            };
            let Some(text) = path.as_str() else {
                problems.push(wrong(path, "a path"));
                continue;
            };
            imports.push(Import {
                path: text.to_owned(),
                kind: match event {
                    Some(event) => ImportKind::Library { event, place },
                    None => ImportKind::Package,
                },
                range: path.range,
                is_loaded: false,
            });
        }
    }
}

impl Page {
    /// Makes scripts of the libraries that the page imports. `read` gives the text of a file beside
    /// the page, or the reason why there is none, which becomes a problem at the file's name.
    pub fn load_libraries(&mut self, read: &mut dyn FnMut(&str) -> Result<Arc<str>, String>) {
        for applet in &mut self.applets {
            applet.load_libraries(read, &mut self.problems);
        }
        self.problems
            .sort_by_key(|problem| (problem.range.start(), problem.range.end()));
    }
}

impl Applet {
    fn load_libraries(
        &mut self,
        read: &mut dyn FnMut(&str) -> Result<Arc<str>, String>,
        problems: &mut Vec<Diagnostic>,
    ) {
        let mut scripts: Vec<(f64, Script)> = Vec::new();
        let mut imports = std::mem::take(&mut self.imports);
        // Packages come first among those at the same place.
        imports.sort_by_key(|import| import.kind != ImportKind::Package);
        for import in &mut imports {
            let listed = match import.kind {
                ImportKind::Package => package(&import.path, read),
                ImportKind::Library { event, place } => {
                    Ok(vec![(event, place, import.path.clone())])
                }
            };
            let loaded = listed.and_then(|listed| {
                let libraries = listed.into_iter().map(|(event, place, path)| {
                    let id = library_path(&path);
                    let source = SourceText::inserted(&read(&id)?, import.range);
                    if place == 0.0 {
                        return Err("an import cannot have the place 0".to_owned());
                    }
                    let script = Script {
                        event,
                        id,
                        source,
                        is_library: true,
                    };
                    Ok((place, script))
                });
                libraries.collect::<Result<Vec<_>, String>>()
            });
            match loaded {
                Ok(loaded) => {
                    import.is_loaded = true;
                    scripts.extend(loaded);
                }
                Err(reason) => {
                    problems.push(Diagnostic::new(Code::MissingLibrary, import.range, reason));
                }
            }
        }
        self.imports = imports;
        let own = std::mem::take(&mut self.scripts);
        scripts.extend(own.into_iter().map(|script| (0.0, script)));
        scripts.sort_by(|(a, one), (b, other)| {
            one.event.cmp(&other.event).then_with(|| a.total_cmp(b))
        });
        self.scripts = scripts.into_iter().map(|(_, script)| script).collect();
    }
}

/// The file that a library means.
pub fn library_path(path: &str) -> String {
    match path.strip_suffix(".cjs") {
        Some(name) if !name.is_empty() => path.to_owned(),
        _ => format!("{path}.cjs"),
    }
}

/// What there is to say of libraries that import one another in a circle: their files, each before
/// the one that it imports. It is the same wherever the circle is entered.
pub fn import_cycle(files: &[&str]) -> String {
    let mut files = files.to_vec();
    let first = (0..files.len()).min_by_key(|place| files[*place]);
    files.rotate_left(first.unwrap_or_default());
    let Some((first, rest)) = files.split_first() else {
        return String::new();
    };
    match rest {
        [] => format!("`{first}` imports itself"),
        [second] => format!("`{first}` and `{second}` import each other"),
        rest => format!(
            "`{first}` imports `{}`, and that imports `{first}` again",
            rest.join("`, that imports `")
        ),
    }
}

/// The libraries of a package: event, place, path relative to the page.
fn package(
    folder: &str,
    read: &mut dyn FnMut(&str) -> Result<Arc<str>, String>,
) -> Result<Vec<(Event, f64, String)>, String> {
    let path = format!("{folder}/config.json");
    let config: Json =
        serde_json::from_str(&read(&path)?).map_err(|error| format!("{path}: {error}"))?;
    let Some(config) = config.as_object() else {
        return Err(format!("{path}: this should be an object"));
    };
    let mut libraries = Vec::new();
    for (name, listed) in config {
        let Some(event) = Event::from_name(name) else {
            continue;
        };
        for item in listed.as_array().map(Vec::as_slice).unwrap_or_default() {
            let (name, place) = match item {
                Json::Array(pair) => match pair.as_slice() {
                    [name, place] => (name.as_str(), place.as_f64()),
                    _ => (None, None),
                },
                Json::Object(_) => (item["name"].as_str(), item["place"].as_f64()),
                _ => (item.as_str(), Some(IN_FRONT)),
            };
            let (Some(name), Some(place)) = (name, place) else {
                return Err(format!(
                    "{path}: `{item}` is neither a path nor a path with its place"
                ));
            };
            libraries.push((event, place, format!("{folder}/{name}")));
        }
    }
    Ok(libraries)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<script id='csinit' type='text/x-cindyscript'>own</script><script>CindyJS({
        scripts: 'cs*',
        import: {init: ['first', {name: 'last.cjs', place: 2}, {name: 'near', place: -1}],
                 draw: ['gone', 5], packages: ['pack']}})</script>";

    fn files(path: &str) -> Result<Arc<str>, String> {
        match path {
            "first.cjs" | "last.cjs" | "near.cjs" | "pack/a.cjs" | "pack/b.cjs" => Ok(path.into()),
            "pack/config.json" => {
                Ok(r#"{"init": ["a.cjs", ["b", 1]], "move": [], "other": 3}"#.into())
            }
            _ => Err(format!("there is no file `{path}` beside the page")),
        }
    }

    #[test]
    fn libraries_stand_around_the_script_of_the_page() {
        let mut page = crate::parse_file("a.html", PAGE);
        page.load_libraries(&mut files);
        let scripts = page.applets[0].scripts.iter();
        let texts: Vec<_> = scripts.map(|script| script.source.text()).collect();
        assert_eq!(
            texts,
            [
                "pack/a.cjs",
                "first.cjs",
                "near.cjs",
                "own",
                "pack/b.cjs",
                "last.cjs"
            ]
        );
        let own = page.applets[0].script(Event::Init).map(|s| s.is_library);
        assert_eq!(own, Some(false));
        let said: Vec<_> = page
            .problems
            .iter()
            .map(|problem| (&PAGE[problem.range], problem.message.as_str()))
            .collect();
        assert_eq!(
            said,
            [
                ("'gone'", "there is no file `gone.cjs` beside the page"),
                (
                    "5",
                    "this import should be a path, or `{name: \"path\", place: 1}`"
                ),
            ]
        );
    }

    #[test]
    fn a_library_stands_where_it_is_named() {
        let mut page = crate::parse_file("a.html", PAGE);
        page.load_libraries(&mut files);
        let near = &page.applets[0].scripts[2];
        let range = TextRange::new(1.into(), 3.into());
        assert_eq!(&PAGE[near.source.to_file(range)], "'near'");
    }
}
