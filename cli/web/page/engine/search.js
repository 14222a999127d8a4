// The computer's players: the module's own Monte-Carlo search, in slices, so that it can be watched and stopped.

const SLICE = 40; // milliseconds between two looks at what people want
const PROBES = 3; // turns that are played to their end to see how many decisions there are
const FARTHEST = 200;
const LEAST = 0.02; // part of a turn's time that any decision gets
const LANE = 2; // players draw from lanes of their own, see interpreter/players/player.py
const FOLLOWED = 64; // so many plies are followed in the tree

/** What a seat's name asks for: `{name, seconds}` or `{name, iterations}`; null if pages don't know it. */
export function kindOf(text) {
  const [name, argument = ""] = text.trim().split(/:(.*)/s);
  if (name === "human" || name === "random") return argument ? null : { name };
  if (name !== "mcts" && name !== "careful") return null;
  const found = /^(?:(\d+(?:\.\d+)?)(s|ms)|(\d+))$/.exec(argument || "1s");
  if (!found || argument.length > 12) return null;
  if (found[3]) return +found[3] ? { name, iterations: +found[3] } : null;
  const seconds = +found[1] / (found[2] === "ms" ? 1000 : 1);
  return seconds > 0 && seconds <= 3600 ? { name, seconds } : null;
}

const pause = () => new Promise((go) => setTimeout(go, 0));

export class Search {
  /** `key`, `number`: the game's draws. */
  constructor(rules, key, number) {
    Object.assign(this, { rules, key, number });
    this.tree = null; // whose it is, and where its root is: {careful, player, root}
    this.turn = null; // whose time it is: {player, turns, ply, left}
  }

  /** The option to take, as the search sees it; `line`: all situations so far, each with the option that led there. */
  async choose(kind, player, line, ply, watch) {
    const began = performance.now();
    const limit = kind.iterations ? kind : { seconds: this.share(kind.seconds, player, line, ply) };
    await this.think(kind.name === "careful", player, line, ply, limit, watch);
    if (this.turn) this.turn.left = Math.max(this.turn.left - (performance.now() - began) / 1000, 0);
    const best = Number(this.rules.exports.mcts_best());
    const { count } = line.at(-1).situation;
    return best >= 0 ? best : Number(BigInt.asUintN(64, this.bits(player, ply)) * BigInt(count) >> 64n);
  }

  /** Search the last situation of the line until the limit is reached, or `watch` says so. */
  async think(careful, player, line, ply, { seconds, iterations }, watch) {
    const { exports } = this.rules;
    this.follow(careful, player, line);
    const key = this.bits(player, ply);
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
      const share = iterations ? done / iterations : (performance.now() - began) / (1000 * seconds);
      await pause(); // what people ask for comes in now
      if (watch(Math.min(share, 1))) return;
    }
  }

  /** What the search thinks of the options: visits, and what each is worth to each player. */
  options(players) {
    const { rules } = this;
    const count = Number(rules.exports.mcts_options());
    const size = 24 + 8 * players;
    const at = rules.reported(0);
    return Array.from({ length: count }, (_, k) => ({
      visits: Number(rules.words(at + size * k, 1)[0]),
      worth: Array.from(rules.floats(at + size * k + 24, players)),
    }));
  }

  /** The line of options that the search expects. */
  expected() {
    this.rules.exports.mcts_best();
    return Array.from({ length: this.rules.reported(4) }, (_, i) => this.rules.reported(5 + i));
  }

  bits(player, ply) {
    return this.rules.exports.page_bits(this.key, this.number, BigInt(LANE + player), BigInt(ply));
  }

  /** See to it that the tree grows from the last situation: the one there is, if it may be kept. */
  follow(careful, player, line) {
    const { exports } = this.rules;
    const now = line.at(-1);
    // nobody profits from what another player has found out
    const isOwn = this.tree && this.tree.careful === careful && this.tree.player === player;
    const from = isOwn ? line.indexOf(this.tree.root) : -1;
    const played = from >= 0 ? line.slice(from + 1) : null;
    const isKept = played && played.length <= FOLLOWED && played.every((step) => exports.mcts_advance(BigInt(step.option)) >= 0n);
    if (!isKept) {
      this.rules.enter(now.situation);
      exports.rest(BigInt(this.rules.state)); // turns count from here, as in the terminal
      exports.mcts_start(BigInt(this.rules.state), careful ? 1n : 0n);
    }
    this.tree = { careful, player, root: now };
  }

  /** The seconds for this decision: what is left of the turn's, divided by the decisions that the turn may still have. */
  share(seconds, player, line, ply) {
    const { turns } = this.rules.show(line.at(-1).situation);
    if (!this.turn || this.turn.player !== player || this.turn.turns !== turns || ply <= this.turn.ply) {
      this.turn = { player, turns, left: seconds };
    }
    this.turn.ply = ply;
    return Math.max(this.turn.left / this.decisionsLeft(line.at(-1).situation), seconds * LEAST);
  }

  /** How many decisions the turn has left, this one included: the mean of some random ends. */
  decisionsLeft(situation) {
    let found = 0;
    for (let probe = 0; probe < PROBES; probe++) {
      try {
        let here = situation;
        for (let ply = 0; ply < FARTHEST; ply++) {
          found += here.count > 1 ? 1 : 0;
          here = this.rules.play(here, Math.floor(Math.random() * here.count));
          if (here.isOver || here.fresh) break;
        }
      } catch {
        return Math.max(found, 1); // the search will see what is broken
      }
    }
    return Math.max(found / PROBES, 1);
  }
}
