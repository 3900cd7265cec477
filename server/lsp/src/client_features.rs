//! Capabilities of the client that change what the server does.

use serde_json::Value;
use tower_lsp::ls_types::{ClientCapabilities, DiagnosticTag, MarkupKind};

/// Starts the renaming of what is named at a place: the arguments are the document's URI and the
/// position. A command of editors: `{"cindyscript": {"commands": ["cindyscript.rename"]}}` among the
/// experimental capabilities says that an editor has it.
pub(crate) const RENAME: &str = "cindyscript.rename";

/// Shows places, as those that a code lens has counted: the arguments are the document's URI, a
/// position in it and the locations. A command of editors, as [`RENAME`].
pub(crate) const SHOW_REFERENCES: &str = "cindyscript.showReferences";

/// Debugs a pixel of a colorplot in the preview that is open: the arguments are the document's URI and the
/// line of the colorplot, from 1. A command of editors, as [`RENAME`].
pub(crate) const DEBUG_PLOT: &str = "cindyscript.debugPlot";

/// The capabilities of one client; none by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClientFeatures {
    /// It can show an outline that is a tree.
    pub(crate) symbol_tree: bool,
    /// It asks for inlay hints again when told to.
    pub(crate) inlay_hint_refresh: bool,
    /// It shows that something takes its time.
    pub(crate) work_done_progress: bool,
    /// It asks for diagnostics, also when told to: so they are not sent to it. Those of the preview
    /// come without an edit, so an editor that cannot be told gets them sent, and is not asked to
    /// ask.
    pub(crate) pulls_diagnostics: bool,
    /// It counts the edits of completions from the place that it asked about, whatever was typed since,
    /// and does not ask again when an answer is dropped. An experimental capability:
    /// `{"cindyscript": {"completesWhileTyping": true}}`.
    pub(crate) completes_while_typing: bool,
    /// It fades what could be left out.
    pub(crate) fades: bool,
    /// It takes completions with places to be filled in.
    pub(crate) snippets: bool,
    /// It tells the user itself that a preview died, and offers another one. An experimental
    /// capability: `{"cindyscript": {"previewDied": true}}`.
    pub(crate) preview_died: bool,
    /// It shows code actions and no code lenses: the way to the preview is an action there.
    pub(crate) actions_only: bool,
    /// It can follow links to sections of the reference, such as `cindyscript:reference/types`, in
    /// hovers. An experimental capability: `{"cindyscript": {"referenceLinks": true}}`.
    pub(crate) reference_links: bool,
    /// The editor shows codes of diagnostics as links to a page on the web, and has no command that
    /// shows the section of the reference itself.
    pub(crate) code_links: bool,
    /// It shows pictures in hovers whose addresses hold them. An experimental capability:
    /// `{"cindyscript": {"hoverPictures": true}}`.
    pub(crate) hover_pictures: bool,
    /// Hovers and completions have words in place of links: the editor shows addresses, or counts them
    /// where it breaks lines. An experimental capability: `{"cindyscript": {"plainLinks": true}}`.
    pub(crate) plain_links: bool,
    /// Hovers, completions and signatures have plain text: it does not take Markdown there.
    pub(crate) plain_text: bool,
    /// It takes the arguments of a signature as parts of its label.
    pub(crate) label_offsets: bool,
    /// It takes `null` for the argument that a place is in, if it is in none; what is left out is the
    /// first to it. [`Self::read`] does not know: see [`takes_no_parameter`].
    pub(crate) takes_no_parameter: bool,
    /// It has the command [`RENAME`].
    pub(crate) renames: bool,
    /// It has the command [`SHOW_REFERENCES`].
    pub(crate) shows_references: bool,
    /// The client has the command [`DEBUG_PLOT`].
    pub(crate) debugs_plots: bool,
    /// It asks for what code lenses say when they are on the screen. An experimental capability:
    /// `{"cindyscript": {"resolvesCodeLenses": true}}`.
    pub(crate) resolves_code_lenses: bool,
    /// It asks for code lenses again when told to.
    pub(crate) code_lens_refresh: bool,
    /// It writes edits of the server into its texts.
    pub(crate) applies_edits: bool,
    /// Of these edits, it takes those of a certain version.
    pub(crate) versioned_edits: bool,
    /// It shows a place of a document when told to.
    pub(crate) shows_documents: bool,
    /// The editor reports changes of files that the server names.
    pub(crate) watches_files: bool,
}

