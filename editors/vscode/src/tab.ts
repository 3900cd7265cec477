import * as vscode from "vscode";

import type { Control, FromPage, Notice, PictureParams, Standing, TabEvent, ToPage } from "./messages";
import { fileName, reason } from "./names";
import type { Renderer } from "./settings";

/** The kind of these tabs, by which VS Code knows who brings them back; as in package.json. */
export const TAB = "cindyscript.preview";

/** The endings of files whose changes a preview follows. */
const MEDIA = ["png", "jpg", "jpeg", "gif", "webp", "avif", "bmp", "mp4", "m4v", "mov", "webm", "ogv"];

/** More of an error is no title. */
const LONGEST_ERROR = 40;

/** Whom tabs tell. */
export interface TabListener {
  /** Something for the preview. */
  happened(tab: Tab, event: TabEvent): void;
  /** A message of the preview that the tab itself runs, as JSON. */
  said(tab: Tab, message: string): void;
  /** The user wants a preview again. */
  wanted(tab: Tab): void;
  /** The user has turned to it. */
  activated(tab: Tab): void;
  /** It is closed. */
  closed(tab: Tab): void;
}

/** A tab that shows what the preview of a document sends, or runs the preview itself. */
export class Tab {
  /** What the page is told of the preview, also when it is loaded again; nothing while the preview starts. */
  private state: ToPage | undefined;
  /** What the title says besides. */
  private standing: Standing = { paused: false };
  /** What the user can have the preview do. */
  controls: readonly Control[] = [];

  /** Follows the files beside the document, once the page has asked for one. */
  private files: vscode.Disposable | undefined;

  /** Messages for a page that is not loaded yet; none once it is. */
  private early: ToPage[] | undefined = [];

  /** Makes a page of an empty panel. */
  constructor(
    private readonly panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    private document: vscode.Uri,
    private readonly listener: TabListener,
    readonly renderer: Renderer,
  ) {
    const { webview } = panel;
    const file = (...names: string[]): vscode.Uri => vscode.Uri.joinPath(extension, ...names);
    this.entitle();
    panel.iconPath = { light: file("icons", "light.svg"), dark: file("icons", "dark.svg") };
    webview.options = { enableScripts: true, localResourceRoots: [file("dist"), file("modules")] };
    webview.onDidReceiveMessage((message: FromPage) => {
      switch (message.kind) {
        case "ready":
          return this.load();
        case "reopen":
          return listener.wanted(this);
        case "event":
          return listener.happened(this, message.event);
        case "dropped": {
          const { name, data } = message;
          return listener.happened(this, { kind: "dropped", name, data: Buffer.from(data).toString("base64") });
        }
        case "message":
          return listener.said(this, message.message);
        case "read":
          return void this.read(message.number, message.url);
        case "save":
          return void save(this.document, message.name, message.data);
        case "refused":
          return void vscode.window.showWarningMessage(`CindyScript: ${message.reason}`);
      }
    });
    let wasVisible = panel.visible;
    panel.onDidChangeViewState(() => {
      if (renderer === "webview") {
        // The page stays, and draws nothing while it is hidden.
      } else if (!panel.visible) {
        // Its page is gone until it is seen again, and says nothing more.
        listener.happened(this, { kind: "watched", watched: false });
      } else if (!wasVisible && this.state !== undefined) {
        // While a window is laid out anew, the page may have stayed: it tells again that it is looked at.
        this.post(this.state);
      }
      if (panel.active) {
        listener.activated(this);
      }
      wasVisible = panel.visible;
    });
    panel.onDidDispose(() => {
      this.files?.dispose();
      listener.closed(this);
    });
    webview.html = page(webview, (...names) => webview.asWebviewUri(file(...names)), renderer);
  }

  /** Opens one beside the text, which keeps the focus. */
  static open(extension: vscode.Uri, uri: vscode.Uri, listener: TabListener, renderer: Renderer): Tab {
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const panel = vscode.window.createWebviewPanel(TAB, "", place, { retainContextWhenHidden: renderer === "webview" });
    return new Tab(panel, extension, uri, listener, renderer);
  }

