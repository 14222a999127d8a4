// Positions as plain data, of one form for every ruleset: what `gdl show --position` prints, and YAML files hold
// (interpreter/game/positions.py and position_reader.py). Here they become what a state shows, and a state becomes one.

/** A position that makes no sense; `reasons` say why, to people. */
export class PositionError extends Error {
  constructor(reasons) {
    super(["this position makes no sense:", ...reasons.map((reason) => `- ${reason}`)].join("\n"));
    this.reasons = reasons;
  }
}

const PARTS = ["to move", "pieces", "stacks", "variables", "next", "decision", "locals", "queues", "seen", "over"];
const NUMBERED = ["rank", "pay"];
const ENDINGS = ["win", "lose", "draw", ...NUMBERED];
const MOST_REASONS = 50;
const isNames = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const plainly = (value) => (typeof value === "string" ? `'${value.slice(0, 60)}'` : value === null ? "nothing" : typeof value === "object" ? "a list" : String(value));
const asLabel = (value) => (typeof value === "bigint" || typeof value === "number" ? String(value) : value);

/** Reads a position, noting every reason why it makes no sense. `of`: what `cli/web/page/editing.py` says of the game. */
class Reader {
  constructor(of) {
    this.of = of;
    this.reasons = [];
    this.pieces = Object.fromEntries(of.sites.map((site) => [site, []]));
    this.labels = new Set(of.pieces.map((piece) => piece.label));
    this.values = of.variables.map((variable) => [...variable.start]);
  }

  refuse(reason) {
    if (this.reasons.length < MOST_REASONS) this.reasons.push(reason);
  }

  /** Whether a name is one of several. */
  known(name, names, what) {
    const label = asLabel(name);
    if (typeof label === "string" && (names.has ? names.has(label) : names.includes(label))) return true;
    this.refuse(`there is no ${what} \`${String(label).slice(0, 60)}\``);
    return false;
  }

  names(data, what) {
    if (data === null || data === undefined) return [];
    if (isNames(data)) return Object.entries(data);
    this.refuse(`\`${what}\` must be a mapping, \`name: …\``);
    return [];
  }

  player(data, what) {
    return this.known(data, this.of.players, `player (in \`${what}\`)`) ? this.of.players.indexOf(asLabel(data)) : null;
  }

  site(label) {
    return this.known(label, this.of.sites, "site") ? asLabel(label) : null;
  }

  readPieces(data) {
    for (const [label, sites] of this.names(data, "pieces")) {
      if (!this.known(label, this.labels, "piece")) continue;
      for (const one of Array.isArray(sites) ? sites : [sites]) {
        const site = this.site(one);
        if (site === null) continue;
        if (this.pieces[site].length) this.refuse(`two pieces stand on ${site}: ${this.pieces[site][0]} and ${label}`);
        this.pieces[site] = [label];
      }
    }
  }

  readStacks(data) {
    const stacks = this.names(data, "stacks");
    if (stacks.length && this.of.highest === 1) return this.refuse("this board holds no stacks; list the pieces under `pieces`");
    for (const [label, held] of stacks) {
      const site = this.site(label);
      const row = (Array.isArray(held) ? held : [held]).map(asLabel);
      if (!row.every((piece) => this.known(piece, this.labels, "piece")) || site === null) continue;
      if (row.length > this.of.highest) this.refuse(`${row.length} pieces are stacked on ${site}; ${this.of.highest} are the limit`);
      else if (this.pieces[site].length) this.refuse(`${site} is listed under \`pieces\` and under \`stacks\``);
      else this.pieces[site] = row;
    }
  }

  readVariables(data) {
    const known = new Map(this.of.variables.flatMap(({ name }, i) => (name === null ? [] : [[name, i]])));
    for (const [name, value] of this.names(data, "variables")) {
      if (!this.known(name, known, "variable")) continue;
      const i = known.get(name);
      const variable = this.of.variables[i];
      this.row(variable, variable.dimensions, value, this.values[i], 0, name);
      if (variable.collection === "pile") this.noGaps(variable, this.values[i]);
    }
  }

  row(variable, left, data, row, at, path) {
    if (!left.length) {
      row[at] = this.value(data, variable, path, row[at]);
      return;
    }
    const [first, ...rest] = left;
    const given = !rest.length && variable.collection && Array.isArray(data) ? collected(variable, data) : data;
    for (const [label, inner] of this.names(given, path)) {
      if (!this.known(label, first.labels, first.name)) continue;
      this.row(variable, rest, inner, row, at * first.labels.length + first.labels.indexOf(label), `${path}.${label}`);
    }
  }

