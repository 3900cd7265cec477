//! The graph as a picture, in the colours of the paper's figure.

use std::fmt::Write as _;

use text_size::TextRange;

use super::condense::{merged, without_constants};
use super::draw::{Detail, Drawing, MARKERS, escaped, part};
use super::layout::{Direction, Size};
use super::{DependencyGraph, Graph, SplitPart};

/// Pictures are no wider than that, in px, if that is possible.
const WIDTH: f64 = 1600.0;
/// A higher drawing is made with fewer details, and one with more nodes cannot be read.
const HEIGHT: f64 = 560.0;
const MOST_NODES: usize = 60;
/// Around the picture, and what the legend below it takes.
const MARGIN: f64 = 28.0;
const LEGEND: f64 = 50.0;
/// Around a part that has a frame, what its heading takes, and between parts.
const FRAME: f64 = 20.0;
const HEADING: f64 = 26.0;
const GAP: f64 = 24.0;
/// A character of a heading and of the legend.
const HEADING_FONT: f64 = 7.83;
const LEGEND_FONT: f64 = 6.6;

const STYLE: &str = "\
.paper{fill:#fff}
.frame{fill:none;stroke:#dfe3e8}
.node rect{stroke-width:1.25}
.d rect{fill:#ffecd9;stroke:#d9822b}
.u rect{fill:#e3eefc;stroke:#3d7fd1}
.b rect{fill:#fff;stroke:#c3c9d1}
.node .inner{fill:none;stroke-width:.75}
.parameter rect{stroke-dasharray:4 3}
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#1d2630}
.assigned{font-size:12px;fill:#47525e}
.type{font-size:11px;fill:#6b7683}
.heading{font-size:13px;font-weight:600}
.legend{font:12px system-ui,'Segoe UI',Helvetica,Arial,sans-serif;fill:#4b5663}
.v0{font-style:italic;fill:#b3590a}
.edge{fill:none;stroke:#8c96a3;stroke-width:1.25}
.edge.d{stroke:#d9822b}
.edge.u{stroke:#3d7fd1}
.back{stroke-dasharray:5 4}
.tip{fill:#8c96a3}
.tip.d{fill:#d9822b}
.tip.u{fill:#3d7fd1}
a{text-decoration:none}
.node:hover rect{stroke-width:2.25}";

/// What is otherwise on a dark background.
const DARK: &[(&str, &str)] = &[
    (".frame", "stroke:#39414a"),
    (".d rect", "fill:#3d2a14;stroke:#e09a4f"),
    (".u rect", "fill:#17304f;stroke:#6aa6ee"),
    (".b rect", "fill:#22272e;stroke:#4a535e"),
    ("text", "fill:#e6e9ed"),
    (".assigned", "fill:#c3cad2"),
    (".type,{} .legend", "fill:#9aa5b1"),
    (".v0", "fill:#f0ab63"),
    (".edge.d", "stroke:#e09a4f"),
    (".tip.d", "fill:#e09a4f"),
    (".edge.u", "stroke:#6aa6ee"),
    (".tip.u", "fill:#6aa6ee"),
];

/// The style sheet. A page that has a theme of its own says so with the class `themed` of its root,
/// and whether the theme is dark with a class of its body; elsewhere the reader's setting decides.
fn style() -> String {
    let dark = |theme: &str| -> String {
        let rules = DARK.iter();
        rules
            .map(|(parts, look)| format!("{theme} {}{{{look}}}\n", parts.replace("{}", theme)))
            .collect()
    };
    format!(
        "{STYLE}\n.themed .paper{{fill:none}}\n@media (prefers-color-scheme:dark){{\n\
         :root:not(.themed) .paper{{fill:#1b1f24}}\n{}}}\n{}{}",
        dark(":root:not(.themed)"),
        dark(".themed .vscode-dark"),
        dark(".themed .vscode-high-contrast:not(.vscode-high-contrast-light)"),
    )
}

/// A drawing with its place.
struct Panel {
    drawing: Drawing,
    /// Above it, in a frame; without a frame if it is empty.
    heading: String,
    range: TextRange,
    left: f64,
    top: f64,
}

pub(super) fn svg(graph: &DependencyGraph, link: &dyn Fn(TextRange) -> String) -> String {
    let mut panels = panels(graph);
    let inner = arrange(&mut panels);
    let legend = legend(&panels);
    let widths = legend.iter().map(|(_, text)| entry_width(text));
    let legend_width = widths.sum::<f64>();
    let width = inner.width.max(legend_width) + 2.0 * MARGIN;
    let height = inner.height + 2.0 * MARGIN + LEGEND;
    let mut out = format!(
        "<svg class=\"graph\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\">\n<title>{}</title>\n\
         <style>{}</style>\n{MARKERS}\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n",
        escaped(&format!("What {} depends on", graph.title)),
        style(),
    );
    let left = (width - inner.width) / 2.0;
    for panel in &panels {
        panel.write(&mut out, (left, MARGIN), link);
    }
    let mut x = (width - legend_width) / 2.0;
    let y = height - MARGIN;
    for (class, text) in legend {
        let _ = writeln!(
            out,
            "<g class=\"node {class}\"><rect x=\"{x:.1}\" y=\"{:.1}\" width=\"20\" height=\"14\" \
             rx=\"4\"/></g><text class=\"legend\" x=\"{:.1}\" y=\"{y:.1}\">{text}</text>",
            y - 11.0,
            x + 28.0,
        );
        if class == CALL {
            let (x, y) = (x + 3.0, y - 8.0);
            let _ = writeln!(
                out,
                "<g class=\"node d\"><rect class=\"inner\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"14\" \
                 height=\"8\" rx=\"2\"/></g>",
            );
        }
        x += entry_width(text);
    }
    out.push_str("</svg>\n");
    out
}

/// The graph whole if it is small, else in parts.
fn panels(graph: &DependencyGraph) -> Vec<Panel> {
    let most = WIDTH - 2.0 * MARGIN;
    let panel = |drawing, heading: &str, range| Panel {
        drawing,
        heading: heading.to_owned(),
        range,
        left: 0.0,
        top: 0.0,
    };
    if graph.whole.nodes.len() <= MOST_NODES {
        let whole = Drawing::new(graph.whole.clone(), Detail::Short, Direction::Right);
        if whole.size().width <= most && whole.size().height <= HEIGHT {
            return vec![panel(whole, "", TextRange::default())];
        }
    }
    let parts = graph.parts.iter();
    parts
        .map(|part| {
            let most = if part.signature.is_empty() {
                most
            } else {
                most - 2.0 * FRAME
            };
            panel(drawing(&part.graph, most), &part.signature, part.range)
        })
        .collect()
}

/// As many details as there is room for.
fn drawing(graph: &Graph, most: f64) -> Drawing {
    let terms = without_constants(graph);
    if terms.nodes.len() <= MOST_NODES {
        let drawing = Drawing::new(terms, Detail::Short, Direction::Right);
        if drawing.size().width <= most && drawing.size().height <= HEIGHT {
            return drawing;
        }
    }
    let merged = merged(graph);
    let right = Drawing::new(merged.clone(), Detail::Long, Direction::Right);
    if right.size().width <= most {
        return right;
    }
    let down = Drawing::new(merged, Detail::Long, Direction::Down);
    if down.size().width <= right.size().width {
        down
    } else {
        right
    }
}

/// Places panels in rows, one after the other. The size of it all.
fn arrange(panels: &mut [Panel]) -> Size {
    let mut all = Size {
        width: 0.0,
        height: 0.0,
    };
    let (mut left, mut top) = (0.0, 0.0);
    for panel in panels {
        let Size { width, height } = panel.size();
        if left > 0.0 && left + width > WIDTH - 2.0 * MARGIN {
            (left, top) = (0.0, all.height + GAP);
        }
        (panel.left, panel.top) = (left, top);
        all.width = all.width.max(left + width);
        all.height = all.height.max(top + height);
        left += width + GAP;
    }
    all
}

impl Panel {
    fn size(&self) -> Size {
        let Size { width, height } = self.drawing.size();
        if self.heading.is_empty() {
            return Size { width, height };
        }
        let heading = self.heading.chars().count() as f64 * HEADING_FONT;
        Size {
            width: width.max(heading) + 2.0 * FRAME,
            height: height + HEADING + 2.0 * FRAME,
        }
    }

    fn write(&self, out: &mut String, (x, y): (f64, f64), link: &dyn Fn(TextRange) -> String) {
        let (mut left, mut top) = (x + self.left, y + self.top);
        if !self.heading.is_empty() {
            let Size { width, height } = self.size();
            let _ = writeln!(
                out,
                "<rect class=\"frame\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" \
                 height=\"{height:.1}\" rx=\"10\"/><a href=\"{}\"><text class=\"heading\" \
                 x=\"{:.1}\" y=\"{:.1}\">{}</text></a>",
                escaped(&link(self.range)),
                left + FRAME,
                top + FRAME + 9.0,
                escaped(&self.heading),
            );
            left += FRAME;
            top += FRAME + HEADING;
        }
        let _ = writeln!(out, "<g transform=\"translate({left:.1} {top:.1})\">");
        self.drawing.write(out, link);
        out.push_str("</g>\n");
    }
}

const CALL: &str = "d call";

/// The signs in the picture, with their meanings.
fn legend(panels: &[Panel]) -> Vec<(&'static str, &'static str)> {
    let has = |wanted: SplitPart| panels.iter().any(|panel| panel.drawing.has(wanted));
    let all = [
        (SplitPart::Pixel, "at every pixel, on the GPU (D)"),
        (SplitPart::Uniform, "once per frame, on the CPU (U)"),
        (SplitPart::Below, "what that needs"),
    ];
    let all = all.into_iter().filter(|&(wanted, _)| has(wanted));
    let mut legend: Vec<_> = all.map(|(wanted, text)| (part(wanted), text)).collect();
    let has_frames = panels.iter().any(|panel| !panel.heading.is_empty());
    if has_frames {
        legend.push((CALL, "calls a function that has a part of its own"));
        legend.push(("d parameter", "parameter"));
    }
    legend
}

fn entry_width(text: &str) -> f64 {
    28.0 + LEGEND_FONT * text.chars().count() as f64 + 20.0
}
