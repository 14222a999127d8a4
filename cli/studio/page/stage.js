// The board's pane: the face of a game, without what the studio has itself.

import { rulesWindow } from "./dialogues.js";
import { el, fill } from "./dom.js";
import { Face } from "./face.js";
import { tr } from "./language.js";

/** The face of a game, in the studio's pane. `keep` is what *Keep as a test* does, if there is that. */
export class Stage extends Face {
  tools() {
    const tool = (name, sign, act, needs) =>
      el("button", { type: "button", title: name, "data-needs": needs ?? null, onclick: act }, el("span", { "aria-hidden": "true", class: "sign", "data-sign": sign }), el("span", { class: "name" }, name));
    fill(this.bar,
      tool(tr("New game"), "✚", () => this.ask("restart", {})),
      tool(tr("Undo"), "↶", () => this.ask("undo"), "undo"),
      tool(tr("Redo"), "↷", () => this.ask("redo"), "redo"),
      tool(tr("Position"), "✎", () => this.edit()),
      tool(tr("Flip"), "⇅", () => this.flip()),
      this.keep && tool(tr("Keep as a test"), "✓", this.keep),
      tool(tr("Copy"), "❐", () => this.copy()),
      tool(tr("Open"), "⤒", () => this.open()),
      tool(tr("Rules"), "?", () => rulesWindow(this.engine.info)));
  }

  can(what) {
    return what === "redo" ? this.engine.undone.length > 0 : super.can(what);
  }
}
