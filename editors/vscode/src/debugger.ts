import * as vscode from "vscode";

import type { Server } from "./client";
import type { Previews } from "./previews";
import { previewOf } from "./standalone";

/** The type of debug configurations. */
const TYPE = "cindyscript";
/** The command of a code lens: the document and the line of a colorplot. */
export const DEBUG_PLOT = "cindyscript.debugPlot";
/** The adapter's message at its end. */
const TERMINATED = { seq: 0, type: "event", event: "terminated" };

/** Debugs the scripts of applets: in the preview that is open, or else in a preview program of its own. */
export class Debugger implements vscode.Disposable {
  /** The debug adapters in previews, by the document. */
  private readonly attached = new Map<string, AttachedAdapter>();
  private readonly subscriptions: vscode.Disposable;

  constructor(
    private readonly server: Server,
    private readonly previews: Previews,
  ) {
    this.subscriptions = vscode.Disposable.from(
      vscode.debug.registerDebugConfigurationProvider(TYPE, {
        resolveDebugConfiguration: (_, given) => this.resolve(given),
      }),
      vscode.debug.registerDebugAdapterDescriptorFactory(TYPE, {
        createDebugAdapterDescriptor: ({ configuration }) => this.adapter(configuration),
      }),
      vscode.commands.registerCommand(DEBUG_PLOT, (uri: string, line: number) => this.debugPlot(vscode.Uri.parse(uri), line)),
      previews.onDidSendDebug(({ uri, message }) => this.attached.get(uri)?.receive(message)),
      previews.onDidChoosePixel(({ uri, pixel }) => void this.debugPixel(vscode.Uri.parse(uri), pixel)),
      previews.onDidChange(() => this.endWhere((uri) => !previews.canDebug(uri))),
      server.onDidChange((state) => this.endWhere(() => state === "stopped")),
    );
  }

  /** Debugs an applet without a `launch.json`. */
  async debugApplet(applet: vscode.Uri): Promise<void> {
    await start(applet, this.configuration(applet));
  }

  /** Debugs a pixel in the preview, by default the one that its inspector shows. */
  async debugPixel(applet: vscode.Uri, pixel?: readonly [number, number]): Promise<void> {
    const chosen = pixel === undefined ? { inspectedPixel: true } : { pixel };
    await start(applet, { ...attach(applet), name: "Debug a pixel", ...chosen });
  }

  /** Debugs a pixel of the colorplot in a line: the one that the inspector shows, else the one in its middle. */
  private async debugPlot(applet: vscode.Uri, line: number): Promise<void> {
    await start(applet, { ...attach(applet), name: "Debug a pixel", colorplot: line });
  }

  dispose(): void {
    this.subscriptions.dispose();
    this.endWhere(() => true);
  }

  private configuration(applet: vscode.Uri): vscode.DebugConfiguration {
    return this.previews.canDebug(applet)
      ? attach(applet)
      : { type: TYPE, request: "launch", name: "Debug the applet", program: applet.fsPath };
  }

  /** Without a `launch.json`, VS Code asks for a debugger, and debugs the applet of the active editor. */
  private resolve(given: vscode.DebugConfiguration): vscode.DebugConfiguration | undefined {
    const applet = vscode.window.activeTextEditor?.document.uri;
    const config = given.type || applet === undefined ? given : this.configuration(applet);
    if (typeof config["program"] !== "string" || (!given.type && applet?.scheme === "untitled")) {
      void vscode.window.showWarningMessage("CindyScript: save the applet to a file first.");
      return undefined;
    }
    return config;
  }

  private async adapter(config: vscode.DebugConfiguration): Promise<vscode.DebugAdapterDescriptor | undefined> {
    if (config.request !== "attach") {
      const preview = await previewOf(this.server);
      return preview === undefined ? undefined : new vscode.DebugAdapterExecutable(preview, ["dap"]);
    }
    const applet = vscode.Uri.file(String(config["program"]));
    if (!this.previews.canDebug(applet)) {
      throw new Error("The preview of this applet is not open in a window or a tab: open it first.");
    }
    const key = applet.toString();
    // A preview has one client.
    this.attached.get(key)?.end();
    const adapter = new AttachedAdapter((message) => this.previews.debug(applet, message));
    this.attached.set(key, adapter);
    return new vscode.DebugAdapterInlineImplementation(adapter);
  }

  private endWhere(condition: (applet: vscode.Uri) => boolean): void {
    for (const [key, adapter] of [...this.attached]) {
      if (condition(vscode.Uri.parse(key))) {
        this.attached.delete(key);
        adapter.end();
      }
    }
  }
}

/** The debug adapter in a preview that is open. */
class AttachedAdapter implements vscode.DebugAdapter {
  private readonly sent = new vscode.EventEmitter<vscode.DebugProtocolMessage>();
  private hasEnded = false;

  readonly onDidSendMessage = this.sent.event;

  /** Messages of the client go through `send`, which rejects where no preview is. */
  constructor(private readonly send: (message: unknown) => Promise<void>) {}

  handleMessage(message: vscode.DebugProtocolMessage): void {
    if (!this.hasEnded) {
      this.send(message).catch(() => this.end());
    }
  }

  /** A message of the preview. */
  receive(message: object): void {
    if (!this.hasEnded) {
      this.sent.fire(message);
    }
  }

  /** The preview is gone, or has another client. */
  end(): void {
    this.receive(TERMINATED);
    this.hasEnded = true;
  }

  dispose(): void {
    this.hasEnded = true;
    this.sent.dispose();
  }
}

function attach(applet: vscode.Uri): vscode.DebugConfiguration {
  return { type: TYPE, request: "attach", name: "Debug the preview", program: applet.fsPath };
}

async function start(applet: vscode.Uri, config: vscode.DebugConfiguration): Promise<void> {
  await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(applet), config);
}
