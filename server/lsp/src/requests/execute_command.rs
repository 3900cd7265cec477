//! `workspace/executeCommand`: the preview is opened, in a window, a tab or the editor itself, and closed, each with the document's URI as
//! the only argument; latencies, and sections of the reference, are shown.

use std::str::FromStr;

use cindyscript_ide::reference::Topic;
use cindyscript_ide::templates::{self, Template};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::{ExecuteCommandParams, LSPAny, Uri};

use super::numbers::MOVE_NUMBERS;
use super::show::{DEPENDENCY_GRAPH, EXPLAIN, ITERATION};
use crate::preview::PreviewPlace;
use crate::session::Handle;

/// Opens the preview of a document, or brings it to the front.
pub(crate) const PREVIEW_OPEN: &str = "cindyscript.preview.open";
/// Opens the preview of a document in a tab of the editor, which is sent its pictures: see [`crate::extension`].
pub(crate) const PREVIEW_OPEN_IN_TAB: &str = "cindyscript.preview.openInTab";
/// Opens the preview of a document in the editor, which runs it: see [`crate::extension`].
pub(crate) const PREVIEW_OPEN_IN_EDITOR: &str = "cindyscript.preview.openInEditor";
/// Closes the preview of a document, if there is one.
pub(crate) const PREVIEW_CLOSE: &str = "cindyscript.preview.close";
/// Has the preview of a document draw what is selected in it, or no longer: see [`crate::extension::SELECTION`].
pub(crate) const PREVIEW_DRAW_SELECTION: &str = "cindyscript.preview.drawSelection";

/// How long the editor waited for answers, by method: `{title, text, methods}`, the text being
/// Markdown, the methods as [`crate::latency::Latencies::json`] has them. No arguments.
pub(crate) const LATENCY: &str = "cindyscript.latency";

/// A section of the reference: `{title, text}`, the text being Markdown. The only argument is `types`,
/// for what types mean, or the name of a code of diagnostics.
pub(crate) const REFERENCE: &str = "cindyscript.reference";

/// The pages to begin an applet with: a list of `{name, title, description, text}`. No arguments.
pub(crate) const TEMPLATES: &str = "cindyscript.templates";

/// The commands that there are.
pub(crate) const COMMANDS: [&str; 12] = [
    PREVIEW_OPEN,
    PREVIEW_OPEN_IN_TAB,
    PREVIEW_OPEN_IN_EDITOR,
    PREVIEW_CLOSE,
    PREVIEW_DRAW_SELECTION,
    LATENCY,
    REFERENCE,
    TEMPLATES,
    EXPLAIN,
    DEPENDENCY_GRAPH,
    ITERATION,
    MOVE_NUMBERS,
];

/// Does what is asked for.
pub(crate) async fn execute_command(
    session: &Handle,
    params: ExecuteCommandParams,
) -> Result<Option<LSPAny>> {
    match params.command.as_str() {
        PREVIEW_OPEN => open(session, document(&params)?, PreviewPlace::Window).await,
        PREVIEW_OPEN_IN_TAB => open(session, document(&params)?, PreviewPlace::Tab).await,
        PREVIEW_OPEN_IN_EDITOR => open(session, document(&params)?, PreviewPlace::Editor).await,
        PREVIEW_CLOSE => {
            session.close_preview(document(&params)?).await;
            Ok(None)
        }
        PREVIEW_DRAW_SELECTION => {
            let drawn = session.draw_selection(document(&params)?).await;
            fulfilled(drawn)
        }
        LATENCY => {
            let latencies = session.latencies();
            let text = format!("# Response times\n\n{}", latencies.markdown());
            Ok(Some(json!({
                "title": "Response times", "text": text, "methods": latencies.json(),
            })))
        }
        REFERENCE => {
            let topic = match params.arguments.as_slice() {
                [Value::String(name)] => Topic::from_name(name),
                _ => None,
            };
            let topic = topic.ok_or_else(|| {
                Error::invalid_params(format!(
                    "`{REFERENCE}` wants one argument, `types` or the name of a code"
                ))
            })?;
            Ok(Some(json!({"title": topic.title(), "text": topic.text()})))
        }
        TEMPLATES => Ok(Some(templates())),
        other => Err(Error::invalid_params(format!(
            "`{other}` is no command of this server; there are {}",
            COMMANDS.map(|name| format!("`{name}`")).join(", ")
        ))),
    }
}

fn templates() -> Value {
    let row = |template: &Template| {
        let Template {
            name,
            title,
            description,
            text,
        } = template;
        json!({"name": name, "title": title, "description": description, "text": text})
    };
    templates::TEMPLATES.iter().map(row).collect()
}

/// The protocol's code for a proper request that could not be fulfilled.
const REQUEST_FAILED: i64 = -32803;

async fn open(session: &Handle, uri: Uri, place: PreviewPlace) -> Result<Option<LSPAny>> {
    fulfilled(session.open_preview(uri, place).await)
}

/// The answer to a command that has no value; the error is for the user.
fn fulfilled(done: std::result::Result<(), String>) -> Result<Option<LSPAny>> {
    done.map(|()| None).map_err(|message| Error {
        code: ErrorCode::ServerError(REQUEST_FAILED),
        message: message.into(),
        data: None,
    })
}

/// The one argument: the URI of a document.
fn document(params: &ExecuteCommandParams) -> Result<Uri> {
    let wrong = |what: &str| {
        let command = &params.command;
        Error::invalid_params(format!(
            "`{command}` wants one argument, the URI of a document, but {what}"
        ))
    };
    match params.arguments.as_slice() {
        [Value::String(uri)] => {
            Uri::from_str(uri).map_err(|error| wrong(&format!("`{uri}` is none: {error}")))
        }
        [other] => Err(wrong(&format!("got {other}"))),
        arguments => Err(wrong(&format!("got {} arguments", arguments.len()))),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use serde_json::json;

    use super::*;

    #[test]
    fn wrong_arguments_are_told() {
        let check = |arguments: Value, said: &str| {
            let params = serde_json::from_value(json!({
                "command": PREVIEW_OPEN, "arguments": arguments,
            }));
            let error = document(&params.unwrap()).unwrap_err();
            assert!(error.message.ends_with(said), "{}", error.message);
        };
        check(json!([]), "but got 0 arguments");
        check(json!(["file:///a", 1]), "but got 2 arguments");
        check(json!([{"a": 1}]), "but got {\"a\":1}");
        let params = |uri: &str| ExecuteCommandParams {
            command: PREVIEW_OPEN.to_owned(),
            arguments: vec![uri.into()],
            ..ExecuteCommandParams::default()
        };
        assert!(document(&params("not a uri")).is_err());
        assert!(document(&params("file:///a.html")).is_ok());
    }
}
