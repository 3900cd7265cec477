import { execFile, spawn } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";

import { SECTION } from "./settings";

const PREVIEW = process.platform === "win32" ? "cindyscript-preview.exe" : "cindyscript-preview";

/** The preview that the server starts: the one of the settings, the one beside the server, or the one on PATH. */
export function previewProgram(server: string): string {
  const setting = vscode.workspace.getConfiguration(SECTION).get("preview.path", "").trim();
  const beside = path.join(path.dirname(server), PREVIEW);
  return setting !== "" ? setting : fs.existsSync(beside) ? beside : PREVIEW;
}

/** Runs a program and returns its output. Throws the last line of its messages if it fails. */
export function output(program: string, given: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, given, { maxBuffer: 1 << 26, windowsHide: true }, (error, stdout, stderr) => {
      if (error === null) {
        resolve(stdout);
      } else {
        reject(new Error(stderr.trim().split("\n").at(-1) || error.message));
      }
    });
  });
}

/** Starts a program that outlives the editor. Throws if it cannot be started. */
export function detach(program: string, given: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, given, { detached: true, stdio: "ignore" });
    child.once("error", reject);
    child.once("spawn", () => {
      child.unref();
      resolve();
    });
  });
}
