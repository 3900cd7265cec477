import * as vscode from "vscode";
import { ExecuteCommandRequest } from "vscode-languageclient";

import type { Server } from "./client";
import { fileName } from "./names";

/** A page to begin an applet with, as the server lists it. */
interface Template {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The page. */
  readonly text: string;
}

/** The template of the sample that the walkthrough is about. */
const SAMPLE = "phase";

/** Writes a new page with the applet that the user chooses, where the user wants it, and shows it. */
export async function newApplet(server: Server, extension: vscode.Uri): Promise<void> {
  const items = (await templates(server)).map((template) => ({
    label: template.title,
    detail: template.description,
    iconPath: vscode.Uri.joinPath(extension, "dist", "templates", `${template.name}.png`),
    template,
  }));
  if (items.length === 0) {
    return;
  }
  const chosen = await vscode.window.showQuickPick(items, {
    title: "New Applet",
    placeHolder: "Choose an applet to begin with",
    matchOnDetail: true,
  });
  if (chosen === undefined) {
    return;
  }
  const { name, title, text } = chosen.template;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const uri = await vscode.window.showSaveDialog({
    title: "New Applet",
    saveLabel: "Create",
    filters: { "Web page": ["html"] },
    ...(folder === undefined ? {} : { defaultUri: await freeName(folder, name) }),
  });
  if (uri === undefined) {
    return;
  }
  const page = text.replace(`<title>${title}</title>`, () => `<title>${escaped(fileName(uri).replace(/\.\w+$/, ""))}</title>`);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(page));
  // A tab that stays when another file is looked at.
  await vscode.window.showTextDocument(uri, { preview: false });
}

/** A page in a folder that is not there yet: `name.html`, else `name-2.html` and so on. */
async function freeName(folder: vscode.Uri, name: string): Promise<vscode.Uri> {
  const taken = new Set((await vscode.workspace.fs.readDirectory(folder)).map(([file]) => file));
  let file = `${name}.html`;
  for (let number = 2; taken.has(file); number += 1) {
    file = `${name}-${number}.html`;
  }
  return vscode.Uri.joinPath(folder, file);
}

/** Shows a sample applet, which belongs to no file yet. */
export async function openSample(server: Server): Promise<void> {
  const content = (await templates(server)).find(({ name }) => name === SAMPLE)?.text;
  if (content === undefined) {
    return;
  }
  const document = await vscode.workspace.openTextDocument({ language: "html", content });
  // The last step of the walkthrough asks for the type at the cursor.
  const asked = document.positionAt(content.indexOf("w = p(z)"));
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(asked, asked) });
}

/** The templates. Without a server there are none, and the user knows the reason. */
async function templates(server: Server): Promise<readonly Template[]> {
  const client = await server.found();
  const command = "cindyscript.templates";
  return client === undefined ? [] : await client.sendRequest(ExecuteCommandRequest.type, { command });
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}
