// What a word means: in a box beside it, for who rests the mouse there or asks by a key.

import { el } from "./dom.js";
import { beside } from "./proposals.js";

const REST = 400; // milliseconds that the mouse must rest

/** A box for an editor. `ask(position)` gives a hover of the language protocol, or null. */
export class Explanation {
  constructor(editor, ask) {
    this.editor = editor;
    this.ask = ask;
    this.number = 0;
    this.element = el("div", { class: "explanation", role: "status", hidden: true });
    const { area } = editor;
    area.addEventListener("mousemove", (event) => this.rest(event));
    for (const name of ["mouseleave", "scroll", "input", "pointerdown", "blur"]) area.addEventListener(name, () => this.close());
  }

  rest({ clientX, clientY }) {
    clearTimeout(this.timer);
    if (!this.element.hidden && !this.isHere(clientX, clientY)) this.close();
    this.timer = setTimeout(() => {
      const at = this.editor.layer.at(clientX, clientY);
      if (at) this.open(at);
    }, REST);
  }

  isHere(x, y) {
    const { left, right, top, bottom } = this.place;
    return x >= left - 20 && x <= right + 60 && y >= top - 4 && y <= bottom + 4;
  }

  /** Says whether something is known of the place. */
  async open(position) {
    const number = ++this.number;
    const found = await this.ask(position);
    if (number !== this.number || !found) return Boolean(found);
    this.element.textContent = found.contents.value ?? String(found.contents);
    this.place = this.editor.layer.box(found.range?.start ?? position);
    this.element.hidden = false;
    beside(this.element, this.place);
    return true;
  }

  /** Says whether there was something to close. */
  close() {
    this.number += 1;
    clearTimeout(this.timer);
    const was = !this.element.hidden;
    this.element.hidden = true;
    return was;
  }
}
