/** Builds the playground into a folder that any server of static files can serve: `node build.mjs [FOLDER]`. */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const out = resolve(process.argv[2] ?? join(root, "target/playground"));

/** Applets of the tests, in the order of the list, with their names there. */
const EXAMPLES = {
  "wave.html": "Waves",
  "phase_portrait.html": "Phase portrait",
  "julia.html": "Julia sets",
  "fluid.html": "Fluid",
  "drawing.html": "Drawing",
  "watt.html": "Watt's linkage",
  "barth_sextic.html": "Barth sextic",
};

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, "examples"), { recursive: true });
for (const name of ["cindyscript-server-web", "cindyscript-preview-web"]) {
  execFileSync(join(root, ".github/web.sh"), [name, join(out, name)], { stdio: "inherit" });
}
const options = { absWorkingDir: here, outdir: out, bundle: true, format: "esm", target: "es2022", minify: true, logLevel: "warning" };
await build({ ...options, entryPoints: ["src/main.ts", "src/worker.ts"] });
cpSync(join(here, "public"), out, { recursive: true });
cpSync(join(root, "preview/web/page/preview.css"), join(out, "preview.css"));
cpSync(join(root, "editors/vscode/icons/extension.svg"), join(out, "icon.svg"));
const examples = Object.entries(EXAMPLES).map(([file, name]) => {
  cpSync(join(root, "tests/applets", file), join(out, "examples", file));
  return `<option value="${file}">${name}</option>`;
});
const page = join(out, "index.html");
const list = '<select id="examples">';
writeFileSync(page, readFileSync(page, "utf8").replace(list, list + examples.join("")));

const files = readdirSync(out, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(out, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
  .sort();
const hash = createHash("sha256");
for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(out, file)));
// The page is what its folder shows.
const addresses = files.map((file) => (file === "index.html" ? "./" : file));
const define = { FILES: JSON.stringify(addresses), BUILD: JSON.stringify(hash.digest("hex")) };
await build({ ...options, entryPoints: ["offline/offline.ts"], define });
