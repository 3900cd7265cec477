import * as fs from "node:fs";
import * as path from "node:path";
import * as readline from "node:readline";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import * as vscode from "vscode";
import { StreamMessageReader, StreamMessageWriter } from "vscode-languageclient/node";

import { activateIn, deactivate } from "./activation";
import type { Connection, NoServer, ServerSource } from "./host";
import { DEBUG_PLOT, Debugger } from "./debugger";
import { goToRound } from "./rounds";
import { findServer } from "./server";
import { serverPathSetting } from "./settings";
import { exportPage, runWithoutEditor } from "./standalone";
import { connect, MODULE, WORKER, type Port } from "./worker";

export { deactivate };

/** Set where programs run; the commands that need them are bound to it. */
const HAS_PROGRAMS = "cindyscript.hasPrograms";

/** VS Code on a machine, where programs run. */
export function activate(context: vscode.ExtensionContext): void {
  const host = { findServer: () => source(context), hasDisplay, commands: [DEBUG_PLOT], schemes: ["file", "untitled"] };
  const { server, previews, about } = activateIn(context, host);
  void vscode.commands.executeCommand("setContext", HAS_PROGRAMS, true);
  const scripts = new Debugger(server, previews);
  context.subscriptions.push(
    scripts,
    vscode.commands.registerCommand("cindyscript.goToRound", goToRound),
    about("debugApplet", (_, uri) => scripts.debugApplet(uri)),
    about("debugPixel", (_, uri) => scripts.debugPixel(uri)),
    about("exportPage", (_, uri) => exportPage(server, uri)),
    about("runWithoutEditor", (_, uri) => runWithoutEditor(server, uri)),
  );
}

/** The program, or else, where the extension has brought none, its module in a worker. */
function source(context: vscode.ExtensionContext): ServerSource | NoServer {
  const setting = serverPathSetting();
  const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
  const found = findServer({
    setting,
    extension: context.extensionPath,
    development: context.extensionMode === vscode.ExtensionMode.Development,
    folders: folders.filter(({ uri }) => uri.scheme === "file").map(({ uri }) => uri.fsPath),
  });
  if ("program" in found) {
    const { program } = found;
    return { program, start: (print) => run(program, print) };
  }
  const module = path.join(context.extensionPath, ...MODULE);
  if (setting !== "" || !fs.existsSync(module)) {
    return found;
  }
  const worker = path.join(context.extensionPath, ...WORKER);
  return { start: async (print) => connect(port(worker), await fs.promises.readFile(module), print) };
}

/** A server that does not end when it is asked to is killed after so many milliseconds. */
const LONGEST_END = 2000;

async function run(program: string, print: (line: string) => void): Promise<Connection> {
  const child = spawn(program, { windowsHide: true });
  await once(child, "spawn");
  readline.createInterface(child.stderr).on("line", print);
  return {
    reader: new StreamMessageReader(child.stdout),
    writer: new StreamMessageWriter(child.stdin),
    end: () => void setTimeout(() => child.kill(), LONGEST_END),
  };
}

function port(script: string): Port {
  const worker = new Worker(script);
  return {
    post: (message) => worker.postMessage(message),
    listen: (message, failed) => worker.on("message", message).on("error", failed),
    terminate: () => void worker.terminate(),
  };
}

/** True if a window opens before the user. One of another machine would open where nobody sees it. */
function hasDisplay(): boolean {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  const isHere = vscode.env.remoteName === undefined;
  return isHere && (process.platform !== "linux" || Boolean(DISPLAY) || Boolean(WAYLAND_DISPLAY));
}
