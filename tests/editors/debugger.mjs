// The debugger of VS Code on a page: breakpoints, steps, variables; without a picture, and in the preview that is open.

import { readFileSync } from "node:fs";
import path from "node:path";

import { canvas, GREEN, onCanvas, PREVIEW, shows } from "./tab.mjs";
import { check, cursorAt, hoverOver, lens, line, load, page, picture, run, set, TIMEOUT, until, WORKSPACE } from "./workbench.mjs";

const frames = () => page.locator(".debug-call-stack .stack-frame .label").allInnerTexts();
const variables = () => page.locator(".debug-variables .monaco-list-row").allInnerTexts();

const statement = () => line(/^\s*b\b.*=\sdouble/);

async function isAt(name) {
  await until(async () => (await frames())[0]?.includes(name), frames);
}

async function has(variable) {
  await until(async () => (await variables()).some((row) => variable.test(row)), variables);
}

async function unfoldGlobals() {
  await page.locator(".debug-variables .monaco-list-row", { hasText: /^Globals$/ }).click({ timeout: TIMEOUT });
}

const toolbar = () => page.locator(".debug-toolbar");

export async function theDebugger() {
  await load();
  await set({ "cindyscript.preview.path": PREVIEW, "cindyscript.preview.place": "auto" });
  await load("debugged.html");
  // Keys of the debugger do nothing before the extension is active.
  await lens().waitFor({ timeout: TIMEOUT });
  await check("a page stops at a breakpoint, without a launch.json", async () => {
    await statement().click({ timeout: TIMEOUT });
    await page.keyboard.press("F9");
    await page.keyboard.press("F5");
    await isAt("draw");
    await unfoldGlobals();
    await has(/^a\b.*3$/s);
    await picture("-debugger");
  });
  await check("it steps into a function, and back", async () => {
    await run("Debug: Step Into");
    await isAt("double");
    await run("Debug: Step Over");
    await run("Debug: Step Over");
    await has(/^y\b.*6$/s);
    await picture("-debugger-function");
    await page.locator(".debug-toolbar [aria-label^='Step Back']").click({ timeout: TIMEOUT });
    await until(async () => !(await variables()).some((row) => /^y\b.*6$/s.test(row)), variables);
  });
  await check("it ends", async () => {
    await run("Debug: Stop");
    await toolbar().waitFor({ state: "hidden", timeout: TIMEOUT });
  });
  await aLoop();
  await everyRequest();
  await theOpenPreview();
}

async function aLoop() {
  await load("rounds.html");
  await line(/^\s*z:\sint/).waitFor({ timeout: TIMEOUT });
  await check("a command goes to a round of the loop", async () => {
    await line(/^\s*z\b.*2\*k/).click({ timeout: TIMEOUT });
    await page.keyboard.press("F9");
    await run("CindyScript: Debug Applet");
    await isAt("draw");
    await page.locator(".debug-variables .monaco-list-row", { hasText: /^Rounds$/ }).click({ timeout: TIMEOUT });
    await has(/1 of 9$/s);
    await run("CindyScript: Go to Round of Loop...");
    await page.locator(".quick-input-widget input:visible").fill("7");
    await page.keyboard.press("Enter");
    await has(/7 of 9$/s);
    await picture("-debugger-round");
    await run("Debug: Stop");
    await toolbar().waitFor({ state: "hidden", timeout: TIMEOUT });
  });
}

/** The tab of a preview in which nothing moves. */
const paused = () => page.locator(".tab", { hasText: "preview – paused" });

/** The number of frames that the variables show. */
async function frame() {
  const row = (await variables()).find((row) => /^frames\b/.test(row));
  return Number(/\d+$/.exec(row ?? "")?.[0]);
}

