// How VS Code receives somebody who has no applet yet.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

import {
  check, choose, colours, IN_BROWSER, lens, line, load, noProblems, notice, notRun, open, page, picture, run, servers, shown, status, TIMEOUT,
  until, WORKSPACE,
} from "./workbench.mjs";

/** The folder of the oracle, which runs pages with CindyJS itself. */
const ORACLE = process.env.CINDYJS_ORACLE;

/** What VS Code does with a page that has nothing of CindyScript. It is the first that is shown. */
export async function theColdStart() {
  await load("page.html");
  await check("a page without scripts starts no server", async () => {
    await run("Developer: Show Running Extensions");
    const extension = page.locator(".runtime-extension, .extension", { hasText: "CindyScript" }).filter({ hasText: /Activation/ });
    await extension.first().waitFor({ timeout: TIMEOUT });
    await picture("-cold");
    await page.waitForTimeout(2000);
    if (servers().length > 0) throw new Error("it runs");
    await run("View: Close Editor");
  });
  await check("a script starts one", async () => {
    await open("types.cindyscript");
    await until(() => servers().length === 1, servers);
  });
}

export async function theIcon() {
  await check("scripts have an icon, in light and in dark themes", async () => {
    const label = page.locator(".explorer-folders-view .monaco-list-row .monaco-icon-label", { hasText: "types.cindyscript" });
    const icon = () => label.first().evaluate((label) => getComputedStyle(label, "::before").backgroundImage);
    const seen = [];
    for (let themes = 0; themes < 2; themes += 1) {
      await until(async () => !["none", ...seen].includes(await icon()), icon);
      seen.push(await icon());
      await run("Preferences: Toggle between Light/Dark Themes");
    }
    const names = seen.map((image) => /(light|dark)\.svg/.exec(image)?.[1]);
    if (`${names.sort()}` !== "dark,light") throw new Error(`they are ${seen}`);
  });
  // VS Code for the Web does not list an extension that it is started with.
  if (!IN_BROWSER) await check("the page of the extension has a large icon, and no broken picture", async () => {
    await page.keyboard.press("Control+Shift+X");
    await page.locator(".extension-list-item", { hasText: "CindyScript" }).first().click({ timeout: TIMEOUT });
    const text = page.frameLocator("iframe.webview").last().frameLocator("iframe");
    await text.locator("h1").first().waitFor({ timeout: TIMEOUT });
    const width = await page.locator(".extension-editor .icon").first().evaluate((image) => image.naturalWidth);
    await picture("-extension");
    if (width !== 256) throw new Error(`its width is ${width}`);
    // Those of a release are in the web, which tests do not use.
    if ((await text.locator("img").count()) > 0) throw new Error("there is a picture");
    await run("View: Close All Editors");
    await page.keyboard.press("Control+Shift+E");
  });
}

export async function aNewApplet() {
  await check("a new applet is a sound page", async () => {
    await run("CindyScript: New Applet");
    const kinds = page.locator(".quick-input-list .monaco-list-row");
    await until(async () => (await kinds.count()) === 5, () => kinds.allInnerTexts());
    const icon = kinds.nth(1).locator(".quick-input-list-icon");
    const background = await icon.evaluate((element) => getComputedStyle(element).backgroundImage);
    if (!background.includes("phase.png")) throw new Error(`its picture is ${background.slice(0, 100)}`);
    await picture("-new-applet");
    const input = page.locator(".quick-input-widget input[type=text]").first();
    await input.fill("rings");
    await input.press("Enter");
    // The dialog begins with a name of its own.
    await until(async () => (await input.inputValue()).endsWith("rings.html"), () => input.inputValue());
    await input.fill(path.join(IN_BROWSER ? "/" : WORKSPACE, "rings.html"));
    await input.press("Enter");
    await shown("rings.html");
    await line(/<title>rings<\/title>/).waitFor({ timeout: TIMEOUT });
    await lens().waitFor({ timeout: TIMEOUT });
    await noProblems();
    // The tab of a file that is only looked at is in italics, and is gone with the next one.
    const label = page.locator('.tab.active[data-resource-name="rings.html"] .monaco-icon-label');
    await until(async () => !/\bitalic\b/.test(await label.first().getAttribute("class")), () => label.first().getAttribute("class"));
  });
  await check("another new applet gets another name", async () => {
    await run("CindyScript: New Applet");
    const input = page.locator(".quick-input-widget input[type=text]").first();
    await page.locator(".quick-input-list .monaco-list-row").first().waitFor({ timeout: TIMEOUT });
    await input.fill("rings");
    await input.press("Enter");
    await until(async () => (await input.inputValue()).endsWith("rings-2.html"), () => input.inputValue());
    await input.press("Escape");
  });
  if (IN_BROWSER) return;
  const applet = path.join(WORKSPACE, "rings.html");
  // A ring around A, between two of them, and elsewhere.
  const places = [[0.6, 0.4], [0.5, 0.5], [0.25, 0.25], [0.1, 0.8]];
  let ours;
  await check("the preview paints it", async () => {
    const file = left("-applet.png");
    const said = JSON.parse(output(process.env.CINDYSCRIPT_PREVIEW, "render", applet, "--png", file, "--json"));
    if (said.errors.length + said.warnings.length > 0) throw new Error(JSON.stringify(said));
    ours = await colours(file, places);
    if (new Set(ours.map(String)).size < places.length) throw new Error(`its colours are ${ours.join(" | ")}`);
  });
  await check("it is exported as one page", async () => {
    await run("CindyScript: Export as One Page");
    const input = page.locator(".quick-input-widget input[type=text]").first();
    await until(async () => (await input.inputValue()).endsWith("rings-export.html"), () => input.inputValue());
    await input.press("Enter");
    await notice("Exported rings-export.html").waitFor({ timeout: TIMEOUT });
    const text = readFileSync(path.join(WORKSPACE, "rings-export.html"), "utf8");
    if (!text.includes("rings*dist(#, A.xy)")) throw new Error(text.slice(0, 500));
  });
  await check("a window without the editor needs a display of this machine", async () => {
    await run("CindyScript: Run Without Editor");
    await notice("there is no display for a window").waitFor({ timeout: TIMEOUT });
  });
  if (ORACLE === undefined) {
    notRun("a new applet in a browser", "CINDYJS_ORACLE does not name the oracle's folder");
    return;
  }
  await check("and in a browser, CindyJS paints the same", async () => {
    const folder = left("-browser");
    output(process.execPath, path.join(ORACLE, "render.mjs"), "--out", folder, "--frames", "1", "--perf", "0", applet);
    const said = JSON.parse(readFileSync(path.join(folder, "rings.json"), "utf8"));
    if (said.status !== "ok") throw new Error(JSON.stringify(said));
    const theirs = await colours(path.join(folder, "rings.png"), places);
    const apart = Math.max(...theirs.flat().map((part, at) => Math.abs(part - ours.flat()[at])));
    if (apart > 2) throw new Error(`the colours are ${theirs.join(" | ")} and not ${ours.join(" | ")}`);
  });
}

