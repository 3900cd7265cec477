//! CindyJS's own files: on its site, or in a folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where the released CindyJS is.
pub(super) const CDN: &str = "https://cindyjs.org/dist/latest/";

/// Where a page has CindyJS from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CindyJs {
    /// Its site.
    Site,
    /// A folder, whose files come into the page.
    Folder(PathBuf),
}

/// What CindyJS may load while it runs, and the word in a page or its scripts that says it will.
const LOADED: &[(&str, &str)] = &[
    ("colorplot", "CindyGL.js"),
    ("convexhull3d", "QuickHull3D.js"),
    ("$", "katex-plugin.js"),
    ("$", "katex/katex.min.js"),
    ("$", "webfont.js"),
    ("symbolic", "symbolic.js"),
];

/// The call with which CindyJS's files ask where the others are.
const BASE: &str = "CindyJS.getBaseDir()";

impl CindyJs {
    /// The site, or a folder.
    ///
    /// # Errors
    /// The folder does not have CindyJS's files; what to do in one line.
    pub fn of(folder: Option<&Path>) -> Result<CindyJs, String> {
        let Some(folder) = folder else {
            return Ok(CindyJs::Site);
        };
        // A checkout has them where it builds them.
        let folders = [folder.to_owned(), folder.join("build/js")];
        let found = folders
            .into_iter()
            .find(|folder| folder.join("Cindy.js").is_file());
        found.map(CindyJs::Folder).ok_or_else(|| {
            format!(
                "{}: there is no Cindy.js in it; --cindyjs names the folder of the released \
                 Cindy.js and CindyGL.js, as build/js of the npm package `cindyjs`",
                folder.display()
            )
        })
    }

    /// The folder of its files, if they come into the page.
    pub(super) fn folder(&self) -> Option<&Path> {
        match self {
            CindyJs::Site => None,
            CindyJs::Folder(folder) => Some(folder),
        }
    }

    /// Whether a URL leads to another machine, or is a form of address of its own.
    pub(super) fn is_remote(url: &str) -> bool {
        let url = url.trim_start().to_ascii_lowercase();
        let schemes = ["http:", "https:", "//", "blob:", "about:", "javascript:"];
        schemes.iter().any(|scheme| url.starts_with(scheme))
    }

    /// Which of CindyJS's files a URL of a page means, as its path below the folder of all.
    pub(super) fn file(url: &str) -> Option<&str> {
        let path = url.trim().split(['?', '#']).next()?;
        let below = path.split_once("build/js/").map(|(before, name)| {
            let is_folder = before.is_empty() || before.ends_with('/');
            is_folder.then_some(name)
        });
        let on_site = path.split_once("cindyjs.org/dist/").map(|(_, name)| {
            let (_, name) = name.split_once('/')?;
            Some(name)
        });
        let name = path.rsplit('/').next()?;
        let is_own = name.starts_with("Cindy") && (name.ends_with(".js") || name.ends_with(".css"));
        let found = below.flatten().or(on_site.flatten());
        found
            .or(is_own.then_some(name))
            .filter(|name| !name.is_empty())
    }
}

/// The names of the files that CindyJS loads while a page of this text runs.
pub(super) fn loaded(text: &str) -> Vec<&'static str> {
    let loaded = LOADED.iter().filter(|(word, _)| text.contains(word));
    loaded.map(|(_, name)| *name).collect()
}

/// Code behind Cindy.js with which it finds files of these names in the page. It loads all others from
/// its site.
///
/// # Errors
/// The folder does not have such a file; what to do in one line.
pub(super) fn loader(
    names: &[&str],
    mut url_of: impl FnMut(&str) -> Result<Arc<str>, String>,
) -> Result<String, String> {
    let mut files = serde_json::Map::new();
    for name in names {
        let url = url_of(name)?;
        files.insert((*name).to_owned(), (*url).into());
    }
    let files = serde_json::Value::Object(files);
    Ok(format!(
        ";\n(function () {{\n\
         \x20 var files = {files}, base = \"{CDN}\";\n\
         \x20 CindyJS.getBaseDir = function () {{ return base; }};\n\
         \x20 CindyJS.addNewScript = function (path) {{\n\
         \x20   var element = document.createElement(\"script\");\n\
         \x20   element.src = files.hasOwnProperty(path) ? files[path] : base + path;\n\
         \x20   document.head.appendChild(element);\n\
         \x20   return element;\n\
         \x20 }};\n\
         }})();\n"
    ))
}

/// A script of CindyJS with the files in it whose URLs it makes of the folder of all and a name.
pub(super) fn with_own_files(
    script: &str,
    mut url_of: impl FnMut(&str) -> Result<Arc<str>, String>,
) -> String {
    let mut rest = script;
    let mut code = String::with_capacity(script.len());
    while let Some((before, after)) = rest.split_once(BASE) {
        code.push_str(before);
        rest = after;
        match beside(after, &mut url_of) {
            Some((url, after)) => {
                code.extend(["\"", &*url, "\""]);
                rest = after;
            }
            None => code.push_str(BASE),
        }
    }
    code.push_str(rest);
    code
}

/// Reads the name that code adds to [`BASE`]: the URL of that file, and the rest of the code. None if
/// there is no such file.
fn beside<'t>(
    after: &'t str,
    url_of: &mut impl FnMut(&str) -> Result<Arc<str>, String>,
) -> Option<(Arc<str>, &'t str)> {
    let name = after.trim_start().strip_prefix('+')?.trim_start();
    let (name, after) = name.strip_prefix('"')?.split_once('"')?;
    let url = url_of(name).ok()?;
    Some((url, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_files_are_cindyjs() {
        for (url, file) in [
            ("https://cindyjs.org/dist/latest/Cindy.js", Some("Cindy.js")),
            (
                "https://cindyjs.org/dist/v0.8/katex/katex.min.css",
                Some("katex/katex.min.css"),
            ),
            ("../build/js/CindyGL.js?1", Some("CindyGL.js")),
            ("build/js/symbolic.js", Some("symbolic.js")),
            ("lib/CindyJS.css", Some("CindyJS.css")),
            ("lib/Cinderella.js", None),
            ("rebuild/js/x.js", None),
            ("Cindy.png", None),
        ] {
            assert_eq!(CindyJs::file(url), file, "{url}");
        }
    }
}
