// Levels: a search that looks at little, and a draw among what it has found; see `interpreter/players/levels.py`, whose
// numbers these are.

import { AlphaBeta } from "./alphabeta.js";
import { MonteCarlo } from "./mcts.js";

export class Leveled {
  /** `seat`: as for other players, and `draw(lane, ply)`, the draws of one of the player's lanes. `opponent`: the kind
   * of the game's opponent. */
  constructor(seat, level, opponent) {
    const { levels } = seat.rules.table.thinking;
    const isDeep = levels.byDepth;
    Object.assign(this, seat, { levels, isDeep, level: levels.table[level - 1] });
    this.effort = levels.effort[opponent] ?? 1;
    this.search = isDeep
      ? new AlphaBeta(seat, { positions: this.level.work, isWhole: true, spread: levels.slack * this.level.slip + levels.almost })
      : new MonteCarlo(seat, { name: opponent, plain: true });
  }

  /** One of the moves that look good enough. */
  async choose(line, watch) {
    const { situation } = line.at(-1);
    const until = performance.now() + 1000 * this.levels.longest;
    const stops = (part) => watch(part) || performance.now() >= until;
    const draw = this.draw(this.levels.lane, line.length - 1);
    const { me } = this.rules.show(situation);
    const isGuided = !this.isDeep && this.isGuided(me, draw);
    const found = this.isDeep ? await this.search.analyse(line, stops) : await this.playedOut(line, stops, isGuided);
    if (!found) return Number((draw * BigInt(situation.count)) >> 64n);
    return this.drawn(found.options, me, draw, isGuided);
  }

  /** Whether it goes by the policy at this decision, if there is one. */
  isGuided(me, draw) {
    return this.instance.policy !== null && !this.search.manner && this.unit(me, draw, 1n, 0) < this.level.guided;
  }

  /** A number from 0 to 1, and less than 1: drawn for a decision. */
  unit(me, draw, number, count) {
    const key = this.rules.seedKey(draw);
    return Number(BigInt.asUintN(64, this.rules.bits(key, number, this.levels.lane + me, count)) >> 11n) / 2 ** 53;
  }

  /** What some games have come to. */
  async playedOut(line, stops, isGuided) {
    this.search.plain = !isGuided;
    const { situation } = line.at(-1);
    const games = Math.max(this.level.work, this.levels.least * situation.count);
    const iterations = Math.max(Math.floor(games / this.effort), situation.count);
    await this.search.think(line, { iterations }, stops);
    return this.search.found(situation);
  }

  /** The option taken of those that a search has weighed, the best first. */
  drawn(options, me, draw, isGuided) {
    const unit = (count) => this.unit(me, draw, 0n, count);
    const noticed = options.filter((_, k) => unit(k + 1) >= this.level.missed);
    const found = noticed.length ? noticed : options.slice(0, 1);
    const is = (option, worth) => option.sure && option.worth[me] === worth;
    const won = found.find((option) => is(option, 1));
    if (won) return won.option;
    const unlost = found.filter((option) => !is(option, -1));
    const seen = unlost.length ? unlost : longest(found);
    const doubt = ({ sure, visits }) => (sure || this.isDeep ? 0 : this.levels.doubt / Math.sqrt(visits + 1));
    const worths = seen.map((option) => this.odds(option.worth[me] - doubt(option)));
    const best = Math.max(...worths);
    const out = this.standingOut(seen, worths.indexOf(best), me, isGuided);
    const slip = this.level.slip * Math.min(out / this.levels.wide, 1) || this.levels.noSlip;
    const weights = worths.map((worth) => (worth >= best - this.levels.slack * slip ? Math.exp((worth - best) / slip) : 0));
    let left = unit(0) * weights.reduce((sum, weight) => sum + weight, 0);
    const at = weights.findIndex((weight) => (left -= weight) < 0);
    return seen[at >= 0 ? at : worths.indexOf(best)].option;
  }

  /** What options are compared by: half the logarithm of the odds of a win, for a worth from -1 to 1. */
  odds(worth) {
    const { decided } = this.levels, near = Math.min(Math.max(worth, -decided), decided);
    return Math.atanh(near) + (worth - near) / (1 - decided ** 2);
  }

  /** By how much the odds of the best option are above those of the mean. */
  standingOut(options, best, me, isGuided) {
    const looks = options.map(({ visits }) => (isGuided ? visits + 1 : 1));
    const worths = options.map(({ worth }) => worth[me]);
    const sum = worths.reduce((sum, worth, k) => sum + worth * looks[k], 0);
    return Math.max(this.odds(worths[best]) - this.odds(sum / looks.reduce((sum, count) => sum + count, 0)), 0);
  }
}

/** Of options that are certain to lose, those that hold out longest. */
const longest = (lost) => {
  const plies = Math.max(...lost.map((option) => option.plies));
  return lost.filter((option) => option.plies === plies);
};
