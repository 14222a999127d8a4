// `mcts`, `careful`, `greedy` and `rave`: the module's own Monte-Carlo search. What it has found is used again in the next decision.

import { Pauses, SLICE } from "./pauses.js";
import { TurnTime } from "./turn_time.js";

const FOLLOWED = 64; // so many plies are followed in the tree
const SETTLED = 1n;

export class MonteCarlo {
  /** `seat`: `{rules, instance, bits}`, where `bits(ply)` are the player's own draws. */
  constructor(seat, { name, seconds, iterations, plain = false }) {
    Object.assign(this, seat, { manner: seat.rules.table.thinking.manners[name] ?? 0, seconds, iterations, plain });
    this.time = seconds ? new TurnTime(seat.rules, seconds) : null;
    this.root = null; // the step of the line that the tree grows from
    this.isTaught = null; // whether the tree has grown by what was learnt
  }

  /** The option to take; `line`: all situations so far, each with the option that led there. */
  async choose(line, watch) {
    const began = performance.now();
    const { situation } = line.at(-1);
    const seconds = this.time?.share(situation, line.length - 1);
    await this.think(line, { seconds, iterations: this.iterations }, watch);
    this.time?.took((performance.now() - began) / 1000);
    const best = Number(this.instance.exports.mcts_best());
    const draw = BigInt.asUintN(64, this.bits(line.length - 1));
    return best >= 0 ? best : Number((draw * BigInt(situation.count)) >> 64n);
  }

  /** What it thinks of the line's end: `{worth, options: [{option, visits, worth, sure, plies}], line}`; null if nothing. */
  async analyse(line, watch) {
    await this.think(line, { seconds: this.seconds, iterations: this.iterations }, watch);
    return this.found(line.at(-1).situation);
  }

  /** Search the last situation of the line until the limit is reached, or `watch` says so. */
  async think(line, { seconds, iterations }, watch) {
    const { exports } = this.instance;
    this.follow(line);
    const key = this.bits(line.length - 1);
    const pauses = new Pauses(watch);
    const began = performance.now();
    const until = began + 1000 * (seconds ?? Infinity);
    let [done, chunk] = [0, 1];
    for (;;) {
      if (iterations) chunk = Math.min(chunk, iterations - done);
      if (chunk <= 0 || (done && performance.now() >= until)) return;
      const before = performance.now();
      const made = Number(exports.mcts(key, BigInt(chunk)));
      done += made < 0 ? 1 : made;
      if (made >= 0 && made < chunk) return; // there is nothing left to find out
      const took = performance.now() - before;
      if (made > 0) chunk = took < SLICE / 2 ? chunk * 2 : Math.max(Math.ceil(chunk / 2), 1);
      const left = until - performance.now();
      if (seconds && done) chunk = Math.max(Math.min(chunk, Math.ceil((left * done) / (performance.now() - began))), 1);
      if (await pauses.stops(iterations ? done / iterations : (performance.now() - began) / (1000 * seconds))) return;
    }
  }

  /** See to it that the tree grows from the last situation: the one there is, if it may be kept. */
  follow(line) {
    const { rules, instance: { exports } } = this;
    const from = this.root ? line.indexOf(this.root) : -1;
    const played = from >= 0 ? line.slice(from + 1) : null;
    const isTaught = !this.manner && !this.plain;
    const isKept = isTaught === this.isTaught && played && played.length <= FOLLOWED && played.every((step) => exports.mcts_advance(BigInt(step.option)) >= 0n);
    [this.root, this.isTaught] = [line.at(-1), isTaught];
    if (isKept) return;
    this.instance.value(isTaught);
    exports.mcts_start(rules.put(this.instance, this.root.situation), BigInt(this.manner));
  }

  /** What the search has found, for people; null if it knows of no options. */
  found(situation) {
    const { exports } = this.instance;
    const options = this.options();
    const best = Number(exports.mcts_best());
    if (!options.length || best < 0) return null;
    const expected = Array.from({ length: this.instance.reported(4) }, (_, i) => this.instance.reported(5 + i));
    const { me, stop } = this.rules.show(situation);
    const mean = () => options[0].worth.map((_, p) => options.reduce((sum, { worth }) => sum + worth[p], 0) / options.length);
    const isChance = stop === 2;
    const ranked = [...options].sort((a, b) => (b.option === best) - (a.option === best) || b.visits - a.visits || b.worth[me] - a.worth[me]);
    return { worth: isChance ? mean() : options[best].worth, options: ranked, line: isChance ? [] : expected };
  }

  /** What it thinks of all options, in their order. */
  options() {
    const { instance, rules } = this;
    const players = rules.table.players.length;
    const count = Number(instance.exports.mcts_options());
    const size = 24 + 8 * players;
    const at = instance.reported(0);
    return Array.from({ length: Math.max(count, 0) }, (_, option) => {
      const [visits, flags, plies] = instance.words(at + size * option, 3);
      const sure = (flags & SETTLED) === SETTLED;
      const worth = Array.from(instance.floats(at + size * option + 24, players));
      return { option, visits: Number(visits), sure, plies: sure ? Number(plies) + 1 : 0, worth };
    });
  }
}
