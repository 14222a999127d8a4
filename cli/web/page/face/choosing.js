// Choosing a move piece by piece: `interpreter/game/choosing.py` in JavaScript, held to the same cases
// (tests/interpreter/choosing.yaml). A pick is a site's label, or `=` and what the list shows.

export const LISTED = "=";
const ON_LINES = /^(\p{L}+)(\p{Nd}+)$/u; // a label that says on which two lines of the board a site lies

/** A pick as people read it. */
export function pickWords(pick) {
  return pick.replace(LISTED, "");
}

function whole(move, number, labels) {
  const sites = [...move.sites];
  const places = [], values = [];
  let isEarly = false; // whether a value comes before the first place
  for (const value of move.values) {
    const at = sites.indexOf(value);
    if (at >= 0 && labels.has(value)) {
      sites.splice(at, 1);
      isEarly ||= values.length > 0 && !places.length;
      places.push(value);
    } else values.push(value);
  }
  let text = move.text; // an edge, a1-b1, doesn't name its sites
  const edges = places.filter((place) => /[^\p{L}\p{N}_]/u.test(place)).sort((a, b) => b.length - a.length);
  for (const place of edges) text = text.split(place).join(" ");
  let named = (text.match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => labels.has(word) && !places.includes(word));
  if (places.length) named = named.filter((word) => !/^\p{Nd}+$/u.test(word));
  return { number, text: move.text, places: [...places, ...new Set(named)], values, isEarly, loose: move.loose ?? [] };
}

/** The places whose turn it is: the first, and with it all others of its set. */
function next({ places, loose }) {
  const group = loose.find((one) => one.includes(places[0])) ?? places.slice(0, 1);
  return places.filter((place) => group.includes(place));
}

function without(row, one) {
  const at = row.indexOf(one);
  return [...row.slice(0, at), ...row.slice(at + 1)];
}

/** What the list shows, each with a move as it is left when that is picked: the first value in which moves of the same
 * places differ, as long as it isn't another place's turn; the text of a move that asks for nothing more. If a value
 * before the places tells some moves apart, all moves with such a value are listed by it. */
function listed(left) {
  const alike = new Map();
  const key = (one) => JSON.stringify(one.places);
  for (const one of left) {
    if (!alike.has(key(one))) alike.set(key(one), []);
    alike.get(key(one)).push(one);
  }
  const differences = new Map([...alike].map(([places, ones]) => [places, ones.length > 1 ? firstDifference(ones.map((one) => one.values)) : Infinity]));
  const early = Math.min(...left.filter((one) => one.isEarly).map((one) => differences.get(key(one)))); // Infinity if none
  const found = [];
  for (const one of left) {
    if (one.places.length && !one.isEarly) continue;
    const own = differences.get(key(one)), at = own === Infinity && one.places.length ? early : own;
    if (at < one.values.length) found.push([{ ...one, values: one.values.slice(at + 1), isEarly: false }, one.values[at]]);
    else if (!one.places.length) found.push([{ ...one, values: [], isEarly: false }, one.text]);
  }
  return found;
}

/** The first place at which rows differ; the length of the shortest if there is none before. */
function firstDifference(rows) {
  const shortest = Math.min(...rows.map((row) => row.length));
  for (let at = 0; at < shortest; at++) if (rows.some((row) => row[at] !== rows[0][at])) return at;
  return shortest;
}

function narrowed(left, pick) {
  if (pick.startsWith(LISTED)) {
    const value = pick.slice(LISTED.length);
    const offered = listed(left).filter(([, text]) => text === value).map(([one]) => one);
    if (offered.length) return offered;
    const early = left.filter((one) => one.isEarly && one.values[0] === value);
    return early.map((one) => ({ ...one, values: one.values.slice(1), isEarly: false }));
  }
  let found = left.filter((one) => next(one).includes(pick));
  if (!found.length) found = left.filter((one) => one.places.includes(pick));
  return found.map((one) => ({ ...one, places: without(one.places, pick), isEarly: false }));
}

/** The lines of the board on which a site lies; none if its label doesn't say that. */
function boardLines(label) {
  return ON_LINES.exec(label)?.slice(1) ?? [];
}

/** For each line of the board that names a move the site that is chosen; nothing unless all are named so. */
function namedLines(moves) {
  const named = moves.filter(({ places, text }) => places.length === 1 && boardLines(places[0]).includes(text));
  const found = new Map(named.map(({ places, text }) => [text, places[0]]));
  return found.size === moves.length ? found : new Map();
}

/** The moves of one decision. `labels`: a Set of the sites that can be pointed at. */
export class Chooser {
  constructor(moves, labels) {
    this.moves = moves.map((move, number) => whole(move, number, labels));
    this.lines = namedLines(this.moves);
    this.onLines = new Set(this.lines.size ? [...labels].filter((label) => this.lineOf(label) !== undefined) : []); // what may be picked for a move
  }

  /** What is left after these picks. */
  choice(picks = []) {
    const left = this.left(picks);
    const first = new Set(left.flatMap(next));
    const later = new Set(left.flatMap((one) => one.places).filter((place) => !first.has(place)));
    const isTold = left.length === 1 && !left[0].places.length;
    const others = isTold ? [] : [...new Set(listed(left).map(([, offered]) => offered))];
    return {
      fitting: left.map((one) => one.number),
      sites: [...first],
      later: [...later],
      others,
      // values before the first place, though places tell the moves apart: they may be picked, where they lie
      firsts: [...new Set(left.filter((one) => one.isEarly).map((one) => one.values[0]))].filter((value) => !others.includes(value)),
      isTold,
      move: left.length === 1 ? left[0].number : null,
    };
  }

  /** The picks after one more: what was picked last is taken back; what doesn't fit begins anew, if it can. */
  pick(picks, pick) {
    if (this.choice([...picks, pick]).fitting.length) return [...picks, pick];
    if (picks.at(-1) === pick) return picks.slice(0, -1);
    if (this.choice([pick]).fitting.length) return [pick];
    const line = this.lineOf(pick);
    return line === undefined ? picks : [this.lines.get(line)];
  }

  /** The line of this site that names a move. */
  lineOf(label) {
    return boardLines(label).find((one) => this.lines.has(one));
  }

  /** The picks and one that doesn't fit, as the move names them: a target that was picked first stands behind the piece
   * that was to be picked then. So one can tell which of the move's conditions it fails. */
  inOrder(picks, pick) {
    const [one] = this.left(picks);
    if (!one?.places.length || picks.some((other) => other.startsWith(LISTED))) return [...picks, pick];
    const whole = this.moves[one.number].places, at = whole.indexOf(next(one)[0]), behind = whole.slice(at + 1);
    const end = behind.findIndex((place) => !picks.includes(place));
    return [...whole.slice(0, at), pick, ...behind.slice(0, end < 0 ? behind.length : end)];
  }

  /** The moves that fit these picks, without them. */
  left(picks) {
    return picks.reduce(narrowed, this.moves);
  }
}
