//! Numbers of the text moved by steps: what an editor writes when the user changes some with keys or
//! drags one. The editor writes it itself, so that a row of steps is undone at once.

use cindyscript_ide::numbers::{Steps, moved};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{ExecuteCommandParams, Position, Range, Uri};

use crate::requests::RequestTarget;
use crate::snapshot::Snapshot;

/// What to write to move numbers by steps: `{version, numbers: [{range, newText, from}]}`, a number or
/// null for each place; the only argument is a
/// [`NumbersRequest`]. Null if
/// none of them is a number.
pub(crate) const MOVE_NUMBERS: &str = "cindyscript.moveNumbers";

/// Numbers of a document, and by how much they are moved.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct NumbersRequest {
    /// The document.
    uri: Uri,
    numbers: Vec<Place>,
    /// So many steps up, or down if it is negative.
    count: i32,
    /// Whether each is a tenth as long.
    #[serde(default)]
    fine: bool,
}

/// A number of the newest version.
#[derive(Clone, Debug, Deserialize)]
struct Place {
    /// In it, or at its end.
    position: Position,
    /// How it was written when the steps began, if it has been moved since: what was answered.
    #[serde(default)]
    from: Option<String>,
}

/// What to write for a version.
#[derive(Clone, Debug, Serialize)]
struct Answer {
    version: i32,
    /// Those at the places that were asked for; several may be in one number.
    numbers: Vec<Option<Number>>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Number {
    range: Range,
    new_text: String,
    from: String,
}

impl NumbersRequest {
    /// Reads a command, if it is this one.
    ///
    /// # Errors
    /// The argument makes no sense.
    pub(crate) fn read(params: &ExecuteCommandParams) -> Result<Option<Self>> {
        if params.command != MOVE_NUMBERS {
            return Ok(None);
        }
        let wrong = |why: String| {
            Error::invalid_params(format!(
                "`{MOVE_NUMBERS}` wants `{{uri, numbers: [{{position, from?}}], count, fine?}}`: {why}"
            ))
        };
        match params.arguments.as_slice() {
            [request] => serde_json::from_value(request.clone())
                .map(Some)
                .map_err(|error| wrong(error.to_string())),
            arguments => Err(wrong(format!("got {} arguments", arguments.len()))),
        }
    }

    /// What it is about.
    pub(crate) fn about(&self) -> RequestTarget {
        let places = self.numbers.iter().map(|place| place.position);
        RequestTarget::all(self.uri.clone(), places)
    }

    /// The answer; none if there is no number.
    pub(crate) fn answer(&self, snapshot: &Snapshot) -> Option<Value> {
        let &NumbersRequest { count, fine, .. } = self;
        let steps = Steps { count, fine };
        let numbers = self.numbers.iter().map(|place| {
            let at = snapshot.to_offset(place.position);
            let moved = moved(&snapshot.analysis, at, steps, place.from.as_deref())?;
            Some(Number {
                range: snapshot.to_range(moved.range),
                new_text: moved.to,
                from: moved.from,
            })
        });
        let numbers: Vec<_> = numbers.collect();
        let version = snapshot.version;
        let has_one = numbers.iter().any(Option::is_some);
        has_one.then(|| json!(Answer { version, numbers }))
    }
}
