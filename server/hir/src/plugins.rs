//! The plugins of CindyJS: one table.

/// A plugin of CindyJS.
#[derive(Clone, Copy, Debug)]
pub struct Plugin {
    /// Its name, as pages and `use` write it.
    pub name: &'static str,
    /// Purpose, as a verb and its objects.
    pub doc: &'static str,
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
    plugin("Cindy3D", "draws points, lines and surfaces in space").in_table().in_preview(),
    plugin("Cindy3DPrint", "makes models for 3D printers of what Cindy3D draws").in_table().in_preview(),
    plugin("CindyGL", "paints `colorplot`s on the GPU").in_table().in_preview().found_by_use(),
    plugin("CindyGLPrint", "makes models for 3D printers of what CindyGL draws").in_table().in_preview(),
    plugin("CindyLeap", "follows hands with a Leap Motion controller"),
    plugin("CindyXR", "shows CindyGL's pictures in virtual and augmented reality"),
    plugin("ComplexCurves", "draws complex algebraic curves as surfaces").in_table(),
    plugin("QuickHull3D", "computes convex hulls of points in space: `convexhull3d`").in_table().in_preview(),
    plugin("katex", "typesets the formulas in texts: `$...$`").in_table().in_preview(),
    plugin("midi", "plays notes: `playtone`, `playmelody`"),
    plugin("symbolic", "computes with formulas, such as derivatives").in_table().in_preview(),
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

const fn plugin(name: &'static str, doc: &'static str) -> Plugin {
    Plugin {
        name,
        doc,
        is_in_preview: false,
        is_in_table: false,
        is_found_by_use: false,
    }
}
