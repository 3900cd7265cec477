// The command that goes to a round of a loop. Run by `npm test`.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { load } from "./stubs.mjs";

class DebugStackFrame {
  constructor(session, frameId) {
    Object.assign(this, { session, frameId });
  }
}

/** The user: an item of a list, the text in an input box, and the messages that were shown. */
const user = {};
const debug = { activeStackItem: undefined };
const { goToRound } = load("rounds", {
  vscode: {
    DebugStackFrame,
    debug,
    window: {
      showQuickPick: async (items) => items[user.item],
      showInputBox: async ({ value, validateInput }) => {
        user.offered = value;
        user.refused = ["0", "18.5", "101", "x"].filter((text) => validateInput(text) !== undefined);
        return user.text;
      },
      showInformationMessage: (message) => user.messages.push(message),
      showErrorMessage: (message) => user.messages.push(message),
    },
  },
});

/** Stops in these loops. The result is the requests that change something. */
function stop(...values) {
  const requests = [];
  const loops = values.map((value, index) => ({ name: `repeat, line ${index}`, value }));
  const session = {
    customRequest: async (name, given) => {
      switch (name) {
        case "scopes":
          return { scopes: [{ name: "Globals", variablesReference: 1 }, ...(loops.length === 0 ? [] : [{ name: "Rounds", variablesReference: 2 }])] };
        case "variables":
          return { variables: given.variablesReference === 2 ? loops : [] };
        default:
          requests.push([name, given]);
      }
    },
  };
  debug.activeStackItem = new DebugStackFrame(session, 7);
  return requests;
}

beforeEach(() => Object.assign(user, { item: undefined, text: undefined, messages: [] }));

test("only_loop_is_chosen_and_its_round_is_sent", async () => {
  const requests = stop("17 of 100");
  user.text = "42";
  await goToRound();
  assert.deepEqual(requests, [["goToRound", { frameId: 7, loop: 0, round: 42 }]]);
  assert.equal(user.offered, "17");
  assert.deepEqual(user.refused, ["0", "18.5", "101", "x"]);
});

test("outer_loop_is_sent_by_its_place", async () => {
  const requests = stop("1 of 2", "3 of 4");
  Object.assign(user, { item: 1, text: "4" });
  await goToRound();
  assert.deepEqual(requests, [["goToRound", { frameId: 7, loop: 1, round: 4 }]]);
});

test("cancelled_choice_sends_nothing", async () => {
  const requests = stop("1 of 2", "3 of 4");
  await goToRound();
  user.item = 0;
  await goToRound();
  assert.deepEqual(requests, []);
});

test("statement_outside_of_loops_gets_a_message", async () => {
  const requests = stop();
  await goToRound();
  debug.activeStackItem = undefined;
  await goToRound();
  assert.deepEqual(requests, []);
  assert.deepEqual(user.messages, ["CindyScript: no loop is around this statement.", "CindyScript: stop the debugger in a loop first."]);
});
