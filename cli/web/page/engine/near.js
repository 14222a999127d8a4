// What a text that is no move was probably meant for, and what moves look like.

const MOST_MEANT = 3; // moves that are much like it
const FEW_MEANT = 12; // moves that begin like it
const MOST_LOOKS = 4; // examples of moves
const MANY_MOVES = 5_000; // of more, none is looked at
const MUCH_ALIKE = 0.75; // of two texts: twice the signs that they have in common, in order, among all their signs

/** The moves that a mistyped text may have been meant for: much like it, or else with the same beginning. */
export function likelyMeant(typed, texts) {
  const known = [...new Set(texts)], longest = Math.max(0, ...known.map((text) => text.length));
  if (typed.length > 2 * longest || known.length > MANY_MOVES) return [];
  const alike = known.map((text) => [likeness(typed, text), text]).filter(([ratio]) => ratio >= MUCH_ALIKE);
  if (alike.length) return alike.sort(([one], [other]) => other - one).slice(0, MOST_MEANT).map(([, text]) => text);
  for (let length = typed.length - 1; length > 1; length--) {
    const begun = known.filter((text) => text.startsWith(typed.slice(0, length)));
    if (begun.length) return begun.length <= FEW_MEANT ? begun : [];
  }
  return [];
}

/** A few moves, each written another way: `a3`, `Na3`, `O-O`. */
export function examplesOf(texts) {
  const looks = new Map();
  for (const text of texts.slice(0, MANY_MOVES)) {
    const look = text.replace(/[a-z]{0,2}\d+/g, "·");
    if (!looks.has(look)) looks.set(look, text);
  }
  return [...looks.values()].slice(0, MOST_LOOKS);
}

function likeness(one, other) {
  let row = new Array(other.length + 1).fill(0);
  for (const sign of one) {
    const next = [0];
    for (let i = 0; i < other.length; i++) next.push(sign === other[i] ? row[i] + 1 : Math.max(row[i + 1], next[i]));
    row = next;
  }
  return (2 * row.at(-1)) / (one.length + other.length);
}
