//! Texts and pictures that commands show in documents of their own: the explanation of a type, a
//! colorplot's dependency graph, the Kleene iteration. Each takes a document's URI and a position
//! in it.

use cindyscript_ide::{dependency_graph, explain, iteration, narrate};

use super::hover::{TYPES, address};
use crate::requests::RequestTarget;
use crate::snapshot::Snapshot;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{ExecuteCommandParams, Position, Uri};

/// The whole explanation of the type at a position: `{title, text}`, the text being Markdown.
pub(crate) const EXPLAIN: &str = "cindyscript.explain";
/// The dependency graph of the colorplot at a position: `{title, svg, script, page, dot}`. The script
/// lets the picture be zoomed and moved in a page that the editor makes; the page holds both.
pub(crate) const DEPENDENCY_GRAPH: &str = "cindyscript.dependencyGraph";
/// The table of the Kleene iteration at a position: `{title, text}`, the text being Markdown.
pub(crate) const ITERATION: &str = "cindyscript.kleeneIteration";

type Show = fn(&Snapshot, Position) -> Option<Value>;

const COMMANDS: [(&str, Show); 3] = [
    (EXPLAIN, explanation),
    (DEPENDENCY_GRAPH, graph),
    (ITERATION, table),
];

/// A document, and a position in it.
#[derive(Debug)]
pub(crate) struct ShowRequest {
    show: Show,
    uri: Uri,
    position: Position,
}

impl ShowRequest {
    /// Reads a command, if it is one of these.
    ///
    /// # Errors
    /// The arguments are not a URI and a position.
    pub(crate) fn read(params: &ExecuteCommandParams) -> Result<Option<Self>> {
        let command = params.command.as_str();
        let Some(&(_, show)) = COMMANDS.iter().find(|(name, _)| *name == command) else {
            return Ok(None);
        };
        let arguments = params.arguments.clone();
        let (uri, position) = serde_json::from_value(arguments.into()).map_err(|error| {
            Error::invalid_params(format!(
                "`{command}` wants the URI of a document and a position in it: {error}"
            ))
        })?;
        Ok(Some(Self {
            show,
            uri,
            position,
        }))
    }

    /// What it is about.
    pub(crate) fn about(&self) -> RequestTarget {
        RequestTarget::all(self.uri.clone(), [self.position])
    }

    /// The answer; none if there is nothing to be shown for this place.
    pub(crate) fn answer(&self, snapshot: &Snapshot) -> Option<Value> {
        (self.show)(snapshot, self.position)
    }
}

fn explanation(snapshot: &Snapshot, position: Position) -> Option<Value> {
    let offset = snapshot.to_offset(position);
    let found = explain::explain(&snapshot.analysis, offset)?;
    let text = narrate::narrate(&snapshot.analysis, &found, &|range| {
        address(snapshot, range)
    });
    let text = format!("{text}\n{TYPES}\n");
    Some(json!({"title": format!("Type of {}", found.subject), "text": text}))
}

fn graph(snapshot: &Snapshot, position: Position) -> Option<Value> {
    let offset = snapshot.to_offset(position);
    let graph = dependency_graph::dependency_graph(&snapshot.analysis, offset)?;
    let link = |range| address(snapshot, range);
    Some(json!({
        "title": graph.title,
        "svg": graph.svg(&link),
        "script": dependency_graph::VIEW_SCRIPT,
        "page": graph.page(&link),
        "dot": graph.dot(),
    }))
}

fn table(snapshot: &Snapshot, position: Position) -> Option<Value> {
    let offset = snapshot.to_offset(position);
    let table = iteration::iteration(&snapshot.analysis, offset)?;
    let link = |range| address(snapshot, range);
    let text = table.markdown(&snapshot.analysis.document, &link);
    Some(json!({"title": format!("Types of {}", table.title), "text": text}))
}
