// Time for a turn, shared over its decisions, as `interpreter/players/turn_time.py` has it.

export class TurnTime {
  constructor(rules, seconds) {
    Object.assign(this, { rules, seconds });
    this.turn = null; // whose time it is: {turns, ply, left}
  }

  /** The seconds for this decision: what is left of the turn's, divided by the decisions that the turn may still have. */
  share(situation, ply) {
    const { turns, me } = this.rules.show(situation);
    if (!this.turn || this.turn.turns !== turns || this.turn.me !== me || ply <= this.turn.ply) {
      this.turn = { turns, me, left: this.seconds };
    }
    this.turn.ply = ply;
    return Math.max(this.turn.left / this.decisionsLeft(situation), this.seconds * this.rules.table.thinking.time.least);
  }

  /** So much time has gone by since. */
  took(seconds) {
    this.turn.left = Math.max(this.turn.left - seconds, 0);
  }

  /** How many decisions the turn has left, this one included: the mean of some random ends. */
  decisionsLeft(situation) {
    const { probes, farthest } = this.rules.table.thinking.time;
    let found = 0;
    for (let probe = 0; probe < probes; probe++) {
      try {
        let here = situation;
        for (let ply = 0; ply < farthest; ply++) {
          found += here.count > 1 ? 1 : 0;
          here = this.rules.play(here, Math.floor(Math.random() * here.count));
          if (here.isOver || here.fresh) break;
        }
      } catch {
        return Math.max(found, 1); // the search will see what is broken
      }
    }
    return Math.max(found / probes, 1);
  }
}
