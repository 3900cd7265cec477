// The imports between the extension's own files. Run by `npm test`.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

const folder = path.join(import.meta.dirname, "..", "src");

/** The files that a file imports, types included. */
function imports(name) {
  const text = readFileSync(path.join(folder, `${name}.ts`), "utf8");
  return [...text.matchAll(/ from "\.\/(\w+)"/g)].map(([, imported]) => imported);
}

/** The first cycle that imports from a file lead to. */
function cycle(name, before = []) {
  const start = before.indexOf(name);
  if (start >= 0) return [...before.slice(start), name];
  for (const imported of imports(name)) {
    const found = cycle(imported, [...before, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

test("imports_of_the_sources_have_no_cycle", () => {
  for (const file of readdirSync(folder)) {
    assert.deepEqual(cycle(path.parse(file).name), undefined);
  }
});
