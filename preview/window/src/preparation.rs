//! Preparation: a preview that waits for its first text paints a small applet, which nobody sees. Then
//! the fonts are read, and the driver has compiled what all pictures need.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use cindyscript_player::source::ReceivedText;
use cindyscript_render::gpu::Gpu;

use crate::headless::{HeadlessOptions, render_on};

/// A colorplot, lines, and a text in a font that no system has, which has all fonts looked at.
const APPLET: &str = r#"
colorplot([#.x, #.y, |#|]);
draw([-1, -1], [1, 1]);
fillcircle((0, 0), 1);
drawtext([0, 0], "preview", family -> "CindyScript preview");
"#;

/// Paints an applet on a device. What comes of it is not reported: the first text shows whether the
/// device paints.
pub(crate) fn prepare(gpu: Gpu) {
    let options = HeadlessOptions {
        size: Some([64, 64]),
        ..HeadlessOptions::default()
    };
    drop(catch_unwind(AssertUnwindSafe(|| {
        render_on(Some(gpu), text(), &options)
    })));
}

fn text() -> ReceivedText {
    ReceivedText {
        path: "preparation.cindyscript".to_owned(),
        text: APPLET.to_owned(),
        version: 0,
        arrived: Instant::now(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn applet_of_the_preparation_has_no_mistake() {
        let rendered = render_on(None, text(), &HeadlessOptions::default()).expect("a picture");
        assert_eq!(rendered.diagnostics, []);
        assert_eq!(rendered.compiled.plots.len(), 1);
    }
}
