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

const SIGNS = "[-–—x×:/=]";
const BETWEEN = new RegExp(`(?<=[0-9])\\s*${SIGNS}\\s*(?=[0-9A-Za-z])|\\s*[–—]\\s*|(?<=[0-9])\\s+(?=[0-9])`, "g");
const JOINTS = /(?<=[0-9])-(?=[A-Za-z])|(?<=[A-Za-z])[x×:](?=[A-Za-z][0-9])/g;
const CARD = /(?<![0-9A-Za-z])(10|[2-9TJQKA])\s*([CDHS♣♦♥♠♧♢♡♤])(?![0-9A-Za-z])/gi;
const NOUGHTS = /(?<![0-9A-Za-z])[0Oo](?![0-9A-Za-z])/g;
const PARTED = /[\s,;&+]+/;
const MARKS = /(?<=.)[+#!?*]+$/;

/** A text without what people leave out, or put in another sign for, where it says nothing (see `readings.py`). */
export function loose(text) {
  return cards(text).replaceAll("_", " ").trim().replace(BETWEEN, "-").replace(/\s+/g, "").replace(NOUGHTS, "O").replace(JOINTS, "");
}

/** A text with `T` for the 10 of a card, and letters for the signs of suits. */
function cards(text) {
  const suit = (sign) => "CDHSCDHS"["♣♦♥♠♧♢♡♤".indexOf(sign)] ?? sign;
  return text.replace(CARD, (_, rank, sign) => rank.replace("10", "T") + suit(sign));
}

/** Whether a text names several things, joined by `+`, as another does: in another order, with blanks or commas. */
function inAnyOrder(text, own) {
  const words = (one) => one.trim().toLowerCase().split(PARTED).sort().join(" ");
  return own.includes("+") && PARTED.test(text.trim()) && words(own) === words(text);
}

/** Whether a text is written like a move, legal or not. `patterns`: what moves look like (`info.written`). */
export function likeMoves(patterns = []) {
  const known = patterns.map((pattern) => new RegExp(`^(?:${pattern})$`));
  return (text) => known.some((pattern) => pattern.test(text) || pattern.test(text.replace(NOUGHTS, "O")));
}

/** The text to be played for what was typed: the same, or the only one that it can mean as people write; else as typed.
 * `alike`: of `likeMoves`. */
export function meant(moves, typed, alike = likeMoves()) {
  const texts = [...new Set(moves.map((move) => move.text))];
  const ways = texts.map((text) => [text, ...(moves.find((move) => move.text === text).others ?? [])]);
  const wanted = typed.trim().replace(/\s+/g, " ");
  const only = (fits) => texts.filter((text, i) => fits(text, ways[i]));
  for (const fits of [(text) => text === wanted, (text) => folded(text) === folded(wanted)]) {
    const found = only(fits);
    if (found.length === 1) return found[0];
  }
  const begun = wanted ? only((text) => folded(text).startsWith(folded(wanted))) : [];
  const read = readings(only, wanted, alike);
  if (begun.length === 1) return read.length === 1 && read[0] !== begun[0] ? wanted : begun[0];
  return read.length === 1 ? read[0] : wanted;
}

/** The texts of the moves that it may stand for, from the strictest way to read it to the loosest. Another case is only
 * meant where a text is written like no move at all: `bxc3` is a pawn's, `Bxc3` a bishop's. */
function readings(only, wanted, alike) {
  for (const text of new Set([wanted, wanted.replace(MARKS, "")])) {
    const [bare, small] = [loose(text), loose(text.toLowerCase()).toLowerCase()];
    const anyCase = (_, ways) => ways.some((way) => loose(way.toLowerCase()).toLowerCase() === small);
    for (const fits of [
      (_, ways) => ways.includes(text),
      (own) => loose(own) === bare,
      (_, ways) => ways.some((way) => loose(way) === bare),
      (own) => inAnyOrder(text, own),
      ...(alike(text) ? [] : [anyCase]),
    ]) {
      const found = only(fits);
      if (found.length) return found;
    }
  }
  return [];
}

/** How a move is asked for: by its text, or by its number where several are written alike. */
export function written(moves, number) {
  const { text } = moves[number];
  return moves.filter((move) => move.text === text).length === 1 ? text : `#${number + 1}`;
}
