// A state as the face shows it: the same words and marks as `cli/web/page/seen.py` has for a view, which tests hold it to.

const MANY = 12; // so many counters are shown one by one

const isNothing = (value) => value === null || value === false || value === 0 || (Array.isArray(value) && !value.length);

/** A name in the rules as people write it. */
const wordsOf = (name) => name.replaceAll("_", " ");

/** A text in which names stand: `'s` is `'` behind one that ends in s (`gdl/text/whose.py`). */
export const fitting = (text) => text.replace(/(?<=\ws)'s(?!\w)/g, "'");

/** A value as people read it. */
function plain(value) {
  if (value === null) return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (!Array.isArray(value)) return wordsOf(String(value));
  return wordsOf(value.join(value.some((one) => String(one).includes("_")) ? ", " : " ")) || "–";
}

/** The values from cell `first` on, one for each combination of labels; zeros and nothings are left out. */
function listed(values, first, short) {
  const size = short.reduce((all, labels) => all * labels.length, 1);
  const found = [];
  for (let i = 0; i < size; i++) {
    const value = values[first + i];
    if (isNothing(value)) continue;
    let rest = i;
    const names = [...short].reverse().map((labels) => {
      const label = labels[rest % labels.length];
      rest = Math.floor(rest / labels.length);
      return label;
    });
    const name = names.reverse().join(",");
    found.push(value === true ? name : `${name}${/[0-9]$|-/.test(name) ? ":" : ""}${plain(value)}`);
  }
  return found.join(" ");
}

/** What a site's variable says there, and the tint it gives: its colour's name, and the colour itself. */
function onSite(variable, values, site) {
  const [, ...others] = variable.short;
  if (others.length) {
    const size = others.reduce((all, labels) => all * labels.length, 1);
    return [listed(values, site * size, others)];
  }
  const value = values[site];
  if (isNothing(value) && (value !== 0 || variable.isBoard)) return [""];
  if (value === true) return [variable.name.slice(0, 1)];
  if (typeof value === "string" && variable.looks) return variable.looks[value];
  return [plain(value)];
}

/** Everything on the sites of a shape (`interpreter/drawing/site_symbols.py`): for each `{pieces, things, said, tint}`. */
function spotsOf(table, shown, shape) {
  return shape.labels.map((label, site) => {
    const spot = { pieces: shape.isBoard ? shown.pieces[label] : [], things: [], said: "", tint: "", says: "" };
    const said = [];
    for (const { variable, hidden, counters, members, ink, inks } of shape.variables) {
      const values = shown.values[variable];
      if (ink || inks) {
        const own = inks ? inks.filter((_, set) => values[set].includes(label)).at(-1) : values[site] === true && ink;
        if (own && !hidden) [spot.tint, spot.says] = own;
        continue;
      }
      if (counters) {
        counters.forEach((name, i) => spot.things.push(...Array(Math.max(values[site * counters.length + i], 0)).fill(name)));
      } else if (!hidden && members?.[values[site]]) spot.things.push(members[values[site]]);
      else if (!hidden) {
        const [text, , tint] = onSite(table.variables[variable], values, site);
        if (tint) [spot.tint, spot.says] = [tint, plain(values[site])];
        else if (text) said.push(text);
      }
    }
    spot.said = said.join(" ");
    return spot;
  });
}

/** What is on each site that isn't empty, by shape and label: `{pieces, values, tint, says}`. */
export function sitesOf(table, shown) {
  const found = {};
  for (const shape of table.shapes) {
    const here = (found[shape.name] = {});
    spotsOf(table, shown, shape).forEach((spot, site) => {
      const pieces = [...spot.pieces, ...spot.things];
      const { said: values, tint, says } = spot;
      if (!pieces.length && !values && !tint) return;
      here[shape.labels[site]] = { ...(pieces.length && { pieces }), ...(values && { values }), ...(tint && { tint }), ...(says && { says }) };
    });
  }
  return found;
}

/** What stands beside the board: scores, and what the variables say that belong to no site (`interpreter/drawing/beside_board.py`). */
export function linesOf(table, shown) {
  const { score } = table;
  const scores = score?.beside && shown.scores && !shown.kind ? [`${score.unit || "score"}: ${scoresOf(table, shown)}`] : [];
  return scores.concat(table.beside.flatMap((beside) => {
    const values = shown.values[beside.variable];
    if (values.every(isNothing)) return [];
    const { dimensions, collection } = table.variables[beside.variable];
    if (beside.isTruth) return [beside.words];
    if (!beside.parts) return [`${beside.words}: ${valueWords(dimensions, values, {}, collection)}`];
    return rowsOf(beside.lined.map((i) => dimensions[i])).flatMap((row) => {
      const of = Object.fromEntries(beside.lined.map((i, j) => [i, row[j]]));
      const value = beside.signs ? counterWords(dimensions, values, of, beside.signs) : valueWords(dimensions, values, of, collection);
      if (!value || (!row.length && value === "0" && table.hasBoard)) return [];
      const names = beside.lined.map((i) => dimensions[i][of[i]]);
      if (!beside.parts.length) return [`${names.join(", ") || beside.words}: ${value}`];
      const said = (value === "1" ? beside.single : beside.parts).map((part) => (typeof part === "string" ? part : part < 0 ? value : wordsOf(dimensions[part][of[part]])));
      return [fitting(said.join(""))];
    });
  }));
}

/** The cards on the table (`interpreter/drawing/hands.py`), where all see everything; `mover`: a player's number, or -1. */
export function handsOf(table, shown, mover) {
  const { players } = table;
  const order = (owner) => (owner - Math.max(mover, 0) + players.length) % players.length; // who moves next has waited longest
  const rank = { hand: 0, front: 0, middle: 1, table: 2 };
  const found = table.hands.flatMap((hand) => {
    const values = shown.values[hand.variable];
    const owners = hand.place === "table" ? [null] : players.map((_, p) => p);
    const size = values.length / owners.length;
    if (hand.rows) return rowsOfHand(table, hand, values, shown);
    return owners.map((owner, i) => {
      const { what, name } = hand;
      const cells = values.slice(i * size, (i + 1) * size);
      if (hand.row) { // dice with names
        const cards = cells.flatMap((value, k) => (value === null ? [] : [{ ...hand.cards[value], label: hand.row[k] }]));
        return { owner, place: hand.place, variable: name, what, cards };
      }
      const cards = hand.isCounted ? heaped(table.variables[hand.variable], cells, hand.most) : laidOut(cells, hand.most);
      return { owner, place: hand.place, variable: name, what, cards: cards.map((label) => hand.cards[label]) };
    });
  }).filter(({ cards }) => cards.length);
  const key = ({ owner, place }) => (place === "middle" ? order(owner) : place === "table" ? 0 : owner);
  found.sort((a, b) => rank[a.place] - rank[b.place] || key(a) - key(b));
  return found.map(({ owner, variable, ...hand }) => ({
    name: owner === null ? hand.what : `${players[owner]}: ${hand.what}`, known: true, owner: owner === null ? null : players[owner], variable, ...hand,
  }));
}

/** Rows of pegs, each with what is told of it, or several lots. */
function rowsOfHand(table, hand, values, shown) {
  const size = values.length / hand.rows.length;
  return hand.rows.map((row, r) => {
    const told = hand.notes.map(([variable, ...parts]) => parts.map((part) => (part === -1 ? shown.values[variable][r] : part)).join(""));
    const cells = values.slice(r * size, (r + 1) * size);
    const labels = hand.isCounted ? heaped(table.variables[hand.variable], cells, hand.most) : laidOut(cells, hand.most);
    const cards = labels.map((label) => hand.cards[label]);
    return { owner: null, place: hand.place, variable: hand.name, what: `${hand.what} ${row}${told.length ? ` (${told.join(", ")})` : ""}`, cards };
  });
}

function heaped({ dimensions }, numbers, most) {
  const labels = dimensions.at(-1);
  const held = numbers.flatMap((number, i) => Array(number).fill(labels[i]));
  return held.length > most ? [] : held;
}

function laidOut(cells, most) {
  return cells.flatMap((value) => {
    const held = Array.isArray(value) ? value : value === null ? [] : [value];
    return held.length > most ? [] : held.map(String);
  });
}

/** Which cards can be taken where they lie, by the hand's name: those of which one is chosen now (`interpreter/drawing/offered.py`). */
export function takenOf(table, hands, moves, mover) {
  const found = {};
  const own = [...hands].sort((a, b) => (a.owner !== mover) - (b.owner !== mover));
  for (const { ask, values } of moves) {
    const { taken } = table.asks[ask];
    for (const label of taken.length ? values : []) {
      const hand = own.find((one) => taken.includes(one.variable) && one.cards.some((card) => card.label === label));
      if (hand) (found[hand.name] ??= new Set()).add(label);
    }
  }
  return Object.fromEntries(Object.entries(found).map(([name, labels]) => [name, [...labels].sort()]));
}

/** A score as people read it: of half points 87 are 43.5. */
const counted = ({ score }, number) => String(score?.halves ? number / 2 : number);

/** Whether players who play together have counted one number. */
const isShared = (table, shown) => table.common && new Set(shown.scores).size === 1;

/** Each player with what was counted: `White 40, Black 24`; of players who play together the number alone. */
function scoresOf(table, shown) {
  if (isShared(table, shown)) return counted(table, shown.scores[0]);
  return table.players.map((player, p) => `${player} ${counted(table, shown.scores[p])}`).join(", ");
}

/** All tuples of places in these lists. */
function rowsOf(lists) {
  return lists.reduce((rows, list) => rows.flatMap((row) => list.map((_, i) => [...row, i])), [[]]);
}

/** The values that a line is about, where `of` names the places in some dimensions: `[[labels, value, places]]`. */
function valuesOf(dimensions, values, of) {
  const free = dimensions.map((_, i) => i).filter((i) => of[i] === undefined);
  return rowsOf(free.map((i) => dimensions[i])).map((row) => {
    const at = { ...of, ...Object.fromEntries(free.map((i, j) => [i, row[j]])) };
    const cell = dimensions.reduce((sum, labels, i) => sum * labels.length + at[i], 0);
    return [free.map((i) => dimensions[i][at[i]]), values[cell], at];
  });
}

/** Values in words; of a bag `ruby, 3 x opal`, of piles `a: 3, 4; b: 9`. */
function valueWords(dimensions, values, of, collection) {
  const rows = valuesOf(dimensions, values, of);
  if (rows.length === 1 && !rows[0][0].length) {
    const [[, value]] = rows;
    return isNothing(value) && value !== 0 ? "" : plain(value);
  }
  if (collection === "pile") {
    const piles = new Map();
    for (const [labels, value] of rows.filter(([, thing]) => thing !== null)) {
      const whose = wordsOf(labels.slice(0, -1).join(" "));
      piles.set(whose, [...(piles.get(whose) ?? []), plain(value)]);
    }
    return [...piles].map(([whose, things]) => `${whose && `${whose}: `}${things.join(", ")}`).join("; ");
  }
  return rows.filter(([, value]) => !isNothing(value)).map(([labels, value]) => {
    const name = wordsOf(labels.join(" "));
    if (collection === "bag") return value === 1 ? name : `${value} x ${name}`;
    return value === true ? name : `${name} ${plain(value)}`;
  }).join(", ");
}

function counterWords(dimensions, values, of, signs) {
  const found = [];
  for (const [, value, at] of valuesOf(dimensions, values, of)) {
    const number = Number(value);
    if (!(number > 0)) continue;
    const [sign, between] = signs[dimensions.length ? at[dimensions.length - 1] : 0];
    found.push(number <= MANY ? Array(number).fill(sign).join(between) : `${sign}×${number}`);
  }
  return found.join(" ");
}

/** The board's sites that don't look as before. */
export function changedSites(table, before, after) {
  const looks = (shown, shape) =>
    spotsOf(table, shown, shape).map((spot) => JSON.stringify({ ...spot, pieces: spot.pieces.map((piece) => table.figures[piece]) }));
  const found = new Set();
  for (const shape of table.shapes.filter((one) => one.isBoard || table.shapes.length === 1)) {
    const [earlier, later] = [looks(before, shape), looks(after, shape)];
    shape.labels.forEach((label, site) => earlier[site] !== later[site] && found.add(label));
  }
  return [...found].sort((a, b) => (a < b ? -1 : 1));
}

// ---- the end

/** "win", "draw" or "loss" for each player, as `interpreter/game/results.py` has it; null if the game isn't over. */
export function outcomesOf({ players, partners, unites }, shown) {
  const found = placesOf(players, unites, shown);
  return found && found.places.map(({ above, tied }, p) => {
    if (tied === players.length) return { win: "win", lose: "loss" }[found.sort] ?? "draw";
    if (above) return "loss";
    return found.sort === "rank" && tied > partners[p] ? "draw" : "win";
  });
}

/** What a game's end is worth to each player, from -1 to 1; null while it isn't over. */
export function worthsOf({ players, unites, thinking: { paid } }, shown) {
  if (paid && shown.kind) return shown.points.map((points) => points / paid);
  const found = placesOf(players, unites, shown);
  return found && found.places.map(({ above, tied }) => {
    if (tied === players.length) return { win: 1, lose: -1 }[found.sort] ?? 0;
    return 1 - (2 * above + tied - 1) / (players.length - 1);
  });
}

/** As what an end counts, and for each player how many are above, and how many in the same place. */
function placesOf(players, unites, { kind, who, points: ranked }) {
  if (!kind) return null;
  const sort = sortOf(["", "win", "lose", "draw", "rank", "pay"][kind], who, ranked, players.length, unites || players.length === 1);
  const chosen = (p) => Math.floor(who / 2 ** p) % 2 === 1;
  const points = players.map((_, p) => (sort === "rank" ? ranked[p] : sort === "draw" ? 0 : +(chosen(p) === (sort === "win"))));
  const places = points.map((own) => ({
    above: points.filter((other) => other > own).length, tied: points.filter((other) => other === own).length,
  }));
  return { sort, places };
}

/** As what an end counts: what is paid to all alike, where all may win together, is won above 0. */
function sortOf(sort, who, paid, count, united) {
  if (sort === "pay") return !united || new Set(paid).size > 1 ? "rank" : paid[0] > 0 ? "win" : paid[0] < 0 ? "lose" : "draw";
  return sort !== "rank" && !united && who === 2 ** count - 1 ? "draw" : sort;
}

/** How a game ended, in words, and with which scores (`interpreter/drawing/results.py`). */
export function resultOf(table, shown) {
  const { players, score } = table;
  const outcomes = outcomesOf(table, shown);
  if (!outcomes) return null;
  const ending = endingOf(players, outcomes);
  if (!shown.scores) return ending;
  const unit = score?.unit ? ` ${score.unit}` : "";
  if (isShared(table, shown)) {
    const number = scoresOf(table, shown);
    return `${ending}, ${number}${number === "1" && unit ? ` ${score.one}` : unit}`;
  }
  if (players.length === 2) {
    const [first, second] = outcomes[0] !== "win" && outcomes[1] === "win" ? [1, 0] : [0, 1];
    const [high, low] = [shown.scores[first], shown.scores[second]];
    const decided = outcomes[first] === "win" && outcomes[second] === "loss";
    if (decided ? high > low : high === low) return `${ending}, ${counted(table, high)} to ${counted(table, low)}${unit}`;
  }
  return `${ending} (${score?.unit ? `${score.unit}: ` : ""}${scoresOf(table, shown)})`;
}

function endingOf(players, outcomes) {
  const those = (wanted) => players.filter((_, p) => outcomes[p] === wanted);
  const alike = { win: "everyone won", loss: "everyone lost", draw: "a draw" }[outcomes[0]];
  if (players.length > 1 && those(outcomes[0]).length === players.length) return alike;
  const did = [["win", "won"], ["draw", players.length === 1 ? "drew" : "share the win"], ["loss", "lost"]];
  const [outcome, verb] = did.find(([wanted]) => those(wanted).length);
  const last = those(outcome).at(-1), others = those(outcome).slice(0, -1);
  return `${others.length ? `${others.join(", ")} and ${last}` : last} ${verb}`;
}
