import * as vscode from "vscode";
import { ExecuteCommandRequest } from "vscode-languageclient";

import { Server } from "./client";

const SCHEME = "cindyscript";

/** What the server answers to commands that show something; `null` if there is nothing at that place. */
interface Text {
  readonly title: string;
  readonly text: string;
}

interface Graph {
  readonly title: string;
  readonly svg: string;
  readonly dot: string;
}

/** The commands that show what is known about the place of the cursor, in documents of their own. */
export function registerShowing(server: Server): vscode.Disposable {
  const texts = new Texts();
  const command = (name: string, run: () => Promise<void>): vscode.Disposable =>
    vscode.commands.registerCommand(name, run);
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, texts),
    command("cindyscript.explainType", () => ask<Text>(server, "cindyscript.explain", (text) => texts.show(text))),
    command("cindyscript.showKleeneIteration", () =>
      ask<Text>(server, "cindyscript.kleeneIteration", (text) => texts.show(text)),
    ),
    command("cindyscript.showDependencyGraph", () =>
      ask<Graph>(server, "cindyscript.dependencyGraph", (graph) => showGraph(graph)),
    ),
  );
}

async function ask<T>(server: Server, command: string, show: (answer: T) => void | Promise<void>): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const client = editor && (await server.client());
  if (editor === undefined || client === undefined) {
    return;
  }
  const { asUri, asPosition } = client.code2ProtocolConverter;
  const place = [asUri(editor.document.uri), asPosition(editor.selection.active)];
  try {
    const answer = (await client.sendRequest(ExecuteCommandRequest.type, { command, arguments: place })) as T | null;
    if (answer === null) {
      void vscode.window.showInformationMessage("CindyScript: there is nothing to be shown for this place.");
    } else {
      await show(answer);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(`CindyScript: ${reason}`);
  }
}

/** Markdown that is shown and never saved. */
class Texts implements vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.path) ?? "";
  }

  async show({ title, text }: Text): Promise<void> {
    const name = title.replace(/[\/\\?#]/g, "∕");
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}.md` });
    this.texts.set(uri.path, text);
    this.changed.fire(uri);
    await vscode.commands.executeCommand("markdown.showPreviewToSide", uri);
  }
}

function showGraph({ title, svg, dot }: Graph): void {
  const options = { enableScripts: true };
  const panel = vscode.window.createWebviewPanel("cindyscript.graph", title, vscode.ViewColumn.Beside, options);
  const nonce = Array.from({ length: 24 }, () => Math.floor(Math.random() * 36).toString(36)).join("");
  panel.webview.html = page(svg, nonce);
  panel.webview.onDidReceiveMessage(async (message: { href?: string; save?: "svg" | "dot" }) => {
    if (message.href !== undefined) {
      await reveal(vscode.Uri.parse(message.href));
    } else if (message.save !== undefined) {
      await save(message.save, message.save === "svg" ? svg : dot);
    }
  });
}

function page(svg: string, nonce: string): string {
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html>
<head>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<style>
body { margin: 0; padding: 12px; }
svg { display: block; max-width: none; border-radius: 8px; }
button { margin: 0 8px 12px 0; padding: 4px 10px; border: none; border-radius: 2px; cursor: pointer;
  color: var(--vscode-button-foreground); background: var(--vscode-button-background); }
</style>
</head>
<body>
<button data-save="svg">Save as SVG</button><button data-save="dot">Save for Graphviz</button>
${svg}
<script nonce="${nonce}">
const editor = acquireVsCodeApi();
document.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  const button = event.target.closest("button");
  if (link) {
    event.preventDefault();
    editor.postMessage({ href: link.getAttribute("href") });
  } else if (button) {
    editor.postMessage({ save: button.dataset.save });
  }
});
</script>
</body>
</html>`;
}

/** Opens the place that an address with a fragment such as `L3,5` means. */
async function reveal(address: vscode.Uri): Promise<void> {
  const place = /^L(\d+),(\d+)$/.exec(address.fragment);
  const position = new vscode.Position(Number(place?.[1] ?? 1) - 1, Number(place?.[2] ?? 1) - 1);
  const selection = new vscode.Range(position, position);
  const uri = address.with({ fragment: "" });
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === uri.toString());
  const viewColumn = shown?.viewColumn ?? vscode.ViewColumn.One;
  await vscode.window.showTextDocument(uri, { selection, viewColumn });
}

async function save(extension: "svg" | "dot", text: string): Promise<void> {
  const filters = extension === "svg" ? { Picture: ["svg"] } : { Graphviz: ["dot", "gv"] };
  const uri = await vscode.window.showSaveDialog({ filters });
  if (uri !== undefined) {
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  }
}
