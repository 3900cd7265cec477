import * as vscode from "vscode";

import type { Server, State } from "./client";
import type { Previews } from "./previews";
import { SECTION } from "./settings";
import type { Shown } from "./shown";

const LOOKS: Readonly<Record<State, { readonly icon: string; readonly says: string }>> = {
  stopped: { icon: "circle-slash", says: "no server runs" },
  starting: { icon: "loading~spin", says: "the server starts" },
  running: { icon: "check", says: "the server runs" },
  missing: { icon: "error", says: "there is no server" },
};

/** The item in the status bar, while there is an applet: the server and its preview, and a menu behind it. */
export function registerStatus(server: Server, previews: Previews, shown: Shown): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("cindyscript.status", vscode.StatusBarAlignment.Right, 90);
  item.name = "CindyScript";
  item.command = "cindyscript.showMenu";
  const refresh = (): void => {
    const applet = shown.applet();
    if (applet === undefined) {
      item.hide();
      return;
    }
    const { icon, says } = LOOKS[server.state];
    const hasPreview = previews.has(applet.uri);
    item.text = `$(${hasPreview ? "eye" : icon}) Cindy`;
    const program = server.program === undefined ? "" : `\n${server.program}`;
    item.tooltip = `CindyScript: ${says}, ${hasPreview ? "the preview is open" : "no preview"}${program}`;
    item.backgroundColor =
      server.state === "missing" ? new vscode.ThemeColor("statusBarItem.errorBackground") : undefined;
    item.show();
  };
  refresh();
  return vscode.Disposable.from(
    item,
    server.onDidChange(refresh),
    previews.onDidChange(refresh),
    shown.onDidChange(refresh),
    vscode.commands.registerCommand("cindyscript.showMenu", () => menu(server, previews, shown)),
    vscode.commands.registerCommand("cindyscript.showValues", () => showValues(true)),
    vscode.commands.registerCommand("cindyscript.hideValues", () => showValues(false)),
  );
}

const VALUES = "inlayHints.values";

function showsValues(): boolean {
  return vscode.workspace.getConfiguration(SECTION).get(VALUES, true);
}

/** Shows the values of the preview beside their names, or no longer, where the user has said so before. */
async function showValues(shown: boolean): Promise<void> {
  const settings = vscode.workspace.getConfiguration(SECTION);
  const { workspaceFolderValue, workspaceValue } = settings.inspect(VALUES) ?? {};
  const isOfWorkspace = workspaceFolderValue !== undefined || workspaceValue !== undefined;
  const target = isOfWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await settings.update(VALUES, shown, target);
}

async function menu(server: Server, previews: Previews, shown: Shown): Promise<void> {
  const applet = shown.applet();
  const hasPreview = applet !== undefined && previews.has(applet.uri);
  const about = applet === undefined ? [] : [
    hasPreview
      ? { label: "$(close) Close Preview", command: "cindyscript.closePreview" }
      : { label: "$(open-preview) Open Preview", command: "cindyscript.openPreview" },
    ...(hasPreview && previews.hasTab(applet.uri)
      ? [{ label: "$(list-selection) Preview Controls", command: "cindyscript.previewControls" }]
      : []),
    ...(hasPreview
      ? [
          showsValues()
            ? { label: "$(eye-closed) Hide Values in the Text", command: "cindyscript.hideValues" }
            : { label: "$(eye) Show Values in the Text", command: "cindyscript.showValues" },
        ]
      : []),
    { label: "$(question) Explain Type", command: "cindyscript.explainType" },
    { label: "$(type-hierarchy) Show Dependency Graph", command: "cindyscript.showDependencyGraph" },
  ];
  const choice = await vscode.window.showQuickPick(
    [
      ...about,
      { label: "$(book) Open Type Reference", command: "cindyscript.showTypes" },
      { label: "$(output) Show Output", command: "cindyscript.showOutput" },
      { label: "$(new-file) New Applet", command: "cindyscript.newApplet" },
      { label: "$(debug-restart) Restart Server", command: "cindyscript.restartServer" },
      { label: "$(gear) Settings", command: "workbench.action.openSettings", argument: "cindyscript." },
    ],
    { placeHolder: `CindyScript: ${LOOKS[server.state].says}` },
  );
  if (choice !== undefined) {
    await vscode.commands.executeCommand(choice.command, ...("argument" in choice ? [choice.argument] : []));
  }
}
