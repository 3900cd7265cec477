/**
 * Writes dist/README.md, the page of the extension in VS Code. That page shows pictures with an address or in the text itself,
 * but no files of the package: `npm run package` has an address for them if package.json names a repository.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const { repository } = JSON.parse(readFileSync("package.json", "utf8"));

/** The address of a picture, given by its path in the repository. */
function address(picture) {
  if (repository !== undefined) {
    return repository.url.replace(/\.git$/, `/raw/HEAD/${picture}`);
  }
  return `data:image/png;base64,${readFileSync(`../../${picture}`, "base64")}`;
}

const text = readFileSync("README.md", "utf8").replace(/\]\(\.\.\/\.\.\/([^)]+\.png)\)/g, (_, picture) => `](${address(picture)})`);
mkdirSync("dist", { recursive: true });
writeFileSync("dist/README.md", text);
