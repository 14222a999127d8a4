// What people at a table are told if the host has changed the position: that it was the host, where, and where the game
// until then can be seen.

import { el, fill } from "./dom.js";
import { tr } from "./language.js";

const MOST_SITES = 12; // that are named one by one

/** What the host changed, in a sentence. */
export function placedWords({ changed }) {
  const few = changed.length && changed.length <= MOST_SITES;
  return few ? tr("The host changed the position: {sites}.", { sites: changed.join(", ") }) : tr("The host changed the position.");
}

/** Whether the host has changed the position since the page showed `before`. */
export const isPlaced = (view, before) => Boolean(before) && (view.placed?.changes ?? 0) > (before.placed?.changes ?? 0);

export class PlacedNews {
  constructor() {
    this.element = el("p", { class: "placed", hidden: true });
    this.words = "";
  }

  /** Show what was changed, as long as the game goes on from there. */
  show(view, before) {
    const { placed } = view;
    this.element.hidden = !placed;
    if (!placed) return;
    if (isPlaced(view, before)) this.words = placedWords(view);
    fill(this.element, this.words || tr("The host changed the position."), " ",
      placed.before && el("a", { href: placed.before, target: "_blank", rel: "noopener" }, tr("The game until then")));
  }
}
