import * as path from "node:path";
import * as vscode from "vscode";

import type { Server } from "./client";
import { detach, output, previewProgram } from "./programs";

/** Writes an applet as one page that needs no other file of the folder, and offers to show it. */
export async function exportPage(server: Server, applet: vscode.Uri): Promise<void> {
  const preview = await previewFor(server, applet);
  if (preview === undefined) {
    return;
  }
  const { dir, name } = path.parse(applet.fsPath);
  const target = await vscode.window.showSaveDialog({
    title: "Export as One Page",
    saveLabel: "Export",
    filters: { "Web page": ["html"] },
    defaultUri: vscode.Uri.file(path.join(dir, `${name}-export.html`)),
  });
  if (target === undefined) {
    return;
  }
  await output(preview, ["export", applet.fsPath, "--html", target.fsPath, "--force"]); // The dialog has asked.
  const show = "Open in Browser";
  if ((await vscode.window.showInformationMessage(`Exported ${path.basename(target.fsPath)}.`, show)) === show) {
    await vscode.env.openExternal(target);
  }
}

/** Shows an applet in a window of its own, which stays open without the editor and follows saves of the file. */
export async function runWithoutEditor(server: Server, applet: vscode.Uri): Promise<void> {
  if (!server.host.hasDisplay()) {
    void vscode.window.showWarningMessage("CindyScript: there is no display for a window; a tab has the preview.");
    return;
  }
  const preview = await previewFor(server, applet);
  if (preview !== undefined) {
    await detach(preview, [applet.fsPath]);
  }
}

/** The preview program for an applet whose text is in its file. Otherwise the user knows the reason. */
async function previewFor(server: Server, applet: vscode.Uri): Promise<string | undefined> {
  const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === applet.toString());
  if (applet.scheme !== "file" || (document?.isDirty && !(await document.save()))) {
    void vscode.window.showWarningMessage("CindyScript: save the applet to a file first.");
    return undefined;
  }
  return previewOf(server);
}

/** The preview program. Where there is none, the user knows the reason. */
export async function previewOf(server: Server): Promise<string | undefined> {
  if ((await server.found()) === undefined) {
    return undefined;
  }
  const { program } = server;
  if (program === undefined) {
    void vscode.window.showWarningMessage("CindyScript: this needs the program cindyscript-preview, which is not installed.");
    return undefined;
  }
  return previewProgram(program);
}
