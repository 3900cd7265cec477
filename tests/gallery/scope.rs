//! What of CindyJS's examples the preview does not promise.

/// What stands in a page, and why such a page is out of scope.
const OUT_OF_SCOPE: &[(&str, &str)] = &[
    ("cindy3d", "compared by `space_gallery`"),
    ("begin3d", "compared by `space_gallery`"),
    ("cindyprint", "3D printing"),
    ("cindygl3d", "CindyGL in 3D"),
    ("initxr", "virtual reality"),
    ("initleap", "virtual reality"),
    ("cindyleap", "virtual reality"),
    ("playtone", "MIDI"),
    ("playmelody", "MIDI"),
    ("midi", "MIDI"),
    ("cameravideo", "what a camera sees"),
    ("playvideo", "video"),
    ("videos:", "video"),
    ("javascript(", "JavaScript from scripts"),
    ("evokecs(", "JavaScript on the page runs scripts"),
    ("evalcs(", "JavaScript on the page runs scripts"),
    ("createtool", "tools to construct with"),
    ("symbolic", "the symbolic plugin"),
    ("complexcurves", "the ComplexCurves plugin"),
    ("quickhull", "the QuickHull plugin"),
    ("convexhull3d(", "the QuickHull plugin"),
    ("load(", "network"),
];

/// Why a page is out of scope, if it is.
pub(crate) fn reason(page: &str) -> Option<&'static str> {
    // Names of functions may have spaces in them.
    let page: String = page.split_whitespace().collect();
    let page = page.to_lowercase();
    if !page.contains("cindyjs(") && !page.contains("createcindy(") {
        return Some("no call of CindyJS");
    }
    let row = OUT_OF_SCOPE
        .iter()
        .find(|(needle, _)| page.contains(needle));
    row.map(|(_, reason)| *reason)
}
