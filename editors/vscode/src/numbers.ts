import * as vscode from "vscode";
import { ExecuteCommandRequest, type Range } from "vscode-languageclient";
import type { LanguageClient } from "vscode-languageclient";

import type { Server } from "./client";
import { SECTION } from "./settings";
import type { Shown } from "./shown";

/** The server's command that says what to write to move numbers by steps. */
const MOVE_NUMBERS = "cindyscript.moveNumbers";

/** The numbers of the cursors: the server answers with one for each place, or null. */
interface Answer {
  version: number;
  numbers: ({ range: Range; newText: string; from: string } | null)[];
}

/** By how much: so many steps, or tenths of one. */
interface Steps {
  count: number;
  fine: boolean;
}

/** Each command with its steps. */
const COMMANDS: Readonly<Record<string, Steps>> = {
  increaseNumber: { count: 1, fine: false },
  decreaseNumber: { count: -1, fine: false },
  increaseNumberByTen: { count: 10, fine: false },
  decreaseNumberByTen: { count: -10, fine: false },
  increaseNumberByTenth: { count: 1, fine: true },
  decreaseNumberByTenth: { count: -1, fine: true },
};

/** Steps that follow each other so closely are undone at once; a key that is held begins to repeat after half a second. */
const PAUSE = 1000;
/** So often it is tried to write into a text that changes meanwhile. */
const TRIES = 10;

/** Steps that are undone at once. */
interface Row {
  document: vscode.TextDocument;
  /** The version that the last of them has made, and when. */
  version: number;
  time: number;
  /** The steps so far that were tenths, and how the number of each cursor was written before them. */
  tenths: { count: number; from: (string | undefined)[] } | undefined;
}

/**
 * The commands that change the numbers at the cursors by steps. A key may repeat faster than a text is analysed: steps
 * that come meanwhile become one.
 */
export function registerNumbers(server: Server, shown: Shown): vscode.Disposable {
  const numbers = new Numbers(server);
  const commands = Object.entries(COMMANDS).map(([name, steps]) =>
    vscode.commands.registerCommand(`${SECTION}.${name}`, () => numbers.move(shown.editor(), steps)),
  );
  const moved = vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
    // The edits themselves, which move the cursor as well, are of no kind.
    if (kind === vscode.TextEditorSelectionChangeKind.Keyboard || kind === vscode.TextEditorSelectionChangeKind.Mouse) {
      numbers.pause();
    }
  });
  return vscode.Disposable.from(moved, ...commands);
}

class Numbers {
  private row: Row | undefined;
  private waiting: Steps[] = [];
  private running: Promise<void> | undefined;

  constructor(private readonly server: Server) {}

  /** What follows is undone by itself. */
  pause(): void {
    this.row = undefined;
  }

  /** Moves the numbers at the cursors of an editor. */
  async move(editor: vscode.TextEditor | undefined, steps: Steps): Promise<void> {
    const last = this.waiting.at(-1);
    if (last !== undefined && last.fine === steps.fine) {
      last.count += steps.count;
    } else {
      this.waiting.push({ ...steps });
    }
    this.running ??= this.run(editor).finally(() => (this.running = undefined));
    await this.running;
  }

  private async run(editor: vscode.TextEditor | undefined): Promise<void> {
    const client = await this.server.client();
    let tries = 0;
    for (let steps = this.waiting.shift(); steps !== undefined; steps = this.waiting.shift()) {
      if (editor === undefined || steps.count === 0) {
        continue;
      }
      const answer = client?.isRunning() ? await this.ask(client, editor, steps) : null;
      if (answer === null) {
        await replaceInPlace(editor.document, steps);
      } else if (answer === undefined || !(await this.write(editor, answer, steps))) {
        tries += 1;
        if (tries < TRIES) {
          this.waiting.unshift(steps);
          continue;
        }
      }
      tries = 0;
    }
  }

  /** The row that is not over. */
  private current(document: vscode.TextDocument): Row | undefined {
    const { row } = this;
    const goesOn = row?.document === document && row.version === document.version && Date.now() - row.time < PAUSE;
    return goesOn ? row : undefined;
  }

