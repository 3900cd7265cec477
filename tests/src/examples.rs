//! CindyJS's examples, and what CindyJS says when it runs them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use serde_json::Value as Json;

/// All pages below a folder, sorted.
///
/// # Errors
/// A folder cannot be read, or there is no page.
pub fn pages(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut pages = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| extension == "html")
            {
                pages.push(path);
            }
        }
    }
    ensure!(!pages.is_empty(), "no pages in {}", folder.display());
    pages.sort();
    Ok(pages)
}

/// The page with the scripts of its elements in strings of JavaScript; none where it does not say
/// `scripts: "cs*"`.
#[must_use]
pub fn in_strings(text: &str) -> Option<String> {
    let mut rest = text;
    let (mut page, mut scripts) = (String::new(), Vec::new());
    while let Some((before, element)) = rest.split_once("<script id=\"cs") {
        let (event, element) = element.split_once('"')?;
        let (script, after) = element.split_once('>')?.1.split_once("</script>")?;
        let script = script.replace('\\', "\\\\").replace('"', "\\\"");
        let script = script.replace('\n', "\\n").replace('\r', "");
        scripts.push(format!("{event}: \"{script}\""));
        page.push_str(before);
        rest = after;
    }
    page.push_str(rest);
    let all = format!("scripts: {{{}}}", scripts.join(", "));
    let known = ["scripts: \"cs*\"", "scripts: 'cs*'"];
    let known = known.iter().find(|known| page.contains(**known))?;
    Some(page.replacen(known, &all, 1))
}

/// What begins the lines that CindyJS writes to its console when a script goes wrong.
const COMPLAINTS: [&str; 8] = [
    "Called undefined function",
    "Bad dictionary key",
    "Could not",
    "Error",
    "Left hand side",
    "Operation ",
    "Operator ",
    "Uncaught",
];

/// How often the oracle is asked about a page that it says nothing of.
const ATTEMPTS: usize = 3;

/// What CindyJS did with a page.
#[derive(Clone, Debug)]
pub struct Run {
    /// What CindyJS complained of; empty if it ran without an error.
    pub errors: Vec<String>,
    /// The shaders, if they were asked for.
    pub shaders: Vec<String>,
}

/// Runs pages with the oracle for two frames. What it wrote before, in `out`, is taken as it is.
///
/// # Errors
/// The oracle cannot be run, or has written nothing about a page.
pub fn run(
    oracle: &Path,
    root: &Path,
    out: &Path,
    pages: &[PathBuf],
) -> Result<BTreeMap<PathBuf, Run>> {
    // Pages of one name stand in several folders.
    let place = |page: &Path| {
        let folder = page
            .parent()
            .and_then(|folder| folder.strip_prefix(root).ok());
        folder.map_or_else(|| out.to_owned(), |folder| out.join(folder))
    };
    // A browser on a busy machine does not always get as far as to open a page.
    for _ in 0..ATTEMPTS {
        let mut missing: BTreeMap<PathBuf, Vec<&PathBuf>> = BTreeMap::new();
        for page in pages {
            let folder = place(page);
            let stem = page.file_stem().unwrap_or_default();
            if !folder.join(stem).with_extension("json").is_file() {
                missing.entry(folder).or_default().push(page);
            }
        }
        for (folder, pages) in missing {
            fs::create_dir_all(&folder)?;
            for pages in pages.chunks(12) {
                render(oracle, root, &folder, pages)?;
            }
        }
    }
    let mut runs = BTreeMap::new();
    for page in pages {
        let stem = page.file_stem().unwrap_or_default().to_string_lossy();
        let folder = place(page);
        let text = fs::read_to_string(folder.join(format!("{stem}.json")))
            .with_context(|| format!("the oracle says nothing of {}", page.display()))?;
        let json: Json = serde_json::from_str(&text)?;
        let mut shaders = Vec::new();
        while let Ok(shader) =
            fs::read_to_string(folder.join(format!("{stem}.{}.frag", shaders.len())))
        {
            shaders.push(shader);
        }
        let errors = complaints(&json);
        runs.insert(page.clone(), Run { errors, shaders });
    }
    Ok(runs)
}

/// Lets the oracle write what becomes of some pages into a folder.
fn render(oracle: &Path, root: &Path, out: &Path, pages: &[&PathBuf]) -> Result<()> {
    Command::new("node")
        .arg("render.mjs")
        .arg("--out")
        .arg(out)
        .arg("--root")
        .arg(root)
        .args(["--frames", "2", "--perf", "0", "--budget", "3000"])
        .args(["--mouse", "none", "--size-limit", "64", "--glsl"])
        .args(pages)
        .current_dir(oracle)
        .stdout(Stdio::null())
        .status()
        .context("the oracle wants node")?;
    Ok(())
}

fn complaints(report: &Json) -> Vec<String> {
    let texts = |key: &str| report[key].as_array().cloned().unwrap_or_default();
    let mut found: Vec<String> = texts("errors").iter().map(Json::to_string).collect();
    for line in texts("console") {
        let text = line["text"].as_str().unwrap_or_default();
        let is_error = matches!(line["type"].as_str(), Some("error" | "pageerror"));
        if is_error || COMPLAINTS.iter().any(|start| text.starts_with(start)) {
            found.push(text.to_owned());
        }
    }
    found
}
