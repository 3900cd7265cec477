//! The graph as a picture, in the colours of the paper's figure.

use std::fmt::Write as _;

use text_size::TextRange;

use super::layout::{Layout, Size, layout};
use super::{DependencyGraph, Node, Part};

/// Of the fonts, in px: a character of the label and of the type.
const LABEL: f64 = 8.43;
const TYPE: f64 = 6.63;
/// Around a label, and the heights of nodes without and with a type.
const PADDING: f64 = 12.0;
const LOW: f64 = 30.0;
const HIGH: f64 = 46.0;
/// Around the picture, and what the legend below it takes.
const MARGIN: f64 = 28.0;
const LEGEND: f64 = 50.0;

const STYLE: &str = "\
.paper{fill:#fff}
.node rect{stroke-width:1.25}
.d rect{fill:#ffecd9;stroke:#d9822b}
.u rect{fill:#e3eefc;stroke:#3d7fd1}
.b rect{fill:#fff;stroke:#c3c9d1}
.label{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#1d2630}
.type{font:11px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#6b7683}
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
.node:hover rect{stroke-width:2.25}
@media (prefers-color-scheme:dark){
.paper{fill:#1b1f24}
.d rect{fill:#3d2a14;stroke:#e09a4f}
.u rect{fill:#17304f;stroke:#6aa6ee}
.b rect{fill:#22272e;stroke:#4a535e}
.label{fill:#e6e9ed}
.type,.legend{fill:#9aa5b1}
.v0{fill:#f0ab63}
.edge.d{stroke:#e09a4f}.tip.d{fill:#e09a4f}
.edge.u{stroke:#6aa6ee}.tip.u{fill:#6aa6ee}
}";

pub(super) fn svg(graph: &DependencyGraph, link: &dyn Fn(TextRange) -> String) -> String {
    let sizes: Vec<Size> = graph.nodes.iter().map(size).collect();
    let layout = layout(&sizes, &graph.edges);
    let legend = legend(graph);
    let legend_width = legend
        .iter()
        .map(|(_, text)| entry_width(text))
        .sum::<f64>();
    let width = layout.size.width.max(legend_width) + 2.0 * MARGIN;
    let height = layout.size.height + 2.0 * MARGIN + LEGEND;
    let left = (width - layout.size.width) / 2.0;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\">\n<title>{}</title>\n\
         <style>{STYLE}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n",
        escaped(&format!("The dependency graph of {}", graph.title)),
    );
    let _ = writeln!(out, "<g transform=\"translate({left:.1} {MARGIN})\">");
    for index in 0..graph.edges.len() {
        edge(&mut out, graph, &layout, &sizes, index);
    }
    for ((node, &size), &centre) in graph.nodes.iter().zip(&sizes).zip(&layout.centres) {
        draw(&mut out, node, size, centre, &link(node.range));
    }
    out.push_str("</g>\n");
    let mut x = (width - legend_width) / 2.0;
    let y = height - MARGIN;
    for (part, text) in legend {
        let _ = writeln!(
            out,
            "<g class=\"node {}\"><rect x=\"{x:.1}\" y=\"{:.1}\" width=\"20\" height=\"14\" \
             rx=\"4\"/></g><text class=\"legend\" x=\"{:.1}\" y=\"{y:.1}\">{text}</text>",
            class(part),
            y - 11.0,
            x + 28.0,
        );
        x += entry_width(text);
    }
    out.push_str("</svg>\n");
    out
}

/// The parts that the graph has, with what they are.
fn legend(graph: &DependencyGraph) -> Vec<(Part, &'static str)> {
    let all = [
        (Part::Pixel, "D: computed at every pixel"),
        (Part::Uniform, "U: computed once per frame on the CPU"),
        (Part::Below, "what U is computed from"),
    ];
    let has = |part: Part| graph.nodes.iter().any(|node| node.part == part);
    all.into_iter().filter(|(part, _)| has(*part)).collect()
}

fn entry_width(text: &str) -> f64 {
    28.0 + 6.6 * text.chars().count() as f64 + 20.0
}

fn class(part: Part) -> &'static str {
    match part {
        Part::Pixel => "d",
        Part::Uniform => "u",
        Part::Below => "b",
    }
}

fn size(node: &Node) -> Size {
    let count = |text: &str| text.chars().count() as f64;
    let running = if node.is_running { 5.0 } else { 0.0 };
    let label = (count(&node.label) + running) * LABEL;
    Size {
        width: (label.max(count(&node.ty) * TYPE) + 2.0 * PADDING).max(44.0),
        height: if node.ty.is_empty() { LOW } else { HIGH },
    }
}

fn draw(out: &mut String, node: &Node, size: Size, (x, y): (f64, f64), address: &str) {
    let Size { width, height } = size;
    let (left, top) = (x - width / 2.0, y - height / 2.0);
    let baseline = if node.ty.is_empty() { y + 5.0 } else { y - 2.5 };
    let running = if node.is_running {
        "<tspan class=\"v0\"> = v\u{2080}</tspan>"
    } else {
        ""
    };
    let ty = if node.ty.is_empty() {
        String::new()
    } else {
        let (y, ty) = (y + 14.0, escaped(&node.ty));
        format!("<text class=\"type\" text-anchor=\"middle\" x=\"{x:.1}\" y=\"{y:.1}\">{ty}</text>")
    };
    let _ = writeln!(
        out,
        "<a href=\"{}\"><g class=\"node {}\"><rect x=\"{left:.1}\" y=\"{top:.1}\" \
         width=\"{width:.1}\" height=\"{height:.1}\" rx=\"7\"/><text class=\"label\" \
         text-anchor=\"middle\" xml:space=\"preserve\" x=\"{x:.1}\" y=\"{baseline:.1}\">{}{running}</text>{ty}</g></a>",
        escaped(address),
        class(node.part),
        escaped(&node.label),
    );
}

/// An edge, from what is needed to what depends on it, with a tip there.
fn edge(out: &mut String, graph: &DependencyGraph, layout: &Layout, sizes: &[Size], index: usize) {
    const TIP: f64 = 7.0;
    let (dependent, needed) = graph.edges[index];
    let ((ax, ay), (bx, by)) = (layout.centres[dependent], layout.centres[needed]);
    let (a, b) = (sizes[dependent].width / 2.0, sizes[needed].width / 2.0);
    let class = class(graph.nodes[needed].part);
    let is_back = layout.is_back[index];
    let mut path = String::new();
    let tip = if is_back {
        // It leaves to the right and comes back from above.
        let (from, to) = ((bx + b, by), (ax, ay - sizes[dependent].height / 2.0));
        let top = from.1.min(to.1) - 26.0;
        let out = from.0 + 40.0;
        let middle = (from.0 + to.0) / 2.0;
        let _ = write!(
            path,
            "M{:.1} {:.1}C{out:.1} {:.1} {out:.1} {top:.1} {middle:.1} {top:.1}S{:.1} {top:.1} \
             {:.1} {:.1}",
            from.0,
            from.1,
            from.1,
            to.0,
            to.0,
            to.1 - TIP,
        );
        format!("M{:.1} {:.1}l-4 -{TIP}h8z", to.0, to.1)
    } else {
        let (start, end) = ((ax + a + TIP, ay), (bx - b, by));
        let mut points = vec![start];
        points.extend(&layout.bends[index]);
        points.push(end);
        let _ = write!(path, "M{:.1} {:.1}", start.0, start.1);
        for pair in points.windows(2) {
            let [(x0, y0), (x1, y1)] = pair else { continue };
            let middle = (x0 + x1) / 2.0;
            let _ = write!(
                path,
                "C{middle:.1} {y0:.1} {middle:.1} {y1:.1} {x1:.1} {y1:.1}"
            );
        }
        format!("M{:.1} {ay:.1}l{TIP} -4v8z", ax + a)
    };
    let back = if is_back { " back" } else { "" };
    // Several edges may end at one place: their tips are of one colour.
    let at = match graph.nodes[dependent].part {
        Part::Pixel => "d",
        Part::Uniform | Part::Below => "b",
    };
    let _ = writeln!(
        out,
        "<path class=\"edge {class}{back}\" d=\"{path}\"/><path class=\"tip {at}\" d=\"{tip}\"/>"
    );
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML has no other control characters.
            character if character.is_control() => out.push(' '),
            character => out.push(character),
        }
    }
    out
}
