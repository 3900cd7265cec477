// The functions that the preview calls.

const OPERABLE = ['button', 'input', 'select', 'textarea'];
const PRESSED = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
const TOUCHED = ['touchstart', 'touchend'];
const HEARD = [...PRESSED, ...TOUCHED, 'dblclick', 'input', 'change', 'keydown', 'keypress', 'keyup', 'blur'];
const MOST = 500;
const LONGEST_TEXT = 10_000;

const isHidden = (element) => {
  for (let at = element; at; at = at.parentElement) if (at.hidden || at.style.display === 'none') return true;
  return !element.isConnected;
};

const { slice, toWellFormed } = String.prototype;
const cut = (text) => Reflect.apply(toWellFormed, Reflect.apply(slice, String(text ?? ''), [0, LONGEST_TEXT]), []);

/** An element as the preview shows it. */
const described = (element) => ({
  at: states.get(element).at,
  tag: element.localName,
  type: cut(element.type),
  text: cut(element.localName === 'input' ? element.value : element.text),
  is_written: written.has(element),
  name: cut(element.name),
  value: cut(element.value),
  is_checked: element.checked === true,
  min: numberOf(element, 'min'),
  max: numberOf(element, 'max'),
  step: numberOf(element, 'step'),
  options: element.options?.slice(0, MOST).map((option) => ({ label: cut(option.text), value: cut(option.value) })),
});

/** True if the user can operate an element, and something hears of it or may read it. */
const isControl = (element, shownPictures) => {
  const tag = element.localName;
  if (tag === 'input' && ['hidden', 'file'].includes(element.type)) return false;
  if (tag === 'body' || tag === 'html' || element.disabled) return false;
  if (OPERABLE.includes(tag)) return true;
  const isAround = (it) => [...OPERABLE, 'canvas'].includes(it.localName) || shownPictures.includes(it);
  return listens(element, HEARD) && !isAround(element) && below(element, isAround).length === 0;
};

const OUTPUTS = ['span', 'p', 'div', 'td', 'pre', 'output', 'b', 'h1', 'h2', 'h3', 'code', 'label', 'em', 'strong'];

const OVER_PICTURES = ['pointermove', 'mousemove', 'pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'wheel',
  'keydown', 'keypress', 'keyup'];

const pictures = () => instances.map(({ config }) => document.getElementById(canvasOf(config)) ?? globalThis);

const heardOverPictures = () => {
  const targets = new Set();
  for (let at of pictures()) for (; at; at = above(at)) targets.add(at);
  return OVER_PICTURES.filter((type) => [...targets].some((target) => listens(target, [type])));
};

const report = () => {
  const shown = below(document, (it) => !isHidden(it));
  const shownPictures = pictures();
  const isOutput = (it) => written.has(it) && OUTPUTS.includes(it.localName) && it.text !== '';
  const controls = shown.filter((it) => isControl(it, shownPictures) || isOutput(it)).slice(0, MOST);
  return JSON.stringify({ controls: controls.map(described), next: nextTimer(), heard: heardOverPictures() });
};

const elementAt = (at) => below(document, (it) => states.get(it).at === at)[0];

const keys = (element, types, init) => {
  for (const type of types) dispatch(element, eventOf(type, init));
};

const type = (element, value) => {
  const key = value.at(-1) ?? 'Backspace';
  const code = value === '' ? 8 : key.charCodeAt(0);
  const init = { key, keyCode: code, which: code, charCode: code };
  keys(element, ['keydown', 'keypress'], init);
  element.value = value;
  dispatch(element, eventOf('input'));
  keys(element, ['keyup'], init);
};

const ENTER = { key: 'Enter', code: 'Enter', keyCode: 13, which: 13, charCode: 13 };

return {
  build(tree, start, seed) {
    build(JSON.parse(tree), document);
    [clock.start, random] = [start, seed | 1];
    nameElements();
  },
  /** All scripts have run: what waits for the document may begin. */
  start() {
    isStarted = true;
    while (waiting.length > 0) waiting.shift().startup();
  },
  ready() {
    document.readyState = 'interactive';
    dispatch(document, new Event('DOMContentLoaded', { bubbles: true }));
    document.readyState = 'complete';
    dispatch(globalThis, new Event('load'));
  },
  advance(now) {
    runTimers(Math.max(now, clock.now));
  },
  /** The user does something to an element. */
  operate(at, value, isChecked, events) {
    const element = elementAt(at);
    if (!element || element.disabled) return;
    const isTouched = !listens(element, PRESSED) && listens(element, TOUCHED);
    if (isMarked(element)) {
      if (element.type === 'radio' || element.checked !== isChecked) press(element, PRESSED);
      return;
    }
    for (const event of events) {
      if (event === 'press') press(element, isTouched ? TOUCHED : PRESSED);
      else if (event === 'type') type(element, value);
      else if (event === 'input') {
        element.value = value;
        dispatch(element, eventOf('input'));
      } else if (event === 'enter') keys(element, ['keydown', 'keypress', 'keyup'], ENTER);
      else if (event === 'change') {
        dispatch(element, eventOf('change'));
        dispatch(element, new Event('blur'));
      }
    }
  },
  /** An applet runs JavaScript. */
  run(applet, code) {
    attempt(() => Reflect.apply(new Function(code), instances[applet] ?? globalThis, []));
  },
  /** Something happens to an element with an id, or to the window. */
  happen(id, name, init) {
    const target = id === '' ? globalThis : document.getElementById(id);
    if (target) dispatch(target, eventOf(name, JSON.parse(init)));
  },
  report,
};
