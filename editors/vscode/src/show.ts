import * as vscode from "vscode";
import { ExecuteCommandRequest } from "vscode-languageclient";

import type { Server } from "./client";
import { reason } from "./names";
import { ADDRESS, REFERENCE } from "./reference";
import type { Shown } from "./shown";

/** What the server answers to commands that show something; `null` if there is nothing at that place. */
interface Text {
  readonly title: string;
  readonly text: string;
}

interface Graph {
  readonly title: string;
  readonly svg: string;
  readonly dot: string;
  /** Lets the picture be zoomed and moved. */
  readonly script: string;
}

/** The commands that show what is known about the place of the cursor, each in a panel of its own beside the text. */
export function registerShowing(server: Server, shown: Shown): vscode.Disposable {
  const register = (name: string, run: (...given: never[]) => Promise<void>): vscode.Disposable =>
    vscode.commands.registerCommand(name, run);
  const [story, iteration, graph] = [new Panel("explanation"), new Panel("iteration"), new Panel("graph")];
  const reference = new Panel("reference");
  const refer = (name: string): Promise<void> => tell(server, reference, "cindyscript.reference", name);
  const show = (panel: Panel) => async (answer: Text, uri: vscode.Uri) => {
    panel.show(answer.title, uri, await rendered(answer.text));
  };
  return vscode.Disposable.from(
    story,
    iteration,
    graph,
    reference,
    register(REFERENCE, refer),
    register("cindyscript.showTypes", () => refer("types")),
    register("cindyscript.showResponseTimes", () => tell(server, reference, "cindyscript.latency")),
    register("cindyscript.explainType", () => ask<Text>(server, shown, "cindyscript.explain", show(story))),
    register("cindyscript.showInference", () => ask<Text>(server, shown, "cindyscript.kleeneIteration", show(iteration))),
    register("cindyscript.showDependencyGraph", () =>
      ask<Graph>(server, shown, "cindyscript.dependencyGraph", (picture, uri) =>
        graph.show(picture.title, uri, picture.svg, picture),
      ),
    ),
  );
}

/** Shows what the server answers to a command that is about no place. */
async function tell(server: Server, panel: Panel, command: string, ...given: string[]): Promise<void> {
  const client = await server.client();
  if (client === undefined) {
    return;
  }
  try {
    const answer: Text = await client.sendRequest(ExecuteCommandRequest.type, { command, arguments: given });
    panel.show(answer.title, undefined, await rendered(answer.text));
  } catch (error) {
    void vscode.window.showErrorMessage(`CindyScript: ${reason(error)}`);
  }
}

async function ask<T>(
  server: Server,
  shown: Shown,
  command: string,
  show: (answer: T, uri: vscode.Uri) => void | Promise<void>,
): Promise<void> {
  const editor = await shown.reveal();
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
      await show(answer, editor.document.uri);
    }
  } catch (error) {
    void vscode.window.showErrorMessage(`CindyScript: ${reason(error)}`);
  }
}

