// When VS Code is told to ask for inlay hints again. Run by `npm test`.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { EventEmitter, load, settled } from "./stubs.mjs";

const { askAgain } = load("hints", { "vscode-languageclient": { InlayHintRequest: { method: "textDocument/inlayHint" } } });

/** The provider's event, and a VS Code that asks at first and when it hears it: not while it waits for an answer. */
function start(hints) {
  const changes = new EventEmitter();
  const { listeners } = changes;
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
    await settled();
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
