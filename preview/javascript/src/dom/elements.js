// Elements: attributes, and the state of those that the user operates.

/** What is known of each element besides what its properties show. */
const states = new WeakMap();

/** The numbers of elements: the place of the tag in the page, or, for those that scripts make, less than 0. */
let made = 0;

const makeElement = (tag, at = (made -= 1)) => {
  const element = new Element();
  states.set(element, { tag: String(tag).toLowerCase(), attributes: new Map(), at });
  return element;
};

const setAttribute = (element, name, value, at = null) => {
  const key = String(name).toLowerCase();
  states.get(element).attributes.set(key, String(value));
  if (key === 'style') element.style.cssText = value;
  const type = key.startsWith('on') && key.slice(2);
  if (type) setHandler(element, type, { code: String(value), at });
};

/** The number in an attribute, if there is one. */
const numberOf = (element, name) => {
  const text = element.getAttribute(name)?.trim();
  return text && Number.isFinite(Number(text)) ? Number(text) : null;
};

/** A number that a slider can have. */
const onSlider = (element, value) => {
  const low = numberOf(element, 'min') ?? 0;
  const high = Math.max(numberOf(element, 'max') ?? 100, low);
  const given = value !== null && value.trim() !== '' && Number.isFinite(Number(value));
  const nearest = Math.min(Math.max(given ? Number(value) : low + (high - low) / 2, low), high);
  const step = numberOf(element, 'step') ?? 1;
  if (element.getAttribute('step') === 'any' || step <= 0) return String(nearest);
  const steps = Math.min(Math.round((nearest - low) / step), Math.floor((high - low) / step));
  return String(Number((low + steps * step).toFixed(12)));
};

const LONGEST_HTML = 200_000;

const optionsOf = (element) => below(element, (it) => it.localName === 'option');

class Element extends Node {
  get nodeType() {
    return 1;
  }
  get localName() {
    return states.get(this).tag;
  }
  get tagName() {
    return this.localName.toUpperCase();
  }
  get nodeName() {
    return this.tagName;
  }
  get ownerDocument() {
    return document;
  }
  getAttribute(name) {
    return states.get(this).attributes.get(String(name).toLowerCase()) ?? null;
  }
  getAttributeNames() {
    return [...states.get(this).attributes.keys()];
  }
  hasAttribute(name) {
    return this.getAttribute(name) !== null;
  }
  setAttribute(name, value) {
    setAttribute(this, name, value);
  }
  removeAttribute(name) {
    states.get(this).attributes.delete(String(name).toLowerCase());
  }
  get attributes() {
    return this.getAttributeNames().map((name) => ({ name, value: this.getAttribute(name) }));
  }
  get classList() {
    return new DOMTokenList(this);
  }
  get dataset() {
    const name = (key) => `data-${String(key).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return new Proxy({}, {
      get: (_, key) => this.getAttribute(name(key)) ?? undefined,
      set: (_, key, value) => (this.setAttribute(name(key), value), true),
      has: (_, key) => this.hasAttribute(name(key)),
    });
  }
  get style() {
    return (states.get(this).style ??= new CSSStyleDeclaration());
  }
  set style(text) {
    this.style.cssText = text;
  }
  get children() {
    return this.childNodes.filter((child) => child.nodeType === 1);
  }
  get firstElementChild() {
    return this.children[0] ?? null;
  }
  get lastElementChild() {
    return this.children.at(-1) ?? null;
  }
  get childElementCount() {
    return this.children.length;
  }
  get nextElementSibling() {
    const all = this.parentElement?.children ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }
  get previousElementSibling() {
    const all = this.parentElement?.children ?? [];
    return all[all.indexOf(this) - 1] ?? null;
  }
  get innerHTML() {
    return this.childNodes.map(serialised).join('');
  }
  set innerHTML(html) {
    const text = String(html);
    if (text.length > LONGEST_HTML) throw new RangeError(`this HTML has more than ${LONGEST_HTML} characters`);
    this.replaceChildren();
    build(JSON.parse(host.parse(text)), this);
    noteText(this);
  }
  get outerHTML() {
    return serialised(this);
  }
  get innerText() {
    return this.textContent;
  }
  set innerText(text) {
    this.textContent = text;
  }
  matches(selector) {
    return selectorOf(selector).some((chain) => fits(this, chain));
  }
  closest(selector) {
    for (let at = this; at; at = at.parentElement) if (at.matches(selector)) return at;
    return null;
  }
  getBoundingClientRect() {
    const [width, height] = [this.clientWidth, this.clientHeight];
    return { x: 0, y: 0, left: 0, top: 0, right: width, bottom: height, width, height };
  }
  get clientWidth() {
    return sizeOf(this, 'width');
  }
  get clientHeight() {
    return sizeOf(this, 'height');
  }
  focus() {
    document.activeElement = this;
  }
  blur() {
    document.activeElement = document.body;
  }
  select() {}
  click() {
    press(this, ['click']);
  }
}

/** Width or height in CSS pixels, as written. */
const sizeOf = (element, name) => parseFloat(element.style[name]) || parseFloat(element.getAttribute(name)) || 0;

Object.assign(Element.prototype, searches);
for (const name of ['offset', 'scroll']) {
  for (const [key, of] of [['Width', 'clientWidth'], ['Height', 'clientHeight']]) {
    Object.defineProperty(Element.prototype, name + key, { configurable: true, get() { return this[of]; } });
  }
}

const TEXTS = { id: 'id', className: 'class', name: 'name', title: 'title', href: 'href', src: 'src', placeholder: 'placeholder',
  min: 'min', max: 'max', step: 'step', htmlFor: 'for', lang: 'lang', defaultValue: 'value', alt: 'alt' };
for (const [property, attribute] of Object.entries(TEXTS)) {
  Object.defineProperty(Element.prototype, property, {
    configurable: true,
    get() { return this.getAttribute(attribute) ?? ''; },
    set(value) { setAttribute(this, attribute, value); },
  });
}
const FLAGS = { disabled: 'disabled', hidden: 'hidden', readOnly: 'readonly', required: 'required', defaultChecked: 'checked' };
for (const [property, attribute] of Object.entries(FLAGS)) {
  Object.defineProperty(Element.prototype, property, {
    configurable: true,
    get() { return this.hasAttribute(attribute); },
    set(isSet) {
      if (isSet) setAttribute(this, attribute, '');
      else this.removeAttribute(attribute);
    },
  });
}
