/** The page: an editor with the language server, and the preview beside it. */

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import {
  findReferencesKeymap,
  formatKeymap,
  hoverTooltips,
  jumpToDefinitionKeymap,
  LSPClient,
  LSPPlugin,
  renameKeymap,
  serverCompletion,
  signatureHelp,
} from "@codemirror/lsp-client";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import type * as lsp from "vscode-languageserver-protocol";

import { Connection } from "./connection";
import { decorations } from "./decorations";
import { diagnostics } from "./diagnostics";
import { apply } from "./edits";
import { FilesBeside } from "./files";
import { page } from "./language";
import { withoutMarkup } from "./markdown";
import { fragment, shared } from "./share";
import { Preview, served, type ToPreview } from "../../../preview/web/page/preview";

const KEPT = "cindyscript.text";
/** In bytes. */
const LARGEST_FILE = 16 << 20;

function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${id}`);
  return found;
}

const examples = element("examples", HTMLSelectElement);
const status = element("status", HTMLElement);
const file = element("file", HTMLInputElement);

function say(text: string): void {
  status.textContent = text;
}

// Text

async function example(name: string): Promise<string> {
  const answer = await fetch(new URL(`examples/${name}`, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.text();
}

/** The text of the link, else that of the last visit, else the first example. */
async function firstText(): Promise<string> {
  try {
    const text = await shared(location.hash);
    if (text !== undefined) return text;
  } catch {
    say("The link is damaged: its text cannot be read.");
  }
  return keptText() ?? example(examples.value);
}

function keptText(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    // The browser keeps nothing for this page.
    return null;
  }
}

// Language server

const uri = "file:///applet.html";
const beside = new FilesBeside((uri) => {
  client.notification("workspace/didChangeWatchedFiles", { changes: [{ uri, type: 2 }] });
  preview.filesChanged();
});
let view: EditorView;
const preview = new Preview(element("preview", HTMLElement), {
  module: served(new URL("cindyscript-preview-web/cindyscript_preview_web.js", import.meta.url)),
  post: (message) => client.notification("cindyscript/fromPreview", { uri, message }),
  readFile: (url) => beside.read(url),
});

const answers = {
  "workspace/applyEdit": ({ edit }: lsp.ApplyWorkspaceEditParams) => ({ applied: apply(view, edit) }),
  "window/showDocument": ({ selection }: lsp.ShowDocumentParams) => (selection && show(selection), { success: true }),
  "workspace/semanticTokens/refresh": () => null,
  "workspace/inlayHint/refresh": () => null,
  "workspace/codeLens/refresh": () => null,
  "client/registerCapability": () => null,
  "cindyscript/readFile": ({ uri }: { uri: string }) => beside.readText(uri),
};

/** A server that fails is started again so often. */
const RESTARTS = 3;
let restarts = 0;

/** Starts the language server, which then has the text, and the preview. */
async function connect(): Promise<void> {
  client.connect(new Connection(answers, (message) => {
    client.disconnect();
    if (restarts === RESTARTS) return say(`The language server fails again and again: ${message}. Load the page again.`);
    restarts += 1;
    say(`The language server has failed (${message}) and starts again.`);
    void connect();
  }));
  await client.initializing;
  await client.request("workspace/executeCommand", { command: "cindyscript.preview.openInEditor", arguments: [uri] });
}

const client = new LSPClient({
  timeout: 10_000,
  sanitizeHTML: withoutMarkup,
  notificationHandlers: {
    "cindyscript/toPreview": (_, { message }: { message: ToPreview }) => (preview.receive(message), true),
    // The console of the preview has the output.
    "window/logMessage": () => true,
    "window/showMessage": (_, { message }: lsp.ShowMessageParams) => (say(message), true),
    "cindyscript/previews": () => true,
    "cindyscript/receipt": () => true,
  },
  extensions: [
    serverCompletion(),
    hoverTooltips(),
    signatureHelp(),
    keymap.of([...formatKeymap, ...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap]),
    diagnostics(() => view, (problems) => {
      const counts = ["error", "warning"].map((kind, index) => {
        const count = problems.filter((problem) => problem.severity === index + 1).length;
        return count === 0 ? [] : [`${count} ${kind}${count === 1 ? "" : "s"}`];
      });
      document.body.classList.toggle("is-broken", counts[0]?.length === 1);
      say(counts.flat().join(", "));
    }),
    decorations(),
    { clientCapabilities: { window: { showDocument: { support: true } }, workspace: { applyEdit: true } } },
  ],
});

// Editor

function open(text: string): void {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 } });
}

/** Selects a place of the text, and brings it into view. */
function show({ start, end }: lsp.Range): void {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return;
  const selection = { anchor: plugin.fromPosition(start), head: plugin.fromPosition(end) };
  view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: "center" }) });
  view.focus();
}

/** Tells the server of an edit at once, which tells the preview. */
const follows = EditorView.updateListener.of((update) => {
  if (!update.docChanged) return;
  queueMicrotask(() => client.sync());
  try {
    localStorage.setItem(KEPT, update.state.doc.toString());
  } catch {
    say("This browser keeps no more text: save it as a file.");
  }
});

view = new EditorView({
  doc: await firstText(),
  parent: element("editor", HTMLElement),
  extensions: [
    lineNumbers(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    autocompletion(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    page(),
    EditorView.contentAttributes.of({ "aria-label": "Applet" }),
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
    client.plugin(uri, "html"),
    follows,
  ],
});
await connect();

// Bar

examples.onchange = () => void example(examples.value).then(open, (error: unknown) => say(String(error)));

element("share", HTMLButtonElement).onclick = async () => {
  replaceFragment(await fragment(view.state.doc.toString()));
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is in the clipboard.");
  } catch {
    say("The address of this page is the link.");
  }
};

function replaceFragment(hash: string): void {
  window.history.replaceState(null, "", hash);
}

element("save", HTMLButtonElement).onclick = () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([view.state.doc.toString()], { type: "text/html" }));
  link.download = "applet.html";
  link.click();
  URL.revokeObjectURL(link.href);
};

element("open", HTMLButtonElement).onclick = () => file.click();
file.onchange = () => void take([...(file.files ?? [])]);
document.body.ondragover = (event) => event.preventDefault();
document.body.ondrop = (event) => {
  event.preventDefault();
  void take([...(event.dataTransfer?.files ?? [])]);
};

/** Opens an applet. Images, videos and libraries lie beside it from now on. */
async function take(files: File[]): Promise<void> {
  for (const file of files) {
    if (file.size > LARGEST_FILE) {
      say(`${file.name} is larger than ${LARGEST_FILE >> 20} MiB.`);
    } else if (beside.take(file)) {
      say(`${file.name} lies beside the applet until this page is closed.`);
    } else {
      open(await file.text());
    }
  }
}

// Later visits need no network. A browser that keeps nothing loads the page as before.
navigator.serviceWorker?.register(new URL("offline.js", import.meta.url)).catch(() => undefined);
