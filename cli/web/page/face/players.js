// Who plays: the colour of each player's pieces, and who sits there. The player to move stands out.

import { el, fill } from "./dom.js";
import { tr } from "./language.js";

/** Who sits there, in a word; "" where everybody sits at one screen. `away`: those who have no page open. */
function sitterWords(player, { mine, seats }, away = []) {
  if (mine.includes(player)) return mine.length > 1 ? "" : tr("you");
  if (away.includes(player)) return tr("not here");
  return seats?.[player] === "human" ? tr("a person") : tr("the computer");
}

/** A list of the players, if their pieces have colours: names like A and B don't tell whose a piece is. */
export class PlayersFace {
  constructor() {
    this.element = el("ul", { class: "players", "aria-label": tr("Players"), hidden: true });
  }

  show(view, info) {
    const next = view.isOver ? null : view.thinking ?? view.toMove ?? view.mover;
    this.element.hidden = info.players.length < 2 || !Object.keys(info.colours).length;
    fill(this.element, info.players.map((player) => {
      const dot = info.colours[player] && el("span", { class: "dot", "aria-hidden": "true" });
      if (dot) dot.style.setProperty("--of-player", info.colours[player]);
      const name = el(player === next ? "strong" : "span", {}, player), sitter = sitterWords(player, info, view.away);
      return el("li", { "aria-current": player === next ? "true" : null }, dot, name, sitter && el("small", {}, sitter));
    }));
  }
}
