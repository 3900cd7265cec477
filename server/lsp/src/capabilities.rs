//! The capabilities that the server announces: what has a handler, and nothing else.

use tower_lsp::ls_types::{
    CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, ExecuteCommandOptions,
    HoverProviderCapability, OneOf, ServerCapabilities, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, WorkDoneProgressOptions,
};

use crate::position::Encoding;
use crate::requests::execute_command::{PREVIEW_CLOSE, PREVIEW_OPEN};
use crate::requests::show::{DEPENDENCY_GRAPH, EXPLAIN, ITERATION};
use crate::requests::{code_action, semantic_tokens};

/// The commands that there are.
const COMMANDS: [&str; 5] = [
    PREVIEW_OPEN,
    PREVIEW_CLOSE,
    EXPLAIN,
    DEPENDENCY_GRAPH,
    ITERATION,
];

/// The capabilities of the server.
pub(crate) fn capabilities(encoding: Encoding) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::INCREMENTAL),
                ..TextDocumentSyncOptions::default()
            },
        )),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(code_action::KINDS.into()),
            ..CodeActionOptions::default()
        })),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(false),
        }),
        semantic_tokens_provider: Some(semantic_tokens::options().into()),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: COMMANDS.map(str::to_owned).into(),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        ..ServerCapabilities::default()
    }
}