  noGaps(variable, row) {
    const size = variable.dimensions.at(-1).labels.length;
    for (let start = 0; start < row.length; start += size) {
      const part = row.slice(start, start + size);
      const empty = part.findIndex((thing) => thing === null);
      if (empty >= 0 && part.slice(empty).some((thing) => thing !== null)) this.refuse(`there is a gap below something in \`${variable.name}\`: 1 is the lowest place`);
    }
  }

  value(data, variable, path, otherwise) {
    if (variable.sort === "truth") {
      if (typeof data === "boolean") return data;
      this.refuse(`\`${path}\` is true or false, not ${plainly(data)}`);
      return otherwise;
    }
    if (variable.sort === "set") {
      const found = (Array.isArray(data) ? data : [data]).map((item) => this.element(item, variable, path)).filter((item) => item !== null);
      const place = (item) => (variable.labels ? variable.labels.indexOf(item) : item);
      return [...new Set(found)].sort((a, b) => place(a) - place(b));
    }
    if (data === null) {
      if (!variable.maybe) this.refuse(`\`${path}\` can't be nothing`);
      return variable.maybe ? null : otherwise;
    }
    return this.element(data, variable, path) ?? otherwise;
  }

  element(data, { labels, low, high, of }, path) {
    if (labels) return this.known(data, labels, `${of} (in \`${path}\`)`) ? asLabel(data) : null;
    const isWhole = typeof data === "bigint" || Number.isInteger(data);
    if (isWhole && data >= low && data <= high) return Number(data);
    this.refuse(`\`${path}\` holds numbers of ${of}, not ${plainly(data)}`);
    return null;
  }

  /** How the game ended, as a state shows it: `{kind, who, points}`. */
  ended(data) {
    const [[sort, value], ...others] = isNames(data) && Object.keys(data).length ? Object.entries(data) : [[null, null]];
    const none = { kind: 0, who: 0, points: this.of.players.map(() => 0) };
    if (!ENDINGS.includes(sort) || others.length) {
      this.refuse("`over` says how the game ended: `{win: [White]}`, `{draw: [White, Black]}` or `{rank: {White: 3, …}}`");
      return none;
    }
    const kind = ENDINGS.indexOf(sort) + 1;
    if (NUMBERED.includes(sort)) {
      const isFit = isNames(value) && this.of.players.every((player) => ["bigint", "number"].includes(typeof value[player]));
      if (!isFit || Object.keys(value).length !== this.of.players.length) {
        this.refuse(`\`${sort}\` needs a number for each player`);
        return none;
      }
      return { kind, who: 0, points: this.of.players.map((player) => Number(value[player])) };
    }
    const those = (Array.isArray(value) ? value : [value]).map((player) => this.player(player, "over"));
    if (!those.length) this.refuse(`\`${sort}\` in \`over\` names nobody; it needs a player at least`);
    return { ...none, kind, who: those.reduce((sum, p) => sum + 2 ** (p ?? 0), 0) };
  }
}

/** A bag or a pile written as a list, of a pile from the bottom. */
function collected({ collection, dimensions }, things) {
  const items = things.map(asLabel);
  if (collection === "bag") return Object.fromEntries(items.map((item) => [item, items.filter((one) => one === item).length]));
  const nothing = dimensions.at(-1).labels.map((label) => [label, null]);
  return Object.fromEntries([...nothing, ...items.map((item, i) => [String(i + 1), item])]);
}

/**
 * What a position says: `{me, next, asked, pieces, values, kind, who, points}`, as `Rules.place` takes it. `asked`: 0 if the
 * rules are still to say whether the game is over there. Fails with every reason why it makes no sense, or puts them into
 * `reasons` and leaves out what is wrong.
 */
