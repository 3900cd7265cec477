// The tree of the page.

class Node extends EventTarget {
  constructor() {
    super();
    this.parentNode = null;
    this.childNodes = [];
  }
  get parentElement() {
    return this.parentNode?.nodeType === 1 ? this.parentNode : null;
  }
  get firstChild() {
    return this.childNodes[0] ?? null;
  }
  get lastChild() {
    return this.childNodes.at(-1) ?? null;
  }
  get nextSibling() {
    const all = this.parentNode?.childNodes ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }
  get previousSibling() {
    const all = this.parentNode?.childNodes ?? [];
    return all[all.indexOf(this) - 1] ?? null;
  }
  get isConnected() {
    return this.contains.call(document, this);
  }
  get textContent() {
    return this.childNodes.map((child) => child.textContent).join('');
  }
  set textContent(text) {
    this.replaceChildren(String(text ?? ''));
    noteText(this);
  }
  contains(other) {
    for (let at = other; at; at = at.parentNode) if (at === this) return true;
    return false;
  }
  hasChildNodes() {
    return this.childNodes.length > 0;
  }
  insertBefore(node, before) {
    if (!(node instanceof Node) || node.contains(this)) throw new TypeError('this cannot be inserted here');
    if (node === before) return node;
    node.remove();
    insert(node, this, before);
    noteText(this);
    return node;
  }
  appendChild(node) {
    return this.insertBefore(node, null);
  }
  removeChild(node) {
    const at = this.childNodes.indexOf(node);
    if (at < 0) throw new TypeError('this is no child of the element');
    this.childNodes.splice(at, 1);
    node.parentNode = null;
    noteText(this);
    return node;
  }
  replaceChild(node, old) {
    if (node === old) return old;
    this.insertBefore(node, old);
    return this.removeChild(old);
  }
  remove() {
    this.parentNode?.removeChild(this);
  }
  append(...nodes) {
    for (const node of nodes) this.insertBefore(node instanceof Node ? node : new Text(node), null);
  }
  prepend(...nodes) {
    const first = this.firstChild;
    for (const node of nodes) this.insertBefore(node instanceof Node ? node : new Text(node), first);
  }
  replaceChildren(...nodes) {
    for (const child of [...this.childNodes]) this.removeChild(child);
    this.append(...nodes);
  }
}

/** Puts a node without a parent below one, before another or at the end. */
const insert = (node, parent, before) => {
  const at = parent.childNodes.indexOf(before);
  parent.childNodes.splice(at < 0 ? parent.childNodes.length : at, 0, node);
  node.parentNode = parent;
};

class Text extends Node {
  #data;
  constructor(data = '') {
    super();
    this.#data = String(data);
  }
  get data() {
    return this.#data;
  }
  set data(text) {
    this.#data = String(text);
    if (this.parentNode) noteText(this.parentNode);
  }
  get nodeType() {
    return 3;
  }
  get nodeName() {
    return '#text';
  }
  get textContent() {
    return this.data;
  }
  set textContent(text) {
    this.data = text;
  }
  get nodeValue() {
    return this.data;
  }
  set nodeValue(text) {
    this.textContent = text;
  }
}

/** The elements whose text scripts have changed. */
const written = new WeakSet();

const noteText = (node) => {
  if (node instanceof Element) written.add(node);
};

class CSSStyleDeclaration {
  setProperty(name, value) {
    this[camel(name)] = String(value);
  }
  getPropertyValue(name) {
    return this[camel(name)] ?? '';
  }
  removeProperty(name) {
    delete this[camel(name)];
  }
  get cssText() {
    return Object.entries(this).map(([name, value]) => `${name}: ${value};`).join(' ');
  }
  set cssText(text) {
    for (const name of Object.keys(this)) delete this[name];
    for (const declaration of String(text).split(';')) {
      const [name, ...value] = declaration.split(':');
      if (value.length > 0) this.setProperty(name.trim(), value.join(':').trim());
    }
  }
}

const camel = (name) => String(name).replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());

class DOMTokenList {
  #of;
  constructor(element) {
    this.#of = element;
  }
  #names() {
    return this.#of.className.split(/\s+/).filter((name) => name !== '');
  }
  contains(name) {
    return this.#names().includes(String(name));
  }
  add(...names) {
    this.#of.className = [...new Set([...this.#names(), ...names.map(String)])].join(' ');
  }
  remove(...names) {
    this.#of.className = this.#names().filter((name) => !names.includes(name)).join(' ');
  }
  toggle(name, force = !this.contains(name)) {
    if (force) this.add(name);
    else this.remove(name);
    return Boolean(force);
  }
}

const VOID = ['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'];

const escaped = (text) => text.replace(/[&<>]/g, (it) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[it]);

const serialised = (node) => {
  if (node instanceof Text) return escaped(node.data);
  const attributes = node.getAttributeNames().map((name) => ` ${name}="${node.getAttribute(name).replace(/"/g, '&quot;')}"`);
  const start = `<${node.localName}${attributes.join('')}>`;
  return VOID.includes(node.localName) ? start : `${start}${node.innerHTML}</${node.localName}>`;
};

/** Builds the nodes of HTML below a parent: a list of texts and elements, each with the place of its parent. */
const build = (parsed, parent) => {
  const nodes = [];
  for (const { tag, attributes, text, at, inside } of parsed) {
    const node = tag === undefined ? new Text(text) : makeElement(tag, at);
    for (const { name, value, at: place } of attributes ?? []) setAttribute(node, name, value, place);
    insert(node, inside === null ? parent : nodes[inside], null);
    nodes.push(node);
  }
};
