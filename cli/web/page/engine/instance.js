// An instance of a compiled module: its exports, and its memory as numbers.

const BIGGEST = 1 << 28; // bytes that an instance's memory may take

const UNTAUGHT = { weights: null, policy: null };

export class Instance {
  /**
   * `module`: a compiled `WebAssembly.Module`; `learnt`: what values were learnt with, and a policy, each as it lies in
   * memory, or null.
   */
  constructor(module, learnt = UNTAUGHT) {
    Object.assign(this, { module, ...learnt });
    const { weights, policy } = learnt;
    this.exports = new WebAssembly.Instance(module, {}).exports;
    this.report = Number(this.exports.report());
    this.exports.limit_memory(BigInt(BIGGEST));
    if (weights) {
      this.bytes(Number(this.exports.weights_at()), weights.length).set(weights);
      this.exports.weights_settled(1n);
    }
    if (policy) this.bytes(Number(this.exports.policy_at()), policy.length).set(policy);
  }

  get memoryLimit() {
    return BIGGEST;
  }

  /** Go by the values or the policy that was learnt, if there is one, or by none. Says whether there are values. */
  value(isWanted) {
    const isValued = isWanted && this.weights !== null;
    this.exports.weights_ready(isValued ? 1n : 0n);
    if (this.policy) this.exports.policy_ready(isWanted ? 1n : 0n);
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
 * What was learnt, as it lies in memory. `learnt` says how long the table of values is, and of each part how many
 * weights it has and what to multiply them by; or how long the policy is. It is null if nothing was learnt.
 */
export function inMemory({ learnt, weights }) {
  if (!learnt) return UNTAUGHT;
  if (learnt.policy) return { weights: null, policy: weights };
  const { table, parts } = learnt;
  const count = parts.reduce((sum, [size]) => sum + size, 0);
  const found = new Uint8Array(table + 4 * count);
  found.set(weights.subarray(0, table));
  const [lower, upper] = [weights.subarray(table), new Int8Array(weights.buffer, weights.byteOffset + table + count)];
  const values = new DataView(found.buffer, table);
  let k = 0;
  for (const [size, scale] of parts) {
    for (const end = k + size; k < end; k++) values.setFloat32(4 * k, (upper[k] * 256 + lower[k]) * scale, true);
  }
  return { weights: found, policy: null };
}
