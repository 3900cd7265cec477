import * as crypto from "node:crypto";
import * as path from "node:path";
import * as vscode from "vscode";

import type { FromPage, PictureParams, TabEvent, ToPage } from "./messages";

/** The kind of these tabs, by which VS Code knows who brings them back; as in package.json. */
export const TAB = "cindyscript.preview";

/** Whom tabs tell. */
export interface TabListener {
  /** Something for the preview. */
  happened(tab: Tab, event: TabEvent): void;
  /** The user wants a preview again. */
  wanted(tab: Tab): void;
  /** The user has turned to it. */
  activated(tab: Tab): void;
  /** It is closed. */
  closed(tab: Tab): void;
}

/** A tab that shows what the preview of a document sends. */
export class Tab {
  /** What the page is told of the preview, also when it is loaded again; nothing while the preview starts. */
  private standing: ToPage | undefined;

  /** Makes a page of an empty panel. */
  constructor(
    private readonly panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    private document: vscode.Uri,
    listener: TabListener,
  ) {
    const { webview } = panel;
    const file = (...names: string[]): vscode.Uri => vscode.Uri.joinPath(extension, ...names);
    panel.title = `${this.name()} preview`;
    panel.iconPath = { light: file("icons", "light.svg"), dark: file("icons", "dark.svg") };
    webview.options = { enableScripts: true, localResourceRoots: [file("dist")] };
    webview.onDidReceiveMessage((message: FromPage) => {
      switch (message.kind) {
        case "ready":
          this.tellDocument();
          return this.standing && this.post(this.standing);
        case "reopen":
          return listener.wanted(this);
        case "event":
          return listener.happened(this, message.event);
      }
    });
    panel.onDidChangeViewState(() => {
      if (!panel.visible) {
        // Its page is gone until it is seen again, and says nothing more.
        listener.happened(this, { kind: "watched", watched: false });
      } else if (panel.active) {
        listener.activated(this);
      }
    });
    panel.onDidDispose(() => listener.closed(this));
    webview.html = page(webview.asWebviewUri(file("dist", "tab.js")), webview.asWebviewUri(file("dist", "tab.css")));
  }

  /** Opens one beside the text, which keeps the focus. */
  static open(extension: vscode.Uri, uri: vscode.Uri, listener: TabListener): Tab {
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    return new Tab(vscode.window.createWebviewPanel(TAB, "", place), extension, uri, listener);
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
    this.panel.title = `${this.name()} preview`;
    this.tellDocument();
  }

  /** Puts it in front of the other tabs of its group. */
  reveal(): void {
    this.panel.reveal(undefined, true);
  }

  /** A preview runs that sends its pictures here, and is to be told of the tab. */
  begin(): void {
    this.stand({ kind: "begun" });
  }

  /** No preview runs any more, for a reason that the user is told. */
  end(reason: string): void {
    this.stand({ kind: "ended", reason });
  }

  picture({ uri: _, data, ...picture }: PictureParams): void {
    // Bytes travel as they are between VS Code's processes.
    this.post({ kind: "picture", ...picture, data: new Uint8Array(Buffer.from(data, "base64")) });
  }

  cursor(form: string): void {
    this.post({ kind: "cursor", form });
  }

  close(): void {
    this.panel.dispose();
  }

  private name(): string {
    return path.posix.basename(this.document.path);
  }

  private tellDocument(): void {
    this.post({ kind: "about", uri: this.document.toString(), name: this.name() });
  }

  private stand(standing: ToPage): void {
    this.standing = standing;
    this.post(standing);
  }

  private post(message: ToPage): void {
    void this.panel.webview.postMessage(message);
  }
}

function page(script: vscode.Uri, style: vscode.Uri): string {
  const nonce = crypto.randomBytes(18).toString("base64url");
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link nonce="${nonce}" rel="stylesheet" href="${style.toString()}">
</head>
<body>
<canvas class="empty" tabindex="0" role="img"></canvas>
<aside hidden><section role="alert"><p></p><button>Reopen</button></section></aside>
<script nonce="${nonce}" src="${script.toString()}"></script>
</body>
</html>`;
}
