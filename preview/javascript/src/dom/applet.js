// CindyJS: its instances run CindyScript in the preview.

const instances = [];
const waiting = [];
const printed = new WeakMap();
let isStarted = false;

/** What only browsers have. */
const ABSENT = ['saveState', 'exportSVG', 'exportPDF', 'exportPNG', 'parse', 'shutdown', 'getTraceLog', 'formatTraceLog',
  'addTraceHook'];

const refuse = (name) => () => {
  throw new Error(`the preview does not have \`${name}\` of CindyJS`);
};

const canvasOf = (settings) => settings.canvasname ?? settings.ports?.[0]?.id ?? 'CSCanvas';

/** Of a complex number's parts, those that JSON has no numbers for are texts. */
const asNumber = (name, value) => (['real', 'imag'].includes(name) ? Number(value) : value);

const instanceOf = (settings, applet) => {
  const place = () => new Error().stack;
  let isRunning = false;
  const instance = {
    config: settings,
    startup() {
      if (isRunning) return;
      isRunning = true;
      instance.canvas = document.getElementById(canvasOf(settings));
      if (typeof settings.oninit === 'function') attempt(() => settings.oninit(instance));
    },
    evokeCS: (code) => void host.evoke(applet, String(code), place()),
    evalcs(code) {
      const { value, text } = JSON.parse(host.evaluate(applet, String(code), place()), asNumber);
      printed.set(value, text);
      return value;
    },
    niceprint: (value) => printed.get(value) ?? String(value?.value),
    play: () => host.play(applet, 'play'),
    pause: () => host.play(applet, 'pause'),
    stop: () => host.play(applet, 'stop'),
    canvas: null,
  };
  for (const name of ABSENT) instance[name] = refuse(name);
  return instance;
};

const newInstance = (settings = {}) => {
  const instance = instanceOf(settings, instances.length);
  instances.push(instance);
  return instance;
};

function CindyJS(settings = {}) {
  const instance = newInstance(settings);
  if (isStarted) instance.startup();
  else if (settings.autostart !== false) waiting.push(instance);
  return instance;
}
Object.assign(CindyJS, { instances, newInstance, waitFor: () => () => {}, registerPlugin: refuse('registerPlugin'),
  loadScript: refuse('loadScript'), dumpState: () => {} });
Object.assign(globalThis, { CindyJS, createCindy: CindyJS });
