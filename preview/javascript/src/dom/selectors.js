// Selectors of CSS: lists and descendants of tags, ids, classes, attributes and a few states.

const STATES = {
  checked: (element) => element.checked === true || element.selected === true,
  disabled: (element) => element.disabled === true,
  enabled: (element) => element.disabled !== true,
  'first-child': (element) => element.parentElement?.children[0] === element,
  'last-child': (element) => element.parentElement?.children.at(-1) === element,
};

const attributeTest = (name, operator, value) => (element) => {
  const has = element.getAttribute(name);
  if (has === null || operator === undefined) return has !== null;
  if (operator === '^=') return has.startsWith(value);
  if (operator === '$=') return has.endsWith(value);
  if (operator === '*=') return has.includes(value);
  if (operator === '~=') return has.split(/\s+/).includes(value);
  return has === value;
};

const PART = /\s*([>+~,])\s*|\s+|\*|#([\w-]+)|\.([\w-]+)|\[\s*([\w-]+)\s*(?:([~^$*]?=)\s*("[^"]*"|'[^']*'|[^\]\s]+)\s*)?\]|:([\w-]+)|([\w-]+)/gy;

/** A list of chains; each link has tests, and how it relates to the link before it. */
const selectorOf = (text) => {
  const chains = [[{ tests: [], joins: ' ' }]];
  const source = String(text).trim();
  PART.lastIndex = 0;
  while (PART.lastIndex < source.length) {
    const found = PART.exec(source);
    const state = found?.[7];
    if (!found || found[1] === '+' || found[1] === '~' || (state && !Object.hasOwn(STATES, state))) {
      throw new SyntaxError(`the preview does not know the selector \`${source}\``);
    }
    const [whole, joins, id, className, attribute, operator, value, , tag] = found;
    const tests = chains.at(-1).at(-1).tests;
    if (joins === ',') chains.push([{ tests: [], joins: ' ' }]);
    else if (joins || whole.trim() === '') chains.at(-1).push({ tests: [], joins: joins ?? ' ' });
    else if (id) tests.push((element) => element.id === id);
    else if (className) tests.push((element) => element.classList.contains(className));
    else if (attribute) tests.push(attributeTest(attribute, operator, value?.replace(/^(["'])(.*)\1$/, '$2')));
    else if (state) tests.push(STATES[state]);
    else if (tag) tests.push((element) => element.localName === tag.toLowerCase());
  }
  return chains;
};

const fits = (element, chain, last = chain.length - 1) => {
  if (!chain[last].tests.every((test) => test(element))) return false;
  if (last === 0) return true;
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (fits(at, chain, last - 1)) return true;
    if (chain[last].joins === '>') return false;
  }
  return false;
};

/** The elements below a node that a test accepts, in the order of the page. */
const below = (node, accepts, found = []) => {
  for (const child of node.childNodes) {
    if (child.nodeType !== 1) continue;
    if (accepts(child)) found.push(child);
    below(child, accepts, found);
  }
  return found;
};

/** What a document and elements have in common. */
const searches = {
  querySelectorAll(selector) {
    const chains = selectorOf(selector);
    return below(this, (element) => chains.some((chain) => fits(element, chain)));
  },
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  },
  getElementsByTagName(name) {
    return below(this, (element) => name === '*' || element.localName === String(name).toLowerCase());
  },
  getElementsByClassName(names) {
    const wanted = String(names).trim().split(/\s+/);
    return below(this, (element) => wanted.every((name) => element.classList.contains(name)));
  },
};
