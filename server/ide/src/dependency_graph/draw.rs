//! One graph as a drawing: boxes with text, and curves between them.

use std::fmt::Write as _;

use text_size::TextRange;

use super::layout::{Direction, Layout, Size, layout};
use super::{Edge, Graph, GraphNode, Origin, SplitPart};

/// Of the fonts, in px: a character of the label, of what is assigned, and of the type.
const LABEL: f64 = 8.43;
const ASSIGNED: f64 = 7.23;
const TYPE: f64 = 6.63;
/// The heights of their lines.
const LABEL_LINE: f64 = 18.0;
const ASSIGNED_LINE: f64 = 16.0;
const TYPE_LINE: f64 = 15.0;
/// Around the text of a node.
const PADDING: (f64, f64) = (12.0, 6.0);
/// The distance of the second outline of a call from the first.
const CALL: f64 = 4.0;
/// In characters and lines: what is written in a node.
const LINE: usize = 42;
const MOST_LINES: usize = 4;

/// Behind the name of what stands for the pixel.
const PIXEL: &str = " (the pixel)";

/// The amount of text in the nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// One line, as short as it is.
    Short,
    /// Several lines, and what is assigned to variables.
    Long,
}

pub(super) struct Drawing {
    graph: Graph,
    boxes: Vec<Text>,
    sizes: Vec<Size>,
    layout: Layout,
}

/// The text in a node.
struct Text {
    lines: Vec<String>,
    assigned: Vec<String>,
}

impl Drawing {
    /// Lays a graph out.
    pub(super) fn new(graph: Graph, detail: Detail, direction: Direction) -> Self {
        let boxes: Vec<Text> = graph.nodes.iter().map(|node| text(node, detail)).collect();
        let sizes: Vec<Size> = graph.nodes.iter().zip(&boxes).map(size).collect();
        let edges = graph.edges.iter().map(|edge| (edge.dependent, edge.needed));
        let edges: Vec<(usize, usize)> = edges.collect();
        let layout = layout(&sizes, &edges, direction);
        Self {
            graph,
            boxes,
            sizes,
            layout,
        }
    }

    /// Of all that is drawn.
    pub(super) fn size(&self) -> Size {
        self.layout.size
    }

    pub(super) fn has(&self, part: SplitPart) -> bool {
        self.graph.nodes.iter().any(|node| node.part == part)
    }

    /// Writes it as SVG, its upper left corner at the origin.
    pub(super) fn write(&self, out: &mut String, link: &dyn Fn(TextRange) -> String) {
        for index in 0..self.graph.edges.len() {
            self.edge(out, index);
        }
        for place in 0..self.graph.nodes.len() {
            self.node(out, place, link);
        }
    }

    fn node(&self, out: &mut String, place: usize, link: &dyn Fn(TextRange) -> String) {
        let node = &self.graph.nodes[place];
        let Text { lines, assigned } = &self.boxes[place];
        let Size { width, height } = self.sizes[place];
        let (x, y) = self.layout.centres[place];
        let (left, top) = (x - width / 2.0, y - height / 2.0);
        let _ = writeln!(
            out,
            "<a href=\"{}\"><g class=\"node {}\"><title>{}</title><rect x=\"{left:.1}\" \
             y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"7\"/>",
            escaped(&link(node.range)),
            class(node),
            escaped(&tooltip(node)),
        );
        if node.is_call {
            let _ = writeln!(
                out,
                "<rect class=\"inner\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" \
                 rx=\"4\"/>",
                left + CALL,
                top + CALL,
                width - 2.0 * CALL,
                height - 2.0 * CALL,
            );
        }
        let mut baseline = top + PADDING.1 + border(node);
        let mut line = |class: &str, height: f64, text: &str| {
            baseline += height;
            let _ = writeln!(
                out,
                "<text class=\"{class}\" text-anchor=\"middle\" xml:space=\"preserve\" x=\"{x:.1}\" \
                 y=\"{:.1}\">{text}</text>",
                baseline - 4.5,
            );
        };
        for (index, label) in lines.iter().enumerate() {
            let mut label = escaped(label);
            if node.is_running && index + 1 == lines.len() {
                let _ = write!(label, "<tspan class=\"v0\">{PIXEL}</tspan>");
            }
            line("label", LABEL_LINE, &label);
        }
        for text in assigned {
            line("assigned", ASSIGNED_LINE, &escaped(text));
        }
        if !node.ty.is_empty() {
            line("type", TYPE_LINE, &escaped(&node.ty));
        }
        out.push_str("</g></a>\n");
    }

    /// An edge, from what is needed to what depends on it, with a tip there.
    fn edge(&self, out: &mut String, index: usize) {
        let Edge {
            dependent, needed, ..
        } = self.graph.edges[index];
        let points: Vec<(f64, f64)> = self.layout.edges[index].iter().rev().copied().collect();
        let class = part(self.graph.nodes[needed].part);
        let back = if self.layout.is_back[index] {
            " back"
        } else {
            ""
        };
        // Several edges may end at one place: their tips are of one colour.
        let tip = match self.graph.nodes[dependent].part {
            SplitPart::Pixel => "d",
            SplitPart::Uniform | SplitPart::Below => "b",
        };
        let _ = writeln!(
            out,
            "<path class=\"edge {class}{back}\" marker-end=\"url(#tip-{tip})\" d=\"{}\"/>",
            curve(&points)
        );
    }
}

