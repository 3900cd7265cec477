/**
 * Writes dist/README.md, the page of the extension in VS Code. That page shows pictures from the web alone: they stay if package.json
 * names a repository that has them.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const { repository } = JSON.parse(readFileSync("package.json", "utf8"));
const folder = repository?.url.replace(/\.git$/, "/raw/HEAD/");
const text = readFileSync("README.md", "utf8").replace(/(!\[[^\]]+\]\()\.\.\/\.\.\/([^)]+\)\n\n)/g, (_, before, picture) =>
  folder === undefined ? "" : before + folder + picture,
);
mkdirSync("dist", { recursive: true });
writeFileSync("dist/README.md", text);
