//! `explain`, `graph`, `iteration`: what the editor's commands show.

use cindyscript_ide::{dependency_graph, explain, iteration, narrate};
use text_size::TextRange;

use super::arguments::{Place, What};
use super::file::{File, Finding};

/// The text to be printed, if there is something to be shown for the place.
///
/// # Errors
/// What is to be told if the file cannot be read.
pub(super) fn show(what: What, place: &Place) -> Result<Option<String>, Box<Finding>> {
    let file = File::read(&place.file)?;
    let analysis = &file.analysis;
    let offset = file.offset(place.line.unwrap_or(1), place.column.unwrap_or(1));
    let link = |range: TextRange| {
        let place = file.place(range);
        format!("{}#L{},{}", place.file, place.line, place.column)
    };
    let graph = || dependency_graph::dependency_graph(analysis, offset);
    Ok(match what {
        What::Explanation => explain::explain(analysis, offset)
            .map(|found| narrate::narrate(analysis, &found, &link)),
        What::Picture => graph().map(|graph| graph.svg(&link)),
        What::Page => graph().map(|graph| graph.page(&link)),
        What::Dot => graph().map(|graph| graph.dot()),
        What::Iteration => iteration::iteration(analysis, offset)
            .map(|table| table.markdown(&analysis.document, &link)),
    })
}
