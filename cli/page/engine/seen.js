// A state as the face shows it: the same words and marks as `cli/page/seen.py` has for a view, which tests hold it to.

const isNothing = (value) => value === null || value === false || value === 0 || (Array.isArray(value) && !value.length);

/** A value as people read it. */
function plain(value) {
  if (value === null) return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value) ? value.join(" ") || "–" : String(value);
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
    found.push(value === true ? name : `${name}${/[0-9]$/.test(name) ? ":" : ""}${plain(value)}`);
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
  if (value === null || value === false || (variable.isBoard && value === 0)) return [""];
  if (value === true) return [variable.name.slice(0, 1)];
  if (typeof value === "string" && variable.looks) return variable.looks[value];
  return [plain(value)];
}

/** Everything on the sites of a shape (`interpreter/drawing/content.py`): for each `{pieces, counters, said, colour, tint}`. */
function spotsOf(table, shown, shape) {
  return shape.labels.map((label, site) => {
    const spot = { pieces: shape.isBoard ? shown.pieces[label] : [], counters: [], said: "", colour: "", tint: "" };
    const said = [];
    for (const k of shape.variables) {
      const [text, colour, tint] = onSite(table.variables[k], shown.values[k], site);
      if (text) said.push(text);
      if (colour) [spot.colour, spot.tint] = [colour, tint];
    }
    spot.said = said.join(" ");
    for (const { variable, names } of shape.counters) {
      names.forEach((name, i) => {
        const count = shown.values[variable][site * names.length + i];
        for (let n = 0; n < count; n++) spot.counters.push(name);
      });
    }
    return spot;
  });
}

/** What is on each site that isn't empty, by shape and label: `{pieces, values, tint}`. */
export function sitesOf(table, shown) {
  const found = {};
  for (const shape of table.shapes) {
    const here = (found[shape.name] = {});
    spotsOf(table, shown, shape).forEach(({ pieces, counters, said, tint }, site) => {
      const things = [...pieces, ...counters];
      const values = shape.counters.length || (tint && !pieces.length) ? "" : said;
      if (!things.length && !values && !tint) return;
      here[shape.labels[site]] = { ...(things.length && { pieces: things }), ...(values && { values }), ...(tint && { tint }) };
    });
  }
  return found;
}

/** What the variables say that belong to no site. */
export function linesOf(table, shown) {
  const found = [];
  for (const k of table.beside) {
    const { name, short } = table.variables[k];
    const values = shown.values[k];
    const text = short.length ? listed(values, 0, short) : isNothing(values[0]) ? "" : plain(values[0]);
    if (text) found.push(`${name}: ${text}`);
  }
  return found;
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
export function outcomesOf(players, { kind, who, points: ranked }) {
  if (!kind) return null;
  const sort = ["", "win", "lose", "draw", "rank"][kind];
  if (players.length === 1) return [{ win: "win", lose: "loss" }[sort] ?? "draw"];
  const chosen = (p) => Math.floor(who / 2 ** p) % 2 === 1;
  const points = players.map((_, p) => (sort === "rank" ? ranked[p] : sort === "draw" ? 0 : +(chosen(p) === (sort === "win"))));
  return points.map((own) => {
    const above = points.filter((other) => other > own).length;
    const tied = points.filter((other) => other === own).length;
    if (tied === players.length) return "draw";
    if (above) return "loss";
    return sort === "rank" && tied > 1 ? "draw" : "win";
  });
}

/** How a game ended, in words (`interpreter/drawing/results.py`). */
export function resultOf(players, shown) {
  const outcomes = outcomesOf(players, shown);
  if (!outcomes) return null;
  const those = (wanted) => players.filter((_, p) => outcomes[p] === wanted);
  const scores = shown.scores ? ` (${players.map((player, p) => `${player} ${shown.scores[p]}`).join(", ")})` : "";
  const winners = those("win");
  if (winners.length) return `${winners.join(" and ")} win${winners.length === 1 ? "s" : ""}${scores}`;
  if (those("draw").length === players.length) return `a draw${scores}`;
  return [...those("draw").map((player) => `${player} draws`), ...those("loss").map((player) => `${player} loses`)].join(", ") + scores;
}
