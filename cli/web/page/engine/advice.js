// Advice on a page's game: a good move, what each player may expect, and what was good and bad once it is over.

import { kindOf } from "./kinds.js";
import { Refused } from "./refused.js";
import { Review } from "./review.js";
import { worthsOf } from "./seen.js";

const TEXTS = 8; // so many moves of a line are shown

/** The analyst of a `Game` does one thing at a time: what was asked before is old then, stops, and is waited for. */
export class Advice {
  constructor(game) {
    this.game = game;
    this.questions = 0; // that the analyst was asked
    this.answering = Promise.resolve();
  }

  async consulted(work) {
    const mine = (this.questions += 1);
    const isOld = () => mine !== this.questions;
    const before = this.answering;
    this.answering = (async () => {
      await before.catch(() => {});
      return isOld() ? null : work(isOld);
    })();
    return this.answering;
  }

  /** A good move, as far as a second's search can tell: `{text, sites, line, worth}`. */
  async hint() {
    const { game } = this;
    if (game.isOver || game.broken) throw new Refused("The game is over.");
    if (!game.person) throw new Refused("It isn't your turn.");
    const mine = game.turnNumber;
    const p = game.table.players.indexOf(game.person);
    const found = await this.consulted((isOld) => {
      const watch = game.watching(null, () => isOld() || mine !== game.turnNumber);
      return game.search.analyse(game.line, watch);
    });
    game.tell("thinking", null);
    if (mine !== game.turnNumber) throw new Refused("The game has gone on meanwhile.");
    if (!found) throw new Refused("There is nothing to say about this position.");
    const [best] = found.options;
    const move = game.rules.moves(game.situation)[best.option];
    const line = found.line[0] === best.option ? found.line : [best.option];
    return { text: move.text, sites: move.sites, line: this.texts(line), worth: best.worth[p] };
  }

  /** A line of options as texts. */
  texts(options) {
    const { rules } = this.game, found = [];
    let here = this.game.situation;
    for (const option of options.slice(0, TEXTS)) {
      found.push(rules.moves(here)[option].text);
      here = rules.play(here, option);
      if (here.isOver) break;
    }
    return found;
  }

  /** What each player may expect of the situation that is shown, as far as a turn's search can tell: `{player: worth}` from
   * -1 to 1; null where nothing is known, or the game has gone on meanwhile, or a computer is thinking. */
  async evaluate() {
    const { game } = this;
    const line = game.line.slice(0, game.at + 1);
    const { situation } = line.at(-1);
    const mine = game.turnNumber;
    const isStopped = () => mine !== game.turnNumber || game.thinking !== null || Boolean(game.broken);
    const weighed = async (isOld) => {
      const watch = () => isOld() || isStopped();
      const found = isStopped() ? null : await game.search.analyse(line, watch);
      return watch() ? null : found?.worth ?? null;
    };
    const worth = situation.isOver ? worthsOf(game.table, game.rules.show(situation)) : await this.consulted(weighed);
    return worth && Object.fromEntries(game.table.players.map((player, p) => [player, worth[p]]));
  }

  /** A game that is over looked at: see `Review`. `by`: who judges, if not the analyst. Playing on stops it. */
  async review(by = null) {
    const { game } = this;
    if (!game.isOver && !game.broken) throw new Refused("The game isn't over yet.");
    const { seconds, longest, shortest } = game.table.thinking.review;
    const kind = kindOf(by ?? "") ?? game.search.analystFor(Math.min(Math.max(seconds / game.line.length, shortest), longest));
    const mine = game.turnNumber;
    const found = await this.consulted((isOld) => {
      const isStopped = () => isOld() || mine !== game.turnNumber;
      const weigh = async (line) => {
        const worth = isStopped() ? null : await game.search.analyse(line, isStopped, kind);
        if (isStopped()) throw new Refused("The game has gone on meanwhile.");
        return worth;
      };
      return new Review(game.rules, weigh).of(game.line, (done) => game.tell("review", { done, of: game.line.length }));
    });
    if (!found) throw new Refused("The game has gone on meanwhile.");
    return { ...found, players: game.table.players };
  }
}
