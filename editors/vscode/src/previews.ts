import * as vscode from "vscode";
import { ExecuteCommandRequest } from "vscode-languageclient";
import type { LanguageClient } from "vscode-languageclient";

import type { Server } from "./client";
import type { CursorParams, DebugParams, Kept, MessageParams, NoticeParams, PictureParams, PixelParams, TabEvent } from "./messages";
import { fileName, OPEN_PREVIEW, reason } from "./names";
import { type Place, type Renderer, renderer } from "./settings";
import type { Shown } from "./shown";
import { Tab, TAB, type TabListener } from "./tab";

/** The server's commands that open a preview for a tab, by who draws its picture. */
const OPEN_IN_TAB: Readonly<Record<Renderer, string>> = {
  stream: "cindyscript.preview.openInTab",
  webview: "cindyscript.preview.openInEditor",
};
const CLOSE = "cindyscript.preview.close";

/** `cindyscript/previewDied`, from the server: a preview has ended by itself. */
interface Died {
  readonly uri: string;
  /** What is known of it, for the user. */
  readonly message: string;
}

/** The previews of documents, in windows and in tabs. */
export class Previews implements vscode.Disposable, TabListener {
  /** The documents that have one, as the last server said: another one is asked for them again. */
  private running: readonly string[] = [];
  /** The tabs, by the document; some wait for the user to want a preview again. */
  private readonly tabs = new Map<string, Tab>();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly debugSent = new vscode.EventEmitter<DebugParams>();
  private readonly pixelChosen = new vscode.EventEmitter<PixelParams>();
  private readonly subscriptions: vscode.Disposable;

  /** Fires when another set of documents has a preview. */
  readonly onDidChange = this.changed.event;
  /** Fires with each message of the debug adapter in a preview. */
  readonly onDidSendDebug = this.debugSent.event;
  /** Fires when the user wants to debug a pixel in a preview. */
  readonly onDidChoosePixel = this.pixelChosen.event;

  constructor(
    private readonly server: Server,
    private readonly shown: Shown,
    private readonly extension: vscode.Uri,
  ) {
    this.subscriptions = vscode.Disposable.from(
      this.changed,
      this.debugSent,
      this.pixelChosen,
      server.onDidCreate((client) => this.listen(client)),
      server.onDidBegin((client) => void this.reopen(client)),
      server.onDidChange(() => this.tellOfServer()),
      vscode.workspace.onDidRenameFiles(({ files }) => files.forEach(({ oldUri, newUri }) => this.follow(oldUri, newUri))),
      vscode.window.registerWebviewPanelSerializer(TAB, {
        deserializeWebviewPanel: (panel, kept: Kept | undefined) => this.bringBack(panel, kept),
      }),
    );
  }

  /** Whether a document has a preview, as far as the server has said. */
  has(uri: vscode.Uri): boolean {
    return this.running.includes(uri.toString());
  }

  /** Whether the preview of a document can be debugged: one that VS Code runs cannot. */
  canDebug(uri: vscode.Uri): boolean {
    return this.has(uri) && this.tabs.get(uri.toString())?.renderer !== "webview";
  }

  /** Sends a message to the debug adapter in the preview of a document; throws where there is no server. */
  async debug(uri: vscode.Uri, message: unknown): Promise<void> {
    const client = await this.server.client();
    if (!client?.isRunning()) {
      throw new Error("There is no language server.");
    }
    await client.sendNotification("cindyscript/debug", { uri: uri.toString(), message });
  }

  /** Whether the preview of a document is in a tab. */
  hasTab(uri: vscode.Uri): boolean {
    return this.tabs.has(uri.toString());
  }

  /** Opens the preview of a document, or moves it to this place; throws if there cannot be a window. */
  async open(client: LanguageClient, uri: vscode.Uri, place: Place): Promise<void> {
    const key = uri.toString();
    // A window needs the program.
    if (place === "window" && this.server.program !== undefined) {
      this.dismiss(key);
    } else if (!this.tabs.has(key)) {
      this.tabs.set(key, Tab.open(this.extension, uri, this, this.renderer()));
    }
    this.tabs.get(key)?.reveal();
    await this.start(client, key);
  }

  /** Closes the preview of a document, if it has one. */
  async close(client: LanguageClient, uri: vscode.Uri): Promise<void> {
    this.dismiss(uri.toString());
    await execute(client, CLOSE, uri.toString());
  }

