import * as vscode from "vscode";

import type { Server } from "./client";
import { previewOf } from "./standalone";

/** The type of debug configurations. */
const TYPE = "cindyscript";

/** Debugs the scripts of applets: the preview program is the debug adapter. */
export function debugApplets(server: Server): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.debug.registerDebugConfigurationProvider(TYPE, { resolveDebugConfiguration }),
    vscode.debug.registerDebugAdapterDescriptorFactory(TYPE, {
      createDebugAdapterDescriptor: async () => {
        const preview = await previewOf(server);
        return preview === undefined ? undefined : new vscode.DebugAdapterExecutable(preview, ["dap"]);
      },
    }),
  );
}

/** Debugs an applet without a `launch.json`. */
export async function debugApplet(applet: vscode.Uri): Promise<void> {
  await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(applet), configuration(applet));
}

function configuration(applet: vscode.Uri): vscode.DebugConfiguration {
  return { type: TYPE, request: "launch", name: "Debug the applet", program: applet.fsPath };
}

/** Without a `launch.json`, VS Code asks for a debugger, and debugs the applet of the active editor. */
function resolveDebugConfiguration(_: unknown, given: vscode.DebugConfiguration): vscode.DebugConfiguration | undefined {
  const applet = vscode.window.activeTextEditor?.document.uri;
  const config = given.type || applet === undefined ? given : configuration(applet);
  if (typeof config["program"] !== "string" || applet?.scheme === "untitled") {
    void vscode.window.showWarningMessage("CindyScript: save the applet to a file first.");
    return undefined;
  }
  return config;
}
