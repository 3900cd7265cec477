/** Edits of the language server, written into the text. */

import { LSPPlugin } from "@codemirror/lsp-client";
import type { EditorView } from "@codemirror/view";
import type * as lsp from "vscode-languageserver-protocol";

/** Writes an edit of this document into its view. False if it is for another one. */
export function apply(view: EditorView, edit: lsp.WorkspaceEdit): boolean {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return false;
  const edits = [
    ...(edit.changes?.[plugin.uri] ?? []),
    ...(edit.documentChanges ?? []).flatMap((change) =>
      "edits" in change && change.textDocument.uri === plugin.uri ? (change.edits as lsp.TextEdit[]) : [],
    ),
  ];
  const changes = edits.map(({ range, newText }) => ({
    from: plugin.fromPosition(range.start),
    to: plugin.fromPosition(range.end),
    insert: newText,
  }));
  view.dispatch({ changes, userEvent: "input.fix" });
  return edits.length > 0;
}