  /** Lists what the preview in the tab of a document can do, and has it do what the user chooses. */
  async control(uri: vscode.Uri | undefined): Promise<void> {
    const all = [...this.tabs.values()];
    const tab = all.find(({ isActive }) => isActive) ?? (uri && this.tabs.get(uri.toString()));
    if (tab === undefined || !this.has(tab.uri)) {
      const how = "a preview in a window lists its keys with ?";
      void vscode.window.showInformationMessage(`CindyScript: no preview is open in a tab; ${how}.`);
      return;
    }
    if (tab.renderer === "webview") {
      void vscode.window.showInformationMessage("CindyScript: this preview has its controls below the picture.");
      return;
    }
    const items = tab.controls.flatMap((control, index) => {
      const item = { label: control.meaning, description: control.shown, control };
      const begins = control.group !== tab.controls[index - 1]?.group;
      return begins ? [{ label: control.group, kind: vscode.QuickPickItemKind.Separator, control }, item] : [item];
    });
    const choice = await vscode.window.showQuickPick(items, { placeHolder: "What the preview does", matchOnDescription: true });
    if (choice !== undefined) {
      tab.obey(choice.control);
    }
  }

  happened(tab: Tab, event: TabEvent): void {
    // Without a server there is nobody to be told.
    this.notify("cindyscript/tab", { uri: tab.uri.toString(), event }).catch(() => {});
  }

  said(tab: Tab, message: string): void {
    const uri = tab.uri.toString();
    this.notify("cindyscript/fromPreview", { uri, message: JSON.parse(message) as unknown }).catch(() => {});
  }

  wanted(tab: Tab): void {
    void this.again(tab, showText(tab));
  }

  activated(tab: Tab): void {
    this.shown.turnTo(tab.uri);
  }

