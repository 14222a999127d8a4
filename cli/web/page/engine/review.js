// A game looked at afterwards: what each player could expect from ply to ply, and which decisions gave something away;
// as `interpreter/players/review.py` does it.

import { worthsOf } from "./seen.js";

export class Review {
  /** `weigh(line)`: what a search thinks of a line's end. */
  constructor(rules, weigh) {
    Object.assign(this, { rules, weigh });
  }

  /**
   * Look at all situations, from the last to the first, as a search by depth knows best how they go on.
   * `told(done)` is called after each. Gives `{expected: [worth of each player, or null], slips}`, the worst slip first.
   */
  async of(line, told) {
    const { least, shown } = this.rules.table.thinking.review;
    const expected = new Array(line.length).fill(null);
    const slips = [];
    for (let at = line.length - 1; at >= 0; at--) {
      const { situation } = line[at];
      const isForced = situation.count === 1 && at + 1 < line.length;
      const found = situation.isOver || isForced ? null : await this.weigh(line.slice(0, at + 1));
      expected[at] = situation.isOver ? worthsOf(this.rules.table, this.rules.show(situation)) : isForced ? expected[at + 1] : found?.worth ?? null;
      const slip = found && at + 1 < line.length ? this.judged(line, at, found, expected) : null;
      if (slip && slip.lost >= least) slips.push(slip);
      told(line.length - at);
    }
    slips.sort((a, b) => b.lost - a.lost || a.ply - b.ply);
    return { expected, slips: slips.slice(0, shown) };
  }

  /** What a decision gave away; null for rolls, and where the best was played. */
  judged(line, at, found, expected) {
    const { me, stop } = this.rules.show(line[at].situation);
    const [best] = found.options;
    const after = expected[at + 1];
    if (stop === 2 || best.option === line[at + 1].option || !after) return null;
    const [from, to] = [found.worth[me], after[me]];
    const options = found.line[0] === best.option ? found.line : [best.option];
    return {
      ply: at + 1, player: this.rules.table.players[me], text: line[at + 1].text, better: this.texts(line[at].situation, options),
      lost: from - to, from, to,
    };
  }

  /** A line of options as texts. */
  texts(situation, options) {
    const found = [];
    for (const option of options.slice(0, this.rules.table.thinking.longestLine)) {
      found.push(this.rules.moves(situation)[option].text);
      situation = this.rules.play(situation, option);
      if (situation.isOver) break;
    }
    return found;
  }
}
