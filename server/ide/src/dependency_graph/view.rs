//! The picture in a page of its own, where it can be zoomed and moved.

use super::draw::escaped;

/// What zooms and moves the picture in a page that holds it.
pub(super) const SCRIPT: &str = include_str!("view.js");

const STYLE: &str = "\
html,body{height:100%;margin:0}
body{display:flex;flex-direction:column;background:#fff;color:#4b5663;font:13px system-ui,sans-serif}
nav{display:flex;gap:6px;align-items:center;padding:8px 12px}
nav span{margin-left:8px}
button{min-width:30px;padding:3px 9px;border:1px solid #c3c9d1;border-radius:5px;
background:transparent;color:inherit;font:inherit;cursor:pointer}
svg.graph{flex:1;min-height:0;width:100%;cursor:grab}
svg.dragged{cursor:grabbing}
@media (prefers-color-scheme:dark){body{background:#1b1f24;color:#9aa5b1}button{border-color:#4a535e}}";

/// A page with a picture, which needs nothing else.
pub(super) fn page(title: &str, svg: &str) -> String {
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <title>{title}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>\n{svg}\
         <script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    )
}
