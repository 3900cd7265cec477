// The debugger of VS Code on a page: breakpoints, steps, variables.

import { check, lens, line, load, page, picture, run, TIMEOUT, until } from "./workbench.mjs";

const frames = () => page.locator(".debug-call-stack .stack-frame .label").allInnerTexts();
const variables = () => page.locator(".debug-variables .monaco-list-row").allInnerTexts();

const statement = () => line(/^\s*b\b.*=\sdouble/);

async function isAt(name) {
  await until(async () => (await frames())[0]?.includes(name), frames);
}

async function has(variable) {
  await until(async () => (await variables()).some((row) => variable.test(row)), variables);
}

export async function theDebugger() {
  await load("debugged.html");
  // Keys of the debugger do nothing before the extension is active.
  await lens().waitFor({ timeout: TIMEOUT });
  await check("a page stops at a breakpoint, without a launch.json", async () => {
    await statement().click({ timeout: TIMEOUT });
    await page.keyboard.press("F9");
    await page.keyboard.press("F5");
    await isAt("draw");
    await page.locator(".debug-variables .monaco-list-row", { hasText: /^Globals$/ }).click({ timeout: TIMEOUT });
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
    await page.locator(".debug-toolbar").waitFor({ state: "hidden", timeout: TIMEOUT });
  });
}
