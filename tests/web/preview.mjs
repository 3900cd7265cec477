// usage: preview.mjs MODULES [APPLET...|export|behaviour|controls]
// Plays applets in headless Chromium with software WebGPU, as tests/run does, and compares with the native preview; so it
// does with the page that `export --player` writes. MODULES/preview has the module and the player; CINDYSCRIPT_PREVIEW
// names the native program.

import { execFileSync } from "node:child_process";
import { cpSync, createReadStream, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { basename, dirname, extname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const { chromium } = createRequire(new URL("../editors/package.json", import.meta.url))("playwright-core");

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const native = process.env.CINDYSCRIPT_PREVIEW ?? join(root, "target/debug/cindyscript-preview");
const [modules, ...chosen] = process.argv.slice(2);
const folder = join(modules, "preview");
const out = join(root, "tests/out/web");
mkdirSync(out, { recursive: true });

/** At most this part of the pixels may differ, each by more than STEP in a colour. */
const SHARE = 0.01;
const STEP = 8;

/** Applets whose pictures need pixels from the GPU within the frame that paints them, which no browser gives, and more of them
 *  than the interpreter paints in time; with the problem that the preview reports. */
const LACKING = { bodies: "stopped: still running" };

const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
const server = createServer((request, response) => {
  const name = basename(new URL(request.url, "http://localhost").pathname);
  const file = [here, folder].map((place) => join(place, name)).find(existsSync);
  if (!file || !name) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
  createReadStream(file).pipe(response);
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const address = `http://127.0.0.1:${server.address().port}/preview.html`;

const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: [
    "--no-sandbox", "--disable-dev-shm-usage",
    "--enable-unsafe-webgpu",
    "--enable-unsafe-swiftshader",
    "--use-webgpu-adapter=swiftshader",
    // The compositor shows WebGPU canvases by Vulkan.
    "--enable-features=Vulkan",
    "--use-vulkan=swiftshader",
    "--use-angle=vulkan",
  ],
  ignoreDefaultArgs: ["--disable-gpu"],
});

let failures = 0;
const check = (name, holds, more = "") => {
  if (!holds) failures += 1;
  console.log(`${holds ? "ok    " : "FAILED"} ${name}${more && `: ${more}`}`);
};

/** A page with a preview of a size in CSS pixels. */
async function open([width, height], { webgpu = true, keepsDevices = false } = {}) {
  const context = await browser.newContext({ viewport: { width: Math.max(width, 300), height: Math.max(height, 300) } });
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (process.env.VERBOSE || message.type() === "error") console.log(`       ${message.type()}: ${message.text()}`);
  });
  if (!webgpu) await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "gpu", { value: undefined }));
  if (keepsDevices) {
    await page.addInitScript(() => {
      window.devices = [];
      const request = GPUAdapter.prototype.requestDevice;
      GPUAdapter.prototype.requestDevice = async function (...options) {
        const device = await request.apply(this, options);
        window.devices.push(device);
        return device;
      };
    });
  }
  await page.goto(address);
  await page.waitForFunction("window.isReady");
  await page.evaluate(([width, height]) => window.begin(width, height), [width, height]);
  // The message comes once the preview has a device, or paints on the CPU.
  await page.waitForFunction(() => window.messages.some((it) => it.message === "hello"));
  let version = 0;
  return {
    page,
    errors,
    /** Shows a text, and waits for its receipt. */
    async show(text, name = "page.html", options = {}) {
      version += 1;
      await this.tell({ message: "open", path: `/${name}`, text, version, open: options.open ?? [] });
      if (options.receipt !== false) await this.receipt(version);
    },
    receipt: (version) =>
      page.waitForFunction(
        (version) => window.messages.some((it) => it.message === "receipt" && it.version === version),
        version,
        { timeout: 180_000 },
      ),
    /** A message of the editor. */
    tell: (message) => page.evaluate((json) => window.preview.receive(json), JSON.stringify(message)),
    obey: (command, more) => page.evaluate(([command, more]) => window.obey(command, more), [command, more]),
    /** Waits until the controls have a state, or the preview has sent a message, for which a JavaScript expression holds. */
    until: (expression) =>
      page.waitForFunction(
        (expression) => new Function("panel", "messages", `return ${expression}`)(window.panel ?? {}, window.messages), expression),
    playTo: (frame) => page.evaluate((frame) => window.preview.playTo(frame), frame),
    messages: (kind) => page.evaluate((kind) => window.messages.filter((it) => it.message === kind), kind),
    picture: async (path) => (await page.locator("canvas").screenshot({ path })).toString("base64"),
    close: () => context.close(),
  };
}

