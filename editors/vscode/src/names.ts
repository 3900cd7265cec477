import type * as vscode from "vscode";

/** The last part of a path, the name of a file. */
export function fileName({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** An error in words. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The server's command that opens the preview of a document in a window. */
export const OPEN_PREVIEW = "cindyscript.preview.open";

/** This extension's commands that the server sends with a place. */
export const RENAME = "cindyscript.rename";
export const SHOW_REFERENCES = "cindyscript.showReferences";

/** The commands that the server may put into code actions and code lenses, because they are registered. */
export const SERVER_COMMANDS: readonly string[] = [RENAME, SHOW_REFERENCES];
