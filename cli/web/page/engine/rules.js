// The compiled rules: a WebAssembly module made for pages, and the table that says what its numbers stand for.
// Nothing here knows a rule, or how a state is laid out in memory: the module is asked (docs/native.md, “For a page”).

import { Instance } from "./instance.js";

const NOTHING = -(1n << 62n);
const STUCK = -3;
const ASKED = -4n; // stands before what is asked

/** What `run` gives where no option is left, or the rules break. */
export const FAILURES = {
  "-1": "a number leaves the range of its variable",
  "-2": "there are more options than there is room for",
  "-3": "there is a decision without options",
  "-4": "there is a roll without outcomes",
  "-5": "turns pass without a decision, without end",
  "-6": "a stack grows too high",
  "-7": "there are more positions to be compared than there is room for",
  "-8": "there are more ways to move than can be compared",
  "-9": "there are more options than can be compared",
  "-11": "a stack has fewer pieces than are to be moved",
  "-102": "there is no more memory",
};

/** The rules could not go on; `message` is for people. */
export class RulesError extends Error {
  constructor(message, status = 0) {
    super(message);
    this.isStuck = status === STUCK;
  }
}

/** A state: the bytes of its record and of the one that is shown, how many options it has, whether a turn begins. */
class Situation {
  constructor(record, shown, count, fresh) {
    Object.assign(this, { record, shown, count, fresh });
    this.moves = null;
    this.seen = null;
  }

  /** Whether the game has ended. */
  get isOver() {
    return this.count === 0;
  }
}

export class Rules {
  /** The rules of a module; `table` is what `cli/web/page/build.py` wrote beside it, `learnt` what was learnt for them. */
  static async load(bytes, table, learnt) {
    return new Rules(await WebAssembly.compile(bytes), table, learnt);
  }

  constructor(module, table, learnt) {
    Object.assign(this, { module, table, learnt });
    this.thinkers = [];
    this.instance = new Instance(module);
    this.exports = this.instance.exports;
    this.state = Number(this.exports.page_state());
    this.shown = this.state + Number(this.exports.page_capacity());
  }

  /** An instance that somebody thinks with: one for each number. */
  thinker(number) {
    return (this.thinkers[number] ??= new Instance(this.module, this.learnt));
  }

  // ---- playing

  /** The key of a seed: any whole number from 0 on, as a BigInt. */
  seedKey(seed) {
    let key = 0n;
    do {
      key = this.exports.page_seed(key, BigInt.asIntN(64, seed));
      seed >>= 64n;
    } while (seed);
    return key;
  }

  /** The beginning of game `number` of a seed. */
  start(key, number) {
    return this.situation(this.exports.page_start(key, number));
  }

  /** What follows the option with this number. */
  play(situation, option) {
    this.enter(situation);
    return this.situation(this.exports.page_play(BigInt(option)));
  }

  /** The situation of a position, as `readPosition` (positions.js) gives it. */
  place({ me, next, asked, kind, who, points, pieces, values }) {
    const { table } = this;
    const { players, sites } = table;
    const index = (labels, value) => (value === null ? NOTHING : BigInt(labels.indexOf(value)));
    const held = {
      truth: (value) => [value ? 1n : 0n],
      number: (value) => [value === null ? NOTHING : BigInt(value)],
      element: (value, labels) => [index(labels, value)],
      set: (value, labels) => [BigInt(value.length), ...value.map((item) => (labels ? index(labels, item) : BigInt(item)))],
    };
    const words = [BigInt(kind), BigInt(who), 0n, BigInt(me), 0n, 0n, ...players.map(() => 0n), ...points.map(BigInt)];
    for (const site of sites) words.push(BigInt(pieces[site].length), ...pieces[site].map((piece) => index(table.pieces, piece)));
    table.variables.forEach(({ sort, labels }, i) => words.push(...values[i].flatMap((value) => held[sort](value, labels))));
    this.instance.words(Number(this.exports.page_words()), words.length).set(words);
    this.exports.page_put();
    return this.situation(kind ? this.exports.page_end() : this.exports.page_place(BigInt(asked), BigInt(next ?? -1)));
  }

  /** Make the module's state this one. */
  enter(situation) {
    this.instance.bytes(this.state, situation.record.length).set(situation.record);
    this.instance.bytes(this.shown, situation.shown.length).set(situation.shown);
  }

  /** Write a situation where another instance's searches find it, with turns counted from here, as in the terminal. */
  put(instance, { record }) {
    instance.bytes(this.state, record.length).set(record);
    instance.exports.rest(BigInt(this.state));
    return BigInt(this.state);
  }

  situation(options) {
    const count = Number(options);
    if (count < 0) throw new RulesError(FAILURES[count] ?? `the rules stopped (${count})`, count);
    const copy = (at) => this.instance.bytes(at, Number(this.exports.page_size(BigInt(at)))).slice();
    return new Situation(copy(this.state), copy(this.shown), count, this.exports.page_fresh() > 0n);
  }

