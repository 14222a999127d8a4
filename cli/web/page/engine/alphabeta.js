// `alphabeta`: the module's search by depth, deeper and deeper, in slices of so many positions.

import { Pauses, SLICE } from "./pauses.js";
import { TurnTime } from "./turn_time.js";

const FIRST = { valued: 4096, sampled: 16 }; // positions of the first slice: at those without values games are played
const LEAST = 16;
const MOST = 1 << 24;

export class AlphaBeta {
  /** `seat`: `{rules, instance, bits}`, where `bits(ply)` are the player's own draws. `isWhole`: an analysis tells of the
   * last step that was completed; the first one is, whatever it takes. `spread`: by how much an option must be worse than
   * the best so that an analysis needn't tell by how much. */
  constructor(seat, { seconds, positions, depth, isWhole = false, spread = 2, plain = false }) {
    const known = seat.rules.table.thinking.alphabeta;
    Object.assign(this, seat, { known, seconds, positions, isWhole, spread, plain, depth: depth ?? known.deepest });
    this.time = seconds ? new TurnTime(seat.rules, seconds) : null;
    this.isReady = false;
  }

  /** The option to take; `line`: all situations so far. */
  async choose(line, watch) {
    this.ready();
    const began = performance.now();
    const { situation } = line.at(-1);
    const seconds = this.time?.share(situation, line.length - 1);
    const features = this.depth < this.known.deepest ? this.known.whole : this.known.choosing;
    const found = await this.think(line, features, seconds, watch);
    this.time?.took((performance.now() - began) / 1000);
    const draw = BigInt.asUintN(64, this.bits(line.length - 1));
    return found.best >= 0 ? found.best : Number((draw * BigInt(situation.count)) >> 64n);
  }

  /** What it thinks of the line's end: `{worth, options: [{option, visits, worth, sure, plies}], line}`; null if nothing. */
  async analyse(line, watch) {
    this.ready();
    const { situation } = line.at(-1);
    this.completed = null;
    const found = await this.think(line, this.known.analysing, this.seconds, watch);
    return this.completed ?? this.found(situation, found);
  }

  /** Make a table for the whole game. */
  ready() {
    if (this.isReady) return;
    this.isValued = this.instance.value(!this.plain);
    this.slice = this.isValued ? FIRST.valued : FIRST.sampled;
    const { leastBits, placeBytes, perSecond, samples } = this.known;
    const needed = this.positions ?? Math.floor((this.seconds ?? 1) * perSecond);
    const most = Math.floor(Math.log2(this.instance.memoryLimit / 4 / placeBytes));
    let bits = Math.max(Math.min(Math.ceil(Math.log2(Math.max(needed, 1))), most), leastBits);
    while (this.instance.exports.alphabeta_start(BigInt(bits), BigInt(samples)) < 0n && bits > leastBits) bits -= 1;
    this.isReady = true;
  }

  /** Deepen the search of the line's end step by step until the limit is reached, or `watch` says so. */
  async think(line, features, seconds, watch) {
    const { exports } = this.instance;
    const { situation } = line.at(-1);
    const found = { best: -1, value: 0, isExact: false, plies: 0, depth: 0, positions: 0 };
    const unit = (this.rules.table.thinking.paid || 1) * Number(exports.alphabeta_unit());
    exports.alphabeta_spread(BigInt(Math.trunc(this.spread * unit)));
    const begun = line.findLastIndex((one) => one.situation.fresh);
    exports.alphabeta_turn(BigInt(line.length - 1 - Math.max(begun, 0)));
    if (exports.alphabeta_begin(this.rules.put(this.instance, situation), BigInt(features)) <= 0n) return found;
    const began = performance.now();
    const gone = () => performance.now() - began;
    const part = () => (this.positions ? found.positions / this.positions : seconds ? gone() / (1000 * seconds) : 0);
    const pauses = new Pauses(watch);
    for (let depth = 1; depth <= this.depth && !found.isExact; ) {
      const status = this.search(depth, found, seconds ? 1000 * seconds - gone() : Infinity);
      if (status < 0 && status !== this.known.givenUp) return found;
      if (status === 0) {
        found.depth = depth++;
        if (this.isWhole) this.completed = this.found(situation, found);
      } else if (this.isWhole && depth === 1) {
        if (await pauses.stops(0)) return found;
        continue;
      }
      if (part() >= 1 || (await pauses.stops(part()))) return found;
    }
    return found;
  }

  /** A slice of a step of the search; gives its status. `left`: milliseconds. */
  search(depth, found, left) {
    const { exports } = this.instance;
    const limit = this.positions && !(this.isWhole && depth === 1) ? this.positions - found.positions : Infinity;
    const most = Math.min(this.slice, limit, this.within(left));
    const before = performance.now();
    const status = Number(exports.alphabeta(BigInt(depth), BigInt(most)));
    const took = performance.now() - before;
    const [value, best, isExact, plies, positions] = [0, 1, 2, 3, 4].map((word) => this.instance.reported(word));
    Object.assign(found, { value, best, isExact: isExact !== 0, plies, positions: found.positions + positions });
    if (took > 1) this.rate = positions / took;
    const isWhole = most === this.slice && status !== 0;
    if (isWhole && took < SLICE / 2) this.slice = Math.min(this.slice * 2, MOST);
    else if (took > SLICE) this.slice = Math.max(Math.ceil(this.slice / 2), LEAST);
    return status;
  }

  /** How many positions can be looked at in so many milliseconds, as far as one knows. */
  within(left) {
    return this.rate && left < SLICE ? Math.max(Math.ceil(this.rate * left), LEAST) : Infinity;
  }

  /** What the search has found, for people; null if it knows nothing. */
  found(situation, { best, value, depth }) {
    const { instance, rules, known } = this;
    const { players, thinking: { paid } } = rules.table;
    const count = Number(instance.exports.alphabeta_options());
    if (count <= 0 || best < 0) return null;
    const [size, at, unit] = [24 + 8 * players.length, instance.reported(0), paid || 1];
    const options = Array.from({ length: count }, (_, option) => {
      const [visits, flags, plies] = Array.from(instance.words(at + size * option, 3), Number);
      const [sure, bound] = [(flags & 1) === 1, (flags & known.bound) !== 0];
      const worth = Array.from(instance.floats(at + size * option + 24, players.length), (one) => one / unit);
      return { option, visits, sure, bound, plies: sure ? plies + 1 : 0, worth };
    });
    const { me, stop } = rules.show(situation);
    const both = Number(instance.exports.alphabeta_total()) / 2;
    const share = value / Number(instance.exports.alphabeta_unit());
    const mine = paid ? share : Math.max(Math.min(share, 1), -1);
    const worth = players.map((_, p) => (both + (p === me ? mine : -mine)) / unit);
    const ranked = [...options].sort((a, b) => (b.option === best) - (a.option === best) || a.bound - b.bound || b.worth[me] - a.worth[me] || b.visits - a.visits);
    instance.exports.alphabeta_line(BigInt(Math.max(depth, 1)));
    const expected = Array.from({ length: instance.reported(0) }, (_, i) => instance.reported(1 + i));
    return { worth, options: ranked, line: stop === 2 ? [] : expected, sure: Math.abs(value) > known.sure };
  }
}
