// Time: that of the picture, so that a page does the same at the same frame. Random numbers likewise.

/** Milliseconds since the start, and what they are counted from: those since 1970. */
const clock = { now: 0, start: 0 };

const timers = new Map();
let frames = new Map();
let last = 0;

const delayOf = (delay) => (Number.isFinite(Number(delay)) ? Math.max(Number(delay), 0) : 0);

const addTimer = (callback, delay, every, values) => {
  const run = typeof callback === 'function' ? () => callback(...values) : () => (0, eval)(String(callback));
  timers.set((last += 1), { run, due: clock.now + delay, every });
  return last;
};
globalThis.setTimeout = (callback, delay, ...values) => addTimer(callback, delayOf(delay), null, values);
globalThis.setInterval = (callback, delay, ...values) => {
  const every = Math.max(delayOf(delay), 4);
  return addTimer(callback, every, every, values);
};
globalThis.clearTimeout = globalThis.clearInterval = (id) => void timers.delete(id);
globalThis.requestAnimationFrame = (callback) => {
  frames.set((last += 1), callback);
  return last;
};
globalThis.cancelAnimationFrame = (id) => void frames.delete(id);
globalThis.queueMicrotask = (callback) => void Promise.resolve().then(callback).catch(fail);

/** Runs what is due now: each interval once, however long ago. */
const runTimers = () => {
  const due = [...timers].filter(([, timer]) => timer.due <= clock.now).sort(([, a], [, b]) => a.due - b.due);
  for (const [id, timer] of due) {
    if (!timers.has(id)) continue;
    if (timer.every === null) timers.delete(id);
    else timer.due = clock.now + timer.every;
    attempt(timer.run);
  }
  const waiting = frames;
  frames = new Map();
  for (const callback of waiting.values()) attempt(() => callback(clock.now));
};

/** When something is due next, in milliseconds since the start. */
const nextTimer = () => {
  const due = [...timers.values()].map((timer) => timer.due);
  if (frames.size > 0) due.push(clock.now + 1000 / 60);
  return due.length > 0 ? due.reduce((a, b) => Math.min(a, b)) : null;
};

const SystemDate = Date;
const now = () => Math.floor(clock.start + clock.now);
globalThis.Date = function Date(...values) {
  if (new.target === undefined) return new SystemDate(now()).toString();
  return Reflect.construct(SystemDate, values.length === 0 ? [now()] : values, new.target);
};
Object.assign(Date, { now, UTC: SystemDate.UTC, parse: SystemDate.parse, prototype: SystemDate.prototype });
Object.defineProperty(Date.prototype, 'constructor', { value: Date, writable: true, configurable: true });
globalThis.performance = { now: () => clock.now };

let random = 1;
/** Marsaglia's xorshift of 32 bits. */
Math.random = () => {
  random ^= random << 13;
  random ^= random >>> 17;
  random ^= random << 5;
  return (random >>> 0) / 4294967296;
};