  /** Null if no cursor has a number; undefined if another edit has come. */
  private async ask(
    client: LanguageClient,
    { document, selections }: vscode.TextEditor,
    { count, fine }: Steps,
  ): Promise<Answer | null | undefined> {
    // The last digit is another one once there are tenths: these are counted from how the number was before.
    const before = fine ? this.current(document)?.tenths : undefined;
    const convert = client.code2ProtocolConverter;
    const cursors = selections.map(({ active }) => placesAhead(document, active));
    const request = {
      uri: convert.asUri(document.uri),
      numbers: cursors.flatMap((places, index) =>
        places.map((place) => ({
          position: convert.asPosition(place),
          // The last step has moved the cursor to its number.
          from: place === places[0] ? before?.from[index] : undefined,
        })),
      ),
      count: count + (before?.count ?? 0),
      fine,
    };
    try {
      const params = { command: MOVE_NUMBERS, arguments: [request] };
      const answer = (await client.sendRequest(ExecuteCommandRequest.type, params)) as Answer | null;
      const nearest = (places: vscode.Position[]) =>
        answer?.numbers.splice(0, places.length).find((number) => number !== null) ?? null;
      return answer && { version: answer.version, numbers: cursors.map(nearest) };
    } catch (error) {
      client.debug(`${MOVE_NUMBERS}: ${String(error)}`);
      return undefined;
    }
  }

  /** False if the text is another one. */
  private async write(
    editor: vscode.TextEditor,
    { version, numbers }: Answer,
    { count, fine }: Steps,
  ): Promise<boolean> {
    const { document } = editor;
    // The server is told of an edit a moment after it.
    if (document.version !== version) {
      return false;
    }
    // Several cursors may stand in one number.
    const edits = new Map<string, [vscode.Range, string]>();
    for (const number of numbers) {
      if (number !== null) {
        const { start, end } = number.range;
        const range = new vscode.Range(start.line, start.character, end.line, end.character);
        if (document.getText(range) !== number.newText) {
          edits.set(`${start.line},${start.character}`, [range, number.newText]);
        }
      }
    }
    moveTo(editor, numbers);
    const row = this.current(document);
    // At the end of a range there is nothing to be counted.
    if (edits.size === 0) {
      return true;
    }
    const written = await editor.edit(
      (edit) => edits.forEach(([range, text]) => edit.replace(range, text)),
      { undoStopBefore: row === undefined, undoStopAfter: false },
    );
    if (written) {
      const from = numbers.map((number) => number?.from);
      const tenths = fine ? { count: count + (row?.tenths?.count ?? 0), from } : undefined;
      this.row = { document, version: document.version, time: Date.now(), tenths };
    }
    return written;
  }
}

/** The place of a cursor and those of the digits behind it in its line. A truth value is nearer than a number. */
function placesAhead(document: vscode.TextDocument, cursor: vscode.Position): vscode.Position[] {
  const word = document.getWordRangeAtPosition(cursor);
  if (word !== undefined && /^(true|false)$/i.test(document.getText(word))) {
    return [cursor];
  }
  const digits = [...document.lineAt(cursor).text.matchAll(/\d[\d.]*/g)];
  const places = digits.map(({ index }) => cursor.with({ character: index }));
  return [cursor, ...places.filter((place) => place.isAfter(cursor))];
}

/** Moves each cursor that stands before its number to the end of the number. */
function moveTo(editor: vscode.TextEditor, numbers: Answer["numbers"]): void {
  const { selections } = editor;
  const moved = selections.map((selection, index) => {
    const range = numbers[index]?.range;
    if (range === undefined || selection.active.character >= range.start.character) {
      return selection;
    }
    const end = new vscode.Position(range.end.line, range.end.character);
    return new vscode.Selection(end, end);
  });
  if (moved.some((selection, index) => selection !== selections[index])) {
    editor.selections = moved;
  }
}

/**
 * VS Code's own step to the next value, for numbers of another language of the page, and for truth values. If it changes
 * nothing, the user reads the reason.
 */
async function replaceInPlace(document: vscode.TextDocument, { count }: Steps): Promise<void> {
  const { version } = document;
  await vscode.commands.executeCommand(`editor.action.inPlaceReplace.${count > 0 ? "down" : "up"}`);
  if (document.version === version) {
    vscode.window.setStatusBarMessage("CindyScript: there is no number to change here", 3000);
  }
}
