// Shows texts of applets in a page of Chromium, each in the place of the one before.
//
//     node cindyjs.mjs ORACLE
//
// A line of standard input is {"open": FOLDER}, a page for files of that folder, or {"show": HTML}; each is
// answered by a line: {}, {"ms": how long it took until the picture could be read}, or {"error": why}.
import path from 'node:path';
import readline from 'node:readline';
import { pathToFileURL } from 'node:url';

const fromOracle = (name) => import(pathToFileURL(path.join(process.argv[2], name)));
const { launch } = await fromOracle('browser.mjs');
const { serveFiles } = await fromOracle('files.mjs');

const answer = (value) => process.stdout.write(JSON.stringify(value) + '\n');

/** In the page: begins the applet of a text anew, and waits until it has drawn something. */
async function show(text) {
  const begin = performance.now();
  for (const instance of [...CindyJS.instances]) instance.shutdown();
  CindyJS.instances.length = 0;
  const parsed = new DOMParser().parseFromString(text, 'text/html');
  const nodes = [...parsed.head.childNodes, ...parsed.body.childNodes];
  document.body.replaceChildren(...nodes.map((node) => document.importNode(node, true)));
  for (const script of document.body.querySelectorAll('script:not([src])')) {
    if (!script.type || /javascript/.test(script.type)) (0, eval)(script.textContent);
  }
  while (performance.now() - begin < 10000) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const canvas = CindyJS.instances[0]?.canvas;
    if (!canvas?.width) continue;
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    if (new Uint32Array(data.buffer).some((pixel) => pixel !== 0)) return performance.now() - begin;
  }
  throw new Error('nothing is drawn');
}

const { context, close } = await launch();
answer({});
let page;
for await (const line of readline.createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  try {
    if (question.open !== undefined) {
      await page?.close();
      page = await context.newPage();
      await serveFiles(page, path.resolve(question.open));
      // A page with CindyJS in it, and nothing else: applets begin once a page is loaded.
      const blank = 'http://localhost/none.html';
      const scripts = ['Cindy.js', 'CindyGL.js'].map((name) => `<script src="build/js/${name}"></script>`);
      const body = `<!DOCTYPE html>${scripts.join('')}<body></body>`;
      await page.route(blank, (route) => route.fulfill({ contentType: 'text/html', body }));
      await page.goto(blank, { waitUntil: 'load' });
      answer({});
    } else {
      answer({ ms: await page.evaluate(show, question.show) });
    }
  } catch (error) {
    answer({ error: String(error.message ?? error).split('\n')[0] });
  }
}
await close();
