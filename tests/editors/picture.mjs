// The preview that a tab of VS Code runs itself, without a program.

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";

import { GREEN, LIGHT_GREEN, tab } from "./tab.mjs";
import { check, colours, lens, line, noProblems, open, page, picture, run, squiggle, status, TIMEOUT, until, WORKSPACE } from "./workbench.mjs";

/** The colour in the middle of the left half of the canvas, as it is seen. */
async function seen() {
  const frame = page.frameLocator("iframe.webview").last().frameLocator("iframe");
  const [colour] = await colours(await frame.locator("canvas").screenshot({ timeout: TIMEOUT }), [[0.3, 0.35]]);
  return colour.slice(0, 3);
}

/** Waits until the canvas has this colour. */
export async function shows(colour) {
  let last;
  await until(async () => `${(last = await seen())}` === `${colour}`, () => `${last}`);
}

export async function thePicture() {
  await open("tab.html");
  await page.keyboard.press("Control+Home");
  await check("the preview paints in the tab", async () => {
    await run("CindyScript: Open Preview");
    await tab("tab.html").waitFor({ timeout: TIMEOUT });
    await shows(GREEN);
    await status("eye").waitFor({ timeout: TIMEOUT });
    await picture("-picture");
  });
  await check("the picture follows what is typed, and stays where that is wrong", async () => {
    await run("View: Focus First Editor Group");
    await line(/^ground/).click({ timeout: TIMEOUT });
    await page.keyboard.press("End");
    for (let moved = 0; moved < ", 0];".length; moved += 1) await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("8");
    await shows(LIGHT_GREEN);
    await page.keyboard.type(" +");
    await squiggle().waitFor({ timeout: TIMEOUT });
    await shows(LIGHT_GREEN);
  });
  await check("it goes with the tab", async () => {
    await run("CindyScript: Close Preview");
    await tab("tab.html").waitFor({ state: "detached", timeout: TIMEOUT });
    await status("check").waitFor({ timeout: TIMEOUT });
  });
  await run("File: Revert File");

  await open("types.cindyscript");
  await check("values come back from it, and a lens says what paints, and how long it takes", async () => {
    await run("CindyScript: Open Preview");
    await line(/^radius.*1\.5/).waitFor({ timeout: TIMEOUT });
    await lens().filter({ hasText: /(GPU|software rendering), [\d.]+ ms/ }).waitFor({ timeout: TIMEOUT });
    await line(/^b.*=\ssqrt\(a\)\s=\s.*1\.414/).waitFor({ timeout: TIMEOUT });
    await picture("-picture-values");
    await run("CindyScript: Close Preview");
    await lens().filter({ hasText: /Open preview/ }).waitFor({ timeout: TIMEOUT });
  });
}

export async function theFilesBeside() {
  const photo = (colour) =>
    execFileSync("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", `color=${colour}:size=64x64,format=rgb24`, "-frames:v", "1", path.join(WORKSPACE, "photo.png")]);
  writeFileSync(path.join(WORKSPACE, "shade.cjs"), "unused = 1;");
  photo("0x009900");
  await open("photo.html");
  await check("an image beside the page is shown, and followed", async () => {
    await run("CindyScript: Open Preview");
    await tab("photo.html").waitFor({ timeout: TIMEOUT });
    await shows(GREEN);
    photo("0x00cc00");
    await shows(LIGHT_GREEN);
  });
  await check("so is a library, by the language server as well", async () => {
    writeFileSync(path.join(WORKSPACE, "shade.cjs"), "shade = [0, 0.6, 0];");
    await shows(GREEN);
    await noProblems();
    await run("CindyScript: Close Preview");
  });
}
