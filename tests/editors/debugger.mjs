// The debugger of VS Code on a page: breakpoints, steps, variables; without a picture, and in the preview that is open.

import { canvas, GREEN, onCanvas, PREVIEW, shows } from "./tab.mjs";
import { check, lens, line, load, page, picture, run, set, TIMEOUT, until } from "./workbench.mjs";

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
