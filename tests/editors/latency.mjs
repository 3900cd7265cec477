// The latency of a tab of VS Code: from the command that opens the preview to the first picture, and from a key to the
// canvas that shows its picture. `CHECKS=theLatency vscode.sh VERSION`; the figures mean something for release builds alone.

import { writeFileSync } from "node:fs";
import path from "node:path";

import { canvas, PREVIEW, tab } from "./tab.mjs";
import { choose, open, page, picture, run, set, status, TIMEOUT, until, WORKSPACE } from "./workbench.mjs";

const CLICKS = Number(process.env.CLICKS ?? 9);
const KEYS = Number(process.env.KEYS ?? 40);
const FILE = "latency.html";

/** A script with a digit behind `@`. The digits replace it by turns: they make the picture red, and not. */
const SCRIPT = "colorplot([0.@2 + 0*#.x, 0.5, 0.25]);";
const DIGITS = "82";
/** The line of the script, counted from 0. */
const LINE = 2;

export async function theLatency() {
  await page.addInitScript(watch);
  writeFileSync(path.join(WORKSPACE, FILE), text(SCRIPT.replace("@", "")));
  await page.reload({ timeout: 4 * TIMEOUT });
  await open(FILE);
  await status("check").waitFor({ timeout: TIMEOUT });
  for (const prepare of [false, true]) {
    await set({ "cindyscript.preview.path": PREVIEW, "cindyscript.preview.place": "tab", "cindyscript.preview.prepare": prepare });
    console.log(`${prepare ? "prepared" : "started by the click"}: click to first picture ${percentiles(await clicks())} ms`);
  }
  await set({ "cindyscript.preview.path": PREVIEW, "cindyscript.preview.place": "tab" });
  await run("CindyScript: Show Preview in a Tab");
  await canvas().waitFor({ timeout: TIMEOUT });
  console.log(`key to picture ${percentiles(await keys(SCRIPT.indexOf("@"), DIGITS))} ms`);
  await picture("-latency");
  await close();
  await set({});
}

function text(script) {
  return `<canvas id="CSCanvas" width="800" height="600"></canvas>
<script id="csdraw" type="text/x-cindyscript">
${script}
</script>
<script>CindyJS({scripts: "cs*", use: ["CindyGL"], ports: [{id: "CSCanvas", width: 800, height: 600}]});</script>
`;
}

/** In each frame of the page: notes when the user does something, and when a canvas is drawn on. */
function watch() {
  const now = () => performance.timeOrigin + performance.now();
  for (const kind of ["click", "keydown"]) {
    window.addEventListener(kind, () => (window.lastInput = now()), true);
  }
  const { drawImage } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.drawImage = function (...given) {
    drawImage.apply(this, given);
    window.lastDrawing = now();
    if (this.canvas.tabIndex !== 0) return;
    window.firstDrawing ??= now();
    const [red] = this.getImageData(this.canvas.width / 2, this.canvas.height / 2, 1, 1).data;
    const isRed = red > 127;
    if (window.isRed !== isRed) {
      window.isRed = isRed;
      window.lastChange = now();
    }
  };
}

/** From the click on the command in the list until the canvas has its first picture. */
async function clicks() {
  const times = [];
  for (let click = 0; click < CLICKS; click += 1) {
    // The next preview is prepared ten seconds after the last one was opened.
    await page.waitForTimeout(13_000);
    await run("CindyScript: Show Preview in a Tab");
    const clicked = await page.evaluate(() => window.lastInput);
    await tab(FILE).waitFor({ timeout: TIMEOUT });
    const drawn = () => canvas().evaluate(() => window.firstDrawing, { timeout: TIMEOUT });
    // The frame of the tab before may still be there.
    await until(async () => (await drawn()) > clicked, drawn);
    times.push((await drawn()) - clicked);
    await close();
  }
  return times;
}

async function close() {
  await run("View: Focus First Editor Group");
  await choose("Close Preview");
  await tab(FILE).waitFor({ state: "detached", timeout: TIMEOUT });
}

/** From the key until the canvas has another colour. */
async function keys(column, digits) {
  const times = [];
  await run("View: Focus First Editor Group");
  await page.keyboard.press("Control+Home");
  for (let step = 0; step < LINE; step += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Home");
  for (let step = 0; step < column; step += 1) await page.keyboard.press("ArrowRight");
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press("Shift+ArrowRight");
    await page.waitForTimeout(700);
    const isRed = key % 2 === 0;
    await page.keyboard.press(digits[key % digits.length]);
    const pressed = await page.evaluate(() => window.lastInput);
    const seen = () => canvas().evaluate(() => [window.isRed, window.lastChange], { timeout: TIMEOUT });
    await until(async () => (await seen())[0] === isRed, seen);
    times.push((await seen())[1] - pressed);
    await page.keyboard.press("ArrowLeft");
  }
  return times;
}

function percentiles(times) {
  times.sort((a, b) => a - b);
  const at = (part) => times[Math.floor(part * (times.length - 1))].toFixed(0);
  return `p50 ${at(0.5)}, p90 ${at(0.9)}, p95 ${at(0.95)}, max ${at(1)} of ${times.length}`;
}
