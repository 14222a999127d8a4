// The computer at a table: a player for each seat, and the analyst who gives hints. Each thinks with an instance of its
// own, so that nobody profits from what another has found out.

import { AlphaBeta } from "./alphabeta.js";
import { kindOf } from "./kinds.js";
import { Leveled } from "./levels.js";
import { MonteCarlo } from "./mcts.js";

const HIGHEST = 8; // the level of the game's opponent
const GENERAL = { name: "mcts", seconds: 1 }; // who is asked where the game's opponent looks at nothing

export class Search {
  /** `key`, `number`: the game's draws. */
  constructor(rules, key, number) {
    Object.assign(this, { rules, key, number });
    this.players = new Map();
  }

  /** The option that a player of this kind takes at the line's end; `line`: all situations so far. */
  choose(kind, player, line, watch) {
    if (!this.players.has(player)) this.players.set(player, this.made(kind, player, player));
    return this.players.get(player).choose(line, watch);
  }

  /** Somebody else sits there from now on. */
  leave(player) {
    this.players.delete(player);
  }

  /** What the analyst thinks of the line's end; null if nothing. `kind`: who that is. */
  analyse(line, watch, kind = this.analystFor()) {
    const name = JSON.stringify(kind);
    if (this.analyst?.name !== name) this.analyst = { name, player: this.made(kind, 0, this.rules.table.players.length) };
    return this.analyst.player.analyse(line, watch);
  }

  /** The analyst: the game's opponent, if that one looks ahead. `seconds`: for how long, if not as long as at a turn. */
  analystFor(seconds = null) {
    const opponent = kindOf(this.rules.table.thinking.opponent);
    const kind = opponent && opponent.name !== "random" ? opponent : GENERAL;
    return seconds ? { name: kind.name, plain: kind.plain, seconds } : kind;
  }

  /** A player of this kind for a seat, who thinks with the instance of this number. */
  made(kind, player, number) {
    const { rules, key } = this;
    const { lane, opponent } = rules.table.thinking;
    if (kind.level === HIGHEST) return this.made(kindOf(opponent), player, number);
    const draw = (from, ply) => BigInt.asUintN(64, rules.bits(key, this.number, from + player, ply));
    const seat = { rules, draw, instance: rules.thinker(number), bits: (ply) => BigInt.asIntN(64, draw(lane, ply)) };
    if (kind.level) return new Leveled(seat, kind.level, kindOf(opponent)?.name);
    if (kind.name === "random") return { choose: async (line) => rules.draw(key, this.number, line.length - 1, line.at(-1).situation.count) };
    return kind.name === "alphabeta" ? new AlphaBeta(seat, kind) : new MonteCarlo(seat, kind);
  }
}