/** Markdown as HTML. VS Code renders no links to files: what is left of these is the place, all are in one document. */
async function rendered(text: string): Promise<string> {
  const local = text.replace(/\]\([^()\s]*(#L\d+,\d+)\)/g, "]($1)");
  return (await vscode.commands.executeCommand<string>("markdown.api.render", local)) ?? "";
}

/** The formats in which a graph can be saved. */
type Format = "svg" | "dot";

/** A panel beside the text that shows one thing at a time, with links into a document. */
class Panel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private uri: vscode.Uri | undefined;
  private graph: Graph | undefined;

  constructor(private readonly kind: string) {}

  show(title: string, uri: vscode.Uri | undefined, html: string, graph?: Graph): void {
    [this.uri, this.graph] = [uri, graph];
    const panel = (this.panel ??= this.create());
    panel.title = title;
    panel.webview.html = page(this.kind, html, graph?.script);
    panel.reveal(panel.viewColumn, true);
  }

  dispose(): void {
    this.panel?.dispose();
  }

  private create(): vscode.WebviewPanel {
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const panel = vscode.window.createWebviewPanel(`cindyscript.${this.kind}`, "", place, {
      enableScripts: true,
      // The page loads nothing.
      localResourceRoots: [],
    });
    panel.onDidDispose(() => (this.panel = undefined));
    panel.webview.onDidReceiveMessage(async (message: { place?: string; section?: string; save?: Format }) => {
      if (message.section !== undefined) {
        await vscode.commands.executeCommand(REFERENCE, message.section);
      } else if (message.place !== undefined && this.uri !== undefined) {
        await reveal(this.uri, message.place);
      } else if (message.save !== undefined && this.graph !== undefined) {
        await save(message.save, this.graph[message.save]);
      }
    });
    return panel;
  }
}

const STYLE = `
body { margin: 0; padding: 12px 20px; line-height: 1.5; }
code { padding: 1px 4px; border-radius: 3px; font-family: var(--vscode-editor-font-family);
  color: var(--vscode-editor-foreground); background: var(--vscode-textCodeBlock-background); }
h1 { font-size: 1.5em; } h2 { font-size: 1.2em; margin-top: 1.6em; } h3 { font-size: 1em; margin-top: 1.6em; }
a { color: var(--vscode-textLink-foreground); text-decoration: none; cursor: pointer; }
table { border-collapse: collapse; }
th, td { padding: 3px 10px; white-space: nowrap; border-bottom: 1px solid var(--vscode-editorWidget-border); }
th:first-child, td:first-child { position: sticky; left: -20px; background: var(--vscode-editor-background); }
td:first-child code { background: none; }
/* The policy refuses the alignment that Markdown gives to cells. */
.iteration :is(th, td):first-child { text-align: right; }
.reference :is(th, td) { white-space: normal; vertical-align: top; }
.reference :is(th, td):first-child { position: static; padding-left: 0; }
pre { overflow-x: auto; }
pre code { display: block; padding: 6px 8px; }
td strong { color: var(--vscode-charts-orange); }
.graph body { display: flex; flex-direction: column; box-sizing: border-box; height: 100vh; }
nav { display: flex; align-items: center; color: var(--vscode-descriptionForeground); }
svg.graph { flex: 1; min-height: 0; width: 100%; cursor: grab; }
svg.dragged { cursor: grabbing; }
button { margin: 0 8px 12px 0; padding: 4px 10px; border: none; border-radius: 2px; cursor: pointer;
  color: var(--vscode-button-secondaryForeground); background: var(--vscode-button-secondaryBackground); }
`;

const BUTTONS = `<div><button data-save="svg">Save as SVG</button><button data-save="dot">Save for Graphviz</button></div>`;

/** A page of a panel with a text or, with the script that moves it, a picture. */
function page(kind: string, content: string, script?: string): string {
  const nonce = crypto.randomUUID();
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html class="themed ${kind}">
<head>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
${script === undefined ? content : BUTTONS + content.replace("<style>", `<style nonce="${nonce}">`)}
<script nonce="${nonce}">
const editor = acquireVsCodeApi();
document.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  const button = event.target.closest("button");
  if (link) {
    event.preventDefault();
    const href = link.getAttribute("href") ?? "";
    const isSection = href.startsWith("${ADDRESS}");
    editor.postMessage(isSection ? { section: href.slice("${ADDRESS}".length) } : { place: href.slice(href.indexOf("#") + 1) });
  } else if (button?.dataset.save) {
    editor.postMessage({ save: button.dataset.save });
  }
});
</script>
${script === undefined ? "" : `<script nonce="${nonce}">${script}</script>`}
</body>
</html>`;
}

/** Opens a place such as `L3,5`. */
async function reveal(uri: vscode.Uri, place: string): Promise<void> {
  const [, line, column] = /^L(\d+),(\d+)$/.exec(place) ?? [];
  const position = new vscode.Position(Number(line ?? 1) - 1, Number(column ?? 1) - 1);
  const selection = new vscode.Range(position, position);
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === uri.toString());
  const viewColumn = shown?.viewColumn ?? vscode.ViewColumn.One;
  await vscode.window.showTextDocument(uri, { selection, viewColumn });
}

async function save(extension: Format, text: string): Promise<void> {
  const filters = extension === "svg" ? { Picture: ["svg"] } : { Graphviz: ["dot", "gv"] };
  const uri = await vscode.window.showSaveDialog({ filters });
  if (uri !== undefined) {
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  }
}
