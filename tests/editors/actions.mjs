// What VS Code offers for a script: code actions, what is not used, and what there is in it.

import { check, lens, line, open, page, picture, run, squiggle, TIMEOUT, until } from "./workbench.mjs";

/** Takes the first code action of a menu, once that is there. */
async function take(title, name, openMenu) {
  const action = page.locator(".action-widget .monaco-list-row.action.focused", { hasText: title });
  // VS Code closes the menu where hints or lenses come meanwhile.
  await until(async () => {
    await openMenu();
    return action.waitFor({ timeout: TIMEOUT / 6 }).then(() => true, () => false);
  }, () => `without the action ${title}`);
  await picture(name);
  await page.keyboard.press("Enter");
}

export async function theActions() {
  await open("actions.cindyscript");
  await check("the light bulb has a quick fix", async () => {
    await squiggle().waitFor({ timeout: TIMEOUT });
    await line(/^sign/).click({ timeout: TIMEOUT });
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    const bulb = page.locator('.monaco-editor [class*="codicon-gutter-lightbulb"], .monaco-editor .lightBulbWidget');
    await take("Write 2*(-1)", "-quick-fix", () => bulb.filter({ visible: true }).first().click({ timeout: TIMEOUT }));
    await line(/^sign.*=\s2\*\(-1\);/).waitFor({ timeout: TIMEOUT });
    await squiggle().waitFor({ state: "detached", timeout: TIMEOUT });
  });
  await check("a variable is extracted, and named in the box that opens", async () => {
    await line(/^radius/).click({ timeout: TIMEOUT });
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    for (let place = 0; place < "sin(0.5)".length; place += 1) {
      await page.keyboard.press("Shift+ArrowLeft");
    }
    await take("Extract this into a variable", "-refactoring", () => page.keyboard.press("Control+Period"));
    const box = page.locator(".rename-box input");
    await box.waitFor({ timeout: TIMEOUT });
    await box.fill("bend");
    await box.press("Enter");
    await line(/^bend.*=\ssin\(0\.5\);/).waitFor({ timeout: TIMEOUT });
    await line(/^radius.*=\s1\s\+\sbend;/).waitFor({ timeout: TIMEOUT });
  });
  await check("what is not used is faded", async () => {
    const faded = page.locator(".monaco-editor .squiggly-inline-unnecessary");
    const seen = async () => (await faded.allInnerTexts()).sort().join(", ");
    await until(async () => (await seen()) === "rest, unread", seen);
    const opacity = await faded.first().evaluate((name) => getComputedStyle(name).opacity);
    if (Number(opacity) >= 1) throw new Error(`its opacity is ${opacity}`);
    await picture("-unused");
  });
  await run("File: Revert File");
}

export async function theOutline() {
  await open("two.html");
  await lens().waitFor({ timeout: TIMEOUT });
  await check("the outline has the scripts, and what is in them", async () => {
    await run("Explorer: Focus on Outline View");
    const rows = page.locator(".outline-tree .monaco-list-row");
    // Scripts stand in the group of the extension, and names in their scripts.
    const seen = () => rows.evaluateAll((rows) =>
      rows.map((row) => `${row.ariaLevel} ${(row.querySelector(".label-name") ?? row).textContent}`).join(", "));
    await until(async () => (await seen()).startsWith("1 CindyScript, 2 init, 3 half, 3 size, 2 draw, 3 colorplot"), seen);
    await picture("-outline");
    await rows.filter({ hasText: "size" }).first().click({ timeout: TIMEOUT });
    await page.locator(".statusbar-item", { hasText: /^Ln 6, Col 3/ }).first().waitFor({ timeout: TIMEOUT });
    // The views of the explorer have their room back.
    await page.locator(".pane-header", { hasText: "Outline" }).click({ timeout: TIMEOUT });
  });
  await check("symbols are gone to by name", async () => {
    await line(/<title>/).click({ timeout: TIMEOUT });
    await page.keyboard.press("Control+Shift+KeyO");
    await page.locator(".quick-input-widget input:focus").waitFor({ timeout: TIMEOUT });
    await page.keyboard.type("half");
    const row = page.locator(".quick-input-list .monaco-list-row.focused", { hasText: "half" });
    await row.filter({ has: page.locator(".codicon-symbol-method, .codicon-symbol-function") }).waitFor({ timeout: TIMEOUT });
    await picture("-symbols");
    await page.keyboard.press("Enter");
    await page.locator(".statusbar-item", { hasText: /^Ln 5,/ }).first().waitFor({ timeout: TIMEOUT });
  });
}
