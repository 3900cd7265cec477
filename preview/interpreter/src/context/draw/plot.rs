//! Graphs of functions: lines that are built place by place.

use super::{Graphics, Pen};
use crate::display::{Path, PathSegment, Stroke};

/// How far the graph may deviate from a straight piece, in world units at 25 pixels to the unit.
const DEVIATION: f64 = 0.2;

/// A line that grows.
#[derive(Debug)]
pub(crate) struct Graph {
    pen: Pen,
    path: Path,
}

impl Graph {
    pub(crate) fn new(pen: Pen) -> Graph {
        Graph {
            pen,
            path: Path::default(),
        }
    }
}

impl Graphics {
    /// How far a graph may deviate from a straight piece, in world units.
    pub(crate) fn plot_deviation(&self) -> f64 {
        DEVIATION / self.plot_scale
    }

    /// Goes on to a place of the world.
    pub(crate) fn extend_graph(&mut self, graph: &mut Graph, place: [f64; 2]) {
        let pixel = self.to_pixel(place);
        match graph.path.segments.last() {
            None => graph.path.move_to(pixel),
            Some(PathSegment::Move(last) | PathSegment::Line(last)) if *last == pixel => {}
            Some(_) => graph.path.line_to(pixel),
        }
    }

    /// Draws what there is of the line; the next place begins another one.
    pub(crate) fn end_graph(&mut self, graph: &mut Graph) {
        let path = std::mem::take(&mut graph.path);
        if path.segments.is_empty() {
            return;
        }
        let stroke = Stroke {
            width: graph.pen.line_size,
            dashes: graph.pen.line().dashes,
            ..self.surface.line.clone()
        };
        self.stroke(path, stroke, graph.pen.line_colour);
    }
}
