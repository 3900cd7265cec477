// The document and the window.

class Document extends Node {
  get nodeType() {
    return 9;
  }
  get documentElement() {
    return this.children[0] ?? null;
  }
  get children() {
    return this.childNodes.filter((child) => child.nodeType === 1);
  }
  get body() {
    return below(this, (it) => it.localName === 'body')[0] ?? this.documentElement;
  }
  get head() {
    return below(this, (it) => it.localName === 'head')[0] ?? this.documentElement;
  }
  get title() {
    return below(this, (it) => it.localName === 'title')[0]?.text ?? '';
  }
  getElementById(id) {
    return below(this, (it) => it.id === String(id))[0] ?? null;
  }
  getElementsByName(name) {
    return below(this, (it) => it.name === String(name));
  }
  createElement(tag) {
    return makeElement(tag);
  }
  createTextNode(text) {
    return new Text(text);
  }
  createEvent() {
    return new Event('');
  }
}
Object.assign(Document.prototype, searches);
addHandlers(Element.prototype);
addHandlers(Document.prototype);
addHandlers(globalThis);

const document = new Document();
Object.assign(document, { readyState: 'loading', activeElement: null, hidden: false, visibilityState: 'visible' });

for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent']) {
  globalThis[name] = EventTarget.prototype[name];
}
const location = { href: '', protocol: '', host: '', hostname: '', pathname: '', search: '', hash: '' };
const navigator = { userAgent: '', language: 'en', languages: ['en'], maxTouchPoints: 0 };
Object.assign(globalThis, { window: globalThis, self: globalThis, document, location, navigator, devicePixelRatio: 1,
  innerWidth: 1024, innerHeight: 768, Node, Text, Element, HTMLElement: Element, Document, EventTarget, Event, CustomEvent,
  UIEvent, MouseEvent, PointerEvent, WheelEvent, KeyboardEvent, InputEvent });
globalThis.Image = function () {
  return makeElement('img');
};
globalThis.getComputedStyle = (element) => element.style;
globalThis.alert = (text) => host.print(String(text));
globalThis.open = (address) => {
  host.print(`the page opens ${address}`);
  return null;
};
globalThis.confirm = () => false;
globalThis.prompt = () => null;

const shown = (value) => {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  try {
    return typeof value === 'object' ? (JSON.stringify(value) ?? String(value)) : String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
};
globalThis.console = {};
for (const level of ['log', 'info', 'debug', 'warn', 'error', 'trace']) {
  console[level] = (...values) => host.print(values.map(shown).join(' '));
}
for (const name of ['clear', 'group', 'groupEnd', 'time', 'timeEnd']) console[name] = () => {};

/** Lets scripts use elements by their ids, as a browser does; variables of the page hide them. */
const nameElements = () => {
  const named = Object.create(Object.getPrototypeOf(globalThis));
  for (const { id } of below(document, (it) => it.id !== '')) {
    Object.defineProperty(named, id, {
      configurable: true,
      get: () => document.getElementById(id) ?? undefined,
      set(value) {
        Object.defineProperty(globalThis, id, { value, writable: true, configurable: true, enumerable: true });
      },
    });
  }
  Object.setPrototypeOf(globalThis, named);
};
