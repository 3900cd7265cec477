// usage: preview.mjs FOLDER [APPLET...]
// Plays applets in headless Chromium with software WebGPU, as tests/run does, and compares with
// the native preview. FOLDER has what wasm-bindgen wrote; CINDYSCRIPT_PREVIEW names the native program.

import { execFileSync } from "node:child_process";
import { createReadStream, existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { basename, dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const { chromium } = createRequire(new URL("../editors/package.json", import.meta.url))("playwright-core");

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const native = process.env.CINDYSCRIPT_PREVIEW ?? join(root, "target/debug/cindyscript-preview");
const [folder, ...chosen] = process.argv.slice(2);
const out = join(root, "tests/out/web");
mkdirSync(out, { recursive: true });

/** At most this part of the pixels may differ, each by more than STEP in a colour. */
const SHARE = 0.01;
const STEP = 8;

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
    "--no-sandbox",
    "--enable-unsafe-webgpu",
    "--enable-unsafe-swiftshader",
    "--use-webgpu-adapter=swiftshader",
    // What shows the pictures on the page wants Vulkan as well.
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
async function open([width, height], { webgpu = true } = {}) {
  const context = await browser.newContext({ viewport: { width: Math.max(width, 300), height: Math.max(height, 300) } });
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (process.env.VERBOSE || message.type() === "error") console.log(`       ${message.type()}: ${message.text()}`);
  });
  if (!webgpu) await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "gpu", { value: undefined }));
  await page.goto(address);
  await page.waitForFunction("window.isReady");
  await page.evaluate(([width, height]) => window.begin(width, height), [width, height]);
  let version = 0;
  return {
    page,
    errors,
    /** Shows a text, and waits for its receipt. */
    async show(text, name = "page.html", options = {}) {
      version += 1;
      await page.evaluate(
        ([path, text, version]) => window.preview.receive(JSON.stringify({ message: "open", path, text, version })),
        [`/${name}`, text, version],
      );
      if (options.receipt !== false) await this.receipt(version);
    },
    receipt: (version) =>
      page.waitForFunction(
        (version) => window.messages.some((it) => it.message === "receipt" && it.version === version),
        version,
        { timeout: 60_000 },
      ),
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
    await preview.page.waitForFunction("!window.preview.isAtRest || window.preview.isAtRest()", null, { timeout: 120_000 });
    const painted = await preview.picture(join(out, `${name}.png`));
    const share = await difference(preview.page, [expected.toString("base64"), painted]);
    const problems = (await preview.messages("problems")).flatMap((it) => it.problems.map((problem) => problem.message));
    check(`picture of ${name}`, share <= SHARE && !preview.errors.length,
      `${(100 * share).toFixed(3)} % off, first after ${first} ms${[...preview.errors, ...problems].map((it) => `; ${it}`).join("")}`);
  } catch (error) {
    check(`picture of ${name}`, false, `${error.message.split("\n")[0]}; ${preview.errors}`);
  } finally {
    await preview.close();
  }
}

const applets = join(root, "tests/applets");
for (const file of readdirSync(applets).filter((it) => it.endsWith(".html")))
  if (!chosen.length || chosen.includes(basename(file, ".html"))) await samePicture(join(applets, file));

await browser.close();
server.close();
process.exit(failures ? 1 : 0);
