//! The player in a page: it plays what CindyGL cannot draw.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde::Serialize;

use super::script::title;

/// The player for browsers, as `npm run build:modules` of the extension for VS Code makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The JavaScript around the module.
    script: String,
    /// The WebAssembly, deflated, in base 64.
    wasm: String,
    /// The JavaScript of the page, and its styles.
    page: String,
    style: String,
}

/// The applet and the module, as the page's JavaScript reads them.
#[derive(Serialize)]
struct Content<'a> {
    path: &'a str,
    text: &'a str,
    script: &'a str,
    wasm: &'a str,
}

impl Player {
    /// Reads the player from a folder of modules, or from the one beside the programs.
    ///
    /// # Errors
    /// A file is missing; what to do in one line.
    pub(super) fn read(modules: Option<&Path>) -> Result<Player, String> {
        let modules = modules.map_or_else(beside_programs, Path::to_owned);
        let folder = modules.join("preview");
        let missing = || {
            format!(
                "{}: the player for browsers is not there; build it (docs/export.md), or give the folder \
                 `modules` of a release by `--modules FOLDER`",
                modules.display()
            )
        };
        let text = |name: &str| fs::read_to_string(folder.join(name)).map_err(|_| missing());
        let wasm = fs::read(folder.join("cindyscript_preview_web_bg.wasm"));
        Ok(Player {
            script: text("cindyscript_preview_web.js")?,
            wasm: deflated(&wasm.map_err(|_| missing())?),
            page: text("player.js")?,
            style: text("player.css")?,
        })
    }

    /// A page that plays an applet of this name and text.
    pub(super) fn page(&self, name: &str, text: &str) -> String {
        let path = Path::new(name).file_name().unwrap_or_default();
        let content = Content {
            path: &path.to_string_lossy(),
            text,
            script: &self.script,
            wasm: &self.wasm,
        };
        // A `<` in the text could end the element.
        let content = serde_json::to_string(&content).unwrap_or_default();
        let content = content.replace('<', "\\u003c");
        let (title, Player { page, style, .. }) = (title(name), self);
        format!(
            "<!DOCTYPE html>\n\
             <html>\n\
             <head>\n\
             <meta charset=\"UTF-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{title}</title>\n\
             <style>\n{style}</style>\n\
             </head>\n\
             <body>\n\
             <main></main>\n\
             <script id=\"content\" type=\"application/json\">{content}</script>\n\
             <script type=\"module\">\n{page}</script>\n\
             </body>\n\
             </html>\n"
        )
    }
}

/// The folder of modules in a release, whose programs are in the folder beside it.
fn beside_programs() -> PathBuf {
    let program = env::current_exe().and_then(|program| program.canonicalize());
    let release = program
        .ok()
        .and_then(|it| Some(it.parent()?.parent()?.to_owned()));
    release.unwrap_or_default().join("modules")
}

fn deflated(bytes: &[u8]) -> String {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    // Memory takes all bytes.
    drop(encoder.write_all(bytes));
    BASE64_STANDARD.encode(encoder.finish().unwrap_or_default())
}