  /** The document that it is about. */
  get uri(): vscode.Uri {
    return this.document;
  }

  /** The group of editors that it is in, if it is seen. */
  get viewColumn(): vscode.ViewColumn | undefined {
    return this.panel.viewColumn;
  }

  /** Whether the user works on it. */
  get isActive(): boolean {
    return this.panel.active;
  }

  /** The document has been renamed. */
  follow(document: vscode.Uri): void {
    this.document = document;
    this.files?.dispose();
    this.files = undefined;
    this.entitle();
    this.tellDocument();
  }

  /** Puts it in front of the other tabs of its group. */
  reveal(): void {
    this.panel.reveal(undefined, true);
  }

  /** Has the preview do something, and turns to it. */
  obey({ key }: Control): void {
    this.panel.reveal(undefined, false);
    // With Control, a key is meant for the preview whatever scripts do with it.
    const held = { name: key, code: 0, shift: false, control: true };
    this.listener.happened(this, { kind: "key-pressed", ...held });
    this.listener.happened(this, { kind: "key-released", ...held });
  }

  /** A preview runs that sends its pictures here, and is to be told of the tab. */
  begin(): void {
    this.enter({ kind: "begun" });
  }

  /** No preview runs any more, for a reason that the user is told. */
  end(reason: string): void {
    this.standing = { paused: false };
    this.entitle();
    this.enter({ kind: "ended", reason });
  }

  /** A message for the preview that the page runs. */
  message(message: unknown): void {
    this.post({ kind: "message", message: JSON.stringify(message) });
  }

  picture({ uri: _, data, ...picture }: PictureParams): void {
    // Bytes travel as they are between VS Code's processes.
    this.post({ kind: "picture", ...picture, data: new Uint8Array(Buffer.from(data, "base64")) });
  }

  cursor(form: string): void {
    this.post({ kind: "cursor", form });
  }

  notice(notice: Notice): void {
    switch (notice.kind) {
      case "standing":
        this.standing = notice;
        return this.entitle();
      case "controls":
        // The first that a preview says: nothing is the matter with this one yet.
        this.controls = notice.controls;
        this.standing = { paused: false };
        return this.entitle();
      case "copy":
        return notice.what === "text"
          ? void this.copyText(notice.text)
          : // Only pages can give pictures to the clipboard.
            this.post({ kind: "copy", png: new Uint8Array(Buffer.from(notice.data, "base64")) });
      case "written":
        return void offer(vscode.Uri.file(notice.path));
      case "unknown":
        return;
    }
  }

  close(): void {
    this.panel.dispose();
  }

  private tellDocument(): void {
    this.post({ kind: "about", uri: this.document.toString(), name: fileName(this.document) });
  }

  private entitle(): void {
    const { error, applet, paused } = this.standing;
    const shown = error !== undefined && error.length > LONGEST_ERROR ? `${error.slice(0, LONGEST_ERROR)}…` : error;
    const parts = [
      `${fileName(this.document)} preview`,
      ...(applet === undefined ? [] : [`applet ${applet[0]} of ${applet[1]}`]),
      ...(shown === undefined ? [] : [shown]),
      ...(paused ? ["paused"] : []),
    ];
    this.panel.title = parts.join(" – ");
  }

  /** Sends the page a file beside the document. */
  private async read(number: number, url: string): Promise<void> {
    let content: Uint8Array<ArrayBuffer> | undefined;
    try {
      this.files ??= followFiles(this.document, () => this.post({ kind: "files" }));
      content = new Uint8Array(await vscode.workspace.fs.readFile(beside(this.document, url)));
    } catch {
      // The page shows that the file is missing.
    }
    this.post({ kind: "file", number, ...(content === undefined ? {} : { content }) });
  }

