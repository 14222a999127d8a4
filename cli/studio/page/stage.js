// The buttons above the studio's board. What the studio has itself – colours, the language – isn't among them.

import { rulesWindow } from "./dialogues.js";
import { copyGame, openWindow } from "./elsewhere.js";
import { tr } from "./language.js";
import { tool, Toolbar } from "./toolbar.js";

/** `keep` is what *Keep as a test* does, if there is that. */
export class StageBar extends Toolbar {
  tools() {
    const { face } = this;
    return [
      tool(tr("New game"), "✚", () => face.ask("restart", {})),
      tool(tr("Undo"), "↶", () => face.ask("undo"), "undo"),
      tool(tr("Redo"), "↷", () => face.ask("redo"), "redo"),
      tool(tr("Position"), "✎", () => face.edit()),
      tool(tr("Flip"), "⇅", () => face.flip()),
      this.keep && tool(tr("Keep as a test"), "✓", this.keep),
      tool(tr("Copy"), "❐", () => copyGame(face)),
      tool(tr("Open"), "⤒", () => openWindow(face.engine)),
      tool(tr("Rules"), "?", () => rulesWindow(face.engine.info)),
    ];
  }

  can(what) {
    return what === "redo" ? this.face.engine.undone.length > 0 : super.can(what);
  }
}
