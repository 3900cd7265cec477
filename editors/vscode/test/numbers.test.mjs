// Steps that change the numbers at the cursors. Run by `npm test`.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { Disposable, EventEmitter, load, settled } from "./stubs.mjs";

const TextEditorSelectionChangeKind = { Keyboard: 1, Mouse: 2, Command: 3 };
const selected = new EventEmitter();
const commands = new Map();
const executed = [];
const messages = [];
const { registerNumbers } = load("numbers", {
  vscode: {
    Disposable,
    Range: class {
      constructor(startLine, startCharacter, endLine, endCharacter) {
        this.end = { line: endLine, character: endCharacter };
      }
    },
    Position: class {
      constructor(line, character) {
        Object.assign(this, { line, character });
      }
    },
    Selection: class {
      constructor(anchor, active) {
        this.active = active;
      }
    },
    TextEditorSelectionChangeKind,
    window: {
      onDidChangeTextEditorSelection: selected.event,
      setStatusBarMessage: (text) => void messages.push(text),
    },
    commands: {
      registerCommand: (name, run) => commands.set(name, run) && { dispose: () => commands.delete(name) },
      executeCommand: async (name) => void executed.push(name),
    },
  },
  "vscode-languageclient": { ExecuteCommandRequest: { type: "workspace/executeCommand" } },
});

const RANGE = { start: { line: 0, character: 8 }, end: { line: 0, character: 11 } };

const TEXT = "f(true, 0.5) + b;";

/** A place in the line. */
const place = (character) => ({
  character,
  with: (changed) => place(changed.character),
  isAfter: (other) => character > other.character,
});

/** An editor of one line, and a server that adds tenths to its number. */
function start({ cursors = 1, at = 8, answered } = {}) {
  const requests = [];
  const edits = [];
  const document = {
    uri: "a",
    version: 1,
    lineAt: () => ({ text: TEXT }),
    getText: ({ word }) => word ?? "",
    getWordRangeAtPosition: ({ character }) => (TEXT.startsWith("true", character) ? { word: "true" } : undefined),
  };
  const editor = {
    document,
    selections: Array.from({ length: cursors }, () => ({ active: place(at) })),
    edit: async (build, { undoStopBefore }) => {
      const texts = [];
      build({ replace: (_, text) => texts.push(text) });
      edits.push({ texts, undoStopBefore });
      document.version += 1;
      return true;
    },
  };
  const state = { hasNumber: true, waits: undefined };
  const client = {
    isRunning: () => true,
    debug: () => {},
    code2ProtocolConverter: { asUri: (uri) => uri, asPosition: (position) => position },
    sendRequest: async (_, { arguments: [request] }) => {
      requests.push(request);
      await state.waits;
      const number = { range: RANGE, newText: String(0.5 + request.count / 10), from: "0.5" };
      const has = ({ position: { character } }) => state.hasNumber && character >= 8 && character <= 11;
      const numbers = request.numbers.map((asked) => (has(asked) ? number : null));
      return numbers.some((found) => found !== null) ? { version: answered ?? document.version, numbers } : null;
    },
  };
  registerNumbers({ client: async () => client }, { editor: () => editor });
  const run = (name) => commands.get(`cindyscript.${name}`)();
  return { requests, edits, editor, run, state };
}

beforeEach(() => {
  mock.timers.enable({ apis: ["Date"] });
  executed.length = 0;
  messages.length = 0;
});
afterEach(() => mock.timers.reset());

test("steps_during_a_request_become_one", async () => {
  const { requests, run, state } = start();
  let answer;
  state.waits = new Promise((resolve) => (answer = resolve));
  const first = run("increaseNumber");
  await settled();
  const others = ["increaseNumber", "increaseNumber", "increaseNumberByTen"].map(run);
  answer();
  await Promise.all([first, ...others]);
  assert.deepEqual(requests.map(({ count }) => count), [1, 12]);
});

test("steps_before_the_server_answers_are_sent_together", async () => {
  const { requests, run } = start();
  await Promise.all(["increaseNumber", "increaseNumberByTen", "decreaseNumber"].map(run));
  assert.deepEqual(requests.map(({ count }) => count), [10]);
});

test("opposite_steps_send_nothing", async () => {
  const { requests, run } = start();
  await Promise.all(["increaseNumber", "decreaseNumber"].map(run));
  assert.deepEqual(requests, []);
});

test("steps_in_a_row_have_one_undo_stop", async () => {
  const { edits, run } = start();
  await run("increaseNumber");
  await run("increaseNumber");
  selected.fire({ kind: TextEditorSelectionChangeKind.Keyboard });
  await run("increaseNumber");
  mock.timers.tick(1000);
  await run("increaseNumber");
  assert.deepEqual(edits.map(({ undoStopBefore }) => undoStopBefore), [true, false, true, true]);
});

test("tenths_in_a_row_count_from_the_first_number", async () => {
  const { requests, run } = start();
  await run("increaseNumberByTenth");
  await run("increaseNumberByTenth");
  assert.deepEqual(requests.map(({ count, numbers: [{ from }] }) => [count, from]), [[1, undefined], [2, "0.5"]]);
  await run("increaseNumber");
  await run("increaseNumberByTenth");
  assert.deepEqual(requests.slice(2).map(({ count, numbers: [{ from }] }) => [count, from]), [[1, undefined], [1, undefined]]);
});

test("two_cursors_in_a_number_change_it_once", async () => {
  const { edits, run } = start({ cursors: 2 });
  await run("increaseNumber");
  assert.deepEqual(edits.map(({ texts }) => texts), [["0.6"]]);
});

test("place_without_a_number_gets_the_step_of_vs_code", async () => {
  const { run, state } = start();
  state.hasNumber = false;
  await run("increaseNumber");
  await run("decreaseNumberByTen");
  assert.deepEqual(executed, ["editor.action.inPlaceReplace.down", "editor.action.inPlaceReplace.up"]);
});

test("cursor_before_a_number_moves_to_it_and_changes_it", async () => {
  const { edits, editor, run } = start({ at: 0 });
  await run("increaseNumber");
  assert.deepEqual(edits.map(({ texts }) => texts), [["0.6"]]);
  assert.deepEqual(editor.selections.map(({ active: { ...active } }) => active), [{ line: 0, character: 11 }]);
});

test("cursor_behind_the_last_number_says_that_there_is_none", async () => {
  const { edits, run } = start({ at: 12 });
  await run("increaseNumber");
  assert.deepEqual([edits.length, executed.length], [0, 1]);
  assert.deepEqual(messages, ["CindyScript: there is no number to change here"]);
});

test("truth_value_before_a_number_gets_the_step_of_vs_code", async () => {
  const { requests, run } = start({ at: TEXT.indexOf("true") });
  await run("increaseNumber");
  assert.deepEqual([requests[0].numbers.length, executed.length], [1, 1]);
});

test("answer_for_another_version_is_requested_again_ten_times", async () => {
  const { requests, edits, run } = start({ answered: 0 });
  await run("increaseNumber");
  assert.deepEqual([requests.length, edits.length], [10, 0]);
});
