// A guided game: each rule is told when it is needed first (`interpreter/drawing/lessons.py`), off until somebody asks.

import { el, fill, keep, kept } from "./dom.js";
import { tr } from "./language.js";

const AT_ONCE = 3; // so many paragraphs are told of the start, and of a decision; the others come one by one

export class Guide {
  constructor() {
    this.on = kept("guide", "off") === "on";
    this.element = el("div", { class: "guide", role: "note", "aria-label": tr("Guide"), hidden: true });
    this.forget();
  }

  /** Another game: all is told anew. */
  forget() {
    this.told = new Set();
    this.later = [];
    this.plies = -1;
  }

  /** On or off; says which. */
  turn() {
    this.on = !this.on;
    keep("guide", this.on ? "on" : "off");
    this.forget();
    return this.on;
  }

  /** Tell what whoever is asked needs now, and hasn't been told; it stands there until they have played. */
  show(view, { lessons }) {
    if (!this.on || !lessons || view.isOver) {
      this.element.hidden = true;
      return;
    }
    if (!view.moves.length || view.ply < view.plies || view.plies === this.plies) return;
    const texts = this.needed(view.kinds ?? [], lessons);
    this.plies = view.plies;
    this.element.hidden = !texts.length;
    fill(this.element, texts.map((text) => el("p", {}, ...text.split("`").map((part, i) => (i % 2 ? el("code", {}, part) : part)))));
  }

  needed(kinds, { start, at }) {
    const isFirst = !this.told.size, fresh = kinds.filter((kind) => !this.told.has(kind));
    const parts = [isFirst ? start : [], fresh.flatMap((kind) => at[kind] ?? [])];
    const texts = parts.flatMap((part) => part.slice(0, AT_ONCE));
    if (!texts.length && this.later.length) texts.push(this.later.shift());
    this.later.push(...parts.flatMap((part) => part.slice(AT_ONCE)));
    for (const kind of fresh) this.told.add(kind);
    return texts;
  }
}
