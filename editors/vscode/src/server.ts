import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import type { NoServer } from "./host";

const SERVER = process.platform === "win32" ? "cindyscript-server.exe" : "cindyscript-server";

/** Where a server may come from, in the order in which the places are looked at. */
export interface Places {
  /** `cindyscript.server.path`; empty when the user has not set it. */
  readonly setting: string;
  /** The folder that the extension is installed in. */
  readonly extension: string;
  /** Whether the extension runs from a checkout, whose own builds then count. */
  readonly development: boolean;
  /** The open folders whose programs may be run: those of a workspace that the user trusts. */
  readonly folders: readonly string[];
}

/** The program to run, or none. */
export type Found = { readonly program: string } | NoServer;

/**
 * Looks for the server. A path that the user has set is never replaced by another server: running something else than
 * was asked for would hide the mistake.
 */
export function findServer(places: Places): Found {
  const { setting, extension, development, folders } = places;
  const groups: Group[] =
    setting !== ""
      ? [{ what: `the setting cindyscript.server.path, ${setting}`, files: [expandHome(setting)] }]
      : [
          ...(development ? [builtIn(path.resolve(extension, "..", ".."))] : []),
          { what: path.join(extension, "bin"), files: [path.join(extension, "bin", SERVER)] },
          { what: `PATH (${process.env["PATH"] ?? ""})`, files: onPath() },
          ...folders.filter(isCheckout).map(builtIn),
        ];
  const program = groups.flatMap(({ files }) => files).find(isExecutable);
  return program === undefined ? { looked: groups.map(({ what }) => what) } : { program };
}

interface Group {
  readonly what: string;
  readonly files: readonly string[];
}

function expandHome(file: string): string {
  return file.replace(/^~(?=[\\/])/, os.homedir());
}

function onPath(): string[] {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  return folders.filter((folder) => path.isAbsolute(folder)).map((folder) => path.join(folder, SERVER));
}

/** Whether a folder holds the sources of the server. */
function isCheckout(folder: string): boolean {
  return fs.existsSync(path.join(folder, "server", "lsp", "Cargo.toml"));
}

/** What cargo has built in a checkout, newest first. */
function builtIn(checkout: string): Group {
  const target = path.join(checkout, "target");
  const files = ["release", "debug"]
    .map((profile) => path.join(target, profile, SERVER))
    .filter(isExecutable)
    .sort((a, b) => fs.statSync(b).mtimeMs - fs.statSync(a).mtimeMs);
  return { what: path.join(target, "release"), files };
}

function isExecutable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}
