//! The language server: takes the editor's messages apart and hands them to the owner of the
//! state or to a request's function. No handler changes anything itself, and none waits before
//! what it was sent is handed over: `in_order` rests on that.

use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use cindyscript_files::key;
use serde::Serialize;
use tokio::sync::oneshot;
use tower_lsp::jsonrpc::{Error, ErrorCode, Request, Result};
use tower_lsp::ls_types::request::{
    GotoDeclarationParams, GotoDeclarationResponse, GotoTypeDefinitionParams,
    GotoTypeDefinitionResponse,
};
use tower_lsp::ls_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem,
    CallHierarchyOutgoingCall, CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams,
    CodeActionParams, CodeActionResponse, CodeLens, CodeLensParams, ColorInformation,
    ColorPresentation, ColorPresentationParams, CompletionItem, CompletionParams,
    CompletionResponse, DidChangeConfigurationParams, DidChangeTextDocumentParams,
    DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DocumentColorParams, DocumentDiagnosticParams,
    DocumentDiagnosticReportResult, DocumentFormattingParams, DocumentHighlight,
    DocumentHighlightParams, DocumentLink, DocumentLinkParams, DocumentOnTypeFormattingParams,
    DocumentRangeFormattingParams, DocumentSymbolParams, DocumentSymbolResponse,
    ExecuteCommandParams, FoldingRange, FoldingRangeParams, GotoDefinitionParams,
    GotoDefinitionResponse, Hover, HoverParams, InitializeParams, InitializeResult,
    InitializedParams, InlayHint, InlayHintParams, LSPAny, LinkedEditingRangeParams,
    LinkedEditingRanges, Location, PrepareRenameResponse, ReferenceParams, RenameParams,
    SelectionRange, SelectionRangeParams, SemanticTokensDeltaParams, SemanticTokensFullDeltaResult,
    SemanticTokensParams, SemanticTokensRangeParams, SemanticTokensRangeResult,
    SemanticTokensResult, ServerInfo, SetTraceParams, SignatureHelp, SignatureHelpParams,
    TextDocumentPositionParams, TextEdit, Uri, WorkspaceDiagnosticParams,
    WorkspaceDiagnosticReportResult, WorkspaceEdit, WorkspaceSymbolParams, WorkspaceSymbolResponse,
};
use tower_lsp::{Client, LanguageServer};

use crate::capabilities::capabilities;
use crate::client_features::{ClientFeatures, takes_no_parameter};
use crate::diagnostics::more_diagnostics;
use crate::document::Unreadable;
use crate::extension::{DebugParams, FromHostedParams, SelectionParams, TabParams};
use crate::guard::Malformed;
use crate::outbox::{Outbox, Outgoing};
use crate::platform::{self, Panicked, compute};
use crate::position::Encoding;
use crate::raw_responses::ResponseText;
use crate::requests::{
    RequestTarget, call_hierarchy, code_action, code_lens, completion, diagnostic, document_color,
    document_link, execute_command, formatting, hover, inlay_hint, navigation, numbers, rename,
    semantic_tokens, show, signature_help, structure,
};
use crate::session::{self, Handle, RequestContext, SLOW, Start, WorkspaceContext};
use crate::snapshot::Snapshot;
use crate::workspace::{self, ClosedFile, Workspace};

/// The language server.
#[derive(Debug)]
pub(crate) struct Backend {
    session: Handle,
    outbox: Outbox,
    /// What the editor has said that it can do.
    features: OnceLock<ClientFeatures>,
    /// Of that, what the library does not read.
    takes_no_parameter: AtomicBool,
    workspace: OnceLock<Arc<Workspace>>,
}

impl Backend {
    /// Starts the server for an editor.
    pub(crate) fn new(client: Client) -> Self {
        let outbox = Outbox::start(client);
        Self {
            session: session::start(outbox.clone()),
            outbox,
            features: OnceLock::new(),
            takes_no_parameter: AtomicBool::new(false),
            workspace: OnceLock::new(),
        }
    }

