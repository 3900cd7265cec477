// How fast the preview is in a tab of VS Code: pictures a second, and the time from the pointer to the canvas, with the
// preview here and 50 ms away. `CHECKS=thePace vscode.sh VERSION`; figures are worth something for a release build alone.

import path from "node:path";

import { canvas, onCanvas, PREVIEW, tab } from "./tab.mjs";
import { choose, open, page, picture, run, set, status, TIMEOUT, until } from "./workbench.mjs";

const SIZE = [800, 600];
const SECONDS = 5;
const MOVES = 40;

export async function thePace() {
  await open("tab.html");
  await status("check").waitFor({ timeout: TIMEOUT });
  for (const [where, program] of [["here", PREVIEW], ["50 ms away", path.join(import.meta.dirname, "delayed_preview.mjs")]]) {
    await set({ "cindyscript.preview.path": program });
    console.log(`${where}, ${SIZE.join(" × ")}: ${await aSecond()} pictures a second; ${await latencies()}`);
  }
  await set({});
}

/** The pictures a second of an applet whose every pixel changes all the time. */
async function aSecond() {
  await show("wave.html");
  const drawn = await canvas().evaluate(async (canvas, seconds) => {
    const { drawImage } = CanvasRenderingContext2D.prototype;
    let count = 0;
    CanvasRenderingContext2D.prototype.drawImage = function (...given) {
      count += 1;
      return drawImage.apply(this, given);
    };
    await new Promise((done) => setTimeout(done, seconds * 1000));
    CanvasRenderingContext2D.prototype.drawImage = drawImage;
    return count;
  }, SECONDS);
  await picture("-pace");
  await close("wave.html");
  return (drawn / SECONDS).toFixed(1);
}

/** How long it takes until a point that is dragged is at the pointer. */
async function latencies() {
  await show("tab.html");
  await page.mouse.move(...(await onCanvas([0, 0])));
  await page.mouse.down();
  const times = [];
  for (let move = 1; move <= MOVES; move += 1) {
    const arrives = canvas().evaluate(
      (canvas) =>
        new Promise((done) => {
          const { drawImage } = CanvasRenderingContext2D.prototype;
          canvas.addEventListener("pointermove", ({ clientX, clientY }) => {
            const began = performance.now();
            CanvasRenderingContext2D.prototype.drawImage = function (...given) {
              drawImage.apply(this, given);
              const [red, green] = this.getImageData(clientX, clientY, 1, 1).data;
              if (red > 200 && green < 50) {
                CanvasRenderingContext2D.prototype.drawImage = drawImage;
                done(performance.now() - began);
              }
            };
          }, { once: true });
        }),
    );
    // The listener is there before the pointer moves.
    await page.waitForTimeout(150);
    await page.mouse.move(...(await onCanvas([move % 2 === 0 ? -100 : 100, 100])));
    times.push(await arrives);
  }
  await page.mouse.up();
  await close("tab.html");
  times.sort((a, b) => a - b);
  const at = (part) => times[Math.floor(part * (times.length - 1))].toFixed(0);
  return `pointer to canvas p50 ${at(0.5)}, p95 ${at(0.95)} ms`;
}

async function close(name) {
  // What is opened next is opened where the focus is.
  await run("View: Focus First Editor Group");
  await choose("Close Preview");
  await tab(name).waitFor({ state: "detached", timeout: TIMEOUT });
}

/** Opens the preview of a page at the size at which it is measured, and waits until nothing is new any more. */
async function show(name) {
  await open(name);
  await status("check").waitFor({ timeout: TIMEOUT });
  await run("CindyScript: Show Preview in a Tab");
  await tab(name).waitFor({ timeout: TIMEOUT });
  const size = () => canvas().evaluate((canvas) => [canvas.width, canvas.height], { timeout: TIMEOUT });
  const isThere = async () => {
    const seen = await size();
    const { width, height } = page.viewportSize();
    const [right, down] = SIZE.map((side, axis) => side - seen[axis]);
    // VS Code rounds the halves.
    if (Math.abs(right) <= 2 && down === 0) {
      return true;
    }
    // The tab has one half of the window.
    await page.setViewportSize({ width: width + 2 * right, height: height + down });
    await page.waitForTimeout(1000);
    return false;
  };
  await until(isThere, size);
  await page.waitForTimeout(3000);
}
