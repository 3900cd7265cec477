// Loads a source file of the extension with stubs for VS Code and its library.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { buildSync } from "esbuild";

/** The exports of `src/NAME.ts`. The modules that it imports from outside are these objects. */
export function load(name, stubs) {
  const root = mkdtempSync(path.join(tmpdir(), `cindyscript-${name}-`));
  after(() => rmSync(root, { recursive: true }));
  globalThis.stubs = { ...globalThis.stubs, ...stubs };
  const alias = {};
  for (const module of Object.keys(stubs)) {
    alias[module] = path.join(root, `${module}.cjs`);
    writeFileSync(alias[module], `module.exports = globalThis.stubs[${JSON.stringify(module)}];`);
  }
  const outfile = path.join(root, `${name}.cjs`);
  const source = path.join(import.meta.dirname, "..", "src", `${name}.ts`);
  buildSync({ entryPoints: [source], bundle: true, platform: "node", format: "cjs", outfile, alias });
  return createRequire(import.meta.url)(outfile);
}

/** An event of VS Code, and what fires it. */
export class EventEmitter {
  listeners = new Set();

  event = (listener) => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };

  fire(value) {
    for (const listener of [...this.listeners]) listener(value);
  }

  dispose() {
    this.listeners.clear();
  }
}

export class Disposable {
  static from(...all) {
    return { dispose: () => all.forEach((one) => one.dispose()) };
  }
}

/** Lets what is ready to run do so. */
export const settled = () => new Promise(setImmediate);
