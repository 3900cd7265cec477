// The servers of VS Code for HTML and JavaScript beside ours: in a page, each answers only in its own part.

import { check, cursorAt, lens, line, notice, open, page, run, TIMEOUT, until } from "./workbench.mjs";

/** What the hover over a word of a line says, part by part. */
async function hover(pattern, word) {
  await page.mouse.move(5, 5);
  const parts = page.locator(".monaco-hover:not(.workbench-hover) .hover-row").filter({ visible: true });
  await parts.first().waitFor({ state: "detached", timeout: TIMEOUT });
  let box = null;
  const place = () => line(pattern).locator("span > span").filter({ hasText: new RegExp(`^[\\s<]*${word}>?$`) }).first().boundingBox();
  await until(async () => (box = await place()) !== null, () => "without a place");
  // HTML's own server may still be starting: then nothing is shown, and nothing comes later.
  await until(async () => {
    await page.mouse.move(5, 5);
    await page.mouse.move(box.x + box.width - 8, box.y + box.height / 2, { steps: 4 });
    return parts.first().waitFor({ timeout: TIMEOUT / 10 }).then(() => true, () => false);
  }, () => "without a hover");
  // Others may answer later.
  await page.waitForTimeout(1500);
  return (await parts.allInnerTexts()).map((part) => part.replaceAll(/\s+/g, " "));
}

/**
 * What is offered for a word that is typed in a line of its own behind another one, which is then gone again; `look` is
 * given the rows before.
 */
async function offered(pattern, word, look = async () => {}) {
  await line(pattern).click({ timeout: TIMEOUT });
  await page.keyboard.press("End");
  await page.keyboard.type(`\n${word}`);
  const list = page.locator(".suggest-widget.visible");
  // What has come while typing may be without those who answer late.
  await page.waitForTimeout(1000);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Space");
  await list.waitFor({ timeout: TIMEOUT });
  await page.waitForTimeout(1000);
  await look(list.locator(".monaco-list-row"));
  const names = await list.locator(".monaco-list-row .label-name").allInnerTexts();
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "detached", timeout: TIMEOUT });
  await page.keyboard.press("Control+Shift+KeyK");
  await line(new RegExp(`^\\s*${word}$`)).waitFor({ state: "detached", timeout: TIMEOUT });
  return names;
}

/** Where the definition of a word is: where the cursor stands then, or that there are several. */
async function definition(pattern, word) {
  await cursorAt(pattern, word);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("F12");
  await page.waitForTimeout(1500);
  const listed = await page.locator(".reference-zone-widget").count();
  await page.keyboard.press("Escape");
  return listed > 0 ? "several" : page.locator(".statusbar-item", { hasText: /^Ln/ }).first().innerText();
}

/** Throws unless `seen` holds what matches each of `wanted`, and none of `unwanted`. */
function expect(seen, wanted, unwanted) {
  const has = (pattern) => seen.some((one) => pattern.test(one));
  if (!wanted.every(has) || unwanted.some(has)) throw new Error(`it is ${seen.join(" | ")}`);
}

export async function theOthers() {
  await open("beside.html");
  await lens().waitFor({ timeout: TIMEOUT });
  await check("of a tag, HTML's hover is shown, and no other", async () => {
    await until(async () => (await hover(/<h1>/, "h1")).some((part) => part.startsWith("The h1 element")), () => "not there");
    const parts = await hover(/<h1>/, "h1");
    if (parts.length !== 1) throw new Error(`it is ${parts.join(" | ")}`);
  });
  await check("of a name in JavaScript, its own", async () => {
    const parts = await hover(/^\s*document/, "radius");
    if (`${parts}` !== 'const radius: "five"') throw new Error(`it is ${parts.join(" | ")}`);
  });
  await check("and of the same name in CindyScript, ours", async () => {
    const parts = await hover(/^\s*radius/, "radius");
    if (parts.length !== 1 || !parts[0].startsWith("radius: int")) throw new Error(`it is ${parts.join(" | ")}`);
  });
  await check("in JavaScript, names of JavaScript are completed, and none of ours", async () => {
    expect(await offered(/^\s*document/, "document.qu"), [/^querySelector$/], []);
    expect(await offered(/^\s*document/, "rad"), [/^radius$/, /^RadioNodeList$/], [/^randomint$/]);
    expect(await offered(/^\s*document/, "arct"), [], [/^arctan/]);
  });
  await check("in CindyScript, names of CindyScript are completed, and none of theirs", async () => {
    expect(await offered(/^\s*radius/, "rad"), [/^radius$/], [/^RadioNodeList$/]);
    expect(await offered(/^\s*radius/, "arct"), [/^arctan$/, /^arctan2$/], [/^AbortController$/]);
    expect(await offered(/^\s*radius/, "docu"), [], [/^document/]);
  });
  await check("in a page, what has a name comes before what Emmet would make of that", async () => {
    await offered(/^\s*radius/, "b", async (rows) => {
      await rows.first().locator(".codicon-symbol-variable").waitFor({ timeout: TIMEOUT });
    });
  });
  await check("in HTML, tags are completed, and no names", async () => {
    expect(await offered(/<h1>/, "<art"), [/^article$/], []);
    expect(await offered(/<h1>/, "arct"), [], [/^arctan/]);
  });
  await check("definitions are those of the language", async () => {
    expect([await definition(/^\s*document/, "radius")], [/^Ln 12, Col 9$/], []);
    expect([await definition(/^\s*colorplot/, "radius")], [/^Ln 7, Col 3$/], []);
  });
  await check("of a pattern of ids, the definition is the script", async () => {
    expect([await definition(/CindyJS\(/, '"cs\\*"')], [/^Ln 6, Col \d+$/], []);
  });
  await check("and its hover names it; so do a plugin's and the call's", async () => {
    const said = async (word) => (await hover(/CindyJS\(/, word)).join(" ");
    const hovers = [await said('"cs\\*"'), await said('"CindyGL"'), await said("CindyJS")];
    expect(hovers, [/csdraw in line 6/, /paints colorplots on the GPU/, /makes an applet of this page/], []);
  });
  await check("a notice where Emmet is in the way ends that", async () => {
    await line(/^\s*radius/).click({ timeout: TIMEOUT });
    await page.keyboard.press("End");
    await page.keyboard.type("\n#.");
    const told = notice("Emmet takes names");
    await told.waitFor({ timeout: TIMEOUT });
    await told.hover();
    await told.getByRole("button", { name: "Turn Emmet Off in HTML" }).click({ timeout: TIMEOUT });
    await told.waitFor({ state: "detached", timeout: TIMEOUT });
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+Shift+KeyK");
    await run("Preferences: Open User Settings (JSON)");
    await line(/"emmet\.excludeLanguages"/).waitFor({ timeout: TIMEOUT });
    await run("View: Close Editor");
  });
  await run("View: Revert and Close Editor");
}
