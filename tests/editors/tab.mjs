// The preview in a tab of VS Code, with the real program.

import { existsSync } from "node:fs";
import path from "node:path";

import {
  check, children, choose, line, load, notice, open, page, picture, run, servers, set, shown, status, TIMEOUT, until, WORKSPACE,
} from "./workbench.mjs";

/** The program. */
export const PREVIEW = process.env.CINDYSCRIPT_PREVIEW;

export const GREEN = [0, 153, 0];
export const LIGHT_GREEN = [0, 204, 0];
const RED = [255, 0, 0];
const WHITE = [255, 255, 255];
const BLUE = [0, 0, 200];

export const tab = (name) => page.locator(".tab", { hasText: `${name} preview` });
const frame = () => page.frameLocator("iframe.webview").last().frameLocator("iframe");
export const canvas = () => frame().locator("canvas");

/** The colour of the canvas, so many CSS pixels to the right of its middle and below it. */
async function colour([x, y]) {
  const read = (canvas, [x, y]) => {
    const scale = canvas.width / canvas.getBoundingClientRect().width;
    const at = [canvas.width / 2 + x * scale, canvas.height / 2 + y * scale].map(Math.round);
    return [...canvas.getContext("2d").getImageData(...at, 1, 1).data].slice(0, 3);
  };
  return canvas().evaluate(read, [x, y], { timeout: 5000 }).catch((error) => error.message.split("\n"));
}

const MIDDLE = [0, 0];
const CORNER = [-150, -150];

/** Waits until places of the canvas have these colours. */
export async function shows(...expected) {
  const seen = () => Promise.all(expected.map(([place]) => colour(place)));
  const isShown = async () => `${await seen()}` === `${expected.map(([, colour]) => colour)}`;
  await until(isShown, async () => `${(await seen()).map(String).join(" | ")}`);
}

/** The place in the window of one on the canvas. */
export async function onCanvas([x, y]) {
  const box = await canvas().boundingBox({ timeout: TIMEOUT });
  return [box.x + box.width / 2 + x, box.y + box.height / 2 + y];
}

async function drag(from, to, button = "left") {
  await page.mouse.move(...(await onCanvas(from)));
  await page.mouse.down({ button });
  await page.mouse.move(...(await onCanvas(to)), { steps: 5 });
  await page.mouse.up({ button });
}

/** Waits until keys go to the preview. */
const hasKeys = () => frame().locator("canvas:focus").waitFor({ timeout: TIMEOUT });

/** Turns to the preview by a click. */
async function turnTo() {
  await canvas().click({ timeout: TIMEOUT });
  await hasKeys();
}

/** What the tab is called. */
const title = (name) => tab(name).locator(".label-name").first().innerText({ timeout: TIMEOUT });
/** The row of the list of what the preview does. */
const control = (text) => page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first();

const previews = () => servers().flatMap(children);
const isAlone = async () => previews().length === 1;

/** The lens above a colorplot, in full. */
const painting = (text) => page.locator(".codelens-decoration a").filter({ hasText: text }).first();