async function theOpenPreview() {
  await load("stepped.html");
  await lens().waitFor({ timeout: TIMEOUT });
  await check("the open preview stops, and its picture stays beside the text", async () => {
    await line(/^\s*frames\b.*\+\s1/).click({ timeout: TIMEOUT });
    await page.keyboard.press("F9");
    await run("CindyScript: Show Preview in a Tab");
    await shows([[0, 0], GREEN]);
    await run("CindyScript: Debug Applet");
    await isAt("draw");
    await unfoldGlobals();
    await has(/^frames\b.*\d+$/s);
    await paused().waitFor({ timeout: TIMEOUT });
    await shows([[0, 0], GREEN]);
    await picture("-debugger-preview");
  });
  await check("it runs one frame until it stops again", async () => {
    const before = await frame();
    await run("Debug: Continue");
    await until(async () => (await frame()) === before + 1, async () => `${before}, ${await frame()}`);
  });
  await check("it stops at the same statement after an edit above it", async () => {
    const lines = () => page.locator(".debug-call-stack .stack-frame .line-number").allInnerTexts();
    const [before] = await lines();
    await line(/^\s*frames\b.*0/).click({ timeout: TIMEOUT });
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await until(async () => (await lines())[0] === before.replace(/^\d+/, (number) => Number(number) + 1), lines);
    await picture("-debugger-edit");
    await run("Undo");
    await until(async () => (await lines())[0] === before, lines);
  });
  await check("the preview goes on without the debugger", async () => {
    await run("Debug: Disconnect");
    await toolbar().waitFor({ state: "hidden", timeout: TIMEOUT });
    await paused().waitFor({ state: "detached", timeout: TIMEOUT });
  });
  await check("a pixel of the picture is debugged by a key in it", async () => {
    await canvas().click({ timeout: TIMEOUT });
    await page.mouse.move(...(await onCanvas([20, 10])));
    await page.keyboard.press("Shift+D");
    await isAt("colorplot");
    await unfoldGlobals();
    await run("Debug: Step Over");
    await has(/^green\b.*0\.6/s);
    await picture("-debugger-pixel");
    await run("Debug: Disconnect");
    await toolbar().waitFor({ state: "hidden", timeout: TIMEOUT });
  });
}

/** The first row of a list of the debugger, by what stands in it. */
const row = (list, text) => page.locator(`.debug-${list} .monaco-list-row`, { hasText: text }).first();

/** Adds a breakpoint with a text to a line. */
async function breakpoint(pattern, command, text) {
  await line(pattern).click({ timeout: TIMEOUT });
  await run(command);
  const widget = page.locator(".zone-widget .breakpoint-widget");
  // Keys before its input has the focus would go into the page.
  await widget.locator(".monaco-editor.focused").waitFor({ timeout: TIMEOUT });
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await widget.waitFor({ state: "detached", timeout: TIMEOUT });
}

/** Scripts are stopped in the first line of a file that matches. */
async function stopsAt(file, pattern) {
  const lines = readFileSync(path.join(WORKSPACE, file), "utf8").split("\n");
  const expected = lines.findIndex((text) => pattern.test(text)) + 1;
  const number = page.locator(".debug-call-stack .stack-frame .line-number").first();
  const seen = () => number.innerText({ timeout: TIMEOUT });
  await until(async () => (await seen()).startsWith(`${expected}:`), seen);
}

/**
 * Writes into the input of a list that `open` opens, until a row shows it: an input is lost when its list is drawn anew
 * meanwhile.
 */
async function write(list, text, shown, open) {
  const input = page.locator(`.debug-${list} input:visible:not([type=checkbox])`).first();
  await until(async () => {
    await open();
    try {
      await input.fill(text, { timeout: TIMEOUT / 10 });
      await input.press("Enter", { timeout: TIMEOUT / 10 });
      await row(list, shown).waitFor({ timeout: TIMEOUT / 10 });
      return true;
    } catch {
      await page.keyboard.press("Escape");
      return false;
    }
  }, () => `without ${text}`);
}

const button = (name) => toolbar().locator(`[aria-label^='${name}']`);

/** Clicks a button of the breakpoints' view, which shows them where the pointer is. */
async function inView(name) {
  const view = page.locator(".pane", { has: page.locator(".debug-breakpoints") });
  await view.hover({ timeout: TIMEOUT });
  await view.locator(`[aria-label^='${name}']`).click({ timeout: TIMEOUT });
}

