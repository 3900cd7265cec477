#!/usr/bin/env node
// usage: train.mjs SERVER [EDITS]     so many edits of each text; 40 where nothing is said
//
// An author's work in the applets of tests/applets, and in one script of all theirs, as an editor tells of it: edits all
// over the texts, and the questions that come with them. The server of a release is built to be fast where it runs then.
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const applets = join(dirname(fileURLToPath(import.meta.url)), "../tests/applets");
const edits = Number(process.argv[3] ?? 40);
const SCRIPT = /<script[^>]*type="text\/x-cindyscript"[^>]*>([^]*?)<\/script>/g;
const QUESTIONS = [
  "completion", "hover", "signatureHelp", "definition", "documentHighlight", "references", "rename", "inlayHint",
  "semanticTokens/range", "semanticTokens/full", "codeAction", "codeLens", "documentSymbol", "foldingRange", "formatting",
];
const CHANGES = ["new = [1, 2, 3]; ", "\n", "(", "i * ", "2", "fresh(x) := x + 1;\n"];

const server = spawn(process.argv[2], [], { stdio: ["pipe", "pipe", "ignore"] });
const waiting = new Map(); // what is called with an answer, by the number of the question
const known = new Map(); // the version of each text whose diagnostics have come
let wake = () => {};
let received = Buffer.alloc(0);
server.stdout.on("data", (data) => {
  received = Buffer.concat([received, data]);
  for (;;) {
    const end = received.indexOf("\r\n\r\n");
    const length = Number(/content-length: (\d+)/i.exec(received.toString("latin1", 0, Math.max(end, 0)))?.[1]);
    if (end < 0 || received.length < end + 4 + length) return;
    const message = JSON.parse(received.toString("utf8", end + 4, end + 4 + length));
    received = received.subarray(end + 4 + length);
    if (message.method && message.id !== undefined) send({ id: message.id, result: null });
    else if (message.id !== undefined) waiting.get(message.id)(message);
    else if (message.method === "textDocument/publishDiagnostics") known.set(message.params.uri, message.params.version);
    wake();
  }
});

function send(message) {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

let asked = 0;
function ask(method, params) {
  const id = (asked += 1);
  send({ id, method, params });
  return new Promise((answered) => waiting.set(id, answered));
}

async function diagnostics(uri, version) {
  while (known.get(uri) !== version) await new Promise((woken) => (wake = woken));
}

let state = 17; // Knuth's linear congruential generator: the same session each time
const random = (below) => (state = (state * 1664525 + 1013904223) % 2 ** 32) % below;

async function work(name, text, languageId) {
  const uri = `file:///applets/${name}`;
  const lines = text.split("\n");
  let version = 1;
  send({ method: "textDocument/didOpen", params: { textDocument: { uri, languageId, version, text } } });
  await diagnostics(uri, version);
  const replace = (start, end, change) => {
    const textDocument = { uri, version: (version += 1) };
    const contentChanges = [{ range: { start, end }, text: change }];
    send({ method: "textDocument/didChange", params: { textDocument, contentChanges } });
    return diagnostics(uri, version);
  };
  for (let edit = 0; edit < edits; edit += 1) {
    const line = random(lines.length);
    const position = { line, character: random(lines[line].length + 1) };
    const change = CHANGES[edit % CHANGES.length];
    const last = change.endsWith("\n");
    await replace(position, position, change);
    for (const question of [QUESTIONS[edit % QUESTIONS.length], QUESTIONS[random(QUESTIONS.length)]]) {
      const line = random(lines.length);
      await ask(`textDocument/${question}`, {
        textDocument: { uri },
        position: { line, character: random(lines[line].length + 1) },
        range: { start: { line, character: 0 }, end: { line: line + 60, character: 0 } },
        context: { diagnostics: [], includeDeclaration: true, triggerKind: 1, isRetrigger: false },
        options: { tabSize: 2, insertSpaces: true },
        newName: "renamed",
      });
    }
    const end = { line: line + Number(last), character: last ? 0 : position.character + change.length };
    await replace(position, end, "");
  }
}

const pages = readdirSync(applets).filter((file) => file.endsWith(".html"));
const texts = pages.map((page) => readFileSync(join(applets, page), "utf8"));
const scripts = texts.flatMap((text) => [...text.matchAll(SCRIPT)].map(([, script]) => script));
await ask("initialize", { processId: null, rootUri: null, capabilities: {} });
send({ method: "initialized", params: {} });
for (const [index, page] of pages.entries()) await work(page, texts[index], "html");
await work("all.cindyscript", scripts.join("\n;\n"), "cindyscript");
await ask("shutdown", null);
send({ method: "exit" });
server.on("exit", (code) => {
  console.log(`${pages.length + 1} texts, ${asked} questions`);
  process.exitCode = code ?? 1;
});
