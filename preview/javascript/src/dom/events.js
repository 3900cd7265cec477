// Events: listeners, `on...` properties, and the way from an element up to the window.

/** The listeners of each target, by type, in the order in which a browser calls them. */
const listeners = new WeakMap();

const listenersOf = (target, type) => {
  let types = listeners.get(target);
  if (!types) listeners.set(target, (types = new Map()));
  let list = types.get(type);
  if (!list) types.set(type, (list = []));
  return list;
};

/** True if a target has listeners for one of the types. */
const listens = (target, types) => types.some((type) => listeners.get(target)?.get(type)?.length > 0);

/** Sets an `on...` property: a function, or the code of an attribute. */
const setHandler = (target, type, handler) => {
  const list = listenersOf(target, type);
  const at = list.findIndex((entry) => entry.isHandler);
  const entry = { handler, isHandler: true, capture: false };
  if (handler === null) {
    if (at >= 0) list.splice(at, 1);
  } else if (at >= 0) list[at] = entry;
  else list.push(entry);
};

/** The function of an `on...` property; the code of an attribute is compiled when it is first used. */
const handlerOf = (target, type) => {
  const entry = listeners.get(target)?.get(type)?.find((it) => it.isHandler);
  if (!entry) return null;
  if (typeof entry.handler === 'object' && entry.handler !== null) {
    const { code, at } = entry.handler;
    entry.handler = host.compile(code, at);
  }
  return typeof entry.handler === 'function' ? entry.handler : null;
};

class Event {
  constructor(type, init = {}) {
    const nothing = { bubbles: false, cancelable: false, target: null, currentTarget: null };
    Object.assign(this, nothing, init, { type: String(type), defaultPrevented: false, timeStamp: clock.now });
    this.isTrusted = false;
    this.cancelBubble = false;
  }
  preventDefault() {
    this.defaultPrevented = true;
  }
  stopPropagation() {
    this.cancelBubble = true;
  }
  stopImmediatePropagation() {
    this.cancelBubble = true;
    stopped.add(this);
  }
}
class CustomEvent extends Event {}
class UIEvent extends Event {}
class MouseEvent extends UIEvent {}
class PointerEvent extends MouseEvent {}
class WheelEvent extends MouseEvent {}
class KeyboardEvent extends UIEvent {}
class InputEvent extends UIEvent {}

/** The events of which no further listener hears. */
const stopped = new WeakSet();

class EventTarget {
  addEventListener(type, callback, options) {
    if (callback === null || callback === undefined) return;
    const { capture = false, once = false } = options instanceof Object ? options : { capture: Boolean(options) };
    const list = listenersOf(this ?? globalThis, String(type));
    if (!list.some((it) => it.callback === callback && it.capture === capture)) list.push({ callback, capture, once });
  }
  removeEventListener(type, callback, options) {
    const capture = Boolean(options instanceof Object ? options.capture : options);
    const list = listenersOf(this ?? globalThis, String(type));
    const at = list.findIndex((it) => it.callback === callback && it.capture === capture);
    if (at >= 0) list.splice(at, 1);
  }
  dispatchEvent(event) {
    return dispatch(this ?? globalThis, event);
  }
}

/** Shows an error that no script has caught. */
const fail = (error) => {
  if (error === null) return host.fail('InternalError: out of memory', '');
  const isError = error instanceof Error;
  return host.fail(isError ? `${error.name}: ${error.message}` : `${error} was thrown`, isError ? `${error.stack}` : '');
};

/** Calls a function of the page; an error ends only this call. */
const attempt = (call) => {
  try {
    return call();
  } catch (error) {
    fail(error);
    return undefined;
  }
};

const call = (target, event, entry) => {
  if (entry.isHandler) {
    const handler = handlerOf(target, event.type);
    if (handler && handler.call(target, event) === false) event.preventDefault();
  } else if (typeof entry.callback === 'function') entry.callback.call(target, event);
  else entry.callback.handleEvent(event);
};

const invoke = (target, event, phase, wanted) => {
  const list = listeners.get(target)?.get(event.type);
  if (!list) return;
  event.currentTarget = target;
  event.eventPhase = phase;
  for (const entry of [...list]) {
    if (!list.includes(entry) || !wanted(entry)) continue;
    if (entry.once) list.splice(list.indexOf(entry), 1);
    attempt(() => call(target, event, entry));
    if (stopped.has(event)) return;
  }
};

const above = (target) => {
  if (target === globalThis) return null;
  return target === document ? globalThis : target.parentNode;
};

/** Sends an event to a target and those above it; false if a listener prevents what follows. */
const dispatch = (target, event) => {
  const path = [];
  for (let at = target; at; at = above(at)) path.push(at);
  event.target = target;
  globalThis.event = event;
  for (const at of path.slice(1).reverse()) {
    if (!event.cancelBubble) invoke(at, event, 1, (entry) => entry.capture);
  }
  if (!event.cancelBubble) invoke(target, event, 2, () => true);
  for (const at of event.bubbles ? path.slice(1) : []) {
    if (!event.cancelBubble) invoke(at, event, 3, (entry) => !entry.capture);
  }
  event.currentTarget = null;
  return !event.defaultPrevented;
};

const HANDLED = `click dblclick mousedown mouseup mousemove mouseover mouseout mouseenter mouseleave pointerdown pointerup
  pointermove touchstart touchend touchmove keydown keypress keyup input change focus blur wheel load resize submit scroll
  contextmenu`.split(/\s+/);

/** Gives objects `on...` properties. */
const addHandlers = (object) => {
  for (const type of HANDLED) {
    Object.defineProperty(object, `on${type}`, {
      configurable: true,
      get() {
        return handlerOf(this ?? globalThis, type);
      },
      set(handler) {
        setHandler(this ?? globalThis, type, typeof handler === 'function' ? handler : null);
      },
    });
  }
};
