import * as path from "node:path";
import * as vscode from "vscode";

/** Writes a new page with an applet, where the user wants it, and shows it. */
export async function newApplet(context: vscode.ExtensionContext): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const uri = await vscode.window.showSaveDialog({
    title: "New Applet",
    saveLabel: "Create",
    filters: { "Web page": ["html"] },
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, "applet.html") }),
  });
  if (uri === undefined) {
    return;
  }
  const text = (await template(context, "applet")).replace("A new applet", titled(uri));
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  // A tab that stays when another file is looked at.
  await vscode.window.showTextDocument(uri, { preview: false });
}

/** Shows a sample applet, which belongs to no file yet. */
export async function openSample(context: vscode.ExtensionContext): Promise<void> {
  const content = await template(context, "sample");
  const document = await vscode.workspace.openTextDocument({ language: "html", content });
  // The last step of the walkthrough asks for the type of what the cursor is at.
  const asked = document.positionAt(content.indexOf("w = p(z)"));
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(asked, asked) });
}

async function template(context: vscode.ExtensionContext, name: string): Promise<string> {
  const uri = vscode.Uri.joinPath(context.extensionUri, "templates", `${name}.html`);
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

/** The title of a page, after its file. */
function titled(uri: vscode.Uri): string {
  const name = path.posix.parse(uri.path).name.replace(/[&<>]/g, "");
  return name === "" ? "A new applet" : name;
}
