// When VS Code is told to ask for inlay hints again. Run by `npm test`.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, beforeEach, mock, test } from "node:test";
import { buildSync } from "esbuild";

const root = mkdtempSync(path.join(tmpdir(), "cindyscript-hints-"));
after(() => rmSync(root, { recursive: true }));

// The library wants a VS Code.
const library = path.join(root, "library.cjs");
writeFileSync(library, 'exports.InlayHintRequest = { method: "textDocument/inlayHint" };');
const bundle = path.join(root, "hints.cjs");
const source = path.join(import.meta.dirname, "..", "src", "hints.ts");
const alias = { "vscode-languageclient": library };
buildSync({ entryPoints: [source], bundle: true, platform: "node", format: "cjs", outfile: bundle, alias });
const { askAgain } = createRequire(import.meta.url)(bundle);

/** The provider's event, and a VS Code that asks at first and when it hears it: not while it waits for an answer. */
function start(hints) {
  const listeners = new Set();
  const changes = {
    event: (listener) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    fire: () => [...listeners].forEach((listener) => listener()),
  };
  const provider = { onDidChangeInlayHints: changes };
  const { provideInlayHints } = askAgain(() => ({ getFeature: () => ({ getProvider: () => provider }) }));
  const editor = { hints, shown: undefined, asked: 0, answer: undefined };
  const ask = async () => {
    listeners.delete(ask);
    editor.asked += 1;
    const { hints } = editor;
    const answer = new Promise((resolve) => (editor.answer = () => resolve(hints)));
    editor.shown = await provideInlayHints({}, {}, { isCancellationRequested: false }, () => answer);
    listeners.add(ask);
  };
  ask();
  const change = (hints) => {
    editor.hints = hints;
    changes.fire();
  };
  /** The server answers, and VS Code takes it. */
  const answer = async () => {
    editor.answer();
    await new Promise(setImmediate);
  };
  return { editor, change, answer };
}

/** So long nothing is left to be done. */
const LONG_MS = 60_000;

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

test("hints that change while VS Code waits for any are asked for again", async () => {
  const { editor, change, answer } = start("first");
  await answer();
  mock.timers.tick(LONG_MS);
  await answer();
  change("second");
  change("third");
  await answer();
  assert.equal(editor.shown, "second");
  mock.timers.tick(LONG_MS);
  await answer();
  assert.equal(editor.shown, "third");
  const { asked } = editor;
  mock.timers.tick(LONG_MS);
  assert.equal(editor.asked, asked);
});

test("those that do not are asked for once", async () => {
  const { editor, answer } = start("first");
  await answer();
  mock.timers.tick(LONG_MS);
  assert.deepEqual([editor.shown, editor.asked], ["first", 1]);
});
