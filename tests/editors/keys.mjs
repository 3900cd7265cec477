// Keys that a person presses while writing a script.

import { check, line, open, page, run, TIMEOUT, until } from "./workbench.mjs";

/** Waits until VS Code has told the words of a line apart: it closes brackets and indents by the language of a place. */
const isRead = (line) => line.locator('span > span[class^="mtk"]:not(.mtk1)').first().waitFor({ timeout: TIMEOUT });

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

/** Types lines, each behind the key for a new one, which a list of suggestions would take. */
async function rows(...rows) {
  for (const row of rows) {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    await page.keyboard.type(row);
    // A hint may stand before a blank by then.
    const text = row.replaceAll(/[[\]()+*/?.]/g, "\\$&").replaceAll(" ", ".*\\s");
    await isRead(line(new RegExp(`^\\s*${text}`)));
  }
}

/** A loop typed behind a line is indented as it is formatted, from so many blanks on; brackets are closed by VS Code. */
async function loop(behind, blanks) {
  await isRead(line(behind));
  await line(behind).click({ timeout: TIMEOUT });
  await page.keyboard.press("End");
  await rows("repeat(40,", "radius = radius + 1;", "radius = radius / 2;");
  const indented = (more, text) => line(new RegExp(`^\\s{${blanks + more}}${text}$`)).waitFor({ timeout: TIMEOUT });
  await indented(0, "repeat\\(40,");
  await indented(2, "radius.*=\\sradius\\s\\+\\s1;");
  await indented(2, "radius.*=\\sradius\\s/\\s2;");
  await indented(0, "\\)");
}

export async function theKeys() {
  for (const [file, behind, blanks] of [["numbers.cindyscript", /^radius/, 0], ["beside.html", /^\s*b.*=\s3/, 2]]) {
    await openIndented(file);
    await check(`Enter inside of a call indents in ${file}`, () => loop(behind, blanks));
    await run("File: Revert File");
  }
  await openIndented("numbers.cindyscript");
  await check("and an argument in a line of its own goes no further", async () => {
    await isRead(line(/^radius/));
    await line(/^radius/).click({ timeout: TIMEOUT });
    await page.keyboard.press("End");
    await rows("draw([0, 0],", "size -> 3,", "alpha -> 1");
    await line(/^\s{2}size\s->\s3,$/).waitFor({ timeout: TIMEOUT });
    await line(/^\s{2}alpha\s->\s1$/).waitFor({ timeout: TIMEOUT });
  });
  await run("File: Revert File");
}