  /** The clipboard is that of the machine whose screen shows VS Code. */
  private async copyText(text: string): Promise<void> {
    let error: string | undefined;
    try {
      await vscode.env.clipboard.writeText(text);
    } catch (thrown) {
      error = reason(thrown);
    }
    this.listener.happened(this, { kind: "copied", ...(error === undefined ? {} : { error }) });
  }

  private enter(state: ToPage): void {
    this.state = state;
    this.post(state);
  }

  /** The page is there, perhaps anew. */
  private load(): void {
    const { early } = this;
    this.early = undefined;
    this.tellDocument();
    if (this.renderer === "webview") {
      // One that is loaded anew knows nothing of the messages before.
      return early === undefined ? this.listener.wanted(this) : early.forEach((message) => this.post(message));
    }
    if (this.state !== undefined) {
      this.post(this.state);
    }
  }

  private post(message: ToPage): void {
    if (this.renderer === "webview" && this.early !== undefined) {
      this.early.push(message);
    } else {
      void this.panel.webview.postMessage(message);
    }
  }
}

/** The file that a document means by an address. */
function beside(document: vscode.Uri, url: string): vscode.Uri {
  const [path = ""] = url.split(/[?#]/);
  return vscode.Uri.joinPath(document, "..", decodeURIComponent(path));
}

/** Tells of changes of images and videos in the folder of a document and below. */
function followFiles(document: vscode.Uri, changed: () => void): vscode.Disposable {
  const pattern = new vscode.RelativePattern(vscode.Uri.joinPath(document, ".."), `**/*.{${MEDIA.join(",")}}`);
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  watcher.onDidChange(changed);
  watcher.onDidCreate(changed);
  watcher.onDidDelete(changed);
  return watcher;
}

/** Writes a file where the user wants it. */
async function save(document: vscode.Uri, name: string, data: Uint8Array): Promise<void> {
  // A text without a file has no folder.
  const beside = document.scheme === "untitled" ? {} : { defaultUri: vscode.Uri.joinPath(document, "..", name) };
  const file = await vscode.window.showSaveDialog(beside);
  if (file !== undefined) {
    try {
      await vscode.workspace.fs.writeFile(file, data);
    } catch (error) {
      void vscode.window.showErrorMessage(`CindyScript: ${fileName(file)} is not saved: ${reason(error)}`);
    }
  }
}

/** A file was written for the user, perhaps on another machine: says where, and leads there. */
async function offer(file: vscode.Uri): Promise<void> {
  const name = fileName(file);
  const [open, show] = ["Open", "Show in Explorer"];
  const message = `CindyScript: ${name} is in ${vscode.Uri.joinPath(file, "..").path}`;
  const choice = await vscode.window.showInformationMessage(message, open, show);
  if (choice === open) {
    await vscode.commands.executeCommand("vscode.open", file);
  } else if (choice === show) {
    // Of another machine, the explorer downloads it.
    await vscode.commands.executeCommand("revealInExplorer", file);
  }
}

function page(webview: vscode.Webview, file: (...names: string[]) => vscode.Uri, renderer: Renderer): string {
  const nonce = crypto.randomUUID();
  // A module is fetched, and compiled; videos come from memory.
  const modules =
    renderer === "webview" ? ` ${webview.cspSource} 'wasm-unsafe-eval'; connect-src ${webview.cspSource}; media-src blob:` : "";
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'${modules}`;
  const player = `<main class="preview" data-module="${file("modules", "preview", "cindyscript_preview_web.js").toString()}"></main>`;
  const stream = '<main><canvas class="empty" tabindex="0" role="img"></canvas><output>Starting the preview</output></main>';
  return `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link nonce="${nonce}" rel="stylesheet" href="${file("dist", "tab.css").toString()}">
<link nonce="${nonce}" rel="stylesheet" href="${file("dist", `${renderer}.css`).toString()}">
</head>
<body>
${renderer === "webview" ? player : stream}
<aside hidden><section role="alert"><p></p><button>Reopen</button></section></aside>
<script nonce="${nonce}" src="${file("dist", "tab.js").toString()}"></script>
</body>
</html>`;
}