/// The markers that edges of drawings refer to: their tips.
pub(super) const MARKERS: &str = "<defs>\
<marker id=\"tip-d\" class=\"tip d\" markerUnits=\"userSpaceOnUse\" markerWidth=\"7\" \
markerHeight=\"8\" refX=\"7\" refY=\"4\" orient=\"auto\"><path d=\"M7 4L0 0L0 8z\"/></marker>\
<marker id=\"tip-b\" class=\"tip\" markerUnits=\"userSpaceOnUse\" markerWidth=\"7\" \
markerHeight=\"8\" refX=\"7\" refY=\"4\" orient=\"auto\"><path d=\"M7 4L0 0L0 8z\"/></marker>\
</defs>\n";

/// A cubic B-spline with these control points, from the first to the last of them.
fn curve(points: &[(f64, f64)]) -> String {
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else {
        return String::new();
    };
    let mean = |parts: &[(f64, (f64, f64))]| {
        let weight: f64 = parts.iter().map(|(weight, _)| weight).sum();
        let x: f64 = parts.iter().map(|(weight, (x, _))| weight * x).sum();
        let y: f64 = parts.iter().map(|(weight, (_, y))| weight * y).sum();
        format!("{:.1} {:.1}", x / weight, y / weight)
    };
    let controls: Vec<(f64, f64)> = [first]
        .into_iter()
        .chain(points.iter().copied())
        .chain([last])
        .collect();
    let mut path = format!("M{}", mean(&[(1.0, first)]));
    if let &[a, b, c, ..] = controls.as_slice() {
        let _ = write!(path, "L{}", mean(&[(1.0, a), (4.0, b), (1.0, c)]));
    }
    for spline in controls.windows(4) {
        if let &[_, a, b, c] = spline {
            let (near, far) = (mean(&[(2.0, a), (1.0, b)]), mean(&[(1.0, a), (2.0, b)]));
            let _ = write!(
                path,
                "C{near} {far} {}",
                mean(&[(1.0, a), (4.0, b), (1.0, c)])
            );
        }
    }
    let _ = write!(path, "L{}", mean(&[(1.0, last)]));
    path
}

/// All that is known of a node: the whole text, the type and its reason.
fn tooltip(node: &GraphNode) -> String {
    let mut text = node.text.clone();
    if !node.ty.is_empty() {
        let _ = write!(text, ": {}", node.ty);
    }
    if !node.because.is_empty() {
        let _ = write!(text, "\nbecause {}", node.because);
    }
    text
}

/// The class of a part in the style sheet.
pub(super) fn part(part: SplitPart) -> &'static str {
    match part {
        SplitPart::Pixel => "d",
        SplitPart::Uniform => "u",
        SplitPart::Below => "b",
    }
}

fn class(node: &GraphNode) -> String {
    let parameter = if node.origin == Origin::Parameter {
        " parameter"
    } else {
        ""
    };
    format!("{}{parameter}", part(node.part))
}

fn text(node: &GraphNode, detail: Detail) -> Text {
    match detail {
        Detail::Short => Text {
            lines: vec![node.label.clone()],
            assigned: Vec::new(),
        },
        Detail::Long => {
            let assigned = node.assigned.iter().take(MOST_LINES);
            let mut assigned: Vec<String> = assigned.map(|text| format!("= {text}")).collect();
            if node.assigned.len() > MOST_LINES {
                assigned.push("…".to_owned());
            }
            Text {
                lines: wrapped(&node.text),
                assigned,
            }
        }
    }
}

/// A text on a few lines, divided where there is space, else behind a comma or bracket.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.char_indices().nth(LINE).map(|(end, _)| end);
        let Some(end) = end else {
            lines.push(rest.to_owned());
            break;
        };
        let head = &rest[..end];
        let at = head
            .rfind(' ')
            .or_else(|| head.rfind([',', ';', '(', '+', '*']).map(|at| at + 1))
            .filter(|&at| at > 0)
            .unwrap_or(end);
        if lines.len() + 1 == MOST_LINES {
            let head = head.trim_end();
            lines.push(format!("{} …", head.get(..at).unwrap_or(head).trim_end()));
            break;
        }
        lines.push(rest[..at].trim_end().to_owned());
        rest = rest[at..].trim_start();
    }
    lines
}

/// The room that a node has around it because it is a call.
fn border(node: &GraphNode) -> f64 {
    if node.is_call { CALL } else { 0.0 }
}

fn size((node, text): (&GraphNode, &Text)) -> Size {
    let count = |text: &String| text.chars().count() as f64;
    let widest = |texts: &[String], width: f64| {
        let widths = texts.iter().map(|text| count(text) * width);
        widths.fold(0.0, f64::max)
    };
    let running = match node.is_running {
        true => PIXEL.len() as f64 * LABEL,
        false => 0.0,
    };
    let width = (widest(&text.lines, LABEL) + running)
        .max(widest(&text.assigned, ASSIGNED))
        .max(count(&node.ty) * TYPE);
    let ty = if node.ty.is_empty() { 0.0 } else { TYPE_LINE };
    let height =
        text.lines.len() as f64 * LABEL_LINE + text.assigned.len() as f64 * ASSIGNED_LINE + ty;
    let border = 2.0 * border(node);
    Size {
        width: (width + 2.0 * PADDING.0 + border).max(44.0),
        height: height + 2.0 * PADDING.1 + border,
    }
}

pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push('\n'),
            // XML has few other control characters.
            character if character.is_control() => out.push(' '),
            character => out.push(character),
        }
    }
    out
}
