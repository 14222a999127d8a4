// Levels: a search that looks at little, and a draw among what it has found; see `interpreter/players/levels.py`, whose
// numbers these are.

import { MonteCarlo } from "./mcts.js";

export class Leveled {
  /** `seat`: as for other players, and `draw(lane, ply)`, the draws of one of the player's lanes. */
  constructor(seat, level, careful) {
    const { levels } = seat.rules.table.thinking;
    Object.assign(this, seat, { levels, level: levels.table[level - 1], careful });
    this.search = new MonteCarlo(seat, { name: careful ? "careful" : "mcts", plain: true });
  }

  /** One of the moves that look good enough. */
  async choose(line, watch) {
    const { situation } = line.at(-1);
    const games = this.level.games * situation.count;
    const iterations = this.careful ? Math.max(Math.floor(games / this.levels.careful), situation.count) : games;
    const until = performance.now() + 1000 * this.levels.longest;
    await this.search.think(line, { iterations }, (part) => watch(part) || performance.now() >= until);
    const found = this.search.found(situation);
    const { me } = this.rules.show(situation);
    const draw = this.draw(this.levels.lane, line.length - 1);
    if (!found) return Number((draw * BigInt(situation.count)) >> 64n);
    return this.drawn(found.options, me, draw);
  }

  /** The option taken of those that a search has weighed, the best first. */
  drawn(options, me, draw) {
    const key = this.rules.seedKey(draw);
    const unit = (count) => Number(BigInt.asUintN(64, this.rules.bits(key, 0n, this.levels.lane + me, count)) >> 11n) / 2 ** 53;
    const noticed = options.filter((_, k) => unit(k + 1) >= this.level.missed);
    const seen = noticed.length ? noticed : options.slice(0, 1);
    const worths = seen.map(({ worth, sure, visits }) => (sure ? worth[me] : worth[me] - this.levels.doubt / Math.sqrt(visits + 1)));
    const best = Math.max(...worths);
    const weights = worths.map((worth) => (worth >= best - this.level.slack ? Math.exp((worth - best) / this.level.slip) : 0));
    let left = unit(0) * weights.reduce((sum, weight) => sum + weight, 0);
    const at = weights.findIndex((weight) => (left -= weight) < 0);
    return seen[at >= 0 ? at : worths.indexOf(best)].option;
  }
}
