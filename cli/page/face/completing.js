// What somebody types, and the moves it may become.

const folded = (text) => text.trim().replace(/\s+/g, " ").toLowerCase();

/** The moves' texts that begin so, then those that hold it; at most `limit`. */
export function completions(moves, typed, limit = 60) {
  const start = folded(typed);
  const texts = [...new Set(moves.map((move) => move.text))];
  const begin = texts.filter((text) => folded(text).startsWith(start));
  const hold = start ? texts.filter((text) => !begin.includes(text) && folded(text).includes(start)) : [];
  return [...begin, ...hold].slice(0, limit);
}

/** The text to be played for what was typed: the same, the same but for case, the only one that begins so; else as typed. */
export function meant(moves, typed) {
  const texts = [...new Set(moves.map((move) => move.text))];
  const wanted = typed.trim().replace(/\s+/g, " ");
  for (const fits of [
    (text) => text === wanted,
    (text) => folded(text) === folded(wanted),
    (text) => folded(text).startsWith(folded(wanted)),
  ]) {
    const found = texts.filter(fits);
    if (found.length === 1) return found[0];
  }
  return wanted;
}

/** How a move is asked for: by its text, or by its number where several are written alike. */
export function written(moves, number) {
  const { text } = moves[number];
  return moves.filter((move) => move.text === text).length === 1 ? text : `#${number + 1}`;
}
