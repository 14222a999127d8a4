// A move chosen before one's turn. It stays in this browser until the turn comes; nobody is told of it before.

import { el, fill } from "./dom.js";
import { meant } from "./completing.js";
import { tr } from "./language.js";

const SITES_OF_ONE = 6; // sites that one move names, at most

/** What was chosen in advance: sites, or a text that was typed. `cancel()`: its button was pressed. */
export class Premove {
  constructor({ cancel }) {
    this.cancel = cancel;
    this.element = el("p", { class: "premove", hidden: true });
    this.clear();
  }

  get isSet() {
    return this.picks.length > 0 || this.text !== "";
  }

  get words() {
    return this.text || this.picks.join(" → ");
  }

  /** One site more; the last one once more takes it back. */
  pick(label) {
    this.text = "";
    this.picks = this.picks.at(-1) === label ? this.picks.slice(0, -1) : [...this.picks, label].slice(-SITES_OF_ONE);
  }

  type(text) {
    this.picks = [];
    this.text = text.trim();
  }

  clear() {
    this.picks = [];
    this.text = "";
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
      this.isSet && el("button", { type: "button", onclick: () => this.cancel() }, tr("Cancel")));
  }
}
