// The playground as a person has it: served, opened in Chromium, typed into and looked at. PLAYGROUND is the folder that
// its build has written.

import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { chromium } from "playwright-core";

const { PLAYGROUND, SCREENSHOT } = process.env;
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

/** Without network, each connection breaks. Files of a newer build take the place of the others. */
let isOnline = true;
const newer = new Map();
const server = createServer(async ({ url }, answer) => {
  if (!isOnline) return answer.destroy();
  const { pathname } = new URL(url, "http://playground");
  const file = path.join(PLAYGROUND, pathname === "/" ? "index.html" : pathname);
  try {
    const content = newer.get(pathname) ?? (await readFile(file));
    answer.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "application/octet-stream" }).end(content);
  } catch {
    answer.writeHead(404).end();
  }
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const address = `http://127.0.0.1:${server.address().port}/`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox", "--disable-dev-shm-usage", "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader", "--enable-unsafe-swiftshader",
    // The picture comes to the page through Vulkan.
    "--enable-features=Vulkan", "--use-vulkan=swiftshader", "--use-angle=vulkan",
    // A camera that shows something.
    "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
  ],
  ignoreDefaultArgs: ["--disable-gpu"],
});

let failed = 0;
async function check(what, holds) {
  try {
    await holds();
    console.log(`passed  ${what}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${what}: ${error.message.split("\n").slice(0, 4).join(" ")}`);
  }
}

/** A page of somebody who has never been here. `prepare` is given it before it loads. */
async function visit(hash = "", prepare = () => {}) {
  const context = await browser.newContext({ viewport: { width: 900, height: 420 } });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  await prepare(page);
  page.setDefaultTimeout(30_000);
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await page.goto(address + hash);
  await page.locator(".cm-content").waitFor();
  return { page, complaints };
}

/** Puts this applet in place of the text. */
async function write(page, script) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(script);
}

const applet = (script, settings = "") => `<!doctype html>
<script src="https://cindyjs.org/dist/latest/Cindy.js"></script>
<div id="c"></div>
<script id="csdraw" type="text/x-cindyscript">
${script}
</script>
<script>CindyJS({${settings}ports: [{id: "c", width: 400, height: 400, transform: [{visibleRect: [-5, 5, 5, -5]}]}], scripts: "cs*"});</script>
`;
const seen = (page, selector, text) => page.locator(selector, { hasText: text }).first().waitFor();

const { page, complaints } = await visit();

await check("the first example has coloured names and types", async () => {
  await page.locator(".cm-token-function").first().waitFor();
  await page.locator(".cm-type-hint").first().waitFor();
  if (SCREENSHOT) await page.screenshot({ path: SCREENSHOT });
});

await check("a misspelt name gives a problem at its place", async () => {
  await write(page, applet("radius = 3;\nprintln(radus + 1);"));
  await page.locator(".cm-lintRange-warning").waitFor();
  await seen(page, "#status", "1 warning");
});

await check("its fix mends it", async () => {
  await page.locator(".cm-lintRange-warning").hover();
  await page.locator(".cm-diagnosticAction").first().click();
  await page.locator(".cm-lintRange-warning").waitFor({ state: "detached" });
  await seen(page, ".cm-line", "println(radius + 1);");
});

await check("a hover tells a type", async () => {
  await page.locator(".cm-line", { hasText: "radius: int = 3" }).locator(".cm-token-variable").first().hover();
  await seen(page, ".cm-lsp-hover-tooltip, .cm-tooltip-hover", "int");
  await page.mouse.move(5, 5);
});

await check("a completion is offered and taken", async () => {
  await page.locator(".cm-line", { hasText: "println" }).click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("fillcir");
  await page.locator(".cm-tooltip-autocomplete li", { hasText: "fillcircle" }).first().click();
  await seen(page, ".cm-line", "fillcircle(");
});

/** Waits until the middle of the picture has this colour. */
async function shows(page, colour) {
  const canvas = page.locator("#preview canvas");
  for (const end = Date.now() + 60_000; ;) {
    const [seen] = await colours(await canvas.screenshot(), [[0.5, 0.5]]);
    if (seen.slice(0, 3).every((part, at) => Math.abs(part - colour[at]) < 8)) return;
    if (Date.now() > end) throw new Error(`the picture has ${seen} in its middle, not ${colour}`);
  }
}

