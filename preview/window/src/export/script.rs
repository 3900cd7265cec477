//! A bare script as a page.

use std::path::Path;

use cindyscript_applet::{Applet, Port, TextRange, TextSize, Transform, parse_file};

use super::Edit;
use super::release::CDN;

/// What ends a script element or hides its end, and what to write instead: blanks make no difference
/// to CindyScript.
const ENDS: [(&str, &str); 2] = [("</script", "< /script"), ("<!--", "< !--")];

/// Where the text of a script cannot stand in a page.
pub(super) fn ends(text: &str) -> Vec<Edit> {
    let lower = text.to_ascii_lowercase();
    let places = ENDS.iter().flat_map(|(end, instead)| {
        let places = lower.match_indices(end);
        places.filter_map(move |(at, _)| {
            let range = TextRange::at(TextSize::try_from(at).ok()?, TextSize::of(*end));
            let reason = format!(
                "`{end}` would end the script in a page; write `{instead}`, or in a text \
                 `\"<\" + \"{}\"`",
                end.get(1..).unwrap_or_default()
            );
            Some((range, Err(reason)))
        })
    });
    places.collect()
}

/// A page that runs a script as the preview does.
pub(super) fn page(name: &str, text: &str) -> String {
    let page = parse_file(name, text);
    let empty = Applet::new(TextRange::default());
    let applet = page.applets.first().unwrap_or(&empty);
    let default = Port::new(applet.range);
    let port = applet.ports.first().unwrap_or(&default);
    let [width, height] = port.size();
    let transform: String = port.transforms.iter().map(written).collect();
    let title = title(name);
    let mut scripts = String::new();
    for script in &applet.scripts {
        let (event, text) = (script.event.name(), script.source.text());
        let text = text.trim_start_matches('\u{feff}').trim_end();
        scripts.push_str(&format!(
            "<script id=\"cs{event}\" type=\"text/x-cindyscript\">\n{text}\n</script>\n"
        ));
    }
    format!(
        "<!DOCTYPE html>\n\
         <html>\n\
         <head>\n\
         <meta charset=\"UTF-8\">\n\
         <title>{title}</title>\n\
         <script src=\"{CDN}Cindy.js\"></script>\n\
         <script src=\"{CDN}CindyGL.js\"></script>\n\
         </head>\n\
         <body>\n\
         <div id=\"CSCanvas\"></div>\n\
         {scripts}\
         <script>\n\
         CindyJS({{\n\
         \x20   scripts: \"cs*\",\n\
         \x20   use: [\"CindyGL\"],\n\
         \x20   ports: [{{id: \"CSCanvas\", width: {width}, height: {height},\n\
         \x20           transform: [{transform}]}}]\n\
         }});\n\
         </script>\n\
         </body>\n\
         </html>\n"
    )
}

/// A transformation of a bare script's port, as a page has it.
fn written(transform: &Transform) -> String {
    match transform {
        Transform::VisibleRect {
            left,
            top,
            right,
            bottom,
        } => format!("{{visibleRect: [{left}, {top}, {right}, {bottom}]}}"),
        Transform::Scale(_) | Transform::Translate(_) | Transform::ScaleAndOrigin { .. } => {
            String::new()
        }
    }
}

/// The name of a file as the title of a page, as HTML.
pub(super) fn title(name: &str) -> String {
    let title = Path::new(name).file_stem().unwrap_or_default();
    let title = title.to_string_lossy();
    title.replace('&', "&amp;").replace('<', "&lt;")
}
