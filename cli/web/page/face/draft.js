// A position that is being put together: who is to move, what stands where, what each variable holds. It comes from a
// position as data, and becomes one; what of it makes sense, the engine says. `of`: `info.editing` (docs/page.md).

/** What a cell holds that holds nothing. */
export function nothing({ sort, maybe, labels, low, high }) {
  if (sort === "truth") return false;
  if (sort === "set") return [];
  if (maybe) return null;
  return sort === "number" ? Math.min(Math.max(0, low), high) : labels[0];
}

export class Draft {
  constructor(of, data) {
    this.of = of;
    this.mover = data["to move"] ?? of.players[0];
    this.next = data.next;
    this.over = data.over;
    this.pieces = Object.fromEntries(of.sites.map((site) => [site, []]));
    for (const [piece, sites] of Object.entries(data.pieces ?? {})) for (const site of sites) this.pieces[site] = [piece];
    for (const [site, pieces] of Object.entries(data.stacks ?? {})) this.pieces[site] = [...pieces];
    this.cells = of.variables.map((variable) => {
      const cells = structuredClone(variable.start);
      const given = data.variables?.[variable.name];
      if (given !== undefined) spread(variable.dimensions, given, cells, 0);
      return cells;
    });
  }

  /** The position as data. What isn't as at the start is said, also where it is nothing. */
  data() {
    const { of, mover, next, over } = this;
    const data = { "to move": mover, ...(next !== undefined && { next }), ...(over !== undefined && { over }) };
    const filled = of.sites.filter((site) => this.pieces[site].length);
    if (of.highest > 1) data.stacks = Object.fromEntries(filled.map((site) => [site, this.pieces[site]]));
    else if (of.pieces.length && of.sites.length) {
      data.pieces = {};
      for (const site of filled) (data.pieces[this.pieces[site][0]] ??= []).push(site);
    }
    const held = of.variables.map((variable, i) => [variable, this.cells[i]]).filter(([{ name, start }, cells]) => name !== null && JSON.stringify(cells) !== JSON.stringify(start));
    const isSilent = !data.stacks && !data.pieces; // then that all is as by default must be said
    if (held.length || isSilent) data.variables = Object.fromEntries(held.map(([{ name, dimensions }, cells]) => [name, gathered(dimensions, cells)]));
    return data;
  }

  // ---- changes: each makes another position, of which nobody has said yet whether the game is over there

  change() {
    this.over = undefined;
    this.next = undefined;
  }

  /** Nothing stands anywhere, and nothing is held. */
  clear() {
    this.change();
    for (const site of this.of.sites) this.pieces[site] = [];
    this.of.variables.forEach((variable, i) => { this.cells[i] = variable.start.map(() => nothing(variable)); });
  }

  /** A piece comes to a site; where it stands alone already, it goes. */
  put(site, piece) {
    this.change();
    const here = this.pieces[site];
    if (this.of.highest > 1) {
      if (here.length < this.of.highest) here.push(piece);
    } else this.pieces[site] = here[0] === piece ? [] : [piece];
  }

  /** Take the uppermost piece off; gives whether there was one. */
  take(site) {
    if (!this.pieces[site]?.length) return false;
    this.change();
    this.pieces[site].pop();
    return true;
  }

  /** What stands on a site goes to another one: there it takes the place of what stands there, or lies on top. */
  move(from, to) {
    const piece = this.pieces[from]?.at(-1);
    if (piece === undefined || !this.pieces[to] || from === to) return;
    this.take(from);
    if (this.of.highest === 1) this.pieces[to] = [piece];
    else this.put(to, piece);
  }

  set(i, cell, value) {
    this.change();
    this.cells[i][cell] = value;
  }

  /** A number goes up or down, as far as it may. */
  add(i, cell, more) {
    const { low, high } = this.of.variables[i];
    this.set(i, cell, Math.min(Math.max((this.cells[i][cell] ?? 0) + more, low), high));
  }

  /** Something comes into a set, or leaves it. */
  toggle(i, cell, item) {
    const held = this.cells[i][cell];
    this.set(i, cell, held.includes(item) ? held.filter((one) => one !== item) : [...held, item]);
  }
}

function spread(dimensions, given, cells, at) {
  if (!dimensions.length) {
    cells[at] = given;
    return;
  }
  const [{ labels }, ...rest] = dimensions;
  const listed = Array.isArray(given); // a pile, from the bottom
  for (const [label, inner] of listed ? given.map((one, i) => [labels[i], one]) : Object.entries(given)) spread(rest, inner, cells, at * labels.length + labels.indexOf(label));
}

function gathered(dimensions, cells) {
  if (!dimensions.length) return cells[0];
  const [{ labels }, ...rest] = dimensions;
  const size = cells.length / labels.length;
  return Object.fromEntries(labels.map((label, i) => [label, gathered(rest, cells.slice(i * size, (i + 1) * size))]));
}
