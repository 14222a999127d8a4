// A move chosen before one's turn. It stays in this browser until the turn comes; nobody is told of it before.

import { el, fill } from "./dom.js";
import { meant } from "./completing.js";
import { tr } from "./language.js";
import { isPlaced } from "./placed_news.js";

const SITES_OF_ONE = 6; // sites that one move names, at most

/** What was chosen in advance: sites, or a text that was typed. */
export class Premove {
  constructor(face) {
    this.face = face;
    this.element = el("p", { class: "premove", hidden: true });
    this.clear();
  }

  /** Whether something can be chosen now. */
  get isOpen() {
    const { view, engine: { info } } = this.face;
    return Boolean(view) && info.can.includes("premove") && !view.moves.length && !view.isOver && view.ply === view.plies;
  }

  get isSet() {
    return this.picks.length > 0 || this.text !== "";
  }

  get words() {
    return this.text || this.picks.join(" → ");
  }

  // ---- choosing it

  pick(label) {
    this.add(label);
    this.changed();
  }

  lift(label) {
    this.clear();
    this.add(label);
    this.face.draw();
    this.face.board.picture(label);
    return true;
  }

  drop(label) {
    if (label === null) this.back();
    else this.pick(label);
  }

  back() {
    if (!this.isSet) return;
    this.clear();
    this.changed();
  }

  /** A text that was typed. */
  play(text) {
    this.clear(text.trim());
    this.changed();
    return true;
  }

  /** One site more; the last one once more takes it back. */
  add(label) {
    this.text = "";
    this.picks = this.picks.at(-1) === label ? this.picks.slice(0, -1) : [...this.picks, label].slice(-SITES_OF_ONE);
  }

  clear(text = "") {
    this.picks = [];
    this.text = text;
  }

  /** It is another one now. */
  changed() {
    const { face } = this;
    face.say("");
    face.draw();
    face.news(this.isSet ? tr("When it is your turn: {move}.", { move: this.words }) : tr("No move is chosen in advance."));
  }

  // ---- playing it

  /** The number of the move, once it is one's turn; null where there is none to be played. One that can't be played is
   * dropped, and so is any if the game went back, is over, or goes on from a position that the host put there. */
  due(before) {
    const { face, words } = this, { view, turn } = face, isOff = isPlaced(view, before);
    const waits = !isOff && !view.moves.length && !view.isOver && view.plies >= (before?.plies ?? 0);
    if (!this.isSet || waits || view.ply !== view.plies) return null;
    const number = view.moves.length && !isOff ? this.among(view.moves, turn.chooser, face.typing.alike) : null;
    if (number === null && !isOff && this.picks.length && turn.chooser.choice(this.picks).fitting.length) turn.picks = this.picks; // the rest is asked
    else if (number === null) {
      const said = tr("{move} can't be played now, and was dropped.", { move: words });
      face.say(said);
      face.news(said);
    }
    this.clear();
    return number;
  }

  /** The number of the only move that it can mean now; null if there is none, or there are several. */
  among(moves, chooser, alike) {
    if (this.text) {
      const text = meant(moves, this.text, alike);
      const found = moves.flatMap((move, number) => (move.text === text ? [number] : []));
      return found.length === 1 ? found[0] : null;
    }
    const { fitting } = chooser.choice(this.picks);
    return this.picks.length && fitting.length === 1 ? fitting[0] : null;
  }

  /** Say what waits. */
  show() {
    this.element.hidden = !this.isSet;
    fill(this.element, this.isSet && el("span", {}, `${tr("When it is your turn: {move}.", { move: this.words })} `),
      this.isSet && el("button", { type: "button", onclick: () => this.back() }, tr("Cancel")));
  }
}
