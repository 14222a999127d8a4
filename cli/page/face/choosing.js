// Choosing a move piece by piece: `interpreter/game/choosing.py` in JavaScript, held to the same cases
// (tests/interpreter/choosing.yaml). A pick is a site's label, or `=` and what the list shows.

export const LISTED = "=";

function whole(move, number, labels) {
  const sites = [...move.sites];
  const places = [], values = [];
  let next = "";
  for (const value of move.values) {
    const at = sites.indexOf(value);
    if (at >= 0) {
      sites.splice(at, 1);
      places.push(value);
    } else {
      values.push(value);
      next ||= places.length ? "" : value;
    }
  }
  let named = (move.text.match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => labels.has(word) && !places.includes(word));
  if (places.length) named = named.filter((word) => !/^\p{Nd}+$/u.test(word));
  return { number, places: [...places, ...new Set(named)], values, next, text: move.text };
}

function without(row, one) {
  const at = row.indexOf(one);
  return [...row.slice(0, at), ...row.slice(at + 1)];
}

/** What is listed: values that tell moves of the same places apart, texts of moves that ask for nothing more. */
function listed(left) {
  const alike = new Map();
  const key = (one) => JSON.stringify(one.places);
  for (const one of left) alike.set(key(one), (alike.get(key(one)) ?? 0) + 1);
  const common = left.length > 1 ? left[0].values.filter((value) => left.every((one) => one.values.includes(value))) : [];
  const found = [];
  for (const one of left) {
    const telling = one.values.filter((value) => !common.includes(value));
    if (!one.places.length) found.push(telling.length && alike.get(key(one)) > 1 ? telling[0] : one.text);
    else if (alike.get(key(one)) > 1 && one.next && telling.includes(one.next)) found.push(one.next);
  }
  return found;
}

function narrowed(left, pick) {
  if (pick.startsWith(LISTED)) {
    const said = pick.slice(LISTED.length);
    const shown = listed(left);
    const byValue = left
      .filter((one) => one.values.includes(said) && shown.includes(said))
      .map((one) => ({ ...one, values: without(one.values, said), next: "" }));
    if (byValue.length) return byValue;
    return left.filter((one) => one.text === said).map((one) => ({ ...one, places: [], values: [], next: "" }));
  }
  let found = left.filter((one) => one.places[0] === pick);
  if (!found.length) found = left.filter((one) => one.places.includes(pick));
  return found.map((one) => ({ ...one, places: without(one.places, pick), next: "" }));
}

/** The moves of one decision. `labels`: a Set of the sites that can be pointed at. */
export class Chooser {
  constructor(moves, labels) {
    this.moves = moves.map((move, number) => whole(move, number, labels));
  }

  /** What is left after these picks. */
  choice(picks = []) {
    let left = this.moves;
    for (const pick of picks) left = narrowed(left, pick);
    const first = new Set(left.filter((one) => one.places.length).map((one) => one.places[0]));
    const later = new Set(left.flatMap((one) => one.places.slice(1)).filter((place) => !first.has(place)));
    const isTold = left.length === 1 && !left[0].places.length;
    return {
      fitting: left.map((one) => one.number),
      sites: [...first],
      later: [...later],
      others: isTold ? [] : [...new Set(listed(left))],
      isTold,
      move: left.length === 1 ? left[0].number : null,
    };
  }

  /** The picks after one more: what was picked last is taken back; what doesn't fit begins anew, if it can. */
  pick(picks, pick) {
    if (picks.at(-1) === pick && !this.choice([...picks, pick]).fitting.length) return picks.slice(0, -1);
    for (const longer of [[...picks, pick], [pick]]) if (this.choice(longer).fitting.length) return longer;
    return picks;
  }
}
