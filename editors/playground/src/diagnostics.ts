/** Problems with their quick fixes, as the language server publishes them. */

import { lintGutter, setDiagnostics, type Action, type Diagnostic } from "@codemirror/lint";
import { LSPPlugin, type LSPClient, type LSPClientExtension } from "@codemirror/lsp-client";
import type { EditorView } from "@codemirror/view";
import type * as lsp from "vscode-languageserver-protocol";

import { apply } from "./edits";

const SEVERITIES = ["error", "error", "warning", "info", "hint"] as const;

/** Problems and fixes of one view. `changed` takes the problems of each version. */
export function diagnostics(
  view: () => EditorView,
  changed: (problems: readonly lsp.Diagnostic[]) => void,
): LSPClientExtension {
  async function show(view: EditorView, published: readonly lsp.Diagnostic[]): Promise<void> {
    const plugin = LSPPlugin.get(view);
    if (!plugin) return;
    const document = view.state.doc;
    const problems = await Promise.all(published.map(async (problem): Promise<Diagnostic> => {
      const { range, severity, message, code } = problem;
      return {
        from: plugin.fromPosition(range.start, document),
        to: plugin.fromPosition(range.end, document),
        severity: SEVERITIES[severity ?? 1] ?? "error",
        message: typeof message === "string" ? message : message.value,
        source: String(code ?? ""),
        actions: await fixes(plugin, problem),
      };
    }));
    // An edit has come in between: its own problems follow.
    if (view.state.doc === document) view.dispatch(setDiagnostics(view.state, problems));
  }

  async function fixes({ client, uri }: LSPPlugin, problem: lsp.Diagnostic): Promise<Action[]> {
    type Answer = (lsp.CodeAction | lsp.Command)[] | null;
    const found = await client.request<lsp.CodeActionParams, Answer>("textDocument/codeAction", {
      textDocument: { uri },
      range: problem.range,
      context: { diagnostics: [problem], only: ["quickfix"] },
    }).catch(() => null);
    return (found ?? []).flatMap((action) => {
      const { edit } = action as lsp.CodeAction;
      return edit ? [{ name: action.title, apply: (view: EditorView) => apply(view, edit) }] : [];
    });
  }

  return {
    clientCapabilities: {
      textDocument: {
        publishDiagnostics: { versionSupport: true, relatedInformation: true },
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } },
      },
    },
    notificationHandlers: {
      "textDocument/publishDiagnostics": (client: LSPClient, params: lsp.PublishDiagnosticsParams) => {
        const file = client.workspace.getFile(params.uri);
        if (!file || (params.version ?? file.version) !== file.version) return true;
        changed(params.diagnostics);
        void show(view(), params.diagnostics);
        return true;
      },
    },
    editorExtension: lintGutter(),
  };
}
