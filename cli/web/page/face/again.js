// Once a game is over: another one, with the same people and computers, or with seats exchanged.

import { el } from "./dom.js";
import { tr } from "./language.js";

export class Again {
  constructor(face) {
    const offer = (name, onclick) => el("button", { type: "button", onclick }, name);
    this.swap = offer(tr("Swap seats"), () => face.restart({ seats: this.swapped(face.engine.info) }));
    this.element = el("p", { class: "again", hidden: true }, offer(tr("Again"), () => face.restart({})), this.swap);
  }

  /** Offered where the engine can begin another game, at the end of this one. */
  show(view, { can, seats }) {
    this.element.hidden = !can.includes("restart") || !view.isOver || view.ply < view.plies;
    this.swap.hidden = new Set(Object.values(seats ?? {})).size < 2; // all seats are alike
  }

  /** Each seat is taken by whoever had the one before it. */
  swapped({ players, seats }) {
    return Object.fromEntries(players.map((player, i) => [player, seats[players.at(i - 1)]]));
  }
}
