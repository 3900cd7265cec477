// The pictures of README.md and docs/, taken in a real VS Code with the real preview: see pictures.sh.

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { begin, cursorAt, end, line, load, page, run, status, TIMEOUT, until, WORKSPACE } from "./workbench.mjs";
import { canvas, onCanvas, tab } from "./tab.mjs";

const { CINDYSCRIPT_PREVIEW, FRAMES, ROOT, SERVER_DATA } = process.env;
const PICTURES = path.join(ROOT, "docs", "pictures");
/** A hash, then the files that the pictures show, a line each. */
const TAKEN = path.join(PICTURES, "taken.txt");
const APPLET = "roots.html";
// The tab of the preview is a square, as the applet is.
const SIZE = { width: 1280, height: 697 };
const LOOK = {
  "breadcrumbs.enabled": false,
  "debug.internalConsoleOptions": "neverOpen",
  "editor.fontSize": 14,
  "editor.guides.indentation": false,
  "editor.lineNumbers": "off",
  "editor.renderLineHighlight": "none",
  "editor.scrollbar.horizontal": "hidden",
  "editor.stickyScroll.enabled": false,
  "editor.wordWrap": "off",
  "window.commandCenter": false,
  "window.menuBarVisibility": "hidden",
  "workbench.activityBar.location": "hidden",
  "workbench.editor.editorActionsLocation": "hidden",
  "workbench.layoutControl.enabled": false,
};

/**
 * A number that changes with the picture of the preview, or with the upper right part of it, where panels are; 0 before there
 * is one.
 */
const print = (part = 1) => canvas().evaluate((canvas, part) => {
  const [width, height] = [canvas.width * part, canvas.height * part].map(Math.floor);
  const { data } = canvas.getContext("2d").getImageData(canvas.width - width, 0, width, height);
  return data.reduce((sum, value, index) => (index % 101 === 0 ? (sum * 31 + value) % 1_000_003 : sum), 0);
}, part).catch(() => 0);

/** Waits until the preview shows a complete picture other than one before, and returns its number. */
async function painted(before = 0) {
  let [last, now] = [before, before];
  await until(async () => {
    last = now;
    now = await print();
    // A picture that is painted in parts changes meanwhile.
    await page.waitForTimeout(400);
    return now !== before && now === last && now !== 0;
  }, () => "unpainted");
  return now;
}

/** Opens a file in a theme. */
async function text(file, theme) {
  const settings = { ...LOOK, "workbench.colorTheme": theme };
  writeFileSync(path.join(WORKSPACE, ".vscode", "settings.json"), JSON.stringify(settings));
  await page.setViewportSize(SIZE);
  await load(file);
  await status("check").waitFor({ timeout: TIMEOUT });
  // VS Code remembers it.
  if (await page.locator(".part.sidebar").isVisible()) {
    await run("View: Toggle Primary Side Bar Visibility");
  }
}

