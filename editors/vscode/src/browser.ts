import * as vscode from "vscode";
// The client needs what this sets up for browsers.
import "vscode-languageclient/browser";

import { activateIn, deactivate } from "./activation";
import { connect, MODULE, WORKER, type Port } from "./worker";

export { deactivate };

declare class Worker {
  constructor(address: string);
  onmessage: (event: { readonly data: string }) => void;
  onerror: (event: { readonly message?: string; preventDefault(): void }) => void;
  postMessage(message: unknown): void;
  terminate(): void;
}

/** VS Code in a browser: the server runs in a worker, the preview in the tab. */
export function activate(context: vscode.ExtensionContext): void {
  const file = (names: readonly string[]): vscode.Uri => vscode.Uri.joinPath(context.extensionUri, ...names);
  activateIn(context, {
    findServer: () => ({
      start: async (print) => connect(port(file(WORKER)), await vscode.workspace.fs.readFile(file(MODULE)), print),
    }),
    hasDisplay: () => false,
  });
}

function port(script: vscode.Uri): Port {
  const worker = new Worker(script.toString(true));
  return {
    post: (message) => worker.postMessage(message),
    listen: (message, failed) => {
      worker.onmessage = ({ data }) => message(data);
      worker.onerror = (event) => {
        event.preventDefault();
        failed(new Error(event.message ?? "the language server does not load"));
      };
    },
    terminate: () => worker.terminate(),
  };
}