    fn features(&self) -> ClientFeatures {
        self.features.get().copied().unwrap_or_default()
    }

    /// Takes from a message what the library does not read of it, before that has the message.
    pub(crate) fn read_unmodelled_capabilities(&self, message: &Request) {
        if message.method() == "initialize" {
            let takes = message.params().is_some_and(takes_no_parameter);
            self.takes_no_parameter.store(takes, Ordering::Relaxed);
        }
    }

    /// Does something that may take its time: then the editor shows that it is going on.
    async fn shown<T>(&self, title: &str, work: impl Future<Output = T>) -> T {
        let shows = self.features().work_done_progress;
        let _progress = shows.then(|| self.outbox.show_progress(title.to_owned(), SLOW));
        work.await
    }

    /// Looks at the files of the workspace that are not open, until nobody waits for it any more.
    async fn look(&self) -> Result<(WorkspaceContext, Vec<ClosedFile>)> {
        let context = self.session.workspace_context().await;
        let workspace = self.workspace.get().cloned().unwrap_or_default();
        let workspace_context = context.clone();
        let (sender, seen) = oneshot::channel();
        let look = compute(move || {
            // Nobody waits for it any more when the request is cancelled.
            let seen = workspace.look(&context, &|| !sender.is_closed());
            drop(sender.send(seen));
        });
        let look = async {
            look.await?;
            seen.await.map_err(|_| Panicked)
        };
        let seen = self.shown("Looking through the workspace", look).await;
        Ok((
            workspace_context,
            seen.map_err(|Panicked| Error::internal_error())?,
        ))
    }

    /// The owner of the state.
    pub(crate) fn session(&self) -> &Handle {
        &self.session
    }

    /// `$/setTrace`.
    pub(crate) async fn set_trace(&self, params: SetTraceParams) {
        self.session.trace(params.value).await;
    }

    /// [`crate::extension::TAB`].
    pub(crate) async fn tab_event(&self, params: TabParams) {
        self.session.tab_event(params.uri, params.event).await;
    }

    /// [`crate::extension::Debug`].
    pub(crate) async fn debug(&self, params: DebugParams) {
        self.session.debug(params.uri, params.message).await;
    }

    /// [`crate::extension::FROM_HOSTED`].
    pub(crate) async fn hosted(&self, params: FromHostedParams) {
        self.session.hosted(params.uri, params.message).await;
    }

    /// [`crate::extension::SELECTION`].
    pub(crate) async fn selection(&self, params: SelectionParams) {
        let SelectionParams {
            text_document,
            version,
            range,
        } = params;
        let uri = text_document.uri;
        self.session.select(uri, version, range).await;
    }

    /// The answer to a malformed message, which `guard` has turned into a request of its own.
    pub(crate) async fn malformed(&self, malformed: Malformed) -> Result<LSPAny> {
        if malformed.makes_no_sense() {
            self.session.refused(malformed.message()).await;
        }
        Err(malformed.into())
    }

