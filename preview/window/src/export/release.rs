//! CindyJS's own files: on its site, or in a folder.

use std::path::{Path, PathBuf};

use super::data_url::data_url;
use super::style;
use crate::resource;

/// Where the released CindyJS is.
pub(super) const CDN: &str = "https://cindyjs.org/dist/latest/";

/// Where a page has CindyJS from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CindyJs {
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
    pub(crate) fn of(folder: Option<&Path>) -> Result<CindyJs, String> {
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

    /// What a page of this text has in place of a URL that means one of CindyJS's files; none where
    /// the URL stays.
    ///
    /// # Errors
    /// The folder does not have the file; what to do in one line.
    pub(super) fn url(&self, url: &str, text: &str) -> Option<Result<String, String>> {
        let name = Self::file(url)?;
        match self {
            CindyJs::Site if Self::is_remote(url) => None,
            CindyJs::Site => Some(Ok(format!("{CDN}{name}"))),
            CindyJs::Folder(folder) => Some(bundled(folder, name, text)),
        }
    }
}

fn bundled(folder: &Path, name: &str, text: &str) -> Result<String, String> {
    let path = folder.join(name);
    let mut code = own(folder, name)?;
    if name.ends_with("Cindy.js") {
        code.push_str(&loader(folder, text)?);
    }
    Ok(data_url(&path, code.as_bytes()))
}

/// The text of one of CindyJS's files, with what it names beside it.
fn own(folder: &Path, name: &str) -> Result<String, String> {
    let path = folder.join(name);
    let bytes = resource::contents(&path).map_err(|reason| {
        let folder = folder.display();
        format!("`{name}` of CindyJS, in {folder}, {reason}; --cindyjs names another folder")
    })?;
    let text = String::from_utf8_lossy(&bytes);
    if name.ends_with(".css") {
        return style::inlined(&text, &path);
    }
    let mut rest = &*text;
    let mut code = String::with_capacity(text.len());
    while let Some((before, after)) = rest.split_once(BASE) {
        code.push_str(before);
        rest = after;
        match beside(folder, after) {
            Some((url, after)) => {
                code.push('"');
                code.push_str(&url);
                code.push('"');
                rest = after;
            }
            None => code.push_str(BASE),
        }
    }
    code.push_str(rest);
    Ok(code)
}

/// Of what follows [`BASE`]: the file whose name is added to it, and what follows that.
fn beside<'t>(folder: &Path, after: &'t str) -> Option<(String, &'t str)> {
    let name = after.trim_start().strip_prefix('+')?.trim_start();
    let (name, after) = name.strip_prefix('"')?.split_once('"')?;
    let path = folder.join(name);
    let bytes = resource::contents(&path).ok()?;
    let bytes = match path.extension() {
        Some(ending) if ending == "css" => {
            let css = String::from_utf8_lossy(&bytes);
            style::inlined(&css, &path).ok()?.into_bytes()
        }
        _ => bytes,
    };
    Some((data_url(&path, &bytes), after))
}

/// What makes CindyJS find in the page what it loads while it runs. The rest comes from its site.
fn loader(folder: &Path, text: &str) -> Result<String, String> {
    let mut files = serde_json::Map::new();
    let wanted = LOADED.iter().filter(|(word, _)| text.contains(word));
    for (_, name) in wanted {
        let code = own(folder, name)?;
        let url = data_url(Path::new(name), code.as_bytes());
        files.insert((*name).to_owned(), url.into());
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
