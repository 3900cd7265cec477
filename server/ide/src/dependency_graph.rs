//! The dependency graph of a colorplot (paper, §Detection of parts for parallelization): what is
//! computed at every pixel, what once a frame, and what of it needs what. As a picture (SVG) and as
//! text (DOT).
//!
//! Nodes are variables and terms; there is an edge where one depends on the other. An occurrence
//! of a variable is the variable; a variable depends on all that is assigned to it, and on the
//! conditions under which that happens.
//!
//! A small graph is drawn whole, as in the paper. Of a larger one the picture has a part for the
//! colorplot and one for each function at each signature, and in the parts that are still too
//! large terms are merged into what needs them.

mod assignments;
mod build;
mod condense;
mod dot;
mod draw;
mod layout;
mod svg;
mod view;

use cindyscript_hir::program::PlotId;
use text_size::{TextRange, TextSize};

use crate::analysis::{Analysis, AppletAnalysis};
use crate::term_at::script_at;

/// The dependency graph of one colorplot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DependencyGraph {
    /// The colorplot as it is written, shortened.
    pub title: String,
    /// All of it, with the functions in place of their calls.
    pub whole: Graph,
    /// The same in parts: the colorplot's own expression, then each function that it runs, at each
    /// signature. A call is a node there, and what the function needs for itself is in its part.
    pub parts: Vec<FunctionGraph>,
    /// Whether nodes were left out because there are too many.
    pub is_cut: bool,
}

/// Nodes, and what needs what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// The result first.
    pub nodes: Vec<GraphNode>,
    /// What needs what; no two are between the same nodes.
    pub edges: Vec<Edge>,
}

/// A node needs another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The place of the node that depends on the other.
    pub dependent: usize,
    /// The place of the node that it needs.
    pub needed: usize,
    /// Whether the one is a variable, and the other is assigned to it: it may have its value.
    pub is_value: bool,
}

/// The graph of one function at one signature, or of a colorplot's expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionGraph {
    /// The signature; empty for the colorplot.
    pub signature: String,
    /// The range, in bytes of the file.
    pub range: TextRange,
    /// The result is the function's, and its parameters need nothing.
    pub graph: Graph,
}

/// Which part of the split a node belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SplitPart {
    /// D: computed at every pixel.
    Pixel,
    /// U: computed once a frame and passed on.
    Uniform,
    /// A part of a term of U.
    Below,
}

/// A variable or a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphNode {
    /// The name, or the term as it is written, shortened.
    pub label: String,
    /// The same, hardly shortened.
    pub text: String,
    /// The paper's name of its type; empty for parts of U, and for what has no value.
    pub ty: String,
    /// What decided its type, in words that follow *because*; empty where the type needs no reason.
    pub because: String,
    /// The part of the split.
    pub part: SplitPart,
    /// Whether it is the running variable v0, or another name of the pixel.
    pub is_running: bool,
    /// The origin in the program.
    pub origin: Origin,
    /// Whether it is a call of a function of the user's, which has a part of its own.
    pub is_call: bool,
    /// Whether it is written with numbers alone: the same in all frames.
    pub is_constant: bool,
    /// If it is a term of U, the number of its value: that of terms that are written alike.
    pub value: Option<usize>,
    /// If it is a variable, what may be assigned to it, as it is written, shortened.
    pub assigned: Vec<String>,
    /// The range, in bytes of the file; of a variable, where it first stands.
    pub range: TextRange,
}

/// The origin of a node in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A term.
    Term,
    /// A variable.
    Variable,
    /// A parameter of the part's function.
    Parameter,
}

impl DependencyGraph {
    /// As a picture. `link` gives the address of a part of the file.
    #[must_use]
    pub fn svg(&self, link: &dyn Fn(TextRange) -> String) -> String {
        svg::svg(self, link)
    }

    /// As a web page in which the picture can be zoomed and moved. It needs no other file.
    #[must_use]
    pub fn page(&self, link: &dyn Fn(TextRange) -> String) -> String {
        view::page(&self.title, &self.svg(link))
    }

    /// In the language of Graphviz.
    #[must_use]
    pub fn dot(&self) -> String {
        dot::dot(self)
    }
}

/// JavaScript that lets the picture in a page be zoomed and moved, for those who make the page
/// themselves: see [`DependencyGraph::page`]. The picture has to fill an element of some size.
pub const VIEW_SCRIPT: &str = view::SCRIPT;

/// The graph of the colorplot at an offset of the file, else of the first one.
#[must_use]
pub fn dependency_graph(analysis: &Analysis, offset: TextSize) -> Option<DependencyGraph> {
    let at = plot_at(analysis, offset);
    let first = || {
        let mut applets = analysis.applets.iter();
        applets.find_map(|applet| Some((applet, *first_plot(applet)?)))
    };
    let (applet, plot) = at.or_else(first)?;
    build::graph(applet, plot)
}

fn first_plot(applet: &AppletAnalysis) -> Option<&PlotId> {
    applet.solution.plots.keys().min()
}

/// The colorplot whose body holds an offset of the file, or a colorplot of the applet that runs the
/// function that does.
pub(crate) fn plot_at(analysis: &Analysis, offset: TextSize) -> Option<(&AppletAnalysis, PlotId)> {
    let (applet, script, at) = script_at(analysis, offset)?;
    let program = &applet.program;
    let plots = program.plots.iter().enumerate();
    let around = plots
        .filter(|(_, plot)| {
            let term = program.term(plot.term);
            term.script == script && term.range.contains_inclusive(at)
        })
        .min_by_key(|(_, plot)| program.term(plot.term).range.len())
        .map(|(index, _)| PlotId(index as u32));
    let of_function = || {
        let solution = &applet.solution;
        let mut reachable = solution.reachable.iter().map(|&id| solution.body(id));
        reachable.find_map(|body| {
            let root = program.term(body.root);
            let holds = root.script == script && root.range.contains_inclusive(at);
            Some(body.pixel.filter(|_| holds)?.plot)
        })
    };
    let plot = around.or_else(of_function)?;
    applet
        .solution
        .plots
        .contains_key(&plot)
        .then_some((applet, plot))
}

#[cfg(test)]
mod tests;
