// What is packed in the page: gzip, as text of 85 signs. Browsers unpack gzip themselves; for those that don't, `inflated` does.

const LENGTHS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
const DISTANCES = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577];
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** The bytes of a text in which five signs stand for four bytes: `*` is 0, `~` is 84, and `!` stands in place of `<`. */
export function decoded(text) {
  const signs = text.trim();
  const words = new DataView(new ArrayBuffer(Math.ceil(signs.length / 5) * 4));
  for (let i = 0; i < signs.length; i += 5) {
    let word = 0;
    for (let k = i; k < i + 5; k++) word = word * 85 + (signs[k] === "!" ? 18 : (signs.charCodeAt(k) || 126) - 42);
    words.setUint32((i / 5) * 4, word);
  }
  return new Uint8Array(words.buffer, 0, Math.floor(signs.length * 0.8));
}

/** The bytes that were packed. */
export async function unpacked(bytes) {
  if (typeof DecompressionStream === "undefined") return inflated(bytes);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Codes by their lengths, as RFC 1951 has them: `[counts of each length, symbols in order]`. */
function codes(lengths) {
  const counts = new Uint16Array(16);
  for (const length of lengths) counts[length] += 1;
  counts[0] = 0;
  const symbols = [];
  for (let length = 1; length < 16; length++) lengths.forEach((one, symbol) => one === length && symbols.push(symbol));
  return { counts, symbols };
}

/** Gzip's bytes unpacked: one member with the plain head that Python writes. Public for the tests. */
export function inflated(bytes) {
  const out = new Uint8Array(new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 4).getUint32(0, true));
  let [at, bit, end] = [10, 0, 0];
  const bits = (count) => {
    let found = 0;
    for (let i = 0; i < count; i++) {
      found |= ((bytes[at] >> bit) & 1) << i;
      bit += 1;
      if (bit === 8) [at, bit] = [at + 1, 0];
    }
    return found;
  };
  const symbol = ({ counts, symbols }) => {
    let [code, first, index] = [0, 0, 0];
    for (let length = 1; length < 16; length++) {
      code |= bits(1);
      const count = counts[length];
      if (code - count < first) return symbols[index + code - first];
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new Error("this page is damaged");
  };
  const dynamic = () => {
    const [literals, distances, given] = [bits(5) + 257, bits(5) + 1, bits(4) + 4];
    const own = new Array(19).fill(0);
    for (let i = 0; i < given; i++) own[ORDER[i]] = bits(3);
    const code = codes(own);
    const lengths = [];
    while (lengths.length < literals + distances) {
      const one = symbol(code);
      if (one < 16) lengths.push(one);
      else {
        const [value, times] = one === 16 ? [lengths.at(-1), 3 + bits(2)] : [0, one === 17 ? 3 + bits(3) : 11 + bits(7)];
        for (let i = 0; i < times; i++) lengths.push(value);
      }
    }
    return [codes(lengths.slice(0, literals)), codes(lengths.slice(literals))];
  };
  const fixed = () => [
    codes(Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8))),
    codes(new Array(30).fill(5)),
  ];
  for (let isLast = false; !isLast; ) {
    isLast = bits(1) === 1;
    const sort = bits(2);
    if (sort === 0) {
      if (bit) [at, bit] = [at + 1, 0];
      const length = bytes[at] | (bytes[at + 1] << 8);
      out.set(bytes.subarray(at + 4, at + 4 + length), end);
      [at, end] = [at + 4 + length, end + length];
      continue;
    }
    const [literals, distances] = sort === 1 ? fixed() : dynamic();
    for (;;) {
      const one = symbol(literals);
      if (one < 256) out[end++] = one;
      else if (one === 256) break;
      else {
        const k = one - 257;
        const length = LENGTHS[k] + (k < 8 || k === 28 ? 0 : bits((k >> 2) - 1));
        const far = symbol(distances);
        const distance = DISTANCES[far] + (far < 4 ? 0 : bits((far >> 1) - 1));
        for (let i = 0; i < length; i++, end++) out[end] = out[end - distance];
      }
    }
  }
  return out;
}
