// The values of inputs, and what a user does to them.

const define = (name, get, set) => Object.defineProperty(Element.prototype, name, { configurable: true, get, set });

const isMarked = (element) => element.localName === 'input' && ['checkbox', 'radio'].includes(element.type);

define('type', function () {
  const type = this.getAttribute('type')?.toLowerCase();
  if (this.localName === 'input') return type ?? 'text';
  if (this.localName === 'button') return type ?? 'submit';
  return this.localName === 'select' ? 'select-one' : (type ?? '');
}, function (type) {
  setAttribute(this, 'type', type);
});

define('value', function () {
  const state = states.get(this);
  if (this.localName === 'select') return optionsOf(this)[this.selectedIndex]?.value ?? '';
  if (this.localName === 'option') return this.getAttribute('value') ?? this.text;
  if (this.localName === 'textarea') return state.value ?? this.textContent;
  if (this.localName !== 'input') return this.getAttribute('value') ?? '';
  const value = isMarked(this) ? this.getAttribute('value') : (state.value ?? this.getAttribute('value'));
  if (this.type === 'range') return onSlider(this, value);
  if (this.type === 'color') return value ?? '#000000';
  return value ?? (isMarked(this) ? 'on' : '');
}, function (value) {
  if (this.localName === 'select') {
    this.selectedIndex = optionsOf(this).findIndex((option) => option.value === String(value));
  } else if (['input', 'textarea'].includes(this.localName) && !isMarked(this)) states.get(this).value = String(value);
  else setAttribute(this, 'value', value);
});

define('valueAsNumber', function () {
  return this.value.trim() === '' ? NaN : Number(this.value);
}, function (number) {
  this.value = String(number);
});

define('checked', function () {
  return isMarked(this) ? (states.get(this).checked ?? this.hasAttribute('checked')) : undefined;
}, function (isChecked) {
  states.get(this).checked = Boolean(isChecked);
  if (!isChecked || this.type !== 'radio' || this.name === '') return;
  const others = below(document, (it) => it.localName === 'input' && it.type === 'radio' && it.name === this.name);
  for (const other of others) if (other !== this) states.get(other).checked = false;
});

define('options', function () {
  return this.localName === 'select' ? optionsOf(this) : undefined;
});
define('length', function () {
  return this.options?.length;
});
define('selectedOptions', function () {
  return this.options?.filter((option) => option.selected);
});
define('selectedIndex', function () {
  if (this.localName !== 'select') return undefined;
  const options = optionsOf(this);
  const chosen = options.findLastIndex((option) => states.get(option).selected ?? option.hasAttribute('selected'));
  if (chosen >= 0) return chosen;
  // The first is chosen unless a script has chosen none.
  return options.every((option) => states.get(option).selected === false) ? -1 : 0;
}, function (index) {
  optionsOf(this).forEach((option, at) => (states.get(option).selected = at === Number(index)));
});
define('add', function () {
  return this.localName === 'select' ? (option) => this.appendChild(option) : undefined;
});
define('selected', function () {
  const select = this.localName === 'option' ? this.closest('select') : null;
  return select ? select.options[select.selectedIndex] === this : undefined;
}, function (isSelected) {
  const select = this.closest('select');
  if (select && isSelected) select.selectedIndex = select.options.indexOf(this);
});
define('text', function () {
  return this.textContent.trim().replace(/\s+/g, ' ');
}, function (text) {
  this.textContent = text;
});

globalThis.Option = function (text = '', value = undefined) {
  const option = makeElement('option');
  option.textContent = text;
  if (value !== undefined) option.value = value;
  return option;
};

const CLASSES = { pointer: PointerEvent, mouse: MouseEvent, click: MouseEvent, dblclick: MouseEvent, wheel: WheelEvent, key: KeyboardEvent };

const eventOf = (type, init) => {
  const family = Object.keys(CLASSES).find((name) => type.startsWith(name));
  return new (CLASSES[family] ?? Event)(type, { bubbles: true, cancelable: true, ...init });
};

/** Sends events; a click toggles a checkbox first, and again if a listener prevents that. */
const press = (element, types) => {
  if (element.disabled) return;
  for (const type of types) {
    const before = element.checked;
    const toggles = type === 'click' && isMarked(element);
    if (toggles) element.checked = element.type === 'radio' || !before;
    const goesOn = dispatch(element, eventOf(type, { button: 0, detail: 1 }));
    if (toggles && !goesOn) element.checked = before;
    else if (toggles && element.checked !== before) for (const after of ['input', 'change']) dispatch(element, eventOf(after));
    if (type === 'click' && goesOn) follow(element);
  }
};

/** What a browser does after a click: a label operates its control, a button its form. */
const follow = (element) => {
  const label = element.closest('label');
  const isControl = (it) => ['input', 'select', 'textarea', 'button'].includes(it.localName);
  const target = label && !isControl(element) ? labelled(label) : null;
  if (target) press(target, ['click']);
  const form = element.localName === 'button' && element.type === 'submit' ? element.closest('form') : null;
  if (form) dispatch(form, eventOf('submit'));
};

const labelled = (label) =>
  label.htmlFor ? document.getElementById(label.htmlFor) : (below(label, (it) => states.has(it) && it.value !== undefined && ['input', 'select', 'textarea'].includes(it.localName))[0] ?? null);
