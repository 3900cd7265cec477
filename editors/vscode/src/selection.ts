import * as vscode from "vscode";
import { ExecuteCommandRequest } from "vscode-languageclient";
import type { LanguageClient } from "vscode-languageclient";

import type { Server } from "./client";
import type { Previews } from "./previews";
import type { Shown } from "./shown";

/** To the server: what is selected in a document, or where its cursor is. */
const SELECTION = "cindyscript/selection";
/** What moves on for less than so many milliseconds is not told. */
const PAUSE = 60;

/**
 * Tells the preview of an applet what is selected in it, for as long as there is one: it can draw that, says its value,
 * and marks the element that the cursor stands in.
 */
export function registerSelection(server: Server, previews: Previews, shown: Shown): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void tell(server, previews, shown.editor()), PAUSE);
  };
  return vscode.Disposable.from(
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (textEditor.document === shown.applet()) {
        soon();
      }
    }),
    shown.onDidChange(soon),
    // A preview that has just been opened knows nothing.
    previews.onDidChange(soon),
    { dispose: () => clearTimeout(timer) },
  );
}

/** Has the preview of an applet draw what is selected, or no longer. */
export async function drawSelection(client: LanguageClient, uri: vscode.Uri): Promise<void> {
  const command = "cindyscript.preview.drawSelection";
  await client.sendRequest(ExecuteCommandRequest.type, { command, arguments: [uri.toString()] });
}

async function tell(server: Server, previews: Previews, editor: vscode.TextEditor | undefined): Promise<void> {
  if (editor === undefined || !previews.has(editor.document.uri)) {
    return;
  }
  const client = await server.client();
  if (client === undefined || !client.isRunning()) {
    return;
  }
  const { document, selection } = editor;
  await client.sendNotification(SELECTION, {
    textDocument: client.code2ProtocolConverter.asTextDocumentIdentifier(document),
    version: document.version,
    range: client.code2ProtocolConverter.asRange(selection),
  });
}