/** The colours at places of a picture, these as shares of its width and height. */
async function colours(png, places) {
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

await check("the picture is that of the text, and follows an edit", async () => {
  await write(page, applet("colorplot([1, 0, 0]);"));
  await shows(page, [255, 0, 0]);
  await write(page, applet("colorplot([0, 0, 1]);"));
  await shows(page, [0, 0, 255]);
});

await check("a broken text keeps the last picture", async () => {
  await write(page, applet("colorplot([0, 1, 0]"));
  await page.locator(".cm-lintRange-error").first().waitFor();
  await shows(page, [0, 0, 255]);
});

const panel = (title) => page.locator(`section[aria-label="${title}"]`);
const control = (name) => page.getByRole("button", { name, exact: true });

await check("a slider changes the picture, and then the text", async () => {
  await write(page, applet("a = 0.25; // 0..1\ncolorplot([a, 0 * #.x, 0]);"));
  const slider = page.getByRole("slider", { name: "a", exact: true });
  await slider.waitFor();
  await shows(page, [64, 0, 0]);
  await slider.focus();
  await slider.press("End");
  await shows(page, [255, 0, 0]);
  await seen(page, ".cm-line", "a: int = 1");
  await page.getByRole("spinbutton", { name: "a, as a number" }).fill("0.5");
  await page.keyboard.press("Enter");
  await shows(page, [128, 0, 0]);
  await seen(page, ".cm-line", "a: real = 0.5");
});

await check("the console has what scripts print", async () => {
  await write(page, applet('println("from a script");'));
  await control("Console").click();
  await panel("Console").getByText("from a script").waitFor();
  await panel("Console").getByRole("button", { name: "Clear" }).click();
  await panel("Console").getByText("from a script").waitFor({ state: "detached" });
  await control("Console").click();
});

await check("the pixel inspector has value and type, and shows a term in the text", async () => {
  await write(page, applet("colorplot(shade = #.x * 0 + 0.5; [shade, 0, 0]);"));
  await shows(page, [128, 0, 0]);
  await page.locator("#preview canvas").focus();
  await page.keyboard.press("i");
  const row = panel("Pixel").getByRole("row", { name: /^shade/ });
  await row.getByText("0.5").waitFor();
  await row.getByText("real").waitFor();
  // The button stays while values change: a click needs the one on which it began.
  const button = await row.getByRole("button").elementHandle();
  const place = panel("Pixel").getByText(/^At /);
  const before = await place.textContent();
  const { x, y, width, height } = await page.locator("#preview canvas").boundingBox();
  await page.mouse.move(x + width / 3, y + height / 3);
  await place.filter({ hasNotText: before }).waitFor();
  if (!(await button.evaluate((node) => node.isConnected))) throw new Error("the button is another one");
  await button.click();
  await page.waitForFunction(() => getSelection().toString() === "shade");
  await control("Pixel").click();
});

await check("performance tells the painter of each colorplot, and selects the precision", async () => {
  await control("Performance").click();
  await panel("Performance").getByText("WebGPU").waitFor();
  await panel("Performance").getByRole("cell", { name: /^(GPU|software rendering)$/ }).waitFor();
  const button = await panel("Performance").getByRole("button", { name: /^Line / }).elementHandle();
  await panel("Performance").getByRole("combobox", { name: "Precision" }).selectOption("double");
  await panel("Performance").getByRole("cell", { name: "double" }).waitFor();
  if (!(await button.evaluate((node) => node.isConnected))) throw new Error("the button is another one");
  await panel("Performance").getByRole("combobox", { name: "Precision" }).selectOption("auto");
  await control("Performance").click();
});

await check("an animation pauses and goes on, by button and by key", async () => {
  await page.locator("#examples").selectOption("wave.html");
  await control("Pause").click();
  await control("Play").waitFor();
  await page.locator("#preview canvas").press("Space");
  await control("Pause").waitFor();
});

await check("the view is moved by key, and reset by button", async () => {
  await page.locator("#preview canvas").press("+");
  await page.locator("#preview canvas").press("ArrowLeft");
  await control("Reset view").click();
  await page.getByRole("button", { name: "Reset view", disabled: true }).waitFor();
});

await check("the picture is saved as a file, and so is a film", async () => {
  const download = async (act) => {
    const [file] = await Promise.all([page.waitForEvent("download"), act()]);
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
  };
  await write(page, applet("colorplot([0, 0, 1]);"));
  await shows(page, [0, 0, 255]);
  const image = await download(() => control("Save image").click());
  const [colour] = await colours(image.content, [[0.5, 0.5]]);
  if (image.name !== "applet.png" || colour[2] !== 255) throw new Error(`${image.name} has ${colour} in its middle`);
  await page.locator("#examples").selectOption("wave.html");
  await control("Pause").waitFor();
  const film = await download(async () => {
    await control("Record").click();
    await control("Stop recording").waitFor();
    await page.evaluate(() => new Promise((done) => {
      const end = performance.now() + 500;
      const frame = () => (performance.now() > end ? done() : requestAnimationFrame(frame));
      frame();
    }));
    await control("Stop recording").click();
  });
  if (film.name !== "applet.webm" || film.content.length < 1000) throw new Error(`${film.name} has ${film.content.length} bytes`);
});

/** A second of one colour, as a file of a format that ffmpeg knows. */
const filmed = (colour, format, ...options) =>
  execFileSync("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", `color=${colour}:size=64x64:duration=1`, ...options, "-f", format, "-"]);
