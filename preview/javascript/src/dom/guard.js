// Functions of arrays that are done in one go cannot be interrupted: they refuse lengths beyond all memory.

const LONGEST = 10_000_000;

for (const name of Object.getOwnPropertyNames(Array.prototype)) {
  const original = Array.prototype[name];
  if (typeof original !== 'function' || name === 'constructor') continue;
  const guarded = {
    [name](...values) {
      if (this?.length > LONGEST) throw new RangeError(`this list has more than ${LONGEST} elements`);
      return Reflect.apply(original, this, values);
    },
  }[name];
  Object.defineProperty(Array.prototype, name, { value: guarded, writable: true, configurable: true });
}
Array.prototype[Symbol.iterator] = Array.prototype.values;