export async function theTab() {
  await open("tab.html");
  await status("check").waitFor({ timeout: TIMEOUT });
  await check("a tab says that its preview starts until there is a picture", async () => {
    // The preview of the workbench shows nothing.
    await line(/^ground/).click({ timeout: TIMEOUT });
    await run("CindyScript: Show Preview in a Tab");
    await frame().locator("output", { hasText: "Starting the preview" }).waitFor({ timeout: TIMEOUT });
    await run("CindyScript: Close Preview");
    await tab("tab.html").waitFor({ state: "detached", timeout: TIMEOUT });
  });
  await set({ "cindyscript.preview.path": PREVIEW, "cindyscript.preview.place": "auto" });
  await status("check").waitFor({ timeout: TIMEOUT });
  await check("of another machine, a preview is in a tab beside the text", async () => {
    await line(/^ground/).click({ timeout: TIMEOUT });
    await run("CindyScript: Open Preview");
    await tab("tab.html").waitFor({ timeout: TIMEOUT });
    await shows([MIDDLE, RED], [CORNER, GREEN]);
    await frame().locator("output").waitFor({ state: "hidden", timeout: TIMEOUT });
    await picture("-tab");
  });
  await check("the text keeps the focus, and what is typed there is in the picture", async () => {
    await page.keyboard.press("End");
    for (let times = 0; times < 5; times += 1) {
      await page.keyboard.press("ArrowLeft");
    }
    await page.keyboard.press("Backspace");
    await page.keyboard.type("8");
    await shows([MIDDLE, RED], [CORNER, LIGHT_GREEN]);
  });
  await check("it has the pixels of the screen, and those of another size", async () => {
    const differs = () => canvas().evaluate((canvas) => {
      const { width, height } = document.body.getBoundingClientRect();
      return Math.hypot(canvas.width - width * devicePixelRatio, canvas.height - height * devicePixelRatio);
    });
    await until(async () => (await differs()) < 2, differs);
    await page.setViewportSize({ width: 1300, height: 800 });
    await until(async () => (await differs()) < 2, differs);
    await shows([MIDDLE, RED], [CORNER, LIGHT_GREEN]);
  });
  await check("a point is dragged", async () => {
    await page.mouse.move(...(await onCanvas(MIDDLE)));
    await until(async () => (await form()) === "grab", form);
    await drag(MIDDLE, [90, 40]);
    await shows([MIDDLE, LIGHT_GREEN], [[90, 40], RED]);
  });
  await check("keys are the preview's, and chords VS Code's", async () => {
    // It starts anew.
    await page.keyboard.press("n");
    await shows([MIDDLE, RED], [[90, 40], LIGHT_GREEN]);
    for (const chord of ["F1", "Control+KeyP"]) {
      const input = page.locator(".quick-input-widget input:focus");
      // VS Code gives the focus back to the tab before it listens to keys there.
      const opens = async () => {
        await page.keyboard.press(chord);
        return input.waitFor({ timeout: TIMEOUT / 10 }).then(() => true, () => false);
      };
      await until(opens, () => `nothing is opened by ${chord}`);
      await page.keyboard.press("Escape");
      // What a second press has closed again, or opened twice, does not give the focus back.
      const isBack = frame().locator("canvas:focus").waitFor({ timeout: TIMEOUT / 10 }).then(() => true, () => false);
      if (!(await isBack)) {
        await page.mouse.click(...(await onCanvas(CORNER)));
        await hasKeys();
      }
    }
  });
  await check("the other button moves the picture, the wheel shows more of it, a key goes back", async () => {
    await drag(MIDDLE, [60, 0], "right");
    await shows([MIDDLE, LIGHT_GREEN], [[60, 0], RED]);
    for (let lines = 0; lines < 20; lines += 1) {
      await page.mouse.wheel(0, 100);
    }
    await shows([CORNER, WHITE]);
    await page.keyboard.press("r");
    await shows([MIDDLE, RED], [CORNER, LIGHT_GREEN]);
  });
  await check("what belongs to a chord of VS Code is VS Code's", async () => {
    await hasKeys();
    await page.keyboard.press("Control+KeyK");
    await page.keyboard.press("KeyM");
    await page.locator(".quick-input-widget input:focus").waitFor({ timeout: TIMEOUT });
    await page.keyboard.press("Escape");
    await hasKeys();
  });
  await check("what is copied is in the clipboard of the machine that shows VS Code", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.keyboard.press("u");
    const text = () => page.evaluate(() => navigator.clipboard.readText());
    await until(async () => (await text()).startsWith("visibleRect: ["), text);
    await hasKeys();
    await page.keyboard.press("c");
    const png = () => page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const picture = await createImageBitmap(await item.getType("image/png"));
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const context = canvas.getContext("2d");
      context.drawImage(picture, 0, 0);
      const middle = [picture.width / 2, picture.height / 2].map(Math.floor);
      return [picture.width, picture.height, ...context.getImageData(...middle, 1, 1).data];
    }).catch((error) => error.message.split("\n")[0]);
    // Without the bars beside a square picture.
    const side = await canvas().evaluate((canvas) => Math.min(canvas.width, canvas.height));
    await until(async () => `${await png()}` === `${[side, side, ...RED, 255]}`, png);
  });
  await check("a picture that is saved is named in a message, which leads to it", async () => {
    await page.keyboard.press("s");
    const told = notice("tab.png is in");
    await told.waitFor({ timeout: TIMEOUT });
    if (!existsSync(path.join(WORKSPACE, "tab.png"))) throw new Error("it is not beside the page");
    await told.hover();
    await told.getByRole("button", { name: "Open" }).click({ timeout: TIMEOUT });
    await page.locator('.tab.active[data-resource-name="tab.png"]').waitFor({ timeout: TIMEOUT });
    await run("View: Close Editor");
    await turnTo();
  });
  await check("an image that is dropped takes the place of the page's", async () => {
    await run("View: Focus First Editor Group");
    await open("drop.html");
    await status("check").waitFor({ timeout: TIMEOUT });
    await run("CindyScript: Open Preview");
    await tab("drop.html").waitFor({ timeout: TIMEOUT });
    await shows([[0, 40], GREEN]);
    await drop("blue.png");
    await shows([MIDDLE, BLUE], [[0, 40], BLUE]);
    await picture("-tab-dropped");
  });
  await check("where scripts take the keys, a list has what the preview does", async () => {
    await turnTo();
    // The script listens to it, and time goes on.
    await page.keyboard.press("Space");
    await page.waitForTimeout(500);
    if ((await title("drop.html")).includes("paused")) throw new Error("it is paused");
    await page.keyboard.press("Control+k");
    await page.keyboard.press("v");
    await control("Pause or continue").waitFor({ timeout: TIMEOUT });
    if ((await control("Full screen").count()) > 0) throw new Error("a tab does not do all of that");
    await picture("-tab-controls");
    await control("Pause or continue").click({ timeout: TIMEOUT });
  });
  await check("the tab is called after what is the matter", async () => {
    const seen = () => title("drop.html");
    await until(async () => (await seen()) === "drop.html preview – paused", seen);
    await hasKeys();
    await line(/^drawimage/).click({ timeout: TIMEOUT });
    await page.keyboard.press("Home");
    await page.keyboard.type(") ");
    await until(async () => /^drop\.html preview – line 10: .* – paused$/.test(await seen()), seen);
    await picture("-tab-standing");
    // Asked for again, it is the same preview.
    await run("CindyScript: Show Preview in a Tab");
    await page.waitForTimeout(1000);
    if (!(await seen()).endsWith(" – paused")) throw new Error(`it is called ${await seen()}`);
    await line(/^\)\sdrawimage/).click({ timeout: TIMEOUT });
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    await until(async () => (await seen()) === "drop.html preview – paused", seen);
    await run("File: Revert File");
    await choose("Close Preview");
    await tab("drop.html").waitFor({ state: "detached", timeout: TIMEOUT });
    await run("View: Close Editor");
    // The text that is seen then takes the focus, and would take the key.
    await shown("tab.html");
    await tab("tab.html").click({ timeout: TIMEOUT });
    await turnTo();
    await page.keyboard.press("n");
    await shows([MIDDLE, RED], [CORNER, LIGHT_GREEN]);
  });
  await check("it is empty while it is hidden, and has its picture as it was when it is seen again", async () => {
    await drag(MIDDLE, [90, 40]);
    await shows([MIDDLE, LIGHT_GREEN], [[90, 40], RED]);
    await page.keyboard.press("Control+KeyP");
    await page.locator(".quick-input-widget input[type=text]").fill("types.cindyscript");
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "types.cindyscript" }).first().click({ timeout: TIMEOUT });
    await page.locator(".tab.active", { hasText: "types.cindyscript" }).waitFor({ timeout: TIMEOUT });
    await until(async () => (await page.locator("iframe.webview").count()) === 0, () => page.locator("iframe.webview").count());
    await run("View: Close Editor");
    await shows([MIDDLE, LIGHT_GREEN], [[90, 40], RED]);
  });
  // Points stay where they were dragged to, whoever ends and begins again.
  const asLeft = [[MIDDLE, LIGHT_GREEN], [[90, 40], RED]];
  const reopen = () => frame().locator("button", { hasText: "Reopen" });
  await check("a preview that dies is told in the tab, which has another one", async () => {
    process.kill(previews()[0], "SIGKILL");
    await frame().locator("p", { hasText: "The preview ended" }).waitFor({ timeout: TIMEOUT });
    await status("check").waitFor({ timeout: TIMEOUT });
    for (const theme of ["", "-other-theme"]) {
      await page.waitForTimeout(500);
      await picture(`-tab-died${theme}`);
      await run("Preferences: Toggle between Light/Dark Themes");
    }
    await reopen().click({ timeout: TIMEOUT });
    await reopen().waitFor({ state: "hidden", timeout: TIMEOUT });
    await shows(...asLeft);
    await until(isAlone, previews);
  });
  await check("it is there again after a crash of the server", async () => {
    const [before] = servers();
    process.kill(before, "SIGKILL");
    await until(async () => servers()[0] !== before && (await isAlone()), () => [servers(), previews()].join(" | "));
    await reopen().waitFor({ state: "hidden", timeout: TIMEOUT });
    await shows(...asLeft);
  });
  await check("and after the window was loaded anew", async () => {
    await page.locator(".tab.active", { hasText: "tab.html" }).first().click({ timeout: TIMEOUT });
    await page.keyboard.press("Control+S");
    await page.locator(".tab.active.dirty").waitFor({ state: "detached", timeout: TIMEOUT });
    // VS Code writes down what is open every five seconds, when it has nothing else to do.
    await page.waitForTimeout(10_000);
    await load();
    await tab("tab.html").waitFor({ timeout: 2 * TIMEOUT });
    await shows(...asLeft);
    await status("eye").waitFor({ timeout: TIMEOUT });
  });
  await check("a preview ends with its tab", async () => {
    await tab("tab.html").click({ button: "middle", timeout: TIMEOUT });
    await until(() => previews().length === 0, previews);
    await status("check").waitFor({ timeout: TIMEOUT });
  });
  await check("there is one in a tab when it is asked for", async () => {
    await set({ "cindyscript.preview.path": PREVIEW });
    await status("check").waitFor({ timeout: TIMEOUT });
    await run("CindyScript: Show Preview in a Tab");
    await tab("tab.html").waitFor({ timeout: TIMEOUT });
    await shows(...asLeft);
  });
  await check("a program that does not start is told there, and may then be another one", async () => {
    await choose("Close Preview");
    await tab("tab.html").waitFor({ state: "detached", timeout: TIMEOUT });
    await set({ "cindyscript.preview.path": "/nowhere/cindyscript-preview" });
    await status("check").waitFor({ timeout: TIMEOUT });
    await run("CindyScript: Show Preview in a Tab");
    await frame().locator("p", { hasText: "/nowhere/cindyscript-preview" }).waitFor({ timeout: TIMEOUT });
    await set({ "cindyscript.preview.path": PREVIEW });
    await reopen().click({ timeout: TIMEOUT });
    await shows(...asLeft);
  });
  await check("it goes with a file that is renamed, and when it is closed", async () => {
    // A click in the explorer opens it where the focus was.
    await line(/^ground/).click({ timeout: TIMEOUT });
    await page.locator(".explorer-folders-view .monaco-list-row", { hasText: "tab.html" }).click({ timeout: TIMEOUT });
    await page.keyboard.press("F2");
    const input = page.locator(".explorer-folders-view input");
    await input.fill("renamed.html");
    await input.press("Enter");
    await tab("renamed.html").waitFor({ timeout: TIMEOUT });
    await frame().locator("canvas[aria-label='Preview of renamed.html']").waitFor({ timeout: TIMEOUT });
    await shows([MIDDLE, RED], [CORNER, LIGHT_GREEN]);
    await until(isAlone, previews);
    await status("eye").waitFor({ timeout: TIMEOUT });
    await choose("Close Preview");
    await tab("renamed.html").waitFor({ state: "detached", timeout: TIMEOUT });
    await until(() => previews().length === 0, previews);
  });
  await check("to a tab that is busy no more pictures are sent than it takes", async () => {
    await open("wave.html");
    await status("check").waitFor({ timeout: TIMEOUT });
    await run("CindyScript: Show Preview in a Tab");
    await tab("wave.html").waitFor({ timeout: TIMEOUT });
    await until(async () => (await pictures(3000)) > 1, () => "no picture");
    const waited = await pictures(100, 5000);
    // No more than six are on their way at a time.
    if (waited > 7) {
      throw new Error(`${waited} pictures have waited`);
    }
    await until(async () => (await pictures(3000)) > 1, () => "no picture");
  });
  await check("a lens says that the GPU paints a colorplot, and in what time", async () => {
    await painting(/^■ Close preview · (GPU|software rendering), \d+(\.\d+)? ms$/).waitFor({ timeout: TIMEOUT });
    await picture("-tab-lens");
    await choose("Close Preview");
    await tab("wave.html").waitFor({ state: "detached", timeout: TIMEOUT });
    await painting(/^▶ Open preview · GPU$/).waitFor({ timeout: TIMEOUT });
  });
  await check("or that the CPU does, and why", async () => {
    await open("cpu.cindyscript");
    await status("check").waitFor({ timeout: TIMEOUT });
    await run("CindyScript: Show Preview in a Tab");
    await painting(/^■ Close preview · CPU: .+, \d+(\.\d+)? m?s$/).waitFor({ timeout: TIMEOUT });
    await choose("Close Preview");
    await tab("cpu.cindyscript").waitFor({ state: "detached", timeout: TIMEOUT });
  });
  await set({});
}

