import * as vscode from "vscode";

import { reason } from "./names";

/** A variable of the debug adapter's scope *Rounds*: a loop, and `17 of 100`. */
interface Loop {
  readonly name: string;
  readonly value: string;
}

/** Asks for a round of a loop around the statement where the debugger has stopped, and goes to it. */
export async function goToRound(): Promise<void> {
  const at = vscode.debug.activeStackItem;
  if (!(at instanceof vscode.DebugStackFrame)) {
    void vscode.window.showInformationMessage("CindyScript: stop the debugger in a loop first.");
    return;
  }
  const { session, frameId } = at;
  try {
    const loops = await loopsAround(session, frameId);
    const loop = await choose(loops);
    const round = loop && (await ask(loop));
    if (loop !== undefined && round !== undefined) {
      await session.customRequest("goToRound", { frameId, loop: loops.indexOf(loop), round });
    }
  } catch (error) {
    void vscode.window.showErrorMessage(`CindyScript: ${reason(error)}`);
  }
}

/** The loops around the statement of a stack frame, innermost first. */
async function loopsAround(session: vscode.DebugSession, frameId: number): Promise<readonly Loop[]> {
  const { scopes } = await session.customRequest("scopes", { frameId });
  const rounds = (scopes as { name: string; variablesReference: number }[]).find(({ name }) => name === "Rounds");
  if (rounds === undefined) {
    throw new Error("no loop is around this statement.");
  }
  const { variablesReference } = rounds;
  return (await session.customRequest("variables", { variablesReference })).variables;
}

/** The only loop, or the one that the user chooses. */
async function choose(loops: readonly Loop[]): Promise<Loop | undefined> {
  const items = loops.map((loop) => ({ label: loop.name, description: loop.value, loop }));
  const item = items.length === 1 ? items[0] : await vscode.window.showQuickPick(items, { placeHolder: "Loop" });
  return item?.loop;
}

async function ask({ name, value }: Loop): Promise<number | undefined> {
  const [round = "", rounds = ""] = value.split(" of ");
  const isRound = (text: string): boolean => /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= Number(rounds);
  const text = await vscode.window.showInputBox({
    title: name,
    prompt: `Round, from 1 to ${rounds}`,
    value: round,
    validateInput: (text) => (isRound(text) ? undefined : `A number from 1 to ${rounds}`),
  });
  return text === undefined ? undefined : Number(text);
}
