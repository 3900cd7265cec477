import * as vscode from "vscode";

import { isApplet } from "./applet";

/** Set while the text editor that was used last shows an applet; commands and keys are bound to it. */
const IS_APPLET = "cindyscript.isApplet";
/** The paths of all open applets; the buttons above editors are bound to it. */
const APPLETS = "cindyscript.applets";

/**
 * Which open documents are applets, and which of all documents the user works on: that of the last text editor or
 * preview. Another panel, a list or a page of settings that has the focus does not change it.
 */
export class Shown implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.TextDocument | undefined>();
  private readonly applets = new Set<vscode.TextDocument>();
  private readonly subscriptions: vscode.Disposable;
  private document: vscode.TextDocument | undefined;

  /** Fires with a document that is, or has become, an applet. */
  private readonly found = new vscode.EventEmitter<vscode.TextDocument>();
  readonly onDidFindApplet = this.found.event;
  /** Fires when the user goes to another document, or what it holds becomes an applet or ceases to be one. */
  readonly onDidChange = this.changed.event;

  constructor() {
    this.subscriptions = vscode.Disposable.from(
      vscode.workspace.onDidOpenTextDocument((document) => this.look(document)),
      // A page can become an applet while it is being typed.
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.look(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.forget(document)),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.follow(editor)),
    );
  }

  /** Looks at what is open already. */
  start(): void {
    vscode.workspace.textDocuments.forEach((document) => this.look(document));
    this.follow(vscode.window.activeTextEditor);
  }

  /** The applet that the user works on. */
  applet(): vscode.TextDocument | undefined {
    return this.document !== undefined && this.applets.has(this.document) ? this.document : undefined;
  }

  /** The editor that shows it. */
  editor(): vscode.TextEditor | undefined {
    const applet = this.applet();
    const active = vscode.window.activeTextEditor;
    return active?.document === applet
      ? active
      : vscode.window.visibleTextEditors.find((editor) => editor.document === applet);
  }

  /** The editor that shows it, in front of what has hidden it; the user is told if there is no applet. */
  async reveal(): Promise<vscode.TextEditor | undefined> {
    const applet = this.applet();
    if (applet === undefined) {
      tellNoApplet();
      return undefined;
    }
    return this.editor() ?? vscode.window.showTextDocument(applet, column(applet));
  }

  /** The user works on a document without its editor. */
  turnTo(uri: vscode.Uri): void {
    const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
    if (document !== undefined) {
      this.document = document;
      this.tell();
    }
  }

  dispose(): void {
    this.subscriptions.dispose();
    this.changed.dispose();
    this.found.dispose();
  }

  private follow(editor: vscode.TextEditor | undefined): void {
    // An output channel is an editor for VS Code, but the one beside it is what the user works on.
    if (editor !== undefined && editor.document.uri.scheme !== "output") {
      this.document = editor.document;
      this.tell();
    }
  }

  private look(document: vscode.TextDocument): void {
    const applet = isApplet(document);
    if (applet) {
      this.found.fire(document);
    }
    if (applet !== this.applets.has(document)) {
      if (applet) {
        this.applets.add(document);
      } else {
        this.applets.delete(document);
      }
      this.tell();
    }
  }

  private forget(document: vscode.TextDocument): void {
    this.applets.delete(document);
    if (document === this.document) {
      this.document = undefined;
    }
    this.tell();
  }

  private tell(): void {
    // What the workbench takes for the path of a remote file is not that of its machine.
    const paths = [...this.applets].flatMap(({ uri }) => [uri.path, uri.fsPath]);
    void vscode.commands.executeCommand("setContext", APPLETS, paths);
    void vscode.commands.executeCommand("setContext", IS_APPLET, this.applet() !== undefined);
    this.changed.fire(this.document);
  }
}

/** Says what a command about an applet lacks. */
export function tellNoApplet(): void {
  void vscode.window.showInformationMessage("CindyScript: open a script or a page with one first.");
}

/** The group of editors that has a document, perhaps behind another tab. */
function column(document: vscode.TextDocument): vscode.ViewColumn | undefined {
  const isOf = ({ input }: vscode.Tab): boolean =>
    input instanceof vscode.TabInputText && input.uri.toString() === document.uri.toString();
  return vscode.window.tabGroups.all.find(({ tabs }) => tabs.some(isOf))?.viewColumn;
}