/** Drops a picture, blue all over, upon the middle of the canvas: a real drag begins outside of the browser. */
async function drop(name) {
  await canvas().evaluate(async (canvas, name) => {
    const picture = new OffscreenCanvas(8, 8);
    const context = picture.getContext("2d");
    context.fillStyle = "rgb(0, 0, 200)";
    context.fillRect(0, 0, 8, 8);
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([await picture.convertToBlob({ type: "image/png" })], name, { type: "image/png" }));
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const place = { clientX: left + width / 2, clientY: top + height / 2 };
    for (const kind of ["dragenter", "dragover", "drop"]) {
      const event = new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true, ...place });
      if (canvas.dispatchEvent(event)) throw new Error(`${kind} is left to VS Code`);
    }
  }, name, { timeout: TIMEOUT });
}

/** The pictures that a tab is sent in so many milliseconds, and in so many before in which it does nothing else. */
function pictures(time, busy = 0) {
  const count = async (_, [time, busy]) => {
    let seen = 0;
    const see = ({ data }) => (seen += data.kind === "picture" ? 1 : 0);
    window.addEventListener("message", see);
    for (const end = performance.now() + busy; performance.now() < end; );
    await new Promise((done) => setTimeout(done, time));
    window.removeEventListener("message", see);
    return seen;
  };
  return canvas().evaluate(count, [time, busy], { timeout: TIMEOUT });
}

const form = () => canvas().evaluate((canvas) => canvas.style.cursor);
