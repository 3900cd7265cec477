#!/usr/bin/env node
// usage: notices.mjs
//
// Prints the licences of all that the two programs and the extension contain: crates, fonts and packages of npm, each
// text once. Wants the crates for this machine (`cargo fetch`) and the packages of editors/vscode (`npm ci`).

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..");
const EXTENSION = path.join(ROOT, "editors", "vscode");
/** The crates with the programs, those with the modules for browsers, and the packages that the extension imports. */
const PROGRAMS = ["cindyscript-lsp", "cindyscript-window"];
const MODULES = ["cindyscript-server-web", "cindyscript-preview-web"];
const IMPORTED = ["vscode-languageclient"];
const FONTS = { name: "Arimo, Cousine, Tinos", version: "20201225", license: "OFL-1.1", folder: path.join(ROOT, "preview", "player", "fonts") };
const LICENCE = /^(licen[cs]e|copying|unlicense)([-._].*)?$|notice.*\.(txt|md)$/i;
const SOURCES = /\.(rs|js|ts)$/;

/** Files with licences in a folder and below. */
function licences(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && LICENCE.test(entry.name) && !SOURCES.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !path.relative(folder, file).includes("node_modules") && statSync(file).size > 0)
    .sort();
}

/** All that can be reached from some nodes. */
function reached(begin, next) {
  const seen = new Set(begin);
  for (const node of seen) next(node).forEach((other) => seen.add(other));
  return [...seen];
}

const output = (program, ...given) => execFileSync(program, given, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 28 });

/** The crates that some crates of this repository use on a platform. */
function crates(roots, platform) {
  const metadata = JSON.parse(output("cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", platform));
  const packages = new Map(metadata.packages.map((each) => [each.id, each]));
  const nodes = new Map(metadata.resolve.nodes.map((each) => [each.id, each]));
  const begin = [...packages.values()].filter(({ name }) => roots.includes(name)).map(({ id }) => id);
  const isNormal = ({ dep_kinds }) => dep_kinds.some(({ kind }) => kind === null);
  return reached(begin, (id) => nodes.get(id).deps.filter(isNormal).map(({ pkg }) => pkg))
    .map((id) => packages.get(id))
    .filter(({ source }) => source !== null)
    .map(({ name, version, license, manifest_path }) => ({ name, version, license, folder: path.dirname(manifest_path) }));
}

function modules() {
  const manifest = (folder) => JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  /** As Node looks for a package: in the folder itself, then in those around it. */
  const find = (name, folder) => {
    for (let at = folder; at.startsWith(EXTENSION); at = path.dirname(at)) {
      const found = path.join(at, "node_modules", name);
      if (statSync(found, { throwIfNoEntry: false })) return found;
    }
    throw new Error(`${name} is not in editors/vscode/node_modules: run npm ci there`);
  };
  const begin = IMPORTED.map((name) => find(name, EXTENSION));
  const folders = reached(begin, (folder) => Object.keys(manifest(folder).dependencies ?? {}).map((name) => find(name, folder)));
  return folders.map((folder) => {
    const { name, version, license } = manifest(folder);
    return { name, version, license, folder };
  });
}

const host = /^host: (.*)$/m.exec(output("rustc", "-vV"))[1];
const found = [...crates(PROGRAMS, host), ...crates(MODULES, "wasm32-unknown-unknown"), ...modules(), FONTS];
/** Each version once. */
const parts = [...new Map(found.map((part) => [`${part.name} ${part.version}`, part])).values()]
  .sort((one, other) => (one.name < other.name ? -1 : 1));
/** Names of the parts, by the text of a licence. */
const texts = new Map();
console.log("The programs and the extension of CindyScript contain the following parts. Their licences are below.\n");
for (const { name, version, license, folder } of parts) {
  console.log(`${name} ${version}: ${license ?? "see its licence"}`);
  for (const file of licences(folder)) {
    const text = readFileSync(file, "utf8").replace(/\r\n/g, "\n").trim();
    texts.set(text, [...(texts.get(text) ?? []), `${name} ${version}`]);
  }
}
for (const [text, names] of texts) {
  console.log(`\n${"=".repeat(80)}\n${[...new Set(names)].join(", ")}\n${"=".repeat(80)}\n\n${text}`);
}