/** Each request of the adapter that is not sent elsewhere, by what a person clicks. */
async function everyRequest() {
  const stops = (pattern) => stopsAt("requests.html", pattern);
  await load("requests.html");
  await line(/^\s*total:\sint/).waitFor({ timeout: TIMEOUT });
  await check("a condition stops in its round", async () => {
    await breakpoint(/^\s*total\b.*double/, "Debug: Add Conditional Breakpoint...", "k >= 2");
    await run("CindyScript: Debug Applet");
    await stops(/total = total/);
    // VS Code unfolds them by itself, but not always the first time.
    const locals = row("variables", /^Locals/);
    if ((await locals.getAttribute("aria-expanded", { timeout: TIMEOUT })) !== "true") await locals.click({ timeout: TIMEOUT });
    await has(/^k\b.*2$/s);
  });
  await check("a value is seen over its name", async () => {
    await hoverOver(/^\s*frames\b.*\+\s1/, /^\s*frames$/);
    await page.locator(".debug-hover-widget .value", { hasText: /^1$/ }).waitFor({ timeout: TIMEOUT });
    await picture("-debugger-hover");
  });
  await check("a frame begins anew", async () => {
    await button("Step Into").click({ timeout: TIMEOUT });
    await stops(/regional/);
    await button("Step Over").click({ timeout: TIMEOUT });
    await stops(/y = 2/);
    const frame = row("call-stack", "double");
    await frame.hover({ timeout: TIMEOUT });
    await frame.locator("[aria-label^='Restart Frame']").click({ timeout: TIMEOUT });
    await stops(/regional/);
    await button("Step Out").click({ timeout: TIMEOUT });
    await isAt("draw");
  });
  await check("backwards to the breakpoint", async () => {
    await button("Reverse").click({ timeout: TIMEOUT });
    await stops(/total = total/);
    await has(/^k\b.*2$/s);
  });
  await check("a variable is set", async () => {
    await row("variables", /^Globals/).click({ timeout: TIMEOUT });
    const value = row("variables", /^frames\b/).locator(".value");
    await write("variables", "700", /^frames\b.*700$/s, () => value.dblclick({ timeout: TIMEOUT }));
  });
  await check("an expression is watched and set", async () => {
    await cursorAt(/^\s*frames\b.*\+\s1/, "frames");
    await run("Debug: Add to Watch");
    const watched = row("watch", /^frames\b/);
    await write("watch", "800", /^frames\b.*800$/s, async () => {
      await watched.click({ button: "right", timeout: TIMEOUT });
      await page.locator(".monaco-menu .action-label", { hasText: "Set Value" }).hover({ timeout: TIMEOUT });
      await page.keyboard.press("Enter");
    });
    await picture("-debugger-watch");
  });
  await check("the console evaluates", async () => {
    await page.locator(".repl-input-wrapper .monaco-editor").click({ timeout: TIMEOUT });
    await page.keyboard.type("total + 1000");
    await page.keyboard.press("Enter");
    await page.locator(".repl .monaco-list-row", { hasText: /^1002$/ }).waitFor({ timeout: TIMEOUT });
  });
  await check("a function stops", async () => {
    await write("breakpoints", "double", /^double$/, () => inView("Add Function Breakpoint"));
    await button("Continue").click({ timeout: TIMEOUT });
    await isAt("double");
    await picture("-debugger-breakpoints");
  });
  await check("a warning stops, with its reason", async () => {
    await inView("Remove All Breakpoints");
    const warnings = row("breakpoints", "Warnings").locator("input[type=checkbox], .monaco-custom-toggle");
    await warnings.click({ timeout: TIMEOUT });
    await button("Continue").click({ timeout: TIMEOUT });
    await stops(/wrong =/);
    await page.locator(".exception-widget", { hasText: "undefinedName" }).waitFor({ timeout: TIMEOUT });
    await picture("-debugger-warning");
    await warnings.click({ timeout: TIMEOUT });
  });
  await check("a line prints its message", async () => {
    await breakpoint(/^\s*draw\b/, "Debug: Add Logpoint...", "the total is {total}");
    await button("Continue").click({ timeout: TIMEOUT });
    await page.locator(".repl .monaco-list-row", { hasText: "the total is 20" }).first().waitFor({ timeout: TIMEOUT });
  });
  await check("a pause stops", async () => {
    await button("Pause").click({ timeout: TIMEOUT });
    await isAt("draw");
    await picture("-debugger-paused");
    await run("Debug: Stop");
    await toolbar().waitFor({ state: "hidden", timeout: TIMEOUT });
  });
}
