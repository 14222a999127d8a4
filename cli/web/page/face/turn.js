// The move that is put together on the board, pick by pick, until it is whole and played.

import { Chooser, pickWords } from "./choosing.js";
import { written } from "./completing.js";
import { question } from "./dialogues.js";
import { heard, tr } from "./language.js";

export class Turn {
  constructor(face) {
    this.face = face;
    this.picks = [];
    this.isSent = false; // whether a move is on its way to the engine
    this.isDropped = false; // whether it was dragged, and so lies where it goes
  }

  /** The moves there are now; in `isOther` situation nothing is picked yet. */
  follow(view, labels, isOther) {
    this.isSent = false;
    if (isOther) this.picks = [];
    this.chooser = new Chooser(view.moves, labels);
  }

  /** What is left after the picks; null where there are no moves. */
  get choice() {
    return this.face.view?.moves.length ? this.chooser.choice(this.picks) : null;
  }

  /** Sites that may be picked for others: of a line that names a move. */
  get open() {
    return this.face.view?.moves.length && !this.picks.length ? this.chooser.onLines : undefined;
  }

  pick(pick) {
    const { face, picks: before } = this;
    if (!face.view?.moves.length || this.isSent) return;
    this.picks = this.chooser.pick(before, pick);
    if (this.picks === before) {
      this.explain(pick);
      return;
    }
    face.say("");
    const { isTold, move } = this.choice;
    if (isTold) this.playNumber(move);
    else {
      face.draw();
      if (this.picks.length) face.news(tr("{those} chosen.", { those: this.picks.map(pickWords).join(", ") }));
    }
  }

  /** Say why something can't be picked, as far as the engine knows. */
  async explain(pick) {
    const { picks, face } = this, { view, engine } = face;
    const said = tr("Nothing can be played at {site} now", { site: pickWords(pick) });
    const why = engine.info.can.includes("why") ? await engine.why(this.chooser.inOrder(picks, pick)).catch(() => "") : "";
    if (face.view === view && this.picks === picks) face.say(why ? `${said}: ${heard("refusal", why)}.` : `${said}.`);
  }

  /** A piece is dragged: does that begin a move that goes on somewhere? */
  lift(label) {
    const { face } = this;
    if (!face.view?.moves.length || this.isSent) return false;
    const picks = this.picks.at(-1) === label ? this.picks : this.chooser.pick(this.picks, label);
    const choice = this.chooser.choice(picks);
    if (picks.at(-1) !== label || choice.isTold || !choice.sites.length) return false;
    this.picks = picks;
    face.draw();
    face.board.picture(label); // what is drawn anew is lifted, too
    return true;
  }

  /** It is let go: on a site where the move goes on, or it lies where it lay. */
  drop(label) {
    const { choice } = this;
    if (!choice || label === null || ![...choice.sites, ...choice.later].includes(label)) this.back();
    else {
      this.isDropped = true;
      this.pick(label);
    }
  }

  back() {
    const { face } = this;
    if (face.premove.isSet) { // while the game is seen as it was
      face.premove.back();
      return;
    }
    this.picks = this.picks.slice(0, -1);
    if (face.view) face.draw();
  }

  /** A move that was pointed at; one that ends the game, and names no site, is asked for once more. */
  async playNumber(number) {
    const { face } = this, { view } = face;
    if (!view?.moves[number]) return false; // what was pointed at is of a position before
    const { text, ends } = view.moves[number];
    if (ends && !(await question(tr("{move} ends the game.", { move: text }), tr("Play {move}", { move: text }), tr("Go back")))) {
      this.forget();
      return false;
    }
    return face.view === view && this.play(written(view.moves, number));
  }

  /** Says whether it was played. Until what follows is shown, nothing else is: what one sees then isn't so any more. */
  async play(text) {
    const { face } = this;
    if (!face.view || this.isSent) return false;
    face.say("");
    face.telling.miss([]);
    this.isSent = true;
    try {
      await face.engine.play(text);
      if (this.isSent) await face.refresh();
    } catch (error) {
      this.isSent = false;
      face.say(error.message);
      this.forget();
      return false;
    }
    return true;
  }

  forget() {
    this.picks = [];
    this.face.draw();
  }
}
