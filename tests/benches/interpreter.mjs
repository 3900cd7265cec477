// Times scripts with CindyJS's interpreter: `node interpreter.mjs FOLDER < programs.json`, where
// FOLDER has CindyJS in its node_modules. Reads [{"setup", "call"}, ..], writes one line for each:
// {"value": printed form, "ms": best time of a call}.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';

const ROUNDS = 5;
const SECONDS = 2;

globalThis.navigator ??= {};
const require = createRequire(path.join(path.resolve(process.argv[2]), 'index.js'));
const CindyJS = require('cindyjs/build/js/Cindy.plain.js');
const write = console.log;
console.log = console.warn = console.error = () => {};

const nothing = new Proxy(() => nothing, { get: (_, key) => (key in known ? known[key] : nothing) });
const known = { width: 640, clientWidth: 640, height: 480, clientHeight: 480, then: undefined };

for (const { setup, call } of JSON.parse(fs.readFileSync(0, 'utf8'))) {
  const instance = CindyJS({ isNode: true, csconsole: null, canvas: nothing, geometry: [] });
  instance.evalcs(setup);
  let best = Infinity;
  let value;
  const end = performance.now() + SECONDS * 1000;
  for (let round = 0; round < ROUNDS || (performance.now() < end && round < 100); round++) {
    const start = performance.now();
    value = instance.evalcs(call);
    best = Math.min(best, performance.now() - start);
    if (performance.now() > end + SECONDS * 4000) break;
  }
  write(JSON.stringify({ value: String(instance.niceprint(value)), ms: best }));
}
process.exit(0);
