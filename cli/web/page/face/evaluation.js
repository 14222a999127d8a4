// What each player may expect: a bar that is shown to whoever asks for it.

import { el, fill, keep, kept } from "./dom.js";
import { tr } from "./language.js";

const SHADES = 4; // the style sheet has so many, for players without a colour of their own

/** What players may expect, from -1 to 1 each, as parts of a whole in hundredths. */
export function shares(players, expected) {
  const worths = players.map((player) => Math.max(expected[player] + 1, 0));
  const total = worths.reduce((sum, worth) => sum + worth, 0) || 1;
  const ends = worths.map((_, n) => Math.round((100 * worths.slice(0, n + 1).reduce((sum, worth) => sum + worth, 0)) / total));
  return ends.map((end, n) => end - (n ? ends[n - 1] : 0));
}

export class Evaluation {
  /** `ask()`: the engine's `evaluate`. */
  constructor(ask) {
    this.ask = ask;
    this.asked = 0;
    this.situation = null; // which one was asked about last
    this.isOn = kept("evaluation") === "on";
    this.element = el("div", { class: "evaluation", role: "img", hidden: true });
  }

  /** On or off; says which. */
  turn() {
    this.isOn = !this.isOn;
    this.situation = null;
    keep("evaluation", this.isOn ? "on" : "off");
    return this.isOn;
  }

  /** Ask what is to be expected of what is shown, and show it; what is asked later counts. */
  async show(view, info) {
    this.element.hidden = !this.isOn;
    const situation = [view.ply, view.plies, view.isOver, view.thinking].join();
    if (!this.isOn || situation === this.situation) return;
    this.situation = situation;
    const number = ++this.asked;
    this.element.classList.add("old");
    const expected = await this.ask();
    if (number === this.asked && expected) this.draw(expected, info);
  }

  draw(expected, { players, colours }) {
    const parts = shares(players, expected);
    const said = players.map((player, n) => `${player} ${parts[n]}`).join(", ");
    this.element.classList.remove("old");
    this.element.setAttribute("aria-label", tr("Evaluation, of 100: {said}.", { said }));
    this.element.title = said;
    fill(this.element, players.map((player, n) => {
      const part = el("span", { class: `part shade-${n % SHADES}` }, parts[n] >= 12 ? `${player} ${parts[n]}` : "");
      part.style.flexGrow = parts[n];
      if (colours[player]) part.style.borderBottomColor = colours[player];
      return part;
    }));
  }
}
