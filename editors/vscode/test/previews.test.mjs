// The previews of documents, and their tabs. Run by `npm test`.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Disposable, EventEmitter, load, settled } from "./stubs.mjs";

/** An address, as far as previews use it. */
class Uri {
  constructor(path) {
    this.path = path;
    this.scheme = "file";
  }

  static parse(text) {
    return new Uri(text.replace("file://", ""));
  }

  static joinPath(uri, ...names) {
    return new Uri([uri.path, ...names].join("/"));
  }

  with({ path }) {
    return new Uri(path);
  }

  toString() {
    return `file://${this.path}`;
  }
}

const renamed = new EventEmitter();
const settings = {};
const shown = { documents: [], panels: [], choice: undefined };
const { Previews } = load("previews", {
  vscode: {
    Disposable,
    EventEmitter,
    Uri,
    ViewColumn: { Beside: -2 },
    QuickPickItemKind: { Separator: -1 },
    TabInputText: class {},
    window: {
      createWebviewPanel: () => shown.panels.at(shown.panels.push(panel()) - 1),
      registerWebviewPanelSerializer: () => ({ dispose() {} }),
      showErrorMessage: async () => shown.choice,
      showInformationMessage: async () => undefined,
      showTextDocument: async () => {},
      tabGroups: { all: [] },
    },
    workspace: {
      get textDocuments() {
        return shown.documents.map((path) => ({ uri: new Uri(path) }));
      },
      getConfiguration: () => ({ get: (name, other) => settings[name] ?? other }),
      onDidRenameFiles: renamed.event,
      openTextDocument: async () => {},
    },
  },
  "vscode-languageclient": { ExecuteCommandRequest: { type: "workspace/executeCommand" } },
});

/** A panel of VS Code, empty. */
function panel() {
  const disposed = new EventEmitter();
  const webview = { options: {}, html: "", cspSource: "", asWebviewUri: (uri) => uri, onDidReceiveMessage: () => {}, postMessage: async () => true };
  return { webview, title: "", visible: true, onDidChangeViewState: () => {}, onDidDispose: disposed.event, reveal: () => {}, dispose: () => disposed.fire() };
}

/** Previews with a server, and the commands that this receives. */
function start({ hasProgram = true } = {}) {
  const received = [];
  const handlers = new Map();
  const client = {
    isRunning: () => true,
    start: async () => {},
    error: () => {},
    onNotification: (name, handler) => handlers.set(name, handler),
    sendRequest: async (_, { command, arguments: [uri] }) => void received.push(`${command.replace("cindyscript.preview.", "")} ${uri}`),
    sendNotification: async () => {},
  };
  const [created, begun, changed] = [new EventEmitter(), new EventEmitter(), new EventEmitter()];
  const server = {
    program: hasProgram ? "/bin/cindyscript-server" : undefined,
    state: "running",
    client: async () => client,
    retry: async () => {},
    onDidCreate: created.event,
    onDidBegin: begun.event,
    onDidChange: changed.event,
  };
  const previews = new Previews(server, { turnTo: () => {} }, new Uri("/extension"));
  created.fire(client);
  return {
    previews,
    received,
    client,
    tell: (...uris) => handlers.get("cindyscript/previews")({ uris }),
    die: (uri) => handlers.get("cindyscript/previewDied")({ uri, message: "it crashed" }),
    restart: () => begun.fire(client),
  };
}

const [A, B] = [new Uri("/a.html"), new Uri("/b.html")];

beforeEach(() => {
  Object.assign(shown, { documents: ["/a.html", "/b.html"], panels: [], choice: undefined });
  delete settings["preview.renderer"];
});

test("documents_with_previews_are_those_of_the_server", () => {
  const { previews, tell } = start();
  let changes = 0;
  previews.onDidChange(() => (changes += 1));
  tell(`${A}`);
  assert.deepEqual([previews.has(A), previews.has(B), changes], [true, false, 1]);
  tell();
  assert.deepEqual([previews.has(A), changes], [false, 2]);
});

test("place_selects_the_command_of_the_server", async () => {
  const { previews, received, client } = start();
  await previews.open(client, A, "window");
  assert.equal(previews.hasTab(A), false);
  await previews.open(client, A, "tab");
  assert.equal(previews.hasTab(A), true);
  settings["preview.renderer"] = "webview";
  await previews.open(client, B, "tab");
  assert.deepEqual(received, [`open ${A}`, `openInTab ${A}`, `openInEditor ${B}`]);
});

test("window_without_a_program_is_a_tab_that_paints_itself", async () => {
  const { previews, received, client } = start({ hasProgram: false });
  await previews.open(client, A, "window");
  assert.deepEqual(received, [`openInEditor ${A}`]);
});

test("preview_that_the_editor_runs_cannot_be_debugged", async () => {
  const { previews, client, tell } = start();
  tell(`${A}`, `${B}`);
  settings["preview.renderer"] = "webview";
  await previews.open(client, A, "tab");
  assert.deepEqual([previews.canDebug(A), previews.canDebug(B)], [false, true]);
});

test("restarted_server_reopens_previews_of_open_documents", async () => {
  const { received, tell, restart } = start();
  tell(`${A}`, `${B}`);
  shown.documents = ["/b.html"];
  restart();
  await settled();
  assert.deepEqual(received, [`open ${B}`]);
});

test("dead_preview_reopens_if_the_user_chooses_so", async () => {
  const { received, die } = start();
  die(`${A}`);
  await settled();
  assert.deepEqual(received, []);
  shown.choice = "Reopen";
  die(`${A}`);
  await settled();
  assert.deepEqual(received, [`open ${A}`]);
});

test("closed_tab_closes_its_preview", async () => {
  const { previews, received, client } = start();
  await previews.open(client, A, "tab");
  shown.panels[0].dispose();
  await settled();
  assert.deepEqual([previews.hasTab(A), received.at(-1)], [false, `close ${A}`]);
});

test("tab_follows_a_renamed_folder", async () => {
  const { previews, received, client } = start();
  const before = new Uri("/old/a.html");
  await previews.open(client, before, "tab");
  renamed.fire({ files: [{ oldUri: new Uri("/old"), newUri: new Uri("/new") }] });
  await settled();
  assert.deepEqual([previews.hasTab(before), received.at(-1)], [false, "openInTab file:///new/a.html"]);
  assert.equal(shown.panels[0].title, "a.html preview");
});
