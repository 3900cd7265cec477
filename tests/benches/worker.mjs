#!/usr/bin/env node
// usage: worker.mjs SERVER MODULES
//
// Times from an edit to its diagnostics, of the server in a worker beside the program. SERVER is
// cindyscript-server, MODULES the folder that `.github/web.sh cindyscript-server-web MODULES` has written. The same edits
// of a page of 1,000 lines go to both in turn. The last line has the memory of the worker after each hundred edits.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [, , program, modules] = process.argv;
const LINES = 1000;
const EDITS = 1000;
const URI = "file:///long.cindyscript";

/** One side: `send` takes a message, `receive` is called with each. */
class Side {
  waiting = new Map();
  times = [];
  receive(message) {
    if (message.method === "textDocument/publishDiagnostics") this.waiting.get(message.params.version)?.();
    else if (message.method && message.id !== undefined) this.send({ id: message.id, result: null });
    else if (message.id !== undefined) this.waiting.get(`answer ${message.id}`)?.();
  }
  until(what) {
    return new Promise((done) => this.waiting.set(what, done));
  }
  async open(text) {
    this.send({ id: 1, method: "initialize", params: { capabilities: {} } });
    await this.until("answer 1");
    this.send({ method: "initialized", params: {} });
    const textDocument = { uri: URI, languageId: "cindyscript", version: 1, text };
    this.send({ method: "textDocument/didOpen", params: { textDocument } });
    await this.until(1);
  }
  /** Writes a text at the beginning of a line, in place of so many characters. */
  async edit(version, line, text, length) {
    const begun = performance.now();
    const range = { start: { line, character: 0 }, end: { line, character: length } };
    const contentChanges = [{ range, text }];
    this.send({ method: "textDocument/didChange", params: { textDocument: { uri: URI, version }, contentChanges } });
    await this.until(version);
    this.times.push(performance.now() - begun);
  }
}

class Program extends Side {
  process = spawn(program, [], { stdio: ["pipe", "pipe", "ignore"] });
  received = Buffer.alloc(0);
  constructor() {
    super();
    this.process.stdout.on("data", (data) => {
      this.received = Buffer.concat([this.received, data]);
      for (;;) {
        const end = this.received.indexOf("\r\n\r\n");
        const length = Number(/content-length: (\d+)/i.exec(this.received.toString("latin1", 0, Math.max(end, 0)))?.[1]);
        if (end < 0 || this.received.length < end + 4 + length) return;
        const message = JSON.parse(this.received.toString("utf8", end + 4, end + 4 + length));
        this.received = this.received.subarray(end + 4 + length);
        this.receive(message);
      }
    });
  }
  send(message) {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }
}

class Worker extends Side {
  constructor({ Server }) {
    super();
    this.server = new Server((text) => this.receive(JSON.parse(text)));
  }
  send(message) {
    this.server.receive(JSON.stringify({ jsonrpc: "2.0", ...message }));
  }
}

const name = "cindyscript_server_web";
const module = await import(pathToFileURL(resolve(modules, `${name}.js`)));
const { memory } = module.initSync({ module: readFileSync(join(modules, `${name}_bg.wasm`)) });
const text = Array.from({ length: LINES }, (_, line) => `f${line}(x) := sin(x*${line}) + f${line >> 1}(x)*x;`).join("\n");
const sides = [new Program(), new Worker(module)];
for (const side of sides) await side.open(text);
const sizes = [];
for (let edit = 0; edit < EDITS; edit += 1) {
  // Each second edit takes back the one before.
  const line = ((edit >> 1) * 7919) % LINES;
  const [written, length] = edit % 2 === 0 ? ["y = 1;", 0] : ["", 6];
  for (const side of sides) await side.edit(edit + 2, line, written, length);
  if (edit % 100 === 99) sizes.push(memory.buffer.byteLength / 2 ** 20);
}
const at = (times, share) => [...times].sort((a, b) => a - b)[Math.floor(times.length * share)];
for (const share of [0.5, 0.99]) {
  const [native, worker] = sides.map(({ times }) => at(times, share));
  console.log(`p${share * 100}: program ${native.toFixed(2)} ms, worker ${worker.toFixed(2)} ms, ratio ${(worker / native).toFixed(2)}`);
}
console.log(`memory of the worker, MiB: ${sizes.map((size) => size.toFixed(0)).join(", ")}`);
process.exit(0);
