//! Pages that name files by hostile addresses, exported: no file of another folder comes into the page,
//! and no file that is no part of a page.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::OnceLock;
use std::time::Instant;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use cindyscript_player::source::ReceivedText;
use cindyscript_tests::random::Random;
use cindyscript_window::export::{CindyJs, export};
use cindyscript_window::reader::read;

use crate::kind::Input;

/// A text in each file that must not come into a page.
const SECRET: &str = "S3CRET";

/// The files beside the page, those of CindyJS, and others. Those that must not come into a page for
/// their content alone are named `key`.
const FILES: [(&str, &str); 18] = [
    ("in/a.gif", "GIF89a"),
    ("in/a.css", "p { src: url(a.gif) } @import 'sub/b.css';"),
    ("in/a.js", "1;"),
    ("in/lib.cjs", "import(\"sub/lib\");"),
    ("in/sub/b.css", "p { src: url(../a.gif) }"),
    ("in/sub/up.css", "@import '../../out/a.css';"),
    ("in/sub/lib.cjs", "f(x) := x;"),
    ("in/key", "S3CRET=1"),
    ("in/key.gif", "S3CRET=1"),
    ("in/key.css", "S3CRET=1"),
    ("in/key.js", "S3CRET root:x:0:0"),
    (
        "js/Cindy.js",
        "var CindyJS = {}; i = CindyJS.getBaseDir() + \"../out/a.js\";",
    ),
    ("js/CindyGL.js", "2;"),
    ("js/a.css", "p { src: url(../out/a.gif) }"),
    ("out/a.gif", "GIF89aS3CRET"),
    ("out/a.css", "p { src: url(S3CRET) }"),
    ("out/a.js", "S3CRET = 1;"),
    ("out/lib.cjs", "S3CRET = 1;"),
];

/// Parts of addresses.
const PARTS: [&str; 29] = [
    "..",
    "..",
    "..",
    ".",
    "%2e%2e",
    "%2E.",
    "%2f",
    "%2F",
    "\\",
    "/",
    "//",
    "in",
    "out",
    "out",
    "sub",
    "js",
    "a.gif",
    "a.css",
    "up.css",
    "a.js",
    "lib.cjs",
    "key",
    "key.gif",
    "linked",
    "linked.gif",
    "build/js",
    "https://cindyjs.org/dist/latest",
    "file:",
    "?x#y",
];

/// A page that names a file.
const PAGES: [&str; 12] = [
    "<img src=\"URL\">",
    "<img srcset=\"URL 2x, a.gif\">",
    "<video src='URL' poster=\"URL\"></video>",
    "<script src=\"URL\"></script>",
    "<link rel=stylesheet href=\"URL\">",
    "<link rel=preload href='URL'>",
    "<style>p { src: url(URL) }</style>",
    "<style>@import 'URL';</style>",
    "<p style=\"background: url('URL')\">",
    "<base href=\"URL\"><img src=a.gif>",
    "<script>CindyJS({ports: [{id: 'c'}], images: {a: 'URL'}})</script>",
    "<script>CindyJS({ports: [{id: 'c'}], import: {init: ['URL']}})</script>",
];

/// The folder of the files, made once for a process.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let name = format!("cindyscript-fuzz-export-{}", process::id());
        let folder = std::env::temp_dir().join(name);
        for (name, text) in FILES {
            let path = folder.join(name);
            let made = path.parent().map_or(Ok(()), fs::create_dir_all);
            drop(made.and_then(|()| fs::write(path, text)));
        }
        #[cfg(unix)]
        for (target, link) in [
            ("../out", "in/linked"),
            ("../out/a.gif", "in/linked.gif"),
            ("../out/a.js", "js/linked"),
        ] {
            drop(std::os::unix::fs::symlink(target, folder.join(link)));
        }
        folder
    })
}

pub(crate) fn make(random: &mut Random) -> Input {
    let mut text = "<div id=c></div><script>CindyJS({ports: [{id: 'c'}]})</script>".to_owned();
    for _ in 0..=random.below(2) {
        let mut url = String::new();
        for _ in 0..=random.below(6) {
            url.push_str(random.pick(&PARTS).copied().unwrap_or_default());
            if random.below(4) > 0 {
                url.push('/');
            }
        }
        let url = url.trim_end_matches('/');
        let page = random.pick(&PAGES).copied().unwrap_or_default();
        text.insert_str(0, &page.replace("URL", url));
    }
    Input {
        path: PathBuf::from("page.html"),
        text,
    }
}

/// Reports a file or a secret that must not come into the page.
pub(crate) fn check(text: &str) -> Result<(), String> {
    let folder = folder();
    let page = folder.join("in/page.html");
    let received = ReceivedText {
        path: page.to_string_lossy().into_owned(),
        text: text.to_owned(),
        version: 1,
        arrived: Instant::now(),
    };
    let (source, _) = read(received, None);
    for cindyjs in [CindyJs::of(None)?, CindyJs::of(Some(&folder.join("js")))?] {
        let Ok(exported) = export(&source, &cindyjs, None, &[]) else {
            continue;
        };
        let canonical = folder.canonicalize().unwrap_or_default();
        let is_known = |path: &PathBuf| {
            let folders = [canonical.join("in"), canonical.join("js")];
            folders.iter().any(|folder| path.starts_with(folder))
        };
        if let Some(path) = exported.files.keys().find(|path| !is_known(path)) {
            return Err(format!("{} is in the page", path.display()));
        }
        if holds_a_secret(&exported.html) {
            return Err("a secret is in the page".to_owned());
        }
    }
    Ok(())
}

/// True if a `data:` URL of a text, or one within it, holds a secret.
fn holds_a_secret(text: &str) -> bool {
    text.split("base64,").skip(1).any(|rest| {
        let is_digit = |c: char| c.is_ascii_alphanumeric() || "+/=".contains(c);
        let end = rest.find(|c| !is_digit(c)).unwrap_or(rest.len());
        let bytes = BASE64_STANDARD.decode(&rest[..end]).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        text.contains(SECRET) || holds_a_secret(&text)
    })
}