    /// Answers from the newest version of a document, on a thread that may take its time; with none
    /// about a place that this version does not have. An answer that an edit has overtaken is dropped.
    async fn answer<T: Send + 'static>(
        &self,
        about: impl Into<RequestTarget>,
        answer: impl FnOnce(&Snapshot, &RequestContext) -> T + Send + 'static,
    ) -> Result<Option<T>> {
        let RequestTarget { uri, line } = about.into();
        let (snapshot, context) = match self.session.read(uri.clone()).await {
            Ok(read) => read,
            Err(Unreadable::NotOpen) => return Ok(None),
            Err(Unreadable::Modified) => return Err(Error::content_modified()),
            Err(Unreadable::Failed) => return Err(Error::internal_error()),
        };
        if line.is_some_and(|line| !snapshot.has_line(line)) {
            self.session.asked_past_end(uri).await;
            return Ok(None);
        }
        let read = Arc::clone(&snapshot);
        let answered = compute(move || answer(&read, &context)).await;
        if !snapshot.is_newest() {
            return Err(Error::content_modified());
        }
        answered
            .map(Some)
            .map_err(|Panicked| Error::internal_error())
    }

    /// The same with an answer that may be long: the thread that finds it also writes it, and it
    /// goes to the editor as it is written (see [`crate::raw_responses`]). It is none then.
    async fn written<T: Serialize + Send + 'static>(
        &self,
        about: impl Into<RequestTarget>,
        answer: impl FnOnce(&Snapshot, &RequestContext) -> T + Send + 'static,
    ) -> Result<Option<T>> {
        let Some(text) = ResponseText::wanted() else {
            return self.answer(about, answer).await;
        };
        let write = |snapshot: &Snapshot, context: &RequestContext| {
            serde_json::to_string(&answer(snapshot, context))
        };
        if let Some(written) = self.answer(about, write).await? {
            text.set(written.map_err(|_| Error::internal_error())?);
        }
        Ok(None)
    }
}

impl Backend {
    /// Answers a question that the editor asks while the author types on: for an editor that wants
    /// that, an edit which overtakes it does not drop the answer. `answer` is told whether the
    /// version that it reads is a later one than was asked about: there, more may have been typed
    /// behind the place.
    async fn answer_while_typing<T: Serialize + Send + 'static>(
        &self,
        about: impl Into<RequestTarget>,
        answer: impl Fn(&Snapshot, bool) -> T + Clone + Send + 'static,
    ) -> Result<Option<T>> {
        let waits = self.features().completes_while_typing;
        let mut about = about.into();
        let mut is_overtaken = false;
        loop {
            let answer = answer.clone();
            let read =
                move |snapshot: &Snapshot, _: &RequestContext| answer(snapshot, is_overtaken);
            match self.written(about.clone(), read).await {
                Err(error) if waits && error.code == ErrorCode::ContentModified => {
                    is_overtaken = true;
                    // The later version may have fewer lines.
                    about.line = None;
                }
                answered => return answered,
            }
        }
    }
}

impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let features = ClientFeatures {
            takes_no_parameter: self.takes_no_parameter.load(Ordering::Relaxed),
            ..ClientFeatures::read(&params.capabilities)
        };
        let _ = self.features.set(features);
        let folders = params.workspace_folders.map(|folders| {
            let folders = folders.into_iter();
            folders.map(|folder| folder.uri).collect::<Vec<Uri>>()
        });
        // Older editors have one folder.
        #[allow(deprecated, reason = "it is what they send")]
        let folders = folders.unwrap_or_else(|| params.root_uri.into_iter().collect());
        let workspace = Workspace::new(folders.into_iter(), features);
        let _ = self.workspace.set(Arc::new(workspace));
        let offered = params.capabilities.general;
        let offered = offered.and_then(|general| general.position_encodings);
        let encoding = Encoding::negotiate(offered.as_deref());
        let editor = params.client_info.map(|it| it.name);
        tracing::info!(editor, ?encoding, ?features, "initialize");
        self.session
            .start(Start {
                encoding,
                settings: params.initialization_options,
                trace: params.trace.unwrap_or_default(),
                features,
            })
            .await;
        Ok(InitializeResult {
            capabilities: capabilities(encoding, features),
            server_info: Some(ServerInfo {
                name: "cindyscript-server".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
            offset_encoding: None,
        })
    }

    async fn initialized(&self, _: InitializedParams) {
        if self.features().watches_files {
            self.outbox.put(Outgoing::WatchLibraries);
        }
    }

    async fn shutdown(&self) -> Result<()> {
        self.session.shut_down().await;
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        self.session.open(params.text_document).await;
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        let document = params.text_document;
        self.session
            .edit(document.uri, document.version, params.content_changes)
            .await;
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        self.session.close(params.text_document.uri).await;
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        self.session.configure(params.settings).await;
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        if let Some(workspace) = self.workspace.get() {
            workspace.change(params.event);
        }
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        let changed = params.changes.iter();
        let files = changed.filter_map(|change| Some(key(&platform::path(&change.uri)?)));
        self.session.files_changed(files.collect()).await;
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let place = params.text_document_position_params;
        let features = self.features();
        let shows = hover::Shows {
            reference: features.reference_links,
            pictures: features.hover_pictures,
            plain_links: features.plain_links,
            plain_text: features.plain_text,
        };
        let found = self
            .answer(&place, move |snapshot, context| {
                hover::hover(snapshot, place.position, context, shows)
            })
            .await?;
        Ok(found.flatten())
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        let place = params.text_document_position;
        let features = self.features();
        let answer = move |snapshot: &Snapshot, is_overtaken| {
            completion::completions(snapshot, place.position, features, is_overtaken)
        };
        self.answer_while_typing(&place, answer).await
    }

    async fn signature_help(&self, params: SignatureHelpParams) -> Result<Option<SignatureHelp>> {
        let place = params.text_document_position_params;
        let features = self.features();
        let answer = move |snapshot: &Snapshot, _| {
            signature_help::signature_help(snapshot, place.position, features)
        };
        let found = self.answer_while_typing(&place, answer).await?;
        Ok(found.flatten().map(|answer| answer.help))
    }

    async fn completion_resolve(&self, item: CompletionItem) -> Result<CompletionItem> {
        Ok(completion::resolve(item, self.features()))
    }

    async fn goto_definition(
        &self,
        params: GotoDefinitionParams,
    ) -> Result<Option<GotoDefinitionResponse>> {
        let place = params.text_document_position_params;
        self.answer(&place, move |snapshot, _| {
            navigation::definitions(snapshot, place.position)
        })
        .await
    }

    async fn goto_declaration(
        &self,
        params: GotoDeclarationParams,
    ) -> Result<Option<GotoDeclarationResponse>> {
        let place = params.text_document_position_params;
        self.answer(&place, move |snapshot, _| {
            navigation::declarations(snapshot, place.position)
        })
        .await
    }

    async fn goto_type_definition(
        &self,
        params: GotoTypeDefinitionParams,
    ) -> Result<Option<GotoTypeDefinitionResponse>> {
        let place = params.text_document_position_params;
        self.answer(&place, move |snapshot, _| {
            navigation::type_definitions(snapshot, place.position)
        })
        .await
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        let place = params.text_document_position;
        let with_declarations = params.context.include_declaration;
        self.written(&place, move |snapshot, _| {
            navigation::references(snapshot, place.position, with_declarations)
        })
        .await
    }

    async fn document_highlight(
        &self,
        params: DocumentHighlightParams,
    ) -> Result<Option<Vec<DocumentHighlight>>> {
        let place = params.text_document_position_params;
        self.written(&place, move |snapshot, _| {
            navigation::document_highlights(snapshot, place.position)
        })
        .await
    }

    async fn prepare_call_hierarchy(
        &self,
        params: CallHierarchyPrepareParams,
    ) -> Result<Option<Vec<CallHierarchyItem>>> {
        let place = params.text_document_position_params;
        self.answer(&place, move |snapshot, _| {
            call_hierarchy::prepare(snapshot, place.position)
        })
        .await
    }

    async fn incoming_calls(
        &self,
        params: CallHierarchyIncomingCallsParams,
    ) -> Result<Option<Vec<CallHierarchyIncomingCall>>> {
        let item = params.item;
        let about = (item.uri.clone(), item.selection_range);
        self.written(about, move |snapshot, _| {
            call_hierarchy::incoming(snapshot, &item)
        })
        .await
    }

    async fn outgoing_calls(
        &self,
        params: CallHierarchyOutgoingCallsParams,
    ) -> Result<Option<Vec<CallHierarchyOutgoingCall>>> {
        let item = params.item;
        let about = (item.uri.clone(), item.selection_range);
        self.written(about, move |snapshot, _| {
            call_hierarchy::outgoing(snapshot, &item)
        })
        .await
    }

    async fn symbol(
        &self,
        params: WorkspaceSymbolParams,
    ) -> Result<Option<WorkspaceSymbolResponse>> {
        let open = self.session.read_all().await;
        let (_, seen) = self.look().await?;
        let files: Vec<_> = seen.into_iter().map(|seen| seen.symbols).collect();
        let found =
            compute(move || structure::workspace_symbols_of(&open, &files, &params.query)).await;
        let found = found.map_err(|Panicked| Error::internal_error())?;
        Ok(Some(found.into()))
    }

    async fn prepare_rename(
        &self,
        params: TextDocumentPositionParams,
    ) -> Result<Option<PrepareRenameResponse>> {
        let place = params.position;
        let name = self.answer(&params, move |snapshot, _| {
            rename::prepare_rename(snapshot, place)
        });
        let name = name.await?.transpose();
        name.map_err(|refusal| rename::refused(&refusal))
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        let place = params.text_document_position;
        let features = self.features();
        let edit = self.answer(&place, move |snapshot, _| {
            rename::rename(snapshot, place.position, &params.new_name, features)
        });
        let edit = self.shown("Renaming", edit).await?.transpose();
        edit.map_err(|refusal| rename::refused(&refusal))
    }

    async fn linked_editing_range(
        &self,
        params: LinkedEditingRangeParams,
    ) -> Result<Option<LinkedEditingRanges>> {
        let place = params.text_document_position_params;
        let found = self
            .answer(&place, move |snapshot, _| {
                navigation::linked_editing_ranges(snapshot, place.position)
            })
            .await?;
        Ok(found.flatten())
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        let about = (params.text_document.uri, params.range);
        self.written(about, move |snapshot, context| {
            let hints = context.settings.inlay_hints;
            let observed = hints.values.then_some(&*context.observed);
            inlay_hint::inlay_hints(snapshot, params.range, &hints.into(), observed)
        })
        .await
    }

    async fn document_symbol(
        &self,
        params: DocumentSymbolParams,
    ) -> Result<Option<DocumentSymbolResponse>> {
        let tree = self.features().symbol_tree;
        self.written(params.text_document.uri, move |snapshot, _| {
            structure::document_symbols(snapshot, tree)
        })
        .await
    }

    async fn diagnostic(
        &self,
        params: DocumentDiagnosticParams,
    ) -> Result<DocumentDiagnosticReportResult> {
        let known = params.previous_result_id;
        let features = self.features();
        let report = self
            .answer(params.text_document.uri, move |snapshot, context| {
                diagnostic::report(snapshot, context, known.as_deref(), features)
            })
            .await;
        diagnostic::answer(report)
    }

    async fn workspace_diagnostic(
        &self,
        params: WorkspaceDiagnosticParams,
    ) -> Result<WorkspaceDiagnosticReportResult> {
        let (context, found) = self.look().await?;
        let is_open = |uri: &Uri| workspace::is_open(&context.files, uri);
        let known = params.previous_result_ids;
        Ok(diagnostic::workspace_report(found, is_open, known))
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let about = (params.text_document.uri.clone(), params.range);
        let features = self.features();
        self.written(about, move |snapshot, context| {
            let more = more_diagnostics(snapshot, &context.settings, &context.observed);
            let mut actions = code_action::code_actions(snapshot, &params, &more, features);
            if features.actions_only && params.context.only.is_none() {
                actions.extend(code_lens::preview_action(snapshot, context.has_preview));
            }
            actions
        })
        .await
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        let features = self.features();
        self.written(params.text_document.uri, move |snapshot, context| {
            code_lens::code_lenses(snapshot, context, features)
        })
        .await
    }

    async fn code_lens_resolve(&self, lens: CodeLens) -> Result<CodeLens> {
        let Some(uri) = code_lens::document(&lens) else {
            return Ok(lens);
        };
        let mut resolved = lens.clone();
        let answer = self.answer(uri, move |snapshot, _| {
            code_lens::resolve(snapshot, &mut resolved);
            resolved
        });
        Ok(answer.await?.unwrap_or(lens))
    }

    async fn document_link(&self, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        self.written(params.text_document.uri, |snapshot, _| {
            document_link::document_links(snapshot)
        })
        .await
    }

    async fn document_color(&self, params: DocumentColorParams) -> Result<Vec<ColorInformation>> {
        let colours = self.answer(params.text_document.uri, |snapshot, _| {
            document_color::document_colors(snapshot)
        });
        Ok(colours.await?.unwrap_or_default())
    }

    async fn color_presentation(
        &self,
        params: ColorPresentationParams,
    ) -> Result<Vec<ColorPresentation>> {
        let about = (params.text_document.uri.clone(), params.range);
        let presentations = self.answer(about, move |snapshot, _| {
            document_color::color_presentation(snapshot, &params)
        });
        Ok(presentations.await?.unwrap_or_default())
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        self.written(params.text_document.uri, |snapshot, _| {
            structure::folds(snapshot)
        })
        .await
    }

    async fn selection_range(
        &self,
        params: SelectionRangeParams,
    ) -> Result<Option<Vec<SelectionRange>>> {
        let about = RequestTarget::all(params.text_document.uri, params.positions.iter().copied());
        self.written(about, move |snapshot, _| {
            structure::selections(snapshot, &params.positions)
        })
        .await
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        let edits = self.written(params.text_document.uri, move |snapshot, _| {
            formatting::full(snapshot, &params.options)
        });
        self.shown("Formatting", edits).await
    }

    async fn range_formatting(
        &self,
        params: DocumentRangeFormattingParams,
    ) -> Result<Option<Vec<TextEdit>>> {
        let about = (params.text_document.uri, params.range);
        self.written(about, move |snapshot, _| {
            formatting::range(snapshot, params.range, &params.options)
        })
        .await
    }

    async fn on_type_formatting(
        &self,
        params: DocumentOnTypeFormattingParams,
    ) -> Result<Option<Vec<TextEdit>>> {
        let about = RequestTarget::from(&params.text_document_position);
        self.written(about, move |snapshot, _| {
            formatting::on_type(snapshot, &params)
        })
        .await
    }

    async fn semantic_tokens_full(
        &self,
        params: SemanticTokensParams,
    ) -> Result<Option<SemanticTokensResult>> {
        self.written(params.text_document.uri, |snapshot, _| {
            semantic_tokens::full(snapshot).into()
        })
        .await
    }

    async fn semantic_tokens_full_delta(
        &self,
        params: SemanticTokensDeltaParams,
    ) -> Result<Option<SemanticTokensFullDeltaResult>> {
        self.written(params.text_document.uri, move |snapshot, _| {
            semantic_tokens::delta(snapshot, &params.previous_result_id)
        })
        .await
    }

    async fn semantic_tokens_range(
        &self,
        params: SemanticTokensRangeParams,
    ) -> Result<Option<SemanticTokensRangeResult>> {
        let about = (params.text_document.uri, params.range);
        self.written(about, move |snapshot, _| {
            semantic_tokens::range(snapshot, params.range).into()
        })
        .await
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<LSPAny>> {
        if let Some(request) = show::ShowRequest::read(&params)? {
            let shown = self.answer(request.about(), move |snapshot, _| request.answer(snapshot));
            return Ok(self.shown("Explaining", shown).await?.flatten());
        }
        if let Some(request) = numbers::NumbersRequest::read(&params)? {
            let moved = self.answer(request.about(), move |snapshot, _| request.answer(snapshot));
            return Ok(moved.await?.flatten());
        }
        execute_command::execute_command(&self.session, params).await
    }
}