  closed(tab: Tab): void {
    // Not if it is this extension that has closed it.
    if (this.tabs.get(tab.uri.toString()) === tab) {
      this.tabs.delete(tab.uri.toString());
      this.end(tab.uri.toString()).catch(() => {});
    }
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private listen(client: LanguageClient): void {
    client.onNotification("cindyscript/previews", ({ uris }: { uris: readonly string[] }) => this.tell(uris));
    client.onNotification("cindyscript/previewDied", (died: Died) => this.died(client, died));
    client.onNotification("cindyscript/picture", (picture: PictureParams) => this.tabs.get(picture.uri)?.picture(picture));
    client.onNotification("cindyscript/toPreview", ({ uri, message }: MessageParams) => this.tabs.get(uri)?.message(message));
    client.onNotification("cindyscript/cursor", ({ uri, form }: CursorParams) => this.tabs.get(uri)?.cursor(form));
    client.onNotification("cindyscript/debug", (params: DebugParams) => this.debugSent.fire(params));
    client.onNotification("cindyscript/debugPixel", (params: PixelParams) => this.pixelChosen.fire(params));
    client.onNotification("cindyscript/notice", ({ uri, notice }: NoticeParams) => this.tabs.get(uri)?.notice(notice));
  }

  /** These documents have a preview now. */
  private tell(uris: readonly string[]): void {
    const before = this.running;
    this.running = uris;
    for (const [key, tab] of this.tabs) {
      if (!before.includes(key) && uris.includes(key)) {
        tab.begin();
      } else if (before.includes(key) && !uris.includes(key)) {
        tab.end(document(key) === undefined ? `${fileName(vscode.Uri.parse(key))} was closed.` : "The preview has ended.");
      }
    }
    this.changed.fire();
  }

  /** A preview has died. Where a tab says so, no message does. */
  private async died(client: LanguageClient, { uri, message }: Died): Promise<void> {
    const tab = this.tabs.get(uri);
    if (tab !== undefined) {
      return tab.end(message);
    }
    const reopen = "Reopen";
    if ((await vscode.window.showErrorMessage(`CindyScript: ${message}`, reopen)) !== reopen) {
      return;
    }
    try {
      await this.start(client, uri);
    } catch (error) {
      void vscode.window.showErrorMessage(`CindyScript: ${reason(error)}`);
    }
  }

  /** The previews are gone with the server; if it comes back, so do they. */
  private tellOfServer(): void {
    if (this.server.state === "stopped") {
      this.running.forEach((key) => this.tabs.get(key)?.end("The language server has ended."));
    }
  }

  private async reopen(client: LanguageClient): Promise<void> {
    const previews = this.running.filter((key) => document(key) !== undefined);
    this.running = [];
    // The server runs before it has been told of the documents.
    await client.start();
    for (const key of previews) {
      try {
        await this.start(client, key);
      } catch (error) {
        client.error(`the preview of ${key} does not open again`, error, false);
      }
    }
  }

  /** Has the server open a preview: for the tab, which says so if there cannot be one, or else in a window. */
  private async start(client: LanguageClient, key: string): Promise<void> {
    const tab = this.tabs.get(key);
    try {
      await execute(client, tab === undefined ? OPEN_PREVIEW : OPEN_IN_TAB[tab.renderer], key);
      tab?.begin();
    } catch (error) {
      if (tab === undefined) {
        throw error;
      }
      tab.end(reason(error));
    }
  }

  /** Closes the tab of a document and nothing else. */
  private dismiss(key: string): void {
    const tab = this.tabs.get(key);
    this.tabs.delete(key);
    tab?.close();
  }

  private async notify(method: string, params: object): Promise<void> {
    const client = await this.server.client();
    if (client?.isRunning()) {
      await client.sendNotification(method, params);
    }
  }

  /** Who draws the picture in a new tab. */
  private renderer(): Renderer {
    return renderer(this.server.program !== undefined);
  }

  private async end(key: string): Promise<void> {
    const client = await this.server.client();
    if (client?.isRunning()) {
      await execute(client, CLOSE, key);
    }
  }

  /** A file or a folder has another name: the tabs go with their documents. */
  private follow(from: vscode.Uri, to: vscode.Uri): void {
    for (const [key, tab] of [...this.tabs]) {
      const { path } = tab.uri;
      if (path === from.path || path.startsWith(`${from.path}/`)) {
        tab.follow(to.with({ path: to.path + path.slice(from.path.length) }));
        this.tabs.delete(key);
        this.tabs.set(tab.uri.toString(), tab);
        // Its editor goes with it.
        void this.again(tab, vscode.workspace.openTextDocument(tab.uri));
      }
    }
  }

  /** VS Code has a tab again that was there before its window was loaded anew. */
  private async bringBack(panel: vscode.WebviewPanel, kept: Kept | undefined): Promise<void> {
    let isClosed = false;
    panel.onDidDispose(() => (isClosed = true));
    // Without a program, the page of the tab draws the picture.
    await this.server.found();
    if (isClosed) {
      return;
    }
    if (kept === undefined || this.tabs.has(kept.uri)) {
      return panel.dispose();
    }
    const tab = new Tab(panel, this.extension, vscode.Uri.parse(kept.uri), this, this.renderer());
    this.tabs.set(kept.uri, tab);
    await this.again(tab, showText(tab));
    if (tab.isActive) {
      this.activated(tab);
    }
  }

  /** Opens a preview for a tab that has none, once its text is open. */
  private async again(tab: Tab, isOpen: Thenable<unknown>): Promise<void> {
    try {
      await isOpen;
      await this.server.retry();
      const client = await this.server.client();
      if (client === undefined) {
        throw new Error("There is no language server.");
      }
      await this.start(client, tab.uri.toString());
    } catch (error) {
      tab.end(reason(error));
    }
  }
}

async function execute(client: LanguageClient, command: string, uri: string): Promise<void> {
  await client.sendRequest(ExecuteCommandRequest.type, { command, arguments: [uri] });
}

function document(key: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === key);
}

/** Shows the text of a tab unless it is open: one that no editor has shown is closed again after a while. */
async function showText({ uri, viewColumn: own }: Tab): Promise<void> {
  if (document(uri.toString()) !== undefined) {
    return;
  }
  const { all } = vscode.window.tabGroups;
  const isText = ({ input }: vscode.Tab): boolean =>
    input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
  // Where it was, or else beside the tab.
  const group = all.find(({ tabs }) => tabs.some(isText)) ?? all.find((other) => other.viewColumn !== own);
  const viewColumn = group?.viewColumn ?? vscode.ViewColumn.Beside;
  await vscode.window.showTextDocument(uri, { viewColumn, preserveFocus: true, preview: false });
}
