//! Settings of the page that CindyJS does not have, and those that do nothing in the preview.

use cindyscript_applet::Settings;
use cindyscript_diagnostic::{Code, Diagnostic, Severity};
use cindyscript_hir::builtins::Opaque;
use cindyscript_hir::plugins::{self, PLUGINS};
use cindyscript_hir::program::TermKind;
use text_size::TextRange;

use super::Checker;

/// Settings of an applet that do nothing in the preview, and what is missing there.
const IDLE: &[(&str, &str)] = &[
    (
        "behavior",
        "masses and springs stand still here, and what they do is seen on the page only",
    ),
    (
        "oninit",
        "what this JavaScript does is seen on the page only",
    ),
    ("plugins", "what these plugins do is seen on the page only"),
    (
        "statusbar",
        "what scripts write there is seen on the page only",
    ),
];

/// Settings of a port's `transform`, which do nothing in the port itself.
const TRANSFORMS: [&str; 4] = ["scale", "scaleAndOrigin", "translate", "visibleRect"];

/// Settings that say elsewhere where a point lies.
const PLACES: [&str; 6] = ["at", "coordinates", "position", "x", "xy", "y"];

impl Checker<'_> {
    /// Looks at the settings of the applet.
    pub(super) fn settings(&mut self) {
        let analysis = self.analysis;
        let source = analysis.source();
        for key in &source.keys {
            let name = key.name.as_str();
            if key.of == Settings::Applet {
                if let Some((_, missing)) = IDLE.iter().find(|(idle, _)| *idle == name) {
                    let is_empty = name == "behavior" && source.behavior.is_empty();
                    if !is_empty {
                        self.idle(key.range, name, missing);
                    }
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
            let meant = self.nearest("setting", name, key.of.names().iter().copied());
            let is_transform = key.of == Settings::Port && TRANSFORMS.contains(&name);
            let message = format!("{} has no setting `{name}`", key.of.words());
            let said = Diagnostic::new(Code::UnknownSetting, key.range, message);
            let said = match meant {
                _ if is_transform => said.help(format!("write `transform: [{{{name}: ...}}]`")),
                Some(meant) => {
                    let mut said = said;
                    meant.put(&mut said, |meant| self.rewrite(key.range, name, meant));
                    said
                }
                None if key.of == Settings::Element && PLACES.contains(&name) => {
                    said.help("the place of a free point is `pos: [x, y]`")
                }
                None => said.severity(Severity::Hint).help("it does nothing"),
            };
            self.found.push(said);
        }
        for plugin in &source.uses {
            if let Some(range) = self.place(source.range, plugin) {
                self.plugin(plugin, range);
            }
        }
        self.used_plugins();
    }

    /// `use("CindyGl")` in a script.
    fn used_plugins(&mut self) {
        let program = &self.analysis.program;
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
                let range = self.analysis.range(name);
                if plugins::find(&text).is_none() {
                    self.plugin(&text, range);
                }
            }
        }
    }

    /// Looks at the name of a plugin.
    fn plugin(&mut self, plugin: &str, range: TextRange) {
        if let Some(known) = plugins::find(plugin) {
            if !known.is_in_preview {
                let missing = "what it does is seen on the page only";
                self.idle(range, plugin, missing);
            }
            return;
        }
        let known = PLUGINS.iter().map(|known| known.name);
        let Some(meant) = self.nearest("plugin", plugin, known) else {
            return;
        };
        let message = format!("CindyJS has no plugin `{plugin}`");
        let mut said = Diagnostic::new(Code::UnknownPlugin, range, message);
        meant.put(&mut said, |meant| self.rewrite(range, plugin, meant));
        self.found.push(said);
    }

    fn idle(&mut self, range: TextRange, name: &str, missing: &str) {
        let message = format!("`{name}` is not available in the preview");
        let said = Diagnostic::new(Code::NotAvailable, range, message);
        self.found
            .push(said.severity(Severity::Information).help(missing));
    }
}
