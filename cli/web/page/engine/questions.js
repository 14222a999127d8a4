// Questions to people, as `interpreter/game/prompts.py` makes them.

/** What is asked of who chooses among these moves: the rules' own sentences if they have some for them, else plain ones. */
export function questionOf(table, moves) {
  const said = moves.filter(({ asking }) => asking).map(({ asking }) => asking);
  if (said.length) return [...new Set(said)].join(" ");
  const open = [...new Set(moves.map(({ ask }) => ask))];
  const plain = new Set(open.map((place) => plainQuestion(table.asks[place], moves.filter(({ ask }) => ask === place), open.length > 1)));
  return [...plain].map((one, place) => (place ? one.replace(/^Choose /, "Or choose ") : one)).join(" ");
}

/** A plain question. Its gaps are parts of sets, by the place of each among what is chosen: `Choose {0}.` */
function plainQuestion({ asks, among, counted = {} }, moves, isAmongOthers) {
  const sizes = (at) => moves.map(({ chosen }) => chosen[at].length);
  return (isAmongOthers ? among : asks).replace(/\{(\d+)\}/g, (_, at) => inWords(sizes(at), ...counted[at]));
}

/** So many things: `2 cards`, `1 to 3 numbers`, `nothing, or up to 3 stones`. */
function inWords(sizes, thing, things) {
  const low = sizes.reduce((least, size) => Math.min(least, size)), high = sizes.reduce((most, size) => Math.max(most, size));
  const said = `${high.toLocaleString("en")} ${high === 1 ? thing : things}`;
  if (low === 0) return high ? `nothing, or up to ${said}` : "nothing";
  return low === high ? said : `${low.toLocaleString("en")} to ${said}`;
}
