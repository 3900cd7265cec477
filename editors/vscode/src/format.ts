import * as vscode from "vscode";
import {
  DocumentFormattingRequest,
  DocumentRangeFormattingRequest,
  type ServerCapabilities,
} from "vscode-languageclient";
import type { LanguageClient } from "vscode-languageclient";

import { documents, SCRIPTS } from "./applet";
import { reason, Server } from "./client";
import type { Host } from "./host";
import { Shown } from "./shown";

/**
 * Leaves *Format Document* of pages to HTML's own formatter: with two of them, VS Code asks for a choice at every page.
 * To be called before the client starts.
 */
export function formatScriptsOnly(client: LanguageClient, { schemes }: Host): void {
  const features = [
    client.getFeature(DocumentFormattingRequest.method),
    client.getFeature(DocumentRangeFormattingRequest.method),
  ];
  for (const feature of features) {
    const initialize = feature.initialize.bind(feature);
    feature.initialize = (capabilities: ServerCapabilities) => initialize(capabilities, documents(SCRIPTS, schemes));
  }
}

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
