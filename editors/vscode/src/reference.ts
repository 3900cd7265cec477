import * as vscode from "vscode";

/** Shows a section of the reference: what a code of diagnostics means, or what types do; its name is the argument. */
export const REFERENCE = "cindyscript.showReference";

/** The address of a section of the reference, in texts that the server sends, without its name. */
export const ADDRESS = "cindyscript:reference/";

/** The command that shows a section of the reference. */
function command(name: string): vscode.Uri {
  return vscode.Uri.from({ scheme: "command", path: REFERENCE, query: JSON.stringify([name]) });
}

/** Markdown whose links to the reference are commands. */
export function referenced(text: string): string {
  return text.replace(/\]\(cindyscript:reference\/([a-z0-9-]+)\)/g, (_, name: string) => `](${command(name).toString()})`);
}

/** A diagnostic whose code is a link to what it means. */
export function linked(diagnostic: vscode.Diagnostic): vscode.Diagnostic {
  const { code } = diagnostic;
  if (typeof code === "string") {
    diagnostic.code = { value: code, target: command(code) };
  }
  return diagnostic;
}