export function readPosition(data, of, reasons = null) {
  const reader = new Reader(of);
  if (!isNames(data)) throw new PositionError(["a position is a mapping, `to move: …`"]);
  for (const key of Object.keys(data)) reader.known(key, PARTS, "part of a position called");
  for (const key of ["decision", "locals", "queues"]) {
    if ((data[key] ?? null) !== null) reader.refuse(`\`${key}\` belongs to the middle of a turn, and here a turn begins; \`gdl play --position\` can go on from there`);
  }
  const isSaid = (name) => data[name] !== undefined && data[name] !== null;
  const me = isSaid("to move") ? reader.player(data["to move"], "to move") ?? 0 : 0;
  const next = isSaid("next") ? reader.player(data.next, "next") : null;
  reader.readPieces(data.pieces);
  reader.readStacks(data.stacks);
  reader.readVariables(data.variables);
  if (of.nothingSaid && !["pieces", "stacks", "variables"].some((part) => part in data)) reader.refuse(of.nothingSaid);
  const over = data.over ?? null;
  const end = over === null || over === false ? { kind: 0, who: 0, points: of.players.map(() => 0) } : reader.ended(over);
  if (reasons) reasons.push(...reader.reasons);
  else if (reader.reasons.length) throw new PositionError(reader.reasons);
  of.variables.forEach(({ name }, i) => {
    if (name === null) reader.values[i] = [of.players[i === 0 ? me : (next ?? (me + 1) % of.players.length)]];
  });
  const asked = isSaid("seen") ? 2 : over === false ? 1 : 0;
  return { me, next, asked, pieces: reader.pieces, values: reader.values, ...end };
}

/** What a state shows as a position; whatever has its default is left out. */
export function positionOf(of, shown) {
  const { players, pieces, variables } = of;
  const following = players[(shown.me + 1) % players.length];
  const next = shown.values[1]?.[0] ?? following;
  const data = { "to move": players[shown.me], ...(next !== following && { next }) };
  const sites = of.sites.filter((site) => shown.pieces[site].length);
  if (of.highest > 1) data.stacks = Object.fromEntries(sites.map((site) => [site, [...shown.pieces[site]]]));
  else if (pieces.length && of.sites.length) {
    const standing = pieces.map(({ label }) => [label, sites.filter((site) => shown.pieces[site][0] === label)]);
    data.pieces = Object.fromEntries(standing.filter(([, those]) => those.length));
  }
  const held = variables.flatMap((variable, i) => {
    const { name, start, dimensions, collection } = variable;
    if (name === null || isSame(shown.values[i], start)) return [];
    return [[name, nestedIn(dimensions, shown.values[i], start, collection === "pile")]];
  });
  if (held.length || (of.nothingSaid && !data.pieces && !data.stacks)) data.variables = Object.fromEntries(held);
  if (shown.kind) data.over = endOf(players, shown);
  return data;
}

function endOf(players, { kind, who, points }) {
  const sort = ENDINGS[kind - 1];
  if (NUMBERED.includes(sort)) return { [sort]: Object.fromEntries(players.map((player, p) => [player, points[p]])) };
  return { [sort]: players.filter((_, p) => Math.floor(who / 2 ** p) % 2 === 1) };
}

const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** A variable's values by the labels of its dimensions; those that are as at the start are left out. A pile is a list,
 *  from the bottom. */
function nestedIn(dimensions, values, start, isPile) {
  if (!dimensions.length) return values[0];
  const [first, ...rest] = dimensions;
  if (isPile && !rest.length) return values.slice(0, values.findLastIndex((thing) => thing !== null) + 1);
  const size = values.length / first.labels.length;
  const parts = first.labels.map((label, i) => [label, values.slice(i * size, (i + 1) * size), start.slice(i * size, (i + 1) * size)]);
  return Object.fromEntries(parts.filter(([, now, old]) => !isSame(now, old)).map(([label, now, old]) => [label, nestedIn(rest, now, old, isPile)]));
}

// ---- as text

const PLAIN = /^[A-Za-z0-9_][\w()+.,'-]*(?: [\w()+.,'-]+)*$/;
const OTHERWISE = /^(?:null|true|false|[-+]?\d+(?:\.\d*)?(?:e[-+]?\d+)?)$/i;
const isPlain = (text) => PLAIN.test(text) && !OTHERWISE.test(text) && !/[,']/.test(text);

function quoted(value) {
  if (typeof value !== "string") return String(value);
  return isPlain(value) ? value : JSON.stringify(value);
}

const onOneLine = (value) => {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  return isNames(value) ? `{${Object.entries(value).map(([name, one]) => `${quoted(name)}: ${onOneLine(one)}`).join(", ")}}` : quoted(value);
};

/** A position as YAML, as `gdl show --position` prints it, but for where lines end. */
export function yamlOf(data, margin = "") {
  return Object.entries(data).map(([name, value]) => {
    const isDeep = isNames(value) && (margin === "" || Object.values(value).some((one) => typeof one === "object" && one !== null));
    if (isDeep && Object.keys(value).length) return `${margin}${quoted(name)}:\n${yamlOf(value, `${margin}  `)}`;
    return `${margin}${quoted(name)}: ${onOneLine(value)}\n`;
  }).join("");
}
