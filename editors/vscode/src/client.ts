import * as vscode from "vscode";
import {
  DidChangeConfigurationNotification,
  DocumentFormattingRequest,
  DocumentRangeFormattingRequest,
  LanguageClient,
  type LogMessageParams,
  LogMessageNotification,
  type MessageSignature,
  MessageType,
  type Middleware,
  type ServerCapabilities,
  State as ClientState,
} from "vscode-languageclient";

import { documents, LANGUAGES, SCRIPTS } from "./applet";
import { askAgain } from "./hints";
import type { Connection, Host } from "./host";
import { OPEN_PREVIEW, SERVER_COMMANDS } from "./names";
import { linked, REFERENCE, referenced } from "./reference";
import { SECTION, serverPathSetting, type ServerSettings, serverSettings } from "./settings";
import { appletsOnly } from "./sync";

/** A client that does not tell of each request that there is no server for it: that there is none is told once. */
class Client extends LanguageClient {
  override handleFailedRequest<T>(
    type: MessageSignature,
    token: vscode.CancellationToken | undefined,
    error: unknown,
    defaultValue: T,
    showNotification?: boolean,
    throwOnCancel?: boolean,
  ): T {
    if (this.state !== ClientState.Running) return defaultValue;
    return super.handleFailedRequest(type, token, error, defaultValue, showNotification, throwOnCancel);
  }
}

/** How the server does. */
export type State = "stopped" | "starting" | "running" | "missing";

const STATES: Readonly<Record<ClientState, State>> = {
  [ClientState.Stopped]: "stopped",
  [ClientState.StartFailed]: "stopped",
  [ClientState.Starting]: "starting",
  [ClientState.Running]: "running",
};

/**
 * Codes of diagnostics, sent or asked for, are links to what they mean; so are those in hovers to the reference. A code
 * lens opens the preview as the user's own command does.
 */
const MIDDLEWARE: Middleware = {
  executeCommand: (command, given: unknown[], next) =>
    command === OPEN_PREVIEW && typeof given[0] === "string"
      ? vscode.commands.executeCommand("cindyscript.openPreview", vscode.Uri.parse(given[0]))
      : next(command, given),
  provideHover: async (document, position, token, next) => {
    const hover = await next(document, position, token);
    for (const content of hover?.contents ?? []) {
      if (content instanceof vscode.MarkdownString) {
        content.value = referenced(content.value);
        content.isTrusted = { enabledCommands: [REFERENCE] };
      }
    }
    return hover;
  },
  handleDiagnostics: (uri, diagnostics, next) => next(uri, diagnostics.map(linked)),
  provideDiagnostics: async (document, known, token, next) => {
    const report = await next(document, known, token);
    if (report !== undefined && report !== null && "items" in report) {
      report.items = report.items.map(linked);
    }
    return report;
  },
  provideWorkspaceDiagnostics: (known, token, report, next) =>
    next(known, token, (part) => {
      for (const file of part?.items ?? []) {
        if ("items" in file) {
          file.items = file.items.map(linked);
        }
      }
      report(part);
    }),
};

/** The connection to the server: at most one runs, started when it is first needed. */
export class Server implements vscode.Disposable {
  private running: Promise<LanguageClient | undefined> | undefined;
  private connection: Connection | undefined;
  private toldMissing = false;
  private readonly changed = new vscode.EventEmitter<State>();
  private readonly created = new vscode.EventEmitter<LanguageClient>();
  private readonly begun = new vscode.EventEmitter<LanguageClient>();
  /** What applets print. */
  readonly printed = vscode.window.createOutputChannel("CindyScript Applets");

  /** Fires when the state changes. */
  readonly onDidChange = this.changed.event;
  /** Fires with a client that is about to be started, for those who listen to what the server tells. */
  readonly onDidCreate = this.created.event;
  /** Fires when a server runs, also one that the client has started after a crash of the one before. */
  readonly onDidBegin = this.begun.event;
  state: State = "stopped";
  /** The program that runs, or ran last; none where the server runs in a worker. */
  program: string | undefined;

