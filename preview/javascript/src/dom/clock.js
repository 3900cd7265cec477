// Time: that of the picture, so that a page does the same at the same frame. Random numbers likewise.

/** Milliseconds since the start, and what they are counted from: those since 1970. */
const clock = { now: 0, start: 0 };

/** The shortest delay of an interval, and of timers that start each other, in milliseconds: HTML standard, "timers". */
const SHORTEST_DELAY = 4;
/** Timers that start each other so often get that delay. */
const MOST_NESTED = 5;
/** Intervals leave out the times before so many milliseconds, as after a long pause. */
const LONGEST_GAP = 250;

const timers = new Map();
/** The timers by the time at which they are due, the next one last. */
const queue = [];
let frames = new Map();
let last = 0;
/** The number of timers of which each has started the next one; the last of them runs now. */
let nesting = 0;

const delayOf = (delay) => (Number.isFinite(Number(delay)) ? Math.max(Number(delay), 0) : 0);

/** Puts a timer into the queue, behind those that are due at the same time. */
const enqueue = (timer) => {
  let [low, high] = [0, queue.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (queue[middle].due > timer.due) low = middle + 1;
    else high = middle;
  }
  queue.splice(low, 0, timer);
};

const addTimer = (callback, delay, every, values) => {
  const run = typeof callback === 'function' ? () => callback(...values) : () => (0, eval)(String(callback));
  const shortest = nesting < MOST_NESTED ? 0 : SHORTEST_DELAY;
  const timer = { id: (last += 1), run, due: clock.now + Math.max(delay, shortest), every, nesting: nesting + 1 };
  timers.set(timer.id, timer);
  enqueue(timer);
  return timer.id;
};
globalThis.setTimeout = (callback, delay, ...values) => addTimer(callback, delayOf(delay), null, values);
globalThis.setInterval = (callback, delay, ...values) => {
  const every = Math.max(delayOf(delay), SHORTEST_DELAY);
  return addTimer(callback, every, every, values);
};
globalThis.clearTimeout = globalThis.clearInterval = (id) => {
  const at = queue.indexOf(timers.get(id));
  if (at >= 0) queue.splice(at, 1);
  timers.delete(id);
};
globalThis.requestAnimationFrame = (callback) => {
  frames.set((last += 1), callback);
  return last;
};
globalThis.cancelAnimationFrame = (id) => void frames.delete(id);
globalThis.queueMicrotask = (callback) => void Promise.resolve().then(callback).catch(fail);

/** Runs all timers that are due until a time, each at its own time, then the callbacks of the frame. */
const runTimers = (now) => {
  while (queue.at(-1)?.due <= now) {
    const timer = queue.pop();
    const { due, every } = timer;
    if (every === null) timers.delete(timer.id);
    else {
      const missed = Math.ceil((now - LONGEST_GAP - due) / every);
      timer.due += every * Math.max(missed, 1);
      enqueue(timer);
      if (missed > 0) continue;
    }
    clock.now = Math.max(clock.now, due);
    nesting = timer.nesting;
    attempt(timer.run);
  }
  nesting = 0;
  clock.now = now;
  const waiting = frames;
  frames = new Map();
  for (const callback of waiting.values()) attempt(() => callback(now));
};

/** When something is due next, in milliseconds since the start: callbacks of frames in the next one. */
const nextTimer = () => {
  const due = queue.at(-1)?.due ?? Infinity;
  const next = frames.size > 0 ? Math.min(due, clock.now + 1) : due;
  return Number.isFinite(next) ? next : null;
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
