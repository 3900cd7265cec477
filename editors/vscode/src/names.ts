import type * as vscode from "vscode";

/** The last part of a path, the name of a file. */
export function fileName({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