/// Whether an editor's `initialize` says that no argument may be the active one. The protocol has that
/// since 3.18, and the library's types do not.
pub(crate) fn takes_no_parameter(initialize: &Value) -> bool {
    let path = "/capabilities/textDocument/signatureHelp/signatureInformation\
                /noActiveParameterSupport";
    initialize.pointer(path).and_then(Value::as_bool) == Some(true)
}

/// The features that this project's own clients announce, in `experimental.cindyscript`.
struct OwnFeatures<'c>(Option<&'c Value>);

impl<'c> OwnFeatures<'c> {
    fn read(client: &'c ClientCapabilities) -> Self {
        let experimental = client.experimental.as_ref();
        Self(experimental.and_then(|it| it.get("cindyscript")))
    }

    fn has(&self, feature: &str) -> bool {
        self.0.and_then(|own| own.get(feature)?.as_bool()) == Some(true)
    }

    /// True if the client runs a command of this name.
    fn runs(&self, command: &str) -> bool {
        let commands = self.0.and_then(|own| own.get("commands")?.as_array());
        commands.is_some_and(|all| all.iter().any(|one| one == command))
    }
}

impl ClientFeatures {
    /// Reads an editor's capabilities.
    pub(crate) fn read(client: &ClientCapabilities) -> Self {
        let text = client.text_document.as_ref();
        let workspace = client.workspace.as_ref();
        let watched = workspace.and_then(|it| it.did_change_watched_files.as_ref());
        let window = client.window.as_ref();
        let shown = window.and_then(|window| window.show_document.as_ref());
        let symbols = text.and_then(|text| text.document_symbol.as_ref());
        let hints = workspace.and_then(|workspace| workspace.inlay_hint.as_ref());
        let lenses = workspace.and_then(|workspace| workspace.code_lens.as_ref());
        let refresh = workspace.and_then(|workspace| workspace.diagnostics.as_ref());
        let edits = workspace.and_then(|workspace| workspace.workspace_edit.as_ref());
        let completion = text.and_then(|text| text.completion.as_ref());
        let item = completion.and_then(|completion| completion.completion_item.as_ref());
        let own = OwnFeatures::read(client);
        let published = text.and_then(|text| text.publish_diagnostics.as_ref());
        let tags = published.and_then(|it| it.tag_support.as_ref());
        let pulled = text.and_then(|text| text.diagnostic.as_ref());
        let code_links = [
            published.and_then(|it| it.code_description_support),
            pulled.and_then(|it| it.code_description_support),
        ];
        let help = text.and_then(|text| text.signature_help.as_ref());
        let signature = help.and_then(|help| help.signature_information.as_ref());
        let parameter = signature.and_then(|it| it.parameter_information.as_ref());
        let hover = text.and_then(|text| text.hover.as_ref());
        let formats = hover.and_then(|hover| hover.content_format.as_ref());
        let plain_text = formats.is_some_and(|it| !it.contains(&MarkupKind::Markdown));
        Self {
            symbol_tree: symbols.and_then(|it| it.hierarchical_document_symbol_support)
                == Some(true),
            inlay_hint_refresh: hints.and_then(|it| it.refresh_support) == Some(true),
            work_done_progress: window.and_then(|it| it.work_done_progress) == Some(true),
            pulls_diagnostics: pulled.is_some()
                && refresh.and_then(|it| it.refresh_support) == Some(true),
            fades: tags.is_some_and(|it| it.value_set.contains(&DiagnosticTag::UNNECESSARY)),
            takes_no_parameter: false,
            label_offsets: parameter.and_then(|it| it.label_offset_support) == Some(true),
            completes_while_typing: own.has("completesWhileTyping"),
            snippets: item.and_then(|it| it.snippet_support) == Some(true),
            actions_only: text
                .is_some_and(|text| text.code_action.is_some() && text.code_lens.is_none()),
            preview_died: own.has("previewDied"),
            reference_links: own.has("referenceLinks"),
            code_links: code_links.contains(&Some(true)) && !own.has("referenceLinks"),
            hover_pictures: own.has("hoverPictures"),
            plain_links: own.has("plainLinks") || plain_text,
            plain_text,
            renames: own.runs(RENAME),
            shows_references: own.runs(SHOW_REFERENCES),
            debugs_plots: own.runs(DEBUG_PLOT),
            resolves_code_lenses: own.has("resolvesCodeLenses"),
            code_lens_refresh: lenses.and_then(|it| it.refresh_support) == Some(true),
            applies_edits: workspace.and_then(|it| it.apply_edit) == Some(true),
            versioned_edits: edits.and_then(|it| it.document_changes) == Some(true),
            watches_files: watched.and_then(|it| it.dynamic_registration) == Some(true),
            shows_documents: shown.is_some_and(|it| it.support),
        }
    }
}
