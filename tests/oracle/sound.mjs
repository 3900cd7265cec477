#!/usr/bin/env node
// Renders the sound of scripts: node sound.mjs PLAN.json   (see README.md)
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { launch } from './browser.mjs';
import { serveFiles } from './files.mjs';

const RATE = 44100;

/**
 * Runs in the page before its own scripts: sound is rendered as fast as possible, into memory, and
 * timers follow the time of the sound. It is sent to the page as text, so it may use nothing from outside.
 */
function installSound({ rate, seconds }) {
  const offline = new OfflineAudioContext(2, Math.ceil(rate * seconds), rate);
  const block = 128 / rate;
  /** Tasks by the number of the block before which they run. */
  const tasks = new Map();
  const cancelled = new Set();
  let lastId = 0;

  function later(time, task) {
    const block = Math.ceil((time * rate) / 128 - 1e-6);
    if ((block * 128) / rate >= seconds) return;
    if (tasks.has(block)) return void tasks.get(block).push(task);
    tasks.set(block, [task]);
    offline.suspend((block * 128) / rate).then(async () => {
      const due = tasks.get(block);
      // A task may add another one for the same time.
      for (const task of due) task();
      tasks.delete(block);
      // Events such as `ended` come before the sound goes on.
      await new Promise((resolve) => realTimeout(resolve, 5));
      offline.resume();
    });
  }

  const realTimeout = window.setTimeout.bind(window);
  function virtualTime() {
    window.setTimeout = (task, milliseconds = 0) => {
      const id = ++lastId;
      later(offline.currentTime + Math.max(milliseconds / 1000, block), () => cancelled.has(id) || task());
      return id;
    };
    window.clearTimeout = (id) => cancelled.add(id);
  }

  // A context of the page is the one that is rendered, with a destination that `close` takes away.
  window.AudioContext = function () {
    const destination = offline.createGain();
    destination.connect(offline.destination);
    return new Proxy(offline, {
      get(target, key) {
        if (key === 'destination') return destination;
        if (key === 'close') return () => destination.disconnect();
        const value = target[key];
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  };

  window.play = async (steps) => {
    const [applet] = CindyJS.instances;
    const errors = [];
    virtualTime();
    for (const { at = 0, code } of steps) {
      later(at, () => {
        try {
          applet.evokeCS(code);
        } catch (error) {
          errors.push(String(error?.message ?? error));
        }
      });
    }
    const sound = await offline.startRendering();
    const channels = [0, 1].map((channel) => sound.getChannelData(channel));
    const bytes = new Uint8Array(8 * sound.length);
    const view = new DataView(bytes.buffer);
    channels.forEach((samples, channel) =>
      samples.forEach((sample, i) => view.setFloat32(8 * i + 4 * channel, sample, true)),
    );
    let text = '';
    for (let i = 0; i < bytes.length; i += 32768) {
      text += String.fromCharCode(...bytes.subarray(i, i + 32768));
    }
    return { bytes: btoa(text), errors };
  };
}

const PAGE = `<!DOCTYPE html>
  <meta charset="utf-8" />
  <script src="/build/js/Cindy.js"></script>
  <body>
    <div id="CSCanvas"></div>
    <script>CindyJS({ ports: [{ id: "CSCanvas", width: 100, height: 100 }], scripts: {} });</script>
  </body>`;

const plan = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'sound-'));
fs.writeFileSync(path.join(root, 'page.html'), PAGE);
const browser = await launch();
for (const { out, seconds, steps } of plan) {
  const page = await browser.context.newPage();
  page.on('console', (message) => process.env.SAY && console.log(message.text()));
  await serveFiles(page, root);
  await page.addInitScript(installSound, { rate: RATE, seconds });
  await page.goto('http://localhost/page.html', { waitUntil: 'load' });
  const { bytes, errors } = await page.evaluate((steps) => window.play(steps), steps);
  fs.writeFileSync(out, Buffer.from(bytes, 'base64'));
  for (const error of errors) console.log(`${out}: ${error}`);
  await page.close();
}
await browser.close();
fs.rmSync(root, { recursive: true });