  /** One of `count` things, as the seed's dice have it for this ply. */
  draw(key, number, ply, count) {
    return Number(this.exports.page_draw(key, number, BigInt(ply), BigInt(count)));
  }

  /** The draw with this number of a lane: 64 bits. */
  bits(key, number, lane, ply) {
    return this.exports.page_bits(key, number, BigInt(lane), BigInt(ply));
  }

  // ---- what a state is

  /** All options of a state: `{text, others, values, sites, loose, ask, asking}`, each with its number as `option`. */
  moves(situation) {
    return (situation.moves ??= this.listed(situation));
  }

  listed(situation) {
    this.enter(situation);
    const count = Number(this.exports.page_moves());
    if (count < 0) throw new RulesError(FAILURES[count] ?? `the moves can't be written (${count})`);
    const words = this.instance.words(this.instance.reported(0), this.instance.reported(1) / 8);
    const found = [];
    let i = 0;
    while (i < words.length) {
      const place = String(words[i]);
      const ask = this.table.asks[place];
      const chosen = ask.names.map((labels, j) => (labels ? labels[Number(words[i + 2 + j])] : String(words[i + 2 + j])));
      const values = chosen.flat(); // of a set each element
      const sites = chosen.filter((_, j) => ask.sites[j]).flat();
      const loose = chosen.filter((one, j) => ask.sites[j] && Array.isArray(one) && one.length > 1); // in any order
      i += 2 + Number(words[i + 1]);
      const parts = words.subarray(i + 1, i + 1 + Number(words[i]));
      i += 1 + parts.length;
      const at = parts.indexOf(ASKED);
      const [text, ...others] = this.texts(at < 0 ? parts : parts.subarray(0, at));
      const asking = at < 0 ? null : this.texts(parts.subarray(at + 1))[0];
      found.push({ text, others: others.filter(Boolean), values, sites, loose, chosen, ask: place, asking, option: found.length });
    }
    return found;
  }

  /** The texts that words stand for; -2 begins another. */
  texts(parts) {
    const texts = [""];
    for (const part of parts) {
      if (part === -2n) texts.push("");
      else texts[texts.length - 1] += part & 1n ? String(part >> 1n) : this.table.strings[Number(part >> 1n)];
    }
    return texts;
  }

  /** Why the game has ended, as `interpreter/drawing/end_words.py` says it ("" if there are no words for it), and the sites that witness it, by their labels: a finished row, say. */
  decided(situation) {
    this.enter(situation);
    const count = Number(this.exports.page_decided());
    if (count <= 0) return { sites: [], why: "" };
    const [sites, why = ""] = this.texts(this.instance.words(this.instance.reported(0), count));
    return { sites: sites ? sites.split(",").sort() : [], why: why.replaceAll("\x1f,", ", ").replaceAll("\x1f", "") };
  }

  /** Options as people tell them apart: what a roll hides makes no difference. */
  outcomes(situation) {
    const found = new Map();
    for (const move of this.moves(situation)) {
      const key = JSON.stringify([move.ask, move.chosen]);
      if (!found.has(key)) found.set(key, move);
    }
    return [...found.values()];
  }

  /** What a state shows: `{kind, who, stop, me, turns, scores, points, pieces, values}`; labels instead of numbers. */
  show(situation) {
    return (situation.seen ??= this.decoded(situation));
  }

  decoded(situation) {
    this.enter(situation);
    const at = Number(this.exports.page_show());
    if (at < 0) throw new RulesError(FAILURES[at] ?? `the state can't be shown (${at})`);
    const words = this.instance.words(at, (this.exports.memory.buffer.byteLength - at) >> 3);
    let i = 0;
    const next = () => words[i++];
    const number = () => Number(next());
    const { players, sites, pieces, variables } = this.table;
    const [kind, who, stop, me, turns, scored] = Array.from({ length: 6 }, number);
    const [scores, points] = [players.map(number), players.map(number)];
    const many = (one) => Array.from({ length: number() }, one);
    const found = { kind, who, stop, me, turns, scores: scored ? scores : null, points, pieces: {}, values: [] };
    for (const site of sites) found.pieces[site] = many(() => pieces[number()]);
    for (const { cells, sort, labels } of variables) {
      const label = (value) => (value < 0n ? null : labels[Number(value)]);
      const read = {
        truth: () => next() !== 0n,
        number: () => ((value) => (value === NOTHING ? null : Number(value)))(next()),
        element: () => label(next()),
        set: () => many(() => (labels ? label(next()) : number())),
      }[sort];
      found.values.push(Array.from({ length: cells }, read));
    }
    return found;
  }
}