/** The part of two pictures that differs, on a background. */
function difference(page, pictures, background = "white") {
  return page.evaluate(
    async ([pictures, background, STEP]) => {
      const pixels = await Promise.all(
        pictures.map(async (data) => {
          const bytes = Uint8Array.from(atob(data), (it) => it.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
          const context = canvas.getContext("2d");
          context.fillStyle = background;
          context.fillRect(0, 0, canvas.width, canvas.height);
          context.drawImage(bitmap, 0, 0);
          return context.getImageData(0, 0, canvas.width, canvas.height);
        }),
      );
      const [a, b] = pixels;
      if (a.width !== b.width || a.height !== b.height) return 1;
      let off = 0;
      for (let at = 0; at < a.data.length; at += 4)
        if ([0, 1, 2].some((part) => Math.abs(a.data[at + part] - b.data[at + part]) > STEP)) off += 1;
      return off / (a.data.length / 4);
    },
    [pictures, background, STEP],
  );
}

const backgroundOf = (text) => /background: *"(\w+)"/.exec(text)?.[1] ?? "white";

/** Frame 10 of an applet, against the native picture. */
async function samePicture(file) {
  const FRAME = 10;
  const name = basename(file, ".html");
  const text = readFileSync(file, "utf8");
  const png = join(out, `${name}-native.png`);
  execFileSync(native, ["render", file, "--png", png, "--frame", String(FRAME), "--background", backgroundOf(text)], { stdio: "pipe" });
  const expected = readFileSync(png);
  const size = [expected.readUInt32BE(16), expected.readUInt32BE(20)];
  const preview = await open(size);
  try {
    await preview.playTo(FRAME);
    const began = Date.now();
    await preview.show(text, `${name}.html`);
    const first = Date.now() - began;
    await preview.page.waitForFunction("window.preview.isAtRest()", null, { timeout: 120_000 });
    const painted = await preview.picture(join(out, `${name}.png`));
    const share = await difference(preview.page, [expected.toString("base64"), painted]);
    const problems = (await preview.messages("problems")).flatMap((it) => it.problems.map((problem) => problem.message));
    const lacking = LACKING[name];
    if (lacking && problems.some((it) => it.startsWith(lacking))) {
      return check(`picture of ${name} is refused`, true, `${(100 * share).toFixed(3)} % off`);
    }
    check(`picture of ${name}`, share <= SHARE && !preview.errors.length,
      `${(100 * share).toFixed(3)} % off, first after ${first} ms${[...preview.errors, ...problems].map((it) => `; ${it}`).join("")}`);
  } catch (error) {
    check(`picture of ${name}`, false, `${error.message.split("\n")[0]}; ${preview.errors}`);
  } finally {
    await preview.close();
  }
}

/** A page of 200 x 200 pixels that shows the world from -5 to 5. */
const pageOf = (draw) => `<canvas id="c"></canvas>
<script id="csdraw" type="text/x-cindyscript">${draw}</script>
<script>CindyJS({scripts: "cs*", use: ["CindyGL"], geometry: [{name: "A", type: "Free", pos: [0, 0]}],
  ports: [{id: "c", width: 200, height: 200, background: "white", transform: [{visibleRect: [-5, 5, 5, -5]}]}]});</script>`;

/** The colour of the canvas at a pixel. */
async function colourAt(preview, [x, y]) {
  const picture = await preview.picture();
  return preview.page.evaluate(
    async ([data, x, y]) => {
      const bytes = Uint8Array.from(atob(data), (it) => it.charCodeAt(0));
      const context = new OffscreenCanvas(1, 1).getContext("2d");
      context.drawImage(await createImageBitmap(new Blob([bytes])), -x, -y);
      return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    },
    [picture, x, y],
  );
}

const isNear = (colour, expected) => colour.every((part, index) => Math.abs(part - expected[index]) <= 4);
const atRest = (preview) => preview.page.waitForFunction("window.preview.isAtRest()", null, { timeout: 60_000 });

/** Each check has a page of its own. */
async function inPage(name, act, options) {
  const preview = await open([200, 200], options);
  try {
    const holds = (what, value, more) => check(`${name}: ${what}`, value, more);
    await act(preview, holds);
    check(`${name}: no error in the page`, !preview.errors.length, preview.errors.join("; "));
  } catch (error) {
    check(name, false, `${error.message.split("\n")[0]} ${preview.errors}`);
  } finally {
    await preview.close();
  }
}

const colourChecks = async (preview, holds) => {
  await preview.show(pageOf("colorplot([1, 0, 0])"));
  await atRest(preview);
  holds("a colorplot is painted", isNear(await colourAt(preview, [20, 20]), [255, 0, 0]));
  await preview.show(pageOf("colorplot([0, 0, 1])"));
  await atRest(preview);
  holds("an edit changes the picture", isNear(await colourAt(preview, [20, 20]), [0, 0, 255]));
  await preview.show(pageOf("colorplot([0, 1, 1"), "page.html", { receipt: false });
  await atRest(preview);
  holds("a broken text keeps the picture", isNear(await colourAt(preview, [20, 20]), [0, 0, 255]));
  await preview.show(pageOf("colorplot([A.x/10 + 1/2, 0 * #.x, 0])"));
  await atRest(preview);
  await preview.page.mouse.move(100, 100);
  await preview.page.mouse.down();
  await preview.page.mouse.move(130, 100, { steps: 3 });
  await preview.page.mouse.move(150, 100, { steps: 3 });
  await preview.page.mouse.up();
  await atRest(preview);
  holds("a dragged point moves", isNear(await colourAt(preview, [20, 20]), [191, 0, 0]), String(await colourAt(preview, [20, 20])));
  await preview.show(pageOf('println("a line"); x = 1 + A.x'));
  await atRest(preview);
  const output = (await preview.messages("output")).map((it) => it.text).join("");
  holds("what scripts print is told", output.includes("a line\n"), output);
  const values = (await preview.messages("values")).flatMap((it) => it.values);
  const library = { path: "/colours.cjs", text: "seen(x) := [0, x, 0];" };
  await preview.show(pageOf('import("colours.cjs"); colorplot(seen(1))'), "page.html", { open: [library] });
  await atRest(preview);
  holds("a library that the editor sends is imported", isNear(await colourAt(preview, [20, 20]), [0, 255, 0]));
  holds("values are told", values.some((it) => it.subject.global === "x"), JSON.stringify(values).slice(0, 200));
};

/** The index of a text in a page, and behind it. */
const rangeOf = (page, text) => ({ start: page.indexOf(text), end: page.indexOf(text) + text.length });

/** Waits until the canvas has a colour at a place. */
async function shows(preview, place, expected) {
  for (const end = Date.now() + 30_000; Date.now() < end; ) if (isNear(await colourAt(preview, place), expected)) return true;
  return false;
}

async function controls() {
  await inPage("sliders", async (preview, holds) => {
    const text = pageOf("a = 0.25; // 0..1\ncolorplot([a, 0 * #.x, 0])");
    await preview.show(text);
    await preview.until('panel.sliders?.[0]?.name === "a" && panel.sliders[0].to === 1');
    await preview.obey("set", { index: 0, value: 0.75 });
    holds("a set value is shown", await shows(preview, [20, 20], [191, 0, 0]));
    holds("the text has its value until it is let go", !(await preview.messages("edit")).length);
    await preview.obey("let-go");
    await preview.until('messages.some((it) => it.message === "edit")');
    const [edit] = await preview.messages("edit");
    const [{ range, old, new: written }] = edit.replacements;
    holds("a value that is let go is written into the text",
      old === "0.25" && written === "0.75" && text.slice(range.start, range.end) === "0.25", JSON.stringify(edit));
    await preview.show(text.replace("0.25", "0.75"));
    holds("the picture stays with the new text", await shows(preview, [20, 20], [191, 0, 0]));
  });
  await inPage("controls of the page", async (preview, holds) => {
    const controls = `<script id="csinit" type="text/x-cindyscript">a = 0.25</script>
      <input type="range" min="0" max="1" step="any" value="0.25" oninput="cdy.evokeCS('a = ' + this.value)">
      <button onclick="cdy.evokeCS('a = 1')">Red</button>`;
    const text = pageOf("colorplot([a, 0 * #.x, 0])");
    await preview.show(text.replace("<script>CindyJS({", `${controls}<script>var cdy = CindyJS({`));
    await preview.until("panel.controls?.length === 2");
    await preview.obey("operate", { index: 0, input: "set", value: "0.75" });
    holds("a slider of the page runs its script", await shows(preview, [20, 20], [191, 0, 0]));
    await preview.until('panel.controls[0].value === "0.75"');
    await preview.obey("operate", { index: 1, input: "press" });
    holds("a button of the page runs its script", await shows(preview, [20, 20], [255, 0, 0]));
  });
  await inPage("points", async (preview, holds) => {
    await preview.show(pageOf("colorplot([A.x/10 + 1/2, 0 * #.x, 0])"));
    await preview.until("panel.dragged === false");
    await preview.page.mouse.move(100, 100);
    await preview.page.mouse.down();
    await preview.page.mouse.move(120, 100, { steps: 2 });
    await preview.page.mouse.move(140, 100, { steps: 2 });
    await preview.page.mouse.up();
    await preview.until("panel.dragged");
    // Half of the way is a drag as well.
    await atRest(preview);
    await preview.obey("write-points");
    await preview.until('messages.some((it) => it.message === "edit")');
    const [edit] = await preview.messages("edit");
    holds("a dragged point is written into the text", edit.replacements[0].new === "[2, 0]", JSON.stringify(edit));
    await preview.obey("reset-points");
    await preview.until("!panel.dragged");
    holds("points are reset", await shows(preview, [20, 20], [128, 0, 0]));
  });
  await inPage("time", async (preview, holds) => {
    await preview.show(pageOf("n = n + 1; colorplot([0, 0 * #.x, if(n > 3, 1, 0)])")
      .replace("<script>CindyJS({", '<script id="csinit" type="text/x-cindyscript">n = 0</script><script>CindyJS({autoplay: true, '));
    await preview.until('messages.some((it) => it.message === "status")');
    holds("the frame rate is told", (await preview.messages("status"))[0].frames_per_second > 0);
    await preview.obey("pause", { paused: true });
    await preview.until("panel.paused");
    await atRest(preview);
    holds("a paused applet is at rest", true);
    await preview.obey("restart");
    holds("a paused applet restarts", await shows(preview, [20, 20], [0, 0, 0]));
    for (let step = 0; step < 3; step += 1) await preview.obey("step").then(() => atRest(preview));
    holds("steps run one frame each", await shows(preview, [20, 20], [0, 0, 255]));
    await preview.obey("pause", { paused: false });
    await preview.until("!panel.paused");
  });
  await inPage("view", async (preview, holds) => {
    await preview.show(pageOf("colorplot([if(#.x > 1, 1, 0), 0, 0])"));
    await atRest(preview);
    await preview.obey("zoom", { factor: 4 });
    holds("a command zooms", await shows(preview, [190, 100], [255, 0, 0]) && await shows(preview, [170, 100], [0, 0, 0]));
    await preview.obey("pan", { parts: [-0.5, 0] });
    holds("a command moves the view", await shows(preview, [90, 100], [255, 0, 0]));
    await preview.until("panel.moved");
    await preview.obey("reset-view");
    await preview.until("!panel.moved");
    holds("the view is reset", await shows(preview, [110, 100], [0, 0, 0]) && await shows(preview, [125, 100], [255, 0, 0]));
    await preview.page.locator("canvas").hover({ position: { x: 100, y: 100 } });
    await preview.page.mouse.wheel(0, -500);
    await preview.until("panel.moved");
    holds("the wheel zooms", true);
  });
  await inPage("precision", async (preview, holds) => {
    await preview.show(pageOf("colorplot([|#| - floor(|#|), 0, 0])"));
    await atRest(preview);
    await preview.obey("pan", { parts: [5.3, 0] });
    await preview.obey("zoom", { factor: 1e7 });
    await preview.until('messages.some((it) => it.message === "precision" && it.plots.some((plot) => plot.computed !== "single"))');
    holds("a deep view is computed in more digits", true);
    await preview.obey("precision", { precision: "single" });
    await preview.until('panel.precision === "single"');
    await atRest(preview);
    holds("single precision can be chosen", true);
  });
  await inPage("pixel", async (preview, holds) => {
    const text = pageOf("colorplot(s = #.x + 0.5; [s, 0, 0])");
    await preview.show(text);
    await atRest(preview);
    await preview.page.mouse.move(120, 100);
    await preview.obey("inspect", { on: true });
    await preview.until("panel.pixel?.values.length > 1");
    const { place, values } = await preview.page.evaluate("window.panel.pixel");
    const of = (term) => values.find((it) => text.slice(it.range.start, it.range.end) === term);
    holds("the controls have place, value and type", place[0] > 0.9 && place[0] < 1.1 && of("s")?.type === "real", JSON.stringify(values));
    await preview.until('messages.some((it) => it.message === "pixel" && it.values.length > 1)');
    holds("the editor is told the values", true);
    await preview.obey("inspect", { on: false });
    await preview.until('messages.findLast((it) => it.message === "pixel").values.length === 0');
    holds("the editor is told that no pixel is inspected", true);
    await preview.page.keyboard.down("Control");
    await preview.page.mouse.click(120, 100);
    await preview.page.keyboard.up("Control");
    await preview.until('messages.some((it) => it.message === "reveal")');
    const [{ range }] = await preview.messages("reveal");
    holds("a click with Control shows what paints", text.slice(range.start, range.end).startsWith("colorplot("), JSON.stringify(range));
  });
  await inPage("selection", async (preview, holds) => {
    const text = pageOf("colorplot(s = 0.25 + 0 * #.x; [1, s, 0])");
    await preview.show(text);
    holds("the result is drawn", await shows(preview, [20, 20], [255, 64, 0]));
    await preview.tell({ message: "selection", version: 1, range: rangeOf(text, "0.25 + 0 * #.x") });
    await preview.tell({ message: "draw-selection" });
    await atRest(preview);
    holds("the selected expression is drawn", !isNear(await colourAt(preview, [20, 20]), [255, 64, 0]));
    await preview.tell({ message: "draw-selection" });
    holds("the result is drawn again", await shows(preview, [20, 20], [255, 64, 0]));
  });
  await inPage("performance", async (preview, holds) => {
    await preview.show(pageOf("colorplot([#.x, 0, 0])"));
    await preview.until('messages.some((it) => it.message === "plots" && it.plots.length === 1)');
    const [plots] = (await preview.messages("plots")).filter((it) => it.plots.length);
    const isSoftware = await preview.page.evaluate(async () => (await navigator.gpu.requestAdapter()).info.isFallbackAdapter);
    holds("the painter of a colorplot is told", plots.plots[0].painter === (isSoftware ? "software" : "gpu"), JSON.stringify(plots));
  });
  await inPage("lost device", async (preview, holds) => {
    await preview.show(pageOf("colorplot([0, 0 * #.x, 1])"));
    await atRest(preview);
    await preview.page.evaluate(() => window.devices.at(-1).destroy());
    await preview.until('messages.filter((it) => it.message === "hello").length === 2');
    holds("another device is opened", (await preview.messages("hello"))[1].adapter.startsWith("WebGPU"));
    holds("the picture is painted again", await shows(preview, [20, 20], [0, 0, 255]));
    await preview.show(pageOf("colorplot([0, 1, 0 * #.x])"));
    holds("the next text plays", await shows(preview, [20, 20], [0, 255, 0]));
  }, { keepsDevices: true });
  await inPage("shutdown", async (preview, holds) => {
    await preview.show(pageOf("colorplot([0, 1, 0])"));
    await preview.tell({ message: "shutdown" });
    holds("a preview that is shut down says so", (await preview.messages("closed")).length === 1);
  });
}

async function behaviour() {
  await inPage("WebGPU", async (preview, holds) => {
    const [hello] = await preview.messages("hello");
    holds("the adapter is told", hello.adapter.startsWith("WebGPU"), hello.adapter);
    await colourChecks(preview, holds);
  });
  await inPage("CPU", async (preview, holds) => {
    const [hello] = await preview.messages("hello");
    holds("the adapter is told", hello.adapter.startsWith("CPU"), hello.adapter);
    await colourChecks(preview, holds);
  }, { webgpu: false });
  await inPage("edits", async (preview, holds) => {
    const memory = () =>
      preview.page.evaluate(async () => (await (await import("./cindyscript_preview_web.js")).default()).memory.buffer.byteLength);
    const edit = (number) => preview.show(pageOf(`colorplot([${number % 7} / 7, #.x * ${number % 3 ? "1" : "2 + 1"}, 0])`));
    for (let number = 0; number < 50; number += 1) await edit(number);
    const before = await memory();
    for (let number = 0; number < 200; number += 1) await edit(number);
    const after = await memory();
    holds("memory stays the same", after <= before, `${before >> 10} KiB, then ${after >> 10} KiB`);
  });
  await inPage("sound", async (preview, holds) => {
    // Peak and frequency of what the browser plays.
    await preview.page.evaluate(() => {
      const create = BaseAudioContext.prototype.createScriptProcessor;
      BaseAudioContext.prototype.createScriptProcessor = function (...options) {
        const [node, analyser] = [create.apply(this, options), this.createAnalyser()];
        node.connect(analyser);
        window.sound = this;
        window.peak = () => {
          const samples = new Float32Array(analyser.fftSize);
          analyser.getFloatTimeDomainData(samples);
          return Math.max(...samples.map(Math.abs));
        };
        return node;
      };
    });
    const init = (script) => `<script id="csinit" type="text/x-cindyscript">${script}</script>` + pageOf("draw([0, 0])");
    const hears = (condition) =>
      preview.page.waitForFunction(condition, null, { timeout: 30_000 }).then(() => true, () => false);
    await preview.show(init("x = 1"));
    holds("a silent applet opens no device", await preview.page.evaluate(() => window.sound === undefined));
    await preview.show(init("playsin(440, duration -> -1, harmonics -> [0.5])"));
    // Browsers play nothing before the user has done something.
    await preview.page.mouse.click(20, 20);
    holds("a tone plays", await hears(() => window.peak && Math.abs(window.peak() - 0.5) < 0.01));
    await preview.obey("pause", { paused: true });
    holds("a pause ends it", await hears(() => window.sound.state === "suspended"));
    await preview.obey("pause", { paused: false });
    holds("it goes on", await hears(() => window.sound.state === "running"));
    await preview.show(init("x = 2"));
    holds("an edit ends it", await hears(() => window.peak() < 1e-3));
  });
  await inPage("limits", async (preview, holds) => {
    for (const [name, script, message] of [
      ["an endless loop", "while(true, x = 1)", "stopped"],
      ["an endless recursion", "f(x) := f(x + 1) + 1; f(0)", "nested too deeply"],
      ["an endless loop in init and in each frame", null, "stopped"],
      ["a long colorplot", "colorplot(repeat(100000000, x = 1); x)", ""],
    ]) {
      const began = Date.now();
      const endless = '<script id="csinit" type="text/x-cindyscript">while(true, y = 1)</script>';
      await preview.show(script ? pageOf(script) : endless + pageOf("while(true, x = 1)"), "page.html", { receipt: false });
      const answered = await preview.page.evaluate(() => new Promise((answer) => setTimeout(() => requestAnimationFrame(() => answer(true)), 50)));
      const took = Date.now() - began;
      holds(`${name} answers within 2 s`, answered && took < 2000, `${took} ms`);
      if (!message) continue;
      const told = () => preview.page.waitForFunction(
        (message) => window.messages.some((it) => it.message === "problems" && it.problems.some((problem) => problem.message.includes(message))),
        message, { timeout: 10_000 });
      holds(`${name} is told`, await told().then(() => true, () => false));
    }
    await preview.show(pageOf("colorplot([0, 1, 0])"));
    await atRest(preview);
    holds("the next text plays", isNear(await colourAt(preview, [20, 20]), [0, 255, 0]));
  });
}

const applets = join(root, "tests/applets");

/** A page that plays alone in its folder what CindyGL cannot draw, with an image, a library, a slider and a button. */
async function exported() {
  const source = join(out, "export");
  rmSync(source, { recursive: true, force: true });
  mkdirSync(source, { recursive: true });
  cpSync(join(applets, "pictures/flower.png"), join(source, "flower.png"));
  writeFileSync(join(source, "shades.cjs"), "shade(x) := 0.5 + 0.5 * sin(x);");
  const file = join(source, "page.html");
  writeFileSync(file, `<script src="build/js/Cindy.js"></script><div id="c"></div>
<script id="csinit" type="text/x-cindyscript">import("shades.cjs"); green = 0.25;</script>
<script id="csdraw" type="text/x-cindyscript">
blue = 0.5; // 0..1
colorplot(k = 0; while(k < 3, k = k + 1); [shade(k * #.x), green, blue]);
drawimage([-4, -4], [0, -4], "flower");
</script>
<button onclick="cdy.evokeCS('green = 1')">Green</button>
<script>var cdy = CindyJS({scripts: "cs*", images: {flower: "flower.png"},
  ports: [{id: "c", width: 400, height: 400, background: "white", transform: [{visibleRect: [-5, 5, 5, -5]}]}]});</script>`);
  const html = join(out, "exported.html");
  const run = (...options) => {
    try {
      return execFileSync(native, ["export", file, "--html", html, "--player", "--force", ...options], { encoding: "utf8", stdio: "pipe" });
    } catch ({ stderr }) {
      return stderr;
    }
  };
  const lacking = run("--modules", source);
  check("export names what is missing, and where it is", lacking.includes(source) && lacking.includes("`--modules FOLDER`"), lacking.trim());
  const said = run("--modules", modules);
  check("export lists the files in the page", said.includes("the player is in it") && said.includes("flower.png"), said.trim().replaceAll("\n", "; "));
  const png = join(out, "exported-native.png");
  execFileSync(native, ["render", file, "--png", png, "--size", "400x400", "--background", "white"], { stdio: "pipe" });
  const expected = readFileSync(png).toString("base64");
  for (const webgpu of [true, false]) {
    const painter = webgpu ? "WebGPU" : "the CPU";
    const context = await browser.newContext({ viewport: { width: 400, height: 600 } });
    const page = await context.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    if (!webgpu) await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "gpu", { value: undefined }));
    try {
      await page.goto(pathToFileURL(html).href);
      const green = page.getByRole("button", { name: "Green", exact: true });
      await green.waitFor();
      const below = 600 - (await page.locator("canvas").evaluate((canvas) => canvas.clientHeight));
      await page.setViewportSize({ width: 400, height: 400 + below });
      const picture = async () => (await page.locator("canvas").screenshot({ path: join(out, "exported.png") })).toString("base64");
      let share = 1;
      for (const end = Date.now() + 60_000; share > SHARE && Date.now() < end; ) share = await difference(page, [expected, await picture()]);
      check(`an exported page shows the picture, by ${painter}`, share <= SHARE, `${(100 * share).toFixed(3)} % off`);
      const colour = { picture, page };
      const red = await colourAt(colour, [200, 20]);
      await green.click();
      check(`a button of an exported page is operated, by ${painter}`, await shows(colour, [200, 20], [red[0], 255, red[2]]));
      const slider = page.getByRole("slider", { name: "blue", exact: true });
      await slider.focus();
      await slider.press("End");
      check(`a slider of an exported page is set, by ${painter}`, await shows(colour, [200, 20], [red[0], 255, 255]));
      check(`an exported page has no panels for its author, by ${painter}`, (await page.getByRole("button", { name: "Console" }).count()) === 0);
      check(`an exported page has no error, by ${painter}`, errors.length === 0, errors.join("; "));
    } catch (error) {
      check(`an exported page plays, by ${painter}`, false, `${error.message.split("\n")[0]} ${errors}`);
    } finally {
      await context.close();
    }
  }
}

for (const file of readdirSync(applets).filter((it) => it.endsWith(".html")))
  if (!chosen.length || chosen.includes(basename(file, ".html"))) await samePicture(join(applets, file));
if (!chosen.length || chosen.includes("export")) await exported();
if (!chosen.length || chosen.includes("behaviour")) await behaviour();
if (!chosen.length || chosen.includes("controls")) await controls();

await browser.close();
server.close();
process.exit(failures ? 1 : 0);