  constructor(readonly host: Host) {}

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
      await client.sendNotification(DidChangeConfigurationNotification.type, { settings: this.settings() });
    }
  }

  /** Ends the server and starts the one that the settings name now. */
  async restart(): Promise<void> {
    const previous = this.running;
    this.running = (async () => {
      await this.stop(await previous);
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

  /** Looks for a server again if there was none. */
  async retry(): Promise<void> {
    if (this.running !== undefined && (await this.running) === undefined) {
      await this.restart();
    }
  }

  /** The client, with the server looked for again if there was none. Without one, the user knows the reason. */
  async found(): Promise<LanguageClient | undefined> {
    await this.retry();
    return this.client();
  }

  async dispose(): Promise<void> {
    const previous = this.running;
    this.running = undefined;
    await this.stop(await previous);
    vscode.Disposable.from(this.changed, this.created, this.begun, this.printed).dispose();
  }

  private settings(): ServerSettings {
    return serverSettings(this.host, this.program !== undefined);
  }

  private async stop(client: LanguageClient | undefined): Promise<void> {
    if (client?.needsStop()) {
      await client.dispose();
    }
    this.connection?.end();
    this.connection = undefined;
  }

  private enter(state: State): void {
    this.state = state;
    this.changed.fire(state);
  }

  private async start(): Promise<LanguageClient | undefined> {
    const { host } = this;
    const found = host.findServer();
    if ("looked" in found) {
      this.program = undefined;
      this.enter("missing");
      this.tellMissing(serverPathSetting(), found.looked);
      return undefined;
    }
    this.program = found.program;
    const connect = async (): Promise<Connection> => {
      // The one before may have failed without an end.
      this.connection?.end();
      return (this.connection = await found.start((line) => client.error(line, undefined, false)));
    };
    const client: LanguageClient = new Client(
      SECTION,
      "CindyScript",
      connect,
      {
        documentSelector: documents(LANGUAGES, host.schemes),
        initializationOptions: () => this.settings(),
        middleware: appletsOnly({ ...MIDDLEWARE, ...askAgain(() => client) }),
      },
    );
    formatScriptsOnly(client, host);
    client.registerFeature({
      // Of a preview that dies, this client tells the user itself, and offers another one.
      fillClientCapabilities: (capabilities) => {
        // Lenses come with their words: VS Code shows an empty line, or "no commands", until one is resolved.
        const can = { previewDied: true, completesWhileTyping: true, referenceLinks: true };
        const ours = { ...can, hoverPictures: true, commands: [...SERVER_COMMANDS, ...(host.commands ?? [])] };
        capabilities.experimental = { ...capabilities.experimental, cindyscript: ours };
      },
      initialize: () => {},
      getState: () => ({ kind: "static" }),
      clear: () => {},
    });
    client.onRequest("cindyscript/readFile", readText);
    client.onNotification(LogMessageNotification.type, (logged) => this.log(client, logged));
    client.onDidChangeState(({ newState }) => {
      this.enter(STATES[newState]);
      if (newState === ClientState.Running) {
        this.begun.fire(client);
      }
    });
    this.created.fire(client);
    try {
      await client.start();
      return client;
    } catch (error) {
      // The client has shown the error and written it to its output channel.
      client.error(`${found.program ?? "the language server"} did not start`, error, false);
      return undefined;
    }
  }

  /** What applets print is of the kind for logs; the server's own messages are of others. */
  private log(client: LanguageClient, { type, message }: LogMessageParams): void {
    switch (type) {
      case MessageType.Error:
        return client.error(message, undefined, false);
      case MessageType.Warning:
        return client.warn(message, undefined, false);
      case MessageType.Info:
        return client.info(message, undefined, false);
      case MessageType.Debug:
        return client.debug(message, undefined, false);
      default:
        return this.printed.appendLine(message);
    }
  }

  private tellMissing(setting: string, looked: readonly string[]): void {
    if (this.toldMissing) {
      return;
    }
    this.toldMissing = true;
    const message =
      setting === ""
        ? `cindyscript-server was not found. Looked in: ${looked.join("; ")}. ` +
          "`cargo build --release` puts it into target/release: name it in the settings."
        : `the server named in the settings cannot be run: ${setting}`;
    const openSettings = "Open Settings";
    // A path belongs to a machine: in a remote window, the settings of that machine have it.
    const isRemote = vscode.env.remoteName !== undefined;
    const command = isRemote ? "workbench.action.openRemoteSettings" : "workbench.action.openSettings";
    void vscode.window.showErrorMessage(`CindyScript: ${message}`, openSettings).then((choice) => {
      if (choice === openSettings) {
        void vscode.commands.executeCommand(command, { query: "@id:cindyscript.server.path" });
      }
    });
  }
}

/** The text of a file, for a server that reads none itself; null if there is none. */
async function readText({ uri }: { readonly uri: string }): Promise<string | null> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.parse(uri)));
  } catch {
    return null;
  }
}

/**
 * Before the client starts, leaves *Format Document* of pages to HTML's own formatter: with two of them, VS Code asks for a choice at every page.
 */
function formatScriptsOnly(client: LanguageClient, { schemes }: Host): void {
  const features = [
    client.getFeature(DocumentFormattingRequest.method),
    client.getFeature(DocumentRangeFormattingRequest.method),
  ];
  for (const feature of features) {
    const initialize = feature.initialize.bind(feature);
    feature.initialize = (capabilities: ServerCapabilities) => initialize(capabilities, documents(SCRIPTS, schemes));
  }
}