/** Opens the applet in a theme, with its preview beside the text. */
async function beside(theme) {
  await text(APPLET, theme);
  await cursorAt(/colorplot\(/, "colorplot");
  await run("CindyScript: Show Preview in a Tab");
  await tab(APPLET).waitFor({ timeout: TIMEOUT });
  await line(/lines/).click({ timeout: TIMEOUT });
  return painted();
}

/** Takes back what was done to the text, and ends. */
async function leave() {
  await run("CindyScript: Close Preview");
  await run("File: Revert File");
  await run("View: Close All Editors");
}

/** A picture of the workbench. */
const picture = (name) => page.screenshot({ path: path.join(PICTURES, name) });

/** Frames that become a moving picture. */
class Movie {
  #count = 0;

  constructor() {
    rmSync(FRAMES, { recursive: true, force: true });
    mkdirSync(FRAMES, { recursive: true });
  }

  /** Takes a frame that is shown for so many tenths of a second. */
  async take(tenths) {
    const png = await page.screenshot();
    for (let index = 0; index < tenths; index += 1) {
      writeFileSync(path.join(FRAMES, `${String(this.#count).padStart(4, "0")}.png`), png);
      this.#count += 1;
    }
  }

  /** Writes the frames as a GIF. */
  write(name) {
    const filter = "scale=900:-1:flags=lanczos,split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle";
    const target = path.join(PICTURES, name);
    const arguments_ = ["-y", "-v", "error", "-framerate", "10", "-i", path.join(FRAMES, "%04d.png"), "-vf", filter, target];
    const { status, stderr } = spawnSync("ffmpeg", arguments_, { encoding: "utf8" });
    if (status !== 0) {
      throw new Error(stderr);
    }
  }
}

/** Writes a picture of an applet. */
function render(applet, target, ...options) {
  const { status, stderr } = spawnSync(CINDYSCRIPT_PREVIEW, ["render", applet, "--png", target, ...options], { encoding: "utf8" });
  if (status !== 0) {
    throw new Error(stderr);
  }
}

async function hero(name, theme) {
  await beside(theme);
  await picture(name);
  await leave();
}

/** A picture of the preview with a panel that a key opens. */
async function panel(name, key) {
  const shown = await beside("Default Dark Modern");
  // The preview gets keys once it has the focus.
  await page.mouse.click(...(await onCanvas([60, -120])));
  const without = await print(1 / 4);
  await page.keyboard.press(key);
  await until(async () => (await print(1 / 4)) !== without, () => "without the panel");
  await painted(shown);
  await canvas().screenshot({ path: path.join(PICTURES, name) });
  await page.keyboard.press(key);
  await leave();
}

const all = {
  light: () => hero("editor-light.png", "Default Light Modern"),
  dark: () => hero("editor-dark.png", "Default Dark Modern"),

  /** A number and a formula are typed, and the picture follows. */
  async edit() {
    let shown = await beside("Default Dark Modern");
    const movie = new Movie();
    await line(/lines.*=\s3;/).click({ timeout: TIMEOUT });
    // Behind the number.
    await page.keyboard.press("Home");
    for (let times = 0; times < "lines = 3".length; times += 1) {
      await page.keyboard.press("ArrowRight");
    }
    await movie.take(10);
    await page.keyboard.press("Backspace");
    await page.keyboard.type("8");
    shown = await painted(shown);
    await movie.take(10);
    await line(/w.*=\sp\(z\);/).click({ timeout: TIMEOUT });
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await movie.take(5);
    for (const [key, changes] of [["/", false], ["z", true], ["^", false], ["2", true]]) {
      await page.keyboard.type(key);
      // An operator without an operand: the picture stays.
      shown = changes ? await painted(shown) : await painted();
      await movie.take(changes ? 12 : 4);
    }
    await movie.take(10);
    movie.write("edit.gif");
    await leave();
  },

  /** A mistake is underlined, and a quick fix mends it. */
  async fix() {
    await beside("Default Dark Modern");
    const movie = new Movie();
    await line(/lines.*=\s3;/).click({ timeout: TIMEOUT });
    await page.keyboard.press("Home");
    await movie.take(8);
    await page.keyboard.type("k = 2*-1;");
    await page.keyboard.press("Enter");
    await page.locator(".monaco-editor .squiggly-error").first().waitFor({ timeout: TIMEOUT });
    const broken = await painted();
    await movie.take(10);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("End");
    for (let times = 0; times < 2; times += 1) {
      await page.keyboard.press("ArrowLeft");
    }
    await page.keyboard.press("Control+Period");
    await page.locator(".action-widget").waitFor({ timeout: TIMEOUT });
    await movie.take(12);
    await page.keyboard.press("Enter");
    await page.locator(".monaco-editor .squiggly-error").first().waitFor({ state: "detached", timeout: TIMEOUT });
    await painted(broken);
    await movie.take(15);
    movie.write("fix.gif");
    await leave();
  },

  /** The reason for a type is beside the text. */
  async types() {
    await text(APPLET, "Default Dark Modern");
    await cursorAt(/w.*p\(z\)/, "w");
    await run("CindyScript: Explain Type");
    const reason = page.frameLocator("iframe.webview").last().frameLocator("iframe");
    await reason.locator("h1", { hasText: "w" }).waitFor({ timeout: TIMEOUT });
    await picture("types.png");
    await run("View: Close All Editors");
  },

  /** A remark about a loop that CindyGL does not have. */
  async portability() {
    const loop = "// How soon the numbers of the Mandelbrot set leave a circle.\ncolorplot(\n  w = 0;\n  n = 0;\n" +
      "  while(|w| < 2 & n < 50,\n    w = w^2 + z;\n    n = n + 1;\n  );\n  n/50\n);\n";
    writeFileSync(path.join(WORKSPACE, "mandelbrot.cindyscript"), loop);
    await text("mandelbrot.cindyscript", "Default Dark Modern");
    await page.setViewportSize({ width: 820, height: 420 });
    await cursorAt(/while/, "while");
    await run("Show or Focus Hover");
    await page.locator(".monaco-hover", { hasText: "CindyGL" }).first().waitFor({ timeout: TIMEOUT });
    await picture("portability.png");
    await run("View: Close All Editors");
  },

  /** The debugger has stopped in a loop, at a pixel of a Julia set, whose orbit is in the picture. */
  async debugger() {
    cpSync(path.join(PICTURES, "orbit.html"), path.join(WORKSPACE, "orbit.html"));
    await text("orbit.html", "Default Dark Modern");
    await cursorAt(/colorplot\(/, "colorplot");
    await run("CindyScript: Show Preview in a Tab");
    await tab("orbit.html").waitFor({ timeout: TIMEOUT });
    await line(/w.*=\sw\^2/).click({ timeout: TIMEOUT });
    await page.keyboard.press("F9");
    await painted();
    await page.mouse.click(...(await onCanvas([200, 200])));
    await page.mouse.move(...(await onCanvas([40, -25])));
    await page.keyboard.press("Shift+D");
    const stack = (text) => page.locator(".debug-call-stack .stack-frame .label", { hasText: text }).first();
    await stack("colorplot").waitFor({ timeout: TIMEOUT });
    const variable = (name) => page.locator(".debug-variables .monaco-list-row", { hasText: new RegExp(`^${name}\\b`) }).first();
    for (let round = 0; round < 12; round += 1) {
      await run("Debug: Continue");
      await stack("colorplot").waitFor({ timeout: TIMEOUT });
    }
    await variable("Globals").click({ timeout: TIMEOUT });
    await variable("rounds").waitFor({ timeout: TIMEOUT });
    await picture("debugger.png");
    await run("Debug: Disconnect");
    await page.locator(".debug-toolbar").waitFor({ state: "hidden", timeout: TIMEOUT });
    await leave();
  },

  /** Pictures without an editor. Those of the templates of new applets are written by tests/applets. */
  async rendered() {
    const script = /```cindyscript\n(rings.*?)```/s.exec(readFileSync(path.join(ROOT, "README.md"), "utf8"))[1];
    const file = path.join(WORKSPACE, "rings.cindyscript");
    writeFileSync(file, script);
    render(file, path.join(PICTURES, "first-applet.png"), "--size", "360x360");
    // The command of docs/precision.md.
    render(path.join(ROOT, "tests", "applets", "julia.html"), path.join(PICTURES, "deep-zoom.png"), "--size", "360x360", "--bare",
      "--zoom", "1e14", "--centre", "1.2765819494559259200108923723127381391741,-0.4796660548973277933130797237168852779589");
  },

  /** The page of docs/media.md, with a picture of ours as its photo. */
  async photo() {
    const page = /```html\n(.*?)```/s.exec(readFileSync(path.join(ROOT, "docs", "media.md"), "utf8"))[1];
    const file = path.join(WORKSPACE, "photo.html");
    writeFileSync(file, page.replace("photo.jpg", "photo.png"));
    render(path.join(ROOT, "tests", "applets", "landscape.html"), path.join(WORKSPACE, "photo.png"), "--size", "720x600", "--bare");
    render(file, path.join(PICTURES, "photo.png"), "--size", "360x360", "--supersample", "2");
  },

  sliders: () => panel("sliders.png", "p"),
  inspector: () => panel("inspector.png", "i"),

  /** The panel for pictures and movies, of an applet that moves. */
  async saving() {
    cpSync(path.join(ROOT, "tests", "applets", "wave.html"), path.join(WORKSPACE, "wave.html"));
    await text("wave.html", "Default Dark Modern");
    await cursorAt(/colorplot\(/, "colorplot");
    await run("CindyScript: Show Preview in a Tab");
    await tab("wave.html").waitFor({ timeout: TIMEOUT });
    await until(async () => (await print()) !== 0, () => "unpainted");
    await page.mouse.click(...(await onCanvas([0, 0])));
    await page.keyboard.press("Space");
    await painted();
    const without = await print(1 / 4);
    await page.keyboard.press("Shift+S");
    await until(async () => (await print(1 / 4)) !== without, () => "without the panel");
    await painted();
    await canvas().screenshot({ path: path.join(PICTURES, "saving.png") });
    await leave();
  },

  /** A point is dragged. */
  async drag() {
    let shown = await beside("Default Dark Modern");
    const movie = new Movie();
    const unit = (await canvas().boundingBox()).width / 8;
    const at = (turn) => onCanvas([2 * unit * Math.cos(turn), -2 * unit * Math.sin(turn)]);
    await page.mouse.move(...(await at(0)));
    await movie.take(5);
    await page.mouse.down();
    for (let step = 1; step <= 16; step += 1) {
      await page.mouse.move(...(await at((step * Math.PI) / 12)), { steps: 3 });
      shown = await painted(shown);
      await movie.take(step === 16 ? 12 : 2);
    }
    await page.mouse.up();
    movie.write("drag.gif");
    await leave();
  },

};

/** The FNV-1a hash of files, in their order, as tests/docs computes it. */
function hash(files) {
  let value = 0xcbf29ce484222325n;
  for (const byte of Buffer.concat(files.map((file) => readFileSync(path.join(ROOT, file))))) {
    value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n);
  }
  return value.toString(16).padStart(16, "0");
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(all);
await begin();
try {
  const settings = path.join(SERVER_DATA, "data", "Machine", "settings.json");
  const machine = JSON.parse(readFileSync(settings, "utf8"));
  writeFileSync(settings, JSON.stringify({ ...machine, "cindyscript.preview.path": CINDYSCRIPT_PREVIEW, "cindyscript.preview.place": "tab" }));
  for (const name of names) {
    await all[name]();
    console.log(`ok      ${name}`);
  }
  if (names.length === Object.keys(all).length) {
    const [, ...files] = readFileSync(TAKEN, "utf8").trim().split("\n");
    writeFileSync(TAKEN, [hash(files), ...files, ""].join("\n"));
  }
} catch (error) {
  await page.screenshot({ path: path.join(ROOT, "tests", "out", "pictures-failed.png") }).catch(() => {});
  console.log(`FAILED  ${error.message}`);
  process.exitCode = 1;
} finally {
  await end();
}
