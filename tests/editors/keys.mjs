// Keys that a person presses while writing a script.

import { check, line, open, page, picture, run, TIMEOUT, until } from "./workbench.mjs";

/** Opens a file that is indented by two blanks: one that was opened before VS Code had the extension is not. */
async function openIndented(file) {
  const blanks = page.locator(".statusbar-item", { hasText: /^Spaces: \d$/ });
  await until(async () => {
    await open(file);
    if (await blanks.innerText({ timeout: TIMEOUT }) === "Spaces: 2") return true;
    await run("View: Close Editor");
    return false;
  }, () => blanks.innerText());
}

/**
 * Types lines behind another one, each after the key for a new line, until the lines look as expected.
 *
 * VS Code closes a bracket, and indents, only where it has read the text as far as the cursor: it reads beside the keys, and
 * what it shows does not tell how far it is. So keys come as fast as a person's, and what it got wrong is typed again.
 */
async function typed(behind, rows, expected) {
  await until(async () => {
    await line(behind).click({ timeout: TIMEOUT });
    await page.keyboard.press("End");
    for (const row of rows) {
      // A list of suggestions would take the key for a new line.
      await page.keyboard.press("Escape");
      await page.keyboard.press("Enter");
      await page.keyboard.type(row, { delay: 30 });
    }
    const shown = Promise.all(expected.map((row) => line(row).waitFor({ timeout: TIMEOUT / 6 })));
    if (await shown.then(() => true, () => false)) return true;
    await picture("-typed");
    await run("File: Revert File");
    return false;
  }, () => "indented otherwise, see the picture typed");
}

/** A loop typed behind a line is indented as it is formatted, from so many blanks on; brackets are closed by VS Code. */
async function loop(behind, blanks) {
  // A hint may stand before a blank.
  const row = (more, text) => new RegExp(`^\\s{${blanks + more}}${text}$`);
  await typed(behind, ["repeat(40,", "radius = radius + 1;", "radius = radius / 2;"], [
    row(0, "repeat\\(40,"), row(2, "radius.*=\\sradius\\s\\+\\s1;"), row(2, "radius.*=\\sradius\\s/\\s2;"), row(0, "\\)"),
  ]);
}

export async function theKeys() {
  for (const [file, behind, blanks] of [["numbers.cindyscript", /^radius/, 0], ["beside.html", /^\s*b.*=\s3/, 2]]) {
    await openIndented(file);
    await check(`Enter inside of a call indents in ${file}`, () => loop(behind, blanks));
    await run("File: Revert File");
  }
  await openIndented("numbers.cindyscript");
  await check("and an argument in a line of its own goes no further", () =>
    typed(/^radius/, ["draw([0, 0],", "size -> 3,", "alpha -> 1"], [/^\s{2}size\s->\s3,$/, /^\s{2}alpha\s->\s1$/]));
  await run("File: Revert File");
}