const give = (page, name, mimeType, buffer) => page.locator("#file").setInputFiles({ name, mimeType, buffer });

const problem = (page) => page.locator(".cm-lintRange-warning, .cm-lintRange-error").first();
const noProblem = (page) => problem(page).waitFor({ state: "detached" });

await check("an image that the user gives lies beside the applet, and takes the place of the last one", async () => {
  await write(page, applet('drawimage([-5, -5], [5, -5], "cat");', 'images: {cat: "cat.png"}, '));
  await problem(page).hover();
  await seen(page, ".cm-tooltip", "there is no file `cat.png` beside the page");
  await page.mouse.move(5, 5);
  await give(page, "cat.png", "image/png", filmed("blue", "apng"));
  await shows(page, [0, 0, 254]);
  await noProblem(page);
  await give(page, "cat.png", "image/png", filmed("red", "apng"));
  await shows(page, [254, 0, 0]);
  await give(page, "cat.png", "image/png", Buffer.from("no image"));
  await problem(page).hover();
  await seen(page, ".cm-tooltip", "cat.png: the browser cannot decode this image");
  await page.mouse.move(5, 5);
});

await check("an address may hold the image itself", async () => {
  const url = `data:image/png;base64,${filmed("lime", "apng").toString("base64")}`;
  await write(page, applet('drawimage([-5, -5], [5, -5], "cat");', `images: {cat: "${url}"}, `));
  await shows(page, [0, 254, 0]);
});

await check("a video plays", async () => {
  // A quarter of its time is blue, the rest red; films lose some of their colours.
  await give(page, "film.webm", "video/webm", filmed("blue", "webm", "-vf", "drawbox=color=red:t=fill:enable='gte(t,0.25)'"));
  const play = 'if(isundefined(started), playvideo("film"); started = true); [r, g, b] = imagergb("film", 32, 32); reds = reds + if(r > 200, 1, 0);';
  await write(page, applet(`${play} colorplot([if(reds > 0, 1, 0), if(reds > 5 & b > 200, 1, 0), 0 * #.x]);`, 'autoplay: true, videos: {film: "film.webm"}, ')
    .replace('<script id="csdraw"', '<script id="csinit" type="text/x-cindyscript">reds = 0;</script>\n<script id="csdraw"'));
  // After its end it begins again.
  await shows(page, [255, 255, 0]);
});

