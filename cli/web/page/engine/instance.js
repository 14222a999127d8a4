// An instance of a compiled module: its exports, and its memory as numbers.

const BIGGEST = 1 << 28; // bytes that an instance's memory may take

export class Instance {
  /** `module`: a compiled `WebAssembly.Module`; `weights`: what values were learnt with, as it lies in memory, or null. */
  constructor(module, weights) {
    Object.assign(this, { module, weights });
    this.exports = new WebAssembly.Instance(module, {}).exports;
    this.report = Number(this.exports.report());
    this.exports.limit_memory(BigInt(BIGGEST));
    if (weights) this.bytes(Number(this.exports.weights_at()), weights.length).set(weights);
  }

  get memoryLimit() {
    return BIGGEST;
  }

  /** Go by the values that were learnt, if there are any, or by none. Says whether there are. */
  value(isWanted) {
    const isValued = isWanted && this.weights !== null;
    this.exports.weights_ready(isValued ? 1n : 0n);
    return isValued;
  }

  bytes(at, size) {
    return new Uint8Array(this.exports.memory.buffer, at, size);
  }

  words(at, count) {
    return new BigInt64Array(this.exports.memory.buffer, at, count);
  }

  floats(at, count) {
    return new Float64Array(this.exports.memory.buffer, at, count);
  }

  /** A word of what the last job reports. */
  reported(word) {
    return Number(this.words(this.report, word + 1)[word]);
  }
}

/**
 * What values were learnt with, as it lies in memory: `learnt` says how long the table is, and of each part how many
 * weights it has and what to multiply them by; null if nothing was learnt.
 */
export function inMemory({ learnt, weights }) {
  if (!learnt) return null;
  const { table, parts } = learnt;
  const count = parts.reduce((sum, [size]) => sum + size, 0);
  const found = new Uint8Array(table + 4 * count);
  found.set(weights.subarray(0, table));
  const [numbers, values] = [new DataView(weights.buffer, weights.byteOffset + table), new DataView(found.buffer, table)];
  let k = 0;
  for (const [size, scale] of parts) {
    for (const end = k + size; k < end; k++) values.setFloat32(4 * k, numbers.getInt16(2 * k, true) * scale, true);
  }
  return found;
}
