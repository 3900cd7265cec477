//! Settings of the page that CindyJS does not have, and those that do nothing in the preview.

use cindyscript_applet::Settings;
use cindyscript_diagnostic::{Code, Diagnostic, Severity};
use cindyscript_hir::builtins::Opaque;
use cindyscript_hir::plugins::{self, PLUGINS};
use cindyscript_hir::program::TermKind;
use text_size::{TextRange, TextSize};

use crate::context::Context;
use crate::sink::Sink;

/// Settings of an applet that do nothing in the preview, and what is missing there.
const IDLE: &[(&str, &str)] = &[
    ("plugins", "these plugins work only on the published page"),
    ("statusbar", "only the published page shows this text"),
];

/// The function that starts an applet.
const LIBRARY: &str = "CindyJS";

/// The element that loads it.
const LOADED: &str = "<script src=\"https://cindyjs.org/dist/latest/Cindy.js\"></script>";

/// True if a text is a whole page of HTML, and not a part that another one takes in.
fn is_whole_page(text: &str) -> bool {
    let start = text.trim_start().get(..9).unwrap_or_default();
    start.eq_ignore_ascii_case("<!doctype") || start.to_ascii_lowercase().starts_with("<html")
}

/// Settings of a port's `transform`, which do nothing in the port itself.
const TRANSFORMS: [&str; 4] = ["scale", "scaleAndOrigin", "translate", "visibleRect"];

/// Settings that say elsewhere where a point lies.
const PLACES: [&str; 6] = ["at", "coordinates", "position", "x", "xy", "y"];

/// Looks at the settings of the applet.
pub(crate) fn settings(cx: &Context, sink: &mut Sink) {
    let analysis = cx.applet;
    let source = analysis.source();
    for key in &source.keys {
        let name = key.name.as_str();
        if key.of == Settings::Applet {
            if let Some((_, missing)) = IDLE.iter().find(|(idle, _)| *idle == name) {
                idle(sink, key.range, name, missing);
                continue;
            }
            // These are read with the scripts.
            if name.ends_with("script") && name != "script" || name == "import" {
                continue;
            }
        }
        if key.of.names().contains(&name) {
            continue;
        }
        let meant = sink.nearest("setting", name, key.of.names().iter().copied());
        let is_transform = key.of == Settings::Port && TRANSFORMS.contains(&name);
        let message = format!("{} has no setting `{name}`", key.of.words());
        let said = Diagnostic::new(Code::UnknownSetting, key.range, message);
        let said = match meant {
            _ if is_transform => said.help(format!("write `transform: [{{{name}: ...}}]`")),
            Some(meant) => {
                let mut said = said;
                meant.put(&mut said, |meant| cx.rewrite(key.range, name, meant));
                said
            }
            None if key.of == Settings::Element && PLACES.contains(&name) => {
                said.help("the position of a free point is `pos: [x, y]`")
            }
            None => said.severity(Severity::Hint).help("it has no effect"),
        };
        sink.found.push(said);
    }
    for used in &source.uses {
        if let Some(range) = cx.quoted(source.range, used) {
            plugin(cx, sink, used, range);
        }
    }
    used_plugins(cx, sink);
    library(cx, sink);
}

/// A whole page that calls `CindyJS`, and neither loads nor defines it.
fn library(cx: &Context, sink: &mut Sink) {
    let document = &cx.applet.document;
    let (text, start) = (document.text(), cx.applet.source().range.start());
    let is_first = document.page().applets.first();
    let is_first = is_first.is_some_and(|first| first.range.start() == start);
    let is_call = text
        .get(usize::from(start)..)
        .is_some_and(|call| call.starts_with(LIBRARY));
    if !is_first || !is_call || !is_whole_page(text) {
        return;
    }
    let loads = |tag: &str| {
        let tag = tag.split('>').next().unwrap_or_default();
        tag.contains("src") || tag.contains("module")
    };
    // Tags and attributes may be in either case.
    let lower = text.to_ascii_lowercase();
    let mut scripts = lower.split("<script").skip(1);
    let mut mentions = text.split(LIBRARY).skip(1);
    let is_set = |behind: &str| {
        let behind = behind.trim_start_matches(['"', '\'', ']', ' ']);
        behind.starts_with('=')
    };
    if scripts.any(loads) || mentions.any(is_set) || text.contains("function CindyJS") {
        return;
    }
    let range = TextRange::at(start, TextSize::of(LIBRARY));
    let message = "this page loads no script that defines `CindyJS`: in a browser it is empty";
    let help = format!("write {LOADED} before this script");
    let said = Diagnostic::new(Code::NotLoaded, range, message).help(help);
    sink.found.push(said);
}

/// `use("CindyGl")` in a script.
fn used_plugins(cx: &Context, sink: &mut Sink) {
    let program = &cx.applet.program;
    for &term in &program.actions {
        let TermKind::Call { arguments, .. } = program.kind(term) else {
            continue;
        };
        let Some((builtin, _)) = program.builtin_call(term) else {
            continue;
        };
        let &[name] = program.children(arguments) else {
            continue;
        };
        if let TermKind::Text(text) = program.kind(name)
            && builtin.row().opaque == Some(Opaque::Plugin)
        {
            let text = program.text(text).to_owned();
            let range = cx.applet.range(name);
            if plugins::find(&text).is_none() {
                plugin(cx, sink, &text, range);
            }
        }
    }
}

/// Looks at the name of a plugin.
fn plugin(cx: &Context, sink: &mut Sink, plugin: &str, range: TextRange) {
    if let Some(known) = plugins::find(plugin) {
        if !known.is_in_preview {
            let missing = "it works only on the published page";
            idle(sink, range, plugin, missing);
        }
        return;
    }
    let known = PLUGINS.iter().map(|known| known.name);
    let Some(meant) = sink.nearest("plugin", plugin, known) else {
        return;
    };
    let message = format!("CindyJS has no plugin `{plugin}`");
    let mut said = Diagnostic::new(Code::UnknownPlugin, range, message);
    meant.put(&mut said, |meant| cx.rewrite(range, plugin, meant));
    sink.found.push(said);
}

fn idle(sink: &mut Sink, range: TextRange, name: &str, missing: &str) {
    let message = format!("`{name}` is not available in the preview");
    let said = Diagnostic::new(Code::NotAvailable, range, message);
    sink.found
        .push(said.severity(Severity::Information).help(missing));
}