await check("the camera is shown", async () => {
  await write(page, applet('if(isundefined(view), view = cameravideo()); drawimage([-5, -5], [5, -5], view);', "autoplay: true, "));
  const isWhite = async () => {
    const seen = await colours(await page.locator("#preview canvas").screenshot(), [[0.5, 0.5], [0.5, 0.6]]);
    return seen.every((colour) => colour.slice(0, 3).every((part) => part === 255));
  };
  for (const end = Date.now() + 30_000; await isWhite(); ) if (Date.now() > end) throw new Error("the picture stays white");
});

await check("a library that the user gives is imported, by scripts and by the language server", async () => {
  await write(page, applet('import("colours.cjs"); colorplot(seen(1 + 0 * #.x));'));
  await problem(page).waitFor();
  await give(page, "colours.cjs", "", Buffer.from("seen(x) := [0, x, 0];"));
  await shows(page, [0, 255, 0]);
  await noProblem(page);
  await give(page, "colours.cjs", "", Buffer.from("seen(x) := [0, 0, x];"));
  await shows(page, [0, 0, 255]);
});

await check("an error at run time stands below the picture, and shows its place", async () => {
  await write(page, applet("f(x) := f(x + 1) + 1;\ny = f(0);"));
  await page.locator(".preview-notice", { hasText: "nested too deeply" }).click();
  await page.waitForFunction(() => getSelection().toString().includes("f("));
});

await check("a preview that fails starts again with the last text, and says so", async () => {
  await write(page, applet("colorplot([1, 0, 0 * #.x]);"));
  await shows(page, [255, 0, 0]);
  // A browser without a clock: the module fails in the middle of its work.
  await page.evaluate(() => {
    const now = Object.getOwnPropertyDescriptor(Performance.prototype, "now");
    Performance.prototype.now = () => { throw new Error("on purpose"); };
    window.addEventListener("error", () => Object.defineProperty(Performance.prototype, "now", now), { once: true });
  });
  await page.locator("#preview canvas").hover({ position: { x: 20, y: 20 } });
  await seen(page, ".preview-status", "has started again");
  await shows(page, [255, 0, 0]);
  await write(page, applet("colorplot([0, 1, 0 * #.x]);"));
  await shows(page, [0, 255, 0]);
  complaints.splice(0);
});

await check("every control has a name, and the tab key reaches it", async () => {
  const unnamed = await page.locator("#preview").locator("button, input, select").filter({ visible: true }).evaluateAll((all) =>
    all.filter((it) => !(it.getAttribute("aria-label") ?? it.textContent).trim()).map((it) => it.outerHTML));
  if (unnamed.length > 0) throw new Error(unnamed.join("; "));
  await page.locator("#preview canvas").focus();
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => document.activeElement.closest(".preview-bar") !== null);
});

await check("a server that fails is started again", async () => {
  const [worker] = page.workers();
  const closed = new Promise((gone) => worker.on("close", gone));
  await worker.evaluate(() => void setTimeout(() => { throw new Error("on purpose"); }));
  await closed;
  await write(page, applet("again = 4;\nprintln(agian);"));
  await seen(page, "#status", "1 warning");
  // The browser tells of it, and so did the page.
  complaints.splice(0);
});

await check("no markup of a text becomes part of the page", async () => {
  const hostile = '// <img src="x" onerror="document.title = \'taken\'">\nf(x) := x;\nprintln(f(1));';
  await write(page, applet(hostile));
  await page.locator(".cm-line", { hasText: "println(f(" }).locator(".cm-token-function", { hasText: /^f$/ }).first().hover();
  const hover = page.locator(".cm-tooltip-hover");
  await hover.waitFor();
  if (await hover.locator("img, script").count() > 0) throw new Error(await hover.innerHTML());
  if (await page.title() === "taken") throw new Error("a script of the text has run");
  // The browser tells that it runs no such script.
  complaints.splice(0);
  await page.mouse.move(5, 5);
});

await check("a link opens the same text in another browser", async () => {
  const text = applet("circle([0, 0], 2.5); // größer");
  await write(page, text);
  await page.locator("#share").click();
  await seen(page, "#status", "link");
  const hash = new URL(page.url()).hash;
  const other = await visit(hash);
  await seen(other.page, ".cm-line", "größer");
  await other.page.context().close();
});

