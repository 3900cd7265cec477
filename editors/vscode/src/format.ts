import * as vscode from "vscode";
import { DocumentFormattingRequest } from "vscode-languageclient";

import type { Server } from "./client";
import { reason } from "./names";
import type { Shown } from "./shown";

/** Formats the scripts of the applet, and nothing else of its page. */
export async function formatScripts(server: Server, shown: Shown): Promise<void> {
  const editor = shown.editor();
  const client = editor && (await server.client());
  if (editor === undefined || client === undefined) {
    return;
  }
  const { document, options } = editor;
  const [textDocument, version] = [client.code2ProtocolConverter.asTextDocumentIdentifier(document), document.version];
  const style = { tabSize: Number(options.tabSize), insertSpaces: Boolean(options.insertSpaces) };
  try {
    const edits = await client.sendRequest(DocumentFormattingRequest.type, { textDocument, options: style });
    const edit = new vscode.WorkspaceEdit();
    edit.set(document.uri, (await client.protocol2CodeConverter.asTextEdits(edits)) ?? []);
    if (document.version === version) {
      await vscode.workspace.applyEdit(edit);
    }
  } catch (error) {
    void vscode.window.showErrorMessage(`CindyScript: ${reason(error)}`);
  }
}
