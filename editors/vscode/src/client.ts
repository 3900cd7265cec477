import * as vscode from "vscode";
import { DidChangeConfigurationNotification, ExecuteCommandRequest, State } from "vscode-languageclient";
import { LanguageClient } from "vscode-languageclient/node";

import { DOCUMENT_SELECTOR } from "./applet";
import { findServer } from "./server";
import { SECTION, serverPathSetting, serverSettings } from "./settings";

/** The connection to the server: at most one process, started when it is first needed. */
export class Server implements vscode.Disposable {
  private running: Promise<LanguageClient | undefined> | undefined;
  private toldMissing = false;
  /** The documents that have a preview, as the last server said: another one is asked for them again. */
  private previews: readonly string[] = [];

  constructor(private readonly context: vscode.ExtensionContext) {}

  /**
   * The client, started if it was not yet; `undefined` when there is no server or when it failed to start, which the
   * user has then been told.
   */
  client(): Promise<LanguageClient | undefined> {
    this.running ??= this.start();
    return this.running;
  }

  /** Sends the settings to the server, if one runs. */
  async sendSettings(): Promise<void> {
    const client = await this.running;
    if (client?.isRunning()) {
      await client.sendNotification(DidChangeConfigurationNotification.type, { settings: serverSettings() });
    }
  }

  /** Ends the server and starts the one that the settings name now. */
  async restart(): Promise<void> {
    const previous = this.running;
    this.running = (async () => {
      await stop(await previous);
      this.toldMissing = false;
      return this.start();
    })();
    await this.running;
  }

  /** Restarts unless no script has asked for a server yet. */
  async restartIfStarted(): Promise<void> {
    if (this.running !== undefined) {
      await this.restart();
    }
  }

  /** Whether starting was tried and found no server. */
  async isMissing(): Promise<boolean> {
    return this.running !== undefined && (await this.running) === undefined;
  }

  async dispose(): Promise<void> {
    const previous = this.running;
    this.running = undefined;
    await stop(await previous);
  }

  private async start(): Promise<LanguageClient | undefined> {
    const setting = serverPathSetting();
    const command = findServer({
      setting,
      extension: this.context.extensionPath,
      development: this.context.extensionMode === vscode.ExtensionMode.Development,
    });
    if (command === undefined) {
      this.tellMissing(setting);
      return undefined;
    }
    const client = new LanguageClient(
      SECTION,
      "CindyScript",
      { command },
      { documentSelector: DOCUMENT_SELECTOR, initializationOptions: serverSettings },
    );
    client.onNotification("cindyscript/previews", ({ uris }: { uris: string[] }) => {
      this.previews = uris;
    });
    // Also after a crash, when the client has started another server.
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) {
        void this.reopenPreviews(client);
      }
    });
    try {
      await client.start();
      return client;
    } catch (error) {
      // The client has shown the error and written it to its output channel.
      client.error(`${command} did not start`, error, false);
      return undefined;
    }
  }

  private async reopenPreviews(client: LanguageClient): Promise<void> {
    const isOpen = (uri: string): boolean =>
      vscode.workspace.textDocuments.some((document) => client.code2ProtocolConverter.asUri(document.uri) === uri);
    const previews = this.previews.filter(isOpen);
    this.previews = [];
    // The server runs before it has been told of the documents.
    await client.start();
    for (const uri of previews) {
      const request = { command: "cindyscript.preview.open", arguments: [uri] };
      try {
        await client.sendRequest(ExecuteCommandRequest.type, request);
      } catch (error) {
        client.error(`the preview of ${uri} does not open again`, error, false);
      }
    }
  }

  private tellMissing(setting: string): void {
    if (this.toldMissing) {
      return;
    }
    this.toldMissing = true;
    const reason =
      setting === ""
        ? "cindyscript-server is not in any folder of the PATH that VS Code was started with. Name it in the settings; " +
          "`cargo build --release` puts it into target/release."
        : `the server named in the settings cannot be run: ${setting}`;
    const openSettings = "Open Settings";
    // A path belongs to a machine: in a remote window, the settings of that machine have it.
    const isRemote = vscode.env.remoteName !== undefined;
    const command = isRemote ? "workbench.action.openRemoteSettings" : "workbench.action.openSettings";
    void vscode.window.showErrorMessage(`CindyScript: ${reason}`, openSettings).then((choice) => {
      if (choice === openSettings) {
        void vscode.commands.executeCommand(command, { query: "@id:cindyscript.server.path" });
      }
    });
  }
}

async function stop(client: LanguageClient | undefined): Promise<void> {
  if (client?.needsStop()) {
    await client.dispose();
  }
}