await check("a damaged link is said, and an example opens", async () => {
  const other = await visit("#text=AAAA");
  await seen(other.page, "#status", "damaged");
  await other.page.locator(".cm-token-function").first().waitFor();
  await other.page.context().close();
});

await check("the text is there at the next visit", async () => {
  await page.goto(address);
  await seen(page, ".cm-line", "größer");
});

/** Waits until the files are kept. */
const kept = (page) => page.evaluate(async () => {
  const { active } = await navigator.serviceWorker.ready;
  if (active.state !== "activated") await new Promise((done) => active.addEventListener("statechange", done));
});
/** Loads the page again, and has it paint the text in this colour. */
async function reload(page, colour) {
  await page.reload();
  await page.locator(".cm-content").waitFor();
  await write(page, applet(`colorplot([${colour.map((part) => part / 255)}]);`));
  await shows(page, colour);
}

await check("after the first visit the page works without network", async () => {
  const other = await visit();
  await kept(other.page);
  isOnline = false;
  try {
    await reload(other.page, [0, 255, 255]);
    await other.page.locator(".cm-token-function").first().waitFor();
    await other.page.locator("#examples").selectOption("julia.html");
    await seen(other.page, ".cm-line", "julia");
  } finally {
    isOnline = true;
  }
  await other.page.context().close();
});

await check("a newer build is there at the next load, and the page keeps its own until then", async () => {
  const other = await visit();
  await kept(other.page);
  const [page, worker] = await Promise.all(["index.html", "offline.js"].map((name) => readFile(path.join(PLAYGROUND, name), "utf8")));
  newer.set("/", page.replace("<title>", "<title>Newer "));
  newer.set("/offline.js", `${worker}// newer`.replaceAll(/[0-9a-f]{64}/g, "0".repeat(64)));
  try {
    await other.page.reload();
    const title = await other.page.title();
    if (title.startsWith("Newer")) throw new Error("the newer page is mixed with the older files");
    await other.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      if (registration.waiting) return;
      const found = () => new Promise((done) => registration.addEventListener("updatefound", done, { once: true }));
      if (!registration.installing) await found();
      await new Promise((done) => registration.installing.addEventListener("statechange", done, { once: true }));
    });
    await other.page.reload();
    await other.page.waitForFunction(() => document.title.startsWith("Newer"));
    await reload(other.page, [255, 255, 0]);
  } finally {
    newer.clear();
  }
  await other.page.context().close();
});

await check("a browser that keeps nothing has the page all the same", async () => {
  const other = await visit("", (page) => page.addInitScript(() => {
    const refuse = () => { throw new DOMException("on purpose", "SecurityError"); };
    Object.defineProperty(window, "localStorage", { get: refuse });
    ServiceWorkerContainer.prototype.register = async () => refuse();
  }));
  await write(other.page, applet("colorplot([0, 0, 1]);"));
  await shows(other.page, [0, 0, 255]);
  if (other.complaints.length > 0) throw new Error(other.complaints.join("; "));
  await other.page.context().close();
});

await check("so has one without memory for its files", async () => {
  const other = await visit("", async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send("Storage.overrideQuotaForOrigin", { origin: new URL(address).origin, quotaSize: 1000 });
    await page.addInitScript(() => {
      const { register } = ServiceWorkerContainer.prototype;
      ServiceWorkerContainer.prototype.register = async function (...options) {
        const registration = await register.apply(this, options);
        registration.installing.addEventListener("statechange", ({ target }) => (window.state = target.state));
        return registration;
      };
    });
  });
  await other.page.waitForFunction(() => window.state === "redundant");
  await reload(other.page, [255, 0, 255]);
  if (other.complaints.length > 0) throw new Error(other.complaints.join("; "));
  await other.page.context().close();
});

await check("nothing is complained of in the console", async () => {
  if (complaints.length > 0) throw new Error(complaints.join("; "));
});

await browser.close();
server.close();
process.exit(failed === 0 ? 0 : 1);
