//! The plugins of CindyJS: one table.

/// A plugin of CindyJS.
#[derive(Clone, Copy, Debug)]
pub struct Plugin {
    /// Its name, as pages and `use` write it.
    pub name: &'static str,
    /// Whether the preview does what it does.
    pub is_in_preview: bool,
    /// Whether the functions that it defines are in the table of builtins.
    pub is_in_table: bool,
    /// Whether `use` finds it in the preview without a page that loads it.
    pub is_found_by_use: bool,
}

/// The plugins, in the order of their names, upper case first.
#[rustfmt::skip]
pub static PLUGINS: [Plugin; 11] = [
    plugin("Cindy3D").in_table(),
    plugin("Cindy3DPrint"),
    plugin("CindyGL").in_table().in_preview().found_by_use(),
    plugin("CindyGLPrint"),
    plugin("CindyLeap"),
    plugin("CindyXR"),
    plugin("ComplexCurves").in_table(),
    plugin("QuickHull3D").in_table(),
    plugin("katex").in_table().in_preview(),
    plugin("midi"),
    plugin("symbolic").in_table().in_preview(),
];

/// The plugin of a name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Plugin> {
    PLUGINS.iter().find(|plugin| plugin.name == name)
}

/// Whether a name is one of those of CindyGL's library, its 3D half among them, which all begin
/// alike.
#[must_use]
pub fn is_of_cindygl(name: &str) -> bool {
    name.starts_with("cgl")
}

/// Whether the functions of the plugin of a name, in any case, are in the table of builtins.
#[must_use]
pub fn has_known_functions(name: &str) -> bool {
    let mut known = PLUGINS.iter().filter(|plugin| plugin.is_in_table);
    known.any(|plugin| plugin.name.eq_ignore_ascii_case(name))
}

impl Plugin {
    const fn in_preview(mut self) -> Self {
        self.is_in_preview = true;
        self
    }

    const fn in_table(mut self) -> Self {
        self.is_in_table = true;
        self
    }

    const fn found_by_use(mut self) -> Self {
        self.is_found_by_use = true;
        self
    }
}

const fn plugin(name: &'static str) -> Plugin {
    Plugin {
        name,
        is_in_preview: false,
        is_in_table: false,
        is_found_by_use: false,
    }
}
