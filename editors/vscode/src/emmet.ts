import * as vscode from "vscode";

import { isInScript } from "./applet";

/** Set once the user has been told, whatever the answer was. */
const TOLD = "cindyscript.toldOfEmmet";
/** A name or the pixel at the beginning of a line, with the dot behind it: for Emmet, a tag with a class. */
const ABBREVIATION = /^\s*(?:#|[\p{L}'][\p{L}\p{Nd}'_]*)\.$/u;

/**
 * Offers to end what Emmet does in pages, once, where it stands in the way: it takes `#.` and `tint.` at the beginning
 * of a line for tags, and offers these before what CindyScript has.
 */
export function registerEmmet(context: vscode.ExtensionContext): vscode.Disposable {
  return vscode.workspace.onDidChangeTextDocument(async ({ document, contentChanges }) => {
    const [change] = contentChanges;
    if (change?.text !== "." || document.languageId !== "html" || context.globalState.get(TOLD) === true || !isOn(document)) {
      return;
    }
    const { line, character } = change.range.start;
    const written = document.lineAt(line).text.slice(0, character + 1);
    if (ABBREVIATION.test(written) && isInScript(document, change.range.start)) {
      await context.globalState.update(TOLD, true);
      await offer();
    }
  });
}

function settings(scope?: vscode.TextDocument): { excluded: readonly string[]; shown: string; write(excluded: string[]): Thenable<void> } {
  const emmet = vscode.workspace.getConfiguration("emmet", scope);
  return {
    excluded: emmet.get("excludeLanguages", []),
    shown: emmet.get("showExpandedAbbreviation", "always"),
    write: (excluded) => emmet.update("excludeLanguages", excluded, vscode.ConfigurationTarget.Global),
  };
}

function isOn(document: vscode.TextDocument): boolean {
  const { excluded, shown } = settings(document);
  return !excluded.includes("html") && shown !== "never";
}

async function offer(): Promise<void> {
  const off = "Turn Emmet Off in HTML";
  const message = "CindyScript: Emmet takes names and `#` in front of a dot for tags of HTML, and offers those.";
  const choice = await vscode.window.showInformationMessage(message, off, "Keep Emmet");
  if (choice === off) {
    const { excluded, write } = settings();
    await write([...excluded, "html"]);
  }
}
