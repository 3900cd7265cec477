//! One graph as a drawing: boxes with text, and curves between them.

use std::fmt::Write as _;

use text_size::TextRange;

use super::layout::{Direction, Layout, Size, layout};
use super::{Graph, Node, Origin, Part};

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
/// How far the second outline of a call is from the first.
const CALL: f64 = 4.0;
/// The length of an edge's tip.
const TIP: f64 = 7.0;
/// Between the edges of two nodes that need each other.
const APART: f64 = 9.0;
/// In characters and lines: what is written in a node.
const LINE: usize = 42;
const MOST_LINES: usize = 4;

/// How much is written in the nodes.
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
    direction: Direction,
}

/// What is written in a node.
struct Text {
    lines: Vec<String>,
    assigned: Vec<String>,
}

impl Drawing {
    /// Lays a graph out, no wider than `most` px if that is possible.
    pub(super) fn new(graph: Graph, detail: Detail, direction: Direction, most: f64) -> Self {
        let boxes: Vec<Text> = graph.nodes.iter().map(|node| text(node, detail)).collect();
        let sizes: Vec<Size> = graph.nodes.iter().zip(&boxes).map(size).collect();
        let layout = layout(&sizes, &graph.edges, direction, most);
        Self {
            graph,
            boxes,
            sizes,
            layout,
            direction,
        }
    }

    /// Of all that is drawn.
    pub(super) fn size(&self) -> Size {
        self.layout.size
    }

    pub(super) fn has(&self, part: Part) -> bool {
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
            escaped(&node.text),
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
                label.push_str("<tspan class=\"v0\"> = v\u{2080}</tspan>");
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

    /// An edge, from what is needed to what depends on it, with a tip there. It is computed as if
    /// the result were on the left.
    fn edge(&self, out: &mut String, index: usize) {
        let Layout {
            centres,
            bends,
            is_back,
            ..
        } = &self.layout;
        let (dependent, needed) = self.graph.edges[index];
        let is_down = self.direction == Direction::Down;
        let turned = |(x, y): (f64, f64)| if is_down { (y, x) } else { (x, y) };
        let point = |at: (f64, f64)| {
            let (x, y) = turned(at);
            format!("{x:.1} {y:.1}")
        };
        let half = |place: usize| {
            let Size { width, height } = self.sizes[place];
            turned((width / 2.0, height / 2.0))
        };
        let ((ax, ay), (bx, by)) = (turned(centres[dependent]), turned(centres[needed]));
        let mut path = String::new();
        // From the result's side to the other, whichever of the two needs the other.
        let is_back = is_back[index];
        let ((ax, ay), (bx, by)) = if is_back {
            ((bx, by), (ax, ay))
        } else {
            ((ax, ay), (bx, by))
        };
        let (near, far) = if is_back {
            (needed, dependent)
        } else {
            (dependent, needed)
        };
        let (start, end) = (ax + half(near).0, bx - half(far).0);
        let tip = if dependent == needed {
            // A small loop beside the node.
            let (at, out) = (ay - half(near).1, start + 22.0);
            let _ = write!(
                path,
                "M{}C{} {} {}",
                point((start, ay)),
                point((out, ay)),
                point((out, at - 26.0)),
                point((ax, at - TIP)),
            );
            [(ax, at), (ax - 4.0, at - TIP), (ax + 4.0, at - TIP)]
        } else {
            // Two that need each other have two edges.
            let apart = if is_back { -APART } else { 0.0 };
            let (at, base) = if is_back {
                (start, end - TIP)
            } else {
                (start + TIP, end)
            };
            let _ = write!(path, "M{}", point((at, ay + apart)));
            let mut last = None;
            for &bend in &bends[index] {
                let (x, y) = turned(bend);
                let y = y + apart;
                match last.take() {
                    None => {
                        let _ = write!(path, "L{}", point((x, y)));
                        last = Some((x, y));
                    }
                    Some((before, from)) => {
                        let middle = (before + x) / 2.0;
                        let [a, b, c] = [(middle, from), (middle, y), (x, y)].map(point);
                        let _ = write!(path, "C{a} {b} {c}");
                    }
                }
            }
            let _ = write!(path, "L{}", point((base, by + apart)));
            let (ay, by) = (ay + apart, by + apart);
            let (at, base) = if is_back {
                (end, end - TIP)
            } else {
                (start, start + TIP)
            };
            let y = if is_back { by } else { ay };
            [(at, y), (base, y - 4.0), (base, y + 4.0)]
        };
        let class = part(self.graph.nodes[needed].part);
        let back = if is_back { " back" } else { "" };
        // Several edges may end at one place: their tips are of one colour.
        let at = match self.graph.nodes[dependent].part {
            Part::Pixel => "d",
            Part::Uniform | Part::Below => "b",
        };
        let [a, b, c] = tip.map(point);
        let _ = writeln!(
            out,
            "<path class=\"edge {class}{back}\" d=\"{path}\"/><path class=\"tip {at}\" \
             d=\"M{a}L{b}L{c}z\"/>"
        );
    }
}

/// The class of a part in the style sheet.
pub(super) fn part(part: Part) -> &'static str {
    match part {
        Part::Pixel => "d",
        Part::Uniform => "u",
        Part::Below => "b",
    }
}

fn class(node: &Node) -> String {
    let parameter = if node.origin == Origin::Parameter {
        " parameter"
    } else {
        ""
    };
    format!("{}{parameter}", part(node.part))
}

fn text(node: &Node, detail: Detail) -> Text {
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

/// What a node is larger by because it is a call.
fn border(node: &Node) -> f64 {
    if node.is_call { CALL } else { 0.0 }
}

fn size((node, text): (&Node, &Text)) -> Size {
    let count = |text: &String| text.chars().count() as f64;
    let widest = |texts: &[String], width: f64| {
        let widths = texts.iter().map(|text| count(text) * width);
        widths.fold(0.0, f64::max)
    };
    let running = if node.is_running { 5.0 * LABEL } else { 0.0 };
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
            // XML has no other control characters.
            character if character.is_control() => out.push(' '),
            character => out.push(character),
        }
    }
    out
}
