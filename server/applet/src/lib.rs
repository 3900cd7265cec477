//! From the text of a file to the applets it holds: scripts and their events, geometry, ports,
//! images, animation. Files are web pages that call `CindyJS({...})`, or bare CindyScript
//! (`.cindyscript`, `.cjs`) with cells separated by lines `// %% event`.
//!
//! Every script, element and setting keeps its byte range in the file, so that what is later
//! found wrong in a script inside a page lands on the right column of that page.
//!
//! This crate deliberately does not know CindyScript: a script is text to it. It runs no
//! JavaScript either; it reads what is constant and says which part it could not read. It does no
//! I/O: reading the file is the caller's, [`decode`] turns bytes into text.

mod applet;
mod cells;
mod constant;
mod decode;
mod evaluate;
mod event;
mod html;
mod javascript;
mod literal;
mod page;
mod port;
mod problem;
mod settings;
mod source;

pub use applet::{
    Animation, Applet, DefaultAppearance, Element, Image, ImageKind, Page, Script, UnboundScript,
};
pub use constant::{Constant, Property, Value};
pub use decode::{DecodeError, decode};
pub use event::Event;
pub use port::{Port, Transform, View};
pub use problem::{Problem, ProblemCode, Severity};
pub use source::Source;

/// Byte ranges and offsets, of the file unless said otherwise.
pub use text_size::{TextRange, TextSize};

/// Reads the applets of a file.
///
/// `name` is the file's name or path. Its extension decides how the text is read: `.html`, `.htm`
/// and `.xhtml` are pages, `.cindyscript` and `.cjs` bare scripts; any other extension leaves the
/// decision to the text. Never fails: what could not be read is a [`Problem`] of the page.
pub fn parse_file(name: &str, text: &str) -> Page {
    if is_page(name, text) {
        page::parse(text)
    } else {
        cells::parse(text)
    }
}

fn is_page(name: &str, text: &str) -> bool {
    let file_name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let extension = file_name
        .rsplit_once('.')
        .map_or("", |(_, extension)| extension);
    match extension.to_ascii_lowercase().as_str() {
        "html" | "htm" | "xhtml" => true,
        "cindyscript" | "cjs" => false,
        // No CindyScript begins with `<`.
        _ => text
            .trim_start_matches('\u{feff}')
            .trim_start()
            .starts_with('<'),
    }
}

/// A page as the snapshots of the tests show it.
#[cfg(test)]
fn shown(text: &str, page: &Page) -> String {
    use std::fmt::Write;
    let place = |range: TextRange| {
        let start = usize::from(range.start());
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line = text[..start].matches('\n').count() + 1;
        format!("{line}:{}", text[line_start..start].chars().count() + 1)
    };
    let mut out = String::new();
    for applet in &page.applets {
        let _ = writeln!(out, "applet {}", place(applet.range));
        for script in &applet.scripts {
            let at = place(script.source.file_range());
            let _ = writeln!(
                out,
                "  {} {} {at} {:?}",
                script.event,
                script.id,
                script.source.text()
            );
        }
        for element in &applet.geometry {
            let Element {
                name,
                kind,
                position,
                args,
                color,
                ..
            } = element;
            let position = position.map(|p| p.map(|c| c.to_string()).join(" "));
            let _ = write!(
                out,
                "  {name}: {kind} {args:?} at {position:?}, color {color:?}"
            );
            let others: Vec<_> = element
                .others
                .iter()
                .map(|(name, _)| name.as_str())
                .collect();
            let _ = writeln!(out, ", others {others:?}");
        }
        for port in &applet.ports {
            let Port {
                id,
                width,
                height,
                transforms,
                background,
                ..
            } = port;
            let _ = writeln!(
                out,
                "  port {id:?} {width:?} {height:?} {transforms:?} {background:?}"
            );
        }
        let defaults = Applet::new(applet.range);
        if applet.animation != defaults.animation {
            let _ = writeln!(out, "  {:?}", applet.animation);
        }
        for image in &applet.images {
            let _ = writeln!(out, "  {:?} {} {:?}", image.kind, image.name, image.url);
        }
        if !applet.uses.is_empty() {
            let _ = writeln!(out, "  uses {:?}", applet.uses);
        }
    }
    for script in &page.unbound {
        let at = place(script.source.file_range());
        let _ = writeln!(
            out,
            "unbound {:?} {at} {:?}",
            script.id,
            script.source.text()
        );
    }
    for problem in &page.problems {
        let Problem {
            severity,
            code,
            message,
            range,
            help,
        } = problem;
        let name = code.name();
        let _ = writeln!(out, "{severity:?} {name} {}: {message}", place(*range));
        if let Some(help) = help {
            let _ = writeln!(out, "  = {help}");
        }
    }
    out
}
