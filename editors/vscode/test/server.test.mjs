// Where the server is looked for. Run by `npm test`.

import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { buildSync } from "esbuild";

const root = mkdtempSync(path.join(tmpdir(), "cindyscript-server-"));
after(() => rmSync(root, { recursive: true }));

const bundle = path.join(root, "server.cjs");
const source = path.join(import.meta.dirname, "..", "src", "server.ts");
buildSync({ entryPoints: [source], bundle: true, platform: "node", format: "cjs", outfile: bundle });
const { findServer } = createRequire(import.meta.url)(bundle);

const NAME = process.platform === "win32" ? "cindyscript-server.exe" : "cindyscript-server";
const extension = path.join(root, "extension");
const onPath = path.join(root, "on path");
const checkout = path.join(root, "checkout");

/** A program of this name, built so many seconds after 1970. */
function program(folder, time = 1000) {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, NAME);
  writeFileSync(file, "");
  chmodSync(file, 0o755);
  utimesSync(file, time, time);
  return file;
}

/** What is found in these places. */
function find(places = {}) {
  process.env.PATH = onPath;
  return findServer({ setting: "", extension, development: false, folders: [checkout], ...places });
}

test("bin/, PATH and target/release are looked at in this order, and named where there is nothing", () => {
  mkdirSync(path.join(checkout, "server", "lsp"), { recursive: true });
  writeFileSync(path.join(checkout, "server", "lsp", "Cargo.toml"), "");
  const release = path.join(checkout, "target", "release");
  assert.deepEqual(find(), { looked: [path.join(extension, "bin"), `PATH (${onPath})`, release] });
  for (const folder of [release, onPath, path.join(extension, "bin")]) {
    const there = program(folder);
    assert.deepEqual(find(), { program: there });
  }
});

test("a folder that is no checkout is not looked at", () => {
  const other = path.join(root, "other");
  program(path.join(other, "target", "release"));
  rmSync(path.join(extension, "bin"), { recursive: true });
  rmSync(onPath, { recursive: true });
  assert.deepEqual(find({ folders: [other] }), { looked: [path.join(extension, "bin"), `PATH (${onPath})`] });
});

test("of a checkout the newest build is taken", () => {
  const debug = program(path.join(checkout, "target", "debug"), 2000);
  assert.deepEqual(find(), { program: debug });
  const release = program(path.join(checkout, "target", "release"), 3000);
  assert.deepEqual(find(), { program: release });
});

test("what the user has set is taken, and nothing else in its place", () => {
  const nowhere = path.join(root, "nowhere");
  program(path.join(extension, "bin"));
  assert.deepEqual(find({ setting: nowhere }), { looked: [`the setting cindyscript.server.path, ${nowhere}`] });
  const set = program(path.join(root, "set"));
  assert.deepEqual(find({ setting: set }), { program: set });
  // A folder and a file that cannot be run are no programs.
  assert.ok("looked" in find({ setting: root }));
  if (process.platform !== "win32") {
    chmodSync(set, 0o644);
    assert.ok("looked" in find({ setting: set }));
  }
});
