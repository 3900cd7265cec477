import * as vscode from "vscode";
import { ExecuteCommandRequest } from "vscode-languageclient";

import { reason, Server } from "./client";
import { newApplet, openSample } from "./create";
import { formatScripts } from "./format";
import { registerPlaces } from "./places";
import { SECTION } from "./settings";
import { registerShowing } from "./show";
import { Shown } from "./shown";
import { registerStatus } from "./status";

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const running = new Server(context);
  server = running;
  const shown = new Shown();
  const command = (name: string, run: (...given: never[]) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(`${SECTION}.${name}`, run);

  context.subscriptions.push(
    shown,
    // A page without a script starts no server.
    shown.onDidFindApplet(() => void running.client()),
    // The server's own commands, `cindyscript.preview.open` and `.close`, are registered by the language client while
    // it runs (code lenses call them). These are the user's: they exist without a server and start one.
    command("openPreview", (uri?: vscode.Uri) => execute(running, shown, "cindyscript.preview.open", uri)),
    command("closePreview", (uri?: vscode.Uri) => execute(running, shown, "cindyscript.preview.close", uri)),
    command("restartServer", () => running.restart()),
    command("showOutput", () => running.printed.show(true)),
    command("formatScripts", () => formatScripts(running, shown)),
    command("newApplet", () => newApplet(context)),
    command("openSample", () => openSample(context)),
    registerPlaces(running),
    registerShowing(running, shown),
    registerStatus(running, shown),
    vscode.workspace.onDidGrantWorkspaceTrust(() => running.retry()),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration(`${SECTION}.server.path`)) {
        await running.restartIfStarted();
      } else if (event.affectsConfiguration(SECTION)) {
        await running.sendSettings();
      }
    }),
  );

  shown.start();
}

export async function deactivate(): Promise<void> {
  await server?.dispose();
  server = undefined;
}

async function execute(running: Server, shown: Shown, command: string, uri?: vscode.Uri): Promise<void> {
  const target = uri ?? shown.applet()?.uri;
  if (target === undefined) {
    void vscode.window.showInformationMessage("CindyScript: open a script or a page with one first.");
    return;
  }
  // Someone asks for the server by name: look again, and say again if there is none.
  await running.retry();
  const client = await running.client();
  if (client === undefined) {
    return;
  }
  const argument = client.code2ProtocolConverter.asUri(target);
  try {
    await client.sendRequest(ExecuteCommandRequest.type, { command, arguments: [argument] });
  } catch (error) {
    void vscode.window.showErrorMessage(`CindyScript: ${reason(error)}`);
  }
}
