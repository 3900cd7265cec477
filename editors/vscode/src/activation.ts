import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient";

import { Server } from "./client";
import { newApplet, openSample } from "./create";
import { registerEmmet } from "./emmet";
import { formatScripts } from "./format";
import type { Host } from "./host";
import { reason } from "./names";
import { registerNumbers } from "./numbers";
import { registerPlaces } from "./places";
import { Previews } from "./previews";
import { drawSelection, registerSelection } from "./selection";
import { previewPlace, SECTION } from "./settings";
import { registerShowing } from "./show";
import { Shown, tellNoApplet } from "./shown";
import { registerStatus } from "./status";

let server: Server | undefined;

/** A command about an applet. */
type AboutApplet = (client: LanguageClient, uri: vscode.Uri) => Promise<void>;

/** What a host adds its own commands with. */
export interface Activated {
  readonly server: Server;
  readonly previews: Previews;
  /** Registers a command about an applet: the one that is given, or else the one that the user works on. */
  about(name: string, run: AboutApplet): vscode.Disposable;
}

/** Activates the extension in a host. */
export function activateIn(context: vscode.ExtensionContext, host: Host): Activated {
  const running = new Server(host);
  server = running;
  const shown = new Shown();
  const previews = new Previews(running, shown, context.extensionUri);
  const command = (name: string, run: (...given: never[]) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(`${SECTION}.${name}`, run);

  const about = (name: string, run: AboutApplet): vscode.Disposable =>
    command(name, (uri?: vscode.Uri) => withClient(running, uri ?? shown.applet()?.uri, run));

  context.subscriptions.push(
    shown,
    previews,
    // A page without a script starts no server.
    shown.onDidFindApplet(() => void running.client()),
    // The server's own commands, `cindyscript.preview.open` and others, are registered by the language client while it
    // runs (code lenses call them). These are the user's: they exist without a server and start one.
    about("openPreview", (client, uri) => previews.open(client, uri, previewPlace(host))),
    about("openPreviewInTab", (client, uri) => previews.open(client, uri, "tab")),
    about("closePreview", (client, uri) => previews.close(client, uri)),
    about("drawSelection", drawSelection),
    command("previewControls", () => previews.control(shown.applet()?.uri)),
    command("restartServer", () => running.restart()),
    command("showOutput", () => running.printed.show(true)),
    command("formatScripts", () => formatScripts(running, shown)),
    command("newApplet", () => telling(() => newApplet(running, context.extensionUri))),
    command("openSample", () => telling(() => openSample(running))),
    registerEmmet(context),
    registerNumbers(running, shown),
    registerPlaces(running),
    registerSelection(running, previews, shown),
    registerShowing(running, shown),
    registerStatus(running, previews, shown),
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
  return { server: running, previews, about };
}

export async function deactivate(): Promise<void> {
  await server?.dispose();
  server = undefined;
}

/** Runs something for an applet with a server that is there, and says why it cannot be. */
async function withClient(
  running: Server,
  applet: vscode.Uri | undefined,
  run: AboutApplet,
): Promise<void> {
  if (applet === undefined) {
    tellNoApplet();
    return;
  }
  // A missing server may be there by now; else the message comes again.
  await running.retry();
  const client = await running.client();
  if (client === undefined) {
    return;
  }
  await telling(() => run(client, applet));
}

/** Runs something and shows its error. */
async function telling(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    void vscode.window.showErrorMessage(`CindyScript: ${reason(error)}`);
  }
}
