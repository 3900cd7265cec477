import * as vscode from "vscode";
import { ExecuteCommandRequest } from "vscode-languageclient";

import { isApplet } from "./applet";
import { Server } from "./client";
import { SECTION } from "./settings";
import { registerShowing } from "./show";

/** Set while the active editor shows an applet; menus and keys are bound to it. */
const IS_APPLET = "cindyscript.isApplet";

let server: Server | undefined;

/** What the active editor shows; commands without an address are about it. */
let shown: vscode.TextDocument | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const running = new Server(context);
  server = running;

  const follow = (editor: vscode.TextEditor | undefined): void => {
    // An output channel is an editor for VS Code, but the one beside it is what the user works on.
    if (editor?.document.uri.scheme !== "output") {
      shown = editor?.document;
      look(shown);
    }
  };

  /** A page can become an applet while it is being typed, so this is asked after every change as well. */
  const look = (document: vscode.TextDocument | undefined): void => {
    const applet = document !== undefined && isApplet(document);
    if (applet) {
      void running.client();
    }
    if (document === shown) {
      void vscode.commands.executeCommand("setContext", IS_APPLET, applet);
    }
  };

  context.subscriptions.push(
    // The server's own commands, `cindyscript.preview.open` and `.close`, are registered by the language client while
    // it runs (code lenses call them). These are the user's: they exist without a server and start one.
    vscode.commands.registerCommand("cindyscript.openPreview", (uri?: vscode.Uri) =>
      execute(running, "cindyscript.preview.open", uri),
    ),
    vscode.commands.registerCommand("cindyscript.closePreview", (uri?: vscode.Uri) =>
      execute(running, "cindyscript.preview.close", uri),
    ),
    vscode.commands.registerCommand("cindyscript.restartServer", () => running.restart()),
    registerShowing(running),
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidChangeTextDocument((event) => look(event.document)),
    vscode.window.onDidChangeActiveTextEditor(follow),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration(`${SECTION}.server.path`)) {
        await running.restartIfStarted();
      } else if (event.affectsConfiguration(SECTION)) {
        await running.sendSettings();
      }
    }),
  );

  vscode.workspace.textDocuments.forEach(look);
  follow(vscode.window.activeTextEditor);
}

export async function deactivate(): Promise<void> {
  await server?.dispose();
  server = undefined;
}

async function execute(running: Server, command: string, uri?: vscode.Uri): Promise<void> {
  const target = uri ?? shown?.uri;
  if (target === undefined) {
    void vscode.window.showInformationMessage("CindyScript: open a script or a page with one first.");
    return;
  }
  if (await running.isMissing()) {
    // Someone asks for the server by name: look again, and say again if there is none.
    await running.restart();
  }
  const client = await running.client();
  if (client === undefined) {
    return;
  }
  const argument = client.code2ProtocolConverter.asUri(target);
  try {
    await client.sendRequest(ExecuteCommandRequest.type, { command, arguments: [argument] });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(`CindyScript: ${reason}`);
  }
}
