// The page of the extension in VS Code. Run by `npm test`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";

const root = mkdtempSync(path.join(tmpdir(), "cindyscript-readme-"));
after(() => rmSync(root, { recursive: true }));
const extension = path.join(root, "editors", "vscode");

/** The addresses of the pictures of the page, for a manifest. */
function pictures(manifest) {
  const source = path.join(import.meta.dirname, "..");
  mkdirSync(extension, { recursive: true });
  cpSync(path.join(source, "README.md"), path.join(extension, "README.md"));
  cpSync(path.join(source, "readme.mjs"), path.join(extension, "readme.mjs"));
  writeFileSync(path.join(extension, "package.json"), JSON.stringify(manifest));
  execFileSync("node", ["readme.mjs"], { cwd: extension });
  const page = readFileSync(path.join(extension, "dist", "README.md"), "utf8");
  return [...page.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, address]) => address);
}

test("package_of_a_clone_has_no_broken_pictures", () => {
  assert.deepEqual(pictures({}), []);
});

test("package_of_a_repository_links_to_its_pictures", () => {
  const addresses = pictures({ repository: { url: "https://github.com/owner/name.git" } });
  assert.deepEqual(addresses, ["https://github.com/owner/name/raw/HEAD/docs/pictures/editor-dark.png"]);
});