/** Where something stays to be looked at. */
const left = (name) => process.env.SCREENSHOT.replace(/\.png$/, name);

/** What a program says. */
function output(program, ...given) {
  const { stdout, stderr, status } = spawnSync(program, given, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr.trim().replaceAll("\n", " | "));
  return stdout;
}

export async function theWalkthrough() {
  const step = (title) => page.locator(".getting-started-step", { hasText: title });
  // A walkthrough that has just opened goes to its first open step once more: that may come after a click.
  const press = async (title, name) => {
    const button = step(title).getByRole("button", { name });
    await until(async () => {
      const click = (it) => it.click({ timeout: 2_000 }).then(() => true, () => false);
      return (await button.isVisible()) || (await click(step(title))) ? click(button) : false;
    }, () => `step “${title}” has no button “${name}”`);
  };
  const welcome = async () => {
    await run("Welcome: Open Walkthrough...");
    await page.locator(".quick-input-widget input[type=text]").first().fill("CindyScript");
    await page.locator(".quick-input-list .monaco-list-row.focused", { hasText: "Write pictures with" }).waitFor({ timeout: TIMEOUT });
    await page.keyboard.press("Enter");
    await step("Ask for types").waitFor({ timeout: TIMEOUT });
  };
  await run("View: Close All Editors");
  await check("the walkthrough opens a sample, and its steps are about that", async () => {
    await welcome();
    await picture("-walkthrough");
    await press("Open an applet", "Open a Sample");
    await line(/hue\(angle\)/).waitFor({ timeout: TIMEOUT });
    await lens().waitFor({ timeout: TIMEOUT });
    await noProblems();
    await picture("-sample");
  });
  await check("its second step opens the preview", async () => {
    await page.locator(".tab", { hasText: /^(Welcome|Walkthrough)/ }).first().click({ timeout: TIMEOUT });
    await press("See its picture", "Open Preview");
    await status("eye").waitFor({ timeout: TIMEOUT });
    await picture("-walkthrough-preview");
  });
  await check("its third step explains a type, in the sample that lies behind", async () => {
    await press("Ask for types", "Explain Type");
    const story = page.frameLocator("iframe.webview").last().frameLocator("iframe");
    await story.locator("h1", { hasText: /w.*complex/ }).waitFor({ timeout: TIMEOUT });
    await line(/w:\scomplex\s=\sp\(z\)/).waitFor({ timeout: TIMEOUT });
    await picture("-walkthrough-types");
    await choose("Close Preview");
  });
  await check("without an applet, its buttons ask for one", async () => {
    await run("View: Revert and Close Editor");
    await run("View: Close All Editors");
    await welcome();
    for (const [title, name] of [["See its picture", "Open Preview"], ["Ask for types", "Explain Type"]]) {
      await press(title, name);
      const told = notice("open a script or a page");
      await told.hover({ timeout: TIMEOUT });
      await told.locator(".codicon-notifications-clear").click({ timeout: TIMEOUT });
      await told.waitFor({ state: "detached", timeout: TIMEOUT });
    }
    await run("View: Close All Editors");
  });
}
