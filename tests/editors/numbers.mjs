// Numbers of the text changed with keys in VS Code, and the picture that follows.

import { canvas, GREEN, LIGHT_GREEN, PREVIEW, shows, tab } from "./tab.mjs";
import { check, choose, IN_BROWSER, line, open, page, picture, run, set, status, TIMEOUT } from "./workbench.mjs";

const UP = "Control+Shift+Period";
const TEN_UP = "Control+Shift+Alt+Period";
const TENTH_UP = "Alt+Period";

/** The milliseconds between two repetitions of a key that is held. */
const REPEAT = 30;

/** Holds a key as long as it takes for so many. */
async function hold(key, count) {
  const keys = key.split("+");
  for (const modifier of keys.slice(0, -1)) await page.keyboard.down(modifier);
  for (let press = 0; press < count; press += 1) {
    await page.keyboard.down(keys.at(-1));
    await page.waitForTimeout(REPEAT);
  }
  for (const held of keys.reverse()) await page.keyboard.up(held);
}

/** Puts the cursor into a line, so many characters before its end. */
async function cursorBefore(pattern, characters) {
  await line(pattern).click({ position: { x: 3, y: 5 } });
  await page.keyboard.press("End");
  for (let moved = 0; moved < characters; moved += 1) await page.keyboard.press("ArrowLeft");
}

const reads = (pattern) => line(pattern).waitFor({ timeout: TIMEOUT });

export async function theNumbers() {
  // A file of its own: VS Code in a browser saves what other checks leave in theirs.
  await open("numbers.cindyscript");
  await status("check").waitFor({ timeout: TIMEOUT });
  await check("a key that is held moves a number, and one undo takes it back", async () => {
    await cursorBefore(/^radius/, 2);
    await hold(UP, 20);
    await reads(/^radius.*=\s3\.5;/);
    await page.keyboard.press("Control+Z");
    await reads(/^radius.*=\s1\.5;/);
    await page.keyboard.press("Control+Shift+Z");
    await reads(/^radius.*=\s3\.5;/);
    await page.keyboard.press("Control+Z");
    await reads(/^radius.*=\s1\.5;/);
  });
  await check("by ten, and by tenths, each undone by itself after the cursor was moved", async () => {
    await page.keyboard.press(TEN_UP);
    await reads(/^radius.*=\s2\.5;/);
    await page.keyboard.press("ArrowLeft");
    await hold(TENTH_UP, 3);
    await reads(/^radius.*=\s2\.53;/);
    await page.keyboard.press("Control+Z");
    await reads(/^radius.*=\s2\.5;/);
    await page.keyboard.press("Control+Z");
    await reads(/^radius.*=\s1\.5;/);
  });
  await check("what is typed behind it is undone by itself", async () => {
    await cursorBefore(/^radius/, 1);
    await page.keyboard.press(UP);
    await reads(/^radius.*=\s1\.6;/);
    await page.keyboard.type("25");
    await reads(/^radius.*=\s1\.625;/);
    await page.keyboard.press("Control+Z");
    await reads(/^radius.*=\s1\.6;/);
    await page.keyboard.press("Control+Z");
    await reads(/^radius.*=\s1\.5;/);
  });
  await check("the numbers of all cursors move, a sign with its number", async () => {
    await cursorBefore(/^a.*=\s-2/, 1);
    await page.keyboard.press("Shift+Alt+ArrowDown");
    await page.keyboard.press("Shift+Alt+ArrowDown");
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await hold(UP, 3);
    await reads(/^a.*=\s1;/);
    await reads(/^radius.*=\s1\.8;/);
    await page.keyboard.press("Control+Z");
    await reads(/^a.*=\s-2;/);
    await reads(/^radius.*=\s1\.5;/);
    await page.keyboard.press("Escape");
  });
  await check("a cursor before a number takes the next one of its line, by tenths as well", async () => {
    await cursorBefore(/^radius/, "radius = 1.5;".length);
    await page.keyboard.press(UP);
    await reads(/^radius.*=\s1\.6;/);
    await page.keyboard.press("Control+Z");
    await reads(/^radius.*=\s1\.5;/);
    await cursorBefore(/^radius/, "radius = 1.5;".length);
    await hold(TENTH_UP, 3);
    await reads(/^radius.*=\s1\.53;/);
    await page.keyboard.press("Control+Z");
    await reads(/^radius.*=\s1\.5;/);
  });
  await check("by command", async () => {
    await cursorBefore(/^radius/, 1);
    await run("CindyScript: Decrease Number");
    await reads(/^radius.*=\s1\.4;/);
    await page.keyboard.press("Control+Z");
    await reads(/^radius.*=\s1\.5;/);
  });

  await open("tab.html");
  // VS Code may open a page scrolled to its end.
  await page.keyboard.press("Control+Home");
  await status("check").waitFor({ timeout: TIMEOUT });
  await check("outside of scripts it is VS Code's own step", async () => {
    await cursorBefore(/ports:/, ", transform: [{ visibleRect: [-10, 10, 10, -10] }] }],".length);
    await page.keyboard.press(UP);
    await reads(/height:\s501/);
    await page.keyboard.press("Control+Z");
    await reads(/height:\s500/);
  });
  if (IN_BROWSER) return;
  await set({ "cindyscript.preview.path": PREVIEW, "cindyscript.preview.place": "tab" });
  await status("check").waitFor({ timeout: TIMEOUT });
  await run("CindyScript: Open Preview");
  await tab("tab.html").waitFor({ timeout: TIMEOUT });
  await canvas().waitFor({ timeout: TIMEOUT });
  await check("the picture follows a key that is held, and stays a colour", async () => {
    await run("View: Focus First Editor Group");
    await shows([[-100, -100], GREEN]);
    await cursorBefore(/^ground/, 5);
    await hold(UP, 2);
    await shows([[-100, -100], LIGHT_GREEN]);
    await reads(/^ground.*\[0,\s0\.8,\s0\]/);
    await page.keyboard.press("Control+Z");
    await shows([[-100, -100], GREEN]);
    await hold(TENTH_UP, 40);
    const began = Date.now();
    await reads(/^ground.*\[0,\s1\.00,\s0\]/);
    await shows([[-100, -100], [0, 255, 0]]);
    console.log(`        ${Date.now() - began} ms from the last key to the last picture`);
    await picture("-numbers");
    await page.keyboard.press("Control+Z");
    await reads(/^ground.*\[0,\s0\.6,\s0\]/);
    await shows([[-100, -100], GREEN]);
  });
  await choose("Close Preview");
  await tab("tab.html").waitFor({ state: "detached", timeout: TIMEOUT });
  await set({});
}
