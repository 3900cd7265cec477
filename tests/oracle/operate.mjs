#!/usr/bin/env node
// Operates the controls of applet pages: node operate.mjs PLAN.json   (see README.md)
import fs from 'node:fs';
import { launch } from './browser.mjs';
import { serveFiles } from './files.mjs';
import { installHooks } from './hooks.mjs';

const PATIENCE = 20000;

/** Does one step to an element as a user would; runs in the page. */
function operate({ control, input, value }) {
  const element = document.querySelector(`[data-control="${control}"]`);
  if (!element) throw new Error(`the page has no control ${control}`);
  const tell = (type) => element.dispatchEvent(new Event(type, { bubbles: true }));
  const change = () => {
    if (element.isSet) tell('change');
    element.isSet = false;
  };
  const key = (type) =>
    element.dispatchEvent(
      new KeyboardEvent(type, { key: 'Enter', code: 'Enter', keyCode: 13, which: 13, bubbles: true }),
    );
  if (input === 'press') {
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup']) tell(type);
    element.click();
  } else if (input === 'check') {
    if (element.checked !== (value === 'true')) element.click();
  } else if (input === 'set') {
    element.value = value;
    element.isSet = true;
    tell('input');
  } else if (input === 'done') change();
  else if (input === 'enter') {
    for (const type of ['keydown', 'keypress', 'keyup']) key(type);
    change();
  } else throw new Error(`no such input: ${input}`);
}

/** Counts what waits for a timeout, so that a test can wait until nothing does; runs in the page. */
function countTimeouts() {
  const { setTimeout, clearTimeout } = window;
  const waiting = new Set();
  window.setTimeout = (callback, delay, ...values) => {
    const id = setTimeout(() => {
      waiting.delete(id);
      if (typeof callback === 'function') callback(...values);
      else (0, eval)(callback);
    }, delay);
    waiting.add(id);
    return id;
  };
  window.clearTimeout = (id) => (waiting.delete(id), clearTimeout(id));
  window.noTimeouts = async () => {
    // A page that always waits for one more is not waited for.
    for (let round = 0; waiting.size > 0 && round < 1000; round++) await new Promise((resolve) => setTimeout(resolve, 5));
  };
}

/** The values of variables, as CindyJS prints them; runs in the page. */
function valuesOf(names) {
  const [instance] = CindyJS.instances;
  return Object.fromEntries(names.map((name) => [name, String(instance.niceprint(instance.evalcs(name)))]));
}

/** What the page shows and has computed, after it has drawn what it wants to draw. */
async function observe(page, frame, variables, png) {
  const [shot] = await page.evaluate(async (frame) => {
    await window.oracle.pump(frame, 20000, 8);
    return window.oracle.shoot();
  }, frame);
  fs.writeFileSync(png, Buffer.from(shot.url.split(',')[1], 'base64'));
  return page.evaluate(valuesOf, variables);
}

/** Opens a page, does its steps one after the other, each in a frame of its own. */
async function run(context, { url, file, root, steps, variables, out }) {
  const page = await context.newPage();
  try {
    await serveFiles(page, root, { [url]: file });
    await page.addInitScript(countTimeouts);
    await page.addInitScript(installHooks, { seed: 1, sizeLimit: 0 });
    await page.goto('http://localhost' + encodeURI(url), { waitUntil: 'networkidle', timeout: PATIENCE });
    const values = [await observe(page, 1, variables, `${out}.0.png`)];
    for (const [index, step] of steps.entries()) {
      await page.evaluate(operate, step);
      await page.evaluate(() => noTimeouts());
      values.push(await observe(page, index + 2, variables, `${out}.${index + 1}.png`));
    }
    return { values };
  } catch (error) {
    return { error: String(error.message ?? error).split('\n')[0] };
  } finally {
    await page.close().catch(() => {});
  }
}

const plan = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const browser = await launch();
for (const entry of plan) {
  const result = await run(browser.context, entry);
  fs.writeFileSync(`${entry.out}.json`, JSON.stringify(result) + '\n');
}
await browser.close();
