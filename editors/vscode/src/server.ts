import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

const SERVER = process.platform === "win32" ? "cindyscript-server.exe" : "cindyscript-server";

/** Where a server may come from, in the order in which the places are looked at. */
export interface Places {
  /** `cindyscript.server.path`; empty when the user has not set it. */
  readonly setting: string;
  /** The folder that the extension is installed in. */
  readonly extension: string;
  /** Whether the extension runs from a checkout, whose own builds then count. */
  readonly development: boolean;
}

/**
 * The server to run, or `undefined` when there is none. A path that the user has set is never replaced by another
 * server: running something else than was asked for would hide the mistake.
 */
export function findServer(places: Places): string | undefined {
  if (places.setting !== "") {
    return [expandHome(places.setting)].find(isExecutable);
  }
  return [
    path.join(places.extension, "bin", SERVER),
    ...(places.development ? builtHere(places.extension) : []),
    ...searchPath(),
  ].find(isExecutable);
}

function expandHome(file: string): string {
  return file.replace(/^~(?=[\\/])/, os.homedir());
}

function searchPath(): string[] {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  return folders.filter((folder) => path.isAbsolute(folder)).map((folder) => path.join(folder, SERVER));
}

/** What cargo has built in the checkout around the extension, newest first. */
function builtHere(extension: string): string[] {
  const target = path.resolve(extension, "..", "..", "target");
  return ["release", "debug"]
    .map((profile) => path.join(target, profile, SERVER))
    .filter(isExecutable)
    .sort((a, b) => fs.statSync(b).mtimeMs - fs.statSync(a).mtimeMs);
}

function isExecutable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}
